"""Aurum: a plain engine written from the specification alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from .scripted import Move, Options, Script, Scripted, distinct

SUITS = ("bismuth", "phosphorus", "zinc", "copper", "silver")
SUITS_OF_THREE = ("bismuth", "phosphorus", "zinc", "silver")
GOLD_COPIES = {0: 4, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}  # by rank

SUIT = {f"{suit}-{rank}": suit for suit in SUITS for rank in range(1, 11)}
RANK = {f"{suit}-{rank}": rank for suit in SUITS for rank in range(1, 11)}
GOLD_RANK = {f"gold-{rank}": rank for rank in GOLD_COPIES}
GOLD_VALUE = {f"gold-{rank}": value for rank, value in enumerate((0, 1, 1, 1, 2, 2, 2, 3, 3))}

HAND_SIZE = 12
NUGGETS_TO_WIN = 2
ROUNDS_OF_TOTAL_SCORE = 3
NO_GOLD = -1


def prediction_points(prediction: int, tricks: int) -> int:
    return prediction * ((tricks >= prediction) + (tricks == prediction))


def round_winners(scores: list[int], exact: list[bool], best_gold: list[int]) -> list[int]:
    """The sides that win a round."""
    sides = [side for side, score in enumerate(scores) if score == max(scores)]
    sides = [side for side in sides if exact[side]] or sides
    best = max(best_gold[side] for side in sides)
    return [side for side in sides if best_gold[side] == best]


class Aurum(Scripted):
    """A game of Aurum."""

    COUNTS, OPTIONS = (3, 4), ("no-zero-gold", "total-score")

    def __init__(self, players: int, options: Options) -> None:
        super().__init__(players, options)
        self.sides = 3 if players == 3 else 2
        self.no_zero_gold, self.total_score = self.switch("no-zero-gold"), self.switch("total-score")
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.predictions: dict[int, str] = {}
        self.collections: list[list[str]] = [[] for _ in range(players)]
        self.tricks = [0] * players  # won in this round
        self.trick: list[tuple[int, str]] = []
        self.supply: list[str] = []
        self.nuggets = [0] * self.sides
        self.points = [0] * self.sides
        self.run(self._game())

    def scores(self) -> list[int]:
        """The score of every seat: nuggets, or the sum of points."""
        by_side = self.points if self.total_score else self.nuggets
        return [by_side[seat % self.sides] for seat in range(self.players)]

    def winners(self) -> list[int]:
        scores = self.scores()
        needed = max(scores) if self.total_score else NUGGETS_TO_WIN
        return [seat for seat, score in enumerate(scores) if score >= needed]

    def _game(self) -> Script[None]:
        """Rounds until the game is over; the start player moves on clockwise."""
        start = yield from self._pick("start-player", list(range(self.players)), "pick")
        rounds = 0
        while rounds < ROUNDS_OF_TOTAL_SCORE if self.total_score else max(self.nuggets) < NUGGETS_TO_WIN:
            yield from self._round((start + rounds) % self.players)
            rounds += 1

    def _round(self, start: int) -> Script[None]:
        """Deal, let everybody predict, and play tricks until one cannot be led or finished."""
        fewer = [f"{suit}-{rank}" for suit in SUITS_OF_THREE for rank in range(1, 10)]
        metals = yield from self._shuffle("base-metals", fewer if self.players == 3 else list(RANK))
        self.tricks = [0] * self.players
        low, high = int(self.no_zero_gold), 7 if self.players == 3 else 8
        self.supply = [f"gold-{rank}" for rank in range(low, high + 1) for _ in range(GOLD_COPIES[rank])]
        self.collections = [[] for _ in range(self.players)]
        for packet, seat in enumerate(self.clockwise(start)):
            self.hands[seat] = metals[packet * HAND_SIZE : (packet + 1) * HAND_SIZE]
            if not self.no_zero_gold:
                self.supply.remove("gold-0")
                self.collections[seat].append("gold-0")
        yield from self._predict(start)
        leader: int | None = start
        while leader is not None and self.hands[leader]:
            yield from self._change_window(leader)
            leader = yield from self._trick(leader)
        self._score()

    def _predict(self, start: int) -> Script[None]:
        """Three players place their predictions at once, four one after the other."""
        waiting = self.clockwise(start)
        while waiting:
            asked = waiting if self.players == 3 else waiting[:1]
            moves: dict[int, list[Move]] = {seat: [("predict", card) for card in self.hands[seat]] for seat in asked}
            seat, move = yield from self._ask_any(moves)
            self.hands[seat].remove(str(move[1]))
            self.predictions[seat] = str(move[1])
            waiting.remove(seat)

    def _change_window(self, leader: int) -> Script[None]:
        """Let everybody who has gold and a card pay for exchanging a prediction with a card of the hand."""
        for seat in self.clockwise(leader):
            if self.collections[seat] and self.hands[seat]:
                match (yield from self._ask(seat, self._window_moves(seat))):
                    case (_, str(gold), int(whose), str(card)):
                        self.collections[seat].remove(gold)
                        self.supply.append(gold)
                        self.hands[seat].remove(card)
                        self.hands[seat].append(self.predictions[whose])
                        self.predictions[whose] = card

    def _trick(self, leader: int) -> Script[int | None]:
        """Play a trick; who leads the next one, None if it ends the round."""
        self.trick = []
        for seat in self.clockwise(leader):
            if not self._playable(seat) and not self.collections[seat]:
                return None
            match (yield from self._ask(seat, self._trick_moves(seat))):
                case ("play", str(card)):
                    self.hands[seat].remove(card)
                    self.trick.append((seat, card))
                case ("play-gold", str(gold)):
                    self.collections[seat].remove(gold)
                    self.trick.append((seat, gold))
                case _:
                    return None
        return self._resolve()

    def _window_moves(self, seat: int) -> list[Move]:
        owners = [seat] if self.players == 3 else [seat, (seat + 2) % 4]
        ways = product(distinct(self.collections[seat]), owners, self.hands[seat])
        return [("keep-prediction",), *(("change-prediction", *way) for way in ways)]

    def _playable(self, seat: int) -> list[str]:
        """The base metals of a hand whose suits are not in the trick."""
        taken = {SUIT[card] for _, card in self.trick if card in SUIT}
        return [card for card in self.hands[seat] if SUIT[card] not in taken]

    def _trick_moves(self, seat: int) -> list[Move]:
        metals = self._playable(seat)
        moves: list[Move] = [("play", card) for card in metals]
        if self.trick:
            moves += [("play-gold", gold) for gold in distinct(self.collections[seat])]
            if not metals:
                moves.append(("end-round",))
        return moves

    def _resolve(self) -> int:
        """Give a complete trick to its winner and its gold to the next leader; who that is."""
        metals = [(seat, card) for seat, card in self.trick if card in RANK]
        golds = [(seat, card) for seat, card in self.trick if card in GOLD_RANK]
        lowest = min(RANK[card] for _, card in metals)
        leader = _last_of_rank(metals, RANK, lowest)
        earned = f"gold-{lowest}"
        if earned in self.supply:
            self.supply.remove(earned)
            self.collections[leader].append(earned)
        ranks, cards = (GOLD_RANK, golds) if golds else (RANK, metals)
        self.tricks[_last_of_rank(cards, ranks, max(ranks[card] for _, card in cards))] += 1
        self.supply += [card for _, card in golds]
        return leader

    def _score(self) -> None:
        prediction, tricks, gold_points = ([0] * self.sides for _ in range(3))
        best_gold = [NO_GOLD] * self.sides
        for seat in range(self.players):
            side = seat % self.sides
            prediction[side] = max(prediction[side], RANK[self.predictions[seat]])
            tricks[side] += self.tricks[seat]
            for gold in self.collections[seat]:
                gold_points[side] += GOLD_VALUE[gold]
                best_gold[side] = max(best_gold[side], GOLD_RANK[gold])
        points = [prediction_points(*pair) for pair in zip(prediction, tricks, strict=True)]
        score = [sum(pair) for pair in zip(points, gold_points, strict=True)]
        exact = [wanted == won for wanted, won in zip(prediction, tricks, strict=True)]
        self.points = [sum(pair) for pair in zip(self.points, score, strict=True)]
        for side in round_winners(score, exact, best_gold):
            self.nuggets[side] += 1


def _last_of_rank(cards: list[tuple[int, str]], ranks: Mapping[str, int], rank: int) -> int:
    """The seat that played the last card of a rank."""
    return [seat for seat, card in cards if ranks[card] == rank][-1]
