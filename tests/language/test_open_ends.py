"""Choices at which somebody may have no move: what is certain, and what is not."""

import pytest
from hypothesis import given

from rulewright import Rules
from rulewright.analysis.random_games import reference_playouts
from rulewright.language.checks.certain_conditions import needless, open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.language.span import Span
from tests.made import BY_SEED, any_rules
from tests.made.loading import loaded

GAME = """\
game "Ends"
    players 2
suit is one of red, blue
component card: suit, rank 1..9
    1 of any, any
there is
    pool: pile of card
    many: 0..3
    boss: player or none
each player has
    hand: hand of card
    tricks: 0..9
setup:
    move all box to pool
play:
    repeat until pool is empty:
        each player: turn
phase turn:
    {choice}
    move 1 from pool to your hand
    add 1 to many
    set boss to you
action act:
    {header}
    add 1 to your tricks
action rest: nothing
scoring:
    score of player: its hand's size
    winners: players with highest score
"""


def ends(rules: Rules) -> set[Span]:
    """The choices of rules that are not certain."""
    return {place for place, _ in open_ends(outcomes(contents(rules.core)))}


@pytest.mark.parametrize(
    "header",
    [
        "pick n from 1..3",
        "pick n from suits",
        "pick n from players",
        "pick 0..2 found from your hand",
        "needs many is less than 4",
        'needs pool is not empty if you can because "they are many"',
        "must leave boss is you if able",
    ],
)
def test_some_headers_always_have_a_move(header: str) -> None:
    assert not ends(loaded(GAME.format(choice="choose act", header=header)))


@pytest.mark.parametrize(
    "header",
    [
        "pick n from 1..many",
        "pick n from your hand",
        "pick n from players where n is boss",
        "pick 2 found from your hand",
        "needs many is less than 3",
        "must change pool",
    ],
)
def test_others_may_have_none(header: str) -> None:
    assert ends(loaded(GAME.format(choice="choose act", header=header)))
    assert not ends(loaded(GAME.format(choice="choose act or rest", header=header)))
    assert not ends(loaded(GAME.format(choice="choose act\n    if you cannot: nothing", header=header)))


@pytest.mark.parametrize(
    ("choice", "certain"),
    [
        ("choose rest", True),
        ("if you can act: choose act", True),
        ("if many is 1 and you can act:\n        choose act", True),
        ("if many is 1 or you can act: choose act", False),
        ("if you can act:\n        move all your hand to pool\n        choose act", False),
        ("if not you can act: choose act", False),
        ("choose until rest:\n        act", True),
        ("choose until rest:\n        act, exactly once per turn", False),
        ("choose until act:\n        rest, once per turn", False),
        ("each player at once: choose rest", True),
        ("each player at once: choose act", True),
    ],
)
def test_limits_count(choice: str, certain: bool) -> None:
    assert (not ends(loaded(GAME.format(choice=choice, header="pick n from your hand")))) == certain


@pytest.mark.parametrize(
    ("choice", "header", "ends_open", "fallback"),
    [
        ("choose act or rest", "pick n from your hand", False, 1),
        ("choose act", "pick n from your hand", True, 0),
        ("choose act or otherwise-rest", "pick n from your hand", False, 1),
        ("choose rest-first or otherwise-rest", "pick n from your hand", True, 0),
    ],
)
def test_a_fallback_is_told_where_somebody_always_can(choice: str, header: str, ends_open: bool, fallback: int) -> None:
    """So is an action that refuses only where another one of the choice can be chosen."""
    text = GAME.format(choice=choice, header=header)
    text += "action otherwise-rest:\n    needs you cannot act\naction rest-first:\n    needs many is 0\n"
    assert bool(ends(loaded(text))) == ends_open
    text = text.replace(f"    {choice}\n", f"    {choice}\n    if you cannot: end game\n")
    made = loaded(text).core
    assert len(list(needless(outcomes(contents(made))))) == fallback


@pytest.mark.thorough
@BY_SEED
@given(any_rules())
def test_nobody_is_ever_stuck_where_it_is_certain(rules: Rules) -> None:
    batch = reference_playouts(rules, 1, 0, 20, 200)
    stuck = {fault.span for fault in batch.faults.values() if fault.code == "stuck"}
    assert stuck <= ends(rules)
