"""Fields over numbers that begin anywhere: what examples give and ask, places of boards, whose a piece is."""

import pytest

from rulewright import RulesFault
from rulewright.analysis.examples import run_examples
from rulewright.language.source import Source
from tests.wasm.common import loaded
from tests.wasm.corners import CORNERS

FLOORS = """game "Floors" "Number types that begin anywhere"
    players 2
floor is -2..2
month is 10..12
component man: one of ace, deuce, trey, four
there is
    lift: man on each floor
    calendar: man on each month, face up or down
    busy: set of floor
    here: floor
    best: floor or none
each floor has
    room: area of man
    height: -9..9, starts floor * 2
    open: set of month
each floor and month has
    rent: 0..99
    stock: pile of man, seen by everyone
each player and floor has
    key: yes or no
each player and month has
    shelf: row of man
each man and floor has
    visits: 0..9
define above of floor f: f + 1
define near of floor f: f's neighbors where it is empty
define taken: floors where it is not empty
play:
    each player: choose ride or visit or sum-up
action ride "Ride the lift":
    pick floor from floors
    pick man from box's men
    move man to floor
    add 1 to man's visits(floor)
    add floor to busy
    set here to floor
    set your key(floor) to yes
action visit "Visit":
    pick floor from floors
    pick month from months
    pick man from floor's room
    move man to floor's stock(month)
    add month + floor to floor's rent(month)
    add month to floor's open
action sum-up "Sum up": set best to first f in floors with highest height
scoring:
    score of player p: (total height of floors) + (count of floors where p's key(it))
    winners: players with highest score
example "given by numbers":
    players Ann, Bob
    given:
        lift(-2) holds ace
        calendar holds:
            deuce . trey?(Bob)
        here is -1
    then:
        lift's size is 1
        lift's first is ace
        lift(-2) is ace
        lift(-1) is empty
        calendar(10) is deuce
        calendar(12) is not empty
        calendar(11) is empty
        Bob can see calendar(12)
        Ann cannot see calendar(12)
        Ann can see calendar(10)
        lift holds:
            ace . . . .
        here is -1
        here's above is 0
        here's neighbors's size is 2
        here's near's size is 1
        here's distance(2) is 3
        here's between(2)'s size is 2
        (first f in here's between(2)) is 0
        taken's first is -2
        (highest height of floors) is 4
        (lowest height of floors) is -4
        best is none
        floors's item(1) is -2
        floors's last is 2
        floors's size is 5
        months's item(3) is 12
        (count of floors' runs(2) as l where (some f in l where f is 0)) is 2
        ace's visits(-2) is 0
        0 is past(-1)
example "moves":
    players Ann, Bob
    given:
        Bob's shelf(11) holds four
    at play
    then:
        Ann can ride 0 ace
        Ann cannot ride 0 four
        Ann cannot visit -1 10 ace
        Bob's shelf(11) holds four
        Ann's shelf(11) is empty
    when:
        Ann: ride -2 ace
        Bob: ride 2 deuce
    then:
        game is over
        lift(-2) is ace
        lift(2) is deuce
        ace's visits(-2) is 1
        ace's visits(2) is 0
        deuce's visits(2) is 1
        busy's size is 2
        busy's first is -2
        here is 2
        Ann's key(-2)
        not (Ann's key(2))
        Bob's key(2)
        Bob's score is 1
"""
KEYS = """game "Keys" "Whose room it is, of numbers about 0"
    players 2
floor is -2..3
component man: one of ace, deuce
each floor has
    room: area of man
each player has
    coins: 0..9
play:
    each player: choose act
action act "Act":
    pick floor from floors
    if ace's holder(floor) is none: add 1 to your coins
    if ace's holder(floor) is -1: add 2 to your coins
    if ace is in box's men: move ace to floor's room
    if ace's holder(floor) is floor: add 3 to your coins
scoring:
    score of player: its coins
    winners: players with highest score
example "a":
    at play
    when:
        player-1: act -1
        player-2: act -1
    then:
        player-1's coins is 4
        player-2's coins is 5
"""


@pytest.mark.parametrize("text", [FLOORS, KEYS], ids=["floors", "keys"])
def test_examples_over_numbers_come_true(text: str) -> None:
    assert [one.message for one in run_examples(Source("numbers.rules", text))] == []


SAID = {
    "a board by a number": "street(1): spot is 2..4, and this is 1.",
    "a set of several numbers": "open(5): spot is 2..4, and this is 5.",
    "a definition given what it does not take": "s is 2..4, and this is 1.",
    "a procedure given what it does not take": "s is 2..4, and this is 1.",
    "a distance beyond": "distance(1): spot is 2..4, and this is 1.",
}


@pytest.mark.parametrize("name", SAID)
def test_a_fault_names_what_is_asked_and_the_number(name: str) -> None:
    rules = loaded(CORNERS[name].text, CORNERS[name].players)
    game = rules.start(seed=1)
    number = 4 if "5" in SAID[name] else 1
    with pytest.raises(RulesFault) as caught:
        game.play(0, ("act", number))
    assert (caught.value.code, caught.value.message) == ("out-of-range", SAID[name])
    assert rules.quote(caught.value.span)
