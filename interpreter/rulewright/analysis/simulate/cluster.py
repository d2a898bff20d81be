"""Workers of a Dask cluster: its client's executor, and what can go wrong on the way to it, in words."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Final, TypeVar

from rulewright.analysis.simulate.loop import Workers
from rulewright.files import FileTrouble
from rulewright.shown import shown

T = TypeVar("T")
R = TypeVar("R")
SECONDS: Final = 30
AHEAD: Final = 3


class NoCluster(Exception):  # noqa: N818 - the user's, no error of the program
    """There is no cluster to be had: why, in words."""


@contextmanager
def workers(address: str) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler has this address. Where one dies, the cluster lets the others play
    again what it was playing."""
    try:
        from distributed import Client, KilledWorker  # only who has a cluster has it
    except ImportError as missing:
        raise NoCluster('A cluster needs Dask: pip install "rulewright[cluster]".') from missing
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as trouble:
        raise NoCluster(f"There is no cluster at {shown(address)}: {shown(str(trouble))}.") from trouble
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError as trouble:
            raise NoCluster(f"The cluster at {shown(address)} has no workers.") from trouble
        if None in client.run(find_spec, "rulewright").values():
            raise NoCluster(f"Workers of the cluster at {shown(address)} do not have rulewright. Install it there.")
        executor, window = client.get_executor(pure=False), AHEAD * sum(client.nthreads().values())
        yield partial(_in_order, executor, window, (CancelledError, KilledWorker))
    finally:
        client.close()


def _in_order(
    executor: Executor,
    window: int,
    lost: tuple[type[BaseException], ...],
    do: Callable[[T], R],
    tasks: Iterable[T],
) -> Generator[R, None, None]:
    """The result of each task, in their order, with so many under way at once."""
    waiting = deque[Future[R]]()
    try:
        for task in tasks:
            waiting.append(executor.submit(do, task))
            if len(waiting) == window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except lost as trouble:
        raise FileTrouble("The cluster has lost games: workers died again and again over them.") from trouble
    finally:
        executor.shutdown(wait=False)
