"""A tiny game, built by hand as a program: cards of three kinds, two of each.

Both seats get a card from the shuffled deck. Four turns: play a card of your hand to the row (never the kind that was
played last), or draw one. Score: the numbers of the cards that a seat played. Cells are named in `At`.
"""

from attrs import evolve

from rulewright.language.core import Component, Core, Scoring, Zone
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.machine.game import Rules
from rulewright.machine.program.nodes import (
    ActionCode,
    Argument,
    Bin,
    Block,
    Branch,
    CallFunction,
    Candidate,
    Cell,
    Chance,
    CheckCode,
    Const,
    Decide,
    Either,
    End,
    Ended,
    Expr,
    FaultText,
    For,
    Function,
    Guard,
    If,
    Inverse,
    Jump,
    LimitCode,
    MovePiece,
    Offer,
    OfferCode,
    Pick,
    Program,
    Set,
    ShuffleChance,
    Site,
    Slot,
    SortZone,
    Statement,
    Variant,
    Yield,
    ZoneAt,
    ZoneLayout,
)
from rulewright.machine.program.nodes import At as Index

TEXT = """game "Tiny"
the first kind is never played twice
take it while the deck lasts
"""
NEVER_TWICE, WHILE_IT_LASTS = Span(12, 48), Span(49, 77)


class At:
    """Where everything lies."""

    PC, ENDED = 0, 1
    BOX, DECK, HANDS, ROW = 3, 6, 13, 19
    TURN = 32
    SIZE = 33
    YOU, KIND, LOC, I, J, FOUND, SEAT, RESULT = range(SIZE, SIZE + 8)  # noqa: E741


def plus(left: Expr, right: Expr) -> Expr:
    """A sum."""
    return Bin("+", left, right)


def layout(number: int, name: str, kind: str, offset: int, stride: int, **more: object) -> ZoneLayout:
    """A zone of cards."""
    plain = {
        "instances": 1,
        "extents": (),
        "capacity": 6,
        "declared_capacity": None,
        "audience": "everyone",
        "owner_seat": None,
        "owners_at": None,
        "faces_at": None,
        "marks_at": None,
        "tags_at": None,
        "refill": None,
        "refill_label": None,
        "box": False,
    }
    return ZoneLayout(number, name, kind, 0, offset, stride, **(plain | more))  # type: ignore[arg-type]


ZONES = (
    layout(0, "box", "area", At.BOX, 3, box=True),
    layout(1, "deck", "pile", At.DECK, 7, audience="nobody"),
    layout(2, "hand", "hand", At.HANDS, 3, instances=2, extents=(2,), audience="owner", owner_seat=0),
    layout(3, "row", "row", At.ROW, 13, owners_at=7),
)


def move(kind: Expr, loc: Expr, to: ZoneAt, by: Expr | None = None) -> Statement:
    """A piece moves."""
    return MovePiece(kind, loc, to, None, by, None, 0)


def deal(to: Expr) -> tuple[Statement, ...]:
    """The top card of the deck goes to a hand."""
    top = plus(Const(At.DECK), Cell(At.DECK))
    return (
        Set(At.FOUND, top),
        move(Index(0, Cell(At.FOUND)), Cell(At.FOUND), ZoneAt(2, to)),
    )


FILL = Function(
    "fill",
    (),
    (
        For(
            At.I,
            Const(0),
            Const(3),
            (For(At.J, Const(0), Const(2), (move(Cell(At.I), plus(Cell(At.I), Const(At.BOX)), ZoneAt(1, Const(0))),)),),
        ),
    ),
    None,
)
HAND = Function(
    "hand",
    (),
    (
        For(
            At.I,
            Const(0),
            Const(3),
            (
                Set(At.J, plus(plus(Bin("*", Cell(At.YOU), Const(3)), Cell(At.I)), Const(At.HANDS))),
                If(Bin(">", Index(0, Cell(At.J)), Const(0)), (Yield((Cell(At.I), Cell(At.J))),)),
            ),
        ),
    ),
    None,
)
SCORE = Function(
    "score",
    (At.SEAT,),
    (
        Set(At.RESULT, Const(0)),
        For(
            At.I,
            Const(0),
            Cell(At.ROW),
            (
                If(
                    Bin("==", Index(At.ROW + 7, Cell(At.I)), plus(Cell(At.SEAT), Const(1))),
                    (Set(At.RESULT, plus(plus(Cell(At.RESULT), Index(At.ROW + 1, Cell(At.I))), Const(1))),),
                ),
            ),
        ),
    ),
    At.RESULT,
)
PLAY = Function("play", (), (move(Cell(At.KIND), Cell(At.LOC), ZoneAt(3, Const(0)), Cell(At.YOU)),), None)
DRAW = Function("draw", (), deal(Cell(At.YOU)), None)
SMALL = Function("small", (), (Set(At.RESULT, Bin("<=", Cell(At.ROW), Const(3))),), At.RESULT)
WON = Function("won", (), (Yield((Const(1),)),), None)

TWICE = Either((Bin("==", Cell(At.ROW), Const(0)), Bin("!=", Index(At.ROW, Cell(At.ROW)), Cell(At.KIND))))
FITS = Function("fits", (), (Set(At.RESULT, TWICE),), At.RESULT)
LEFT = Function("left", (), (Set(At.RESULT, Bin(">", Cell(At.DECK), Const(0))),), At.RESULT)
PLAYS = Function(
    "plays",
    (At.YOU,),
    (
        For(
            At.KIND,
            Const(0),
            Const(3),
            (
                Set(At.LOC, plus(plus(Bin("*", Cell(At.YOU), Const(3)), Cell(At.KIND)), Const(At.HANDS))),
                If(
                    Bin(">", Index(0, Cell(At.LOC)), Const(0)),
                    (Candidate(span=NEVER_TWICE), If(TWICE, (Offer(Const(0), 0, (At.KIND, At.LOC)),))),
                ),
            ),
        ),
    ),
    None,
)
DRAWS = Function(
    "draws", (At.YOU,), (If(Bin(">", Cell(At.DECK), Const(0)), (Offer(Const(1), 0, (), span=WHILE_IT_LASTS),)),), None
)
ACTIONS = (
    ActionCode(
        "play",
        "Play a card",
        At.YOU,
        (),
        (
            Pick("card", 1, 0, 2, None, Argument("piece", (), 0)),
            Guard("guard", 7, "never the same twice", if_possible=False, span=NEVER_TWICE),
        ),
        None,
        (Variant(None, None, 0, (), (At.KIND, At.LOC)),),
        span=NEVER_TWICE,
    ),
    ActionCode(
        "draw",
        None,
        At.YOU,
        (),
        (Guard("guard", 8, "the deck is empty", if_possible=False, span=WHILE_IT_LASTS),),
        None,
        (Variant(None, None, 0, (), ()),),
    ),
    ActionCode("idle", None, At.YOU, (), (), None, (Variant(None, None, 0, (), ()),)),
)
SITES = (
    Site(
        Bin("mod", Cell(At.TURN), Const(2)),
        (OfferCode(0, (), 9, None, (4,)), OfferCode(1, (), 10, None, (5,))),
        None,
        span=WHILE_IT_LASTS,
    ),
)
WHO = Set(At.YOU, Bin("mod", Cell(At.TURN), Const(2)))
BLOCKS = (
    Block((CallFunction(0, ()), SortZone(ZoneAt(1, Const(0)))), Chance(0)),
    Block((*deal(Const(0)), *deal(Const(1))), Jump(2)),
    Block((), Branch(Bin("<", Cell(At.TURN), Const(4)), 3, 6)),
    Block((), Decide(0)),
    Block((WHO, CallFunction(3, ()), Set(At.TURN, plus(Cell(At.TURN), Const(1)))), Jump(2)),
    Block((WHO, CallFunction(4, ()), Set(At.TURN, plus(Cell(At.TURN), Const(1)))), Jump(2)),
    Block((Ended(None),), End()),
)
PROGRAM = Program(
    players=2,
    size=At.SIZE,
    scratch=8,
    pc=At.PC,
    ended=At.ENDED,
    slots=(Slot("turn", At.TURN, 1, 0, 4), Slot("box", At.BOX, 3, 0, 2, None, "everyone")),
    zones=ZONES,
    tables=(),
    functions=(FILL, HAND, SCORE, PLAY, DRAW, SMALL, WON, FITS, LEFT, PLAYS, DRAWS),
    blocks=BLOCKS,
    start=0,
    sites=SITES,
    actions=ACTIONS,
    limits=(),
    chances=(ShuffleChance(ZoneAt(1, Const(0)), "the deck", 1),),
    faults=(FaultText("gone", "The piece is gone.", NEVER_TWICE, impossible=True),),
    invariants=(CheckCode("at most three cards are played", 5),),
    score=2,
    winners=6,
    initial=(0, 0, 0, 2, 2, 2, *([0] * (At.SIZE - 6))),
)
CORE = Core(
    title="Tiny",
    subtitle=None,
    players=2,
    seat_names=("Ann", "Bob"),
    teams=(0, 1),
    options=(),
    values={"player": ("Ann", "Bob")},
    components=(Component("card", ("one", "two", "three"), (2, 2, 2), ()),),
    geometries=(),
    tables=(),
    list_tables=(),
    zones=(
        Zone("box", "area", 0, (), "everyone", box=True),
        Zone("deck", "pile", 0, (), "nobody"),
        Zone("hand", "hand", 0, (PLAYER,), "owner"),
        Zone("row", "row", 0, (), "everyone", with_owner=True),
    ),
    variables=(),
    locals=(),
    definitions=(),
    procedures=(),
    actions=(),
    limits=(),
    setup=(),
    play=(),
    scoring=Scoring(0, None, (), None, (), of_teams=False),
    invariants=(),
    secrets=(),
)


def rules(program: Program = PROGRAM) -> Rules:
    """The tiny game, or a variation of it."""
    return Rules(CORE, program, TEXT, "tiny", "0" * 64)


def limited() -> Program:
    """Each seat draws once in a game, and must; to idle ends a turn."""
    used = At.ENDED + 1
    again = evolve(DRAWS, body=(If(Inverse(Cell(used)), DRAWS.body),))
    idles = Function("idles", (At.YOU,), (If(Cell(used), (Offer(Const(2), 0, ()),)),), None)
    at = len(PROGRAM.functions)
    offers = (
        OfferCode(0, (), 9, None, (4,)),
        OfferCode(1, (), at, 0, (5,)),
        OfferCode(2, (), at + 1, None, (7,), ending=True),
    )
    idle = Block((Set(At.TURN, plus(Cell(At.TURN), Const(1))),), Jump(2))
    return evolve(
        PROGRAM,
        size=At.SIZE,
        slots=(),
        functions=(*PROGRAM.functions, again, idles),
        limits=(LimitCode(used, 1, exactly=True, text="game", span=WHILE_IT_LASTS),),
        sites=(evolve(SITES[0], offers=offers),),
        blocks=(*BLOCKS, idle),
    )
