"""Words about numbers of pieces that do not come out."""

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span


def too_few_pieces(zone: str, component: str, numbers: tuple[int, int, int], players: int, span: Span) -> Diagnostic:
    """More is moved than there is; `numbers`: how often, how many each time, how many there are."""
    times, each, there = numbers
    taken = str(each) if times == 1 else f"{times} × {each} = {times * each}"
    holds = f"holds only {there} here" if there else "is empty here"
    first = "Deal fewer" if there else "Fill it first, deal fewer"
    return Diagnostic(
        "too-few-pieces",
        f"With {players} player{'s' if players > 1 else ''} this moves {taken}, and {zone} {holds}. "
        f"{first}, make more copies of {component}, or allow fewer players.",
        span,
    )
