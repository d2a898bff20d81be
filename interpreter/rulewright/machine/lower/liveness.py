"""What of a unit's frame is still read behind a stop: the rest is zeroed, so that equal situations are equal vectors.

In: the drafts of a program and the frame variables. Out: for each block what lives at its end. Each unit is looked at
by itself: running another unit counts as a stop, for whoever waits has zeroed what it no longer needs before.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from attrs import field, frozen

from rulewright.language.walking import walk
from rulewright.machine.lower.blocks import Blocks, Unit
from rulewright.machine.lower.builder import Variable
from rulewright.machine.lower.layout import stretches
from rulewright.machine.lower.terms import ZERO
from rulewright.machine.program import nodes as ir

Live = frozenset[int]
Labels = dict[int, Live]
NONE_LIVE: Final[Live] = frozenset()


@frozen
class Frames:
    """Which variable of which unit a cell belongs to: `owner[cell]` is a number of `variables`; which
    of them each unit has. `reads`: what has been found to be read in code, which is asked again at each turn."""

    variables: tuple[Variable, ...]
    owner: Mapping[int, int]
    of_unit: Mapping[int, Sequence[int]]
    reads: dict[int, tuple[object, Live]] = field(factory=dict, init=False)


def frames(variables: Iterable[Variable], low: int, high: int) -> Frames:
    """The variables that lie in the vector, cells low..high-1."""
    numbered = tuple(variables)
    owner = {
        cell: number
        for number, variable in enumerate(numbered)
        if low <= variable.cell < high
        for cell in range(variable.cell, variable.cell + variable.length)
    }
    of_unit: dict[int, list[int]] = defaultdict(list)
    for number in dict.fromkeys(owner.values()):
        of_unit[numbered[number].unit].append(number)
    return Frames(numbered, owner, of_unit)


def live_at_ends(blocks: Blocks, known: Frames) -> dict[int, Live]:
    """For each block the variables of its unit that are read behind its end: the usual fixed point, backward. What is
    told of a unit is read wherever it stops."""
    begins: dict[int, Live] = defaultdict(frozenset)
    ends: dict[int, Live] = {}
    drafts: dict[int, list[int]] = defaultdict(list)
    for at, draft in enumerate(blocks.drafts):
        drafts[draft.unit].append(at)
    for unit in blocks.units.values():
        told, changed = _read(tuple(part.value for part in unit.told), known), True
        while changed:
            changed = False
            for at in reversed(drafts[unit.number]):
                draft = blocks.drafts[at]
                live = NONE_LIVE.union(*(begins[follow] for follow in draft.follows))
                live -= {known.owner[cell] for cell in draft.sets if cell in known.owner}
                ends[at] = live.union(told if draft.stops else (), *(_read(use, known) for use in draft.uses))
                begin = _code(tuple(draft.code), ends[at] | _read(draft.end, known), known, {})
                begins[at], changed = begin, changed or begin != begins[at]
    return ends


def _read(node: object, known: Frames) -> Live:
    """The variables read anywhere in an expression or statement, known by its identity: it is kept with them."""
    if id(node) not in known.reads:
        cells: set[int] = set()
        for inner in walk(node):
            match inner:
                case (
                    ir.Cell(cell)
                    | ir.At(base=cell)
                    | ir.Do(result=cell)
                    | ir.RotatePlaces(places=cell)
                    | ir.Return(cell)
                ):
                    cells.add(cell)
                case _:
                    pass
        known.reads[id(node)] = node, frozenset(known.owner[cell] for cell in cells & known.owner.keys())
    return known.reads[id(node)][1]


def _code(code: ir.Code, live: Live, known: Frames, labels: Labels) -> Live:
    for statement in reversed(code):
        live = _statement(statement, live, known, labels)
    return live


def _statement(node: ir.Statement, live: Live, known: Frames, labels: Labels) -> Live:
    match node:
        case ir.Set(cell, value):
            return _expression(value, live - _whole(cell, 1, known), known)
        case ir.Fill(base, ir.Const(start), ir.Const(count)):
            return live - _whole(base + start, count, known)
        case ir.If(test, then, otherwise):
            both = _code(then, live, known, labels) | _code(otherwise, live, known, labels)
            return _expression(test, both, known)
        case ir.For(cell, low, high, body):
            inner = _settled(live, lambda begin: _code(body, begin, known, labels)) - _whole(cell, 1, known)
            return inner | live | _read(low, known) | _read(high, known)
        case ir.ForKinds(_, instance, kind, loc, body):
            inner = _settled(live, lambda begin: _code(body, begin, known, labels))
            return (inner - _whole(kind, 1, known) - _whole(loc, 1, known)) | live | _read(instance, known)
        case ir.While(test, body):
            head = _expression(test, live, known)
            return _settled(head, lambda head: _expression(test, live | _code(body, head, known, labels), known))
        case ir.Labelled(label, body):
            return _code(body, live, known, {**labels, label: live})
        case ir.Leave(label):
            return labels.get(label, NONE_LIVE)
        case ir.Fail():
            return NONE_LIVE
        case ir.MovePiece(found=int(found)):
            return live - _whole(found, 1, known) | _read(node, known)
        case _:
            return live | _read(node, known)


def _whole(cell: int, count: int, known: Frames) -> Live:
    """The variable that is overwritten as a whole by setting these cells."""
    number = known.owner.get(cell)
    if number is None:
        return NONE_LIVE
    variable = known.variables[number]
    covered = cell <= variable.cell and cell + count >= variable.cell + variable.length
    return frozenset({number}) if covered else NONE_LIVE


def _expression(value: ir.Expr, live: Live, known: Frames) -> Live:
    if not isinstance(value, ir.Do):
        return live | _read(value, known)
    owner = known.owner.get(value.result)
    return _code(value.body, live if owner is None else live | {owner}, known, {})


def _settled(live: Live, before: Callable[[Live], Live]) -> Live:
    """What lives where code may run again and again."""
    while not (more := before(live)) <= live:
        live |= more
    return live


def zeroes(cells: Iterable[int]) -> ir.Code:
    """Code that zeroes cells, stretch by stretch."""
    return tuple(
        ir.Set(first, ZERO) if count == 1 else ir.Fill(first, ZERO, ir.Const(count), 0)
        for first, count in stretches(cells)
    )


def own_cells(unit: Unit, known: Frames) -> dict[int, tuple[int, ...]]:
    """The cells of each variable of a unit that lies in the vector, its return slot aside."""
    return {
        number: tuple(range(variable.cell, variable.cell + variable.length))
        for number in known.of_unit.get(unit.number, ())
        for variable in [known.variables[number]]
        if variable.cell != unit.ret
    }
