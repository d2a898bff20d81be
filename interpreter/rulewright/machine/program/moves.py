"""What a move consists of: its words, split into arguments and joined again; the multisets of a pick of several."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from attrs import define

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


def picks_of(program: Program, site: int, move: ListedMove) -> tuple[Pick, ...]:
    """The picks of a move at a site."""
    return program.actions[program.sites[site].offers[move.offer].action].picks(move.variant)


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


ENDS: Final = "/"
"""What is written behind several that were picked, in different numbers, before something else."""


def as_written(picks: Sequence[Pick], words: Sequence[int]) -> Iterator[tuple[Pick, tuple[int | None, ...]]]:
    """As `split`, for each pick what is written of it: where its members begin, and None for the sign that ends it."""
    for pick, places in split(picks, words):
        yield pick, (*places, *[None] * (pick.several is not None and pick.several.ended))


def join(pick: Pick, members: Sequence[Candidate]) -> tuple[int, ...]:
    """The words of a pick with these members, of each the first ones; `split` gives them again."""
    flat = tuple(word for member in members for word in member[: pick.words])
    if pick.several is None:
        return flat
    return (len(members), *flat, *([0] * (pick.several.capacity * pick.words - len(flat))))


def mask_cell(limit: LimitCode, variant: int) -> int:
    """The cell that counts how often a member was used; a limit that does not tell members apart has one."""
    return limit.cell + (variant if limit.members > 1 else 0)


@define
class Taken:
    """What is found out of selections as they are made: `dead`: no more are wanted that begin with so many members of
    the last one; `longer`: of this size some was such that longer ones may be wanted."""

    dead: int = 0
    longer: bool = False


def selections(
    found: Sequence[Candidate],
    low: int,
    high: int,
    words: int,
    *,
    repeats: bool,
    ordered: bool,
    taken: "Taken | None" = None,
) -> Iterator[tuple[Candidate, ...]]:
    """All multisets of low..high candidates, by size, then in candidate order; `ordered`: in each order of their
    members. A candidate can be there once, as often as the value behind its words says, or, with `repeats`, as often as
    wanted. Whoever takes them says in `taken` which of the others are wanted."""
    if low < 0 or high < 0:
        return
    most = [copies(candidate, words, high if repeats else None) for candidate in found]
    for size in range(low, min(high, sum(most)) + 1):
        if taken is not None:
            taken.longer = False
            chosen: Iterator[tuple[int, ...]] = _chosen(most, size, 0, taken, ordered=ordered)
        elif not ordered and min(most, default=size) >= size:
            chosen = combinations_with_replacement(range(len(most)), size)
        elif not ordered and all(copies == 1 for copies in most):
            chosen = combinations(range(len(most)), size)
        else:
            chosen = _chosen(most, size, 0, Taken(), ordered=ordered)
        for indices in chosen:
            yield tuple(found[index] for index in indices)
        if taken is not None and not taken.longer:
            return


def copies(candidate: Candidate, words: int, repeated: int | None) -> int:
    """How often a candidate can be picked at the most: `repeated` times, or as the value behind its words says."""
    return repeated if repeated is not None else candidate[words] if len(candidate) > words else 1


def _chosen(
    most: list[int], size: int, start: int, taken: Taken, place: int = 0, *, ordered: bool
) -> Iterator[tuple[int, ...]]:
    """So many from the start on, each at most so often, lexicographically, from this place on; `ordered`: in all
    different orders."""
    if not size:
        yield ()
        return
    left = sum(most[start:])
    for index in range(start, len(most)):
        if most[index]:
            if left < size:
                return
            most[index] -= 1
            for rest in _chosen(most, size - 1, 0 if ordered else index, taken, place + 1, ordered=ordered):
                yield (index, *rest)
            most[index] += 1
            if 0 < taken.dead <= place:
                return
            taken.dead = 0
            left -= 0 if ordered else most[index]
