"""A built-in question is a `Row`: its subject, its parameters, its words and its meaning in core terms. And the
resolver of rows: it counts the arguments, gives each the type of its parameter, and makes the answer.

Constant tables are made when the elaboration is complete. A line is its index in `World.lines`, which grows while rules
are elaborated: tables over lines register nothing new."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final, Literal

from attrs import evolve, frozen

from rulewright.language import core, intervals as fold, types
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.coercions import coerce, declared_name, is_line, line_place, misplaced, value
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value, World
from rulewright.language.elaborate.resolve import named_type
from rulewright.language.geometry import Cells, Places
from rulewright.language.languages import OLDEST
from rulewright.language.library import reaching
from rulewright.language.messages import declarations as limits, kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Call, Expr, Member, Name, Of, Word
from rulewright.language.types import BOOL, KindT, LineT, NumberT, OptionalT, Scalar, ValueT, with_none, without_none

Sort = Literal[
    "function",
    "sequence",
    "pile",
    "places",
    "player",
    "team",
    "enumeration",
    "piece",
    "place",
    "line",
    "direction",
    "number",
    "memory",
]
Wanted = NumberT | ValueT | Literal["alike", "another place", "fixed number", "of each", "relation", "type"]


@frozen
class Param:
    """What an argument must be: of a type, like the subject (or the elements of it; a piece where that is a kind),
    another place of the same type, a number known at load, a question of each element, or the name of a type. Of the
    last one there may be `more`."""

    name: str
    wanted: Wanted
    optional: bool = False
    more: bool = False


@frozen
class Constant:
    """From a table by the subject and the arguments. `entries` are those of the place type, of each line, or of the
    world, at the fixed numbers; `type` may ask for the place type."""

    entries: Callable[..., Any]
    type: Scalar | Callable[[Any], Scalar]


@frozen
class ConstantList:
    """As `Constant`, each entry a list; without `of` of places of the subject's type."""

    entries: Callable[..., Any]
    of: Scalar | None = None


@frozen
class Function:
    """What a function makes of it; `whole`: of sets and counts as they are; `flag`: yes or no."""

    make: Callable[..., Typed]
    whole: bool = False
    flag: bool = False


@frozen
class Row:
    """`on`: the kinds of places of which it is asked, if not of all. `yields`: what rules declare under this name is
    meant instead. `since`: the first version of the language that has it."""

    sort: Sort
    name: str
    doc: str
    meaning: Constant | ConstantList | Function
    params: tuple[Param, ...] = ()
    on: tuple[str, ...] = ()
    yields: bool = False
    since: int = OLDEST

    @property
    def flag(self) -> bool:
        """Whether it is a yes/no question, which may follow `is`."""
        meaning = self.meaning
        return meaning.flag if isinstance(meaning, Function) else isinstance(meaning, Constant) and meaning.type == BOOL


def sorts_of(subject: Scalar) -> tuple[Sort, ...]:
    """The sorts of subject that a type is."""
    match subject:
        case KindT():
            return ("piece",)
        case NumberT():
            return ("place", "number") if subject.place else ("number",)
        case ValueT() if subject == types.PLAYER:
            return ("player",)
        case ValueT() if subject == types.TEAM:
            return ("team",)
        case ValueT(name="direction"):
            return ("direction", "enumeration")
        case LineT():
            return ("line",)
        case ValueT():
            return ("place", "enumeration")
        case types.BoolT():
            return ()
        case _:
            return sorts_of(subject.of)


# ---- the resolver

Argument = Value | int | tuple[int, Value] | reaching.Relation | Scalar | None
"""Of a question of each element the local that is bound to it, and the answer."""


def fits(world: World, row: Row, place: str | None) -> bool:
    """Whether the row is asked of this place type; what is not asked of places fits always."""
    if row.sort not in ("place", "places"):
        return True
    places = world.places.get(place or "")
    return places is not None and (not row.on or places.kind in row.on)


def takes(row: Row, args: tuple[Expr, ...]) -> bool:
    """Whether a question has as many parameters as there are arguments."""
    fewest = sum(not param.optional for param in row.params)
    return fewest <= len(args) and (len(args) <= len(row.params) or any(last.more for last in row.params[-1:]))


def answer(world: World, env: Env, row: Row, subject: Typed, args: tuple[Expr, ...], span: Span) -> Typed:
    """What a row answers; ends the sentence unless there are as many arguments as parameters, and of their types."""
    if not takes(row, args):
        wanted = [param.name for param in row.params]
        raise Mistake(words.arguments(span, name=row.name, wanted=wanted, got=len(args)))
    whole = row.sort not in ("sequence", "pile") or (isinstance(row.meaning, Function) and row.meaning.whole)
    asked = subject if whole else coercions.as_seq(world, subject, span)
    params = row.params + row.params[-1:] * (len(args) - len(row.params))
    given: list[Argument] = [None] * len(params)
    for at, (param, arg) in enumerate(zip(params, args, strict=False)):
        given[at] = argument(world, env, row, asked, param, arg, span)
    fixed = tuple(one for one in given if isinstance(one, int))
    values = tuple(one for one in (asked, *given) if isinstance(one, Value))
    match row.meaning:
        case Constant():
            return constant(world, row, row.meaning, values, fixed)
        case ConstantList():
            return constant_list(world, row, row.meaning, values, fixed)
        case Function(make):
            return make(world, asked, *given, span)


def argument(world: World, env: Env, row: Row, subject: Typed, param: Param, node: Expr, span: Span) -> Argument:
    """An argument as its parameter wants it."""
    match param.wanted:
        case "fixed number":
            known = fold.constant(value(world, env, node, NumberT(0, 9999)).core)
            if known is None:
                misplaced(node.span, "a number that changes", "a fixed number", "Write one, such as 3.")
            return known
        case "alike":
            assert isinstance(subject, SeqValue | Value)
            wanted = subject.of if isinstance(subject, SeqValue) else subject.type
            found = world.expression(env, node, wanted)
            if isinstance(without_none(wanted), KindT):
                return coercions.as_piece(world, found, node.span)
            return coerce(world, found, wanted, node.span)
        case "another place":
            assert isinstance(subject, Value)
            name, type_ = row.name, declared(world, subject.type)
            not_too_many_pairs(world, name, type_, span)
            other = value(world, env, node, type_)
            coercions.check_index(env, name, type_, other.type, node.span)
            return evolve(other, type=with_none(type_) if isinstance(other.type, OptionalT) else type_)
        case "of each":
            assert isinstance(subject, SeqValue)
            if not isinstance(node, Word | Call):
                raise Mistake(words.no_question(node.span, what=world.text(node.span), name=row.name))
            local, element = world.element(subject, "each")
            one = Name(" each", span=node.span)  # no author can write that
            member = Member(node.name, node.args if isinstance(node, Call) else None, span=node.span)
            of_each = Of(Word(one, span=node.span), member, span=node.span)
            found = world.expression(env.bind(one, element, "an element"), of_each)
            return local, coercions.as_value(world, found, node.span)
        case "relation":
            assert isinstance(subject, SeqValue)
            if not isinstance(node, Word | Call):
                raise Mistake(words.no_question(node.span, what=world.text(node.span), name=row.name))
            asked = Member(node.name, node.args if isinstance(node, Call) else None, span=node.span)
            every = reaching.places(world, subject.of, span, world.text(span))
            return reaching.relation(world, env, every, asked, node.span)
        case "type":
            if not isinstance(node, Word):
                misplaced(node.span, "a value", "a type", "Write holder(player).", Edit(node.span, "player"))
            return named_type(world, node.name)
        case type_:
            return value(world, env, node, type_)


MOST_IN_PAIRS: Final = 1024
Values = tuple[Value, ...]
Fixed = tuple[int, ...]


def constant(world: World, row: Row, meaning: Constant, asked: Values, fixed: Fixed) -> Value:
    """A value from a table; of possibly nothing it is possibly none, a yes/no question is then no."""
    keys = tuple(declared(world, one.type) for one in asked)
    type_ = meaning.type(about(world, keys[0])) if callable(meaning.type) else meaning.type
    if type_ != BOOL and any(isinstance(one.type, OptionalT) for one in asked):
        type_ = with_none(type_)
    title, none = titled(keys[0], row, fixed), 0 if type_ == BOOL else types.none_code(type_)

    def make() -> core.Table:
        extents, lows, found = entries(world, row, meaning.entries, keys, fixed)
        return core.Table(title, extents, lows, tuple(int(one) if one >= 0 else none for one in found), none)

    return Value(core.Lookup(world.table(title, make), tuple(one.core for one in asked), type_), type_)


def looked_up(world: World, title: str, keys: Values, entries: Sequence[int], type_: Scalar) -> Value:
    """An entry of a table of the author's, the last key changing fastest; of possibly nothing it is possibly none."""
    known = [declared(world, each.type) for each in keys]
    if type_ != BOOL and any(isinstance(each.type, OptionalT) for each in keys):
        type_ = with_none(type_)
    shape, lows = tuple(map(world.size, known)), tuple(map(types.lowest, known))
    if shape == (1,) * len(keys) and type_ == without_none(type_):
        return Value(core.Const(entries[0], type_), type_)
    table = core.Table(title, shape, lows, tuple(entries), 0 if type_ == BOOL else types.none_code(type_))
    return Value(core.Lookup(world.table(title, lambda: table), tuple(each.core for each in keys), type_), type_)


def constant_list(world: World, row: Row, meaning: ConstantList, asked: Values, fixed: Fixed) -> SeqValue:
    """A sequence from a table of lists."""
    keys = tuple(declared(world, one.type) for one in asked)
    of, title = meaning.of or keys[0], titled(keys[0], row, fixed)
    low = types.lowest(of) if meaning.of is None else 0

    def make() -> core.ListTable:
        extents, lows, found = entries(world, row, meaning.entries, keys, fixed)
        return core.ListTable(title, extents, lows, tuple(tuple(low + one for one in each) for each in found))

    return SeqValue(core.TableList(world.list_table(title, make), tuple(one.core for one in asked)), of)


def entries(
    world: World, row: Row, make: Callable[..., Any], keys: tuple[Scalar, ...], fixed: Fixed
) -> tuple[tuple[int, ...], tuple[int, ...], Iterable[Any]]:
    """The extents of a table, the lowest of each key, and its entries, the last key changing fastest."""
    over, lines = about(world, keys[0]), lines_of(world, line_place(keys[0]))
    extents = tuple(len(lines_of(world, line_place(each))) if is_line(each) else world.size(each) for each in keys)
    found: Iterable[Any] = [make(over, line, *fixed) for line in lines] if row.sort == "line" else make(over, *fixed)
    for _ in keys[1:]:
        found = chain.from_iterable(found)
    return extents, tuple(map(types.lowest, keys)), found


def about(world: World, subject: Scalar) -> Places | World:
    """The places that a table speaks of; of players and teams the world."""
    return world.places.get(line_place(subject) or declared_name(subject) or "", world)


def declared(world: World, type_: Scalar) -> Scalar:
    """The type as it was declared: of a number type all values."""
    inner = without_none(type_)
    return world.types[inner.place] if isinstance(inner, NumberT) and inner.place else inner


def not_too_many_pairs(world: World, question: str, type_: Scalar, span: Span) -> None:
    """Ends the sentence if there are too many pairs of places to be told of each."""
    size, place = world.size(type_), declared_name(type_) or ""
    if size > MOST_IN_PAIRS:
        raise Mistake(limits.too_many_pairs(span, place=place, question=question, number=size, most=MOST_IN_PAIRS))


def titled(subject: Scalar, row: Row, fixed: Fixed) -> str:
    """The name of a table."""
    name = subject.name if isinstance(subject, LineT) else declared_name(subject) or ""
    return " ".join((name, row.name, *map(str, fixed)))


def lines_of(world: World, place: str) -> tuple[Cells, ...]:
    """The lines of a place type that the rules speak of, in the order of their values."""
    return tuple(world.lines.get(place, ()))
