"""Questions of a line and of a direction, and the tables that `rotate` and `pack` need.

A line is its index in `World.lines`, which grows while rules are elaborated: tables over lines are made when it is
complete and register nothing new.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from rulewright.language import core, geometry
from rulewright.language import intervals as fold
from rulewright.language.built_in import Constant, ConstantList, Function, Param, Row
from rulewright.language.elaborate.coercions import ANY_NUMBER, line_place
from rulewright.language.elaborate.environment import SeqValue, Value
from rulewright.language.elaborate.world import World
from rulewright.language.library.constant_tables import lines_of
from rulewright.language.span import Span
from rulewright.language.types import BOOL, DIRECTION, LineT, OptionalT, with_none

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


ROWS: Final = (
    Row("line", "runs", "All stretches of n places of the line.", Function(runs), (Param("n", "fixed number"),)),
    Row(
        "line",
        "directions",
        "The directions of the line: left and right, or up and down.",
        ConstantList(geometry.line_directions, DIRECTION),
    ),
    Row("line", "edge", "Whether it is a whole row or column on the border.", Constant(geometry.line_edge, BOOL)),
    Row("direction", "straight", "Whether it is left, right, up or down.", Constant(geometry.straight, BOOL)),
    Row("direction", "slanting", "Whether it goes along a diagonal.", Constant(geometry.slanting, BOOL)),
    Row("direction", "turned", "The direction n eighths clockwise.", Function(turned), (Param("n", ANY_NUMBER),)),
)


# ---- for sentences


def rotation_table(world: World, place: str) -> int:
    """The list table: line -> its places in the order of rotation, as values of the place type."""
    places = world.places[place]

    def turned() -> Iterator[tuple[int, ...]]:
        for line in lines_of(world, place):
            yield tuple(places.low + at for at in geometry.rotation(places, line))

    return world.lists(f"{place} line rotation", turned)


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
