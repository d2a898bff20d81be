"""Games of made programs, in the reference and in the fast backend side by side."""

from collections import Counter

from rulewright import Rules
from tests.wasm.common import Pair, forever

MOST = 60


def both(rules: Rules, seed: int, games: int) -> Counter[str]:
    """Play a few random games in both; how they ended."""
    pair, ends = Pair(rules), Counter[str]()
    for number in range(games):
        pair.fault = None
        if pair.begin(seed, number) is None:
            pair.play(forever(seed + number), MOST)
        ends["over" if pair.over else "fault" if pair.fault else "long"] += 1
    return ends
