"""Mask tests written out. For every board that one asks, the working state holds for each content the places that have
it."""

from rulewright.machine.program.nodes import Const
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.masks import MaskLoop


def loop(s: Scope, key: int, found: MaskLoop) -> None:
    """Do what is to be done at the places of the row that pass: at the first, or at each."""
    w = s.w
    hits = w.local(I64)
    _row(s, found)
    if key in s.sets:
        w.get(s.sets[key])
    else:
        passing(s, found)
    w.op("long-and")
    w.set(hits)
    if found.once:
        w.get(hits)
        w.op("long-eqz", "eqz")
        with w.when():
            _at_first(s, found, hits)
        return
    with w.block() as out, w.loop() as again:
        w.get(hits)
        w.op("long-eqz")
        w.branch_if(out)
        _at_first(s, found, hits)
        w.branch(again)


def _at_first(s: Scope, found: MaskLoop, hits: int) -> None:
    """Take the lowest place out of the hits, and do what is to be done there."""
    w = s.w
    with s.writing(found.place):
        w.get(hits)
        w.op("ctz", "short")
    if not found.once:
        w.get(hits)
        w.get(hits)
        w.long(1)
        w.op("long-", "long-and")
        w.set(hits)
    s.code(found.then)


def _row(s: Scope, found: MaskLoop) -> None:
    """Push the mask of the row."""
    if found.row is None:
        s.w.long(found.rows[0])
        return
    expressions.value(s, found.row)
    s.w.const(3)
    s.w.op("shl")
    s.w.load(s.a.constants.masks[found.rows], "long")


def passing(s: Scope, found: MaskLoop) -> None:
    """Push the set of places whose content passes."""
    w, board = s.w, s.a.map.boards[found.zone]
    assert board is not None
    at = board.address + found.instance * board.stride
    w.long(0)
    for content, test in enumerate(found.tests):
        if test == Const(0):
            continue
        w.const(0)
        w.load(at + 8 * content, "long")
        if test != Const(1):
            w.long(0)
            expressions.value(s, test)
            w.op("select")
        w.op("long-or")
