"""Drafts about conditions: what is never so, what never comes together, what only one has at a time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from rulewright.analysis.invariants.drafts import (
    MIN_BY_CHANCE,
    MIN_REACHED,
    Bound,
    Broken,
    Draft,
    bound_of,
    conditions_of,
    equal,
    failing,
    limit,
    mask,
    numbers_of,
    of_all,
    rows,
    together,
    values,
)
from rulewright.analysis.invariants.observing import Observed, Seen
from rulewright.analysis.invariants.terms import Term
from rulewright.language.wording import plural


def never(observed: Observed) -> Iterator[Draft]:
    """A condition is never so, or always: also one about all pieces of a zone in which some lay."""
    for number in (each for each in conditions_of(observed) if not observed.terms[each].kept):
        term = observed.terms[number]
        so = {value != 0 for each in observed.play for value in values(each, number)}
        if so == {False} and (not term.whole or _filled(observed, term)):
            yield Draft(term.called, term.denied, term.about, term.owners, _unlike(number, wanted=False))
        elif so == {True} and not term.whole:
            title = term.text.replace(" is ", " is always ", 1)
            yield Draft(title, term.text, term.about, term.owners, _unlike(number, wanted=True))


def _filled(observed: Observed, term: Term) -> bool:
    """Whether play has seen something in the zone of which a term speaks."""
    empty = (number for number in conditions_of(observed) if observed.terms[number].text.endswith("is empty"))
    asked = [number for number in empty if observed.terms[number].about == term.about]
    return any(not value for number in asked for each in observed.play for value in values(each, number))


def _unlike(number: int, *, wanted: bool) -> Broken:
    return failing((number,), lambda row, _: (row[0] != 0) != wanted)


# ---- what never comes together

Pair = tuple[bool, bool]
WAYS: Final[tuple[Pair, ...]] = ((True, True), (True, False), (False, True), (False, False))


def pairs(observed: Observed) -> Iterator[Draft]:
    """Two conditions are never so together, or one is so just when the other is."""
    single = [number for number in conditions_of(observed) if not observed.terms[number].whole]
    for numbers in combinations(single, 2):
        one, other = (observed.terms[each] for each in numbers)
        missing = _missing(observed, numbers) if together(one, other) else []
        if not missing:
            continue
        a, b = missing[0]
        title = f"never both: {_said(one, so=a)}, {_said(other, so=b)}"
        so = f"{_said(one, so=not a)} or {_said(other, so=not b)}"
        if len(missing) > 1:
            like = _said(other, so=a != b)
            title, so = f"{one.text} just when {like}", f"({one.text}) is ({like})"
        broken = _meeting(numbers, missing)
        yield Draft(title, so, one.about | other.about, one.owners or other.owners, broken)


def _said(term: Term, *, so: bool) -> str:
    return term.text if so else term.denied


def _missing(observed: Observed, numbers: Sequence[int]) -> list[Pair]:
    """In which ways two conditions never come together that would come often if they had nothing to do with each other:
    in one, or in both ways in which they differ or are the same."""
    seen = Counter[Pair]((a != 0, b != 0) for each in observed.play for row in rows(each, *numbers) for a, b in row)
    total = seen.total()

    def often(pair: Pair) -> bool:
        first, second = (sum(seen[each] for each in WAYS if each[at] == pair[at]) for at in (0, 1))
        return first * second >= MIN_BY_CHANCE * total * total

    missing = [each for each in WAYS if not seen[each]]
    known = len(missing) == 1 or missing in ([(True, True), (False, False)], [(True, False), (False, True)])
    return missing if known and all(map(often, missing)) else []


def _meeting(numbers: Sequence[int], ways: Sequence[Pair]) -> Broken:
    return failing(numbers, lambda row, _: (row[0] != 0, row[1] != 0) in ways)


# ---- ranges where something is so


def cases(observed: Observed) -> Iterator[Draft]:
    """Where something is so a number has a least or a most to which play comes often, and otherwise not."""
    single = [number for number in conditions_of(observed) if not observed.terms[number].whole]
    for numbers in product(single, numbers_of(observed)):
        if together(*(observed.terms[each] for each in numbers)):
            for so in (True, False):
                parts = [_parted(each, numbers, so=so) for each in observed.play]
                if all(map(all, parts)):
                    low, high = (_edge(observed, parts, high=each) for each in (False, True))
                    edges = [(low, high)] if low == high else [(low, None), (None, high)]
                    yield from (_case(observed, numbers, *each, so=so) for each in edges if any(each))


def _parted(seen: Seen, numbers: Sequence[int], *, so: bool) -> tuple[list[int], list[int]]:
    """The values of a number where a condition is so, and where it is not."""
    every = [row for each in rows(seen, *numbers) for row in each]
    return [value for holds, value in every if (holds != 0) == so], [
        value for holds, value in every if (holds != 0) != so
    ]


def _edge(observed: Observed, parts: Sequence[tuple[list[int], list[int]]], *, high: bool) -> Bound | None:
    known = [max(here) if high else min(here) for here, _ in parts]
    bound = bound_of(observed, known)
    for edge, (here, others) in zip(known, parts, strict=True):
        beyond = sum(value > edge if high else value < edge for value in others)
        by_chance = len(here) * beyond / (len(here) + len(others)) ** 2
        if here.count(edge) < max(2, MIN_REACHED * len(here)) or by_chance < MIN_BY_CHANCE:
            return None
    return bound


def _case(observed: Observed, numbers: Sequence[int], low: Bound | None, high: Bound | None, *, so: bool) -> Draft:
    condition, term = (observed.terms[each] for each in numbers)

    def bounded(text: str) -> str:
        bound = low or high
        assert bound is not None, "there is one"
        return equal(text, bound.text) if low == high else limit(text, bound, high=low is None)

    title = f"{bounded(term.called)} when {_said(condition, so=so)}"
    said = f"{_said(condition, so=not so)} or {bounded(term.text)}"

    def fails(row: tuple[int, ...], players: int) -> bool:
        holds, value = row
        outside = (low is not None and value < low.at(players)) or (high is not None and value > high.at(players))
        return (holds != 0) == so and outside

    owners = condition.owners or term.owners
    return Draft(title, said, condition.about | term.about, owners, failing(numbers, fails))


# ---- one at a time


def single(observed: Observed) -> Iterator[Draft]:
    """Of all owners just one is so, or at most one."""
    for number in conditions_of(observed):
        term = observed.terms[number]
        for so in (True, False) if len(term.owners) == 1 and not term.whole else ():
            times = [[*_times(each, number, so=so)] for each in observed.play]
            if max(map(max, times)) == 1 and all(map(any, times)):
                always = min(map(min, times)) == 1
                owner, text = term.owners[0], _said(term, so=so)
                said = f"{'exactly' if always else 'at most'} 1 of {plural(owner.type)} as {owner.name} where {text}"
                title = f"{'one' if always else 'at most one'} {owner.type} at a time: {text}"
                yield Draft(title, said, term.about, (), _several(number, range(int(always), 2), so=so))


def _several(number: int, right: range, *, so: bool) -> Broken:
    return lambda seen: mask(times not in right for times in _times(seen, number, so=so, over=True))


def _times(seen: Seen, number: int, *, so: bool, over: bool = False) -> Iterator[int]:
    return (sum((value != 0) == so for value in row) for row in of_all(seen, number, over=over))
