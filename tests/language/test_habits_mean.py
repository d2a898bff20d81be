"""What is written as elsewhere, with the repair that is offered, does what its author meant.

A table: what was written, and what it means, in Python. All repairs are made in one text, and are tried in each of some
states. Each row of the tables of habits that offers a repair has a case here, in `test_repaired_conditions`, or in
`test_habits`, where it is the line as somebody who knows the language writes it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

import pytest
from attrs import evolve, frozen

from rulewright.analysis.check import check
from rulewright.language import foreign_idioms
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.foreign_idioms import DECLARING, EXAMPLES
from rulewright.language.idiom import Habit
from rulewright.language.parser import parse
from rulewright.language.source import Source, normal
from rulewright.machine.game import Game
from tests.language import test_habits, test_repaired_conditions
from tests.made.loading import loaded

pytestmark = pytest.mark.thorough

FRAME: Final = """\
game "Meant" "What is meant?"
    players 2
suit is one of red, blue, green
cell is grid 3 by 3
slot is 0..499
component card: suit, rank 1..4
    1 of any, any
component die: face 1..6
    unlimited of any
component man: player
    5 of any
there is
    deck: pile of card, seen by everyone
    pool: area of card
    fan: row of card
    dice: area of die
    board: man on each cell
    open: set of suit
    so: set of slot
    bid: 0..99
    pot: 0..99
    flag: yes or no
    trump: suit or none
    leader: player
    past: memory of pot and bid, up to 9
    found: 0..99
each player has
    hand: area of card
    coins: 0..99
each cell has
    seeds: 0..9
define worth of card: its rank * 2
define ripe of card: its rank is at least 3
define beats of suit (suit other): it is more than other
define twice: bid * 2
define melds of player: its hand's groups(2)
to bonus: add 1 to pot
to claim gives yes or no: give bid is 3
phase turn "A turn": choose act
action act "Act": add 1 to pot
action pass "Pass": nothing
play:
    ask players' first: choose s0 or s1 or s2
    ask players' first: choose CASES
scoring:
    score of player p: p's coins
    winners: players with highest score
"""

State = dict[str, Any]
ZONES: Final = {"deck": "deck", "pool": "pool", "fan": "fan", "hand": "your hand", "hand_b": "your left's hand"}
SEATS: Final = {"player-1": "you", "player-2": "your left"}
ORDERED: Final = ("deck", "fan")
FIELDS: Final = {
    **{name: name for name in ("bid", "pot", "found", "flag", "trump", "leader")},
    "coins": "your coins",
    "coins_b": "your left's coins",
}
CELLS: Final = tuple(f"{column}{row}" for row in "123" for column in "abc")
SUITS: Final = ("red", "blue", "green")


def state(**given: Any) -> State:
    """Zones as lists of names of pieces, sets as sets, what lies or is counted on cells as a mapping."""
    empty = {"found": 0, "flag": "no", "trump": "none", "board": {}, "seeds": dict.fromkeys(CELLS, 0)}
    return {**empty, **given, **{zone: given.get(zone, "").split() for zone in ZONES}}


STATES: Final = (
    state(
        bid=3,
        pot=2,
        coins=3,
        coins_b=5,
        trump="red",
        leader="player-1",
        open={"red", "blue"},
        board={"a1": "player-1", "b2": "player-2"},
        deck="red-1 blue-2 green-3 red-4 blue-4",
        pool="red-2 blue-3 red-3",
        fan="green-1",
        hand="blue-1 green-4 green-2",
    ),
    state(
        bid=2,
        pot=4,
        coins=5,
        coins_b=4,
        trump="green",
        leader="player-2",
        flag="yes",
        open={"red"},
        deck="green-3 red-1 blue-1 blue-3",
        fan="red-3 red-2 blue-2",
        hand="green-1",
        hand_b="green-2 red-4",
    ),
    state(
        bid=5,
        pot=3,
        coins=60,
        coins_b=60,
        leader="player-2",
        open={"blue", "green"},
        board={"a1": "player-2"},
        deck="blue-4 red-2 red-1",
        pool="green-1 green-4",
        hand_b="blue-1",
    ),
)


def laid_out(number: int, now: State) -> str:
    """An action that makes a state of the empty table."""
    lines = [f"set {said} to {SEATS.get(now[name], now[name])}" for name, said in FIELDS.items()]
    lines += [
        f"move 1 from box where it is {card} to {said}"
        for zone, said in ZONES.items()
        for card in (now[zone][::-1] if zone == "deck" else now[zone])
    ]
    lines += [f"add {each} to open" for each in now["open"]]
    lines += [f"move 1 from box where its player is {SEATS[owner]} to {cell}" for cell, owner in now["board"].items()]
    lines += [f"set {cell}'s seeds to {count}" for cell, count in now["seeds"].items()]
    return f'action s{number} "s":\n    ' + "\n    ".join(lines) + "\n"


def seen(game: Game) -> State:
    """The state of a game."""
    now: State = {"board": {}, "seeds": {}}
    for variable in game.view(0).variables:
        if variable.name == "seeds":
            now["seeds"][variable.owners[0]] = variable.value
        else:
            name = f"{variable.name}_b" if variable.owners[:1] == ("player-2",) else variable.name
            now[name] = {*variable.value} if isinstance(variable.value, tuple) else variable.value
    for zone in game.view(0).zones:
        pieces = [piece for piece in zone.pieces or () for _ in range(piece.copies)]
        if zone.name == "board":
            now["board"] = {piece.place: piece.name for piece in pieces}
        elif not zone.box:
            now[f"{zone.name}_b" if zone.owners == ("player-2",) else zone.name] = [piece.name for piece in pieces]
    return now


def suit(card: str) -> str:
    return card.split("-", maxsplit=1)[0]


def rank(card: str) -> int:
    return int(card.split("-")[1])


KNOWN: Final = {"suit": suit, "rank": rank, "SUITS": SUITS, "ann": "player-1", "bob": "player-2"}

# Below `if` a condition and in which states it holds; below `needs` the head of an action and in which it may be
# chosen; below `do` a sentence and what it makes of a state. Lines are joined by ` / `; `..add` is a step deeper.
TABLE: Final = r"""
== if
bid == 3                                     | bid == 3
bid != 3                                     | bid != 3
bid >= 3                                     | bid >= 3
bid <= 3                                     | bid <= 3
bid > 3                                      | bid > 3
bid < 3                                      | bid < 3
not bid < 3                                  | bid >= 3
bid > 3 && pot > 2                           | bid > 3 and pot > 2
bid < 3 || pot < 3                           | bid < 3 or pot < 3
!(bid > 3)                                   | not bid > 3
bid is 3 && pot is 2 | bid == 3 and pot == 2
bid is 2 || pot is 3 | bid == 2 or pot == 3
trump is either red | trump == "red"
(bid + pot) has at least 7 | bid + pot >= 7
bid % 2 is 0                                 | bid % 2 == 0
bid is greater than or equal to 3            | bid >= 3
bid is not greater than or equal to 3        | not bid >= 3
bid is not less than or equal to 3 | not bid <= 3
bid isn't greater than or equal to 3 | bid < 3
bid is less than or equal to 3               | bid <= 3
bid is not more than 3                       | bid <= 3
bid is no more than 3                        | bid <= 3
bid is not less than 3                       | bid >= 3
bid is no fewer than 3                       | bid >= 3
bid is greater than 2                        | bid > 2
bid is above 2                               | bid > 2
bid is smaller than 3                        | bid < 3
bid is under 3                               | bid < 3
bid is more than or equal to 3               | bid >= 3
bid is less 3                                | bid < 3
bid is at minimum 3                          | bid >= 3
bid is at maximum 3                          | bid <= 3
bid is not equal to 3                        | bid != 3
bid is equal to 3                            | bid == 3
bid is the same 3                            | bid == 3
bid equals 3                                 | bid == 3
bid isn't 3                                  | bid != 3
bid differs from 3                           | bid != 3
bid does not equal 3                         | bid != 3
bid exceeds 3                                | bid > 3
bid between 3 and 4                          | 3 <= bid <= 4
bid is 3..4                                  | 3 <= bid <= 4
bid is not 3..4                              | not 3 <= bid <= 4
bid is in 3 to 4                             | 3 <= bid <= 4
bid is in 3-4                                | 3 <= bid <= 4
bid is in from 3 to 4                        | 3 <= bid <= 4
bid not 3                                    | bid != 3
trump is red, blue                           | trump in ("red", "blue")
trump is not red, blue                       | trump not in ("red", "blue")
trump is in {red, green}                     | trump in ("red", "green")
open is red, blue                            | open == {"red", "blue"}
open is not red, blue                        | open != {"red", "blue"}
some card in pool where its suit is red, green | any(suit(c) in ("red", "green") for c in pool)
some card in pool where its suit is blue..green | any(suit(c) in ("blue", "green") for c in pool)
some card in pool where its suit is not blue..green | any(suit(c) == "red" for c in pool)
min(3, pot) is the lower of pot, bid | min(3, pot) == min(pot, bid)
bid is smaller of 3 and pot                  | bid == min(3, pot)
bid is the larger of 3 and pot               | bid == max(3, pot)
some player has at least 5 coins             | coins >= 5 or coins_b >= 5
no player has more than 5 coins              | not (coins > 5 or coins_b > 5)
every player has coins at least 4            | coins >= 4 and coins_b >= 4
no player has hand more than 2               | len(hand) <= 2 and len(hand_b) <= 2
every player has 60 coins                    | coins == 60 and coins_b == 60
some player has 3 hand                       | len(hand) == 3 or len(hand_b) == 3
pot is total rank of your hand with highest rank | pot == sum(rank(c) for c in hand if rank(c) == max(map(rank, hand)))
your hand has the same suit                  | len({suit(c) for c in hand}) <= 1
your hand is all different suit              | len({suit(c) for c in hand}) == len(hand)
pool is consecutive rank                     | sorted(map(rank, pool)) in ([], [2, 3, 4])
sum of rank in pool is 8                     | sum(map(rank, pool)) == 8
sum rank of your hand is 7                   | sum(map(rank, hand)) == 7
total of pool's rank is 8                    | sum(map(rank, pool)) == 8
pool's total rank is 8                       | sum(map(rank, pool)) == 8
total card's rank of pool as card is 8       | sum(map(rank, pool)) == 8
total rank of pool as card is 8              | sum(map(rank, pool)) == 8
(highest card's rank of pool as card where card's suit is red) is 3 | "red-3" in pool and "red-4" not in pool
number of suits in your hand is 2            | len({suit(c) for c in hand}) == 2
count(pool) is 3                             | len(pool) == 3
the number of cards in pool is 3             | len(pool) == 3
number of greens in pool is 2                | sum(suit(c) == "green" for c in pool) == 2
there is a green in your hand                | any(suit(c) == "green" for c in hand)
there is no card in pool                     | not pool
there are no greens in your hand             | not any(suit(c) == "green" for c in hand)
at least 2 greens in your hand where its rank is more than 1 | len({"green-2", "green-3", "green-4"} & {*hand}) >= 2
there are exactly 2 cards in pool where its rank is 3 | sum(rank(c) == 3 for c in pool) == 2
exactly 2 cards in pool                      | len(pool) == 2
exactly 2 greens in your hand                | sum(suit(c) == "green" for c in hand) == 2
at most 2 cards in pool                      | len(pool) <= 2
at least 1 greens in pool                    | sum(suit(c) == "green" for c in pool) >= 1
there are at least 2 cards in pool           | len(pool) >= 2
there are 3 cards in pool                    | len(pool) == 3
2 cards are in pool                          | len(pool) == 2
at most 1 greens are in your hand            | sum(suit(c) == "green" for c in hand) <= 1
you have 3 coins                             | coins == 3
you have at least 5 coins and bid is 5       | coins >= 5 and bid == 5
you have more than 1 cards in your hand      | len(hand) > 1
pool has no cards                            | not pool
your hand has no greens                      | not any(suit(c) == "green" for c in hand)
pool.length == 0                             | not pool
red is part of open and open                 | "red" in open
red is one of open and open                  | "red" in open
bid should be 3                              | bid == 3
there are 2 greens in pool                   | sum(suit(c) == "green" for c in pool) == 2
pool has more than 2 cards                   | len(pool) > 2
your hand holds 2 greens                     | sum(suit(c) == "green" for c in hand) == 2
pool contains red-2                          | "red-2" in pool
game has not ended                           | True
the game has ended                           | False
red beats trump                              | trump not in ("none",) and SUITS.index("red") > SUITS.index(trump)
some c in pool where c ripe                  | any(rank(c) >= 3 for c in pool)
some card in pool with its rank is 3         | any(rank(c) == 3 for c in pool)
some card in pool whose rank is 3            | any(rank(c) == 3 for c in pool)
every card in pool where its rank is at least 3 | all(rank(c) >= 3 for c in pool)
every card in pool has its rank is at least 2 | all(rank(c) >= 2 for c in pool)
any c in pool where c's rank is 3            | any(rank(c) == 3 for c in pool)
there is c in pool where c's rank is 3       | any(rank(c) == 3 for c in pool)
all c in pool satisfies c's rank is at least 2 | all(rank(c) >= 2 for c in pool)
none of c in pool where c's rank is 3        | not any(rank(c) == 3 for c in pool)
(count of pool having its rank is 3) is 2 | sum(rank(c) == 3 for c in pool) == 2
some c of pool where c's rank is 3           | any(rank(c) == 3 for c in pool)
some c in pool such that c's rank is 3       | any(rank(c) == 3 for c in pool)
some c in pool that is red-2                 | "red-2" in pool
(count of pool which is red-2) is 1          | pool.count("red-2") == 1
(count of pool so that its rank is 3) is 2   | sum(rank(c) == 3 for c in pool) == 2
some c in pool where is red-2                | "red-2" in pool
leader is a you                              | leader == ann
leader.coins is 5                            | (coins if leader == ann else coins_b) == 5
coins of leader is 60                        | (coins if leader == ann else coins_b) == 60
you.coins is 5                               | coins == 5
any card in pool is red-2                    | "red-2" in pool
all cards in pool are red-2                  | all(c == "red-2" for c in pool)
every card in pool is red-2                  | all(c == "red-2" for c in pool)
my coins is 3                                | coins == 3
some p in players where her coins is 4       | 4 in (coins, coins_b)
trump is "red"                               | trump == "red"
no man is on b2                              | "b2" not in board
a man on b2                                  | "b2" in board
any man stands at a1                         | "a1" in board
some c in cells adjacent to a1 where c is not empty | bool({"a2", "b1"} & board.keys())
some c in cells where c is next to a1 and c is empty | not {"a2", "b1"} <= board.keys()
some c in cells where c is not next to a1 and c is not empty | bool((board.keys() - {"a2", "b1"}))
(count of cards in pool where card's rank is 3) is 2 | sum(rank(c) == 3 for c in pool) == 2
(count of cards in pool where its rank is 3) is 2 | sum(rank(c) == 3 for c in pool) == 2
(count of pool c where c's rank is 3) is 2   | sum(rank(c) == 3 for c in pool) == 2
the current player's coins is 3              | coins == 3
the active player is leader                  | leader == ann
the next player is leader                    | leader == bob
previous player's coins is 4                 | coins_b == 4
first player is leader                       | leader == ann
player 2 is leader                           | leader == bob
leader has the most coins                    | (coins, coins_b)[leader == bob] == max(coins, coins_b)
leader has fewest coins and bid is 2         | (coins, coins_b)[leader == bob] == min(coins, coins_b) and bid == 2
leader is not in players with highest coins  | (coins, coins_b)[leader == bob] != max(coins, coins_b)
any player's hand is empty                   | not hand or not hand_b
all players' coins is more than 4            | coins > 4 and coins_b > 4
not all players' coins is more than 4        | not (coins > 4 and coins_b > 4)
every c in region of c3 where it is empty satisfies c is empty | True
some c in region of c3 where it is empty where c is b1 | "b1" not in board
no c in region of c3 where it is empty satisfies c is b2 | "b2" in board
some x in groups of 2 cards of pool where x is same(rank) | len(pool) != len({rank(c) for c in pool})
some x in groups of 1 to 3 cards of pool where (total rank of x) is 8 | sum(map(rank, pool)) == 8
some x in region from c3 where it is empty where x is b1 | "b1" not in board
(region of c3 with corners where it is empty)'s size is 7 | len(board) == 2
(region of c3 over around where it is empty)'s size is 7 | len(board) == 2
"a1" is empty | "a1" not in board
== needs
only if bid is 3                             | bid == 3
require bid is 3                             | bid == 3
needs if pot is 2: bid is 3 because "x"      | pot != 2 or bid == 3
needs when pot is 4, bid is 3                | pot != 4 or bid == 3
needs bid is 3 if pot is 4                   | pot != 4 or bid == 3
needs bid is 3 only when pot is 4            | pot != 4 or bid == 3
needs bid is 3 unless pot is 4               | pot == 4 or bid == 3
needs bid is 3 unless pot is 4 or pot is 3   | pot in (3, 4) or bid == 3
needs bid is 3 beacuse "three"               | bid == 3
needs bid is 3, "three"                      | bid == 3
needs bid is 3 because: "three"              | bid == 3
must not leave found is bid - 4              | bid != 5
cannot leave found is bid - 4                | bid != 5
needs exactly 3 cards in pool                | len(pool) == 3
needs at least 2 c in pool where its rank is 3 | sum(rank(c) == 3 for c in pool) >= 2
needs b2 is not off the board                | True
needs b2 is on the board                     | True
pick c from pool with rank 3                 | any(rank(c) == 3 for c in pool)
pick c from pool that is red-2               | "red-2" in pool
pick c from pool if it is red-2              | "red-2" in pool
pick c from pool whose rank is 3             | any(rank(c) == 3 for c in pool)
pick c from pool if possible                 | True
pick c in pool                               | bool(pool)
pick c out of my hand                        | bool(hand)
choose c from pool                           | bool(pool)
pick n from 3, 5 / needs n is bid | bid in (3, 5)
pick n between bid and 3                     | bid <= 3
pick 2 cs from pool in order                 | len(pool) >= 2
pick 2 or 3 cs from pool                     | len(pool) >= 2
== do
if bid is 3 then: add 1 to pot               | pot += bid == 3
if bid is 3, then add 1 to pot               | pot += bid == 3
if bid is 3: add 1 to pot / else: add 2 to pot | pot += 1 if bid == 3 else 2
if bid is 3: add 1 to pot / else add 2 to pot | pot += 1 if bid == 3 else 2
if bid is 3: add 1 to pot else add 2 to pot  | pot += 1 if bid == 3 else 2
if bid is 3: add 1 to pot, otherwise: add 2 to pot | pot += 1 if bid == 3 else 2
if bid is 3: add 1 to pot / elif bid is 2: add 2 to pot | pot += 1 if bid == 3 else 2 * (bid == 2)
if bid is 3: add 1 to pot / else / ..add 2 to pot | pot += 1 if bid == 3 else 2
unless bid is 3: add 1 to pot                | pot += bid != 3
unless bid is 3 or pot is 4: add 1 to pot    | pot += bid != 3 and pot != 4
while bid is less than 5: add 1 to bid       | bid = max(bid, 5)
while bid is less than 4 or pot is more than bid: add 1 to bid | bid = max(bid, 4, pot)
repeat while bid is less than 5: add 1 to bid | bid = max(bid, 5)
until bid is 9: add 1 to bid                 | bid = 9
for n from 2 to bid: add n to pot            | pot += sum(range(2, bid + 1))
for n in range(2, bid): add n to pot | pot += sum(range(2, bid))
for n in range(1, 4): add n to pot           | pot += 1 + 2 + 3
each player except you: add 1 to your coins  | coins_b += 1
all other players: add 1 to your coins       | coins_b += 1
each player whose hand is empty: add 1 to your coins | coins += not hand; coins_b += not hand_b
each player if its hand is empty: add 1 to your coins | coins += not hand; coins_b += not hand_b
each player among players where its hand is empty: add 1 to your coins | coins += not hand; coins_b += not hand_b
each player while bid is less than 3: add 1 to bid | bid = max(bid, min(3, bid + 2))
foreach c in pool: add c's rank to pot       | pot += sum(map(rank, pool))
for each c from pool: add c's rank to pot    | pot += sum(map(rank, pool))
for all players: add 1 to your coins         | coins += 1; coins_b += 1
for i in range(3): add i to pot              | pot += 3
foreach player: add 1 to your coins          | coins += 1; coins_b += 1
set each player's coins to 3                 | coins = coins_b = 3
add 2 to each player's coins                 | coins += 2; coins_b += 2
every player gets 3 coins                    | coins += 3; coins_b += 3
add 2 coins to you                           | coins += 2
empty pool into your hand                    | hand += pool; pool = []
move every card from pool to your hand       | hand += pool; pool = []
move 1 card from deck to each player's hand  | hand += deck[:1]; hand_b += deck[1:2]; deck = deck[2:]
for each player add 1 to your coins          | coins += 1; coins_b += 1
repeat 3: add 1 to bid                       | bid += 3
do 3 times: add 1 to bid                     | bid += 3
bid times: add 1 to pot                      | pot += bid
add 1 to pot / end if                        | pot += 1
if bid is 3 { / ..add 1 to pot / }           | pot += bid == 3
if bid is 3: { add 1 to pot } | pot += bid == 3
each player, one by one: add 1 to your coins | coins += 1; coins_b += 1
draw 2 from deck to pool | pool += [deck.pop(0), deck.pop(0)]
{ / add 1 to pot                             | pot += 1
do add 1 to pot                              | pot += 1
call bonus                                   | pot += 1
bonus()                                      | pot += 1
var x: 0..99 / set x to bid / add x to pot   | pot += bid
keep x be 0..99, starts bid / add x to pot   | pot += bid
let x = bid + 1 / add x to pot               | pot += bid + 1
bid += 2                                     | bid += 2
bid += pot * 2                               | bid += pot * 2
bid -= 2                                     | bid -= 2
bid -= pot - 2                               | bid -= pot - 2
bid++                                        | bid += 1
bid *= 2                                     | bid *= 2
bid *= pot + 1                               | bid *= pot + 1
bid /= pot - 1                               | bid //= pot - 1
bid = pot - 1                                | bid = pot - 1
bid := 4                                     | bid = 4
set bid = bid + 1;                           | bid += 1
set bid as 4                                 | bid = 4
increase bid by 2                            | bid += 2
increase bid by pot * 2                      | bid += pot * 2
increment bid                                | bid += 1
reduce bid by 2                              | bid -= 2
reduce bid by pot - 2                        | bid -= pot - 2
decrement bid                                | bid -= 1
add 3 to your coins, at most 60              | coins = min(60, coins + 3)
add bid - 2 to your coins, up to 60          | coins = min(60, coins + bid - 2)
set bid to bid + 3, at most 6                | bid = min(6, bid + 3)
set bid to 8 - pot, capped at 5              | bid = min(5, 8 - pot)
subtract 3 from bid, but not below 0         | bid = max(0, bid - 3)
subtract pot * 2 from your coins, at least 1 | coins = max(1, coins - pot * 2)
add 2 onto bid                               | bid += 2
take 2 off bid                               | bid -= 2
move a card from deck to pool                | pool.append(deck.pop(0))
deal 2 cards from deck to pool               | pool += [deck.pop(0), deck.pop(0)]
put up to 2 cards from deck to pool          | pool += [deck.pop(0), deck.pop(0)]
draw 2 cards from deck into your hand        | hand += [deck.pop(0), deck.pop(0)]
move pool where its rank is 3 to your hand   | hand += {"red-3", "blue-3"} & {*pool}; pool = [*{*pool} - {*hand}]
move all cards from pool to your hand        | hand += pool; pool = []
move all from pool to your hand              | hand += pool; pool = []
move the top card of the deck to pool        | pool.append(deck.pop(0))
move the bottom card of deck to pool         | pool.append(deck.pop())
refill pool to 3 from deck                   | new = [deck.pop(0) for _ in range(3 - len(pool))]; pool += new
set bid to the smaller of 3 and pot          | bid = min(3, pot)
set bid to the smaller of 3 and pot + 1      | bid = min(3, pot + 1)
set bid to maximum of pot and 3              | bid = max(pot, 3)
set bid to lowest of 3, pot                  | bid = min(3, pot)
add 3 * your hand where suit is green to bid | bid += 3 * sum(suit(c) == "green" for c in hand)
add 2 * pool where its rank is 3 to bid      | bid += 2 * sum(rank(c) == 3 for c in pool)
set open to red, blue                        | open = {"red", "blue"}
give 3 coins to leader                       | coins += 3 * (leader == ann); coins_b += 3 * (leader == bob)
gain 2 coins                                 | coins += 2
you gain 2 coins                             | coins += 2
lose 1 coin                                  | coins -= 1
pay 2 from your coins                        | coins -= 2
your coins gains 2                           | coins += 2
your coins goes down by 2                    | coins -= 2
your coins is 7                              | coins = 7
leader becomes you                           | leader = ann
clear trump                                  | trump = "none"
reset your coins                             | coins = 0
empty open                                   | open = set()
empty your hand                              | hand = []
clear pool                                   | pool = []
for each s in red and blue: add 1 to pot     | pot += 2
for each s in [red, blue, green]: add 1 to pot | pot += 3
for each s in (red, blue): add 1 to pot      | pot += 2
add 1 to the next player's coins             | coins_b += 1
add 1 to bid, add 2 to pot                   | bid += 1; pot += 2
add 1 to bid then add 2 to pot               | bid += 1; pot += 2
if bid is 3: add 1 to bid; add 2 to pot      | bid, pot = (bid + 1, pot + 2) if bid == 3 else (bid, pot)
add 1 to bid; add 2 to pot                   | bid += 1; pot += 2
each player: add 1 to your coins; add 2 to pot | coins += 1; coins_b += 1; pot += 4
add 1 to bid. | bid += 1
add 1 to bid // one                          | bid += 1
* add 1 to bid                               | bid += 1
when bid is 3: add 1 to pot                  | pot += bid == 3
add (sum of worth of pool) to bid            | bid += sum(2 * rank(c) for c in pool)
add sum of rank of your hand to bid          | bid += sum(map(rank, hand))
for each cell in cells where it is b2: nothing / add 1 to seeds of b2 | seeds["b2"] += 1
add 1 to b2.seeds                            | seeds["b2"] += 1
"""


@frozen
class Case:
    """What was written, in which place, and what it means, in Python."""

    head: str
    wrong: str
    meaning: str

    def text(self, number: int, line: str) -> str:
        """A line in its place."""
        return FORMS[self.head].format(number=number, line=line.replace(" / ", "\n    ").replace("..add", "    add"))

    def holds(self, now: State) -> bool:
        """Whether a condition holds in a state."""
        return bool(eval(self.meaning, {**KNOWN, **now}))

    def after(self, before: State) -> State:
        """What a sentence makes of a state."""
        now = {**KNOWN, **deepcopy(before)}
        exec(self.meaning, now)
        return {name: now[name] for name in before}


FORMS: Final = {
    "if": 'action c{number} "c":\n    if {line}: add {number} to so\n',
    "needs": 'action c{number} "c":\n    {line}\n    add 1 to found\n',
    "do": 'action c{number} "c":\n    {line}\n',
}


def cases() -> Iterator[Case]:
    head = ""
    for line in TABLE.strip().splitlines():
        if line.startswith("== "):
            head = line.removeprefix("== ")
        else:
            wrong, _, meaning = line.rpartition(" | ")
            yield Case(head, wrong.strip(), meaning.strip())


CASES: Final = tuple(cases())
TOGETHER: Final = 60
"""So many cases are read in one text."""


def framed(paragraphs: Mapping[int, str], *more: str) -> str:
    """A whole text: what is asked by conditions is asked by one action."""
    conditions = [line for number, line in paragraphs.items() if CASES[number].head == "if"]
    others = {number: line for number, line in paragraphs.items() if CASES[number].head != "if"}
    asked = 'action ask "Ask":\n    nothing\n' + "".join(each.split("\n", 1)[1] for each in conditions)
    names = " or ".join(["ask", *(f"c{number}" for number in others)])
    return "".join([FRAME.replace("CASES", names), *more, asked, *others.values()])


def errors(text: str) -> list[Diagnostic]:
    """What is wrong with a text."""
    return [one for one in check(Source("x.rules", text)) if one.severity == "error"]


ROWS: Final = (*foreign_idioms.HABITS, *DECLARING, *EXAMPLES)


def told(monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """What is found in a text as it is read; what comes from a row of habits begins with its number."""
    if not foreign_idioms.HABITS[0].said.sentence.startswith("<0>"):
        for name in ("HABITS", "DECLARING", "EXAMPLES"):
            monkeypatch.setattr(foreign_idioms, name, tuple(map(numbered, getattr(foreign_idioms, name))))
    source = Source("x.rules", normal(text))
    return source, parse(source).diagnostics


def numbered(row: Habit) -> Habit:
    number = ROWS.index(row)
    return evolve(row, said=evolve(row.said, sentence=f"<{number}>{row.said.sentence}"))


def offered_by(found: Iterable[Diagnostic]) -> set[str]:
    """The patterns of the rows that findings come from."""
    numbers = (re.search(r"<(\d+)>", one.message) for one in found)
    return {ROWS[int(number[1])].written for number in numbers if number}


def repaired(monkeypatch: pytest.MonkeyPatch, numbers: range) -> tuple[dict[int, str], set[str]]:
    """The paragraphs of cases, each with the repairs that are offered, and the rows that offer them."""
    paragraphs = {number: CASES[number].text(number, CASES[number].wrong) for number in numbers}
    source, found = told(monkeypatch, FRAME + "".join(paragraphs.values()))
    rows: set[str] = set()
    begun = len(FRAME)
    for number, paragraph in paragraphs.items():
        here = [one for one in found if begun <= one.span.start < begun + len(paragraph)]
        assert here, paragraph
        edits = [one.edit for one in here]
        assert None not in edits, (paragraph, [one.message for one in here])
        made = applied(source.text, [edit for edit in edits if edit is not None])
        grown = len(made) - len(source.text)
        paragraphs[number] = made[begun : begun + len(paragraph) + grown]
        begun += len(paragraph)
        rows |= offered_by(here)
    return paragraphs, rows


@pytest.fixture(scope="module")
def repairs() -> Iterator[tuple[dict[int, str], set[str]]]:
    """The same of all cases."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        paragraphs: dict[int, str] = {}
        rows: set[str] = set()
        for first in range(0, len(CASES), TOGETHER):
            some, by = repaired(monkeypatch, range(first, min(first + TOGETHER, len(CASES))))
            paragraphs |= some
            rows |= by
        yield paragraphs, rows


def test_what_is_repaired_means_what_was_meant(repairs: tuple[dict[int, str], set[str]]) -> None:
    paragraphs, _ = repairs
    text = framed(paragraphs, *(laid_out(number, each) for number, each in enumerate(STATES)))
    source = Source("x.rules", text)
    wrong = [(source.line_text(source.line(one.span.start)), one.message) for one in errors(text)]
    assert wrong == []
    rules = loaded(text)
    for number, before in enumerate(STATES):
        game = rules.start(seed=1)
        game.play(0, f"s{number}")
        assert comparable(seen(game)) == comparable(before)
        faults = [*different(game, before, paragraphs)]
        assert faults == []


def different(game: Game, before: State, paragraphs: Mapping[int, str]) -> Iterator[object]:
    """Where a repair does not do in a state what was meant."""
    legal = {move[0] for move in game.moves(0)}
    asked = game.copy()
    asked.play(0, "ask")
    so = seen(asked)["so"]
    for number, case in enumerate(CASES):
        if case.head == "do":
            changed = game.copy()
            changed.play(0, f"c{number}")
            now, meant = comparable(seen(changed)), comparable(case.after(before))
            if now != meant:
                yield case.wrong, paragraphs[number], now, meant
        elif (number in so if case.head == "if" else f"c{number}" in legal) != case.holds(before):
            yield case.wrong, paragraphs[number], case.holds(before)


def comparable(now: State) -> State:
    """A state, of zones without order sorted, of fields those that are told in each."""
    return {name: sorted(now[name]) if name in ZONES and name not in ORDERED else now[name] for name in STATES[0]}


def test_each_row_with_a_repair_has_a_case(
    repairs: tuple[dict[int, str], set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, rows = repairs
    written = [test_habits.written(head, wrong) for head, wrong, _ in test_habits.rows()]
    for text in [*written, *test_habits.declared(), *test_repaired_conditions.written()]:
        rows |= offered_by(told(monkeypatch, text)[1])
    assert [row.written for row in ROWS if row.repair is not None and row.written not in rows] == []
