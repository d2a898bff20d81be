"""Which mistakes that were planted into finished games `check` and the first doubts point at.

    python -m lab.planted --game kalah --seconds 120 --results results.jsonl

prints a line for each mistake of `planted.txt`: what of `check` (by reading and playing) and which of the first doubts
points at its line, or only at its paragraph, and what is missed; at the end how many. A planted text has those of its
author's examples that come true in it. What is told of the text without the mistake, too, does not count.

Only those changes are tried that are needed to know this. With `--results` what was measured is written to a file as it
comes, and is not measured again; the sums are of all that stand there.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, Literal

from attrs import asdict, evolve, frozen

from lab.holes.looking import Effort, Told, source_of, told
from rulewright.analysis.doubts import asking
from rulewright.analysis.doubts.changes import Change
from rulewright.analysis.doubts.judging import Verdict
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
        if old.endswith(new) and old.removesuffix(new).strip().replace(" the ", " ") in change.after:
            return "line"
        source = source_of(self.changed)
        return self.near(source.line(asking.shown_at(change, source, _tree(self.changed))))


def _paragraph(text: str, line: int) -> int:
    """The line in which the paragraph of a line begins."""
    return max((start for start in _starts(text) if start <= line), default=0)


@cache
def _starts(text: str) -> tuple[int, ...]:
    return tuple(text.count("\n", 0, each.span.start) + 1 for each in _tree(text).declarations)


@cache
def _tree(text: str) -> syntax.Ruleset:
    return parse(source_of(text)).ruleset


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
    """What points at a mistake: the best finding of `check` and the best of the first doubts with their places, and of
    the doubt the highest number in the list that it can have, 0 for none; `fates`: what became of the changes of the
    line; `tried` changes of `changes` after so many `seconds` of processor time; `late`: there was no time for all that
    are needed."""

    check: tuple[Place, str]
    doubt: tuple[Place, int]
    fates: dict[str, int]
    tried: int = 0
    changes: int = 0
    seconds: float = 0.0
    late: bool = False

    @property
    def nearest(self) -> Place:
        """The nearer of both."""
        return min(self.check[0], self.doubt[0], key=NEARNESS.index)

    @property
    def verdict(self) -> str:
        """What it comes to, in a few words."""
        (near, code), (_, number) = self.check, self.doubt
        by = f"check {code}" if near == self.nearest else f"doubt {number}"
        return f"{self.nearest} by {by}" if self.nearest else "missed"


@cache
def _told_before(rules: str, examples: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    return frozenset(each.place for each in told(_with_true_examples(rules, examples), Effort(work=WORK)))


def pointed(mistake: Planted, most: int, changes: int, seconds: float) -> Pointed:
    """What points at a mistake, of the first so many doubts about so many changes; the doubts have so many seconds of
    processor time."""
    began, text = time.process_time(), mistake.text
    known = _told_before(mistake.rules, mistake.examples)
    findings = [each for each in told(text, Effort(work=WORK)) if not mistake.known(each, known)]
    checked = [(mistake.near(_line_of(text, each)), each.code) for each in findings]
    check = min(checked, key=lambda pair: NEARNESS.index(pair[0]), default=("", ""))
    refused = any(each.severity == "error" and each.by == "reading" for each in findings)
    found = Pointed(check, ("", 0), {})
    if not refused and check[0] != "line":
        found = doubted(mistake, Subject.of(source_of(text), changes), most, check, time.process_time() + seconds)
    return evolve(found, seconds=round(time.process_time() - began, 1))


def doubted(mistake: Planted, subject: Subject, most: int, check: tuple[Place, str], until: float) -> Pointed:
    """What points at a mistake, of its text's first so many doubts: its own changes are tried first, and others until
    it is known whether doubts about them are among the first of all, or the time is over."""
    places = {each: mistake.asked(each) for each in subject.changes}
    changes = sorted(subject.changes, key=lambda each: NEARNESS.index(places[each]))
    near, tried, known = Counter(places.values()), list[Verdict](), False

    def best(untried: Sequence[Change]) -> tuple[Place, int]:
        waiting = set(untried)
        others = [Verdict(each, "doubt", share=1.0) for each in waiting]
        first = asking.ranked([*tried, *others], subject.source, subject.ruleset)[:most]
        asked = [(places[each.change], n) for n, each in enumerate(first, 1) if each.change not in waiting]
        return min(asked, key=lambda pair: NEARNESS.index(pair[0]), default=("", 0))

    with closing(verdicts(evolve(subject, changes=tuple(changes)), 1)) as judged:
        while not known and time.process_time() < until and (verdict := next(judged, None)) is not None:
            tried.append(verdict)
            if len(tried) >= near["line"]:
                worst = best(changes[len(tried) :])
                known = worst[0] == "line" or (
                    len(tried) >= near["line"] + near["paragraph"] and worst[0] == best(())[0]
                )
    late = not known and len(tried) < len(changes)
    fates = Counter[str](each.fate for each in tried if places[each.change] == "line")
    doubt = best(() if late else changes[len(tried) :])
    return Pointed(check, doubt, dict(fates), len(tried), len(changes), late=late)


def _line_of(text: str, finding: Told) -> int:
    lines = [line.strip() for line in text.split("\n")]
    return lines.index(finding.line) + 1 if finding.line in lines and finding.line else 0


Measured = dict[tuple[str, str], Pointed]
"""What was found, by game and mistake."""


def measured(file: Path | None) -> Measured:
    """What stands in a file of results."""
    lines = file.read_text(encoding="utf-8").split("\n") if file is not None and file.exists() else []
    rows = [json.loads(line) for line in lines if line]
    for row in rows:
        row["check"], row["doubt"] = tuple(row["check"]), tuple(row["doubt"])
    return {(row.pop("game"), row.pop("what")): Pointed(**row) for row in rows}


def sums(found: Measured) -> Iterator[str]:
    """How many of the mistakes are pointed at, and by what."""
    if found:
        counted = Counter[str]()
        for each in found.values():
            by = "check" if each.check[0] == each.nearest else "a doubt"
            counted[f"on the {each.nearest} by {by}" if each.nearest else "missed"] += 1
        line = sum(each.nearest == "line" for each in found.values())
        yield f"{len(found)} measured, at the line of {line} ({100 * line // len(found)} %):"
        yield from (f"    {number:3} {what}" for what, number in sorted(counted.items()))
        yield from (
            f"    {game}: {what}: {each.verdict}" for (game, what), each in found.items() if each.nearest != "line"
        )


def main(words: Sequence[str] | None = None) -> None:
    """Try all, or those of some games."""
    parser = argparse.ArgumentParser(prog="python -m lab.planted", description=__doc__)
    parser.add_argument("--game", action="append", help="of this game only; can be said again")
    parser.add_argument("--most", type=int, default=30, help="so many doubts count")
    parser.add_argument("--changes", type=int, default=300, help="so many changes are tried at most")
    parser.add_argument(
        "--seconds", type=float, default=300, help="so much processor time is for the doubts about a mistake"
    )
    parser.add_argument("--results", type=Path, help="add what is measured to this file, and leave out what it has")
    asked = parser.parse_args(words)
    found = measured(asked.results)
    for each in planted():
        if (asked.game and each.game not in asked.game) or (each.game, each.what) in found:
            continue
        pointing = pointed(each, asked.most, asked.changes, asked.seconds)
        found[each.game, each.what] = pointing
        late = ", the time was over" if pointing.late else ""
        print(
            f"{each.game}, {each.sort}, {each.what}: {pointing.verdict}; {pointing.fates}, "
            f"{pointing.tried} of {pointing.changes} changes, {pointing.seconds} s{late}",
            flush=True,
        )
        if asked.results is not None:
            with asked.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"game": each.game, "what": each.what, **asdict(pointing)}) + "\n")
    print(*sums(found), sep="\n")


if __name__ == "__main__":
    main()
