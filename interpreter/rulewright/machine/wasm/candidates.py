"""What a host needs to write moves and chance by name: among which candidates a thing was picked or drawn.

Pieces that would be written alike are told apart by what else there was to pick. A host that shows moves therefore asks
for the candidates of each pick of a piece; modules that only play never do, and do not have these functions. Asking
leaves everything as it was. Candidates are left from `MemoryMap.candidates` on: they have as many words each as
`stages.width_of` says.
"""

from rulewright.machine.program.moves import PickCells, several_cells
from rulewright.machine.program.nodes import (
    ActionCode,
    DrawChance,
    LetStage,
    MustStage,
    NeedsStage,
    PickSeveralStage,
    PickStage,
    Stage,
)
from rulewright.machine.wasm import statements
from rulewright.machine.wasm.asking import arguments, asked_sites, find_move, set_you, standing_at
from rulewright.machine.wasm.assembly import TOP, TURNS_TAKEN, Assembly, Scope
from rulewright.machine.wasm.encoding import I32
from rulewright.machine.wasm.memory_map import WORD
from rulewright.machine.wasm.offers import header_set
from rulewright.machine.wasm.stages import enumerate_into, width_of
from rulewright.machine.wasm.writer import Writer


def candidates(a: Assembly) -> Writer:
    """(seat, number of a listed move, number of a pick) -> how many candidates it had after the picks before it."""
    w = Writer((I32, I32, I32), (I32,))
    w.const(0)
    w.set_global(TURNS_TAKEN)
    find_move(a, w, 1)
    for number in asked_sites(a):
        with standing_at(w, number):
            for local in (0, 1, 2):
                w.get(local)
            w.call(a.number("candidates-at", number))
            w.op("return")
    w.const(0)
    return w


def candidates_at(a: Assembly, number: int) -> Writer:
    """(seat, address of the move, number of a pick) -> how many; at one site."""
    w = Writer((I32, I32, I32), (I32,))
    s, site = Scope(a, w), a.program.sites[number]
    s.own(a.cells.own(("site", number)))
    set_you(s, site)
    for at, offer in enumerate(site.offers):
        w.get(1)
        w.load()
        w.const(at)
        w.op("==")
        with w.when():
            arguments(s, offer)
            w.get(1)
            w.get(2)
            s.call("candidates-of", offer.action)
            w.op("return")
    w.const(0)
    return w


def candidates_of(a: Assembly, number: int) -> Writer:
    """(seat, arguments …, address of the move, number of a pick) -> how many; of one action."""
    action = a.program.actions[number]
    move = 1 + len(action.params)
    w = Writer((I32,) * (move + 2), (I32,))
    s = Scope(a, w)
    s.own(a.cells.header(number))
    found = w.local()
    with header_set(s, action, range(1 + len(action.params))), w.block() as done:
        for variant in range(len(action.variants)):
            w.get(move)
            w.load(WORD)
            w.const(variant)
            w.op("==")
            with w.when():
                _Replay(s, move, found, done).write(action, variant)
    w.get(found)
    return w


class _Replay:
    """The stages of a variant gone through again by the picks of a move, up to the pick that is asked for."""

    def __init__(self, s: Scope, move: int, found: int, done: int) -> None:
        self.s, self.w = s, s.w
        self.move, self.found, self.done = move, found, done
        self.pick, self.place = 0, 2 * WORD

    def write(self, action: ActionCode, variant: int) -> None:
        for stage in action.way(variant):
            self._stage(stage)

    def _stage(self, stage: Stage) -> None:
        match stage:
            case PickStage():
                self._enumerate(stage.candidates)
                for cell in stage.cells:
                    self._take(cell)
            case PickSeveralStage():
                self._enumerate(stage.candidates)
                self._take_several(several_cells(stage))
            case LetStage(code):
                statements.code(self.s, code)
            case NeedsStage() | MustStage():
                pass

    def _enumerate(self, function: int) -> None:
        """If this is the pick that is asked for: list its candidates, and be done."""
        w = self.w
        w.get(self.move + 1)
        w.const(self.pick)
        w.op("==")
        with w.when():
            count_candidates(self.s, function, self.found)
            w.branch(self.done)
        self.pick += 1

    def _take(self, cell: int) -> None:
        with self.s.writing(cell):
            self.w.get(self.move)
            self.w.load(self.place)
        self.place += WORD

    def _take_several(self, cells: PickCells) -> None:
        """The number of members, then all their words; those that are not used are 0."""
        w, length = self.w, self.place
        self._take(cells.cell)
        room = WORD * cells.breadth * cells.capacity
        target = self.s.a.map.cell(cells.base)
        w.const(target)
        w.const(0)
        w.const(room)
        w.fill()
        w.const(target)
        w.get(self.move)
        w.const(self.place)
        w.op("+")
        w.get(self.move)
        w.load(length)
        w.const(WORD * cells.breadth)
        w.op("*")
        w.copy()
        self.place += room


def count_candidates(s: Scope, function: int, goal: int) -> None:
    """List the candidates of an enumerator and say how many they are; the room on top is free again."""
    w, begin = s.w, s.w.local()
    w.get_global(TOP)
    w.set(begin)
    enumerate_into(s, function)
    w.get_global(TOP)
    w.get(begin)
    w.op("-")
    w.const(WORD * width_of(s.a.program, function))
    w.op("/u")
    w.set(goal)
    w.get(begin)
    w.set_global(TOP)


# ---- chance


def drawable(a: Assembly) -> Writer:
    """() -> how many candidates the draw has at which the game waits, those without weight included; 0 of a shuffle."""
    w = Writer((), (I32,))
    w.const(0)
    w.set_global(TURNS_TAKEN)
    for number, point in enumerate(a.program.chances):
        if isinstance(point, DrawChance):
            with standing_at(w, number):
                w.call(a.number("drawable-at", number))
                w.op("return")
    w.const(0)
    return w


def drawable_at(a: Assembly, number: int) -> Writer:
    """() -> how many; at one chance event."""
    w = Writer((), (I32,))
    s, point = Scope(a, w), a.program.chances[number]
    assert isinstance(point, DrawChance)
    s.own(a.cells.own(("chance", number)))
    found = w.local()
    count_candidates(s, point.candidates, found)
    w.get(found)
    return w
