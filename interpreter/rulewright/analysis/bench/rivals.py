"""Engines of others as programs: called with SEED GAMES PLAYERS, a program plays so many whole random games and
prints the number of their decisions and the seconds it spent on playing them. `benchmarks/README.md` says it
for their authors.

In: `openspiel`, or the path of a .py or .cpp file. Out: a `Rival`, or words why there is none here; `FileTrouble` for
what cannot be a rival or does not play.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from rulewright.analysis.bench.pace import Played
from rulewright.files import FileTrouble, regular
from rulewright.shown import shown

OPENSPIEL: Final = "openspiel"
COMPILER: Final = "g++"
OPTIONS: Final = ("-O2", "-std=c++17")
NANOSECOND: Final = 1e-9
_PRINTED: Final = re.compile(r"\s*(\d{1,18})\s+(\d{1,9}(?:\.\d*)?(?:e[+-]?\d{1,3})?)(?:\s|$)", re.ASCII)


@frozen
class Rival:
    """A program that plays."""

    name: str
    command: tuple[str, ...]
    players: int

    def play(self, seed: int, games: int) -> Played:
        """Let it play; the seconds are those that it tells."""
        done = _ran((*self.command, str(seed), str(games), str(self.players)))
        if done.returncode != 0:
            said = _last_line(done.stderr) or "it says nothing"
            raise FileTrouble(f"{shown(self.name)} did not play ({_ending(done.returncode)}): {said}")
        found = _PRINTED.match(done.stdout)
        if found is None:
            raise FileTrouble(f"{shown(self.name)} does not print its decisions and seconds.")
        return Played(games, int(found[1]), max(float(found[2]), NANOSECOND))


@frozen
class Missing:
    """Why there is no such rival here."""

    why: str


def rival(asked: str, game: str, players: int, folder: Path) -> Rival | Missing:
    """What was asked for with `--against`; programs that must be made are put into the folder."""
    if asked == OPENSPIEL:
        return _openspiel(game, players)
    path = Path(asked)
    match path.suffix:
        case ".py":
            return Rival(path.name, (*_python("python_rival.py"), str(regular(path).resolve())), players)
        case ".cpp":
            return _compiled(regular(path).resolve(), players, folder)
        case _:
            raise FileTrouble(f"{shown(asked)} is no engine to play against: .py, .cpp, or the word {OPENSPIEL}.")


def _openspiel(game: str, players: int) -> Rival | Missing:
    if importlib.util.find_spec("pyspiel") is None:
        return Missing("OpenSpiel is not installed: pip install 'rulewright[bench]'.")
    return Rival("OpenSpiel", (*_python("openspiel_rival.py"), game.replace("-", "_")), players)


def _python(script: str) -> Sequence[str]:
    """A script of this folder, run without anything of this package around it."""
    return sys.executable, "-P", str(Path(__file__).with_name(script))


def _compiled(path: Path, players: int, folder: Path) -> Rival | Missing:
    compiler = shutil.which(COMPILER)
    if compiler is None:
        return Missing(f"{shown(path.name)} needs {COMPILER}, which is not here.")
    program = folder / f"{len(list(folder.iterdir()))}-{path.stem}"
    done = _ran((compiler, *OPTIONS, str(path), "-o", str(program)))
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        raise FileTrouble(f"{shown(path.name)} cannot be compiled: {shown(errors[0] if errors else 'no reason given')}")
    return Rival(path.name, (str(program),), players)


def _ran(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - what the user asked for, and no shell
        command, check=False, capture_output=True, encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL
    )


def _ending(code: int) -> str:
    """How a program ended that did not play."""
    return f"exit code {code}" if code > 0 else f"ended by signal {-code}"


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return shown(lines[-1]) if lines else ""
