"""What the language says of a name at a place where nobody knows yet what stands there.

The line is completed by a name that nobody has, in such a way that it can be read; what that name should be is heard
from the language itself, and so is whether another word may stand there. Only this paragraph is read and elaborated
for it.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import define, evolve, field, fields, has

from rulewright.analysis.check import chosen_from
from rulewright.editor.document import Document
from rulewright.editor.names import all_nodes, paragraph_at
from rulewright.editor.same_names import subject_of
from rulewright.language import syntax
from rulewright.language.elaborate.coercions import as_seq
from rulewright.language.elaborate.elaboration import named, scoring_of
from rulewright.language.elaborate.environment import Env, Recursion, Typed, World
from rulewright.language.elaborate.examples import scene_of
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.grammar import Parse
from rulewright.language.nesting_limits import OUTGROWN
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.syntax import Ruleset
from rulewright.language.tokens import layout
from rulewright.language.types import Scalar
from rulewright.language.walking import moved

HERE: Final = "zz-here"
"""The name that nobody has."""
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
    " decides",
    ": {}",
    "\n    any",
    " has\n    {}: 0..1",
)
"""How a line may go on behind what is typed, and what may stand below it, the shortest first."""
TYPE_ROLES: Final = {
    *((each, "type") for each in (syntax.Field, syntax.Param, syntax.Keep, syntax.Attribute, syntax.Procedure)),
    *((each, "of") for each in (syntax.Holder, syntax.Define, syntax.Optional)),
    (syntax.Attribute, "name"),
    (syntax.Procedure, "gives"),
    (syntax.Has, "owners"),
}
"""Where a name that is part of such a node is a type."""


MAX_LISTENED: Final = 2
"""So many ways in which an example goes on are elaborated: who types waits 50 ms at most."""


@define
class Heard:
    """What was heard of the name that nobody has: where it stands, what it should be, or of what it is asked; as what
    it is part of which nodes of the paragraph; and whether the language finds fault with another word in its place."""

    world: World | None = None
    env: Env | None = None
    expected: Scalar | None = None
    subject: Typed | None = None
    roles: set[tuple[type, str]] = field(factory=set)
    paragraph: tuple[syntax.Declaration, ...] = ()
    wrong: Callable[[str], bool] | None = None


def parsed_to(source: Source, begun: int) -> tuple[Parse, int] | None:
    """The parse of the paragraph around a place up to there, and of how many tokens; None where it cannot be read so
    far."""
    paragraph = paragraph_at(source, max(0, begun - 1))
    if paragraph is None:
        return None
    tokens = layout(f"{source.text[paragraph.start : begun]}{HERE}\n", 0, begun - paragraph.start + len(HERE) + 1)
    before = next((place for place, token in enumerate(tokens) if token.start == begun - paragraph.start), len(tokens))
    parsed, at = Parse.begun(source.language).along(tokens, 0, before)
    return (parsed, before) if at == before else None


def heard_at(document: Document, begun: int, parsed: Parse, size: int, *, every: bool) -> Heard:
    """What the language says of a name at a place, in the paragraph as it stands, and was parsed, up to there; with
    `every`, in each way in which it may go on."""
    heard, source, listened = Heard(), document.source, 0
    paragraph = paragraph_at(source, max(0, begun - 1))
    if paragraph is None:
        return heard
    before = source.text[paragraph.start : begun]
    line = before[before.rfind("\n") + 1 :]
    brackets = ")" * max(0, line.count("(") - line.count(")"))
    closes = (brackets, f", {HERE}{brackets}", f", {HERE}, {HERE}{brackets}") if brackets else ("",)
    for ending, close in ((ending, close) for ending in ENDINGS for close in closes):
        behind = f"{close}{ending.format(HERE)}\n"
        read = _read(source, before + HERE + behind, parsed, size)
        if read is None:
            continue
        heard.paragraph = read.declarations
        heard.roles |= _roles(read, len(before))
        if heard.world is None and listened < MAX_LISTENED:
            listening = evolve(RECURSION, expression=partial(_hearing, heard))
            _elaborated(document, paragraph.start, read, before + HERE + behind, listening)
            listened += every
        found = heard.world is not None or bool(heard.roles & TYPE_ROLES)
        if not every and (heard.wrong is None or found):
            heard.wrong = partial(_wrong, document, paragraph.start, before, close, ending)
        if found and not every:
            return heard
    return heard


def _read(source: Source, text: str, parsed: Parse, size: int) -> Ruleset | None:
    """A paragraph of which so many tokens are parsed; None where it cannot be read."""
    tokens = layout(text, 0, len(text))
    whole, at = parsed.along(tokens, size, len(tokens))
    if at < len(tokens) or whole.made() is None:
        return None
    read = parse(source.with_text(text), mends=False)
    return None if read.diagnostics else read.ruleset


def _roles(read: Ruleset, at: int) -> set[tuple[type, str]]:
    """The nodes of which the name at a place is part, and as what."""
    found = set[tuple[type, str]]()
    for node in all_nodes(read):
        kind = type(node)
        for part in fields(kind) if has(kind) else ():
            held = getattr(node, part.name)
            names = held if isinstance(held, tuple) else (held,)
            found |= {(kind, part.name) for name in names if isinstance(name, syntax.Name) and name.span.start == at}
    return found


def _wrong(document: Document, start: int, before: str, close: str, ending: str, word: str) -> bool:
    """Whether the language finds fault with a word there, in the paragraph that begins at `start`; where the line goes
    on with a name, also with the same word as that."""
    text, at = f"{before}{word}{close}{ending.format(word)}\n", len(document.source.text) + len(before)
    end = at + len(word) + ("{}" in ending) * len(text)
    read = parse(document.source.with_text(text), mends=False)
    world = None if read.diagnostics else _elaborated(document, start, read.ruleset, text, RECURSION)
    errors = () if world is None else (one.span for one in world.diagnostics if one.severity == "error")
    return world is None or any(each.start < end and at < each.end for each in errors)


def _elaborated(document: Document, start: int, read: Ruleset, text: str, recursion: Recursion) -> World | None:
    """What the language makes of a paragraph, which stands behind the whole text here, instead of the one at `start`;
    None where nobody knows who plays, or it outgrows its limits."""
    source = document.source.with_text(document.source.text + text)
    others = (_interface(each) for each in document.parsed.ruleset.declarations if each.span.start != start)
    own = moved(read.declarations, len(document.source.text))
    ruleset = Ruleset((*(each for each in others if each is not None), *own))
    parsed = evolve(document.parsed, ruleset=ruleset, diagnostics=())
    with suppress(*OUTGROWN):
        _, admits = chosen_from(parsed, source)
        for setting in admits.settings[:1]:
            world, _ = named(parsed, source, setting.players, dict(setting.options), recursion)
            for each in own:
                if isinstance(each, syntax.Example):
                    scene_of(world, each, scoring_of(ruleset))
            return world
    return None


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


def _hearing(heard: Heard, world: World, env: Env, node: syntax.Expr, expected: Scalar | None) -> Typed:
    match node:
        case syntax.Word(name=syntax.Name(text=text)) if text == HERE and heard.world is None:
            heard.world, heard.env, heard.expected = world, env, expected
        case syntax.Of(subject=subject, member=syntax.Member(name=syntax.Name(text=text))) if text == HERE:
            heard.subject = subject_of(world, env, subject)
            heard.world, heard.env = world, env
        case (
            syntax.Fold(source=source, member=member)
            | syntax.Outside(source=source, member=member)
            | syntax.Query(source=source, keys=(*_, syntax.Key(member=member)))
            | syntax.Picked(source=source, keys=(*_, syntax.Key(member=member)))
        ) if member.name.text == HERE:
            heard.world, heard.env = world, env
            heard.subject = world.element(as_seq(world, subject_of(world, env, source), source.span), HERE)[1]
        case _:
            pass
    return RECURSION.expression(world, env, node, expected)
