"""Draw a state that a seat could be in: what it does not know is dealt anew, consistent with its memory."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.machine.backward_sampling import Account, Past, Placed, Trace, trace
from rulewright.machine.chance import ChanceEvent, ChanceSource, Numbers, pool
from rulewright.machine.events import Key
from rulewright.machine.interpret import Deciding, ListedMove, Machine
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.piece_pools import Contradiction, Untold
from rulewright.machine.program.cell_map import first_cell, single, unordered
from rulewright.machine.program.nodes import Program, ZoneLayout
from rulewright.machine.replay_check import Retelling, account, bits
from rulewright.machine.state import State
from rulewright.machine.view import instances_of, seat_sees_variable, variable_slots

if TYPE_CHECKING:
    from rulewright.machine.game import Game


# ---- Dealing anew what a seat does not know, consistent with what it sees and knows of pieces now
# Pieces that the seat sees or knows stay; the others of each component are shuffled over the places where unknown ones
# lie. Hidden variables get any value of their domain, choices at once that are still secret any legal move. Never is
# the real hidden state looked at but to find out how many of each kind are unseen, which the seat can count itself.


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
            choices: list[ListedMove] = self.machine.offers.moves(stop.site, seat)
            if choices:
                choice = choices[self._drawn(range(len(choices)))]
                cell = slots[seat]
                filled = [choice.offer + 1, choice.variant, *choice.picks]
                filled += [0] * (site.chosen_width - len(filled))
                self.memory[cell : cell + site.chosen_width] = filled


# ---- Imagining: a state in which what a seat does not know is dealt anew, consistent with its memory
# A past of the pieces is drawn by lot that agrees with all that the seat saw of them, and the game is played once more
# from there. Where the seat is told the same at every step the state is one that it could be in, for all that it saw
# and was told. Several pasts are tried, within a bound of steps: drawn anew, or with the kinds of two pieces exchanged
# that the seat did not see, in the one that went on longest; so much may follow from what the others do that no drawn
# one fits. Which state is found is by lot, but not each of them as often. Where none is, the unseen pieces are dealt
# anew where they lie now, which agrees with what the seat sees and knows of pieces, and that is told. Never is the
# real hidden state looked at but to find out how many of each kind are unseen, which the seat can count itself.


BYTE: Final = tuple(range(256))
MAX_EVENTS_PER_STATE: Final = 30_000
"""So much is done for one state, counted in events that are gone back through."""
MAX_STEPS_PER_EVENT: Final = 10
"""Where so many times the events there are were gone back through, a past is given up."""
DRAWN: Final = 4
"""Every so often a past is drawn; the times between, pieces exchange their kinds in the one that went on longest."""
REPLAYED: Final = 10
"""To play a step again takes as long as to go back through so many events."""


@frozen
class Imagined:
    """A state that a seat could be in. `consistent`: played from the beginning it tells the seat the same; otherwise it
    agrees with what the seat sees and knows of pieces, and no more was found. `past`: the pieces that lead there."""

    state: State
    consistent: bool
    past: Past | None = None


def imagined(game: "Game", seat: int, chance: ChanceSource, anew: Callable[[], object] = lambda: None) -> Imagined:
    """A state that this seat could be in; the game stays as it is. `anew` is called where a game begins and before each
    decision that is made once more, and may raise what ends it."""
    known = knowledge(game, seat)
    with uncollected():
        retelling = Retelling(game, [seat], Numbers(_number(chance), 0), anew)
        found, _ = _told(game, known, retelling) if game.steps or game.log else (None, 0)
    if found is not None:
        return found
    vector = Dealer(game, known, seat).state(chance)
    return Imagined(State(vector, game.rules.program), not game.steps and not game.log)


def knowledge(game: "Game", seat: int) -> Knowledge:
    """What a seat knows of the pieces, from its memory and its sight; kept beside the game and followed on."""
    if seat not in game.knowledge:
        game.knowledge[seat] = _at_first(game, 1 << seat)
    known = game.knowledge[seat]
    known.follow(game.log[known.told :])
    return known


def elsewhere(
    game: "Game", seats: Sequence[int], lots: Numbers, anew: Callable[[], object] = lambda: None, *, most: int
) -> tuple[Imagined | None, int]:
    """A state that these seats together, each telling what it knows, could not tell from this one before it is known
    where the rules stop, which may be anywhere; if one is found before so many events were gone back through, and how
    many were. `anew` is called where a game begins, and before each decision."""
    known = _at_first(game, bits(seats))
    known.follow(game.log)
    with uncollected():
        return _told(game, known, Retelling(game, seats, lots, anew), most, elsewhere=True)


def _at_first(game: "Game", bit: int) -> Knowledge:
    """What is known when a game begins."""
    machine, known = game.rules.machine, Knowledge(game.rules.program, bit)
    game.rules.loaded = None
    machine.place(game.base)
    known.look(machine)
    return known


def _told(
    game: "Game", known: Knowledge, retelling: Retelling, most: int = MAX_EVENTS_PER_STATE, *, elsewhere: bool = False
) -> tuple[Imagined | None, int]:
    """A state whose past tells the seats the same, if one is soon found: no past is tried that might take too long.
    And how many events were gone back through."""
    base, again, replayed = _base(game), REPLAYED * len(game.steps), 0
    if base is None or len(game.log) + again > most:
        return None, 0
    tracing = _traced(game, account(game, known), base, retelling.lots)
    told = [step.told for step in game.steps] or [0]
    best: Past | None = None
    reached, drawn = (-1, 0), 0
    for times in count():
        other = best.exchanged(told[reached[0]], retelling.lots) if best is not None and times % DRAWN else None
        try:
            past = other or tracing.past(min(most - again - replayed, MAX_STEPS_PER_EVENT * len(game.log)))
        except (Contradiction, Untold):
            break
        vector = retelling.state(past, elsewhere=elsewhere)
        replayed += REPLAYED * (1 + retelling.steps)
        if vector is not None:
            return Imagined(State(vector, game.rules.program), consistent=True, past=past), tracing.work + replayed
        if retelling.reached >= reached:
            best, reached = past, retelling.reached
        if tracing.work + replayed + again > most:
            break
        if other is None:
            tracing.refuse(told[retelling.steps], drawn)
            drawn += 1
    return None, tracing.work + replayed


def _traced(game: "Game", told: Account, base: Sequence[Placed], lots: Numbers) -> Trace:
    """The way back from where the game stands."""
    machine = game.rules.machine
    game.rules.loaded = None
    machine.load(game.state.vector)
    return trace(machine, told, base, lots)


def _base(game: "Game") -> list[Placed] | None:
    """All pieces as they lay when the game began, if everybody saw them and it is known how it went on."""
    if game.base is not game.rules.program.initial:
        return None
    machine = game.rules.machine
    game.rules.loaded = None
    machine.place(game.base)
    zones, found = machine.zones, []
    for zone, layout in enumerate(game.rules.program.zones):
        for instance in range(layout.instances):
            for kind, loc in zones.pieces(zone, instance):
                if zones.seen_by(loc) != zones.places.everyone:
                    return None
                found.append(((zone, instance), zones.spot(loc).place, kind))
    return found


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing that is made here refers to itself: the collector, which would go through all that there is, may wait."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _number(chance: ChanceSource) -> int:
    """A number of 32 bits by lot."""
    bits = 0
    for number in range(4):
        outcome = chance.outcome(ChanceEvent(number, "draw", "imagine", BYTE, (1,) * len(BYTE)))
        bits = bits * len(BYTE) + (outcome[0] if outcome else 0)
    return bits
