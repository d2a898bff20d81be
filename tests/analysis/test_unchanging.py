"""Sentences that are carried out often and never change anything, as `check --strict` tells them.

Each game is made; what changes nothing in it was said by hand beforehand.
"""

import pytest

from tests.analysis.looking import found_in
from tests.analysis.test_holes import STONES
from tests.wasm.common import WASM

pytestmark = WASM

GAME = """\
game "Rounds" "Cards are laid, round by round"
    players 2..3
component card: rank 1..6
    3 of any
there is
    deck: pile of card
    pot: area of card
    rest: pile of card
    table: row of card, face up or down
    bonus: 0..9
    bidders: set of player
each player has
    hand: hand of card
    coins: 0..99, starts 5
setup:
    move all box to deck
    shuffle deck
    each player: move 3 from deck to your hand
    set bonus to 0
    shuffle rest
play:
    set bonus to 0
    dealing
    repeat 3 times: round
    move all rest to pot
phase dealing:
    move all pot to deck
phase round:
    {round}
    each player:
        choose lay or wait
    {behind}
to pass-on (player giver, player taker):
    move all giver's hand to taker's hand
to score (player who, 0..9 number):
    add number to who's coins
action lay "Lay a card":
    pick card from your hand
    move card to table face down
    {laid}
action wait "Rest":
    {waited}
    add 1 to your coins
scoring:
    score of player: its coins + bonus + rest's size + pot's size + table's size + bidders's size
    winners: players with highest score
"""
LAST = "move all rest to pot"
NOTHING = dict.fromkeys(("round", "behind", "laid", "waited"), "nothing")


def told(*, work: int = 20_000, strict: bool = True, **parts: str) -> dict[str, str]:
    """The sentences of which it is told that they never change anything, and what is said of them."""
    text = GAME.format(**{**NOTHING, **parts})
    found = found_in(text, work=work, strict=strict)
    return {text[each.span.start : each.span.end]: each.message for each in found if each.code == "never-changes"}


@pytest.mark.sampled(7, 4)
@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"round": "set bonus to 0"}, "set bonus to 0"),
        ({"behind": "move all pot to rest"}, "move all pot to rest"),
        ({"round": "shuffle rest", "behind": "if rest is empty: move 1 from deck to rest"}, "shuffle rest"),
        ({"laid": "flip card face down"}, "flip card face down"),
        ({"behind": "each player: score(you, bonus)"}, "add number to who's coins"),
        ({"behind": "each player: pass-on(you, you)"}, "move all giver's hand to taker's hand"),
        ({"round": "remove players from bidders"}, "remove players from bidders"),
        ({"behind": "show pot to everyone"}, "show pot to everyone"),
    ],
)
def test_a_sentence_that_never_changes_anything_is_told(parts: dict[str, str], sentence: str) -> None:
    said = told(**parts)[sentence]
    assert "random games this never changed anything, though it was carried out" in said
    assert not told(**parts, strict=False)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "parts",
    [
        {"round": "set bonus to 0", "laid": "if bidders is empty: set bonus to 1"},
        {"round": "set bidders to nothing", "waited": "add you to bidders"},
        {"round": "set bonus to 0", "laid": "if your coins is 50: set bonus to 1"},
        {"round": "shuffle deck"},
        {"laid": "flip card face up"},
        {"behind": "each player: pass-on(you, your left)"},
        {"round": "if player-count is 3: move 1 from deck to pot", "behind": "move all pot to rest"},
    ],
    ids=str,
)
def test_what_changes_something_at_times_is_not_told(parts: dict[str, str]) -> None:
    """Nor what prepares a game: three sentences there never change anything."""
    assert told(**parts).keys() <= {LAST}


def test_what_was_seldom_carried_out_is_not_told() -> None:
    """Once in each game, behind the last round."""
    assert told().keys() == {LAST}
    assert not told(work=500)


def test_where_all_positions_were_looked_at_it_is_certain() -> None:
    text = STONES.replace("    stones: 0..99", "    passes: 0..3\n    stones: 0..99")
    text = text.replace("    subtract", "    set passes to 0\n    subtract")
    (here,) = (each for each in found_in(text, work=1_000, strict=True) if each.code == "never-changes")
    assert here.severity == "warning"
    assert here.message.startswith("In any position that play can come to this never changed anything: passes was")
