"""Declarations: what is wrong with fields and names. What they mean is shown by the blocks of SPEC.md."""

import pytest

from rulewright.language.elaborate.elaboration import declare
from rulewright.language.parser import parse
from rulewright.language.source import Source

CARDS = "color is one of red, green\ncomponent card: color, rank 1..3\n    2 of any, any\n"
GRID = "cell is grid 3 by 4\n"


def wrong(text: str) -> list[tuple[str, str]]:
    """Code and words of all that is wrong with the declarations of a game with these paragraphs."""
    source = Source("test", f'game "G"\n    players 2..4\n{text}play:\n    nothing\n')
    parsed = parse(source)
    return [(each.code, each.message) for each in declare(parsed.ruleset, parsed.broken, source, 2, {}).diagnostics]


def one_wrong(text: str, code: str, words: str = "") -> None:
    """Exactly one thing is wrong, and this is it."""
    ((found, message),) = wrong(text)
    assert found == code
    assert words in message


def test_components_in_a_circle() -> None:
    text = "component a-thing: b-thing\n    1 of any\ncomponent b-thing: a-thing\n    1 of any\n"
    assert wrong(text)[0][0] == "calls-itself"


def test_a_field_may_hide_a_plural() -> None:
    assert wrong(CARDS + "there is\n    cards: area of card\n") == []


@pytest.mark.parametrize(
    ("field", "code", "words"),
    [
        (
            "hand: hand of card, face up or down",
            "type-mismatch",
            "belongs to a pile, row, slot or board; this is a hand",
        ),
        ("heap: area of card, with owner", "type-mismatch", '"with owner" belongs to a row'),
        ("lot: slot of card, up to 2", "type-mismatch", '"up to" belongs to'),
        ("heap: area of card, refilled from deck", "type-mismatch", '"refilled from" belongs to a pile'),
        ("heap: pile of card, refilled from heap", "type-mismatch", "this pile itself"),
        ("heap: pile of card, refilled from tokens-there", "type-mismatch", "other pieces"),
        ("heap: pile of card, refilled from stock", "type-mismatch", "other owners"),
        ("heap: pile of card, refilled from dekc", "unknown-name", 'Did you mean "deck"?'),
        ("heap: pile of color", "type-mismatch", "is no component. Components are: card, token."),
        ("heap: pile of card, seen by owner", "type-mismatch", "belongs to nobody"),
        ("heap: pile of card, up to deck's size", "not-constant", "before the game begins"),
        ("heap: row of card, seen by others", "type-mismatch", "belongs to nobody"),
        ("heap: area of card, up to -1", "out-of-range", ""),
        ("heap: pile of card, starts nothing", "type-mismatch", "A zone begins empty"),
        ("line-up: row of token", "too-large", "needs a bound. Say how many can lie there: row of token, up to 20"),
        ("bid: 0..red", "type-mismatch", "not two ends of one range"),
        ("bid: 0..9, starts green-1", "type-mismatch", "This is a card"),
        ("bid: 0..9, starts none", "type-mismatch", ""),
        ("bid: 0..9, when deck is empty", "not-constant", "options and player-count only"),
    ],
)
def test_mistakes_in_fields(field: str, code: str, words: str) -> None:
    text = (
        CARDS
        + "spot is 0..5\ncomponent token: color\n    unlimited of any\n"
        + "each player has\n    stock: area of card\n"
        + "there is\n    deck: pile of card\n    tokens-there: area of token\n"
    )
    one_wrong(f"{text}there is\n    {field}\n", code, words)


# ---- names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("define deck: 3\n", '"deck" is already something that can be asked'),
        ("each card has\n    rank: 0..3\n", '"rank" is already a question of a card'),
        (
            "each player and color has\n    gems: 0..3\neach color has\n    gems: 0..3\n",
            '"gems" is already a question of a color',
        ),
        ("each player has\n    left: 0..3\n", "a player has it from the beginning"),
        ("each color has\n    number: 0..3\n", "a color has it from the beginning"),
        ("each cell has\n    row: 0..3\n", "a cell has it from the beginning"),
        ("define face-up of card: yes\n", "a card has it from the beginning"),
        ("phase go:\n    nothing\naction go: nothing\n", '"go" is already a phase'),
        ("line is one of a, b\n", 'The type "line" exists without declaring'),
        ("player is one of a, b\n", 'The type "player" exists without declaring'),
        ("suit is one of a, b, a\n", '"a" stands twice among the values of suit'),
        ("define cells: 3\n", '"cells" is already the plural of cell'),
        ("color is one of a, b\n", '"color" is already a type'),
        ("setup:\n    nothing\nsetup:\n    nothing\n", "already a `setup` paragraph"),
    ],
)
def test_names_that_clash(text: str, words: str) -> None:
    one_wrong(f"{GRID}{CARDS}there is\n    deck: pile of card\n{text}", "two-meanings", words)


def test_one_name_in_three_namespaces() -> None:
    text = (
        CARDS
        + "there is\n    discard: area of card\n    red: 0..3\n"
        + "each player has\n    row: row of card\n    discard: 0..3\n"
        + "action discard: nothing\ncall is one of red, discard\n"
    )
    assert wrong(text) == []


def test_missing_paragraphs() -> None:
    source = Source("test", "color is one of red, green\n")
    world = declare(parse(source).ruleset, (), source, 2, {})
    assert [each.code for each in world.diagnostics] == ["no-game", "no-play"]


def test_broken_paragraphs_say_nothing_more() -> None:
    text = "component card: color (, rank\n    1 of any\nthere is\n    deck: pile of card\n"
    assert wrong("color is one of red\n" + text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cell is grid 0 by 4\nthere is\n    at: cell\n", "too-large"),
        ("spot is 0..1000000\n", "too-large"),
        ("joined colors:\n    a, b\n", "unknown-name"),
        ("color is one of a, b\njoined colors:\n    a, c\n", "unknown-name"),
        ("each line has\n    worth: 0..3\n", "type-mismatch"),
        ("to go(crad):\n    nothing\n", "unknown-name"),
        ("define high of crad: yes\n", "unknown-name"),
    ],
)
def test_other_mistakes(text: str, code: str) -> None:
    grid = "" if text.startswith("cell") else GRID
    one_wrong(grid + text, code)
