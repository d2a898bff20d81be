"""How it is told that a decision depends on something unseen: the facts of those complaints."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.language import syntax
from rulewright.language.core import Component, Core, Variable, Zone
from rulewright.language.diagnostics import Complaint, Diagnostic
from rulewright.language.information_flow.reader import Cause
from rulewright.language.messages import secrecy as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.language.walking import walk
from rulewright.language.wording import WHO_SEES, gaps


@frozen
class Written:
    """The rules as the author wrote them."""

    source: Source
    ruleset: syntax.Ruleset

    def field_path(self, place: Span, field: Zone | Variable) -> str:
        """How the author calls a field where he names it: with its owner."""
        paths = (node for node in walk(self.ruleset) if isinstance(node, syntax.Of))
        path = next((path for path in paths if path.member.name.span == place), None)
        if path is None:
            return field.name
        if isinstance(path.subject, syntax.It) and field.owners == (PLAYER,):
            return f"a player's {field.name}"
        return " ".join(self.source.text[path.span.start : path.span.end].split())


def hidden_diagnostic(
    complaint: Complaint, made: Core, cause: Cause, span: Span, written: Written, **named: str
) -> Diagnostic:
    """A complaint about a cause: what is hidden and from whom, as the author calls it, and where that is declared."""
    fields: Mapping[str, Sequence[Variable | Zone | Component]]
    fields = {"variable": made.variables, "place": made.components, "zone": made.zones, "face": made.zones}
    declared = fields[cause.what][cause.index]
    component = made.components[declared.component].name if isinstance(declared, Zone) else declared.name
    what = f"the {cause.question} of a {component}" if cause.question else f"which {component} it is"
    seen = ""
    if not isinstance(declared, Component):
        seen = f"{written.field_path(cause.span, declared)}, which {WHO_SEES[declared.audience]}"
    hidden = {
        "variable": seen,
        "zone": f"{what} in {seen}",
        "face": f"{what} before the face, and the {component} may lie face down",
        "place": f"where a {component} lies, and not every {component} lies where all see it",
    }
    asked = f"its {cause.question} is …" if cause.question else "it is …"
    facts: dict[str, Any] = {
        "hidden": hidden[cause.what],
        "way": cause.way[::-1],
        "asked": asked if cause.what == "face" else None,
        "component": component,
        "pieces": seen,
        "line": written.source.line(cause.line.start),
        **named,
    }
    also = cause.line if complaint is words.hidden_elsewhere else declared.span
    return complaint(span, also=also, **{gap: facts[gap] for gap in gaps(complaint.sentence)})
