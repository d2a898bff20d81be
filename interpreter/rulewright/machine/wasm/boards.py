"""Mask tests written out. For every board that one asks, the working state holds for each content the places that have
it. A set of places is a word of 64 bits, or several."""

from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm import expressions
from rulewright.machine.wasm.assembly import Scope
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.masks import MaskLoop
from rulewright.machine.wasm.operands import Term, Value, choice, const, memory

Set = tuple[Term, ...]


def loop(s: Scope, key: int, found: MaskLoop) -> None:
    """Do what is to be done at the places of the row that pass: at the first, or at each."""
    passed = s.sets[key] if key in s.sets else passing(s, found)
    hits = kept(s, [row & here for row, here in zip(_row(s, found), passed, strict=True)])
    place = s.cell(found.place)
    if not found.once:
        with s.w.block() as none, s.w.loop() as again:
            _take(s, hits, place, none)
            s.code(found.then)
            s.w.branch(again)
        return
    with s.w.when(_some(hits)):
        s.w.set(place, _first(hits))
        s.code(found.then)


def region(s: Scope, found: MaskLoop, node: ir.Region) -> None:
    """Grow a region from its first place: `left` are the places that pass and are not inside."""
    w, place, own = s.w, s.w.local(), kept(s, passing(s, found))
    w.set(place, expressions.value(s, node.first))
    waiting = kept(s, [here & one for here, one in zip(own, _only(place, found.words), strict=True)])
    left = kept(s, [here ^ first for here, first in zip(own, waiting, strict=True)])
    with w.block() as none, w.loop() as again:
        _take(s, waiting, place, none)
        if node.body is not None:
            w.set(s.cell(node.place), place)
            s.code(node.body)
        for here, wait, row in zip(left, waiting, _masks(s, found, place), strict=True):
            new = w.local(I64)
            w.set(wait, wait | new.keep(here & row))
            w.set(here, here ^ new)
        w.branch(again)
    if node.body is None:
        _mark(s, node, kept(s, [here ^ rest for here, rest in zip(own, left, strict=True)]))


def _mark(s: Scope, node: ir.Region, inside: Set) -> None:
    """Mark and count the places that are inside."""
    size: Value = 0
    for word in inside:
        size = word.ones().short() + size
    s.w.set(s.cell(node.size), size)
    for cell in range(-(-len(node.beside) // node.bits)):
        at, first = divmod(cell * node.bits, 64)
        bits = inside[at] >> first
        if first + node.bits > 64 and at + 1 < len(inside):
            bits |= inside[at + 1] << 64 - first
        s.w.set(s.cell(node.inside + cell), (bits & (1 << node.bits) - 1).short())


def passing(s: Scope, found: MaskLoop) -> list[Term]:
    """The set of places whose content passes."""
    board = s.a.map.boards[found.zone]
    assert board is not None
    at = board.address + found.instance * board.stride
    passed = [const(0, I64)] * found.words
    for content, test in enumerate(found.tests):
        if test == ir.Const(0):
            continue
        for word in range(found.words):
            here = memory(at + 8 * (content * found.words + word), "long")
            passed[word] |= here if test == ir.Const(1) else choice(here, 0, expressions.value(s, test))
    return passed


# ---- sets


def kept(s: Scope, words: list[Term]) -> Set:
    """A set in locals."""
    found = tuple(s.w.local(I64) for _ in words)
    for place, word in zip(found, words, strict=True):
        s.w.set(place, word)
    return found


def _row(s: Scope, found: MaskLoop) -> Set:
    """The mask of the row."""
    if found.row is None:
        return tuple(const(word, I64) for word in found.rows)
    return _masks(s, found, expressions.value(s, found.row))


def _masks(s: Scope, found: MaskLoop, row: Term) -> Set:
    at, first = row * (8 * found.words), s.a.constants.masks[found.rows]
    return tuple(at.at(first + 8 * word, "long") for word in range(found.words))


def _only(place: Term, words: int) -> Set:
    """The set of one place."""
    bit = const(1, I64) << place.long()
    return tuple(bit if words == 1 else choice(bit, 0, (place >> 6).equals(word)) for word in range(words))


def _some(hits: Set) -> Term:
    """Whether there is a place."""
    some = hits[0]
    for word in hits[1:]:
        some |= word
    return some.differs(0)


def _first(hits: Set) -> Term:
    """The first place, if there is one."""
    *before, last = hits
    first = last.lowest_bit().short() + 64 * len(before)
    for number, word in reversed(list(enumerate(before))):
        first = choice(word.lowest_bit().short() + 64 * number, first, word.differs(0))
    return first


def _take(s: Scope, hits: Set, place: Term, none: int) -> None:
    """Take the first place out of a set, or go to where there is none."""
    w = s.w
    with w.block() as taken:
        for number, word in enumerate(hits):
            with w.block() as next_word:
                w.branch_if(next_word if word is not hits[-1] else none, word.is_0())
                w.set(place, word.lowest_bit().short() + 64 * number)
                w.set(word, word & word - 1)
                w.branch(taken)
