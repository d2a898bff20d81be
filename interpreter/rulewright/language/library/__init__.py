"""The built-in questions: one row each. The elaborator and the reference read the rows; see `answering`."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from rulewright.language.elaborate.environment import World
from rulewright.language.library.answering import Row, sorts_of
from rulewright.language.library.questions import OF_LINES, OF_MEMORIES, OF_PIECES, OF_PLACES, OF_PLAYERS, OF_SEVERAL
from rulewright.language.types import Scalar

ROWS: Final[dict[tuple[str, str], Row]] = {
    (row.sort, row.name): row for row in (*OF_LINES, *OF_MEMORIES, *OF_PIECES, *OF_PLACES, *OF_PLAYERS, *OF_SEVERAL)
}


@cache
def rows_in(language: int) -> Mapping[tuple[str, str], Row]:
    """The rows that a version of the language has."""
    return {key: row for key, row in ROWS.items() if row.since <= language}


def row_of(world: World, subject: Scalar | str, name: str) -> Row | None:
    """The row of this name for a subject's type (or a sort), None if the language of the text has none."""
    rows, sorts = rows_in(world.source.language), (subject,) if isinstance(subject, str) else sorts_of(subject)
    return next((rows[sort, name] for sort in sorts if (sort, name) in rows), None)
