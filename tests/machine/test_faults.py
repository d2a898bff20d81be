"""Faults of rules in play: each with its code, its words and its line, and nothing of the move is left."""

import pytest

from rulewright.loading import RulesError
from rulewright.machine.chance import Given, Scripted
from rulewright.machine.game import Game, RulesFault
from rulewright.machine.program.bounds import EXCEEDED
from tests.made.loading import loaded

FRAME = """game "Faults"
    players 2
component coin: value 1..3
    2 of 1..3
there is
    pot: area of coin
    shelf: row of coin, up to 1
    heap: pile of coin, refilled from shelf
    score-of: 0..9
    divisor: 0..9
    chosen: player or none
    record: 1..9, none until set
each player has
    purse: area of coin
setup:
    move 1 from box where its value is 1 to pot
    move 1 from box where its value is 2 to pot
play:
    repeat:
        each player: choose go
action note "Note it":
    needs divisor is more than 0
    set record to 1
action go "Go on":
    add 1 to score-of
    BODY
scoring:
    score of player: score-of
    winners: nobody
"""


def started(body: str) -> Game:
    return loaded(FRAME.replace("BODY", body)).start(seed=1)


FAULTS = [
    ("add 9 to score-of", "out-of-range", "score-of is 0..9, and this makes 10."),
    ("set score-of to 8 / divisor", "divides-by-zero", "This divides by 0."),
    ("move 1 from heap to pot", "too-few-pieces", "There are not enough pieces in heap: 1 wanted, 0 there."),
    ("move score-of - 5 from heap to pot", "negative-number", "This number is below 0."),
    ("move all pot to shelf", "zone-full", "There is no room in shelf: it is full."),
    (
        "draw c from pot where its value is 3\n    move c to box",
        "nothing-to-draw",
        "There is nothing to draw from: pot is empty here.",
    ),
    *(
        (f"move {what} to chosen's purse", "none-used", "This asks for a field of nobody: the owner is none here.")
        for what in ("all heap", "up to 1 from heap", "up to 0 from heap", "up to divisor from shelf")
    ),
    ("roll n from 5..divisor", "nothing-to-draw", "There is nothing to draw from: n is empty here."),
    ("let c be the only x in pot\n    move c to box", "not-only-one", "There must be exactly one here."),
    (
        "if score-of is 1: add record to score-of",
        "not-only-one",
        "record is none until it is set, and nothing has set it yet. Make sure first: record is not none.",
    ),
    ("let x be heap's first\n    set x's value to 3", "nothing-there", "There is no piece here: x is none."),
    ("repeat until divisor is 1:\n        set chosen to you", "endless-loop", EXCEEDED["endless-loop"]),
]


@pytest.mark.parametrize(("body", "code", "message"), FAULTS, ids=[row[0].split("\n")[0] for row in FAULTS])
def test_a_fault_names_the_rule_and_leaves_nothing(body: str, code: str, message: str) -> None:
    game = started(body)
    before, record = game.state, game.record
    with pytest.raises(RulesFault) as caught:
        game.play(0, ("go",))
    assert (caught.value.code, caught.value.message) == (code, message)
    first = 1 + FRAME.count("\n", 0, FRAME.index("BODY"))
    assert game.rules.line(caught.value.span) == first + body.startswith("let x")
    assert (game.state, game.record) == (before, record)
    assert game.moves(0) == [("go",)]


ENDLESS = [
    "    repeat until divisor is 9:\n        each player:\n            if divisor is 9: choose go",
    "    repeat until divisor is 9:\n        if score-of is 9: choose-it",
    "    repeat until divisor is 9: set divisor to 8",
    "    repeat 40 times:\n        if every n in 1..60000 satisfies n is more than divisor: set divisor to 0",
]


@pytest.mark.thorough
@pytest.mark.sampled(4, 2)
@pytest.mark.parametrize("play", ENDLESS)
def test_a_loop_without_end_has_its_line(play: str) -> None:
    frame, rest = FRAME.split("play:\n", maxsplit=1)[0], FRAME.split("choose go\n")[1].replace("BODY", "nothing")
    rules = loaded(f"{frame}play:\n{play}\nto choose-it:\n    each player: choose go\n{rest}")
    with pytest.raises(RulesFault, match="more than 1,000,000 turns") as caught:
        rules.start(seed=1)
    first = rules.source_text.split("\n").index("play:")
    assert first + 1 < rules.line(caught.value.span) <= first + 4


BIG = """game "Big"
    players 2..4
space is grid 64 by 64
each player and space has
FIELDS
play:
    each player: choose go
action go "Go on": add 1 to your f1(a1)
scoring:
    score of player: its f1(a1)
    winners: nobody
"""


def test_a_state_has_room_for_so_many_numbers() -> None:
    """4 players, 4,096 spaces: 16,384 numbers a field."""
    fields = "\n".join(f"    f{number}: 0..9" for number in range(1, 10))
    with pytest.raises(RulesError) as caught:
        loaded(BIG.replace("FIELDS", fields), players=4)
    found = caught.value.diagnostics[0]
    assert found.code == "too-large"
    assert found.message == (
        'With "f5" (16,384 of them) a game has to remember 81,920 numbers; 65,536 are allowed. '
        "Make a type smaller, or leave out what follows from the rest."
    )


def test_a_smaller_state_is_no_trouble() -> None:
    assert 16_384 < loaded(BIG.replace("FIELDS", "    f1: 0..9"), players=4).program.size < 16_500


ZONES = """game "Zones"
    players 2
spot is 1..100
component card: worth 1..650
    100 of any
there is
    board: card on each spot, face up or down
    deck: pile of card
    line-up: row of card, with owner
    secret-row: row of card, up to 10, face up or down
    mine: slot of card
    bag: area of card
    seen: set of spot
play:
    each player: choose go
action go "Go on": nothing
scoring:
    score of player: 0
    winners: nobody
"""


def test_zones_take_room_too() -> None:
    """The box 650, the board 300, the deck 65,001: together 65,951."""
    with pytest.raises(RulesError) as caught:
        loaded(ZONES)
    assert 'With "deck" a game has to remember 65,951 numbers' in caught.value.diagnostics[0].message


STUCK = """game "Stuck"
    players 2
there is
    turns: 0..9
play:
    repeat 3 times:
        each player: choose go or bet
action go "Go on":
    needs turns is 0   because "only the first may go"
    add 1 to turns
action bet "Bet":
    pick amount from 1..turns
    needs amount is more than 5
    nothing
scoring:
    score of player: turns
    winners: nobody
"""


def test_who_cannot_move_is_told_why_of_every_offer() -> None:
    game = loaded(STUCK).start(seed=1)
    before = game.state
    with pytest.raises(RulesFault, match="go: only the first may go; bet: ") as caught:
        game.play(0, ("go",))
    assert caught.value.code == "stuck"
    assert game.state == before


SPELLS = """game "Spells"
    players Ann, Bob
component spell: one of spark, mend, ward
there is
    used: area of spell
each player has
    book: hand of spell
    life: 0..9
setup:
    move all box where it is mend or it is ward to Ann's book
    set Ann's life to 1
play:
    ask Ann: choose cast
action cast of spell from your book:
    when spark: add 1 to your life
    when mend:
        needs your life is 0 because "you are well"
        add 1 to your life
    when ward:
        pick harm from your others
        needs harm's life is more than 3
        nothing
    move spell to used
scoring:
    score of player: its life
    winners: nobody
"""


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ("", "cast mend: you are well; cast ward: harm's life is more than 3."),
        ("    move all Ann's book to used\n", "cast: there is no spell to pick."),
    ],
)
def test_of_a_family_it_is_told_which_member_lacks_what(setup: str, said: str) -> None:
    with pytest.raises(RulesFault) as caught:
        loaded(SPELLS.replace("    set Ann's life to 1\n", f"    set Ann's life to 1\n{setup}")).start(seed=1)
    assert caught.value.message.endswith(said)


PEEK = """game "Peek"
    players Ann, Bob
suit is one of red, blue
component card: suit, rank 1..2
    1 of any, any
there is
    deck: pile of card
setup:
    move all box to deck
    shuffle deck
play:
    each player: choose look
action look:
    show deck where its suit is red to you
scoring:
    score of player: 0
    winners: nobody
"""


def test_who_is_shown_a_piece_of_a_pile_sees_how_deep_it_lies() -> None:
    """So that what is known of it later is what was seen."""
    order = ("blue-1", "red-2", "red-1", "blue-2")
    game = loaded(PEEK).start(chance=Scripted([Given("deck", order)]))
    game.play(0, ("look",))
    shown = {event.piece: event.places for event in game.information(0) if event.what == "shown"}
    assert shown == {"red-2": (("deck", 2),), "red-1": (("deck", 3),)}
    assert not [event for event in game.information(1) if event.what == "shown"]


EDGE = """\
game "Edge"
    players 1
cell is grid 2 by 2
component stone: size 1..1
    1 of any
there is
    board: stone on each cell
each cell has
    marks: 0..9
setup: move 1 from box to a1
play:
    each player: choose go or mark
action go:
    let there be a1's step(left)
    move a1 to there
action mark:
    add 1 to a2's step(up)'s marks
scoring:
    winners: nobody
"""


@pytest.mark.parametrize(("action", "name"), [("go", "`there`"), ("mark", "it")])
def test_a_step_beyond_the_edge_is_told_as_such(action: str, name: str) -> None:
    game = loaded(EDGE).start(seed=1)
    with pytest.raises(RulesFault) as fault:
        game.play(0, (action,))
    assert fault.value.message == (
        f"There is no cell here: {name} is none, as where a step leads off the board. Ask before whether {name} is in "
        "cells."
    )
