"""How fast a game runs: load time, random games and decisions a second, as medians over several rounds.

In: a function that loads the rules, and for how long to play. Out: numbers; the clock is the only thing it looks at
beside the game. The playing is `random_games.playout`, the same that records random games.
"""

import statistics
import time
from collections.abc import Callable

from attrs import frozen

from rulewright.analysis.random_games import playout
from rulewright.loading import read_text
from rulewright.machine.game import Rules

LOADS = 5
ROUNDS = 5
SEED = 1


@frozen
class Result:
    """What was measured. `load` is in seconds; slowest and fastest round show how far to trust the median."""

    game: str
    players: int
    load: float
    playouts: int
    playouts_per_second: float
    decisions_per_second: float
    slowest_round: float
    fastest_round: float

    def as_json(self) -> dict[str, str | int | float]:
        """The numbers for another program."""
        return {
            "game": self.game,
            "players": self.players,
            "backend": "reference",
            "load_seconds": round(self.load, 4),
            "playouts": self.playouts,
            "playouts_per_second": round(self.playouts_per_second, 2),
            "decisions_per_second": round(self.decisions_per_second, 1),
            "slowest_round": round(self.slowest_round, 2),
            "fastest_round": round(self.fastest_round, 2),
        }


@frozen
class _Round:
    playouts: int
    decisions: int
    seconds: float


def measure(load: Callable[[], Rules], *, seconds: float) -> Result:
    """Load several times, then play random games for about so many seconds, in rounds."""
    timed = [_timed(load) for _ in range(LOADS)]
    rules = timed[-1][1]
    rounds: list[_Round] = []
    for _ in range(ROUNDS):
        rounds.append(_round(rules, sum(found.playouts for found in rounds), seconds / ROUNDS))
    speeds = [found.playouts / found.seconds for found in rounds]
    return Result(
        game=rules.core.title,
        players=rules.players,
        load=statistics.median(duration for duration, _ in timed),
        playouts=sum(found.playouts for found in rounds),
        playouts_per_second=statistics.median(speeds),
        decisions_per_second=statistics.median(found.decisions / found.seconds for found in rounds),
        slowest_round=min(speeds),
        fastest_round=max(speeds),
    )


def _timed(load: Callable[[], Rules]) -> tuple[float, Rules]:
    """Load from the text on, as a new process would after its imports."""
    read_text.cache_clear()
    start = time.perf_counter()
    rules = load()
    return time.perf_counter() - start, rules


def _round(rules: Rules, first: int, seconds: float) -> _Round:
    """Play whole games, at least one, until the time is over."""
    start = time.perf_counter()
    playouts = decisions = 0
    while playouts == 0 or time.perf_counter() - start < seconds:
        decisions += playout(rules, seed=SEED, number=first + playouts)
        playouts += 1
    return _Round(playouts, decisions, time.perf_counter() - start)


def as_text(result: Result) -> str:
    """The numbers for a reader."""
    spread = f"{result.slowest_round:.1f} to {result.fastest_round:.1f}; {result.playouts} games"
    return "\n".join(
        (
            f"{result.game}, {result.players} players, reference interpreter, one core",
            f"  load       {result.load * 1000:10.1f} ms  (median of {LOADS})",
            f"  playouts   {result.playouts_per_second:10.1f} /s  (median of {ROUNDS} rounds, {spread})",
            f"  decisions  {result.decisions_per_second:10.0f} /s",
        )
    )
