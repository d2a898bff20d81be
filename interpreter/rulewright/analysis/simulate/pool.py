"""Processes that carry out tasks: an executor whose workers may die at any moment, even in the middle of an answer.

In: functions and arguments that can be pickled. Out: futures. Each process has a pipe of its own and shares nothing
with the others; when it dies, just the future of its task says so, and a new process takes its place. (The pool of the
standard library reads the answers of all from one pipe, and waits forever for the rest of one that was cut off.) What a
function yields is heard piece by piece.
"""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from attrs import frozen

T = TypeVar("T")


@frozen
class _Task:
    future: "Future[Any]"
    call: tuple[Callable[..., object], tuple[object, ...], dict[str, object]]


@frozen
class _Worker:
    process: SpawnProcess
    pipe: Connection

    def ask(self, task: _Task, hear: Callable[[Any], object]) -> object:
        """What comes of a task, and before that its pieces; EOFError or OSError if the process dies over it."""
        self.pipe.send(task.call)
        while isinstance(answer := self.pipe.recv(), _Piece):
            hear(answer.what)
        return answer

    def leave(self) -> None:
        """Let the process end."""
        self.pipe.close()
        self.process.join()
        self.process.close()


class Pool(Executor):
    """So many processes; each is served by a thread."""

    def __init__(self, jobs: int, hear: Callable[[Any], object] = lambda _: None) -> None:
        """Begin with threads; a process begins with the first task of its thread. `hear` is called in them."""
        self._hear = hear
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._killed = False
        self._workers: list[_Worker] = []
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        """Give out a task."""
        future: Future[T] = Future()
        self._tasks.put(_Task(future, (fn, args, kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - Executor's
        """End when all tasks are done, or with `cancel_futures` those that have begun."""
        if cancel_futures:
            self._cancel()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def kill(self) -> None:
        """End all processes at once, in the middle of their tasks."""
        with self._lock:
            self._killed = True
            for worker in self._workers:
                worker.process.terminate()
        self.shutdown(cancel_futures=True)

    def _cancel(self) -> None:
        with suppress(Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task.future.cancel()

    # ---- a thread

    def _serve(self) -> None:
        _hold_interrupts()
        worker: _Worker | None = None
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                worker = self._carry_out(task, worker)
        if worker is not None:
            self._dismiss(worker)

    def _carry_out(self, task: _Task, worker: _Worker | None) -> _Worker | None:
        """Let a task be done, by this worker or a new one; the worker, if it is still there."""
        worker = worker or self._hire()
        try:
            answer = worker.ask(task, self._hear)
        except (EOFError, OSError):
            self._dismiss(worker)
            task.future.set_exception(BrokenExecutor("a worker process died"))
            return None
        except Exception as trouble:  # noqa: BLE001 - what cannot be sent is told by the future
            task.future.set_exception(trouble)
            return worker
        if isinstance(answer, _Failed):
            task.future.set_exception(answer.error)
        else:
            task.future.set_result(answer)
        return worker

    def _hire(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        with self._lock:
            process = multiprocessing.get_context("spawn").Process(target=_work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            worker = _Worker(process, ours)
            self._workers.append(worker)
            if self._killed:
                process.terminate()
        return worker

    def _dismiss(self, worker: _Worker) -> None:
        with self._lock:
            self._workers.remove(worker)
        worker.leave()


def _hold_interrupts() -> None:
    """Keep interrupts of the keyboard from this thread and the processes that it starts; the main thread has them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


# ---- a process


@frozen
class _Piece:
    """Something that a task has yielded."""

    what: object


@frozen
class _Failed:
    """A task has raised: the traceback, because not every exception can be sent; but that rules outgrow the process is
    told as it is."""

    error: Exception


def _work(pipe: Connection) -> None:
    """Carry out tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    while True:
        try:
            call, args, kwargs = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer(call, args, kwargs, pipe.send))


def _answer(
    call: Callable[..., object],
    args: tuple[object, ...],
    kwargs: dict[str, object],
    send: Callable[[object], object],
) -> object:
    try:
        answer = call(*args, **kwargs)
        if not isinstance(answer, Generator):
            return answer
        for each in answer:
            send(_Piece(each))
    except (RecursionError, MemoryError) as outgrown:
        return _Failed(type(outgrown)())
    except Exception:  # noqa: BLE001 - told to who gave the task
        return _Failed(RuntimeError(traceback.format_exc()))
    return None


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
