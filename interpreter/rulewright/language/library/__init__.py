"""The built-in questions: one row each. The elaborator, completion and the reference read the rows; see `built_in`."""

from rulewright.language.built_in import ROWS, Row, rows_of
from rulewright.language.library import lines, pieces, places, players, sequences

__all__ = ["ROWS", "Row", "lines", "pieces", "places", "players", "rows_of", "sequences"]
