"""Loops that nothing inside can end: neither what is carried out in them nor what can be chosen there."""

from collections.abc import Iterable, Iterator

from rulewright.language import core
from rulewright.language.calls import all_run_by, bodies_run_by, questions
from rulewright.language.checks.call_graph import Doings
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import Origins, all_effects, changed_zones, nodes_in_play, origins
from rulewright.language.messages import flow as words

Field = core.Zone | core.Variable


def endless(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """Each `repeat:` with no way out and no decision."""
    for loop, actions in stuck(made, doings):
        if loop.until is None and not actions:
            yield words.endless_repeat(loop.span)


def never_ending(made: core.Core, doings: Doings) -> Iterator[Diagnostic]:
    """Each loop that goes on for ever once it has begun, whatever is chosen in it."""
    for loop, actions in stuck(made, doings):
        names = sorted(made.actions[each].name for each in actions)
        if loop.until is not None:
            yield words.never_ends_until(loop.span, actions=names)
        elif actions:
            yield words.never_ends(loop.span, actions=names)


def stuck(made: core.Core, doings: Doings) -> Iterator[tuple[core.Repeat, frozenset[int]]]:
    """Each loop that nothing ends, with the actions that can be chosen in it."""
    loops = [node for each in doings.values() for node in each.nodes if isinstance(node, core.Repeat)]
    if not loops:
        return
    bound = origins(made, nodes_in_play(made))
    for loop in loops:
        procedures, actions = bodies_run_by(made, loop.body)
        inside = all_run_by(made, loop.body)
        if any(leaves(node, procedures) for node in inside):
            continue
        if loop.until is None or not {*changed(made, bound, inside)} & {*asked(made, loop.until)}:
            yield loop, actions


def leaves(node: object, inside: frozenset[int]) -> bool:
    """Whether a sentence leaves a loop in which these procedures are run."""
    return isinstance(node, core.EndGame) or (isinstance(node, core.FinishProcedure) and node.procedure not in inside)


def asked(made: core.Core, until: core.Expr) -> Iterator[Field]:
    """The fields on which a condition depends."""
    for node in questions(made, until):
        match node:
            case core.VarRef():
                yield made.variables[node.variable]
                for each in made.variables[node.variable].fields:
                    yield made.zones[each.number] if each.sort == "zone" else made.variables[each.number]
            case core.ZoneRef():
                yield made.zones[node.zone]
            case core.CanAct() | core.AskPiece() | core.Noted() | core.Viewers():
                yield from made.zones
                yield from made.variables
            case _:
                pass


def changed(made: core.Core, bound: Origins, nodes: Iterable[object]) -> Iterator[Field]:
    """The fields that these sentences change."""
    for done in all_effects(made, nodes):
        yield from (made.variables[number] for number in done.writes)
        yield from (made.zones[number] for number in changed_zones(made, bound, done))
