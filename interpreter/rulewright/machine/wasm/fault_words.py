"""What the head says of a fault, as the fault of the rules that the reference would raise."""

from typing import TYPE_CHECKING

from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.bounds import (
    CANDIDATES_SAID,
    CHANCES,
    LISTING_TURNS,
    MOVES_SAID,
    TURNS,
    foreseen,
    late,
)
from rulewright.machine.program.nodes import FaultText, Program
from rulewright.machine.wasm import memory_map as at

if TYPE_CHECKING:
    from rulewright.machine.wasm.engine import Engine


def told_fault(engine: "Engine") -> RulesFault:
    """The fault that the head tells of."""
    found = _fault(engine, *engine.words(at.FAULT, 3))
    lines, trial = [], engine.word(at.TRYING)
    while trial:
        place, trial = engine.words(trial, 2)
        lines.append(engine.compiled.spans[place - 1])
    found.tried = tuple(lines)
    return found


def _fault(engine: "Engine", kind: int, a: int, b: int) -> RulesFault:
    compiled = engine.compiled
    match kind:
        case at.PROGRAM_FAULT:
            return foreseen(compiled.faults[a], b)
        case at.ZONE_FULL:
            return _full(engine.program, b, compiled.faults[a])
        case at.ENDLESS:
            said = f"A loop has taken more than {TURNS:,} turns without a decision or a chance event."
            return RulesFault("endless-loop", said, compiled.spans[a])
        case at.ENDLESS_CHANCE:
            said = f"More than {CHANCES:,} chance events have come without a decision."
            return RulesFault("endless-chance", said, compiled.spans[a])
        case at.TOO_LATE:
            return late(compiled.spans[a])
        case at.TOO_MANY_TURNS:
            said = f"This decision takes more than {LISTING_TURNS:,} turns of loops."
            return RulesFault("too-many-turns", said, compiled.spans[a])
        case at.TOO_MANY_MOVES:
            return RulesFault("too-many-moves", MOVES_SAID, compiled.spans[a])
        case at.TOO_MANY_CANDIDATES:
            return RulesFault("too-many-candidates", CANDIDATES_SAID, compiled.spans[a])
        case _:
            return _stuck(engine, a)


def _stuck(engine: "Engine", site: int) -> RulesFault:
    """The reference says why nobody can move."""
    from rulewright.machine.interpret import Machine  # only when something went wrong
    from rulewright.machine.interpret.why_stuck import stuck

    machine = Machine(engine.program)
    machine.place(engine.vector)
    return RulesFault("stuck", stuck(machine, site, engine.word(at.SEATS)), engine.program.sites[site].span)


def _full(program: Program, zone: int, text: FaultText) -> RulesFault:
    from rulewright.machine.interpret.zones import full  # only when something went wrong

    try:
        full(program.zones[zone], text)
    except RulesFault as fault:
        return fault
