"""How a person stops: by `:quit`, Ctrl-D or Ctrl-C twice, and then only after a yes. A pipe stops at once.

One Ctrl-C empties the line that is being typed and says how to stop. Where nothing can be read any more (the terminal
has been closed) that is a yes.
"""

from collections.abc import Callable, Sequence

from rulewright.table.render import Line, say
from rulewright.table.screen import Screen
from rulewright.table.typed_line import Asked, normal

QUIT = ":quit"
NOBODY = -1
"""The seat under whose history an answer is found that is nobody's move."""


def typed(screen: Screen, name: str, seat: int, decision: Asked) -> str:
    """A line typed by a seat; `:quit` if it wants to stop without typing that."""
    return patiently(screen, lambda: screen.read(name, seat, decision))


def paused(screen: Screen, lines: Sequence[Line], stops: Callable[[], bool]) -> bool:
    """Wait until a person wants to go on; False if it wants to stop, and `stops` is sure of that."""

    def wait() -> str:
        screen.pause(lines)
        return ""

    while patiently(screen, wait) == QUIT:
        if stops():
            return False
    return True


def patiently(screen: Screen, read: Callable[[], str]) -> str:
    """What is read; `:quit` where a person wants to stop without typing that."""
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
