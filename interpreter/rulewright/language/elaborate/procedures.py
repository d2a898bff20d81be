"""Phases, procedures and their families to core, titles with values in them, calls, and what is asked of an answer: a
variable that the procedure sets before it is left. `let x be claim(duke)` runs it, then reads it."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.elaborate.assignments import check_range
from rulewright.language.elaborate.coercions import as_value, value
from rulewright.language.elaborate.definitions import arguments, member_values, parameter_locals, procedure_named
from rulewright.language.elaborate.environment import Env, Mistake, ProcedureEntry, Result, Statements, Value, World
from rulewright.language.elaborate.reachable import asked_at, present
from rulewright.language.messages import declarations as declaration_words, flow, sentences as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Several
from rulewright.language.wording import WHO_SEES


def call_procedure(world: World, env: Env, act: syntax.Act, span: Span) -> core.RunProcedure:
    """The call of a procedure or phase; it inherits `you` where it speaks of it."""
    entry = procedure_named(world, act.name)
    entry.used = True
    args = arguments(world, env, act.name, entry, act.args or ())
    if act.name.text not in world.heirs:
        return core.RunProcedure(entry.index, args, span=span)
    if env.you is None:
        raise Mistake(words.call_needs_you(act.name, also=asked_at(entry.syntax, world.heirs)))
    return core.RunProcedure(entry.index, (env.you, *args), span=span)


def asked(world: World, env: Env, node: syntax.Expr | None, sentence: Callable[[Env], Result]) -> Result:
    """A sentence that may begin with such a call, which is carried out before."""
    if not isinstance(node, syntax.Answer):
        return sentence(env)
    if node.act.name.text not in world.procedures:
        raise Mistake(None)
    call = call_procedure(world, env, node.act, node.span)
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
    answer = core.Assign(env.giving, given.core, span=node.span)
    return answer, core.FinishProcedure(made.answers, span=node.span)


def finish(world: World, _env: Env, node: syntax.Finish) -> core.FinishProcedure:
    """`finish P`, which gives no answer."""
    entry = procedure_named(world, node.name)
    if entry.answer is not None:
        raise Mistake(flow.finishes_silent(node.span, name=node.name.text))
    return core.FinishProcedure(entry.index, span=node.span)


# ---- every way gives


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
    """A way past a sentence, an `if` by one of its cases or by none; None where nothing behind it is ever carried
    out."""
    match sentence:
        case core.FinishProcedure() | core.EndGame() | core.Repeat(until=None):
            return None
        case core.With(body=body):
            return falling(world, body)
        case core.If(cases=cases, otherwise=otherwise, places=places):
            lines = [world.line_number(place) for place in places]
            for (_, body), place, line in zip(cases, places, lines, strict=True):
                if (found := falling(world, body)) is not None:
                    return (f'"{world.text(place)}" holds on line {line}', *found[0]), found[1]
            if (found := falling(world, otherwise)) is None:
                return None
            none = f"nothing that is asked from line {lines[0]} on holds"
            if len(lines) == 1:
                none = f'"{world.text(places[0])}" does not hold on line {lines[0]}'
            return (none, *found[0]), found[1] if otherwise else sentence.span
        case _:
            return (), sentence.span


# ---- Titles of phases with values in them: `"{you} claims {role}"`


GAP: Final = re.compile(r"\{([^{}]*)\}")


def values_in_title(world: World, env: Env, title: syntax.Text | None) -> Iterator[core.Quoted]:
    """What stands in the gaps of a title: `you`, a parameter, or a field of the game that everybody sees."""
    for gap in GAP.finditer(title.text) if title is not None else ():
        begin = title.span.start + 1 + gap.start(1) if title is not None else 0
        name = syntax.Name(gap[1], span=Span(begin, begin + len(gap[1])))
        you = name.text == "you"
        if not (you or name.text in env.names or ((), name.text) in world.field_names):
            raise Mistake(declaration_words.not_in_title(name, candidates=[*env.names, "you"]))
        node = syntax.You(span=name.span) if you else syntax.Word(name, span=name.span)
        one = as_value(world, world.expression(env, node), name.span)
        if isinstance(one.core, core.Read):
            audience = world.variables[one.core.var.variable].audience
            if audience != "everyone":
                raise Mistake(declaration_words.hidden_in_title(name, seen=WHO_SEES[audience]))
        elif not isinstance(one.core, core.Get):
            raise Mistake(declaration_words.not_in_title(name, candidates=[*env.names, "you"]))
        yield core.Quoted(name.text, one.core, one.type)


# ---- Phases, procedures and procedure families to core; a family becomes one procedure that asks which member is
# meant


def procedure(world: World, entry: ProcedureEntry) -> core.Procedure | None:
    """A procedure in core terms; None where its head has a mistake (which is told)."""
    node = entry.syntax
    if entry.broken:
        return None
    you = world.local("you", PLAYER) if node.name.text in world.heirs else None
    env = Env(you=None if you is None else core.Get(you, PLAYER), dead=node.name.text not in world.live)
    try:
        params, env = parameter_locals(world, env, entry.params)
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    if entry.answer is not None:
        world.variables[entry.answer] = evolve(world.variables[entry.answer], since=len(world.locals))
        env = evolve(env, giving=core.VarRef(entry.answer, span=node.name.span))
    before = len(world.diagnostics)
    body = body_of(world, env, entry, params)
    way = falling(world, body) if entry.answer is not None and len(world.diagnostics) == before else None
    if way is not None:  # through the body to its end
        there, last = ", then ".join(way[0]) or None, world.line_number(way[1])
        world.report(flow.gives_nothing(node.name.span, name=node.name.text, way=there, line=last, also=way[1]))
    title = node.title if isinstance(node, syntax.Phase) else None
    return core.Procedure(
        node.name.text,
        title.text if title is not None else None,
        isinstance(node, syntax.Phase),
        you,
        params if you is None else (you, *params),
        present(world, body),
        told=world.tried(lambda: tuple(values_in_title(world, env, title)), ()),
        span=node.span,
    )


def body_of(world: World, env: Env, entry: ProcedureEntry, params: tuple[int, ...]) -> Statements:
    """The body; of a family what stands before the members, the member, what stands behind them."""
    match node := entry.syntax:
        case syntax.Phase() | syntax.Procedure():
            return world.run(env, node.body)[0]
        case syntax.ProcedureFamily():
            before, env = world.run(env, node.before)
            type_ = env.names[node.of.text].typed
            assert isinstance(type_, Value)
            asked = core.Get(params[0], type_.type)
            cases: list[tuple[core.Expr, Statements]] = []
            values = member_values(world, node.name, type_.type, node.members)
            for member in node.members:
                for line in member.body:
                    if isinstance(line, syntax.Header):
                        world.tell(words.no_header_here(line.span))
                own = tuple(line for line in member.body if not isinstance(line, syntax.Header))
                body = world.run(env, own)[0]
                here = values[member.span.start]
                if here:
                    tests = [fold.comparison("is", asked, core.Const(value, type_.type)) for value in here]
                    cases.append((fold.disjunction(tests), body))
            members = (core.If(tuple(cases), (), span=node.span),) if cases else ()
            after, _ = world.run(env, node.after)
            return (*before, *members, *after)
