"""What many random games have in common: their outcomes as columns of integers, and counts that add up.

Both backends give the same integers for the same program, seed and game numbers, however the games are cut into
batches; sums of `Counts` are exact.

An *item* is what a player can choose: a member of an action, or a value of a pick (a kind of piece, a name, a number up
to `NUMBERS - 1`, beyond it one item for all). Items are numbered from 0 by `items`, first all members of all actions,
then the values of the picks in their order.
"""

import operator
from array import array
from math import sqrt
from typing import Final

from attrs import define, field, frozen

from rulewright.machine.program.bounds import RulesFault
from rulewright.machine.program.cell_map import kinds_in
from rulewright.machine.program.nodes import Pick, Program

NUMBERS: Final = 65
MOST_DECISIONS: Final = 1_000_000
FINISHED, FAULTED, TOO_LONG, BROKEN, TOO_SLOW = range(5)
FEW_SLOW: Final = 3
"""So many games that are too slow can be chance."""


@frozen
class Item:
    """A member of an action (`pick` -1), or one value of a pick: `pick` counts among the action's own picks followed by
    those of the variant; of the action's own picks `variant` is -1."""

    action: int
    variant: int
    pick: int = -1
    value: int = 0


@frozen
class Items:
    """All items; `members[action]` is the item of its variant 0, `picks[action, variant, pick]` first item and number
    of values of a pick; of numbers the last one is for everything beyond, too."""

    all: tuple[Item, ...]
    members: tuple[int, ...]
    picks: dict[tuple[int, int, int], tuple[int, int]]


def items(program: Program) -> Items:
    """Number what can be chosen."""
    found: list[Item] = []
    members: list[int] = []
    for number, action in enumerate(program.actions):
        members.append(len(found))
        found += [Item(number, variant) for variant in range(len(action.variants))]
    picks: dict[tuple[int, int, int], tuple[int, int]] = {}
    for number, action in enumerate(program.actions):
        own = [(-1, at, pick) for at, pick in enumerate(action.picks(0)[: action.common])]
        for variant in range(len(action.variants)):
            own += [(variant, at, pick) for at, pick in enumerate(action.picks(variant)) if at >= action.common]
        for variant, at, pick in own:
            values = values_of(program, pick)
            picks[number, variant, at] = len(found), values
            found += [Item(number, variant, at, value) for value in range(values)]
    return Items(tuple(found), tuple(members), picks)


def values_of(program: Program, pick: Pick) -> int:
    """How many items the values of a pick make."""
    match pick.argument.kind:
        case "piece":
            return max(kinds_in(program, zone) for zone in program.zones if zone.component == pick.argument.component)
        case "value" | "word":
            return len(pick.argument.names)
        case "flag":
            return 2
        case "number" | "held":
            return NUMBERS


@define
class Counts:
    """Sums over games. By site: decisions, moves that could be chosen, the most at once. By item: how often it was
    chosen, in how many seat-games (a seat in a game) at least once, and how many of these the seat has won."""

    decisions: "array[int]"
    moves: "array[int]"
    most: "array[int]"
    uses: "array[int]"
    used: "array[int]"
    won: "array[int]"

    @staticmethod
    def zero(program: Program) -> "Counts":
        """Nothing counted yet."""
        return Counts.none(len(program.sites), len(items(program).all))

    @staticmethod
    def none(sites: int, all_items: int) -> "Counts":
        """Nothing counted yet, of so many sites and items."""
        return Counts(*[array("q", bytes(8 * length)) for length in (sites, all_items) for _ in range(3)])

    @property
    def columns(self) -> tuple["array[int]", ...]:
        """All of them, in this order."""
        return self.decisions, self.moves, self.most, self.uses, self.used, self.won

    def add(self, other: "Counts") -> None:
        """Add the counts of other games."""
        for mine, theirs in zip(self.columns, other.columns, strict=True):
            mine[:] = array("q", map(max if mine is self.most else operator.add, mine, theirs))


def mostly_slow(slow: int, games: int) -> bool:
    """Whether so many games of these were ended by the clock that others are not worth waiting for."""
    return slow >= FEW_SLOW and 2 * slow > games


@define
class Batch:
    """Games `first`, `first + 1`, … of a seed, a column for each fact. `status`: FINISHED, FAULTED (the rules went
    wrong: `faults` has it by the game's place in the batch), TOO_LONG by its decisions, TOO_SLOW (the clock ended it:
    `faults` has where) or, where invariants are looked at, BROKEN (by the invariant whose number stands for the
    winners); of all but the first winners and scores are 0 otherwise and the counts do not know them. `winners` is a
    bit mask of seats; `scores` has a column for each seat."""

    first: int
    status: "array[int]"
    decisions: "array[int]"
    winners: "array[int]"
    scores: tuple["array[int]", ...]
    counts: Counts
    faults: dict[int, RulesFault] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.status)

    @property
    def given_up(self) -> bool:
        """Whether its games were mostly too slow, so that no more were begun."""
        return bool(self.faults) and mostly_slow(self.status.count(TOO_SLOW), len(self))


# ---- which share of many tries came out so, with an interval of 95 %
# The formula: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927),
# 209-212.

Z: Final = 1.959963984540054


@frozen
class Estimate:
    """A number with its interval; without enough games there is none."""

    value: float
    low: float
    high: float


def wilson(hits: float, tries: float, z: float = Z) -> Estimate | None:
    """The share of hits among independent tries, with Wilson's score interval, which is too wide where a try can be
    part of a hit."""
    if not tries:
        return None
    share, z2 = hits / tries, z * z / tries
    middle = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * sqrt(share * (1 - share) / tries + z2 / (4 * tries))
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    return Estimate(share, low, 1.0 if hits == tries else min(1.0, middle + half))
