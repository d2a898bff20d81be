"""What of each text happened in play: `check --coverage`, `--page` and `--fail-under`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from rulewright.cli.arguments import FINDINGS, FINE, Misuse, argument, flag, number
from rulewright.cli.progress import tell
from rulewright.files import write
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.playtest.coverage import Coverage
    from rulewright.language.source import Source

COVERAGE: Final = (
    flag("--coverage", "also say beside each line of the text how often it was carried out"),
    argument("--page", metavar="FILE.html", help="write that as a page"),
    argument(
        "--fail-under",
        type=number(0, 100),
        metavar="N",
        help="exit with 1 where less than N percent of what can happen did",
    ),
)


@frozen
class Covering:
    """How coverage is told: beside the text (`beside`), on a `page`, and whether less than so many percent are a
    finding."""

    beside: bool
    page: str | None
    fail_under: int | None

    def refuse(self, form: str, *, plays: bool) -> None:
        """Refuse what cannot be meant, before anything is looked at."""
        if self.page is not None and not self.page.endswith(".html"):
            raise Misuse(f'A page of coverage is a file such as coverage.html, not "{shown(self.page)}".')
        if self.beside and form != "text":
            raise Misuse(f"With --format {form} coverage is told on a page only, such as --page coverage.html.")
        if not plays and (self.beside or self.page is not None or self.fail_under is not None):
            raise Misuse("Coverage is what happens in play, and with --effort 0 nobody plays.")

    def told(self, happened: "Sequence[tuple[Source, Coverage]]", form: str) -> int:
        """Say what of each text happened, beside its lines and on a page; the exit code."""
        from rulewright.analysis.playtest.covered_text import as_page, as_text, summary

        if not self.beside and self.page is None and self.fail_under is None:
            return FINE
        say: Callable[[str], object] = sys.stdout.write if form == "text" else tell
        low = [coverage.percent < (self.fail_under or 0) for _, coverage in happened]
        for (source, coverage), less in zip(happened, low, strict=True):
            say(as_text(source, coverage) if self.beside else "")
            say(f"{summary(source, coverage)}{f', less than {self.fail_under} %' if less else ''}\n")
        if self.page is not None:
            write({Path(self.page): as_page(happened).encode()}, force=True)
        return FINDINGS if any(low) else FINE
