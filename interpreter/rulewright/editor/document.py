"""A text in an editor, as far as it can be read, and what is surely wrong with it: what is known after each key."""

from functools import cached_property

from attrs import define, evolve, field, frozen

from rulewright.analysis.check import chosen_from, once_each_name, told_where_declared
from rulewright.analysis.renaming import programs
from rulewright.editor.positions import Written
from rulewright.language.diagnostics import Diagnostic, unrepaired
from rulewright.language.elaborate.elaboration import besides, named
from rulewright.language.elaborate.environment import World
from rulewright.language.languages import stated
from rulewright.language.nesting_limits import OUTGROWN, outgrown
from rulewright.language.older_texts import read_in_its_language
from rulewright.language.parser import Known, Parsed, parse
from rulewright.language.source import Source, read_source, readable


@frozen
class Named:
    """All names and types of a text at one setting, and what is wrong with them."""

    world: World
    found: tuple[Diagnostic, ...]


@define(slots=False)
class Document:
    """A text as its editor has it. `unreadable`: why it is no text of rules at all; what can be read of it is read all
    the same. What is asked of it is found when it is asked, and kept."""

    written: Written
    unreadable: tuple[Diagnostic, ...]
    known: Known = field(factory=Known, repr=False)
    clean: set[str] = field(factory=set, repr=False)

    @property
    def source(self) -> Source:
        """What is read."""
        return self.written.source

    @cached_property
    def parsed(self) -> Parsed:
        """The tree, without lines that leave the grammar: to find how they are meant may take longer than a key."""
        return parse(self.source, mends=False, known=self.known)

    @cached_property
    def names(self) -> Named | None:
        """Its names and types at the first of its settings; None where nobody knows who plays."""
        try:
            settings = chosen_from(self.parsed, self.source)[1].settings
            if not settings:
                return None
            world, _ = named(self.parsed, self.source, settings[0].players, dict(settings[0].options))
        except OUTGROWN:
            return None
        return Named(world, besides(self.parsed, self.source, tuple(world.diagnostics)))

    @cached_property
    def programs(self) -> list[str] | None:
        """What tells its programs apart, at its first setting and those of its examples."""
        return programs(self.source, self.known, few=True)


def opened(name: str, text: str, encoding: str = "utf-16") -> Document:
    """A text that an editor shows, read in its language."""
    return _document(name, text, encoding, read_in_its_language(name, text.encode(errors="replace")), Known(), set())


def edited(before: Document, text: str) -> Document:
    """The text after a change: in the language in which it was read, unless it says another one. Of paragraphs that
    have not changed nothing is parsed again."""
    name, encoding = before.source.name, before.written.encoding
    source = read_source(name, text.encode(errors="replace"), before.clean)
    if isinstance(source, Source) and stated(source.text) is None:
        source = evolve(source, language=before.source.language)
    return _document(name, text, encoding, source, before.known, before.clean)


def _document(
    name: str, text: str, encoding: str, source: Source | list[Diagnostic], known: Known, clean: set[str]
) -> Document:
    if isinstance(source, Source):
        return Document(Written(text, source, encoding), (), known, clean)
    shown = readable(name, text.encode(errors="replace"))
    return Document(Written(text, shown, encoding), tuple(source), known, clean)


def told_at_once(document: Document) -> list[Diagnostic]:
    """What is surely wrong, as the grammar, names and types at one setting tell it, without repairs, which nobody has
    tried. Law: `check` finds an error at each of these places."""
    if document.unreadable:
        return [*document.unreadable]
    parsed, source = document.parsed, document.source
    try:
        wrong = chosen_from(parsed, source)[0]
        names = document.names
    except OUTGROWN as problem:
        return [outgrown(problem)]
    found = (*map(unrepaired, parsed.diagnostics), *wrong, *(map(unrepaired, names.found) if names else ()))
    errors = {(one.span, one.code): one for one in reversed(found) if one.severity == "error"}
    told = once_each_name(told_where_declared(source, [*errors.values()][::-1]))
    return sorted(told, key=lambda one: (one.span.start, one.code))
