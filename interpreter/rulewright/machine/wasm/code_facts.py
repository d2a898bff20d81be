"""Facts about code: which cells it can keep in locals, what runs while a move is tried, and which loops are masks."""

import operator
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, pairwise
from typing import Final

from attrs import frozen

from rulewright.language.walking import children, rewritten, walk
from rulewright.machine.interpret.expressions import COMPARISONS
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.cell_map import kinds_in, single

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


# ---- Loops over places of a board as tests of bit masks
# `some c in line where c's player is you` goes through a row of a constant table of places and asks each what lies
# there. On a small board the answer is a set of bits: the places whose content passes, cut with the places of the row.
# In the same way a region grows by the places beside one of its own. What such loops and regions become is written in
# `statements`. A content is 0 for nothing, else kind + 1.


PLACES, CONTENTS = 128, 16

Rows = tuple[tuple[int, ...], ...]


@frozen
class MaskLoop:
    """A loop over places. `tests` are the condition for each content; `rows` the masks of the table's rows, chosen by
    `row`; or, `row` being None, only one. Every mask is so many `words` of 64 bits. `once`: the first place that passes
    ends the loop. Or a region: `row` is its first place, and the rows what lies beside each."""

    zone: int
    instance: int
    place: int
    words: int
    row: ir.Expr | None
    rows: tuple[int, ...]
    tests: tuple[ir.Expr, ...]
    then: ir.Code
    once: bool


def mask_loops(program: ir.Program, nodes: Iterable[object]) -> dict[int, MaskLoop]:
    """The loops among all nodes of a program that are mask tests, by their identity."""
    found: dict[int, MaskLoop | None] = {}
    for node in nodes:
        match node:
            case ir.Labelled(region=ir.Region(first, place, test, beside, body=body)):
                rows = tuple(tuple(sorted(row)) for row in beside)
                found[id(node)] = _checked(program, place, first, rows, test, body or ())
            case ir.For(
                cell=at,
                low=ir.TableAt(starts, row),
                high=ir.TableAt(ends, ir.Bin("+", next_row, ir.Const(1))),
                body=(ir.Set(place, ir.TableAt(table, ir.Cell(index))), ir.If(test, then, ())),
                down=False,
            ) if starts == ends and row == next_row and index == at:
                places = program.tables[table]
                rows = tuple(places[start:end] for start, end in pairwise(program.tables[starts]))
                if all(0 <= each < PLACES for places in rows for each in places):
                    found[id(node)] = _begun(program, place, row, rows, test, then)
            case ir.For(place, ir.Const(low), ir.Const(high), body=(ir.If(test, then, ()),), down=False) if (
                0 <= low < high <= PLACES
            ):
                found[id(node)] = _begun(program, place, None, (tuple(range(low, high)),), test, then)
            case _:
                pass
    return {key: loop for key, loop in found.items() if loop is not None}


def words(places: int) -> int:
    """How many words a set of so many places is."""
    return -(-places // 64)


def _begun(
    program: ir.Program, place: int, row: ir.Expr | None, rows: Rows, test: ir.Expr, then: ir.Code
) -> MaskLoop | None:
    """The loop, if its condition begins by asking what lies there; whatever it asks behind that is asked inside."""
    parts = test.operands if isinstance(test, ir.Both) else (test,)
    for end in range(len(parts), 0, -1):
        first, rest = parts[:end], parts[end:]
        inside = (ir.If(ir.Both(rest), then),) if rest else then
        found = _checked(program, place, row, rows, ir.Both(first) if end > 1 else first[0], inside)
        if found is not None:
            return found
    return None


def _checked(
    program: ir.Program, place: int, row: ir.Expr | None, rows: Rows, test: ir.Expr, then: ir.Code
) -> MaskLoop | None:
    """The loop, if its condition asks only what lies there, on one board, and order and effects allow it."""
    asked = list(walk(test))
    bases = [part.base for part in asked if isinstance(part, ir.At) and part.index == ir.Cell(place)]
    if len(set(bases)) != 1 or len(bases) != asked.count(ir.Cell(place)):
        return None
    base = bases[0]
    for layout in program.zones:
        instance, beyond = divmod(base - layout.offset, layout.stride or 1)
        if single(layout) and not beyond and 0 <= instance < layout.instances:
            break
    else:
        return None
    kinds = kinds_in(program, layout)  # a content is 0 where nothing lies
    if kinds >= CONTENTS or layout.capacity > PLACES or any(each >= layout.capacity for each in chain(*rows)):
        return None
    tests = [_asked(program, base, place, content, test) for content in range(kinds + 1)]
    once = bool(then) and isinstance(then[-1], ir.Leave)
    ordered = all(list(places) == sorted(set(places)) for places in rows)
    if any(part is None for part in tests) or not _harmless(then, program.size):
        return None
    if not ordered and (place in named_cells(then) or not once):
        return None
    if (not once and _assigned(then) & (named_cells(test) - {place})) or _assigned(test) & named_cells(then):
        return None
    long = words(layout.capacity)
    sets = (sum(1 << each for each in set(places)) for places in rows)
    masks = tuple(each >> 64 * word & (1 << 64) - 1 for each in sets for word in range(long))
    passing = tuple(part for part in tests if part)
    return MaskLoop(layout.zone, instance, place, long, row, masks, passing, then, once)


FOLDED: Final = {**COMPARISONS, "+": operator.add, "-": operator.sub}


def _asked(program: ir.Program, base: int, place: int, content: int, test: ir.Expr) -> ir.Expr | None:
    """The condition for a place (by its cell) with this content, as far as it can be reckoned; None if not plain."""
    known: dict[int, ir.Expr] = {}  # what cells hold that the condition sets itself

    def reckoned(node: ir.Expr | ir.Statement) -> ir.Expr | ir.Statement:
        match node:
            case ir.At(at, ir.Cell(cell)) if at == base and cell == place:
                return ir.Const(content)
            case ir.Cell(cell):
                return known.get(cell, node)
            case ir.Set(cell, value):
                known[cell] = value
            case ir.Do(result=cell):
                return known[cell]
            case ir.TableAt(table, ir.Const(at)):
                return ir.Const(dict(enumerate(program.tables[table]))[at])
            case ir.Bin(op, ir.Const(left), ir.Const(right)) if op in FOLDED:
                return ir.Const(int(FOLDED[op](left, right)))
            case ir.Inverse(ir.Const(value)):
                return ir.Const(int(not value))
            case ir.Both(operands) if ir.Const(0) in operands:
                return ir.Const(0)
            case ir.Either(operands) if ir.Const(1) in operands:
                return ir.Const(1)
            case _:
                pass
        return node

    if not all(isinstance(part, ir.Plain) for part in walk(test)):
        return None
    try:
        return rewritten((test,), reckoned)[0]
    except KeyError:
        return None


def _harmless(code: ir.Code, size: int) -> bool:
    """Whether code only reckons: it changes nothing but scratch, and yields."""

    def harmless(node: object) -> bool:
        match node:
            case ir.Set(cell) | ir.SetAt(cell) | ir.Fill(cell):
                return cell >= size
            case _:
                return isinstance(node, ir.Passing) or not isinstance(node, ir.Statement)

    return all(map(harmless, walk(code)))


def _assigned(code: object) -> set[int]:
    return {*ir.numbers(walk(code), ir.SETS)}


def lasting(loop: MaskLoop, body: ir.Code, size: int) -> bool:
    """Whether the set of passing places stays the same while code around the loop is run again and again."""
    return _harmless(body, size) and not _assigned(body) & named_cells(loop.tests)
