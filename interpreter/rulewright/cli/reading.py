"""A record read at a terminal, or written out as text."""

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from rulewright.cli.progress import ElapsedLine
from rulewright.cli.telling import write_document

if TYPE_CHECKING:
    from rulewright.machine.game import Game
    from rulewright.table.reader import Reader
    from rulewright.table.screen import Screen


def read_at_terminal(game: "Game", eyes: int | Literal["decider"] | None, *, lines: bool) -> None:
    """Let somebody read a game, until nobody goes on; `lines`: without the full screen."""
    from rulewright.table.prompt import Terminal
    from rulewright.table.reader import Reader

    reader = Reader.of(game, eyes)
    with Terminal(lines=lines).sitting() as screen, suppress(EOFError, KeyboardInterrupt):
        reader.asker.meanwhile = screen.meanwhile
        _read(reader, screen)
        return
    print()


def _read(reader: "Reader", screen: "Screen") -> None:
    """Carry out what is typed until somebody stops."""
    from rulewright.table.decision_page import Reply
    from rulewright.table.loop import converse
    from rulewright.table.reader import Standing, asked, read_line
    from rulewright.table.text_lines import say
    from rulewright.table.timeline import others

    title = reader.game.rules.core.title
    left = " Lines of play were left: :branches tells of them." if others(reader.tree) else ""
    screen.show(say(f"{title}. Enter goes on, :back goes back, :help tells more.{left}", "hint", width=screen.width))
    reader.width = screen.width
    screen.draw(Standing(reader))

    def answered(line: str) -> Reply:
        reader.width = screen.width
        reply = read_line(reader, line)
        if not reply.anew:
            return reply
        screen.draw(Standing(reader))
        return Reply(reply.then)

    converse(screen, lambda: screen.read(f"{reader.at}/{reader.whole}", 0, asked(reader)), answered)


def print_transcript(game: "Game", eyes: int | Literal["record"] | None) -> None:
    """Write a game to standard output as text."""
    from rulewright.table.loop import piped_width
    from rulewright.table.reader import transcript
    from rulewright.table.remarks import lines
    from rulewright.table.text_lines import plain

    write_document(plain(lines(transcript(game, eyes), piped_width())))


def print_review(game: "Game", eyes: int | None) -> None:
    """Write to standard output where the odds of a game turned, for a seat or for all."""
    from rulewright.table.loop import piped_width
    from rulewright.table.reader import Reader, reviewed
    from rulewright.table.remarks import lines
    from rulewright.table.text_lines import plain

    with ElapsedLine("reviewing").shown():
        found = reviewed(Reader.of(game, eyes))
    write_document(plain(lines(found, piped_width())))
