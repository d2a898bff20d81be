"""All positions of a game, depth by depth: how many there are, how games end, and where they cannot go on."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator

from attrs import define, field

from rulewright.analysis.merging import TRIED, Merging, tried
from rulewright.fast import fast_explorer
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Over, RulesFault
from rulewright.machine.positions import GIB, Broken, Faulted, Layer, PlainPositions, Positions, Reach, layers


@define
class Explored:
    """What was found. `ends`: how many ends by the seats that have won in them; `troubles`: how often rules go wrong, a
    choice at a position each, or an invariant does not hold, by what is said. `all`: these are all positions there are;
    `sampled`: but for outcomes of chance that were left out; `in_time`: there was time for more."""

    positions: int = 0
    ends: Counter[tuple[int, ...]] = field(factory=Counter)
    troubles: Counter[str] = field(factory=Counter)
    all: bool = False
    sampled: bool = False
    in_time: bool = True


def explored(
    rules: Rules,
    told: Explored,
    *,
    memory: int = GIB,
    going: Callable[[], bool] = lambda: True,
    merged: Merging | None = None,
) -> Generator[Layer, None, None]:
    """Each depth as soon as it is known; `told` says at every time what was found. Where values are `merged`, positions
    that differ in their names only are one; NoMerging where play tells them apart."""
    reach = Reach(memory=memory, going=going)
    positions: Positions = (
        fast_explorer(rules, reach) or PlainPositions(rules, reach)
        if merged is None
        else PlainPositions(rules, reach, alike=merged.alike)
    )
    found = layers(positions)
    while True:
        try:
            each = next(found)
        except StopIteration as last:
            told.all, told.in_time = bool(last.value), going()
            return
        told.positions, told.sampled = positions.found, positions.sampled
        match each:
            case Layer():
                if merged is not None:
                    tried(rules, merged, map(positions.vector, each.positions[:: len(each.positions) // TRIED + 1]))
                for end in positions.stopped(each.positions, Over):
                    _count(rules, told, positions, end)
                yield each
            case Faulted(fault=fault):
                told.troubles[_trouble(rules, fault)] += 1
            case Broken(invariant=number):
                invariant = rules.program.invariants[number]
                told.troubles[f'line {rules.line(invariant.span)}: {invariant.sort} "{invariant.title}"'] += 1


def _count(rules: Rules, told: Explored, positions: Positions, end: int) -> None:
    try:
        told.ends[positions.winners(end)] += 1
    except RulesFault as fault:
        told.troubles[_trouble(rules, fault)] += 1


def _trouble(rules: Rules, fault: RulesFault) -> str:
    """Where rules go wrong, and why."""
    where = "dead end" if fault.code == "stuck" else "the rules go wrong"
    return f"line {rules.line(fault.span)}: {where}: {fault.message}"


def summary(rules: Rules, told: Explored, merged: Merging | None = None) -> Iterator[str]:
    """What is to be said at the end, line by line."""
    complete = told.all and not told.sampled
    names = "" if merged is None else f" that differ in more than the names of {merged.name}"
    yield f"{told.positions:,} positions{names}{'; these are all' if complete else ''}"
    for winners, ends in told.ends.most_common():
        yield f"{ends:,} ends: {_won(rules, winners)}"
    for said, times in told.troubles.most_common():
        yield f"{times:,} times {said}"


def _won(rules: Rules, winners: tuple[int, ...]) -> str:
    names = [rules.core.seat_names[seat] for seat in winners]
    if not names:
        return "nobody wins"
    return f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} win together"
