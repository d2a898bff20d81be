"""A simulation as text for a terminal, and as a page that needs nothing else, with plots and tables.

Both have the same numbers in the same words; all text of the rules goes through `as_html` in the page.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import ceil, floor, log10
from typing import Final

from attrs import frozen

from rulewright.analysis.documents import Element, columns, html_page, html_table, tag
from rulewright.analysis.simulate.summary import Difference, Numbers, Seat, Summary, Trouble
from rulewright.analysis.simulate.tasks import Standing
from rulewright.language import types
from rulewright.machine.playouts import Estimate

NONE: Final = "–"


def decimal(number: float | None) -> str:
    """A number with the digits that matter: 1,234.5 or 4.32."""
    if number is None:
        return NONE
    return f"{number:z,.1f}" if abs(number) >= 100 else f"{number:z.2f}"


def percent(share: float | None) -> str:
    """A share: 50.1 %."""
    return NONE if share is None else f"{100 * share:z.1f} %"


def share_text(estimate: Estimate | None) -> str:
    """A share with its interval."""
    if estimate is None:
        return NONE
    return f"{100 * estimate.value:z.1f} % ({100 * estimate.low:z.1f} to {100 * estimate.high:z.1f})"


def average(estimate: Estimate | None) -> str:
    """A mean with its interval."""
    if estimate is None:
        return NONE
    return f"{decimal(estimate.value)} ({decimal(estimate.low)} to {decimal(estimate.high)})"


def setting(summary: Summary) -> str:
    """What was played: players, options, seed."""
    options = [f"{name} {types.shown_option(value)}" for name, value in summary.options]
    return ", ".join([f"{summary.players} players", *options, f"seed {summary.seed}"])


def games(summary: Summary) -> str:
    """How many games, how many did not come to their end, and whether the invariants held if somebody looked."""
    seats = zip(summary.seats, summary.levels, strict=False)
    players = ", ".join(f"{seat.name} ({level})" for seat, level in seats) or "random players"
    of = f" of {summary.wanted:,}" if summary.games < summary.wanted else ""
    told = [f"{summary.games:,}{of} games by {players}"]
    if summary.faulted:
        told.append(f"in {summary.faulted:,} of them the rules went wrong")
    if summary.too_long:
        told.append(f"{summary.too_long:,} did not end within {summary.most:,} decisions")
    if summary.too_slow:
        told.append(f"{summary.too_slow:,} were ended by the clock")
    if summary.broken:
        told.append(f"in {sum(each.games for each in summary.broken):,} of them an invariant was broken")
    elif summary.invariants is not None:
        told.append(f"no invariant was broken ({summary.invariants:,} looked at)")
    return "; ".join(told)


def times(fault: Trouble) -> str:
    """How often a rule went wrong or an invariant was broken."""
    return f"in {fault.games:,} games, first in game {fault.first}" if fault.games > 1 else f"in game {fault.first}"


def length(summary: Summary) -> str:
    """How long games are."""
    found = summary.length
    shares = f"{found.tenth:,} / {found.median:,} / {found.ninth:,} are not exceeded by 10 / 50 / 90 % of the games"
    return f"{average(found.mean)} decisions, from {_span(found)}; {shares}"


def several_winners(summary: Summary) -> str:
    """How often several win together, and nobody."""
    several, nobody = share_text(summary.ties), share_text(summary.without_winner)
    if summary.together:
        return f"everybody wins {several}, everybody loses {nobody}"
    return f"several winners (ties, or partners who win together) {several}, without a winner {nobody}"


def _span(numbers: Numbers) -> str:
    return f"{numbers.lowest:,} to {numbers.highest:,}"


def _amount(measure: str, found: Estimate) -> str:
    if measure in ("wins", "ties"):
        return f"{100 * found.value:z.1f} percentage points ({100 * found.low:z.1f} to {100 * found.high:z.1f})"
    unit = " decisions" if measure == "length" else " points"
    return f"{decimal(found.value)}{unit} ({decimal(found.low)} to {decimal(found.high)})"


MORE_OR_LESS: Final = {"length": ("longer", "shorter"), "score": ("higher", "lower")}


def verdict(difference: Difference, seats: Sequence[str]) -> str:
    """A difference in a sentence: "length: longer by 3.1 decisions (2.9 to 3.3)"."""
    measure, found = difference.measure, difference.estimate
    whose = "" if difference.seat is None else f" of {seats[difference.seat]}"
    subject = f"{'several winners' if measure == 'ties' else measure}{whose}"
    if found is None:
        return f"{subject}: too few games to tell ({difference.pairs})"
    if not difference.beyond:
        return f"{subject}: no difference beyond chance: {_amount(measure, found)}"
    more = found if found.value > 0 else Estimate(-found.value, -found.high, -found.low)
    word = MORE_OR_LESS.get(measure, ("more often", "less often"))[found.value < 0]
    return f"{subject}: {word} by {_amount(measure, more)}"


# ---- as text

MAX_LINES: Final = 12
MAX_COLUMN: Final = 40


def as_text(summaries: Sequence[Summary], differences: Sequence[Difference]) -> str:
    """All variants, then what differs."""
    parts = ["\n".join(block) for summary in summaries for block in _blocks(summary) if block]
    told, seats = list[str](), tuple(seat.name for seat in summaries[0].seats)
    for summary in summaries[1:] if differences else ():
        told.append(f"{summary.variant} compared with {summaries[0].variant}, on the same chance:")
        told += [f"  {verdict(each, seats)}" for each in differences if each.variant == summary.variant]
    return "\n\n".join([*parts, "\n".join(told)] if told else parts)


def standings_text(summaries: Sequence[Summary], standings: Sequence[Standing]) -> str:
    """How levels did against each other."""
    first, better = summaries[0], sum(each.better for each in standings)
    rows = [("level", "against", "games", "won (95 %)")]
    rows += [(each.level, each.against, f"{each.games:,}", share_text(each.share)) for each in standings]
    troubles = [line for each in summaries for line in _trouble_lines(each, "", "went wrong", each.faults)]
    fair, matches = percent(standings[0].fair), len(standings)
    told = f"A fair share is {fair}. The first level is better beyond chance in {better} of {matches:,} matches."
    head = f"{first.title}: level against level, one seat against the others, at every seat"
    return "\n".join([head, setting(first), "", *columns(rows, "<<><", MAX_COLUMN), told, *troubles])


def _blocks(summary: Summary) -> Iterator[list[str]]:
    title = summary.title if summary.variant is None else f"{summary.title}, {summary.variant}"
    yield [f"{title}: {games(summary)}", setting(summary)]
    if summary.finished:
        rows: list[tuple[str, ...]] = [("seat", "", "wins", "% of games (95 %)", "shared", "score (95 %)", "scores")]
        rows += [(str(seat.seat), seat.name, *cells) for seat, cells in _seat_rows(summary, "")]
        yield [*columns(rows, "><>><><", MAX_COLUMN), several_winners(summary)]
        yield [f"length: {length(summary)}"]
        rows = [("moves per decision", "mean", "most", "decisions")]
        rows += [(each.phase, decimal(each.moves), f"{each.most:,}", f"{each.decisions:,}") for each in summary.phases]
        yield columns([*rows, ("all", decimal(summary.moves), "", "")], "<>>>", MAX_COLUMN)
        for group, uses in groupby(summary.uses, lambda use: use.group):
            rows = [(group or "actions", "uses", "per game", f"won when used ({percent(summary.rate)} of all)")]
            for use in uses:
                rows.append((use.name, f"{use.uses:,}", decimal(use.uses / summary.finished), share_text(use.rate)))
            more = len(rows) - 1 - MAX_LINES
            lines = columns(rows[: MAX_LINES + 1], "<>>>", MAX_COLUMN)
            yield [*lines, f"  … and {more} more"] if more > 0 else lines
    yield _trouble_lines(summary, "", "went wrong", summary.faults)
    yield _trouble_lines(summary, "invariant ", "broken", summary.broken)


def _seat_rows(summary: Summary, none: str) -> Iterator[tuple[Seat, tuple[str, ...]]]:
    """What each seat has won and scored; `none` stands for scores where there are none."""
    for seat in summary.seats:
        score = (average(seat.score.mean), _span(seat.score)) if seat.score else (none, none)
        yield seat, (f"{seat.wins:,}", share_text(seat.share), f"{seat.shared:,}", *score)


def _trouble_lines(summary: Summary, sort: str, what: str, troubles: Sequence[Trouble]) -> list[str]:
    lines = []
    for fault in troubles:
        lines.append(f'{summary.rules}.rules, line {fault.line}: {sort}"{fault.rule}"')
        lines.append(f"  {what} {times(fault)}: {fault.message}")
        lines.append(f"  {fault.again}")
    return lines


# ---- plots as SVG, for the page: bars with intervals, and histograms

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
    scale, height = _Scale(0, most or 1), ROW * len(bars)
    parts = []
    for number, bar in enumerate(bars):
        middle = ROW * number + ROW / 2
        note, width = tag("title", f"{bar.label}: {bar.note}"), max(0.0, scale(bar.value) - scale(0))
        parts.append(_label(bar.label, middle + 4))
        parts.append(tag("rect", note, x=scale(0), y=middle - BAR / 2, width=width, height=BAR, class_="bar"))
        if bar.estimate is not None:
            low, high = scale(bar.estimate.low), scale(bar.estimate.high)
            ends = f"M{low:.1f} {middle - 5:.1f}v10M{high:.1f} {middle - 5:.1f}v10"
            parts.append(tag("path", d=f"M{low:.1f} {middle:.1f}H{high:.1f}{ends}", class_="interval"))
    if base is not None:
        parts.append(tag("line", x1=scale(base), x2=scale(base), y1=0, y2=height, class_="base"))
    return _plot(scale, height, about, parts, written)


def histograms(series: Sequence[tuple[str, Histogram]], about: str, unit: str) -> Element:
    """Histograms one below the other, over the same numbers."""
    values = [value for _, histogram in series for value, _ in histogram]
    low, high = min(values, default=0), max(values, default=0)
    step = max(1, ceil((high - low + 1) / BINS))
    scale = _Scale(low, low + step * ceil((high - low + 1) / step))
    parts, height = list[Element](), (TALL + 10) * len(series)
    for at, (label, histogram) in enumerate(series):
        bins: Counter[int] = Counter()  # how many there are in each stretch of `step` numbers, by its first number
        for value, games in histogram:
            bins[low + (value - low) // step * step] += games
        most, ground = max(bins.values(), default=1), (TALL + 10) * at + TALL
        parts.append(_label(label, ground - 4))
        for first, games in sorted(bins.items()):
            tall = (TALL - 8) * games / most
            numbers = f"{first:,}" if step == 1 else f"{first:,} to {first + step - 1:,}"
            note = tag("title", f"{numbers} {unit}: {games:,} games")
            width = max(0.6, scale(first + step) - scale(first) - 0.8)
            parts.append(tag("rect", note, x=scale(first), y=ground - tall, width=width, height=tall, class_="bar"))
        parts.append(tag("line", x1=LABELS, x2=WIDTH - MARGIN, y1=ground, y2=ground, class_="axis"))
    return _plot(scale, height, about, parts, lambda value: f"{value:,.0f}", step=1)


@frozen
class _Scale:
    low: float
    high: float

    def __call__(self, value: float) -> float:
        return LABELS + (value - self.low) / (self.high - self.low) * (WIDTH - MARGIN - LABELS)


def ticks(low: float, high: float, step: float = 0) -> list[float]:
    """About five round numbers between two others, at least `step` apart."""
    rough = (high - low) / 5
    size = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    apart = max(step, next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough or factor == 10))
    first = ceil(low / apart)
    return [number * apart for number in range(first, floor(high / apart + 1e-9) + 1)]


def _plot(
    scale: _Scale, height: float, about: str, parts: Sequence[Element], written: Callable[[float], str], step: float = 0
) -> Element:
    """The parts above an axis with round numbers, at least `step` apart."""
    axis = []
    for value in ticks(scale.low, scale.high, step):
        at = scale(value)
        axis.append(tag("line", x1=at, x2=at, y1=0, y2=height + 4, class_="tick"))
        axis.append(tag("text", written(value), x=at, y=height + 17, class_="number", text_anchor="middle"))
    return tag("svg", *parts, *axis, viewBox=f"0 0 {WIDTH} {height + 22:.0f}", role="img", aria_label=about)


def _label(label: str, y: float) -> Element:
    text = label if len(label) <= MAX_LABEL else f"{label[: MAX_LABEL - 1]}…"
    return tag("text", text, x=LABELS - 8, y=y, class_="label", text_anchor="end")


# ---- as a page

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
    first, seats = summaries[0], tuple(seat.name for seat in summaries[0].seats)
    about = RANDOM * (not any(summary.levels for summary in summaries)) + ABOUT
    body = [tag("h1", f"{first.title}, simulated"), tag("p", about, class_="pale")]
    for summary in summaries[1:] if differences else ():
        body.append(tag("h2", f"{summary.variant} compared with {first.variant}"))
        how = "Game by game on the same chance; with Holm's correction for all that is compared."
        body.append(tag("p", how, class_="pale"))
        here = [each for each in differences if each.variant == summary.variant]
        lines = [tag("li", verdict(each, seats), class_="beyond" if each.beyond else "within") for each in here]
        body.append(tag("ul", *lines))
    for summary in summaries:
        body += _variant(summary)
    return html_page(f"{first.title}, simulated", STYLE, tag("main", *body))


def _variant(summary: Summary) -> Iterator[Element]:
    yield tag("h2", summary.title if summary.variant is None else summary.variant)
    yield tag("p", f"{games(summary)}. {setting(summary)}. ", tag("small", summary.sha256[:16]))
    if summary.finished:
        yield from _seats(summary)
        yield tag("h3", "Length")
        yield tag("p", f"{length(summary)}.".capitalize())
        if summary.length.histogram:
            yield histograms([("decisions", summary.length.histogram)], "How long games are", "decisions")
        yield from _choices(summary)
    wrong = ("Where the rules went wrong", "", summary.faults)
    for title, sort, troubles in (wrong, ("Broken invariants", "invariant ", summary.broken)):
        yield from [tag("h3", title)] if troubles else []
        for fault in troubles:
            yield tag("p", f'Line {fault.line}: {sort}"{fault.rule}", {times(fault)}: {fault.message}')
            yield tag("p", tag("code", fault.again))


def _seats(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Wins and scores")
    rows: list[Sequence[Element | str]] = []
    rows += [(_name(seat.name, f"seat {seat.seat}"), *cells) for seat, cells in _seat_rows(summary, NONE)]
    yield html_table(("", "wins", "% of games", "shared", "score", "scores"), rows)
    several = several_winners(summary)
    yield tag("p", f"{several[0].upper()}{several[1:]}.")
    shares = [(seat.name, seat.share) for seat in summary.seats if seat.share is not None]
    if shares:
        won = [Bar(name, share.value, share, share_text(share)) for name, share in shares]
        yield bars(won, "Share of games won, by seat", percent, base=summary.rate)
    scores = [(seat.name, seat.score.histogram) for seat in summary.seats if seat.score and seat.score.histogram]
    if scores:
        yield tag("h3", "Scores")
        yield histograms(scores, "How often each score, by seat", "points")


def _choices(summary: Summary) -> Iterator[Element]:
    yield tag("h3", "Moves to choose from")
    means, rows = list[Bar](), list[Sequence[Element | str]]()
    for phase in summary.phases:
        moves = decimal(phase.moves)
        means.append(Bar(phase.phase, phase.moves, None, f"{moves} on average, {phase.most} at most"))
        rows.append((_name(phase.phase, phase.title), moves, f"{phase.most:,}", f"{phase.decisions:,}"))
    if means:
        yield bars(means, "Moves per decision, by phase", decimal)
    yield html_table(("", "moves per decision", "most", "decisions"), rows)
    for group, uses in groupby(summary.uses, lambda use: use.group):
        yield tag("h3", group or "Actions")
        rows = []
        for use in uses:
            often, seats = decimal(use.uses / summary.finished), f"{use.seat_games:,}"
            rows.append((_name(use.name, use.title), f"{use.uses:,}", often, seats, share_text(use.rate)))
        caption = f"Of all seats in all games {percent(summary.rate)} won."
        yield html_table(("", "uses", "per game", "used by seats", "% of these won"), rows, caption)


def _name(name: str, about: str) -> Element:
    """A name with what it means below it."""
    return tag("span", name, tag("small", about)) if about else tag("span", name)
