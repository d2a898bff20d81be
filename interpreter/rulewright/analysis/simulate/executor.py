"""Tasks to workers, results back in order: by any executor of `concurrent.futures`, with few of them under way at once.

In: tasks and `Workers`. Out: their results in the order of the tasks, each exactly once. Where workers die, what they
had under way is given out again; what comes of a task does not depend on who plays it.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from itertools import islice
from types import TracebackType
from typing import Final, Self, TypeVar

from attrs import define, field

from rulewright.analysis.simulate.pool import Pool

T = TypeVar("T")
R = TypeVar("R")
MAX_DEAD_WORKERS: Final = 3


class WorkersLost(Exception):  # noqa: N818 - it is no error of the program
    """Workers die again and again: why one cannot go on, in words."""


@define
class Workers:
    """Who plays. `make` gives an executor, again where one takes no more tasks; that a worker died is told by the
    exceptions `lost`; `window` tasks are under way at once; `end` ends an executor without waiting for its tasks;
    `leave` closes what is open beside it."""

    make: Callable[[], Executor]
    window: int
    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    end: Callable[[Executor], None] = lambda executor: executor.shutdown(wait=False, cancel_futures=True)
    leave: Callable[[], object] = lambda: None
    _executor: Executor | None = field(init=False, default=None)

    def __enter__(self) -> Self:
        """Nothing begins before the first task."""
        return self

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        """All tasks are done, or nobody waits for them any more."""
        self.close(now=kind is not None)
        self.leave()

    def close(self, *, now: bool) -> None:
        """End the executor, `now` or when its tasks are done."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        if now:
            self.end(executor)
        else:
            executor.shutdown()

    def submit(self, do: Callable[[T], R], task: T) -> "Future[R]":
        """Give out a task; if the executor takes none, to a new one."""
        try:
            return self._now().submit(do, task)
        except self.lost:
            self.close(now=True)
            return self._now().submit(do, task)

    def _now(self) -> Executor:
        if self._executor is None:
            self._executor = self.make()
        return self._executor

    def has_lost(self, future: "Future[R]") -> bool:
        """Whether a task has ended with its worker."""
        return future.done() and (future.cancelled() or isinstance(future.exception(), self.lost))


def in_order(do: Callable[[T], R], tasks: Iterable[T], workers: Workers) -> Iterator[R]:
    """The results of all tasks in their order."""
    left, deaths = iter(tasks), 0
    waiting: deque[tuple[T, Future[R]]] = deque()
    while True:
        waiting.extend((task, workers.submit(do, task)) for task in islice(left, workers.window - len(waiting)))
        if not waiting:
            return
        try:
            result = waiting[0][1].result()
        except workers.lost as lost:
            deaths += 1
            if deaths > MAX_DEAD_WORKERS:
                raise WorkersLost(f"Workers died {deaths} times over the same games.") from lost
            waiting = deque(
                (task, workers.submit(do, task) if workers.has_lost(future) else future) for task, future in waiting
            )
        else:
            deaths = 0
            waiting.popleft()
            yield result


# ---- workers of this machine


class InThisProcess(Executor):
    """Carries out each task when it is given."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        """The result of a task."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as trouble:  # noqa: BLE001 - it is told by the future
            future.set_exception(trouble)
        return future


def here(jobs: int) -> Workers:
    """So many processes of this machine; for one job none beside this one."""
    if jobs == 1:
        return Workers(InThisProcess, 1)
    return Workers(lambda: Pool(jobs), 2 * jobs + 2, end=_kill)


def _kill(executor: Executor) -> None:
    assert isinstance(executor, Pool)
    executor.kill()
