"""Who calls whom, in long chains of offers: found in time that grows as they do."""

import time

import pytest

from rulewright.language.checks.call_graph import PLAY, SETUP, Doing, Key, Site, calls, circles, running, way_to
from rulewright.language.span import NOWHERE

LONG = 3_000
END: Key = ("action", LONG - 1)


def chain(*more: tuple[int, Key]) -> dict[Key, Doing]:
    """Play runs a procedure that offers the first of a long chain of actions; and what else is called from where."""
    sites: dict[Key, list[Site]] = {SETUP: [], PLAY: [Site(("procedure", 0), NOWHERE)]}
    sites[("procedure", 0)] = [Site(("action", 0), NOWHERE)]
    for number in reversed(range(LONG)):
        sites["action", number] = [Site(("action", number + 1), NOWHERE)] if number < LONG - 1 else []
    for number, to in more:
        sites["action", number].append(Site(to, NOWHERE))
    return {key: Doing(f"{key[0]}-{key[1]}", (), (), tuple(found)) for key, found in sites.items()}


def told(doings: dict[Key, Doing]) -> list[int]:
    """How many doings are in each circle."""
    return [len(set(names)) for names, *_ in circles(doings, calls(doings))]


CIRCLES = [((), []), (((9, ("action", 4)),), [6]), (((LONG - 1, PLAY),), [LONG + 2])]


@pytest.mark.parametrize(("more", "expected"), CIRCLES)
def test_circles_in_a_long_chain_are_found_at_once(more: tuple[tuple[int, Key], ...], expected: list[int]) -> None:
    before = time.process_time()
    assert told(chain(*more)) == expected
    assert time.process_time() - before < 1


def test_what_runs_along_a_long_chain_is_found_at_once() -> None:
    before, doings = time.process_time(), chain()
    found = running(doings)
    assert found[END] == {("procedure", 0)}
    assert found[PLAY] == set()
    assert len(way_to(calls(doings), PLAY, END)) == LONG + 1
    assert way_to(calls(doings), PLAY, END, ("action", 7)) == ()
    assert time.process_time() - before < 1
