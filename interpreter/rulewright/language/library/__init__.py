"""The built-in questions: one row each. The elaborator and the reference read the rows; see `answering`."""

from typing import Final

from rulewright.language.library.answering import Row, sorts_of
from rulewright.language.library.questions import OF_LINES, OF_MEMORIES, OF_PIECES, OF_PLACES, OF_PLAYERS, OF_SEVERAL
from rulewright.language.types import Scalar

ROWS: Final[dict[tuple[str, str], Row]] = {
    (row.sort, row.name): row for row in (*OF_LINES, *OF_MEMORIES, *OF_PIECES, *OF_PLACES, *OF_PLAYERS, *OF_SEVERAL)
}


def rows_of(subject: Scalar | str, name: str) -> Row | None:
    """The row of this name for a subject's type (or a sort), None if there is none."""
    sorts = (subject,) if isinstance(subject, str) else sorts_of(subject)
    return next((ROWS[sort, name] for sort in sorts if (sort, name) in ROWS), None)
