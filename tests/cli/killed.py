"""Kills commands: `python -m tests.cli.killed FOLDER KILLS NAMES`.

Each at every moment at which it is about to make, name or remove a file, then at so many random moments. Prints how
often the files were as before, as after, or partly so, how often a part was left, and what there was that must not be.

One process has read everything and is forked for each command, so that all the time of a command is its own.
"""

import json
import os
import pkgutil
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import rulewright
from rulewright.cli import main
from tests.cli.running import COINS

Files = dict[str, bytes]
RULES = COINS.read_text().replace("    players", "    players  ", 1)
COMMANDS = {
    "fmt": ["fmt", "x.rules"],
    "build": ["build", "x.rules", "-o", "x.wasm"],
    "record": ["record", "x.rules", "--seed", "1", "-o", "x.jsonl"],
    "record, a folder": ["record", "x.rules", "--seed", "1", "-n", "2", "-o", "a"],
    "rules": ["rules", "x.rules", "--copy", "a/b"],
    "simulate": ["simulate", "x.rules", "--seed", "1", "-n", "300", "--checkpoint", "x.point"],
}
CHANGES = {"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}


def contents(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lay(folder: Path, files: Files) -> None:
    """Let a folder hold just these files."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def begun(folder: Path, words: list[str], count: int | None) -> int:
    """Begin a command in a folder, as a process that kills itself at the change of so many; its number."""
    child = os.fork()
    if child:
        return child
    left = iter(range(count or 0))

    def change(event: str, given: tuple[Any, ...]) -> None:
        changes = event in CHANGES or (event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        if changes and next(left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    if count is not None:
        sys.addaudithook(change)
    code = 3
    try:
        code = main(words)
    finally:
        os._exit(code)


def done(folder: Path, words: list[str]) -> Files:
    """Carry out a command to its end; what is there then."""
    assert os.waitpid(begun(folder, words, None), 0)[1] == 0, words
    return contents(folder)


def judged(found: Files, before: Files, after: Files) -> tuple[str, list[str]]:
    """How the files are, and those that are neither as before nor as after."""
    parts = [name for name in found if name.endswith(".part")]
    wrong = []
    for name in {*found, *before, *after} - {*parts}:
        fits = found.get(name) in (before.get(name), after.get(name))
        wrong += [] if fits or (name == "x.point" and name in found and found[name]) else [name]
    files = {name: content for name, content in found.items() if name not in parts}
    how = "before" if files == before else "after" if files == after else "partly"
    return f"{how}, a part left" if parts else how, wrong


def tried(folder: Path, words: list[str], before: Files, kills: int, tell: Callable[[str, list[str]], None]) -> None:
    """Kill a command at every change, and at so many random moments; it is carried out again after each."""
    lay(folder, before)
    after = done(folder, words)
    lay(folder, before)
    start = time.monotonic()
    done(folder, words)
    long = time.monotonic() - start
    rng, count, killed = random.Random(len(words)), 0, True
    more = {"fmt": [], "simulate": ["--resume"]}.get(words[0], ["--force"])
    moments: list[float | None] = [rng.uniform(0, long) for _ in range(kills)]
    while killed or moments:
        moment = None if killed else moments.pop()
        lay(folder, before)
        child = begun(folder, words, count if killed else None)
        if moment is not None:
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
        ended = os.WIFEXITED(os.waitpid(child, 0)[1])
        found = contents(folder)
        tell(*judged(found, before, after))
        parts = any(name.endswith(".part") for name in found)
        fresh = found.get("x.point") != before.get("x.point")
        if (parts or fresh) and done(folder, [*words, *(more if fresh or "simulate" not in words else [])]) != after:
            tell("not the same when carried out again", sorted(contents(folder)))
        killed, count = killed and not ended, count + 1


def run(folder: Path, kills: int, names: list[str]) -> dict[str, dict[str, object]]:
    for module in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if not module.name.endswith(("__main__", "cluster", "wasm.browser")):
            import_module(module.name)
    told = {}
    for name, words in COMMANDS.items() if not names else [(name, COMMANDS[name]) for name in names]:
        seen: Counter[str] = Counter()
        wrong: list[str] = []

        def tell(how: str, files: list[str]) -> None:
            seen[how] += 1  # noqa: B023 - called at once
            wrong.extend(files)  # noqa: B023 - as above

        nothing = {"x.rules": RULES.encode()}
        lay(folder, nothing)
        old = {path: b"old" for path in done(folder, words) if path != "x.rules"}
        tried(folder, words, nothing, kills - kills // 2 if old else kills, tell)
        if old:
            tried(folder, [*words, "--force"], {**nothing, **old}, kills // 2, tell)
        told[name] = {**seen, "wrong": wrong}
    return told


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]) / "files", int(sys.argv[2]), sys.argv[3:])))
