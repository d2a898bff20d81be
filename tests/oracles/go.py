"""Go on nine by nine: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Mapping

from .oracle import Decide, End, Move, Pending

SIDE = 9
COLUMNS = "abcdefghi"
TURNS = 400
EMPTY = "."


def beside(at: int) -> tuple[int, ...]:
    """The points that a line joins to one."""
    y, x = divmod(at, SIDE)
    steps = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return tuple(x + SIDE * y for x, y in steps if 0 <= x < SIDE and 0 <= y < SIDE)


BESIDE = tuple(map(beside, range(SIDE * SIDE)))


class Go:
    """A game of Go: the board is a text of 81 letters, by rows."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players != 2 or options:
            raise ValueError(f"Go is for 2 players and has no options, not {players} and {options}")
        self.board = EMPTY * SIDE * SIDE
        self.before = {self.board}
        self.turns = self.passes = 0

    @property
    def pending(self) -> Pending:
        return End() if self.passes == 2 or self.turns == TURNS else Decide((self.turns % 2,))

    def chance(self, outcome: str | int | list[str]) -> None:
        raise ValueError(f"Go has no chance: {outcome}")

    def legal(self, seat: int) -> list[Move]:
        if self.pending != Decide((seat,)):
            return []
        free = (at for at in range(SIDE * SIDE) if self._after(seat, at) is not None)
        return [*(("place", f"{COLUMNS[at % SIDE]}{at // SIDE + 1}") for at in free), ("pass",)]

    def play(self, seat: int, move: Move) -> None:
        if self.pending != Decide((seat,)):
            raise ValueError(f"seat {seat} is not asked")
        if move == ("pass",):
            self.passes += 1
        else:
            name = str(move[1])
            after = self._after(seat, COLUMNS.index(name[0]) + SIDE * (int(name[1]) - 1))
            if after is None:
                raise ValueError(f"{move} is illegal for seat {seat}")
            self.board, self.passes = after, 0
            self.before.add(after)
        self.turns += 1

    def scores(self) -> list[int]:
        counted = [0, 0]
        for at, lies in enumerate(self.board):
            if lies != EMPTY:
                counted[int(lies)] += 1
                continue
            touched = self._around(self.board, self._joined(self.board, at)) - {EMPTY}
            if len(touched) == 1:
                counted[int(touched.pop())] += 1
        return counted

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)]

    def _after(self, seat: int, at: int) -> str | None:
        """The board with one more stone; None if it may not be put there."""
        if self.board[at] != EMPTY:
            return None
        board = f"{self.board[:at]}{seat}{self.board[at + 1 :]}"
        for near in BESIDE[at]:
            if board[near] == str(1 - seat):
                group = self._joined(board, near)
                if EMPTY not in self._around(board, group):
                    board = "".join(EMPTY if point in group else lies for point, lies in enumerate(board))
        if EMPTY not in self._around(board, self._joined(board, at)) or board in self.before:
            return None
        return board

    def _joined(self, board: str, at: int) -> set[int]:
        """The points that hang together with one and hold the same."""
        found, waiting = {at}, [at]
        while waiting:
            new = {near for near in BESIDE[waiting.pop()] if board[near] == board[at]} - found
            found |= new
            waiting += new
        return found

    def _around(self, board: str, group: set[int]) -> set[str]:
        """What lies beside some points, and what on them for each that touches another."""
        return {board[near] for at in group for near in BESIDE[at] if near not in group}
