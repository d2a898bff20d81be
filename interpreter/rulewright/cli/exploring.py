"""The verb `explore`: all positions of a game, depth by depth."""

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINDINGS, FINE, GAME, MEMORY, VARIANT, Misuse, Verb, argument, flag, number
from rulewright.cli.counting import EXAMPLE, rules_or_example
from rulewright.cli.progress import ElapsedLine
from rulewright.cli.telling import complain
from rulewright.shown import shown

if TYPE_CHECKING:
    from rulewright.analysis.exploration import Merging
    from rulewright.machine.game import Rules
    from rulewright.solving import Worth


def _explore(
    game: str,
    players: int | None,
    option: Sequence[str],
    example: str | None,
    memory: int,
    seconds: int | None,
    merge: Sequence[str],
    *,
    solve: bool,
) -> int:
    from rulewright.analysis.exploration import Explored, NoMerging, explored, summary

    rules = rules_or_example(game, players, option, example)
    due, told, interrupted = inf if seconds is None else monotonic() + seconds, Explored(), False
    if solve:
        if merge:
            raise Misuse("--solve needs all positions as they are: it does not go with --merge.")
        return _solve(rules, memory << 20, due)
    merged = _merged(rules, merge)
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
    name = rules.core.seat_names[found.seat]
    print(f"{found.positions:,} positions; these are all")
    print(shown(f"{name} is to move: with best play it {_worth(found.best[1])}"))
    for move, worth in found.moves:
        kept = " *" if move in found.keeping else ""
        print(shown(f"  {' '.join(map(str, move))}: {_worth(worth)}{kept}"))
    print(f"{len(found.keeping)} of {len(found.moves)} moves keep that (*).")
    return FINE


def _worth(worth: "Worth") -> str:
    if worth.moves is None:
        return "neither wins nor loses"
    return f"{'wins' if worth.value > 0 else 'loses'} after {worth.moves} move{'s' * (worth.moves != 1)}"


def _merged(rules: "Rules", names: Sequence[str]) -> "Merging | None":
    """The values that are to be merged, if any."""
    from rulewright.analysis.exploration import NoMerging, merging

    if not names:
        return None
    try:
        found = merging(rules, names)
    except NoMerging as trouble:
        raise Misuse(str(trouble)) from trouble
    complain("Note: where values are merged the reference finds the positions, slower than the fast backend.")
    return found


EXPLORE: Final = Verb(
    "explore",
    "find all positions of a game, depth by depth, and how it ends, or what best play brings",
    (
        GAME,
        *VARIANT,
        EXAMPLE,
        MEMORY,
        argument("--seconds", type=number(1, 1_000_000), metavar="N", help="stop after so many seconds"),
        argument(
            "--merge",
            action="append",
            default=[],
            metavar="TYPE",
            help="count positions as one that differ only in which value of this type is which, such as a suit; "
            "refused where the rules tell its values apart. Repeat it for more types",
        ),
        flag("--solve", "instead say what best play of all brings: of a small game for two in which nothing is hidden"),
    ),
    _explore,
)
