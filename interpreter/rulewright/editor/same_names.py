"""Which of several things that are called alike a word names: by what the language makes of it where it stands, and on
lines that it cannot read, by what may stand there at all."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.check import chosen_from
from rulewright.editor.document import Document
from rulewright.editor.names import Declared, asked_of, declared, given, meant, paragraph_at, references, word_at
from rulewright.language import syntax
from rulewright.language.elaborate.coercions import declared_name, element_type
from rulewright.language.elaborate.elaboration import named
from rulewright.language.elaborate.environment import AggregateOf, Env, SeqValue, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.resolve import resolve
from rulewright.language.elaborate.sentences import RECURSION
from rulewright.language.elaborate.suggestions import declared_at
from rulewright.language.nesting_limits import OUTGROWN
from rulewright.language.span import Span
from rulewright.language.types import Scalar
from rulewright.language.walking import walk
from rulewright.language.wording import plural

DOINGS: Final = ("an action", "a choice", "a procedure", "a phase")
TYPES: Final = ("a type", "a component")
CALLED_LIKE_TYPES: Final = ("a parameter", "an attribute")
"""What may be declared by the name of its type alone."""


def declarations(document: Document, offset: int) -> tuple[Declared, ...]:
    """Where the word at a place is declared; all such places if nobody can tell which."""
    name, at = meant(document, offset), word_at(document.source, offset)
    return () if name is None or at is None else _telling(document, name.name)(at)


def uses(document: Document, offset: int) -> list[Span]:
    """Where the same is named as at a place, its declaration too."""
    name, here = meant(document, offset), {each.at for each in declarations(document, offset)}
    if name is None:
        return []
    of = _telling(document, name.name)
    return [at for at in references(document, name) if here & {each.at for each in of(at)}]


@frozen
class Heard:
    """What the language makes of a word: where it is declared, and of which type it is, or what it is asked of."""

    at: Span
    type: str | None


def _telling(document: Document, name: str) -> Callable[[Span], tuple[Declared, ...]]:
    """What a name means at a place where it stands."""
    source, nodes = document.source, [*walk(document.parsed.ruleset)]
    everywhere = [each for each in declared(document) if each.name == name]
    heard = cache(partial(_heard, document, frozenset((name, plural(name)))))
    members = {node.name.span for node in nodes if isinstance(node, syntax.Member)}
    acts = {node.name.span for node in nodes if isinstance(node, syntax.Act | syntax.Finish)}
    acts |= {node.action.span for node in nodes if isinstance(node, syntax.MoveText)}

    def of(at: Span) -> tuple[Declared, ...]:
        paragraph = paragraph_at(source, at.start)
        own = [each for each in given(document, paragraph) if each.name == name] if paragraph else []
        here = [each for each in (*own, *everywhere) if each.at == at]
        if here:
            like_its_type = here[0].what in CALLED_LIKE_TYPES
            return (*here, *(each for each in everywhere if like_its_type and each.what in TYPES))
        if len(own) + len(everywhere) == 1:
            return (*own, *everywhere)
        told = heard().get(at.start)
        if told is not None and (there := [each for each in (*own, *everywhere) if told.at in (each.at, each.span)]):
            return tuple(there)
        if told is None and paragraph and (near := [each for each in everywhere if paragraph.holds(each.at)]):
            return tuple(near)  # as in a gap of what pieces are called
        member, act = asked_of(source, at) or at in members, at in acts
        if not member and not act and told is None and (before := [each for each in own if each.at.start < at.start]):
            return tuple(before[-1:])
        fit = [each for each in everywhere if (each.what in DOINGS) == act and each.member == member]
        types = {told.type, plural(told.type)} if told is not None and told.type is not None else set[str]()
        typed = [each for each in fit if types.intersection(each.of)]
        return tuple(typed or fit or everywhere or own)

    return of


def _heard(document: Document, names: frozenset[str]) -> Mapping[int, Heard]:
    """What the language makes of these words, by their places, as far as it can read the text."""
    heard = dict[int, Heard]()
    listening = evolve(RECURSION, expression=partial(_hearing, names, heard))
    with suppress(*OUTGROWN):
        settings = chosen_from(document.parsed, document.source)[1].settings
        for setting in {*settings[:1], *settings[-1:]}:  # what the first leaves out mostly belongs to the last
            named(document.parsed, document.source, setting.players, dict(setting.options), listening)
    return heard


def _hearing(
    names: frozenset[str],
    heard: dict[int, Heard],
    world: World,
    env: Env,
    node: syntax.Expr,
    expected: Scalar | None,
) -> Typed:
    typed = RECURSION.expression(world, env, node, expected)
    match node:
        case syntax.Word(name=name) | syntax.Call(name=name) if name.text in names:
            entry = env.names.get(name.text)
            heard[name.span.start] = Heard(entry.name.span if entry else declared_at(world, typed), _type(world, typed))
        case (
            syntax.Of(subject=subject, member=syntax.Member(name=name))
            | syntax.Fold(source=subject, member=syntax.Member(name=name))
            | syntax.Outside(source=subject, member=syntax.Member(name=name))
        ) if name.text in names:
            owner = _type(world, subject_of(world, env, subject))
            heard[name.span.start] = Heard(declared_at(world, typed), owner)
        case _:
            pass
    return typed


def subject_of(world: World, env: Env, subject: syntax.Expr) -> Typed:
    """What something is asked of."""
    return (
        resolve(world, env, subject.name, None) if isinstance(subject, syntax.Word) else world.expression(env, subject)
    )


def _type(world: World, typed: Typed) -> str | None:
    """The name of its type, or of each of several."""
    match typed:
        case Value(type=type_):
            return declared_name(type_)
        case ZoneValue() | AggregateOf() | SeqValue():
            return declared_name(element_type(world, typed))
        case _:
            return None
