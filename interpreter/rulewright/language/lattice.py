"""Places that are laid out: shapes of hexagons, and how grids and hexagons stand where they are drawn."""

from collections.abc import Iterator, Sequence
from itertools import product

from rulewright.language.core import Standing
from rulewright.language.geometry import Places, Spot, column_letters, half_steps, hexagons, letters


def hexagon(name: str, side: int, ways: tuple[str, ...]) -> Places:
    """So many hexagons along each of six sides; their columns lean to the left, so that a1 is the first in row 1."""
    begins = [abs(side - 1 - row) for row in range(2 * side - 1)]
    at = [(half, row) for row, begin in enumerate(begins) for half in range(begin, 4 * side - 3 - begin, 2)]
    return hexagons(name, spots_of(at), -1, ways)


def lozenge(name: str, rows: int, columns: int, ways: tuple[str, ...]) -> Places:
    """Rows of hexagons, each half of one further to the right than the one below."""
    return hexagons(name, [*product(range(columns), range(rows))], 1, ways)


def spots_of(drawn: Sequence[Spot]) -> list[Spot]:
    """The spots of hexagons that are drawn so many half steps to the right, and rows up, from anywhere."""
    lowest, least = min(row for _, row in drawn), min(half - row for half, row in drawn)
    return [((half - row - least) // 2, row - lowest) for half, row in drawn]


def standing(p: Places) -> Standing | None:
    """How a grid or hexagons stand; other places do not."""
    if not p.spots:
        return None
    at, rows = {spot: place for place, spot in enumerate(p.spots)}, range(p.rows)[::-1]
    if p.kind == "grid":
        return Standing(tuple(tuple(at.get((column, row)) for column in range(p.columns)) for row in rows))
    inside = [[column for column, there in p.spots if there == row] or [0] for row in rows]
    least = min(half_steps(spot) for spot in p.spots)
    begins = [half_steps((min(columns), row)) - least for columns, row in zip(inside, rows, strict=True)]
    named = [(row, half - least, letter) for row, half, letter in letters_beside(p)]
    left = max(0, *(-half for _, half, _ in named))
    return Standing(
        tuple(
            tuple(at.get((column, row)) for column in range(min(columns), max(columns) + 1))
            for columns, row in zip(inside, rows, strict=True)
        ),
        tuple(begin + left for begin in begins),
        tuple((row, half + left, letter) for row, half, letter in named),
        p.lean,
    )


def letters_beside(p: Places) -> Iterator[tuple[int, int, str]]:
    """Where the letter of each column of hexagons stands: where the next one below would be, or below all."""
    lowest: dict[int, Spot] = {}
    for column, spot in zip(letters(p.spots, p.lean), p.spots, strict=True):
        lowest.setdefault(column, spot)
    least = min(map(half_steps, p.spots))
    for column, (right, row) in lowest.items():
        slanting = p.rows - row, half_steps((right, row)) - p.lean
        yield (*(slanting if p.lean else (p.rows, least + 2 * column)), column_letters(column))
