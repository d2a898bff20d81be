"""Aurum: a plain engine written from the specification alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .oracle import Chance, Decide, End, Move, Pending

SUITS = ("bismuth", "phosphorus", "zinc", "copper", "silver")
SUITS_OF_THREE = ("bismuth", "phosphorus", "zinc", "silver")
GOLD_COPIES = {0: 4, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}  # by rank

SUIT = {f"{suit}-{rank}": suit for suit in SUITS for rank in range(1, 11)}
RANK = {f"{suit}-{rank}": rank for suit in SUITS for rank in range(1, 11)}
GOLD_RANK = {f"gold-{rank}": rank for rank in GOLD_COPIES}
GOLD_VALUE = {
    "gold-0": 0,
    "gold-1": 1,
    "gold-2": 1,
    "gold-3": 1,
    "gold-4": 2,
    "gold-5": 2,
    "gold-6": 2,
    "gold-7": 3,
    "gold-8": 3,
}

HAND_SIZE = 12
NUGGETS_TO_WIN = 2
ROUNDS_OF_TOTAL_SCORE = 3
NO_GOLD = -1


@dataclass(frozen=True)
class RoundRecord:
    """How a round went; the lists are indexed by side."""

    round: int
    start: int
    end: str  # exhausted, no-lead, no-card, kept-gold
    by: int | None  # the seat that could not or would not play
    prediction: list[int]
    tricks: list[int]
    prediction_points: list[int]
    gold_points: list[int]
    score: list[int]
    exact: list[bool]
    best_gold: list[int]
    winners: list[int]


def base_metals(players: int) -> list[str]:
    """The base metal cards in use."""
    if players == 3:
        return [f"{suit}-{rank}" for suit in SUITS_OF_THREE for rank in range(1, 10)]
    return list(RANK)


def gold_cards(players: int, no_zero_gold: bool) -> list[str]:
    """The gold cards in use."""
    copies = dict(GOLD_COPIES)
    if players == 3:
        del copies[8]
    if no_zero_gold:
        del copies[0]
    return [f"gold-{rank}" for rank, count in copies.items() for _ in range(count)]


def prediction_points(prediction: int, tricks: int) -> int:
    """The points for a prediction."""
    if tricks < prediction:
        return 0
    return 2 * prediction if tricks == prediction else prediction


def round_winners(scores: list[int], exact: list[bool], best_gold: list[int]) -> list[int]:
    """The sides that win a round."""
    sides = [side for side, score in enumerate(scores) if score == max(scores)]
    sides = [side for side in sides if exact[side]] or sides
    best = max(best_gold[side] for side in sides)
    return [side for side in sides if best_gold[side] == best]


class Aurum:
    """A game of Aurum."""

    def __init__(self, players: int, options: Mapping[str, str | int | bool]) -> None:
        if players not in (3, 4):
            raise ValueError(f"Aurum is for 3 or 4 players, not {players}")
        if not set(options) <= {"no-zero-gold", "total-score"}:
            raise ValueError(f"not all of these are options of Aurum: {list(options)}")
        self.players = players
        self.sides = 3 if players == 3 else 2
        self.no_zero_gold = _is_on(options, "no-zero-gold")
        self.total_score = _is_on(options, "total-score")
        self.phase = "pick"  # pick, deal, predict, change-window, trick, over
        self.start = 0  # the start player of the round
        self.leader = 0
        self.player = 0  # the player in turn in a trick
        self.waiting: list[int] = []  # seats to predict, or to be asked in the window
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.predictions: list[str | None] = [None] * players
        self.collections: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[list[str]]] = [[] for _ in range(players)]
        self.trick: list[tuple[int, str]] = []
        self.supply: list[str] = []
        self.remainder: list[str] = []
        self.discard: list[str] = []
        self.nuggets = [0] * self.sides
        self.points = [0] * self.sides
        self.history: list[RoundRecord] = []

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        if self.phase == "pick":
            return Chance("pick", "start-player")
        if self.phase == "deal":
            return Chance("shuffle", "base-metals")
        if self.phase == "over":
            return End()
        return Decide(self._awaited())

    def chance(self, outcome: str | int | list[str]) -> None:
        """Take the start player or the shuffled base metals."""
        if self.phase == "pick":
            if not isinstance(outcome, int) or not 0 <= outcome < self.players:
                raise ValueError(f"{outcome} is not a seat")
            self.start = outcome
            self.phase = "deal"
        elif self.phase == "deal":
            metals = Counter(base_metals(self.players))
            if not isinstance(outcome, list) or Counter(outcome) != metals:
                raise ValueError("these are not the base metals in use")
            self._deal(outcome)
        else:
            raise ValueError("no chance event is pending")

    def legal(self, seat: int) -> list[Move]:
        """All legal moves of a seat, without repeats."""
        if seat not in self._awaited():
            return []
        if self.phase == "predict":
            return [("predict", card) for card in self.hands[seat]]
        if self.phase == "change-window":
            return self._window_moves(seat)
        return self._trick_moves(seat)

    def play(self, seat: int, move: Move) -> None:
        """Make a move."""
        if move not in self.legal(seat):
            raise ValueError(f"{move} is not legal for seat {seat}")
        match move:
            case ("predict", str(card)):
                self._predict(seat, card)
            case ("change-prediction", str(gold), int(whose), str(card)):
                self._change_prediction(seat, gold, whose, card)
                self._next_in_window()
            case ("keep-prediction",):
                self._next_in_window()
            case ("play", str(card)):
                self.hands[seat].remove(card)
                self._add_to_trick(seat, card)
            case ("play-gold", str(gold)):
                self.collections[seat].remove(gold)
                self._add_to_trick(seat, gold)
            case ("end-round",):
                self._end_round("kept-gold", seat)

    def scores(self) -> list[int]:
        """The score of every seat: nuggets, or the sum of points."""
        by_side = self.points if self.total_score else self.nuggets
        return [by_side[self.side(seat)] for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats whose side has won."""
        scores = self.scores()
        needed = max(scores) if self.total_score else NUGGETS_TO_WIN
        return [seat for seat, score in enumerate(scores) if score >= needed]

    def side(self, seat: int) -> int:
        """The side a seat belongs to."""
        return seat % self.sides

    def begin_trick(self) -> None:
        """End the round if the leader has no card, or else open the change window."""
        self.trick = []
        if not self.hands[self.leader]:
            if any(self.hands):
                self._end_round("no-lead", self.leader)
            else:
                self._end_round("exhausted", None)
            return
        self.phase = "change-window"
        self.waiting = [seat for seat in self._clockwise(self.leader) if self.collections[seat] and self.hands[seat]]
        if not self.waiting:
            self._begin_lead()

    def _awaited(self) -> tuple[int, ...]:
        """The seats that have a decision to make."""
        if self.phase == "predict" and self.players == 3:
            return tuple(sorted(self.waiting))
        if self.phase in ("predict", "change-window"):
            return (self.waiting[0],)
        if self.phase == "trick":
            return (self.player,)
        return ()

    def _clockwise(self, first: int) -> list[int]:
        """All seats, clockwise."""
        return [(first + step) % self.players for step in range(self.players)]

    def _deal(self, metals: list[str]) -> None:
        """Set up a round."""
        self.piles = [[] for _ in range(self.players)]
        self.predictions = [None] * self.players
        self.trick = []
        self.discard = []
        self.supply = gold_cards(self.players, self.no_zero_gold)
        self.collections = [[] for _ in range(self.players)]
        for packet, seat in enumerate(self._clockwise(self.start)):
            self.hands[seat] = metals[packet * HAND_SIZE : (packet + 1) * HAND_SIZE]
            if not self.no_zero_gold:
                self.supply.remove("gold-0")
                self.collections[seat].append("gold-0")
        self.remainder = metals[self.players * HAND_SIZE :]
        self.phase = "predict"
        self.waiting = self._clockwise(self.start)

    def _predict(self, seat: int, card: str) -> None:
        """Place a prediction; after the last one the start player leads."""
        self.hands[seat].remove(card)
        self.predictions[seat] = card
        self.waiting.remove(seat)
        if not self.waiting:
            self.leader = self.start
            self.begin_trick()

    def _window_moves(self, seat: int) -> list[Move]:
        """The moves of a seat in the change window."""
        owners = [seat] if self.players == 3 else [seat, (seat + 2) % 4]
        moves: list[Move] = [("keep-prediction",)]
        moves += [
            ("change-prediction", gold, whose, card)
            for gold in dict.fromkeys(self.collections[seat])
            for whose in owners
            for card in self.hands[seat]
        ]
        return moves

    def _change_prediction(self, seat: int, gold: str, whose: int, card: str) -> None:
        """Pay gold to exchange a prediction with a hand card of the payer."""
        self.collections[seat].remove(gold)
        self.supply.append(gold)
        self.hands[seat].remove(card)
        old = self.predictions[whose]
        if old is not None:
            self.hands[seat].append(old)
        self.predictions[whose] = card

    def _next_in_window(self) -> None:
        """Ask the next player in the window, or let the leader lead."""
        self.waiting.pop(0)
        if not self.waiting:
            self._begin_lead()

    def _begin_lead(self) -> None:
        """Let the leader play."""
        self.phase = "trick"
        self.player = self.leader

    def _playable(self, seat: int) -> list[str]:
        """The base metals of a hand whose suits are not in the trick."""
        taken = {SUIT[card] for _, card in self.trick if card in SUIT}
        return [card for card in self.hands[seat] if SUIT[card] not in taken]

    def _trick_moves(self, seat: int) -> list[Move]:
        """The moves of the player in turn in a trick."""
        metals = self._playable(seat)
        moves: list[Move] = [("play", card) for card in metals]
        if self.trick:
            moves += [("play-gold", gold) for gold in dict.fromkeys(self.collections[seat])]
            if not metals:
                moves.append(("end-round",))
        return moves

    def _add_to_trick(self, seat: int, card: str) -> None:
        """Add a card to the trick and go on."""
        self.trick.append((seat, card))
        if len(self.trick) == self.players:
            self._resolve()
            return
        self.player = (seat + 1) % self.players
        if not self._playable(self.player) and not self.collections[self.player]:
            self._end_round("no-card", self.player)

    def _resolve(self) -> None:
        """Find the next leader and the winner of a complete trick and clear it."""
        metals = [(seat, card) for seat, card in self.trick if card in RANK]
        golds = [(seat, card) for seat, card in self.trick if card in GOLD_RANK]
        lowest = min(RANK[card] for _, card in metals)
        self.leader = _last_of_rank(metals, RANK, lowest)
        earned = f"gold-{lowest}"
        if earned in self.supply:
            self.supply.remove(earned)
            self.collections[self.leader].append(earned)
        self.piles[self._winner(metals, golds)].append([card for _, card in metals])
        self.supply += [card for _, card in golds]
        self.begin_trick()

    def _winner(self, metals: list[tuple[int, str]], golds: list[tuple[int, str]]) -> int:
        """The seat that wins a trick."""
        if golds:
            return _last_of_rank(golds, GOLD_RANK, max(GOLD_RANK[card] for _, card in golds))
        return _last_of_rank(metals, RANK, max(RANK[card] for _, card in metals))

    def _end_round(self, end: str, by: int | None) -> None:
        """Discard an unfinished trick and score the round."""
        self.discard += [card for _, card in self.trick]
        self.trick = []
        record = self._score(end, by)
        self.history.append(record)
        for side in range(self.sides):
            self.points[side] += record.score[side]
            if side in record.winners and not self.total_score:
                self.nuggets[side] += 1
        if self._is_over():
            self.phase = "over"
        else:
            self.start = (self.start + 1) % self.players
            self.phase = "deal"

    def _is_over(self) -> bool:
        """Whether the game ends after this round."""
        if self.total_score:
            return len(self.history) == ROUNDS_OF_TOTAL_SCORE
        return max(self.nuggets) >= NUGGETS_TO_WIN

    def _score(self, end: str, by: int | None) -> RoundRecord:
        """The result of the round."""
        prediction = [0] * self.sides
        tricks = [0] * self.sides
        gold_points = [0] * self.sides
        best_gold = [NO_GOLD] * self.sides
        for seat in range(self.players):
            side = self.side(seat)
            prediction[side] = max(prediction[side], self._predicted(seat))
            tricks[side] += len(self.piles[seat])
            for gold in self.collections[seat]:
                gold_points[side] += GOLD_VALUE[gold]
                best_gold[side] = max(best_gold[side], GOLD_RANK[gold])
        points = [prediction_points(*pair) for pair in zip(prediction, tricks, strict=True)]
        score = [sum(pair) for pair in zip(points, gold_points, strict=True)]
        exact = [wanted == won for wanted, won in zip(prediction, tricks, strict=True)]
        return RoundRecord(
            round=len(self.history) + 1,
            start=self.start,
            end=end,
            by=by,
            prediction=prediction,
            tricks=tricks,
            prediction_points=points,
            gold_points=gold_points,
            score=score,
            exact=exact,
            best_gold=best_gold,
            winners=round_winners(score, exact, best_gold),
        )

    def _predicted(self, seat: int) -> int:
        """The rank of the prediction card of a seat."""
        card = self.predictions[seat]
        return RANK[card] if card is not None else 0


def _is_on(options: Mapping[str, str | int | bool], name: str) -> bool:
    """Whether a yes/no option is on."""
    value = options.get(name, False)
    if value in (True, "yes", "true"):
        return True
    if value in (False, "no", "false"):
        return False
    raise ValueError(f"{value} is not a value of {name}")


def _last_of_rank(cards: list[tuple[int, str]], ranks: Mapping[str, int], rank: int) -> int:
    """The seat that played the last card of a rank."""
    return [seat for seat, card in cards if ranks[card] == rank][-1]
