"""The places of a board as bits: for each content (0: nothing, else kind + 1) longs with a bit for each place that has
it; and what its cells add to the number of a situation.

Taking, putting and changing a piece flips two bits and changes the sum; what moves many pieces reckons them anew.
"""

from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.constants import factors_of
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.masks import words
from rulewright.machine.wasm.operands import Term, const
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, zone_writer


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
    board = z.a.map.boards[z.layout.zone]
    if board is not None and board.sums:
        first, length = z.layout.offset, z.layout.stride * z.layout.instances
        table, at = z.a.constants.masks[factors_of(first, length)], z.w.local()
        factor = (z.number(z.kinds, place) - first << 3).at(table, "long")
        total = at.keep(z.instance * board.stride).at(board.address + 8 * board.longs, "long")
        z.w.set(total, at.at(board.address + 8 * board.longs, "long") + content.signed_long() * factor)


def _flip(z: ZoneWriter, place: Term, content: Term | None) -> None:
    """A place of a board comes to have a content, or has it no longer."""
    board = z.a.map.boards[z.layout.zone]
    if board is not None and board.longs:
        at, row, long = z.w.local(), z.instance * board.stride, words(z.layout.capacity)
        bits = at.at(board.address, "long")
        row = row if content is None else row + content * (8 * long)
        row = row if long == 1 else row + (place >> 6 << 3)
        z.w.set(at.keep(row).at(board.address, "long"), bits ^ const(1, I64) << place.long())


def board_anew(a: Assembly, zone: int) -> Writer:
    """(instance): reckon the bits of a board from its places."""
    w = Writer((I32,))
    [instance], board = w.params, a.map.boards[zone]
    assert board is not None
    z = zone_writer(a, zone, w, instance)
    place, content = w.local(), w.local()
    w.fill_0(instance * board.stride + board.address, board.stride)
    with w.some_steps(place, z.layout.capacity):
        w.set(content, z.kind(place))
        _flip(z, place, content)
        _add(z, place, content)
    return w


def boards_anew(a: Assembly) -> Writer:
    """(): reckon the bits of all boards."""
    w = Writer()
    for board in a.map.boards:
        if board is not None:
            for instance in range(a.program.zones[board.zone].instances):
                w.call(a.number("board-anew", board.zone), instance)
    return w
