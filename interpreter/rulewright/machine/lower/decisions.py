"""Actions and decisions: headers as stages, bodies as functions, `you can` as sites without blocks.

In: a scope or builder and an action. Out: entries of the program's tables. The cells of a header lie in scratch and are
set by the machine while it lists moves; a body copies what it reads of them into cells of its own, so that asking for
the same action inside a body disturbs nothing.
"""

from attrs import define, evolve, field

from rulewright.language import calls, core
from rulewright.language.span import Span
from rulewright.language.types import NONE, BoolT, KindT, NumberT, Scalar, SeqT, ValueT, without_none
from rulewright.language.walking import walk
from rulewright.machine.lower import argument_cells, instances, procedures, sequence_facts, sequences, stopping
from rulewright.machine.lower.builder import Builder, Scope, Spot, Stretch, after, at, set_at, times
from rulewright.machine.lower.layout import MOST, shape
from rulewright.machine.lower.ranges import component_of
from rulewright.machine.program import nodes as ir

MOST_PICKED = 64


@define
class Header:
    """An action's header as lowered: its index among the program's actions, its scope, the scope of each variant with
    the code of all its lets, and its stages."""

    index: int
    scope: Scope
    variants: list[Scope] = field(factory=list)
    lets: list[ir.Code] = field(factory=list)
    params: tuple[int, ...] = ()
    you: int = -1


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


def _lower(build: Builder, index: int, made: Header) -> ir.ActionCode:
    action = build.core.actions[index]
    scope = made.scope
    scope.span = action.span
    made.you = procedures.cells_of(scope.declare(action.you))[0]
    made.params = procedures.parameters(scope, action.params)
    stages, lets = _stages(scope, action.header)
    of = None if action.by_member is None else scope.value(action.by_member.of)
    members: tuple[core.Member | None, ...] = (None,) if action.by_member is None else action.by_member.members
    variants = tuple(_variant(build, index, number, member, made, lets) for number, member in enumerate(members))
    return ir.ActionCode(action.name, action.title, made.you, made.params, stages, of, variants, span=action.span)


def _variant(  # noqa: PLR0913, PLR0917 - one call
    build: Builder, index: int, number: int, member: core.Member | None, made: Header, lets: ir.Code
) -> ir.Variant:
    """One member of a family, or the only one; `must` lines come last, for they try header and body together."""
    action = build.core.actions[index]
    scope = evolve(made.scope, spots=dict(made.scope.spots), depth=dict(made.scope.depth))
    made.variants.append(scope)
    stages, more = _stages(scope, member.header if member else ())
    made.lets.append((*lets, *more))
    lines = (*action.header, *(member.header if member else ()))
    must = tuple(stage for line in lines for stage in _must(made, index, number, scope, line))
    stopping = (index, number) in _stops(build).bodies
    entry = None if stopping else body_function(build, index, number)
    return ir.Variant(
        name=member.name if member else None,
        title=member.title if member else None,
        value=member.value if member else 0,
        stages=(*stages, *must),
        entry=entry,
    )


def _stops(build: Builder) -> stopping.Stops:
    found = build.memory["stops",]
    assert isinstance(found, stopping.Stops)
    return found


# ---- stages


def _stages(scope: Scope, lines: tuple[core.HeaderLine, ...]) -> tuple[tuple[ir.Stage, ...], ir.Code]:
    """The stages of header lines without `must`, and the code of the lets among them."""
    stages: list[ir.Stage] = []
    lets: list[ir.Statement] = []
    for line in lines:
        scope.span = line.span
        match line:
            case core.Pick():
                stages.append(_pick(scope, line))
            case core.PickSeveral():
                stages.append(_pick_several(scope, line))
            case core.Let():
                code = scope.sentences((line,))
                stages.append(ir.LetStage(code))
                lets.extend(code)
            case core.Needs(condition, text, if_you_can):
                test = scope.value(condition)
                parts = tuple(_part(scope, each) for each in line.quoted)
                stages.append(ir.NeedsStage(test, text or "", if_you_can, parts, span=line.span))
            case core.MustChange() | core.MustLeave():
                pass
    return tuple(stages), tuple(lets)


def _part(scope: Scope, what: core.Quoted) -> ir.GuardPart:
    value = scope.direct(what.value)
    return ir.GuardPart(what.text, value, argument(scope.core, what.type, piece=False, words=None))


def _pick(scope: Scope, line: core.Pick) -> ir.PickStage:
    what = scope.core.locals[line.local]
    seq = sequence_facts.candidates(scope, line.seq)

    def offer(spot: Spot) -> ir.Code:
        loc = (ir.Const(NONE) if spot.loc is None else spot.loc,) if what.piece else ()
        return (ir.Yield((spot.value, *loc)),)

    enumerator = yielding(scope, what.name, scope.each(seq, offer), line.span)
    words = None if line.words is None else line.words.names
    written = argument(scope.core, what.type, piece=what.piece, words=words)
    cells = procedures.cells_of(scope.declare(line.local))
    return ir.PickStage(what.name, enumerator, cells, written, span=line.span)


def yielding(scope: Scope, name: str, code: ir.Code, span: Span) -> int:
    """A function that yields candidates. It reads the cells of this scope as they are."""
    return scope.build.new_function(ir.Function(name, (), code, None, span=span))


def _pick_several(scope: Scope, line: core.PickSeveral) -> ir.PickSeveralStage:
    what = scope.core.locals[line.local]
    pieces = bool(getattr(what.type, "pieces", False))
    seq = sequence_facts.candidates(scope, line.seq)

    def offer(spot: Spot) -> ir.Code:
        return (ir.Yield((spot.value, *(located(scope, seq, spot) if pieces else ()))),)

    enumerator = yielding(scope, what.name, scope.each(seq, offer), line.span)
    low, high = (instances.some(scope, end, line.span) for end in (line.low, line.high))
    most = min(sequence_facts.range_here(scope, line.high).high, what.capacity or 2**16)
    if not (line.repeats or pieces):  # of pieces that are only counted a candidate can be picked several times
        most = min(most, sequence_facts.bound(scope, line.seq))
    row = scope.declare_stretch(line.local, max(most, 1) if most < 2**16 else MOST_PICKED)
    written = argument(scope.core, what.type, piece=pieces, words=None)
    return ir.PickSeveralStage(
        name=what.name,
        candidates=enumerator,
        low=low,
        high=high,
        repeats=line.repeats,
        length=row.length,
        base=row.base,
        capacity=row.capacity,
        argument=evolve(written, several=True),
        span=line.span,
    )


def located(scope: Scope, seq: core.Seq, spot: Spot) -> tuple[ir.Expr, ...]:
    """The location of a candidate, and how many copies lie there."""
    loc = ir.Const(NONE) if spot.loc is None else spot.loc
    shapes = {shape(scope.core.zones[zone].kind) for zone in sequence_facts.sources(scope, seq)}
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
    match without_none(type_.of if isinstance(type_, SeqT) else type_):
        case KindT(name):
            component = component_of(program, name)
            kinds = program.components[component].kinds
            return ir.Argument("piece" if piece else "value", kinds, component)
        case ValueT(name):
            return ir.Argument("value", program.values[name])
        case NumberT():
            return ir.Argument("number")
        case BoolT():
            return ir.Argument("flag", ("no", "yes"))


# ---- must


def _must(made: Header, action: int, number: int, scope: Scope, line: core.HeaderLine) -> tuple[ir.Stage, ...]:
    match line:
        case core.MustChange(zones, text):
            places = tuple(_zone_at(scope, ref) for ref in zones)
            body = body_function(scope.build, action, number)
            return (ir.MustStage(made.index, body, places, None, text or "", if_able=False, span=line.span),)
        case core.MustLeave(condition, text, if_able):
            inner, body = trial(scope.build, action, number, condition)
            inner.span = line.span
            test = inner.value(condition)
            return (ir.MustStage(made.index, body, None, test, text or "", if_able, span=line.span),)
        case core.Pick() | core.PickSeveral() | core.Let() | core.Needs():
            return ()


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


def opened(build: Builder, action: int, number: int, scope: Scope, reads: object) -> tuple[Scope, ir.Code]:
    """Opens the scope of a body: its own cells for the header's locals that it reads, and the code that copies them."""
    source = header(build, action).variants[number]
    scope.span = build.core.actions[action].span
    code: list[ir.Statement] = []
    for local in sorted(locals_of(reads) & set(source.spots)):
        code.extend(copy_local(scope, source, local))
    return scope, tuple(code)


def locals_of(node: object) -> set[int]:
    """The locals that sentences or expressions read."""
    found: set[int] = set()
    for inner in walk(node):
        match inner:
            case core.Get(local=local) | core.Held(local=local):
                found.add(local)
            case _:
                pass
    return found


def copy_local(scope: Scope, source: Scope, local: int) -> ir.Code:
    """A local of one scope gets cells in another, and its value."""
    match source.spots[local]:
        case Spot() as spot:
            mine = scope.declare(local, bare=spot.bare)
            pairs = ((mine.value, spot.value), (mine.loc, spot.loc))
            return tuple(
                ir.Set(cell.index, value) for cell, value in pairs if isinstance(cell, ir.Cell) and value is not None
            )
        case Stretch() as row:
            copied = scope.declare_stretch(local, row.capacity)
            index = scope.temp()
            each = set_at(copied.base, ir.Cell(index), at(row.base, ir.Cell(index)))
            size = times(ir.Cell(row.length), 2 if row.pieces else 1)
            copy = ir.For(index, ir.Const(0), size, (each,))
            clear = (sequences.emptied(copied),) if copied.resident else ()
            return (*clear, ir.Set(copied.length, ir.Cell(row.length)), copy)


# ---- offers


def offer(scope: Scope, line: core.OfferLine, to: tuple[int, ...], *, ending: bool = False) -> ir.OfferCode:
    """One line of a choice."""
    made = header(scope.build, line.action)
    before, args = argument_cells.arguments(scope, scope.core.actions[line.action].params, line.args)
    if before:
        args = (after(before, args[0], scope.temp()), *args[1:])
    return ir.OfferCode(made.index, args, line.limit, to, ending, span=line.span)


def probe(scope: Scope, offers: tuple[core.OfferLine, ...]) -> int:
    """A site without blocks: whether somebody can."""
    site = ir.Site(None, tuple(offer(scope, line, ()) for line in offers), None, span=scope.span)
    scope.build.sites.append(site)
    return len(scope.build.sites) - 1


def limits(program: core.Core) -> tuple[ir.LimitCode, ...]:
    """The limits without their cells."""
    return tuple(
        ir.LimitCode(-1, limit.members, limit.exactly, limit.text, span=limit.span) for limit in program.limits
    )
