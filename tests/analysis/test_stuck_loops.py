"""Loops that go on for ever because nobody in them can move are told where the loop begins, with what nobody can do."""

import pytest

from rulewright.analysis.holes import way
from rulewright.analysis.holes.effort import Effort
from rulewright.analysis.holes.playing import holes
from rulewright.analysis.holes.stuck_loops import ENDLESS_LOOP
from rulewright.loading import load, read_text
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.bounds import LATE

FRAME = """\
game "Stuck" "Coins are taken until somebody says stop"
    players 2
there is
    coins: 0..9, starts 3
    lap: 0..9
each player has
    purse: 0..9
{play}
action take "Take a coin":
    needs coins is at least 1   because "there are none"
    subtract 1 from coins
    add 1 to your purse
action cheer "Be glad":
    needs coins is at least 3   because "nobody is glad"
    set lap to 0
scoring:
    score of player: its purse
    winners: players with highest score
"""
AROUND = """\
play:
    go around from players's first until lap is 9:
        choose take
        if you cannot: nothing"""
IN_A_PHASE = """\
play:
    repeat until lap is 9:
        each player: turn
phase turn "A turn":
    choose take or cheer
    if you cannot: nothing"""
OUTER = """\
play:
    repeat until lap is at least 9:
        repeat 2 times:
            each player:
                choose cheer or take
                if you cannot: nothing
        set lap to 1"""
INNER_ENDS = """\
play:
    repeat:
        set lap to 0
        go around from players's first until lap is 2:
            choose take
            if you cannot: nothing
            add 1 to lap"""


@pytest.mark.parametrize(
    ("play", "line", "actions", "until"),
    [
        (AROUND, "go around from players's first until lap is 9:", "can take,", "`until lap is 9`"),
        (IN_A_PHASE, "repeat until lap is 9:", "can take or cheer,", "`until lap is 9`"),
        (OUTER, "repeat until lap is at least 9:", "can cheer or take,", "`until lap is at least 9`"),
        (INNER_ENDS, "repeat:", "can take,", None),
    ],
    ids=["around", "in a phase", "outer", "inner ends"],
)  # fmt: skip
def test_the_cycle_is_told_at_its_loop(play: str, line: str, actions: str, until: str | None) -> None:
    text = read_text("stuck.rules", FRAME.format(play=play).encode())
    found = next(holes(text, "stuck", Effort(work=2_000)))
    assert found.diagnostic.code == "goes-wrong"
    assert text.source.line_text(text.source.line(found.diagnostic.span.start)).strip() == line
    assert actions in found.diagnostic.message
    assert (until or "until") in found.diagnostic.message
    assert ("never comes about" in found.diagnostic.message) is (until is not None)


def test_a_loop_that_ends_by_itself_is_not_told() -> None:
    """Nobody can move for nine laps, and then it is over."""
    play = AROUND.replace("nothing", "add 1 to lap")
    text = read_text("stuck.rules", FRAME.format(play=play).encode())
    assert not [each for each in holes(text, "stuck", Effort(work=2_000)) if each.diagnostic.code == "goes-wrong"]


def test_a_replay_for_which_there_is_no_time_hides_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the effort ended while a game was followed is no fault of the rules."""
    found, late = (RulesFault(code, "") for code in (ENDLESS_LOOP, LATE))
    monkeypatch.setattr(way, "way_of", lambda *_: way.Way((), (), late))
    assert way.told_at_loop(load("tic-tac-toe"), found, lambda: ()) is found
