"""What an example expects, as further invariants of its rules."""

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from rulewright.language import core, example_core
from rulewright.language.facts import ranges
from rulewright.language.types import CountsT, MemoryT, SeqT, SetT, ValueT
from rulewright.language.walking import rewritten, walk

WON: Final = "who has won"


def conditions_of(example: example_core.Scene) -> list[example_core.Condition]:
    """The conditions that it expects, in its order."""
    checks = (check for part in example.parts if isinstance(part, example_core.Then) for check in part.checks)
    return [check for check in checks if isinstance(check, example_core.Condition)]


def values_given(made: core.Core, example: example_core.Scene) -> list[example_core.Condition]:
    """That the variables still have the values that are given, each at the place of its line; none of values that are
    reckoned from what may change."""
    found: list[example_core.Condition] = []
    for given in example.givens:
        match given:
            case core.Assign(value=value) | core.AssignAll(value=value) if any(
                isinstance(node, core.VarRef | core.ZoneRef | core.CallDefinition) for node in walk(value)
            ):
                pass
            case core.Assign(var, value):
                type_ = made.variables[var.variable].type
                assert not isinstance(type_, SetT | CountsT | MemoryT)
                found.append(
                    example_core.Condition(core.Compare("same", core.Read(var, type_), value), span=given.span)
                )
            case core.AssignAll(var, value):
                several = made.variables[var.variable].type
                assert isinstance(several, SetT | CountsT)
                there = core.Aggregate(var, ranges.extent(made, several.of))
                found.append(example_core.Condition(core.SameCounts(there, value), span=given.span))
            case _:
                pass
    return found


def probed(entered: core.Core, conditions: Sequence[example_core.Condition], won: int) -> core.Core:
    """The core with the conditions of an example as further invariants; what the local holds in them, who has won, is
    kept in a last variable."""
    held = entered.locals[won].type
    assert isinstance(held, SeqT)
    assert isinstance(held.of, ValueT)
    variable = core.Variable(WON, SetT(held.of), (), "nobody", shown=False)
    made = evolve(entered, variables=(*entered.variables, variable))
    winners = core.Members(core.Aggregate(core.VarRef(len(entered.variables)), ranges.extent(made, held.of)))
    asked = tuple(
        core.Invariant("", check.condition, explanation=check.explanation, span=check.span) for check in conditions
    )
    known = rewritten(asked, lambda node: winners if node == core.Held(won) else node)
    return evolve(made, invariants=(*entered.invariants, *known))
