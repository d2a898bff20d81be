"""What the body under a `must` does to what is known, when it is tried before the choice.

Nothing that it turns up is seen by that. It is read from top to bottom, loops until nothing more changes; what it puts
somewhere is known there only to who knew it before, and what happens only if something holds is known only to who knows
that. In: a reader whose header lines are read. Out: on what the verdict depends.
"""

from collections.abc import Callable
from functools import partial

from attrs import define, evolve, field

from rulewright.language import core, intervals as fold
from rulewright.language.effects import may_miss, ref_of
from rulewright.language.facts.ranges import kind_of, may_be_none, shape
from rulewright.language.information_flow import expression_labels as labels, reader as knowledge
from rulewright.language.information_flow.expression_labels import handed, known, located, owners, several, value
from rulewright.language.information_flow.reader import OPEN, PUBLIC, Changed, Known, Label, Reader, bind, meet, settled
from rulewright.language.walking import rebuilt

Locals = dict[int, Known]
Body = tuple[core.Statement, ...]


@define
class Trial:
    """A body on trial. `step`: the sentence at hand, in words; `read`: calls that were read, with all that was changed
    before them."""

    reader: Reader
    changed: Changed
    step: str = ""
    read: set[object] = field(factory=set)


def verdict(reader: Reader, must: core.Must, body: Body) -> Label:
    """What the verdict over a tried body that does not stop depends on."""
    old = reader.changed or Changed()
    tables = {name: getattr(old, name).copy() for name in ("contents", "shapes", "variables", "moved")}
    changed = evolve(old, **tables)
    tried = evolve(reader, locals=dict(reader.locals), kept={}, changed=changed, risk=OPEN, under=OPEN)
    knowledge.loosen(tried)
    carry_out(Trial(tried, changed), body, OPEN)
    tried.under = OPEN
    if isinstance(must, core.MustLeave):
        judged = value(tried, must.condition)
    else:
        judged = meet(*(compared(tried, changed, ref) for ref in must.zones))
    return settled(meet(judged, tried.risk, changed.ended, changed.fault))


def compared(reader: Reader, changed: Changed, ref: core.ZoneRef) -> Label:
    """Whether a zone looks different. Pieces that lie face down count as different from each other, and from those that
    lie face up: turning one over is a change, whatever it is. A zone into which something only came, or out of which
    something only went, is certainly different: what it was does not matter."""
    zone = reader.made.zones[ref.zone]
    looks = meet(owners(reader, zone.owners, ref.owners), changed.shapes.get(ref.zone, OPEN))
    contents = changed.contents.get(ref.zone, OPEN)
    moved = {how for how, where in changed.moved if where == ref.zone}
    if zone.faced:
        return meet(looks, contents) if moved else looks
    mixed = "turned" in moved or {"entered", "left"} <= moved
    return meet(looks, contents, settled(knowledge.seen_in(reader, ref))) if mixed else looks


def carry_out(trial: Trial, body: Body, depends: Label) -> None:
    """Read sentences that are carried out depending on this."""
    reader, changed = trial.reader, trial.changed
    for sentence in body:
        reader.under = under = meet(depends, changed.gone)
        trial.step = f"the sentence on line {reader.line(sentence.span.start)}"
        match sentence:
            case core.Let():
                labels.bind_let(reader, sentence, steadily=True)
            case core.If():
                branches(reader, sentence, under, partial(carry_out, trial))
            case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes():
                again(trial, sentence, under)
            case core.With(you=you, who=player):
                who = known(reader, player)
                if may_be_none(player):
                    endanger(trial, who.there, under)
                bind(reader, you, who, player if knowledge.is_firm(player) else None)
                carry_out(trial, sentence.body, under)
            case core.RunProcedure(args=args):
                made = reader.made.procedures[sentence.procedure]
                given = [handed(reader, param, arg) for param, arg in zip(made.params, args, strict=True)]
                stand_for = [knowledge.canonical(reader, arg) if knowledge.is_firm(arg) else None for arg in args]
                for param, one, expr in zip(made.params, given, stand_for, strict=True):
                    bind(reader, param, one, expr)
                call = (sentence.procedure, tuple(given), tuple(stand_for), under, changed.version)
                if call not in trial.read:
                    trial.read.add(call)
                    knowledge.steady(reader)
                    carry_out(trial, made.body, under)
            case core.FinishProcedure() | core.EndGame():
                if isinstance(sentence, core.EndGame):
                    changed.ended = meet(changed.ended, under)
                if under:  # what comes later comes only if this was not left
                    changed.gone = grown(trial, changed.gone, under)
            case _:
                change(trial, sentence, under)
                knowledge.steady(reader)


def branches(reader: Reader, sentence: core.If, under: Label, read: Callable[[Body, Label], None]) -> None:
    """Read cases, each with what its condition tells, depending on that and on the conditions before it."""
    knowledge.steady(reader)
    start = before = dict(reader.locals)
    after, passed, way = list[Locals](), tuple[knowledge.Fact, ...](), under
    for condition, body in sentence.cases:
        with reader.knowing(passed):
            way = meet(way, value(reader, condition))
            with reader.knowing(labels.learn_here(reader, condition, holds=True)):
                no_more_than_none(reader, condition, holds=True)
                read(body, way)
        after.append(reader.locals)
        reader.locals = dict(before)
        no_more_than_none(reader, condition, holds=False)
        before = dict(reader.locals)
        passed = (*passed, *labels.learn_here(reader, condition, holds=False))
    with reader.knowing(passed):
        read(sentence.otherwise, way)
    for end in after:
        reader.locals = joined(start, reader.locals, end, way)


def no_more_than_none(reader: Reader, condition: core.Expr, *, holds: bool) -> None:
    """Of locals that are none where a condition holds, or does not, there is no more to know than that."""
    match condition:
        case core.Not(operand=operand):
            no_more_than_none(reader, operand, holds=not holds)
        case core.Junction(word, operands) if (word == "and") == holds:
            for operand in operands:
                no_more_than_none(reader, operand, holds=holds)
        case core.IsNone(of=core.Get(local=local)) if holds and local in reader.locals:
            there = reader.locals[local].there
            reader.locals[local] = Known(there, there, there, ())
        case _:
            pass


def joined(before: Locals, first: Locals, second: Locals, under: Label) -> Locals:
    """What is known of the locals after either of two ways."""
    found = dict(first)
    for local in before:
        if first[local] != second[local]:
            either = knowledge.together((first[local], second[local]))
            found[local] = evolve(either, where=meet(either.where, settled(under)))
    return found


def again(trial: Trial, loop: core.Loop, under: Label) -> None:
    """A loop, until another pass changes nothing more."""
    reader, version = trial.reader, -1
    knowledge.steady(reader)
    before = dict(reader.locals)
    while version != trial.changed.version:
        version = trial.changed.version
        times, risky = turns(reader, loop)
        if risky is not None:
            endanger(trial, risky, under)
        carry_out(trial, loop.body, meet(under, times))
        reader.locals = joined(before, before, reader.locals, under)
        if any(reader.locals[local] != one for local, one in before.items()):
            before, version = dict(reader.locals), -1


def turns(reader: Reader, loop: core.Loop) -> tuple[Label, Label | None]:
    """Bind what a loop binds; on what the number of its turns depends, and of that on what a fault, or that it never
    ends; None where it always ends."""
    match loop:
        case core.ForEach():
            # what is so of the element for good stays told
            found = several(reader, loop.seq)
            facts = labels.bind_element(reader, loop.local, loop.seq, found)
            reader.facts = (*reader.facts, *knowledge.lasting(facts))
            missed = found.what if may_miss(reader.made, loop) else OPEN
            return settled(meet(found.there, missed)), None
        case core.RepeatTimes():
            times = value(reader, loop.number)
            return times, times
        case core.Around() | core.Repeat():
            began = OPEN
            if isinstance(loop, core.Around):
                bind(reader, loop.you, PUBLIC)
                inside = several(reader, loop.among) if loop.among is not None else PUBLIC
                began = meet(value(reader, loop.start), inside.what, inside.there)
            ends = OPEN if loop.until is None else value(reader, loop.until)
            return meet(began, ends), ends


def change(trial: Trial, sentence: core.Statement, under: Label) -> None:
    """Read a sentence that changes something. One that remembers or forgets is refused in such a body."""
    reader, changed, zones = trial.reader, trial.changed, trial.reader.made.zones
    match sentence:
        case core.Assign() | core.AssignAll() | core.AddTo() | core.Note():
            write(trial, sentence, under)
        case core.MovePiece():
            move_piece(trial, sentence, under)
        case core.MoveAll() | core.MoveSome():
            pieces = several(reader, sentence.seq)
            under = meet(under, settled(pieces.there))
            if isinstance(sentence, core.MoveSome):
                if sentence.number == fold.number(1):
                    pieces = labels.first_of(reader, sentence.seq, pieces)
                under = meet(under, value(reader, sentence.number))
                endanger(trial, under)
            origins = lying(reader, pieces, zones[ref_of(sentence.to).zone].component)
            take_away(trial, origins, pieces, under)
            arrive(trial, sentence.to, pieces.what, sentence.face, origins, under)
        case core.ChangePiece(piece=of, component=component):
            # it and one in the box are exchanged
            piece, new = known(reader, of), value(reader, sentence.value)
            where = located(reader, of, piece)
            endanger(trial, piece.what, where, new, under)
            boxes = {at for at in lying(reader, PUBLIC, component) if zones[at].box}
            for zone in sorted(lying(reader, piece, component) | boxes):
                put(trial, changed.contents, zone, piece.what, where, new, under)
                mark(trial, "turned", zone)
            if isinstance(of, core.Get):
                reader.locals[of.local] = evolve(piece, what=meet(piece.what, new, under))
        case core.Flip() | core.Show():
            turn_over(trial, sentence, under)
        case core.SwapPlaces() | core.RotateLine() | core.PackBoard():
            # what lies on the places of a board is another
            board = sentence.first.board if isinstance(sentence, core.SwapPlaces) else sentence.board
            own = owners(reader, zones[board.zone].owners, board.owners)
            label = meet(labels.parts(reader, sentence), own, under)
            put(trial, changed.shapes, board.zone, label)
            put(trial, changed.contents, board.zone, label)
            mark(trial, "turned", board.zone)
        case core.PassZones():
            # each zone holds what another one held
            for each in sentence.passings:
                ends = (each.source, each.to)
                seen = [owners(reader, zones[ref.zone].owners, ref.owners) for ref in ends]
                label = meet(under, value(reader, each.when), *seen)
                pieces = several(reader, core.Pieces(each.source))
                endanger(trial, label, pieces.there, *(changed.shapes.get(ref.zone, OPEN) for ref in ends))
                take_away(trial, {each.source.zone}, pieces, label)
                arrive(trial, each.to, pieces.what, None, {each.source.zone}, label)
        case _:
            assert isinstance(sentence, core.Remember | core.Tell), sentence


def grown(trial: Trial, old: Label, *more: Label) -> Label:
    """A label with more in it."""
    new = meet(old, *(knowledge.traced(settled(label), step=(trial.step,)) for label in more if label))
    trial.changed.version += len(new) != len(old)
    return new


def put(trial: Trial, table: dict[int, Label], index: int, *more: Label) -> None:
    """Something in a zone or variable depends on this."""
    if new := grown(trial, table.get(index, OPEN), *more):
        table[index] = new


def mark(trial: Trial, how: knowledge.Moved, zone: int) -> None:
    """Something came into a zone, went out of it, or was moved around in it."""
    trial.changed.version += (how, zone) not in trial.changed.moved
    trial.changed.moved.add((how, zone))


def endanger(trial: Trial, *depends: Label) -> None:
    """Whether there is a fault depends on this."""
    trial.changed.fault = meet(trial.changed.fault, *map(settled, depends))


def write(trial: Trial, sentence: core.Writing | core.Note, under: Label) -> None:
    """A variable gets a value, or something is noted of a piece."""
    reader, changed = trial.reader, trial.changed
    new = labels.told(reader, sentence.value)
    if isinstance(sentence, core.Note):
        number, piece = sentence.variable, known(reader, sentence.piece)
        where = located(reader, sentence.piece, piece)
        endanger(trial, piece.there, where, under)
    else:
        number, owned = sentence.var.variable, sentence.var.owners
        where = owners(reader, reader.made.variables[number].owners, owned)
        if not isinstance(sentence, core.Assign) or any(map(may_be_none, owned)):
            endanger(trial, new, where, under, changed.variables.get(number, OPEN))
    type_ = reader.made.variables[number].type
    if isinstance(sentence, core.Assign | core.Note) and not labels.fits(reader, sentence.value, type_):  # type: ignore[arg-type] # it is no set
        endanger(trial, new, under)
    put(trial, changed.variables, number, new, where, under)


def turn_over(trial: Trial, sentence: core.Flip | core.Show, under: Label) -> None:
    """Pieces are turned over or shown: what was not known of them before is not known afterwards."""
    reader = trial.reader
    if isinstance(sentence, core.Flip):
        pieces = known(reader, sentence.piece)
        where = located(reader, sentence.piece, pieces)
        endanger(trial, pieces.there if may_be_none(sentence.piece) else OPEN, where, under)
    else:
        pieces = several(reader, sentence.seq)
        to = several(reader, sentence.to) if sentence.to is not None else PUBLIC
        where = meet(pieces.where, pieces.there, to.what, to.there)
    there = {ref.zone for ref in pieces.sources} if pieces.sources is not None else reader.down
    for zone in sorted(there & reader.down):
        put(trial, trial.changed.shapes, zone, where, under)
        put(trial, trial.changed.contents, zone, where, under, pieces.what)


def move_piece(trial: Trial, sentence: core.MovePiece, under: Label) -> None:
    """One piece goes somewhere."""
    reader, zones = trial.reader, trial.reader.made.zones
    piece = known(reader, sentence.piece)
    where = located(reader, sentence.piece, piece)
    origins = lying(reader, piece, kind_of(reader.made, sentence.piece))
    left = [zone for how, zone in trial.changed.moved if how == "left" and zone in origins]
    stale = any(shape(zones[zone].kind) == "counts" for zone in left)
    if stale or not labels.is_found(reader, sentence.piece, piece):
        endanger(trial, piece.what, where, under)
    if may_be_none(sentence.piece):
        endanger(trial, piece.there, under)
    take_away(trial, origins, evolve(piece, where=where), under)
    ref, label = arrive(trial, sentence.to, piece.what, sentence.face, origins, under)
    if isinstance(sentence.piece, core.Get):
        knowledge.move_local(reader, sentence.piece, evolve(piece, where=meet(under, label), sources=(ref,)))


def lying(reader: Reader, pieces: Known, component: int) -> set[int]:
    """The zones in which pieces of a component may lie."""
    if pieces.sources is not None:
        return {ref.zone for ref in pieces.sources}
    return {index for index, zone in enumerate(reader.made.zones) if zone.component == component}


def take_away(trial: Trial, zones: set[int], pieces: Known, under: Label) -> None:
    """Pieces leave these zones: what stays behind is known to who knows by what they were chosen."""
    chosen = tuple(each for each in pieces.what if not each.lies)
    for zone in sorted(zones):
        unordered = shape(trial.reader.made.zones[zone].kind) == "counts"
        put(trial, trial.changed.contents, zone, under, pieces.where, chosen if unordered else OPEN)
        put(trial, trial.changed.shapes, zone, under, pieces.where)
        mark(trial, "left", zone)


def arrive(
    trial: Trial, to: core.Target, what: Label, face: core.Face | None, origins: set[int], under: Label
) -> tuple[core.ZoneRef, Label]:
    """Pieces come into a zone; the zone, and who may know which it is. Where a face stays down nothing turns up."""
    reader, ref = trial.reader, ref_of(to)
    zone, place = reader.made.zones[ref.zone], (to.place,) if isinstance(to, core.PlaceRef) else ()
    label = meet(owners(reader, zone.owners, ref.owners), *(value(reader, each) for each in place))
    if any(map(may_be_none, (*ref.owners, *place))) or zone.capacity is not None or zone.kind in ("slot", "board"):
        endanger(trial, label, under, trial.changed.shapes.get(ref.zone, OPEN))
    put(trial, trial.changed.shapes, ref.zone, label, under)
    stays = zone.faced and (face == "down" or (face is None and origins == {ref.zone}))
    put(trial, trial.changed.contents, ref.zone, label, under, OPEN if stays else what)
    mark(trial, "entered", ref.zone)
    return rebuilt(ref, partial(knowledge.canonical, reader)), label
