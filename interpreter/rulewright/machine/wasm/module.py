"""A program as a WebAssembly module: what is written by which key, and what is exported.

In: a `Program`. Out: `Compiled`: the bytes of the module, where everything lies in its memory, and the places of rules
that its faults name by number. Law: the same program gives the same bytes.
"""

import struct
from collections.abc import Mapping

from rulewright.machine.playouts import items
from rulewright.machine.program.cells import unordered
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import (
    asking,
    candidates,
    chance,
    choosing,
    counting,
    driver,
    lanes,
    multisets,
    playouts,
    stepping,
    stops,
)
from rulewright.machine.wasm.assembly import GLOBALS, Assembly, Key, Recursion, Scope
from rulewright.machine.wasm.calls import escapes, invoke
from rulewright.machine.wasm.encoding import I32, I64, PAGE, Module, encoded
from rulewright.machine.wasm.memory_map import HEAD
from rulewright.machine.wasm.module_facts import Compiled
from rulewright.machine.wasm.playouts import CHECKED, COUNTED, PLAIN_GAMES
from rulewright.machine.wasm.statements import code
from rulewright.machine.wasm.trial import verdict
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones import bits, changing, comparing, ordering, spots, taking, zone_counts

MOST_PAGES = 65_536
EXPORTS: dict[str, Key] = {
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
FOR_HOSTS: dict[str, Key] = {"candidates": ("candidates",), "drawable": ("drawable",), "answer": ("answer",)}
"""What only a host needs that shows moves and chance by name."""
FOR_GAMES: dict[str, Key] = {
    "first_step": ("first-step",),
    "step": ("step",),
    "offer": ("offer",),
    "take_up": ("take-up",),
}
"""What only a `Game` of ours needs: no parameters, no results, for a call with none is three times as fast."""


def compile_program(program: Program) -> Compiled:
    """Write the module of a program."""
    a, module = assemble(program, EXPORTS | FOR_GAMES)
    return compiled(a, module)


def assemble(program: Program, keys: Mapping[str, Key]) -> tuple[Assembly, Module]:
    """The functions of a program that are exported by these names, and what they need."""
    a = Assembly(program, Recursion(code, invoke, verdict), write)
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


def write(a: Assembly, key: Key) -> Writer:  # noqa: C901, PLR0911, PLR0912 - one line for each kind of function
    """The function of a key."""
    match key:
        case ("function", int(number), bool(trying)):
            return function(a, number, trying=trying)
        case ("list", int(site)):
            return asking.list_site(a, site)
        case ("ask", int(site)):
            return asking.ask(a, site)
        case ("take-from", int(zone)):
            return taking.take_from(a, zone)
        case ("change", int(component)):
            return changing.change(a, component)
        case ("sort", int(zone)):
            return ordering.sort(a, zone)
        case ("rotate", int(zone)):
            return ordering.rotate(a, zone)
        case ("board-anew", int(zone)):
            return bits.board_anew(a, zone)
        case ("tag", int(zone)):
            return comparing.tag(a, zone)
        case ("changed", int(zone), int(slot)):
            return comparing.changed(a, zone, slot)
        case ("answer-at", int(number)):
            return chance.answer_at(a, number)
        case ("shuffle", int(zone)):
            return chance.shuffle(a, zone)
        case ("exchange", int(zone)):
            return chance.exchange(a, zone)
        case ("reverse", int(zone)):
            return chance.reverse(a, zone)
        case ("beside-anew", int(zone)):
            return chance.beside_anew(a, zone)
        case ("playouts", str(how)):
            return playouts.playouts(a, how=how)
        case ("playout", str(how)):
            return playouts.playout(a, how=how)
        case ("count-action", int(action)):
            return counting.count_action(a, action)
        case ("candidates-at", int(site)):
            return candidates.candidates_at(a, site)
        case ("drawable-at", int(number)):
            return candidates.drawable_at(a, number)
        case ("look-at-move", int(action)):
            return stepping.look_at_move(a, action)
        case ("kinds-tell", int(width), int(kinds)):
            return stepping.kinds_tell(a, width, kinds)
        case (str(name),):
            return PLAIN[name](a)
        case _:
            raise AssertionError(key)


def exact_division(a: Assembly) -> Writer:
    """(left, right), both of 64 bits: rounded down."""
    del a
    w = Writer((I64, I64), (I64,))
    for name in ("long/s", "long-mod-s"):
        w.get(0)
        w.get(1)
        w.op(name)
    w.op("long-eqz", "eqz")
    w.get(0)
    w.get(1)
    w.op("long-xor")
    w.long(0)
    w.op("long<", "bitand", "long-u", "long-")
    return w


PLAIN = {
    "fault": driver.fault,
    "/": lambda a: division(a, remainder=False),
    "mod": lambda a: division(a, remainder=True),
    "long/": exact_division,
    "take": taking.take,
    "kind-at": spots.kind_at,
    "holds": spots.holds,
    "crowds": zone_counts.crowds,
    "boards": bits.boards_anew,
    "first-selection": multisets.first_selection,
    "fill-selection": multisets.fill_selection,
    "next-selection": multisets.next_selection,
    "absorb": chance.absorb,
    "below": chance.below,
    "keys": chance.keys,
    "answer": chance.answer,
    "run": stops.run,
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
    "count-decision": counting.count_decision,
    "count-move": counting.count_move,
    "count-game": counting.count_game,
    "pack": lanes.pack,
    "unpack": lanes.unpack,
    "hash": lanes.hash_state,
    "copies": lanes.copies,
    "hashes": lanes.hashes,
    "advance": lanes.advance,
    "candidates": candidates.candidates,
    "drawable": candidates.drawable,
    "step": stepping.step,
    "first-step": stepping.first_step,
    "arrived": stepping.arrived,
    "offer": stepping.offer,
    "take-up": stepping.take_up,
    "look-through": stepping.look_through,
    "seen": stepping.seen,
}


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
    s.cells.update({cell: at for at, cell in enumerate(body.params) if cell in own})
    s.own(own)
    for at, cell in enumerate(body.params):
        if cell not in own:
            with s.writing(cell):
                w.get(at)
    if body.result is None:
        s.body(number)
        if gives:
            w.const(0)
        return w
    with w.block() as out:
        s.leave_by = lambda _: w.branch(out)
        s.body(number)
    s.read(body.result)
    return w


def division(a: Assembly, *, remainder: bool) -> Writer:
    """(left, right): rounded down; or what then remains, of |right|."""
    del a
    w = Writer((I32, I32), (I32,))
    rest = w.local()
    w.get(0)
    w.get(1)
    if remainder:
        w.op("mod-s")
        w.tee(rest)
        w.const(0)
        w.op("<")
        with w.when():
            _raise_by_size(w, rest)
        w.get(rest)
        return w
    w.op("/s")
    w.get(0)
    w.get(1)
    w.op("mod-s")
    w.const(0)
    w.op("!=")
    w.get(0)
    w.get(1)
    w.op("xor")
    w.const(0)
    w.op("<", "bitand", "-")
    return w


def _raise_by_size(w: Writer, rest: int) -> None:
    """Add |right|."""
    w.get(rest)
    w.get(1)
    w.const(0)
    w.get(1)
    w.op("-")
    w.get(1)
    w.const(0)
    w.op(">", "select", "+")
    w.set(rest)


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
                masks = _bits(program.initial[first : first + zone.capacity], board.longs)
                data.append((image + board.address + instance * board.stride, masks))
    return data


def _bits(contents: tuple[int, ...], longs: int) -> bytes:
    """For each content the places that have it."""
    masks = [sum(1 << place for place, here in enumerate(contents) if here == content) for content in range(longs)]
    return struct.pack(f"<{longs}Q", *masks)
