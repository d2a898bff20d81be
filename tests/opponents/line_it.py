"""Line-it: go on in small steps from one end to the other, keep two cards for later, cash in when a bet is just won or
nothing fits any more."""

from rulewright import Move
from tests.opponents.sight import Sight

NEAR, NEVER = 15, 99
STEP = 12
"""How far it goes from one card of a row to the next, about."""
COLORS = "yellow", "red", "blue", "green"


def line_it(sight: Sight, moves: list[Move]) -> Move:
    row = sight.names("row", sight.me)
    numbers = [number for number in map(_number, row) if number]
    bet = next((card for card in row if not _number(card)), None)
    if bet and len(row) - 1 - row.index(bet) == _value(bet) and ("cash-in",) in moves:
        return ("cash-in",)
    rising = numbers[-1] > numbers[0] if len(numbers) > 1 else bool(numbers) and numbers[0] <= 50
    room = 100 if not numbers else 100 - numbers[-1] if rising else numbers[-1] - 1

    def gap(card: str) -> int:
        """How much of the row is used up by a card, less what it wins."""
        number = _number(card)
        if not number:
            return 0 if not bet and room >= STEP * _value(card) else NEVER
        color = COLORS[number % 4]
        jackpot = len(sight.names("jackpot", color)) if _colors(numbers).count(color) == 2 else 0
        gap = min(number, 101 - number) if not numbers else number - numbers[-1] if rising else numbers[-1] - number
        return (gap if gap > 0 else NEVER) - STEP * jackpot

    onward = [move for move in moves if move[0] == "play-hand" or move[2:] == ("row",)]
    best = min(onward, key=lambda move: gap(str(move[1])), default=None)
    if best and gap(str(best[1])) <= NEAR:
        return best
    if ("end-turn",) in moves:
        return ("end-turn",)
    kept = [move for move in moves if move[2:] == ("hand",)]
    if kept:
        return min(kept, key=lambda move: gap(str(move[1])) if _number(str(move[1])) else NEVER + 1)
    if len(numbers) > 3 and not bet and ("cash-in",) in moves:
        return ("cash-in",)
    taken = [move for move in onward if move[0] == "take"] or [move for move in moves if move[0] == "take"]
    return min(taken or moves, key=lambda move: gap(str(move[1])))


def _number(card: str) -> int:
    """The number of a card, of a challenge 0."""
    return int(card.removeprefix("number-")) if card.startswith("number") else 0


def _value(challenge: str) -> int:
    return int(challenge[-1])


def _colors(numbers: list[int]) -> list[str]:
    return [COLORS[number % 4] for number in numbers]
