"""Small rulesets, each about one corner of the language, and the largest ones, in both backends."""

import pytest
from attrs import evolve

from rulewright.machine.lower import lower
from rulewright.machine.wasm import engine_of
from tests.wasm.common import WASM, Pair, forever, pack, unpack
from tests.wasm.corners import CORNERS
from tests.wasm.games import corner_pair, corner_rules
from tests.wasm.test_bounds import BOUNDS, filled, named

pytestmark = WASM


@pytest.mark.sampled(54, 18)
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


@pytest.mark.sampled(40, 16)
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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kinds", [1, 63, 64, 65, 127, 128, 129, 200])
def test_kinds_around_the_words_of_bits(kinds: int) -> None:
    """Loops over kinds, counts above 1, sizes, picks and changes with as many kinds as words have bits, and around."""
    gaps = {"kinds": kinds, "most": 2 * kinds - 1, "middle": kinds // 2 + 1, "high": kinds - 2}
    pair = Pair(filled("kinds", **gaps))
    for number in range(3):
        pair.fault = None
        if pair.begin(kinds, number) is None:
            pair.play(forever(number))


@pytest.mark.thorough
@named("largest")
def test_the_largest(name: str) -> None:
    """So many decisions of each as it says that it has games."""
    pair = Pair(filled(name))
    assert pair.begin() is None
    pair.play(forever(2), BOUNDS[name].games)
    assert pair.fault is None
    if "state" not in name:
        return
    assert len(pair.machine.vector) > 50_000
    pack(pair.engine, 1)
    vector = pair.engine.vector
    pair.engine.call("start")
    unpack(pair.engine, 1)
    assert pair.engine.vector == vector


# ---- what a fault tells of values


FEW, NONE = "There are not enough pieces in", "This needs something, and"
FAULTS = {
    "move 2 from covered to pot": f"{FEW} covered: 2 wanted, 1 there.",
    "move heap's size * 3 from covered to pot": f"{FEW} covered: 3 wanted, 1 there.",
    "move most from covered to pot": f"{FEW} covered: 1 there.",
    "move 5 from heap to pot": f"{FEW} heap: 5 wanted, 2 there.",
    "move heap's size * 4 from heap to pot": f"{FEW} heap: 2 more wanted, 0 there.",
    "move 3 from pot to covered": f"{FEW} pot: 3 wanted, 0 there.",
    "let low be lowest worth of pot\n    set most to low + 1": f"{NONE} low is none here.",
    "ask chosen: set chosen to you": f"{NONE} chosen is none here.",
    "set most to (lowest worth of pot) + 1": f"{NONE} is none here.",
}


@pytest.mark.parametrize("body", FAULTS)
def test_what_is_wanted_and_there(body: str) -> None:
    pair = Pair(filled("words of faults", body=body))
    assert pair.begin() is None
    code = "too-few-pieces" if FAULTS[body].startswith(FEW) else "none-used"
    fault = pair.choose(0, 0)
    assert fault is not None
    assert fault[:2] == (code, FAULTS[body])
