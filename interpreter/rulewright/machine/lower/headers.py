"""Headers as code: for each action functions that list its moves, and one that says whether there is one.

The lines of a header are nested loops, the first outermost: a pick goes through its candidates, a guard lets them pass.
What binds only if it can is asked of all candidates before. The cells are the functions' own; where a move is tried its
words are copied to where the body looks for them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Final

from attrs import evolve, field, frozen

from rulewright.language import core, intervals as fold
from rulewright.language.core_queries import anded, reads
from rulewright.language.span import Span
from rulewright.language.walking import children, walk
from rulewright.machine.lower import decisions, indexing, pieces
from rulewright.machine.lower.builder import Body, Builder, Scope, Spot, closed
from rulewright.machine.lower.rewriting import calm
from rulewright.machine.lower.terms import both, either, equal, inverse
from rulewright.machine.program import nodes as ir

End = Callable[[], object]


@frozen
class Asking:
    """How the moves of a variant are asked for: `listing` all or looking for one. `known[at]`: the cell that says
    whether some move meets the line at this place, of those that bind only if one can."""

    scope: Scope
    action: int
    variant: int
    listing: bool
    known: dict[int, ir.Cell] = field(factory=dict)

    @property
    def way(self) -> decisions.Way:
        """The variant as it is lowered."""
        return decisions.header(self.scope.build, self.action).ways[self.variant]

    def count_candidate(self, span: Span) -> None:
        """Counts one more, where all are listed."""
        if self.listing:
            self.scope.emit(ir.Candidate(span=span))


def moves(build: Builder, action: int, variant: int) -> int:
    """The function that lists the moves of a variant."""

    def make() -> ir.Function:
        scope = Scope(build)
        params, offer = _open(scope, action), scope.cell()
        asking = Asking(scope, action, variant, listing=True)
        picked, span = asking.way.picked, scope.core.actions[action].span

        def offer_move() -> None:
            words = tuple(cell for local in picked for cell in scope.spots[local].cells)
            scope.emit(ir.Offer(offer, variant, words, span=span))

        _go_through(asking, offer_move)
        return scope.function(f"moves of {build.core.actions[action].name}", (*params, offer.index))

    return build.function(("moves", action, variant), make)


@closed
def can(scope: Scope, seat: ir.Expr, offer: core.OfferLine) -> ir.Expr:
    """Whether a seat, which may be read more than once, has a move by an offer."""
    build, action = scope.build, offer.action

    def some_move(among: tuple[int, ...]) -> int:
        """The function that says whether the action has a move by one of these variants."""

        def make() -> ir.Function:
            inner = Scope(build)
            params = _open(inner, action)
            with inner.look() as (found, hit):
                for way in among:
                    _go_through(Asking(inner, action, way, listing=False), partial(inner.emit, *hit))
            return inner.function(f"can {build.core.actions[action].name}", params, found)

        return build.function(("can", action, among), make)

    ways = tuple(range(len(decisions.header(build, action).ways)))
    given = (seat, *map(scope.kept, pieces.arguments(scope, scope.core.actions[action].params, offer.args)))
    apart = offer.limit is not None and build.core.limits[offer.limit].members > 1
    asked = [
        both(inverse(_used(build, offer.limit, some[0])), ir.Invoke(some_move(some), given))
        for some in (((way,) for way in ways) if apart else (ways,))
    ]
    return both(_paid(build, offer), *(scope.value(line.condition) for line in offer.needs), either(*asked))


def _open(scope: Scope, action: int) -> tuple[int, ...]:
    """Cells for `you` and the parameters."""
    what = scope.core.actions[action]
    scope.span = what.span
    return (*scope.declare(what.you).cells, *pieces.parameters(scope, what.params))


def _go_through(asking: Asking, end: End) -> None:
    """The lines of a variant around what is done for each move; before, whether lines can be met that bind then."""
    for at, line in enumerate(asking.way.lines):
        if line.guard is not None and line.guard.if_possible:
            with asking.scope.look() as (known, hit):
                _nest(asking, partial(asking.scope.emit, *hit), to=at + 1)
            asking.known[at] = known
    _nest(asking, end)


def _nest(asking: Asking, end: End, at: int = 0, to: int | None = None) -> None:
    """The lines from one to another, each around those that follow."""
    lines = asking.way.lines[at:to]
    if not lines:
        end()
        return
    scope, asks = asking.scope, lines[0].asks

    inner = partial(_nest, asking, end, at + 1, to)

    def if_met(test: ir.Expr) -> None:
        binds = (inverse(asking.known[at]),) if at in asking.known else ()
        with scope.counted("guard", asks.span, either(*binds, test)):
            inner()

    scope.span = asks.span
    match asks:
        case core.Pick(local):

            def chosen(spot: Spot) -> None:
                scope.put(scope.declare(local), spot.value, spot.place)
                asking.count_candidate(asks.span)
                inner()

            _each(scope, asks, chosen)
        case core.PickSeveral():
            _each_several(asking, asks, end, at, to)
        case core.Let():
            scope.sentences((asks,))
            inner()
        case core.Needs(condition):
            if_met(scope.value(condition))
        case core.MustChange() | core.MustLeave():  # all that are left by one trial, where that can tell
            together = asking.way.together(lines)
            test = lines[0].test if together is None else together
            assert test is not None
            reads = {local for line in (lines[:1] if together is None else lines) for local in line.reads}
            with asking.way.scope.block() as begin:
                for local in sorted(reads):
                    decisions.copy(asking.way.scope, scope, local)
            tried = evolve(test, begin=tuple(begin))
            if together is None:
                if_met(tried)
            else:
                with scope.when(tried):
                    end()
        case core.Member(value=value):
            by_member = scope.core.actions[asking.action].by_member
            assert by_member is not None
            with scope.when(equal(scope.value(by_member.of), ir.Const(value))):
                inner()


def _each_several(asking: Asking, line: core.PickSeveral, end: End, at: int, to: int | None) -> None:
    """The lines from a pick of several on, for each choice of so many; where a guard directly below refuses one, for no
    more that begin as it does, if none of these can be met."""
    scope = asking.scope
    with scope.block() as candidates:
        decisions.give_candidates(scope, line)
    low, high = (indexing.some(scope, limit, line.span) for limit in (line.low, line.high))
    guards = tuple(_guards(asking.way.lines[at + 1 : to]))
    closed = of_beginnings(scope, line.local, guards)
    refused = None if closed is None else scope.cell()

    def passed() -> None:
        if refused is not None:
            scope.set(refused, ir.ZERO)
        _nest(asking, end, at + 1 + len(guards), to)

    with scope.looped():
        row = decisions.several(scope, line)
        with scope.block() as code:
            asking.count_candidate(line.span)
            _nest(asking, passed, at + 1, at + 1 + len(guards))
        test = None if closed is None else scope.direct(closed)
        cells, way = (row.width, row.length.index, row.base, row.capacity), (tuple(code), line.ordered)
        until = test, None if refused is None else refused.index
        scope.emit(ir.ForSelections(tuple(candidates), low, high, line.repeats, *cells, *way, *until, span=scope.span))


def _guards(lines: Iterable[decisions.Line]) -> Iterator[core.Needs]:
    """The guards with which lines begin."""
    for line in lines:
        if not isinstance(line.asks, core.Needs) or line.asks.if_you_can:
            return
        yield line.asks


# ---- Which selections need not be listed: of what a guard asks, all that is so of each beginning of a selection that
# meets it. So where a beginning does not meet it, none is made that goes on.

MOST_ALL_LISTED: Final = 2


def of_beginnings(scope: Scope, local: int, guards: Sequence[core.Needs]) -> core.Expr | None:
    """What of the guards directly below a pick of several is so of each beginning of what meets them; None if nothing.
    Behind the first part only what cannot go wrong counts, for it might not be come to."""
    held = scope.core.locals[local]
    if held.capacity <= MOST_ALL_LISTED:
        return None
    parts = [part for guard in guards for part in anded(guard.condition)]
    found = [_closed(scope, local, part) for part in parts]
    kept = [test for at, test in enumerate(found) if test is not None and (at == 0 or _tame(scope, test))]
    return fold.junction("and", kept) if kept else None


def _closed(scope: Scope, local: int, test: core.Expr) -> core.Expr | None:
    """What of a condition holds of each beginning of a selection of which it holds."""
    match test:
        case core.Junction("or", operands):
            found = [_closed(scope, local, each) for each in operands]
            known = [each for each in found if each is not None]
            return core.Junction("or", tuple(known)) if len(known) == len(operands) else None
        case core.AllAre("same" | "different", seq=core.Held(of), value=value) if of == local not in reads(value):
            return test
        case core.Not(core.Exists(seq=core.Held(of), condition=asked)) if of == local not in reads(asked):
            return test
        case core.Compare("is", left, right) if _grows(scope, local, left) and local not in reads(right):
            return core.Compare("at-least", right, left)
        case core.Compare("is", left, right) if _grows(scope, local, right) and local not in reads(left):
            return core.Compare("at-least", left, right)
        case core.Compare("at-least" | "more-than", left, right) if _grows(scope, local, right):
            return None if local in reads(left) else test
        case _:
            return None


def _grows(scope: Scope, local: int, number: core.Expr) -> bool:
    """Whether a number never falls where a selection goes on."""
    match number:
        case core.Fold("total", seq=core.Held(of), value=value) if of == local not in reads(value):
            return indexing.range_here(scope, value).low >= 0
        case core.Sum(core.Without(core.OneEach(core.Held(of)), other)):
            return of == local not in reads(other)
        case core.Calc("+", left, right):
            sides = [local not in reads(side) or _grows(scope, local, side) for side in (left, right)]
            return local in reads(number) and all(sides)
        case _:
            return False


def _tame(scope: Scope, test: core.Expr) -> bool:
    """Whether nothing can go wrong in a condition of members."""
    match test:
        case core.AllAre(value=asked) | core.Fold(value=asked) | core.Exists(condition=asked):
            return calm(scope.core, asked)
        case core.Junction() | core.Not() | core.Compare() | core.Calc("+"):
            return all(_tame(scope, part) for part in children(test) if isinstance(part, core.Expr))
        case _:
            return calm(scope.core, test)


def _each(scope: Scope, line: core.Pick, body: Body) -> None:
    """As `decisions.each`; where several sources follow one another, or none may be picked, what is done with each
    candidate is a function, for it would stand there several times."""
    if not line.if_any and not any(isinstance(part, core.Chain) for part in walk(line.seq)):
        decisions.each(scope, line, body)
        return
    kind, loc = scope.cell(), scope.cell()
    with scope.block():
        with scope.apart(), scope.looped():
            body(Spot(kind, loc))
        function = scope.build.new_function(scope.function("candidate", (kind.index, loc.index)))
    decisions.each(scope, line, lambda spot: scope.emit(ir.CallFunction(function, (spot.value, spot.place))))


def offer(scope: Scope, line: core.OfferLine, number: int, to: tuple[int, ...]) -> ir.OfferCode:
    """One line of a choice."""
    build, made = scope.build, decisions.header(scope.build, line.action)
    with scope.block() as before:
        args = pieces.arguments(scope, scope.core.actions[line.action].params, line.args)
    if before:
        args = (scope.after(before, args[0]), *args[1:])
    # its function lists the moves of each variant that is not used up
    you, given = scope.cell(), tuple(scope.cell() for _ in args)
    with scope.block(), ExitStack() as needed:
        needed.enter_context(scope.when(_paid(build, line)))
        for need in line.needs:
            needed.enter_context(scope.counted("guard", need.span, scope.value(need.condition)))
        scope.emit(*(ir.Set(cell.index, arg) for cell, arg in zip(given, args, strict=True)))
        for variant in range(len(made.ways)):
            with scope.when(inverse(_used(build, line.limit, variant))):
                scope.emit(ir.CallFunction(moves(build, line.action, variant), (you, *given, ir.Const(number))))
        needed.close()
        listing = build.new_function(scope.function(f"offer of {build.core.actions[line.action].name}", (you.index,)))
    guards = tuple(decisions.guard(scope, each) for each in line.needs)
    coded = partial(ir.OfferCode, made.index, args, listing, line.limit, to, guards=guards, span=line.span)
    return coded(ending=line.ends, owed=line.owed, alike=line.alike)


def _paid(build: Builder, line: core.OfferLine) -> ir.Expr:
    """Whether each limit for which an offer waits was used, of a family by some member."""
    limits = build.core.limits
    return both(*(either(*(_used(build, at, member) for member in range(limits[at].members))) for at in line.owed))


def _used(build: Builder, limit: int | None, variant: int) -> ir.Expr:
    """Whether a member was used as often as may be; a limit that does not tell members apart has one cell."""
    if limit is None:
        return ir.NO
    meant = build.core.limits[limit]
    cell = ir.Cell(build.layout.limits[limit] + (variant if meant.members > 1 else 0))
    return cell if meant.most == 1 else ir.Bin(">=", cell, ir.Const(meant.most))
