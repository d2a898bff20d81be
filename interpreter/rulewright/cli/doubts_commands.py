"""The command `doubts`: which changes of rules nothing of their author's would notice, as questions, and invariants to
state."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, cast

from attrs import frozen

from rulewright.cli.arguments import FINDINGS, FINE, verb
from rulewright.cli.console import ElapsedLine, Progress, complain, report, source_of, tell, usable_cores, write_json
from rulewright.files import find, title, write
from rulewright.shown import INTERNAL, Misuse, failed_words, shown

if TYPE_CHECKING:
    from rulewright.analysis.doubts.asking import Asked
    from rulewright.analysis.doubts.judging import Verdict
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
    page: str | None,
    fail_under: int | None,
) -> int:
    if page is not None and not page.endswith(".html"):
        raise Misuse(f'A page of doubts is a file such as doubts.html, not "{shown(page)}".')
    return doubts_told(file, Doubting(most, changes, invariants, jobs, format, page, fail_under))


@frozen
class Doubting:
    """At most so many `questions` about so many `changes`, and so many `invariants` proposed, by so many `jobs` (None:
    as many as there are cores); a score of less than `least` percent is a finding."""

    questions: int = 20
    changes: int = 300
    invariants: int = 10
    jobs: int | None = None
    form: str = "text"
    page: str | None = None
    least: int | None = None


def doubts_told(name: str, how: Doubting) -> int:
    """Say what the rules of a file do not pin down; an interrupt ends it with what is known by then."""
    from rulewright.analysis.check import reading
    from rulewright.analysis.doubts import asking, seeking
    from rulewright.analysis.invariants import telling

    source, unreadable = source_of(name)
    wrong = unreadable or [each for each in reading(source).found if each.severity == "error"]
    if wrong:
        report(source, wrong, tell)
        return FINDINGS
    jobs = how.jobs or usable_cores()
    verdicts: list[Verdict] = []
    asked: list[Asked] = []
    stopped, said = False, shown(title(find(name)))
    with ElapsedLine("playing the examples").shown():
        subject = seeking.Subject.of(source, how.changes)
    if subject.untrue:
        complain(f"{said}: {subject.untrue} examples do not come true, so they notice nothing. rulewright test tells.")
    try:
        bar = Progress(max(1, len(subject.changes)), what="changes")
        with ElapsedLine("trying changes", bar.text).shown(), closing(seeking.verdicts(subject, jobs)) as found:
            for verdict in found:
                verdicts.append(verdict)
                bar.show(len(verdicts))
        ranked = asking.ranked(verdicts, source, subject.ruleset)[: how.questions]
        bar = Progress(max(1, len(ranked)), what="examples")
        with (
            ElapsedLine("making examples", bar.text).shown(),
            closing(seeking.questions(subject, ranked, jobs)) as told,
        ):
            for each in told:
                asked.append(each)
                bar.show(len(asked))
    except KeyboardInterrupt:
        stopped = True
    except INTERNAL as error:
        stopped = True
        complain(failed_words(error, "changes were tried", "what was found until then is told."))
    if stopped:
        ranked = asking.ranked(verdicts, source, subject.ruleset)[: how.questions]
        asked += [asking.asked(each, source, subject.ruleset) for each in ranked[len(asked) :]]
    proposed = () if stopped or not how.invariants else _proposed(source, how.invariants, jobs)
    asked.sort(key=lambda each: each.block is None)
    score = asking.score(verdicts, subject.ruleset)
    low = how.least is not None and score.percent < how.least
    if how.form == "json":
        found_ = {"doubts": [*map(as_json, asked)], "invariants": [*map(invariant_as_json, proposed)]}
        write_json({"score": score.percent, "of": score.of, "fates": fates(verdicts), **found_})
    else:
        _print(said, asked, proposed, asking.summary(said, verdicts, score) if verdicts else ())
    if how.page is not None:
        page = asking.page(said, verdicts, score, asked, telling.parts(said, proposed))
        write({Path(how.page): page.encode()}, force=True)
    if stopped:
        complain(f"Stopped: {len(verdicts)} of {len(subject.changes)} changes were tried.")
    return FINDINGS if low or stopped else FINE


def _print(name: str, asked: "Sequence[Asked]", proposed: "Sequence[Proposal]", summary: Iterable[str]) -> None:
    """All of it for a terminal."""
    from rulewright.analysis.invariants import telling

    for each in (*(one.lines(name) for one in asked), telling.lines(name, proposed), summary):
        if told := "\n".join(map(shown, each)):
            print(told, end="\n" if each is summary else "\n\n")


def _proposed(source: "Source", most: int, jobs: int) -> "tuple[Proposal, ...]":
    """The most telling invariants that the text could state; none where that is interrupted."""
    from rulewright.analysis.invariants.proposing import proposals

    bar, search = Progress(100, what="percent"), proposals(source, most, jobs)
    try:
        with ElapsedLine("looking for invariants", bar.text).shown(), closing(search):
            while True:
                bar.show(next(search))
    except StopIteration as found:
        return cast("tuple[Proposal, ...]", found.value)
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
