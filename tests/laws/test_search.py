"""Search: the fast backend builds the tree of the oracle, a seat's search knows nothing that the seat does not, and
what is proven is so."""

import random
from functools import cache
from pathlib import Path

import attrs
import pytest

from rulewright import Game, Rules, load
from rulewright.fast import searchers
from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.features import features
from rulewright.machine.horizon import TOP_POINTS
from rulewright.machine.interpret import Deciding, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.policy import rows
from rulewright.machine.program.cell_map import State
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.machine.search import SHARED, WON, MonteCarlo, Searching
from rulewright.machine.wasm.searcher import MARKS
from rulewright.searching import Budget, Searched, Thinker, search
from tests.laws.positions import GAMES, rules_of, settings_of
from tests.oracles.policy import Weights
from tests.oracles.search_tree import List, Tree
from tests.wasm.common import WASM

Flat = list[tuple[object, ...]]


def test_the_root_is_all_that_is_asked_of_a_seat_without_a_choice() -> None:
    """Whoever is not asked has nothing to search for."""
    game = load("tic-tac-toe").start()
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        search(game, 1)


def test_fewer_iterations_than_moves_leave_none_out() -> None:
    """Which move is looked at first is a matter of the seed: of 7 columns each is among the first 2 for some."""
    game = load("connect-four").start()
    tried = {move.move for seed in range(40) for move in search(game, 0, iterations=2, seed=seed).moves if move.visits}
    assert tried == set(game.moves(0))


# ---- both backends


def plain(edges: List) -> Flat:
    """A tree of the reference, list within list."""
    return [
        (e.key, e.seat, e.visits, e.offered, e.total, e.proof, plain(e.child), plain(e.beside)) for e in edges.edges
    ]


def position(name: str, seed: int) -> tuple[Game, int]:
    """A position in a random game of some setting, and a seat that is asked there."""
    rng = random.Random(f"{name}, {seed}")
    game = rules_of(name, rng.choice(settings_of(name))).start(seed)
    for _ in range(rng.randrange(40)):
        seat = rng.choice(game.deciders)
        game.play(seat, rng.choice(game.moves(seat)))
        if game.over:
            game.undo()
            break
    return game, rng.choice(game.deciders)


@pytest.mark.sampled(33, 12)
@WASM
@pytest.mark.parametrize("horizon", [0, 3])
@pytest.mark.parametrize("name", GAMES)
def test_both_backends_build_the_same_tree(name: str, horizon: int) -> None:
    compare_trees(*position(name, seed=1), iterations=12, room=300, horizon=horizon)


@pytest.mark.sampled(42, 14)
@WASM
@pytest.mark.parametrize(("playouts", "prior"), [(True, 0), (True, 700), (False, 2_000)])
@pytest.mark.parametrize("name", GAMES)
def test_both_backends_build_the_same_tree_by_a_policy(name: str, playouts: bool, prior: int) -> None:
    game, seat = position(name, seed=2)
    made, rng = features(game.rules.program), random.Random(f"{name} {prior}")
    policy = made, [rng.uniform(0.5, 2) for _ in range(made.size)]
    by_policy = Searching(5, most=20, playouts=playouts, prior=prior)
    compare_trees(game, seat, iterations=12, room=300, policy=policy, searching=by_policy)


@pytest.mark.sampled(3)
@WASM
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["market", "turned"])
def test_both_backends_weigh_alike_what_shipped_games_have_not(name: str, seed: int) -> None:
    """What pieces in a row ask for, beside two stocks; what rules say of seats."""
    game, rng = beside(name).start(seed), random.Random(seed)
    for _ in range(rng.randrange(6)):
        seat = game.deciders[0]
        game.play(seat, rng.choice(game.moves(seat)))
    made = features(game.rules.program)
    policy = made, [rng.uniform(0.2, 5) for _ in range(made.size)]
    by_policy = Searching(5, most=20, playouts=True, prior=700)
    compare_trees(game, game.deciders[0], iterations=60, room=300, policy=policy, searching=by_policy)


def beside(name: str) -> Rules:
    return load(Path(__file__).with_name(f"{name}.rules"), players={"market": 2, "turned": 3}[name])


@WASM
@pytest.mark.parametrize(
    ("level", "stored", "liked"),
    [(3, [], ["silk", "salt"]), (3, ["salt"], ["silk"]), (2, ["salt"], ["salt"]), (1, [], ["tea"])],
)
def test_a_policy_knows_how_goods_are_asked_for(level: int, stored: list[str], liked: list[str]) -> None:
    """By hand: an empty purse is nearest to silk + salt, so that these are wanted, but salt no more where the cellar
    has it; tea is asked for by silk + tea * 2 + salt, which is farther."""
    game = beside("market").start(1)
    for good in stored:
        for move in (("take", good), ("take", "tea"), ("store", good), ("drop",)):
            game.play(game.deciders[0], move)
    made = features(game.rules.program)
    weights = [1.0] * made.size
    [row] = (row for name, row in rows(game.rules.program, made) if name == "take good @ market price ? purse")
    weights[row[level]] = 30.0
    [searcher] = searchers(game.rules, 1, made)
    searcher.table = weights
    searcher.begin(list(eyes(game, 0).worlds(4, 7)), 0, Searching(5, most=20, prior=1_000_000))
    searcher.search(120)
    tried = {move: each.visits for move, each in zip(game.moves(0), searcher.root, strict=True)}
    assert [good for good in ("silk", "tea", "salt") if tried["take", good] > 20] == liked


WITHOUT_POLICY = Searching(5, lead=300)


def compare_trees(
    game: Game,
    seat: int,
    *,
    iterations: int,
    room: int,
    horizon: int = 0,
    policy: Weights | None = None,
    searching: Searching = WITHOUT_POLICY,
) -> None:
    """The trees of both backends, edge by edge; with a horizon only where there are scores."""
    from rulewright.machine.wasm import engine_of
    from rulewright.machine.wasm.searcher import Searcher

    def fast(found: Searcher, first: int) -> Flat:
        return [
            (key, seat, visits, offered, total, proof, fast(found, child), fast(found, beside))
            for key, _, child, beside, visits, offered, proof, seat, total in found.edges(first)
        ]

    rules, seen = game.rules, eyes(game, seat)
    worlds = list(seen.worlds(4, 7))
    few = (rules.players <= 2 or rules.program.wins_together) and rules.program.common is None
    exact = all_is_open(rules.core) and not rules.program.chances and few
    made = None if policy is None else policy[0]
    tree, searcher = Tree(rules, policy), Searcher(engine_of(rules.program, "search", features=made), made)
    if policy is not None:
        searcher.table = policy[1]
    for each in (tree, searcher):
        breaking = attrs.evolve(searching, room=room, horizon=horizon * (rules.program.score is not None))
        each.begin(worlds, seat, breaking, 1, exact=exact)
        each.search(iterations)
    assert plain(tree.list) == fast(searcher, searcher.first)
    assert (tree.iterations, tree.faults) == (searcher.iterations, searcher.faults)


# ---- without the fast backend


def tried(game: Game, iterations: int = 200) -> MonteCarlo:
    """What is tried of the moves of who is asked, where everything is open."""
    [seat] = game.deciders
    found = MonteCarlo(game.rules)
    found.begin(list(eyes(game, seat).worlds(1, 7)), seat, Searching(5), exact=True)
    found.search(iterations)
    return found


def board(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start()
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def test_plain_tries_add_up_and_find_what_wins() -> None:
    """By hand: three in a row wins at once, and is proven then; otherwise whoever does not stop a row loses most."""
    found = tried(board("a1", "b1", "a2", "b2"))
    assert (found.root[0].proof, found.proven) == (WON, True)
    assert found.iterations <= len(found.root) == 5
    found = tried(board("a1", "b2", "a2"), 600)
    assert (found.iterations, found.faults, found.proven) == (600, 0, False)
    assert sum(each.visits for each in found.root) == 600
    assert max(found.root, key=lambda each: each.visits) is found.root[0], "a3 stops the row"


def test_the_last_move_is_proven_by_its_end() -> None:
    [draw] = tried(board("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3")).root
    assert (draw.proof, draw.visits, draw.total) == (SHARED, 1, TOP_POINTS // 2)


def test_tries_are_the_same_whoever_has_chosen_before(bids: Rules) -> None:
    """At the same time, and by chance that only the number of the try decides."""
    game = bids.start(1)
    found = [plain_thought(game, 2)]
    game.play(0, ("bid", 2))
    assert [plain_thought(game, 2)] == found


def plain_thought(game: Game, seat: int) -> Searched:
    thinker = Thinker(game.rules)
    thinker.fast = False
    return thinker.think(eyes(game, seat), Budget(100, seed=3))


# ---- a seat's own information


def test_what_a_seat_has_to_think_with_leads_nowhere_else() -> None:
    """None of its parts is the game, its rules or a state, nor has one as an attribute."""
    game = load("line-it").start(seed=1)
    [seat] = game.deciders
    seen = eyes(game, seat)
    for name in (field.name for field in attrs.fields(Eyes)):
        part = getattr(seen, name)
        assert isinstance(part, int) or (callable(part) and not vars(part)), name


# ---- choices at once


@pytest.fixture
def bids() -> Rules:
    return load(Path(__file__).with_name("bids.rules"), players=3)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_is_asked_later_thinks_like_who_is_asked_first(bids: Rules, seat: int) -> None:
    """In every world all seats still have to choose, whoever of the others has chosen, and whatever."""
    game = bids.start(1)
    found = [thought(game, seat)]
    for other in {0, 1, 2} - {seat}:
        game.play(other, ("bid", 2))
        found.append(thought(game, seat))
    assert found[1:] == found[:1] * 2
    for world in found[0][0]:
        bids.machine.load(world)
        assert bids.machine.stop == Deciding(0, (0, 1, 2))


def thought(game: Game, seat: int) -> tuple[list[Vector], Searched]:
    """The worlds of a seat, and what it finds."""
    return list(eyes(game, seat).worlds(6, 3)), search(game, seat, iterations=100)


@WASM
def test_where_only_choices_at_once_are_hidden_there_is_one_world_and_no_proof() -> None:
    """By the rules the other seat may bid anything, also in the last round: no bid is sure to win."""
    game = load(Path(__file__).with_name("bids.rules"), players=2).start(1)
    for stake in (1, 1, 1, 1):
        game.play(game.deciders[0], ("bid", stake))
    found = search(game, 1, iterations=2_000)
    assert found.worlds == 1
    assert not any(move.proven for move in found.moves)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_the_first_to_choose_wherever_it_looks_ahead(bids: Rules, seat: int) -> None:
    tree = Tree(bids)
    tree.begin(list(eyes(bids.start(1), seat).worlds(1, 3)), seat, Searching(5))
    tree.search(1_000)
    second = tree.list.edges[0].beside
    behind = second.edges[0].beside.edges[0].beside  # one edge for each combination that was chosen
    rounds = [edge.child for edge in behind.edges if edge.child.edges]
    assert rounds
    assert {edge.seat for each in rounds for edge in each.edges} == {seat}


@WASM
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("room", [30, 2_000])
def test_both_backends_build_the_same_tree_where_seats_choose_at_once(bids: Rules, seat: int, room: int) -> None:
    """Also where the tree has no more room in the middle of a choice."""
    compare_trees(bids.start(1), seat, iterations=100, room=room)


# ---- what is known of games


@WASM
@pytest.mark.parametrize("moves", [["a1"], ["b2"], ["a1", "b2"], ["a1", "b1"], ["a1", "a3", "c3"]])
def test_what_is_proven_of_tic_tac_toe_is_so(moves: list[str]) -> None:
    """Compared with a search of all games by these few lines, which know nothing of this program."""
    game = load("tic-tac-toe").start()
    for move in moves:
        game.play(game.deciders[0], ("place", move))
    [seat] = game.deciders
    taken = {**dict.fromkeys(moves[::2], "x"), **dict.fromkeys(moves[1::2], "o")}
    board = "".join(taken.get(cell, ".") for cell in CELLS)
    found = search(game, seat, iterations=20_000)
    worths = [-value(put(board, CELLS.index(str(each.move[1])), "xo"[seat]), "ox"[seat]) for each in found.moves]
    assert worths[0] == max(worths), found.best
    for weighed, worth in zip(found.moves, worths, strict=True):
        assert weighed.proven in ({1: "won", 0: "drawn", -1: "lost"}[worth], None), weighed
        assert not weighed.proven or weighed.low == weighed.value == weighed.high
    assert any(weighed.proven for weighed in found.moves)


CELLS = [f"{column}{row}" for column in "abc" for row in "123"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def put(board: str, at: int, mark: str) -> str:
    """A board with one mark more."""
    return board[:at] + mark + board[at + 1 :]


@cache
def value(board: str, mark: str) -> int:
    """What best play brings whose turn it is: 1 a win, 0 a draw, -1 a loss."""
    other = "o" if mark == "x" else "x"
    if any(all(board[at] == other for at in line) for line in LINES):
        return -1
    free = [at for at in range(9) if board[at] == "."]
    return max((-value(put(board, at, mark), other) for at in free), default=0)


@WASM
def test_states_on_the_way_are_those_after_so_many_decisions() -> None:
    """In Connect Four each decision puts one disc on the board, and the first is the move that was asked for."""
    game = load("connect-four").start()
    thinker, move = Thinker(game.rules), ("drop", "column-b")
    thinker.think(eyes(game, 0), Budget(2_000, seed=1))
    [ends] = thinker.ends(eyes(game, 0), [move], 100)
    machine, board = game.rules.machine, next(each for each in game.rules.program.zones if each.kind == "board")
    assert len(ends) == 100
    for ended in ends:
        discs = list[int]()
        for state in (*ended.marks, ended.state):
            machine.place(state)
            discs.append(len(machine.zones.pieces(board.zone, 0)))
        assert discs[:-1] == [min(made, discs[-1]) for made in MARKS]
        game.rules.loaded = None
        assert game.rules.resume(State(ended.marks[0], game.rules.program)).view(0) == after(move).view(0)


def after(move: Move) -> Game:
    game = load("connect-four").start()
    game.play(0, move)
    return game
