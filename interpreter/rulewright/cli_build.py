"""The verb `build`: a module and its tables as two files; `analysis.building` makes them."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli_arguments import FINE, Arguments, Misuse
from rulewright.files import create_together
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.machine.game import Rules

ENDING = ".wasm"


def build(chosen: Arguments, rules_of: "Callable[[Arguments], Rules]") -> int:
    """Write a game as a WebAssembly module with its tables; `rules_of` reads the rules that were asked for."""
    module, tables = _paths(chosen.module)
    from rulewright.analysis.building import TooLarge  # noqa: PLC0415 - not before the arguments are right
    from rulewright.analysis.building import build as made_of  # noqa: PLC0415

    try:
        built = made_of(rules_of(chosen))
    except TooLarge as trouble:
        raise Misuse(str(trouble)) from trouble
    create_together({module: built.wasm, tables: built.tables.encode()}, force=chosen.force)
    for path, size in ((module, len(built.wasm)), (tables, len(built.tables))):
        print(f"{shown(str(path))}: {size:,} bytes")
    return FINE


def _paths(name: str) -> tuple[Path, Path]:
    """Where the module goes, and beside it the tables."""
    path = Path(name)
    if path.suffix.lower() != ENDING or not path.stem:
        raise Misuse(
            f'"{shown(name)}" does not end in {ENDING}. Its tables go beside it, to a file that ends in .json.'
        )
    return path, path.with_suffix(".json")
