"""What the closures share: the memory, the functions already compiled, and the trial of moves."""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

from rulewright.language.span import NOWHERE, Span
from rulewright.machine.interpret import expressions, statements
from rulewright.machine.interpret.zones import Zones
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE, TURNS, RulesFault, Turns, exceeded
from rulewright.machine.program.moves import Candidate, ListedMove
from rulewright.machine.program.nodes import Program, Try

# `expression`, `test` and `code` turn a piece of program into a closure; functions and sites are compiled when they
# are first used. Memory is the vector, the scratch cells, and behind them one cell that counts turns of loops.
# Somebody looks at the clock where these pass a limit, which then grows, up to the bound of all: a turn costs nothing
# more for it.


LOOK: Final = 1_000
"""After so many turns of loops somebody looks at the clock."""


class Compiler:
    """Everything that compiling one program needs. Nothing runs past its `deadline`: then it is too slow.
    `impossible`: what refused the move that was tried last, None if nothing did."""

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
        self.listed: list[ListedMove] = []
        self.tried = self.work = 0
        self.limit = [TURNS]
        self.due = self.deadline = inf
        self.running: list[int] = []  # the actions of which moves are being tried
        self.impossible: RulesFault | None = None
        self.ended_by = NOWHERE
        self.notes = [0] * len(program.notes)
        self._bodies: dict[int, expressions.Value] = {}

    def restart_limits(self) -> None:
        """What now runs has a while."""
        self.memory[self.turns], self.limit[0] = 0, LOOK
        self.due = min(monotonic() + CALL_TIMEOUT_S, self.deadline)

    def many_turns(self, span: Span) -> None:
        """More turns were taken than the limit: too many, or so many that somebody looks at the clock."""
        turns = self.memory[self.turns]
        if turns > TURNS:
            raise exceeded("endless-loop", span)
        self.limit[0] = min(TURNS, turns + LOOK)
        self.look(span)

    def look(self, span: Span) -> None:
        """A fault if this takes too long."""
        if monotonic() > self.due:
            raise exceeded(LATE, span)

    def body(self, function: int) -> expressions.Value:
        """The compiled body of a function."""
        if function not in self._bodies:
            self._bodies[function] = self.code(self.program.functions[function].body)
        return self._bodies[function]

    def collected(self, body: expressions.Value) -> Callable[[], list[Candidate]]:
        """A closure that runs code and gives what it yields."""
        yields = self.yields

        def run() -> list[Candidate]:
            found: list[Candidate] = []
            yields.append(found)
            body()
            yields.pop()
            return found

        return run

    # ---- `must` lines: a move is tried on a copy of everything, to its end, then judged
    # What is impossible refuses the move, a body that ends the game satisfies; every other fault is one of the rules,
    # told with the line that tried. Nothing is told to the log. Inside a trial moves of other actions are tried, too;
    # the lines of an action of which a move is being tried already are not asked again.

    def verdict(self, node: Try) -> Callable[[], bool]:
        """A closure that says whether the move in the header cells satisfies the line."""
        running, judges = self.running, list[Callable[[], bool]]()

        def verdict() -> bool:
            if node.action in running:
                return True
            if not judges:  # not before: what is asked inside may be this very line
                judges.append(self._judge(node))
            memory, zones, turns = self.memory, self.zones, self.turns
            self.look(node.span)
            copy, events, depth = memory[:], zones.events, len(self.yields)
            memory[turns] = memory[turns] + 1 if running else 0
            running.append(node.action)
            zones.events = None
            try:
                if memory[turns] > TURNS:
                    raise exceeded("endless-loop", node.span)
                satisfied = judges[0]()
            except RulesFault as fault:
                if not fault.impossible:
                    fault.tried = (*fault.tried, node.span)
                    raise
                del self.yields[depth:]  # what was begun when it came up is forgotten
                self.impossible = fault
                return False
            finally:
                running.pop()
                if running:
                    copy[turns] = memory[turns]
                else:
                    self.work += memory[turns]
                zones.events, memory[:] = events, copy
            self.impossible = None
            return satisfied

        return verdict

    def _judge(self, node: Try) -> Callable[[], bool]:
        memory, ended = self.memory, self.program.ended
        begin, body = self.code(node.begin), self.body(node.body)
        appearance, tag = self.zones.appearance, self.zones.tag
        zones = [(zone.zone, self.expression(zone.instance)) for zone in node.zones]
        condition = None if node.condition is None else self.test(node.condition)

        def judge() -> bool:
            tag()
            begin()
            places = [(zone, instance()) for zone, instance in zones]
            before = [appearance(*place) for place in places]
            body()
            if memory[ended]:
                return True
            changed = not places or [appearance(*place) for place in places] != before
            return changed and (condition is None or bool(condition()))

        return judge
