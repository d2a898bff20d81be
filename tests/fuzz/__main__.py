"""A long run: `python -m tests.fuzz --mutated 20000 --grown 300 --jobs 2`. It ends with 1 if anything was found. A
finding's name is what makes it again: `--again NAME`. Not for Windows."""

import argparse
import sys
import time
from pathlib import Path

from tests.fuzz import commands
from tests.fuzz.running import SORTS, Finding, Tally, run, smaller, tried, wrong_in

COLUMNS = ("all", "legal", "played", "slow", "decisions")


def main() -> int:
    """Make many, and tell what came of them."""
    options = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    for sort in SORTS:
        options.add_argument(f"--{sort}", type=int, default=0, metavar="N")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first of each sort")
    options.add_argument("--jobs", type=int, default=2, help="processes")
    options.add_argument("--found", type=Path, default=Path("fuzz-found"), metavar="DIR", help="where findings go")
    options.add_argument("--again", metavar="NAME", help="do one once more")
    given = options.parse_args()
    if given.again:
        return again(given.again)
    numbers = {sort: range(given.first, given.first + getattr(given, sort)) for sort in SORTS}
    begun, told, tally = time.monotonic(), time.monotonic(), Tally()
    for part in run(numbers, given.seed, given.jobs):
        tally.add(part)
        for finding in part.findings:
            keep(finding, given.found)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(table(tally), flush=True)
    print(table(tally))
    print(f"{time.monotonic() - begun:.0f} s, {len(tally.findings)} found")
    return 1 if tally.findings else 0


def keep(finding: Finding, folder: Path) -> None:
    """Tell a finding, and write it to files."""
    folder.mkdir(exist_ok=True)
    (folder / f"{finding.name}.rules").write_bytes(finding.data)
    (folder / f"{finding.name}.txt").write_text(finding.wrong, encoding="utf-8", errors="replace")
    print(f"{finding.name}: {finding.wrong[:2_000]}", flush=True)
    (folder / f"{finding.name}.smaller.rules").write_bytes(smaller(finding))


def again(name: str) -> int:
    """Do one once more, and tell what comes of it."""
    sort, seed, number = name.rsplit("-", 2)
    commands.prepared()
    data, seen = tried(sort, int(seed), int(number))
    sys.stdout.buffer.write(data)
    print(seen.told, seen.trouble, wrong_in(seen), sep="\n")
    return 1 if wrong_in(seen) else 0


def table(tally: Tally) -> str:
    """How many of each."""
    rows = [("", *COLUMNS, "found")]
    for sort in SORTS:
        found = sum(each.sort == sort for each in tally.findings)
        rows.append((sort, *(f"{tally.counts[sort, column]:,}" for column in COLUMNS), f"{found:,}"))
    return "\n".join(" ".join(f"{cell:>11}" for cell in row) for row in rows)


if __name__ == "__main__":
    sys.exit(main())
