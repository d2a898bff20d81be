"""The syntax tree: what the author wrote, one frozen class per form of the grammar.

Law: `parse(print(tree)) == tree`. Spans take no part in equality and are not printed; they are
character offsets into the text as read (`Source.text`). Brackets, `the` and comments leave no trace in the tree.
`your x` and `its x` are `Of(You(), x)` and `Of(It(), x)`.
"""

from typing import Literal

from attrs import field, frozen

from rulewright.language.span import Span, span_field


@frozen
class Name:
    """A name as written, at one place of the text."""

    text: str
    span: Span = span_field()


@frozen
class Text:
    """A string between double quotes, without them."""

    text: str
    span: Span = span_field()


# ---- expressions


@frozen
class Number:
    value: int
    span: Span = span_field()


@frozen
class YesNo:
    value: bool
    span: Span = span_field()


@frozen
class Nobody:
    """`none`."""

    span: Span = span_field()


@frozen
class You:
    """`you`, also the one hidden in `your`."""

    span: Span = span_field()


@frozen
class It:
    """`it`, also the one hidden in `its`."""

    span: Span = span_field()


@frozen
class Word:
    """A bare name: a local, a place, a question without subject, or a value."""

    name: Name
    span: Span = span_field()


@frozen
class Call:
    """`name(a, b)` without a subject."""

    name: Name
    args: tuple["Expr", ...]
    span: Span = span_field()


@frozen
class Member:
    """What is asked of something: `suit`, or with arguments `limit(color)`; `args` is None without brackets."""

    name: Name
    args: tuple["Expr", ...] | None
    span: Span = span_field()


@frozen
class Answer:
    """A procedure that is carried out for its answer."""

    act: "Act"
    span: Span = span_field()


@frozen
class Of:
    subject: "Expr"
    member: Member
    span: Span = span_field()


@frozen
class Negative:
    operand: "Expr"
    span: Span = span_field()


ArithmeticOp = Literal["+", "-", "*", "/", "mod"]


@frozen
class Arithmetic:
    """`left op right`; of counts `+` is the union."""

    op: ArithmeticOp
    left: "Expr"
    right: "Expr"
    span: Span = span_field()


CompareOp = Literal[
    "is", "is not", "is the same as", "is not the same as", "is at least", "is at most", "is more than", "is less than"
]


@frozen
class Compare:
    op: CompareOp
    left: "Expr"
    right: "Expr"
    span: Span = span_field()


@frozen
class Range:
    low: "Expr"
    high: "Expr"
    span: Span = span_field()


@frozen
class Within:
    subject: "Expr"
    source: "Expr"
    negated: bool
    span: Span = span_field()


@frozen
class Empty:
    subject: "Expr"
    negated: bool
    span: Span = span_field()


@frozen
class Fold:
    """`total m of source as binder where condition`, likewise `highest` and `lowest`."""

    kind: Literal["total", "highest", "lowest"]
    member: Member
    source: "Expr"
    binder: Name | None = None
    where: "Expr | None" = None
    span: Span = span_field()


@frozen
class Outside:
    """`lowest total m of source outside disjoint groups`, likewise `highest`."""

    highest: bool
    member: Member
    source: "Expr"
    groups: "Expr"
    span: Span = span_field()


@frozen
class Act:
    """The name of an action, a menu or a procedure, with the arguments of its parameters (None without brackets)."""

    name: Name
    args: tuple["Expr", ...] | None = None
    span: Span = span_field()


@frozen
class GameIsOver:
    """`game is over`, `game is not over`."""

    negated: bool
    span: Span = span_field()


@frozen
class CanAct:
    act: Act
    negated: bool
    span: Span = span_field()


@frozen
class And:
    operands: tuple["Expr", ...]
    span: Span = span_field()


@frozen
class Or:
    operands: tuple["Expr", ...]
    span: Span = span_field()


@frozen
class Not:
    operand: "Expr"
    span: Span = span_field()


@frozen
class Exists:
    """`some binder in source where condition`; `no binder in source …` is its denial."""

    negated: bool
    binder: Name
    source: "Expr"
    where: "Expr | None"
    span: Span = span_field()


@frozen
class Every:
    binder: Name
    source: "Expr"
    condition: "Expr"
    span: Span = span_field()


@frozen
class Key:
    """One criterion of `with highest a, then lowest b`."""

    highest: bool
    member: Member
    span: Span = span_field()


@frozen
class Query:
    """`source as binder where condition with keys`: what passes the filter and is best by the keys; with `ranked` `… by
    keys`: all that passes, the best first."""

    source: "Expr"
    binder: Name | None
    where: "Expr | None"
    keys: tuple[Key, ...]
    ranked: bool = False
    span: Span = span_field()


@frozen
class Picked:
    """`first binder in source where condition with keys`, likewise `last` and `only`."""

    which: Literal["first", "last", "only"]
    binder: Name
    source: "Expr"
    where: "Expr | None"
    keys: tuple[Key, ...]
    span: Span = span_field()


@frozen
class CountWhere:
    source: "Expr"
    binder: Name | None
    where: "Expr"
    span: Span = span_field()


@frozen
class Region:
    """`region of start through member as binder where condition`: the places that hang together with a first one."""

    start: "Expr"
    through: Member | None
    binder: Name | None
    where: "Expr"
    span: Span = span_field()


Plain = Number | YesNo | Nobody | You | It | Word | Call | Answer | Of
Reckoned = Negative | Arithmetic | Range | Outside
Asked = Compare | Within | Empty | GameIsOver | CanAct | And | Or | Not
Queried = Fold | Exists | Every | Query | Picked | CountWhere | Region
Expr = Plain | Reckoned | Asked | Queried
Condition = Asked | Exists | Every
"""What is yes or no by its form."""


# ---- sentences


@frozen
class All:
    """`all among`: what a `move` takes."""

    among: Expr
    span: Span = span_field()


@frozen
class SomeOf:
    """`n from among`, or with `up_to` `up to n from among`."""

    number: Expr
    among: Expr
    up_to: bool
    span: Span = span_field()


@frozen
class This:
    """One piece, named by a path."""

    path: Expr
    span: Span = span_field()


What = All | SomeOf | This
Face = Literal["up", "down"]


@frozen
class Let:
    name: Name
    value: Expr
    span: Span = span_field()


@frozen
class Keep:
    """A value that changes while a doing goes on."""

    name: Name
    type: "FieldType"
    starts: Expr | None
    span: Span = span_field()


@frozen
class Set:
    target: Expr
    value: Expr
    span: Span = span_field()


@frozen
class SetBoard:
    """`set board to:` and rows below: just this lies on the board then."""

    target: Expr
    rows: "tuple[tuple[PictureCell, ...], ...]"
    span: Span = span_field()


@frozen
class Change:
    """`add value to target`, `subtract value from target`, `remove value from target`."""

    verb: Literal["add", "subtract", "remove"]
    value: Expr
    target: Expr
    span: Span = span_field()


@frozen
class Move:
    what: What
    to: Expr
    face: Face | None
    span: Span = span_field()


@frozen
class Draw:
    """`draw binder from among`; with `rolled` `roll binder from among`."""

    binder: Name
    among: Expr
    label: Text | None
    rolled: bool = field(default=False, kw_only=True)
    span: Span = span_field()


@frozen
class RollInto:
    number: Expr
    to: Expr
    label: Text | None
    span: Span = span_field()


@frozen
class Shuffle:
    zone: Expr
    label: Text | None
    span: Span = span_field()


@frozen
class Flip:
    piece: Expr
    face: Face
    span: Span = span_field()


@frozen
class Remember:
    """`remember memory`, `forget memory`."""

    memory: Expr
    forgets: bool = field(default=False, kw_only=True)
    span: Span = span_field()


@frozen
class Swap:
    first: Expr
    second: Expr
    span: Span = span_field()


@frozen
class Sow:
    """`sow all what onto to where condition`: one each to the places that `to` leads to, from each to the next."""

    what: Expr
    to: Expr
    binder: Name | None
    where: Expr | None
    span: Span = span_field()


@frozen
class Rotate:
    what: Expr
    toward: Expr | None
    span: Span = span_field()


@frozen
class Pack:
    board: Expr
    toward: Expr
    span: Span = span_field()


@frozen
class Show:
    """`show among to path`; `to` is None for `to everyone`."""

    among: Expr
    to: Expr | None
    span: Span = span_field()


@frozen
class Finish:
    name: Name
    span: Span = span_field()


@frozen
class Give:
    """The answer of a procedure, which it leaves."""

    value: Expr
    span: Span = span_field()


@frozen
class EndGame:
    """Without a winner, and not drawn, the scoring decides."""

    winner: Expr | None = None
    drawn: bool = False
    span: Span = span_field()


@frozen
class Nothing:
    span: Span = span_field()


@frozen
class Do:
    """The call of a procedure or phase."""

    act: Act
    span: Span = span_field()


@frozen
class Limit:
    """`once per owner`, `exactly once per owner`, `at most so many times per owner`."""

    exactly: bool
    most: Number
    owner: Name
    span: Span = span_field()


@frozen
class Offer:
    """`a or b, once per turn`: the line of a choice."""

    acts: tuple[Act, ...]
    limit: Limit | None
    span: Span = span_field()


@frozen
class Choose:
    """`choose offer`; `otherwise` is the block of `if you cannot:`."""

    offer: Offer
    otherwise: "Block | None" = None
    span: Span = span_field()


@frozen
class ChooseUntil:
    """`choose until ending:` with its list of offers."""

    ending: Act
    offers: tuple[Offer, ...]
    otherwise: "Block | None"
    span: Span = span_field()


@frozen
class Case:
    condition: Expr
    body: "Block"
    span: Span = span_field()


@frozen
class If:
    cases: tuple[Case, ...]
    otherwise: "Block | None"
    span: Span = span_field()


@frozen
class Named:
    """`up, down` or `6, 5, 4`: some values, written out."""

    values: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class ForEach:
    binder: Name
    among: Expr | Named
    body: "Block"
    span: Span = span_field()


@frozen
class EachInTurn:
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
    span: Span = span_field()


@frozen
class GoAround:
    start: Expr
    among: Expr | None
    until: Expr | None
    body: "Block"
    span: Span = span_field()


@frozen
class Ask:
    who: Expr
    body: "Block"
    span: Span = span_field()


@frozen
class Repeat:
    """`repeat:`, `repeat until condition:`."""

    until: Expr | None
    body: "Block"
    span: Span = span_field()


@frozen
class RepeatTimes:
    number: Expr
    body: "Block"
    span: Span = span_field()


Handling = Move | Draw | RollInto | Shuffle | Flip | Sow | Swap | Rotate | Pack | Show | Remember
Loop = ForEach | EachInTurn | GoAround | Ask | Repeat | RepeatTimes
Simple = Let | Keep | Set | SetBoard | Change | Handling | Finish | Give | EndGame | Nothing | Do
"""A sentence without others in it."""
Statement = Simple | Choose | ChooseUntil | If | Loop
Block = tuple[Statement, ...]


# ---- actions


@frozen
class Union:
    """`a or b`: several sources of a pick."""

    sources: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class Words:
    """`row, hand, new-row`: words that stand for themselves."""

    names: tuple[Name, ...]
    span: Span = span_field()


Sources = Expr | Union | Words


@frozen
class Candidates:
    """What a pick offers: `sources as binder where condition`."""

    sources: Sources
    binder: Name | None = None
    where: Expr | None = None
    span: Span = span_field()


@frozen
class Pick:
    """`pick name from …`; with `if_any` it is none where there is nothing to pick."""

    name: Name
    candidates: Candidates
    if_any: bool
    span: Span = span_field()


@frozen
class PickSeveral:
    """`pick low..high name from …`; `high` is None where one number is written."""

    low: Expr
    high: Expr | None
    name: Name
    candidates: Candidates
    repeats: bool
    ordered: bool = False
    span: Span = span_field()


@frozen
class Needs:
    condition: Expr
    if_you_can: bool
    because: Text | None
    span: Span = span_field()


@frozen
class MustChange:
    zone: Expr
    because: Text | None
    span: Span = span_field()


@frozen
class MustLeave:
    condition: Expr
    if_able: bool
    because: Text | None
    span: Span = span_field()


Header = Pick | PickSeveral | Needs | MustChange | MustLeave
ActionLine = Header | Statement


@frozen
class Param:
    """`card old`: a type and a name, or one word for both; a number parameter has a range for its type."""

    type: "Name | ConstRange | Optional"
    name: Name
    span: Span = span_field()


@frozen
class FamilyMember:
    values: tuple[Name, ...]
    title: Text | None
    body: tuple[ActionLine, ...]
    span: Span = span_field()


# ---- types and rows


@frozen
class ConstRange:
    """`low..high by step` of constants; ends are numbers or names of values."""

    low: "Name | Number"
    high: "Name | Number"
    step: int | None = None
    span: Span = span_field()


@frozen
class Holder:
    """`set of player`, `counts of element`, `pile of card`, `memory of board and mover`: a word and what it holds."""

    word: Name
    of: Name
    more: tuple[Name, ...] = ()
    span: Span = span_field()


@frozen
class Board:
    piece: Name
    place: Name
    span: Span = span_field()


@frozen
class Optional:
    of: Name | ConstRange
    span: Span = span_field()


@frozen
class Flag:
    span: Span = span_field()


FieldType = Name | ConstRange | Holder | Board | Optional | Flag
AttributeType = Name | ConstRange | Holder | Flag


@frozen
class Attribute:
    """`rank 0..10 or none`; `type` is None where one word serves as name and type."""

    name: Name
    type: AttributeType | None
    optional: bool
    span: Span = span_field()


@frozen
class AnyBut:
    """All values, or all but these."""

    excluded: "tuple[RowAtom, ...]" = ()
    span: Span = span_field()


@frozen
class AnyOf:
    choices: "tuple[RowAtom, ...]"
    span: Span = span_field()


@frozen
class CountsValue:
    names: tuple[Name, ...]
    span: Span = span_field()


RowAtom = Name | Number | ConstRange | CountsValue | YesNo | Nobody
RowValue = AnyBut | AnyOf | RowAtom


@frozen
class Copies:
    """How many pieces: a number, so many per player, or without limit (`number` None)."""

    number: int | None
    per_player: bool = False
    span: Span = span_field()


@frozen
class Row:
    """A line of a component's table; `copies` is None for constants of which no piece exists."""

    copies: Copies | None
    values: tuple[RowValue, ...]
    called: Text | None
    when: Expr | None
    span: Span = span_field()


# ---- modifiers of fields


@frozen
class When:
    condition: Expr
    span: Span = span_field()


@frozen
class SeenBy:
    audience: Name
    span: Span = span_field()


@frozen
class Faced:
    span: Span = span_field()


@frozen
class Capacity:
    number: Expr
    span: Span = span_field()


@frozen
class WithOwner:
    span: Span = span_field()


@frozen
class RefilledFrom:
    zone: Name
    label: Text | None
    span: Span = span_field()


@frozen
class NotShown:
    """`not shown`: it says nothing to players."""

    span: Span = span_field()


Modifier = When | SeenBy | Faced | Capacity | WithOwner | RefilledFrom | NotShown


@frozen
class Drawn:
    """How a kind is drawn on a board, or with None what is empty."""

    kind: Name | None
    sign: Text
    span: Span = span_field()


@frozen
class Spot:
    """A place in the picture of a board; None is none."""

    place: str | None
    span: Span = span_field()


@frozen
class Picture:
    """How pieces are drawn, and where the places of a board lie: rows from the top."""

    signs: tuple[Drawn, ...]
    rows: tuple[tuple[Spot, ...], ...] = ()
    span: Span = span_field()


@frozen
class Field:
    name: Name
    type: FieldType
    modifiers: tuple[Modifier, ...]
    starts: Expr | None
    picture: Picture | None = None
    span: Span = span_field()


# ---- paragraphs


@frozen
class Teams:
    number: int
    when: Expr | None
    span: Span = span_field()


@frozen
class Game:
    """`seats` is a number of players, a range of it, or the names of the seats."""

    title: Text
    subtitle: Text | None
    seats: Number | ConstRange | tuple[Name, ...]
    teams: Teams | None
    needs: tuple[Needs, ...]
    span: Span = span_field()


OptionValue = Name | Number | YesNo


@frozen
class Default:
    value: OptionValue
    when: Expr | None
    span: Span = span_field()


@frozen
class Option:
    name: Name
    title: Text | None
    values: tuple[OptionValue, ...]
    defaults: tuple[Default, ...]
    span: Span = span_field()


@frozen
class Enumeration:
    name: Name
    values: tuple[Name, ...]
    span: Span = span_field()


@frozen
class NumberType:
    name: Name
    range: ConstRange
    span: Span = span_field()


@frozen
class GridType:
    name: Name
    rows: int
    columns: int
    span: Span = span_field()


@frozen
class Joined:
    name: Name
    lines: tuple[tuple[Name, ...], ...]
    span: Span = span_field()


@frozen
class Component:
    """`names` is not empty for `one of a, b`; then there are neither attributes nor rows."""

    name: Name
    called: Text | None
    title: Text | None
    attributes: tuple[Attribute, ...]
    rows: tuple[Row, ...]
    names: tuple[Name, ...] = ()
    shown: Text | None = None
    span: Span = span_field()


@frozen
class Has:
    """`there is` (no owners), `each X has`, `each X and Y has`; `each X in ZONE has`: notes on its pieces there."""

    owners: tuple[Name, ...]
    fields: tuple[Field, ...]
    zone: Name | None = None
    span: Span = span_field()


@frozen
class Setup:
    body: Block
    span: Span = span_field()


@frozen
class Play:
    body: Block
    span: Span = span_field()


@frozen
class Phase:
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    body: Block
    span: Span = span_field()


@frozen
class Procedure:
    """`gives`: what it answers."""

    name: Name
    params: tuple[Param, ...]
    gives: FieldType | None
    body: Block
    span: Span = span_field()


@frozen
class ProcedureFamily:
    """`to name of type(params):` with one member per value."""

    name: Name
    of: Name
    params: tuple[Param, ...]
    before: Block
    members: tuple[FamilyMember, ...]
    after: Block
    span: Span = span_field()


@frozen
class Action:
    name: Name
    params: tuple[Param, ...]
    title: Text | None
    body: tuple[ActionLine, ...]
    span: Span = span_field()


@frozen
class ActionFamily:
    """`action name of type from candidates:` with one member per value; the picked value is the first argument."""

    name: Name
    of: Name
    params: tuple[Param, ...]
    candidates: Candidates
    title: Text | None
    before: tuple[ActionLine, ...]
    members: tuple[FamilyMember, ...]
    after: Block
    span: Span = span_field()


@frozen
class Choice:
    """A named menu, and what each of its moves needs."""

    name: Name
    title: Text | None
    offers: tuple[Offer, ...]
    needs: tuple[Needs, ...] = field(default=(), kw_only=True)
    span: Span = span_field()


@frozen
class BodyCase:
    """`value when condition`; `when` is None for `value otherwise`."""

    value: Expr
    when: Expr | None
    span: Span = span_field()


@frozen
class Body:
    """What a definition says: some `let`s, then one expression or a list of cases."""

    lets: tuple[Let, ...]
    result: "Expr | tuple[BodyCase, ...]"
    span: Span = span_field()


@frozen
class Define:
    """`define type name of type subject (params): body`; `type`, `of` and `subject` may be None."""

    type: Name | Optional | None
    name: Name
    of: Name | None
    subject: Name | None
    params: tuple[Param, ...]
    body: Body
    span: Span = span_field()


@frozen
class Score:
    of: Name
    subject: Name | None
    body: Body
    span: Span = span_field()


@frozen
class Winners:
    body: Body
    span: Span = span_field()


@frozen
class Scoring:
    parts: tuple[Score | Winners, ...]
    span: Span = span_field()


@frozen
class Invariant:
    """`in_play`: looked at where somebody decides, not at the end."""

    title: Text
    condition: Expr
    in_play: bool = False
    span: Span = span_field()


@frozen
class Secret:
    """`nobody but its who sees zone`; `who` is None for plain `nobody`."""

    title: Text
    who: Name | None
    zone: Expr
    span: Span = span_field()


@frozen
class Accepted:
    """`accepted code at name because "…"`; a title stands for what has no name."""

    code: Name
    name: Name | Text
    because: Text | None
    span: Span = span_field()


# ---- examples


@frozen
class ExampleWord:
    """One word of a move, an item or an option setting."""

    value: str | int | bool
    span: Span = span_field()


@frozen
class Item:
    """`a?(Bob) * 2`; `viewers` is None for a piece that is not said to lie face down."""

    word: ExampleWord
    viewers: tuple[Name, ...] | None
    number: int
    span: Span = span_field()


@frozen
class Rest:
    span: Span = span_field()


@frozen
class Holds:
    zone: Expr
    items: tuple[Item | Rest, ...]
    span: Span = span_field()


@frozen
class PictureCell:
    """One cell of a picture; `name` is None for an empty one, `viewers` as in `Item`."""

    name: Name | None
    viewers: tuple[Name, ...] | None
    span: Span = span_field()


@frozen
class HoldsPicture:
    zone: Expr
    rows: tuple[tuple[PictureCell, ...], ...]
    span: Span = span_field()


@frozen
class GivenIs:
    """`target is value`; `of_each`: the target begins with the name of a type, and each of its values is meant."""

    target: Expr
    value: Expr
    of_each: bool = False
    span: Span = span_field()


@frozen
class MoveText:
    """A move as written: the action and its arguments."""

    action: Name
    words: tuple[ExampleWord, ...]
    span: Span = span_field()


@frozen
class Plays:
    seat: Name
    move: MoveText
    span: Span = span_field()


@frozen
class Gives:
    """`deck gives a, b`; the label is a path or a string."""

    label: Expr | Text
    items: tuple[Item | Rest, ...]
    span: Span = span_field()


@frozen
class Holding:
    condition: Expr
    span: Span = span_field()


@frozen
class Can:
    seat: Name
    move: MoveText
    span: Span = span_field()


@frozen
class Cannot:
    seat: Name
    move: MoveText
    because: Text | None
    span: Span = span_field()


@frozen
class CanOnly:
    seat: Name
    moves: tuple[MoveText, ...]
    span: Span = span_field()


@frozen
class HasMoves:
    seat: Name
    number: int
    span: Span = span_field()


@frozen
class Decides:
    seat: Name
    span: Span = span_field()


@frozen
class Refused:
    because: Text | None
    span: Span = span_field()


@frozen
class Sees:
    seat: Name
    what: Expr
    negated: bool
    span: Span = span_field()


Given = Holds | HoldsPicture | GivenIs
Event = Plays | Gives
Check = Holding | Holds | HoldsPicture | Can | Cannot | CanOnly | HasMoves | Decides | Refused | Sees


@frozen
class ExamplePlayers:
    names: tuple[Name, ...]
    span: Span = span_field()


@frozen
class ExampleSetting:
    option: Name
    value: ExampleWord
    span: Span = span_field()


@frozen
class ExampleOptions:
    settings: tuple[ExampleSetting, ...]
    span: Span = span_field()


@frozen
class ExampleGiven:
    givens: tuple[Given, ...]
    span: Span = span_field()


@frozen
class ExampleAt:
    """`at name(args) in caller as seat`."""

    name: Name
    args: tuple[Expr, ...] | None
    within: Name | None
    seat: Name | None
    span: Span = span_field()


@frozen
class ExampleWhen:
    events: tuple[Event, ...]
    span: Span = span_field()


@frozen
class ExampleThen:
    checks: tuple[Check, ...]
    span: Span = span_field()


ExamplePart = ExamplePlayers | ExampleOptions | ExampleGiven | ExampleAt | ExampleWhen | ExampleThen


@frozen
class Example:
    title: Text
    parts: tuple[ExamplePart, ...]
    span: Span = span_field()


ValueType = Enumeration | NumberType | GridType
TypeDeclaration = ValueType | Component
Thing = Game | Option | TypeDeclaration | Joined | Has
Called = Phase | Procedure | ProcedureFamily
Offered = Action | ActionFamily
NamedDoing = Called | Offered | Choice
Doing = Setup | Play | NamedDoing
Declaration = Thing | Doing | Define | Scoring | Invariant | Secret | Accepted | Example


@frozen
class Ruleset:
    """A whole file, paragraph by paragraph in the order of the text."""

    declarations: tuple[Declaration, ...]
