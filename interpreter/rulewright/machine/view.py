"""Sight: the declared zones and variables as a seat may see them now, as plain data, and the scores it can compute.

Never in it: frame slots, limits, the program counter, what a `you can` would betray.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Final, Literal

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import range_of
from rulewright.language.types import PLAYER, CountsT, MemoryT, SetT, Several, lowest
from rulewright.language.walking import children
from rulewright.machine.chance import Item
from rulewright.machine.interpret import Machine, RulesFault
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.program.cell_map import entries, instances, unordered
from rulewright.machine.program.nodes import PhaseCode, Program, Slot, ZoneLayout

if TYPE_CHECKING:
    from rulewright.machine.game import Game
    from rulewright.machine.move_names import Naming

HIDDEN: Final = "?"
Value = Item | tuple[Item, ...] | tuple[tuple[Item, int], ...]


@frozen
class PieceView:
    """A piece (or `copies` equal ones in an unordered zone). `name` is "?" where the seat does not see it. `viewers`
    are the seats in the mark of a face-down piece, None elsewhere; `owner` who put it there, where that is kept;
    `notes` what is noted of it, by name, but for what is as it begins."""

    name: str
    copies: int = 1
    place: str | None = None
    face_down: bool = False
    viewers: tuple[int, ...] | None = None
    owner: int | None = None
    notes: tuple[tuple[str, Item], ...] = ()


@frozen
class ZoneView:
    """An instance of a zone. `pieces` is None where the seat sees only how many there are; a pile's top comes first. In
    a zone with faces, with notes, seen by others, or of which the top is seen, what is not seen has a place all the
    same."""

    name: str
    owners: tuple[Item, ...]
    kind: Literal["pile", "hand", "area", "row", "slot", "board"]
    component: str
    size: int
    pieces: tuple[PieceView, ...] | None
    box: bool = False


@frozen
class VariableView:
    """A variable: a value, or those of a set, of counts with their numbers, of a memory its entries; None if hidden."""

    name: str
    owners: tuple[Item, ...]
    value: Value | None


@frozen
class View:
    """What a seat sees; `seat` None is a spectator. `phases`: titles of the running phases, innermost last."""

    seat: int | None
    zones: tuple[ZoneView, ...]
    variables: tuple[VariableView, ...]
    phases: tuple[str, ...]
    deciders: tuple[int, ...]
    over: bool


def view(game: "Game", seat: int | None) -> View:
    """The sight of a seat now."""
    machine, naming = game.entered(), game.rules.naming
    zones = (_zone(naming, seat, layout, at) for layout, at in instances(machine.program.zones))
    variables = list[VariableView]()
    for variable, _, owners, cells in variable_cells(naming.core, machine.program):
        seen = seat_sees_variable(variable, owners, seat)
        value = told_value(naming, variable, machine.memory[cells.start : cells.stop]) if seen else None
        variables.append(VariableView(variable.name, tuple(map(naming.value, variable.owners, owners)), value))
    phases = tuple(_titled(naming, phase) for phase in running(machine))
    return View(seat, tuple(zones), tuple(variables), phases, game.deciders, game.over)


def sees(mask: int, seat: int | None, everyone: int) -> bool:
    """Whether a seat is among those of a mask; a spectator sees what all see."""
    return mask == everyone if seat is None else bool(mask >> seat & 1)


def _zone(naming: "Naming", seat: int | None, layout: ZoneLayout, instance: int) -> ZoneView:
    number, places = layout.zone, naming.machine.zones.places
    pieces = naming.machine.zones.pieces(number, instance)
    if layout.kind == "pile":
        pieces.reverse()
    by_piece = layout.faces_at is not None or layout.notes or layout.audience == "others" or layout.top
    open_ = by_piece or sees(places.seen[number][instance], seat, places.everyone)
    if unordered(layout):
        counted = sorted(Counter(kind for kind, _ in pieces).items())
        shown = [PieceView(naming.kind(layout.component, kind), copies) for kind, copies in counted]
    else:
        shown = [_piece(naming, seat, layout, kind, loc) for kind, loc in pieces] if open_ else []
    return ZoneView(
        layout.name,
        naming.owners(number, instance),
        layout.kind,
        naming.core.components[layout.component].name,
        len(pieces),
        tuple(shown) if open_ else None,
        layout.box,
    )


def _piece(naming: "Naming", seat: int | None, layout: ZoneLayout, kind: int, loc: int) -> PieceView:
    memory, zones = naming.machine.memory, naming.machine.zones
    spot = zones.places.spots[loc]
    mark = zones.mark(loc)
    made, notes = (each for each in naming.core.variables if each.lies_in == spot.zone), list[tuple[str, Item]]()
    for variable, note in zip(made, layout.notes, strict=True):
        noted = memory[note.at + spot.instance * layout.capacity + spot.place]
        if noted != note.begins:
            assert not isinstance(variable.type, Several)
            notes.append((variable.name, naming.value(variable.type, noted)))
    players = range(naming.machine.program.players)
    return PieceView(
        naming.kind(layout.component, kind) if sees(zones.seen_by(loc), seat, zones.places.everyone) else HIDDEN,
        place=naming.place(spot.zone, spot.place) if layout.kind == "board" else None,
        face_down=mark is not None,
        viewers=None if mark is None else tuple(player for player in players if mark >> player & 1),
        owner=zones.owner(loc),
        notes=tuple(notes),
    )


def told_value(naming: "Naming", variable: core.Variable, cells: list[int]) -> Value:
    """What the cells of a variable say."""
    match variable.type:
        case SetT(of):
            return tuple(naming.value(of, number + lowest(of)) for number, in_it in enumerate(cells) if in_it)
        case CountsT(of):
            pairs = enumerate(cells)
            return tuple((naming.value(of, number + lowest(of)), copies) for number, copies in pairs if copies)
        case MemoryT():
            return tuple(f"{entry:016x}" for entry in entries(cells))
        case scalar:
            return naming.value(scalar, cells[0])


def running(machine: Machine) -> list[PhaseCode]:
    """The phases that run where a machine stands, the innermost last."""
    return [phase for phase in machine.program.phases if machine.memory[phase.cell]]


def told_title(naming: "Naming") -> str | None:
    """The title of the innermost phase, where it tells more than for whom it runs."""
    inner = running(naming.machine)[-1:]
    return next((_titled(naming, phase) for phase in inner if any(part.text != "you" for part in phase.told)), None)


def _titled(naming: "Naming", phase: PhaseCode) -> str:
    """The title of a running phase, with what stands in its gaps."""
    values = (naming.machine.c.expression(part.value)() for part in phase.told)
    return naming.filled(phase.title or phase.name, phase.told, values)


def seat_sees_variable(variable: core.Variable, owners: tuple[int, ...], seat: int | None) -> bool:
    """Whether a seat sees an instance of a variable."""
    pairs = zip(variable.owners, owners, strict=True)
    owns = any(type_ == PLAYER and value == seat for type_, value in pairs)
    return variable.audience == "everyone" or (variable.audience == "owner" and owns)


def variable_slots(program: Program) -> list[Slot]:
    """The slots of the fields that are variables, in the order of the core."""
    end = max((zone.offset + zone.stride * zone.instances for zone in program.zones), default=0)
    return [slot for slot in program.slots if slot.audience is not None and slot.offset >= end]


def declared_variables(rules: core.Core) -> list[core.Variable]:
    """What each of `View.variables` is declared as."""
    return [variable for variable in rules.fields for _ in instances_of(rules, variable)]


def instances_of(rules: core.Core, variable: core.Variable) -> list[tuple[int, ...]]:
    """The owner values of all instances, in the order of the layout."""
    return list(product(*(range_of(rules, type_).integers for type_ in variable.owners)))


def variable_cells(rules: core.Core, program: Program) -> Iterator[tuple[core.Variable, Slot, tuple[int, ...], range]]:
    """Every instance of every field that is a variable: with the slot of the field, whose it is, and its cells."""
    for variable, slot in zip(rules.fields, variable_slots(program), strict=True):
        instances = instances_of(rules, variable)
        width = slot.length // len(instances)
        for number, owners in enumerate(instances):
            first = slot.offset + number * width
            yield variable, slot, owners, range(first, first + width)


# ---- the standing before the end: the scores that a seat can compute
# A score that reads only what everybody sees, sizes included, is simply asked: that is decided once, from the rules.
# Another one is shown if everything it reads now is seen by the seat, otherwise it is hidden: whether it is shown may
# not depend on what the seat does not see. A spectator knows what every seat does.


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
        compiler = Compiler(program, _Cells)
        assert isinstance(compiler.memory, _Cells)
        self.memory = compiler.memory
        self.machine = Machine(program, compiler)
        self.last: tuple[tuple[int, ...], list[tuple[int, set[int]]]] | None = None

    def scores(self, vector: tuple[int, ...], function: int, players: range) -> list[tuple[int, set[int]]]:
        """Every score in a state with the cells that it reads; the last answer is kept, as every seat asks."""
        if self.last is None or self.last[0] != vector:
            found = []
            for player in players:
                self.machine.place(vector)
                self.memory.read.clear()
                value = self.machine.call(function, player)
                found.append((value, {cell for cell in self.memory.read if cell < len(vector)}))
            self.last = vector, found
        return self.last[1]


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
    if score is None or game.rules.core.scoring.at_end:
        return (None,) * len(players)
    if game.rules.open_score:
        machine, found = game.entered(), list[int | None]()
        for player in players:
            try:
                found.append(machine.call(score, player))
            except RulesFault:
                found.append(None)
        return tuple(found)
    if seat is None:
        seats = zip(*(game.standing(each) for each in players), strict=True)
        return tuple(known[0] if len(set(known)) == 1 else None for known in seats)
    try:
        scores = game.rules.watched.scores(game.state.vector, score, players)
    except RulesFault:
        return (None,) * len(players)
    hidden = hidden_cells(game, seat)
    return tuple(value if read.isdisjoint(hidden) else None for value, read in scores)


def hidden_cells(game: "Game", seat: int | None) -> set[int]:
    """The cells of the vector that tell what the seat does not see: pieces and variables."""
    machine = game.entered()
    everyone = machine.zones.places.everyone
    cells = {cell for cell in machine.zones.places.spots if not sees(machine.zones.seen_by(cell), seat, everyone)}
    for variable, _, owners, some in variable_cells(game.rules.core, game.rules.program):
        if not seat_sees_variable(variable, owners, seat):
            cells |= set(some)
    return cells
