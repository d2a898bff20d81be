"""Steps of a machine, chosen at random."""

import random
from collections.abc import Iterator

from rulewright.machine import information
from rulewright.machine.game import Game
from rulewright.machine.interpret import Machine, Over, Waiting
from rulewright.machine.program.nodes import ShuffleChance
from rulewright.machine.record import EndLine, dump


def seat_file_lines(game: Game, seat: int | None) -> Iterator[str]:
    """The file of a seat, None for a spectator."""
    yield information.head(game, seat)
    yield from (information.event(game, seen) for seen in information.information(game, seat))
    if game.over:
        yield dump(EndLine(game.scores, game.winners))


def step(machine: Machine, chance: random.Random) -> object:
    """Answer what the machine stands at; what there was to choose from, None where the game is over."""
    match machine.stop:
        case Waiting() if isinstance(machine.point, ShuffleChance):
            kinds = machine.pool(machine.point)
            chance.shuffle(kinds)
            machine.shuffled(kinds)
            return kinds
        case Waiting():
            found = machine.candidates(machine.point)
            machine.drawn(chance.choices(found, [weight for *_, weight in found])[0][:-1])
            return found
        case Over():
            return None
        case _:
            seat = chance.choice(machine.stop.seats)
            moves = machine.moves(seat)
            machine.choose(seat, chance.choice(moves))
            return moves
