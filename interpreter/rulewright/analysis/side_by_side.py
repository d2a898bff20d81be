"""Tasks that processes carry out side by side, heard piece by piece.

In: what yields pieces, and its arguments for each task. Out: the pieces of all as they come, each with the number of
its task. Nothing is left behind, however it ends.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from rulewright.analysis.simulate.pool import Pool
from rulewright.files import FileTrouble

T = TypeVar("T")
EVERY: Final = 0.2


def side_by_side(
    do: Callable[..., Iterator[T]], tasks: Sequence[tuple[Any, ...]], jobs: int
) -> Generator[tuple[int, T], None, None]:
    """What comes of each task. FileTrouble where a process was ended."""
    heard: SimpleQueue[tuple[int, T] | Future[Any]] = SimpleQueue()
    pool, left = Pool(jobs, heard.put), len(tasks)
    try:
        for at, task in enumerate(tasks):
            future: Future[Any] = pool.submit(_numbered, at, partial(do, *task))
            future.add_done_callback(heard.put)
        while left:
            try:
                found = heard.get(timeout=EVERY)
            except Empty:  # so that an interrupt is heard on every system
                continue
            if isinstance(found, Future):
                left -= 1
                _ended(found)
            else:
                yield found
    finally:
        if left:
            pool.kill()
        else:
            pool.shutdown()


def _numbered(at: int, do: Callable[[], Iterator[T]]) -> Iterator[tuple[int, T]]:
    for piece in do():
        yield at, piece


def _ended(future: "Future[Any]") -> None:
    """Raise what a task has raised."""
    try:
        future.result()
    except BrokenExecutor:
        raise FileTrouble("A process that was looking was ended. What it had found until then is told.") from None
