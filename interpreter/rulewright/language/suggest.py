"""Did you mean …? One pure function, used by everybody who names what was not found."""

from collections.abc import Iterable

from rulewright.language.confusable import skeleton


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, if one is near enough: at most a third of its letters differ, or it looks the
    same.

    Neighboring letters that changed places count as one difference; of equally near candidates the first counts.

    >>> closest("siut", ["rank", "suit", "strength"])
    'suit'
    >>> closest("gold", ["silver", "zinc"]) is None
    True
    """
    allowed = max(1, (len(word) + 1) // 3)
    differ, best, same = allowed + 1, "", skeleton(word)
    for other in candidates:
        if other != word and differ:
            found = 0 if skeleton(other) == same else _distance(word.lower(), other.lower(), differ - 1)
            differ, best = (found, other) if found < differ else (differ, best)
    return best if differ <= min(allowed, len(best) - 1) else None


def alike(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidate most like a word, and those that are as like it.

    >>> alike("hen", ["given", "then", "when"])
    ['then', 'when']
    """
    known = list(candidates)
    near = closest(word, known)
    return [] if near is None else [each for each in known if unlikeness(word, each) == unlikeness(word, near)]


def unlikeness(word: str, other: str) -> int:
    """How many letters differ.

    >>> unlikeness("siut", "suit"), unlikeness("gold", "golden")
    (1, 2)
    """
    return _distance(word.lower(), other.lower(), max(len(word), len(other)))


def _distance(one: str, other: str, limit: int) -> int:
    """How many letters to insert, delete, change or exchange; beyond the limit any larger number."""
    letters = set(one)
    if abs(len(one) - len(other)) > limit or len(letters.difference(other)) > limit:
        return limit + 1  # a letter that the other has not costs one at least
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before = before, row
        row = [i]
        for j, target in enumerate(other, 1):
            cost = min(row[-1] + 1, before[j] + 1, before[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == target:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]
