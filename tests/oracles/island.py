"""The board of Catan without its goods: each turn something is built for nothing."""

from attrs import define, field


@define
class Settlers:
    """Corners are where three hexagons meet, found by where they lie in the plane; names are those of the rules."""

    ends: dict[str, tuple[str, ...]]
    roads: dict[str, int] = field(factory=dict)
    houses: dict[str, tuple[int, str]] = field(factory=dict)
    holder: int | None = None
    begun: int = 0

    def apart(self, at: str) -> bool:
        """Whether a village may stand there."""
        near = {each for ends in self.ends.values() if at in ends for each in ends}
        return not near & self.houses.keys()

    def reached(self, at: str, seat: int) -> bool:
        return any(owner == seat and at in self.ends[path] for path, owner in self.roads.items())

    def moves(self, seat: int) -> set[str]:
        if self.begun < 6:
            free = [at for at in self.corners() if self.apart(at)]
            return {
                f"start {at} {path}"
                for at in free
                for path in self.ends
                if at in self.ends[path] and path not in self.roads
            }
        found, mine = set[str](), [size for owner, size in self.houses.values() if owner == seat]
        if sum(owner == seat for owner in self.roads.values()) < 15:
            for path in self.ends.keys() - self.roads.keys():
                if any(self.open(at, seat) and (at in self.houses or self.reached(at, seat)) for at in self.ends[path]):
                    found.add(f"pave {path}")
        if mine.count("village") < 5:
            found |= {f"settle {at}" for at in self.corners() if self.apart(at) and self.reached(at, seat)}
        if mine.count("town") < 4:
            found |= {f"grow {at}" for at, house in self.houses.items() if house == (seat, "village")}
        return found

    def corners(self) -> set[str]:
        return {at for ends in self.ends.values() for at in ends}

    def open(self, at: str, seat: int) -> bool:
        """Whether no other player has a house there."""
        return at not in self.houses or self.houses[at][0] == seat

    def long(self, seat: int) -> int:
        """The longest road, by every way to go on from every corner."""

        def onward(at: str, left: frozenset[str]) -> int:
            ways = [path for path in left if at in self.ends[path]]
            ends = [(path, next(each for each in self.ends[path] if each != at)) for path in ways]
            return max((1 + (onward(to, left - {path}) if self.open(to, seat) else 0) for path, to in ends), default=0)

        mine = frozenset(path for path, owner in self.roads.items() if owner == seat)
        return max((onward(at, mine) for path in mine for at in self.ends[path]), default=0)

    def play(self, seat: int, move: str) -> None:
        word, at, *path = move.split()
        if word in ("start", "settle"):
            self.houses[at] = seat, "village"
        if word == "grow":
            self.houses[at] = seat, "town"
        if word in ("start", "pave"):
            self.roads[path[0] if path else at] = seat
        if word == "start":
            self.begun += 1
            return
        lengths = [self.long(each) for each in range(3)]
        most = [each for each in range(3) if lengths[each] == max(lengths)]
        if max(lengths) < 5:
            self.holder = None
        elif self.holder not in most:
            self.holder = most[0] if len(most) == 1 else None

    def winners(self) -> list[int]:
        totals = [2 if self.holder == seat else 0 for seat in range(3)]
        for owner, size in self.houses.values():
            totals[owner] += 1 if size == "village" else 2
        return [seat for seat in range(3) if totals[seat] == max(totals)]
