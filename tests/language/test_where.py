"""Conditions behind `where`: what says nothing of what is looked at, what a quantifier takes in, and what `it` is."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.language.asking import FRAME, said

# ---- conditions that say nothing of what is looked at

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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("condition", [*SILENT, *MEANT])
def test_what_says_nothing_is_told_unless_it_is_meant(condition: str) -> None:
    assert silent(f"{FRAME}define odd: {condition}\n") == SILENT.get(condition, [])


def test_of_a_board_it_is_said_how_its_places_are_asked() -> None:
    board = "there is\n    shed: card on each space\n"
    text = f"{FRAME}{board}define odd: (count of spaces as s where shed is empty) is 2\n"
    (told,) = (each for each in check(Source("asking", text)) if each.code == "says-nothing-of-it")
    assert "s's \u2026, of a board shed(s); or ask" in told.message


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_comes_to_an_if_around_the_sentence_is_left_alone(sentence: str) -> None:
    assert silent(f"{FRAME}to act:\n    {sentence}\n") == SENTENCES[sentence]


@pytest.mark.parametrize(("where", "told"), [("trump is clubs", 1), ("card's rank is 3 and trump is clubs", 0)])
def test_a_pick_may_ask_for_more_than_its_pieces(where: str, told: int) -> None:
    action = f'action take "Take":\n    pick card from pool where {where}\n    move card to street\n'
    assert len(silent(FRAME + action)) == told


# ---- at the end of a quantifier, saying nothing of its element: inside or outside?

DOUBTFUL = {
    "no p in players where p's coins is 9 and stones is 3": (
        "no p in players where (p's coins is 9 and stones is 3)",
        "(no p in players where p's coins is 9) and stones is 3",
    ),
    "no p in players where p's coins is 9 or stones is 3": (
        "no p in players where (p's coins is 9 or stones is 3)",
        "(no p in players where p's coins is 9) or stones is 3",
    ),
    "every p in players satisfies p's coins is 9 and stones is 3": (
        "every p in players satisfies (p's coins is 9 and stones is 3)",
        "(every p in players satisfies p's coins is 9) and stones is 3",
    ),
    "some p in players where p's coins is 9 or stones is 3 and trump is none": (
        "some p in players where (p's coins is 9 or stones is 3 and trump is none)",
        "(some p in players where p's coins is 9) or stones is 3 and trump is none",
    ),
    "some p in players where p's coins is 9 or (p is bidder) and stones is 3": (
        "some p in players where (p's coins is 9 or (p is bidder) and stones is 3)",
        "(some p in players where p's coins is 9 or (p is bidder)) and stones is 3",
    ),
    "no p in players where p's coins is 9 and (stones is 3 or stones is 4) and trump is none": (
        "no p in players where (p's coins is 9 and (stones is 3 or stones is 4) and trump is none)",
        "(no p in players where p's coins is 9) and (stones is 3 or stones is 4) and trump is none",
    ),
    "stones is 4 and no p in players where (p is bidder) and (stones is 3)": (
        "no p in players where ((p is bidder) and (stones is 3))",
        "(no p in players where (p is bidder)) and (stones is 3)",
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("condition", DOUBTFUL)
def test_both_readings_are_told(condition: str) -> None:
    inside, outside = DOUBTFUL[condition]
    why = "brackets-needed: This says nothing of p, yet it is read into what is asked of p."
    assert said("yes", f"define odd: {condition}\n") == [f"{why} Write {inside}, or {outside} if it stands outside."]
    for clear in (inside, outside):
        assert said("yes", f"define odd: {clear}\n") == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "condition",
    [
        "some p in players where p's coins is 9 and stones is 3",
        "every p in players satisfies p's coins is 9 or stones is 3",
        "no p in players where stones is 3 and p's coins is 9",
        "no p in players where stones is 3 and trump is none",
        "no p in players where p's coins is 9 and its ready",
        "no p in players where p's coins is 9 and (some c in pool where c's rank is p's coins)",
        "no p in players where p's coins is 9",
        "(no p in players where p's coins is 9 and stones is 3) or stones is 4",
        "stones is 3 and no p in players where p's coins is 9",
    ],
)
def test_what_makes_no_difference_or_has_brackets_is_left_alone(condition: str) -> None:
    assert said("yes", f"define odd: {condition}\n") == []


def test_comments_between_do_no_harm() -> None:
    (found,) = said("yes", "define odd: no p in players where p is bidder and  -- why\n        (stones is 3)\n")
    assert found.endswith("(no p in players where p is bidder) and (stones is 3) if it stands outside.")


# ---- `it` under an element with a name, where what is defined could be asked the same

LANES = """\
component lane, called "lane-{number}": number 2..12, closed yes or no
    1 of any, no
"""


def told(define: str) -> list[str]:
    """What is said of `it` in a definition, where two types have a `number`, and two may be `closed`; no error."""
    found = check(Source("asking", f"{FRAME}{LANES}{define}\n"))
    assert not [each for each in found if each.severity == "error"]
    return [f"{each.code}: {each.message}" for each in found if each.code == "it-or-subject"]


def words(binder: str, noun: str, name: str) -> str:
    """The whole message."""
    return (
        f"it-or-subject: `it` is {binder} here, not the {noun} that is defined, and both have a {name}. Write {binder} "
        f"for `it`; or if the {noun} is meant, give it a name: define … of {noun} x, and ask x."
    )


@pytest.mark.parametrize(
    ("define", "name"),
    [
        ("define odd of lane: some s in suits where its number is 2", "number"),
        ("define odd of lane: every s in suits satisfies its number is 2", "number"),
        ("define odd of lane: (count of suits as s where its number is 2) is 1", "number"),
        ("define odd of lane: (first s in suits where its number is 2) is not none", "number"),
        ("define odd of lane: some s in suits where it is closed", "closed"),
        ("define odd of lane: some s in suits where it is not closed", "closed"),
    ],
)
def test_what_both_can_be_asked_is_told(define: str, name: str) -> None:
    assert told(define) == [words("s", "lane", name)]


@pytest.mark.parametrize(
    "define",
    [
        "define odd of lane x: some s in suits where its number is 2",
        "define odd of lane: some s in suits where s's number is 2",
        "define odd of lane x: some s in suits where s's number is x's number",
        "define odd of lane: some s in suits where its price is 2",
        "define odd of lane: (count of suits where its number is 2) is 1",
        "define odd of lane: its number is 2",
        "define odd of lane: some s in suits where it is clubs",
        "define odd: some s in suits where its number is 2",
    ],
)
def test_what_can_mean_one_thing_only_is_left_alone(define: str) -> None:
    assert told(define) == []
