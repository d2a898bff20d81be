"""The one resolver of the library: counts the arguments of a question, gives each the type of its parameter, and makes
the answer that the row means: by constant tables, which are made when the elaboration is complete, or by a function.

A line is its index in `World.lines`, which grows while rules are elaborated: tables over lines register nothing new.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

from attrs import evolve, frozen

from rulewright.language import core, intervals as fold, types
from rulewright.language.built_in import Constant, ConstantList, Function, LinesOfAll, Node, Param, Row, Shifted
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.coercions import coerce, is_line, line_place, misplaced, place_name, value
from rulewright.language.elaborate.environment import Env, Mistake, OfEach, SeqValue, Typed, Value, World
from rulewright.language.elaborate.resolve import named_type
from rulewright.language.geometry import Cells, Lists, Places
from rulewright.language.messages import declarations as limits, kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Call, Expr, Member, Name, Of, Word
from rulewright.language.types import KindT, NumberT, OptionalT, Scalar, with_none, without_none

Argument = Value | int | OfEach | Scalar | None


def fits(world: World, row: Row, place: str | None) -> bool:
    """Whether the row is asked of this place type; what is not asked of places fits always."""
    if row.sort not in ("place", "places"):
        return True
    places = world.places.get(place or "")
    return places is not None and (places.kind == "grid" or not row.grid)


def takes(row: Row, args: tuple[Expr, ...]) -> bool:
    """Whether a question has as many parameters as there are arguments."""
    fewest = sum(not param.optional for param in row.params)
    return fewest <= len(args) <= len(row.params)


def answer(world: World, env: Env, row: Row, subject: Typed, args: tuple[Expr, ...], span: Span) -> Typed:
    """What a row answers; ends the sentence unless there are as many arguments as parameters, and of their types."""
    if not takes(row, args):
        wanted = [param.name for param in row.params]
        raise Mistake(words.arguments(span, name=row.name, wanted=wanted, got=len(args)))
    whole = row.sort != "sequence" or (isinstance(row.meaning, Function) and row.meaning.whole)
    asked = Asked(world, env, row, subject if whole else coercions.as_seq(world, subject, span), span)
    given = [argument(asked, param, arg) for param, arg in zip(row.params, args, strict=False)]
    return meant(asked, (*given, *[None] * (len(row.params) - len(given))))


@frozen
class Asked:
    """A question whose arguments are being read."""

    world: World
    env: Env
    row: Row
    subject: Typed
    span: Span

    @property
    def one(self) -> Value:
        """The subject of a row that only single values have."""
        assert isinstance(self.subject, Value)
        return self.subject


# ---- arguments


def argument(asked: Asked, param: Param, node: Expr) -> Argument:
    """An argument as its parameter wants it."""
    match param.wanted:
        case "fixed number":
            known = fold.constant(value(asked.world, asked.env, node, NumberT(0, 9999)).core)
            if known is None:
                misplaced(node.span, "a number that changes", "a fixed number", "Write one, such as 3.")
            return known
        case "alike":
            wanted = asked.subject.of if isinstance(asked.subject, SeqValue) else asked.one.type
            found = asked.world.expression(asked.env, node, wanted)
            if isinstance(without_none(wanted), KindT):
                return coercions.as_piece(asked.world, found, node.span)
            return coerce(asked.world, found, wanted, node.span)
        case "another place":
            # there are not too many pairs
            name, type_ = asked.row.name, declared(asked.world, asked.one.type)
            not_too_many_pairs(asked.world, name, type_, asked.span)
            other = value(asked.world, asked.env, node, type_)
            coercions.check_index(asked.env, name, type_, other.type, node.span)
            return evolve(other, type=with_none(type_) if isinstance(other.type, OptionalT) else type_)
        case "of each":
            return of_each(asked, node)
        case "type":
            if not isinstance(node, Word):
                misplaced(node.span, "a value", "a type", "Write holder(player).", Edit(node.span, "player"))
            return named_type(asked.world, node.name)
        case wanted:
            return value(asked.world, asked.env, node, wanted)


def of_each(asked: Asked, node: Expr) -> OfEach:
    """A question of each element, by its name."""
    assert isinstance(asked.subject, SeqValue)
    if not isinstance(node, Word | Call):
        raise Mistake(words.no_question(node.span, what=asked.world.text(node.span), name=asked.row.name))
    local, element = asked.world.element(asked.subject, "each")
    one = Name(" each", span=node.span)  # no author can write that
    member = Member(node.name, node.args if isinstance(node, Call) else None, span=node.span)
    env = asked.env.bind(one, element, "an element")
    answer = asked.world.expression(env, Of(Word(one, span=node.span), member, span=node.span))
    return OfEach(local, coercions.as_value(asked.world, answer, node.span))


# ---- meanings


def meant(asked: Asked, args: tuple[Argument, ...]) -> Typed:
    """What the meaning of a row makes of the subject and the arguments."""
    world, row = asked.world, asked.row
    fixed = tuple(one for one in args if isinstance(one, int))
    values = tuple(one for one in (asked.subject, *args) if isinstance(one, Value))
    match row.meaning:
        case Constant():
            return constant(world, row, row.meaning, values, fixed)
        case ConstantList():
            return constant_list(world, row, row.meaning, values, fixed)
        case LinesOfAll(find):
            assert isinstance(asked.subject, SeqValue)
            return lines_of_all(world, row, find, asked.subject.plural or "", fixed)
        case Shifted(by):
            return shifted(world, asked.one, by)
        case Node(make, type_):
            return Value(make(*(one.core for one in values), span=asked.span), type_)
        case Function(make):
            return make(world, asked.subject, *args, asked.span)


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
    subject = keys[0]
    over = world.places.get(line_place(subject) or place_name(subject) or "", world)
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
