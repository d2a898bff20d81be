"""The outline of a text and the paragraphs that can be folded away; also of what could not be read."""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.editor.document import Document
from rulewright.language import syntax
from rulewright.language.parser import Parsed
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.text_parts import NAMELESS
from rulewright.language.tokens import paragraphs

UNREAD: Final = "cannot be read"


@frozen
class Symbol:
    """A part of the outline: what it is called, what sort of thing it is, all of it, and its name."""

    name: str
    sort: str
    span: Span
    at: Span
    detail: str = ""
    parts: "tuple[Symbol, ...]" = ()


def outline(document: Document) -> list[Symbol]:
    """All paragraphs in their order, with what they declare; those that could not be read by their first words."""
    parsed, source = document.parsed, document.source
    found = [_symbol(each, source) for each in parsed.ruleset.declarations]
    found += _unread(parsed, source, {each.span.start for each in found})
    return sorted(found, key=lambda each: each.span.start)


def _symbol(node: syntax.Declaration, source: Source) -> Symbol:
    if isinstance(node, syntax.Accepted):
        return Symbol(f"accepted {node.code.text}", "accepted", node.span, node.code.span, node.name.text)
    if isinstance(node, syntax.Prose):
        return Symbol(f"about {node.name.text}", "about", node.span, node.name.span)
    if isinstance(node, syntax.Has):
        owners = " and ".join(each.text for each in node.owners)
        name = f"each {owners} has" if owners else "there is"
        return Symbol(name, "fields", node.span, _first_line(source, node.span), "", tuple(map(_field, node.fields)))
    if isinstance(node, syntax.Game | syntax.Invariant | syntax.Secret | syntax.Example):
        return Symbol(node.title.text, SORTS[type(node)], node.span, node.title.span)
    named: object = getattr(node, "name", None)
    if not isinstance(named, syntax.Name):
        return Symbol(NAMELESS[type(node)], SORTS[type(node)], node.span, _first_line(source, node.span))
    said: object = getattr(node, "title", None)
    detail = said.text if isinstance(said, syntax.Text) else ""
    return Symbol(named.text, SORTS[type(node)], node.span, named.span, detail, tuple(_parts(node)))


SORTS: Final[dict[type, str]] = {
    syntax.Game: "game",
    syntax.Option: "option",
    **dict.fromkeys((syntax.Enumeration, syntax.NumberType, syntax.GridType, syntax.HexType), "type"),
    **dict.fromkeys((syntax.DrawnType, syntax.BorderType, syntax.LinkType), "type"),
    syntax.Component: "component",
    syntax.Joined: "places",
    syntax.Setup: "course",
    syntax.Play: "course",
    syntax.Phase: "phase",
    **dict.fromkeys((syntax.Procedure, syntax.ProcedureFamily), "procedure"),
    **dict.fromkeys((syntax.Action, syntax.ActionFamily), "action"),
    syntax.Choice: "choice",
    syntax.Whenever: "whenever",
    syntax.Define: "definition",
    syntax.Scoring: "scoring",
    syntax.Looks: "looks",
    syntax.Invariant: "invariant",
    syntax.Secret: "secret",
    syntax.Example: "example",
}
"""What each paragraph is."""


def _field(node: syntax.Field) -> Symbol:
    return Symbol(node.name.text, "field", node.span, node.name.span)


def _parts(node: syntax.Declaration) -> Iterator[Symbol]:
    """The values and attributes that a paragraph declares."""
    match node:
        case syntax.Enumeration():
            yield from (Symbol(each.text, "value", each.span, each.span) for each in node.values)
            yield from (Symbol(each.name.text, "attribute", each.span, each.name.span) for each in node.attributes)
        case syntax.Component():
            yield from (Symbol(each.text, "value", each.span, each.span) for each in node.names)
            yield from (Symbol(each.name.text, "attribute", each.span, each.name.span) for each in node.attributes)
        case syntax.LinkType():
            yield from (Symbol(each.name.text, "attribute", each.span, each.name.span) for each in node.attributes)
        case _:
            return


def _unread(parsed: Parsed, source: Source, read: set[int]) -> Iterator[Symbol]:
    """The paragraphs that are missing in the tree, by their first lines."""
    lost = {source.paragraph_start(head.span.start) for head in parsed.broken}
    for start, end in paragraphs(source.text):
        if start in lost and not any(start <= place < end for place in read):
            line = _first_line(source, Span(start, end))
            name = source.text[line.start : line.end].rstrip(": ")
            yield Symbol(name or "…", "unread", Span(start, end), line, UNREAD)


def _first_line(source: Source, span: Span) -> Span:
    text = source.line_text(source.line(span.start))
    return Span(span.start, min(span.end, span.start + len(text)))


def folds(document: Document) -> list[tuple[int, int]]:
    """The first and the last line, from 0, of each paragraph of several lines; not the blanks and comments behind."""
    source, found = document.source, []
    for start, end in paragraphs(source.text):
        first, last = source.line(start), source.line(end - 1)
        while last > first and source.line_text(last).strip()[:2] in ("", "--"):
            last -= 1
        if last > first:
            found.append((first - 1, last - 1))
    return found
