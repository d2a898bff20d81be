"""What this setting can reach: a doing that only folded branches name may speak of what is absent here."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rulewright.language import constant_folding as fold
from rulewright.language import core, syntax
from rulewright.language.elaborate.coercions import condition
from rulewright.language.elaborate.environment import Env, Mistake
from rulewright.language.elaborate.world import World
from rulewright.language.walking import children, walk

T = TypeVar("T")
PLAIN = syntax.Name | syntax.Number | syntax.YesNo | syntax.Compare | syntax.Arithmetic | syntax.Within | syntax.Range


def live(world: World, roots: Iterable[syntax.Setup | syntax.Play]) -> frozenset[str]:
    """The names of the procedures, actions and menus that setup and play can come to at this setting."""
    found: set[str] = set()
    waiting = [name for root in roots for name in named(world, root)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            entry = world.procedures.get(name) or world.actions.get(name)
            doing = entry.syntax if entry else world.menus.get(name)
            waiting += named(world, doing) if doing is not None else ()
    return frozenset(found)


Doing = syntax.Phase | syntax.Procedure | syntax.ProcedureFamily | syntax.Action | syntax.ActionFamily | syntax.Choice


def named(world: World, node: object) -> Iterator[str]:
    """The doings that a tree names outside branches that this setting folds away."""
    match node:
        case syntax.If():
            yield from in_branches(world, node)
        case syntax.Act():
            yield node.name.text
            for arg in node.args or ():
                yield from named(world, arg)
        case syntax.Action():
            yield from in_lines(world, node.body)
        case syntax.Choice():
            yield from in_lines(world, (*node.needs, *node.offers))
        case syntax.FamilyMember():
            yield from in_lines(world, node.body)
        case _:
            for child in children(node):
                yield from named(world, child)


def in_branches(world: World, node: syntax.If) -> Iterator[str]:
    """The branches of an `if` that can be reached."""
    for case in node.cases:
        yield from named(world, case.condition)
        known = decided(world, case.condition)
        if known != 0:
            yield from named(world, case.body)
        if known == 1:
            return
    yield from named(world, node.otherwise or ())


def in_lines(world: World, lines: Sequence[syntax.ActionLine | syntax.Offer]) -> Iterator[str]:
    """The lines of an action or menu up to a guard that never holds."""
    for line in lines:
        yield from named(world, line)
        if isinstance(line, syntax.Needs) and decided(world, line.condition) == 0:
            return


def decided(world: World, node: syntax.Expr) -> int | None:
    """What a condition comes to at load, None if it needs the game."""
    match node:
        case syntax.And() | syntax.Or():
            parts = [decided(world, operand) for operand in node.operands]
            stop = 0 if isinstance(node, syntax.And) else 1
            return stop if stop in parts else None if None in parts else 1 - stop
        case syntax.Not():
            known = decided(world, node.operand)
            return None if known is None else 1 - known
        case _ if not speaks_of_options(world, node):
            return None
        case _:
            try:
                return fold.constant(condition(world, Env(), node))
            except Mistake:
                return None


def speaks_of_options(world: World, node: syntax.Expr) -> bool:
    """Whether a condition names options, `player-count` and values only."""
    for each in walk(node):
        if isinstance(each, syntax.Word):
            name = each.name.text
            known = name in world.option_types or name in world.bearers or name == "player-count"
            if not known or name in world.fields.get((), {}):
                return False
        elif not isinstance(each, PLAIN):
            return False
    return True


# ---- what is absent


def touches_absent(world: World, node: object) -> bool:
    """Whether core speaks of a field that does not exist at this setting."""
    return any(
        (isinstance(each, core.ZoneRef) and each.zone >= world.zones_here)
        or (isinstance(each, core.VarRef) and world.variables_here <= each.variable < world.variables_end)
        for each in walk(node)
    )


def present(world: World, nodes: tuple[T, ...]) -> tuple[T, ...]:
    """What does not speak of absent fields; the rest stands where this setting never comes."""
    return tuple(node for node in nodes if not touches_absent(world, node))
