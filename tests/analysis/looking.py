"""Looking for holes to the end."""

from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.language.diagnostics import Diagnostic
from rulewright.loading import Text, read_text


def all_holes(text: Text, name: str, effort: Effort) -> tuple[list[Hole], Played]:
    """All holes, and what was looked at."""
    found, search = list[Hole](), holes(text, name, effort)
    while True:
        try:
            found.append(next(search))
        except StopIteration as end:
            return found, end.value


def found_in(rules: str, *, work: int = 500, strict: bool = False) -> list[Diagnostic]:
    """What is found by playing rules without errors, looking at so many positions."""
    found, played = all_holes(read_text("some.rules", rules.encode()), "some", Effort(work=work, strict=strict))
    assert played.seen, "the text has no errors"
    return [hole.diagnostic for hole in found]
