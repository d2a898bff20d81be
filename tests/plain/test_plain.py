"""Every ruleset at hand, followed by the reference and by the plain reading of its typed core.

The two backends share what `lower` and `layout` made of a ruleset, so that neither can catch them; `tests.plain` shares
nothing with them but the typed core. Where the two differ, the reference language decides who is right.
"""

from collections.abc import Iterator

import pytest

from rulewright.language import core
from rulewright.language.elaborate.settings import Setting
from rulewright.language.facts.ranges import may_be_none
from rulewright.language.walking import walk
from tests.made import made_rules
from tests.plain.follow import follow
from tests.plain.probing import probed
from tests.wasm.common import loaded
from tests.wasm.corners import CORNERS
from tests.wasm.games import DEEP, corner_rules, every_second, shipped_rules
from tests.wasm.test_generated import page_rules

SETTINGS = every_second(0)
LONGEST = 10_000 if DEEP else 25
TRIED_AT_LENGTH = {"go", "knock"}
"""What the plain reading needs long for: it looks for groups anew for each move."""
SEEDS = range(2_000 if DEEP else 24)
PAGES = 20 if DEEP else 1
PARTS = 4
LONG = {"must, deep inside a loop that never ends"}
"""Corners that run to a limit, which only lowering counts."""


@pytest.mark.sampled(20, 10)
@pytest.mark.parametrize(("name", "setting"), SETTINGS, ids=str)
def test_a_shipped_game_is_as_its_rules_say(name: str, setting: Setting) -> None:
    assert follow(
        probed(shipped_rules(name, setting)),
        games=1,
        seed=setting.players,
        most=LONGEST // (5 if name in TRIED_AT_LENGTH else 1),
    )


@pytest.mark.sampled(40, 10)
@pytest.mark.parametrize("name", sorted(CORNERS.keys() - LONG))
def test_a_corner_is_as_its_rules_say(name: str) -> None:
    corner = CORNERS[name]
    follow(corner_rules(name), games=corner.games if DEEP else 1, seed=11, most=300 if DEEP else 30)


@pytest.mark.sampled(2, 2)
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_the_rulesets_of_the_pages_are_as_they_say(part: int) -> None:
    """All of them when deep, otherwise every sixth, other ones than both backends play."""
    for rules in page_rules(part, PARTS) if DEEP else page_rules(PARTS + part, 6 * PARTS):
        follow(probed(rules), games=PAGES, seed=part, most=60)


LAMPS = """game "Lamps" "Some are lit, some are not, and of some nobody knows"
    players 2
component lamp, called "lamp-{number}": number 1..3, lit yes or no or none
    1 of 1, yes
    1 of 2, no
    1 of 3, none
each player has
    dark: yes or no
    seen: 0..9
define gloomy of lamp: it is not lit
define bright of lamp: it is lit and it is not lamp-2
define odd of lamp: it is lit or it is lamp-2
play:
    repeat 3 times:
        each player: choose look
action look "Look at a lamp":
    pick lamp from lamps
    if lamp is gloomy: set your dark to yes
    otherwise: set your dark to lamp is lit
    if lamp is lit or lamp is odd: add 1 to your seen
scoring:
    score of player p: p's seen
    winners: players with highest score
invariant "the last one shines": lamp-3 is lit
"""


def test_a_yes_or_no_that_is_none_is_no() -> None:
    """What it is combined with is 0 or 1 again, and what it must be is not so."""
    rules = loaded(LAMPS)
    assert follow(probed(rules), games=4)
    assert rules.start(seed=1).broken_invariants() == ("the last one shines",)


@pytest.mark.sampled(2, 2)
@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_no_condition_is_ever_none(part: int) -> None:
    for seed in SEEDS[part::PARTS]:
        for condition in conditions(made_rules(seed, seed % 4 + 1).core):
            assert not may_be_none(condition)


def conditions(made: core.Core) -> Iterator[core.Expr]:
    """All that must be yes or no."""
    for node in walk(made):
        match node:
            case core.Not(operand):
                yield operand
            case core.Junction(_, operands):
                yield from operands
            case core.Cases(cases) | core.If(cases):
                yield from (test for test, _ in cases)
            case core.Filter() | core.Exists() | core.Needs() | core.MustLeave() | core.Invariant():
                yield node.condition
            case core.Around(until=until) | core.Repeat(until=until) if until is not None:
                yield until
            case core.RotateLine():
                yield node.reverse


ENDS = """game "Ends" "Whatever has ends is asked at its ends"
    players 2
spot is 0..6
component card: rank 1..6
    1 of any
there is
    deck: pile of card
    marks: set of spot
define within(0..6 n, spot low): n is in low..3
define under(0..6 n): n is in 0..3
define marked(0..12 n): n is in marks
define of-top: deck's first's rank
define of-bottom: deck's last's rank
define of-item(0..6 n): deck's item(n)'s rank
define highest-left: highest rank of deck
define lowest-left: lowest rank of deck
play:
    move all box to deck
    shuffle the deck
    repeat 3 times:
        each player: choose take
action take "Take a card and mark a spot":
    pick spot from spots
    needs spot is not in marks because "it bears a mark"
    add spot to marks
    move 1 from the deck to box
scoring:
    score of player: 0
    winners: players with highest score
"""


def test_what_has_ends_is_asked_at_its_ends() -> None:
    assert follow(probed(loaded(ENDS)), games=6)


@pytest.mark.sampled(10, 3)
@pytest.mark.parametrize("part", range(PARTS))
def test_made_rulesets_are_as_they_say(part: int) -> None:
    for seed in SEEDS[part::PARTS]:
        follow(probed(made_rules(seed, seed % 4 + 1)), games=4 if DEEP else 1, seed=seed, most=60)
