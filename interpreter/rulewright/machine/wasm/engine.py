"""A module at work: one instance, and its memory as Python sees it.

Whatever rules may do, a call ends: loops, candidates and moves are counted in the module; a call that takes longer than
`CALL_TIMEOUT_S` seconds all the same is ended from outside, where the memory lies in this process.
"""

import ctypes
import math
import struct
import threading
import time
import weakref
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from rulewright.machine.ahead import Place
from rulewright.machine.event_log import Row
from rulewright.machine.interpret import Deciding, Over, RulesFault, Stop, Waiting
from rulewright.machine.move_names import Move, Naming
from rulewright.machine.playouts import FAULTED, MOST_DECISIONS, TOO_SLOW, Batch, Counts
from rulewright.machine.program.bounds import CALL_TIMEOUT_S, LATE
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.memory_map import Compiled
from rulewright.machine.wasm.runtime import Instance, Trapped, told_fault

TICK: Final = 0.1
FIRST_GAMES, ROUND_SECONDS = 4, 0.2


class Clock:
    """Looks from outside at how long a call takes, and after `CALL_TIMEOUT_S` seconds, or at its `deadline`, makes the
    word that the module looks at 1."""

    def __init__(self, address: int | None) -> None:
        """`address`: where the memory lies in this process; None where it does not: then nobody looks."""
        self.address = address
        self.deadline = math.inf
        self._due: float | None = None
        self._said = 0
        self._lock = threading.Lock()
        if address is not None:
            threading.Thread(
                target=self._watch, args=(weakref.ref(self),), daemon=True, name="rulewright clock"
            ).start()

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
        assert self.address is not None, "somebody looks"
        ctypes.c_uint32.from_address(self.address + at.CLOCK).value = self._said = value

    @staticmethod
    def _watch(alive: "weakref.ref[Clock]") -> None:
        while (clock := alive()) is not None:
            clock.look()
            del clock
            time.sleep(TICK)


class Engine:
    """The fast backend of one program."""

    def __init__(self, compiled: Compiled, instance: Instance, program: Callable[[], Program]) -> None:
        """`instance` is one of the module; `program` makes the program, for what needs names."""
        self.compiled = compiled
        self._program = program
        self._instance = instance
        if compiled.map.lanes > instance.size():
            raise ValueError("this module has less memory than its facts say")
        self.clock = Clock(instance.address())
        self._games = FIRST_GAMES

    @property
    def program(self) -> Program:
        """The program."""
        return self._program()

    # ---- the memory

    def word(self, address: int) -> int:
        """A word of the memory."""
        return int.from_bytes(self._instance.read(address, 4), "little", signed=True)

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """Several."""
        return struct.unpack(f"<{count}i", self._instance.read(address, 4 * count))

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into the memory."""
        self._instance.write(address, data)

    def bytes_at(self, address: int, count: int) -> bytes:
        """So many bytes of it."""
        return self._instance.read(address, count)

    def view(self, end: int) -> memoryview:
        """The memory up to an address, as it is and can be written, until lanes are asked for; it lies in this
        process."""
        address = self.clock.address
        assert address is not None, "nobody asks for it elsewhere"
        return memoryview((ctypes.c_uint8 * end).from_address(address)).cast("B")

    def call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - a number or nothing
        """Call a function of the module; its faults become those of the rules."""
        self.clock.begin()
        try:
            return self._instance.call(name, *arguments)
        except Trapped:
            if self.word(at.STATUS) != at.FAULTED:
                raise
        finally:
            self.clock.end()
        self.write(at.STATUS, bytes(4))
        raise told_fault(self)

    def attempt(self, name: str) -> bool:
        """Call a function that gives nothing; whether that was no fault. What takes too long nobody need try again."""
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
        return self.words(self.compiled.map.state, self.compiled.size)

    @property
    def stop(self) -> Stop:
        """Where it has stopped; of a choice at once the seats that have not chosen."""
        status, number, seats = self.words(at.STATUS, 3)
        if status == at.DECIDING:
            return Deciding(number, self._seats(seats))
        return Waiting(number) if status == at.WAITING else Over()

    def _seats(self, mask: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.compiled.players) if mask >> seat & 1)

    def load(self, vector: Sequence[int]) -> Stop:
        """Take up a state that has stopped, and list the moves."""
        self.write(self.compiled.map.state, struct.pack(f"<{self.compiled.size}i", *vector))
        status = self.call("load")
        if status < 0:
            raise RulesFault("not-stopped", "This state has not stopped for a decision or a chance event.")
        if status == at.DECIDING:
            self.call("moves")
        return self.stop

    def begin(self, seed: int, number: int) -> Stop:
        """Begin game `number` of a seed, chance answered up to the first decision."""
        self.seed(seed)
        self.call("begin", ctypes.c_int64(number).value)
        return self.stop

    def seed(self, seed: int) -> None:
        """Which games `begin`, `playouts` and a search play."""
        self.write(at.SEED, struct.pack("<Q", seed & 0xFFFFFFFFFFFFFFFF))

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """At the end: the scores of all seats and the seats that have won."""
        self.call("result")
        return self.words(at.SCORES, self.compiled.players), self._seats(self.word(at.WINNERS))

    @property
    def notes(self) -> tuple[int, ...]:
        """How often what the program notes has happened here so far, up to a number that 32 bits can hold."""
        count = len(self.program.notes)
        return struct.unpack(f"<{count}I", self.bytes_at(self.compiled.map.notes, 4 * count))

    def reserve(self, needed: int) -> None:
        """Have memory up to an address; MemoryError where this machine has not so much."""
        have = self._instance.size()
        if needed > have:
            self._instance.grow(-(-(needed - have) // 65_536))
            self.clock.address = self._instance.address()

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
        layout, players = self.compiled.map, self.compiled.players
        columns = [array("i") for _ in range(3 + players)]
        counts = Counts.none(self.compiled.sites, self.compiled.items)
        batch = Batch(first, columns[0], columns[1], columns[2], tuple(columns[3:]), counts)

        def read_rows(games: int) -> None:
            rows = array("i", self.bytes_at(layout.rows, games * layout.row))
            for place, column in enumerate(columns):
                column.extend(rows[place :: len(columns)])

        if counting:
            self.write(layout.counts, bytes(layout.own - layout.counts))
        name = "playouts_counted" if counting else "playouts_checked" if checking else "playouts"
        while len(batch) < count and not batch.given_up:
            games, began, again = min(count - len(batch), self._games, at.ROWS), time.perf_counter(), False
            try:
                self.call(name, ctypes.c_int64(first + len(batch)).value, games, most)
                read_rows(games)
            except RulesFault as fault:
                read_rows(self.word(at.GAMES))
                # the clock ends a game that is alone in its call; of several the one that it strikes is begun anew
                again = fault.code == LATE and games > 1
                if not again:
                    batch.faults[len(batch)] = fault
                    status = TOO_SLOW if fault.code == LATE else FAULTED
                    nothing = [0] * (1 + players)
                    for column, value in zip(columns, (status, self.word(at.DECISIONS), *nothing), strict=True):
                        column.append(value)
            if again:
                self._games = 1
            elif time.perf_counter() - began < ROUND_SECONDS:
                self._games = min(2 * self._games, at.ROWS)
            elif self._games > 1:
                self._games //= 2
        address = layout.counts
        for column in counts.columns if counting else ():
            column[:] = array("q", self.bytes_at(address, 8 * len(column)))
            address += 8 * len(column)
        return batch


HEAD: Final = struct.Struct("<4i")
WORD: Final = struct.Struct("<i")
ASKED: Final = struct.Struct("<3i")
KEY: Final = struct.Struct("<Q")

MAX_KEPT_NAMES: Final = 100_000
"""So many names of moves are kept for a site."""
MAX_KEPT_WORDS: Final = 16_000_000
"""So many words have all names together that are kept, and their rows."""


class StepEngine:
    """The engine as a `Game` uses it, one for all games of some rules: it takes up the place of whoever asks, makes a
    whole step in one call, and reads what came of it in a few slices of the memory.

    Law: for the same choices and the same key of chance the same places as the reference. Where a step faults or takes
    too long nothing is said of it: the reference does it again, and says why.
    """

    def __init__(self, engine: Engine, naming: Naming) -> None:
        """`engine` is nobody else's; `naming`: how moves are written."""
        layout, size = engine.compiled.map, engine.compiled.size
        self._engine = engine
        self._memory = engine.view(layout.candidates)
        self._state = self._memory[layout.state : layout.state + at.WORD * size]
        self._vector = struct.Struct(f"<{size}i")
        self._row = struct.Struct(f"<{layout.stride}i")
        self._moves = layout.moves
        self._stops: dict[tuple[int, int, int], Stop] = {}
        self._place: Place | None = None
        self._key, self._seat, self._naming = 0, 0, naming
        self._named: dict[int, Callable[[Row], Move]] = {}

    def names(self, site: int, rows: Sequence[Row]) -> list[Move]:
        """How moves of a site are written whose pieces are called by their kinds."""
        if site not in self._named:
            words = max((len(row) for row in rows), default=1) * len(self._naming.machine.program.sites)
            most = max(1, min(MAX_KEPT_NAMES, MAX_KEPT_WORDS // words))
            self._named[site] = lru_cache(most)(partial(self._naming.by_kind, site))
        return list(map(self._named[site], rows))

    def place(self, stop: Stop, vector: tuple[int, ...], events: int) -> Place:
        """The place of a vector that stopped there, after so many chance events."""
        return Place(stop, self._vector.pack(*vector), events, 0)

    def vector(self, place: Place) -> tuple[int, ...]:
        """The vector at a place."""
        return self._vector.unpack(place.state)

    def first(self, key: int) -> Place | None:
        """The first place of a game with this key of chance; None where that is not simple."""
        self._place = None
        ASKED.pack_into(self._memory, at.ASKED, 0, 0, 0)
        self._chance(key, 0)
        return self._arrived() if self._engine.attempt("first_step") else None

    def play(self, key: int, place: Place, seat: int, number: int) -> Place | None:
        """Where the listed move of this number leads a seat; None where that is not simple."""
        if not self._asks(key, place, seat):
            return None
        self._place = None
        ASKED.pack_into(self._memory, at.ASKED, seat, number, 0)
        return self._arrived() if self._engine.attempt("step") else None

    def offered(self, key: int, place: Place, seat: int) -> tuple[list[Row], bool] | None:
        """The moves of a seat that is asked, and whether all their pieces are called by kind; None if not simple."""
        if not self._asks(key, place, seat):
            return None
        count, by_kind = WORD.unpack_from(self._memory, at.COUNT)[0], WORD.unpack_from(self._memory, at.BY_KIND)[0]
        words = self._memory[self._moves : self._moves + count * self._row.size]
        return list(self._row.iter_unpack(words)), bool(by_kind)

    def _asks(self, key: int, place: Place, seat: int) -> bool:
        """Stand at a place, the moves of a seat being listed."""
        taking_up = self._place is not place or self._key != key
        if self._seat == seat and not taking_up:
            return True
        self._place = None
        ASKED.pack_into(self._memory, at.ASKED, seat, 0, 0)
        if taking_up:
            self._state[:] = place.state
            self._chance(key, place.events)
        if not self._engine.attempt("take_up" if taking_up else "offer"):
            return False
        self._place, self._seat = place, seat
        return True

    def _chance(self, key: int, events: int) -> None:
        self._key = key
        KEY.pack_into(self._memory, at.CHANCE_KEY, key)
        WORD.pack_into(self._memory, at.EVENTS, events)

    def _arrived(self) -> Place:
        status, number, seats, _ = HEAD.unpack_from(self._memory)
        stop = self._stops.get((status, number, seats)) or self._engine.stop
        self._stops[status, number, seats] = stop
        events, passed = (WORD.unpack_from(self._memory, address)[0] for address in (at.EVENTS, at.PASSED))
        self._place = place = Place(stop, bytes(self._state), events, passed)
        self._seat = stop.seats[0] if isinstance(stop, Deciding) else -1
        return place
