"""Coverage: what of the rules happened in play, added up over positions, games and settings.

Places are those of the text, so that what is noted at several settings is one.
"""

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from rulewright.machine.program.nodes import Noted, Notice, Program

ASKED: Final = frozenset[Noted](("case", "condition"))
"""What is asked within a line of the rules."""
PARTS: Final = ASKED | frozenset[Noted](("change",))
"""What is no line of the rules, but a part of one, or what it does."""


@frozen
class Coverage:
    """How often what the rules note has happened, and in how many games it was looked for, random ones and such among
    players who think (`thought`). `complete`: in all positions to which the rules can come."""

    counts: Mapping[Notice, int]
    games: int = 0
    complete: bool = False
    thought: int = 0

    @staticmethod
    def of(
        program: Program, notes: tuple[int, ...], games: int = 0, *, complete: bool = False, thought: int = 0
    ) -> "Coverage":
        """What a machine, engine or explorer of a program has noted."""
        return Coverage(dict(zip(program.notes, notes, strict=True)), games, complete, thought)

    def __add__(self, other: "Coverage") -> "Coverage":
        """What happened here and there. Law: the order does not matter."""
        both = sorted({*self.counts, *other.counts}, key=lambda each: (each.span.start, -each.span.end, each.sort))
        counts = {notice: self.counts.get(notice, 0) + other.counts.get(notice, 0) for notice in both}
        complete, thought = self.complete and other.complete, self.thought + other.thought
        return Coverage(counts, self.games + other.games, complete, thought)

    @property
    def percent(self) -> int:
        """How much of what can happen did, line by line: a whole number, 100 only if everything did."""
        happened = [count > 0 for notice, count in self.counts.items() if notice.sort not in PARTS]
        return 100 * sum(happened) // max(1, len(happened))

    @property
    def tried(self) -> str:
        """Where something was looked for, in words."""
        if self.complete:
            return "any position that play can come to"
        more = f" and {self.thought:,} among players who think" if self.thought else ""
        return f"{self.games:,} random game{'s' * (self.games != 1)}{more}"
