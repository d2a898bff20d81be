"""Search for a good move in worlds that a seat could be in: plain Monte Carlo, for where there is no fast backend.

An iteration takes a world, makes the move there that UCB1 chooses, goes on at random to the end of the game, and adds
up what that brought the seat. `machine/wasm/tree_search` looks further ahead.

Points: who wins alone has all of them, winners share; where the game is drawn everybody has a fair share; where the
rules let nobody win, everybody a quarter of that. Where a win is always of all together it is all points for each, and
any other end none. Where all have one score, that is worth all points, or half of them where they can lose.
"""

from collections.abc import Sequence
from math import inf, log, sqrt
from time import monotonic
from typing import Final

from attrs import define, frozen

from rulewright.machine.chance import CHANCE_STREAM, RandomPlayer, stream_key
from rulewright.machine.game import Rules
from rulewright.machine.horizon import TOP_POINTS, promised, shared
from rulewright.machine.interpret import Deciding, ListedMove, Over, RulesFault, Vector

LOST, UNDECIDED, SHARED, WON = range(1, 5)
"""What can be proven of a move for who makes it; 0 where nothing is."""
PROVEN_POINTS: Final = (0, 0, TOP_POINTS // 8, TOP_POINTS // 2, TOP_POINTS)
DRAWN: Final = 2
"""How a game ended, in the cell that says so."""
TREE_BIT: Final = 40
"""The iterations are games of a seed: their numbers count below this bit, and from it on the searches."""


PRIME, BITS = 0x9E3779B1, 0xFFFFFFFF


def mixed(key: int, word: int, place: int = 0) -> int:
    """A key that depends on another one, a word and its place: 32 bits."""
    return ((key ^ word & BITS) * PRIME + place) & BITS


def move_key(seat: int, choice: ListedMove) -> int:
    """The key of a move in a tree, by who makes it and all its words."""
    key = mixed(seat, choice.offer, 1)
    for place, word in enumerate((choice.variant, *choice.picks), start=2):
        key = mixed(key ^ key >> 15, word, place)
    return key


@frozen
class Searching:
    """How a search goes: `explore` is the constant of UCB1 in thousandths, `room` how many edges a tree may have,
    `most` after how many random decisions a game is too long, `due` when an iteration that still runs is given up;
    `horizon` after how many random decisions a game is broken off (0: never), and what is promised by a `lead`; of a
    policy, if the tree has one, whether `playouts` go by it, and the constant of its `prior` in thousandths (0: none).
    """

    seed: int
    explore: int = 700
    room: int = 1 << 20
    most: int = 10_000
    due: float = inf
    horizon: int = 0
    lead: int = 0
    playouts: bool = False
    prior: int = 0


@define
class Tried:
    """What is known of a move: how often it was tried, the points that this brought, and what is proven of it."""

    visits: int = 0
    total: int = 0
    proof: int = 0


class MonteCarlo:
    """One search. `root`: the moves of the seat, none before the first iteration; `faults`: how many iterations ended
    because the rules went wrong."""

    full: Final = False

    def __init__(self, rules: Rules) -> None:
        self.rules, self.machine = rules, rules.machine

    def begin(
        self, worlds: Sequence[Vector], seat: int, searching: Searching, number: int = 0, *, exact: bool = False
    ) -> None:
        """Forget what was found; search these worlds, by games of this number of the seed. `exact`: what ends is
        proven, as there is one world, no chance, and at most two seats or a win of all together."""
        self.worlds, self.seat, self.searching, self.exact = worlds, seat, searching, exact
        self.root, self.iterations, self.faults, self.proven = list[Tried](), 0, 0, False
        self.first_game = number << TREE_BIT

    def search(self, iterations: int) -> None:
        """So many iterations, fewer if meanwhile all is proven."""
        self.rules.loaded = None
        clock, due = self.machine.c, self.searching.due
        before = clock.deadline
        clock.deadline = min(before, due)  # of a single step, too
        try:
            for _ in range(iterations):
                if self.proven or (self.iterations and monotonic() > due):
                    return
                try:
                    self._iterate()
                except RulesFault:
                    self.faults += monotonic() <= due
        finally:
            clock.deadline = before

    def _iterate(self) -> None:
        """Make the first move that was not tried yet, from one by lot on, otherwise the one that UCB1 chooses."""
        game, machine = self.first_game + self.iterations, self.machine
        player, chance = RandomPlayer(self.searching.seed, game), stream_key(self.searching.seed, game, CHANCE_STREAM)
        machine.load(self.worlds[self.iterations % len(self.worlds)])
        self.iterations += 1
        moves = machine.moves(self.seat)
        self.root = self.root or [Tried() for _ in moves]
        first = player.key % len(moves)
        turned: list[int] = [*range(first, len(moves)), *range(first)]
        at = next((at for at in turned if not self.root[at].visits), None)
        at = max(turned, key=self._value) if at is None else at
        tried = self.root[at]
        if tried.proof:
            points = PROVEN_POINTS[tried.proof]
        else:
            machine.choose(self.seat, moves[at])
            events = machine.settle(chance, 0)
            ended = isinstance(machine.stop, Over)
            for decision in range(self.searching.horizon or self.searching.most):
                stop = machine.stop
                if not isinstance(stop, Deciding):
                    break
                if monotonic() > self.searching.due:
                    return
                seat, choices = stop.seats[0], machine.moves(stop.seats[0])
                machine.choose(seat, choices[player.choose(decision, len(choices))])
                events = machine.settle(chance, events)
            over = isinstance(machine.stop, Over)
            winners = machine.result()[1] if over else ()
            drawn = over and machine.memory[machine.program.ended] == DRAWN
            points = TOP_POINTS // ((1 if drawn else 4) * max(2, self.rules.players))
            if self.searching.horizon and not over:
                points = promised(machine.scores(), self.searching.lead)[self.seat]
            elif machine.program.common is not None:
                common, (win, step) = machine.program.common, shared(machine.program.common)
                score = min(max(machine.scores()[0], common.low), common.high) if over else common.low
                points = win * bool(winners) + (score - common.low) * step
            elif machine.program.wins_together:
                points = TOP_POINTS if winners else 0
            elif winners:
                points = TOP_POINTS // len(winners) if self.seat in winners else 0
            if ended and self.exact:
                tried.proof = PROVEN_POINTS.index(points, LOST)
                self.proven = tried.proof == WON or all(each.proof for each in self.root)
        tried.visits += 1
        tried.total += points

    def _value(self, at: int) -> float:
        """What a move that was tried promises."""
        tried, explore = self.root[at], TOP_POINTS * self.searching.explore / 1_000
        if tried.proof:
            return PROVEN_POINTS[tried.proof] if tried.proof != LOST else -1.0
        return tried.total / tried.visits + explore * sqrt(log(self.iterations) / tried.visits)
