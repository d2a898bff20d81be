"""Every shipped game in both backends: the same stops, vectors, moves, chance, faults, invariants and results."""

import random

import pytest
from hypothesis import given, strategies as st

from rulewright.files import shipped
from rulewright.language.elaborate.settings import Setting
from tests.wasm.common import WASM, forever, listed, play
from tests.wasm.games import DEEP, all_settings, shipped_pair

pytestmark = WASM
SETTINGS = list(all_settings())
SOME = SETTINGS if DEEP else SETTINGS[::9]
"""Those that are played to their end, whose engines are there."""
LONGEST = 10_000 if DEEP else 250
NUMBERS = st.integers(0, 2**64 - 1)
CHOICES = st.lists(st.integers(0, 1 << 20), max_size=60)


def test_every_number_of_players_is_covered() -> None:
    assert {name for name, _ in SETTINGS} == set(shipped())
    assert {setting.players for _, setting in SETTINGS} >= {2, 3, 4, 5}


@pytest.mark.sampled(27, 9)
@pytest.mark.parametrize(("name", "setting"), SETTINGS, ids=str)
def test_a_game_is_the_same_to_its_end(name: str, setting: Setting) -> None:
    pair = shipped_pair(name, setting)
    assert pair.begin(seed=len(SETTINGS), number=setting.players) is None
    pair.play(forever(setting.players), LONGEST)
    assert pair.fault is None
    assert pair.over or pair.decisions == LONGEST


@given(st.sampled_from(SOME), NUMBERS, NUMBERS, CHOICES)
def test_chosen_games_are_the_same(which: tuple[str, Setting], seed: int, number: int, choices: list[int]) -> None:
    pair = shipped_pair(*which)
    assert pair.begin(seed, number) is None
    pair.play(choices)
    assert pair.fault is None


@given(st.sampled_from(SOME), NUMBERS, st.randoms(use_true_random=False))
def test_a_state_taken_up_goes_on_the_same(which: tuple[str, Setting], seed: int, rng: random.Random) -> None:
    """Any vector of a game can be loaded, by both, in any order, and leads to the same."""
    pair = shipped_pair(*which)
    pair.seen.clear()
    pair.begin(seed)
    pair.play(forever(seed), 20)
    for vector in rng.sample(pair.seen, min(4, len(pair.seen))):
        pair.load(vector)
        pair.settle()
        pair.play([rng.randrange(1 << 20) for _ in range(3)])
        assert pair.fault is None


@given(st.sampled_from(SOME), NUMBERS, st.integers(0, 30))
def test_a_list_of_choices_is_as_many_steps(which: tuple[str, Setting], seed: int, length: int) -> None:
    """Who is asked first chooses, also where several choose at once."""
    pair = shipped_pair(*which)
    rng = random.Random(seed)
    choices = [rng.randrange(1 << 32) for _ in range(length)]
    pair.begin(seed)
    steps = 0
    for choice in choices:
        if pair.over:
            break
        seat = pair.seats[0]
        pair.choose(seat, choice % len(pair.moves(seat)))
        steps += 1
    engine = pair.engine
    vector, stop = engine.vector, engine.stop
    engine.begin(seed, 0)
    assert play(engine, choices) == steps
    assert (engine.vector, engine.stop) == (vector, stop)
    assert [listed(engine, seat) for seat in pair.seats] == [pair.moves(seat) for seat in pair.seats]
