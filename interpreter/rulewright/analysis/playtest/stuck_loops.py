"""Loops in which play goes round for ever: which loop it is, and what nobody in it can do.

A machine that watches sees it when the same state comes again: where a decision is passed over, and, after many turns
of loops, at the head of each. Others count turns up to their bound, and blame the line where that is reached.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define

from rulewright.language import core
from rulewright.language.core_queries import bodies_run_by
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Machine, RulesFault, Stop
from rulewright.machine.interpret.compiler import LOOK, Compiler
from rulewright.machine.interpret.machine import STOPPED
from rulewright.machine.program import nodes as ir

Loop = core.Around | core.Repeat
ENDLESS_LOOP: Final = "endless-loop"


class StuckLoop(RulesFault):
    """A loop that nothing leaves, and what nobody can do in it: nothing, if nobody is asked in it."""

    def __init__(self, loop: Loop, actions: tuple[str, ...]) -> None:
        super().__init__(ENDLESS_LOOP, "Nobody can move, and nothing ends this loop.", loop.span)
        self.loop, self.actions = loop, actions


@define
class Repetition:
    """Finds out whether a sequence of states comes round: a state is `kept`, and replaced after twice as many; so many
    have come `since`, of at `most`."""

    kept: Sequence[int] = ()
    since: int = 0
    most: int = 0

    def comes_again(self, state: Sequence[int]) -> bool:
        """Whether the next state is the one that is kept."""
        if state == self.kept:
            return True
        self.since += 1
        if self.since > self.most:
            self.kept, self.since, self.most = state, 0, 2 * self.most or 1
        return False


class WatchingCompiler(Compiler):
    """Compiles loops that do not stop so that they fault as soon as a state comes again in them."""

    def __init__(self, made: core.Core, program: ir.Program) -> None:
        super().__init__(program)
        self._loops = {loop.span: loop for loop in loops_of(made)}

    def statement(self, node: ir.Statement) -> Callable[[], int]:
        """Compile a statement."""
        if not isinstance(node, ir.While) or node.span not in self._loops:
            return super().statement(node)
        memory, turns, limit, loop = self.memory, self.turns, self.limit, self._loops[node.span]
        test, body = self.test(node.test), self.code(node.body)

        def watched_loop() -> int:
            states = Repetition()
            while test():
                memory[turns] += 1
                if memory[turns] > limit[0]:
                    self.many_turns(node.span)
                if memory[turns] > LOOK and states.comes_again(memory[:turns]):
                    raise StuckLoop(loop, ())
                if label := body():
                    return label
            return 0

        return watched_loop


class LoopWatch(Machine):
    """A machine that faults as soon as it goes round and nobody in the loop can move."""

    def __init__(self, made: core.Core, program: ir.Program) -> None:
        super().__init__(program, WatchingCompiler(made, program))
        self._made = made
        self._forget()

    def _forget(self) -> None:
        self._states = Repetition()
        self._passed, self._turned = list[ir.Site](), set[Span]()

    def run(self, block: int) -> Stop:
        """Run from a block to the next stop."""
        self._forget()
        return super().run(block)

    def _asked(self, site: ir.Site, number: int, seats: tuple[int, ...]) -> int:
        to = super()._asked(site, number, seats)
        if to != STOPPED:
            self._passed.append(site)
            self._stands(self.vector)
        return to

    def _back(self, to: int, span: Span) -> Callable[[], int]:
        back, memory, turns = super()._back(to, span), self.memory, self.c.turns

        def watched() -> int:
            self._turned.add(span)
            if memory[turns] > LOOK:
                self._stands([*memory[:turns], to])
            return back()

        return watched

    def _stands(self, state: Sequence[int]) -> None:
        """Note where it stands; a fault if it has stood there before."""
        if self._states.comes_again(state):
            found = [each for each in loops_of(self._made) if each.span in self._turned]
            names = (self.program.actions[offer.action].name for site in self._passed for offer in site.offers)
            if found:
                loop = max(found, key=lambda each: len(inside(self._made, each)))
                raise StuckLoop(loop, tuple(dict.fromkeys(names)))
        if not self._states.since:
            self._passed, self._turned = [], set()


def watching_loops(rules: Rules) -> Rules:
    """The same rules, whose machine knows at once that nothing leaves a loop."""
    rules.machine = LoopWatch(rules.core, rules.program)
    return rules


def loops_of(made: core.Core) -> Iterator[Loop]:
    """All loops that may have no end."""
    return (each for each in walk((made.setup, made.play, made.procedures, made.actions)) if isinstance(each, Loop))


def loop_around(made: core.Core, choices: Sequence[Span], begun: Sequence[Span]) -> Loop | None:
    """The innermost loop with all these choices in it that did not begin anew meanwhile."""
    nodes = {loop: inside(made, loop) for loop in loops_of(made) if loop.span not in begun}
    asked = {loop: {node.span for node in there if isinstance(node, core.Choosing)} for loop, there in nodes.items()}
    around = (loop for loop in nodes if asked[loop].issuperset(choices))
    return min(around, key=lambda loop: len(nodes[loop]), default=None)


def inside(made: core.Core, loop: Loop) -> list[object]:
    """All nodes in a loop, also those of the procedures that it runs."""
    procedures, _ = bodies_run_by(made, loop.body)
    return [*walk((loop.body, *(made.procedures[each].body for each in procedures)))]


def until_of(text: str, loop: Loop) -> str | None:
    """What is asked behind `until`, as it is written, without comments."""
    if loop.until is None or not loop.body:
        return None
    lines = text[loop.span.start : loop.body[0].span.start].splitlines()
    head = " ".join(" ".join(line.partition("--")[0] for line in lines).split())
    return head.partition(" until ")[2].rstrip(": ") or None
