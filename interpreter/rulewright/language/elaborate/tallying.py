"""What a score is made up of, for people: the terms that are added and taken away, as the rules write them.

A definition that is a sum is told by what it adds, any other by its name.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import as_value, condition
from rulewright.language.elaborate.definitions import let_value
from rulewright.language.elaborate.environment import Env, Value
from rulewright.language.elaborate.queries import asked
from rulewright.language.elaborate.world import DefinitionEntry, World
from rulewright.language.types import ValueT

MOST_INTO: Final = 4
"""Through so many definitions a term is followed."""


def score_parts(world: World, scoring: syntax.Scoring | None, player: Value) -> core.ScoreParts:
    """What the scoring paragraph says of the score of a player; of what cannot be told by itself nothing."""
    entry = world.definition_entries.get(("player", "score"))
    terms = world.aside(lambda: _cases(world, entry, player)) if entry else ()
    line = next((each for each in scoring.parts if isinstance(each, syntax.Winners)), None) if scoring else None
    if line is None:
        return core.ScoreParts(terms)
    who = line.body.result
    return core.ScoreParts(terms, world.aside(lambda: _ranks(world, who, player)), world.text(line.body.span))


def _ranks(world: World, node: object, player: Value) -> Iterator[core.Quoted]:
    """The keys of `players with highest score, then …` behind the first."""
    match node:
        case syntax.Query(source=syntax.Word(name), keys=keys) if name.text == "players":
            for key in keys[1:]:
                found = asked(world, Env(), player, key.member)
                yield core.Quoted(world.text(key.span), found.core, found.type)
        case _:
            return


def _cases(world: World, entry: DefinitionEntry, player: Value) -> Iterator[core.Part]:
    """The terms of the case that holds."""
    env, result = _within(world, entry, player), entry.syntax.body.result
    if not isinstance(result, tuple):
        yield from _terms(world, env, result, 1, MOST_INTO)
        return
    other: tuple[core.Expr, ...] = ()
    for each in result:
        holds = () if each.when is None else (condition(world, env, each.when),)
        yield core.Branch(core.And((*other, *holds)), tuple(_terms(world, env, each.value, 1, MOST_INTO)))
        other += tuple(map(core.Not, holds))


def _within(world: World, entry: DefinitionEntry, subject: Value) -> Env:
    """The environment of a definition's body."""
    node = entry.syntax
    name = node.subject or node.of
    assert name is not None, "it is asked of something"
    env = Env().bind(name, subject, "a parameter").of(node, subject)
    for let in node.body.lets:
        env = env.bind(let.name, let_value(world, env, let), "a `let`")
    return env


def _terms(world: World, env: Env, node: syntax.Expr, sign: Literal[1, -1], into: int) -> Iterator[core.Part]:
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
        case _:
            yield _term(world, env, node, sign)


def _term(world: World, env: Env, node: syntax.Expr, sign: Literal[1, -1]) -> core.Term:
    """A term that is asked as one."""
    return core.Term(_said(world, env, node), sign, as_value(world, world.expression(env, node), node.span).core)


def _said(world: World, env: Env, node: syntax.Expr) -> str:
    """A term as written; whoever it is asked of, if that has a name, as `its`."""
    text = world.text(node.span)
    for name in (name for name, entry in env.names.items() if entry.typed is env.it):
        text = re.sub(rf"(?<![\w-]){name}'s(?!\w)", "its", text).replace(f"({name})", "")
    return text


def _turned(sign: Literal[1, -1]) -> Literal[1, -1]:
    return -1 if sign == 1 else 1


def _followed(world: World, env: Env, node: syntax.Of, sign: Literal[1, -1], into: int) -> Iterator[core.Part]:
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
    yield _term(world, env, node, sign)
