"""Terms, which are formulas as code; and the binary format of WebAssembly 1.0 with bulk memory and vectors.

A term is the code that pushes its value, put together with Python's operators: `at + 1` is the code of `at`, then that
of 1, then the instruction that adds. Terms read as formulas do, and nothing is put in another order or left out.

A `Module` is plain values, function bodies in instruction bytes; `encoded` are its bytes. Source of the format: the
WebAssembly core specification, chapter 5.
"""

import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from attrs import frozen

I32, I64, F64, V128 = 0x7F, 0x7E, 0x7C, 0x7B
PAGE: Final = 65_536
_MAGIC: Final = b"\0asm\1\0\0\0"
_TYPE, _FUNCTION, _MEMORY, _GLOBAL, _EXPORT, _CODE, _DATA = 1, 3, 5, 6, 7, 10, 11


@frozen
class Signature:
    """The types of what a function takes and gives."""

    params: tuple[int, ...]
    results: tuple[int, ...]


@frozen
class Body:
    """A function: its signature, the types of its locals behind the parameters, its instructions without the last
    `end`."""

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
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """LEB128 of any number."""
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


def encoded(module: Module) -> bytes:
    """The bytes of a module."""
    signatures = list(dict.fromkeys(body.signature for body in module.functions))
    number = {signature: at for at, signature in enumerate(signatures)}
    limits = b"\1" + unsigned(module.pages) + unsigned(module.most_pages)
    return b"".join(
        (
            _MAGIC,
            _section(_TYPE, (b"\x60" + _types(each.params) + _types(each.results) for each in signatures)),
            _section(_FUNCTION, (unsigned(number[body.signature]) for body in module.functions)),
            _section(_MEMORY, [limits]),
            _section(_GLOBAL, (bytes([kind, 1, 0x41 if kind == I32 else 0x42]) + b"\0\x0b" for kind in module.globals)),
            _section(
                _EXPORT,
                [_name("memory") + b"\2\0", *(_name(name) + b"\0" + unsigned(at) for name, at in module.exports)],
            ),
            _section(_CODE, map(_body, module.functions)),
            _section(_DATA, (b"\0\x41" + signed(at) + b"\x0b" + _sized(data) for at, data in module.data)),
        )
    )


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data


def _vector(parts: Iterable[bytes]) -> bytes:
    found = list(parts)
    return unsigned(len(found)) + b"".join(found)


def _section(number: int, parts: Iterable[bytes]) -> bytes:
    return bytes([number]) + _sized(_vector(parts))


def _name(name: str) -> bytes:
    return _sized(name.encode())


def _types(types: Sequence[int]) -> bytes:
    return unsigned(len(types)) + bytes(types)


def _body(body: Body) -> bytes:
    runs = [(sum(1 for _ in equal), kind) for kind, equal in groupby(body.locals)]
    return _sized(_vector(unsigned(count) + bytes([kind]) for count, kind in runs) + body.code + b"\x0b")


COMPARISONS: Final = {
    "==": 0x46,
    "!=": 0x47,
    "<": 0x48,
    "<u": 0x49,
    ">": 0x4A,
    ">u": 0x4B,
    "<=": 0x4C,
    ">=": 0x4E,
    ">=u": 0x4F,
}
ARITHMETIC: Final = {
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
    "shr": 0x76,
}
REALS: Final = {
    "<": (0x63, I32),
    ">": (0x64, I32),
    "+": (0xA0, F64),
    "-": (0xA1, F64),
    "*": (0xA2, F64),
    "/": (0xA3, F64),
}
OPERATORS: Final = {
    **{(name, I32): (bytes([code]), I32) for name, code in (COMPARISONS | ARITHMETIC).items()},
    **{(name, I64): (bytes([code + 0x0B]), I32) for name, code in COMPARISONS.items()},
    **{(name, I64): (bytes([code + 0x12]), I64) for name, code in ARITHMETIC.items()},
    **{(name, F64): (bytes([code]), kind) for name, (code, kind) in REALS.items()},
}
"""By name and type of both sides: the instruction, and the type of what it pushes."""
WIDTHS: Final = {
    "word": (b"\x28", b"\x36", 2, I32),
    "long": (b"\x29", b"\x37", 3, I64),
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

    def is_0(self) -> "Term":
        """Whether this is 0; of a test whether it is not so."""
        return Term(self.code + (b"\x45" if self.kind == I32 else b"\x50"))

    def lowest_bit(self) -> "Term":
        """The number of the lowest bit that is set."""
        return Term(self.code + (b"\x68" if self.kind == I32 else b"\x7a"), self.kind)

    def highest_bit(self) -> "Term":
        """The number of the highest bit that is set, of 32."""
        return const(31) - Term(self.code + b"\x67")

    def ones(self) -> "Term":
        """How many bits are set."""
        return Term(self.code + (b"\x69" if self.kind == I32 else b"\x7b"), self.kind)

    def real(self) -> "Term":
        """The same number as a real one: of 32 bits none is below 0, of 64 some are."""
        return Term(self.code + (b"\xb8" if self.kind == I32 else b"\xb9"), F64)

    def root(self) -> "Term":
        """The square root of a real number."""
        return Term(self.code + b"\x9f", F64)

    def long(self) -> "Term":
        """With 64 bits; what was below 0 is far above."""
        return Term(self.code + b"\xad", I64)

    def signed_long(self) -> "Term":
        """With 64 bits the same number."""
        return Term(self.code + b"\xac", I64)

    def short(self) -> "Term":
        """The lower 32 of 64 bits."""
        return Term(self.code + b"\xa7")

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
