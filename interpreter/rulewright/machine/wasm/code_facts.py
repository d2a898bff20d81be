"""Facts about code: which cells it can keep in locals, and what runs while a move is tried."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from rulewright.language.walking import children, walk
from rulewright.machine.program import nodes as ir

# A *unit* is what becomes one function with locals of its own: a function of the program, the blocks together, a
# chance event with its enumerator, the arguments of a site's offers. A scalar of scratch that only one unit names is a
# local there. What an action is told by its number (who is asked, parameters, the words of a move) is the host's, too.

Unit = tuple[str, int]
RUN: Final[Unit] = ("blocks", 0)
UNROLLED: Final = 8
"""A filling of so many cells is written cell by cell, so that scalars among them can be locals."""
NEVER: Final = 1 << 30
"""The size of a function that is never written where it is called."""


BY_NUMBER: Final = (ir.READS, ir.SETS, ir.GIVEN)


def named_cells(code: object) -> set[int]:
    """The cells that code names, reading or writing."""
    return {*ir.numbers(walk(code), *BY_NUMBER)}


def sizes_and_calls(program: ir.Program) -> tuple[list[int], Counter[int]]:
    """For each function how many nodes its body has, and at how many places it is called by what plays."""
    inside = [list(walk(function.body)) for function in program.functions]
    listing = [offer.moves for site in program.sites for offer in site.offers]
    questions = [check.function for check in program.invariants]
    ends = [function for function in (program.score, program.winners) if function is not None]
    draws = {point.candidates for point in program.chances if isinstance(point, ir.DrawChance)}
    calls: Counter[int] = Counter([*listing, *questions, *ends])
    waiting = [list(walk((program.blocks, tuple(site.seat for site in program.sites), program.chances)))]
    waiting += [inside[function] for function in {*calls, *draws}]
    for code in waiting:
        for number in ir.numbers(code, ir.CALLS):
            if number not in calls:
                waiting.append(inside[number])
            calls[number] += 1
    # those that may run inside themselves: by a trial that asks whether there is a move
    trying = [number for number, body in enumerate(inside) if any(isinstance(part, ir.Try) for part in body)]
    links = {number: {*ir.numbers(body, ir.CALLS)} for number, body in enumerate(inside)}
    again = {each for number in trying for each in following(links, number) if number in following(links, each)}
    return [NEVER if number in again else len(body) for number, body in enumerate(inside)], calls


def following(links: Mapping[int, set[int]], start: int) -> set[int]:
    """All that can be reached by one link or more."""
    found, waiting = set[int](), [start]
    while waiting:
        more = links[waiting.pop()] - found
        found |= more
        waiting += more
    return found


class Cells:
    """Where the cells of a program live."""

    def __init__(self, program: ir.Program, nodes: Iterable[object], *, own: bool = True) -> None:
        """Find out which unit names which cell; `nodes` are all of the program. `own`: some become locals."""
        self.program, self._own = program, own
        self._arrays = {cell for first, length in program.arrays for cell in range(first, first + length)}
        for part in nodes:
            match part:
                case ir.Fill(count=ir.Const(count)) if count <= UNROLLED:
                    pass
                case ir.Fill(base, ir.Const(index), ir.Const(count)):  # the cells that are surely filled together
                    self._arrays |= set(range(base + index, base + index + count))
                case ir.Fill(base, index):
                    self._arrays.add(base + index.value if isinstance(index, ir.Const) else base)
                case _:
                    pass
        code: dict[Unit, object] = {RUN: (program.blocks, tuple(site.seat for site in program.sites))}
        for number, point in enumerate(program.chances):
            enumerator = program.functions[point.candidates].body if isinstance(point, ir.DrawChance) else ()
            code["chance", number] = (point, enumerator)
        for number, action in enumerate(program.actions):
            code["action", number] = action
        for number, site in enumerate(program.sites):
            you = () if site.you is None else (ir.Cell(site.you),)
            code["site", number] = (*you, *(offer.args for offer in site.offers))
        self.units = {unit: named_cells(each) for unit, each in code.items()}
        enumerators = {point.candidates for point in program.chances if isinstance(point, ir.DrawChance)}
        for number, function in enumerate(program.functions):
            if number not in enumerators:
                own_cells = {*function.params, *(() if function.result is None else (function.result,))}
                self.units["function", number] = named_cells(function.body) | own_cells
        self._owners: dict[int, set[Unit]] = {}
        for unit, cells in self.units.items():
            for cell in cells:
                self._owners.setdefault(cell, set()).add(unit)

    def scalar(self, cell: int) -> bool:
        """Whether a cell lies in scratch and is never reached by a computed number."""
        return cell >= self.program.size and cell not in self._arrays

    def own(self, unit: Unit) -> frozenset[int]:
        """The cells that are locals of a unit."""
        cells = self.units[unit] if self._own else ()
        return frozenset(cell for cell in cells if self.scalar(cell) and len(self._owners[cell]) == 1)

    def disturbed(self, functions: Iterable[int], code: object = ()) -> set[int]:
        """The cells of scratch that these functions and this code may write."""
        return self._reached(walk(code)).union(*map(self._in_function, functions))

    @cache  # noqa: B019 - lives as long as the module is written
    def _in_function(self, number: int) -> set[int]:
        function = self.program.functions[number]
        return self._reached(walk(function.body)) | set(function.params)

    def outside_trials(self, functions: Iterable[int]) -> set[int]:
        """The cells of scratch that these name elsewhere than in trials, which write first what only they name."""
        bodies = tuple(self.program.functions[each].body for each in functions)
        return self._reached(untried(bodies)).union(*(self.program.functions[each].params for each in functions))

    def _reached(self, nodes: Iterable[object]) -> set[int]:
        """The cells of scratch that these name, with the whole of every array that they reach into."""
        parts = list(nodes)
        bases = {*ir.numbers(parts, ir.READS_AT, ir.SETS_AT)}
        arrays = [
            range(first, first + length)
            for first, length in self.program.arrays
            if any(first <= base < first + length for base in bases)
        ]
        return {cell for cell in ir.numbers(parts, *BY_NUMBER) if cell >= self.program.size}.union(*arrays)


def untried(node: object) -> Iterator[object]:
    """Code and all that stands in it, without what trials run."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += () if isinstance(part, ir.Try) else children(part)


# ---- What runs while a move is tried: which functions, and of which actions moves may be tried again meanwhile
# In: a program. A trial inside a trial is never of an action that is being tried already, so that each action with
# `must` lines needs one copy of the working state, and no two trials at once use the same.


class Nesting:
    """The trials of one program. `slots`: for each action with `must` lines the number of its copy; `again`: those that
    may be asked about while a move of theirs is tried."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        inside: dict[int, set[int]] = {}
        for node in walk(tuple(function.body for function in program.functions)):
            if isinstance(node, ir.Try):
                inside.setdefault(node.action, set()).update(self._reach(parts(node))[1])
        self.slots = {action: slot for slot, action in enumerate(sorted(inside))}
        self.again = frozenset(action for action in inside if action in following(inside, action))

    def functions(self, start: object) -> frozenset[int]:
        """The functions that code may run, directly or not, up to the trials that it begins."""
        return frozenset(self._reach(start)[0])

    def _reach(self, start: object) -> tuple[set[int], set[int]]:
        """These functions, and the actions whose moves are tried."""
        functions, tries = set[int](), set[int]()
        waiting: list[object] = [start]
        while waiting:
            part = waiting.pop()
            match part:
                case ir.Try(action=action):
                    tries.add(action)
                    continue
                case ir.Invoke(function=number) | ir.CallFunction(function=number) if number not in functions:
                    functions.add(number)
                    waiting.append(self.program.functions[number].body)
                case _:
                    pass
            waiting += children(part)
        return functions, tries


def parts(node: ir.Try) -> tuple[object, ...]:
    """What a trial runs."""
    condition = () if node.condition is None else (node.condition,)
    return (*node.begin, *node.zones, ir.CallFunction(node.body, ()), *condition)
