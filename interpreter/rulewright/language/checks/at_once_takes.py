"""What all do when they choose at once: every body runs, in the order of seats, on a choice made before all of them.

So none may take what another takes, overwrite what another writes, or leave no room, and none may keep the others from
running: it would depend on the order who gets their way, and a fault would tell what the others chose.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.language import core
from rulewright.language.binding import Origin, bindings, passed_on
from rulewright.language.calls import reached
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.room import is_unlimited
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import at_once as words
from rulewright.language.types import SetT


@define
class Reach:
    """What one offer carries out, its procedures included: the nodes, the locals that are the chooser, what each other
    local was bound to, and the procedures."""

    made: core.Core
    choosers: frozenset[int]
    nodes: list[object] = field(factory=list)
    origins: dict[int, list[Origin]] = field(factory=lambda: defaultdict(list))
    called: set[int] = field(factory=set)


def conflicts(made: core.Core, choice: core.ChooseAtOnce) -> Iterator[Diagnostic]:
    """The sentences of all offers that would need an order."""
    reaches = [reach_of(made, choice, offer) for offer in choice.offers]
    for reach in reaches:
        yield from dict.fromkeys(said for node in reach.nodes for said in conflict(reach, node))
    yield from overwritten(made, reaches)


def reach_of(made: core.Core, choice: core.ChooseAtOnce, offer: core.OfferLine) -> Reach:
    """All that an offer carries out."""
    action = made.actions[offer.action]
    reach = Reach(made, frozenset((choice.you, action.you)))
    reach.nodes += reached(made, (action.header, action.body, action.by_member))
    reach.called |= {node.procedure for node in reach.nodes if isinstance(node, core.RunProcedure)}
    for node in (offer, *reach.nodes):
        note_origins(reach, node)
    return reach


def note_origins(reach: Reach, node: object) -> None:
    """What a node binds its locals to."""
    for local, source in bindings(reach.made, node):
        reach.origins[local].append(source)


def conflict(reach: Reach, node: object) -> Iterator[Diagnostic]:
    """What is wrong with one node, whatever the others choose."""
    match node:
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            yield from taken_twice(reach, node)
            yield from no_room(reach, node)
        case core.Flip():
            yield from changed_twice(reach, node, sources(reach, node.piece))
        case core.Note():
            yield from changed_twice(reach, node, sources(reach, node.piece))
        case core.ChangePiece():
            yield from changed_twice(reach, node, (*sources(reach, node.piece), box_of(reach.made, node.component)))
        case core.SwapPlaces():
            yield from changed_twice(reach, node, (node.first.board, node.second.board))
        case core.RotateLine() | core.PackBoard():
            yield from changed_twice(reach, node, (node.board,))
        case core.PassZones():
            yield from changed_twice(reach, node, [ref for each in node.passings for ref in (each.source, each.to)])
        case core.EndGame():
            yield words.at_once_ends(node.span, what="ends the game")
        case core.FinishProcedure() if node.procedure not in reach.called:
            yield words.at_once_ends(node.span, what=f"leaves {reach.made.procedures[node.procedure].name}")
        case _:
            pass


# ---- pieces


def taken_twice(reach: Reach, node: core.Moving) -> Iterator[Diagnostic]:
    """A move from a zone of others, or of a piece by its name, which may lie anywhere."""
    component = reach.made.zones[ref_of(node.to).zone].component
    name, endless = reach.made.components[component].name, is_unlimited(reach.made.components[component])
    for zone in sources(reach, node.piece if isinstance(node, core.MovePiece) else node.seq):
        if zone is None and not endless:
            yield words.at_once_finds(node.span, component=name)
        elif zone is not None and shared(reach, zone):
            yield words.at_once_takes(node.span, component=name, zone=reach.made.zones[zone.zone].name)


def no_room(reach: Reach, node: core.Moving) -> Iterator[Diagnostic]:
    """A move into a zone of others that can be full."""
    zone = ref_of(node.to)
    here = reach.made.zones[zone.zone]
    if (here.capacity is not None or here.kind in {"slot", "board"}) and shared(reach, zone):
        yield words.at_once_fills(node.span, zone=here.name)


def changed_twice(reach: Reach, node: core.Statement, zones: Iterable[core.ZoneRef | None]) -> Iterator[Diagnostic]:
    """Pieces that are turned, changed or shifted where others can do so, too."""
    for zone in zones:
        if zone is None or shared(reach, zone):
            yield words.at_once_changes(node.span, zone=reach.made.zones[zone.zone].name if zone else "a zone")


def box_of(made: core.Core, component: int) -> core.ZoneRef:
    """The box, with which a piece that changes is exchanged."""
    zones = enumerate(made.zones)
    return core.ZoneRef(next(index for index, zone in zones if zone.box and zone.component == component))


def sources(reach: Reach, source: Origin) -> Iterator[core.ZoneRef | None]:
    """The zones that pieces come from, followed through locals; None for a kind that is found wherever it lies."""
    waiting, seen = [source], set[int]()
    for here in waiting:
        match here:
            case core.Get(local=local) | core.Held(local=local):
                if local not in seen:
                    seen.add(local)
                    waiting += reach.origins[local]
            case core.Pieces():
                yield here.zone
            case core.On():
                yield here.place.board
            case core.Cases():
                yield None
            case _:
                parts = passed_on(here)
                waiting += parts
                if not parts and not isinstance(here, core.Chain | core.Listed):
                    yield None


def shared(reach: Reach, ref: core.ZoneRef) -> bool:
    """Whether a zone is not the chooser's own; what is unlimited is enough for all."""
    zone = reach.made.zones[ref.zone]
    if zone.box and is_unlimited(reach.made.components[zone.component]):
        return False
    return not any(is_chooser(reach, owner) for owner in ref.owners)


def is_chooser(reach: Reach, owner: core.Expr) -> bool:
    """Whether an owner is whoever chooses: directly, or by a name that is never given anybody else."""
    waiting: list[Origin] = [owner]
    seen = set(reach.choosers)
    for here in waiting:
        match here:
            case core.Get(local=local) if local in seen:
                pass
            case core.Get(local=local) if reach.origins[local]:
                seen.add(local)
                waiting += reach.origins[local]
            case _:
                return False
    return True


# ---- variables


def overwritten(made: core.Core, reaches: list[Reach]) -> Iterator[Diagnostic]:
    """Sentences that write a variable that is not the chooser's own, unless every order comes to the same."""
    writes: dict[int, list[tuple[core.Writing | core.Remembering, bool]]] = defaultdict(list)
    for reach in reaches:
        for node in reach.nodes:
            if isinstance(node, core.Writing | core.Remembering) and made.variables[node.var.variable].since is None:
                own = any(is_chooser(reach, owner) for owner in node.var.owners)
                writes[node.var.variable].append((node, own))
    for variable, all_of_it in writes.items():
        if not any_order(made, variable, [node for node, _ in all_of_it]):
            name = made.variables[variable].name
            yield from (words.at_once_writes(node.span, variable=name) for node, own in all_of_it if not own)


def any_order(made: core.Core, variable: int, nodes: list[core.Writing | core.Remembering]) -> bool:
    """Whether these writes come to the same in every order: one constant, or values that only enter or leave a set."""
    ways = {way(made, variable, node) for node in nodes}
    return len(ways) == 1 and None not in ways


def way(made: core.Core, variable: int, node: core.Writing | core.Remembering) -> tuple[str, int] | None:
    """How a sentence writes, if another that writes the same way does not get in its way."""
    match node:
        case core.Assign(value=core.Const() as value):
            return "value", value.value
        case core.AddTo() if isinstance(made.variables[variable].type, SetT):
            return "sign", node.sign
        case _:
            return None
