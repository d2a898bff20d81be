"""Whether a found piece lies in a zone: told where it never can, silent where it may; what is suggested."""

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.source import Source

CITY = """\
game "City" "Where a picked card lies"
    players 2
component card, called "card-{{rank}}": rank 1..4
    3 of any
room is 1..2
cell is grid 2 by 2
there is
    deck: pile of card
    row-of-cards: row of card
    spot: slot of card
    site: card on each cell
each player has
    hand: hand of card
    city: area of card
each room has
    shelf: area of card
setup:
    move all box to deck
    shuffle deck
    move 1 from deck to row-of-cards
    move 1 from deck to spot
    move 1 from deck to 1's shelf
    move 1 from deck to 2's shelf
    move 1 from deck to site(cells's first)
    each player: move 2 from deck to your hand
play:
    repeat 4 times:
        each player: choose build or pass
action build "Build a district":
    {}
    {}
    move card to your city
action pass "Build nothing": nothing
{}
scoring:
    score of player: its city's size
    winners: players with highest score
"""
PICK = "pick card from your hand"


def game(lines: str, pick: str = PICK, more: str = "") -> str:
    """The game with these lines, parted by ` / `."""
    return CITY.format(*(each.replace(" / ", "\n    ") for each in (pick, lines, more)))


def found(text: str) -> list[Diagnostic]:
    """What is told of conditions that always come to the same; the text is right besides."""
    told = check(Source("test.rules", text))
    assert [one for one in told if one.severity == "error"] == []
    return [one for one in told if one.code in ("always-holds", "never-holds")]


TOLD = """
always-holds | needs card is not in your city
never-holds | needs card is in your city
never-holds | needs not (card is in your city)
never-holds | needs card is in deck or card's rank is 1
always-holds | needs card is not in your left's city
always-holds | needs card is not in row-of-cards
always-holds | needs card is not in 2's shelf
always-holds | needs card is not in site
always-holds | let c be card / needs c is not in your city
never-holds | let known be card is in your city / needs known
never-holds | needs no p in players where card is in p's city
never-holds | needs no c in your hand where c is in your city
always-holds | needs every c in your hand satisfies c is not in your city
never-holds | needs (count of your hand where it is in your city) is less than 3
never-holds | if card is in your city: move 1 from spot to deck
never-holds | for each c in your hand: /     if c is in your city: move c to deck
never-holds | must leave card is in your hand
always-holds | must leave card is not in deck
always-holds | needs card is not in your city | pick card from your hand where its rank is at most 3
always-holds | nothing | pick card from your hand where card is not in your city
always-holds | nothing | pick card from your hand where it is not in your city
always-holds | move all few to deck | pick card from your hand / pick 1..2 few from row-of-cards where it is not in deck
always-holds | needs card is not in your city | pick card from spot
always-holds | needs card is not in your city | pick card from your hand or deck
always-holds | needs card is not in your city | pick cell from cells where it is not empty / let card be site(cell)
never-holds | needs built(you, card) | | define built(player p, card c): c is in p's city
always-holds | needs free(you, card) | | define free(player p, card c): c is not in p's city
never-holds | tidy(card) | | to tidy(card c): / if c is in deck: move 1 from deck to row-of-cards
"""
SILENT = """
needs card is not in your left's hand
needs card is not in players's first's hand
needs card is in your others's first's hand
needs card is in 2's shelf | pick room from rooms / pick card from room's shelf
needs card is not in your city | pick card from your hand or your city
needs card is not in spot | pick card from spot or row-of-cards
needs card is not in site | pick cell from cells where it is not empty / let card be site(cell)
needs kind is in your city | pick card from your hand / pick kind from cards
needs card-1 is not in your city
needs some c in your city where c is card
needs no c in your city where c's rank is card's rank
move card to deck / if card is in deck: move 1 from spot to deck
must leave card is in your city
move 1 from deck to your city / if card is in your city: move 1 from spot to deck
move all your hand to deck / if card is in deck: move 1 from spot to deck
for each n in 1..2: /     if card is in deck: move 1 from spot to deck /     move card to deck
tidy / if card is in row-of-cards: move 1 from spot to deck | | to tidy: / move 1 from deck to row-of-cards
choose lay / if card is in spot: move 1 from spot to deck | | action lay: / pick c from your hand / move c to spot
needs built(you, card) | pick card from your city | define built(player p, card c): c is in p's city
needs some c in your city where c's old / needs not card's old | | define old of card c: c is in players's first's city
"""


def rows(table: str) -> list[list[str]]:
    """The rows of a table, each with all of its cells."""
    return [[*map(str.strip, row.split("|")), "", "", ""] for row in table.strip().splitlines()]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("code", "lines", "pick", "more"), [row[:4] for row in rows(TOLD)])
def test_a_piece_that_never_lies_there_is_told(code: str, lines: str, pick: str, more: str) -> None:
    assert {one.code for one in found(game(lines, pick or PICK, more))} == {code}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("lines", "pick", "more"), [row[:3] for row in rows(SILENT)])
def test_a_piece_that_may_lie_there_is_right(lines: str, pick: str, more: str) -> None:
    assert found(game(lines, pick or PICK, more)) == []


EXAMPLE = """\
example "the one is refused, the other is not":
    players Ann, Bob
    given:
        Ann's hand holds card-1, card-2
        Ann's city holds card-1, card-3
    at play
    then:
        Ann can build card-{allowed}
        Ann cannot build card-{refused}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("lines", "pick", "refused"),
    [
        ("needs card is not in your city", PICK, 1),
        ("needs card is in your city", PICK, 2),
        ("needs not (card is in your city)", PICK, 1),
        ("needs card is not in your city and card's rank is less than 4", PICK, 1),
        ("needs built(you, card)", PICK, 2),
        ("needs not built(you, card)", PICK, 1),
        ("", "pick card from your hand where it is not in your city and its rank is less than 4", 1),
        ("", "pick card from your hand where card is in your city", 2),
        ("needs some c in your hand where c is card and c is not in your city", PICK, 1),
    ],
)
def test_what_is_suggested_asks_for_the_kind(lines: str, pick: str, refused: int) -> None:
    more = "define built(player p, card c): c is in p's city" if "built" in lines else ""
    text = game(lines, pick, more)
    (edit,) = {one.edit for one in found(text) if one.edit is not None}
    repaired = applied(text, [edit])
    assert found(repaired) == []
    example = EXAMPLE.format(refused=refused, allowed=3 - refused)
    assert run_examples(Source("test.rules", repaired + example)) == []


def test_the_message_names_both_readings() -> None:
    (one,) = found(game("needs card is not in your city"))
    assert one.message == (
        "This always holds: it asks where card itself lies, and that is in hand, never in your city. "
        "To ask for a piece of the same kind there, write: no other-card in your city where other-card is card. "
        "If card itself is meant, leave the condition out."
    )
