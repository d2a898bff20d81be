"""Games of rules, step by step, with what of the rules happened in each step.

A step is a decision with all that follows from it up to the next one; the first of a game has no decision. What comes
of it is a `Stand`, in which two rules with the same fields can be compared cell by cell.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from math import inf
from time import thread_time
from typing import Final

from attrs import define, field, frozen

from rulewright.language.span import Span
from rulewright.machine.chance import CHANCE_STREAM, RandomPlayer, stream_key
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, RulesFault
from rulewright.machine.lower.layout import FIRST
from rulewright.machine.positions import Vector
from rulewright.machine.program.moves import ListedMove, split
from rulewright.machine.program.nodes import ActionCode, Notice
from rulewright.machine.view import variable_slots

SEED: Final = 1
MOST_GAMES: Final = 40
MOST_STEPS: Final = 2_000
MOST_CELLS: Final = 4_000_000
"""So many numbers the positions of a pool have."""
MOST_DECISIONS: Final = 600
"""So many decisions of a game are played."""
EAGER_GAMES: Final = 6
"""In so many further games everybody takes what brings most points at once: so games come where chance rarely leads."""
MOST_MOVES_TRIED, MOST_TRIALS = 8, 2_000
"""So many moves are tried for a decision of these, and for all of them."""
MAX_SECONDS: Final = 10.0
"""Behind so much processor time no more games of one sort are begun, and no more moves are tried."""

SPREAD_STEPS: Final = 16
"""So many steps, which come first, lie far apart."""

Key = tuple[str, int, tuple[tuple[int, ...], ...]]
"""A move: its action by name, the member of a family, and what was picked, however much room there is for it."""


@frozen
class Stand:
    """Where a game stands: who is asked for which moves, or `result` with what it has come to; behind so many chance
    `events`."""

    vector: Vector = field(repr=False)
    events: int
    seats: tuple[int, ...]
    moves: tuple[Key, ...]
    result: tuple[tuple[int, ...], tuple[int, ...]] | None


@frozen
class Step:
    """The choice with this `number` before the game's decision `decision`, from where it stood (None: the beginning),
    and what came of it; `noted`: the numbers of the notices that happened."""

    game: int
    decision: int
    before: Stand | None
    number: int
    after: Stand
    noted: frozenset[int]


@define
class Side:
    """Rules whose games are compared; `cells`: those of zones and variables."""

    rules: Rules
    cells: slice = field(init=False)

    def __attrs_post_init__(self) -> None:
        program = self.rules.program
        end = max((zone.offset + zone.stride * zone.instances for zone in program.zones), default=FIRST)
        self.cells = slice(FIRST, max((slot.offset + slot.length for slot in variable_slots(program)), default=end))

    def begun(self, game: int) -> Stand:
        """Where a game begins. RulesFault where the rules go wrong, here and below."""
        self.rules.loaded = None
        self.rules.machine.start()
        return self._settled(game, 0)

    def stands_at(self, vector: Vector) -> tuple[Key, ...]:
        """Stand at a state that has stopped for a decision; the moves of who is asked first."""
        self.rules.loaded = None
        self.rules.machine.load(vector)
        return self._moves()

    def gone_on(self, game: int, before: Stand, number: int) -> Stand:
        """Where a game stands after a choice; the machine stands before it."""
        machine, seat = self.rules.machine, before.seats[0]
        machine.choose(seat, machine.moves(seat)[number])
        return self._settled(game, before.events)

    def _settled(self, game: int, events: int) -> Stand:
        machine = self.rules.machine
        events = machine.settle(stream_key(SEED, game, CHANCE_STREAM), events)
        stop = machine.stop
        if not isinstance(stop, Deciding):
            return Stand(machine.vector, events, (), (), machine.result())
        return Stand(machine.vector, events, stop.seats, self._moves(), None)

    def _moves(self) -> tuple[Key, ...]:
        machine, program = self.rules.machine, self.rules.program
        assert isinstance(machine.stop, Deciding), "somebody decides"
        offers, actions = program.sites[machine.stop.site].offers, program.actions
        listed = machine.moves(machine.stop.seats[0])
        return tuple(_key(actions[offers[one.offer].action], one) for one in listed)

    def alike(self, one: Stand, other: Stand) -> bool:
        """Whether two games stand alike, one of them of rules with the same fields."""
        return one.vector[self.cells] == other.vector[self.cells] and (one.seats, one.moves, one.result) == (
            other.seats,
            other.moves,
            other.result,
        )


def _key(action: ActionCode, move: ListedMove) -> Key:
    picked = (
        tuple(move.picks[at + word] for at in places for word in range(pick.words))
        for pick, places in split(action.picks(move.variant), move.picks)
    )
    return action.name, move.variant, tuple(picked)


@define
class Pool:
    """The steps of games; `by_notice`: the numbers of the steps in which something happened; `chosen`: the choices of
    the games that are not random."""

    side: Side
    steps: list[Step]
    notes: tuple[Notice, ...]
    by_notice: dict[int, list[int]]
    chosen: dict[int, tuple[int, ...]]

    def about(self, place: Span) -> "About | None":
        """The steps in which the smallest part of the rules around a place happened; None where no part is noted."""
        around = {each.span for each in self.notes if each.span.start <= place.start and place.end <= each.span.end}
        if not around:
            return None
        smallest = min(around, key=lambda span: span.end - span.start)
        of_it = [number for number, each in enumerate(self.notes) if each.span == smallest]
        inner = [
            number
            for number, each in enumerate(self.notes)
            if smallest.start <= each.span.start and each.span.end <= smallest.end
        ]
        found = [self.by_notice[number] for number in inner if number in self.by_notice]
        drawn = [[each for each in group if self.steps[each].game not in self.chosen] for group in found]
        chosen = [[each for each in group if self.steps[each].game in self.chosen] for group in found]
        groups = sorted(filter(None, (*drawn, *chosen)), key=len)
        turns = (number for turn in zip_longest(*map(_spread, groups)) for number in turn if number is not None)
        there = {number for each in of_it for number in self.by_notice.get(each, ())}
        order = [number for number in dict.fromkeys(turns) if number in there]
        return About(len(there) / max(1, len(self.steps)), tuple(self.steps[number] for number in order))

    def ends(self) -> "About":
        """The last steps of games."""
        found = tuple(each for each in self.steps if each.after.result is not None)
        return About(len(found) / max(1, len(self.steps)), found)


@frozen
class About:
    """Steps that a place is about, in the order in which they are tried: of all that can happen there in turn, in games
    of either sort, what is seldom first; `share`: so much of play they are."""

    share: float
    steps: tuple[Step, ...] = field(repr=False)


def _spread(numbers: Sequence[int]) -> Iterator[int]:
    """All of these, in an order in which the first ones lie far apart."""
    step = max(1, len(numbers) // SPREAD_STEPS)
    return (number for first in range(step) for number in numbers[first::step])


def pool_of(noting: Rules) -> Pool:
    """The pool of rules whose program notes what happens."""
    side, steps, room, due = Side(noting), list[Step](), MOST_CELLS, thread_time() + MAX_SECONDS
    for game in range(MOST_GAMES):
        played = [*_steps(side, game, _at_random(game))]
        steps += played
        room -= noting.program.size * len(played)
        if len(steps) >= MOST_STEPS or room <= 0 or thread_time() >= due:
            break
    eager, chosen = _Eager(side, thread_time() + MAX_SECONDS), dict[int, tuple[int, ...]]()
    for game in range(MOST_GAMES, MOST_GAMES + EAGER_GAMES):
        if thread_time() >= eager.due:
            break
        played = [*_steps(side, game, eager.choose)]
        steps += played
        chosen[game] = tuple(each.number for each in played[1:])
    by_notice: dict[int, list[int]] = {}
    for number, step in enumerate(steps):
        for each in step.noted:
            by_notice.setdefault(each, []).append(number)
    return Pool(side, steps, noting.program.notes, by_notice, chosen)


Choosing = Callable[[int, int, Stand], int]
"""The number of the move that is made in a game at a decision."""


def _at_random(game: int) -> Choosing:
    player = RandomPlayer(SEED, game)
    return lambda _, decision, stand: player.choose(decision, len(stand.moves))


@define
class _Eager:
    """Who takes what brings most points at once, more than anybody else gets, as long as there are `trials` left, and
    it is not yet `due` to stop."""

    side: Side
    due: float
    trials: int = MOST_TRIALS

    def choose(self, game: int, decision: int, stand: Stand) -> int:
        """The best of some of the moves, which lie far apart; the first of them is drawn. The machine stands there."""
        drawn, moves = RandomPlayer(SEED, game).choose(decision, len(stand.moves)), len(stand.moves)
        step = max(1, moves // MOST_MOVES_TRIED)
        number = min(moves, MOST_MOVES_TRIED, self.trials if thread_time() < self.due else 0)
        self.trials -= number
        tried, listed = (
            [(drawn + at * step) % moves for at in range(number)],
            self.side.rules.machine.moves(stand.seats[0]),
        )
        best = max(tried, key=lambda each: self._worth(game, stand, listed[each]), default=drawn)
        self.side.stands_at(stand.vector)
        return best

    def _worth(self, game: int, stand: Stand, move: ListedMove) -> float:
        machine, seat = self.side.rules.machine, stand.seats[0]
        machine.load(stand.vector)
        try:
            machine.choose(seat, move)
            machine.settle(stream_key(SEED, game, CHANCE_STREAM), stand.events)
            scores = [*(machine.result()[0] if machine.program.score is None else machine.scores())]
        except RulesFault:
            return -inf
        mine = scores.pop(seat)
        return (not isinstance(machine.stop, Deciding)) + 2 * (mine - max(scores, default=0))


def _steps(side: Side, game: int, choosing: Choosing) -> Iterator[Step]:
    """The steps of a game, up to where it goes wrong."""
    machine, before, number = side.rules.machine, None, 0
    for decision in range(MOST_DECISIONS):
        counted = machine.notes
        try:
            after = side.begun(game) if before is None else side.gone_on(game, before, number)
        except RulesFault:
            return
        noted = frozenset(
            at for at, (one, other) in enumerate(zip(counted, machine.notes, strict=True)) if one != other
        )
        yield Step(game, decision, before, number, after, noted)
        if after.result is not None:
            return
        before, number = after, choosing(game, decision, after)
