"""Which cells of scratch a piece of code can keep in locals.

A *unit* is what becomes one function with locals of its own: a function of the program, the blocks together, the header
of an action with its enumerators, a chance event with its enumerator, the arguments of a site's offers. A scalar of
scratch that only one unit names is a local there. The header of an action moreover keeps its own cells (`you`,
parameters, picks, lets) in locals where nothing that it calls reads them: asking for moves leaves no trace in these
cells.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain

from rulewright.language.walking import walk
from rulewright.machine.program.moves import header_cells
from rulewright.machine.program.nodes import (
    ActionCode,
    AnyMove,
    At,
    CallFunction,
    Cell,
    ChangePiece,
    Checked,
    Const,
    Do,
    DrawChance,
    Fail,
    Fill,
    Flip,
    For,
    ForKinds,
    Invoke,
    MovePiece,
    MustStage,
    PickSeveralStage,
    PickStage,
    Program,
    RotatePlaces,
    Set,
    SetAt,
    While,
)

Unit = tuple[str, int]
RUN: Unit = ("blocks", 0)
UNROLLED = 8
"""A filling of so many cells is written cell by cell, so that scalars among them can be locals."""


UNSURE = (AnyMove, ChangePiece, Checked, Fail, Flip, MovePiece, While)


def named_cells(node: object) -> set[int]:
    """The cells that code names, reading or writing."""
    found: set[int] = set()
    for part in walk(node):
        match part:
            case Cell(index):
                found.add(index)
            case Set(cell=cell) | For(cell=cell) | Do(result=cell) | PickSeveralStage(length=cell):
                found.add(cell)
            case ForKinds(kind=kind, loc=loc):
                found |= {kind, loc}
            case MovePiece(found=cell) if cell is not None:
                found.add(cell)
            case PickStage(cells=cells) | DrawChance(cells=cells):
                found |= set(cells)
            case ActionCode(you=you, params=params):
                found |= {you, *params}
            case _:
                pass
    return found


def called(node: object) -> set[int]:
    """The functions that code calls directly."""
    return {
        part.body if isinstance(part, MustStage) else part.function
        for part in walk(node)
        if isinstance(part, Invoke | CallFunction | MustStage)
    }


def sizes_and_calls(program: Program) -> tuple[list[int], Counter[int]]:
    """For each function how many nodes its body has, and at how many places it is called."""
    inside = [list(walk(function.body)) for function in program.functions]
    others = walk((program.blocks, program.actions, program.sites, program.chances))
    calls: Counter[int] = Counter()
    for part in chain(others, *inside):
        match part:
            case Invoke(function=function) | CallFunction(function=function):
                calls[function] += 1
            case MustStage(body=body):
                calls[body] += 1
            case _:
                pass
    return [len(body) for body in inside], calls


def _set_cells(node: object) -> Iterator[int]:
    for part in walk(node):
        match part:
            case Set(cell=cell) | For(cell=cell) | PickSeveralStage(length=cell):
                yield cell
            case ForKinds(kind=kind, loc=loc):
                yield from (kind, loc)
            case PickStage(cells=cells):
                yield from cells
            case _:
                pass


class Cells:
    """Where the cells of a program live."""

    def __init__(self, program: Program) -> None:
        """Find out which unit names which cell."""
        self.program = program
        self._arrays = {cell for first, length in program.arrays for cell in range(first, first + length)}
        for part in walk((program.functions, program.blocks, program.actions)):
            if isinstance(part, Fill) and not (isinstance(part.count, Const) and part.count.value <= UNROLLED):
                self._arrays |= _filled(part)
        self.units = {unit: named_cells(code) for unit, code in _units(program).items()}
        for unit, cells in self.units.items():
            if unit[0] == "function":
                function = program.functions[unit[1]]
                cells |= {*function.params, *({function.result} - {None})}  # type: ignore[arg-type]
        self._owners: dict[int, set[Unit]] = {}
        for unit, cells in self.units.items():
            for cell in cells:
                self._owners.setdefault(cell, set()).add(unit)

    def scalar(self, cell: int) -> bool:
        """Whether a cell lies in scratch and is never reached by a computed number."""
        return cell >= self.program.size and cell not in self._arrays

    def own(self, unit: Unit) -> frozenset[int]:
        """The cells that are locals of a unit."""
        return frozenset(cell for cell in self.units[unit] if self.scalar(cell) and len(self._owners[cell]) == 1)

    def header(self, number: int) -> frozenset[int]:
        """The cells that are locals while the moves of an action are asked for."""
        action = self.program.actions[number]
        asked = any(isinstance(part, AnyMove) for part in walk(_header(self.program, action)))
        mine = frozenset() if asked else frozenset(header_cells(action)) - self._read_by_calls(number)
        return self.own(("action", number)) | frozenset(cell for cell in mine if self.scalar(cell))

    def _read_by_calls(self, number: int) -> frozenset[int]:
        """The cells that the functions called by a header name, directly or not; all cells if one asks for moves."""
        reached: set[int] = set()
        waiting = called(_header(self.program, self.program.actions[number]))
        while waiting:
            function = waiting.pop()
            if function not in reached:
                reached.add(function)
                waiting |= self._calls[function]
        if any(self._asking[function] for function in reached):
            return frozenset(self._owners)
        return frozenset().union(*(self.units["function", function] for function in reached))

    def reads(self, node: object) -> set[int]:
        """The cells of scratch that code names, or a function that it calls, but for what is a function's own."""
        found = {cell for cell in named_cells(node) if cell >= self.program.size}
        return found.union(*(self._read_inside(function) for function in called(node)))

    @cache  # noqa: B019 - lives as long as the module is written
    def _read_inside(self, number: int) -> set[int]:
        function = self.program.functions[number]
        read = self._touched(function.body) | self.reads(function.body)
        return read - self.own(("function", number)) - set(function.params)

    def written(self, node: object) -> set[int]:
        """The cells that code itself sets, with the whole of every array that it reaches into."""
        found = {cell for cell in _set_cells(node) if cell >= self.program.size}
        return found | (self._touched(node) - {cell for cell in self._touched(node) if self.scalar(cell)})

    def disturbed(self, functions: Iterable[int], sites: Iterable[int], actions: Iterable[int]) -> set[int]:
        """The cells of scratch that these functions, the arguments at these sites and these headers may write."""
        offered = tuple(offer.args for site in sites for offer in self.program.sites[site].offers)
        inside = [self._in_function(each) for each in functions] + [self.in_header(each) for each in actions]
        return self._touched(offered).union(*inside)

    @cache  # noqa: B019 - lives as long as the module is written
    def in_header(self, number: int) -> set[int]:
        """The cells of scratch that the header of an action names."""
        return self._touched(_header(self.program, self.program.actions[number]))

    @cache  # noqa: B019 - as above
    def _in_function(self, number: int) -> set[int]:
        function = self.program.functions[number]
        return self._touched(function.body) | set(function.params)

    def sure(self, node: object) -> bool:
        """Whether code can neither fault nor ask for moves, whatever it calls."""
        if any(isinstance(part, UNSURE) for part in walk(node)):
            return False
        return all(self._sure_inside(function) for function in called(node))

    @cache  # noqa: B019 - as above
    def _sure_inside(self, number: int) -> bool:
        return self.sure(self.program.functions[number].body)

    def _touched(self, node: object) -> set[int]:
        """The cells of scratch that code names, with the whole of every array that it reaches into."""
        bases = {part.base for part in walk(node) if isinstance(part, At | SetAt | Fill | PickSeveralStage)}
        bases |= {part.places for part in walk(node) if isinstance(part, RotatePlaces)}
        arrays = [
            range(first, first + length)
            for first, length in self.program.arrays
            if any(first <= base < first + length for base in bases)
        ]
        return {cell for cell in named_cells(node) if cell >= self.program.size}.union(*arrays)

    @cached_property
    def _calls(self) -> list[set[int]]:
        return [called(function.body) for function in self.program.functions]

    @cached_property
    def _asking(self) -> list[bool]:
        return [any(isinstance(part, AnyMove) for part in walk(function.body)) for function in self.program.functions]


def _filled(node: Fill) -> set[int]:
    """The cells that are surely filled together."""
    match node:
        case Fill(base, Const(index), Const(count)):
            return set(range(base + index, base + index + count))
        case Fill(base, Const(index)):
            return {base + index}
        case _:
            return {node.base}


def _units(program: Program) -> dict[Unit, object]:
    units: dict[Unit, object] = {RUN: (program.blocks, tuple(site.seat for site in program.sites))}
    inside = _enumerators(program)
    for number, function in enumerate(program.functions):
        if number not in inside:
            units["function", number] = function.body
    for number, action in enumerate(program.actions):
        units["action", number] = _header(program, action)
    for number, site in enumerate(program.sites):
        you = () if site.you is None else (Cell(site.you),)
        units["site", number] = (*you, *(offer.args for offer in site.offers))
    for number, point in enumerate(program.chances):
        enumerator = program.functions[point.candidates].body if isinstance(point, DrawChance) else ()
        units["chance", number] = (point, enumerator)
    return units


def _header(program: Program, action: ActionCode) -> tuple[object, ...]:
    """The stages of an action with the bodies of their enumerators."""
    stages = action.all_stages
    enumerators = [
        program.functions[stage.candidates].body for stage in stages if isinstance(stage, PickStage | PickSeveralStage)
    ]
    return (action, *stages, *enumerators)


def _enumerators(program: Program) -> set[int]:
    """The functions that become part of a header or a chance event."""
    picks = {part.candidates for part in walk(program.actions) if isinstance(part, PickStage | PickSeveralStage)}
    return picks | {point.candidates for point in program.chances if isinstance(point, DrawChance)}
