"""Loops over sequences and seats as parts: how they begin, whether they go on, what happens around a pass.

In: a scope and a core loop. Out: `Loop`, code fragments that `sentences` joins to a structured loop and `blocks` to a
loop that may stop inside. What a loop remembers lies where the scope keeps things.
"""

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.kinds import MOST_KINDS
from rulewright.language.types import NONE
from rulewright.machine import program as ir
from rulewright.machine.lower import expressions, moving, pieces, sequences, sources
from rulewright.machine.lower.build import (
    Domain,
    Scope,
    Spot,
    Stretch,
    add,
    at,
    domain_of,
    equal,
    increase,
    plus,
    set_at,
    times,
)
from rulewright.machine.lower.ranges import may_be_none, none_of
from rulewright.machine.lower.terms import both, either, inverse

ZERO, ONE = ir.Const(0), ir.Const(1)


@frozen
class Loop:
    """`begin` once; while `more`, asked behind `look`: `load`, then if `there` the body, then `after`."""

    begin: ir.Code
    more: ir.Expr
    load: ir.Code
    there: ir.Expr | None
    after: ir.Code
    look: ir.Code = ()


# ---- for each


def for_each(scope: Scope, sentence: core.ForEach) -> Loop:
    """The elements are kept when the sentence begins; a piece is found again when its turn comes."""
    if sequences.has_pieces(scope, sentence.seq):
        return _for_pieces(scope, sentence)
    match sentence.seq:
        case core.Values(number):
            return _for_values(scope, sentence, ir.Const(number))
        case core.Numbers():
            return _for_numbers(scope, sentence, sentence.seq)
        case _:
            return _for_kept(scope, sentence)


def _for_numbers(scope: Scope, sentence: core.ForEach, seq: core.Numbers) -> Loop:
    """From one number to another, both fixed at the start; a none end gives nothing."""
    end = scope.keep("end")
    low, high = expressions.atom(scope, seq.low), expressions.atom(scope, seq.high)
    ends = ((seq.low, low[1]), (seq.high, high[1]))
    there = [ir.Bin("!=", cell, ir.Const(none_of(expr))) for expr, cell in ends if may_be_none(expr)]
    behind = plus(high[1], 1)
    loop = _for_values(scope, sentence, ir.Cell(end), low[1])
    last = ir.Set(end, ir.Select(both(*there), behind, low[1]) if there else behind)
    return evolve(loop, begin=(*low[0], *high[0], last, *loop.begin))


def _for_values(scope: Scope, sentence: core.ForEach, end: ir.Expr, first: ir.Expr = ZERO) -> Loop:
    """The local itself counts, in a cell beside it that is one ahead: only one of them lives across a stop."""
    spot = scope.declare(sentence.local, bare=True)
    cell = _cell(spot.value)
    ahead = scope.keep("next")
    return Loop(
        begin=(ir.Set(ahead, first),),
        more=ir.Bin("<", ir.Cell(ahead), end),
        load=(ir.Set(cell, ir.Cell(ahead)), *_nowhere(spot)),
        there=None,
        after=(ir.Set(ahead, plus(ir.Cell(cell), 1)),),
    )


def _for_kept(scope: Scope, sentence: core.ForEach) -> Loop:
    elements = domain_of(scope.core, scope.core.locals[sentence.local].type)
    row = scope.stretch("rest", sources.room(scope, sentence.seq), pieces=False, domain=elements)
    row = evolve(row, overrun=sources.overrun(scope, sentence.seq))
    turn = scope.keep("turn", domain=Domain(0, row.capacity))
    spot = scope.declare(sentence.local, bare=True)
    begin = (*sequences.snapshot(scope, sentence.seq, row), ir.Set(turn, ZERO))
    read = (ir.Set(_cell(spot.value), at(row.base, ir.Cell(turn))), *_nowhere(spot))
    load = (*read, *_forget(row, turn), increase(turn))
    return Loop(begin, ir.Bin("<", ir.Cell(turn), ir.Cell(row.length)), load, None, ())


def _nowhere(spot: Spot) -> ir.Code:
    """A bare kind in the role of a piece does not know where it lies."""
    return () if spot.loc is None else (ir.Set(_cell(spot.loc), ir.Const(NONE)),)


def _forget(row: Stretch, turn: int) -> ir.Code:
    """What has had its turn is zeroed where equal situations must be equal vectors."""
    if not row.resident:
        return ()
    width = 2 if row.pieces else 1
    step = times(ir.Cell(turn), width)
    return tuple(set_at(row.base + offset, step, ZERO) for offset in range(width))


def _for_pieces(scope: Scope, sentence: core.ForEach) -> Loop:
    places = Domain(-1, max(scope.build.layout.zones_end, MOST_KINDS))
    row = scope.stretch("rest", sources.room(scope, sentence.seq), pieces=True, domain=places)
    row = evolve(row, overrun=sources.overrun(scope, sentence.seq))
    turn = scope.keep("turn", domain=Domain(0, row.capacity))
    spot = scope.declare(sentence.local)
    kind, loc = _cell(spot.value), _cell(spot.loc)
    step = times(ir.Cell(turn), 2)
    read = (ir.Set(kind, at(row.base, step)), ir.Set(loc, at(row.base + 1, step)))
    kinds = {scope.core.zones[zone].kind for zone in sources.sources(scope, sentence.seq)}
    again = _Again(scope, kind, loc) if kinds & {"row"} else None
    find = again.find() if again else (ir.Set(loc, _look(scope, kind, ir.Cell(loc), ZERO)),)
    nowhere_first = scope.temp()
    known = ir.Set(nowhere_first, ir.Bin("<", ir.Cell(loc), ZERO))
    return Loop(
        begin=(*sequences.snapshot(scope, sentence.seq, row), ir.Set(turn, ZERO), *(again.begin() if again else ())),
        more=ir.Bin("<", ir.Cell(turn), ir.Cell(row.length)),
        load=(*read, known, *_forget(row, turn), increase(turn), *find),
        there=either(ir.Cell(nowhere_first), ir.Bin(">=", ir.Cell(loc), ZERO)),
        after=again.after() if again else (),
    )


class _Again:
    """Finding pieces of rows again: `shift` counts how many have left the row of the last turn since the loop began."""

    def __init__(self, scope: Scope, kind: int, loc: int) -> None:
        self.scope, self.kind, self.loc = scope, kind, loc
        self.shift, self.base, self.size, self.taken = (scope.keep(n) for n in ("shift", "base", "size", "taken"))

    def begin(self) -> ir.Code:
        """Nothing has left yet."""
        return tuple(ir.Set(cell, ZERO) for cell in (self.shift, self.base, self.size, self.taken))

    def find(self) -> ir.Code:
        """Where the piece of this turn lies now, -1 if it is gone."""
        gap = self.scope.temp()
        other_row = ir.If(
            ir.Bin("!=", ir.Cell(gap), ir.Cell(self.base)),
            (ir.Set(self.shift, ZERO), ir.Set(self.base, ir.Cell(gap))),
        )
        in_row = ir.If(ir.Bin(">=", ir.Cell(gap), ZERO), (ir.Set(self.size, at(0, ir.Cell(gap))),))
        return (
            ir.Set(gap, self.scope.build.of_cell("gap", ir.Cell(self.loc))),
            other_row,
            ir.Set(self.loc, _look(self.scope, self.kind, ir.Cell(self.loc), ir.Cell(self.shift))),
            in_row,
            ir.Set(self.taken, ir.Cell(self.loc)),
        )

    def after(self) -> ir.Code:
        """Counts who has left: the row is shorter, or the piece itself lies elsewhere."""
        left = ir.Bin("-", ir.Cell(self.size), at(0, ir.Cell(self.base)))
        moved = ir.Bin("!=", ir.Cell(self.taken), ir.Cell(self.loc))
        grow = ir.Set(self.shift, add(ir.Cell(self.shift), ir.Bin("max", left, moved)))
        return (ir.If(ir.Bin(">=", ir.Cell(self.base), ZERO), (grow,)),)


def _look(scope: Scope, kind: int, loc: ir.Expr, shift: ir.Expr) -> ir.Expr:
    function = scope.build.function(("again",), lambda: _find_again(Scope(scope.build)))
    return ir.Invoke(function, (ir.Cell(kind), loc, shift))


def _find_again(scope: Scope) -> ir.Function:
    """(kind, loc, shift): where that piece lies now. In an ordered zone first `shift` places nearer, then behind that
    (a pile: below), then anywhere in the same zone; elsewhere only where it lay."""
    kind, loc, shift, result = (scope.temp() for _ in range(4))
    base, guess, index, label = scope.temp(), scope.temp(), scope.temp(), scope.build.label()
    of_cell = scope.build.of_cell

    def search(low: ir.Expr, high: ir.Expr, *, down: bool) -> ir.Statement:
        here = plus(add(ir.Cell(base), ir.Cell(index)), 1)
        hit = ir.If(equal(at(0, here), ir.Cell(kind)), (ir.Set(result, here), ir.Leave(label)))
        return ir.For(index, low, high, (hit,), down=down)

    size = at(0, ir.Cell(base))
    is_row = ir.Bin(">", of_cell("order", plus(ir.Cell(base), 2)), ZERO)
    nearest = ir.Bin("min", ir.Bin("max", ir.Bin("-", of_cell("index", ir.Cell(loc)), ir.Cell(shift)), ZERO), size)
    row = (search(ir.Cell(guess), size, down=False), search(ZERO, ir.Cell(guess), down=True))
    up_to = ir.Bin("min", plus(ir.Cell(guess), 1), size)
    pile = (search(ZERO, up_to, down=True), search(up_to, size, down=False))
    ordered = (
        ir.Set(result, ir.Const(-1)),
        ir.Set(guess, nearest),
        ir.Labelled(label, (ir.If(is_row, row, pile),)),
    )
    there = ir.Invoke(pieces.here_function(scope), (ir.Cell(kind), ir.Cell(loc)))
    kept = ir.If(there, (ir.Set(result, ir.Cell(loc)),), (ir.Set(result, ir.Const(-1)),))
    body = (
        ir.Set(base, of_cell("gap", ir.Cell(loc))),
        ir.If(ir.Bin(">=", ir.Cell(base), ZERO), ordered, (kept,)),
    )
    return ir.Function("found again", (kind, loc, shift), body, result)


def _cell(expr: ir.Expr | None) -> int:
    match expr:
        case ir.Cell(index):
            return index
        case _:
            raise AssertionError(expr)


# ---- go around


def around(scope: Scope, sentence: core.Around) -> Loop:
    """`go around`: the next in `among` from `next` on becomes `you`; afterwards `next` is the one to the left of `you`.

    The search goes before the test of `until`: it changes nothing that this could read."""
    you = _cell(scope.declare(sentence.you).value)
    following = scope.keep("next", domain=Domain(0, scope.core.players))
    begin = (ir.Set(following, expressions.some(scope, sentence.start, sentence.span)),)
    search, found = _next_seat(scope, sentence.among, following, you)
    until = None if sentence.until is None else inverse(expressions.condition(scope, sentence.until))
    behind = ir.Bin("mod", plus(ir.Cell(you), 1), ir.Const(scope.core.players))
    return Loop(begin, both(until, ir.Cell(found)), (), None, (ir.Set(following, behind),), look=search)


def _next_seat(scope: Scope, among: core.Seq | None, following: int, you: int) -> tuple[ir.Code, int]:
    """Looks from `following` on, to the left, for a seat that is asked."""
    found = scope.temp()
    if among is None:
        return (ir.Set(you, ir.Cell(following)), ir.Set(found, ONE)), found
    players = scope.core.players
    asked, step, seat, label = scope.build.array(players), scope.temp(), scope.temp(), scope.build.label()
    mark = sequences.each(scope, among, lambda spot: (set_at(asked, spot.value, ONE),))
    take = ir.If(at(asked, ir.Cell(seat)), (ir.Set(you, ir.Cell(seat)), ir.Set(found, ONE), ir.Leave(label)))
    here = ir.Set(seat, ir.Bin("mod", ir.Bin("+", ir.Cell(following), ir.Cell(step)), ir.Const(players)))
    loop = ir.For(step, ZERO, ir.Const(players), (here, take))
    return (ir.Fill(asked, ZERO, ir.Const(players), 0), *mark, ir.Set(found, ZERO), ir.Labelled(label, (loop,))), found


# ---- so many times


def times_over(scope: Scope, sentence: core.RepeatTimes) -> Loop:
    """`repeat n times`: one cell counts down."""
    left = scope.keep("left")
    code, number = moving.how_many(scope, sentence.number, sentence.span)
    down = ir.Set(left, plus(ir.Cell(left), -1))
    return Loop((*code, ir.Set(left, number)), ir.Bin(">", ir.Cell(left), ZERO), (down,), None, ())
