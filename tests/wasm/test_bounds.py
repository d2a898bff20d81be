"""The bounds of the language: what just fits, fits in both backends, and what is one too many, is in neither."""

import importlib
import subprocess
import sys
import textwrap
from bisect import bisect_left
from pathlib import Path

import pytest

from rulewright import Rules, RulesFault
from rulewright.analysis.exploration import Perft
from rulewright.analysis.random_games import reference_playouts
from rulewright.machine.interpret import Machine
from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, TOO_SLOW
from rulewright.machine.program.bounds import CANDIDATES, MOVES, TURNS
from rulewright.machine.wasm import Engine, TooLarge, engine_of
from tests.wasm.common import WASM, Pair, forever, loaded, told_by
from tests.wasm.corners import completed

pytestmark = [WASM, pytest.mark.thorough]
AT_WORK = importlib.import_module("rulewright.machine.wasm.engine")
ROOT = Path(__file__).parents[2]
LOOPS = {
    "a number of times": """    repeat {n} times: set bid to 1
""",
    "a loop in a loop": """    repeat {n} / 1000 times:
        repeat 999 times: set bid to 1
    repeat {n} mod 1000 times: set bid to 2
""",
    "for each of a range, and small loops": """    repeat 9 times:
        for each s in spaces: add 1 to bid
    for each k in 1..60000: set bid to 1
    repeat {n} - 60000 times: set bid to 1
""",
}
ACT = 'play:\n    each player: choose act\naction act "Act":\n'
LOOPING = "space is grid 4 by 4\nthere is\n    bid: 0..60000\n    high: 0..60000\n" + ACT
CLOSE = 256


def ended(text: str, players: int = 2, moves: int = 1) -> str | None:
    """The fault, of which both tell, of a game in which so many first moves are made, if there is one."""
    pair = Pair(loaded(completed(text), players))
    told = pair.begin()
    for _ in range(moves):
        if told is None and pair.seats:
            told = pair.choose(pair.seats[0], 0)
    return told and told[0]


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_endless_at_the_same_turn(name: str) -> None:
    """Where the reference must begin to refuse tell the turns that it counts of some less; both agree there, and just
    before."""
    few = TURNS - CLOSE
    machine = Machine(loaded(completed(LOOPING + LOOPS[name].format(n=few)), 2).program)
    machine.start()
    machine.choose(0, machine.moves(0)[0])
    first = few + TURNS - machine.memory[machine.c.turns] + 1
    assert few < first < TURNS + CLOSE
    assert ended(LOOPING + LOOPS[name].format(n=first - 1)) is None
    assert ended(LOOPING + LOOPS[name].format(n=first)) == "endless-loop"


EDGE = {
    "pick n from 2147483645..2147483647": "add n mod 7 to your coins",
    "pick n from -2147483647..-2147483645": "add n mod 7 to your coins",
    "pick n from 1..2": "for each m in 2147483645..2147483647: add m mod 7 to your coins",
    "pick n from 1..3": "repeat n times: deep(2147483645)",
    "pick n from 3..5": "if every m in 2147483646..2147483647 satisfies m is more than n: add 1 to your coins",
}


@pytest.mark.parametrize("header", EDGE)
def test_ranges_reach_to_the_last_number(header: str) -> None:
    text = f"""play:
    each player: choose act
    each player:
        for each m in 2147483646..2147483647:
            if m is more than 5: choose act
action act "Act":
    {header}
    {EDGE[header]}
to deep(-2147483647..2147483647 low):
    for each m in low..2147483647: add m mod 7 to your coins
"""
    pair = Pair(loaded(completed(text), 2))
    assert pair.begin() is None
    pair.play(forever(2))
    assert pair.over
    assert pair.decisions == 6


def picking(*picks: str, after: str = "") -> str:
    """A decision with these picks of numbers."""
    return ACT + "".join(f"    pick n-{number} from {pick}\n" for number, pick in enumerate(picks)) + after


BLOCKS = """there is
    count-down: 0..60000
    outer: 0..60000
play:
    set outer to {times}
    repeat until outer is 0:
        set count-down to 999
        subtract 1 from outer
        repeat until count-down is 0:
            subtract 1 from count-down
            if count-down is 2000:
                each player: choose pass
"""
"""Loops whose passes may stop for a decision, but do not."""
ONE_OF_MANY = """component note: worth 1..9 or none
    unlimited of 1..9
    unlimited of none, called "blank"
there is
    heap: area of note
setup:
    repeat 9000 times: move 1 from box where it is blank to heap
    each player:
        repeat 300 times: add (first n in box's notes where n's worth is 2)'s worth to your coins
play:
    each player: choose pass
"""
MANY = (
    ACT
    + """    repeat 5 times: add 1 to your coins
    if every n in {low}..2147483647 satisfies n is not 3: add 1 to your coins
"""
)
MEMBERS = [f"member-{letter}" for letter in "abcdefgh"]
PILES = [f"pile-{letter}" for letter in "abcd"]
FIRST = '    needs n-0 + n-1 is 2 because "only the first"\n'
HIGHEST = '    needs n-0 + n-1 + n-2 is 239 if you can because "the highest"\n'
ENDS: dict[str, tuple[str, str | None]] = {
    "one of an endless kind is taken in one turn": (ONE_OF_MANY, None),
    **{f"more turns from {low} than numbers": (MANY.format(low=low), "endless-loop") for low in (-2147483647, -2, 1)},
    "loops around decisions": (BLOCKS.format(times=999), None),
    "longer loops around decisions": (BLOCKS.format(times=1_002), "endless-loop"),
    "ten thousand moves": (picking("1..100", "1..100"), None),
    "one move more": (picking("1..73", "1..137"), "too-many-moves"),
    "moves of several actions together": (
        "play:\n    each player: choose one or two or three\n"
        + "".join(f'action {name} "A":\n    pick n from 1..4000\n' for name in ("one", "two", "three")),
        "too-many-moves",
    ),
    "of a family, as many as an action may have for each member": (
        f"member is one of {', '.join(MEMBERS)}\nplay:\n    each player: choose take or pass\n"
        'action take of member from members "Take":\n    pick a from 1..100\n    pick b from 1..99\n'
        + "".join(f'    when {name} "M": add 1 to your coins\n' for name in MEMBERS),
        "too-many-moves",
    ),
    "without any loop: the tops of four piles, picked seven times over": (
        "component card: rank 1..4\n    1 of any\nthere is\n"
        + "".join(f"    {pile}: pile of card\n" for pile in PILES)
        + "setup:\n"
        + "".join(f"    move 1 from box where its rank is {at} to {pile}\n" for at, pile in enumerate(PILES, 1))
        + picking(*[" or ".join(PILES)] * 7, after="    nothing\n"),
        "too-many-moves",
    ),
    "a million candidates": (picking("1..1000", "1..999", after=FIRST), None),
    "more candidates": (picking("1..1001", "1..999", after=FIRST), "too-many-candidates"),
    "many candidates looked at together": (picking("1..100", "1..100", "1..40", after=HIGHEST), None),
}
"""A game in which one first move is made, and the fault that it has."""


@pytest.mark.parametrize("name", ENDS)
def test_what_just_fits_and_what_does_not(name: str) -> None:
    assert (MOVES + 1, CANDIDATES) == (73 * 137, 1_000 + 1_000 * 999)
    text, fault = ENDS[name]
    assert ended(text, 1) == fault


LISTED_MOVES = {"ten thousand moves": MOVES, "a million candidates": 1, "many candidates looked at together": 3}


@pytest.mark.parametrize(("name", "moves"), LISTED_MOVES.items())
def test_as_many_are_listed_as_there_are(name: str, moves: int) -> None:
    pair = Pair(loaded(completed(ENDS[name][0]), 1))
    pair.begin()
    assert len(pair.moves()) == moves
    assert pair.choose(0, moves - 1) is None


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


SLOW = (
    """component stone: side 1..2
    4000 of any
space is grid 64 by 64
there is
    field: stone on each space
    other: stone on each space
    high: 0..60000
"""
    + ACT
    + """    pick a from 1..1000
    pick b from 1..999
"""
)
LONG_HEADERS = {
    "a guard": """    needs some s in spaces where field(s)'s side is a and other(s)'s side is b because "it takes long"
    add 1 to your coins
""",
    "a body that is tried": """    must leave high is 5 because "it takes long"
    repeat 900 times:
        for each s in spaces where field(s)'s side is high and other(s)'s side is 2: add 1 to high
""",
}


@pytest.mark.parametrize("name", LONG_HEADERS)
def test_a_decision_that_takes_too_long_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its loops are short, but it has a million candidates."""
    rules = loaded(completed(SLOW + LONG_HEADERS[name]), 2)
    engine = engine_of(rules.program)
    monkeypatch.setattr(AT_WORK, "CALL_TIMEOUT_S", 0.4)
    monkeypatch.setattr("rulewright.machine.interpret.compiler.CALL_TIMEOUT_S", 0.4)
    for begin in (lambda: engine.begin(1, 0), lambda: rules.start(seed=1)):
        with pytest.raises(RulesFault, match="longer than") as caught:
            begin()
        assert caught.value.code == "too-slow"
        assert rules.quote(caught.value.span) in " ".join((SLOW + LONG_HEADERS[name]).split())


SLOW_BODIES = {
    "a loop": "    repeat 1000000 times:\n        if every n in 1..4000 satisfies n is not 0: set high to 3\n",
    "numbers": "    if every n in 1..900000 satisfies (every m in 1..4000 satisfies m + n is not 0): set high to 3\n",
}


@pytest.mark.parametrize("name", SLOW_BODIES)
def test_a_move_that_takes_too_long_is_ended(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = SLOW_BODIES[name]
    rules = loaded(completed(f"there is\n    high: 0..9\n{ACT}{body}"), 2)
    monkeypatch.setattr("rulewright.machine.interpret.compiler.CALL_TIMEOUT_S", 0.4)
    game = rules.start(seed=1)
    with pytest.raises(RulesFault, match="longer than") as caught:
        game.play(0, ("act",))
    assert caught.value.code == "too-slow"
    assert rules.quote(caught.value.span) in " ".join(body.split())


LONG_CANDIDATES = {
    "a guard": """    needs every n in 1..5000 satisfies n is not a because "no"
    add 1 to your coins
""",
    "a body that is tried": """    must leave your coins is 1 because "no"
    repeat 5000 times: set your coins to 1
    if some n in players where n's coins is 1 and you can act: set your coins to 1
""",
}


@pytest.mark.parametrize("name", LONG_CANDIDATES)
def test_candidates_have_their_turns_of_loops_together(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turns of a candidate are counted when the next one is looked at."""
    for module in ("program.bounds", "wasm.statements"):
        monkeypatch.setattr(f"rulewright.machine.{module}.LISTING_TURNS", 60_000)

    def told(candidates: int) -> str | None:
        return ended(f"{ACT}    pick a from 5001..{5000 + candidates}\n{LONG_CANDIDATES[name]}", 1, moves=0)

    first = bisect_left(range(20), True, key=lambda candidates: told(candidates) is not None)
    assert 8 < first <= 14
    assert told(first) == "too-many-turns"


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
from tests.wasm.common import loaded
from tests.wasm.corners import completed
for text in {texts!r}:
    engine = engine_of(loaded(completed(text), 2).program)
    try:
        engine.begin(1, 0)
    except RulesFault as fault:
        print(fault.code)
    else:
        print(len(engine.moves(0)))
"""
LISTED, TRIED = "too-many-moves", "too-many-candidates"
ENDLESSLY_MANY = {
    "    pick 0..200 many from 1..60000, repeats allowed\n": LISTED,
    '    pick 0..200 many from 1..60000, repeats allowed\n    needs bid is 1 because "no"\n': TRIED,
    '    pick a from 1..60000\n    pick b from 1..60000\n    needs a is b if you can because "same"\n': TRIED,
    '    pick a from 1..999\n    pick 1 others from 1..900\n    needs a is bid if you can because "same"\n': LISTED,
}


def test_candidates_without_end_stay_within_their_memory() -> None:
    """In a process of its own, with an end to its memory."""
    head = f"there is\n    bid: 0..9\n{ACT}"
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(GROWING).format(texts=[head + each for each in ENDLESSLY_MANY])],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=300,
    )
    assert done.stdout.split() == [*ENDLESSLY_MANY.values()], done.stderr[-2000:]
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
    assert pair.both(lambda: pair.machine.choose(1, pair.machine.moves(1)[1]), lambda: pair.engine.choose(1, 1)) is None
    with pytest.raises(RulesFault):
        pair.engine.choose(0, 1)
    pair.fault = None
    pair.load(before)
    pair.play(forever(3))
    assert pair.fault or pair.over
