"""Reckoning at the edges of 32 bits: any expression has the same value, or the same fault, in both backends."""

import struct

from hypothesis import given, strategies as st

from rulewright.language.span import Span
from rulewright.machine.interpret import Machine
from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm import engine_of
from tests.wasm.common import WASM, told_by

pytestmark = WASM
LOW, HIGH = -(2**31), 2**31 - 1
FIRST, CELLS = 3, 8
SIZE = FIRST + CELLS
SEAT, RESULT, ONE, OTHER, SUM, KEPT = range(SIZE, SIZE + 6)
EDGES = [0, 1, 2, 3, 7, 31, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, HIGH // 2, HIGH - 1, HIGH]
NUMBERS = st.one_of(
    st.sampled_from([*EDGES, *(-edge for edge in EDGES), LOW]), st.integers(LOW, HIGH), st.integers(-9, 9)
)
TABLES = ((0, 1, 255), (-128, 127), (0, 65_535), (-32_768, 5, 7), (LOW, HIGH, 0, -1))
FAULTS = tuple(ir.FaultText(f"fault-{number}", f"Fault {number}.", Span(number, number + 1)) for number in range(4))
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


@st.composite
def checked(draw: st.DrawFn, inner: st.SearchStrategy[ir.Expr]) -> ir.Expr:
    """What may leave 32 bits stands directly inside a check."""
    op = draw(st.sampled_from(["+", "-", "*", "/", "mod"]))
    left, right = draw(inner), draw(inner)
    if op in ("/", "mod"):
        right = ir.Select(ir.Bin("==", right, ir.Const(0)), ir.Const(draw(st.sampled_from([1, -1]))), right)
    low, high = sorted([draw(NUMBERS), draw(NUMBERS)])
    if draw(st.booleans()):
        low, high = LOW, HIGH
    none = draw(st.one_of(st.none(), NUMBERS))
    return ir.Checked(ir.Bin(op, left, right), low, high, none, draw(st.integers(0, 3)))


def parts(inner: st.SearchStrategy[ir.Expr]) -> st.SearchStrategy[ir.Expr]:
    """Expressions around others."""
    several = st.lists(inner, min_size=0, max_size=3).map(tuple)
    clamped = inner.map(lambda index: ir.Bin("bitand", index, ir.Const(7)))
    tables = st.integers(0, len(TABLES) - 1).flatmap(
        lambda table: inner.map(lambda index: ir.TableAt(table, ir.Checked(index, 0, len(TABLES[table]) - 1, None, 3)))
    )
    return st.one_of(
        checked(inner),
        checked(inner),
        st.builds(ir.Bin, st.sampled_from([*COMPARISONS, "min", "max", "bitand", "bitor"]), inner, inner),
        st.builds(lambda shift: ir.Bin("shl", ir.Const(1), ir.Bin("bitand", shift, ir.Const(15))), inner),
        st.builds(ir.Both, several),
        st.builds(ir.Either, several),
        st.builds(ir.Inverse, inner),
        st.builds(lambda bits: ir.LowestBit(ir.Bin("bitor", bits, ir.Const(64))), inner),
        st.builds(ir.Select, inner, inner, inner),
        st.builds(lambda index: ir.At(FIRST, index), clamped),
        st.builds(lambda value: ir.Do((ir.Set(KEPT, value),), KEPT), inner),
        st.builds(lambda left, right: ir.Invoke(1, (left, right)), inner, inner),
        tables,
    )


LEAVES = st.one_of(
    st.builds(ir.Const, NUMBERS),
    st.builds(ir.Cell, st.integers(FIRST, SIZE - 1)),
    st.just(ir.Cell(SEAT)),
    st.just(ir.Cell(FIRST)),
)
EXPRESSIONS = st.recursive(LEAVES, parts, max_leaves=12)
LARGER = ir.Function(
    "larger",
    (ONE, OTHER),
    (ir.Set(SUM, ir.Select(ir.Bin("<", ir.Cell(ONE), ir.Cell(OTHER)), ir.Cell(OTHER), ir.Cell(ONE))),),
    SUM,
)


def reckoning(expression: ir.Expr) -> ir.Program:
    """A game that is over; the score of a seat is the value of an expression."""
    score = ir.Function("score", (SEAT,), (ir.Set(RESULT, expression),), RESULT)
    return ir.Program(
        players=2,
        size=SIZE,
        scratch=6,
        pc=0,
        ended=1,
        slots=(),
        zones=(),
        tables=TABLES,
        functions=(score, LARGER),
        blocks=(ir.Block((), ir.End()),),
        start=0,
        sites=(),
        actions=(),
        limits=(),
        chances=(),
        faults=FAULTS,
        invariants=(),
        score=0,
        winners=None,
        initial=(0,) * SIZE,
    )


@given(EXPRESSIONS, st.lists(st.lists(NUMBERS, min_size=CELLS, max_size=CELLS), min_size=1, max_size=6))
def test_an_expression_has_the_same_value(expression: ir.Expr, contents: list[list[int]]) -> None:
    program = reckoning(expression)
    machine, engine = Machine(program), engine_of(program)
    for cells in contents:
        vector = (0, 0, 0, *cells)
        assert machine.load(vector) == engine.load(vector)
        told = told_by(machine.result)
        assert told_by(engine.result) == told
        if told is None and all(LOW <= score <= HIGH for score in machine.result()[0]):
            assert engine.result() == machine.result()
        machine.load(vector)
        engine.load(vector)


def values_of(op: str, *pairs: tuple[int, int]) -> list[int | str]:
    """What an operation on two cells comes to, checked to be a number of 32 bits, or the code of its fault."""
    program = reckoning(ir.Checked(ir.Bin(op, ir.Cell(FIRST), ir.Cell(FIRST + 1)), LOW, HIGH, None, 2))
    engine, machine, found = engine_of(program), Machine(program), list[int | str]()
    for pair in pairs:
        vector = (0, 0, 0, *pair, *([0] * (CELLS - 2)))
        engine.load(vector)
        machine.load(vector)
        told = told_by(engine.result)
        assert told_by(machine.result) == told
        assert told is not None or engine.result() == machine.result()
        found.append(told[0] if told else engine.result()[0][0])
    return found


def test_division_rounds_down_and_leaves_no_negative_remainder() -> None:
    pairs = [(left, right) for left in (7, -7, 6, -6, 0) for right in (2, -2, 3, -3, 7, -7)]
    assert values_of("/", *pairs) == [left // right for left, right in pairs]
    assert values_of("mod", *pairs) == [left % abs(right) for left, right in pairs]


def test_what_leaves_32_bits_is_a_fault() -> None:
    assert values_of("+", (HIGH, 1)) == ["fault-2"]
    assert values_of("-", (LOW, 1), (-1, HIGH)) == ["fault-2", LOW]
    assert values_of("*", (65_536, 32_768), (LOW, LOW), (-65_536, 32_768)) == ["fault-2", "fault-2", LOW]
    assert values_of("/", (LOW, -1)) == ["fault-2"]
    assert values_of("mod", (LOW, -1), (-1, LOW)) == [0, HIGH]


def test_cells_are_words() -> None:
    engine = engine_of(reckoning(ir.Cell(FIRST)))
    vector = (0, 0, 0, LOW, HIGH, -1, 0, 0, 0, 0, 0)
    engine.load(vector)
    assert engine.vector == vector
    assert struct.pack("<11i", *engine.vector) == struct.pack("<11i", *vector)
