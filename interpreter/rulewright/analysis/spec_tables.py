"""The tables of SPEC.md whose source is the code: the library, the limits, and the codes of diagnostics.

In: the rows and the pages as they are. Out: Markdown. `python -m rulewright.analysis.spec_tables FILE` writes them
between the markers `<!-- begin table: NAME -->` and `<!-- end -->` of a file; a test compares them.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rulewright.analysis import limits
from rulewright.files import write
from rulewright.language.built_in import Row
from rulewright.language.explain import codes, summary
from rulewright.language.library import ROWS

_SORTS: Final = {
    "function": "(by themselves)",
    "sequence": "a zone or sequence",
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
    rows = [f"| {_SORTS[sort]} | {_cells(row)} |" for sort in _SORTS for row in ROWS.values() if row.sort == sort]
    return "\n".join(("| Of | Question | Answer |", "|---|---|---|", *rows)) + "\n"


def _cells(row: Row) -> str:
    params = f"({', '.join(param.name for param in row.params)})" if row.params else ""
    flag = " (yes or no)" if row.flag else ""
    return f"`{row.name}{params}` | {row.doc}{flag}"


def diagnostics() -> str:
    """The codes with what they mean in one sentence."""
    rows = [f"| `{code}` | {' | '.join(summary(code))} |" for code in codes()]
    return "\n".join(("| Code | | Means |", "|---|---|---|", *rows)) + "\n"


TABLES: Final[dict[str, Callable[[], str]]] = {"library": library, "diagnostics": diagnostics, "limits": limits.table}


def with_tables(text: str) -> str:
    """A page with its tables made anew."""
    return _TABLE.sub(lambda found: f"{found.group(1)}{TABLES[found.group(2)]()}{found.group(3)}", text)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    write({page: with_tables(page.read_text(encoding="utf-8")).encode()}, force=True)
