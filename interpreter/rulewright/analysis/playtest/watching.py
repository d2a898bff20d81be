"""Looking at a few random games as those see them who play: what they get to know, and should not."""

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.analysis.playtest.asked_elsewhere import asked_elsewhere
from rulewright.analysis.playtest.effort import Share, Watch
from rulewright.analysis.playtest.finding import Sighting
from rulewright.analysis.playtest.going_round import Rounds
from rulewright.analysis.playtest.idle_moves import Idle
from rulewright.analysis.playtest.known_orders import Table, known_order
from rulewright.analysis.playtest.same_moves import SameMoves
from rulewright.analysis.playtest.watched_games import watched_game
from rulewright.machine.game import Rules

SEED, GAMES, MOST_WATCHED = 0, 3, 300
"""So many games are watched, of each so many decisions at most."""
SHARE_OF_EFFORT: Final = 10
"""This part of the effort, and once more for who is asked."""
MORE: Final = 30
"""So many games more, where something was always the same: until it was often enough, for no more decisions."""


def watched(
    rules: Rules, share: Share, watch: Watch, same: SameMoves, rounds: Rounds, first: int
) -> Iterator[Sighting]:
    """What is known that should not be, in a few games from this one on; what is the `same` is only noted."""
    due, part = watch.due, share.part(SHARE_OF_EFFORT)
    most = MOST_WATCHED if part.room is None else min(MOST_WATCHED, part.room // GAMES)
    watch.due = part.due
    told, idle = set[int](), Idle(rules)
    for number in range(first, first + GAMES):
        if not watch():
            break
        table = Table(rules, told)
        for step in watched_game(rules, SEED, number, most):
            yield from known_order(table, step)
            yield from idle.changes_nothing(step)
            rounds.look(step)
            same.look(number)
            if not watch():
                break
    else:
        same.complete = watch() and watched_more(same, watch, range(first + GAMES, first + GAMES + MORE), most)
    watch.due = share.part(SHARE_OF_EFFORT).due
    yield from asked_elsewhere(rules, SEED, range(first, first + GAMES), most, watch)
    watch.due = due


def watched_more(same: SameMoves, watch: Watch, games: Iterable[int], most: int) -> bool:
    """Look at what may be the same in more games; whether there was time for it."""
    left = GAMES * most
    for number in games:
        for _ in watched_game(same.rules, SEED, number, min(most, left)) if same.open and left > 0 else ():
            left -= 1
            same.look(number)
            if not watch():
                return False
    return True
