"""The file of games: lines are appended batch by batch; what a checkpoint does not know of is cut off again."""

import os
from pathlib import Path
from typing import Final
from zlib import crc32

from rulewright.analysis.simulate.checkpoint import Unfit
from rulewright.analysis.simulate.plan import State
from rulewright.files import read, writing
from rulewright.growing import Growing
from rulewright.shown import shown

CHUNK: Final = 1 << 20
WORDS: Final = ("variant", "winners", "status")


def games_again(path: Path, header: bytes, state: State) -> Growing:
    """The file that a state tells of, cut to what it tells; Unfit if that is not in it. Before the first batch it may
    be that not even the header was written."""
    if state.batches == 0 and _begins(path, header):
        return Growing.new(path, header, force=True)
    found = Growing.again(path)
    if _checksum(found, state.written) != state.crc:
        found.file.close()
        raise Unfit(f"{shown(str(path))} does not hold the games of the checkpoint any more.")
    found.cut(state.written)
    return found


def _begins(path: Path, header: bytes) -> bool:
    """Whether there is no file, or one with a part of the header and nothing else."""
    return not os.path.lexists(path) or header.startswith(read(path, most=len(header)))


def _checksum(games: Growing, length: int) -> int | None:
    """The checksum of the first bytes; None if there are fewer."""
    crc = 0
    games.file.seek(0)
    while length:
        chunk = games.file.read(min(CHUNK, length))
        if not chunk:
            return None
        crc, length = crc32(chunk, crc), length - len(chunk)
    return crc


# ---- as Parquet


def as_parquet(games: Path, goal: Path, *, force: bool) -> None:
    """Write the games of a file as Parquet, never in memory as a whole."""
    from pyarrow import csv, int64, parquet, string  # only who wants Parquet has it

    with games.open("rb") as file, writing(goal, force=force) as made:
        names = file.readline().decode().strip().split(",")
        types = {name: string() if name in WORDS else int64() for name in names}
        file.seek(0)
        reader = csv.open_csv(file, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False))
        with parquet.ParquetWriter(made, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
