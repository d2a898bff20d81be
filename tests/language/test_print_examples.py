"""Examples back to text: each form is printed as it is written by custom, and reads as itself."""

import pytest

from rulewright.language.parser import parse
from rulewright.language.printer import print_ruleset
from rulewright.language.source import Source

PARTS = [
    "    players Ann, Bob",
    "    with target 8, short yes, mode no",
    "    given:\n        leader is Ann\n        Ann's vial is water + fire",
    "    given:\n        deck holds red-1, red-2 * 3, rest\n        pool holds nothing",
    "    given:\n        street holds red-1?, red-2?(Ann), red-3?(Ann, Bob)",
    "    given:\n        market holds:\n            . red-1 .\n            blue?(Bob) . red-2?",
    "    at turn",
    "    at setup",
    "    at turn(3, Ann) in round as Bob",
    "    when:\n        Ann: take red-1 3\n        Bob: pass",
    '    when:\n        deck gives red-1, rest\n        "penalty" gives red-2 * 2\n        Ann\'s cup gives die-3',
    "    then:\n        stones is 3 and leader is Ann\n        deck holds red-1, red-2",
    "    then:\n        market holds:\n            . .\n            red .",
    '    then:\n        Ann can take 3\n        Ann cannot take 4 because "too many"\n        Ann cannot pass',
    "    then:\n        Ann can only:\n            take 3\n            take 2 red-1\n            pass",
    "    then:\n        Ann has 3 moves\n        Bob decides\n        game is over",
    "    then:\n        Bob can see d4\n        Bob cannot see Ann's hand",
    "    then:\n        options are refused",
    '    then:\n        options are refused because "they exclude each other"',
    "    at play\n    when:\n        Ann: pass\n    then:\n        Bob decides\n    when:\n        Bob: pass",
]


@pytest.mark.parametrize("part", PARTS)
def test_an_example_is_printed_as_it_is_written(part: str) -> None:
    text = f'example "E":\n{part}\n'
    parsed = parse(Source("example.rules", text))
    assert parsed.diagnostics == ()
    assert print_ruleset(parsed.ruleset) == text


PARAGRAPHS = """\
game "G" "what it is"
    players 2..4
    teams 2 when player-count is 4
    needs not short because "no"
~
game "G"
    players white, black
~
game "G"
    players 2
    teams 2
~
option target "Goal": 8 or 12 or 20, default 20 when player-count is 2, default 12
~
option short: yes or no, default no
~
color is one of red, green
~
spot is -2..25
~
space is grid 3 by 4
~
joined points:
    a, b, c
    c, d
~
component card, called "{suit}-{rank}" "A card": suit, rank 1..9, lead suit, mark sign or none, dark yes or no,
    price counts of element
    2 of any, 1..9 by 4, red, none, yes, air + fire
    3 per player of any but red and green, (1, 2)
    unlimited of a..d, 3, called "x" when short
    red, 2
~
component helper "Help": one of cook, thief
~
there is
    deck: pile of card, refilled from pool "tide"
    street: row of card, with owner, up to 12
    table: row of card, face up or down, when short
    board: card on each space
    leader: player or none, starts none
    aim: suit, seen by owner
    round: 1..8, starts 2
    out: set of player
    open: yes or no
~
each player and color has
    store: 0..20
~
setup:
    shuffle deck
~
phase turn(player p, 1..6 n, card) "A turn":
    nothing
~
to celebrate of helper(1..3 n):
    set coins to 1
    when cook, thief:
        nothing
    add 1 to coins
~
action use of helper(card) from hired where it is dark "Use":
    needs open because "closed"
    when cook "Cook":
        nothing
    when thief:
        nothing
~
action go(1..6 n) "Go":
    pick 1..2 xs from hand, repeats allowed
    pick place from row, hand
    pick c from market or pool as d where d is dark
    must change market because "it must"
    must leave open if able because "it must"
    needs open if you can
    nothing
~
choice act "Menu":
    buy or sell(3), once per turn
    rest, exactly once per turn
~
define half: pot / 2
~
define grade of card c (player p, 1..3 n):
    let r be c's rank
    3 when r is 9
    0 otherwise
~
scoring:
    score of player p: p's coins
    winners: players with highest score
~
invariant "few": pot is at most 3
~
secret "hands": nobody but its owner sees players' hand
~
secret "box": nobody sees deck
~
play:
    let x be 3
    remove you from out
    subtract 1 from pot
    move all pool to deck face down
    move 2 from pool as c where c is dark to deck
    move up to 2 from pool to deck
    move pool's first to deck
    draw lucky from players "lucky player"
    roll n from 1..6
    roll 3 to your cup "cup"
    flip c face up
    swap a1 and b1
    rotate a1
    rotate line toward up
    pack market toward left
    show hand to everyone
    show c to you
    end game
    end game, won by you
    end game, drawn
    finish turn
    reward(you, 3)
    choose act(3) or pass, once per turn
    if you cannot:
        nothing
    choose until stop:
        go, once per turn
        rest
    if pot is 3:
        nothing
    otherwise if pot is 2:
        nothing
    otherwise:
        nothing
    for each c in pool where c is dark:
        nothing
    each player from leader:
        nothing
    each player:
        nothing
    each other player from leader:
        nothing
    each player at once:
        choose act
    go around from leader among out until out is empty:
        nothing
    go around from leader:
        nothing
    ask leader:
        nothing
    repeat:
        nothing
    repeat until pot is 3:
        nothing
    repeat 3 times:
        nothing
"""


@pytest.mark.parametrize("text", PARAGRAPHS.split("~\n"), ids=lambda text: text.split("\n")[0])
def test_a_paragraph_reads_as_itself(text: str) -> None:
    parsed = parse(Source("paragraph.rules", text))
    assert parsed.diagnostics == ()
    printed = print_ruleset(parsed.ruleset)
    again = parse(Source("again.rules", printed))
    assert again.diagnostics == (), printed
    assert again.ruleset == parsed.ruleset
    assert print_ruleset(again.ruleset) == printed
