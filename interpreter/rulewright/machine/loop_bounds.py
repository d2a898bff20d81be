"""Which loops are counted: those that the program itself does not keep short.

A loop whose passes, those of the loops inside it and of the functions it calls included, are at most `FEW` for every
state, is not counted: it cannot make a rule endless. Both backends ask here, so that they count alike. What is bounded
how: numbers by their constants, tables and slots; sizes and counts of zones by the layout; the length of a sequence in
scratch by the room it has.
"""

from itertools import pairwise

from rulewright.language.walking import children
from rulewright.machine.program.nodes import (
    At,
    Bin,
    Both,
    CallFunction,
    Cell,
    Checked,
    Code,
    Const,
    Do,
    Either,
    Expr,
    For,
    ForKinds,
    ForSelections,
    If,
    Inverse,
    Invoke,
    Labelled,
    Program,
    Select,
    Set,
    Size,
    Statement,
    TableAt,
    Try,
    While,
    ZoneAt,
)

FEW = 4_096
MANY = 1 << 40
"""More than anything that counts; what has no bound has this one."""


class Turns:
    """Bounds of one program, reckoned when first asked for."""

    def __init__(self, program: Program) -> None:
        """Tabulate the bounds of cells."""
        self._program = program
        self._high = {
            cell: slot.high for slot in program.slots for cell in range(slot.offset, slot.offset + slot.length)
        }
        self._room = {first - 1: length for first, length in program.arrays}
        zones = [(layout.offset, layout.offset + layout.stride * layout.instances) for layout in program.zones]
        self._zones = min((first for first, _ in zones), default=0), max((end for _, end in zones), default=0)
        self._zone_high = max((self._high.get(cell, 0) for cell in range(*self._zones)), default=0)
        self._functions: dict[int, int] = {}
        self._loops: dict[int, int] = {}

    def counted(self, node: For | ForKinds) -> bool:
        """Whether a loop is counted."""
        return self._statement(node) > FEW

    def most(self, function: int) -> int:
        """The most passes of loops in a function; `MANY` or more: nobody knows."""
        return self._function(function)

    def passes(self, node: Expr) -> int:
        """The most passes of loops in an expression."""
        return self._expression(node)

    # ---- passes

    def _code(self, code: Code) -> int:
        return min(MANY, sum(self._statement(node) for node in code))

    def _statement(self, node: Statement) -> int:
        """The most passes of loops in a statement."""
        match node:
            case For() | ForKinds():
                if id(node) not in self._loops:
                    self._loops[id(node)] = self._loop(node)
                return self._loops[id(node)]
            case While() | ForSelections():
                return MANY
            case If(test, then, otherwise):
                return self._expression(test) + max(self._code(then), self._code(otherwise))
            case Labelled(_, body):
                return self._code(body)
            case CallFunction(function, args):
                return self._function(function) + sum(map(self._expression, args))
            case _:
                return sum(self._expression(part) for part in _expressions(node))

    def _loop(self, node: For | ForKinds) -> int:
        passes = self._program.zones[node.zone].stride if isinstance(node, ForKinds) else self._passes(node)
        return min(MANY, passes * (1 + self._code(node.body)))

    def _function(self, number: int) -> int:
        if number not in self._functions:
            self._functions[number] = self._code(self._program.functions[number].body)
        return self._functions[number]

    def _expression(self, node: Expr) -> int:
        """The most passes of loops in an expression."""
        match node:
            case Do(body):
                return self._code(body)
            case Invoke(function, args):
                return self._function(function) + sum(map(self._expression, args))
            case Try():
                return MANY
            case _:
                return sum(map(self._expression, _parts(node)))

    # ---- values

    def _passes(self, node: For) -> int:
        """The most passes of a loop over numbers."""
        match node.low, node.high:
            case TableAt(table, low), TableAt(other, Bin("+", high, Const(1))) if (table, low) == (other, high):
                values = self._program.tables[table]
                return max((after - before for before, after in pairwise(values)), default=0)
            case Const(0), Cell(length) if self._reads(node, length):
                return self._room[length]
            case low, high:
                return max(0, min(MANY, self._most(high) - self._least(low)))

    def _reads(self, node: For, length: int) -> bool:
        """Whether the loop goes through the sequence whose length this is, which lies behind it in scratch."""
        match node.body[:1]:
            case (Set(_, At(base)),):
                return length in self._room and length < base <= length + self._room[length]
            case _:
                return False

    def _least(self, node: Expr) -> int:
        match node:
            case Const(value):
                return value
            case TableAt(table):
                return min(self._program.tables[table], default=0)
            case Bin("max", left, right):
                return max(self._least(left), self._least(right))
            case Bin("min", left, right):
                return min(self._least(left), self._least(right))
            case Bin("+", left, Const(more)):
                return self._least(left) + more
            case _:
                return -MANY

    def _most(self, node: Expr) -> int:
        match node:
            case Const(value):
                return value
            case Cell(index):
                return self._high.get(index, MANY)
            case At(base):
                return self._most_at(base)
            case TableAt(table):
                return max(self._program.tables[table], default=0)
            case Size(zone):
                return self._program.zones[zone].capacity
            case Checked(_, _, high):
                return high
            case Bin("min", left, right):
                return min(self._most(left), self._most(right))
            case Bin("max", left, right) | Select(_, left, right):
                return max(self._most(left), self._most(right))
            case Bin("+", left, Const(more)):
                return self._most(left) + more
            case Bin(op) if op in ("==", "!=", "<", "<=", ">", ">="):
                return 1
            case Both() | Either() | Inverse():
                return 1
            case _:
                return MANY

    def _most_at(self, base: int) -> int:
        """The most that a cell of a slot, or one found by its number among those of the zones, can hold."""
        first, end = self._zones
        if first <= base < end or base <= 1:
            return self._zone_high
        return self._high.get(base, MANY)


def _parts(node: Expr) -> tuple[Expr, ...]:
    match node:
        case At(_, index) | TableAt(_, index):
            return (index,)
        case Bin(_, left, right):
            return left, right
        case Both(operands) | Either(operands):
            return operands
        case Inverse(operand):
            return (operand,)
        case Select(test, then, otherwise):
            return test, then, otherwise
        case Checked(value):
            return (value,)
        case Size(_, instance):
            return (instance,)
        case _:
            return ()


def _expressions(node: Statement) -> list[Expr]:
    """The expressions that stand directly in a statement, or in a zone of it."""
    found: list[Expr] = []
    for part in children(node):
        if isinstance(part, Expr):
            found.append(part)
        elif isinstance(part, ZoneAt):
            found += [part.instance] if part.place is None else [part.instance, part.place]
    return found
