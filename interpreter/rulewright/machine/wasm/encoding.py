"""The binary format of WebAssembly 1.0 with bulk memory and vectors: a module as data, and as bytes.

In: a `Module` of plain values, function bodies already in instruction bytes. Out: the bytes of the module. Source of
the format: the WebAssembly core specification, chapter 5.
"""

from collections.abc import Iterable, Sequence
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
