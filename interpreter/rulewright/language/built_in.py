"""A row of the library: a built-in question with its signature, its words and its meaning in core terms.

A new built-in is one more `@row` in the module of its subject. `build` receives the world, the environment, the subject
and the arguments as written, and returns what the question yields.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from rulewright.language.span import Span
from rulewright.language.syntax import Expr
from rulewright.language.types import PLAYER, TEAM, BoolT, KindT, NumberT, Scalar, ValueT

if TYPE_CHECKING:
    from rulewright.language.elaborate.environment import Env, Typed
    from rulewright.language.elaborate.world import World

Sort = Literal[
    "function", "sequence", "places", "player", "team", "enumeration", "piece", "place", "line", "direction", "number"
]
Build = Callable[["World", "Env", "Typed", tuple[Expr, ...], Span], "Typed"]


@frozen
class Row:
    """`flag`: a yes/no question, which may follow `is`."""

    sort: Sort
    name: str
    params: tuple[str, ...]
    doc: str
    build: Build
    flag: bool = False


ROWS: dict[tuple[str, str], Row] = {}


def row(sort: Sort, name: str, *params: str, doc: str, flag: bool = False) -> Callable[[Build], Build]:
    """Declares a row; the decorated function is its meaning."""

    def declare(build: Build) -> Build:
        ROWS[sort, name] = Row(sort, name, params, doc, build, flag)
        return build

    return declare


def rows_of(subject: Scalar | str, name: str) -> Row | None:
    """The row of this name for a subject's type (or a sort), None if there is none."""
    for sort in (subject,) if isinstance(subject, str) else sorts_of(subject):
        if (sort, name) in ROWS:
            return ROWS[sort, name]
    return None


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
        case ValueT() if subject.name.endswith(" line"):
            return ("line",)
        case ValueT():
            return ("place", "enumeration")
        case BoolT():
            return ()
        case _:
            return sorts_of(subject.of)
