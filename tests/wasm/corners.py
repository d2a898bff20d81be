"""Small rulesets, each about one corner of the language, and how its random games end: the codes of faults, "" for a
game that comes to its end."""

from attrs import frozen

HEAD = """game "Corner" "One corner of the language"
    players 1..12
"""
END = """scoring:
    score of player p: p's coins
    winners: players with highest score, then lowest seat
"""
PURSE = """each player has
    coins: -99..9999
"""
CARDS = """color is one of red, green, blue
component card: color, rank 1..4
    {copies} of any, any
space is grid 3 by 3
there is
    deck: pile of card{deck}
    heap: area of card{heap}
    line: row of card, with owner{line}
    table: row of card, face up or down
    market: card on each space, face up or down
    bid: 0..20
    chosen-color: color or none
each player has
    hand: hand of card
    secret: row of card, face up or down
    chosen: slot of card, seen by owner
    coins: -99..9999
setup:
    move all box to deck
    shuffle the deck
    each player: move 4 from the deck to your hand
"""
PASS = """action pass "Do nothing": nothing
"""


@frozen
class Corner:
    """A ruleset and how its games end."""

    text: str
    ends: frozenset[str]
    players: int = 2
    games: int = 12


def bare(body: str, *ends: str, players: int = 2, games: int = 12) -> Corner:
    """A ruleset of its own, completed by a score."""
    purse = "" if "\n    coins:" in body else PURSE
    scoring = "" if "\nscoring:" in body else END
    return Corner(HEAD + purse + body + scoring, frozenset(ends or ("",)), players, games)


def cards(body: str, *ends: str, players: int = 2, games: int = 12, **parts: object) -> Corner:
    """A ruleset with cards and zones of every sort."""
    plain: dict[str, object] = {"copies": 1, "deck": "", "heap": "", "line": ""}
    return bare(
        CARDS.format(**(plain | parts)) + body + (PASS if " pass" in body else ""), *ends, players=players, games=games
    )


def turns(offers: str, times: int = 3) -> str:
    """Everybody chooses, several times."""
    return f"play:\n    repeat {times} times:\n        each player: choose {offers}\n"


def once(sentences: str) -> str:
    """Everybody does the same, nobody chooses."""
    lines = "".join(f"        {line}\n" for line in sentences.splitlines())
    return f"play:\n    each player:\n{lines}"


CHOOSING = {
    "two lines if you can": cards(
        turns("give")
        + """action give "Give":
    pick card from your hand
    needs card's color is red if you can because "red first"
    needs card's rank is at least 3 if you can because "high first"
    move card to heap
"""
    ),
    "three lines if you can, picks between": cards(
        turns("give or pass", 2)
        + """action give "Give":
    pick card from your hand
    needs card's color is red if you can because "red first"
    pick n from 1..4
    needs n is card's rank if you can because "as it says"
    pick goal from heap, line
    needs goal is line or card's rank is 1 if you can because "in line"
    add n to your coins
    if goal is line: move card to line
    otherwise: move card to heap
"""
    ),
    "if you can behind a guard that nothing passes": cards(
        turns("give or pass", 1)
        + """action give "Give":
    pick card from your hand
    needs card's rank is more than bid + 4 because "there is none"
    needs card's color is red if you can because "red first"
    move card to heap
"""
    ),
    "a name for what is picked, beside what is counted for all": cards(
        turns("say or pass")
        + """action say "Say":
    pick color from colors
    let so-many be color's number
    needs so-many is not (count of your hand where its rank is 1) because "not as many as ones"
    add so-many to your coins
"""
    ),
    "if able, twice": cards(
        turns("give or pass", 4)
        + """action give "Give":
    pick card from your hand
    must leave line's size is at most 2 if able because "short lines"
    must leave bid is at most 12 if able because "low bids"
    move card to line
    add card's rank to bid
""",
        "",
        "out-of-range",
    ),
    "asking often whether one can": cards(
        """play:
    repeat 1000 times:
        each player:
            if you can give: add 1 to bid
            if bid is 20: set bid to 0
    each player: choose give or pass
action give "Give":
    pick card from your hand
    needs card's rank is 2 if you can because "twos first"
    move card to heap
"""
    ),
    "several: from nothing to more than there is": cards(
        turns("lay or pass", 2)
        + """action lay "Lay":
    pick 0..9 given from your hand
    for each c in given: move c to heap
    add given's size to your coins
"""
    ),
    "several: copies of kinds": cards(
        turns("take or pass", 3).replace("play:\n", "play:\n    move 14 from the deck to heap\n")
        + """action take "Take":
    pick 2..3 taken from heap
    for each c in taken: move c to your hand
""",
        copies=3,
    ),
    "several: more copies than kinds": bare(
        """component coin: face 1..2
    {copies} of any
there is
    heap: area of coin
    rest: area of coin
setup: move all box to heap
play:
    repeat 2 times:
        each player: choose take or bring
action take "Take":
    pick 0..9 some-coins from heap
    for each c in some-coins: move c to rest
    add some-coins's size to your coins
action bring "Bring":
    pick 3 some-coins from rest
    for each c in some-coins: move c to heap
""".replace("{copies}", "5")
    ),
    "several: more than can be picked": bare(
        """component coin: face 1..1
    400 of any
there is
    heap: area of coin
    many: 0..60000
setup:
    move all box to heap
    set many to 60000
play:
    each player: choose take
action take "Take":
    pick 255..many some-coins from heap
    add some-coins's size to your coins
"""
    ),
    "several: repeats without end": bare(
        """there is
    many: 0..60000
setup: set many to 60000
play:
    each player: choose take
action take "Take":
    pick 255..many ones from 1..1, repeats allowed
    add ones's size to your coins
"""
    ),
    "several: repeats": cards(
        turns("bet or pass", 2)
        + """action bet "Bet":
    pick n from 0..3
    pick n bets from colors, repeats allowed
    needs no s in bets where s is chosen-color because "not again"
    for each s in bets: set chosen-color to s
    add bets's size to your coins
"""
    ),
    "several: below 0 nothing is offered": cards(
        turns("bet or pass", 3)
        + """action bet "Bet":
    pick n from 0..3
    pick n - 2..n bets from 1..4
    add total of bets as b: b to your coins
""".replace("total of bets as b: b", "bets's size")
    ),
    "several: pieces of a row, and a guard on all": cards(
        turns("lay or give", 2)
        + """action lay "Lay":
    pick card from your hand
    move card to line
action give "Give":
    pick 1..2 given from line
    needs every c in given satisfies c's owner is not you because "not your own"
    for each c in given: move c to heap
"""
    ),
    "a choice until": cards(
        """phase turn "A turn":
    choose until pass:
        give, once per turn
        lay, exactly once per turn
        double
    if you cannot: nothing
play:
    repeat 2 times:
        each player: turn
action give "Give":
    pick card from your hand
    move card to heap
action lay "Lay":
    pick card from your hand
    move card to line
action double "Double": add 1 to your coins
"""
    ),
    "a family with limits": cards(
        """helper is one of cook, thief, spy
phase turn "A turn":
    choose until pass:
        use, once per turn
        give, exactly once per turn
    if you cannot: nothing
play:
    repeat 3 times:
        each player: turn
action use of helper from helpers "Use a helper":
    needs your coins is less than 9 because "rich"
    let before be your coins
    when cook "The cook":
        pick card from your hand
        move card to heap
    when thief, spy "The others":
        pick victim from your others
        pick n from 1..2
        add n to victim's coins
    add before mod 2 + 1 to your coins
action give "Give":
    pick card from your hand
    move card to line
""",
        players=3,
    ),
    "parameters and menus": cards(
        """choice act "Acts":
    earn(bid)
    pass
play:
    repeat 3 times:
        each player:
            roll die from 1..6
            set bid to die
            choose act or twice(die, your left)
action earn(0..20 amount) "Earn":
    needs amount is at least 2 because "too little"
    add amount to your coins
action twice(1..6 amount, player friend) "Twice":
    pick n from 1..amount
    add n to friend's coins
"""
    ),
    "words and flags": cards(
        turns("say or pass", 2)
        + """action say "Say":
    pick word from yes-please, no-thanks
    pick sure from yes, no
    pick who from players
    pick color from colors where it is not chosen-color
    set chosen-color to color
    if word is yes-please and sure is yes-really: add 1 to who's coins
""".replace("pick sure from yes, no", "pick sure from yes-really, maybe")
    ),
}
AT_ONCE = {
    "at once: different numbers of moves": cards(
        """play:
    repeat 3 times:
        each player at once: choose stake or pass
        each player:
            if your chosen is not empty: move your chosen to heap
action stake "Stake":
    pick card from your hand where its rank is at least your coins mod 2 + 2
    move card to your chosen
    add card's rank to your coins
""",
        players=4,
        copies=2,
    ),
    "at once: several and families": cards(
        """helper is one of cook, thief
play:
    repeat 2 times:
        each player at once: choose stake or use or pass
action stake "Stake":
    pick 1..3 staked from your hand
    for each c in staked: move c to your secret face down
action use of helper from helpers "Use":
    when cook "Cook":
        pick n from 1..3
        add n to your coins
    when thief "Thief":
        pick card from your hand
        move card to your secret face up
""",
        players=3,
    ),
    "at once: somebody cannot, and then nobody": cards(
        """play:
    move all players' last's hand to heap
    each player at once: choose stake
    each player: move all your hand to heap
    each player at once: choose stake
    ask players' first:
        each other player at once: choose pass
action stake "Stake":
    pick card from your hand
    move card to your chosen
""",
        players=3,
    ),
    "at once: some, and what happens to who cannot": cards(
        """there is
    inside: set of player
play:
    move all players' last's hand to heap
    set inside to players where its seat is not 2
    repeat 3 times:
        each player in inside as one where one's coins is less than bid + 3 at once:
            choose stake(your coins)
            if you cannot:
                roll luck from 1..3
                add luck to your coins
                choose pass
        each player:
            if your chosen is not empty: move your chosen to heap
    each player where its coins is more than bid at once:
        choose stake(1)
        if you cannot: remove you from inside
    set bid to inside's size
action stake(0..9999 most) "Stake":
    pick card from your hand where its rank is at least most mod 3 + 1
    move card to your chosen
    add card's rank to your coins
""",
        players=4,
        copies=2,
    ),
    "at once: an offer with the asked seat as argument": cards(
        """play:
    each player at once: choose earn(your coins, your left) or pass
    for each p in players: set p's coins to 0
    set players' last's coins to 7
    each player at once: choose earn(your coins, your left)
action earn(-99..9999 amount, player friend) "Earn":
    needs amount is 0 because "nobody with coins"
    needs friend is not players' item(2) or you is players' first because "not the second"
    add 2 to your coins
""",
        players=3,
    ),
}
NOTED = {
    "notes: rows that close up, boards that are swapped and rotated, slots; what leaves": cards(
        """there is
    shelf: row of card, up to 5, face up or down
    niche: slot of card
each player has
    fan: row of card, up to 4, seen by others
each card in shelf has
    dents: 2..4
    of-whom: player or none
each card in market has
    worn: yes or no
each card in fan has
    hue: color or none
each card in niche has
    worth: -3..3
play:
    each player: move 3 from the deck to your fan
    repeat 4 times:
        each player: choose dent or wear or turn-all or tell or shift or pass
    set bid to min(99, (total dents of shelf) + (count of market where it is worn))
action dent "Dent":
    pick card from your fan
    needs shelf's size is less than 5
    move card to shelf face down
    let mine be shelf's last
    set mine's of-whom to you
    for each c in shelf where its dents is less than 4: add 1 to c's dents
    if shelf's size is 4:
        set shelf's second's dents to shelf's first's dents
        move shelf's first to your hand
action wear "Wear":
    pick space from spaces where it is empty
    pick card from your hand
    move card to space
    set space's worn to space's row is 2
action turn-all "Turn":
    pick space from spaces where it is not empty
    must change market because "something must change"
    swap space and b2
    rotate row-2 toward right
    if b2's worn: move b2 to heap
action tell "Tell":
    pick player from your others
    pick color from colors
    needs some c in player's fan where c's color is color and c's hue is none
    for each c in player's fan where its color is color: set c's hue to color
action shift "Shift":
    pick card from your fan where its hue is not none or it is past(your fan's first)
    move card to your fan
    if niche is empty:
        move your fan's first to niche
        subtract 2 from niche's worth
    otherwise:
        if niche's worth is less than 3: add 1 to niche's worth
        move niche to your left's fan
""",
        players=3,
        copies=3,
    ),
    "notes: what does not fit": cards(
        """there is
    shelf: row of card
each card in shelf has
    dents: 0..2
play:
    move 2 from the deck to shelf
    repeat 4 times:
        each player: choose dent or pass
action dent "Dent":
    pick n from 1..2
    add n to shelf's last's dents
    if n is 2:
        move shelf's last to heap
        move 1 from the deck to shelf
""",
        "out-of-range",
        "too-few-pieces",
    ),
}
TRYING = {
    "must change, a body that is impossible": cards(
        turns("slide or pass", 5)
        + """action slide "Slide":
    pick card from your hand
    pick here from spaces
    must change market because "something must change"
    move card to market(b2)
    if market(here) is not empty: move market(here) to heap
"""
    ),
    "must change, a body that faults": cards(
        turns("slide or pass", 5)
        + """action slide "Slide":
    pick here from spaces
    pick n from 0..3
    must change heap because "something must change"
    move up to 1 from the deck to market(b2)
    if market(here) is not empty: move market(here) to heap
    if heap is not empty: add 12 / n to bid
""",
        "divides-by-zero",
    ),
    "must leave, a body that ends the game": cards(
        turns("finish-it or pass", 5)
        + """action finish-it "Finish":
    pick card from your hand
    must leave bid is 99 because "never"
    add card's rank to your coins
    if card's rank is 4: end game, won by you
    move card to heap
""".replace("bid is 99", "bid is more than 19")
    ),
    "must leave: a condition that faults": cards(
        turns("give or pass", 3)
        + """action give "Give":
    pick card from your hand
    pick n from 0..3
    must leave 6 / (n - bid mod 2) is more than 2 because "reckoned"
    add 1 to bid
    move card to heap
""",
        "divides-by-zero",
    ),
    "must change: hidden pieces": cards(
        """play:
    each player: move 3 from the deck to your secret face down
    repeat 3 times:
        each player: choose turn-over or hide or flash or pass
action turn-over "Move one to the end":
    pick card from your secret
    must change your secret because "something must change"
    move card to your secret
action hide "Hide":
    pick card from your secret where it is face-up
    must change your secret because "something must change"
    flip card face down
action flash "Flash":
    pick card from your secret where it is face-down
    must change your secret because "something must change"
    flip card face up
""",
        copies=2,
    ),
    "must change the zone of nobody": cards(
        """there is
    rival: player or none
play:
    repeat 2 times:
        each player:
            choose give or pass
            set rival to you
action give "Give":
    pick card from deck
    must change rival's hand because "the rival is to lose something"
    if rival is you: move card to heap
    otherwise: move card to rival's hand
""",
        "none-used",
    ),
    "a must with what was asked before the move": bare(
        """there is
    pot: 0..9
    rest: 0..9
define both:
    let sum be pot + rest
    sum * 1
play:
    each player: choose act or pass
action act "Act":
    pick n from 1..3
    needs both is less than n + 5 because "enough"
    must leave both is 2 because "two"
    add n to pot
"""
        + PASS
    ),
    "asked while pieces are being gathered": cards(
        """play:
    repeat 3 times:
        each player:
            for each c in your hand where you can give: add 1 to bid
            move all your hand where you can give and its rank is more than 2 to heap
            choose give or pass
action give "Give":
    pick card from your hand
    must leave heap's size is at least 2 because "two"
    move up to 2 from line to your hand
    move all your hand where its rank is more than card's rank to heap
"""
    ),
    "musts that ask each other": cards(
        turns("give or lend or take or pass", 3)
        + """action give "Give":
    pick card from your hand
    must leave you can lend because "nothing to lend"
    must change your hand because "the hand must change"
    if you can give: add 1 to bid
    move card to line
action lend "Lend":
    pick card from line
    must leave bid is at most 9 and (you can take or you can give or bid is 0) if able because "neither"
    add card's rank to bid
    if bid is more than 3 and you can lend: set bid to 2
    move card to heap
action take "Take":
    pick card from heap
    needs bid is less than 9 because "enough"
    must change your hand because "the hand must change"
    must leave you can act because "nothing left"
    move card to your hand
choice act "Act": give or lend or take
""",
        games=6,
    ),
    "musts that ask each other, and a fault inside": cards(
        turns("give or lend or pass", 4)
        + """action give "Give":
    pick card from your hand
    must leave you can lend because "nothing to lend"
    must leave bid is at least 1 because "one"
    add 1 to bid
    move card to line
action lend "Lend":
    pick card from your hand
    must leave you can give because "nothing to give"
    must leave your hand's size is at most 2 because "three"
    add card's rank * 6 to bid
    move card to heap
""",
        "out-of-range",
    ),
    "turns of trials inside another": bare(
        turns("lend or pay or pass", 1)
        + """action lend "Lend":
    must leave you can pay because "nobody could pay"
    set high to 1
action pay "Pay":
    pick n from 1..3
    must leave high is 0 and n is 3 because "three"
    if high is 1:
        repeat 400000 times: set low to n
"""
        + PASS
        + "there is\n    high: 0..9\n    low: 0..9\n",
        "endless-loop",
        games=1,
    ),
    "hidden pieces inside another trial": cards(
        """play:
    each player: move 3 from the deck to your secret face down
    repeat 3 times:
        each player: choose shift or turn-over or pass
action shift "Move the first to the end":
    pick n from 0..3
    must change your secret because "something must change"
    must leave you can turn-over because "nothing to turn"
    repeat n times: move your secret's first to your secret
    if you can turn-over: add 1 to bid
    if your secret is not empty: move your secret's last to your secret
action turn-over "Move some to the end":
    pick k from 1..3
    must change your secret because "something must change"
    move your secret's first to your secret
    repeat k times: move your secret's first to your secret
""",
        copies=2,
    ),
    "must with what others can": cards(
        turns("give or take or pass", 3)
        + """action give "Give":
    pick card from your hand
    must leave you can take because "to be taken back"
    move card to line
action take "Take":
    pick card from line
    must change your hand because "something must change"
    move card to your hand
"""
    ),
    "must, deep inside a loop that never ends": cards(
        turns("give or pass", 1)
        + """action give "Give":
    pick n from 1..3
    must leave bid is 3 because "three"
    repeat until bid is 3:
        set bid to n mod 3
        if n is 2: set bid to 3
    set bid to 0
    if n is 2: set bid to 3
""",
        "endless-loop",
        games=2,
    ),
}


def tried(way: str, body: str, *ends: str, **parts: object) -> Corner:
    """An action whose move is tried for the line of a way, or while another one asks about it."""
    line = f'    {WAYS.get(way, WAYS["must leave"])} because "to be tried"\n'
    asked, more = ASKING.get(way, ("choose give or pass", ""))
    give = f"""action give "Give":
    pick card from your hand
{line}    set done to yes
    {body}
"""
    play = f"""there is
    done: yes or no
    rival: player or none
play:
    repeat 3 times:
        each player: {asked}
to stow(card): move card to line
"""
    return cards(play + more + give, *ends, games=3, **parts)


WAYS = {
    "must leave": "must leave done",
    "must change": "must change your hand",
    "if able": "must leave bid is 19 or done if able",
}
ASKING = {
    "a guard": (
        "choose ask or pass",
        'action ask "Ask":\n    needs you can give because "nothing to give"\n    add 1 to your coins\n',
    ),
    "a menu": (
        "\n            if you can act: choose act",
        'choice act "Act": give or idle\naction idle "Idle": nothing\n',
    ),
    "another must": (
        "choose lend or give or pass",
        """action lend "Lend":
    pick card from your hand
    must leave you can give because "nothing to give"
    move card to line
""",
    ),
}
GOING_WRONG = {
    "a number outside its range": ("must leave", "set bid to card's rank * 9", "out-of-range"),
    "a division by 0": ("must change", "set bid to 6 / (card's rank - 2) + 6", "divides-by-zero"),
    "a number too large": ("if able", "set bid to card's rank * 2000000000 * 2 / 1000000000", "number-too-large"),
    "a number below 0": ("a guard", "move bid - 1 from table to line", "negative-number"),
    "the field of nobody": ("a menu", "add 1 to rival's coins", "none-used"),
    "the only one of several": (
        "another must",
        "let lone be the only c in your hand\n    move lone to line",
        "not-only-one",
    ),
    "a place that is not known": (
        "another must",
        "move all your hand to heap\n    if card's holder is you: add 1 to bid",
        "place-unknown",
    ),
    "turning nothing": ("another must", "flip market(a1) face up", "nothing-there"),
    "changing nothing": ("must leave", "set market(a1)'s rank to 2", "nothing-there"),
    "changing what has left": ("must leave", "move all your hand to heap\n    set card's rank to 2", "place-unknown"),
    "going round without end": ("another must", "repeat until bid is 3: set rival to you", "endless-loop"),
}
REFUSED = {
    "too few to take": ("must leave", "move card's rank from line to heap"),
    "nothing to move": ("must change", "move market(a1) to heap"),
    "moving what has left": ("a menu", "move all your hand to heap\n    move card to line"),
    "a full row": ("another must", "move all your hand to line"),
    "a full area": ("a guard", "move all your hand to heap"),
    "a place that is taken": ("another must", "for each c in your hand: move c to market(b2)"),
    "a kind that the box lacks": ("another must", "if card's rank is less than 4: set card's rank to card's rank + 1"),
    "a kind that there is not": ("a guard", "set card's rank to card's rank + 1"),
    "in a procedure": ("must change", "stow(card)"),
}
TRIED = {
    **{f"tried for {way}: {name}": tried(way, body, code) for name, (way, body, code) in GOING_WRONG.items()},
    "tried for if able, where nobody is": tried("if able", "stow(card)", "zone-full", line=", up to 2"),
    **{
        f"tried for {way}: {name}": tried(way, body, line=", up to 2", heap=", up to 2")
        for name, (way, body) in REFUSED.items()
    },
}
PIECES = {
    "faces, marks and owners": cards(
        turns("hide or reveal or flash or lay or peek or again", 5)
        + """action hide "Hide":
    pick card from your hand
    move card to table face down
    show card to you
action reveal "Reveal":
    pick card from table where it is face-down
    needs you is in card's viewers because "unknown"
    flip card face up
action flash "Flash":
    pick card from table
    flip card face down
    show card to your left
action again "Turn and put at the end":
    pick card from table
    show card to you
    move card to table face down
action lay "Lay":
    pick card from your hand
    move card to line
action peek "Peek":
    pick card from line
    show card to everyone
    move card to card's owner's secret face down
""",
        players=3,
    ),
    "boards: swap, rotate, pack": cards(
        """play:
    for each s in spaces where s is not b2:
        move 1 from the deck to market(s)
        if market(s)'s rank is 2: flip market(s) face down
    repeat 6 times:
        each player: choose exchange or slide or spin or tilt or take
action exchange "Swap":
    pick here from spaces
    pick there from spaces
    must change market because "something must change"
    swap here and there
action slide "Slide":
    pick line from spaces' lanes
    pick direction from line's directions
    rotate line toward direction
action spin "Spin":
    pick corner from spaces' squares(2)
    rotate corner
action tilt "Tilt":
    pick side from sides
    pack market toward side
action take "Take":
    pick here from spaces where it is not empty
    show market(here) to you
    move market(here) to your hand
""",
        copies=2,
    ),
    "changing pieces, a box with few": cards(
        """play:
    repeat 4 times:
        each player: choose lay or turn-over or pass
action lay "Lay":
    pick card from your hand
    move card to line
action turn-over "Turn":
    pick card from line where its rank is less than 4
    set card's rank to card's rank + 1
""",
        "no-such-piece",
    ),
    "changing pieces without end": bare(
        """component die, called "die-{face}": face 1..6
    unlimited of any
each player has
    cup: row of die, up to 20
    bag: area of die
    coins: 0..999
setup:
    each player:
        roll 3 to your cup
        roll 2 to your bag
play:
    repeat 4 times:
        each player: choose turn-over or throw or shake or fetch
action turn-over "Turn":
    pick d from your cup
    set d's face to 7 - d's face
action throw "Throw":
    pick d from your cup
    move d to your bag
    add d's face to your coins
action shake "Shake":
    move all your cup to box
    roll 4 to your cup
action fetch "Fetch":
    pick d from box's dice
    move d to your bag
"""
    ),
    "owners, marks of a row that is refilled": cards(
        """play:
    repeat 4 times:
        each player:
            move up to 2 from the deck to line
            choose give or take
action give "Give":
    pick card from line
    move card to heap
action take "Take":
    pick card from line where its owner is you
    move card to line's last's owner's hand
""",
        "",
        "stuck",
        deck=", refilled from heap",
    ),
    "moving many": cards(
        """play:
    repeat 2 times:
        each player: choose gather or spread or dump
action gather "Gather":
    move up to 2 from the deck to line
    move all your hand to line
action spread "Spread":
    for each c in line:
        if c's color is red: move c to heap
        otherwise if c's color is blue: move c to line
action dump "Dump":
    for each p in players: move all p's hand to heap
    move all line to deck
    move all heap where its rank is 2 to deck
    shuffle the deck
""",
        copies=2,
    ),
    "a slot that holds a piece already": cards(
        turns("stake or pass", 2)
        + """action stake "Stake":
    pick card from your hand
    move card to your chosen
""",
        "",
        "zone-full",
    ),
    "a board that holds a piece already": cards(
        turns("stake", 2)
        + """action stake "Stake":
    pick card from your hand
    move card to market(a1)
""",
        "zone-full",
    ),
    "capacities": cards(
        turns("lay or give", 4)
        + """action lay "Lay":
    pick card from your hand
    move card to line
action give "Give":
    pick card from your hand
    move card to heap
""",
        "zone-full",
        heap=", up to 3",
        line=", up to 3",
    ),
    "a piece that is gone": cards(
        turns("give", 3)
        + """action give "Give":
    pick card from your hand
    move card to line
    let oldest be line's first
    if card's rank is 2: move all line to heap
    move oldest to your hand
""",
        "",
        "cannot-move",
        copies=2,
    ),
    "a kind without end, by its name": bare(
        turns("take-one or take-it or pay", 6)
        + """component token, called "token-{worth}": worth 1..3
    unlimited of any
component coin, called "coin-{worth}": worth 1..2
    2 of any
there is
    favorite: token
each player has
    tokens: area of token
    purse: row of coin
define has(player p, coin c): c is in p's purse
action take-one "Take a token of your choice, twice":
    pick token from tokens
    repeat 2 times: move token to your tokens
    set favorite to token
action take-it "Take the same":
    move favorite to your tokens
    move token-2 to your left's tokens
    if your tokens's size is at least 3 and not has(you, coin-1): move 1 from box where it is coin-1 to your purse
action pay "Give it back":
    pick token from your tokens
    move token to box
    if has(you, coin-1): add 1 to your coins
    if has(your left, coin-1): subtract 1 from your coins
    if has(you, coin-2): add 50 to your coins
"""
    ),
    "what is the same, none with none": cards(
        turns("note or drop or lift or weigh", 6)
        + """there is
    pair: slot of card
each player has
    noted: card or none
define alike(player p, player q): p's noted is the same as q's noted
action note "Note what lies there":
    pick space from spaces
    set your noted to market(space)
    if alike(you, your left): add 1 to your coins
    if market(space) is the same as pair: add 10 to your coins
action drop "Lay a card down":
    pick card from your hand
    pick space from spaces where it is empty
    move card to market(space)
action lift "Take one up":
    pick space from spaces where it is not empty
    needs pair is empty because "full"
    move market(space) to pair
action weigh "Compare all":
    add (count of spaces as s where market(s) is the same as your noted) to your coins
    if your noted's rank is not the same as pair's rank: subtract 1 from your coins
""",
    ),
    "one piece, by its name": bare(
        turns("take or hand-over or look or offer or hide", 5)
        + """component crown, called "crown-{worth}": worth 1..3
    1 of any
there is
    shelf: row of crown, face up or down
    best: crown
each player has
    crowns: area of crown
to lend(crown): move all crown to your crowns
to pass-on(crown):
    for each c in crown: move c to your left's crowns
to present(crown): show crown to your left
define held(player p, crown c): c is in p's crowns
action take "Take one":
    pick crown from crowns
    lend(crown)
    set best to crown
action hand-over "Pass it on": pass-on(best)
action look "Look at one": show crown-2 to you
action offer "Let your left look": present(best)
action hide "Lay all face down":
    for each c in crowns: move c to shelf face down
    move crown-1 to your crowns
    let lost be best
    if held(you, lost): add 1 to your coins
    if shelf's after(best) is not empty: add 1 to your left's coins
"""
    ),
}
CHANCE = {
    "draws by weight": cards(
        """play:
    move 20 from the deck to heap
    repeat 3 times:
        each player:
            draw c from heap
            draw d from heap where its rank is more than 1 "second"
            draw who from players "who"
            roll n from 1..3
            add n to who's coins
            move c to your secret face down
            choose pass or look
action look "Look":
    pick card from your secret
    flip card face up
""",
        copies=3,
        players=4,
    ),
    "drawing from nothing": cards(once("draw c from heap\nmove c to your hand"), "nothing-to-draw"),
    "draws until nothing is left": cards(
        """play:
    move 4 from the deck to heap
    repeat 2 times:
        each player:
            choose pass
            draw c from heap where its rank is not 1
            move c to your hand
""",
        "",
        "nothing-to-draw",
    ),
    "shuffles of one, of none, of equal pieces": cards(
        """play:
    move all deck to heap
    shuffle the deck
    repeat 2 times:
        each player:
            draw c from heap
            move c to deck
            shuffle the deck
            choose pass
    move all deck to heap
    shuffle the deck
""",
        copies=3,
    ),
    "refill in the middle": cards(
        """play:
    repeat 6 times:
        each player:
            move 3 from the deck to your hand
            choose dump or pass
action dump "Dump": move all your hand to heap
""",
        "",
        "too-few-pieces",
        deck=", refilled from heap",
        copies=2,
    ),
}
FAULTS = {
    "a number out of its range": bare(once("add 5000 to your coins\nadd 5000 to your coins"), "out-of-range"),
    "divided by zero": bare(once("add 1 / your coins to your coins"), "divides-by-zero"),
    "a remainder by zero": bare(once("add 1 mod your coins to your coins"), "divides-by-zero"),
    "a number beyond 32 bits": bare(
        once("let n be (your coins + 3) * 1000000000\nif n is 5: add 1 to your coins"), "number-too-large"
    ),
    "a quotient beyond 32 bits": bare(
        once(
            "subtract 1 from your coins\nlet n be your coins * 65536 * 32768\n"
            "let m be n / your coins\nif m is 5: add 1 to your coins"
        ),
        "number-too-large",
    ),
    "only one": cards(
        once("move 2 from the deck to line\nlet c be line's only\nadd c's rank to your coins"), "not-only-one"
    ),
    "no piece": cards(once("move line's first to heap"), "nothing-there"),
    "as often as a negative number": bare(
        once("subtract 1 from your coins\nrepeat your coins times: add 1 to your coins"), "negative-number"
    ),
    "too few pieces": cards(once("move 50 from the deck to your hand"), "too-few-pieces"),
    "none used": cards(
        once("let x be heap's first\nadd x's rank to your coins").replace("heap's", "line's"), "none-used"
    ),
    "nothing there": cards(once("let n be highest rank of heap\nadd n to your coins"), "none-used"),
    "counts beyond their end": bare(
        """color is one of red, green
each player has
    gems: counts of color
    coins: 0..9
play:
    each player:
        repeat 20000 times: add red to your gems
""",
        "out-of-range",
    ),
    "counts below nothing": bare(
        """color is one of red, green
each player has
    gems: counts of color
    coins: 0..9
play:
    each player:
        subtract red from your gems
""",
        "out-of-range",
    ),
    "nobody can move": cards(
        """play:
    each player: choose give or wait
action give "Give":
    pick card from your hand
    needs card's rank is more than 4 because "too low"
    move card to heap
action wait "Wait":
    needs your coins is more than 0 because "too poor"
    subtract 1 from your coins
""",
        "stuck",
    ),
    "nobody can move, but the rules know": cards(
        """play:
    repeat 3 times:
        each player:
            choose wait
            if you cannot: add 2 to your coins
action wait "Wait":
    needs your coins is more than 0 because "too poor"
    subtract 1 from your coins
"""
    ),
    "a score that faults": bare(
        once("choose pass")
        + PASS
        + """scoring:
    score of player p: 1 / p's coins
    winners: players with highest score
""",
        "",
    ),
    "winners that fault": bare(
        once("choose pass")
        + PASS
        + """scoring:
    score of player p: p's coins
    winners:
        players with highest score  when 1 / players' first's coins is 1
        nobody                      otherwise
"""
    ),
}
ENDS = {
    "asked whether it is over": bare(
        """define late: game is over
play:
    repeat 3 times:
        each player: choose pay or stop
action pay "Pay":
    pick amount from 1..3
    needs game is not over because "it is over"
    must leave your coins is at most 5 or game is over
    add amount to your coins
    if late: add 50 to your coins
action stop "End it": end game
scoring:
    score of player p:
        p's coins + 100   when late
        p's coins         otherwise
    winners:
        players with highest score   when game is over
        nobody                       otherwise
invariant "before the end": late or every p in players satisfies p's score is less than 100
invariant "at the end": game is not over or every p in players satisfies p's score is at least 100
"""
    ),
    "ended by word": bare(
        turns("yield-now or win-now or draw-now or pass")
        + PASS
        + """action yield-now "Yield": end game, won by your left
action win-now "Win": end game, won by you
action draw-now "Draw": end game, drawn
scoring:
    score of player p: p's seat-number
    winners: players with highest score
""".replace("p's seat-number", "p's coins"),
        players=3,
    ),
    "invariants that break": bare(
        turns("earn or pass")
        + PASS
        + """action earn "Earn":
    pick n from 1..3
    add n to your coins
invariant "nobody is rich": every p in players satisfies p's coins is less than 3
invariant "shares": every p in players satisfies 6 / (p's coins - 4) is less than 99
invariant "nobody is very rich": no p in players where p's coins is more than 4
""",
    ),
    "finish and go around": bare(
        """there is
    bidders: set of player
    high: 0..60
play: rounds
phase rounds "Rounds":
    set bidders to players
    go around from players' last among bidders until bidders's size is 1:
        choose bid or leave
        if high is more than 20: finish rounds
action bid "Bid":
    pick amount from (high + 1)..(high + 9)
    set high to amount
action leave "Leave": remove you from bidders
""",
        players=4,
    ),
    "turns of some, in an order, until something is so": bare(
        """there is
    bidders: set of player
    high: 0..60
    first-out: player or none
each player has
    purse: 0..9, starts 3
    bid: 0..60
define left-over of player:
    its purse when its purse is more than 1
    none otherwise
play:
    set bidders to players
    repeat 4 times:
        each player in bidders by lowest left-over, then highest bid where its purse is more than 0 until high is 20:
            choose raise or leave
        each player from players' last as one where one is not in bidders:
            each other player in bidders by highest bid where its bid is more than 0: subtract 1 from your bid
action raise "Raise":
    pick amount from 1..3
    needs amount is at most your purse
    add amount to high
    add amount to your bid
    subtract amount from your purse
action leave "Leave":
    remove you from bidders
    if first-out is none: set first-out to you
""",
        players=4,
    ),
    "boards of pieces without limit": bare(
        """stage is 0..2
component stone, called "stone-{side}": side 1..3
    unlimited of any
there is
    track: stone on each stage
play:
    repeat 3 times:
        each player: choose lay or clear
action lay "Lay a stone":
    pick here from stages where track(it) is empty
    move 1 from box where its side is 3 to track(here)
action clear "Take stones away":
    needs track is not empty
    move all stages where it is not empty to box
    if no s in stages where track(s)'s side is 3: end game, drawn
"""
    ),
    "shuffles of pieces without limit": bare(
        """component stone, called "stone-{side}": side 1..3
    unlimited of any
there is
    heap: pile of stone, up to 40
    lane: row of stone, up to 9
play:
    repeat 4 times:
        each player: choose add-some or mix
action add-some "Put stones on the heap":
    pick 1..2 sides from 1..3, repeats allowed
    for each n in sides: move 1 from box where its side is n to heap
    if heap's size is more than 5: move up to 2 from heap to lane
    shuffle heap
action mix "Mix them":
    pick n from 0..20
    if lane's size is more than n: shuffle lane
    shuffle heap
"""
    ),
    "more lines than places": cards(
        once("let n be (count of spaces' lines as each-line where each-line is not empty)\nadd n to your coins")
    ),
    "a score that counts long, asked again and again": bare(
        """component token: worth 1..24
    unlimited of any
"""
        + turns("pass", 1)
        + PASS
        + """scoring:
    score of player p: box's tokens's size - p's seat
    winners: players with highest score
""",
        games=1,
    ),
    "one player": bare(turns("pass", 2) + PASS, players=1),
    "twelve players": bare(turns("pass or earn", 2) + PASS + 'action earn "Earn": add 1 to your coins\n', players=12),
}


def places(sentences: str, *ends: str, asked: str = "pick k from 1..4", also: str = "") -> Corner:
    """Fields over the numbers 2 to 4, and sentences that go by a number k."""
    lines = "".join(f"    {line}\n" for line in sentences.splitlines())
    return bare(
        f"""spot is 2..4
broad is 0..9
component man: one of ace, deuce, trey
there is
    street: man on each spot
    alley: man on each spot
    open: set of spot
    other: set of spot
each player and spot has
    mark: 0..9, starts spot - 1
    store: area of man
    men-of: counts of man
{also}{turns("act", 1)}action act "Act":
    {asked}
{lines}""",
        *ends,
    )


def tokens(sentences: str, *ends: str) -> Corner:
    """Pieces without end."""
    return bare(
        f"""component token: worth 1..1
    unlimited of any
there is
    bag: area of token
    sack: area of token
    few: 0..256
each player has
    coins: 0..9999
{once(sentences)}""",
        *ends,
        games=1,
    )


BEYOND = ("", "out-of-range")
FIRST_MAN = "move box's men's first to"
PLACES = {
    "a board by a number": places(f"if street(k) is empty: {FIRST_MAN} street(k)", *BEYOND),
    "a board, written by a number": places(f"{FIRST_MAN} alley(k)\n{FIRST_MAN} alley(k)", *BEYOND[1:], "zone-full"),
    "a board by a number that fits": places(
        f"if street(k + 1) is empty: {FIRST_MAN} street(k + 1)", asked="pick k from 1..3"
    ),
    "a field by a number": places("add 1 to your left's mark(k)", *BEYOND),
    "a field by one of its numbers": places("add k to your mark(k)", asked="pick k from spots"),
    "a field, read by a number": places("add your mark(k) to your coins", *BEYOND),
    "a zone by a number": places(f"{FIRST_MAN} your store(k)", *BEYOND),
    "counts by a number": places("add ace to your men-of(k)", *BEYOND),
    "a set by a number": places("add k to open\nif open(k): add 1 to your coins", *BEYOND),
    "a set from a number": places("remove k from open", *BEYOND),
    "a set of several numbers": places("set open to broads where it is in 2..k + 2", *BEYOND),
    "a set asked for what it cannot hold": places(
        "if k is in open: add 1 to your coins\nif k is in 2..4: add k to open"
    ),
    "a guard that asks beyond": places(
        "add 1 to your coins", "out-of-range", asked="pick k from 1..4\n    needs your mark(k) is 1"
    ),
    "candidates that ask beyond": places(
        "add 1 to your coins", "out-of-range", asked="pick k from broads where your store(it) is empty"
    ),
    "a definition that asks beyond": places(
        "add p-mark(you, k) to your coins", *BEYOND, also="define p-mark(player p, 0..9 n): p's mark(n)\n"
    ),
    "a definition given what it does not take": places(
        "add double(k) to your coins", *BEYOND, also="define double(spot s): 2 * s\n"
    ),
    "a procedure given what it does not take": places("pay(k)", *BEYOND, also="to pay(spot s): add s to your coins\n"),
    "a distance beyond": places(
        "add far(k) to your coins", *BEYOND, also="define far(0..9 n): total distance(n) of spots\n"
    ),
    "what is between beyond": places(
        "add span(k) to your coins", *BEYOND, also="define span(0..9 n): spots's first's between(n)'s size\n"
    ),
    "neighbors by a number": places("add (count of spots as s where k is in s's neighbors) to your coins"),
    "a procedure given nobody": bare(
        """there is
    rival: player or none
to pay(player p): add 1 to p's coins
"""
        + once("pay(rival)"),
        "none-used",
    ),
    "an action given nobody": bare(
        """there is
    rival: player or none
action pay(player p) "Pay":
    pick n from 1..3
    add n to p's coins
"""
        + turns("pay(rival)"),
        "none-used",
    ),
    "a procedure given no piece": cards(
        once("throw(line's first)") + "to throw(card c): move c to heap\n", "nothing-there"
    ),
    "many tokens": tokens("repeat 2 times: move 200 from box to bag\nset your coins to bag's size"),
    "more tokens than a number": tokens("move 200 from box to bag\nset few to bag's size", "out-of-range"),
    "more tokens than are moved at once": tokens(
        "move 200 from box to bag\nmove all bag to sack\nmove all sack to bag", "too-many-pieces"
    ),
    "more tokens than have a turn": tokens(
        "repeat 2 times: move 200 from box to bag\nfor each c in bag: move c to sack", "too-many-pieces"
    ),
    "more tokens than a name": tokens(
        "repeat 2 times: move 200 from box to bag\nlet all be bag where its worth is 1\nadd all's size to your coins",
        "too-many-pieces",
    ),
    "more tokens than are named": tokens("move all box to bag", "too-many-pieces"),
    "more tokens than a zone holds": tokens("repeat 51 times: move 200 from box to bag", "zone-full"),
    "several from before another": bare(
        """spot is -1..3
component man: one of ace, deuce, trey, four, five
there is
    street: man on each spot
setup:
    for each s in spots: move box's men's first to s
play:
    each player: choose send
action send "Send":
    pick 1..2 those from street's before(street's last)
    add those's size to your coins
    for each m in those: move m to box
"""
    ),
    "turning a line of numbers": bare(
        """spot is -2..3
component man: one of ace, deuce, trey
there is
    guard: 0..9, starts 5
    street: man on each spot
each player has
    coins: 0..9
setup:
    for each s in spots where s is in -1..1: move box's men's first to s
play:
    each player: choose turn
action turn "Turn":
    pick line from spots' runs(4)
    rotate line
invariant "nothing is lost": guard is 5 and street's size is 3
"""
    ),
    "sowing, ranks, limits and several times": bare(
        """pit is 0..5
way is one of up, down, left, right
component card: rank 1..6, way
    2 of any, any
there is
    deck: pile of card
    market: area of card
    shown: row of card
each pit has
    seeds: 0..48, starts 4
each player has
    hand: hand of card
    coins: -99..9999
    bid: 0..9
setup:
    move all box's cards to deck
    shuffle deck
    each player: move 4 from deck to your hand
play:
    repeat 3 times:
        each player: turn
phase turn:
    roll n from 0..3
    choose spill, n times if you can
    choose spill, 2 times
    if you cannot: add 1 to your coins
    choose until done:
        keep, at most twice per turn
        order
        aim or sow
        hit
        walk
action spill:
    pick card from your hand
    move card to market
action keep:
    pick card from market
    move card to your hand
action order:
    pick 2 cards from your hand, in order
    for each c in cards: move c to shown
action aim:
    pick victim from your others or you
    add 1 to victim's bid
    if victim's bid is 8: set victim's bid to 0
action hit:
    pick victim from your others where its bid is more than your bid if there is one
    if victim is none: add 1 to your coins
    otherwise: subtract 1 from victim's bid
action sow:
    pick start from pits where its seeds is more than 0
    keep here: pit, starts start
    sow all here's seeds onto (here + 1) mod 6 where it is not start
    if here is 3: add 1 to your coins
    for each p in players by highest bid, then lowest coins:
        if your coins is less than 9: add 1 to your coins
action walk:
    for each d in up, down:
        if some c in your hand where c's way is d: add 1 to your coins
    for each c in your hand where c's rank is 3 by highest rank: move c to shown
    let best be players by highest coins
    if best's item(2) is you: add 1 to your coins
    move up to 2 from shown by lowest rank to market
action done: nothing
""",
        players=3,
        games=6,
    ),
    "picks of none, in order, of single values": bare(
        """pit is one of p1, p2, p3, p4, p5
component card: rank 1..3
    2 of any
component bean, called "bean-{rank}": rank 1..1
    12 of any
there is
    deck: pile of card
    leader: player
each pit has
    beans: area of bean
each player has
    hand: hand of card
    stash: row of card, seen by nobody, up to 3
    coins: -99..9999
setup:
    move all box's cards to deck
    shuffle deck
    each player: move 1 from deck to your hand
    for each p in pits: move 2 from box to p's beans
play:
    repeat 4 times:
        each player:
            choose dupe or hide or peek or tally or sow
action dupe:
    pick v from your others or leader or you
    set leader to v
action hide:
    pick 1..2 cs from your hand, in order
    for each c in cs: move c to your stash
action peek:
    pick c from your left's stash if there is one
    if c is not none: move c to your hand
    otherwise: add 1 to your coins
action tally:
    pick n from 1..your coins if there is one
    pick b from your hand where its rank is 3 if there is one
    if n is none: add 1 to your coins
    otherwise: subtract 1 from your coins
    if b is not none: move b to deck
action sow:
    pick s from pits where its beans is not empty
    keep here: pit, starts s
    sow all here's beans onto (pits's item(here's number mod 5 + 1))
    if here's beans's size is 3: add 1 to your coins
""",
        players=3,
        games=6,
    ),
    "rays up to the first piece": bare(
        """space is grid 5 by 5
component stone: player
    6 of any
there is
    board: stone on each space
each player has
    coins: -99..9999
setup: nothing
play:
    repeat 12 times:
        each player: choose put or slide or beam or hop
action put:
    pick space from spaces where it is empty
    pick stone from box's stones where its player is you
    move stone to space
action slide:
    pick here from spaces where it is not empty
    pick d from directions where it is straight
    pick there from here's reach(d)
    needs there is empty
    move here to there
action beam:
    pick here from spaces
    for each d in up, down-left, right:
        add here's reach(d)'s size to your coins
    for each d in directions where it is slanting:
        for each s in here's reach(d) where it is not empty: add 1 to your coins
action hop:
    pick here from spaces where it is not empty
    pick there from here's step(up) or here's step(left) or here's step(up-left) where it is empty
    move here to there
""",
        players=2,
        games=6,
    ),
    "regions": bare(
        """spot is -2..3
space is grid 9 by 9
point is one of p, q, r, s, t
joined points:
    p, q, r, s
    r, t
color is one of black, white
component man: color
    60 of any
there is
    field: man on each space
    street: man on each spot
    goal: space or none
    gap: spot, starts 3
    dry: set of point
    spring: point, starts p
    lake: set of space
    mark: 0..99
each player has
    coins: -99..9999
define group of space x: region of x as c where c's color is x's color
define wide of space x: (region of x where it is empty)'s size
define near of space x: (region of x through around as c where c's color is x's color)'s size
define free of space x: some c in x's group where (some n in c's neighbors where n is empty)
play:
    repeat 8 times:
        each player:
            choose put or walk or flood
            if you cannot: end game
action put "Put":
    pick space from spaces where it is empty
    pick hue from colors
    must leave (field(space) is empty or space is free)
    set goal to space
    move (first m in box's men where m's color is hue) to space
    if some n in space's neighbors where n is not empty and n is not free:
        for each n in space's neighbors where n is not empty:
            if n is not free: move all n's group to box
    set lake to region of space where it is not empty
    set mark to min(99, (region of goal where it is empty)'s size + lake's size)
action walk "Walk":
    pick spot from region of gap where it is not 0 or (gap is 0)
    set gap to spot
    set mark to (region of goal through leaps(1, 2) where it is empty)'s size
    let rest be region of spot through around as s where s is not gap or s is in 0..1
    for each s in rest: add 1 to your coins
    add rest's size to your coins
    if some n in (region of gap where it is in -1..2) where n is past(gap): add 1 to your coins
action flood "Flood":
    pick point from region of spring where it is not in dry
    add point to dry
    set spring to point's next
    if spring is in region of p where it is in dry: set dry to nothing
    add (region of spring where it is not in dry)'s size to your coins
    set goal to none
    add (count of spaces where it's wide is more than 77) to your coins
invariant "a region holds its first": every c in spaces satisfies (c is empty or c is in c's group)
invariant "corners join more": every c in spaces satisfies (c is empty or c's near is at least c's group's size)
invariant "of none nothing": goal is not none or (region of goal where it is empty) is empty
""",
        games=2,
    ),
    "groups": bare(
        """suit is one of clubs, hearts, spades
spot is -2..3
component card: suit or none, rank 1..6 or none
    2 of (clubs, hearts), 1..6
    3 of spades, 1..6
    2 of none, none, called "joker"
there is
    deck: pile of card
    line: row of card, up to 6
    mark: -999..999
    dry: set of spot
each player has
    hand: hand of card, up to 7
    coins: -99..9999
define steep of card:
    its rank - 3   when its rank is not none
    -1             otherwise
define pairs of player p: p's hand's groups(2) where it is the same(rank)
define runs of player p: p's hand's groups(2, 4) where it is consecutive(rank) and it is not the same(suit)
define mixed of player p: p's hand's groups(1, 3) as g where g is different(suit) or g is the same(steep)
define least of player p: lowest total steep of p's hand outside p's disjoint runs
define most of player p: highest total steep of p's hand outside p's disjoint mixed
setup:
    move all box to deck
    shuffle deck
    each player: move 4 from deck to your hand
play:
    repeat 6 times:
        each player:
            move up to 1 from deck to your hand
            choose put or drop
            if you cannot: end game
action put "Put":
    pick card from your hand where (some g in your pairs where card is in g) or line's size is less than 3
    needs your least is at most 9
    move card to line
    if line's size is 6: move line's first to deck
    set mark to your most - your least
action drop "Drop":
    pick card from your hand
    needs no g in your mixed where card is in g and (some h in your runs where h's last is card and g's size is 3)
    move card to deck
    add 1 to your coins
    if line is consecutive(rank) or line is different(rank): add your pairs's size to your coins
    if spots is different(even) or (spots where it is not in dry) is the same(odd): add 1 to dry
    if (at least 2 of (1..5)'s groups(2, 3) as g where 3 is in g and g's size is 2): add 1 to mark
    if some g in your runs: add (highest size of your runs) to mark
    set mark to max(-99, min(99, mark))
invariant "more is left": every p in players satisfies p's least is at most (total steep of p's hand)
"""
    ),
}
KEPT = {
    "values, sets and counts kept across decisions, in loops and calls": bare(
        """spot is -2..3
color is one of red, green, blue
each spot has
    marks: 0..99
    more-marks: 0..99, when player-count is 12
there is
    crowd: 0..99, when player-count is 12
each player has
    coins: 0..999
play:
    if player-count is 12: set crowd to 12
    repeat 2 times:
        each player: round(your seat - 2)
to round(spot begin):
    keep here: spot, starts begin
    keep seen: set of spot, starts begin
    keep hue: color or none
    keep hues: counts of color
    keep steps: -9..40, starts begin * 3
    repeat until steps is more than 12:
        keep odd: yes or no, starts steps mod 2 is 1
        keep near: set of spot
        add here to near
        choose stay or go
        if odd: add red + blue to hues
        otherwise: set hues to green + green
        if hue is none: set hue to red
        otherwise: set hue to none
        add seen's size to here's marks
        if here is 3: set here to -2
        otherwise: add 1 to here
        add here to seen
        if steps is 4: remove begin from seen
        if steps is 5: set seen to near
        set odd to not odd
        add tally(here) to steps
        if odd: choose stay or go
        add near's size to your coins
    add hues(red) + hues(green) to your coins
    if hue is red: add 1 to your coins
define tally(spot point): point + 3
action stay: add 1 to your coins
action go "Walk on":
    pick far from 1..3
    keep left-over: 0..9, starts far * 2
    repeat until left-over is 0:
        subtract 1 from left-over
        if left-over is 3: choose stay
        add left-over to your coins
""",
        games=8,
    ),
    "kept in families": bare(
        """way is one of up, down, round
play:
    repeat 2 times:
        each player:
            choose go
            for each w in ways: walk(w)
action go of way from ways "Go somewhere":
    pick far from 1..3
    keep at-last: 0..40, starts far
    choose rest or stop
    when up: add 2 to at-last
    when down:
        keep twice: 0..9, starts far
        add far to twice
        choose rest or stop
        add twice to at-last
    when round: choose stop
    add at-last to your coins
to walk of way:
    keep steps: 0..9, starts 1
    when up: add 2 to steps
    when down: choose rest or stop
    when round: add 1 to steps
    add steps to your coins
action rest: add 1 to your coins
action stop: nothing
"""
    ),
    "answers, with decisions and chance on the way": bare(
        """color is one of red, green, blue
each player has
    coins: 0..999
    wins: set of color
play:
    repeat 3 times:
        each player: turn
phase turn "A turn":
    if claim(red, your coins): add 3 to your coins
    otherwise if not claim(green, 2): add 1 to your coins
    otherwise if lucky: add 2 to your coins
    otherwise: add 4 to your coins
    let who be poorest(4)
    if who is not none: add 1 to who's coins
    keep sum: 0..99
    repeat 2 times:
        let n be drawn
        add n to sum
        if even(sum): choose stay
    repeat until sum is less than 9:
        if even(sum): subtract 3 from sum
        otherwise:
            let rest be worth(sum)
            set sum to rest
    claim(blue, sum)
    add sum to your coins
to claim(color, 0..999 stake) gives yes or no:
    keep doubted: yes or no
    each other player:
        if not doubted:
            if doubts(stake): set doubted to yes
    if not doubted:
        add color to your wins
        give yes
    if color is in your wins: give color is red
    give no
to doubts(0..999 stake) gives yes or no:
    choose doubt or stay
    give your coins is more than stake
to lucky gives yes or no:
    roll n from 1..6 "die"
    if n is 6: give yes
    otherwise if n is 5:
        choose stay
        give your coins mod 2 is 1
    otherwise: give no
to poorest(0..9 most) gives player or none:
    for each p in players where p's coins is at most most:
        for each c in colors:
            if c is in p's wins: give p
    give none
to drawn gives 0..6:
    roll n from 1..6 "die"
    give n mod 6
to even(0..99 n) gives yes or no:
    give n mod 2 is 0
to worth(0..99 n) gives 0..99:
    if even(n): give n
    give max(0, n - 5)
action stay: add 1 to your coins
action doubt "Doubt it": subtract min(1, your coins) from your coins
""",
        games=8,
    ),
    "an answer that is too large": bare(
        """play:
    repeat 3 times:
        each player: turn
to turn:
    choose act
    let n be worth
    add n to your coins
to worth gives 0..4:
    add 2 to your coins
    give your coins
action act: nothing
""",
        "out-of-range",
    ),
    "answers where moves are tried": bare(
        """play:
    repeat 4 times:
        each player:
            choose pay or wait
action pay "Pay what it costs":
    pick amount from 1..4
    must leave your coins is not 5
    if dear(amount): add amount to your coins
    otherwise: add 1 to your coins
    let rest be left-of(amount)
    add rest to your coins
action wait: nothing
to dear(1..4 amount) gives yes or no:
    add 1 to your coins
    give amount + your coins mod 3 is more than 3
to left-of(1..4 amount) gives 0..4:
    keep n: 0..4, starts amount
    repeat until n is less than 2: subtract 2 from n
    give n
""",
    ),
    "kept and answered by all at once": bare(
        """play:
    repeat 2 times:
        each player at once: choose lay
action lay "Lay":
    pick amount from 1..3
    keep n: 0..9, starts amount
    if strong(amount): add 2 to n
    add n to your coins
to strong(1..3 amount) gives yes or no: give amount is 2
"""
    ),
    "more than can be kept": bare(
        "play:\n    keep n: 0..3\n    repeat 5 times:\n        add 1 to n\n        each player: choose act\n"
        "    add n to players's first's coins\naction act: nothing\n",
        "out-of-range",
    ),
    "none where something is kept": bare(
        """play:
    keep who: player, starts players's last
    keep other: player or none
    each player: choose act
    if players's first's coins is 9: set other to players's first
    add 1 to who's coins
    set who to other
    add 1 to who's coins
    set other to who
action act: nothing
""",
        "out-of-range",
    ),
    "kept in a body that is tried": bare(
        """play:
    repeat 3 times:
        each player: choose pay
action pay "Pay, but not more than twice as much as the others have":
    pick amount from 1..4
    must leave your coins is at most 12
    keep rest: 0..9, starts amount
    repeat until rest is 0:
        subtract 1 from rest
        add rest + 1 to your coins
""",
        "stuck",
        "",
    ),
}
REMEMBERED = {
    "what comes again": cards(
        """play:
    repeat 6 times:
        each player:
            choose put or take or empty-all
            if you cannot: nothing
            remember past
            add past's repeats to your coins
            if bid is 5: forget past
action put "Put a card":
    pick card from your hand
    must leave past's repeats is at most 1
    move card to line
action take "Take one back":
    pick card from line
    must leave past's repeats is 0
    move card to heap
    set bid to min(bid + 1, 20)
action empty-all "Put all away":
    needs past's repeats is less than 2
    move all line to heap
    set marks(bid) to bid
    set chosen-color to red
each player has
    marks: set of level
level is 0..20
there is
    past: memory of line and heap and bid and chosen-color and marks and coins, up to 60
""".replace("set marks(bid) to bid", "add bid to your marks"),
    ),
    "many numbers in a situation": bare(
        """level is 0..299
each level has
    height: 0..9
there is
    past: memory of height, up to 9
play:
    repeat 4 times:
        each player:
            choose lift
            remember past
            add past's repeats to your coins
action lift "Change a height":
    pick level from 10..12
    must leave past's repeats is at most 1
    set level's height to 1 - level's height
""".replace(
            "set level's height to 1 - level's height",
            "set levels's item(level)'s height to 1 - levels's item(level)'s height",
        ),
        "",
    ),
    "situations of boards: put, turned, exchanged, changed": bare(
        """space is grid 2 by 2
spot is 1..3
color is one of black, white
component man: color
    9 of any
there is
    yard: man on each space
    past: memory of yard and field and coins, up to 90
each player has
    coins: 0..9
    field: man on each spot
play:
    repeat 10 times:
        each player:
            choose put or turn or paint or trade or hand-over or clear
            if you cannot: end game
            remember past
            set your coins to min(9, past's repeats)
action put "Put one into your field":
    pick spot from spots where your field(it) is empty
    pick hue from colors
    must leave past's repeats is at most 1
    move (first m in box's men where m's color is hue) to your field(spot)
action turn "Turn a row of the yard, or exchange":
    pick line from spaces' lanes
    pick direction from line's directions
    must leave past's repeats is 0
    rotate line toward direction
    if yard(a1) is not empty: swap a1 and b2
action paint "Change a color":
    pick spot from spots where your field(it) is not empty
    set your field(spot)'s color to white
action trade "Exchange":
    pick spot from spots where your field(it) is not empty
    pick there from spaces where yard(it) is empty
    must leave past's repeats is 0
    move your field(spot) to yard(there)
action hand-over "Exchange all of the fields":
    must leave past's repeats is at most 1
    swap your field and your left's field
action clear "Back into the box":
    needs yard is not empty
    move all yard to box
""",
    ),
    # eight situations, each at most twice: the seventeenth lift finds none
    "a memory that leaves no way": bare(
        """level is 0..2
each level has
    height: 0..1
there is
    past: memory of height, up to 20
play:
    repeat 9 times:
        each player:
            choose lift
            remember past
action lift "Change a height":
    pick level from levels
    must leave past's repeats is at most 1
    set level's height to 1 - level's height
""",
        "stuck",
        games=4,
    ),
    "a memory that is full": bare(
        """there is
    past: memory of coins, up to 3
play:
    repeat 3 times:
        each player:
            choose earn
            remember past
action earn: add 1 to your coins
""",
        "memory-full",
    ),
}
HANDED_ON: dict[str, Corner] = {
    "swap: zones of every sort": cards(
        """each card in secret has
    told: 0..3
each player has
    stock: pile of card
    site: card on each space, face up or down
    heaped: area of card
there is
    spare: row of card, face up or down
play:
    repeat 6 times:
        each player: choose draw-one or lay or hide or build or trade
choice trade "Exchange": swap-hands or swap-rows or swap-sites or swap-rest or swap-open
action draw-one "Draw": move up to 1 from the deck to your hand
action lay "Lay a card on a pile":
    pick card from your hand
    move card to your stock
action hide "Lay a card face down, and note something of it":
    pick card from your hand
    move card to your secret face down
    show card to you
    set your secret's last's told to 2
    if your chosen is empty and your hand is not empty: move up to 1 from the deck to your chosen
action build "Lay a card down on a space":
    pick card from your hand
    pick space from spaces where your site(it) is empty
    move card to your site(space) face down
action swap-hands "Swap hands":
    pick player from players
    swap your hand and player's hand
    swap your stock and player's stock
action swap-rows "Swap rows":
    pick player from players
    must change your secret because "something must change"
    swap player's secret and your secret
action swap-sites "Swap boards":
    pick player from your others
    must change your site because "something must change"
    swap your site and player's site
action swap-rest "Swap what is left":
    swap your heaped and your left's heaped
    swap your chosen and your right's chosen
    move up to 1 from the deck to your heaped
action swap-open "Swap with a row of nobody": swap your secret and spare
""",
        players=3,
    ),
    "each player at once: to the left, across, some of them": cards(
        """play:
    repeat 4 times:
        each player at once: choose keep-one
        each player at once: move all your hand to your left's hand
        each player where its coins is more than bid at once: move all your secret to your secret
        each player at once: move all your secret to seats-across(you)'s secret
        each player in lucky at once: move all your hand to seats-across(you)'s hand
        if bid is 2: set lucky to players where it is your-first or it is seats-across(your-first)
        add 1 to bid
there is
    lucky: set of player
define your-first: players's first
define seats-across(player p): p's left's left
action keep-one "Keep one":
    pick card from your hand
    move card to your secret face down
""",
        players=4,
        copies=2,
    ),
    "each player at once: two to the same, and where others lie": cards(
        """play:
    each player: choose point
    each player where its coins is not 1 at once: move all your hand to target(you)'s hand
each player has
    aim: player or none
define target(player p): p's aim or none
action point "Point at somebody":
    pick player from players
    set your aim to player
    if player is you: add 1 to your coins
""".replace("target(you)'s hand", "your aim's hand").replace("define target(player p): p's aim or none\n", ""),
        *("", "passed-together"),
        players=3,
    ),
    "swap: no room, and tried": cards(
        """there is
    small: row of card, up to 2
play:
    move 2 from the deck to small
    repeat 3 times:
        each player: choose trade or put
    swap small and line
action trade "Trade with the small row":
    must change small because "it must change"
    swap line and small
action put "Put a card":
    pick card from your hand
    move card to line
""",
        "zone-full",
    ),
    "swap: while a loop goes through": cards(
        """play:
    repeat 3 times:
        each player:
            choose put
            for each c in your secret:
                if c's rank is 4: swap your secret and your left's secret
                otherwise: move c to line
            for each c in your stock:
                if c's rank is 1: swap your stock and your left's stock
each player has
    stock: pile of card
action put "Put two cards":
    pick 2 cards from your hand
    for each c in cards: move c to your secret
    move up to 1 from the deck to your stock
    move up to 1 from the deck to your hand
    move up to 1 from the deck to your hand
""",
        players=2,
        copies=3,
    ),
    "faces go along to another's row": cards(
        """play:
    repeat 3 times:
        each player: choose hide or give
action hide "Lay a card face down":
    pick card from your hand
    move card to your secret face down
    show card to you
action give "Give a card away":
    pick card from your secret
    must leave your left's secret's last is face-down
    move card to your left's secret
""".replace("hide or give", "hide or give or pass")
    ),
}
SAID = {
    "a menu that needs something, inside another, under titles that tell": cards(
        """play:
    repeat 4 times:
        each player: asking(your coins mod 3)
phase asking(0..2 stake) "{you} is asked for {stake}, of {bid}":
    choose act or give
    if you cannot: add 1 to bid
choice act "Act":
    needs your hand's size is at least 2 because "too few"
    tax or show-one
choice tax "Tax":
    needs bid is less than 3 when chosen-color is none because "enough"
    needs some c in your hand where c's rank is at least bid because "too low"
    levy
action levy "Take": add 1 to bid
action show-one "Lay one down":
    pick card from your hand
    needs card's color is not chosen-color because "not again"
    move card to line
    set chosen-color to card's color
action give "Give one away":
    pick card from your hand
    move card to heap
"""
    ),
    "players by what changes while they are asked, until it does": cards(
        """play:
    repeat 3 times:
        each player by lowest coins, then highest seat until heap's size is 4:
            choose give or pass
            add 3 to your left's coins
        each player in richest by highest coins where its hand is not empty: choose give or pass
define richest: players with highest coins
action give "Give":
    pick card from your hand
    move card to heap
    add card's rank to your coins
    set bid to card's rank
    each other player by highest coins where its coins is at least bid: add 1 to your coins
""",
        players=3,
    ),
    "several things together, a bound or none": cards(
        turns("lay or give or pass")
        + """define worth of cards s: total rank of s
define fitting(cards s, 0..20 or none most): most is none or s's worth is at most most
define best of cards s: s's last
action lay "Lay some":
    pick 1..2 cards from your hand
    needs fitting((your hand where it is not in cards), 9) because "too much is left"
    needs cards's worth is more than bid because "too low"
    move all cards to line
    set bid to min(20, line's worth)
action give "Give the best":
    needs fitting(line, none) and your hand is not empty because "there is none"
    let highest-one be your hand's best
    move highest-one to heap
    add heap's worth to your coins
"""
    ),
    "rolls that only their owner sees, in zones that change hands": bare(
        """component die, called "die-{face}": face 1..6
    unlimited of any
there is
    bid: 0..60
each player has
    cup: row of die, up to 4, seen by owner
    pair: slot of die, seen by owner
    coins: -99..9999
play:
    repeat 3 times:
        each player: choose shake or swap-all
        each player at once: move all your cup to your left's cup
action shake "Roll":
    move all your cup to box
    roll 3 to your cup
    add (total face of your cup) to your coins
action swap-all "Swap":
    pick player from your others
    needs your cup is not empty because "nothing to give"
    swap your cup and player's cup
    move all your pair to box
    roll 1 to your pair
    swap your pair and player's pair
    set bid to your cup's size
""",
        players=3,
    ),
}
CORNERS: dict[str, Corner] = (
    HANDED_ON
    | CHOOSING
    | AT_ONCE
    | NOTED
    | TRYING
    | TRIED
    | PIECES
    | CHANCE
    | FAULTS
    | ENDS
    | PLACES
    | KEPT
    | REMEMBERED
    | SAID
)
