"""The one resolver of the library: counts the arguments of a question, gives each the type of its parameter, and makes
the answer that the row means."""

from attrs import evolve, frozen

from rulewright.language import intervals as fold
from rulewright.language.built_in import Constant, ConstantList, Function, LinesOfAll, Node, Param, Row, Shifted
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.coercions import as_piece, as_seq, as_value, coerce, value
from rulewright.language.elaborate.environment import Env, Mistake, OfEach, SeqValue, Typed, Value
from rulewright.language.elaborate.indexing import check_index
from rulewright.language.elaborate.resolve import named_type
from rulewright.language.elaborate.world import World
from rulewright.language.library import constant_tables as tables
from rulewright.language.messages import kinds_of_values as words
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
    asked = Asked(world, env, row, subject if whole else as_seq(world, subject, span), span)
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
            return fixed_number(asked, node)
        case "alike":
            return alike(asked, node)
        case "another place":
            # there are not too many pairs
            name, type_ = asked.row.name, tables.declared(asked.world, asked.one.type)
            tables.not_too_many_pairs(asked.world, name, type_, asked.span)
            other = value(asked.world, asked.env, node, type_)
            check_index(asked.env, name, type_, other.type, node.span)
            return evolve(other, type=with_none(type_) if isinstance(other.type, OptionalT) else type_)
        case "of each":
            return of_each(asked, node)
        case "type":
            return type_of(asked, node)
        case wanted:
            return value(asked.world, asked.env, node, wanted)


def fixed_number(asked: Asked, node: Expr) -> int:
    """A number that must be known at load."""
    known = fold.constant(value(asked.world, asked.env, node, NumberT(0, 9999)).core)
    if known is None:
        raise Mistake(
            words.type_mismatch(
                node.span, what="a number that changes", wanted="a fixed number", example="Write one, such as 3."
            )
        )
    return known


def alike(asked: Asked, node: Expr) -> Value:
    """A value of the subject's type, or of the type of its elements; where that is a kind, a piece."""
    wanted = asked.subject.of if isinstance(asked.subject, SeqValue) else asked.one.type
    found = asked.world.expression(asked.env, node, wanted)
    if isinstance(without_none(wanted), KindT):
        return as_piece(asked.world, found, node.span)
    return coerce(asked.world, found, wanted, node.span)


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
    return OfEach(local, as_value(asked.world, answer, node.span))


def type_of(asked: Asked, node: Expr) -> Scalar:
    """A type by its name."""
    if not isinstance(node, Word):
        edit = Edit(node.span, "player")
        raise Mistake(
            words.type_mismatch(node.span, what="a value", wanted="a type", example="Write holder(player).", edit=edit)
        )
    return named_type(asked.world, node.name)


# ---- meanings


def meant(asked: Asked, args: tuple[Argument, ...]) -> Typed:
    """What the meaning of a row makes of the subject and the arguments."""
    world, row = asked.world, asked.row
    fixed = tuple(one for one in args if isinstance(one, int))
    values = tuple(one for one in (asked.subject, *args) if isinstance(one, Value))
    match row.meaning:
        case Constant():
            return tables.constant(world, row, row.meaning, values, fixed)
        case ConstantList():
            return tables.constant_list(world, row, row.meaning, values, fixed)
        case LinesOfAll(find):
            assert isinstance(asked.subject, SeqValue)
            return tables.lines_of_all(world, row, find, asked.subject.plural or "", fixed)
        case Shifted(by):
            return tables.shifted(world, asked.one, by)
        case Node(make, type_):
            return Value(make(*(one.core for one in values), span=asked.span), type_)
        case Function(make):
            return make(world, asked.subject, *args, asked.span)
