"""Questions of a place (neighbors, rays, distances …) and of all places of a type (rows, lanes, runs, squares …).

A place is asked by its value: its index, for a number type the number itself; the tables say so by their lowest index,
and the places they give are values again. A line is its index in `World.lines`. What only grids have others refuse.
"""

from typing import Final

from rulewright.language import core, geometry
from rulewright.language import intervals as fold
from rulewright.language.built_in import Constant, ConstantList, Function, LinesOfAll, Param, Row
from rulewright.language.elaborate.coercions import only_board, piece_on, place_name
from rulewright.language.elaborate.environment import Mistake, SeqValue, Value
from rulewright.language.elaborate.world import World
from rulewright.language.library.constant_tables import constant_list, declared, not_too_many_pairs
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, DIRECTION, NumberT, OptionalT, Scalar, ValueT, with_none


def reach(places: geometry.Places) -> Scalar:
    """The distances there are; none where there is no way between some two."""
    if places.kind == "joined":
        steps = [one for cells in geometry.distance(places) for one in cells]
        return NumberT(0, max(steps)) if min(steps) >= 0 else with_none(NumberT(0, max(steps)))
    return NumberT(0, max(places.rows, places.columns, 1 if places.kind == "grid" else len(places.names)) - 1)


N, D, P = Param("n", "fixed number"), Param("d", DIRECTION), Param("p", "another place")
LEAP: Final = Param("a", "fixed number"), Param("b", "fixed number")

RAY: Final = Row(
    "place", "ray", "All places in a direction, nearest first.", ConstantList(geometry.ray), (D,), grid=True
)
BETWEEN: Final = Row(
    "place", "between", "The places strictly between it and p in line, in order.", ConstantList(geometry.between), (P,)
)


def reached(world: World, here: Value, way: Value, span: Span) -> SeqValue:
    """The places of a ray of which none between them and here holds a piece."""
    type_ = declared(world, here.type)
    board = only_board(world, type_)
    if board is None:
        raise Mistake(words.which_board(span, place=place_name(type_) or ""))
    not_too_many_pairs(world, "reach", type_, span)
    there, other = world.local("there", type_), world.local("other", type_)
    ray = constant_list(world, RAY, ConstantList(geometry.ray), (here, way), ())
    between = (here, Value(core.Get(there, type_), type_))
    on_the_way = constant_list(world, BETWEEN, ConstantList(geometry.between), between, ())
    piece = piece_on(world, core.PlaceRef(core.ZoneRef(board, span=span), core.Get(other, type_), span=span))
    held = core.Exists(other, on_the_way.seq, fold.negation(fold.is_none(piece.core)))
    return SeqValue(core.Filter(there, ray.seq, fold.negation(held)), type_)


ROWS: Final = (
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
    RAY,
    Row(
        "place",
        "reach",
        "The places in a direction up to and with the first piece on the only board over them.",
        Function(reached),
        (D,),
        grid=True,
    ),
    Row(
        "place",
        "direction",
        "The direction from it to p in line, or none.",
        Constant(geometry.direction, OptionalT(DIRECTION)),
        (P,),
        grid=True,
    ),
    Row("place", "distance", "The fewest steps to p.", Constant(geometry.distance, reach), (P,)),
    BETWEEN,
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
