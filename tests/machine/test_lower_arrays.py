"""Laws of scratch: what is reached by an index lies in an array and stays in it, everything else is meant by number."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve, fields, has

from rulewright import load
from rulewright.language.span import NOWHERE
from rulewright.language.walking import walk
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine
from rulewright.machine.program import nodes as ir
from tests.machine.stepping import step

MOST = 60


def _code(program: ir.Program) -> Iterator[object]:
    parts = (program.functions, program.blocks, program.sites, program.actions, program.chances)
    return walk(parts)


def _stretch(program: ir.Program, cell: int) -> tuple[int, int] | None:
    return next(((first, size) for first, size in program.arrays if first <= cell < first + size), None)


def _bases(node: object) -> Iterator[int]:
    match node:
        case ir.At(base=base) | ir.SetAt(base=base) | ir.Fill(base=base) | ir.RotatePlaces(places=base):
            yield base
        case ir.ForSelections(base=base, capacity=capacity, words=words):
            yield base
            yield base + capacity * words - 1
        case _:
            pass


def _cells(node: object) -> Iterator[int]:
    match node:
        case ir.For(cell=cell) | ir.ForSelections(length=cell) | ir.Do(result=cell):
            yield cell
        case ir.ForKinds(kind=kind, loc=loc):
            yield from (kind, loc)
        case ir.DrawChance(cells=cells):
            yield from cells
        case ir.Function(params=params, result=result):
            yield from params
            yield from () if result is None else (result,)
        case ir.MovePiece(found=found):
            yield from () if found is None else (found,)
        case _:
            pass


@pytest.mark.sampled(4, 2)
def test_arrays_lie_apart_in_scratch(rules: Rules) -> None:
    program, end = rules.program, rules.program.size
    for first, size in program.arrays:
        assert first >= end
        assert size > 0
        end = first + size
    assert end <= program.size + program.scratch


def test_what_is_reached_by_an_index_begins_in_an_array(rules: Rules) -> None:
    program = rules.program
    for node in _code(program):
        assert all(base < program.size or _stretch(program, base) for base in _bases(node)), node


SEVERAL = """game "Several"
    players 2
component coin: worth 1..4
    1 of any
there is
    heap: area of coin
setup: move all box to heap
play:
    each player: choose take or name or pass
action take "Take coins":
    pick 0..MOST taken from heap
    for each c in taken: move c to box
action name "Name numbers":
    pick 0..MOST named from 1..4
action pass "Nothing": nothing
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize("most", [1, 2, 4])
def test_what_is_picked_fills_an_array_of_its_own(tmp_path: Path, most: int) -> None:
    path = tmp_path / "several.rules"
    path.write_text(SEVERAL.replace("MOST", str(most)))
    program = load(path).program
    picks = [node for node in walk(program.actions) if isinstance(node, ir.Pick)]
    assert [pick.several.capacity for pick in picks if pick.several] == [most, most]
    loops = [node for node in walk(program.functions) if isinstance(node, ir.ForSelections)]
    assert [_stretch(program, loop.base) for loop in loops] == [(loop.base, most * loop.words) for loop in loops]
    assert sorted(loop.words for loop in loops) == [1, 2]


def test_what_is_only_meant_by_number_lies_in_no_array(rules: Rules) -> None:
    program = rules.program
    for node in _code(program):
        assert not any(_stretch(program, cell) for cell in _cells(node)), node


def test_cells_meant_by_number_are_there(rules: Rules) -> None:
    program = rules.program
    for node in _code(program):
        match node:
            case ir.Cell(cell) | ir.Set(cell=cell):
                assert 0 <= cell < program.size + program.scratch
            case _:
                pass


# ---- indices stay inside


def _guarded(program: ir.Program) -> ir.Program:
    """The same program, every index checked against the stretch in which its base lies."""
    fault = len(program.faults)

    def inside(base: int, index: ir.Expr) -> ir.Expr:
        first, size = _stretch(program, base) or (0, program.size)
        return ir.Checked(index, first - base, first + size - 1 - base, None, fault)

    def change(node: object) -> object:
        if isinstance(node, tuple):
            return tuple(change(each) for each in node)
        if not has(type(node)):
            return node
        parts = {part.name: change(getattr(node, part.name)) for part in fields(type(node))}
        node = type(node)(**parts)
        return evolve(node, index=inside(node.base, node.index)) if isinstance(node, ir.At | ir.SetAt) else node

    outside = ir.FaultText("outside", "an index has left its array", NOWHERE)
    changed = change((program.functions, program.blocks, program.sites, program.actions, program.chances))
    assert isinstance(changed, tuple)
    functions, blocks, sites, actions, chances = changed
    return evolve(
        program,
        functions=functions,
        blocks=blocks,
        sites=sites,
        actions=actions,
        chances=chances,
        faults=(*program.faults, outside),
    )


def test_indices_stay_in_their_array(rules: Rules) -> None:
    machine, chance = Machine(_guarded(rules.program)), random.Random(1)
    machine.start()
    for _ in range(MOST):
        step(machine, chance)
