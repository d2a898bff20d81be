"""What a move consists of: its words, split into arguments and joined again; the multisets of a pick of several."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from rulewright.machine.program.nodes import LimitCode, Pick, Program

Candidate = tuple[int, ...]


class ListedMove(NamedTuple):
    """A move: the offer's number in its site, the variant, the words that its picks have (`Pick.at`)."""

    offer: int
    variant: int
    picks: tuple[int, ...]


def listed_move(program: Program, site: int, words: Sequence[int]) -> ListedMove:
    """The move that these words list at a site; what stands behind its own is not read."""
    offer, variant = words[:2]
    own = len(program.actions[program.sites[site].offers[offer].action].variants[variant].cells)
    return ListedMove(offer, variant, tuple(words[2 : 2 + own]))


def split(picks: Sequence[Pick], words: Sequence[int]) -> Iterator[tuple[Pick, range]]:
    """For each pick where its members begin among the words of a move; each member has `Pick.words` of them.

    >>> from rulewright.machine.program.nodes import Argument, Const, Several
    >>> two = Pick("cards", 0, 1, 2, Several(Const(0), Const(2), False, 2), Argument("piece"))
    >>> [list(places) for _, places in split((two,), (9, 1, 7, 30, 0, 0))]
    [[2]]
    """
    for pick in picks:
        if pick.several is None:
            yield pick, range(pick.at, pick.at + 1)
        else:
            first = pick.at + 1
            yield pick, range(first, first + pick.words * words[pick.at], pick.words)


def join(pick: Pick, members: Sequence[Candidate]) -> tuple[int, ...]:
    """The words of a pick with these members, of each the first ones; `split` gives them again."""
    flat = tuple(word for member in members for word in member[: pick.words])
    if pick.several is None:
        return flat
    return (len(members), *flat, *([0] * (pick.several.capacity * pick.words - len(flat))))


def mask_cell(limit: LimitCode, variant: int) -> int:
    """The cell that counts how often a member was used; a limit that does not tell members apart has one."""
    return limit.cell + (variant if limit.members > 1 else 0)


def selections(
    found: Sequence[Candidate], low: int, high: int, words: int, *, repeats: bool, ordered: bool
) -> Iterator[tuple[Candidate, ...]]:
    """All multisets of low..high candidates, by size, then in candidate order; `ordered`: in each order of their
    members. A candidate can be there once, as often as the value behind its words says, or, with `repeats`, as often as
    wanted."""
    if low < 0 or high < 0:
        return
    most = [copies(candidate, words, high if repeats else None) for candidate in found]
    for size in range(low, min(high, sum(most)) + 1):
        for indices in orders(most, size) if ordered else _multisets(most, size):
            yield tuple(found[index] for index in indices)


def copies(candidate: Candidate, words: int, repeated: int | None) -> int:
    """How often a candidate can be picked at the most: `repeated` times, or as the value behind its words says."""
    return repeated if repeated is not None else candidate[words] if len(candidate) > words else 1


def _multisets(most: list[int], size: int) -> Iterator[tuple[int, ...]]:
    if min(most, default=size) >= size:
        return combinations_with_replacement(range(len(most)), size)
    if all(copies == 1 for copies in most):
        return combinations(range(len(most)), size)
    return _of_some_copies(most, size, 0)


def _of_some_copies(most: list[int], size: int, start: int) -> Iterator[tuple[int, ...]]:
    if not size:
        yield ()
        return
    left = sum(most[start:])
    for index in range(start, len(most)):
        if most[index]:
            if left < size:
                return
            most[index] -= 1
            for rest in _of_some_copies(most, size - 1, index):
                yield (index, *rest)
            most[index] += 1
            left -= most[index]


def orders(most: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """All different orders of so many, each at most so often, lexicographically."""
    if not size:
        yield ()
        return
    for index in range(len(most)):
        if most[index]:
            most[index] -= 1
            for rest in orders(most, size - 1):
                yield (index, *rest)
            most[index] += 1
