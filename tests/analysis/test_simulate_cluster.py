"""A real Dask cluster of two worker processes, one of which is killed in the middle: nothing lost, nothing twice."""

import os
import signal
from collections.abc import Iterator

import pytest
from attrs import define, field

from rulewright.analysis.simulate.checkpoint import State
from rulewright.analysis.simulate.session import Keeper, NoCluster, play_remaining, workers
from rulewright.analysis.simulate.tasks import Plan
from tests.analysis.simulating import COINS, begun, played, setup

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
]
PLAN = Plan((setup(COINS), setup(COINS, {"heap": 5}, "heap=5")), 11, 200_000, rows=True)


@pytest.fixture
def cluster() -> "Iterator[distributed.LocalCluster]":
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(host="127.0.0.1", **settings) as found:
        yield found


def no_spec(name: str) -> None:
    """What a worker says that cannot import this."""


@define
class Killing:
    """Kills a worker when the first tenth is played."""

    address: str
    killed: list[int] = field(factory=list)

    def __call__(self, state: State, reference: str | None) -> None:
        if not self.killed and state.batches >= 20:
            with distributed.Client(self.address, set_as_default=False) as client:
                self.killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(self.killed[0], signal.SIGKILL)


def test_a_worker_that_is_killed_loses_nothing_and_nothing_counts_twice(cluster: "distributed.LocalCluster") -> None:
    address = cluster.scheduler_address
    killing = Killing(address)
    with workers(address) as those:
        ran = play_remaining(PLAN, begun(PLAN), those, Keeper(), killing)
    assert killing.killed
    assert ran.stopped is None
    assert ran.state == played(PLAN)


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.simulate.session.SECONDS", 1)
    with pytest.raises(NoCluster, match=r"There is no cluster at tcp://127\.0\.0\.1:9"):
        workers("tcp://127.0.0.1:9").__enter__()
    with pytest.raises(NoCluster, match="There is no cluster at nonsense"):
        workers("nonsense://x").__enter__()


def test_workers_that_lack_the_program_are_told(
    cluster: "distributed.LocalCluster", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.analysis.simulate.session.find_spec", no_spec)
    with pytest.raises(NoCluster, match="do not have rulewright"):
        workers(cluster.scheduler_address).__enter__()


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.analysis.simulate.session.SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1") as empty,
        pytest.raises(NoCluster, match="has no workers"),
    ):
        workers(empty.scheduler_address).__enter__()
