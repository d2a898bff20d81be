"""What a sentence does: one function, one case for each sort of sentence (SPEC 8 to 11).

A procedure runs as a generator. It yields a `Decision` or an `Event` and is sent the answer: who made which move, or
the numbers of the items that came out. Whatever is still to be done stays where it is, inside the generator.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from rulewright.language import core
from rulewright.language.types import CountsT, OptionalT, SetT, Several
from tests.plain import expressions, moves, moving, sequences, state, writing
from tests.plain.state import (
    Answer,
    Chosen,
    Counts,
    Decision,
    Event,
    Finished,
    Found,
    Key,
    Move,
    Over,
    Piece,
    Play,
    Run,
    Value,
    bare,
    ordered,
    replaced,
    stirred,
    values_of,
)

MOST_COUNTED = 9_999


def run(play: Play, lines: Iterable[core.Statement]) -> Run:
    """Sentences one after the other."""
    for line in lines:
        play.line, play.sentence = line.span, type(line).__name__
        yield from one(play, line)


def one(play: Play, line: core.Statement) -> Run:
    """One sentence."""
    match line:
        case _ if (act := AT_ONCE.get(type(line))) is not None:
            act(play, line)
        case core.Remember(var, forgets=True):
            state.forget(play, var)
        case core.Remember(var, span=span):
            state.remember(play, var, span)
        case core.MoveSome(refills=None):
            moving.move_some(play, line)
        case core.MoveSome():
            yield from _move_refilling(play, line)
        case core.Draw():
            yield from _draw(play, line)
        case core.RollInto():
            yield from _roll_into(play, line)
        case core.Shuffle(zone, label):
            yield from _shuffle(play, moving.target(play, zone, line.span)[0], label)
        case core.FinishProcedure(procedure):
            raise Finished(procedure)
        case core.EndGame(winners):
            if winners is not None:
                seats = map(bare, sequences.elements(play, winners))
                play.state.winners = frozenset(seat for seat in seats if seat is not None)
            play.state.ended = True
            raise Over
        case core.RunProcedure(procedure, args):
            params = play.core.procedures[procedure].params
            pairs = zip(params, args, strict=True)
            yield from _procedure(play, procedure, [expressions.given(play, param, arg) for param, arg in pairs])
        case core.If(cases, otherwise):
            yield from run(play, next((then for test, then in cases if expressions.holds(play, test)), otherwise))
        case core.ForEach():
            yield from _for_each(play, line)
        case core.Around():
            yield from _around(play, line)
        case core.Repeat(until, body):
            while until is None or not _is_so(play, until, line):
                play.turn(line.span)
                yield from run(play, body)
        case core.RepeatTimes(number, body):
            for _ in range(moving.how_many(play, number, line.span)):
                yield from run(play, body)
        case core.With(you, who, body):
            play.bind(you, expressions.needed(play, who, line.span))
            yield from run(play, body)
        case core.Choose():
            yield from _choose(play, line)
        case core.ChooseAtOnce():
            yield from _choose_at_once(play, line)


def _is_so(play: Play, until: core.Expr, line: core.Statement) -> bool:
    """A condition of a loop, which is asked again in its own line."""
    play.line = line.span
    return expressions.holds(play, until)


def _field(play: Play, var: core.VarRef, line: core.Statement) -> Key:
    key = expressions.variable(play, var)
    if key is None:
        raise play.fault("none-used", line.span)
    return key


def _fitting(play: Play, line: core.Assign | core.Note, variable: core.Variable) -> int | None:
    """What a variable is to be: a value of its type."""
    number, type_ = bare(expressions.value(play, line.value)), variable.type
    assert not isinstance(type_, Several)
    fits = isinstance(type_, OptionalT) if number is None else number in values_of(play.core, type_)
    if not fits:
        raise play.fault("out-of-range", line.span)
    return number


def _assign(play: Play, line: core.Assign) -> None:
    key = _field(play, line.var, line)
    play.state.variables[key] = _fitting(play, line, play.core.variables[line.var.variable])


def _note(play: Play, line: core.Note) -> None:
    """Of a piece that lies where that is noted."""
    found = expressions.piece(play, line.piece)
    lies = play.at(found) if isinstance(found, Found) else None
    variable = play.core.variables[line.variable]
    if not isinstance(found, Found) or lies is None or found.zone[0] != variable.lies_in:
        raise play.fault("cannot-move", line.span)
    notes = {**dict(lies.notes), line.variable: _fitting(play, line, variable)}
    replaced(play, found.zone, lies, evolve(lies, notes=frozenset(notes.items())))


def _held(play: Play, line: core.AssignAll | core.AddTo, counts: Counts) -> Counts:
    """Sets and counts as a field holds them; a value that is none of its type, or too many, is a fault."""
    type_ = play.core.variables[line.var.variable].type
    assert isinstance(type_, SetT | CountsT)
    held = {number: 1 if isinstance(type_, SetT) else copies for number, copies in counts.items() if copies}
    within = all(number in values_of(play.core, type_.of) for number in held)
    if not within or not all(0 <= copies <= MOST_COUNTED for copies in held.values()):
        raise play.fault("out-of-range", line.span)
    return held


def _assign_all(play: Play, line: core.AssignAll) -> None:
    key = _field(play, line.var, line)
    play.state.variables[key] = _held(play, line, expressions.aggregate(play, line.value))


def _add(play: Play, line: core.AddTo) -> None:
    key = _field(play, line.var, line)
    before, change = play.state.variables[key], _held(play, line, expressions.aggregate(play, line.value))
    assert isinstance(before, dict)
    if isinstance(play.core.variables[line.var.variable].type, SetT):
        removed = {number: 1 for number in before if number not in change}
        play.state.variables[key] = {**before, **change} if line.sign > 0 else removed
        return
    after = {number: before.get(number, 0) + line.sign * change.get(number, 0) for number in {**before, **change}}
    play.state.variables[key] = _held(play, line, after)


def _move_refilling(play: Play, line: core.MoveSome) -> Run:
    """Before a piece is taken from the empty pile, all of its source enters it and is shuffled (SPEC 10)."""
    assert line.refills is not None
    left = moving.how_many(play, line.number, line.span)
    moving.target(play, line.to, line.span)
    pile = moving.target(play, line.refills, line.span)[0]
    refill = play.zone(pile).refill
    assert refill is not None
    source: Key = refill.zone, pile[1] if play.core.zones[refill.zone].owners else ()
    everything = core.Pieces(core.ZoneRef(refill.zone, line.refills.owners if source[1] else ()))
    while left:
        if not play.lying(pile) and play.lying(source):
            moving.move_all(play, core.MoveAll(everything, line.refills, None, None, span=line.span))
            yield from _shuffle(play, pile, refill.label)
        lying = moving.first_of(play, line, left)
        if not lying:
            if not line.up_to:
                raise play.fault("too-few-pieces", line.span)
            return
        moving.together(play, line, lying)
        left -= len(lying)


def _shuffle(play: Play, key: Key, label: str) -> Run:
    """A new order of a pile or row; shuffling nothing is no event."""
    content = play.state.zones[key]
    if not content or isinstance(content, dict) or not ordered(play.zone(key)):
        return
    down, names = play.zone(key).kind == "pile", play.component(key).kinds
    of_kind: dict[int, list[Piece]] = {}
    for piece in sorted(content[::-1] if down else content, key=lambda piece: piece.kind):
        of_kind.setdefault(piece.kind, []).append(piece)
    items = tuple(names[kind] for kind in of_kind)
    outcome = yield Event("shuffle", label, items, tuple(len(each) for each in of_kind.values()))
    order = [list(of_kind.values())[number] for number in _items(outcome)]
    laid = [stirred(each.pop(0)) for each in (order[::-1] if down else order)]
    play.state.zones[key] = laid[::-1] if down else laid


def _draw(play: Play, line: core.Draw) -> Run:
    """One element: each copy of a piece is equally likely."""
    copies: dict[Value, int] = {}
    for element in sequences.elements(play, line.seq):
        copies[element] = copies.get(element, 0) + 1
    if not copies:
        raise play.fault("nothing-to-draw", line.span)
    found = list(copies)
    items = writing.drawn(play, play.core.locals[line.local], found)
    kind = "roll" if line.rolled else "draw"
    outcome = yield Event(kind, line.label, tuple(items), tuple(copies.values()))
    play.bind(line.local, found[_items(outcome)[0]])


def _roll_into(play: Play, line: core.RollInto) -> Run:
    """Each a new piece of an unlimited component."""
    for _ in range(moving.how_many(play, line.number, line.span)):
        key = moving.target(play, line.to, line.span)[0]
        component = play.component(key)
        kinds = [kind for kind, copies in enumerate(component.copies) if copies is None]
        names = tuple(component.kinds[kind] for kind in kinds)
        outcome = yield Event("roll", line.label, names, (1,) * len(kinds))
        state.entered(play, key, Piece(kinds[_items(outcome)[0]]), None, line.span)


def _items(answer: Answer) -> tuple[int, ...]:
    assert not isinstance(answer, Chosen)
    return answer


def _procedure(play: Play, number: int, args: list[Value]) -> Run:
    """A phase or procedure; limits `once per` it are unused when it begins and when it ends."""
    procedure = play.core.procedures[number]
    for param, arg in zip(procedure.params, args, strict=True):
        play.bind(param, arg)
    play.state.running.append(number)
    _clear(play, number)
    try:
        yield from run(play, procedure.body)
    except Finished as finished:
        if finished.procedure != number:
            raise
    finally:
        play.state.running.pop()
        _clear(play, number)


def _clear(play: Play, procedure: int) -> None:
    for number, limit in enumerate(play.core.limits):
        if limit.procedure == procedure:
            play.state.used[number] = Counter()


def _for_each(play: Play, line: core.ForEach) -> Run:
    """What it runs over is fixed when it begins; a piece is found again when its turn comes."""
    fixed = [(each, play.at(each) if isinstance(each, Found) else None) for each in sequences.elements(play, line.seq)]
    for each, piece in fixed:
        again = _again(play, each, piece) if isinstance(each, Found) else each
        if again is not None:
            play.bind(line.local, again)
            yield from run(play, line.body)


def _again(play: Play, found: Found, piece: Piece | None) -> Found | None:
    """In a row or pile where it has come to, unless it left or was shuffled; elsewhere if one of its kind is there."""
    content = play.state.zones[found.zone]
    if play.endless(found.zone):
        return found
    if isinstance(content, dict) or found.position is None:
        return found if play.at(found) else None
    there = next((each for each in content if piece and each.stay == piece.stay and each.kind == found.kind), None)
    return None if there is None else play.found(found.zone, there)


def _around(play: Play, line: core.Around) -> Run:
    """Round and round, to the left, among those who are still in it."""
    seat = expressions.needed(play, line.start, line.span)
    everybody = set(range(play.core.players))
    while line.until is None or not _is_so(play, line.until, line):
        among = everybody
        if line.among is not None:
            among = {seat for seat in map(bare, sequences.elements(play, line.among)) if seat is not None}
        if not among:
            return
        while seat not in among:
            seat = (seat + 1) % play.core.players
        play.turn(line.span)
        play.bind(line.you, seat)
        yield from run(play, line.body)
        seat = (seat + 1) % play.core.players


def _choose(play: Play, line: core.Choose) -> Run:
    """A decision; where offers end it, it is asked again until one of them has been carried out, or once with what
    follows the others."""
    you = expressions.needed(play, line.you, line.span)
    while True:
        play.line = line.span
        found = moves.listed(play, you, line.offers)
        if not found:
            if line.otherwise is None:
                raise play.fault("stuck", line.span)
            yield from run(play, line.otherwise)
            return
        answer = yield Decision({you: found})
        assert isinstance(answer, Chosen)
        move = answer.move
        moves.use(play, move)
        yield from carry_out(play, move)
        if move.offer.ends or not any(offer.ends for offer in line.offers):
            return
        if line.acted:
            yield from run(play, line.acted)
            return


def _choose_at_once(play: Play, line: core.ChooseAtOnce) -> Run:
    """Of these players all who can choose in the state before; then the bodies run in the order of seats, and then what
    happens to those who could not."""
    asked: dict[int, list[Move]] = {}
    unable: list[int] = []
    for seat in sorted(seat for seat in map(bare, sequences.elements(play, line.who)) if seat is not None):
        play.bind(line.you, seat)
        found = moves.listed(play, seat, line.offers)
        if found:
            asked[seat] = found
        else:
            unable.append(seat)
    chosen: dict[int, Move] = {}
    while asked:
        answer = yield Decision(dict(asked))
        assert isinstance(answer, Chosen)
        chosen[answer.seat] = answer.move
        moves.use(play, answer.move)
        del asked[answer.seat]
    for seat in sorted(chosen):
        play.bind(line.you, seat)
        yield from carry_out(play, chosen[seat])
    for seat in unable:
        play.bind(line.you, seat)
        yield from run(play, line.otherwise)


def carry_out(play: Play, move: Move) -> Run:
    """The body of an action with what was picked."""
    play.state.locals.update(move.locals)
    action = play.core.actions[move.offer.action]
    play.line = action.span
    yield from run(play, moves.body_of(action, move.member))


def _tell(play: Play, line: core.Tell) -> None:
    """`tell`: nothing changes, but what is told must be reckoned."""
    for part in line.parts:
        if isinstance(part, core.Holding):
            expressions.aggregate(play, part.counts)
        else:
            expressions.value(play, part.value)
    if line.to is not None:
        list(sequences.elements(play, line.to))


AT_ONCE: dict[type, Callable[[Play, Any], None]] = {
    core.Let: sequences.let,
    core.Assign: _assign,
    core.AssignAll: _assign_all,
    core.AddTo: _add,
    core.Note: _note,
    core.ChangePiece: moving.change,
    core.MovePiece: moving.move_piece,
    core.MoveAll: moving.move_all,
    core.Flip: moving.flip,
    core.SwapPlaces: moving.swap,
    core.RotateLine: moving.rotate,
    core.PackBoard: moving.pack,
    core.PassZones: moving.pass_on,
    core.Show: moving.show,
    core.Tell: _tell,
}
