"""Questions of places, of all places of a type, of lines and directions, and the tables that `rotate` and `pack` need.

A place is asked by its value: its index, for a number type the number itself; the tables say so by their lowest index,
and the places they give are values again. What only grids have others refuse."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Final

from rulewright.language import core, geometry, intervals as fold
from rulewright.language.elaborate.coercions import ANY_NUMBER, declared_name, line_place, only_board, piece_on
from rulewright.language.elaborate.environment import Mistake, SeqValue, Value, World
from rulewright.language.library import answering
from rulewright.language.library.answering import Constant, ConstantList, Function, Param, Row, declared, lines_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, DIRECTION, LineT, NumberT, OptionalT, Scalar, ValueT, with_none

WAYS: Final = len(geometry.DIRECTIONS)


def geometries(world: World) -> tuple[core.Geometry, ...]:
    """The constants of all place types, when all lines are known."""
    made: list[core.Geometry] = []
    for name, places in world.places.items():
        names = tuple(world.names_of_lines(name))
        made.append(core.Geometry(name, lines_of(world, name), names, places.rows, places.columns))
    return tuple(made)


def runs(world: World, line: Value, number: int, _span: Span) -> SeqValue:
    """The stretches of a line, each known from now on; a square has none."""
    places = world.places[line_place(line.type)]
    for run in geometry.runs(places, number):
        world.line(places.name, run)

    def stretches() -> Iterator[tuple[int, ...]]:
        known = world.lines.get(places.name, {})
        for each in known:
            square = places.kind == "grid" and not geometry.line_ways(places, each)
            yield () if square else tuple(known[run] for run in geometry.line_runs(each, number))

    table = world.lists(f"{places.name} line runs {number}", stretches)
    return SeqValue(core.TableList(table, (line.core,)), LineT(places.name))


def turned(world: World, way: Value, eighths: Value, span: Span) -> Value:
    """The direction so many eighths clockwise."""
    eight = fold.number(WAYS)
    number = fold.calculation("mod", eighths.core, eight, (eighths.type, eight.type), span)
    values = tuple(geometry.turned(one, by) for one in range(WAYS) for by in range(WAYS))
    known = fold.constant(way.core), fold.constant(number)
    if known[0] is not None and known[0] >= 0 and known[1] is not None:
        return Value(core.Const(values[known[0] * WAYS + known[1]], DIRECTION), DIRECTION)
    table = world.table("turned", lambda: core.Table("turned", (WAYS, WAYS), (0, 0), values))
    type_ = with_none(DIRECTION) if isinstance(way.type, OptionalT) else DIRECTION
    return Value(core.Lookup(table, (way.core, number), type_), type_)


LINE_DIRECTIONS: Final = ConstantList(geometry.line_directions, DIRECTION)
STRAIGHT: Final = Constant(lambda _: ["-" not in way for way in geometry.DIRECTIONS], BOOL)
SLANTING: Final = Constant(lambda _: ["-" in way for way in geometry.DIRECTIONS], BOOL)
OF_LINES: Final = (
    Row("line", "runs", "All stretches of n places of the line.", Function(runs), (Param("n", "fixed number"),)),
    Row("line", "directions", "The directions of the line: left and right, or up and down.", LINE_DIRECTIONS),
    Row("line", "edge", "Whether it is a whole row or column on the border.", Constant(geometry.line_edge, BOOL)),
    Row("direction", "straight", "Whether it is left, right, up or down.", STRAIGHT),
    Row("direction", "slanting", "Whether it goes along a diagonal.", SLANTING),
    Row("direction", "turned", "The direction n eighths clockwise.", Function(turned), (Param("n", ANY_NUMBER),)),
)


def rotation_table(world: World, place: str) -> int:
    """The list table: line -> its places in the order of rotation, as values of the place type."""
    places = world.places[place]

    return world.lists(
        f"{place} line rotation",
        lambda: (tuple(places.low + at for at in geometry.rotation(places, line)) for line in lines_of(world, place)),
    )


def rotation_reverse(world: World, place: str) -> int:
    """The table line x direction -> 0 forward in the order of rotation, 1 backward, -1 no direction of the line."""
    places, title = world.places[place], f"{place} line reverse"

    def make() -> core.Table:
        lines = lines_of(world, place)
        ways = [{way: int(not forward) for way, forward in geometry.line_ways(places, line)} for line in lines]
        values = tuple(known.get(way, -1) for known in ways for way in range(WAYS))
        return core.Table(title, (len(lines), WAYS), (0, 0), values)

    return world.table(title, make)


def pack_table(world: World, place: str) -> int:
    """The list table: side -> the places of a grid lane by lane, each lane from that side on."""
    places = world.places[place]
    return world.lists(f"{place} pack", lambda: (tuple(chain(*lanes)) for lanes in geometry.pack_lanes(places)))


def reach(places: geometry.Places) -> Scalar:
    """The distances there are; none where there is no way between some two."""
    if places.kind == "joined":
        steps = [one for cells in geometry.distance(places) for one in cells]
        return NumberT(0, max(steps)) if min(steps) >= 0 else with_none(NumberT(0, max(steps)))
    return NumberT(0, max(places.rows, places.columns, 1 if places.kind == "grid" else len(places.names)) - 1)


N, D, P = Param("n", "fixed number"), Param("d", DIRECTION), Param("p", "another place")
LEAP: Final = Param("a", "fixed number"), Param("b", "fixed number")


def all_lines(find: Callable[..., geometry.Lists]) -> Function:
    """Lines of a place type in their order, each known from now on."""

    def made(world: World, several: SeqValue, *args: int | Span) -> SeqValue:
        place, fixed = several.plural or "", args[:-1]
        found = tuple(world.line(place, line) for line in find(world.places[place], *fixed))
        table = world.lists(" ".join((place, find.__name__, *map(str, fixed))), lambda: (found,))
        return SeqValue(core.TableList(table, (fold.number(0),)), LineT(place))

    return Function(made)


of_grid: Final = partial(Row, "place", grid=True)
STEP: Final = Constant(geometry.step, lambda places: OptionalT(ValueT(places.name)))
TOWARD: Final = Constant(geometry.direction, OptionalT(DIRECTION))
REACH: Final = "The places in a direction up to and with the first piece on the only board over them."
ROW: Final = Constant(geometry.row_of, lambda places: NumberT(1, places.rows))
COLUMN: Final = Constant(geometry.column_of, lambda places: NumberT(1, places.columns))
RAY: Final = of_grid("ray", "All places in a direction, nearest first.", ConstantList(geometry.ray), (D,))
BETWEEN: Final = Row(
    "place", "between", "The places strictly between it and p in line, in order.", ConstantList(geometry.between), (P,)
)


def reached(world: World, here: Value, way: Value, span: Span) -> SeqValue:
    """The places of a ray of which none between them and here holds a piece."""
    type_ = declared(world, here.type)
    board = only_board(world, type_)
    if board is None:
        raise Mistake(words.which_board(span, place=declared_name(type_) or ""))
    answering.not_too_many_pairs(world, "reach", type_, span)
    there, other = world.local("there", type_), world.local("other", type_)
    ray = answering.constant_list(world, RAY, ConstantList(geometry.ray), (here, way), ())
    between = (here, Value(core.Get(there, type_), type_))
    on_the_way = answering.constant_list(world, BETWEEN, ConstantList(geometry.between), between, ())
    piece = piece_on(world, core.PlaceRef(core.ZoneRef(board, span=span), core.Get(other, type_), span=span))
    held = core.Exists(other, on_the_way.seq, fold.negation(fold.is_none(piece.core)))
    return SeqValue(core.Filter(there, ray.seq, fold.negation(held)), type_)


OF_PLACES: Final = (
    Row("place", "neighbors", "The places next to it.", ConstantList(geometry.neighbors)),
    Row("place", "around", "The up to eight places around it.", ConstantList(geometry.around)),
    of_grid("leaps", "The places a and b away, either way.", ConstantList(geometry.leaps), LEAP),
    of_grid("step", "The next place in a direction, none beyond the border.", STEP, (D,)),
    RAY,
    of_grid("reach", REACH, Function(reached), (D,)),
    of_grid("direction", "The direction from it to p in line, or none.", TOWARD, (P,)),
    Row("place", "distance", "The fewest steps to p.", Constant(geometry.distance, reach), (P,)),
    BETWEEN,
    of_grid("row", "The number of its row, 1 at the bottom.", ROW),
    of_grid("column", "The number of its column, 1 at the left.", COLUMN),
    of_grid("edge", "Whether it lies on the border of the grid.", Constant(geometry.edge, BOOL)),
    Row("places", "rows", "The rows from the bottom.", all_lines(geometry.rows), grid=True),
    Row("places", "columns", "The columns from the left.", all_lines(geometry.columns), grid=True),
    Row("places", "lanes", "The columns, then the rows.", all_lines(geometry.lanes), grid=True),
    Row("places", "diagonals", "The rising, then the falling diagonals.", all_lines(geometry.diagonals), grid=True),
    Row("places", "lines", "All straight lines.", all_lines(geometry.lines)),
    Row("places", "runs", "All stretches of n places in lines.", all_lines(geometry.runs), (N,)),
    Row("places", "squares", "All squares of n by n places.", all_lines(geometry.squares), (N,), grid=True),
)
