"""The backends that can play rules, as far as they are measured.

In: rules, or what they are loaded from. Out: engines that play random games and handle a state. A backend that cannot
run on this machine says why. What is imported here counts as loading: so nothing is, before it is needed.
"""

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

if TYPE_CHECKING:
    from rulewright.machine import wasm
    from rulewright.machine.game import Rules
    from rulewright.machine.playouts import Batch

SEED = 1


@frozen
class Asked:
    """What is loaded: a game by name or path, and its setting."""

    game: str
    players: int
    options: Mapping[str, int | str | bool]


class Engine(Protocol):
    """Rules that are ready to be played by a backend."""

    def playouts(self, first: int, count: int) -> "Batch":
        """Random games `first`, `first + 1`, … of the seed; nothing is counted but their outcomes."""
        ...

    @property
    def state_bytes(self) -> int:
        """How much memory a state takes."""
        ...

    def copies(self, number: int) -> None:
        """Copy a state so many times."""
        ...

    def hashes(self, number: int) -> None:
        """Hash a state so many times."""
        ...


@frozen
class Backend:
    """One way to play rules. `trouble` is None where it can run here, and else says why not; `engine` makes everything
    anew from rules, `load` uses all caches that there are."""

    name: str
    trouble: Callable[[], str | None]
    engine: Callable[["Rules"], Engine]
    load: Callable[[Asked], Engine]


# ---- the reference interpreter


@frozen
class Reference:
    """A state is a row of numbers."""

    rules: "Rules"

    def playouts(self, first: int, count: int) -> "Batch":
        """As every engine."""
        from rulewright.analysis.reference_playouts import reference_playouts  # noqa: PLC0415 - see above

        return reference_playouts(self.rules, SEED, first, count, counting=False)

    @property
    def state_bytes(self) -> int:
        """The row; the small numbers in it are shared by all rows."""
        return sys.getsizeof(self._state)

    @property
    def _state(self) -> tuple[int, ...]:
        return self.rules.start(SEED).state.vector

    def copies(self, number: int) -> None:
        """As the machine does: row to list."""
        state = self._state
        for _ in range(number):
            list(state)

    def hashes(self, number: int) -> None:
        """As perft does."""
        state = self._state
        for _ in range(number):
            hash(state)


def _runs_anywhere() -> None:
    """The reference interpreter has no trouble."""


def _load_reference(asked: Asked) -> Reference:
    from rulewright.loading import load  # noqa: PLC0415 - see above

    return Reference(load(asked.game, players=asked.players, options=asked.options))


# ---- WebAssembly


@frozen
class Wasm:
    """A state is packed into a lane of the module's memory."""

    made: "wasm.Engine"

    def playouts(self, first: int, count: int) -> "Batch":
        """As every engine."""
        return self.made.playouts(SEED, first, count)

    @property
    def state_bytes(self) -> int:
        """The length of a lane."""
        return self.made.lane_bytes

    def copies(self, number: int) -> None:
        """Lane to lane."""
        self.made.copies(number)

    def hashes(self, number: int) -> None:
        """The working state."""
        self.made.begin(SEED, 0)
        self.made.hashes(number)


def _wasm_trouble() -> str | None:
    from rulewright.machine import wasm  # noqa: PLC0415 - see above

    return wasm.available()


def _wasm(rules: "Rules") -> Wasm:
    from rulewright.machine import wasm  # noqa: PLC0415 - see above

    return Wasm(wasm.engine_of(rules.program))


def _load_wasm(asked: Asked) -> Wasm:
    from rulewright.fast import fast_engine  # noqa: PLC0415 - see above

    return Wasm(fast_engine(asked.game, players=asked.players, options=asked.options))


BACKENDS = (
    Backend("reference", _runs_anywhere, Reference, _load_reference),
    Backend("wasm", _wasm_trouble, _wasm, _load_wasm),
)


def runnable() -> tuple[tuple[Backend, ...], tuple[str, ...]]:
    """The backends that can run here, and in words why the others cannot."""
    troubles = [(backend, backend.trouble()) for backend in BACKENDS]
    return (
        tuple(backend for backend, trouble in troubles if trouble is None),
        tuple(f"{backend.name} is left out: {trouble}" for backend, trouble in troubles if trouble is not None),
    )
