"""Conditions that say nothing of what is looked at."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.language.asking import FRAME

SILENT = {
    "(count of pool where its rank is 3 and stones is 3) is 2": ["stones is 3"],
    "(count of pool where its rank is 3 or stones is 3) is 2": ["stones is 3"],
    "(count of pool where stones is 3 and its rank is 3 and bidder is none) is 2": ["stones is 3", "bidder is none"],
    "(count of pool as c where c's rank is 3 and stones is 3) is 2": ["stones is 3"],
    "(total rank of pool where its rank is 3 and stones is 3) is 2": ["stones is 3"],
    "(total rank of pool where trump is clubs) is 2": ["trump is clubs"],
    "(first c in street where c's rank is 3 and stones is 3) is not none": ["stones is 3"],
    "some c in pool where trump is clubs": ["trump is clubs"],
    "every c in pool satisfies trump is clubs": ["trump is clubs"],
    "(count of pool as c where c's rank is 3 and (some d in street where d's rank is 9)) is 2": [],
}
MEANT = [
    "(count of pool where its rank is 3 and (stones is 3)) is 2",
    "(count of pool where (its rank is 3 and stones is 3)) is 2",
    "(count of pool where (stones is 3)) is 2",
    "(count of pool where its rank is 3 and short) is 2",
    "(count of pool where its rank is 3 or not short) is 2",
    "(count of pool where its rank is 3 and mode is calm) is 2",
    "(count of pool where its rank is 3 or (short or mode is not calm) and target is 8) is 2",
    "(count of pool where its rank is 3 and stones is 3 or its rank is 4 and stones is 4) is 2",
    "(count of pool as c where c's rank is 3 and (count of street as d where d's rank is c's rank) is 1) is 2",
    "some c in pool where c's rank is 3 and stones is 3",
    "no c in pool where stones is 3 and c's rank is 3",
    "(count of suits where it is closed) is 2",
]
SENTENCES = {
    "move all pool where its rank is 3 and stones is 3 to street": [],
    "move all pool where trump is clubs to street": ["trump is clubs"],
    "for each c in pool where trump is clubs: move c to street": [],
    "for each c in pool where c's rank is 3 and trump is clubs: move c to street": [],
    "each other player where your coins is 3: nothing": ["your coins is 3"],
    "each other player where (your coins is 3): nothing": [],
    "each other player where its coins is your coins: nothing": [],
    "each other player where stones is 3: nothing": [],
    "let few be pool where its rank is 3 and stones is 3": ["stones is 3"],
}


def silent(text: str) -> list[str]:
    """What is told of, as written; nothing else may be wrong but that much is not used."""
    found = check(Source("asking", text))
    assert not [each for each in found if each.severity == "error"]
    return [text[each.span.start : each.span.end] for each in found if each.code == "says-nothing-of-it"]


@pytest.mark.parametrize("condition", [*SILENT, *MEANT])
def test_what_says_nothing_is_told_unless_it_is_meant(condition: str) -> None:
    assert silent(f"{FRAME}define odd: {condition}\n") == SILENT.get(condition, [])


def test_of_a_board_it_is_said_how_its_places_are_asked() -> None:
    board = "there is\n    shed: card on each space\n"
    text = f"{FRAME}{board}define odd: (count of spaces as s where shed is empty) is 2\n"
    (told,) = (each for each in check(Source("asking", text)) if each.code == "says-nothing-of-it")
    assert "s's \u2026, of a board shed(s); or ask" in told.message


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_comes_to_an_if_around_the_sentence_is_left_alone(sentence: str) -> None:
    assert silent(f"{FRAME}to act:\n    {sentence}\n") == SENTENCES[sentence]


@pytest.mark.parametrize(("where", "told"), [("trump is clubs", 1), ("card's rank is 3 and trump is clubs", 0)])
def test_a_pick_may_ask_for_more_than_its_pieces(where: str, told: int) -> None:
    action = f'action take "Take":\n    pick card from pool where {where}\n    move card to street\n'
    assert len(silent(FRAME + action)) == told
