"""Which of the settings that were tried a finding concerns, in as few words as can be."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Final

from rulewright.language.elaborate.settings import Setting, shown_setting
from rulewright.language.option_settings import shown

MOST_WORDS: Final = 3


def concerned(found: Collection[Setting], tried: Sequence[Setting]) -> str:
    """How the settings in which something was found differ from the others that were tried; nothing if it was all.

    >>> concerned({Setting(2, ()), Setting(3, ())}, [Setting(number, ()) for number in (2, 3, 4)])
    'with at most 3 players'
    """
    wanted = _bits([each in found for each in tried])
    traits = dict(_traits(tried))
    for number in range(min(MOST_WORDS, len(traits)) + 1):
        for names in combinations(traits, number):
            if reduce(and_, (traits[name] for name in names), _bits([True] * len(tried))) == wanted:
                return f"with {' and '.join(names)}" if names else ""
    first = next(each for each in tried if each in found)
    return f"in {wanted.bit_count()} of {len(tried)} settings, such as {shown_setting(first)}"


def _bits(which: Sequence[bool]) -> int:
    return sum(1 << place for place, each in enumerate(which) if each)


def _traits(tried: Sequence[Setting]) -> Iterator[tuple[str, int]]:
    """What settings can have in common, with those that have it."""
    counts = sorted({each.players for each in tried})
    for count in counts if len(counts) > 1 else ():
        yield f"{count} player{'s' * (count != 1)}", _bits([each.players == count for each in tried])
    for count in counts[1:-1]:
        yield f"at most {count} players", _bits([each.players <= count for each in tried])
        yield f"at least {count} players", _bits([each.players >= count for each in tried])
    for pair in dict.fromkeys(pair for each in tried for pair in each.options):
        yield f"{pair[0]} {shown(pair[1])}", _bits([pair in each.options for each in tried])
