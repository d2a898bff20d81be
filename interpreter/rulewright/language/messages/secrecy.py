"""Words about what headers may not ask: what the player who decides does not see."""

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.syntax import Span

WHY = "The list of moves would betray it."


def hidden_guard(question: str | None, component: str, zone: str, audience: str, span: Span) -> Diagnostic:
    """A header line that asks what an unseen piece is; `question` is None where it asks for the piece itself."""
    what = f"the {question} of a {component}" if question else f"which {component} it is"
    return Diagnostic(
        "hidden-guard",
        f"This asks {what} in {zone}, which is seen by {audience}, and not by the player who decides. {WHY} "
        "Ask it after the choice, in what the action does.",
        span,
    )


def hidden_variable(name: str, audience: str, span: Span) -> Diagnostic:
    """A header line that asks a hidden variable."""
    return Diagnostic(
        "hidden-guard",
        f"This asks {name}, which is seen by {audience}, and not by the player who decides. {WHY} "
        "Ask it after the choice, in what the action does.",
        span,
    )


def face_first(question: str | None, component: str, span: Span) -> Diagnostic:
    """A header line that asks what a piece is which may lie face down."""
    what = f"the {question} of a {component}" if question else f"which {component} it is"
    return Diagnostic(
        "hidden-guard",
        f"This asks {what} that may lie face down, before it asks the face. {WHY} "
        f"Ask the face first: … is face-up and ….",
        span,
    )
