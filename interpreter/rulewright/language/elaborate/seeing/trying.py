"""What the body under a `must` does to what is known, when it is tried before the choice.

Nothing that it turns up is seen by that. It is read from top to bottom, loops until nothing more changes; what it puts
somewhere is known there only to who knew it before, and what happens only if something holds is known only to who knows
that. In: a reader whose header lines are read. Out: on what the verdict depends.
"""

from collections.abc import Iterator

from attrs import define, evolve, field

from rulewright.language import core
from rulewright.language.elaborate.seeing.knowing import (
    aggregate,
    bind_element,
    component_of,
    handed,
    is_found,
    keep,
    known,
    learn_here,
    located,
    may_be_none,
    owners,
    several,
    type_here,
    value,
    within,
)
from rulewright.language.elaborate.seeing.labels import OPEN, PUBLIC, Known, Label, by_way, meet, settled
from rulewright.language.elaborate.seeing.reader import (
    Changed,
    Reader,
    Same,
    bind,
    canonical,
    is_firm,
    is_unordered,
    loosen,
    seen_in,
    steady,
)
from rulewright.language.types import OptionalT

Locals = dict[int, Known]
Body = tuple[core.Statement, ...]


@define
class Course:
    """A body on trial. `step`: the sentence at hand, in words; `read`: calls that were read, with all that was changed
    before them."""

    reader: Reader
    changed: Changed
    step: str = ""
    read: set[object] = field(factory=set)


def verdict(reader: Reader, must: core.MustChange | core.MustLeave, body: Body) -> Label:
    """What the verdict over a tried body depends on."""
    kept = evolve(reader, locals=dict(reader.locals), same=dict(reader.same))
    reader.changed = Changed() if kept.changed is None else copied(kept.changed)
    reader.risk, reader.under = OPEN, OPEN
    loosen(reader)
    course = Course(reader, reader.changed)
    carry_out(course, body, OPEN)
    reader.under = OPEN
    judged = judge(reader, course.changed, must)
    found = meet(judged, reader.risk, course.changed.ended, course.changed.fault)
    reader.facts, reader.locals, reader.same = kept.facts, kept.locals, kept.same
    reader.changed, reader.risk, reader.under = kept.changed, kept.risk, kept.under
    return settled(found)


def copied(changed: Changed) -> Changed:
    """The same, to go on from."""
    return evolve(
        changed,
        contents=dict(changed.contents),
        shapes=dict(changed.shapes),
        variables=dict(changed.variables),
        entered=set(changed.entered),
        left=set(changed.left),
        turned=set(changed.turned),
    )


def judge(reader: Reader, changed: Changed, must: core.MustChange | core.MustLeave) -> Label:
    """What is looked at afterwards."""
    if isinstance(must, core.MustLeave):
        return value(reader, must.condition)
    return meet(*(compared(reader, changed, ref) for ref in must.zones))


def compared(reader: Reader, changed: Changed, ref: core.ZoneRef) -> Label:
    """Whether a zone looks different. Pieces that lie face down count as different from each other. A zone into which
    something only came, or out of which something only went, is certainly different: what it was does not matter."""
    zone = reader.made.zones[ref.zone]
    shape = meet(owners(reader, zone.owners, ref.owners), changed.shapes.get(ref.zone, OPEN))
    contents = changed.contents.get(ref.zone, OPEN)
    if zone.faced:
        return meet(shape, contents)
    mixed = ref.zone in changed.turned or (ref.zone in changed.entered and ref.zone in changed.left)
    return meet(shape, contents, settled(seen_in(reader, ref))) if mixed else shape


# ---- sentences


def carry_out(course: Course, body: Body, under: Label) -> None:
    """Read sentences that are carried out depending on this."""
    for sentence in body:
        here = meet(under, course.changed.gone)
        course.reader.under = here
        course.step = f"the sentence on line {course.reader.line(sentence.span.start)}"
        carry_out_one(course, sentence, here)


def carry_out_one(course: Course, sentence: core.Statement, under: Label) -> None:
    """Read one sentence."""
    match sentence:
        case core.Let():
            keep(course.reader, sentence, steadily=True)
        case core.If():
            branch(course, sentence, under)
        case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes():
            again(course, sentence, under)
        case core.With():
            ask(course, sentence, under)
        case core.RunProcedure():
            run(course, sentence, under)
        case core.FinishProcedure():
            leave(course, under)
        case core.EndGame():
            course.changed.ended = meet(course.changed.ended, under)
            leave(course, under)
        case core.Draw() | core.Roll() | core.RollInto() | core.Shuffle() | core.Choose() | core.ChooseAtOnce():
            pass
        case _:
            change(course, sentence, under)
            steady(course.reader)


def change(course: Course, sentence: core.Statement, under: Label) -> None:
    """Read a sentence that changes something."""
    match sentence:
        case core.Assign() | core.AssignAll() | core.AddTo():
            assign(course, sentence, under)
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
        case _:
            raise AssertionError(sentence)


# ---- where it goes on


def branch(course: Course, sentence: core.If, under: Label) -> None:
    """Cases: what happens in one depends on its condition and on those before it."""
    reader, way = course.reader, under
    steady(reader)
    ends, before = [], dict(reader.locals)
    for condition, body in sentence.cases:
        way = meet(way, value(reader, condition))
        with reader.told(learn_here(reader, condition, holds=True)):
            carry_out(course, body, way)
        ends.append(reader.locals)
        reader.locals = dict(before)
    carry_out(course, sentence.otherwise, way)
    for end in ends:
        reader.locals = joined(before, reader.locals, end, way)


def joined(before: Locals, first: Locals, second: Locals, under: Label) -> Locals:
    """What is known of the locals after either of two ways."""
    found = dict(first)
    for local in before:
        if first[local] != second[local]:
            found[local] = either(first[local], second[local], under)
    return found


def either(first: Known, second: Known, under: Label) -> Known:
    """What is known of a piece that has gone one way or the other."""
    what, where = meet(first.what, second.what), meet(first.where, second.where, settled(under))
    sources = None if first.sources is None or second.sources is None else (*first.sources, *second.sources)
    return Known(meet(first.there, second.there), what, where, sources)


Loop = core.ForEach | core.Around | core.Repeat | core.RepeatTimes


def again(course: Course, loop: Loop, under: Label) -> None:
    """A loop, until another pass changes nothing more."""
    steady(course.reader)
    version, before = -1, dict(course.reader.locals)
    while version != course.changed.version:
        version = course.changed.version
        carry_out(course, loop.body, meet(under, turns(course, loop, under)))
        course.reader.locals = joined(before, before, course.reader.locals, under)
        if any(course.reader.locals[local] != known_ for local, known_ in before.items()):
            before = dict(course.reader.locals)
            version = -1


def turns(course: Course, loop: Loop, under: Label) -> Label:
    """Bind what a loop binds; on what the number of its turns depends."""
    reader = course.reader
    match loop:
        case core.ForEach(local=local, seq=seq):
            found = several(reader, seq)
            reader.facts = (*reader.facts, *bind_element(reader, local, seq, found))
            return settled(found.there)
        case core.Around(start=start, among=among, until=until):
            bind(reader, loop.you, PUBLIC)
            inside = several(reader, among) if among is not None else PUBLIC
            return meet(value(reader, start), inside.what, inside.there, ending(course, until, under))
        case core.Repeat(until=until):
            return ending(course, until, under)
        case core.RepeatTimes(number=number):
            found_number = value(reader, number)
            endanger(course, found_number, under)
            return found_number


def ending(course: Course, until: core.Expr | None, under: Label) -> Label:
    """When a loop ends, and whether at all."""
    found = OPEN if until is None else value(course.reader, until)
    endanger(course, found, under)
    return found


def ask(course: Course, sentence: core.With, under: Label) -> None:
    """Somebody becomes `you`."""
    reader = course.reader
    who = known(reader, sentence.who)
    if may_be_none(sentence.who):
        endanger(course, settled(who.there), under)
    bind(reader, sentence.you, who, sentence.who if is_firm(sentence.who) else None)
    carry_out(course, sentence.body, under)


def run(course: Course, sentence: core.RunProcedure, under: Label) -> None:
    """A procedure with its arguments."""
    reader = course.reader
    made = reader.made.procedures[sentence.procedure]
    given = [handed(reader, param, arg) for param, arg in zip(made.params, sentence.args, strict=True)]
    stand_for = [canonical(reader, arg) if is_firm(arg) else None for arg in sentence.args]
    for param, one, expr in zip(made.params, given, stand_for, strict=True):
        bind(reader, param, one, expr)
    call = (sentence.procedure, tuple(given), tuple(stand_for), under, course.changed.version)
    if call not in course.read:
        course.read.add(call)
        steady(reader)
        carry_out(course, made.body, under)


def leave(course: Course, under: Label) -> None:
    """What comes later comes only if this was not left."""
    if under:
        course.changed.gone = grown(course, course.changed.gone, under)


# ---- what is changed


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


def assign(course: Course, sentence: core.Assign | core.AssignAll | core.AddTo, under: Label) -> None:
    """A variable gets a value."""
    reader, ref = course.reader, sentence.var
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    new = value(reader, sentence.value) if isinstance(sentence, core.Assign) else aggregate(reader, sentence.value)
    if not isinstance(sentence, core.Assign) or any(may_be_none(owner) for owner in ref.owners):
        endanger(course, new, own, under, course.changed.variables.get(ref.variable, OPEN))
    elif not fits(sentence.value, made.type):
        endanger(course, new, under)
    put(course, course.changed.variables, ref.variable, new, own, under)


def fits(expr: core.Expr, type_: object) -> bool:
    """Whether a value certainly fits into a variable."""
    small = type_here(expr)
    return within(small, type_) and (not isinstance(small, OptionalT) or isinstance(type_, OptionalT))  # type: ignore[arg-type]


def move_piece(course: Course, sentence: core.MovePiece, under: Label) -> None:
    """One piece goes somewhere."""
    reader = course.reader
    piece = known(reader, sentence.piece)
    where = located(reader, sentence.piece, piece)
    origins = zones_of(reader, sentence.piece, piece)
    stale = any(is_unordered(reader.made.zones[zone]) and zone in course.changed.left for zone in origins)
    if stale or not is_found(reader, sentence.piece, piece):
        endanger(course, piece.what, where, under)
    if sentence.optional:
        under = meet(under, settled(piece.there))
    elif may_be_none(sentence.piece):
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


def move_local(reader: Reader, piece: core.Get, known_: Known) -> None:
    """The local goes with its piece; what was told of its place before is in what is known of it now."""
    reader.locals[piece.local] = known_
    names = (piece, canonical(reader, piece))
    reader.facts = tuple(fact for fact in reader.facts if isinstance(fact, Same) or fact.piece not in names)


def zones_of(reader: Reader, expr: core.Expr, piece: Known) -> set[int]:
    """The zones in which a piece may lie."""
    if piece.sources is not None:
        return {ref.zone for ref in piece.sources}
    return set(lying(reader, component_of(reader, expr)))


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


def ref_of(to: core.Target) -> core.ZoneRef:
    """The zone of a target."""
    return to.board if isinstance(to, core.PlaceRef) else to


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
