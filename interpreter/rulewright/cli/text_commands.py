"""The verbs about texts of rules: `fmt`, `test`, `example`, `rules`, `explain`, `list`."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli import play_commands
from rulewright.cli.arguments import FINDINGS, FINE, seat_of, verb
from rulewright.cli.console import (
    ElapsedLine,
    as_plain_source,
    as_source,
    report,
    source_of,
    tell,
    write_document,
    write_json,
)
from rulewright.files import FileTrouble, find, folder, read, rules_files, shipped, write
from rulewright.language.span import BYTES
from rulewright.shown import Misuse, shown
from rulewright.table.text_lines import number_of

if TYPE_CHECKING:
    from rulewright.analysis.examples import Failing
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.parser import Parsed
    from rulewright.language.render import Json
    from rulewright.language.source import Source

MOST_NAMED: Final = 12


def worded(form: str, source: "Source", diagnostics: "Sequence[Diagnostic]") -> str:
    """Findings for people or for GitHub."""
    from rulewright.language.render import as_github, render

    if form == "text":
        return "\n".join(render(source, diagnostic) for diagnostic in diagnostics)
    return "".join(as_github(source, diagnostic) for diagnostic in diagnostics) if form == "github" else ""


@verb("fmt")
def _fmt(files: Sequence[str], *, check: bool, diff: bool, upgrade: bool) -> int:
    names = [file for given in files for file in rules_files(given)]
    return max([_format_file(name, check=check, diff=diff, upgrade=upgrade) for name in names])


def _format_file(name: str, *, check: bool, diff: bool, upgrade: bool) -> int:
    from rulewright.language.format import format_text

    path = Path(name)
    data = sys.stdin.buffer.read(BYTES + 1) if name == "-" else read(path)
    source, wrong = as_source(name, data) if upgrade else as_plain_source(name, data)
    if wrong:
        report(source, wrong, tell)
        return FINDINGS
    text, said = _upgraded(source) if upgrade else (source.text, ())
    if text is None:
        return FINDINGS
    with ElapsedLine("laying out").shown():
        text = format_text(text)
    before = data.decode()
    lines, others, neat = before.split("\n"), text.split("\n"), text == before
    if check and not neat:  # its lines that would change, one by one where none is made or goes
        different = [number for number, (one, other) in enumerate(zip(lines, others, strict=False), 1) if one != other]
        some, more = ", ".join(map(str, different[:MOST_NAMED])), " …" * (len(different) > MOST_NAMED)
        where = f"line{'s' * (len(different) > 1)} {some}{more}"
        first = min(different, default=min(len(lines), len(others)))
        where = where if len(lines) == len(others) else f"from line {first} on"
        what = "is no text of the newest language in its canonical layout" if said else "is not laid out canonically"
        print(f"{shown(name)} {what}: {where}")
    if diff:  # into a pipe as `patch` reads it: with the ends that lines have, or lack
        from difflib import unified_diff

        for each in (lines, others):
            last = f"{each[-1]}\n\\ No newline at end of file\n" if each[-1] else ""
            each[:] = [*(f"{line}\n" for line in each[:-1]), *([last] if last else [])]
        changes = [*unified_diff(lines, others, shown(name), shown(name))]
        if changes and sys.stdout.isatty():
            print("\n".join(shown(line) for part in changes for line in part.removesuffix("\n").split("\n")))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write("".join(changes).encode())
    for each in () if check else said:
        line = f"{shown(name)}: {shown(each)}\n"
        tell(line) if diff or name == "-" else print(line, end="")
    if check or diff:
        return FINDINGS if check and not neat else FINE
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())  # as the rules were read, whatever else is written here
    elif not neat:
        write({path: text.encode()}, force=True)
        if not said:
            print(f"{shown(name)}: laid out anew")
    return FINE


def _upgraded(source: "Source") -> "tuple[str | None, Sequence[str]]":
    """A text as one of the newest language, and what was done; no text where it cannot be, which is told."""
    from rulewright.analysis.check import check
    from rulewright.analysis.upgrading import in_newest, upgraded, upgraded_anyway

    def wrong(text: "Source") -> "list[Diagnostic]":
        return [each for each in check(text) if each.severity == "error"]

    with ElapsedLine("upgrading").shown():
        made = upgraded_anyway(source) if wrong(source) else upgraded(source)
    if made is None:  # what it would still need in the newest language, and not that it is none of it
        report(newest := in_newest(source), wrong(newest) or wrong(source), tell)
        return None, ()
    if not made.newest:
        tell(f"{shown(source.name)} stays as it is: {made.said[-1]}\n")
        return None, ()
    return made.text, made.said


@verb("test")
def _test(files: Sequence[str], format: str) -> int:
    from rulewright.analysis.examples import Failing, failing_in, outcome

    found: list[Json] = []
    for name in (file for given in files for file in rules_files(given)):
        source, unreadable = source_of(name)
        with ElapsedLine("playing examples").shown():
            wrong = [*map(Failing, unreadable)] or failing_in(source)
        said, findings = failing_told(format, source, wrong)
        found.extend(findings)
        print(said, end="", flush=True)
        if format == "text":
            shown_by = outcome(source, [each.diagnostic for each in wrong])
            number, true = shown_by or (0, 0)
            true_ones = f"{number_of(number, 'example')}, {true} come{'s' * (true == 1)} true"
            told = number_of(len(wrong), "finding") if shown_by is None else true_ones if number else "fine"
            print(f"{shown(source.name)}: {told}")
            if brief := sum(each.brief for each in wrong):
                print(f"Told in brief: {brief} of them. In full: rulewright example FILE NAME")
    if format == "json":
        write_json({"findings": found})
    return FINDINGS if found else FINE


def failing_told(form: str, source: "Source", wrong: "Sequence[Failing]") -> "tuple[str, list[Json]]":
    """What goes wrong in examples and where the games stand then: for people or for GitHub, and for programs."""
    from rulewright.language.render import as_json

    said, found = [], []
    for each in wrong:
        position = position_of(each)
        page = worded(form, source, [each.diagnostic])
        said.append(f"{page}\n{position}" if position and form == "text" else page)
        found.append(as_json(source, each.diagnostic, position=position))
    return ("\n" if form == "text" else "").join(said), found


def position_of(wrong: "Failing") -> str | None:
    """Where a game stands in which an example goes wrong, for each seat; cut off where it is long."""
    from rulewright.table.view_to_scene import MOST_LINES, position_text

    if wrong.game is None:
        return None
    return position_text(wrong.game, range(wrong.game.rules.players), moves=not wrong.told, most=MOST_LINES)


@verb("example")
def _example(file: str, name: str | None, seat: str | None, *, play: bool) -> int:
    from rulewright.analysis import example_parts, trying

    if play and name is not None:
        seats = [] if seat is None else [(seat, None)]
        flags = dict.fromkeys(("ask_all", "plain", "force"), False)
        return play_commands.play.run(
            None, (), None, play_commands.USUAL_PACE, game=file, example=name, seat=seats, **flags
        )
    if play or (name is None and seat is not None):
        raise Misuse("Which example? rulewright example FILE lists them.")
    source, wrong = source_of(file)
    with ElapsedLine("reading").shown():
        parsed = None if wrong else trying.read_helpfully(source)
    if parsed is None or parsed.diagnostics:
        report(source, wrong or (parsed.diagnostics if parsed else ()), tell)
        return FINDINGS
    if name is not None:
        return _shown(source, parsed, name, seat)
    nodes = example_parts.examples_of(parsed)
    for node in nodes:
        print(f"line {source.line(node.span.start)}: {shown(node.title.text)}")
    if not nodes:
        print(f"{shown(source.name)} has no examples.")
    return FINE


def _shown(source: "Source", parsed: "Parsed", name: str, seat: str | None) -> int:
    """Show one of them: where it begins, what it does and expects, with results, and where it goes wrong."""
    from rulewright.analysis.examples import beginning, example_of, failing
    from rulewright.language.syntax import ExampleThen, ExampleWhen
    from rulewright.loading import RulesError
    from rulewright.table.view_to_scene import position_text

    node = example_of(parsed, name)
    with ElapsedLine("playing the example").shown():
        wrong = failing(parsed, source, (node,))
    try:
        begun = beginning(parsed, source, node)
    except RulesError:  # what is wrong has been found
        begun = None
    games = [*([begun.game] if begun else ()), *(each.game for each in wrong if each.game is not None)]
    seats = games[0].rules.core.seat_names if games else ()
    eyes = [*range(len(seats))] if seat is None or not games else [seat_of(seat, seats)]
    outcome = "goes wrong" if wrong else "comes true"
    print(f'{shown(source.name)}, line {source.line(node.span.start)}: example "{shown(name)}" {outcome}')
    if begun is not None:
        print(f"\n{position_text(begun.game, eyes, moves=begun.example.entry is not None)}", end="")
    stop = min((each.diagnostic.span.start for each in wrong), default=node.span.end)
    for part in node.parts:  # what it does and expects, line by line, with what came of it
        if isinstance(part, ExampleWhen | ExampleThen):
            word, lines = ("when", part.events) if isinstance(part, ExampleWhen) else ("then", part.checks)
            print(f"\n{word}:")
            for each in lines:
                after = "fails" if stop < each.span.end else "done" if word == "when" else "holds"
                came = "not tried" if stop < each.span.start else after
                first, *rest = source.text[each.span.start : each.span.end].rstrip().split("\n")
                indent = source.column(each.span.start) - 1
                more = (f"{'':<15} {shown(line[indent:])}".rstrip() for line in rest)
                print(f"    {came:<10} {shown(first)}", *more, sep="\n")
    for failed in wrong:
        print(f"\n{worded('text', source, [failed.diagnostic])}", end="")
        if failed.game is not None:
            print(f"\n{position_text(failed.game, eyes, moves=not failed.told)}", end="")
    return FINDINGS if wrong else FINE


@verb("rules")
def _rules(game: str, copy: str | None, *, force: bool) -> int:
    source, wrong = source_of(game)
    if wrong:
        report(source, wrong, tell)
        return FINDINGS
    if copy is None:
        write_document("".join(f"{shown(line)}\n" for line in source.text.splitlines()))
        return FINE
    with folder(Path(copy)) as place:
        goal = place / find(game).name
        write({goal: source.text.encode()}, force=force, rules=find(game))
    print(shown(str(goal)))
    return FINE


@verb("explain")
def _explain(code: str) -> int:
    from rulewright.language.diagnostics import pages
    from rulewright.language.suggest import closest

    wanted = code.strip("[]").lower().replace("_", "-")
    if wanted not in pages():
        near = closest(wanted, pages())
        meant = f' Did you mean "{near}"?' if near else ""
        raise Misuse(f'There is no diagnostic "{shown(code)}".{meant}')
    print(pages()[wanted].rstrip())
    return FINE


@verb("list")
def _list() -> int:
    names = shipped()
    longest = max((len(name) for name in names), default=0)
    for name, path in names.items():
        print(f"{name:<{longest}}  {' - '.join(filter(None, described(path)))}")
    return FINE


LENGTHS: Final = "lengths.txt"
"""Beside games: how many decisions each of them takes that is thought about, with as few as can play."""
SECONDS_A_DECISION, ROUNDED_MINUTES = 7, 5


def _how_long(path: Path) -> str:
    """About how many minutes a game takes; nothing where that is not known."""
    try:
        known = dict(re.findall(r"^(\S+) (\d+)$", read(path.with_name(LENGTHS)).decode(errors="replace"), re.MULTILINE))
    except FileTrouble:
        return ""
    if path.stem not in known:
        return ""
    minutes = int(known[path.stem]) * SECONDS_A_DECISION / 60
    return f", about {max(1, round(minutes / ROUNDED_MINUTES)) * ROUNDED_MINUTES} minutes"


def described(path: Path) -> tuple[str, str]:
    """The title of a ruleset with for how many it is and, if that is known, how long it takes, and its subtitle: from
    its first paragraph."""
    from rulewright.language.elaborate.settings import counts_said, game_of, player_counts
    from rulewright.language.parser import parse
    from rulewright.language.source import Source, normal
    from rulewright.language.tokens import paragraphs

    text = normal(read(path).decode("utf-8", errors="replace"))
    for start, end in paragraphs(text)[:1]:
        ruleset = parse(Source(path.name, text[start:end])).ruleset
        if game := game_of(ruleset):
            counts = player_counts(ruleset)
            seats = f"{counts_said(counts)} player{'s' * (counts != (1,))}"
            title = f"{game.title.text} ({seats}{_how_long(path)})"
            return shown(title), shown(game.subtitle.text if game.subtitle else "")
    return "", ""
