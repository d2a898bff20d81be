"""Regions of a board, and sentences that turn, swap, slide, show, change and pass on pieces where they lie."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.facts.ranges import TOTALS, totals
from rulewright.language.intervals import LIMIT, Range
from rulewright.language.types import NONE_NUMBER
from rulewright.machine.lower import indexing, moving, pieces, rewriting, waiting
from rulewright.machine.lower.builder import Body, Scope, Spot
from rulewright.machine.lower.terms import add, at, both, equal, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Regions: the places that hang together with a first one, found by a flood that asks each place once, or, where
# entering a place costs something, by a search that asks each once, that one next to which the cheapest way leads


BITS: Final = 30
"""So many places are marked in one number."""


@frozen
class Flood:
    """Where a region is marked, by a bit for each place, in `cells` cells from `inside` on; `size` is how many
    places it has. While it is looked for, places that are come to are marked from `reached` on, and stand in a row,
    from `row` on, `length` of them; from `before` on stands, if that is wanted, from where each was come to. Places
    count from 0; the value of the first is `low`. The tables `words` and `bits` say in which cell the bit of a
    place stands, and which it is."""

    places: int
    low: int
    cells: int
    inside: int
    reached: int
    row: int
    length: ir.Cell
    size: ir.Cell
    words: int
    bits: int
    before: int | None = None

    def marked(self, marks: int, place: ir.Expr) -> ir.Expr:
        """Whether a place is marked."""
        bit = ir.Bin("bitand", at(marks, ir.TableAt(self.words, place)), ir.TableAt(self.bits, place))
        return inverse(equal(bit, ir.ZERO))

    def mark(self, marks: int, place: ir.Expr) -> ir.Statement:
        """A place is marked from now on."""
        word, bit = ir.TableAt(self.words, place), ir.TableAt(self.bits, place)
        return set_at(marks, word, ir.Bin("bitor", at(marks, word), bit))

    def come_to(self, scope: Scope, place: ir.Expr) -> None:
        """A place waits from now on."""
        scope.emit(self.mark(self.reached, place), set_at(self.row, self.length, place))
        scope.increase(self.length)


def each(scope: Scope, seq: core.Region, body: Body) -> None:
    """Carries out `body` for each place of a region, in declared order."""
    found = flood(scope, seq)
    with scope.loop(ir.ZERO, ir.Const(found.cells)) as cell, scope.when(at(found.inside, cell)):
        first = times(cell, BITS)
        end = ir.Bin("min", plus(first, BITS), ir.Const(found.places))
        with scope.loop(first, end) as place, scope.when(found.marked(found.inside, place)):
            body(Spot(scope.kept(plus(place, found.low))))


def flood(
    scope: Scope,
    seq: core.Region,
    body: Body | None = None,
    away: ir.Cell | None = None,
    begin: Callable[[ir.Cell | ir.Const], int] | None = None,
) -> Flood:
    """Finds a region, in a loop of its own: it is marked, or `body` is carried out for each place as it is found, when
    it is so many steps `away`, or costs so much. `begin`, which costs do not ask, is told the first place, emits what
    is done before, and answers where it is kept from where each place was come to."""
    build, all_places = scope.build, indexing.elements(scope, seq.seq.seq)
    found = _nothing_yet(scope, all_places)
    places, low, inside, row = found.places, found.low, found.inside, found.row
    for marks in (found.reached,) if body else (found.reached, inside):
        scope.emit(ir.Fill(marks, ir.ZERO, ir.Const(found.cells), 0))
    values = indexing.Values("region", all_places)
    start = indexing.index(scope, seq.start, values)
    most = None if seq.most is None else scope.kept(indexing.some(scope, seq.most, seq.span))
    enough = ir.YES if most is None else ir.Bin(">=", most, ir.ZERO)
    lists = seq.beside.table if isinstance(seq.beside, core.TableList) else None
    of_each = all(isinstance(each, core.Get) and each.local == seq.local for each in getattr(seq.beside, "indices", ()))
    with scope.when(both(indexing.is_some(seq.start, start), enough)):
        first = scope.kept(plus(start, -low))
        if seq.costs:
            _find_cheapest(scope, seq, seq.costs, found, first, most, body, away)
            return found
        label, turn, place = build.label(), scope.cell(), scope.cell()
        if begin:
            found = evolve(found, before=begin(first))
        found.come_to(scope, first)
        steps = away or (None if most is None else scope.cell())
        further = None if steps is None else scope.cell(ir.ONE)  # where the places begin that are one step further
        if steps:
            scope.set(steps, ir.ZERO)
        # as long as some place waits, it is asked whether it passes; if so it is inside, and its neighbors are come to
        with scope.block() as code:
            scope.emit(ir.If(ir.Bin(">=", turn, found.length), (ir.Leave(label),)))
            if steps and further:
                with scope.when(equal(turn, further)):
                    scope.increase(steps)
                    scope.set(further, found.length)
            scope.set(place, at(row, turn))
            element = Spot(scope.kept(plus(place, low)))
            scope.bind(seq.seq.local, element)
            test = scope.value(seq.seq.condition)
            with scope.when(test):
                if body:
                    body(element)
                else:
                    scope.emit(found.mark(inside, place))
                    scope.increase(found.size)
                done = tuple(scope.code)
                with scope.when(ir.YES if most is None or steps is None else ir.Bin("<", steps, most)):
                    _come_to_neighbors(scope, seq, found, element)
        loop = ir.For(turn.index, ir.ZERO, ir.Const(places), tuple(code), span=scope.span)
        region = None
        if lists is not None and of_each and not low and not steps:
            beside = scope.core.list_tables[lists].values
            region = ir.Region(first, place.index, test, beside, BITS, inside, found.size.index, done if body else None)
        scope.emit(ir.Labelled(label, (loop,), region))
    return found


def _nothing_yet(scope: Scope, all_places: Range) -> Flood:
    """Room to find a region of these places."""
    build, places, cells = scope.build, all_places.extent, -(-all_places.extent // BITS)
    words = build.table(tuple(place // BITS for place in range(places)))
    bits = build.table(tuple(1 << place % BITS for place in range(places)))
    rows = build.array(cells), build.array(cells), build.array(places)
    numbers = scope.cell(ir.ZERO), scope.cell(ir.ZERO)
    return Flood(places, all_places.low, cells, *rows, *numbers, words, bits)


def _come_to_neighbors(scope: Scope, seq: core.Region, found: Flood, here: Spot) -> None:
    """What is next to a place waits, if it has not been come to before."""

    def come_to(other: ir.Cell) -> None:
        found.come_to(scope, other)
        if found.before is not None:
            scope.emit(set_at(found.before, other, plus(here.value, -found.low)))

    _each_beside(scope, seq, here, lambda other: inverse(found.marked(found.reached, other)), come_to)


def _each_beside(
    scope: Scope,
    seq: core.Region,
    here: Spot,
    wanted: Callable[[ir.Cell], ir.Expr],
    body: Callable[[ir.Cell], None],
) -> None:
    """Carries out `body` for what is next to a place and is `wanted`; that is asked first, unless somebody could tell
    that not all is asked then."""
    scope.bind(seq.local, here)
    all_places = indexing.elements(scope, seq.seq.seq)
    values = indexing.Values("region", all_places)
    can_be, beside, tests = indexing.elements(scope, seq.beside), seq.beside, list[tuple[int, core.Expr]]()
    calm = "early" in scope.build.passes and not scope.build.noting and rewriting.calm(scope.core, beside)
    while calm and isinstance(beside, core.Filter):
        tests.insert(0, (beside.local, beside.condition))
        beside = beside.seq

    def come_to(spot: Spot) -> None:
        there = indexing.within(scope, spot.value, can_be, values.range, values.words)
        other = scope.cell(plus(there, -all_places.low))
        with scope.when(wanted(other)), ExitStack() as passing:
            for local, test in tests:
                scope.bind(local, spot)
                passing.enter_context(scope.when(scope.value(test)))
            body(other)

    scope.each(beside, come_to)


def _find_cheapest(
    scope: Scope,
    seq: core.Region,
    costs: core.Mapped,
    found: Flood,
    first: ir.Cell | ir.Const,
    most: ir.Cell | ir.Const | None,
    body: Body | None,
    away: ir.Cell | None,
) -> None:
    """As long as some place waits, the nearest is asked whether it passes; if so it is inside, and what is next to it
    is entered, where that leads there for less than all before and for no more than `most`."""
    there = waiting.empty(scope, found.places, found.length, found.row)
    waiting.come_to(scope, there, first, ir.ZERO)
    can_be, place, total = indexing.range_here(scope, costs.value), scope.cell(), scope.cell()
    surely = TOTALS.holds(totals(scope.core, costs.value, found.places)) and not scope.build.every_test
    too_large = scope.fault("number-too-large", "What this way costs leaves what can be reckoned with (32 bits).")
    negative = f"To enter a place costs nothing or something, and this is {ir.VALUE}."

    def enter(other: ir.Cell) -> None:
        scope.bind(costs.local, Spot(scope.kept(plus(other, found.low))))
        cost = scope.atom(costs.value)
        with scope.when(indexing.is_some(costs.value, cost)):
            some = indexing.within(scope, cost, can_be, Range(0, LIMIT), negative)
            sum_ = add(total, some)
            further = scope.kept(sum_ if surely else ir.Checked(sum_, TOTALS.low, TOTALS.high, None, too_large))
            near = ir.YES if most is None else ir.Bin("<=", further, most)
            with scope.when(both(near, ir.Bin("<", further, there.total(other)))):
                waiting.come_to(scope, there, other, further)

    with scope.labelled() as done, scope.loop(ir.ZERO, ir.Const(found.places)):
        scope.emit(ir.If(equal(found.length, ir.ZERO), (ir.Leave(done),)))
        waiting.take(scope, there, place)
        scope.set(total, there.total(place))
        if away:
            scope.set(away, total)
        element = Spot(scope.kept(plus(place, found.low)))
        scope.bind(seq.seq.local, element)
        with scope.when(scope.value(seq.seq.condition)):
            if body:
                body(element)
            else:
                scope.emit(found.mark(found.inside, place))
                scope.increase(found.size)
            _each_beside(scope, seq, element, lambda other: ir.Bin("<", total, there.total(other)), enter)


# ---- Sentences that turn, swap, slide, show and change pieces where they lie, and cannot stop


def flip(scope: Scope, sentence: core.Flip) -> None:
    """`flip c face up`."""
    found = pieces.piece(scope, sentence.piece)
    words = "This piece cannot be flipped: it lies where pieces have no faces."
    fault = scope.fault("cannot-flip", words, sentence.span)
    pieces.something(scope, sentence.piece, found, sentence.span)
    if changed := scope.build.changed(sentence):  # it shows another face afterwards, or is known to fewer
        face, mark = (scope.build.of_cell(question, found.place) for question in ("face", "mark"))
        down = ir.At(0, face) if sentence.face == "up" else ir.Inverse(ir.At(0, face))
        known = ir.Either((down, ir.Bin("!=", ir.At(0, mark), ir.ZERO)))
        scope.emit(ir.If(both(ir.Bin(">=", face, ir.ZERO), known), changed))
    scope.emit(ir.Flip(found.place, sentence.face, fault))


def show(scope: Scope, sentence: core.Show) -> None:
    """`show x to y`."""
    everyone = ir.Const(2**scope.core.players - 1)
    mask = scope.cell(everyone) if sentence.to is None else seats_mask(scope, sentence.to)

    def show_piece(spot: Spot) -> None:
        with scope.apart():
            loc = spot.loc or ir.Invoke(pieces.search_in(scope, sentence.component), (spot.value,))
            scope.emit(ir.ShowPiece(spot.value, loc, mask), *scope.build.changed(sentence))

    scope.each(sentence.seq, show_piece)


def seats_mask(scope: Scope, seq: core.Seq) -> ir.Cell:
    """The seats of a sequence as bits."""
    mask = scope.cell(ir.ZERO)
    scope.each(seq, lambda spot: scope.set(mask, ir.Bin("bitor", mask, ir.Bin("shl", ir.ONE, spot.value))))
    return mask


def swap(scope: Scope, sentence: core.SwapPlaces) -> None:
    """`swap a and b`: two places of one board."""
    first = moving.target(scope, sentence.first, sentence.span)
    second = moving.target(scope, sentence.second, sentence.span)
    assert first.place is not None
    assert second.place is not None
    scope.emit(ir.SwapPlaces(ir.ZoneAt(first.zone, first.instance), first.place, second.place))


def rotate(scope: Scope, sentence: core.RotateLine) -> None:
    """`rotate line toward d`, `rotate square`."""
    board, reverse = moving.target(scope, sentence.board, sentence.span), scope.atom(sentence.reverse)
    row = scope.row(indexing.bound(scope, sentence.seq), pieces=False)
    low = scope.core.zones[sentence.board.zone].low
    scope.empty(row)
    scope.each(sentence.seq, lambda spot: scope.append(row, Spot(plus(spot.value, -low))))
    scope.emit(ir.RotatePlaces(board, row.base, row.length, reverse))


def pack(scope: Scope, sentence: core.PackBoard) -> None:
    """`pack market toward side`: lane by lane, each from that side on; lanes are rows for left and right."""
    board = moving.target(scope, sentence.board, sentence.span)
    side = scope.kept(indexing.some(scope, sentence.side, sentence.span))
    starts, flat = indexing.flattened(scope, sentence.lanes)
    grid = next(g for g in scope.core.geometries if g.place == scope.core.zones[sentence.board.zone].place)
    lengths = (grid.columns, grid.columns, grid.rows, grid.rows)
    numbers = (grid.rows, grid.rows, grid.columns, grid.columns)
    begin = scope.cell(indexing.table_at(scope, starts, side))
    length = scope.cell(indexing.table_at(scope, lengths, side))
    base = scope.base_of(scope.build.layout.zones[board.zone], board.instance)
    with scope.loop(ir.ZERO, indexing.table_at(scope, numbers, side)) as lane:
        first, free = scope.cell(add(begin, ir.Bin("*", lane, length))), scope.cell(ir.ZERO)
        with scope.loop(ir.ZERO, length) as index:
            place = scope.cell(ir.TableAt(flat, ir.Bin("+", first, index)))
            with scope.when(ir.Bin(">", at(0, add(base, place)), ir.ZERO)):
                goal = ir.TableAt(flat, ir.Bin("+", first, free))
                scope.emit(ir.If(ir.Bin("!=", free, index), (ir.SwapPlaces(board, goal, place),)))
                scope.increase(free)


def change_piece(scope: Scope, sentence: core.ChangePiece) -> None:
    """`set p's a to v`: the kind that differs in this attribute only, from a constant table."""
    piece = sentence.piece
    found = pieces.piece(scope, piece)
    pieces.something(scope, piece, found, sentence.span)
    pieces.not_stale(scope, piece, found, sentence.span)
    new_value = scope.atom(sentence.value)
    # for each kind and value the kind that differs in the attribute only, or -1
    columns = [attribute.table for attribute in scope.core.components[sentence.component].attributes]
    rows, column = list(zip(*columns, strict=True)), sentence.attribute
    real = [value for value in columns[column] if isinstance(value, int) and value > NONE_NUMBER]
    low, high = min(real, default=0), max(real, default=0)
    kinds = {row: kind for kind, row in reversed(list(enumerate(rows)))}
    wanted = ((*row[:column], value, *row[column + 1 :]) for row in rows for value in range(low, high + 1))
    table = scope.build.table(tuple(kinds.get(row, -1) for row in wanted))
    index = add(times(found.value, high - low + 1), plus(new_value, -low))
    inside = both(ir.Bin(">=", new_value, ir.Const(low)), ir.Bin("<", new_value, ir.Const(high + 1)))
    new = scope.cell(ir.Select(inside, ir.TableAt(table, index), ir.NO_PLACE))
    words = "There is no piece in the box that differs in this way only."
    fault = scope.fault("no-such-piece", words, sentence.span, impossible=True)
    scope.refuse(ir.Bin("<", new, ir.ZERO), fault)
    with scope.when(ir.Bin("!=", new, found.value)):
        scope.emit(ir.ChangePiece(found.value, found.place, new, sentence.component, fault))
        if isinstance(piece, core.Get):  # the local that is the piece is the new kind afterwards
            scope.put(scope.spot(piece.local), new)
        scope.emit(*scope.build.changed(sentence))


# ---- Whole zones go where others have been
# Whether all has its own place, and room there, is found out before anything is taken up.


Way = tuple[ir.ZoneAt, ir.ZoneAt]
"""From where to where; the first instance is below 0 if nothing goes."""


def pass_on(scope: Scope, sentence: core.PassZones) -> None:
    """`swap A and B`, `each player at once: move all A to B`."""
    ways = [_way(scope, sentence, each) for each in sentence.passings]
    words = "Two would come to lie together here: each must go where nobody's lies when all are taken up."
    together = scope.fault("passed-together", words, sentence.span, impossible=True)
    # two go to the same zone, or something lies where one ends that goes nowhere itself
    tests = [
        both(_goes(one), _goes(other), _same(one[1], other[1])) for at, one in enumerate(ways) for other in ways[:at]
    ]
    for way in ways:
        stays = [inverse(_same(start, way[1])) for start, _ in ways]
        tests.append(both(_goes(way), *stays, ir.Bin(">", ir.Size(way[1].zone, way[1].instance), ir.ZERO)))
    for test in tests:
        if test != ir.NO and not (isinstance(test, ir.Both) and ir.NO in test.operands):
            scope.refuse(test, together)
    for start, end in ways:  # more can come than there is room for only from another zone
        zone = scope.build.layout.zones[end.zone]
        if start.zone != end.zone and zone.declared_capacity is not None:
            words = f"There is no room in {zone.name}: it is full."
            fault = scope.fault("zone-full", words, sentence.span, impossible=True)
            more = ir.Bin(">", ir.Size(start.zone, start.instance), ir.Const(zone.declared_capacity))
            scope.refuse(both(_goes((start, end)), more), fault)
    for start, end in ways:  # loops over what lies where a way begins will not find it again
        base = scope.base_of(scope.build.layout.zones[start.zone], start.instance)
        with scope.block() as told:
            moving.tell_waiting_loops(scope, sentence.span, base, moving.ANY_PLACE)
        if told:
            with scope.when(_goes((start, end))):
                scope.emit(*told)
    scope.emit(ir.PassZones(tuple(ways)))


def _way(scope: Scope, sentence: core.PassZones, each: core.Passing) -> Way:
    """Both ends; a zone that would go to itself stays."""
    test, (source, to) = scope.value(each.when), (each.source, each.to)
    with scope.block() as find:
        start, end = (indexing.certain(scope, indexing.instance(scope, ref), sentence.span) for ref in (source, to))
    if test == ir.YES and not find and isinstance(start, ir.Const) and isinstance(end, ir.Const):
        stays = source.zone == to.zone and start == end
        return ir.ZoneAt(source.zone, ir.NO_PLACE if stays else start), ir.ZoneAt(to.zone, end)
    cells = scope.cell(ir.NO_PLACE), scope.cell(ir.NO_PLACE)
    with scope.when(test):
        scope.emit(*find, ir.Set(cells[0].index, start), ir.Set(cells[1].index, end))
        if source.zone == to.zone:
            scope.emit(ir.If(equal(*cells), (ir.Set(cells[0].index, ir.NO_PLACE),)))
    return ir.ZoneAt(source.zone, cells[0]), ir.ZoneAt(to.zone, cells[1])


def _goes(way: Way) -> ir.Expr:
    start = way[0].instance
    return ir.Const(int(start.value >= 0)) if isinstance(start, ir.Const) else ir.Bin(">=", start, ir.ZERO)


def _same(one: ir.ZoneAt, other: ir.ZoneAt) -> ir.Expr:
    if one.zone != other.zone:
        return ir.NO
    if isinstance(one.instance, ir.Const) and isinstance(other.instance, ir.Const):
        return ir.Const(int(one.instance == other.instance))
    return equal(one.instance, other.instance)
