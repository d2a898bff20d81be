"""A text with what happened in play beside each line: for a terminal, or as a page of HTML."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.analysis.playtest.coverage import PARTS, Coverage
from rulewright.analysis.report.html import page, tag
from rulewright.language.source import Source
from rulewright.machine.program.nodes import Notice
from rulewright.shown import shown

CONDITIONS: Final = frozenset(("guard", "branch"))
STYLE: Final = (
    "body{font:15px/1.5 sans-serif;margin:2em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td{padding:0 .8em;white-space:pre;font-family:monospace}"
    "td.number{text-align:right;color:#777}"
    "tr.fine{background:#e7f6e7}tr.half{background:#fff3cd}tr.never{background:#fbdcdc}"
)


@frozen
class Line:
    """A line of the text: how often it was carried out, or None where it says nothing that happens; what of it did not
    happen, in words."""

    number: int
    text: str
    times: int | None = None
    missing: tuple[str, ...] = ()

    @property
    def how(self) -> Literal["", "fine", "half", "never"]:
        """Whether it happened, in one word."""
        if self.times is None:
            return ""
        return "never" if not self.times else "half" if self.missing else "fine"


def lines(source: Source, coverage: Coverage) -> Iterator[Line]:
    """The lines of the text."""
    there: dict[int, list[Notice]] = {}
    for notice in (each for each in coverage.counts if each.sort not in PARTS):
        there.setdefault(source.line(notice.span.start), []).append(notice)
    for number in range(1, len(source.starts)):
        text = source.line_text(number)
        yield _line(number, text, there[number], coverage) if number in there else Line(number, text)


def _line(number: int, text: str, notices: Sequence[Notice], coverage: Coverage) -> Line:
    counts = coverage.counts
    times, missing = [], dict[str, None]()
    for notice in notices:
        if notice.sort not in CONDITIONS:
            times.append(counts[notice])
            missing |= {} if counts[notice] else {"partly": None}
        elif notice.outcome:
            held, failed = counts[notice], counts[evolve(notice, outcome=0)]
            times.append(held + failed)
            missing |= dict.fromkeys(_one_sided(notice, held, failed))
    return Line(number, text, max(times), tuple(missing) if max(times) else ())


def _one_sided(notice: Notice, held: int, failed: int) -> tuple[str, ...]:
    """What is said of a condition that always came out alike."""
    if bool(held) == bool(failed):
        return ()
    if notice.sort == "guard":
        return ("never refuses",) if held else ("always refuses",)
    return ("always holds",) if held else ("never holds",)


def summary(source: Source, coverage: Coverage) -> str:
    """How much happened, in a sentence."""
    where = "all positions" if coverage.complete else "what was played"
    return f"{shown(source.name)}: {coverage.percent} % of what can happen did in {where}"


def as_text(source: Source, coverage: Coverage) -> str:
    """The text with a margin: how often, and what did not happen."""
    rows = [(_times(line), ", ".join(line.missing), shown(line.text)) for line in lines(source, coverage)]
    wide, wider = (max(len(row[at]) for row in rows) for at in (0, 1))
    return "".join(f"{times:>{wide}} {missing:<{wider}} | {text}".rstrip() + "\n" for times, missing, text in rows)


def as_page(covered: Sequence[tuple[Source, Coverage]]) -> str:
    """Texts as one page."""
    body = []
    for source, coverage in covered:
        rows = (
            tag(
                "tr",
                tag("td", str(line.number), class_="number"),
                tag("td", _times(line), class_="number"),
                tag("td", ", ".join(line.missing)),
                tag("td", shown(line.text)),
                class_=line.how,
            )
            for line in lines(source, coverage)
        )
        body += [tag("h1", shown(source.name)), tag("p", summary(source, coverage)), tag("table", *rows)]
    return page("What happened in play", STYLE, *body)


def _times(line: Line) -> str:
    return "" if line.times is None else f"{line.times:,}" if line.times else "never"
