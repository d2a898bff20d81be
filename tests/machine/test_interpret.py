"""The reference backend, piece by piece: expressions, loops, zones, moves stage by stage, trials."""

from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.machine.events import Event, Moved, Shown
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.program.nodes import (
    ActionCode,
    Bin,
    Both,
    Candidate,
    Cell,
    ChangePiece,
    Checked,
    Code,
    Const,
    Do,
    Either,
    Expr,
    FaultText,
    Fill,
    Flip,
    For,
    ForKinds,
    ForSelections,
    Function,
    If,
    Inverse,
    Invoke,
    Labelled,
    Leave,
    MovePiece,
    Offer,
    OfferCode,
    Operator,
    RotatePlaces,
    Select,
    Set,
    SetAt,
    ShowPiece,
    Site,
    Size,
    SortZone,
    Statement,
    SwapPlaces,
    TableAt,
    Try,
    Variant,
    While,
    Yield,
    ZoneAt,
)
from rulewright.machine.program.nodes import At as Index

from . import tiny

PLAIN = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "mod": lambda a, b: a - abs(b) * (a // abs(b)),
    "min": min,
    "max": max,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "bitand": lambda a, b: a & b,
    "bitor": lambda a, b: a | b,
    "shl": lambda a, b: a << b,
}


def bench(size: int = 20, scratch: int = 40, **more: object) -> Machine:
    """A machine with nothing in it."""
    empty = {"zones": (), "functions": (), "blocks": (), "sites": (), "actions": (), "chances": (), "slots": ()}
    initial = tuple(range(100, 100 + size))
    program = evolve(tiny.PROGRAM, size=size, scratch=scratch, initial=initial, ended=ENDED, **(empty | more))
    return Machine(program)


def value(machine: Machine, node: Expr) -> int:
    return machine.c.expression(node)()


@given(st.sampled_from(list(PLAIN)), st.integers(-50, 50), st.integers(-50, 50))
def test_operators_in_every_shape(op: Operator, a: int, b: int) -> None:
    if op in ("/", "mod") and not b:
        return
    if op == "shl":
        b = abs(b)
    machine = bench()
    machine.memory[:2] = [a, b]
    for left, right in product((Const(a), Cell(0), Do((), 0)), (Const(b), Cell(1), Do((), 1))):
        node = Bin(op, left, right)
        assert value(machine, node) == PLAIN[op](a, b)
        assert bool(machine.c.test(node)()) == bool(PLAIN[op](a, b))


def test_expressions() -> None:
    machine = bench(
        tables=((5, 6, 7),), functions=(Function("twice", (30,), (Set(31, Bin("*", Cell(30), Const(2))),), 31),)
    )
    yes, no = Const(1), Const(0)
    for node, expected in [
        (Cell(3), 103),
        (Index(2, Const(3)), 105),
        (Index(2, Bin("-", Cell(5), Const(100))), 107),
        (TableAt(0, Const(2)), 7),
        (Both((yes, no)), 0),
        (Both((yes, yes, yes)), 1),
        (Either((no, yes)), 1),
        (Either((no, no, no)), 0),
        (Inverse(no), 1),
        (Select(Bin("<", Const(1), Const(2)), Const(8), Const(9)), 8),
        (Checked(Const(5), 0, 5, None, 0), 5),
        (Checked(Const(-1), 0, 5, -1, 0), -1),
        (Do((Set(32, Const(4)),), 32), 4),
        (Invoke(0, (Bin("+", Invoke(0, (Const(1),)), Const(3)),)), 10),
    ]:
        assert value(machine, node) == expected, node
    with pytest.raises(RulesFault, match="The piece is gone"):
        value(machine, Checked(Const(6), 0, 5, None, 0))


def test_arguments_are_evaluated_before_parameters_are_set() -> None:
    minus = Function("minus", (30, 31), (Set(32, Bin("-", Cell(30), Cell(31))),), 32)
    sum3 = Function("three", (33, 34, 35), (Set(36, Bin("+", Cell(33), Bin("*", Cell(34), Cell(35)))),), 36)
    machine = bench(functions=(minus, sum3))
    inner = Invoke(0, (Const(10), Const(4)))
    assert value(machine, Invoke(0, (Const(1), inner))) == -5
    assert value(machine, Invoke(1, (Const(1), Invoke(1, (Const(2), Const(3), Const(4))), Const(2)))) == 29


def ran(code: Code, machine: Machine | None = None) -> list[int]:
    machine = machine or bench(size=4)
    assert machine.c.code(code)() == 0
    return machine.memory[:4]


def test_statements() -> None:
    counted = (For(3, Const(1), Const(4), (Set(0, Bin("+", Bin("*", Cell(0), Const(10)), Cell(3))),)),)
    assert ran((Set(0, Const(0)), *counted))[0] == 123
    assert ran((Set(0, Const(0)), evolve(counted[0], down=True)))[0] == 321
    assert ran((For(3, Const(4), Const(1), (Set(0, Const(7)),)),))[0] == 100
    assert ran((Fill(0, Const(1), Const(2), 9),)) == [100, 9, 9, 103]
    assert ran((Fill(0, Const(1), Const(-2), 9),))[1] == 101
    assert ran((SetAt(1, Const(2), Const(5)),))[3] == 5
    assert ran((Set(0, Const(0)), While(Bin("<", Cell(0), Const(5)), (Set(0, Bin("+", Cell(0), Const(1))),))))[0] == 5
    leaving = Labelled(
        1, (For(3, Const(0), Const(9), (If(Bin("==", Cell(3), Const(4)), (Leave(1),)),)), Set(0, Const(1)))
    )
    assert ran((leaving, Set(1, Const(2)))) == [100, 2, 102, 4]
    assert bench().c.code((Labelled(1, (Leave(2),)), Set(0, Const(1))))() == 2
    assert ran(tuple(Set(n, Const(n)) for n in range(4))) == [0, 1, 2, 3]


def test_loops_are_bounded() -> None:
    inner = For(1, Const(0), Const(5001), ())
    for loop in (While(Const(1), ()), For(0, Const(0), Const(200), (inner,)), For(0, Const(0), Const(1_000_001), ())):
        with pytest.raises(RulesFault, match="1,000,000 turns"):
            ran((loop,))
    assert ran((For(0, Const(0), Const(1_000_000), ()),))[0] == 999_999


# ---- zones


BOARD = tiny.layout(0, "board", "board", 0, 12, capacity=4, faces_at=4, marks_at=8, tags_at=60)
ROW = tiny.layout(1, "line", "row", 12, 13, capacity=3, owners_at=4, faces_at=7, marks_at=10)
BOX = tiny.layout(2, "box", "area", 25, 5, box=True)
CUP = tiny.layout(
    3, "cup", "hand", 30, 5, instances=2, extents=(2,), audience="owner", owner_seat=0, declared_capacity=2
)
SIZE, ENDED = 40, 38


def table(**more: object) -> Machine:
    """A board of four places, a row of up to three with owners and faces, a box with three of each of five kinds."""
    initial = (*([0] * 25), 3, 3, 3, 3, 3, *([0] * 10))
    machine = bench(size=SIZE, zones=(BOARD, ROW, BOX, CUP), **more)
    machine.memory[:SIZE] = initial
    return machine


def put(machine: Machine, kind: int, to: ZoneAt, face: str | None = None, by: int | None = None) -> int:
    """A piece of the box."""
    found = SIZE
    by_node = None if by is None else Const(by)
    run = machine.c.code((MovePiece(Const(kind), Const(25 + kind), to, face, by_node, found, 0),))  # type: ignore[arg-type]
    assert run() == 0
    return machine.memory[found]


def square(place: int) -> ZoneAt:
    return ZoneAt(0, Const(0), Const(place))


LINE = ZoneAt(1, Const(0))


def test_a_row_closes_its_gaps() -> None:
    machine = table()
    for kind, by in [(2, 0), (4, 1), (1, 0)]:
        put(machine, kind, LINE, "down" if kind == 4 else None, by)
    assert machine.memory[12:25] == [3, 2, 4, 1, 1, 2, 1, 0, 1, 0, 0, 0, 0]
    machine.zones.show(4, 14, 0b10)
    assert machine.memory[23] == 0b10
    assert (machine.zones.seen_by(13), machine.zones.seen_by(14)) == (0b11, 0b10)
    with pytest.raises(RulesFault, match="There is no room in line"):
        put(machine, 0, LINE)
    machine.zones.move(2, 13, 2, 0, 0, None, -1, machine.program.faults[0])
    assert machine.memory[12:25] == [2, 4, 1, 0, 2, 1, 0, 1, 0, 0, 2, 0, 0]
    end = machine.zones.move(4, 13, 1, 0, 0, None, -1, machine.program.faults[0])
    assert (end, machine.memory[12:25]) == (14, [2, 1, 4, 0, 1, 2, 0, 0, 1, 0, 0, 2, 0])
    with pytest.raises(RulesFault, match="The piece is gone"):
        machine.zones.move(4, 13, 2, 0, 0, None, -1, machine.program.faults[0])
    machine.c.code((SortZone(LINE),))()
    assert machine.memory[13:15] == [1, 4]
    with pytest.raises(RulesFault, match="The piece is gone"):
        machine.zones.move(0, 15, 2, 0, 0, None, -1, machine.program.faults[0])


def test_a_hand_has_a_capacity() -> None:
    machine = table()
    cup = ZoneAt(3, Const(1))
    assert put(machine, 4, cup) == 39
    assert machine.zones.seen_by(39) == 0b10
    put(machine, 4, cup)
    with pytest.raises(RulesFault, match="There is no room in cup"):
        put(machine, 0, cup)


def kinds(instance: Expr, *body: Statement) -> ForKinds:
    """The kinds of the cup, as digits of cell 45 behind a 1; the last cell in 46."""
    digits = Set(45, Bin("+", Bin("*", Cell(45), Const(10)), Cell(44)))
    return ForKinds(3, instance, 44, 43, (*body, digits, Set(46, Cell(43))))


def test_kinds_of_an_unordered_zone() -> None:
    machine = table()
    machine.memory[30:40] = [0, 1, 0, 2, 0, 1, 0, 0, 0, 3]
    for instance, size, digits, last in ((0, 3, 113, 33), (1, 4, 104, 39)):
        assert value(machine, Size(3, Const(instance))) == size
        machine.memory[45] = 1
        ran((kinds(Const(instance)),), machine)
        assert machine.memory[45:47] == [digits, last]


def test_a_kind_is_asked_for_when_its_turn_comes() -> None:
    machine = table()
    machine.memory[30:40] = [0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    machine.memory[44:46] = [0, 1]
    later = If(Bin("==", Cell(44), Const(1)), (Set(30, Const(1)), Set(32, Const(0)), Set(34, Const(1))))
    ran((kinds(Cell(44), later),), machine)
    assert machine.memory[45] == 114
    machine.memory[44:46] = [1, 1]
    ran((kinds(Cell(44), Set(44, Cell(44))),), machine)
    assert machine.memory[45] == 14
    left = Labelled(1, (kinds(Const(0), If(Bin("==", Cell(44), Const(1)), (Leave(1),))),))
    machine.memory[45] = 1
    ran((left,), machine)
    assert machine.memory[45] == 10


def test_kinds_count_as_turns() -> None:
    machine = table()
    code = machine.c.code((ForKinds(3, Const(0), 44, 43, (For(47, Const(0), Const(5000), ()),)),))
    machine.memory[machine.c.turns] = 1_000_000 - 5
    assert code() == 0
    assert machine.memory[machine.c.turns] == 1_000_000
    with pytest.raises(RulesFault, match="1,000,000 turns"):
        code()


def test_an_unlimited_zone_has_no_kinds() -> None:
    machine = bench(size=SIZE, zones=(evolve(BOX, stride=0, unlimited=True),))
    assert value(machine, Size(0, Const(0))) == 0
    assert ran((ForKinds(0, Const(0), 44, 43, (Set(0, Const(7)),)),), machine)[0] == 100


def test_a_board_keeps_faces_and_marks() -> None:
    machine = table()
    put(machine, 3, square(0), "down")
    put(machine, 1, square(1))
    machine.c.code((ShowPiece(Const(3), Const(0), Const(1)),))()
    machine.c.code((SwapPlaces(ZoneAt(0, Const(0)), Const(0), Const(2)),))()
    assert machine.memory[:12] == [0, 2, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    machine.memory[50:53] = [0, 1, 2]
    rotate = RotatePlaces(ZoneAt(0, Const(0)), 50, Const(3), Const(0))
    machine.c.code((rotate,))()
    assert machine.memory[:12] == [4, 0, 2, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    machine.c.code((evolve(rotate, reverse=Const(1)),))()
    assert machine.memory[:12] == [0, 2, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    machine.c.code((Flip(Const(2), "up", 0),))()
    assert machine.memory[4:12] == [0] * 8
    with pytest.raises(RulesFault, match="no room in board"):
        put(machine, 1, square(1))
    with pytest.raises(RulesFault, match="The piece is gone"):
        machine.c.code((Flip(Const(3), "up", 0),))()
    machine.c.code((ChangePiece(Const(3), Const(2), Const(0), 0, 0),))()
    assert machine.memory[2] == 1
    assert machine.memory[25:30] == [2, 1, 3, 3, 3]
    with pytest.raises(RulesFault):
        machine.c.code((ChangePiece(Const(3), Const(2), Const(0), 0, 0),))()


def test_the_log_says_who_saw_what() -> None:
    machine = table()
    log: list[Event] = []
    machine.tell(log)
    put(machine, 3, square(0), "down")
    machine.c.code((ShowPiece(Const(3), Const(0), Const(2)),))()
    machine.zones.move(3, 0, 3, 0, 0, None, -1, machine.program.faults[0])
    machine.zones.move(3, 33, 0, 0, 1, "down", -1, machine.program.faults[0])
    seen = [(event.seen, event.known) for event in log if isinstance(event, Moved | Shown)]
    assert seen == [(0b11, 0b11), (0b10, 0), (0b11, 0b10), (0b01, 0b01)]


# ---- moves


CANDIDATES = tuple(Yield((Const(n),)) for n in range(1, 5))
ACTION = ActionCode("do", None, 40, (), (), None, (Variant(None, None, 0, (), (41, 42)),))


def listing(*code: Statement, functions: tuple[Function, ...] = ()) -> Machine:
    """A site that offers one action whose moves this code lists; cell 40 is `you`, 41 and 42 have its words."""
    machine = table(
        actions=(ACTION,),
        sites=(Site(Const(0), (OfferCode(0, (), 0, None, ()),), None),),
        functions=(Function("moves", (40,), code, None), *functions),
        scratch=60,
    )
    machine.memory[SIZE:] = [77] * (len(machine.memory) - SIZE)
    return machine


def picks(machine: Machine) -> list[tuple[int, ...]]:
    """All moves; asking changes nothing of the state."""
    before = machine.vector
    found = [choice.picks for choice in machine.offers.moves(0, 0)]
    assert machine.vector == before
    return found


def each(cell: int, end: Expr, *code: Statement) -> For:
    """The candidates from 1 to below an end, one after the other."""
    return For(cell, Const(1), end, (Candidate(), *code))


def offered(*cells: int) -> Offer:
    return Offer(Const(0), 0, cells)


def test_moves_are_listed_as_the_code_comes_to_them() -> None:
    assert picks(listing(offered())) == [()]
    assert picks(listing()) == []
    assert picks(listing(each(41, Const(5), offered(41)))) == [(1,), (2,), (3,), (4,)]
    below = each(41, Const(4), each(42, Cell(41), offered(41, 42)))
    assert picks(listing(below)) == [(2, 1), (3, 1), (3, 2)]


SEVERAL = ForSelections(CANDIDATES, Const(1), Const(2), False, 1, 42, 43, 4, (offered(42, 43, 44),))


def test_multisets_by_size_then_in_order() -> None:
    pairs = [(2, a, b) for a in range(1, 5) for b in range(a + 1, 5)]
    assert picks(listing(SEVERAL)) == [(1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0), *pairs]
    again = [(2, a, b) for a in range(1, 5) for b in range(a, 5)]
    assert picks(listing(evolve(SEVERAL, low=Const(2), repeats=True))) == again
    assert picks(listing(evolve(SEVERAL, low=Const(0), high=Const(0)))) == [(0, 0, 0)]
    assert picks(listing(evolve(SEVERAL, low=Const(-1)))) == []
    assert picks(listing(evolve(SEVERAL, low=Const(3)))) == []


def test_multisets_of_pieces_take_what_lies_there() -> None:
    copies = (Yield((Const(0), Const(30), Const(2))), Yield((Const(1), Const(31), Const(1))))
    three = evolve(SEVERAL, candidates=copies, high=Const(3), words=2, body=(offered(42, 43, 45, 47),))
    assert picks(listing(three)) == [(1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0), (2, 0, 1, 0), (3, 0, 0, 1)]


def test_leaving_leaves_a_selection() -> None:
    first = evolve(SEVERAL, body=(offered(42, 43), Leave(5)))
    assert picks(listing(Labelled(5, (first,)), Labelled(5, (first,)))) == [(1, 1), (1, 1)]


def test_bounds_of_a_decision() -> None:
    many = each(41, Const(102), each(42, Const(102), offered(41, 42)))
    with pytest.raises(RulesFault, match="more than 10,000 moves"):
        picks(listing(many))
    never = each(41, Const(102), each(42, Const(102), each(43, Const(102))))
    with pytest.raises(RulesFault, match="more than 1,000,000 candidates"):
        picks(listing(never))


# ---- must


def must(body: Code, **more: object) -> list[tuple[int, ...]]:
    """The moves of an action that must change the board, or leave a condition."""
    tried = evolve(Try(0, (Set(44, Cell(41)),), 1, (ZoneAt(0, Const(0)),), None), **more)
    lists = each(41, Const(5), If(tried, (offered(41),)))
    machine = listing(lists, functions=(Function("body", (), body, None),))
    for place, kind, face in [(0, 2, "down"), (1, 2, "down"), (2, 1, None), (3, 1, None)]:
        put(machine, kind, square(place), face)
    found = picks(machine)
    assert machine.memory[44] == 77, "what a trial writes is put back"
    return found


def swap(first: Expr, second: Expr) -> Code:
    return (SwapPlaces(ZoneAt(0, Const(0)), first, second),)


PICKED = Bin("-", Cell(44), Const(1))


def test_must_change_tells_hidden_pieces_apart() -> None:
    assert must(swap(PICKED, Const(0))) == [(2,), (3,), (4,)]
    assert must(swap(PICKED, Const(3))) == [(1,), (2,)]
    assert must((*swap(PICKED, Const(0)), *swap(PICKED, Const(0)))) == []
    assert must(()) == []


def test_must_leave_a_condition() -> None:
    body = (Set(43, Bin("*", Cell(44), Const(2))),)
    assert must(body, zones=(), condition=Bin(">", Cell(43), Const(4))) == [(3,), (4,)]
    assert must(body, zones=(), condition=Bin(">", Cell(43), Const(40))) == []


def test_must_and_what_is_impossible_and_ends() -> None:
    fails = (If(Bin("==", Cell(44), Const(1)), (MovePiece(Const(0), Const(0), LINE, None, None, None, 0),)),)
    assert must((*fails, *swap(Const(0), Const(3)))) == [(2,), (3,), (4,)]
    ends = (If(Bin("==", Cell(44), Const(3)), (Set(ENDED, Const(1)), Leave(9))),)
    assert must(ends) == [(3,)]


def test_faults_name_their_rule() -> None:
    machine = table(faults=(FaultText("gone", "It is gone.", tiny.NEVER_TWICE),))
    with pytest.raises(RulesFault) as caught:
        machine.zones.move(0, 13, 2, 0, 0, None, -1, machine.program.faults[0])
    assert (caught.value.code, caught.value.span) == ("gone", tiny.NEVER_TWICE)
