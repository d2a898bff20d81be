"""`keep`: a value that lives until the doing ends, as a variable that stands behind all fields.

It begins anew with each assignment that a `keep` is. While bodies are elaborated the numbers of kept variables lie
behind those of absent fields; `placed` closes the gap.
"""

from typing import Final

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.elaborate.assignments import check_range
from rulewright.language.elaborate.coercions import value
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.resolve import variable_value
from rulewright.language.elaborate.world import Result, World
from rulewright.language.types import CountsT, MemoryT, OptionalT, Scalar, SetT, lowest, none_code
from rulewright.language.walking import rewritten

WHAT: Final = "a `keep`"


def keep(world: World, env: Env, node: syntax.Keep) -> Result:
    """`keep x: T, starts v`: the assignment with which it begins, and the name."""
    check_free(world, env, node.name, None)
    if node.name.span not in world.kept:
        raise Mistake(None)
    var = variable(world, node)
    return (begins(world, env, var, node),), env.bind(node.name, variable_value(world, var), WHAT)


def variable(world: World, node: syntax.Keep) -> core.VarRef:
    """A new variable of the doing."""
    world.variables.append(evolve(world.kept[node.name.span], since=len(world.locals)))
    return core.VarRef(len(world.variables) - 1, span=node.name.span)


def begins(world: World, env: Env, var: core.VarRef, node: syntax.Keep) -> core.Assign | core.AssignAll:
    """What it begins with: as a field does, if nothing is said."""
    type_ = world.variables[var.variable].type
    assert not isinstance(type_, MemoryT), type_
    if isinstance(type_, SetT | CountsT):
        nothing = core.OneEach(core.Listed(()), world.size(type_.of))
        return core.AssignAll(
            var, aggregate(world, env, node.starts, type_) if node.starts else nothing, span=node.span
        )
    if node.starts is None:
        return core.Assign(var, first_value(world, type_), span=node.span)
    given = value(world, env, node.starts, type_)
    check_range(world, var, type_, given, node.starts.span)
    return core.Assign(var, given.core, span=node.span)


def first_value(world: World, type_: Scalar) -> core.Const:
    """None where that can be, else 0 or the lowest."""
    if isinstance(type_, OptionalT):
        return core.Const(none_code(type_), type_)
    low = lowest(type_)
    return core.Const(0 if low <= 0 < low + world.size(type_) else low, type_)


def placed(world: World, made: core.Core) -> core.Core:
    """The core, in which kept variables stand where elaboration has absent fields."""
    gap = world.variables_end - world.variables_here
    if not gap or len(world.variables) == world.variables_end:
        return made

    def closer(node: object) -> object:
        match node:
            case core.VarRef(variable=variable) if variable >= world.variables_end:
                return evolve(node, variable=variable - gap)
            case _:
                return node

    doings = made.procedures, made.actions, made.setup, made.play
    procedures, actions, setup, play = rewritten(doings, closer)
    return evolve(made, procedures=procedures, actions=actions, setup=setup, play=play)
