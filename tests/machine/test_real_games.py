"""Whole games from their texts: perft counts known elsewhere, what seats know, going back, records."""

from collections import Counter
from pathlib import Path

import pytest

from rulewright import load
from rulewright.analysis.exploration import Perft
from rulewright.machine.chance import RandomPlayer, Seeded
from rulewright.machine.game import Decision, Game, Rules
from rulewright.machine.record import dump, parse
from rulewright.machine.replay import replay
from rulewright.machine.sample_state import knowledge


def playing(rules: Rules, seed: int, most: int = 120) -> Game:
    """A random game, or its beginning."""
    game, player = rules.start(seed=seed), RandomPlayer(seed)
    while not game.over and game.decisions < most:
        seat = game.deciders[player.choose(game.decisions + 10**6, len(game.deciders))]
        moves = game.moves(seat)
        game.play(seat, moves[player.choose(game.decisions, len(moves))])
    return game


def known_claims(game: Game, seat: int) -> None:
    """Nothing that a seat is said to know is wrong, and every piece is somewhere."""
    known = knowledge(game, seat)
    machine = game.entered()
    for (zone, instance), ledger in known.ledgers.items():
        pieces = machine.zones.pieces(zone, instance)
        there = {machine.zones.spot(loc).place: kind for kind, loc in pieces}
        assert ledger.size == len(pieces)
        assert ledger.unknown >= 0
        assert all(there[place] == kind for place, kind in ledger.places.items() if kind is not None)
        assert not ledger.inside - Counter(kind for kind, _ in pieces)


@pytest.mark.sampled(8, 4)
def test_what_seats_know(rules: Rules) -> None:
    """True, and kept by imagining: the same sight, the same moves, everybody asked can move."""
    game = playing(rules, 5, 200)
    while game.decisions > 3:
        game.undo(min(17, game.decisions))
        for seat in range(rules.players):
            known_claims(game, seat)
            imagined = rules.resume(game.imagine(seat, Seeded(game.decisions)))
            assert imagined.view(seat) == game.view(seat)
            assert imagined.deciders == game.deciders
            if seat in game.deciders:
                assert imagined.moves(seat) == game.moves(seat)
            known_claims(game, seat)


@pytest.mark.sampled(4, 2)
def test_going_back_and_forth(rules: Rules) -> None:
    """The same moves give the same game, memory included."""
    game = playing(rules, 6)
    steps = [step for step in game.steps if isinstance(step, Decision)]
    state, log, memories = game.state, list(game.log), [game.information(seat) for seat in range(rules.players)]
    back = min(40, len(steps))
    game.undo(back)
    for step in steps[-back:]:
        game.play(step.seat, step.move)
    assert (game.state, list(game.log)) == (state, log)
    assert [game.information(seat) for seat in range(rules.players)] == memories


@pytest.mark.sampled(4, 2)
def test_records_replay(rules: Rules) -> None:
    """A record with a branch in it gives the same game without its seed."""
    game = playing(rules, 7)
    before = game.decisions
    game.undo(2)
    while not game.over and game.decisions < before:
        game.play(game.deciders[0], game.moves(game.deciders[0])[-1])
    record = parse([(dump(line) + "\n").encode() for line in game.record])
    played = replay(rules, record)
    assert played.parting is None
    assert played.game.state == game.state


def test_perft_of_tic_tac_toe() -> None:
    """Counts that everybody finds; 255,168 games."""
    found = list(Perft(load("tic-tac-toe")).depths(9))
    assert [each.paths for each in found] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(each.ended for each in found) == 255168


def test_perft_of_connect_four() -> None:
    assert [each.paths for each in Perft(load("connect-four")).depths(4)] == [1, 7, 49, 343, 2401]


def test_perft_of_kuhn_poker() -> None:
    """Six deals, five ways to play each."""
    rules = load("kuhn-poker")
    found = list(Perft(rules).depths(4))
    assert found[0].paths == 6
    assert sum(each.ended for each in found) == 30
    assert [each.paths for each in Perft(rules, merge=False).depths(3)] == [6, 12, 24, 12]


@pytest.mark.parametrize("players", [2, 3])
def test_every_choice_has_a_name_of_its_own(players: int) -> None:
    """Whatever lies where."""
    rules = load(Path(__file__).parents[1] / "wasm" / "names.rules", players=players)
    for number in range(8):
        game, player, decisions = rules.start(seed=2, number=number), RandomPlayer(2, number), 0
        while not game.over:
            seat = game.deciders[0]
            moves = game.moves(seat)
            assert len(moves) == len(game.entered().moves(seat))
            game.play(seat, moves[player.choose(decisions, len(moves))])
            decisions += 1
