"""Examples after elaboration: a position to begin with, events, and what must then hold; plain data for the runner.

Zones are written with constant owners.
"""

from attrs import field, frozen

from rulewright.language import core
from rulewright.language.span import Span, span_field


@frozen
class PlaceOf:
    """A zone with the values of its owners, and the value of a place of a board if one is meant."""

    zone: int
    owners: tuple[int, ...]
    place: int | None = None


@frozen
class Lying:
    """Pieces of one kind as an example lists them; `viewers` is None unless they lie face down."""

    kind: int
    number: int = 1
    viewers: tuple[int, ...] | None = None


@frozen
class Entry:
    """Where the game stands: at `setup`, at `play`, or at the beginning of a procedure with these arguments."""

    procedure: int | None
    at_setup: bool = False
    args: tuple[core.Expr, ...] | None = None
    within: int | None = None
    seat: int | None = None
    span: Span = span_field()


Words = tuple[str | int, ...]


@frozen
class Plays:
    seat: int
    move: Words
    span: Span = span_field()


@frozen
class Gives:
    """Chance gives these outcomes under this label, which is written there (`named`), each so many times; `rest`: the
    others follow in kind order. `zone`: that of a seat, if one is named."""

    label: str
    named: Span
    items: tuple[tuple[str | int, int], ...]
    rest: bool
    zone: str = ""
    span: Span = span_field()


@frozen
class Condition:
    condition: core.Expr
    explanation: tuple[core.Part, ...] = field(default=(), kw_only=True)
    span: Span = span_field()


@frozen
class HoldsExactly:
    """A zone holds just this, in this order where it has one."""

    where: PlaceOf
    items: tuple[Lying, ...]
    span: Span = span_field()


@frozen
class HoldsBoard:
    """A board looks like this: per place a piece or None."""

    where: PlaceOf
    cells: tuple[Lying | None, ...]
    span: Span = span_field()


@frozen
class CanMove:
    seat: int
    move: Words
    span: Span = span_field()


@frozen
class CannotMove:
    """A move is refused, with this reason if one is written."""

    seat: int
    move: Words
    because: str | None
    span: Span = span_field()


@frozen
class CanOnly:
    seat: int
    moves: tuple[Words, ...]
    span: Span = span_field()


@frozen
class HasMoves:
    seat: int
    number: int
    span: Span = span_field()


@frozen
class Decides:
    seat: int
    span: Span = span_field()


@frozen
class Sees:
    seat: int
    where: PlaceOf
    negated: bool
    span: Span = span_field()


@frozen
class Wins:
    seat: int
    negated: bool
    span: Span = span_field()


@frozen
class IsOver:
    negated: bool
    span: Span = span_field()


Event = Plays | Gives
Check = (
    Condition | HoldsExactly | HoldsBoard | CanMove | CannotMove | CanOnly | HasMoves | Decides | Sees | Wins | IsOver
)


@frozen
class When:
    events: tuple[Event, ...]


@frozen
class Then:
    checks: tuple[Check, ...]


@frozen
class Scene:
    """One example at its setting. `givens` are sentences that lay out the position from the box; `won` is the local by
    which conditions hold the players or teams that have won."""

    title: str
    seats: tuple[str, ...]
    givens: tuple[core.Statement, ...]
    entry: Entry | None
    parts: tuple[When | Then, ...]
    won: int
    span: Span = span_field()
