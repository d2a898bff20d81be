"""What all do when they choose at once: every body runs, in the order of seats, on a choice made before all of them.

So none may take what another takes, overwrite what another writes, or leave no room, and none may keep the others from
running: it would depend on the order who gets their way, and a fault would tell what the others chose.
"""

from collections import defaultdict
from collections.abc import Iterator

from attrs import frozen

from rulewright.language import core
from rulewright.language.core_queries import Origin, reached
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Origins, effects, origins, ref_of, sources
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.messages import sentences as words
from rulewright.language.types import SetT


@frozen
class Reach:
    """What one offer carries out, its procedures included: the locals that are the chooser, the nodes, what each other
    local was bound to, and the procedures."""

    made: core.Core
    choosers: frozenset[int]
    nodes: tuple[object, ...]
    origins: Origins
    called: frozenset[int]


def conflicts(made: core.Core, choice: core.ChooseAtOnce) -> Iterator[Diagnostic]:
    """The sentences of all offers that would need an order."""
    reaches = [reach_of(made, choice, offer) for offer in choice.offers]
    for reach in reaches:
        yield from dict.fromkeys(said for node in reach.nodes for said in conflict(reach, node))
    yield from overwritten(made, reaches)


def reach_of(made: core.Core, choice: core.ChooseAtOnce, offer: core.OfferLine) -> Reach:
    """All that an offer carries out."""
    action = made.actions[offer.action]
    nodes = tuple(reached(made, (action.header, action.body, action.by_member)))
    called = frozenset(node.procedure for node in nodes if isinstance(node, core.RunProcedure))
    return Reach(made, frozenset((choice.you, action.you)), nodes, origins(made, (offer, *nodes)), called)


def conflict(reach: Reach, node: object) -> Iterator[Diagnostic]:
    """What is wrong with one node, whatever the others choose."""
    match node:
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            yield from taken_twice(reach, node)
            # full where others put pieces as well
            to = ref_of(node.to)
            here = reach.made.zones[to.zone]
            if (here.capacity is not None or here.kind in {"slot", "board"}) and shared(reach, to):
                yield words.at_once_fills(node.span, zone=here.name)
        case core.EndGame():
            yield words.at_once_ends(node.span, what="ends the game")
        case core.FinishProcedure() if node.procedure not in reach.called:
            yield words.at_once_ends(node.span, what=f"leaves {reach.made.procedures[node.procedure].name}")
        case _ if isinstance(node, core.Statement):
            yield from changed_twice(reach, node)
        case _:
            pass


# ---- pieces


def taken_twice(reach: Reach, node: core.Moving) -> Iterator[Diagnostic]:
    """A move from a zone of others, or of a piece by its name, which may lie anywhere."""
    component = reach.made.zones[ref_of(node.to).zone].component
    name, endless = reach.made.components[component].name, is_unlimited(reach.made.components[component])
    for zone in sources(reach.origins, node.piece if isinstance(node, core.MovePiece) else node.seq):
        if zone is None and not endless:
            yield words.at_once_finds(node.span, component=name)
        elif zone is not None and shared(reach, zone):
            yield words.at_once_takes(node.span, component=name, zone=reach.made.zones[zone.zone].name)


def changed_twice(reach: Reach, node: core.Statement) -> Iterator[Diagnostic]:
    """Pieces that are turned, changed or shifted where others can do so, too."""
    done = effects(reach.made, node)
    moved = (*done.takes, *done.turns, *done.notes)
    boxes = (box_of(reach.made, component) for component in done.boxes)
    zones = (*(zone for each in moved for zone in sources(reach.origins, each)), *map(ref_of, done.puts))
    for zone in (*zones, *done.reorders, *boxes):
        if zone is None or shared(reach, zone):
            yield words.at_once_changes(node.span, zone=reach.made.zones[zone.zone].name if zone else "a zone")


def box_of(made: core.Core, component: int) -> core.ZoneRef:
    """The box, with which a piece that changes is exchanged."""
    zones = enumerate(made.zones)
    return core.ZoneRef(next(index for index, zone in zones if zone.box and zone.component == component))


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
            case core.Get(local=local) if reach.origins.get(local, ()):
                seen.add(local)
                waiting += reach.origins.get(local, ())
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
