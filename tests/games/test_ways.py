"""Games of ways, trails and parts that hang together, beside engines that know nothing of this program: whoever is
asked has the same moves, and the same players win."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulewright import Rules, load
from tests.games.test_where_cells_meet import Engine, meetings, told
from tests.oracles.hive import Hive
from tests.oracles.island import Settlers
from tests.oracles.quoridor import Quoridor, called
from tests.oracles.ticket_to_ride import Tickets

HERE = Path(__file__).parent


def island(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The edges of nineteen hexagons, each with its two corners, by where these lie in the plane."""
    inside = [(x, y) for x in range(5) for y in range(5) if abs(x - y) <= 2]
    _, crossings, paths = meetings([called(each) for each in inside])
    named = {crossings[name]: name for name in rules.core.values["crossing"]}
    return {name: tuple(named[frozenset((point,))] for point in paths[name]) for name in rules.core.values["path"]}


CASES: dict[str, Callable[[Rules], Engine]] = {
    "quoridor": lambda _: Quoridor(),
    "hive": lambda _: Hive(),
    "ticket-to-ride": lambda _: Tickets((HERE / "ticket-to-ride.rules").read_text()),
    "settlers": lambda rules: Settlers(island(rules)),
}


def agrees(name: str, numbers: Iterable[int]) -> None:
    """So many games by both programs."""
    rules = load(HERE / f"{name}.rules").fast()
    for number in numbers:
        for one, other in told(rules, CASES[name](rules), number):
            assert one == other


@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_one_game(name: str) -> None:
    agrees(name, range(1))


@pytest.mark.thorough
@pytest.mark.parametrize("tens", range(10))
@pytest.mark.parametrize("name", CASES)
def test_both_programs_play_a_hundred(name: str, tens: int) -> None:
    agrees(name, range(10 * tens, 10 * tens + 10))
