"""Laws of lowered games, tried on all shipped and example games: a vector alone is enough to go on from, every cell
lies in its domain, who has finished leaves nothing behind, what is counted has its place in the rules, no block is
never reached. That ways round are counted is held by test_faults and wasm/test_bounds.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.language.span import NOWHERE
from rulewright.language.walking import walk
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine, Over
from rulewright.machine.lower import lower, rewriting
from rulewright.machine.lower.blocks import Blocks, Draft, Unit
from rulewright.machine.lower.builder import ANYTHING, Variable
from rulewright.machine.lower.flow import frames, live_at_ends, zeroes
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import Turns
from tests.machine.stepping import step

POISON = 77
MOST = 100


def _resumed(machine: Machine) -> None:
    """Takes up the vector, everything else being rubbish."""
    vector = machine.vector
    machine.load(vector)
    machine.memory[machine.program.size :] = [POISON] * (len(machine.memory) - machine.program.size)
    machine.memory[machine.c.turns] = 0


def _in_domain(machine: Machine) -> None:
    vector = machine.vector
    for slot in machine.program.slots:
        for value in vector[slot.offset : slot.offset + slot.length]:
            assert slot.low <= value <= slot.high or value == slot.none, slot


@pytest.mark.sampled(40, 4)
@pytest.mark.parametrize("seed", range(2))
def test_a_vector_alone_is_enough_to_go_on(rules: Rules, seed: int) -> None:
    plain, resumed = Machine(rules.program), Machine(rules.program)
    plain.start()
    resumed.start()
    chance = [random.Random(seed), random.Random(seed)]
    for _ in range(MOST):
        if isinstance(plain.stop, Over):
            break
        _in_domain(plain)
        _resumed(resumed)
        step(plain, chance[0])
        step(resumed, chance[1])
        assert plain.vector == resumed.vector


@pytest.mark.sampled(4, 2)
def test_a_finished_game_has_no_frames(rules: Rules) -> None:
    machine = Machine(rules.program)
    machine.start()
    chance = random.Random(0)
    for _ in range(80 * MOST):
        if isinstance(machine.stop, Over):
            break
        step(machine, chance)
    assert isinstance(machine.stop, Over)
    hidden = [slot for slot in rules.program.slots if slot.audience is None and slot.offset > 2]
    assert not any(machine.vector[slot.offset] for slot in hidden)


@pytest.mark.sampled(4, 2)
def test_lowering_is_a_function(rules: Rules) -> None:
    assert lower(rules.core) == rules.program


@pytest.mark.sampled(4)
def test_slots_cover_the_vector_once(rules: Rules) -> None:
    cells = [cell for slot in rules.program.slots for cell in range(slot.offset, slot.offset + slot.length)]
    assert cells == list(range(rules.program.size))
    assert len(rules.program.initial) == rules.program.size


@pytest.mark.sampled(4)
def test_the_counter_is_at_one_of_the_blocks(rules: Rules) -> None:
    (counter,) = (slot for slot in rules.program.slots if slot.offset == rules.program.pc)
    assert (counter.length, counter.low, counter.high) == (1, 0, len(rules.program.blocks) - 1)


@pytest.mark.sampled(4)
def test_nothing_runs_before_the_game_begins(rules: Rules) -> None:
    frames = [slot for slot in rules.program.slots if slot.audience is None]
    assert not any(any(rules.program.initial[slot.offset : slot.offset + slot.length]) for slot in frames)


@pytest.mark.sampled(4)
def test_whatever_counts_turns_has_its_place(rules: Rules) -> None:
    program, turns = rules.program, Turns(rules.program)
    for node in walk((program.functions, program.blocks)):
        match node:
            case ir.For() | ir.ForKinds():
                assert node.span != NOWHERE or not turns.counted(node), node
            case ir.While() | ir.ForSelections():
                assert node.span != NOWHERE, node
            case _:
                pass
    for number, block in enumerate(program.blocks):
        match block.terminator:
            case ir.Jump(to) as jump if to <= number and not isinstance(program.blocks[to].terminator, ir.End):
                assert jump.span != NOWHERE, block
            case _:
                pass


def _seen(machine: Machine) -> list[int]:
    """The cells that are not frames."""
    slots = [slot for slot in machine.program.slots if slot.audience is not None]
    return [cell for slot in slots for cell in machine.memory[slot.offset : slot.offset + slot.length]]


@pytest.mark.sampled(4, 2)
def test_nobody_sees_whether_a_definition_is_called_or_stands_there(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewriting, "MAX_INLINED_NODES", 0)
    called = lower(rules.core)
    machines = Machine(rules.program), Machine(called)
    chances = random.Random(3), random.Random(3)
    for machine in machines:
        machine.start()
    for _ in range(60):
        first, second = (step(machine, chance) for machine, chance in zip(machines, chances, strict=True))
        assert first == second
        assert _seen(machines[0]) == _seen(machines[1])


def _landing(program: ir.Program, block: ir.Block) -> Iterator[int]:
    """Where a block goes on that runs another unit."""
    returns = {slot.offset for slot in program.slots if slot.name == "return"}
    if block.code and isinstance(block.terminator, ir.Jump):
        match block.code[-1]:
            case ir.Set(cell, ir.Const(landing)) if cell in returns and landing:
                yield landing
            case _:
                pass


def _at_once(program: ir.Program, block: ir.Block) -> Iterator[int]:
    """Where a block leads without a stop and without a jump that could be counted."""
    yield from _landing(program, block)
    match block.terminator:
        case ir.Branch(_, then, otherwise):
            yield from (then, otherwise)
        case ir.Decide(site):
            stuck = program.sites[site].stuck
            yield from () if stuck is None else (stuck,)
        case ir.Chance(chance):
            point = program.chances[chance]
            yield from (point.then,) if isinstance(point, ir.ShuffleChance) else ()
        case ir.Jump() | ir.Return() | ir.End():
            pass


def _ways(program: ir.Program, block: ir.Block) -> Iterator[int]:
    yield from _at_once(program, block)
    yield from (to for _, to in block.exits)
    match block.terminator:
        case ir.Jump(to):
            yield to
        case ir.Decide(site):
            where = program.sites[site]
            yield from () if where.then is None else (where.then,)
            yield from () if where.chosen is not None else (to for offer in where.offers for to in offer.to)
        case ir.Chance(chance):
            yield program.chances[chance].then
        case ir.Branch() | ir.Return() | ir.End():
            pass


@pytest.mark.sampled(4)
def test_only_jumps_go_back(rules: Rules) -> None:
    for number, block in enumerate(rules.program.blocks):
        assert all(to > number for to in _at_once(rules.program, block)), number


@pytest.mark.sampled(4)
def test_every_block_is_reached(rules: Rules) -> None:
    program = rules.program
    found, waiting = {0}, [program.start]
    while waiting:
        block = waiting.pop()
        if block not in found:
            found.add(block)
            waiting.extend(_ways(program, program.blocks[block]))
    assert found == set(range(len(program.blocks)))


@pytest.mark.sampled(4)
def test_most_ways_go_forward(rules: Rules) -> None:
    program = rules.program
    ways = [to > number for number, block in enumerate(program.blocks) for to in _ways(program, block)]
    assert sum(ways) * 2 > len(ways)


# ---- what of a frame is read behind code: what the code certainly sets is not, what it may leave as it is stays


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
