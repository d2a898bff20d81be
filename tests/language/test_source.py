"""Bytes become a text, or one diagnostic for what is wrong with them."""

import pytest

from rulewright.language.source import Source, read_source, readable


def codes(data: bytes) -> list[tuple[str, int]]:
    """The code and line of every diagnostic."""
    read = read_source("x.rules", data)
    assert isinstance(read, list)
    source = readable("x.rules", data)
    return [(diagnostic.code, source.line(diagnostic.span.start)) for diagnostic in read]


def test_a_text_is_normalised() -> None:
    read = read_source("x.rules", b"\xef\xbb\xbfone\r\ntwo\rgru\xcc\x88n")
    assert read == Source("x.rules", "one\ntwo\ngr\u00fcn\n")


def test_places_count_from_one() -> None:
    source = Source("x.rules", "ab\n\ncd\n")
    assert [(source.line(at), source.column(at)) for at in (0, 2, 3, 4, 5, 6)] == [
        (1, 1), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3),
    ]  # fmt: skip
    assert source.line_text(3) == "cd"
    assert source.line(99) == 3


# A direction, blanks without width, joiners, fillers, a soft hyphen, a selector, a tag.
INVISIBLE = "\u202e\u061c\u2067\u200b\u2060\u200c\u200d\u3164\u1160\uffa0\xad\u034f\ufe0f\U000e0041"


@pytest.mark.parametrize("title", ["❤️ 1️⃣ 👩‍🚀", "می‌خواهم", "क्‍ष", "中文「遊戲」", "ᠮᠣᠩᠭᠣᠯ᠋"])
def test_what_joins_letters_or_chooses_their_form_is_no_invisible_character(title: str) -> None:
    assert isinstance(read_source("x.rules", f'play:\n    roll x from s "{title}"\n'.encode()), Source)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "bad-text", 1),
        (b" \n\n", "bad-text", 1),
        (b"play:\n    x\xff\n", "bad-text", 2),
        (b"play:\n\n    nothing \x07\n", "bad-text", 3),
        *((f"play:\n    -- {letter}\n".encode(), "bad-text", 2) for letter in INVISIBLE),
        *((f'play:\n    roll x{letter} from s "x{letter}"\n'.encode(), "bad-text", 2) for letter in INVISIBLE),
        (b"play:\n\tnothing\n", "indentation", 2),
        (b"a" * (128 << 10) + b"\n", "too-large", 1),
        (b"there is\n    depth: -2147483648..0\n", "too-large", 2),
        (b"there is\n    height: 0..2147483648\n", "too-large", 2),
        (b"play:\n    x(" + b"a" * 65 + b")\n", "too-large", 2),
        (b"play:\n    set x to 99999999999\n", "too-large", 2),
        (b"play:\n    set x to " + b"(" * 65 + b"1" + b")" * 65, "too-large", 2),
        (b"play:\n" + b"".join(b" " * n + b"if a:\n" for n in range(1, 70)), "too-large", 66),
        (b"play:\n    if a" + b" and a" * 20_000 + b": nothing\n", "too-large", 2),
        (b"play:\n    set x to 1" + b" + 1" * 256, "too-large", 2),
        (b"play:\n    if " + b"not " * 300 + b"a: nothing\n", "too-large", 2),
        (b"play:\n    set x to a" + b"'s b" * 300, "too-large", 2),
    ],
)
def test_what_is_wrong_is_said_once(data: bytes, code: str, line: int) -> None:
    assert codes(data) == [(code, line)]


def test_the_bounds_themselves_are_allowed() -> None:
    deepest = "".join(" " * n + "if a:\n" for n in range(1, 64)) + " " * 64 + "nothing"
    for inside in (" " + "a" * 64, f" set x to 1{' + 1' * 255}", f" set x to {'(' * 63}1{')' * 63}", deepest):
        assert isinstance(read_source("x.rules", f"play:\n{inside}\n".encode()), Source)
    assert isinstance(read_source("x.rules", b"play:\n    nothing\t-- tab\n"), Source)


def test_different_mistakes_are_all_told_by_place() -> None:
    data = f"play:\n\tset x to {'9' * 12}\n    {'b' * 99}\n".encode()
    assert codes(data) == [("indentation", 2), ("too-large", 2), ("too-large", 3)]
