"""wasmtime as we set it up: an engine, and an instance of a module with its memory."""

from collections.abc import Callable
from typing import Any, Final

from rulewright.machine.wasm.memory_map import TooLarge

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
