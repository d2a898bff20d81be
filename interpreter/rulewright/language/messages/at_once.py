"""Words about choices that all make at once: what would need an order."""

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span


def at_once_decides(action: str, span: Span) -> Diagnostic:
    """A simultaneous action that asks again."""
    return Diagnostic(
        "at-once-conflict",
        f"{action} is chosen by all at once, but it asks, draws or shuffles here. Ask afterwards, in order.",
        span,
    )


def at_once_chooses(span: Span) -> Diagnostic:
    """Something else than one `choose` below `each player at once`."""
    return Diagnostic(
        "at-once-conflict",
        'Below "each player at once:" stands one choose and nothing else. Do the rest before or after it.',
        span,
    )


def at_once_takes(component: str, zone: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that takes from a zone of all."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can take the same {component} of {zone} in this choice at once. Use each player, in order.",
        span,
    )


def at_once_finds(component: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that takes a piece by its name."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can take the same {component} in this choice at once, for it is found wherever it lies. "
        "Use each player, in order.",
        span,
    )


def at_once_fills(zone: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that puts pieces where there may be no room for those of all."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can put a piece into {zone} in this choice at once, and there may be no room for both. "
        "Keep it in a zone of each player, and move it afterwards, in order.",
        span,
    )


def at_once_changes(zone: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that turns, changes or shifts pieces of all."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can change the same pieces of {zone} in this choice at once. Use each player, in order.",
        span,
    )


def at_once_writes(variable: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that writes what others write."""
    return Diagnostic(
        "at-once-conflict",
        f"Two seats can change {variable} in this choice at once. "
        f"Note the choice in a field of each player, and change {variable} afterwards.",
        span,
    )


def at_once_ends(what: str, span: Span) -> Diagnostic:
    """An action chosen by all at once that keeps those of others from being carried out."""
    return Diagnostic(
        "at-once-conflict",
        f"This {what}, and what others have chosen at once would not happen. Note it, and ask for it afterwards.",
        span,
    )


def at_once_limited(procedure: str, span: Span) -> Diagnostic:
    """A limit on what all choose at once."""
    return Diagnostic(
        "at-once-conflict",
        f'Who chooses first would use up "once per {procedure}" for the others, who choose at once. '
        "Offer it without a limit there, or use each player, in order.",
        span,
    )
