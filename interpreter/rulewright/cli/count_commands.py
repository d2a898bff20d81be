"""The commands `perft`, `bench` and `explore`."""

import sys
from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from rulewright.cli import console
from rulewright.cli.arguments import FINDINGS, FINE, options, verb
from rulewright.cli.console import ElapsedLine, Progress, RulesWentWrong, complain, faults_told, rules_of
from rulewright.files import find, read, title
from rulewright.shown import Misuse, shown

if TYPE_CHECKING:
    from rulewright.analysis.exploration import Depth
    from rulewright.machine.game import Rules
    from rulewright.solving import Worth


@verb("perft")
def _perft(game: str, depth: int, memory: int, *, divided: bool, no_merge: bool, **where: Any) -> int:  # noqa: ANN401 - passed on as it is
    """`where`: what else `rules_or_example` asks for."""
    from rulewright.analysis.exploration import Perft
    from rulewright.machine.positions import NoRoom

    if divided and not depth:
        raise Misuse("To divide by first moves takes a depth of 1 or more.")
    rules = rules_or_example(game, **where)
    perft = Perft(rules, merge=not no_merge, memory=memory << 20)
    count: Iterator[tuple[str, Depth]] = (
        perft.parts(depth) if divided else ((str(each.decisions), each) for each in perft.depths(depth))
    )
    total, complete, stopped, elapsed = 0, True, "", ElapsedLine("counting")
    try:
        with faults_told(rules), elapsed.shown():
            for label, each in count:
                total, complete = total + each.paths, each.complete
                if divided or each.decisions or not depth:
                    with elapsed.away():
                        print(f"{shown(label)}{':' if divided else ''} {each.paths}", flush=True)
    except KeyboardInterrupt:
        stopped = "Stopped."
    except NoRoom:
        stopped = f"There are more positions than {memory:,} MB hold; --memory gives more."
    if divided and not stopped:
        print(depth, total)
    if not complete:
        complain("Note: some chance events have too many outcomes; these numbers come from a sample.")
    if stopped:
        complain(f"{stopped} What is counted stands above.")
    return FINDINGS if stopped else FINE


def rules_or_example(game: str, players: int | None, option: Sequence[str], example: str | None) -> "Rules":
    """The rules, or one of their examples as a game."""
    if example is None:
        return rules_of(game, players, option)
    if players is not None or option:
        raise Misuse("An example has players and options of its own; --players and --option do not go with it.")
    from rulewright.analysis.examples import position
    from rulewright.loading import read_text

    path = find(game)
    with ElapsedLine(console.MAKING_RULES).shown():
        return position(read_text(path.name, read(path)), title(path), example)


@verb("bench")
def _bench(files: Sequence[str], players: int | None, option: Sequence[str], seconds: int, format: str) -> int:
    """Measure games; one that goes wrong, or does not end, is named, the first with the command that plays it."""
    from rulewright.analysis.bench.backends import SEED
    from rulewright.analysis.bench.measure import Endless, WentWrong, as_json, as_text, measure
    from rulewright.analysis.random_games import replay_command

    loaded = [(game, rules_of(game, players, option)) for game in files]
    results = []
    for game, rules in loaded:
        title = rules.core.title
        if sys.stderr.isatty():  # somebody who looks on shall know what takes so long
            complain(f"Measuring {title}, {rules.players} players: about {seconds} s for each backend, and loading.")
        progress = Progress(1, what="measurements")
        try:
            with ElapsedLine("measuring", progress.text).shown():
                result = measure(rules, game, options(option), seconds=seconds, tell=progress.show)
        except WentWrong as wrong:
            typed = replay_command(game, rules.players, rules.options, seed=SEED, number=wrong.number)
            said = f"{title}, game {wrong.number} of seed {SEED}: {typed}"
            raise RulesWentWrong(f"{console.fault_words(rules, wrong.fault)}\n{said}") from wrong
        except Endless as endless:
            raise RulesWentWrong(f"{title}: {endless}") from endless
        results.append(as_json(result))
        for note in result.left_out:
            complain(f"Note: {note}")
        if format == "text":
            print(as_text(result), flush=True)
    if format == "json":
        console.write_json(results)
    return FINE


@verb("explore")
def _explore(game: str, memory: int, seconds: int | None, merge: Sequence[str], *, solve: bool, **where: Any) -> int:  # noqa: ANN401 - passed on as it is
    """`where`: what else `rules_or_example` asks for."""
    from rulewright.analysis.exploration import Explored, Merging, NoMerging, explored, summary

    rules = rules_or_example(game, **where)
    due, told, interrupted = inf if seconds is None else monotonic() + seconds, Explored(), False
    if solve:
        if merge:
            raise Misuse("--solve needs all positions as they are: it does not go with --merge.")
        return _solve(rules, memory << 20, due)
    merged = Merging(rules, merge) if merge else None
    if merge:
        complain("Note: where values are merged the reference finds the positions, slower than the fast backend.")
    elapsed, going = ElapsedLine("exploring"), lambda: monotonic() < due
    try:
        with elapsed.shown():
            for layer in explored(rules, told, memory=memory << 20, going=going, merged=merged):
                ends = f", {layer.over:,} of them ends" if layer.over else ""
                with elapsed.away():
                    print(f"{layer.decisions}: {layer.deciding + layer.over:,} positions{ends}", flush=True)
    except KeyboardInterrupt:
        interrupted = True
    except NoMerging as trouble:
        complain(str(trouble))
        return FINDINGS
    for line in summary(rules, told, merged):
        print(shown(line))
    if told.sampled:
        complain("Note: some chance events have too many outcomes; of them a sample was taken, so there are more.")
    if interrupted:
        complain("Stopped. What was found stands above.")
        return FINDINGS
    if not told.all:
        room = f"than there is memory for; --memory gives more than {memory:,} MB, if this machine has it"
        why = room if told.in_time else "than there was time for"
        complain(f"There are more positions {why}. What was found stands above.")
    return FINDINGS if told.troubles else FINE


def _solve(rules: "Rules", memory: int, due: float) -> int:
    """Say what best play brings, and each of the first moves."""
    from rulewright.solving import Unsolvable, solve

    try:
        with ElapsedLine("solving").shown():
            found = solve(rules, memory=memory, going=lambda: monotonic() < due)
    except Unsolvable as trouble:
        complain(str(trouble))
        return FINDINGS

    def said(worth: "Worth") -> str:
        if worth.moves is None:
            return "neither wins nor loses"
        return f"{'wins' if worth.value > 0 else 'loses'} after {worth.moves} move{'s' * (worth.moves != 1)}"

    name = rules.core.seat_names[found.seat]
    print(f"{found.positions:,} positions; these are all")
    print(shown(f"{name} is to move: with best play it {said(found.best[1])}"))
    for move, worth in found.moves:
        kept = " *" if move in found.keeping else ""
        print(shown(f"  {' '.join(map(str, move))}: {said(worth)}{kept}"))
    print(f"{len(found.keeping)} of {len(found.moves)} moves keep that (*).")
    return FINE
