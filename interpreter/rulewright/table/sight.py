"""What a seat sees now: zones with what they are called, and who else sees what lies there."""

from collections import Counter

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.machine.events import Key
from rulewright.machine.game import Game
from rulewright.machine.program.cell_map import owners
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

    def known(self, zone: SeenZone) -> Counter[str]:
        """What the seat knows to lie in a zone: what it sees, and what it remembers."""
        if self.seat is None or self.view.over:
            return zone.seen
        ledger = knowledge(self.game, self.seat).ledger(zone.key)
        kinds = self.core.components[zone.declared.component].kinds
        return zone.seen | Counter({kinds[kind]: copies for kind, copies in ledger.known.items() if copies > 0})

    def whose(self, zone: SeenZone) -> str:
        """How the seat calls a zone: "your hand", "Bob's hand", "deck"."""
        return called(zone.label, self.core.seat_names, self.seat)


def sight_of(game: Game, seat: int | None, *, openly: bool = False) -> Sight:
    """What a seat sees now; `openly`: as it does at the end."""
    view, zones = opened(game, seat, openly=openly), list[SeenZone]()
    layouts = [(number, layout) for number, layout in enumerate(game.rules.program.zones) if not layout.unlimited]
    keys = [(number, layout, at) for number, layout in layouts for at in range(layout.instances)]
    for (number, layout, at), seen in zip(keys, view.zones, strict=True):
        label = "the box" if layout.box else game.rules.naming.zone(number, at)
        owner = None if layout.owner_seat is None else owners(layout, at)[layout.owner_seat]
        zones.append(SeenZone((number, at), label, game.rules.core.zones[layout.zone], seen, owner))
    return Sight(game, seat, view, tuple(zones))


def called(label: str, seats: tuple[str, ...], seat: int | None) -> str:
    """A thing of a seat as this seat calls it: "your hand", "Bob's hand"."""
    mine = None if seat is None else f"{seats[seat]}'s "
    return f"your {label.removeprefix(mine)}" if mine and label.startswith(mine) else label


def lookers(sight: Sight, zone: SeenZone, *, top: bool) -> list[int]:
    """The seats that the rules let look at what lies in a zone face up, or at what lies on `top` of it."""
    audience = (top and zone.declared.top) or zone.declared.audience
    owns = {"everyone": (True, False), "owner": (True,), "others": (False,), "nobody": ()}[audience]
    return [seat for seat in range(sight.core.players) if (seat == zone.owner) in owns]


def viewers(sight: Sight, zone: SeenZone, piece: PieceView, at: int = 1) -> tuple[int, ...]:
    """The seats that see this piece, which is number `at` of what lies there."""
    return piece.viewers or () if piece.face_down else tuple(lookers(sight, zone, top=at == 1))


def scores_told(game: Game, seat: int | None) -> tuple[int | None, ...]:
    """The score of each player as far as a seat may know it; None, too, where the rules have no scores."""
    return game.scores if game.over and game.rules.program.score is not None else game.standing(seat)


def opened(game: Game, seat: int | None, *, openly: bool = False) -> View:
    """The view of a seat; at the end, or `openly`, with the pieces that the others see, and with the fields, but for
    those that tell of what a secret speaks."""
    view, rules = game.view(seat), game.rules
    if not (game.over or openly):
        return view
    seats = [game.view(each) for each in range(rules.players)]
    zones = list[ZoneView]()
    for at, zone in enumerate(view.zones):
        pieces = zone.pieces
        others = [seen for each in seats if (seen := each.zones[at].pieces) is not None]
        if pieces is not None:
            alike = zip(pieces, *others, strict=True)
            pieces = tuple(next((each for each in same if each.name != HIDDEN), same[0]) for same in alike)
        elif others:
            pieces = others[0]
        zones.append(evolve(zone, pieces=pieces))
    secret = frozenset[int]()
    if any(each.value is None for each in view.variables):
        from rulewright.language.checks.secrets import telling

        secret = telling(rules.core, rules.source)
    variables = list[VariableView]()
    there = (each for each in enumerate(rules.core.variables) if each[1].since is None)
    numbers = [number for number, each in there for _ in instances_of(rules.core, each)]
    for at, (number, mine) in enumerate(zip(numbers, view.variables, strict=True)):
        known = (each.variables[at] for each in seats if each.variables[at].value is not None)
        variables.append(mine if mine.value is not None or number in secret else next(known, mine))
    return evolve(view, zones=tuple(zones), variables=tuple(variables))


def value_text(found: VariableView, nothing: str) -> str:
    """The value of a field as text; `nothing`: that of a set or of counts without any."""
    value = found.value
    if value is None:
        return "hidden"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(f"{part[0]} {part[1]}" if isinstance(part, tuple) else str(part) for part in value) or nothing
