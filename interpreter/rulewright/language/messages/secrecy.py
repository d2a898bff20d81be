"""Words about what a decision may not depend on: what the player who decides does not see."""

from typing import TYPE_CHECKING

from rulewright.language.core import Audience, Core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.span import Span

if TYPE_CHECKING:
    from rulewright.language.seeing.labels import Cause

WHY = "The list of moves would betray it."
INSTEAD = "Ask it after the choice, in what the action does."


def hidden_guard(made: Core, cause: "Cause", span: Span) -> Diagnostic:
    """A header line that depends on something unseen."""
    message = f"This asks {_hidden(made, cause)}.{_way(cause)} {WHY} {_instead(made, cause)}"
    return Diagnostic("hidden-guard", message, span)


def unseen_pick(made: Core, cause: "Cause", span: Span) -> Diagnostic:
    """A pick of pieces that the decider does not see, and that have no place."""
    component = _component(made, cause)
    return Diagnostic(
        "hidden-guard",
        f"This picks a {component} in {_pieces(made, cause)}. A hand or area has no order, so a number would "
        f"betray what the {component} is. Let the action draw it: draw {component} from …",
        span,
    )


def handed_over(made: Core, cause: "Cause", action: str, param: str, span: Span) -> Diagnostic:
    """An offer with an argument that the decider must not know."""
    return Diagnostic(
        "hidden-guard",
        f'This hands "{param}" to {action}, and that depends on {_hidden(made, cause)}.{_way(cause)} The decider would '
        "read it. Ask it in what the action does, or offer it to who sees it.",
        span,
    )


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


def _way(cause: "Cause") -> str:
    """The steps by which it comes in, the nearest first."""
    return f" It comes in by way of {', '.join(reversed(cause.way))}." if cause.way else ""


def _instead(made: Core, cause: "Cause") -> str:
    """What to write in its stead."""
    if cause.what != "face":
        return INSTEAD
    component = _component(made, cause)
    asked = f"its {cause.question} is …" if cause.question else "it is …"
    return f"Ask the face first: it is face-up and {asked}; or who may look: you is in {component}'s viewers and …"


def seen_by(audience: Audience) -> str:
    """Who sees a zone or variable."""
    return {"everyone": "everyone", "owner": "only its owner", "nobody": "nobody"}[audience]
