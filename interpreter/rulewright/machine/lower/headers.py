"""Headers as code: for each action functions that list its moves, and one that says whether there is one.

In: a builder and an action. Out: functions. The lines of a header are nested loops, the first outermost: a pick goes
through its candidates, a guard lets them pass. What binds only if it can is asked of all candidates before. The cells
are the functions' own; where a move is tried its words are copied to where the body looks for them.
"""

from collections.abc import Callable

from attrs import evolve, field, frozen

from rulewright.language import core
from rulewright.language.walking import walk
from rulewright.machine.lower import argument_cells, decisions, instances, procedures, sequences
from rulewright.machine.lower.builder import Builder, Scope, Spot, after, equal
from rulewright.machine.lower.decisions import Line, if_possible, lines_of, members_of
from rulewright.machine.lower.ir_terms import YES, both, either, inverse, kept
from rulewright.machine.program import nodes as ir

End = Callable[[], ir.Code]
ZERO, ONE = ir.Const(0), ir.Const(1)


@frozen
class Asking:
    """How the moves of a variant are asked for: `listing` all or looking for one. `known[at]`: the cell that says
    whether some move meets the line at this place, of those that bind only if one can."""

    scope: Scope
    action: int
    variant: int
    listing: bool
    known: dict[int, int] = field(factory=dict)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines in the order in which they are asked."""
        return lines_of(self.scope.core.actions[self.action], self.variant)


def moves(build: Builder, action: int, variant: int) -> int:
    """The function that lists the moves of a variant."""

    def make() -> ir.Function:
        scope = Scope(build)
        params, offer = _opened(scope, action), scope.temp()

        def listed() -> ir.Code:
            return (
                ir.Offer(ir.Cell(offer), variant, _words(scope, action, variant), span=scope.core.actions[action].span),
            )

        code = _through(Asking(scope, action, variant, listing=True), listed)
        return ir.Function(f"moves of {_name(build, action)}", (*params, offer), code, None, span=scope.span)

    return build.function(("moves", action, variant), make)


def can(scope: Scope, seat: ir.Expr, offer: core.OfferLine) -> ir.Expr:
    """Whether a seat, which may be read more than once, has a move by an offer."""
    build, action = scope.build, offer.action
    decisions.header(build, action)  # actions are numbered as they are met
    before, args = argument_cells.arguments(scope, scope.core.actions[action].params, offer.args)
    pairs = [kept(scope, arg) for arg in args]
    given = (seat, *(arg for _, arg in pairs))
    ways = tuple(range(len(members_of(scope.core.actions[action]))))
    apart = offer.limit is not None and build.core.limits[offer.limit].members > 1
    asked = [
        both(_free(build, offer.limit, some[0]), ir.Invoke(_some_move(build, action, some), given))
        for some in (((way,) for way in ways) if apart else (ways,))
    ]
    code = (*before, *(line for kept_arg, _ in pairs for line in kept_arg))
    return after(code, either(*asked), scope.temp())


def _some_move(build: Builder, action: int, ways: tuple[int, ...]) -> int:
    """The function that says whether an action has a move by one of these variants."""

    def make() -> ir.Function:
        scope = Scope(build)
        params, found, label = _opened(scope, action), scope.temp(), build.label()
        end = (ir.Set(found, ONE), ir.Leave(label))
        looks = [_through(Asking(scope, action, way, listing=False), lambda: end) for way in ways]
        code = (ir.Set(found, ZERO), ir.Labelled(label, tuple(line for look in looks for line in look)))
        return ir.Function(f"can {_name(build, action)}", params, code, found, span=scope.span)

    return build.function(("can", action, ways), make)


def _name(build: Builder, action: int) -> str:
    return build.core.actions[action].name


def _opened(scope: Scope, action: int) -> tuple[int, ...]:
    """Cells for `you` and the parameters."""
    what = scope.core.actions[action]
    scope.span = what.span
    return (*procedures.cells_of(scope.declare(what.you)), *procedures.parameters(scope, what.params))


def _words(scope: Scope, action: int, variant: int) -> tuple[int, ...]:
    """The cells of what was picked."""
    lines = lines_of(scope.core.actions[action], variant)
    picks = (line for line in lines if isinstance(line, core.Pick | core.PickSeveral))
    return tuple(cell for pick in picks for cell in decisions.cells_of(scope.spots[pick.local]))


# ---- lines


def _through(asking: Asking, end: End) -> ir.Code:
    """The lines of a variant around what is done for each move."""
    code: list[ir.Statement] = []
    for at, line in enumerate(asking.lines):
        if if_possible(line):
            code.extend(_look(asking, at))
    return (*code, *_nested(asking, end))


def _look(asking: Asking, at: int) -> ir.Code:
    """Find out whether some candidate of the lines before meets a line."""
    label, found = asking.scope.build.label(), asking.scope.temp()
    passed = (ir.Set(found, ONE), ir.Leave(label))
    code = _nested(asking, lambda: (ir.If(_test(asking, at), passed),), to=at)
    asking.known[at] = found
    return (ir.Set(found, ZERO), ir.Labelled(label, code))


def _nested(asking: Asking, end: End, at: int = 0, to: int | None = None) -> ir.Code:
    """The lines from one to another, each around those that follow."""
    if at == (len(asking.lines) if to is None else to):
        return end()
    line = asking.lines[at]

    def inner() -> ir.Code:
        return _nested(asking, end, at + 1, to)

    match line:
        case core.Pick():
            return _pick(asking, line, inner)
        case core.PickSeveral():
            return _pick_several(asking, line, inner)
        case core.Let():
            return (*asking.scope.sentences((line,)), *inner())
        case core.Needs() | core.MustChange() | core.MustLeave() | core.Member():
            test = _test(asking, at)
            binds = (inverse(ir.Cell(asking.known[at])),) if at in asking.known else ()
            return (ir.If(either(*binds, test), inner()),)


def _test(asking: Asking, at: int) -> ir.Expr:
    """Whether the candidate meets a line."""
    scope, line = asking.scope, asking.lines[at]
    scope.span = line.span
    match line:
        case core.Needs(condition):
            return scope.value(condition)
        case core.Member(value=value):
            by_member = scope.core.actions[asking.action].by_member
            assert by_member is not None
            return equal(scope.value(by_member.of), ir.Const(value))
        case core.MustChange() | core.MustLeave():
            return _tried(asking, at)
        case core.Pick() | core.PickSeveral() | core.Let():
            raise AssertionError(line)


def _tried(asking: Asking, at: int) -> ir.Try:
    """The move as it stands in these cells, tried."""
    made = decisions.header(asking.scope.build, asking.action)
    must, goal = made.musts[asking.variant, at], made.variants[asking.variant]
    begin = [code for local in must.locals for code in decisions.copied(goal, asking.scope, local)]
    return evolve(must.test, begin=tuple(begin))


# ---- picks


def _counted(asking: Asking, line: core.HeaderLine) -> ir.Code:
    return (ir.Candidate(span=line.span),) if asking.listing else ()


def _pick(asking: Asking, line: core.Pick, inner: End) -> ir.Code:
    scope = asking.scope
    scope.span = line.span

    def chosen(spot: Spot) -> ir.Code:
        mine = scope.declare(line.local)
        values = (spot.value, ir.Const(-1) if spot.loc is None else spot.loc)
        cells = zip(procedures.cells_of(mine), values, strict=False)
        return (*(ir.Set(cell, value) for cell, value in cells), *_counted(asking, line), *inner())

    return _each(scope, line.seq, chosen)


def _each(scope: Scope, seq: core.Seq, body: Callable[[Spot], ir.Code]) -> ir.Code:
    """As `Scope.each`; where several sources follow one another, what is done with each candidate is a function, for it
    would stand there several times."""
    if not any(isinstance(part, core.Chain) for part in walk(seq)):
        return scope.each(seq, body)
    kind, loc = scope.temp(), scope.temp()
    around, scope.loops = scope.loops, []  # what is kept in a loop is kept by the function that has the loop
    code = sequences.looped(scope, lambda: body(Spot(ir.Cell(kind), ir.Cell(loc))))
    scope.loops = around
    function = scope.build.new_function(ir.Function("candidate", (kind, loc), code, None, span=scope.span))

    def call(spot: Spot) -> ir.Code:
        loc = ir.Const(-1) if spot.loc is None else spot.loc
        return (ir.CallFunction(function, (spot.value, loc)),)

    return scope.each(seq, call)


def _pick_several(asking: Asking, line: core.PickSeveral, inner: End) -> ir.Code:
    scope = asking.scope
    scope.span = line.span
    candidates = decisions.candidates(scope, line)
    low, high = (instances.some(scope, end, line.span) for end in (line.low, line.high))

    def loop() -> ir.Code:
        row = decisions.several(scope, line)
        words = 2 if row.pieces else 1
        body = (*_counted(asking, line), *inner())
        return (ir.ForSelections(candidates, low, high, line.repeats, words, row.length, row.base, row.capacity, body),)

    return sequences.looped(scope, loop)


# ---- offers


def offer(
    scope: Scope, line: core.OfferLine, number: int, to: tuple[int, ...], owed: tuple[int, ...] | None = None
) -> ir.OfferCode:
    """One line of a choice. `owed`: it is the ending, which waits until these limits are used; otherwise None."""
    made = decisions.header(scope.build, line.action)
    before, args = argument_cells.arguments(scope, scope.core.actions[line.action].params, line.args)
    if before:
        args = (after(before, args[0], scope.temp()), *args[1:])
    listing = _listing(scope, line, number, args, owed or ())
    return ir.OfferCode(made.index, args, listing, line.limit, to, owed is not None, span=line.span)


def _listing(scope: Scope, line: core.OfferLine, number: int, args: tuple[ir.Expr, ...], owed: tuple[int, ...]) -> int:
    """The function that lists the moves of an offer: those of each variant that is not used up."""
    build, you = scope.build, scope.temp()
    given = tuple(scope.temp() for _ in args)
    code: list[ir.Statement] = [ir.Set(cell, arg) for cell, arg in zip(given, args, strict=True)]
    for variant in range(len(members_of(build.core.actions[line.action]))):
        call = ir.CallFunction(
            moves(build, line.action, variant), (ir.Cell(you), *map(ir.Cell, given), ir.Const(number))
        )
        free = _free(build, line.limit, variant)
        code.append(call if free == YES else ir.If(free, (call,)))
    done = both(*(_some_used(build, limit) for limit in owed))
    body = tuple(code) if done == YES else (ir.If(done, tuple(code)),)
    return build.new_function(ir.Function(f"offer of {_name(build, line.action)}", (you,), body, None, span=line.span))


def _free(build: Builder, limit: int | None, variant: int) -> ir.Expr:
    """Whether a line's member has not been used up."""
    return YES if limit is None else inverse(_used(build, limit, variant))


def _used(build: Builder, limit: int, variant: int) -> ir.Expr:
    """Whether a member was used; a limit that does not tell members apart has one cell."""
    return ir.Cell(build.layout.limits[limit] + (variant if build.core.limits[limit].members > 1 else 0))


def _some_used(build: Builder, limit: int) -> ir.Expr:
    return either(*(_used(build, limit, member) for member in range(build.core.limits[limit].members)))
