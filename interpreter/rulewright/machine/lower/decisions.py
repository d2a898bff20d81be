"""Actions and decisions: what headers say, bodies as functions, what a choice offers.

The cells of a header hold a move that is carried out or asked about; a body copies what it reads of them into cells of
its own, so that asking for the same action inside a body disturbs nothing. What lists the moves is made in `headers`.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from attrs import define, evolve, field, frozen

from rulewright.language import core, core_queries, types
from rulewright.language.core_queries import anded, reads
from rulewright.language.effects import holds_pieces, zones_of
from rulewright.language.facts.ranges import MAX_COUNT, shape
from rulewright.language.span import Span
from rulewright.machine.lower import indexing, pieces, sequences, telling
from rulewright.machine.lower.builder import Body, Builder, Scope, Spot, Stretch
from rulewright.machine.lower.rewriting import calm
from rulewright.machine.lower.terms import at, equal, set_at, times
from rulewright.machine.program import nodes as ir

MOST_PICKED: Final = 64

Must = core.MustChange | core.MustLeave
Lines = tuple[core.HeaderLine, ...]
Asks = core.HeaderLine | core.Member
"""A line of a header, or the member of a family whose lines follow the common ones."""


@frozen
class Line:
    """What asks; its guard, if it tests. Of a `must` line the trial of the move, and the locals it reads."""

    asks: Asks
    guard: ir.Guard | None = None
    test: ir.Try | None = None
    reads: tuple[int, ...] = ()


@define
class Header:
    """An action's header as lowered: its number in the core and among the program's actions, its scope, its variants,
    and of a family the function that says which member is meant."""

    action: int
    index: int
    scope: Scope
    ways: list["Way"] = field(factory=list)
    params: tuple[int, ...] = ()
    you: int = -1
    member: int = -1


@define
class Way:
    """The lines of a header so far, at last all of a variant, in the order in which they are asked, and what is said of
    them: picks and guards, each a function of its own. `lets`: the code of the lets; `picked`: the locals that are
    picked, `cells` the words of a move."""

    header: Header
    number: int
    scope: Scope
    lines: tuple[Line, ...] = ()
    picks: tuple[ir.Pick, ...] = ()
    guards: tuple[ir.Guard, ...] = ()
    lets: ir.Code = ()
    picked: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()

    def follow(self, line: Asks) -> None:
        """Says one more line."""
        scope, header, behind = self.scope, self.header, len(self.picks)
        scope.span = line.span
        match line:
            case core.Pick(local, words=words):
                found = self._candidates(line)
                self._pick(line, found, scope.declare(local), words)
            case core.PickSeveral(local, low, high):
                found = self._candidates(line)
                least, most = (indexing.some(scope, end, line.span) for end in (low, high))
                row, ended = several(scope, line), local in core_queries.ended(scope.core.actions[header.action])
                how = ir.Several(least, most, line.repeats, row.capacity, line.ordered, ended)
                self._pick(line, found, row, None, how)
            case core.Let():
                with scope.block() as code:
                    scope.sentences((line,))
                self.lets += tuple(code)
                self.lines += (Line(line),)
            case core.Member(value):
                meant = ir.Guard("member", behind, header.member, "it cannot be", value=value, span=line.span)
                self._guard(Line(line, meant))
            case core.Needs():
                self._guard(Line(line, guard(scope, line, self.lets, behind)))
            case core.MustChange() | core.MustLeave():
                carried_out = core_queries.body_of(scope.core.actions[header.action], self.number)
                read = tuple(sorted(reads((carried_out, line)).intersection(scope.spots)))
                test, scope.build.tries = self._trial(line), True
                number = asked(scope, "must", test, self.lets)
                possible = isinstance(line, core.MustLeave) and line.if_able
                must = ir.Guard("must", behind, number, line.text or "", possible, span=line.span)
                self._guard(Line(line, must, test, read))

    def _candidates(self, line: core.Pick | core.PickSeveral) -> int:
        scope = self.scope
        with scope.block():
            scope.emit(*self.lets)
            give_candidates(scope, line)
            return scope.build.new_function(scope.function(scope.core.locals[line.local].name))

    def _pick(
        self,
        line: core.Pick | core.PickSeveral,
        found: int,
        held: Spot | Stretch,
        words: tuple[str, ...] | None,
        several: ir.Several | None = None,
    ) -> None:
        what, wider = self.scope.core.locals[line.local], None
        piece, at_once = holds_pieces(what), several is not None
        written = evolve(telling.argument(self.scope.core, what.type, piece=piece, words=words), several=at_once)
        if line.clauses and isinstance(line.seq, core.Filter):
            # what there would be without the conditions, and each of them as a guard
            all_, test = self._candidates(evolve(line, seq=line.seq.seq, clauses=())), line.seq.condition
            scope, clauses = self.scope.inner(), list[ir.Guard]()
            one = scope.declare(line.seq.local).cells
            for clause, condition in by_clause(line.clauses, test):
                parts = tuple(telling.part(scope, each) for each in clause.explanation)
                number = asked(scope, "clause", scope.value(condition), self.lets)
                clauses.append(ir.Guard("guard", 0, number, clause.text, parts=parts, span=line.span))
            wider = ir.Wider(all_, one, tuple(clauses))
        at, cells = len(self.cells), 2 if piece else 1
        offered = (several, written, line.secret, line.source, wider, line.reason)
        self.picks += (ir.Pick(what.name, found, at, cells, *offered, span=line.span),)
        self.picked += (line.local,)
        self.cells += held.cells
        self.lines += (Line(line),)

    def _guard(self, line: Line) -> None:
        assert line.guard is not None
        self.guards += (line.guard,)
        self.lines += (line,)

    def together(self, lines: Sequence[Line]) -> ir.Try | None:
        """The trial of several `must leave` lines at once; None where one could tell it from one after the other."""
        build, asked = self.scope.build, [line.asks for line in lines if isinstance(line.asks, core.MustLeave)]
        able = any(each.if_able for each in asked) or build.noting or "early" not in build.passes
        if len(asked) < max(len(lines), 2) or able or not calm(build.core, *(each.condition for each in asked)):
            return None
        return self._leaving(core.Junction("and", tuple(each.condition for each in asked)), asked[0].span)

    def _leaving(self, condition: core.Expr, span: Span) -> ir.Try:
        """The trial of a move that must leave a condition, which reads the locals of the body afterwards."""
        scope = Scope(self.scope.build)
        body = scope.build.new_function(_body(scope, self.header.action, self.number, condition))
        scope.span = span
        return ir.Try(self.header.index, (), body, (), scope.value(condition), span=span)

    def _trial(self, line: Must) -> ir.Try:
        scope, header = self.scope, self.header
        if isinstance(line, core.MustLeave):
            return self._leaving(line.condition, line.span)
        zones = []
        for ref in line.zones:
            with scope.block() as code:
                found = indexing.certain(scope, indexing.instance(scope, ref), ref.span)
            zones.append(ir.ZoneAt(ref.zone, scope.after(code, found)))
        body = body_function(scope.build, header.action, self.number)
        return ir.Try(header.index, (), body, tuple(zones), None, span=line.span)


def asked(scope: Scope, name: str, value: ir.Expr, lets: ir.Code = ()) -> int:
    """A function that yields a value behind the lets."""
    with scope.block():
        scope.emit(*lets)
        return scope.build.new_function(scope.function(name, (), value))


def header(build: Builder, action: int) -> Header:
    """The header of an action; `must` lines come last, for they try header and body together."""
    made = build.remembered(("header", action), lambda: Header(action, len(build.actions), Scope(build)))
    if made.index < len(build.actions):
        return made
    build.actions.append(None)
    what, scope = build.core.actions[action], made.scope
    scope.span = what.span
    made.you = scope.declare(what.you).cells[0]
    made.params = pieces.parameters(scope, what.params)
    common, (asking, tried) = Way(made, 0, scope), _parted(what.header)
    for line in asking:
        common.follow(line)
    if what.by_member is not None:
        made.member = asked(common.scope, "member", scope.value(what.by_member.of), common.lets)
    members = core_queries.members_of(what) or (None,)
    variants = tuple(_variant(common, tried, *each) for each in enumerate(members))
    cells = made.you, made.params
    code = ir.ActionCode(what.name, what.title, *cells, len(common.picks), variants, span=what.span)
    build.actions[made.index] = code
    return made


def _variant(common: Way, tried: Lines, number: int, member: core.Member | None) -> ir.Variant:
    way = evolve(common, number=number, scope=common.scope.inner())
    common.header.ways.append(way)
    asked, own = ((), ()) if member is None else _parted(member.header)
    for line in (*(() if member is None else (member,)), *asked, *tried, *own):
        way.follow(line)
    name, title = (None, None) if member is None else (member.name, member.title)
    return ir.Variant(name, title, way.picks, way.guards, way.cells)


def _parted(lines: Lines) -> tuple[Lines, Lines]:
    """The lines that ask, and those that try the move."""
    asked, tried = (tuple(line for line in lines if isinstance(line, Must) is last) for last in (False, True))
    return asked, tried


def guard(scope: Scope, line: core.Needs, lets: ir.Code = (), behind: int = 0) -> ir.Guard:
    """What a line of a header needs, or a menu where its offers stand."""
    test = asked(scope, "guard", scope.value(line.condition), lets)
    parts = tuple(telling.part(scope, each) for each in line.explanation)
    return ir.Guard("guard", behind, test, line.text or "", line.if_you_can, parts, span=line.span)


def give_candidates(scope: Scope, line: core.Pick | core.PickSeveral) -> None:
    """Yields what there is to pick from: (value), (kind, loc), or of several pieces how many, too."""
    what = scope.core.locals[line.local]

    def give(spot: Spot) -> None:
        more = () if not holds_pieces(what) else (spot.place,) if what.piece else located(scope, line.seq, spot)
        scope.emit(ir.Yield((spot.value, *more)))

    each(scope, line, give)


def each(scope: Scope, line: core.Pick | core.PickSeveral, body: Body) -> None:
    """Carries out `body` for each candidate, and for none where that may be picked and there is nothing. Where what
    happens is counted, the conditions of a pick are asked one by one."""
    seq, found = line.seq, scope.cell(ir.ZERO) if isinstance(line, core.Pick) and line.if_any else None

    def chosen(spot: Spot) -> None:
        if found is not None:
            scope.set(found, ir.ONE)
        body(spot)

    if scope.build.noting and line.clauses and isinstance(seq, core.Filter) and sequences.one_by_one(scope, seq):
        local, pairs = seq.local, by_clause(line.clauses, seq.condition)

        def one(spot: Spot) -> None:
            scope.bind(local, spot)
            with ExitStack() as asked:
                for clause, test in pairs:
                    asked.enter_context(scope.counted("condition", clause.span, scope.value(test)))
                chosen(spot)

        scope.each(seq.seq, one)
    else:
        scope.each(seq, chosen)
    if found is not None:
        type_ = scope.core.locals[line.local].type
        assert not isinstance(type_, types.SeqT)
        with scope.when(equal(found, ir.ZERO)):
            body(Spot(ir.Const(types.none_code(type_)), ir.NO_PLACE))


def by_clause(clauses: Sequence[core.Clause], test: core.Expr) -> list[tuple[core.Clause, core.Expr]]:
    """The conditions of a pick as they are written, with what they mean."""
    tests = anded(test) if len(clauses) > 1 else (test,)
    return list(zip(clauses, tests, strict=True))


def several(scope: Scope, line: core.PickSeveral) -> Stretch:
    """Cells for as many as can be picked."""
    what = scope.core.locals[line.local]
    most = min(indexing.range_here(scope, line.high).high, what.capacity or 2**16)
    if not (line.repeats or holds_pieces(what)):  # a piece that is only counted, several times
        most = min(most, indexing.bound(scope, line.seq))
    return scope.declare_stretch(line.local, max(most, 1) if most < 2**16 else MOST_PICKED)


def located(scope: Scope, seq: core.Seq, spot: Spot) -> tuple[ir.Expr, ...]:
    """The location of a candidate, and how many copies lie there."""
    loc = spot.place
    shapes = {shape(scope.core.zones[zone].kind) for zone in zones_of(scope.core, seq)}
    if "counts" not in shapes:
        return loc, ir.ONE
    copies = at(0, loc)
    if any(zone.unlimited for zone in scope.build.layout.zones):  # of such a box as many as anybody could want
        copies = ir.Select(ir.Bin("<", loc, ir.ZERO), ir.Const(MAX_COUNT), ir.At(0, ir.Bin("max", loc, ir.ZERO)))
    if shapes == {"counts"} and spot.loc is not None:
        return loc, copies
    return loc, ir.Select(equal(scope.build.of_cell("style", loc), ir.ZERO), copies, ir.ONE)


def body_function(build: Builder, action: int, number: int) -> int:
    """The function that carries out a body; it reads the header's cells."""
    return build.function(("body", action, number), lambda: _body(Scope(build), action, number))


def _body(scope: Scope, action: int, number: int, condition: core.Expr | None = None) -> ir.Function:
    what = scope.core.actions[action]
    body = core_queries.body_of(what, number)
    open_body(scope, action, number, (body, condition))
    scope.sentences(body)
    return scope.function(what.name)


def open_body(scope: Scope, action: int, number: int, read_by: object) -> None:
    """Opens the scope of a body: its own cells for the header's locals that it reads, and what they are."""
    source = header(scope.build, action).ways[number].scope
    scope.span = scope.core.actions[action].span
    for local in sorted(reads(read_by).intersection(source.spots)):
        match source.spots[local]:
            case Spot(bare=bare):
                scope.declare(local, bare=bare)
            case Stretch(capacity=capacity):
                scope.declare_stretch(local, capacity)
        copy(scope, source, local)


def copy(goal: Scope, source: Scope, local: int) -> None:
    """A local that two scopes know gets the value that it has in the other one."""
    match goal.spots[local], source.spots[local]:
        case Spot() as mine, Spot() as spot:
            goal.put(mine, spot.value, spot.loc)
        case Stretch() as held, Stretch() as row:
            if held.resident:
                goal.empty(held)
            goal.set(held.length, row.length)
            with goal.loop(ir.ZERO, times(row.length, row.width)) as index:
                goal.emit(set_at(held.base, index, at(row.base, index)))
        case _:
            raise AssertionError(local)
