"""The tree that `machine/wasm/tree_search` grows, once more in Python: the two are compared edge by edge and number by
number. What an iteration is stands there."""

from collections.abc import Sequence
from math import log, sqrt

from attrs import define, field

from rulewright.machine.chance import CHANCE_STREAM, GAMMA, Numbers, RandomPlayer, absorb, mix, stream_key
from rulewright.machine.game import Rules
from rulewright.machine.horizon import TOP_POINTS
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, RulesFault, Stop, Vector, Waiting
from rulewright.machine.program.nodes import Common
from rulewright.machine.search import LOST, PROVEN_POINTS, TREE_BIT, WON, Searching
from tests.oracles.policy import Weights, move_weights

PRIME, BITS = 0x9E3779B1, 0xFFFFFFFF
DEPTH = 4_096


@define
class Edge:
    """What is known of a move: how often it was legal when its list was looked at, how often it was tried, and the
    points which that brought the seat that makes it."""

    key: int
    seat: int
    visits: int = 0
    offered: int = 0
    total: int = 0
    proof: int = 0
    child: "List" = field(factory=lambda: List())  # noqa: PLW0108 - it stands below
    beside: "List" = field(factory=lambda: List())  # noqa: PLW0108 - as there


@define
class List:
    """The edges of a decision."""

    edges: list[Edge] = field(factory=list)

    def find(self, key: int) -> Edge | None:
        """The edge with this key."""
        return next((edge for edge in self.edges if edge.key == key), None)


def mixed(key: int, word: int, place: int = 0) -> int:
    """A key that depends on another one, a word and its place."""
    return ((key ^ word) * PRIME + place) & BITS


def move_key(seat: int, choice: ListedMove) -> int:
    """The key of a move."""
    key = mixed(seat, choice.offer, 1)
    for place, word in enumerate((choice.variant, *choice.picks), start=2):
        key = mixed(key ^ key >> 15, word & BITS, place)
    return key


class Tree:
    """One tree, searched by the reference. `faults`: how many iterations ended because the rules went wrong."""

    def __init__(self, rules: Rules, policy: Weights | None = None) -> None:
        """Nothing is searched yet."""
        self.rules, self.machine, self.together = rules, rules.machine, rules.program.wins_together
        self.policy = policy

    def begin(
        self, worlds: Sequence[Vector], seat: int, searching: Searching, number: int = 0, *, exact: bool = False
    ) -> None:
        """Forget what was found; search these worlds, the tree of this number of the seed. `exact`: what ends is
        proven, as there is one world, no chance, and at most two seats or a win of all together."""
        self.worlds, self.seat, self.searching, self.exact = worlds, seat, searching, exact
        self.list, self.edges, self.iterations, self.faults = List(), 0, 0, 0
        self.low, self.high, self.proven = TOP_POINTS, 0, False
        self.first_game = number << TREE_BIT

    @property
    def root(self) -> list[Edge]:
        """The moves of the seat, in the order of the rules; none that was never looked at."""
        return self.list.edges

    @property
    def full(self) -> bool:
        """Whether the tree can grow no more."""
        return self.edges >= self.searching.room

    def search(self, iterations: int) -> None:
        """So many iterations, fewer if meanwhile all is proven."""
        self.rules.loaded = None
        for _ in range(iterations):
            if self.proven:
                return
            try:
                self._iterate()
            except RulesFault:
                self.faults += 1

    def _iterate(self) -> None:
        number = self.iterations
        self.iterations += 1
        game = _Game(self.machine, self.searching, self.first_game + number, self.policy)
        self.machine.load(self.worlds[number % len(self.worlds)])
        path, proof = self._descend(game, (game.player.key & BITS) >> 8)
        if proof:
            seat = path[-1][0].seat
            points = [PROVEN_POINTS[proof if each == seat else self._mirrored(proof)] for each in range(game.players)]
        else:
            points = self._points(over=game.play_on())
            if self.exact and not game.decisions and isinstance(self.machine.stop, Over):
                self._prove(path, points)
        for edge, _ in path:
            edge.visits += 1
            edge.total += points[edge.seat]

    def _descend(self, game: "_Game", spin: int) -> tuple[list[tuple[Edge, List]], int]:
        """The moves that were made, each with its list; the last one was not if it is proven, which is said then."""
        path: list[tuple[Edge, List]] = []
        here, seat, pending = self.list, self.seat, 0
        while True:
            moves = self.machine.moves(seat)
            chosen = self._select(here, seat, moves, spin)
            if chosen is None:
                return path, 0
            move, edge = chosen
            path.append((edge, here))
            if edge.proof:
                return path, edge.proof
            untried, first = not edge.visits, here.edges[0]
            at_once = self.machine.stop
            game.on(self.machine.choose(seat, moves[move]))
            if _same_choice(at_once, self.machine.stop, seat):
                pending = mixed(pending, edge.key) | 1
                here = first.beside
            elif pending:
                behind = self._edge(first.beside, mixed(pending, edge.key) | 1, 0)
                if behind is None:
                    return path, 0
                here, pending = behind.child, 0
            else:
                here = edge.child
            stop = self.machine.stop
            if untried or not isinstance(stop, Deciding) or len(path) >= DEPTH:
                return path, 0
            seat = min(stop.seats, key=lambda each: (each - self.seat) % game.players)

    # ---- the tree

    def _edge(self, within: List, key: int, seat: int) -> Edge | None:
        """The edge with a key, made if there is none and there is room."""
        found = within.find(key)
        if found is None and self.edges < self.searching.room:
            self.edges += 1
            found = Edge(key, seat)
            within.edges.append(found)
        return found

    def _select(self, here: List, seat: int, moves: Sequence[ListedMove], spin: int) -> tuple[int, Edge] | None:
        """Which of these moves is looked at; None if the tree cannot grow."""
        spin %= len(moves)
        root = here is self.list
        found: list[Edge] = []
        for number, move in enumerate(moves):
            edge = self._edge(here, number if root else move_key(seat, move), seat)
            if edge is None:
                return None
            edge.offered += 1
            found.append(edge)
        if self.searching.prior and self.policy is not None:
            best = self._most_likely(found, _weights(self.machine, self.policy, seat, moves))
            return best, found[best]
        turned = [*range(spin, len(moves)), *range(spin)]
        best = next((at for at in turned if not found[at].visits), None)
        if best is None:
            values = [self._value(edge) for edge in found]
            best = values.index(max(values))
        return best, found[best]

    def _most_likely(self, edges: Sequence[Edge], weights: Sequence[float]) -> int:
        """The first of those that promise most by PUCT."""
        apart = TOP_POINTS if self.high <= self.low else self.high - self.low
        weight, total, values = float(self.searching.prior) * float(apart) * 0.001, 0.0, list[float]()
        for each in weights:
            total += each
        mean = float(sum(edge.total for edge in edges)) / (float(sum(edge.visits for edge in edges)) + 1e-9)
        for edge, each in zip(edges, weights, strict=True):
            if edge.proof:
                values.append(self._value(edge))
                continue
            value = edge.total / edge.visits if edge.visits else mean
            share = each / total * 0.9 + 0.1 / len(edges)
            values.append(value + weight * share * sqrt(edge.offered) / (edge.visits + 1.0))
        return values.index(max(values))

    def _value(self, edge: Edge) -> float:
        """What a visited edge promises: UCB1, with a logarithm that is straight between powers of 2."""
        if edge.proof:
            return float(PROVEN_POINTS[edge.proof]) if edge.proof != LOST else -1.0
        known = self.together and self.machine.program.common is None
        apart = TOP_POINTS if known else self.high - self.low
        weight = float(self.searching.explore) * float(apart) * 0.001
        log_2 = edge.offered.bit_length() - 1
        bits = float(log_2) + float(edge.offered) / float(1 << log_2) - 1.0
        return edge.total / edge.visits + weight * sqrt(bits * log(2) / edge.visits)

    # ---- the end of an iteration

    def _points(self, *, over: bool) -> list[int]:
        """What the game brought each seat."""
        players = self.machine.program.players
        _, winners = self.machine.result() if over else ((), ())
        if self.searching.horizon and not over:
            points = self._promised()
        elif (common := self.machine.program.common) is not None:
            points = [self._of_all(common, won=bool(winners)) if over else 0] * players
        elif self.together:
            points = [TOP_POINTS if winners else 0] * players
        elif winners:
            points = [TOP_POINTS // len(winners) if seat in winners else 0 for seat in range(players)]
        else:
            drawn = over and self.machine.memory[self.machine.program.ended] == 2
            points = [TOP_POINTS // ((1 if drawn else 4) * max(2, players))] * players
        self.low, self.high = min(self.low, *points), max(self.high, *points)
        return points

    def _of_all(self, common: Common, *, won: bool) -> int:
        """What a score that all have is worth: all points, or half of them beside a win where they can lose."""
        win, score = TOP_POINTS // 2 if common.lost else 0, self.machine.scores()[0]
        each = (TOP_POINTS - win) // max(1, common.high - common.low)
        return win * won + (min(max(score, common.low), common.high) - common.low) * each

    def _promised(self) -> list[int]:
        """What the scores of now promise each seat: shares in proportion to e^(score * lead / 1000)."""
        worths = [score * (self.searching.lead / 256_000) for score in self.machine.scores()]
        powers = [max(worth - max(worths) + 1.0, 0.9) for worth in worths]
        for _ in range(8):  # (1 + x / 256) to the power of 256, each square as the fast backend rounds it
            powers = [power * power for power in powers]
        return [int(power * TOP_POINTS / sum(powers)) for power in powers]

    def _prove(self, path: Sequence[tuple[Edge, List]], points: Sequence[int]) -> None:
        """The game has ended behind the last move: say so of it, and of those before as far as it follows."""
        proof = PROVEN_POINTS.index(points[path[-1][0].seat], LOST)
        for step in reversed(range(len(path))):
            edge, here = path[step]
            edge.proof = proof
            proofs = [each.proof for each in here.edges]
            if max(proofs) != WON and not all(proofs):
                return
            proof = max(proofs)
            if step and path[step - 1][0].seat != edge.seat:
                proof = self._mirrored(proof)
        self.proven = True

    def _mirrored(self, proof: int) -> int:
        """What a proof says for the other of two; for all others where all win together."""
        return proof if self.together else {LOST: WON, WON: LOST}.get(proof, proof)


def _same_choice(before: Stop, after: Stop, seat: int) -> bool:
    """Whether others must choose before what this seat has chosen is carried out."""
    if not (isinstance(before, Deciding) and isinstance(after, Deciding)):
        return False
    return before.site == after.site and after.seats == tuple(each for each in before.seats if each != seat) != ()


def _weights(machine: Machine, policy: Weights, seat: int, moves: Sequence[ListedMove]) -> list[float]:
    """How likely these moves are by a policy."""
    assert isinstance(machine.stop, Deciding)
    return move_weights(machine, policy, seat, machine.stop.site, moves)


class _Game:
    """The random part of an iteration: chance and players by the streams of a game."""

    def __init__(self, machine: Machine, searching: Searching, number: int, policy: Weights | None) -> None:
        self.machine, self.most = machine, searching.horizon or searching.most
        self.policy = policy if searching.playouts else None
        self.players = machine.program.players
        self.chance = stream_key(searching.seed, number, CHANCE_STREAM)
        self.player = RandomPlayer(searching.seed, number)
        self.events = self.decisions = 0

    def on(self, stop: Stop) -> None:
        """Answer chance up to the next decision or the end."""
        before = self.events
        while isinstance(stop, Waiting):
            self.machine.count_chance(self.events + 1 - before)
            stop = self.machine.happen(Numbers(self.chance, self.events))
            self.events += 1

    def _drawn(self, weights: Sequence[float]) -> int:
        """The number of a move by lot: likely ones more often."""
        lot = mix((absorb(self.player.key, self.decisions) + GAMMA) % 2**64) >> 11
        total = 0.0
        for each in weights:
            total += each
        left = float(lot) * 2.0**-53 * total
        for number, each in enumerate(weights):
            left -= each
            if left < 0:
                return number
        return len(weights) - 1

    def play_on(self) -> bool:
        """At random to the end; whether it came."""
        while isinstance(stop := self.machine.stop, Deciding):
            if self.decisions >= self.most:
                return False
            seat = stop.seats[0]
            moves = self.machine.moves(seat)
            if self.policy is None or len(moves) == 1:
                choice = moves[self.player.choose(self.decisions, len(moves))]
            else:
                choice = moves[self._drawn(_weights(self.machine, self.policy, seat, moves))]
            self.decisions += 1
            self.on(self.machine.choose(seat, choice))
        return True
