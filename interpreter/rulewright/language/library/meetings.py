"""What is asked of places that touch others: all of those by their plural, one of them by its type and what else it
touches, or by the direction in which it lies; and what links and other values have."""

from collections.abc import Iterable

from rulewright.language import types
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.environment import Env, Meeting, Typed, Value, World
from rulewright.language.library import answering
from rulewright.language.library.answering import Constant, ConstantList, Row
from rulewright.language.syntax import Expr, Name, Word
from rulewright.language.types import DIRECTION, OptionalT, ValueT


def ask(world: World, env: Env, subject: Value, name: Name, args: tuple[Expr, ...]) -> Typed | None:
    """`cell's paths`, `crossing's path(other)`, `cell's path(left)`, `road's length`; None if it is none of these."""
    type_ = coercions.declared_name(types.without_none(subject.type)) or ""
    attribute = world.attributes.get(type_, {}).get(name.text)
    if attribute is not None and not args:
        return answering.looked_up(world, f"{type_} {name.text}", (subject,), attribute[1], attribute[0])
    target = world.plurals.get(name.text)
    meeting = world.meetings.get((type_, target or ""))
    if meeting is not None and not args and name.text not in world.types:
        touching = meeting.touching
        found = ConstantList(lambda _: touching, ValueT(target or ""))
        return answering.constant_list(world, Row("place", f"touching {name.text}", "", found), found, (subject,), ())
    meeting = world.meetings.get((type_, name.text))
    if meeting is not None and len(args) == 1:
        return one_that(world, env, subject, meeting, name, args[0])
    return None


def one_that(world: World, env: Env, subject: Value, meeting: Meeting, name: Name, node: Expr) -> Value | None:
    """The one that touches another place, too, or that lies in a direction."""
    ways, of = world.values.get("direction", ()), OptionalT(ValueT(name.text))
    toward = isinstance(node, Word) and node.name.text in ways and node.name.text not in env.names
    found = world.expression(env, node, DIRECTION if toward else world.types.get(meeting.other or "", DIRECTION))
    other = coercions.as_value(world, found, node.span)
    if meeting.sides and types.without_none(other.type) == DIRECTION:
        sides = Constant(lambda _: meeting.sides, of)
        return answering.constant(world, Row("place", f"{name.text} toward", "", sides), sides, (subject, other), ())
    if meeting.other is None:
        return None
    wanted = world.types[meeting.other]
    answering.not_too_many_pairs(world, name.text, wanted, name.span)
    type_ = types.with_none(wanted) if isinstance(other.type, OptionalT) else wanted
    other = coercions.coerce(world, other, type_, node.span)
    theirs = world.meetings[meeting.other, name.text].touching
    alike = types.without_none(subject.type) == wanted

    def both() -> Iterable[Iterable[int]]:
        for at, mine in enumerate(meeting.touching):
            yield (
                -1 if alike and at == there else next((each for each in mine if each in touched), -1)
                for there, touched in enumerate(theirs)
            )

    one = Constant(lambda _: both(), of)
    return answering.constant(world, Row("place", f"{name.text} of", "", one), one, (subject, other), ())


def names(world: World, type_: str | None) -> Iterable[str]:
    """The plurals by which places of a type are asked what touches them."""
    plurals = {name: plural for plural, name in world.plurals.items()}
    yield from (plurals[target] for of, target in world.meetings if of == type_ and target in plurals)
