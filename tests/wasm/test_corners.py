"""Small rulesets, each about one corner of the language, in both backends."""

import pytest
from attrs import evolve

from rulewright.machine.lower import lower
from rulewright.machine.wasm import engine_of
from tests.wasm.common import WASM, Pair, forever
from tests.wasm.corners import CORNERS
from tests.wasm.games import corner_pair, corner_rules

pytestmark = WASM


@pytest.mark.sampled(9, 3)
@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_is_the_same(name: str) -> None:
    """All games are compared step by step, and together they end in all the ways in which they can."""
    corner, pair = CORNERS[name], corner_pair(name)
    ends = set()
    for number in range(corner.games):
        if pair.begin(11, number) is None:
            pair.play(forever(number), 300)
        ends.add(pair.fault[0] if pair.fault else "")
        assert pair.fault or pair.over
        pair.fault = None
    assert ends == corner.ends


@pytest.mark.sampled(8, 4)
@pytest.mark.parametrize("name", CORNERS)
def test_no_corner_shows_how_its_module_is_written(name: str) -> None:
    """Nothing is done to be faster, neither in the program nor in the module."""
    rules = corner_rules(name)
    plain = evolve(rules, program=lower(rules.core, passes=frozenset()))
    pair = Pair(plain, engine_of(plain.program, passes=frozenset()))
    if pair.begin(11) is None:
        pair.play(forever(0), 100)


def test_equal_pieces_are_picked_as_often_as_there_are_copies() -> None:
    """Of five and five coins up to nine: any pair of numbers from 0 to 5 but five and five."""
    pair = corner_pair("several: more copies than kinds")
    pair.begin()
    assert len(pair.moves()) == 6 * 6 - 1
    assert max(len(move.picks) for move in pair.moves()) == 1 + 2 * 9
