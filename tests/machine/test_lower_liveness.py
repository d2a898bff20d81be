"""What of a frame is read behind code: what the code certainly sets is not, what it may leave as it is stays."""

from typing import Any

import pytest

from rulewright.machine.lower.block_units import Blocks, Draft, Unit
from rulewright.machine.lower.builder import ANYTHING, Variable
from rulewright.machine.lower.liveness import frames, live_at_ends, zeroes
from rulewright.machine.program.nodes import (
    At,
    Bin,
    Branch,
    Cell,
    Code,
    Const,
    Fail,
    Fill,
    For,
    ForKinds,
    If,
    Jump,
    Labelled,
    Leave,
    MovePiece,
    Set,
    SetAt,
    Statement,
    While,
    ZoneAt,
)

NOTHING: Any = None
ONE, ROW, OTHER = 10, 11, 14
FRAME = (
    Variable(1, ONE, 1, "one", ANYTHING),
    Variable(1, ROW, 3, "row", ANYTHING),
    Variable(1, OTHER, 1, "other", ANYTHING),
)
UNIT = Unit(1, ("game",), NOTHING, None, (), 0, 1, 1)


def moved(found: int | None) -> MovePiece:
    return MovePiece(Cell(1), Cell(2), ZoneAt(0, Const(0)), None, None, found, 0)


def read_before(*code: Statement) -> set[str]:
    """The variables that are read when this code begins, if all are read after it."""
    last = Branch(Bin("+", Bin("+", Cell(ONE), At(ROW, Cell(OTHER))), Cell(ROW)), 1, 1)
    drafts = [Draft(1, end=Jump(1), follows=(1,)), Draft(1, list(code), last)]
    blocks = Blocks(NOTHING, NOTHING, drafts, {("game",): UNIT})
    known = frames(FRAME, 10, 15)
    return {FRAME[number].name for number in live_at_ends(blocks, known)[0]}


ALL = {"one", "row", "other"}
NEW: Code = (Set(ONE, Const(1)),)


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ((), ALL),
        (NEW, ALL - {"one"}),
        ((Set(ONE, Cell(ONE)),), ALL),
        ((Set(ROW, Const(1)),), ALL),
        ((SetAt(ROW, Const(0), Const(1)),), ALL),
        ((Fill(ROW, Const(0), Const(3), 0),), ALL - {"row"}),
        ((Fill(ROW, Const(0), Const(2), 0),), ALL),
        ((Fill(ROW, Const(1), Const(3), 0),), ALL),
        ((moved(ONE),), ALL - {"one"}),
        ((moved(ROW),), ALL),
        ((moved(None),), ALL),
        ((If(Cell(1), NEW, NEW),), ALL - {"one"}),
        ((If(Cell(1), NEW, ()),), ALL),
        ((If(Cell(ONE), NEW, NEW),), ALL),
        ((For(5, Const(0), Const(3), NEW),), ALL),
        ((While(Cell(1), NEW),), ALL),
        ((ForKinds(0, Const(0), 5, 6, NEW),), ALL),
        ((Fail(0),), set()),
        ((Labelled(1, (Leave(1), *NEW)),), ALL),
        ((Labelled(1, (*NEW, Leave(1))),), ALL - {"one"}),
    ],
)
def test_what_is_read_behind_a_block(code: Code, read: set[str]) -> None:
    assert read_before(*code) == read


def test_only_what_lies_in_the_vector_has_an_owner() -> None:
    assert frames(FRAME, 10, 15).owner == {10: 0, 11: 1, 12: 1, 13: 1, 14: 2}
    assert set(frames(FRAME, 11, 14).owner) == {11, 12, 13}


def test_cells_are_zeroed_stretch_by_stretch() -> None:
    assert zeroes({7, 3, 4, 5}) == (Fill(3, Const(0), Const(3), 0), Set(7, Const(0)))
