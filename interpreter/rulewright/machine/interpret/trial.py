"""`must` lines: a move is tried on a copy of everything, to its end, then judged.

Inside a trial the `must` lines of asked actions are not looked at, nothing is told to the log, and turns of loops are
counted anew. A fault inside refuses the move; a body that ends the game satisfies.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.machine.interpret.faults import RulesFault
from rulewright.machine.program import MustStage

if TYPE_CHECKING:
    from rulewright.machine.interpret.compiler import Compiler


class Trial:
    """Tries bodies on a copy."""

    def __init__(self, compiler: "Compiler") -> None:
        """Begin outside of any trial."""
        self.c = compiler
        self.trying = False

    def verdict(self, stage: MustStage) -> Callable[[], bool]:
        """A closure that says whether the move in the header cells satisfies the line."""
        judge = self._judge(stage)

        def verdict() -> bool:
            if self.trying:
                return True
            memory, log = self.c.memory, self.c.log
            copy, events, depth = memory[:], log.events, len(self.c.yields)
            self.trying, log.events, memory[self.c.turns] = True, None, 0
            try:
                return judge()
            except RulesFault:
                del self.c.yields[depth:]
                return False
            finally:
                self.trying, log.events, memory[:] = False, events, copy

        return verdict

    def _judge(self, stage: MustStage) -> Callable[[], bool]:
        memory, ended, body = self.c.memory, self.c.program.ended, self.c.body(stage.body)
        appearance, tag = self.c.zones.appearance, self.c.zones.tag
        zones = [(zone.zone, self.c.expression(zone.instance)) for zone in stage.zones or ()]
        condition = None if stage.condition is None else self.c.test(stage.condition)

        def judge() -> bool:
            tag()
            places = [(zone, instance()) for zone, instance in zones]
            before = [appearance(*place) for place in places]
            body()
            if memory[ended]:
                return True
            changed = not places or [appearance(*place) for place in places] != before
            return changed and (condition is None or bool(condition()))

        return judge
