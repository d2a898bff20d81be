"""The sitting carried out on a screen: show, read, answer, until the game is over or nobody types any more.

A person stops by `:quit`, Ctrl-D or Ctrl-C twice, and then only after a yes; a pipe stops at once. An interrupt at that
question, or a terminal that has been closed, is a yes.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rulewright.table import text_lines
from rulewright.table.decision_page import DecisionPage, HandOver, Over, Reply, Then, Watched
from rulewright.table.session import Session, advance, after_end, answer, asked
from rulewright.table.text_lines import Line, say
from rulewright.table.typed_line import Asked, Blank, Command, normal, understand

Meanwhile = Callable[[str], AbstractContextManager[Callable[[], bool]]]
"""Says in a few words what is reckoned meanwhile; what it gives tells whether to go on."""


def unseen(text: str) -> AbstractContextManager[Callable[[], bool]]:
    """Nobody looks on, and nobody can break it off."""
    del text
    return nullcontext(lambda: True)


if TYPE_CHECKING:
    from rulewright.table.full_screen import FullScreen
    from rulewright.table.prompt import Pipe, Terminal

    Screen: TypeAlias = Terminal | Pipe | FullScreen
    """Where lines are shown and read. One that scrolls shows lines once; a full one draws what stands there anew, for
    any size that it comes to have. Reading raises `EOFError` or `KeyboardInterrupt` when nobody goes on; `person`: it
    may be somebody who is asked whether that is meant."""

QUIT: Final = ":quit"
ONCE_MORE: Final = "Type :quit or press Ctrl-C once more, and you are asked whether to stop."
Left = Literal["over", "stopped", "again", "swap", "read"]
"""How a sitting was left: at the end, before it, or for another game, one with seats changed, or to read this one."""
NOBODY: Final = -1  # the seat under whose history an answer is found that is nobody's move


def paused(screen: "Screen", lines: Sequence[Line], stops: Callable[[], bool]) -> bool:
    """Wait until a person wants to go on; False if it wants to stop, and `stops` is sure of that."""
    while not isinstance(
        meant := understand(patiently(screen, lambda: screen.pause(lines), ONCE_MORE), Asked(())), Blank
    ):
        if not isinstance(meant, Command) or meant.name != "quit":
            screen.refuse(say("Nothing can be done here yet: Enter goes on, :quit stops.", "refused"))
        elif stops():
            return False
    return True


def patiently(screen: "Screen", read: Callable[[], str], hint: str) -> str:
    """What is read; `:quit` where a person wants to stop without typing that."""
    for last in (False, True):
        try:
            return read()
        except (EOFError, KeyboardInterrupt) as stop:
            if not screen.person:
                raise
            if isinstance(stop, EOFError):
                break
            if not last:
                screen.refuse(say(hint, "hint"))
    return QUIT


def sit(
    session: Session,
    screen: "Screen",
    leaving: Callable[[], str] = str,
    pace: float = 0,
    read_on: Callable[[], None] | None = None,
) -> Left:
    """Play a game to its end, or until nobody goes on, and give what is wanted then. Who wants to leave before is
    asked, with what `leaving` says. Each decision of others is shown for `pace` seconds. By `read_on`, if there is one,
    the game is read by who wants to, who is asked again then."""

    def stops() -> bool:  # a pipe means it
        said = "" if screen.person else "yes"
        while said not in ("yes", "y", "no", "n"):
            screen.show(say(f"Stop? {leaving()}".strip(), "title", width=session.width))
            try:
                said = normal(screen.read("yes or no", NOBODY, Asked(())).strip())
            except (EOFError, KeyboardInterrupt):
                return True
        return said.startswith("y")

    try:
        while True:
            session.width, session.height = screen.width, screen.height
            match advance(session):
                case Over() as over:
                    while (left := _after_end(session, screen, over)) == "read" and read_on is not None:
                        read_on()
                    if left is not None:
                        return left
                case Watched(page):
                    screen.watch(page, pace)
                case HandOver(name, drawing):
                    # the last seat sees what is for it alone, then the next one has an empty screen
                    if drawing is not None:
                        screen.draw(drawing)
                        if not paused(screen, (), stops):
                            return "stopped"
                    screen.clear()
                    told = say(f"Pass the keyboard to {name}, then press Enter.", "title", width=session.width)
                    handed = paused(screen, told, stops)
                    screen.clear()
                    if not handed:
                        return "stopped"
                case DecisionPage(seat=seat) as drawing:
                    _draw(session, screen, drawing)
                    read = partial(_read, session, seat, screen)
                    if converse(screen, read, partial(answer, session, seat)) == "quit" and stops():
                        return "stopped"
    except (EOFError, KeyboardInterrupt):
        screen.show([()])
        return "stopped"


def _draw(session: Session, screen: "Screen", page: DecisionPage) -> None:
    """Show where a game stands, and below it what is told of that once."""
    screen.draw(page)
    if page.lesson.remarks:
        screen.show(((), *text_lines.lines(page.lesson, session.width)))


def _after_end(session: Session, screen: "Screen", over: Over) -> Left | None:
    """Show how the game ended, and what is wanted then; None where it goes on, for something was taken back."""
    if over.page is None:
        screen.show(over.lines)
        return "over"
    seat = over.page.seat
    _draw(session, screen, over.page)
    match converse(screen, partial(_read, session, seat, screen), partial(after_end, session, seat)):
        case "again" | "swap" | "read" as wanted:
            return wanted
        case "leave":
            screen.keep(over.lines)
            return "over"
        case "ask" | "go-on" | "quit":
            return None


def _read(session: Session, seat: int, screen: "Screen") -> str:
    """A line typed by a seat; `:quit` if it wants to stop without typing that."""
    return patiently(screen, lambda: screen.read(session.names[seat], seat, asked(session, seat)), ONCE_MORE)


def converse(screen: "Screen", read: Callable[[], str], answered: Callable[[str], Reply]) -> Then:
    """Read lines and show what is answered, until one of them asks for no other."""
    while True:
        reply = answered(read())
        said = screen.refuse if reply.refused else screen.page if reply.paged else screen.show
        (screen.again if reply.anew else said)(reply.lines)
        if reply.then != "ask":
            return reply.then
