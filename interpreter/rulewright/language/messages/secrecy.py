"""Words about what a decision may not depend on: what the player who decides does not see."""

from typing import TYPE_CHECKING

from rulewright.language.core import Audience, Core
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.span import Span

if TYPE_CHECKING:
    from rulewright.language.seeing.labels import Cause

# `asked`: what is asked before the face.
_GUARD = Complaint(
    "hidden-guard",
    "This asks {hidden}.[ It comes in by way of {way:, }.] The list of moves would betray it. "
    "[Ask the face first: it is face-up and {asked}; or who may look: you is in {component}'s viewers and …|"
    "Ask it after the choice, in what the action does.]",
    also="declared here",
)
_PICK = Complaint(
    "hidden-guard",
    "This picks a {component} in {pieces}. A hand or area has no order, so a number would betray what the {component} "
    "is. Let the action draw it: draw {component} from …",
    also="declared here",
)
_OFFER = Complaint(
    "hidden-guard",
    'This hands "{param}" to {action}, and that depends on {hidden}.[ It comes in by way of {way:, }.] The decider '
    "would read it. Ask it in what the action does, or offer it to who sees it.",
    also="declared here",
)


def hidden_guard(made: Core, cause: "Cause", span: Span) -> Diagnostic:
    """A header line that depends on something unseen."""
    asked = f"its {cause.question} is …" if cause.question else "it is …"
    return _GUARD(
        span,
        hidden=_hidden(made, cause),
        way=reversed(cause.way),
        asked=asked if cause.what == "face" else None,
        component=_component(made, cause),
        also=_declared(made, cause),
    )


def unseen_pick(made: Core, cause: "Cause", span: Span) -> Diagnostic:
    """A pick of pieces that the decider does not see, and that have no place."""
    also = _declared(made, cause)
    return _PICK(span, component=_component(made, cause), pieces=_pieces(made, cause), also=also)


def handed_over(made: Core, cause: "Cause", action: str, param: str, span: Span) -> Diagnostic:
    """An offer with an argument that the decider must not know."""
    hidden, way, also = _hidden(made, cause), reversed(cause.way), _declared(made, cause)
    return _OFFER(span, param=param, action=action, hidden=hidden, way=way, also=also)


def _hidden(made: Core, cause: "Cause") -> str:
    """What is hidden, and from whom."""
    component = _component(made, cause)
    what = f"the {cause.question} of a {component}" if cause.question else f"which {component} it is"
    match cause.what:
        case "variable":
            variable = made.variables[cause.index]
            return f"{variable.name}, which {seen_by(variable.audience)} sees"
        case "zone":
            return f"{what} in {_pieces(made, cause)}"
        case "face":
            return f"{what} before the face, and the {component} may lie face down"
        case "place":
            return f"where a {component} lies, and not every {component} lies where all see it"


def _pieces(made: Core, cause: "Cause") -> str:
    """The zone and who sees it."""
    zone = made.zones[cause.index]
    return f"{zone.name}, which {seen_by(zone.audience)} sees"


def _component(made: Core, cause: "Cause") -> str:
    """The component whose pieces are hidden."""
    match cause.what:
        case "zone" | "face":
            return made.components[made.zones[cause.index].component].name
        case "place":
            return made.components[cause.index].name
        case "variable":
            return ""


def _declared(made: Core, cause: "Cause") -> Span:
    """Where it is declared what is hidden."""
    match cause.what:
        case "variable":
            return made.variables[cause.index].span
        case "zone" | "face":
            return made.zones[cause.index].span
        case "place":
            return made.components[cause.index].span


def seen_by(audience: Audience) -> str:
    """Who sees a zone or variable."""
    return {"everyone": "everyone", "owner": "only its owner", "nobody": "nobody"}[audience]
