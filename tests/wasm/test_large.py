"""Large components, boards and states, and numbers of kinds around the bits of a word, in both backends."""

import pytest

from tests.wasm.common import WASM, Pair, forever, loaded, pack, unpack
from tests.wasm.corners import completed
from tests.wasm.test_bounds import BOUNDS, filled, named

pytestmark = WASM


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kinds", [1, 63, 64, 65, 127, 128, 129, 200])
def test_kinds_around_the_words_of_bits(kinds: int) -> None:
    """Loops over kinds, counts above 1, sizes, picks and changes with as many kinds as words have bits, and around."""
    text = f"""component tile: mark 1..{kinds}
    2 of any
there is
    bag: area of tile, up to {2 * kinds - 1}
    line: row of tile
each player has
    hand: hand of tile
    coins: 0..99999
setup:
    for each t in box's tiles where t's mark is not {kinds // 2 + 1}: move t to bag
    each player:
        for each t in bag where t's mark mod 2 is 0: move t to your hand
play:
    repeat 4 times:
        each player: choose take or give or grow
action take "Take":
    pick tile from bag
    move tile to your hand
    for each t in your hand where t's mark is tile's mark: add 1 to your coins
action give "Give":
    pick tile from your hand where its mark is at least {kinds - 2}
    move tile to line
    add bag's size to your coins
    for each t in bag:
        if t's mark is more than {kinds - 2}: move t to your hand
action grow "Grow":
    draw lost from bag
    move lost to line
    set line's last's mark to {kinds // 2 + 1}
"""
    pair = Pair(loaded(completed(text), 2))
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
