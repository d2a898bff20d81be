"""Looking for holes to the end."""

from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.loading import Text


def all_holes(text: Text, name: str, effort: Effort) -> tuple[list[Hole], Played]:
    """All holes, and what was looked at."""
    found, search = list[Hole](), holes(text, name, effort)
    while True:
        try:
            found.append(next(search))
        except StopIteration as end:
            return found, end.value
