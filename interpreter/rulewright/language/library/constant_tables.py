"""What rows mean that are constants: tables by the subject and the arguments, made when the elaboration is complete.

A line is its index in `World.lines`, which grows while rules are elaborated: tables over lines register nothing new.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

from rulewright.language import core, types
from rulewright.language import intervals as fold
from rulewright.language.built_in import Constant, ConstantList, Row
from rulewright.language.elaborate.coercions import is_line, line_place, place_name
from rulewright.language.elaborate.environment import Mistake, SeqValue, Value
from rulewright.language.elaborate.world import World
from rulewright.language.geometry import Cells, Lists, Places
from rulewright.language.messages import declarations as limits
from rulewright.language.span import Span

MOST_IN_PAIRS: Final = 1024
Values = tuple[Value, ...]
Fixed = tuple[int, ...]


def constant(world: World, row: Row, meaning: Constant, asked: Values, fixed: Fixed) -> Value:
    """A value from a table; of possibly nothing it is possibly none, a yes/no question is then no."""
    keys = tuple(declared(world, one.type) for one in asked)
    type_ = meaning.type(about(world, keys[0])) if callable(meaning.type) else meaning.type
    if type_ != types.BOOL and any(isinstance(one.type, types.OptionalT) for one in asked):
        type_ = types.with_none(type_)
    title, none = titled(keys[0], row, fixed), 0 if type_ == types.BOOL else types.none_code(type_)

    def make() -> core.Table:
        found = entries(world, row, meaning.entries, keys, fixed)
        return core.Table(title, *shape(world, keys), tuple(int(one) if one >= 0 else none for one in found), none)

    return Value(core.Lookup(world.table(title, make), tuple(one.core for one in asked), type_), type_)


def constant_list(world: World, row: Row, meaning: ConstantList, asked: Values, fixed: Fixed) -> SeqValue:
    """A sequence from a table of lists."""
    keys = tuple(declared(world, one.type) for one in asked)
    of, title = meaning.of or keys[0], titled(keys[0], row, fixed)
    low = types.lowest(of) if meaning.of is None else 0

    def make() -> core.ListTable:
        found = entries(world, row, meaning.entries, keys, fixed)
        return core.ListTable(title, *shape(world, keys), tuple(tuple(low + one for one in each) for each in found))

    return SeqValue(core.TableList(world.list_table(title, make), tuple(one.core for one in asked)), of)


def entries(
    world: World, row: Row, make: Callable[..., Any], keys: tuple[types.Scalar, ...], fixed: Fixed
) -> Iterable[Any]:
    """The entries of a table, the last of the values by which it is asked changing fastest."""
    over = about(world, keys[0])
    found: Iterable[Any]
    if row.sort == "line":
        found = [make(over, line, *fixed) for line in lines_of(world, line_place(keys[0]))]
    else:
        found = make(over, *fixed)
    for _ in keys[1:]:
        found = chain.from_iterable(found)
    return found


def about(world: World, subject: types.Scalar) -> Places | World:
    """The places that a table speaks of; of players and teams the world."""
    return world.places.get(line_place(subject) or place_name(subject) or "", world)


def shape(world: World, keys: tuple[types.Scalar, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many entries there are by each of the values, and the lowest of each."""
    extents = (len(lines_of(world, line_place(each))) if is_line(each) else world.size(each) for each in keys)
    return tuple(extents), tuple(map(types.lowest, keys))


def declared(world: World, type_: types.Scalar) -> types.Scalar:
    """The type as it was declared: of a number type all values."""
    inner = types.without_none(type_)
    return world.types[inner.place] if isinstance(inner, types.NumberT) and inner.place else inner


def not_too_many_pairs(world: World, question: str, type_: types.Scalar, span: Span) -> None:
    """Ends the sentence if there are too many pairs of places to be told of each."""
    size = world.size(type_)
    if size > MOST_IN_PAIRS:
        place = place_name(type_) or ""
        raise Mistake(limits.too_many_pairs(span, place=place, question=question, number=size, most=MOST_IN_PAIRS))


def titled(subject: types.Scalar, row: Row, fixed: Fixed) -> str:
    """The name of a table."""
    name = subject.name if isinstance(subject, types.LineT) else place_name(subject) or ""
    return " ".join((name, row.name, *map(str, fixed)))


def lines_of(world: World, place: str) -> tuple[Cells, ...]:
    """The lines of a place type that the rules speak of, in the order of their values."""
    return tuple(world.lines.get(place, ()))


def lines_of_all(world: World, row: Row, find: Callable[..., Lists], place: str, fixed: Fixed) -> SeqValue:
    """Lines of a place type in their order, each known from now on."""
    found = tuple(world.line(place, line) for line in find(world.places[place], *fixed))
    table = world.lists(titled(world.types[place], row, fixed), lambda: (found,))
    return SeqValue(core.TableList(table, (fold.number(0),)), types.LineT(place))


def shifted(world: World, value: Value, by: int) -> Value:
    """The value so many on in the declared order, round and round."""
    size = world.size(types.without_none(value.type))
    table = core.Table(f"{by:+} of {size}", (size,), (0,), tuple((index + by) % size for index in range(size)))
    return Value(core.Lookup(world.table(table.name, lambda: table), (value.core,), value.type), value.type)
