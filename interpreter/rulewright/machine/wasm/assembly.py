"""The module under construction: its functions by name, constants, places of rules that faults speak of.

Asking an `Assembly` for a function by its key gives its number at once, and it is written later: so only what is needed
is written. `Scope` is one function being written: which cells are locals, where labels lead, what a fault does.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, get_args

from rulewright.language.facts.ranges import MOST_NOTES
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.features import Features
from rulewright.machine.playouts import Items, items
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import TURNS, Turns
from rulewright.machine.program.cell_map import places
from rulewright.machine.wasm import memory_map as head
from rulewright.machine.wasm.code_facts import Cells, Nesting, Unit, following, sizes_and_calls
from rulewright.machine.wasm.encoding import I32, I64, Body, Term, Value, const, memory, shared
from rulewright.machine.wasm.loop_facts import mask_loops
from rulewright.machine.wasm.memory_map import Constants, MemoryMap, constants, factors, memory_map
from rulewright.machine.wasm.writer import Writer

DEEP: Final = 12
"""So many steps back is looked where a piece comes from."""
MOST_GUESSED: Final = 2
"""Of so many zones it is tried at most whether a piece comes from there."""
Source = ir.Expr | ir.MovePiece | int
"""What writes the cell of a piece; a number: something that does in the zone with this number."""


class Origins:
    """Guesses for one program."""

    def __init__(self, program: ir.Program, nodes: Iterable[object]) -> None:
        self._program = program
        self._spots = places(program).spots
        self._sources: dict[int, list[Source]] = defaultdict(list)
        self._elements: dict[int, list[Source]] = defaultdict(list)
        sources, functions = self._sources, program.functions
        for node in nodes:
            match node:
                case ir.Set(cell, value):
                    sources[cell].append(value)
                case ir.SetAt(base, _, value) if base >= program.size:
                    self._elements[base].append(value)
                case ir.For(cell, low):
                    sources[cell].append(low)
                case ir.ForKinds(zone, _, _, loc):
                    sources[loc].append(zone)
                case ir.MovePiece(found=found) if found is not None:
                    sources[found].append(node)
                case ir.Invoke(function, args) | ir.CallFunction(function, args):
                    for cell, arg in zip(functions[function].params, args, strict=True):
                        sources[cell].append(arg)
                case ir.ActionCode(variants=variants):
                    picks = [(variant, pick) for at, variant in enumerate(variants) for pick in node.picks(at)]
                    for variant, pick in picks:
                        if pick.several is None and pick.words > 1:
                            given = (
                                part for part in walk(functions[pick.candidates].body) if isinstance(part, ir.Yield)
                            )
                            sources[variant.cells[pick.at + 1]] += [part.values[-1] for part in given]
                case _:
                    pass

    def guess(self, node: ir.MovePiece) -> list[int]:
        """The zones where a moved piece probably lies, if they are few: where it was found to begin with; else where it
        was moved to, or was looked for, too."""
        if node.origin is not None:
            return [node.origin]
        for moved in (False, True):
            zones = self._zones(node.loc, DEEP, moved=moved)
            if 0 < len(zones) <= MOST_GUESSED:
                return sorted(zones)
        return []

    def _zones(self, source: Source, deep: int, *, moved: bool) -> set[int]:
        if not deep:
            return set()
        match source:
            case int(zone):
                return {zone}
            case ir.MovePiece(to=to):
                return {to.zone} if moved else set()
            case ir.Cell(index) | ir.Do(_, index):
                return self._union(self._sources[index], deep, moved=moved)
            case ir.At(base) if base >= self._program.size:
                return self._union(self._elements[base], deep, moved=moved)
            case ir.Select(_, then, otherwise):
                return self._union([then, otherwise], deep, moved=moved)
            case ir.Checked(value):
                return self._zones(value, deep - 1, moved=moved)
            case ir.Invoke(function) if moved:
                result = self._program.functions[function].result
                return set() if result is None else self._union(self._sources[result], deep, moved=moved)
            case ir.Const() | ir.Bin("+"):
                spot = self._spots.get(self._constant(source, deep))
                return set() if spot is None else {spot.zone}
            case _:
                return set()

    def _union(self, sources: list[Source], deep: int, *, moved: bool) -> set[int]:
        return set().union(*(self._zones(source, deep - 1, moved=moved) for source in sources))

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


Key = tuple[object, ...]
Counting = Literal["nothing", "turns", "moves"]
"""Where moves are listed: nothing is counted; of turns only those of each candidate, as all others are few; or all."""
Pass = Literal["locals", "inline", "guess", "masks", "kept", "cheap", "image", "unroll", "pairs"]
"""Cells in locals; small functions where they are called; pieces taken where they probably lie; places of a board as
bits; answers of invariants kept; cheap operands reckoned rather than jumped over; games begun at their first stop;
short loops written for each value; two words of bits gone through in one loop. None of them may show."""
ALL_PASSES: Final[frozenset[Pass]] = frozenset(get_args(Pass))
TURNS_TAKEN, TRIED, TOP, LISTED, REFUSED, OWNER, FACE, MARK, TAG, WORK = map(shared, range(10))
RANDOM: Final = shared(10, I64)
NOTES: Final = tuple(shared(11 + number) for number in range(MOST_NOTES))
GLOBALS: Final = (*(I32 for _ in range(10)), I64, *(I32 for _ in NOTES))


class Assembly:
    """Collects functions."""

    def __init__(
        self,
        program: ir.Program,
        code: Callable[["Scope", ir.Code], None],
        verdict: Callable[["Scope", ir.Try], None],
        write: Callable[["Assembly", Key], Writer],
        passes: frozenset[Pass] = ALL_PASSES,
        features: Features | None = None,
    ) -> None:
        """`code` and `verdict` write statements and trials, `write` the function of a key: handed in, so that no module
        needs one that needs it. `passes`: what is done to be faster. `features`: of a policy, if there is one."""
        self.features = features
        self.program, self.passes, self.code, self.verdict = program, passes, code, verdict
        nodes = list(walk((program.functions, program.blocks, program.actions, program.sites, program.chances)))
        self.cells = Cells(program, nodes, own="locals" in passes)
        self.loops, self.listings = Turns(program), Turns(program, passes=0)
        self.origins = Origins(program, nodes)
        self.items: Items = items(program)
        self.masks = mask_loops(program, nodes) if "masks" in passes else {}
        rows = dict.fromkeys(loop.rows for loop in self.masks.values() if loop.row is not None)
        rows |= dict.fromkeys(factors(program))
        self.constants: Constants = constants(program, rows)
        contents = {loop.zone: len(loop.tests) * loop.words for loop in self.masks.values()}
        self.nesting = Nesting(program)
        self.map: MemoryMap = memory_map(program, len(self.constants.data), contents, len(self.nesting.slots))
        self.spans: dict[Span, int] = {NOWHERE: 0}
        # for each function that lists moves those that it calls to do so
        calls = {
            number: {node.function for node in walk(function.body) if isinstance(node, ir.CallFunction)}
            for number, function in enumerate(program.functions)
        }
        offers = {offer.moves for site in program.sites for offer in site.offers}
        list_moves = offers.union(*(following(calls, offer) for offer in offers))
        self._listing = {function: following(calls, function) for function in list_moves}
        self.sizes, self.calls_of = sizes_and_calls(program)
        self._write = write
        self._numbers: dict[Key, int] = {}
        self._bodies: list[Body] = []
        self._escapes: dict[int, frozenset[int]] = {}
        self.kept = self.map.kept

    def number(self, *key: object) -> int:
        """The number of a function; it is written when its turn comes."""
        return self._numbers.setdefault(key, len(self._numbers))

    def functions(self) -> tuple[Body, ...]:
        """Write everything that was asked for, and what that asks for."""
        while len(self._bodies) < len(self._numbers):
            key = list(self._numbers)[len(self._bodies)]
            self._bodies.append(self._write(self, key).body())
        return tuple(self._bodies)

    def listing(self, function: int) -> frozenset[int] | None:
        """The cells that what a function runs names outside trials, if it lists moves of an offer; None if not."""
        if function not in self._listing:
            return None
        return frozenset(self.cells.outside_trials({function, *self._listing[function]}))

    def escapes(self, function: int) -> frozenset[int]:
        """The labels by which a procedure may be left."""
        return ir.left_by(ir.CallFunction(function, ()), self.program.functions, self._escapes)

    def span(self, span: Span) -> int:
        """The number of a place of the rules."""
        return self.spans.setdefault(span, len(self.spans))


class Scope:
    """One function being written."""

    def __init__(
        self,
        a: Assembly,
        w: Writer,
        unit: Unit | None = None,
        *,
        trying: bool = False,
        keeping: Mapping[int, int] | None = None,
    ) -> None:
        """`cells`: the locals of cells, first those of the `unit`; `trying`: inside a trial, which ends with what is
        impossible; `keeping`: what is asked with constants is kept, these cells among them. `listing`: where moves are
        listed the cells that this names, else None; `counting`: whether they are counted, or turns only begin anew."""
        self.a, self.w, self.trying, self.keeping = a, w, trying, keeping
        self.listing: frozenset[int] | None = None
        self.counting: Counting = "nothing"
        self.saved: dict[int, Term] = {}
        self.cells: dict[int, Term] = {}
        self.labels: dict[int, int] = {}
        self.sets: dict[int, tuple[Term, ...]] = {}
        self.leave_by: Callable[[int], None] | None = None
        # return whatever: the caller looks at the global
        self.give_up: Callable[[], None] = lambda: w.answer(*(const(0, kind) for kind in w.signature.results))
        self.own(frozenset() if unit is None else a.cells.own(unit))

    def own(self, cells: frozenset[int]) -> None:
        """Give these cells locals."""
        for cell in sorted(cells):
            if cell not in self.cells:
                self.cells[cell] = self.w.local()

    def body(self, function: int) -> None:
        """Write the body of a function of the program. No trial of it has saved anything yet."""
        body = self.a.program.functions[function].body
        for node in walk(body):
            if isinstance(node, ir.Try):
                self.saved[id(node)] = self.w.local()
                self.w.set(self.saved[id(node)], 0)
        self.code(body)

    def result(self, function: int) -> None:
        """Write the body of a function that yields something, and push that."""
        with self.w.block() as out:
            self.leave_by = lambda _: self.w.branch(out)
            self.body(function)
        result = self.a.program.functions[function].result
        assert result is not None
        self.w.push(self.cell(result))

    def code(self, statements: ir.Code) -> None:
        """Write statements one after the other."""
        self.a.code(self, statements)

    def cell(self, cell: int) -> Term:
        """A cell as a place."""
        return self.cells[cell] if cell in self.cells else memory(self.a.map.cell(cell))

    def call_function(self, number: int) -> None:
        """Call a function of the program; in a trial, end it where something was impossible."""
        self.w.call(self.a.number("function", number, self.trying))
        if self.trying:
            with self.w.when(REFUSED):
                self.give_up()

    def fault(self, kind: int, a: int = 0, b: Value = 0) -> None:
        """Stop here with a fault. Where a move is tried, what is impossible only ends the trial."""
        if self.trying and kind in (head.PROGRAM_FAULT, head.ZONE_FULL) and self.a.program.faults[a].impossible:
            self.w.set(REFUSED, 1)
            self.give_up()
        else:
            self.w.call(self.a.number("fault"), kind, a, b)
            self.w.op("unreachable")

    def look_at_clock(self, span: Span | None = None) -> None:
        """Stop for good if the host says that this takes too long; without a place where the game has stopped."""
        with self.w.when(memory(head.CLOCK)):
            if span is None:
                self.w.call(self.a.number("late"))
                self.w.op("unreachable")
            else:
                self.fault(head.TOO_LATE, self.a.span(span))

    def turns(self, number: Value, span: Span = NOWHERE) -> None:
        """Count so many turns."""
        self.w.push(number)
        self.look_at_clock(span)
        self.w.push(TURNS_TAKEN)
        self.w.op("+")
        self.w.pop(TURNS_TAKEN)
        with self.w.when(TURNS_TAKEN.op(">u", TURNS)):
            self.fault(head.ENDLESS, self.a.span(span))
