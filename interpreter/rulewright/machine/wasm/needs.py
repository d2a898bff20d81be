"""What pieces ask for, as `machine/needs` says it, inside a module with a policy."""

from collections.abc import Sequence

from rulewright.machine.needs import ASKED, MAX_LACK, MAX_YIELD, NEAREST, NO_FIT, NOT_ASKED, WANTED
from rulewright.machine.wasm.assembly import Assembly
from rulewright.machine.wasm.encoding import I32, Term, choice, const, memory
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.policy import Area, each_piece
from rulewright.machine.wasm.writer import Writer, writes


@writes(I32)
def look_at_need(a: Assembly, w: Writer, number: int, seat: Term) -> None:
    """(seat): how each value is asked for, and what the nearest piece lacks, into the area."""
    p = Area(a)
    need, least = p.features.needs[number], p.word("least", number)
    width, asked = p.features.recipes[need.recipe].width, p.asked(number)
    has, others = _stocks(a, w, [need.stock], width, seat), _stocks(a, w, need.others, width, seat)
    w.fill_0(asked, WORD * width)
    w.set(least, NO_FIT)
    nearest, best, row, lack, far, over, one = (w.local() for _ in range(7))
    with each_piece(a, w, need.zone, seat if need.own else const(0)) as (kind, count), w.when(count):
        w.set(row, _row(p, need.recipe, kind))
        for local in (lack, far, over):
            w.set(local, 0)
        for value in range(width):
            w.set(one, row.at(WORD * value) - has[value])
            w.set(over, over | (one < 0))
            with w.when(one > 0):
                w.set(lack, lack + one)
                w.set(one, one - others[value])
                w.set(far, far + choice(one, 0, one > 0))
        w.set(far, far + lack)
        with w.when(over.is_0()):
            for value in range(width):
                with w.when(row.at(WORD * value) > has[value]):
                    w.set(memory(asked + WORD * value), ASKED)
            with w.when(best.is_0() | (far < nearest)):
                w.set(nearest, far)
                w.set(best, row)
                w.set(least, choice(lack, MAX_LACK, lack < MAX_LACK))
    with w.when(best):
        for value in range(width):
            w.set(one, best.at(WORD * value) - has[value])
            with w.when(one > 0):
                w.set(memory(asked + WORD * value), choice(WANTED, NEAREST, one > others[value]))


@writes(I32, gives=I32)
def lacking(a: Assembly, w: Writer, recipe: int, stock: int, kind: Term) -> None:
    """(kind) -> in which of the `LACKS` ways it lacks something of a stock of the seat that is looked at."""
    p, lack, over, one = Area(a), w.local(), w.local(), w.local()
    width, row = p.features.recipes[recipe].width, w.kept(_row(p, recipe, kind))
    for value, has in enumerate(_stocks(a, w, [stock], width, p.word("looking"))):
        w.set(one, row.at(WORD * value) - has)
        w.set(over, over | (one < 0))
        w.set(lack, lack + choice(one, 0, one > 0))
    w.push(choice(lack, MAX_LACK, lack < MAX_LACK) * 2 + over)


@writes(I32, gives=I32)
def yielding(a: Assembly, w: Writer, recipe: int, number: int, kind: Term) -> None:
    """(kind) -> in which of the `YIELDS` ways it has what a need wants, and what that does not ask for."""
    p, found = Area(a), const(0)
    width, row = p.features.recipes[recipe].width, w.kept(_row(p, recipe, kind))
    for sort in (WANTED, NOT_ASKED):
        total = w.local()
        for value in range(width):
            at = memory(p.asked(number) + WORD * value)
            w.set(total, total + choice(row.at(WORD * value), 0, at.equals(sort)))
        found = found * (MAX_YIELD + 1) + choice(total, MAX_YIELD, total < MAX_YIELD)
    w.push(found)


def _row(p: Area, recipe: int, kind: Term) -> Term:
    """Where the numbers of a kind begin, of which none is below -1."""
    return (kind + 1) * (WORD * p.features.recipes[recipe].width) + p.recipe(recipe)


def _stocks(a: Assembly, w: Writer, numbers: Sequence[int], width: int, seat: Term) -> list[Term]:
    """What all these stocks of a seat have together of each of so many values."""
    made, sums = Area(a).features.stocks, [const(0)] * width
    for at in numbers:
        start = w.kept(seat * (WORD * width) + a.map.cell(made[at].cell))
        sums = [total + start.at(WORD * value) for value, total in enumerate(sums)]
    return sums
