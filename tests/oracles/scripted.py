"""What independent engines of games have in common: the flow of play is written down as one generator, which stops
wherever an outcome or a move is needed."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True)
class Chance:
    """The game waits for a chance event."""

    kind: str  # shuffle, draw or roll (or what else the specification calls it)
    what: str  # the label, with hyphens for blanks and underscores


@dataclass(frozen=True)
class Decide:
    """The game waits for a move of a seat, or of several at a simultaneous choice."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class End:
    """The game is over."""


Pending = Chance | Decide | End
Move = tuple[str | int, ...]
Options = Mapping[str, str | int | bool]
T = TypeVar("T")
Item = TypeVar("Item", str, int)
Script = Generator[Pending, None, T]


def distinct(cards: list[str]) -> list[str]:
    """The different names among some."""
    return list(dict.fromkeys(cards))


class Scripted:
    """An engine of one game, made from a number of players and options; ValueError for what the game does not allow.
    When it is over it knows the `scores` of all seats, and the seats that are `winners`, in ascending order."""

    COUNTS: Collection[int] = ()
    OPTIONS: Collection[str] = ()

    def __init__(self, players: int, options: Options) -> None:
        """Start without a script; `run` sets one."""
        if players not in self.COUNTS or not set(options) <= set(self.OPTIONS):
            raise ValueError(f"{type(self).__name__} does not allow {players} players with {dict(options)}")
        self.players, self.options = players, options
        self.pending: Pending = End()
        self._items: list[str] = []
        self._moves: dict[int, list[Move]] = {}
        self._order: list[str] = []
        self._drawn = ""
        self._seat, self._move = 0, Move()

    def switch(self, name: str, otherwise: bool = False) -> bool:
        """The value of an option that is on or off."""
        return {True: True, "yes": True, "on": True, False: False, "no": False, "off": False}[
            self.options.get(name, otherwise)
        ]

    def clockwise(self, first: int, *, others: bool = False) -> list[int]:
        """All seats from this one on; or only the `others`."""
        return [(first + step) % self.players for step in range(others, self.players)]

    def scores(self) -> list[int]:
        """The scores of all seats."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The seats that have won; of most games those with the highest score."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def run(self, script: Script[None]) -> None:
        """Follow a script from its beginning, up to its first stop."""
        self._script = script
        self.pending = next(script, End())

    def chance(self, outcome: str | int | list[str]) -> None:
        """Let the chance event that is waited for have this outcome: for a shuffle exactly the shuffled things, the
        first one on top."""
        pending = self.pending
        if not isinstance(pending, Chance):
            raise ValueError(f"no chance event is due: {pending}")
        if pending.kind == "shuffle":
            if not isinstance(outcome, list) or sorted(outcome) != sorted(self._items):
                raise ValueError(f"not the items of {pending}: {outcome}")
            self._order = list(outcome)
        elif outcome not in self._items:
            raise ValueError(f"not an item of {pending}: {outcome}")
        else:
            self._drawn = outcome
        self.pending = next(self._script, End())

    @property
    def items(self) -> list[str]:
        """What chance can bring at the event that is waited for, each as often as there is of it."""
        return self._items

    def legal(self, seat: int) -> list[Move]:
        """All legal moves of a seat, without repeats; none if it is not asked."""
        return self._moves.get(seat, []) if isinstance(self.pending, Decide) else []

    def play(self, seat: int, move: Move) -> None:
        """Make a move."""
        if move not in self.legal(seat):
            raise ValueError(f"not a legal move of seat {seat}: {move}")
        self._seat, self._move = seat, move
        self.pending = next(self._script, End())

    def _ask(self, seat: int, moves: list[Move]) -> Script[Move]:
        """Ask a seat for one of these moves."""
        _, move = yield from self._ask_any({seat: moves})
        return move

    def _ask_any(self, moves: dict[int, list[Move]]) -> Script[tuple[int, Move]]:
        """Ask several seats at once; whoever answers first, and the move."""
        self._moves = moves
        yield Decide(tuple(sorted(moves)))
        return self._seat, self._move

    def _shuffle(self, what: str, items: list[str]) -> Script[list[str]]:
        """Shuffle the items; shuffling nothing is no event."""
        if not items:
            return []
        self._items = items
        yield Chance("shuffle", what)
        return self._order

    def _pick(self, what: str, items: list[Item], kind: str = "draw") -> Script[Item]:
        """Take one of the items at random."""
        self._items = items
        yield Chance(kind, what)
        return self._drawn
