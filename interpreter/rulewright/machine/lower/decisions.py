"""Actions and decisions: what headers say, bodies as functions, what a choice offers.

In: a scope or builder and an action. Out: entries of the program's tables. The cells of a header hold a move that is
carried out or asked about; a body copies what it reads of them into cells of its own, so that asking for the same
action inside a body disturbs nothing. What lists the moves is made in `headers`.
"""

from attrs import define, evolve, field, frozen

from rulewright.language import calls, core
from rulewright.language.binding import reads
from rulewright.language.facts.ranges import MOST, sort_of
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import zones_of
from rulewright.language.span import Span
from rulewright.language.types import NONE, BoolT, KindT, LineT, NumberT, Scalar, SeqT, ValueT, each_of, without_none
from rulewright.machine.lower import instances, procedures, sequence_facts, sequences
from rulewright.machine.lower.builder import Builder, Scope, Spot, Stretch, after, at, cell_of, set_at, times
from rulewright.machine.program import nodes as ir

MOST_PICKED = 64

Line = core.HeaderLine | core.Member
"""A line of a header, or the member of a family whose lines follow the common ones."""


@frozen
class Must:
    """A `must` line tried on the move in the header's cells, and the locals that this reads."""

    test: ir.Try
    locals: tuple[int, ...]


@define
class Header:
    """An action's header as lowered: its index among the program's actions, its scope, the scope of each variant with
    the code of all its lets, and its `must` lines by variant and place."""

    index: int
    scope: Scope
    variants: list[Scope] = field(factory=list)
    lets: list[ir.Code] = field(factory=list)
    params: tuple[int, ...] = ()
    you: int = -1
    musts: dict[tuple[int, int], Must] = field(factory=dict)


def header(build: Builder, action: int) -> Header:
    """The header of an action."""
    key = ("header", action)
    if key not in build.memory:
        build.memory[key] = made = Header(len(build.actions), Scope(build))
        build.actions.append(None)
        build.actions[made.index] = _lower(build, action, made)
    found = build.memory[key]
    assert isinstance(found, Header)
    return found


def members_of(action: core.Action) -> tuple[core.Member | None, ...]:
    """The members of an action, None where it is no family."""
    return (None,) if action.by_member is None else action.by_member.members


def lines_of(action: core.Action, variant: int) -> tuple[Line, ...]:
    """The lines of a variant in the order in which they are asked: `must` lines last, for they try header and body
    together."""
    member = members_of(action)[variant]
    lines = (*action.header, *((member, *member.header) if member else ()))
    return tuple(sorted(lines, key=lambda line: isinstance(line, core.MustChange | core.MustLeave)))


def if_possible(line: Line) -> bool:
    """Whether a line binds only where some move can meet it."""
    match line:
        case core.Needs():
            return line.if_you_can
        case core.MustLeave():
            return line.if_able
        case core.Pick() | core.PickSeveral() | core.Let() | core.MustChange() | core.Member():
            return False


def _lower(build: Builder, index: int, made: Header) -> ir.ActionCode:
    action = build.core.actions[index]
    scope = made.scope
    scope.span = action.span
    made.you = procedures.cells_of(scope.declare(action.you))[0]
    made.params = procedures.parameters(scope, action.params)
    said = _Said(build, index, made)
    common = said.lines(scope, action.header)
    of = None if action.by_member is None else _asked(scope, "member", said.lets, scope.value(action.by_member.of))
    variants = tuple(said.variant(number, member) for number, member in enumerate(members_of(action)))
    return ir.ActionCode(action.name, action.title, made.you, made.params, common, of, variants, span=action.span)


def _asked(scope: Scope, name: str, lets: ir.Code, value: ir.Expr) -> int:
    """A function that yields a value behind these lets."""
    cell = scope.temp()
    return scope.build.new_function(ir.Function(name, (), (*lets, ir.Set(cell, value)), cell, span=scope.span))


# ---- what the lines say


@define
class _Said:
    """What the lines of a header say: picks and guards, each a function of its own. `lets` and `cells` are the lets and
    the words of the picks so far."""

    build: Builder
    action: int
    made: Header
    lets: ir.Code = ()
    cells: tuple[int, ...] = ()

    def variant(self, number: int, member: core.Member | None) -> ir.Variant:
        """One member of a family, or the only one."""
        own = evolve(self)
        scope = evolve(self.made.scope, spots=dict(self.made.scope.spots), depth=dict(self.made.scope.depth))
        self.made.variants.append(scope)
        lines = own.lines(scope, member.header if member else ())
        self.made.lets.append(own.lets)
        return ir.Variant(
            name=member.name if member else None,
            title=member.title if member else None,
            value=member.value if member else 0,
            lines=(*lines, *own.musts(scope, number)),
            cells=own.cells,
        )

    def lines(self, scope: Scope, lines: tuple[core.HeaderLine, ...]) -> tuple[ir.HeaderLine, ...]:
        """Those that are no `must` lines."""
        found: list[ir.HeaderLine] = []
        for line in lines:
            scope.span = line.span
            match line:
                case core.Pick():
                    found.append(self._pick(scope, line))
                case core.PickSeveral():
                    found.append(self._pick_several(scope, line))
                case core.Let():
                    self.lets = (*self.lets, *scope.sentences((line,)))
                case core.Needs(condition, text, if_you_can):
                    test = _asked(scope, "guard", self.lets, scope.value(condition))
                    parts = tuple(_part(scope, each) for each in line.quoted)
                    found.append(ir.Guard("guard", test, text or "", if_you_can, parts, span=line.span))
                case core.MustChange() | core.MustLeave():
                    pass
        return tuple(found)

    def _pick(self, scope: Scope, line: core.Pick) -> ir.Pick:
        what = scope.core.locals[line.local]
        words = None if line.words is None else line.words.names
        written = argument(scope.core, what.type, piece=what.piece, words=words)
        enumerator = self._yielding(scope, line)
        first, own = len(self.cells), procedures.cells_of(scope.declare(line.local))
        self.cells += own
        return ir.Pick(what.name, enumerator, first, len(own), None, written, span=line.span)

    def _pick_several(self, scope: Scope, line: core.PickSeveral) -> ir.Pick:
        what = scope.core.locals[line.local]
        enumerator = self._yielding(scope, line)
        low, high = (instances.some(scope, end, line.span) for end in (line.low, line.high))
        row = several(scope, line)
        written = evolve(argument(scope.core, what.type, piece=row.pieces, words=None), several=True)
        first, words = len(self.cells), 2 if row.pieces else 1
        self.cells += cells_of(row)
        how_many = ir.Several(low, high, line.repeats, row.capacity)
        return ir.Pick(what.name, enumerator, first, words, how_many, written, span=line.span)

    def _yielding(self, scope: Scope, line: core.Pick | core.PickSeveral) -> int:
        name = scope.core.locals[line.local].name
        return yielding(scope, name, (*self.lets, *candidates(scope, line)), line.span)

    def musts(self, scope: Scope, number: int) -> tuple[ir.Guard, ...]:
        """The `must` lines of a variant."""
        found = []
        for place, line in enumerate(lines_of(self.build.core.actions[self.action], number)):
            match line:
                case core.MustChange() | core.MustLeave():
                    scope.span = line.span
                    must = self.made.musts[number, place] = self._must(scope, number, line)
                    test = _asked(scope, "must", self.lets, must.test)
                    found.append(ir.Guard("must", test, line.text or "", if_possible(line), span=line.span))
                case _:
                    pass
        return tuple(found)

    def _must(self, scope: Scope, number: int, line: core.MustChange | core.MustLeave) -> Must:
        body = calls.bodies_of(self.build.core.actions[self.action])[number]
        read = tuple(sorted(reads((body, line)).intersection(scope.spots)))
        match line:
            case core.MustChange(zones):
                places = tuple(_zone_at(scope, ref) for ref in zones)
                tried = body_function(self.build, self.action, number)
                return Must(ir.Try(self.made.index, (), tried, places, None, span=line.span), read)
            case core.MustLeave(condition):
                inner, tried = trial(self.build, self.action, number, condition)
                inner.span = line.span
                test = inner.value(condition)
                return Must(ir.Try(self.made.index, (), tried, (), test, span=line.span), read)


def cells_of(local: Spot | Stretch) -> tuple[int, ...]:
    """The cells of a picked local; of several their number first."""
    match local:
        case Spot():
            return procedures.cells_of(local)
        case Stretch(length, base, capacity, pieces):
            return (length, *range(base, base + capacity * (2 if pieces else 1)))


def _part(scope: Scope, what: core.Quoted) -> ir.GuardPart:
    value = scope.direct(what.value)
    return ir.GuardPart(what.text, value, argument(scope.core, what.type, piece=False, words=None))


def yielding(scope: Scope, name: str, code: ir.Code, span: Span) -> int:
    """A function that yields candidates. It reads the cells of this scope as they are."""
    return scope.build.new_function(ir.Function(name, (), code, None, span=span))


def candidates(scope: Scope, line: core.Pick | core.PickSeveral) -> ir.Code:
    """Code that yields what there is to pick from: (value), (kind, loc), or of several pieces how many, too."""
    what = scope.core.locals[line.local]

    def one(spot: Spot) -> ir.Code:
        loc = (ir.Const(NONE) if spot.loc is None else spot.loc,) if what.piece else ()
        return (ir.Yield((spot.value, *loc)),)

    def one_of_several(spot: Spot) -> ir.Code:
        pieces = bool(getattr(what.type, "pieces", False))
        return (ir.Yield((spot.value, *(located(scope, line.seq, spot) if pieces else ()))),)

    return scope.each(line.seq, one if isinstance(line, core.Pick) else one_of_several)


def several(scope: Scope, line: core.PickSeveral) -> Stretch:
    """Cells for as many as can be picked."""
    what = scope.core.locals[line.local]
    most = min(sequence_facts.range_here(scope, line.high).high, what.capacity or 2**16)
    if not (line.repeats or getattr(what.type, "pieces", False)):  # a piece that is only counted, several times
        most = min(most, sequence_facts.bound(scope, line.seq))
    return scope.declare_stretch(line.local, max(most, 1) if most < 2**16 else MOST_PICKED)


def located(scope: Scope, seq: core.Seq, spot: Spot) -> tuple[ir.Expr, ...]:
    """The location of a candidate, and how many copies lie there."""
    loc = ir.Const(NONE) if spot.loc is None else spot.loc
    shapes = {shape(scope.core.zones[zone].kind) for zone in zones_of(scope.core, seq)}
    if shapes == {"counts"} and spot.loc is not None:
        return loc, copies(scope, loc)
    if "counts" in shapes:
        counted = ir.Bin("==", scope.build.of_cell("style", loc), ir.Const(0))
        return loc, ir.Select(counted, copies(scope, loc), ir.Const(1))
    return loc, ir.Const(1)


def copies(scope: Scope, loc: ir.Expr) -> ir.Expr:
    """The number in the cell of a kind; of an unlimited box as many as anybody could want."""
    if not any(zone.unlimited for zone in scope.build.layout.zones):
        return at(0, loc)
    return ir.Select(ir.Bin("<", loc, ir.Const(0)), ir.Const(MOST), ir.At(0, ir.Bin("max", loc, ir.Const(0))))


def argument(program: core.Core, type_: Scalar | SeqT, *, piece: bool, words: tuple[str, ...] | None) -> ir.Argument:
    """How a picked or drawn value is written."""
    if words is not None:
        return ir.Argument("word", words)
    match without_none(each_of(type_)):
        case KindT() as kinds:
            component = sort_of(program, kinds)
            return ir.Argument("piece" if piece else "value", program.components[component].kinds, component)
        case ValueT() | LineT() as named:
            return ir.Argument("value", program.values[named.name])
        case NumberT():
            return ir.Argument("number")
        case BoolT():
            return ir.Argument("flag", ("no", "yes"))


# ---- must


def _zone_at(scope: Scope, ref: core.ZoneRef) -> ir.ZoneAt:
    where = instances.certain(scope, instances.zone_instance(scope, ref), ref.span)
    return ir.ZoneAt(ref.zone, after(where.code, where.index, scope.temp()))


def trial(build: Builder, action: int, number: int, condition: core.Expr) -> tuple[Scope, int]:
    """The body as a function of its own, and the scope in which a condition reads its locals afterwards."""
    body = calls.bodies_of(build.core.actions[action])[number]
    scope, code = opened(build, action, number, Scope(build), (body, condition))
    name = build.core.actions[action].name
    code = (*code, *scope.sentences(body))
    return scope, build.new_function(ir.Function(name, (), code, None, span=scope.span))


# ---- bodies


def body_function(build: Builder, action: int, number: int) -> int:
    """The function that carries out a body; it reads the header's cells."""
    body = calls.bodies_of(build.core.actions[action])[number]

    def make() -> ir.Function:
        what = build.core.actions[action]
        scope, code = opened(build, action, number, Scope(build), body)
        return ir.Function(what.name, (), (*code, *scope.sentences(body)), None, span=what.span)

    return build.function(("body", action, number), make)


def opened(build: Builder, action: int, number: int, scope: Scope, read_by: object) -> tuple[Scope, ir.Code]:
    """Opens the scope of a body: its own cells for the header's locals that it reads, and the code that copies them."""
    source = header(build, action).variants[number]
    scope.span = build.core.actions[action].span
    code: list[ir.Statement] = []
    for local in sorted(reads(read_by).intersection(source.spots)):
        code.extend(copy_local(scope, source, local))
    return scope, tuple(code)


def copy_local(scope: Scope, source: Scope, local: int) -> ir.Code:
    """A local of one scope gets cells in another, and its value."""
    match source.spots[local]:
        case Spot(bare=bare):
            scope.declare(local, bare=bare)
        case Stretch(capacity=capacity):
            scope.declare_stretch(local, capacity)
    return copied(scope, source, local)


def copied(goal: Scope, source: Scope, local: int) -> ir.Code:
    """A local that two scopes know gets the value that it has in the other one."""
    match goal.spots[local], source.spots[local]:
        case Spot() as mine, Spot() as spot:
            pairs = ((cell_of(mine.value), spot.value), (cell_of(mine.loc), spot.loc))
            return tuple(ir.Set(cell, value) for cell, value in pairs if cell is not None and value is not None)
        case Stretch() as held, Stretch() as row:
            index = goal.temp()
            each = set_at(held.base, ir.Cell(index), at(row.base, ir.Cell(index)))
            size = times(ir.Cell(row.length), 2 if row.pieces else 1)
            copy = ir.For(index, ir.Const(0), size, (each,))
            clear = (sequences.emptied(held),) if held.resident else ()
            return (*clear, ir.Set(held.length, ir.Cell(row.length)), copy)
        case _:
            raise AssertionError(local)


def limits(program: core.Core) -> tuple[ir.LimitCode, ...]:
    """The limits without their cells."""
    return tuple(
        ir.LimitCode(-1, limit.members, limit.exactly, limit.text, span=limit.span) for limit in program.limits
    )
