"""The reference and the engine side by side: whatever one does, the other must do, cell by cell."""

import random
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pytest

from rulewright import Rules, RulesFault
from rulewright.language.span import Span
from rulewright.machine.chance import Seeded
from rulewright.machine.interpret import Deciding, ListedMove, Machine, Over, Waiting
from rulewright.machine.move_names import Naming
from rulewright.machine.program.moves import listed_move
from rulewright.machine.wasm import Engine, available, engine_of
from rulewright.machine.wasm.memory_map import DECIDING, HEAD, NUMBER
from tests.made.loading import loaded as loaded  # noqa: PLC0414 - all tests of this folder have it from here

WHY_NOT = available()
WASM = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")

Told = tuple[str, str, Span, tuple[Span, ...]] | None
Vector = tuple[int, ...]


def told_by(act: Callable[[], object]) -> Told:
    """The fault that an act ends with, in all its parts."""
    try:
        act()
    except RulesFault as fault:
        return fault.code, fault.message, fault.span, fault.tried
    return None


def first_broken(machine: Machine) -> int | None:
    """The number of the first invariant that does not hold, by the reference."""
    return next(machine.broken(), None)


# ---- what only tests ask of an engine


def listed(engine: Engine, seat: int) -> list[ListedMove]:
    """All legal moves of a deciding seat, in the order of the rules."""
    count, layout = engine.call("moves_of", seat), engine.compiled.map
    rows = struct.iter_unpack(f"<{layout.stride}i", engine.bytes_at(layout.moves, 4 * count * layout.stride))
    site = engine.word(NUMBER)
    return [listed_move(engine.program, site, row) for row in rows]


def choose(engine: Engine, seat: int, number: int) -> None:
    """Make the move with this number and run to the next stop; of a choice at once, to the next seat."""
    engine.call("moves_of", seat)
    engine.call("choose", seat, number)


def address(engine: Engine, lane: int) -> int:
    """Where a lane lies, for which there is room from then on."""
    found = engine.compiled.map.lanes + lane * engine.compiled.lane
    engine.reserve(found + engine.compiled.lane)
    return found - (1 << 32) if found >= 1 << 31 else found


def pack(engine: Engine, lane: int) -> None:
    """Keep the working state in a lane."""
    engine.call("pack", address(engine, lane))


def unpack(engine: Engine, lane: int) -> None:
    """Take it from a lane, and list the moves."""
    if engine.call("unpack", address(engine, lane)) == DECIDING:
        engine.call("moves")


def play(engine: Engine, choices: Sequence[int]) -> int:
    """Play on by the numbers of these moves, modulo how many there are; how many before the game was over."""
    engine.write(engine.compiled.map.rows, struct.pack(f"<{len(choices)}I", *choices))
    return int(engine.call("play_list", engine.compiled.map.rows, len(choices)))


def advance(engine: Engine, first: int, choices: Sequence[int]) -> int:
    """In each lane from the first on one move, the number modulo how many there are; how many still decide."""
    engine.write(engine.compiled.map.rows, struct.pack(f"<{len(choices)}I", *choices))
    return int(engine.call("advance", address(engine, first), len(choices), engine.compiled.map.rows))


class Pair:
    """One game in both backends, at the same place; every step compares them."""

    def __init__(self, rules: Rules, engine: Engine | None = None) -> None:
        self.rules = rules
        self.machine = Machine(rules.program)
        self.naming = Naming(rules.core, self.machine)
        self.engine = engine or engine_of(rules.program)
        self.source, self.events, self.decisions = Seeded(0), 0, 0
        self.seen: list[Vector] = []
        self.fault: Told = None
        address(self.engine, 0)
        self.untouched = self.beside()

    def beside(self) -> tuple[bytes, ...]:
        """What no game may write: constants, the working state at first (but for what begins a game), packed states."""
        layout = self.engine.compiled.map
        stretches = (
            (HEAD, layout.work),
            (layout.image, layout.trials),
            (layout.lanes, layout.lanes + self.engine.compiled.lane),
        )
        return tuple(self.engine.bytes_at(begin, end - begin) for begin, end in stretches)

    # ---- steps

    def begin(self, seed: int = 0, number: int = 0) -> Told:
        """Begin a game and go to its first decision."""
        self.source, self.events, self.decisions = Seeded(seed, number), 0, 0
        self.engine.seed(seed)
        self.engine.call("keys", number - (1 << 64) if number >> 63 else number)
        told = self.both(self.machine.start, partial(self.engine.call, "start"))
        self.untouched = self.beside()
        return told or self.settle()

    def both(self, reference: Callable[[], object], engine: Callable[[], object]) -> Told:
        """Let both do the same; what went wrong, which is the same too."""
        self.fault = told_by(reference)
        assert told_by(engine) == self.fault
        if self.fault is None:
            self.compare()
        return self.fault

    def settle(self) -> Told:
        """Answer chance up to the next decision or the end."""
        while isinstance(self.machine.stop, Waiting):
            if self.both(self._by_chance, partial(self.engine.call, "chance")):
                return self.fault
        return None

    def _by_chance(self) -> None:
        event = self.naming.event(self.events)
        self.events += 1
        self.naming.answer(event, self.source.outcome(event), None)

    def choose(self, seat: int, number: int) -> Told:
        """A seat makes the move with this number; then chance is answered."""
        choice = self.machine.moves(seat)[number]
        self.decisions += 1
        chosen = self.both(lambda: self.machine.choose(seat, choice), lambda: choose(self.engine, seat, number))
        return chosen or self.settle()

    def take(self, action: str, seat: int | None = None) -> Told:
        """The first move of an action."""
        who = self.seats[0] if seat is None else seat
        return self.choose(who, self.actions(who).index(action))

    def load(self, vector: Vector) -> None:
        """Let both take up a state."""
        self.untouched = self.beside()
        assert self.both(lambda: self.machine.load(vector), lambda: self.engine.load(vector)) is None

    # ---- looking

    @property
    def over(self) -> bool:
        return isinstance(self.machine.stop, Over)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who is asked."""
        return self.machine.stop.seats if isinstance(self.machine.stop, Deciding) else ()

    def actions(self, seat: int | None = None) -> list[str]:
        """The names of the actions of all moves of a seat."""
        who = self.seats[0] if seat is None else seat
        assert isinstance(self.machine.stop, Deciding)
        program = self.rules.program
        offers = program.sites[self.machine.stop.site].offers
        return [program.actions[offers[move.offer].action].name for move in self.moves(who)]

    def moves(self, seat: int | None = None) -> list[ListedMove]:
        """The moves of a seat."""
        return self.machine.moves(self.seats[0] if seat is None else seat)

    def compare(self) -> None:
        """Both stand at the same place and say the same of it."""
        machine, engine = self.machine, self.engine
        vector = machine.vector
        assert engine.stop == machine.stop
        assert engine.vector == vector
        self.seen.append(vector)
        for seat in self.seats:
            assert listed(engine, seat) == machine.moves(seat)
        if isinstance(machine.stop, Deciding):
            broken = told_by(lambda: first_broken(machine))
            assert told_by(partial(engine.call, "invariants")) == broken
            if broken is None:
                number = first_broken(machine)
                assert engine.call("invariants") == (-1 if number is None else number)
        if self.over:
            told = told_by(machine.result)
            assert told_by(engine.result) == told
            if told is None:
                assert engine.result() == machine.result()
        assert engine.vector == vector

    # ---- games

    def play(self, choices: Iterable[int], most: int = 1_000) -> "Pair":
        """Play on: each choice is a seat and a move, modulo how many there are. A fault ends it."""
        for choice, _ in zip(choices, range(most), strict=False):
            if self.over or self.fault:
                break
            seats = self.seats
            seat = seats[choice % len(seats)]
            self.choose(seat, choice // len(seats) % len(self.moves(seat)))
        assert self.beside() == self.untouched
        return self


def forever(seed: int) -> Iterable[int]:
    """Random choices without end."""
    rng = random.Random(seed)
    while True:
        yield rng.randrange(1 << 30)


def compared(rules: Rules, seed: int, *, games: int = 2, most: int = 60) -> int:
    """Compare a few random games; how many decisions they had."""
    pair, decisions = Pair(rules), 0
    for number in range(games):
        pair.fault = None
        if pair.begin(seed, number) is None:
            pair.play(forever(seed + number), most)
        decisions += pair.decisions
    return decisions
