"""A function under construction: instructions as bytes, locals, and how deep control is nested.

`Writer` is the one mutable thing here. `block`, `loop` and `when` are context managers; what they give names the place
that `branch` goes to, so that nobody counts depths.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.machine.wasm.encoding import I32, Body, Signature, signed, unsigned

EMPTY = 0x40
OPERATIONS = {
    "unreachable": 0x00,
    "return": 0x0F,
    "drop": 0x1A,
    "select": 0x1B,
    "eqz": 0x45,
    "==": 0x46,
    "!=": 0x47,
    "<": 0x48,
    "<u": 0x49,
    ">": 0x4A,
    ">u": 0x4B,
    "<=": 0x4C,
    ">=": 0x4E,
    ">=u": 0x4F,
    "+": 0x6A,
    "-": 0x6B,
    "*": 0x6C,
    "/s": 0x6D,
    "/u": 0x6E,
    "mod-s": 0x6F,
    "mod-u": 0x70,
    "bitand": 0x71,
    "bitor": 0x72,
    "xor": 0x73,
    "shl": 0x74,
    "shr": 0x75,
    "shr-u": 0x76,
    "ctz32": 0x68,
    "long-eqz": 0x50,
    "long==": 0x51,
    "long!=": 0x52,
    "long<": 0x53,
    "long<u": 0x54,
    "long>": 0x55,
    "long>u": 0x56,
    "long<=": 0x57,
    "long>=": 0x59,
    "long>=u": 0x5A,
    "ctz": 0x7A,
    "popcount": 0x7B,
    "long+": 0x7C,
    "long-": 0x7D,
    "long*": 0x7E,
    "long/s": 0x7F,
    "long-mod-s": 0x81,
    "long-mod-u": 0x82,
    "long-and": 0x83,
    "long-or": 0x84,
    "long-xor": 0x85,
    "long-shl": 0x86,
    "long-shr": 0x87,
    "long-shr-u": 0x88,
    "short": 0xA7,
    "long": 0xAC,
    "long-u": 0xAD,
}
"""The instructions that take everything from the stack; without a prefix they are of 32 bits."""
LOADS = {
    "word": (0x28, 2),
    "long": (0x29, 3),
    "byte": (0x2D, 0),
    "half": (0x2F, 1),
    "signed-byte": (0x2C, 0),
    "signed-half": (0x2E, 1),
}
STORES = {"word": (0x36, 2), "long": (0x37, 3), "byte": (0x3A, 0), "half": (0x3B, 1)}


class Writer:
    """Writes one function."""

    def __init__(self, params: tuple[int, ...] = (), results: tuple[int, ...] = ()) -> None:
        """Begin an empty function of this signature; its parameters are the first locals, from 0."""
        self.signature = Signature(params, results)
        self.out = bytearray()
        self.depth = 0
        self._locals: list[int] = []

    def body(self) -> Body:
        """The finished function."""
        return Body(self.signature, tuple(self._locals), bytes(self.out))

    def local(self, kind: int = I32) -> int:
        """A new local."""
        self._locals.append(kind)
        return len(self.signature.params) + len(self._locals) - 1

    # ---- instructions

    def op(self, *names: str) -> None:
        """Instructions without operands of their own."""
        for name in names:
            self.out.append(OPERATIONS[name])

    def const(self, value: int) -> None:
        """A constant of 32 bits."""
        self.out.append(0x41)
        self.out += signed(value)

    def long(self, value: int) -> None:
        """A constant of 64 bits; of numbers above 2^63 the same bits."""
        self.out.append(0x42)
        self.out += signed(value - (1 << 64) if value >= 1 << 63 else value)

    def get(self, local: int) -> None:
        """Push a local."""
        self.out.append(0x20)
        self.out += unsigned(local)

    def set(self, local: int) -> None:
        """Pop into a local."""
        self.out.append(0x21)
        self.out += unsigned(local)

    def tee(self, local: int) -> None:
        """Copy the top into a local."""
        self.out.append(0x22)
        self.out += unsigned(local)

    def get_global(self, number: int) -> None:
        """Push a global."""
        self.out.append(0x23)
        self.out += unsigned(number)

    def set_global(self, number: int) -> None:
        """Pop into a global."""
        self.out.append(0x24)
        self.out += unsigned(number)

    def load(self, address: int = 0, width: str = "word") -> None:
        """Pop an address, push what lies there, `address` further."""
        code, align = LOADS[width]
        self.out += bytes((code, align)) + unsigned(address)

    def store(self, address: int = 0, width: str = "word") -> None:
        """Pop a value and an address, store it there, `address` further."""
        code, align = STORES[width]
        self.out += bytes((code, align)) + unsigned(address)

    def copy(self) -> None:
        """Pop length, source, target: copy bytes."""
        self.out += b"\xfc\x0a\0\0"

    def fill(self) -> None:
        """Pop length, value, target: fill bytes."""
        self.out += b"\xfc\x0b\0"

    def grow(self) -> None:
        """Pop a number of pages, push how many there were, or -1."""
        self.out += b"\x40\0"

    def pages(self) -> None:
        """Push how many pages the memory has."""
        self.out += b"\x3f\0"

    def call(self, function: int) -> None:
        """Call a function."""
        self.out.append(0x10)
        self.out += unsigned(function)

    def to_bytes(self) -> None:
        """Turn the number of words on the stack into that of their bytes."""
        self.const(2)
        self.op("shl")

    def raise_by(self, local: int, number: int) -> None:
        """Add a constant to a local."""
        self.get(local)
        self.const(number)
        self.op("+")
        self.set(local)

    # ---- control

    def open_block(self) -> int:
        """Begin a stretch that `close` ends, where stretches do not nest as the code does that writes them."""
        return self._open(0x02, EMPTY)

    def _open(self, code: int, result: int) -> int:
        self.out += bytes((code, result))
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """End the innermost stretch."""
        self.out.append(0x0B)
        self.depth -= 1

    @contextmanager
    def block(self, result: int = EMPTY) -> Iterator[int]:
        """A stretch whose end can be gone to."""
        yield self._open(0x02, result)
        self.close()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """A stretch whose beginning can be gone to."""
        yield self._open(0x03, EMPTY)
        self.close()

    @contextmanager
    def when(self, result: int = EMPTY) -> Iterator[int]:
        """Pop a test; the stretch runs if it is not 0. `otherwise` begins the other one."""
        yield self._open(0x04, result)
        self.close()

    def otherwise(self) -> None:
        """What runs if the test was 0."""
        self.out.append(0x05)

    @contextmanager
    def until(self, left: int, comparison: str, right: int) -> Iterator[None]:
        """What is written inside runs again and again, as long as a comparison of two locals does not hold."""
        with self.block() as out, self.loop() as again:
            self.get(left)
            self.get(right)
            self.op(comparison)
            self.branch_if(out)
            yield
            self.branch(again)

    @contextmanager
    def until_0(self, local: int) -> Iterator[None]:
        """What is written inside runs again and again, until a local is 0."""
        with self.block() as out, self.loop() as again:
            self.get(local)
            self.op("eqz")
            self.branch_if(out)
            yield
            self.branch(again)

    def branch(self, place: int) -> None:
        """Go to a place."""
        self.out.append(0x0C)
        self.out += unsigned(self.depth - place)

    def branch_if(self, place: int) -> None:
        """Pop a test and go to a place if it is not 0."""
        self.out.append(0x0D)
        self.out += unsigned(self.depth - place)

    def branch_by(self, places: list[int], beyond: int) -> None:
        """Pop a number and go to the place with it."""
        self.out.append(0x0E)
        self.out += unsigned(len(places)) + b"".join(unsigned(self.depth - place) for place in [*places, beyond])
