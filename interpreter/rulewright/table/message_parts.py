"""What messages between a table and a seat are made of: what the rules say, how the table stands, what happened, and
what can be chosen."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from rulewright.machine.information import What

Item: TypeAlias = str | int
FieldSort: TypeAlias = Literal["number", "flag", "value", "set", "counts"]
Value: TypeAlias = str | int | tuple[Item, ...] | Mapping[str, int]


@frozen(order=True)
class At:
    """Where play stands: the number of the `game` at this table, how often play has gone `back`, and how many
    decisions are `made`. Later is larger, compared in this order."""

    game: int
    back: int
    made: int


# ---- what the rules say


@frozen
class PlayerTold:
    """A player: the name at the table, the one in the rules, its team, and the level of the program that plays it ("":
    a person does)."""

    name: str
    rules_name: str
    team: int | None = None
    level: str = ""


@frozen
class Kind:
    """A kind of piece: what it is called in short, what is known of it, how many there are (null: as many as are
    needed), and its attributes."""

    name: str
    short: str = ""
    about: str = ""
    copies: int | None = 1
    attributes: Mapping[str, Value] = field(factory=dict)


@frozen
class Component:
    """A sort of pieces."""

    name: str
    kinds: tuple[Kind, ...]
    title: str = ""


@frozen
class ZoneDeclared:
    """What zones of one name have in common: the pieces they hold, and of these those that `may` ever lie there, the
    types of their owners, whose eyes see what lies there and on top; on a board the type of its `places`, the signs of
    a picture by kind ("": of what is empty), and where it puts places, if it does."""

    name: str
    kind: Literal["pile", "hand", "area", "row", "slot", "board"]
    component: str
    owners: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    capacity: int | None = None
    seen_by: Literal["everyone", "owner", "others", "nobody"] = "everyone"
    top_seen_by: Literal["everyone", "owner", "others", "nobody"] | None = None
    places: str = ""
    stands_on: str = ""
    signs: Mapping[str, str] = field(factory=dict)
    picture: tuple["Spot", ...] = ()


@frozen
class FieldDeclared:
    """What fields of one name have in common: the sort of their values, for a named type which these are, and the types
    of their owners."""

    name: str
    sort: FieldSort
    type: str = ""
    owners: tuple[str, ...] = ()


@frozen
class Spot:
    """Where a place stands: `x` to the right and `y` downward, in widths of a cell; of an edge its `ends`."""

    place: str
    x: float
    y: float
    ends: tuple[float, float, float, float] | None = None


@frozen
class Board:
    """Places that stand somewhere. Those `over` another type are drawn on the same map. `lines` lead through nodes."""

    places: str
    shape: Literal["square", "hexagon", "node", "edge", "corner"]
    spots: tuple[Spot, ...] = ()
    over: str = ""
    lines: tuple[tuple[str, ...], ...] = ()


@frozen
class Picked:
    """What a move picks: its name, its type ("": a number or a word), how many (null: it depends), and whether their
    order means anything."""

    name: str
    type: str = ""
    count: int | None = 1
    ordered: bool = True


@frozen
class Action:
    """A kind of move, or with `member` one of a family."""

    name: str
    member: str = ""
    title: str = ""
    picks: tuple[Picked, ...] = ()


@frozen
class Effect:
    """What a family of the rules says of a member of this name, which may be a kind or the value of an attribute."""

    name: str
    family: str
    text: str


@frozen
class Look:
    """How what is called so looks, as the rules say: its `color` (`#a3253c`), its `sign`, and on which `side` of all
    else there it lies ("": none is said)."""

    name: str
    color: str = ""
    sign: str = ""
    side: Literal["", "above", "below", "left", "right"] = ""


# ---- how the table stands


@frozen
class Piece:
    """A piece, or `copies` equal ones; "?" is one that is not seen. `place`: where on a board. `viewers` know one that
    lies face `down`."""

    kind: str
    copies: int = 1
    place: str = ""
    down: bool = False
    viewers: tuple[int, ...] = ()
    owner: int | None = None
    notes: Mapping[str, Item] = field(factory=dict)


@frozen
class Zone:
    """A zone: `label` is what you call it, `owner` the player whose it is, `of` its other owners. Of a pile the top
    comes first, of a row the left; `pieces` are null where you see only how many there are."""

    id: str
    name: str
    label: str
    size: int
    pieces: tuple[Piece, ...] | None = ()
    owner: int | None = None
    of: tuple[str, ...] = ()


@frozen
class Field:
    """A field with its value; null is hidden from you."""

    name: str
    value: Value | None
    owner: int | None = None
    of: tuple[str, ...] = ()


# ---- what happened, and what can be chosen


@frozen
class Where:
    """A zone by its id (one that no scene has is the box), and where in it: a place of a board, the number in a row
    from the left or in a pile from the top, "bottom" of a pile, or null."""

    zone: str
    place: Item | None = None


@frozen
class EventSeen:
    """Something that happened, as you saw it. A piece that `moved` went from the first place to the second; of
    `passed` zones the places are each one and where it went."""

    what: What
    piece: str = ""
    places: tuple[Where, ...] = ()
    name: str = ""
    items: tuple[Item, ...] = ()


@frozen
class Decided:
    """A decision, counted from 1 (0: what came before the first): who moved and how, what came of it in phrases, and
    all of it in one `line`."""

    number: int
    line: str
    seat: int | None = None
    move: str = ""
    came: tuple[str, ...] = ()
    events: tuple[EventSeen, ...] = ()


@frozen
class Choice:
    """The next word of a move: which pick it is of, its type, which thing on the table it means, and what can follow.
    `ends`: what is chosen so far is a legal move. `free`: this word and those of the same pick may come in any order.
    `more`: so many moves go on from here that are not told yet; `more` asks for them."""

    word: Item
    pick: str = ""
    type: str = ""
    means: "Where | None" = None
    free: bool = False
    ends: bool = False
    more: int = 0
    next: tuple["Choice", ...] = ()
