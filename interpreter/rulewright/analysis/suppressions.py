"""Findings that a text accepts: which are told all the same, and which acceptances have nothing to accept.

In: the tree and what was found. Out: what is told. An acceptance takes all findings of its code that stand in something
of its name; errors are never taken.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from attrs import define, field

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import acceptances as words
from rulewright.language.named_places import named_places
from rulewright.language.span import NOWHERE, Span
from rulewright.language.syntax import Accepted, Ruleset

PLAYED: Final = frozenset((
    "broken-invariant",
    "goes-wrong",
    "nobody-can-move",
    "need-not-end",
    "never-fails",
    "never-happens",
    "never-refuses",
    "changes-nothing",
    "goes-round",
    "same-moves",
    "known-order",
))  # fmt: skip
"""The codes of what playing may find, whether or not reading finds some of it.

That there is none of a code is known of `never-fails`, `never-happens` and `never-refuses` (all that was asked for
happened), and of `same-moves` (every choice was seen to make a difference). It never is of `changes-nothing`,
`goes-round` and `known-order`: a few games show some, and no number of games shows that there is none.
The others are errors."""


@define
class Acceptances:
    """What a text accepts, as findings come in."""

    _all: Sequence[Accepted] = ()
    _places: Sequence[tuple[str, Span]] = ()
    _used: set[int] = field(init=False, factory=set)

    @staticmethod
    def of(ruleset: Ruleset) -> "Acceptances":
        """Those of a text, before anything is found."""
        every = [each for each in ruleset.declarations if isinstance(each, Accepted)]
        return Acceptances(every, list(named_places(ruleset)) if every else [])

    def take(self, one: Diagnostic) -> bool:
        """Whether this is accepted; then what accepts it is idle no more."""
        names = {name for name, span in self._places if span.start <= one.span.start < span.end}
        names |= {"game"} if one.span == NOWHERE else set()
        taken = [each for each in self._all if each.code.text == one.code and each.name.text in names]
        if not taken or one.severity == "error":
            return False
        self._used.add(taken[0].span.start)
        return True

    def idle(self, looked: Callable[[str], bool]) -> list[Diagnostic]:
        """Each acceptance that has taken nothing, of a code that was `looked` for."""
        idle = (each for each in self._all if each.span.start not in self._used and looked(each.code.text))
        return [words.nothing_accepted(each.span, code=each.code.text, at=each.name.text) for each in idle]


def untold(acceptances: Acceptances, found: Iterable[Diagnostic], looked: Callable[[str], bool]) -> list[Diagnostic]:
    """What is not accepted, by place, and each acceptance of a code that was `looked` for in vain."""
    kept = [one for one in found if not acceptances.take(one)] + acceptances.idle(looked)
    return sorted(kept, key=lambda one: (one.span.start, one.code))
