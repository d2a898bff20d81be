"""`it` under an element with a name, where what is defined could be asked the same."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source
from tests.language.asking import FRAME

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
