"""Where a line that is too long is broken: at the outermost place, so that what belongs together stays together.

What comes out are the same tokens in lines of which each but the first goes on with the sentence.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rulewright.language.tokens import CONTINUING, Token, goes_on

Fits = Callable[[Sequence[Token], int], bool]
"""Whether tokens have room in a line that is so many steps deeper than the first."""
_OUTERMOST: Final = ("because", ":", ",", "when", "with", "where", "satisfies", "or", "and")
_INNER: Final = ("to", "from", "in", "is", "+", "-", "*", "/", "mod")
_RANKS: Final = {word: rank for rank, word in enumerate((*_OUTERMOST, *_INNER, ""))}
_QUANTIFIERS: Final = frozenset(("some", "no", "every", "exactly", "least", "most"))
"""These take everything to their right, unless they say what something `is`."""


def broken(code: Sequence[Token], head: str, brackets: int, fits: Fits) -> list[Sequence[Token]]:
    """A line in as many as it needs; `head` begins the paragraph, if this is its first line, and so many `brackets`
    are open where it begins."""
    if fits(code, 0):
        return [code]
    depths = dict(_places(code, head, brackets))
    lines: list[Sequence[Token]] = []
    rest = [(0, len(code))]
    while rest:
        start, end = rest.pop()
        inside = [place for place in depths if start < place < end]
        if not inside or fits(code[start:end], min(start, 1)):
            lines.append(code[start:end])
            continue
        least = min(depths[place] for place in inside)
        cuts = _filled(code, start, end, [place for place in inside if depths[place] == least], fits)
        rest += reversed(list(pairwise((start, *cuts, end))))
    return lines


def _filled(code: Sequence[Token], start: int, end: int, places: Sequence[int], fits: Fits) -> list[int]:
    """Of places those that must be taken, if each line is filled before the next one begins."""
    cuts: list[int] = []
    for place, following in pairwise((*places, end)):
        begun = cuts[-1] if cuts else start
        if not fits(code[begun:following], min(begun, 1)):
            cuts.append(place)
    return cuts


def _places(code: Sequence[Token], head: str, brackets: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The places before which a line can be broken, each with how deep it lies in the sentence."""
    taken = [0]
    for place, token in enumerate(code):
        before = code[place - 1] if place else None
        bracketed = len(taken) > 1 or brackets > 0
        if before is not None and _apart(before, token) and _may_break(code, place, head, bracketed=bracketed):
            word = _word(before, token)
            inner = 0 if word in ("because", "when") else taken[-1]
            yield place, (2 * (len(taken) - 1) + inner, _RANKS[word])
        if token.text == "(":
            taken.append(0)
        elif token.text == ")":
            brackets -= len(taken) == 1
            taken = taken[:-1] or [0]
        elif token.text == "where" or (token.text in _QUANTIFIERS and not _compared(code, place)):
            taken[-1] = 1


def _compared(code: Sequence[Token], place: int) -> bool:
    """Whether a word belongs to a comparison: `is at least`, `is no`."""
    words = [token.text for token in code[max(place - 2, 0) : place]]
    return words[-1:] == ["is"] or words == ["is", "at"]


def _apart(before: Token, token: Token) -> bool:
    """Whether there is a blank between two words that do not belong together."""
    blank = token.start > before.end or before.text in (",", ":")
    return blank and before.text not in ("(", "the") and token.text not in (",", ":", ")")


def _may_break(code: Sequence[Token], place: int, head: str, *, bracketed: bool) -> bool:
    """Whether the sentence goes on where it is broken here."""
    before, token = code[place - 1], code[place]
    if bracketed or before.text in CONTINUING:
        return True
    colon = place + 1 < len(code) and code[place + 1].text == ":"
    return goes_on(before.text, token, head) and not colon


def _word(before: Token, token: Token) -> str:
    """What a place is called by."""
    if token.text in _RANKS:
        return token.text
    return before.text if before.text in _RANKS else ""
