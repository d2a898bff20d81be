"""Games solved exactly: as a program by hand solves them, and as can be reckoned; and who plays by that never loses."""

import random
from pathlib import Path

import pytest

from rulewright import Game, Rules, load, solving
from rulewright.bots import among_themselves
from rulewright.levels import PERFECT, level_of
from rulewright.machine.record import MoveLine
from rulewright.solving import Unsolvable, Worth, solve
from tests.cli.running import run
from tests.laws.test_positions import BOARD
from tests.oracles.connect_four_solved import Solver
from tests.wasm.common import WASM, loaded

Capture = pytest.CaptureFixture[str]

# ---- as a program by hand says


def board(rows: int, columns: int) -> Rules:
    return loaded(BOARD.format(rows=rows, columns=columns))


def by_hand(game: Game, solver: Solver, columns: int) -> dict[int, Worth]:
    """What the columns are worth in the position that the moves of a game have made."""
    discs = [0, 0]
    heights = [0] * columns
    for at, line in enumerate(line for line in game.lines if isinstance(line, MoveLine)):
        column = ord(str(line.move[1])[-1]) - ord("a")
        discs[at % 2] |= 1 << column * solver.height + heights[column]
        heights[column] += 1
    mine, theirs = discs if game.decisions % 2 == 0 else discs[::-1]
    return {column: Worth(value, moves or None) for column, (value, moves) in solver.choices(mine, theirs)}


def agrees(rules: Rules, solver: Solver, columns: int, moves: int, rng: random.Random) -> int:
    """Compare a position after so many random moves; how many can be reached from it."""
    game = rules.start()
    while game.decisions < moves and not game.over:
        game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
    if game.over:
        return 0
    found = solve(rules, game.state.vector)
    told = {ord(str(move[1])[-1]) - ord("a"): worth for move, worth in found.moves}
    assert told == by_hand(game, solver, columns)
    return found.positions


@WASM
def test_small_boards_are_solved_as_by_hand() -> None:
    """Larger ones by `python -m tests.oracles.connect_four_solved`: the numbers of positions are those published."""
    rules, solver, rng = board(3, 4), Solver(4, 3), random.Random(1)
    assert solver.worth(0, 0) == (0, 0)
    assert agrees(rules, solver, 4, 0, rng) == solver.positions == 12_031
    rules, solver = board(4, 4), Solver(4, 4)
    assert sum(agrees(rules, solver, 4, moves, rng) for moves in (6, 7, 8)) > 1_000


def test_the_reference_solves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "fast_explorer", lambda *_: None)
    rules, solver, rng = board(4, 4), Solver(4, 4), random.Random(2)
    assert sum(agrees(rules, solver, 4, moves, rng) for moves in (9, 10, 10, 11)) > 20


# ---- as can be reckoned


@WASM
@pytest.mark.parametrize(("start", "moves"), [(5, 1), (3, 5), (1, 9)])
def test_the_shortest_way_is_found_where_play_can_go_round(start: int, moves: int) -> None:
    """Who waits does not hinder the other, who walks straight on: so many steps, in between one less of waiting."""
    rules = loaded(GOING.format(start=start, yellow="wait"))
    assert dict(solve(rules).moves)["right",] == Worth(1, moves)
    assert solve(rules).best == (("right",), Worth(1, moves))


@WASM
def test_who_can_go_on_for_ever_does_not_lose() -> None:
    """From the middle each pushes back what the other has pushed; a step from the end the nearer one is there."""
    middle = solve(loaded(GOING.format(start=3, yellow="left or right")))
    assert middle.best[1] == Worth(0, None)
    assert solve(loaded(GOING.format(start=5, yellow="left or right"))).best[1] == Worth(1, 1)
    near = solve(loaded(GOING.format(start=1, yellow="left or right")))
    assert dict(near.moves)["left",] == Worth(-1, 1)
    assert near.keeping == [("right",)]


GOING = Path(__file__).with_name("going.txt").read_text(encoding="utf-8")


# ---- what cannot be solved


@pytest.mark.parametrize(
    ("name", "players", "why"),
    [("line-it", 3, "3 play"), ("line-it", 2, "by chance"), ("masks", 2, "")],
)
def test_it_is_said_why_a_game_cannot_be_solved(name: str, players: int, why: str) -> None:
    with pytest.raises(Unsolvable, match=f"cannot be solved: .*{why}"):
        solve(load(name, players=players))


def test_a_game_without_room_is_told() -> None:
    with pytest.raises(Unsolvable, match="more positions than 0 MB hold"):
        solve(load("tic-tac-toe"), memory=1 << 16)
    with pytest.raises(Unsolvable, match="than there was time for"):
        solve(load("tic-tac-toe"), going=lambda: False)


# ---- opponents and the command


@WASM
def test_who_is_perfect_never_loses() -> None:
    rules = load("tic-tac-toe")
    for seat in (0, 1):
        move = among_themselves(rules, {seat: PERFECT, 1 - seat: level_of("search:30") or PERFECT})
        for number in range(2):
            game = rules.start(1, number)
            while not game.over:
                game.play(game.deciders[0], move(game, game.deciders[0], 1, number))
            assert game.winners in ((), (seat,))


@WASM
def test_the_command_says_what_each_move_is_worth(capsys: Capture) -> None:
    lines = run(capsys, "explore", "tic-tac-toe", "--solve").out.splitlines()
    assert lines[0] == "5,478 positions; these are all"
    assert lines[1] == "cross is to move: with best play it neither wins nor loses"
    assert lines[-1] == "9 of 9 moves keep that (*)."
    for words in (("explore", "line-it", "--solve"), ("play", "line-it", "--bot", "perfect")):
        assert "Line-it cannot be solved: something is by chance." in run(capsys, *words, typed="").err
