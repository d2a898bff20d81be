"""A row of the library: a built-in question with its subject, its parameters, its words and its meaning in core terms.

A new built-in is one more `Row` in the module of its subject. A row is data: `library/answering` counts the arguments,
gives each the type of its parameter, and makes the answer. Where no constant and no core node says it, a `Function` is
given what the others are made of.
"""

from collections.abc import Callable
from typing import Any, Literal

from attrs import frozen

from rulewright.language import core
from rulewright.language.elaborate.environment import Typed
from rulewright.language.geometry import Lists
from rulewright.language.types import BOOL, PLAYER, TEAM, BoolT, KindT, LineT, NumberT, Scalar, ValueT

Sort = Literal[
    "function",
    "sequence",
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
Wanted = NumberT | ValueT | Literal["alike", "another place", "fixed number", "of each", "type"]


@frozen
class Param:
    """What an argument must be: of a type, like the subject (or the elements of it; a piece where that is a kind),
    another place of the same type, a number known at load, a question of each element, or the name of a type."""

    name: str
    wanted: Wanted
    optional: bool = False


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
class LinesOfAll:
    """Lines of a place type, each known from now on."""

    find: Callable[..., Lists]


@frozen
class Shifted:
    """The value so many on in the declared order, round and round."""

    by: int


@frozen
class Node:
    """A core expression of the subject and the arguments."""

    make: Callable[..., core.Expr]
    type: Scalar


@frozen
class Function:
    """What a function makes of the world, the subject, the arguments and the place in the text. `whole`: of sets and
    counts as they are. `flag`: it makes yes or no."""

    make: Callable[..., Typed]
    whole: bool = False
    flag: bool = False


Meaning = Constant | ConstantList | LinesOfAll | Shifted | Node | Function


@frozen
class Row:
    """`grid`: not asked of other places. `yields`: what rules declare under this name is meant instead."""

    sort: Sort
    name: str
    doc: str
    meaning: Meaning
    params: tuple[Param, ...] = ()
    grid: bool = False
    yields: bool = False

    @property
    def flag(self) -> bool:
        """Whether it is a yes/no question, which may follow `is`."""
        match self.meaning:
            case Function(flag=flag):
                return flag
            case meaning:
                return isinstance(meaning, Constant | Node) and meaning.type == BOOL


def sorts_of(subject: Scalar) -> tuple[Sort, ...]:
    """The sorts of subject that a type is."""
    match subject:
        case KindT():
            return ("piece",)
        case NumberT():
            return ("place", "number") if subject.place else ("number",)
        case ValueT() if subject == PLAYER:
            return ("player",)
        case ValueT() if subject == TEAM:
            return ("team",)
        case ValueT(name="direction"):
            return ("direction", "enumeration")
        case LineT():
            return ("line",)
        case ValueT():
            return ("place", "enumeration")
        case BoolT():
            return ()
        case _:
            return sorts_of(subject.of)
