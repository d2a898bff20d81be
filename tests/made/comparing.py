"""Games of made programs, in the reference and the fast backend side by side, and by the plain reading; positions."""

from collections import Counter
from itertools import islice

from rulewright import Rules
from rulewright.analysis.playtest.finding import of_all, way_of
from rulewright.machine.positions import Faulted, Layer, PlainPositions, Positions, Reach, Trouble, layers, path
from rulewright.machine.wasm.explorer import Explorer
from tests.plain.follow import follow
from tests.plain.probing import probed
from tests.wasm.common import Pair, forever

MOST = 60
POSITIONS, OUTCOMES, ENOUGH, LAST = 150, 5, 8, 3


def three_ways(rules: Rules, seed: int, games: int) -> Counter[str]:
    """Play a few random games in both backends, and one more beside the plain reading; how the former ended."""
    pair, ends = Pair(rules), Counter[str]()
    for number in range(games):
        pair.fault = None
        if pair.begin(seed, number) is None:
            pair.play(forever(seed + number), MOST)
        ends["over" if pair.over else "fault" if pair.fault else "long"] += 1
    explored(rules, any_seat=seed % 2 == 0, counting=seed % 3 == 0)
    follow(probed(rules), 1, seed=seed, most=MOST)
    return ends


def explored(rules: Rules, *, any_seat: bool, counting: bool) -> None:
    """Find some positions in both backends; the reference comes to the last by the choices that are told."""
    reach = Reach(POSITIONS, outcomes=OUTCOMES, any_seat=any_seat, counting=counting)
    plain, fast = PlainPositions(rules, reach), Explorer(rules, reach)
    assert _all(plain) == _all(fast)
    assert (plain.found, plain.sampled) == (fast.found, fast.sampled)
    assert [plain.vector(each) for each in range(plain.found)] == [fast.vector(each) for each in range(fast.found)]
    if not counting:
        for last in range(max(0, fast.found - LAST), fast.found):
            way = way_of(rules, of_all(rules, path(fast, last), OUTCOMES))
            assert way.vectors[-1] == fast.vector(last)
        assert [plain.how(each) for each in range(1, plain.found)] == [fast.how(each) for each in range(1, fast.found)]


def _all(positions: Positions) -> tuple[list[object], bool]:
    """What comes of going through the layers, faults by what they say."""
    told = [*map(_told, islice(layers(positions), ENOUGH))]
    return told, positions.complete


def _told(found: Layer | Trouble) -> object:
    if isinstance(found, Faulted):
        return found.position, found.choice, found.fault.code, found.fault.message, found.fault.span
    return found
