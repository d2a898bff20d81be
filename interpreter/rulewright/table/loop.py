"""The sitting carried out on a screen: show, read, answer, until the game is over or nobody types any more.

This module knows the order in which that happens; how a person stops, `leaving` knows.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Literal, assert_never

from rulewright.table.leaving import leaves, paused, typed
from rulewright.table.screen import Screen
from rulewright.table.session import Session, advance, answer, asked
from rulewright.table.stops import Ask, HandOver, Over, Reply, Then
from rulewright.table.text_lines import NARROWEST, WIDEST, WIDTH, Line, say

End = Literal["over", "stopped"]


def at_terminal() -> bool:
    """Whether a person sits on both ends of this process."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def piped_width() -> int:
    """The columns that may be filled where there is no terminal: COLUMNS of the environment, or the usual ones."""
    said = os.environ.get("COLUMNS", "")
    return max(NARROWEST, min(WIDEST, int(said))) if re.fullmatch(r"[1-9][0-9]{0,5}", said) else WIDTH


def sit(session: Session, screen: Screen, leaving: Callable[[], str] = str) -> End:
    """Play a game to its end, or until nobody goes on; a person who wants to leave is asked, with what `leaving` says
    of the game."""
    try:
        return _sit(session, screen, leaving)
    except (EOFError, KeyboardInterrupt):
        screen.show([()])
        return "stopped"


def _sit(session: Session, screen: Screen, leaving: Callable[[], str]) -> End:
    def stops() -> bool:
        return leaves(screen, leaving(), session.width)

    while True:
        session.width, session.height = screen.width, screen.height
        stop = advance(session)
        match stop:
            case Over(lines):
                screen.show(lines)
                return "over"
            case HandOver():
                if not _hand_over(stop, screen, session.width, stops):
                    return "stopped"
            case Ask(seat, drawing):
                screen.draw(drawing)
                if _ask(session, seat, screen) == "quit" and stops():
                    return "stopped"
            case _:
                assert_never(stop)


def _ask(session: Session, seat: int, screen: Screen) -> Then:
    """Read lines until one of them brings the game on."""
    while True:
        reply = answer(session, seat, typed(screen, session.names[seat], seat, asked(session, seat)))
        shows_as(reply, screen)(reply.lines)
        if reply.then != "ask":
            return reply.then


def shows_as(reply: Reply, screen: Screen) -> Callable[[Sequence[Line]], None]:
    """How a screen shows the lines of a reply."""
    if reply.anew:
        return screen.again
    return screen.refuse if reply.refused else screen.page if reply.paged else screen.show


def _hand_over(stop: HandOver, screen: Screen, width: int, stops: Callable[[], bool]) -> bool:
    """Let the last seat see what is for it alone, then give the keyboard to the next one with an empty screen; False if
    somebody stops instead."""
    if stop.drawing is not None:
        screen.draw(stop.drawing)
        if not paused(screen, (), stops):
            return False
    screen.clear()
    handed = paused(screen, say(f"Pass the keyboard to {stop.name}, then press Enter.", "title", width=width), stops)
    screen.clear()
    return handed
