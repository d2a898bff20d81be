"""Drafts about numbers: their ranges, their sums, their order, their steps."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import gcd
from typing import Final

from rulewright.analysis.invariants.drafts import (
    MIN_BY_CHANCE,
    MIN_REACHED,
    ZERO,
    Bound,
    Broken,
    Draft,
    Values,
    bound_of,
    equal,
    failing,
    limit,
    mask,
    numbers_of,
    of_all,
    reached,
    rows,
    together,
    values,
)
from rulewright.analysis.invariants.observing import Observed, Seen
from rulewright.analysis.invariants.terms import Owner

SHIFT: Final = 89
"""By so many positions the values of one term are shifted, to see how it would be had they nothing to do with those of
another."""
MOST_SUMMED: Final = 3
MIN_STEPS: Final = 4
"""So many values a number has at least that goes by steps."""
OTHERS: Final = "qrx"
"""What another owner is called."""


# ---- ranges that are never left


def ranges(observed: Observed) -> Iterator[Draft]:
    """A number is always the same, or has a least or a most to which play comes often."""
    for number in numbers_of(observed):
        term, known = observed.terms[number], [values(each, number) for each in observed.play]
        low, high = (_edge(observed, known, high=high) for high in (False, True))
        if low is not None and low == high:
            if not term.kept:
                yield _limited(observed, number, low, low, f"always {low.text}", equal(term.text, low.text))
            continue
        if low is not None and high is not None and not low.factor and not high.factor:
            stays = f"{low.text}..{high.text}"
            yield _limited(observed, number, low, high, f"never out of {stays}", f"{term.text} is in {stays}")
        if high is not None:
            yield _limited(
                observed, number, None, high, f"never more than {high.text}", limit(term.text, high, high=True)
            )
        if low is not None:
            yield _limited(
                observed, number, low, None, f"never less than {low.text}", limit(term.text, low, high=False)
            )


def _edge(observed: Observed, known: Sequence[Sequence[int]], *, high: bool) -> Bound | None:
    if not all(known):
        return None
    bound = bound_of(observed, [max(some) if high else min(some) for some in known])
    return bound if bound is not None and reached(observed, known, bound) else None


def _limited(observed: Observed, number: int, low: Bound | None, high: Bound | None, said: str, so: str) -> Draft:
    def fails(row: Values, players: int) -> bool:
        low_here, high_here = (None if each is None else each.at(players) for each in (low, high))
        return (low_here is not None and row[0] < low_here) or (high_here is not None and row[0] > high_here)

    term = observed.terms[number]
    return Draft(f"{term.called} is {said}", so, term.about, term.owners, failing((number,), fails))


def gaps(observed: Observed) -> Iterator[Draft]:
    """A number is 0, or at least something that is more than 1."""
    for number in numbers_of(observed):
        known = [values(each, number) for each in observed.play]
        above = [[value for value in some if value] for some in known]
        often = all(len(some) < len(each) for some, each in zip(above, known, strict=True))
        if often and all(above) and min(map(min, above)) > 0:
            bound = bound_of(observed, list(map(min, above)))
            if bound not in (None, Bound(0, 1)) and reached(observed, above, bound):
                yield _gap(observed, number, bound)


def _gap(observed: Observed, number: int, bound: Bound) -> Draft:
    term = observed.terms[number]
    so = f"{equal(term.text, '0')} or {limit(term.text, bound, high=False)}"
    broken = failing((number,), lambda row, players: 0 != row[0] < bound.at(players))
    return Draft(f"{term.called} is 0, or not less than {bound.text}", so, term.about, term.owners, broken)


def steps(observed: Observed) -> Iterator[Draft]:
    """A number goes down from its most by steps, perhaps at last to 0."""
    for number in numbers_of(observed):
        known = [values(each, number) for each in observed.play]
        above = [[value for value in some if value] for some in known]
        if min(len({*some}) for some in above) >= MIN_STEPS:
            most = bound_of(observed, list(map(max, above)))
            sizes = [gcd(*(max(some) - value for value in some)) for some in above]
            step = bound_of(observed, sizes)
            if most is not None and step is not None and min(sizes) > 1:
                yield _step(observed, number, most, step, ended=any(0 in some for some in known))


def _step(observed: Observed, number: int, most: Bound, step: Bound, *, ended: bool) -> Draft:
    term, size = observed.terms[number], f"({step.text})" if step.factor else step.text

    def fails(row: Values, players: int) -> bool:
        return (most.at(players) - row[0]) % step.at(players) != 0 and not (ended and not row[0])

    so = f"({most.text} - {term.text}) mod {size} is 0"
    so = f"{equal(term.text, '0')} or {so}" if ended else so
    title = f"{term.called} goes by steps of {step.text}"
    return Draft(title, so, term.about, term.owners, failing((number,), fails))


# ---- sums that stay the same


def sums(observed: Observed) -> Iterator[Draft]:
    """Some numbers that change are always the same together, or some as much as others."""
    summed = [number for number in _changing(observed) if observed.terms[number].sum]
    found: list[frozenset[int]] = []
    for size in range(2, MOST_SUMMED + 1):
        for numbers in combinations(summed, size):
            abouts = [observed.terms[each].about for each in numbers]
            if any(known <= {*numbers} for known in found) or any(a & b for a, b in combinations(abouts, 2)):
                continue
            signs = product((1, -1), repeat=size - 1)
            kept = next(filter(None, (_kept(observed, numbers, (1, *each)) for each in signs)), None)
            if kept is not None:
                found.append(frozenset(numbers))
                yield kept


def _changing(observed: Observed) -> list[int]:
    every = numbers_of(observed)
    return [number for number in every if all(len({*values(each, number)}) > 1 for each in observed.play)]


def _kept(observed: Observed, numbers: Sequence[int], signs: Sequence[int]) -> Draft | None:
    """That a sum is always the same, if it is."""

    def summed(row: Values) -> int:
        return sum(sign * value for sign, value in zip(signs, row, strict=True))

    known = []
    for seen in observed.play:
        every = (summed(row) for each in rows(seen, *numbers) for row in each)
        first = next(every)
        if any(value != first for value in every):
            return None
        known.append(first)
    bound = bound_of(observed, known)
    if bound is None:
        return None
    terms = [observed.terms[number] for number in numbers]
    plus = [each.text for each, sign in zip(terms, signs, strict=True) if sign > 0]
    minus = [each.text for each, sign in zip(terms, signs, strict=True) if sign < 0]
    if minus and not bound.factor:
        plus += [str(-bound.more)] if bound.more < 0 else []
        minus += [str(bound.more)] if bound.more > 0 else []
    else:
        minus += [bound.text]
    called = " and ".join(each.called for each in terms)
    title = f"{called} go together" if len(plus) < len(terms) else f"{called} are always {bound.text} together"
    about = frozenset[str]().union(*(each.about for each in terms))
    broken = failing(numbers, lambda row, players: summed(row) != bound.at(players))
    return Draft(title, f"{' + '.join(plus)} is {' + '.join(minus)}", about, (), broken)


# ---- orders


def orders(observed: Observed) -> Iterator[Draft]:
    """One number is never more than another, and often as much."""
    for numbers in product(_changing(observed), repeat=2):
        one, other = (observed.terms[each] for each in numbers)
        if numbers[0] == numbers[1] or not together(one, other):
            continue
        ordered = all(a <= b for seen in observed.play for each in rows(seen, *numbers) for a, b in each)
        if ordered and _near(observed, numbers):
            title, so = f"{one.called} is never more than {other.called}", f"{one.text} is at most {other.text}"
            broken = failing(numbers, lambda row, _: row[0] > row[1])
            yield Draft(title, so, one.about | other.about, one.owners or other.owners, broken)


def _near(observed: Observed, numbers: Sequence[int]) -> bool:
    """Whether two numbers are often the same, not always, and would not be in order if they had nothing to do with each
    other."""
    same = apart = total = 0
    for seen in observed.play:
        for each in rows(seen, *numbers):
            pairs = [*each]
            shift = SHIFT % len(pairs)
            same += sum(a == b for a, b in pairs)
            shifted = zip(pairs, [*pairs[shift:], *pairs[:shift]], strict=True)
            apart += sum(a > b for (a, _), (_, b) in shifted)
            total += len(pairs)
    return MIN_REACHED * total <= same < total and apart >= MIN_BY_CHANCE * total


def spreads(observed: Observed) -> Iterator[Draft]:
    """A number is the same for all owners, or nobody is further ahead than something to which play comes often."""
    for number in numbers_of(observed):
        term = observed.terms[number]
        if len(term.owners) != 1:
            continue
        owner = term.owners[0]
        other = Owner(owner.type, next(each for each in OTHERS if each != owner.name))
        its = term.text.replace(f"{owner.name}'s", f"{other.name}'s", 1)
        far = [[*_far(each, number)] for each in observed.play]
        bound = bound_of(observed, list(map(max, far)))
        if its != term.text and bound is not None and reached(observed, far, bound):
            so = f"{term.text} is {its}" if bound == ZERO else f"{term.text} is at most {its} + {bound.text}"
            ahead = f"the same for every {owner.type}" if bound == ZERO else f"nobody is more than {bound.text} ahead"
            yield Draft(f"{term.called}: {ahead}", so, term.about, (owner, other), _apart(number, bound))


def _apart(number: int, bound: Bound) -> Broken:
    return lambda seen: mask(far > bound.at(seen.players) for far in _far(seen, number, over=True))


def _far(seen: Seen, number: int, *, over: bool = False) -> Iterator[int]:
    return (max(row) - min(row) for row in of_all(seen, number, over=over))
