"""Hints and opponents: what is told of a move that wins, and what bots of each level do."""

import random
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

from rulewright import Game, load
from rulewright.bots import at_table, bot_move
from rulewright.levels import LEVELS, Level
from rulewright.machine.foresight import Follow
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.machine.wasm import available
from rulewright.machine.wasm.searcher import Ended
from rulewright.searching import Budget, Searched, Thinker, Weighed
from rulewright.table import hints
from rulewright.table.asking import answer
from rulewright.table.gains import Beside, apart, compared, gains, highest_wins
from rulewright.table.hints import followed, hint
from rulewright.table.names_at_table import name_people
from rulewright.table.reader import Reader
from rulewright.table.text_lines import lines, plain
from tests.laws.test_winning_together import DRAWN, NOBODY, adding, climb
from tests.laws.twins import pairs
from tests.machine.test_foresight import TAKES
from tests.made.loading import loaded

CLOSER = Budget(iterations=4_000)
needs_fast = pytest.mark.skipif(available() is not None, reason=str(available()))


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on how fast the machine is."""
    monkeypatch.setattr(hints, "HINT_BUDGET", evolve(hints.HINT_BUDGET, seconds=None))
    monkeypatch.setattr(hints, "HINT_CLOSER", CLOSER)
    monkeypatch.setattr(hints, "FEWEST_SCORED", 60)


def after(*cells: str) -> Game:
    """Tic-tac-toe with marks on these cells, in turn."""
    game = load("tic-tac-toe").start()
    for cell in cells:
        game.play(game.deciders[0], ("place", cell))
    return game


def hinted(game: Game) -> str:
    [seat] = game.deciders
    return plain(lines(hint(Thinker(game.rules), eyes(game, seat), game.rules.core.seat_names), 200))


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
    """a1 was tried most; a2 (which has more) is as good, and b1 may be; a3, b2 and b3 are worse; of c1 and c2 it is not
    known, since one was tried once and one never."""
    rows = [(9000, 0.5, 0.45, 0.55), (1800, 0.6, 0.3, 0.8), (1700, 0.2, 0.1, 0.3), (1600, 0.4, 0.2, 0.451)]
    rows += [(1500, 0.3, 0.2, 0.44), (1400, 0.25, 0.1, 0.4), (1, 0.0, 0.0, 0.4), (0, 0.0, 0.0, 1.0)]
    assert told_of(monkeypatch, *rows) == [
        "place a1: 50 % of a win (45 to 55 %; a fair share is 50 %)",
        "   No move was found that is clearly better; about as good: place a2 (60 %).",
        "   Seems worse, but that may be chance: place b1 (40 %).",
        "   Clearly worse: place b2 (30 %), place b3 (25 %), place a3 (20 %).",
        "From 35 games tried out on the table as it is. Hardly tried: 2 moves.",
    ]


def test_of_many_moves_of_a_sort_some_are_named_and_all_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(monkeypatch, *((900, 0.5 + number / 100, 0.4, 0.7) for number in range(9)))
    near = "place a3 (52 %), place a2 (51 %), place a1 (50 %) and 5 more"
    assert told[1:-1] == [f"   No move was found that is clearly better; all seem about as good: {near}."]
    told = told_of(monkeypatch, (9000, 0.9, 0.88, 0.92), *((900, 0.3, 0.28, 0.32) for _ in range(8)))
    assert told[1].startswith("   Clearly worse: place a2 (30 %), ")
    assert [line for line in told if "Seem" in line] == ["   Seem worse, but less was tried: 5 others."]


@needs_fast
def test_a_sure_search_still_compares_the_best_with_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the first moves only one was tried; all others are looked at as long before anything is told."""
    game = load("connect-four").start()

    def sure(self: Thinker, seen: Eyes, budget: Budget, going: Callable[[], bool]) -> Searched:
        found = think(self, seen, budget, going)
        best, *others = found.moves
        return evolve(found, moves=(best, *(evolve(each, visits=0, value=0.0, low=0.0, high=1.0) for each in others)))

    think = Thinker.think
    monkeypatch.setattr(Thinker, "think", sure)
    told = hinted(game)
    assert re.search(r"(?:good|chance|worse): drop column-(?!d)\w", told)
    assert "Hardly tried" not in told


@needs_fast
def test_of_moves_within_noise_none_is_told_as_better_and_far_ones_with_their_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [(9000, 0.5, 0.45, 0.55), *((900, 0.3, 0.1, 0.5) for _ in range(8))]
    told = told_of(monkeypatch, *rows)
    assert (
        told[1]
        == "   Seem worse, but that may be chance: place a2 (30 %), place a3 (30 %), place b1 (30 %) and 5 more."
    )
    assert "about as good" not in " ".join(told)
    told = told_of(monkeypatch, *rows[:2], (900, 0.5, 0.45, 0.55), *rows[3:])
    assert told[1] == (
        "   No move was found that is clearly better; about as good: place a3 (50 %); 5 more were looked at less."
    )


def test_what_is_clearly_better_is_the_best_however_often_it_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(monkeypatch, (900, 0.3, 0.2, 0.4), (180, 0.8, 0.5, 0.9), (170, 0.7, 0.45, 0.9))
    assert [line.split(":")[0].strip() for line in told[:2]] == [
        "place a2",
        "No move was found that is clearly better; about as good",
    ]
    assert "place a3 (70 %)." in told[1]
    assert told[2] == "   Clearly worse: place a1 (30 %)."


def test_what_is_not_proven_is_not_told_as_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(monkeypatch, (90_000, 1.0, 0.9999, 1.0), (80_000, 0.0, 0.0, 0.0001))
    assert told[0] == "place a1: over 99 % of a win (99 to 100 %; a fair share is 50 %)"
    assert told[1] == "   Clearly worse: place a2 (under 1 %)."


def test_of_many_moves_none_is_worse_by_chance() -> None:
    """63 moves that win half of all games, each tried 300 times: in 5 of 100 hints one may be told apart. By an
    interval of 95 % each it would be in every third: two values are so far apart in 1 of 180 cases."""
    rng, seen, apart = random.Random(4), eyes(after(), 0), 0
    for _ in range(100):
        won = [sum(rng.random() < 0.5 for _ in range(300)) / 300 for _ in range(63)]
        moves = [Weighed(("bid", bid), 300, share, share, share, None) for bid, share in enumerate(won)]
        rank = hints.ranked(hints.together(seen, Searched(tuple(moves), 63 * 300, 1, fast=True)))
        apart += len(rank.as_good) < 62
    assert apart <= 5


def test_games_of_few_imagined_tables_tell_little() -> None:
    """Of 4 tables 80 games count: by Wilson's formula 0.5 is 0.393 to 0.607 then, by itself."""
    game = load("deal").start(3)
    seen = eyes(game, game.deciders[0])
    [one] = hints.together(seen, Searched((Weighed(("play",), 9_000, 0.5, 0.49, 0.51, None),), 9_000, 4, fast=True))
    assert (round(one.low, 3), round(one.high, 3)) == (0.393, 0.607)


LOCK = """game "Lock"
    players 3
there is
    dialled: 0..4
    right: 0..4
play:
    repeat 4 times:
        each player where its seat is 1: choose dial
action dial "Dial a number":
    pick n from 1..9
    if dialled is more than 0 and n is 7: add 1 to right
    add 1 to dialled
scoring:
    winners: players where (its seat is 1) is (right is 3)
"""


@needs_fast
def test_what_follows_a_move_that_was_tried_little_is_found_before_it_is_told(tmp_path: Path) -> None:
    """By the rules nothing depends on the first number: three times 7 wins after each. The search finds that behind
    some of them only."""
    path = tmp_path / "lock.rules"
    path.write_text(LOCK)
    told = hinted(load(path).start())
    assert re.match(r"dial \d: over 99 % of a win", told)
    assert "you: dial 7; you: dial 7; you: dial 7, which ends the game." in told
    assert "orse" not in told


@needs_fast
def test_moves_that_are_alike_are_told_alike() -> None:
    """Every first move is a draw, and after the middle every corner; an edge loses. All that is known of the game."""
    assert "orse" not in hinted(after())
    told = [line.strip().split(":", 1) for line in hinted(after("b2")).splitlines()[:-1]]
    good = {cell for head, rest in told if "good" in head for cell in re.findall(r"[a-c][1-3]", f"{told[0]} {rest}")}
    assert good == {"a1", "a3", "c1", "c3"}
    [worse] = [rest for head, rest in told if "Clearly" in head]
    assert set(re.findall(r"\((.*?)\)", worse)) == {"loses, if the others play well"}


@needs_fast
@pytest.mark.parametrize(("cells", "says", "winners"), [(("a1", "b1"), ": wins, ", (0,)), (("b2",), ": a draw, ", ())])
def test_what_is_proven_is_told_up_to_the_end(cells: tuple[str, ...], says: str, winners: tuple[int, ...]) -> None:
    """By hand: after a1, b1 nought threatens, and threatens twice then, and wins with its fourth mark."""
    game = after(*cells)
    first, then = hinted(game).splitlines()[:2]
    assert says in first
    assert then.endswith(", which ends the game.")
    for cell in re.findall(r"[a-c][1-3]", f"{first} {then}"):
        game.play(game.deciders[0], ("place", cell))
    assert game.over
    assert game.winners == winners


def test_beside_what_wins_only_others_that_do_are_as_good() -> None:
    """Few games were tried when the win was proven: of b1 nothing is known."""
    wins, too = (Weighed(("place", at), 3, 1.0, 1.0, 1.0, "won") for at in ("a1", "c1"))
    unknown, loses = (
        Weighed(("place", at), 1, 0.0, 0.0, high, how) for at, high, how in (("b1", 0.8, None), ("a2", 0.0, "lost"))
    )
    assert hints.ranked((wins, unknown, loses, too)) == hints.Ranked(wins, (too,), (loses,), 0)


@needs_fast
@pytest.mark.parametrize(("players", "end"), [(1, DRAWN), (2, DRAWN), (2, NOBODY), (3, NOBODY)])
def test_where_all_win_together_the_share_of_games_won_is_told(players: int, end: str) -> None:
    """By the rules a leap at last must go 4 or further, as it does in half of all cases; a step is too short."""
    game = climb(players, end).start(3)
    for _ in range(2 * players - 1):
        game.play(game.deciders[0], ("step",))
    told = hinted(game)
    found = re.match(r"leap: won in (\d+) % of the games \((\d+) to (\d+) %\)\n", told)
    assert found
    assert int(found[2]) <= 50 <= int(found[3])
    assert 48 <= int(found[1]) <= 52
    assert "Clearly worse: step (under 1 %)." in told


@needs_fast
def test_what_is_proven_of_all_together_is_told_as_such() -> None:
    """Of two numbers that differ 1 and 3, but not 2 and 2, are 4. Three that differ in turn are never 3."""
    told = hinted(adding(2, 1, 4).start())
    assert re.match(
        r"put [13]: wins, if played well\n   It may win like this: \w+-2: put [13], which ends the game.", told
    )
    assert re.match(r"put \d: no win is possible any more\n", hinted(adding(3, 1, 3).start()))


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
    assert re.fullmatch(
        r"   It may win like this: nought: place \w\d; you: place (a2|a3|c1|c2), which ends the game\.", told[1]
    )


@pytest.mark.parametrize(
    ("best", "other", "higher", "said"),
    [
        ([9, 11] * 20, [5, 7] * 20, True, (10, 6)),
        ([5, 7] * 20, [9, 11] * 20, False, (6, 10)),
        ([5, 7] * 20, [9, 11] * 20, True, None),
        ([9, 11] * 20, [9, 11, 9, 12] * 10, True, None),
        ([9, 12] * 2_000, [9, 11] * 2_000, True, (10.5, 10)),
        ([5, 16] * 2_000, [5, 15] * 2_000, True, None),
        ([3] * 40, [3] * 40, True, None),
    ],
    ids=["apart", "lower", "against it", "noise", "little noise", "too little", "equal"],
)
def test_means_are_compared_where_they_speak_for_the_move(
    best: list[int], other: list[int], *, higher: bool, said: tuple[int, int] | None
) -> None:
    assert compared(best, other, higher=higher) == said


def ends(mine: int, theirs: int, *, count: int = 40, over: bool = True) -> list[Ended]:
    """So many games that came to about these scores."""
    return [Ended(0, (mine + each % 2, theirs + each % 2), (), over) for each in range(count)]


COINS = """game "Coins"
    players 2
each player has
    coins: 0..9
play:
    each player: choose take
action take "Take one": add 1 to your coins
scoring:
    score of player: its coins
    winners: players with WINS score
"""


@pytest.mark.parametrize(
    ("after", "instead", "wins", "said"),
    [
        (ends(9, 5), ends(5, 5), "highest", "At the end your score is 9.5 on average, "),
        (ends(5, 3), ends(5, 5), "highest", "At the end Bob's score is 3.5 on average, "),
        (ends(5, 9), ends(5, 5), "lowest", "At the end Bob's score is 9.5 on average, "),
        (ends(9, 5, over=False), ends(5, 5), "highest", "Some moves later your score is 9.5 on average, "),
        (ends(3, 9), ends(5, 5), "highest", ""),
        (ends(9, 3, count=20), ends(5, 5), "highest", ""),
    ],
    ids=["mine", "theirs", "lowest wins", "broken off", "against it", "few"],
)
def test_who_scores_what_is_told_where_it_speaks_for_the_move(
    tmp_path: Path, after: list[Ended], instead: list[Ended], wins: str, said: str
) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS.replace("WINS", wins))
    told = list(gains(Beside(load(path), 0, ("you", "Bob"), ("keep",), ("take",), after, instead, None)))
    assert [each.startswith(said) and each.endswith(", after take 5.5.") for each in told] == [True] * bool(said)


def test_the_parts_that_make_the_most_difference_are_told() -> None:
    """Of three that differ the two largest; none that speaks against the move, or of a single one."""
    after = {"coins": [5, 5], "red": [3, 3], "blue": [2, 2], "green": [1, 1]}
    instead = {"coins": [1, 1], "red": [1, 1], "blue": [1, 1], "green": [4, 4]}
    assert [*apart(after, instead, higher=True)] == ["coins brings 5.0, not 1.0", "red brings 3.0, not 1.0"]
    assert [*apart({"coins": [5, 5]}, {"coins": [1, 1]}, higher=True)] == []


DIG = """game "Dig"
    players 3
metal is one of silver, lead
each player has
    coins: 0..9
each player and metal has
    found: 0..9
play:
    each player: choose take or dig
action take "Take three, and one of lead":
    add 3 to your coins
    add 1 to your found(lead)
action dig "Dig for one of a metal":
    pick metal from metals
    if metal is silver: add 2 to your found(metal)
    otherwise: add 1 to your found(metal)
define held of metal(player p): p's found(metal)
scoring:
    score of player p: SCORE
    winners: players with highest score
"""


@needs_fast
@pytest.mark.parametrize(
    ("score", "said"),
    [
        ("p's coins + total held(p) of metals", "take: .* At once your score is 4.0 .*(coins brings 3.0, not 0.0)."),
        ("total held(p) of metals", "dig silver: .* At once your score is 2.0 .*(silver brings 2.0, not 0.0)."),
        ("total coins of (players as q where q is p)", "take: .* At once your score is 3.0 (?!.*brings)"),
    ],
    ids=["terms", "elements", "one element"],
)
def test_of_what_a_gain_comes_is_told_in_words_of_the_game(tmp_path: Path, score: str, said: str) -> None:
    """By hand: who takes has 3 more coins, who digs for silver 2 of it, and otherwise one of lead. That a score comes
    from its one part is not told."""
    path = tmp_path / "dig.rules"
    path.write_text(DIG.replace("SCORE", score))
    game = load(path).start()
    told = plain(lines(answer(Reader.of(game).asker, game, 0, "hint", ""), 300))
    assert re.match(said, told.replace("\n", " ")), told


@pytest.mark.parametrize(
    ("winners", "highest"),
    [
        ("players with highest score", True),
        ("players with lowest score, then highest coins", False),
        ("players with highest coins, then highest score", None),
        ("players where its score is 3", None),
    ],
)
def test_which_score_wins_is_read_from_the_rules(tmp_path: Path, winners: str, *, highest: bool | None) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS.replace("its coins", "its coins + 1").replace("players with WINS score", winners))
    assert highest_wins(load(path).core.scoring) is highest


def test_of_moves_that_are_worth_the_same_the_plainest_is_named() -> None:
    """Of those within a hundredth the one that was tried most, and of its like the one with the least number."""
    moves = [(("bid", 5), 0.700), (("bid", 3), 0.695), (("bid", 4), 0.692), (("pass",), 0.6)]
    best, *others = (Weighed(move, 100, value, 0.5, 0.8, None) for move, value in moves)
    rank = hints.plainest(hints.Ranked(best, tuple(others), (), 0), [("bid", 4), ("bid", 5), ("bid", 3), ("pass",)])
    assert rank.best.move == ("bid", 3)
    assert {each.move for each in rank.as_good} == {("bid", 5), ("bid", 4), ("pass",)}
    rank = hints.plainest(hints.Ranked(best, tuple(others), (), 0), [("pass",), ("bid", 5), ("bid", 4), ("bid", 3)])
    assert rank.best.move == ("bid", 3)  # to pass is worth less


MINE = """game "Mine"
    players 3
each player has
    gold: 0..9
play:
    repeat 2 times:
        each player: choose dig
action dig "Dig in a shaft; there is gold in the eighteenth":
    pick shaft from 1..20
    if shaft is 18: add 1 to your gold
scoring:
    score of player: its gold
    winners: players with highest score
"""


def test_of_many_moves_those_are_looked_at_that_score_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(MINE)
    game = load(path).start()
    seen = eyes(game, 0)
    assert hints._at_once(Thinker(game.rules), seen, seen.moves()) == [("dig", 18)]


DIALS = """game "Dials"
    players 3
there is
    hits: 0..2
play:
    each player where its seat is 1:
        repeat 2 times: choose dial
action dial "Dial a number":
    pick n from 1..20
    if n is 7: add 1 to hits
scoring:
    winners: players where its seat is 1 and hits is 2
"""


@needs_fast
def test_a_move_is_worth_what_it_is_with_the_next_move_that_is_usual() -> None:
    """By hand: 7 and 7 wins for sure; that other numbers are tried behind the first 7 makes it no worse."""
    game = loaded(DIALS, 3).start()
    thinker, seen = Thinker(game.rules), eyes(game, 0)
    found = thinker.think(seen, Budget(2_000, seed=1))
    closer = thinker.closer(seen, found, [("dial", 7)], Budget(2_000), lambda: True)
    assert {each.move: each.value for each in closer.moves}["dial", 7] > 0.999


SOW = """game "Sow"
    players 3
each player has
    seeds: 0..9
    coins: 0..99
play:
    repeat 3 times:
        each player: choose sow or reap
action sow "Sow one seed": add 1 to your seeds
action reap "Three coins for each seed":
    add 3 * your seeds to your coins
    set your seeds to 0
scoring:
    score of player: its coins
    winners: players with highest score
"""


@needs_fast
def test_what_a_move_brings_only_later_is_told(tmp_path: Path) -> None:
    """By hand: who sows twice and reaps has 6 coins, who begins to reap 3 at most; at once nobody has any. Of three
    players nothing is proven."""
    path = tmp_path / "sow.rules"
    path.write_text(SOW)
    told = hinted(load(path).start())
    assert told.startswith("sow: ")
    found = re.search(r"(\d+) moves later your score is ([\d.]+) on average, after reap ([\d.]+)\.", told)
    assert found
    assert int(found[1]) > 1
    assert 0 <= float(found[3]) <= 3
    assert float(found[3]) < float(found[2]) <= 6


@needs_fast
def test_what_a_move_gains_is_told_where_there_are_scores(tmp_path: Path) -> None:
    """By hand: who takes 3 has 3 at once, and wins most often with the most. The same is told again."""
    path = tmp_path / "takes.rules"
    path.write_text(TAKES)
    told = hinted(load(path).start())
    assert told.startswith("take 3: ")
    assert "At once your score is 3.0 on average, after take 2 2.0." in told
    assert told == hinted(load(path).start())


@needs_fast
def test_one_table_of_several_is_not_told_as_the_table_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does anything follow then: all that will be drawn would be known in it."""
    game = load("line-it", players=2).start(8)
    [seat] = game.deciders
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(iterations=300, seed=1))
    monkeypatch.setattr(hints, "HINT_CLOSER", Budget(iterations=600))
    assert "follows" in hinted(game)
    worlds = list(eyes(game, seat).worlds(1, 7))
    seen = evolve(eyes(game, seat), worlds=lambda *_: iter(worlds))
    told = plain(lines(hint(Thinker(game.rules), seen, game.rules.core.seat_names), 100))
    assert "games tried out on 1 table that agrees with what you know." in told
    assert "follows" not in told


@pytest.mark.parametrize("fast", [True, False])
def test_two_games_that_look_alike_get_the_same_hint(monkeypatch: pytest.MonkeyPatch, *, fast: bool) -> None:
    """Whatever the unseen cards are; with and without the fast backend."""
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(iterations=100, seed=1, slowly=10))
    monkeypatch.setattr(hints, "HINT_CLOSER", Budget(iterations=400))
    for name in ("deal", "knock"):
        for pair in islice(pairs(load(name), 2, share=0.3), 3):
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


def test_the_lowest_number_and_each_action_are_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search hardly tried may be what a person would try first: bid as little as one can."""
    rules = loaded(BIDDING)
    game = rules.start()
    rows = {("bid", 7): 5_000, ("bid", 8): 300, ("bid", 9): 200, ("bid", 10): 100, ("bid", 6): 100}
    weighed = [Weighed(move, tries, 0.6, 0.55, 0.65, None) for move, tries in rows.items()]
    weighed += [Weighed(move, 1, 0.5, 0.0, 1.0, None) for move in game.moves(0) if move not in rows]
    asked = list[tuple[str | int, ...]]()
    monkeypatch.setattr(Thinker, "think", lambda *_: Searched(tuple(weighed), 35, 1, fast=True))
    monkeypatch.setattr(Thinker, "closer", lambda _, seen, found, moves, *__: asked.extend(moves) or found)
    hinted(game)
    assert {("bid", 1), ("pass",)} <= {*asked}


BIDDING = """
game "Bidding"
    players 2
each player has
    points: 0..20
play:
    each player: choose bid or pass
action bid "Bid":
    pick n from 1..12
    set your points to n
action pass "Pass":
    set your points to 0
scoring:
    score of player: its points
    winners: players with highest score
"""


def test_what_follows_is_told_where_it_says_something() -> None:
    best = Weighed(("pour", "fire"), 900, 0.6, 0.5, 0.7, None)
    hidden, end, telling = Follow(1, ("play", "?"), 0.9), Follow(0, ("end-turn",), 0.8), Follow(0, ("make", "x"), 0.8)
    assert followed(best, [hidden, end], ["you", "Bob"], tuple) == ""
    assert followed(best, [end, telling], ["you", "Bob"], tuple) == "What usually follows: you: end-turn; you: make x."
    assert followed(best, [evolve(end, ends=True)], ["you", "Bob"], tuple) != ""
