"""The shipped games, one after the other: `rules`."""

from functools import cache

import pytest

from rulewright import Rules, load
from tests.laws.positions import GAMES

loaded = cache(load)


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return loaded(request.param)
