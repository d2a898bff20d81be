"""Files of rules, looked at side by side by processes."""

import os
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from queue import Empty, SimpleQueue

from rulewright.cli.looking import How, News, looked_at
from rulewright.files import FileTrouble
from rulewright.shown import shown

EVERY = 0.2
Task = tuple[str, How]
Heard = tuple[int, News | None]
"""The number of a file, and what is told of it; None when that is all."""
Told = Future[Iterator[Heard]]


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_found(tasks: Sequence[Task], jobs: int, tell: Callable[[], object]) -> Generator[Heard, None, None]:
    """What is told of each file, as soon as it is known; `tell` is called from time to time."""
    if jobs > 1:
        yield from _in_processes(tasks, jobs, tell)
        return
    for at, task in enumerate(tasks):
        yield from _numbered(at, task, tell)


def in_turn(arriving: Iterable[Heard]) -> Iterator[News]:
    """The same in the order of the files."""
    now, waiting = 0, defaultdict[int, deque[News | None]](deque)
    for at, heard in arriving:
        waiting[at].append(heard)
        while waiting[now]:
            news = waiting[now].popleft()
            if news is None:
                now += 1
            else:
                yield news


def _numbered(at: int, task: Task, tell: Callable[[], object] = lambda: None) -> Iterator[Heard]:
    """All that is told of a file; that it cannot be read, too."""
    try:
        for news in looked_at(*task, tell):
            yield at, news
    except (FileTrouble, OSError) as trouble:
        yield at, News(trouble=trouble)
    yield at, None


def _in_processes(tasks: Sequence[Task], jobs: int, tell: Callable[[], object]) -> Iterator[Heard]:
    from rulewright.analysis.simulate.pool import Pool

    heard: SimpleQueue[Heard | Told] = SimpleQueue()
    pool = Pool(jobs, heard.put)
    futures = {pool.submit(_numbered, at, task): at for at, task in enumerate(tasks)}
    left = len(futures)
    try:
        for future in futures:
            future.add_done_callback(heard.put)
        while left:
            try:
                found = heard.get(timeout=EVERY)
            except Empty:
                tell()
                continue
            if isinstance(found, Future):
                left -= 1
                yield from _died(futures[found], tasks, found)
            else:
                yield found
    finally:
        if left:
            pool.kill()
        else:
            pool.shutdown()


def _died(at: int, tasks: Sequence[Task], future: Told) -> Iterator[Heard]:
    """That a process has ended before its file was looked at; what is a mistake of ours is raised."""
    trouble = future.exception()
    if isinstance(trouble, BrokenExecutor):
        said = f"The process that looked at {shown(tasks[at][0])} was ended. What it had found stands above."
        yield from ((at, News(trouble=FileTrouble(said))), (at, None))
    elif trouble is not None:
        raise trouble
