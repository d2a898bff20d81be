"""A question with two answers: of a place or slot and of the piece there, or of several together and of each of them;
the author says which is meant."""

from collections.abc import Iterator
from typing import Final

from rulewright.language import types
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.environment import (
    AggregateOf,
    Mistake,
    PlaceValue,
    SeqValue,
    Typed,
    Value,
    ZoneValue,
)
from rulewright.language.elaborate.world import World
from rulewright.language.elaborate.wrong_subject import PERSONS
from rulewright.language.library import rows_of
from rulewright.language.library.answering import fits, takes
from rulewright.language.library.sequences import ORDINALS
from rulewright.language.messages import names as words
from rulewright.language.syntax import Expr, Name, Of, Word

Several = ZoneValue | AggregateOf | SeqValue
OF_FACES: Final = ("face-up", "face-down", "viewers")
"""What the language asks of a piece on a board with faces. A board keeps no `owner` and, of nobody, no `holder`."""


def tell_apart(world: World, subject: Value | ZoneValue, name: Name, args: tuple[Expr, ...], node: Expr | None) -> None:
    """Ends the sentence if a place or slot is asked what the piece that lies there has, too."""
    if isinstance(subject, ZoneValue):
        row = rows_of("sequence", name.text)
        if row is None or not takes(row, args):
            return
        piece = coercions.as_value(world, subject, name.span)
    else:
        found = None if subject.itself else coercions.piece_at(world, subject)
        if found is None or not place_answers(world, types.without_none(subject.type), name.text, args):
            return
        piece = found
    if piece_answers(world, piece, name.text, args):
        raise Mistake(both_readings(world, subject, piece, name, node))


def tell_together_or_each(world: World, subject: Several, name: Name, each: Typed, node: Expr | None) -> None:
    """Ends the sentence if several are asked together what the author declared of each, and `each` of them has several
    or, if they are no pieces, a number to add up."""
    of = coercions.element_type(world, subject)
    number = isinstance(each, Value) and isinstance(types.without_none(each.type), types.NumberT)
    if isinstance(each, PlaceValue) or (isinstance(each, Value) and (not number or isinstance(of, types.KindT))):
        return
    written = world.text(node.span) if node is not None else name.text
    written = PERSONS.get(written, written) if isinstance(node, Word | Of) else f"({written})"
    together = f"(count of {written} where yes)" if name.text == "size" else None
    if name.text in ORDINALS:
        together = f"{written}'s item({ORDINALS.index(name.text) + 2})"
    total = f"(total {name.text} of {written})" if number else None
    raise Mistake(words.together_or_each(name, noun=declared_name(of), together=together, total=total))


def place_answers(world: World, place: types.Scalar, name: str, args: tuple[Expr, ...]) -> bool:
    """Whether places of this type have such a question, built in or declared; a field of a pair takes an argument."""
    own = declared_name(place)
    pairs = (owners for owners, fields in world.fields.items() if own in owners and name in fields and len(owners) > 1)
    if name in own_questions(world, own):
        return bool(args) or not any(pairs)
    row = rows_of(place, name)
    return row is not None and takes(row, args) and fits(world, row, coercions.place_name(place))


def piece_answers(world: World, piece: Value, name: str, args: tuple[Expr, ...]) -> bool:
    """Whether the author has declared such a question of these pieces, or it is one of faces and they have some; an
    attribute takes no argument, unless it counts."""
    if name in OF_FACES and any(world.zones[zone].faced for zone in piece.zones):
        return not args
    kind = types.without_none(piece.type)
    attributes = world.component(kind).attributes if isinstance(kind, types.KindT) else ()
    for attribute in attributes:
        if attribute.name == name:
            return not args or isinstance(attribute.type, types.CountsT)
    return name in own_questions(world, declared_name(kind))


def both_readings(world: World, subject: Value | ZoneValue, piece: Value, name: Name, node: Expr | None) -> Diagnostic:
    """What is said of a question that a place or a slot has, and the piece there as well."""
    (zone,) = (world.zones[each] for each in piece.zones)
    noun = coercions.bare_words(types.without_none(piece.type))
    if isinstance(subject, ZoneValue):
        written = world.text(node.span) if node is not None else zone.name
        return words.slot_or_piece(name, slot=written, noun=noun)
    place = coercions.place_name(subject.type) or ""
    if node is None or node.span.start == name.span.start:  # such as `total number of`, `same(number)`
        return words.place_or_piece_of_each(name, place=place, noun=noun, board=zone.name)
    written = world.text(node.span)
    written = PERSONS.get(written, written)
    return words.place_or_piece(name, written=written, place=place, noun=noun, board=zone.name)


def declared_name(inner: types.Scalar) -> str | None:
    """The name by which a type owns fields and definitions."""
    match inner:
        case types.ValueT():
            return inner.name
        case types.LineT():
            return "line"
        case types.KindT():
            return inner.component
        case types.NumberT():
            return inner.place
        case _:
            return None


def own_questions(world: World, type_name: str | None) -> Iterator[str]:
    """The fields and definitions of a type, by its name."""
    for owners, fields in world.fields.items():
        if type_name in owners:
            yield from (field for field, entry in fields.items() if not entry.absent)
    yield from (defined for of, defined in world.definition_entries if of is not None and of == type_name)
