"""Ticket to Ride for two on a small map, from the rules of its box: cards, routes and tickets of the map stand here."""

from collections import Counter
from itertools import combinations

from .scripted import Move, Options, Script, Scripted

MAP = """
bern-graz 4 red, bern-lyon 2 none, bern-lyon-2 2 blue, bern-metz 2 green, bern-turin 1 none, graz-linz 1 blue,
graz-turin 3 green, graz-wien 1 none, graz-wien-2 1 red, linz-metz 4 none, linz-wien 1 green, lyon-metz 2 red,
lyon-nice 2 none, nice-rome 3 blue, nice-turin 1 red, rome-turin 3 none, rome-wien 4 blue
"""
TICKETS = """
bern-to-wien 5, lyon-to-graz 6, metz-to-rome 6, nice-to-linz 6, lyon-to-wien 7, turin-to-metz 3, rome-to-graz 5,
bern-to-nice 2, linz-to-turin 5, metz-to-wien 5, lyon-to-rome 5, rome-to-linz 6
"""
HUES = ("red", "blue", "green", "wild")
WORTH = {1: 1, 2: 2, 3: 4, 4: 7}
NAMES = ("white", "black")
Trail = list[tuple[frozenset[str], int]]


class Tickets(Scripted):
    """`routes` are their ends, length and color, `tickets` two cities and what they bring; of piles the top comes
    first."""

    COUNTS = (2,)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.routes: dict[str, tuple[frozenset[str], int, str]] = {}
        for name, length, color in (each.split() for each in MAP.split(",")):
            self.routes[name] = frozenset(name.split("-")[:2]), int(length), color
        self.tickets = {name: int(points) for name, points in (each.split() for each in TICKETS.split(","))}
        self.builder: dict[str, int] = {}
        self.deck, self.offices = list[str](), list[str]()
        self.discard, self.display = Counter[str](), Counter[str]()
        self.hands = [Counter[str]() for _ in NAMES]
        self.kept = [list[str](), list[str]()]
        self.offered = [list[str](), list[str]()]
        self.caller: int | None = None
        self.stuck = False
        self.run(self._game())

    def _game(self) -> Script[None]:
        self.deck = yield from self._shuffle("deck", ["red"] * 12 + ["blue"] * 12 + ["green"] * 12 + ["wild"] * 6)
        self.offices = yield from self._shuffle("offices", [*self.tickets])
        for seat in (0, 1):
            for _ in range(4):
                yield from self._draw(self.hands[seat])
            self.offer(seat)
        yield from self._fill()
        for seat in (0, 1):
            yield from self._keep(seat, 2)
        seat = 0
        while self.caller is None and not self.stuck:
            yield from self._turn(seat)
            self.caller = seat if self.trains(seat) <= 2 else None
            seat = 1 - seat
        for each in (seat, 1 - seat):
            if not self.stuck:
                yield from self._turn(each)

    def _draw(self, goal: Counter[str]) -> Script[None]:
        """Move the top card of the deck, which is made of the discards where it is used up; nothing if all are gone."""
        if not self.deck:
            cards, self.discard = [hue for hue in HUES for _ in range(self.discard[hue])], Counter()
            self.deck = yield from self._shuffle("deck", cards)
        if self.deck:
            goal[self.deck.pop(0)] += 1

    def _fill(self) -> Script[None]:
        """Five cards lie open, no more than two of them locomotives, as long as there are enough others."""
        for _ in range(5 - self.display.total()):
            yield from self._draw(self.display)
        while self.display["wild"] > 2 and self.others() > 2:
            self.discard += self.display
            self.display.clear()
            for _ in range(5):
                yield from self._draw(self.display)

    def others(self) -> int:
        """How many cards that are no locomotives nobody holds."""
        there = Counter(self.deck) + self.discard + self.display
        return there.total() - there["wild"]

    def offer(self, seat: int) -> None:
        self.offered[seat], self.offices = self.offices[:3], self.offices[3:]

    def _keep(self, seat: int, least: int) -> Script[None]:
        offered = [ticket for ticket in self.tickets if ticket in self.offered[seat]]
        sizes = range(least, len(offered) + 1)
        move = yield from self._ask(seat, [("keep", *some) for size in sizes for some in combinations(offered, size)])
        self.kept[seat] += map(str, move[1:])
        self.offices += [ticket for ticket in offered if ticket not in move]
        self.offered[seat] = []

    def _turn(self, seat: int) -> Script[None]:
        tickets: list[Move] = [("ask",)] if self.offices else []
        moves = [*self.takes(seat, 2), *self.claims(seat), *tickets]
        self.stuck = not moves
        if self.stuck:
            return
        move = yield from self._ask(seat, moves)
        match tuple(map(str, move)):
            case ("ask",):
                self.offer(seat)
                yield from self._keep(seat, 1)
            case ("claim", route, *paid):
                self.builder[route] = seat
                self.hands[seat] -= Counter(paid)
                self.discard += Counter(paid)
                yield from self._fill()
            case _:
                yield from self._take(seat, move)
                if move != ("take", "wild") and (again := self.takes(seat, 1)):
                    yield from self._take(seat, (yield from self._ask(seat, again)))

    def takes(self, seat: int, left: int) -> list[Move]:
        """Which cards may be taken where so many are left to take."""
        found: list[Move] = [("take", hue) for hue in HUES if self.display[hue] and (hue != "wild" or left == 2)]
        return [*found, ("draw-blind",)] if self.deck or self.discard else found

    def _take(self, seat: int, move: Move) -> Script[None]:
        if move == ("draw-blind",):
            yield from self._draw(self.hands[seat])
        else:
            self.display[str(move[1])] -= 1
            self.hands[seat][str(move[1])] += 1
            yield from self._fill()

    def claims(self, seat: int) -> list[Move]:
        taken, hand = {self.routes[name][0] for name in self.builder}, self.hands[seat]
        found = dict[Move, None]()
        for name, (ends, length, color) in self.routes.items():
            for hue in HUES[:3] if color == "none" else (color,):
                for wilds in range(length + 1):
                    payable = hand[hue] >= length - wilds and hand["wild"] >= wilds
                    if payable and ends not in taken and length <= self.trains(seat):
                        found["claim", name, *[hue] * (length - wilds), *["wild"] * wilds] = None
        return [*found]

    def built(self, seat: int) -> Trail:
        return [self.routes[name][:2] for name, owner in self.builder.items() if owner == seat]

    def trains(self, seat: int) -> int:
        return 16 - sum(length for _, length in self.built(seat))

    def longest(self, seat: int) -> int:
        """The longest route: every order in which routes can follow each other."""

        def onward(city: str, left: Trail) -> int:
            ways = [(route, next(iter(route[0] - {city}))) for route in left if city in route[0]]
            return max((way[1] + onward(to, [each for each in left if each != way]) for way, to in ways), default=0)

        mine = self.built(seat)
        return max((onward(city, mine) for ends, _ in mine for city in ends), default=0)

    def done(self, seat: int) -> list[str]:
        """The tickets whose cities are joined."""
        found = list[str]()
        for ticket in self.kept[seat]:
            one, other = ticket.split("-to-")
            seen = {one}
            for _ in self.routes:
                seen |= {city for ends, _ in self.built(seat) if ends & seen for city in ends}
            found += [ticket] if other in seen else []
        return found

    def bonus(self, seat: int) -> int:
        return 10 * (self.longest(seat) == max(map(self.longest, (0, 1))))

    def scores(self) -> list[int]:
        totals = [self.bonus(seat) + sum(WORTH[length] for _, length in self.built(seat)) for seat in (0, 1)]
        for seat in (0, 1):
            done = self.done(seat)
            totals[seat] += sum(self.tickets[each] * (1 if each in done else -1) for each in self.kept[seat])
        return totals

    def winners(self) -> list[int]:
        keys = [(self.scores()[seat], len(self.done(seat)), self.bonus(seat)) for seat in (0, 1)]
        return [seat for seat in (0, 1) if keys[seat] == max(keys)]

    def table(self) -> dict[str, object]:
        """What lies where."""
        return {
            **{f"{name}'s hand": +self.hands[seat] for seat, name in enumerate(NAMES)},
            **{f"{name}'s tickets": Counter(self.kept[seat]) for seat, name in enumerate(NAMES)},
            **{f"{name}'s offered": Counter(self.offered[seat]) for seat, name in enumerate(NAMES)},
            "deck": Counter(self.deck),
            "offices": Counter(self.offices),
            "discard": +self.discard,
            "display": +self.display,
            **{f"{route}'s builder": [*NAMES, "none"][self.builder.get(route, 2)] for route in self.routes},
        }
