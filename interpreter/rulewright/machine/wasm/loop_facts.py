"""Facts about loops: which are tests of bit masks, and what short ones come to for each of their values."""

import operator
from collections import Counter
from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Final

from attrs import frozen

from rulewright.language.walking import rewritten, walk
from rulewright.machine.interpret.expressions import COMPARISONS
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import kinds_in, single
from rulewright.machine.wasm.code_facts import named_cells

# ---- Loops over places of a board as tests of bit masks
# `some c in line where c's player is you` goes through a row of a constant table of places and asks each what lies
# there. On a small board the answer is a set of bits: the places whose content passes, cut with the places of the row.
# In the same way a region grows by the places beside one of its own. What such loops and regions become is written in
# `statements`. A content is 0 for nothing, else kind + 1.


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
    kinds = kinds_in(program, layout)  # a content is 0 where nothing lies
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


FOLDED: Final = {**COMPARISONS, "+": operator.add, "-": operator.sub}


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
            case ir.Both(operands) if ir.Const(0) in operands:
                return ir.Const(0)
            case ir.Either(operands) if ir.Const(1) in operands:
                return ir.Const(1)
            case _:
                return _folded(program, node)
        return node

    if not all(isinstance(part, ir.Plain) for part in walk(test)):
        return None
    try:
        return rewritten((test,), reckoned)[0]
    except KeyError:
        return None


def _folded(program: ir.Program, node: ir.Expr | ir.Statement) -> ir.Expr | ir.Statement:
    """A node whose parts are reckoned, itself reckoned where that can be."""
    match node:
        case ir.TableAt(table, ir.Const(at)) if 0 <= at < len(program.tables[table]):
            return ir.Const(program.tables[table][at])
        case ir.Bin(op, ir.Const(left), ir.Const(right)) if op in FOLDED:
            return ir.Const(int(FOLDED[op](left, right)))
        case ir.Inverse(ir.Const(value)):
            return ir.Const(int(not value))
        case ir.Both(operands):
            asked = _asked_first(operands, ir.NO)
            return ir.NO if asked[:1] == (ir.NO,) else ir.Both(asked) if asked else ir.YES
        case ir.Either(operands):
            asked = _asked_first(operands, ir.YES)
            return ir.YES if asked[:1] == (ir.YES,) else ir.Either(asked) if asked else ir.NO
        case _:
            return node


def _asked_first(operands: tuple[ir.Expr, ...], end: ir.Const) -> tuple[ir.Expr, ...]:
    """The operands up to one that is the end for sure, without those that are surely none."""
    until = operands.index(end) + 1 if end in operands else len(operands)
    return tuple(each for each in operands[:until] if each == end or not isinstance(each, ir.Const))


def _harmless(code: ir.Code, size: int) -> bool:
    """Whether code only reckons: it changes nothing but scratch, and yields."""

    def harmless(node: object) -> bool:
        match node:
            case ir.Set(cell) | ir.SetAt(cell) | ir.Fill(cell):
                return cell >= size
            case _:
                return isinstance(node, ir.Passing) or not isinstance(node, ir.Statement)

    return all(map(harmless, walk(code)))


def _assigned(code: object) -> set[int]:
    return {*ir.numbers(walk(code), ir.SETS)}


def lasting(loop: MaskLoop, body: ir.Code, size: int) -> bool:
    """Whether the set of passing places stays the same while code around the loop is run again and again."""
    return _harmless(body, size) and not _assigned(body) & named_cells(loop.tests)


# ---- Short loops over constants as their body, once for each value: what it asks of the value is known then


UNROLLED_NODES: Final = 256
"""So many nodes a short loop may be when its body is written once for each value."""

WHOLE: Final = ir.Loop | ir.Try | ir.Labelled
"""What is known by what it is, so that it is not written anew."""


def unrolled(program: ir.Program, node: ir.For, own: Iterable[int]) -> list[ir.Code]:
    """The body of a short loop over constants for each of its values, as far as it can be reckoned then; nothing where
    it is long, or less than half can be. `own`: the cells that only the code around it names."""
    match node.low, node.high:
        case ir.Const(low), ir.Const(high):
            values = range(low, high)
        case _:
            return []
    nodes = list(walk(node.body))
    if len(values) * len(nodes) > UNROLLED_NODES or any(isinstance(part, WHOLE) for part in nodes):
        return []
    sets = Counter(ir.numbers(nodes, ir.SETS))
    if node.cell not in own or node.cell in sets:
        return []

    def at(value: int) -> ir.Code:
        known: dict[int, ir.Expr] = {node.cell: ir.Const(value)}

        def reckoned(part: ir.Expr | ir.Statement) -> ir.Expr | ir.Statement:
            return known.get(part.index, part) if isinstance(part, ir.Cell) else _folded(program, part)

        body = list[ir.Statement]()
        for statement in node.body:
            body += rewritten((statement,), reckoned)
            match body[-1]:
                case ir.Set(cell, ir.Const() as now) if cell in own and sets[cell] == 1:
                    known[cell] = now
                case _:
                    pass
        return (ir.Set(node.cell, ir.Const(value)), *body)

    bodies = [at(value) for value in (reversed(values) if node.down else values)]
    written = sum(1 for _ in walk(tuple(bodies)))
    return bodies if 2 * written <= len(values) * len(nodes) else []
