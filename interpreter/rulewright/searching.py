"""Search for a seat's best move, on the fast backend where there is one: budgets, several trees at once, and what comes
out as moves with numbers.

Law: the same position as the seat sees it, seed and numbers of iterations and of trees give the same numbers on every
machine; how many cores there are changes only how long it takes.
"""

import sys
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final, SupportsFloat, TypeAlias, cast

from attrs import evolve, frozen

from rulewright.machine.chance import whole_number
from rulewright.machine.features import features
from rulewright.machine.foresight import FARTHEST, WORLDS, Follow, foreseen
from rulewright.machine.game import Game, Rules
from rulewright.machine.horizon import TOP_POINTS, Trained
from rulewright.machine.interpret import Vector
from rulewright.machine.move_names import Move
from rulewright.machine.playouts import Estimate, wilson
from rulewright.machine.policy import table
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.machine.search import LOST, PROVEN_POINTS, SHARED, UNDECIDED, WON, MonteCarlo, Searching, Tried

if TYPE_CHECKING:
    from rulewright.machine.wasm.searcher import Ended, Searcher

    Trees: TypeAlias = Sequence[MonteCarlo | Searcher]

TREES: Final = 2
"""So many trees are searched at most, whatever the machine is; their numbers are added up. Where only one core is to be
used one is searched: it finds more than two of half its size."""
PER_WORLD: Final = 20
"""So many iterations there are for each imagined world."""
SLICE: Final = 0.03
"""So many seconds, about, are searched before anybody looks whether to go on."""
ITERATIONS, PLAIN_ITERATIONS, ENDLESS = 10_000, 200, 1 << 40
"""How many iterations there are where no budget is given, how many at most without the fast backend, and where only the
time says when to end."""
GRACE: Final = 0.05
"""So many seconds after the time an iteration that still runs is given up."""
MIB: Final = 1 << 20
MEMORY: Final = 80 * MIB
"""So many bytes the trees may take together where nobody says otherwise."""
MOST_MEMORY: Final = 2048 * MIB
"""More is never taken: a tree of the fast backend lies within the 4 GiB that its addresses reach."""
EDGE: Final = 40
"""So many bytes an edge takes, of the reference about ten times as many."""
MOST_WORLDS, WORLDS_SHARE, PASTS_SHARE = 2_000, 0.3, 0.15
"""How many worlds there are at most, what part of the time is spent on drawing them, and by when no past is looked for
any more: where it takes long to find, a search would see nothing else."""
FIRST_ROUND: Final = 100
"""At least so many games are in the first round in which a move is looked at closer: there may be time for no other
where a game takes long."""
USUALLY: Final = 0.3
"""What a seat did in such a part of the games it does usually."""
NOTHING_KNOWN: Final = Estimate(0.0, 0.0, 1.0)
PROVEN: Final = {WON: "won", SHARED: "drawn", UNDECIDED: "undecided", LOST: "lost"}


@frozen
class Weighed:
    """A legal move of the seat: how often it was tried, what share of the points that brought on average (1: it wins
    alone, or together with all others where nobody can win otherwise; 0: another does, or nobody there) with the limits
    of 95 %, and what is proven of it: "won", "drawn" (or both win), "undecided" (nobody does), "lost", or None; the
    value is exact then."""

    move: Move
    visits: int
    value: float
    low: float
    high: float
    proven: str | None


@frozen
class Searched:
    """`moves`: the best first. `iterations` were made, in `worlds` imagined states; `fast`: by the fast backend;
    `faults`: in so many of them the rules went wrong; `full`: a tree had no more room, and did not grow any more."""

    moves: tuple[Weighed, ...]
    iterations: int
    worlds: int
    fast: bool
    faults: int = 0
    full: bool = False

    @property
    def best(self) -> Weighed:
        """The move that was tried most, or is proven to win."""
        return self.moves[0]


def search(
    game: Game,
    seat: int,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    jobs: int = 2,
    memory: int = MEMORY,
    going: Callable[[], bool] = lambda: True,
) -> Searched:
    """Weigh the moves of a seat that is asked; without a budget 10,000 iterations. `memory`: so many bytes for what is
    found; when they are full the search looks no further ahead. `going` is asked about thirty times a second and can
    end it. ValueError if the seat is not asked or a budget is too small, TypeError for what is none. Nothing is used
    but what the seat sees, remembers and can `imagine`. `jobs`: so many trees, each on a core of its own, at most two.
    """
    played: object = game
    if not isinstance(played, Game):
        raise TypeError(f"a search begins at a Game, not {game!r}: write search(rules.start(seed=7), 0)")
    if not game.moves(seat):
        raise ValueError(f"seat {seat} is not asked for a move now")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, SupportsFloat)):
        raise TypeError(f"seconds is a number, not {seconds!r}: write seconds=2.5")
    if seconds is not None and not float(seconds) >= 0:
        raise ValueError(f"seconds is 0 or more, not {seconds}")
    budget = Budget(
        None if iterations is None else whole_number(iterations, "iterations", 1),
        None if seconds is None else float(seconds),
        whole_number(seed, "the seed of a search"),
        whole_number(jobs, "jobs", 1),
    )
    if not callable(going):
        raise TypeError(f"going is a function that says whether to go on, not {going!r}")
    return Thinker(game.rules, whole_number(memory, "memory", 0)).think(eyes(game, seat), budget, going)


@frozen
class Budget:
    """How much may be thought: iterations of all trees together, seconds, or both; by as many trees as `jobs`.
    `slowly`: how many iterations at most without the fast backend; None: as many as with it. `early`: it ends before
    that, too, where no more tries can change the choice."""

    iterations: int | None = None
    seconds: float | None = None
    seed: int = 0
    jobs: int = 2
    slowly: int | None = PLAIN_ITERATIONS
    early: bool = False


class Thinker:
    """Searches for the games of rules; its trees are made when they are first needed, and used again. They take so many
    bytes of `memory` together. `proven`: the best moves of positions that were solved."""

    def __init__(self, rules: Rules, memory: int = MEMORY) -> None:
        """Make nothing yet; `fast` is known once there are trees."""
        self.rules, self.memory, self.fast = rules, memory, True
        self.proven: dict[Vector, Move] = {}
        self.last: tuple[Sequence[Vector], int] = (), 0  # the worlds and the seed of what was thought last,
        self.searched: Trees = ()  # and the trees

    @cached_property
    def trees(self) -> "Trees":
        """The trees of the fast backend if it can be had for these rules, otherwise plain tries of each move."""
        if self.fast:
            from rulewright.fast import searchers  # only where it can run

            policy = None if self.rules.trained is None else self.rules.trained.policy
            looked_at = None if policy is None else features(self.rules.program, policy.contexts)
            found = searchers(self.rules, TREES, looked_at)
            if policy is not None and looked_at is not None:
                for tree in found:
                    tree.table = table(self.rules.program, looked_at, policy)
            if found:
                return found
        self.fast = False
        return [MonteCarlo(self.rules) for _ in range(TREES)]

    def think(self, seen: Eyes, budget: Budget, going: Callable[[], bool] = lambda: True) -> Searched:
        """Weigh the moves."""
        asked = monotonic()
        self.searched = trees = self.trees[: budget.jobs]
        began = asked if budget.early else monotonic()  # who waits for a move waits for the making of trees, too
        limit = budget.iterations or (ITERATIONS if budget.seconds is None else ENDLESS)
        limit = limit if self.fast or budget.slowly is None else min(limit, budget.slowly)
        program = self.rules.program
        in_turn = all(site.chosen is None for site in program.sites)
        decided = (seen.players <= 2 or program.wins_together) and program.common is None
        exact = seen.one_world and in_turn and not program.chances and decided
        due = None if budget.seconds is None else began + budget.seconds
        room = min(self.memory, MOST_MEMORY) // EDGE // len(trees)
        searching = Searching(budget.seed, room=room, due=inf if due is None else due + GRACE)
        learned = self.rules.trained or Trained()
        if (horizon := learned.horizon) is not None and program.score is not None and not program.wins_together:
            searching = evolve(searching, horizon=horizon.seen_by(seen.players), lead=horizon.lead)
        if (policy := learned.policy) is not None and self.fast:
            searching = evolve(searching, playouts=policy.playouts, prior=policy.prior)

        # one world for so many iterations, and no more than can be drawn in a part of the time, if that has an end
        worlds = list[Vector]()
        most = len(trees) if seen.one_world else max(len(trees), limit // PER_WORLD)
        first = monotonic()

        def drawing(share: float = WORLDS_SHARE) -> bool:
            return going() and (budget.seconds is None or monotonic() <= first + share * budget.seconds)

        for world in seen.worlds(min(most, MOST_WORLDS), budget.seed, partial(drawing, PASTS_SHARE)):
            worlds.append(world)
            if seen.one_world or not drawing():
                break
        self.last = tuple(worlds), budget.seed
        for number, tree in enumerate(trees):
            tree.begin(worlds[number :: len(trees)] or worlds, seen.seat, searching, number, exact=exact)
        jobs = budget.jobs if self.fast else 1  # by the reference all share its machine
        _run(trees, limit // len(trees), due, jobs, going, partial(settled, exact=exact) if budget.early else None)

        # the best move first, equal ones in the order of the rules
        moves, weighed = seen.moves(), list[Weighed]()
        for move, found in zip(moves, _added([tree.root for tree in trees], len(moves)), strict=True):
            weighed.append(_weighed(move, found))
        best = sorted(weighed, key=lambda each: (each.proven != "won", each.proven == "lost", -each.visits))
        iterations, faults = sum(tree.iterations for tree in trees), sum(tree.faults for tree in trees)
        full = any(tree.full for tree in trees)
        return Searched(tuple(best), iterations, len(worlds), self.fast, faults, full)

    # ---- more of what was thought last; nothing without the fast backend

    def closer(
        self, seen: Eyes, found: Searched, moves: Collection[Move], budget: Budget, going: Callable[[], bool]
    ) -> Searched:
        """What was found, with these moves looked at closer, each as long: what follows a move that was tried little
        was hardly searched, and is as good as random. Games begin with each of them, in the last round as many as the
        budget has iterations, in each one before half as many. The numbers of a move are those of its last round; its
        limits are wide where trees disagree or a round changed much: no interval knows that a search still learns.
        Where the seat moves on, a move is worth what it is with the moves that it then made most: that the others were
        tried costs nothing."""
        if not self.fast or not self.last[0]:
            return found
        trees, due = cast("Sequence[Searcher]", self.searched), monotonic() + (budget.seconds or inf)
        weighed, last = {each.move: each for each in found.moves}, budget.iterations or ITERATIONS
        open_ = [(at, move) for at, move in enumerate(seen.moves()) if move in moves and not weighed[move].proven]
        fell = dict[Move, float]()
        for games in [last >> at for at in range(last.bit_length()) if last >> at >= FIRST_ROUND][::-1]:
            new = dict[Move, Weighed]()
            for at, move in open_:
                for tree in trees:
                    tree.only(at, due + GRACE)
                before = [tree.root[at] for tree in trees]
                _run(trees, games // len(trees), due, budget.jobs, going, None)
                if not going() or monotonic() > due:
                    break
                pairs = zip(before, (tree.root[at] for tree in trees), strict=True)
                tried = [Tried(now.visits - old.visits, now.total - old.total, now.proof) for old, now in pairs]
                new[move] = _weighed(move, *tried, before=weighed[move].value)
            if len(new) < len(open_) and fell:
                break  # moves are compared by rounds that all of them had
            fell = {move: 0.0 if one.proven else weighed[move].value - one.value for move, one in new.items()}
            weighed |= new
            open_ = [(at, move) for at, move in open_ if not weighed[move].proven]
        for at, move in open_:
            if move in fell and (more := _moved_on(trees, at, seen.seat) - weighed[move].value) > 0:
                one = weighed[move]
                low, value, high = (min(1.0, each + more) for each in (one.low, one.value, one.high))
                weighed[move] = evolve(one, low=low, value=value, high=high)
        for one in [weighed[move] for move in fell if not weighed[move].proven]:
            # as far as another one fell when it was understood, this one may fall, too
            weighed[one.move] = evolve(one, low=max(0.0, min(one.low, one.value - max(fell.values()))))
        iterations, full = sum(tree.iterations for tree in trees), any(tree.full for tree in trees)
        return evolve(found, moves=tuple(weighed.values()), iterations=iterations, full=full)

    def follows(self, seen: Eyes, move: Move, going: Callable[[], bool] = lambda: True) -> tuple[Follow, ...]:
        """What follows a move most often, as the seat would be told it. Nothing after few worlds: in each it is known
        what will be drawn."""
        worlds, seed = self.last
        if not self.fast or len(worlds) < (1 if seen.one_world else WORLDS):
            return ()
        trees = cast("Sequence[Searcher]", self.searched)
        found = tuple(foreseen(self.rules, trees, worlds, seen.seat, move, seed, going))
        whole = all(each.proven for each in found) or found[-1].ends
        return found if whole else found[:FARTHEST]

    def ends(
        self, seen: Eyes, moves: Sequence[Move], games: int, going: Callable[[], bool] = lambda: True
    ) -> "list[list[Ended]]":
        """Where about so many more games come to that begin with each of these moves, and on their way. What was found
        before is spent then."""
        found: list[list[Ended]] = [[] for _ in moves]
        numbers = list(map(seen.moves().index, moves))
        if not self.last[0] or not self.fast:
            return found
        trees = cast("Sequence[Searcher]", self.searched)
        for tree in trees:
            for ends, number in zip(found, numbers, strict=True):
                tree.only(number, inf, marking=True)
                for _ in range(games // len(trees)):
                    if tree.proven or not going():
                        break
                    faults = tree.faults
                    tree.search(1)
                    ended = tree.ended if tree.faults == faults else None
                    if ended is not None and ended.first == number:
                        ends.append(ended)
        self.last = (), 0
        return found


def _weighed(move: Move, *found: Tried, before: float | None = None) -> Weighed:
    """A move, by what trees found of it. Where it was valued `before` the limits span what each tree found, and where
    the value comes from and would go to by as much again."""
    [all_] = _added([[each] for each in found], 1)
    share = wilson(all_.total / TOP_POINTS, all_.visits) or NOTHING_KNOWN
    values = [share.low, share.high]
    if before is not None and all_.visits:
        values += [each.total / TOP_POINTS / each.visits for each in found if each.visits]
        values += [before, 2 * share.value - before]
    share = Estimate(share.value, max(0.0, min(values)), min(1.0, max(values)))
    if all_.proof:  # of what is proven there is no interval
        share = Estimate(*[PROVEN_POINTS[all_.proof] / TOP_POINTS] * 3)
    return Weighed(move, all_.visits, share.value, share.low, share.high, PROVEN.get(all_.proof))


def _moved_on(trees: "Sequence[Searcher]", at: int, seat: int) -> float:
    """What the move with this number is worth where the seat goes on as it did in most games, while it is its turn."""
    visits = total = 0
    for tree in trees:
        edge = next(each for each in tree.edges(tree.first) if each.key == at)
        least = edge.visits * USUALLY
        while (then := max(tree.edges(edge.child), key=lambda each: each.visits, default=None)) is not None:
            if then.seat != seat or then.visits < least:
                break
            edge = then
        visits, total = visits + edge.visits, total + edge.total
    return total / TOP_POINTS / max(1, visits)


def _added(roots: Sequence[Sequence[Tried]], moves: int) -> list[Tried]:
    """What trees have found of so many moves, added up."""
    added = list[Tried]()
    for at in range(moves):
        found = [root[at] for root in roots if at < len(root)]
        proof = max((each.proof for each in found), default=0)
        added.append(Tried(sum(each.visits for each in found), sum(each.total for each in found), proof))
    return added


def settled(found: Sequence[Tried], left: float, *, exact: bool) -> bool:
    """Whether the choice cannot change any more by so many tries that are `left`.

    Law: the move that is chosen now is chosen after any such tries. It leads every other one by more tries than there
    are. Where proofs may come up (`exact`) that is not enough: any single try may prove that a move wins, or that the
    one that leads loses. So each other one must be proven to lose, or both be proven.
    """
    best, *others = sorted(found, key=lambda each: (each.proof != WON, each.proof == LOST, -each.visits))
    return all(
        best.visits - each.visits > left and (not exact or each.proof == LOST or bool(best.proof and each.proof))
        for each in others
    )


def _run(
    trees: "Trees",
    each: int,
    due: float | None,
    jobs: int,
    going: Callable[[], bool],
    enough: Callable[[Sequence[Tried], float], bool] | None,
) -> None:
    """Search every tree, several at a time: so many more iterations, or until it is due, or nobody wants to go on, or,
    if there is `enough`, until one has proven what is best, or what was found and how many tries are left is enough."""
    ended, began = False, monotonic()
    found = [(0, list[Tried]())] * len(trees)  # the iterations of each tree and its root, at one moment

    def left(made: int) -> float:
        """How many tries are left: so many of the iterations, or in the time at the rate so far."""
        now, iterations = monotonic(), float(each * len(trees) - made)
        return iterations if due is None else min(iterations, made * max(0.0, due - now) / max(now - began, SLICE))

    def is_enough(number: int, enough: Callable[[Sequence[Tried], float], bool]) -> bool:
        tree, others = trees[number], [*found[:number], *found[number + 1 :]]
        made = tree.iterations + sum(other for other, _ in others)
        late = made >= left(made)  # before that no move can lead by more than what is left
        found[number] = tree.iterations, tree.root if late else []
        roots = [root for _, root in (found[number], *others)]
        return tree.proven or (all(roots) and enough(_added(roots, max(map(len, roots))), left(made)))

    def search_tree(number: int, due: float | None) -> None:
        nonlocal ended
        tree, some = trees[number], 1
        end = tree.iterations + each
        while tree.iterations < end and not tree.proven and not ended and (going() or not tree.iterations):
            if due is not None and tree.iterations and monotonic() > due:
                return
            before = monotonic()
            tree.search(min(some, end - tree.iterations))
            some = 2 * some if monotonic() - before < SLICE / 2 else max(1, some // 2)
            if enough is not None and is_enough(number, enough):
                ended = True

    if jobs < 2 or sys.platform == "emscripten":  # in a browser there are no threads
        for number in range(len(trees)):
            rest = len(trees) - number
            search_tree(number, None if due is None else monotonic() + (due - monotonic()) / rest)
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            list(pool.map(search_tree, range(len(trees)), [due] * len(trees)))
        finally:
            ended = True  # an interrupt comes here, while others go on
