"""Questions of a place (neighbors, rays, distances …) and of all places of a type (rows, lanes, runs, squares …).

A place is asked by its value: its index, for a number type the number itself; the tables say so by their lowest index,
and the places they give are values again. A line is its index in `World.lines`. What only grids have others refuse.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import NoReturn

from attrs import frozen

from rulewright.language import constant_folding as fold
from rulewright.language import core, geometry
from rulewright.language.built_in import row
from rulewright.language.elaborate.coercions import only_board, piece_on, place_name
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.indexing import check_index
from rulewright.language.elaborate.possessives import ask, questions_of, subject_words
from rulewright.language.elaborate.world import World
from rulewright.language.geometry import Lists, Places
from rulewright.language.library.common import argument, constant_number, lookup, lookup_list, typed_value, wants
from rulewright.language.messages import declarations as limits
from rulewright.language.messages import names as words
from rulewright.language.span import Span
from rulewright.language.syntax import Expr, Name
from rulewright.language.types import (
    BOOL,
    NONE,
    NONE_NUMBER,
    NumberT,
    OptionalT,
    Scalar,
    ValueT,
    with_none,
    without_none,
)

Args = tuple[Expr, ...]
DIRECTION = ValueT("direction")
WAYS = len(geometry.DIRECTIONS)
MOST_IN_PAIRS = 1024


@frozen
class Here:
    """The place that is asked about, and its type."""

    places: Places
    type: Scalar
    value: Value

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.places.names)

    @property
    def low(self) -> int:
        """The value of place 0."""
        return self.places.low

    def coded(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Places as values; what is no place is none."""
        return tuple(cell + self.low if cell >= 0 else self.none for cell in cells)

    @property
    def none(self) -> int:
        """The value that stands for no place."""
        return NONE_NUMBER if self.places.kind == "number" else NONE


def here(world: World, subject: Typed, *, grid: bool = False) -> Here | None:
    """The subject as a place; None where it is none that this is asked of."""
    value = typed_value(subject)
    places = world.places.get(place_name(value.type) or "")
    if places is None or (grid and places.kind != "grid"):
        return None
    return Here(places, world.types[places.name], value)


def elsewhere(world: World, env: Env, subject: Typed, args: Args, name: Name) -> Typed:
    """What has no such geometry: the piece on the place is asked; otherwise nothing is called that."""
    value = typed_value(subject)
    board = only_board(world, without_none(value.type))
    if board is None:
        unknown(world, subject, name)
    piece = piece_on(world, core.PlaceRef(core.ZoneRef(board), value.core))
    return ask(world, env, piece, name, args)


def unknown(world: World, subject: Typed, name: Name) -> NoReturn:
    """Ends the sentence: the subject has no such question."""
    raise Mistake(
        words.unknown_question(
            name, subject=subject_words(world, subject), candidates=list(questions_of(world, subject))
        )
    )


def answered(type_: Scalar, *asked: Value) -> Scalar:
    """The type of an answer: of possibly nothing it is possibly none."""
    return with_none(type_) if any(isinstance(one.type, OptionalT) for one in asked) else type_


def outside(type_: Scalar) -> int:
    """What a table gives for none: none, and no for a yes/no question."""
    inner = without_none(type_)
    return 0 if inner == BOOL else NONE_NUMBER if isinstance(inner, NumberT) else NONE


# ---- places near and far


Lister = Callable[[Places], Lists]
Build = Callable[[World, Env, Typed, Args, Span], Typed]


def near(name: str, make: Lister) -> Build:
    """A row without arguments that gives a list for each place."""

    def build(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
        at = here(world, subject)
        if at is None:
            return elsewhere(world, env, subject, args, Name(name, span=span))
        wants(name, args, (), span)
        return list_of_place(world, at, name, make)

    return build


def list_of_place(world: World, at: Here, name: str, make: Lister) -> SeqValue:
    """A list of places for each place."""
    title = f"{at.places.name} {name}"
    return lookup_list(
        world,
        title,
        lambda: core.ListTable(title, (at.size,), (at.low,), tuple(map(at.coded, make(at.places)))),
        (at.value.core,),
        at.type,
    )


row("place", "neighbors", doc="The places next to it.")(near("neighbors", geometry.neighbors))
row("place", "around", doc="The up to eight places around it.")(near("around", geometry.around))


@row("place", "leaps", "a", "b", doc="The places a and b away, either way.")
def leaps(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject, grid=True)
    if at is None:
        return elsewhere(world, env, subject, args, Name("leaps", span=span))
    wants("leaps", args, ("a", "b"), span)
    a, b = (constant_number(world, env, arg) for arg in args)
    return list_of_place(world, at, f"leaps {a} {b}", lambda places: geometry.leaps(places, a, b))


@row("place", "step", "d", doc="The next place in a direction, none beyond the border.")
def step(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject, grid=True)
    if at is None:
        return elsewhere(world, env, subject, args, Name("step", span=span))
    wants("step", args, ("d",), span)
    way = argument(world, env, args[0], DIRECTION)
    title = f"{at.places.name} step"
    return lookup(
        world,
        title,
        lambda: core.Table(
            title, (at.size, WAYS), (0, 0), tuple(cell for cells in geometry.step(at.places) for cell in cells)
        ),
        (at.value.core, way.core),
        with_none(at.type),
    )


@row("place", "ray", "d", doc="All places in a direction, nearest first.")
def ray(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject, grid=True)
    if at is None:
        return elsewhere(world, env, subject, args, Name("ray", span=span))
    wants("ray", args, ("d",), span)
    way = argument(world, env, args[0], DIRECTION)
    title = f"{at.places.name} ray"
    return lookup_list(
        world,
        title,
        lambda: core.ListTable(
            title, (at.size, WAYS), (0, 0), tuple(cells for rays in geometry.ray(at.places) for cells in rays)
        ),
        (at.value.core, way.core),
        at.type,
    )


# ---- two places


def other_place(world: World, env: Env, at: Here, args: Args, span: Span, name: str) -> Value:
    """The one argument, a place of the same type; there are not too many pairs."""
    wants(name, args, ("p",), span)
    if at.size > MOST_IN_PAIRS:
        raise Mistake(
            limits.too_many_pairs(span, place=at.places.name, question=name, number=at.size, most=MOST_IN_PAIRS)
        )
    other = argument(world, env, args[0], at.type)
    check_index(env, name, at.type, other.type, args[0].span)
    return other


def pair_table(
    world: World, at: Here, other: Value, name: str, make: Callable[[], Iterable[int]], type_: Scalar
) -> Value:
    """A value for each pair of places."""
    title = f"{at.places.name} {name}"
    none = outside(type_)
    return lookup(
        world,
        title,
        lambda: core.Table(
            title,
            (at.size, at.size),
            (at.low, at.low),
            tuple(one if one >= 0 else none for one in make()),
            none,
        ),
        (at.value.core, other.core),
        type_,
    )


@row("place", "direction", "p", doc="The direction from it to p in line, or none.")
def direction(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject, grid=True)
    if at is None:
        return elsewhere(world, env, subject, args, Name("direction", span=span))
    other = other_place(world, env, at, args, span, "direction")
    return pair_table(world, at, other, "direction", lambda: geometry.direction(at.places), OptionalT(DIRECTION))


@row("place", "distance", "p", doc="The fewest steps to p.")
def distance(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject)
    if at is None:
        return elsewhere(world, env, subject, args, Name("distance", span=span))
    other = other_place(world, env, at, args, span, "distance")
    most, everywhere = reach(at.places)
    type_ = answered(NumberT(0, most), at.value, other)
    type_ = type_ if everywhere else with_none(type_)
    return pair_table(world, at, other, "distance", lambda: chain.from_iterable(geometry.distance(at.places)), type_)


def reach(places: Places) -> tuple[int, bool]:
    """The greatest distance of two places, and whether there is a way between any two."""
    if places.kind == "joined":
        steps = [one for cells in geometry.distance(places) for one in cells]
        return max(steps), min(steps) >= 0
    return max(places.rows, places.columns, 1 if places.kind == "grid" else len(places.names)) - 1, True


@row("place", "between", "p", doc="The places strictly between it and p in line, in order.")
def between(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    at = here(world, subject)
    if at is None:
        return elsewhere(world, env, subject, args, Name("between", span=span))
    other = other_place(world, env, at, args, span, "between")
    title = f"{at.places.name} between"
    return lookup_list(
        world,
        title,
        lambda: core.ListTable(
            title,
            (at.size, at.size),
            (at.low, at.low),
            tuple(at.coded(cells) for lists in geometry.between(at.places) for cells in lists),
        ),
        (at.value.core, other.core),
        at.type,
    )


# ---- where a cell lies


def lies(name: str, make: Callable[[Places], Iterable[int]], type_of: Callable[[Places], Scalar]) -> Build:
    """A row without arguments that gives a value for each cell of a grid."""

    def build(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
        at = here(world, subject, grid=True)
        if at is None:
            return elsewhere(world, env, subject, args, Name(name, span=span))
        wants(name, args, (), span)
        type_, title = type_of(at.places), f"{at.places.name} {name}"
        type_ = type_ if type_ == BOOL else answered(type_, at.value)
        return lookup(
            world,
            title,
            lambda: core.Table(title, (at.size,), (0,), tuple(map(int, make(at.places))), outside(type_)),
            (at.value.core,),
            type_,
        )

    return build


row("place", "row", doc="The number of its row, 1 at the bottom.")(
    lies("row", geometry.row_of, lambda places: NumberT(1, places.rows))
)
row("place", "column", doc="The number of its column, 1 at the left.")(
    lies("column", geometry.column_of, lambda places: NumberT(1, places.columns))
)
row("place", "edge", doc="Whether it lies on the border of the grid.", flag=True)(
    lies("edge", geometry.edge, lambda _places: BOOL)
)


# ---- all places of a type


def all_places(world: World, subject: Typed, name: Name, *, grid: bool) -> Places:
    """The place type whose plural is asked."""
    places = world.places.get(subject.plural or "") if isinstance(subject, SeqValue) else None
    if places is None or (grid and places.kind != "grid"):
        unknown(world, subject, name)
    return places


def line_list(world: World, places: Places, name: str, lines: Lists) -> SeqValue:
    """These lines in their order, each known from now on."""
    title = f"{places.name} {name}"
    found = tuple(world.line(places.name, line) for line in lines)
    return lookup_list(
        world,
        title,
        lambda: core.ListTable(title, (1,), (0,), (found,)),
        (fold.number(0),),
        ValueT(f"{places.name} line"),
    )


def of_all(name: str, make: Lister, *, grid: bool = True) -> Build:
    """A row without arguments that gives lines."""

    def build(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
        places = all_places(world, subject, Name(name, span=span), grid=grid)
        wants(name, args, (), span)
        return line_list(world, places, name, make(places))

    return build


row("places", "rows", doc="The rows from the bottom.")(of_all("rows", geometry.rows))
row("places", "columns", doc="The columns from the left.")(of_all("columns", geometry.columns))
row("places", "lanes", doc="The columns, then the rows.")(of_all("lanes", geometry.lanes))
row("places", "diagonals", doc="The rising, then the falling diagonals.")(of_all("diagonals", geometry.diagonals))
row("places", "lines", doc="All straight lines.")(of_all("lines", geometry.lines, grid=False))


def of_length(name: str, make: Callable[[Places, int], Lists], *, grid: bool) -> Build:
    """A row that gives lines of a fixed length."""

    def build(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
        places = all_places(world, subject, Name(name, span=span), grid=grid)
        wants(name, args, ("n",), span)
        number = constant_number(world, env, args[0])
        return line_list(world, places, f"{name} {number}", make(places, number))

    return build


row("places", "runs", "n", doc="All stretches of n places in lines.")(of_length("runs", geometry.runs, grid=False))
row("places", "squares", "n", doc="All squares of n by n places.")(of_length("squares", geometry.squares, grid=True))
