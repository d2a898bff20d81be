"""Workers of a Dask cluster: its client's executor, and what can go wrong on the way to it, in words."""

from concurrent.futures import BrokenExecutor, CancelledError
from importlib.util import find_spec
from typing import Final

from rulewright.analysis.simulate.executor import Workers
from rulewright.shown import shown

SECONDS: Final = 30
AHEAD: Final = 3


class NoCluster(Exception):  # noqa: N818 - the user's, no error of the program
    """There is no cluster to be had: why, in words."""


def workers(address: str) -> Workers:
    """The workers of the cluster whose scheduler has this address. Where one dies, the others play again what it was
    playing."""
    try:
        from distributed import Client, KilledWorker  # only who has a cluster has it
    except ImportError as missing:
        raise NoCluster('A cluster needs Dask: pip install "rulewright[cluster]".') from missing
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as trouble:
        raise NoCluster(f"There is no cluster at {shown(address)}: {shown(str(trouble))}.") from trouble
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError as trouble:
        client.close()
        raise NoCluster(f"The cluster at {shown(address)} has no workers.") from trouble
    if None in client.run(find_spec, "rulewright").values():
        client.close()
        raise NoCluster(f"Workers of the cluster at {shown(address)} do not have rulewright. Install it there.")
    return Workers(
        make=lambda: client.get_executor(pure=False),
        window=AHEAD * sum(client.nthreads().values()),
        lost=(BrokenExecutor, CancelledError, KilledWorker),
        end=lambda executor: executor.shutdown(wait=False),
        leave=client.close,
    )
