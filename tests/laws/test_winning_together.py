"""Games that all win together or nobody, and games of one: which these are, what a move is worth there, and what is
proven. Expected values come from the few lines below, which know nothing of this program."""

import random
from functools import cache, partial
from itertools import pairwise, product

import pytest
from hypothesis import given, strategies as st

from rulewright import Game, Rules, solving
from rulewright.bots import among_themselves
from rulewright.levels import PERFECT
from rulewright.machine.horizon import Horizon, shared
from rulewright.machine.sample_state import eyes
from rulewright.searching import Budget, Searched, Thinker
from rulewright.solving import solve
from rulewright.training import train
from tests.laws.positions import LONGEST, begun, moved
from tests.laws.test_search import compare_trees
from tests.made import BY_SEED, any_rules
from tests.made.loading import loaded
from tests.wasm.common import WASM

# ---- which these are

ENDINGS = """game "Endings"
    players 1..4{teams}
there is
    water: 0..9
    saved: set of player
each player has
    coins: 0..9
play:
    repeat until water is 6:
        each player: choose carry
    {end}
action carry "Carry": add 1 to water
{scoring}
"""
CASES = "scoring:\n    winners:\n        nobody when water is 6\n        {} otherwise"
LINE = "scoring:\n    winners: {}"


@pytest.mark.parametrize(
    ("end", "scoring", "together"),
    [
        ("end game, won by players", "", True),
        ("if water is 6: end game, drawn\n    otherwise: end game, won by players", "", True),
        ("if water is 6: end game, everybody loses\n    otherwise: end game, everybody wins", "", True),
        ("end game", "scoring:\n    score of all: water", True),
        ("end game", LINE.format("players where dry"), True),
        ("end game", CASES.format("players"), True),
        ("end game", LINE.format("crew\ndefine crew: players where dry"), True),
        ("end game", LINE.format("players where dry and its seat is 1"), False),
        ("end game", CASES.format("players where it is in saved"), False),
        ("end game", LINE.format("players where its coins is 3"), False),
        ("end game", LINE.format("players where every p in players satisfies p's coins is 3"), True),
        ("end game, won by the first p in players", "", False),
        ("end game, won by saved", "", False),
        ("if water is 6: end game, won by the first p in players", LINE.format("players"), False),
        ("end game", "scoring:\n    score of player: water\n    winners: players with highest score", False),
    ],
)
@pytest.mark.parametrize("players", [1, 3])
def test_who_can_win_is_read_from_the_ends_and_the_scoring(
    end: str, scoring: str, players: int, *, together: bool
) -> None:
    """One player wins together with all others; what is not shown by the rules as they stand is not so."""
    text = ENDINGS.format(end=end, scoring=scoring, teams="") + "define dry: water is less than 3\n"
    assert loaded(text, players).program.wins_together is (together or players == 1)


def test_teams_win_together_where_all_do() -> None:
    for winners, together in (("teams where water is 6", True), ("teams where it is Ann's team", False)):
        text = ENDINGS.format(end="end game", scoring=LINE.format(winners), teams="\n    teams 2")
        text = text.replace("players 1..4", "players Ann, Bob, Cat, Dan")
        assert loaded(text, 4).program.wins_together is together


def test_what_nobody_can_win_is_not_won_together() -> None:
    text = ENDINGS.format(end="end game", scoring=LINE.format("nobody"), teams="")
    assert not any(loaded(text, players).program.wins_together for players in (1, 2))


@BY_SEED
@given(rules=any_rules(), seed=st.integers(0, 10_000))
def test_where_all_win_together_no_game_is_won_by_some(rules: Rules, seed: int) -> None:
    if rules.program.wins_together:
        game, rng = begun(rules, seed), random.Random(seed)
        while not game.over and game.decisions < LONGEST and moved(game, rng):
            pass
        assert not game.over or len(game.winners) in (0, rules.players)


# ---- what a move is worth: the share of all games won

ROUNDS = 2
CLIMB = """game "Climb"
    players 1..3
there is
    height: 0..99
play:
    repeat {rounds} times:
        each player: choose step or leap
    {end}
action step "Go up three": add 3 to height
action leap "Go up by chance":
    roll far from 1..6 "how far"
    add far to height
"""
DRAWN = "if height is at least {high}: end game, won by players\n    otherwise: end game, drawn"
NOBODY = "end game\nscoring:\n    score of player: height\n    winners: players where height is at least {high}"
SETTINGS = [(players, end) for players in (1, 2, 3) for end in (DRAWN, NOBODY)]


def climb(players: int, end: str) -> Rules:
    """Who steps or leaps `ROUNDS` times each must come so high together; otherwise it is drawn, or nobody wins."""
    play, _, scoring = end.format(high=high(players)).partition("\nscoring:")
    text = CLIMB.format(rounds=ROUNDS, end=play)
    return loaded(f"{text}scoring:{scoring}\n" if scoring else text, players)


def high(players: int) -> int:
    """How high they must come: a little more than by steps alone."""
    return 3 * ROUNDS * players + 1


def shares(left: int, missing: int) -> dict[str, float]:
    """What share of all games each choice wins, if so many decisions are left and all choose best."""
    leaps = [best(left - 1, missing - far) for far in range(1, 7)]
    return {"step": best(left - 1, missing - 3), "leap": sum(leaps) / 6}


@cache
def best(left: int, missing: int) -> float:
    """The same of the better one."""
    return max(shares(left, missing).values()) if left else float(missing <= 0)


def fixed(leaps: int, steps: int, missing: int) -> float:
    """What share of all games so many leaps and steps win."""
    rows = [sum(row) + 3 * steps >= missing for row in product(range(1, 7), repeat=leaps)]
    return sum(rows) / len(rows)


def thought(game: Game, iterations: int = 20_000, *, fast: bool = True) -> Searched:
    """What a search finds for who is asked."""
    thinker = Thinker(game.rules)
    thinker.fast = fast
    return thinker.think(eyes(game, game.deciders[0]), Budget(iterations, seed=4, jobs=1, slowly=None))


@pytest.mark.sampled(2)
@WASM
@pytest.mark.parametrize(("players", "end"), SETTINGS)
def test_the_last_move_is_worth_the_share_of_outcomes_that_win(players: int, end: str) -> None:
    """With both backends, and for whoever is the last."""
    game = climb(players, end).start(3)
    for _ in range(ROUNDS * players - 1):
        game.play(game.deciders[0], ("step",))
    for found in (thought(game), thought(game, 1_500, fast=False)):
        values = {move.move[0]: move for move in found.moves}
        assert values["leap"].value == pytest.approx(shares(1, 4)["leap"], abs=0.04) == 1 / 2
        assert values["leap"].low <= 1 / 2 <= values["leap"].high
        assert values["step"].value == 0


@WASM
@pytest.mark.parametrize(("players", "end"), SETTINGS)
def test_the_first_move_is_worth_what_good_play_wins(players: int, end: str) -> None:
    """No more than best play, and no less than choices that are fixed before it is known how far a leap goes: a tree
    does not tell outcomes apart. By the rules steps alone win nothing."""
    found, left = thought(climb(players, end).start(3), 60_000), ROUNDS * players
    exact = shares(left, high(players))
    assert found.best.move[0] == max(exact, key=exact.__getitem__)
    least = max(fixed(leaps, left - leaps, high(players)) for leaps in range(left + 1))
    assert least - 0.03 < found.best.value < exact[str(found.best.move[0])] + 0.01
    assert all(move.proven is None for move in found.moves)


GUESS = """game "Guess"
    players 2
color is one of red, blue
component card: color
    3 of red
    1 of blue
there is
    pile: pile of card
    hits: 0..1
setup:
    move all box to pile
    shuffle pile
play:
    each player where its seat is 1: choose guess
action guess "Guess the color of the first card":
    pick color from colors
    if pile's first's color is color: add 1 to hits
scoring:
    winners: players where hits is 1
"""


@WASM
def test_a_guess_is_worth_the_share_of_imagined_tables_where_it_is_right() -> None:
    values = {move.move[1]: move for move in thought(loaded(GUESS, 2).start(1)).moves}
    assert values["red"].value == pytest.approx(3 / 4, abs=0.03)
    assert values["blue"].low <= 1 / 4 <= values["blue"].high  # it is tried seldom


@WASM
def test_scores_promise_nothing_where_all_win_together() -> None:
    """What was trained with several does not count for them; nor can it be trained."""
    rules = climb(2, NOBODY)
    assert train(rules, 1, 7) is None
    plain = thought(rules.start(3), 500)
    rules.horizon = Horizon(1, 300, 2)
    assert thought(rules.start(3), 500) == plain


# ---- without chance: what is proven

ADDING = """game "Adding"
    players 1..4
there is
    sum: 0..99
    before: 0..3
play:
    repeat {rounds} times:
        each player: choose put
    if sum is {goal}: end game, won by players
    otherwise: end game, drawn
action put "Put a number on it, never that of who was before":
    pick n from 1..3 where n is not before
    add n to sum
    set before to n
"""
GOALS = [(1, 3, 8), (2, 2, 11), (2, 2, 12), (3, 1, 5), (3, 1, 4), (4, 1, 10), (4, 1, 6), (3, 1, 3)]
"""Players, rounds, and what they must come to."""


def adding(players: int, rounds: int, goal: int) -> Rules:
    return loaded(ADDING.format(rounds=rounds, goal=goal), players)


def leads_to(first: int, number: int, goal: int) -> bool:
    """Whether so many numbers, none the same as the one before, can come to the goal."""
    ways = product((1, 2, 3), repeat=number - 1)
    rows = [(first, *way) for way in ways]
    return any(sum(row) == goal and all(a != b for a, b in pairwise(row)) for row in rows)


def proofs(players: int, rounds: int, goal: int) -> dict[int, bool]:
    return {first: leads_to(first, players * rounds, goal) for first in (1, 2, 3)}


@WASM
@pytest.mark.parametrize(("players", "rounds", "goal"), GOALS)
def test_what_is_proven_is_what_all_together_can_do(players: int, rounds: int, goal: int) -> None:
    """A win of one is a win of all, whoever moves: also for more than two, and nothing else is proven."""
    exact, found = proofs(players, rounds, goal), thought(adding(players, rounds, goal).start(), 4_000)
    told = {move.move[1]: move.proven for move in found.moves}
    assert all(how in (None, "won" if exact[int(str(n))] else "lost") for n, how in told.items())
    assert (found.best.proven == "won") is any(exact.values())
    assert any(exact.values()) or set(told.values()) == {"lost"}


@WASM
@pytest.mark.parametrize(("players", "rounds", "goal"), GOALS)
def test_what_all_together_can_do_is_solved(players: int, rounds: int, goal: int) -> None:
    found = solve(adding(players, rounds, goal))
    exact = proofs(players, rounds, goal)
    assert {move[1]: worth.value for move, worth in found.moves} == {n: 1 if exact[n] else -1 for n in exact}
    assert {worth.moves for _, worth in found.moves} == {players * rounds}


def test_the_reference_solves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = solve(adding(3, 1, 5))
    monkeypatch.setattr(solving, "fast_explorer", lambda *_: None)
    assert solve(adding(3, 1, 5)) == fast


def test_who_are_perfect_win_together() -> None:
    rules = adding(4, 1, 10)
    move, game = among_themselves(rules, dict.fromkeys(range(4), PERFECT)), rules.start()
    while not game.over:
        game.play(game.deciders[0], move(game, game.deciders[0], 1, 0))
    assert game.winners == (0, 1, 2, 3)


# ---- both backends

TREES = [partial(adding, *each) for each in GOALS] + [partial(climb, *each) for each in SETTINGS]


@pytest.mark.sampled(3)
@WASM
@pytest.mark.parametrize("make", TREES, ids=lambda make: f"{make.func.__name__} {make.args[:3]}")
@pytest.mark.parametrize(("iterations", "room"), [(400, 2_000), (60, 20)])
def test_both_backends_build_the_same_tree(make: "partial[Rules]", iterations: int, room: int) -> None:
    game = make().start(2)
    compare_trees(game, game.deciders[0], iterations=iterations, room=room)


# ---- a score that all have

BUCKETS = """game "Buckets" "Fill the tank together"
    players 2
there is
    tank: 0..12
    left: 0..6, starts 6
play:
    repeat until left is 0:
        each player:
            choose carry or rest
            subtract 1 from left
            {end}
action carry "Carry water":
    pick number from 1..3
    roll spilled from 0..2
    if tank is at most 9: add max(0, number - spilled) to tank
action rest "Rest": nothing
scoring:
    score of all: {score}
"""
LOST = "if left is 1 and tank is less than 4: end game, everybody loses"


@pytest.mark.parametrize(
    ("end", "score", "points"),
    [  # each of 13 scores is worth as much; where all can lose, half of that beside a win
        ("nothing", "tank", {0: 0, 4: 4 * 60_060, 12: 720_720}),
        (LOST, "tank", {0: 360_360, 4: 360_360 + 4 * 30_030, 12: 720_720}),
        ("nothing", "-2 * tank", {0: 24 * 30_030, 12: 0}),
    ],
)
def test_a_score_of_all_is_what_all_play_for(end: str, score: str, points: dict[int, int]) -> None:
    common = loaded(BUCKETS.format(end=end, score=score), 2).program.common
    assert common is not None
    win, each = shared(common)
    sign = -2 if score.startswith("-") else 1
    assert {tank: win + (sign * tank - common.low) * each for tank in points} == points


@WASM
@pytest.mark.parametrize("end", ["nothing", LOST])
def test_both_backends_look_for_a_score_of_all_alike(end: str) -> None:
    rules = loaded(BUCKETS.format(end=end, score="tank"), 2)
    for number in range(3):
        game = rules.start(seed=number)
        game.play(game.deciders[0], game.moves(game.deciders[0])[number])
        compare_trees(game, game.deciders[0], iterations=120, room=60)


def test_what_all_can_reach_is_not_solved() -> None:
    with pytest.raises(solving.Unsolvable, match="all have one score"):
        solve(loaded(BUCKETS.format(end="nothing", score="tank"), 2))
