"""Balloon Cup: high balloons on mountains and low ones on plains, the opponent gets what is left over; a tile is
completed when that wins it."""

from rulewright import Move
from tests.opponents.sight import Sight

MIDDLE, COMPLETE = 7, 20
TILES = "tile-1", "tile-2", "tile-3", "tile-4"


def balloon_cup(sight: Sight, moves: list[Move]) -> Move:
    return max(moves, key=lambda move: worth(sight, move))


def worth(sight: Sight, move: Move) -> int:
    """How good a move is, beside others of the same decision."""
    match move:
        case ("play", str(balloon), str(tile), side):
            return placed(sight, balloon, tile, own=side == "own")
        case ("wind", str(balloon), str(replaced)):
            whose = (sight.me, *sight.others)
            [(tile, who)] = [(t, p) for t in TILES for p in whose if replaced in sight.names("flight", t, p)]
            better = way(sight, tile) * (number(balloon) - number(replaced))
            return better if who == sight.me else -better
        case ("exchange", int(amount)):
            return amount
        case ("discard", str(balloon)):  # what no tile takes, and of that the middle
            color = balloon.split("-")[1]
            wanted = any(f"cube-{color}" in sight.names("cargo", tile) for tile in TILES)
            return -abs(number(balloon) - MIDDLE) - COMPLETE * wanted
        case ("trade", *paid):
            return COMPLETE - len(paid)
        case _:
            return 0


def placed(sight: Sight, balloon: str, tile: str, *, own: bool) -> int:
    """How much a balloon helps at a tile, and what it brings if that is complete."""
    mine, theirs = (list(sight.names("flight", tile, who)) for who in (sight.me, *sight.others))
    (mine if own else theirs).append(balloon)
    gain = way(sight, tile) * (number(balloon) - MIDDLE) * (1 if own else -1)
    cubes = len(sight.names("cargo", tile))
    if len(mine) == len(theirs) == cubes:
        lead = way(sight, tile) * (sum(map(number, mine)) - sum(map(number, theirs)))
        gain += (COMPLETE + cubes) * (1 if lead >= 0 else -1)
    return gain


def way(sight: Sight, tile: str) -> int:
    """1 where more wins, -1 where less does."""
    return 1 if sight.value("ground", tile) == "mountain" else -1


def number(balloon: str) -> int:
    return int(balloon.split("-")[2])
