"""`sow`: one each to places that follow one another, as the loop that it is: take all, and for each of them go on to
the next place, over those that are passed over.
"""

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.elaborate.assignments import add_to, set_to
from rulewright.language.elaborate.coercions import condition, mismatch, zone_seq
from rulewright.language.elaborate.environment import Env, Mistake, Value, ZoneValue
from rulewright.language.elaborate.queries import tested_env
from rulewright.language.elaborate.world import Statements, World
from rulewright.language.facts.room import shape
from rulewright.language.messages import sentences as words
from rulewright.language.types import NumberT
from rulewright.language.walking import rewritten, walk


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
        name = named[0].name.text if named else "place"
        raise Mistake(words.nobody_sows(node.span, name=name))
    return next(iter(found.values()))


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
