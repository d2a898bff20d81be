"""What all do when they choose at once: every body runs, in the order of seats, on a choice made before all of them.

So none may stop again, take what another takes, overwrite what another writes, or leave no room, and none may keep the
others from running: it would depend on the order who gets their way, and a fault would tell what the others chose.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import Origin, bodies_of, is_stop, reached
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.effects import Origins, box_of, effects, origins, ref_of, sources
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.messages import sentences as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import SetT
from rulewright.language.walking import walk

ONE_BY_ONE: Final = tuple(each.sentence for each in (words.at_once_takes, words.at_once_finds, words.at_once_changes))
"""What tells only to let players choose in order."""


@frozen
class Reach:
    """What one offer carries out, its procedures included: the locals that are the chooser, the nodes, what each other
    local was bound to, and the procedures."""

    made: core.Core
    choosers: frozenset[int]
    nodes: tuple[object, ...]
    origins: Origins
    called: frozenset[int]


def at_once(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """What is wrong with each choice of all at once."""
    nodes = walk((made.setup, made.play, made.procedures, made.actions))
    choices = [node for node in nodes if isinstance(node, core.ChooseAtOnce)]
    for choice in choices:
        in_order = None
        if len(choices) == 1:
            begin = source.text.index(" at once", choice.span.start)
            in_order = Edit(Span(begin, begin + len(" at once")), "")
        for found in conflicts(made, choice):
            edit = in_order if found.sentence in ONE_BY_ONE else None
            yield evolve(found, also=Place(choice.span, "chosen at once here"), edit=edit)


def conflicts(made: core.Core, choice: core.ChooseAtOnce) -> Iterator[Diagnostic]:
    """The offers that stop again, and the sentences of all offers that would need an order."""
    for offer in choice.offers:
        action = made.actions[offer.action]
        stop = next((node for node in reached(made, bodies_of(action)) if is_stop(node)), None)
        if stop is not None:
            yield words.at_once_decides(getattr(stop, "span", NOWHERE), action=action.name)
    reaches = list[Reach]()
    for offer in choice.offers:
        action = made.actions[offer.action]
        nodes = tuple(reached(made, (action.header, action.body, action.by_member)))
        called = frozenset(node.procedure for node in nodes if isinstance(node, core.RunProcedure))
        choosers = frozenset((choice.you, action.you))
        reaches.append(Reach(made, choosers, nodes, origins(made, (offer, *nodes)), called))
    for reach in reaches:
        yield from dict.fromkeys(said for node in reach.nodes for said in conflict(reach, node))
    yield from overwritten(made, reaches)


def conflict(reach: Reach, node: object) -> Iterator[Diagnostic]:
    """What is wrong with one node, whatever the others choose: pieces are taken from a zone of others, or one by its
    name, which may lie anywhere; a zone may be full where others put pieces as well; pieces are turned, changed or
    shifted where others can do so, too; the others are kept from running."""
    made = reach.made
    match node:
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            to = made.zones[ref_of(node.to).zone]
            component = made.components[to.component]
            for zone in sources(reach.origins, node.piece if isinstance(node, core.MovePiece) else node.seq):
                if zone is None and not is_unlimited(component):
                    yield words.at_once_finds(node.span, component=component.name)
                elif zone is not None and shared(reach, zone):
                    yield words.at_once_takes(node.span, component=component.name, zone=made.zones[zone.zone].name)
            if (to.capacity is not None or to.kind in {"slot", "board"}) and shared(reach, ref_of(node.to)):
                yield words.at_once_fills(node.span, zone=to.name)
        case core.EndGame():
            yield words.at_once_ends(node.span, what="ends the game")
        case core.FinishProcedure() if node.procedure not in reach.called:
            yield words.at_once_ends(node.span, what=f"leaves {made.procedures[node.procedure].name}")
        case _ if isinstance(node, core.Statement):
            done = effects(made, node)
            zones = [zone for each in (*done.takes, *done.turns, *done.notes) for zone in sources(reach.origins, each)]
            boxes = (box_of(made, component) for component in done.boxes)
            for zone in (*zones, *map(ref_of, done.puts), *done.reorders, *boxes):
                if zone is None or shared(reach, zone):
                    yield words.at_once_changes(node.span, zone=made.zones[zone.zone].name if zone else "a zone")
        case _:
            pass


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
    writes: dict[int, list[tuple[core.Writing | core.Remember, bool]]] = defaultdict(list)
    for reach in reaches:
        for node in reach.nodes:
            if isinstance(node, core.Writing | core.Remember) and made.variables[node.var.variable].since is None:
                own = any(is_chooser(reach, owner) for owner in node.var.owners)
                writes[node.var.variable].append((node, own))
    for variable, all_of_it in writes.items():
        ways = {way_of(made, node) for node, _ in all_of_it}
        if len(ways) > 1 or None in ways:
            name = made.variables[variable].name
            yield from (words.at_once_writes(node.span, variable=name) for node, own in all_of_it if not own)


def way_of(made: core.Core, node: core.Writing | core.Remember) -> int | None:
    """How a sentence writes, if others that write the same way do not get in its way: one constant, or values that only
    enter or leave a set."""
    match node:
        case core.Assign(value=core.Const(value)):
            return value
        case core.AddTo() if isinstance(made.variables[node.var.variable].type, SetT):
            return node.sign
        case _:
            return None
