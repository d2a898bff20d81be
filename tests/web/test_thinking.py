"""The processes that think."""

import os
import signal

import pytest

from rulewright.files import FileTrouble
from rulewright.web.thinking import Thinkers

pytestmark = pytest.mark.thorough


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_died_has_another_one_in_its_place() -> None:
    thinkers = Thinkers(1)
    first = thinkers.do(os.getpid)
    assert thinkers.do(os.getpid) == first != os.getpid()
    os.kill(first, signal.SIGKILL)
    assert thinkers.do(os.getpid) != first
    with pytest.raises(FileTrouble):
        thinkers.do(killed)
    last = thinkers.do(os.getpid)
    thinkers.end()
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)
