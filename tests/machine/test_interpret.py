"""The reference backend, piece by piece: expressions, loops, zones, moves stage by stage, trials."""

import time
from collections.abc import Callable
from itertools import islice, product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.machine.events import Event, Moved, Shown
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import selections

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


def value(machine: Machine, node: ir.Expr) -> int:
    return machine.c.expression(node)()


@given(st.sampled_from(list(PLAIN)), st.integers(-50, 50), st.integers(-50, 50))
def test_operators_in_every_shape(op: ir.Operator, a: int, b: int) -> None:
    if op in ("/", "mod") and not b:
        return
    if op == "shl":
        b = abs(b)
    machine = bench()
    machine.memory[:2] = [a, b]
    for left, right in product((ir.Const(a), ir.Cell(0), ir.Do((), 0)), (ir.Const(b), ir.Cell(1), ir.Do((), 1))):
        node = ir.Bin(op, left, right)
        assert value(machine, node) == PLAIN[op](a, b)
        assert bool(machine.c.test(node)()) == bool(PLAIN[op](a, b))


def test_expressions() -> None:
    machine = bench(
        tables=((5, 6, 7),),
        functions=(ir.Function("twice", (30,), (ir.Set(31, ir.Bin("*", ir.Cell(30), ir.Const(2))),), 31),),
    )
    yes, no = ir.Const(1), ir.Const(0)
    for node, expected in [
        (ir.Cell(3), 103),
        (ir.At(2, ir.Const(3)), 105),
        (ir.At(2, ir.Bin("-", ir.Cell(5), ir.Const(100))), 107),
        (ir.TableAt(0, ir.Const(2)), 7),
        (ir.Both((yes, no)), 0),
        (ir.Both((yes, yes, yes)), 1),
        (ir.Either((no, yes)), 1),
        (ir.Either((no, no, no)), 0),
        (ir.Inverse(no), 1),
        (ir.LowestBit(ir.Const(40)), 3),
        (ir.Select(ir.Bin("<", ir.Const(1), ir.Const(2)), ir.Const(8), ir.Const(9)), 8),
        (ir.Checked(ir.Const(5), 0, 5, None, 0), 5),
        (ir.Checked(ir.Const(-1), 0, 5, -1, 0), -1),
        (ir.Do((ir.Set(32, ir.Const(4)),), 32), 4),
        (ir.Invoke(0, (ir.Bin("+", ir.Invoke(0, (ir.Const(1),)), ir.Const(3)),)), 10),
    ]:
        assert value(machine, node) == expected, node
    with pytest.raises(RulesFault, match="The piece is gone"):
        value(machine, ir.Checked(ir.Const(6), 0, 5, None, 0))


def test_arguments_are_evaluated_before_parameters_are_set() -> None:
    minus = ir.Function("minus", (30, 31), (ir.Set(32, ir.Bin("-", ir.Cell(30), ir.Cell(31))),), 32)
    sum3 = ir.Function(
        "three", (33, 34, 35), (ir.Set(36, ir.Bin("+", ir.Cell(33), ir.Bin("*", ir.Cell(34), ir.Cell(35)))),), 36
    )
    machine = bench(functions=(minus, sum3))
    inner = ir.Invoke(0, (ir.Const(10), ir.Const(4)))
    assert value(machine, ir.Invoke(0, (ir.Const(1), inner))) == -5
    assert (
        value(machine, ir.Invoke(1, (ir.Const(1), ir.Invoke(1, (ir.Const(2), ir.Const(3), ir.Const(4))), ir.Const(2))))
        == 29
    )


def ran(code: ir.Code, machine: Machine | None = None) -> list[int]:
    machine = machine or bench(size=4)
    assert machine.c.code(code)() == 0
    return machine.memory[:4]


def test_statements() -> None:
    counted = (
        ir.For(
            3, ir.Const(1), ir.Const(4), (ir.Set(0, ir.Bin("+", ir.Bin("*", ir.Cell(0), ir.Const(10)), ir.Cell(3))),)
        ),
    )
    assert ran((ir.Set(0, ir.Const(0)), *counted))[0] == 123
    assert ran((ir.Set(0, ir.Const(0)), evolve(counted[0], down=True)))[0] == 321
    assert ran((ir.For(3, ir.Const(4), ir.Const(1), (ir.Set(0, ir.Const(7)),)),))[0] == 100
    assert ran((ir.Fill(0, ir.Const(1), ir.Const(2), 9),)) == [100, 9, 9, 103]
    assert ran((ir.Fill(0, ir.Const(1), ir.Const(-2), 9),))[1] == 101
    assert ran((ir.SetAt(1, ir.Const(2), ir.Const(5)),))[3] == 5
    assert (
        ran(
            (
                ir.Set(0, ir.Const(0)),
                ir.While(ir.Bin("<", ir.Cell(0), ir.Const(5)), (ir.Set(0, ir.Bin("+", ir.Cell(0), ir.Const(1))),)),
            )
        )[0]
        == 5
    )
    leaving = ir.Labelled(
        1,
        (
            ir.For(3, ir.Const(0), ir.Const(9), (ir.If(ir.Bin("==", ir.Cell(3), ir.Const(4)), (ir.Leave(1),)),)),
            ir.Set(0, ir.Const(1)),
        ),
    )
    assert ran((leaving, ir.Set(1, ir.Const(2)))) == [100, 2, 102, 4]
    assert bench().c.code((ir.Labelled(1, (ir.Leave(2),)), ir.Set(0, ir.Const(1))))() == 2
    assert ran(tuple(ir.Set(n, ir.Const(n)) for n in range(4))) == [0, 1, 2, 3]


def test_of_long_branches_only_those_that_are_taken_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of the positions of many examples that share a program."""
    compiled, statement = 0, Compiler.statement

    def counted(c: Compiler, node: ir.Statement) -> Callable[[], int]:
        nonlocal compiled
        compiled += 1
        return statement(c, node)

    monkeypatch.setattr(Compiler, "statement", counted)
    machine, other = bench(), ()
    for number in range(12):
        add = ir.Set(1, ir.Bin("+", ir.Cell(1), ir.Const(number)))
        other = (ir.If(ir.Bin("==", ir.Cell(0), ir.Const(number)), (add,) * 100, other),)
    run = machine.c.code(other)
    for number, most in ((3, 101), (3, 101), (5, 201)):
        machine.memory[:2] = [number, 0]
        assert run() == 0
        assert machine.memory[1] == 100 * number
        assert compiled == most


def test_loops_are_bounded() -> None:
    inner = ir.For(1, ir.Const(0), ir.Const(5001), ())
    for loop in (
        ir.While(ir.Const(1), ()),
        ir.For(0, ir.Const(0), ir.Const(200), (inner,)),
        ir.For(0, ir.Const(0), ir.Const(1_000_001), ()),
    ):
        with pytest.raises(RulesFault, match="1,000,000 turns"):
            ran((loop,))
    assert ran((ir.For(0, ir.Const(0), ir.Const(1_000_000), ()),))[0] == 999_999


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


def put(machine: Machine, kind: int, to: ir.ZoneAt, face: str | None = None, by: int | None = None) -> int:
    """A piece of the box."""
    found = SIZE
    by_node = None if by is None else ir.Const(by)
    run = machine.c.code((ir.MovePiece(ir.Const(kind), ir.Const(25 + kind), to, face, by_node, found, 0),))
    assert run() == 0
    return machine.memory[found]


def square(place: int) -> ir.ZoneAt:
    return ir.ZoneAt(0, ir.Const(0), ir.Const(place))


LINE = ir.ZoneAt(1, ir.Const(0))


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
    machine.c.code((ir.SortZone(LINE),))()
    assert machine.memory[13:15] == [1, 4]
    with pytest.raises(RulesFault, match="The piece is gone"):
        machine.zones.move(0, 15, 2, 0, 0, None, -1, machine.program.faults[0])


def test_a_hand_has_a_capacity() -> None:
    machine = table()
    cup = ir.ZoneAt(3, ir.Const(1))
    assert put(machine, 4, cup) == 39
    assert machine.zones.seen_by(39) == 0b10
    put(machine, 4, cup)
    with pytest.raises(RulesFault, match="There is no room in cup"):
        put(machine, 0, cup)


def kinds(instance: ir.Expr, *body: ir.Statement) -> ir.ForKinds:
    """The kinds of the cup, as digits of cell 45 behind a 1; the last cell in 46."""
    digits = ir.Set(45, ir.Bin("+", ir.Bin("*", ir.Cell(45), ir.Const(10)), ir.Cell(44)))
    return ir.ForKinds(3, instance, 44, 43, (*body, digits, ir.Set(46, ir.Cell(43))))


def test_kinds_of_an_unordered_zone() -> None:
    machine = table()
    machine.memory[30:40] = [0, 1, 0, 2, 0, 1, 0, 0, 0, 3]
    for instance, size, digits, last in ((0, 3, 113, 33), (1, 4, 104, 39)):
        assert value(machine, ir.Size(3, ir.Const(instance))) == size
        machine.memory[45] = 1
        ran((kinds(ir.Const(instance)),), machine)
        assert machine.memory[45:47] == [digits, last]


def test_a_kind_is_asked_for_when_its_turn_comes() -> None:
    machine = table()
    machine.memory[30:40] = [0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    machine.memory[44:46] = [0, 1]
    later = ir.If(
        ir.Bin("==", ir.Cell(44), ir.Const(1)),
        (ir.Set(30, ir.Const(1)), ir.Set(32, ir.Const(0)), ir.Set(34, ir.Const(1))),
    )
    ran((kinds(ir.Cell(44), later),), machine)
    assert machine.memory[45] == 114
    machine.memory[44:46] = [1, 1]
    ran((kinds(ir.Cell(44), ir.Set(44, ir.Cell(44))),), machine)
    assert machine.memory[45] == 14
    left = ir.Labelled(1, (kinds(ir.Const(0), ir.If(ir.Bin("==", ir.Cell(44), ir.Const(1)), (ir.Leave(1),))),))
    machine.memory[45] = 1
    ran((left,), machine)
    assert machine.memory[45] == 10


def test_kinds_count_as_turns() -> None:
    machine = table()
    code = machine.c.code((ir.ForKinds(3, ir.Const(0), 44, 43, (ir.For(47, ir.Const(0), ir.Const(5000), ()),)),))
    machine.memory[machine.c.turns] = 1_000_000 - 5
    assert code() == 0
    assert machine.memory[machine.c.turns] == 1_000_000
    with pytest.raises(RulesFault, match="1,000,000 turns"):
        code()


def test_an_unlimited_zone_has_no_kinds() -> None:
    machine = bench(size=SIZE, zones=(evolve(BOX, stride=0, unlimited=True),))
    assert value(machine, ir.Size(0, ir.Const(0))) == 0
    assert ran((ir.ForKinds(0, ir.Const(0), 44, 43, (ir.Set(0, ir.Const(7)),)),), machine)[0] == 100


def test_a_board_keeps_faces_and_marks() -> None:
    machine = table()
    put(machine, 3, square(0), "down")
    put(machine, 1, square(1))
    machine.c.code((ir.ShowPiece(ir.Const(3), ir.Const(0), ir.Const(1)),))()
    machine.c.code((ir.SwapPlaces(ir.ZoneAt(0, ir.Const(0)), ir.Const(0), ir.Const(2)),))()
    assert machine.memory[:12] == [0, 2, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    machine.memory[50:53] = [0, 1, 2]
    rotate = ir.RotatePlaces(ir.ZoneAt(0, ir.Const(0)), 50, ir.Const(3), ir.Const(0))
    machine.c.code((rotate,))()
    assert machine.memory[:12] == [4, 0, 2, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    machine.c.code((evolve(rotate, reverse=ir.Const(1)),))()
    assert machine.memory[:12] == [0, 2, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    machine.c.code((ir.Flip(ir.Const(2), "up", 0),))()
    assert machine.memory[4:12] == [0] * 8
    with pytest.raises(RulesFault, match="no room in board"):
        put(machine, 1, square(1))
    with pytest.raises(RulesFault, match="The piece is gone"):
        machine.c.code((ir.Flip(ir.Const(3), "up", 0),))()
    machine.c.code((ir.ChangePiece(ir.Const(3), ir.Const(2), ir.Const(0), 0, 0),))()
    assert machine.memory[2] == 1
    assert machine.memory[25:30] == [2, 1, 3, 3, 3]
    with pytest.raises(RulesFault):
        machine.c.code((ir.ChangePiece(ir.Const(3), ir.Const(2), ir.Const(0), 0, 0),))()


def test_the_log_says_who_saw_what() -> None:
    machine = table()
    log: list[Event] = []
    machine.tell(log)
    put(machine, 3, square(0), "down")
    machine.c.code((ir.ShowPiece(ir.Const(3), ir.Const(0), ir.Const(2)),))()
    machine.zones.move(3, 0, 3, 0, 0, None, -1, machine.program.faults[0])
    machine.zones.move(3, 33, 0, 0, 1, "down", -1, machine.program.faults[0])
    seen = [(event.seen, event.known) for event in log if isinstance(event, Moved | Shown)]
    assert seen == [(0b11, 0b11), (0b10, 0), (0b11, 0b10), (0b01, 0b01)]


# ---- moves


CANDIDATES = tuple(ir.Yield((ir.Const(n),)) for n in range(1, 5))
ACTION = ir.ActionCode("do", None, 40, (), 0, (ir.Variant(None, None, (), (), (41, 42)),))


def listing(*code: ir.Statement, functions: tuple[ir.Function, ...] = ()) -> Machine:
    """A site that offers one action whose moves this code lists; cell 40 is `you`, 41 and 42 have its words."""
    machine = table(
        actions=(ACTION,),
        sites=(ir.Site(ir.Const(0), (ir.OfferCode(0, (), 0, None, ()),), None),),
        functions=(ir.Function("moves", (40,), code, None), *functions),
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


def each(cell: int, end: ir.Expr, *code: ir.Statement) -> ir.For:
    """The candidates from 1 to below an end, one after the other."""
    return ir.For(cell, ir.Const(1), end, (ir.Candidate(), *code))


def offered(*cells: int) -> ir.Offer:
    return ir.Offer(ir.Const(0), 0, cells)


def test_moves_are_listed_as_the_code_comes_to_them() -> None:
    assert picks(listing(offered())) == [()]
    assert picks(listing()) == []
    assert picks(listing(each(41, ir.Const(5), offered(41)))) == [(1,), (2,), (3,), (4,)]
    below = each(41, ir.Const(4), each(42, ir.Cell(41), offered(41, 42)))
    assert picks(listing(below)) == [(2, 1), (3, 1), (3, 2)]


SEVERAL = ir.ForSelections(CANDIDATES, ir.Const(1), ir.Const(2), False, 1, 42, 43, 4, (offered(42, 43, 44),))


def test_multisets_by_size_then_in_order() -> None:
    pairs = [(2, a, b) for a in range(1, 5) for b in range(a + 1, 5)]
    assert picks(listing(SEVERAL)) == [(1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0), *pairs]
    again = [(2, a, b) for a in range(1, 5) for b in range(a, 5)]
    assert picks(listing(evolve(SEVERAL, low=ir.Const(2), repeats=True))) == again
    assert picks(listing(evolve(SEVERAL, low=ir.Const(0), high=ir.Const(0)))) == [(0, 0, 0)]
    assert picks(listing(evolve(SEVERAL, low=ir.Const(-1)))) == []
    assert picks(listing(evolve(SEVERAL, low=ir.Const(3)))) == []


def test_multisets_of_pieces_take_what_lies_there() -> None:
    copies = (ir.Yield((ir.Const(0), ir.Const(30), ir.Const(2))), ir.Yield((ir.Const(1), ir.Const(31), ir.Const(1))))
    three = evolve(SEVERAL, candidates=copies, high=ir.Const(3), words=2, body=(offered(42, 43, 45, 47),))
    assert picks(listing(three)) == [(1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0), (2, 0, 1, 0), (3, 0, 0, 1)]


@pytest.mark.parametrize("most", [(3, 3, 3), (1, 1, 1), (2, 0, 1), (1, 0, 1), (0, 0), ()])
def test_multisets_of_so_many_copies_are_those_of_all_tuples(most: tuple[int, ...]) -> None:
    """Ascending, of at most so many of each, by size, as counted out of all tuples."""
    numbers = range(len(most))
    wanted = [
        chosen
        for size in range(4)
        for chosen in product(numbers, repeat=size)
        if list(chosen) == sorted(chosen) and all(chosen.count(each) <= most[each] for each in numbers)
    ]
    found = selections([(each, most[each]) for each in numbers], 0, 3, 1, repeats=False, ordered=False)
    assert [tuple(each for each, _ in chosen) for chosen in found] == wanted


def test_a_long_multiset_takes_no_deep_stack() -> None:
    found = selections([(7,), (8,)], 5_000, 5_000, 1, repeats=True, ordered=False)
    assert list(islice(found, 2)) == [((7,),) * 5_000, (*((7,),) * 4_999, (8,))]


def test_leaving_leaves_a_selection() -> None:
    first = evolve(SEVERAL, body=(offered(42, 43), ir.Leave(5)))
    assert picks(listing(ir.Labelled(5, (first,)), ir.Labelled(5, (first,)))) == [(1, 1), (1, 1)]


def test_bounds_of_a_decision() -> None:
    many = each(41, ir.Const(102), each(42, ir.Const(102), offered(41, 42)))
    with pytest.raises(RulesFault, match=r"more than 10,000 moves\. Let one thing be chosen after the other"):
        picks(listing(many))
    never = each(41, ir.Const(102), each(42, ir.Const(102), each(43, ir.Const(102))))
    with pytest.raises(RulesFault, match=r"more than 1,000,000 candidates\. Let one thing be chosen after the other"):
        picks(listing(never))


# ---- must


def must(body: ir.Code, **more: object) -> list[tuple[int, ...]]:
    """The moves of an action that must change the board, or leave a condition."""
    tried = evolve(ir.Try(0, (ir.Set(44, ir.Cell(41)),), 1, (ir.ZoneAt(0, ir.Const(0)),), None), **more)
    lists = each(41, ir.Const(5), ir.If(tried, (offered(41),)))
    machine = listing(lists, functions=(ir.Function("body", (), body, None),))
    for place, kind, face in [(0, 2, "down"), (1, 2, "down"), (2, 1, None), (3, 1, None)]:
        put(machine, kind, square(place), face)
    found = picks(machine)
    assert machine.memory[44] == 77, "what a trial writes is put back"
    return found


def swap(first: ir.Expr, second: ir.Expr) -> ir.Code:
    return (ir.SwapPlaces(ir.ZoneAt(0, ir.Const(0)), first, second),)


PICKED = ir.Bin("-", ir.Cell(44), ir.Const(1))


def test_must_change_tells_hidden_pieces_apart() -> None:
    assert must(swap(PICKED, ir.Const(0))) == [(2,), (3,), (4,)]
    assert must(swap(PICKED, ir.Const(3))) == [(1,), (2,)]
    assert must((*swap(PICKED, ir.Const(0)), *swap(PICKED, ir.Const(0)))) == []
    assert must(()) == []


def test_must_leave_a_condition() -> None:
    body = (ir.Set(43, ir.Bin("*", ir.Cell(44), ir.Const(2))),)
    assert must(body, zones=(), condition=ir.Bin(">", ir.Cell(43), ir.Const(4))) == [(3,), (4,)]
    assert must(body, zones=(), condition=ir.Bin(">", ir.Cell(43), ir.Const(40))) == []


def test_must_and_what_is_impossible_and_ends() -> None:
    fails = (
        ir.If(
            ir.Bin("==", ir.Cell(44), ir.Const(1)), (ir.MovePiece(ir.Const(0), ir.Const(0), LINE, None, None, None, 0),)
        ),
    )
    assert must((*fails, *swap(ir.Const(0), ir.Const(3)))) == [(2,), (3,), (4,)]
    ends = (ir.If(ir.Bin("==", ir.Cell(44), ir.Const(3)), (ir.Set(ENDED, ir.Const(1)), ir.Leave(9))),)
    assert must(ends) == [(3,)]


def test_faults_name_their_rule() -> None:
    machine = table(faults=(ir.FaultText("gone", "It is gone.", tiny.NEVER_TWICE),))
    with pytest.raises(RulesFault) as caught:
        machine.zones.move(0, 13, 2, 0, 0, None, -1, machine.program.faults[0])
    assert (caught.value.code, caught.value.span) == ("gone", tiny.NEVER_TWICE)


def test_selections_of_very_many_candidates_are_listed_one_after_the_other() -> None:
    before = time.process_time()
    found = list(
        islice(selections([(number,) for number in range(70_000)], 0, 3, 1, repeats=True, ordered=False), 70_001)
    )
    assert found == [(), *(((number,),) for number in range(70_000))]
    assert time.process_time() - before < 1
