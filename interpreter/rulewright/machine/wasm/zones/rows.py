"""The cells of a zone row by row: the kinds, and what a layout keeps beside them.

`ZoneWriter` writes code about one zone; which instance and which place, only the code knows when it runs.
"""

from typing import Final

from attrs import frozen

from rulewright.machine.program.cells import single
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.wasm.assembly import FACE, MARK, NOTES, OWNER, TAG, Assembly
from rulewright.machine.wasm.operands import Term
from rulewright.machine.wasm.writer import Writer

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
        """Remember what the code is about."""
        self.a, self.layout, self.w = a, layout, w
        self.base, self.instance = base, instance
        self.kinds, *self.beside = rows(layout)

    def find_base(self) -> None:
        """Reckon the first cell from the instance."""
        self.w.set(self.base, self.instance * self.layout.stride + self.layout.offset)

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
    z.find_base()
    return z
