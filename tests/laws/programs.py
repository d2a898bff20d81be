"""Small rulesets made at random: a deck, hands, a row, counts and a few actions whose sentences are drawn from a list.

Every text is a ruleset without findings, and every game of it ends after three rounds.
"""

import hashlib

from hypothesis import strategies as st

from rulewright import Rules
from rulewright.language.parser import parse
from rulewright.language.source import Source, read_source
from rulewright.loading import Text, rules_of

FRAME = """game "Made at random" "A little of everything"
    players 2..3
color is one of red, green, blue
component card: color, rank 1..4
    {copies} of any, any
there is
    deck: pile of card{refilled}
    heap: area of card
    line: row of card, with owner
    table: row of card, face up or down
    bid: 0..20
    chosen: color or none
    seen: set of player
each player has
    hand: hand of card
    store: area of card{secret}
    coins: counts of color
setup:
    move all box to deck
    shuffle the deck
    each player: move 3 from the deck to your hand
play:
    repeat 3 times:
        {turns}: turn
phase turn "A turn":
    choose {offers}
    if you cannot: add you to seen
    if you can give: choose give or pass
action give "Lay a card on the heap":
    pick card from your hand
    move card to heap
action pass "Do nothing": nothing
"""

GUARDS = (
    '    needs card\'s rank is at least 2 because "too low"\n',
    '    needs chosen is none or chosen is not card\'s color because "that color was chosen"\n',
    '    needs line\'s size is less than 4 because "the line is full"\n',
    "    needs no c in line where c's color is card's color because \"that color lies there\"\n",
    '    needs (count of your hand where its rank is card\'s rank) is at most 2 because "too many"\n',
    '    needs card\'s rank is 1 if you can because "low ones first"\n',
)
SENTENCES = (
    "    move up to 1 from the deck to your hand\n",
    "    if bid is less than 17: add card's rank to bid\n",
    "    add card's color to your coins\n",
    "    set chosen to card's color\n",
    "    move all line to heap\n",
    "    for each c in your hand where c's rank is 4: move c to your store\n",
    "    each other player:\n        if your hand is not empty: choose give or pass\n",
    '    if heap is not empty:\n        draw lost from heap "lost"\n        move lost to table face down\n',
    "    roll n from 1..3\n    set bid to n\n",
    "    if table is not empty: flip table's first face up\n",
    "    if heap's size is more than 3:\n        move all heap to deck\n        shuffle the deck\n",
    "    let best be line's first\n    if best is not none: move best to best's owner's store\n",
    "    add you to seen\n    if seen's size is player-count: set seen to nothing\n",
    "    if chosen is not none and your coins(chosen) is more than 1: subtract chosen from your coins\n",
)
SCORES = (
    "p's store's size + p's coins' size",
    "total rank of p's store - (count of p's hand where its color is red)",
    "2 * (count of line as c where c's owner is p) + p's coins(blue)",
)


@st.composite
def any_text(draw: st.DrawFn) -> str:
    """The text of a small ruleset."""
    number = draw(st.integers(1, 3))
    names = [f"play-{letter}" for letter in "abc"[:number]]
    actions = [_action(draw, name) for name in names]
    frame = FRAME.format(
        copies=draw(st.integers(1, 2)),
        refilled=draw(st.sampled_from(["", ", refilled from heap"])),
        secret=draw(st.sampled_from(["", ", seen by nobody", ", seen by owner"])),
        turns=draw(st.sampled_from(["each player", "each player from players' last"])),
        offers=" or ".join(names),
    )
    score = draw(st.sampled_from(SCORES))
    end = f"scoring:\n    score of player p: {score}\n    winners: players with highest score, then lowest seat\n"
    return frame + "".join(actions) + end


def _action(draw: st.DrawFn, name: str) -> str:
    source = draw(st.sampled_from(["your hand", "your hand where it is not in line", "line or your hand"]))
    guards = draw(st.lists(st.sampled_from(GUARDS), max_size=2, unique=True))
    sentences = draw(st.lists(st.sampled_from(SENTENCES), max_size=4, unique=True))
    body = "".join(sentences)
    moved = draw(st.sampled_from(["    move card to line\n", "    move card to heap\n"]))
    return f'action {name} "Play a card":\n    pick card from {source}\n{"".join(guards)}{moved}{body}'


def made(text: str, players: int) -> Rules:
    """The rules of a text."""
    source = read_source("made.rules", text.encode())
    assert isinstance(source, Source)
    return rules_of(Text(source, parse(source), hashlib.sha256(text.encode()).hexdigest()), "made", players=players)


@st.composite
def made_rules(draw: st.DrawFn) -> Rules:
    """The rules of a small ruleset."""
    return made(draw(any_text()), draw(st.integers(2, 3)))
