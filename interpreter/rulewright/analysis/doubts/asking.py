"""Doubts as questions: their words, their order, the score, and both as a page."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

from attrs import frozen

from rulewright.analysis.documents import Element, html_page, tag
from rulewright.analysis.doubts.author import WORD
from rulewright.analysis.doubts.changes import Change
from rulewright.analysis.doubts.judging import Fate, Verdict
from rulewright.language import syntax
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.text_parts import named_places
from rulewright.language.walking import walk
from rulewright.shown import shown

# ---- Kinds of changes: how likely an author means the other thing, and how one asks for it
# In the gaps stand what is written, and what would be instead.


@frozen
class Kind:
    """`weight`: how likely it is that the other thing was meant, or that nobody has thought of it."""

    weight: float
    question: str


KINDS: Final[Mapping[str, Kind]] = {
    "seat": Kind(1.0, "Is it {before}, and not {after}?"),
    "yours": Kind(0.25, "Is it {before}, and not {after}?"),
    "called": Kind(0.15, "Is it {before}, and not {after}?"),
    "asked": Kind(0.35, "Is it {before}, and not {after}?"),
    "start": Kind(1.0, "Who begins: {before}, or {after}?"),
    "others": Kind(1.0, "Who: {before}, or {after}?"),
    "bound": Kind(1.0, "What if both are equal: {before}, or {after}?"),
    "exact": Kind(0.8, "Exactly that, or more and less, too: {before}, or {after}?"),
    "number": Kind(0.9, "Is it {before}, or {after}?"),
    "none or one": Kind(0.35, "Is it {before}, or {after}?"),
    "some": Kind(0.2, "Is one enough: {before}, or {after}?"),
    "tie": Kind(1.0, "What decides a tie? {before} does; without it the tie would stay."),
    "extreme": Kind(0.6, "Which: {before}, or {after}?"),
    "best": Kind(0.1, "Who wins: {before}, or {after}?"),
    "guard": Kind(1.0, "Is this needed: {before}?"),
    "where": Kind(0.6, "Only {before}, or all of them?"),
    "operand": Kind(0.8, "Does this matter, too: {before}?"),
    "enough": Kind(0.5, "Is this enough, too: {before}?"),
    "and, or": Kind(0.6, "Do both have to hold, or is one enough: {before}, or {after}?"),
    "limit": Kind(0.9, "How often: {before}, or as often as one likes?"),
    "once": Kind(0.9, "How often: as often as one likes, or {after}?"),
    "exactly": Kind(0.9, "Must one, or may one: {before}, or {after}?"),
    "kept": Kind(0.8, "Does it stay as it was, or does it begin anew here: {after}?"),
    "gathered": Kind(0.4, "Does it stay as it was, or does it begin anew here: {after}?"),
    "like": Kind(0.4, "A like action says it. Does it hold here, too: {after}?"),
    "like guard": Kind(0.35, "A like action needs it. Is it needed here, too: {after}?"),
    "closed": Kind(0.7, "May one do this while another way is open, or is it so: {after}?"),
    "sight": Kind(0.4, "Who sees this: {before}, or {after}?"),
    "offer": Kind(0.7, "Is this offered here: {before}?"),
    "up to": Kind(0.7, "What if there are fewer: {before}, or {after}?"),
    "goal": Kind(0.5, "Where does it go: {before}, or {after}?"),
    "zone": Kind(0.25, "Is it {before}, and not {after}?"),
    "fallback": Kind(0.7, "What if somebody cannot: {before}?"),
    "exchanged": Kind(0.35, "In which order: {before}, or {after}?"),
    "dropped": Kind(0.5, "Is this done: {before}?"),
    "surely done": Kind(0.2, "Is this done: {before}?"),
    "yes, no": Kind(0.4, "Is it {before}, or {after}?"),
    "sign": Kind(0.2, "Is it {before}, or {after}?"),
    "denied": Kind(0.2, "Is it {before}, and not {after}?"),
}
ASKED: Final = frozenset(KINDS)
NOTICED: Final[frozenset[Fate]] = frozenset(("example", "invariant"))
FURTHER: Final = 0.75
"""So much each question about a part of the text weighs of what the one before it would."""
AGAIN: Final = 0.5
"""So much one weighs of a kind of which another one was about a line in almost the same words."""
SAME_WORDS: Final = 0.6
"""Lines of which a larger share of the words is the same are almost the same."""
SAID: Final = 0.45
"""So much a question about a number weighs that is said in the author's words for players, too."""
SAID_OTHERWISE: Final = 1.3
"""And so much if these say what would be instead."""
NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""From 2 on, as they are said to players."""
LONG_QUOTE: Final = 60
"""So many letters are quoted around a change."""


def drawn(changes: Sequence[Change], ruleset: syntax.Ruleset, text: str, most: int) -> list[Change]:
    """So many of the changes, those that are asked for: in turn one of each part of the text, the likeliest first; in
    this order, so that who stops early has looked everywhere."""
    parts: dict[str, list[Change]] = {}
    for change in changes:
        counted = change.kind == "bound" and text[change.span.end].isdigit()  # one more or less is the same
        if change.kind in ASKED and not counted:
            parts.setdefault(section(ruleset, change.span), []).append(change)
    ranks = {
        id(change): (number, at)
        for at, changed in enumerate(parts.values())
        for number, change in enumerate(sorted(changed, key=lambda each: -KINDS[each.kind].weight))
    }
    return sorted((each for each in changes if id(each) in ranks), key=lambda each: ranks[id(each)])[:most]


def section(ruleset: syntax.Ruleset, span: Span) -> str:
    """What the part of the text is called in which a place lies, or which ends there."""
    return next(
        (name for name, where in reversed([*named_places(ruleset)]) if where.start <= span.start <= where.end), "game"
    )


def paragraph(ruleset: syntax.Ruleset, span: Span) -> Span:
    """The paragraph in which a place lies, or which ends there."""
    return next(each.span for each in reversed(ruleset.declarations) if each.span.start <= span.start)


# ---- The order: how much of the game hangs on it, and one question for each rule first


def ranked(verdicts: Sequence[Verdict], source: Source, ruleset: syntax.Ruleset) -> list[Verdict]:
    """The doubts, the weightiest first, of which each further one about a part of the text weighs less, and each about
    a line like one before; a second question about a line comes behind the first ones of all others."""
    known = _numbers_said(ruleset)
    doubts = [each for each in verdicts if each.fate == "doubt"]
    weights = {each: _weight(each, source, section(ruleset, each.change.span), known) for each in doubts}
    doubts.sort(key=lambda each: (-weights[each], each.change.span.start))
    of_line, of_part, places = Counter[int](), Counter[str](), list[tuple[int, float, int]]()
    asked = dict[str, list[frozenset[str]]]()
    for number, each in enumerate(doubts):
        line, part = source.line(shown_at(each.change, source, ruleset)), section(ruleset, each.change.span)
        kind = each.change.kind
        words = frozenset(WORD.findall(source.line_text(line).partition(" --")[0]))
        alike = any(_alike(words, other) for other in asked.get(kind, ()))
        further = FURTHER ** of_part[part] * (AGAIN if alike else 1.0)
        places.append((of_line[line], -weights[each] * further, number))
        if not of_line[line]:
            of_part[part] += 1
            asked.setdefault(kind, []).append(words)
        of_line[line] += 1
    return [doubts[number] for *_, number in sorted(places)]


def _alike(words: frozenset[str], others: frozenset[str]) -> bool:
    return len(words & others) > SAME_WORDS * len(words | others)


def _weight(verdict: Verdict, source: Source, part: str, known: Mapping[str, set[int]]) -> float:
    change, said = verdict.change, 1.0
    before, after = source.text[change.span.start : change.span.end], change.after
    if change.kind == "number" and before.isdecimal() and after.isdecimal():
        there = known.get(part) or set[int]().union(*known.values())
        said = SAID if int(before) in there else SAID_OTHERWISE if int(after) in known.get(part, ()) else 1.0
    return said * KINDS[change.kind].weight * sqrt(sqrt(0.1 + verdict.share))


def _numbers_said(ruleset: syntax.Ruleset) -> dict[str, set[int]]:
    """The numbers that the author's words for players name, of each part that these are about."""
    found = dict[str, set[int]]()
    for prose in (each for each in ruleset.declarations if isinstance(each, syntax.Prose)):
        words = [word.lower() for each in prose.texts for word in WORD.findall(each.text)]
        numbers = {int(each) for each in words if each.isdecimal()}
        numbers |= {NUMBERS.index(each) + 2 for each in words if each in NUMBERS}
        found.setdefault(prose.name.text, set()).update(numbers)
    return found


def shown_at(change: Change, source: Source, ruleset: syntax.Ruleset) -> int:
    """Where one looks for a change: the first letter of what changes; of a sentence more the head of its paragraph."""
    if change.kind in SENTENCES_ADDED:
        return paragraph(ruleset, change.span).start
    stretch = source.text[change.span.start : change.span.end]
    return change.span.start + len(stretch) - len(stretch.lstrip())


# ---- The words

LEFT_OUT: Final = frozenset(
    ("dropped", "surely done", "guard", "operand", "enough", "where", "tie", "limit", "fallback", "offer")
)
"""Kinds of changes without anything in the place of what is written."""
ADDED: Final = frozenset(("kept", "gathered", "like", "like guard", "closed", "once"))
"""Kinds of changes that only add something to what is written."""
SENTENCES_ADDED: Final = ADDED - {"once"}


def question(change: Change, source: Source, ruleset: syntax.Ruleset) -> str:
    """What is asked."""
    before, after = words_of(change, source, ruleset)
    return KINDS[change.kind].question.format(before=f"“{before}”", after=f"“{after}”")


def words_of(change: Change, source: Source, ruleset: syntax.Ruleset) -> tuple[str, str]:
    """What is written, and what would be instead: of what is exchanged with what stands around it on its line."""
    if change.kind in ADDED:
        return _said(change, source.line_text(source.line(change.span.start))), _said(change, change.after)
    alone = change.kind in LEFT_OUT or change.kind == "exchanged"
    text, around = source.text, change.span if alone else _around(change, source, ruleset)
    start, end = max(0, change.span.start - around.start), change.span.end - around.start
    before = text[around.start : around.end]
    return _said(change, before), _said(change, before[:start] + change.after + before[end:])


def _around(change: Change, source: Source, ruleset: syntax.Ruleset) -> Span:
    """The longest part of the rules around a change that is short and on one line, or else the shortest."""
    whole = paragraph(ruleset, change.span)
    found = set[Span]()
    for node in walk(next(each for each in ruleset.declarations if each.span == whole)):
        span = getattr(node, "span", change.span)
        end = span.start + len(source.text[span.start : span.end].rstrip())
        if span.start <= change.span.start and change.span.end <= end:
            found.add(Span(span.start, end))
    wider = sorted(found - {change.span} or {change.span}, key=lambda span: span.end - span.start)
    short = [
        each for each in wider if each.end - each.start <= LONG_QUOTE and "\n" not in source.text[each.start : each.end]
    ]
    return short[-1] if short else wider[0]


def _said(change: Change, stretch: str) -> str:
    """A stretch in one line, without the words by which it hangs on what stands before it."""
    lines = [" ".join(line.partition(" --")[0].split()) for line in stretch.strip().split("\n")]
    said = ("; " if change.kind == "exchanged" else " ").join(lines).partition(" because ")[0].rstrip(" :")
    for word in (", ", "and ", "or "):
        said = said.removeprefix(word)
    return _cut(said, 2 * LONG_QUOTE)


def _cut(said: str, most: int = LONG_QUOTE) -> str:
    return said if len(said) <= most else f"{said[:most].rsplit(' ', 1)[0]} …"


def title(change: Change, source: Source, ruleset: syntax.Ruleset) -> str:
    """What the example of a doubt is called."""
    before, added = words_of(change, source, ruleset)
    if change.kind in ADDED:
        return f"{section(ruleset, change.span)}: not {_cut(added)}".replace('"', "'")
    start, end = change.span.start, change.span.end
    while start > 0 and not source.text[start - 1].isspace():
        start -= 1
    while not source.text[end].isspace():
        end += 1
    after = _said(change, source.text[start : change.span.start] + change.after + source.text[change.span.end : end])
    other = change.kind not in LEFT_OUT and f", not {_cut(after)}"
    return f"{section(ruleset, change.span)}: {_cut(before)}{other or ''}".replace('"', "'")


@frozen
class Asked:
    """A doubt as it is told; `block`: the example to paste, `instead`: what would be so with the change."""

    verdict: Verdict
    line: int
    where: str
    quoted: str
    question: str
    block: str | None = None
    instead: str = ""

    def lines(self, name: str) -> Iterator[str]:
        """For a terminal."""
        yield f"{name}, line {self.line}, {self.where}: {self.question}"
        yield f"    {self.quoted}"
        kind = self.verdict.change.kind
        other = "Without it" if kind in LEFT_OUT else "With it" if kind in ADDED else "The other way"
        yield f"    {other} no example and no invariant of yours would notice."
        if self.block is not None:
            if kind != "sight":
                yield f"    It shows here. With the change: {self.instead}." if self.instead else "    It shows here."
            yield "    If the rules are right as they are, paste this:"
            yield ""
            yield from self.block.rstrip("\n").split("\n")


def asked(verdict: Verdict, source: Source, ruleset: syntax.Ruleset) -> Asked:
    """A doubt, as yet without its example."""
    line = source.line(shown_at(verdict.change, source, ruleset))
    quoted = " ".join(source.line_text(line).partition(" --")[0].split())
    return Asked(
        verdict, line, section(ruleset, verdict.change.span), quoted, question(verdict.change, source, ruleset)
    )


# ---- The score


@frozen
class Score:
    """Of how many changes that make another game so many are noticed, and of each part of the text."""

    noticed: int
    of: int
    parts: Mapping[str, tuple[int, int]]

    @property
    def percent(self) -> int:
        """A whole number, 100 only if all are noticed."""
        return 100 * self.noticed // max(1, self.of)


def score(verdicts: Sequence[Verdict], ruleset: syntax.Ruleset) -> Score:
    """The score of what is known by now."""
    parts: dict[str, tuple[int, int]] = {}
    for each in verdicts:
        if each.fate in NOTICED or each.fate == "doubt":
            where = section(ruleset, each.change.span)
            noticed, of = parts.get(where, (0, 0))
            parts[where] = noticed + (each.fate in NOTICED), of + 1
    return Score(sum(each for each, _ in parts.values()), sum(of for _, of in parts.values()), parts)


FATES: Final[Mapping[Fate, str]] = {
    "example": "noticed by an example",
    "invariant": "noticed by an invariant",
    "doubt": "noticed by nothing",
    "found": "that check finds",
    "alike": "alike in all that was tried",
    "same": "the same game",
    "unplayed": "where play never came",
    "refused": "that are no rules",
    "late": "given up, which take too long",
}


def summary(name: str, verdicts: Sequence[Verdict], found: Score) -> Iterator[str]:
    """What became of the changes, and the score."""
    fates = Counter(each.fate for each in verdicts)
    told = ", ".join(f"{fates[fate]} {words}" for fate, words in FATES.items() if fates[fate])
    yield f"{name}: {len(verdicts)} changes: {told}"
    if found.of:
        yield f"{name}: examples and invariants notice {found.percent} % of {found.of} changes that make another game"
        wide = max(map(len, found.parts))
        for where, (noticed, of) in sorted(found.parts.items(), key=lambda part: part[1][0] - part[1][1]):
            if noticed < of:
                yield f"    {where:<{wide}}  {noticed} of {of}"


STYLE: Final = (
    "body{font:15px/1.5 sans-serif;margin:2em;max-width:60em;color:#222;background:#fff}"
    "td{padding:0 .8em}td.number{text-align:right}pre{background:#f4f4f4;padding:.6em;overflow-x:auto}"
)


def page(
    name: str, verdicts: Sequence[Verdict], found: Score, questions: Sequence[Asked], more: Sequence[Element] = ()
) -> str:
    """All of it as HTML, with `more` parts behind it."""
    head, *_ = summary(name, verdicts, found)
    body = [tag("h1", f"What {name} does not pin down"), tag("p", shown(head))]
    body.append(tag("p", f"{found.percent} % of {found.of} changes that make another game are noticed."))
    rows = []
    for where, (noticed, of) in found.parts.items():
        cells = [tag("td", shown(where)), *(tag("td", str(each), class_="number") for each in (noticed, of))]
        rows.append(tag("tr", *cells))
    body.append(tag("table", tag("tr", *(tag("th", each) for each in ("part", "noticed", "of"))), *rows))
    for each in questions:
        body.append(tag("h3", shown(f"Line {each.line}, {each.where}: {each.question}")))
        body.append(tag("p", tag("code", shown(each.quoted))))
        if each.block is not None:
            block = "\n".join(map(shown, each.block.split("\n")))
            body += [tag("p", shown(f"With the change: {each.instead}")), tag("pre", block)]
    return html_page(f"Doubts about {name}", STYLE, *body, *more)
