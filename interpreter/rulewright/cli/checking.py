"""The verb `check`: reads rules, and plays them to find their holes. What is found is told at once."""

import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.arguments import FINDINGS, FINE, MEMORY, Verb, argument, flag, number
from rulewright.cli.covering import COVERAGE, cover, refuse_page
from rulewright.cli.telling import complain, source_of, tell
from rulewright.cli.texts import FILES, HOW, counted, say, say_all
from rulewright.files import find, read, rules_files, title
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.holes.effort import Effort
    from rulewright.analysis.holes.finding import Hole
    from rulewright.analysis.holes.playing import Played
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.render import Json
    from rulewright.language.source import Source
    from rulewright.loading import Text

EVERY = 0.2


def _check(
    files: Sequence[str],
    format: str,
    effort: int,
    work: int | None,
    memory: int,
    coverage: str | None,
    fail_under: int | None,
    *,
    strict: bool,
) -> int:
    from rulewright.analysis.holes.effort import Effort
    from rulewright.language.render import as_json

    refuse_page(coverage, format)
    every: list[Json] = []
    for name in (file for given in files for file in rules_files(given)):
        source, found = _read(name, format, strict=strict)
        every.extend(as_json(source, each) for each in found)
        if any(each.severity == "error" for each in found) or not (effort if work is None else work):
            if format == "text":
                print(f"{shown(source.name)}: {counted(len(found)) if found else 'fine'}")
            continue
        line = _Line(shown(source.name))
        holes, played = _play(name, Effort(effort, work, memory << 20, strict, line), line, format)
        every.extend(holes)
        if format == "text":
            _say_covered(source, len(found) + len(holes), played, memory)
    say_all(format, every)
    return max(FINDINGS if every else FINE, cover(files, coverage, fail_under, format))


def _read(name: str, form: str, *, strict: bool) -> "tuple[Source, list[Diagnostic]]":
    """What the reading finds; with `strict` also what is only possible."""
    from rulewright.analysis.check import check

    source, unreadable = source_of(name)
    found = [each for each in unreadable or check(source) if strict or each.severity != "suspicion"]
    say(form, source, found)
    return source, found


def _play(name: str, effort: "Effort", line: "_Line", form: str) -> "tuple[list[Json], Played]":
    """What playing finds, and what was looked at for it. The stories are told at last: they take their time."""
    from rulewright.analysis.holes.playing import holes
    from rulewright.analysis.holes.telling import told
    from rulewright.language.span import BYTES
    from rulewright.loading import read_text

    path = find(name)
    found: list[Hole] = []
    text = read_text(str(path), read(path, most=BYTES))
    search = holes(text, title(path), effort)
    while True:
        try:
            hole = next(search)
        except StopIteration as end:
            line.clear()
            return [_tell_story(text, title(path), hole, form) for hole in found], end.value
        found.append(hole)
        line.clear()
        say(form, text.source, [hole.diagnostic])
        if form == "text":
            print("".join(f"{shown(each)}\n" for each in told(text, title(path), hole)), flush=True)


def _tell_story(text: "Text", name: str, hole: "Hole", form: str) -> "Json":
    """The example of a hole, and the game if a shorter one is found than was told."""
    from rulewright.analysis.holes.story import story_of, told
    from rulewright.language.render import as_json
    from rulewright.loading import rules_of

    rules = rules_of(text, name, players=hole.setting.players, options=dict(hole.setting.options))
    story = story_of(hole, rules)
    if form == "text":
        lines = [shown(each) for each in told(story, rules, again=story.hole.path != hole.path)]
        if lines:
            head = f"{shown(text.source.name)}, line {rules.line(hole.diagnostic.span)}: [{hole.diagnostic.code}]"
            print("\n".join((head, *lines)), flush=True)
    block = None if story.example is None else story.example.block
    return as_json(text.source, hole.diagnostic, example=block, record=story.record)


def _say_covered(source: "Source", findings: int, played: "Played", memory: int) -> None:
    """The last line about a file, and what it does not tell."""
    from rulewright.analysis.holes.telling import concerning, covered, left_out

    for each in concerning(source, played):
        print(each)
    said = counted(findings) if findings else "no holes found"
    print(f"{shown(source.name)}: {said} ({covered(played)})", flush=True)
    for each in left_out(played, memory):
        complain(f"{shown(source.name)}: {each}")


@define
class _Line:
    """A line at a terminal that says how long it has been looking; nothing where nobody looks."""

    name: str
    _start: float = field(init=False, factory=monotonic)
    _next: float = field(init=False, default=0.0)

    def __call__(self) -> None:
        """Say it, from time to time."""
        now = monotonic()
        if now >= self._next and sys.stderr.isatty():
            self._next = now + EVERY
            tell(f"\r{self.name}: looking for holes, {now - self._start:.0f} s\x1b[K")

    def clear(self) -> None:
        """Leave an empty line."""
        if sys.stderr.isatty():
            tell("\r\x1b[K")


CHECK = Verb(
    "check",
    "say what is wrong with rules: read them, and play them to find their holes",
    (
        FILES,
        argument(
            "--effort",
            type=number(0, 1_000_000),
            default=5,
            metavar="SECONDS",
            help="how long each file is played (5); 0 only reads it",
        ),
        argument(
            "--work",
            type=number(0, 10**12),
            metavar="N",
            help="instead of seconds look at about N positions of each file: the same findings on every machine",
        ),
        MEMORY,
        flag("--strict", "also say what is only possible, and what no game has shown"),
        *COVERAGE,
        HOW,
    ),
    _check,
)
