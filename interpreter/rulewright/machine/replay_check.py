"""A game played once more from another past: the same choices and outcomes, but with other hidden pieces.

In: a game, seats, a `Past` of its log. Out: the state to which it leads, if the seats are told the same at every step,
see the same variables at every decision, the others can make the moves that they made, and the rules stop at the same
places; else None. So what follows from a hidden piece (a guess that was wrong, a suit that was not followed) rules out
what it must. Choices at once, and what others pick in secret, become any legal ones that come to the same for these
seats.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from operator import itemgetter, ne
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field

from rulewright.machine.backward_sampling import Past
from rulewright.machine.chance import Item, Numbers
from rulewright.machine.events import Chosen, Drawn, Event, Moved
from rulewright.machine.information import seen_events
from rulewright.machine.interpret import Deciding, ListedMove, Machine, RulesFault, Stop, Waiting
from rulewright.machine.interpret.machine import NOWHERE
from rulewright.machine.move_names import Decision, Happened, Step
from rulewright.machine.past_moves import behind_round, pieces_of, told_words, unseen_from
from rulewright.machine.program.cell_map import unordered
from rulewright.machine.program.moves import Candidate, as_written, picks_of
from rulewright.machine.program.nodes import DrawChance, Program
from rulewright.machine.view import seat_sees_variable, variable_cells

if TYPE_CHECKING:
    from rulewright.machine.game import Game

ROUNDS: Final = 4
TRIED: Final = 24
"""So many moves at most are tried for one of which a pick is secret."""
TOLD: Final = 1 << 20
"""What is told otherwise is more unlike than any fields are."""

# ---- once more, from the beginning


@define
class Retelling:
    """Plays a game once more for some seats. `visible`: the variables that one of them sees; the steps that were
    `made`, and the events that were `told`; where the game is `wanted` to stand (None: anywhere); `unseen`: from this
    step on all are choices at once that nobody has seen. `differing`: no step before or behind these may be another
    one in another past. `begun`: where the game stands before them, and the events by then, once they were played;
    `there`: where it stood behind them the last time, and how many events there were; all follows from that, and is
    kept if it `failed`. `steps`: how many were taken the last time, and how much was `unlike` then. `anew` is called
    where a game begins, and before each decision that is made once more."""

    game: "Game"
    seats: Sequence[int]
    lots: Numbers
    anew: Callable[[], object] = lambda: None
    bits: int = field(init=False)
    visible: Callable[[Sequence[int]], tuple[int, ...]] = field(init=False)
    differing: range = field(init=False)
    begun: tuple[tuple[int, ...], list[Event]] | None = field(init=False, default=None)
    there: tuple[tuple[int, ...], int] | None = field(init=False, default=None)
    failed: dict[tuple[tuple[int, ...], int], tuple[int, int]] = field(init=False, factory=dict)
    made: Sequence[Step] = field(init=False)
    told: list[Event] = field(init=False)
    unseen: int = field(init=False)
    wanted: Stop | None = field(init=False)
    log: list[Event] = field(init=False, factory=list)
    steps: int = field(init=False, default=0)
    unlike: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.bits = bits(self.seats)
        self.made, self.told = self.game.steps, self.game.log
        rules = self.game.rules
        first, fields = rules.fields.start or 0, variable_cells(rules.core, rules.program)
        seen = (each for each in fields if any(seat_sees_variable(each[0], each[2], seat) for seat in self.seats))
        none = slice(0, 0)  # so that there is a row, however few they are
        self.visible = itemgetter(none, *(cell - first for *_, cells in seen for cell in cells))
        self.unseen = unseen_from(self.game)
        differing = [number for number, step in enumerate(self.made) if self._differs(self.told[step.told])]
        self.differing = range(differing[0], differing[-1] + 1) if differing else range(0)

    def _differs(self, event: Event) -> bool:
        """Whether a step that is told so may be another one in another past, or is by lot."""
        match event:
            case Chosen(arguments=arguments, secret=secret):
                return secret or not all(mask & self.bits for _, mask in arguments)
            case Drawn(piece=piece):
                return piece is not None
            case _:
                return True

    def state(self, past: Past, *, elsewhere: bool = False) -> tuple[int, ...] | None:
        """The state to which this past leads, or None; `elsewhere`: behind the last step it may be any stop."""
        rules = self.game.rules
        machine, self.wanted = rules.machine, None if elsewhere else self.game.entered().stop
        rules.loaded = None
        self.anew()
        found = self._played(machine, past, None if elsewhere else self.begun)
        if found is None and self.there is not None:
            self.failed[self.there] = self.steps, self.unlike
        return found

    def _played(
        self, machine: Machine, past: Past, begun: tuple[tuple[int, ...], list[Event]] | None
    ) -> tuple[int, ...] | None:
        """The state to which this past leads, or None, from where the game had `begun`, or from its beginning on."""
        self.log, self.there = [] if begun is None else begun[1][:], None
        machine.tell(self.log)
        try:
            machine.expected = self._next(0)
            if begun is None:
                machine.start()
            else:
                machine.load(begun[0])
            first = 0 if begun is None else self.differing.start
            return machine.vector if self._all(machine, past, first) and self._stands(machine) else None
        except RulesFault:
            return None
        finally:
            machine.expected = None
            machine.tell(None)

    def _all(self, machine: Machine, past: Past, number: int) -> bool:
        """Take all steps from this one on; whether they could be taken and the seats were told the same."""
        steps, told = self.made, self.made[number - 1].told if number else 0
        while number < len(steps):
            if self.begun is None and number == self.differing.start:
                self.begun = machine.vector, self.log[:]
            site, end = _site(steps, number), 0  # behind the choices at once that begin here and were turned up, if any
            if site is not None and number < self.unseen and self.game.rules.program.sites[site].chosen is not None:
                end = behind_round(self.game, number)
            self.steps, self.unlike = number, 0
            if not self._same(told, steps[number].told):
                return False
            told = steps[number].told
            if number == self.differing.stop:
                self.there = machine.vector, len(self.log)
                if self.there in self.failed:
                    self.steps, self.unlike = self.failed[self.there]
                    return False
            if end > number:
                taken = self._round(machine, past, number, end)
            elif number < self.unseen and steps[number].told in past.secret:
                taken = self._secretly(machine, past, number)
            else:
                taken = self._step(machine, past, number)
            if not taken:
                return False
            number = max(end, number + 1)
        return self._same(told, len(self.told))

    def _next(self, number: int) -> int | None:
        """Where the step with this number, or the game, decides; NOWHERE: nothing is decided, None: it is open."""
        if number < len(self.made):
            site = _site(self.made, number)
        elif self.wanted is None:
            return None
        else:
            site = self.wanted.site if isinstance(self.wanted, Deciding) else None
        return NOWHERE if site is None else site

    def _round(self, machine: Machine, past: Past, first: int, end: int) -> bool:
        """Choices at once: any that come to the same for the seats, at last those that were made."""
        vector, told = machine.vector, self.made[first].told
        for attempt in range(ROUNDS):
            with suppress(RulesFault):
                by_lot = attempt < ROUNDS - 1
                taken = all(self._step(machine, past, number, by_lot=by_lot) for number in range(first, end))
                if taken and self._comes_to_the_same(machine, told, end):
                    return True
            del self.log[told:]
            machine.load(vector)
        return False

    def _comes_to_the_same(self, machine: Machine, told: int, end: int) -> bool:
        """Whether from this event on the seats are told the same up to the step with the number `end`, and see the same
        then."""
        if end == len(self.made):
            return self._same(told, len(self.told)) and self._stands(machine)
        then = self.made[end]
        same = self._same(told, then.told)
        return same and (not isinstance(then, Decision) or self._sees(machine, then.fields))

    def _secretly(self, machine: Machine, past: Past, number: int) -> bool:
        """A move of which a pick is secret: any that is told as this one, moves the pieces that the past says, and
        comes to the same for the seats. Which it really was is not looked at."""
        step, told = self.made[number], self.made[number].told
        assert isinstance(step, Decision)
        choice = self._as_past(machine, past, step)
        if choice is None:
            return False
        vector, wanted = machine.vector, told_words(machine.program, step.site, choice)
        moves = [each for each in machine.moves(step.seat) if told_words(machine.program, step.site, each) == wanted]
        order = list(range(len(moves)))
        Numbers(past.secret[told], 0).shuffle(order)
        for move in (moves[at] for at in order[:TRIED]):
            with suppress(RulesFault):
                if self._is_written(step, move):
                    self._make(machine, number, step, move)
                    if self._comes_to_the_same(machine, told, number + 1) and self._moves_alike(past, told, number):
                        return True
            del self.log[told:]
            machine.load(vector)
        return False

    def _moves_alike(self, past: Past, told: int, number: int) -> bool:
        """Whether the pieces that went somewhere since this event are of the kinds that the past has for them."""
        then = self.made[number + 1].told if number + 1 < len(self.made) else len(self.told)
        if len(self.log) != then:
            return True
        moved = ((at, event) for at, event in enumerate(self.log[told:], told) if isinstance(event, Moved))
        return all(past.kinds[past.pieces[at]] == event.kind for at, event in moved if at in past.pieces)

    def _stands(self, machine: Machine) -> bool:
        """Whether the game stands where it is wanted to, and the seats see the same there."""
        fields = self.game.state.vector[self.game.rules.fields]
        return self.wanted in (None, machine.stop) and self._sees(machine, fields)

    def _step(self, machine: Machine, past: Past, number: int, *, by_lot: bool = False) -> bool:
        step, stop = self.made[number], machine.stop
        machine.expected = self._next(number + 1)
        if isinstance(step, Decision):
            choice = self._choice(machine, past, number, step, by_lot=by_lot)
            if choice is not None:
                self._make(machine, number, step, choice)
            return choice is not None
        return isinstance(stop, Waiting) and stop.chance == step.point and self._happen(machine, past, step)

    def _make(self, machine: Machine, number: int, step: Decision, choice: ListedMove) -> None:
        machine.expected = self._next(number + 1)
        self.log.append(self.told[step.told])
        self.anew()
        machine.choose(step.seat, choice)

    def _choice(self, machine: Machine, past: Past, number: int, step: Decision, *, by_lot: bool) -> ListedMove | None:
        """The choice that is made here now, if it is one: of those that nobody of the seats has seen one by lot;
        `by_lot`: also of those at once, but one that picks the pieces that were moved."""
        choice = self._as_past(machine, past, step)
        if choice is None or step.seat in self.seats:
            return choice
        event = self.told[step.told]
        if number < self.unseen and not (by_lot and isinstance(event, Chosen) and event.secret):
            found = machine.allows(step.seat, choice)
            return choice if found is not None and self._written(step, choice, found) else None
        moves = machine.moves(step.seat)
        if number < self.unseen:
            moved = Counter(choice.picks[place : place + 2] for place, _ in past.picked.get(step.told, ()))
            moves = [move for move in moves if moved <= Counter(_pieces(machine.program, step.site, move))]
        return moves[self.lots.below(len(moves))] if moves else None

    def _as_past(self, machine: Machine, past: Past, step: Decision) -> ListedMove | None:
        """The choice that was made in a step, if it is asked for here and the seats see the same, with the kinds that
        its pieces have in the past; of a multiset in the order of the zone."""
        stop = machine.stop
        asked = isinstance(stop, Deciding) and stop.site == step.site and step.seat in stop.seats
        if not asked or not self._sees(machine, step.fields):
            return None
        made = list(step.choice.picks)
        for place, piece in past.picked.get(step.told, ()):
            spot = machine.zones.places.spots[made[place + 1]]
            shift = past.kinds[piece] - spot.place if unordered(machine.program.zones[spot.zone]) else 0
            made[place : place + 2] = past.kinds[piece], made[place + 1] + shift
        return ListedMove(step.choice.offer, step.choice.variant, tuple(made))

    def _written(self, step: Decision, choice: ListedMove, found: Sequence[Sequence[Candidate]]) -> bool:
        """Whether the arguments that the seats see are written alike: an ambiguous piece is written by its place.
        `found`: the candidates of each pick."""
        event, rules = self.told[step.told], self.game.rules
        assert isinstance(event, Chosen)
        written = zip(pieces_of(rules.program, step.site, choice, secret=True), event.arguments, strict=True)
        seen = [at for at, (place, (_, mask)) in enumerate(written, 1) if place is not None and mask & self.bits]
        if not seen:
            return True
        move = rules.naming.move(step.seat, choice, step.site, found)
        return all(move[at] == step.move[at] for at in seen)

    def _is_written(self, step: Decision, move: ListedMove) -> bool:
        """Whether what everybody is told of a move is written as it was."""
        naming, said = self.game.rules.naming, list[list[Item]]()
        for choice, words in ((step.choice, step.move), (move, naming.moves(step.seat, [move], step.site)[0])):
            pairs = as_written(picks_of(self.game.rules.program, step.site, choice), choice.picks)
            items = iter(words[1:])
            said.append([item for pick, places in pairs for item in islice(items, len(places)) if not pick.secret])
        return said[0] == said[1]

    def _happen(self, machine: Machine, past: Past, step: Happened) -> bool:
        point = machine.point
        if not isinstance(point, DrawChance):
            kinds = [past.kinds[piece] for piece in past.orders[step.told]]
            pile = machine.program.zones[point.zone.zone].kind == "pile"
            if sorted(kinds) != machine.pool(point):
                return False
            machine.shuffled(kinds[::-1] if pile else kinds)
            return True
        event, found = self.told[step.told], machine.candidates(point)
        assert isinstance(event, Drawn)
        if event.piece is None:
            items = self.game.rules.naming.drawn(point, found)
            values = found[items.index(event.what)][:-1] if event.what in items else None
        else:
            (component, drawn, spot), kind = event.piece, past.kinds[past.pieces[step.told]]
            fitting = (one[:-1] for one in found if one[0] == kind and machine.zones.spot(one[1]) == spot)
            values = next(fitting, None)
            if kind != drawn:
                what = self.game.rules.naming.kind(component, kind)
                event = evolve(event, what=what, piece=(component, kind, spot))
        if values is None:
            return False
        self.log.append(event)
        machine.drawn(values)
        return True

    # ---- the same

    @property
    def reached(self) -> tuple[int, int]:
        """How far it went the last time: the more steps the better, and the less there was unlike."""
        return self.steps, -self.unlike

    def _same(self, begin: int, end: int) -> bool:
        """Whether the seats are told the same by this stretch of the log."""
        if begin == end == len(self.log):
            return True
        ours, theirs = self.log[begin:], self.told[begin:end]
        if len(ours) == len(theirs) and all(map(self._alike, ours, theirs)):
            return True
        if all(
            seen_events(self.game.rules, seat, ours) == seen_events(self.game.rules, seat, theirs)
            for seat in self.seats
        ):
            return True
        alike = sum(map(self._alike, ours, theirs))
        self.unlike = TOLD + max(len(ours), len(theirs)) - alike
        return False

    def _alike(self, one: Event, other: Event) -> bool:
        """Whether two events are told alike, as far as that is soon said."""
        if one is other:
            return True
        if isinstance(one, Moved) and isinstance(other, Moved):
            seen = one.seen & self.bits
            same = (one.origin, one.goal, one.component) == (other.origin, other.goal, other.component)
            return same and seen == other.seen & self.bits and (not seen or one.kind == other.kind)
        return one == other

    def _sees(self, machine: Machine, fields: Sequence[int]) -> bool:
        """Whether the seats see these variables."""
        now = tuple(machine.memory[self.game.rules.fields])
        if now == fields:
            return True
        self.unlike = sum(map(ne, self.visible(now), self.visible(fields)))
        return not self.unlike


def _pieces(program: Program, site: int, choice: ListedMove) -> list[tuple[int, ...]]:
    places = [place for place in pieces_of(program, site, choice, secret=True) if place is not None]
    return [choice.picks[place : place + 2] for place in places]


def _site(steps: Sequence[Step], number: int) -> int | None:
    """Where the step with this number decides, None if it does not."""
    step = steps[number] if number < len(steps) else None
    return step.site if isinstance(step, Decision) else None


def bits(seats: Iterable[int]) -> int:
    """A mask of these seats."""
    return sum(1 << seat for seat in seats)
