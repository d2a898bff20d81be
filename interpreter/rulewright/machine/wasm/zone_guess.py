"""Where a piece that is moved probably comes from.

A guess, from all the places of the program that write the cell in which the piece's own cell is kept: if they all name
one zone, it is that one. Whoever uses it must look whether it is right; a wrong guess costs time, nothing else.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from attrs import frozen

from rulewright.language.walking import walk
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cells import places

DEEP: Final = 12


@frozen
class InZone:
    """Something that writes the cell of a piece in a known zone."""

    zone: int


Source = ir.Expr | InZone


class Origins:
    """Guesses for one program."""

    def __init__(self, program: ir.Program, nodes: Iterable[object]) -> None:
        """Collect what is written where, by all nodes of the program."""
        self._program = program
        self._spots = places(program).spots
        self._sources: dict[int, list[Source]] = defaultdict(list)
        self._elements: dict[int, list[Source]] = defaultdict(list)
        for node in nodes:
            self._collect(node)

    def guess(self, loc: ir.Expr) -> int | None:
        """The zone of the cell that an expression yields, if all that writes it is of one zone."""
        zones = self._zones(loc, DEEP)
        return next(iter(zones)) if len(zones) == 1 else None

    def _collect(self, node: object) -> None:
        match node:
            case ir.Set(cell, value):
                self._sources[cell].append(value)
            case ir.SetAt(base, _, value) if base >= self._program.size:
                self._elements[base].append(value)
            case ir.For(cell, low):
                self._sources[cell].append(low)
            case ir.ForKinds(zone, _, _, loc):
                self._sources[loc].append(InZone(zone))
            case ir.MovePiece(found=found, to=to) if found is not None:
                self._sources[found].append(InZone(to.zone))
            case ir.Invoke(function, args) | ir.CallFunction(function, args):
                for cell, arg in zip(self._program.functions[function].params, args, strict=True):
                    self._sources[cell].append(arg)
            case ir.ActionCode():
                for number, variant in enumerate(node.variants):
                    for pick in node.picks(number):
                        self._pick(pick, variant.cells)
            case _:
                pass

    def _pick(self, pick: ir.Pick, cells: tuple[int, ...]) -> None:
        if pick.several is None and pick.words > 1:
            body = walk(self._program.functions[pick.candidates].body)
            self._sources[cells[pick.at + 1]] += [part.values[-1] for part in body if isinstance(part, ir.Yield)]

    def _zones(self, source: Source, deep: int) -> set[int]:
        if not deep:
            return set()
        match source:
            case InZone(zone):
                return {zone}
            case ir.Cell(index) | ir.Do(_, index):
                return self._union(self._sources[index], deep)
            case ir.At(base) if base >= self._program.size:
                return self._union(self._elements[base], deep)
            case ir.Select(_, then, otherwise):
                return self._union([then, otherwise], deep)
            case ir.Checked(value):
                return self._zones(value, deep - 1)
            case ir.Invoke(function):
                result = self._program.functions[function].result
                return set() if result is None else self._union(self._sources[result], deep)
            case ir.Const() | ir.Bin("+"):
                spot = self._spots.get(self._constant(source, deep))
                return set() if spot is None else {spot.zone}
            case _:
                return set()

    def _union(self, sources: list[Source], deep: int) -> set[int]:
        return set().union(*(self._zones(source, deep - 1) for source in sources))

    def _constant(self, source: Source, deep: int) -> int:
        """What is added whatever the state: the first cell that a reckoned number can mean."""
        match source:
            case ir.Const(value):
                return value
            case ir.Bin("+", left, right) if deep:
                return self._constant(left, deep - 1) + self._constant(right, deep - 1)
            case ir.Cell(index) if deep and len(self._sources[index]) == 1:
                return self._constant(self._sources[index][0], deep - 1)
            case _:
                return 0
