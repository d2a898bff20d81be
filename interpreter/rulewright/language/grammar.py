"""The grammar's parser: Lark's, made from `rulewright.lark` as the program is installed; where it was not, once, and
kept in a folder of the user's own.

Lark carries the table and the stack. The tokens are ours: a word is a keyword where the grammar can take one there,
which Lark's state says, else a name. What a rule keeps goes to its builder as soon as the rule is complete, with the
stretch of text; so the depth of a text costs no stack. Nothing here knows a rule of the language by name.
"""

import pickle
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import lark
from attrs import frozen
from lark import Lark, UnexpectedToken
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from rulewright import own_files
from rulewright.language.building import BUILDERS
from rulewright.language.languages import NEWEST, OLDEST, in_language
from rulewright.language.span import Span
from rulewright.language.syntax import Name, Number, Text
from rulewright.language.tokens import LAYOUT, RESERVED, Token

NOTHING: Final = -1

PHRASES: Final[dict[str, tuple[tuple[str, tuple[str, ...], int], ...]]] = {
    "if": (("_IF_STUCK", ("you", "cannot", ":"), 3), ("IF_ABLE", ("able",), 2), ("IF_ANY", ("there", "is", "one"), 4)),
    "same": (("_SAME_AS", ("as",), 2),),
    "region": (("_REGION_OF", ("of",), 2),),
    "steps": (("_STEPS_OF", ("of",), 2),),
    "longest": (("_TRAIL_OF", ("trail", "of"), 3),),
    "splits": (("_SPLITS_INTO", ("into",), 2),),
    "shown": (("_SHOWN_AS", ("as",), 2),),
    "as": (("_AS_SET_UP", ("set", "up"), 3),),
    ",": (
        ("_THEN", ("then",), 2),
        ("REPEATS", ("repeats", "allowed"), 3),
        ("_IN_ORDER", ("in", "order"), 3),
        ("_ASKED_ALIKE", ("asked", "alike"), 3),
        ("SEEN_BY_YOU", ("seen", "by", "you"), 4),
        ("NOT_BY_ITSELF", ("not", "by", "itself"), 4),
    ),
}
"""Several words that count as one, by the first of them, each with the terminal and the words after the first."""
_KINDS: Final = {"number": "INT", "string": "STRING", "possessive": "_POSS", "sign": "NAME"}


class Part:
    """A symbol on Lark's stack: what was made of it, and the stretch of text."""

    __slots__ = ("end_pos", "start_pos", "type", "value")
    line = column = end_line = end_column = None

    def __init__(self, symbol: str, value: object, start: int, end: int) -> None:
        """Under the names by which Lark asks its own tokens."""
        self.type, self.start_pos, self.end_pos = symbol, start, end
        self.value: Any = value


class Words(Lexer):
    """Words and punctuation, each with its terminal, as Lark keeps them with its parser; `heads` are words at the
    beginning of a paragraph only, `parted` those that are names at the end of a line and before a bracket."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        """Read them out of the grammar."""
        plain = {str(t.pattern.value): t.name for t in conf.terminals if t.pattern.type == "str"}
        self.parted = {t.name[1:].lower(): t.name for t in conf.terminals if t.pattern.value.endswith("(?=[ ])")}
        self.words = {word: name for word, name in plain.items() if word.isalpha()} | self.parted
        self.heads = {t.name[1:].lower(): t.name for t in conf.terminals if t.pattern.value.startswith("(?<![^")}
        self.marks = {mark: name for mark, name in plain.items() if not mark.isalpha()}

    def lex(self, *_: object) -> Iterator[Any]:
        """Nothing: each parse takes its tokens itself."""
        return iter(())

    def terminal(self, tokens: Sequence[Token], at: int, row: Mapping[str, object]) -> tuple[str, int]:
        """The terminal that begins at a token where the grammar can take those of `row`, and of how many tokens."""
        token = tokens[at]
        for terminal, following, size in PHRASES.get(token.text, ()):
            if terminal in row and tuple(t.text for t in tokens[at + 1 : at + 1 + len(following)]) == following:
                return terminal, size
        if token.kind == "mark":
            return self.marks.get(token.text, token.text), 1
        if token.kind != "word":
            return _KINDS.get(token.kind, token.kind), 1
        keyword = self.words.get(token.text)
        if at == 0:
            keyword = self.heads.get(token.text, keyword)
        behind = tokens[at + 1 : at + 2]
        if token.text in self.parted and not (behind and behind[0].start > token.end and behind[0].kind not in LAYOUT):
            return "NAME", 1
        # it could be one of the author's, or one of the three that may follow `'s`
        asked = at > 0 and (tokens[at - 1].kind == "possessive" or tokens[at - 1].text in ("your", "its"))
        named = token.text not in RESERVED or (asked and token.text in ("first", "last", "only"))
        picked = named and bool(behind) and behind[0].text == "from" and _line_word(tokens, at) == "pick"
        if keyword is None or ("NAME" in row and named and (keyword not in row or picked)):
            return "NAME", 1
        return keyword, 1


def _line_word(tokens: Sequence[Token], at: int) -> str:
    """The word with which the line of a token begins."""
    before = takewhile(lambda number: tokens[number].kind not in LAYOUT, range(at, -1, -1))
    return tokens[min(before, default=at)].text


def _value(terminal: str, text: str, start: int, end: int) -> object:
    if terminal == "NAME":
        return Name(text, span=Span(start, end))
    if terminal == "INT":
        return Number(int(text), span=Span(start, end))
    if terminal == "STRING":
        return Text(text[1:-1], span=Span(start, end))
    return True


# ---- what is made of a rule


class Parser(Lark):
    """Lark's parser, whose rules are built at once, without a tree between."""

    def _prepare_callbacks(self) -> None:
        self._callbacks = {rule: _shaper(rule) for rule in self.rules}


def _shaper(rule: Rule) -> Callable[[list[Part]], Part]:
    """What becomes of the parts of a rule: keywords go, absent options stay as nothing, repetitions are spliced."""
    # Places of the right side that are kept: numbers from 0, NOTHING for an absent option, n ≤ -2 for the list at
    # place -n - 2.
    empty = "".join("1" if absent else "0" for absent in rule.options.empty_indices)
    gaps = [len(ones) for ones in empty.split("0")] if empty else [0] * (len(rule.expansion) + 1)
    children: list[int] = []
    for place, (gap, symbol) in enumerate(zip(gaps, rule.expansion, strict=False)):
        children += [NOTHING] * gap
        if not (symbol.is_term and getattr(symbol, "filter_out", False)):
            spliced = not symbol.is_term and symbol.name.startswith("_")
            children.append(-place - 2 if spliced else place)
    children += [NOTHING] * gaps[len(rule.expansion)]
    name = rule.alias or rule.origin.name
    if name.startswith("__"):
        return partial(_listed, children)
    if rule.options.expand1 and not rule.alias and len(children) == 1 and children[0] >= 0:
        only = children[0]
        return lambda parts: Part("", parts[only].value, parts[0].start_pos, parts[-1].end_pos)
    return partial(_built, name, children)


def _listed(children: list[int], parts: list[Part]) -> Part:
    """A repetition: a list, which grows in place as long as no other parse went on from here, and how much of it."""
    grown, size = ([], 0) if children[0] >= 0 else parts[-children[0] - 2].value
    grown = grown if len(grown) == size else grown[:size]
    grown.extend(parts[child].value for child in children if child >= 0)
    return Part("", (grown, len(grown)), parts[0].start_pos, parts[-1].end_pos)


def _built(name: str, children: list[int], parts: list[Part]) -> Part:
    chosen: list[object] = []
    for child in children:
        if child >= 0:
            chosen.append(parts[child].value)
        elif child == NOTHING:
            chosen.append(None)
        else:
            grown, size = parts[-child - 2].value
            chosen.extend(grown[:size])
    start, end = parts[0].start_pos, parts[-1].end_pos
    return Part("", BUILDERS[name](chosen, Span(start, end)), start, end)


# ---- reading

PACKAGE: Final = Path(__file__).resolve().parents[1]
INSTALLED: Final = PACKAGE / "_data" / "grammar"


def marked() -> str:
    """The grammar of all versions of the language."""
    return (folder() / "rulewright.lark").read_text(encoding="utf-8")


def folder() -> Path:
    """Where the grammar and the reference lie: inside the installed package, or in the checkout around it."""
    return INSTALLED if INSTALLED.is_dir() else PACKAGE.parents[1] / "grammar"


def text(language: int = NEWEST) -> str:
    """The grammar of a version of the language."""
    return in_language(marked(), language)


def made(language: int = NEWEST) -> tuple[str, bytes]:
    """The parser made anew, packed, and its name, which says what it is made of. Every Python from 3.11 on reads it: it
    holds plain data, and the class of our lexer by its name."""
    parser = Parser(text(language), parser="lalr", lexer=Words, maybe_placeholders=True)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    return _name(language), pickle.dumps({"data": data, "memo": memo}, protocol=4)


def made_of_all() -> dict[str, bytes]:
    """The parsers of all versions of the language."""
    return dict(made(language) for language in range(OLDEST, NEWEST + 1))


def _name(language: int) -> str:
    return own_files.named("parser", Words, text(language), lark.__version__)


@cache
def parser(language: int = NEWEST) -> Parser:
    """The parser of a version of the language."""
    return Parser.load(BytesIO(packed(language)[1]))


def packed(language: int) -> tuple[str, bytes]:
    """The parser and its name as `made` makes them, if they were not installed or kept; then they are."""
    name = _name(language)
    with suppress(OSError):  # that came with the program, if this library made it
        return name, (INSTALLED / name).read_bytes()
    found = own_files.find(name)
    if found is None:
        _, found = made(language)
        own_files.keep(name, found)
    return name, found


def vocabulary(language: int = NEWEST) -> Words:
    """The words of a version of the language."""
    lexer = parser(language).parser.lexer
    assert isinstance(lexer, Words)
    return lexer


def expansions(language: int = NEWEST) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rules of a version of the language: what each makes, and the symbols of one way to write it."""
    return tuple((rule.origin.name, tuple(symbol.name for symbol in rule.expansion)) for rule in parser(language).rules)


_SPELLED: Final = re.compile(r'"([a-z]+)"|^_?[A-Z_]+[.0-9]*: /(.*)/(?: //.*)?$', re.MULTILINE)


@cache
def words_of(language: int) -> frozenset[str]:
    """All words that a version of the language has, those of phrases, too; no parser is needed."""
    found = (word or pattern for word, pattern in _SPELLED.findall(text(language)))
    return frozenset(word for each in found for word in re.findall("[a-z]{2,}", each))


@frozen
class Parse:
    """A parse that goes on step by step, and where its last word ends; it stays where it is."""

    _state: Any
    _end: int = 0
    language: int = NEWEST

    @classmethod
    def begun(cls, language: int = NEWEST) -> "Parse":
        """Before the first token of a paragraph of a text in this version of the language."""
        return cls(parser(language).parse_interactive(()).parser_state, 0, language)

    @property
    def row(self) -> Mapping[str, object]:
        """The terminals that may come next, and some that only seem to."""
        found: Mapping[str, object] = self._state.parse_conf.states[self._state.position]
        return found

    def along(self, tokens: Sequence[Token], at: int, to: int) -> "tuple[Parse, int]":
        """The parse after the tokens of a stretch as far as they fit, and the place of the first that does not."""
        state, end, begun, words = self._state.copy(deepcopy_values=False), self._end, at, vocabulary(self.language)
        while at < to:
            terminal, size = words.terminal(tokens, at, state.parse_conf.states[state.position])
            if terminal in LAYOUT:  # it lies where the word before it ends
                part = Part(terminal, True, end, end)
            else:
                start, end = tokens[at].start, tokens[at + size - 1].end
                part = Part(terminal, _value(terminal, tokens[at].text, start, end), start, end)
            try:
                state.feed_token(part)
            except UnexpectedToken:  # the stack may have changed before that was known
                return self.along(tokens, begun, at)
            at += size
        return Parse(state, end, self.language), at

    def accepts(self) -> frozenset[str]:
        """The terminals that may come next."""
        probe: Any = parser(self.language).parse_interactive(())
        probe.parser_state = self._state
        return frozenset(probe.accepts())

    def made(self) -> Any:  # noqa: ANN401 - what the builders make
        """What the builders make of a paragraph that ends here; None if it cannot end."""
        try:
            part = self._state.copy(deepcopy_values=False).feed_token(Part("$END", None, 0, 0), is_end=True)
        except UnexpectedToken:
            return None
        return part.value
