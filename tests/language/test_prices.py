"""Prices that do not fit: what a guard wants beside what the action takes."""

import pytest

from rulewright.analysis.check import check
from rulewright.language.source import Source

GAME = """\
game "Market" "Who has most wares wins"
    players 2
ware is one of silk, salt
there is
    stalls: counts of ware, starts silk + salt + salt
each player has
    coins: 0..20, starts 9
    wares: counts of ware
each player and ware has
    orders: 0..9, starts 5
play:
    repeat 5 times:
        each player: choose buy or pass
define price of ware w:
    3   when w is silk
    2   otherwise
define rich of player p: p's coins is at least 3
define much: 3
action buy "Buy a ware":
    pick ware from stalls
    needs {wants}
    {takes}
    {moves}
    add ware to your wares
action pass: nothing
scoring:
    score of player: its wares' size
    winners: players with highest score
"""
MOVES = "subtract ware from stalls"
EVERY = "every w in wares satisfies your orders(w) is at least {}"
FITTING = [
    ("your coins is at least ware's price", "subtract ware's price from your coins"),
    ("your coins is at least ware's price", "subtract ware's price + 1 from your coins"),
    ("your coins is at least ware's price", "subtract 3 from your coins"),
    ("you is rich", "subtract much from your coins"),
    ("you is not rich", "subtract 1 from your coins"),
    ("your coins is at least 3", "subtract 3 from your coins"),
    ("your coins is more than 2", "subtract 3 from your coins"),
    ("your coins is at most 8", "subtract 1 from your coins"),
    ("your coins is at least 3", "subtract your wares' size + 3 from your coins"),
    ("your coins is at least 3", "subtract 1 from your left's coins"),
    ("your coins is at least 3", "set your coins to 2"),
    ("not your coins is at least 3", "subtract 1 from your coins"),
    (EVERY.format(1), "for each w in wares: subtract 1 from your orders(w)"),
]
TAKES = "at least {}, and line 22 takes {}"
GIVES = "line 22 adds more"
ODD = [
    ("your coins is at least ware's price", "subtract ware's price - 1 from your coins", TAKES.format(3, 2)),
    ("your coins is more than ware's price", "subtract ware's price from your coins", TAKES.format(4, 3)),
    ("your coins is at least ware's price", "subtract 1 from your coins", TAKES.format(3, 1)),
    ("your coins is at least much", "subtract 2 from your coins", TAKES.format(3, 2)),
    ("you is rich", "subtract 1 from your coins", TAKES.format(3, 1)),
    ("you is rich", "add 1 to your coins", GIVES),
    ("your coins is at least 3", "subtract 2 from your coins", TAKES.format(3, 2)),
    ("your coins is more than 3", "subtract 3 from your coins", TAKES.format(4, 3)),
    ("your coins is at least 3", "add 3 to your coins", GIVES),
    (f"ware is silk or ({EVERY.format(2)})", "for each w in wares: subtract 1 from your orders(w)", TAKES.format(2, 1)),
]


def told(wants: str, takes: str, moves: str = MOVES) -> list[str]:
    """The messages on prices."""
    text = GAME.format(wants=wants, takes=takes, moves=moves)
    return [each.message for each in check(Source("x.rules", text)) if each.code == "odd-price"]


@pytest.mark.parametrize(("wants", "takes"), FITTING)
def test_what_fits_is_not_told(wants: str, takes: str) -> None:
    assert told(wants, takes) == []


@pytest.mark.parametrize(("wants", "takes", "said"), ODD)
def test_what_does_not_fit_is_told_with_both_numbers(wants: str, takes: str, said: str) -> None:
    (message,) = told(wants, takes)
    assert said in message


def test_what_is_picked_out_of_a_field_is_taken_from_it() -> None:
    fitting = ("your coins is at least 3", "subtract 3 from your coins")
    (message,) = told(*fitting, moves="add ware to stalls")
    assert "line 23 adds more" in message
