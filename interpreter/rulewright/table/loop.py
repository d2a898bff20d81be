"""The sitting carried out on a screen: show, read, answer, until the game is over or nobody types any more.

A `Screen` is a terminal, a pipe, or in tests two lists. It knows how to show lines and to read one; this module knows
the order in which that happens.
"""

import sys
from collections.abc import Sequence
from typing import Literal, Protocol, assert_never

from rulewright.table.render import Line, say
from rulewright.table.session import Ask, HandOver, Over, Session, advance, answer, asked
from rulewright.table.typed_line import Asked

End = Literal["over", "stopped"]


class Screen(Protocol):
    """Where lines are shown and read. Reading raises `EOFError` or `KeyboardInterrupt` when nobody goes on."""

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


def at_terminal() -> bool:
    """Whether a person sits on both ends of this process."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def sit(session: Session, screen: Screen) -> End:
    """Play a game to its end, or until nobody goes on."""
    try:
        return _sit(session, screen)
    except (EOFError, KeyboardInterrupt):
        screen.show([()])
        return "stopped"


def _sit(session: Session, screen: Screen) -> End:
    while True:
        session.width, session.height = screen.width, screen.height
        stop = advance(session)
        match stop:
            case Over(lines):
                screen.show(lines)
                return "over"
            case HandOver():
                _hand_over(stop, screen, session.width)
            case Ask(seat, lines):
                screen.show(lines)
                if _ask(session, seat, screen) == "quit":
                    return "stopped"
            case _:
                assert_never(stop)


def _ask(session: Session, seat: int, screen: Screen) -> Literal["go-on", "quit"]:
    """Read lines until one of them brings the game on."""
    while True:
        reply = answer(session, seat, screen.read(session.names[seat], seat, asked(session, seat)))
        show = screen.refuse if reply.refused else screen.page if reply.paged else screen.show
        show(reply.lines)
        if reply.then != "ask":
            return reply.then


def _hand_over(stop: HandOver, screen: Screen, width: int) -> None:
    """Let the last seat see what is for it alone, then give the keyboard to the next one with an empty screen."""
    if stop.lines:
        text = f"Press Enter when you have read this; then it is {stop.name}'s turn."
        screen.pause([*stop.lines, *say(text, "hint", width=width)])
    screen.clear()
    screen.pause(say(f"Pass the keyboard to {stop.name}, then press Enter.", "title", width=width))
    screen.clear()
