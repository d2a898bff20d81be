"""Apotheca: line up three where one power does it, otherwise bring potions of a color together as long as an action is
left, and hire whoever can be paid. What face-down potions are it knows of its own only."""

from rulewright import Move
from tests.opponents.sight import Sight
from tests.oracles.apotheca import COLUMN, ROW, Market, Tile, find_matches, outcomes

UNKNOWN = "?"
LANES = [lane[at : at + 3] for lane in (*ROW.values(), *COLUMN.values()) for at in (0, 1)]
MATCH, HIRE, REVEAL, RESTOCK = 100, 50, 3, 2


def apotheca(sight: Sight, moves: list[Move]) -> Move:
    market: Market = {}
    for piece in sight.shown("market"):
        owner = 0 if piece.face_down else None
        market[str(piece.place)] = Tile(piece.name.removeprefix("potion-"), owner)
    crew = {name: outcomes(market, name) for name in {str(m[1]) for m in moves if m[0] == "power"}}
    return max(moves, key=lambda move: worth(sight, move, market, crew))


def worth(sight: Sight, move: Move, market: Market, crew: dict[str, dict[Move, Market]]) -> float:
    """How good a move is, beside others of the same decision."""
    before = promise(market)
    last = sight.value("actions") < 2
    match move:
        case ("power", str(name), *arguments):
            after = crew[name][tuple(arguments)]
            gained = promise(after) - before
            return MATCH * len(find_matches(after)) + (-gained if last else gained)
        case ("reveal", str(space)):
            after = market | {space: Tile(market[space].colour)}
            known = market[space].colour != UNKNOWN
            return REVEAL + known + MATCH * (known and bool(find_matches(after)))
        case ("hire", _, payment):
            return HIRE + (payment == "pair")
        case ("restock",):
            return RESTOCK
        case ("place", str(space)):
            [drawn] = sight.names("drawn", sight.me)
            return promise(market | {space: Tile(drawn.removeprefix("potion-"))}) - before
        case ("satisfy", str(match), _):
            return len(find_matches(market)[match])
        case ("use-extra-action",):
            return 1
        case _:
            return 0


def promise(market: Market) -> int:
    """How many pairs of a color lie within three spaces in a lane, as far as they are known."""
    found = 0
    for lane in LANES:
        colors = [market[space].colour for space in lane if space in market and market[space].colour != UNKNOWN]
        found += len(colors) - len({*colors})
    return found
