"""What values can be, whatever happens: of each variable and local.

An analysis of the finished core that forgets order, as `contents` does: a variable can be all that it is ever set to.
It never misses a value; it may see too many.
"""

from collections import Counter
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, anything, may, value_of
from rulewright.language.checks.fixed_point import until_nothing_new
from rulewright.language.checks.piece_zones import certainly_elsewhere
from rulewright.language.checks.zone_contents import Contents, kinds_of
from rulewright.language.core_queries import bindings, questions
from rulewright.language.facts.ranges import range_of
from rulewright.language.intervals import May, Range, either, within
from rulewright.language.types import CountsT, OptionalT, Scalar, SetT, Several, each_of, lowest
from rulewright.language.walking import walk

WIDEN_AFTER: Final = 6
Grown = Counter[tuple[bool, int]]
"""How often more was found of a variable (True) or local."""


def outcomes(made: core.Core, contents: Contents) -> Outcomes:
    """What all variables and locals can be."""
    nodes = contents.nodes
    filled = {node.var.variable for node in nodes if isinstance(node, core.AddTo | core.AssignAll)}
    filled |= {i for i, each in enumerate(made.variables) if isinstance(each.type, SetT | CountsT) and each.starts}
    bound = {local for node in nodes for local, _ in bindings(made, node)}
    found = Outcomes(
        made,
        contents.zones,
        partial(kinds_of, contents),
        filled,
        variables={},
        locals={n: May() if n in bound else anything(made, each_of(each.type)) for n, each in enumerate(made.locals)},
        nodes=nodes,
        written=frozenset(node.var.variable for node in nodes if isinstance(node, core.Writing | core.Remembering)),
        apart=certainly_elsewhere(contents),
    )
    replaced = set_at_once(made)
    for number, variable in enumerate(made.variables):
        if not isinstance(variable.type, Several):
            found.variables[number] = May() if number in replaced else first_value(found, variable, variable.type)
    setting = [node for node in nodes if isinstance(node, core.Assign) or any(True for _ in bindings(made, node))]
    grown = Grown()

    def step() -> None:
        found.forget()
        for node in setting:
            transfer(found, grown, node)

    until_nothing_new(grown.total, step)
    return found


def set_at_once(made: core.Core) -> set[int]:
    """The variables whose first value nobody ever asks: the setup sets them before, or a `keep`."""
    asked, found = set[int](), {number for number, each in enumerate(made.variables) if each.since is not None}
    for node in made.setup:
        if any(isinstance(each, core.RunProcedure | core.Choosing) for each in walk(node)):
            break
        asked |= {each.var.variable for each in questions(made, node) if isinstance(each, core.Read)}
        if isinstance(node, core.Assign) and not node.var.owners and node.var.variable not in asked:
            found.add(node.var.variable)
    return found


def first_value(of: Outcomes, variable: core.Variable, type_: Scalar) -> May:
    """What a variable can be at the beginning."""
    match variable.starts:
        case None if isinstance(type_, OptionalT):
            return May(none=True)
        case None:
            range_ = range_of(of.made, type_)
            first = 0 if range_.low <= 0 <= range_.high else lowest(type_)
            return May(Range(first, first))
        case _ if isinstance(variable.starts, core.Expr):
            return may(of, variable.starts, {})
        case _:
            return anything(of.made, type_)


def transfer(of: Outcomes, grown: Grown, node: object) -> None:
    """What one node brings into variables and locals."""
    if isinstance(node, core.Assign):
        type_ = of.made.variables[node.var.variable].type
        assert not isinstance(type_, Several)
        value = may(of, node.value, {})
        grow(
            of, grown, (True, node.var.variable), evolve(value, none=value.none and isinstance(type_, OptionalT)), type_
        )
    for local, source in bindings(of.made, node):
        if isinstance(node, core.Pick) and node.words is not None:
            value = May(Range(0, len(node.words.names) - 1))
        else:
            value = value_of(of, source, {})
        if isinstance(node, core.Pick) and node.if_any:
            value = evolve(value, none=True)
        grow(of, grown, (False, local), value, each_of(of.made.locals[local].type))


def grow(of: Outcomes, grown: Grown, key: tuple[bool, int], value: May, type_: Scalar) -> None:
    """Add to what is known of a variable or local; what grows again and again becomes all of its type."""
    is_variable, number = key
    known, range_ = of.variables if is_variable else of.locals, range_of(of.made, type_)
    new = either(known[number], within(value, range_))
    if new != known[number]:
        grown[key] += 1
        known[number] = evolve(new, range=range_) if grown[key] > WIDEN_AFTER else new
