"""Loops over sequences and seats as parts: how they begin, whether they go on, what happens around a pass.

In: a scope and a core loop. Out: `Loop`, code fragments that `sentences` joins to a structured loop and `blocks` to a
loop that may stop inside. What a loop remembers lies where the scope keeps things.
"""

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.component_kinds import MOST_KINDS
from rulewright.language.facts.whereabouts import knows_where
from rulewright.language.intervals import LIMIT
from rulewright.language.walking import walk
from rulewright.machine.lower import indexing, instances, moving, pieces, sequence_facts, sequences, watching
from rulewright.machine.lower.builder import Domain, Scope, Spot, Stretch, domain_of
from rulewright.machine.lower.terms import NO_PLACE, ONE, YES, ZERO, at, both, increase, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir


@frozen
class Loop:
    """`begin` once; while `more`, asked behind `look`: `load`, then if `there` the body, then `after`."""

    begin: ir.Code
    more: ir.Expr
    load: ir.Code
    after: ir.Code = ()
    there: ir.Expr = YES
    look: ir.Code = ()


# ---- for each


def for_each(scope: Scope, sentence: core.ForEach) -> Loop:
    """The elements are kept when the sentence begins; a piece is found again when its turn comes."""
    match sentence.seq:
        case core.Values(number):
            return _for_values(scope, sentence, ir.Const(number))
        case core.Numbers():
            return _for_numbers(scope, sentence, sentence.seq)
        case _:
            return _for_kept(scope, sentence)


def _for_numbers(scope: Scope, sentence: core.ForEach, seq: core.Numbers) -> Loop:
    """From one number to another, both fixed at the start; a none end gives nothing. What counts is one behind where
    one more than the last would be too large a number."""
    behind = int(sequence_facts.range_here(scope, seq.high).high >= LIMIT)
    end = scope.keep("end")
    low, high = scope.atom(seq.low), scope.atom(seq.high)
    there = both(indexing.is_some(seq.low, low[1]), indexing.is_some(seq.high, high[1]))
    first, stop = plus(low[1], -behind), plus(high[1], 1 - behind)
    loop = _for_values(scope, sentence, ir.Cell(end), first, behind)
    last = ir.Set(end, stop if there == YES else ir.Select(there, stop, first))
    return evolve(loop, begin=(*low[0], *high[0], last, *loop.begin))


def _for_values(scope: Scope, sentence: core.ForEach, end: ir.Expr, first: ir.Expr = ZERO, behind: int = 0) -> Loop:
    """The local itself counts, in a cell beside it that is one ahead: only one of them lives across a stop."""
    spot = scope.declare(sentence.local, bare=True)
    ahead = scope.keep("next")
    return Loop(
        begin=(ir.Set(ahead, first),),
        more=ir.Bin("<", ir.Cell(ahead), end),
        load=spot.becomes(plus(ir.Cell(ahead), behind), NO_PLACE),
        after=(ir.Set(ahead, plus(spot.value, 1 - behind)),),
    )


def _for_kept(scope: Scope, sentence: core.ForEach) -> Loop:
    """One by one; a piece has its turn where it lies then, if one of its kind does."""
    located, most = knows_where(scope.core, sentence.seq), sequence_facts.room(scope, sentence.seq)
    places = Domain(-1, max(scope.build.layout.zones_end, MOST_KINDS))
    domain = places if located else domain_of(scope.core, scope.core.locals[sentence.local].type)
    row = scope.stretch("rest", most, pieces=located, domain=domain)
    row = evolve(row, overrun=sequence_facts.overrun(scope, sentence.seq))
    turn = scope.keep("turn", domain=Domain(0, row.capacity))
    spot = scope.declare(sentence.local, bare=not located)
    begin = sequences.snapshot(scope, sentence.seq, row)
    if sentence.span in watching.watch(scope).loops:
        watching.watch(scope).waiting.append((row, turn, sentence.span))
        begin += _gone_before(scope, sentence, row)
    element = row.element(ir.Cell(turn))
    return Loop(
        begin=(*begin, ir.Set(turn, ZERO)),
        more=ir.Bin("<", ir.Cell(turn), ir.Cell(row.length)),
        load=(*spot.becomes(element.value, element.place), *_forget(row, turn), increase(turn)),
        there=ir.Invoke(pieces.here_function(scope), (spot.value, spot.place)) if located else YES,
    )


def _gone_before(scope: Scope, sentence: core.ForEach, row: Stretch) -> ir.Code:
    """What was found some sentences before, and is gone where the loop begins, will have no turn: its place would be
    kept in step with others."""
    if not any(isinstance(node, core.Held) for node in walk(sentence.seq)):
        return ()
    index = scope.temp()
    kind, loc = (at(row.base + part, times(ir.Cell(index), 2)) for part in (0, 1))
    there = ir.Invoke(pieces.here_function(scope), (kind, loc))
    gone = ir.If(inverse(there), (set_at(row.base, times(ir.Cell(index), 2), watching.GONE),))
    return (ir.For(index, ZERO, ir.Cell(row.length), (gone,), span=sentence.span),)


def _forget(row: Stretch, turn: int) -> ir.Code:
    """What has had its turn is zeroed where equal situations must be equal vectors."""
    step = times(ir.Cell(turn), row.width)
    return tuple(set_at(row.base + offset, step, ZERO) for offset in range(row.width if row.resident else 0))


# ---- go around


def around(scope: Scope, sentence: core.Around) -> Loop:
    """`go around`: the next in `among` from `next` on becomes `you`; afterwards `next` is the one to the left of `you`.

    The search goes before the test of `until`: it changes nothing that this could read."""
    you = scope.declare(sentence.you)
    following = scope.keep("next", domain=Domain(0, scope.core.players))
    begin = (ir.Set(following, instances.some(scope, sentence.start, sentence.span)),)
    search, found = _next_seat(scope, sentence.among, following, you)
    until = None if sentence.until is None else inverse(scope.value(sentence.until))
    behind = ir.Bin("mod", plus(you.value, 1), ir.Const(scope.core.players))
    return Loop(begin, both(until, ir.Cell(found)), (), (ir.Set(following, behind),), look=search)


def _next_seat(scope: Scope, among: core.Seq | None, following: int, you: Spot) -> tuple[ir.Code, int]:
    """Looks from `following` on, to the left, for a seat that is asked."""
    found = scope.temp()
    if among is None:
        return (*you.becomes(ir.Cell(following)), ir.Set(found, ONE)), found
    players = scope.core.players
    asked, step, seat, label = scope.build.array(players), scope.temp(), scope.temp(), scope.build.label()
    mark = scope.each(among, lambda spot: (set_at(asked, spot.value, ONE),))
    take = ir.If(at(asked, ir.Cell(seat)), (*you.becomes(ir.Cell(seat)), ir.Set(found, ONE), ir.Leave(label)))
    here = ir.Set(seat, ir.Bin("mod", ir.Bin("+", ir.Cell(following), ir.Cell(step)), ir.Const(players)))
    loop = ir.For(step, ZERO, ir.Const(players), (here, take), span=scope.span)
    return (ir.Fill(asked, ZERO, ir.Const(players), 0), *mark, ir.Set(found, ZERO), ir.Labelled(label, (loop,))), found


# ---- so many times


def times_over(scope: Scope, sentence: core.RepeatTimes) -> Loop:
    """`repeat n times`: one cell counts down."""
    left = scope.keep("left")
    code, number = moving.how_many(scope, sentence.number, sentence.span)
    down = ir.Set(left, plus(ir.Cell(left), -1))
    return Loop((*code, ir.Set(left, number)), ir.Bin(">", ir.Cell(left), ZERO), (down,))
