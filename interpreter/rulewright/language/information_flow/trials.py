"""What the body under a `must` does to what is known, when it is tried before the choice.

Nothing that it turns up is seen by that. It is read from top to bottom, loops until nothing more changes; what it puts
somewhere is known there only to who knew it before, and what happens only if something holds is known only to who knows
that. In: a reader whose header lines are read. Out: on what the verdict depends.
"""

from collections.abc import Callable

from attrs import define, evolve, field

from rulewright.language import core
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import kind_of, may_be_none
from rulewright.language.information_flow.expression_labels import (
    aggregate,
    bind_let,
    bind_loop,
    fits,
    handed,
    known,
    owners,
    parts,
    several,
    value,
)
from rulewright.language.information_flow.path_facts import is_found, learn_here, located
from rulewright.language.information_flow.reader import (
    OPEN,
    PUBLIC,
    Changed,
    Fact,
    Known,
    Label,
    Reader,
    bind,
    canonical,
    is_firm,
    is_unordered,
    loosen,
    meet,
    move_local,
    seen_in,
    settled,
    steady,
    together,
    traced,
)

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
    copies = {
        name: getattr(old, name).copy() for name in ("contents", "shapes", "variables", "entered", "left", "turned")
    }
    changed = evolve(old, **copies)
    tried = evolve(reader, locals=dict(reader.locals), kept={}, changed=changed, risk=OPEN, under=OPEN)
    loosen(tried)
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
    shape = meet(owners(reader, zone.owners, ref.owners), changed.shapes.get(ref.zone, OPEN))
    contents = changed.contents.get(ref.zone, OPEN)
    moved = [ref.zone in zones for zones in (changed.entered, changed.left, changed.turned)]
    if zone.faced:
        return meet(shape, contents) if any(moved) else shape
    mixed = moved[2] or (moved[0] and moved[1])
    return meet(shape, contents, settled(seen_in(reader, ref))) if mixed else shape


# ---- where it goes on


def carry_out(trial: Trial, body: Body, depends: Label) -> None:
    """Read sentences that are carried out depending on this."""
    reader, changed = trial.reader, trial.changed
    for sentence in body:
        reader.under = under = meet(depends, changed.gone)
        trial.step = f"the sentence on line {reader.line(sentence.span.start)}"
        match sentence:
            case core.Let():
                bind_let(reader, sentence, steadily=True)
            case core.If():
                branch(trial, sentence, under)
            case core.ForEach() | core.Around() | core.Repeat() | core.RepeatTimes():
                again(trial, sentence, under)
            case core.With(you=you, who=player):
                who = known(reader, player)
                if may_be_none(player):
                    endanger(trial, settled(who.there), under)
                bind(reader, you, who, player if is_firm(player) else None)
                carry_out(trial, sentence.body, under)
            case core.RunProcedure():
                run_procedure(trial, sentence, under)
            case core.FinishProcedure() | core.EndGame():
                if isinstance(sentence, core.EndGame):
                    changed.ended = meet(changed.ended, under)
                if under:  # what comes later comes only if this was not left
                    changed.gone = grown(trial, changed.gone, under)
            case _:
                change(trial, sentence, under)
                steady(reader)


def branch(trial: Trial, sentence: core.If, under: Label) -> None:
    """Cases: what happens in one depends on its condition and on those before it."""
    reader, before = trial.reader, dict(trial.reader.locals)
    after = branches(reader, sentence, lambda body, way: carry_out(trial, body, meet(under, way)))
    way = meet(under, *(label for _, label in after))
    for end, _ in after:
        reader.locals = joined(before, reader.locals, end, way)


def branches(reader: Reader, sentence: core.If, read: Callable[[Body, Label], None]) -> list[tuple[Locals, Label]]:
    """Read cases, each with what its condition tells and on what it depends that it comes to it. What is known after
    each but the last, and on what its condition depends; of the last it is in the reader."""
    steady(reader)
    before, after = dict(reader.locals), []
    passed, way = tuple[Fact, ...](), OPEN
    for condition, body in sentence.cases:
        with reader.knowing(passed):
            label = value(reader, condition)
            way = meet(way, label)
            with reader.knowing(learn_here(reader, condition, holds=True)):
                no_more_than_none(reader, condition, holds=True)
                read(body, way)
        after.append((reader.locals, label))
        reader.locals = dict(before)
        no_more_than_none(reader, condition, holds=False)
        before = dict(reader.locals)
        passed = (*passed, *learn_here(reader, condition, holds=False))
    with reader.knowing(passed):
        read(sentence.otherwise, way)
    return after


def no_more_than_none(reader: Reader, condition: core.Expr, *, holds: bool) -> None:
    """Of locals that are none where a condition holds, or does not, there is no more to know than that."""
    match condition:
        case core.Not(operand=operand):
            no_more_than_none(reader, operand, holds=not holds)
        case core.And(operands=operands) | core.Or(operands=operands) if isinstance(condition, core.And) == holds:
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
            either = together((first[local], second[local]))
            found[local] = evolve(either, where=meet(either.where, settled(under)))
    return found


def again(trial: Trial, loop: core.Loop, under: Label) -> None:
    """A loop, until another pass changes nothing more."""
    reader, version = trial.reader, -1
    steady(reader)
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
            return settled(bind_loop(reader, loop).there), None
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


def run_procedure(trial: Trial, sentence: core.RunProcedure, under: Label) -> None:
    """A procedure with its arguments."""
    reader = trial.reader
    made = reader.made.procedures[sentence.procedure]
    given = [handed(reader, param, arg) for param, arg in zip(made.params, sentence.args, strict=True)]
    stand_for = [canonical(reader, arg) if is_firm(arg) else None for arg in sentence.args]
    for param, one, expr in zip(made.params, given, stand_for, strict=True):
        bind(reader, param, one, expr)
    call = (sentence.procedure, tuple(given), tuple(stand_for), under, trial.changed.version)
    if call not in trial.read:
        trial.read.add(call)
        steady(reader)
        carry_out(trial, made.body, under)


# ---- what a sentence does to what is known of zones and variables


def change(trial: Trial, sentence: core.Statement, under: Label) -> None:
    """Read a sentence that changes something. One that remembers or forgets is refused in such a body."""
    reader, zones = trial.reader, trial.reader.made.zones
    match sentence:
        case core.Assign() | core.AssignAll() | core.AddTo():
            assign(trial, sentence, under)
        case core.Note(piece=of, value=noted, variable=variable):
            piece, new = known(reader, of), value(reader, noted)
            where = located(reader, of, piece)
            endanger(trial, piece.there, where, under)
            if not fits(reader, noted, reader.made.variables[variable].type):  # type: ignore[arg-type] # it is one value
                endanger(trial, new, under)
            put(trial, trial.changed.variables, variable, new, where, under)
        case core.MovePiece():
            move_piece(trial, sentence, under)
        case core.MoveAll() | core.MoveSome():
            pieces = several(reader, sentence.seq)
            under = meet(under, settled(pieces.there))
            if isinstance(sentence, core.MoveSome):
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
                put(trial, trial.changed.contents, zone, piece.what, where, new, under)
                mark(trial, trial.changed.turned, zone)
            if isinstance(of, core.Get):
                reader.locals[of.local] = evolve(piece, what=meet(piece.what, new, under))
        case core.Flip() | core.Show():
            turn_over(trial, sentence, under)
        case core.SwapPlaces() | core.RotateLine() | core.PackBoard():
            # what lies on the places of a board is another
            if isinstance(sentence, core.SwapPlaces):
                board = sentence.first.board
                where = meet(value(reader, sentence.first.place), value(reader, sentence.second.place))
            else:
                board, where = sentence.board, parts(reader, sentence)
            label = meet(where, owners(reader, zones[board.zone].owners, board.owners), under)
            put(trial, trial.changed.shapes, board.zone, label)
            put(trial, trial.changed.contents, board.zone, label)
            mark(trial, trial.changed.turned, board.zone)
        case core.PassZones():
            pass_on(trial, sentence, under)
        case _:
            assert isinstance(sentence, core.Remember), sentence


def grown(trial: Trial, old: Label, *more: Label) -> Label:
    """A label with more in it."""
    new = meet(old, *(traced(settled(label), step=(trial.step,)) for label in more if label))
    trial.changed.version += len(new) != len(old)
    return new


def put(trial: Trial, table: dict[int, Label], index: int, *labels: Label) -> None:
    """Something in a zone or variable depends on this."""
    new = grown(trial, table.get(index, OPEN), *labels)
    if new:
        table[index] = new


def mark(trial: Trial, zones: set[int], zone: int) -> None:
    """Something came into a zone, went out of it, or was moved around in it."""
    trial.changed.version += zone not in zones
    zones.add(zone)


def endanger(trial: Trial, *labels: Label) -> None:
    """Whether there is a fault depends on this."""
    trial.changed.fault = meet(trial.changed.fault, *(settled(label) for label in labels))


def assign(trial: Trial, sentence: core.Writing, under: Label) -> None:
    """A variable gets a value."""
    reader, ref = trial.reader, sentence.var
    made = reader.made.variables[ref.variable]
    own = owners(reader, made.owners, ref.owners)
    new = value(reader, sentence.value) if isinstance(sentence, core.Assign) else aggregate(reader, sentence.value)
    if not isinstance(sentence, core.Assign) or any(may_be_none(owner) for owner in ref.owners):
        endanger(trial, new, own, under, trial.changed.variables.get(ref.variable, OPEN))
    elif not fits(reader, sentence.value, made.type):  # type: ignore[arg-type] # a variable that is assigned is no set
        endanger(trial, new, under)
    put(trial, trial.changed.variables, ref.variable, new, own, under)


def move_piece(trial: Trial, sentence: core.MovePiece, under: Label) -> None:
    """One piece goes somewhere."""
    reader = trial.reader
    piece = known(reader, sentence.piece)
    where = located(reader, sentence.piece, piece)
    origins = lying(reader, piece, kind_of(reader.made, sentence.piece))
    stale = any(is_unordered(reader.made.zones[zone]) and zone in trial.changed.left for zone in origins)
    if stale or not is_found(reader, sentence.piece, piece):
        endanger(trial, piece.what, where, under)
    if may_be_none(sentence.piece):
        endanger(trial, piece.there, under)
    take_away(trial, origins, evolve(piece, where=where), under)
    ref, label = arrive(trial, sentence.to, piece.what, sentence.face, origins, under)
    if isinstance(sentence.piece, core.Get):
        move_local(reader, sentence.piece, evolve(piece, where=meet(under, label), sources=(ref,)))


def lying(reader: Reader, pieces: Known, component: int) -> set[int]:
    """The zones in which pieces of a component may lie."""
    if pieces.sources is not None:
        return {ref.zone for ref in pieces.sources}
    return {index for index, zone in enumerate(reader.made.zones) if zone.component == component}


def take_away(trial: Trial, zones: set[int], pieces: Known, under: Label) -> None:
    """Pieces leave these zones: what stays behind is known to who knows by what they were chosen."""
    chosen = tuple(each for each in pieces.what if not each.lies)
    for zone in sorted(zones):
        unordered = is_unordered(trial.reader.made.zones[zone])
        put(trial, trial.changed.contents, zone, under, pieces.where, chosen if unordered else OPEN)
        put(trial, trial.changed.shapes, zone, under, pieces.where)
        mark(trial, trial.changed.left, zone)


def arrive(
    trial: Trial, to: core.Target, what: Label, face: core.Face | None, origins: set[int], under: Label
) -> tuple[core.ZoneRef, Label]:
    """Pieces come into a zone; the zone, and who may know which it is. Where a face stays down nothing turns up."""
    reader, ref = trial.reader, ref_of(to)
    zone = reader.made.zones[ref.zone]
    label = owners(reader, zone.owners, ref.owners)
    exprs = (*ref.owners, *((to.place,) if isinstance(to, core.PlaceRef) else ()))
    if isinstance(to, core.PlaceRef):
        label = meet(label, value(reader, to.place))
    if any(may_be_none(expr) for expr in exprs) or zone.capacity is not None or zone.kind in ("slot", "board"):
        endanger(trial, label, under, trial.changed.shapes.get(ref.zone, OPEN))
    put(trial, trial.changed.shapes, ref.zone, label, under)
    stays = zone.faced and (face == "down" or (face is None and origins == {ref.zone}))
    put(trial, trial.changed.contents, ref.zone, label, under, OPEN if stays else what)
    mark(trial, trial.changed.entered, ref.zone)
    return core.ZoneRef(ref.zone, tuple(canonical(reader, owner) for owner in ref.owners)), label


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
    zones = {ref.zone for ref in pieces.sources} if pieces.sources is not None else reader.down
    for zone in sorted(zones & reader.down):
        put(trial, trial.changed.shapes, zone, where, under)
        put(trial, trial.changed.contents, zone, where, under, pieces.what)


def pass_on(trial: Trial, sentence: core.PassZones, under: Label) -> None:
    """Whole zones change places: each holds what another one held."""
    reader = trial.reader
    for each in sentence.passings:
        ends = (each.source, each.to)
        seen = [owners(reader, reader.made.zones[ref.zone].owners, ref.owners) for ref in ends]
        label = meet(under, settled(value(reader, each.when)), *seen)
        pieces = several(reader, core.Pieces(each.source))
        endanger(trial, label, pieces.there, *(trial.changed.shapes.get(ref.zone, OPEN) for ref in ends))
        take_away(trial, {each.source.zone}, pieces, label)
        arrive(trial, each.to, pieces.what, None, {each.source.zone}, label)
