"""What the body under a `must` does to what is known, when it is tried before the choice.

Nothing that it turns up is seen by that. It is read from top to bottom, loops until nothing more changes; what it puts
somewhere is known there only to who knew it before, and what happens only if something holds is known only to who knows
that. In: a reader whose header lines are read. Out: on what the verdict depends.
"""

from collections.abc import Callable

from attrs import evolve

from rulewright.language import core
from rulewright.language.facts.ranges import may_be_none
from rulewright.language.information_flow.expression_labels import (
    bind_loop,
    handed,
    keep,
    known,
    owners,
    several,
    value,
)
from rulewright.language.information_flow.labels import OPEN, PUBLIC, Known, Label, meet, merged, settled
from rulewright.language.information_flow.path_facts import learn_here
from rulewright.language.information_flow.reader import (
    Changed,
    Fact,
    Reader,
    bind,
    canonical,
    is_firm,
    loosen,
    seen_in,
    steady,
)
from rulewright.language.information_flow.statement_effects import Course, change, endanger, grown

Locals = dict[int, Known]
Body = tuple[core.Statement, ...]


def verdict(reader: Reader, must: core.Must, body: Body) -> Label:
    """What the verdict over a tried body that does not stop depends on."""
    kept = evolve(reader, locals=dict(reader.locals), same=dict(reader.same))
    reader.changed = Changed() if kept.changed is None else copied(kept.changed)
    reader.risk, reader.under = OPEN, OPEN
    loosen(reader)
    course = Course(reader, reader.changed)
    carry_out(course, body, OPEN)
    reader.under = OPEN
    judged = judge(reader, course.changed, must)
    found = meet(judged, reader.risk, course.changed.ended, course.changed.fault)
    reader.facts, reader.locals, reader.same, reader.kept = kept.facts, kept.locals, kept.same, kept.kept
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


def judge(reader: Reader, changed: Changed, must: core.Must) -> Label:
    """What is looked at afterwards."""
    if isinstance(must, core.MustLeave):
        return value(reader, must.condition)
    return meet(*(compared(reader, changed, ref) for ref in must.zones))


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
        case _:
            change(course, sentence, under)
            steady(course.reader)


# ---- where it goes on


def branch(course: Course, sentence: core.If, under: Label) -> None:
    """Cases: what happens in one depends on its condition and on those before it."""
    reader, before = course.reader, dict(course.reader.locals)
    after = branches(reader, sentence, lambda body, way: carry_out(course, body, meet(under, way)))
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
        with reader.told(passed):
            label = value(reader, condition)
            way = meet(way, label)
            with reader.told(learn_here(reader, condition, holds=True)):
                no_more_than_none(reader, condition, holds=True)
                read(body, way)
        after.append((reader.locals, label))
        reader.locals = dict(before)
        no_more_than_none(reader, condition, holds=False)
        before = dict(reader.locals)
        passed = (*passed, *learn_here(reader, condition, holds=False))
    with reader.told(passed):
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
            found[local] = either(first[local], second[local], under)
    return found


def either(first: Known, second: Known, under: Label) -> Known:
    """What is known of a piece that has gone one way or the other."""
    what, where = meet(first.what, second.what), meet(first.where, second.where, settled(under))
    return Known(meet(first.there, second.there), what, where, merged([first.sources, second.sources]))


def again(course: Course, loop: core.Loop, under: Label) -> None:
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


def turns(course: Course, loop: core.Loop, under: Label) -> Label:
    """Bind what a loop binds; on what the number of its turns depends."""
    reader = course.reader
    match loop:
        case core.ForEach():
            return settled(bind_loop(reader, loop).there)
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
