"""Moves that are tried: what is impossible makes them illegal, a fault of the rules is told when they are listed."""

import pytest

from rulewright.machine.game import Game, RulesFault
from tests.made.loading import loaded

FRAME = """game "Trials"
    players 2
color is one of red, green
component coin: color, value 1..3
    1 of any, 1..3
space is grid 2 by 2
there is
    pot: area of coin
    shelf: row of coin, up to 1
    heap: pile of coin, seen by everyone
    board: coin on each space
    quiet: 0..2
    big: 0..2000000000
    friend: player or none
    tried: yes or no
each player has
    hand: hand of coin
setup:
    move 1 from box where it is red-1 to pot
    each player:
        move box's coins's first to your hand
        move box's coins's last to your hand
play:
    each player: choose pass
    repeat 3 times:
        each player: choose {asked}
action go "Go":
    pick coin from pot
{line}
    set tried to yes
    move coin to heap
    {body}
{more}action pass "Do nothing": nothing
scoring:
    score of player: quiet
    winners: nobody
"""
LEAVE = '    must leave tried because "it must be so"'
ABLE = '    must leave tried if able because "it must be so"'
CHANGE = '    must change pot because "it must be so"'
FAULTS = {
    "set quiet to 4 - coin's value": ("out-of-range", "quiet is 0..2, and this makes 3."),
    "set quiet to 2 / quiet": ("divides-by-zero", "This divides by 0."),
    "move quiet - 1 from heap to shelf": ("negative-number", "This number is below 0."),
    "let lone be the only c in your hand\n    move lone to box": ("not-only-one", "There must be exactly one here."),
    "move coin to friend's hand": ("none-used", "This asks for a field of nobody: the owner is none here."),
    "set big to coin's value * 2000000000 * 2 / 4": (
        "number-too-large",
        "This number leaves what can be reckoned with (32 bits).",
    ),
    "repeat until quiet is 1: set friend to you": (
        "endless-loop",
        "A loop has taken more than 1,000,000 turns without a decision or a chance event.",
    ),
}
IMPOSSIBLE = {
    "move 2 from heap to pot": "There are not enough pieces in heap: 2 wanted, 1 there.",
    "move all your hand to shelf": "There is no room in shelf: it is full.",
    "move board(a1) to heap": "There is no piece here.",
    "move coin to board(b1)\n    move your hand's first to board(b1)": (
        "There is no room in board: it holds a piece already."
    ),
    "let opener be your hand's first\n    move all your hand to pot\n    move opener to shelf": (
        "A piece cannot go to shelf here: it is no longer where it was found, or there is no room."
    ),
    "move all box to pot\n    set coin's color to green": (
        "There is no piece in the box that differs in this way only."
    ),
}


def started(body: str, line: str = LEAVE, asked: str = "go or pass", more: str = "") -> Game:
    game = loaded(FRAME.format(body=body, line=line, asked=asked, more=more)).start(seed=1)
    game.play(0, ("pass",))
    return game


def line_of(game: Game, text: str) -> int:
    """Where a piece of the rules stands for the last time."""
    source = game.rules.source_text
    return 1 + source.count("\n", 0, source.rindex(text))


def quoted(game: Game, fault: RulesFault) -> list[str]:
    """The rule that went wrong, then the lines that tried."""
    return [game.rules.quote(span) for span in (fault.span, *fault.tried)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", [LEAVE, ABLE, CHANGE])
@pytest.mark.parametrize("body", FAULTS)
def test_a_fault_is_told_when_the_moves_are_listed(body: str, line: str) -> None:
    game = started(body, line)
    before, record = game.state, game.record
    with pytest.raises(RulesFault) as caught:
        game.play(1, ("pass",))
    assert (caught.value.code, caught.value.message) == FAULTS[body]
    assert quoted(game, caught.value)[1:] == [line.strip()]
    assert game.rules.line(caught.value.span) in range(line_of(game, "to heap"), line_of(game, "action pass"))
    assert (game.state, game.record) == (before, record)
    assert game.moves(1) == [("pass",)]


@pytest.mark.parametrize("line", [LEAVE, CHANGE])
@pytest.mark.parametrize("body", IMPOSSIBLE)
def test_what_is_impossible_makes_a_move_illegal(body: str, line: str) -> None:
    game = started(body, line)
    game.play(1, ("pass",))
    assert game.moves(0) == [("pass",)]
    why = game.why(0, "go red-1")
    assert why is not None
    assert (why.kind, why.reason) == ("must", IMPOSSIBLE[body])


@pytest.mark.parametrize("body", IMPOSSIBLE)
def test_outside_of_a_trial_it_is_a_fault(body: str) -> None:
    game = started(body, "    needs not tried")
    game.play(1, ("pass",))
    with pytest.raises(RulesFault) as caught:
        game.play(0, ("go", "red-1"))
    assert caught.value.message == IMPOSSIBLE[body]
    assert caught.value.tried == ()


def test_if_able_binds_nobody_where_every_move_is_impossible() -> None:
    game = started("move board(a1) to heap", ABLE)
    game.play(1, ("pass",))
    assert game.moves(0) == [("go", "red-1"), ("pass",)]


def test_an_action_that_asks_about_itself_is_one_action() -> None:
    game = started("add 1 to quiet", '    must leave you can go if able because "so it may go on"')
    assert [action.name for action in game.rules.program.actions] == ["pass", "go"]


LENDING = """action lend "Lend, so that somebody may go":
    must leave you can go because "nobody could go"
    set quiet to 1
"""


def test_inside_a_trial_moves_are_tried_too() -> None:
    going = '    must leave quiet is 1 because "one is needed"'
    game = started("set tried to no", going, "go or lend or pass", LENDING)
    game.play(1, ("pass",))
    assert game.moves(0) == [("lend",), ("pass",)]
    never = started("set quiet to 2", going, "go or lend or pass", LENDING)
    never.play(1, ("pass",))
    assert never.moves(0) == [("pass",)]


def test_a_fault_inside_two_trials_names_both_lines() -> None:
    body = "if quiet is 1: set big to 1 / (quiet - 1)"
    game = started(body, LEAVE, "go or lend or pass", LENDING)
    with pytest.raises(RulesFault) as caught:
        game.play(1, ("pass",))
    assert quoted(game, caught.value) == [
        "1 / (quiet - 1)",
        LEAVE.strip(),
        'must leave you can go because "nobody could go"',
    ]
