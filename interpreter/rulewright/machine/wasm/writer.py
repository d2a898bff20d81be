"""A function under construction: instructions as bytes, locals, and how deep control is nested.

What `block` and `loop` give names the place that `branch` goes to, so that nobody counts depths.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Final, TypeVar

from attrs import frozen

from rulewright.machine.wasm import encoding
from rulewright.machine.wasm.encoding import I32, Signature, Term, Value, called, memory, pushed, unsigned

T = TypeVar("T")
EMPTY: Final = 0x40
MAX_WORDWISE_BYTES: Final = 512
"""So many bytes are copied word by word."""
INSTRUCTIONS: Final = {
    "unreachable": b"\x00",
    "return": b"\x0f",
    "drop": b"\x1a",
    "eqz": b"\x45",
    **{name: code for (name, kind), (code, _) in encoding.OPERATORS.items() if kind == I32},
}
"""The instructions that take everything from the stack, where it has 32 bits."""


class Writer:
    """Writes one function."""

    def __init__(self, params: tuple[int, ...] = (), results: tuple[int, ...] = ()) -> None:
        self.signature = Signature(params, results)
        self.params = [encoding.local(number, kind) for number, kind in enumerate(params)]
        self.out = bytearray()
        self.depth = 0
        self._locals: list[int] = []

    def body(self) -> encoding.Body:
        """The finished function."""
        return encoding.Body(self.signature, tuple(self._locals), bytes(self.out))

    def local(self, kind: int = I32) -> Term:
        """A new local."""
        self._locals.append(kind)
        return encoding.local(len(self.params) + len(self._locals) - 1, kind)

    def kept(self, value: Value, kind: int = I32) -> Term:
        """A new local that holds a value."""
        local = self.local(kind)
        self.set(local, value)
        return local

    def op(self, name: str) -> None:
        """An instruction without operands of its own."""
        self.out += INSTRUCTIONS[name]

    def push(self, *values: Value) -> None:
        """Push values; numbers have 32 bits."""
        for value in values:
            self.out += pushed(value)

    def set(self, place: Term, value: Value) -> None:
        """A place becomes a value."""
        self.out += place.before + pushed(value, place.kind) + place.behind

    def pop(self, place: Term) -> None:
        """Pop into a local or global."""
        self.out += place.behind

    def raise_by(self, place: Term, number: int) -> None:
        """Add a constant to a place."""
        self.set(place, place + number)

    def copy(self, target: Value, source: Value, length: Value) -> None:
        """Copy bytes."""
        self.push(target, source, length)
        self.out += b"\xfc\x0a\0\0"

    def fill_0(self, target: Value, length: Value) -> None:
        """Bytes become 0."""
        self.push(target, 0, length)
        self.out += b"\xfc\x0b\0"

    def move(self, target: int, source: int, length: int) -> None:
        """Copy words from a fixed place to a fixed place: few of them one by one, which is faster than a call."""
        if length > MAX_WORDWISE_BYTES:
            self.copy(target, source, length)
            return
        for at, width in parts(length):
            self.set(memory(target + at, width), memory(source + at, width))

    def cut(self, begin: int, *values: Value) -> Term:
        """What was written from there on and pushes these, as a term; it must be pushed at the same depth."""
        self.push(*values)
        code = bytes(self.out[begin:])
        del self.out[begin:]
        return Term(code)

    def call(self, function: int, *args: Value) -> None:
        """Call a function, with these arguments behind those on the stack."""
        self.push(called(function, *args))

    def answer(self, *values: Value) -> None:
        """Return these, or what lies on the stack."""
        self.push(*values)
        self.op("return")

    def answer_if(self, test: Term, *values: Value) -> None:
        """Return these if a test is not 0."""
        with self.when(test):
            self.answer(*values)

    def open_block(self, code: int = 0x02, result: int = EMPTY) -> int:
        """Begin a stretch that `close` ends, where stretches do not nest as the code does that writes them."""
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
        yield self.open_block(result=result)
        self.close()

    @contextmanager
    def loop(self) -> Iterator[int]:
        """A stretch whose beginning can be gone to."""
        yield self.open_block(0x03)
        self.close()

    @contextmanager
    def when(self, *test: Term, result: int = EMPTY) -> Iterator[None]:
        """The stretch runs if a test (or what is popped) is not 0. `otherwise` begins the other one."""
        self.push(*test)
        self.open_block(0x04, result)
        yield
        self.close()

    def cases(self, said: Term, items: Sequence[T], *, sure: bool = False) -> Iterator[tuple[int, T]]:
        """Each of several with its number; what is written meanwhile runs where this number is said. `sure`: one of
        them is, and what is written leaves, so that the last one needs no test."""
        for number, each in enumerate(items):
            with nullcontext() if sure and number == len(items) - 1 else self.when(said.equals(number)):
                yield number, each

    def otherwise(self) -> None:
        """What runs if the test was 0."""
        self.out.append(0x05)

    @contextmanager
    def until(self, *tests: Term) -> Iterator[int]:
        """What is written inside runs again and again, as long as no test holds; what it gives names the end."""
        with self.block() as out, self.loop() as again:
            for test in tests:
                self.branch_if(out, test)
            yield out
            self.branch(again)

    @contextmanager
    def steps(self, place: Term, end: Value, by: int = 1) -> Iterator[int]:
        """What is written inside runs for a local from where it is up to an end that is not reached."""
        with self.until(place >= end) as out:
            yield out
            self.raise_by(place, by)

    @contextmanager
    def some_steps(self, place: Term, end: Value, by: int = 1) -> Iterator[None]:
        """The same where it runs at least once."""
        with self.loop() as again:
            yield
            self.raise_by(place, by)
            self.branch_if(again, place < end)

    def branch(self, place: int) -> None:
        """Go to a place."""
        self.out.append(0x0C)
        self.out += unsigned(self.depth - place)

    def branch_if(self, place: int, *test: Term) -> None:
        """Go to a place if a test (or what is popped) is not 0."""
        self.push(*test)
        self.out.append(0x0D)
        self.out += unsigned(self.depth - place)

    def leave_if(self, place: int, test: Term, value: Value) -> None:
        """Go to a place with a value if a test is not 0."""
        with self.when(test):
            self.push(value)
            self.branch(place)

    def branch_by(self, number: Term, places: list[int], beyond: int) -> None:
        """Go to the place with a number."""
        self.push(number)
        self.out.append(0x0E)
        self.out += unsigned(len(places)) + b"".join(unsigned(self.depth - place) for place in [*places, beyond])


@frozen
class Written:
    """A function of a module: its signature, and what writes its body, given the assembly, the writer, what the
    function is about (numbers known now), and its parameters (terms). `at` ("sites", "chances"): there is one for each
    of these, and one about nothing that calls that of the site or chance event where the game stands."""

    signature: Signature
    at: str
    write: Callable[..., None]


def writes(*params: int, gives: int | None = None, at: str = "") -> Callable[[Callable[..., None]], Written]:
    """Makes what writes the body of a function, whose signature this is, that function."""
    return partial(Written, Signature(params, () if gives is None else (gives,)), at)


def parts(length: int) -> Iterator[tuple[int, str]]:
    """Words in a row, most of them four at a time: at which byte each part begins, and its width."""
    at = 0
    for width, size in (("four words", 16), ("long", 8), ("word", 4)):
        while length - at >= size:
            yield at, width
            at += size
