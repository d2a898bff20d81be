"""A policy for playouts: how likely each legal move is, by weights of its `features`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import field, frozen

from rulewright.machine.features import RANKS, Features, parts, picks
from rulewright.machine.program.nodes import Program

MAX_WEIGHT: Final = 30
"""No weight is more, and none less than one part of so many."""
UNIT: Final = 10_000


@frozen
class Policy:
    """What training has learned. `weights`: of each row of weights, by its name, how much more than 1 each is, in units
    of 1 / `UNIT`. `contexts`: the names of the contexts that are looked at. `playouts`: whether random games go by it;
    `prior`: how much a tree does, in thousandths."""

    contexts: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]] = field(hash=False)  # a mapping has none
    playouts: bool = True
    prior: int = 1_000


def rows(program: Program, made: Features) -> Iterator[tuple[str, list[int]]]:
    """All rows of weights: the name of each, and where its weights stand in the long one. A name tells the same in
    another setting, if the row is as long there."""

    def by_context(name: str, first: int, count: int) -> Iterator[tuple[str, list[int]]]:
        for offset, context in zip(made.offsets, made.contexts, strict=False):
            starts = range(first + offset, first + count, made.width)
            yield f"{name} / {context.name}", [start + at for start in starts for at in range(context.size)]

    for number, action in enumerate(program.actions):
        at, members = made.actions[number], len(action.variants) * made.width
        yield from by_context(action.name, at, members)
        yield from by_context(f"{action.name}, rank", at + members, RANKS * made.width)
        for variant, place, pick in picks(program, number):
            at, member = made.picks[number, variant, place], action.variants[variant].name if variant >= 0 else None
            for name, count in parts(program, made, (number, variant, place), pick):
                named = f"{action.name}{f' {member}' if member else ''} {pick.name}{name}"
                if name.endswith(" "):
                    yield from by_context(named.rstrip(), at, count)
                else:
                    yield named, [*range(at, at + count)]
                at += count


def table(program: Program, made: Features, policy: Policy) -> list[float]:
    """The long row. What a policy does not name, or names with another length, weighs 1."""
    found = [1.0] * made.size
    for name, places in rows(program, made):
        more = policy.weights.get(name, ())
        if len(more) == len(places):
            for at, each in zip(places, more, strict=True):
                found[at] = (UNIT + each) / UNIT
    return found


def weights(program: Program, made: Features, found: Sequence[float]) -> dict[str, tuple[int, ...]]:
    """The rows of a policy that say anything."""
    named = ((name, tuple(round(UNIT * (found[at] - 1)) for at in places)) for name, places in rows(program, made))
    return {name: more for name, more in named if any(more)}
