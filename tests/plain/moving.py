"""What sentences do to pieces: move, flip, show, swap, rotate, pack, change (SPEC 7.4 to 7.8)."""

from collections.abc import Callable, Iterable
from itertools import islice

from attrs import evolve

from rulewright.language import core
from rulewright.language.span import Span
from rulewright.language.types import CountsT
from tests.plain import expressions, sequences
from tests.plain.state import Found, Key, Piece, Play, Value, arriving, bare, decoded, entered, replaced, taken

Goal = tuple[Key, int | None]
"""A zone, and for a board the place."""
Lying = tuple[Key, Piece]
Move = core.MovePiece | core.MoveAll | core.MoveSome


def target(play: Play, to: core.Target, span: Span) -> Goal:
    """Where pieces go; a fault if that is nobody's zone or no place."""
    key = expressions.zone(play, to) if isinstance(to, core.ZoneRef) else None
    goal = expressions.place(play, to) if isinstance(to, core.PlaceRef) else None if key is None else (key, None)
    if goal is None:
        raise play.fault("none-used", span)
    return goal


def where(play: Play, found: Value, component: int, span: Span, taking: set[int] | None = None) -> Lying:
    """Where a piece lies: in a zone without order one that is not yet among those `taking`; a fault if it is gone."""
    if not isinstance(found, Found):
        assert found is not None
        kind = found
        sought = expressions.sought(play, component, kind)
        box = play.box(component)
        found = Found(kind, box, None) if not isinstance(sought, Found) and play.endless(box) else sought
    if not isinstance(found, Found):
        raise play.fault("cannot-move", span)
    if play.endless(found.zone):
        return found.zone, Piece(found.kind)
    piece = play.at(found)
    if found.position is None:
        left = (each for each in play.lying(found.zone) if each.kind == found.kind and each.token not in (taking or ()))
        piece = next(left, None)
    if piece is None:
        raise play.fault("cannot-move", span)
    return found.zone, piece


def component_of(play: Play, to: core.Target) -> int:
    """The component of the pieces that can go somewhere."""
    return play.core.zones[to.zone if isinstance(to, core.ZoneRef) else to.board.zone].component


def carried(play: Play, lies: Lying, goal: Goal, sentence: Move, by: int | None) -> Found:
    """Take a piece and put it down; it is found again at its goal."""
    origin, piece = lies
    piece = taken(play, origin, piece)
    arrived = arriving(play, piece, origin, goal[0], by=by, face=sentence.face)
    entered(play, goal[0], arrived, goal[1], sentence.span, under=sentence.under)
    return Found(arrived.kind, goal[0], None) if play.endless(goal[0]) else play.found(goal[0], arrived)


def move_piece(play: Play, sentence: core.MovePiece) -> None:
    """`move x to Z`: the local that x was is then found in Z."""
    found = expressions.piece(play, sentence.piece)
    if found is None:
        raise play.fault("nothing-there", sentence.span)
    goal, by = target(play, sentence.to, sentence.span), _by(play, sentence)
    lies = where(play, found, component_of(play, sentence.to), sentence.span)
    arrived = carried(play, lies, goal, sentence, by)
    if isinstance(sentence.piece, core.Get):
        play.bind(sentence.piece.local, arrived)


def _by(play: Play, sentence: Move) -> int | None:
    return None if sentence.by is None else expressions.needed(play, sentence.by, sentence.span)


def move_all(play: Play, sentence: core.MoveAll) -> None:
    """`move all A to Z`."""
    together(play, sentence, some(play, sequences.elements(play, sentence.seq), sentence))


def some(play: Play, found: Iterable[Value], sentence: Move) -> list[Lying]:
    """Pieces that are taken together, each copy once."""
    component, taking, lying = component_of(play, sentence.to), set[int](), list[Lying]()
    for each in found:
        key, piece = where(play, each, component, sentence.span, taking)
        taking.add(piece.token)
        lying.append((key, piece))
    return lying


def together(play: Play, sentence: Move, lying: list[Lying]) -> None:
    """They keep their order: onto a pile the last one goes first, under it the first one."""
    goal, by = target(play, sentence.to, sentence.span), _by(play, sentence)
    for each in reversed(lying) if play.zone(goal[0]).kind == "pile" and not sentence.under else lying:
        carried(play, each, goal, sentence, by)


def how_many(play: Play, number: core.Expr, span: Span) -> int:
    """A number of pieces or times."""
    found = expressions.needed(play, number, span)
    if found < 0:
        raise play.fault("negative-number", span)
    return found


def move_some(play: Play, sentence: core.MoveSome) -> None:
    """`move n from A to Z`."""
    number = how_many(play, sentence.number, sentence.span)
    lying = first_of(play, sentence, number)
    if len(lying) < number and not sentence.up_to:
        raise play.fault("too-few-pieces", sentence.span)
    together(play, sentence, lying)


def first_of(play: Play, sentence: core.MoveSome, number: int) -> list[Lying]:
    """The first pieces of a sequence, as many as there are."""
    return some(play, islice(sequences.elements(play, sentence.seq), number), sentence)


def _lies(play: Play, expr: core.Expr, code: str, span: Span) -> Lying:
    """The piece that a sentence is about."""
    found = expressions.piece(play, expr)
    if found is None:
        raise play.fault("nothing-there", span)
    piece = play.at(found) if isinstance(found, Found) else None
    if piece is None or not isinstance(found, Found):
        raise play.fault(code, span)
    return found.zone, piece


def flip(play: Play, sentence: core.Flip) -> None:
    """`flip c face up`: then nobody has it to himself."""
    key, piece = _lies(play, sentence.piece, "cannot-flip", sentence.span)
    if not play.zone(key).faced:
        raise play.fault("cannot-flip", sentence.span)
    replaced(play, key, piece, evolve(piece, up=sentence.face == "up", mark=frozenset()))


def show(play: Play, sentence: core.Show) -> None:
    """`show x to p`: p enters the mark of what lies face down; else it is an event only."""
    everyone = range(play.core.players)
    seats = everyone if sentence.to is None else list(sequences.elements(play, sentence.to))
    shown = frozenset(seat for seat in map(bare, seats) if seat is not None)
    component = sentence.component
    for each in list(sequences.elements(play, sentence.seq)):
        by_name = isinstance(each, int) and component is not None
        found = expressions.sought(play, component, each) if by_name else each
        if isinstance(found, Found) and play.zone(found.zone).faced:
            piece = play.at(found)
            if piece is None:
                raise play.fault("place-unknown", sentence.span)
            if not piece.up:
                replaced(play, found.zone, piece, evolve(piece, mark=piece.mark | shown))


def change(play: Play, sentence: core.ChangePiece) -> None:
    """`set p's a to v`: the piece and one of the box exchange their kinds."""
    key, piece = _lies(play, sentence.piece, "place-unknown", sentence.span)
    attributes = play.core.components[sentence.component].attributes
    wanted, scalar = bare(expressions.value(play, sentence.value)), attributes[sentence.attribute].type
    assert not isinstance(scalar, CountsT)
    rows = list(zip(*(attribute.table for attribute in attributes), strict=True))

    def is_so(row: tuple[object, ...]) -> bool:
        """Whether a kind has this attribute, and all others as the piece has them."""
        entry = row[sentence.attribute]
        assert isinstance(entry, int)
        differ = {at for at, pair in enumerate(zip(row, rows[piece.kind], strict=True)) if pair[0] != pair[1]}
        return decoded(scalar, entry) == wanted and differ <= {sentence.attribute}

    kind = next((other for other, row in enumerate(rows) if is_so(row)), None)
    if kind is None:
        raise play.fault("no-such-piece", sentence.span)
    box = play.box(sentence.component)
    if kind != piece.kind and not play.endless(box):
        other = next((each for each in play.lying(box) if each.kind == kind), None)
        if other is None:
            raise play.fault("no-such-piece", sentence.span)
        taken(play, box, other)
        entered(play, box, Piece(piece.kind), None, sentence.span)
    replaced(play, key, piece, evolve(piece, kind=kind))


def swap(play: Play, sentence: core.SwapPlaces) -> None:
    """`swap a and b`."""
    first = target(play, sentence.first, sentence.span)
    second = target(play, sentence.second, sentence.span)
    _rearranged(play, first[0], [first[1], second[1]], lambda order: order[::-1])


def rotate(play: Play, sentence: core.RotateLine) -> None:
    """`rotate LINE`: each place hands its content on to the next one, the last to the first."""
    board = target(play, sentence.board, sentence.span)[0]
    places = [bare(each) for each in sequences.elements(play, sentence.seq)]
    if expressions.holds(play, sentence.reverse):
        places.reverse()
    _rearranged(play, board, places, lambda order: [*order[-1:], *order[:-1]])


def pass_on(play: Play, sentence: core.PassZones) -> None:
    """`swap A and B`, `each player at once: move all A to B`: all is taken up, then all is put down."""
    passing = [each for each in sentence.passings if expressions.holds(play, each.when)]
    ends = [(target(play, each.source, sentence.span)[0], target(play, each.to, sentence.span)[0]) for each in passing]
    ways = [(start, end) for start, end in ends if start != end]
    taken_up = {start: play.state.zones[start] for start, _ in ways}
    goals = [end for _, end in ways]
    if len(set(goals)) < len(goals) or any(play.lying(end) for end in goals if end not in taken_up):
        raise play.fault("passed-together", sentence.span)
    for start, content in taken_up.items():
        play.state.zones[start] = {} if isinstance(content, dict) else []
    for start, end in ways:
        content = taken_up[start]
        lay = list(content.items()) if isinstance(content, dict) else [(None, piece) for piece in content]
        for place, piece in reversed(lay) if play.zone(end).kind == "pile" else lay:
            entered(play, end, arriving(play, piece, start, end, by=None, face=None), place, sentence.span)


def pack(play: Play, sentence: core.PackBoard) -> None:
    """`pack Z toward SIDE`: lane by lane, the pieces come together at its beginning."""
    board = target(play, sentence.board, sentence.span)[0]
    side = expressions.needed(play, sentence.side, sentence.span)
    geometry = next(each for each in play.core.geometries if each.place == play.zone(board).place)
    places = play.core.list_tables[sentence.lanes].values[side]
    horizontal = play.core.values["side"][side] in ("left", "right")
    length = geometry.columns if horizontal else geometry.rows
    for begin in range(0, len(places), length):
        lane = list(places[begin : begin + length])
        _rearranged(play, board, lane, lambda order: sorted(order, key=lambda piece: piece is None))


Arrange = Callable[[list[Piece | None]], list[Piece | None]]


def _rearranged(play: Play, board: Key, places: list[int | None], arrange: Arrange) -> None:
    """What lies on these places, in another order."""
    content = play.state.zones[board]
    assert isinstance(content, dict)
    there = [place for place in places if place is not None]
    for place, piece in zip(there, arrange([content.get(place) for place in there]), strict=True):
        content.pop(place, None)
        if piece is not None:
            content[place] = piece
