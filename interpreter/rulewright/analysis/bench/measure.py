"""What is measured of a game for each backend that can run: random games, loading, states; medians of several rounds.

Loading is all that comes before the end of the first random game, in fresh processes: *cold* with an empty folder of
caches, *warm* with the folder that a process before has filled. Python's compiled modules are there in both.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import asdict, frozen

from rulewright.analysis.bench.backends import SEED, Asked, Engine, runnable
from rulewright.analysis.documents import columns
from rulewright.machine.game import Rules, RulesFault
from rulewright.machine.playouts import TOO_LONG
from rulewright.shown import shown

BATCH: Final = 1 << 16
HANDLING_SECONDS: Final = 0.1
LOADS: Final = 5

ROUNDS: Final = 9
MOST_GAMES: Final = 1 << 27


@frozen
class Played:
    """Whole random games. `decisions` is 0 where nobody counted them."""

    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """How many games a second."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """How many decisions a second."""
        return self.decisions / self.seconds


Play = Callable[[int, int], Played]
"""Plays round so-and-so, so many games."""


@frozen
class Spread:
    """Several measurements of one thing."""

    median: float
    lowest: float
    highest: float

    @staticmethod
    def of(values: Sequence[float]) -> "Spread":
        """The median and the extremes."""
        return Spread(statistics.median(values), min(values), max(values))


def paced(play: Play, seconds: float) -> int:
    """How many games take about so many seconds; at least one. Trying it out also warms up."""
    games = 1
    while True:
        played = play(0, games)
        if played.seconds >= seconds / 4 or games == MOST_GAMES:
            return min(MOST_GAMES, math.ceil(games * seconds / played.seconds))
        games = min(MOST_GAMES, games * 4)


Tell = Callable[[int, int], None]
"""Hears how many measurements are made, of how many."""


def in_turn(plays: Sequence[Play], seconds: float, tell: Tell = lambda *_: None) -> list[list[Played]]:
    """Let all play in turn, round after round, each about so many seconds in all; the rounds of each."""
    games = [paced(play, seconds / ROUNDS) for play in plays]
    rounds: list[list[Played]] = [[] for _ in plays]
    for number in range(1, ROUNDS + 1):
        for play, count, done in zip(plays, games, rounds, strict=True):
            done.append(play(number, count))
        tell(number, ROUNDS)
    return rounds


class Endless(Exception):  # noqa: N818 - the rules', no error of the program
    """A random game that does not end."""


class WentWrong(Exception):  # noqa: N818 - the rules', no error of the program
    """A random game in which the rules go wrong: its number (the seed is that of all measured games), and the fault."""

    def __init__(self, number: int, fault: RulesFault) -> None:
        super().__init__(fault.message)
        self.number = number
        self.fault = fault


@frozen
class Figures:
    """What was measured of one backend; loading is in seconds, everything else but the state's size is a second."""

    backend: str
    playouts: Spread
    decisions: Spread
    cold_load: Spread
    warm_load: Spread
    state_bytes: int
    copies: Spread
    hashes: Spread


@frozen
class Measured:
    """A game by name and title at a setting. `left_out`: why backends are not among the figures."""

    game: str
    title: str
    players: int
    figures: tuple[Figures, ...]
    left_out: tuple[str, ...] = ()


def measure(
    rules: Rules, game: str, options: Mapping[str, int | str | bool], *, seconds: float, tell: Tell
) -> Measured:
    """Measure every backend, each for about so many seconds; the rules are those of this game with these options."""
    asked = Asked(game, rules.players, options)
    backends, left_out = runnable()
    figures = list[Figures]()
    for number, backend in enumerate(backends):
        before, of = (ROUNDS + LOADS) * number, (ROUNDS + LOADS) * len(backends)
        tell_more = partial(lambda before, of, done, _: tell(before + done, of), before, of)
        figures.append(_figures(backend.name, backend.engine(rules), asked, seconds, tell_more))
    return Measured(rules.name, rules.core.title, rules.players, tuple(figures), left_out)


def _figures(name: str, engine: Engine, asked: Asked, seconds: float, tell: Tell) -> Figures:
    (rounds,) = in_turn([playing(engine)], seconds, tell)
    cold, warm = list[float](), list[float]()
    for number in range(1, LOADS + 1):
        with tempfile.TemporaryDirectory() as caches:
            environment = {**os.environ, "XDG_CACHE_HOME": caches, "LOCALAPPDATA": caches}
            cold.append(_process(asked, name, environment))
            warm.append(_process(asked, name, environment))
        tell(ROUNDS + number, ROUNDS + LOADS)
    return Figures(
        backend=name,
        playouts=Spread.of([found.games_per_second for found in rounds]),
        decisions=Spread.of([found.decisions_per_second for found in rounds]),
        cold_load=Spread.of(cold),
        warm_load=Spread.of(warm),
        state_bytes=engine.state_bytes,
        copies=_rate(engine.copies),
        hashes=_rate(engine.hashes),
    )


def playing(engine: Engine) -> Play:
    """The random games of an engine; every round has games of its own."""

    def played(number: int, games: int) -> Played:
        """Play games, without what it takes to look at their outcomes. `WentWrong` and `Endless` where the rules do."""
        first, decisions, seconds = number * games, 0, 0.0
        for at in range(first, first + games, BATCH):
            start = time.perf_counter()
            batch = engine.playouts(at, min(BATCH, first + games - at))
            seconds += time.perf_counter() - start
            decisions += sum(batch.decisions)
            for failed, fault in batch.faults.items():
                raise WentWrong(batch.first + failed, fault)
            if TOO_LONG in batch.status:
                raise Endless(f"Game {batch.first + batch.status.index(TOO_LONG)} of seed {SEED} does not end.")
        return Played(games, decisions, seconds)

    return played


def _rate(doing: Callable[[int], None]) -> Spread:
    """How often a second something is done."""

    def timed(_: int, times: int) -> Played:
        start = time.perf_counter()
        doing(times)
        return Played(times, 0, time.perf_counter() - start)

    times = paced(timed, HANDLING_SECONDS)
    return Spread.of([timed(0, times).games_per_second for _ in range(ROUNDS)])


def _process(asked: Asked, backend: str, environment: Mapping[str, str]) -> float:
    """The whole life of a process that plays one game."""
    setting = json.dumps({**asdict(asked), "options": dict(asked.options)})
    program = (sys.executable, "-m", "rulewright.analysis.bench.backends", backend, setting)
    start = time.perf_counter()
    subprocess.run(program, env=environment, check=True, stdin=subprocess.DEVNULL)  # noqa: S603 - ours
    return time.perf_counter() - start


Json = dict[str, object]
COLUMN: Final = 26
MILLION: Final = 1_000_000

MEASURES: Final = (
    ("playouts", "playouts_per_second", "playouts/s", 1),
    ("decisions", "decisions_per_second", "decisions/s", 1),
    ("cold_load", "cold_load_seconds", "cold load, ms", 1000),
    ("warm_load", "warm_load_seconds", "warm load, ms", 1000),
    ("state_bytes", "state_bytes", "bytes per state", 1),
    ("copies", "copies_per_second", "copies/s", 1),
    ("hashes", "hashes_per_second", "hashes/s", 1),
)
"""The figures: what they are called for programs and for people, and what these have them multiplied by."""


def as_json(found: Measured) -> Json:
    """For another program."""
    backends = []
    for figures in found.figures:
        measured: Json = {"backend": figures.backend}
        for name, key, _, _ in MEASURES:
            value = getattr(figures, name)
            spread = isinstance(value, Spread)
            measured[key] = {part: float(f"{each:.4g}") for part, each in asdict(value).items()} if spread else value
        backends.append(measured)
    head = {"game": found.game, "title": found.title, "players": found.players}
    return {**head, "backends": backends, "left_out": list(found.left_out)}


def as_text(found: Measured) -> str:
    """The numbers of a game, a column for each backend."""
    rows = [("", *(figures.backend for figures in found.figures))]
    for name, _, label, times in MEASURES:
        values = [getattr(figures, name) for figures in found.figures]
        told = [spread_text(each, times) if isinstance(each, Spread) else f"{each:,}" for each in values]
        rows.append((label, *told))
    head = f"{shown(found.title)}, {found.players} players, one core: medians (lowest-highest)"
    return "\n".join((head, *columns(rows, "<" + ">" * len(found.figures), COLUMN)))


def spread_text(found: Spread, times: int = 1) -> str:
    """The median and the extremes, each times so many, with at least three digits that count."""
    told = []
    for value in (found.median * times, found.lowest * times, found.highest * times):
        small = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        told.append(f"{value / MILLION:,.4g}M" if value >= MILLION else small)
    return f"{told[0]} ({told[1]}-{told[2]})"
