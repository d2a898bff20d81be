"""Terms, which are formulas as code; and the binary format of WebAssembly 1.0 with bulk memory and vectors.

A term is the code that pushes its value, put together with Python's operators: `at + 1` is the code of `at`, then that
of 1, then the instruction that adds. Source of the format: the WebAssembly core specification, chapter 5.
"""

import struct
from collections.abc import Callable
from itertools import groupby
from typing import Final

from attrs import frozen

I32, I64, F64, V128 = 0x7F, 0x7E, 0x7C, 0x7B
PAGE: Final = 65_536


@frozen
class Signature:
    """The types of what a function takes and gives."""

    params: tuple[int, ...]
    results: tuple[int, ...]


@frozen
class Body:
    """A function: the types of its locals behind the parameters, its instructions without the last `end`."""

    signature: Signature
    locals: tuple[int, ...]
    code: bytes


@frozen
class Module:
    """Functions by number, one memory of so many pages (at most `most_pages`), mutable globals by type, all 0 at first,
    functions and the memory exported by name, and what lies in the memory at first: (address, bytes)."""

    functions: tuple[Body, ...]
    pages: int
    most_pages: int
    globals: tuple[int, ...]
    exports: tuple[tuple[str, int], ...]
    data: tuple[tuple[int, bytes], ...]


def unsigned(value: int) -> bytes:
    """LEB128 of a number ≥ 0."""
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + unsigned(value >> 7)


def signed(value: int) -> bytes:
    """LEB128 of any number."""
    return bytes([value & 0x7F]) if -0x40 <= value < 0x40 else bytes([value & 0x7F | 0x80]) + signed(value >> 7)


def encoded(module: Module) -> bytes:
    """The bytes of a module."""
    signatures = list(dict.fromkeys(body.signature for body in module.functions))
    exports = [_sized(name.encode()) + b"\0" + unsigned(at) for name, at in module.exports]
    sections = {
        1: [b"\x60" + _sized(bytes(each.params)) + _sized(bytes(each.results)) for each in signatures],
        3: [unsigned(signatures.index(body.signature)) for body in module.functions],
        5: [b"\1" + unsigned(module.pages) + unsigned(module.most_pages)],
        6: [bytes([kind, 1, 0x41 if kind == I32 else 0x42]) + b"\0\x0b" for kind in module.globals],
        7: [_sized(b"memory") + b"\2\0", *exports],
        10: list(map(_body, module.functions)),
        11: [b"\0\x41" + signed(at) + b"\x0b" + _sized(data) for at, data in module.data],
    }
    found = (bytes([number]) + _sized(_vector(parts)) for number, parts in sections.items())
    return b"\0asm\1\0\0\0" + b"".join(found)


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def _vector(parts: list[bytes]) -> bytes:
    return unsigned(len(parts)) + b"".join(parts)


def _body(body: Body) -> bytes:
    runs = [unsigned(sum(1 for _ in equal)) + bytes([kind]) for kind, equal in groupby(body.locals)]
    return _sized(_vector(runs) + body.code + b"\x0b")


COMPARISONS: Final = {
    name: 0x46 + at for at, name in enumerate(["==", "!=", "<", "<u", ">", ">u", "<=", "<=u", ">=", ">=u"])
}
ARITHMETIC: Final = {
    name: 0x6A + at
    for at, name in enumerate(
        ["+", "-", "*", "/s", "/u", "mod-s", "mod-u", "bitand", "bitor", "xor", "shl", "shr-s", "shr"]
    )
}
OPERATORS: Final = {
    **{(name, I32): (bytes([code]), I32) for name, code in (COMPARISONS | ARITHMETIC).items()},
    **{(name, I64): (bytes([code + 0x0B]), I32) for name, code in COMPARISONS.items()},
    **{(name, I64): (bytes([code + 0x12]), I64) for name, code in ARITHMETIC.items()},
    **{(name, F64): (bytes([0x63 + at]), I32) for at, name in enumerate("<>")},
    **{(name, F64): (bytes([0xA0 + at]), F64) for at, name in enumerate("+-*/")},
}
"""By name and type of both sides: the instruction, and the type of what it pushes."""
WIDTHS: Final = {
    "word": (b"\x28", b"\x36", 2, I32),
    "long": (b"\x29", b"\x37", 3, I64),
    "real": (b"\x2b", b"\x39", 3, F64),
    "byte": (b"\x2d", b"\x3a", 0, I32),
    "half": (b"\x2f", b"\x3b", 1, I32),
    "signed-byte": (b"\x2c", b"\x3a", 0, I32),
    "signed-half": (b"\x2e", b"\x3b", 1, I32),
    "four words": (b"\xfd\x00", b"\xfd\x0b", 4, V128),
}
"""How something of this width is loaded and stored, to how many bits its address is aligned, and what it is then."""


def _operator(name: str) -> "Callable[[Term, Value], Term]":
    """A term and another one, by the name of the operator."""
    return lambda term, other: term.op(name, other)


def _alone(code: int, long: int = 0, kind: int = 0) -> "Callable[[Term], Term]":
    """A term alone, by the instruction for 32 and that for 64 bits; `kind`: what it is then, if not the same."""
    return lambda term: Term(term.code + bytes([long if term.kind == I64 else code]), kind or term.kind)


@frozen(eq=False)
class Term:
    """The code that pushes a value, and its type. What is also a place (a local, a global, a stretch of the memory)
    becomes another value between the code `before` and `behind`."""

    code: bytes
    kind: int = I32
    before: bytes = b""
    behind: bytes = b""

    def op(self, name: str, other: "Value") -> "Term":
        """This and another one, by the name of the operator."""
        code, kind = OPERATORS[name, self.kind]
        return Term(self.code + pushed(other, self.kind) + code, kind)

    __add__ = _operator("+")
    __sub__ = _operator("-")
    __mul__ = _operator("*")
    __floordiv__ = _operator("/u")
    __truediv__ = _operator("/")
    __mod__ = _operator("mod-u")
    __and__ = _operator("bitand")
    __or__ = _operator("bitor")
    __xor__ = _operator("xor")
    __lshift__ = _operator("shl")
    __rshift__ = _operator("shr")
    __lt__ = _operator("<")
    __le__ = _operator("<=")
    __gt__ = _operator(">")
    __ge__ = _operator(">=")

    def equals(self, other: "Value") -> "Term":
        """Whether both are the same."""
        return self.op("==", other)

    def differs(self, other: "Value") -> "Term":
        """Whether they are not."""
        if self.kind == V128:
            return Term(self.code + pushed(other, V128) + b"\xfd\x51\xfd\x53")
        return self.op("!=", other)

    is_0 = _alone(0x45, 0x50, I32)
    """Whether this is 0; of a test whether it is not so."""
    lowest_bit = _alone(0x68, 0x7A)
    """The number of the lowest bit that is set."""
    high_zeros = _alone(0x67, 0x79)
    """How many bits are 0 above all that are set."""
    ones = _alone(0x69, 0x7B)
    """How many bits are set."""
    real = _alone(0xB8, 0xB9, F64)
    """The same number as a real one: of 32 bits none is below 0, of 64 some are."""
    signed_real = _alone(0xB7, 0xB9, F64)
    """The same number as a real one, of 32 bits, too, below 0 as well."""
    whole = _alone(0xAA, kind=I32)
    """A real number without what is behind its point."""
    root = _alone(0x9F)
    """The square root of a real number."""
    long = _alone(0xAD, kind=I64)
    """With 64 bits; what was below 0 is far above."""
    signed_long = _alone(0xAC, kind=I64)
    """With 64 bits the same number."""
    short = _alone(0, 0xA7, I32)
    """The lower 32 of 64 bits."""

    def to_bytes(self) -> "Term":
        """Of a number of words that of their bytes."""
        return self << 2

    def at(self, offset: int = 0, width: str = "word") -> "Term":
        """What lies in the memory at this address, so many bytes further."""
        load, store, align, kind = WIDTHS[width]
        where = bytes([align]) + unsigned(offset)
        return Term(self.code + load + where, kind, self.code, store + where)

    def word(self, number: "Term") -> "Term":
        """The word with this number in a list that begins at this address."""
        return (self + number.to_bytes()).at()

    def keep(self, value: "Value") -> "Term":
        """A value, which this local becomes when it is pushed."""
        assert self.behind[0] == SET_LOCAL
        return Term(pushed(value, self.kind) + b"\x22" + self.behind[1:], self.kind)


Value = Term | int
SET_LOCAL: Final = 0x21


def pushed(value: Value, kind: int = I32) -> bytes:
    """The code of a value; a number is a constant of a type, of numbers that are too large the same bits."""
    if isinstance(value, Term):
        return value.code
    code, bits = (b"\x41", 32) if kind == I32 else (b"\x42", 64)
    return code + signed(value - (1 << bits) if value >= 1 << (bits - 1) else value)


def const(value: int, kind: int = I32) -> Term:
    """A constant."""
    return Term(pushed(value, kind), kind)


def real(value: float) -> Term:
    """A real constant."""
    return Term(b"\x44" + struct.pack("<d", value), F64)


def local(number: int, kind: int) -> Term:
    """A local of the function being written."""
    at = unsigned(number)
    return Term(b"\x20" + at, kind, behind=b"\x21" + at)


def shared(number: int, kind: int = I32) -> Term:
    """A global of the module."""
    at = unsigned(number)
    return Term(b"\x23" + at, kind, behind=b"\x24" + at)


def memory(address: int, width: str = "word") -> Term:
    """What lies at a fixed address."""
    return const(0).at(address, width)


def choice(then: Value, otherwise: Value, test: Term) -> Term:
    """The one if a test is not 0, else the other; both are reckoned."""
    kind = next((each.kind for each in (then, otherwise) if isinstance(each, Term)), I32)
    return Term(pushed(then, kind) + pushed(otherwise, kind) + test.code + b"\x1b", kind)


def called(function: int, *args: Value, kind: int = I32) -> Term:
    """What a function gives for these arguments (numbers have 32 bits)."""
    return Term(b"".join(map(pushed, args)) + b"\x10" + unsigned(function), kind)
