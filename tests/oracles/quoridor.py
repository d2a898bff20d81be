"""Quoridor for two: fences by the posts on which their middles lie."""

from attrs import define, field


def called(at: tuple[int, int]) -> str:
    """The name of a cell."""
    return f"{'abcdefghijklmnopq'[at[0]]}{at[1] + 1}"


@define
class Quoridor:
    """Cells by column and row from 0; a fence lies at the upper right corner of a cell."""

    pawns: list[tuple[int, int]] = field(factory=lambda: [(4, 0), (4, 8)])
    left: list[int] = field(factory=lambda: [10, 10])
    fences: dict[tuple[int, int], str] = field(factory=dict)

    def shut(self, at: tuple[int, int], way: tuple[int, int]) -> bool:
        """Whether one cannot go from a cell in a direction."""
        (x, y), (right, up) = at, way
        if not (0 <= x + right < 9 and 0 <= y + up < 9):
            return True
        if up:
            return any(self.fences.get((x - side, min(y, y + up))) == "across" for side in (0, 1))
        return any(self.fences.get((min(x, x + right), y - side)) == "upright" for side in (0, 1))

    def ways(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        """Where one comes to in a step."""
        steps = [way for way in ((0, 1), (1, 0), (0, -1), (-1, 0)) if not self.shut(at, way)]
        return [(at[0] + right, at[1] + up) for right, up in steps]

    def way(self, seat: int) -> set[tuple[tuple[int, int], tuple[int, int]]] | None:
        """The steps of some way of a pawn to its goal, None if there is none."""
        before = {self.pawns[seat]: self.pawns[seat]}
        for at in (waiting := [*before]):
            if at[1] == (8, 0)[seat]:
                steps, there = set(), at
                while before[there] != there:
                    steps.add((before[there], there))
                    there = before[there]
                return steps
            for each in self.ways(at):
                if each not in before:
                    before[each] = at
                    waiting.append(each)
        return None

    def lays(self, post: tuple[int, int], how: str, ways: list[set[tuple[tuple[int, int], tuple[int, int]]]]) -> bool:
        """Whether a fence may lie there: where it shuts a way, another one must be left."""
        (x, y), (right, up) = post, (1, 0) if how == "across" else (0, 1)
        ends = ((x - right, y - up), (x + right, y + up))
        if post in self.fences or any(self.fences.get(each) == how for each in ends):
            return False
        self.fences[post] = how
        shut = (seat for seat, way in enumerate(ways) if any(there not in self.ways(at) for at, there in way))
        fine = all(self.way(seat) is not None for seat in shut)
        del self.fences[post]
        return fine

    def moves(self, seat: int) -> set[str]:
        here, other = self.pawns[seat], self.pawns[1 - seat]
        found = {f"step {called(there)}" for there in self.ways(here) if there != other}
        if other in self.ways(here):
            behind = (2 * other[0] - here[0], 2 * other[1] - here[1])
            onward = [each for each in self.ways(other) if each != here]
            found |= {f"jump {called(each)}" for each in onward if each == behind or behind not in onward}
        posts = [(x, y) for x in range(8) for y in range(8)] if self.left[seat] else []
        ways = [self.way(each) or set() for each in (0, 1)]
        lays = ((post, how) for post in posts for how in ("across", "upright") if self.lays(post, how, ways))
        # a corner is called by the cell to its upper right
        return found | {f"{how} {called((x + 1, y + 1))}" for (x, y), how in lays}

    def play(self, seat: int, move: str) -> None:
        word, name = move.split()
        x, y = "abcdefghi".index(name[0]), int(name[1:]) - 1
        if word in ("step", "jump"):
            self.pawns[seat] = x, y
        else:
            self.fences[x - 1, y - 1] = word
            self.left[seat] -= 1

    def winners(self) -> list[int]:
        return [seat for seat in (0, 1) if self.pawns[seat][1] == (8, 0)[seat]]
