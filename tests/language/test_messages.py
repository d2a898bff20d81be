"""What a designer reads about each mistake, as a whole page; and that no mistake brings others with it.

Each case is some paragraphs, completed by a frame below them (`play:` and `action act` only where they are missing),
and the page that is shown. A case is named by its code; words behind a comma tell two cases of one code apart.
"""

import pytest

from rulewright.analysis.check import check
from rulewright.analysis.examples import run_examples
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.explain import codes
from rulewright.language.render import render
from rulewright.language.source import Source, read_source, readable

FRAME = """\
game "Test" "The frame of the cases"
    players 2..3
suit is one of red, blue
component card: suit, rank 1..9
    1 of any, any
component token: suit
    2 of any
there is
    deck: pile of card
    pool: area of card
    trick: row of card, with owner
    bag: area of token
    leader: player
    bidder: player or none
    bid: 0..60
each player has
    hand: hand of card
    coins: 0..99
scoring:
    score of player: its coins
    winners: players with highest score
"""
PLAY = "play:\n    each player: choose act\n"
ACT = "action act: nothing\n"
NO_PLAY = "setup: nothing\n"

CASES = {
    "unknown-name": (
        """\
action act:
    set ledaer to you
""",
        """\
case.rules, line 2, in "action act":
    set ledaer to you
        ^^^^^^
"ledaer" is not declared. Names must be declared before a rule can use them. Did
you mean "leader"?   [unknown-name]
""",
    ),
    "unknown-question": (
        """\
action act:
    pick card from your hand
    needs no other in trick where its siut is card's suit
    move card to trick
""",
        """\
case.rules, line 3, in "action act":
    needs no other in trick where its siut is card's suit
                                      ^^^^
A card has no "siut". A card has: suit, rank. Did you mean "suit"?
[unknown-question]
""",
    ),
    "two-meanings": (
        """\
each player has
    gold: 0..9
define gold of player p: p's coins
""",
        """\
case.rules, line 3, in "define gold":
    define gold of player p: p's coins
           ^^^^
"gold" is already a question of a player (line 2). Call this one "other-gold".
[two-meanings]
""",
    ),
    "name-taken-here": (
        """\
action act:
    pick card from your hand
    for each card in pool: move card to deck
""",
        """\
case.rules, line 3, in "action act":
    for each card in pool: move card to deck
             ^^^^
"card" is already what is picked on line 2. Give the second one its own name,
such as "other-card".   [name-taken-here]
""",
    ),
    "reserved-word": (
        """\
there is
    first: player
""",
        """\
case.rules, line 2, in "there is":
    first: player
    ^^^^^
"first" is a word of the language and can name nothing. "opener" would do.
[reserved-word]
""",
    ),
    "minus-needs-blanks": (
        """\
action act:
    set bid to bid-1
""",
        """\
case.rules, line 2, in "action act":
    set bid to bid-1
               ^^^^^
"bid-1" is one name, and nothing is called that. For subtraction put blanks: bid
- 1.   [minus-needs-blanks]
""",
    ),
    "same-kind-name": (
        """\
component ball, called "{suit}-ball": suit, white yes or no
    1 of red, yes
    1 of red, no
""",
        """\
case.rules, line 3, in "component ball":
    1 of red, no
    ^^^^^^^^^^^^
Two kinds of ball are called "red-ball": rows 1 and 2. Add called
"ball-{suit}-{white}" or another attribute.   [same-kind-name]
""",
    ),
    "indentation": (
        """\
action act:
    set bid to 1
      set leader to you
""",
        """\
case.rules, line 3, in "action act":
    set leader to you
    ^^^
This line is indented 6, its neighbors 4. Lines of one block start in the same
column.   [indentation]
""",
    ),
    "unknown-verb": (
        """\
action act:
    pick card from your hand
    put card to trick
""",
        """\
case.rules, line 3, in "action act":
    put card to trick
    ^^^
A sentence cannot start with "put". Verbs are: add, ask, choose, draw, each,
end, finish, flip, for, go, if, let, move, nothing, pack, remove, repeat, roll,
rotate, set, show, shuffle, subtract, swap, pick, needs, must. Did you mean:
move PIECE to ZONE, move all ZONE to ZONE, or move NUMBER from ZONE to ZONE?
[unknown-verb]
""",
    ),
    "brackets-needed": (
        """\
action act:
    needs count of pool where it is red-1 is 3
""",
        """\
case.rules, line 2, in "action act":
    needs count of pool where it is red-1 is 3
          ^^^^^
A question with "count" inside a longer expression stands in brackets. Write
(count …).   [brackets-needed]
""",
    ),
    "bad-text": (
        """\
action act:
    nothing \u202e
""",
        """\
case.rules, line 2, in "action act":
    nothing \\u{202e}
            ^^^^^^^^
Line 2 holds an invisible character that changes how text is shown, `\\u{202e}`.
Delete it.   [bad-text]
""",
    ),
    "type-mismatch": (
        """\
action act:
    set leader to 5
""",
        """\
case.rules, line 2, in "action act":
    set leader to 5
                  ^
This is a number, and a player belongs here. Write a player, such as: your left.
[type-mismatch]
""",
    ),
    "never-equal": (
        """\
action act:
    pick card from your hand
    needs card's suit is 3
    move card to pool
""",
        """\
case.rules, line 3, in "action act":
    needs card's suit is 3
          ^^^^^^^^^^^^^^^^
This compares a suit with a number; that is never true. Did you mean the card's
rank?   [never-equal]
""",
    ),
    "out-of-range": (
        """\
action act:
    needs bid is more than 0
    set bid to 61
""",
        """\
case.rules, line 3, in "action act":
    set bid to 61
               ^^
bid is 0..60, and this is 61: it never fits. Declare bid: 0..61 on line 20.
[out-of-range]
""",
    ),
    "certainly-none": (
        """\
action act:
    set bidder to none
    add 1 to bidder's coins
""",
        """\
case.rules, line 3, in "action act":
    add 1 to bidder's coins
    ^^^^^^^^^^^^^^^^^^^^^^^
bidder is none here (line 2). Ask first: if bidder is not none.
[certainly-none]
""",
    ),
    "certainly-none, by a condition": (
        """\
action act:
    let low be trick's first
    if low is not none: nothing
    otherwise: move low to pool
""",
        """\
case.rules, line 4, in "action act":
    otherwise: move low to pool
               ^^^^^^^^^^^^^^^^
low is none here (line 3). Ask first: if low is not none.   [certainly-none]
""",
    ),
    "which-one": (
        """\
action act:
    let best be trick with highest rank
    set leader to best's owner
""",
        """\
case.rules, line 3, in "action act":
    set leader to best's owner
                         ^^^^^
This may be several, and one is wanted here. Say which: first, last or only.
[which-one]
""",
    ),
    "nested-it": (
        """\
action act:
    needs some c in pool where (some d in trick where its rank is 3)
""",
        """\
case.rules, line 2, in "action act":
    needs some c in pool where (some d in trick where its rank is 3)
                                                      ^^^
`it` could be two things here: one `where` stands inside another. Name one:
`zone as c where …`.   [nested-it]
""",
    ),
    "nothing-for-it": (
        """\
action act:
    needs its rank is 3
""",
        """\
case.rules, line 2, in "action act":
    needs its rank is 3
          ^^^
"it" has nothing to refer to: there is no `where` and no definition around it.
Name what you mean.   [nothing-for-it]
""",
    ),
    "you-is-nobody": (
        """\
define rich: your coins is 9
""",
        """\
case.rules, line 1, in "define rich":
    define rich: your coins is 9
                 ^^^^
"you" is nobody here. Inside an action, `each player`, `go around` or `ask`
somebody is; a definition takes a player: define fits(card, player p).
[you-is-nobody]
""",
    ),
    "arguments": (
        """\
define fits(card, player p): p's coins is card's rank
action act:
    pick card from your hand
    needs fits(card)
    move card to pool
""",
        """\
case.rules, line 4, in "action act":
    needs fits(card)
          ^^^^^^^^^^
fits needs 2 arguments (card, p) but gets 1. Write fits(card, p).   [arguments]
""",
    ),
    "cases-incomplete": (
        """\
define bonus of player p:
    3 when p is leader
    2 when p is bidder
""",
        """\
case.rules, line 3, in "define bonus":
    2 when p is bidder
    ^^^^^^^^^^^^^^^^^^
This definition has no line for what is left when none of these conditions
holds. Add a case, or end with: … otherwise.   [cases-incomplete]
""",
    ),
    "family-incomplete": (
        """\
action act of suit from suits:
    when red: nothing
""",
        """\
case.rules, line 1, in "action act":
    action act of suit from suits:
           ^^^
act has no member for blue. Add "when blue:".   [family-incomplete]
""",
    ),
    "divides-by-zero": (
        """\
action act:
    set bid to bid / 0
""",
        """\
case.rules, line 2, in "action act":
    set bid to bid / 0
                     ^
The divisor is 0 here, and nothing can be divided by 0. Guard the division: if …
is more than 0.   [divides-by-zero]
""",
    ),
    "calls-itself": (
        """\
action act:
    round
to round: again
to again: round
""",
        """\
case.rules, line 4, in "to again":
    to again: round
              ^^^^^
round calls again, which calls round. Use repeat instead.   [calls-itself]
""",
    ),
    "asks-itself": (
        """\
play:
    each player: choose act or raise
action act:
    needs you can raise
    nothing
action raise:
    needs you can act
    nothing
""",
        """\
case.rules, line 7, in "action raise":
    needs you can act
                  ^^^
The header of act asks `you can raise`, and that comes back to act. Ask one of
them in the body.   [asks-itself]
""",
    ),
    "kinds-not-copies": (
        """\
action act:
    move all cards to pool
""",
        """\
case.rules, line 2, in "action act":
    move all cards to pool
             ^^^^^
cards are the 18 kinds, not the 18 pieces. Name a zone, such as box's cards.
[kinds-not-copies]
""",
    ),
    "wrong-piece": (
        """\
action act:
    pick token from bag
    move token to pool
""",
        """\
case.rules, line 3, in "action act":
    move token to pool
    ^^^^^^^^^^^^^^^^^^
A token cannot go to pool: pool holds cards only. Did you mean bag?
[wrong-piece]
""",
    ),
    "which-piece": (
        """\
setup: move all box's tokens to bag
action act:
    move 1 from bag to box
""",
        """\
case.rules, line 3, in "action act":
    move 1 from bag to box
    ^^^^^^^^^^^^^^^^^^^^^^
This leaves open which pieces of bag are moved. Draw one, pick one, or say
which: where …   [which-piece]
""",
    ),
    "too-few-pieces": (
        """\
setup:
    move all box's cards to deck
    each player: move 10 from the deck to your hand
""",
        """\
case.rules, line 3, in "setup":
    each player: move 10 from the deck to your hand
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
With 2 players this moves 2 × 10 = 20, and deck holds only 18 here. Deal fewer,
make more copies of card, or allow fewer players.   [too-few-pieces]
""",
    ),
    "owner-unknown": (
        """\
action act:
    pick card from pool
    set leader to card's owner
""",
        """\
case.rules, line 3, in "action act":
    set leader to card's owner
                         ^^^^^
pool does not remember owners. Only rows declared "with owner" do: pool: row of
…, with owner.   [owner-unknown]
""",
    ),
    "place-unknown": (
        """\
action act:
    let low be trick's first
    move all trick to pool
    set leader to low's owner
""",
        """\
case.rules, line 4, in "action act":
    set leader to low's owner
                        ^^^^^
low was found in a zone that line 3 emptied: its owner is no longer known. Ask
before line 3.   [place-unknown]
""",
    ),
    "unreachable": (
        """\
play: turn
phase turn:
    each player: choose act
    finish turn
    set bid to 0
""",
        """\
case.rules, line 5, in "phase turn":
    set bid to 0
    ^^^^^^^^^^^^
Nothing after "finish turn" is carried out. Remove this sentence, or move it
before.   [unreachable]
""",
    ),
    "not-running": (
        """\
play:
    turn
    each player: choose act
phase turn: nothing
action act:
    finish turn
""",
        """\
case.rules, line 6, in "action act":
    finish turn
    ^^^^^^^^^^^
turn need not be running here: line 3 comes to act without it. Come here only
from inside turn.   [not-running]
""",
    ),
    "not-running, of a limit": (
        """\
play:
    turn
    each player: choose act, once per turn
phase turn: nothing
""",
        """\
case.rules, line 3, in "play":
    each player: choose act, once per turn
                             ^^^^^^^^^^^^^
turn need not be running here: this is in play, outside of it. Come here only
from inside turn.   [not-running]
""",
    ),
    "endless-repeat": (
        """\
action act:
    repeat:
        add 1 to bid
""",
        """\
case.rules, line 2, in "action act":
    repeat:
    ^^^^^^^
This repeat never ends: there is no finish or end game inside, and no decision.
Add "until …".   [endless-repeat]
""",
    ),
    "must-decides": (
        """\
action act:
    must change pool
    shuffle the deck
""",
        """\
case.rules, line 3, in "action act":
    shuffle the deck
    ^^^^^^^^^^^^^^^^
The must on line 2 in act stands over a body that decides, draws, rolls or
shuffles here. Pick instead.   [must-decides]
""",
    ),
    "pick-after-use": (
        """\
action act:
    needs card's rank is 3
    pick card from your hand
    move card to pool
""",
        """\
case.rules, line 2, in "action act":
    needs card's rank is 3
          ^^^^
This uses "card" before it is picked (line 3). Put this line below its pick.
[pick-after-use]
""",
    ),
    "no-play": (
        """\
setup: nothing
""",
        """\
case.rules, line 1, in "setup":
    setup: nothing
    ^
There is no `play:`. Setup runs first, then play; when play ends, the game ends.
[no-play]
""",
    ),
    "nobody-can-win": (
        """\
game "Test" "No scoring"
    players 2
play: end game
""",
        """\
case.rules, line 1, in "game":
    game "Test" "No scoring"
    ^
There is no `scoring:` and no `end game, won by`, so nobody can win. Add one of
them.   [nobody-can-win]
""",
    ),
    "default-no-choice": (
        """\
option target: 8 or 12, default 3
""",
        """\
case.rules, line 1, in "option target":
    option target: 8 or 12, default 3
                                    ^
Default 3 is not one of 8, 12.   [default-no-choice]
""",
    ),
    "default-no-choice, none is left": (
        """\
option target: 8 or 12, default 8 when player-count is 2
""",
        """\
case.rules, line 1, in "option target":
    option target: 8 or 12, default 8 when player-count is 2
           ^^^^^^
No default of option target is left for 3 players. End with one that always
holds: default 8.   [default-no-choice]
""",
    ),
    "hidden-guard": (
        """\
action act:
    needs deck's first's rank is 9
    move 1 from deck to your hand
""",
        """\
case.rules, line 2, in "action act":
    needs deck's first's rank is 9
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This asks the rank of a card in deck, which nobody sees. The list of moves would
betray it. Ask it after the choice, in what the action does.   [hidden-guard]
""",
    ),
    "hidden-guard, the face asked too late": (
        """\
there is
    faced: row of card, face up or down
action act:
    pick card from faced where its suit is red and it is face-up
    move card to faced face down
""",
        """\
case.rules, line 4, in "action act":
    pick card from faced where its suit is red and it is face-up
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This asks the suit of a card before the face, and the card may lie face down.
The list of moves would betray it. Ask the face first: it is face-up and its
suit is …; or who may look: you is in card's viewers and …   [hidden-guard]
""",
    ),
    "hidden-guard, a pick without places": (
        """\
action act:
    pick card from your left's hand
    move card to your hand
""",
        """\
case.rules, line 2, in "action act":
    pick card from your left's hand
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This picks a card in hand, which only its owner sees. A hand or area has no
order, so a number would betray what the card is. Let the action draw it: draw
card from …   [hidden-guard]
""",
    ),
    "hidden-guard, handed over": (
        """\
play:
    each player: choose act(deck's first's rank)
action act(0..20 n):
    needs n is 3
    add 1 to your coins
""",
        """\
case.rules, line 2, in "play":
    each player: choose act(deck's first's rank)
                        ^^^^^^^^^^^^^^^^^^^^^^^^
This hands "n" to act, and that depends on the rank of a card in deck, which
nobody sees. The decider would read it. Ask it in what the action does, or offer
it to who sees it.   [hidden-guard]
""",
    ),
    "hidden-guard, what a trial turns up": (
        """\
action act:
    must leave (highest rank of your hand) is 9
    move deck's first to your hand
""",
        """\
case.rules, line 2, in "action act":
    must leave (highest rank of your hand) is 9
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This asks the rank of a card in deck, which nobody sees. It comes in by way of
the sentence on line 3. The list of moves would betray it. Ask it after the
choice, in what the action does.   [hidden-guard]
""",
    ),
    "hidden-guard, of somebody else": (
        """\
action act:
    pick target from players where it is not you
    needs no c in target's hand where c's suit is red
    subtract 1 from target's coins
""",
        """\
case.rules, line 3, in "action act":
    needs no c in target's hand where c's suit is red
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This asks the suit of a card in hand, which only its owner sees. The list of
moves would betray it. Ask it after the choice, in what the action does.
[hidden-guard]
""",
    ),
    "hidden-guard, of a variable": (
        """\
there is
    trump: suit, seen by nobody
action act:
    pick card from your hand where its suit is trump
    move card to pool
""",
        """\
case.rules, line 4, in "action act":
    pick card from your hand where its suit is trump
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
This asks trump, which nobody sees. The list of moves would betray it. Ask it
after the choice, in what the action does.   [hidden-guard]
""",
    ),
    "broken-secret": (
        """\
there is
    aside: slot of card
action act:
    pick card from your hand
    move card to aside
secret "aside": nobody sees aside
""",
        """\
case.rules, line 6, in "secret":
    secret "aside": nobody sees aside
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
Everyone sees aside (line 2), so this secret does not hold. Declare it so:
aside: slot of card, seen by nobody   [broken-secret]
""",
    ),
    "broken-secret, a field": (
        """\
action act:
    pick card from your hand
    set bid to card's rank
secret "hands": nobody but its owner sees players' hand
""",
        """\
case.rules, line 3, in "action act":
    set bid to card's rank
    ^^^^^^^^^^^^^^^^^^^^^^
This tells what a card in hand is: everyone sees bid, and by the secret "hands"
(line 4) nobody but its owner gets to know it while it lies there. Set bid once
the piece has been moved, or say that it is shown: show … to everyone
[broken-secret]
""",
    ),
    "at-once-conflict": (
        """\
play:
    each player at once: choose act
action act:
    pick card from pool
    move card to your hand
""",
        """\
case.rules, line 5, in "action act":
    move card to your hand
    ^^^^^^^^^^^^^^^^^^^^^^
Two seats can take the same card of pool in this choice at once. Use each
player, in order.   [at-once-conflict]
""",
    ),
    "example-impossible": (
        """\
example "twice":
    players Ann, Bob
    given:
        pool holds red-1
        Ann's hand holds red-1
    then:
        bid is 0
""",
        """\
case.rules, line 5, in "example":
    Ann's hand holds red-1
    ^^^^^^^^^^^^^^^^^^^^^^
In example "twice" red-1 is given 2 times; the game has one. Remove some.
[example-impossible]
""",
    ),
    "example-fails": (
        """\
action act "Put down":
    pick card from your hand
    needs no other in trick where its suit is card's suit
        because "this suit lies there already"
    move card to trick
example "follow":
    players Ann, Bob
    given:
        trick holds red-1
        Ann's hand holds red-2, blue-1, blue-2
    at play as Ann
    when:
        Ann: act red-2
""",
        """\
case.rules, line 13, in "example":
    Ann: act red-2
    ^^^^^^^^^^^^^^
In example "follow" Ann cannot act red-2: this suit lies there already (line 3).
[example-fails]
""",
    ),
    "example-fails, what holds": (
        """\
example "count":
    players Ann, Bob
    then:
        bid is 1
""",
        """\
case.rules, line 4, in "example":
    bid is 1
    ^^^^^^^^
In example "count" this does not hold.   [example-fails]
""",
    ),
}

# The codes that are errors of a text, whatever the frame.
ERRORS = """
    arguments asks-itself at-once-conflict bad-text brackets-needed broken-secret calls-itself cases-incomplete
    certainly-none default-no-choice divides-by-zero endless-repeat example-fails example-impossible
    family-incomplete hidden-guard indentation kinds-not-copies minus-needs-blanks must-decides name-taken-here
    nested-it never-equal no-play nobody-can-win not-running nothing-for-it out-of-range owner-unknown
    pick-after-use place-unknown reserved-word same-kind-name too-few-pieces too-large two-meanings type-mismatch
    unknown-name unknown-question unknown-verb unreachable which-one which-piece wrong-piece you-is-nobody
"""


def completed(text: str) -> str:
    """A case with all that it leaves out."""
    if text.startswith("game "):
        return text
    play = "" if "play:" in text or text == NO_PLAY else PLAY
    return text + play + ("" if "action act" in text else ACT) + FRAME


def findings(text: str) -> tuple[Source, list[Diagnostic]]:
    """What is wrong with a text; where that is nothing, what its examples say."""
    data = text.encode()
    source = read_source("case.rules", data)
    if not isinstance(source, Source):
        return readable("case.rules", data), source
    found = [one for one in check(source) if one.severity == "error"]
    return source, found or run_examples(source)


def pages(text: str) -> str:
    """All that is shown about a case."""
    source, found = findings(completed(text))
    return "".join(render(source, one) for one in found)


@pytest.mark.parametrize("name", CASES)
def test_the_page(name: str) -> None:
    text, page = CASES[name]
    assert pages(text) == page


def test_each_code_has_a_case() -> None:
    shown = {name.partition(",")[0] for name in CASES}
    assert shown | {"too-large"} == set(ERRORS.split())
    assert set(codes()) >= set(ERRORS.split())


def test_pages_keep_their_width() -> None:
    for text, page in CASES.values():
        mine = [line for line in page.splitlines() if line.strip(" ^") and line.strip() not in text]
        assert max(map(len, mine)) <= 80


def test_too_large_names_the_bound() -> None:
    text = ACT.replace("nothing", "set bid to " + " + ".join(["bid"] * 301))
    assert pages(text) == (
        'case.rules, line 1, in "action act":\n'
        "301 operands in a row; 256 are allowed. Name a part of it with `define`.\n[too-large]\n"
    )


THREE = """\
to deal:
    move 3 from the dekc to pool
play:
    deal
    put red-1 to pool
    each player: choose act
action act "Take a card":
    pick card from pool
    needs card's siut is red
    move card to your hand
"""


def test_three_mistakes_in_three_paragraphs_give_three_messages() -> None:
    _, found = findings(completed(THREE))
    assert [one.code for one in found] == ["unknown-name", "unknown-verb", "unknown-question"]


def test_a_broken_declaration_brings_nothing_with_it() -> None:
    text = "there is\n    heap: pile of crad\naction act:\n    move 1 from heap to pool\n"
    _, found = findings(completed(text))
    assert [one.message.partition(".")[0] for one in found] == ['"crad" is not a type']
