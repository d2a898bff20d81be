"""All positions of a game, depth by depth, with how games end and where they cannot go on; and perft: how many ways
there are to make so many decisions.

That nothing tells merged values apart is shown by the rules, and on some positions it is tried all the same.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field, frozen

from rulewright.fast import fast_explorer
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.merging import Renaming, all_of, exchanged, swaps, told_apart, touched, wanted
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.source import readable
from rulewright.language.wording import joined
from rulewright.loading import RulesError
from rulewright.machine import positions as walks
from rulewright.machine.chance import MOST_OUTCOMES
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from rulewright.machine.move_names import Move
from rulewright.machine.positions import Broken, Faulted, Layer, NoRoom, PlainPositions, Positions, Vector, layers
from rulewright.machine.relabelling import least, relabelling, remembered, shuffled_row
from rulewright.shown import Misuse

if TYPE_CHECKING:
    from rulewright.machine.wasm.explorer import Explorer


# ---- values that are merged

TRIED: Final = 20
"""On so many positions of each depth it is tried that names change nothing."""


class NoMerging(Misuse):
    """No values that could ever be merged, or what was proven of them does not hold in play."""


class Merging:
    """The values of these types merged. `all`: what all renamings make of a state; `swaps`: the two values that some
    exchange, and what becomes of it. NoMerging where there are none such; RulesError where rules tell them apart."""

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        size, core, types = rules.program.size, rules.core, wanted(rules.core, names)
        if isinstance(types, str):
            raise NoMerging(types)
        found = _whole(rules, swaps(core, types))
        known = touched(core, types, found)
        again = {name: words.remembered(span, type=known.names, name=name) for name, span in remembered(known)}
        _refused(rules, (*told_apart(known), *again.values()))
        self.name = known.names
        self.all = tuple(relabelling(core, size, each) for each in _whole(rules, all_of(core, types)))
        self.swaps = tuple((*exchanged(core, each)[1], relabelling(core, size, each)) for each in found)

    def alike(self, machine: Machine) -> Vector:
        """What all positions have in common that differ in names only."""
        return least(machine, self.all)


def _whole(rules: Rules, found: Iterable[Renaming | Diagnostic]) -> tuple[Renaming, ...]:
    """The renamings, if nothing stands against one of them: told is what stands against the first."""
    every = tuple(found)
    _refused(rules, [each for each in every if isinstance(each, Diagnostic)][:1])
    return tuple(each for each in every if isinstance(each, Renaming))


def _refused(rules: Rules, found: Iterable[Diagnostic]) -> None:
    wrong = tuple(sorted(dict.fromkeys(found), key=lambda each: each.span.start))
    if wrong:
        raise RulesError(readable(f"{rules.name}.rules", rules.source_text.encode()), wrong)


def tried(rules: Rules, merged: Merging, vectors: Iterable[Vector]) -> None:
    """See that these positions with two values exchanged lead where they lead, exchanged. NoMerging where not."""
    rules.loaded = None
    for vector in vectors:
        here, shuffled = _after(rules, vector), _shuffled(rules, vector)
        for one, other, swap in merged.swaps:
            if here is None:
                continue
            said, states = here
            swapped = said, sorted(swap.relabelled(each, _shuffled(rules, each)) for each in states)
            if swapped != _after(rules, swap.relabelled(vector, shuffled)):
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
    """Where the game stands, what goes wrong there, and all states that can come next; None where some are left out."""
    next_ = PlainPositions(rules, merge=False)
    wrong = [*next_.begin(((vector, 1),))]
    stop = rules.machine.load(vector)
    for sort in (Deciding, Waiting):
        wrong += next_.go_on(range(1), sort)
    told = sorted(
        ("invariant", each.invariant) if isinstance(each, Broken) else (each.fault.code, each.fault.span.start)
        for each in wrong
        if isinstance(each, Faulted) or each.position == 0
    )
    ends: object = None
    if isinstance(stop, Over):
        try:
            ends = next_.winners(0)
        except RulesFault as fault:
            ends = fault.code, fault.span
    states = sorted(map(next_.vector, range(1, next_.found)))
    return None if next_.sampled else ((stop, told, ends), states)


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
    memory: int = walks.GIB,
    going: Callable[[], bool] = lambda: True,
    merged: Merging | None = None,
) -> Generator[Layer, None, None]:
    """Each depth as soon as it is known; `told` says at every time what was found. Where values are `merged`, positions
    that differ in their names only are one; NoMerging where play tells them apart."""
    reach = walks.Reach(memory=memory, going=going)
    fast = fast_explorer(rules, reach) if merged is None else None
    positions: Positions = fast or PlainPositions(rules, reach, alike=None if merged is None else merged.alike)

    def trouble(fault: RulesFault) -> str:
        where = "dead end" if fault.code == "stuck" else "the rules go wrong"
        return f"line {rules.line(fault.span)}: {where}: {fault.message}"

    for each in layers(positions):
        told.positions, told.sampled = positions.found, positions.sampled
        match each:
            case Layer():
                if merged is not None:
                    tried(rules, merged, map(positions.vector, each.positions[:: len(each.positions) // TRIED + 1]))
                for end in positions.stopped(each.positions, Over):
                    try:
                        told.ends[positions.winners(end)] += 1
                    except RulesFault as fault:
                        told.troubles[trouble(fault)] += 1
                yield each
            case Faulted(fault=fault):
                told.troubles[trouble(fault)] += 1
            case Broken(invariant=number):
                invariant = rules.program.invariants[number]
                told.troubles[f'line {rules.line(invariant.span)}: {invariant.sort} "{invariant.title}"'] += 1
    told.all, told.in_time = positions.complete, going()


def summary(rules: Rules, told: Explored, merged: Merging | None = None) -> Iterator[str]:
    """What is to be said at the end, line by line."""
    complete = told.all and not told.sampled
    names = "" if merged is None else f" that differ in more than the names of {merged.name}"
    yield f"{told.positions:,} positions{names}{'; these are all' if complete else ''}"
    for winners, ends in told.ends.most_common():
        won = [rules.core.seat_names[seat] for seat in winners]
        yield f"{ends:,} ends: {joined(won) or 'nobody'} {'win together' if len(won) > 1 else 'wins'}"
    for said, times in told.troubles.most_common():
        yield f"{times:,} times {said}"


# ---- perft: chance is enumerated, each outcome is a way
# Equal positions are counted once, with how often they are reached; without merging the numbers are the same. The fast
# backend counts where there is one and it is worth while.

MAX_KEPT_POSITIONS: Final = 50
"""So many positions the reference keeps before the fast backend is made."""


@frozen
class Depth:
    """After so many decisions: how many ways to get there, how many of them over; whether no chance was sampled."""

    decisions: int
    paths: int
    ended: int
    complete: bool


@define(slots=False)
class Perft:
    """The counts for rules: without `merge` equal positions are never one, of more than so many `outcomes` a sample is
    taken, and about so many bytes of `memory` are used."""

    rules: Rules
    merge: bool = True
    outcomes: int = MOST_OUTCOMES
    memory: int = walks.GIB

    def depths(self, most: int, starts: walks.Starts = ()) -> Iterator[Depth]:
        """The counts for 0 to so many decisions from these positions, or from the beginning of the game, each as soon
        as it is known. What goes wrong is raised; NoRoom if there is none left."""
        told, walks = 0, self._walks()
        for walk in walks:
            for each in islice(_depths(walk, starts), told, most + 1):
                yield each
                told += 1
            if told > most:
                return
        raise NoRoom

    def parts(self, decisions: int) -> Iterator[tuple[str, Depth]]:
        """The counts after so many decisions of each first move by itself; with its seat where not all are one's."""
        machine, positions = self.rules.machine, self._plain()
        for _ in islice(_depths(positions), 1):
            pass
        # where each first move of a seat leads, and in how many ways: to its stop, be it for chance
        firsts: dict[tuple[int, Move], dict[Vector, int]] = {}
        for position in range(positions.found):
            vector = positions.vector(position)
            stop = machine.load(vector)
            for seat in stop.seats if isinstance(stop, Deciding) else ():
                machine.load(vector)
                assert isinstance(stop, Deciding)
                choices = machine.moves(seat)
                for choice, name in zip(choices, self.rules.naming.moves(seat, choices, stop.site), strict=True):
                    machine.load(vector)
                    machine.choose(seat, choice)
                    reached = firsts.setdefault((seat, name), {})
                    reached[machine.vector] = reached.get(machine.vector, 0) + positions.ways(position)
        several = len({seat for seat, _ in firsts}) > 1
        for (seat, move), starts in firsts.items():
            *_, last = self.depths(decisions - 1, tuple(starts.items()))
            who = (f"{self.rules.core.seat_names[seat]}:",) if several else ()
            yield " ".join(map(str, (*who, *move))), evolve(last, decisions=decisions)

    def _walks(self) -> Iterator[Positions]:
        """At first the reference, and where it has no room left the fast backend, as far as that can count."""
        if self._fast is None:
            yield self._plain()
            return
        yield self._plain(MAX_KEPT_POSITIONS)
        yield self._fast
        if self._fast.too_many_ways:
            yield self._plain()

    def _reach(self, room: int | None = None) -> walks.Reach:
        return walks.Reach(room, memory=self.memory, outcomes=self.outcomes, any_seat=True, counting=True)

    def _plain(self, room: int | None = None) -> PlainPositions:
        return PlainPositions(self.rules, self._reach(room), merge=self.merge)

    @cached_property
    def _fast(self) -> "Explorer | None":
        return fast_explorer(self.rules, self._reach()) if self.merge else None


def _depths(walk: Positions, starts: walks.Starts = ()) -> Iterator[Depth]:
    """The counts of each depth as long as there is room, from some on none; what goes wrong is raised."""
    following = 0
    for layer in layers(walk, starts):
        assert not isinstance(layer, Broken), "who counts does not look"
        if isinstance(layer, Faulted):
            raise layer.fault
        following = layer.decisions + 1
        yield Depth(layer.decisions, layer.deciding + layer.over, layer.over, not walk.sampled)
    if walk.complete:
        yield from (Depth(each, 0, 0, not walk.sampled) for each in count(following))
