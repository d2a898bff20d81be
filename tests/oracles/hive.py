"""Hive without its expansions, on a hexagon of nine cells along each side."""

from attrs import define, field

from tests.oracles.quoridor import called

SIX = {
    "right": (1, 0),
    "left": (-1, 0),
    "up-left": (0, 1),
    "down-right": (0, -1),
    "up-right": (1, 1),
    "down-left": (-1, -1),
}
"""Columns lean to the left: what is up and left of a cell is in its column."""
SORTS = {"queen": 1, "beetle": 2, "hopper": 3, "spider": 2, "ant": 3}


def cell(name: str) -> tuple[int, int]:
    """The column and row of a cell."""
    return "abcdefghijklmnopq".index(name[0]), int(name[1:]) - 1


@define
class Hive:
    """What lies on each cell, from the bottom, by owner and sort."""

    stacks: dict[tuple[int, int], list[tuple[int, str]]] = field(factory=dict)
    hands: list[dict[str, int]] = field(factory=lambda: [dict(SORTS), dict(SORTS)])

    def near(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        """The cells of the board next to one."""
        found = [(at[0] + x, at[1] + y) for x, y in SIX.values()]
        return [(x, y) for x, y in found if max(abs(x - 8), abs(y - 8), abs(x - y)) <= 8]

    def height(self, at: tuple[int, int]) -> int:
        return len(self.stacks.get(at, ()))

    def whole(self, lifted: tuple[int, int]) -> bool:
        """Whether the hive hangs together when the top bug of a cell is lifted."""
        rest = {at for at in self.stacks if at != lifted or self.height(at) > 1}
        seen = {min(rest)} if rest else set()
        for _ in rest:
            seen |= {near for each in seen for near in self.near(each) if near in rest}
        return seen == rest

    def goals(self, seat: int) -> list[tuple[int, int]]:
        """Where a new bug may be put."""
        if not self.stacks:
            return [(8, 8)]
        free = {near for at in self.stacks for near in self.near(at) if near not in self.stacks}
        tops = {at: {self.stacks[near][-1][0] for near in self.near(at) if near in self.stacks} for at in free}
        return [at for at in free if len(self.stacks) == 1 or tops[at] == {seat}]

    def slides(self, at: tuple[int, int], height: int = 0) -> list[tuple[int, int]]:
        """Where the bug that was lifted comes to in a step, from so high: through no gate, and touching the hive."""
        found = []
        for there in self.near(at):
            sides = [self.height(each) for each in self.near(at) if each in self.near(there)]
            level = max(height, self.height(there))
            shut = len(sides) == 2 and min(sides) > level
            touches = level > 0 or max(sides) > 0
            found += [there] if touches and not shut else []
        return found

    def goes(self, at: tuple[int, int], sort: str) -> set[tuple[int, int]]:
        """Where a bug may go that was lifted from a cell."""
        if sort == "beetle":
            return set(self.slides(at, self.height(at)))

        def flat(here: tuple[int, int]) -> list[tuple[int, int]]:
            return [each for each in self.slides(here) if each not in self.stacks]

        match sort:
            case "queen":
                return set(flat(at))
            case "spider":
                trails = [(at,)]
                for _ in range(3):
                    trails = [(*trail, there) for trail in trails for there in flat(trail[-1]) if there not in trail]
                return {trail[-1] for trail in trails}
            case _:
                seen = [at]
                for here in seen:
                    seen += [each for each in flat(here) if each not in seen]
                return {*seen} - {at}

    def moves(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        must = sum(hand.values()) == 8 and hand["queen"]
        sorts = [sort for sort, number in hand.items() if number and (sort == "queen" or not must)]
        color = ("white", "black")[seat]
        found = {f"put {color}-{sort} {called(at)}" for sort in sorts for at in self.goals(seat)}
        tops = [(at, pile[-1][1]) for at, pile in self.stacks.items() if pile[-1][0] == seat]
        for at, sort in tops if not hand["queen"] else ():
            if not self.whole(at):
                continue
            if sort == "hopper":
                found |= {f"jump {called(at)} {way}" for way in SIX if self.jump(at, way)}
                continue
            word = {"queen": "crawl", "beetle": "climb", "spider": "weave", "ant": "run"}[sort]
            found |= {f"{word} {called(at)} {called(there)}" for there in self.lifted(at, sort)}
        return found

    def lifted(self, at: tuple[int, int], sort: str) -> set[tuple[int, int]]:
        """The same while the bug is in the air."""
        bug = self.stacks[at].pop()
        if not self.stacks[at]:
            del self.stacks[at]
        goals = self.goes(at, sort)
        self.stacks.setdefault(at, []).append(bug)
        return goals

    def jump(self, at: tuple[int, int], way: str) -> tuple[int, int] | None:
        """Where a hopper comes down."""
        x, y = SIX[way]
        there = (at[0] + x, at[1] + y)
        if there not in self.stacks:
            return None
        while there in self.stacks:
            there = (there[0] + x, there[1] + y)
        return there if max(abs(there[0] - 8), abs(there[1] - 8), abs(there[0] - there[1])) <= 8 else None

    def play(self, seat: int, move: str) -> None:
        word, *rest = move.split()
        if word == "put":
            sort = rest[0].partition("-")[2]
            self.hands[seat][sort] -= 1
            self.stacks[cell(rest[1])] = [(seat, sort)]
        else:
            here = cell(rest[0])
            there = self.jump(here, rest[1]) if word == "jump" else cell(rest[1])
            assert there is not None
            self.stacks.setdefault(there, []).append(self.stacks[here].pop())
            self.stacks = {at: pile for at, pile in self.stacks.items() if pile}

    def winners(self) -> list[int]:
        shut = [
            any(
                (seat, "queen") in pile and sum(near in self.stacks for near in self.near(at)) == 6
                for at, pile in self.stacks.items()
            )
            for seat in (0, 1)
        ]
        return [seat for seat in (0, 1) if shut[1 - seat]]
