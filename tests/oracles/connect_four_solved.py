"""Connect Four on a board of any size solved exactly, by two bit boards and a memory of every position.

    python -m tests.oracles.connect_four_solved COLUMNS ROWS

prints how many positions there are and what each first column is worth. It knows nothing of the rest of this
repository. A column has a bit more than rows, which stays empty, so that no line runs over its end.
"""

import sys
from collections.abc import Iterator

Worth = tuple[int, int]
"""1, 0 or -1 for who is to move, and after how many moves of both (of a draw 0): who wins wants to do so soon."""


class Solver:
    """Positions of a board, each looked at once."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows, self.height = columns, rows, rows + 1
        self.known: dict[tuple[int, int], Worth] = {}
        self.ends: set[tuple[int, int]] = set()

    def lined(self, discs: int) -> bool:
        """Whether four of these discs stand in a line."""
        for step in (1, self.height, self.height + 1, self.height - 1):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def drops(self, mine: int, theirs: int) -> Iterator[tuple[int, int]]:
        """Each column that has room, and my discs after a drop into it."""
        for column in range(self.columns):
            bottom = 1 << column * self.height
            filled = (mine | theirs) & (bottom << self.rows) - bottom
            disc = filled + bottom
            if disc < bottom << self.rows:
                yield column, mine | (disc & ~filled)

    def worth(self, mine: int, theirs: int) -> Worth:
        """What best play brings who is to move; nobody has four in a line."""
        found = self.known.get((mine, theirs))
        if found is None:
            each = [worth for _, worth in self.choices(mine, theirs)]
            found = max(each, key=rank, default=(0, 0))
            self.known[mine, theirs] = found
        return found

    def choices(self, mine: int, theirs: int) -> Iterator[tuple[int, Worth]]:
        """What each column is worth."""
        for column, after in self.drops(mine, theirs):
            if self.lined(after):
                self.ends.add((theirs, after))
                yield column, (1, 1)
            else:
                value, moves = self.worth(theirs, after)
                yield column, (-value, moves + 1 if value else 0)

    @property
    def positions(self) -> int:
        """How many were looked at, those where somebody has won among them."""
        return len(self.known) + len(self.ends)


def rank(worth: Worth) -> tuple[int, int]:
    """Soon to win, late to lose."""
    value, moves = worth
    return value, -value * moves


def main() -> None:
    solver = Solver(*map(int, sys.argv[1:3]))
    value, moves = solver.worth(0, 0)
    print(f"{solver.positions:,} positions; the first player: {value} after {moves}")
    for column, (value, moves) in solver.choices(0, 0):
        print(f"column {column}: {value} after {moves}")


if __name__ == "__main__":
    main()
