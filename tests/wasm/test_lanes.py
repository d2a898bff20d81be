"""Packed states: lanes are whole, chance in a lane goes on by itself, many lanes at once are as many by themselves."""

import random
from functools import partial
from hashlib import blake2b

import pytest
from hypothesis import given, strategies as st

from rulewright import RulesFault, load
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.interpret import Deciding, Over
from rulewright.machine.wasm import Engine, engine_of, memory_map
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM, advance, choose, forever, listed, pack, play, told_by, unpack
from tests.wasm.games import DEEP, corner_pair, every_second, shipped_engine, shipped_pair

pytestmark = [WASM, pytest.mark.thorough]
SETTINGS = every_second(0)
SEEDS = st.integers(0, 2**64 - 1)
DIFFERENT = 1_000_000 if DEEP else 30_000


def cells(engine: Engine) -> bytes:
    """The vector as bytes."""
    return engine.bytes_at(engine.compiled.map.state, 4 * engine.compiled.size)


def step(engine: Engine, choice: int) -> None:
    """Who is asked first makes a move, if the game is not over."""
    if isinstance(engine.stop, Deciding):
        assert play(engine, [choice]) == 1


def stand(engine: Engine) -> object:
    """Everything that is to be as it was; the moves of who is asked first are listed last, for `step` makes one."""
    stop = engine.stop
    moves = [listed(engine, seat) for seat in reversed(stop.seats)] if isinstance(stop, Deciding) else []
    return stop, engine.vector, engine.call("hash"), moves


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(0, 80))
def test_a_lane_is_the_state_and_its_chance(which: tuple[str, Setting], seed: int, length: int) -> None:
    engine = shipped_engine(*which)
    rng = random.Random(seed)
    engine.begin(seed, 1)
    for _ in range(length):
        step(engine, rng.randrange(1 << 32))
    pack(engine, 2)
    kept, later = stand(engine), [rng.randrange(1 << 32) for _ in range(12)]
    for choice in later:
        step(engine, choice)
    went_on = stand(engine)
    engine.begin(seed + 1, 7)
    play(engine, later)
    unpack(engine, 2)
    assert stand(engine) == kept
    for choice in later:
        step(engine, choice)
    assert stand(engine) == went_on


def every_vector_is_packed(engine: Engine, seed: int) -> None:
    """At every decision and chance event of a random game a lane holds what there is."""
    rng = random.Random(seed)
    engine.seed(seed)
    engine.call("keys", 3)
    fault = told_by(partial(engine.call, "start"))
    for _ in range(40):
        if fault is not None or isinstance(engine.stop, Over):
            break
        pack(engine, 0)
        before = stand(engine)
        unpack(engine, 0)
        assert stand(engine) == before
        match engine.stop:
            case Deciding(seats=(seat, *_)):
                fault = told_by(partial(choose, engine, seat, rng.randrange(len(listed(engine, seat)))))
            case _:
                fault = told_by(partial(engine.call, "chance"))


@BY_SEED
@given(any_rules(), SEEDS)
def test_every_vector_of_a_made_game_is_packed(rules, seed: int) -> None:
    every_vector_is_packed(engine_of(rules.program), seed)


def test_a_state_that_waits_for_chance_is_packed() -> None:
    every_vector_is_packed(corner_pair("draws by weight").engine, 5)


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(1, 40), st.integers(0, 3))
def test_many_lanes_are_as_many_games(which: tuple[str, Setting], seed: int, count: int, first: int) -> None:
    engine = shipped_engine(*which)
    for lane in range(count):
        engine.begin(seed, lane)
        pack(engine, first + lane)
    rng = random.Random(seed)
    rounds = [[rng.randrange(1 << 32) for _ in range(count)] for _ in range(12)]
    deciding = [advance(engine, first, choices) for choices in rounds]
    found = []
    for lane in range(count):
        unpack(engine, first + lane)
        found.append(stand(engine))
    alone = [0] * len(rounds)
    for lane in range(count):
        engine.begin(seed, lane)
        for number, choices in enumerate(rounds):
            step(engine, choices[lane])
            alone[number] += isinstance(engine.stop, Deciding)
        assert stand(engine) == found[lane]
    assert deciding == alone


def test_the_clock_may_strike_behind_a_lane_that_is_over() -> None:
    """It is said of the next lane that decides."""
    engine = engine_of(load("tic-tac-toe").program)
    engine.begin(1, 0)
    pack(engine, 1)
    play(engine, [0] * 9)
    assert isinstance(engine.stop, Over)
    pack(engine, 0)
    engine.write(memory_map.CLOCK, b"\1")
    with pytest.raises(RulesFault, match="longer than"):
        advance(engine, 0, [0, 0])
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
            assert vectors.setdefault(engine.call("hash"), vector) == vector
            if not play(engine, [choice]):
                break
    assert len(set(vectors.values())) == len(vectors)


def test_each_cell_changes_the_hash() -> None:
    pair = shipped_pair(*SETTINGS[0])
    pair.begin(1)
    pair.play(forever(1), 20)
    engine = pair.engine
    data, state = engine.vector, engine.compiled.map.state
    hashes = {engine.call("hash")}
    for cell, value in enumerate(data):
        for other in (value + 1, value ^ 64):
            engine.write(state + 4 * cell, other.to_bytes(4, "little", signed=True))
            hashes.add(engine.call("hash"))
        engine.write(state + 4 * cell, value.to_bytes(4, "little", signed=True))
    assert len(hashes) == 2 * len(data) + 1
    assert engine.vector == data
