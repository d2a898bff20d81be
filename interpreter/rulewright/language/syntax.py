"""The syntax tree: what the author wrote, one frozen class per form of the grammar.

Law: `parse(print(tree)) == tree`. Spans are character offsets into the text as read (`Source.text`). Brackets, `the`
and comments leave no trace in the tree. `your x` and `its x` are `Of(You(), x)` and `Of(It(), x)`.
"""

from typing import Literal

from attrs import field, frozen

from rulewright.language.span import Spanned


@frozen
class Name(Spanned):
    """A name as written, at one place of the text."""

    text: str


@frozen
class Text(Spanned):
    """A string between double quotes, without them."""

    text: str


# ---- expressions


@frozen
class Number(Spanned):
    value: int


@frozen
class YesNo(Spanned):
    value: bool


@frozen
class Nobody(Spanned):
    """`none`."""


@frozen
class You(Spanned):
    """`you`, also the one hidden in `your`."""


@frozen
class It(Spanned):
    """`it`, also the one hidden in `its`."""


@frozen
class Word(Spanned):
    """A bare name: a local, a place, a question without subject, or a value."""

    name: Name


@frozen
class Call(Spanned):
    """`name(a, b)` without a subject."""

    name: Name
    args: tuple["Expr", ...]


@frozen
class Member(Spanned):
    """What is asked of something: `suit`, or with arguments `limit(color)`; `args` is None without brackets."""

    name: Name
    args: tuple["Expr", ...] | None


@frozen
class Answer(Spanned):
    """A procedure that is carried out for its answer."""

    act: "Act"


@frozen
class Of(Spanned):
    subject: "Expr"
    member: Member


@frozen
class Negative(Spanned):
    operand: "Expr"


ArithmeticOp = Literal["+", "-", "*", "/", "mod", "without"]


@frozen
class Arithmetic(Spanned):
    """`left op right`; of counts `+` is the union, and `without` what is left."""

    op: ArithmeticOp
    left: "Expr"
    right: "Expr"


CompareOp = Literal[
    "is",
    "is not",
    "is the same as",
    "is not the same as",
    "is at least",
    "is at most",
    "is more than",
    "is less than",
    "covers",
    "splits into",
]


@frozen
class Compare(Spanned):
    op: CompareOp
    left: "Expr"
    right: "Expr"


@frozen
class Range(Spanned):
    low: "Expr"
    high: "Expr"


@frozen
class Within(Spanned):
    subject: "Expr"
    source: "Expr"
    negated: bool = False


@frozen
class Empty(Spanned):
    subject: "Expr"
    negated: bool = False


@frozen
class Fold(Spanned):
    """`total m of source as binder where condition`, likewise `highest` and `lowest`."""

    kind: Literal["total", "highest", "lowest"]
    member: Member
    source: "Expr"
    binder: Name | None = None
    where: "Expr | None" = None


@frozen
class Outside(Spanned):
    """`lowest total m of source outside disjoint groups`, likewise `highest`."""

    which: Literal["highest", "lowest"]
    member: Member
    source: "Expr"
    groups: "Expr"


@frozen
class Act(Spanned):
    """The name of an action, a menu or a procedure, with the arguments of its parameters (None without brackets)."""

    name: Name
    args: tuple["Expr", ...] | None = None


@frozen
class GameIsOver(Spanned):
    """`game is over`, `game is not over`."""

    negated: bool = False


@frozen
class CanAct(Spanned):
    act: Act
    negated: bool = False


@frozen
class Junction(Spanned):
    """`a and b and c`, `a or b`."""

    word: Literal["and", "or"]
    operands: tuple["Expr", ...]


@frozen
class Not(Spanned):
    operand: "Expr"


@frozen
class Quantified(Spanned):
    """`some binder in source where condition`, likewise `no`; `every binder in source satisfies condition`."""

    how: Literal["some", "no", "every"]
    binder: Name
    source: "Expr"
    where: "Expr | None" = None


@frozen
class Key(Spanned):
    """One criterion of `with highest a, then lowest b`."""

    highest: bool
    member: Member


@frozen
class Query(Spanned):
    """`source as binder where condition with keys`: what passes the filter and is best by the keys; with `ranked` `… by
    keys`: all that passes, the best first."""

    source: "Expr"
    binder: Name | None
    where: "Expr | None"
    keys: tuple[Key, ...]
    ranked: bool = False


@frozen
class Picked(Spanned):
    """`first binder in source where condition with keys`, likewise `last` and `only`."""

    which: Literal["first", "last", "only"]
    binder: Name
    source: "Expr"
    where: "Expr | None"
    keys: tuple[Key, ...]


@frozen
class CountWhere(Spanned):
    source: "Expr"
    binder: Name | None
    where: "Expr"


@frozen
class Region(Spanned):
    """`region of start through member within most steps as binder where condition`: the places that hang together with
    a first one. `region of start by cost through member within most …`: those to which some way costs no more."""

    start: "Expr"
    through: Member | None
    most: "Expr | None"
    binder: Name | None
    where: "Expr | None"
    unit: Name | None = field(default=None, kw_only=True)  # `steps`, which stays a name elsewhere
    cost: Member | None = field(default=None, kw_only=True)


@frozen
class Steps(Spanned):
    """`steps of start to goal by cost through member as binder where condition`: how far the nearest goal is, or
    what the cheapest way costs."""

    start: "Expr"
    goal: "Expr"
    cost: Member | None
    through: Member | None
    binder: Name | None
    where: "Expr | None"


@frozen
class Trail(Spanned):
    """`longest trail of source by member through places`: of links, none of which is gone along twice."""

    source: "Expr"
    member: Member | None
    through: "Expr | None"


Plain = Number | YesNo | Nobody | You | It | Word | Call | Answer | Of
Reckoned = Negative | Arithmetic | Range | Outside | Trail
Asked = Compare | Within | Empty | GameIsOver | CanAct | Junction | Not
Queried = Fold | Quantified | Query | Picked | CountWhere | Region | Steps
Expr = Plain | Reckoned | Asked | Queried
Condition = Asked | Quantified
"""What is yes or no by its form."""


# ---- sentences


@frozen
class All(Spanned):
    """`all among`: what a `move` takes."""

    among: Expr


@frozen
class SomeOf(Spanned):
    """`n from among`, or with `up_to` `up to n from among`."""

    number: Expr
    among: Expr
    up_to: bool


@frozen
class This(Spanned):
    """One piece, named by a path."""

    path: Expr


What = All | SomeOf | This
Face = Literal["up", "down"]


@frozen
class Let(Spanned):
    name: Name
    value: Expr


@frozen
class Keep(Spanned):
    """A value that changes while a doing goes on."""

    name: Name
    type: "FieldType"
    starts: Expr | None


@frozen
class Set(Spanned):
    target: Expr
    value: Expr


@frozen
class SetBoard(Spanned):
    """`set board to:` and rows below: just this lies on the board then."""

    target: Expr
    rows: "tuple[tuple[PictureCell, ...], ...]"


@frozen
class Change(Spanned):
    """`add value to target`, `subtract value from target`, `remove value from target`."""

    verb: Literal["add", "subtract", "remove"]
    value: Expr
    target: Expr


@frozen
class Move(Spanned):
    """`to` or `under` what pieces go; `whose`: for whom they are moved."""

    what: What
    to: Expr
    face: Face | None
    whose: Expr | None = None
    under: bool = field(default=False, kw_only=True)


@frozen
class Draw(Spanned):
    """`draw binder from among`; with `rolled` `roll binder from among`."""

    binder: Name
    among: Expr
    label: Text | None
    rolled: bool = field(default=False, kw_only=True)


@frozen
class RollInto(Spanned):
    number: Expr
    to: Expr
    label: Text | None


@frozen
class Shuffle(Spanned):
    zone: Expr
    label: Text | None


@frozen
class Flip(Spanned):
    piece: Expr
    face: Face


@frozen
class Remember(Spanned):
    """`remember memory`, `forget memory`."""

    memory: Expr
    forgets: bool = field(default=False, kw_only=True)


@frozen
class Swap(Spanned):
    first: Expr
    second: Expr


@frozen
class Sow(Spanned):
    """`sow all what onto to where condition`: one each to the places that `to` leads to, from each to the next."""

    what: Expr
    to: Expr
    binder: Name | None
    where: Expr | None


@frozen
class Rotate(Spanned):
    what: Expr
    toward: Expr | None


@frozen
class Pack(Spanned):
    board: Expr
    toward: Expr


@frozen
class Show(Spanned):
    """`show among to path`; `to` is None for `to everyone`."""

    among: Expr
    to: Expr | None


@frozen
class Tell(Spanned):
    """`tell "text" to path`; in the gaps of the text stands what is told (None: what could not be read)."""

    text: Text
    gaps: tuple["Expr | None", ...]
    to: Expr | None


@frozen
class Reveal(Spanned):
    """`reveal all path`."""

    what: Expr


@frozen
class Finish(Spanned):
    name: Name


@frozen
class Give(Spanned):
    """The answer of a procedure, which it leaves."""

    value: Expr


@frozen
class EndGame(Spanned):
    """Without a winner, and not drawn, the scoring decides; `everybody` wins or loses."""

    winner: Expr | None = None
    drawn: bool = False
    everybody: Literal["wins", "loses"] | None = None


@frozen
class Nothing(Spanned):
    """`nothing`."""


@frozen
class Do(Spanned):
    """The call of a procedure or phase."""

    act: Act


@frozen
class Limit(Spanned):
    """`once per owner`, `exactly once per owner`, `at most so many times per owner`."""

    exactly: bool
    most: Number
    owner: Name


@frozen
class Offer(Spanned):
    """`a or b, once per turn`: the line of a choice."""

    acts: tuple[Act, ...]
    limit: Limit | None


@frozen
class Choose(Spanned):
    """`choose offer`; `passing`: all are asked alike, and who can do nothing of it does this; `otherwise`: the block of
    `if you cannot:`."""

    offer: Offer
    passing: Act | None
    otherwise: "Block | None" = None


@frozen
class ChooseUntil(Spanned):
    """`choose until ending:` with its list of offers; `passing` and `otherwise` as in `Choose`."""

    ending: Act
    passing: Act | None
    offers: tuple[Offer, ...]
    otherwise: "Block | None"


@frozen
class Case(Spanned):
    condition: Expr
    body: "Block"


@frozen
class If(Spanned):
    cases: tuple[Case, ...]
    otherwise: "Block | None"


@frozen
class Named(Spanned):
    """`up, down` or `6, 5, 4`: some values, written out."""

    values: tuple[Expr, ...]


@frozen
class ForEach(Spanned):
    binder: Name
    among: Expr | Named
    body: "Block"


@frozen
class EachInTurn(Spanned):
    """`each player in among from start by keys as binder where condition until end:`, with `other` `each other player
    …`; `at_once` if that stands before the colon; `name` must be `player`."""

    other: bool
    at_once: bool
    name: Name
    among: Expr | None
    start: Expr | None
    keys: tuple[Key, ...] | None
    binder: Name | None
    where: Expr | None
    until: Expr | None
    body: "Block"


@frozen
class AllPass(Spanned):
    """`until all pass`, `until all others pass`: one after the other, and nobody has done anything else in between."""

    others: bool


@frozen
class GoAround(Spanned):
    """Until `AllPass` the body is a `ChooseUntil`, whose ending is the pass."""

    start: Expr
    among: Expr | None
    until: Expr | AllPass | None
    body: "Block"


@frozen
class Ask(Spanned):
    who: Expr
    body: "Block"


@frozen
class Repeat(Spanned):
    """`repeat:`, `repeat until condition:`."""

    until: Expr | None
    body: "Block"


@frozen
class RepeatTimes(Spanned):
    number: Expr
    body: "Block"


Telling = Show | Tell | Reveal
Handling = Move | Draw | RollInto | Shuffle | Flip | Sow | Swap | Rotate | Pack | Telling | Remember
Loop = ForEach | EachInTurn | GoAround | Ask | Repeat | RepeatTimes
Simple = Let | Keep | Set | SetBoard | Change | Handling | Finish | Give | EndGame | Nothing | Do
"""A sentence without others in it."""
Statement = Simple | Choose | ChooseUntil | If | Loop
Block = tuple[Statement, ...]


# ---- actions


@frozen
class Union(Spanned):
    """`a or b`: several sources of a pick."""

    sources: tuple[Expr, ...]


@frozen
class Words(Spanned):
    """`row, hand, new-row`: words that stand for themselves."""

    names: tuple[Name, ...]


Sources = Expr | Union | Words


@frozen
class Candidates(Spanned):
    """What a pick offers: `sources as binder where condition`."""

    sources: Sources
    binder: Name | None = None
    where: Expr | None = None


@frozen
class Pick(Spanned):
    """`pick name from …`; with `if_any` it is none where there is nothing to pick; `secret`: seen by you."""

    name: Name
    candidates: Candidates
    if_any: bool = False
    secret: bool = False
    because: Text | None = None


@frozen
class Totalling(Spanned):
    """`totalling at most number by member`: what several that are picked must come to, each counted by its member."""

    op: CompareOp
    number: Expr
    by: Member | None


@frozen
class PickSeveral(Spanned):
    """`pick low..high name from …`; `high` is None where one number is written, `low`, too, where that is `any`;
    `secret`: seen by you."""

    low: Expr | None
    high: Expr | None
    name: Name
    candidates: Candidates
    repeats: bool = False
    ordered: bool = False
    secret: bool = False
    total: Totalling | None = field(default=None, kw_only=True)
    because: Text | None = field(default=None, kw_only=True)


@frozen
class Needs(Spanned):
    condition: Expr
    if_you_can: bool
    because: Text | None


@frozen
class MustChange(Spanned):
    zone: Expr
    because: Text | None


@frozen
class MustLeave(Spanned):
    condition: Expr
    if_able: bool
    because: Text | None


@frozen
class Pay(Spanned):
    """`pay price from purse to receiver, wild for any`: a guard where it stands, and what happens first in the body."""

    price: Expr
    purse: Expr
    receiver: Expr | None
    wild: Expr | None
    because: Text | None


Picking = Pick | PickSeveral
Header = Picking | Needs | Pay | MustChange | MustLeave
ActionLine = Header | Statement


@frozen
class Param(Spanned):
    """`card old`: a type and a name, or one word for both; a number parameter has a range for its type."""

    type: "Name | ConstRange | Optional"
    name: Name


@frozen
class FamilyMember(Spanned):
    values: tuple[Name, ...]
    title: Text | None
    body: tuple[ActionLine, ...]


# ---- types and rows


@frozen
class ConstRange(Spanned):
    """`low..high by step` of constants; ends are numbers or names of values."""

    low: "Name | Number"
    high: "Name | Number"
    step: int | None = None


@frozen
class Holder(Spanned):
    """`set of player`, `counts of element`, `pile of card`, `memory of board and mover`: a word and what it holds."""

    word: Name
    of: Name
    more: tuple[Name, ...] = ()


@frozen
class Board(Spanned):
    piece: Name
    place: Name


@frozen
class Optional(Spanned):
    of: Name | ConstRange


@frozen
class Flag(Spanned):
    """`yes or no`."""


FieldType = Name | ConstRange | Holder | Board | Optional | Flag
AttributeType = Name | ConstRange | Holder | Flag


@frozen
class Attribute(Spanned):
    """`rank 0..10 or none`; `type` is None where one word serves as name and type."""

    name: Name
    type: AttributeType | None
    optional: bool = False


@frozen
class AnyBut(Spanned):
    """All values, or all but these."""

    excluded: "tuple[RowAtom, ...]" = ()


@frozen
class AnyOf(Spanned):
    choices: "tuple[RowAtom, ...]"


@frozen
class Addend(Spanned):
    """One of a value, or so many."""

    name: Name
    number: Number | None


@frozen
class CountsValue(Spanned):
    addends: tuple[Addend, ...]


RowAtom = Name | Number | ConstRange | CountsValue | YesNo | Nobody
RowValue = AnyBut | AnyOf | RowAtom


@frozen
class Copies(Spanned):
    """How many pieces: a number, so many per player, or without limit (`number` None)."""

    number: int | None
    per_player: bool = False


@frozen
class Row(Spanned):
    """A line of a component's table; `copies` is None for constants of which no piece exists."""

    copies: Copies | None
    values: tuple[RowValue, ...]
    called: Text | None
    when: Expr | None


# ---- modifiers of fields


@frozen
class When(Spanned):
    condition: Expr


@frozen
class SeenBy(Spanned):
    audience: Name


@frozen
class TopSeenBy(Spanned):
    """`top seen by everyone`: who sees what lies on top of a pile."""

    audience: Name


@frozen
class Faced(Spanned):
    """`face up or down`."""


@frozen
class Capacity(Spanned):
    number: Expr


@frozen
class WithOwner(Spanned):
    """`with owner`."""


@frozen
class RefilledFrom(Spanned):
    zone: Name
    label: Text | None


@frozen
class NotShown(Spanned):
    """`not shown`: it says nothing to players."""


@frozen
class NoneUntilSet(Spanned):
    """`none until set`."""


Modifier = NoneUntilSet | When | SeenBy | TopSeenBy | Faced | Capacity | WithOwner | RefilledFrom | NotShown


@frozen
class Drawn(Spanned):
    """How a kind is drawn on a board, or with None what is empty."""

    kind: Name | None
    sign: Text


@frozen
class Spot(Spanned):
    """A place in the picture of a board; None is none."""

    place: str | None


@frozen
class Picture(Spanned):
    """How pieces are drawn, and where the places of a board lie: rows from the top."""

    signs: tuple[Drawn, ...]
    rows: tuple[tuple[Spot, ...], ...] = ()


@frozen
class Field(Spanned):
    name: Name
    type: FieldType
    modifiers: tuple[Modifier, ...]
    starts: Expr | None
    picture: Picture | None = None


# ---- paragraphs


@frozen
class Teams(Spanned):
    """So many teams, or those of these names."""

    number: int
    when: Expr | None
    names: tuple[Name, ...] = ()


@frozen
class Game(Spanned):
    """`seats` is a number of players, a range of it, or the names of the seats. `language`: the version, if the text
    says it."""

    title: Text
    subtitle: Text | None
    language: Number | None
    seats: Number | ConstRange | tuple[Name, ...]
    teams: Teams | None
    needs: tuple[Needs, ...]


OptionValue = Name | Number | YesNo


@frozen
class Default(Spanned):
    value: OptionValue
    when: Expr | None


@frozen
class Option(Spanned):
    name: Name
    title: Text | None
    values: tuple[OptionValue, ...]
    defaults: tuple[Default, ...]


@frozen
class Enumeration(Spanned):
    """`values`, or a row for each or some, with its attributes."""

    name: Name
    values: tuple[Name, ...]
    attributes: tuple[Attribute, ...] = ()
    rows: tuple[Row, ...] = ()


@frozen
class NumberName(Spanned):
    """`11 jack`: what a number of a type is called."""

    number: Number
    name: Name


@frozen
class NumberType(Spanned):
    name: Name
    range: ConstRange
    called: tuple[NumberName, ...] = ()


@frozen
class GridType(Spanned):
    name: Name
    rows: Name | Number
    columns: Name | Number


@frozen
class HexType(Spanned):
    """Hexagons: in a lozenge of rows and columns, or, without columns, so many along each of six sides."""

    name: Name
    rows: Name | Number
    columns: Name | Number | None


@frozen
class DrawnType(Spanned):
    """Cells that are drawn, the rows from the top; a cell of the picture without a name is a hole."""

    name: Name
    hexagons: bool
    rows: "tuple[tuple[PictureCell, ...], ...]"


@frozen
class BorderType(Spanned):
    """The edges or corners of the cells of a type."""

    name: Name
    what: Literal["edge", "corner"]
    of: Name


@frozen
class Link(Spanned):
    """One link, with the values of its attributes."""

    ends: tuple[Name, Name]
    values: tuple[RowValue, ...]


@frozen
class LinkType(Spanned):
    """Links between named places of two types, or of one."""

    name: Name
    ends: tuple[Name, Name]
    attributes: tuple[Attribute, ...]
    links: tuple[Link, ...]


@frozen
class Joined(Spanned):
    name: Name
    lines: tuple[tuple[Name, ...], ...]


@frozen
class Component(Spanned):
    """`names` is not empty for `one of a, b`; then there are neither attributes nor rows."""

    name: Name
    called: Text | None
    title: Text | None
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    names: tuple[Name, ...] = ()
    shown: Text | None = None


@frozen
class Has(Spanned):
    """`there is` (no owners), `each X has`, `each X and Y has`; `each X in ZONE has`: notes on its pieces there."""

    owners: tuple[Name, ...]
    fields: tuple[Field, ...]
    zone: Name | None = None


@frozen
class Setup(Spanned):
    body: Block


@frozen
class Play(Spanned):
    body: Block


@frozen
class Phase(Spanned):
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    body: Block


@frozen
class Procedure(Spanned):
    """`gives`: what it answers."""

    name: Name
    params: tuple[Param, ...]
    gives: FieldType | None
    body: Block


@frozen
class ProcedureFamily(Spanned):
    """`to name of type(params):` with one member per value."""

    name: Name
    of: Name
    params: tuple[Param, ...]
    before: Block
    members: tuple[FamilyMember, ...]
    after: Block


@frozen
class Action(Spanned):
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    body: tuple[ActionLine, ...]


@frozen
class ActionFamily(Spanned):
    """`action name of type from candidates:` with one member per value; the picked value is the first argument."""

    name: Name
    of: Name
    params: tuple[Param, ...]
    candidates: Candidates
    title: Text | None
    before: tuple[ActionLine, ...]
    members: tuple[FamilyMember, ...]
    after: Block


@frozen
class Choice(Spanned):
    """A named menu, and what each of its moves needs."""

    name: Name
    title: Text | None
    offers: tuple[Offer, ...]
    needs: tuple[Needs, ...] = field(default=(), kw_only=True)


@frozen
class BodyCase(Spanned):
    """`value when condition`; `when` is None for `value otherwise`."""

    value: Expr
    when: Expr | None = None


@frozen
class TableRow(Spanned):
    """What stands in one row of a table for each value of the second key; `key` is None for `otherwise`."""

    key: RowValue | None
    cells: "tuple[Expr, ...]"


@frozen
class Table(Spanned):
    """What a definition says by one value, or by two: those of the second stand in the head."""

    keys: "tuple[Expr, ...]"
    head: tuple[RowValue | None, ...]
    rows: tuple[TableRow, ...]


@frozen
class Body(Spanned):
    """What a definition says: some `let`s, then one expression, a list of cases, or a table."""

    lets: tuple[Let, ...]
    result: "Expr | tuple[BodyCase, ...] | Table"


Happening = Literal["comes", "leaves", "changes"]


@frozen
class Whenever(Spanned):
    """`whenever card comes to your tableau: …`, `whenever card leaves your hand: …`, `whenever your money changes from
    before: …`. `name`: how it is spoken of; `binder`: what came or left, or what it was before; `most`: how often at
    most it happens in one chain of what sets off what, 1 for `not by itself`."""

    name: Name
    field: Expr
    binder: Name | None
    event: Happening
    most: Number | None
    body: Block


@frozen
class Define(Spanned):
    """`define type name of type subject (params): body`; `type`, `of` and `subject` may be None."""

    type: Name | Optional | None
    name: Name
    of: Name | None
    subject: Name | None
    params: tuple[Param, ...]
    body: Body


@frozen
class Score(Spanned):
    """`score of player p: body`, asked only `at_end`; `score of all: body`, one that is `common`; `winners: body` is of
    None."""

    of: Name | None
    subject: Name | None
    body: Body
    at_end: bool = False
    common: bool = False


@frozen
class Scoring(Spanned):
    parts: tuple[Score, ...]


@frozen
class Invariant(Spanned):
    """`in_play`: looked at where somebody decides, not at the end."""

    title: Text
    condition: Expr
    in_play: bool = False


@frozen
class Secret(Spanned):
    """`nobody but its who sees hidden, except by told_by`; `who` is None for plain `nobody`."""

    title: Text
    who: Name | None
    hidden: Expr
    told_by: tuple[Name, ...]


@frozen
class Accepted(Spanned):
    """`accepted code at name because "…"`; a title stands for what has no name."""

    code: Name
    name: Name | Text
    because: Text | None


@frozen
class Prose(Spanned):
    """`about name: "…"`: what players are told of something, in sentences; `when` asks the setting."""

    name: Name
    when: Expr | None
    texts: tuple[Text, ...]


@frozen
class Appearance(Spanned):
    """`color crimson`, `sign "♦"` or `above`: one thing that is said of how something looks."""

    word: Text
    value: Text | None


@frozen
class Look(Spanned):
    """`red, blue: color crimson, sign "♦"`: how what bears these names looks."""

    names: tuple[Name, ...]
    said: tuple[Appearance, ...]


@frozen
class Looks(Spanned):
    """`looks:` how things look where there are pictures."""

    looks: tuple[Look, ...]


# ---- examples


@frozen
class Item(Spanned):
    """`a?(Bob) * 2`, `a by Ann`; `viewers` is None for a piece that is not said to lie face down, `by` where it is not
    said who put it there."""

    word: OptionValue
    viewers: tuple[Name, ...] | None
    by: Name | None
    number: int


@frozen
class Rest(Spanned):
    """`rest`: all that is not said."""


@frozen
class Holds(Spanned):
    zone: Expr
    items: tuple[Item | Rest, ...]


@frozen
class PictureCell(Spanned):
    """One cell of a picture; `name` is None for an empty one, `viewers` as in `Item`."""

    name: Name | None
    viewers: tuple[Name, ...] | None


@frozen
class HoldsPicture(Spanned):
    zone: Expr
    rows: tuple[tuple[PictureCell, ...], ...]


@frozen
class GivenIs(Spanned):
    """`target is value`; `of_each`: the target begins with the name of a type, and each of its values is meant."""

    target: Expr
    value: Expr
    of_each: bool = False


@frozen
class GivenAsSetUp(Spanned):
    """`as set up`: setup has been carried out, and the other lines say what is otherwise."""


@frozen
class MoveText(Spanned):
    """A move as written: the action and its arguments."""

    action: Name
    words: tuple[OptionValue, ...]


@frozen
class Plays(Spanned):
    seat: Name
    move: MoveText


@frozen
class Gives(Spanned):
    """`deck gives a, b`; the label is a path or a string."""

    label: Expr | Text
    items: tuple[Item | Rest, ...]


@frozen
class Holding(Spanned):
    condition: Expr


@frozen
class Can(Spanned):
    """`seat can move`, `seat cannot move because "…"`."""

    seat: Name
    move: MoveText
    because: Text | None = None
    negated: bool = False


@frozen
class CanOnly(Spanned):
    seat: Name
    moves: tuple[MoveText, ...]


@frozen
class HasMoves(Spanned):
    seat: Name
    number: int


@frozen
class Decides(Spanned):
    seat: Name


@frozen
class Refused(Spanned):
    because: Text | None


@frozen
class Sees(Spanned):
    seat: Name
    what: Expr
    negated: bool = False


Given = Holds | HoldsPicture | GivenIs | GivenAsSetUp
Event = Plays | Gives
Check = Holding | Holds | HoldsPicture | Can | CanOnly | HasMoves | Decides | Refused | Sees


@frozen
class ExamplePlayers(Spanned):
    names: tuple[Name, ...]


@frozen
class ExampleSetting(Spanned):
    option: Name
    value: OptionValue


@frozen
class ExampleOptions(Spanned):
    settings: tuple[ExampleSetting, ...]


@frozen
class ExampleGiven(Spanned):
    givens: tuple[Given, ...]


@frozen
class ExampleAt(Spanned):
    """`at name(args) in caller as seat`."""

    name: Name
    args: tuple[Expr, ...] | None
    within: Name | None
    seat: Name | None


@frozen
class ExampleWhen(Spanned):
    events: tuple[Event, ...]


@frozen
class ExampleThen(Spanned):
    checks: tuple[Check, ...]


ExamplePart = ExamplePlayers | ExampleOptions | ExampleGiven | ExampleAt | ExampleWhen | ExampleThen


@frozen
class Example(Spanned):
    title: Text
    parts: tuple[ExamplePart, ...]


ValueType = Enumeration | NumberType | GridType | HexType | DrawnType | BorderType | LinkType
TypeDeclaration = ValueType | Component
Thing = Game | Option | TypeDeclaration | Joined | Has
Called = Phase | Procedure | ProcedureFamily
Offered = Action | ActionFamily
NamedDoing = Called | Offered | Choice
Course = Setup | Play
Doing = Course | NamedDoing
Declaration = Thing | Doing | Whenever | Define | Scoring | Invariant | Secret | Accepted | Prose | Looks | Example


@frozen
class Ruleset:
    """A whole file, paragraph by paragraph in the order of the text."""

    declarations: tuple[Declaration, ...]
