"""The policy of `machine/policy` inside a module for searching. `machine/wasm/policy_learning` learns its weights."""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.chance import GAMMA
from rulewright.machine.features import (
    BETWEEN,
    COMPARED,
    DIGITS,
    DISTANCES,
    FIRST,
    LAST,
    MAX_HELD,
    MAX_SIZE,
    MAX_TOTAL,
    ONLY,
    RANKS,
    Context,
    Features,
    crossings,
    in_order,
    piece_parts,
    ways,
)
from rulewright.machine.needs import LACKS, YIELDS
from rulewright.machine.playouts import values_of
from rulewright.machine.program.cell_map import single, unordered
from rulewright.machine.program.nodes import Pick
from rulewright.machine.wasm.assembly import RANDOM, Assembly
from rulewright.machine.wasm.chance import mix
from rulewright.machine.wasm.choosing import listed_move
from rulewright.machine.wasm.encoding import F64, I32, I64, Term, called, choice, const, memory, real
from rulewright.machine.wasm.memory_map import COUNT, NUMBER, WORD
from rulewright.machine.wasm.searcher import TRAIL, area
from rulewright.machine.wasm.writer import Writer, writes

PLAIN, NOTED = "plain", "noted"
"""How a move is weighed: whether the trail notes its weights."""


class Area:
    """Where what a policy needs lies in the memory."""

    def __init__(self, a: Assembly) -> None:
        """As `searcher.area` has it."""
        assert a.features is not None
        self.features: Features = a.features
        self.at = area(a.map, a.program.players, a.features)

    def word(self, name: str, at: int = 0) -> Term:
        """A word of what has this name, as a place."""
        return memory(self.at[name] + WORD * at)

    def real(self, name: str) -> Term:
        """A real number of this name, as a place."""
        return memory(self.at[name], "real")

    def weight(self, number: Term) -> Term:
        """A weight by its number, as a place."""
        return (number << 3).at(self.at["table"], "real")

    def column(self, number: int) -> int:
        """Where the numbers of a column begin: that of no piece, then of each kind."""
        before = self.features.columns[:number]
        return self.at["columns"] + WORD * sum(len(each.numbers) + len(each.values) for each in before)

    def values(self, number: int) -> int:
        """Where the values of a column begin, as its numbers."""
        return self.column(number) + WORD * len(self.features.columns[number].numbers)

    def number(self, a: Assembly, w: Writer, column: int, piece: Term) -> Term:
        """The number of a piece, counted from 1, in a column; 0 for none. A seat's counts from the one that looks."""
        number, players = piece.to_bytes().at(self.column(column)), a.program.players
        first = self.features.columns[column].seats_from(players)
        return number if first is None else self.from_seat(w, number - first, players) + first

    def from_seat(self, w: Writer, seat: Term, players: int) -> Term:
        """A seat, counted from the one that looks; what is none stays as it is."""
        kept, far = w.kept(seat), w.local()
        w.set(far, kept - self.word("looking"))
        w.set(far, choice(far, far + players, far >= 0))
        return choice(far, kept, kept.op("<u", players))

    def held(self, number: int) -> int:
        """Where is counted what is held of each value."""
        before = self.features.held[:number]
        return self.at["held"] + WORD * sum(self.features.columns[each.column].size for each in before)

    def recipe(self, number: int) -> int:
        """Where the numbers of a recipe begin: of no piece, then of each kind."""
        before = self.features.recipes[:number]
        return self.at["recipes"] + WORD * sum(len(each.counts) * each.width for each in before)

    def asked(self, number: int) -> int:
        """Where stands how a need asks for each value."""
        before = self.features.needs[:number]
        return self.at["asked"] + WORD * sum(self.features.recipes[each.recipe].width for each in before)


@writes(I32)
def look_around(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat): the value of each context, and how many pieces of each value are held, into the area; once more the
    contexts that tell anything."""
    p = Area(a)
    w.set(p.word("looking"), seat)
    for number, held in enumerate(p.features.held):
        at, value = p.held(number), w.local()
        w.fill_0(at, WORD * p.features.columns[held.column].size)
        with each_piece(a, w, held.zone, seat if held.own else const(0)) as (kind, count):
            w.set(value, p.number(a, w, held.column, kind + 1).to_bytes())
            w.set(value.at(at), value.at(at) + count)
    for number in range(len(p.features.needs)):
        w.call(a.number("look_at_need", number), seat)
    end, found = w.kept(p.at["told"]), w.local()
    for at, (offset, context) in enumerate(zip(p.features.offsets, p.features.contexts, strict=False)):
        w.set(found, _value(a, w, at, context, seat))
        w.set(p.word("contexts", at), found + offset)
        with w.when(const(1) if context.column is None else found):
            w.set(end.at(), found + offset)
            w.raise_by(end, WORD)
    w.set(p.word("told_end"), end)


@contextmanager
def each_piece(a: Assembly, w: Writer, zone: int, instance: Term) -> Iterator[tuple[Term, Term]]:
    """What is written inside runs for the pieces of a zone, by kind or one after the other: the kind, and how many of
    it lie there, maybe none."""
    layout, at = a.program.zones[zone], w.local()
    first = w.kept(instance * (WORD * layout.stride) + a.map.cell(layout.offset))
    if unordered(layout):
        w.set(at, 0)
        with w.some_steps(at, layout.stride):
            yield at, first.word(at)
    else:
        w.set(at, 1)
        with w.steps(at, first.at() + 1):
            yield w.kept(first.word(at)), const(1)


def _value(a: Assembly, w: Writer, number: int, context: Context, seat: Term) -> Term:
    """The value of the context with this number; of levels the amount of the piece comes into the area."""
    if context.need is not None:
        return Area(a).word("least", context.need)
    if context.cell is not None:
        cell = (seat if context.own else const(0)) * WORD + a.map.cell(context.cell)
        above = cell.at() - context.low
        above = Area(a).from_seat(w, above, a.program.players) if context.seats else above
        return _told(w, above, context.size)
    if context.zone is None:
        if context.held is None:
            return const(0)
        total = w.kept(_sum(a, context.held))
        return choice(total, MAX_TOTAL, total.op("<u", MAX_TOTAL))
    layout, crowd = a.program.zones[context.zone], a.map.known[context.zone]
    instance, first, found = seat if context.own else const(context.instance), w.local(), w.local()
    if context.column is None and crowd is not None and unordered(layout):
        w.set(found, (instance * crowd.stride).at(crowd.address))
        return choice(found, MAX_SIZE, found < MAX_SIZE)
    w.set(first, instance * (WORD * layout.stride) + a.map.cell(layout.offset))
    w.set(found, first.at())
    if context.column is None:
        return choice(found, MAX_SIZE, found < MAX_SIZE)
    p = Area(a)
    if context.held is not None:
        w.set(found, p.number(a, w, context.column, found).to_bytes())
        alike = w.kept(found.at(p.held(context.held)))
        return choice(choice(alike, MAX_HELD, alike < MAX_HELD) + 1, 0, found)
    if p.features.columns[context.column].levels:
        return _level(a, w, number, context, first)
    if not single(layout):
        with w.when(found):
            w.set(found, (first + (const(1) if context.end == FIRST else found).to_bytes()).at() + 1)
    if context.entry is not None:
        return choice(_entry(a, w, context.entry, context.column, found), 0, found)
    return p.number(a, w, context.column, found)


def _told(w: Writer, above: Term, size: int) -> Term:
    """What is told of a number that is so far above its lowest one, as one below this size."""
    kept, found, last = w.kept(above), w.local(), size - 1
    w.set(found, const(31) - (kept + 1).high_zeros() if last == DIGITS else kept)
    return choice(choice(found, last, found.op("<u", last)), last, kept.op("<u", 1 << DIGITS))


def _entry(a: Assembly, w: Writer, number: int, column: int, piece: Term) -> Term:
    """1 + what is told of an entry for the value of a piece, which counts from 1; 0 if it has none."""
    p = Area(a)
    none = p.features.columns[column].choices - p.features.entries[number].count
    value = w.kept(piece.to_bytes().at(p.values(column)) - none)
    return choice(_entry_of(a, w, number, choice(value, 0, value >= 0)) + 1, 0, value >= 0)


def _entry_of(a: Assembly, w: Writer, number: int, value: Term) -> Term:
    """What is told of an entry for a value, or for none that there is."""
    p = Area(a)
    entry = p.features.entries[number]
    kept = w.kept(value)
    w.set(kept, choice(kept, 0, kept.op("<u", entry.count)))
    if entry.need is not None:
        return kept.to_bytes().at(p.asked(entry.need))
    if entry.zone is not None:
        crowd = a.map.known[entry.zone]
        assert crowd is not None
        size = w.kept((kept * crowd.stride).at(crowd.address))
        return choice(size, MAX_SIZE, size < MAX_SIZE)
    first = p.word("looking") * entry.count if entry.own else const(0)
    above = (first + kept).to_bytes().at(a.map.cell(entry.cell)) - entry.low
    return _told(w, p.from_seat(w, above, a.program.players) if entry.seats else above, entry.size)


def _level(a: Assembly, w: Writer, number: int, context: Context, first: Term) -> Term:
    """The same of levels; `first`: the address of the zone."""
    p, ends = Area(a), list[Term]()
    assert context.column is not None
    for last in (context.end == LAST, context.end != LAST) if context.ends else (None,):
        # of a row the first piece from this end on that has a number, or none
        here, at, count = w.local(), w.local(), w.local()
        w.set(count, 1 if last is None else first.at())
        w.set(at, 0)
        with w.steps(at, count) as out:
            place = first if last is None else first + (count - at if last else at + 1).to_bytes()
            w.set(here, place.at() + (0 if last is None else 1))
            w.branch_if(out, here.to_bytes().at(p.column(context.column)))
        w.set(here, choice(0, here, at >= count))
        ends.append(here)
    level, amount = (w.kept(ends[0].to_bytes().at(each(context.column))) for each in (p.column, p.values))
    w.set(p.word("amounts", number), amount)
    if not context.ends:
        return level
    other = w.kept(ends[1].to_bytes().at(p.values(context.column)))
    return choice(level * COMPARED + (const(1) + (amount > other) - (amount < other)), 0, level)


def _sum(a: Assembly, number: int) -> Term:
    """The sum of what is held."""
    p, total = Area(a), const(0)
    for value, worth in enumerate(p.features.columns[p.features.held[number].column].worths):
        total += memory(p.held(number) + WORD * value) * worth
    return total


@writes(F64, I32, gives=F64)
def by_contexts(a: Assembly, w: Writer, mode: str, product: Term, at: Term) -> None:
    """(product, number of a token's first weight) -> the product with the weights of the token."""
    p = Area(a)
    told = w.kept(p.at["told"])
    with w.some_steps(told, p.word("told_end"), WORD):
        number = at + told.at()
        if mode == NOTED:
            _note(p, w, number)
        w.set(product, product * p.weight(number))
    w.push(product)


@writes(F64, I32, gives=F64)
def by_weight(a: Assembly, w: Writer, mode: str, product: Term, at: Term) -> None:
    """(product, number of a weight) -> the product with it."""
    p = Area(a)
    if mode == NOTED:
        _note(p, w, at)
    w.push(product * p.weight(at))


def _note(p: Area, w: Writer, number: Term) -> None:
    """Add a weight to the trail, if it has room."""
    end = p.word("trail_end")
    with w.when(end.op("<u", p.at["trail"] + 2 * WORD * TRAIL)):
        at = w.kept(end)
        w.set(at.at(), number)
        w.set(at.at(WORD), p.word("noting"))
        w.set(end, at + 2 * WORD)


@writes(I32, I32, gives=F64)
def move_weight(a: Assembly, w: Writer, mode: str, move: Term, rank: Term) -> None:
    """(number of a listed move, rank) -> its weight."""
    w.set(move, listed_move(a, move))
    for _, site in w.cases(memory(NUMBER), a.program.sites):
        for _, offer in w.cases(move.at(), site.offers):
            w.answer(called(a.number("action_weight", offer.action, mode), move, rank, kind=F64))
    w.op("unreachable")


@writes(I32, I32, gives=F64)
def action_weight(a: Assembly, w: Writer, number: int, mode: str, move: Term, rank: Term) -> None:
    """(address of a move of this action, rank) -> its weight."""
    p, action, product, chosen = Area(a), a.program.actions[number], w.local(F64), w.kept(move.at(WORD))
    base, width, here = p.features.actions[number], p.features.width, chosen * RANKS + rank + (1 + (number << 20))
    # members and ranks are mostly those of the move before
    with w.when(const(1) if mode == NOTED else p.word("last_of").differs(here)):
        w.set(product, called(a.number("by_contexts", mode), real(1.0), chosen * width + base, kind=F64))
        stands = rank if in_order(a.program, p.features, number) else const(ONLY)
        ranked = stands * width + (base + len(action.variants) * width)
        w.set(p.real("last"), called(a.number("by_contexts", mode), product, ranked, kind=F64))
        w.set(p.word("last_of"), here)
    w.set(product, p.real("last"))
    for variant, _ in w.cases(chosen, action.variants):
        for at, pick in enumerate(action.picks(variant)):
            of = -1 if at < action.common else variant
            first, place = _crossed(a, w, (number, of, at), pick, move), WORD * (2 + pick.at)
            if pick.several is None:
                w.set(product, _picked(a, w, pick, mode, product, first, move.at(place)))
                continue
            member, end = w.local(), w.local()
            w.set(end, member.keep(move) + move.at(place) * (WORD * pick.words))
            with w.steps(member, end, WORD * pick.words):
                w.set(product, _picked(a, w, pick, mode, product, first, member.at(place + WORD)))
    w.push(product)


def _crossed(a: Assembly, w: Writer, which: tuple[int, int, int], pick: Pick, move: Term) -> Term:
    """Where the weights of a pick begin, by what else a move picks."""
    made, first = Area(a).features, w.local()
    w.set(first, made.picks[which])
    if pick.argument.component is not None and pick.argument.kind == "piece":
        block = sum(count for _, count in piece_parts(made, pick.argument.component))
        for other in crossings(a.program, made, which):
            value = w.kept(move.at(WORD * (2 + other.pick.at)))
            if other.entry is not None:
                w.set(value, _entry_of(a, w, other.entry, value))
            elif other.pick.argument.players:
                w.set(value, Area(a).from_seat(w, value, a.program.players))
            w.set(first, first + choice(value, 0, value.op("<u", other.size)) * block)
            block *= other.size
    return first


def _picked(a: Assembly, w: Writer, pick: Pick, mode: str, product: Term, first: Term, word: Term) -> Term:
    """The product with the weights of what a pick has picked."""
    if pick.argument.kind == "piece":
        return called(a.number("by_piece", pick.argument.component, mode), product, first, word, kind=F64)
    value, values, found = w.kept(word), values_of(a.program, pick), w.local(F64)
    if pick.argument.kind == "number":
        w.set(value, choice(value, values - 1, value.op("<u", values)))
    w.set(found, product)
    p = Area(a)
    told = p.from_seat(w, value, values) if pick.argument.players else value
    with w.when(value.op("<u", values)):
        at = told * p.features.width + first
        w.set(found, called(a.number("by_contexts", mode), product, at, kind=F64))
    for place, context in enumerate(p.features.sums if pick.argument.kind == "number" else ()):
        total = w.kept(_sum(a, p.features.contexts[context].held or 0))
        at = first + (values * p.features.width + COMPARED * place + 1) + (word > total) - (word < total)
        w.set(found, called(a.number("by_weight", mode), found, at, kind=F64))
    behind = values * p.features.width
    for number in p.features.entries_of(pick.argument.of) if pick.argument.kind == "value" else ():
        at = first + _entry_of(a, w, number, value) + behind
        w.set(found, called(a.number("by_weight", mode), found, at, kind=F64))
        behind += p.features.entries[number].size
    return found


@writes(F64, I32, I32, gives=F64)
def by_piece(a: Assembly, w: Writer, component: int, mode: str, product: Term, at: Term, kind: Term) -> None:
    """(product, where the weights of a picked piece begin, its kind) -> the product with them."""
    p, value, other = Area(a), w.local(), w.local()

    def times(name: str, where: Term) -> None:
        w.set(product, called(a.number(name, mode), product, where, kind=F64))

    for number, column in p.features.columns_of(component):
        w.set(value, p.number(a, w, number, kind + 1))
        times("by_contexts", value * p.features.width + at)
        w.raise_by(at, column.size * p.features.width)
        for context in p.features.compared(number):
            of = p.features.contexts.index(context)
            w.set(other, p.word("contexts", of) - p.features.offsets[of])
            if column.levels:
                w.set(value, kind.to_bytes().at(p.values(number) + WORD) - p.word("amounts", of))
                far = choice(_distance(w, value), 0, other)
                way = far * COMPARED + (other & COMPARED - 1) if context.ends else far
            else:
                way = choice(const(1) + (value > other) - (value < other), COMPARED - 1, other)
            times("by_weight", at + way)
            w.raise_by(at, ways(column, context))
        for zone in p.features.counted(number):
            w.set(other, p.number(a, w, number, kind + 1).to_bytes().at(p.held(zone)))
            times("by_weight", at + choice(other, MAX_HELD, other < MAX_HELD))
            w.raise_by(at, MAX_HELD + 1)
        for entry in p.features.entries_for(column):
            times("by_weight", at + _entry(a, w, entry, number, kind + 1))
            w.raise_by(at, 1 + p.features.entries[entry].size)
    for entry in p.features.fields_of(component):
        times("by_weight", at + _entry_of(a, w, entry, kind))
        w.raise_by(at, p.features.entries[entry].size)
    for number, recipe in p.features.recipes_of(component):
        for stock in p.features.stocks_for(recipe):
            times("by_weight", at + called(a.number("lacking", number, stock), kind))
            w.raise_by(at, LACKS)
        for need in p.features.needs_for(recipe):
            times("by_weight", at + called(a.number("yielding", number, need), kind))
            w.raise_by(at, YIELDS)
    w.push(product)


def _distance(w: Writer, apart: Term) -> Term:
    """How far numbers are apart of which this is the difference."""
    digits = w.kept(const(32) - choice(apart, const(0) - apart, apart > 0).high_zeros())
    w.set(digits, choice(digits, DISTANCES // 2 - 1, digits < DISTANCES // 2 - 1))
    return const(DISTANCES // 2) + choice(digits, const(0) - digits, apart > 0)


@writes(I32, gives=F64)
def weigh(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat): the weights of its listed moves, into the area -> their sum."""
    p, move, total, weight = Area(a), w.local(), w.local(F64), w.local(F64)
    w.call(a.number("look_around"), seat)
    w.set(p.word("last_of"), 0)
    with w.steps(move, memory(COUNT)):
        w.set(weight, called(a.number("move_weight", PLAIN), move, rank_of(a, w, move), kind=F64))
        w.set((move << 3).at(p.at["weights"], "real"), weight)
        w.set(total, total + weight)
    w.push(total)


def rank_of(a: Assembly, w: Writer, move: Term) -> Term:
    """Where a listed move stands among those of its variant."""
    here, before, behind, step = w.local(), w.local(), w.local(), WORD * a.map.stride

    def same(other: Term) -> Term:
        return other.at().equals(here.at()) & other.at(WORD).equals(here.at(WORD))

    w.set(here, listed_move(a, move))
    for found, there, way in ((before, move, -step), (behind, move + 1 < memory(COUNT), step)):
        w.set(found, 0)
        with w.when(there):
            w.set(found, same(here + way))
    return choice(choice(BETWEEN, LAST, behind), choice(FIRST, ONLY, behind), before)


@writes(F64, gives=I32)
def drawn_move(a: Assembly, w: Writer, total: Term) -> None:
    """(sum of the weights) -> the number of a move by lot, with the next number of the generator in `RANDOM`."""
    left, move = w.local(F64), w.local()
    w.set(RANDOM, RANDOM + const(GAMMA, I64))
    w.set(left, (mix(w, RANDOM) >> 11).real() * real(2.0**-53) * total)
    with w.until(move + 1 >= memory(COUNT)) as out:
        w.set(left, left - (move << 3).at(Area(a).at["weights"], "real"))
        w.branch_if(out, left < real(0.0))
        w.raise_by(move, 1)
    w.push(move)


@writes(I32, gives=I32)
def policy_move(a: Assembly, w: Writer, seat: Term) -> None:
    """(seat) -> the number of its move by the policy."""
    w.answer_if(memory(COUNT).equals(1), 0)
    w.push(called(a.number("drawn_move"), called(a.number("weigh"), seat, kind=F64)))
