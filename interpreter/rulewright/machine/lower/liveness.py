"""What of a unit's frame is still read behind a stop: the rest is zeroed, so that equal situations are equal vectors.

In: the drafts of a program and the frame variables. Out: for each block what lives at its end. Each unit is looked at
by itself: running another unit counts as a stop, for whoever waits has zeroed what it no longer needs before.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from attrs import field, frozen

from rulewright.language.walking import walk
from rulewright.machine.lower.blocks import Blocks, Draft, Unit
from rulewright.machine.lower.builder import Variable
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
    of_unit: dict[int, list[int]] = {}
    for number in dict.fromkeys(owner.values()):
        of_unit.setdefault(numbered[number].unit, []).append(number)
    return Frames(numbered, owner, of_unit)


def live_at_ends(blocks: Blocks, known: Frames) -> dict[int, Live]:
    """For each block the variables of its unit that are read behind its end."""
    found: dict[int, Live] = {}
    drafts: dict[int, list[int]] = {}
    for at, draft in enumerate(blocks.drafts):
        drafts.setdefault(draft.unit, []).append(at)
    for unit in blocks.units.values():
        found.update(_unit(blocks, drafts[unit.number], known, tuple(part.value for part in unit.told)))
    return found


def _unit(blocks: Blocks, own: list[int], known: Frames, told: tuple[ir.Expr, ...]) -> dict[int, Live]:
    """The usual fixed point, backward; what is told of the unit is read wherever it stops."""
    begins: dict[int, Live] = dict.fromkeys(own, NONE_LIVE)
    ends: dict[int, Live] = dict.fromkeys(own, NONE_LIVE)
    changed = True
    while changed:
        changed = False
        for at in reversed(own):
            draft = blocks.drafts[at]
            ends[at] = _end(draft, begins, known) | (_read(told, known) if draft.stops else NONE_LIVE)
            begin = _code(tuple(draft.code), ends[at] | _terminator(draft, known), known, {})
            if begin != begins[at]:
                begins[at], changed = begin, True
    return ends


def _end(draft: Draft, begins: Mapping[int, Live], known: Frames) -> Live:
    """What lives while the block stands at its end: read by what follows or, stopped, by the site."""
    after: set[int] = set()
    for follow in draft.follows:
        after |= begins[follow]
    after -= {known.owner[cell] for cell in draft.sets if cell in known.owner}
    for use in draft.uses:
        after |= _read(use, known)
    return frozenset(after)


def _terminator(draft: Draft, known: Frames) -> Live:
    match draft.end:
        case ir.Branch(test):
            return _read(test, known)
        case ir.Return(cell):
            return frozenset({known.owner[cell]}) if cell in known.owner else NONE_LIVE
        case ir.Jump() | ir.Decide() | ir.Chance() | ir.End() | None:
            return NONE_LIVE


def _read(node: object, known: Frames) -> Live:
    """The variables read anywhere in an expression or statement, known by its identity: it is kept with them."""
    if id(node) not in known.reads:
        cells: set[int] = set()
        for inner in walk(node):
            match inner:
                case ir.Cell(cell) | ir.At(base=cell) | ir.Do(result=cell) | ir.RotatePlaces(places=cell):
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
        case ir.Note() | ir.Remember():
            return live
        case ir.MovePiece(found=found):
            left = live if found is None else live - _whole(found, 1, known)
            return left | _read(node, known)
        case ir.SetAt() | ir.Fill() | ir.CallFunction() | ir.Ended():
            return live | _read(node, known)
        case _ if isinstance(node, ir.Listing | ir.Moving):
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


# ---- what is zeroed


def zeroes(cells: Iterable[int]) -> ir.Code:
    """Code that zeroes cells, stretch by stretch."""
    code: list[ir.Statement] = []
    ordered = sorted(cells)
    while ordered:
        count = next((n for n in range(1, len(ordered)) if ordered[n] != ordered[0] + n), len(ordered))
        first = ordered[0]
        code.append(ir.Set(first, ZERO) if count == 1 else ir.Fill(first, ZERO, ir.Const(count), 0))
        ordered = ordered[count:]
    return tuple(code)


def own_cells(unit: Unit, known: Frames) -> dict[int, tuple[int, ...]]:
    """The cells of each variable of a unit that lies in the vector, its return slot aside."""
    return {
        number: tuple(range(variable.cell, variable.cell + variable.length))
        for number in known.of_unit.get(unit.number, ())
        for variable in [known.variables[number]]
        if variable.cell != unit.ret
    }
