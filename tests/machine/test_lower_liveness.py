"""What of a frame is read behind code: what the code certainly sets is not, what it may leave as it is stays."""

from typing import Any

import pytest

from rulewright.machine.lower.blocks import Blocks, Draft, Unit
from rulewright.machine.lower.builder import ANYTHING, Variable
from rulewright.machine.lower.flow import frames, live_at_ends, zeroes
from rulewright.machine.program import nodes as ir

NOTHING: Any = None
ONE, ROW, OTHER = 10, 11, 14
FRAME = (
    Variable(1, ONE, 1, "one", ANYTHING),
    Variable(1, ROW, 3, "row", ANYTHING),
    Variable(1, OTHER, 1, "other", ANYTHING),
)
UNIT = Unit(1, ("game",), NOTHING, None, (), 0, 1, 1)


def moved(found: int | None) -> ir.MovePiece:
    return ir.MovePiece(ir.Cell(1), ir.Cell(2), ir.ZoneAt(0, ir.Const(0)), None, None, found, 0)


def read_before(*code: ir.Statement) -> set[str]:
    """The variables that are read when this code begins, if all are read after it."""
    last = ir.Branch(ir.Bin("+", ir.Bin("+", ir.Cell(ONE), ir.At(ROW, ir.Cell(OTHER))), ir.Cell(ROW)), 1, 1)
    drafts = [Draft(1, end=ir.Jump(1), follows=(1,)), Draft(1, list(code), last)]
    blocks = Blocks(NOTHING, NOTHING, drafts, {("game",): UNIT})
    known = frames(FRAME, 10, 15)
    return {FRAME[number].name for number in live_at_ends(blocks, known)[0]}


ALL = {"one", "row", "other"}
NEW: ir.Code = (ir.Set(ONE, ir.Const(1)),)


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ((), ALL),
        (NEW, ALL - {"one"}),
        ((ir.Set(ONE, ir.Cell(ONE)),), ALL),
        ((ir.Set(ROW, ir.Const(1)),), ALL),
        ((ir.SetAt(ROW, ir.Const(0), ir.Const(1)),), ALL),
        ((ir.Fill(ROW, ir.Const(0), ir.Const(3), 0),), ALL - {"row"}),
        ((ir.Fill(ROW, ir.Const(0), ir.Const(2), 0),), ALL),
        ((ir.Fill(ROW, ir.Const(1), ir.Const(3), 0),), ALL),
        ((moved(ONE),), ALL - {"one"}),
        ((moved(ROW),), ALL),
        ((moved(None),), ALL),
        ((ir.If(ir.Cell(1), NEW, NEW),), ALL - {"one"}),
        ((ir.If(ir.Cell(1), NEW, ()),), ALL),
        ((ir.If(ir.Cell(ONE), NEW, NEW),), ALL),
        ((ir.For(5, ir.Const(0), ir.Const(3), NEW),), ALL),
        ((ir.While(ir.Cell(1), NEW),), ALL),
        ((ir.ForKinds(0, ir.Const(0), 5, 6, NEW),), ALL),
        ((ir.Fail(0),), set()),
        ((ir.Labelled(1, (ir.Leave(1), *NEW)),), ALL),
        ((ir.Labelled(1, (*NEW, ir.Leave(1))),), ALL - {"one"}),
    ],
)
def test_what_is_read_behind_a_block(code: ir.Code, read: set[str]) -> None:
    assert read_before(*code) == read


def test_only_what_lies_in_the_vector_has_an_owner() -> None:
    assert frames(FRAME, 10, 15).owner == {10: 0, 11: 1, 12: 1, 13: 1, 14: 2}
    assert set(frames(FRAME, 11, 14).owner) == {11, 12, 13}


def test_cells_are_zeroed_stretch_by_stretch() -> None:
    assert zeroes({7, 3, 4, 5}) == (ir.Fill(3, ir.Const(0), ir.Const(3), 0), ir.Set(7, ir.Const(0)))
