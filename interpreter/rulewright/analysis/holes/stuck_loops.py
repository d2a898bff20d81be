"""Loops in which play goes round for ever because nobody in them can move: which loop it is, and what nobody can do.

A machine that watches sees it when the same decision is passed over twice in the same state; others count turns up to
their bound, and blame the line where that is reached.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.calls import bodies_run_by
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine, RulesFault, Stop, Vector
from rulewright.machine.interpret.machine import STOPPED
from rulewright.machine.program import nodes as ir

Loop = core.Around | core.Repeat
ENDLESS_LOOP: Final = "endless-loop"
UNTIL: Final = " until "


class StuckLoop(RulesFault):
    """A loop that nothing leaves, and what nobody can do in it."""

    def __init__(self, loop: Loop, actions: tuple[str, ...]) -> None:
        """Keep what is told of it."""
        super().__init__(ENDLESS_LOOP, "Nobody can move, and nothing ends this loop.", loop.span)
        self.loop, self.actions = loop, actions


@frozen
class Mark:
    """A state in which a decision was passed over, with the notes then; a later mark replaces it after `most` more."""

    vector: Vector
    notes: tuple[int, ...]
    most: int


class LoopWatch(Machine):
    """A machine that faults as soon as it goes round without anybody who can move."""

    def __init__(self, made: core.Core, program: ir.Program) -> None:
        """Nothing is passed over yet."""
        super().__init__(program)
        self._made = made
        self._mark: Mark | None = None
        self._passed: list[int] = []

    def run(self, block: int) -> Stop:
        """Run from a block to the next stop."""
        self._mark = None
        return super().run(block)

    def _asked(self, site: ir.Site, number: int, seats: tuple[int, ...]) -> int:
        to = super()._asked(site, number, seats)
        if to != STOPPED:
            self._pass_over(number)
        return to

    def _pass_over(self, site: int) -> None:
        self._passed.append(site)
        mark, vector = self._mark, self.vector
        if mark is not None and mark.vector == vector:
            sites = [self.program.sites[each] for each in dict.fromkeys(self._passed)]
            counts = zip(self.program.notes, self.notes, mark.notes, strict=True)
            begun = [notice.span for notice, now, then in counts if now > then]
            loop = loop_around(self._made, [each.span for each in sites], begun)
            if loop is not None:
                raise StuckLoop(loop, self._offered(sites))
        if mark is None or len(self._passed) > mark.most:
            self._mark = Mark(vector, self.notes, 2 * mark.most if mark else 1)
            self._passed = []

    def _offered(self, sites: Iterable[ir.Site]) -> tuple[str, ...]:
        actions = (self.program.actions[offer.action].name for site in sites for offer in site.offers)
        return tuple(dict.fromkeys(actions))


def watching_loops(rules: Rules) -> Rules:
    """The same rules, whose machine knows at once that nothing leaves a loop."""
    rules.machine = LoopWatch(rules.core, rules.program)
    return rules


def loop_around(made: core.Core, choices: Sequence[Span], begun: Sequence[Span]) -> Loop | None:
    """The innermost loop with all these choices in it that did not begin anew meanwhile."""
    found: list[tuple[int, Loop]] = []
    for loop in walk((made.setup, made.play, made.procedures, made.actions)):
        if isinstance(loop, Loop) and loop.span not in begun:
            procedures, _ = bodies_run_by(made, loop.body)
            inside = [*walk((loop.body, *(made.procedures[each].body for each in procedures)))]
            here = {node.span for node in inside if isinstance(node, core.Choosing)}
            found += [(len(inside), loop)] if here >= set(choices) else []
    return min(found, key=lambda each: each[0])[1] if found else None


def until_of(text: str, loop: Loop) -> str | None:
    """What is asked behind `until`, as it is written, without comments."""
    if loop.until is None or not loop.body:
        return None
    lines = text[loop.span.start : loop.body[0].span.start].splitlines()
    head = " ".join(" ".join(line.partition("--")[0] for line in lines).split())
    return head.partition(UNTIL)[2].rstrip(": ") or None
