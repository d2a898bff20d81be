"""The page of a simulation: one file that needs nothing else, with plots and tables, for screens, phones and paper.

In: the summaries of all variants and what differs. Out: HTML. All text of the rules goes through `as_html`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10
from typing import Final

from attrs import frozen

from rulewright.analysis.documents import Element, html_page, html_table, tag
from rulewright.analysis.simulate import text_report as words
from rulewright.analysis.simulate.compare import Difference
from rulewright.analysis.simulate.summary import Summary, Trouble, Use, groups
from rulewright.shares import Estimate

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
    return html_page(f"{first.title}, simulated", STYLE, tag("main", *body))


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
        numbers = (words.whole(seat.wins), words.share_text(seat.share), words.whole(seat.shared))
        rows.append((_name(seat.name, f"seat {seat.seat}"), *numbers, *score))
    yield html_table(("", "wins", "% of games", "shared", "score", "scores"), rows)
    several = words.several_winners(summary)
    yield tag("p", f"{several[0].upper()}{several[1:]}.")
    shares = [
        Bar(seat.name, seat.share.value, seat.share, words.share_text(seat.share))
        for seat in summary.seats
        if seat.share is not None
    ]
    if shares:
        yield bars(shares, "Share of games won, by seat", words.percent, base=summary.rate)
    scores = [(seat.name, seat.score.histogram) for seat in summary.seats if seat.score and seat.score.histogram]
    if scores:
        yield tag("h3", "Scores")
        yield histograms(scores, "How often each score, by seat", "points")


def _length(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Length")
    yield tag("p", f"{words.length(summary)}.".capitalize())
    if summary.length.histogram:
        yield histograms([("decisions", summary.length.histogram)], "How long games are", "decisions")


def _branching(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Moves to choose from")
    means, rows = [], []
    for phase in summary.phases:
        moves, most = words.decimal(phase.moves), words.whole(phase.most)
        means.append(Bar(phase.phase, phase.moves, None, f"{moves} on average, {phase.most} at most"))
        rows.append((_name(phase.phase, phase.title), moves, most, words.whole(phase.decisions)))
    if means:
        yield bars(means, "Moves per decision, by phase", words.decimal)
    yield html_table(("", "moves per decision", "most", "decisions"), rows)


# ---- uses, faults


def _uses(group: str, uses: Sequence[Use], summary: Summary) -> Iterator[Element]:
    yield tag("h3", group or "Actions")
    rows = []
    for use in uses:
        often, seats = words.decimal(use.uses / summary.finished), words.whole(use.seat_games)
        rows.append((_name(use.name, use.title), words.whole(use.uses), often, seats, words.share_text(use.rate)))
    caption = f"Of all seats in all games {words.percent(summary.rate)} won."
    yield html_table(("", "uses", "per game", "used by seats", "% of these won"), rows, caption)


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


# ---- plots as SVG


WIDTH, LABELS, MARGIN = 480, 130, 16
ROW, BAR = 26, 16
TALL, BINS = 100, 48
MAX_LABEL: Final = 19

Histogram = Sequence[tuple[int, int]]


@frozen
class Bar:
    """A labelled value, with an interval if it has one."""

    label: str
    value: float
    estimate: Estimate | None = None
    note: str = ""


def bars(bars: Sequence[Bar], about: str, written: Callable[[float], str], base: float | None = None) -> Element:
    """Bars from 0, each with its interval and its note; `base` is a line through all."""
    most = max([base or 0.0, *(bar.estimate.high if bar.estimate else bar.value for bar in bars)], default=0.0)
    scale, height = _Scale(0, most or 1, LABELS, WIDTH - MARGIN), ROW * len(bars)
    parts = [part for number, bar in enumerate(bars) for part in _bar(bar, scale, ROW * number)]
    if base is not None:
        parts.append(tag("line", x1=scale(base), x2=scale(base), y1=0, y2=height, class_="base"))
    return _svg(height + 22, about, *parts, *_axis(scale, height, written))


def _bar(bar: Bar, scale: "_Scale", top: float) -> list[Element]:
    middle = top + ROW / 2
    note, width = tag("title", f"{bar.label}: {bar.note}"), max(0.0, scale(bar.value) - scale(0))
    parts = [
        tag("text", _short(bar.label), x=LABELS - 8, y=middle + 4, class_="label", text_anchor="end"),
        tag("rect", note, x=scale(0), y=middle - BAR / 2, width=width, height=BAR, class_="bar"),
    ]
    if bar.estimate is not None:
        low, high = scale(bar.estimate.low), scale(bar.estimate.high)
        ends = f"M{low:.1f} {middle - 5:.1f}v10M{high:.1f} {middle - 5:.1f}v10"
        parts.append(tag("path", d=f"M{low:.1f} {middle:.1f}H{high:.1f}{ends}", class_="interval"))
    return parts


def histograms(series: Sequence[tuple[str, Histogram]], about: str, unit: str) -> Element:
    """Histograms one below the other, over the same numbers."""
    values = [value for _, histogram in series for value, _ in histogram]
    low, high = min(values, default=0), max(values, default=0)
    step = max(1, ceil((high - low + 1) / BINS))
    scale = _Scale(low, low + step * ceil((high - low + 1) / step), LABELS, WIDTH - MARGIN)
    parts = []
    for number, (label, histogram) in enumerate(series):
        parts += _histogram(label, _binned(histogram, low, step), scale, (TALL + 10) * number, step, unit)
    height = (TALL + 10) * len(series)
    return _svg(height + 22, about, *parts, *_axis(scale, height, lambda value: f"{value:,.0f}", step=1))


def _binned(histogram: Histogram, low: int, step: int) -> dict[int, int]:
    """How many there are in each stretch of `step` numbers, by its first number."""
    found: Counter[int] = Counter()
    for value, number in histogram:
        found[low + (value - low) // step * step] += number
    return found


def _histogram(label: str, bins: dict[int, int], scale: "_Scale", top: float, step: int, unit: str) -> list[Element]:
    most, floor = max(bins.values(), default=1), top + TALL
    parts = [tag("text", _short(label), x=LABELS - 8, y=floor - 4, class_="label", text_anchor="end")]
    for first, number in sorted(bins.items()):
        tall = (TALL - 8) * number / most
        numbers = f"{first:,}" if step == 1 else f"{first:,} to {first + step - 1:,}"
        note = tag("title", f"{numbers} {unit}: {number:,} games")
        width = max(0.6, scale(first + step) - scale(first) - 0.8)
        parts.append(tag("rect", note, x=scale(first), y=floor - tall, width=width, height=tall, class_="bar"))
    return [*parts, tag("line", x1=LABELS, x2=WIDTH - MARGIN, y1=floor, y2=floor, class_="axis")]


# ---- scales


@frozen
class _Scale:
    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)


def ticks(low: float, high: float, step: float = 0) -> list[float]:
    """About five round numbers between two others, at least `step` apart."""
    rough = (high - low) / 5
    size = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    apart = max(step, next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough or factor == 10))
    first = ceil(low / apart)
    return [number * apart for number in range(first, floor(high / apart + 1e-9) + 1)]


def _axis(scale: _Scale, height: float, written: Callable[[float], str], step: float = 0) -> list[Element]:
    parts = []
    for value in ticks(scale.low, scale.high, step):
        at = scale(value)
        parts.append(tag("line", x1=at, x2=at, y1=0, y2=height + 4, class_="tick"))
        parts.append(tag("text", written(value), x=at, y=height + 17, class_="number", text_anchor="middle"))
    return parts


def _svg(height: float, about: str, *parts: Element) -> Element:
    return tag("svg", *parts, viewBox=f"0 0 {WIDTH} {height:.0f}", role="img", aria_label=about)


def _short(label: str) -> str:
    return label if len(label) <= MAX_LABEL else f"{label[: MAX_LABEL - 1]}…"
