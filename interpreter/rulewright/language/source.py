"""A text of rules as read, and the checks that come before any parsing.

`read_source` takes the bytes of a file and gives a `Source` or what is wrong with the bytes. It is iterative
throughout and looks at every character a fixed number of times: whatever a stranger sends, it ends soon.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from attrs import field, frozen

from rulewright.language import languages
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import reading as words
from rulewright.language.span import BYTES, Span
from rulewright.language.tokens import CONTINUING, GOING_ON, LINE_END, Token, paragraphs, sentences
from rulewright.shown import INVISIBLE, shown

NESTING: Final = 64
OPERANDS: Final = 256
LETTERS: Final = 64
DIGITS: Final = 10
NUMBER: Final = (1 << 31) - 1

# Behind letters beyond Latin, and in signs for keys, joiners and variation selectors change what is seen.
_SEEN: Final = "(?<=[^\x00-\u024f])[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f]|(?<=[0-9#*])\ufe0f\u20e3"
_HARMFUL: Final = re.compile(f"(?!{_SEEN})[\x00-\x08\x0b-\x1f\x7f-\x9f{INVISIBLE}]")
_TAB: Final = re.compile(r"^ *\t[ \t]*(?=[^ \t\n])(?!--)", re.MULTILINE)
_LINE_END: Final = re.compile("\r\n|\r|\n")
# What makes the tree of a sentence one deeper.
_JOINTS: Final = frozenset(("and", "or", "not", "mod", "where", "satisfies", "+", "-", "*", "/", "'s", "'"))


@frozen
class Source:
    r"""A text with normalised letters, `\\n` as line end and one at the end; lines and columns count from 1.

    `lines`: those of the file, where it composes letters in another way. `language`: the version of the language in
    which it is read.
    """

    name: str
    text: str
    lines: tuple[str, ...] = field(default=(), eq=False, repr=False)
    language: int = field(repr=False)
    starts: tuple[int, ...] = field(init=False, eq=False, repr=False)

    @language.default
    def _language(self) -> int:
        return languages.language_of(self.text)

    @starts.default
    def _starts(self) -> tuple[int, ...]:
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    def with_text(self, text: str) -> "Source":
        """Another text in the same language."""
        return Source(self.name, text, language=self.language)

    @cached_property
    def _paragraphs(self) -> list[tuple[int, int]]:
        return paragraphs(self.text)

    def paragraph_start(self, offset: int) -> int | None:
        """Where the paragraph around a place begins; None before the first one."""
        number = bisect_right(self._paragraphs, offset, key=lambda each: each[0])
        return self._paragraphs[number - 1][0] if number else None

    def line(self, offset: int) -> int:
        """The number of the line in which this character stands."""
        return bisect_right(self.starts, min(offset, max(0, len(self.text) - 1)))

    def column(self, offset: int) -> int:
        """The place of this character in its line."""
        return offset - self.starts[self.line(offset) - 1] + 1

    def column_in_file(self, offset: int) -> int:
        """Its place in the line of the file: by code points, behind a byte-order mark."""
        line, column = self.line(offset), self.column(offset)
        if not self.lines:
            return min(column, len(self.line_text(line)) + 1)
        written = self.lines[line - 1]
        places = range(len(written) + 1)
        return bisect_left(places, column, key=lambda end: len(unicodedata.normalize("NFC", written[:end])))

    def line_text(self, line: int) -> str:
        """The text of a line, without its end."""
        start = self.starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end]


def _source(name: str, text: str) -> Source:
    """The source of a text as the file has it."""
    composed = unicodedata.is_normalized("NFC", text)
    return Source(name, normal(text), () if composed else tuple(_LINE_END.split(text.removeprefix("\ufeff"))))


def normal(text: str) -> str:
    """Composed letters, one form of line end, a line end at the end."""
    lines = unicodedata.normalize("NFC", text.removeprefix("\ufeff")).replace("\r\n", "\n").replace("\r", "\n")
    return lines if lines.endswith("\n") else lines + "\n"


def readable(name: str, data: bytes) -> Source:
    """What of the bytes can be shown: the text that the diagnostics of `read_source` speak of."""
    return _source(name, data[:BYTES].decode("utf-8", errors="replace"))


def read_source(name: str, data: bytes, clean: set[str] | None = None) -> Source | list[Diagnostic]:
    """Read a text of rules, or say what is wrong with it, each kind of thing once, by place. Paragraphs that are known
    to be `clean` are not looked at again, and all become so of a text that can be read."""
    if len(data) > BYTES:
        return [words.file_too_large(number=len(data), most=BYTES)]
    try:
        source = _source(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = len(normal(data[: error.start].decode("utf-8"))) - (not data[: error.start].endswith((b"\n", b"\r")))
        return [words.not_utf8(Span(before, before + 1), byte=f"{data[error.start]:#04x}")]
    if not source.text.strip():
        return [words.empty_file()]
    if source.text.startswith('{"record":'):
        return [words.a_record(name=name)]
    said = languages.stated(source.text)
    if said is not None and said.language != source.language:
        newest, oldest = languages.NEWEST, languages.OLDEST
        if said.language > newest:
            return [words.newer_language(said.span, here=said.language, newest=newest)]
        return [words.no_such_language(said.span, here=said.language, oldest=oldest, newest=newest)]
    clean = set() if clean is None else clean
    found = sorted(_findings(source.text, clean), key=lambda diagnostic: diagnostic.span.start)
    if not found:
        clean.clear()
        clean.update(source.text[start:end] for start, end in paragraphs(source.text))
    return found or source


def _blanks(text: str, tab: re.Match[str]) -> str:
    """What stands for an indentation with tabs; below a line of a block that opens none no more than stands there."""
    blanks, above = tab.group().expandtabs(4), text[: tab.start()].rstrip().rpartition("\n")[2].expandtabs(4)
    column, said = len(above) - len(above.lstrip()), re.sub(r"\s*--.*", "", above)
    begun, joint = re.match(r"[\w-]*", text[tab.end() :]), said.rpartition(" ")[2]
    goes_on = said.endswith((":", ",")) or joint in CONTINUING or (begun and begun[0] in GOING_ON | CONTINUING)
    return blanks if goes_on or not column else blanks[:column]


def _findings(text: str, clean: Container[str]) -> Iterator[Diagnostic]:
    if harmful := _HARMFUL.search(text):
        line = text.count("\n", 0, harmful.start()) + 1
        control = unicodedata.category(harmful.group()) == "Cc"
        complaint = words.control_character if control else words.invisible_character
        yield complaint(Span(*harmful.span()), here=line, letter=shown(harmful.group()))
    if tab := _TAB.search(text):
        yield words.tab(Span(*tab.span()), blanks=_blanks(text, tab))
    stretches = (each for each in paragraphs(text) if text[slice(*each)] not in clean)
    tokens = [token for start, end in stretches for token in sentences(text, start, end)]
    names = (token for token in tokens if token.kind == "word" and len(token.text) > LETTERS)
    numbers = (token for token in tokens if token.kind == "number")
    large = (token for token in numbers if len(token.text) > DIGITS or int(token.text) > NUMBER)
    if name := next(names, None):
        yield words.long_name(Span(name.start, name.end), number=len(name.text), most=LETTERS)
    if number := next(large, None):
        yield words.large_number(Span(number.start, number.end))
    yield from islice(_long_chain(tokens), 1)
    yield from islice(_deep_nesting(tokens), 1)


def _long_chain(tokens: list[Token]) -> Iterator[Diagnostic]:
    """Count what joins operands, sentence by sentence."""
    joints: list[Token] = []
    for token in tokens:
        if token.text in _JOINTS:
            joints.append(token)
        if token.kind == LINE_END:
            if len(joints) >= OPERANDS:
                last = joints[OPERANDS - 1]
                yield words.long_chain(Span(last.start, last.end), number=len(joints) + 1, most=OPERANDS)
            joints.clear()


def _deep_nesting(tokens: list[Token]) -> Iterator[Diagnostic]:
    """Count blocks and brackets that are open at once."""
    columns, brackets = [0], 0
    for token in tokens:
        if token.kind == LINE_END:
            brackets = 0
            while columns[-1] >= max(1, token.column):
                columns.pop()
            if token.column:
                columns.append(token.column)
        brackets = max(0, brackets + (token.text == "(") - (token.text == ")"))
        if token.kind != LINE_END and len(columns) - 1 + brackets > NESTING:
            yield words.deep_nesting(Span(token.start, token.end), most=NESTING)
