"""Places in a text, and how long a text may be."""

from typing import Final

from attrs import field, frozen

BYTES: Final = 128 << 10
"""So long is a text of rules at most."""


@frozen
class Span:
    """A stretch of text: offsets of its first character and of the one after its last."""

    start: int
    end: int

    def holds(self, other: "Span") -> bool:
        """Whether another one begins inside."""
        return self.start <= other.start < self.end


NOWHERE: Final = Span(0, 0)


@frozen
class Spanned:
    """What stands somewhere in a text: its place is given by name, is no part of equality, and not shown."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
