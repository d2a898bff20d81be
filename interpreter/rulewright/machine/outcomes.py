"""Answers to a machine: an outcome of chance; and what it says at the end: scores and winners."""

from typing import TYPE_CHECKING

from rulewright.machine.chance import ChanceEvent, Numbers, Outcome
from rulewright.machine.events import Drawn, Event
from rulewright.machine.interpret import Machine, Stop
from rulewright.machine.program.nodes import DrawChance, ShuffleChance

if TYPE_CHECKING:
    from rulewright.machine.game import Rules


def answer_chance(
    rules: "Rules", machine: Machine, event: ChanceEvent, outcome: Outcome, log: list[Event] | None
) -> None:
    """Let a chance event have this outcome, run on, and tell the log what was drawn."""
    point = machine.point
    if not isinstance(point, DrawChance):
        layout = rules.program.zones[point.zone.zone]
        names = rules.core.components[layout.component].kinds
        number = {name: kind for kind, name in enumerate(names)}
        machine.shuffled([number[str(event.items[item])] for item in outcome])
        return
    values = machine.candidates(point)[outcome[0]][:-1]
    if log is not None:
        what, seen, piece = event.items[outcome[0]], machine.zones.places.everyone, None
        if point.argument.kind == "piece" and not point.public:
            kind, loc = values
            seen, piece = machine.zones.seen_by(loc), (point.argument.component or 0, kind, machine.zones.spot(loc))
        log.append(Drawn(event.label, what, point.roll, seen, piece))
    machine.drawn(values)


def happen(machine: Machine, numbers: Numbers) -> Stop:
    """Answer the chance event by these numbers as `Seeded` does, without giving its items names, and run on."""
    point = machine.point
    if isinstance(point, ShuffleChance):
        pool = machine.pool(point)
        numbers.shuffle(pool)
        return machine.shuffled(pool)
    found = machine.candidates(point)
    at = numbers.below(sum(candidate[-1] for candidate in found))
    for candidate in found:
        at -= candidate[-1]
        if at < 0:
            return machine.drawn(candidate[:-1])
    raise AssertionError(found)


def result(machine: Machine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores of all seats and the seats that have won, at the end of a game."""
    program, memory = machine.program, machine.memory
    seats, mask = range(program.players), memory[program.ended + 1]
    if memory[program.ended] != 2 and program.winners is not None:
        mask = sum({1 << seat for (seat,) in machine.listed(program.winners)})
    won = tuple(seat for seat in seats if mask >> seat & 1)
    if program.score is None:
        return tuple(mask >> seat & 1 for seat in seats), won
    return tuple(machine.call(program.score, seat) for seat in seats), won
