"""The tables of SPEC.md whose source is the code: the library, the limits, and the codes of diagnostics.

In: the rows and the pages as they are. Out: Markdown. `python -m lab.spec_tables FILE` writes them
between the markers `<!-- begin table: NAME -->` and `<!-- end -->` of a file; a test compares them.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from attrs import frozen

from rulewright.analysis import check, random_games
from rulewright.analysis.playtest import effort, story
from rulewright.analysis.simulate import checkpoint
from rulewright.files import write
from rulewright.language import component_kinds, core, merging, nesting_limits, source, span
from rulewright.language.diagnostics import pages, summary
from rulewright.language.elaborate import (
    coercions,
    declared_types,
    elaboration,
    place_types,
    settings,
    tables,
    telling,
    triggers,
)
from rulewright.language.facts import ranges
from rulewright.language.library import ROWS, answering, questions, reaching
from rulewright.machine import chance, playouts, record
from rulewright.machine.program import bounds

# ---- all limits as rows


@frozen
class Limit:
    """`told`: the code of the diagnostic or fault, or in a few words what becomes of more."""

    what: str
    most: int
    told: str
    unit: Literal["", "bytes", "seconds"] = ""

    def row(self) -> str:
        """A row of a table; how much is written as people write it."""
        most = f"{self.most:,} {self.unit}".strip()
        if self.unit == "bytes":
            most = f"{self.most >> 20} MiB" if self.most >> 20 else f"{self.most >> 10} KiB"
        return f"| {self.what} | {most} | {self.told} |"


LIMITS: Final = (
    Limit("file", span.BYTES, "`too-large`", "bytes"),
    Limit("letters of a name", source.LETTERS, "`too-large`"),
    Limit("nesting of blocks and brackets", source.NESTING, "`too-large`"),
    Limit("operands in a sentence", source.OPERANDS, "`too-large`"),
    Limit("depth of a paragraph with all that it names, in steps", nesting_limits.DEPTH, "`too-large`"),
    Limit("size of a paragraph with all that it names, each time anew, in steps", nesting_limits.SIZE, "`too-large`"),
    Limit("numbers, from its negative", source.NUMBER, "`too-large`, in play `number-too-large`"),
    Limit("players", settings.MOST_PLAYERS, "`out-of-range`"),
    Limit("options", settings.MOST_OPTIONS, "`too-large`"),
    Limit("combinations of options that are all checked", settings.MOST_SETTINGS, "of more a selection is checked"),
    Limit("rows of a grid, and columns", place_types.MOST_LINES, "`too-large`"),
    Limit("values of a number type", declared_types.MOST_VALUES, "`too-large`"),
    Limit("entries of a table", tables.MOST_ENTRIES, "`too-large`"),
    Limit("values of a type of which a set or counts are told", telling.MOST_TOLD, "`too-large`"),
    Limit(
        "values that a `let` names, or a `for each` goes through that is no range by itself",
        coercions.MOST_KEPT,
        "`too-large`",
    ),
    Limit(
        "places of a type that is asked `direction`, `distance`, `between` or `reach`",
        answering.MOST_IN_PAIRS,
        "`too-large`",
    ),
    Limit("places of a type of which regions are asked", reaching.MOST_IN_REGIONS, "`too-large`"),
    Limit("elements of which groups are made", questions.MOST_IN_GROUPS, "`too-large`"),
    Limit("groups that one question looks at", questions.MOST_GROUPS, "`too-large`"),
    Limit("notes on the pieces in a zone", ranges.MOST_NOTES, "`too-large`"),
    Limit("attributes of a component", component_kinds.MOST_ATTRIBUTES, "`too-large`"),
    Limit("kinds of pieces, of one component and of all together", component_kinds.MOST_KINDS, "`too-large`"),
    Limit("pieces", component_kinds.MOST_PIECES, "`too-large`"),
    Limit("pieces of an `unlimited` component in a zone, of each kind", ranges.MAX_COUNT, "`zone-full`"),
    Limit("pieces of an `unlimited` component of a zone that one sentence takes", ranges.GENEROUS, "`too-many-pieces`"),
    Limit("one number of a `counts`", ranges.MAX_COUNT, "`out-of-range`"),
    Limit("pieces of one kind that one line of an example lists", ranges.MAX_COUNT, "`example-impossible`"),
    Limit("outcomes of chance in one example", component_kinds.MOST_PIECES, "`example-impossible`"),
    Limit("numbers in a state", elaboration.MOST_NUMBERS, "`too-large`"),
    Limit("turns of loops between two stops", bounds.TURNS, "`endless-loop`"),
    Limit("turns of loops for all candidates of a decision", bounds.LISTING_TURNS, "`too-many-turns`"),
    Limit("chance events between two decisions", bounds.CHANCES, "`endless-chance`"),
    Limit("moves at a decision", bounds.MOVES, "`too-many-moves`"),
    Limit(
        "candidates looked at for one decision, those that `if you can` asks before counted again",
        bounds.CANDIDATES,
        "`too-many-candidates`",
    ),
    Limit("times that `whenever` is within itself, `per chain`", triggers.MOST_PER_CHAIN, "`out-of-range`"),
    Limit(
        "`whenever` paragraphs, each counted for every chain in which it is set off",
        triggers.MOST_CHAINS,
        "`too-large`",
    ),
    Limit("candidates in one selection of several", core.MOST_PICKED, "there is no such move"),
    Limit("time for what is asked between two stops", int(bounds.CALL_TIMEOUT_S), "`too-slow`", "seconds"),
    Limit("seed", chance.WORD, "the command is refused"),
    Limit("time in which `check` begins to read settings", check.READING_SECONDS, "the others are unread", "seconds"),
    Limit("time for `check --work`", int(effort.COUNTED_EFFORT_TIMEOUT_S), "what was not played is told", "seconds"),
    Limit("time for the shorter game and the example of a finding", int(story.STORY), "as it is then", "seconds"),
    Limit("decisions of a game in `record`", random_games.MOST_RECORDED, "`endless-game`"),
    Limit(
        f"events of a game in `record`, {random_games.FIELDS} numbers of fields at a decision being as many as one",
        random_games.MOST_EVENTS,
        "`endless-game`",
    ),
    Limit("decisions of a game in `simulate`", playouts.MOST_DECISIONS, "the game counts as too long"),
    Limit("outcomes of a chance event that are all played", chance.MOST_OUTCOMES, "of more a sample is played"),
    Limit("ways to give merged values other names", merging.MOST_RENAMINGS, "the command is refused"),
    Limit("line of a record", record.LONGEST_LINE, "the line is longer than 1 MiB", "bytes"),
    Limit("record", record.BYTES, "the record is longer than 32 MiB", "bytes"),
    Limit("lines of a record", record.LINES, "the record has more than 1,000,000 lines"),
    Limit("times that a record goes back", record.BACKS, "the record goes back more than 50,000 times"),
    Limit("checkpoint", checkpoint.BYTES, "it is no checkpoint", "bytes"),
)


def table() -> str:
    """The limits as Markdown."""
    return "\n".join(("| What | At most | More is |", "|---|---|---|", *(each.row() for each in LIMITS))) + "\n"


_SORTS: Final = {
    "function": "(by themselves)",
    "sequence": "a zone or sequence",
    "pile": "a pile",
    "number": "a number",
    "memory": "a memory",
    "enumeration": "a value of an enumeration, or a place that is no number",
    "player": "a player",
    "team": "a team",
    "piece": "a piece",
    "place": "a place",
    "places": "all places of a type",
    "line": "a line",
    "direction": "a direction",
}
_TABLE: Final = re.compile(r"(<!-- begin table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def library() -> str:
    """The built-in questions, by what they are asked of."""
    rows = []
    for sort, asked_of in _SORTS.items():
        for row in (row for row in ROWS.values() if row.sort == sort):
            params = f"({', '.join(param.name for param in row.params)})" if row.params else ""
            rows.append(f"| {asked_of} | `{row.name}{params}` | {row.doc}{' (yes or no)' if row.flag else ''} |")
    return "\n".join(("| Of | Question | Answer |", "|---|---|---|", *rows)) + "\n"


def diagnostics() -> str:
    """The codes with what they mean in one sentence."""
    rows = [f"| `{code}` | {' | '.join(summary(code))} |" for code in pages()]
    return "\n".join(("| Code | | Means |", "|---|---|---|", *rows)) + "\n"


TABLES: Final[dict[str, Callable[[], str]]] = {"library": library, "diagnostics": diagnostics, "limits": table}


def with_tables(text: str) -> str:
    """A page with its tables made anew."""
    return _TABLE.sub(lambda found: f"{found.group(1)}{TABLES[found.group(2)]()}{found.group(3)}", text)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    write({page: with_tables(page.read_text(encoding="utf-8")).encode()}, force=True)
