"""The file of games: lines are appended batch by batch; what a checkpoint does not know of is cut off again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from zlib import crc32

from attrs import define

from rulewright.analysis.simulate.checkpoint import Unfit
from rulewright.analysis.simulate.plan import State
from rulewright.files import FileTrouble, create, read, regular
from rulewright.shown import shown

CHUNK = 1 << 20
WORDS = ("variant", "winners", "status")


@define
class GamesFile:
    """An open file of games. Nothing waits in a buffer: what cannot be written is told at once, and can be cut off."""

    path: Path
    file: FileIO

    @staticmethod
    def new(path: Path, header: bytes, *, force: bool) -> "GamesFile":
        """A file that is not there yet, or with `force` one that is, with nothing but its header."""
        create(path, force=force).close()
        found = GamesFile(path, path.open("r+b", buffering=0))
        found.write(header)
        return found

    @staticmethod
    def again(path: Path, header: bytes, state: State) -> "GamesFile":
        """The file that a state tells of, cut to what it tells; Unfit if that is not in it. Before the first batch it
        may be that not even the header was written."""
        if state.batches == 0 and _begins(path, header):
            return GamesFile.new(path, header, force=True)
        with _told(path):
            file = regular(path).open("r+b", buffering=0)
        if _checksum(file, state.written) != state.crc:
            file.close()
            raise Unfit(f"{shown(str(path))} does not hold the games of the checkpoint any more.")
        found = GamesFile(path, file)
        found.cut(state)
        return found

    def write(self, rows: bytes) -> None:
        """Append lines."""
        with _told(self.path):
            while rows:
                rows = rows[self.file.write(rows) :]

    def keep(self) -> None:
        """See that everything written is on the disk."""
        with _told(self.path):
            os.fsync(self.file.fileno())

    def cut(self, state: State) -> None:
        """Keep only what a state tells of."""
        with _told(self.path):
            self.file.truncate(state.written)
            self.file.seek(state.written)


def _begins(path: Path, header: bytes) -> bool:
    """Whether there is no file, or one with a part of the header and nothing else."""
    return not os.path.lexists(path) or header.startswith(read(path, most=len(header)))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say of which file it is that it cannot be written."""
    try:
        yield
    except OSError as trouble:
        raise FileTrouble(f"Cannot write {shown(str(path))}: {trouble.strerror}.") from trouble


def _checksum(file: FileIO, length: int) -> int | None:
    """The checksum of the first bytes; None if there are fewer."""
    crc = 0
    while length:
        chunk = file.read(min(CHUNK, length))
        if not chunk:
            return None
        crc, length = crc32(chunk, crc), length - len(chunk)
    return crc


# ---- as Parquet


def as_parquet(games: Path, goal: Path) -> None:
    """Write the games of a file as Parquet, never in memory as a whole; the goal is there when all of it is there."""
    from pyarrow import csv, int64, parquet, string  # noqa: PLC0415 - only who wants Parquet has it

    part = goal.with_name(f".{goal.name}.part")
    with games.open("rb") as file:
        names = file.readline().decode().strip().split(",")
        types = {name: string() if name in WORDS else int64() for name in names}
        file.seek(0)
        reader = csv.open_csv(file, convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False))
        with parquet.ParquetWriter(part, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    part.replace(goal)
