"""All positions that rules can come to, kept in a module's memory. Law: the same ones in the same order, by the same
choices, with the same troubles as `machine.positions.PlainPositions` finds."""

import struct
from collections.abc import Generator, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final

from attrs import evolve

from rulewright.machine import positions
from rulewright.machine.chance import CHANCE_STREAM, absorb, stream_key
from rulewright.machine.interpret import Deciding, Over, RulesFault, Stop, Waiting
from rulewright.machine.positions import ALL, Choice, Reach, Starts, Trouble, Vector
from rulewright.machine.wasm import engine_of, exploring, memory_map as at

if TYPE_CHECKING:
    from rulewright.machine.game import Rules

FIRST_ROOM, FIRST_STRETCH, CALL_SECONDS = 1 << 12, 1 << 6, 0.05
POSITIONS_PER_REHASH: Final = 1 << 17
"""So many positions are put into a new table at a time."""
SOME_LINKS, SOME_POSITIONS = 1 << 16, 1 << 12
"""So many links have room at a time, of so many positions."""
STATUS: Final = {Deciding: at.DECIDING, Waiting: at.WAITING, Over: at.OVER}
STATUSES: Final = bytes(tag & (1 << exploring.STATUS_BITS) - 1 for tag in range(256))
"""The status that a tag begins with."""
SAMPLE: Final = absorb(stream_key(0, 0, CHANCE_STREAM), 0)
"""The key of the numbers that draw a sample, as `chance.enumerate_outcomes` has it."""


class Explorer:
    """What a module finds."""

    def __init__(self, rules: "Rules", reach: Reach = ALL) -> None:
        """`too_many_ways`: it ended because there are more to a position than 64 bits can say. `engine` plays, too, but
        not while layers are gone through."""
        self.rules, self.engine = rules, engine_of(rules.program, "exploring")
        self._places = exploring.places(self.engine.compiled.map, self.engine.compiled.lane)
        self._reach, self.too_many_ways, self.complete = reach, False, False
        # for how many positions so much memory has room, their table included
        most_bytes = min(reach.memory + self._places.home, at.MOST_BYTES) - self._places.nodes
        self._fitting = max(1, most_bytes // (self._places.size + 4 * at.WORD))
        self._most = reach.most(self._fitting)
        self._room = self._layer = 0
        self._set(at.COUNTING, reach.counting)
        self._set(at.ANY_SEAT, reach.any_seat)
        self.sample(reach.outcomes)
        self._grow(min(FIRST_ROOM, self._most))

    def _grow(self, room: int) -> bool:
        """Have room for so many positions: the table lies behind, of twice as many words, or more. Whether there was
        memory for it, and time to put all into it."""
        slots = 1 << (2 * room - 1).bit_length()
        table = -(-(self._places.nodes + room * self._places.size) // 64) * 64
        try:
            self.engine.reserve(table + at.WORD * slots)
        except MemoryError:
            if not self._room:
                raise
            return False
        self._room = room
        for address, value in ((at.ROOM, room), (at.TABLE, table), (at.MASK, slots - 1)):
            self._set(address, value)
        self.engine.call("table_anew")
        for first in range(0, self.found, POSITIONS_PER_REHASH):
            if not self._reach.going():
                return False
            self.engine.call("table_more", first, min(first + POSITIONS_PER_REHASH, self.found))
        return True

    def _set(self, address: int, value: int) -> None:
        self.engine.write(address, struct.pack("<I", value))

    @property
    def found(self) -> int:
        """How many there are."""
        return self.engine.word(at.FOUND)

    @property
    def sampled(self) -> bool:
        """Whether some outcomes of chance were left out."""
        return self.engine.word(at.SAMPLED) != 0

    def sample(self, outcomes: int) -> None:
        """From now on draw so many by lot of a chance event with more outcomes."""
        self._set(at.OUTCOMES, outcomes)

    def limit(self, room: int | None) -> None:
        """From now on have room for so many positions, or as many as fit into the memory."""
        self._most = evolve(self._reach, room=room).most(self._fitting)
        self._room = min(self._room, self._most)
        self._set(at.ROOM, self._room)

    @property
    def notes(self) -> tuple[int, ...]:
        """How often what the program notes has happened here so far."""
        return self.engine.notes

    def begin(self, starts: Starts = ()) -> Iterator[Trouble]:
        """Forget all; find these, or where the game begins."""
        for address in (at.FOUND, at.SAMPLED, at.LAYER):
            self._set(address, 0)
        self.engine.write(at.CHANCE_KEY, struct.pack("<Q", SAMPLE))
        self._layer, self.complete = 0, False
        self.engine.call("table_anew")
        for vector, ways in starts or ((None, 1),):
            try:
                self.engine.call("start") if vector is None else self.engine.load(vector)
                why = self.engine.call("arrive", self.engine.word(at.STATUS))
            except RulesFault as fault:
                yield positions.Faulted(0, Choice(None, 0), fault)
                continue
            if self._reach.counting:
                self.engine.write(self._address(self.found - 1) + self._places.how, struct.pack("<Q", ways))
            if why == exploring.BROKEN:
                yield self._broken()

    def _address(self, position: int) -> int:
        return self._places.nodes + position * self._places.size

    def new_layer(self) -> None:
        """Where ways are counted: what is found from now on is in another layer."""
        if self._reach.counting:
            self._layer += 1
            self._set(at.LAYER, self._layer)

    def go_on(self, among: range, stop: type[Stop]) -> Generator[Trouble, None, bool]:
        """Go on from those of them that have stopped so, by every choice; whether there was room and time for all."""
        self._set(at.AT, among.start)
        self._set(at.CHOICE, 0)
        stretch = FIRST_STRETCH  # anew: who waits for what has not stopped so passes over it in no time
        while (first := self.engine.word(at.AT)) < among.stop:
            if not self._reach.going():
                return False
            began = perf_counter()
            try:
                why = self.engine.call("explore", min(among.stop, first + stretch), STATUS[stop])
            except RulesFault as fault:
                # the choice is not tried again, nor what chance could give where there is nothing
                number, first = self.engine.word(at.CHOICE), self.engine.word(at.AT)
                nothing = number == exploring.NO_CHOICE
                self._set(at.AT, first + nothing)
                self._set(at.CHOICE, number + 1)
                choice = positions.NOTHING if nothing else _choice(number, waiting=stop is Waiting)
                yield positions.Faulted(first, choice, fault)
                continue
            match why:
                case exploring.BROKEN:
                    yield self._broken()
                case exploring.TOO_MANY_WAYS:
                    self.too_many_ways = True
                    return False
                case exploring.FULL:
                    if self._room >= self._most or not self._grow(min(2 * self._room, self._most)):
                        return False
                case _:
                    soon = perf_counter() - began < CALL_SECONDS
                    stretch = 2 * stretch if soon else max(1, stretch // 2)
        return True

    def _broken(self) -> positions.Broken:
        return positions.Broken(self.found - 1, self.engine.call("invariants"))

    def links(self) -> Iterator[positions.Link]:
        """Once all are found: each choice of each decision, and where it leads; NoRoom if that needs more."""
        if self.found >= self._room and not (self._room < self._most and self._grow(self.found + 1)):
            raise positions.NoRoom
        slots = self.engine.word(at.MASK) + 1
        begin = self.engine.word(at.TABLE) + at.WORD * slots
        self.engine.reserve(begin + SOME_LINKS * exploring.LINK_BYTES)
        self._set(at.LINK_END, begin + SOME_LINKS * exploring.LINK_BYTES)
        self._set(at.AT, 0)
        self._set(at.CHOICE, 0)
        while (first := self.engine.word(at.AT)) < self.found:
            if not self._reach.going():
                raise positions.NoRoom
            self._set(at.LINK, begin)
            self.engine.call("explore", min(self.found, first + SOME_POSITIONS), at.DECIDING)
            written = self.engine.word(at.LINK) - begin
            self._set(at.LINK, 0)
            for position, choice, there in struct.iter_unpack("<III", self.engine.bytes_at(begin, written)):
                yield position, choice >> exploring.SEAT_BIT, there

    def count(self, among: range, stop: type[Stop]) -> int:
        """How many of these have stopped so, or in how many ways they are reached, if ways are counted."""
        tags = self._memory(among)[self._places.tag :: self._places.size].tobytes().translate(STATUSES)
        if not self._reach.counting:
            return tags.count(STATUS[stop])
        ways = struct.iter_unpack(f"<{self._places.how}xQ", self._memory(among))
        return sum(each for (each,), status in zip(ways, tags, strict=True) if status == STATUS[stop])

    def stopped(self, among: range, stop: type[Stop]) -> Iterator[int]:
        """Which of these have stopped so."""
        tags = self._memory(among)[self._places.tag :: self._places.size].tobytes().translate(STATUSES)
        return (number for number, status in zip(among, tags, strict=True) if status == STATUS[stop])

    def winners(self, position: int) -> tuple[int, ...]:
        """Of an end: the seats that have won. RulesFault where that, or the score, goes wrong."""
        self.engine.call("unpack_cells", self._address(position))
        return self.engine.result()[1]

    def _memory(self, among: range) -> memoryview:
        return self.engine.view(self._address(among.stop))[self._address(among.start) :]

    def how(self, position: int) -> tuple[int, Choice]:
        """The position before and the choice that led from it to this one; not of the first."""
        before, choice = struct.unpack_from("<II", self._memory(range(position, position + 1)), self._places.how)
        tag = self._memory(range(before, before + 1))[self._places.tag]
        return before, _choice(choice, waiting=STATUSES[tag] == at.WAITING)

    def ways(self, position: int) -> int:
        """Where ways are counted: how many lead to it."""
        (found,) = struct.unpack_from("<Q", self._memory(range(position, position + 1)), self._places.how)
        return int(found)

    def vector(self, position: int) -> Vector:
        """The state."""
        self.engine.call("unpack_cells", self._address(position))
        return self.engine.vector


def _choice(number: int, *, waiting: bool) -> Choice:
    seat, move = divmod(number, 1 << exploring.SEAT_BIT)
    return Choice(None, number) if waiting else Choice(seat, move)
