"""One file of rules as `check` looks at it: read, and played. What is told of it comes piece by piece, as soon as it is
known, as plain data: another process may tell it."""

import shlex
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from rulewright.cli.console import as_source
from rulewright.cli.text_commands import failing_told, position_of, worded
from rulewright.files import FileTrouble, find, read, title
from rulewright.language.span import NOWHERE
from rulewright.shown import INTERNAL, failed_words, shown
from rulewright.table.text_lines import number_of

if TYPE_CHECKING:
    from rulewright.analysis.check import Reading
    from rulewright.analysis.playtest.coverage import Coverage
    from rulewright.analysis.playtest.finding import Hole
    from rulewright.analysis.playtest.playing import Played
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.elaborate.settings import Setting
    from rulewright.language.render import Json
    from rulewright.language.source import Source
    from rulewright.levels import Level
    from rulewright.loading import Text
    from rulewright.machine.game import Rules

    Told = list[tuple[Hole, Path | None]]

SECONDS: Final = 5
LEAST_STORIES: Final = 1.0
"""So many seconds there are for all stories, though the effort is over."""


@frozen
class How:
    """How a file is looked at: for so many seconds, or at so many positions (`work`), in so many megabytes, by so many
    `jobs`. `found`: how the names of the files of findings begin."""

    form: str
    effort: int
    work: int | None
    memory: int
    jobs: int
    strict: bool
    balance: "Level | None"
    found: Path | None = None


@frozen
class News:
    """What is to be told now: at standard output and error, for programs, in files; what happened in play; why there is
    no more. `failed`: the program itself went wrong; `looked`: what was looked at, for programs."""

    said: str = ""
    complained: str = ""
    findings: "Sequence[Json]" = ()
    notes: "Sequence[Json]" = ()
    files: Mapping[Path, bytes] = field(factory=dict)
    happened: "Sequence[tuple[Source, Coverage]]" = ()
    trouble: OSError | FileTrouble | None = None
    failed: bool = False
    looked: "Sequence[Json]" = ()


def looked_at(name: str, how: How) -> Iterator[News]:
    """All that is to be told of a file."""
    from rulewright.analysis.check import READING_SECONDS, Reading, reading
    from rulewright.analysis.examples import examples_in
    from rulewright.loading import read_text

    path = find(name)
    data = read(path)
    source, unreadable = as_source(str(path), data)
    known = Reading(unreadable) if unreadable else reading(source)
    looking = _Looking(name, source, how)
    found = [each for each in known.found if how.strict or each.severity != "suspicion"]
    yield looking.plain(found)
    if known.unread:  # there was no time
        many = "1 setting was" if known.unread == 1 else f"{known.unread} settings were"
        why = f"to read the others took {READING_SECONDS} seconds. Fewer options are read sooner."
        yield News(complained=f"{shown(source.name)}: {many} not even read: {why}")
    sound = all(each.severity != "error" for each in found)
    if sound and (how.effort if how.work is None else how.work):
        failing = yield from looking.examples()
        yield from looking.played(read_text(str(path), data), data, known, len(found) + failing)
    elif how.form == "text":
        number = len(examples_in(source)) if sound else 0
        run = f"not run: rulewright test {shown(shlex.quote(name))}"
        unrun = f". {number_of(number, 'example')} {run}" if number else ""
        yield News(f"{shown(source.name)}: {number_of(len(found), 'finding') if found else 'fine'}{unrun}\n")
    if sound and how.balance:
        try:
            yield looking.balance(read_text(str(path), data), data, how.balance)
        except INTERNAL as error:
            yield looking.failed(error, "games were compared", "their balance is not told.")


@define
class _Looking:
    """A file that is looked at; `named`: how many findings were named so; `made`: the rules at a setting with one."""

    name: str
    source: "Source"
    how: How
    named: dict[str, int] = field(init=False, factory=dict)
    made: "dict[Setting, Rules]" = field(init=False, factory=dict)

    def failed(self, error: Exception, doing: str, words: str) -> News:
        """That the program itself went wrong."""
        return News(complained=f"{shown(self.source.name)}: {failed_words(error, doing, words)}", failed=True)

    def plain(self, found: "Sequence[Diagnostic]") -> News:
        """Findings of which there is no more to tell than their words."""
        from rulewright.language.render import as_json

        files = {path: content for each in found for path, content in self.files(self.file_prefix(each), each).items()}
        said = worded(self.how.form, self.source, found)
        return News(said, findings=[as_json(self.source, each) for each in found], files=files)

    def examples(self) -> "Generator[News, None, int]":
        """What goes wrong in the examples, and of how many that is told."""
        from rulewright.analysis.examples import examples_in, failing_in

        wrong = failing_in(self.source) if examples_in(self.source) else []
        for each in wrong:
            said, findings = failing_told(self.how.form, self.source, [each])
            place, position = self.file_prefix(each.diagnostic), (position_of(each) or "").splitlines()
            yield News(said, findings=findings, files=self.files(place, each.diagnostic, position))
        return len(wrong)

    def played(self, text: "Text", data: bytes, reading: "Reading", found: int) -> Iterator[News]:
        """What playing finds, and what was looked at for it. The stories are told at last: they take their time."""
        from rulewright.analysis.playtest import telling
        from rulewright.analysis.playtest.effort import Effort
        from rulewright.analysis.playtest.playing import Played, holes
        from rulewright.language.elaborate.settings import admitted
        from rulewright.language.render import as_json, github_note

        how, source = self.how, self.source
        effort = Effort(how.effort, how.work, how.memory << 20, how.strict)
        admits = reading.admits or admitted(text.parsed.ruleset, text.source)
        played = Played()
        holes_told: Told = []
        search = holes(text, title(find(self.name)), effort, played, admits, data, how.jobs)
        played = yield from self._sightings(text, search, reading, played, holes_told)
        due = max(played.due, monotonic() + LEAST_STORIES)
        for left, (hole, place) in zip(range(len(holes_told), 0, -1), holes_told, strict=True):
            try:
                yield self._story(text, hole, place, (due - monotonic()) / left)
            except INTERNAL as error:
                yield News(findings=[as_json(source, hole.diagnostic)])
                shows = f"the game that shows [{hole.diagnostic.code}]"
                yield self.failed(error, f"{shows} was laid out", "it is not told.")
        try:  # to sum up what was looked at, in all
            idle = reading.acceptances.idle(lambda code: code in played.sought)
            yield self.plain(idle)
            said = "".join(f"{each}\n" for each in telling.concerning(source, played))
            findings = found + len(holes_told) + len(idle)
            many = number_of(findings, "finding") if findings else "no holes found"
            how_much = f"{many} ({telling.covered(played)})"
            if telling.hardly(played):
                more = f"--effort {max(60, 10 * how.effort)}"
                more = more if how.work is None else f"--work {max(10_000, 10 * how.work)}"
                words = telling.hardly_looked(played, more)
                how_much = f"{many}. {words}" if findings else words
                if how.form == "github":
                    yield News(github_note(source, words))
            if how.form == "text":
                kept = "".join(f"{each}\n" for each in telling.held_secrets(source, played))
                yield News(f"{said}{shown(source.name)}: {how_much}\n{kept}")
            take = reading.acceptances.take
            never = ([], []) if telling.hardly(played) else (played.missed, played.ends)
            missed, ends = ([each for each in some if not take(each)] for some in never)
            alike = telling.no_difference(source, [each for each in played.alike_games if not take(each)])
            worst = telling.never_best(source, [each for each in played.never_best if not take(each)])
            lines = (
                *telling.left_out(played, how.memory),
                *telling.never_came_to(source, missed, ends),
                *alike,
                *worst,
            )
            stated = () if holes_told else telling.could_be_stated(source, reading.proposed, played)
            unlooked = "\n".join((*(f"{shown(source.name)}: {shown(each)}" for each in lines), *stated))
            looked = [telling.looked(source, played)]
            yield News(complained=unlooked, happened=[(source, played.happened)], looked=looked)
        except INTERNAL as error:
            yield self.failed(error, "what was looked at was summed up", "it is not told.")

    def _sightings(
        self,
        text: "Text",
        search: "Iterator[Hole]",
        reading: "Reading",
        played: "Played",
        told: "Told",
    ) -> "Generator[News, None, Played]":
        """Each hole when it is found, and kept in `told`; the others, such as those that reading settled, are left out
        of what is said of the play."""
        from rulewright.analysis.check import told_by_reading
        from rulewright.analysis.playtest.finding import record_of, way_of
        from rulewright.analysis.playtest.playing import Played

        told_before, silent = told_by_reading(self.source, reading.found), set[tuple[str, int]]()
        while True:
            try:
                hole = next(search, None)
            except INTERNAL as error:
                yield self.failed(error, "it was played", "what was found until then is told.")
                return Played(1)
            if hole is None:
                played.where = {kind: where for kind, where in played.where.items() if kind not in silent}
                return played
            diagnostic = hole.diagnostic
            told_at_all = self.how.strict or diagnostic.severity != "suspicion"
            if told_before(diagnostic) or reading.acceptances.take(diagnostic) or not told_at_all:
                silent.add((diagnostic.code, self.source.line(diagnostic.span.start)))
            else:
                place, record = self.file_prefix(diagnostic), None
                said = worded(self.how.form, self.source, [diagnostic])
                told.append((hole, place))
                try:
                    if place is not None and hole.path is not None:
                        rules = self._rules(text, hole.setting)
                        record = record_of(rules, way_of(rules, hole.path))
                    yield News(said, files=self.files(place, diagnostic, record=record))
                except INTERNAL as error:
                    yield News(said)
                    yield self.failed(error, f"[{hole.diagnostic.code}] was written", "its game is not kept.")

    def _story(self, text: "Text", hole: "Hole", place: Path | None, seconds: float) -> News:
        """The shortest game that shows a hole, and its example."""
        from rulewright.analysis.playtest.story import story_lines, story_of
        from rulewright.language.render import as_json

        rules = self._rules(text, hole.setting)
        story = story_of(hole, rules, seconds=seconds)
        hole = story.hole
        failures = [failed_words(error, doing, words) for error, doing, words in story.mistakes]
        complained = "\n".join(f"{shown(self.source.name)}: {each}" for each in failures)
        lines = [shown(each) for each in story_lines(story, rules)]
        if place is not None and story.record is not None:
            record = shlex.quote(f"{place}.jsonl")
            named = shlex.quote(self.name)
            lines.append(f"Play from there: rulewright play {named} --from {shown(record)}")
            lines.append(f"Whether it can happen after a repair: rulewright replay {shown(record)} --rules {named}")
        head = f"{shown(self.source.name)}, line {rules.line(hole.diagnostic.span)}: [{hole.diagnostic.code}]"
        said = "".join(f"{line}\n" for line in (head, *lines)) if lines and self.how.form == "text" else ""
        example = None if story.example is None else story.example.block
        finding = as_json(self.source, hole.diagnostic, example=example, record=story.record)
        files = self.files(place, hole.diagnostic, tuple(story.remarks), example=example, record=story.record)
        return News(said, complained, findings=[finding], files=files, failed=bool(failures))

    def balance(self, text: "Text", data: bytes, level: "Level") -> News:
        """The notes about the balance, setting by setting, among players so strong."""
        from rulewright.analysis.playtest.balance import balances
        from rulewright.analysis.playtest.effort import Effort
        from rulewright.language.diagnostics import Diagnostic
        from rulewright.language.elaborate.settings import shown_setting
        from rulewright.language.render import as_github
        from rulewright.levels import RANDOM

        form, source = self.how.form, self.source
        who = "choose at random" if level == RANDOM else f"play like {level.name}"
        notes: list[Json] = []
        said = f"{shown(source.name)}: balance, among players who {who}\n" if form == "text" else ""
        effort = Effort(self.how.effort or SECONDS, self.how.work or None)
        for found in balances(text, data, title(find(self.name)), effort, level):
            setting = shown_setting(found.setting)
            said += f"With {setting}, {found.games:,} games:\n" if form == "text" else ""
            for code, message in found.notes:
                said += f"    {message}\n" if form == "text" else ""
                if form == "github":
                    words, facts = "With {setting}, among players who {how}: {said}", {"setting": setting, "how": who}
                    facts["said"] = message
                    said += as_github(source, Diagnostic(code, words, NOWHERE, "suspicion", facts=facts))
                note: Json = {"file": source.name, "severity": "note", "code": code}
                note |= {"players": found.setting.players, "options": dict(found.setting.options)}
                notes.append({**note, "level": level.name, "games": found.games, "message": message})
        return News(said, notes=notes)

    def _rules(self, text: "Text", setting: "Setting") -> "Rules":
        from rulewright.analysis.playtest.stuck_loops import watching_loops
        from rulewright.loading import rules_of

        if setting not in self.made:
            name, options = title(find(self.name)), dict(setting.options)
            made = rules_of(text, name, players=setting.players, options=options, noting=True)
            self.made[setting] = watching_loops(made)
        return self.made[setting]

    def file_prefix(self, diagnostic: "Diagnostic") -> Path | None:
        """How the names of the files of a finding begin."""
        if self.how.found is None:
            return None
        name = f"{self.how.found.name}-line-{self.source.line(diagnostic.span.start)}-{diagnostic.code}"
        number = self.named[name] = self.named.get(name, 0) + 1
        return self.how.found.with_name(f"{name}-{number}" if number > 1 else name)

    def files(
        self,
        place: Path | None,
        diagnostic: "Diagnostic",
        remarks: Sequence[str] = (),
        *,
        example: str | None = None,
        record: str | None = None,
    ) -> dict[Path, bytes]:
        """A text that can be pasted into the rules, what is found as its comment; and the game."""
        if place is None:
            return {}
        lines = (*worded("text", self.source, [diagnostic]).splitlines(), *remarks)
        comment = "".join(f"-- {line}".rstrip() + "\n" for line in lines)
        files = {Path(f"{place}.txt"): f"{comment}{example or ''}".encode()}
        return files if record is None else {**files, Path(f"{place}.jsonl"): record.encode()}
