"""Looking at a few random games as those see them who play: what they get to know, and should not."""

from collections.abc import Iterator

from rulewright.analysis.holes.effort import Share, Watch
from rulewright.analysis.holes.finding import Sighting
from rulewright.analysis.holes.idle_moves import Idle
from rulewright.analysis.holes.known_orders import Table, known_order
from rulewright.analysis.holes.watched_games import watched_game
from rulewright.machine.game import Rules

SEED, GAMES, MOST_WATCHED = 0, 3, 300
"""So many games are watched, of each so many decisions at most."""
PART = 10
"""This part of the effort."""


def watched(rules: Rules, share: Share, watch: Watch, first: int = 0) -> Iterator[Sighting]:
    """What is known that should not be, in a few games from this one on."""
    due, share = watch.due, share.part(PART)
    most = MOST_WATCHED if share.room is None else min(MOST_WATCHED, share.room // GAMES)
    watch.due = share.due
    told, idle = set[int](), Idle(rules)
    for number in range(first, first + GAMES):
        if not watch():
            break
        table = Table(rules, told)
        for step in watched_game(rules, SEED, number, most):
            yield from known_order(table, step)
            yield from idle.changes_nothing(step)
            if not watch():
                break
    watch.due = due
