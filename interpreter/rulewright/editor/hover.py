"""What is told of the word under the pointer: of a name what it is, who sees it, and who sets and asks it; of a word of
the language how it is written and what the reference says."""

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.analysis.documents import Document as Book, as_text, sections_about
from rulewright.analysis.rulebook import rulebook
from rulewright.analysis.rulebook.things import SEEN
from rulewright.editor.document import Document, told_at_once
from rulewright.editor.names import Declared, Meant, meant, references, word_at
from rulewright.editor.reference import explained
from rulewright.editor.same_names import declarations
from rulewright.language import syntax
from rulewright.language.building import FORMS
from rulewright.language.diagnostics import Diagnostic, summary
from rulewright.language.elaborate.suggestions import type_words
from rulewright.language.library import rows_in
from rulewright.language.render import paragraph_title
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.language.wording import a, up

MOST_LINES: Final = 3
"""So many lines of a declaration are shown."""
MOST_NAMED: Final = 8
"""So many paragraphs are named that set or ask something."""


def told(document: Document, offset: int, found: tuple[Diagnostic, ...] = ()) -> tuple[Span, str] | None:
    """The word at a place, and what is told of it, as Markdown; None where there is nothing to tell."""
    source = document.source
    at = word_at(source, offset)
    parts = [_of_finding(one) for one in found if one.span.start <= offset <= one.span.end]
    if at is None and not parts:
        return None
    name = meant(document, offset)
    if name is not None:
        parts += _of_name(document, name, declarations(document, offset))
    elif at is not None:
        parts += _of_word(source.text[at.start : at.end], source.language)
    return (at or Span(offset, offset), "\n\n".join(parts)) if parts else None


def _of_finding(one: Diagnostic) -> str:
    """What the page of a finding says first."""
    return f"**{one.code}**: {summary(one.code)[1]} `rulewright explain {one.code}` tells more."


# ---- names


def _of_name(document: Document, name: Meant, declared: Iterable[Declared]) -> Iterator[str]:
    for each in declared:
        yield f"{each.what}\n```rulewright\n{_shown(document, each)}\n```"
        if (of_type := _typed(document, each)) is not None:
            yield of_type
    if name.within is None:
        yield from _used(document, name)


def _shown(document: Document, each: Declared) -> str:
    source = document.source
    first, last = source.line(each.span.start), source.line(max(each.span.start, each.span.end - 1))
    number = MOST_LINES if each.what in ("a type", "a component", "a field", "an option") else 1
    lines = [source.line_text(line) for line in range(first, min(last, first + number - 1) + 1)]
    return "\n".join(line.strip() if number == 1 else line for line in lines)


def _typed(document: Document, each: Declared) -> str | None:
    """Of what type it is, and who sees it."""
    if document.names is None:
        return None
    world = document.names.world
    places = (each.span, each.at)
    for zone in world.zones:
        if zone.span in places:
            return f"{up(a(zone.kind))} of {world.components[zone.component].name}: {SEEN[zone.audience]}."
    for field in world.variables:
        if field.span in places:
            return f"It is {type_words(field.type)}: {SEEN[field.audience]}."
    local = next((one for one in reversed(world.locals) if one.span == each.at), None)
    return None if local is None else f"It is {type_words(local.type)}."


def _used(document: Document, name: Meant) -> Iterator[str]:
    """The paragraphs in which it is set, and those in which it is asked."""
    source, targets = document.source, {*_targets(document)}
    set_in, asked_in = dict[str, None](), dict[str, None]()
    declared = {each.at for each in name.places}
    for place in references(document, name):
        if place not in declared:
            (set_in if place in targets else asked_in)[paragraph_title(source, place.start)] = None
    for what, where in (("Set", set_in), ("Asked", asked_in)):
        if where:
            more = f" and {len(where) - MOST_NAMED} more" if len(where) > MOST_NAMED else ""
            yield f"{what} in: " + ", ".join(f"`{each}`" for each in [*where][:MOST_NAMED]) + more + "."


def _targets(document: Document) -> Iterator[Span]:
    """Where the names stand of what sentences set, fill or empty."""
    for node in walk(document.parsed.ruleset):
        match node:
            case syntax.Set(target=target) | syntax.SetBoard(target=target) | syntax.Change(target=target):
                yield from _last_name(target)
            case syntax.Move(what=what, to=to):
                yield from _last_name(to)
                yield from _last_name(what.path if isinstance(what, syntax.This) else what.among)
            case syntax.Draw(among=zone) | syntax.RollInto(to=zone) | syntax.Shuffle(zone=zone) | syntax.Sow(what=zone):
                yield from _last_name(zone)
            case syntax.Swap(first=first, second=second):
                yield from (*_last_name(first), *_last_name(second))
            case syntax.Remember(memory=changed) | syntax.Rotate(what=changed) | syntax.Pack(board=changed):
                yield from _last_name(changed)
            case _:
                pass


def _last_name(path: syntax.Expr) -> Iterator[Span]:
    """The name of what a path leads to; of what is looked through, what that is."""
    match path:
        case syntax.Word(name=name) | syntax.Call(name=name) | syntax.Of(member=syntax.Member(name=name)):
            yield name.span
        case syntax.Query(source=inside) | syntax.Picked(source=inside):
            yield from _last_name(inside)
        case _:
            return


# ---- words of the language


def _of_word(word: str, language: int) -> Iterator[str]:
    for form in FORMS:
        if form.word == word:
            yield f"`{form.written}`"
    for (_, name), row in rows_in(language).items():
        if name == word:
            params = ", ".join(param.name for param in row.params)
            yield f"`{name}{f'({params})' if params else ''}` of a {row.sort}: {row.doc}"
    if (there := explained(word)) is not None:
        section, paragraph = there
        yield (
            f"{paragraph}\n\n*{section.number} {section.title}*" if paragraph else f"*{section.number} {section.title}*"
        )


# ---- what the rulebook says


def rulebook_sentence(document: Document, name: str) -> str | None:
    """What the rulebook tells players of a name; None where something is wrong with the rules, or it tells nothing."""
    if document.unreadable or told_at_once(document):
        return None
    book = rulebook(document.source, document.parsed.ruleset)
    told = sections_about(book, name)
    return as_text(Book("", "", told)).strip() if told else None
