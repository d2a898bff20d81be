"""Repairs are tried on the text before anybody is offered one: the findings get the repair that helps, or none.

A repair helps if the text with it has no finding on its lines, and none elsewhere that the text without these lines has
not. Files without mistakes never come here.
"""

from collections import Counter
from typing import Final

from attrs import evolve

from rulewright.analysis.example_parts import by_setting
from rulewright.language.diagnostics import Diagnostic, Edit, applied
from rulewright.language.elaborate.elaboration import elaborate
from rulewright.language.elaborate.settings import admitted, trouble
from rulewright.language.grammar import vocabulary
from rulewright.language.messages import idioms, kinds_of_values, reading
from rulewright.language.newer_words import told_of_newer
from rulewright.language.parser import Known, Parsed, parse
from rulewright.language.recovery import Refused
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.syntax import MustChange, MustLeave, Needs
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


class Trial:
    """A text, as it was read first, how often it may yet be read anew, the repairs that have failed, those that would
    do if none is surer, and several that help alike, by their lines; and the paragraphs that are `known`."""

    def __init__(self, source: Source, first: Parsed, known: Known, *, skip_examples: bool) -> None:
        self.source, self.first, self.skip_examples, self.left = source, first, skip_examples, TRIES
        self.known = known
        self.refused, self.spare, self.several = set[Edit](), dict[int, Edit](), dict[int, list[Edit]]()

    def read(self, source: Source, *, mends: bool = True, refused: Refused = frozenset()) -> Parsed:
        """This text, or one that differs by a repair."""
        return parse(source, skip_examples=self.skip_examples, mends=mends, refused=refused, known=self.known)

    def without_failed_repairs(self) -> Parsed:
        """The text without the repairs that have failed."""
        return self.read(self.source, refused=frozenset(self.refused))


def read_helpfully(source: Source) -> Parsed:
    """A text, with the repairs that help where something is wrong."""
    known = Known()
    parsed = parse(source, known=known)
    return tried(source, parsed, known) if parsed.diagnostics else parsed


def tried(source: Source, parsed: Parsed, known: Known | None = None, *, skip_examples: bool = False) -> Parsed:
    """A text read anew, without the repairs that do not help. Another way to write one sign is not tried."""
    trial = Trial(source, parsed, Known() if known is None else known, skip_examples=skip_examples)
    settled = set[Edit]()
    while trial.left > 0:
        untried = (
            one
            for one in parsed.diagnostics[:FINDINGS]
            if one.edit is not None and one.edit not in settled and one.code != reading.strange_character.code
        )
        one = next(untried, None)
        if one is None:
            break
        sure = _sure(trial, one)
        settled |= {sure} if sure is not None else set()
        if sure != one.edit or one.rivals:
            parsed = trial.without_failed_repairs()
    left = {source.line(one.span.start) for one in parsed.diagnostics if one.edit is not None}
    spare = {edit for line, edit in trial.spare.items() if line not in left}
    trial.refused -= spare
    parsed = trial.without_failed_repairs() if spare else parsed
    told = []
    for at, one in enumerate(parsed.diagnostics):
        edits = trial.several.get(source.line(one.span.start), [])
        if edits and one.edit is None and "form" in one.facts:  # nobody can tell which way is meant
            ways = " Write: " + ", or: ".join(_line(trial, edit) for edit in edits)
            told.append(evolve(one, facts={**one.facts, "form": ways}))
            continue
        whole = edit = one.edit
        if edit is not None and at < FINDINGS and trial.left > 0:
            whole = _finished(trial, one, edit)  # where the repaired line needs another repair, both of them
        if whole is None or whole == edit:
            told.append(one)
        else:
            told.append(evolve(one, edit=whole, sure=False, facts={**one.facts, "instead": _line(trial, whole)}))
    return evolve(parsed, diagnostics=told_of_newer(source, told))


def _finished(trial: Trial, one: Diagnostic, first: Edit) -> Edit:
    """An edit together with those that are offered for the lines that it makes, if nothing is wrong with them then; no
    nearest names, which may be others. Only what tells the whole line can tell that."""
    before, edit = trial.source.text, first

    def common_length(one: str, other: str) -> int:
        pairs = enumerate(zip(one, other, strict=False))
        return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))

    for _ in range(STEPS if one.facts.get("instead") is not None else 0):
        repaired = trial.source.with_text(applied(before, [edit]))
        lines = _lines_of(repaired, edit)
        trial.left -= 1
        found = errors(repaired, trial.read(repaired), lines)
        wrong = next((each for each in found if repaired.line(each.span.start) in lines), None)
        if wrong is None:
            return edit
        then = wrong.edit
        if then is None or "near" in wrong.facts or _lines_of(repaired, then) != lines:
            return first
        after = applied(repaired.text, [then])
        start = common_length(before, after)
        end = common_length(before[start:][::-1], after[start:][::-1])
        edit = Edit(Span(start, len(before) - end), after[start : len(after) - end])
    return first


def _lines_of(source: Source, edit: Edit) -> range:
    """The lines of a text on which an edit stands that was made in it."""
    return range(source.line(edit.span.start), source.line(edit.span.start + len(edit.text)) + 1)


def _line(trial: Trial, edit: Edit) -> str:
    repaired = trial.source.with_text(applied(trial.source.text, [edit]))
    return " ".join(repaired.line_text(repaired.line(edit.span.start)).split())


def _sure(trial: Trial, one: Diagnostic) -> Edit | None:
    """Of the repairs of a finding the one that helps; the others are refused, all of them where several do."""
    edits = [edit for edit in (one.edit, *one.rivals) if edit is not None and edit not in trial.refused]
    helping = {edit: helps(trial, _finished(trial, one, edit), one.code) for edit in edits}
    sure, perhaps = ([edit for edit in edits if helping[edit] == grade] for grade in (SURE, PERHAPS))
    line = trial.source.line(one.span.start)
    if len(perhaps) == 1 and not sure:
        span = perhaps[0].span  # to put a word between others can make sentences of what is none
        if one.code != reading.does_not_fit.code or span.start != span.end:
            trial.spare.setdefault(line, perhaps[0])
    if len(sure) > 1:
        trial.several.setdefault(line, sure[:WAYS])
    chosen = sure[0] if len(sure) == 1 else None
    trial.refused |= {edit for edit in edits if edit != chosen}
    return chosen


def helps(trial: Trial, edit: Edit, code: str) -> int:
    """Whether the text is better with a repair. A head may be misspelt, and what it heads be wrong; what is written in
    another way is not better where that wants one thing and is given several."""
    trial.left -= 1
    repaired = trial.source.with_text(applied(trial.source.text, [edit]))
    lines = _lines_of(repaired, edit)
    found = errors(repaired, trial.read(repaired), lines)
    beside = [one for one in found if repaired.line(one.span.start) not in lines]
    for one in (one for one in found if one not in beside):
        # what is said of words that stood there before, and were taken as they are, is no sign against the edit
        apart = one.span.end < edit.span.start or one.span.start > edit.span.start + len(edit.text)
        if not apart or one.facts.get("name") in vocabulary(trial.source.language).words:
            return NO
        if code == idioms.cases_below.code and one.code == kinds_of_values.which_one.code:
            return NO
    if beside:
        # what is wrong with the text without all lines that leave the grammar, and what is said of those
        without = trial.read(trial.source, mends=False)
        known = (*errors(trial.source, without, lines), *trial.first.diagnostics)
        if Counter((one.code, one.message) for one in beside) - Counter((one.code, one.message) for one in known):
            return PERHAPS if code == reading.unknown_paragraph.code else NO
    return SURE if len(beside) == len(found) else PERHAPS


def errors(source: Source, parsed: Parsed, lines: range) -> list[Diagnostic]:
    """What is wrong with a text at one setting: that of the example on these lines, if there is one."""
    wrong = trouble(parsed.ruleset, source)
    settings = () if wrong else admitted(parsed.ruleset, source).settings
    found = [*parsed.diagnostics, *wrong]
    if settings:
        near = (
            (setting, (node,))
            for setting, nodes in by_setting(parsed, source, settings).items()
            for node in nodes
            if source.line(node.span.start) < lines.stop and lines.start <= source.line(node.span.end)
        )
        setting, examples = next(near, (settings[0], ()))
        found += elaborate(parsed, source, setting.players, dict(setting.options), examples).diagnostics
    return [one for one in found if one.severity == "error"]


def needed(source: Source, parsed: Parsed, place: Span) -> bool:
    """Whether a right text becomes a wrong one without the condition, or guard, at a place: others build on it."""
    for each in walk(parsed.ruleset.declarations):
        if isinstance(each, Needs | MustLeave | MustChange) and each.span == place:
            if isinstance(each, MustChange):
                return False
            place = each.condition.span
    without = applied(source.text, [Edit(place, ALWAYS)])
    changed = source.with_text(without)
    return bool(errors(changed, parse(changed, skip_examples=True), range(0)))
