"""What runs modules: an instance as the engine knows it, wasmtime as we set it up, kept modules, faults in words."""

import ctypes
import pickle
import platform
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import evolve, frozen

from rulewright import own_files
from rulewright.language.span import Span
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.bounds import LATE, exceeded, foreseen
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.memory_map import Compiled, TooLarge

if TYPE_CHECKING:
    from rulewright.machine.wasm.engine import Engine

RESERVATIONS: Final = (1 << 32, 1 << 28, 0)
"""So many bytes of addresses are reserved for a memory; less where the machine has not so many."""


class Trapped(Exception):  # noqa: N818 - the head of the memory says what was wrong
    """A call has ended before its end."""


class Instance(Protocol):
    """A module at work, in whatever runs WebAssembly here: its functions, and its one memory by addresses."""

    def call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - a number or nothing
        """What a function gives. Trapped if it does not come to its end."""

    def read(self, address: int, count: int) -> bytes:
        """So many bytes of the memory."""

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into it."""

    def size(self) -> int:
        """How many bytes it has."""

    def grow(self, pages: int) -> None:
        """Let it have so many pages more. MemoryError where there is no room."""

    def address(self) -> int | None:
        """Where it lies in this process until it grows; None where it does not."""


@frozen(eq=False)
class _InProcess:
    """An instance that wasmtime runs."""

    _wasmtime: Any
    _store: Any
    _memory: Any
    _exports: Mapping[str, Any]

    def call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - as above
        try:
            return self._exports[name](self._store, *arguments)
        except (self._wasmtime.Trap, self._wasmtime.WasmtimeError) as wrong:
            raise Trapped(str(wrong)) from wrong

    def read(self, address: int, count: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + count))

    def write(self, address: int, data: bytes) -> None:
        self._memory.write(self._store, data, address)

    def size(self) -> int:
        found: int = self._memory.data_len(self._store)
        return found

    def grow(self, pages: int) -> None:
        try:
            self._memory.grow(self._store, pages)
        except self._wasmtime.WasmtimeError as wrong:
            raise MemoryError from wrong

    def address(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)


def new_instance(module: Callable[[Any], Any]) -> Instance:
    """An instance of the module that is made for an engine of wasmtime. Where there are not 4 GiB of addresses to
    reserve, with less, and slower; TooLarge where even that cannot be."""
    import wasmtime  # heavy, and not everywhere

    for reservation in RESERVATIONS:
        engine = new_engine(reservation)
        try:
            store = wasmtime.Store(engine)
            exports = wasmtime.Instance(store, module(engine), []).exports(store)
        except wasmtime.WasmtimeError as wrong:
            if reservation == RESERVATIONS[-1]:
                raise TooLarge(f"There is no room for a module of these rules here: {wrong}") from wrong
            continue
        return _InProcess(wasmtime, store, exports["memory"], dict(exports))
    raise AssertionError(RESERVATIONS)


def new_engine(reservation: int = RESERVATIONS[0]) -> Any:  # noqa: ANN401 - wasmtime's
    """A wasmtime engine with our settings."""
    import wasmtime  # as above

    config = wasmtime.Config()
    config.memory_reservation = reservation
    return wasmtime.Engine(config)


# ---- Modules kept from one start to the next: the facts, and native code
# What another version of this program, of wasmtime or of the machine has made has another name, and counts as nothing.
# Both are run when they are read, so that `own_files` sees to it that nobody else has written them.


@cache
def made_by() -> str:
    """What tells this program, its helpers and this machine from others."""
    machine = (platform.machine(), platform.system(), platform.processor(), sys.byteorder)
    return own_files.named(own_files.program(), version("wasmtime"), machine)


def find(name: str) -> tuple[Compiled, bytes] | None:
    """What is kept under a name: a module's facts (without its bytes) and its native code."""
    data = own_files.find(name)
    try:
        match None if data is None else pickle.loads(data):  # noqa: S301 - see above
            case (Compiled() as facts, bytes(native)):
                return facts, native
            case _:
                return None
    except (pickle.UnpicklingError, ImportError, AttributeError, TypeError, ValueError, LookupError, EOFError):
        return None


def keep(name: str, compiled: Compiled, native: bytes) -> None:
    """Keep a module, if there is a place for it."""
    own_files.keep(name, pickle.dumps((evolve(compiled, wasm=b""), native)))


BOUNDS: Final = {
    at.ENDLESS: "endless-loop",
    at.ENDLESS_CHANCE: "endless-chance",
    at.TOO_LATE: LATE,
    at.TOO_MANY_TURNS: "too-many-turns",
    at.TOO_MANY_MOVES: "too-many-moves",
    at.TOO_MANY_CANDIDATES: "too-many-candidates",
}


def told_fault(engine: "Engine") -> RulesFault:
    """The fault that the head tells of."""
    kind, a, b = engine.words(at.FAULT, 3)
    compiled, lines, trial = engine.compiled, list[Span](), engine.word(at.TRYING)
    if kind in BOUNDS:
        found = exceeded(BOUNDS[kind], compiled.spans[a])
    elif kind == at.PROGRAM_FAULT:
        found = foreseen(compiled.faults[a], b)
    elif kind == at.ZONE_FULL:
        from rulewright.machine.interpret.zones import full  # only when something went wrong

        found = full(engine.program.zones[b], compiled.faults[a])
    else:
        from rulewright.machine.interpret import Machine  # only when something went wrong
        from rulewright.machine.interpret.offers import stuck

        machine = Machine(engine.program)  # the reference says why nobody can move
        machine.place(engine.vector)
        found = RulesFault("stuck", stuck(machine, a, engine.word(at.SEATS)), engine.program.sites[a].span)
    while trial:
        place, trial = engine.words(trial, 2)
        lines.append(compiled.spans[place - 1])
    found.tried = tuple(lines)
    return found
