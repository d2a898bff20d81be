"""The program (IR): tables and code that both backends run. Made by `lower`, plain data, no Python objects inside.

Memory is one row of integers. Cells `0 .. size-1` are the state vector: everything a later ply can read, frame slots,
return slots, limit masks and the program counter included. Cells from `size` on are scratch: locals of code that cannot
stop, dead whenever the machine stops. No procedure contains itself, so every local has one fixed cell; a trial may run
code that is running around it, and puts all cells back. What contains no decision and no chance is structured code
inside a function; a procedure that may stop is cut into `Block`s, each structured code and one terminator.

`Leave(label)` goes on after the enclosing statement of that label; labels are unique in a program, 0 is none. A
function left by one returns it to its caller, which goes on leaving; at the top of a block the table `exits` says where
to jump, for every label by which the block may be left.

Pieces are pairs (kind, loc). `loc` is the cell that holds the piece: its place in an ordered zone, its kind's count in
an unordered one; -1 is nowhere (of an unlimited component: its box). A piece parameter is two cells. All arguments of
`Invoke` and `CallFunction` are evaluated before any parameter cell is set: a function may be called in its own
arguments. The value directly inside `Checked` is computed exactly (64 bits suffice). A `Jump` to a block whose number
is not above its own is a turn, as a pass of `While` is; all else that leads on without a stop leads forward only.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from attrs import field, frozen

from rulewright.language.span import Span, Spanned
from rulewright.language.types import NONE, NONE_NUMBER
from rulewright.language.walking import children

# ---- the layout


@frozen
class Slot:
    """A stretch of the vector: `length` cells, each `low..high`, or `none` if that is not None. `audience` as of a
    field; None for frame slots, limits, return slots (never part of a view). A field has a cell for each value of the
    types that `of` names, the last one changing fastest, and in it a value of the type `holds`; "" is a number."""

    name: str
    offset: int
    length: int
    low: int
    high: int
    none: int | None = None
    audience: Literal["everyone", "owner", "others", "nobody"] | None = None
    of: tuple[str, ...] = field(default=(), repr=False)
    holds: str = field(default="", repr=False)


@frozen
class NoteCells:
    """What is noted of a zone's pieces: instance i, place p at `at + i * capacity + p`; `begins` where none lies."""

    at: int
    begins: int


@frozen
class ZoneLayout:
    """Where a zone lies; instance i (owner values in mixed radix) begins at `offset + i * stride`.

    unordered (`hand`, `area`, box): one count per kind, at +0.
    ordered (`pile`, `row`): size at +0, kinds at +1.. (`capacity` cells; a pile bottom first: its top is the last;
        a row left first), behind them, where declared, owners (seat+1), faces (1 = down), marks (bit mask of seats).
        Unused cells are 0.
    `slot`, `board`: kind+1 per place (0: empty) at +0.., then faces, marks as above; a slot is a board of one place.
    `unlimited`: no cell at all (the box part of an unlimited component): taking always succeeds, putting forgets.
    `tags`: scratch cells beside a faced zone (one per place) that tell hidden pieces apart while a move is tried.

    `owners_at`, `faces_at`, `marks_at` are relative to the beginning of the instance (its place i at `+ owners_at +
    i`); `tags_at` is absolute (instance i, place p at `tags_at + i * capacity + p`). `owner_seat` is the dimension of
    `extents` that is the player (None: nobody in particular owns it), `owners` the types of all. `top`: who sees what
    lies on top of a pile, where these are more than its audience.
    """

    zone: int
    name: str
    kind: Literal["pile", "hand", "area", "row", "slot", "board"]
    component: int
    offset: int
    stride: int
    instances: int
    extents: tuple[int, ...]
    capacity: int
    declared_capacity: int | None
    audience: Literal["everyone", "owner", "others", "nobody"]
    owner_seat: int | None
    owners_at: int | None
    faces_at: int | None
    marks_at: int | None
    tags_at: int | None
    box: bool
    unlimited: bool = False
    notes: tuple[NoteCells, ...] = ()
    top: Literal["everyone", "owner", "others", "nobody"] | None = None
    owners: tuple[str, ...] = field(default=(), repr=False)


@frozen
class MemoryLayout:
    """Where a memory lies: at `offset` how many situations stand there, behind that two words for each of `capacity`,
    those of its number (`situations`), the lower first; ascending, unused ones 0. `runs`: the cells that make a
    situation, as stretches (first cell, length)."""

    offset: int
    capacity: int
    runs: tuple[tuple[int, int], ...]


# ---- expressions


@frozen
class Const:
    value: int


@frozen
class Cell:
    """The content of a cell known beforehand."""

    index: int


@frozen
class At:
    """The content of cell `base + index`; lowering guarantees that it lies inside the slot."""

    base: int
    index: "Expr"


@frozen
class TableAt:
    """`tables[table][index]`, index within the table."""

    table: int
    index: "Expr"


Operator = Literal["+", "-", "*", "/", "mod", "min", "max", "==", "!=", "<", "<=", ">", ">=", "bitand", "bitor", "shl"]


@frozen
class Bin:
    """Comparisons yield 1 or 0; `/` rounds down, `mod` is never negative, by 0 is a fault checked before."""

    op: Operator
    left: "Expr"
    right: "Expr"


@frozen
class Both:
    """Yes/no `and` with early stop."""

    operands: tuple["Expr", ...]


@frozen
class Either:
    operands: tuple["Expr", ...]


@frozen
class Inverse:
    """Yes/no `not`."""

    operand: "Expr"


@frozen
class LowestBit:
    """The number, from 0, of the lowest bit of a number that is not 0."""

    operand: "Expr"


@frozen
class Select:
    test: "Expr"
    then: "Expr"
    otherwise: "Expr"


@frozen
class Checked:
    """The value if it lies in low..high (or is `none`, where that is not None); otherwise the fault."""

    value: "Expr"
    low: int
    high: int
    none: int | None
    fault: int


@frozen
class Do:
    """Runs the statements, then yields the cell `result`."""

    body: tuple["Statement", ...]
    result: int


@frozen
class Invoke:
    """Calls a function with these arguments in its parameter cells; yields its result cell."""

    function: int
    args: tuple["Expr", ...]


@frozen
class Size:
    """How many pieces lie in an instance of a zone, as its layout says; 0 for an unlimited zone."""

    zone: int
    instance: "Expr"


@frozen
class Repeats:
    """How often the present situation stands in a memory."""

    memory: int


@frozen
class Try(Spanned):
    """1 if a move of an action satisfies a `must` line. `begin` sets the cells of its header; then its body, a
    function, is carried out, and `zones` must have changed by it and `condition` hold; whatever it did is put back.
    Ending the game satisfies, what is impossible refuses, and while a move of the action is tried already the answer
    is 1."""

    action: int
    begin: "Code"
    body: int
    zones: tuple["ZoneAt", ...]
    condition: "Expr | None"


Asking = Size | Repeats | Try
Expr = Const | Cell | At | TableAt | Bin | Both | Either | Inverse | LowestBit | Select | Checked | Do | Invoke | Asking

YES, NO = ONE, ZERO = Const(1), Const(0)
NO_PLACE: Final = Const(NONE)
"""Where a piece lies of which that is not known, or that is none."""


# ---- statements


@frozen
class Set:
    cell: int
    value: Expr


@frozen
class SetAt:
    """Cell `base + index` becomes `value`."""

    base: int
    index: Expr
    value: Expr


@frozen
class Fill:
    """`count` cells from `base + index` on become `value`."""

    base: int
    index: Expr
    count: Expr
    value: int


@frozen
class If:
    test: Expr
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...] = ()


@frozen
class For(Spanned):
    """`cell` runs from low to high-1 (both fixed at the start), downward if `down`. Counts as turns, all at the start,
    if it is counted (`program/bounds`)."""

    cell: int
    low: Expr
    high: Expr
    body: tuple["Statement", ...]
    down: bool = False


@frozen
class ForKinds(Spanned):
    """For every kind, in ascending order, of which a piece lies in this instance of an unordered zone: `kind` becomes
    the kind, `loc` the cell that counts it, then the body. Whether a piece of a kind lies there is asked when its turn
    comes; the instance is evaluated once at the start, before any cell is set. Counts as so many turns as the zone has
    kinds (its stride), all at the start, if it is counted, as `For` does. For an unlimited zone nothing happens."""

    zone: int
    instance: Expr
    kind: int
    loc: int
    body: tuple["Statement", ...]


@frozen
class While(Spanned):
    """Each turn is counted against the bound."""

    test: Expr
    body: tuple["Statement", ...]


@frozen
class Region:
    """What a stretch of code comes to that finds a region: the places that hang together with the `first` one and pass
    a test, in which a place stands in cell `place`; those beside each place are a row of `beside`. They are marked by
    bits, so many to a cell, from cell `inside` on, and counted in `size`; or a body is carried out for each of them, in
    any order."""

    first: Expr
    place: int
    test: Expr
    beside: tuple[tuple[int, ...], ...]
    bits: int
    inside: int
    size: int
    body: tuple["Statement", ...] | None


@frozen
class Labelled:
    """A stretch of code that `Leave(label)` leaves. `region`: what it comes to, said once more."""

    label: int
    body: tuple["Statement", ...]
    region: Region | None = None


@frozen
class Leave:
    label: int


@frozen
class CallFunction:
    """As `Invoke` for its effects; goes on leaving if the function was left by a label."""

    function: int
    args: tuple[Expr, ...]


@frozen
class Yield:
    """One candidate of an enumerator: the values of its cells."""

    values: tuple[Expr, ...]


@frozen
class ForSelections(Spanned):
    """For every multiset of `low..high` of what `candidates` yields, as many as there is room for, by size, then in the
    order of the candidates: its members from `base` on (of pieces kind and loc alternate: `words` cells each), their
    number in `length`, unused cells 0; then the body. A candidate may be picked once, as often as the value behind its
    words says, or, with `repeats`, as often as wanted. With `ordered` for every order of their members, too. Each is a
    turn. Where `closed` is asked, `refused` is 1 before the body; if it still is behind it, none are made any more that
    begin as this one does up to where `closed` holds no longer."""

    candidates: tuple["Statement", ...]
    low: Expr
    high: Expr
    repeats: bool
    words: int
    length: int
    base: int
    capacity: int
    body: tuple["Statement", ...]
    ordered: bool = False
    closed: Expr | None = None
    refused: int | None = None


@frozen
class Candidate(Spanned):
    """One more candidate of a decision whose moves are listed; too many are a fault. Turns are counted anew."""


@frozen
class Offer(Spanned):
    """A move, the next of those that are listed; too many are a fault. `cells` hold its words."""

    offer: Expr
    variant: int
    cells: tuple[int, ...]


@frozen
class Fail:
    """A fault of the rules in play."""

    fault: int


@frozen
class ZoneAt:
    """An instance of a zone, and for a board the place."""

    zone: int
    instance: Expr
    place: Expr | None = None


@frozen
class MovePiece:
    """The piece (kind, loc) goes to `to`: at the right end of a row, on top of a pile (`under`: at its bottom, and what
    lies there comes one place higher), on the place of a board.
    `face` as in the rules (None: keeps face and mark when moving within its zone, else up); `by` the seat remembered
    by a zone with owners; `found` receives the new loc (None: not wanted). Faults: stale piece, full zone, taken place.
    `origin`: the zone in which loc lies, if that is certain. `rolled`: nobody sees the piece where it comes from.
    Writes an event."""

    kind: Expr
    loc: Expr
    to: ZoneAt
    face: Literal["up", "down"] | None
    by: Expr | None
    found: int | None
    fault: int
    origin: int | None = None
    rolled: bool = False
    under: bool = False


@frozen
class Flip:
    loc: Expr
    face: Literal["up", "down"]
    fault: int


@frozen
class ShowPiece:
    """The seats of the bit mask get to know the piece; in a faced zone they enter its mark. Writes an event."""

    kind: Expr
    loc: Expr
    seats: Expr


@frozen
class SwapPlaces:
    board: ZoneAt
    first: Expr
    second: Expr


@frozen
class RotatePlaces:
    """`places` cells hold `count` places; the content of each goes to the next, round (`reverse`: the other way)."""

    board: ZoneAt
    places: int
    count: Expr
    reverse: Expr


@frozen
class PassZones:
    """All that lies in each first zone (instance below 0: of none) is taken up, then put down in the second one, of the
    same sort and component, where nothing lies then and there is room. It keeps what goes with it within its zone, as
    with `MovePiece`. Writes an event."""

    passings: tuple[tuple[ZoneAt, ZoneAt], ...]


@frozen
class ChangePiece:
    """The piece becomes `new`; exchanged with the box."""

    kind: Expr
    loc: Expr
    new: Expr
    component: int
    fault: int


@frozen
class SortZone:
    """Puts an ordered zone into kind order, so that equal situations are equal vectors before a shuffle."""

    zone: ZoneAt


@frozen
class Remember:
    """The present situation stands in a memory once more. Fault: it is full."""

    memory: int
    fault: int


@frozen
class Tell:
    """The seats of the bit mask are told the text, with the values of the parts in its gaps. Writes an event, and does
    nothing else: what the values are made of was reckoned before."""

    text: str
    parts: tuple["GuardPart", ...]
    seats: Expr


@frozen
class Ended(Spanned):
    """The game is over: `winners` is a bit mask of seats, or None if the scoring decides. Followed by a `Leave`. Its
    place is that of the sentence that ends it, NOWHERE where play has come to its end."""

    winners: Expr | None


@frozen
class Note:
    """Counts that something has happened: `notes[number]` of the program once more, unless a move is being tried."""

    number: int


Leading = If | For | ForKinds | While | Labelled | Leave | CallFunction
Listing = Yield | ForSelections | Candidate | Offer
Moving = MovePiece | Flip | ShowPiece | SwapPlaces | RotatePlaces | PassZones | ChangePiece | SortZone
Statement = Set | SetAt | Fill | Leading | Listing | Moving | Remember | Fail | Tell | Ended | Note
Code = tuple[Statement, ...]
Loop = For | ForKinds | While | ForSelections
Plain = Const | Cell | At | TableAt | Bin | Inverse | Both | Either | Select | Do | Set
"""What a plain condition is made of."""
Reckoning = LowestBit | Checked | SetAt | Fill | If | For | While | Region | Labelled | Leave | Fail | Note | Plain
"""What reads nothing of the vector by itself, but for the cells that it names, and reached ones."""
Passing = Leave | Yield | Candidate | Offer | If | For | ForKinds | Labelled
"""What changes nothing by itself, but for what counts its passes."""


# ---- functions, blocks


@frozen
class Function:
    """`params` cells are set by the caller; `result` is the cell of the value, None for procedures."""

    name: str
    params: tuple[int, ...]
    body: Code
    result: int | None


@frozen
class Jump(Spanned):
    """`span`: the loop that goes round by it."""

    to: int


@frozen
class Branch:
    test: Expr
    then: int
    otherwise: int


@frozen
class Return:
    """Jumps to the block whose number is in the cell."""

    cell: int


@frozen
class Decide:
    """Stops for `sites[site]`. After the move the machine sets its words and jumps to the offer's block; with no
    move to the site's `stuck` block. Cells of `dead` are zeroed before stopping."""

    site: int


@frozen
class Chance:
    """Stops for `chances[chance]`; goes on at its `then`."""

    chance: int


@frozen
class End:
    pass


Terminator = Jump | Branch | Return | Decide | Chance | End


@frozen
class Block:
    code: Code
    terminator: Terminator
    exits: tuple[tuple[int, int], ...] = ()
    dead: tuple[int, ...] = ()


# ---- decisions


@frozen
class Argument:
    """How a picked value is written: `piece` by kind (hidden or ambiguous ones by place), others by `names[value]` or
    as a number. A piece takes two cells (kind, loc), everything else one. `several`: a sequence; each member is an
    argument. `players`: the value is a player. `called`: numbers that have names. `held`: how many there are of the one
    name, told together with the others of a gap. `of`: the type of a value or piece."""

    kind: Literal["piece", "value", "number", "flag", "word", "held"]
    names: tuple[str, ...] = ()
    component: int | None = None
    several: bool = False
    players: bool = False
    called: tuple[tuple[int, str], ...] = ()
    of: str = field(default="", repr=False)


@frozen
class Several:
    """How many are picked at once, whether one may be picked again and again, and whether their order counts. `ended`:
    where they are written a sign stands behind them, for something else follows."""

    low: Expr
    high: Expr
    repeats: bool
    capacity: int
    ordered: bool = False
    ended: bool = False


@frozen
class Pick(Spanned):
    """One argument of a move: which of its words it is, from `at` on. One value is one word, one piece two (kind,
    loc); of several at first how many, then as many times `words` as there is room for, unused ones 0.

    `candidates` is a function that yields what there is to pick from after the picks before, which are in their cells:
    (value), (kind, loc), or of several pieces (kind, loc, how many lie there). `secret`: what is picked is told to
    nobody but who picks. For people: `source` is what there is to pick from, as written, `wider` the same without the
    conditions of the pick, if it has any."""

    name: str
    candidates: int
    at: int
    words: int
    several: Several | None
    argument: Argument
    secret: bool = False
    source: str = ""
    wider: "Wider | None" = None
    reason: str = field(default="", repr=False)


@frozen
class GuardPart:
    """A question inside a condition, as written, its value and how that is written."""

    text: str
    value: Expr
    argument: Argument


@frozen
class Guard(Spanned):
    """What a move must meet behind its first `behind` picks: a `needs` line (`guard`), a `must` line, or, in a family,
    that a `member` is meant. It does if `test`, a function that reads the words of the move in their cells, gives
    `value`. `if_possible`: it only binds where some move can meet it. `parts`: the questions inside a condition, for
    `why` to quote with their values, after the test."""

    kind: Literal["guard", "must", "member"]
    behind: int
    test: int
    text: str
    if_possible: bool = False
    parts: tuple[GuardPart, ...] = ()
    value: int = 1


@frozen
class Wider:
    """What there would be to pick from without the conditions of a pick: `candidates` yields it as that of the pick
    does. The conditions are `clauses`, in their order, which read a candidate in these cells."""

    candidates: int
    cells: tuple[int, ...]
    clauses: tuple[Guard, ...]


@frozen
class Variant:
    """One member of a family (or the only one of a plain action): what its moves consist of and must meet, in the order
    in which that is asked, for those who explain and name moves (what lists them is code: `OfferCode.moves`). What all
    variants have in common comes first. `cells` take the words of the move that is carried out or asked about."""

    name: str | None
    title: str | None
    picks: tuple[Pick, ...]
    guards: tuple[Guard, ...]
    cells: tuple[int, ...]


@frozen
class ActionCode(Spanned):
    """An action: `you` and `params` are cells; the first `common` picks are those of all variants."""

    name: str
    title: str | None
    you: int
    params: tuple[int, ...]
    common: int
    variants: tuple[Variant, ...]

    def picks(self, variant: int) -> tuple[Pick, ...]:
        """What a move of a variant consists of."""
        return self.variants[variant].picks


@frozen
class LimitCode(Spanned):
    """`cell`: first of the cells that say how often each member was used, up to `most` times. The machine counts in the
    member's cell when an offer is chosen; blocks clear the cells when its procedure begins and when it ends."""

    cell: int
    members: int
    exactly: bool
    text: str
    most: int


@frozen
class OfferCode(Spanned):
    """`moves` is a function of `you` that lists the moves, `args` the arguments for the action. `ending`: with it the
    choice is over; `owed`: it waits until these limits are used; `alike`: it is for who can do nothing else. `guards`
    tell those who explain what its menus need. `to[variant]` is the block where play goes on when the words of the move
    are in their cells (it calls the body function, or is the beginning of the body's blocks)."""

    action: int
    args: tuple[Expr, ...]
    moves: int
    limit: int | None
    to: tuple[int, ...]
    ending: bool = False
    guards: tuple[Guard, ...] = ()
    owed: tuple[int, ...] = ()
    alike: bool = False


@frozen
class Site(Spanned):
    """A decision. `seat` is who decides; for a choice at once None, then `chosen` are its hidden slots: per seat 1 +
    offer, variant and the words of the move, and when all have chosen the machine jumps to `then`. `you` (at once
    only): the cell that is set to the asked seat before the moves are listed.
    Blocks of offers set the action's `you`, parameter and `let` cells again: the machine sets the words only."""

    seat: Expr | None
    offers: tuple[OfferCode, ...]
    stuck: int | None
    then: int | None = None
    chosen: int | None = None
    chosen_width: int = 0
    you: int | None = None


@frozen
class ShuffleChance(Spanned):
    zone: ZoneAt
    label: str
    then: int


@frozen
class DrawChance(Spanned):
    """`candidates` is a function that yields (value, weight) or (kind, loc, weight); the outcome goes to `cells`.
    `public`: everybody sees it; otherwise who sees the zone at `loc`."""

    candidates: int
    cells: tuple[int, ...]
    argument: Argument
    roll: bool
    public: bool
    label: str
    then: int
    fault: int


ChancePoint = ShuffleChance | DrawChance

VALUE: Final = "{value}"
"""Stands in the message of a fault for the value that `Checked` refuses."""
WANTED, THERE = "{wanted}", "{there}"
"""Stand for two numbers that are told together: the refused value is `wanted * TOGETHER + there`."""
TOGETHER: Final = 1 << 16


@frozen
class FaultText:
    """What went wrong; the rule is quoted from the span. `impossible`: it refuses a move that is only tried."""

    code: str
    message: str
    span: Span
    impossible: bool = False

    def said(self, value: int) -> str:
        """The message where this value is refused."""
        wanted, there = divmod(value, TOGETHER)
        message = self.message.replace(WANTED, str(wanted)).replace(THERE, str(there))
        return message.replace(VALUE, "none" if value == NONE_NUMBER else str(value))


@frozen
class PhaseCode(Spanned):
    """A phase of the rules: `cell` is not 0 while it runs (its return slot). Callers stand before those they call.
    `told`: what stands in the gaps of the title as long as it runs."""

    name: str
    title: str | None
    cell: int
    told: tuple[GuardPart, ...] = ()


@frozen
class CheckCode(Spanned):
    """An invariant: `function` yields 1 while it holds. `sort`: what the rules call it."""

    title: str
    function: int
    sort: Literal["invariant", "secret"] = "invariant"


Done = Literal["phase", "procedure", "action", "offer", "passing", "sentence", "change", "let", "definition"]
Noted = Done | Literal["guard", "branch", "case", "condition"]


@frozen
class Notice:
    """Something of the rules that happens or does not: a sentence is carried out, or changes something, an action is
    chosen, a condition of an `if` or guard holds (`outcome` 1) or fails (0). `name`: what the rules call it, if they
    do; of a change the variable that is set."""

    sort: Noted
    span: Span
    outcome: Literal[0, 1] = 1
    name: str = field(default="", eq=False)


@frozen
class KindValues:
    """An attribute of a component: its value for each kind, where it is no number which of all that there are, of the
    type `of`; of one with a number for each of several values these numbers (`counts`), too."""

    name: str
    values: tuple[int, ...]
    number: bool
    counts: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    of: str = field(default="", repr=False)


@frozen
class Common:
    """A score that all have, from `low` to `high` (what is beyond counts as that); `lost`: all can lose, too."""

    low: int
    high: int
    lost: bool


@frozen
class Program:
    """Everything that a backend needs, at one setting of players and options.

    `pc` is the cell of the program counter (a block number); it holds the block that stops. `ended` cells: 1 when over,
    2 when over with the winners in the mask cell behind it. `phases`: one cell per phase, not 0 while it runs (the
    innermost is the last of `phases` whose cell is not 0).

    `arrays`: the stretches (first cell, length) of scratch that are reached by an index, in ascending order. `At`,
    `SetAt`, `Fill`, `RotatePlaces.places`, `ForSelections.base` and `ZoneLayout.tags_at` that begin in scratch begin in
    one of them and stay in it. Some of their cells are meant by number, too; all other scratch cells only ever are.

    `attributes`: of each component, what each of them is for each kind.

    `notes`: what `Note` counts, where a program counts anything. No state knows of it.

    `held`: the pairs of cells of the vector in which a found piece is kept while somebody is asked: its kind and where
    it lies; 0 where there is none.

    `wins_together`: who wins does so together with all others, in every game; `common`: they have one score. No game is
    another one for that: no text of the program says it.
    """

    players: int
    size: int
    scratch: int
    pc: int
    ended: int
    slots: tuple[Slot, ...]
    zones: tuple[ZoneLayout, ...]
    tables: tuple[tuple[int, ...], ...]
    functions: tuple[Function, ...]
    blocks: tuple[Block, ...]
    start: int
    sites: tuple[Site, ...]
    actions: tuple[ActionCode, ...]
    limits: tuple[LimitCode, ...]
    chances: tuple[ChancePoint, ...]
    faults: tuple[FaultText, ...]
    invariants: tuple[CheckCode, ...]
    score: int | None
    winners: int | None
    initial: tuple[int, ...]
    phases: tuple[PhaseCode, ...] = ()
    arrays: tuple[tuple[int, int], ...] = ()
    memories: tuple[MemoryLayout, ...] = ()
    notes: tuple[Notice, ...] = ()
    held: tuple[tuple[int, int], ...] = ()
    wins_together: bool = False
    attributes: tuple[tuple[KindValues, ...], ...] = ()
    common: Common | None = field(default=None, repr=False)

    @cached_property
    def digest(self) -> bytes:
        """What tells programs apart, wherever in a text their sentences stand."""
        return hashlib.sha256(self.without_places.encode()).digest()

    @property
    def without_places(self) -> str:
        """All of it as a text that says nothing of where sentences stand."""
        return _PLACE.sub("", repr(self))


_PLACE: Final = re.compile(r"Span\(start=\d+, end=\d+\)")


# ---- what nodes name by number: cells, arrays that are reached into, functions, labels
# Who adds a node that names any of them adds it here.


Fields = Mapping[type, tuple[str, ...]]
"""By the class of a node the fields that are numbers of cells, or of functions."""

SETS: Final[Fields] = {
    Set: ("cell",),
    For: ("cell",),
    ForKinds: ("kind", "loc"),
    ForSelections: ("length", "refused"),
    MovePiece: ("found",),
}
READS: Final[Fields] = {
    Cell: ("index",),
    Do: ("result",),
    Return: ("cell",),
    Offer: ("cells",),
    ForSelections: ("refused",),
}
GIVEN: Final[Fields] = {Variant: ("cells",), DrawChance: ("cells",), ActionCode: ("you", "params")}
"""Cells that whoever plays sets."""
READS_AT: Final[Fields] = {At: ("base",), RotatePlaces: ("places",)}
"""The first cells of what is read by an index."""
SETS_AT: Final[Fields] = {SetAt: ("base",), Fill: ("base",), ForSelections: ("base",)}
CALLS: Final[Fields] = {Invoke: ("function",), CallFunction: ("function",), Try: ("body",)}


def numbers(nodes: Iterable[object], *tables: Fields) -> Iterator[int]:
    """What these nodes themselves name in the fields of these tables."""
    for node in nodes:
        for table in tables:
            for name in table.get(type(node), ()):
                found = getattr(node, name)
                yield from found if isinstance(found, tuple) else () if found is None else (found,)


def left_by(node: object, functions: Sequence[Function | None], known: dict[int, frozenset[int]]) -> frozenset[int]:
    """The labels by which code, or anything in it, may be left; what is called in an expression never is. `known`: what
    was found out of functions."""
    match node:
        case Leave(label):
            return frozenset({label})
        case Labelled(label, body):
            return left_by(body, functions, known) - {label}
        case CallFunction(number):
            if number not in known:
                called = functions[number]
                known[number] = frozenset() if called is None else left_by(called.body, functions, known)
            return known[number]
        case _:
            return frozenset[int]().union(*(left_by(each, functions, known) for each in children(node)))
