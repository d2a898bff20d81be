"""The page of a simulation: one file that needs nothing else, with plots and tables, for screens, phones and paper.

In: the summaries of all variants and what differs. Out: HTML. All text of the rules goes through `page.write`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.analysis.simulate import number_words as words
from rulewright.analysis.simulate import plots
from rulewright.analysis.simulate.compare import Difference
from rulewright.analysis.simulate.page import Element, document, tag
from rulewright.analysis.simulate.summary import Summary, Trouble, Use, groups

STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --pale: #667; --line: #ccd; --bar: #4a7ab5; --mark: #b5482f;
  --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --pale: #9aa; --line: #445; --bar: #6f9fd8; --mark: #f08a6c; --paper: #181a1d; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 56rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { margin-top: 2.5rem; font-size: 1.3rem; } h3 { font-size: 1.05rem; }
p.pale, small, caption { color: var(--pale); }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th.text, td.text { text-align: left; white-space: normal; overflow-wrap: normal; }
svg { display: block; width: 100%; max-width: 42rem; height: auto; margin: 0.5rem 0; }
td small { display: block; min-width: 12rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg text.number { fill: var(--pale); }
.bar { fill: var(--bar); } .interval { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.axis { stroke: var(--pale); } .tick { stroke: var(--line); stroke-width: 0.5; }
.base { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 4 3; }
li.beyond { font-weight: 600; }
@media (max-width: 30rem) {
  table { font-size: 0.85rem; } th, td { padding: 0.2rem 0.35rem; } td small { min-width: 8rem; }
}
@media print {
  body { max-width: none; font-size: 10pt; } svg, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
}
"""
RANDOM: Final = "Every seat chooses at random among its legal moves. "
ABOUT: Final = (
    "Intervals are of 95 %: Wilson's for shares, normal ones "
    "for means. Those of what seats that used something have won treat seats as independent."
)


def page(summaries: Sequence[Summary], differences: Sequence[Difference]) -> str:
    """The whole page."""
    first = summaries[0]
    about = RANDOM * (not any(summary.levels for summary in summaries)) + ABOUT
    body = [tag("h1", f"{first.title}, simulated"), tag("p", about, class_="pale")]
    if differences:
        body += _compared(summaries, differences)
    for summary in summaries:
        body += _variant(summary)
    return document(f"{first.title}, simulated", STYLE, tag("main", *body))


def _variant(summary: Summary) -> Iterator[Element]:
    yield tag("h2", summary.title if summary.variant is None else summary.variant)
    yield tag("p", f"{words.games(summary)}. {words.setting(summary)}. ", tag("small", summary.sha256[:16]))
    if summary.finished:
        yield from _seats(summary)
        yield from _length(summary)
        yield from _branching(summary)
        for group, uses in groups(summary.uses).items():
            yield from _uses(group, uses, summary)
    yield from _troubles("Where the rules went wrong", "", summary.faults)
    yield from _troubles("Broken invariants", "invariant ", summary.broken)


# ---- seats, length, branching


def _seats(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Wins and scores")
    rows = []
    for seat in summary.seats:
        score = (words.average(seat.score.mean), words.span(seat.score)) if seat.score else (words.NONE,) * 2
        numbers = (words.whole(seat.wins), words.share(seat.share), words.whole(seat.shared))
        rows.append((_name(seat.name, f"seat {seat.seat}"), *numbers, *score))
    yield _table(("", "wins", "% of games", "shared", "score", "scores"), rows)
    several = words.several_winners(summary)
    yield tag("p", f"{several[0].upper()}{several[1:]}.")
    shares = [
        plots.Bar(seat.name, seat.share.value, seat.share, words.share(seat.share))
        for seat in summary.seats
        if seat.share is not None
    ]
    if shares:
        yield plots.bars(shares, "Share of games won, by seat", words.percent, base=summary.rate)
    scores = [(seat.name, seat.score.histogram) for seat in summary.seats if seat.score and seat.score.histogram]
    if scores:
        yield tag("h3", "Scores")
        yield plots.histograms(scores, "How often each score, by seat", "points")


def _length(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Length")
    yield tag("p", f"{words.length(summary)}.".capitalize())
    if summary.length.histogram:
        yield plots.histograms([("decisions", summary.length.histogram)], "How long games are", "decisions")


def _branching(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Moves to choose from")
    bars, rows = [], []
    for phase in summary.phases:
        moves, most = words.decimal(phase.moves), words.whole(phase.most)
        bars.append(plots.Bar(phase.phase, phase.moves, None, f"{moves} on average, {phase.most} at most"))
        rows.append((_name(phase.phase, phase.title), moves, most, words.whole(phase.decisions)))
    if bars:
        yield plots.bars(bars, "Moves per decision, by phase", words.decimal)
    yield _table(("", "moves per decision", "most", "decisions"), rows)


# ---- uses, faults


def _uses(group: str, uses: Sequence[Use], summary: Summary) -> Iterator[Element]:
    yield tag("h3", group or "Actions")
    rows = []
    for use in uses:
        often, seats = words.decimal(use.uses / summary.finished), words.whole(use.seat_games)
        rows.append((_name(use.name, use.title), words.whole(use.uses), often, seats, words.share(use.rate)))
    caption = f"Of all seats in all games {words.percent(summary.rate)} won."
    yield _table(("", "uses", "per game", "used by seats", "% of these won"), rows, caption)


def _troubles(title: str, sort: str, troubles: Sequence[Trouble]) -> Iterator[Element]:
    if troubles:
        yield tag("h3", title)
    for fault in troubles:
        yield tag("p", f'Line {fault.line}: {sort}"{fault.rule}", {words.times(fault)}: {fault.message}')
        yield tag("p", tag("code", fault.again))


# ---- variants


def _compared(summaries: Sequence[Summary], differences: Sequence[Difference]) -> Iterator[Element]:
    seats = tuple(seat.name for seat in summaries[0].seats)
    for summary in summaries[1:]:
        yield tag("h2", f"{summary.variant} compared with {summaries[0].variant}")
        about = "Game by game on the same chance; with Holm's correction for all that is compared."
        yield tag("p", about, class_="pale")
        lines = [
            tag("li", words.verdict(difference, seats), class_="beyond" if difference.beyond else "within")
            for difference in differences
            if difference.variant == summary.variant
        ]
        yield tag("ul", *lines)


def _name(name: str, about: str) -> Element:
    """A name with what it means below it."""
    return tag("span", name, tag("small", about)) if about else tag("span", name)


def _table(heads: Sequence[str], rows: Sequence[Sequence[Element | str]], caption: str = "") -> Element:
    """A table, moved by itself where it is wider than the screen; the first column is text, the others numbers."""

    def cells(kind: str, row: Sequence[Element | str]) -> list[Element]:
        return [tag(kind, cell, class_="number" if at else "text") for at, cell in enumerate(row)]

    head = tag("thead", tag("tr", *cells("th", heads)))
    body = tag("tbody", *(tag("tr", *cells("td", row)) for row in rows))
    over = [tag("caption", caption)] if caption else []
    return tag("div", tag("table", *over, head, body), class_="wide")
