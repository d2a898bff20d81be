"""Questions of a piece: where it lies, who put it there, which face is up; and what comes later in an order."""

from typing import Final

from rulewright.language import core
from rulewright.language.built_in import Function, Node, Param, Row
from rulewright.language.elaborate.environment import Mistake, SeqValue, Value
from rulewright.language.elaborate.world import World
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, PLAYER, OptionalT, Scalar, without_none


def owner(world: World, piece: Value, span: Span) -> Value:
    """Told where no zone in which the piece may lie remembers owners."""
    if piece.zones and not any(world.zones[zone].with_owner for zone in piece.zones):
        zone = world.zones[min(piece.zones)]
        raise Mistake(words.owner_unknown(span, zone=zone.name, also=zone.span))
    type_ = OptionalT(PLAYER)
    return Value(core.AskPiece("owner", piece.core, type_, span=span), type_)


def holder(world: World, piece: Value, wanted: Scalar | None, span: Span) -> Value:
    """Told where the zones in which the piece may lie have several sorts of owners, and none is asked for."""
    zones = [world.zones[zone] for zone in sorted(piece.zones)]
    asked = without_none(wanted) if wanted is not None else None
    owners = {owner for zone in zones for owner in zone.owners} or {asked or PLAYER}
    types = {owner for owner in owners if asked in (None, owner)}
    if len(types) != 1:
        what = "a question with several answers" if types else "a question that is never answered here"
        named = " or ".join(sorted(f"holder({name})" for name, each in world.types.items() if each in owners))
        raise Mistake(words.type_mismatch(span, what=what, wanted="one owner", example=f"Write {named}."))
    type_ = OptionalT(without_none(types.pop()))
    dimension = next((zone.owners.index(type_.of) for zone in zones if type_.of in zone.owners), 0)
    return Value(core.AskPiece("holder", piece.core, type_, dimension=dimension, span=span), type_)


def viewers(_world: World, piece: Value, span: Span) -> SeqValue:
    """All players, if it lies face up."""
    return SeqValue(core.Viewers(piece.core, span=span), PLAYER)


def piece_asked(question: core.PieceQuestion) -> Node:
    """A yes/no question of where a piece lies."""
    return Node(lambda piece, other=None, *, span: core.AskPiece(question, piece, BOOL, other, span=span), BOOL)


X: Final = (Param("x", "alike"),)
LATER: Final = Node(lambda value, other, **_: core.Compare("more-than", value, other), BOOL)

ROWS: Final = (
    Row("piece", "owner", "Who put it into a row that remembers owners.", Function(owner)),
    Row(
        "piece",
        "holder",
        "Whose zone it lies in; with a type, that owner of a zone of two.",
        Function(holder),
        (Param("T", "type", optional=True),),
    ),
    Row("piece", "face-up", "Whether it lies face up.", piece_asked("face-up")),
    Row("piece", "face-down", "Whether it lies face down.", piece_asked("face-down")),
    Row("piece", "viewers", "The players who may look at it.", Function(viewers)),
    Row("piece", "past", "Whether it lies beyond x in the same row, pile or board.", piece_asked("past"), X),
    Row("enumeration", "past", "Whether it comes after x in the declared order.", LATER, X),
    Row("number", "past", "Whether it is more than x.", LATER, X),
)
