"""Where pieces lie in a zone: rows of cells, counts, bits of a board, and the zone of a cell; one piece taken out of a
zone, put into one, or changed where it lies.

The laws of the layouts are kept as the reference's `interpret/zones` does: gaps close, unused cells are 0, owners,
faces, marks and tags go with the piece (in four globals on its way), counts and bits of unordered zones stay true.
"""

from collections.abc import Callable
from typing import Final

from attrs import frozen

from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import FACE, MARK, NOTES, OWNER, TAG, Assembly
from rulewright.machine.wasm.encoding import I32, I64, Term, called, choice, const
from rulewright.machine.wasm.loop_facts import words
from rulewright.machine.wasm.memory_map import Crowd, factors_of
from rulewright.machine.wasm.writer import Writer, writes

# ---- The cells of a zone row by row: the kinds, and what a layout keeps beside them
# `ZoneWriter` writes code about one zone; which instance and which place, only the code knows when it runs.


FULL: Final = -2


@frozen
class Row:
    """Cells that go with the places of a zone: behind the first cell of the instance, or (tags, notes) at a number of
    its own. `carried` is the global in which the content travels, None for the kinds; `nothing`: what stands there
    where no piece lies."""

    at: int
    apart: bool
    carried: Term | None
    nothing: int = 0


def rows(layout: ZoneLayout) -> list[Row]:
    """Kinds first, then what a layout keeps beside them."""
    beside = ((layout.owners_at, OWNER), (layout.faces_at, FACE), (layout.marks_at, MARK))
    found = [Row(0 if single(layout) else 1, apart=False, carried=None)]
    found += [Row(at, apart=False, carried=number) for at, number in beside if at is not None]
    if layout.tags_at is not None:
        found.append(Row(layout.tags_at, apart=True, carried=TAG))
    notes = zip(layout.notes, NOTES, strict=False)
    return found + [Row(note.at, apart=True, carried=number, nothing=note.begins) for note, number in notes]


class ZoneWriter:
    """Writes a function about one zone; `base` and `instance` are locals: the instance's first cell and number."""

    def __init__(self, a: Assembly, layout: ZoneLayout, w: Writer, base: Term, instance: Term) -> None:
        self.a, self.layout, self.w = a, layout, w
        self.base, self.instance = base, instance
        self.kinds, *self.beside = rows(layout)

    def number(self, row: Row, place: Term | None = None) -> Term:
        """The number of the cell of a row at a place (None: the first)."""
        first = self.instance * self.layout.capacity if row.apart else self.base
        if row.at:
            first += row.at
        return first if place is None else first + place

    def cell(self, row: Row, place: Term) -> Term:
        """The cell of a row at a place."""
        return self.number(row, place).to_bytes().at(self.a.map.state)

    def kind(self, place: Term) -> Term:
        """The cell that says which kind lies on a place."""
        return self.cell(self.kinds, place)

    def size(self) -> Term:
        """The size of an ordered zone."""
        return self.base.to_bytes().at(self.a.map.state)

    def pick_up(self, place: Term) -> None:
        """Remember what lies beside a piece."""
        for row in self.beside:
            assert row.carried is not None
            self.w.set(row.carried, self.cell(row, place))

    def lay_down(self, place: Term) -> None:
        """Write it beside its new place."""
        for row in self.beside:
            assert row.carried is not None
            self.w.set(self.cell(row, place), row.carried)


def zone_writer(a: Assembly, zone: int, w: Writer, instance: Term) -> ZoneWriter:
    """What writes a function about this instance of a zone."""
    z = ZoneWriter(a, a.program.zones[zone], w, w.local(), instance)
    w.set(z.base, instance * z.layout.stride + z.layout.offset)
    return z


# ---- What is known of unordered zones beside their counts: how many pieces, and of which kinds


def count_of(z: ZoneWriter, kind: Term) -> Term:
    """The count of a kind."""
    return (z.base + kind).to_bytes().at(z.a.map.state)


def crowd_of(z: ZoneWriter) -> Crowd:
    """What is known of the zone beside its counts."""
    crowd = z.a.map.known[z.layout.zone]
    assert crowd is not None
    return crowd


def recount(z: ZoneWriter, kind: Term, by: int) -> None:
    """A piece of a kind comes (1) or goes (-1)."""
    w, crowd, state = z.w, crowd_of(z), z.a.map.state
    at, count = w.local(), w.local()
    w.set(at.keep((z.base + kind).to_bytes()).at(state), count.keep(at.at(state) + by))
    w.set(at.keep(z.instance * crowd.stride).at(crowd.address), at.at(crowd.address) + by)
    with w.when(count.equals(1 if by > 0 else 0)):
        if crowd.longs > 1:
            w.set(at, (kind >> 6 << 3) + at)
        bits = at.at(crowd.address + 8, "long")
        w.set(bits, bits ^ const(1, I64) << kind.long())


# ---- The places of a board as bits: for each content (0: nothing, else kind + 1) longs with a bit for each place
# that has it; and what its cells add to the number of a situation
# Taking, putting and changing a piece flips two bits and changes the sum; what moves many pieces reckons them anew.


def becomes(z: ZoneWriter, place: Term, old: Term | None, new: Term | None) -> None:
    """A place of a board has another content than it had; None: nothing."""
    _flip(z, place, old)
    _flip(z, place, new)
    if new is None:
        assert old is not None
        _add(z, place, const(0) - old)
    else:
        _add(z, place, new if old is None else new - old)


def _add(z: ZoneWriter, place: Term, content: Term) -> None:
    """The cell of a place holds so much more."""
    board = z.a.map.known[z.layout.zone]
    if board is not None and board.sums:
        first, length = z.layout.offset, z.layout.stride * z.layout.instances
        table, at = z.a.constants.masks[factors_of(first, length)], z.w.local()
        factor = (z.number(z.kinds, place) - first << 3).at(table, "long")
        total = at.keep(z.instance * board.stride).at(board.address + 8 * board.longs, "long")
        z.w.set(total, at.at(board.address + 8 * board.longs, "long") + content.signed_long() * factor)


def _flip(z: ZoneWriter, place: Term, content: Term | None) -> None:
    """A place of a board comes to have a content, or has it no longer."""
    board = z.a.map.known[z.layout.zone]
    if board is not None and board.longs:
        at, row, long = z.w.local(), z.instance * board.stride, words(z.layout.capacity)
        bits = at.at(board.address, "long")
        row = row if content is None else row + content * (8 * long)
        row = row if long == 1 else row + (place >> 6 << 3)
        z.w.set(at.keep(row).at(board.address, "long"), bits ^ const(1, I64) << place.long())


@writes(I32)
def known_anew(a: Assembly, w: Writer, zone: int, instance: Term) -> None:
    """(instance): reckon anew from its cells how many pieces lie there and of which kinds, or the bits of a board."""
    z, at, content, row = zone_writer(a, zone, w, instance), w.local(), w.local(), w.local()
    known = crowd_of(z)
    w.set(row, instance * known.stride)
    if not unordered(z.layout):
        for byte in range(known.address, known.address + known.stride, 8):
            w.set(row.at(byte, "long"), 0)
        with w.some_steps(at, z.layout.capacity):
            w.set(content, z.kind(at))
            _flip(z, at, content)
            _add(z, at, content)
        return
    total, bits = w.local(), w.local(I64)
    for long in range(known.longs):
        w.set(bits, 0)
        w.set(at, 64 * long)
        with w.some_steps(at, min(64 * (long + 1), z.layout.stride)):
            w.set(total, content.keep(count_of(z, at)) + total)
            with w.when(content):
                w.set(bits, bits | const(1, I64) << at.long())
        w.set(row.at(known.address + 8 + 8 * long, "long"), bits)
    w.set(row.at(known.address), total)


# ---- From the number of a cell to the zone it lies in, and to what lies there


@frozen
class Spot:
    """What is known of a cell in which pieces can lie."""

    base: Term
    place: Term
    instance: Term
    zone: Term


def spot_at(address: Term, offset: int = 0) -> Spot:
    """What the constants say of a cell, at an address, so many bytes further."""
    return Spot(*(address.at(offset + at, "half") for at in (0, 2, 4, 6)))


def at_spot(a: Assembly, w: Writer, loc: Term, one: Callable[[ZoneLayout, Spot], None], missing: int = 0) -> None:
    """Push `missing`, or return it if no piece can lie in a cell of this number; before that runs what `one` writes for
    the zone of the cell, which may return, too."""
    address, numbers = w.local(), [layout.zone for layout in a.program.zones if not layout.unlimited]
    w.answer_if(loc.op(">=u", a.constants.spot_count), missing)
    w.set(address, (loc << 3) + a.constants.spots)
    spot, top = spot_at(address), max(numbers, default=-1) + 1
    with w.block() as done:
        opened = [w.open_block() for _ in numbers]
        place = dict(zip(reversed(numbers), opened, strict=True))
        w.branch_by(spot.zone, [place.get(number, done) for number in range(top)], done)
        for number in numbers:
            w.close()
            one(a.program.zones[number], spot)
            w.branch(done)
    w.push(missing)


@writes(I32, gives=I32)
def kind_at(a: Assembly, w: Writer, loc: Term) -> None:
    """(cell) -> the kind that lies there, or -1."""
    content = loc.to_bytes().at(a.map.state)

    def answer(layout: ZoneLayout, spot: Spot) -> None:
        if single(layout):
            w.answer(content - 1)
        elif unordered(layout):
            w.answer(choice(spot.place, -1, content))
        else:
            w.answer(choice(content, -1, spot.place < spot.base.to_bytes().at(a.map.state)))

    at_spot(a, w, loc, answer, -1)


# ---- Taking a piece out of a zone: the answer is 1, or 0 if the piece is not there


@writes(I32, I32, gives=I32)
def take(a: Assembly, w: Writer, kind: Term, loc: Term) -> None:
    """(kind, cell) -> whether the piece was there and is taken."""

    def answer(layout: ZoneLayout, spot: Spot) -> None:
        w.answer(called(a.number("take_from", layout.zone), kind, spot.base, spot.place, spot.instance))

    at_spot(a, w, loc, answer)


@writes(I32, I32, I32, I32, gives=I32)
def take_from(a: Assembly, w: Writer, zone: int, kind: Term, base: Term, place: Term, instance: Term) -> None:
    """(kind, first cell, place, instance) -> whether the piece was there and is taken."""
    w.push(taking(ZoneWriter(a, a.program.zones[zone], w, base, instance), kind, place))


def taking(z: ZoneWriter, kind: Term, place: Term) -> Term:
    """Take the piece of a kind from a place, and say whether it was there."""
    w, begin = z.w, len(z.w.out)
    with w.block(I32) as out:
        if unordered(z.layout):
            w.leave_if(out, kind.equals(place).is_0(), 0)
            w.leave_if(out, count_of(z, kind).is_0(), 0)
            recount(z, kind, -1)
        else:
            alone, last = single(z.layout), place
            if not alone:
                w.leave_if(out, (place < z.size()).is_0(), 0)
            w.leave_if(out, z.kind(place).equals(kind + 1 if alone else kind).is_0(), 0)
            z.pick_up(place)
            if alone:
                becomes(z, place, kind + 1, None)
            else:
                # what lies behind the place moves one nearer: word by word, for mostly there are few
                last, at, behind = w.kept(z.size() - 1), w.kept(place), w.local()
                with w.until(at >= last):
                    w.set(behind, at + 1)
                    for row in (z.kinds, *z.beside):
                        w.set(z.cell(row, at), z.cell(row, behind))
                    w.set(at, behind)
            for row in (z.kinds, *z.beside):
                w.set(z.cell(row, last), row.nothing)
            if not alone:
                w.set(z.size(), last)
        w.push(1)
    return w.cut(begin)


def putting(z: ZoneWriter, kind: Term, place: Term, *, under: bool = False) -> Term:
    """Put a piece of a kind on a place (of an ordered zone: at its end, or `under` what lies there; the local becomes
    that place), and give its cell, or FULL."""
    if z.layout.unlimited:
        return const(-1)
    w, begin, declared = z.w, len(z.w.out), z.layout.declared_capacity
    with w.block(I32) as out:
        w.set(z.base, z.instance * z.layout.stride + z.layout.offset)
        if unordered(z.layout):
            if declared is not None:
                crowd = crowd_of(z)
                w.leave_if(out, (z.instance * crowd.stride).at(crowd.address) >= declared, FULL)
            recount(z, kind, 1)
            w.push(z.base + kind)
        else:
            alone, capacity = single(z.layout), z.layout.capacity
            if alone:
                w.leave_if(out, z.kind(place), FULL)
            else:
                most = capacity if declared is None else min(capacity, declared)
                w.leave_if(out, place.keep(z.size()) >= most, FULL)
                w.raise_by(z.size(), 1)
            if under:
                below = w.local()
                with w.until(place.is_0()):
                    w.set(below, place - 1)
                    for row in (z.kinds, *z.beside):
                        w.set(z.cell(row, place), z.cell(row, below))
                    w.set(place, below)
            w.set(z.kind(place), kind + 1 if alone else kind)
            if alone:
                becomes(z, place, None, kind + 1)
            z.lay_down(place)
            w.push(z.number(z.kinds, place))
    return w.cut(begin)


@writes(I32, I32, I32, gives=I32)
def change(a: Assembly, w: Writer, component: int, kind: Term, loc: Term, new: Term) -> None:
    """(kind, cell, new kind) -> whether it could be done."""
    w.answer_if((new >= 0).is_0() | loc.op(">=u", a.constants.spot_count), 0)
    w.answer_if(called(a.number("kind_at"), loc).equals(kind).is_0(), 0)
    box = next(layout for layout in a.program.zones if layout.box and layout.component == component)
    if not box.unlimited:
        base, instance = w.kept(box.offset), w.local()
        z = ZoneWriter(a, box, w, base, instance)
        w.answer_if(count_of(z, new).is_0(), 0)
        recount(z, new, -1)
        recount(z, kind, 1)

    def change_there(layout: ZoneLayout, spot: Spot) -> None:
        cell = loc.to_bytes().at(a.map.state)
        place, base, instance = map(w.kept, (spot.place, spot.base, spot.instance))
        z = ZoneWriter(a, layout, w, base, instance)
        if unordered(layout):
            recount(z, kind, -1)
            recount(z, new, 1)
        else:
            w.set(cell, cell + new - kind)
            if a.map.known[layout.zone] is not None:
                becomes(z, place, kind + 1, new + 1)
        w.answer(1)

    at_spot(a, w, loc, change_there)
