"""How far it has come, on one line of a terminal: share, games, games a second, the time that is left; or of whatever
else there are many."""

import sys
import time
from typing import Final, TextIO

from attrs import define, field

BAR: Final = 20
EVERY: Final = 0.1


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
            self._next = now + EVERY
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
