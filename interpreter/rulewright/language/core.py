"""The typed core of a ruleset at one setting of players and options: all names resolved, all options folded.

`elaborate` makes it, `machine.lower` reads it. After elaboration no string names anything: locals, fields, zones,
procedures, actions, limits, tables are indices into the tuples of `Core` (strings stay for display only).
Absent fields, rows, branches and offers (by `when`, options, player count) are already gone.

Pieces. An expression of type `KindT` yields a kind. If it was *found* (a local with `piece=True`, `OneOf` a
sequence of pieces) it also knows where it lies. Where a location is needed and the expression
yields a bare kind, the machine looks for the one piece of that kind wherever it lies; `elaborate` has refused kinds of
several copies there, but for those of an unlimited component that are moved: they come from the box.

Conditions (of guards, `If`, `Filter`, `Not` …) are yes or no, never none.

Spans point into the source; every statement, guard and definition keeps its own, so that faults and refusals can quote.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

from attrs import field, frozen

from rulewright.language.span import Span, Spanned
from rulewright.language.types import CountsT, Scalar, SeqT, Several

# ---- what there is


@frozen
class Attribute:
    """`table[kind]` is the value for each kind: an integer, or for counts a tuple with one number per value."""

    name: str
    type: Scalar | CountsT
    table: tuple[int, ...] | tuple[tuple[int, ...], ...]


@frozen
class ShownAs(Spanned):
    """How kinds are called at the table: the `text` as written, the attributes that it names, and what it makes of each
    kind (None: nothing)."""

    text: str
    attributes: tuple[str, ...]
    texts: tuple[str | None, ...]


@frozen
class Component(Spanned):
    """`copies[kind]`: how many pieces there are in this setting, None for unlimited, 0 for constants."""

    name: str
    kinds: tuple[str, ...]
    copies: tuple[int | None, ...]
    attributes: tuple[Attribute, ...]
    title: str | None = None
    shown: ShownAs | None = None

    @cached_property
    def pieces(self) -> int | None:
        """How many pieces there are, None for unlimited."""
        return None if None in self.copies else sum(number or 0 for number in self.copies)


ZoneKind = Literal["pile", "hand", "area", "row", "slot", "board"]
Audience = Literal["everyone", "owner", "others", "nobody"]


@frozen
class Zone(Spanned):
    """A zone of each owner: an instance per combination of owner values (`owners` are their types).

    `place` is the place type of a board, `low` the value of its first place. `audience` "others" are all but its owner.
    `top`: who sees what lies on top of a pile, where these are more.
    `box`: one such zone per component, unordered, seen by everyone, named `box`.
    """

    name: str
    kind: ZoneKind
    component: int
    owners: tuple[Scalar, ...]
    audience: Audience
    capacity: int | None = None
    place: str | None = None
    low: int = 0
    with_owner: bool = False
    faced: bool = False
    refill: "Refill | None" = None
    box: bool = False
    picture: "Picture | None" = None
    top: Audience | None = None


Side = Literal["above", "below", "left", "right"]


@frozen
class Look(Spanned):
    """How what bears a name looks where there are pictures: its color (`#a3253c`) and its sign, and of a zone on which
    side of all else there it lies."""

    name: str
    color: str | None = None
    sign: str | None = None
    side: Side | None = None


EMPTY: Final = "."
"""How what is empty is drawn where no picture says it."""

Arrangement = tuple[tuple[int | None, ...], ...]


@frozen
class Standing:
    """Where the places of a type stand: `rows` from the top, None where there is none. Of hexagons `shifts`, how many
    half steps to the right each row begins, and `letters`: what stands beside which row (or below all), and where. A
    column goes `lean` half steps to the right from row to row, or up in turns."""

    rows: Arrangement
    shifts: tuple[int, ...] = ()
    letters: tuple[tuple[int, int, str], ...] = ()
    lean: int = 0


@frozen
class Sheet:
    """How cells `of` a type are drawn together with their edges and corners: `lines` from the top, `+` where a corner
    is, a blank elsewhere. `shifts` and `letters` as in `Standing`; `labels` stand before the lines, or below columns of
    squares."""

    of: str
    lines: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], tuple[str, ...]]
    shifts: tuple[int, ...] = ()
    letters: tuple[tuple[int, int, str], ...] = ()


def arranged(picture: "Picture | None", standing: Standing | None, places: int) -> Standing:
    """Where the places of a board stand: as its picture says, as their type does, or in a row."""
    if picture is not None and picture.rows:
        return Standing(picture.rows)
    return standing or Standing((tuple(range(places)),))


@frozen
class Sign(Spanned):
    """How a kind, by its name, is drawn on a board; None is what is empty."""

    kind: str | None
    text: str


@frozen
class Picture:
    """How a board is drawn; `rows`, of a board on joined points, say where each place stands, by its number, None where
    there is none."""

    signs: tuple[Sign, ...]
    rows: "Arrangement" = ()


@frozen
class Refill:
    """The zone of the same owners that refills a pile, and the label of the shuffle."""

    zone: int
    label: str


@frozen
class Variable(Spanned):
    """A field that holds a value; `starts` is an expression over the locals `owner_locals` (one per owner), or None.
    One that is not `shown` says nothing to players.

    With `since` it is kept: it lives in a doing, from the assignment on that its `keep` is, until the doing ends, and
    nobody sees it. Locals from that number on are bound later. Kept variables stand behind all fields. One that
    `answers` is set as that procedure is left, and read before anything else happens. A memory remembers `fields`.

    With `lies_in` it is noted of the pieces in that row, slot or board, whose owners it has, and behind them the place,
    of a row the number from the left. It goes with the piece, begins anew where there is none, and is not shown by
    itself.

    One that is `unset` at first is none until something sets it: who asks for its value then is in error.
    """

    name: str
    type: Scalar | Several
    owners: tuple[Scalar, ...]
    audience: Audience
    starts: "Expr | AggregateValue | None" = None
    owner_locals: tuple[int, ...] = ()
    shown: bool = True
    since: int | None = None
    answers: int | None = None
    fields: tuple["Whole", ...] = ()
    lies_in: int | None = None
    unset: bool = False


@frozen
class Whole:
    """A field with all its instances."""

    sort: Literal["zone", "variable"]
    number: int


@frozen
class Local(Spanned):
    """A binder, `let`, parameter, pick or `you`. A `SeqT` local holds a sequence of at most `capacity` elements."""

    name: str
    type: Scalar | SeqT
    piece: bool = False
    capacity: int = 0


@frozen
class Geometry:
    """The constants of a place type. `lines`: every stretch and square the rules speak of, as tuples of places
    in their order (a value of type `P line` is an index here); `names` are their printed names. `rows` and `columns`
    are those of a grid without holes; `standing` that of all places that are laid out. Cells, their edges and their
    corners have a `sheet`, and on it the line and the place in it of each: `spots`. Links have `ends`: the type of the
    places that they join, and which two each."""

    place: str
    lines: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    rows: int = 0
    columns: int = 0
    standing: Standing | None = None
    sheet: Sheet | None = None
    spots: tuple[tuple[int, int], ...] = ()
    ends: tuple[str, tuple[tuple[int, ...], ...]] | None = field(default=None, kw_only=True)


@frozen
class Table:
    """Constants indexed by one or more values: `values[i0][i1]…` flattened row-major, `shape` the extents and `lows`
    the lowest index of each dimension (an index that is none gives `outside`)."""

    name: str
    shape: tuple[int, ...]
    lows: tuple[int, ...]
    values: tuple[int, ...]
    outside: int = -1


@frozen
class ListTable:
    """As `Table`, each entry being a list of values (neighbors, rays, members of a team, places of a line …). `open`:
    an index outside gives nothing."""

    name: str
    shape: tuple[int, ...]
    lows: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]
    open: bool = False


# ---- references


@frozen
class ZoneRef(Spanned):
    """One zone: its index and one expression per owner, a value of the owner's type (for a number type the number). An
    owner that is none makes an empty zone when read; one outside its type is a fault, read or written."""

    zone: int
    owners: tuple["Expr", ...] = ()


@frozen
class VarRef(Spanned):
    """One variable. A none owner reads as none (numbers and yes/no too: none, no); writing it is a fault, and so is an
    owner outside its type."""

    variable: int
    owners: tuple["Expr", ...] = ()


@frozen
class PlaceRef(Spanned):
    """A place of a board, a value of the place type: where a piece is moved to, or whose piece is meant. One outside
    the type is a fault."""

    board: ZoneRef
    place: "Expr"


# ---- expressions: each yields one integer (a piece: kind and location)


@frozen
class Const:
    value: int
    type: Scalar


@frozen
class Get:
    local: int
    type: Scalar


@frozen
class Read:
    var: VarRef
    type: Scalar


@frozen
class Attr:
    """An attribute (scalar) of a kind; of none it is none."""

    component: int
    attribute: int
    of: "Expr"
    type: Scalar


@frozen
class CountOf:
    """`c(e)`: one number of a set or counts; of none 0, of a value outside the type a fault."""

    counts: "AggregateValue"
    value: "Expr"
    type: Scalar


@frozen
class Lookup:
    """A constant table at these indices; an index that is none gives the table's `outside`, another one outside the
    table is a fault."""

    table: int
    indices: tuple["Expr", ...]
    type: Scalar


Operator = Literal["+", "-", "*", "/", "mod", "min", "max"]


@frozen
class Calc(Spanned):
    """Arithmetic. `/` rounds down, `mod` is never negative; a divisor of 0, a none operand, a result beyond
    ±(2**31 - 1) are faults at `span` unless `type` proves them away."""

    op: Operator
    left: "Expr"
    right: "Expr"
    type: Scalar


Comparison = Literal["is", "same", "at-least", "more-than"]


@frozen
class Compare(Spanned):
    """1 or 0. `is` of none with none is no (asking `is none` is `IsNone`), `same` is yes; order with none is no. What
    stands at its place may say the contrary (`denied`); how it comes out may be noted there (`counted`)."""

    op: Comparison
    left: "Expr"
    right: "Expr"
    denied: bool = field(default=False, eq=False, repr=False, kw_only=True)
    counted: bool = field(default=True, eq=False, repr=False, kw_only=True)


@frozen
class SameCounts:
    left: "AggregateValue"
    right: "AggregateValue"


@frozen
class IsNone(Spanned):
    of: "Expr"


@frozen
class Not(Spanned):
    """Its place is that of the words that deny: `is not`; that of `not …` is what stands behind it."""

    operand: "Expr"


@frozen
class Junction:
    word: Literal["and", "or"]
    operands: tuple["Expr", ...]


@frozen
class Cases:
    """The first case whose condition holds; the last has none. Also what `if` becomes inside definitions. In each
    of them none is written as `type` writes it. `places` are those of the conditions."""

    cases: tuple[tuple["Expr", "Expr"], ...]
    otherwise: "Expr"
    type: Scalar
    places: tuple[Span, ...] = field(default=(), eq=False, repr=False, kw_only=True)


@frozen
class Size:
    """How many elements (pieces of a zone, members of a set; for counts the sum is `Sum`)."""

    seq: "Seq"


@frozen
class Sum:
    """`c's size` of counts: the sum of the numbers."""

    counts: "AggregateValue"


@frozen
class Repeats(Spanned):
    """How often the fields of a memory, as they are now, stand in it."""

    var: VarRef
    type: Scalar


@frozen
class Fold(Spanned):
    """The sum of `value` over the sequence, or the highest or lowest, which is none over nothing; none skipped. Only a
    sum has a place."""

    kind: Literal["total", "highest", "lowest"]
    local: int
    seq: "Seq"
    value: "Expr"
    type: Scalar


@frozen
class Exists(Spanned):
    """Whether some element satisfies the condition (yes/no with early stop). `every` is `Not(Exists(Not))`."""

    local: int
    seq: "Seq"
    condition: "Expr"


@frozen
class Steps:
    """In how many steps, or for which total, a region comes to the first of its places, as they are found, of which
    `value` is yes; none if there is no such place."""

    local: int
    seq: "Region"
    value: "Expr"
    type: Scalar


@frozen
class Trail(Spanned):
    """The highest total of `value` over a trail: links of `seq`, none of them twice, each of which begins where the one
    before ends, at a place that `through` passes. `ends`: the list table with the ends of each link. No link at all is
    a trail, too; none is skipped."""

    local: int
    seq: "Seq"
    value: "Expr"
    ends: int
    through: "Filter"
    type: Scalar


Likeness = Literal["same", "different", "consecutive"]


@frozen
class AllAre:
    """Whether `value` is the same for all elements; or for no two of them; or, sorted, each one more than the one
    before, none of them none. None is the same as none."""

    how: Likeness
    local: int
    seq: "Seq"
    value: "Expr"


@frozen
class Contains(Spanned):
    """`x is in seq`: x's value (kind) is among the elements; with `here`, that very piece lies in the zone(s)."""

    seq: "Seq"
    value: "Expr"
    here: bool = False


@frozen
class OneOf(Spanned):
    """One element: the first, the last, or the one with this number (from 1), none if there is none; `only` is the one
    element, and a fault unless there is exactly one. Of pieces: the piece. Of a field that is listed alone `only` is
    what it is set to."""

    seq: "Seq"
    type: Scalar
    which: Literal["first", "last", "only", "item"] = "first"
    number: "Expr | None" = None


@frozen
class On:
    """The piece on a place of a board, or none."""

    place: PlaceRef
    type: Scalar


PieceQuestion = Literal["owner", "holder", "lies-in", "face-up", "face-down", "past"]


@frozen
class AskPiece(Spanned):
    """A question of a found piece's place. `owner`: who put it there; `holder`: whose zone it lies in (`dimension` says
    which owner of a zone with several); none in a zone nobody owns; `lies-in`: 1 if that is the zone of number
    `dimension`; `face-up`, `face-down`. `past`: 1 if the piece lies beyond `other` in the same ordered zone."""

    question: PieceQuestion
    of: "Expr"
    type: Scalar
    other: "Expr | None" = None
    dimension: int = 0


@frozen
class Noted(Spanned):
    """What is noted of a found piece where it lies; elsewhere, and of none, what its type begins with."""

    variable: int
    of: "Expr"
    type: Scalar


@frozen
class CallDefinition:
    """A definition with scalar result, as a function call. Arguments are scalars or pieces."""

    definition: int
    args: tuple["Expr", ...]
    type: Scalar


@frozen
class IsOver(Spanned):
    """Whether the game has ended."""


@frozen
class CanAct:
    """`you can A`: some offer has a legal move for the seat `you` now, within the limits of `offers`."""

    you: "Expr"
    offers: tuple["OfferLine", ...]


@frozen
class Outside:
    """The highest or lowest total of `value` over the elements of `seq` outside some of the `groups`, which are made of
    these elements and of which no two that are chosen share one; none of `value` is skipped. `value` is asked of
    all."""

    highest: bool
    local: int
    seq: "Seq"
    value: "Expr"
    groups: "Seq"
    type: Scalar


Condition = Compare | SameCounts | IsNone | Not | Junction | Exists | AllAre | Contains | IsOver | CanAct
"""What is yes or no."""
Number = Calc | CountOf | Size | Sum | Repeats | Fold | Outside | Steps | Trail
Expr = Const | Get | Read | Attr | Lookup | Number | Condition | Cases | OneOf | On | AskPiece | Noted | CallDefinition


# ---- sequences: enumerated lazily in order, each element one integer (a piece: kind and location)


@frozen
class Values:
    """0, 1, … number-1: all values of a type in declared order."""

    number: int


@frozen
class Numbers:
    """low, low+1, … high; nothing if high is below low; a none end gives nothing."""

    low: Expr
    high: Expr


@frozen
class Listed:
    """These values, as written; none is skipped."""

    values: tuple[Expr, ...]


@frozen
class TableList:
    """The list of a constant `ListTable` at these indices; an index that is none gives nothing, another one outside the
    table is a fault."""

    table: int
    indices: tuple[Expr, ...]


@frozen
class Pieces:
    """The pieces of a zone in its order (unordered: kind order). With `distinct`, equal kinds of an unordered zone come
    once (candidates of a pick); otherwise each copy is an element."""

    zone: ZoneRef
    distinct: bool = False


@frozen
class Members:
    """The values of a set or counts whose number is not 0, each once, in declared order."""

    aggregate: "AggregateValue"


@frozen
class Viewers(Spanned):
    """The players in the mark of a face-down piece (all players if it lies face up)."""

    piece: Expr


@frozen
class Filter:
    local: int
    seq: "Seq"
    condition: Expr


@frozen
class Best:
    """All elements best by the keys in order; each key is (highest, value over `local`); none comes last. With `rest`
    those that are not so good follow, the better before the worse, equal ones as they stand in `seq`."""

    local: int
    seq: "Seq"
    keys: tuple[tuple[bool, Expr], ...]
    rest: bool = False


@frozen
class FlatMap:
    """For each element of `seq`, bound to `local`, the elements of `body`: like zones of several owners."""

    local: int
    seq: "Seq"
    body: "Seq"


@frozen
class Mapped:
    """`value` for each element; none is skipped."""

    local: int
    seq: "Seq"
    value: Expr


@frozen
class Chain:
    seqs: tuple["Seq", ...]


@frozen
class Beyond(Spanned):
    """`after(x)`, `before(x)`: what lies behind (ahead of) x in the order of `seq`."""

    after: bool
    seq: "Seq"
    of: Expr


@frozen
class Ends(Spanned):
    """`first(n)`, `last(n)`: the first (last) `number` elements, in their order; all if there are fewer, nothing where
    it is 0 or below."""

    last: bool
    seq: "Seq"
    number: Expr


@frozen
class Region(Spanned):
    """Of the places that pass a filter of all of their type, in their order, those that are reached through others from
    the one that is `start`, itself among them; nothing if it is none or does not pass. The filter is asked of that one
    first, then, once each, of what is `beside` those that have passed, each bound to `local`, in the order in which
    these came. `most`: those that are so many steps away at most. `costs`: what each place costs to enter from the one
    bound to `local`, none if it cannot be entered from there; then the filter is asked of what costs least first, and
    what stands for steps are the totals of the cheapest ways."""

    start: Expr
    local: int
    beside: "Seq"
    seq: Filter
    most: Expr | None = None
    costs: Mapped | None = None


@frozen
class Groups:
    """All choices of `low` to `high` elements of a sequence of at most 16, in no order. Each is a sequence of its
    own, in the order of the elements: who looks at groups binds each to a local that is `Held`."""

    seq: "Seq"
    low: int
    high: int


@frozen
class Held:
    local: int


Given = Values | Numbers | Listed | TableList | Pieces | Members | Viewers | Held
MadeOf = Filter | Best | FlatMap | Mapped | Chain | Beyond | Ends | Region | Groups
Seq = Given | MadeOf


# ---- sets and counts


@frozen
class Aggregate:
    """A variable of type set or counts; `width` is the number of values."""

    var: VarRef
    width: int


@frozen
class KindCounts:
    """A counts attribute of a kind; of none it is nothing."""

    component: int
    attribute: int
    of: Expr
    width: int


@frozen
class OneEach:
    """The counts of these values (`fire + fire`, one value alone, nothing), or the set of a sequence's elements. None
    is skipped; a value outside the type is a fault."""

    seq: Seq
    width: int


@frozen
class Plus:
    """Counts added number by number."""

    left: "AggregateValue"
    right: "AggregateValue"
    width: int


@frozen
class Without:
    """Counts of which others are taken off number by number, as far as there is something."""

    left: "AggregateValue"
    right: "AggregateValue"
    width: int


AggregateValue = Aggregate | KindCounts | OneEach | Plus | Without


# ---- sentences


@frozen
class Let(Spanned):
    """A scalar, a piece, or (for a `SeqT` local) a sequence, evaluated once."""

    local: int
    value: Expr | Seq


@frozen
class Assign(Spanned):
    """A value outside the variable's domain, or none where it cannot be none, is a fault."""

    var: VarRef
    value: Expr


@frozen
class AssignAll(Spanned):
    """`set s to …` of sets and counts: the whole aggregate."""

    var: VarRef
    value: AggregateValue


@frozen
class AddTo(Spanned):
    """`add`/`subtract`/`remove` on sets and counts: `sign` is +1 or -1; in a set adding what is there does nothing and
    removing what is not there does nothing; a count below 0 or over 9999 is a fault."""

    var: VarRef
    value: AggregateValue
    sign: int


@frozen
class Remember(Spanned):
    """The fields of a memory, as they are now, stand in it once more, a fault if it is full; with `forgets` nothing
    stands in it any more."""

    var: VarRef
    forgets: bool = field(default=False, kw_only=True)


@frozen
class Note(Spanned):
    """Notes a value of a found piece; a fault if it does not lie where that is noted, or the value does not fit."""

    variable: int
    piece: Expr
    value: Expr


@frozen
class ChangePiece(Spanned):
    """`set p's a to v`: the piece becomes the kind that differs in this attribute only; old and new are exchanged with
    the box; a fault if there is no such kind or the box lacks it."""

    piece: Expr
    component: int
    attribute: int
    value: Expr


Target = ZoneRef | PlaceRef
Face = Literal["up", "down"]


@frozen
class MovePiece(Spanned):
    """One found piece; afterwards the local it came from (if `piece` is a `Get`) is found in the target. None is a
    fault. `under`: it goes to the bottom of a pile."""

    piece: Expr
    to: Target
    face: Face | None
    by: Expr | None
    under: bool = field(default=False, kw_only=True)


@frozen
class MoveAll(Spanned):
    """All pieces of the sequence, keeping their order (from pile to pile the topmost stays topmost)."""

    seq: Seq
    to: Target
    face: Face | None
    by: Expr | None
    under: bool = field(default=False, kw_only=True)


@frozen
class MoveSome(Spanned):
    """`number` pieces from the sequence (`up_to`: fewer if nothing more can be taken). An empty pile
    refills first, before each piece (then `refills` is its zone)."""

    number: Expr
    seq: Seq
    to: Target
    face: Face | None
    by: Expr | None
    up_to: bool
    refills: ZoneRef | None = None
    under: bool = field(default=False, kw_only=True)


@frozen
class Draw(Spanned):
    """A chance event: one element, each (copy of a piece) equally likely; nothing to draw from is a fault. What is
    `rolled` is a value, and public."""

    local: int
    seq: Seq
    label: str
    rolled: bool = field(default=False, kw_only=True)


@frozen
class RollInto(Spanned):
    """`number` chance events: each a new piece of the zone's unlimited component, each kind equally likely."""

    number: Expr
    to: ZoneRef
    label: str


@frozen
class Shuffle(Spanned):
    zone: ZoneRef
    label: str


@frozen
class Flip(Spanned):
    piece: Expr
    face: Face


@frozen
class SwapPlaces(Spanned):
    first: PlaceRef
    second: PlaceRef


@frozen
class Passing:
    """All that lies in `source` goes to `to`, if the condition holds."""

    source: ZoneRef
    to: ZoneRef
    when: Expr


@frozen
class PassZones(Spanned):
    """`swap your hand and p's hand`, `each player at once: move all your hand to …`: all is taken up before any is put
    down, each where nothing lies then, else a fault. Zones of one sort and component."""

    passings: tuple[Passing, ...]


@frozen
class RotateLine(Spanned):
    """The content of every place of the sequence goes one on, the last to the first; `reverse` the other way."""

    board: ZoneRef
    seq: Seq
    reverse: Expr


@frozen
class PackBoard(Spanned):
    """Slide all pieces to a side: each lane of `lanes` is packed toward its beginning. `lanes` is a list table: side ->
    the places of the grid lane by lane, each lane from that side on (rows for left and right, else columns)."""

    board: ZoneRef
    lanes: int
    side: Expr


@frozen
class Show(Spanned):
    """The pieces of the sequence, all of one component, are shown to the players of `to` (None: everyone)."""

    seq: Seq
    to: Seq | None
    component: int


@frozen
class Tell(Spanned):
    """A sentence is told to the players of `to` (None: everyone), with what stands in its gaps."""

    text: str
    parts: tuple["Quoted | Holding", ...]
    to: Seq | None


@frozen
class FinishProcedure(Spanned):
    """Leaves the innermost running procedure of this index at once."""

    procedure: int


@frozen
class EndGame(Spanned):
    """`winners` None: the scoring decides; otherwise these players (nobody: drawn)."""

    winners: Seq | None


@frozen
class RunProcedure(Spanned):
    """Arguments as the parameters, `you` first where the procedure has it."""

    procedure: int
    args: tuple[Expr, ...]


@frozen
class If(Spanned):
    """`places`: where the author wrote each condition; none where he wrote none."""

    cases: tuple[tuple[Expr, tuple["Statement", ...]], ...]
    otherwise: tuple["Statement", ...]
    places: tuple[Span, ...] = field(default=(), eq=False, repr=False, kw_only=True)


@frozen
class ForEach(Spanned):
    """The sequence is fixed when the sentence begins. A piece is found again when its turn comes, in a row or pile the
    same one, elsewhere one of its kind where it lay; one that is gone is skipped."""

    local: int
    seq: Seq
    body: tuple["Statement", ...]


@frozen
class Around(Spanned):
    """`go around`: `until` is tested before each turn; then the next player to the left, from `start` on, who is in
    `among` (None: everybody) becomes `you`; ends when `among` is empty."""

    you: int
    start: Expr
    among: Seq | None
    until: Expr | None
    body: tuple["Statement", ...]


@frozen
class Repeat(Spanned):
    """`repeat:`, `repeat until C:` (tested before every pass)."""

    until: Expr | None
    body: tuple["Statement", ...]


@frozen
class RepeatTimes(Spanned):
    """`number` is fixed when the sentence begins; below 0 is a fault."""

    number: Expr
    body: tuple["Statement", ...]


@frozen
class With(Spanned):
    """`ask p:`: binds `you` for the body."""

    you: int
    who: Expr
    body: tuple["Statement", ...]


@frozen
class OfferLine(Spanned):
    """One action of a choice: arguments of its parameters, the limit that its line shares (index, or None), and what
    the menus that it comes from need, the outermost first. `ends`: with it a `choose until` is over. `owed`: it waits
    until these limits are used. `alike`: all are asked alike, and it needs that nothing else can be done."""

    action: int
    args: tuple[Expr, ...] = ()
    limit: int | None = None
    needs: tuple["Needs", ...] = ()
    ends: bool = False
    owed: tuple[int, ...] = ()
    alike: bool = False


@frozen
class Choose(Spanned):
    """A decision of the seat `you`. Where offers end it, it is asked again and again until one of them was carried out;
    but with `acted` once only: behind any other offer that happens, and it is over. `otherwise` is None where no
    `if you cannot:` is written: then nobody being able to move is a fault."""

    you: Expr
    offers: tuple[OfferLine, ...]
    otherwise: tuple["Statement", ...] | None = None
    acted: tuple["Statement", ...] = ()


@frozen
class ChooseAtOnce(Spanned):
    """Players choose at once: of `who`, asked before all of them, those who have a move. `you` is the local that is the
    chooser in arguments, guards and bodies. Behind the bodies, seat by seat, follows for each of `who` that had none
    `otherwise`, in which `you` is that player."""

    you: int
    offers: tuple[OfferLine, ...]
    who: "Seq"
    otherwise: tuple["Statement", ...] = ()


Writing = Assign | AssignAll | AddTo
"""What sets a variable to a value."""
Leaving = FinishProcedure | EndGame
"""What goes on elsewhere."""
Rearranging = SwapPlaces | RotateLine | PackBoard | PassZones
Plain = Let | Writing | Remember | Note | ChangePiece | MovePiece | MoveAll | Flip | Rearranging | Show | Tell | Leaving
"""What never stops and has no sentences inside."""
Moving = MovePiece | MoveAll | MoveSome
Chance = Draw | RollInto | Shuffle
Loop = ForEach | Around | Repeat | RepeatTimes
Choosing = Choose | ChooseAtOnce
Statement = Plain | MoveSome | Chance | RunProcedure | If | Loop | With | Choosing


# ---- actions


@frozen
class Quoted:
    """A question inside a condition, as written, and its value; perhaps what it was to be, as written."""

    text: str
    value: Expr
    type: Scalar
    wanted: str = ""


@frozen
class Holding:
    """What a set or counts of such values hold, as it is told."""

    text: str
    counts: AggregateValue
    of: Scalar


@frozen
class Contents:
    """What a set, counts or a zone holds."""

    text: str
    seq: Seq
    of: Scalar


@frozen
class Witness:
    """The first element of a sequence, called `name`, and what is told of it: the local holds it then."""

    name: str
    local: int
    seq: Seq
    parts: tuple["Part", ...]


@frozen
class Branch:
    """What is told only where a condition holds."""

    condition: Expr
    parts: tuple["Part", ...]


@frozen
class Term:
    """A number that is added (`sign` 1) or taken away (-1), as written; of a total its elements are told, too."""

    text: str
    sign: Literal[1, -1]
    value: Expr


Part = Quoted | Contents | Witness | Branch | Term
"""A part of an explanation: why a condition came out as yes or no, or what a number is made up of."""


@frozen
class Clause(Spanned):
    """A condition of a pick, as written, and what a refusal tells of it."""

    text: str
    explanation: tuple[Quoted, ...]


@frozen
class Pick(Spanned):
    """`seq` enumerates the candidates (no repeats); with `if_any` none is picked where there are none. `words` stand
    for themselves: what is picked is the place of one. `secret`: what is picked is told to nobody but who picks.
    `source` and `clauses` are for people: what there is to pick from, as written, and the conditions that `seq`, a
    filter then, has joined by `and`; `reason` is the `because`."""

    local: int
    seq: Seq
    if_any: bool = field(default=False, kw_only=True)
    secret: bool = field(default=False, kw_only=True)
    reason: str = field(default="", kw_only=True)
    words: tuple[str, ...] | None = None
    source: str = ""
    clauses: tuple[Clause, ...] = ()


MOST_PICKED: Final = 256
"""So many may be picked at a time, and by `any` if they are there."""


@frozen
class PickSeveral(Spanned):
    """A multiset of low..high candidates (`repeats`: any number of each; of pieces at most the copies lying there);
    `ordered`: the order in which they are picked counts; `secret`: what and how many they are is told to nobody but who
    picks."""

    local: int
    low: Expr
    high: Expr
    seq: Seq
    repeats: bool
    ordered: bool = field(default=False, kw_only=True)
    secret: bool = field(default=False, kw_only=True)
    reason: str = field(default="", kw_only=True)
    source: str = ""
    clauses: tuple[Clause, ...] = ()


@frozen
class Needs(Spanned):
    """`text` is the `because`, or the condition as written."""

    condition: Expr
    text: str
    if_you_can: bool = False
    explanation: tuple[Quoted, ...] = ()


@frozen
class MustChange(Spanned):
    """The body, tried on a copy, must leave these pieces different."""

    zones: tuple[ZoneRef, ...]
    text: str


@frozen
class MustLeave(Spanned):
    """The body, tried on a copy, must leave the condition true."""

    condition: Expr
    text: str
    if_able: bool = False


@frozen
class ByMember:
    """Families: goes on with the member for the value of `of` (a kind or value); `members[value]`."""

    of: Expr
    members: tuple["Member", ...]


@frozen
class Member(Spanned):
    """The rest of the header of a family's member, its body (already with what the family says after the members)
    and its own description."""

    value: int
    name: str
    header: tuple["HeaderLine", ...]
    body: tuple[Statement, ...]
    title: str | None = None


Must = MustChange | MustLeave
HeaderLine = Pick | PickSeveral | Let | Needs | Must


@frozen
class Action(Spanned):
    """A kind of move. `you` is the local of the chooser; `params` are given by the offer.
    A family has `by_member` (then `body` is empty); a plain action has `body`.
    `must` lines are tested after everything else, on header and body together."""

    name: str
    title: str | None
    you: int
    params: tuple[int, ...]
    header: tuple[HeaderLine, ...]
    body: tuple[Statement, ...]
    by_member: ByMember | None = None


@frozen
class Limit(Spanned):
    """`once per P`: how often each member was used, up to `most` times, cleared when P begins and when it ends.
    `members` is 1, or a family's size. `exactly`: it also blocks the `ending` of a choice until used. `text`: P's
    name."""

    procedure: int
    exactly: bool
    members: int
    text: str
    most: int = field(default=1, kw_only=True)


@frozen
class Procedure(Spanned):
    """A phase (`title` shown) or procedure. `you` is the local of the inherited `you`, or None if it is never asked;
    if not None it is also `params[0]`. `told`: what stands in the gaps of the title."""

    name: str
    title: str | None
    phase: bool
    you: int | None
    params: tuple[int, ...]
    body: tuple[Statement, ...]
    told: tuple[Quoted, ...] = field(default=(), kw_only=True)


@frozen
class Definition(Spanned):
    """A function of scalars and pieces with one scalar result; `lets` are evaluated first."""

    name: str
    params: tuple[int, ...]
    lets: tuple[Let, ...]
    result: Expr
    type: Scalar


@frozen
class ScoreParts:
    """What a score is made up of; what decides between players with the same score, in order; and the line about
    winners, as written."""

    terms: tuple[Part, ...] = ()
    ranks: tuple[Quoted, ...] = ()
    winners: str = ""


@frozen
class Scoring(Spanned):
    """`score` is over the local `player`, as is its explanation; None where every end of the game says who won.
    `winners` yields players or teams (`of_teams`). `common`: all have one score; `at_end`: it is asked only then."""

    player: int
    score: Expr | None
    score_lets: tuple[Let, ...]
    winners: Seq | None
    winners_lets: tuple[Let, ...]
    of_teams: bool
    common: bool = field(default=False, kw_only=True)
    at_end: bool = field(default=False, kw_only=True)
    explanation: ScoreParts = field(default=ScoreParts(), kw_only=True)


@frozen
class Invariant(Spanned):
    """`sort` "secret": what is looked at in play of a secret. `in_play`: no position that an example lays out need be
    so. `explanation`: of where it does not hold."""

    title: str
    condition: Expr
    sort: Literal["invariant", "secret"] = "invariant"
    in_play: bool = False
    explanation: tuple[Part, ...] = field(default=(), kw_only=True)


Exempt = Literal["owner", "others", "viewers"]


@frozen
class Secret(Spanned):
    """Nobody but the owner (`but="owner"`), all others (`"others"`) or those in its mark (`"viewers"`) gets to know
    what is in a field, except by what actions, phases and procedures of these names do."""

    title: str
    of: Whole
    but: Exempt | None
    told_by: tuple[str, ...] = ()


@frozen
class Core:
    """Everything about the ruleset at one setting. `settled`: the places of comparisons that are constant, perhaps only
    as one caller of a definition asks them."""

    title: str
    subtitle: str | None
    players: int
    seat_names: tuple[str, ...]
    teams: tuple[int, ...]
    options: tuple[tuple[str, int | str | bool], ...]
    values: dict[str, tuple[str, ...]]
    components: tuple[Component, ...]
    geometries: tuple[Geometry, ...]
    tables: tuple[Table, ...]
    list_tables: tuple[ListTable, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    locals: tuple[Local, ...]
    definitions: tuple[Definition, ...]
    procedures: tuple[Procedure, ...]
    actions: tuple[Action, ...]
    limits: tuple[Limit, ...]
    setup: tuple[Statement, ...]
    play: tuple[Statement, ...]
    scoring: Scoring
    invariants: tuple[Invariant, ...]
    secrets: tuple[Secret, ...]
    number_names: Mapping[str, Mapping[int, str]] = field(factory=dict)
    looks: tuple[Look, ...] = ()
    settled: frozenset[Span] = field(default=frozenset(), eq=False, repr=False)

    @cached_property
    def fields(self) -> tuple[Variable, ...]:
        """The variables that lie on the table."""
        return tuple(variable for variable in self.variables if variable.since is None)

    def declared(self, of: Whole) -> Zone | Variable:
        """A field as it is declared."""
        return (self.zones if of.sort == "zone" else self.variables)[of.number]
