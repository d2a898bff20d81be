"""Examples after elaboration: a position to begin with, events, and what must then hold; plain data for the runner.

Zones are written with constant owners.
"""

from attrs import field, frozen

from rulewright.language import core
from rulewright.language.span import Span, Spanned


@frozen
class PlaceOf:
    """A zone with the values of its owners, and the value of a place of a board if one is meant."""

    zone: int
    owners: tuple[int, ...]
    place: int | None = None


@frozen
class Lying:
    """Pieces of one kind as an example lists them; `viewers` is None unless they lie face down; `by` the seat that put
    them there, None where that is not said."""

    kind: int
    number: int = 1
    viewers: tuple[int, ...] | None = None
    by: int | None = None


@frozen
class Entry(Spanned):
    """Where the game stands: at `setup`, at `play`, or at the beginning of a procedure with these arguments."""

    procedure: int | None
    at_setup: bool = False
    args: tuple[core.Expr, ...] | None = None
    within: int | None = None
    seat: int | None = None


Words = tuple[str | int, ...]


@frozen
class Plays(Spanned):
    seat: int
    move: Words


@frozen
class Gives(Spanned):
    """Chance gives these outcomes under this label, which is written there (`named`), each so many times; `rest`: the
    others follow in kind order. `zone`: that of a seat, if one is named."""

    label: str
    named: Span
    items: tuple[tuple[str | int, int], ...]
    rest: bool
    zone: str = ""


@frozen
class Condition(Spanned):
    condition: core.Expr
    explanation: tuple[core.Part, ...] = field(default=(), kw_only=True)


@frozen
class HoldsExactly(Spanned):
    """A zone holds just this, in this order where it has one."""

    where: PlaceOf
    items: tuple[Lying, ...]


@frozen
class HoldsBoard(Spanned):
    """A board looks like this: per place a piece or None."""

    where: PlaceOf
    cells: tuple[Lying | None, ...]


@frozen
class CanMove(Spanned):
    seat: int
    move: Words


@frozen
class CannotMove(Spanned):
    """A move is refused, with this reason if one is written."""

    seat: int
    move: Words
    because: str | None


@frozen
class CanOnly(Spanned):
    seat: int
    moves: tuple[Words, ...]


@frozen
class HasMoves(Spanned):
    seat: int
    number: int


@frozen
class Decides(Spanned):
    seat: int


@frozen
class Sees(Spanned):
    seat: int
    where: PlaceOf
    negated: bool


@frozen
class Wins(Spanned):
    seat: int
    negated: bool


@frozen
class IsOver(Spanned):
    negated: bool


Event = Plays | Gives
Check = (
    Condition | HoldsExactly | HoldsBoard | CanMove | CannotMove | CanOnly | HasMoves | Decides | Sees | Wins | IsOver
)


@frozen
class When:
    events: tuple[Event, ...]


@frozen
class Scene(Spanned):
    """One example at its setting. `givens` are sentences that lay out the position from the box, or `as_set_up` what is
    otherwise than after setup; `won` is the local by which conditions hold the players or teams that have won."""

    title: str
    seats: tuple[str, ...]
    givens: tuple[core.Statement, ...]
    entry: Entry | None
    parts: tuple[When | Check, ...]
    won: int
    as_set_up: bool = False
