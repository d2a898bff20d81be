"""Results of measuring, for readers and for programs."""

from collections.abc import Callable, Iterable
from typing import Final

from attrs import asdict

from rulewright.analysis.bench.against import Contest, Contestant
from rulewright.analysis.bench.backends import SEED
from rulewright.analysis.bench.measure import Figures, Measured
from rulewright.analysis.bench.pace import ROUNDS, Spread
from rulewright.analysis.random_games import again as command
from rulewright.machine.game import Rules
from rulewright.shown import shown

Json = dict[str, object]
FIRST, COLUMN = 24, 26
MILLION: Final = 1_000_000
MEDIANS: Final = "medians (lowest-highest)"


def as_text(found: Measured | Contest) -> str:
    """For a reader."""
    return _measured_text(found) if isinstance(found, Measured) else _contest_text(found)


def as_json(found: Measured | Contest) -> Json:
    """For another program."""
    played = {"game": found.game, "title": found.title, "players": found.players}
    told: Json
    if isinstance(found, Measured):
        told = {"backends": [_figures_json(figures) for figures in found.figures]}
    else:
        ratios = [{"ours": each.ours, "theirs": each.theirs, "ratio": _json(each.ratio)} for each in found.ratios]
        told = {"contestants": [_contestant_json(each) for each in found.contestants], "ratios": ratios}
    return {**played, **told, "left_out": list(found.left_out)}


def again(rules: Rules, game: str, number: int) -> str:
    """Which of the measured games went wrong, and the command that plays it; `game` is how the rules were named."""
    typed = command(game, rules.players, rules.options, seed=SEED, number=number)
    return f"{rules.core.title}, game {number} of seed {SEED}: {typed}"


# ---- text


def _measured_text(found: Measured) -> str:
    """The numbers of a game, a column for each backend."""
    return "\n".join(
        (
            f"{shown(found.title)}, {found.players} players, one core: {MEDIANS}",
            _line("", [figures.backend for figures in found.figures]),
            *(_line(label, [row(figures) for figures in found.figures]) for label, row in ROWS.items()),
        )
    )


ROWS: Final[dict[str, Callable[[Figures], str]]] = {
    "playouts/s": lambda figures: _spread(figures.playouts),
    "decisions/s": lambda figures: _spread(figures.decisions),
    "cold load, ms": lambda figures: _spread(figures.cold_load, times=1000),
    "warm load, ms": lambda figures: _spread(figures.warm_load, times=1000),
    "bytes per state": lambda figures: f"{figures.state_bytes:,}",
    "copies/s": lambda figures: _spread(figures.copies),
    "hashes/s": lambda figures: _spread(figures.hashes),
}


def _contest_text(found: Contest) -> str:
    """The numbers of a contest: who played how fast, then the ratios."""
    return "\n".join(
        (
            f"{shown(found.title)}, {found.players} players, one core, {ROUNDS} rounds in turn: {MEDIANS}",
            _line("", ["playouts/s", "decisions/s"]),
            *(_line(shown(each.name), _speeds(each)) for each in found.contestants),
            *(f"{each.ours} : {shown(each.theirs)} = {_spread(each.ratio)}" for each in found.ratios),
        )
    )


def _speeds(found: Contestant) -> list[str]:
    return [_spread(found.playouts), _spread(found.decisions) if found.decisions else "not counted"]


def _line(label: str, columns: Iterable[str]) -> str:
    return f"{label:<{FIRST}}" + "".join(f"{column:>{COLUMN}}" for column in columns)


def _spread(found: Spread, times: int = 1) -> str:
    median, lowest, highest = (_number(value * times) for value in (found.median, found.lowest, found.highest))
    return f"{median} ({lowest}-{highest})"


def _number(value: float) -> str:
    """At least three digits that count."""
    if value >= MILLION:
        return f"{value / MILLION:,.4g}M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


# ---- JSON


def _figures_json(figures: Figures) -> Json:
    return {
        "backend": figures.backend,
        "playouts_per_second": _json(figures.playouts),
        "decisions_per_second": _json(figures.decisions),
        "cold_load_seconds": _json(figures.cold_load),
        "warm_load_seconds": _json(figures.warm_load),
        "state_bytes": figures.state_bytes,
        "copies_per_second": _json(figures.copies),
        "hashes_per_second": _json(figures.hashes),
    }


def _contestant_json(found: Contestant) -> Json:
    return {
        "name": found.name,
        "playouts_per_second": _json(found.playouts),
        "decisions_per_second": _json(found.decisions) if found.decisions else None,
    }


def _json(found: Spread) -> Json:
    return {key: float(f"{value:.4g}") for key, value in asdict(found).items()}
