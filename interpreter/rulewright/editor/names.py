"""The names of a text: where they are declared, where they stand, and how they get others.

A name that is given inside a paragraph belongs to it; every other one belongs to the whole text, with its plural. What
is called alike, such as an attribute of two components, is one name: it is found, and renamed, together.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs
from attrs import frozen

from rulewright.analysis.check import check
from rulewright.analysis.documents import QUOTED
from rulewright.analysis.renaming import forms_of, named_at, programs, same_games
from rulewright.analysis.rulebook.speech import spoken
from rulewright.editor.document import Document, told_at_once
from rulewright.language import syntax
from rulewright.language.diagnostics import Edit, applied
from rulewright.language.source import LETTERS, Source
from rulewright.language.span import Span
from rulewright.language.tokens import paragraphs
from rulewright.language.walking import walk
from rulewright.language.wording import NAME, plural, up

_WORD: Final = re.compile(NAME.pattern.replace("[^\\W\\d_][^\\W_]*", "[^\\W_]+", 1))
_OF_SOMETHING: Final = re.compile(r"(?:'s?|\b(?:your|its))[ \t\n]+$")
_BINDERS: Final = ("binder", "subject")
"""Fields of the syntax in which a name is given to something that is looked at."""


@frozen
class Declared:
    """A name where it is declared, what it is, all of its declaration, and the names of the types `of` which it is: a
    value's own, and of what is asked those of whom it is asked."""

    name: str
    what: str
    at: Span
    span: Span
    of: tuple[str, ...] = ()

    @property
    def member(self) -> bool:
        """Whether it is asked of something."""
        return bool(self.of) and self.what in ("a field", "an attribute", "a definition")


def word_at(source: Source, offset: int) -> Span | None:
    """The word around a place, or the one that ends there."""
    start = source.starts[source.line(offset) - 1]
    for found in _WORD.finditer(source.line_text(source.line(offset))):
        if start + found.start() <= offset <= start + found.end():
            return Span(start + found.start(), start + found.end())
    return None


# ---- what is declared


def declared(document: Document) -> Iterator[Declared]:
    """All names of the whole text, in its order."""
    for each in document.parsed.ruleset.declarations:
        yield from _of_all(each)


def _of_all(each: syntax.Declaration) -> Iterator[Declared]:
    own: object = getattr(each, "name", None)
    of = (own.text,) if isinstance(own, syntax.Name) else ()

    def named(names: Iterable[syntax.Name | syntax.Text], what: str) -> Iterator[Declared]:
        return (Declared(name.text, what, name.span, each.span, of) for name in names)

    if isinstance(own, syntax.Name) and not isinstance(each, _NAMELESS):
        whom = each.of if isinstance(each, syntax.Define) else None
        subject = () if whom is None else (whom.text,)
        yield Declared(own.text, _WHAT.get(type(each), "a type"), own.span, each.span, subject)
    match each:
        case syntax.Has(owners=owners, fields=fields):
            whose = tuple(owner.text for owner in owners)
            yield from (Declared(one.name.text, "a field", one.name.span, one.span, whose) for one in fields)
        case syntax.Option(values=values):
            yield from named((one for one in values if isinstance(one, syntax.Name)), "a value of an option")
        case syntax.Enumeration(values=values, attributes=attributes, rows=rows):
            yield from named(values, "a value")
            yield from named((row.called for row in rows if row.called is not None), "a value")
            yield from (Declared(one.name.text, "an attribute", one.name.span, one.span, of) for one in attributes)
        case syntax.NumberType(called=called_numbers):
            yield from named((one.name for one in called_numbers), "a number")
        case syntax.Component(attributes=attributes, names=names) | syntax.LinkType(attributes=attributes, ends=names):
            yield from named(names if isinstance(each, syntax.Component) else (), "a kind")
            yield from (Declared(one.name.text, "an attribute", one.name.span, one.span, of) for one in attributes)
        case syntax.DrawnType(rows=drawn):
            cells = (cell.name for row in drawn for cell in row)
            yield from named((name for name in cells if name is not None), "a place")
        case syntax.Game(seats=seats, teams=teams):
            yield from named(seats if isinstance(seats, tuple) else (), "a player")
            yield from named(teams.names if teams else (), "a team")
        case syntax.Action() | syntax.ActionFamily():
            listed = (node for node in walk(each) if isinstance(node, syntax.Words))
            yield from named((name for node in listed for name in node.names), "a choice of a pick")
        case _:
            return


_NAMELESS: Final = (syntax.Accepted, syntax.Prose, syntax.Whenever, syntax.Joined)
"""Paragraphs whose names are declared elsewhere."""
_WHAT: Final[dict[type, str]] = {
    syntax.Option: "an option",
    syntax.Component: "a component",
    syntax.Phase: "a phase",
    **dict.fromkeys((syntax.Procedure, syntax.ProcedureFamily), "a procedure"),
    **dict.fromkeys((syntax.Action, syntax.ActionFamily), "an action"),
    syntax.Choice: "a choice",
    syntax.Define: "a definition",
}


def given(document: Document, paragraph: Span) -> Iterator[Declared]:
    """The names that are given inside a paragraph: by `let` and `pick`, to parameters, to what is looked at."""
    for each in document.parsed.ruleset.declarations:
        if not paragraph.holds(each.span):
            continue
        for node in walk(each):
            match node:
                case syntax.Let(name=name) | syntax.Keep(name=name) | syntax.Param(name=name):
                    yield Declared(name.text, _GIVEN[type(node)], name.span, node.span)
                case syntax.Pick(name=name) | syntax.PickSeveral(name=name):
                    yield Declared(name.text, "a pick", name.span, node.span)
                case _:
                    bound = (getattr(node, field, None) for field in _BINDERS)
                    names = (each for each in bound if isinstance(each, syntax.Name))
                    yield from (Declared(each.text, "a local name", each.span, each.span) for each in names)


_GIVEN: Final[dict[type, str]] = {syntax.Let: "a value", syntax.Keep: "a kept value", syntax.Param: "a parameter"}


# ---- where a name is declared, and where it stands


@frozen
class Meant:
    """The name that a word is, as it is declared, where that is, and the paragraph to which it belongs, if it does."""

    name: str
    places: tuple[Declared, ...]
    within: Span | None


def meant(document: Document, offset: int) -> Meant | None:
    """What the word at a place names; None for words of the language and unknown ones."""
    source = document.source
    at = word_at(source, offset)
    if at is None:
        return None
    word, paragraph = source.text[at.start : at.end], paragraph_at(source, offset)
    everywhere = [*declared(document)]
    if paragraph is not None and not asked_of(source, at):
        local = [each for each in given(document, paragraph) if each.name == word]
        before = [each for each in local if each.at.start <= offset]
        if local:
            shared = any(each.name == word for each in everywhere)  # as a parameter that is called like its type
            nearest = before[-1:] or local[:1]
            return Meant(word, tuple(nearest), None if shared else paragraph)
    found = [each for each in everywhere if each.name == word] or [
        each for each in everywhere if plural(each.name) == word
    ]
    return Meant(found[0].name, tuple(found), None) if found else None


def asked_of(source: Source, at: Span) -> bool:
    """Whether a word is asked of something, as its place tells."""
    return _OF_SOMETHING.search(source.text, 0, at.start) is not None


def paragraph_at(source: Source, offset: int) -> Span | None:
    """The paragraph around a place."""
    return next((Span(*each) for each in paragraphs(source.text) if each[0] <= offset < each[1]), None)


def references(document: Document, name: Meant) -> list[Span]:
    """All places at which a name stands, where it is declared, too."""
    forms = _forms(name, name.name)
    there = (*_named(document, name.within, forms), *_quoted(document, name.within, forms))
    return sorted(there, key=lambda each: each.start)


def _named(document: Document, within: Span | None, forms: Mapping[str, str]) -> Iterator[Span]:
    """Where these words stand as names, and not as words of the language."""
    nodes = [*all_nodes(document.parsed.ruleset)]
    looks = [part for node in nodes if isinstance(node, syntax.Appearance) for part in (node.word, node.value)]
    nodes = [node for node in nodes if all(node is not part for part in looks)]  # a color may be called like a value
    strings = [node.span for node in nodes if isinstance(node, syntax.Text)]
    starts = {node.span.start for node in nodes if isinstance(node, syntax.Name | syntax.Text | syntax.Spot)}
    starts -= {node.word.span.start for node in nodes if isinstance(node, syntax.Holder)}
    phases = {each.name for each in declared(document) if each.what in ("a phase", "a procedure")}
    begun = [node.name for node in nodes if isinstance(node, syntax.ExampleAt)]
    starts -= {name.span.start for name in begun if name.text not in phases}  # `at play`, where an action is called so
    for place in named_at(document.source.text, forms):
        here = within is None or within.holds(place)
        if here and (place.start in starts or any(each.start < place.start < each.end for each in strings)):
            yield place


def _quoted(document: Document, within: Span | None, forms: Mapping[str, str]) -> Iterator[Span]:
    """Where players are told of them, between quotation marks, which lead to what is told of them."""
    either = "|".join(re.escape(spoken(form)) for form in forms)
    pattern = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)
    prose = (each for each in document.parsed.ruleset.declarations if isinstance(each, syntax.Prose))
    for said in (text.span for each in prose for text in each.texts if within is None):
        for marked in QUOTED.finditer(document.source.text, said.start, said.end):
            yield from (Span(*found.span()) for found in pattern.finditer(document.source.text, *marked.span(1)))


def all_nodes(node: object) -> Iterator[object]:
    """A node and all below, also in types, which those who `walk` do not see."""
    waiting = [node]
    while waiting:
        here: Any = waiting.pop()
        if isinstance(here, tuple):
            waiting += here
        elif attrs.has(type(here)):
            yield here
            waiting += (getattr(here, part.name) for part in attrs.fields(type(here)))


# ---- another name


@frozen
class Refused:
    """Why a name cannot become another one."""

    why: str


def renamed(document: Document, offset: int, new: str) -> list[Edit] | Refused:
    """The edits that give the name at a place another one. Law: the game is the same, as far as the first of its
    settings and those of its examples tell."""
    name = meant(document, offset)
    if name is None:
        return Refused("Only names can be renamed that these rules declare.")
    if document.unreadable or told_at_once(document):
        return Refused(
            "Something is wrong with these rules: repair it first, so that it can be seen that they stay the same."
        )
    if (why := _no_name(document.source, name, new)) is not None:
        return Refused(why)
    if new == name.name:
        return []
    return _same_game(document, name, new)


def _no_name(source: Source, name: Meant, new: str) -> str | None:
    """Why nothing can be called so here."""
    if NAME.fullmatch(new) is None:
        return f'"{new}" is no name: write letters and digits, first a letter, and hyphens between words.'
    if len(new) > LETTERS:
        return f"A name has at most {LETTERS} letters, and this one has {len(new)}."
    for form in _forms(name, new).values():
        for place in named_at(source.text, {form: form}):
            if name.within is None or name.within.holds(place):
                return f'"{form}" stands already in line {source.line(place.start)}, and would mean both.'
    return None


def _same_game(document: Document, name: Meant, new: str) -> list[Edit] | Refused:
    source, tried = document.source, list[Source]()
    for forms in ways(document, name, new):
        edits = edits_of(document, name.within, forms)
        tried.append(source.with_text(applied(source.text, edits)))
        if same_games(document.programs, programs(tried[-1], document.known, few=True), forms):
            return edits
    wrong = next((one for one in check(tried[0]) if one.severity == "error"), None)
    if wrong is not None:
        return Refused(f"Line {source.line(wrong.span.start)} would be wrong then. {wrong.message}")
    return Refused(f'With "{new}" for "{name.name}" these rules would be another game.')


def edits_of(document: Document, within: Span | None, forms: Mapping[str, str]) -> list[Edit]:
    """What makes these words others wherever they stand as names, in the whole text or in a paragraph."""
    text = document.source.text
    edits = [Edit(place, forms[text[place.start : place.end]]) for place in _named(document, within, forms)]
    told = {spoken(form).casefold(): spoken(other) for form, other in forms.items()}
    for place in _quoted(document, within, forms):
        old = text[place.start : place.end]
        new = told[old.casefold()]
        edits.append(Edit(place, up(new) if old[0].isupper() else new))
    return edits


def ways(document: Document, name: Meant, new: str) -> Iterator[Mapping[str, str]]:
    """How words change: the name, of a type also its plural, with the names of pieces of which it is a part, at any
    setting; then without those."""
    forms = _forms(name, new)
    part = re.compile(rf"(?<!\w){re.escape(name.name)}(?!\w)")
    known = {form for each in declared(document) for form in (each.name, plural(each.name))}
    words = {node.text for node in all_nodes(document.parsed.ruleset) if isinstance(node, syntax.Name)} - known
    pieces = {word: part.sub(new, word) for word in words if part.search(word)}
    if pieces.keys() - forms.keys() and name.within is None:
        yield pieces | forms
    yield forms


def _forms(name: Meant, new: str) -> dict[str, str]:
    """How a name is written, each with how its new one is: only types have a plural."""
    typed = any(each.what in ("a type", "a component") for each in name.places)
    return forms_of({name.name: new}) if typed else {name.name: new}
