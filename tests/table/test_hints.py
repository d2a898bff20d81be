"""Hints and opponents: what is told of a move that wins, and what bots of each level do."""

import random
import re
from itertools import islice

import pytest
from attrs import evolve

from rulewright import Game, load
from rulewright.bots import at_table, bot_move
from rulewright.levels import LEVELS, Level
from rulewright.machine.sample_state import eyes
from rulewright.machine.wasm import available
from rulewright.searching import Budget, Searched, Thinker, Weighed
from rulewright.table import hints
from rulewright.table.asking import answer
from rulewright.table.hints import gained, hint
from rulewright.table.names_at_table import name_people
from rulewright.table.reader import Reader
from rulewright.table.text_lines import lines, plain
from tests.laws.twins import pairs

needs_fast = pytest.mark.skipif(available() is not None, reason=str(available()))


def after(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start()
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def hinted(game: Game) -> str:
    [seat] = game.deciders
    return plain(lines(hint(Thinker(game.rules), eyes(game, seat), game.rules.core.seat_names), 100))


@needs_fast
def test_a_hint_names_the_move_that_wins_and_which_lose() -> None:
    assert hinted(after("a1", "b1", "a2", "b2")).startswith("place a3: wins, whatever the others do\n")
    # Whoever does not stop a row of three at once has lost.
    told = hinted(after("a1", "b2", "a2"))
    assert told.startswith("place a3: ")
    assert "loses, if the others play well" in told


def told_of(monkeypatch: pytest.MonkeyPatch, *rows: tuple[int, float, float, float]) -> list[str]:
    """The hint at the first move of tic-tac-toe for a1, a2 and so on, each with tries, value and limits."""
    game = after()
    weighed = [Weighed(move, *row, None) for move, row in zip(game.moves(0), rows, strict=False)]
    monkeypatch.setattr(Thinker, "think", lambda *_: Searched(tuple(weighed), 35, 1, fast=True))
    return hinted(game).splitlines()


def test_moves_are_told_apart_only_where_their_intervals_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """a1 was tried most; a2 (which has more) and b1 may be as good; a3, b2 and b3 are worse; of c1 and c2 it is not
    known, since one was tried once and one never."""
    rows = [(90, 0.5, 0.45, 0.55), (18, 0.6, 0.3, 0.8), (17, 0.2, 0.1, 0.3), (16, 0.4, 0.2, 0.449)]
    rows += [(15, 0.3, 0.2, 0.44), (14, 0.25, 0.1, 0.4), (1, 0.0, 0.0, 0.4), (0, 0.0, 0.0, 1.0)]
    assert told_of(monkeypatch, *rows) == [
        "place a1: 50 % of a win (45 to 55 %; a fair share is 50 %)",
        "   No move is clearly better; about as good: place a2, place b1.",
        "   Clearly worse: place b2: 30 % of a win (20 to 44 %; a fair share is 50 %)",
        "   Clearly worse: place b3: 25 % of a win (10 to 40 %; a fair share is 50 %)",
        "   Clearly worse: place a3: 20 % of a win (10 to 30 %; a fair share is 50 %)",
        "From 35 games tried out on the table as it is. Hardly tried: 2 moves.",
    ]


def test_of_many_moves_that_may_be_as_good_some_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(monkeypatch, *((9, 0.5 + number / 100, 0.4, 0.7) for number in range(9)))
    assert told[1:-1] == ["   No move is clearly better; about as good: place c3, place c2, place c1 and 5 more."]


def test_what_is_clearly_better_is_the_best_however_often_it_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(monkeypatch, (90, 0.3, 0.2, 0.4), (18, 0.8, 0.5, 0.9), (17, 0.7, 0.45, 0.9))
    assert [line.split(":")[0].strip() for line in told[:2]] == ["place a2", "No move is clearly better; about as good"]
    assert "place a3." in told[1]
    assert told[2].startswith("   Clearly worse: place a1: 30 % of a win")


def test_beside_what_wins_only_others_that_do_are_as_good() -> None:
    """Few games were tried when the win was proven: of b1 nothing is known."""
    wins, too = (Weighed(("place", at), 3, 1.0, 1.0, 1.0, "won") for at in ("a1", "c1"))
    unknown, loses = (
        Weighed(("place", at), 1, 0.0, 0.0, high, how) for at, high, how in (("b1", 0.8, None), ("a2", 0.0, "lost"))
    )
    assert hints.ranked((wins, unknown, loses, too)) == hints.Ranked(wins, (too,), (loses,), 0)


def test_there_may_be_only_one_move() -> None:
    assert hinted(after("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3")) == "place b3 is the only move.\n"


@needs_fast
def test_who_makes_what_follows_is_called_as_at_the_table() -> None:
    """Also where pieces have the name of the seat."""
    game = after("a1", "b2", "a2")
    reader = Reader.of(game)
    reader.asker.names = name_people(game.rules.core.seat_names, {0: "Ann"}, reader.asker.words)
    told = plain(lines(answer(reader.asker, game, 1, "hint", ""), 100))
    assert re.search(r"For example: Ann: place \w\d; you: place", told)


@needs_fast
def test_a_hint_says_how_a_win_goes_on() -> None:
    """By hand: with a1 and b2 against b1 and c3, a2 and a3 threaten twice."""
    told = hinted(after("a1", "b1", "b2", "c3")).splitlines()
    assert re.fullmatch(r"place a[23]: wins, whatever the others do", told[0])
    assert re.fullmatch(r"   It may win like this: nought: place \w\d; you: place (a2|a3|c1|c2)\.", told[1])


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        ([9, 11] * 20, [5, 7] * 20, "Your score at the end is then 10.0 on average; after place a1 it is 6.0."),
        ([9, 11] * 20, [9, 11, 9, 12] * 10, ""),
        ([9, 11] * 10, [5, 7] * 10, ""),
        ([3] * 40, [3] * 40, ""),
    ],
    ids=["apart", "noise", "few", "equal"],
)
def test_scores_are_compared_where_their_difference_is_no_chance(best: list[int], other: list[int], said: str) -> None:
    assert gained(("place", "a1"), best, other) == said


@needs_fast
def test_what_a_move_gains_is_told_where_there_are_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move that promises more also scores more; the same is told again."""
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(iterations=20_000, seed=1))
    game, rng = load("kalah").start(5), random.Random(2)
    for _ in range(15):
        game.play(game.deciders[0], rng.choice(game.moves(game.deciders[0])))
    told = hinted(game).splitlines()
    found = re.search(r"Your score at the end is then ([\d.]+) on average; after sow s3 it is ([\d.]+)\.", told[2])
    assert found
    assert float(found[1]) > float(found[2])
    assert told == hinted(game).splitlines()


@needs_fast
def test_one_table_of_several_is_not_told_as_the_table_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does anything follow then: all that will be drawn would be known in it."""
    game = load("high-tide").start(8)
    [seat] = game.deciders
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(iterations=2_000, seed=1))
    assert "follows" in hinted(game)
    worlds = list(eyes(game, seat).worlds(1, 7))
    seen = evolve(eyes(game, seat), worlds=lambda *_: iter(worlds))
    told = plain(lines(hint(Thinker(game.rules), seen, game.rules.core.seat_names), 100))
    assert "games tried out on 1 table that agrees with what you know." in told
    assert "follows" not in told


@pytest.mark.parametrize("fast", [True, False])
def test_two_games_that_look_alike_get_the_same_hint(monkeypatch: pytest.MonkeyPatch, *, fast: bool) -> None:
    """Whatever the unseen cards are; with and without the fast backend."""
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(iterations=400, seed=1, slowly=40))
    for name in ("deal", "knock"):
        for pair in islice(pairs(load(name), 2, share=0.3), 4):
            told = []
            for game in (pair.game, pair.twin):
                thinker = Thinker(game.rules)
                thinker.fast = fast
                told.append(plain(lines(hint(thinker, eyes(game, pair.seat), game.rules.core.seat_names), 100)))
            assert told[0] == told[1]
            assert fast or "follows" not in told[0]


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
@needs_fast
def test_bots_that_think_take_what_wins(level: Level) -> None:
    game = after("a1", "b1", "a2", "b2")
    thinker, seen = Thinker(game.rules), eyes(game, game.deciders[0])
    found = [bot_move(thinker, seen, level, seed, 4, how=at_table) for seed in range(12)]
    assert found.count(("place", "a3")) >= 6
    if not level.careless:
        assert set(found) == {("place", "a3")}
