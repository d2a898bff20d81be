"""The command `doubts`: which changes of rules nothing of their author's would notice, as questions, and invariants to
state."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from attrs import define, field, frozen

from rulewright.cli.arguments import FINDINGS, FINE, verb
from rulewright.cli.console import ElapsedLine, Progress, complain, report, source_of, tell, usable_cores, write_json
from rulewright.files import find, title, write
from rulewright.shown import INTERNAL, Misuse, failed_words, shown

if TYPE_CHECKING:
    from rulewright.analysis.doubts.asking import Asked, Score
    from rulewright.analysis.doubts.judging import Verdict
    from rulewright.analysis.doubts.seeking import Subject
    from rulewright.analysis.invariants.proposing import Proposal
    from rulewright.language.render import Json
    from rulewright.language.source import Source


@verb("doubts")
def _doubts(
    file: str,
    format: str,
    most: int,
    changes: int,
    invariants: int,
    jobs: int | None,
    *,
    seconds: int | None,
    page: str | None,
    fail_under: int | None,
) -> int:
    if page is not None and not page.endswith(".html"):
        raise Misuse(f'A page of doubts is a file such as doubts.html, not "{shown(page)}".')
    return doubts_told(file, Doubting(most, changes, invariants, jobs, format, page, fail_under, seconds))


@frozen
class Doubting:
    """At most so many `questions` about so many `changes`, and so many `invariants` proposed, by so many `jobs` (None:
    as many as there are cores), in so many `seconds` (None: until all is done); a score of less than `least` percent is
    a finding."""

    questions: int = 20
    changes: int = 300
    invariants: int = 10
    jobs: int | None = None
    form: str = "text"
    page: str | None = None
    least: int | None = None
    seconds: int | None = None


TRYING: Final = 0.6
ASKING: Final = 0.9
"""When so much of the time is over no more changes are tried, and no more examples are made."""


@define
class Doubts:
    """What is known by now of the doubts about a text, for which there are so many `seconds` since they were `begun`
    (None: until all is done); `known`: those whose question was made, and is `asked` unless the example of another one
    settles it; `out`: the time was over before that."""

    source: "Source"
    subject: "Subject"
    how: Doubting
    jobs: int
    seconds: float | None
    begun: float
    verdicts: "list[Verdict]" = field(factory=list)
    known: "list[Verdict]" = field(factory=list)
    asked: "list[Asked]" = field(factory=list)
    out: bool = False

    @property
    def rest(self) -> "list[Verdict]":
        """What is still to be asked, the weightiest first."""
        from rulewright.analysis.doubts.asking import ranked

        every = ranked(self.verdicts, self.source, self.subject.ruleset)
        return [each for each in every if each not in self.known][: max(0, self.how.questions - len(self.known))]

    def late(self, part: float) -> bool:
        """Whether so much of the time is over."""
        late = self.seconds is not None and time.monotonic() >= self.begun + part * self.seconds
        self.out |= late
        return late

    def seek(self, tell_one: "Callable[[Asked], None]") -> None:
        """Try the changes and make the examples, as far as there is time; each question is told with its example, as
        soon as that is made."""
        from rulewright.analysis.doubts import seeking
        from rulewright.analysis.doubts.judging import Verdict

        bar = Progress(max(1, len(self.subject.changes)), what="changes")
        line = ElapsedLine("trying changes", bar.text)
        with line.shown(), closing(seeking.sought(self.subject, self.jobs, self.how.questions)) as found:
            while not self.late(TRYING) and (each := next(found, None)) is not None:
                if isinstance(each, Verdict):
                    self.verdicts.append(each)
                    bar.show(len(self.verdicts))
                else:
                    self._hear(each, line, tell_one)
        rest = self.rest
        bar = Progress(max(1, len(rest)), what="examples")
        line = ElapsedLine("making examples", bar.text)
        with line.shown(), closing(seeking.questions(self.subject, rest, self.jobs)) as told:
            for number, each in enumerate(told, 1):
                self._hear(each, line, tell_one)
                bar.show(number)
                if self.late(ASKING):
                    break

    def _hear(self, one: "Asked", line: ElapsedLine, tell_one: "Callable[[Asked], None]") -> None:
        """Take up a question; tell it if it has an example."""
        self.known.append(one.verdict)
        if one.block is None:
            self.asked.append(one)
        elif all(each.block != one.block for each in self.asked):
            self.asked.append(one)
            with line.away():
                tell_one(one)

    def ask_the_rest(self) -> None:
        """What was not asked yet, without examples; those come last."""
        from rulewright.analysis.doubts.asking import asked

        self.asked += [asked(each, self.source, self.subject.ruleset) for each in self.rest]
        self.asked.sort(key=lambda each: each.block is None)


def doubts_told(name: str, how: Doubting) -> int:
    """Say what the rules of a file do not pin down; an interrupt, or the end of the time, ends it with what is known by
    then."""
    from rulewright.analysis.check import reading
    from rulewright.analysis.doubts import asking, seeking

    began, (source, unreadable) = time.monotonic(), source_of(name)
    wrong = unreadable or [each for each in reading(source).found if each.severity == "error"]
    if wrong:
        report(source, wrong, tell)
        return FINDINGS
    said, plain, stopped = shown(title(find(name))), how.form != "json", False
    with ElapsedLine("playing the examples").shown():
        subject = seeking.Subject.of(source, how.changes)
    if subject.untrue:
        complain(f"{said}: {subject.untrue} examples do not come true, so they notice nothing. rulewright test tells.")
    read = time.monotonic()
    left = None if how.seconds is None else how.seconds - (read - began)
    found = Doubts(source, subject, how, how.jobs or usable_cores(), left, read)
    try:
        found.seek(lambda each: _print(each.lines(said)) if plain else None)
    except KeyboardInterrupt:
        stopped = True
    except INTERNAL as error:
        stopped = True
        complain(failed_words(error, "changes were tried", "what was found until then is told."))
    if stopped or found.out:
        found.ask_the_rest()
    proposed = () if stopped or not how.invariants else _proposed(found)
    score = asking.score(found.verdicts, subject.ruleset)
    low = how.least is not None and score.percent < how.least
    _tell_the_rest(said, found, proposed, score)
    tried = f"{len(found.verdicts)} of {len(subject.changes)} changes were tried"
    if stopped:
        complain(f"Stopped: {tried}.")
    elif found.out:
        complain(f"After {how.seconds} s: {tried}. More can be found with more --seconds.")
    return FINDINGS if low or stopped else FINE


def _tell_the_rest(name: str, found: Doubts, proposed: "Sequence[Proposal]", score: "Score") -> None:
    """What was not told yet: for a terminal, for programs, and as a page."""
    from rulewright.analysis.doubts import asking
    from rulewright.analysis.invariants import telling

    if found.how.form == "json":
        told = {"doubts": [*map(as_json, found.asked)], "invariants": [*map(invariant_as_json, proposed)]}
        write_json({"score": score.percent, "of": score.of, "fates": fates(found.verdicts), **told})
    else:
        for each in found.asked:
            if each.block is None:
                _print(each.lines(name))
        _print(telling.lines(name, proposed))
        _print(asking.summary(name, found.verdicts, score) if found.verdicts else (), end="\n")
    if found.how.page is not None:
        page = asking.page(name, found.verdicts, score, found.asked, telling.parts(name, proposed))
        write({Path(found.how.page): page.encode()}, force=True)


def _print(lines: Iterable[str], end: str = "\n\n") -> None:
    """A part of it for a terminal, if it says something."""
    if told := "\n".join(map(shown, lines)):
        print(told, end=end, flush=True)


def _proposed(found: Doubts) -> "tuple[Proposal, ...]":
    """The most telling invariants that the text could state; none where there is no time, or that is interrupted."""
    from rulewright.analysis.invariants.proposing import proposals

    bar, search = Progress(100, what="percent"), proposals(found.source, found.how.invariants, found.jobs)
    try:
        with ElapsedLine("looking for invariants", bar.text).shown(), closing(search):
            while not found.late(1.0):
                bar.show(next(search))
        complain("There was no time to find invariants; none is proposed.")
    except StopIteration as end:
        return cast("tuple[Proposal, ...]", end.value)
    except KeyboardInterrupt:
        complain("Stopped before invariants were found; none is proposed.")
    except INTERNAL as error:
        complain(failed_words(error, "invariants were looked for", "all else is told."))
    return ()


def fates(verdicts: "Sequence[Verdict]") -> dict[str, int]:
    """How many changes came to what."""
    return dict(Counter(each.fate for each in verdicts))


def invariant_as_json(proposal: "Proposal") -> "Json":
    """A proposed invariant for programs."""
    return {
        "title": proposal.title,
        "text": proposal.sentence,
        "games": proposal.games,
        "not_in_example": proposal.example,
    }


def as_json(asked: "Asked") -> "Json":
    """A doubt for programs."""
    change = asked.verdict.change
    return {
        "line": asked.line,
        "part": asked.where,
        "kind": change.kind,
        "question": asked.question,
        "start": change.span.start,
        "end": change.span.end,
        "after": change.after,
        "instead": asked.instead,
        "example": asked.block,
    }
