"""Loops that go on for ever because nobody in them can move are told where the loop begins, with what nobody can do."""

import pytest

from rulewright.analysis.playtest import finding
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Path
from rulewright.analysis.playtest.playing import holes
from rulewright.analysis.playtest.scenes import smallest_example
from rulewright.analysis.playtest.stuck_loops import ENDLESS_LOOP, watching_loops
from rulewright.loading import load, read_text, rules_of
from rulewright.machine.interpret import RulesFault
from rulewright.machine.interpret.compiler import LOOK
from rulewright.machine.program.bounds import LATE

FRAME = """\
game "Stuck" "Coins are taken until somebody says stop"
    players 2
there is
    coins: 0..9, starts 3
    lap: 0..9
    done: set of player
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


NOBODY_LEFT = """\
play:
    repeat until lap is 9:
        each player where it is not in done: rounds
to rounds:
    repeat until coins is at most 2 and you is in done:
        choose take
        if you cannot: add you to done"""
TO_AND_FRO = """\
play:
    ask players's first: choose take
    repeat until lap is 9:
        repeat 3 times: add 1 to lap
        for each c in 1..3: subtract 1 from lap
        if coins is 9: set lap to 9"""
IN_AN_ACTION = """\
play:
    each player: choose spend
action spend "Spend a coin":
    subtract 1 from coins
    repeat until coins is 2:
        go around from your left until lap is 1 or coins is 1: set lap to 1
        set lap to 0"""
LEADS_BACK = "nobody is asked in it, and all that happens in it leads back to where it was"


@pytest.mark.parametrize(
    ("play", "line", "actions", "until"),
    [
        (AROUND, "go around from players's first until lap is 9:", "can take,", "`until lap is 9`"),
        (IN_A_PHASE, "repeat until lap is 9:", "can take or cheer,", "`until lap is 9`"),
        (OUTER, "repeat until lap is at least 9:", "can cheer or take,", "`until lap is at least 9`"),
        (INNER_ENDS, "repeat:", "can take,", None),
        (NOBODY_LEFT, "repeat until lap is 9:", LEADS_BACK, "`until lap is 9`"),
        (TO_AND_FRO, "repeat until lap is 9:", LEADS_BACK, "`until lap is 9`"),
        (IN_AN_ACTION, "repeat until coins is 2:", LEADS_BACK, "`until coins is 2`"),
    ],
    ids=["around", "in a phase", "outer", "inner ends", "nobody left", "to and fro", "in an action"],
)  # fmt: skip
def test_the_cycle_is_told_at_its_loop(play: str, line: str, actions: str, until: str | None) -> None:
    text = read_text("stuck.rules", FRAME.format(play=play).encode())
    found = next(holes(text, "stuck", Effort(work=2_000)))
    assert found.diagnostic.code == "goes-wrong"
    assert text.source.line_text(text.source.line(found.diagnostic.span.start)).strip() == line
    assert actions in found.diagnostic.message
    assert (until or "until") in found.diagnostic.message
    assert ("never comes about" in found.diagnostic.message) is (until is not None)
    rules = watching_loops(rules_of(text, "stuck"))
    there = finding.way_of(rules, found.path or ())
    assert there.fault is not None
    assert rules.machine.memory[rules.machine.c.turns] < 2 * LOOK, "the state comes again soon"
    assert smallest_example(rules, there, "endless") is not None


LONG = """\
play:
    repeat until steps is 3000:
        set lap to 0
        repeat until lap is 2: add 1 to lap
        add 1 to steps
    ask players's first: choose take"""


@pytest.mark.parametrize("play", [LONG, AROUND.replace("nothing", "add 1 to lap")], ids=["long", "by itself"])
def test_a_loop_that_ends_is_not_told(play: str) -> None:
    """After thousands of turns, in which some states of an inner loop come again; or after nine in which nobody can."""
    text = FRAME.format(play=play).replace("lap: 0..9", "lap: 0..9\n    steps: 0..3000")
    found = holes(read_text("long.rules", text.encode()), "long", Effort(work=2_000))
    assert not [each for each in found if each.diagnostic.code == "goes-wrong"]


def test_a_replay_for_which_there_is_no_time_hides_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the effort ended while a game was followed is no fault of the rules."""
    found, late = (RulesFault(code, "") for code in (ENDLESS_LOOP, LATE))
    rules = load("tic-tac-toe")

    def no_time() -> Path:
        raise late

    plain = finding.fault_found(rules, found, 1)
    assert finding.sighting_of(rules, found, 1, no_time).diagnostic == plain
    monkeypatch.setattr(finding, "way_of", lambda *_: finding.Way((), (), late))
    assert finding.sighting_of(rules, found, 1, lambda: ()).diagnostic == plain
