"""How a person stops: by `:quit`, Ctrl-D or Ctrl-C twice, and then only after a yes. A pipe stops at once.

One Ctrl-C empties the line that is being typed and says how to stop. Where nothing can be read any more (the terminal
has been closed) that is a yes.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from rulewright.table.render import Line, say
from rulewright.table.typed_line import Asked, normal

QUIT = ":quit"
NOBODY = -1
"""The seat under whose history an answer is found that is nobody's move."""


class Screen(Protocol):
    """Where lines are shown and read: a terminal, a pipe, or in tests two lists. Reading raises `EOFError` or
    `KeyboardInterrupt` when nobody goes on; `person`: it may be somebody who is asked whether that is meant."""

    person: bool

    @property
    def width(self) -> int:
        """The columns that may be filled now."""

    @property
    def height(self) -> int | None:
        """The lines that may be filled now; None: as many as one likes."""

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines."""

    def refuse(self, lines: Sequence[Line]) -> None:
        """Show lines that answer something that could not be done."""

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line typed by a seat, offering completions for its decision."""

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines, no more at a time than a person can read."""

    def pause(self, lines: Sequence[Line]) -> None:
        """Show lines and wait until a person wants to go on."""

    def clear(self) -> None:
        """Leave nothing to be seen of what was shown."""


def typed(screen: Screen, name: str, seat: int, decision: Asked) -> str:
    """A line typed by a seat; `:quit` if it wants to stop without typing that."""
    return _patiently(screen, lambda: screen.read(name, seat, decision))


def paused(screen: Screen, lines: Sequence[Line], stops: Callable[[], bool]) -> bool:
    """Wait until a person wants to go on; False if it wants to stop, and `stops` is sure of that."""

    def wait() -> str:
        screen.pause(lines)
        return ""

    while _patiently(screen, wait) == QUIT:
        if stops():
            return False
    return True


def _patiently(screen: Screen, read: Callable[[], str]) -> str:
    for last in (False, True):
        try:
            return read()
        except EOFError:
            if not screen.person:
                raise
            break
        except KeyboardInterrupt:
            if not screen.person:
                raise
            if not last:
                screen.refuse(say("To stop, type :quit or press Ctrl-C once more.", "hint"))
    return QUIT


def leaves(screen: Screen, kept: str, width: int) -> bool:
    """Ask a person whether to stop, with what becomes of the game; a pipe means it."""
    if not screen.person:
        return True
    while True:
        screen.show(say(f"Stop? {kept}".strip(), "title", width=width))
        try:
            said = normal(screen.read("yes or no", NOBODY, Asked(())).strip())
        except EOFError:
            return True
        except KeyboardInterrupt:
            return False
        if said in ("yes", "y", "no", "n"):
            return said.startswith("y")
