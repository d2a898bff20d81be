"""The cells of a zone row by row: the kinds, and what a layout keeps beside them.

`ZoneWriter` writes code about one zone; which instance and which place, only the code knows when it runs.
"""

from attrs import frozen

from rulewright.machine.program.cells import single
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import FACE, MARK, OWNER, TAG, Assembly
from rulewright.machine.wasm.writer import Writer

FULL = -2


@frozen
class Row:
    """Cells that go with the places of a zone: behind the first cell of the instance, or (tags) at a number of its own.
    `carried` is the global in which the content travels, None for the kinds."""

    at: int
    apart: bool
    carried: int | None


def rows(layout: ZoneLayout) -> list[Row]:
    """Kinds first, then what a layout keeps beside them."""
    beside = ((layout.owners_at, OWNER), (layout.faces_at, FACE), (layout.marks_at, MARK))
    found = [Row(0 if single(layout) else 1, apart=False, carried=None)]
    found += [Row(at, apart=False, carried=number) for at, number in beside if at is not None]
    if layout.tags_at is not None:
        found.append(Row(layout.tags_at, apart=True, carried=TAG))
    return found


class ZoneWriter:
    """Writes a function about one zone; `base` and `instance` are locals: the instance's first cell and number."""

    def __init__(self, a: Assembly, layout: ZoneLayout, w: Writer, base: int, instance: int) -> None:
        """Remember what the code is about."""
        self.a, self.layout, self.w = a, layout, w
        self.base, self.instance = base, instance

    def find_base(self) -> None:
        """Reckon the first cell from the instance."""
        w, layout = self.w, self.layout
        w.get(self.instance)
        w.const(layout.stride)
        w.op("*")
        w.const(layout.offset)
        w.op("+")
        w.set(self.base)

    def number(self, row: Row, place: int | None) -> None:
        """Push the number of the cell of a row at the place in a local (None: the first)."""
        w = self.w
        if row.apart:
            w.get(self.instance)
            w.const(self.layout.capacity)
            w.op("*")
        else:
            w.get(self.base)
        if row.at:
            w.const(row.at)
            w.op("+")
        if place is not None:
            w.get(place)
            w.op("+")

    def address(self, row: Row, place: int | None) -> None:
        """Push the address, less the beginning of the working state."""
        self.number(row, place)
        self.w.to_bytes()

    def read(self, row: Row, place: int | None) -> None:
        """Push what lies there."""
        self.address(row, place)
        self.w.load(self.a.map.state)

    def store(self) -> None:
        """Pop value and address."""
        self.w.store(self.a.map.state)

    def size_address(self) -> None:
        """Push the address of the size of an ordered zone."""
        self.w.get(self.base)
        self.w.to_bytes()

    def read_size(self) -> None:
        """Push the size of an ordered zone."""
        self.size_address()
        self.w.load(self.a.map.state)

    def change_size(self, by: int) -> None:
        """Raise the size of an ordered zone."""
        self.size_address()
        self.read_size()
        self.w.const(by)
        self.w.op("+")
        self.store()

    def pick_up(self, place: int) -> None:
        """Remember what lies beside a piece."""
        for row in rows(self.layout)[1:]:
            assert row.carried is not None
            self.read(row, place)
            self.w.set_global(row.carried)

    def lay_down(self, place: int) -> None:
        """Write it beside its new place."""
        for row in rows(self.layout)[1:]:
            assert row.carried is not None
            self.address(row, place)
            self.w.get_global(row.carried)
            self.store()


def extras(layout: ZoneLayout) -> bool:
    """Whether something is kept beside the pieces."""
    return len(rows(layout)) > 1
