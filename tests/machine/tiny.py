"""A tiny game, built by hand as a program: cards of three kinds, two of each.

Both seats get a card from the shuffled deck. Four turns: play a card of your hand to the row (never the kind that was
played last), or draw one. Score: the numbers of the cards that a seat played. Cells are named in `At`.
"""

from attrs import evolve

from rulewright.language.core import Component, Core, Scoring, Zone
from rulewright.language.span import Span
from rulewright.language.types import PLAYER
from rulewright.machine.game import Rules
from rulewright.machine.program import nodes as ir

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


def plus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """A sum."""
    return ir.Bin("+", left, right)


def layout(number: int, name: str, kind: str, offset: int, stride: int, **more: object) -> ir.ZoneLayout:
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
        "box": False,
    }
    return ir.ZoneLayout(number, name, kind, 0, offset, stride, **(plain | more))


ZONES = (
    layout(0, "box", "area", At.BOX, 3, box=True),
    layout(1, "deck", "pile", At.DECK, 7, audience="nobody"),
    layout(2, "hand", "hand", At.HANDS, 3, instances=2, extents=(2,), audience="owner", owner_seat=0),
    layout(3, "row", "row", At.ROW, 13, owners_at=7),
)


def move(kind: ir.Expr, loc: ir.Expr, to: ir.ZoneAt, by: ir.Expr | None = None) -> ir.Statement:
    """A piece moves."""
    return ir.MovePiece(kind, loc, to, None, by, None, 0)


def deal(to: ir.Expr) -> tuple[ir.Statement, ...]:
    """The top card of the deck goes to a hand."""
    top = plus(ir.Const(At.DECK), ir.Cell(At.DECK))
    return (
        ir.Set(At.FOUND, top),
        move(ir.At(0, ir.Cell(At.FOUND)), ir.Cell(At.FOUND), ir.ZoneAt(2, to)),
    )


FILL = ir.Function(
    "fill",
    (),
    (
        ir.For(
            At.I,
            ir.Const(0),
            ir.Const(3),
            (
                ir.For(
                    At.J,
                    ir.Const(0),
                    ir.Const(2),
                    (move(ir.Cell(At.I), plus(ir.Cell(At.I), ir.Const(At.BOX)), ir.ZoneAt(1, ir.Const(0))),),
                ),
            ),
        ),
    ),
    None,
)
HAND = ir.Function(
    "hand",
    (),
    (
        ir.For(
            At.I,
            ir.Const(0),
            ir.Const(3),
            (
                ir.Set(At.J, plus(plus(ir.Bin("*", ir.Cell(At.YOU), ir.Const(3)), ir.Cell(At.I)), ir.Const(At.HANDS))),
                ir.If(ir.Bin(">", ir.At(0, ir.Cell(At.J)), ir.Const(0)), (ir.Yield((ir.Cell(At.I), ir.Cell(At.J))),)),
            ),
        ),
    ),
    None,
)
SCORE = ir.Function(
    "score",
    (At.SEAT,),
    (
        ir.Set(At.RESULT, ir.Const(0)),
        ir.For(
            At.I,
            ir.Const(0),
            ir.Cell(At.ROW),
            (
                ir.If(
                    ir.Bin("==", ir.At(At.ROW + 7, ir.Cell(At.I)), plus(ir.Cell(At.SEAT), ir.Const(1))),
                    (ir.Set(At.RESULT, plus(plus(ir.Cell(At.RESULT), ir.At(At.ROW + 1, ir.Cell(At.I))), ir.Const(1))),),
                ),
            ),
        ),
    ),
    At.RESULT,
)
PLAY = ir.Function(
    "play", (), (move(ir.Cell(At.KIND), ir.Cell(At.LOC), ir.ZoneAt(3, ir.Const(0)), ir.Cell(At.YOU)),), None
)
DRAW = ir.Function("draw", (), deal(ir.Cell(At.YOU)), None)
SMALL = ir.Function("small", (), (ir.Set(At.RESULT, ir.Bin("<=", ir.Cell(At.ROW), ir.Const(3))),), At.RESULT)
WON = ir.Function("won", (), (ir.Yield((ir.Const(1),)),), None)

TWICE = ir.Either(
    (ir.Bin("==", ir.Cell(At.ROW), ir.Const(0)), ir.Bin("!=", ir.At(At.ROW, ir.Cell(At.ROW)), ir.Cell(At.KIND)))
)
FITS = ir.Function("fits", (), (ir.Set(At.RESULT, TWICE),), At.RESULT)
LEFT = ir.Function("left", (), (ir.Set(At.RESULT, ir.Bin(">", ir.Cell(At.DECK), ir.Const(0))),), At.RESULT)
PLAYS = ir.Function(
    "plays",
    (At.YOU,),
    (
        ir.For(
            At.KIND,
            ir.Const(0),
            ir.Const(3),
            (
                ir.Set(
                    At.LOC, plus(plus(ir.Bin("*", ir.Cell(At.YOU), ir.Const(3)), ir.Cell(At.KIND)), ir.Const(At.HANDS))
                ),
                ir.If(
                    ir.Bin(">", ir.At(0, ir.Cell(At.LOC)), ir.Const(0)),
                    (ir.Candidate(span=NEVER_TWICE), ir.If(TWICE, (ir.Offer(ir.Const(0), 0, (At.KIND, At.LOC)),))),
                ),
            ),
        ),
    ),
    None,
)
DRAWS = ir.Function(
    "draws",
    (At.YOU,),
    (ir.If(ir.Bin(">", ir.Cell(At.DECK), ir.Const(0)), (ir.Offer(ir.Const(1), 0, (), span=WHILE_IT_LASTS),)),),
    None,
)
ACTIONS = (
    ir.ActionCode(
        "play",
        "Play a card",
        At.YOU,
        (),
        1,
        (
            ir.Variant(
                None,
                None,
                (ir.Pick("card", 1, 0, 2, None, ir.Argument("piece", (), 0)),),
                (ir.Guard("guard", 1, 7, "never the same twice", span=NEVER_TWICE),),
                (At.KIND, At.LOC),
            ),
        ),
        span=NEVER_TWICE,
    ),
    ir.ActionCode(
        "draw",
        None,
        At.YOU,
        (),
        0,
        (ir.Variant(None, None, (), (ir.Guard("guard", 0, 8, "the deck is empty", span=WHILE_IT_LASTS),), ()),),
    ),
    ir.ActionCode("idle", None, At.YOU, (), 0, (ir.Variant(None, None, (), (), ()),)),
)
SITES = (
    ir.Site(
        ir.Bin("mod", ir.Cell(At.TURN), ir.Const(2)),
        (ir.OfferCode(0, (), 9, None, (4,)), ir.OfferCode(1, (), 10, None, (5,))),
        None,
        span=WHILE_IT_LASTS,
    ),
)
WHO = ir.Set(At.YOU, ir.Bin("mod", ir.Cell(At.TURN), ir.Const(2)))
BLOCKS = (
    ir.Block((ir.CallFunction(0, ()), ir.SortZone(ir.ZoneAt(1, ir.Const(0)))), ir.Chance(0)),
    ir.Block((*deal(ir.Const(0)), *deal(ir.Const(1))), ir.Jump(2)),
    ir.Block((), ir.Branch(ir.Bin("<", ir.Cell(At.TURN), ir.Const(4)), 3, 6)),
    ir.Block((), ir.Decide(0)),
    ir.Block((WHO, ir.CallFunction(3, ()), ir.Set(At.TURN, plus(ir.Cell(At.TURN), ir.Const(1)))), ir.Jump(2)),
    ir.Block((WHO, ir.CallFunction(4, ()), ir.Set(At.TURN, plus(ir.Cell(At.TURN), ir.Const(1)))), ir.Jump(2)),
    ir.Block((ir.Ended(None),), ir.End()),
)
PROGRAM = ir.Program(
    players=2,
    size=At.SIZE,
    scratch=8,
    pc=At.PC,
    ended=At.ENDED,
    slots=(ir.Slot("turn", At.TURN, 1, 0, 4), ir.Slot("box", At.BOX, 3, 0, 2, None, "everyone")),
    zones=ZONES,
    tables=(),
    functions=(FILL, HAND, SCORE, PLAY, DRAW, SMALL, WON, FITS, LEFT, PLAYS, DRAWS),
    blocks=BLOCKS,
    start=0,
    sites=SITES,
    actions=ACTIONS,
    limits=(),
    chances=(ir.ShuffleChance(ir.ZoneAt(1, ir.Const(0)), "the deck", 1),),
    faults=(ir.FaultText("gone", "The piece is gone.", NEVER_TWICE, impossible=True),),
    invariants=(ir.CheckCode("at most three cards are played", 5),),
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


def rules(program: ir.Program = PROGRAM) -> Rules:
    """The tiny game, or a variation of it."""
    return Rules(CORE, program, TEXT, "tiny", "0" * 64)


def limited() -> ir.Program:
    """Each seat draws once in a game, and must; to idle ends a turn."""
    used = At.ENDED + 1
    again = evolve(DRAWS, body=(ir.If(ir.Inverse(ir.Cell(used)), DRAWS.body),))
    idles = ir.Function("idles", (At.YOU,), (ir.If(ir.Cell(used), (ir.Offer(ir.Const(2), 0, ()),)),), None)
    at = len(PROGRAM.functions)
    offers = (
        ir.OfferCode(0, (), 9, None, (4,)),
        ir.OfferCode(1, (), at, 0, (5,)),
        ir.OfferCode(2, (), at + 1, None, (7,), ending=True),
    )
    idle = ir.Block((ir.Set(At.TURN, plus(ir.Cell(At.TURN), ir.Const(1))),), ir.Jump(2))
    return evolve(
        PROGRAM,
        size=At.SIZE,
        slots=(),
        functions=(*PROGRAM.functions, again, idles),
        limits=(ir.LimitCode(used, 1, exactly=True, text="game", most=1, span=WHILE_IT_LASTS),),
        sites=(evolve(SITES[0], offers=offers),),
        blocks=(*BLOCKS, idle),
    )
