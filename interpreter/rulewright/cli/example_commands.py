"""The verbs `test` and `example`: what becomes of the examples of rules, and one of them for a reader."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli import play_commands
from rulewright.cli.arguments import FINDINGS, FINE, Misuse, flag, seat_of, takes, verb
from rulewright.cli.console import ElapsedLine, report, source_of, tell
from rulewright.cli.text_commands import FILES, HOW, findings_text, say_all, worded
from rulewright.files import rules_files
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.examples import Failing
    from rulewright.language.parser import Parsed
    from rulewright.language.render import Json
    from rulewright.language.source import Source


@verb(6, "test", "run the examples of rules", FILES, HOW)
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
            true_ones = f"{number} example{'s' * (number != 1)}, {true} come{'s' * (true == 1)} true"
            told = findings_text(len(wrong)) if shown_by is None else true_ones if number else "fine"
            print(f"{shown(source.name)}: {told}")
            if brief := sum(each.brief for each in wrong):
                print(f"Told in brief: {brief} of them. In full: rulewright example FILE NAME")
    say_all(format, found)
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


@verb(
    7,
    "example",
    "show an example of rules: where it begins, what it does and expects, and what comes of it",
    takes("file FILE", "a .rules file, or a shipped game"),
    takes("name NAME", "the title of the example; without it all are listed", nargs="?"),
    takes("--seat SEAT", "only as this seat sees it, by number from 0 or name"),
    flag("--play", "play from there, as rulewright play FILE --example NAME does"),
)
def _example(file: str, name: str | None, seat: str | None, *, play: bool) -> int:
    from rulewright.analysis.example_parts import examples_of
    from rulewright.analysis.trying import read_helpfully

    if play and name is not None:
        seats = None if seat is None else [(seat, None)]
        flags = dict.fromkeys(("ask_all", "plain", "force"), False)
        return play_commands.play.run(None, None, None, game=file, example=name, seat=seats, **flags)
    if play or (name is None and seat is not None):
        raise Misuse("Which example? rulewright example FILE lists them.")
    source, wrong = source_of(file)
    with ElapsedLine("reading").shown():
        parsed = None if wrong else read_helpfully(source)
    if parsed is None or parsed.diagnostics:
        report(source, wrong or (parsed.diagnostics if parsed else ()), tell)
        return FINDINGS
    if name is not None:
        return _shown(source, parsed, name, seat)
    nodes = examples_of(parsed)
    for node in nodes:
        print(f"line {source.line(node.span.start)}: {shown(node.title.text)}")
    if not nodes:
        print(f"{shown(source.name)} has no examples.")
    return FINE


def _shown(source: "Source", parsed: "Parsed", name: str, seat: str | None) -> int:
    """Show one of them: where it begins, what it does and expects, with results, and where it goes wrong."""
    from rulewright.analysis.examples import NoPosition, beginning, example_of, failing
    from rulewright.language.syntax import ExampleThen, ExampleWhen
    from rulewright.loading import RulesError
    from rulewright.table.view_to_scene import position_text

    try:
        node = example_of(parsed, name)
    except NoPosition as trouble:
        raise Misuse(str(trouble)) from trouble
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
        asked = begun.example.entry is not None
        print(f"\n{position_text(begun.game, eyes, moves=asked)}", end="")
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
                print(
                    f"    {came:<10} {shown(first)}",
                    *(f"{'':<15} {shown(line[indent:])}".rstrip() for line in rest),
                    sep="\n",
                )
    for failed in wrong:
        print(f"\n{worded('text', source, [failed.diagnostic])}", end="")
        if failed.game is not None:
            print(f"\n{position_text(failed.game, eyes, moves=not failed.told)}", end="")
    return FINDINGS if wrong else FINE
