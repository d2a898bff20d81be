"""The bytes of modules: numbers as an independent reader understands them, modules that wasmtime takes, and always the
same ones."""

from attrs import evolve
from hypothesis import given, strategies as st

from rulewright import Rules
from rulewright.machine.wasm.encoding import signed, unsigned
from rulewright.machine.wasm.module import compile_program
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM

pytestmark = WASM


def read(data: bytes, *, negative: bool) -> tuple[int, int]:
    """Read a LEB128 number as chapter 5.2.2 of the core specification defines it, by recursion: value, bytes read."""
    first = data[0]
    if first < 2**7:
        return (first - 2**7 if negative and first >= 2**6 else first), 1
    rest, length = read(data[1:], negative=negative)
    return 2**7 * rest + (first - 2**7), length + 1


@given(st.integers(0, 2**64 - 1))
def test_numbers_without_sign(value: int) -> None:
    data = unsigned(value)
    assert read(data + b"\x7f\x00", negative=False) == (value, len(data))
    assert len(data) == max(1, -(-value.bit_length() // 7))


@given(st.integers(-(2**63), 2**63 - 1))
def test_numbers_with_a_sign(value: int) -> None:
    data = signed(value)
    assert read(data + b"\x7f\x00", negative=True) == (value, len(data))
    bits = 1 + (value if value >= 0 else -value - 1).bit_length()
    assert len(data) == -(-bits // 7)


def sections(wasm: bytes) -> list[int]:
    """The numbers of the sections of a module, in their order; together they are the whole module."""
    assert wasm[:8] == b"\0asm\1\0\0\0"
    found, at = [], 8
    while at < len(wasm):
        found.append(wasm[at])
        length, taken = read(wasm[at + 1 : at + 11], negative=False)
        at += 1 + taken + length
    assert at == len(wasm)
    return found


@BY_SEED
@given(any_rules())
def test_a_module_is_valid_and_always_the_same(rules: Rules) -> None:
    import wasmtime  # not everywhere

    wasm = compile_program(rules.program).wasm
    wasmtime.Module.validate(wasmtime.Engine(), wasm)
    assert sections(wasm) == sorted(sections(wasm))
    assert compile_program(evolve(rules.program)).wasm == wasm
