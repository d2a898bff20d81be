"""The verb `build`: a module and its tables as two files; `analysis.export` makes them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rulewright.cli.arguments import FINE, FORCE, GAME, VARIANT, Misuse, Verb, argument
from rulewright.cli.progress import ElapsedLine
from rulewright.cli.telling import rules_of
from rulewright.files import find, write
from rulewright.shown import shown

ENDING: Final = ".wasm"


def _build(game: str, players: int | None, option: Sequence[str], module: str, *, force: bool) -> int:
    code, tables = _paths(module)
    from rulewright.analysis.export import TooLarge  # not before the arguments are right
    from rulewright.analysis.export import build as made_of

    try:
        rules = rules_of(game, players, option)
        with ElapsedLine("building").shown():
            built = made_of(rules)
    except TooLarge as trouble:
        raise Misuse(str(trouble)) from trouble
    write({code: built.wasm, tables: built.tables.encode()}, force=force, rules=find(game))
    for path, size in ((code, len(built.wasm)), (tables, len(built.tables))):
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


BUILD: Final = Verb(
    "build",
    "write a game as a WebAssembly module, with its tables beside it",
    (
        GAME,
        *VARIANT,
        argument(
            "-o", dest="module", required=True, metavar="FILE.wasm", help="the module; the tables go to FILE.json"
        ),
        FORCE,
    ),
    _build,
)
