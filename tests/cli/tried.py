"""Tries commands one after the other where it is run: `python -m tests.cli.tried USER FREE COMMANDS`.

As this user (0: as it is), with so many bytes free on the disk (-1: as it is). For each command of the JSON it prints
the exit code, the last line of standard error, and whether all files are as they were.
"""

import email.parser  # noqa: F401 - metadata of packages ask for it, and a user may not read it later
import io
import json
import os
import pkgutil
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path

import rulewright
from rulewright.cli import main


def contents() -> dict[str, bytes | None]:
    """All that is here, of what may be read the content."""
    found: dict[str, bytes | None] = {}
    for path in Path().rglob("*"):
        found[str(path)] = None
        with suppress(OSError):
            found[str(path)] = path.read_bytes()
    return found


def read_all() -> None:
    """Read every module, also those that this user may not read."""
    for module in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if not module.name.endswith(("__main__", "cluster", "wasm.browser")):
            import_module(module.name)
    main(["check", "x.rules", "--effort", "0"])


def fill(free: int) -> None:
    with suppress(OSError), Path("filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))
    os.truncate("filler", Path("filler").stat().st_size - free)


def run(user: int, free: int, commands: list[list[str]]) -> list[tuple[int, str, bool]]:
    with redirect_stdout(io.StringIO()):
        read_all()
    if free >= 0:
        fill(free)
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    told = []
    for words in commands:
        before = contents()
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said:
            code = main(words)
        told.append((code, said.getvalue().splitlines()[-1], contents() == before))
    return told


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3]))))
