"""The command `doubts`: which changes of rules nothing of their author's would notice, as questions."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli.arguments import FINDINGS, FINE, verb
from rulewright.cli.console import ElapsedLine, Progress, complain, report, source_of, tell, usable_cores, write_json
from rulewright.files import find, title, write
from rulewright.shown import INTERNAL, Misuse, failed_words, shown

if TYPE_CHECKING:
    from rulewright.analysis.doubts.asking import Asked
    from rulewright.analysis.doubts.judging import Verdict
    from rulewright.language.render import Json


@verb("doubts")
def _doubts(
    file: str,
    format: str,
    most: int,
    changes: int,
    jobs: int | None,
    *,
    page: str | None,
    fail_under: int | None,
) -> int:
    if page is not None and not page.endswith(".html"):
        raise Misuse(f'A page of doubts is a file such as doubts.html, not "{shown(page)}".')
    return doubts_told(file, Doubting(most, changes, jobs, format, page, fail_under))


@frozen
class Doubting:
    """At most so many `questions` about so many `changes`, by so many `jobs` (None: as many as there are cores); a
    score of less than `least` percent is a finding."""

    questions: int = 20
    changes: int = 300
    jobs: int | None = None
    form: str = "text"
    page: str | None = None
    least: int | None = None


def doubts_told(name: str, how: Doubting) -> int:
    """Say what the rules of a file do not pin down; an interrupt ends it with what is known by then."""
    from rulewright.analysis.check import reading
    from rulewright.analysis.doubts import asking, seeking

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
        ranked = asking.ranked(verdicts, source)[: how.questions]
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
        ranked = asking.ranked(verdicts, source)[: how.questions]
        asked += [asking.asked(each, source, subject.ruleset) for each in ranked[len(asked) :]]
    asked.sort(key=lambda each: each.block is None)
    score = asking.score(verdicts, subject.ruleset)
    low = how.least is not None and score.percent < how.least
    if how.form == "json":
        write_json({"score": score.percent, "of": score.of, "fates": fates(verdicts), "doubts": [*map(as_json, asked)]})
    else:
        for each in asked:
            print("\n".join(map(shown, each.lines(said))), end="\n\n")
        print("\n".join(map(shown, asking.summary(said, verdicts, score))))
    if how.page is not None:
        write({Path(how.page): asking.page(said, verdicts, score, asked).encode()}, force=True)
    if stopped:
        complain(f"Stopped: {len(verdicts)} of {len(subject.changes)} changes were tried.")
    return FINDINGS if low or stopped else FINE


def fates(verdicts: "Sequence[Verdict]") -> dict[str, int]:
    """How many changes came to what."""
    return dict(Counter(each.fate for each in verdicts))


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
