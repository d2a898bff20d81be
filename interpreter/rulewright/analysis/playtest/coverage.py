"""Coverage: what of the rules happened in play, what never did, and the text with both beside its lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.analysis.documents import html_page, tag
from rulewright.language import syntax
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.machine.program.nodes import Noted, Notice
from rulewright.shown import shown

# Places are those of the text, so that what is noted at several settings is one.

ASKED: Final = frozenset[Noted](("case", "condition"))
"""What is asked within a line of the rules."""
PARTS: Final = ASKED | frozenset[Noted](("change",))
"""What is no line of the rules, but a part of one, or what it does."""


@frozen
class Coverage:
    """How often what the rules note has happened, and in how many games it was looked for, random ones and such among
    players who think (`thought`). `complete`: in all positions to which the rules can come."""

    counts: Mapping[Notice, int]
    games: int = 0
    complete: bool = False
    thought: int = 0

    def __add__(self, other: "Coverage") -> "Coverage":
        """What happened here and there. Law: the order does not matter."""
        both = sorted({*self.counts, *other.counts}, key=lambda each: (each.span.start, -each.span.end, each.sort))
        counts = {notice: self.counts.get(notice, 0) + other.counts.get(notice, 0) for notice in both}
        complete, thought = self.complete and other.complete, self.thought + other.thought
        return Coverage(counts, self.games + other.games, complete, thought)

    @property
    def percent(self) -> int:
        """How much of what can happen did, line by line: a whole number, 100 only if everything did."""
        happened = [count > 0 for notice, count in self.counts.items() if notice.sort not in PARTS]
        return 100 * sum(happened) // max(1, len(happened))

    @property
    def tried(self) -> str:
        """Where something was looked for, in words."""
        if self.complete:
            return "any position that play can come to"
        more = f" and {self.thought:,} among players who think" if self.thought else ""
        return f"{self.games:,} random game{'s' * (self.games != 1)}{more}"


# ---- What never happens: phases, actions, offers, sentences and conditions that play never came to, guards that
# never refused, parts of conditions that always came out alike, sentences that never changed anything
# Out: diagnostics by place. They are suspicions, warnings where all positions were gone through. What stands in
# something that never happens is not told, nor what follows it in its paragraph up to what does.

WHOLE: Final = frozenset[Noted](("phase", "procedure", "action"))
OFFERED: Final = frozenset[Noted](("offer", "passing"))
"""Where an action can be chosen; what others of the choice do says nothing of it."""
UNTOLD: Final = PARTS | frozenset[Noted](("let", "definition", "guard"))
"""What need not happen, or is told otherwise."""
MIN_TIMES, MIN_GAMES = 100, 20
"""So often, in so many random games, a sentence is carried out before it is told that it never changed anything."""


def never(coverage: Coverage, source: Source) -> list[Diagnostic]:
    """All of them."""
    counts, tried, found = coverage.counts, coverage.tried, list(_never_happens(coverage, source))
    # sentences that were carried out often, and always left everything as it was; where another one that sets the same
    # variable was never carried out, that is why, and told already
    times = {each: counts.get(evolve(each, sort="sentence"), 0) for each in counts if each.sort == "change"}
    unset = {notice.name for notice in times if notice.name and not times[notice]}
    for notice in (each for each in times if not counts[each] and each.name not in unset):
        certain = coverage.complete and times[notice]
        if certain or (times[notice] >= MIN_TIMES and coverage.games >= MIN_GAMES):
            many = None if certain else times[notice]
            found.append(words.never_changes(notice.span, name=notice.name, tried=tried, times=many))
    for notice, count in counts.items():
        if notice.sort == "guard" and notice.outcome and count and not counts[evolve(notice, outcome=0)]:
            found.append(words.never_refuses(notice.span, tried=tried))
    # cases and parts of conditions that were asked and always came out alike, outside what is told already
    before = [each.span for each in found] + [each.also.span for each in found if each.also]
    for notice, held in counts.items():
        alike = bool(held) != bool(counts.get(evolve(notice, outcome=0), 0))
        if notice.sort in ASKED and notice.outcome and alike and not within(notice.span, before):
            before.append(notice.span)
            found.append((words.always_so if held else words.never_so)(notice.span, tried=tried))
    if coverage.complete:
        found = [evolve(each, severity="warning") for each in found]
    return sorted(found, key=lambda each: (each.span.start, each.code))


def missed(coverage: Coverage, ends: Sequence[Span]) -> set[Span]:
    """The places to which play never came, and the parts of these conditions, with which it `ends`, that never held."""
    never_came = (each for each, count in coverage.counts.items() if not count and each.outcome)
    return {
        each.span for each in never_came if each.sort not in UNTOLD or (each.sort in ASKED and within(each.span, ends))
    }


def within(span: Span, some: Sequence[Span]) -> bool:
    """Whether a place lies in one of some others."""
    return any(each.start <= span.start and span.end <= each.end for each in some)


def ends_of_play(ruleset: syntax.Ruleset) -> tuple[Span, ...]:
    """The conditions until which the loops of `play` are repeated."""
    plays = (each for each in ruleset.declarations if isinstance(each, syntax.Play))
    loops = (each for each in walk(tuple(plays)) if isinstance(each, syntax.Repeat))
    return tuple(each.until.span for each in loops if each.until is not None)


def nobody_asked(coverage: Coverage) -> list[Diagnostic]:
    """That no choice ever came, if so: at the first that is offered."""
    offers = [notice for notice in coverage.counts if notice.sort in OFFERED]
    if not offers or any(count for notice, count in coverage.counts.items() if notice.sort == "action"):
        return []
    return [words.nobody_asked(offers[0].span, tried=coverage.tried)]


def _never_happens(coverage: Coverage, source: Source) -> Iterator[Diagnostic]:
    counts, tried = coverage.counts, coverage.tried
    unplayed = {each.name for each, count in counts.items() if each.sort == "action" and not count}
    # what is there for those who can do nothing else is told where they are asked, and offers of it each by itself
    alike = {each.name for each in counts if each.sort == "passing"}
    offers = Counter(each.name for each in counts if each.sort in OFFERED)
    within, before, led = NOWHERE, True, True
    for notice in counts:
        if notice.sort in UNTOLD or not notice.outcome:
            continue
        happened, before = before or notice.sort in WHOLE, counts[notice] > 0
        if notice.sort == "passing":
            happened = led
        led = led if notice.sort in OFFERED else before
        offered = notice.sort == "offer" and notice.name in unplayed - alike
        if before or not happened or notice.span.end <= within.end or offered:
            continue
        within, at = notice.span, notice.span
        if notice.sort == "action" and notice.name in alike:
            continue
        match notice.sort:
            case "action":
                # the first guard in there that was asked and never held
                asked = (each for each, count in counts.items() if each.sort == "guard" and count)
                inside = (each.span for each in asked if not each.outcome and at.start <= each.span.start < at.end)
                guard = next((span for span in inside if not counts[Notice("guard", span)]), NOWHERE)
                line = None if guard == NOWHERE else source.line(guard.start)
                yield words.never_played(at, also=guard, name=notice.name, tried=tried, line=line)
            case "offer":
                yield words.never_chosen_here(at, name=notice.name, tried=tried)
            case "passing":
                alone = notice.name if offers[notice.name] == 1 else None
                yield words.nobody_passes(at, name=notice.name, alone=alone, tried=tried)
            case "phase" | "procedure":
                yield words.never_begins(at, name=notice.name, tried=tried)
            case "branch":
                yield words.never_holds(at, tried=tried)
            case _:
                yield words.never_carried_out(at, tried=tried)


# ---- A text with what happened in play beside each line: for a terminal, or as a page of HTML

STYLE: Final = (
    "body{font:15px/1.5 sans-serif;margin:2em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td{padding:0 .8em;white-space:pre;font-family:monospace}"
    "td.number{text-align:right;color:#777}"
    "tr.fine{background:#e7f6e7}tr.half{background:#fff3cd}tr.never{background:#fbdcdc}"
)


@frozen
class Line:
    """A line of the text: how `often` it was carried out, or nothing where it says nothing that happens; what of it did
    not happen, in words; and `how` much of it did."""

    number: int
    text: str
    often: str = ""
    missing: str = ""
    how: Literal["", "fine", "half", "never"] = ""


ONE_SIDED: Final = {
    ("guard", True): "never refuses",
    ("guard", False): "always refuses",
    ("branch", True): "always holds",
    ("branch", False): "never holds",
}
"""What is said of a condition that always held, or never."""


def covered_lines(source: Source, coverage: Coverage) -> Iterator[Line]:
    """The lines of the text."""
    counts, there = coverage.counts, dict[int, list[Notice]]()
    for notice in (each for each in counts if each.sort not in PARTS):
        there.setdefault(source.line(notice.span.start), []).append(notice)
    for number in range(1, len(source.starts)):
        times, missing = list[int](), list[str]()
        for notice in there.get(number, ()):
            if notice.sort not in ("guard", "branch"):
                times.append(counts[notice])
                missing += [] if counts[notice] else ["partly"]
            elif notice.outcome:
                held, failed = counts[notice], counts[evolve(notice, outcome=0)]
                times.append(held + failed)
                missing += [ONE_SIDED[notice.sort, bool(held)]] if bool(held) != bool(failed) else []
        text = source.line_text(number)
        if times and not max(times):
            yield Line(number, text, "never", how="never")
        elif times:
            how: Literal["half", "fine"] = "half" if missing else "fine"
            yield Line(number, text, f"{max(times):,}", ", ".join(dict.fromkeys(missing)), how)
        else:
            yield Line(number, text)


def summary(source: Source, coverage: Coverage) -> str:
    """How much happened, in a sentence."""
    where = "all positions" if coverage.complete else "what was played"
    return f"{shown(source.name)}: {coverage.percent} % of what can happen did in {where}"


def as_text(source: Source, coverage: Coverage) -> str:
    """The text with a margin: how often, and what did not happen."""
    rows = [(line.often, line.missing, shown(line.text)) for line in covered_lines(source, coverage)]
    wide, wider = (max(len(row[at]) for row in rows) for at in (0, 1))
    return "".join(f"{times:>{wide}} {missing:<{wider}} | {text}".rstrip() + "\n" for times, missing, text in rows)


def as_page(covered: Sequence[tuple[Source, Coverage]]) -> str:
    """Texts as one page."""
    body = []
    for source, coverage in covered:
        rows = []
        for line in covered_lines(source, coverage):
            numbers = [tag("td", text, class_="number") for text in (str(line.number), line.often)]
            texts = [tag("td", text) for text in (line.missing, shown(line.text))]
            rows.append(tag("tr", *numbers, *texts, class_=line.how))
        body += [tag("h1", shown(source.name)), tag("p", summary(source, coverage)), tag("table", *rows)]
    return html_page("What happened in play", STYLE, *body)
