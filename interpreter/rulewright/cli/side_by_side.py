"""Files of rules, looked at side by side by processes."""

import os
from collections import defaultdict, deque
from collections.abc import Generator, Iterable, Iterator, Sequence

from rulewright.cli.looking import How, News, looked_at
from rulewright.files import FileTrouble

Task = tuple[str, How]
Heard = tuple[int, News | None]
"""The number of a file, and what is told of it; None when that is all."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_found(tasks: Sequence[Task], jobs: int) -> Generator[Heard, None, None]:
    """What is told of each file, as soon as it is known."""
    if jobs > 1:
        from rulewright.analysis.side_by_side import side_by_side

        numbered = [(at, task) for at, task in enumerate(tasks)]
        yield from (heard for _, heard in side_by_side(_numbered, numbered, jobs))
        return
    for at, task in enumerate(tasks):
        yield from _numbered(at, task)


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


def _numbered(at: int, task: Task) -> Iterator[Heard]:
    """All that is told of a file; that it cannot be read, too."""
    try:
        for news in looked_at(*task):
            yield at, news
    except (FileTrouble, OSError) as trouble:
        yield at, News(trouble=trouble)
    yield at, None
