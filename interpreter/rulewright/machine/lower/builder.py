"""The program under construction, and the scope in which code is made.

`Builder` is the one mutable thing of a lowering: it hands out cells, labels, tables, faults and functions. A `Scope` is
the body of one procedure, action, definition or header: where its locals lie. Lowering order is deterministic, so that
a second pass gets the same numbers for the same things.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Concatenate, Final, Literal, ParamSpec, TypeVar, cast, get_args

from attrs import Factory, define, evolve, field, frozen

from rulewright.language import core
from rulewright.language.core import Expr, Seq, Statement
from rulewright.language.effects import effects, holds_pieces
from rulewright.language.facts.ranges import range_of
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import NumberT, OptionalT, Scalar, SeqT, none_code, without_none
from rulewright.machine.lower.layout import ANSWERS, Layout, by_cell
from rulewright.machine.lower.terms import at, plus, set_at, times
from rulewright.machine.program import nodes as ir

T = TypeVar("T")
P = ParamSpec("P")

END_LABEL: Final = 1
VIRTUAL_SCRATCH: Final = 1 << 40
ROOM_FOR_FRAMES: Final = 1 << 12
"""So many cells are for all variables of frames where they all lie in the vector."""


@frozen
class Spot:
    """Where a scalar or piece is: expressions without effects. `bare`: a kind that may not know where it lies;
    `lasting`: it is kept while sentences are carried out, so that the piece may have left its place; `zone`: the piece
    lies in this zone, if that is known; `held`: it is several elements, and the value only tells them from others."""

    value: ir.Expr
    loc: ir.Expr | None = None
    bare: bool = False
    lasting: bool = False
    zone: int | None = None
    held: "Stretch | None" = None

    @property
    def place(self) -> ir.Expr:
        """Where it lies, -1 where that is not known."""
        return ir.NO_PLACE if self.loc is None else self.loc

    @property
    def cells(self) -> tuple[int, ...]:
        """Its cells: of its value, and of a piece of its location."""
        return tuple(part.index for part in (self.value, self.loc) if isinstance(part, ir.Cell))


@frozen
class Stretch:
    """Where a sequence is: the cell of its length, its elements from `base` on; of pieces kind and loc alternate.
    `resident`: it lies in the vector, where unused cells are 0. `overrun`: the fault of having no room for one more,
    None if that cannot be."""

    length: ir.Cell
    base: int
    capacity: int
    pieces: bool
    resident: bool = False
    overrun: int | None = None

    @property
    def width(self) -> int:
        """How many cells an element has."""
        return 2 if self.pieces else 1

    @property
    def cells(self) -> tuple[int, ...]:
        """Its cells, that of its length first."""
        return (self.length.index, *range(self.base, self.base + self.capacity * self.width))

    @property
    def end(self) -> ir.Expr:
        """The place behind the last element, if there is room."""
        if self.overrun is None:
            return self.length
        return ir.Checked(self.length, 0, self.capacity - 1, None, self.overrun)

    def element(self, index: ir.Expr) -> Spot:
        """An element of it."""
        first = times(index, self.width)
        return Spot(at(self.base, first), at(self.base + 1, first) if self.pieces else None)

    def put(self, index: ir.Expr, spot: Spot, then: ir.Expr | None = None) -> ir.Code:
        """Puts an element to a place; `then` is the same place when it was tested."""
        value = set_at(self.base, times(index, self.width), spot.value)
        if not self.pieces:
            return (value,)
        return value, set_at(self.base + 1, times(then or index, self.width), spot.place)


@frozen
class Domain:
    """The values of a cell: low..high, or `none`."""

    low: int = -(2**31)
    high: int = 2**31 - 1
    none: int | None = None


ANYTHING: Final = Domain()
A_BLOCK: Final = Domain(0, 65_535)
"""The number of a block; how many there are is known when all are numbered."""


@frozen
class Variable:
    """One piece of a frame: `unit` is whose; `cell` its first cell, `length` how many; what they can hold. In scratch
    the cells of a sequence need not lie together."""

    unit: int
    cell: int
    length: int
    name: str
    domain: Domain


Loop = dict[object, tuple[int, ir.Expr]]
"""What is kept in a loop being lowered, each with the cell that says whether it is known, to be cleared before it."""


@frozen
class Recursion:
    """What lowering does by way of itself, handed in, so that no module needs one that needs it."""

    value: Callable[["Scope", Expr], ir.Expr]
    direct: Callable[["Scope", Expr], ir.Expr]
    each: Callable[["Scope", Seq, "Body"], None]
    sentence: Callable[["Scope", Statement], None]


Body = Callable[[Spot], object]
"""Emits what is done with an element."""
Pass = Literal[
    "inline", "join", "hoist", "once", "early", "ways", "split", "pairs", "ends", "board", "gaps", "first", "blocks",
    "frames",
]  # fmt: skip
"""Small definitions where they are called; constants asked for something known; what does not change in a loop
reckoned once; equal kinds of a zone once; places of a region as they are found, and `must` lines by one trial; the
way that a search found last; invariants in parts; groups of elements of which every two fit; elements of rows and
constant lists by their place; what lies on a known board; gaps closed only where there can be some; the first piece
by itself; blocks joined; in the vector only those variables of frames that live across a stop, which takes a pass of
its own to know. None of them may show."""
ALL_PASSES: Final[frozenset[Pass]] = frozenset(get_args(Pass))


@define
class Builder:
    """Everything that grows while a core is lowered.

    `addresses`: for each frame variable in order of creation its cell in the vector, None if it does not live across a
    stop and lies in scratch. In the first pass nothing is known yet, and all lie in the vector. `every_test`: what
    ranges prove is tested, too. `passes`: what is done to be faster. `noting`: what happens is counted. `changes`: of
    these sentences that they change something, too. `tries`: moves are tried somewhere.
    """

    recursion: Recursion
    core: core.Core
    layout: Layout
    scratch_at: int
    addresses: tuple[int | None, ...] | None = None
    every_test: bool = False
    passes: frozenset[Pass] = ALL_PASSES
    noting: bool = False
    changes: frozenset[Span] = frozenset()
    tries: bool = False
    scratch: int = 0
    arrays: list[tuple[int, int]] = Factory(list)
    labels: int = END_LABEL
    frames: list[Variable] = Factory(list)
    frames_end: int = 0
    held: list[tuple[int, int]] = Factory(list)
    tables: list[tuple[int, ...]] = Factory(list)
    faults: list[ir.FaultText] = Factory(list)
    functions: list[ir.Function | None] = Factory(list)
    waiting: list[tuple[int, bool, Callable[[], ir.Function]]] = Factory(list)
    late: dict[int, Callable[[], ir.Function]] = Factory(dict)
    memory: dict[tuple[object, ...], object] = Factory(dict)
    actions: list[ir.ActionCode | None] = Factory(list)
    sites: list[ir.Site] = Factory(list)
    chances: list[ir.ChancePoint] = Factory(list)
    notes: list[ir.Notice] = Factory(list)

    def remembered(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """What was made once under this key."""
        if key not in self.memory:
            self.memory[key] = make()
        return cast("T", self.memory[key])

    def label(self) -> int:
        """A new label."""
        self.labels += 1
        return self.labels

    def temp(self) -> int:
        """A new scratch cell, only ever meant by its number."""
        self.scratch += 1
        return self.scratch_at + self.scratch - 1

    def array(self, length: int) -> int:
        """New scratch cells that are reached by an index."""
        first = self.scratch_at + self.scratch
        self.scratch += length
        self.arrays.append((first, length))
        return first

    def frame(self, unit: int, length: int, name: str, domain: Domain) -> int:
        """New cells of a frame, or scratch where they are dead at every stop."""
        cell = self._address(length)
        if cell is None:
            cell = self.temp() if length == 1 else self.array(length)
        self.frames.append(Variable(unit, cell, length, name, domain))
        return cell

    def row(self, unit: int, size: int, name: str, domain: Domain = ANYTHING) -> tuple[int, int, bool]:
        """New cells of a frame for a sequence: that of its length, the first of its elements, whether they lie in the
        vector. All hold a number of the domain."""
        address = self._address(1 + size)
        length, base = (self.temp(), self.array(size)) if address is None else (address, address + 1)
        self.frames.append(Variable(unit, length, 1 + size, name, domain))
        return length, base, address is not None

    def _address(self, length: int) -> int | None:
        """Where the next variable of a frame lies in the vector, None if it does not."""
        if self.addresses is None:
            self.frames_end += length
            return self.frames_end - length
        return self.addresses[len(self.frames)]

    def table(self, values: tuple[int, ...]) -> int:
        """The table of these constants."""
        return self.remembered(("table", values), lambda: added(self.tables, values))

    def of_cell(self, question: str, loc: ir.Expr) -> ir.Expr:
        """What `by_cell` answers for the place `loc`."""
        table = self.remembered(("by cell", question), lambda: self.table(by_cell(self.layout, ANSWERS[question])))
        return ir.TableAt(table, plus(loc, 1))

    def fault(self, text: ir.FaultText) -> int:
        """The number of a fault."""
        return self.remembered(("fault", text), lambda: added(self.faults, text))

    def note(self, sort: ir.Noted, span: Span, outcome: Literal[0, 1] = 1, name: str = "") -> ir.Code:
        """Code that counts that this happens, where that is wanted."""
        if not self.noting or span == NOWHERE:
            return ()
        notice = ir.Notice(sort, span, outcome, name)
        return (ir.Note(self.remembered(("notice", notice), lambda: added(self.notes, notice))),)

    def changed(self, sentence: Statement) -> ir.Code:
        """Code that counts that a sentence changes something, where that is wanted."""
        if sentence.span not in self.changes:
            return ()
        written = [self.core.variables[number].name for number in effects(self.core, sentence).writes]
        return self.note("change", sentence.span, name="".join(written))

    def function(self, key: tuple[object, ...], make: Callable[[], ir.Function], *, last: bool = False) -> int:
        """The function of this key, made later if it is new; `last`: behind all others, anew when there are more."""

        def wait() -> int:
            number = self.new_function(None)
            if last:
                self.late[number] = make
            else:
                self.waiting.append((number, self.noting, make))
            return number

        return self.remembered(("function", *key), wait)

    def new_function(self, function: ir.Function | None) -> int:
        """A function of its own."""
        return added(self.functions, function)

    def finish_functions(self) -> None:
        """Makes the functions that wait, and those they ask for."""
        noting = self.noting
        while self.waiting:
            index, self.noting, make = self.waiting.pop()
            self.functions[index] = make()
        self.noting = noting
        for index, make in self.late.items():
            self.functions[index] = make()


def added(rows: list[T], row: T) -> int:
    """Puts a row behind the others; its number."""
    rows.append(row)
    return len(rows) - 1


@define
class Scope:
    """Code of one body: where its locals lie, and whose frame it uses (None: scratch).

    `span` is the sentence being lowered; `loops` the loops without effects around it, outermost first, `outside` how
    many there are around those; `depth` in how many of all each local was bound; `keeps` the first cell of each
    variable that is kept here. `checking`: an invariant, in which calls with constants stay calls. `code`: what has
    been emitted so far; what stands before an expression goes there, too, up to the next `closed` one.
    """

    build: Builder
    unit: int | None = None
    spots: dict[int, Spot | Stretch] = field(factory=dict)
    keeps: dict[int, int] = field(factory=dict)
    span: Span = NOWHERE
    loops: list[Loop] = field(factory=list)
    outside: int = 0
    depth: dict[int, int] = field(factory=dict)
    checking: bool = False
    code: list[ir.Statement] = field(factory=list)

    @property
    def core(self) -> core.Core:
        """The rules being lowered."""
        return self.build.core

    @property
    def inside(self) -> int:
        """In how many loops without effects the code stands."""
        return self.outside + len(self.loops)

    def inner(self) -> "Scope":
        """Another scope that begins with what is known here."""
        return evolve(self, spots=dict(self.spots), depth=dict(self.depth), code=[])

    # ---- what is done by way of the other modules

    def value(self, expr: Expr) -> ir.Expr:
        """The integer that an expression yields."""
        return self.build.recursion.value(self, expr)

    def direct(self, expr: Expr) -> ir.Expr:
        """The integer that an expression yields, reckoned here and now."""
        return self.build.recursion.direct(self, expr)

    def each(self, seq: Seq, body: Body) -> None:
        """Carries out `body` for each element, in order."""
        self.build.recursion.each(self, seq, body)

    def sentences(self, lines: Iterable[Statement]) -> None:
        """Sentences one after the other."""
        for line in lines:
            self.build.recursion.sentence(self, line)

    # ---- code

    def emit(self, *code: ir.Statement) -> None:
        """Goes on with these statements."""
        self.code.extend(code)

    @contextmanager
    def block(self) -> Iterator[list[ir.Statement]]:
        """What is emitted inside stands in a list of its own."""
        around, self.code = self.code, []
        yield self.code
        self.code = around

    @contextmanager
    def when(self, test: ir.Expr) -> Iterator[None]:
        """What is done where a test holds."""
        with self.block() as code:
            yield
        self.emit(*(code if test == ir.YES else (ir.If(test, tuple(code)),)))

    @contextmanager
    def counted(self, sort: ir.Noted, span: Span, test: ir.Expr) -> Iterator[None]:
        """As `when`; how the test comes out counts, where that is wanted."""
        with self.block() as code:
            self.emit(*self.build.note(sort, span))
            yield
        self.emit(ir.If(test, tuple(code), self.build.note(sort, span, 0)))

    def refuse(self, test: ir.Expr, fault: int) -> None:
        """The fault where a test holds."""
        self.emit(ir.If(test, (ir.Fail(fault),)))

    @contextmanager
    def loop(self, low: ir.Expr, high: ir.Expr, *, down: bool = False) -> Iterator[ir.Cell]:
        """What is done for low..high-1."""
        cell = self.cell()
        with self.block() as code:
            yield cell
        self.emit(ir.For(cell.index, low, high, tuple(code), down=down, span=self.span))

    @contextmanager
    def labelled(self) -> Iterator[int]:
        """What can be left by a label."""
        label = self.build.label()
        with self.block() as code:
            yield label
        self.emit(ir.Labelled(label, tuple(code)))

    @contextmanager
    def look(self) -> Iterator[tuple[ir.Cell, ir.Code]]:
        """A cell that is 1 if the code beside it is come to inside, else 0."""
        found = self.cell(ir.ZERO)
        with self.labelled() as label:
            yield found, (ir.Set(found.index, ir.ONE), ir.Leave(label))

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Code that has effects, or is a function of its own: the loops around it keep nothing of it."""
        around, self.loops = self.loops, []
        self.outside += len(around)
        yield
        self.outside -= len(around)
        self.loops = around

    @contextmanager
    def looped(self) -> Iterator[None]:
        """A loop without effects; what does not change in it is forgotten before."""
        loop: Loop = {}
        self.loops.append(loop)
        with self.block() as code:
            yield
        assert self.loops.pop() is loop
        self.emit(*(ir.Set(known, ir.ZERO) for known, _ in loop.values()), *code)

    def function(self, name: str, params: tuple[int, ...] = (), value: ir.Expr | None = None) -> ir.Function:
        """What has been emitted so far as a function, which yields the value if there is one."""
        result = value.index if isinstance(value, ir.Cell) else None
        if value is not None and (result is None or result < self.build.scratch_at or result in params):
            result = self.cell(value).index
        code, self.code = tuple(self.code), []
        return ir.Function(name, params, code, result)

    # ---- values and cells

    def cell(self, value: ir.Expr | None = None) -> ir.Cell:
        """A new scratch cell, with this value if one is given."""
        cell = ir.Cell(self.build.temp())
        if value is not None:
            self.set(cell, value)
        return cell

    def set(self, cell: ir.Cell, value: ir.Expr) -> None:
        """The cell becomes a value."""
        self.emit(ir.Set(cell.index, value))

    def increase(self, cell: ir.Cell) -> None:
        """The cell grows by 1."""
        self.set(cell, plus(cell, 1))

    def kept(self, reckoned: ir.Expr) -> ir.Const | ir.Cell:
        """A reckoned value as something that may be read twice."""
        return reckoned if isinstance(reckoned, ir.Const | ir.Cell) else self.cell(reckoned)

    def atom(self, expr: Expr) -> ir.Const | ir.Cell:
        """The integer that an expression yields as something that may be read twice."""
        return self.kept(self.value(expr))

    def after(self, code: Sequence[ir.Statement], value: ir.Expr) -> ir.Expr:
        """The value, reckoned after the code."""
        if not code:
            return value
        if isinstance(value, ir.Cell):
            return ir.Do(tuple(code), value.index)
        cell = self.build.temp()
        return ir.Do((*code, ir.Set(cell, value)), cell)

    def store(self, sentence: Statement, base: int, index: ir.Expr, value: ir.Expr) -> None:
        """Cell `base + index` becomes a value; that it was another one is a change."""
        if changed := self.build.changed(sentence):
            index, value = self.kept(index), self.kept(value)
            self.emit(ir.If(ir.Bin("!=", at(base, index), value), changed))
        self.emit(set_at(base, index, value))

    def put(self, goal: Spot, value: ir.Expr, loc: ir.Expr | None = None) -> None:
        """Puts these into the cells of a scalar or piece."""
        for part, new in ((goal.value, value), (goal.loc, loc)):
            if isinstance(part, ir.Cell) and new is not None:
                self.set(part, new)

    def append(self, row: Stretch, spot: Spot) -> None:
        """Puts an element behind the others."""
        self.emit(*row.put(row.end, spot, row.length))
        self.increase(row.length)

    def snapshot(self, seq: Seq, row: Stretch) -> None:
        """Keeps a sequence as it is now."""
        self.empty(row)
        self.each(seq, lambda spot: self.append(row, spot))

    def empty(self, row: Stretch) -> None:
        """Makes a sequence empty."""
        room = ir.Const(1 + row.capacity * row.width)
        self.emit(ir.Fill(row.length.index, ir.ZERO, room, 0) if row.resident else ir.Set(row.length.index, ir.ZERO))

    def base_of(self, zone: ir.ZoneLayout, instance: ir.Expr) -> ir.Expr:
        """The first cell of an instance of a zone."""
        return plus(times(instance, zone.stride), zone.offset)

    def piece(self) -> Spot:
        """New scratch cells of a piece."""
        return Spot(self.cell(), self.cell())

    def keep(self, name: str, domain: Domain = ANYTHING) -> ir.Cell:
        """A new cell that outlives a stop where this code has one."""
        return self.cell() if self.unit is None else ir.Cell(self.build.frame(self.unit, 1, name, domain))

    def kept_at(self, variable: int) -> int | None:
        """The first cell of a variable that is kept here, None for a field."""
        what, lies = self.core.variables[variable], self.build.layout.variables[variable]
        if what.since is None:
            return None
        if what.answers is not None:
            return self.build.remembered(("answer", variable), self.build.temp)
        if variable not in self.keeps:
            domain = Domain(min(lies.low, 0), max(lies.high, 0), lies.none)
            if self.unit is not None:
                self.keeps[variable] = self.build.frame(self.unit, lies.width, what.name, domain)
            else:
                self.keeps[variable] = self.build.temp() if lies.width == 1 else self.build.array(lies.width)
        return self.keeps[variable]

    def fault(self, code: str, message: str, span: Span | None = None, *, impossible: bool = False) -> int:
        """The fault with these words, at the sentence being lowered unless told otherwise."""
        where = self.span if span is None or span == NOWHERE else span
        return self.build.fault(ir.FaultText(code, message, where, impossible))

    # ---- locals

    def bind(self, local: int, spot: Spot | Stretch) -> None:
        """Says where a local is."""
        self.spots[local] = spot if isinstance(spot, Stretch) or spot.held is None else spot.held
        self.depth[local] = self.inside

    def declare(self, local: int, *, bare: bool = False) -> Spot:
        """Gives a scalar or piece local its cells."""
        what = self.core.locals[local]
        places = Domain(-1, self.build.layout.zones_end)
        loc = self.keep(what.name, domain=places) if what.piece else None
        value = self.keep(what.name, domain=domain_of(self.core, what.type))
        spot = Spot(value, loc, bare, lasting=True)
        if loc is not None:
            self.build.held.append((value.index, loc.index))
        self.bind(local, spot)
        return spot

    def declare_stretch(self, local: int, capacity: int, overrun: int | None = None) -> Stretch:
        """Gives a sequence local its cells."""
        what = self.core.locals[local]
        stretch = self.stretch(what.name, capacity, pieces=holds_pieces(what), overrun=overrun)
        self.bind(local, stretch)
        return stretch

    def stretch(
        self, name: str, capacity: int, *, pieces: bool, domain: Domain = ANYTHING, overrun: int | None = None
    ) -> Stretch:
        """Cells for a sequence; one variable of the frame. `domain`: what its elements can be."""
        room = max(capacity, 1)
        size = room * (2 if pieces else 1)
        if self.unit is None:
            return self.row(capacity, pieces=pieces, overrun=overrun)
        wide = evolve(domain, low=min(domain.low, 0), high=max(domain.high, capacity))
        length, base, resident = self.build.row(self.unit, size, name, wide)
        if pieces:
            self.build.held += [(cell, cell + 1) for cell in range(base, base + size, 2)]
        return Stretch(ir.Cell(length), base, room, pieces, resident, overrun)

    def row(self, capacity: int, *, pieces: bool, overrun: int | None = None) -> Stretch:
        """Scratch cells for a sequence that is needed here only."""
        room = max(capacity, 1)
        return Stretch(self.cell(), self.build.array(room * (2 if pieces else 1)), room, pieces, overrun=overrun)

    def spot(self, local: int) -> Spot:
        """Where a scalar or piece local lies."""
        found = self.spots[local]
        assert isinstance(found, Spot), self.core.locals[local]
        return found

    def held(self, local: int) -> Stretch:
        """Where a sequence local lies."""
        found = self.spots[local]
        assert isinstance(found, Stretch), self.core.locals[local]
        return found


def closed(make: Callable[Concatenate[Scope, P], ir.Expr]) -> Callable[Concatenate[Scope, P], ir.Expr]:
    """A function whose value contains the code that stands before it."""

    def whole(scope: Scope, /, *args: P.args, **named: P.kwargs) -> ir.Expr:
        with scope.block() as code:
            value = make(scope, *args, **named)
        return scope.after(code, value)

    return whole


def domain_of(program: core.Core, type_: Scalar | SeqT) -> Domain:
    """What a local of this type can hold; 0 where it is dead, none's -1 wherever there are no numbers."""
    if isinstance(type_, SeqT):
        return ANYTHING
    values = range_of(program, type_)
    if isinstance(without_none(type_), NumberT):
        none = none_code(type_) if isinstance(type_, OptionalT) else None
        return Domain(min(values.low, 0), max(values.high, 0), none)
    return Domain(-1, max(values.high, 0))
