"""How it is told that a decision depends on something unseen: the facts of those complaints."""

from collections.abc import Mapping, Sequence
from typing import Any

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


def hidden_diagnostic(
    complaint: Complaint, made: Core, cause: Cause, span: Span, rules: tuple[Source, syntax.Ruleset], **named: str
) -> Diagnostic:
    """A complaint about a cause: what is hidden and from whom, as the author calls it, and where that is declared."""
    source, ruleset = rules
    fields: Mapping[str, Sequence[Variable | Zone | Component]]
    fields = {"variable": made.variables, "place": made.components, "zone": made.zones, "face": made.zones}
    declared = fields[cause.what][cause.index]
    component = made.components[declared.component].name if isinstance(declared, Zone) else declared.name
    what = f"the {cause.question} of a {component}" if cause.question else f"which {component} it is"
    seen = ""
    if not isinstance(declared, Component):
        # as the author calls it where he names it: with its owner
        called, paths = declared.name, (node for node in walk(ruleset) if isinstance(node, syntax.Of))
        path = next((path for path in paths if path.member.name.span == cause.span), None)
        if path is not None and isinstance(path.subject, syntax.It) and declared.owners == (PLAYER,):
            called = f"a player's {declared.name}"
        elif path is not None:
            called = " ".join(source.text[path.span.start : path.span.end].split())
        seen = f"{called}, which {WHO_SEES[declared.audience]}"
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
        "line": source.line(cause.line.start),
        **named,
    }
    also = cause.line if complaint is words.hidden_elsewhere else declared.span
    return complaint(span, also=also, **{gap: facts[gap] for gap in gaps(complaint.sentence)})
