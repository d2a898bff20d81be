"""From a game's name or path to the fast backend; what was made once is kept, and then neither parsed nor compiled
again."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.files import find, read
from rulewright.language.span import BYTES
from rulewright.machine.wasm import Engine, engine

if TYPE_CHECKING:
    from rulewright.machine.program.nodes import Program


def fast_engine(
    game: str | Path, *, players: int | None = None, options: Mapping[str, int | str | bool] | None = None
) -> Engine:
    """The engine of a shipped game or of a file at one setting. Raises what `load` raises; ask `wasm.available`
    before."""
    path = find(str(game))
    data = read(path, most=BYTES)

    def program() -> "Program":
        from rulewright.loading import read_text, rules_of  # noqa: PLC0415 - the language is not needed for what is kept

        return rules_of(read_text(path.name, data), path.stem, players=players, options=options).program

    return engine(program, hashlib.sha256(data).hexdigest(), players, sorted((options or {}).items()))
