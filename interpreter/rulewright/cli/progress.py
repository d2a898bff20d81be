"""The line at a terminal that says how long something has been going on; it comes by itself, in a long step, too."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from attrs import define, field

from rulewright.cli.telling import tell

FIRST_SECONDS: Final = 0.5
"""What is done sooner needs no line."""
EVERY: Final = 0.2


@define
class ElapsedLine:
    """A line that says what is done and for how long; nothing where nobody looks."""

    what: str
    _start: float = field(init=False, factory=monotonic)
    _lock: Lock = field(init=False, factory=Lock)
    _over: Event = field(init=False, factory=Event)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Say it from time to time, as long as this lasts."""
        if sys.stderr.isatty():
            Thread(target=self._tell, daemon=True, name="rulewright progress").start()
        try:
            yield
        finally:
            self._over.set()
            with self.away():
                pass

    def _tell(self) -> None:
        wait = FIRST_SECONDS
        while not self._over.wait(wait):
            wait = EVERY
            with self._lock:
                if not self._over.is_set():
                    tell(f"\r{self.what}, {monotonic() - self._start:.0f} s\x1b[K")

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave an empty line meanwhile."""
        with self._lock:
            if sys.stderr.isatty():
                tell("\r\x1b[K")
            yield
