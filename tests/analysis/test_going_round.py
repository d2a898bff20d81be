"""Cycles that players may choose, and loops that nobody can leave, are told at the loop; what is bounded is not."""

from math import inf
from pathlib import Path
from time import monotonic

import pytest

from rulewright.analysis.playtest import finding, hidden
from rulewright.analysis.playtest.effort import Effort, Share
from rulewright.analysis.playtest.finding import Path as Choices
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.analysis.playtest.scenes import smallest_example
from rulewright.analysis.playtest.searching import TRIED_SHARE, Search
from rulewright.analysis.playtest.stuck_loops import ENDLESS_LOOP, watching_loops
from rulewright.loading import load, read_text, rules_of
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.interpret.compiler import LOOK
from rulewright.machine.positions import GIB
from rulewright.machine.program.bounds import LATE
from tests.analysis.looking import found_in

FRAME = """\
game "Round" "Take coins, and climb"
    players {players}
there is
    coins: 0..9, starts 5
    passes: 0..9
each player has
    purse: 0..9
    step: 0..5
{play}
action take "Take a coin":
    subtract 1 from coins
    add 1 to your purse
    set passes to 0
    if coins is 0: end game
action pass "Take none": nothing
action rest "Take none, in other words": nothing
action tally "Take none, which is counted": add 1 to passes
action forget "Take none, which is forgotten": set passes to 1
action up "Climb":
    needs your step is at most 4   because "this is the top"
    add 1 to your step
action down "Climb down":
    needs your step is at least 1   because "this is the bottom"
    subtract 1 from your step
action walk "Walk on, round the lake":
    if your step is 5: set your step to 0
    otherwise: add 1 to your step
scoring:
    score of player: its purse
    winners: players with highest score
"""
ALL = "play:\n    repeat{until}:\n        each player: choose {actions}"
AROUND = "play:\n    go around from players's first until coins is 0:\n        choose take or pass"
ALONE = 'play:\n    repeat until coins is 0:\n        each player: turn\nphase turn "A turn":\n    {turn}'
TURNS = "play:\n    repeat 9 times:\n        each player: choose {actions}\n    end game"
UNTIL = ALL.format(until=" until {}", actions="{}")
IN_A_TURN = """repeat:
        choose up or down or take or tally
        if passes is 9: end game"""
STAYS = "`until coins is 0` does not come about"
PASSES = "player-1: pass; player-2: pass; then"
TO_AND_FRO = "player-1: up; player-1: down; then"


def found(play: str, *, strict: bool = False, players: int = 2) -> list[tuple[str, str, str]]:
    """Of each cycle that is told: its line, the severity and the message."""
    text = FRAME.format(play=play, players=players)
    told = found_in(text, work=3_000, strict=strict)
    assert "goes-wrong" not in {each.code for each in told}
    cycles = [each for each in told if each.code == "goes-round"]
    return [(text[each.span.start :].partition("\n")[0], each.severity, each.message) for each in cycles]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("play", "line", "parts"),
    [
        (UNTIL.format("coins is 0", "take or pass"), "repeat until coins is 0:", (PASSES, STAYS)),
        (ALL.format(until="", actions="take or pass"), "repeat:", (PASSES, "choose take, and")),
        (ALL.format(until="", actions="take or pass or rest or up"), "repeat:", ("to choose take or up, and",)),
        (AROUND, "go around from players's first until coins is 0:", (PASSES, STAYS)),
        (UNTIL.format("passes is 2", "take or forget"), "repeat until passes is 2:", ("forget; player",)),
        (ALL.format(until="", actions="take or walk"), "repeat:", ("walk; …; then",)),
        (ALL.format(until="", actions="take or pass") + "\n        each player: choose walk", "repeat:", ("walk",)),
    ],
    ids=["until", "repeat", "another pass", "go around", "forgotten", "long way round", "two choices"],
)  # fmt: skip
def test_a_cycle_that_may_be_chosen_is_told_at_its_loop(play: str, line: str, parts: tuple[str, ...]) -> None:
    (told,) = found(play)
    assert told[:2] == (line, "warning")
    assert all(part in told[2] for part in parts), told


@pytest.mark.parametrize(
    "play",
    [
        ALL.format(until=" until passes is 9", actions="take or tally") + "\n        if passes is at least 8: end game",
        TURNS.format(actions="take or pass"),
        TURNS.format(actions="up or down"),
    ],
    ids=["passes are counted", "turns are counted", "to and fro, counted"],
)
def test_what_is_bounded_is_not_told(play: str) -> None:
    assert not found(play, strict=True)


@pytest.mark.parametrize(("players", "turn"), [(2, "up or down or take"), (1, "up or down or take")])
def test_moves_to_and_fro_are_told_only_strictly(players: int, turn: str) -> None:
    """Of two who go back; one who plays alone is his own judge."""
    play = ALL.format(until="", actions=turn)
    assert not found(play, players=players)
    assert [each[1] for each in found(play, players=players, strict=True)] == ["suspicion"] * (players > 1)


def test_what_one_takes_back_in_a_turn_is_told_only_strictly() -> None:
    play = ALONE.format(turn=IN_A_TURN)
    assert not found(play)
    assert any(TO_AND_FRO in message for _, severity, message in found(play, strict=True) if severity == "suspicion")


# ---- loops that go on for ever because nobody in them can move

STUCK = """\
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
STUCK_AROUND = """\
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
BACK_AND_FORTH = """\
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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("play", "line", "actions", "until"),
    [
        (STUCK_AROUND, "go around from players's first until lap is 9:", "can take,", "`until lap is 9`"),
        (IN_A_PHASE, "repeat until lap is 9:", "can take or cheer,", "`until lap is 9`"),
        (OUTER, "repeat until lap is at least 9:", "can cheer or take,", "`until lap is at least 9`"),
        (INNER_ENDS, "repeat:", "can take,", None),
        (NOBODY_LEFT, "repeat until lap is 9:", LEADS_BACK, "`until lap is 9`"),
        (BACK_AND_FORTH, "repeat until lap is 9:", LEADS_BACK, "`until lap is 9`"),
        (IN_AN_ACTION, "repeat until coins is 2:", LEADS_BACK, "`until coins is 2`"),
    ],
    ids=["around", "in a phase", "outer", "inner ends", "nobody left", "to and fro", "in an action"],
)  # fmt: skip
def test_the_cycle_is_told_at_its_loop(play: str, line: str, actions: str, until: str | None) -> None:
    text = read_text("stuck.rules", STUCK.format(play=play).encode())
    found = next(holes(text, "stuck", Effort(work=2_000), Played()))
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


@pytest.mark.parametrize("play", [LONG, STUCK_AROUND.replace("nothing", "add 1 to lap")], ids=["long", "by itself"])
def test_a_loop_that_ends_is_not_told(play: str) -> None:
    """After thousands of turns, in which some states of an inner loop come again; or after nine in which nobody can."""
    text = STUCK.format(play=play).replace("lap: 0..9", "lap: 0..9\n    steps: 0..3000")
    assert not [each for each in found_in(text, work=2_000) if each.code == "goes-wrong"]


def test_a_replay_for_which_there_is_no_time_hides_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the effort ended while a game was followed is no fault of the rules."""
    found, late = (RulesFault(code, "") for code in (ENDLESS_LOOP, LATE))
    rules = load("tic-tac-toe")

    def no_time() -> Choices:
        raise late

    plain = finding.fault_found(rules, found, 1)
    assert finding.sighting_of(rules, found, 1, no_time).diagnostic == plain
    monkeypatch.setattr(finding, "way_of", lambda *_: finding.Way((), (), late))
    assert finding.sighting_of(rules, found, 1, lambda: ()).diagnostic == plain


# ---- what is watched costs no more than what was asked for


def watch(name: str, room: int) -> Search:
    """Watch games at the first setting of an example of the language, for a search of so many positions."""
    path = Path("examples") / f"{name}.rules"
    made = rules_of(read_text(path.name, path.read_bytes()), name, players=2, noting=True)
    search = Search(made, GIB, strict=True)
    search.watch.until(inf)
    share = Share(room, monotonic() + 600.0, monotonic() + 600.0)
    for _ in search.watched(share):
        pass
    return search


@pytest.mark.thorough
@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("room", [160, 800])
def test_moves_are_tried_in_proportion_to_the_work(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 81 points, where no cycle is found soon; watched games have a tenth of the decisions, twice."""
    made, choose = 0, Machine.choose

    def counted(*args: object) -> object:
        nonlocal made
        made += 1
        return choose(*args)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(Machine, "choose", counted)
    search = watch("go", room)
    assert search.rounds.left == 0
    assert room // TRIED_SHARE < made <= room


@pytest.mark.sampled(3)
@pytest.mark.parametrize("room", [160, 800])
def test_pasts_are_drawn_in_proportion_to_the_work(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly one fits, so that each is sought as long as may be."""
    events, elsewhere = 0, hidden.elsewhere

    def counted(*args: object, most: int) -> object:
        nonlocal events
        state, spent = elsewhere(*args, most=most)  # type: ignore[arg-type] # as there
        events += spent
        return state, spent

    monkeypatch.setattr(hidden, "elsewhere", counted)
    watch("beacons", room)
    assert room < events <= 40 * room
