"""A program for the terminal tests: the small game, played at a real terminal. Its arguments are the people's seats."""

import sys

from rulewright.table.loop import sit
from rulewright.table.prompt import Pipe, Terminal, at_terminal
from tests.table.fake import session


def main() -> None:
    people = tuple(int(seat) for seat in sys.argv[1:])
    terminal = at_terminal()
    screen = Terminal() if terminal else Pipe(sys.stdin, sys.stdout, sys.stderr)
    print(sit(session(2, people, ask_all=not terminal, one_screen=terminal, width=screen.width), screen))


main()
