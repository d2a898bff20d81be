"""Values that are merged: what stands against it, and positions that are one but for the names of such values.

That nothing tells them apart is proven from the rules; on some positions it is tried all the same, whatever they say.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.merging.ordering import touched
from rulewright.language.merging.renaming import Renaming, all_of, exchanged, swaps, type_name, wanted
from rulewright.language.merging.telling_apart import told_apart
from rulewright.language.messages import merging as words
from rulewright.language.source import readable
from rulewright.language.types import Named
from rulewright.loading import RulesError
from rulewright.machine.game import Rules
from rulewright.machine.interpret import Deciding, Machine, Over, RulesFault, Waiting
from rulewright.machine.positions import Broken, Faulted, PlainPositions
from rulewright.machine.relabelling import Relabelling, Standing, Vector, least, relabelling, standing
from rulewright.machine.remembering import Frames, frames

TRIED: Final = 20
"""On so many positions of each depth it is tried that names change nothing."""


class NoMerging(Exception):  # noqa: N818 - the user's, no error of the program
    """No values that could ever be merged, or what was proven of them does not hold in play."""


@frozen
class Merging:
    """`all`: what all renamings make of a state; `swaps`: the two values that some exchange, and what becomes of it;
    `frames`: what is remembered while somebody is asked."""

    name: str
    frames: Frames
    all: tuple[Relabelling, ...]
    swaps: tuple[tuple[str, str, Relabelling], ...]

    def alike(self, machine: Machine) -> Vector:
        """What all positions have in common that differ in names only."""
        return least(machine, self.frames, self.all)


def merging(rules: Rules, names: Sequence[str]) -> Merging:
    """The values of these types merged. NoMerging where there are none such; RulesError where rules tell them apart."""
    types = wanted(rules.core, names)
    if isinstance(types, str):
        raise NoMerging(types)
    found = _whole(rules, swaps(rules.core, types))
    kept = frames(touched(rules.core, frozenset(type_ for swap in found for type_ in swap.of)), rules.program)
    _refused(rules, _apart(rules, types, found, kept))
    size, core = rules.program.size, rules.core
    every = tuple(relabelling(core, size, each) for each in _whole(rules, all_of(core, types)))
    exchanges = tuple((*exchanged(core, types, each)[1], relabelling(core, size, each)) for each in found)
    return Merging(" and ".join(map(type_name, types)), kept, every, exchanges)


def _whole(rules: Rules, found: Iterable[Renaming | Diagnostic]) -> tuple[Renaming, ...]:
    """The renamings, if nothing stands against one of them: told is what stands against the first."""
    every = tuple(found)
    _refused(rules, [each for each in every if isinstance(each, Diagnostic)][:1])
    return tuple(each for each in every if isinstance(each, Renaming))


def _refused(rules: Rules, found: Iterable[Diagnostic]) -> None:
    wrong = tuple(sorted(dict.fromkeys(found), key=lambda each: each.span.start))
    if wrong:
        raise RulesError(readable(f"{rules.name}.rules", rules.source_text.encode()), wrong)


def _apart(rules: Rules, types: Sequence[Named], found: Sequence[Renaming], kept: Frames) -> Iterator[Diagnostic]:
    """All that tells them apart, or would have to be renamed where nothing says how."""
    yield from told_apart(rules.core, types, found)
    name = " and ".join(map(type_name, types))
    for what, span in {each[0]: each for each in kept.strange}.values():
        yield words.remembered(span, type=name, name=what)


# ---- tried in play


def tried(rules: Rules, merged: Merging, vectors: Iterable[Vector]) -> None:
    """See that these positions with two values exchanged lead where they lead, exchanged. NoMerging where not."""
    rules.loaded = None
    for vector in vectors:
        here, stop = _after(rules, vector), _standing(rules, merged, vector)
        for one, other, swap in merged.swaps:
            if here is not None and _exchanged(rules, merged, here, swap) != _after(rules, swap.of(vector, stop)):
                message = (
                    f"{merged.name} cannot be merged: in a position that comes up in play, exchanging {one} and "
                    f"{other} makes a difference, though nothing in the rules tells them apart. Nothing that was "
                    "counted holds. Explore without --merge, and please report this."
                )
                raise NoMerging(message)


def _standing(rules: Rules, merged: Merging, vector: Vector) -> Standing:
    rules.machine.load(vector)
    return standing(rules.machine, merged.frames)


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


def _exchanged(rules: Rules, merged: Merging, after: After, swap: Relabelling) -> After:
    """The same with two values exchanged."""
    said, states = after
    return said, sorted(swap.of(each, _standing(rules, merged, each)) for each in states)
