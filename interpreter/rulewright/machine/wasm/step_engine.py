"""The engine as a `Game` uses it: a whole step in one call, what is read of it in a few slices of the memory.

Law: for the same choices and the same key of chance the same places as the reference. Where a step faults or takes too
long nothing is said of it: the reference does it again, and says why.
"""

import struct
from typing import Final

from rulewright.machine.ahead import Place
from rulewright.machine.event_log import Row
from rulewright.machine.interpret import Deciding, Stop
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.engine import Engine

HEAD: Final = struct.Struct("<4i")
WORD: Final = struct.Struct("<i")
ASKED: Final = struct.Struct("<3i")
KEY: Final = struct.Struct("<Q")


class StepEngine:
    """One engine for all games of some rules: it takes up the place of whoever asks."""

    def __init__(self, engine: Engine) -> None:
        """`engine` is nobody else's."""
        layout, size = engine.compiled.map, engine.compiled.size
        self._engine = engine
        self._memory = engine.view(layout.candidates)
        self._state = self._memory[layout.state : layout.state + at.WORD * size]
        self._vector = struct.Struct(f"<{size}i")
        self._row = struct.Struct(f"<{layout.stride}i")
        self._moves = layout.moves
        self._stops: dict[tuple[int, int, int], Stop] = {}
        self._place: Place | None = None
        self._key, self._seat = 0, 0

    # ---- places

    def place(self, stop: Stop, vector: tuple[int, ...], events: int) -> Place:
        """The place of a vector that stopped there, after so many chance events."""
        return Place(stop, self._vector.pack(*vector), events, 0)

    def vector(self, place: Place) -> tuple[int, ...]:
        """The vector at a place."""
        return self._vector.unpack(place.state)

    # ---- steps

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
        """The moves of a seat that is asked, and whether all pieces in them are called by their kinds; None where that
        is not simple."""
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
        stop = self._stops.get((status, number, seats)) or self._stop(status, number, seats)
        events, passed = (WORD.unpack_from(self._memory, address)[0] for address in (at.EVENTS, at.PASSED))
        self._place = place = Place(stop, bytes(self._state), events, passed)
        self._seat = stop.seats[0] if isinstance(stop, Deciding) else -1
        return place

    def _stop(self, *head: int) -> Stop:
        self._stops[head[0], head[1], head[2]] = found = self._engine.stop
        return found
