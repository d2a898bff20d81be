"""Measuring: what is measured, in which order, and how it is told. No clock is believed."""

import json
import sys
from array import array
from pathlib import Path

import pytest
from attrs import frozen

from rulewright import load
from rulewright.analysis.bench import measure
from rulewright.analysis.bench.backends import BACKENDS, Reference, first_game, runnable
from rulewright.analysis.bench.measure import Figures, Measured, Played, Spread, in_turn, paced, playing
from rulewright.language.span import NOWHERE
from rulewright.machine import wasm
from rulewright.machine.interpret import RulesFault
from rulewright.machine.playouts import FAULTED, TOO_LONG, Batch, Counts
from tests.cli.running import COINS

Capture = pytest.CaptureFixture[str]
SPREAD = Spread(2_345_678.0, 12.0, 345_678.0)


# ---- rounds


def test_a_round_is_as_long_as_wished() -> None:
    assert paced(lambda _, games: Played(games, 0, games / 1000), 2.0) == 2000
    assert paced(lambda _, games: Played(games, 0, games * 10.0), 2.0) == 1


def test_all_play_in_turn() -> None:
    order: list[tuple[str, int, int]] = []

    def player(name: str, speed: float):
        def play(number: int, games: int) -> Played:
            order.append((name, number, games))
            return Played(games, 3 * games, games / speed)

        return play

    slow, fast = in_turn([player("slow", 10.0), player("fast", 40.0)], float(measure.ROUNDS))
    played = [entry for entry in order if entry[1] > 0]
    assert played == [
        (name, number, games) for number in range(1, measure.ROUNDS + 1) for name, games in (("slow", 10), ("fast", 40))
    ]
    assert [found.games_per_second for found in slow] == [10.0] * measure.ROUNDS
    assert [found.decisions_per_second for found in fast] == [120.0] * measure.ROUNDS


def test_a_spread_is_median_and_extremes() -> None:
    assert Spread.of([3.0, 1.0, 2.0, 9.0, 2.5]) == Spread(2.5, 1.0, 9.0)


# ---- backends


@frozen
class Fake:
    """An engine whose games all end in one way."""

    status: int

    def playouts(self, first: int, count: int) -> Batch:
        column = array("q", [self.status] * count)
        faults = {0: RulesFault("some-code", "It went wrong.", NOWHERE)} if self.status == FAULTED else {}
        return Batch(first, column, column, column, (column,), Counts.zero(load(COINS).program), faults)


def test_every_backend_plays_and_handles_states() -> None:
    for backend in BACKENDS:
        if backend.trouble() is None:
            engine = backend.engine(load(COINS))
            batch = engine.playouts(3, 4)
            assert list(batch.decisions) == list(Reference(load(COINS)).playouts(3, 4).decisions)
            assert engine.state_bytes > 0
            engine.copies(2)
            engine.hashes(2)


def test_what_cannot_run_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(wasm, "available", wasm.available.__wrapped__)
    (why,) = runnable()[1]
    assert why == 'wasm is left out: the fast backend needs wasmtime: pip install "rulewright[fast]"'


def test_the_games_of_rounds_are_different_games() -> None:
    asked: list[tuple[int, int]] = []
    reference = Reference(load(COINS))

    class Noting:
        def playouts(self, first: int, count: int) -> Batch:
            asked.append((first, count))
            return reference.playouts(first, count)

    play = playing(Noting())
    assert (play(1, 4).games, play(2, 4).games) == (4, 4)
    assert asked == [(4, 4), (8, 4)]


def test_rules_that_go_wrong_or_never_end_are_not_measured() -> None:
    with pytest.raises(measure.WentWrong, match="It went wrong") as wrong:
        playing(Fake(FAULTED))(1, 3)
    assert (wrong.value.number, wrong.value.fault.code) == (3, "some-code")
    with pytest.raises(measure.Endless, match="Game 3 of seed 1 does not end"):
        playing(Fake(TOO_LONG))(1, 3)


def test_the_first_game_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    setting = {"game": str(COINS), "players": 3, "options": {"heap": 5}}
    for backend in BACKENDS:
        if backend.trouble() is None:
            first_game([backend.name, json.dumps(setting)])


# ---- words


MEASURED = Measured("coins", "Coins", 2, (Figures("reference", SPREAD, SPREAD, SPREAD, SPREAD, 1912, SPREAD, SPREAD),))


def test_words_of_what_was_measured() -> None:
    lines = measure.as_text(MEASURED).splitlines()
    assert lines[0] == "Coins, 2 players, one core: medians (lowest-highest)"
    assert lines[1].split() == ["reference"]
    assert lines[2].split() == ["playouts/s", "2.346M", "(12-345,678)"]
    assert lines[6].split() == ["bytes", "per", "state", "1,912"]
    assert max(map(len, lines)) <= 80


def test_results_for_programs() -> None:
    measured = json.loads(json.dumps(measure.as_json(MEASURED)))
    assert (measured["game"], measured["title"]) == ("coins", "Coins")
    assert measured["backends"][0]["playouts_per_second"] == {"median": 2346000, "lowest": 12, "highest": 345700}
