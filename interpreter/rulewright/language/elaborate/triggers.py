"""`whenever`: what comes to a zone, or changes a field, sets something off.

Each is a procedure of the core, whose parameters are the owners of the field and what came, or what it was before.
Behind each sentence that puts pieces there, or sets the field, stands its call: at once, piece by piece, and of several
`whenever` in the order of the text. So whoever asks what a sentence may lead to finds calls. Sentences that put several
pieces there are carried out piece by piece, in the order of the pieces.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from attrs import evolve

from rulewright.language import core, intervals as fold, syntax
from rulewright.language.effects import ref_of
from rulewright.language.elaborate.environment import Env, Mistake, Statements, Trigger, Value, World
from rulewright.language.elaborate.queries import check_free
from rulewright.language.elaborate.reachable import of_you, present
from rulewright.language.facts.ranges import shape, type_of
from rulewright.language.messages import names as name_words, sentences as words
from rulewright.language.types import BOOL, PLAYER, CountsT, MemoryT, Scalar, SetT, Several, with_none
from rulewright.language.walking import walk


def enter(world: World, whenevers: Sequence[syntax.Whenever]) -> None:
    """Those whose field there is at this setting; each is a procedure, numbered behind those that the author named."""
    for node in whenevers:
        found = world.tried(partial(entered, world, node), None)
        if found is not None:
            world.triggers.append(found)
            number_of(world, found, frozenset())


def entered(world: World, node: syntax.Whenever) -> Trigger | None:
    """One of them; None where this setting has no such field."""
    match node.field:
        case syntax.Of(syntax.You(), syntax.Member(name, None)):
            owners: tuple[str, ...] = ("player",)
        case syntax.Of(syntax.Word(owner), syntax.Member(name, None)) if owner.text in world.types:
            owners = (owner.text,)
        case syntax.Word(name):
            owners = ()
        case other:
            raise Mistake(words.whenever_what(other.span, what=world.text(other.span)))
    field = world.fields.get(owners, {}).get(name.text)
    if field is None:
        if name.text in world.broken_names:
            raise Mistake(None)
        known = [owned[0] for owned, fields in world.fields.items() if name.text in fields and len(owned) == 1]
        if known and not owners:
            yours = f"your {name.text}, or " if known[0] == "player" else ""
            raise Mistake(words.whenever_whose(name, better=f"{yours}{known[0]}'s {name.text}"))
        candidates = world.fields.get(owners, {})
        raise Mistake(name_words.unknown_name(name, candidates=candidates))
    world.used_fields.add(field)
    world.used_names.add(name.text)
    zone = field.sort == "zone"
    if zone != node.comes:
        of = world.text(node.field.span)
        if zone:
            piece = world.components[world.zones[field.index].component].name
            raise Mistake(words.whenever_changes(node.field.span, name=name.text, better=f"{piece} comes to {of}"))
        raise Mistake(words.whenever_comes(node.field.span, name=name.text, better=f"{of} changes"))
    if not zone:
        made = world.variables[field.index]
        if isinstance(made.type, MemoryT) or made.lies_in is not None:
            raise Mistake(words.whenever_noted(node.field.span, name=name.text, also=made.span))
        if isinstance(made.type, Several) and node.binder is not None:
            better = f"whenever {world.text(node.field.span)} changes"
            raise Mistake(words.whenever_before(node.binder, better=better, also=made.span))
    asked = any(isinstance(each, syntax.Word) and each.name == node.binder for each in walk(node.body))
    binder = node.binder if asked or not zone else None  # what comes must be called something
    return None if field.absent else Trigger(node, field, owners, binder)


def number_of(world: World, trigger: Trigger, apart: frozenset[Trigger]) -> int:
    """The procedure to which it comes where these others are not set off."""
    return world.set_off.setdefault((trigger, apart), len(world.procedures) + len(world.set_off))


def carried_out(world: World) -> Iterator[core.Procedure | None]:
    """The procedures of all, also of those that are set off by each other."""
    done = 0
    while done < len(world.set_off):
        yield procedure(world, *list(world.set_off)[done])
        done += 1


def procedure(world: World, trigger: Trigger, apart: frozenset[Trigger]) -> core.Procedure | None:
    """What one of them does; None where its head has a mistake (which is told)."""
    node, params, you = trigger.syntax, list[int](), None
    env = Env(apart=apart | {trigger} if node.apart else apart)
    for owner in trigger.owners:
        type_ = world.types[owner]
        if of_you(node):
            you = world.local("you", PLAYER)
            params, env = [you], evolve(env, you=core.Get(you, PLAYER))
        else:
            assert isinstance(node.field, syntax.Of)
            assert isinstance(node.field.subject, syntax.Word)
            params.append(world.local(node.field.subject.name, type_))
            env = env.bind(node.field.subject.name, Value(core.Get(params[-1], type_), type_), "its owner")
    try:
        if trigger.binder is not None:
            check_free(world, env, trigger.binder, None)
            if node.comes:
                kind, zones = world.kind_in(trigger.field.index), frozenset((trigger.field.index,))
                params.append(world.local(trigger.binder, kind, piece=True))
                came = Value(core.Get(params[-1], kind), kind, piece=True, zones=zones)
                env = env.bind(trigger.binder, came, "what came")
            else:
                held = world.variables[trigger.field.index].type
                assert not isinstance(held, Several)
                params.append(world.local(trigger.binder, held))
                env = env.bind(trigger.binder, Value(core.Get(params[-1], held), held), "what it was before")
    except Mistake as found:
        world.tell(found.diagnostic)
        return None
    body = present(world, world.run(env, node.body)[0])
    return core.Procedure(
        node.name.text, None, phase=False, you=you, params=tuple(params), body=body, span=node.name.span
    )


# ---- What sets it off

Numbered = tuple[tuple[Trigger, int], ...]
"""Each with its procedure."""


def set_off(world: World, env: Env, made: Statements) -> Statements:
    """Sentences with the calls of what they set off; those inside one that the author wrote have them already."""
    here = tuple((each, number_of(world, each, env.apart)) for each in world.triggers if each not in env.apart)
    return tuple(each for node in made for each in behind(world, here, node)) if here else made


def behind(world: World, here: Numbered, node: core.Statement) -> Statements:
    """A sentence, piece by piece if it puts several into such a zone, with what it sets off."""
    match node:
        case core.ForEach() | core.Repeat() | core.RepeatTimes():  # of what says several sentences shortly
            return (evolve(node, body=tuple(each for inner in node.body for each in behind(world, here, inner))),)
        case core.Assign(var=var) if on := fitting(here, "variable", var.variable):
            return changing(world, on, node)
        case core.AssignAll(var=var) | core.AddTo(var=var) if on := fitting(here, "variable", var.variable):
            return holding_others(world, on, node)
        case core.MovePiece(to=to) | core.MoveAll(to=to) | core.MoveSome(to=to) if on := fitting(
            here, "zone", ref_of(to).zone
        ):
            return coming(world, on, node)
        case core.RollInto(to=to) if on := fitting(here, "zone", to.zone):
            raise Mistake(words.whenever_rolled(node.span, name=world.zones[to.zone].name))
        case core.PassZones(passings=ways):
            held, kept = list[core.Statement](), list[core.Passing]()
            for way in ways:  # who takes part is settled before
                local = world.local("goes", BOOL)
                held += [] if way.when == fold.YES else [core.Let(local, way.when, span=node.span)]
                kept.append(way if way.when == fold.YES else evolve(way, when=core.Get(local, BOOL)))
            on_all = ((way, fitting(here, "zone", way.to.zone)) for way in kept)
            told = [each for way, on in on_all if on for each in passed(world, on, way, node)]
            return (*held, evolve(node, passings=tuple(kept)), *told) if told else (node,)
        case core.SwapPlaces(first, second) if on := fitting(here, "zone", first.board.zone):
            kind, told = world.kind_in(first.board.zone), list[core.Statement]()
            lets, (one, other) = steady_places(world, (first, second), node)
            for place in (one, other):
                local = world.local("came", with_none(kind), piece=True)
                there = core.Get(local, with_none(kind))
                told.append(core.Let(local, core.On(place, with_none(kind)), span=node.span))
                lies = fold.negation(core.IsNone(there, span=node.span))
                told.append(core.If(((lies, calls(on, place.board.owners, there, node)),), (), span=node.span))
            return (*lets, evolve(node, first=one, second=other), *told)
        case _:
            return (node,)


def fitting(here: Numbered, sort: str, index: int) -> Numbered:
    """Those that are about this field."""
    return tuple(each for each in here if (each[0].field.sort, each[0].field.index) == (sort, index))


def calls(
    on: Numbered, owners: tuple[core.Expr, ...], about: core.Expr, node: core.Statement
) -> tuple[core.RunProcedure, ...]:
    """What is set off at the sentence, in the order of the text."""
    handed = ((number, (about,) if each.binder is not None else ()) for each, number in on)
    return tuple(core.RunProcedure(number, (*owners, *more), span=node.span) for number, more in handed)


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


def changing(world: World, on: Numbered, node: core.Assign) -> Statements:
    """A field is set, and is another one then."""
    lets, owners = steady(world, node.var.owners, node)
    var = evolve(node.var, owners=owners)
    type_ = world.variables[var.variable].type
    assert not isinstance(type_, Several)
    before = world.local("before", type_)
    was, now = core.Get(before, type_), core.Read(var, type_)
    other = fold.negation(core.Compare("same", was, now, counted=False))
    then = core.If(((other, calls(on, owners, was, node)),), (), span=node.span)
    return (*lets, core.Let(before, now, span=node.span), evolve(node, var=var), then)


def holding_others(world: World, on: Numbered, node: core.AssignAll | core.AddTo) -> Statements:
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
    then = core.If(((core.Get(changes, BOOL), calls(on, owners, none, node)),), (), span=node.span)
    return (*lets, core.Let(changes, other, span=node.span), evolve(node, var=var), then)


def passed(world: World, on: Numbered, way: core.Passing, node: core.Statement) -> Statements:
    """A whole zone has come to another one."""
    kind = world.kind_in(way.to.zone)
    local = world.local("came", kind, piece=True)
    told = calls(on, way.to.owners, core.Get(local, kind), node)
    each = core.ForEach(local, core.Pieces(way.to), told, span=node.span)
    return (each,) if way.when == fold.YES else (core.If(((way.when, (each,)),), (), span=node.span),)


def coming(world: World, on: Numbered, node: core.Moving) -> Statements:
    """Pieces come there, one after the other."""
    lets, to = steady_target(world, node.to, node)
    kind = world.kind_in(ref_of(to).zone)

    def one(local: int, type_: Scalar) -> Statements:
        came = core.Get(local, type_)
        moved = core.MovePiece(came, to, node.face, node.by, under=node.under, span=node.span)
        return (moved, *calls(on, ref_of(to).owners, came, node))

    def piece(type_: Scalar) -> int:
        return world.local("came", type_, piece=True)

    match node:
        case core.MovePiece(piece=core.Get() as known):
            return (*lets, evolve(node, to=to), *calls(on, ref_of(to).owners, known, node))
        case core.MovePiece(piece=found):
            local = world.local("what is moved", type_of(found), piece=True)
            return (*lets, core.Let(local, found, span=node.span), *one(local, type_of(found)))
        case core.MoveAll(seq=seq):
            return (*lets, core.ForEach(local := piece(kind), seq, one(local, kind), span=node.span))
        case core.MoveSome(refills=core.ZoneRef() as pile, number=number, seq=seq):
            refill = world.zones[pile.zone].refill
            assert refill is not None
            source = core.Pieces(core.ZoneRef(refill.zone, pile.owners if world.zones[refill.zone].owners else ()))
            empty = fold.junction("and", [fold.negation(lies_some(core.Pieces(pile))), lies_some(source)])
            mixed: Statements = (core.MoveAll(source, pile, None, None, span=node.span),)
            mixed += (core.Shuffle(pile, refill.label, span=node.span),)
            first = core.OneOf(seq, with_none(kind), span=node.span)
            local = piece(with_none(kind))
            taken = (core.Let(local, first, span=node.span), *one(local, with_none(kind)))
            lacking = () if node.up_to else (evolve(node, number=fold.number(1), refills=None),)
            step = core.If(((lies_some(seq), taken),), lacking, span=node.span)
            return (
                *lets,
                core.RepeatTimes(number, (core.If(((empty, mixed),), (), span=node.span), step), span=node.span),
            )
        case core.MoveSome(number=number, seq=seq):
            those = core.Ends(last=False, seq=seq, number=number, span=node.span)
            return (
                *lets,
                *gone_wrong(world, node),
                core.ForEach(local := piece(kind), those, one(local, kind), span=node.span),
            )


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
