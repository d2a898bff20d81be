"""`python -m tests.table.captures > rulesets/TABLES.md`: what a person sees of each shipped game on the full screen.

A random game is played up to some decision of the first seat, and drawn as a terminal of either size shows it.
"""

import sys
from collections.abc import Iterator

from rulewright.files import shipped
from rulewright.loading import load
from rulewright.table.decision_page import DecisionPage
from rulewright.table.fitting import PROMPT, Size, happened, pane, upper
from rulewright.table.session import Session, advance, decide
from rulewright.table.text_lines import plain
from tests.table.fitting import DISCARDS, screened

SEED, ASKED = 3, 11
"""The game, and after how many decisions of the first seat it is drawn."""
SIZES = (Size(79, 24), Size(119, 40))
"""A terminal keeps its last column free."""
HEAD = """# The games at the table

What one person sees of each game in the middle of it, in a terminal of 24 lines and 80 columns, and in one of 40 and
120. A star marks what has changed since that person decided last; what happened since stands below the choices. Each is
a random game; `python -m tests.table.captures` draws them.
"""


def decision(game: str) -> tuple[Session, DecisionPage]:
    """Somewhere in the middle of a random game."""
    session = screened(load(game), SEED, SIZES[0])
    session.humans = (0,)
    for _ in range(ASKED):
        stop = advance(session)
        decide(session, 0, session.game.any_move(0))
    stop = advance(session)
    assert isinstance(stop, DecisionPage)
    return session, stop


def captured(drawing: DecisionPage, size: Size) -> str:
    """The rows of the screen above the prompt."""
    above = upper(drawing, size, 0).rows
    told = happened(drawing, size.width)
    rows = plain([*above, *pane(told, size.height - PROMPT - len(above), 0, 0, size.width)])
    return "\n".join(line.rstrip() for line in rows.splitlines())


def page() -> Iterator[str]:
    """The page, in parts."""
    yield HEAD
    for game in sorted(set(shipped()) & set(DISCARDS)):
        session, stop = decision(game)
        for size in SIZES:
            text = f"{captured(stop, size)}\n{session.names[0]}>"
            title = session.game.scene(0).title
            yield f"\n## {title}, {size.width + 1} columns and {size.height} lines\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    sys.stdout.write("".join(page()))
