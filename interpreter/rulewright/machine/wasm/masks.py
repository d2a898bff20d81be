"""Loops over places of a board as tests of bit masks.

`some c in line where c's player is you` goes through a row of a constant table of places and asks each what lies there.
On a small board the answer is a set of bits: the places whose content passes, cut with the places of the row. In the
same way a region grows by the places beside one of its own. Here such loops and regions are found; what they become is
written in `statements`. A content is 0 for nothing, else kind + 1.
"""

import operator
from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Final

from attrs import frozen

from rulewright.language.walking import rewritten, walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import single
from rulewright.machine.wasm.code_facts import named_cells

PLACES, CONTENTS = 128, 16


Rows = tuple[tuple[int, ...], ...]


@frozen
class MaskLoop:
    """A loop over places. `tests` are the condition for each content; `rows` the masks of the table's rows, chosen by
    `row`; or, `row` being None, only one. Every mask is so many `words` of 64 bits. `once`: the first place that passes
    ends the loop. Or a region: `row` is its first place, and the rows what lies beside each."""

    zone: int
    instance: int
    place: int
    words: int
    row: ir.Expr | None
    rows: tuple[int, ...]
    tests: tuple[ir.Expr, ...]
    then: ir.Code
    once: bool

    @property
    def inputs(self) -> set[int]:
        """The cells on which the set of passing places depends, the board aside."""
        return named_cells(self.tests)


def mask_loops(program: ir.Program, nodes: Iterable[object]) -> dict[int, MaskLoop]:
    """The loops among all nodes of a program that are mask tests, by their identity."""
    found: dict[int, MaskLoop | None] = {}
    for node in nodes:
        match node:
            case ir.Labelled(region=ir.Region(first, place, test, beside, body=body)):
                rows = tuple(tuple(sorted(row)) for row in beside)
                found[id(node)] = _checked(program, place, first, rows, test, body or ())
            case ir.For(
                cell=at,
                low=ir.TableAt(starts, row),
                high=ir.TableAt(ends, ir.Bin("+", next_row, ir.Const(1))),
                body=(ir.Set(place, ir.TableAt(table, ir.Cell(index))), ir.If(test, then, ())),
                down=False,
            ) if starts == ends and row == next_row and index == at:
                places = program.tables[table]
                rows = tuple(places[start:end] for start, end in pairwise(program.tables[starts]))
                if all(0 <= each < PLACES for places in rows for each in places):
                    found[id(node)] = _begun(program, place, row, rows, test, then)
            case ir.For(place, ir.Const(low), ir.Const(high), body=(ir.If(test, then, ()),), down=False) if (
                0 <= low < high <= PLACES
            ):
                found[id(node)] = _begun(program, place, None, (tuple(range(low, high)),), test, then)
            case _:
                pass
    return {key: loop for key, loop in found.items() if loop is not None}


def words(places: int) -> int:
    """How many words a set of so many places is."""
    return -(-places // 64)


def _begun(
    program: ir.Program, place: int, row: ir.Expr | None, rows: Rows, test: ir.Expr, then: ir.Code
) -> MaskLoop | None:
    """The loop, if its condition begins by asking what lies there; whatever it asks behind that is asked inside."""
    parts = test.operands if isinstance(test, ir.Both) else (test,)
    for end in range(len(parts), 0, -1):
        first, rest = parts[:end], parts[end:]
        inside = (ir.If(ir.Both(rest), then),) if rest else then
        found = _checked(program, place, row, rows, ir.Both(first) if end > 1 else first[0], inside)
        if found is not None:
            return found
    return None


def _checked(
    program: ir.Program, place: int, row: ir.Expr | None, rows: Rows, test: ir.Expr, then: ir.Code
) -> MaskLoop | None:
    """The loop, if its condition asks only what lies there, on one board, and order and effects allow it."""
    asked = list(walk(test))
    bases = [part.base for part in asked if isinstance(part, ir.At) and part.index == ir.Cell(place)]
    if len(set(bases)) != 1 or len(bases) != asked.count(ir.Cell(place)):
        return None
    base = bases[0]
    for layout in program.zones:
        instance, beyond = divmod(base - layout.offset, layout.stride or 1)
        if single(layout) and not beyond and 0 <= instance < layout.instances:
            break
    else:
        return None
    # how many kinds may lie on a place, 0 is nothing there: the box says it only of what is counted
    kinds = next(slot.high for slot in program.slots if slot.offset == layout.offset and slot.length)
    if kinds >= CONTENTS or layout.capacity > PLACES or any(each >= layout.capacity for each in chain(*rows)):
        return None
    tests = [_asked(program, base, place, content, test) for content in range(kinds + 1)]
    once = bool(then) and isinstance(then[-1], ir.Leave)
    ordered = all(list(places) == sorted(set(places)) for places in rows)
    if any(part is None for part in tests) or not _harmless(then, program.size):
        return None
    if not ordered and (place in named_cells(then) or not once):
        return None
    if (not once and _assigned(then) & (named_cells(test) - {place})) or _assigned(test) & named_cells(then):
        return None
    long = words(layout.capacity)
    sets = (sum(1 << each for each in set(places)) for places in rows)
    masks = tuple(each >> 64 * word & (1 << 64) - 1 for each in sets for word in range(long))
    passing = tuple(part for part in tests if part)
    return MaskLoop(layout.zone, instance, place, long, row, masks, passing, then, once)


FOLDED: Final = {
    "+": operator.add,
    "-": operator.sub,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
PLAIN: Final = (
    *(ir.Const, ir.Cell, ir.At, ir.TableAt, ir.Bin, ir.Inverse, ir.Both, ir.Either, ir.Select),
    *(ir.Do, ir.Set),
)
"""What a plain condition is made of."""


def _asked(program: ir.Program, base: int, place: int, content: int, test: ir.Expr) -> ir.Expr | None:
    """The condition for a place (by its cell) with this content, as far as it can be reckoned; None if not plain."""
    known: dict[int, ir.Expr] = {}  # what cells hold that the condition sets itself

    def reckoned(node: ir.Expr | ir.Statement) -> ir.Expr | ir.Statement:
        match node:
            case ir.At(at, ir.Cell(cell)) if at == base and cell == place:
                return ir.Const(content)
            case ir.Cell(cell):
                return known.get(cell, node)
            case ir.Set(cell, value):
                known[cell] = value
            case ir.Do(result=cell):
                return known[cell]
            case ir.TableAt(table, ir.Const(at)):
                return ir.Const(dict(enumerate(program.tables[table]))[at])
            case ir.Bin(op, ir.Const(left), ir.Const(right)) if op in FOLDED:
                return ir.Const(int(FOLDED[op](left, right)))
            case ir.Inverse(ir.Const(value)):
                return ir.Const(int(not value))
            case ir.Both(operands) if ir.Const(0) in operands:
                return ir.Const(0)
            case ir.Either(operands) if ir.Const(1) in operands:
                return ir.Const(1)
            case _:
                pass
        return node

    if not all(isinstance(part, PLAIN) for part in walk(test)):
        return None
    try:
        return rewritten((test,), reckoned)[0]
    except KeyError:
        return None


def _harmless(code: ir.Code, size: int) -> bool:
    """Whether code only reckons: it changes nothing but scratch, and yields."""
    for node in walk(code):
        match node:
            case ir.Set(cell) | ir.SetAt(cell) | ir.Fill(cell):
                if cell < size:
                    return False
            case (
                ir.Leave()
                | ir.Yield()
                | ir.Candidate()
                | ir.Offer()
                | ir.If()
                | ir.For()
                | ir.ForKinds()
                | ir.Labelled()
            ):
                pass
            case _ if isinstance(node, ir.Statement):
                return False
            case _:
                pass
    return True


def _assigned(code: object) -> set[int]:
    """The cells that code sets by number."""
    found: set[int] = set()
    for node in walk(code):
        match node:
            case ir.Set(cell) | ir.For(cell):
                found.add(cell)
            case ir.ForKinds(kind=kind, loc=loc):
                found |= {kind, loc}
            case _:
                pass
    return found


def lasting(loop: MaskLoop, body: ir.Code, size: int) -> bool:
    """Whether the set of passing places stays the same while code around the loop is run again and again."""
    return _harmless(body, size) and not _assigned(body) & loop.inputs
