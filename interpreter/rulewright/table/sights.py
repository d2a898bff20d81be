"""What a seat sees of the table, zone by zone, with what the rules say of each: who else looks there, whose it is.

Everything here comes from the seat's view, its memory, and the rules.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.types import MemoryT
from rulewright.machine.events import Key
from rulewright.machine.game import Game, Rules
from rulewright.machine.program import cell_map
from rulewright.machine.program.cell_map import owners
from rulewright.machine.program.nodes import ZoneLayout
from rulewright.machine.sample_state import knowledge
from rulewright.machine.view import HIDDEN, PieceView, VariableView, View, ZoneView, instances_of


@frozen
class SeenZone:
    """An instance of a zone as a seat sees it: `key` in the program, how it is called, whose it is (a seat)."""

    key: Key
    label: str
    declared: core.Zone
    view: ZoneView
    owner: int | None

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        """The pieces of which something is seen."""
        return self.view.pieces or ()

    @property
    def seen(self) -> Counter[str]:
        """How many of each kind are seen there."""
        found = Counter[str]()
        for piece in self.pieces:
            if piece.name != HIDDEN:
                found[piece.name] += piece.copies
        return found

    @property
    def unseen(self) -> int:
        """How many pieces are not seen there."""
        return self.view.size - self.seen.total()


@frozen
class Sight:
    """A game as a seat (None: a spectator) sees it."""

    game: Game
    seat: int | None
    view: View
    zones: tuple[SeenZone, ...]

    @property
    def core(self) -> core.Core:
        """The rules."""
        return self.game.rules.core

    def of(self, component: int) -> tuple[SeenZone, ...]:
        """The zones of a component."""
        return tuple(zone for zone in self.zones if zone.declared.component == component)

    def known(self, zone: SeenZone) -> Counter[str]:
        """What the seat knows to lie in a zone: what it sees, and what it remembers."""
        if self.seat is None or self.view.over:
            return zone.seen
        ledger = knowledge(self.game, self.seat).ledger(*zone.key)
        kinds = self.core.components[zone.declared.component].kinds
        remembered = Counter({kinds[kind]: copies for kind, copies in ledger.known.items() if copies > 0})
        return zone.seen | remembered

    def whose(self, zone: SeenZone) -> str:
        """How the seat calls a zone: "your hand", "Bob's hand", "deck"."""
        return called(zone.label, self.core.seat_names, self.seat)


def sight_of(game: Game, seat: int | None, view: View | None = None) -> Sight:
    """What a seat sees now; `view`: if it sees more than in play."""
    view = view or game.view(seat)
    keys = [(zone, layout, at) for zone, layout in enumerate(game.rules.program.zones) for at in _instances(layout)]
    zones = (_zone(game, zone, layout, at, seen) for (zone, layout, at), seen in zip(keys, view.zones, strict=True))
    return Sight(game, seat, view, tuple(zones))


def _instances(layout: ZoneLayout) -> range:
    return range(0 if layout.unlimited else layout.instances)


def _zone(game: Game, zone: int, layout: ZoneLayout, instance: int, view: ZoneView) -> SeenZone:
    declared = game.rules.core.zones[layout.zone]
    label = "the box" if layout.box else game.rules.naming.zone(zone, instance)
    seat = None if layout.owner_seat is None else owners(layout, instance)[layout.owner_seat]
    return SeenZone((zone, instance), label, declared, view, seat)


def called(label: str, seats: tuple[str, ...], seat: int | None) -> str:
    """A thing of a seat as this seat calls it.

    >>> called("Ann's hand", ("Ann", "Bob"), 0), called("Bob's hand", ("Ann", "Bob"), 0)
    ('your hand', "Bob's hand")
    """
    mine = None if seat is None else f"{seats[seat]}'s "
    return f"your {label.removeprefix(mine)}" if mine and label.startswith(mine) else label


def lookers(sight: Sight, zone: SeenZone) -> Iterator[int]:
    """The seats that the rules let look at what lies in a zone face up."""
    seats = range(sight.core.players)
    match zone.declared.audience:
        case "everyone":
            yield from seats
        case "owner":
            yield from (seat for seat in seats if seat == zone.owner)
        case "others":
            yield from (seat for seat in seats if seat != zone.owner)
        case "nobody":
            return


def viewers(sight: Sight, zone: SeenZone, piece: PieceView) -> tuple[int, ...]:
    """The seats that see this piece."""
    return piece.viewers or () if piece.face_down else tuple(lookers(sight, zone))


def remembered(sight: Sight, declared: core.Variable) -> tuple[int, int, int]:
    """How many situations stand in a memory, how many can, and how often the present one stands there."""
    memories = [each for each in sight.core.variables if isinstance(each.type, MemoryT)]
    at, cells = sight.game.rules.program.memories[memories.index(declared)], sight.game.entered().memory
    return cells[at.offset], at.capacity, cell_map.count(cells, at, cell_map.number(cells, at.runs))


def opened(game: Game, seat: int | None) -> View:
    """The view of a seat; at the end with what the others see, where no secret forbids it."""
    view = game.view(seat)
    if not game.over:
        return view
    seats = [game.view(each) for each in range(game.rules.players)]
    others = [each.zones for each in seats]
    layouts = [layout for layout in game.rules.program.zones if not layout.unlimited for _ in range(layout.instances)]
    secret = {each.zone for each in game.rules.core.secrets}
    zones = tuple(
        zone if layout.zone in secret else _open(zone, [each[at] for each in others])
        for at, (layout, zone) in enumerate(zip(layouts, view.zones, strict=True))
    )
    return evolve(view, zones=zones, variables=tuple(_told(game.rules, view, seats)))


def _told(rules: Rules, view: View, seats: Sequence[View]) -> Iterator[VariableView]:
    """The variables with the values that anybody sees, but for those that tell what a secret speaks of."""
    secret = _secret(rules) if any(each.value is None for each in view.variables) else frozenset()
    declared = enumerate(rules.core.fields)
    numbers = [number for number, each in declared for _ in instances_of(rules.core, each)]
    for at, (number, mine) in enumerate(zip(numbers, view.variables, strict=True)):
        known = (each.variables[at] for each in seats if each.variables[at].value is not None)
        yield mine if mine.value is not None or number in secret else next(known, mine)


def _secret(rules: Rules) -> frozenset[int]:
    """The variables that tell what a secret speaks of."""
    from rulewright.language.checks.secrets import telling
    from rulewright.language.source import Source

    return telling(rules.core, Source(rules.name, rules.source_text))


def _open(zone: ZoneView, others: list[ZoneView]) -> ZoneView:
    """A zone with the pieces that anybody sees there."""
    known = [each.pieces for each in others if each.pieces is not None]
    if zone.pieces is None:
        return evolve(zone, pieces=known[0]) if known else zone
    at_each = zip(zone.pieces, *known, strict=True)
    return evolve(zone, pieces=tuple(_seen(mine, rest) for mine, *rest in at_each))


def _seen(mine: PieceView, others: list[PieceView]) -> PieceView:
    """A piece as anybody sees it."""
    named = [piece for piece in others if piece.name != HIDDEN]
    return named[0] if mine.name == HIDDEN and named else mine
