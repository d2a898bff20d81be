"""Which mistakes that were planted into finished games `check` and the first doubts point at.

    python -m lab.planted --game kalah --most 30

prints a line for each mistake of `planted.txt`: what of `check` (by reading and playing) and which doubt points at its
line, or only at its paragraph, and what is missed; at the end how many. A planted text has those of its author's
examples that come true in it. What is told of the text without the mistake, too, does not count.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal

from attrs import frozen

from lab.holes.looking import Effort, Told, source_of, told
from rulewright.analysis.doubts import asking
from rulewright.analysis.doubts.changes import Change
from rulewright.analysis.doubts.judging import place_of
from rulewright.analysis.doubts.seeking import Subject, verdicts
from rulewright.analysis.examples import example_at, failing_in
from rulewright.language import syntax
from rulewright.language.parser import parse

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).with_name("planted.txt")
WORK: Final = 100_000
"""So many positions `check` looks at."""
EXAMPLE: Final = '\nexample "'
Place = Literal["line", "paragraph", ""]
"""How near something points."""
NEARNESS: Final[tuple[Place, ...]] = ("line", "paragraph", "")


@frozen
class Edit:
    """`old`, which stands in the rules once, becomes `new`; without `new` its whole line is left out."""

    old: str
    new: str

    def applied(self, rules: str) -> tuple[str, int]:
        """The rules with it, and where it is in them."""
        assert rules.count(self.old) == 1, f"stands {rules.count(self.old)} times: {self.old}"
        start = rules.index(self.old)
        end = start + len(self.old)
        if not self.new:
            start, end = rules.rindex("\n", 0, start) + 1, rules.index("\n", end) + 1
        return rules[:start] + self.new + rules[end:], start


@frozen
class Planted:
    """A mistake in a game, of the sort `other` or `broken`; `at`: parts of further lines where one may point;
    `examples`: those of its author."""

    game: str
    sort: str
    what: str
    edit: Edit
    at: tuple[str, ...]
    rules: str
    examples: tuple[str, ...]

    @property
    def changed(self) -> str:
        """The rules with the mistake."""
        return self.edit.applied(self.rules)[0]

    @property
    def text(self) -> str:
        """The same, and those of the examples that come true in them."""
        return _with_true_examples(self.changed, self.examples)

    @property
    def lines(self) -> frozenset[int]:
        """The lines of the text where one may point."""
        text, start = self.edit.applied(self.rules)
        old, new = (part.split("\n") for part in (self.edit.old, self.edit.new))
        same = next((at for at, line in enumerate(new[: len(old)]) if line != old[at]), min(len(old), len(new)))
        first = text.count("\n", 0, start) + 1 + same
        changed = range(first, first + max(0, len(new) - same) if self.edit.new else first)
        named = (number for number, line in enumerate(text.split("\n"), 1) if any(part in line for part in self.at))
        return frozenset((*changed, *named))

    def near(self, line: int) -> Place:
        """How near a line of the text is."""
        text, start = self.edit.applied(self.rules)
        if line in self.lines:
            return "line"
        above = () if self.edit.new else (text.count("\n", 0, start),)
        causes = {_paragraph(text, each) for each in (*self.lines, *above)}
        return "paragraph" if line and _paragraph(text, line) in causes else ""

    def known(self, finding: Told, before: frozenset[tuple[str, str, str]]) -> bool:
        """Whether it was told before, too, of the same line or of what is another line now."""
        start = self.rules.index(self.edit.old)
        end = self.rules.index("\n", start + len(self.edit.old))
        was = {line.strip() for line in self.rules[self.rules.rindex("\n", 0, start) : end].split("\n")}
        changed = self.near(_line_of(self.changed, finding)) == "line"
        return finding.place in before or (
            changed and finding.code in {code for code, _, line in before if line in was}
        )

    def asked(self, change: Change) -> Place:
        """How near a doubt is; one that asks for the very sentence that is left out is at its line."""
        old, new = self.edit.old, self.edit.new
        if old.endswith(new) and old.removesuffix(new).strip() in change.after:
            return "line"
        return self.near(source_of(self.changed).line(place_of(change, self.changed).start))


def _paragraph(text: str, line: int) -> int:
    """The line in which the paragraph of a line begins."""
    return max((start for start in _starts(text) if start <= line), default=0)


@cache
def _starts(text: str) -> tuple[int, ...]:
    return tuple(text.count("\n", 0, each.span.start) + 1 for each in parse(source_of(text)).ruleset.declarations)


def _with_true_examples(rules: str, examples: Sequence[str]) -> str:
    source = source_of(rules + "".join(f"\n{each}" for each in examples))
    places = sorted(
        (each.span for each in parse(source).ruleset.declarations if isinstance(each, syntax.Example)),
        key=lambda span: span.start,
    )
    untrue = {example_at(places, each.diagnostic) for each in failing_in(source)}
    return rules + "".join(f"\n{each}" for place, each in zip(places, examples, strict=True) if place not in untrue)


def planted(page: str | None = None) -> Iterator[Planted]:
    """All of a page, in its order."""
    for section in (page or PAGE.read_text(encoding="utf-8")).split("\n== ")[1:]:
        head, *lines = section.split("\n")
        file, most = head.split(", ")
        rules, *examples = (ROOT / file).read_text(encoding="utf-8").split(EXAMPLE)
        added = "\n".join(line[2:] for line in lines if line.startswith(">"))
        kept = [*examples[: int(most)], *f"\n{added}".split(EXAMPLE)[1:]]
        whole = tuple(f"{EXAMPLE.strip()}{each.strip()}\n" for each in kept)
        at = [number for number, line in enumerate(lines) if line.startswith(("other |", "broken |"))]
        for first, end in zip(at, [*at[1:], len(lines)], strict=True):
            yield _planted(Path(file).stem, lines[first:end], rules.rstrip("\n") + "\n", whole)


def _planted(game: str, lines: Sequence[str], rules: str, examples: tuple[str, ...]) -> Planted:
    sort, what = lines[0].split(" | ")
    assert sort in ("other", "broken")
    facts = [line.strip() for line in lines[1:] if line.startswith("    ")]
    at = tuple(each.removeprefix("at ") for each in facts[1:])
    old, new = (each.replace("\\n", "\n") for each in facts[0].split(" => "))
    return Planted(game, sort, what, Edit(old, "" if new == "nothing" else new), at, rules, examples)


@frozen
class Pointed:
    """What points at a mistake: the best finding of `check` and the best doubt with their places, and of the doubt
    its number in the list; `fates`: what became of the changes of the line."""

    check: tuple[Place, str]
    doubt: tuple[Place, int]
    fates: Counter[str]

    @property
    def nearest(self) -> Place:
        """The nearer of both."""
        return min(self.check[0], self.doubt[0], key=NEARNESS.index)


@cache
def _told_before(rules: str, examples: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    return frozenset(each.place for each in told(_with_true_examples(rules, examples), Effort(work=WORK)))


def pointed(mistake: Planted, most: int, changes: int) -> Pointed:
    """What points at a mistake, of at most so many doubts about so many changes."""
    text = mistake.text
    source, known = source_of(text), _told_before(mistake.rules, mistake.examples)
    findings = [each for each in told(text, Effort(work=WORK)) if not mistake.known(each, known)]
    refused = any(each.severity == "error" and each.by == "reading" for each in findings)
    tried = [] if refused else [*verdicts(Subject.of(source, changes), 1)]
    checked = [(mistake.near(_line_of(text, each)), each.code) for each in findings]
    doubted = [
        (mistake.asked(each.change), n)
        for n, each in enumerate(asking.ranked(tried, source, parse(source).ruleset)[:most], 1)
    ]
    return Pointed(
        min(checked, key=lambda pair: NEARNESS.index(pair[0]), default=("", "")),
        min(doubted, key=lambda pair: NEARNESS.index(pair[0]), default=("", 0)),
        Counter(each.fate for each in tried if mistake.asked(each.change) == "line"),
    )


def _line_of(text: str, finding: Told) -> int:
    lines = [line.strip() for line in text.split("\n")]
    return lines.index(finding.line) + 1 if finding.line in lines and finding.line else 0


def main(words: Sequence[str] | None = None) -> None:
    """Try all, or those of some games."""
    parser = argparse.ArgumentParser(prog="python -m lab.planted", description=__doc__)
    parser.add_argument("--game", action="append")
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--changes", type=int, default=300)
    asked = parser.parse_args(words)
    sums = Counter[str]()
    for each in planted():
        if asked.game and each.game not in asked.game:
            continue
        found = pointed(each, asked.most, asked.changes)
        (near, code), (doubted, number) = found.check, found.doubt
        print(
            f"{each.game}, {each.sort}, {each.what}: check {near or 'no'} {code}; "
            f"doubts {doubted or 'no'} {number}; {dict(found.fates)}",
            flush=True,
        )
        sums.update({"planted": 1, found.nearest or "missed": 1, f"check {near}": 1, f"doubts {doubted}": 1})
    print(dict(sums))


if __name__ == "__main__":
    main()
