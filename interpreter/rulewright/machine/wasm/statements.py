"""Statements to instructions that leave nothing on the stack."""

from functools import reduce
from operator import or_

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import CANDIDATES, LISTING_TURNS, MOVES, TURNS
from rulewright.machine.wasm import expressions, memory_map as head, multisets, pieces
from rulewright.machine.wasm.assembly import LISTED, TRIED, TURNS_TAKEN, WORK, Scope
from rulewright.machine.wasm.code_facts import UNROLLED, untried
from rulewright.machine.wasm.encoding import I64, Term, Value, choice, const, memory
from rulewright.machine.wasm.loop_facts import MaskLoop, lasting, unrolled
from rulewright.machine.wasm.memory_map import WORD

Set = tuple[Term, ...]


def loop(s: Scope, key: int, found: MaskLoop) -> None:
    """Do what is to be done at the places of the row that pass: at the first, or at each."""
    passed = s.sets[key] if key in s.sets else passing(s, found)
    if found.row is None:
        row = tuple(const(word, I64) for word in found.rows)
    else:
        row = _masks(s, found, expressions.value(s, found.row))
    hits = kept(s, [one & here for one, here in zip(row, passed, strict=True)])
    place = s.cell(found.place)
    if not found.once:
        with s.w.block() as none, s.w.loop() as again:
            _take(s, hits, place, none)
            s.code(found.then)
            s.w.branch(again)
        return
    with s.w.when(reduce(or_, hits).differs(0)):
        *before, last = hits
        first = last.lowest_bit().short() + 64 * len(before)
        for number, word in reversed(list(enumerate(before))):
            first = choice(word.lowest_bit().short() + 64 * number, first, word.differs(0))
        s.w.set(place, first)
        s.code(found.then)


def region(s: Scope, found: MaskLoop, node: ir.Region) -> None:
    """Grow a region from its first place: `left` are the places that pass and are not inside. Without a body the places
    inside are marked and counted."""
    w, place, own = s.w, s.w.local(), kept(s, passing(s, found))
    w.set(place, expressions.value(s, node.first))
    bit = const(1, I64) << place.long()
    only = [bit if found.words == 1 else choice(bit, 0, (place >> 6).equals(word)) for word in range(found.words)]
    waiting = kept(s, [here & one for here, one in zip(own, only, strict=True)])
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
    if node.body is not None:
        return
    inside = kept(s, [here ^ rest for here, rest in zip(own, left, strict=True)])
    size: Value = 0
    for word in inside:
        size = word.ones().short() + size
    w.set(s.cell(node.size), size)
    for cell in range(-(-len(node.beside) // node.bits)):
        at, shift = divmod(cell * node.bits, 64)
        bits = inside[at] >> shift
        if shift + node.bits > 64 and at + 1 < len(inside):
            bits |= inside[at + 1] << 64 - shift
        w.set(s.cell(node.inside + cell), (bits & (1 << node.bits) - 1).short())


def passing(s: Scope, found: MaskLoop) -> list[Term]:
    """The set of places whose content passes."""
    board = s.a.map.known[found.zone]
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


def kept(s: Scope, words: list[Term]) -> Set:
    """A set in locals."""
    return tuple(s.w.kept(word, I64) for word in words)


def _masks(s: Scope, found: MaskLoop, row: Term) -> Set:
    at, first = row * (8 * found.words), s.a.constants.masks[found.rows]
    return tuple(at.at(first + 8 * word, "long") for word in range(found.words))


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


def code(s: Scope, statements: ir.Code) -> None:
    """One after the other."""
    for node in statements:
        statement(s, node)


def statement(s: Scope, node: ir.Statement) -> None:
    """Write one statement."""
    w, a = s.w, s.a
    match node:
        case ir.Set(cell, value):
            w.set(s.cell(cell), expressions.value(s, value))
        case ir.SetAt(base, index, value):
            w.set(expressions.place(s, base, index), expressions.value(s, value))
        case ir.If(ir.Const(test), then, otherwise):
            code(s, then if test else otherwise)
        case ir.If():
            _if(s, node)
        case ir.For():
            _for(s, node)
        case ir.ForKinds():
            _for_kinds(s, node)
        case ir.While(test, body, span=span):
            with w.block() as out, w.loop() as again:
                w.branch_if(out, expressions.value(s, test).is_0())
                s.turns(1, span)
                code(s, body)
                w.branch(again)
        case ir.Labelled(label, body, region=growing):
            found = a.masks.get(id(node))
            counted = any(a.loops.counted(line) for line in body if isinstance(line, ir.For))
            with w.block() as s.labels[label]:
                if found is None or growing is None or counted:
                    code(s, body)
                else:
                    region(s, found, growing)
            del s.labels[label]
        case ir.Leave(label):
            expressions.leave(s, label)
        case ir.Fail(fault):
            s.fault(head.PROGRAM_FAULT, fault)
        case ir.CallFunction(function, args):
            if a.program.functions[function].result is not None:
                expressions.invoke(s, function, args)
                w.op("drop")
            else:
                for arg in args:
                    w.push(expressions.value(s, arg))
                expressions.run_procedure(s, function)
        case ir.Yield(values):
            multisets.give(s, values)
        case ir.ForSelections():
            multisets.loop(s, node)
        case _:
            _without_body(s, node)


Rest = ir.Fill | ir.Candidate | ir.Offer | ir.Tell | ir.Ended | ir.Note | ir.Moving | ir.Remember


def _without_body(s: Scope, node: Rest) -> None:
    """Write a statement in which no other one stands."""
    w, a = s.w, s.a
    match node:
        case ir.Fill(base, ir.Const(index), ir.Const(count), filling) if count <= UNROLLED:
            for cell in range(base + index, base + index + count):
                w.set(s.cell(cell), filling)
        case ir.Fill(base, index, count, 0):
            length = w.local()
            w.set(length, expressions.value(s, count))
            with w.when(length > 0):
                w.fill_0(expressions.cell_number(s, base, index).to_bytes() + a.map.state, length.to_bytes())
        case ir.Fill(base, index, count, filling):
            first, left = w.local(), w.local()
            w.set(first, expressions.cell_number(s, base, index))
            w.set(left, expressions.value(s, count))
            with w.until(left <= 0):
                w.raise_by(left, -1)
                w.set((first + left).to_bytes().at(a.map.state), filling)
        case ir.Candidate(span=span) if s.counting == "moves":  # they are counted, and turns anew
            s.look_at_clock(span)
            w.raise_by(TRIED, 1)
            with w.when(TRIED.op(">u", CANDIDATES)):
                s.fault(head.TOO_MANY_CANDIDATES, a.span(span))
            w.set(WORK, WORK + TURNS_TAKEN)
            with w.when(WORK.op(">u", LISTING_TURNS)):
                s.fault(head.TOO_MANY_TURNS, a.span(span))
            w.set(TURNS_TAKEN, 0)
        case ir.Tell():
            pass
        case ir.Candidate():
            if s.counting == "turns":
                w.set(TURNS_TAKEN, 0)
        case ir.Offer(span=span):  # a move behind those that are listed
            at, moves = w.local(), a.map.moves
            if s.counting == "moves":
                with w.when(LISTED >= MOVES):
                    s.fault(head.TOO_MANY_MOVES, a.span(span))
            w.set(at.keep(LISTED * (WORD * a.map.stride)).at(moves), expressions.value(s, node.offer))
            w.set(at.at(moves + WORD), node.variant)
            for place, cell in enumerate(node.cells, start=2):
                w.set(at.at(moves + WORD * place), s.cell(cell))
            w.raise_by(LISTED, 1)
        case ir.Ended(winners):
            w.set(s.cell(a.program.ended), 1 if winners is None else 2)
            if winners is not None:
                w.set(s.cell(a.program.ended + 1), expressions.value(s, winners))
        case ir.Note(number):
            note = memory(a.map.notes + WORD * number)
            with w.when(memory(head.TRYING).is_0() & note.differs(-1)):  # up to the highest number, and there it stays
                w.set(note, note + 1)
        case _:
            pieces.statement(s, node)


def _if(s: Scope, node: ir.If) -> None:
    with s.w.when(expressions.value(s, node.test)):
        code(s, node.then)
        if node.otherwise:
            s.w.otherwise()
            code(s, node.otherwise)


def _for(s: Scope, node: ir.For) -> None:
    w, found, hoisted = s.w, s.a.masks.get(id(node)), list[int]()
    if found is not None:
        if s.a.loops.counted(node):
            s.turns(expressions.value(s, node.high) - expressions.value(s, node.low), node.span)
        loop(s, id(node), found)
        return
    bodies = unrolled(s.a.program, node, s.cells) if "unroll" in s.a.passes and not s.a.loops.counted(node) else []
    for body in bodies:
        code(s, body)
    if bodies:
        return
    # what mask tests inside ask of boards is reckoned once, where it stays the same; trials look at another board
    for inner in untried(node.body):
        found = s.a.masks.get(id(inner)) if isinstance(inner, ir.For) else None
        if found is not None and id(inner) not in s.sets and lasting(found, node.body, s.a.program.size):
            s.sets[id(inner)] = kept(s, passing(s, found))
            hoisted.append(id(inner))
    cell, at, end = s.cell(node.cell), w.local(), w.local()
    w.set(at, expressions.value(s, node.low))
    w.set(end, expressions.value(s, node.high))
    with w.when(at < end):
        if s.a.loops.counted(node):
            with w.when((end - at).op(">u", TURNS)):
                s.fault(head.ENDLESS, s.a.span(node.span))
            s.turns(end - at, node.span)
        with w.loop() as again:
            if node.down:
                w.raise_by(end, -1)
            w.set(cell, end if node.down else at)
            code(s, node.body)
            w.branch_if(again, end > at if node.down else at.keep(at + 1) < end)
    for key in hoisted:
        del s.sets[key]


def _for_kinds(s: Scope, node: ir.ForKinds) -> None:
    """Bit by bit; what the body changes is seen, as each word of bits is read anew."""
    w, crowd, layout = s.w, s.a.map.known[node.zone], s.a.program.zones[node.zone]
    assert crowd is not None
    instance, address = w.local(), w.local()
    w.set(address, instance.keep(expressions.value(s, node.instance)) * crowd.stride)
    w.set(instance, instance * layout.stride + layout.offset)
    if s.a.loops.counted(node):
        s.turns(layout.stride, node.span)
    if crowd.longs == 1:
        _for_bits(s, node, instance, address.at(crowd.address + 8, "long"), None)
        return
    if crowd.longs == 2 and "pairs" in s.a.passes:
        _for_two_words(s, node, instance, address, crowd.address + 8)
        return
    kind = w.kept(0)
    with w.some_steps(kind, 64 * crowd.longs, 64):
        _for_bits(s, node, instance, address.at(crowd.address + 8, "long"), kind)
        w.raise_by(instance, 64)
        w.raise_by(address, 8)


def _for_two_words(s: Scope, node: ir.ForKinds, first: Term, row: Term, address: int) -> None:
    """The same for two words of bits in one loop, whose end the processor foresees better than those of two."""
    w = s.w
    low, high, here, left = (w.local(I64) for _ in range(4))
    pass_low, pass_high, in_low, found = w.kept(-1, I64), w.kept(-1, I64), w.local(), w.local()
    with w.loop() as again, w.block() as out:
        w.set(low, row.at(address, "long") & pass_low)
        w.set(high, row.at(address + 8, "long") & pass_high)
        w.set(here, choice(low, high, in_low.keep(low.differs(0))))
        w.branch_if(out, here.is_0())
        w.set(found, here.lowest_bit().short() + choice(0, 64, in_low))
        w.set(left, const(-2, I64) << here.lowest_bit())
        w.set(pass_low, choice(left, 0, in_low))
        w.set(pass_high, choice(-1, left, in_low))
        w.set(s.cell(node.kind), found)
        w.set(s.cell(node.loc), found + first)
        code(s, node.body)
        w.branch(again)


def _for_bits(s: Scope, node: ir.ForKinds, first: Term, here: Term, kind: Term | None) -> None:
    """`first` holds the cell of the first kind, `kind` its number (None: 0). Bits that were passed are masked away."""
    w = s.w
    bits, passed, found = w.local(I64), w.kept(-1, I64), w.local()
    with w.until(bits.keep(here & passed).is_0()):
        # bit 63 is the last: shifting by 63 leaves nothing of -2 but that bit's upper part, which is empty
        w.set(passed, const(-2, I64) << bits.lowest_bit())
        w.set(found, bits.lowest_bit().short())
        w.set(s.cell(node.kind), found if kind is None else found + kind)
        w.set(s.cell(node.loc), found + first)
        code(s, node.body)


assert TURNS < 1 << 31
