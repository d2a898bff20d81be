"""Other hosts: the scripts of the README as files, modules built beside them, node at work on both."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rulewright import Rules
from rulewright.analysis.export import build
from rulewright.analysis.random_games import record_lines
from rulewright.loading import load

NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(NODE is None, reason="there is no node on this machine")
HERE = Path(__file__).parent
NAMES = HERE / "names.rules"
README = (files("rulewright") / "machine" / "wasm" / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?:js|html)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCRIPT = re.compile(r'.*<script type="module">\n(.*)</script>\n', re.DOTALL)
NAMED = re.compile(r"// (\w+)\.(?:mjs|html)")


@cache
def rules_of(game: str | Path, players: int | None = None) -> Rules:
    return load(game, players=players)


def tables_of(rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(build(rules).tables)
    return found


def scripts() -> dict[str, str]:
    """The scripts of the README by the names in their first lines; of a page what stands in its script."""
    found = {}
    for block in BLOCK.findall(README):
        script = SCRIPT.sub(r"\1", block)
        name = NAMED.match(script)
        assert name, script[:80]
        found[name[1]] = script
    return found


def write(rules: Rules, folder: Path) -> Path:
    """A module with its tables in a folder, the scripts of the README and those of the tests."""
    built = build(rules)
    (folder / "game.wasm").write_bytes(built.wasm)
    (folder / "game.json").write_text(built.tables, encoding="utf-8")
    for name, script in scripts().items():
        (folder / f"{name}.mjs").write_text(script, encoding="utf-8")
    for script_file in HERE.glob("*.mjs"):
        shutil.copy(script_file, folder)
    return folder / "game.wasm"


def record(rules: Rules, folder: Path, games: Iterable[tuple[int, int]]) -> list[Path]:
    """Records of the reference with all legal moves, by seeds and numbers."""
    paths = []
    for seed, number in games:
        path = folder / f"{seed}-{number}.jsonl"
        lines = record_lines(rules, seed=seed, number=number, legal=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        paths.append(path)
    return paths


def node(folder: Path, script: str, *arguments: object) -> str:
    """What a script prints."""
    assert NODE is not None
    command = [NODE, script, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
