"""The summary as text for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.analysis.report.text import columns
from rulewright.analysis.simulate import number_words as words
from rulewright.analysis.simulate.compare import Difference
from rulewright.analysis.simulate.summary import Summary, Trouble, Use, groups
from rulewright.analysis.simulate.tasks import Standing

MAX_LINES: Final = 12
MAX_COLUMN: Final = 40


def as_text(summaries: Sequence[Summary], differences: Sequence[Difference]) -> str:
    """All variants, then what differs."""
    parts = [_variant(summary) for summary in summaries]
    if differences:
        parts.append(list(_differences(summaries, differences)))
    return "\n\n".join("\n".join(part) for part in parts)


def standings_text(summaries: Sequence[Summary], standings: Sequence[Standing]) -> str:
    """How levels did against each other."""
    first, better = summaries[0], sum(each.better for each in standings)
    rows = [("level", "against", "games", "won (95 %)")]
    rows += [(each.level, each.against, words.whole(each.games), words.share(each.share)) for each in standings]
    troubles = [line for each in summaries for line in _troubles(each, "", "went wrong", each.faults)]
    fair, matches = words.percent(standings[0].fair), words.whole(len(standings))
    told = f"A fair share is {fair}. The first level is better beyond chance in {better} of {matches} matches."
    head = f"{first.title}: level against level, one seat against the others, at every seat"
    return "\n".join([head, words.setting(first), "", *columns(rows, "<<><", MAX_COLUMN), told, *troubles])


def _variant(summary: Summary) -> list[str]:
    played = [_seats(summary), _course(summary), *_uses(summary)] if summary.finished else []
    faults = _troubles(summary, "", "went wrong", summary.faults)
    broken = _troubles(summary, "invariant ", "broken", summary.broken)
    blocks = [_head(summary), *played, faults, broken]
    return [line for block in blocks if block for line in ("", *block)][1:]


def _head(summary: Summary) -> list[str]:
    title = summary.title if summary.variant is None else f"{summary.title}, {summary.variant}"
    return [f"{title}: {words.games(summary)}", words.setting(summary)]


def _seats(summary: Summary) -> list[str]:
    rows = [("seat", "", "wins", "% of games (95 %)", "shared", "score (95 %)", "scores")]
    for seat in summary.seats:
        score = (words.average(seat.score.mean), words.span(seat.score)) if seat.score else ("", "")
        share, shared = words.share(seat.share), words.whole(seat.shared)
        rows.append((str(seat.seat), seat.name, words.whole(seat.wins), share, shared, *score))
    return [*columns(rows, "><>><><", MAX_COLUMN), words.several_winners(summary)]


def _course(summary: Summary) -> list[str]:
    rows = [("moves per decision", "mean", "most", "decisions")]
    for phase in summary.phases:
        decisions = words.whole(phase.decisions)
        rows.append((phase.phase, words.decimal(phase.moves), words.whole(phase.most), decisions))
    rows.append(("all", words.decimal(summary.moves), "", ""))
    return [f"length: {words.length(summary)}", "", *columns(rows, "<>>>", MAX_COLUMN)]


def _uses(summary: Summary) -> Iterator[list[str]]:
    for group, uses in groups(summary.uses).items():
        yield _group(group or "actions", uses, summary)


def _group(name: str, uses: Sequence[Use], summary: Summary) -> list[str]:
    """A table of uses; the intervals of "won when used" treat seats as independent."""
    rows = [(name, "uses", "per game", f"won when used ({words.percent(summary.rate)} of all)")]
    for use in uses[:MAX_LINES]:
        often = words.decimal(use.uses / summary.finished)
        rows.append((use.name, words.whole(use.uses), often, words.share(use.rate)))
    more = [f"  … and {len(uses) - MAX_LINES} more"] if len(uses) > MAX_LINES else []
    return [*columns(rows, "<>>>", MAX_COLUMN), *more]


def _troubles(summary: Summary, sort: str, what: str, troubles: Sequence[Trouble]) -> list[str]:
    lines = []
    for fault in troubles:
        lines.append(f'{summary.rules}.rules, line {fault.line}: {sort}"{fault.rule}"')
        lines.append(f"  {what} {words.times(fault)}: {fault.message}")
        lines.append(f"  {fault.again}")
    return lines


def _differences(summaries: Sequence[Summary], differences: Sequence[Difference]) -> Iterator[str]:
    seats = tuple(seat.name for seat in summaries[0].seats)
    for summary in summaries[1:]:
        yield f"{summary.variant} compared with {summaries[0].variant}, on the same chance:"
        yield from (
            f"  {words.verdict(difference, seats)}"
            for difference in differences
            if difference.variant == summary.variant
        )
