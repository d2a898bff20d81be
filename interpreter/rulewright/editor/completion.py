"""What may stand at a place: sentences as snippets where a line begins, what can be asked behind `'s`, and elsewhere
the words that the grammar takes there and the names, first those of the type that is wanted.

The line is completed by a name that nobody has, in such a way that it can be read; what that name should be is heard
from the language itself. Only this paragraph is read and elaborated for it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import define, evolve, frozen

from rulewright.analysis.check import chosen_from
from rulewright.editor.document import Document
from rulewright.editor.names import declared, paragraph_at
from rulewright.editor.same_names import subject_of
from rulewright.language import core, syntax
from rulewright.language.building import HEADERS, LINES, PARAGRAPHS, SENTENCES
from rulewright.language.building.shapes import Form
from rulewright.language.elaborate.elaboration import named
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.possessives import questions_of
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.elaborate.suggestions import type_words
from rulewright.language.grammar import Parse, vocabulary
from rulewright.language.library import rows_in
from rulewright.language.library.answering import sorts_of
from rulewright.language.nesting_limits import OUTGROWN
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.syntax import Ruleset
from rulewright.language.tokens import DEDENT, INDENT, LINE_END, Token, layout, opening_word, scan
from rulewright.language.types import PLAYER, Scalar, Type, without_none
from rulewright.language.walking import moved

HERE: Final = "zz-here"
"""The name that nobody has."""
_PREFIX: Final = re.compile(r"[^\W_]*(?:[-+][^\W_]+)*[-+]?\Z")
_OF_SOMETHING: Final = re.compile(r"(?:'s?[ \t]+|\b(?:your|its)[ \t]+)\Z")
_LISTS: Final = re.compile(r"choose until\b|go around .*\bpass:")
"""Below these stand actions."""
_OF_A_TYPE: Final = re.compile(r"(?:define|to) [^:]* of +")
"""Behind this, a definition or procedure says what it is asked of."""
_GAP: Final = re.compile(r'\b[A-Z]{2,}\b|"[^"]*"')
_TAIL: Final = re.compile(r",? (?:and|or) (?:its rows )?below|, such as|; before them| with a list below|\band last\b")
ENDINGS: Final = (
    "",
    " to {}",
    ": nothing",
    " is {}: nothing",
    " be {}",
    " from {}",
    " is {}",
    " satisfies {}",
    " in {}",
)
"""How a line may go on behind what is typed, the shortest first."""
ZONES: Final = ("pile of", "hand of", "area of", "row of", "slot of", "set of", "counts of", "memory of")


@frozen
class Item:
    """What may stand there: what is shown, what sort of thing it is, what is said of it, and what is written (a
    snippet, if `gaps`). `likely`: it has the type that is wanted."""

    label: str
    sort: str
    detail: str = ""
    written: str | None = None
    gaps: bool = False
    likely: bool = False


def completions(document: Document, offset: int) -> list[Item]:
    """All that may stand at a place, each once, the likely ones first, words of the language behind names; what is
    typed of it already decides nothing."""
    source = document.source
    prefix = _PREFIX.search(source.text, 0, offset)
    begun = prefix.start() if prefix else offset
    line = source.text[source.text.rfind("\n", 0, begun) + 1 : begun]
    if "--" in line or line.count('"') % 2:
        return []
    if not line:
        found = [*snippets(PARAGRAPHS)]
    elif not line.strip() or line.rstrip().endswith(":"):
        found = [*_sentences(document, begun, fresh=not line.strip())] or [*_asked(document, begun)]
    else:
        found = [*_asked(document, begun)]
    found.sort(key=lambda each: (not each.likely, each.sort == "keyword"))
    once = dict[str, Item]()
    for each in found:
        if each.label != HERE:
            once.setdefault(each.label, each)
    return [*once.values()]


# ---- where a line begins


def snippets(forms: Sequence[Form]) -> Iterator[Item]:
    """Each way in which a form is written, its gaps to be filled in."""
    for form in forms:
        for way in re.split(rf",? or (?={form.word}\b)|, (?={form.word}\b)", form.written):
            written = _TAIL.split(way)[0].strip(" ,")
            yield Item(written, "snippet", form.written, _with_gaps(written), gaps=True)


def _with_gaps(written: str) -> str:
    numbers = iter(range(1, 100))

    def gap(found: "re.Match[str]") -> str:
        text = found.group()
        inner = f"${{{next(numbers)}:{text.strip(chr(34))}}}"
        return f'"{inner}"' if text.startswith('"') else inner

    return _GAP.sub(gap, written.replace("$", r"\$").replace("}", r"\}"))


def _sentences(document: Document, begun: int, *, fresh: bool) -> Iterator[Item]:
    """What may begin a line in this paragraph; `fresh`: nothing stands before it."""
    head = _head(document.source, begun)
    words = _opening(document.source, begun) if fresh else None
    actions = [each for each in declared(document) if each.what in ("an action", "a choice")]
    if head == "choice" or (fresh and _LISTS.match(_above(document.source, begun))):
        yield from (Item(each.name, "action", each.what, likely=True) for each in actions)
    elif head == "example" and fresh:
        above = _above(document.source, begun).partition(" ")[0]
        lines = _OF_EXAMPLES.get(above, _OF_EXAMPLES["given:"])
        yield from (Item(each, "snippet", "a line of an example", _with_gaps(each), gaps=True) for each in lines)
    elif words is not None:
        yield from snippets([form for form in (*HEADERS, *SENTENCES, *LINES) if form.word in words])
    elif head in _OF_SENTENCES:
        yield from snippets((*HEADERS, *SENTENCES) if head == "action" and fresh else SENTENCES)
    if head in _OF_SENTENCES:
        called = ("a phase", "a procedure")
        yield from (Item(each.name, "procedure", each.what) for each in declared(document) if each.what in called)
    elif head in ("there", "each") and fresh:
        fields = ("NAME: TYPE", *(f"NAME: {zone} COMPONENT" for zone in ZONES))
        yield from (Item(each, "snippet", "a field", _with_gaps(each), gaps=True) for each in fields)


_OF_EXAMPLES: Final = {
    "example": ("players NAME, NAME", "with OPTION VALUE", "given:", "at PHASE as PLAYER", "when:", "then:"),
    "given:": ("as set up", "ZONE holds PIECES", "FIELD is VALUE"),
    "when:": ("PLAYER: MOVE", "ZONE gives PIECES"),
    "then:": ("ZONE holds PIECES", "FIELD is VALUE", "PLAYER can MOVE", 'PLAYER cannot MOVE because "REASON"'),
}
"""What stands below the head of an example, and below each line that has lines below it."""
_OF_SENTENCES: Final = ("action", "setup", "play", "phase", "to", "whenever")


def _opening(source: Source, begun: int) -> frozenset[str] | None:
    """The words of the language with which a line may begin there; None where what stands before cannot be read."""
    paragraph = paragraph_at(source, max(0, begun - 1))
    if paragraph is None:
        return None
    tokens = layout(f"{source.text[:begun]}{HERE}\n", paragraph.start, begun + len(HERE) + 1)
    before = next(place for place, token in enumerate(tokens) if token.start == begun and token.text == HERE)
    parsed, at = Parse.begun(source.language).along(tokens, 0, before)
    return _words(parsed.accepts(), source.language) if at == before else None


def _words(terminals: frozenset[str], language: int) -> frozenset[str]:
    """The words of the language that are one of these terminals."""
    return frozenset(word for word, terminal in vocabulary(language).words.items() if terminal in terminals)


def _head(source: Source, place: int) -> str:
    """The word with which the paragraph around a place begins."""
    paragraph = paragraph_at(source, max(0, place - 1))
    return opening_word(layout(source.text, paragraph.start, paragraph.end)) if paragraph else ""


def _above(source: Source, place: int) -> str:
    """The line under which a line stands: the last one before it that begins further to the left."""
    number = source.line(place)
    column = len(source.text[source.starts[number - 1] : place])
    lines = (source.line_text(line) for line in range(number - 1, 0, -1))
    return next((line.strip() for line in lines if line.strip() and len(line) - len(line.lstrip()) < column), "")


def _types(document: Document) -> Iterator[Item]:
    for each in declared(document):
        if each.what in ("a type", "a component"):
            yield Item(each.name, "type", each.what)
    yield from (Item(each, "keyword") for each in (*ZONES, "player", "yes or no"))


# ---- what the language says of a name that stands there


@define
class _Heard:
    """What was heard of the name that nobody has: where it stands, what it should be, or what is asked for it."""

    world: World | None = None
    env: Env | None = None
    expected: Scalar | None = None
    subject: Typed | None = None


def _asked(document: Document, begun: int) -> Iterator[Item]:
    source, head = document.source, _head(document.source, begun)
    line = source.text[source.text.rfind("\n", 0, begun) + 1 : begun]
    opened = line.count("(") > line.count(")") and line.startswith(("to ", "action ", "phase ", "define "))
    if (
        opened
        or line == "each "
        or _OF_A_TYPE.fullmatch(line)
        or (head in ("there", "each", "component") and ":" in line)
    ):
        yield from _types(document)
        return
    parsed = _parsed(source, begun)
    heard = _Heard() if head == "example" or parsed is None else _heard(document, begun, *parsed)
    of_something = _OF_SOMETHING.search(source.text, 0, begun)
    world = heard.world or (document.names.world if document.names else None)
    if of_something is not None:
        your = Value(core.Const(0, PLAYER), PLAYER) if of_something.group().startswith("your") else None
        subject = heard.subject or your
        if world is not None and subject is not None:
            yield from _members(world, subject, source.language)
        else:
            yield from (Item(each.name, each.what, each.what) for each in declared(document) if each.what in _OF)
        return
    terminals = parsed[0].accepts() if parsed is not None else frozenset(("NAME",))
    yield from (Item(word, "keyword") for word in sorted(_words(terminals, source.language)))
    if "NAME" in terminals:
        choosing = "choose" in line.split()
        if world is not None and not choosing and (line[0].isspace() or parsed is None or heard.world is not None):
            yield from _names(world, heard.env or Env(), heard.expected)
        actions = choosing or world is None
        found = (each for each in declared(document) if world is None or each.what in ("an action", "a choice"))
        yield from (Item(each.name, each.what.split()[-1], each.what, likely=True) for each in found if actions)


_OF: Final = ("a field", "an attribute", "a definition")
"""What may be asked of something, where nobody knows of what."""


def _parsed(source: Source, begun: int) -> tuple[Parse, int] | None:
    """The parse of the paragraph around a place up to there, and how many blocks are open; None where it cannot be
    read so far."""
    paragraph = paragraph_at(source, max(0, begun - 1))
    if paragraph is None:
        return None
    tokens = layout(source.text[:begun] + "\n", paragraph.start, begun + 1)
    while tokens and tokens[-1].kind in (LINE_END, DEDENT):
        tokens.pop()
    parsed, at = Parse.begun(source.language).along(tokens, 0, len(tokens))
    blocks = sum((token.kind == INDENT) - (token.kind == DEDENT) for token in tokens)
    return (parsed, blocks) if at == len(tokens) else None


def _heard(document: Document, begun: int, parsed: Parse, blocks: int) -> _Heard:
    """What the language says of a name at a place, in the paragraph as it stands, and was parsed, up to there."""
    heard, source = _Heard(), document.source
    paragraph = paragraph_at(source, max(0, begun - 1))
    if paragraph is None:
        return heard
    before = source.text[paragraph.start : begun]
    line = before[before.rfind("\n") + 1 :]
    brackets = ")" * max(0, line.count("(") - line.count(")"))
    closes = (brackets, f", {HERE}{brackets}", f", {HERE}, {HERE}{brackets}") if brackets else ("",)
    for ending, close in ((ending, close) for ending in ENDINGS for close in closes):
        tail = f"{HERE}{close}{ending.format(HERE)}\n"
        if not _ends(parsed, blocks, tail):
            continue
        text = before + tail
        read = parse(source.with_text(text), mends=False)
        if read.diagnostics:
            continue
        with suppress(Mistake, *OUTGROWN):
            _listen(document, paragraph.start, read.ruleset, source.with_text(source.text + text), heard)
        if heard.world is not None:
            return heard
    return heard


def _ends(parsed: Parse, blocks: int, tail: str) -> bool:
    """Whether the paragraph can end with the rest of a line, behind what was parsed."""
    words = [token for token in scan(tail, 0, len(tail)) if token.kind != "newline"]
    words += [Token(kind, "", len(tail), len(tail)) for kind in (LINE_END, *(DEDENT,) * blocks)]
    whole, at = parsed.along(words, 0, len(words))
    return at == len(words) and whole.made() is not None


def _listen(document: Document, start: int, read: Ruleset, source: Source, heard: _Heard) -> None:
    """Let the language tell of this paragraph, which stands behind the whole text here."""
    others = (_interface(each) for each in document.parsed.ruleset.declarations if each.span.start != start)
    own = moved(read.declarations, len(document.source.text))
    ruleset = Ruleset((*(each for each in others if each is not None), *own))
    parsed = evolve(document.parsed, ruleset=ruleset, diagnostics=())
    _, admits = chosen_from(parsed, source)
    if admits.settings:
        setting = admits.settings[0]
        listening = evolve(RECURSION, expression=partial(_hearing, heard))
        named(parsed, source, setting.players, dict(setting.options), listening)


def _interface(each: syntax.Declaration) -> syntax.Declaration | None:
    """What other paragraphs need of one: its names and types."""
    match each:
        case syntax.Setup() | syntax.Play() | syntax.Phase() | syntax.Action() | syntax.Procedure():
            return evolve(each, body=())
        case syntax.Invariant() | syntax.Secret() | syntax.Example() | syntax.Whenever():
            return None
        case syntax.Accepted() | syntax.Prose() | syntax.Looks():
            return None
        case _:
            return each


def _hearing(heard: _Heard, world: World, env: Env, node: syntax.Expr, expected: Scalar | None) -> Typed:
    match node:
        case syntax.Word(name=syntax.Name(text=text)) if text == HERE and heard.world is None:
            heard.world, heard.env, heard.expected = world, env, expected
        case syntax.Of(subject=subject, member=syntax.Member(name=syntax.Name(text=text))) if text == HERE:
            heard.subject = subject_of(world, env, subject)
            heard.world, heard.env = world, env
        case _:
            pass
    return RECURSION.expression(world, env, node, expected)


def _members(world: World, subject: Typed, language: int) -> Iterator[Item]:
    """What can be asked of it."""
    yield from (Item(name, "question", likely=True) for name in questions_of(world, subject))
    sorts: tuple[str, ...] = ("sequence",)
    match subject:
        case Value(type=type_):
            sorts = sorts_of(type_)
        case ZoneValue(ref=ref):
            sorts = ("sequence", "pile") if world.zones[ref.zone].kind == "pile" else sorts
        case SeqValue(of=of) if sorts_of(of)[:1] == ("place",):
            sorts = ("sequence", "places")
        case _:
            pass
    for (sort, name), row in rows_in(language).items():
        if sort in sorts:
            params = ", ".join(param.name for param in row.params if not param.optional)
            yield Item(name, "question", row.doc, f"{name}({params})" if params else name)


def _names(world: World, env: Env, expected: Scalar | None) -> Iterator[Item]:
    """The names that mean something there, those of the wanted type likely."""
    wanted = without_none(expected) if expected is not None else None

    def typed(name: str, sort: str, type_: Type | None) -> Item:
        detail = type_words(type_) if type_ is not None else ""
        plain = without_none(type_) if isinstance(type_, Scalar) else None
        return Item(name, sort, detail, likely=sort == "local" or (wanted is not None and plain == wanted))

    for name, entry in env.names.items():
        yield typed(name, "local", entry.typed.type if isinstance(entry.typed, Value) else None)
    for owners, fields in world.fields.items():
        for name, field in fields.items() if not owners else ():
            zone = field.sort == "zone"
            yield typed(name, "field", None if zone else world.variables[field.index].type)
    for name, meant in world.bearers.items():
        yield from (typed(name, "value", type_) for type_, _ in meant)
    yield from (Item(name, "definition") for owner, name in world.definition_entries if owner is None)
    yield from (typed(name, "option", type_) for name, type_ in world.option_types.items())
    yield from (Item(name, "type", f"all of {one}") for name, one in world.plurals.items())
    if env.you is not None:
        yield from (Item(word, "keyword") for word in ("you", "your"))
