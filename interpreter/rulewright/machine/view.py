"""Sight: the declared zones and variables as a seat may see them now, as plain data.

Never in it: frame slots, limits, the program counter, what a `you can` would betray.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

from rulewright.language.core import Core, Variable
from rulewright.language.facts.ranges import range_of
from rulewright.language.types import (
    NONE_NUMBER,
    PLAYER,
    BoolT,
    CountsT,
    KindT,
    LineT,
    MemoryT,
    NumberT,
    OptionalT,
    SetT,
    Several,
    ValueT,
    lowest,
)
from rulewright.machine.chance import Item
from rulewright.machine.program.cell_map import Spot, entries, unordered
from rulewright.machine.program.nodes import PhaseCode, Program, Slot, ZoneLayout

if TYPE_CHECKING:
    from rulewright.machine.game import Game
    from rulewright.machine.interpret import Machine
    from rulewright.machine.move_names import Naming

HIDDEN: Final = "?"


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
    a zone with faces, with notes, or seen by others, what is not seen has a place all the same."""

    name: str
    owners: tuple[Item, ...]
    kind: Literal["pile", "hand", "area", "row", "slot", "board"]
    component: str
    size: int
    pieces: tuple[PieceView, ...] | None
    box: bool = False


@frozen
class VariableView:
    """A variable: a value, for a set its values, for counts the values with their numbers, for a memory its entries;
    None if hidden."""

    name: str
    owners: tuple[Item, ...]
    value: Item | tuple[Item, ...] | tuple[tuple[Item, int], ...] | None


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
    sight = _Sight(game, seat)
    return View(seat, tuple(sight.zones()), tuple(sight.variables()), sight.phases(), game.deciders, game.over)


def sees(mask: int, seat: int | None, everyone: int) -> bool:
    """Whether a seat is among those of a mask; a spectator sees what all see."""
    return mask == everyone if seat is None else bool(mask >> seat & 1)


class _Sight:
    def __init__(self, game: "Game", seat: int | None) -> None:
        self.machine = game.entered()
        self.naming = game.rules.naming
        self.core: Core = game.rules.core
        self.program: Program = game.rules.program
        self.seat = seat
        self.memory = self.machine.memory

    def sees(self, loc: int) -> bool:
        return sees(self.machine.zones.seen_by(loc), self.seat, self.machine.zones.places.everyone)

    # ---- zones

    def zones(self) -> Iterator[ZoneView]:
        for number, layout in enumerate(self.program.zones):
            if not layout.unlimited:
                yield from (self._zone(number, layout, instance) for instance in range(layout.instances))

    def _zone(self, number: int, layout: ZoneLayout, instance: int) -> ZoneView:
        pieces = self.machine.zones.pieces(number, instance)
        if layout.kind == "pile":
            pieces.reverse()
        seen_mask = self.machine.zones.places.seen[number][instance]
        by_piece = layout.faces_at is not None or layout.notes or layout.audience == "others"
        open_ = by_piece or sees(seen_mask, self.seat, self.machine.zones.places.everyone)
        shown = tuple(self._pieces(layout, pieces)) if open_ else None
        return ZoneView(
            layout.name,
            self.naming.owners(number, instance),
            layout.kind,
            self.core.components[layout.component].name,
            len(pieces),
            shown,
            layout.box,
        )

    def _pieces(self, layout: ZoneLayout, pieces: list[tuple[int, int]]) -> Iterator[PieceView]:
        if unordered(layout):
            for kind, copies in sorted(Counter(kind for kind, _ in pieces).items()):
                yield PieceView(self.naming.kind(layout.component, kind), copies)
            return
        yield from (self._piece(layout, kind, loc) for kind, loc in pieces)

    def _piece(self, layout: ZoneLayout, kind: int, loc: int) -> PieceView:
        spot = self.machine.zones.places.spots[loc]
        name = self.naming.kind(layout.component, kind) if self.sees(loc) else HIDDEN
        down = layout.faces_at is not None and self.memory[spot.base + layout.faces_at + spot.place] == 1
        mark = self.memory[spot.base + layout.marks_at + spot.place] if down and layout.marks_at is not None else None
        owner = self.memory[spot.base + layout.owners_at + spot.place] - 1 if layout.owners_at is not None else -1
        return PieceView(
            name,
            place=self.naming.place(spot.zone, spot.place) if layout.kind == "board" else None,
            face_down=down,
            viewers=None if mark is None else tuple(seat for seat in range(self.program.players) if mark >> seat & 1),
            owner=None if owner < 0 else owner,
            notes=tuple(self._notes(layout, spot)),
        )

    def _notes(self, layout: ZoneLayout, spot: Spot) -> Iterator[tuple[str, Item]]:
        """What is noted of a piece."""
        made = (variable for variable in self.core.variables if variable.lies_in == spot.zone)
        for variable, note in zip(made, layout.notes, strict=True):
            noted = self.memory[note.at + spot.instance * layout.capacity + spot.place]
            if noted != note.begins:
                assert not isinstance(variable.type, Several)
                yield variable.name, self.naming.value(variable.type, noted)

    # ---- variables

    def variables(self) -> Iterator[VariableView]:
        for variable, slot in zip(self.core.fields, variable_slots(self.program), strict=True):
            instances = instances_of(self.core, variable)
            width = slot.length // len(instances)
            for number, owners in enumerate(instances):
                names = tuple(map(self.naming.value, variable.owners, owners))
                first = slot.offset + number * width
                cells = self.memory[first : first + width]
                value = self._value(variable, cells) if seat_sees_variable(variable, owners, self.seat) else None
                yield VariableView(variable.name, names, value)

    def _value(self, variable: Variable, cells: list[int]) -> Item | tuple[Item, ...] | tuple[tuple[Item, int], ...]:
        match variable.type:
            case SetT(of):
                return tuple(self.naming.value(of, number + lowest(of)) for number, in_it in enumerate(cells) if in_it)
            case CountsT(of):
                pairs = enumerate(cells)
                return tuple((self.naming.value(of, number + lowest(of)), copies) for number, copies in pairs if copies)
            case MemoryT():
                return tuple(f"{entry:016x}" for entry in entries(cells))
            case NumberT() | BoolT() | ValueT() | LineT() | KindT() | OptionalT():
                return self.naming.value(variable.type, cells[0])

    def phases(self) -> tuple[str, ...]:
        return tuple(_titled(self.naming, phase) for phase in running(self.naming.machine))


def running(machine: "Machine") -> list[PhaseCode]:
    """The phases that run where a machine stands, the innermost last."""
    return [phase for phase in machine.program.phases if machine.memory[phase.cell]]


def told_title(naming: "Naming") -> str | None:
    """The title of the innermost phase, where it tells more than for whom it runs."""
    inner = running(naming.machine)[-1:]
    return next((_titled(naming, phase) for phase in inner if any(part.text != "you" for part in phase.told)), None)


def _titled(naming: "Naming", phase: PhaseCode) -> str:
    """The title of a running phase, with what stands in its gaps."""
    title = phase.title or phase.name
    for part in phase.told:
        value = naming.machine.c.expression(part.value)()
        said = "none" if value == NONE_NUMBER else str(naming.argument(part.argument, value))
        title = title.replace(f"{{{part.text}}}", said)
    return title


def seat_sees_variable(variable: Variable, owners: tuple[int, ...], seat: int | None) -> bool:
    """Whether a seat sees an instance of a variable."""
    if variable.audience == "everyone":
        return True
    if variable.audience == "nobody":
        return False
    pairs = zip(variable.owners, owners, strict=True)
    return any(type_ == PLAYER and value == seat for type_, value in pairs)


def variable_slots(program: Program) -> list[Slot]:
    """The slots of the fields that are variables, in the order of the core."""
    end = max((zone.offset + zone.stride * zone.instances for zone in program.zones), default=0)
    return [slot for slot in program.slots if slot.audience is not None and slot.offset >= end]


def declared_variables(core: Core) -> Iterator[Variable]:
    """What each of `View.variables` is declared as."""
    for variable in core.fields:
        yield from (variable for _ in instances_of(core, variable))


def instances_of(core: Core, variable: Variable) -> list[tuple[int, ...]]:
    """The owner values of all instances, in the order of the layout."""
    return list(product(*(range_of(core, type_).integers for type_ in variable.owners)))
