"""Games that OpenSpiel knows, too: what a move of ours is there, what chance has done, and both engines side by side.

Hearts is OpenSpiel's with all its parameters as they are by default: cards are passed, points do not go to the first
trick, the queen of spades breaks hearts, and there are no other bonuses. Quoridor is that of our tests, which OpenSpiel
ends undecided after 324 moves.
"""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, frozen

from rulewright import Game, load
from rulewright.machine.move_names import Move
from rulewright.machine.record import ChanceLine

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
WAYS = ("nowhere", "left", "across", "right")
SEATS, HAND, PASSED, MOON = 4, 13, 3, 26
DEALT = 1 + SEATS * HAND
"""So many actions of chance there are in Hearts: where cards are passed, and the deal."""


@frozen
class Known:
    """A game: its name here and there, the action that a move is in a state, those of chance before the first
    decision, and what OpenSpiel says that everybody has in the end. `world`: a state in which who decides sees what
    it sees in this one, and of what it does not see anything may be so; None where all is seen."""

    name: str
    theirs: str
    action: Callable[[Move, Any], int]
    chance: Callable[[Game], list[int]]
    returns: Callable[[Game], list[float]]
    uct: float
    world: Callable[[Any, Random], Any] | None = None


@define
class Table:
    """A game that is played at both engines."""

    known: Known
    game: Game
    state: Any

    @classmethod
    def begun(cls, known: Known, seed: int) -> "Table":
        """Our chance of this seed, in both."""
        game, state = load(known.name).fast().start(seed), importlib.import_module("pyspiel").load_game(known.theirs)
        table = cls(known, game, state.new_initial_state())
        for action in known.chance(game):
            table.state.apply_action(action)
        return table

    @property
    def seat(self) -> int:
        """Who decides."""
        return self.game.deciders[0]

    @property
    def passing(self) -> bool:
        """Whether cards are passed."""
        return self.game.moves(self.seat)[0][0] == "pass"

    def moves(self) -> dict[int, Move]:
        """Our moves by their actions. AssertionError if OpenSpiel has others, or asks somebody else."""
        moves = {self.known.action(move, self.state): move for move in self.game.moves(self.seat)}
        assert self.state.current_player() == self.seat, "both ask the same seat"
        assert self.state.legal_actions() == sorted(moves), "for the same moves"
        return moves

    def play(self, action: int) -> None:
        """Make this move. AssertionError if the game ends in only one of them, or otherwise than in the other."""
        self.game.play(self.seat, self.moves()[action])
        self.state.apply_action(action)
        assert self.state.is_terminal() == self.game.over, "both end at the same move"
        assert not self.game.over or self.state.returns() == self.known.returns(self.game), "and alike"


def _won_or_lost(game: Game) -> list[float]:
    return [(1.0 if seat in game.winners else -1.0) if game.winners else 0.0 for seat in range(2)]


def _on_nine_rows(move: Move, state: Any) -> int:
    """Rows are counted from the other side there. The middle of a fence is called by the cell to its upper left there,
    here by the one to its upper right."""
    word, where = str(move[0]), str(move[1])
    row = 10 - int(where[1:])
    if word in ("step", "jump"):
        return int(state.string_to_action(f"{where[0]}{row}"))
    return int(state.string_to_action(f"{chr(ord(where[0]) - 1)}{row}{'h' if word == 'across' else 'v'}"))


# ---- Hearts


def card_number(card: str) -> int:
    """The number of a card of ours."""
    rank, _, suit = card.partition("-of-")
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def _dealt(game: Game) -> list[int]:
    """Ours are dealt one hand after the other, theirs card by card."""
    way, deck = (line.outcome for line in game.record if isinstance(line, ChanceLine))
    return [WAYS.index(way), *(card_number(deck[HAND * seat + at]) for at in range(HAND) for seat in range(SEATS))]


def hearts_world(state: Any, rng: Random) -> Any:
    """Cards that who decides has not seen are dealt anew, with nobody getting a suit that he did not follow; what
    others have passed to others is any of their cards.

    OpenSpiel can do that, too (`resample_from_infostate`), but forgets who did not follow. While cards are passed it
    makes states that cannot be, and random games from them end the process: there whoever has passed to who decides
    has passed what he did, also where these cards have been dealt to another.
    """
    history, seat = state.history(), state.current_player()
    way, begun = history[0], DEALT + (SEATS * PASSED if history[0] else 0)
    hands = [history[1 + each : DEALT : SEATS] for each in range(SEATS)]
    given = [history[DEALT:begun][PASSED * each : PASSED * (each + 1)] for each in range(SEATS)]
    of_others = [each for each in range(SEATS) if each != seat]
    if len(history) < begun:  # cards are being passed, and nobody has seen any other's
        hands = _filled([hands[seat] if each == seat else [] for each in range(SEATS)], [set()] * SEATS, rng)
        given = [given[seat] if each == seat else rng.sample(hands[each], len(given[each])) for each in range(SEATS)]
        return _told(state, way, hands, [card for cards in given for card in cards])
    sure, lacks = _shown(state, history[:begun], history[begun:])
    sure[seat] = [*({*hands[seat]} - {*given[seat]}), *given[seat - way]] if way else hands[seat]
    got = (seat + way) % SEATS
    sure[got] = list({*sure[got], *given[seat]})
    hands = _filled(sure, lacks, rng)
    if way:
        for each in of_others:
            if (each + way) % SEATS != seat:
                given[each] = rng.sample(hands[(each + way) % SEATS], PASSED)
        hands = [[*({*hands[each]} - {*given[each - way]}), *given[each]] for each in range(SEATS)]
    return _told(state, way, hands, [*(card for cards in given for card in cards), *history[begun:]])


def _shown(state: Any, before: list[int], played: list[int]) -> tuple[list[list[int]], list[set[int]]]:
    """The cards that each seat has played, and the suits that it did not follow."""
    again, shown, lacks, led = state.get_game().new_initial_state(), [[] for _ in range(SEATS)], _nothing(), 0
    for action in before:
        again.apply_action(action)
    for at, card in enumerate(played):
        led = led if at % SEATS else card % len(SUITS)
        if card % len(SUITS) != led:
            lacks[again.current_player()].add(led)
        shown[again.current_player()].append(card)
        again.apply_action(card)
    return shown, lacks


def _nothing() -> list[set[int]]:
    return [set() for _ in range(SEATS)]


def _filled(sure: list[list[int]], lacks: list[set[int]], rng: Random) -> list[list[int]]:
    """Hands with these cards and, at random, those that nobody is sure to have."""
    rest = sorted({*range(SEATS * HAND)}.difference(*sure))
    while True:
        rng.shuffle(rest)
        hands = [list(cards) for cards in sure]
        for card in sorted(rest, key=lambda card: -sum(card % len(SUITS) in suits for suits in lacks)):
            room = [0 if card % len(SUITS) in lacks[each] else HAND - len(hands[each]) for each in range(SEATS)]
            if not any(room):
                break
            hands[rng.choices(range(SEATS), room)[0]].append(card)
        else:
            return hands


def _told(state: Any, way: int, hands: list[list[int]], actions: list[int]) -> Any:
    """A state with these hands after these actions."""
    world = state.get_game().new_initial_state()
    for action in (way, *(hands[seat][at] for at in range(HAND) for seat in range(SEATS)), *actions):
        world.apply_action(action)
    return world


KNOWN = {
    "connect-four": Known(
        "connect-four",
        "connect_four",
        lambda move, _: "abcdefg".index(str(move[1])[-1]),
        lambda _: [],
        _won_or_lost,
        2.0,
    ),
    "hearts": Known(
        "hearts",
        "hearts",
        lambda move, _: card_number(str(move[1])),
        _dealt,
        lambda game: [float(MOON - points) for points in game.scores],
        float(MOON),
        hearts_world,
    ),
    "quoridor": Known("tests/games/quoridor.rules", "quoridor", _on_nine_rows, lambda _: [], _won_or_lost, 2.0),
}
