"""What each word of a text is, for editors that color by meaning: of a name what it names, as it was declared."""

from collections.abc import Iterator
from typing import Final

from rulewright.editor.document import Document
from rulewright.editor.names import declared, given
from rulewright.language import syntax
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs, scan
from rulewright.language.walking import walk

SORTS: Final = ("keyword", "type", "enumMember", "property", "function", "method", "parameter", "variable", "string")
"""How the protocol calls them, in the order of their numbers; comments and numbers come last."""
LEGEND: Final = (*SORTS, "number", "comment")
_NAMED: Final = {
    "a type": "type",
    "a component": "type",
    "a field": "property",
    "an attribute": "property",
    "an option": "property",
    "a definition": "function",
    "a procedure": "function",
    "a phase": "function",
    "an action": "method",
    "a choice": "method",
}
_GIVEN: Final = {"a parameter": "parameter"}
_PLAIN: Final = {"string": "string", "number": "number", "comment": "comment"}


def colors(document: Document) -> Iterator[tuple[Span, str]]:
    """Each word, number, string and comment of a text, in its order, with what it is."""
    source = document.source
    known = {each.name: _NAMED.get(each.what, "enumMember") for each in reversed([*declared(document)])}
    names = {node.span.start for node in walk(document.parsed.ruleset) if isinstance(node, syntax.Name)}
    stretches = paragraphs(source.text)
    for start, end in ((0, stretches[0][0] if stretches else len(source.text)), *stretches):
        local = {each.name: _GIVEN.get(each.what, "variable") for each in given(document, Span(start, end))}
        for token in scan(source.text, start, end):
            if token.kind in _PLAIN:
                yield Span(token.start, token.end), _PLAIN[token.kind]
            elif token.kind in ("word", "sign", "possessive"):
                named = known.get(token.text) or local.get(token.text) or "enumMember"
                yield Span(token.start, token.end), named if token.start in names else "keyword"
