"""A header asked line by line, as it is written, by those who explain: whether some move gets through these lines.

Slower than the code that lists moves, and independent of it: for each pick what there is to pick from, for each guard
whether it holds.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.machine.program.moves import join, selections
from rulewright.machine.program.nodes import Guard, HeaderLine, Pick

if TYPE_CHECKING:
    from rulewright.machine.interpret.machine import Machine

Step = HeaderLine | None
"""A line of a header; None: whether what was picked means the variant."""


def steps(machine: "Machine", action: int, variant: int) -> tuple[Step, ...]:
    """The lines of a variant, behind the common ones whether it is meant."""
    what = machine.program.actions[action]
    return (*what.lines, *(() if what.of is None else (None,)), *what.variants[variant].lines)


def some(machine: "Machine", action: int, variant: int, lines: Sequence[Step]) -> bool:
    """Whether some move of a variant gets through these lines; the cells of its words are what they were afterwards."""
    cells = machine.program.actions[action].variants[variant].cells
    kept = [machine.memory[cell] for cell in cells]
    found = any(True for _ in _through(machine, action, variant, lines))
    for cell, word in zip(cells, kept, strict=True):
        machine.memory[cell] = word
    return found


def _through(machine: "Machine", action: int, variant: int, lines: Sequence[Step]) -> Iterator[None]:
    """Once for each move that gets through the lines, its words being in their cells."""
    if not lines:
        yield
        return
    *before, last = lines
    binds = _binds(machine, action, variant, lines)
    for _ in _through(machine, action, variant, before):
        match last:
            case Pick():
                for words in _words(machine, last):
                    put(machine, action, variant, last, words)
                    yield
            case Guard(test=test):
                if not binds or machine.call(test):
                    yield
            case None:
                if is_meant(machine, action, variant):
                    yield


def _binds(machine: "Machine", action: int, variant: int, lines: Sequence[Step]) -> bool:
    """Whether the last line binds: it may do so only where some move can meet it."""
    *before, last = lines
    if not (isinstance(last, Guard) and last.if_possible):
        return True
    return some(machine, action, variant, (*before, evolve(last, if_possible=False)))


def is_meant(machine: "Machine", action: int, variant: int) -> bool:
    """Whether what was picked means this variant."""
    what = machine.program.actions[action]
    return what.of is None or machine.call(what.of) == what.variants[variant].value


def _words(machine: "Machine", pick: Pick) -> list[tuple[int, ...]]:
    """What a pick can be, as words."""
    found = machine.listed(pick.candidates)
    if pick.several is None:
        return [join(pick, (one,)) for one in found]
    low, high = (machine.c.expression(end)() for end in (pick.several.low, pick.several.high))
    chosen = selections(found, low, min(high, pick.several.capacity), pick.words, repeats=pick.several.repeats)
    return [join(pick, members) for members in chosen]


def put(machine: "Machine", action: int, variant: int, pick: Pick, words: Sequence[int]) -> None:
    """Put the words of a pick into their cells."""
    cells = machine.program.actions[action].variants[variant].cells
    for cell, word in zip(cells[pick.at :], words, strict=False):
        machine.memory[cell] = word
