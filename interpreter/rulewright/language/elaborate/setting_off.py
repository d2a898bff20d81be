"""What sentences set off: behind each one stand the calls of the `whenever` that it concerns.

At once, piece by piece, and of several `whenever` in the order of the text. Sentences that move several pieces are
carried out piece by piece, in the order of the pieces.
"""

from collections.abc import Sequence

from attrs import evolve, frozen

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.core_queries import Origin, passed_on
from rulewright.language.effects import lies_in, ref_of
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Statements, Trigger, Value, World
from rulewright.language.elaborate.triggers import number_of
from rulewright.language.facts.ranges import shape, type_of
from rulewright.language.messages import sentences as words
from rulewright.language.types import BOOL, CountsT, Scalar, SetT, Several, with_none
from rulewright.language.walking import walk


@frozen
class Reaction:
    """A `whenever` by its number, and the chain in which a sentence may set it off."""

    trigger: Trigger
    at: int
    chain: tuple[int, ...]


Reactions = tuple[Reaction, ...]
Lying = dict[int, frozenset[int] | None]
"""The zones in which pieces may lie that the author does not name, by their locals; None where that may be any."""


def set_off(world: World, env: Env, made: Statements) -> Statements:
    """Sentences with the calls of what they set off; those inside one that the author wrote have them already."""
    bounds = ((at, each, each.syntax.most) for at, each in enumerate(world.triggers))
    free = ((at, each) for at, each, most in bounds if most is None or env.chain.count(at) < most.value)
    here = tuple(Reaction(each, at, env.chain) for at, each in free)
    return tuple(each for node in made for each in behind(world, env, here, node, {})) if here else made


def behind(world: World, env: Env, here: Reactions, node: core.Statement, of: Lying) -> Statements:
    """A sentence, piece by piece if it moves several to or from such a zone, with what it sets off."""
    match node:
        case core.ForEach() | core.Repeat() | core.RepeatTimes():  # of what says several sentences shortly
            if isinstance(node, core.ForEach):
                of = {**of, node.local: found_in(env, of, node.seq)}
            body = (each for inner in node.body for each in behind(world, env, here, inner, of))
            return (evolve(node, body=tuple(body)),)
        case core.Assign(var=var) if on := fitting(here, "changes", var.variable):
            return changing(world, on, node)
        case core.AssignAll(var=var) | core.AddTo(var=var) if on := fitting(here, "changes", var.variable):
            return holding_others(world, on, node)
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            return going(world, env, here, node, of)
        case core.RollInto(to=to) if on := fitting(here, "comes", to.zone):
            raise Mistake(words.whenever_rolled(node.span, name=world.zones[to.zone].name))
        case core.PassZones(passings=ways):
            held, kept = list[core.Statement](), list[core.Passing]()
            for way in ways:  # who takes part, and whose zones these are, is settled before
                local = world.local("goes", BOOL)
                held += [] if way.when == fold.YES else [core.Let(local, way.when, span=node.span)]
                when = way.when if way.when == fold.YES else core.Get(local, BOOL)
                more, left = steady(world, way.source.owners, node)
                others, gains = steady(world, way.to.owners, node)
                held += (*more, *others)
                kept.append(core.Passing(evolve(way.source, owners=left), evolve(way.to, owners=gains), when))
            told = [each for way in kept for each in passed(world, here, way, node)]
            return (*held, evolve(node, passings=tuple(kept)), *told) if told else (node,)
        case core.SwapPlaces(first, second) if on := fitting(here, "comes", first.board.zone):
            kind, told = world.kind_in(first.board.zone), list[core.Statement]()
            lets, (one, other) = steady_places(world, (first, second), node)
            for place in (one, other):
                local = world.local("came", with_none(kind), piece=True)
                there = core.Get(local, with_none(kind))
                told.append(core.Let(local, core.On(place, with_none(kind)), span=node.span))
                lies = fold.negation(core.IsNone(there, span=node.span))
                told.append(core.If(((lies, calls(world, on, place.board.owners, there, node)),), (), span=node.span))
            return (*lets, evolve(node, first=one, second=other), *told)
        case _:
            return (node,)


def fitting(here: Reactions, event: syntax.Happening, index: int) -> Reactions:
    """Those of which this happens to this field."""
    return tuple(each for each in here if (each.trigger.syntax.event, each.trigger.field.index) == (event, index))


def calls(
    world: World, on: Reactions, owners: tuple[core.Expr, ...], about: core.Expr, node: core.Statement
) -> tuple[core.RunProcedure, ...]:
    """What is set off at the sentence, in the order of the text."""
    handed = ((each, (about,) if each.trigger.binder is not None else ()) for each in on)
    numbered = ((number_of(world, each.at, each.chain), more) for each, more in handed)
    return tuple(core.RunProcedure(number, (*owners, *more), span=node.span) for number, more in numbered)


def steady(
    world: World, owners: tuple[core.Expr, ...], node: core.Statement
) -> tuple[Statements, tuple[core.Expr, ...]]:
    """Whose field it is, asked once."""
    lets, known = list[core.Statement](), list[core.Expr]()
    for owner in owners:
        if isinstance(owner, core.Get | core.Const):
            known.append(owner)
            continue
        local = world.local("owner", type_of(owner))
        lets.append(core.Let(local, owner, span=node.span))
        known.append(core.Get(local, type_of(owner)))
    return tuple(lets), tuple(known)


def steady_places(
    world: World, places: Sequence[core.PlaceRef], node: core.Statement
) -> tuple[Statements, list[core.PlaceRef]]:
    """Places of boards, asked once."""
    lets, known = list[core.Statement](), list[core.PlaceRef]()
    for place in places:
        more, (at, *owners) = steady(world, (place.place, *place.board.owners), node)
        lets += more
        known.append(evolve(place, place=at, board=evolve(place.board, owners=tuple(owners))))
    return tuple(lets), known


def steady_target(world: World, to: core.Target, node: core.Statement) -> tuple[Statements, core.Target]:
    """Where pieces go, asked once."""
    if isinstance(to, core.PlaceRef):
        lets, (place,) = steady_places(world, (to,), node)
        return lets, place
    lets, owners = steady(world, to.owners, node)
    return lets, evolve(to, owners=owners)


def changing(world: World, on: Reactions, node: core.Assign) -> Statements:
    """A field is set, and is another one then."""
    lets, owners = steady(world, node.var.owners, node)
    var = evolve(node.var, owners=owners)
    type_ = world.variables[var.variable].type
    assert not isinstance(type_, Several)
    before = world.local("before", type_)
    was, now = core.Get(before, type_), core.Read(var, type_)
    other = fold.negation(core.Compare("same", was, now, counted=False))
    then = core.If(((other, calls(world, on, owners, was, node)),), (), span=node.span)
    return (*lets, core.Let(before, now, span=node.span), evolve(node, var=var), then)


def holding_others(world: World, on: Reactions, node: core.AssignAll | core.AddTo) -> Statements:
    """A set or counts hold something else then; whether they will is asked before."""
    lets, owners = steady(world, node.var.owners, node)
    var, type_ = evolve(node.var, owners=owners), world.variables[node.var.variable].type
    assert isinstance(type_, SetT | CountsT)
    held, changes, of = core.Aggregate(var, node.value.width), world.local("changes", BOOL), type_.of
    if isinstance(node, core.AssignAll):
        other = fold.negation(core.SameCounts(held, node.value))
    elif isinstance(type_, SetT):
        local = world.local("one", of)
        there: core.Expr = core.Contains(core.Members(held), core.Get(local, of))
        other = core.Exists(local, core.Members(node.value), fold.negation(there) if node.sign > 0 else there)
    else:
        other = core.Compare("more-than", core.Sum(node.value), fold.number(0), counted=False)
    none = core.Const(0, BOOL)
    then = core.If(((core.Get(changes, BOOL), calls(world, on, owners, none, node)),), (), span=node.span)
    return (*lets, core.Let(changes, other, span=node.span), evolve(node, var=var), then)


def passed(world: World, here: Reactions, way: core.Passing, node: core.PassZones) -> Statements:
    """A whole zone has come to another one."""
    told, kind = list[core.Statement](), world.kind_in(way.to.zone)
    local = world.local("came", kind, piece=True)
    for each in here:
        if fitting((each,), "leaves", way.source.zone):
            left = calls(world, (each,), way.source.owners, core.Get(local, kind), node)
            other = elsewhere(world, each.trigger, way.source.owners, way.to)
            told += left if other is None else (core.If(((other, left),), (), span=node.span),)
        elif fitting((each,), "comes", way.to.zone):
            told += calls(world, (each,), way.to.owners, core.Get(local, kind), node)
    if not told:
        return ()
    all_ = core.ForEach(local, core.Pieces(way.to), tuple(told), span=node.span)
    return (all_,) if way.when == fold.YES else (core.If(((way.when, (all_,)),), (), span=node.span),)


# ---- Where a piece comes from: what is known of it as the rules are read, else it is asked just before the piece goes


def found_in(env: Env, of: Lying, source: Origin) -> frozenset[int] | None:
    """The zones in which a piece, or the pieces of a sequence, may lie; None where that may be any."""
    match source:
        case core.Pieces() | core.On():
            return frozenset((lies_in(source).zone,))
        case core.Get(local=local) | core.Held(local=local):
            for name, entry in env.names.items():
                typed = entry.typed
                if isinstance(typed, Value | SeqValue) and source == (
                    typed.core if isinstance(typed, Value) else typed.seq
                ):
                    return None if name in env.roving else typed.zones or None
            return of.get(local)
        case _:
            parts = [found_in(env, of, part) for part in passed_on(source)]
            known = [part for part in parts if part is not None]
            return frozenset[int]().union(*known) if known and len(known) == len(parts) else None


def elsewhere(world: World, trigger: Trigger, owners: tuple[core.Expr, ...], to: core.ZoneRef) -> core.Expr | None:
    """Whether what goes there from the zone of these owners has left it; None if it has in any case."""
    if trigger.field.index != to.zone:
        return None
    world.handed_over.add(trigger)
    pairs = zip(owners, to.owners, strict=True)
    return fold.negation(fold.junction("and", [core.Compare("same", *pair, counted=False) for pair in pairs]))


def gone(
    world: World, one: Reaction, piece: core.Get, node: core.MovePiece, lying: frozenset[int] | None
) -> tuple[Statements, Statements]:
    """What is asked before a piece goes that may leave such a zone, and behind that what it sets off."""
    trigger, zone, to = one.trigger, one.trigger.field.index, ref_of(node.to)
    asked, owners, tests = list[core.Statement](), list[core.Expr](), list[core.Expr]()
    for owner in trigger.owners:
        type_ = with_none(world.types[owner])
        whose = world.local("whose", type_)
        asked.append(core.Let(whose, core.AskPiece("holder", piece, type_, span=node.span), span=node.span))
        owners.append(core.Get(whose, type_))
    told: Statements = calls(world, (one,), tuple(owners), piece, node)
    if lying != frozenset((zone,)):
        tests.append(core.AskPiece("lies-in", piece, BOOL, dimension=zone, span=node.span))
    if (other := elsewhere(world, trigger, tuple(owners), to)) is not None:
        tests.append(other)
    if tests:
        left = world.local("left", BOOL)
        asked.append(core.Let(left, fold.junction("and", tests), span=node.span))
        told = (core.If(((core.Get(left, BOOL), told),), (), span=node.span),)
    return tuple(asked), told


def going(world: World, env: Env, here: Reactions, node: core.Moving, of: Lying) -> Statements:
    """Pieces go from such zones or come to them, one after the other."""
    goal, source = ref_of(node.to).zone, node.piece if isinstance(node, core.MovePiece) else node.seq
    kind, lying = world.kind_in(goal), found_in(env, of, source)

    def may_leave(trigger: Trigger) -> bool:
        zone = trigger.field.index
        lies_there = world.kind_in(zone) == kind if lying is None else zone in lying
        return trigger.syntax.event == "leaves" and lies_there and (zone != goal or bool(trigger.owners))

    on = tuple(each for each in here if fitting((each,), "comes", goal) or may_leave(each.trigger))
    if not on:
        return (node,)
    lets, to = steady_target(world, node.to, node)

    def moved(piece: core.Get, sentence: core.MovePiece) -> Statements:
        before, behind_it = list[core.Statement](), list[core.Statement]()
        for each in on:
            if each.trigger.syntax.event == "leaves":
                asked, told = gone(world, each, piece, sentence, lying)
                before += asked
                behind_it += told
            else:
                behind_it += calls(world, (each,), ref_of(to).owners, piece, node)
        return (*before, sentence, *behind_it)

    def one(local: int, type_: Scalar) -> Statements:
        piece = core.Get(local, type_)
        return moved(piece, core.MovePiece(piece, to, node.face, node.by, under=node.under, span=node.span))

    def piece(type_: Scalar) -> int:
        return world.local("came", type_, piece=True)

    match node:
        case core.MovePiece(piece=core.Get() as known):
            return (*lets, *moved(known, evolve(node, to=to)))
        case core.MovePiece(piece=found):
            local = world.local("what is moved", type_of(found), piece=True)
            return (*lets, core.Let(local, found, span=node.span), *one(local, type_of(found)))
        case core.MoveAll(seq=seq):
            return (*lets, core.ForEach(local := piece(kind), seq, one(local, kind), span=node.span))
        case core.MoveSome(refills=core.ZoneRef() as pile, number=number, seq=seq):
            first = core.OneOf(seq, with_none(kind), span=node.span)
            local = piece(with_none(kind))
            taken = (core.Let(local, first, span=node.span), *one(local, with_none(kind)))
            lacking = () if node.up_to else (evolve(node, number=fold.number(1), refills=None),)
            step = core.If(((lies_some(seq), taken),), lacking, span=node.span)
            return (
                *lets,
                core.RepeatTimes(number, (refilled(world, pile, node), step), span=node.span),
            )
        case core.MoveSome(number=number, seq=seq):
            those = core.Ends(last=False, seq=seq, number=number, span=node.span)
            return (
                *lets,
                *gone_wrong(world, node),
                core.ForEach(local := piece(kind), those, one(local, kind), span=node.span),
            )


def refilled(world: World, pile: core.ZoneRef, node: core.Statement) -> core.If:
    """Where nothing lies in a pile, what lies where it is refilled from comes there, and is shuffled."""
    refill = world.zones[pile.zone].refill
    assert refill is not None
    source = core.Pieces(core.ZoneRef(refill.zone, pile.owners if world.zones[refill.zone].owners else ()))
    empty = fold.junction("and", [fold.negation(lies_some(core.Pieces(pile))), lies_some(source)])
    mixed: Statements = (core.MoveAll(source, pile, None, None, span=node.span),)
    mixed += (core.Shuffle(pile, refill.label, span=node.span),)
    return core.If(((empty, mixed),), (), span=node.span)


def lies_some(seq: core.Seq) -> core.Expr:
    """Whether there is a piece."""
    return core.Compare("more-than", core.Size(seq), fold.number(0), counted=False)


def gone_wrong(world: World, node: core.MoveSome) -> Statements:
    """Of too few pieces, fewer than none, and unlike ones of which some are to go, the sentence itself tells."""
    number, size, kind = node.number, core.Size(node.seq), world.kind_in(ref_of(node.to).zone)
    wrong = list[core.Expr]()
    if fold.constant(number) is None:
        wrong.append(core.Compare("more-than", fold.number(0), number, counted=False))
    if not node.up_to:
        wrong.append(core.Compare("more-than", number, size, counted=False))
    if any(
        isinstance(each, core.Pieces) and shape(world.zones[each.zone.zone].kind) == "counts" for each in walk(node.seq)
    ):
        local = world.local("one", kind, piece=True)
        unlike = core.Not(core.AllAre("same", local, node.seq, core.Get(local, kind)))
        wrong.append(core.Junction("and", (unlike, core.Compare("more-than", size, number, counted=False))))
    return (core.If(((fold.junction("or", wrong), (node,)),), (), span=node.span),) if wrong else ()
