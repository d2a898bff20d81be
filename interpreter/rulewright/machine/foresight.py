"""What follows a move most often, read from the trees of a search.

A tree knows moves by their keys. So the moves are made in worlds of the search, and of those that are legal there each
is looked up by its key. Law: a move of another seat is told as far as the seat that thinks sees its pieces before it
is made, and behind a move that it does not see in full nothing is told. Nor is a move told that is decided by what is
drawn or turned up only on the way: it would be one of many, and read as if it were to come.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from rulewright.machine.chance import Item, Seeded
from rulewright.machine.game import Game, Rules
from rulewright.machine.interpret import Deciding, ListedMove, RulesFault, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.program.cell_map import State
from rulewright.machine.program.moves import as_written, picks_of
from rulewright.machine.search import LOST, UNDECIDED, WON, move_key
from rulewright.machine.view import HIDDEN

if TYPE_CHECKING:
    from rulewright.machine.wasm.searcher import Searcher

FARTHEST, TO_THE_END = 3, 8
"""So many moves are told at most, and so many where all are proven or the last one ends the game."""
MIN_TRIES, MIN_SHARE = 50, 0.25
"""A move is told that was tried so often, and in such a share of the games that came there; or that is proven."""
WORLDS: Final = 12
"""In so many worlds the moves are made."""


@frozen
class Follow:
    """A move that follows, and who makes it; what the seat that thinks does not see of it is "?". `share`: of the
    games that came there in such a share; `proven`: nothing is better; `ends`: the game is over then."""

    seat: int
    move: Move
    share: float
    proven: bool = False
    ends: bool = False


@define
class _Branch:
    """What all trees know of a move, or of moves that are told alike: the lists behind it are those of `lists`."""

    visits: int = 0
    proof: int = 0
    lists: "list[tuple[Searcher, int]]" = field(factory=list)

    def add(self, visits: int, proof: int, *lists: "tuple[Searcher, int]") -> None:
        """Add what is known of one more."""
        self.visits += visits
        self.proof = max(self.proof, proof)
        self.lists += lists


def foreseen(
    rules: Rules,
    trees: "Sequence[Searcher]",
    worlds: Sequence[Vector],
    seat: int,
    move: Move,
    seed: int,
    going: Callable[[], bool],
) -> Iterator[Follow]:
    """What follows a move of the seat that was searched, in these worlds, move by move: as far as it is known when the
    rules go wrong in one of them, or nobody wants to go on. Nothing where seats choose at once."""
    count = WORLDS if rules.program.chances else min(WORLDS, len(set(worlds)))
    with suppress(RulesFault):
        games = [
            rules.resume(State(worlds[number % len(worlds)], rules.program), Seeded(seed, number))
            for number in range(count)
            if going()
        ]
        moves = games[0].moves(seat) if games else []
        if move not in moves or not _alone(games[0]):
            return
        # at the root the key of a move is its number
        here = _merged([(tree, tree.first) for tree in trees]).get(moves.index(move), _Branch())
        games = list(_on(games, seat, move))
        for _ in range(TO_THE_END):
            games = [game for game in games if _alone(game)]
            came, behind = here.visits, _merged(here.lists)
            options = _options(games, seat, behind)
            if not options or not going():
                return
            # what is likely: a move that is proven to be best, or one that was tried often and does not lose
            solved = all(each.proof for each in behind.values())
            (decider, told), here = max(options.items(), key=lambda each: _likely(each[1], solved=solved))
            if not _known(games, seat if decider == seat else None):
                return
            share, proven = min(1.0, here.visits / max(1, came)), solved or here.proof == WON
            if not proven and (here.visits < MIN_TRIES or share < MIN_SHARE):
                return
            games = list(_on(games, decider, told)) if HIDDEN not in told else []
            if HIDDEN not in told or len(options) > 1:  # otherwise it says nothing
                yield Follow(decider, told, share, proven, ends=bool(games) and all(game.over for game in games))


def _likely(branch: _Branch, *, solved: bool) -> tuple[int, int]:
    """How likely a move is, compared with others; where all are `solved` by what is proven."""
    return (branch.proof if solved or branch.proof in (LOST, WON) else UNDECIDED, branch.visits)


def _alone(game: Game) -> bool:
    """Whether one seat is asked here, and others not at the same time."""
    stop = game.entered().stop
    return isinstance(stop, Deciding) and game.rules.program.sites[stop.site].chosen is None


def _known(games: Sequence[Game], eyes: int | None) -> bool:
    """Whether it is known what these eyes see here (None: what all see): it is the same in all these games."""
    first, *others = [game.view(eyes) for game in games]
    return all(each == first for each in others)


def _merged(lists: "Sequence[tuple[Searcher, int]]") -> dict[int, _Branch]:
    """What all trees know of the moves in these lists, by key."""
    found = dict[int, _Branch]()
    for tree, first in lists:
        for edge in tree.edges(first):
            found.setdefault(edge.key, _Branch()).add(edge.visits, edge.proof, (tree, edge.child))
    return found


def _options(games: Sequence[Game], seat: int, branches: dict[int, _Branch]) -> dict[tuple[int, Move], _Branch]:
    """The moves that were tried, by who makes them and what the seat would be told."""
    found, counted = dict[tuple[int, Move], _Branch](), set[int]()
    for game in games:
        [decider] = game.deciders
        for move, choice in game.choices(decider).items():
            key = move_key(decider, choice)
            branch = branches.get(key)
            if branch is not None and branch.visits and key not in counted:
                counted.add(key)
                told = found.setdefault((decider, told_to(game, seat, decider, move, choice)), _Branch())
                told.add(branch.visits, branch.proof, *branch.lists)
    return found


def told_to(game: Game, seat: int, decider: int, move: Move, choice: ListedMove) -> Move:
    """A move that could be made, as the seat would be told it by what it sees now."""
    machine = game.entered()
    assert isinstance(machine.stop, Deciding)
    if seat == decider:
        return move
    picks = picks_of(game.rules.program, machine.stop.site, choice)
    items, told = iter(move[1:]), list[Item]()
    for pick, places in as_written(picks, choice.picks):
        own = list(islice(items, len(places)))
        if pick.secret:  # of several neither how many
            told.append(HIDDEN)
            continue
        for item, place in zip(own, places, strict=True):  # of a piece its kind, and where it lies
            seen = place is None or pick.words < 2 or bool(machine.zones.seen_by(choice.picks[place + 1]) >> seat & 1)
            told.append(item if seen else HIDDEN)
    return (move[0], *told)


def _on(games: Sequence[Game], seat: int, move: Move) -> Iterator[Game]:
    """The games in which the seat can make this move, after it."""
    for game in games:
        if move in game.moves(seat):
            with suppress(RulesFault):
                game.play(seat, move)
                yield game
