"""A step of a game in one call: the host says in the head who makes which listed move; chance is answered, and the
moves of who is asked next are listed and looked through.

Of listed moves a host wants to know whether all pieces in them are called by their kinds alone: it then knows their
names without asking what else there was to pick. The words behind a move become 0, so that equal moves are equal rows.
"""

from math import prod

from rulewright.machine.playouts import values_of
from rulewright.machine.program.nodes import Pick, ZoneLayout
from rulewright.machine.wasm.asking import standing_at
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import ASKED, BY_KIND, COUNT, DECIDING, MOVE, OVER, SEATS, STATUS, WORD
from rulewright.machine.wasm.multisets import width_of
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.spots import for_each_zone, refuse_unless_spot, return_unless


def step(a: Assembly) -> Writer:
    """(): the seat in the head makes the move of this number; then as `arrived`."""
    w = Writer()
    for address in (ASKED, MOVE):
        w.const(0)
        w.load(address)
    w.call(a.number("choose-and-run"))
    w.call(a.number("arrived"))
    return w


def first_step(a: Assembly) -> Writer:
    """(): begin a game whose key of chance the host has written; then as `arrived`."""
    w = Writer()
    w.call(a.number("start"))
    w.call(a.number("arrived"))
    return w


def arrived(a: Assembly) -> Writer:
    """(status): answer chance; then look through the moves of who is asked first, or say what the game came to."""
    w = Writer((I32,))
    w.get(0)
    w.call(a.number("settle"))
    w.const(OVER)
    w.op("==")
    with w.when():
        w.call(a.number("result"))
        w.op("return")
    w.const(0)
    w.load(SEATS)
    w.op("ctz32")
    w.call(a.number("look-through"))
    return w


def offer(a: Assembly) -> Writer:
    """(): list and look through the moves of the seat in the head."""
    w = Writer()
    w.const(0)
    _asked_seat(w)
    w.call(a.number("moves-of"))
    w.store(COUNT)
    _asked_seat(w)
    w.call(a.number("look-through"))
    return w


def take_up(a: Assembly) -> Writer:
    """(): the host has written the cells of a stopped vector; where it decides, as `offer`."""
    w = Writer()
    w.call(a.number("load"))
    w.op("drop")
    w.const(0)
    w.load(STATUS)
    w.const(DECIDING)
    w.op("==")
    with w.when():
        w.call(a.number("offer"))
    return w


def _asked_seat(w: Writer) -> None:
    w.const(0)
    w.load(ASKED)


# ---- what was listed


def look_through(a: Assembly) -> Writer:
    """(seat): whether its listed moves have only pieces that are called by their kinds, into the head."""
    w = Writer((I32,))
    at, number, plain = w.local(), w.local(), w.local()
    w.const(1)
    w.set(plain)
    w.const(a.map.moves)
    w.set(at)
    with w.block() as out, w.loop() as again:
        w.get(number)
        w.const(0)
        w.load(COUNT)
        w.op(">=")
        w.branch_if(out)
        for site in range(len(a.program.sites)):
            with standing_at(w, site):
                _look_at(a, w, site, (at, number, plain))
        w.raise_by(at, WORD * a.map.stride)
        w.raise_by(number, 1)
        w.branch(again)
    w.const(0)
    w.get(plain)
    w.store(BY_KIND)
    return w


def _look_at(a: Assembly, w: Writer, site: int, locals_: tuple[int, int, int]) -> None:
    at, number, plain = locals_
    for place, each in enumerate(a.program.sites[site].offers):
        w.get(at)
        w.load()
        w.const(place)
        w.op("==")
        with w.when():
            for local in (0, at, number, plain):
                w.get(local)
            w.call(a.number("look-at-move", each.action))
            w.set(plain)


def look_at_move(a: Assembly, number: int) -> Writer:
    """(seat, address of a move of this action, its number, whether all so far were called by kind) -> whether it is,
    too; the words behind it become 0."""
    w = Writer((I32, I32, I32, I32), (I32,))
    for variant, each in enumerate(a.program.actions[number].variants):
        w.get(1)
        w.load(WORD)
        w.const(variant)
        w.op("==")
        with w.when():
            for word in range(2 + len(each.cells), a.map.stride):
                w.get(1)
                w.const(0)
                w.store(WORD * word)
            _called_by_kind(a, w, a.program.actions[number].picks(variant))
    w.get(3)
    return w


def _called_by_kind(a: Assembly, w: Writer, picks: tuple[Pick, ...]) -> None:
    """Return 0 if some pick has pieces that are called otherwise."""
    for number, pick in enumerate(picks):
        if pick.argument.kind == "piece":
            _unless_known(a, w, 2 + pick.at)
            with w.when():
                for local in (0, 2):
                    w.get(local)
                w.const(number)
                w.call(a.number("candidates"))
                w.get(0)
                width = width_of(a.program.functions[pick.candidates].body)
                w.call(a.number("kinds-tell", width, max(1, values_of(a.program, pick))))
                return_unless(w)


def _unless_known(a: Assembly, w: Writer, words: int) -> None:
    """Push whether the candidates must be looked at: so far all were called by kind, and the move before this one did
    not begin with the same words."""
    w.get(3)
    w.get(2)
    w.op("eqz")
    for word in range(words):
        w.get(1)
        w.load(WORD * word)
        w.get(1)
        w.const(WORD * a.map.stride)
        w.op("-")
        w.load(WORD * word)
        w.op("xor", "bitor")
    w.const(0)
    w.op("!=", "bitand")


def kinds_tell(a: Assembly, width: int, kinds: int) -> Writer:
    """(how many candidates, seat) -> whether the seat sees them all and each is of another kind."""
    w = Writer((I32, I32), (I32,))
    at, end, other, address = w.local(), w.local(), w.local(), a.map.candidates
    w.get(0)
    w.const(kinds)
    w.op("<=")
    return_unless(w)
    w.get(0)
    w.const(WORD * width)
    w.op("*")
    w.set(end)
    with w.until(at, ">=", end):
        w.get(at)
        w.load(address + WORD)
        w.get(1)
        w.call(a.number("seen"))
        return_unless(w)
        w.const(0)
        w.set(other)
        with w.until(other, ">=", at):
            for local in (other, at):
                w.get(local)
                w.load(address)
            w.op("!=")
            return_unless(w)
            w.raise_by(other, WORD * width)
        w.raise_by(at, WORD * width)
    w.const(1)
    return w


# ---- who sees what


def seen(a: Assembly) -> Writer:
    """(cell, seat) -> whether the seat sees the piece there; all see what lies nowhere."""
    w = Writer((I32, I32), (I32,))
    spot = w.local()
    w.get(0)
    w.const(0)
    w.op("<")
    with w.when():
        w.const(1)
        w.op("return")
    refuse_unless_spot(a, w, 0, spot)
    for_each_zone(a, w, spot, lambda zone: _seen_in(a, w, a.program.zones[zone], spot))
    w.const(0)
    return w


def _seen_in(a: Assembly, w: Writer, layout: ZoneLayout, spot: int) -> None:
    if layout.faces_at is not None and layout.marks_at is not None:
        _beside(a, w, layout.faces_at, spot)
        with w.when():
            _beside(a, w, layout.marks_at, spot)
            w.get(1)
            w.op("shr-u")
            w.const(1)
            w.op("bitand", "return")
    if layout.faces_at is not None or layout.audience == "everyone":
        w.const(1)
    elif layout.audience == "nobody" or layout.owner_seat is None:
        w.const(0)
    else:
        w.get(spot)
        w.load(4, "half")
        w.const(prod(layout.extents[layout.owner_seat + 1 :]))
        w.op("/u")
        w.const(layout.extents[layout.owner_seat])
        w.op("mod-u")
        w.get(1)
        w.op("==")
    w.op("return")


def _beside(a: Assembly, w: Writer, row: int, spot: int) -> None:
    """Push what lies beside the piece."""
    w.get(spot)
    w.load(0, "half")
    w.get(spot)
    w.load(2, "half")
    w.op("+")
    w.to_bytes()
    w.load(a.map.state + WORD * row)
