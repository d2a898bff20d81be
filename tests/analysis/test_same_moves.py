"""Choices that make no difference are found, whether reading or playing shows it; where they make one, nothing is."""

import re

import pytest
from hypothesis import given

from rulewright import Rules
from rulewright.analysis.check import reading
from rulewright.analysis.playtest.effort import Effort
from rulewright.analysis.playtest.finding import watched_game
from rulewright.analysis.playtest.playing import Played
from rulewright.analysis.playtest.same_moves import SameMoves
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.source import Source
from rulewright.loading import read_text
from tests.analysis.looking import all_holes
from tests.laws.positions import any_rules
from tests.made import BY_SEED

CODE = "same-moves"
FRAME = """\
game "Market" "Take cards from a row"
    players 2..3
color is one of red, blue
component card: color, number 1..9
    1 of any, any
there is
    deck: pile of card
    row: row of card
    gone: area of card
each player has
    hand: hand of card
    won: area of card
    coins: 0..99
setup:
    move all box to deck
    shuffle deck
    move 4 from deck to row
    each player: move 2 from deck to your hand
play:
    repeat until deck is empty:
        each player: turn
scoring:
    score of player: its coins + its won's size
    winners: players with highest score
"""
TURN = """\
phase turn "A turn":
    choose take{}
    if you cannot: nothing
"""
TAKE = """\
action take "Take a card":
    pick card from row   because "it lies there"
    needs card's number is not 5   because "fives stay here"
    move card to your won
    move up to 1 from deck to row
"""
PAID = """\
action paid "Take a card, and be paid":
    pick way from few, many
    if way is few: add 1 to your coins
    otherwise: add 2 to your coins
    move up to 1 from deck to gone
"""
SIDES = """\
action give "Give a card to a neighbor":
    pick side from left, right
    move up to 1 from deck to gone
    if side is left: add 1 to your others' first's coins
    otherwise: add 1 to your others' last's coins
"""
HINT = """\
action hint "Say which color you hold":
    pick color from colors
    needs some c in your hand where c's color is color   because "it would be a lie"
    move up to 1 from deck to gone
"""
GUESS = """\
action guess "What lies on top?":
    pick number from 1..9
    if number is deck's first's number: add 1 to your coins
    move up to 1 from deck to gone
"""
AGAIN = """\
action again "Take a card for nothing":
    pick other from row   because "it lies elsewhere"
    needs other's number is not 5   because "fives stay there"
    move other to your won
    move up to 1 from deck to row
"""
ADD, ADD_TWICE = (
    f"action {name}:\n    {does}\n    move up to 1 from deck to gone\n"
    for name, does in (("add", "add 2 to your coins"), ("add-twice", "add 1 to your coins\n    add 1 to your coins"))
)
TWICE = """\
phase turn "A turn":
    repeat 2 times:
        choose act
        if you cannot: nothing
"""
ONCE = """\
choice act "An action":
    take
    again, once per turn
"""
RICH = """\
    needs your coins is at least 2   because "you are poor"
"""


def turn(more: str = "", *actions: str, take: str = TAKE, again: str = "nothing") -> str:
    """A turn with these choices more, and their actions."""
    return FRAME + TURN.format(more).replace("nothing", again) + take + "".join(actions)


ONE_WAY, OTHER_NAMES = PAID.replace("add 2", "add 1"), ADD + ADD_TWICE
THIRD_WAY = ONE_WAY.replace("otherwise:", "otherwise if row is empty: add 2 to your coins\n    otherwise:")
# The rules, and in which lines something makes no difference.
CASES = {
    "right": (turn(), []),
    "another card is moved": (turn(take=TAKE.replace("move card", "move row's first")), ["pick card from row"]),
    "both ways are paid": (turn(" or paid", PAID), []),
    "one way is copied": (turn(" or paid", ONE_WAY), ["pick way from few, many"]),
    "a way that never comes": (turn(" or paid", THIRD_WAY), []),
    "with two players both neighbors are one": (turn(" or give", SIDES), []),
    "always the same neighbor": (
        turn(" or give", SIDES.replace("others' last", "others' first")),
        ["pick side from left, right"],
    ),
    "what is said is heard": (turn(" or hint", HINT), []),
    "a guess": (turn(" or guess", GUESS), []),
    "a copied action": (turn(" or again", AGAIN), ["action again"]),
    "a copied action with a guard": (
        turn(" or again or add", AGAIN.replace("    move other", f"{RICH}    move other"), ADD),
        ["needs your coins is at least 2"],
    ),
    "a copied action, once in a turn": (FRAME + TWICE + ONCE + TAKE + AGAIN, []),
    "the same in other words": (turn(" or add or add-twice", OTHER_NAMES), ["action add-twice"]),
    "other words under a guard": (turn(" or add or add-twice", ADD, ADD_TWICE.replace(":\n", f":\n{RICH}", 1)), []),
    "in two choices": (turn("", AGAIN.replace("not 5", "5"), again="choose again"), []),
}

# How the message begins, and which line it names.
WORDS = {
    "another card is moved": ("Whatever is picked here for card, take does the same: in ", ""),
    "the same in other words": ("add-twice and add (line {}) always do the same: in ", "action add:"),
    "a copied action": ("again picks, asks and does just what take does (line {}), and both are", "action take"),
}


def found_in(text: str, work: int = 2_000) -> tuple[list[Diagnostic], Played]:
    """What reading finds, then what playing does."""
    read = read_text("market.rules", text.encode())
    found = [*reading(Source("market.rules", text)).found]
    holes, played = all_holes(read, "market", Effort(work=work))
    return [*found, *(each.diagnostic for each in holes)], played


@pytest.mark.sampled(9, 9)
@pytest.mark.parametrize("case", CASES)
def test_what_makes_no_difference_is_found(case: str) -> None:
    text, lines = CASES[case]
    found, _ = found_in(text)
    errors = [each.message for each in found if each.severity == "error"]
    assert not errors
    at = [text[each.span.start :].split("\n")[0] for each in found if each.code == CODE]
    assert [re.split(r' +(?:because )?"', line)[0].rstrip(":") for line in at] == lines


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", WORDS)
def test_the_words_say_what_and_where(case: str) -> None:
    (begins, other), (text, _) = WORDS[case], CASES[case]
    (one,) = [each for each in found_in(text)[0] if each.code == CODE]
    assert one.message.startswith(begins.format(text[: text.index(other)].count("\n") + 1))


def test_with_two_players_only_both_neighbors_are_one() -> None:
    text = turn(" or give", SIDES).replace("2..3", "2")
    found, _ = found_in(text)
    assert [text[each.span.start :].split("\n")[0] for each in found if each.code == CODE] == [
        "pick side from left, right"
    ]


@pytest.mark.thorough
def test_an_acceptance_is_idle_where_everything_makes_a_difference() -> None:
    """And not where something was never looked at: here nobody can ever give."""
    accepted = 'accepted same-moves at give because "so it is"\n'
    right = turn(" or give", SIDES, accepted)
    never = right.replace("    pick side", '    needs row is empty   because "cards are left"\n    pick side')
    assert [CODE in found_in(text)[1].sought for text in (right, never)] == [True, False]
    assert CODE not in {each.code for each in found_in(right)[0]}


@BY_SEED
@given(any_rules())
def test_looking_leaves_the_game_as_it_is(rules: Rules) -> None:
    same, steps = SameMoves(rules), []
    for step in watched_game(rules, 0, 0, 20):
        steps.append(step)
        same.look(0)
    assert steps == list(watched_game(rules, 0, 0, 20))
