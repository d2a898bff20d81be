"""Rulesets put together at random from everything that the backend writes differently from the reference: boards and
lines on them, zones of all sorts, trials, guards on all candidates together, picks of several, families, choices at
once, limits, chance.

A text is a frame with actions; conditions, numbers and sentences are drawn from lists, inside each other. Some texts
are refused, for something in them is certainly wrong; what loads may fault in play, in both backends alike.
"""

import random
from collections.abc import Callable

from rulewright import Rules, RulesError
from tests.wasm.common import loaded

FRAME = """game "Made" "Put together at random"
    players 1..4
color is one of red, green, blue
helper is one of cook, thief, spy
component card: color, rank 1..4
    {copies} of any, any
component stone: side 1..{sides}
    {stones} of any
space is grid {grid}
there is
    deck: pile of card{refilled}
    heap: area of card{most}
    line: row of card, with owner
    table: row of card, face up or down
    field: stone on each space{faces}
    bid: 0..40
    favorite: color or none
    rival: player or none
    seen: set of player
each player has
    hand: hand of card
    secret: row of card, face up or down
    kept: slot of card, seen by owner
    plan: stone on each space
    gems: counts of color
    coins: -99..9999
setup:
    move all box's cards to deck
    shuffle the deck
    each player: move 3 from the deck to your hand
    for each s in spaces where {start}: move box's stones's first to field(s)
"""
ZONES = ("your hand", "line", "heap", "table", "your secret", "your left's hand", "players' hand", "your left's secret")
ROWS = ("line", "table", "your secret", "your left's secret")
LINES = ("spaces' lines", "spaces' lanes", "spaces' runs(2)", "spaces' squares(2)", "spaces' diagonals")


class Maker:
    """Puts one text together."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = 0

    def of(self, *ways: str | Callable[[], str]) -> str:
        """One of several texts."""
        way = self.rng.choice(ways)
        return way if isinstance(way, str) else way()

    def name(self, letter: str) -> str:
        """A name that nothing else has."""
        self.names += 1
        return f"{letter}-{self.names}"

    # ---- numbers, conditions

    def number(self, depth: int = 2) -> str:
        """A number."""
        plain = ("bid", "your coins", "line's size", "heap's size", "your hand's size", "deck's size", "seen's size")
        if depth == 0:
            return self.of(*plain, str(self.rng.randrange(5)), "your gems(red)", "your gems's size", "field's size")

        def inner() -> str:
            return self.number(depth - 1)

        element, place = self.name("c"), self.name("s")
        return self.of(
            inner,
            lambda: f"({inner()} + {inner()})",
            lambda: f"({inner()} - {inner()})",
            lambda: f"({inner()} * {self.rng.randrange(4)})",
            lambda: f"({inner()} mod {self.of('2', '3', 'player-count', 'bid')})",
            lambda: f"({inner()} / {self.of('2', '3', '-2', '(bid - 4)')})",
            lambda: f"min({inner()}, {inner()})",
            lambda: f"max({inner()}, {inner()})",
            lambda: f"(count of {self.zone()} as {element} where {self.of_card(element, 0)})",
            lambda: f"(total rank of {self.zone()} as {element} where {self.of_card(element, 0)})",
            lambda: f"(count of spaces as {place} where {self.of_place(place)})",
        )

    def zone(self) -> str:
        return self.of(*ZONES)

    def condition(self, depth: int = 2) -> str:
        """Yes or no, of the game alone."""
        if depth == 0:
            return self.of(
                lambda: f"{self.number(0)} is {self.compared()} {self.number(0)}",
                lambda: f"{self.zone()} is {self.of('', 'not ')}empty",
                "favorite is none",
                "favorite is red",
                "rival is you",
                "you is in seen",
                "your kept is empty",
                "favorite is the same as line's first's color",
                "favorite is not the same as your kept's color",
                "rival is the same as (first p in players where p is in seen)",
            )

        def inner() -> str:
            return self.condition(depth - 1)

        element, other, place, lane = self.name("c"), self.name("d"), self.name("s"), self.name("l")
        some = self.of("some", "no")
        return self.of(
            inner,
            lambda: f"{self.number(1)} is {self.compared()} {self.number(1)}",
            lambda: f"not ({inner()})",
            lambda: f"({inner()} {self.of('and', 'or')} {inner()})",
            lambda: f"({some} {element} in {self.zone()} where {self.of_card(element, depth - 1)})",
            lambda: f"(every {element} in {self.zone()} satisfies {self.of_card(element, depth - 1)})",
            lambda: (
                f"({some} {element} in {self.zone()} where ({some} {other} in {self.zone()} where "
                f"{other}'s rank is {self.compared()} {element}'s rank))"
            ),
            lambda: f"({some} {place} in spaces where {self.of_place(place)})",
            lambda: f"(every {place} in spaces satisfies {self.of_place(place)})",
            lambda: (
                f"({some} {lane} in {self.of(*LINES)} where (every {place} in {lane} satisfies {self.of_place(place)}))"
            ),
            lambda: (
                f"({some} {lane} in {self.of(*LINES)} where ({some} {place} in {lane} where {self.of_place(place)}))"
            ),
        )

    def compared(self) -> str:
        return self.of("at least", "at most", "more than", "less than")

    def of_card(self, card: str, depth: int = 1) -> str:
        """A condition on a piece."""
        return self.of(
            f"{card}'s rank is {self.rng.randint(1, 4)}",
            f"{card}'s color is {self.of('red', 'favorite', 'green')}",
            lambda: f"{card}'s rank is {self.compared()} {self.number(0)}",
            lambda: f"({self.of_card(card, 0)} {self.of('and', 'or')} {self.of_card(card, 0)})",
            lambda: self.condition(depth),
            lambda: f"{card} is {self.of('in', 'not in')} {self.of('line', 'heap', 'your hand')}",
        )

    def of_place(self, place: str) -> str:
        """A condition on a place."""
        board = self.of("field", "field", "your plan", "your left's plan")
        return self.of(
            f"{board}({place}) is empty",
            f"{board}({place}) is not empty",
            f"{board}({place})'s side is {self.rng.randint(1, 3)}",
            f"{board}({place})'s side is {self.compared()} 2",
            f"{board}({place})'s side is more than bid",
            f"{place} is edge",
            f"{place}'s row is 2",
            lambda: f"({self.of_place(place)} {self.of('and', 'or')} {self.of_place(place)})",
            lambda: f"not ({self.of_place(place)})",
        )

    # ---- sentences

    def sentence(self, card: str | None, place: str | None, *, plain: bool) -> str:
        """A sentence; `plain`: one that may stand in a body that is tried, where nothing is drawn or decided."""
        each, spot = self.name("c"), self.name("s")
        ways: list[str | Callable[[], str]] = [
            lambda: f"add {self.number(1)} to your coins",
            lambda: f"set bid to {self.number(1)}",
            lambda: f"if {self.condition()}: add 1 to your coins",
            lambda: f"if bid is less than 30: add {self.rng.randint(0, 3)} to bid",
            lambda: f"set favorite to {self.of('red', 'none', 'green')}",
            lambda: f"set rival to {self.of('you', 'your left', 'none')}",
            "add you to seen",
            "remove your left from seen",
            lambda: f"add {self.of('red', 'blue')} to your gems",
            lambda: f"move up to {self.rng.randint(1, 3)} from the {self.of('deck', 'line', 'table')} to {self.goal()}",
            lambda: f"move all {self.of('line', 'heap', 'your secret', 'table')} to {self.of('heap', 'line', 'deck')}",
            lambda: f"for each {each} in {self.zone()} where {self.of_card(each, 0)}: move {each} to {self.goal()}",
            lambda: f"repeat {self.rng.randint(0, 3)} times: add 1 to your coins",
            lambda: f"for each {spot} in spaces where field({spot}) is empty and {self.of_place(spot)}: add 1 to bid",
            lambda: f"for each {spot} in spaces where {self.of_place(spot)}: add 1 to your coins",
            lambda: f"if line is not empty: move line's {self.of('first', 'last')} to {self.goal()}",
            lambda: f"if table is not empty: flip table's {self.of('first', 'last')} face {self.of('up', 'down')}",
            lambda: (
                f"if your secret is not empty: show your secret's first to {self.of('you', 'everyone', 'your left')}"
            ),
            lambda: f"if your kept is not empty: move your kept to {self.goal()}",
            lambda: f"pack field toward {self.of('left', 'right', 'top', 'bottom')}",
            lambda: f"if {self.condition(1)}: end game{self.of('', ', won by you', ', drawn')}",
            "if rival is not none: add 1 to rival's coins",
        ]
        if card:
            ways += [
                f"add {card}'s rank to your coins",
                f"add {card}'s color to your gems",
                f"move {card} to {self.goal()}",
                f"move {card} to table face down",
                f"set favorite to {card}'s color",
            ]
        if place:
            stone = f"1 from box's stones where its side is {self.rng.randint(1, 2)}"
            ways += [
                f"if field({place}) is empty: move {stone} to field({place})",
                f"if field({place}) is not empty: move field({place}) to box",
                f"swap field({place}) and field(a1)",
                f"if field({place}) is not empty and field({place})'s side is 1: set field({place})'s side to 2",
                f"if your plan({place}) is empty: move {stone} to your plan({place})",
            ]
        if not plain:
            drawn = self.name("d")
            ways += [
                f'if heap is not empty:\n        draw {drawn} from heap "lost"\n        move {drawn} to {self.goal()}',
                f"roll {drawn} from 1..3\n    add {drawn} to your coins",
                "if deck's size is more than 1: shuffle the deck",
                f'draw {drawn} from players "lucky"\n    add 1 to {drawn}\'s coins',
                "if you can pass: choose pass",
                "each other player:\n        if you can pass: choose pass",
            ]
        return self.of(*ways)

    def goal(self) -> str:
        return self.of("heap", "line", "your hand", "your secret", "table", "deck", "your left's hand", "your kept")

    # ---- actions

    def action(self, name: str) -> str:
        """An action with a header and a body."""
        lines: list[str] = []
        tried = self.rng.random() < 0.4
        joint = self.rng.random() < 0.5
        lines += [self.of(*self._picks()) for _ in range(self.rng.randint(0, 2))]
        text = "\n".join(lines)
        card = "card" if "pick card " in text else None
        place = "here" if "pick here " in text else None
        if len(lines) == 2 and lines[0].split()[1] == lines[1].split()[1]:
            lines.pop()
        for _ in range(self.rng.randint(0, 2)):
            condition = self.of_card(card) if card and self.rng.random() < 0.7 else self.condition()
            if place and self.rng.random() < 0.5:
                condition = self.of_place(place)
            lines.append(f'needs {condition}{" if you can" if joint else ""} because "so it is"')
        if tried:
            able = self.of("", "", " if able")
            lines.append(
                self.of(
                    lambda: f'must leave {self.condition()}{able} because "to be"',
                    lambda: f'must change {self.of("line", "heap", "your hand", "table", "field")} because "to be"',
                    'must change rival\'s hand because "to be"',
                )
            )
        body = [self.sentence(card, place, plain=tried) for _ in range(self.rng.randint(1, 4))]
        return f'action {name} "An action":\n' + "".join(f"    {line}\n" for line in (*lines, *body))

    def _picks(self) -> tuple[Callable[[], str], ...]:
        few = self.of("1..2", "0..2", "2", "0..9")
        return (
            lambda: f"pick card from {self.of('your hand', 'line', 'your hand or line', 'heap', 'deck', 'table')}",
            lambda: f"pick card from your hand where {self.of_card('it', 0)}",
            lambda: f"pick here from spaces where {self.of_place('it')}",
            lambda: "pick here from spaces",
            lambda: f"pick n from {self.of('0..3', '1..bid', '(bid - 3)..4')}",
            lambda: f"pick {few} given from {self.of('your hand', 'line', 'heap')}",
            lambda: f"pick {few} wished from colors{self.of('', ', repeats allowed')}",
            lambda: "pick who from your others",
            lambda: "pick word from row-word, hand-word, new-word",
        )

    def family(self) -> str:
        """A family of actions."""
        head = self.of("", '    needs your coins is less than 40 because "rich"\n')
        members = "".join(
            f'    when {name} "M":\n        {self.of("pick k from 1..3", "nothing", "pick card from your hand")}\n'
            f"        {self.sentence(None, None, plain=True).replace(chr(10), chr(10) + '    ')}\n"
            for name in ("cook", "thief", "spy")
        )
        return f'action use of helper from helpers "A family":\n{head}{members}'

    def text(self) -> str:
        """A whole ruleset."""
        names = [f"act-{letter}" for letter in "abc"[: self.rng.randint(1, 3)]]
        offers = " or ".join([*names, self.of("pass", "use or pass")])
        at_once = self.rng.random() < 0.3
        limit = self.of("once per turn", "exactly once per turn")
        play = self.of(
            f"""play:
    repeat 3 times:
        each player: choose {offers}
""",
            f"""phase turn "A turn":
    choose until pass:
        {" or ".join(names)}, {limit}
        use, {limit}
    if you cannot: nothing
play:
    repeat 2 times:
        each player: turn
""",
        )
        secret = """action stake "Stake":
    pick card from your hand where its rank is at least 2
    move card to your kept
    add card's rank to your coins
"""
        if at_once:
            play += "    each player at once: choose stake or pass\n    each player: choose use or pass\n"
        frame = FRAME.format(
            copies=self.rng.randint(1, 3),
            sides=self.rng.choice([2, 3, 14, 20]),
            stones=30,
            grid=self.of("3 by 3", "3 by 3", "2 by 4", "8 by 8", "8 by 9"),
            refilled=self.of("", ", refilled from heap"),
            most=self.of("", ", up to 9"),
            faces=self.of("", ", face up or down"),
            start=self.of_place("s").replace("your left's plan", "field").replace("your plan", "field"),
        )
        actions = "".join(self.action(name) for name in names)
        end = (
            "scoring:\n    score of player p: p's coins + p's gems's size\n"
            f"    winners: players with {self.of('highest score', 'lowest coins, then highest score')}\n"
        )
        invariant = self.of("", f'invariant "so it is": bid is less than {self.rng.randint(5, 30)}\n')
        passing = 'action pass "Pass": nothing\n'
        return frame + play + actions + self.family() + secret + passing + invariant + end


def made_rules(seed: int, players: int = 3) -> Rules:
    """The rules of the first text of a seed that loads."""
    rng = random.Random(seed)
    while True:
        try:
            return loaded(Maker(rng).text(), players)
        except RulesError:
            continue
