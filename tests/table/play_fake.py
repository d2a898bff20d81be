"""A program for the terminal tests: the small game, played at a real terminal. Its arguments are the people's seats,
and `--plain` where the screen is to scroll."""

import sys

from rulewright.table.prompt import Pipe, Terminal
from rulewright.table.sitting import sit
from rulewright.table.text_lines import at_terminal
from tests.table.fake import session


def main() -> None:
    people = tuple(int(word) for word in sys.argv[1:] if word != "--plain")
    terminal = at_terminal()
    chosen = Terminal(lines="--plain" in sys.argv) if terminal else Pipe(sys.stdin, sys.stdout, sys.stderr)
    with chosen.sitting() as screen:
        end = sit(session(2, people, ask_all=not terminal, one_screen=terminal, width=screen.width), screen)
    print(end)


main()
