"""Sentences to core: blocks, `let`, `if`, calls and ends; the other sentences stand in modules of their own.

A mistake ends its sentence only: it is told, and the names that the sentence would have declared say nothing more.
Branches that this setting folds away are elaborated, for their mistakes, and dropped.
"""

import re
from collections.abc import Sequence
from functools import partial

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language import intervals as fold
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate import answers, assignments, board_layout, environment, loops, moving, offering
from rulewright.language.elaborate.assignments import add_to, set_to
from rulewright.language.elaborate.coercions import (
    ANY_NUMBER,
    as_seq,
    bare_words,
    condition,
    mismatch,
    players_of,
    range_words,
    value,
    zone_seq,
)
from rulewright.language.elaborate.definitions import hold
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value, ZoneValue, merged
from rulewright.language.elaborate.possessives import ask
from rulewright.language.elaborate.queries import bound_name, check_free, tested_env
from rulewright.language.elaborate.world import UNKNOWN, Ctx, Result, Statements, World
from rulewright.language.facts.ranges import shape
from rulewright.language.messages import flow
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, TEAM, NumberT, without_none
from rulewright.language.walking import rewritten, walk

# ---- `sow`


def sow(world: World, env: Env, node: syntax.Sow) -> Statements:
    """`sow all here's seeds onto here's next where C`: `here` goes along, and is at last where the last one fell."""
    here = walker(world, env, node)
    step = (set_to(world, env, syntax.Set(here, node.to, span=node.span)), *passing(world, env, node, here))
    match world.expression(env, node.what):
        case Value(core=core.Read(), type=NumberT() as type_) as seeds:
            number = world.local("sown", type_)
            emptied = set_to(world, env, syntax.Set(node.what, syntax.Number(0, span=node.what.span), span=node.span))
            one = syntax.Number(1, span=node.what.span)
            laid = add_to(world, env, syntax.Change("add", one, node.what, span=node.span))
            laps = core.RepeatTimes(core.Get(number, type_), (*step, laid), span=node.span)
            return (core.Let(number, seeds.core, span=node.span), emptied, laps)
        case ZoneValue(ref=to):
            return sown_zone(world, env, node, to, step, value_of(world, env, here))
        case other:
            mismatch(world, other, "a field with a number, or a zone", node.what.span)


def sown_zone(world: World, env: Env, node: syntax.Sow, to: core.ZoneRef, step: Statements, here: Value) -> Statements:
    """Each piece that lies there at the beginning, the first one first. Where no order tells pieces apart, as many as
    lie there."""
    zone, seq = world.zones[to.zone], zone_seq(world, to)
    by = env.you if zone.with_owner else None
    if shape(zone.kind) != "counts":
        local, piece = world.element(seq, "sown")
        laid: core.Statement = core.MovePiece(piece.core, to, None, by, span=node.span)
        return (core.ForEach(local, seq.seq, (*step, laid), span=node.span),)
    start = world.local("start", here.type)
    at_start = core.Get(start, here.type)
    origin = rewritten(seq.seq, lambda each: at_start if each == here.core else each)
    laid = core.MoveSome(fold.number(1), origin, to, None, by, up_to=False, span=node.span)
    laps = core.RepeatTimes(core.Size(origin), (*step, laid), span=node.span)
    return (core.Let(start, here.core, span=node.span), laps)


def walker(world: World, env: Env, node: syntax.Sow) -> syntax.Word:
    """The one value in which what is sown lies, that changes, and from which the next place is told."""
    told = {each.name.text for each in walk(node.to) if isinstance(each, syntax.Word)}
    named = [each for each in walk(node.what) if isinstance(each, syntax.Word) and each.name.text in told]
    found = {each.name.text: each for each in named if isinstance(value_of(world, env, each).core, core.Read)}
    if len(found) != 1:
        raise Mistake(nobody_sows(world, env, node, named))
    return next(iter(found.values()))


def nobody_sows(world: World, env: Env, node: syntax.Sow, named: Sequence[syntax.Word]) -> Diagnostic:
    """What to write where no value that changes says where sowing is; of one that does not, in its place."""
    if len({each.name.text for each in named}) != 1:
        return words.nobody_sows(node.span, name=None, type=None, sentence=None)
    name = named[0].name.text
    type_ = without_none(value_of(world, env, named[0]).type)
    of = (type_.place or range_words(type_)) if isinstance(type_, NumberT) else bare_words(type_)
    sentence = re.sub(rf"(?<![\w-]){name}(?![\w-])", "place", world.text(node.span))
    return words.nobody_sows(node.span, name=name, type=of, sentence=sentence)


def value_of(world: World, env: Env, node: syntax.Word) -> Value:
    """What a word is, if it is a single value."""
    typed = world.expression(env, node)
    return typed if isinstance(typed, Value) else mismatch(world, typed, "one place", node.span)


def passing(world: World, env: Env, node: syntax.Sow, here: syntax.Word) -> Statements:
    """On from places of which the `where` does not hold."""
    if node.where is None:
        return ()
    inner = tested_env(world, env, value_of(world, env, here), node.binder)
    there = condition(world, inner, node.where)
    onward = set_to(world, env, syntax.Set(here, node.to, span=node.span))
    return () if fold.constant(there) == 1 else (core.Repeat(there, (onward,), span=node.where.span),)


# ---- chance


def draw(world: World, env: Env, node: syntax.Draw) -> tuple[tuple[core.Draw, ...], Env]:
    """`draw x from z`: one element, each copy equally likely; x stays where it is."""
    seq = as_seq(world, world.expression(env, node.among), node.among.span)
    piles = [zone for zone in sorted(seq.zones) if world.zones[zone].kind == "pile"]
    if piles:
        pile = world.zones[piles[0]]
        raise Mistake(words.draw_from_pile(node.among.span, zone=pile.name, also=pile.span))
    label = label_of(world, node.label, seq, node)
    local, after = bound_name(world, env, node.binder, seq, "what is drawn")
    return (core.Draw(local, seq.seq, label, span=node.span),), after


def label_of(world: World, label: syntax.Text | None, seq: SeqValue, node: syntax.Draw) -> str:
    """The string at the end, else the name of the zone."""
    if label is not None:
        return label.text
    names = {world.zones[zone].name for zone in seq.zones}
    if not seq.pieces or len(names) != 1:
        raise Mistake(words.needs_label(node.span))
    return names.pop()


def roll(world: World, env: Env, node: syntax.Roll) -> tuple[tuple[core.Roll, ...], Env]:
    """`roll n from 1..6`: a public value, called by its name."""
    typed = world.expression(env, node.among)
    seq = as_seq(world, typed, node.among.span)
    if seq.pieces:
        mismatch(world, typed, "a range or all values of a type", node.among.span, "Pieces are drawn: draw … from …")
    local, after = bound_name(world, env, node.binder, seq, "what is rolled")
    label = node.label.text if node.label else node.binder.text
    return (core.Roll(local, seq.seq, label, span=node.span),), after


def roll_into(world: World, env: Env, node: syntax.RollInto) -> core.RollInto:
    """`roll 5 to your cup`: so many new pieces of an unlimited component."""
    ref = one_zone(world, env, node.to)
    zone = world.zones[ref.zone]
    component = world.components[zone.component]
    if any(copies is not None for copies in component.copies):
        raise Mistake(words.not_unlimited(node.to.span, component=component.name, also=component.span))
    number = value(world, env, node.number, ANY_NUMBER)
    label = node.label.text if node.label else zone.name
    return core.RollInto(number.core, ref, label, span=node.span)


def shuffle(world: World, env: Env, node: syntax.Shuffle) -> core.Shuffle:
    """`shuffle z`: a pile, or a row that remembers neither owners nor faces."""
    ref = one_zone(world, env, node.zone)
    zone = world.zones[ref.zone]
    if zone.kind not in ("pile", "row"):
        order = "its places are no order" if shape(zone.kind) != "counts" else "its pieces lie in no order"
        raise Mistake(words.not_shuffled(node.zone.span, zone=zone.name, why=order, also=zone.span))
    if zone.with_owner or zone.faced:
        why = f"it remembers {'owners' if zone.with_owner else 'faces'}"
        raise Mistake(words.not_shuffled(node.zone.span, zone=zone.name, why=why, also=zone.span))
    return core.Shuffle(ref, node.label.text if node.label else zone.name, span=node.span)


def one_zone(world: World, env: Env, node: syntax.Expr) -> core.ZoneRef:
    """The expression as one zone."""
    typed = world.expression(env, node)
    if isinstance(typed, ZoneValue):
        return typed.ref
    return mismatch(world, typed, "a zone", node.span)


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
            return env.bind(node.name, environment.BrokenValue(), assignments.WHAT)
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
            return assignments.keep(world, env, node)
        case syntax.Move():
            return moving.move(world, env, node)
        case syntax.Draw():
            return draw(world, env, node)
        case syntax.Roll():
            return roll(world, env, node)
        case syntax.If():
            first = node.cases[0].condition
            asks = first.operand if isinstance(first, syntax.Not) else first
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
            return (roll_into(world, env, node),), env
        case syntax.Shuffle():
            return (shuffle(world, env, node),), env
        case syntax.Flip():
            return (moving.flip(world, env, node),), env
        case syntax.Swap():
            return (moving.swap(world, env, node),), env
        case syntax.Rotate():
            return (moving.rotate(world, env, node),), env
        case syntax.Sow():
            return sow(world, env, node), env
        case syntax.Pack():
            return (moving.pack(world, env, node),), env
        case syntax.Show():
            return (moving.show(world, env, node),), env
        case syntax.Remember():
            return (assignments.remember(world, env, node),), env
        case syntax.Forget():
            return (assignments.forget(world, env, node),), env
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
