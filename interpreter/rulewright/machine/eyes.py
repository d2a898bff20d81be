"""What a seat has to think with: its legal moves, and worlds that it could be in. Whoever gets this has no way to the
game itself. Law: where the game looks alike to the seat, it is told the same."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from attrs import frozen

from rulewright.language.facts.openness import all_is_open
from rulewright.machine.chance import GAMMA, Seeded
from rulewright.machine.game import Game
from rulewright.machine.imagine import imagined, knowledge
from rulewright.machine.interpret import Vector
from rulewright.machine.move_names import Move
from rulewright.machine.redealing import Dealer

PAST = 4
"""So many worlds have a past that agrees with all that the seat was told; the others agree with what it sees, and with
what it knows of pieces."""


@frozen
class Eyes:
    """`moves`: those of the seat, in the order of the rules; `worlds`: so many states, drawn by a seed, one after the
    other, one at least and no more when the third argument, if there is one, says that nobody wants to go on;
    `one_world`: everybody sees everything, so that all of them are the same."""

    seat: int
    players: int
    moves: Callable[[], list[Move]]
    worlds: Callable[..., Iterator[Vector]]
    one_world: bool


def eyes(game: Game, seat: int) -> Eyes:
    """What this seat has of a game, as long as that stands where it stands."""

    def worlds(count: int, seed: int, going: Callable[[], bool] = lambda: True) -> Iterator[Vector]:
        drawn = 0
        with suppress(_Enough):
            for drawn in range(min(PAST, count)):
                yield imagined(game, seat, Seeded(seed, drawn), partial(_enough, going)).state.vector
        past = min(PAST, count) if going() else drawn
        if count > past:
            dealer = Dealer(game, knowledge(game, seat), seat)
            for number in range(past, count):
                yield dealer.state(Seeded(seed + GAMMA, number))

    return Eyes(seat, game.rules.players, lambda: game.moves(seat), worlds, all_is_open(game.rules.core))


class _Enough(Exception):  # noqa: N818 - the user's
    """Nobody wants to go on."""


def _enough(going: Callable[[], bool]) -> None:
    if not going():
        raise _Enough
