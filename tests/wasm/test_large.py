"""Large components, boards and states, and numbers of kinds around the bits of a word, in both backends."""

import pytest

from tests.wasm.common import WASM, Pair, forever, loaded, pack, unpack
from tests.wasm.corners import completed

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


LARGEST = {
    "component in loops within loops, 12": """component tile: column 1..64, line 1..64
    1 of any, any
there is
    bag: area of tile
each player has
    hand: hand of tile
    coins: 0..9999
setup:
    each player:
        for each t in box's tiles where t's column is t's line and t's line is more than 60: move t to your hand
    for each t in box's tiles where t's column is 7: move t to bag
play:
    each player: choose pair or swap
action pair "Pair":
    pick one from your hand
    pick other from bag
    pick third from your hand
    needs some x in bag where (some y in your hand where (some z in bag where z's line + y's line is x's line + 60))
    for each x in bag:
        for each y in your hand:
            if y's line is x's line: add 1 to your coins
action swap "Swap":
    pick 1..2 given from bag
    for each c in given: move c to your hand
""",
    "grid, 24": """component stone: side 1..2
    4000 of any
space is grid 64 by 64
there is
    field: stone on each space, face up or down
play:
    repeat 2 times:
        each player: choose put or turn-over or tilt
action put "Put":
    pick here from spaces where it is empty
    pick stone from box's stones
    move stone to field(here)
action turn-over "Turn":
    pick here from spaces where it is not empty
    flip field(here) face down
action tilt "Tilt":
    pick side from sides
    pack field toward side
""",
    "state, 3": """component tile: column 1..64, line 1..64
    1 of any, any
each player has
    hand: hand of tile
    coins: 0..9
play:
    each player: choose take or pass
action take "Take":
    pick tile from box's tiles where its column is 64
    move tile to your hand
""",
}
"""By name, and how many decisions are played."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", LARGEST)
def test_the_largest(name: str) -> None:
    pair = Pair(loaded(completed(LARGEST[name]), 12))
    assert pair.begin() is None
    pair.play(forever(2), int(name.split(", ")[1]))
    assert pair.fault is None
    if "state" not in name:
        return
    assert len(pair.machine.vector) > 50_000
    pack(pair.engine, 1)
    vector = pair.engine.vector
    pair.engine.start()
    unpack(pair.engine, 1)
    assert pair.engine.vector == vector
