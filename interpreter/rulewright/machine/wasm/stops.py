"""From stop to stop: the blocks of a program as one function.

`run` (block) goes on from a block to the next decision, chance event or the end, and answers the status. All blocks lie
one behind the other: a jump forward is a branch, one backward goes round by a table of all blocks. At a decision
`asking` lists the moves of who is asked first; with no move play goes on where the rules say.
"""

from rulewright.machine.program.nodes import Block, Branch, Chance, Decide, End, Expr, Jump, Return, ShuffleChance
from rulewright.machine.wasm import expressions, statements
from rulewright.machine.wasm.assembly import TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.local_cells import RUN
from rulewright.machine.wasm.memory_map import DECIDING, NUMBER, OVER, PASSED, STATUS, WAITING
from rulewright.machine.wasm.writer import Writer


class _Run:
    """The function `run` being written."""

    def __init__(self, a: Assembly) -> None:
        self.a = a
        self.w = Writer((I32,), (I32,))
        self.s = Scope(a, self.w)
        self.s.own(a.cells.own(RUN))
        self.next = 0
        self.places: dict[int, int] = {}
        self.dispatch = 0

    def write(self) -> Writer:
        w, blocks = self.w, self.a.program.blocks
        w.const(0)
        w.set_global(TURNS_TAKEN)
        with w.loop() as self.dispatch:
            count = len(blocks)
            for number in reversed(range(count)):
                self.places[number] = w.open_block()
            w.get(0)
            w.branch_by([self.places[number] for number in range(count)], self.places[count - 1])
            for number, block in enumerate(blocks):
                w.close()
                del self.places[number]
                self._block(number, block)
            w.op("unreachable")
        w.op("unreachable")
        return w

    def _block(self, number: int, block: Block) -> None:
        exits = dict(block.exits)
        self.s.leave_by = lambda label: self.go(exits[label])
        statements.code(self.s, block.code)
        self._terminator(number, block)

    def go(self, block: int) -> None:
        """Go on at a block."""
        if block in self.places:
            self.w.branch(self.places[block])
        else:
            self.w.const(block)
            self.w.set(0)
            self.w.branch(self.dispatch)

    def _terminator(self, number: int, block: Block) -> None:
        match block.terminator:
            case Jump(to):
                if to <= number:
                    self.w.const(1)
                    self.s.turns(block.terminator.span)
                self.go(to)
            case Branch(test, then, otherwise):
                self._branch(test, then, otherwise)
            case Return(cell):
                self.s.read(cell)
                self.w.set(0)
                self.w.branch(self.dispatch)
            case Decide(site):
                self._halt(number, block)
                self._decide(site)
            case Chance(chance):
                self._halt(number, block)
                self._wait(chance)
            case End():
                self._halt(number, block)
                self._stop(OVER, 0)

    def _branch(self, test: Expr, then: int, otherwise: int) -> None:
        expressions.value(self.s, test)
        with self.w.when():
            self.go(then)
        self.go(otherwise)

    def _halt(self, number: int, block: Block) -> None:
        for cell in block.dead:
            with self.s.writing(cell):
                self.w.const(0)
        with self.s.writing(self.a.program.pc):
            self.w.const(number)

    def _stop(self, status: int, number: int) -> None:
        for address, value in ((STATUS, status), (NUMBER, number)):
            self.w.const(0)
            self.w.const(value)
            self.w.store(address)
        self.w.const(status)
        self.w.op("return")

    def _wait(self, chance: int) -> None:
        point = self.a.program.chances[chance]
        if isinstance(point, ShuffleChance):
            expressions.size(self.s, point.zone.zone, point.zone.instance)
            self.w.op("eqz")
            with self.w.when():
                self.go(point.then)
        self._stop(WAITING, chance)

    def _decide(self, number: int) -> None:
        w, site = self.w, self.a.program.sites[number]
        with w.block() as nobody:
            self.s.call("ask", number)
            w.op("eqz")
            w.branch_if(nobody)
            self._stop(DECIDING, number)
        if site.stuck is None:
            w.op("unreachable")
        else:
            w.const(0)
            w.const(0)
            w.load(PASSED)
            w.const(1)
            w.op("+")
            w.store(PASSED)
            self.go(site.stuck)


def run(a: Assembly) -> Writer:
    """(block) -> status."""
    return _Run(a).write()
