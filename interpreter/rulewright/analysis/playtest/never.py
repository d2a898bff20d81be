"""What never happens: phases, actions, offers, sentences and conditions that play never came to, guards that never
refused, parts of conditions that always came out alike, sentences that never changed anything. Out: diagnostics by
place. They are suspicions, warnings where all positions were gone through.

What stands in something that never happens is not told, nor what follows it in its paragraph up to what does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from rulewright.analysis.playtest.coverage import ASKED, PARTS, Coverage
from rulewright.language.diagnostics import Diagnostic, Place
from rulewright.language.messages import playing as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.machine.program.nodes import Noted, Notice

WHOLE: Final = frozenset[Noted](("phase", "procedure", "action"))
UNTOLD: Final = PARTS | frozenset[Noted](("let", "definition", "guard"))
"""What need not happen, or is told otherwise."""
MIN_TIMES, MIN_GAMES = 100, 20
"""So often, in so many random games, a sentence is carried out before it is told that it never changed anything."""


def never(coverage: Coverage, source: Source) -> list[Diagnostic]:
    """All of them."""
    found = [*_never_happens(coverage, source), *_never_refuses(coverage), *_never_changes(coverage)]
    found += _always_alike(coverage, [*found, *(each.also for each in found if each.also)])
    if coverage.complete:
        found = [evolve(each, severity="warning") for each in found]
    return sorted(found, key=lambda each: (each.span.start, each.code))


def missed(coverage: Coverage) -> set[Span]:
    """The places to which play never came."""
    return {
        each.span for each, count in coverage.counts.items() if each.sort not in UNTOLD and each.outcome and not count
    }


def nobody_asked(coverage: Coverage) -> list[Diagnostic]:
    """That no choice ever came, if so: at the first that is offered."""
    offers = [notice for notice in coverage.counts if notice.sort == "offer"]
    if not offers or any(count for notice, count in coverage.counts.items() if notice.sort in ("offer", "action")):
        return []
    return [words.nobody_asked(offers[0].span, tried=coverage.tried)]


def _never_happens(coverage: Coverage, source: Source) -> Iterator[Diagnostic]:
    counts = coverage.counts
    unplayed = {each.name for each, count in counts.items() if each.sort == "action" and not count}
    within, before = NOWHERE, True
    for notice in counts:
        if notice.sort in UNTOLD or not notice.outcome:
            continue
        happened, before = before or notice.sort in WHOLE, counts[notice] > 0
        if before or not happened or notice.span.end <= within.end:
            continue
        if notice.sort != "offer" or notice.name not in unplayed:
            within = notice.span
            yield _told(notice, coverage, source)


def _told(notice: Notice, coverage: Coverage, source: Source) -> Diagnostic:
    at, name, tried = notice.span, notice.name, coverage.tried
    match notice.sort:
        case "action":
            guard = _always_refuses(coverage.counts, at)
            line = None if guard == NOWHERE else source.line(guard.start)
            return words.never_played(at, also=guard, name=name, tried=tried, line=line)
        case "offer":
            return words.never_chosen_here(at, name=name, tried=tried)
        case "phase" | "procedure":
            return words.never_begins(at, name=name, tried=tried)
        case "branch":
            return words.never_holds(at, tried=tried)
        case "sentence" | "change" | "let" | "definition" | "guard" | "case" | "condition":
            return words.never_carried_out(at, tried=tried)


def _always_refuses(counts: Mapping[Notice, int], within: Span) -> Span:
    """The first guard in there that was asked and never held."""
    refused = (each.span for each, count in counts.items() if each.sort == "guard" and not each.outcome and count)
    inside = (span for span in refused if within.start <= span.start < within.end)
    return next((span for span in inside if not counts[Notice("guard", span)]), NOWHERE)


def _never_refuses(coverage: Coverage) -> Iterator[Diagnostic]:
    for notice, count in coverage.counts.items():
        if notice.sort == "guard" and notice.outcome and count and not coverage.counts[evolve(notice, outcome=0)]:
            yield words.never_refuses(notice.span, tried=coverage.tried)


def _never_changes(coverage: Coverage) -> Iterator[Diagnostic]:
    """Sentences that were carried out often, and always left everything as it was. Where another one that sets the same
    variable was never carried out, that is why, and told already."""
    counts, tried = coverage.counts, coverage.tried
    times = {each: counts.get(evolve(each, sort="sentence"), 0) for each in counts if each.sort == "change"}
    unset = {notice.name for notice in times if notice.name and not times[notice]}
    for notice in (each for each in times if not counts[each] and each.name not in unset):
        if coverage.complete and times[notice]:
            yield words.never_changes(notice.span, name=notice.name, tried=tried, times=None)
        elif times[notice] >= MIN_TIMES and coverage.games >= MIN_GAMES:
            yield words.never_changes(notice.span, name=notice.name, tried=tried, times=times[notice])


def _always_alike(coverage: Coverage, told: Sequence[Diagnostic | Place]) -> Iterator[Diagnostic]:
    """Cases and parts of conditions that were asked and always came out alike, outside what is told already."""
    counts, before = coverage.counts, [each.span for each in told]
    for notice in counts:
        held, failed = counts[notice], counts.get(evolve(notice, outcome=0), 0)
        alike = notice.sort in ASKED and notice.outcome and bool(held) != bool(failed)
        if alike and not any(each.start <= notice.span.start and notice.span.end <= each.end for each in before):
            before.append(notice.span)
            tell = words.always_so if held else words.never_so
            yield tell(notice.span, tried=coverage.tried)
