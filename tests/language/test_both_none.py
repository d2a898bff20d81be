"""Two things that may both be none: who compares them says whether nothing is the same as nothing."""

import pytest

from tests.language.asking import asked, said
from tests.language.test_sentences import elaborated, errors

FRAME = """\
game "G"
    players 2
cell is grid 2 by 2
suit is one of clubs, hearts
component card, called "{sign}-{suit}": sign 1..3 or none, suit
    1 of any, any
    1 of none, any, called "plain-{suit}"
there is
    a: player or none
    b: player or none
    c: player
    n: card or none
    spare: slot of card
    other: slot of card
    board: card on each cell
each cell has
    was: card or none
each player has
    rival: player or none
scoring:
    score of player: 0
    winners: players with highest score
play:
    each player: choose act
to touch: set a to b
"""


def wrong(*lines: str, more: str = "") -> list[str]:
    """The codes of what is wrong with an action of these lines."""
    written = "".join(f"    {line}\n" for line in lines)
    return [each.code for each in errors(elaborated(f"action act:\n{written}{more}", frame=FRAME))]


@pytest.mark.parametrize(
    "lines",
    [
        ("needs a is b", "touch"),
        ("needs a is not b", "touch"),
        ("if a is b: touch",),
        ("let who be a", "if who is b: touch"),
        ("if your rival is your left's rival: touch",),
        ("if your rival is not none and your left's rival is a: touch",),
        ("if spare is other: touch",),
        ("if spare is board(a1): touch",),
        ("if n is spare: touch",),
        ("for each c2 in cells where c2's was is board(c2): touch",),
        ("needs every c2 in cells satisfies c2's was is board(c2)", "touch"),
        ("if spare's sign is other's sign: touch",),
        ("if no p in players where p's rival is a: touch",),
        ("if a is b or c is you: touch",),
    ],
)
def test_which_is_meant_is_asked(lines: tuple[str, ...]) -> None:
    assert wrong(*lines) == ["both-none"]


@pytest.mark.parametrize(
    "lines",
    [
        ("if a is the same as b: touch",),
        ("if a is c: touch",),
        ("if a is you: touch",),
        ("if a is b and a is not none: touch",),
        ("if a is not none and b is a: touch",),
        ("if a is b or a is none and b is none: touch",),
        ("if a is none or a is not b: touch",),
        ("needs b is not none", "if a is b: touch"),
        ("if a is none: touch", "otherwise if a is b: touch"),
        ("if a is c and a is b: touch",),
        ("set a to you", "if a is not b: touch"),
        ("if spare is not empty and spare is other: touch",),
        ("if board(a1) is not empty and board(a1) is spare: touch",),
        ("let who be a", "needs who is not none", "if who is b: touch"),
        ("for each c2 in cells where c2 is not empty and c2's was is board(c2): touch",),
        ("for each c2 in cells where board(c2) is not empty:", "    if c2's was is board(c2): touch"),
        ("pick c2 from cells where it is not empty", "needs c2's was is board(c2)", "touch"),
        ("if no p in players where p's rival is not none and p's rival is a: touch",),
        ("if (first p in players where p's rival is c) is a: touch",),
    ],
)
def test_who_has_asked_knows(lines: tuple[str, ...]) -> None:
    assert wrong(*lines) == []


def test_both_sentences_to_write_are_told() -> None:
    (is_,) = errors(elaborated("action act:\n    if a is b: touch\n", frame=FRAME))
    assert is_.message == (
        "Both may be none, and of two nones this says no. "
        "Say which is meant: a is the same as b, or (a is b and a is not none)."
    )
    (not_,) = errors(elaborated("action act:\n    if a is not b: touch\n", frame=FRAME))
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
