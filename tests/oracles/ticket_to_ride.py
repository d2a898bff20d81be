"""Ticket to Ride for two on a small map, all of whose cards lie open, so that no chance is in it."""

import re

from attrs import define, field


@define
class Tickets:
    """What was written in the rules is read out of them: routes as names, ends, length and color."""

    text: str
    routes: dict[str, tuple[frozenset[str], int, str]] = field(factory=dict)
    tickets: dict[str, tuple[str, str, int]] = field(factory=dict)
    builder: dict[str, int] = field(factory=dict)
    supply: dict[str, int] = field(factory=lambda: {"red": 12, "blue": 12, "green": 12, "wild": 6})
    hands: list[dict[str, int]] = field(
        factory=lambda: [dict.fromkeys(("red", "blue", "green", "wild"), 0) for _ in "ab"]
    )
    kept: list[list[str]] = field(factory=lambda: [[], []])
    trains: list[int] = field(factory=lambda: [16, 16])
    points: list[int] = field(factory=lambda: [0, 0])
    second: bool = False

    def __attrs_post_init__(self) -> None:
        for one, other, length, color in re.findall(r"^    (\w+), (\w+): (\d), (\w+)$", self.text, re.MULTILINE):
            name = f"{one}-{other}"
            self.routes[f"{name}-2" if name in self.routes else name] = frozenset((one, other)), int(length), color
        for one, other, points in re.findall(r"1 of (\w+), (\w+), (\d+)$", self.text, re.MULTILINE):
            self.tickets[f"{one}-to-{other}"] = one, other, int(points)

    def moves(self, seat: int) -> set[str]:
        if len(self.kept[0]) + len(self.kept[1]) < 4:
            return {f"keep-ticket {name}" for name in self.tickets if name not in self.kept[0] + self.kept[1]}
        if self.second:
            return {f"take-another {hue}" for hue, number in self.supply.items() if number and hue != "wild"}
        found = {f"take {hue}" for hue, number in self.supply.items() if number}
        built = {self.routes[name][0] for name in self.builder}
        for name, (ends, length, color) in self.routes.items():
            if ends in built or self.trains[seat] < length:
                continue
            for hue in ("red", "blue", "green"):
                for wilds in range(length + 1):
                    enough = self.hands[seat]["wild"] >= wilds and self.hands[seat][hue] >= length - wilds
                    found |= {f"claim {name} {hue} {wilds}"} if enough and color in (hue, "none") else set()
        return found

    def play(self, seat: int, move: str) -> None:
        word, what, *rest = move.split()
        if word == "keep-ticket":
            self.kept[seat].append(what)
        elif word in ("take", "take-another"):
            self.supply[what] -= 1
            self.hands[seat][what] += 1
            left = any(number for hue, number in self.supply.items() if hue != "wild")
            self.second = word == "take" and what != "wild" and left
        else:
            length, hand = self.routes[what][1], self.hands[seat]
            hand["wild"] -= int(rest[1])
            hand[rest[0]] -= length - int(rest[1])
            self.builder[what] = seat
            self.trains[seat] -= length
            self.points[seat] += {1: 1, 2: 2, 3: 4, 4: 7}[length]

    def longest(self, seat: int) -> int:
        """The longest route: every order in which routes can follow each other."""
        mine = [self.routes[name] for name, owner in self.builder.items() if owner == seat]

        def onward(city: str, left: list[tuple[frozenset[str], int, str]]) -> int:
            ways = [(route, next(iter(route[0] - {city}))) for route in left if city in route[0]]
            return max((way[1] + onward(to, [each for each in left if each != way]) for way, to in ways), default=0)

        return max((onward(city, mine) for route in mine for city in route[0]), default=0)

    def joined(self, seat: int, one: str, other: str) -> bool:
        seen = {one}
        for _ in self.routes:
            mine = (self.routes[name][0] for name, owner in self.builder.items() if owner == seat)
            seen |= {city for ends in mine if ends & seen for city in ends}
        return other in seen

    def winners(self) -> list[int]:
        totals, trails = list(self.points), [self.longest(seat) for seat in (0, 1)]
        for seat in (0, 1):
            for one, other, points in (self.tickets[name] for name in self.kept[seat]):
                totals[seat] += points if self.joined(seat, one, other) else -points
            totals[seat] += 10 if trails[seat] == max(trails) else 0
        return [seat for seat in (0, 1) if totals[seat] == max(totals)]
