"""What a seat has to think with: its legal moves, and worlds that it could be in. Whoever gets this has no way to the
game itself. Law: where the game looks alike to the seat, it is told the same."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from attrs import frozen

from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.chance import GAMMA, Seeded
from rulewright.machine.game import Game
from rulewright.machine.interpret import Deciding, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.sample_state import Dealer, imagined, knowledge, uncollected

PAST, STEPS = 4, 4
"""So many worlds at most have a past that agrees with all that the seat was told; of all together they take so many
steps of the game a world, since a past plays it once more. The others agree with what the seat sees, and with what it
knows of pieces."""


@frozen
class Eyes:
    """`moves`: those of the seat, in the order of the rules; `worlds`: so many states, drawn by a seed, one after the
    other, one at least and no more when the third argument, if there is one, says that nobody wants to go on; where
    several seats choose at once nobody has chosen yet in any of them; `one_world`: everybody sees everything, so that
    all of them are the same."""

    seat: int
    players: int
    moves: Callable[[], list[Move]]
    worlds: Callable[..., Iterator[Vector]]
    one_world: bool


def eyes(game: Game, seat: int) -> Eyes:
    """What this seat has of a game, as long as that stands where it stands."""
    everything_is_seen = all_is_open(game.rules.core)

    def worlds(count: int, seed: int, going: Callable[[], bool] = lambda: True) -> Iterator[Vector]:
        pending = _pending_choices(game)
        for vector in sampled(count, seed, going):
            yield (*vector[: pending.start], *(0 for _ in pending), *vector[pending.stop :])

    def sampled(count: int, seed: int, going: Callable[[], bool]) -> Iterator[Vector]:
        past = 0 if everything_is_seen else min(PAST, count, STEPS * count // (1 + len(game.steps)))
        dealer = Dealer(game, knowledge(game, seat), seat)
        for number in range(count):
            if number * past % count < past:  # spread, because who has little time does not take all
                with suppress(_Enough):
                    yield imagined(game, seat, Seeded(seed, number), partial(_enough, going)).state.vector
                    continue
            with uncollected():
                vector = dealer.state(Seeded(seed + GAMMA, number))
            yield vector

    return Eyes(seat, game.rules.players, lambda: game.moves(seat), worlds, everything_is_seen)


def _pending_choices(game: Game) -> range:
    """The cells of what was chosen at once and is not yet carried out. The search takes these choices back: a seat that
    is asked later would otherwise answer opponents who choose at random, and one that is asked first opponents who
    think."""
    stop = game.entered().stop
    site = game.rules.program.sites[stop.site] if isinstance(stop, Deciding) else None
    if site is None or site.chosen is None:
        return range(0)
    return range(site.chosen, site.chosen + game.rules.players * site.chosen_width)


class _Enough(Exception):  # noqa: N818 - the user's
    """Nobody wants to go on."""


def _enough(going: Callable[[], bool]) -> None:
    if not going():
        raise _Enough
