"""All positions of a game, depth by depth: how many there are, how games end, and where they cannot go on.

That nothing tells values apart that are merged is shown by the rules; on some positions it is tried all the same,
whatever they say.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from rulewright.fast import fast_explorer
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.merging import Renaming, all_of, exchanged, swaps, told_apart, touched, wanted
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.source import readable
from rulewright.language.wording import joined
from rulewright.loading import RulesError
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from rulewright.machine.positions import GIB, Broken, Faulted, Layer, PlainPositions, Positions, Reach, layers
from rulewright.machine.relabelling import Relabelling, Vector, least, relabelling, remembered, shuffled_row

# ---- values that are merged


TRIED: Final = 20
"""On so many positions of each depth it is tried that names change nothing."""


class NoMerging(Exception):  # noqa: N818 - the user's, no error of the program
    """No values that could ever be merged, or what was proven of them does not hold in play."""


@frozen
class Merging:
    """`all`: what all renamings make of a state; `swaps`: the two values that some exchange, and what becomes of it."""

    name: str
    all: tuple[Relabelling, ...]
    swaps: tuple[tuple[str, str, Relabelling], ...]

    def alike(self, machine: Machine) -> Vector:
        """What all positions have in common that differ in names only."""
        return least(machine, self.all)


def merging(rules: Rules, names: Sequence[str]) -> Merging:
    """The values of these types merged. NoMerging where there are none such; RulesError where rules tell them apart."""
    types = wanted(rules.core, names)
    if isinstance(types, str):
        raise NoMerging(types)
    found = _whole(rules, swaps(rules.core, types))
    known = touched(rules.core, types, found)
    again = {name: words.remembered(span, type=known.names, name=name) for name, span in remembered(known)}
    _refused(rules, (*told_apart(known), *again.values()))
    size, core = rules.program.size, rules.core
    every = tuple(relabelling(core, size, each) for each in _whole(rules, all_of(core, types)))
    exchanges = tuple((*exchanged(core, each)[1], relabelling(core, size, each)) for each in found)
    return Merging(known.names, every, exchanges)


def _whole(rules: Rules, found: Iterable[Renaming | Diagnostic]) -> tuple[Renaming, ...]:
    """The renamings, if nothing stands against one of them: told is what stands against the first."""
    every = tuple(found)
    _refused(rules, [each for each in every if isinstance(each, Diagnostic)][:1])
    return tuple(each for each in every if isinstance(each, Renaming))


def _refused(rules: Rules, found: Iterable[Diagnostic]) -> None:
    wrong = tuple(sorted(dict.fromkeys(found), key=lambda each: each.span.start))
    if wrong:
        raise RulesError(readable(f"{rules.name}.rules", rules.source_text.encode()), wrong)


# ---- tried in play


def tried(rules: Rules, merged: Merging, vectors: Iterable[Vector]) -> None:
    """See that these positions with two values exchanged lead where they lead, exchanged. NoMerging where not."""
    rules.loaded = None
    for vector in vectors:
        here, shuffled = _after(rules, vector), _shuffled(rules, vector)
        for one, other, swap in merged.swaps:
            if here is not None and _exchanged(rules, here, swap) != _after(rules, swap.of(vector, shuffled)):
                message = (
                    f"{merged.name} cannot be merged: in a position that comes up in play, exchanging {one} and "
                    f"{other} makes a difference, though nothing in the rules tells them apart. Nothing that was "
                    "counted holds. Explore without --merge, and please report this."
                )
                raise NoMerging(message)


def _shuffled(rules: Rules, vector: Vector) -> int | None:
    rules.machine.load(vector)
    return shuffled_row(rules.machine)


After = tuple[object, list[Vector]]


def _after(rules: Rules, vector: Vector) -> After | None:
    """Where the game stands and what goes wrong there, and all states that can come next; None where not all are
    looked at."""
    next_ = PlainPositions(rules, merge=False)
    wrong = [*next_.begin(((vector, 1),))]
    stop = rules.machine.load(vector)
    for sort in (Deciding, Waiting):
        wrong += next_.go_on(range(1), sort)
    told = sorted(_told(each) for each in wrong if isinstance(each, Faulted) or each.position == 0)
    ends = _winners(next_) if isinstance(stop, Over) else None
    states = sorted(map(next_.vector, range(1, next_.found)))
    return None if next_.sampled else ((stop, told, ends), states)


def _told(wrong: Faulted | Broken) -> tuple[str, int]:
    if isinstance(wrong, Broken):
        return "invariant", wrong.invariant
    return wrong.fault.code, wrong.fault.span.start


def _winners(positions: PlainPositions) -> object:
    try:
        return positions.winners(0)
    except RulesFault as fault:
        return fault.code, fault.span


def _exchanged(rules: Rules, after: After, swap: Relabelling) -> After:
    """The same with two values exchanged."""
    said, states = after
    return said, sorted(swap.of(each, _shuffled(rules, each)) for each in states)


# ---- positions, depth by depth


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
    return f"{joined(names)} win together" if len(names) > 1 else f"{joined(names) or 'nobody'} wins"
