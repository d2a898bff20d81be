"""All positions that rules can come to, layer by layer: each kept once, with the position before it and the choice.

A layer is what is reached by so many decisions and by no fewer; chance between them belongs to the layer. What keeps
them is here the reference; `wasm.explorer` does the same many times as fast. Where ways are counted, every
layer has its own positions, and each says by how many ways it is reached instead of one of them.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from rulewright.machine.chance import MOST_OUTCOMES, enumerate_outcomes
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Stop, Waiting
from rulewright.machine.program.bounds import CHANCES, exceeded

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.wasm.explorer import Explorer

Vector = tuple[int, ...]
GIB: Final = 1 << 30
POSITION, CELL = 500, 8
"""Bytes that the reference needs for a position, and for each number of what it keeps of it, about."""
Starts = Sequence[tuple[Vector, int]]
"""States that have stopped, each once, and in how many ways each is reached."""


Link = tuple[int, int, int]
"""A position that decides, the seat that chooses, and the position to which its next choice leads."""


class NoRoom(Exception):  # noqa: N818 - the game may be right
    """There is no room or no time for all positions."""


@frozen
class Choice:
    """What was chosen: the move of a seat with this number, or the outcome of chance (`seat` is None): of those that
    were looked at, which are all, or those drawn by lot; along a path that stands by itself always of all
    (`chance.nth_outcome`)."""

    seat: int | None
    number: int


NOTHING: Final = Choice(None, 0)
"""What chance gives where there is nothing that it could: with that the rules go wrong."""


@frozen
class Faulted:
    """Going on from a position by this choice the rules go wrong."""

    position: int
    choice: Choice
    fault: RulesFault


@frozen
class Broken:
    """An invariant does not hold in this position; the first of them that does not."""

    position: int
    invariant: int


Trouble = Faulted | Broken


@frozen
class Layer:
    """After so many decisions: the numbers of the positions in it, those between chance events included; how many of
    them are decisions, and how many ends."""

    decisions: int
    positions: range
    deciding: int
    over: int


Positions: TypeAlias = "PlainPositions | Explorer"
"""Positions by number, in the order in which they were found."""


def layers(positions: Positions, starts: Starts = ()) -> Iterator[Layer | Trouble]:
    """Layer by layer while there is something new, in between what goes wrong; at the end `complete` is known."""
    first, decisions = 0, 0
    yield from positions.begin(starts)
    while positions.found > first:
        if not (yield from _settled(positions, first)):
            return
        layer = range(first, positions.found)
        yield Layer(decisions, layer, positions.count(layer, Deciding), positions.count(layer, Over))
        first, decisions = layer.stop, decisions + 1
        positions.new_layer()
        if not (yield from positions.go_on(layer, Deciding)):
            return
    positions.complete = True


def _settled(positions: Positions, first: int) -> Generator[Trouble, None, bool]:
    """Go on from where chance is asked, from this position on, event by event."""
    fresh, events, rules = range(first, positions.found), 0, positions.rules
    while fresh:
        events += 1
        for at in fresh if events > CHANCES else ():
            stop = rules.standing_at(positions.vector(at)).stop
            if isinstance(stop, Waiting):
                span = rules.program.chances[stop.chance].span
                yield Faulted(at, Choice(None, 0), exceeded("endless-chance", span))
                return True
        positions.new_layer()
        if not (yield from positions.go_on(fresh, Waiting)):
            return False
        fresh = range(fresh.stop, positions.found)
    return True


def path(positions: Positions, position: int) -> list[Choice]:
    """The choices that lead from the first position to this one."""
    found = []
    while position:
        position, choice = positions.how(position)
        found.append(choice)
    return found[::-1]


@frozen
class Reach:
    """What is looked at: `room` for so many positions, or as many as fit into `memory`; `going` says whether there is
    still time. Of a chance event with more outcomes than `outcomes` that many are drawn by lot. `any_seat`: of several
    who choose at once each may be the first; else only the first seat, which comes to the same in the end. `counting`:
    ways are counted."""

    room: int | None = None
    memory: int = GIB
    going: Callable[[], bool] = lambda: True
    outcomes: int = MOST_OUTCOMES
    any_seat: bool = False
    counting: bool = False

    def most(self, fitting: int) -> int:
        """For how many positions there is room if so many fit into the memory."""
        return fitting if self.room is None else min(self.room, fitting)


ALL: Final = Reach()


class PlainPositions:
    """What the reference finds; `complete` if these are all layers, for which there was room and time."""

    def __init__(
        self,
        rules: "Rules",
        reach: Reach = ALL,
        *,
        merge: bool = True,
        alike: Callable[[Machine], Vector] | None = None,
    ) -> None:
        """Without `merge` equal positions are never one. Those are one, too, of which `alike` tells the same; kept is
        the one that was found first, so that the ways to positions stay what they are."""
        self.rules, self._machine, self._merge, self._alike = rules, rules.machine, merge, alike
        self._reach, self._outcomes = reach, reach.outcomes
        self.limit(reach.room)
        self.found, self.sampled, self.complete = 0, False, False
        self._layer: int | None = 0 if reach.counting else None
        self._numbers: dict[tuple[int | None, Vector], int] = {}
        self._stops: list[Stop] = []
        self._how: list[tuple[int, Choice]] = []
        self._ways: list[int] = []
        self._vectors: list[Vector] = []
        # of a position, as in an `Explorer`: whence it came, where ways are counted how many lead to it, the state
        self.how, self.ways, self.vector = self._how.__getitem__, self._ways.__getitem__, self._vectors.__getitem__

    def sample(self, outcomes: int) -> None:
        """From now on draw so many by lot of a chance event with more outcomes."""
        self._outcomes = outcomes

    def limit(self, room: int | None) -> None:
        """From now on have room for so many positions, or as many as fit into the memory."""
        kept = self.rules.program.size * (1 if self._alike is None else 2)  # the vector, and what is alike
        fitting = self._reach.memory // (POSITION + CELL * kept)
        self._room = evolve(self._reach, room=room).most(fitting)

    @property
    def notes(self) -> tuple[int, ...]:
        """How often what the program notes has happened so far, while positions were found."""
        return self._machine.notes

    def begin(self, starts: Starts = ()) -> Iterator[Trouble]:
        """Forget all; find these, or where the game begins."""
        self.found, self.sampled, self.complete = 0, False, False
        self.rules.loaded = None
        self._numbers.clear()
        for kept in (self._stops, self._how, self._ways, self._vectors):
            kept.clear()
        first = Choice(None, 0)
        for vector, ways in starts:
            self._machine.load(vector)
            yield from self._arrive(0, first, ways)
        if starts:
            return
        try:
            self._machine.start()
        except RulesFault as fault:
            yield Faulted(0, first, fault)
            return
        yield from self._arrive(0, first, 1)

    def new_layer(self) -> None:
        """Where ways are counted: what is found from now on is in another layer."""
        if self._layer is not None:
            self._layer += 1

    def go_on(self, among: range, stop: type[Stop]) -> Generator[Trouble, None, bool]:
        """Go on from those of them that have stopped so, by every choice; whether there was room and time for all."""
        for at in among:
            if isinstance(self._stops[at], stop):
                if not self._reach.going():
                    return False
                for choice, make in self._choices(at):
                    if self.found >= self._room:
                        return False
                    self._machine.load(self._vectors[at])
                    try:
                        make()
                    except RulesFault as fault:
                        yield Faulted(at, choice, fault)
                        continue
                    yield from self._arrive(at, choice, self._ways[at])
        return True

    def _choices(self, at: int) -> Iterator[tuple[Choice, Callable[[], object]]]:
        """Each choice at a position, and what makes it when the machine stands there."""
        machine = self._machine
        match machine.load(self._vectors[at]):
            case Deciding(_, seats):
                for seat in seats if self._reach.any_seat else seats[:1]:
                    machine.load(self._vectors[at])
                    for number, move in enumerate(list(machine.moves(seat))):
                        yield Choice(seat, number), partial(machine.choose, seat, move)
            case Waiting():
                try:
                    event = self.rules.naming.event(0)
                except RulesFault:
                    yield NOTHING, partial(self.rules.naming.event, 0)
                    return
                outcomes = enumerate_outcomes(event, most=self._outcomes)
                self.sampled = self.sampled or not outcomes.complete
                for number, (outcome, _) in enumerate(outcomes.outcomes):
                    yield Choice(None, number), partial(self.rules.naming.answer, event, outcome, None)
            case Over():
                return

    def links(self) -> Iterator[Link]:
        """Once all are found: each choice of each decision, and where it leads; NoRoom if that needs more."""
        for at in self.stopped(range(self.found), Deciding):
            if not self._reach.going():
                raise NoRoom
            for choice, make in self._choices(at):
                self._machine.load(self._vectors[at])
                make()
                assert choice.seat is not None, "it is a decision"
                yield at, choice.seat, self._numbers[self._layer, self._machine.vector]

    def _arrive(self, before: int, choice: Choice, ways: int) -> Iterator[Trouble]:
        """Keep the position at which the machine stands, if it is new."""
        vector = self._machine.vector
        same = vector if self._alike is None else self._alike(self._machine)
        known = self._numbers.setdefault((self._layer, same), self.found) if self._merge else self.found
        if known < self.found:
            self._ways[known] += ways
            return
        self.found += 1
        self._vectors.append(vector)
        self._stops.append(self._machine.stop)
        self._how.append((before, choice))
        self._ways.append(ways)
        if self._layer is None and not isinstance(self._machine.stop, Waiting):
            try:
                broken = next(self._machine.broken(), None)
            except RulesFault as fault:
                yield Faulted(before, choice, fault)
                return
            if broken is not None:
                yield Broken(known, broken)

    def count(self, among: range, stop: type[Stop]) -> int:
        """How many of these have stopped so, or in how many ways they are reached, if ways are counted."""
        counted = self.stopped(among, stop)
        return sum(1 for _ in counted) if self._layer is None else sum(self._ways[at] for at in counted)

    def stopped(self, among: range, stop: type[Stop]) -> Iterator[int]:
        """Which of these have stopped so."""
        return (at for at in among if isinstance(self._stops[at], stop))

    def winners(self, position: int) -> tuple[int, ...]:
        """Of an end: the seats that have won. RulesFault where that, or the score, goes wrong."""
        self._machine.load(self._vectors[position])
        return self._machine.result()[1]
