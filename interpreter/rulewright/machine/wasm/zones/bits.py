"""The places of a board as bits: for each content (0: nothing, else kind + 1) a long with a bit for each place that has
it.

Taking, putting and changing a piece flips two bits; what moves many pieces reckons them anew.
"""

from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32, I64
from rulewright.machine.wasm.operands import Term, const
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, zone_writer


def flip_place(z: ZoneWriter, place: Term, content: Term | None) -> None:
    """A place of a board comes to have a content, or has it no longer; None: nothing."""
    board = z.a.map.boards[z.layout.zone]
    if board is not None:
        at, row = z.w.local(), z.instance * board.stride
        bits = at.at(board.address, "long")
        row = row if content is None else row + (content << 3)
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
        flip_place(z, place, content)
    return w


def boards_anew(a: Assembly) -> Writer:
    """(): reckon the bits of all boards."""
    w = Writer()
    for board in a.map.boards:
        if board is not None:
            for instance in range(a.program.zones[board.zone].instances):
                w.call(a.number("board-anew", board.zone), instance)
    return w
