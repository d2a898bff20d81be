"""From stop to stop: the blocks of a program as one function.

`run` (block) goes on from a block to the next decision, chance event or the end, and answers the status. All blocks lie
one behind the other: a jump forward is a branch, one backward goes round by a table of all blocks. At a decision
`asking` lists the moves of who is asked first; with no move play goes on where the rules say.
"""

from rulewright.machine.program import nodes as ir
from rulewright.machine.wasm import expressions, statements
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.local_cells import RUN
from rulewright.machine.wasm.memory_map import DECIDING, NUMBER, OVER, PASSED, STATUS, WAITING
from rulewright.machine.wasm.operands import called, memory
from rulewright.machine.wasm.writer import Writer


class _Run:
    """The function `run` being written."""

    def __init__(self, a: Assembly) -> None:
        self.a = a
        self.w = Writer((I32,), (I32,))
        self.s = Scope(a, self.w)
        self.s.own(a.cells.own(RUN))
        self.places: dict[int, int] = {}
        self.dispatch = 0

    def write(self) -> Writer:
        w, blocks = self.w, self.a.program.blocks
        w.set(TURNS_TAKEN, 0)
        with w.loop() as self.dispatch:
            count = len(blocks)
            for number in reversed(range(count)):
                self.places[number] = w.open_block()
            w.branch_by(w.params[0], [self.places[number] for number in range(count)], self.places[count - 1])
            for number, block in enumerate(blocks):
                w.close()
                del self.places[number]
                self._block(number, block)
            w.op("unreachable")
        w.op("unreachable")
        return w

    def _block(self, number: int, block: ir.Block) -> None:
        exits = dict(block.exits)
        self.s.leave_by = lambda label: self.go(exits[label])
        statements.code(self.s, block.code)
        self._terminator(number, block)

    def go(self, block: int) -> None:
        """Go on at a block."""
        if block in self.places:
            self.w.branch(self.places[block])
        else:
            self.w.set(self.w.params[0], block)
            self.w.branch(self.dispatch)

    def _terminator(self, number: int, block: ir.Block) -> None:
        match block.terminator:
            case ir.Jump(to):
                if to <= number:
                    self.s.turns(1, block.terminator.span)
                self.go(to)
            case ir.Branch(test, then, otherwise):
                with self.w.when(expressions.value(self.s, test)):
                    self.go(then)
                self.go(otherwise)
            case ir.Return(cell):
                self.w.set(self.w.params[0], self.s.cell(cell))
                self.w.branch(self.dispatch)
            case ir.Decide(site):
                self._arrive(number, block)
                self._decide(site)
            case ir.Chance(chance):
                self._arrive(number, block)
                point = self.a.program.chances[chance]
                if isinstance(point, ir.ShuffleChance):
                    with self.w.when(expressions.size(self.s, point.zone.zone, point.zone.instance).is_0()):
                        self.go(point.then)
                halt(self.w, WAITING, chance)
            case ir.End():
                self._arrive(number, block)
                halt(self.w, OVER, 0)

    def _arrive(self, number: int, block: ir.Block) -> None:
        for cell in block.dead:
            self.w.set(self.s.cell(cell), 0)
        self.w.set(self.s.cell(self.a.program.pc), number)

    def _decide(self, number: int) -> None:
        w, site = self.w, self.a.program.sites[number]
        with w.block() as nobody:
            w.branch_if(nobody, called(self.a.number("ask", number)).is_0())
            halt(w, DECIDING, number)
        if site.stuck is None:
            w.op("unreachable")
        else:
            w.raise_by(memory(PASSED), 1)
            self.go(site.stuck)


def halt(w: Writer, status: int, number: int) -> None:
    """Say in the head where the game stands, and return the status."""
    w.set(memory(STATUS), status)
    w.set(memory(NUMBER), number)
    w.answer(status)


def run(a: Assembly) -> Writer:
    """(block) -> status."""
    return _Run(a).write()
