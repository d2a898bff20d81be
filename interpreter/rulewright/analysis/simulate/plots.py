"""Plots as SVG, for the page of a simulation: bars with intervals, and histograms."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Final

from attrs import frozen

from rulewright.analysis.documents import Element, tag
from rulewright.machine.playouts import Estimate

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
