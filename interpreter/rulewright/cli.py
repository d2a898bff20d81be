"""The command line: one thin function per verb; it reads files, calls one function and prints what that gives.

Exit codes: 0 fine, 1 findings (diagnostics, faults, records that do not agree), 2 misuse (arguments, files). Whatever
is typed or lies in a file, the answer is a sentence, never a traceback. Modules are imported where they are used, so
that no verb pays for another.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli_arguments import FINDINGS, FINE, MISUSE, Arguments, Misuse, options, parse_arguments
from rulewright.files import FileTrouble, create, find, folder, read, regular, replace, rules_files, shipped
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.bench.against import Contest
    from rulewright.analysis.bench.measure import Measured
    from rulewright.language.diagnostics import Diagnostic
    from rulewright.language.source import Source
    from rulewright.machine.game import Game, Rules, RulesFault
    from rulewright.machine.record import Header


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; the result is the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        chosen = parse_arguments(arguments)
        code = _guarded(VERBS[chosen.verb], chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more; the interpreter's own flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        _complain("Stopped.")
        return FINDINGS
    return code


def _guarded(verb: Callable[[Arguments], int], chosen: Arguments) -> int:
    """Turn everything that may go wrong into words and an exit code."""
    try:
        return verb(chosen)
    except (Misuse, FileTrouble) as trouble:
        _complain(str(trouble))
        return MISUSE
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as trouble:
        _complain(trouble.strerror or str(trouble))
        return MISUSE
    except Exception as found:
        if not _told(found):
            raise
        return FINDINGS


def _told(found: Exception) -> bool:
    """Put into words what rules and records can do wrong; what else there is, is a bug."""
    from rulewright.loading import RulesError  # noqa: PLC0415
    from rulewright.machine.record import RecordError  # noqa: PLC0415
    from rulewright.machine.wasm import TooLarge  # noqa: PLC0415

    match found:
        case RulesError(source=source, diagnostics=diagnostics):
            _report(source, diagnostics, sys.stderr.write)
        case RecordError():
            _complain(f"This is no record that can be followed: {found}.")
        case RulesWentWrong() | TooLarge():
            _complain(str(found))
        case _:
            return False
    return True


class RulesWentWrong(Exception):  # noqa: N818 - it is no error of the program
    """A fault of the rules in play, with the rule."""


@contextmanager
def _faults_told(rules: "Rules") -> Iterator[None]:
    """Let a fault in play name its rule and line."""
    from rulewright.machine.interpret import RulesFault  # noqa: PLC0415

    try:
        yield
    except RulesFault as fault:
        raise RulesWentWrong(_fault(rules, fault)) from fault


def _fault(rules: "Rules", fault: "RulesFault") -> str:
    """A fault in play, and below it the rule with its line, and the lines that tried it."""
    place = f'{rules.name}.rules, line {rules.line(fault.span)}: "{rules.quote(fault.span)}"'
    return "\n".join([f"The rules went wrong in play: {fault.message}", place, *rules.tried(fault)])


def _complain(text: str) -> None:
    from rulewright.language.render import shown_prose  # noqa: PLC0415

    print("rulewright:", "\n".join(shown_prose(line) for line in text.split("\n")), file=sys.stderr)


def _report(source: "Source", diagnostics: "Iterable[Diagnostic]", write: Callable[[str], object]) -> None:
    from rulewright.language.render import render  # noqa: PLC0415

    write("\n".join(render(source, diagnostic) for diagnostic in diagnostics))


# ---- playing


def play(chosen: Arguments) -> int:
    """Play a game at the keyboard."""
    from rulewright.table.naming import NameTaken  # noqa: PLC0415
    from rulewright.table.prompt import Pipe, Terminal, at_terminal  # noqa: PLC0415
    from rulewright.table.seating import Sitting, seat_people  # noqa: PLC0415

    rules = _rules(chosen)
    people = _people(chosen.seat or [(0, None)], rules)
    terminal = at_terminal()
    screen = Terminal() if terminal else Pipe(sys.stdin, sys.stdout, sys.stderr)
    sitting = Sitting(
        people=people,
        seed=_seed(chosen),
        ask_all=chosen.ask_all or not terminal,
        one_screen=terminal,
        width=screen.width,
        record=Path(chosen.record) if chosen.record else None,
        force=chosen.force,
    )
    try:
        with _faults_told(rules):
            seat_people(rules, sitting, screen)
    except NameTaken as taken:
        raise Misuse(str(taken)) from taken
    return FINE


def _people(seats: Sequence[tuple[int, str | None]], rules: "Rules") -> dict[int, str | None]:
    people: dict[int, str | None] = {}
    for seat, name in seats:
        if seat in people:
            raise Misuse(f"Seat {seat} is named twice.")
        if not 0 <= seat < rules.players:
            raise Misuse(f"There is no seat {seat}: {rules.players} players have the seats 0 to {rules.players - 1}.")
        people[seat] = name
    return people


def record(chosen: Arguments) -> int:
    """Record random games."""
    rules, seed = _rules(chosen), _seed(chosen)
    if chosen.spectator not in (None, -1):
        _people([(chosen.spectator, None)], rules)
    paths = _record_paths(chosen)
    if not chosen.force:
        for path in (path for path in paths if path.exists()):
            raise FileTrouble(f"{shown(str(path))} exists already; --force overwrites it.")
    with _faults_told(rules):
        for at in range(max(1, len(paths))):
            lines = _lines(rules, chosen, seed, chosen.number + at)
            _write(paths[at] if paths else None, lines, force=chosen.force)
    return FINE


def _lines(rules: "Rules", chosen: Arguments, seed: int, number: int) -> Iterator[str]:
    """The lines of a game: the record, or what a seat or a spectator could see."""
    if chosen.spectator == -1:
        from rulewright.analysis.random_games import record_lines  # noqa: PLC0415

        return record_lines(rules, seed=seed, number=number, legal=chosen.legal)
    from rulewright.analysis.spectating import view_lines  # noqa: PLC0415

    return view_lines(rules, chosen.spectator, seed=seed, number=number, legal=chosen.legal)


def _write(path: Path | None, lines: Iterable[str], *, force: bool) -> None:
    """Write lines to a new file or to standard output, each as soon as it is known."""
    if path is None:
        for line in lines:
            print(line, flush=True)
        return
    with create(path, force=force) as file:
        for line in lines:
            file.write(f"{line}\n")
            file.flush()


def _record_paths(chosen: Arguments) -> list[Path]:
    """Where the games go: a folder for several, a file for one, nothing for standard output."""
    if chosen.output is None:
        if (chosen.games or 1) > 1:
            raise Misuse("Several games need a folder: -o DIR.")
        return []
    output = Path(chosen.output)
    if chosen.games is None and not output.is_dir() and not chosen.output.endswith(("/", os.sep)):
        return [output]
    numbers = range(chosen.number + 1, chosen.number + (chosen.games or 1) + 1)
    digits = max(4, len(str(numbers[-1])))
    name = find(chosen.game).stem
    return [folder(output) / f"{name}-{number:0{digits}}.jsonl" for number in numbers]


def replay(chosen: Arguments) -> int:
    """Follow a record and say where the rules part from it."""
    from rulewright.machine.record import read as read_record  # noqa: PLC0415
    from rulewright.machine.replay import replay as follow  # noqa: PLC0415

    record = read_record(regular(Path(chosen.file)))
    rules = _rules_of(record.header, chosen.rules)
    followed = follow(rules, record)
    for note in followed.notes:
        _complain(f"Note: {note}.")
    if followed.parting is not None:
        part = followed.parting
        _complain(f"Line {part.line}, decision {part.decision}: {part.message}.")
        return FINDINGS
    print(_summary(followed.game))
    return FINE


def _rules_of(header: "Header", path: str | None) -> "Rules":
    """The rules by which a record was made; its own word for them is only trusted as the name of a shipped game."""
    from rulewright.loading import load  # noqa: PLC0415

    if path is None and header.game not in shipped():
        raise FileTrouble(f'The record is of "{shown(header.game)}", which is no shipped game. Give --rules FILE.')
    return load(path or header.game, players=header.players, options=dict(header.options))


def _summary(game: "Game") -> str:
    made = f"{game.decisions} decisions, all as recorded"
    if not game.over:
        return f"{made}."
    return (
        f"{made}. Scores: {', '.join(map(str, game.scores))}. Winners: {', '.join(map(str, game.winners)) or 'nobody'}."
    )


# ---- texts


def check(chosen: Arguments) -> int:
    """Say what is wrong with rules."""
    from rulewright.analysis.check import check as findings  # noqa: PLC0415

    return _diagnose(chosen, findings)


def test(chosen: Arguments) -> int:
    """Run the examples of rules."""
    from rulewright.analysis.scenario import run_examples  # noqa: PLC0415

    return _diagnose(chosen, run_examples)


def _diagnose(chosen: Arguments, findings: "Callable[[Source], Sequence[Diagnostic]]") -> int:
    """Print the findings about each file, as text or JSON."""
    from rulewright.language.render import as_json  # noqa: PLC0415

    found: list[tuple[Source, Diagnostic]] = []
    for name in (file for given in chosen.files for file in rules_files(given)):
        source, diagnostics = _source(name)
        diagnostics = diagnostics or list(findings(source))
        found.extend((source, diagnostic) for diagnostic in diagnostics)
        if chosen.format == "text":
            _report(source, diagnostics, sys.stdout.write)
            _count(source, diagnostics)
    if chosen.format == "json":
        print(json.dumps([as_json(source, diagnostic) for source, diagnostic in found], indent=2, ensure_ascii=False))
    return FINDINGS if found else FINE


def _count(source: "Source", diagnostics: "Sequence[Diagnostic]") -> None:
    number = len(diagnostics)
    said = "fine" if number == 0 else f"{number} finding{'s' if number > 1 else ''}"
    print(f"{shown(source.name)}: {said}")


def _source(name: str) -> "tuple[Source, list[Diagnostic]]":
    """Read a file of rules; what cannot be read as text is a finding."""
    from rulewright.language.source import Source, read_source, readable  # noqa: PLC0415
    from rulewright.language.span import BYTES  # noqa: PLC0415

    path = find(name)
    data = read(path, most=BYTES)
    source = read_source(str(path), data)
    return (source, []) if isinstance(source, Source) else (readable(str(path), data), source)


def fmt(chosen: Arguments) -> int:
    """Lay rules out canonically, in place, or from standard input to standard output."""
    names = [file for given in chosen.files for file in rules_files(given)]
    return max([_format_file(name, only_check=chosen.check) for name in names])


def _format_file(name: str, *, only_check: bool) -> int:
    from rulewright.language.format import format_text  # noqa: PLC0415
    from rulewright.language.source import Source, read_source, readable  # noqa: PLC0415
    from rulewright.language.span import BYTES  # noqa: PLC0415

    path = Path(name)
    data = sys.stdin.buffer.read(BYTES + 1) if name == "-" else read(path, most=BYTES)
    source = read_source(name, data)
    if not isinstance(source, Source):
        _report(readable(name, data), source, sys.stderr.write)
        return FINDINGS
    text = format_text(source.text)
    if only_check:
        if text.encode() != data:
            print(f"{shown(name)} is not laid out canonically")
        return FINE if text.encode() == data else FINDINGS
    if name == "-":
        sys.stdout.write(text)
    elif text.encode() != data:
        replace(path, text)
        print(f"{shown(name)}: laid out anew")
    return FINE


# ---- counting and measuring


def perft(chosen: Arguments) -> int:
    """Count the positions of the game tree, depth by depth."""
    from rulewright.machine.perft import perft as count  # noqa: PLC0415

    rules = _rules(chosen)
    with _faults_told(rules):
        depths = count(rules, chosen.depth, merge=not chosen.no_merge)
    for depth in depths[1:] or depths:
        print(depth.decisions, depth.paths)
    if not depths[-1].complete:
        _complain("Note: some chance events have too many outcomes; these numbers come from a sample.")
    return FINE


def bench(chosen: Arguments) -> int:
    """Measure how fast games run, by themselves or beside other engines."""
    from rulewright.analysis.bench import words  # noqa: PLC0415

    results = []
    for result in _measured(chosen):
        results.append(words.as_json(result))
        for note in result.left_out:
            _complain(f"Note: {note}")
        if chosen.format == "text":
            print(words.as_text(result), flush=True)
    if chosen.format == "json":
        print(json.dumps(results, indent=2, ensure_ascii=False))
    return FINE


def _measured(chosen: Arguments) -> "Iterator[Measured | Contest]":
    """The results of each game, as soon as they are there; none before all games fit what was asked for."""
    from rulewright.analysis.bench.against import contest  # noqa: PLC0415
    from rulewright.analysis.bench.measure import measure  # noqa: PLC0415

    setting = options(chosen.option)
    if chosen.against and len(chosen.files) > 1:
        raise Misuse("--against goes with one game.")
    loaded = [(game, _load(game, chosen)) for game in chosen.files]
    for game, rules in loaded:
        _say_measuring(rules, chosen)
        with _measured_games_told(rules, game):
            if chosen.against:
                yield contest(rules, chosen.against, seconds=chosen.seconds)
            else:
                yield measure(rules, game, setting, seconds=chosen.seconds)


def _say_measuring(rules: "Rules", chosen: Arguments) -> None:
    """Somebody who looks on shall know what takes so long."""
    if sys.stderr.isatty():
        each = "backend and engine" if chosen.against else "backend, and loading"
        _complain(f"Measuring {rules.core.title}, {rules.players} players: about {chosen.seconds} s for each {each}.")


@contextmanager
def _measured_games_told(rules: "Rules", game: str) -> Iterator[None]:
    """Let a measured game that goes wrong, or does not end, be named; the first with the command that plays it."""
    from rulewright.analysis.bench.measure import Endless, WentWrong  # noqa: PLC0415
    from rulewright.analysis.bench.words import again  # noqa: PLC0415

    try:
        yield
    except WentWrong as wrong:
        raise RulesWentWrong(f"{_fault(rules, wrong.fault)}\n{again(rules, game, wrong.number)}") from wrong
    except Endless as endless:
        raise RulesWentWrong(f"{rules.core.title}: {endless}") from endless


def simulate(chosen: Arguments) -> int:
    """Play very many random games and sum them up."""
    from rulewright.cli_simulate import simulate as carry_out  # noqa: PLC0415

    return carry_out(chosen)


def build(chosen: Arguments) -> int:
    """Write a game as a WebAssembly module with its tables."""
    from rulewright.cli_build import build as carry_out  # noqa: PLC0415

    return carry_out(chosen, _rules)


# ---- looking things up


def rules(chosen: Arguments) -> int:
    """Print a ruleset, or copy it to start from."""
    path = find(chosen.game)
    source, wrong = _source(chosen.game)
    if wrong:
        _report(source, wrong, sys.stderr.write)
        return FINDINGS
    if chosen.copy is None:
        sys.stdout.write("".join(f"{shown(line)}\n" for line in source.text.splitlines()))
        return FINE
    goal = folder(Path(chosen.copy)) / path.name
    with create(goal, force=chosen.force) as file:
        file.write(source.text)
    print(shown(str(goal)))
    return FINE


def explain(chosen: Arguments) -> int:
    """Explain the code of a diagnostic."""
    from rulewright.language import explain as pages  # noqa: PLC0415
    from rulewright.language.suggest import closest  # noqa: PLC0415

    code = chosen.code.strip("[]").lower().replace("_", "-")
    page = pages.explain(code)
    if page is None:
        near = closest(code, pages.codes())
        meant = f' Did you mean "{near}"?' if near else ""
        raise Misuse(f'There is no diagnostic "{shown(chosen.code)}".{meant}')
    print(page.rstrip())
    return FINE


def list_games(chosen: Arguments) -> int:
    """List the shipped games with what they are."""
    del chosen
    names = shipped()
    longest = max((len(name) for name in names), default=0)
    for name, path in names.items():
        print(f"{name:<{longest}}  {_described(path)}")
    return FINE


def _described(path: Path) -> str:
    """The title of a ruleset and for how many it is, from its first paragraph."""
    from rulewright.language.parser import parse  # noqa: PLC0415
    from rulewright.language.source import Source, normal  # noqa: PLC0415
    from rulewright.language.span import BYTES  # noqa: PLC0415
    from rulewright.language.syntax import Game  # noqa: PLC0415
    from rulewright.language.tokens import paragraphs  # noqa: PLC0415

    text = normal(read(path, most=BYTES).decode("utf-8", errors="replace"))
    for start, end in paragraphs(text)[:1]:
        for found in parse(Source(path.name, text[start:end])).ruleset.declarations:
            if isinstance(found, Game):
                lines = (line.partition("--")[0].strip() for line in text[start:end].splitlines())
                seats = next((line for line in lines if line.startswith("players")), "")
                subtitle = f" - {found.subtitle.text}" if found.subtitle else ""
                return shown(f"{found.title.text} ({seats}){subtitle}")
    return ""


# ---- what several verbs need


def _rules(chosen: Arguments) -> "Rules":
    return _load(chosen.game, chosen)


def _load(game: str, chosen: Arguments) -> "Rules":
    """A game with the players and options that were asked for."""
    from rulewright.loading import load  # noqa: PLC0415

    return load(game, players=chosen.players, options=options(chosen.option))


def _seed(chosen: Arguments) -> int:
    """The seed that was asked for, or any."""
    import secrets  # noqa: PLC0415

    return secrets.randbelow(1 << 32) if chosen.seed is None else chosen.seed


VERBS: dict[str, Callable[[Arguments], int]] = {
    "play": play,
    "record": record,
    "replay": replay,
    "check": check,
    "test": test,
    "fmt": fmt,
    "perft": perft,
    "bench": bench,
    "simulate": simulate,
    "build": build,
    "rules": rules,
    "explain": explain,
    "list": list_games,
}
