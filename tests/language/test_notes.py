"""Notes on pieces where they lie: where they may be declared, of what they are asked, and what is told otherwise."""

import pytest

from rulewright.language import core
from rulewright.language.walking import walk
from tests.language.test_sentences import codes, elaborated, errors

NOTED = """\
spot is grid 2 by 2
there is
    shelf: row of card, up to 4
    plank: card on each spot
    niche: slot of card
each player has
    rack: row of card, up to 3, seen by others
each card in shelf has
    dents: 1..4
    kept-by: player or none
each card in rack has
    hue: color or none
each card in plank has
    worn: yes or no
each card in niche has
    worth: -3..3
"""
SET = "play:\n    each player:\n        {}\n"


def said(sentence: str) -> list[str]:
    """What is wrong with a sentence of a turn."""
    return codes(NOTED + SET.format(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "if shelf is not empty: add 1 to shelf's first's dents",
        "for each c in shelf where its kept-by is none: set c's kept-by to you",
        "for each c in players' rack where its hue is red: set c's hue to none",
        "if plank(a1) is not empty: set plank(a1)'s worn to yes",
        "if plank(a2)'s worn: set plank(a2)'s worn to no",
        "if niche is not empty: subtract 2 from niche's worth",
        "let best be first c in shelf with highest dents\n        if best is not none: set best's dents to 1",
    ],
)
def test_a_note_is_asked_and_set_of_a_piece_that_was_found_there(sentence: str) -> None:
    assert said(sentence) == []
    made = elaborated(NOTED + SET.format(sentence)).core
    noted = [node for node in walk(made.play) if isinstance(node, core.Note | core.Noted)]
    assert noted
    assert all(made.variables[node.variable].lies_in is not None for node in noted)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("set red-1's dents to 2", "place-unknown"),
        ("for each c in your hand: set c's dents to 2", "place-unknown"),
        ("for each c in shelf: set c's worn to yes", "place-unknown"),
        ("for each c in shelf: set c's dents to 7", "out-of-range"),
    ],
)
def test_what_is_noted_elsewhere_or_does_not_fit(sentence: str, code: str) -> None:
    assert code in said(sentence)


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("each card in hand has\n    dents: 0..9\n", "type-mismatch"),
        ("each card in shelves has\n    dents: 0..9\n", "type-mismatch"),
        ("each player in rack has\n    dents: 0..9\n", "type-mismatch"),
        ("each card in rack has\n    dents: set of color\n", "type-mismatch"),
        ("each card in rack has\n    dents: pile of card\n", "type-mismatch"),
        ("each card in rack has\n    dents: 0..9, starts 3\n", "type-mismatch"),
        ("each card in rack has\n    dents: 0..9, seen by nobody\n", "type-mismatch"),
        ("each card in rack has\n    rank: 0..9\n", "two-meanings"),
        ("each card in rack has\n    owner: 0..9\n", "two-meanings"),
    ],
)
def test_what_cannot_be_noted(declared: str, code: str) -> None:
    text = "each player has\n    rack: row of card, seen by others\n" + declared + "play: nothing\n"
    assert code in {each.code for each in errors(elaborated(text))}
