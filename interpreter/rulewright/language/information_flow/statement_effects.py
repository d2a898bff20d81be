"""What sentences do to what is known, and what players get to know by them."""

from collections.abc import Iterator

from attrs import define, evolve, field

from rulewright.language import core
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import kind_of, may_be_none
from rulewright.language.information_flow.expression_labels import aggregate, fits, known, owners, several, value
from rulewright.language.information_flow.labels import OPEN, PUBLIC, Known, Label, Term, by_way, meet, settled, widened
from rulewright.language.information_flow.path_facts import is_found, located
from rulewright.language.information_flow.reader import (
    Changed,
    Reader,
    bind,
    canonical,
    is_unordered,
    move_local,
    seen_in,
    terms,
)

# ---- What players get to know of a piece that a body draws, moves, turns over, shows or changes


def drawn(reader: Reader, sentence: core.Draw | core.Roll) -> None:
    """What is drawn is seen by who sees the zone; a roll, and a value, by all."""
    if isinstance(sentence, core.Roll) or not reader.made.locals[sentence.local].piece:
        bind(reader, sentence.local, PUBLIC)
        return
    found = several(reader, sentence.seq)
    where = found.where if found.sources is not None and len(found.sources) == 1 else meet(found.where, found.what)
    bind(reader, sentence.local, evolve(found, there=OPEN, where=settled(where)))


def told_of(reader: Reader, sentence: core.MovePiece | core.Flip | core.Show | core.ChangePiece) -> None:
    """What players get to know of a piece by what happens to it."""
    match sentence:
        case core.MovePiece(piece=core.Get() as piece, to=to, face=face):
            ref = ref_of(to)
            ref = core.ZoneRef(ref.zone, tuple(canonical(reader, owner) for owner in ref.owners))
            one = known(reader, piece)
            faced = reader.made.zones[ref.zone].faced
            what = one.what
            if not faced or face != "down":
                what = widened(what, seers(OPEN if faced else seen_in(reader, ref)), lying=False)
            where = meet(*(settled(known(reader, owner).what) for owner in ref.owners))
            move_local(reader, piece, evolve(one, what=what, where=where, sources=(ref,)))
        case core.Flip(piece=core.Get() as piece, face="up"):
            shown(reader, piece, None)
        case core.Show(seq=core.Listed(values=pieces), to=to):
            for each in pieces:
                if isinstance(each, core.Get):
                    shown_to(reader, each, to)
        case core.ChangePiece(piece=core.Get() as piece):
            one = known(reader, piece)
            bind(reader, piece.local, evolve(one, what=meet(one.what, settled(known(reader, sentence.value).what))))
        case _:
            pass


def seers(label: Label) -> frozenset[Term] | None:
    """All who see a zone, None for everybody."""
    return frozenset.intersection(*(each.who for each in label)) if label else None


def shown_to(reader: Reader, piece: core.Get, to: core.Seq | None) -> None:
    """A piece is shown to some: those who are named."""
    match to:
        case None:
            shown(reader, piece, None)
        case core.Listed(values=players):
            for player in players:
                shown(reader, piece, terms(reader, player))
        case _:
            pass


def shown(reader: Reader, piece: core.Get, who: frozenset[Term] | None) -> None:
    """A piece is seen by these."""
    one = known(reader, piece)
    reader.locals[piece.local] = evolve(one, what=widened(one.what, who, lying=False))


# ---- What the sentences of a tried body do to what is known of zones and variables


@define
class Course:
    """A body on trial. `step`: the sentence at hand, in words; `read`: calls that were read, with all that was changed
    before them."""

    reader: Reader
    changed: Changed
    step: str = ""
    read: set[object] = field(factory=set)


def change(course: Course, sentence: core.Statement, under: Label) -> None:
    """Read a sentence that changes something."""
    match sentence:
        case core.Assign() | core.AssignAll() | core.AddTo():
            assign(course, sentence, under)
        case core.Remember() | core.Forget():
            pass  # such a body is refused
        case core.Note():
            note(course, sentence, under)
        case core.MovePiece():
            move_piece(course, sentence, under)
        case core.MoveAll() | core.MoveSome():
            move_several(course, sentence, under)
        case core.ChangePiece():
            change_piece(course, sentence, under)
        case core.Flip() | core.Show():
            turn_over(course, sentence, under)
        case core.SwapPlaces() | core.RotateLine() | core.PackBoard():
            rearrange(course, sentence, under)
        case core.PassZones():
            pass_on(course, sentence, under)
        case _:
            raise AssertionError(sentence)


def grown(course: Course, old: Label, *more: Label) -> Label:
    """A label with more in it."""
    new = meet(old, *(by_way(settled(label), course.step) for label in more if label))
    course.changed.version += len(new) != len(old)
    return new


def put(course: Course, table: dict[int, Label], index: int, *labels: Label) -> None:
    """Something in a zone or variable depends on this."""
    new = grown(course, table.get(index, OPEN), *labels)
    if new:
        table[index] = new


def mark(course: Course, zones: set[int], zone: int) -> None:
    """Something came into a zone, went out of it, or was moved around in it."""
    course.changed.version += zone not in zones
    zones.add(zone)


def endanger(course: Course, *labels: Label) -> None:
    """Whether there is a fault depends on this."""
    course.changed.fault = meet(course.changed.fault, *(settled(label) for label in labels))


def assign(course: Course, sentence: core.Writing, under: Label) -> None:
    """A variable gets a value."""
    reader, ref = course.reader, sentence.var
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    new = value(reader, sentence.value) if isinstance(sentence, core.Assign) else aggregate(reader, sentence.value)
    if not isinstance(sentence, core.Assign) or any(may_be_none(owner) for owner in ref.owners):
        endanger(course, new, own, under, course.changed.variables.get(ref.variable, OPEN))
    elif not fits(reader, sentence.value, made.type):  # type: ignore[arg-type] # a variable that is assigned is no set
        endanger(course, new, under)
    put(course, course.changed.variables, ref.variable, new, own, under)


def note(course: Course, sentence: core.Note, under: Label) -> None:
    """Something is noted of a piece."""
    reader = course.reader
    piece, new = known(reader, sentence.piece), value(reader, sentence.value)
    where = located(reader, sentence.piece, piece)
    endanger(course, piece.there, where, under)
    if not fits(reader, sentence.value, reader.made.variables[sentence.variable].type):  # type: ignore[arg-type] # one value
        endanger(course, new, under)
    put(course, course.changed.variables, sentence.variable, new, where, under)


def move_piece(course: Course, sentence: core.MovePiece, under: Label) -> None:
    """One piece goes somewhere."""
    reader = course.reader
    piece = known(reader, sentence.piece)
    where = located(reader, sentence.piece, piece)
    origins = zones_of(reader, sentence.piece, piece)
    stale = any(is_unordered(reader.made.zones[zone]) and zone in course.changed.left for zone in origins)
    if stale or not is_found(reader, sentence.piece, piece):
        endanger(course, piece.what, where, under)
    if may_be_none(sentence.piece):
        endanger(course, piece.there, under)
    take_away(course, origins, evolve(piece, where=where), under)
    to = arrive(course, sentence.to, piece.what, sentence.face, origins, under)
    if isinstance(sentence.piece, core.Get):
        move_local(reader, sentence.piece, evolve(piece, where=meet(under, to[1]), sources=(to[0],)))


def move_several(course: Course, sentence: core.MoveAll | core.MoveSome, under: Label) -> None:
    """Several pieces go somewhere."""
    reader = course.reader
    pieces = several(reader, sentence.seq)
    under = meet(under, settled(pieces.there))
    if isinstance(sentence, core.MoveSome):
        under = meet(under, value(reader, sentence.number))
        endanger(course, under)
    component = reader.made.zones[ref_of(sentence.to).zone].component
    zones = {ref.zone for ref in pieces.sources} if pieces.sources is not None else set(lying(reader, component))
    take_away(course, zones, pieces, under)
    arrive(course, sentence.to, pieces.what, sentence.face, zones, under)


def zones_of(reader: Reader, expr: core.Expr, piece: Known) -> set[int]:
    """The zones in which a piece may lie."""
    if piece.sources is not None:
        return {ref.zone for ref in piece.sources}
    return set(lying(reader, kind_of(reader.made, expr)))


def lying(reader: Reader, component: int) -> Iterator[int]:
    """The zones in which pieces of a component may lie."""
    return (index for index, zone in enumerate(reader.made.zones) if zone.component == component)


def take_away(course: Course, zones: set[int], pieces: Known, under: Label) -> None:
    """Pieces leave these zones: what stays behind is known to who knows by what they were chosen."""
    chosen = tuple(each for each in pieces.what if not each.lies)
    for zone in sorted(zones):
        unordered = is_unordered(course.reader.made.zones[zone])
        put(course, course.changed.contents, zone, under, pieces.where, chosen if unordered else OPEN)
        put(course, course.changed.shapes, zone, under, pieces.where)
        mark(course, course.changed.left, zone)


def arrive(
    course: Course, to: core.Target, what: Label, face: core.Face | None, origins: set[int], under: Label
) -> tuple[core.ZoneRef, Label]:
    """Pieces come into a zone; the zone, and who may know which it is. Where a face stays down nothing turns up."""
    reader, ref = course.reader, ref_of(to)
    zone = reader.made.zones[ref.zone]
    label = owners(reader, zone.owners, ref.owners)
    exprs = (*ref.owners, *((to.place,) if isinstance(to, core.PlaceRef) else ()))
    if isinstance(to, core.PlaceRef):
        label = meet(label, value(reader, to.place))
    if any(may_be_none(expr) for expr in exprs) or zone.capacity is not None or zone.kind in ("slot", "board"):
        endanger(course, label, under, course.changed.shapes.get(ref.zone, OPEN))
    put(course, course.changed.shapes, ref.zone, label, under)
    stays = zone.faced and (face == "down" or (face is None and origins == {ref.zone}))
    put(course, course.changed.contents, ref.zone, label, under, OPEN if stays else what)
    mark(course, course.changed.entered, ref.zone)
    return core.ZoneRef(ref.zone, tuple(canonical(reader, owner) for owner in ref.owners)), label


def change_piece(course: Course, sentence: core.ChangePiece, under: Label) -> None:
    """A piece becomes another kind: it and one in the box are exchanged."""
    reader = course.reader
    piece, new = known(reader, sentence.piece), value(reader, sentence.value)
    where = located(reader, sentence.piece, piece)
    endanger(course, piece.what, where, new, under)
    boxes = {at for at in lying(reader, sentence.component) if reader.made.zones[at].box}
    for zone in sorted(zones_of(reader, sentence.piece, piece) | boxes):
        put(course, course.changed.contents, zone, piece.what, where, new, under)
        mark(course, course.changed.turned, zone)
    if isinstance(sentence.piece, core.Get):
        reader.locals[sentence.piece.local] = evolve(piece, what=meet(piece.what, new, under))


def turn_over(course: Course, sentence: core.Flip | core.Show, under: Label) -> None:
    """Pieces are turned over or shown: what was not known of them before is not known afterwards."""
    reader = course.reader
    if isinstance(sentence, core.Flip):
        pieces, to = known(reader, sentence.piece), PUBLIC
        where = located(reader, sentence.piece, pieces)
        endanger(course, pieces.there if may_be_none(sentence.piece) else OPEN, where, under)
    else:
        pieces = several(reader, sentence.seq)
        to = several(reader, sentence.to) if sentence.to is not None else PUBLIC
        where = meet(pieces.where, pieces.there, to.what, to.there)
    zones = {ref.zone for ref in pieces.sources} if pieces.sources is not None else reader.down
    for zone in sorted(zones & reader.down):
        put(course, course.changed.shapes, zone, where, under)
        put(course, course.changed.contents, zone, where, under, pieces.what)


def rearrange(course: Course, sentence: core.SwapPlaces | core.RotateLine | core.PackBoard, under: Label) -> None:
    """The places of a board change what lies on them."""
    reader = course.reader
    board = sentence.first.board if isinstance(sentence, core.SwapPlaces) else sentence.board
    match sentence:
        case core.SwapPlaces(first=first, second=second):
            label = meet(value(reader, first.place), value(reader, second.place))
        case core.RotateLine(seq=seq, reverse=reverse):
            line = several(reader, seq)
            label = meet(line.there, line.what, value(reader, reverse))
        case core.PackBoard(side=side):
            label = value(reader, side)
    label = meet(label, owners(reader, reader.made.zones[board.zone].owners, board.owners), under)
    put(course, course.changed.shapes, board.zone, label)
    put(course, course.changed.contents, board.zone, label)
    mark(course, course.changed.turned, board.zone)


def pass_on(course: Course, sentence: core.PassZones, under: Label) -> None:
    """Whole zones change places: each holds what another one held."""
    reader = course.reader
    for each in sentence.passings:
        seen = [owners(reader, reader.made.zones[ref.zone].owners, ref.owners) for ref in (each.source, each.to)]
        label = meet(under, settled(value(reader, each.when)), *seen)
        pieces = several(reader, core.Pieces(each.source))
        endanger(
            course, label, pieces.there, *(course.changed.shapes.get(ref.zone, OPEN) for ref in (each.source, each.to))
        )
        take_away(course, {each.source.zone}, pieces, label)
        arrive(course, each.to, pieces.what, None, {each.source.zone}, label)
