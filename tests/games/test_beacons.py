"""Beacons: what is seen, imagined, and written down."""

import json
import random
from hashlib import sha256

from rulewright import Game, load
from rulewright.analysis.position_text import Names, laid_out
from rulewright.machine.chance import Seeded
from tests.games.common import play_at_random
from tests.games.golden import golden
from tests.laws import twins


def hands(game: Game, seat: int) -> list[list[tuple[object, ...]]]:
    """What a seat sees of every hand, as the engine says it."""
    zones = [zone for zone in game.view(seat).zones if zone.name == "hand"]
    marks = [[(piece.name, dict(piece.notes)) for piece in zone.pieces or ()] for zone in zones]
    return [[(name, noted.get("hue"), noted.get("number-told")) for name, noted in hand] for hand in marks]


SEEN = {0: "2c6a201bf73ba940a523c2a03a7151c3", 25: "e497996b7bd3dbb7e63bf1e3d710e19f"}
"""By number of the golden game: a digest of what, by the engine of commit 094ab119, every seat sees of every hand."""


def test_every_seat_sees_the_cards_of_the_others_and_all_marks() -> None:
    for row in golden():
        if (row.game, row.players) == ("beacons", 3):
            told = sha256()
            for stage in row.stages():
                if not stage.over:
                    told.update(json.dumps([hands(stage, seat) for seat in range(3)]).encode())
            assert told.hexdigest()[:32] == SEEN[row.number]


def test_what_is_imagined_is_seen_as_it_is_and_deals_ones_own_hand_anew() -> None:
    """Mostly it is what the seat could have been told, hints and all."""
    game = load("beacons", players=2).start(5)
    found, dealt = list[bool](), set[str]()
    for stage in play_at_random(game, random.Random(5)):
        if stage.decisions > 7 or stage.over:
            break
        for seat in range(2):
            imagined = stage.imagined(seat, Seeded(stage.decisions))
            again = stage.rules.resume(imagined.state)
            assert again.view(seat) == stage.view(seat)
            found.append(imagined.consistent)
            dealt.add(str(hands(again, 1 - seat)[seat]))
    assert sum(found) > len(found) / 2
    assert len(dealt) > len(found) / 2


def test_hands_that_look_alike_to_their_owners_offer_the_same() -> None:
    rng = random.Random(3)
    told = [twins.differences(pair, rng) for pair in twins.pairs(load("beacons", players=3), 3, games=2, share=1)]
    assert len(told) > 4
    assert not any(told)


def test_a_position_is_written_down_with_its_marks() -> None:
    """As lines of an example, which lay it out again."""
    game = load("beacons", players=2).start(1)
    game.play(0, game.moves(0)[0])
    noted = [
        line for laid in laid_out(Names.of(game.rules), game.state.vector) for line in laid.lines() if "hue" in line
    ]
    told = hands(game, 1)[1]
    assert noted == [
        f"        Bob's hand's item({place})'s hue is {color}"
        for place, (_, color, _) in enumerate(told, start=1)
        if color is not None
    ]
