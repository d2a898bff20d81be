"""Files that grow while somebody waits: records of games at the table, the games of a simulation.

In: a path, then bytes piece by piece. Law: what is there is always the beginning and whole pieces, but for a kill.
"""

import os
from io import FileIO
from pathlib import Path

from attrs import define

from rulewright.files import FileTrouble, lock, part_of, regular, told


@define
class Growing:
    """A file that is there with its beginning and grows. Nobody else writes to it while it is open, and nothing waits
    in a buffer: what cannot be written is told at once, and then none of it is there."""

    path: Path
    file: FileIO

    @staticmethod
    def new(path: Path, beginning: bytes, *, force: bool = False, rules: Path | None = None) -> "Growing":
        """One that begins so; over a file that is there, as `writing` does it."""
        part = part_of(path, rules, force=force)
        try:
            with told(path, "write"):
                part.file.write(beginning)
                part.settle()
                part.place()
                if not part.file.closed:
                    return Growing(path, FileIO(os.dup(part.file.fileno()), "w"))  # it is held from the first moment
        finally:
            part.drop()
        return Growing.again(path)

    @staticmethod
    def again(path: Path) -> "Growing":
        """One that is there; it grows at its end."""
        with told(regular(path), "write"):
            file = path.open("r+b", buffering=0)
            try:
                lock(path, file)
            except FileTrouble:
                file.close()
                raise
            file.seek(0, os.SEEK_END)
        return Growing(path, file)

    def is_there(self) -> bool:
        """Whether its path still leads to it: it may have been removed, or another file put in its place."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self.file.fileno()))
        except OSError:
            return False

    def write(self, data: bytes) -> None:
        """Append all of this or nothing."""
        with told(self.path, "write"):
            before = self.file.tell()
            try:
                while data:
                    data = data[self.file.write(data) :]
            except BaseException:
                self.cut(before)
                raise

    def keep(self) -> None:
        """See that everything written is on the disk."""
        with told(self.path, "write"):
            os.fsync(self.file.fileno())

    def cut(self, length: int) -> None:
        """Keep only the first so many bytes."""
        with told(self.path, "write"):
            self.file.truncate(length)
            self.file.seek(length)
