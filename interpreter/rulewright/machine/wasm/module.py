"""A program as a WebAssembly module: what is written by which key, and what is exported.

Law: the same program gives the same bytes.
"""

import struct
from collections.abc import Mapping
from typing import Final

from rulewright.machine.features import Features
from rulewright.machine.playouts import items
from rulewright.machine.program import cell_map
from rulewright.machine.program.cell_map import unordered
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import (
    chance,
    choosing,
    driver,
    exploring,
    multisets,
    needs,
    pieces,
    policy,
    policy_learning,
    tree_search,
    zones,
)
from rulewright.machine.wasm.assembly import ALL_PASSES, GLOBALS, Assembly, Key, Pass, Scope
from rulewright.machine.wasm.driver import CHECKED, COUNTED, PLAIN_GAMES
from rulewright.machine.wasm.encoding import I32, I64, PAGE, Module, Term, called, choice, const, encoded, memory
from rulewright.machine.wasm.expressions import kept
from rulewright.machine.wasm.loop_facts import words
from rulewright.machine.wasm.memory_map import HEAD, NUMBER, Compiled, TooLarge
from rulewright.machine.wasm.statements import code
from rulewright.machine.wasm.trial import verdict
from rulewright.machine.wasm.writer import Writer, Written, writes

MOST_PAGES, MOST_CODE = 65_536, 1 << 18
EXPORTS: Final[dict[str, Key]] = {
    name: (name,)
    for name in (
        *("start", "begin", "load", "moves", "moves_of", "choose", "play", "play_list", "chance", "run", "keys"),
        *("result", "invariants", "playouts", "playouts_counted", "playouts_checked", "pack", "unpack", "hash"),
        *("copies", "hashes", "advance"),
    )
} | {
    "choose": ("choose_and_run",),
    "chance": ("answer_chance",),
    "hash": ("hash_state",),
    "playouts": ("playouts", PLAIN_GAMES),
    "playouts_counted": ("playouts", COUNTED),
    "playouts_checked": ("playouts", CHECKED),
}
FOR_HOSTS: Final[dict[str, Key]] = {name: (name,) for name in ("candidates", "drawable", "answer")}
"""What only a host needs that shows moves and chance by name."""
FOR_GAMES: Final = ("first_step", "step", "offer", "take_up")
"""What only a `Game` of ours needs: no parameters, no results, for a call with none is three times as fast."""
FOR_EXPLORING: Final = ("explore", "arrive", "table_anew", "table_more", "unpack_cells")
FOR_SEARCH, FOR_POLICY = ("search", "move_key"), ("learn", "weigh")
PURPOSES: Final = {"games": FOR_GAMES, "exploring": FOR_EXPLORING, "search": FOR_SEARCH}
"""What only a module for this purpose offers, beside `EXPORTS`."""


def compile_program(
    program: Program, purpose: str = "games", passes: frozenset[Pass] | None = None, features: Features | None = None
) -> Compiled:
    """The module of a program for one of the `PURPOSES`, a search with what a policy of these features needs. TooLarge
    where native code would take very long to make."""
    keys = EXPORTS | {name: (name,) for name in (*PURPOSES[purpose], *(FOR_POLICY if features is not None else ()))}
    a, module = assemble(program, keys, ALL_PASSES if passes is None else passes, features)
    longest = max(len(body.code) for body in module.functions)
    if longest > MOST_CODE:
        raise TooLarge(f"These rules need a function of {longest:,} bytes; more than {MOST_CODE:,} take too much room.")
    return compiled(a, module)


def assemble(
    program: Program, keys: Mapping[str, Key], passes: frozenset[Pass] = ALL_PASSES, features: Features | None = None
) -> tuple[Assembly, Module]:
    """The functions of a program that are exported by these names, and what they need."""
    a = Assembly(program, code, verdict, write, passes, features)
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
        lane=exploring.packed(program).bytes,
        sites=len(program.sites),
        items=len(items(program).all),
        faults=program.faults,
        spans=tuple(a.spans),
    )


def write(a: Assembly, key: Key) -> Writer:
    """The function of a key."""
    name, *about = key
    if name == "function":
        number, trying = about
        assert isinstance(number, int)
        return _function(a, number, trying=bool(trying))
    written = WRITTEN[str(name)]
    w = Writer(written.signature.params, written.signature.results)
    if about or not written.at:
        written.write(a, w, *about, *w.params)
        return w
    for number in range(len(getattr(a.program, written.at))):
        w.answer_if(memory(NUMBER).equals(number), called(a.number(name, number), *w.params))
    w.push(0)
    return w


def _function(a: Assembly, number: int, *, trying: bool) -> Writer:
    """A function of the program; it gives its result, or the label by which it is left, or nothing."""
    body = a.program.functions[number]
    gives = body.result is not None or bool(a.escapes(number))
    w = Writer((I32,) * len(body.params), (I32,) if gives else ())
    s = Scope(a, w, trying=trying)
    s.listing, s.counting = a.listing(number), "moves"
    own = a.cells.own(("function", number))
    s.cells.update({cell: given for cell, given in zip(body.params, w.params, strict=True) if cell in own})
    s.own(own)
    for cell, given in zip(body.params, w.params, strict=True):
        if cell not in own:
            w.set(s.cell(cell), given)
    if body.result is not None:
        s.result(number)
    else:
        s.body(number)
        if gives:
            w.push(0)
    return w


@writes(I64, I64, gives=I64)
def divide(_: Assembly, w: Writer, left: Term, right: Term) -> None:
    """(left, right): rounded down: where it is cut off it may be one too many."""
    w.push(left.op("/s", right) - (left.op("mod-s", right).is_0().is_0() & ((left ^ right) < 0)).long())


@writes(I32, I32, gives=I32)
def remainder(_: Assembly, w: Writer, left: Term, right: Term) -> None:
    """(left, right): what remains of a division that is rounded so that nothing below 0 does."""
    rest = w.local()
    with w.when(rest.keep(left.op("mod-s", right)) < 0):
        w.set(rest, rest + choice(right, const(0) - right, right > 0))
    w.push(rest)


WRITING: Final = (
    chance,
    choosing,
    driver,
    exploring,
    multisets,
    needs,
    pieces,
    policy,
    policy_learning,
    tree_search,
    zones,
)
WRITTEN: Final[dict[str, Written]] = {
    name: each
    for names in (
        *map(vars, WRITING),
        {"divide": divide, "kept": kept, "remainder": remainder},
    )
    for name, each in names.items()
    if isinstance(each, Written)
}
"""What writes a function, by the first part of its key: all that these modules have."""


def _image(a: Assembly) -> list[tuple[int, bytes]]:
    program, layout, initial = a.program, a.map, a.program.initial
    image = layout.image - layout.work
    data = [(image + layout.state, struct.pack(f"<{len(initial)}i", *initial))]
    for known in filter(None, layout.known):
        zone = program.zones[known.zone]
        for instance in range(zone.instances):
            first = zone.offset + instance * zone.stride
            if unordered(zone):
                counts = initial[first : first + zone.stride]
                bits = sum(1 << kind for kind, count in enumerate(counts) if count)
                said = struct.pack("<q", sum(counts)) + bits.to_bytes(8 * known.longs, "little")
            else:
                # for each content the places that have it
                cells, long = initial[first : first + zone.capacity], words(zone.capacity)
                contents = range(known.longs // long)
                masks = (sum(1 << at for at, here in enumerate(cells) if here == each) for each in contents)
                said = b"".join(mask.to_bytes(8 * long, "little") for mask in masks)
                if known.sums:
                    said += struct.pack("<Q", cell_map.number(initial, ((first, zone.capacity),)))
            data.append((image + known.address + instance * known.stride, said))
    return data
