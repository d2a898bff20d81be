"""What all do when they choose at once: every body runs, in the order of seats, on a choice made before all of them.

So none may stop again, take what another takes, overwrite what another writes, or leave no room, and none may keep the
others from running: it would depend on the order who gets their way, and a fault would tell what the others chose.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import Origin, bodies_of, is_stop, reached
from rulewright.language.diagnostics import Diagnostic, Edit, Place
from rulewright.language.effects import Origins, box_of, effects, origins, ref_of, sources
from rulewright.language.facts.ranges import is_unlimited
from rulewright.language.intervals import constant
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
    """What is wrong with each choice of all at once: offers that stop again, and sentences that would need an order."""
    doings = walk((made.setup, made.play, made.procedures, made.actions))
    choices = [node for node in doings if isinstance(node, core.ChooseAtOnce)]
    for choice in choices:
        in_order = None
        if len(choices) == 1:
            begin = source.text.index(" at once", choice.span.start)
            in_order = Edit(Span(begin, begin + len(" at once")), "")
        stops, reaches = list[Diagnostic](), list[Reach]()
        for offer in choice.offers:
            action = made.actions[offer.action]
            stop = next((node for node in reached(made, bodies_of(action)) if is_stop(node)), None)
            if stop is not None:
                stops.append(words.at_once_decides(getattr(stop, "span", NOWHERE), action=action.name))
            nodes = tuple(reached(made, (action.header, action.body, action.by_member)))
            called = frozenset(node.procedure for node in nodes if isinstance(node, core.RunProcedure))
            choosers = frozenset((choice.you, action.you))
            reaches.append(Reach(made, choosers, nodes, origins(made, (offer, *nodes)), called))
        wrong = [dict.fromkeys(said for node in reach.nodes for said in conflict(reach, node)) for reach in reaches]
        for found in chain(stops, *wrong, overwritten(made, reaches)):
            edit = in_order if found.sentence in ONE_BY_ONE else None
            yield evolve(found, also=Place(choice.span, "chosen at once here"), edit=edit)


def conflict(reach: Reach, node: object) -> Iterator[Diagnostic]:
    """What is wrong with one node, as others may do the same where it is not the chooser's own."""
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
        if not isinstance(here, core.Get) or not (here.local in seen or reach.origins.get(here.local)):
            return False
        waiting += () if here.local in seen else reach.origins[here.local]
        seen.add(here.local)
    return True


def overwritten(made: core.Core, reaches: list[Reach]) -> Iterator[Diagnostic]:
    """Sentences that write a variable that is not the chooser's own, unless every order comes to the same."""
    writes: dict[int, list[tuple[core.Writing | core.Remember, bool]]] = defaultdict(list)
    for reach in reaches:
        for node in reach.nodes:
            if isinstance(node, core.Writing | core.Remember) and made.variables[node.var.variable].since is None:
                own = any(is_chooser(reach, owner) for owner in node.var.owners)
                writes[node.var.variable].append((node, own))
    for variable, all_of_it in writes.items():
        # one constant, or values that only enter or leave a set, come to the same
        ways = set[int | None]()
        for node, _ in all_of_it:
            if isinstance(node, core.Assign):
                ways.add(constant(node.value))
            else:
                is_set = isinstance(made.variables[variable].type, SetT)
                ways.add(node.sign if isinstance(node, core.AddTo) and is_set else None)
        if len(ways) > 1 or None in ways:
            name = made.variables[variable].name
            yield from (words.at_once_writes(node.span, variable=name) for node, own in all_of_it if not own)
