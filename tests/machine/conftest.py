"""The shipped games, one after the other: `rules`."""

from functools import cache

import pytest

from rulewright import Rules, load
from rulewright.files import shipped

loaded = cache(load)


@pytest.fixture(params=sorted(shipped()))
def rules(request: pytest.FixtureRequest) -> Rules:
    return loaded(request.param)
