"""`must` lines: the move in the header's cells is tried to its end on the working state, judged, and all is put back.

What is impossible refuses the move, a body that ends the game satisfies; every other fault stops, and the head says
which trials run. Functions are written a second time for trials, where they return at something impossible.
"""

from collections.abc import Iterable
from typing import Final

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import REFUSED, TOP, TURNS_TAKEN, WORK, Assembly, Scope
from rulewright.machine.wasm.code_facts import parts
from rulewright.machine.wasm.encoding import I32, called, memory
from rulewright.machine.wasm.memory_map import TRYING, WORD

Stretch = tuple[int, int]
"""First byte from the beginning of the working state, and how many."""


def changed(a: Assembly, functions: Iterable[int], code: object, more: Iterable[int] = ()) -> list[Stretch]:
    """Where these functions and this code may change the game; and `more` zones."""
    program = a.program
    there = {number for number, layout in enumerate(program.zones) if not layout.unlimited}
    ends = (layout.offset + layout.stride * layout.instances for layout in program.zones)
    first = max(ends, default=program.ended + 2)  # behind the cells of all zones

    def of_component(component: int) -> set[int]:
        return {zone for zone in there if program.zones[zone].component == component}

    zones = set[int]()
    nodes = list(walk((code, tuple(program.functions[each].body for each in sorted(functions)))))
    cells = [(cell, 1) for cell in ir.numbers(nodes, ir.SETS)]  # the first of some, and how many
    for node in nodes:
        match node:
            case ir.Fill(base, ir.Const(index), ir.Const(count)):
                cells.append((base + index, count))
                zones |= there if base < first else set()
            case ir.SetAt(base) | ir.Fill(base) if base < first:
                cells.append((0, program.size))
                zones |= there
            case ir.SetAt(base) | ir.Fill(base) if base < program.size:
                cells.append((first, program.size - first))
            case ir.MovePiece(to=to, origin=origin):
                zones |= of_component(program.zones[to.zone].component) if origin is None else {to.zone, origin}
            case ir.ChangePiece(component=component):
                zones |= of_component(component)
            case ir.Flip() | ir.ShowPiece():
                zones |= {zone for zone in there if program.zones[zone].faces_at is not None}
            case ir.SwapPlaces(board=at) | ir.RotatePlaces(board=at) | ir.SortZone(zone=at):
                zones.add(at.zone)
            case ir.PassZones(passings):
                zones |= {end.zone for way in passings for end in way}
            case ir.Remember(number):
                remembered = program.memories[number]
                cells.append((remembered.offset, 1 + 2 * remembered.capacity))
            case ir.Ended():
                cells.append((program.ended, 2))
            case _:
                pass
    work = a.map.work
    found = [(a.map.cell(cell) - work, WORD * length) for cell, length in cells if cell < program.size and length]
    for zone in (zones & there).union(more):
        layout = program.zones[zone]
        found.append((a.map.cell(layout.offset) - work, WORD * layout.stride * layout.instances))
        found += [(a.map.cell(note.at) - work, WORD * layout.capacity * layout.instances) for note in layout.notes]
        if (known := a.map.known[zone]) is not None:
            found.append((known.address - work, known.stride * layout.instances))
    return found


NEAR: Final = 64
"""Stretches that are so many bytes apart or less are put back together."""


def verdict(s: Scope, node: ir.Try) -> None:
    """Push whether the move of an action satisfies the line."""
    nesting, w = s.a.nesting, s.w
    if not (s.trying and node.action in nesting.again):
        _tried(s, node)
        return
    with w.when(memory(s.a.map.trial(nesting.slots[node.action])).is_0(), result=I32):
        _tried(s, node)
        w.otherwise()
        w.push(1)


def _tried(s: Scope, node: ir.Try) -> None:
    """Push the verdict; everything is as it was afterwards."""
    w, slot = s.w, s.a.nesting.slots[node.action]
    kept = [(each, w.kept(each)) for each in (TOP, *(() if s.trying else (TURNS_TAKEN,)))]
    # the trial runs; turns are counted anew, a trial inside another one is a turn of that
    trial = s.a.map.trial(slot)
    w.set(memory(trial), 1 + s.a.span(node.span))
    w.set(memory(trial + WORD), memory(TRYING) if s.trying else 0)
    w.set(memory(TRYING), trial)
    if s.trying:
        s.turns(1, node.span)
    else:
        w.set(TURNS_TAKEN, 0)
    # of the game is kept what the body may change, and what must have changed; inside a trial all
    work, saved, scratch = s.a.map.work, s.a.map.copy(slot), _of_scratch(s, node)
    if s.trying:
        game = [(0, s.a.map.work_bytes)]
        _copy_all(s, work, saved, game)
    else:
        asked = {zone.zone for zone in node.zones}
        game = _near(changed(s.a, s.a.nesting.functions(parts(node)), parts(node), asked))
        # once is enough: nothing but trials changes the game meanwhile, and they put it back
        first = s.saved[id(node)]
        with w.when(first.is_0()):
            w.set(first, 1)
            _copy_all(s, work, saved, game)
    _copy_all(s, work, saved, scratch)
    answer = w.local()
    _judge(s, node)
    w.pop(answer)
    _copy_all(s, saved, work, [*game, *scratch])
    _end(s, slot)
    if not s.trying:
        w.set(WORK, WORK + TURNS_TAKEN)
    for each, local in kept:
        w.set(each, local)
    w.push(answer)


def _end(s: Scope, slot: int) -> None:
    """The trial no longer runs; the one around it goes on."""
    w, trial = s.w, s.a.map.trial(slot)
    w.set(REFUSED, 0)
    w.set(memory(TRYING), memory(trial + WORD) if s.trying else 0)
    w.set(memory(trial), 0)


def _of_scratch(s: Scope, node: ir.Try) -> list[Stretch]:
    """What of scratch whoever asks still needs. Inside a trial everything is put back."""
    if s.trying:
        return []
    disturbed = s.a.cells.disturbed(s.a.nesting.functions(parts(node)), parts(node))
    if s.listing is not None:
        disturbed &= s.listing
    layout = s.a.map
    return _near([(layout.cell(cell) - layout.work, WORD) for cell in disturbed - s.cells.keys()])


def _near(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Fewer stretches: those that lie near each other as one."""
    found: list[Stretch] = []
    for first, length in sorted(stretches):
        if found and first - sum(found[-1]) <= NEAR:
            found[-1] = found[-1][0], max(sum(found[-1]), first + length) - found[-1][0]
        else:
            found.append((first, length))
    return found


def _copy_all(s: Scope, source: int, target: int, stretches: list[Stretch]) -> None:
    for first, length in stretches:
        s.w.move(target + first, source + first, length)


def _judge(s: Scope, node: ir.Try) -> None:
    """Push the verdict, which is 0 if something is impossible; the working state is the tried one afterwards."""
    w, outside = s.w, (s.trying, s.give_up, s.listing)
    with w.block(I32) as done:

        def refuse() -> None:
            w.push(0)
            w.branch(done)

        s.trying, s.give_up, s.listing = True, refuse, None
        s.code(node.begin)
        instances = []
        for zone in node.zones:
            local = w.local()
            w.set(local, expressions.value(s, zone.instance))
            instances.append((zone.zone, local))
        for number in dict.fromkeys(number for number, _ in instances):
            if s.a.program.zones[number].tags_at is not None:
                w.call(s.a.number("tag", number))
        s.call_function(node.body)
        if s.a.program.functions[node.body].result is not None or s.a.escapes(node.body):
            w.op("drop")
        w.push(1)
        w.branch_if(done, s.cell(s.a.program.ended))
        w.op("drop")
        w.push(0 if instances else 1)
        for number, instance in instances:
            w.push(called(s.a.number("changed", number, s.a.nesting.slots[node.action]), instance))
            w.op("bitor")
        if node.condition is not None:
            w.push(expressions.truth(s, node.condition))
            w.op("bitand")
        s.trying, s.give_up, s.listing = outside
