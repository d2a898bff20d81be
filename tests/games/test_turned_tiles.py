"""Tiles that are turned as they are laid, on the page of the cookbook, beside an engine that knows nothing of this
program: whoever lays one has the same moves, and the points are the same."""

from collections.abc import Sequence

import pytest
from attrs import define, field

from tests.games.test_payments import Lies, page, told
from tests.made.loading import loaded

ROADS = {"lane": "ns", "bend": "ne", "fork": "new", "end": "n"}
AROUND = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
Spot = tuple[int, int]


def turned(shape: str, quarters: int) -> set[str]:
    """The sides of a tile on which a road leaves it."""
    return {"nesw"[("nesw".index(side) + quarters) % 4] for side in ROADS[shape]}


@define
class Byways:
    """The roads of each tile that was laid, and the points of both."""

    laid: dict[Spot, set[str]] = field(factory=dict)
    points: list[int] = field(factory=lambda: [0, 0])

    def beside(self, spot: Spot) -> dict[str, Spot]:
        """What has been laid next to a spot, by its side."""
        found = {side: (spot[0] + across, spot[1] + up) for side, (across, up) in AROUND.items()}
        return {side: other for side, other in found.items() if other in self.laid}

    def moves(self, _: int, lies: Lies) -> set[str]:
        if not self.laid:
            self.laid[2, 2] = turned(lies("land", 0)[0], 0)
        [shape] = lies("drawn", 0)
        free = [(x, y) for x in range(5) for y in range(5) if (x, y) not in self.laid and self.beside((x, y))]
        return {
            f"lay {'abcde'[spot[0]]}{spot[1] + 1} {quarters}"
            for spot in free
            for quarters in range(4)
            if all(
                (side in turned(shape, quarters)) == (opposite(side) in self.laid[other])
                for side, other in self.beside(spot).items()
            )
        }

    def play(self, seat: int, move: Sequence[str], lies: Lies) -> None:
        spot = "abcde".index(move[1][0]), int(move[1][1:]) - 1
        self.laid[spot] = turned(lies("drawn", 0)[0], int(move[2]))
        joined, waiting = {spot}, [spot]
        for here in waiting:
            further = {other for side, other in self.beside(here).items() if side in self.laid[here]} - joined
            joined |= further
            waiting += further
        self.points[seat] += len(joined)

    def scores(self, _: Lies) -> list[int]:
        return self.points


def opposite(side: str) -> str:
    return "nesw"[("nesw".index(side) + 2) % 4]


@pytest.mark.parametrize("number", range(3))
def test_both_programs_lay_the_same_tiles(number: int) -> None:
    rules = loaded(page("turned-tiles"))
    for one, other in told([each.start(seed=number) for each in (rules, rules.fast())], Byways(), number):
        assert one == other
