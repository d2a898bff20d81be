"""Words about what headers may not ask: what the player who decides does not see."""

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span

WHY = "The list of moves would betray it."
INSTEAD = "Ask it after the choice, in what the action does."


def hidden_guard(question: str | None, component: str, zone: str, seer: str, span: Span) -> Diagnostic:
    """A header line that asks what an unseen piece is; `question` is None where it asks for the piece itself."""
    message = f"This asks {_what(question, component)} in {zone}, which {seer} sees. {WHY} {INSTEAD}"
    return Diagnostic("hidden-guard", message, span)


def hidden_variable(name: str, seer: str, span: Span) -> Diagnostic:
    """A header line that asks a hidden variable."""
    return Diagnostic("hidden-guard", f"This asks {name}, which {seer} sees. {WHY} {INSTEAD}", span)


def face_first(question: str | None, component: str, span: Span) -> Diagnostic:
    """A header line that asks what a piece is which may lie face down."""
    example = f"it is face-up and its {question} is …" if question else "it is face-up and it is …"
    return Diagnostic(
        "hidden-guard",
        f"This asks {_what(question, component)} before the face, and the {component} may lie face down. {WHY} "
        f"Ask the face first: {example}",
        span,
    )


def _what(question: str | None, component: str) -> str:
    return f"the {question} of a {component}" if question else f"which {component} it is"
