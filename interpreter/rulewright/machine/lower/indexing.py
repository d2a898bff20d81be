"""Whatever becomes a cell: the one way by which a value that chooses a field, place, member or entry is tested.

In: a scope, a value, and the values that there are. Out: the value, which lies among them. One that is none passes; who
asks says what that means. What ranges prove is not tested, unless the program is built with every test.
"""

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none, none_of, range_of, value_range
from rulewright.language.intervals import Range
from rulewright.language.types import CountsT, NumberT, Scalar, SetT, without_none
from rulewright.machine.lower import sequence_facts
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.terms import YES, both
from rulewright.machine.program import nodes as ir


@frozen
class Values:
    """The values by which `name` is asked; `type` is what the rules call them, if they do."""

    name: str
    range: Range
    type: str | None = None

    @property
    def words(self) -> str:
        """What is said of another one."""
        called = self.type or self.name
        return f"{self.name}({ir.VALUE}): {called} is {self.range.low}..{self.range.high}, and this is {ir.VALUE}."


def values_of(scope: Scope, name: str, type_: Scalar) -> Values:
    """All values of a type."""
    inner = without_none(type_)
    return Values(name, range_of(scope.core, inner), inner.place if isinstance(inner, NumberT) else None)


def members_of(scope: Scope, variable: int) -> Values:
    """What can be in a set or counted by counts."""
    field = scope.core.variables[variable]
    assert isinstance(field.type, SetT | CountsT), field
    return values_of(scope, field.name, field.type.of)


def places_of(scope: Scope, board: int) -> Values:
    """The places of a board."""
    zone = scope.core.zones[board]
    return Values(zone.name, Range(zone.low, zone.low + scope.build.layout.zones[board].capacity - 1), zone.place)


def entries_of(table: core.Table | core.ListTable) -> tuple[Values, ...]:
    """What a table is asked by. It bears the name of the place type and that of the question."""
    place, _, question = table.name.partition(" ")
    pairs = zip(table.lows, table.shape, strict=True)
    return tuple(Values(question or place, Range(low, low + extent - 1), place) for low, extent in pairs)


def index(scope: Scope, expr: core.Expr, values: Values) -> tuple[ir.Code, ir.Expr]:
    """A value that chooses among these, as something that may be read twice; a fault if it is none of them."""
    return scope.kept(chosen(scope, expr, values))


def chosen(scope: Scope, expr: core.Expr, values: Values) -> ir.Expr:
    """As `index`, to be read once."""
    reckoned = scope.value(expr)
    none = none_of(expr) if may_be_none(expr) else None
    return within(scope, reckoned, sequence_facts.range_here(scope, expr), values.range, values.words, none)


def within(
    scope: Scope, reckoned: ir.Expr, can_be: Range, must_be: Range, words: str, none: int | None = None
) -> ir.Expr:
    """A value that can be anything of one range and must lie in another (or be `none`)."""
    if must_be.holds(can_be) and not scope.build.every_test:
        return reckoned
    return ir.Checked(reckoned, must_be.low, must_be.high, none, scope.fault("out-of-range", words))


def is_some(expr: core.Expr, cell: ir.Expr) -> ir.Expr:
    """Whether the value of an expression, in this cell, is not none."""
    return ir.Bin("!=", cell, ir.Const(none_of(expr))) if may_be_none(expr) else YES


# ---- what is certain


def is_certain(scope: Scope, node: object) -> bool:
    """Whether what a node is asked by certainly is one of its values, or none."""
    return all(values.range.holds(sequence_facts.range_here(scope, expr)) for expr, values in _asked_by(scope, node))


def _asked_by(scope: Scope, node: object) -> list[tuple[core.Expr, Values]]:
    match node:
        case core.ZoneRef(zone, owners):
            types = scope.core.zones[zone].owners
            return [(owner, values_of(scope, "", type_)) for owner, type_ in zip(owners, types, strict=True)]
        case core.VarRef(variable, owners):
            types = scope.core.variables[variable].owners
            return [(owner, values_of(scope, "", type_)) for owner, type_ in zip(owners, types, strict=True)]
        case core.PlaceRef(board, place):
            return [(place, places_of(scope, board.zone))]
        case core.TableList(table, indices):
            made = scope.core.list_tables[table]
            return [] if made.open else list(zip(indices, entries_of(made), strict=True))
        case _:
            return []


def index_tests(scope: Scope, expr: core.Expr, cell: ir.Expr, low: int, width: int) -> ir.Expr:
    """Whether a value is one of the `width` values from `low` on."""
    values = value_range(scope.core, expr)
    tests: list[ir.Expr] = []
    if values.low < low or may_be_none(expr):
        tests.append(ir.Bin(">=", cell, ir.Const(low)))
    if values.high >= low + width:
        tests.append(ir.Bin("<", cell, ir.Const(low + width)))
    return both(*tests)
