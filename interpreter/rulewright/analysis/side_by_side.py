"""Tasks carried out by processes of this machine, which may die at any moment, even in the middle of an answer.

Each process has a pipe of its own and shares nothing with the others: one that dies takes nothing with it. (The pools
of the standard library read the answers of all from one pipe, and wait forever for the rest of one that was cut off.)
Nothing is left behind, however it ends.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

from rulewright.files import FileTrouble

T = TypeVar("T")
R = TypeVar("R")
HEAR_INTERRUPTS_S: Final = 0.2
MAX_AHEAD: Final = 64
"""How many tasks can be given out, counted from the first one that is not done."""
MAX_DEATHS: Final = 4


def side_by_side(
    do: Callable[..., Iterable[T]], tasks: Iterable[tuple[Any, ...]], jobs: int, *, retry: bool = False
) -> Generator[tuple[int, T], None, None]:
    """What `do` yields for each task (its arguments), as it comes, with the number of the task. FileTrouble where a
    process was ended; with `retry`, which is for tasks that yield once, where `MAX_DEATHS` were over the same task."""
    left, given = enumerate(tasks), 0
    idle, busy = list[Worker](), list[Worker]()  # the busy ones in the order of their tasks
    try:
        while True:
            while len(busy) < jobs and (not busy or given - busy[0].number < MAX_AHEAD):
                if (task := next(left, None)) is None:
                    break
                busy.append(idle.pop() if idle else Worker(do))
                busy[-1].give(*task)
                given += 1
            if not busy:
                return
            heard = wait([worker.pipe for worker in busy], HEAR_INTERRUPTS_S)
            for worker in [each for each in busy if each.pipe in heard]:
                pieces = worker.next_pieces(retry=retry)
                if pieces is None:
                    busy.remove(worker)
                    idle.append(worker)
                else:
                    yield from ((worker.number, piece) for piece in pieces)
    finally:
        for worker in busy:
            worker.process.terminate()
        for worker in (*busy, *idle):
            worker.leave()


def in_order(do: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """The result of each task, in their order; what comes of a task does not depend on which process carries it out."""
    early, first = dict[int, R](), 0
    with closing(side_by_side(partial(_once, do), ((task,) for task in tasks), jobs, retry=True)) as results:
        for number, result in results:
            early[number] = result
            while first in early:
                yield early.pop(first)
                first += 1


def here_or_in_order(do: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """The same, in this process where there is one job, or known to be no more than one task."""
    few = jobs == 1 or (isinstance(tasks, Sequence) and len(tasks) <= 1)
    return (do(task) for task in tasks) if few else in_order(do, tasks, jobs)


def _once(do: Callable[[T], R], task: T) -> Iterator[R]:
    yield do(task)


class Worker:
    """A process with its pipe, and its task, over which so many processes have died."""

    def __init__(self, do: Callable[..., Iterable[Any]]) -> None:
        self.do = do
        self.start_process()

    def start_process(self) -> None:
        """Begin its process, which waits for a task."""
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=_work, args=(theirs, self.do), daemon=True)
        # interrupts of the keyboard are kept from it while it starts; this process hears them later
        held = hasattr(signal, "pthread_sigmask")
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if held else set()
        try:
            self.process.start()
        finally:
            if held:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def give(self, number: int, task: tuple[Any, ...], deaths: int = 0) -> None:
        """Let it do this."""
        self.number, self.task, self.deaths = number, task, deaths
        with suppress(OSError):  # where the process is dead already its answer will say so
            self.pipe.send(task)

    def next_pieces(self, *, retry: bool) -> tuple[Any, ...] | None:
        """The pieces that have come of the task, None if it is done; what it has raised is raised. A process that has
        died has another one in its place, or else FileTrouble."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            deaths = self.deaths + 1
            if not retry:
                raise FileTrouble(
                    "A process that was looking was ended. What it had found until then is told."
                ) from None
            if deaths == MAX_DEATHS:
                raise FileTrouble(f"Workers died {MAX_DEATHS} times over the same games.") from None
            self.leave()
            self.start_process()
            self.give(self.number, self.task, deaths)
            return ()
        if isinstance(answer, Exception):
            raise answer
        assert answer is None or isinstance(answer, tuple)
        return answer

    def leave(self) -> None:
        """Let the process end."""
        self.pipe.close()
        self.process.join()
        self.process.close()


def _work(pipe: Connection, do: Callable[..., Iterable[Any]]) -> None:
    """Carry out tasks until there are no more: each piece is sent in a tuple, then None, or what was raised."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def die_with_parent() -> None:
        if (parent := multiprocessing.parent_process()) is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=die_with_parent, daemon=True).start()
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        raised: Exception | None = None
        try:
            for piece in do(*task):
                pipe.send((piece,))
        except (RecursionError, MemoryError) as outgrown:
            raised = type(outgrown)()
        except Exception:  # noqa: BLE001 - told to who gave the task, as a text: not every exception can be sent
            raised = RuntimeError(traceback.format_exc())
        pipe.send(raised)
