"""Whole zones that change places at once, beside lists that are turned by hand; and what is told of it."""

import random

import pytest

from rulewright import Game, RulesFault
from tests.made.loading import loaded

DRAFT = """game "Draft" "Keep one, hand the rest on"
    players 2..5
component card, called "card-{rank}": rank 1..30
    1 of any
there is
    deck: pile of card
each player has
    hand: hand of card
    stock: pile of card
    kept: row of card, face up or down
setup:
    move all box to deck
    shuffle the deck
    each player:
        move 4 from the deck to your hand
        move 1 from the deck to your stock
play:
    repeat 2 times:
        each player at once: choose keep
        each player at once: move all your hand to your left's hand
    each player at once: move all your kept to your right's right's kept
    ask players's first: choose trade
action keep "Keep a card":
    pick card from your hand
    move card to your kept face down
action trade "Exchange everything with somebody":
    pick other from your others
    swap your hand and other's hand
    swap other's stock and your stock
    swap your kept and your kept
scoring:
    score of player: 0
    winners: nobody
"""


def ranks(game: Game, name: str) -> list[list[int]]:
    """The ranks in a zone of each seat, in order, whatever anybody sees."""
    zone = next(each for each in game.rules.program.zones if each.name == name)
    pieces = game.entered().zones.pieces
    return [[kind + 1 for kind, _ in pieces(zone.zone, seat)] for seat in range(game.rules.players)]


def turned(zones: list[list[int]], by: int) -> list[list[int]]:
    """Each zone goes so many seats to the left."""
    return [zones[(seat - by) % len(zones)] for seat in range(len(zones))]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hands_go_round_as_lists_do(players: int) -> None:
    rules = loaded(DRAFT, players)
    for seed in range(4):
        game, rng = rules.start(seed=seed), random.Random(seed)
        hands, kept = ranks(game, "hand"), [[] for _ in range(players)]
        stocks = ranks(game, "stock")
        for _ in range(2):
            for seat in rng.sample(range(players), players):
                move = rng.choice(game.moves(seat))
                game.play(seat, move)
                taken = int(str(move[1]).removeprefix("card-"))
                hands[seat].remove(taken)
                kept[seat].append(taken)
            hands = turned(hands, 1)
        kept = turned(kept, -2)
        assert (ranks(game, "hand"), ranks(game, "kept")) == (hands, kept)
        assert {piece.name for zone in game.view(0).zones if zone.name == "kept" for piece in zone.pieces or ()} == {
            "?"
        }
        other = rng.randrange(1, players)
        game.play(0, ("trade", rules.core.seat_names[other]))
        for zones in (hands, stocks):
            zones[0], zones[other] = zones[other], zones[0]
        assert (ranks(game, "hand"), ranks(game, "stock"), ranks(game, "kept")) == (hands, stocks, kept)


def test_what_is_handed_on_is_one_thing_that_happens() -> None:
    game = loaded(DRAFT, 3).start(seed=1)
    before, mine = len(game.information(1)), ranks(game, "hand")
    for seat in range(3):
        game.play(seat, game.moves(seat)[0])
    told = game.information(1)[before:]
    assert [each.what for each in told] == ["move"] * 3 + ["moved"] * 3 + ["passed"]
    hands = ("player-1's hand", "player-2's hand", "player-3's hand")
    assert [zone for zone, _ in told[-1].places] == [hands[0], hands[1], hands[1], hands[2], hands[2], hands[0]]
    own = " ".join(f"card-{rank}" for rank in mine[1][1:])
    come = " ".join(f"card-{rank}" for rank in mine[0][1:])
    assert told[-1].items == (come, own, "? ? ?")
    assert game.information(None)[-1].items == ("? ? ?",) * 3


ASIDE = """game "Aside" "Hands are pointed at"
    players 3
component card: rank 1..9
    1 of any
there is
    deck: pile of card
    shelf: row of card, up to 1
    line: row of card
each player has
    hand: hand of card
    aim: player or none
setup:
    move all box to deck
    move 3 from the deck to line
    each player: move 1 from the deck to your hand
play:
    each player: choose aim or stay
    each player where its aim is not none at once: move all your hand to your aim's hand
    each player: choose trade
action aim "Point at somebody":
    pick player from players
    set your aim to player
action stay "Point at nobody": nothing
action trade "Put the line on the shelf": swap line and shelf
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize(
    ("aims", "hands"),
    [
        ((1, 0, None), [1, 0, 2]),
        ((1, 2, 0), [2, 0, 1]),
        ((0, 1, 2), [0, 1, 2]),
        ((1, 1, None), None),
        ((2, None, None), None),
        ((1, 0, 1), None),
    ],
)
def test_each_must_go_where_nobody_else_lies(aims: tuple[int | None, ...], hands: list[int] | None) -> None:
    rules = loaded(ASIDE, 3)
    game = rules.start(seed=1)
    before = ranks(game, "hand")
    moves = [("stay",) if aim is None else ("aim", rules.core.seat_names[aim]) for aim in aims]
    game.play(0, moves[0])
    game.play(1, moves[1])
    if hands is None:
        with pytest.raises(RulesFault, match="come to lie together") as caught:
            game.play(2, moves[2])
        assert caught.value.code == "passed-together"
    else:
        game.play(2, moves[2])
        assert ranks(game, "hand") == [before[seat] for seat in hands]
        with pytest.raises(RulesFault, match="There is no room in shelf"):
            game.play(0, ("trade",))
