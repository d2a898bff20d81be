"""Catan for three on the island of its beginners, without its development cards and without trade among players."""

from collections import Counter
from collections.abc import Mapping

from .scripted import Move, Options, Script, Scripted

ISLAND = """
c5 ore 10, d5 wool 2, e5 wood 9, b4 grain 12, c4 brick 6, d4 wool 4, e4 brick 10, a3 grain 9, b3 wood 11, d3 wood 3,
e3 ore 8, a2 wood 8, b2 ore 3, c2 grain 4, d2 wool 5, a1 brick 5, b1 grain 6, c1 wool 11
"""
LAND = {name: (good, int(total)) for name, good, total in (each.split() for each in ISLAND.split(","))}
"""What each field brings, and at which sum; c3 is the desert."""
GOODS = ("brick", "wood", "wool", "grain", "ore")
HARBORS = {"a2-left": "brick", "b4-left": "wood", "d2-down-right": "wool", "d5-up-right": "grain", "e4-up-right": "ore"}
OPEN_HARBORS = ("c5-up-left", "e3-right", "b1-down-right", "a1-down-left")
COST = {
    "road": Counter(["brick", "wood"]),
    "village": Counter(["brick", "wood", "wool", "grain"]),
    "town": Counter(["grain"] * 2 + ["ore"] * 3),
}
MAX_PIECES = {"road": 15, "village": 5, "town": 4}
NAMES = ("red", "blue", "white")


class Settlers(Scripted):
    """`ends` are the corners of each edge and `around` those of each field, called as the rules call them."""

    COUNTS = (3,)

    def __init__(
        self,
        players: int,
        options: Options,
        ends: Mapping[str, tuple[str, ...]],
        around: Mapping[str, tuple[str, ...]],
    ) -> None:
        super().__init__(players, options)
        self.ends, self.around = ends, around
        self.near = {at: {each for both in ends.values() if at in both for each in both} for at in self.corners()}
        self.roads: dict[str, int] = {}
        self.houses: dict[str, tuple[int, str]] = {}
        self.hands = [Counter[str]() for _ in NAMES]
        self.bank = Counter(dict.fromkeys(GOODS, 19))
        self.robber, self.longest, self.won = "c3", None, -1
        self.run(self._game())

    def corners(self) -> set[str]:
        return {at for ends in self.ends.values() for at in ends}

    def _game(self) -> Script[None]:
        for at, seat in enumerate((0, 1, 2, 2, 1, 0)):
            free = [each for each in self.corners() if self.apart(each)]
            ways = [(each, path) for each in free for path in self.ends if each in self.ends[path]]
            first: list[Move] = [("start", each, path) for each, path in ways if path not in self.roads]
            _, crossing, path = yield from self._ask(seat, first)
            self.houses[str(crossing)] = seat, "village"
            self.roads[str(path)] = seat
            for field in LAND if at > 2 else ():
                if crossing in self.around[field]:
                    self.take(seat, LAND[field][0], 1)
        while True:
            for seat in range(3):
                if self.points(seat) < 10:
                    yield from self._turn(seat)
                if self.points(seat) >= 10:
                    self.won = seat
                    return

    def take(self, seat: int, good: str, number: int) -> None:
        """Cards of the bank, or back to it."""
        self.hands[seat][good] += number
        self.bank[good] -= number

    def _turn(self, seat: int) -> Script[None]:
        one = yield from self._pick("one", [*range(1, 7)], "roll")
        other = yield from self._pick("other", [*range(1, 7)], "roll")
        if one + other == 7:
            yield from self._robber(seat)
        else:
            self.harvest(one + other)
        while self.points(seat) < 10:
            move = yield from self._ask(seat, [*self.barters(seat), *self.builds(seat), ("end-turn",)])
            match tuple(map(str, move)):
                case ("barter", given, asked):
                    self.take(seat, given, -self.rate(seat, given))
                    self.take(seat, asked, 1)
                case ("build", thing, at):
                    for good, number in COST[thing].items():
                        self.take(seat, good, -number)
                    if thing == "road":
                        self.roads[at] = seat
                    else:
                        self.houses[at] = seat, thing
                    self.award()
                case _:
                    return

    def _robber(self, seat: int) -> Script[None]:
        for each in range(3):
            number = self.hands[each].total()
            for _ in range(number // 2 if number > 7 else 0):
                _, good = yield from self._ask(each, [("discard", good) for good in GOODS if self.hands[each][good]])
                self.take(each, str(good), -1)
        moves: list[Move] = []
        for field in [*LAND, "c3"]:
            there = {self.houses[at][0] for at in self.around[field] if at in self.houses} - {seat}
            names = [NAMES[each] for each in there if self.hands[each].total()]
            moves += [("rob", field, name) for name in names or ["none"]] if field != self.robber else []
        _, where, victim = yield from self._ask(seat, moves)
        self.robber = str(where)
        if victim != "none":
            loser = NAMES.index(str(victim))
            good = yield from self._pick("theft", [each for each in GOODS for _ in range(self.hands[loser][each])])
            self.take(loser, good, -1)
            self.take(seat, good, 1)

    def harvest(self, total: int) -> None:
        """What everybody gets; if it is not enough for several, none of them has any."""
        for good in GOODS:
            due = Counter[int]()
            for field, brings in LAND.items():
                for at in self.around[field] if brings == (good, total) and field != self.robber else ():
                    owner, thing = self.houses.get(at, (0, ""))
                    due[owner] += {"": 0, "village": 1, "town": 2}[thing]
            due = +due
            if len(due) == 1 or due.total() <= self.bank[good]:
                for owner, number in due.items():
                    self.take(owner, good, min(number, self.bank[good]))

    def rate(self, seat: int, good: str) -> int:
        """How many cards buy another one."""
        mine = [path for path, ends in self.ends.items() if any(self.houses.get(at, (-1,))[0] == seat for at in ends)]
        if any(HARBORS.get(path) == good for path in mine):
            return 2
        return 3 if set(mine) & set(OPEN_HARBORS) else 4

    def barters(self, seat: int) -> list[Move]:
        given = [good for good in GOODS if self.hands[seat][good] >= self.rate(seat, good)]
        return [("barter", good, asked) for good in given for asked in GOODS if asked != good and self.bank[asked]]

    def builds(self, seat: int) -> list[Move]:
        built = Counter(thing for owner, thing in self.houses.values() if owner == seat)
        built["road"] = sum(owner == seat for owner in self.roads.values())
        places = {"road": self.ways, "village": self.sites, "town": self.grounds}
        able = [each for each in COST if self.hands[seat] >= COST[each] and built[each] < MAX_PIECES[each]]
        return [("build", thing, at) for thing in able for at in places[thing](seat)]

    def ways(self, seat: int) -> list[str]:
        def leads(at: str) -> bool:
            return self.houses[at][0] == seat if at in self.houses else self.reached(at, seat)

        return [path for path in self.ends.keys() - self.roads.keys() if any(map(leads, self.ends[path]))]

    def sites(self, seat: int) -> list[str]:
        return [at for at in self.corners() if self.apart(at) and self.reached(at, seat)]

    def grounds(self, seat: int) -> list[str]:
        return [at for at, house in self.houses.items() if house == (seat, "village")]

    def apart(self, at: str) -> bool:
        """Whether a village may stand there."""
        return not self.near[at] & self.houses.keys()

    def reached(self, at: str, seat: int) -> bool:
        return any(owner == seat and at in self.ends[path] for path, owner in self.roads.items())

    def long(self, seat: int) -> int:
        """The longest road, by every way to go on from every corner."""

        def onward(at: str, left: frozenset[str]) -> int:
            ways = [path for path in left if at in self.ends[path]]
            ends = [(path, next(each for each in self.ends[path] if each != at)) for path in ways]
            return max((1 + (onward(to, left - {path}) if passes(to) else 0) for path, to in ends), default=0)

        def passes(at: str) -> bool:
            return self.houses.get(at, (seat,))[0] == seat

        mine = frozenset(path for path, owner in self.roads.items() if owner == seat)
        return max((onward(at, mine) for path in mine for at in self.ends[path]), default=0)

    def award(self) -> None:
        """Who has the longest road keeps it until another one is longer."""
        lengths = [self.long(each) for each in range(3)]
        most = [each for each in range(3) if lengths[each] == max(lengths)]
        if max(lengths) < 5:
            self.longest = None
        elif self.longest not in most:
            self.longest = most[0] if len(most) == 1 else None

    def points(self, seat: int) -> int:
        mine = [thing for owner, thing in self.houses.values() if owner == seat]
        return len(mine) + mine.count("town") + 2 * (self.longest == seat)

    def scores(self) -> list[int]:
        return [self.points(each) for each in range(3)]

    def winners(self) -> list[int]:
        return [self.won]

    def table(self) -> dict[str, object]:
        """What lies where."""
        return {
            **{f"{name}'s hand": +self.hands[seat] for seat, name in enumerate(NAMES)},
            "roads": {at: f"{NAMES[owner]}-road" for at, owner in self.roads.items()},
            "houses": {at: f"{NAMES[owner]}-{thing}" for at, (owner, thing) in self.houses.items()},
            "robber": self.robber,
            "road-holder": "none" if self.longest is None else NAMES[self.longest],
        }
