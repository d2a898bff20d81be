"""Actions and action families to core: header lines (picks, guards, musts, and every `let` above the last of them) in
their order, then what happens. Behind a guard that never holds at this setting the rest may speak of what is absent."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language.edits import line_end, moved_above
from rulewright.language.elaborate.coercions import condition, mismatch, misplaced, only_board, same_family
from rulewright.language.elaborate.definitions import member_values, parameter_locals, value_names
from rulewright.language.elaborate.environment import ActionEntry, Env, Mistake, SeqValue, World, ZoneValue
from rulewright.language.elaborate.explanations import guard
from rulewright.language.elaborate.offering import candidates, forget_words, pick, pick_several
from rulewright.language.elaborate.queries import bound_name
from rulewright.language.elaborate.reachable import present
from rulewright.language.elaborate.sentences import let, without
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, Scalar, without_none


def action(world: World, entry: ActionEntry) -> core.Action | None:
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


# ---- the header


def divided(
    world: World, lines: Sequence[syntax.ActionLine], *, lets_follow: bool
) -> tuple[tuple[syntax.ActionLine, ...], syntax.Block]:
    """Header and body. `lets_follow`: a `let` directly behind the header belongs to it, for members read it."""

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
    return tuple(head), (*early, *lines[end:])  # type: ignore[arg-type] # behind `end` all are sentences


def header(world: World, env: Env, lines: Sequence[syntax.ActionLine]) -> tuple[tuple[core.HeaderLine, ...], Env]:
    """The header lines in order; a mistake ends its line only. Picks below are not made yet."""
    later = {line.name.text: line.name for line in lines if isinstance(line, syntax.Pick | syntax.PickSeveral)}
    env = evolve(env, later={**env.later, **later})
    made: list[core.HeaderLine] = []
    for line in lines:
        try:
            new, env = header_line(world, env, line)
        except Mistake as found:
            world.tell(found.diagnostic)
            env = without(env, line)
        else:
            made.append(new)
        if isinstance(line, syntax.Pick | syntax.PickSeveral):
            env = evolve(env, later={name: at for name, at in env.later.items() if name != line.name.text})
    return tuple(made), env


def header_line(world: World, env: Env, line: syntax.ActionLine) -> tuple[core.HeaderLine, Env]:
    """One header line, and the environment behind it."""
    match line:
        case syntax.Pick():
            return pick(world, env, line)
        case syntax.PickSeveral():
            return pick_several(world, env, line)
        case syntax.Needs():
            return guard(world, env, line)
        case syntax.MustChange():
            # a board, a zone, or like zones of several owners: those that the expression names as a whole
            typed, span = world.expression(env, line.zone), line.zone.span
            match typed:
                case ZoneValue(ref):
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
    """Only the last pick may be of different numbers."""
    picks = [line for line in lines if isinstance(line, syntax.Pick | syntax.PickSeveral)]
    for line in picks[:-1]:
        if isinstance(line, syntax.PickSeveral) and line.high is not None and line.high != line.low:
            below = Span(line_end(world.source.text, line.span.end) + 1, picks[-1].span.end)
            edit = moved_above(world.source.text, below, line.span)
            world.tell(words.several_not_last(line.name, also=picks[-1].span, edit=edit))


# ---- families


def family(world: World, env: Env, node: syntax.ActionFamily, type_: Scalar | None) -> core.Action:
    """A family: the picked value is the first argument and says which member goes on; the pick is called as the type.
    Which values the members have is asked behind the lines of the first."""
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
