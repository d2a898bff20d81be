"""Places in a text, and how long a text may be."""

from attrs import frozen

BYTES = 1 << 20
"""So long is a text of rules at most."""


@frozen
class Span:
    """A stretch of text: offsets of its first character and of the one after its last."""

    start: int
    end: int


NOWHERE = Span(0, 0)
