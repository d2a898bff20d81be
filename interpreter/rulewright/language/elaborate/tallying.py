"""What a score is made up of, for people: the terms that are added and taken away, as the rules write them.

A definition that is a sum is told by what it adds, any other by its name.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from attrs import field, frozen

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import as_value, condition
from rulewright.language.elaborate.definitions import let_value
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Value
from rulewright.language.elaborate.queries import asked, filtered, source_seq
from rulewright.language.elaborate.world import DefinitionEntry, World
from rulewright.language.types import PLAYER, Scalar, ValueT

MOST_INTO: Final = 4
"""Through so many definitions a term is followed."""


@frozen
class Each:
    """The elements over which a total goes, and what each adds."""

    local: int
    seq: core.Seq
    adds: core.Expr


@frozen
class Term:
    """A number that is added (`sign` 1) or taken away (-1), as the rules write it."""

    text: str
    sign: Literal[1, -1]
    value: core.Expr
    each: Each | None = None


@frozen
class Case:
    """The terms that count where this condition holds and none before did; None: always."""

    when: core.Expr | None
    terms: tuple[Term, ...]


@frozen
class Rank:
    """By what players with the same score are ranked: the highest or the lowest of this."""

    text: str
    value: core.Expr
    type: Scalar


@frozen
class Tally:
    """The score of the player in the local `player`; what decides between players that are equal, in order; and the
    line about winners as written."""

    player: int
    cases: tuple[Case, ...] = ()
    ranks: tuple[Rank, ...] = ()
    winners: str = field(default="")


def tally(world: World, scoring: syntax.Scoring | None) -> Tally:
    """What the scoring paragraph of a text without mistakes says."""
    local = world.local("player", PLAYER)
    player = Value(core.Get(local, PLAYER), PLAYER)
    entry = world.definition_entries.get(("player", "score"))
    cases = tuple(_cases(world, entry, player, MOST_INTO)) if entry else ()
    line = next((each for each in scoring.parts if isinstance(each, syntax.Winners)), None) if scoring else None
    if line is None:
        return Tally(local, cases)
    return Tally(local, cases, tuple(_ranks(world, line.body.result, player)), world.text(line.body.span))


def _ranks(world: World, node: object, player: Value) -> Iterator[Rank]:
    """The keys of `players with highest score, then …` behind the first."""
    if not isinstance(node, syntax.Query) or not isinstance(node.source, syntax.Word):
        return
    if node.source.name.text != "players":
        return
    for key in node.keys[1:]:
        found = asked(world, Env(), player, key.member)
        yield Rank(world.text(key.span), found.core, found.type)


def _cases(world: World, entry: DefinitionEntry, subject: Value, into: int) -> Iterator[Case]:
    """The cases of a definition for a subject; nothing where one cannot be told by itself."""
    env = _within(world, entry, subject)
    body = entry.syntax.body
    try:
        if not isinstance(body.result, tuple):
            yield Case(None, tuple(_terms(world, env, body.result, 1, into)))
            return
        for each in body.result:
            when = None if each.when is None else condition(world, env, each.when)
            yield Case(when, tuple(_terms(world, env, each.value, 1, into)))
    except Mistake:
        return


def _within(world: World, entry: DefinitionEntry, subject: Value) -> Env:
    """The environment of a definition's body."""
    node = entry.syntax
    name = node.subject or node.of
    assert name is not None, "it is asked of something"
    env = Env().bind(name, subject, "a parameter").of(node, subject)
    for let in node.body.lets:
        env = env.bind(let.name, let_value(world, env, let), "a `let`")
    return env


def _terms(world: World, env: Env, node: syntax.Expr, sign: Literal[1, -1], into: int) -> Iterator[Term]:
    """The terms of a sum."""
    match node:
        case syntax.Arithmetic(op="+", left=left, right=right):
            yield from _terms(world, env, left, sign, into)
            yield from _terms(world, env, right, sign, into)
        case syntax.Arithmetic(op="-", left=left, right=right):
            yield from _terms(world, env, left, sign, into)
            yield from _terms(world, env, right, _turned(sign), into)
        case syntax.Negative(operand=operand):
            yield from _terms(world, env, operand, _turned(sign), into)
        case syntax.Of() if into:
            yield from _followed(world, env, node, sign, into)
        case syntax.Fold(kind="total"):
            value = as_value(world, world.expression(env, node), node.span)
            yield Term(_said(world, env, node), sign, value.core, _each(world, env, node))
        case _:
            value = as_value(world, world.expression(env, node), node.span)
            yield Term(_said(world, env, node), sign, value.core)


def _said(world: World, env: Env, node: syntax.Expr) -> str:
    """A term as written; whoever it is asked of, if that has a name, as `its`."""
    text = world.text(node.span)
    for name in (name for name, entry in env.names.items() if entry.typed is env.it):
        text = re.sub(rf"(?<![\w-]){name}'s(?!\w)", "its", text).replace(f"({name})", "")
    return text


def _turned(sign: Literal[1, -1]) -> Literal[1, -1]:
    return -1 if sign == 1 else 1


def _followed(world: World, env: Env, node: syntax.Of, sign: Literal[1, -1], into: int) -> Iterator[Term]:
    """The terms of a definition that is asked of something without arguments and has one case, else the question."""
    subject = world.expression(env, node.subject)
    entry = None
    if isinstance(subject, Value) and isinstance(subject.type, ValueT) and not node.member.args:
        entry = world.definition_entries.get((subject.type.name, node.member.name.text))
    if entry is not None and isinstance(subject, Value) and not entry.syntax.params:
        within = _within(world, entry, subject)
        result = entry.syntax.body.result
        if isinstance(result, syntax.Negative | syntax.Fold) or (
            isinstance(result, syntax.Arithmetic) and result.op in ("+", "-")
        ):
            yield from _terms(world, within, result, sign, into - 1)
            return
    value = as_value(world, world.expression(env, node), node.span)
    yield Term(_said(world, env, node), sign, value.core)


def _each(world: World, env: Env, node: syntax.Fold) -> Each:
    """What a total goes over."""
    seq: SeqValue = filtered(world, env, source_seq(world, env, node.source), node.binder, node.where)
    local, value = world.element(seq, "each")
    return Each(local, seq.seq, asked(world, env, value, node.member).core)
