"""What values can be, and which conditions and fields are in vain; what is right and looks alike."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source

GAME = """\
game "Test" "What can be"
    players 2..3
option long "Play longer": yes or no, default no
suit is one of red, green, blue
component card: suit, rank 1..3
    1 of any, any
there is
    deck: pile of card
    pool: area of card
    pot: 0..9
    boss: player or none
each player has
    hand: hand of card
    coins: 0..20
setup:
    move all box to deck
    shuffle deck
play:
    repeat until deck is empty:
        each player: turn
phase turn:
    move up to 1 from deck to your hand
    if long: add 1 to pot
    otherwise: add 2 to pot
    choose lay
    if you cannot: nothing
action lay:
    pick card from your hand
    needs {guard}
    move card to pool
    add 1 to your coins
    if boss is none: set boss to you
    {body}
scoring:
    score of player: its coins + pot + pool's size
    winners: players with highest score
"""


def found(
    guard: str = "your coins is less than 5", body: str = "nothing", more: str = "", text: str = GAME
) -> list[str]:
    """The codes of what is told of the game, but for prices."""
    told = check(Source("test.rules", text.format(guard=guard, body=body) + more))
    return [one.code for one in told if one.code != "odd-price"]


@pytest.mark.parametrize(
    "guard",
    [
        "your coins is less than 5",
        "your coins is 20",
        "pot is at least 9",
        "your hand's size is at most 8",
        "boss is you or boss is none",
        "boss is not you",
        "card's rank is at least 2 and card's rank is at most 2",
        "card's rank is 1 or card's suit is red",
        "not (some c in your hand where c's rank is 3)",
        "your hand's size + pool's size is less than 12",
        "some p in players where p is not you and p's coins is more than your coins",
        "player-count is 2",
        "not long",
        "boss is none or boss's coins is more than 3",
    ],
)
def test_what_may_come_so_or_so_is_right(guard: str) -> None:
    assert found(guard) == []


@pytest.mark.parametrize(
    ("guard", "code"),
    [
        ("your coins is at most 20", "always-holds"),
        ("pot + 1 is more than 10", "never-holds"),
        ("your hand's size is at most 9", "always-holds"),
        ("pool's size is at least 10", "never-holds"),
        ("card's rank is more than 3", "never-holds"),
        ("card's rank is 1 and card's rank is 2", "never-holds"),
        ("card's rank is at least 2 or card's rank is less than 4", "always-holds"),
        ("card's suit is card's suit", "always-holds"),
        ("some c in your hand where c's rank is 4 or c's rank is 5", "never-holds"),
        ("your coins is 1 or your coins is 21", "never-holds"),
        ("game is not over", "never-holds"),
        ("your hand is not empty or not game is over", "never-holds"),
    ],
)
def test_what_always_comes_to_the_same_is_told(guard: str, code: str) -> None:
    assert set(found(guard)) == {code}


def test_tables_and_definitions_are_judged_for_what_they_are_asked() -> None:
    more = "define raised(1..3 n): n + 1\n"
    assert found("raised(2) is 4 or raised(card's rank) is 4", more=more) == ["never-holds"]
    assert found("raised(card's rank) is 4", more=more) == []
    assert found("blue's next is green") == ["never-holds"]
    assert found("card's suit's next is green") == []


@pytest.mark.parametrize(
    ("wanted", "codes"),
    [("1..9", ["always-holds"]), ("0..20", ["always-holds"]), ("1..8", []), ("2..9", []), ("10..12", ["never-holds"])],
)
def test_a_number_within_all_that_can_be_picked_is_told_once(wanted: str, codes: list[str]) -> None:
    guard = f"your coins is less than 5\n    pick n from 1..9\n    needs n is in {wanted}"
    assert found(guard, body="set pot to n") == codes


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("let c be first x in your hand with highest rank", ["unused"]),
        ("set pot to pot + 0", ["no-change"]),
        ("move all your hand to your hand", ["no-change"]),
        ("if boss is you: add 1 to pot", []),
        ("if boss is you: nothing", ["no-change"]),
        ("if boss is you: nothing\n    otherwise: add 1 to pot", []),
        ("move 0 from pool to deck", ["no-change"]),
        ("show pool to everyone", ["no-change"]),
        ("show your hand to everyone", []),
        ("move all pool to deck\n    move all pool to your hand", ["no-change"]),
        ("move all pool to deck\n    if boss is you: move all pool to your hand", ["no-change"]),
        ("move all pool to deck\n    for each c in pool: move c to deck", ["no-change"]),
        ("move all your hand to pool\n    move all pool to your hand", []),
        ("move all your left's hand to pool\n    move all your hand to deck", []),
        ("if boss is you: move all pool to deck\n    move all pool to deck", []),
        ("move all pool where its rank is 1 to deck\n    move all pool to deck", []),
        ("set your coins to 3\n    set your coins to 3", ["no-change"]),
        ("set your coins to 3\n    move all pool to deck\n    set your coins to 3", ["no-change"]),
        ("set your coins to 3\n    if boss is you: set your coins to 3", ["no-change"]),
        ("set your coins to 3\n    set your left's coins to 3", []),
        ("set your coins to 3\n    set your coins to 4", []),
        ("set your coins to 3\n    add 1 to your coins\n    set your coins to 3", []),
        ("set your coins to 3\n    add 1 to your left's coins\n    set your coins to 3", []),
        ("set your coins to 3\n    if boss is you: add 1 to your coins\n    set your coins to 3", []),
        ("if boss is you: set your coins to 3\n    set your coins to 3", []),
        ("set your coins to 3\n    for each n in 1..2: set your coins to your coins + n\n    set your coins to 3", []),
        ("each player: set your coins to 3\n    set your coins to 3", []),
        ("set your coins to 3\n    lay-more\n    set your coins to 3", ["no-change"]),
        ("set your coins to 3\n    tax-all\n    set your coins to 3", []),
        ("move all pool to deck\n    lay-more\n    move all pool to deck", []),
    ],
)
def test_sentences_in_vain(body: str, codes: list[str]) -> None:
    procedures = (
        "to lay-more: move up to 1 from deck to pool\n",
        "to tax-all:\n    each player: set your coins to 1\n",
    )
    more = "".join(each for each in procedures if each[3:10] in body)
    assert found(body=body, more=more) == codes


@pytest.mark.parametrize(
    ("body", "more", "codes"),
    [
        ("set tries to pot", 'invariant "few": tries is at most 8\n', ["never-read"]),
        ("set tries to pot", 'invariant "few": tried\ndefine tried: tries is at most 8\n', ["never-read"]),
        ("set tries to pot\n    hurry", "to hurry:\n    if tries is 8: end game\n", []),
    ],
)
def test_a_field_that_only_invariants_ask_is_told(body: str, more: str, codes: list[str]) -> None:
    text = GAME.replace("    pot: 0..9\n", "    pot: 0..9\n    tries: 0..9\n")
    assert found(body=body, more=more, text=text) == codes


@pytest.mark.parametrize(("scored", "codes"), [("its coins", ["never-read"]), ("its coins + its won's size", [])])
def test_pieces_of_players_for_which_nothing_asks_are_told(scored: str, codes: list[str]) -> None:
    text = GAME.replace("    hand: hand of card\n", "    hand: hand of card\n    won: area of card\n")
    text = text.replace("move card to pool", "move card to your won").replace(
        "of player: its coins", f"of player: {scored}"
    )
    assert found(text=text.replace("pool's size", "0").replace("    pool: area of card\n", "")) == codes


def test_guards_above_count() -> None:
    assert found("your coins is at least 3\n    needs your coins is less than 3") == ["never-holds"]
    assert found("your coins is at least 3\n    needs your coins is less than 4") == []


def test_what_only_some_settings_have_is_right() -> None:
    assert found("pot is less than 7 + player-count") == []
    assert found("pot is less than 8 + player-count") == ["always-holds"]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("keep most: 0..9, starts pot\n    set pot to most", ["never-set"]),
        ("keep most: 0..9, starts 3\n    set pot to most", ["never-set"]),
        ("keep most: 0..9, starts 3\n    set pot to most\n    set most to 3\n    set pot to most", ["never-set"]),
        ("keep most: 0..9", ["never-read"]),
        ("keep most: 0..9\n    set most to pot", ["never-read"]),
        ("keep most: 0..9\n    add 1 to most", ["never-read"]),
        ("keep most: 0..9\n    add 1 to most\n    set pot to most", []),
        ("keep odd: yes or no\n    if pot is 3: set odd to yes\n    if odd: add 1 to pot", []),
    ],
)
def test_what_is_kept_in_vain(body: str, codes: list[str]) -> None:
    assert found(body=body) == codes


def test_nothing_is_told_of_a_text_with_an_error() -> None:
    assert found("your coins is at most 20", body="set pots to 3") == ["unknown-name"]


@pytest.mark.parametrize(
    ("setup", "body", "codes"),
    [
        ("set pace to 1", "nothing", ["never-set"]),
        ("set pace to 2", "set pace to 2", ["never-set"]),
        ("nothing", "set pace to 2", ["never-set"]),
        ("set pace to 1", "set pace to 2", []),
        ("nothing", "set pace to 1", []),
        ("set pot to pace\n    set pace to 1", "nothing", []),
        ("set pot to paces\n    set pace to 1", "nothing", []),
        ("if pot is 0: set pace to 1", "nothing", []),
        ("quick\n    set pace to 1", "nothing", []),
        ("if long: set pace to 1\n    otherwise: set pace to 3", "nothing", []),
        ("set pace to 1\n    set pace to pace + 1", "nothing", []),
    ],
)
def test_what_is_only_ever_set_to_what_it_is(setup: str, body: str, codes: list[str]) -> None:
    """What the setup sets before anything asks it never was anything else."""
    text = GAME.replace("    pot: 0..9\n", "    pot: 0..9\n    pace: 1..3, starts 2\n")
    text = text.replace("    shuffle deck\n", f"    {setup}\n    shuffle deck\n")
    text += "define paces: pace\nto quick: add pace to pot\n" if "quick" in setup else "define paces: pace\n"
    made = text.format(guard="your coins is less than 3 + paces", body=body)
    assert [one.code for one in check(Source("test.rules", made))] == codes


def test_what_explains_a_refusal_uses_no_field() -> None:
    """To tell more of `past(x)`, its name is looked at once more: as the field, too."""
    more = "there is\n    past: memory of pot, up to 3\n    row: row of card\n"
    guard = "no c in row where (some d in row where d is past(c))"
    assert "unused" in found(guard, more=more, body="set pot to 9")
    assert "unused" not in found(f"past's repeats is 0 or ({guard})", more=more, body="set pot to 9")
