"""Looking for holes to the end, and for what goes wrong in examples."""

from rulewright.analysis.examples import failing_in
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import Hole
from rulewright.analysis.playtest.playing import Played, holes
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source
from rulewright.loading import Text, read_text


def all_holes(text: Text, name: str, effort: Effort) -> tuple[list[Hole], Played]:
    """All holes, and what was looked at."""
    played = Played()
    return [*holes(text, name, effort, played)], played


def found_in(rules: str, *, work: int = 500, strict: bool = False) -> list[Diagnostic]:
    """What is found by playing rules without errors, looking at so many positions."""
    found, played = all_holes(read_text("some.rules", rules.encode()), "some", Effort(work=work, strict=strict))
    assert played.seen, "the text has no errors"
    return [hole.diagnostic for hole in found]


def run_examples(source: Source) -> list[Diagnostic]:
    """What goes wrong in the examples of a text; where it is wrong itself or has none, what is wrong with the rules."""
    return [each.diagnostic for each in failing_in(source)]
