"""The doubts about a text: its changes judged and its questions answered by examples, by several processes."""

from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import lru_cache, partial
from typing import Final

from attrs import evolve, frozen

from rulewright.analysis.doubts.asking import KINDS, Asked, asked, drawn, paragraph, section, title
from rulewright.analysis.doubts.author import Author, Known, known_of
from rulewright.analysis.doubts.changes import Change, changes_of
from rulewright.analysis.doubts.judging import LIMITS, Changed, Verdict, judged
from rulewright.analysis.doubts.pinning import kept_secret, pinned
from rulewright.analysis.side_by_side import here_or_in_order
from rulewright.language import syntax
from rulewright.language.source import Source

Try = tuple[Change, float]
"""A change that is tried for so many seconds."""
LIKELY: Final = 0.7
"""While changes are tried, questions are made of those of this weight alone."""


@frozen
class Subject:
    """A text that is right, what its examples come to, and the changes that are tried; `unread`: so many examples do
    not come true."""

    source: Source
    ruleset: syntax.Ruleset
    known: Known
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, source: Source, most: int) -> "Subject":
        """A text with at most so many changes."""
        author = Author.of(source)
        changes = drawn(changes_of(author.parsed.ruleset, source.text), author.parsed.ruleset, source.text, most)
        return cls(source, author.parsed.ruleset, known_of(author), tuple(changes))

    @property
    def untrue(self) -> int:
        """So many examples do not come true today; they notice nothing."""
        return sum(each is None for each in self.known.places)


def verdicts(subject: Subject, jobs: int) -> Generator[Verdict, None, None]:
    """What becomes of each change, in their order."""
    return here_or_in_order(partial(_judged, subject.source, subject.known), subject.changes, jobs)


def questions(subject: Subject, doubts: Sequence[Verdict], jobs: int) -> Generator[Asked, None, None]:
    """Each doubt with the example that settles it, if one was found; one example may settle several."""
    return here_or_in_order(partial(_asked, subject.source, subject.known), doubts, jobs)


def sought(subject: Subject, jobs: int, most: int) -> Generator[Verdict | Asked, None, None]:
    """What becomes of each change, in their order, but last of those that take long: no change takes the time of the
    others. Soon behind the first likely doubt about each part of the text comes its question, up to so many."""
    parts, waiting, left, tries = set[str](), deque[Verdict](), deque(subject.changes), Counter[Change]()

    def tasks() -> Iterator[Try | Verdict]:
        while waiting or left:
            yield waiting.popleft() if waiting else (left[0], LIMITS[tries[left.popleft()]])

    while waiting or left:
        with closing(here_or_in_order(partial(_carried_out, subject.source, subject.known), tasks(), jobs)) as found:
            for each in found:
                if isinstance(each, Verdict) and each.fate == "late" and tries[each.change] + 1 < len(LIMITS):
                    tries[each.change] += 1
                    left.append(each.change)
                    continue
                if isinstance(each, Verdict) and each.fate == "doubt" and KINDS[each.change.kind].weight >= LIKELY:
                    part = section(subject.ruleset, each.change.span)
                    if part not in parts and len(parts) < most:
                        parts.add(part)
                        waiting.append(each)
                yield each


@lru_cache(maxsize=1)
def _author(source: Source, known: Known) -> Author:
    """The author, whose games are played once in each process."""
    return Author.of(source).knowing(known)


def _carried_out(source: Source, known: Known, task: Try | Verdict) -> Verdict | Asked:
    return _asked(source, known, task) if isinstance(task, Verdict) else judged(_author(source, known), *task)


def _judged(source: Source, known: Known, change: Change) -> Verdict:
    return judged(_author(source, known), change)


def _asked(source: Source, known: Known, verdict: Verdict) -> Asked:
    author, change = _author(source, known), verdict.change
    found = asked(verdict, source, author.parsed.ruleset)
    if verdict.setting is None or verdict.parting is None:
        return found
    if verdict.parting.how == "sight":
        return evolve(found, block=kept_secret(author, Changed.of(author, change), verdict.setting))
    name = title(change, source, author.parsed.ruleset)
    part = author.text_of(paragraph(author.parsed.ruleset, change.span))
    pin = pinned(author, Changed.of(author, change), verdict.setting, verdict.parting, name, part)
    return found if pin is None else evolve(found, block=pin.block, instead=pin.instead)
