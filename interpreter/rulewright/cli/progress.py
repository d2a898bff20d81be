"""The line at a terminal that says how long something has been going on; it comes by itself, in a long step, too."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, TextIO

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


# ---- how far it has come


BAR: Final = 20
REDRAW_S: Final = 0.1


@define
class Progress:
    """A line that is written over; nothing at all where nobody looks."""

    games: int
    done: int = 0
    screen: TextIO = field(factory=lambda: sys.stderr)
    what: str = "games"
    _start: float = field(init=False, factory=time.monotonic)
    _first: int = field(init=False)
    _next: float = field(init=False, default=0.0)

    @_first.default
    def _here(self) -> int:
        return self.done

    def show(self, done: int) -> None:
        """So many games are done."""
        self.done, now = done, time.monotonic()
        if self.screen.isatty() and (now >= self._next or done == self.games):
            self._next = now + REDRAW_S
            self.screen.write(f"\r{self.text()}\x1b[K")
            self.screen.flush()

    def text(self) -> str:
        """The line as it is now: its times go on while nothing is done."""
        seconds = time.monotonic() - self._start
        return line(self.games, self.done, self.done - self._first, seconds, self.what)


def line(games: int, done: int, played: int, seconds: float, what: str = "games") -> str:
    """The line: `played` of the games that are done were played in these seconds; before the first one, the seconds."""
    full = BAR * done // games
    text = f"{100 * done // games:3d} % [{'#' * full}{'-' * (BAR - full)}] {done:,} of {games:,} {what}"
    if not played or seconds <= 0:
        return f"{text}, {_duration(seconds)}" if seconds >= 1 else text
    return f"{text}, {played / seconds:,.0f}/s, {_duration((games - done) * seconds / played)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
