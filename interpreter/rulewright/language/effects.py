"""Where values lie, and what each sentence does to zones and variables: one table for all who ask it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
from attrs import frozen

from rulewright.language import core
from rulewright.language.core_queries import Origin, all_ways, bindings, blocks_of, offers_of, passed_on, run_by
from rulewright.language.walking import walk

# ---- Which values know where they lie, and in which zones that may be


def ref_of(to: core.Target) -> core.ZoneRef:
    """The zone of a target."""
    return to.board if isinstance(to, core.PlaceRef) else to


Ref = core.ZoneRef | core.VarRef
"""One zone, or one variable."""


def field_of(ref: Ref) -> core.Whole:
    """The field of which this is one."""
    return core.Whole("zone", ref.zone) if isinstance(ref, core.ZoneRef) else core.Whole("variable", ref.variable)


def lies_in(source: core.Pieces | core.On) -> core.ZoneRef:
    """The zone in which a piece lies on a place, or the pieces of a zone."""
    return source.zone if isinstance(source, core.Pieces) else source.place.board


def holds_pieces(local: core.Local) -> bool:
    """Whether a local is a piece or a sequence of pieces."""
    return local.piece or bool(getattr(local.type, "pieces", False))


def knows_where(program: core.Core, source: Origin) -> bool:
    """Whether an expression yields a piece with its location, or a sequence only such pieces; not bare kinds."""
    match source:
        case core.Pieces() | core.On():
            return True
        case core.Get(local) | core.Held(local):
            return holds_pieces(program.locals[local])
        case _:
            none = core.Const if isinstance(source, core.Cases) else ()
            parts = [part for part in passed_on(source) if not isinstance(part, none)]
            return bool(parts) and all(knows_where(program, part) for part in parts)


def zones_of(program: core.Core, source: Origin) -> frozenset[int]:
    """The zones in which a piece, or the pieces of a sequence, may lie."""
    match source:
        case core.Pieces() | core.On():
            return frozenset({lies_in(source).zone})
        case core.Held() | core.Get() | core.Cases():
            anywhere = isinstance(source, core.Held) or knows_where(program, source)
            return frozenset(range(len(program.zones) if anywhere else 0))
        case _:
            return frozenset(zone for part in passed_on(source) for zone in zones_of(program, part))


def only_zone(program: core.Core, source: Origin) -> int | None:
    """The zone in which they lie, if it can be no other."""
    zones = zones_of(program, source)
    return min(zones) if len(zones) == 1 else None


def one_zone(source: Origin) -> core.ZoneRef | None:
    """The zone that a piece, or the pieces of a sequence, come from, with its owners; None if that is not one."""
    if isinstance(source, core.Pieces | core.On):
        return lies_in(source)
    parts = passed_on(source)
    return one_zone(parts[0]) if len(parts) == 1 else None


def whole_zones(seq: Origin) -> bool:
    """Whether a sequence is all that lies in some zones."""
    return isinstance(seq, core.Pieces) or (
        isinstance(seq, core.FlatMap | core.Chain) and all(map(whole_zones, passed_on(seq)))
    )


def is_steady(ref: core.ZoneRef | core.VarRef) -> bool:
    """Whether the owners of a zone or variable stay the same within a paragraph."""
    return all(isinstance(owner, core.Get | core.Const) for owner in ref.owners)


# ---- What each sentence does to zones and variables; blocks inside it and bodies that it runs count for themselves


@frozen
class Effects:
    """`takes`: pieces that leave where they lie. `puts`: where pieces come to. `reorders`: zones whose pieces change
    places among themselves. `turns`: pieces that become another kind or show another face. `notes`: pieces of which
    something is noted. `shows`: pieces that are shown. `boxes`: components whose box gives one piece for another.
    `writes`: variables."""

    takes: tuple[Origin, ...] = ()
    puts: tuple[core.Target, ...] = ()
    reorders: tuple[core.ZoneRef, ...] = ()
    turns: tuple[Origin, ...] = ()
    notes: tuple[Origin, ...] = ()
    shows: tuple[Origin, ...] = ()
    boxes: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()

    @property
    def filled(self) -> frozenset[int]:
        """The zones that pieces come to, boxes aside."""
        return frozenset(ref_of(to).zone for to in self.puts)


def effects(made: core.Core, node: core.Statement) -> Effects:
    """The effects of one sentence."""
    match node:
        case core.Assign() | core.AssignAll() | core.AddTo() | core.Remember():
            return Effects(writes=(node.var.variable,))
        case core.Note():
            return Effects(writes=(node.variable,), notes=(node.piece,))
        case core.MovePiece():
            return Effects(takes=(node.piece,), puts=(node.to,))
        case core.MoveSome(refills=core.ZoneRef() as pile):
            refill = made.zones[pile.zone].refill
            assert refill is not None, "what refills has something that refills it"
            fresh = core.Pieces(core.ZoneRef(refill.zone, pile.owners))
            return Effects(takes=(node.seq, fresh), puts=(node.to, pile), reorders=(pile,))
        case core.MoveAll() | core.MoveSome():
            return Effects(takes=(node.seq,), puts=(node.to,))
        case core.PassZones(passings=ways):
            return Effects(takes=tuple(core.Pieces(each.source) for each in ways), puts=tuple(each.to for each in ways))
        case core.SwapPlaces():
            places = (node.first, node.second)
            return Effects(takes=tuple(core.Pieces(place.board) for place in places), puts=places)
        case core.RollInto():
            return Effects(puts=(node.to,))
        case core.Shuffle():
            return Effects(reorders=(node.zone,))
        case core.RotateLine() | core.PackBoard():
            return Effects(reorders=(node.board,))
        case core.ChangePiece():
            return Effects(turns=(node.piece,), boxes=(node.component,))
        case core.Flip():
            return Effects(turns=(node.piece,))
        case core.Show():
            return Effects(shows=(node.seq,))
        case _:
            return Effects()


def all_effects(made: core.Core, nodes: Iterable[object]) -> Effects:
    """The effects of all sentences among these nodes, taken together."""
    done = [effects(made, node) for node in nodes if isinstance(node, core.Statement)]
    names = [part.name for part in attrs.fields(Effects)]
    return Effects(**{name: tuple(each for one in done for each in getattr(one, name)) for name in names})


def box_of(made: core.Core, component: int) -> core.ZoneRef:
    """The box of a component, with which a piece that changes is exchanged."""
    return core.ZoneRef(next(at for at, zone in enumerate(made.zones) if zone.box and zone.component == component))


Origins = Mapping[int, list[Origin]]
"""What each local is bound to, somewhere."""


def origins(made: core.Core, nodes: Iterable[object]) -> Origins:
    """What these nodes bind locals to."""
    found = defaultdict[int, list[Origin]](list)
    for node in nodes:
        for local, source in bindings(made, node):
            found[local].append(source)
    return found


def nodes_in_play(made: core.Core) -> list[object]:
    """All nodes that are carried out in a game, or asked there, scoring aside."""
    return [*walk((made.setup, made.play, made.procedures, made.actions, made.definitions))]


def sources(bound: Origins, source: Origin) -> Iterator[core.ZoneRef | None]:
    """The zones that pieces come from, followed through locals; None for a kind that is found wherever it lies."""
    waiting, seen = [source], set[int]()
    for here in waiting:
        match here:
            case core.Get(local=local) | core.Held(local=local):
                if local not in seen:
                    seen.add(local)
                    waiting += bound.get(local, ())
            case core.Pieces() | core.On():
                yield lies_in(here)
            case core.Cases():
                yield None
            case _:
                parts = passed_on(here)
                waiting += parts
                if not parts and not isinstance(here, core.Chain | core.Listed):
                    yield None


def zones_of_all(made: core.Core, bound: Origins, pieces: Iterable[Origin]) -> Iterator[int]:
    """The zones in which these pieces may lie."""
    for source in pieces:
        for ref in sources(bound, source):
            yield from range(len(made.zones)) if ref is None else (ref.zone,)


def fields_lost(made: core.Core, bound: Origins, node: core.Statement) -> frozenset[core.Whole]:
    """The fields of which what was in them may be gone behind a sentence: pieces are taken, or a variable is set to
    what is not reckoned from it."""
    lost = {core.Whole("zone", zone) for zone in zones_of_all(made, bound, effects(made, node).takes)}
    if isinstance(node, core.Assign | core.AssignAll):
        asked = (each.variable for each in walk(node.value) if isinstance(each, core.VarRef))
        lost |= {field_of(node.var)} if node.var.variable not in asked else set()
    return frozenset(lost)


def changed_zones(made: core.Core, bound: Origins, done: Effects) -> frozenset[int]:
    """The zones in which something is otherwise afterwards, be it who knows a piece."""
    refs = (*done.reorders, *(box_of(made, component) for component in done.boxes))
    moved = zones_of_all(made, bound, (*done.takes, *done.turns, *done.shows))
    return frozenset((*done.filled, *(ref.zone for ref in refs), *moved))


# ---- Pieces that a local names, and that were moved


def may_miss(made: core.Core, loop: core.ForEach) -> bool:
    """Whether a piece that a loop goes through may be gone when its turn comes, as others are taken in the loop from
    where it may lie, or change places or kinds there: then the number of turns depends on what the pieces are."""
    if not made.locals[loop.local].piece:
        return False
    nodes = [*walk(run_by(made, loop.body))]
    bound, done, zones = origins(made, nodes), all_effects(made, nodes), zones_of(made, loop.seq)

    def its_own(source: Origin) -> bool:
        if not isinstance(source, core.Get):
            return False
        given = bound.get(source.local, ())
        return source.local == loop.local or (bool(given) and all(map(its_own, given)))

    others = [each for each in (*done.takes, *done.turns) if not its_own(each)]
    return not zones.isdisjoint((*zones_of_all(made, bound, others), *(ref.zone for ref in done.reorders)))


Goals = Mapping[int, frozenset[core.ZoneRef]]
"""Where the pieces that locals name have come to."""


def moved_in_play(made: core.Core) -> Mapping[int, Goals]:
    """For each sentence of the rules, by its `id`, where the pieces lie that were moved before it: in its doing, and in
    all that come to it and hand them over."""
    bodies, handed, inside = [way.body for way in all_ways(made)], dict[int, frozenset[core.ZoneRef]](), Inside()
    while True:
        moved, given = dict[int, Goals](), defaultdict[int, list[frozenset[core.ZoneRef] | None]](list)
        for node, before in (each for body in bodies for each in moved_before(made, body, handed, inside)):
            moved[id(node)] = before
            for site in (node, *offers_of(node)):
                for param, arg in bindings(made, site) if isinstance(site, core.RunProcedure | core.OfferLine) else ():
                    given[param].append(before.get(arg.local) if isinstance(arg, core.Get | core.Held) else None)
        known = {param: [each for each in all_ if each] for param, all_ in given.items() if all(all_)}
        if known.keys() == handed.keys():
            return moved
        handed = {param: frozenset[core.ZoneRef]().union(*all_) for param, all_ in known.items()}


Inside = dict[int, Goals]
"""Where the pieces come to that procedures are handed, as far as it was asked."""


def moved_before(
    made: core.Core, body: Sequence[core.Statement], moved: Goals, inside: Inside
) -> Iterator[tuple[core.Statement, Goals]]:
    """For each sentence of a body and its blocks where the pieces lie that were moved before it."""
    for node in body:
        yield node, moved
        for block in blocks_of(node):
            yield from moved_before(made, block, moved, inside)
        moved = {**moved, **goals(made, (node,), inside)}


def goals(made: core.Core, body: Sequence[core.Statement], inside: Inside) -> Goals:
    """Where the pieces come to that a body moves whatever holds, also by procedures."""
    found = dict[int, frozenset[core.ZoneRef]]()
    for node in body:
        match node:
            case core.MovePiece(piece=core.Get(local=local), to=to) | core.MoveAll(seq=core.Held(local=local), to=to):
                found[local] = frozenset((ref_of(to),))
            case core.If():
                first, *others = [goals(made, block, inside) for block in blocks_of(node)]
                for local in first.keys() & set[int].intersection(*(set(each) for each in others)):
                    found[local] = first[local].union(*(each[local] for each in others))
            case core.ForEach(seq=core.Held(local=several)):  # of each of them what is so of one
                each_ = goals(made, node.body, inside)
                found |= {several: each_[node.local]} if node.local in each_ else {}
            case core.ForEach(seq=core.Values(number=times)) | core.RepeatTimes(number=core.Const(value=times)) if (
                times
            ):
                found |= goals(made, node.body, inside)
            case core.RunProcedure(procedure=number):
                if number not in inside:
                    inside[number] = {}  # while it is asked
                    inside[number] = goals(made, made.procedures[number].body, inside)
                there = [(arg, param) for param, arg in bindings(made, node) if isinstance(arg, core.Get | core.Held)]
                found |= {arg.local: inside[number][param] for arg, param in there if param in inside[number]}
            case _:
                pass
    return found
