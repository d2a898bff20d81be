"""Options of which two values make the same games: where reading shows it, and where only play does."""

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.telling import no_difference
from rulewright.language.source import Source
from rulewright.loading import read_text
from tests.analysis.looking import all_holes

STONES = """\
game "Stones" "Take the last stone"
    players Ann, Bob
option fast "Play fast": yes or no, default no
option bold "Take more": yes or no, default no
there is
    stones: 0..9, starts 9
    turns: 0..20
    told: 0..9
play:
    repeat:
        each player: choose take
define most:
    3 when bold
    2 otherwise
phase bonus "A bonus":
    choose take
action take "Take stones":
    pick number from 1..most
    needs number is at most stones   because "there are not so many"
    subtract number from stones
    add 1 to turns
    if turns is 15 and told is 0: end game, won by your left
    if stones is 0: end game, won by you
action jump "Take nothing":
    pick number from 1..3
    needs number is 7   because "you are not that fast"
    nothing
"""
TAKEN = "    if stones is 0:"


def changed(*changes: tuple[str, str]) -> str:
    """The rules with these lines instead of others."""
    text = STONES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


UNREACHED = {
    "a definition that nothing asks": ("define most", "define bonus:\n    2 when fast\n    1 otherwise\ndefine most"),
    "a phase that nothing runs": ("    choose take\n", "    if fast: choose take\n"),
    "a branch that never comes": (TAKEN, f"    if number is 7 and fast: end game, won by you\n{TAKEN}"),
    "behind a case that always comes": (
        TAKEN,
        f"    if number is at least 1: nothing\n    otherwise if fast: end game\n{TAKEN}",
    ),
    "a case of a definition": ("    3 when bold", "    4 when fast and stones is 12\n    3 when bold"),
    "a case of a score": (
        "define most",
        "scoring:\n    score of player:\n        4 when fast and stones is 12\n        3 otherwise\ndefine most",
    ),
    "an action that is never possible": (
        "        each player: choose take",
        "        each player: choose take or jump",
    ),
    "a field that nothing reads": (TAKEN, f"    if fast: set told to 3\n{TAKEN}"),
    "an invariant": ("define most", 'invariant "few turns": not fast or turns is at most 15\ndefine most'),
}
EXTRA = {
    "an action that is never possible": (("    nothing\n", "    if fast: set stones to 5\n"),),
    "a field that nothing reads": ((" and told is 0", ""),),
}


@pytest.mark.parametrize("kind", UNREACHED)
def test_an_option_that_is_asked_where_no_game_comes_is_told_by_reading(kind: str) -> None:
    text = changed(UNREACHED[kind], *EXTRA.get(kind, ()))
    found = [one for one in check(Source("stones.rules", text)) if one.code == "idle-option"]
    assert [one.facts["name"] for one in found] == ["fast"]


EFFECTS = {
    "a start": ("play:", "setup:\n    if fast: set stones to 8\nplay:"),
    "a branch": (TAKEN, f"    if number is 1 and fast: end game, won by you\n{TAKEN}"),
    "a guard": (
        '"there are not so many"\n',
        '"there are not so many"\n    needs not fast or number is not 2   because "no"\n',
    ),
    "a field that is asked": (TAKEN, f"    if fast: set told to 3\n    if told is 3 and turns is 4: end game\n{TAKEN}"),
}


@pytest.mark.parametrize("kind", EFFECTS)
def test_one_that_makes_a_difference_is_not(kind: str) -> None:
    text = changed(EFFECTS[kind])
    codes = {one.code for one in check(Source("stones.rules", text))}
    assert codes <= {"never-offered", "unused", "never-holds", "never-set"}


HANDS = """\
game "Hands" "Play all cards"
    players Ann, Bob
option limit "How many cards one may hold": {values}
suit is one of red, blue, green, black
component card: suit, rank 1..6
    1 of any, any
there is
    deck: pile of card
    table: pile of card, seen by everyone
each player has
    hand: hand of card
    score: 0..200
setup:
    move all box to deck
    shuffle deck
    each player: move 5 from deck to your hand
play:
    repeat:
        each player: turn
phase turn "A turn":
    choose put-down
    if deck is not empty: move 1 from deck to your hand
{more}    if table's size is 24: end game
action put-down "Play a card":
    pick card from your hand
    move card to table
    add card's rank to your score
scoring:
    score of player: player's score
    winners: players with highest score
"""
LIMITED = "    if your hand's size is more than limit: subtract 1 from your score\n"


def in_play(values: str, more: str) -> tuple[list[str], list[str]]:
    """What is told of the option, strictly; and the line that is told else."""
    rules = HANDS.format(values=values, more=more)
    told = list[list[str]]()
    for strict in (True, False):
        text = read_text("hands.rules", rules.encode())
        found, played = all_holes(text, "hands", Effort(work=90_000, strict=strict))
        here = [each.diagnostic.severity for each in found if each.diagnostic.facts.get("name") == "limit"]
        told.append(here if strict else [*here, *no_difference(text.source, played.alike_games)])
        assert len(played.seen) == 2
    return told[0], told[1]


@pytest.mark.thorough
def test_one_that_never_came_to_bear_is_told_strictly_and_else_in_a_line() -> None:
    """Nobody ever holds more than five cards."""
    strict, else_ = in_play("5 or 7, default 5", LIMITED)
    assert strict == ["suspicion"]
    (line,) = else_
    assert line.endswith("random games were the same with limit 5 and 7 (line 3); --strict tells more.")


@pytest.mark.thorough
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("values", "more"),
    [("4 or 7, default 4", LIMITED), ("5 or 7, default 5", "    if limit is 7: show your hand to everyone\n")],
    ids=["it bears", "it shows"],
)
def test_what_changes_only_what_is_seen_is_a_difference(values: str, more: str) -> None:
    assert in_play(values, more) == ([], [])
