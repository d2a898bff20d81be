"""What can be chosen: lines of offers with their limits, menus, and the values of picks."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.core_queries import from_others
from rulewright.language.diagnostics import Edit
from rulewright.language.edits import without
from rulewright.language.elaborate.coercions import ANY_NUMBER, as_seq, bound, is_line, joined, one_value, room, value
from rulewright.language.elaborate.definitions import arguments, procedure_named
from rulewright.language.elaborate.environment import Env, Mistake, Result, SeqValue, Value, World, merged
from rulewright.language.elaborate.possessives import is_pile
from rulewright.language.elaborate.queries import asked, bound_name, check_free, summed, tested
from rulewright.language.elaborate.reachable import present
from rulewright.language.elaborate.scoring import clauses, guard, side
from rulewright.language.elaborate.suggestions import WORDS, are_listed
from rulewright.language.facts.ranges import range_here
from rulewright.language.messages import flow, names as name_words, sentences as words
from rulewright.language.span import Span
from rulewright.language.syntax import Candidates, Name
from rulewright.language.types import KindT, NumberT, OptionalT, SeqT, ValueT, with_none, without_none

# ---- Decisions: `choose` and `choose until`, lines of offers with their limits, and menus, which are expanded

Offers = tuple[core.OfferLine, ...]
Menus = tuple[str, ...]
MOST_TIMES: Final = 1000


def choose(world: World, env: Env, node: syntax.Choose | syntax.ChooseUntil) -> Result:
    """`choose a or b`, `choose until E:`; `otherwise` is what happens if you cannot."""
    otherwise, after = None, env
    if node.otherwise is not None:
        otherwise, end = world.run(env, node.otherwise)
        after = merged(env, end)
    if env.you is None:
        raise Mistake(name_words.you_is_nobody(node.span))
    offers = offers_of(world, env, node, env.you)
    return (core.Choose(env.you, offers, otherwise, span=node.span),), after


def offers_of(world: World, env: Env, node: syntax.Choose | syntax.ChooseUntil, you: core.Expr) -> Offers:
    """All that is offered, as single actions; an action occurs once. Asked alike, whoever can do nothing of it can
    pass."""
    if isinstance(node, syntax.Choose):
        offers = listed(world, env, (node.offer,), ())
    else:
        offers = listed(world, env, node.offers, ())
        if node.ending.name.text in world.menus:
            world.tell(words.ending_is_action(node.ending.name))
        else:
            offers += world.tried(partial(ending, world, env, node.ending, offers), ())
    once_each(world, offers)
    if node.passing is None:
        return offers
    entry = world.actions.get(node.passing.name.text)
    if entry is None:
        raise Mistake(flow.alike_without_pass(node.passing.span))
    if node.otherwise is not None:
        if node.otherwise[0].span == node.span:  # nothing is written there but `if you can`
            raise Mistake(flow.alike_if_you_can(node.passing.span))
        raise Mistake(flow.alike_and_stuck(node.otherwise[0].span, also=node.passing.span))
    if any(offer.action == entry.index for offer in offers):
        raise Mistake(flow.alike_anyway(node.passing.span))
    # it stands nowhere in the text, so that play counts nothing of it
    cannot = core.Needs(core.Not(core.CanAct(you, offers)), "something else can be done")
    ends = isinstance(node, syntax.ChooseUntil)
    passing = offered(world, env, node.passing, None, ())
    return (*offers, *(evolve(each, needs=(cannot,), ends=ends, alike=True) for each in passing))


def ending(world: World, env: Env, act: syntax.Act, offers: Offers) -> Offers:
    """What ends a `choose until`: it waits for what must be chosen once among the offers before it."""
    limits = dict.fromkeys(offer.limit for offer in offers if offer.limit is not None)
    owed = tuple(limit for limit in limits if world.limits[limit].exactly)
    return tuple(evolve(each, ends=True, owed=owed) for each in offered(world, env, act, None, ()))


def listed(world: World, env: Env, lines: Sequence[syntax.Offer], menus: Menus) -> Offers:
    """The actions of lines in their order; a mistake costs its offer only."""
    made: list[core.OfferLine] = []
    for line in lines:
        limit = world.tried(partial(limit_of, world, line), None)
        for act in line.acts:
            made += world.tried(partial(offered, world, env, act, limit, menus), ())
    return tuple(made)


def once_each(world: World, offers: Offers) -> None:
    """Tells of actions that one choice offers twice."""
    names = list(world.actions)
    first: dict[int, core.OfferLine] = {}
    for offer in offers:
        if first.setdefault(offer.action, offer) is not offer:
            also, text = first[offer.action].span, world.source.text
            edit = without(text, offer.span) if "\n" not in text[also.end : offer.span.start] else None
            world.tell(flow.offered_twice(offer.span, name=names[offer.action], also=also, edit=edit))


def offered(world: World, env: Env, act: syntax.Act, limit: int | None, menus: Menus) -> Offers:
    """An action with its arguments, or all offers of a menu, which have the line's limit where they have none."""
    name = act.name.text
    if name in world.actions:
        entry = world.actions[name]
        entry.offered = True
        if entry.broken:
            raise Mistake(None)
        args = arguments(world, env, act.name, entry, act.args or ())
        return (core.OfferLine(entry.index, args, limit, span=act.span),)
    if name in world.menus:
        world.menus_used.add(name)
        if act.args:
            brackets = Span(act.name.span.end, act.span.end)
            raise Mistake(words.no_arguments(act.name, edit=Edit(brackets, "")))
        if name in menus:
            raise Mistake(flow.calls_itself(act.span, first=name, others=[*menus[menus.index(name) + 1 :], name]))
        needs, inside = list[core.Needs](), evolve(env, names={}, it=None, depth=0, later={})
        for line in world.menus[name].needs:
            if (made := world.tried(partial(guard, world, inside, line), None)) is not None:
                needs.append(made[0])
                inside = made[1]
        before = present(world, tuple(needs))
        offers = listed(world, inside, world.menus[name].offers, (*menus, name))
        limited = (each if each.limit is not None else evolve(each, limit=limit) for each in offers)
        return present(world, tuple(evolve(each, needs=(*before, *each.needs)) for each in limited))
    if name in world.procedures:
        found = world.procedures[name].syntax
        what = "a phase" if isinstance(found, syntax.Phase) else "a procedure"
        raise Mistake(words.is_procedure(act.name, what=what, candidates=list(world.actions), also=found.name.span))
    if name in world.broken_names:
        raise Mistake(None)
    known = [*world.actions, *world.menus]
    raise Mistake(name_words.unknown_doing(act.name, what="an action or a menu", candidates=known))


def limit_of(world: World, line: syntax.Offer) -> int | None:
    """The limit of a written line: one, however many lists offer it."""
    limit = line.limit
    if limit is None:
        return None
    key = (limit.span.start, limit.owner.text)
    if key not in world.limit_index:
        entry = procedure_named(world, limit.owner)
        chosen = (world.actions.get(act.name.text) for act in line.acts)
        families = [each.family for each in chosen if each is not None and each.family is not None]
        members = max(map(world.size, families), default=1)  # those of a family count apart
        world.limit_index[key] = len(world.limits)
        if not 1 <= limit.most.value <= MOST_TIMES:
            raise Mistake(flow.how_often(limit.most.span, number=limit.most.value, most=MOST_TIMES))
        most = limit.most.value
        made = core.Limit(entry.index, limit.exactly, members, limit.owner.text, most=most, span=limit.span)
        world.limits.append(made)
    return world.limit_index[key]


# ---- Picks: what a pick offers, as a sequence of candidates without repeats, and what the picked value is


def pick(world: World, env: Env, node: syntax.Pick) -> tuple[core.Pick, Env]:
    """`pick x from Z`."""
    seq, clauses = candidates(world, env, node.candidates, node.name)
    if node.if_any:
        seq = evolve(seq, of=with_none(seq.of))
    local, after = bound_name(world, env, node.name, seq, "what is picked")
    sources = node.candidates.sources
    names = tuple(name.text for name in sources.names) if isinstance(sources, syntax.Words) else None
    text = world.text(sources.span)
    one = partial(core.Pick, local, seq.seq, names, text, clauses, reason=reason(node), span=node.span)
    return one(if_any=node.if_any, secret=node.secret), after


def reason(node: syntax.Picking) -> str:
    """Why what is picked must be as the line says, in the author's words; empty if that stands nowhere."""
    return node.because.text if node.because else ""


def pick_several(world: World, env: Env, node: syntax.PickSeveral) -> tuple[tuple[core.HeaderLine, ...], Env]:
    """`pick n..m xs from Z`, `pick any xs from Z`, and the guard that they total a number."""
    ends = [value(world, env, end, ANY_NUMBER).core for end in (node.low, node.high) if end is not None]
    low, high = (ends[0], ends[-1]) if ends else map(fold.number, (1, core.MOST_PICKED))
    seq, clauses = candidates(world, env, node.candidates, None)
    check_free(world, env, node.name, None)
    most = max(0, min(range_here(room(world), high).high, core.MOST_PICKED))
    capacity = most if node.repeats else min(most, bound(world, seq.seq))
    local = world.local(node.name, SeqT(without_none(seq.of), seq.pieces), capacity=capacity)
    held = SeqValue(core.Held(local), seq.of, seq.pieces, seq.zones, seq.ordered or node.ordered)
    source = world.text(node.candidates.sources.span)
    several = partial(core.PickSeveral, local, low, high, seq.seq, node.repeats, source, clauses)
    made = several(ordered=node.ordered, secret=node.secret, reason=reason(node), span=node.span)
    after = env.bind(node.name, held, "what is picked")
    return (made, *(() if node.total is None else (totalling(world, after, node, node.total, held),))), after


def totalling(world: World, env: Env, node: syntax.PickSeveral, total: syntax.Totalling, held: SeqValue) -> core.Needs:
    """The guard that what is picked comes to a number, which is read as a `needs` below the pick."""
    local, one = world.element(held, "each")
    if total.by is not None:
        answer = asked(world, env, one, total.by)
    elif isinstance(one.type, NumberT):
        answer = one
    else:
        end, of = Span(total.span.end, total.span.end), one.type
        have = world.component(of).attributes if isinstance(of, KindT) else ()
        asking = [each.name for each in have if isinstance(each.type, NumberT)]
        by_it = Edit(end, f" by {asking[0]}") if len(asking) == 1 else None
        raise Mistake(words.totalling_what(total.span, name=node.name.text, asking=asking or None, edit=by_it))
    come = summed(world, local, held.seq, answer, total.by.span if total.by else total.span)
    wanted = value(world, env, total.number, ANY_NUMBER)
    left, right = (wanted, come) if total.op == "is at most" else (come, wanted)
    test = fold.comparison("is" if total.op == "is" else "at-least", left.core, right.core)
    by = f" by {world.text(total.by.span)}" if total.by else ""
    number = f"{total.op.removeprefix('is')} {world.text(total.number.span)}".strip()
    text = reason(node) or f"{node.name.text} must come to {number}{by}"
    told = core.Quoted(f"what they come to{by}", come.core, come.type)
    return core.Needs(test, text, explanation=(told, *side(world, env, total.number)), span=total.span)


def candidates(world: World, env: Env, node: Candidates, own: Name | None) -> tuple[SeqValue, tuple[core.Clause, ...]]:
    """What is offered: the sources one after the other, filtered, and what a refusal tells of the filter."""
    match node.sources:
        case syntax.Words(names=names):
            # a type of their own, known until the action ends (`forget_words`)
            type_ = ValueT(f"{WORDS}{node.sources.span.start}:{own.text if own else 'word'}")
            world.values[type_.name] = tuple(name.text for name in names)
            world.bear(type_, world.values[type_.name])
            seq = SeqValue(core.Values(len(names)), type_)
        case syntax.Union(sources=parts):
            seqs = [one_source(world, env, part) for part in parts]
            of = joined(world, seqs, parts, "the same as in the first source")
            zones = frozenset[int]().union(*(seq.zones for seq in seqs))
            pieces = all(seq.pieces for seq in seqs)
            # of values those that none of the other sources has, so that each is offered once
            offered = [seq.seq for seq in seqs]
            for at, each in enumerate(seqs[1:] if not pieces else (), start=1):
                local = world.local("each", each.of)
                there = core.Chain(tuple(one_source(world, env, other).seq for other in parts[:at]))
                unlike = core.Not(core.Contains(there, core.Get(local, each.of)))
                offered[at] = core.Filter(local, each.seq, unlike)
            seq = SeqValue(core.Chain(tuple(offered)), of, pieces, zones, ordered=False)
        case source:
            typed = world.expression(env, source)
            try:
                seq = as_seq(world, typed, source.span)
            except Mistake as mistake:  # that it is one value is told with what is meant by it
                place = node.sources.span if node.where is None else None
                alone = isinstance(typed, Value) and mistake.diagnostic is not None
                told = one_value(world, typed, (world.text(source.span),), source.span, place) if alone else None
                raise Mistake(told or mistake.diagnostic) from None
            seq = evolve(seq, seq=offered_once(world, seq.seq), plural=None)
    found, inner = tested(world, env, seq, node.binder or own, node.where)
    return found, () if found is seq or node.where is None else clauses(world, inner, node.where, found.seq)


def offered_once(world: World, seq: core.Seq) -> core.Seq:
    """The sequence as candidates: a pile offers its top, unordered zones each kind once."""
    if isinstance(seq, core.Pieces):
        zone = world.zones[seq.zone.zone]
        match zone.kind:
            case "pile":
                return core.Listed((core.OneOf(seq, OptionalT(world.kind_in(seq.zone.zone))),))
            case "hand" | "area":
                return evolve(seq, distinct=True)
            case "row" | "slot" | "board":
                return seq
    if isinstance(seq, core.Ends) and isinstance(seq.seq, core.Pieces) and is_pile(world, seq.seq.zone):
        return seq  # so many of it were asked for
    return from_others(seq, partial(offered_once, world))


def one_source(world: World, env: Env, node: syntax.Expr) -> SeqValue:
    """A source of several: as it is, or what is one value, nothing if it is none."""
    typed = world.expression(env, node)
    if isinstance(typed, Value) and not is_line(typed.type):
        return SeqValue(core.Listed((typed.core,)), without_none(typed.type), typed.piece, typed.zones)
    seq = as_seq(world, typed, node.span)
    return evolve(seq, seq=offered_once(world, seq.seq), plural=None)


def forget_words(world: World) -> None:
    """Outside their action words mean nothing."""
    for name, borne in list(world.bearers.items()):
        kept = [(type_, index) for type_, index in borne if not are_listed(type_)]
        if not kept:
            del world.bearers[name]
        elif len(kept) < len(borne):
            world.bearers[name] = kept
