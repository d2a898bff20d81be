"""A simulation from its plan to its last state: plays, writes, keeps checkpoints, and can be stopped at any moment.

In: a plan, workers, the files. Out: `Ran`: the last state, and what stopped it, if it was stopped. Law: the state that
is returned, the checkpoint and the file of games tell of the same games; but where games are mostly too slow the state
tells of those, too, with which that was found.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar

from attrs import define, field, frozen

from rulewright.analysis.side_by_side import in_order
from rulewright.analysis.simulate import checkpoint
from rulewright.analysis.simulate.checkpoint import Plan, State
from rulewright.analysis.simulate.tasks import Played, Task, play
from rulewright.files import FileTrouble
from rulewright.language.render import shown_prose
from rulewright.machine.playouts import mostly_slow
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE
from rulewright.own_files import Growing
from rulewright.shown import shown

EVERY: Final = 2.0
Workers = Callable[[Callable[[Task], Played], Iterable[Task]], Generator[Played, None, None]]
"""Who plays: gives what comes of each task, in their order."""


def here(jobs: int) -> Workers:
    """So many processes of this machine; for one job none beside this one."""
    return _in_this_process if jobs == 1 else partial(in_order, jobs=jobs)


def _in_this_process(do: Callable[[Task], Played], tasks: Iterable[Task]) -> Generator[Played, None, None]:
    yield from map(do, tasks)


@frozen
class Ran:
    """How far it came. `stopped`: why it did not come to the end; `reference`: why the reference interpreter played."""

    state: State
    stopped: str | None = None
    reference: str | None = None


@define
class Keeper:
    """Writes what is played: the lines of games, and from time to time a checkpoint."""

    games: Growing | None = None
    path: Path | None = None
    plan: checkpoint.Json = field(factory=dict)
    _next: float = field(init=False, default=0.0)

    def rows(self, played: Played) -> None:
        """Write the lines of a batch."""
        if self.games is not None:
            self.games.write(played.rows)

    def sometimes(self, state: State) -> None:
        """Keep a checkpoint if the last one is old."""
        if time.monotonic() >= self._next:
            self.save(state)
            self._next = time.monotonic() + EVERY

    def close(self, state: State) -> None:
        """Let the files tell of this state, and nothing else, and close them."""
        try:
            if self.games is not None:
                self.games.cut(state.written)
            self.save(state)
        finally:
            if self.games is not None:
                self.games.file.close()

    def save(self, state: State) -> None:
        """Keep a checkpoint; what it tells of is on the disk before it is."""
        if self.path is None:
            return
        if self.games is not None:
            self.games.keep()
        checkpoint.save(self.path, self.plan, state)


def run(plan: Plan, state: State, workers: Workers, keeper: Keeper, tell: Callable[[State, str | None], None]) -> Ran:
    """Play what is left; `tell` hears of every batch, and of why the reference interpreter plays."""
    stopped = reference = slow = None
    results = workers(play, plan.tasks(state.batches))
    try:
        for played in results:
            reference = reference or played.reference
            if played.given_up:
                slow = state.with_some(played)
                break
            keeper.rows(played)
            state = state.after(played)
            keeper.sometimes(state)
            tell(state, reference)
            if any(mostly_slow(sums.too_slow, sums.games) for sums in state.sums):
                slow = state
                break
    except KeyboardInterrupt:
        stopped = "Stopped."
    except FileTrouble as trouble:
        stopped = str(trouble)
    finally:
        results.close()
        stopped = _closed(keeper, state) or stopped
    if slow is not None:
        state, stopped = slow, stopped or _given_up(slow)
    return Ran(state, stopped, reference)


def _given_up(state: State) -> str:
    """Which rule takes so long, and how to go on."""
    sums = max(state.sums, key=lambda sums: sums.too_slow)
    where = max((fault for fault in sums.faults if fault.code == LATE), key=lambda fault: fault.games)
    return (
        f"The clock has ended {sums.too_slow:,} of {sums.games:,} games, each after {CALL_TIMEOUT_S:.0f} seconds, most "
        f'often at line {where.line}: "{shown_prose(where.rule)}". Games go on where there is less to do there.'
    )


def _closed(keeper: Keeper, state: State) -> str | None:
    """Close the files; what is wrong with them, if anything is."""
    try:
        keeper.close(state)
    except FileTrouble as trouble:
        return str(trouble)
    return None


# ---- workers of a Dask cluster


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
