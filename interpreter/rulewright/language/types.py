"""The types of the language, how their values are written as integers, and what options are set to."""

from typing import Final

from attrs import field, frozen

# ---- The types of the language, and how their values are written as integers
# Every scalar is an integer: a number is itself, yes is 1 and no is 0, a value of a `ValueT` (enumeration, player,
# team, place, direction, side) or `LineT` is its index in declared order, a kind is its index within its component.
# `none` is `NONE_NUMBER` for optional numbers and `NONE` for everything else.

NONE: Final = -1
NONE_NUMBER: Final = -(2**31)


@frozen
class NumberT:
    """A number between `low` and `high`, both included; `place` names the number type it was declared with, if any."""

    low: int
    high: int
    place: str | None = field(default=None, eq=False)


@frozen
class BoolT:
    """yes or no."""


@frozen
class ValueT:
    """A named finite type; `Core.values[name]` lists its values: `player`, `team`, `direction` are such names."""

    name: str


@frozen
class LineT:
    """The lines and squares of a place type; `Core.values[name]` lists their names."""

    place: str

    @property
    def name(self) -> str:
        """The name of the type."""
        return f"{self.place} line"


@frozen
class KindT:
    """A kind of a component; where an expression of this type was found in a zone it is a piece (kind and location)."""

    component: str

    @property
    def name(self) -> str:
        """The name of the type."""
        return self.component


@frozen
class OptionalT:
    """A scalar or none."""

    of: "Plain"


@frozen
class SetT:
    """A set of values (one 0/1 per value)."""

    of: "Plain"


@frozen
class CountsT:
    """One number per value."""

    of: "Named | NumberT"


@frozen
class MemoryT:
    """Up to `capacity` situations, each as often as it was remembered."""

    capacity: int

    @property
    def cells(self) -> int:
        """How many numbers it takes: how many situations stand there, and two for each that could."""
        return 1 + 2 * self.capacity


@frozen
class SeqT:
    """A sequence of scalars; `pieces` if its elements are pieces in zones."""

    of: "Plain | OptionalT"
    pieces: bool = False


Named = ValueT | LineT | KindT
"""What has a list of named values."""
Plain = NumberT | BoolT | Named
Scalar = Plain | OptionalT
Several = SetT | CountsT | MemoryT
"""What a variable holds that is no scalar."""
Type = Scalar | Several | SeqT

PLAYER: Final = ValueT("player")
TEAM: Final = ValueT("team")
DIRECTION: Final = ValueT("direction")
SIDE: Final = ValueT("side")
BOOL: Final = BoolT()


def without_none(type_: Scalar) -> Plain:
    """The type without `or none`."""
    return type_.of if isinstance(type_, OptionalT) else type_


def type_name(type_: Scalar) -> str:
    """The name of a type with named values, none not counted; "" of any other one."""
    inner = without_none(type_)
    return inner.name if isinstance(inner, Named) else ""


def with_none(type_: Scalar) -> OptionalT:
    """The type with `or none`."""
    return type_ if isinstance(type_, OptionalT) else OptionalT(type_)


def each_of(type_: Scalar | SeqT) -> Scalar:
    """The type of an element; of what is no sequence its own."""
    return type_.of if isinstance(type_, SeqT) else type_


def none_code(type_: Scalar) -> int:
    """The integer that stands for none in a slot or table of this type."""
    return NONE_NUMBER if isinstance(without_none(type_), NumberT) else NONE


def lowest(type_: Scalar) -> int:
    """The integer that is the first value of a type."""
    inner = without_none(type_)
    return inner.low if isinstance(inner, NumberT) else 0


# ---- What an option is set to, and how it is written

OptionSetting = int | str | bool


def shown_option(value: OptionSetting) -> str:
    """A value as an author writes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
