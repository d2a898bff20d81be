"""Games of made programs, in the reference and the fast backend side by side, and by the plain reading."""

from collections import Counter

from rulewright import Rules
from tests.plain.follow import follow
from tests.plain.probing import probed
from tests.wasm.common import Pair, forever

MOST = 60


def three_ways(rules: Rules, seed: int, games: int) -> Counter[str]:
    """Play a few random games in both backends, and one more beside the plain reading; how the former ended."""
    pair, ends = Pair(rules), Counter[str]()
    for number in range(games):
        pair.fault = None
        if pair.begin(seed, number) is None:
            pair.play(forever(seed + number), MOST)
        ends["over" if pair.over else "fault" if pair.fault else "long"] += 1
    follow(probed(rules), 1, seed=seed, most=MOST)
    return ends
