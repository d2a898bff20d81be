"""SPEC.md says what is so: its blocks behave as written, its tables are those of the code, its numbers come out."""

import re

import pytest

from lab.spec_tables import TABLES, with_tables
from rulewright.language.elaborate.declared_fields import ZONES
from rulewright.language.geometry import DIRECTIONS, SIDES
from rulewright.language.grammar import parser
from rulewright.language.library import ROWS
from rulewright.language.tokens import RESERVED
from rulewright.machine.chance import GAMMA, WORD, ChanceEvent, Numbers, Seeded, absorb, mix, stream_key
from tests.language.blocks import SPEC, Block, blocks, trouble

TEXT = SPEC.read_text(encoding="utf-8")
BLOCKS = blocks(SPEC)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_block_behaves_as_written(block: Block) -> None:
    assert trouble(block) == ""


def test_there_is_one_frame() -> None:
    assert [block.kind for block in BLOCKS].count("rules frame") == 1
    assert {block.kind for block in BLOCKS} == {"rules", "rules part", "rules frame"}


@pytest.mark.parametrize("name", TABLES)
def test_there_is_a_place_for_each_table(name: str) -> None:
    assert TEXT.count(f"<!-- begin table: {name} -->\n") == 1


def test_tables_are_those_of_the_code() -> None:
    assert with_tables(TEXT) == TEXT, "run: python -m lab.spec_tables grammar/SPEC.md"


@pytest.mark.parametrize("name", sorted({name for _, name in ROWS}))
def test_every_built_in_question_is_asked_in_some_block(name: str) -> None:
    asked = re.compile(rf"(?:'s?|is|is not|your|its|toward) {name}\b|\b{name}\(")
    assert any(asked.search(block.text) for block in BLOCKS if block.kind == "rules part")


# ---- sections, and the index of words

SECTIONS = {
    number: (title, body)
    for number, title, body in re.findall(
        r"^##+ (\d+(?:\.\d+)?) ([^\n]*)\n(.*?)(?=^##+ \d|\Z)", TEXT, re.MULTILINE | re.DOTALL
    )
}
INDEX = {
    word: re.findall(r"\[([\d.]+)\]", linked)
    for word, linked in re.findall(r"`([^`]+)`((?: \[[\d.]+\])+)", SECTIONS["21"][1])
}
NAMED_BY_THE_LANGUAGE = (
    "box",
    "counts",
    "direction",
    "line",
    "memory",
    "nobody",
    "player",
    "player-count",
    "set",
    "side",
    "team",
)


def heads_of_paragraphs() -> set[str]:
    """The words that are words in column 1 only."""
    return {terminal.name[1:].lower() for terminal in parser().terminals if terminal.pattern.value.startswith("(?<![^")}


def words_of_the_grammar() -> set[str]:
    """Every word that means something without being declared."""
    in_patterns = {word for terminal in parser().terminals for word in re.findall("[a-z]{2,}", terminal.pattern.value)}
    questions = {name for _, name in ROWS}
    return in_patterns | questions | RESERVED | {*ZONES, *DIRECTIONS, *SIDES, *NAMED_BY_THE_LANGUAGE}


def test_the_words_that_begin_a_paragraph_or_name_nothing_are_those_of_the_code() -> None:
    heads, reserved = re.findall(r"`([a-z\s]{60,})`", SECTIONS["3"][1])
    assert set(heads.split()) == heads_of_paragraphs()
    assert set(reserved.split()) == RESERVED


def test_every_word_stands_in_the_index() -> None:
    assert INDEX.keys() == words_of_the_grammar()
    assert list(INDEX) == sorted(INDEX)


@pytest.mark.parametrize("word", INDEX)
def test_the_index_leads_to_where_a_word_is_explained(word: str) -> None:
    for number in INDEX[word]:
        said = "\n".join(re.findall(r"```rules.*?^```|`[^`]+`", "\n".join(SECTIONS[number]), re.MULTILINE | re.DOTALL))
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", said), f"{number} does not say {word}"


def test_every_link_leads_to_its_section() -> None:
    links = dict(re.findall(r"^\[([\d.]+)\]: #(.*)$", TEXT, re.MULTILINE))
    anchors = {
        number: re.sub(r"[^\w\- ]", "", f"{number} {title}".lower()).replace(" ", "-")
        for number, (title, _) in SECTIONS.items()
    }
    assert links == anchors
    assert set(re.findall(r"\[(\d[\d.]*)\](?![:(])", TEXT)) <= links.keys()


# ---- the generator of chance


def vectors(name: str) -> list[list[str]]:
    """The rows of a table of test vectors."""
    found = re.search(rf"<!-- vectors: {name} -->\n\n(.*?)\n\n", TEXT, re.DOTALL)
    assert found is not None, f"SPEC.md has no vectors {name}"
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in found.group(1).splitlines()]
    return rows[2:]


@pytest.mark.parametrize("row", vectors("outputs"), ids=" ".join)
def test_outputs_of_an_event(row: list[str]) -> None:
    seed, number, stream, event = (int(cell) for cell in row[:4])
    key = absorb(stream_key(seed, number, stream), event)
    assert [f"{key:016x}", *(f"{mix((key + i * GAMMA) & WORD):016x}" for i in (1, 2, 3))] == row[4:]


@pytest.mark.parametrize("row", vectors("numbers"), ids=" ".join)
def test_numbers_below(row: list[str]) -> None:
    seed, number, stream, event, below = (int(cell) for cell in row[:5])
    numbers = Numbers(stream_key(seed, number, stream), event)
    wanted = [int(cell) for cell in row[5].split()]
    assert [numbers.below(below) for _ in wanted] == wanted


@pytest.mark.parametrize("row", vectors("events"), ids=" ".join)
def test_outcomes(row: list[str]) -> None:
    seed, number, event, kind, pool, outcome = row
    items = tuple(dict.fromkeys(pool.split()))
    weights = tuple(pool.split().count(item) for item in items)
    asked = ChanceEvent(int(event), "shuffle" if kind == "shuffle" else "draw", "deck", items, weights)
    given = Seeded(int(seed), int(number)).outcome(asked)
    assert " ".join(items[item] for item in given or ()) == outcome
