"""Beacons: random games against an engine written from the rules in words alone, on both backends; what is seen."""

import json
import random

from rulewright import ChanceLine, Game, MoveLine, load
from rulewright.analysis.position_text import Names, laid_out
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.chance import Seeded
from rulewright.machine.record import dump
from tests.games.common import each_setting, follow_games, how_many, play_at_random
from tests.laws import twins
from tests.oracles.beacons import Beacons
from tests.wasm.common import WASM, Pair, forever


@each_setting("beacons")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    did: set[object] = set()

    def watch(game: Game) -> None:
        did.update(move[0] for seat in game.deciders for move in game.moves(seat))

    follow_games("beacons", Beacons, setting, how_many(3), watch)
    assert did == {"hint-color", "hint-number", "lay", "throw"}


def hands(game: Game, seat: int) -> list[list[tuple[object, ...]]]:
    """What a seat sees of every hand, as the engine says it."""
    zones = [zone for zone in game.view(seat).zones if zone.name == "hand"]
    marks = [[(piece.name, dict(piece.notes)) for piece in zone.pieces or ()] for zone in zones]
    return [[(name, noted.get("hue"), noted.get("number-told")) for name, noted in hand] for hand in marks]


def test_every_seat_sees_the_cards_of_the_others_and_all_marks() -> None:
    for number in range(how_many(2)):
        game, engine, rng = load("beacons", players=3).start(2, number), Beacons(3, {}), random.Random(number)
        shuffle = game.record[1]
        assert isinstance(shuffle, ChanceLine)
        engine.chance([str(card) for card in shuffle.outcome])
        while not game.over:
            assert [hands(game, seat) for seat in range(3)] == [engine.sees(seat) for seat in range(3)]
            (seat,) = game.deciders
            game.play(seat, rng.choice(game.moves(seat)))
            moved = next(line for line in reversed(game.lines) if isinstance(line, MoveLine))
            engine.play(seat, tuple(json.loads(dump(moved))["move"]))


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


@WASM
def test_both_backends_agree_with_every_step() -> None:
    pair = Pair(load("beacons"))
    for number in range(3):
        assert pair.begin(4, number) is None
        pair.play(forever(number))


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
