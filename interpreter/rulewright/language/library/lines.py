"""Questions of a line and of a direction, and the tables that `rotate` and `pack` need.

A line is its index in `World.lines`, which grows while rules are elaborated: tables over lines are made when it is
complete and register nothing new.
"""

from rulewright.language import constant_folding as fold
from rulewright.language import core, geometry, intervals
from rulewright.language.built_in import row
from rulewright.language.elaborate.coercions import line_place
from rulewright.language.elaborate.environment import Env, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.geometry import Cells, Places
from rulewright.language.library.common import argument, constant_number, lookup, lookup_list, typed_value, wants
from rulewright.language.library.places import DIRECTION, WAYS, answered
from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import BOOL, NumberT, ValueT

Args = tuple[Expr, ...]
ANY_NUMBER = NumberT(-intervals.LIMIT, intervals.LIMIT)


def lines_of(world: World, place: str) -> tuple[Cells, ...]:
    """The lines of a place type that the rules speak of, in the order of their values."""
    return tuple(world.lines.get(place, ()))


def line_names(world: World, place: str) -> tuple[str, ...]:
    """What these lines are called."""
    return tuple(geometry.line_name(world.places[place], line) for line in lines_of(world, place))


def geometries(world: World) -> tuple[core.Geometry, ...]:
    """The constants of all place types, when all lines are known."""
    return tuple(
        core.Geometry(name, lines_of(world, name), line_names(world, name), places.rows, places.columns)
        for name, places in world.places.items()
    )


def is_square(places: Places, line: Cells) -> bool:
    """Whether this is a square and no line: of a grid, without direction."""
    return places.kind == "grid" and not geometry.line_ways(places, line)


@row("line", "runs", "n", doc="All stretches of n places of the line.")
def runs(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("runs", args, ("n",), span)
    number = constant_number(world, env, args[0])
    value = typed_value(subject)
    places = world.places[line_place(value.type)]
    for run in geometry.runs(places, number):
        world.line(places.name, run)
    title = f"{places.name} line runs {number}"
    of = ValueT(f"{places.name} line")
    return lookup_list(world, title, lambda: runs_table(world, places, title, number), (value.core,), of)


def runs_table(world: World, places: Places, title: str, number: int) -> core.ListTable:
    """For each line its stretches of a length; a square has none."""
    known = world.lines.get(places.name, {})
    lists = tuple(
        () if is_square(places, line) else tuple(known[run] for run in geometry.line_runs(line, number))
        for line in known
    )
    return core.ListTable(title, (len(lists),), (0,), lists)


@row("line", "directions", doc="The directions of the line: left and right, or up and down.")
def directions(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("directions", args, (), span)
    value = typed_value(subject)
    places = world.places[line_place(value.type)]
    title = f"{places.name} line directions"
    return lookup_list(world, title, lambda: directions_table(world, places, title), (value.core,), DIRECTION)


def directions_table(world: World, places: Places, title: str) -> core.ListTable:
    """For each line its directions."""
    lists = tuple(geometry.line_directions(places, line) for line in lines_of(world, places.name))
    return core.ListTable(title, (len(lists),), (0,), lists)


@row("line", "edge", doc="Whether it is a whole row or column on the border.", flag=True)
def edge(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("edge", args, (), span)
    value = typed_value(subject)
    places = world.places[line_place(value.type)]
    title = f"{places.name} line edge"
    return lookup(world, title, lambda: edge_table(world, places, title), (value.core,), BOOL)


def edge_table(world: World, places: Places, title: str) -> core.Table:
    """For each line whether it is a border; of none it is no."""
    values = tuple(int(geometry.line_edge(places, line)) for line in lines_of(world, places.name))
    return core.Table(title, (len(values),), (0,), values, outside=0)


@row("direction", "turned", "n", doc="The direction n eighths clockwise.")
def turned(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("turned", args, ("n",), span)
    way = typed_value(subject)
    eighths = argument(world, env, args[0], ANY_NUMBER)
    eight = fold.number(WAYS)
    number = fold.calculation("mod", eighths.core, eight, (eighths.type, eight.type), span)
    values = tuple(geometry.turned(one, by) for one in range(WAYS) for by in range(WAYS))
    known = fold.constant(way.core), fold.constant(number)
    if known[0] is not None and known[0] >= 0 and known[1] is not None:
        return Value(core.Const(values[known[0] * WAYS + known[1]], DIRECTION), DIRECTION)
    table = core.Table("turned", (WAYS, WAYS), (0, 0), values)
    return lookup(world, "turned", lambda: table, (way.core, number), answered(DIRECTION, way))


# ---- for sentences


def rotation_table(world: World, place: str) -> int:
    """The list table: line -> its places in the order of rotation, as values of the place type."""
    places, title = world.places[place], f"{place} line rotation"

    def make() -> core.ListTable:
        turned = (geometry.rotation(places, line) for line in lines_of(world, place))
        lists = tuple(tuple(places.low + at for at in line) for line in turned)
        return core.ListTable(title, (len(lists),), (0,), lists)

    return world.list_table(title, make)


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
    places, title = world.places[place], f"{place} pack"

    def make() -> core.ListTable:
        lists = tuple(tuple(cell for lane in lanes for cell in lane) for lanes in geometry.pack_lanes(places))
        return core.ListTable(title, (len(geometry.SIDES),), (0,), lists)

    return world.list_table(title, make)
