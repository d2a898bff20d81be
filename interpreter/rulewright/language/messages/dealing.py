"""Words about numbers of pieces that do not come out."""

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.syntax import Span


def too_few_pieces(zone: str, component: str, numbers: tuple[int, int, int], players: int, span: Span) -> Diagnostic:
    """More is moved than there is; `numbers`: how often, how many each time, how many there are."""
    times, each, there = numbers
    lie = f"{there} {'lies' if there == 1 else 'lie'}"
    taken = f"this takes {each}" if times == 1 else f"{times} times {each} is {times * each}"
    return Diagnostic(
        "too-few-pieces",
        f"With {players} player{'s' if players > 1 else ''} {taken}, and only {lie} in {zone} here. "
        f"Deal fewer, make more copies of {component}, or allow fewer players.",
        span,
    )
