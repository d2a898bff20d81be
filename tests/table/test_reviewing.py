"""`:review`: which move was a mistake, when the odds turned, by what each seat knew."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.machine.record import dump
from rulewright.machine.sample_state import Eyes
from rulewright.machine.wasm import available
from rulewright.searching import Budget, Searched, Thinker, Weighed
from rulewright.table.reader import Reader, read_line
from rulewright.table.reviews import Reviewed, review, steps, turns
from rulewright.table.text_lines import lines, plain
from tests.cli.running import run
from tests.laws.test_winning_together import NOBODY, climb
from tests.made.loading import loaded

Capture = pytest.CaptureFixture[str]
needs_fast = pytest.mark.skipif(available() is not None, reason=str(available()))


def played(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start(1)
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def told(game: Game, eyes: int | None = None) -> str:
    reader = Reader.of(game, eyes, width=200)
    return plain(read_line(reader, ":review").lines)


NODS = """game "Nods"
    players 2
component coin, called "coin-{number}": number 1..2
    1 of any
there is
    bag: area of coin
    shown: slot of coin
each player has
    points: 0..9
setup:
    move all box to bag
play:
    each player where its seat is 1: choose keep or give
    draw coin from bag
    move coin to shown
    each player where its seat is 2: choose nod
    each player where its seat is 1: choose keep or give
action keep "Keep it": add 1 to your points
action give "Give it away": nothing
action nod "Nod": nothing
scoring:
    winners: players where (its seat is 1) is (shown's first's number is 1)
"""

BLUNDER = ("a1", "b2", "a2", "c1", "a3")
"""Nought lets cross make a line of three."""


@needs_fast
def test_who_lets_the_other_make_a_line_is_told_what_was_better() -> None:
    found = told(played(*BLUNDER))
    assert "Decision 4, place c1: loses, if the others play well. Better: place a3: " in found
    assert found.index("cross: 3 decisions with a choice; of a win ") < found.index("nought: 2 decisions with a choice")
    assert "100 % at decision 5; at the end a win." in found
    how = "Each decision is weighed by what its seat knew then, with 1,000 games tried out;"
    assert f"{how} those that may have mattered most with 10,000 and more. Other games, as those of a hint, " in found
    found = told(played(*BLUNDER), 0)
    assert "nought: 2 decisions" not in found
    assert "No move was surely worse than another one." in found
    assert "by what others did." in found
    assert "luck" not in found  # there is none in this game


@needs_fast
def test_what_was_better_is_told_with_how_it_would_have_gone_on() -> None:
    """By hand: after c1 cross has a line at once; a3 stops it, and cross must stop c1, b2, a3 then."""
    found = told(played(*BLUNDER)).splitlines()
    [line] = [line for line in found if "Decision 4, place c1" in line]
    assert re.search(
        r"Better: place a3: .* (For example|What (usually|most often) .*): cross: place c1; nought: ", line
    )


@pytest.mark.sampled(5)
@needs_fast
@pytest.mark.parametrize("seed", range(3))
def test_at_most_three_moments_of_each_seat_are_told_in_the_order_of_the_game(seed: int) -> None:
    game, rng = load("connect-four").start(1), random.Random(seed)
    while not game.over:
        game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
    moments = dict[str, list[int]]()
    for line in told(game).splitlines()[:-1]:
        if not line.startswith(" "):
            seat = line.partition(":")[0]
        elif number := re.search(r"(?:Decision|decisions) (\d+)", line):
            moments.setdefault(seat, []).append(int(number[1]))
    assert {len(each) <= 3 for each in moments.values()} == {True}
    assert all(each == sorted(each) for each in moments.values())
    assert max(map(len, moments.values())) > 1


@needs_fast
def test_only_what_may_have_mattered_is_weighed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decision 4 lets cross win. Until then it was a draw, if both play well: the odds do not turn before it."""
    thought, think = list[int](), Thinker.think

    def counted(self: Thinker, seen: Eyes, budget: Budget, going: Callable[[], bool]) -> Searched:
        thought.append(budget.iterations or 0)
        return think(self, seen, budget, going)

    monkeypatch.setattr(Thinker, "think", counted)
    told(played(*BLUNDER), 1)
    assert thought == [1_000, 1_000, 10_000]
    thought.clear()
    assert "mattered" not in told(played("b2", "a1"), 0)
    assert thought == [1_000]


def test_where_nobody_had_a_choice_it_is_said() -> None:
    game = played("a1")
    assert plain(lines(review(game, Reader.of(game).asker.thinker, (1,), Reader.of(game).asker.names), 80)) == (
        "Nobody had a choice here.\n"
    )


@needs_fast
def test_who_wants_no_more_is_told_of_what_was_weighed() -> None:
    game, asked = played(*BLUNDER), list[int]()
    reader = Reader.of(game)

    def going() -> bool:
        asked.append(1)
        return len(asked) < 4

    found = plain(lines(review(game, reader.asker.thinker, (0, 1), reader.asker.names, None, going), 120))
    assert "Stopped before the end." in found or found == "Nobody had a choice here.\n"


def climbed(players: int, height: int, *moves: str) -> Game:
    """A climb of so many in which these moves came so high."""
    rules = climb(players, NOBODY)
    for seed in range(100):
        game = rules.start(seed)
        for move in moves:
            game.play(game.deciders[0], (move,))
        if game.over and game.scores[0] == height:
            return game
    raise AssertionError(height)


@needs_fast
@pytest.mark.parametrize("players", [1, 2])
def test_where_all_win_together_the_share_of_games_won_is_told(players: int) -> None:
    """By the rules a step is too short at last, and half of all leaps are far enough."""
    steps = ["step"] * (2 * players)
    found = told(climbed(players, 6 * players, *steps))
    made = rf"Decision {2 * players}, step: won in under 1 % of the games \(0 to 1 %\)\. Better: leap: "
    assert re.search(rf"{made}won in (4\d|50|5\d) % of the games \(\d+ to \d+ %\)\.", found)
    assert "fair share" not in found


@needs_fast
def test_only_luck_turns_the_odds_of_one_player() -> None:
    """A leap of 6 and any move win; before it is known how far the first one goes, 21 of 36 times two leaps do."""
    found = told(climbed(1, 9, "leap", "step"))
    assert re.search(r"Between decisions 1 and 2 the odds rose from \d\d % to over 99 %, by luck\.", found)
    assert "others" not in found.splitlines()[1]


@needs_fast
def test_what_others_did_while_the_odds_turned_is_told() -> None:
    """Cross has a line after c1, which nought chose among six moves; nothing else turned the odds."""
    found = told(played(*BLUNDER), 0)
    assert re.search(
        r"Between decisions 3 and 5 the odds rose .*, by what others did\. What happened: .*; nought: place c1\.", found
    )


@needs_fast
def test_what_turned_while_nobody_else_had_a_choice_was_luck(tmp_path: Path) -> None:
    """By the rules the other player can only nod; half of all draws win."""
    path = tmp_path / "nods.rules"
    path.write_text(NODS)
    game = load(path).start(1)
    for seat, move in ((0, "keep"), (1, "nod"), (0, "keep")):
        game.play(seat, (move,))
    assert re.search(r"Between decisions 1 and 3 the odds \w+ from .*, by luck\.\n", told(game, 0))


@needs_fast
def test_without_luck_nothing_turns_the_odds_of_one_player() -> None:
    """All numbers are right, and it is seen only at last that they win."""
    game = loaded(LOCK, 1).start()
    while not game.over:
        game.play(0, ("dial", 7) if ("dial", 7) in game.moves(0) else ("turn",))
    found = told(game).splitlines()
    odds = "of a win under 1 % at decision 1, 100 % at decision 11; at the end a win"
    assert found[0] == f"player-1: 6 decisions with a choice; {odds}."
    assert found[1] == "   No move was surely worse than another one."
    assert len(found) == 3


LOCK = """game "Lock"
    players 1
there is
    right: 0..6
play:
    repeat 6 times:
        each player: choose dial
        each player: choose turn
action dial "Dial a number":
    pick n from 1..9
    if n is 7: add 1 to right
action turn "Turn it": nothing
scoring:
    winners: players where right is 6
"""


@needs_fast
def test_the_command_writes_it(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{dump(line)}\n" for line in played(*BLUNDER).record))
    done = run(capsys, "replay", path, "--review", "--seat", 1)
    assert done.out.startswith("nought: 2 decisions with a choice; of a win ")
    assert "cross: 3 decisions" not in done.out


def reviewed(odds: tuple[int, ...]) -> list[Reviewed]:
    """Decisions of a seat at which the best move has such a share of a win, in percent; another one decides between."""
    found = list[Reviewed]()
    for number, percent in enumerate(odds):
        best = Weighed(("go",), 1_000, percent / 100, percent / 100 - 0.02, percent / 100 + 0.02, None)
        found.append(Reviewed(2 * number + 1, 0, best, best, 1_000))
    return found


@pytest.mark.parametrize(
    ("odds", "expected"),
    [
        ((72, 60, 50, 52, 30, 3), [(72, 3)]),  # little by little, with a turn back that is little
        ((23, 72, 60, 3, 44), [(72, 3), (23, 72), (3, 44)]),
        ((50, 52, 51, 50), []),
    ],
)
def test_what_goes_one_way_is_one_turn(odds: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    found = turns(reviewed(odds), "by luck", others=True)
    assert [tuple(round(100 * each.best.value) for each in pair) for pair in found] == expected


@pytest.mark.parametrize(
    ("odds", "expected", "little"),
    [
        ((72, 60, 52, 30, 3), [(72, 60), (52, 30), (30, 3)], False),
        ((72, 66, 60, 54, 50), [(72, 50)], True),
        ((40, 70), [(40, 70)], False),
    ],
    ids=["large ones", "little by little", "one"],
)
def test_of_a_turn_its_large_steps_are_told(
    odds: tuple[int, ...], expected: list[tuple[int, int]], *, little: bool
) -> None:
    found = list(steps(reviewed(odds), "by luck", others=True))
    assert [tuple(round(100 * each.best.value) for each in step[:2]) for step in found] == expected
    assert {step[2] for step in found} == {little}


@needs_fast
def test_a_turn_of_one_player_is_told_with_its_cause() -> None:
    """Who goes on wins by lot; nobody else plays, and to stay is never better."""
    game = loaded(DRIFT, 1).start(3)
    while not game.over:
        game.play(0, ("go",))
    turned = re.search(
        r"Between decisions (\d+) and (\d+) the odds (rose|fell) from .* to .*, (by luck|little by)", told(game)
    )
    assert turned is not None
    assert int(turned[1]) < int(turned[2])


DRIFT = """
game "Drift"
    players 1
each player has
    points: 0..60
play:
    repeat 12 times:
        each player: choose go or stay
action go "Go on":
    roll gust from 0..5
    add gust to your points
action stay "Stay": nothing
scoring:
    winners: players where its points is more than 28
"""
