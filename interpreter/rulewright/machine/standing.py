"""The standing before the end: the scores that a seat can compute.

A score is shown if everything it reads is seen by the seat; else if it stays the same however the unseen is dealt
(sizes are public: a score may count what nobody sees). Otherwise it is hidden. A spectator knows what every seat does.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.machine.chance import Seeded
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.program import Program
from rulewright.machine.view import instances_of, seat_sees_variable, sees, variable_slots

if TYPE_CHECKING:
    from rulewright.machine.game import Game

DEALS = 12


class _Cells(list[int]):
    """A memory that remembers which cells were read."""

    def __init__(self, cells: Iterable[int]) -> None:
        super().__init__(cells)
        self.read: set[int] = set()

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - as list has it
        if isinstance(index, slice):
            self.read.update(range(*index.indices(len(self))))
        else:
            self.read.add(index)
        return super().__getitem__(index)


class Watched:
    """A machine of its own, which tells what a function reads."""

    def __init__(self, program: Program) -> None:
        """Compile nothing yet."""
        compiler = Compiler(program, _Cells)
        assert isinstance(compiler.memory, _Cells)
        self.memory = compiler.memory
        self.machine = Machine(program, compiler)

    def call(self, vector: tuple[int, ...], function: int, *args: int) -> tuple[int, set[int]]:
        """The result of a function in a state, and the cells of the state that it reads."""
        self.machine.place(vector)
        self.memory.read.clear()
        value = self.machine.call(function, *args)
        return value, {cell for cell in self.memory.read if cell < len(vector)}


def standing(game: "Game", seat: int | None) -> tuple[int | None, ...]:
    """The score of every seat as far as this one can compute it; None where it cannot."""
    score, players = game.rules.program.score, range(game.rules.players)
    if score is None:
        return (None,) * len(players)
    try:
        found = [game.rules.watched.call(game.state.vector, score, player) for player in players]
    except RulesFault:
        return (None,) * len(players)
    hidden = hidden_cells(game, seat)
    open_ = [read.isdisjoint(hidden) for _, read in found]
    if seat is None and not all(open_):
        seats = zip(*(standing(game, each) for each in players), strict=True)
        return tuple(known[0] if len(set(known)) == 1 else None for known in seats)
    deals = [] if all(open_) or seat is None else _deals(game, seat, score)
    return tuple(
        value if open_[player] or (deals and all(deal[player] == value for deal in deals)) else None
        for player, (value, _) in enumerate(found)
    )


def _deals(game: "Game", seat: int, score: int) -> list[list[int | None]]:
    """The scores of all seats in some deals of what this one does not see."""
    machine = game.rules.machine
    deals = []
    for number in range(DEALS):
        state = game.imagine(seat, Seeded(number))
        game.rules.loaded = None
        machine.place(state.vector)
        deals.append([_score(machine, score, player) for player in range(game.rules.players)])
    return deals


def _score(machine: Machine, score: int, player: int) -> int | None:
    try:
        return machine.call(score, player)
    except RulesFault:
        return None


def hidden_cells(game: "Game", seat: int | None) -> set[int]:
    """The cells of the vector that tell what the seat does not see: pieces and variables."""
    machine = game.entered()
    everyone = machine.zones.places.everyone
    cells = {cell for cell in machine.zones.places.spots if not sees(machine.zones.seen_by(cell), seat, everyone)}
    core = game.rules.core
    for variable, slot in zip(core.variables, variable_slots(game.rules.program), strict=True):
        instances = instances_of(core, variable)
        width = slot.length // len(instances)
        for number, owners in enumerate(instances):
            if not seat_sees_variable(variable, owners, seat):
                start = slot.offset + number * width
                cells |= set(range(start, start + width))
    return cells
