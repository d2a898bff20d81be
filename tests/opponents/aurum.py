"""Aurum: predict a little less than the high cards promise, then take tricks while some are missing, and keep out of
others, with cards so low that they earn gold."""

from rulewright import Move
from tests.opponents.sight import Sight

LATE = 4
"""With so many cards in hand it is clear enough how many tricks there will be."""
VALUES = 0, 1, 1, 1, 2, 2, 2, 3, 3
"""Of gold, by rank."""


def aurum(sight: Sight, moves: list[Move]) -> Move:
    side, left = mates(sight), len(sight.names("hand", sight.me))
    others = len(sight.others)
    promised = sum((rank(card) / (8 + others)) ** others for card in sight.names("hand", sight.me))
    promised += left / 4 if len(side) > 1 else 0
    won = sum(sight.value("won", mate) for mate in side)
    forecast = [rank(card) for mate in side for card in sight.names("forecast", mate)]
    missing = max(forecast, default=0) - won
    if moves[0][0] == "predict":  # lower than this is safe; of a team the higher one counts
        return min(moves, key=lambda move: abs(rank(move[1]) - promised) + 2 * (rank(move[1]) > promised))
    if moves[0][0] == "keep-prediction":
        best = max(moves, key=lambda move: points(sight, side, move, round(won + promised)))
        return best if left <= LATE else moves[0]
    return played(sight, moves, missing, left)


def points(sight: Sight, side: list[str], move: Move, tricks: int) -> int:
    """What a round will bring with so many tricks, once a prediction was kept or changed."""
    forecast = {mate: rank(card) for mate in side for card in sight.names("forecast", mate)}
    paid = 0
    if move[0] == "change-prediction":
        forecast[str(move[2])], paid = rank(move[3]), 1 + VALUES[rank(move[1])]
    predicted = max(forecast.values())
    return (0 if tricks < predicted else predicted * (1 + (tricks == predicted))) - paid


def played(sight: Sight, moves: list[Move], missing: int, left: int) -> Move:
    """A card for the trick, or the end of the round."""
    trick = sight.names("trick")
    gold = max((rank(card) for card in trick if card.startswith("gold")), default=-1)
    highest = max((rank(card) for card in trick), default=0)
    lowest = min((rank(card) for card in trick if not card.startswith("gold")), default=10)
    last = len(trick) == len(sight.others)
    metals = [move for move in moves if move[0] == "play"]
    coins = sorted((move for move in moves if move[0] == "play-gold"), key=lambda move: rank(move[1]))
    winning = [move for move in metals if gold < 0 and rank(move[1]) >= highest]
    if missing > 0 and winning:
        return (min if last else max)(winning, key=lambda move: rank(move[1]))
    strong = [move for move in coins if rank(move[1]) >= gold]
    if strong and (missing > 0 if not metals else missing >= left // 2 > 0):
        return strong[0]
    if not metals:
        return moves[-1] if moves[-1][0] == "end-round" else coins[0]
    supply = sight.names("supply")

    def thrown(move: Move) -> tuple[bool, int, int]:
        """Rather a card that loses, one that earns gold, and one that would win another trick that is not wanted."""
        number = rank(move[1])
        earned = VALUES[number] if number <= lowest and f"gold-{number}" in supply else 0
        return move not in winning or (not trick and missing > 0), earned, number if missing <= 0 else -number

    return max(metals, key=thrown)


def mates(sight: Sight) -> list[str]:
    """The seats of the own side."""
    return [sight.me, *sight.others[1:2]] if len(sight.others) == 3 else [sight.me]


def rank(card: object) -> int:
    return int(str(card).split("-")[1])
