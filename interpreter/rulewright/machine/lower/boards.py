"""Regions of a board, and sentences that turn, swap, slide, show, change and pass on pieces where they lie."""

from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.types import NONE_NUMBER
from rulewright.machine.lower import indexing, moving, pieces, terms
from rulewright.machine.lower.builder import Body, Scope, Spot, Stretch
from rulewright.machine.lower.terms import add, at, both, equal, guarded, increase, inverse, plus, set_at, times
from rulewright.machine.program import nodes as ir

# ---- Regions: the places that hang together with a first one, found by a flood that asks each place once
# In: a scope and a core region. Out: a `Flood`, where it is to be marked, and the code that finds it.


BITS: Final = 30
"""So many places are marked in one number."""


@frozen
class Flood:
    """Where a region is marked, by a bit for each place, in `cells` cells from `inside` on; `size` is how many places
    it has. While it is looked for, places that are come to are marked from `reached` on, and stand in a row, from `row`
    on, `length` of them. Places count from 0; the value of the first is `low`. The tables `words` and `bits` say in
    which cell the bit of a place stands, and which it is."""

    places: int
    low: int
    cells: int
    inside: int
    reached: int
    row: int
    length: int
    size: int
    words: int
    bits: int

    def holds(self, place: ir.Expr) -> ir.Expr:
        """Whether a place is in it."""
        return inverse(self.free(self.inside, place))

    def free(self, marks: int, place: ir.Expr) -> ir.Expr:
        """Whether a place is not marked."""
        return equal(ir.Bin("bitand", at(marks, ir.TableAt(self.words, place)), ir.TableAt(self.bits, place)), ir.ZERO)

    def mark(self, marks: int, place: ir.Expr) -> ir.Statement:
        """A place is marked from now on."""
        word, bit = ir.TableAt(self.words, place), ir.TableAt(self.bits, place)
        return set_at(marks, word, ir.Bin("bitor", at(marks, word), bit))

    def come_to(self, place: ir.Expr) -> ir.Code:
        """A place waits from now on."""
        in_row = set_at(self.row, ir.Cell(self.length), place)
        return (self.mark(self.reached, place), in_row, increase(self.length))


def each(scope: Scope, seq: core.Region, body: Body) -> ir.Code:
    """Code that carries out `body` for each place of a region, in declared order."""
    found, cell, place = flood(scope, seq), scope.temp(), scope.temp()
    spread = code(scope, seq, found)
    keep, element = scope.kept(plus(ir.Cell(place), found.low))
    here = ir.If(found.holds(ir.Cell(place)), (*keep, *body(Spot(element))))
    first = times(ir.Cell(cell), BITS)
    marked = ir.For(place, first, ir.Bin("min", plus(first, BITS), ir.Const(found.places)), (here,), span=scope.span)
    some = ir.If(at(found.inside, ir.Cell(cell)), (marked,))
    return (*spread, ir.For(cell, ir.ZERO, ir.Const(found.cells), (some,), span=scope.span))


def flood(scope: Scope, seq: core.Region) -> Flood:
    """Cells for a region."""
    table, build = scope.core.list_tables[seq.beside.table], scope.build
    places = len(table.values)
    cells = -(-places // BITS)
    marks, row, length, size = (build.array(cells), build.array(cells)), build.array(places), scope.temp(), scope.temp()
    words = build.table(tuple(place // BITS for place in range(places)))
    bits = build.table(tuple(1 << place % BITS for place in range(places)))
    return Flood(places, table.lows[0], cells, *marks, row, length, size, words, bits)


def code(scope: Scope, seq: core.Region, made: Flood, body: Body | None = None) -> ir.Code:
    """Code that finds a region, to stand in a loop of its own: it is marked, or `body` is carried out for each place as
    it is found."""
    nothing: ir.Code = (ir.Fill(made.reached, ir.ZERO, ir.Const(made.cells), 0), ir.Set(made.length, ir.ZERO))
    if body is None:
        nothing += (ir.Fill(made.inside, ir.ZERO, ir.Const(made.cells), 0), ir.Set(made.size, ir.ZERO))
    lists = scope.core.list_tables[seq.beside.table]
    start = indexing.table_index(scope, seq.beside.indices, lists)
    kept, first = scope.kept(start.index)
    # as long as some place waits, it is asked whether it passes; if so it is inside, and its neighbors are come to
    turn, place, label = ir.Cell(scope.temp()), ir.Cell(scope.temp()), scope.build.label()
    ended = ir.If(ir.Bin(">=", turn, ir.Cell(made.length)), (ir.Leave(label),))
    take = ir.Set(place.index, at(made.row, turn))
    keep, element = scope.kept(plus(place, made.low))
    scope.bind(seq.seq.local, Spot(element))
    test = scope.value(seq.seq.condition)
    inside = body(Spot(element)) if body else (made.mark(made.inside, place), increase(made.size))
    starts, flat = indexing.flattened(scope, seq.beside.table)
    index, other = ir.Cell(scope.temp()), ir.Cell(scope.temp())
    begin, end = (indexing.table_at(scope, starts, plus(place, step)) for step in (0, 1))
    read = ir.Set(other.index, plus(ir.TableAt(flat, index), -made.low))
    new = ir.If(made.free(made.reached, other), made.come_to(other))
    asked = guarded(test, (*inside, ir.For(index.index, begin, end, (read, new), span=scope.span)))
    loop = ir.For(turn.index, ir.ZERO, ir.Const(made.places), (ended, take, *keep, *asked), span=scope.span)
    beside = tuple(tuple(neighbor - made.low for neighbor in row) for row in lists.values)
    each_ = inside if body else None
    region = ir.Region(first, place.index, test, beside, BITS, made.inside, made.size, each_)
    spread = ir.Labelled(label, (loop,), None if keep else region)
    return (*nothing, *start.around((*kept, *made.come_to(first), spread)))


# ---- Sentences that turn, swap, slide, show and change pieces where they lie
# In: a scope and a core sentence that cannot stop. Out: structured code.


def flip(scope: Scope, sentence: core.Flip) -> ir.Code:
    """`flip c face up`."""
    found = pieces.piece(scope, sentence.piece)
    words = "This piece cannot be flipped: it lies where pieces have no faces."
    fault = scope.fault("cannot-flip", words, sentence.span)
    check = pieces.something(scope, sentence.piece, found, sentence.span)
    changed = scope.build.changed(sentence)
    if changed:  # it shows another face afterwards, or is known to fewer
        face, mark = (scope.build.of_cell(question, found.loc) for question in ("face", "mark"))
        down = ir.At(0, face) if sentence.face == "up" else ir.Inverse(ir.At(0, face))
        known = ir.Either((down, ir.Bin("!=", ir.At(0, mark), ir.ZERO)))
        changed = (ir.If(both(ir.Bin(">=", face, ir.ZERO), known), changed),)
    return (*found.code, *check, *changed, ir.Flip(found.loc, sentence.face, fault))


def show(scope: Scope, sentence: core.Show) -> ir.Code:
    """`show x to y`."""
    mask = scope.temp()
    code: ir.Code = (ir.Set(mask, ir.Const(2**scope.core.players - 1)),)
    if sentence.to is not None:
        code = seats_mask(scope, sentence.to, mask)

    def show_piece(spot: Spot) -> ir.Code:
        loc = spot.loc or ir.Invoke(pieces.search_in(scope, sentence.component), (spot.value,))
        return (ir.ShowPiece(spot.value, loc, ir.Cell(mask)), *scope.build.changed(sentence))

    return (*code, *scope.each(sentence.seq, lambda spot: scope.apart(lambda: show_piece(spot))))


def seats_mask(scope: Scope, seq: core.Seq, mask: int) -> ir.Code:
    """The seats of a sequence as bits of a cell."""

    def add_seat(spot: Spot) -> ir.Code:
        return (ir.Set(mask, ir.Bin("bitor", ir.Cell(mask), ir.Bin("shl", ir.ONE, spot.value))),)

    return (ir.Set(mask, ir.ZERO), *scope.each(seq, add_seat))


def swap(scope: Scope, sentence: core.SwapPlaces) -> ir.Code:
    """`swap a and b`: two places of one board."""
    code, first = moving.target(scope, sentence.first, sentence.span)
    other_code, second = moving.target(scope, sentence.second, sentence.span)
    assert first.place is not None
    assert second.place is not None
    return (*code, *other_code, ir.SwapPlaces(ir.ZoneAt(first.zone, first.instance), first.place, second.place))


def rotate(scope: Scope, sentence: core.RotateLine) -> ir.Code:
    """`rotate line toward d`, `rotate square`."""
    code, board = moving.target(scope, sentence.board, sentence.span)
    row = Stretch(scope.temp(), scope.build.array(max(1, indexing.bound(scope, sentence.seq))), 0, pieces=False)
    low = scope.core.zones[sentence.board.zone].low
    places = scope.each(sentence.seq, lambda spot: row.append(Spot(plus(spot.value, -low))))
    reverse_code, reverse = scope.atom(sentence.reverse)
    turned = ir.RotatePlaces(board, row.base, ir.Cell(row.length), reverse)
    return (*code, *reverse_code, ir.Set(row.length, ir.ZERO), *places, turned)


def pack(scope: Scope, sentence: core.PackBoard) -> ir.Code:
    """`pack market toward side`: lane by lane, each from that side on; lanes are rows for left and right."""
    board_code, board = moving.target(scope, sentence.board, sentence.span)
    side_code, side = scope.kept(indexing.some(scope, sentence.side, sentence.span))
    starts, flat = indexing.flattened(scope, sentence.lanes)
    grid = next(g for g in scope.core.geometries if g.place == scope.core.zones[sentence.board.zone].place)
    lengths = (grid.columns, grid.columns, grid.rows, grid.rows)
    numbers = (grid.rows, grid.rows, grid.columns, grid.columns)
    begin, lane, length = scope.temp(), scope.temp(), scope.temp()
    bounds = (
        ir.Set(begin, indexing.table_at(scope, starts, side)),
        ir.Set(length, indexing.table_at(scope, lengths, side)),
    )
    zone = scope.build.layout.zones[board.zone]
    first, free, index, place = (scope.temp() for _ in range(4))
    start = add(ir.Cell(begin), ir.Bin("*", ir.Cell(lane), ir.Cell(length)))
    read = ir.Set(place, ir.TableAt(flat, ir.Bin("+", ir.Cell(first), ir.Cell(index))))
    cell = add(scope.base_of(zone, board.instance), ir.Cell(place))
    goal_place = ir.TableAt(flat, ir.Bin("+", ir.Cell(first), ir.Cell(free)))
    moved = ir.If(ir.Bin("!=", ir.Cell(free), ir.Cell(index)), (ir.SwapPlaces(board, goal_place, ir.Cell(place)),))
    one = (read, ir.If(ir.Bin(">", at(0, cell), ir.ZERO), (moved, increase(free))))
    slide = (ir.Set(first, start), ir.Set(free, ir.ZERO), ir.For(index, ir.ZERO, ir.Cell(length), one, span=scope.span))
    loop = ir.For(lane, ir.ZERO, indexing.table_at(scope, numbers, side), slide, span=scope.span)
    return (*board_code, *side_code, *bounds, loop)


def change_piece(scope: Scope, sentence: core.ChangePiece) -> ir.Code:
    """`set p's a to v`: the kind that differs in this attribute only, from a constant table."""
    found = pieces.piece(scope, sentence.piece)
    there = pieces.something(scope, sentence.piece, found, sentence.span)
    still = pieces.not_stale(scope, sentence.piece, found, sentence.span)
    code, new_value = scope.atom(sentence.value)
    low, width, table = _changed_kinds(scope, sentence)
    new = scope.temp()
    index = add(times(found.kind, width), plus(new_value, -low))
    inside = both(ir.Bin(">=", new_value, ir.Const(low)), ir.Bin("<", new_value, ir.Const(low + width)))
    words = "There is no piece in the box that differs in this way only."
    fault = scope.fault("no-such-piece", words, sentence.span, impossible=True)
    entry = ir.Select(inside, ir.TableAt(scope.build.table(table), index), ir.NO_PLACE)
    check = terms.refused(ir.Bin("<", ir.Cell(new), ir.ZERO), fault)
    changed = ir.ChangePiece(found.kind, found.loc, ir.Cell(new), sentence.component, fault)
    # the local that is the piece is the new kind afterwards
    piece = sentence.piece
    learned = scope.spot(piece.local).becomes(ir.Cell(new)) if isinstance(piece, core.Get) else ()
    done = (changed, *learned, *scope.build.changed(sentence))
    differs = ir.If(ir.Bin("!=", ir.Cell(new), found.kind), done)
    return (*found.code, *there, *still, *code, ir.Set(new, entry), check, differs)


def _changed_kinds(scope: Scope, sentence: core.ChangePiece) -> tuple[int, int, tuple[int, ...]]:
    """For each kind and value the kind that differs in the attribute only, or -1; the lowest value, their number."""
    component = scope.core.components[sentence.component]
    columns = [attribute.table for attribute in component.attributes]
    rows, at = list(zip(*columns, strict=True)), sentence.attribute
    real = [value for value in columns[at] if isinstance(value, int) and value > NONE_NUMBER]
    low, high = min(real, default=0), max(real, default=0)
    kinds = {row: kind for kind, row in reversed(list(enumerate(rows)))}
    wanted = ((*row[:at], value, *row[at + 1 :]) for row in rows for value in range(low, high + 1))
    return low, high - low + 1, tuple(kinds.get(row, -1) for row in wanted)


# ---- Whole zones go where others have been
# Whether all has its own place, and room there, is found out before anything is taken up.


Way = tuple[ir.ZoneAt, ir.ZoneAt]
"""From where to where; the first instance is below 0 if nothing goes."""


def pass_on(scope: Scope, sentence: core.PassZones) -> ir.Code:
    """`swap A and B`, `each player at once: move all A to B`."""
    found = [_way(scope, sentence, each) for each in sentence.passings]
    ways = [way for _, way in found]
    words = "Two would come to lie together here: each must go where nobody's lies when all are taken up."
    together = scope.fault("passed-together", words, sentence.span, impossible=True)
    # two go to the same zone, or something lies where one ends that goes nowhere itself
    tests = [
        both(_goes(one), _goes(other), _same(one[1], other[1])) for at, one in enumerate(ways) for other in ways[:at]
    ]
    for way in ways:
        stays = [inverse(_same(start, way[1])) for start, _ in ways]
        tests.append(both(_goes(way), *stays, ir.Bin(">", ir.Size(way[1].zone, way[1].instance), ir.ZERO)))
    never = (test == ir.NO or (isinstance(test, ir.Both) and ir.NO in test.operands) for test in tests)
    code = [line for before, _ in found for line in before]
    code += [terms.refused(test, together) for test, no in zip(tests, never, strict=True) if not no]
    for start, end in ways:  # more can come than there is room for only from another zone
        zone = scope.build.layout.zones[end.zone]
        if start.zone != end.zone and zone.declared_capacity is not None:
            words = f"There is no room in {zone.name}: it is full."
            fault = scope.fault("zone-full", words, sentence.span, impossible=True)
            more = ir.Bin(">", ir.Size(start.zone, start.instance), ir.Const(zone.declared_capacity))
            code.append(terms.refused(both(_goes((start, end)), more), fault))
    for start, end in ways:  # loops over what lies where a way begins will not find it again
        base = scope.base_of(scope.build.layout.zones[start.zone], start.instance)
        told = moving.tell_waiting_loops(scope, sentence.span, base, moving.ANY_PLACE)
        code += guarded(_goes((start, end)), told) if told else ()
    return (*code, ir.PassZones(tuple(ways)))


def _way(scope: Scope, sentence: core.PassZones, each: core.Passing) -> tuple[ir.Code, Way]:
    """Both ends; a zone that would go to itself stays."""
    ends = [indexing.certain(scope, indexing.instance(scope, ref), sentence.span) for ref in (each.source, each.to)]
    test, within = scope.value(each.when), each.source.zone == each.to.zone
    code: ir.Code = ()
    start, end = (found.index for found in ends)
    if (
        test == ir.YES
        and not any(found.code for found in ends)
        and isinstance(start, ir.Const)
        and isinstance(end, ir.Const)
    ):
        start = ir.NO_PLACE if within and start == end else start
    else:
        start, end = cells = ir.Cell(scope.temp()), ir.Cell(scope.temp())
        pairs = zip(cells, ends, strict=True)
        find = tuple(line for cell, found in pairs for line in (*found.code, ir.Set(cell.index, found.index)))
        stays = (ir.If(equal(start, end), (ir.Set(start.index, ir.NO_PLACE),)),) if within else ()
        code = (*(ir.Set(cell.index, ir.NO_PLACE) for cell in cells), ir.If(test, (*find, *stays)))
    return code, (ir.ZoneAt(each.source.zone, start), ir.ZoneAt(each.to.zone, end))


def _goes(way: Way) -> ir.Expr:
    start = way[0].instance
    return ir.Const(int(start.value >= 0)) if isinstance(start, ir.Const) else ir.Bin(">=", start, ir.ZERO)


def _same(one: ir.ZoneAt, other: ir.ZoneAt) -> ir.Expr:
    """Whether two zones are the same instance."""
    if one.zone != other.zone:
        return ir.NO
    if isinstance(one.instance, ir.Const) and isinstance(other.instance, ir.Const):
        return ir.Const(int(one.instance == other.instance))
    return equal(one.instance, other.instance)
