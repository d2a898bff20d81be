"""The standing before the end: the scores that a seat can compute.

A score that reads only what everybody sees, sizes included, is simply asked: that is decided once, from the rules.
Another one is shown if everything it reads now is seen by the seat, otherwise it is hidden: whether it is shown may not
depend on what the seat does not see. A spectator knows what every seat does.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.language import core
from rulewright.language.walking import children
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.program.nodes import Program
from rulewright.machine.view import instances_of, seat_sees_variable, sees, variable_slots

if TYPE_CHECKING:
    from rulewright.machine.game import Game


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
        self.last: tuple[tuple[int, ...], list[tuple[int, set[int]]]] | None = None

    def scores(self, vector: tuple[int, ...], function: int, players: range) -> list[tuple[int, set[int]]]:
        """Every score in a state with the cells that it reads; the last answer is kept, as every seat asks."""
        if self.last is None or self.last[0] != vector:
            self.last = vector, [self.call(vector, function, player) for player in players]
        return self.last[1]

    def call(self, vector: tuple[int, ...], function: int, *args: int) -> tuple[int, set[int]]:
        """The result of a function in a state, and the cells of the state that it reads."""
        self.machine.place(vector)
        self.memory.read.clear()
        value = self.machine.call(function, *args)
        return value, {cell for cell in self.memory.read if cell < len(vector)}


def open_to_all(rules: core.Core) -> bool:
    """Whether the score reads nothing that anybody cannot see."""
    return next(hidden_in(rules, (rules.scoring.score, rules.scoring.score_lets)), None) is None


def hidden_in(rules: core.Core, parts: object) -> Iterator[core.ZoneRef | core.VarRef | core.CanAct]:
    """What parts of the rules read that not everybody sees: of zones that are not open more than the size."""
    waiting, asked = [parts], set[int]()
    while waiting:
        match waiting.pop():
            case core.Size(core.Pieces(core.ZoneRef(_, owners))):
                waiting.append(owners)
            case core.ZoneRef(zone) as ref if rules.zones[zone].faced or rules.zones[zone].audience != "everyone":
                yield ref
            case core.VarRef(variable) as ref if rules.variables[variable].audience != "everyone":
                yield ref
            case core.CanAct() as ref:
                yield ref
            case core.CallDefinition(definition) as call:
                waiting.append(call.args)
                if definition not in asked:
                    asked.add(definition)
                    waiting.append(rules.definitions[definition])
            case node:
                waiting.extend(children(node))


def standing(game: "Game", seat: int | None) -> tuple[int | None, ...]:
    """The score of every seat as far as this one can compute it; None where it cannot."""
    score, players = game.rules.program.score, range(game.rules.players)
    if score is None:
        return (None,) * len(players)
    if game.rules.open_score:
        machine = game.entered()
        return tuple(_score(machine, score, player) for player in players)
    if seat is None:
        seats = zip(*(game.standing(each) for each in players), strict=True)
        return tuple(known[0] if len(set(known)) == 1 else None for known in seats)
    try:
        found = game.rules.watched.scores(game.state.vector, score, players)
    except RulesFault:
        return (None,) * len(players)
    hidden = hidden_cells(game, seat)
    return tuple(value if read.isdisjoint(hidden) else None for value, read in found)


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
    rules = game.rules.core
    for variable, slot in zip(rules.fields, variable_slots(game.rules.program), strict=True):
        instances = instances_of(rules, variable)
        width = slot.length // len(instances)
        for number, owners in enumerate(instances):
            if not seat_sees_variable(variable, owners, seat):
                start = slot.offset + number * width
                cells |= set(range(start, start + width))
    return cells
