"""A module at work: one wasmtime engine, one instance, its memory as Python sees it.

`Engine` is the fast backend of one program. It has one working state, as `interpret.Machine` has one memory; many
states are lanes of its memory. Whatever rules may do, a call ends: loops, candidates and moves are counted in the
module; a call that takes longer than `PATIENCE` seconds all the same is ended from outside.
"""

import ctypes
import math
import struct
import threading
import time
import weakref
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final

from rulewright.machine.interpret import Deciding, ListedMove, Over, RulesFault, Stop, Waiting
from rulewright.machine.playouts import FAULTED, MOST_DECISIONS, TOO_SLOW, Batch, Counts
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE
from rulewright.machine.program.moves import listed
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.memory_map import Compiled
from rulewright.machine.wasm.runtime import new_instance, told_fault

TICK: Final = 0.1
FIRST_GAMES, ROUND_SECONDS = 4, 0.2


class Clock:
    """Looks from outside at how long a call takes, and after `PATIENCE` seconds, or at its `deadline`, makes the word
    that the module looks at 1."""

    def __init__(self, address: int) -> None:
        """`address`: where the memory lies in this process."""
        self.address = address
        self.deadline = math.inf
        self._due: float | None = None
        self._said = 0
        self._lock = threading.Lock()
        alive = weakref.ref(self)
        threading.Thread(target=_watch, args=(alive,), daemon=True, name="rulewright clock").start()

    def begin(self) -> None:
        """A call begins."""
        if self._said:
            self._say(0)
        self._due = min(time.monotonic() + CALL_TIMEOUT_S, self.deadline)

    def end(self) -> None:
        """It is over."""
        with self._lock:
            self._due = None

    def look(self) -> None:
        """Say so if the call that runs is overdue."""
        with self._lock:
            if self._due is not None and time.monotonic() > self._due:
                self._say(1)

    def _say(self, value: int) -> None:
        ctypes.c_uint32.from_address(self.address + at.CLOCK).value = self._said = value


def _watch(alive: "weakref.ref[Clock]") -> None:
    """Look again and again, as long as there is a clock."""
    while (clock := alive()) is not None:
        clock.look()
        del clock
        time.sleep(TICK)


class Engine:
    """The fast backend of one program."""

    def __init__(self, compiled: Compiled, module: Callable[[Any], Any], program: Callable[[], Program]) -> None:
        """`module` makes the module of a wasmtime engine; `program` the program, for what needs names."""
        self.compiled = compiled
        self._program = program
        self._wasmtime, self._store, exports = new_instance(module)
        self._memory = exports["memory"]
        self._exports = dict(exports)
        if compiled.map.lanes > self._memory.data_len(self._store):
            raise ValueError("this module has less memory than its facts say")
        self.clock = Clock(self._address())
        self._size = f"<{compiled.size}i"
        self._games = FIRST_GAMES

    @property
    def program(self) -> Program:
        """The program."""
        return self._program()

    # ---- the memory

    def _address(self) -> int:
        """Where the memory lies in this process."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def word(self, address: int) -> int:
        """A word of the memory."""
        return int.from_bytes(self._memory.read(self._store, address, address + 4), "little", signed=True)

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """Several."""
        return struct.unpack(f"<{count}i", self._memory.read(self._store, address, address + 4 * count))

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into the memory."""
        self._memory.write(self._store, data, address)

    def bytes_at(self, address: int, count: int) -> bytes:
        """So many bytes of it."""
        return bytes(self._memory.read(self._store, address, address + count))

    def view(self, end: int) -> memoryview:
        """The memory up to an address, as it is and can be written, until lanes are asked for."""
        return memoryview((ctypes.c_uint8 * end).from_address(self._address())).cast("B")

    def call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - a number or nothing
        """Call a function of the module; its faults become those of the rules."""
        self.clock.begin()
        try:
            return self._exports[name](self._store, *arguments)
        except (self._wasmtime.Trap, self._wasmtime.WasmtimeError):
            if self.word(at.STATUS) != at.FAULTED:
                raise
        finally:
            self.clock.end()
        self.write(at.STATUS, bytes(4))
        raise told_fault(self)

    def attempt(self, name: str) -> bool:
        """Call a function that gives nothing; whether it did without a fault. Nobody need try again what takes too
        long: that is a fault here, too."""
        try:
            self.call(name)
        except RulesFault as fault:
            if fault.code == LATE:
                raise
            return False
        return True

    # ---- the working state, as a machine has it

    @property
    def vector(self) -> tuple[int, ...]:
        """The state now."""
        found: tuple[int, ...] = struct.unpack(
            self._size, self._memory.read(self._store, self.compiled.map.state, self._state_end)
        )
        return found

    @property
    def _state_end(self) -> int:
        return self.compiled.map.state + 4 * self.compiled.size

    @property
    def stop(self) -> Stop:
        """Where it has stopped; of a choice at once the seats that have not chosen."""
        status, number, seats = self.words(at.STATUS, 3)
        match status:
            case at.DECIDING:
                asked = tuple(seat for seat in range(self.compiled.players) if seats >> seat & 1)
                return Deciding(number, asked)
            case at.WAITING:
                return Waiting(number)
            case _:
                return Over()

    def load(self, vector: Sequence[int]) -> Stop:
        """Take up a state that has stopped, and list the moves."""
        self.write(self.compiled.map.state, struct.pack(self._size, *vector))
        status = self.call("load")
        if status < 0:
            raise RulesFault("not-stopped", "This state has not stopped for a decision or a chance event.")
        if status == at.DECIDING:
            self.call("moves")
        return self.stop

    def start(self) -> Stop:
        """Begin a game, up to its first stop."""
        self.call("start")
        return self.stop

    def begin(self, seed: int, number: int) -> Stop:
        """Begin game `number` of a seed, chance answered up to the first decision."""
        self.seed(seed)
        self.call("begin", _signed(number))
        return self.stop

    def seed(self, seed: int) -> None:
        """Which games `begin`, `playouts` and a search play."""
        self.write(at.SEED, struct.pack("<Q", seed & 0xFFFFFFFFFFFFFFFF))

    def moves(self, seat: int) -> list[ListedMove]:
        """All legal moves of a deciding seat, in the order of the rules."""
        count, stride = int(self.call("moves_of", seat)), self.compiled.map.stride
        words = self.words(self.compiled.map.moves, count * stride)
        site = self.word(at.NUMBER)
        return [listed(self.program, site, words[begin : begin + stride]) for begin in range(0, len(words), stride)]

    def choose(self, seat: int, number: int) -> Stop:
        """Make the move with this number and run to the next stop; of a choice at once, to the next seat."""
        self.call("moves_of", seat)
        self.call("choose", seat, number)
        return self.stop

    def chance(self) -> Stop:
        """Answer the chance event by the game's own stream, and run on."""
        self.call("chance")
        return self.stop

    def play(self, choices: Sequence[int]) -> int:
        """Play on: who is asked first makes the move with this number, modulo how many there are, chance is answered.
        How many were played before the game was over."""
        played, most = 0, self._room
        for begin in range(0, len(choices), most):
            some = choices[begin : begin + most]
            self.write(self.compiled.map.rows, struct.pack(f"<{len(some)}I", *some))
            played += int(self.call("play_list", self.compiled.map.rows, len(some)))
        return played

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """At the end: the scores of all seats and the seats that have won."""
        self.call("result")
        mask = self.word(at.WINNERS)
        seats = range(self.compiled.players)
        return self.words(at.SCORES, self.compiled.players), tuple(seat for seat in seats if mask >> seat & 1)

    def broken_invariant(self) -> int | None:
        """The number of the first invariant that does not hold."""
        number = int(self.call("invariants"))
        return None if number < 0 else number

    @property
    def notes(self) -> tuple[int, ...]:
        """How often what the program notes has happened here so far, up to a number that 32 bits can hold."""
        layout, count = self.compiled.map, len(self.program.notes)
        return struct.unpack(f"<{count}I", self._memory.read(self._store, layout.notes, layout.notes + 4 * count))

    def hash(self) -> int:
        """64 bits that depend on every cell of the vector."""
        return int(self.call("hash")) & 0xFFFFFFFFFFFFFFFF

    # ---- lanes

    @property
    def lane_bytes(self) -> int:
        """The length of a packed state."""
        return self.compiled.lane

    def lanes(self, count: int) -> None:
        """Have room for so many packed states."""
        self.reserve(self.compiled.map.lanes + count * self.compiled.lane)

    def reserve(self, needed: int) -> None:
        """Have memory up to an address; MemoryError where this machine has not so much."""
        have = self._memory.data_len(self._store)
        if needed > have:
            try:
                self._memory.grow(self._store, -(-(needed - have) // 65_536))
            except self._wasmtime.WasmtimeError as wrong:
                raise MemoryError from wrong
            self.clock.address = self._address()

    def pack(self, lane: int) -> None:
        """Keep the working state in a lane."""
        self.call("pack", self._lane(lane))

    def unpack(self, lane: int) -> Stop:
        """Take the working state from a lane."""
        if self.call("unpack", self._lane(lane)) == at.DECIDING:
            self.call("moves")
        return self.stop

    def _lane(self, number: int) -> int:
        address = self.compiled.map.lanes + number * self.compiled.lane
        return address - (1 << 32) if address >= 1 << 31 else address

    def advance(self, first: int, choices: Sequence[int]) -> int:
        """In each lane from the first on one move, the number modulo how many there are; how many still decide."""
        deciding, most = 0, self._room
        for begin in range(0, len(choices), most):
            some = choices[begin : begin + most]
            self.write(self.compiled.map.rows, struct.pack(f"<{len(some)}I", *some))
            deciding += int(self.call("advance", self._lane(first + begin), len(some), self.compiled.map.rows))
        return deciding

    @property
    def _room(self) -> int:
        """How many words the rows have room for."""
        return at.ROWS * self.compiled.map.row // 4

    def copies(self, count: int) -> None:
        """Copy one packed state over another so often."""
        self.lanes(2)
        self.call("copies", count)

    def hashes(self, count: int) -> None:
        """Hash the working state so often."""
        self.call("hashes", count)

    # ---- playouts

    def playouts(
        self,
        seed: int,
        first: int,
        count: int,
        most: int = MOST_DECISIONS,
        *,
        counting: bool = False,
        checking: bool = False,
    ) -> Batch:
        """Play games `first` to `first + count - 1` of a seed at random, fewer if they are mostly too slow; `counting`:
        say what was chosen; `checking`: look at the invariants before every decision and at the end."""
        self.seed(seed)
        columns = [array("i") for _ in range(3 + self.compiled.players)]
        counts = Counts.none(self.compiled.sites, self.compiled.items)
        batch = Batch(first, columns[0], columns[1], columns[2], tuple(columns[3:]), counts)
        if counting:
            self.write(self.compiled.map.counts, bytes(self.compiled.map.own - self.compiled.map.counts))
        name = "playouts_counted" if counting else "playouts_checked" if checking else "playouts"
        while len(batch) < count and not batch.given_up:
            games = min(count - len(batch), self._games, at.ROWS)
            began = time.perf_counter()
            if not self._some(batch, name, games, most):
                self._games = 1
            elif time.perf_counter() - began < ROUND_SECONDS:
                self._games = min(2 * self._games, at.ROWS)
            elif self._games > 1:
                self._games //= 2
        if counting:
            self._read_counts(batch.counts)
        return batch

    def _some(self, batch: Batch, name: str, games: int, most: int) -> bool:
        """Play up to so many games; after a fault the rest is left for later. The clock ends a game that is alone in
        its call; of several the one that it strikes must be begun anew, alone: then no."""
        number = batch.first + len(batch)
        try:
            self.call(name, _signed(number), games, most)
        except RulesFault as fault:
            self._read_rows(batch, self.word(at.GAMES))
            if fault.code == LATE and games > 1:
                return False
            batch.faults[len(batch)] = fault
            self._broken(batch, TOO_SLOW if fault.code == LATE else FAULTED)
        else:
            self._read_rows(batch, games)
        return True

    def _broken(self, batch: Batch, status: int) -> None:
        for column, value in (
            (batch.status, status),
            (batch.decisions, self.word(at.DECISIONS)),
            *((column, 0) for column in (batch.winners, *batch.scores)),
        ):
            column.append(value)

    def _read_rows(self, batch: Batch, games: int) -> None:
        layout = self.compiled.map
        rows = array("i", bytes(self._memory.read(self._store, layout.rows, layout.rows + games * layout.row)))
        width = layout.row // 4
        for place, column in enumerate((batch.status, batch.decisions, batch.winners, *batch.scores)):
            column.extend(rows[place::width])

    def _read_counts(self, counts: Counts) -> None:
        address = self.compiled.map.counts
        for column in counts.columns:
            length = 8 * len(column)
            column[:] = array("q", bytes(self._memory.read(self._store, address, address + length)))
            address += length


def _signed(number: int) -> int:
    """The same 64 bits as a signed number."""
    number &= 0xFFFFFFFFFFFFFFFF
    return number - (1 << 64) if number >> 63 else number
