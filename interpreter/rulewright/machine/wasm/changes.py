"""What of a game code may change: the cells and zones that must be put back after a trial.

Sound, not exact: a piece may come from any zone of its component, what is set by a computed number may be any variable.
"""

from collections.abc import Iterable, Iterator

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.memory_map import WORD, Crowd

Stretch = tuple[int, int]
"""First byte from the beginning of the working state, and how many."""


def changed(a: Assembly, functions: Iterable[int], code: object, more: Iterable[int] = ()) -> list[Stretch]:
    """Where these functions and this code may change the game; and `more` zones."""
    program = a.program
    nodes = list(walk((code, tuple(program.functions[each].body for each in sorted(functions)))))
    zones = {zone for node in nodes for zone in _zones(program, node)}.union(more)
    cells = [cell for node in nodes for cell in _cells(program, node)]
    found = [(a.map.cell(first) - a.map.work, WORD * length) for first, length in cells if length]
    for zone in zones:
        layout = program.zones[zone]
        found.append((a.map.cell(layout.offset) - a.map.work, WORD * layout.stride * layout.instances))
        noted = (a.map.cell(note.at) - a.map.work for note in layout.notes)
        found += [(first, WORD * layout.capacity * layout.instances) for first in noted]
        for known in (a.map.crowds[zone], a.map.boards[zone]):
            found += _beside(known, layout.instances, a.map.work)
    return found


def _beside(known: Crowd | None, instances: int, work: int) -> list[Stretch]:
    return [] if known is None else [(known.address - work, known.stride * instances)]


def _zones(program: ir.Program, node: object) -> Iterator[int]:
    """The zones whose pieces a statement may change."""
    there = [number for number, layout in enumerate(program.zones) if not layout.unlimited]
    match node:
        case ir.MovePiece(to=to, origin=origin) if origin is not None:
            yield from (zone for zone in (to.zone, origin) if zone in there)
        case ir.MovePiece(to=to):
            component = program.zones[to.zone].component
            yield from (zone for zone in there if program.zones[zone].component == component)
        case ir.ChangePiece(component=component):
            yield from (zone for zone in there if program.zones[zone].component == component)
        case ir.Flip() | ir.ShowPiece():
            yield from (zone for zone in there if program.zones[zone].faces_at is not None)
        case ir.SwapPlaces(board=at) | ir.RotatePlaces(board=at) | ir.SortZone(zone=at):
            yield at.zone
        case ir.PassZones(passings):
            yield from (end.zone for way in passings for end in way)
        case ir.SetAt(base) | ir.Fill(base) if base < _variables(program)[0]:
            yield from there
        case _:
            pass


def _cells(program: ir.Program, node: object) -> Iterator[tuple[int, int]]:
    """The cells of the vector that a statement may set, and how many behind each."""
    match node:
        case ir.Set(cell) | ir.For(cell) if cell < program.size:
            yield cell, 1
        case ir.ForKinds(kind=kind, loc=loc):
            yield from ((cell, 1) for cell in (kind, loc) if cell < program.size)
        case ir.MovePiece(found=found) if found is not None and found < program.size:
            yield found, 1
        case ir.Fill(base, ir.Const(index), ir.Const(count)) if base + index < program.size:
            yield base + index, count
        case ir.SetAt(base) | ir.Fill(base) if base < program.size:
            first, end = _variables(program)
            yield (0, end) if base < first else (first, end - first)
        case ir.Remember(number):
            memory = program.memories[number]
            yield memory.offset, 1 + 2 * memory.capacity
        case ir.Ended():
            yield program.ended, 2
        case _:
            pass


def _variables(program: ir.Program) -> tuple[int, int]:
    """The cells of the vector behind those of all zones."""
    ends = (layout.offset + layout.stride * layout.instances for layout in program.zones)
    return max(ends, default=program.ended + 2), program.size
