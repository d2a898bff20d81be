"""Masks: a plain engine written from the rules in words alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from .oracle import Chance, Decide, End, Move, Pending

ROLES = ("duke", "thief", "lady")
MASKS = [f"{role}-{number}" for role in ROLES for number in (1, 2, 3)]


class Masks:
    """A game of Masks."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players not in (2, 3, 4) or options:
            raise ValueError(f"Masks is for 2 to 4 players and has no options, not {players} and {options}")
        self.players = players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.coins = [2] * players
        self.pile = list(MASKS)
        self.moves: list[Move] = []
        self.answer: Move = ()
        self.course: Generator[Pending] = self._course()
        self.pending: Pending = next(self.course)

    def chance(self, outcome: str | int | list[str]) -> None:
        fits = isinstance(outcome, list) and sorted(outcome) == sorted(self.pile)
        if not isinstance(self.pending, Chance) or not isinstance(outcome, list) or not fits:
            raise ValueError(f"impossible: {outcome}")
        self.pile = list(outcome)
        self.pending = next(self.course)

    def legal(self, seat: int) -> list[Move]:
        return list(self.moves) if isinstance(self.pending, Decide) and seat in self.pending.seats else []

    def play(self, seat: int, move: Move) -> None:
        if move not in self.legal(seat):
            raise ValueError(f"{move} is illegal for seat {seat}")
        self.answer = move
        self.pending = next(self.course)

    def scores(self) -> list[int]:
        return [int(seat in self.winners()) for seat in range(self.players)]

    def winners(self) -> list[int]:
        left = [seat for seat in range(self.players) if self.hands[seat]]
        return left if len(left) == 1 else []

    # ---- the course of play

    def _others(self, seat: int) -> list[int]:
        """The others who are in, to the left of a seat."""
        around = [(seat + step) % self.players for step in range(1, self.players)]
        return [other for other in around if self.hands[other]]

    def _over(self) -> bool:
        return sum(bool(hand) for hand in self.hands) == 1

    def _course(self) -> Generator[Pending]:
        yield Chance("shuffle", "pile")
        for hand in self.hands:
            hand.extend(self.pile[:2])
            del self.pile[:2]
        while not self._over():
            for seat in range(self.players):
                if self.hands[seat] and not self._over():
                    yield from self._turn(seat)
        yield End()

    def _ask(self, seat: int, moves: list[Move]) -> Generator[Pending]:
        self.moves = moves
        yield Decide((seat,))

    def _turn(self, seat: int) -> Generator[Pending]:
        rivals, rich = self._others(seat), self.coins[seat] >= 7
        moves: list[Move] = [("accuse", rival) for rival in rivals if self.coins[seat] >= 5]
        if not rich:
            preys: list[Move] = [("steal", rival) for rival in rivals if self.coins[rival]]
            moves = [("work",), ("tax",), *preys, *moves]
        yield from self._ask(seat, moves)
        match self.answer:
            case ("work",):
                self.coins[seat] += 1
            case ("accuse", int() as rival):
                self.coins[seat] -= 5
                yield from self._loses(rival)
            case ("tax",):
                if (yield from self._claims(seat, "duke")):
                    self.coins[seat] += 3
            case ("steal", int() as rival):
                if (yield from self._claims(seat, "thief")) and self.hands[rival]:
                    yield from self._stolen(rival, seat)

    def _stolen(self, prey: int, thief: int) -> Generator[Pending]:
        yield from self._ask(prey, [("fend",), ("pay",)])
        if self.answer == ("fend",) and (yield from self._claims(prey, "lady")):
            return
        if self.hands[prey] and not self._over():
            some = min(2, self.coins[prey])
            self.coins[prey] -= some
            self.coins[thief] += some

    def _claims(self, seat: int, role: str) -> Generator[Pending, None, bool]:
        """Whether what is claimed happens."""
        for other in self._others(seat):
            yield from self._ask(other, [("doubt",), ("trust",)])
            if self.answer == ("trust",):
                continue
            proof = min((mask for mask in self.hands[seat] if mask.startswith(role)), default=None)
            if proof is None:
                yield from self._loses(seat)
                return False
            self.hands[seat].remove(proof)
            self.pile.append(proof)
            yield Chance("shuffle", "pile")
            self.hands[seat].append(self.pile.pop(0))
            yield from self._loses(other)
            return not self._over()
        return True

    def _loses(self, seat: int) -> Generator[Pending]:
        yield from self._ask(seat, [("lose", mask) for mask in sorted(self.hands[seat], key=MASKS.index)])
        self.hands[seat].remove(str(self.answer[1]))
