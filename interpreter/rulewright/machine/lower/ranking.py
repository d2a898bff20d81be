"""The best of a sequence, or all of it in the order of its keys.

In: a scope, a core sequence with keys, and what to do with an element. Out: code.
"""

from collections.abc import Sequence
from typing import Final

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none, none_of
from rulewright.language.facts.whereabouts import knows_where
from rulewright.machine.lower import sequence_facts
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.terms import ONE, ZERO, at, both, either, equal, increase, inverse, plus, set_at
from rulewright.machine.program import nodes as ir

WORST: Final = -(2**31)


def best(scope: Scope, seq: core.Best, body: Body) -> ir.Code:
    """Two passes: the best keys, then all elements that have them."""
    best, now = _cells(scope, seq), _cells(scope, seq)
    found = scope.temp()
    take: ir.Code = tuple(ir.Set(cell.index, new) for cell, new in zip(best, now, strict=True))
    better = either(equal(ir.Cell(found), ZERO), _greater(now, best))

    def compared(spot: Spot) -> ir.Code:
        return (*_reckoned(scope, seq, spot, now), ir.If(better, (*take, ir.Set(found, ONE))))

    def chosen(spot: Spot) -> ir.Code:
        scope.bind(seq.local, spot)
        tests = [equal(_rank(scope, *key), cell) for cell, key in zip(best, seq.keys, strict=True)]
        return (ir.If(both(*tests), body(spot)),)

    first, second = scope.each(seq.seq, compared), scope.each(seq.seq, chosen)
    return (ir.Set(found, ZERO), *first, ir.If(ir.Cell(found), second))


def ranked(scope: Scope, seq: core.Best) -> tuple[ir.Code, Stretch]:
    """Code that puts all elements in order into a row: each comes in behind all that are as good, and worse ones make
    room for it."""
    size, pieces, array = sequence_facts.room(scope, seq.seq), knows_where(scope.core, seq.seq), scope.build.array
    overrun = sequence_facts.overrun(scope, seq.seq)
    row = Stretch(scope.temp(), array((size + 1) * (2 if pieces else 1)), max(size, 1), pieces, overrun=overrun)
    keys, now = [array(size + 1) for _ in seq.keys], _cells(scope, seq)
    index, place, label = scope.temp(), scope.temp(), scope.build.label()
    there, here = ir.Cell(index), ir.Cell(place)

    def put(spot: Spot) -> ir.Code:
        behind = plus(there, 1)
        stop = ir.If(inverse(_greater(now, [at(key, there) for key in keys])), (ir.Leave(label),))
        make_room = (
            *row.put(behind, behind, row.element(there)),
            *(set_at(key, behind, at(key, there)) for key in keys),
        )
        search = ir.For(
            index, ZERO, ir.Cell(row.length), (stop, *make_room, ir.Set(place, there)), down=True, span=scope.span
        )
        mine = [set_at(key, here, cell) for key, cell in zip(keys, now, strict=True)]
        reckoned = (*_reckoned(scope, seq, spot, now), ir.Set(place, row.end), ir.Labelled(label, (search,)))
        return (*reckoned, *row.put(here, here, spot), *mine, increase(row.length))

    return (ir.Set(row.length, ZERO), *scope.each(seq.seq, put)), row


# ---- keys


def _cells(scope: Scope, seq: core.Best) -> list[ir.Cell]:
    """A cell for each key."""
    return [ir.Cell(scope.temp()) for _ in seq.keys]


def _reckoned(scope: Scope, seq: core.Best, spot: Spot, now: list[ir.Cell]) -> ir.Code:
    """The keys of an element go to their cells."""
    scope.bind(seq.local, spot)
    return tuple(ir.Set(cell.index, _rank(scope, *key)) for cell, key in zip(now, seq.keys, strict=True))


def _rank(scope: Scope, highest: bool, key: core.Expr) -> ir.Expr:  # noqa: FBT001 - the key as the core writes it
    """A key as a number of which the greatest is best; none is worst."""
    reckoned = scope.value(key)
    if not may_be_none(key):
        return reckoned if highest else ir.Bin("-", ZERO, reckoned)
    code, cell = scope.kept(reckoned)
    some = cell if highest else ir.Bin("-", ZERO, cell)
    chosen = ir.Select(equal(cell, ir.Const(none_of(key))), ir.Const(WORST), some)
    return scope.after(code, chosen)


def _greater(mine: Sequence[ir.Expr], others: Sequence[ir.Expr]) -> ir.Expr:
    """Lexicographic order."""
    result: ir.Expr = ZERO
    for one, other in zip(reversed(mine), reversed(others), strict=True):
        tie = both(equal(one, other), result)
        result = either(ir.Bin(">", one, other), tie)
    return result
