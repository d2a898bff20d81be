"""Questions of players, teams and enumerations."""

from rulewright.language import constant_folding as fold
from rulewright.language import core
from rulewright.language.built_in import row
from rulewright.language.elaborate.environment import Env, Typed, Value
from rulewright.language.elaborate.world import World
from rulewright.language.library.common import lookup, lookup_list, typed_value, wants
from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import PLAYER, TEAM, NumberT, OptionalT, without_none

Args = tuple[Expr, ...]


def shifted(world: World, subject: Typed, by: int, name: str) -> Typed:
    """The value so many on in the declared order, round and round."""
    value = typed_value(subject)
    size = world.size(without_none(value.type))
    table = tuple((index + by) % size for index in range(size))
    return lookup(
        world,
        f"{name} of {size}",
        lambda: core.Table(f"{name} of {size}", (size,), (0,), table),
        (value.core,),
        value.type,
    )


@row("player", "left", doc="The player on the left: the next in turn.")
def left(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("left", args, (), span)
    return shifted(world, subject, 1, "next")


@row("player", "right", doc="The player on the right.")
def right(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("right", args, (), span)
    return shifted(world, subject, -1, "previous")


@row("player", "seat", doc="The number of the seat, from 1.")
def seat(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("seat", args, (), span)
    return ordinal(subject, world.players)


def ordinal(subject: Typed, size: int) -> Value:
    """The place in the declared order, from 1; of none it is none."""
    value = typed_value(subject)
    table_type = NumberT(1, size)
    known = fold.constant(value.core)
    if known is not None and known >= 0:
        return Value(fold.number(known + 1), NumberT(known + 1, known + 1))
    if isinstance(value.type, OptionalT):
        none = core.Const(-(2**31), OptionalT(table_type))
        plus = core.Calc("+", value.core, fold.number(1), table_type)
        return Value(fold.cases([(core.IsNone(value.core), none)], plus, OptionalT(table_type)), OptionalT(table_type))
    return Value(core.Calc("+", value.core, fold.number(1), table_type), table_type)


@row("player", "team", doc="The player's team; everybody is a team of one where there are none.")
def team(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("team", args, (), span)
    return lookup(
        world,
        "team of player",
        lambda: core.Table("team of player", (world.players,), (0,), world.teams),
        (typed_value(subject).core,),
        TEAM,
    )


@row("player", "others", doc="The other players, from the left.")
def others(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("others", args, (), span)
    n = world.players
    lists = tuple(tuple((p + i) % n for i in range(1, n)) for p in range(n))
    return lookup_list(
        world, "others", lambda: core.ListTable("others", (n,), (0,), lists), (typed_value(subject).core,), PLAYER
    )


@row("team", "members", doc="The players of the team.")
def members(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("members", args, (), span)
    size = max(world.teams) + 1
    lists = tuple(tuple(p for p, t in enumerate(world.teams) if t == team) for team in range(size))
    return lookup_list(
        world, "members", lambda: core.ListTable("members", (size,), (0,), lists), (typed_value(subject).core,), PLAYER
    )


@row("enumeration", "number", doc="The place in the declared order, from 1.")
def number(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("number", args, (), span)
    return ordinal(subject, world.size(without_none(typed_value(subject).type)))


@row("enumeration", "next", doc="The next value in the declared order, round and round.")
def next_(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("next", args, (), span)
    return shifted(world, subject, 1, "next")


@row("enumeration", "previous", doc="The previous value in the declared order, round and round.")
def previous(world: World, _env: Env, subject: Typed, args: Args, span: Span) -> Typed:
    wants("previous", args, (), span)
    return shifted(world, subject, -1, "previous")
