"""Headers as code: for each action functions that list its moves, and one that says whether there is one.

In: a builder and an action. Out: functions. The lines of a header are nested loops, the first outermost: a pick goes
through its candidates, a guard lets them pass. What binds only if it can is asked of all candidates before. The cells
are the functions' own; where a move is tried its words are copied to where the body looks for them.
"""

from collections.abc import Callable

from attrs import evolve, field, frozen

from rulewright.language import core
from rulewright.language.walking import walk
from rulewright.machine.lower import decisions, indexing, pieces
from rulewright.machine.lower.builder import Builder, Scope, Spot
from rulewright.machine.lower.terms import both, either, equal, guarded, inverse
from rulewright.machine.program import nodes as ir

End = Callable[[], ir.Code]


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
    def way(self) -> decisions.Way:
        """The variant as it is lowered."""
        return decisions.header(self.scope.build, self.action).ways[self.variant]


def moves(build: Builder, action: int, variant: int) -> int:
    """The function that lists the moves of a variant."""

    def make() -> ir.Function:
        scope = Scope(build)
        params, offer = _opened(scope, action), scope.temp()
        asking = Asking(scope, action, variant, listing=True)
        picked, span = asking.way.picked, scope.core.actions[action].span

        def offer_move() -> ir.Code:
            words = tuple(cell for local in picked for cell in scope.spots[local].cells)
            return (ir.Offer(ir.Cell(offer), variant, words, span=span),)

        code = _through(asking, offer_move)
        return ir.Function(f"moves of {build.core.actions[action].name}", (*params, offer), code, None)

    return build.function(("moves", action, variant), make)


def can(scope: Scope, seat: ir.Expr, offer: core.OfferLine) -> ir.Expr:
    """Whether a seat, which may be read more than once, has a move by an offer."""
    build, action = scope.build, offer.action
    made = decisions.header(build, action)
    before, args = pieces.arguments(scope, scope.core.actions[action].params, offer.args)
    pairs = [scope.kept(arg) for arg in args]
    given = (seat, *(arg for _, arg in pairs))
    ways = tuple(range(len(made.ways)))
    apart = offer.limit is not None and build.core.limits[offer.limit].members > 1
    needed = [scope.value(line.condition) for line in offer.needs]
    asked = [
        both(_free(build, offer.limit, some[0]), ir.Invoke(_some_move(build, action, some), given))
        for some in (((way,) for way in ways) if apart else (ways,))
    ]
    code = (*before, *(line for kept_arg, _ in pairs for line in kept_arg))
    return scope.after(code, both(*needed, either(*asked)))


def _some_move(build: Builder, action: int, ways: tuple[int, ...]) -> int:
    """The function that says whether an action has a move by one of these variants."""

    def make() -> ir.Function:
        scope = Scope(build)
        params = _opened(scope, action)

        def through(found: ir.Code) -> ir.Code:
            looks = [_through(Asking(scope, action, way, listing=False), lambda: found) for way in ways]
            return tuple(line for look in looks for line in look)

        known = scope.look(through)
        return ir.Function(f"can {build.core.actions[action].name}", params, known.body, known.result)

    return build.function(("can", action, ways), make)


def _opened(scope: Scope, action: int) -> tuple[int, ...]:
    """Cells for `you` and the parameters."""
    what = scope.core.actions[action]
    scope.span = what.span
    return (*scope.declare(what.you).cells, *pieces.parameters(scope, what.params))


def _through(asking: Asking, end: End) -> ir.Code:
    """The lines of a variant around what is done for each move."""
    code: list[ir.Statement] = []
    for at, line in enumerate(asking.way.lines):
        if line.guard is not None and line.guard.if_possible:
            code.extend(_look(asking, at))
    return (*code, *_nested(asking, end))


def _look(asking: Asking, at: int) -> ir.Code:
    """Find out whether some candidate of the lines before meets a line."""
    known = asking.scope.look(lambda found: _nested(asking, lambda: found, to=at + 1))
    asking.known[at] = known.result
    return known.body


def _nested(asking: Asking, end: End, at: int = 0, to: int | None = None) -> ir.Code:
    """The lines from one to another, each around those that follow."""
    lines = asking.way.lines[at:to]
    if not lines:
        return end()
    scope, asks, note = asking.scope, lines[0].asks, asking.scope.build.note
    counted = (ir.Candidate(span=asks.span),) if asking.listing else ()

    def inner() -> ir.Code:
        return _nested(asking, end, at + 1, to)

    def if_met(test: ir.Expr) -> ir.Code:
        binds = (inverse(ir.Cell(asking.known[at])),) if at in asking.known else ()
        held, refused = note("guard", asks.span), note("guard", asks.span, 0)
        return (ir.If(either(*binds, test), (*held, *inner()), refused),)

    scope.span = asks.span
    match asks:
        case core.Pick(local):

            def chosen(spot: Spot) -> ir.Code:
                mine = scope.declare(local)
                return (*mine.becomes(spot.value, spot.place), *counted, *inner())

            return _each(scope, asks, chosen)
        case core.PickSeveral():
            candidates = decisions.candidates(scope, asks)
            low, high = (indexing.some(scope, limit, asks.span) for limit in (asks.low, asks.high))

            def loop() -> ir.Code:
                row = decisions.several(scope, asks)
                cells, body, span = (row.width, row.length, row.base, row.capacity), (*counted, *inner()), scope.span
                way = asks.repeats, *cells, body, asks.ordered
                return (ir.ForSelections(candidates, low, high, *way, span=span),)

            return scope.looped(loop)
        case core.Let():
            return (*scope.sentences((asks,)), *inner())
        case core.Needs(condition):
            return if_met(scope.value(condition))
        case core.MustChange() | core.MustLeave():  # all that are left by one trial, where that can tell
            together = asking.way.together(lines)
            test = lines[0].test if together is None else together
            assert test is not None
            reads = {local for line in (lines[:1] if together is None else lines) for local in line.reads}
            copied = (decisions.copied(asking.way.scope, scope, local) for local in sorted(reads))
            tried = evolve(test, begin=tuple(code for each in copied for code in each))
            return if_met(tried) if together is None else (ir.If(tried, end()),)
        case core.Member(value=value):
            by_member = scope.core.actions[asking.action].by_member
            assert by_member is not None
            return (ir.If(equal(scope.value(by_member.of), ir.Const(value)), inner()),)


def _each(scope: Scope, line: core.Pick, body: Callable[[Spot], ir.Code]) -> ir.Code:
    """As `decisions.each`; where several sources follow one another, or none may be picked, what is done with each
    candidate is a function, for it would stand there several times."""
    if not line.if_any and not any(isinstance(part, core.Chain) for part in walk(line.seq)):
        return decisions.each(scope, line, body)
    kind, loc = scope.temp(), scope.temp()
    code = scope.apart(lambda: scope.looped(lambda: body(Spot(ir.Cell(kind), ir.Cell(loc)))))
    function = scope.build.new_function(ir.Function("candidate", (kind, loc), code, None))

    def call_candidate(spot: Spot) -> ir.Code:
        return (ir.CallFunction(function, (spot.value, spot.place)),)

    return decisions.each(scope, line, call_candidate)


def offer(
    scope: Scope, line: core.OfferLine, number: int, to: tuple[int, ...], owed: tuple[int, ...] | None = None
) -> ir.OfferCode:
    """One line of a choice. `owed`: it is the ending, which waits until these limits are used; otherwise None."""
    made = decisions.header(scope.build, line.action)
    before, args = pieces.arguments(scope, scope.core.actions[line.action].params, line.args)
    if before:
        args = (scope.after(before, args[0]), *args[1:])
    build, you = scope.build, scope.temp()
    # its function lists the moves of each variant that is not used up
    given = tuple(scope.temp() for _ in args)
    code: list[ir.Statement] = [ir.Set(cell, arg) for cell, arg in zip(given, args, strict=True)]
    for variant in range(len(made.ways)):
        asked: tuple[ir.Expr, ...] = (ir.Cell(you), *map(ir.Cell, given), ir.Const(number))
        call = ir.CallFunction(moves(build, line.action, variant), asked)
        code.extend(guarded(_free(build, line.limit, variant), (call,)))
    members = build.core.limits
    owes = (either(*(_used(build, at, member) for member in range(members[at].members))) for at in owed or ())
    done, body = both(*owes), tuple(code)
    for need in reversed(line.needs):
        held, refused = build.note("guard", need.span), build.note("guard", need.span, 0)
        body = (ir.If(scope.value(need.condition), (*held, *body), refused),)
    name = f"offer of {build.core.actions[line.action].name}"
    listing = build.new_function(ir.Function(name, (you,), guarded(done, body), None))
    guards = tuple(decisions.guard(scope, each) for each in line.needs)
    return ir.OfferCode(made.index, args, listing, line.limit, to, owed is not None, guards, span=line.span)


def _free(build: Builder, limit: int | None, variant: int) -> ir.Expr:
    """Whether a line's member has not been used up."""
    return ir.YES if limit is None else inverse(_used(build, limit, variant))


def _used(build: Builder, limit: int, variant: int) -> ir.Expr:
    """Whether a member was used as often as may be; a limit that does not tell members apart has one cell."""
    meant = build.core.limits[limit]
    cell = ir.Cell(build.layout.limits[limit] + (variant if meant.members > 1 else 0))
    return cell if meant.most == 1 else ir.Bin(">=", cell, ir.Const(meant.most))
