"""From stop to stop: runs the blocks of a program to the next decision, chance event or the end.

A `Machine` has one memory. Whoever uses it loads a vector, asks, answers, and takes the new vector. A fault leaves the
memory as it was in mid-flight: load again.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from time import monotonic
from typing import Final, TypeVar, cast

from attrs import frozen

from rulewright.language.span import NOWHERE as UNKNOWN, Span
from rulewright.machine.chance import Numbers
from rulewright.machine.events import Event, Mixed
from rulewright.machine.interpret.compiler import Compiler
from rulewright.machine.interpret.offers import allowed, stuck
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, CHANCES, LATE, RulesFault, exceeded, fail
from rulewright.machine.program.moves import Candidate, ListedMove, mask_cell

STOPPED: Final = -1
NOWHERE: Final = -1


@frozen
class Deciding:
    """Stopped for a decision of these seats (several at a choice at once)."""

    site: int
    seats: tuple[int, ...]


@frozen
class Waiting:
    """Stopped for a chance event."""

    chance: int


@frozen
class Over:
    """The game is over."""


Stop = Deciding | Waiting | Over
Vector = tuple[int, ...]
F = TypeVar("F", bound=Callable[..., object])


def bounded(ask: F) -> F:
    """Rules that outgrow the process go wrong in play, at the stop from which they went on."""

    @wraps(ask)
    def asked(machine: "Machine", *args: object, **named: object) -> object:
        try:
            return ask(machine, *args, **named)
        except RecursionError:
            words = "This is nested too deep to be carried out here."
        except MemoryError:
            words = "This takes more memory than there is."
        raise RulesFault("too-large", words, machine.stopped_at)

    return cast("F", asked)


class Machine:
    """The reference backend of one program. `passes`: how many decisions are to come at which it is known that somebody
    cannot move. `expected`: the next site (NOWHERE if there is none), at which it is known that everybody can; what
    happens if another one is next nobody asks, but it is not this one."""

    def __init__(self, program: ir.Program, compiler: Compiler | None = None) -> None:
        self.program = program
        self.c = compiler or Compiler(program)
        self.memory = self.c.memory
        self.zones = self.c.zones
        self.stop: Stop = Over()
        self.expected: int | None = None
        self.passes: int | None = None
        self._blocks: dict[int, Callable[[], int]] = {}
        self._chance_due = 0.0
        self._moves: dict[int, list[ListedMove]] = {}
        self._seats: dict[int, Callable[[], int]] = {}
        self._arguments: dict[tuple[int, int], list[tuple[int, Callable[[], int]]]] = {}

    # ---- the vector

    @property
    def vector(self) -> Vector:
        """The state now."""
        return tuple(self.memory[: self.program.size])

    @property
    def notes(self) -> tuple[int, ...]:
        """How often what the program notes has happened here so far."""
        return tuple(self.c.notes)

    def load(self, vector: Sequence[int]) -> Stop:
        """Take up a state that has stopped."""
        self.place(vector)
        self.stop = self._stop_of(self.program.blocks[self.memory[self.program.pc]])
        self._wait()
        return self.stop

    def place(self, vector: Sequence[int]) -> None:
        """Take up a state only to look at it, stopped or not."""
        size = len(vector)
        self.memory[:size] = vector
        self.memory[size:] = [0] * (self.c.turns + 1 - size)
        self.c.yields.clear()
        self._moves = {}

    def start(self) -> Stop:
        """Begin a game."""
        self.place(self.program.initial)
        return self.run(self.program.start)

    def tell(self, events: list[Event] | None) -> None:
        """Append to this list what happens from now on."""
        self.zones.events = events

    @property
    def stopped_at(self) -> Span:
        """Where the rules have stopped."""
        match self.stop:
            case Deciding(site):
                return self.program.sites[site].span
            case Waiting(chance):
                return self.program.chances[chance].span
            case Over():
                return UNKNOWN

    # ---- running

    @bounded
    def run(self, block: int) -> Stop:
        """Run from a block to the next stop."""
        self.c.restart_limits()
        self._moves = {}
        while block != STOPPED:
            run = self._blocks.get(block)
            block = run() if run is not None else self._block(block)()
        return self.stop

    def _block(self, number: int) -> Callable[[], int]:
        block = self.program.blocks[number]
        code, exits, end = self.c.code(block.code), dict(block.exits), self._terminator(number, block)

        def run() -> int:
            label = code()
            return exits[label] if label else end()

        self._blocks[number] = run
        return run

    def _terminator(self, number: int, block: ir.Block) -> Callable[[], int]:
        memory = self.memory
        match block.terminator:
            case ir.Jump(to):
                return self._back(to, block.terminator.span) if to <= number else lambda: to
            case ir.Branch(test, then, otherwise):
                passed = self.c.test(test)
                return lambda: then if passed() else otherwise
            case ir.Return(cell):
                return lambda: memory[cell]
            case ir.Decide() | ir.Chance() | ir.End():
                return lambda: self._halt(number, block)

    def _back(self, to: int, span: Span) -> Callable[[], int]:
        memory, turns, limit, many_turns = self.memory, self.c.turns, self.c.limit, self.c.many_turns

        def back() -> int:
            memory[turns] += 1
            if memory[turns] > limit[0]:
                many_turns(span)
            return to

        return back

    def _halt(self, number: int, block: ir.Block) -> int:
        """Stop here, or go on at once where nobody can move or nothing is to be shuffled."""
        for cell in block.dead:
            self.memory[cell] = 0
        self.memory[self.program.pc] = number
        self.stop = self._stop_of(block)
        self._wait()
        match self.stop:
            case Deciding(site, seats):
                return self._asked(self.program.sites[site], site, seats)
            case Waiting(chance):
                point = self.program.chances[chance]
                empty = isinstance(point, ir.ShuffleChance) and not self.pool(point)
                return point.then if empty else STOPPED
            case Over():
                return STOPPED

    def _wait(self) -> None:
        """Nothing lies on top of what waits to be shuffled, where that would be seen."""
        point = self.point if isinstance(self.stop, Waiting) and self.zones.places.tops else None
        self.zones.mixing = (point.zone.zone, self.instance(point)) if isinstance(point, ir.ShuffleChance) else None

    def _stop_of(self, block: ir.Block) -> Stop:
        match block.terminator:
            case ir.Decide(site):
                return Deciding(site, self._deciders(site))
            case ir.Chance(chance):
                return Waiting(chance)
            case ir.End():
                return Over()
            case ir.Jump() | ir.Branch() | ir.Return():
                raise RulesFault("not-stopped", "This state has not stopped for a decision or a chance event.")

    # ---- decisions

    def _deciders(self, number: int) -> tuple[int, ...]:
        site = self.program.sites[number]
        if site.seat is not None:
            if number not in self._seats:
                self._seats[number] = self.c.expression(site.seat)
            return (self._seats[number](),)
        assert site.chosen is not None
        cells = [site.chosen + seat * site.chosen_width for seat in range(self.program.players)]
        return tuple(seat for seat, cell in enumerate(cells) if not self.memory[cell])

    def _asked(self, site: ir.Site, number: int, seats: tuple[int, ...]) -> int:
        """List the moves, unless it is known whether there are some; with none go on where the rules say."""
        if self.passes and site.stuck is not None:
            self.passes -= 1
            return site.stuck
        known = number == self.expected or (self.expected is not None and site.stuck is None)
        if known or self.passes is not None:
            self._moves = {}
            return STOPPED
        for seat in seats:
            self._moves[seat] = self.list_moves(number, seat)
            if not self._moves[seat]:
                if site.stuck is None:
                    noted = self.notes
                    words = stuck(self, number, seat)
                    self.c.notes[:] = noted  # what is asked for the words has not happened
                    raise RulesFault("stuck", words, site.span)
                return site.stuck
        return STOPPED

    @bounded
    def moves(self, seat: int) -> list[ListedMove]:
        """All legal moves of a deciding seat, in the order of the rules."""
        if seat not in self._moves:
            assert isinstance(self.stop, Deciding)
            self.c.restart_limits()
            self._moves[seat] = self.list_moves(self.stop.site, seat)
        return self._moves[seat]

    @bounded
    def allows(self, seat: int, choice: ListedMove) -> list[list[Candidate]] | None:
        """The candidates of each pick, if a choice is a legal move of a deciding seat, which need not be listed."""
        assert isinstance(self.stop, Deciding)
        return allowed(self, self.stop.site, seat, choice)

    def choose(self, seat: int, choice: ListedMove) -> Stop:
        """Make a legal move and run to the next stop."""
        assert isinstance(self.stop, Deciding)
        site = self.program.sites[self.stop.site]
        offer = site.offers[choice.offer]
        limit = self.limit(offer)
        if limit is not None:
            self.memory[mask_cell(limit, choice.variant)] += 1
        if site.chosen is None:
            cells = self.program.actions[offer.action].variants[choice.variant].cells
            for cell, word in zip(cells, choice.picks, strict=True):
                self.memory[cell] = word
            return self.run(offer.to[choice.variant])
        # kept in a hidden slot; after the last one they are carried out
        assert site.then is not None
        slot, first = [choice.offer + 1, choice.variant, *choice.picks], site.chosen + seat * site.chosen_width
        self.memory[first : first + site.chosen_width] = slot + [0] * (site.chosen_width - len(slot))
        rest = self._deciders(self.stop.site)
        if not rest:
            return self.run(site.then)
        self.stop = Deciding(self.stop.site, rest)
        self._moves = {}
        return self.stop

    def list_moves(self, site: int, you: int) -> list[ListedMove]:
        """All moves of the seat, in the order of the rules."""
        c, memory, asking = self.c, self.memory, self.program.sites[site]
        found = c.listed = []
        c.tried = c.work = 0
        turns = memory[c.turns]
        if asking.you is not None:
            memory[asking.you] = you
        for offer in asking.offers:
            (seat,) = self.program.functions[offer.moves].params
            memory[seat] = you
            c.body(offer.moves)()
        memory[c.turns] = turns
        return found

    def prepare(self, site: int, number: int, you: int) -> None:
        """Set the cells of `you` and the parameters of the action of an offer, to ask about its moves."""
        asking, memory = self.program.sites[site], self.memory
        if asking.you is not None:
            memory[asking.you] = you
        offer = asking.offers[number]
        action = self.program.actions[offer.action]
        if (site, number) not in self._arguments:
            pairs = zip(action.params, offer.args, strict=True)
            self._arguments[site, number] = [(cell, self.c.expression(arg)) for cell, arg in pairs]
        values = [(cell, value()) for cell, value in self._arguments[site, number]]
        memory[action.you] = you
        for cell, value in values:
            memory[cell] = value

    def set_cells(self, cells: Sequence[int], words: Sequence[int]) -> None:
        """Put words into these cells, as far as there are both."""
        for cell, word in zip(cells, words, strict=False):
            self.memory[cell] = word

    def limit(self, offer: ir.OfferCode) -> ir.LimitCode | None:
        """The limit of an offer's line."""
        return None if offer.limit is None else self.program.limits[offer.limit]

    def used(self, offer: ir.OfferCode, variant: int) -> bool:
        """Whether the offer is used up, for this member of a family."""
        limit = self.limit(offer)
        return limit is not None and self.memory[mask_cell(limit, variant)] >= limit.most

    def owed(self, site: int, waiting: ir.OfferCode) -> ir.OfferCode | None:
        """The first offer for which another one waits, that is not used yet."""
        for offer in self.program.sites[site].offers if waiting.owed else ():
            limit = self.limit(offer)
            if (
                limit is not None
                and offer.limit in waiting.owed
                and not any(self.memory[limit.cell : limit.cell + limit.members])
            ):
                return offer
        return None

    # ---- chance

    @property
    def point(self) -> ir.ChancePoint:
        """The chance point at which the machine waits."""
        assert isinstance(self.stop, Waiting)
        return self.program.chances[self.stop.chance]

    def pool(self, point: ir.ShuffleChance) -> list[int]:
        """The kinds to be shuffled, in kind order."""
        return sorted(kind for kind, _ in self.zones.pieces(point.zone.zone, self.instance(point)))

    def broken(self) -> Iterator[int]:
        """The numbers of the invariants that do not hold here."""
        return (number for number, check in enumerate(self.program.invariants) if not self.call(check.function))

    def instance(self, point: ir.ShuffleChance) -> int:
        """Which of the like zones is shuffled."""
        return self.c.expression(point.zone.instance)()

    def candidates(self, point: ir.DrawChance) -> list[Candidate]:
        """What can be drawn: the values of its cells, then the weight; drawing from nothing is a fault."""
        found = [candidate for candidate in self.listed(point.candidates) if candidate[-1] > 0]
        if not found:
            fail(self.program.faults[point.fault])
        return found

    def shuffled(self, kinds: Sequence[int]) -> Stop:
        """Answer a shuffle (first kind on top of a pile, left in a row) and run on."""
        point = self.point
        assert isinstance(point, ir.ShuffleChance)
        zone, instance = point.zone.zone, self.instance(point)
        pile = self.program.zones[zone].kind == "pile"
        self.zones.arrange(zone, instance, list(reversed(kinds)) if pile else kinds)
        self.zones.mixing = None
        if self.zones.events is not None:
            self.zones.events.append(Mixed(zone, instance, point.label))
            self.zones.uncovered(zone, instance)
        return self.run(point.then)

    def drawn(self, values: Sequence[int]) -> Stop:
        """Answer a draw or roll with the values of its cells and run on."""
        point = self.point
        assert isinstance(point, ir.DrawChance)
        for cell, value in zip(point.cells, values, strict=True):
            self.memory[cell] = value
        return self.run(point.then)

    def happen(self, numbers: Numbers) -> Stop:
        """Answer the chance event by these numbers as `Seeded` does, without giving its items names, and run on."""
        point = self.point
        if isinstance(point, ir.ShuffleChance):
            pool = self.pool(point)
            numbers.shuffle(pool)
            return self.shuffled(pool)
        found = self.candidates(point)
        at = numbers.below(sum(candidate[-1] for candidate in found))
        for candidate in found:
            at -= candidate[-1]
            if at < 0:
                return self.drawn(candidate[:-1])
        raise AssertionError(found)

    def settle(self, key: int, events: int) -> int:
        """Answer chance by the stream of this key up to the next decision or the end, behind so many events; how many
        there were by now."""
        before = events
        while isinstance(self.stop, Waiting):
            self.count_chance(events + 1 - before)
            self.happen(Numbers(key, events))
            events += 1
        return events

    def count_chance(self, events: int) -> None:
        """A fault where so many chance events, this one included, have come without a decision, or have taken long."""
        if events > CHANCES:
            raise exceeded("endless-chance", self.point.span)
        if events == 1:
            self._chance_due = min(monotonic() + CALL_TIMEOUT_S, self.c.deadline)
        elif monotonic() > self._chance_due:
            raise exceeded(LATE, self.point.span)

    # ---- the end, and questions

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores of all seats and the seats that have won, at the end of a game."""
        program, memory = self.program, self.memory
        seats, mask = range(program.players), memory[program.ended + 1]
        if memory[program.ended] != 2 and program.winners is not None:
            mask = sum({1 << seat for (seat,) in self.listed(program.winners)})
        won = tuple(seat for seat in seats if mask >> seat & 1)
        return tuple(mask >> seat & 1 for seat in seats) if program.score is None else self.scores(), won

    def scores(self) -> tuple[int, ...]:
        """The scores of now of all seats; there must be scores."""
        assert self.program.score is not None
        return tuple(self.call(self.program.score, seat) for seat in range(self.program.players))

    @bounded
    def listed(self, enumerator: int) -> list[Candidate]:
        """What an enumerator yields."""
        self.c.restart_limits()
        return self.c.collected(self.c.body(enumerator))()

    @bounded
    def call(self, function: int, *args: int) -> int:
        """The result of a function for these arguments."""
        code = self.program.functions[function]
        for cell, value in zip(code.params, args, strict=True):
            self.memory[cell] = value
        self.c.restart_limits()
        self.c.body(function)()
        return 0 if code.result is None else self.memory[code.result]
