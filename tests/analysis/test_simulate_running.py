"""Workers: results in order and each once, whoever plays, whoever dies; and a simulation that stops anywhere."""

import errno
import io
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.analysis.simulate import plan as plans
from rulewright.analysis.simulate.executor import InThisProcess, Workers, WorkersLost, here, in_order
from rulewright.analysis.simulate.gamesfile import games_again
from rulewright.analysis.simulate.loop import Keeper, run
from rulewright.analysis.simulate.plan import Plan, State
from rulewright.analysis.simulate.pool import Pool
from rulewright.analysis.simulate.tasks import Played, Task, play
from rulewright.growing import Growing
from tests.analysis import simulating
from tests.analysis.simulating import BREAKING, COINS, Told, begun, die_once, double, outgrow, played, refuse, setup

pytestmark = pytest.mark.thorough

COINS_PLAN = Plan((setup(COINS), setup(COINS, {"heap": 5}, "heap=5")), 11, 700, rows=True)


# ---- results in order


def test_results_come_in_order_whoever_is_first() -> None:
    gate = threading.Event()

    def slow_first(number: int) -> int:
        if number == 0:
            assert gate.wait(60)
        elif number == 3:
            gate.set()
        return number

    with Workers(lambda: ThreadPoolExecutor(4), 6) as workers:
        assert list(in_order(slow_first, range(20), workers)) == list(range(20))


@pytest.mark.parametrize("window", [1, 3, 100])
def test_only_some_tasks_are_under_way(window: int) -> None:
    begun: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(20):
            begun.append(number)
            yield number

    with Workers(InThisProcess, window) as workers:
        for at, result in enumerate(in_order(double, tasks(), workers)):
            assert result == 2 * at
            assert len(begun) <= at + window


def test_what_a_task_raises_is_raised() -> None:
    with here(1) as workers, pytest.raises(ValueError, match="4"):
        list(in_order(refuse, [4], workers))


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "mark")) for number in range(12)]
    with here(2) as workers:
        assert list(in_order(die_once, tasks, workers)) == [2 * number for number in range(12)]
    assert (tmp_path / "mark").exists()


def test_a_worker_that_is_killed_in_the_middle_of_its_answer_loses_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "mark")) for number in range(6)]
    with here(2) as workers:
        found = list(in_order(simulating.die_answering, tasks, workers))
    assert [(each[0], len(each)) for each in found] == [(number, 1 << 26 if number == 3 else 10) for number in range(6)]


def test_processes_tell_what_a_task_raises_and_what_cannot_be_sent() -> None:
    with Pool(1) as pool:
        raised, not_sent, fine = pool.submit(refuse, 4), pool.submit(lambda: 4), pool.submit(double, 4)
        assert "ValueError: 4" in str(raised.exception())
        assert not_sent.exception() is not None
        assert fine.result() == 8


@pytest.mark.parametrize("now", [True, False])
def test_no_process_is_left(*, now: bool) -> None:
    before = set(multiprocessing.active_children())
    with here(2) as workers:
        assert list(in_order(double, range(5), workers)) == [0, 2, 4, 6, 8]
        assert set(multiprocessing.active_children()) > before
        workers.close(now=now)
        assert set(multiprocessing.active_children()) == before


def test_processes_that_are_killed_end_at_once() -> None:
    pool = Pool(2)
    futures = [pool.submit(time.sleep, 600) for _ in range(5)]
    while sum(future.running() for future in futures) < 2:
        time.sleep(0.01)
    pool.kill()
    assert all(future.cancelled() or isinstance(future.exception(), BrokenExecutor) for future in futures)


def test_workers_that_always_die_are_given_up() -> None:
    with here(2) as workers, pytest.raises(WorkersLost, match="died 4 times over the same games"):
        list(in_order(simulating.die, range(1), workers))


class Forgetful(Executor):
    """Cancels every third task that it is given."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Callable[..., int], /, *args: object, **kwargs: object) -> "Future[int]":
        future: Future[int] = Future()
        self.given += 1
        if self.given % 3 == 1:
            future.cancel()
        else:
            future.set_result(fn(*args))
        return future


def test_tasks_that_were_cancelled_are_given_out_again() -> None:
    forgetful = Forgetful()
    with Workers(lambda: forgetful, 4, (CancelledError,)) as workers:
        assert list(in_order(double, range(15), workers)) == [2 * number for number in range(15)]


# ---- the same whoever plays


def test_the_plan_alone_decides_what_comes_out() -> None:
    expected = played_coins()
    assert played(COINS_PLAN, lambda: here(2)) == expected
    assert played(COINS_PLAN, lambda: Workers(lambda: ThreadPoolExecutor(3), 5)) == expected


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
        with here(1) as workers:
            ran = run(COINS_PLAN, state, workers, Keeper(games_again(path, b"", state)), Interrupting(stop))
        assert path.stat().st_size == ran.state.written
        state = ran.state
    assert state == played_coins()
    assert path.read_bytes().count(b"\n") == 1400


def test_an_interrupt_while_a_task_runs_leaves_that_task_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(task: Task) -> Played:
        if task.first == 2 * COINS_PLAN.batch:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr("rulewright.analysis.simulate.loop.play", interrupted)
    with here(1) as workers:
        ran = run(COINS_PLAN, begun(COINS_PLAN), workers, Keeper(), Told([]))
    assert (ran.state.batches, ran.state.games, ran.stopped) == (2, 2 * COINS_PLAN.batch, "Stopped.")


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
    with here(1) as workers:
        games = Growing(path, Full(path, "r+"))
        ran = run(COINS_PLAN, begun(COINS_PLAN), workers, Keeper(games), Told([]))
    assert ran.stopped == f"Cannot write {path}: No space left on device."
    assert 0 < ran.state.games < 700
    assert path.stat().st_size == ran.state.written <= 5000
    with here(1) as workers:
        again = Keeper(games_again(path, b"", ran.state))
        assert run(COINS_PLAN, ran.state, workers, again, Told([])).state == played_coins()


def test_lost_workers_stop_a_simulation_with_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cancelled(task: Task) -> Played:
        if task.first == 2 * COINS_PLAN.batch:
            raise CancelledError
        return play(task)

    monkeypatch.setattr("rulewright.analysis.simulate.loop.play", cancelled)
    with here(1) as workers:
        ran = run(COINS_PLAN, begun(COINS_PLAN), workers, Keeper(), Told([]))
    assert ran.state.games == 2 * COINS_PLAN.batch
    assert ran.stopped == "Workers died 4 times over the same games."


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_outgrows_a_worker_is_told_as_it_is(error: type[Exception]) -> None:
    """Not as the text of a traceback: the command line has a sentence for it."""
    with here(2) as workers, pytest.raises(error):
        list(in_order(outgrow, [error], workers))
