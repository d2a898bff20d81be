"""Questions of a piece: where it lies, who put it there, which face is up."""

from rulewright.language import core
from rulewright.language.built_in import row
from rulewright.language.diagnostics import Edit
from rulewright.language.elaborate.coercions import as_piece, coerce
from rulewright.language.elaborate.definitions import named_type
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.library.common import typed_value, wants
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.syntax import Expr, Word
from rulewright.language.types import BOOL, PLAYER, OptionalT, Scalar, without_none

Args = tuple[Expr, ...]


def asked(world: World, subject: Typed, span: Span) -> Value:
    """The piece that is asked about."""
    return as_piece(world, subject, span)


@row("piece", "owner", doc="Who put it into a row that remembers owners.")
def owner(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("owner", args, (), span)
    piece = asked(world, subject, span)
    if piece.zones and not any(world.zones[zone].with_owner for zone in piece.zones):
        zone = world.zones[min(piece.zones)]
        raise Mistake(words.owner_unknown(span, zone=zone.name, also=zone.span))
    type_ = OptionalT(PLAYER)
    return Value(core.AskPiece("owner", piece.core, type_, span=span), type_)


@row("piece", "holder", "T", doc="Whose zone it lies in; with a type, that owner of a zone of two.")
def holder(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    piece = asked(world, subject, span)
    zones = [world.zones[zone] for zone in sorted(piece.zones)]
    wanted = owner_type(world, args, span)
    types = {owner for zone in zones for owner in zone.owners if wanted in (None, owner)}
    if not zones:
        types = {wanted or PLAYER}
    if len(types) != 1:
        raise Mistake(
            words.type_mismatch(
                span, what="a question with several answers", wanted="one owner", example="Write holder(player)."
            )
        )
    type_ = OptionalT(without_none(types.pop()))
    dimension = next((zone.owners.index(type_.of) for zone in zones if type_.of in zone.owners), 0)
    return Value(core.AskPiece("holder", piece.core, type_, dimension=dimension, span=span), type_)


def owner_type(world: World, args: Args, span: Span) -> Scalar | None:
    """The type that `holder(T)` asks for, None without one."""
    if not args:
        return None
    wants("holder", args, ("T",), span)
    if not isinstance(args[0], Word):
        raise Mistake(
            words.type_mismatch(
                args[0].span,
                what="a value",
                wanted="a type",
                example="Write holder(player).",
                edit=Edit(args[0].span, "player"),
            )
        )
    return without_none(named_type(world, args[0].name))


@row("piece", "face-up", doc="Whether it lies face up.", flag=True)
def face_up(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("face-up", args, (), span)
    return Value(core.AskPiece("face-up", asked(world, subject, span).core, BOOL, span=span), BOOL)


@row("piece", "face-down", doc="Whether it lies face down.", flag=True)
def face_down(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("face-down", args, (), span)
    return Value(core.AskPiece("face-down", asked(world, subject, span).core, BOOL, span=span), BOOL)


@row("piece", "viewers", doc="The players who may look at it.")
def viewers(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("viewers", args, (), span)
    return SeqValue(core.Viewers(asked(world, subject, span).core, span=span), PLAYER)


@row("piece", "past", "x", doc="Whether it lies beyond x in the same row, pile or board.", flag=True)
def past(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("past", args, ("x",), span)
    piece = asked(world, subject, span)
    other = as_piece(world, world.expression(env, args[0], piece.type), args[0].span)
    return Value(core.AskPiece("past", piece.core, BOOL, other=other.core, span=span), BOOL)


@row("enumeration", "past", "x", doc="Whether it comes after x in the declared order.", flag=True)
def place_past(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    return later(world, env, subject, args, span)


@row("number", "past", "x", doc="Whether it is more than x.", flag=True)
def number_past(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    return later(world, env, subject, args, span)


def later(world: World, env: Env, subject: Typed, args: Args, span: Span) -> Value:
    """Whether a value comes after another in its order."""
    wants("past", args, ("x",), span)
    value = typed_value(subject)
    other = coerce(world, world.expression(env, args[0], value.type), value.type, args[0].span)
    return Value(core.Compare("more-than", value.core, other.core), BOOL)
