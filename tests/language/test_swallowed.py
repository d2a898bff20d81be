"""Conditions at the end of a quantifier that say nothing of its element: inside or outside?"""

import pytest

from tests.language.asking import said

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


@pytest.mark.parametrize("condition", DOUBTFUL)
def test_both_readings_are_told(condition: str) -> None:
    inside, outside = DOUBTFUL[condition]
    why = "brackets-needed: This says nothing of p, yet it is read into what is asked of p."
    assert said("yes", f"define odd: {condition}\n") == [f"{why} Write {inside}, or {outside} if it stands outside."]
    for clear in (inside, outside):
        assert said("yes", f"define odd: {clear}\n") == []


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
