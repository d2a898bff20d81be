"""How long who plays at a level thinks: the games it is told to try out, or the time that it may take at a table."""

import random
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from rulewright import Game, Rules, load
from rulewright.bots import alone, at_table, bot_move
from rulewright.levels import BY_NAME, LEVELS, Level, level_of
from rulewright.machine.interpret import Vector
from rulewright.machine.move_names import Move
from rulewright.machine.sample_state import Eyes, eyes
from rulewright.machine.search import LOST, SHARED, UNDECIDED, WON, Tried
from rulewright.searching import PASTS_SHARE, WORLDS_SHARE, Budget, Searched, Thinker, settled
from tests.language.blocks import ROOT
from tests.wasm.common import WASM

COSTS = 0.0005
"""So many seconds a game that is tried out takes by the clock of these tests."""


class Clock:
    """A clock that stands still, but for what is told to take time. It is far ahead of every other one."""

    def __init__(self) -> None:
        self.began = self.now = time.monotonic() + 1e6

    def __call__(self) -> float:
        return self.now

    @property
    def passed(self) -> float:
        return self.now - self.began


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("rulewright.searching.monotonic", found)
    monkeypatch.setattr("rulewright.searching.MOST_WORLDS", 40)
    return found


def timed(rules: Rules, clock: Clock, costs: float = COSTS) -> Thinker:
    """What thinks, and takes so long for a game that is tried out."""
    thinker = Thinker(rules)
    for tree in thinker.trees:
        tree.search = costing(clock, costs, tree.search)  # type: ignore[method-assign]  # a clock for tests
    return thinker


def costing(clock: Clock, costs: float, search: Callable[[int], None]) -> Callable[[int], None]:
    def slowly(iterations: int) -> None:
        search(iterations)
        clock.now += iterations * costs

    return slowly


def positions(name: str, count: int, most: int = 8) -> Iterator[tuple[Game, Eyes]]:
    """Decisions with a choice, each in a random game after `most` decisions, or some fewer."""
    rng, rules = random.Random(name), load(name)
    for seed in range(count):
        game, least = rules.start(seed), rng.randrange(most + 1)
        while not game.over and (game.decisions < least or len(game.moves(game.deciders[0])) < 2):
            seat = game.deciders[0]
            game.play(seat, rng.choice(game.moves(seat)))
        if not game.over:
            yield game, eyes(game, game.deciders[0])


# ---- so many games


def test_what_nobody_waits_for_is_told_by_games_alone() -> None:
    """These numbers are part of what studies and seeds mean."""
    numbers = {"random": 0, "beginner": 200, "middle": 1_500, "strong": 12_000, "strongest": 150_000}
    assert {level.name: alone(level) for level in LEVELS} == {
        name: Budget(number, None, jobs=1, slowly=None) for name, number in numbers.items()
    }


@WASM
@pytest.mark.parametrize("how", [alone, at_table])
def test_games_that_are_told_are_tried_out_in_full(how: Callable[[Level], Budget]) -> None:
    """Also where the choice is settled long before."""
    level = level_of("search:402")
    assert level is not None
    for game, seen in positions("high-tide", 5):
        assert Thinker(game.rules).think(seen, how(level)).iterations == 402


# ---- ending early


def chosen(found: list[Tried]) -> int:
    """Which move is made."""
    return max(range(len(found)), key=lambda at: (found[at].proof == WON, found[at].proof != LOST, found[at].visits))


def after(found: list[Tried], left: int, *, exact: bool) -> Iterator[list[Tried]]:
    """What may be found by so many more tries, as far as it is against the move that leads."""
    best = chosen(found)
    for rival in range(len(found)):
        own, others = (
            range(LOST, WON + 1) if exact and not found[at].proof else [found[at].proof] for at in (best, rival)
        )
        for ours, theirs in product(own, others):
            then = [evolve(each) for each in found]
            then[best].proof = ours
            if rival != best:
                then[rival] = Tried(found[rival].visits + left, 0, theirs)
            yield then


@pytest.mark.parametrize("exact", [False, True])
def test_the_choice_is_settled_if_nothing_can_change_it(*, exact: bool) -> None:
    """Compared with all that can come. Where tries just make up for a lead, and where what leads is proven, it need not
    be told."""
    rng, seen = random.Random(3), {False: 0, True: 0}
    for _ in range(3_000):
        proofs = [0, 0, LOST, UNDECIDED, SHARED] if exact else [0]
        found = [Tried(rng.randrange(40), 0, rng.choice(proofs)) for _ in range(rng.randrange(2, 5))]
        left, best = rng.randrange(1, 30), chosen(found)
        changes = any(chosen(then) != best for then in after(found, left, exact=exact))
        made_up = found[best].proof or found[best].visits - left in [each.visits for each in found]
        told = settled(found, left, exact=exact)
        assert not (told and changes), (found, left)
        assert told or changes or made_up, (found, left)
        seen[told] += 1
    assert min(seen.values()) > 100


@pytest.mark.sampled(3)
@WASM
@pytest.mark.parametrize(
    ("name", "most"), [("high-tide", 8), ("kuhn-poker", 1), ("tic-tac-toe", 4), ("connect-four", 24), ("kalah", 30)]
)
def test_who_ends_early_makes_the_move_of_the_whole_search(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or one that is proven to be as good. Some do end early."""
    monkeypatch.setattr("rulewright.searching.SLICE", 0.0005)
    thinkers, tried = dict[int, Thinker](), list[bool]()
    for game, seen in positions(name, 4, most):
        thinker = thinkers.setdefault(0, Thinker(game.rules))
        for seed, jobs in product((1, 2), (1, 2)):
            budget = Budget(600, seed=seed, jobs=jobs)
            whole, early = thinker.think(seen, budget), thinker.think(seen, evolve(budget, early=True))
            same(whole, early)
            tried.append(early.iterations < whole.iterations)
    assert any(tried)


def same(whole: Searched, early: Searched) -> None:
    if early.best.move != whole.best.move:
        assert early.best.proven
        assert early.best.proven == whole.best.proven


def test_who_ends_early_does_so_by_the_reference_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.searching.SLICE", 1e-9)  # so that it is looked at after each game
    tried = list[bool]()
    for game, seen in positions("kuhn-poker", 3, 1):
        thinker = Thinker(game.rules)
        thinker.fast = False
        budget = Budget(60, seed=1, slowly=None)
        whole, early = thinker.think(seen, budget), thinker.think(seen, evolve(budget, early=True))
        same(whole, early)
        tried.append(early.iterations < whole.iterations)
    assert any(tried)


# ---- at a table


@WASM
@pytest.mark.parametrize("level", [each for each in LEVELS if each.timed], ids=lambda level: level.name)
def test_the_time_is_used_where_the_choice_is_open(level: Level, clock: Clock) -> None:
    """At the first move of Connect Four no column leads by more than what can still be tried."""
    game = load("connect-four").start()
    bot_move(timed(game.rules, clock), eyes(game, 0), level, 31, 0, how=lambda level: evolve(at_table(level), jobs=1))
    assert level.seconds is not None
    assert level.seconds <= clock.passed < level.seconds + 0.1


@WASM
def test_time_is_left_where_the_choice_is_settled(clock: Clock) -> None:
    """At an even rate the move is that of the whole time; half of the time is over when one leads by what is left."""
    level, passed = BY_NAME["strong"], list[float]()
    for game, seen in positions("high-tide", 4):
        thinker, moves = timed(game.rules, clock), list[Move]()
        for early in (False, True):
            clock.began = clock.now
            moves.append(bot_move(thinker, seen, level, 3, 0, how=taken(early=early)))
            passed.append(clock.passed)
        assert moves[0] == moves[1]
    assert all(each >= 4 for each in passed[::2])
    assert all(2 <= each < 4.1 for each in passed[1::2])
    assert min(passed) < 3.5


def taken(*, early: bool) -> Callable[[Level], Budget]:
    """What is taken at a table, in one thread: that is the same each time."""
    return lambda level: evolve(at_table(level), jobs=1, early=early)


@WASM
@pytest.mark.parametrize(("name", "most"), [("middle", 1.2), ("strong", 4.5)])
def test_slow_worlds_and_games_do_not_make_it_late(name: str, most: float, clock: Clock) -> None:
    """A world takes 0.1 seconds here, and a game that is tried out as many."""
    level = BY_NAME[name]
    for game, seen in positions("line-it", 2):
        thinker, made = timed(game.rules, clock, 0.1), list[int]()

        def worlds(seen: Eyes, made: list[int], *asked: Any) -> Iterator[Vector]:
            for world in seen.worlds(*asked):
                clock.now += 0.1
                made.append(1)
                yield world

        clock.began = clock.now
        slow = evolve(seen, worlds=partial(worlds, seen, made))
        assert bot_move(thinker, slow, level, 1, 0, how=taken(early=False)) in seen.moves()
        assert level.seconds is not None
        assert level.seconds <= clock.passed <= most
        assert len(made) <= 10 * WORLDS_SHARE * level.seconds + 1


@WASM
def test_a_past_that_is_not_found_leaves_time_for_other_worlds(clock: Clock) -> None:
    """It is looked for in vain here as long as it may be; then a world takes 0.1 seconds."""
    level, made = BY_NAME["strong"], list[int]()
    assert level.seconds is not None
    for game, seen in positions("line-it", 2):

        def worlds(seen: Eyes, count: int, seed: int, going: Callable[[], bool]) -> Iterator[Vector]:
            made.append(0)
            while going():
                clock.now += 0.01
            for world in seen.worlds(count, seed, going):
                clock.now += 0.1
                made[-1] += 1
                yield world

        slow = evolve(seen, worlds=partial(worlds, seen))
        assert bot_move(timed(game.rules, clock), slow, level, 1, 0, how=taken(early=False)) in seen.moves()
    assert min(made) >= 10 * (WORLDS_SHARE - PASTS_SHARE) * level.seconds - 1


def test_the_page_about_opponents_has_their_numbers() -> None:
    """It is the one place where people read them."""
    rows = dict(
        re.findall(r"^\| `(\w+)` \| (.*) \|$", (ROOT / "docs/play.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for level in LEVELS[1:]:
        limits = [f"{level.seconds:g} s"] if level.timed else []
        limits += [f"{level.iterations:,} games", *([f"{level.careless} of 100"] if level.careless else [])]
        assert [each for each in limits if each not in rows[level.name]] == [], level
