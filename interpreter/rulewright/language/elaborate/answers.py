"""Calls of procedures, and of those that answer: `give`, and what is asked of an answer.

An answer is a variable that the procedure sets before it is left: `let x be claim(duke)` carries it out, then reads it.
"""

from collections.abc import Callable

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate.arguments import arguments, procedure_named
from rulewright.language.elaborate.assignments import check_range
from rulewright.language.elaborate.coercions import value
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.reachable import asked_at
from rulewright.language.elaborate.world import Ctx, Result, Statements, World
from rulewright.language.messages import flow
from rulewright.language.messages import sentences as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import Several


def run(world: World, env: Env, act: syntax.Act, span: Span, ctx: Ctx) -> core.RunProcedure:
    """The call of a procedure or phase; it inherits `you` where it speaks of it."""
    entry = procedure_named(world, act.name)
    entry.used = True
    args = arguments(world, env, act.name, entry, act.args or ())
    if act.name.text not in ctx.heirs:
        return core.RunProcedure(entry.index, args, span=span)
    if env.you is None:
        raise Mistake(words.call_needs_you(act.name, also=asked_at(entry.syntax, ctx.heirs)))
    return core.RunProcedure(entry.index, (env.you, *args), span=span)


def asked(world: World, env: Env, node: syntax.Expr | None, sentence: Callable[[Env], Result], ctx: Ctx) -> Result:
    """A sentence that may begin with such a call, which is carried out before."""
    if not isinstance(node, syntax.Answer):
        return sentence(env)
    if node.act.name.text not in world.procedures:
        raise Mistake(None)
    call = run(world, env, node.act, node.span, ctx)
    made, after = sentence(evolve(env, answered=node))
    return (call, *made), evolve(after, answered=None)


def give(world: World, env: Env, node: syntax.Give) -> Statements:
    """`give v`: the answer, and the end of the procedure."""
    if env.giving is None:
        own = "If give is a procedure of yours, call it otherwise." if "give" in world.procedures else None
        raise Mistake(flow.gives_to_nobody(node.span, advice=own))
    made = world.variables[env.giving.variable]
    assert not isinstance(made.type, Several)
    assert made.answers is not None
    given = value(world, env, node.value, made.type)
    check_range(world, env.giving, made.type, given, node.value.span)
    return (
        core.Assign(env.giving, given.core, span=node.span),
        core.FinishProcedure(made.answers, span=node.span),
    )


def finish(world: World, node: syntax.Finish) -> core.FinishProcedure:
    """`finish P`, which gives no answer."""
    entry = procedure_named(world, node.name)
    if entry.answer is not None:
        raise Mistake(flow.finishes_silent(node.span, name=node.name.text))
    return core.FinishProcedure(entry.index, span=node.span)


# ---- every way gives


def silent(world: World, name: syntax.Name, body: Statements) -> Diagnostic | None:
    """A way through a body that comes to its end."""
    way = falling(world, body)
    if way is None:
        return None
    steps, last = way
    way_there = ", then ".join(steps) or None
    return flow.gives_nothing(name.span, name=name.text, way=way_there, line=world.line_number(last), also=last)


Way = tuple[tuple[str, ...], Span]
"""What must be so that it is gone, and its last sentence."""


def falling(world: World, body: Statements) -> Way | None:
    """A way to the end of sentences, if there is one."""
    ways = [past(world, sentence) for sentence in body]
    known = [way for way in ways if way is not None]
    if len(known) < len(ways):
        return None
    return tuple(step for steps, _ in known for step in steps), known[-1][1] if known else NOWHERE


def past(world: World, sentence: core.Statement) -> Way | None:
    """A way past a sentence; None where nothing behind it is ever carried out."""
    match sentence:
        case core.FinishProcedure() | core.EndGame() | core.Repeat(until=None):
            return None
        case core.With(body=body):
            return falling(world, body)
        case core.If(cases=cases, otherwise=otherwise):
            return past_if(world, sentence, [body for _, body in cases], otherwise)
        case _:
            return (), sentence.span


def past_if(world: World, sentence: core.If, bodies: list[Statements], otherwise: Statements) -> Way | None:
    """A way past an `if`: by one of its cases, or by none."""
    lines = [world.line_number(place) for place in sentence.places]
    for body, place, line in zip(bodies, sentence.places, lines, strict=True):
        found = falling(world, body)
        if found is not None:
            return (f'"{world.text(place)}" holds on line {line}', *found[0]), found[1]
    found = falling(world, otherwise)
    if found is None:
        return None
    none = f'"{world.text(sentence.places[0])}" does not hold on line {lines[0]}'
    return (none if len(lines) == 1 else f"nothing that is asked from line {lines[0]} on holds", *found[0]), (
        found[1] if otherwise else sentence.span
    )
