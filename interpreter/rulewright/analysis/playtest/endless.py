"""Games that cannot end: positions from which no end can be reached. Only what is certain is told."""

from collections.abc import Callable, Iterator
from functools import partial

from rulewright.analysis.playtest.finding import Sighting
from rulewright.analysis.playtest.following import cycle, of_all
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over
from rulewright.machine.positions import Faulted, Layer, Positions, Vector, layers, path

MOST_AHEAD, MOST_LOOKED_AT, MOST_POSITIONS = 20_000, 1_000, 200_000
"""So many positions are looked ahead, from so many positions, where there are no more in all."""


def positions_without_end(positions: Positions, vector: Vector) -> int:
    """How many positions can be reached from this one, if certainly none of them is an end or goes wrong; else 0."""
    ahead = layers(positions, [(vector, 1)])
    while True:
        try:
            found = next(ahead)
        except StopIteration as told:
            return positions.found if told.value and not positions.sampled else 0
        if isinstance(found, Faulted) or (isinstance(found, Layer) and (found.over or positions.found > MOST_AHEAD)):
            return 0


def never_ending(rules: Rules, vector: Vector, positions: int) -> Diagnostic:
    """What is said of a position from which no end can be reached."""
    rules.loaded = None
    rules.machine.load(vector)
    span = rules.machine.stopped_at
    return words.need_not_end(span, positions=positions, cycle=cycle(rules, vector))


def without_end(rules: Rules, positions: Positions, outcomes: int, going: Callable[[], bool]) -> Iterator[Sighting]:
    """The first position from which no end can be reached, where all that there are were found. What was found is
    forgotten."""
    if positions.found > MOST_POSITIONS:
        return
    # the positions that lie on no path along which an end was found
    on_the_way = bytearray(positions.found)
    for end in positions.stopped(range(positions.found), Over):
        at = end
        while not on_the_way[at]:
            on_the_way[at] = True
            at = positions.how(at)[0] if at else 0
    free = [at for at, known in enumerate(on_the_way) if not known]
    some = free[:: -(-len(free) // MOST_LOOKED_AT) or 1]
    looked_at = [(positions.vector(each), path(positions, each)) for each in some]
    for vector, steps in looked_at:
        if not going():
            return
        if reached := positions_without_end(positions, vector):
            diagnostic = never_ending(rules, vector, reached)
            yield Sighting(diagnostic, partial(of_all, rules, steps, outcomes), len(some) == len(free))
            return
