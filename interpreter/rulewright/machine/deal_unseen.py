"""Dealing anew what a seat does not know, consistent with what it sees and knows of pieces now.

Pieces that the seat sees or knows stay; the others of each component are shuffled over the places where unknown ones
lie. Hidden variables get any value of their domain, choices at once that are still secret any legal move. Never is the
real hidden state looked at but to find out how many of each kind are unseen, which the seat can count itself.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.machine.chance import ChanceEvent, ChanceSource, pool
from rulewright.machine.events import Key
from rulewright.machine.interpret import Choice, Deciding, Machine
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.program.cells import first_cell, single, unordered
from rulewright.machine.program.nodes import Program, ZoneLayout
from rulewright.machine.view import instances_of, seat_sees_variable, variable_slots

if TYPE_CHECKING:
    from rulewright.machine.game import Game

TRIES: Final = 50


@frozen
class _Gaps:
    """What is dealt anew of a component: the zones with the cells of unknown pieces (in an unordered zone -1 for each)
    and with the pieces that are known to be among these, and all the kinds that are dealt; of unlimited ones any."""

    places: tuple[tuple[Key, tuple[int, ...], tuple[int, ...]], ...]
    kinds: tuple[int, ...]
    unlimited: bool


class Dealer:
    """Deals states that agree with what a seat sees and knows of pieces now."""

    def __init__(self, game: "Game", known: Knowledge, seat: int) -> None:
        """Find out what there is to be dealt."""
        self.game = game
        self.seat = seat
        self.chance: ChanceSource
        self.program: Program = game.rules.program
        self.known = known
        self.machine: Machine = game.rules.machine
        self.memory = self.machine.memory
        self.asked = 0
        self.vector = game.state.vector
        self._load(self.vector)
        self._dealt = [self._gaps_of(component) for component in range(len(game.rules.core.components))]

    def state(self, chance: ChanceSource) -> tuple[int, ...]:
        """A state, dealt by this source."""
        self.chance, self.asked = chance, 0
        vector = self.vector
        for _ in range(TRIES):
            vector = self._deal()
            if self._possible():
                break
        return vector

    def _load(self, vector: tuple[int, ...]) -> None:
        self.game.rules.loaded = None
        self.machine.load(vector)

    def _deal(self) -> tuple[int, ...]:
        """One state; the machine has it loaded."""
        self._load(self.vector)
        for gaps in self._dealt:
            self._fill_all(gaps)
        self._follow_pieces()
        self._variables()
        self.machine.load(self.machine.vector)
        self._secret_choices()
        return self.machine.vector

    def _possible(self) -> bool:
        """Whether those who are asked can move, as they certainly can."""
        stop = self.machine.stop
        return not isinstance(stop, Deciding) or all(self.machine.moves(seat) for seat in stop.seats)

    # ---- asking chance

    def _shuffled(self, kinds: Sequence[int]) -> list[int]:
        copies = sorted(Counter(kinds).items())
        if len(copies) < 2:
            return list(kinds)
        items = tuple(kind for kind, _ in copies)
        event = ChanceEvent(self._number(), "shuffle", "imagine", items, tuple(weight for _, weight in copies))
        outcome = self.chance.outcome(event)
        return [items[number] for number in (pool(event) if outcome is None else outcome)]

    def _drawn(self, values: Sequence[int]) -> int:
        event = ChanceEvent(self._number(), "draw", "imagine", tuple(values), (1,) * len(values))
        outcome = self.chance.outcome(event)
        return values[outcome[0] if outcome else 0]

    def _number(self) -> int:
        self.asked += 1
        return self.asked

    # ---- pieces

    def _gaps_of(self, component: int) -> _Gaps:
        keys = [key for key in self._instances(component) if self._hides(*key)]
        gaps = {key: tuple(self._gaps(*key)) for key in keys}
        kinds = self._kinds(component, gaps)
        copies = self.game.rules.core.components[component].copies
        inside = [tuple(self.known.ledger(*key).inside.elements()) for key in keys]
        places = tuple((key, gaps[key], known) for key, known in zip(keys, inside, strict=True))
        return _Gaps(places, kinds, any(number is None for number in copies))

    def _fill_all(self, gaps: _Gaps) -> None:
        """Deal a component: shuffle its kinds over its gaps."""
        if gaps.unlimited:
            count = sum(len(cells) - len(known) for _, cells, known in gaps.places)
            free = [self._drawn(gaps.kinds) for _ in range(count)]
        else:
            free = self._shuffled(gaps.kinds)
        first = 0
        for key, cells, known in gaps.places:
            end = first + len(cells) - len(known)
            self._fill(key, cells, [*free[first:end], *known], shuffled=not known)
            first = end

    def _instances(self, component: int) -> Iterator[Key]:
        for zone, layout in enumerate(self.program.zones):
            if layout.component == component and not layout.unlimited:
                yield from ((zone, instance) for instance in range(layout.instances))

    def _hides(self, zone: int, instance: int) -> bool:
        """Whether the seat does not see all of the zone."""
        pieces = self.machine.zones.pieces(zone, instance)
        return any(not self.machine.zones.seen_by(loc) >> self.seat & 1 for _, loc in pieces)

    def _gaps(self, zone: int, instance: int) -> list[int]:
        """The cells of pieces whose kind the seat does not know; in an unordered zone -1 for each such piece."""
        ledger = self.known.ledger(zone, instance)
        pieces = self.machine.zones.pieces(zone, instance)
        if unordered(self.program.zones[zone]):
            return [-1] * len(pieces)
        unseen = [(kind, loc) for kind, loc in pieces if not self.machine.zones.seen_by(loc) >> self.seat & 1]
        return [loc for _, loc in unseen if ledger.places.get(self.machine.zones.spot(loc).place) is None]

    def _kinds(self, component: int, gaps: dict[Key, tuple[int, ...]]) -> tuple[int, ...]:
        """The kinds that lie in the gaps, without those known to be in some zone; of an unlimited component those that
        may be anywhere."""
        copies = self.game.rules.core.components[component].copies
        if any(number is None for number in copies):
            return tuple(kind for kind, number in enumerate(copies) if number is None)
        left: Counter[int] = Counter()
        for (zone, instance), cells in gaps.items():
            pieces = self.machine.zones.pieces(zone, instance)
            there = Counter(kind for kind, loc in pieces if cells[:1] == (-1,) or loc in cells)
            ledger = self.known.ledger(zone, instance)
            ledger.inside &= there
            left += there - ledger.inside
        return tuple(left.elements())

    def _fill(self, key: Key, cells: Sequence[int], kinds: list[int], *, shuffled: bool) -> None:
        layout = self.program.zones[key[0]]
        if unordered(layout):
            start = first_cell(layout, key[1])
            self.memory[start : start + layout.stride] = [0] * layout.stride
            for kind in kinds:
                self.memory[start + kind] += 1
            return
        more = int(single(layout))
        for cell, kind in zip(cells, kinds if shuffled else self._shuffled(kinds), strict=True):
            self.memory[cell] = kind + more

    def _follow_pieces(self) -> None:
        """Frame cells that hold a piece of a hidden place: its kind is now what lies there."""
        for kind_cell, loc_cell in self.program.held:
            loc = self.memory[loc_cell]
            spot = self.machine.zones.places.spots.get(loc)
            if spot is None or self.machine.zones.seen_by(loc) >> self.seat & 1:
                continue
            layout: ZoneLayout = self.program.zones[spot.zone]
            if unordered(layout) and not self.memory[loc]:
                pieces = self.machine.zones.pieces(spot.zone, spot.instance)
                self.memory[kind_cell], self.memory[loc_cell] = pieces[0] if pieces else (self.memory[kind_cell], loc)
            elif not unordered(layout):
                self.memory[kind_cell] = self.machine.zones.kind_at(loc)

    # ---- what else is hidden

    def _variables(self) -> None:
        core = self.game.rules.core
        for variable, slot in zip(core.fields, variable_slots(self.program), strict=True):
            instances = instances_of(core, variable)
            width = slot.length // len(instances)
            for number, owners in enumerate(instances):
                if not seat_sees_variable(variable, owners, self.seat):
                    start = slot.offset + number * width
                    values = [*range(slot.low, slot.high + 1), *([] if slot.none is None else [slot.none])]
                    self.memory[start : start + width] = [self._drawn(values) for _ in range(width)]

    def _secret_choices(self) -> None:
        stop = self.machine.stop
        site = self.program.sites[stop.site] if isinstance(stop, Deciding) else None
        if site is None or site.chosen is None or not isinstance(stop, Deciding):
            return
        slots = {seat: site.chosen + seat * site.chosen_width for seat in range(self.program.players)}
        chose = {seat for seat, cell in slots.items() if 0 < self.memory[cell] <= len(site.offers)}
        for seat in chose - {self.seat}:
            choices: list[Choice] = self.machine.offers.moves(stop.site, seat)
            if choices:
                choice = choices[self._drawn(range(len(choices)))]
                cell = slots[seat]
                filled = [choice.offer + 1, choice.variant, *choice.picks]
                filled += [0] * (site.chosen_width - len(filled))
                self.memory[cell : cell + site.chosen_width] = filled
