"""Sentences to core: blocks, `let`, `if`, calls and ends; the other sentences stand in modules of their own.

A mistake ends its sentence only: it is told, and the names that the sentence would have declared say nothing more.
Branches that this setting folds away are elaborated, for their mistakes, and dropped.
"""

from functools import partial

from attrs import evolve

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.answers import answer_in
from rulewright.language.elaborate import (
    answers,
    assignments,
    board_layout,
    chance,
    environment,
    keeping,
    loops,
    memories,
    moving,
    offering,
    sowing,
)
from rulewright.language.elaborate.coercions import as_seq, condition, mismatch, players_of
from rulewright.language.elaborate.definitions import hold
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value, merged
from rulewright.language.elaborate.possessives import ask
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.world import UNKNOWN, Ctx, Result, Statements, World
from rulewright.language.messages import flow
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, TEAM, without_none


def run(world: World, env: Env, statements: syntax.Block, ctx: Ctx) -> Result:
    """A block of sentences, and the environment at its end."""
    made: list[core.Statement] = []
    for place, node in enumerate(statements):
        if place and ends(env, statements[place - 1]):
            before = statements[place - 1].span
            world.tell(flow.unreachable(node.span, after=world.text(before), also=before))
        try:
            new, env = statement(world, env, node, ctx)
        except Mistake as found:
            world.tell(found.diagnostic)
            env = without(env, node)
        else:
            made += new
    return tuple(made), env


def ends(env: Env, node: syntax.Statement) -> bool:
    """Whether nothing behind the sentence is ever carried out."""
    gives = isinstance(node, syntax.Give) and env.giving is not None
    return gives or isinstance(node, syntax.Finish | syntax.EndGame)


def without(env: Env, node: syntax.Statement) -> Env:
    """The environment after a broken sentence: the name it would have declared says nothing more."""
    match node:
        case syntax.Let():
            return env.bind(node.name, environment.BrokenValue(), "a `let`")
        case syntax.Keep():
            return env.bind(node.name, environment.BrokenValue(), keeping.WHAT)
        case syntax.Draw() | syntax.Roll():
            return env.bind(node.binder, environment.BrokenValue(), "what is drawn")
        case _:
            return env


def statement(world: World, env: Env, node: syntax.Statement, ctx: Ctx) -> Result:
    """One sentence: its core (a folded `if` is several sentences or none) and the environment after it."""
    match node:
        case syntax.Let():
            return answers.asked(world, env, node.value, partial(let, world, node=node), ctx)
        case syntax.Keep():
            return keeping.keep(world, env, node)
        case syntax.Move():
            return moving.move(world, env, node)
        case syntax.Draw():
            return chance.draw(world, env, node)
        case syntax.Roll():
            return chance.roll(world, env, node)
        case syntax.If():
            asks = answer_in(node.cases[0].condition)
            return answers.asked(world, env, asks, partial(if_, world, node=node, ctx=ctx), ctx)
        case syntax.Choose() | syntax.ChooseUntil():
            return offering.choose(world, env, node, ctx)
        case syntax.Nothing():
            return (), env
        case syntax.Do():
            return (answers.run(world, env, node.act, node.span, ctx),), env
        case syntax.Finish():
            return (answers.finish(world, node),), env
        case syntax.Give():
            return answers.give(world, env, node), env
        case syntax.EndGame():
            return (end_game(world, env, node),), env
        case syntax.Set():
            return (assignments.set_to(world, env, node),), env
        case syntax.SetBoard():
            return board_layout.set_board(world, env, node), env
        case syntax.Change():
            return (assignments.add_to(world, env, node),), env
        case syntax.RollInto():
            return (chance.roll_into(world, env, node),), env
        case syntax.Shuffle():
            return (chance.shuffle(world, env, node),), env
        case syntax.Flip():
            return (moving.flip(world, env, node),), env
        case syntax.Swap():
            return (moving.swap(world, env, node),), env
        case syntax.Rotate():
            return (moving.rotate(world, env, node),), env
        case syntax.Sow():
            return sowing.sow(world, env, node), env
        case syntax.Pack():
            return (moving.pack(world, env, node),), env
        case syntax.Show():
            return (moving.show(world, env, node),), env
        case syntax.Remember():
            return (memories.remember(world, env, node),), env
        case syntax.Forget():
            return (memories.forget(world, env, node),), env
        case _:
            return loops.loop(world, env, node, ctx)


def let(world: World, env: Env, node: syntax.Let) -> tuple[tuple[core.Let, ...], Env]:
    """`let x be …`: a scalar, a piece or a sequence, evaluated once."""
    check_free(world, env, node.name, None)
    made, typed = hold(world, world.expression(env, node.value), node.name, node.value.span)
    return (evolve(made, span=node.span),), env.bind(node.name, typed, "a `let`")


def if_(world: World, env: Env, node: syntax.If, ctx: Ctx) -> Result:
    """`if`: cases that never hold vanish, one that always holds is the last."""
    cases: list[tuple[core.Expr, Statements]] = []
    places: list[Span] = []
    otherwise: Statements | None = None
    after, ahead = evolve(env, answered=None), env
    for case in node.cases:
        test = world.tried(partial(condition, world, ahead, case.condition), UNKNOWN)
        ahead = evolve(ahead, answered=None)
        known = fold.constant(test)
        body, end = run(world, ahead.unreached(if_=known == 0), case.body, ctx)
        if known is None and otherwise is None:
            cases.append((test, body))
            places.append(case.condition.span)
        elif known == 1 and otherwise is None:
            otherwise = body
        after, ahead = merged(after, end), ahead.unreached(if_=known == 1)
    body, end = run(world, ahead, node.otherwise or (), ctx)
    otherwise = body if otherwise is None else otherwise
    made = (core.If(tuple(cases), otherwise, span=node.span, places=tuple(places)),) if cases else otherwise
    return made, merged(after, end)


def end_game(world: World, env: Env, node: syntax.EndGame) -> core.EndGame:
    """`end game`, `end game, won by x`, `end game, drawn`."""
    if node.winner is None:
        return core.EndGame(core.Listed(()) if node.drawn else None, span=node.span)
    won = winners(world, env, world.expression(env, node.winner, PLAYER), node.winner.span)
    return core.EndGame(won, span=node.span)


def winners(world: World, env: Env, typed: Typed, span: Span) -> core.Seq:
    """Players as they are, teams as their members."""
    match typed:
        case Value() if without_none(typed.type) == TEAM:
            return members(world, env, typed, span)
        case SeqValue() | environment.AggregateOf() if without_none((seq := as_seq(world, typed, span)).of) == TEAM:
            local = world.local("team", TEAM)
            return core.FlatMap(local, seq.seq, members(world, env, Value(core.Get(local, TEAM), TEAM), span))
        case _:
            return players_of(world, typed, span) or mismatch(world, typed, "a player, a team or several", span)


def members(world: World, env: Env, team: Value, span: Span) -> core.Seq:
    """The players of a team."""
    return as_seq(world, ask(world, env, team, syntax.Name("members", span=span), ()), span).seq
