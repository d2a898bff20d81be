"""Words about secrets that do not hold, and decisions that depend on what the player does not see."""

from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.language import syntax
from rulewright.language.core import Audience, Core, Variable, Zone
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk

if TYPE_CHECKING:
    from rulewright.language.information_flow.labels import Cause


# ---- Words about secrets that do not hold


# `seer` as "everyone sees"; `boxed`: the component, if the zone is its box; `said`: how it is declared; `better`: how
# it should be.
secret_of_seen_zone = Complaint(
    "broken-secret",
    "{seer:up} {zone}[ (line {line})], so this secret does not hold. [Put what is secret into a zone that nobody "
    "sees: aside: pile of {boxed}, seen by nobody|There it says `{said}`. Write instead: {better}|"
    'Say "nobody but its owner sees …", or declare the zone "seen by nobody".]',
    also="declared here",
)
secret_of_variable = Complaint(
    "type-mismatch",
    "A secret is about a zone, where pieces lie. {name} holds none: who sees it is said where it is declared, as in "
    "{name}: 0..9, seen by {audience}, and is kept in every rule. Leave this secret out.",
    also="declared here",
)
# `but`: who may know it, as "its owner".
secret_written = Complaint(
    "broken-secret",
    'This tells what a {component} in {zone} is: {seer} {variable}, and by the secret "{title}" (line {line}) '
    "nobody[ but {but}] gets to know it while it lies there. Set {variable} once the piece has been moved, or say "
    "that it is shown: show … to everyone",
    also="the secret",
)
secret_put_into_box = Complaint(
    "secret-shown",
    "Everyone sees the box, so everyone sees which {component} each of these is, one after the other; before, by the "
    'secret "{title}" (line {line}), nobody did. If they shall stay unknown, put them into a zone that nobody sees: '
    "aside: pile of {component}, seen by nobody. If not, say so before: show {zone} to everyone",
    also="the secret",
    severity="warning",
)
# `zone`: where they were hidden; `to`: where they are hidden again.
seen_on_the_way = Complaint(
    "seen-on-the-way",
    "Everybody sees {open}, so here everybody sees which {component}s were in {zone}; and line {line} hides them again "
    "before anything is done with that. Move them straight to {to}; or if all are to see them, say so before: "
    "show … to everyone",
    also="hidden again",
    severity="warning",
)
# `variable`: what everyone sees; nothing where it is who is asked first.
compared_by_secret = Complaint(
    "menu-tells",
    "This compares which {component}s lie in {zone}, and everybody sees who comes first: [in {variable}|who is asked]. "
    'But by the secret "{title}" (line {line}) nobody[ but its {but}] gets to know what lies there. Compare what '
    "everybody sees; or if the players are to show it here, say so: show … to everyone",
    also="the secret",
    severity="warning",
)


# ---- Words about what a decision may not depend on: what the player who decides does not see


# `asked`: what is asked before the face.
_GUARD: Final = Complaint(
    "hidden-guard",
    "This asks {hidden}.[ It comes in by way of {way:, }.] Which moves are offered would betray it to the player who "
    "chooses. [Ask the face first: it is face-up and {asked}; or who may look: you is in {component}'s viewers and …|"
    "Do without it here; or let the action ask it after the choice, and say what happens if it does not hold.]",
    also="declared here",
)
# `line`: of another finding, where the same is asked.
_LENT: Final = Complaint(
    "hidden-guard",
    "This asks {hidden}, because line {line} does. It comes in by way of {way:, }. Repair line {line} first.",
    also="asked here",
)
_PICK: Final = Complaint(
    "hidden-guard",
    "This picks a {component} in {pieces}. A hand or area has no order, so a number would betray what the {component} "
    "is. Let the action draw it: draw {component} from …",
    also="declared here",
)
_OFFER: Final = Complaint(
    "hidden-guard",
    'This hands "{param}" to {action}, and that depends on {hidden}.[ It comes in by way of {way:, }.] The decider '
    "would read it. Ask it in what the action does, or offer it to who sees it.",
    also="declared here",
)
_TITLE: Final = Complaint(
    "hidden-guard",
    'This hands "{param}" to {phase}, whose title everybody reads, and that depends on {hidden}.[ It comes in by way '
    "of {way:, }.] Leave it out of the title.",
    also="declared here",
)


@frozen
class Written:
    """The rules as the author wrote them."""

    source: Source
    ruleset: syntax.Ruleset

    def called(self, place: Span, field: Zone | Variable) -> str:
        """How the author calls a field where he names it: with its owner."""
        paths = (node for node in walk(self.ruleset) if isinstance(node, syntax.Of))
        path = next((path for path in paths if path.member.name.span == place), None)
        if path is None:
            return field.name
        if isinstance(path.subject, syntax.It) and field.owners == (PLAYER,):
            return f"a player's {field.name}"
        return " ".join(self.source.text[path.span.start : path.span.end].split())


def hidden_guard(made: Core, cause: "Cause", span: Span, written: Written) -> Diagnostic:
    """A header line that depends on something unseen."""
    asked = f"its {cause.question} is …" if cause.question else "it is …"
    return _GUARD(
        span,
        hidden=_hidden(made, cause, written),
        way=reversed(cause.way),
        asked=asked if cause.what == "face" else None,
        component=_component(made, cause),
        also=_declared(made, cause),
    )


def lent(made: Core, cause: "Cause", span: Span, written: Written) -> Diagnostic:
    """A header line that asks whether an action is possible, and with it a line of that action's header."""
    hidden, way = _hidden(made, cause, written), reversed(cause.way)
    line = written.source.line(cause.line.start)
    return _LENT(span, line=line, way=way, hidden=hidden, also=cause.line)


def unseen_pick(made: Core, cause: "Cause", span: Span, written: Written) -> Diagnostic:
    """A pick of pieces that the decider does not see, and that have no place."""
    also = _declared(made, cause)
    return _PICK(span, component=_component(made, cause), pieces=_pieces(made, cause, written), also=also)


def handed_over(action: str, param: str, made: Core, cause: "Cause", span: Span, written: Written) -> Diagnostic:
    """An offer with an argument that the decider must not know."""
    hidden, way, also = _hidden(made, cause, written), reversed(cause.way), _declared(made, cause)
    return _OFFER(span, param=param, action=action, hidden=hidden, way=way, also=also)


def entitled(phase: str, param: str, made: Core, cause: "Cause", span: Span, written: Written) -> Diagnostic:
    """A phase whose title tells everybody what not everybody may know."""
    hidden, way, also = _hidden(made, cause, written), reversed(cause.way), _declared(made, cause)
    return _TITLE(span, param=param, phase=phase, hidden=hidden, way=way, also=also)


def _hidden(made: Core, cause: "Cause", written: Written) -> str:
    """What is hidden, and from whom."""
    component = _component(made, cause)
    what = f"the {cause.question} of a {component}" if cause.question else f"which {component} it is"
    match cause.what:
        case "variable":
            variable = made.variables[cause.index]
            return f"{written.called(cause.span, variable)}, which {seen_by(variable.audience)}"
        case "zone":
            return f"{what} in {_pieces(made, cause, written)}"
        case "face":
            return f"{what} before the face, and the {component} may lie face down"
        case "place":
            return f"where a {component} lies, and not every {component} lies where all see it"


def _pieces(made: Core, cause: "Cause", written: Written) -> str:
    """The zone, as the author calls it where it is asked, and who sees it."""
    zone = made.zones[cause.index]
    return f"{written.called(cause.span, zone)}, which {seen_by(zone.audience)}"


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
    return {
        "everyone": "everyone sees",
        "owner": "only its owner sees",
        "others": "its owner does not see",
        "nobody": "nobody sees",
    }[audience]
