"""Draw mutants of the lowering and run the tests against each until one fails.

    python -m lab.mutants FILE --number 200 --seed 1 --jobs 2

FILE takes a line of JSON for each mutant; what is in it is not run again, so that the command may be stopped at any
time. Each job has a copy of the repository, whose tests are taken to pass; the work tree is not touched. A test that
takes longer than five minutes has failed. What `equivalent.txt` names is not run. The exit code is 1 if a mutant has
survived. Not for Windows.
"""

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatch
from pathlib import Path
from queue import SimpleQueue

from attrs import frozen

from lab.mutants.making import Mutant, mutants

ROOT = Path(__file__).parents[2]
PACKAGE = Path("interpreter/rulewright")
MUTATED = (PACKAGE / "machine" / "lower", PACKAGE / "language" / "facts")
PARTS = (
    *("interpreter", "grammar", "rulesets", "examples", "lab", "tests", "docs", "benchmarks", "pyproject.toml"),
    *("LICENSE", *(page.name for page in ROOT.glob("*.md"))),
)
ORDER = (
    *("machine/test_lower*", "language/test_spec*", "plain/*", "wasm/test_corners*"),
    *("examples", "machine/*", "laws/*", "games/*", "analysis/*", "wasm/*", "language/*", "cli/*"),
)
EXAMPLES = ("rulewright", "test")
TESTING = ("pytest", "-x", "-q", "-p", "no:cacheprovider", "--timeout=300", "-o", "timeout_method=thread")
COMPILING = ("-m", "compileall", "-q", "-f", "--invalidation-mode", "checked-hash", "interpreter")
MEMORY = 12 << 30
"""Engines of the fast backend keep much that they never touch."""
SECONDS = 3600


def modules() -> list[Path]:
    """The modules that are changed, none named like another."""
    return [path for folder in MUTATED for path in sorted((ROOT / folder).glob("*.py"))]


def drawn(number: int, seed: int) -> list[Mutant]:
    """So many mutants, always the same ones for a seed."""
    found = [each for path in modules() for each in mutants(path)]
    return random.Random(seed).sample(found, min(number, len(found)))


def commands() -> list[tuple[str, ...]]:
    """The tests that may see a mistake of the lowering, and the examples of the games, as modules of Python with their
    arguments: those first that see most in the shortest time."""
    found: list[tuple[str, ...]] = []
    left = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").glob("*/test_*.py")}
    for pattern in ORDER:
        files = sorted(path for path in left if fnmatch(path, f"tests/{pattern}"))
        left.difference_update(files)
        found += [(*TESTING, *files)] if files else []
        if pattern == "examples":
            found.append((*EXAMPLES, *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*s/*.rules"))))
    return found


def copied(folder: Path) -> Path:
    """The repository as it stands. Compiled modules go by the text itself, for a mutant may be as old and as long."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    subprocess.run([sys.executable, *COMPILING], cwd=folder, check=True)
    return folder


def failure(tree: Path, command: Sequence[str]) -> str | None:
    """What fails first, None if nothing does."""
    places = {"PYTHONPATH": "interpreter", "XDG_CACHE_HOME": "cache"}
    paths = {name: str(tree / place) for name, place in places.items()}
    env = {**os.environ, **paths, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        asked = [sys.executable, "-m", *command]
        done = subprocess.run(asked, cwd=tree, env=env, capture_output=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"{' '.join(command[:2])} …: time-out"
    if done.returncode in (0, 5):
        return None
    lines = done.stdout.decode(errors="replace").splitlines()
    failed = next((line for line in lines if line.startswith(("FAILED ", "ERROR "))), None)
    if failed is None and b"KeyboardInterrupt" in done.stdout:
        raise KeyboardInterrupt
    return f"{' '.join(command[:2])} …: ended" if failed is None else failed.split(" ", 1)[1].split(" - ")[0]


@frozen
class Run:
    """The results: in memory, by the name of the mutant the test that has killed it or None, and in their file."""

    file: Path
    tests: list[tuple[str, ...]]
    ends: dict[str, str | None]

    def kill(self, tree: Path, mutant: Mutant) -> str:
        """Run the tests against a mutant until one fails, and say which."""
        began = time.monotonic()
        path = next(path for folder in MUTATED if (path := tree / folder / mutant.module).exists())
        text = path.read_bytes()
        path.write_bytes(mutant.applied(text))
        by = next(filter(None, (failure(tree, command) for command in self.tests)), None)
        path.write_bytes(text)
        seconds = round(time.monotonic() - began)
        self.ends[mutant.name] = by
        self.write({"mutant": mutant.name, "line": mutant.line, "by": by, "seconds": seconds})
        return f"{mutant.module}:{mutant.line}  {mutant.name}\n    {by or 'SURVIVED'}  ({seconds} s)"

    def write(self, data: dict[str, object]) -> None:
        """Append a line."""
        with self.file.open("ab", buffering=0) as file:
            file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")

    def kill_all(self, left: Sequence[Mutant], trees: Sequence[Path]) -> None:
        """One at a time in each copy of the repository."""
        free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            free.put(tree)

        def one(mutant: Mutant) -> str:
            tree = free.get()
            told = self.kill(tree, mutant)
            free.put(tree)
            return told

        with ThreadPoolExecutor(len(trees)) as pool:
            try:
                for done in as_completed([pool.submit(one, mutant) for mutant in left]):
                    print(done.result(), flush=True)
            finally:
                pool.shutdown(cancel_futures=True)


def taken_up(file: Path, *, again: bool) -> Run:
    """The results that there are, which must be of the same sources; `again`: without the survivors."""
    texts = [path.read_bytes() for path in modules()]
    sources, run = hashlib.sha256(b"".join(texts)).hexdigest(), Run(file, commands(), {})
    if not file.exists():
        run.write({"sources": sources})
    head, *lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    if head["sources"] != sources:
        sys.exit(f"{file} is of other sources. Delete it, or name another file.")
    run.ends.update((data["mutant"], data["by"]) for data in lines if data["by"] is not None or not again)
    return run


def main() -> int:
    """Carry out the command."""
    parser = argparse.ArgumentParser(prog="python -m lab.mutants", description=str(__doc__).split("\n")[0])
    parser.add_argument("file", type=Path, help="the results, taken up if they are there")
    parser.add_argument("--number", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same mutants (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--again", action="store_true", help="run those that have survived once more")
    chosen = parser.parse_args()
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees = [copied(Path(folder) / str(number)) for number in range(chosen.jobs)]
        run, mine = taken_up(chosen.file, again=chosen.again), drawn(chosen.number, chosen.seed)
        known = Path(__file__).with_name("equivalent.txt").read_text(encoding="utf-8").splitlines()
        other = [each for each in mine if each.name not in known]
        run.kill_all([each for each in other if each.name not in run.ends], trees)
    survivors = [each.name for each in other if run.ends[each.name] is None]
    print(f"{len(mine)} mutants: {len(other) - len(survivors)} killed, {len(mine) - len(other)} equivalent", end="")
    print(f", {len(survivors)} survived:", *survivors, sep="\n  ")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
