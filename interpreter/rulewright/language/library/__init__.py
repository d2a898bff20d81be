"""The built-in questions: one row each. The elaborator, completion and the reference read the rows; see `row.py`."""

from rulewright.language.library import lines, pieces, places, players, sequences
from rulewright.language.library.row import ROWS, Row, rows_of

__all__ = ["ROWS", "Row", "lines", "pieces", "places", "players", "rows_of", "sequences"]
