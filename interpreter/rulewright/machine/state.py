"""A state as data: one vector, and as bytes for memory and processes of one version.

Bytes are a fingerprint of the program (IR, options, players), then the slots little-endian, 1, 2 or 4 bytes each by
their domain. What lives on disk is a record, not this.
"""

import struct
from typing import Final

from attrs import field, frozen

from rulewright.machine.program.nodes import Program

FINGERPRINT: Final = 16
_FORMATS: Final = ((-(2**7), 2**7, "b"), (0, 2**8, "B"), (-(2**15), 2**15, "h"), (0, 2**16, "H"))


@frozen
class State:
    """A stopped state: equal situations are equal states."""

    vector: tuple[int, ...]
    program: Program = field(eq=False, repr=False)

    def to_bytes(self) -> bytes:
        """The fingerprint and the slots."""
        return self.program.digest[:FINGERPRINT] + struct.pack(_format(self.program), *self.vector)


def taken_up(program: Program, given: object) -> State:
    """A state of this program, which may be given as bytes; ValueError if it is of another, TypeError if it is none."""
    if isinstance(given, bytes):
        return from_bytes(program, given)
    if not isinstance(given, State):
        raise TypeError(f"a game goes on from a State or its bytes, not {given!r}: write resume(game.state)")
    if given.program is not program and given.program.digest != program.digest:
        raise ValueError("this is a state of other rules, options or players")
    return given


def from_bytes(program: Program, data: bytes) -> State:
    """The state of these bytes; ValueError if they are none of this program."""
    if data[:FINGERPRINT] != program.digest[:FINGERPRINT]:
        raise ValueError("these bytes are a state of other rules, options or players")
    if len(data) - FINGERPRINT != struct.calcsize(_format(program)):
        raise ValueError("these bytes are no whole state")
    return State(struct.unpack(_format(program), data[FINGERPRINT:]), program)


def _format(program: Program) -> str:
    """How the vector is packed; cells of no slot take four bytes."""
    formats = ["i"] * program.size
    for slot in program.slots:
        values = (slot.low, slot.high, slot.high if slot.none is None else slot.none)
        code = next((code for least, end, code in _FORMATS if least <= min(values) and max(values) < end), "i")
        formats[slot.offset : slot.offset + slot.length] = [code] * slot.length
    return "<" + "".join(formats)
