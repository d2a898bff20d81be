"""A header asked line by line, as it is written, by those who explain: whether some move gets through these lines.

Slower than the code that lists moves, and independent of it: for each pick what there is to pick from, for each guard
whether it holds.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.machine.program import nodes as ir
from rulewright.machine.program.moves import join, selections

if TYPE_CHECKING:
    from rulewright.machine.interpret.machine import Machine


def some(machine: "Machine", variant: ir.Variant) -> bool:
    """Whether some move gets through the lines of a variant, or the first of them; the cells of its words are what they
    were afterwards."""
    kept = [machine.memory[cell] for cell in variant.cells]
    numbered = enumerate(variant.guards)
    binding = [guard for at, guard in numbered if not guard.if_possible or can_be_met(machine, variant, at)]
    found = _through(machine, evolve(variant, guards=tuple(binding)), 0)
    for cell, word in zip(variant.cells, kept, strict=True):
        machine.memory[cell] = word
    return found


def can_be_met(machine: "Machine", variant: ir.Variant, at: int) -> bool:
    """Whether some move that gets as far as a guard meets it."""
    guard = evolve(variant.guards[at], if_possible=False)
    return some(machine, evolve(variant, picks=variant.picks[: guard.behind], guards=(*variant.guards[:at], guard)))


def _through(machine: "Machine", variant: ir.Variant, picked: int) -> bool:
    """Whether some move gets through whose first picks are in their cells."""
    if not all(meets(machine, guard) for guard in variant.guards if guard.behind == picked):
        return False
    if picked == len(variant.picks):
        return True
    pick = variant.picks[picked]
    for words in _words(machine, pick):
        put(machine, variant, pick, words)
        if _through(machine, variant, picked + 1):
            return True
    return False


def meets(machine: "Machine", guard: ir.Guard) -> bool:
    """Whether the move in the cells of its words meets a guard, if that binds."""
    return machine.call(guard.test) == guard.value


def _words(machine: "Machine", pick: ir.Pick) -> list[tuple[int, ...]]:
    """What a pick can be, as words."""
    found = machine.listed(pick.candidates)
    if pick.several is None:
        return [join(pick, (one,)) for one in found]
    low, high = (machine.c.expression(end)() for end in (pick.several.low, pick.several.high))
    chosen = selections(found, low, min(high, pick.several.capacity), pick.words, repeats=pick.several.repeats)
    return [join(pick, members) for members in chosen]


def put(machine: "Machine", variant: ir.Variant, pick: ir.Pick, words: Sequence[int]) -> None:
    """Put the words of a pick into their cells."""
    for cell, word in zip(variant.cells[pick.at :], words, strict=False):
        machine.memory[cell] = word
