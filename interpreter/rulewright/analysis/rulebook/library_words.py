"""How a rulebook says what the built-in questions ask: one row each.

In a text `{s}` is what is asked, `{p}` the same as an owner ("your", "the leader's"), `{n}` and `{ns}` what there is in
it, one and several, `{a}` and `{b}` the arguments.
"""

from collections.abc import Mapping
from typing import Final

from rulewright.language.library.sequences import ORDINALS

VALUES: Final[Mapping[str, str]] = {
    "min": "the lower of {a} and {b}",
    "max": "the higher of {a} and {b}",
    "size": "the number of {ns} in {s}",
    "first": "the first {n} of {s}",
    "last": "the last {n} of {s}",
    "only": "the only {n} of {s}",
    "repeats": "the number of times that {s} holds the present situation",
    "item": "the {a} {n} of {s}",
    **{word: f"the {word} {{n}} of {{s}}" for word in ORDINALS},
    "groups": "all choices of {a} {ns} of {s}",
    "after": "the {ns} after {a} in {s}",
    "before": "the {ns} before {a} in {s}",
    "number": "the number of {s}",
    "next": "the one after {s}",
    "previous": "the one before {s}",
    "left": "the player to {p} left",
    "right": "the player to {p} right",
    "opponent": "{p} opponent",
    "seat": "the number of {p} seat",
    "team": "{p} team",
    "others": "all players but {s}",
    "members": "the players of {s}",
    "owner": "the player who put {s} there",
    "holder": "the one that {s} lies with",
    "viewers": "the players who may look at {s}",
    "neighbors": "the neighbors of {s}",
    "around": "the places around {s}, diagonally too",
    "leaps": "the places {a} and {b} away from {s}",
    "step": "the place one step {a} from {s}",
    "reach": "the places {a} from {s}, up to and with the first piece",
    "ray": "the places {a} from {s}",
    "direction": "the direction from {s} to {a}",
    "distance": "the number of steps from {s} to {a}",
    "between": "the places between {s} and {a}",
    "row": "the row of {s}",
    "column": "the column of {s}",
    "rows": "the rows of {s}",
    "columns": "the columns of {s}",
    "lanes": "the rows and columns of {s}",
    "diagonals": "the diagonals of {s}",
    "lines": "the straight lines of {s}",
    "runs": "the straight lines of {a} {ns} in {s}",
    "squares": "the squares of {a} by {a} of {s}",
    "directions": "the two directions of {s}",
    "turned": "the direction {a} eighths of a turn clockwise from {s}",
}
"""Questions that are answered by a number, a thing, or several."""

VERDICTS: Final[Mapping[str, tuple[str, str]]] = {
    "past": ("comes after {a} in their order", "does not come after {a} in their order"),
    "face-up": ("lies face up", "does not lie face up"),
    "face-down": ("lies face down", "does not lie face down"),
    "straight": ("is straight", "is not straight"),
    "slanting": ("is slanting", "is not slanting"),
    "edge": ("lies on the border", "does not lie on the border"),
    "even": ("is even", "is not even"),
    "odd": ("is odd", "is not odd"),
    "same": ("has one {a} throughout", "does not have one {a} throughout"),
    "different": ("has no {a} twice", "has some {a} twice"),
    "consecutive": ("is a sequence by {a}", "is no sequence by {a}"),
}
"""Questions that are answered by yes or no: what is said then, behind what is asked."""
