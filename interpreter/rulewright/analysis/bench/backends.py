"""The backends that can play rules, as far as they are measured.

In: rules, or what they are loaded from. Out: engines that play random games and handle a state. A backend that cannot
run on this machine says why. What is imported here counts as loading: so nothing is, before it is needed.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import frozen

if TYPE_CHECKING:
    from rulewright.machine import wasm
    from rulewright.machine.game import Rules
    from rulewright.machine.playouts import Batch
    from rulewright.machine.program.nodes import Program

SEED: Final = 1


@frozen
class Asked:
    """What is loaded: a game by name or path, and its setting."""

    game: str
    players: int
    options: Mapping[str, int | str | bool]


@frozen
class Reference:
    """The reference interpreter. A state is a row of numbers."""

    name: ClassVar = "reference"
    rules: "Rules"

    @staticmethod
    def trouble() -> None:
        """Why it cannot run here: it can anywhere."""

    @staticmethod
    def engine(rules: "Rules") -> "Reference":
        """Rules that are ready to be played, everything made anew."""
        return Reference(rules)

    @staticmethod
    def load(asked: Asked) -> "Reference":
        """What is loaded is ready to be played, with all caches that there are."""
        from rulewright.loading import load  # see above

        return Reference(load(asked.game, players=asked.players, options=asked.options))

    def playouts(self, first: int, count: int) -> "Batch":
        """Random games `first`, `first + 1`, … of the seed; nothing is counted but their outcomes."""
        from rulewright.analysis.random_games import reference_playouts  # see above

        return reference_playouts(self.rules, SEED, first, count, counting=False)

    @property
    def state_bytes(self) -> int:
        """How much memory a state takes: the row; the small numbers in it are shared by all rows."""
        return sys.getsizeof(self._state)

    @property
    def _state(self) -> tuple[int, ...]:
        return self.rules.start(SEED).state.vector

    def copies(self, number: int) -> None:
        """Copy a state so many times, as the machine does: row to list."""
        state = self._state
        for _ in range(number):
            list(state)

    def hashes(self, number: int) -> None:
        """Hash a state so many times, as perft does."""
        state = self._state
        for _ in range(number):
            hash(state)


@frozen
class Wasm:
    """WebAssembly, with the methods of `Reference`. A state is packed into a lane of the module's memory."""

    name: ClassVar = "wasm"
    made: "wasm.Engine"

    @staticmethod
    def trouble() -> str | None:
        """Why it cannot run here, if it cannot."""
        from rulewright.machine import wasm  # see above

        return wasm.available()

    @staticmethod
    def engine(rules: "Rules") -> "Wasm":
        """Everything made anew."""
        from rulewright.machine import wasm  # see above

        return Wasm(wasm.engine_of(rules.program))

    @staticmethod
    def load(asked: Asked) -> "Wasm":
        """With the module that is kept, if one is."""
        from rulewright.files import find, read, title  # see above
        from rulewright.language.span import BYTES
        from rulewright.machine import wasm

        path = find(asked.game)
        data = read(path, most=BYTES)

        def program() -> "Program":
            from rulewright.loading import read_text, rules_of  # the language is not needed for what is kept

            text = read_text(path.name, data)
            return rules_of(text, title(path), players=asked.players, options=asked.options).program

        return Wasm(wasm.engine(program, "bench", data, asked.players, sorted(asked.options.items())))

    def playouts(self, first: int, count: int) -> "Batch":
        """Random games of the seed."""
        return self.made.playouts(SEED, first, count)

    @property
    def state_bytes(self) -> int:
        """The length of a lane."""
        return self.made.compiled.lane

    def copies(self, number: int) -> None:
        """Lane to lane."""
        self.made.reserve(self.made.compiled.map.lanes + 2 * self.state_bytes)
        self.made.call("copies", number)

    def hashes(self, number: int) -> None:
        """The working state."""
        self.made.begin(SEED, 0)
        self.made.call("hashes", number)


Engine = Reference | Wasm
Backend = type[Reference] | type[Wasm]
BACKENDS: Final[tuple[Backend, ...]] = (Reference, Wasm)


def runnable() -> tuple[tuple[Backend, ...], tuple[str, ...]]:
    """The backends that can run here, and in words why the others cannot."""
    troubles = [(backend, backend.trouble()) for backend in BACKENDS]
    return (
        tuple(backend for backend, trouble in troubles if trouble is None),
        tuple(f"{backend.name} is left out: {trouble}" for backend, trouble in troubles if trouble is not None),
    )


def first_game(arguments: Sequence[str]) -> None:
    """What the processes run in which loading is measured: load a setting (JSON), play one game by a backend, end."""
    name, setting = arguments
    backend = next(found for found in BACKENDS if found.name == name)
    backend.load(Asked(**json.loads(setting))).playouts(0, 1)


if __name__ == "__main__":
    first_game(sys.argv[1:])
