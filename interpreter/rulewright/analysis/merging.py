"""Values that are merged: what stands against it, and positions that are one but for the names of such values.

That nothing tells them apart is proven from the rules; on some positions it is tried all the same, whatever they say.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.merging.renaming import Renaming, all_of, exchanged, swaps, wanted
from rulewright.language.merging.telling_apart import told_apart, touched
from rulewright.language.messages import merging as words
from rulewright.language.source import readable
from rulewright.loading import RulesError
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from rulewright.machine.positions import Broken, Faulted, PlainPositions
from rulewright.machine.relabelling import Relabelling, Vector, least, relabelling, remembered, shuffled_row

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
    known = touched(rules.core, types, frozenset(type_ for swap in found for type_ in swap.of))
    again = {name: words.remembered(span, type=known.names, name=name) for name, span in remembered(known)}
    _refused(rules, (*told_apart(known), *again.values()))
    size, core = rules.program.size, rules.core
    every = tuple(relabelling(core, size, each) for each in _whole(rules, all_of(core, types)))
    exchanges = tuple((*exchanged(core, types, each)[1], relabelling(core, size, each)) for each in found)
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
