"""What is known of choices that may make no difference: two actions of one choice, the values of a pick.

One difference at one setting settles it. A choice is told where all settings together have shown none, often enough,
when all sentences and branches of its actions were carried out, and what these name was not always as before a game.
"""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import playing as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.machine.program.nodes import Notice

MIN_DECISIONS, GAMES = 12, 3
"""So many decisions in so many games must show no difference."""


@frozen
class Either:
    """What is chosen between: two actions, by their places and names, the upper one first; or the values of a pick,
    which stands for both (`name`), in an action (`other`)."""

    at: Span
    beside: Span
    name: str
    other: str


@frozen
class Evidence:
    """At so many decisions in so many games there was this choice, and all the same; or it makes a difference.
    `wanted`: the sentences and branches of its actions, which should be carried out, and the places of the fields and
    zones that these name, which should not always be as before a game; what of that has `happened`. `missed`: at some
    setting there was no time to come to it."""

    decisions: int = 0
    games: int = 0
    differs: bool = False
    wanted: frozenset[Notice | Span] = frozenset()
    happened: frozenset[Notice | Span] = frozenset()
    missed: bool = False

    def __add__(self, other: "Evidence") -> "Evidence":
        """What both show."""
        return Evidence(
            self.decisions + other.decisions,
            self.games + other.games,
            self.differs or other.differs,
            self.wanted | other.wanted,
            self.happened | other.happened,
            self.missed or other.missed,
        )

    @property
    def enough(self) -> bool:
        """Whether it has often been the same."""
        return not self.differs and self.decisions >= MIN_DECISIONS and self.games >= GAMES

    @property
    def certain(self) -> bool:
        """Whether it is told to be always the same."""
        return self.enough and self.wanted <= self.happened and not self.missed


@frozen
class Alike:
    """What is known of all such choices."""

    evidence: Mapping[Either, Evidence] = field(factory=dict)

    def __add__(self, other: "Alike") -> "Alike":
        """What is known of both settings."""
        every = dict.fromkeys((*self.evidence, *other.evidence))
        none = Evidence()
        return Alike({each: self.evidence.get(each, none) + other.evidence.get(each, none) for each in every})

    @property
    def settled(self) -> bool:
        """Whether each makes a difference or is told."""
        return all(each.differs or each.certain for each in self.evidence.values())

    def told(self, source: Source) -> Iterator[Diagnostic]:
        """Those that make none."""
        certain = {each: known for each, known in self.evidence.items() if known.certain}
        for each, known in sorted(certain.items(), key=lambda item: item[0].at.start):
            if each.at == each.beside:
                yield words.same_values(each.at, name=each.name, action=each.other, decisions=known.decisions)
            else:
                line, times = source.line(each.beside.start), known.decisions
                yield words.same_effects(
                    each.at, also=each.beside, name=each.name, other=each.other, line=line, decisions=times
                )
