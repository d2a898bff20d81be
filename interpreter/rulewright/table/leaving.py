"""How a person stops: by `:quit`, Ctrl-D or Ctrl-C twice, and then only after a yes. A pipe stops at once.

One Ctrl-C empties the line that is being typed and says how to stop. One more at the question is a yes, and so is it
where nothing can be read any more (the terminal has been closed).
"""

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.table.compared_words import normal
from rulewright.table.screen import Screen
from rulewright.table.text_lines import Line, say
from rulewright.table.typed_line import Asked, Blank, Command, understand

QUIT: Final = ":quit"
ONCE_MORE: Final = "Type :quit or press Ctrl-C once more, and you are asked whether to stop."
NOBODY: Final = -1
"""The seat under whose history an answer is found that is nobody's move."""


def typed(screen: Screen, name: str, seat: int, decision: Asked, hint: str = ONCE_MORE) -> str:
    """A line typed by a seat; `:quit` if it wants to stop without typing that. `hint` tells how that is done."""
    return patiently(screen, lambda: screen.read(name, seat, decision), hint)


def paused(screen: Screen, lines: Sequence[Line], stops: Callable[[], bool]) -> bool:
    """Wait until a person wants to go on; False if it wants to stop, and `stops` is sure of that."""
    while not isinstance(
        meant := understand(patiently(screen, lambda: screen.pause(lines), ONCE_MORE), Asked(())), Blank
    ):
        if not isinstance(meant, Command) or meant.name != "quit":
            screen.refuse(say("Nothing can be done here yet: Enter goes on, :quit stops.", "refused"))
        elif stops():
            return False
    return True


def patiently(screen: Screen, read: Callable[[], str], hint: str) -> str:
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
                screen.refuse(say(hint, "hint"))
    return QUIT


def leaves(screen: Screen, kept: str, width: int) -> bool:
    """Ask a person whether to stop, with what becomes of the game; a pipe means it."""
    if not screen.person:
        return True
    while True:
        screen.show(say(f"Stop? {kept}".strip(), "title", width=width))
        try:
            said = normal(screen.read("yes or no", NOBODY, Asked(())).strip())
        except (EOFError, KeyboardInterrupt):
            return True
        if said in ("yes", "y", "no", "n"):
            return said.startswith("y")
