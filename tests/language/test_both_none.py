"""Two things that may both be none: who compares them says whether nothing is the same as nothing."""

import pytest

from tests.language.asking import asked, said
from tests.language.test_told import GAMES


def test_both_sentences_to_write_are_told() -> None:
    (is_,) = GAMES["Two nones"].told({"lines": "if a is b: touch"})
    assert is_.message == (
        "Both may be none, and of two nones this says no. "
        "Say which is meant: a is the same as b, or (a is b and a is not none)."
    )
    (not_,) = GAMES["Two nones"].told({"lines": "if a is not b: touch"})
    assert not_.message == (
        "Both may be none, and of two nones this says yes. "
        "Say which is meant: a is not the same as b, or (a is none or a is not b)."
    )


ALIKE = """\
nobody-yet is the same as none
bidder is the same as Bob
bidder is not the same as nobody-yet
empty-slot is the same as market(a3)
market(a3) is the same as market(b2)
market(a1) is not the same as market(b2)
spare is not the same as empty-slot
favorite is the same as hearts-9
trump is the same as hearts
no-trump is not the same as trump
omen-1's sign is the same as 1
calm-sky's sign is not the same as omen-3's sign
stones is the same as 6
stones is not the same as 7
out is the same as out
bank is the same as air + air + fire
market(b3) is the same as clubs-3
not (goal is the same as a1)
"""


@pytest.mark.parametrize("condition", ALIKE.splitlines())
def test_two_nones_are_the_same_and_two_somethings_if_they_are_equal(condition: str) -> None:
    assert asked(condition) == []


def test_what_can_never_be_the_same_is_refused() -> None:
    assert [each.split(":")[0] for each in said("stones is the same as trump")] == ["never-equal"]


def test_same_is_a_name_as_well() -> None:
    more = "define same(player p, player q): p is q\ndefine alike: same(players's first, players's first)\n"
    assert asked("alike and not same(Ann, Bob)", more) == []
    assert asked("Ann is same", "define same of player p: p is players's first\n") == []
