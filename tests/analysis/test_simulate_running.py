"""Workers: results in order and each once, whoever plays, whoever dies; and a simulation that stops anywhere."""

import errno
import io
import multiprocessing
import os
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.side_by_side import MAX_AHEAD, in_order, side_by_side
from rulewright.analysis.simulate import tasks as plans
from rulewright.analysis.simulate.checkpoint import State
from rulewright.analysis.simulate.session import Keeper, games_again, here, play_remaining
from rulewright.analysis.simulate.tasks import Plan, Played, Task, carry_out
from rulewright.files import FileTrouble
from rulewright.own_files import Growing
from tests.analysis import simulating
from tests.analysis.simulating import BREAKING, COINS, Told, begun, die_once, double, outgrow, played, refuse, setup

pytestmark = pytest.mark.thorough

COINS_PLAN = Plan((setup(COINS), setup(COINS, {"heap": 5}, "heap=5")), 11, 700, rows=True)


# ---- results in order


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_order_each_once(jobs: int) -> None:
    assert list(here(jobs)(double, range(100))) == [2 * number for number in range(100)]


def test_results_come_in_order_whoever_is_first(tmp_path: Path) -> None:
    """The first task ends behind all that may be given out meanwhile, and no other one is."""
    given: list[int] = []

    def tasks() -> Iterator[tuple[int, str]]:
        for number in range(2 * MAX_AHEAD):
            given.append(number)
            yield number, str(tmp_path)

    for at, number in enumerate(in_order(simulating.last_of_the_first, tasks(), 2)):
        assert number == at
        assert at or len(given) == MAX_AHEAD
    assert len(list(tmp_path.iterdir())) == len(given) == 2 * MAX_AHEAD


@pytest.mark.parametrize("error", [ValueError, RuntimeError])
def test_what_a_task_raises_is_raised(error: type[Exception]) -> None:
    """By another process as a text."""
    with pytest.raises(error, match="4"):
        list(here(1 if error is ValueError else 2)(refuse, [4]))


def test_what_cannot_be_sent_is_told() -> None:
    with pytest.raises(RuntimeError, match="pickle"):
        list(here(2)(simulating.not_sent, [4]))


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "mark")) for number in range(12)]
    assert list(here(2)(die_once, tasks)) == [2 * number for number in range(12)]
    assert (tmp_path / "mark").exists()


def test_a_worker_that_is_killed_in_the_middle_of_its_answer_loses_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "mark")) for number in range(6)]
    found = list(here(2)(simulating.die_answering, tasks))
    assert [(each[0], len(each)) for each in found] == [(number, 1 << 26 if number == 3 else 10) for number in range(6)]


def test_a_worker_that_is_killed_where_nothing_may_be_heard_twice_is_told() -> None:
    with pytest.raises(FileTrouble, match="A process that was looking was ended"):
        list(side_by_side(simulating.die_after_one, [(1,)], 2))


def test_no_process_is_left() -> None:
    """Neither at the end nor where nobody wants to hear more: those in the middle of a task end at once."""
    before = set(multiprocessing.active_children())
    assert list(in_order(double, range(5), 2)) == [0, 2, 4, 6, 8]
    assert set(multiprocessing.active_children()) == before
    results = in_order(simulating.long_from_three, range(5), 2)
    assert list(islice(results, 3)) == [0, 1, 2]
    assert set(multiprocessing.active_children()) > before
    results.close()
    assert set(multiprocessing.active_children()) == before


def test_workers_that_always_die_are_given_up() -> None:
    with pytest.raises(FileTrouble, match="died 4 times over the same games"):
        list(here(2)(simulating.die, range(1)))


# ---- the same whoever plays


def test_the_plan_alone_decides_what_comes_out() -> None:
    expected = played_coins()
    assert played(COINS_PLAN, 2) == expected


@pytest.mark.parametrize("text", [COINS, simulating.FAULTY, BREAKING], ids=["coins", "faulty", "breaking"])
def test_the_size_of_batches_does_not_matter(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan((setup(text), setup(text, {"heap": 5}, "heap=5")), 11, 90, invariants=True)
    expected = played(plan)
    assert all(bool(sums.broken) == (text == BREAKING) for sums in expected.sums)
    for parts in (1, 7, 45):
        monkeypatch.setattr(plans, "BATCHES", parts)
        found = played(plan)
        assert (found.sums, found.pairs) == (expected.sums, expected.pairs)


@given(st.integers(1, 10**12))
def test_batches_cover_all_games_once(games: int) -> None:
    plan = Plan((), 0, games)
    assert 1 <= plan.batch <= plans.LARGEST
    some = [task for task, _ in zip(plan.tasks(), range(500), strict=False)]
    assert some[0].first == 0
    assert all(one.first + one.count == next_.first for one, next_ in pairwise(some))
    assert len(some) == 500 or some[-1].first + some[-1].count == games
    last = (games - 1) // plan.batch
    (end,) = plan.tasks(last)
    assert end.first + end.count == games


# ---- stopping


@cache
def played_coins() -> State:
    return played(COINS_PLAN)


class Interrupting:
    """Presses Ctrl-C after so many batches."""

    def __init__(self, batches: int) -> None:
        self.left = batches

    def __call__(self, state: State, reference: str | None) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@given(st.lists(st.integers(1, 80), max_size=4))
def test_stopped_anywhere_and_gone_on_with_it_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, stops: list[int]
) -> None:
    path = tmp_path_factory.mktemp("games") / "games.csv"
    state = begun(COINS_PLAN)
    Growing.new(path, b"").file.close()
    for stop in [*stops, 10_000]:
        ran = play_remaining(COINS_PLAN, state, here(1), Keeper(games_again(path, b"", state)), Interrupting(stop))
        assert path.stat().st_size == ran.state.written
        state = ran.state
    assert state == played_coins()
    assert path.read_bytes().count(b"\n") == 1400


@pytest.mark.parametrize("cause", [KeyboardInterrupt("Stopped."), FileTrouble("Workers died 4 times.")], ids=str)
def test_what_stops_a_task_leaves_that_task_out(cause: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(task: Task) -> Played:
        if task.first == 2 * COINS_PLAN.batch:
            raise cause
        return carry_out(task)

    monkeypatch.setattr("rulewright.analysis.simulate.session.carry_out", stopped)
    ran = play_remaining(COINS_PLAN, begun(COINS_PLAN), here(1), Keeper(), Told([]))
    assert (ran.state.batches, ran.state.games, ran.stopped) == (2, 2 * COINS_PLAN.batch, str(cause))


class Full(io.FileIO):
    """A file on a disk that is full after so many bytes."""

    def write(self, data: object) -> int:
        assert isinstance(data, bytes)
        if self.tell() + len(data) <= 5000:
            return super().write(data)
        if self.tell() < 5000:
            return super().write(data[: 5000 - self.tell()])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_stops_a_simulation_with_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.touch()
    games = Growing(path, Full(path, "r+"))
    ran = play_remaining(COINS_PLAN, begun(COINS_PLAN), here(1), Keeper(games), Told([]))
    assert ran.stopped == f"Cannot write {path}: No space left on device."
    assert 0 < ran.state.games < 700
    assert path.stat().st_size == ran.state.written <= 5000
    again = Keeper(games_again(path, b"", ran.state))
    assert play_remaining(COINS_PLAN, ran.state, here(1), again, Told([])).state == played_coins()


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_outgrows_a_worker_is_told_as_it_is(error: type[Exception]) -> None:
    """Not as the text of a traceback: the command line has a sentence for it."""
    with pytest.raises(error):
        list(here(2)(outgrow, [error]))
