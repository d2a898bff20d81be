"""A record read at a terminal, or written out as text."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rulewright.machine.game import Game


def read_at_terminal(game: "Game", eyes: int | Literal["decider"] | None) -> None:
    """Let somebody read a game, until nobody goes on."""
    from rulewright.table.prompt import Terminal
    from rulewright.table.reader import Reader, asked, read_line, shown_here
    from rulewright.table.render import say

    screen = Terminal()
    reader = Reader.of(game, eyes, screen.width)
    screen.show(say(f"{game.rules.core.title}. Enter goes on, :back goes back, :help tells more.", "hint"))
    screen.show(shown_here(reader))
    try:
        while True:
            reader.width = screen.width
            reply = read_line(reader, screen.read(f"{reader.at}/{reader.whole}", 0, asked(reader)))
            screen.show(reply.lines)
            if reply.then == "quit":
                return
    except (EOFError, KeyboardInterrupt):
        screen.show([()])


def print_transcript(game: "Game", eyes: int | Literal["record"] | None) -> None:
    """Write a game to standard output as text."""
    from rulewright.table.reader import transcript
    from rulewright.table.remarks import lines
    from rulewright.table.render import WIDTH, plain

    print(plain(lines(transcript(game, eyes), WIDTH)), end="")
