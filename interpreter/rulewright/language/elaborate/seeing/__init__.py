"""What a decision may depend on: by an analysis of the flow of information through the core.

`labels` says who may know something, `reader` what is known at a point of the rules, `knowing` reads expressions and
sequences, `learning` what a condition that holds tells, `trying` what the body under a `must` does to what is known,
`asking` what a header asks, `handing` what an offer hands over. `sightings` is the whole.
"""

from rulewright.language.elaborate.seeing.handing import Sightings, sightings

__all__ = ["Sightings", "sightings"]
