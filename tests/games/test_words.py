"""How long rules are beside the same rules in English: terse and whole, as the leaflet of a box would have them."""

import re
from pathlib import Path
from typing import Final

import pytest

from rulewright.language.tokens import paragraphs

HERE: Final = Path(__file__).parent
MAX_RATIO: Final = 2.5
ENGLISH: Final = {
    "moats": """
Two or three players. There are seven coppers for each player, 12 estates, and ten curses, moats, militias and
witches. Each player begins with seven coppers and three estates, shuffled, and draws five cards; the others are the
supply. Whenever you are to draw and your deck is empty, shuffle your discards: they are your deck.

In your turn you may first play one action. A moat draws two cards. A militia pays two coins, and each other player
discards down to three cards. A witch draws two cards, and each other player gains a curse, if there is one. Whenever
a militia or a witch is played, each other player, beginning on the left, may first show a moat from the hand, and is
not touched by it.

Then each copper in your hand pays a coin, and you may buy one card of the supply that is no curse: an estate or a
moat for two coins, a militia for four, a witch for five, a copper for nothing. Put it on your discards, with what you
have played and all of your hand, and draw five cards. After eight rounds each estate counts one, each curse takes
one. Most points win.
""",
    "offices": """
Two to four players. There are six offices: assassin, thief, magistrate, king, merchant and architect; and thirty
districts, six for each price from one to five. Shuffle the districts; each player draws four, and takes two coins.
The first player has the crown.

In each round the offices are taken in secret: who has the crown picks one and hands the others to the left, and so
on; those that are left are put away. Then they are called in the order above. Whoever has the office that is called
shows it, and has a turn: take two coins or draw two districts, use the office, and build one district of your hand or
none, for its price. The assassin names another office, which has no turn in this round. The thief names another one,
but not the assassin and not who was killed: when it is called, and not killed, all its coins go to the thief. The
magistrate names another office: when it builds for the first time in this round, the magistrate may take that
district, and the builder gets the price back. The king takes the crown. The merchant takes a coin more. The architect
draws two districts more, and may build up to three.

The game ends after the round in which somebody has four districts. Each district counts its price, and who had four
first gets two points more. Most points win.
""",
    "quoridor": """
Two players, a board of 9 by 9 cells. White's pawn begins on e1, in the middle of the lowest row, black's on e9, in
the middle of the highest. Each player has ten fences. White begins. Whoever's pawn is first in the row where the
other one began wins.

In your turn move your pawn or put down a fence; who can do neither passes. A pawn goes to the next cell, up, down,
left or right, neither through a fence nor onto the other pawn. If the other pawn stands next to yours, and no fence
is in between, you may jump to the cell directly behind it; where a fence or the border is behind it, you may go to a
cell on its left or right instead, unless a fence is there.

A fence is two cells long. It lies between the cells, from left to right or from top to bottom, with its middle where
four cells meet. Fences never cross or lie on one another, and to each pawn a way to its goal must be left.
""",
    "hive": """
Two players, white and black, each with a queen, two beetles, three hoppers, two spiders and three ants, which are
hexagons. White begins. In your turn put a bug of your hand on the table or move one of your bugs there; who can do
neither passes. The table is a hexagon with nine cells along each side.

White's first bug goes to the middle, black's beside it. Later a bug is put on an empty cell, beside bugs of your own
and none of the other's; of a stack the bug on top counts. The queen must be among your first four bugs. Before she is
on the table you cannot move.

All bugs on the table must hang together, also while one is lifted to be moved. A bug that is covered cannot be moved.
A bug slides to the next cell along another bug that it touches before and after; where both cells beside its way are
taken, the gap is too narrow.

The queen slides one cell. The spider slides exactly three cells, never twice to one. The ant slides as far as you
like, but not back to its cell. The beetle moves one cell, too, and may go onto other bugs, from one to the next, and
down again; up there two stacks shut the way only if they are both higher than where it comes from and where it goes
to. The hopper jumps in a straight line over all bugs that lie there one after the other, one at least, to the first
empty cell, if there is one before the border.

A player whose queen has bugs on all six sides has lost. If that happens to both at once, or to none in thirty turns
of each, the game is drawn.
""",
    "settlers": """
Three players: red, blue and white. The island is made of nineteen hexagons. They bring goods, at the sum that is on
them. From the top, and from the left: ore 10, wool 2, wood 9; grain 12, brick 6, wool 4, brick 10; grain 9, wood 11,
desert, wood 3, ore 8; wood 8, ore 3, grain 4, wool 5; brick 5, grain 6, wool 11. The desert brings nothing; the
robber begins there. On the coast are nine harbors: for brick on a2's left, for wood on b4's left, for wool on d2's
lower right, for grain on d5's upper right, for ore on e4's upper right, and for all goods on c5's upper left, e3's
right, b1's lower right and a1's lower left. The bank has nineteen cards of each good. Each player has fifteen roads,
five villages and four towns.

Villages and towns stand on corners of hexagons, never at two ends of one edge. Roads lie on edges. To begin, each
player puts down a village and a road at it, then once more in the opposite order. For the second village you get a
card for each good around it.

In your turn roll two dice. Each hexagon with their sum brings its good to everybody, one card for each village at it
and two for each town, unless the robber is there. If the bank has not enough of a good for all, nobody gets any of
it, but a single player who is due some gets what there is. At a seven nothing is brought: whoever has more than seven
cards gives half of them, rounded down, to the bank. Then move the robber to another hexagon, and take a card by lot
from the hidden hand of a player who has a building there.

Then trade and build as often as you like. Give the bank four cards of one good for one of another; three, if you have
a building at a harbor for all goods; two of the good that your harbor is for. A road costs a brick and a wood. It
goes on from a road or building of yours, but not through another's building. A village costs a brick, a wood, a wool
and a grain. It stands at a road of yours. A town costs two grain and three ore, and takes the place of a village,
which you get back.

Who alone has the longest road, of five edges without a fork or more, holds its card until somebody has a longer one;
a building of another interrupts a road. If the holder's road is no longer the longest, and several others' are
equally long, nobody holds it. A village counts one point, a town two, that card two. Whoever has ten points in the
own turn wins.
""",
    "ticket-to-ride": """
Two players, white and black, with 16 trains each. There are twelve cards each of red, blue and green, and six
locomotives.

Routes, with length and color: Bern Graz 4 red, Bern Lyon 2 grey, Bern Lyon 2 blue, Bern Metz 2 green, Bern Turin 1
grey, Graz Linz 1 blue, Graz Turin 3 green, Graz Wien 1 grey, Graz Wien 1 red, Linz Metz 4 grey, Linz Wien 1 green,
Lyon Metz 2 red, Lyon Nice 2 grey, Nice Rome 3 blue, Nice Turin 1 red, Rome Turin 3 grey, Rome Wien 4 blue.

Tickets: Bern Wien 5, Lyon Graz 6, Metz Rome 6, Nice Linz 6, Lyon Wien 7, Turin Metz 3, Rome Graz 5, Bern Nice 2, Linz
Turin 5, Metz Wien 5, Lyon Rome 5, Rome Linz 6.

Shuffle cards and tickets. Deal four cards to each player, and three tickets, of which two at least are kept. Tickets
that are not kept go under the others. Lay five cards open. As soon as one of them is taken, the top card of the deck
takes its place. Whenever three of the five are locomotives, discard all five and open five new ones, as long as there
are three other cards. When the deck is used up, shuffle the discards. Hands and tickets are hidden.

White begins. In your turn do one of three things. Take two cards, open ones or from the top of the deck; an open
locomotive counts as two, and cannot be the second. Or claim a route with as many cards of its color as it is long,
for a grey one of any one color; locomotives stand for any color. The cards are discarded, and as many trains placed.
Of two routes between the same cities only one can be claimed. Or draw three tickets and keep one at least. If nothing
of this is possible, the game ends.

When somebody has two trains left or fewer at the end of a turn, each player has one more turn, that one last. Routes
of length 1, 2, 3 and 4 count 1, 2, 4 and 7. A ticket whose cities are joined by your routes counts its points, any
other takes them off. The longest way over routes, each used once, counts ten, for both if they are equal. Most points
win; of equals who has joined more tickets, then who has the longest way.
""",
}


def words(text: str) -> int:
    return len(re.findall(r"[\w'-]+", text))


@pytest.mark.parametrize("name", ENGLISH)
def test_rules_are_at_most_twice_and_a_half_as_long_as_in_english(name: str) -> None:
    text = re.sub(r"--[^\n]*", "", (HERE / f"{name}.rules").read_text(encoding="utf-8"))
    parts = [text[start:end] for start, end in paragraphs(text)]
    written = sum(words(part) for part in parts if not part.startswith("example"))
    assert written <= MAX_RATIO * words(ENGLISH[name]), (written, words(ENGLISH[name]))
