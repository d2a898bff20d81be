"""Biblios: keep what is worth most, gather where there is something already, bid no more than a card is worth nor than
there is gold, and turn the dice to where the own cards lie."""

from rulewright import Move
from tests.opponents.sight import Sight

CATEGORIES = "pigments", "monks", "forbidden-tomes", "holy-books", "manuscripts"
TOTALS = dict(zip(CATEGORIES, (25, 25, 11, 11, 11), strict=True))
GOOD, FAIR, CHURCH = 0.45, 0.3, 0.3
PRICE = 8
"""So much gold a worth of 1 is worth."""


def biblios(sight: Sight, moves: list[Move]) -> Move:
    match moves[0][0]:
        case "keep" | "to-auction" | "to-public":
            card = worth(sight, sight.names("drawn", sight.me)[0])
            first = "keep" if card >= GOOD else "to-auction" if card >= FAIR else "to-public"
            wanted = first, "to-public", "to-auction", "keep"
            return min(moves, key=lambda move: wanted.index(str(move[0])))
        case "take":
            return max(moves, key=lambda move: worth(sight, str(move[1])))
        case "church":
            best = max(moves, key=lambda move: gained(sight, move))
            return best if gained(sight, best) > 0 else ("decline",)
        case "bid":
            return moves[0] if int(moves[0][1]) <= price(sight) else ("pass",)
        case "pay":
            return min(moves, key=lambda move: sum(n * int(m) for n, m in enumerate(move[1:], 1)) or 99)
        case _:
            return min(moves, key=lambda move: worth(sight, str(move[1])) if move[0] == "discard" else 99)


def worth(sight: Sight, card: str) -> float:
    """What a card is worth: of its die the share that it brings, more where there are others of its category."""
    if card.startswith("church"):
        return CHURCH
    if card.startswith("gold"):
        return int(card[-1]) / 6
    category = kind(card)
    share: float = value(card) / TOTALS[category] * sight.value("die", category)
    return share * (1 + min(1, 3 * held(sight, category) / TOTALS[category]))


def price(sight: Sight) -> float:
    """How much to bid at most: for gold as many cards as are worth little, otherwise gold, in the end all of it."""
    [lot] = sight.names("lot")
    hand = sight.names("hand", sight.me)
    if lot.startswith("gold"):
        return min(int(lot[-1]), sum(worth(sight, card) < worth(sight, lot) / 2 for card in hand))
    gold = sum(int(card[-1]) for card in hand if card.startswith("gold"))
    return min(gold, max(PRICE * worth(sight, lot), gold / (1 + sight.size("auction"))))


def gained(sight: Sight, move: Move) -> float:
    """What the steps of a church card bring: dice up where the seat has more than its part, down where it has less."""
    fair = 1 / (1 + len(sight.others))
    steps = [str(step) for step in move[1:] if not str(step).startswith("white")]
    return sum(int(step[-2:]) * (held(sight, step[:-2]) / TOTALS[step[:-2]] - fair) for step in steps)


def held(sight: Sight, category: str) -> int:
    return sum(value(card) for card in sight.names("hand", sight.me) if kind(card) == category)


def kind(card: str) -> str:
    """The category of a card; "gold" of gold."""
    return card.rsplit("-", 2)[0]


def value(card: str) -> int:
    return int(card.split("-")[-2])
