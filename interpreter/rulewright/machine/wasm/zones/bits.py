"""The places of a board as bits: for each content (0: nothing, else kind + 1) a long with a bit for each place that has
it.

Taking, putting and changing a piece flips two bits; what moves many pieces reckons them anew.
"""

from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.writer import Writer
from rulewright.machine.wasm.zones.rows import ZoneWriter, rows


def flip_place(z: ZoneWriter, place: int, content: int | None, by: int = 0) -> None:
    """A place of a board comes to have a content, or has it no longer: that in a local plus `by`, or (None) nothing."""
    board = z.a.map.boards[z.layout.zone]
    if board is None:
        return
    w, at = z.w, z.w.local()
    w.get(z.instance)
    w.const(board.stride)
    w.op("*")
    if content is not None:
        w.get(content)
        w.const(by)
        w.op("+")
        w.const(3)
        w.op("shl", "+")
    w.tee(at)
    w.get(at)
    w.load(board.address, "long")
    w.long(1)
    w.get(place)
    w.op("long-u", "long-shl", "long-xor")
    w.store(board.address, "long")


def board_anew(a: Assembly, zone: int) -> Writer:
    """(instance): reckon the bits of a board from its places."""
    w = Writer((I32,))
    board, layout = a.map.boards[zone], a.program.zones[zone]
    assert board is not None
    z = ZoneWriter(a, layout, w, w.local(), 0)
    z.find_base()
    place, content = w.local(), w.local()
    w.get(0)
    w.const(board.stride)
    w.op("*")
    w.const(board.address)
    w.op("+")
    w.const(0)
    w.const(board.stride)
    w.fill()
    with w.loop() as again:
        z.read(rows(layout)[0], place)
        w.set(content)
        flip_place(z, place, content)
        w.raise_by(place, 1)
        w.get(place)
        w.const(layout.capacity)
        w.op("<")
        w.branch_if(again)
    return w


def boards_anew(a: Assembly) -> Writer:
    """(): reckon the bits of all boards."""
    w = Writer()
    for board in a.map.boards:
        if board is not None:
            for instance in range(a.program.zones[board.zone].instances):
                w.const(instance)
                w.call(a.number("board-anew", board.zone))
    return w
