"""Apply each canary to a copy of the repository and run its tests: `python -m lab.canaries`. 1 if any fails.

A canary is a patch that adds a sentence, a question, a check or a command. Printed is what it touches: the fewer files,
the better the code is cut. A patch that no longer applies is made anew, by adding the thing once more.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from attrs import frozen

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
COPIED: Final = (
    "docs",
    "grammar",
    "interpreter",
    "rulesets",
    "examples",
    "tests",
    "lab",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
)


@frozen
class Canary:
    """A patch, its tests, and how many files of code it may touch (documents, tests and generated tables aside)."""

    name: str
    tests: tuple[str, ...]
    most: int


CANARIES: Final = (
    Canary(
        "statement",
        ("tests/language/test_edges_of_sugar.py", "tests/language/test_spec.py::test_every_word_stands_in_the_index"),
        2,
    ),
    Canary("question", ("tests/language/test_spec.py",), 1),
    Canary("check", ("tests/language/test_pages.py", "-k", "turned or tables"), 3),
    Canary("command", ("tests/cli/test_progress.py", "-k", "every_command"), 1),
)


def tried(canary: Canary, *left_out: str) -> str | None:
    """What is wrong with a canary in a copy of the repository, None if its tests pass; `left_out`: files of the patch
    that are not changed."""
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            place = ROOT / name
            if place.is_dir():
                shutil.copytree(place, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(place, folder)
        applied = subprocess.run(
            ("git", "apply", "--unsafe-paths", *map("--exclude={}".format, left_out), HERE / f"{canary.name}.patch"),
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if applied.returncode:
            return applied.stderr
        way = {"PYTHONPATH": f"{folder}/interpreter", "PATH": "/usr/bin:/bin"}
        done = subprocess.run(
            (sys.executable, "-m", "pytest", "-q", "-m", "", "-p", "no:cacheprovider", *canary.tests),
            cwd=folder,
            env=way,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout[-3000:] if done.returncode else None


def judged(canary: Canary) -> tuple[str, bool]:
    """A line about a canary, and whether it is fine."""
    patch = (HERE / f"{canary.name}.patch").read_text(encoding="utf-8")
    files = re.findall(r"^\+\+\+ b/(.*)$", patch, re.MULTILINE)
    code = [file for file in files if re.fullmatch(r"interpreter/.*\.py|.*\.lark", file)]
    lines = len(re.findall(r"^\+(?!\+\+)", patch, re.MULTILINE))
    trouble = tried(canary)
    if trouble is None and tried(canary, *code) is None:
        trouble = "its tests pass without its code, too"
    if len(code) > canary.most:
        trouble = f"{len(code)} files of code, {canary.most} allowed"
    said = f"{canary.name}: {len(files)} files, {len(code)} of them code, {lines} lines: {trouble or 'fine'}"
    return said, trouble is None


def main() -> int:
    """Try all, as many at a time as there are processors, and print a line for each."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = 0
        for said, fine in pool.map(judged, CANARIES):
            print(said)
            wrong += not fine
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
