"""Questions of players, teams and enumerations."""

from typing import Final

from rulewright.language import core
from rulewright.language import intervals as fold
from rulewright.language.built_in import Constant, ConstantList, Function, Row, Shifted
from rulewright.language.elaborate.environment import Mistake, Value
from rulewright.language.elaborate.world import World
from rulewright.language.geometry import Lists
from rulewright.language.library.constant_tables import shifted
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import NONE_NUMBER, PLAYER, TEAM, NumberT, OptionalT, without_none


def ordinal(world: World, value: Value, _span: Span) -> Value:
    """The place in the declared order, from 1; of none it is none."""
    table_type = NumberT(1, world.size(without_none(value.type)))
    known = fold.constant(value.core)
    if known is not None and known >= 0:
        return Value(fold.number(known + 1), NumberT(known + 1, known + 1))
    plus = core.Calc("+", value.core, fold.number(1), table_type)
    if isinstance(value.type, OptionalT):
        none = core.Const(NONE_NUMBER, OptionalT(table_type))
        return Value(
            fold.cases([(core.IsNone(value.core), none, NOWHERE)], plus, OptionalT(table_type)), OptionalT(table_type)
        )
    return Value(plus, table_type)


def opponent(world: World, value: Value, span: Span) -> Value:
    """The only other player; ends the sentence where there is none, or several."""
    if world.players != 2:
        raise Mistake(words.no_opponent(span, number=world.players))
    return shifted(world, value, 1)


def others(world: World) -> Lists:
    """For each player the others."""
    n = world.players
    return tuple(tuple((player + by) % n for by in range(1, n)) for player in range(n))


def members(world: World) -> Lists:
    """For each team its players."""
    teams = range(max(world.teams) + 1)
    return tuple(tuple(player for player, of in enumerate(world.teams) if of == team) for team in teams)


ROWS: Final = (
    Row("player", "left", "The player on the left: the next in turn.", Shifted(1)),
    Row("player", "right", "The player on the right.", Shifted(-1)),
    Row(
        "player",
        "opponent",
        "The other player, where just two play; rules may define it otherwise.",
        Function(opponent),
        yields=True,
    ),
    Row("player", "seat", "The number of the seat, from 1.", Function(ordinal)),
    Row(
        "player",
        "team",
        "The player's team; everybody is a team of one where there are none.",
        Constant(lambda world: world.teams, TEAM),
    ),
    Row("player", "others", "The other players, from the left.", ConstantList(others, PLAYER)),
    Row("team", "members", "The players of the team.", ConstantList(members, PLAYER)),
    Row("enumeration", "number", "The place in the declared order, from 1.", Function(ordinal)),
    Row("enumeration", "next", "The next value in the declared order, round and round.", Shifted(1)),
    Row("enumeration", "previous", "The previous value in the declared order, round and round.", Shifted(-1)),
)
