"""Mask tests written out. For every board that one asks, the working state holds for each content the places that have
it."""

from rulewright.machine.program.nodes import Const
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.masks import MaskLoop
from rulewright.machine.wasm.operands import Term, choice, const, memory


def loop(s: Scope, key: int, found: MaskLoop) -> None:
    """Do what is to be done at the places of the row that pass: at the first, or at each."""
    w = s.w
    hits = w.local(I64)
    row = _row(s, found)
    w.set(hits, row & (s.sets[key] if key in s.sets else passing(s, found)))
    first = hits.lowest_bit().short()
    if found.once:
        with w.when(hits.is_0().is_0()):
            w.set(s.cell(found.place), first)
            s.code(found.then)
        return
    with w.until(hits.is_0()):
        w.set(s.cell(found.place), first)
        w.set(hits, hits & (hits - 1))
        s.code(found.then)


def _row(s: Scope, found: MaskLoop) -> Term:
    """The mask of the row."""
    if found.row is None:
        return const(found.rows[0], I64)
    return (expressions.value(s, found.row) << 3).at(s.a.constants.masks[found.rows], "long")


def passing(s: Scope, found: MaskLoop) -> Term:
    """The set of places whose content passes."""
    board = s.a.map.boards[found.zone]
    assert board is not None
    at = board.address + found.instance * board.stride
    passed = const(0, I64)
    for content, test in enumerate(found.tests):
        if test != Const(0):
            here = memory(at + 8 * content, "long")
            passed |= here if test == Const(1) else choice(here, 0, expressions.value(s, test))
    return passed
