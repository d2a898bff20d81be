"""Small things beside the text: the types of what `let` names, the parameters of what is called, and above examples,
invariants and secrets what became of them."""

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from rulewright.editor.document import Document
from rulewright.editor.names import declared, paragraph_at
from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.suggestions import bare_words
from rulewright.language.library import rows_in
from rulewright.language.messages import playing
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import CountsT, MemoryT, SeqT, SetT, Type
from rulewright.language.walking import walk

_CALLED: Final = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*\Z")
_HEAD: Final = re.compile(r"[^:\n]*")


# ---- types of `let`


def types_of_lets(document: Document, asked: Span) -> Iterator[tuple[int, str]]:
    """Where the names end that `let` gives in a stretch, and the type of each."""
    if document.names is None:
        return
    known = {local.span: local.type for local in document.names.world.locals}
    for node in walk(document.parsed.ruleset):
        if (
            isinstance(node, syntax.Let)
            and asked.start <= node.name.span.start <= asked.end
            and node.name.span in known
        ):
            yield node.name.span.end, f": {_short(known[node.name.span])}"


def _short(type_: Type) -> str:
    match type_:
        case SeqT():
            return f"several {bare_words(type_.of)}s"
        case SetT() | CountsT():
            return f"{'set' if isinstance(type_, SetT) else 'counts'} of {bare_words(type_.of)}"
        case MemoryT():
            return "memory"
        case _:
            return bare_words(type_)


# ---- what is called, and which argument one is at


@frozen
class Signature:
    """How something is called, its parameters as they stand in that, what is said of it, and the one that is typed."""

    label: str
    params: tuple[str, ...]
    said: str
    active: int


def signatures(document: Document, offset: int) -> list[Signature]:
    """Of the innermost call around a place, each thing that may be called so."""
    source = document.source
    paragraph = paragraph_at(source, max(0, offset - 1))
    opened = None if paragraph is None else _opened(source.text, paragraph.start, offset)
    if opened is None:
        return []
    bracket, active = opened
    called = _CALLED.search(source.text, 0, bracket)
    if called is None:
        return []
    name = called.group()
    found = []
    for each in declared(document):
        if each.name == name and each.what in ("a definition", "a procedure", "a phase", "an action"):
            head = _HEAD.match(source.text, each.span.start)
            label = head.group().strip() if head else name
            params = _params(label)
            found += [Signature(label, params, each.what, active)] if params else []
        elif each.name == name and each.what == "a field" and len(each.of) > 1:
            one, other = each.of
            found += (
                Signature(f"{whose}'s {name}({told})", (told,), each.what, active)
                for whose, told in ((one, other), (other, one))
            )
    for (sort, question), row in rows_in(source.language).items():
        if question == name and row.params:
            params = tuple(param.name for param in row.params)
            found.append(Signature(f"{name}({', '.join(params)})", params, f"of a {sort}: {row.doc}", active))
    return found


def _opened(text: str, start: int, offset: int) -> tuple[int, int] | None:
    """The innermost bracket that is open at a place, and how many commas stand behind it."""
    depth = commas = 0
    for place in range(offset - 1, start - 1, -1):
        letter = text[place]
        if letter == "(" and depth == 0:
            return place, commas
        depth += (letter == ")") - (letter == "(")
        commas += letter == "," and depth == 0
    return None


def _params(label: str) -> tuple[str, ...]:
    begin, end = label.find("("), label.rfind(")")
    return tuple(part.strip() for part in label[begin + 1 : end].split(",")) if 0 <= begin < end else ()


# ---- above examples, invariants and secrets, and what the rulebook says of a rule


@frozen
class Lens:
    """What stands above a paragraph: a text, and what it does when it is chosen: a command, with the title or name, or
    what is shown."""

    at: Span
    text: str
    command: str
    about: str


BROKEN: Final = playing.broken_invariant.code
EXAMPLE, PLAY, RULEBOOK = "rulewright.example", "rulewright.play", "rulewright.rulebook"
STATED = "rulewright.stated"


def lenses(document: Document, found: Sequence[Diagnostic], games: int | None) -> Iterator[Lens]:
    """What is known of each paragraph after so many games of play; None while they are played."""
    for each in document.parsed.ruleset.declarations:
        at = Span(each.span.start, each.span.start)
        here = [one for one in found if each.span.holds(one.span)]
        match each:
            case syntax.Example(title=title):
                came = "goes wrong" if here else "comes true" if games is not None else "run"
                yield Lens(at, f"▶ {came}", EXAMPLE, title.text)
                yield Lens(at, "play from here", PLAY, title.text)
            case syntax.Invariant(title=title) | syntax.Secret(title=title):
                broken = any(one.code == BROKEN for one in here)
                what = "does not hold" if broken else "something is wrong here" if here else _held(games)
                yield Lens(at, what, STATED, f'"{title.text}": {what}.')
            case syntax.Action(name=name) | syntax.ActionFamily(name=name) | syntax.Phase(name=name):
                yield Lens(at, "rulebook", RULEBOOK, name.text)
            case syntax.Procedure(name=name) | syntax.Define(name=name):
                yield Lens(at, "rulebook", RULEBOOK, name.text)
            case _:
                pass


def _held(games: int | None) -> str:
    return "not played yet" if games is None else f"holds in {games:,} game{'s' * (games != 1)}"


def example_told(source: Source, title: str) -> str:
    """What becomes of an example of a text."""
    from rulewright.analysis.example_parts import examples_of
    from rulewright.analysis.examples import failing
    from rulewright.analysis.trying import read_helpfully

    parsed = read_helpfully(source)
    nodes = tuple(node for node in examples_of(parsed) if node.title.text == title)
    wrong = failing(parsed, source, nodes)
    return f'"{title}" comes true.' if nodes and not wrong else "\n".join(each.diagnostic.message for each in wrong)


def played_from(path: str, title: str) -> str:
    """The command that plays from the position of an example, for a terminal."""
    return f"rulewright play {shlex.quote(path)} --example {shlex.quote(title)}"
