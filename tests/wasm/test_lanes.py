"""Packed states: lanes are whole, chance in a lane goes on by itself, many lanes at once are as many by themselves."""

import random
from hashlib import blake2b

import pytest
from hypothesis import given, strategies as st

from rulewright import RulesFault, load
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.interpret import Deciding, Over
from rulewright.machine.wasm import Engine, engine_of, memory_map
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM, forever, told_by
from tests.wasm.games import DEEP, corner_pair, every_second, shipped_engine, shipped_pair

pytestmark = [WASM, pytest.mark.thorough]
SETTINGS = every_second(0)
SEEDS = st.integers(0, 2**64 - 1)
DIFFERENT = 1_000_000 if DEEP else 30_000


def cells(engine: Engine) -> bytes:
    """The vector as bytes."""
    state = engine.compiled.map.state
    return bytes(engine._memory.read(engine._store, state, state + 4 * engine.compiled.size))


def step(engine: Engine, choice: int) -> None:
    """Who is asked first makes a move, if the game is not over."""
    if isinstance(engine.stop, Deciding):
        assert engine.play([choice]) == 1


def stand(engine: Engine) -> object:
    """Everything that is to be as it was; the moves of who is asked first are listed last, for `step` makes one."""
    stop = engine.stop
    moves = [engine.moves(seat) for seat in reversed(stop.seats)] if isinstance(stop, Deciding) else []
    return stop, engine.vector, engine.hash(), moves


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(0, 80))
def test_a_lane_is_the_state_and_its_chance(which: tuple[str, Setting], seed: int, length: int) -> None:
    engine = shipped_engine(*which)
    engine.lanes(4)
    rng = random.Random(seed)
    engine.begin(seed, 1)
    for _ in range(length):
        step(engine, rng.randrange(1 << 32))
    engine.pack(2)
    kept, later = stand(engine), [rng.randrange(1 << 32) for _ in range(12)]
    for choice in later:
        step(engine, choice)
    went_on = stand(engine)
    engine.begin(seed + 1, 7)
    engine.play(later)
    engine.unpack(2)
    assert stand(engine) == kept
    for choice in later:
        step(engine, choice)
    assert stand(engine) == went_on


@BY_SEED
@given(any_rules(), SEEDS)
def test_every_vector_of_a_made_game_is_packed(rules, seed: int) -> None:
    engine = engine_of(rules.program)
    engine.lanes(2)
    rng = random.Random(seed)
    fault = told_by(lambda: engine.begin(seed, 0))
    for _ in range(30):
        if fault is not None:
            break
        engine.pack(0)
        before = stand(engine)
        engine.unpack(0)
        assert stand(engine) == before
        fault = told_by(lambda: step(engine, rng.randrange(1 << 32)))


def test_a_state_that_waits_for_chance_is_packed() -> None:
    engine = corner_pair("draws by weight").engine
    engine.lanes(1)
    engine.seed(5)
    engine.call("keys", 3)
    engine.start()
    for _ in range(40):
        if isinstance(engine.stop, Over):
            break
        engine.pack(0)
        before = stand(engine)
        engine.unpack(0)
        assert stand(engine) == before
        if isinstance(engine.stop, Deciding):
            engine.choose(engine.stop.seats[0], 0)
        else:
            engine.chance()


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(1, 40), st.integers(0, 3))
def test_many_lanes_are_as_many_games(which: tuple[str, Setting], seed: int, count: int, first: int) -> None:
    engine = shipped_engine(*which)
    engine.lanes(first + count)
    for lane in range(count):
        engine.begin(seed, lane)
        engine.pack(first + lane)
    rng = random.Random(seed)
    rounds = [[rng.randrange(1 << 32) for _ in range(count)] for _ in range(6)]
    deciding = [engine.advance(first, choices) for choices in rounds]
    found = []
    for lane in range(count):
        engine.unpack(first + lane)
        found.append(stand(engine))
    alone = [0] * len(rounds)
    for lane in range(count):
        engine.begin(seed, lane)
        for number, choices in enumerate(rounds):
            step(engine, choices[lane])
            alone[number] += isinstance(engine.stop, Deciding)
        assert stand(engine) == found[lane]
    assert deciding == alone


def test_lanes_advance_to_the_end_of_their_games() -> None:
    engine = shipped_engine("tic-tac-toe", next(setting for name, setting in SETTINGS if name == "tic-tac-toe"))
    count = 3_000
    engine.lanes(count)
    for lane in range(count):
        engine.begin(lane, 0)
        engine.pack(lane)
    rng = random.Random(1)
    left = [engine.advance(0, [rng.randrange(1 << 32) for _ in range(count)]) for _ in range(9)]
    assert left[:4] == [count] * 4
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0


def test_the_clock_may_strike_behind_a_lane_that_is_over() -> None:
    """It is said of the next lane that decides."""
    engine = engine_of(load("tic-tac-toe").program)
    engine.lanes(2)
    engine.begin(1, 0)
    engine.pack(1)
    engine.play([0] * 9)
    assert isinstance(engine.stop, Over)
    engine.pack(0)
    engine.write(memory_map.CLOCK, b"\1")
    with pytest.raises(RulesFault, match="longer than"):
        engine.advance(0, [0, 0])
    assert engine.word(memory_map.GAMES) == 1


def test_equal_hashes_are_equal_vectors() -> None:
    """Of 64 bits, thirty thousand different vectors should not meet: there would be one such meeting in forty
    thousand million tries."""
    vectors: dict[int, bytes] = {}
    engines = [shipped_engine(*which) for which in SETTINGS[:: max(1, len(SETTINGS) // 6)]]
    rng = random.Random(2)
    games = 0
    while len(vectors) < DIFFERENT:
        engine = engines[games % len(engines)]
        engine.begin(3, games)
        games += 1
        for choice in (rng.randrange(1 << 32) for _ in range(150)):
            vector = blake2b(cells(engine), digest_size=16).digest()
            assert vectors.setdefault(engine.hash(), vector) == vector
            if not engine.play([choice]):
                break
    assert len(set(vectors.values())) == len(vectors)


def test_each_cell_changes_the_hash() -> None:
    pair = shipped_pair(*SETTINGS[0])
    pair.begin(1)
    pair.play(forever(1), 20)
    engine = pair.engine
    data, state = engine.vector, engine.compiled.map.state
    hashes = {engine.hash()}
    for cell, value in enumerate(data):
        for other in (value + 1, value ^ 64):
            engine.write(state + 4 * cell, other.to_bytes(4, "little", signed=True))
            hashes.add(engine.hash())
        engine.write(state + 4 * cell, value.to_bytes(4, "little", signed=True))
    assert len(hashes) == 2 * len(data) + 1
    assert engine.vector == data
