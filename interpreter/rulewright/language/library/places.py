"""Questions of a place (neighbors, rays, distances …) and of all places of a type (rows, lanes, runs, squares …).

A place is asked by its value: its index, for a number type the number itself; the tables say so by their lowest index,
and the places they give are values again. A line is its index in `World.lines`. What only grids have others refuse.
"""

from rulewright.language import geometry
from rulewright.language.built_in import Constant, ConstantList, LinesOfAll, Param, Row
from rulewright.language.types import BOOL, DIRECTION, NumberT, OptionalT, Scalar, ValueT, with_none


def reach(places: geometry.Places) -> Scalar:
    """The distances there are; none where there is no way between some two."""
    if places.kind == "joined":
        steps = [one for cells in geometry.distance(places) for one in cells]
        return NumberT(0, max(steps)) if min(steps) >= 0 else with_none(NumberT(0, max(steps)))
    return NumberT(0, max(places.rows, places.columns, 1 if places.kind == "grid" else len(places.names)) - 1)


N, D, P = Param("n", "fixed number"), Param("d", DIRECTION), Param("p", "another place")
LEAP = Param("a", "fixed number"), Param("b", "fixed number")

ROWS = (
    Row("place", "neighbors", "The places next to it.", ConstantList(geometry.neighbors)),
    Row("place", "around", "The up to eight places around it.", ConstantList(geometry.around)),
    Row("place", "leaps", "The places a and b away, either way.", ConstantList(geometry.leaps), LEAP, grid=True),
    Row(
        "place",
        "step",
        "The next place in a direction, none beyond the border.",
        Constant(geometry.step, lambda places: OptionalT(ValueT(places.name))),
        (D,),
        grid=True,
    ),
    Row("place", "ray", "All places in a direction, nearest first.", ConstantList(geometry.ray), (D,), grid=True),
    Row(
        "place",
        "direction",
        "The direction from it to p in line, or none.",
        Constant(geometry.direction, OptionalT(DIRECTION)),
        (P,),
        grid=True,
    ),
    Row("place", "distance", "The fewest steps to p.", Constant(geometry.distance, reach), (P,)),
    Row(
        "place",
        "between",
        "The places strictly between it and p in line, in order.",
        ConstantList(geometry.between),
        (P,),
    ),
    Row(
        "place",
        "row",
        "The number of its row, 1 at the bottom.",
        Constant(geometry.row_of, lambda places: NumberT(1, places.rows)),
        grid=True,
    ),
    Row(
        "place",
        "column",
        "The number of its column, 1 at the left.",
        Constant(geometry.column_of, lambda places: NumberT(1, places.columns)),
        grid=True,
    ),
    Row("place", "edge", "Whether it lies on the border of the grid.", Constant(geometry.edge, BOOL), grid=True),
    Row("places", "rows", "The rows from the bottom.", LinesOfAll(geometry.rows), grid=True),
    Row("places", "columns", "The columns from the left.", LinesOfAll(geometry.columns), grid=True),
    Row("places", "lanes", "The columns, then the rows.", LinesOfAll(geometry.lanes), grid=True),
    Row("places", "diagonals", "The rising, then the falling diagonals.", LinesOfAll(geometry.diagonals), grid=True),
    Row("places", "lines", "All straight lines.", LinesOfAll(geometry.lines)),
    Row("places", "runs", "All stretches of n places in lines.", LinesOfAll(geometry.runs), (N,)),
    Row("places", "squares", "All squares of n by n places.", LinesOfAll(geometry.squares), (N,), grid=True),
)
