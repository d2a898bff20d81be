"""Draw a state that a seat could be in: what it does not know is dealt anew, consistent with its memory.

`eyes` is what a seat has to think with: its legal moves, and such states. Whoever gets this has no way to the game
itself. Law: where the game looks alike to the seat, it is told the same.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.language.facts.game_facts import all_is_open
from rulewright.machine.backward_sampling import Past, Placed, Trace, trace
from rulewright.machine.chance import GAMMA, ChanceEvent, ChanceSource, Numbers, Seeded, pool
from rulewright.machine.events import Key
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Vector
from rulewright.machine.move_names import Move
from rulewright.machine.past_moves import account
from rulewright.machine.piece_knowledge import Knowledge
from rulewright.machine.program.cell_map import State, first_cell, single, unordered
from rulewright.machine.program.nodes import Program
from rulewright.machine.replay_check import Retelling, bits
from rulewright.machine.unseen_pieces import Contradiction, Unseen, Untold
from rulewright.machine.view import seat_sees_variable, variable_cells

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
        self.game, self.known, self.seat = game, known, seat
        self.chance: ChanceSource
        self.program: Program = game.rules.program
        self.machine: Machine = game.rules.machine
        self.memory = self.machine.memory
        self.asked = 0
        self.vector = game.state.vector
        game.rules.loaded = None
        self.machine.load(self.vector)
        self._dealt = [self._gaps_of(component) for component in range(len(game.rules.core.components))]

    def state(self, chance: ChanceSource) -> tuple[int, ...]:
        """A state, dealt by this source, in which those who are asked can move, as they certainly can."""
        self.chance, self.asked, vector = chance, 0, self.vector
        for _ in range(TRIES):
            self.game.rules.loaded = None
            self.machine.load(self.vector)
            for gaps in self._dealt:
                self._fill(gaps)
            for kind_cell, loc_cell in self.program.held:  # a piece that is kept is what lies in its hidden place now
                loc = self.memory[loc_cell]
                spot = self.machine.zones.places.spots.get(loc)
                if spot is None or self._sees(loc):
                    continue
                if not unordered(self.program.zones[spot.zone]):
                    self.memory[kind_cell] = self.machine.zones.kind_at(loc)
                elif not self.memory[loc] and (pieces := self.machine.zones.pieces(spot.zone, spot.instance)):
                    self.memory[kind_cell], self.memory[loc_cell] = pieces[0]
            for variable, slot, owners, cells in variable_cells(self.game.rules.core, self.program):
                if not seat_sees_variable(variable, owners, self.seat):
                    values = [*range(slot.low, slot.high + 1), *([] if slot.none is None else [slot.none])]
                    self.memory[cells.start : cells.stop] = [self._drawn(values) for _ in cells]
            self.machine.load(self.machine.vector)
            self._secret_choices()
            vector, stop = self.machine.vector, self.machine.stop
            if not isinstance(stop, Deciding) or all(self.machine.moves(seat) for seat in stop.seats):
                break
        return vector

    def _sees(self, loc: int) -> bool:
        return bool(self.machine.zones.seen_by(loc) >> self.seat & 1)

    # ---- asking chance

    def _shuffled(self, kinds: Sequence[int]) -> list[int]:
        copies = sorted(Counter(kinds).items())
        if len(copies) < 2:
            return list(kinds)
        self.asked += 1
        items = tuple(kind for kind, _ in copies)
        event = ChanceEvent(self.asked, "shuffle", "imagine", items, tuple(weight for _, weight in copies))
        outcome = self.chance.outcome(event)
        return [items[number] for number in (pool(event) if outcome is None else outcome)]

    def _drawn(self, values: Sequence[int]) -> int:
        self.asked += 1
        event = ChanceEvent(self.asked, "draw", "imagine", tuple(values), (1,) * len(values))
        outcome = self.chance.outcome(event)
        return values[outcome[0] if outcome else 0]

    # ---- pieces

    def _gaps_of(self, component: int) -> _Gaps:
        """Where pieces lie that the seat does not know, and which kinds lie there, without those known to be in some
        zone; of an unlimited component those that may be anywhere."""
        copies = self.game.rules.core.components[component].copies
        places: list[tuple[Key, tuple[int, ...], tuple[int, ...]]] = []
        left: Counter[int] = Counter()
        for zone, layout in enumerate(self.program.zones):
            instances = layout.instances if layout.component == component and not layout.unlimited else 0
            for instance in range(instances):
                pieces, ledger = self.machine.zones.pieces(zone, instance), self.known.ledger((zone, instance))
                unseen = [loc for _, loc in pieces if not self._sees(loc)]
                if not unseen:
                    continue
                if unordered(layout):
                    cells, there = (-1,) * len(pieces), Counter(kind for kind, _ in pieces)
                else:
                    place = self.machine.zones.spot
                    cells = tuple(loc for loc in unseen if ledger.places.get(place(loc).place) is None)
                    there = Counter(kind for kind, loc in pieces if loc in cells)
                if None not in copies:
                    ledger.inside &= there
                    left += there - ledger.inside
                places.append(((zone, instance), cells, tuple(ledger.inside.elements())))
        if None in copies:
            return _Gaps(tuple(places), tuple(kind for kind, number in enumerate(copies) if number is None), True)
        return _Gaps(tuple(places), tuple(left.elements()), False)

    def _fill(self, gaps: _Gaps) -> None:
        """Deal a component: shuffle its kinds over its gaps."""
        if gaps.unlimited:
            count = sum(len(cells) - len(known) for _, cells, known in gaps.places)
            free = [self._drawn(gaps.kinds) for _ in range(count)]
        else:
            free = self._shuffled(gaps.kinds)
        first = 0
        for (zone, instance), cells, known in gaps.places:
            end = first + len(cells) - len(known)
            kinds, layout, first = [*free[first:end], *known], self.program.zones[zone], end
            if unordered(layout):
                start = first_cell(layout, instance)
                self.memory[start : start + layout.stride] = [0] * layout.stride
                for kind in kinds:
                    self.memory[start + kind] += 1
            else:
                for cell, kind in zip(cells, self._shuffled(kinds) if known else kinds, strict=True):
                    self.memory[cell] = kind + int(single(layout))

    def _secret_choices(self) -> None:
        """What others chose at once and is still secret becomes any legal move."""
        stop = self.machine.stop
        if not isinstance(stop, Deciding) or (site := self.program.sites[stop.site]).chosen is None:
            return
        slots = {seat: site.chosen + seat * site.chosen_width for seat in range(self.program.players)}
        chose = {seat for seat, cell in slots.items() if 0 < self.memory[cell] <= len(site.offers)}
        for seat in chose - {self.seat}:
            choices: list[ListedMove] = self.machine.list_moves(stop.site, seat)
            if choices:
                choice = choices[self._drawn(range(len(choices)))]
                filled = [choice.offer + 1, choice.variant, *choice.picks]
                filled += [0] * (site.chosen_width - len(filled))
                self.memory[slots[seat] : slots[seat] + site.chosen_width] = filled


# ---- Imagining: a state in which what a seat does not know is dealt anew, consistent with its memory
# A past of the pieces is drawn by lot that agrees with all that the seat saw of them, and the game is played once more
# from there. Where the seat is told the same at every step the state is one that it could be in, for all that it saw
# and was told. Several pasts are tried, within a bound of steps: drawn anew, or with the kinds of two pieces exchanged
# that the seat did not see, in the one that went on longest; so much may follow from what the others do that no drawn
# one fits. Which state is found is by lot, but not each of them as often. Where none is, the unseen pieces are dealt
# anew where they lie now, which agrees with what the seat sees and knows of pieces, and that is told.


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
        asked = (chance.outcome(ChanceEvent(at, "draw", "imagine", BYTE, (1,) * len(BYTE))) for at in range(4))
        number = int.from_bytes(outcome[0] if outcome else 0 for outcome in asked)  # of 32 bits
        retelling = Retelling(game, [seat], Numbers(number, 0), anew)
        found, _ = _consistent(game, known, retelling) if game.steps or game.log else (None, 0)
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
        return _consistent(game, known, Retelling(game, seats, lots, anew), most, elsewhere=True)


def _at_first(game: "Game", bit: int) -> Knowledge:
    """What is known when a game begins."""
    machine, known = game.rules.machine, Knowledge(game.rules.program, bit)
    game.rules.loaded = None
    machine.place(game.base)
    known.look(machine)
    return known


def _consistent(
    game: "Game", known: Knowledge, retelling: Retelling, most: int = MAX_EVENTS_PER_STATE, *, elsewhere: bool = False
) -> tuple[Imagined | None, int]:
    """A state whose past tells the seats the same, if one is soon found: no past is tried that might take too long.
    And how many events were gone back through."""
    again, replayed = REPLAYED * len(game.steps), 0
    tracing = None if len(game.log) + again > most else traced(game, known, retelling.lots)
    if tracing is None:
        return None, 0
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


def traced(game: "Game", known: Knowledge, lots: Numbers) -> Trace | None:
    """The way back from where the game stands, if it is known how it went on since it began, and all saw all pieces
    then."""
    if game.base is not game.rules.program.initial:
        return None
    machine, base = game.rules.machine, list[Placed]()
    game.rules.loaded = None
    machine.place(game.base)
    for zone, layout in enumerate(game.rules.program.zones):
        for instance in range(layout.instances):
            for kind, loc in machine.zones.pieces(zone, instance):
                if machine.zones.seen_by(loc) != machine.zones.places.everyone:
                    return None
                base.append(((zone, instance), machine.zones.spot(loc).place, kind))
    told = account(game, known)
    machine.load(game.state.vector)
    return trace(machine, Unseen(game.log, known), told, base, lots)


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


# ---- what a seat has to think with


PAST, STEPS = 4, 4
"""So many worlds at most have a past that agrees with all that the seat was told; of all together they take so many
steps of the game a world, since a past plays it once more. The others agree with what the seat sees, and with what it
knows of pieces."""


@frozen
class Eyes:
    """`moves`: those of the seat, in the order of the rules; `worlds`: so many states, drawn by a seed, one after the
    other, and a past is looked for as long as the third argument, if there is one, says so; where several seats choose
    at once nobody has chosen yet in any of them; `one_world`: nothing else is hidden, so that all of them are the
    same."""

    seat: int
    players: int
    moves: Callable[[], list[Move]]
    worlds: Callable[..., Iterator[Vector]]
    one_world: bool


class _Enough(Exception):  # noqa: N818 - the user's
    """No past is looked for any more."""


def eyes(game: "Game", seat: int) -> Eyes:
    """What this seat has of a game, as long as that stands where it stands."""
    one_world = all_is_open(game.rules.core, between_choices=True)

    def worlds(count: int, seed: int, going: Callable[[], bool] = lambda: True) -> Iterator[Vector]:
        # What was chosen at once and is not yet carried out is taken back: a seat that is asked later would otherwise
        # answer opponents who choose at random, and one that is asked first opponents who think.
        stop, pending = game.entered().stop, range(0)
        site = game.rules.program.sites[stop.site] if isinstance(stop, Deciding) else None
        if site is not None and site.chosen is not None:
            pending = range(site.chosen, site.chosen + game.rules.players * site.chosen_width)
        past = 0 if one_world else min(PAST, count, STEPS * count // (1 + len(game.steps)))
        dealer = Dealer(game, knowledge(game, seat), seat)

        def anew() -> None:
            if not going():
                raise _Enough

        for number in range(count):
            vector: Vector | None = None
            if number * past % count < past and going():  # spread, because who has little time does not take all
                with suppress(_Enough):
                    vector = imagined(game, seat, Seeded(seed, number), anew).state.vector
            if vector is None:
                with uncollected():
                    vector = dealer.state(Seeded(seed + GAMMA, number))
            yield (*vector[: pending.start], *(0 for _ in pending), *vector[pending.stop :])

    return Eyes(seat, game.rules.players, lambda: game.moves(seat), worlds, one_world)
