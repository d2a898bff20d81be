"""Actions that change nothing where the same is picked twice: what the bodies say."""

import pytest

from rulewright.language.checks.action_checks import idle_picks
from tests.made.loading import loaded

GAME = """\
game "Swaps"
    players 3
suit is one of red, blue
space is grid 2 by 2
component card: suit
    9 of any
there is
    board: card on each space
    pool: area of card
each player has
    hand: hand of card
    coins: 0..9
    row: row of card
each player and suit has
    gems: 0..9
setup:
    move all box to pool
play:
    each player: choose act
action act:
{lines}
scoring:
    score of player: its coins
    winners: players with highest score
"""
PLAYER = "pick who from players"
SUITS = "pick one from suits\npick other from suits"
IDLE = [
    (PLAYER, "subtract 1 from who's coins\nadd 1 to your coins"),
    (PLAYER, "add 2 to your coins\nsubtract 2 from who's coins"),
    (PLAYER, "move all who's hand to your hand"),
    (PLAYER, 'draw taken from who\'s hand "take"\nmove taken to your hand'),
    (PLAYER, "if who's coins is more than 3:\n    subtract 1 from who's coins\n    add 1 to your coins"),
    (SUITS, "subtract 1 from your gems(one)\nadd 1 to your gems(other)"),
    ("pick one from spaces\npick other from spaces", "swap one and other"),
    ("pick n from 1..3\npick m from 1..3", "add n to your coins\nsubtract m from your coins"),
]
OTHERS = [
    (PLAYER, "subtract 1 from who's coins\nadd 2 to your coins"),
    (PLAYER, "subtract 1 from who's coins"),
    (PLAYER, "move all who's hand to your row"),
    (PLAYER, "move all who's row to pool\nmove all pool to your row"),
    (PLAYER, "if your coins is 3: subtract 1 from who's coins\nadd 1 to your coins"),
    (SUITS, "subtract 1 from your gems(one)\nadd 1 to your left's gems(other)"),
    ("pick n from 1..3\npick m from suits", "add n to your coins\nsubtract n from your gems(m)"),
    (PLAYER, "nothing"),
]


def found(picks: str, body: str) -> int:
    """How many such picks there are."""
    lines = "\n".join(f"    {line}" for line in f"{picks}\n{body}".split("\n"))
    return len(list(idle_picks(loaded(GAME.format(lines=lines)).core)))


@pytest.mark.parametrize(("picks", "body"), [*IDLE, *OTHERS])
def test_what_the_one_loses_the_other_gets(picks: str, body: str) -> None:
    assert found(picks, body) == ((picks, body) in IDLE)
