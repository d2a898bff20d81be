"""Offices, a small Citadels with a magistrate: an independent engine, written from its rules as players know them."""

from __future__ import annotations

from .scripted import Move, Options, Script, Scripted

OFFICES = ("assassin", "thief", "magistrate", "king", "merchant", "architect")


class Offices(Scripted):
    """Districts by cost and number; named are offices, which a player may hold."""

    COUNTS = (2, 3, 4)

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.deck: list[str] = []
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.cities: list[set[str]] = [set() for _ in range(players)]
        self.coins = [2] * players
        self.crown, self.first = 0, -1
        self.offices: list[str] = []
        self.named: dict[str, tuple[str, int]] = {}  # what was done to an office, and by whom
        self.run(self._game())

    def _game(self) -> Script[None]:
        self.deck = yield from self._shuffle("deck", [f"{c}-{n}" for c in range(1, 6) for n in range(1, 7)])
        for seat in range(self.players):
            self._draw(seat, 4)
        while self.first < 0:
            left, self.offices, self.named = list(OFFICES), [""] * self.players, {}
            for seat in self.clockwise(self.crown):
                taken = yield from self._ask(seat, [("take-office", office) for office in left])
                self.offices[seat] = str(taken[1])
                left.remove(self.offices[seat])
            for office in OFFICES:
                if office in self.offices:
                    yield from self._called(self.offices.index(office), office)

    def _draw(self, seat: int, number: int) -> None:
        self.hands[seat] |= set(self.deck[:number])
        del self.deck[:number]

    def _hit(self, how: str, office: str) -> bool:
        return self.named.get(how, ("", 0))[0] == office

    def _called(self, seat: int, office: str) -> Script[None]:
        if self._hit("kill", office):
            return
        if self._hit("rob", office):
            self.coins[self.named["rob"][1]] += self.coins[seat]
            self.coins[seat] = 0
        if (yield from self._ask(seat, [("earn",), ("draw-two",)])) == ("earn",):
            self.coins[seat] += 2
        else:
            self._draw(seat, 2)
        verb = {"assassin": "kill", "thief": "rob", "magistrate": "warrant"}.get(office)
        if verb:
            never = {"kill": ("assassin",), "rob": ("assassin", "thief"), "warrant": ("magistrate",)}[verb]
            free = [o for o in OFFICES if o not in never and not (verb == "rob" and self._hit("kill", o))]
            chosen = yield from self._ask(seat, [(verb, o) for o in free])
            self.named[verb] = (str(chosen[1]), seat)
        if office == "king":
            self.crown = seat
        self.coins[seat] += office == "merchant"
        if office == "architect":
            self._draw(seat, 2)
        for built in range(4):
            most = 3 if office == "architect" else 1
            can = [d for d in self.hands[seat] if built < most and price(d) <= self.coins[seat]]
            moves: list[Move] = [*(("build", district) for district in can), ("done",)]
            move = yield from self._ask(seat, moves)
            if move == ("done",):
                return
            yield from self._built(seat, office, str(move[1]))

    def _built(self, seat: int, office: str, district: str) -> Script[None]:
        self.hands[seat].remove(district)
        self.coins[seat] -= price(district)
        self.cities[seat].add(district)
        to = seat
        if self._hit("warrant", office):
            _, judge = self.named.pop("warrant")
            if (yield from self._ask(judge, [("seize",), ("spare",)])) == ("seize",):
                self.coins[seat] += price(district)
                self.cities[seat].remove(district)
                to = judge
                self.cities[judge].add(district)
        if len(self.cities[to]) == 4 and self.first < 0:
            self.first = to

    def scores(self) -> list[int]:
        return [sum(map(price, city)) + 2 * (seat == self.first) for seat, city in enumerate(self.cities)]


def price(district: str) -> int:
    return int(district.split("-", maxsplit=1)[0])
