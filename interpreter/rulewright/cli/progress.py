"""The line at a terminal that says how long something has been going on; it comes by itself, in a long step, too."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from attrs import define, field

FIRST_SECONDS: Final = 0.5
"""What is done sooner needs no line."""
EVERY: Final = 0.2
MAKING_RULES: Final = "making the rules ready"


def tell(text: str) -> None:
    """Write to standard error; where nobody hears it the exit code has to do."""
    with suppress(OSError):
        sys.stderr.write(text)


@define
class ElapsedLine:
    """A line that says what is done and for how long, or what `text` says each time; nothing where nobody looks."""

    what: str
    text: Callable[[], str] | None = None
    _start: float = field(init=False, factory=monotonic)
    _lock: Lock = field(init=False, factory=Lock)
    _over: Event = field(init=False, factory=Event)
    _told: bool = field(init=False, default=False)

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
                    self._told = True
                    tell(f"\r{self._text()}\x1b[K")

    def _text(self) -> str:
        return self.text() if self.text is not None else f"{self.what}, {monotonic() - self._start:.0f} s"

    @contextmanager
    def away(self) -> Iterator[None]:
        """Leave an empty line meanwhile."""
        with self._lock:
            if self._told or (self.text is not None and sys.stderr.isatty()):
                tell("\r\x1b[K")
            yield
