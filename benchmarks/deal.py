"""A deal of thirteen tricks in plain Python: four players, no trump, the highest card of the led suit wins.

A card is 13 times its suit plus its rank from 0.
"""

from random import Random

PLAYERS = 4


def deal(rng: Random) -> list[list[int]]:
    """Thirteen cards each."""
    deck = list(range(52))
    rng.shuffle(deck)
    return [deck[13 * seat : 13 * (seat + 1)] for seat in range(PLAYERS)]


def moves(hand: list[int], led: int | None) -> list[int]:
    """The cards that may be played: those of the led suit, if there are any."""
    if led is None:
        return hand
    return [card for card in hand if card // 13 == led] or hand


def trick(hands: list[list[int]], leader: int, rng: Random) -> int:
    """Play a trick; who wins it."""
    led = None
    winner, best = leader, -1
    for step in range(PLAYERS):
        seat = (leader + step) % PLAYERS
        hand = hands[seat]
        legal = moves(hand, led)
        card = legal[int(rng.random() * len(legal))]
        hand.remove(card)
        if led is None:
            led = card // 13
        if card // 13 == led and card > best:
            winner, best = seat, card
    return winner


def play(players: int, rng: Random) -> tuple[list[int], int]:
    """Play a deal; the tricks of each seat, and the number of decisions."""
    if players != PLAYERS:
        raise ValueError(f"a deal is for {PLAYERS} players, not {players}")
    hands = deal(rng)
    tricks = [0] * PLAYERS
    leader = rng.randrange(PLAYERS)
    for _ in range(13):
        leader = trick(hands, leader, rng)
        tricks[leader] += 1
    return tricks, PLAYERS * sum(tricks)


def playouts(seed: int, games: int, players: int) -> int:
    """Play whole random deals; the number of their decisions."""
    rng = Random(seed)
    return sum(play(players, rng)[1] for _ in range(games))
