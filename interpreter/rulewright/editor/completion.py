"""What may stand at a place: sentences as snippets where a line begins, what can be asked behind `'s`, and elsewhere
the words that the grammar takes there and the names, first those with which the language finds no fault.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, get_args

from attrs import evolve, frozen

from rulewright.editor.document import Document
from rulewright.editor.listening import HERE, TYPE_ROLES, Heard, heard_at, parsed_to
from rulewright.editor.names import declared, paragraph_at
from rulewright.language import core, syntax
from rulewright.language.building import HEADERS, LINES, PARAGRAPHS, SENTENCES
from rulewright.language.building.shapes import Form
from rulewright.language.elaborate.declared_fields import AUDIENCES
from rulewright.language.elaborate.declared_types import ALWAYS
from rulewright.language.elaborate.environment import Env, SeqValue, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.examples import seats_of
from rulewright.language.elaborate.possessives import questions_of
from rulewright.language.elaborate.suggestions import type_words
from rulewright.language.grammar import Parse, expansions, vocabulary
from rulewright.language.library import rows_in
from rulewright.language.library.answering import sorts_of
from rulewright.language.source import Source
from rulewright.language.tokens import Token, layout, opening_word
from rulewright.language.types import PLAYER, Scalar, Type, without_none

_PREFIX: Final = re.compile(r"[^\W_]*(?:[-+][^\W_]+)*[-+]?\Z")
_OF_SOMETHING: Final = re.compile(r"(?:'s?[ \t]+|\b(?:your|its)[ \t]+)\Z")
_LISTS: Final = re.compile(r"choose until\b|go around .*\bpass:")
"""Below these stand actions."""
_GAP: Final = re.compile(r'\b[A-Z]{2,}\b|"[^"]*"')
_TAIL: Final = re.compile(r",? (?:and|or) (?:its rows )?below|, such as|;| with a list below|, and last\b")
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
        found = [*snippets(PARAGRAPHS), *_of_types(source.language)]
    else:
        fresh, head = not line.strip(), _head(source, begun)
        found = [*_sentences(document, begun, fresh=fresh)] if fresh or line.rstrip().endswith(":") else []
        if not found or head in _OF_VALUES:
            found += _asked(document, begun)
        begins = (each for each in snippets(PARAGRAPHS) if each.label.startswith(line))
        found += (_snippet(each.label.removeprefix(line), each.detail) for each in begins)
    written = tuple(each.label for each in found if each.sort == "snippet")
    found = [each for each in found if each.sort != "keyword" or not any(way.startswith(each.label) for way in written)]
    known = any(each.likely for each in found)
    found.sort(key=lambda each: (not each.likely, each.sort != "snippet", known != (each.sort == "keyword")))
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
            yield _snippet(way, form.written)


def _snippet(way: str, detail: str) -> Item:
    written = _TAIL.split(way)[0].strip(" ,")
    return Item(written, "snippet", detail, _with_gaps(written), gaps=True)


def _of_types(language: int) -> Iterator[Item]:
    """How types are declared, whose paragraphs begin with their names: the grammar's own ways."""
    words = {terminal: word for word, terminal in vocabulary(language).words.items()}
    marks = {terminal: mark for mark, terminal in vocabulary(language).marks.items()}
    for rule, symbols in expansions(language):
        line = [*takewhile(lambda each: not each.startswith("_"), symbols)] if rule == "value_type" else ()
        gaps = (words.get(each) or marks.get(each) or each.rpartition("_")[2].upper() for each in line)
        written = re.sub(r" (?=[:,])|[ ,]+\Z", "", " ".join(gaps))
        if written:
            yield _snippet(written, "a type")


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
    parsed = parsed_to(document.source, begun) if fresh else None
    words = _words(parsed[0].accepts(), document.source.language) if parsed is not None else None
    actions = [each for each in declared(document) if each.what in ("an action", "a choice")]
    if head == "choice" or (fresh and _LISTS.match(_above(document.source, begun))):
        yield from (Item(each.name, "action", each.what, likely=True) for each in actions)
    elif head == "example" and fresh:
        lines = _OF_EXAMPLES.get(_above(document.source, begun).partition(" ")[0], ())
        yield from (_snippet(each, "a line of an example") for each in lines)
    elif words is not None:
        yield from snippets([form for form in (*HEADERS, *SENTENCES, *LINES) if form.word in words])
        yield from (_snippet(form.below, form.below) for form in PARAGRAPHS if form.word == head and form.below)
    elif head in _OF_SENTENCES:
        yield from snippets((*HEADERS, *SENTENCES) if head == "action" and fresh else SENTENCES)
    if head in _OF_SENTENCES:
        called = ("a phase", "a procedure")
        yield from (Item(each.name, "procedure", each.what) for each in declared(document) if each.what in called)
    elif head in ("there", "each") and fresh:
        yield from (_snippet(f"NAME: {zone} COMPONENT", "a field") for zone in ZONES)


_OF_EXAMPLES: Final = {
    "example": ("players NAME, NAME", "with OPTION VALUE", "given:", "at PHASE as PLAYER", "when:", "then:"),
    "given:": ("as set up", "ZONE holds PIECES", "BOARD holds:", "FIELD is VALUE"),
    "when:": ("PLAYER: MOVE", "ZONE gives PIECES"),
    "then:": (
        "ZONE holds PIECES",
        "BOARD holds:",
        "FIELD is VALUE",
        "game is over",
        "PLAYER decides",
        "PLAYER can MOVE",
        'PLAYER cannot MOVE because "REASON"',
        "PLAYER can only:",
        "PLAYER has NUMBER moves",
        "PLAYER can see PLACE",
        "PLAYER cannot see PLACE",
        'options are refused because "REASON"',
    ),
}
"""What stands below the head of an example, and below each line that has lines below it."""
_OF_VALUES: Final = ("example", "component", "define")
"""Paragraphs in which lines may also begin with a name."""
_OF_SENTENCES: Final = ("action", "setup", "play", "phase", "to", "whenever")


def _words(terminals: frozenset[str], language: int) -> frozenset[str]:
    """The words of the language that are one of these terminals."""
    return frozenset(word for word, terminal in vocabulary(language).words.items() if terminal in terminals)


def _phrase(parsed: Parse, word: str) -> str:
    """A word that may stand there, with those behind it as long as nothing else can follow."""
    after, taken = parsed.along([Token("word", word, 0, len(word))], 0, 1)
    terminals = after.accepts() if taken else frozenset()  # a word that stands only with others is not taken alone
    following = _words(terminals, parsed.language)
    return f"{word} {_phrase(after, *following)}" if len(terminals) == len(following) == 1 else word


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


# ---- what the language says of a name that stands there


_OF_TYPES: Final = ("a type", "a component", "a field")
"""What zones, sets and memories are of."""
MAX_TRIED: Final = 2
"""So many names are tried at most: each is a reading of the paragraph, and who types waits 50 ms at most."""
_TRIED: Final = ("local", "field", "value", "option", "definition", "type", "question", "name")


def _asked(document: Document, begun: int) -> Iterator[Item]:
    source, head = document.source, _head(document.source, begun)
    line = source.text[source.text.rfind("\n", 0, begun) + 1 : begun]
    parsed = parsed_to(source, begun)
    heard = Heard() if parsed is None else heard_at(document, begun, *parsed, every=head == "example")
    if heard.roles & TYPE_ROLES:
        yield from _types(document, heard)
        return
    of_something = _OF_SOMETHING.search(source.text, 0, begun)
    world = heard.world or (document.names.world if document.names else None)
    if of_something is not None or heard.subject is not None:
        your = Value(core.Const(0, PLAYER), PLAYER) if of_something and of_something[0].startswith("your") else None
        subject = heard.subject or your
        if world is not None and subject is not None:
            yield from _fitting(heard, _members(world, subject, source.language))
        else:
            yield from (Item(each.name, each.what, each.what) for each in declared(document) if each.what in _OF)
        return
    terminals = parsed[0].accepts() if parsed is not None else frozenset(("NAME",))
    if parsed is not None:
        yield from (Item(_phrase(parsed[0], word), "keyword") for word in sorted(_words(terminals, source.language)))
    roles = [each for each in heard.roles if each in _ROLES]
    for each in roles:
        yield from _ROLES[each](document, heard)
    if "NAME" in terminals and (heard.env is not None or not roles):
        choosing = "choose" in line.split()
        if world is not None and not choosing and (line[0].isspace() or parsed is None or heard.world is not None):
            yield from _fitting(heard, _names(world, heard.env or Env(), heard.expected))
        actions = choosing or world is None
        found = (each for each in declared(document) if world is None or each.what in ("an action", "a choice"))
        yield from (Item(each.name, each.what.split()[-1], each.what, likely=True) for each in found if actions)


def _fitting(heard: Heard, found: Iterable[Item]) -> Iterator[Item]:
    """These, likely if the language finds no fault with them there; of those of one sort and type the first is tried,
    of so many sorts and types as there is time for. Where it finds fault with all or none, they are as they were."""
    items = [*found]
    wrong = dict[tuple[str, ...], bool]()
    for each in items:
        key = (each.sort, each.detail or each.label)
        if heard.wrong is not None and each.sort in _TRIED and key not in wrong and len(wrong) < MAX_TRIED:
            wrong[key] = heard.wrong(each.label)
    tells = len({*wrong.values()}) > 1
    for each in items:
        fault = wrong.get((each.sort, each.detail or each.label))
        yield evolve(each, likely=not fault) if tells and fault is not None else each


def _declared(*what: str) -> Callable[[Document, Heard], Iterator[Item]]:
    return lambda document, _: (
        Item(each.name, each.what.split()[-1], each.what, likely=True)
        for each in declared(document)
        if each.what in what
    )


def _seats(document: Document, heard: Heard) -> Iterator[Item]:
    """The players of the example."""
    if document.names is not None:
        node = next((each for each in heard.paragraph if isinstance(each, syntax.Example)), None)
        yield from (Item(name, "player", "a player", likely=True) for name in seats_of(document.names.world, node))


def _pieces(document: Document, _: Heard) -> Iterator[Item]:
    if document.names is not None:
        yield from (each for each in _names(document.names.world, Env(), None) if each.sort == "value")


def _audiences(*_: object) -> Iterator[Item]:
    return (Item(each, "keyword") for each in AUDIENCES)


_ROLES: Final[Mapping[tuple[type, str], Callable[[Document, Heard], Iterator[Item]]]] = {
    **{(each, "seat"): _seats for each in (syntax.ExampleAt, syntax.Plays, *get_args(syntax.Check))},
    (syntax.MoveText, "action"): _declared("an action"),
    (syntax.MoveText, "words"): _pieces,
    (syntax.Item, "word"): _pieces,
    (syntax.Row, "values"): _pieces,
    (syntax.ExampleAt, "name"): _declared("a phase", "a procedure"),
    (syntax.ExampleAt, "within"): _declared("a phase", "a procedure"),
    (syntax.ExampleSetting, "option"): _declared("an option"),
    **{(each, "audience"): _audiences for each in (syntax.SeenBy, syntax.TopSeenBy)},
}
"""What a name may be as this part of that node."""


def _types(document: Document, heard: Heard) -> Iterator[Item]:
    """The types with which the language finds no fault there, and the words with which others begin."""
    wrong = heard.wrong or (lambda _: False)
    named = [each for each in declared(document) if each.what in _OF_TYPES]
    types = (each for each in named if each.what != "a field")
    yield from (Item(each.name, "type", each.what) for each in types if not wrong(each.name))
    yield from (Item(each, "type") for each in ("player", "yes or no") if not wrong(each))
    of = dict.fromkeys(next((each.name for each in named if each.what == what), "player") for what in _OF_TYPES)
    yield from (Item(zone, "keyword") for zone in ZONES if not all(wrong(f"{zone} {each}") for each in of))


_OF: Final = ("a field", "an attribute", "a definition")
"""What may be asked of something, where nobody knows of what."""


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
    for name, known in world.fields.get((), {}).items():
        if known.sort == "zone":
            zone = world.zones[known.index]
            yield Item(name, "field", f"{zone.kind} of {world.components[zone.component].name}")
        else:
            yield typed(name, "field", world.variables[known.index].type)
    for name, meant in world.bearers.items():
        yield from (typed(name, "value", type_) for type_, _ in meant)
    yield from (Item(name, "definition") for owner, name in world.definition_entries if owner is None)
    yield from (typed(name, "option", type_) for name, type_ in world.option_types.items())
    yield from (Item(name, "type", f"all of {one}") for name, one in world.plurals.items())
    yield from (Item(word, "name") for word in sorted(ALWAYS))
    if env.you is not None:
        yield from (Item(word, "keyword") for word in ("you", "your"))
