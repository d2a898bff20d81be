"""Repairs are tried on the text before anybody is offered one.

In: a text in which something is wrong. Out: the same findings, each with the repair that helps, or with none. A repair
helps if the text with it has no finding on its lines, and none elsewhere that the text without these lines has not.
Files without mistakes never come here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field

from rulewright.analysis.example_parts import by_setting
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import Setting, admitted, trouble
from rulewright.language.grammar import parser
from rulewright.language.messages import idioms, kinds_of_values, reading
from rulewright.language.parser import Parsed, parse
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import Example, MustChange, MustLeave, Needs
from rulewright.language.walking import walk

FINDINGS: Final = 3
"""Of so many findings the repairs are tried; of the others they are told untried."""
TRIES: Final = 12
STEPS: Final = 3
"""A repair is completed by so many others at most."""
WAYS: Final = 2
"""So many repairs are told where several help."""


ALWAYS: Final = "player-count is at least 1"
"""A condition that holds, and that speaks of nothing."""

SURE, PERHAPS, NO = 2, 1, 0
"""What becomes of a text with a repair: nothing is wrong with its lines; only words are that the repair does not
touch; anything else."""


@define
class Trial:
    """A text, as it was read first, how often it may yet be read anew, the repairs that have failed, those that would
    do if none is surer, and several that help alike, by their lines."""

    source: Source
    skip_examples: bool
    first: Parsed
    left: int = TRIES
    refused: set[Edit] = field(factory=set)
    spare: dict[int, Edit] = field(factory=dict)
    several: dict[int, list[Edit]] = field(factory=dict)

    def again(self) -> Parsed:
        """The text without the repairs that have failed."""
        return parse(self.source, skip_examples=self.skip_examples, refused=frozenset(self.refused))


def read_helpfully(source: Source) -> Parsed:
    """A text, with the repairs that help where something is wrong."""
    parsed = parse(source)
    return tried(source, parsed) if parsed.diagnostics else parsed


def tried(source: Source, parsed: Parsed, *, skip_examples: bool = False) -> Parsed:
    """A text read anew, as it is to be told: without the repairs that do not help."""
    trial, settled = Trial(source, skip_examples, parsed), set[Edit]()
    while (one := next(_untried(parsed, settled), None)) is not None and trial.left > 0:
        sure = _sure(trial, one)
        settled |= {sure} if sure is not None else set()
        if sure != one.edit or one.rivals:
            parsed = trial.again()
    left = {source.line(one.span.start) for one in parsed.diagnostics if one.edit is not None}
    spare = {edit for line, edit in trial.spare.items() if line not in left}
    trial.refused -= spare
    parsed = trial.again() if spare else parsed
    told = (_with_ways(trial, one) for one in parsed.diagnostics)
    return evolve(
        parsed, diagnostics=tuple(_completed(trial, one) if at < FINDINGS else one for at, one in enumerate(told))
    )


def _completed(trial: Trial, one: Diagnostic) -> Diagnostic:
    """A finding whose repaired line needs another repair, with both of them in one edit; otherwise as it is."""
    whole = None if one.edit is None or trial.left <= 0 else _finished(trial, one, one.edit)
    return one if whole is None or whole == one.edit else _with_edit(trial, one, whole)


def _finished(trial: Trial, one: Diagnostic, first: Edit) -> Edit:
    """An edit together with those that are offered for the lines that it makes, if nothing is wrong with them then; no
    nearest names, which may be others. Only what tells the whole line can tell that."""
    before, edit = trial.source.text, first
    for _ in range(STEPS if one.facts.get("instead") is not None else 0):
        repaired = Source(trial.source.name, applied(before, [edit]))
        lines = _lines_of(repaired, edit)
        trial.left -= 1
        found = errors(repaired, parse(repaired, skip_examples=trial.skip_examples), lines)
        wrong = next((each for each in found if repaired.line(each.span.start) in lines), None)
        if wrong is None:
            return edit
        then = wrong.edit
        if then is None or "near" in wrong.facts or _lines_of(repaired, then) != lines:
            return first
        after = applied(repaired.text, [then])
        start = _alike(before, after)
        end = _alike(before[start:][::-1], after[start:][::-1])
        edit = Edit(Span(start, len(before) - end), after[start : len(after) - end])
    return first


def _with_edit(trial: Trial, one: Diagnostic, edit: Edit) -> Diagnostic:
    return evolve(one, edit=edit, sure=False, facts={**one.facts, "instead": _line(trial, edit)})


def _lines_of(source: Source, edit: Edit) -> range:
    """The lines of a text on which an edit stands that was made in it."""
    return range(source.line(edit.span.start), source.line(edit.span.start + len(edit.text)) + 1)


def _alike(one: str, other: str) -> int:
    """How many letters at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _with_ways(trial: Trial, one: Diagnostic) -> Diagnostic:
    """A finding of which nobody can tell how it is repaired, with all ways of which one is meant."""
    edits = trial.several.get(trial.source.line(one.span.start), [])
    if not edits or one.edit is not None or "form" not in one.facts:
        return one
    return evolve(one, facts={**one.facts, "form": " Write: " + ", or: ".join(_line(trial, edit) for edit in edits)})


def _line(trial: Trial, edit: Edit) -> str:
    repaired = Source(trial.source.name, applied(trial.source.text, [edit]))
    return " ".join(repaired.line_text(repaired.line(edit.span.start)).split())


def _untried(parsed: Parsed, settled: set[Edit]) -> Iterator[Diagnostic]:
    """Findings whose repair is still to be tried."""
    return (one for one in parsed.diagnostics[:FINDINGS] if one.edit not in settled and _doubtful(one))


def _doubtful(one: Diagnostic) -> bool:
    """Whether a finding has a repair that is more than another way to write one sign."""
    return one.edit is not None and one.code != reading.strange_character.code


def _sure(trial: Trial, one: Diagnostic) -> Edit | None:
    """Of the repairs of a finding the one that helps; the others are refused, all of them where several do."""
    edits = [edit for edit in (one.edit, *one.rivals) if edit is not None and edit not in trial.refused]
    helping = {edit: helps(trial, _finished(trial, one, edit), one.code) for edit in edits}
    sure, perhaps = ([edit for edit in edits if helping[edit] == grade] for grade in (SURE, PERHAPS))
    if len(perhaps) == 1 and not sure and not (one.code == reading.does_not_fit.code and _adds(perhaps[0])):
        trial.spare.setdefault(trial.source.line(one.span.start), perhaps[0])
    if len(sure) > 1:
        trial.several.setdefault(trial.source.line(one.span.start), sure[:WAYS])
    chosen = sure[0] if len(sure) == 1 else None
    trial.refused |= {edit for edit in edits if edit != chosen}
    return chosen


def _adds(edit: Edit) -> bool:
    """Whether it only puts a word between others, which makes sentences of what is none."""
    return edit.span.start == edit.span.end


def helps(trial: Trial, edit: Edit, code: str) -> int:
    """Whether the text is better with a repair. A head may be misspelt, and what it heads be wrong; what is written in
    another way is not better where that wants one thing and is given several."""
    trial.left -= 1
    text = applied(trial.source.text, [edit])
    repaired = Source(trial.source.name, text)
    lines = _lines_of(repaired, edit)
    found = errors(repaired, parse(repaired, skip_examples=trial.skip_examples), lines)
    beside = [one for one in found if repaired.line(one.span.start) not in lines]
    if code == idioms.cases_below.code and any(
        one.code == kinds_of_values.which_one.code for one in found if one not in beside
    ):
        return NO
    if not all(_apart(one, edit) for one in found if one not in beside):
        return NO
    if beside and Counter(map(_said, beside)) - _without(trial, lines):
        return PERHAPS if code == reading.unknown_paragraph.code else NO
    return SURE if len(beside) == len(found) else PERHAPS


def _apart(one: Diagnostic, edit: Edit) -> bool:
    """Whether a finding in a text with an edit speaks of words that stood there before, and were taken as they are."""
    return one.facts.get("name") not in parser().vocabulary.words and (
        one.span.end < edit.span.start or one.span.start > edit.span.start + len(edit.text)
    )


def _without(trial: Trial, lines: range) -> Counter[object]:
    """What is wrong with the text without all lines that leave the grammar, and what is said of those."""
    parsed = parse(trial.source, skip_examples=trial.skip_examples, mends=False)
    return Counter(map(_said, (*errors(trial.source, parsed, lines), *trial.first.diagnostics)))


def _said(one: Diagnostic) -> object:
    return one.code, one.message


def errors(source: Source, parsed: Parsed, lines: range) -> list[Diagnostic]:
    """What is wrong with a text at one setting: that of the example on these lines, if there is one."""
    wrong = trouble(parsed.ruleset, source)
    settings = () if wrong else admitted(parsed.ruleset, source).settings
    found = [*parsed.diagnostics, *wrong]
    if settings:
        near = _examples(by_setting(parsed, source, settings), source, lines)
        setting, nodes = next(near, (settings[0], ()))
        found += elaborate(parsed, source, setting.players, dict(setting.options), nodes).diagnostics
    return [one for one in found if one.severity == "error"]


def needed(source: Source, parsed: Parsed, place: Span) -> bool:
    """Whether a right text becomes a wrong one if the condition at a place, or the guard, is left out: others build on
    what it says, though it always holds."""
    for each in walk(parsed.ruleset.declarations):
        if isinstance(each, Needs | MustLeave | MustChange) and each.span == place:
            if isinstance(each, MustChange):
                return False
            place = each.condition.span
    without = applied(source.text, [Edit(place, ALWAYS)])
    changed = Source(source.name, without)
    return bool(errors(changed, parse(changed, skip_examples=True), range(0)))


def _examples(
    examples: Mapping[Setting, Sequence[Example]], source: Source, lines: range
) -> Iterator[tuple[Setting, tuple[Example, ...]]]:
    for setting, nodes in examples.items():
        for node in nodes:
            if source.line(node.span.start) < lines.stop and lines.start <= source.line(node.span.end):
                yield setting, (node,)
