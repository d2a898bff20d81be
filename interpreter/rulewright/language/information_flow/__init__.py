"""What a decision may depend on: by an analysis of the flow of information through the core.

`labels` says who may know something, `reader` what is known at a point of the rules. `knowing` reads expressions and
sequences, with `learning` (what a condition tells), `recalling` (what was told of a piece), `locating` (where pieces
lie) and `fitting` (what types prove). `trying` reads the body under a `must`, `disturbing` its sentences, `asking`
headers, `handing` the way to offers with arguments, with `overhearing` (what is seen on the way) and `carrying` (what a
parameter is bound to). `sightings` is the whole.
"""

from rulewright.language.information_flow.call_labels import Sightings, sightings

__all__ = ["Sightings", "sightings"]
