"""The colors of texts: Pygments and the editors see the same, and words are what the parser takes them for."""

import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from pygments.token import Error, string_to_tokentype

from editors.generate import FILES, FOLDER, written
from rulewright.highlighting import RulesLexer
from rulewright.language import grammar
from rulewright.language.languages import NEWEST, language_of
from rulewright.language.source import normal
from rulewright.language.tokens import layout, paragraphs
from rulewright.language.word_classes import BINDING, COLORS, CONSTANTS, NAMING
from tests.language import textmate
from tests.language.blocks import ROOT, blocks

TOKENS = FOLDER / "tokens.js"
SHOWN = [path for folder in ("examples", "rulesets") for path in sorted((ROOT / folder).glob("*.rules"))]
LEFT_OUT = {"node_modules", "build", "dist"}


def texts(path: Path) -> list[str]:
    """The texts of rules in a file."""
    said = [block.text for block in blocks(path)] if path.suffix == ".md" else [path.read_text(encoding="utf-8")]
    return [normal(text) for text in said]


ALL = [
    path
    for path in (*sorted(ROOT.rglob("*.rules")), *sorted(ROOT.rglob("*.md")))
    if not any(part in LEFT_OUT or part.startswith(".") for part in path.relative_to(ROOT).parts) and texts(path)
]
OF_PYGMENTS = {string_to_tokentype(name): sort for sort, (name, _) in COLORS.items()}
OF_SCOPES = {f"{scope}.rules": sort for sort, (_, scope) in COLORS.items()}


Seen = list[tuple[str, str]]
"""Each letter that is no blank, with its class."""


def letters(tokens: Iterable[tuple[str, str]]) -> Seen:
    return [(letter, sort) for text, sort in tokens for letter in text if not letter.isspace()]


def in_pygments(text: str) -> Seen:
    found = list(RulesLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(part for _, part in found) == text
    assert all(sort is not Error for sort, _ in found)
    return letters((part, OF_PYGMENTS.get(sort, "")) for sort, part in found)


def in_textmate(tokens: Iterable[Sequence[str]]) -> Seen:
    return letters((part, OF_SCOPES.get(scope, "")) for part, scope in tokens)


@cache
def made() -> dict:
    return json.loads((FOLDER / "syntaxes/rules.tmLanguage.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_the_files_for_editors_are_up_to_date(name: str) -> None:
    """`python editors/generate.py` makes them anew."""
    assert (FOLDER / name).read_text(encoding="utf-8") == written(FILES[name]())


def test_a_lexer_can_be_asked_for_by_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["rules"].partition(":")
    assert getattr(import_module(module), name) is RulesLexer
    assert "rules" in RulesLexer.aliases


@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))
def test_pygments_and_editors_see_the_same(path: Path) -> None:
    for text in texts(path):
        assert in_textmate(textmate.tokens(made(), text)) == in_pygments(text)


BROKEN = ("", '"', " ", "\n", "\n    ", ":", "--", "(", "{", "'s ", " holds:", "€", "\t", "-")


@given(
    st.sampled_from(SHOWN),
    st.integers(0, 9_999),
    st.lists(st.tuples(st.integers(0, 999), st.sampled_from(BROKEN)), max_size=8),
)
def test_they_see_the_same_in_what_is_half_typed(path: Path, start: int, changes: list[tuple[int, str]]) -> None:
    text = texts(path)[0][start : start + 1_000]
    for place, put in changes:
        text = text[:place] + put + text[place + 1 :]
    assert in_textmate(textmate.tokens(made(), text)) == in_pygments(text)


@pytest.mark.thorough
@pytest.mark.skipif(
    shutil.which("node") is None or not (FOLDER / "node_modules").is_dir(),
    reason="needs `npm install` in editors/vscode",
)
def test_the_engine_of_vs_code_sees_the_same() -> None:
    every = [text for path in ALL for text in texts(path)]
    told = subprocess.run(("node", TOKENS), input=json.dumps(every), capture_output=True, check=True, encoding="utf-8")
    for text, lines in zip(every, json.loads(told.stdout), strict=True):
        assert in_textmate(token for line in lines for token in line) == in_pygments(text)


LINES = (
    ('game "Beads"  -- a game', "paragraph string comment"),
    ("    players 2..4", "sentence number mark number"),
    ("cell is hex:", "declared operator operator mark"),
    ("    + # set", "drawing drawing drawing"),
    ("each player has", "paragraph name operator"),
    ("    set: set of cell", "declared mark sort operator name"),
    ("    up: player or none, starts none", "declared mark name operator constant mark operator constant"),
    ("    board: bead on each cell", "declared mark name operator operator name"),
    ('        picture: red "X"', "sentence mark name string"),
    ("            a1 b1", "drawing drawing"),
    ("phase play(cell top):", "paragraph declared mark name name mark mark"),
    ("    each player: set board to:", "sentence name mark sentence name operator mark"),
    ("        red . red", "drawing drawing drawing"),
    ("    otherwise if the top is at most 3:", "sentence operator name operator operator operator number mark"),
    ('        tell "{you} won" to everyone', "sentence string gap string operator constant"),
    ("action top:", "paragraph declared mark"),
    ("    pick pick from your hand's first", "sentence declared operator constant name mark question"),
    ("    needs pick is not none", "sentence name operator operator constant"),
    ('example "seven":', "paragraph string mark"),
    ("    when:", "sentence mark"),
    ("        Ann: move 7h face", "name mark name name name"),
)
"""Each line with the classes of what stands there, from the reference."""


def test_what_stands_where() -> None:
    text = "".join(f"{line}\n" for line, _ in LINES)
    found: list[list[str]] = [[]]
    for sort, part in RulesLexer().get_tokens(text):
        found[-1] += [OF_PYGMENTS[sort]] if sort in OF_PYGMENTS and part.strip() else []
        found += [[] for _ in range(part.count("\n"))]
    assert [" ".join(sorts) for sorts in found[:-1]] == [sorts for _, sorts in LINES]


def words(text: str) -> Iterator[tuple[int, bool]]:
    """Where words begin, and whether the parser takes them for words of the language, as far as it can read."""
    vocabulary = grammar.vocabulary(language_of(text))
    for start, end in paragraphs(text):
        tokens, at, parse = layout(text, start, end), 0, grammar.Parse.begun(language_of(text))
        while at < len(tokens):
            terminal, size = vocabulary.terminal(tokens, at, parse.row)
            parse, after = parse.along(tokens, at, at + size)
            if after < at + size:
                break
            if tokens[at].kind == "word":
                yield tokens[at].start, terminal != "NAME"
            at = after


@pytest.mark.thorough
def test_words_are_what_the_parser_takes_them_for() -> None:
    right = wrong = 0
    for path in SHOWN:
        (text,) = texts(path)
        seen, at = {}, 0
        for sort, part in RulesLexer(stripnl=False, ensurenl=False).get_tokens(text):
            seen[at] = OF_PYGMENTS.get(sort)
            at += len(part)
        for start, is_word in words(text):
            agrees = (seen.get(start) in ("paragraph", "sentence", "operator", "constant")) == is_word
            right, wrong = right + agrees, wrong + (not agrees)
    assert wrong * 500 < right


def test_the_words_that_are_named_are_words() -> None:
    assert CONSTANTS | NAMING | set(BINDING) <= grammar.words_of(NEWEST)
