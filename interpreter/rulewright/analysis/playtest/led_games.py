"""Games led to extreme positions, where random games hardly come, and games among players who think.

Led are a variable, the variables of a seat, or what lies in a zone, as high or as low as can be, where somebody may be
stuck for all that is certain. The game goes on from the one of the following positions that is nearest to its goal.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import count
from operator import sub
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.playtest.coverage import Coverage
from rulewright.analysis.playtest.effort import Seen, Share, Watch
from rulewright.analysis.playtest.finding import Path, Sighting, decisions_in, of_all, of_game, shown_by, sighting_of
from rulewright.analysis.playtest.never_best import Weighing
from rulewright.bots import alone, bot_move
from rulewright.language.checks.certain_conditions import open_ends
from rulewright.language.checks.value_analysis import contents, outcomes
from rulewright.levels import RANDOM, Level
from rulewright.machine.chance import RandomPlayer
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Over, RulesFault
from rulewright.machine.positions import Broken, Choice, Faulted, Layer, Positions, Vector, layers, path
from rulewright.machine.program.bounds import LATE
from rulewright.machine.program.cell_map import single, unordered, width
from rulewright.machine.program.nodes import Program
from rulewright.machine.sample_state import eyes
from rulewright.machine.view import variable_slots
from rulewright.searching import Thinker

SEED: Final = 2
MOST_STEPS: Final = 300
"""A led game goes on from one position to the next so often at most."""
NARROW, WIDE = 20, 200
"""So many positions are looked at in each step at most. Every other game is narrow: it gets far with little. The others
end a step once all moves of some decisions are looked at: they come to actions behind others with very many moves."""
MOST_COMPARED: Final = 40
"""So many of them are compared."""
STEP_WORK: Final = 20
"""The least work that a step counts as, so that every effort ends."""
AT_RANDOM: Final = 8
"""One of so many steps goes anywhere."""
OUTCOMES: Final = 4
"""So many outcomes of a chance event are looked at."""


@frozen
class Goal:
    """These cells add up to as little as can be (`sign` 1), or as much (-1); of `places`, those that are taken."""

    cells: tuple[int, ...]
    sign: int = 1
    places: bool = False

    def distance(self, vector: Vector) -> int:
        """The less, the nearer."""
        return self.sign * sum(bool(vector[at]) if self.places else vector[at] for at in self.cells)


def goals(program: Program) -> Iterator[Goal]:
    """All of them, both ways."""
    found, seats = list[Goal](), [list[int]() for _ in range(program.players)]
    for slot in variable_slots(program):
        cells = range(slot.offset, slot.offset + slot.length)
        found += [Goal((at,)) for at in cells]
        if slot.length == program.players:
            for seat, at in zip(seats, cells, strict=True):
                seat.append(at)
    found += [Goal(tuple(seat)) for seat in seats if len(seat) > 1]
    for zone in program.zones:
        if not (zone.unlimited or zone.box):
            length = width(zone) if single(zone) or unordered(zone) else 1
            starts = (zone.offset + number * zone.stride for number in range(zone.instances))
            found += [Goal(tuple(range(at, at + length)), places=single(zone)) for at in starts]
    for each in found:
        yield from (each, evolve(each, sign=-1))


class LedGames:
    """What leads games at one setting."""

    def __init__(self, rules: Rules, positions: Positions, watch: Watch, seen: Seen) -> None:
        self.rules, self.positions, self.watch, self.seen, self.numbers = rules, positions, watch, seen, count()

    @cached_property
    def goals(self) -> Sequence[Goal]:
        """The goals, none where nobody can be stuck."""
        stuck = any(open_ends(outcomes(contents(self.rules.core))))
        return tuple(goals(self.rules.program)) if stuck else ()

    def sightings(self, share: Share) -> Iterator[Sighting]:
        """What goes wrong or is broken, as long as the share lasts."""
        before = self.seen.looked
        self.watch.until(share.due)
        while self.watch() and share.without(self.seen.looked - before).lasts and self.goals:
            yield from self._led(next(self.numbers), share, before)

    def _led(self, number: int, share: Share, before: int) -> Iterator[Sighting]:
        """One game, of which chance up to the first decision is that of the random game with this number."""
        player, steps, room = RandomPlayer(SEED, number), list[Choice](), WIDE if number % 2 else NARROW
        self.seen.looked += STEP_WORK
        behind, vector = self._begun(number)
        goal = self.goals[player.choose(0, len(self.goals))]
        for step in range(1, MOST_STEPS):
            left = share.without(self.seen.looked - before)
            if vector is None or not (left.lasts and self.watch()):
                return
            self.positions.sample(OUTCOMES)
            self.positions.limit(room if left.room is None else min(room, left.room))
            for each in layers(self.positions, [(vector, 1)]):
                if not isinstance(each, Layer):
                    yield from self._sighted(each, behind, steps)
                elif each.decisions and self.positions.found > NARROW:
                    break
            self.seen.looked += max(STEP_WORK, self.positions.found)
            first, directed = player.choose(2 * step, WIDE), player.choose(2 * step + 1, AT_RANDOM)
            following = list(self.positions.stopped(range(1, self.positions.found), Deciding))
            if not following:
                return
            nearest = following[first % len(following)]
            if directed:
                every = -(-len(following) // MOST_COMPARED)
                compared = following[first % every :: every]
                nearest = min(reversed(compared), key=lambda at: goal.distance(self.positions.vector(at)))
            steps += path(self.positions, nearest)
            vector = self.positions.vector(nearest)

    def _begun(self, number: int) -> tuple[Path, Vector | None]:
        """What chance gave before the first decision, and the state there, if there is one that can be chosen in."""
        machine = self.rules.machine
        noted, machine.stop = machine.notes, Over()  # it stays so where the rules go wrong before they stop
        given = of_game(self.rules, SEED, number, 0)
        machine.c.notes[:] = noted
        try:
            stop = machine.stop
            begun = isinstance(stop, Deciding) and bool(machine.moves(stop.seats[0]))
        except RulesFault:  # they are too many: random games tell it
            begun = False
        return given, machine.vector if begun else None

    def _sighted(self, trouble: Faulted | Broken, behind: Path, before: Sequence[Choice]) -> Iterator[Sighting]:
        more, what = shown_by(self.positions, trouble)
        steps = [*before, *more]
        if not isinstance(what, RulesFault) or what.code != LATE:
            decisions = decisions_in((*behind, *steps))
            yield sighting_of(self.rules, what, decisions, lambda: behind + of_all(self.rules, steps, OUTCOMES, behind))


# ---- games among players who think, for rules that no random game came to

THINKING_SEED: Final = 1
"""Not the one of the random games, so that chance gives something else."""
LEVEL: Final = Level("search:200", 200)
WORK: Final = 500
"""To think about a decision is as much work as to look at so many positions."""
LEAST_DECISIONS, MOST_DECISIONS = 20, 300
"""For fewer decisions nobody begins to think; so many a game has at most."""


def thinking(
    rules: Rules, plain: Rules, watch: Watch, seen: Seen, share: Share, weighing: Weighing
) -> Generator[Sighting, None, Coverage]:
    """What goes wrong or is broken in as many games as there is room or time for; at last what has happened, which says
    nothing of all positions. `rules` note what happens, `plain` are the same without notes; `weighing` hears what is
    thought."""
    thinker, noted = Thinker(plain), rules.machine.notes
    watch.clocks = (*watch.clocks, plain.machine.c)
    watch.until(share.due)
    before = seen.thinking
    while watch():
        left = share.without(seen.thinking - before)
        most = MOST_DECISIONS if left.room is None else min(MOST_DECISIONS, left.room // WORK)
        if most < LEAST_DECISIONS:
            break
        made = list[int]()
        trouble: RulesFault | int | None = None
        try:
            trouble = _play(thinker, plain, seen.thought, most, watch, made, weighing)
        except RulesFault as fault:
            if fault.code == LATE:
                break
            trouble = fault
        whole = partial(of_game, rules, THINKING_SEED, seen.thought, len(made), made)
        seen.thought += 1
        seen.thinking += WORK * max(LEAST_DECISIONS, len(made))
        if trouble is not None:
            yield sighting_of(rules, trouble, len(made), whole)
        with suppress(RulesFault):  # there was no time
            whole()  # notes what happens
    happened = dict(zip(rules.program.notes, map(sub, rules.machine.notes, noted), strict=True))
    rules.machine.c.notes[:] = noted  # both backends count the same
    return Coverage(happened, complete=True, thought=seen.thought)


def _play(
    thinker: Thinker, plain: Rules, number: int, most: int, watch: Watch, made: list[int], weighing: Weighing
) -> int | None:
    """One game, its decisions in `made`: all think, or one; the invariant that does not hold, with which it ends."""
    game, one = plain.start(THINKING_SEED, number), number % (plain.players + 1) - 1
    while True:
        broken = next(game.entered().broken(), None)
        if broken is not None or game.over or len(made) >= most or not watch():
            return broken
        seat = game.deciders[0]
        level = LEVEL if one in (-1, seat) else RANDOM
        seen, at = eyes(game, seat), len(made)
        heard = partial(weighing.note, number)
        move = bot_move(thinker, seen, level, THINKING_SEED, at, number=number, how=alone, going=watch, heard=heard)
        made.append(game.moves(seat).index(move))
        game.play(seat, move)
