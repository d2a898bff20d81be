"""What is written as elsewhere is answered with the line as it is written here, and reading goes on with that.

A table: below a head, what was written and what the edit makes of it. Where one line becomes several they are joined
here by ` / `; a line without a second half is answered in words only.
"""

from collections.abc import Iterator

import pytest

from rulewright.language import syntax as s
from rulewright.language.diagnostics import Diagnostic, applied
from rulewright.language.parser import parse
from rulewright.language.source import Source, normal

TABLE = """\
== play:
each player chooses act                        | each player: choose act
each player at once where it is leader: choose act | each player where it is leader at once: choose act
end the turn                                   | finish turn
exit turn                                      | finish turn
end your turn                                  | finish turn
say "you slip"                                 |
show "you slip" to everyone                    |
fill up pool                                   |
game over                                      | end game
end game won by you                            | end game, won by you
end game with winner you                       | end game, won by you
you win                                        | end game, won by you
keep x = 3                                     |
return yes                                     | give yes
roll 5 dice                                    | roll 5 to dice
roll a die                                     |
roll 2d6                                       |
show c to all players                          | show c to everyone
ask leader to choose act                       | ask leader: choose act
choose act, pass                               | choose act or pass
choose between act and pass                    | choose act or pass
choose act, once every turn                    | choose act, once per turn
choose act, at most once per turn              | choose act, once per turn
choose act, three times per turn               | choose act, at most thrice per turn
choose act, up to 4 times each turn            | choose act, at most 4 times per turn
choose act, only twice per turn                | choose act, at most twice per turn
choose act, no more than 4 times in each turn  | choose act, at most 4 times per turn
choose act, not more than three times per turn | choose act, at most thrice per turn
choose act, exactly twice per turn             |
choose act 3 times                             | choose act, 3 times
choose act, 3 times if possible                | choose act, 3 times if you can
for each c in pool sorted by highest rank: nothing | for each c in pool by highest rank: nothing
let x be a random player                       | draw x from players
choose act, pass or act                        | choose act or pass or act
gain 2 coins                                   |
you lose 1 coin                                |
draw a card                                    |
take 2 from deck                               |
discard a card                                 |
your hand gains a card                         |
add 1 + 3 for each kind to bid                 |
look at deck's first                           | show deck's first to you
look at the top 2 cards of the deck            | for each n in 1..2: show deck's item(n) to you
show the deck's first 2 to leader              | for each n in 1..2: show deck's item(n) to leader
move a card on here to pool                    | move here to pool
set leader to random player                    |
sow here's seeds into here's next, one each    | sow all here's seeds onto here's next
sow all from here's seeds over here's next     | sow all here's seeds onto here's next
deal 3 cards to each player                    |
each player draws 2 cards                      |
swap here with there                           | swap here and there
shuffle discard into the deck                  | move all discard to deck / shuffle deck
if deck is empty: shuffle discard back into deck | if deck is empty: / move all discard to deck / shuffle deck
if bid with 3: nothing                         |
add 3 for each card beyond the second          |
subtract 2 from your coins for every card      |
repeat until the deck cannot fill a hand: turn |
remember pool and bid in past                  | remember past
store pool in past                             | remember past
remember everything in past                    | remember past
clear past                                     |
mvoe c to pool                                 | move c to pool
Shuffle deck                                   | shuffle deck
roll 5 dice into pool                          | roll 5 to pool
draw c from pool with highest rank             | draw c from (pool with highest rank)
choose act / if you can not: nothing           | choose act / if you cannot: nothing
choose act and pass                            | choose act or pass
== play: if
bid in 2..4                                    | bid is in 2..4
leader has no card                             |
there are 2 aces in pool                       |
leader has most coins of all                   |
== action act:
must not change pool                           |
needs bid is 3 because: "three"                | needs bid is 3 because "three"
== there is
told: set of suit, starts red and blue         |
heap: pile of card, token or die               |
heap: row of card, with owners                 | heap: row of card, with owner
heap: row of card, up too 3                    | heap: row of card, up to 3
told: set of suit, starts red, blue            |
opener: player, starts first player            | opener: player, starts players' first
0..9: heap                                     | heap: 0..9
set of suit: heap, seen by nobody              | heap: set of suit, seen by nobody
player or none: heap                           | heap: player or none
heap is pile of card                           | heap: pile of card
heap: a pile of card                           | heap: pile of card
heap: pile of card face up                     | heap: pile of card, face up or down
heap: pile of card, hidden                     | heap: pile of card, seen by nobody
heap: pile of card, at most 3                  | heap: pile of card, up to 3
past: memory of pool, bid, up to 9             | past: memory of pool and bid, up to 9
heap: hidden pile of card                      | heap: pile of card, seen by nobody
heap: pile of card, / fan: row of card         | heap: pile of card / fan: row of card
stake: 0-9                                     | stake: 0..9
stake: 0..9, starts with 5                     | stake: 0..9, starts 5
open: true or false                            | open: yes or no
open: yes/no                                   | open: yes or no
open: no                                       | open: yes or no
open: no, not shown                            | open: yes or no, not shown
lot: number 0..9                               | lot: 0..9
lot: a number from 0 to 9                      | lot: 0..9
opener: player or nobody                       | opener: player or none
map: card on every space                       | map: card on each space
== each player has
fan: row of card, seen by everyone else        | fan: row of card, seen by others
fan: row of card, seen by all but its owner    | fan: row of card, seen by others
fan: row of card, seen by its owner            | fan: row of card, seen by owner
fan: private row of card                       | fan: row of card, seen by owner
== scoring:
score: its coins                               | score of player: its coins
score of player = its coins                    | score of player: its coins
score of player: 3 * its hand where rank is 1 + 2 | score of player: 3 * (count of its hand where its rank is 1) + 2
winners: players with most coins               | winners: players with highest coins
winners: players with fewest coins             | winners: players with lowest coins
winners: players with highest coins and then lowest score | winners: players with highest coins, then lowest score
highest score wins                             | winners: players with highest score
winners: nobody when bid is 0                  | winners: /     nobody when bid is 0
== define bonus:
when bid is 3: 4                               | 4 when bid is 3
3 when bid is 0 / otherwise 4                  | 3 when bid is 0 / 4 otherwise
3 if bid is 0 / 4 otherwise                    | 3 when bid is 0 / 4 otherwise
return 3                                       | 3
count of region of a1 where it is empty        | (region of a1 where it is empty)'s size
size of region of a1 where it is empty         | (region of a1 where it is empty)'s size
some c in region of a1 where it is b where c is a2 | some c in (region of a1 where it is b) where c is a2
every c in region of a1 where it is b satisfies c is a2 | every c in (region of a1 where it is b) satisfies c is a2
no c in region of a1 where it is empty         | no c in (region of a1 where it is empty)
region from a1 where it is empty               | region of a1 where it is empty
group of a1 where it is empty                  | region of a1 where it is empty
region of a1 with corners where it is empty    | region of a1 through around where it is empty
region of a1 in all eight directions as c where c is b | region of a1 through around as c where c is b
region of a1 diagonally where it is empty      | region of a1 through around where it is empty
region of a1 through its around where it is b  | region of a1 through around where it is b
region of a1 over leaps(1, 2) where it is b    | region of a1 through leaps(1, 2) where it is b
groups of 3 to 4 cards of pool                 | pool's groups(3, 4)
groups of 3 from pool                          | pool's groups(3)
lowest rank of pool outside disjoint melds     | lowest total rank of pool outside disjoint melds
lowest rank of pool outside (pool's groups(3)) | lowest total rank of pool outside disjoint (pool's groups(3))
total rank of pool outside disjoint melds      | lowest total rank of pool outside disjoint melds
lowest total rank of pool outside melds        | lowest total rank of pool outside disjoint melds
lowest total rank of pool outside leader's melds | lowest total rank of pool outside leader's disjoint melds
(some m in pool where m has the same rank)     | (some m in pool where m is same(rank))
(count of aces in pool where its suit is red)  |
region of a1                                   |
(region of a1)'s size is 3                     |
== component card: suit, rank 1..9
2 red, 3                                       | 2 of red, 3
2 x red, 3                                     | 2 of red, 3
== example "x":
given: bid is 3                                | given: /     bid is 3
players Ann and Bob                            | players Ann, Bob
players: Ann, Bob                              | players Ann, Bob
==
game "Words" / 2 players                       | game "Words" / players 2
game "Words" / players 2 to 4                  | game "Words" / players 2..4
color = red, green                             | color is one of red, green
color is red or green                          | color is one of red, green
color is red, green                            | color is one of red, green
pit is one of A1..A3, B2..B1, home             | pit is one of A1, A2, A3, B2, B1, home
pit is one of a1 to a3                         | pit is one of a1, a2, a3
color is one of (red, green)                   | color is one of red, green
color is one of red - green                    | color is one of red, green
space is grid 8x8                              | space is grid 8 by 8
there are / heap: pile of card                 | there is / heap: pile of card
every player has / hand: hand of card          | each player has / hand: hand of card
each player has hand: hand of card             | each player has / hand: hand of card
players have / hand: hand of card              | each player has / hand: hand of card
phase: turn / nothing                          | phase turn: / nothing
action act: "Act" / nothing                    | action act "Act": / nothing
to claim returns yes or no: / give yes         | to claim gives yes or no: / give yes
to claim -> yes or no: / give yes              | to claim gives yes or no: / give yes
define f of card, card other: 3                | define f of card (card other): 3
define twice = bid * 2                         | define twice: bid * 2
define bonus: 3 if bid is 0 else 4             | define bonus: / 3 when bid is 0 / 4 otherwise
component card: suit and rank 1..9 / 1 of any  | component card: suit, rank 1..9 / 1 of any
component card: rank is between 1 and 9 / 1 of any | component card: rank 1..9 / 1 of any
component card: rank is 1..9 / 1 of any        | component card: rank 1..9 / 1 of any
option fast: yes or no default no              | option fast: yes or no, default no
example "x": / given: / deck is empty          | example "x": / given: / deck holds nothing
example "x": / given: / deck: red-1            | example "x": / given: / deck holds red-1
example "x": / given: / bid is 3, pot is 2     | example "x": / given: / bid is 3 pot is 2
example "x": / when: / Ann: act red-1, blue-2  | example "x": / when: / Ann: act red-1 blue-2
example "x": / when: / Ann plays act red-1     | example "x": / when: / Ann: act red-1
example "x": / when: / Ann: act(red-1)         | example "x": / when: / Ann: act red-1
example "x": / then: / Ann can't act           | example "x": / then: / Ann cannot act
example "x": / then: / Ann may act             | example "x": / then: / Ann can act
example "x": / then: / Ann wins                | example "x": / then: / Ann is in winners
example "x": / then: / winners are Ann and Bob | example "x": / then: / winners holds Ann, Bob
example "x": / then: / the game goes on        | example "x": / then: / the game is not over
example "x": / given: / rest in deck           | example "x": / given: / deck holds rest
example "x": / given: / map is: / red .        | example "x": / given: / map holds: / red .
setup: / map is: / red .                       | setup: / set map to: / red .
"""


def written(head: str, line: str) -> str:
    """The paragraph of a line; where it has no head, what follows stands a step deeper each."""
    lines = [each.rstrip() for each in line.split(" / ")]
    if not head:
        return "\n".join("    " * place + each.strip() for place, each in enumerate(lines))
    if head == "play: if":
        return f"play:\n    if {line}: nothing"
    return "\n    ".join([head, *lines])


def rows() -> Iterator[tuple[str, str, str]]:
    head = ""
    for line in TABLE.splitlines():
        if line.startswith("=="):
            head = line[2:].strip()
            continue
        wrong, _, right = (each.strip() for each in line.partition("|"))
        yield head, wrong, right


def found_in(text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source("x.rules", normal(text))
    return source, parse(source).diagnostics


@pytest.mark.parametrize(("head", "wrong", "right"), [*rows()])
def test_the_edit_makes_the_line_that_is_meant(head: str, wrong: str, right: str) -> None:
    source, found = found_in(written(head, wrong))
    edits = [one.edit for one in found]
    assert len(found) == 1
    made = applied(source.text, [edits[0]]) if edits[0] else ""
    assert " ".join(made.split()) == " ".join(written(head, right).replace("/", " ").split() if right else [])
    assert found_in(made)[1] == ()


def test_reading_goes_on_with_what_is_meant() -> None:
    text = "play:\n    if bid < 3:\n        bid = 1\n    else:\n        nothing\n    while bid is 3: nothing\n"
    parsed = parse(Source("x.rules", text))
    assert [one.code for one in parsed.diagnostics] == ["strange-character"] * 2 + ["said-otherwise"] * 2
    (play,) = parsed.ruleset.declarations
    assert isinstance(play, s.Play)
    assert [type(each) for each in play.body] == [s.If, s.Repeat]
    assert parsed.whole


def test_only_so_many_lines_are_read_anew() -> None:
    lines = "".join(f"define f{number}: {number} is at\n    most 1\n" for number in range(300))
    found = parse(Source("x.rules", lines)).diagnostics
    assert len(found) == 300
    assert sum(one.edit is not None for one in found) == 100


@pytest.mark.parametrize("between", [" " * 50_000, "is not " * 5_000, "and " * 5_000])
def test_what_is_very_long_is_not_read_anew(between: str) -> None:
    (found,) = parse(Source("x.rules", f"play:\n    if a {between}b c then: nothing\n")).diagnostics
    assert found.edit is None


DECLARED = """\
game "Declared"
    players foxes, hens
good is one of cloth, wool
cell is grid 5 by 5
component card: good, worth 1..8
    1 of any, any
there is
    board: card on each cell
each player has
    hold: area of card
    gold: 0..9
    past: memory of hold
    bid: good or none
"""


DECLARING = [
    ('example "x":\n    given:', "    board holds nothing\n        rest is in box", "    board holds nothing"),
    (
        'example "x":\n    given:',
        "    board holds nothing\n        rest is out of play",
        "    board holds nothing",
    ),
    ("play:", "hens:\n        choose act", "ask hens:\n        choose act"),
    ("play:", "foxes: choose act", "ask foxes: choose act"),
    ("play:", "hens choose act", "ask hens: choose act"),
    ("play:", "hens must choose act", "ask hens: choose act"),
    ("play:", "hens' turn: choose act", None),
    ("play:", "bears: choose act", None),
    (
        "play:",
        "repeat until any player has at least 4 hold: turn",
        "repeat until some p in players where p's hold's size is at least 4: turn",
    ),
    (
        "play:",
        "repeat until every player has 4 gold: turn",
        "repeat until every p in players satisfies p's gold is 4: turn",
    ),
    (
        "play:",
        "if no player has hold's size more than 4: turn",
        "if no p in players where p's hold's size is more than 4: turn",
    ),
    ("play:", "if some player has 4 hats: turn", None),
    ("action act:", "clear the bid", "set bid to none"),
    ("action act:", "reset your gold", "set your gold to 0"),
    ("action act:", "clear your hold", "move all your hold to box"),
    ("action act:", "wipe past", "forget past"),
    ("action act:", "clear table", None),
    ("action act:", "pick good", "pick good from goods"),
    ("action act:", "pick a good", "pick good from goods"),
    ("action act:", "pick card", None),
    (
        "setup:",
        "move 1 from box to a1, c1, e1",
        "for each cell in cells where it is a1 or it is c1 or it is e1: move 1 from box to cell",
    ),
    (
        "setup:",
        "move 1 from box to a1, c1 and e1",
        "for each cell in cells where it is a1 or it is c1 or it is e1: move 1 from box to cell",
    ),
    (
        "define kinds of player:",
        "count of goods in its hand",
        "(count of goods as this-good where some card in its hand where card's good is this-good)",
    ),
    ("action act:", "pick card from any hold", "pick card from players' hold"),
    ("action act:", "pick card from any player's hold", "pick card from players' hold"),
    ("action act:", "pick card from all holds", "pick card from players' hold"),
    ("action act:", "pick card from each hold", None),
    ("action act:", "needs you in winners", "needs you is in winners"),
    ("action act:", "needs it in gold", None),
    ("action act:", "pick card from every player's hold", None),
    ("action act:", "needs there is on the board", "needs there is in cells"),
    ("action act:", "needs there is not off the board", "needs there is in cells"),
    ("action act:", "needs there is off the board", "needs there is not in cells"),
    ('example "x":\n    given:', "    hold is cloth-1, wool-2", "    hold holds cloth-1, wool-2"),
    ('example "x":\n    given:', "    foxes has 3 gold", "    foxes's gold is 3"),
    ('example "x":\n    then:', "    foxes's hold holds 3 cards", "    foxes's hold's size is 3"),
]


def declared() -> Iterator[str]:
    """The texts of lines of which the meaning depends on what is declared."""
    return (f"{DECLARED}{head}\n    {wrong}\n" for head, wrong, _ in DECLARING)


@pytest.mark.parametrize(("head", "wrong", "right"), DECLARING)
def test_what_is_declared_makes_the_line(head: str, wrong: str, right: str | None) -> None:
    source, found = found_in(f"{DECLARED}{head}\n    {wrong}\n")
    assert len(found) == 1
    if right is None:
        assert found[0].edit is None
        return
    assert found[0].edit is not None
    made = applied(source.text, [found[0].edit])
    assert made.removeprefix(f"{DECLARED}{head}\n    ").rstrip() == right
    assert found_in(made)[1] == ()
