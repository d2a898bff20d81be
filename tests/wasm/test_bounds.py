"""The bounds of the language: what just fits, fits in both backends, and what is one too many, is in neither."""

import importlib
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from rulewright import Rules, RulesFault
from rulewright.analysis.exploration import Perft
from rulewright.analysis.random_games import reference_playouts
from rulewright.machine.interpret import Machine
from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW
from rulewright.machine.program.bounds import CANDIDATES, MOVES, TURNS
from rulewright.machine.search import MonteCarlo, Searching
from rulewright.machine.wasm import Engine, TooLarge, engine_of
from rulewright.machine.wasm.searcher import Searcher
from tests.wasm.common import WASM, Pair, choose, forever, loaded, told_by
from tests.wasm.corners import completed, corners

pytestmark = [WASM, pytest.mark.thorough]
AT_WORK = importlib.import_module("rulewright.machine.wasm.engine")
ROOT = Path(__file__).parents[2]
BOUNDS = corners(Path(__file__).with_name("bounds.txt").read_text(encoding="utf-8"))
CLOSE = 256


def named(sort: str) -> pytest.MarkDecorator:
    """The texts of a sort."""
    return pytest.mark.parametrize("name", [name for name in BOUNDS if name.startswith(sort)])


def ended(name: str, moves: int = 1, **gaps: object) -> str:
    """The fault, of which both tell, of a game in which so many first moves are made, if there is one."""
    pair = Pair(filled(name, **gaps))
    told = pair.begin()
    for _ in range(moves):
        if told is None and pair.seats:
            told = pair.choose(pair.seats[0], 0)
    return told[0] if told else ""


def filled(name: str, **gaps: object) -> Rules:
    """The rules of a text with these gaps."""
    text = BOUNDS[name].text
    for gap, value in gaps.items():
        text = text.replace(f"<{gap}>", str(value))
    return loaded(text, BOUNDS[name].players)


@pytest.mark.sampled(2, 2)
@named("loops")
def test_loops_are_endless_at_the_same_turn(name: str) -> None:
    """Where the reference must begin to refuse tell the turns that it counts of some less; both agree there, and just
    before."""
    few = TURNS - CLOSE
    machine = Machine(filled(name, n=few).program)
    machine.start()
    machine.choose(0, machine.moves(0)[0])
    first = few + TURNS - machine.memory[machine.c.turns] + 1
    assert few < first < TURNS + CLOSE
    assert ended(name, n=first - 1) == ""
    assert ended(name, n=first) == "endless-loop"


@named("edge")
def test_ranges_reach_to_the_last_number(name: str) -> None:
    pair = Pair(filled(name))
    assert pair.begin() is None
    pair.play(forever(2))
    assert pair.over
    assert pair.decisions == 6


@named("ends")
def test_what_just_fits_and_what_does_not(name: str) -> None:
    assert (MOVES + 1, CANDIDATES) == (73 * 137, 1_000 + 1_000 * 999)
    assert {ended(name)} == BOUNDS[name].ends


LISTED_MOVES = {"ten thousand moves": MOVES, "a million candidates": 1, "many candidates looked at together": 3}


@pytest.mark.parametrize(("name", "moves"), LISTED_MOVES.items())
def test_as_many_are_listed_as_there_are(name: str, moves: int) -> None:
    pair = Pair(filled(f"ends: {name}"))
    pair.begin()
    assert len(pair.moves()) == moves
    assert pair.choose(0, moves - 1) is None


@named("lists")
def test_turns_count_up_to_the_first_candidate(name: str) -> None:
    """So few moves with so few turns are not counted one by one; turns before them still are, and with them the 200 of
    the numbers that are gone through."""
    assert [ended(name, 2, n=TURNS - less) for less in (CLOSE, 100)] == ["", "endless-loop"]


# ---- what does not end


ENDLESS = completed("play:\n    repeat:\n        each player: choose pass\n")


ROUTES = {
    "the fast backend": lambda rules, most: engine_of(rules.program).playouts(1, 0, 9, most),
    "the reference": lambda rules, most: reference_playouts(rules, 1, 0, 9, most),
}


@pytest.mark.parametrize("name", ROUTES)
def test_games_that_are_mostly_too_slow_are_given_up_with_the_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock they end apart from those that are too long."""
    rules = loaded(ENDLESS, 2)
    assert list(ROUTES[name](rules, 40).status) == [TOO_LONG] * 9
    monkeypatch.setattr(AT_WORK, "TICK", 0.03)
    monkeypatch.setattr(AT_WORK, "CALL_TIMEOUT_S", 0.03)
    monkeypatch.setattr("rulewright.analysis.random_games.CALL_TIMEOUT_S", 0.03)
    batch = ROUTES[name](rules, (1 << 31) - 1)
    assert list(batch.status) == [TOO_SLOW] * 3
    assert batch.given_up
    assert {fault.code for fault in batch.faults.values()} == {"too-slow"}
    assert all(rules.quote(fault.span).endswith("choose pass") for fault in batch.faults.values())


def test_the_clock_ends_no_game_that_was_not_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many games are played in a call depends on the machine, and nothing else does."""
    engine, call, asked = engine_of(loaded(ENDLESS, 2).program), Engine.call, []

    def late(self: Engine, name: str, first: int, games: int, most: int) -> int:
        asked.append(games)
        found = int(call(self, name, first, min(games, 2), most))
        if games == 1:
            return found
        raise RulesFault("too-slow", "This takes long.")

    expected = engine.playouts(1, 0, 9, 40)
    monkeypatch.setattr(Engine, "call", late)
    found = engine.playouts(1, 0, 9, 40)
    assert (found.status, found.decisions) == (expected.status, expected.decisions)
    assert asked.count(1) > 1
    assert max(asked) > 1


@pytest.mark.parametrize("tree", [lambda rules: Searcher(engine_of(rules.program, "search")), MonteCarlo])
def test_a_game_that_is_tried_out_ends_when_it_is_due(
    tree: Callable[[Rules], Searcher | MonteCarlo], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is begun, and counts for nothing: neither as a try nor as a fault of the rules."""
    monkeypatch.setattr(AT_WORK, "TICK", 0.03)
    rules = loaded(ENDLESS, 2)
    found, world = tree(rules), rules.start(1).state.vector
    found.begin([world], 0, Searching(1, most=(1 << 31) - 1, due=monotonic() + 0.03))
    found.search(1_000)
    assert (found.iterations, found.faults, [each.visits for each in found.root]) == (1, 0, [0])
    found.begin([world], 0, Searching(1, most=9))
    found.search(7)
    assert (found.iterations, found.faults, [each.visits for each in found.root]) == (7, 0, [7])


@named("slow decision")
def test_a_decision_that_takes_too_long_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its loops are short, but it has a million candidates."""
    rules = filled(name)
    engine = engine_of(rules.program)
    monkeypatch.setattr(AT_WORK, "CALL_TIMEOUT_S", 0.4)
    slow_in(lambda: engine.begin(1, 0), rules, monkeypatch)
    slow_in(lambda: rules.start(seed=1), rules, monkeypatch)


@named("slow move")
def test_a_move_that_takes_too_long_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = filled(name)
    game = rules.start(seed=1)
    slow_in(lambda: game.play(0, ("act",)), rules, monkeypatch)


def slow_in(act: Callable[[], object], rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes too long, in its action."""
    monkeypatch.setattr("rulewright.machine.interpret.compiler.CALL_TIMEOUT_S", 0.4)
    with pytest.raises(RulesFault, match="longer than") as caught:
        act()
    assert caught.value.code == "too-slow"
    assert rules.quote(caught.value.span) in " ".join(
        rules.source_text[rules.source_text.index("action act") :].split()
    )


@named("candidates")
def test_candidates_have_their_turns_of_loops_together(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turns of a candidate are counted when the next one is looked at."""
    for module in ("program.bounds", "wasm.choosing", "wasm.statements"):
        monkeypatch.setattr(f"rulewright.machine.{module}.LISTING_TURNS", 60_000)
    first = bisect_left(range(20), True, key=lambda candidates: ended(name, 0, last=5_000 + candidates) != "")
    assert 8 < first <= 14
    assert ended(name, 0, last=5_000 + first) == "too-many-turns"


def rolling(times: int) -> Rules:
    """So many rolls before each decision, of which there are two."""
    rolls = f"        repeat {times} times: roll n from 1..6\n"
    return loaded(completed(f"play:\n    each player:\n{rolls}        choose pass\n"), 2)


def test_chance_without_a_decision_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("interpret.machine", "positions", "wasm.driver"):
        monkeypatch.setattr(f"rulewright.machine.{module}.CHANCES", 50)
    few, many = rolling(50), rolling(51)
    told = told_by(lambda: many.start(seed=1))
    assert told is not None
    assert told[:2] == ("endless-chance", "More than 100,000 chance events have come without a decision.")
    assert many.quote(told[2]) == "roll n from 1..6"
    assert told_by(lambda: engine_of(many.program).begin(1, 0)) == told
    assert told_by(lambda: list(Perft(many, outcomes=1).depths(1))) == told
    for batch in (engine_of(many.program).playouts(1, 0, 2), reference_playouts(many, 1, 0, 2)):
        assert list(batch.status) == [FAULTED] * 2
    for batch in (engine_of(few.program).playouts(1, 0, 2), reference_playouts(few, 1, 0, 2)):
        assert list(batch.status) == [FINISHED] * 2
    assert list(Perft(few, outcomes=1).depths(2))[-1].ended == 1
    few.start(seed=1).play(0, ("pass",))


def test_chance_that_takes_long_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each event by itself is short."""
    monkeypatch.setattr("rulewright.machine.interpret.machine.CALL_TIMEOUT_S", -1)
    rolling(1).start(seed=1)
    many = rolling(2)
    told = told_by(lambda: many.start(seed=1))
    assert told is not None
    assert (told[0], many.quote(told[2])) == ("too-slow", "roll n from 1..6")
    assert list(reference_playouts(many, 1, 0, 1).status) == [TOO_SLOW]


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [
        ("module.MOST_CODE", 100, "These rules need a function of .* bytes"),
        ("memory_map.MOST_BYTES", 1 << 20, "These rules need .* MiB to list their moves"),
        ("runtime.RESERVATIONS", (1 << 62,), "There is no room"),
    ],
)
def test_what_no_module_can_be_is_too_large(
    bound: str, value: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"rulewright.machine.wasm.{bound}", value)
    with pytest.raises(TooLarge, match=said):
        engine_of(rolling(1).program)


GROWING = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
from rulewright import RulesFault
from rulewright.machine.wasm import engine_of
from tests.wasm.test_bounds import MANY, filled
for name in MANY:
    engine = engine_of(filled(name).program)
    try:
        engine.begin(1, 0)
    except RulesFault as fault:
        print(fault.code)
    else:
        print(engine.call("moves_of", 0))
"""
MANY = [name for name in BOUNDS if name.startswith("endlessly many")]


def test_candidates_without_end_stay_within_their_memory() -> None:
    """In a process of its own, with an end to its memory."""
    command = [sys.executable, "-c", GROWING]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    assert [{code} for code in done.stdout.split()] == [BOUNDS[name].ends for name in MANY], done.stderr[-2000:]
    assert done.returncode == 0


def test_a_fault_leaves_the_engine_usable() -> None:
    text = completed(
        """play:
    repeat 3 times:
        each player: choose earn or lose
action earn "Earn": add 1 to your coins
action lose "Lose": subtract 99 from your coins
"""
    )
    pair = Pair(loaded(text, 2))
    pair.begin()
    pair.take("lose")
    before = pair.seen[-1]
    assert pair.choose(1, 1) is None
    with pytest.raises(RulesFault):
        choose(pair.engine, 0, 1)
    pair.fault = None
    pair.load(before)
    pair.play(forever(3))
    assert pair.fault or pair.over
