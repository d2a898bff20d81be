"""wasmtime as we set it up: an engine, an instance, kept modules, and faults in words."""

import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from rulewright import own_files
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.bounds import CANDIDATES_SAID, CHANCES, LISTING_TURNS, MOVES_SAID, TURNS, foreseen, late
from rulewright.machine.program.nodes import FaultText, Program
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.memory_map import Compiled, TooLarge

if TYPE_CHECKING:
    from rulewright.machine.wasm.engine import Engine


# ---- wasmtime as we set it up: an engine, and an instance of a module with its memory


RESERVATIONS: Final = (1 << 32, 1 << 28, 0)
"""So many bytes of addresses are reserved for a memory; less where the machine has not so many."""


def new_instance(module: Callable[[Any], Any]) -> tuple[Any, Any, Any]:
    """wasmtime, a store and the exports of an instance. Where there are not 4 GiB of addresses to reserve, with less,
    and slower; TooLarge where even that cannot be."""
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
        return wasmtime, store, exports
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


def key(*parts: object) -> str:
    """The name of what these make."""
    return own_files.named(made_by(), *parts)


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


# ---- What the head says of a fault, as the fault of the rules that the reference would raise


def told_fault(engine: "Engine") -> RulesFault:
    """The fault that the head tells of."""
    found = _fault(engine, *engine.words(at.FAULT, 3))
    lines, trial = [], engine.word(at.TRYING)
    while trial:
        place, trial = engine.words(trial, 2)
        lines.append(engine.compiled.spans[place - 1])
    found.tried = tuple(lines)
    return found


def _fault(engine: "Engine", kind: int, a: int, b: int) -> RulesFault:
    compiled = engine.compiled
    match kind:
        case at.PROGRAM_FAULT:
            return foreseen(compiled.faults[a], b)
        case at.ZONE_FULL:
            return _full(engine.program, b, compiled.faults[a])
        case at.ENDLESS:
            said = f"A loop has taken more than {TURNS:,} turns without a decision or a chance event."
            return RulesFault("endless-loop", said, compiled.spans[a])
        case at.ENDLESS_CHANCE:
            said = f"More than {CHANCES:,} chance events have come without a decision."
            return RulesFault("endless-chance", said, compiled.spans[a])
        case at.TOO_LATE:
            return late(compiled.spans[a])
        case at.TOO_MANY_TURNS:
            said = f"This decision takes more than {LISTING_TURNS:,} turns of loops."
            return RulesFault("too-many-turns", said, compiled.spans[a])
        case at.TOO_MANY_MOVES:
            return RulesFault("too-many-moves", MOVES_SAID, compiled.spans[a])
        case at.TOO_MANY_CANDIDATES:
            return RulesFault("too-many-candidates", CANDIDATES_SAID, compiled.spans[a])
        case _:
            return _stuck(engine, a)


def _stuck(engine: "Engine", site: int) -> RulesFault:
    """The reference says why nobody can move."""
    from rulewright.machine.interpret import Machine  # only when something went wrong
    from rulewright.machine.interpret.offers import stuck

    machine = Machine(engine.program)
    machine.place(engine.vector)
    return RulesFault("stuck", stuck(machine, site, engine.word(at.SEATS)), engine.program.sites[site].span)


def _full(program: Program, zone: int, text: FaultText) -> RulesFault:
    from rulewright.machine.interpret.zones import full  # only when something went wrong

    try:
        full(program.zones[zone], text)
    except RulesFault as fault:
        return fault
