"""How fast the explorer finds all positions of Connect Four, beside a search written by hand, in turn.

    python -m benchmarks [--columns N] [--rows N] [--rounds N]

compiles `connect_four_positions.cpp`, lets both find all positions in each round, and prints for both the positions in
a second of processor time, median and most, the bytes for each, and the ratio within the rounds.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from attrs import frozen

from rulewright import Rules
from rulewright.machine.positions import Reach, layers
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.explorer import Explorer
from tests.laws.test_positions import BOARD
from tests.wasm.common import loaded

BY_HAND = Path(__file__).with_name("connect_four_positions.cpp")


@frozen
class Found:
    """So many positions in so many seconds of the processor, with so much memory."""

    positions: int
    seconds: float
    size: int

    @property
    def pace(self) -> float:
        return self.positions / self.seconds


def compiled(folder: str) -> Path:
    program = Path(folder) / BY_HAND.stem
    subprocess.run(["g++", "-O2", "-std=c++17", "-o", program, BY_HAND], check=True)
    return program


def by_hand(program: Path, columns: int, rows: int) -> Found:
    """The whole process counts; it starts within milliseconds."""
    with subprocess.Popen([program, str(columns), str(rows)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        positions = int(process.stdout.read().split()[0])
        _, process.returncode, used = os.wait4(process.pid, 0)
    return Found(positions, used.ru_utime + used.ru_stime, used.ru_maxrss << 10)


def explored(rules: Rules) -> Found:
    """From the first position to the last; making the module does not count."""
    explorer = Explorer(rules, Reach())
    began = time.process_time()
    for _ in layers(explorer):
        pass
    seconds = time.process_time() - began
    table = at.WORD * (explorer.engine.word(at.MASK) + 1)
    return Found(explorer.found, seconds, explorer.found * explorer._places.size + table)


def in_turn(rounds: int, *searches: Callable[[], Found]) -> list[tuple[Found, ...]]:
    return [tuple(search() for search in searches) for _ in range(rounds)]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    for name, usual in (("--columns", 4), ("--rows", 5), ("--rounds", 5)):
        parser.add_argument(name, type=int, default=usual)
    asked = parser.parse_args(words)
    rules = loaded(BOARD.format(rows=asked.rows, columns=asked.columns))
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        found = in_turn(asked.rounds, lambda: explored(rules), lambda: by_hand(program, asked.columns, asked.rows))
    assert len({each.positions for both in found for each in both}) == 1
    for name, each in zip(("explorer", "by hand"), zip(*found, strict=True), strict=True):
        paces = [one.pace for one in each]
        told = f"{each[0].positions:,} positions, {median(paces):,.0f} a second (most {max(paces):,.0f})"
        print(f"{name}: {told}, {each[0].size / each[0].positions:.0f} bytes each")
    ratios = [ours.pace / theirs.pace for ours, theirs in found]
    print(f"ratio: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
