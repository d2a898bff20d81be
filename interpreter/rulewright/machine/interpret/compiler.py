"""What the closures share: the memory, the program, the functions already compiled.

`expression`, `test` and `code` turn a piece of program into a closure; functions and sites are compiled when they are
first used. Memory is the vector, the scratch cells, and behind them one cell that counts turns of loops. Somebody looks
at the clock where these pass a limit, which then grows, up to the bound of all: a turn costs nothing more for it.
"""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

from rulewright.language.span import Span
from rulewright.machine.interpret import expressions, statements
from rulewright.machine.interpret.trial import Trial
from rulewright.machine.interpret.zones import Zones
from rulewright.machine.loop_bounds import Turns
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, TURNS, endless, late
from rulewright.machine.program.moves import Candidate, Choice
from rulewright.machine.program.nodes import Program

Value = Callable[[], int]
Run = Callable[[], int]
LOOK: Final = 1_000
"""After so many turns of loops somebody looks at the clock."""


class Compiler:
    """Everything that compiling one program needs. Nothing runs past its `deadline`: then it is too slow."""

    expression = expressions.expression
    test = expressions.test
    statement = statements.statement
    code = statements.code

    def __init__(self, program: Program, memory: Callable[[list[int]], list[int]] = list) -> None:
        """Lay out the memory, a list of the given make; compile nothing yet."""
        self.program = program
        room = program.size + program.scratch + 1 - len(program.initial)
        self.memory = memory([*program.initial, *([0] * room)])
        self.turns = len(self.memory) - 1
        self.zones = Zones(program, self.memory)
        self.loops = Turns(program)
        self.yields: list[list[Candidate]] = []
        self.listed: list[Choice] = []
        self.tried = self.work = 0
        self.limit = [TURNS]
        self.due = self.deadline = inf
        self.trial = Trial(self)
        self.notes = [0] * len(program.notes)
        self._bodies: dict[int, Run] = {}

    def begin(self) -> None:
        """What now runs has a while."""
        self.memory[self.turns], self.limit[0] = 0, LOOK
        self.due = min(monotonic() + CALL_TIMEOUT_S, self.deadline)

    def many_turns(self, span: Span) -> None:
        """More turns were taken than the limit: too many, or so many that somebody looks at the clock."""
        turns = self.memory[self.turns]
        if turns > TURNS:
            endless(span)
        self.limit[0] = min(TURNS, turns + LOOK)
        self.look(span)

    def look(self, span: Span) -> None:
        """A fault if this takes too long."""
        if monotonic() > self.due:
            raise late(span)

    def body(self, function: int) -> Run:
        """The compiled body of a function."""
        if function not in self._bodies:
            self._bodies[function] = self.code(self.program.functions[function].body)
        return self._bodies[function]

    def enumerator(self, function: int) -> Callable[[], list[Candidate]]:
        """A closure that runs an enumerator and gives what it yields."""
        return self.collected(self.body(function))

    def collected(self, body: Run) -> Callable[[], list[Candidate]]:
        """A closure that runs code and gives what it yields."""
        yields = self.yields

        def run() -> list[Candidate]:
            found: list[Candidate] = []
            yields.append(found)
            body()
            yields.pop()
            return found

        return run
