"""Laws of blocks: nothing that is never reached.

That ways round are counted is held by test_faults and wasm/test_bounds.
"""

from collections.abc import Iterator

from rulewright.machine.game import Rules
from rulewright.machine.program import nodes as ir


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


def test_only_jumps_go_back(rules: Rules) -> None:
    for number, block in enumerate(rules.program.blocks):
        assert all(to > number for to in _at_once(rules.program, block)), number


def test_every_block_is_reached(rules: Rules) -> None:
    program = rules.program
    found, waiting = {0}, [program.start]
    while waiting:
        block = waiting.pop()
        if block not in found:
            found.add(block)
            waiting.extend(_ways(program, program.blocks[block]))
    assert found == set(range(len(program.blocks)))


def test_most_ways_go_forward(rules: Rules) -> None:
    program = rules.program
    ways = [to > number for number, block in enumerate(program.blocks) for to in _ways(program, block)]
    assert sum(ways) * 2 > len(ways)
