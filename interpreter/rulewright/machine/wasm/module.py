"""A program as a WebAssembly module: what is written by which key, and what is exported.

In: a `Program`. Out: `Compiled`: the bytes of the module, where everything lies in its memory, and the places of rules
that its faults name by number. Law: the same program gives the same bytes.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Final

from rulewright.machine.playouts import items
from rulewright.machine.program import cell_map
from rulewright.machine.program.cell_map import unordered
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import calls, chance, choosing, driver, exploring, lanes, multisets, pieces, stepping
from rulewright.machine.wasm.assembly import ALL_PASSES, GLOBALS, Assembly, Key, Pass, Recursion, Scope
from rulewright.machine.wasm.calls import escapes, invoke
from rulewright.machine.wasm.driver import CHECKED, COUNTED, PLAIN_GAMES
from rulewright.machine.wasm.encoding import I32, I64, PAGE, Module, encoded
from rulewright.machine.wasm.masks import words
from rulewright.machine.wasm.memory_map import HEAD, TooLarge
from rulewright.machine.wasm.module_facts import Compiled
from rulewright.machine.wasm.operands import choice, const
from rulewright.machine.wasm.search import choosing_edges, iterating
from rulewright.machine.wasm.statements import code
from rulewright.machine.wasm.trial import verdict
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones import rows, single, whole

MOST_PAGES, MOST_CODE = 65_536, 1 << 18
EXPORTS: Final[dict[str, Key]] = {
    "start": ("start",),
    "begin": ("begin",),
    "load": ("load",),
    "moves": ("moves",),
    "moves_of": ("moves-of",),
    "choose": ("choose-and-run",),
    "play": ("play",),
    "play_list": ("play-list",),
    "chance": ("chance",),
    "run": ("run",),
    "keys": ("keys",),
    "result": ("result",),
    "invariants": ("invariants",),
    "playouts": ("playouts", PLAIN_GAMES),
    "playouts_counted": ("playouts", COUNTED),
    "playouts_checked": ("playouts", CHECKED),
    "pack": ("pack",),
    "unpack": ("unpack",),
    "hash": ("hash",),
    "copies": ("copies",),
    "hashes": ("hashes",),
    "advance": ("advance",),
}
FOR_HOSTS: Final[dict[str, Key]] = {"candidates": ("candidates",), "drawable": ("drawable",), "answer": ("answer",)}
"""What only a host needs that shows moves and chance by name."""
FOR_GAMES: Final[dict[str, Key]] = {
    "first_step": ("first-step",),
    "step": ("step",),
    "offer": ("offer",),
    "take_up": ("take-up",),
}
"""What only a `Game` of ours needs: no parameters, no results, for a call with none is three times as fast."""


FOR_EXPLORING: Final[dict[str, Key]] = {
    "explore": ("explore",),
    "enter": ("enter",),
    "table_anew": ("table-anew",),
    "table_more": ("table-more",),
    "unpack_cells": ("unpack-cells",),
}
"""What only an explorer needs."""
FOR_SEARCH: Final[dict[str, Key]] = {"search": ("search",), "move_key": ("move-key",)}
"""What only a search needs."""
PURPOSES: Final = {"games": FOR_GAMES, "exploring": FOR_EXPLORING, "search": FOR_SEARCH}


def compile_program(program: Program, purpose: str = "games", passes: frozenset[Pass] = ALL_PASSES) -> Compiled:
    """Write the module of a program for one of the `PURPOSES`. TooLarge where it would take very long and
    very much memory to make native code of it."""
    a, module = assemble(program, EXPORTS | PURPOSES[purpose], passes)
    longest = max(len(body.code) for body in module.functions)
    if longest > MOST_CODE:
        raise TooLarge(f"These rules need a function of {longest:,} bytes; more than {MOST_CODE:,} take too much room.")
    return compiled(a, module)


def assemble(
    program: Program, keys: Mapping[str, Key], passes: frozenset[Pass] = ALL_PASSES
) -> tuple[Assembly, Module]:
    """The functions of a program that are exported by these names, and what they need."""
    a = Assembly(program, Recursion(code, invoke, verdict), write, passes)
    exports = tuple((name, a.number(*key)) for name, key in keys.items())
    functions = a.functions()
    pages = -(-a.map.lanes // PAGE) + 1
    data = ((HEAD, a.constants.data), *_image(a))
    return a, Module(functions, pages, MOST_PAGES, GLOBALS, exports, data)


def compiled(a: Assembly, module: Module) -> Compiled:
    """The bytes of what was assembled, and what a host must know of them."""
    program = a.program
    return Compiled(
        wasm=encoded(module),
        map=a.map,
        players=program.players,
        size=program.size,
        lane=lanes.packed(program).bytes,
        sites=len(program.sites),
        items=len(items(program).all),
        faults=program.faults,
        spans=tuple(a.spans),
    )


def write(a: Assembly, key: Key) -> Writer:
    """The function of a key."""
    name, *rest = key
    return WRITTEN[str(name)](a, *rest)


def function(a: Assembly, number: int, *, trying: bool) -> Writer:
    """A function of the program: parameters on the stack; gives its result, or the label by which it is left, or
    nothing."""
    body = a.program.functions[number]
    s = Scope(a, Writer())
    gives = body.result is not None or bool(escapes(s, number))
    w = Writer((I32,) * len(body.params), (I32,) if gives else ())
    s = Scope(a, w, trying=trying)
    s.listing, s.counting = a.listing(number), True
    own = a.cells.own(("function", number))
    s.cells.update({cell: given for cell, given in zip(body.params, w.params, strict=True) if cell in own})
    s.own(own)
    for cell, given in zip(body.params, w.params, strict=True):
        if cell not in own:
            w.set(s.cell(cell), given)
    if body.result is None:
        s.body(number)
        if gives:
            w.push(0)
        return w
    with w.block() as out:
        s.leave_by = lambda _: w.branch(out)
        s.body(number)
    w.push(s.cell(body.result))
    return w


def division(kind: int) -> Writer:
    """(left, right): rounded down."""
    w = Writer((kind, kind), (kind,))
    left, right = w.params
    inexact = left.op("mod-s", right).is_0().is_0() & ((left ^ right) < 0)
    w.push(left.op("/s", right) - (inexact.long() if kind == I64 else inexact))
    return w


def remainder() -> Writer:
    """(left, right): what remains of a division that is rounded so that nothing below 0 does."""
    w = Writer((I32, I32), (I32,))
    left, right = w.params
    rest = w.local()
    with w.when(rest.keep(left.op("mod-s", right)) < 0):
        w.set(rest, rest + choice(right, const(0) - right, right > 0))
    w.push(rest)
    return w


WRITTEN: Final[dict[str, Callable[..., Writer]]] = {
    "fault": driver.fault,
    "late": driver.late,
    "function": lambda a, number, trying: function(a, number, trying=trying),
    "kept": calls.kept,
    "/": lambda _: division(I32),
    "long/": lambda _: division(I64),
    "mod": lambda _: remainder(),
    "list": choosing.list_site,
    "ask": choosing.ask,
    "take": single.take,
    "take-from": single.take_from,
    "change": single.change,
    "sort": whole.sort,
    "rotate": whole.rotate,
    "lift": whole.lift,
    "lay": whole.lay,
    "board-anew": rows.board_anew,
    "tag": whole.tag,
    "changed": whole.changed,
    "situation": pieces.situation,
    "memory-place": pieces.place,
    "repeats": pieces.repeats,
    "remember": pieces.insert,
    "kind-at": rows.kind_at,
    "holds": rows.holds,
    "crowds": rows.crowds,
    "boards": rows.boards_anew,
    "first-selection": multisets.first_selection,
    "fill-selection": multisets.fill_selection,
    "next-selection": multisets.next_selection,
    "fill-order": multisets.fill_order,
    "next-order": multisets.next_order,
    "absorb": chance.absorb,
    "below": chance.below,
    "keys": chance.keys,
    "answer": chance.answer,
    "answer-at": chance.answer_at,
    "shuffle": chance.shuffle,
    "exchange": chance.exchange,
    "reverse": chance.reverse,
    "beside-anew": chance.beside_anew,
    "run": stepping.run,
    "choose": choosing.choose,
    "start": driver.start,
    "begin": driver.begin,
    "settle": driver.settle,
    "chance": driver.answer_chance,
    "choose-and-run": driver.choose,
    "play": driver.play,
    "play-list": driver.play_list,
    "load": driver.load,
    "status-at": driver.status_at,
    "moves": driver.moves,
    "moves-of": driver.moves_of,
    "result": driver.result,
    "invariants": driver.invariants,
    "playouts": driver.playouts,
    "playout": driver.playout,
    "count-action": choosing.count_action,
    "count-decision": choosing.count_decision,
    "count-move": choosing.count_move,
    "count-game": choosing.count_game,
    "pack": lanes.pack,
    "unpack": lanes.unpack,
    "pack-cells": lanes.pack_cells,
    "unpack-cells": lanes.unpack_cells,
    "hash": lanes.hash_state,
    "copies": lanes.copies,
    "hashes": lanes.hashes,
    "advance": lanes.advance,
    "candidates": multisets.candidates,
    "candidates-at": multisets.candidates_at,
    "drawable": multisets.drawable,
    "drawable-at": multisets.drawable_at,
    "step": stepping.step,
    "first-step": stepping.first_step,
    "arrived": stepping.arrived,
    "offer": stepping.offer,
    "take-up": stepping.take_up,
    "look-through": stepping.look_through,
    "look-at-move": stepping.look_at_move,
    "kinds-tell": stepping.kinds_tell,
    "seen": stepping.seen,
    "outcomes": chance.outcomes,
    "outcomes-at": chance.outcomes_at,
    "outcome": chance.outcome,
    "outcome-at": chance.outcome_at,
    "orders": chance.orders,
    "order": chance.order,
    "explore": exploring.explore,
    "all-choices": exploring.all_choices,
    "choices-of": exploring.choices_of,
    "all-outcomes": exploring.all_outcomes,
    "arrive": exploring.arrive,
    "enter": exploring.enter,
    "table-anew": exploring.table_anew,
    "table-more": exploring.table_more,
    "slot-of": exploring.slot_of,
    "same-position": exploring.same_position,
    "search": iterating.search,
    "iteration": iterating.iteration,
    "descend": iterating.descend,
    "play-on": iterating.play_on,
    "points": iterating.points,
    "back-up": iterating.back_up,
    "prove": iterating.prove,
    "best-proof": iterating.best_proof,
    "select": choosing_edges.select,
    "find": choosing_edges.find,
    "combined": choosing_edges.combined,
    "move-key": choosing_edges.move_key,
}
"""What writes a function, by the first part of its key; it is given the rest."""


def _image(a: Assembly) -> list[tuple[int, bytes]]:
    """The working state of a game that has not begun."""
    program, layout = a.program, a.map
    image = layout.image - layout.work
    data = [(image + layout.state, struct.pack(f"<{len(program.initial)}i", *program.initial))]
    for crowd in layout.crowds:
        if crowd is not None:
            zone = program.zones[crowd.zone]
            assert unordered(zone)
            for instance in range(zone.instances):
                first = zone.offset + instance * zone.stride
                counts = program.initial[first : first + zone.stride]
                bits = sum(1 << kind for kind, count in enumerate(counts) if count)
                known = struct.pack("<q", sum(counts)) + bits.to_bytes(8 * crowd.longs, "little")
                data.append((image + crowd.address + instance * crowd.stride, known))
    for board in layout.boards:
        if board is not None:
            zone = program.zones[board.zone]
            for instance in range(zone.instances):
                first = zone.offset + instance * zone.stride
                cells = program.initial[first : first + zone.capacity]
                known = _bits(cells, board.longs)
                if board.sums:
                    known += struct.pack("<Q", cell_map.number(program.initial, ((first, zone.capacity),)))
                data.append((image + board.address + instance * board.stride, known))
    return data


def _bits(contents: tuple[int, ...], longs: int) -> bytes:
    """For each content the places that have it."""
    long = words(len(contents))
    masks = [sum(1 << at for at, here in enumerate(contents) if here == content) for content in range(longs // long)]
    return b"".join(mask.to_bytes(8 * long, "little") for mask in masks)
