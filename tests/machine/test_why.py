"""Why a move is refused: the kind, the words of the rules, the line, and what there is."""

import pytest

from rulewright.loading import load
from rulewright.machine.game import Game
from tests.made.loading import loaded

TEXT = """\
game "Why"
    players 2

color is one of red, blue

component card: color, rank 1..3
    4 of any, any

there is
    deck: pile of card
    table: row of card

each player has
    hand: hand of card
    done: 0..9

setup:
    move 1 from box where its color is red and its rank is 1 to table
    each player:
        move 2 from box where its color is red and its rank is 2 to your hand
        finish-setup

to finish-setup:
    move 1 from box where its color is blue and its rank is 3 to your hand

play:
    repeat 3 times: turn

phase turn "A turn":
    each player:
        choose until end-turn:
            play-card, exactly once per turn
            two
            bet
            swap-it

action play-card "Play a card":
    pick card from your hand
    needs card's rank is more than table's last's rank because "it must be higher"
    needs card's color is red
    move card to table

action two "Two cards back":
    pick 2 cards from your hand
    move all cards to box

action bet "Bet":
    pick amount from 1..3
    needs amount is your done + 1 because "not your turn to bet so much"
    add amount to your done

action swap-it "Change the table":
    must change table because "nothing changes"
    move all table to table

action end-turn "End":
    nothing

action never "Never": nothing

scoring:
    score of player: its done
    winners: nobody
"""
OFFERED = "Offered here: play-card, two, bet."
HIGHER = "It is written: play-card <card>"


@pytest.fixture
def game() -> Game:
    """Both hold red-2, red-2 and blue-3; red-1 lies on the table."""
    return loaded(TEXT).start(seed=1)


def line_of(words: str) -> int:
    return 1 + TEXT.count("\n", 0, TEXT.index(words))


CARDS = "Possible here: red-2."
BET = 'needs amount is your done + 1 because "not your turn to bet so much"'
PLAY, TWO, ONCE = "pick card from your hand", "pick 2 cards from your hand", "play-card, exactly once per turn"
RED, AMOUNT, CHANGE = (
    "needs card's color is red",
    "pick amount from 1..3",
    'must change table because "nothing changes"',
)
ELSEWHERE = "blue-1 cannot be picked here: it is not in your hand."
MORE, NEVER = "play-card needs one more word: card.", 'There is no action "never".'
REFUSED = [
    ("never", "unknown", NEVER, "", OFFERED),
    ("plai-card red-2", "unknown", 'There is no action "plai-card". Did you mean play-card?', "", OFFERED),
    ("", "arguments", "A move begins with the name of an action.", ""),
    ("end-turn", "owed", "end-turn must wait: play-card has not been used yet.", ONCE),
    ("play-card", "arguments", MORE, "action play-card", CARDS, HIGHER),
    ("play-card red-2 x", "arguments", "x is more than play-card takes.", "action play-card", HIGHER),
    ("play-card blue-1", "not-in-pick", ELSEWHERE, PLAY, CARDS),
    ("play-card blue-3", "guard", "card's color is red", RED, "card's color is blue."),
    ("two red-2", "arguments", "two takes 2 cards, not 1.", TWO, "Possible here: red-2, blue-3."),
    ("two blue-3 blue-3", "not-in-pick", "blue-3 can be picked once, not 2.", TWO),
    ("bet 3", "guard", "not your turn to bet so much", BET, "your done + 1 is 1."),
    ("bet 4", "not-in-pick", "4 cannot be picked here: amount is from 1 to 3.", AMOUNT, "Possible here: 1."),
    ("swap-it", "must", "nothing changes", CHANGE),
]
"""A move, of what kind its refusal is, why, the line (of a header no rule is quoted), and what is there instead."""


@pytest.mark.parametrize("row", REFUSED, ids=[row[0] for row in REFUSED])
def test_each_refusal(game: Game, row: tuple[str, ...]) -> None:
    move, kind, reason, rule, *details = row
    found = game.why(0, move)
    assert found is not None
    assert (found.kind, found.reason, found.details) == (kind, reason, tuple(details))
    assert found.line == (line_of(rule) if rule else None)
    assert found.rule == ("" if rule.startswith("action") else rule)


def test_the_line_stands_behind_the_reason_for_authors_and_behind_the_sentence_at_the_table(game: Game) -> None:
    line = line_of("needs card's color")
    found = game.why(0, "play-card blue-3")
    assert found is not None
    rule, value = "The rule: needs card's color is red", "card's color is blue."
    assert str(found) == f"card's color is red (line {line})\n{rule}\n{value}"
    assert found.at_table(str) == f"card's color is red\n{rule} (rules, line {line})\n{value}"


PICKS = """\
game "Picks"
    players Ann, Bob
cell is grid 2 by 2
flank is one of left, right
color is one of red, blue
component stone: color
    3 of any
component die, called "die-{face}": face 1..6
    3 of any
component coin: worth 1..2
    1 of any
there is
    board: stone on each cell
    dice: row of die
    least: 0..9
each player has
    hand: hand of stone, seen by owner
    coins: 0..9
    purse: hand of coin
setup:
    if least is 9: move 1 from box where its worth is 1 to Ann's purse
    move 1 from box where its color is red to a1
    move 1 from box where its color is blue to Ann's hand
    move 1 from box where its color is red to Bob's hand
    move 2 from dice-of(3) to dice
    move 1 from dice-of(5) to dice
    set least to 3
    set Bob's coins to 2
play:
    repeat 2 times:
        each player: choose put or bid or rob or keep or go or far or ask or pair or pay or offer or save or show or sum
define dice-of(0..6 n): box's dice where its face is n
action put "Put a stone onto an empty cell":
    pick stone from your hand where its color is blue or its color is red and least is 0
    pick cell from cells where it is empty and it is not b2
    nothing
action bid "Bid more":
    pick amount from least + 1..9 where it is not 5
    nothing
action rob "Rob somebody":
    pick victim from players where it is not you and its coins is more than least
    nothing
action keep "Keep dice":
    pick 1..3 kept from dice where its face is less than 6
    nothing
action go "Go somewhere":
    pick way from ahead, back
    pick flank from flanks
    needs way is back because "only back"
    nothing
action save "Save a die":
    pick one from dice where it is past(dice's first)
    nothing
action pay "Pay a coin":
    pick coin from your purse
    nothing
action offer "Offer a coin":
    pick whom from players
    pick coin from your purse
    nothing
action show "Show a die of yours":
    pick die from dice where its face is least + 1 because "none is one higher"
    nothing
action sum "Take dice that come to eight":
    pick any taken from dice where its face is not 4 totalling least + 5 by face because "eight are wanted"
    pick lot from your coins + 1..3 because "so many you may bet"
    nothing
action far "Go far":
    pick one from 1..3
    pick two from 1..3
    pick three from 1..3
    needs your coins is 9 because "only for the rich"
    nothing
action ask "Say a color":
    pick color from blue, red
    nothing
action pair "Two cells side by side":
    pick here from cells
    pick there from here's neighbors
    nothing
scoring:
    score of player: its coins
    winners: nobody
"""


PUT = "pick stone from your hand where its color is blue or its color is red and least is 0"
CELL = "pick cell from cells where it is empty and it is not b2"
BID = "pick amount from least + 1..9 where it is not 5"
ROB = "pick victim from players where it is not you and its coins is more than least"
KEEP = "pick 1..3 kept from dice where its face is less than 6"
SAVE, SAVED = "pick one from dice where it is past(dice's first)", "Possible here: die-3, die-5."
THERE = "pick there from here's neighbors"
FREE, BIDS, DICE = "Possible here: a2, b1.", "Possible here: 4, 6, 7, 8, 9.", "Possible here: 1, 2, die-5."
NONE, NO_COIN = "Nothing is possible there now.", "With Ann, Bob: There is nothing to pick from your purse."
POOR = 'Bob cannot be picked here: "its coins is more than least" does not hold.'
SHOW = 'pick die from dice where its face is least + 1 because "none is one higher"'
UNLIKE = 'die-5 cannot be picked here: "its face is least + 1" does not hold.'
SUM = 'pick any taken from dice where its face is not 4 totalling least + 5 by face because "eight are wanted"'
LOT = 'pick lot from your coins + 1..3 because "so many you may bet"'
FAR, GO, GREEN = (
    "It is written: far <one> <two> <three>",
    "It is written: go <way> <flank>",
    "pick color from blue, red",
)
PICKED = [
    ("put red a2", "red cannot be picked here: it is not in your hand.", PUT, "Possible here: blue."),
    ("put a2 a2", "a2 cannot be picked here: it is no stone.", PUT, "Possible here: blue."),
    ("put blue a1", 'a1 cannot be picked here: "it is empty" does not hold.', CELL, FREE),
    ("put blue b2", 'b2 cannot be picked here: "it is not b2" does not hold.', CELL, FREE),
    ("put blue a9", "a9 cannot be picked here. Did you mean a1?", CELL, FREE),
    ("put blue", "put needs one more word: cell.", "", FREE, "It is written: put <stone> <cell>"),
    ("bid 3", "3 cannot be picked here: amount is from 4 to 9.", BID, BIDS),
    ("bid x", "x cannot be picked here: amount is from 4 to 9.", BID, BIDS),
    ("bid 5", '5 cannot be picked here: "it is not 5" does not hold.', BID, BIDS),
    ("pay", "There is nothing to pick from your purse.", "pick coin from your purse"),
    ("offer", "offer needs one more word: whom.", "", NO_COIN, "It is written: offer <whom> <coin>"),
    ("rob Ann", 'Ann cannot be picked here: "it is not you" does not hold.', ROB, NONE),
    ("rob Bob", POOR, ROB, "its coins is 2.", "least is 3.", NONE),
    ("keep die-3", "die-3 is there 2 times: say which, 1 or 2.", KEEP, DICE),
    ("save 2", "2 is called die-3 here.", SAVE, SAVED),
    ("save 1", '1 cannot be picked here: "it is past(dice\'s first)" does not hold.', SAVE, SAVED),
    ("keep die-1", "die-1 cannot be picked here: it is not in dice.", KEEP, DICE),
    (
        "show",
        "none is one higher",
        SHOW,
        'Nothing from dice can be picked here: "its face is least + 1" holds for none.',
    ),
    ("show die-5", "none is one higher", SHOW, UNLIKE, "its face is 5.", "least + 1 is 4.", NONE),
    ("show die-6", "die-6 cannot be picked here: it is not in dice.", SHOW, NONE),
    (
        "sum 1 2 / 1",
        "eight are wanted",
        "totalling least + 5 by face",
        "what they come to by face is 6.",
        "least + 5 is 8.",
    ),
    ("sum / 1", "sum takes 1 or more taken, not 0.", SUM, "Possible here: 1, die-5, 2."),
    (
        "sum 1 die-5 / 4",
        "so many you may bet",
        LOT,
        "4 cannot be picked here: lot is from 1 to 3.",
        "Possible here: from 1 to 3.",
    ),
    ("keep", "keep takes 1 to 3 kept, not 0.", KEEP, DICE),
    ("go ahead", "go needs one more word: flank.", "", "With left, right: only back", GO),
    ("far", "far needs one more word: one.", "", FAR),
    ("far 1 2", "far needs one more word: three.", "", "With 1, 2, 3: only for the rich", FAR),
    ("go back left right", "right is more than go takes.", "", GO),
    ("ask green", "green cannot be picked here: it is not among blue, red.", GREEN, "Possible here: blue, red."),
    ("pair a1 b2", "b2 cannot be picked here: it is not among here's neighbors.", THERE, FREE),
]


@pytest.fixture(scope="module")
def picks() -> Game:
    """A red stone on a1; Ann has a blue one, Bob a red one and 2 coins; dice 3, 3 and 5."""
    return loaded(PICKS).start(seed=1)


@pytest.mark.parametrize("row", PICKED, ids=[row[0] for row in PICKED])
def test_what_cannot_be_picked_is_told_what_keeps_it_out(picks: Game, row: tuple[str, ...]) -> None:
    move, reason, rule, *details = row
    found = picks.why(0, move)
    assert found is not None
    assert (found.reason, found.rule, found.details) == (reason, rule, tuple(details))


@pytest.mark.parametrize("typed", ["red", "blue"])
def test_a_hidden_piece_is_answered_for_as_one_that_is_elsewhere(typed: str) -> None:
    """Nobody sees the top of the pile."""
    text = PICKS.replace(PUT, "pick stone from deck").replace("    board:", "    deck: pile of stone\n    board:")
    for hidden in ("red", "blue"):
        dealt = text.replace("play:\n", f"    move 1 from box where its color is {hidden} to deck\nplay:\n")
        found = loaded(dealt).start(seed=1).why(0, f"put {typed} a2")
        assert found is not None
        assert (found.reason, found.details) == (f"{typed} cannot be picked here.", ("Possible here: deck.",))


def test_a_condition_is_not_asked_for_values_that_are_not_there() -> None:
    """Its second part would go wrong where its first one does not hold."""
    text = PICKS.replace("where it is empty and", "where it is not empty and its color is red and")
    found = loaded(text).start(seed=1).why(0, "put blue a2")
    assert found is not None
    assert found.reason == 'a2 cannot be picked here: "it is not empty" does not hold.'


DECIDED = [
    ("no c in table where c's color is card's color", ("c is red-1.",)),
    ("not (some c in your hand where c's rank is 3)", ("c is blue-3.",)),
    ("every p in players satisfies p's hand's size is 2", ("p is player-1.",)),
    ("card's rank is 9 or (every c in your hand satisfies c's rank is 2)", ("card's rank is 2.", "c is blue-3.")),
    ("card's rank is 9 and (every c in your hand satisfies c's rank is 2)", ("card's rank is 2.",)),
    ("every c in deck satisfies deck's size is 0", ()),
]


@pytest.mark.parametrize(("condition", "details"), DECIDED, ids=[row[0] for row in DECIDED])
def test_the_element_that_decides_is_told_to_who_sees_it(condition: str, details: tuple[str, ...]) -> None:
    """Of two conditions that must both hold it is not certain which one fails; in the deck lies a card that nobody
    sees."""
    text = TEXT.replace("needs card's rank is more than table's last's rank because", f"needs {condition} because")
    text = text.replace("setup:\n", "setup:\n    move 1 from box where its color is red and its rank is 3 to deck\n")
    found = loaded(text).start(seed=1).why(0, "play-card red-2")
    assert found is not None
    assert (found.reason, found.details) == ("it must be higher", details)


def test_a_legal_move_is_not_refused_and_asking_changes_nothing(game: Game) -> None:
    before = game.state
    assert game.why(0, "bet 1") is None
    assert game.moves(0) == [("play-card", "red-2"), ("two", "red-2", "red-2"), ("two", "red-2", "blue-3"), ("bet", 1)]
    assert game.state == before


def test_another_seat_is_not_asked(game: Game) -> None:
    found = game.why(1, "bet 1")
    assert found is not None
    assert (found.kind, found.reason) == ("not-asked", "It is not player-2 who decides now, but player-1.")


def test_what_may_be_used_once_is_used_up(game: Game) -> None:
    game.play(0, ("play-card", "red-2"))
    found = game.why(0, "play-card red-2")
    assert found is not None
    assert found.kind == "used"
    assert str(found) == (
        f"you have already used play-card in this turn (line {line_of('play-card, exactly')})\n"
        "The rule: play-card, exactly once per turn"
    )
    assert game.why(0, "end-turn") is None


def test_many_lines_that_bind_only_if_they_can_are_each_asked_once() -> None:
    preferences = "".join(f'    needs n is {value} if you can because "rather {value}"\n' for value in range(10, 40))
    before = "    needs amount is your done"
    refusal = (
        loaded(TEXT.replace(before, f"    pick n from 1..2\n{preferences}{before}")).start(seed=1).why(0, ("bet", 2, 1))
    )
    assert refusal is not None
    assert refusal.reason == "not your turn to bet so much"


def test_of_an_action_that_is_not_offered_it_is_told_in_which_phase_or_by_which_action_it_is() -> None:
    game = load("apotheca").start(3)
    place, satisfy = (game.why(0, action) for action in ("place", "satisfy"))
    assert place is not None
    assert place.details[-1] == 'It is offered in "Draw and place potions until three in the market are face-down".'
    assert satisfy is not None
    assert satisfy.details[-1].startswith('It is offered in "')
