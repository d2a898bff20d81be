"""The grammar has no conflict, and texts are read as Lark reads them with its own lexer and trees."""

import pickletools
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright import own_files
from rulewright.files import shipped
from rulewright.language import grammar
from rulewright.language.building import BUILDERS, FORMS, HEADERS, PARAGRAPHS, SENTENCES
from rulewright.language.building.shapes import Builder
from rulewright.language.grammar import Parse, Parser, parser
from rulewright.language.span import Span
from rulewright.language.syntax import Name, Number, Text
from rulewright.language.tokens import LAYOUT, RESERVED, Token, layout, paragraphs
from tests.language.blocks import SPEC, blocks, completed, expected
from tests.language.larks_own import joined, larks_own

FILES = sorted(shipped().values())
PAGES = (SPEC, Path(__file__).with_name("edges_of_sugar.md"))
TEXT = """\
game "Rare" "What stands nowhere else"
    players 2..4
there is
    wheel: card on each point
        picture: red "x"
            a . b
            3 -2 .
    ring: card on each point
        picture:
            a
            b
    heap: pile of die, top seen by everyone
spot is -2..25
component die: spot
    3 per player of -2, any
component chart: price counts of point
    1 of a * 2
    1 of a * 2 + b
play:
    each other player at once: choose act
    choose act, at most thrice per turn
scoring:
    score of all: 3
    score of player, at the end: 3
example "one":
    given:
        each cell's tide is 3
"""


@pytest.mark.thorough
def test_the_grammar_has_no_conflict() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        larks_own(strict=True)


def test_every_rule_has_one_builder() -> None:
    passed = {rule.origin.name for rule in parser().rules if rule.options.expand1}
    named = {rule.alias or rule.origin.name for rule in parser().rules}
    assert {name for name in named - passed if not name.startswith("_")} <= set(BUILDERS)
    rows = [rule for form in FORMS for rule in form.builders]
    assert len(rows) == len(set(rows) & named)


def test_every_word_with_which_something_begins_has_its_form() -> None:
    assert beginnings("") == {form.word for form in PARAGRAPHS}
    assert beginnings("setup:\n") == {form.word for form in SENTENCES}
    assert beginnings("action play:\n") == {form.word for form in (*SENTENCES, *HEADERS)}


def all_texts() -> list[str]:
    """Texts in which every form stands."""
    parts = [completed(block) for page in PAGES for block in blocks(page) if not expected(block)]
    return [TEXT, *parts, *(path.read_text(encoding="utf-8") for path in FILES)]


def beginnings(head: str) -> set[str]:
    """The words with which a line may begin below this one."""
    text = f"{head}    nothing\n"
    before = layout(text, 0, len(text))[:-3]  # without `nothing`, the end of its line, and the end of its block
    parse, at = Parse.begun().along(before, 0, len(before))
    assert at == len(before)
    words = grammar.vocabulary()
    return {word for word, terminal in (*words.words.items(), *words.heads.items()) if terminal in parse.accepts()}


@pytest.mark.thorough
def test_where_no_sentence_can_begin_a_line_may_begin_with_a_name_like_a_word_of_one() -> None:
    """Lark's table takes some words only at first sight, because a rule may also stand elsewhere; those are no names
    there. Where a sentence can begin, that is told where the name is declared (`test_names_of_the_language`)."""
    words, seen, lost = grammar.vocabulary(), set[tuple[int, ...]](), dict[str, str]()
    terminals = {words.words[form.word]: form.word for form in (*SENTENCES, *HEADERS) if form.word in words.words}
    terminals = {terminal: word for terminal, word in terminals.items() if word not in RESERVED}
    for text in all_texts():
        for start, end in paragraphs(text):
            tokens, parse, at = layout(text, start, end), Parse.begun(), 0
            while at < len(tokens):
                stack = tuple(parse._state.state_stack)
                if at and tokens[at - 1].kind in LAYOUT and stack not in seen and "NAME" in parse.row:
                    taken = parse.accepts()
                    if "NAME" in taken and not taken & terminals.keys():
                        where = text[tokens[at - 1].start : tokens[at].end].strip()
                        lost |= {terminals[each]: where for each in parse.row.keys() & terminals.keys()}
                seen.add(stack)
                _, size = words.terminal(tokens, at, parse.row)
                parse, at = parse.along(tokens, at, at + size)
    assert lost == {}


@pytest.mark.thorough
def test_a_parser_that_is_kept_reads_as_one_that_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "rulewright.lark").write_text(grammar.text(), encoding="utf-8")
    monkeypatch.setattr(grammar, "INSTALLED", tmp_path / "grammar")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tokens = [layout(TEXT, *stretch) for stretch in paragraphs(TEXT)]
    made = parser.__wrapped__()
    (file,) = (tmp_path / "rulewright").iterdir()
    kept = parser.__wrapped__()
    assert kept is not made
    assert [read(each, kept) for each in tokens] == [read(each, made) for each in tokens]
    file.write_bytes(file.read_bytes()[:-9])
    assert read(tokens[0], parser.__wrapped__()) == read(tokens[0], made)


def read(tokens: Sequence[Token], made: Parser) -> Any:
    """What the builders make of a paragraph."""
    return Parse(made.parse_interactive(()).parser_state).along(tokens, 0, len(tokens))[0].made()


def _shape(tree: Any) -> Any:
    """A tree of Lark, or one of ours, as nested lists."""
    match tree:
        case [name, *parts]:
            return [name, *(_shape(part) for part in parts)]
        case None | True:
            return tree
        case Name(text):
            return text
        case Number(value):
            return str(value)
        case Text(text):
            return f'"{text}"'
    if not hasattr(tree, "children"):
        return True if tree.type in ("REPEATS", "IF_ABLE", "IF_ANY", "SEEN_BY_YOU", "NOT_BY_ITSELF") else str(tree)
    return [str(getattr(tree.data, "value", tree.data)), *(_shape(child) for child in tree.children)]


def _naming(name: str, seen: set[str]) -> Builder:
    def named(parts: list[Any], _span: Span) -> object:
        seen.add(name)
        return [name, *parts]

    return named


def with_named_rows(text: str) -> str:
    """A text in which the rows of boards stand below each other, with names for signs that Lark does not know."""
    lines, above = list[str](), -1
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and not line.lstrip().startswith("--") and indent <= above:
            above = -1
        lines.append(" " * (above + 4) + line.strip().replace("#", "x") if 0 <= above < indent else line)
        if above < 0 and re.search(r"(is (grid|hex)|holds|to):\s*(--.*)?$|^define .* by .*:$", line):
            above = indent
    return "\n".join(lines) + "\n"


@pytest.mark.thorough
def test_texts_are_read_as_lark_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, lark = set[str](), larks_own()
    for name in BUILDERS:
        monkeypatch.setitem(BUILDERS, name, _naming(name, seen))
    for text in map(with_named_rows, all_texts()):
        ours = [_shape(read(layout(text, start, end), parser()))[1] for start, end in paragraphs(text)]
        assert ours == _shape(lark.parse(joined(text[paragraphs(text)[0][0] :])))[1:]
    made = {rule.alias or rule.origin.name for rule in parser().rules if rule.alias or not rule.options.expand1}
    assert seen == set(BUILDERS) & made


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the program is installed with its grammar; nothing is kept from an earlier start."""
    (tmp_path / "rulewright.lark").write_text(grammar.text(), encoding="utf-8")
    monkeypatch.setenv(own_files.SWITCH, "1")
    monkeypatch.setattr(grammar, "INSTALLED", tmp_path)
    grammar.parser.cache_clear()
    yield tmp_path
    grammar.parser.cache_clear()


@pytest.fixture(scope="module")
def packed() -> tuple[str, bytes]:
    """A parser that came with the program: its name, and what it holds."""
    return grammar.made()


@pytest.mark.thorough
def test_a_parser_that_came_with_the_program_is_not_made_anew(
    packed: tuple[str, bytes], installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, data = packed
    (installed / name).write_bytes(data)
    monkeypatch.setattr(grammar, "made", lambda: pytest.fail("it is there"))
    assert grammar.parser().rules


@pytest.mark.thorough
def test_a_packed_parser_is_plain_data_for_every_python(packed: tuple[str, bytes]) -> None:
    """But for the class of our tokens, by its name."""
    steps = list(pickletools.genops(packed[1]))
    assert steps[0][1] == 4
    named = [at for at, (opcode, _, _) in enumerate(steps) if opcode.name in ("GLOBAL", "STACK_GLOBAL", "INST")]
    words = [argument for opcode, argument, _ in steps[: named[0]][-4:] if opcode.name == "SHORT_BINUNICODE"]
    assert (len(named), words) == (1, [grammar.__name__, "Words"])
    assert not [opcode.name for opcode, _, _ in steps if opcode.name in ("REDUCE", "BUILD", "NEWOBJ", "OBJ", "EXT1")]


@pytest.mark.thorough
def test_one_of_another_library_counts_as_none(
    packed: tuple[str, bytes], installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = packed
    (installed / name).write_bytes(b"not for this one")
    monkeypatch.setattr("lark.__version__", "another")
    assert grammar.parser().rules
