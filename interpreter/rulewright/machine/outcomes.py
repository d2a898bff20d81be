"""Answers to a machine: an outcome of chance; and what it says at the end: scores and winners."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.machine.chance import ChanceEvent, Outcome
from rulewright.machine.events import Drawn, Event, Spot
from rulewright.machine.interpret import Machine
from rulewright.machine.program.nodes import DrawChance

if TYPE_CHECKING:
    from rulewright.machine.game import Rules


def answer(rules: "Rules", machine: Machine, event: ChanceEvent, outcome: Outcome, log: list[Event] | None) -> None:
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
        log.append(_drawn(machine, point, event, outcome, values))
    machine.drawn(values)


def _drawn(machine: Machine, point: DrawChance, event: ChanceEvent, outcome: Outcome, values: Sequence[int]) -> Drawn:
    what, everyone = event.items[outcome[0]], machine.zones.places.everyone
    if point.argument.kind != "piece" or point.public:
        return Drawn(event.label, what, point.roll, everyone)
    kind, loc = values
    spot: Spot = machine.zones.spot(loc)
    piece = (point.argument.component or 0, kind, spot)
    return Drawn(event.label, what, point.roll, machine.zones.seen_by(loc), piece)


def result(machine: Machine) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores of all seats and the seats that have won, at the end of a game."""
    program, memory = machine.program, machine.memory
    if memory[program.ended] == 2 or program.winners is None:
        mask = memory[program.ended + 1]
    else:
        mask = _mask(machine, program.winners)
    seats = range(program.players)
    if program.score is None:
        return tuple(mask >> seat & 1 for seat in seats), _seats(mask)
    return tuple(machine.call(program.score, seat) for seat in seats), _seats(mask)


def _mask(machine: Machine, winners: int) -> int:
    """The seats that the scoring yields, as a bit mask."""
    return sum({1 << seat for (seat,) in machine.listed(winners)})


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
