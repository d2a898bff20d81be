"""Phases, procedures and procedure families to core, and titles with values in them."""

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language import intervals as fold
from rulewright.language.elaborate.answers import silent
from rulewright.language.elaborate.arguments import member_values, parameter_locals
from rulewright.language.elaborate.coercions import as_value
from rulewright.language.elaborate.environment import Env, Mistake, Value
from rulewright.language.elaborate.reachable import present
from rulewright.language.elaborate.sentences import run
from rulewright.language.elaborate.world import Ctx, ProcedureEntry, Statements, World
from rulewright.language.messages import declarations as declaration_words
from rulewright.language.messages import sentences as sentence_words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.language.wording import WHO_SEES

# ---- Titles of phases with values in them: `"{you} claims {role}"`


GAP: Final = re.compile(r"\{([^{}]*)\}")


def told(world: World, env: Env, title: syntax.Text | None) -> Iterator[core.Quoted]:
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


def procedure(world: World, entry: ProcedureEntry, ctx: Ctx) -> core.Procedure | None:
    """A procedure in core terms; None where its head has a mistake (which is told)."""
    node = entry.syntax
    if entry.broken:
        return None
    you = world.local("you", PLAYER) if node.name.text in ctx.heirs else None
    env = Env(you=None if you is None else core.Get(you, PLAYER), dead=node.name.text not in ctx.live)
    try:
        params, env = parameter_locals(world, env, entry.params)
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    if entry.answer is not None:
        world.variables[entry.answer] = evolve(world.variables[entry.answer], since=len(world.locals))
        env = evolve(env, giving=core.VarRef(entry.answer, span=node.name.span))
    before = len(world.diagnostics)
    body = body_of(world, env, node, params, ctx)
    if entry.answer is not None and len(world.diagnostics) == before:
        world.report(silent(world, node.name, body))
    title = node.title if isinstance(node, syntax.Phase) else None
    return core.Procedure(
        node.name.text,
        title.text if title is not None else None,
        isinstance(node, syntax.Phase),
        you,
        params if you is None else (you, *params),
        present(world, body),
        told=world.tried(lambda: tuple(told(world, env, title)), ()),
        span=node.span,
    )


def body_of(
    world: World,
    env: Env,
    node: syntax.Phase | syntax.Procedure | syntax.ProcedureFamily,
    params: tuple[int, ...],
    ctx: Ctx,
) -> Statements:
    """The body; of a family what stands before the members, the member, what stands behind them."""
    match node:
        case syntax.Phase() | syntax.Procedure():
            return run(world, env, node.body, ctx)[0]
        case syntax.ProcedureFamily():
            before, env = run(world, env, node.before, ctx)
            members = family_cases(world, env, node, params[0], ctx)
            after, _ = run(world, env, node.after, ctx)
            return (*before, *members, *after)


def family_cases(world: World, env: Env, node: syntax.ProcedureFamily, of: int, ctx: Ctx) -> Statements:
    """The members as the cases of one `if` over the value."""
    type_ = env.names[node.of.text].typed
    assert isinstance(type_, Value)
    asked = core.Get(of, type_.type)
    cases: list[tuple[core.Expr, Statements]] = []
    values = member_values(world, node.name, type_.type, node.members)
    for member in node.members:
        body = run(world, env, sentences_of(world, member), ctx)[0]
        here = values[member.span.start]
        if here:
            tests = [fold.comparison("is", asked, core.Const(value, type_.type)) for value in here]
            cases.append((fold.disjunction(tests), body))
    return (core.If(tuple(cases), (), span=node.span),) if cases else ()


def sentences_of(world: World, member: syntax.FamilyMember) -> syntax.Block:
    """The sentences of a member; header lines belong to actions."""
    made: list[syntax.Statement] = []
    for line in member.body:
        match line:
            case syntax.Pick() | syntax.PickSeveral() | syntax.Needs() | syntax.MustChange() | syntax.MustLeave():
                world.tell(sentence_words.no_header_here(line.span))
            case _:
                made.append(line)
    return tuple(made)
