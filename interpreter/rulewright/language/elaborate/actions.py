"""Phases, procedures, actions and their families to core, and titles with values in them.

Header lines of actions (picks, guards, musts, and every `let` above the last of them) stand in their order, then what
happens; behind a guard that never holds at this setting the rest may speak of what is absent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.edits import line_end, moved_above
from rulewright.language.elaborate import environment
from rulewright.language.elaborate.assignments import can_pay
from rulewright.language.elaborate.coercions import condition, mismatch, misplaced, only_board, same_family
from rulewright.language.elaborate.definitions import member_values, parameter_locals, value_names
from rulewright.language.elaborate.environment import Env, Mistake, ProcedureEntry, SeqValue, Statements, World
from rulewright.language.elaborate.offering import candidates, forget_words, pick, pick_several
from rulewright.language.elaborate.queries import bound_name
from rulewright.language.elaborate.reachable import present
from rulewright.language.elaborate.scoring import guard
from rulewright.language.elaborate.sentences import attempted, let
from rulewright.language.elaborate.telling import values_in_title
from rulewright.language.messages import flow, sentences as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import PLAYER, Scalar, without_none

SEVERAL_ANYWHERE_SINCE: Final = 2
Way = tuple[tuple[str, ...], Span]
"""What must be so that it is gone, and its last sentence."""


def falling(world: World, body: Statements) -> Way | None:
    """A way to the end of sentences, if there is one."""
    ways = [past(world, sentence) for sentence in body]
    known = [way for way in ways if way is not None]
    if len(known) < len(ways):
        return None
    return tuple(step for steps, _ in known for step in steps), known[-1][1] if known else NOWHERE


def past(world: World, sentence: core.Statement) -> Way | None:
    """A way past a sentence, an `if` by one of its cases or by none; None where nothing behind it is carried out."""
    match sentence:
        case core.FinishProcedure() | core.EndGame() | core.Repeat(until=None):
            return None
        case core.With(body=body):
            return falling(world, body)
        case core.If(cases=cases, otherwise=otherwise, places=()):  # part of what a `whenever` does
            ways = (falling(world, body) for body in (*(body for _, body in cases), otherwise))
            return ((), sentence.span) if any(way is not None for way in ways) else None
        case core.If(cases=cases, otherwise=otherwise, places=places):
            lines = [world.line_number(place) for place in places]
            for (_, body), place, line in zip(cases, places, lines, strict=True):
                if (found := falling(world, body)) is not None:
                    return (f'"{world.text(place)}" holds on line {line}', *found[0]), found[1]
            if (found := falling(world, otherwise)) is None:
                return None
            none = f"nothing that is asked from line {lines[0]} on holds"
            if len(lines) == 1:
                none = f'"{world.text(places[0])}" does not hold on line {lines[0]}'
            return (none, *found[0]), found[1] if otherwise else sentence.span
        case _:
            return (), sentence.span


# ---- phases and procedures


def procedure(world: World, entry: ProcedureEntry) -> core.Procedure | None:
    """A procedure in core terms; None where its head has a mistake (which is told)."""
    node = entry.syntax
    if entry.broken:
        return None
    you = world.local("you", PLAYER) if node.name.text in world.heirs else None
    env = Env(you=None if you is None else core.Get(you, PLAYER), dead=node.name.text not in world.live)
    try:
        params, env = parameter_locals(world, env, entry.params)
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    if entry.answer is not None:
        world.variables[entry.answer] = evolve(world.variables[entry.answer], since=len(world.locals))
        env = evolve(env, giving=core.VarRef(entry.answer, span=node.name.span))
    before = len(world.diagnostics)
    body = body_of(world, env, entry, params)
    way = falling(world, body) if entry.answer is not None and len(world.diagnostics) == before else None
    if way is not None:  # through the body to its end
        there, last = ", then ".join(way[0]) or None, world.line_number(way[1])
        world.tell(flow.gives_nothing(node.name.span, name=node.name.text, way=there, line=last, also=way[1]))
    title = node.title if isinstance(node, syntax.Phase) else None
    return core.Procedure(
        node.name.text,
        title.text if title is not None else None,
        isinstance(node, syntax.Phase),
        you,
        params if you is None else (you, *params),
        present(world, body),
        told=world.tried(lambda: tuple(values_in_title(world, env, title)), ()),
        span=node.span,
    )


def body_of(world: World, env: Env, entry: ProcedureEntry, params: tuple[int, ...]) -> Statements:
    """The body; of a family what stands before the members, the member, what stands behind them."""
    match node := entry.syntax:
        case syntax.Phase() | syntax.Procedure():
            return world.run(env, node.body)[0]
        case syntax.ProcedureFamily():
            before, env = world.run(env, node.before)
            type_ = env.names[node.of.text].typed
            assert isinstance(type_, environment.Value)
            asked = core.Get(params[0], type_.type)
            cases: list[tuple[core.Expr, Statements]] = []
            values = member_values(world, node.name, type_.type, node.members)
            for member in node.members:
                for line in member.body:
                    if isinstance(line, syntax.Header):
                        world.tell(words.no_header_here(line.span))
                own = tuple(line for line in member.body if not isinstance(line, syntax.Header))
                body = world.run(env, own)[0]
                here = values[member.span.start]
                if here:
                    tests = [fold.comparison("is", asked, core.Const(value, type_.type)) for value in here]
                    cases.append((fold.junction("or", tests), body))
            members = (core.If(tuple(cases), (), span=node.span),) if cases else ()
            after, _ = world.run(env, node.after)
            return (*before, *members, *after)


# ---- actions


def action(world: World, entry: environment.ActionEntry) -> core.Action | None:
    """An action in core terms; None where its head has a mistake (which is told)."""
    node = entry.syntax
    if entry.broken:
        return None
    you = world.local("you", PLAYER)
    env = Env(you=core.Get(you, PLAYER), dead=node.name.text not in world.live)
    title = node.title.text if node.title else None
    try:
        params, env = parameter_locals(world, env, entry.params)
        if isinstance(node, syntax.ActionFamily):
            made = family(world, env, node, entry.family)
        else:
            head, block = divided(world, node.body, lets_follow=False)
            lines, env = header(world, env, head)
            body, _ = world.run(env, block)
            head_lines, body = present(world, lines), present(world, body)
            made = core.Action(node.name.text, None, -1, (), head_lines, body, span=node.span)
            check_several(world, head)
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    finally:
        forget_words(world)
    return evolve(made, title=title, you=you, params=params)


def divided(
    world: World, lines: Sequence[syntax.ActionLine], *, lets_follow: bool
) -> tuple[tuple[syntax.ActionLine, ...], syntax.Block]:
    """Header and body, in which is paid first. `lets_follow`: a `let` directly behind the header belongs to it, for
    members read it."""

    def only_asks(line: syntax.ActionLine) -> bool:
        return isinstance(line, syntax.Let) and not isinstance(line.value, syntax.Answer)

    end = 1 + max((place for place, line in enumerate(lines) if isinstance(line, syntax.Header)), default=-1)
    while lets_follow and end < len(lines) and only_asks(lines[end]):
        end += 1
    head: list[syntax.ActionLine] = []
    early: list[syntax.Statement] = []
    for line in lines[:end]:
        if isinstance(line, syntax.Header) or only_asks(line):
            if early and isinstance(line, syntax.Header):
                edit = moved_above(world.source.text, line.span, early[0].span)
                world.tell(words.header_first(line.span, also=early[0].span, edit=edit))
            head.append(line)
        else:
            early.append(line)
    paid = (line for line in head if isinstance(line, syntax.Pay))
    return tuple(head), (*paid, *early, *lines[end:])  # type: ignore[arg-type] # behind `end` all are sentences


def header(world: World, env: Env, lines: Sequence[syntax.ActionLine]) -> tuple[tuple[core.HeaderLine, ...], Env]:
    """The header lines in order; a mistake ends its line only. Picks below are not made yet."""
    later = {line.name.text: line.name for line in lines if isinstance(line, syntax.Picking)}
    env = evolve(env, later={**env.later, **later})
    made: list[core.HeaderLine] = []
    for line in lines:
        new, env = attempted(world, env, line, header_line)
        made += new or ()
        if isinstance(line, syntax.Picking):
            env = evolve(env, later={name: at for name, at in env.later.items() if name != line.name.text})
    return tuple(made), env


def header_line(world: World, env: Env, line: syntax.ActionLine) -> tuple[tuple[core.HeaderLine, ...], Env]:
    """What one line of a header says, and the environment behind it."""
    if isinstance(line, syntax.PickSeveral):
        return pick_several(world, env, line)
    made, env = one_line(world, env, line)
    return (made,), env


def one_line(world: World, env: Env, line: syntax.ActionLine) -> tuple[core.HeaderLine, Env]:
    """A line of a header that says one thing, and the environment behind it."""
    match line:
        case syntax.Pick():
            return pick(world, env, line)
        case syntax.Needs():
            return guard(world, env, line)
        case syntax.Pay():
            return can_pay(world, env, line), env
        case syntax.MustChange():
            # a board, a zone, or like zones of several owners: those that the expression names as a whole
            typed, span = world.expression(env, line.zone), line.zone.span
            match typed:
                case environment.ZoneValue(ref):
                    zones: tuple[core.ZoneRef, ...] = (ref,)
                case SeqValue(of=of, plural=str()) if (board := only_board(world, of)) is not None:
                    zones = (core.ZoneRef(board, span=span),)
                case SeqValue(seq=seq, pieces=True):
                    zones = tuple(instances(world, seq, {}, span))
                case _:
                    mismatch(world, typed, "a zone or a board", span)
            text = line.because.text if line.because else world.text(span) + " must change"
            return core.MustChange(zones, text, span=line.span), env
        case syntax.MustLeave():
            test = condition(world, env, line.condition)
            text = line.because.text if line.because else world.text(line.condition.span)
            return core.MustLeave(test, text, line.if_able, span=line.span), env
        case syntax.Let():
            lets, after = let(world, env, line)
            return lets[0], after
        case _:
            raise Mistake(words.header_first(line.span))


def check_several(world: World, lines: Sequence[syntax.ActionLine]) -> None:
    """Only the last pick may be of different numbers, in texts of older languages."""
    if world.source.language >= SEVERAL_ANYWHERE_SINCE:
        return
    picks = [line for line in lines if isinstance(line, syntax.Picking)]
    for line in picks[:-1]:
        if isinstance(line, syntax.PickSeveral) and line.high is not None and line.high != line.low:
            below = Span(line_end(world.source.text, line.span.end) + 1, picks[-1].span.end)
            edit = moved_above(world.source.text, below, line.span)
            here, since = world.source.language, SEVERAL_ANYWHERE_SINCE
            world.tell(words.several_not_last(line.name, here=here, since=since, also=picks[-1].span, edit=edit))


def family(world: World, env: Env, node: syntax.ActionFamily, type_: Scalar | None) -> core.Action:
    """A family: the picked value, called as the type, is the first argument and says which member goes on."""
    assert type_ is not None
    offer, name = node.candidates, node.of
    seq, clauses = candidates(world, env, offer, name)
    if not same_family(without_none(seq.of), without_none(type_)):
        mismatch(world, seq, f"several {name.text}s", offer.span)
    local, env = bound_name(world, env, name, seq, "the member of the family")
    first = core.Pick(local, seq.seq, source=world.text(offer.sources.span), clauses=clauses, span=offer.span)
    head, block = divided(world, node.before, lets_follow=True)
    common, env = header(world, env, head)
    before, env = world.run(env, block)
    names, members = value_names(world, type_), list[core.Member]()
    values: Mapping[int, Sequence[int]] | None = None
    for member in node.members:
        own, block = divided(world, member.body, lets_follow=False)
        check_several(world, (*head, *own))
        lines, inner = header(world, env, own)
        body, inner = world.run(inner, block)
        after, _ = world.run(evolve(env, dead=inner.dead), node.after)
        whole, title = present(world, (*before, *body, *after)), member.title.text if member.title else None
        values = values or member_values(world, node.name, type_, node.members)
        for value in values[member.span.start]:
            members.append(core.Member(value, names[value], present(world, lines), whole, title, span=member.span))
    members.sort(key=lambda made: made.value)
    by_member = core.ByMember(core.Get(local, type_), tuple(members))
    return core.Action(node.name.text, None, -1, (), present(world, (first, *common)), (), by_member, span=node.span)


def instances(world: World, seq: core.Seq, known: Mapping[int, core.Expr], span: Span) -> Iterator[core.ZoneRef]:
    """All zones of a sequence of pieces, owner by owner."""
    match seq:
        case core.Pieces():
            owners = (known.get(each.local, each) if isinstance(each, core.Get) else each for each in seq.zone.owners)
            yield evolve(seq.zone, owners=tuple(owners))
        case core.FlatMap(seq=core.Values() as owners_seq):
            type_ = world.locals[seq.local].type
            for owner in range(owners_seq.number):
                const = core.Const(owner, type_)  # type: ignore[arg-type] # an owner is no sequence
                yield from instances(world, seq.body, {**known, seq.local: const}, span)
        case core.Chain():
            for part in seq.seqs:
                yield from instances(world, part, known, span)
        case _:
            misplaced(span, "only a part of a zone", "a whole zone", "Name the zone without a where.")
