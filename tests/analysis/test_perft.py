"""Counting ways: by the reference, by the fast backend, part by part; and what ends it."""

from collections.abc import Callable

import pytest

from rulewright import load
from rulewright.analysis.exploration import Depth, Perft
from rulewright.loading import read_text, rules_of
from rulewright.machine.game import Rules
from rulewright.machine.interpret import RulesFault
from rulewright.machine.positions import NoRoom
from tests.cli.running import COINS
from tests.wasm.common import WASM, loaded

SEALED = """game "Sealed" "Both choose a number, then a die is rolled"
    players 2
there is
    pot: 0..9
each player has
    stake: 0..3, seen by owner
play:
    repeat 2 times:
        each player at once: choose bid
        roll die from 1..3
        if die is 1: add 1 to pot
        each player: choose rest or take-one
action bid "Bid":
    pick amount from 0..3
    set your stake to amount
action rest "Rest": nothing
action take-one "Take one": subtract 1 from pot
scoring:
    score of player p: 0
    winners: nobody
"""


def sealed() -> Rules:
    return rules_of(read_text("sealed.rules", SEALED.encode()), "sealed")


GAMES: dict[str, tuple[Callable[[], Rules], int]] = {
    "tic-tac-toe": (lambda: load("tic-tac-toe"), 4),
    "kuhn-poker": (lambda: load("kuhn-poker"), 4),
    "coins": (lambda: load(COINS), 3),
    "sealed": (sealed, 2),
}


@pytest.fixture(params=["reference", pytest.param("engine", marks=WASM)])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only this one counts."""
    if request.param == "engine":
        monkeypatch.setattr("rulewright.analysis.exploration.MAX_KEPT_POSITIONS", 0)
    else:
        monkeypatch.setattr("rulewright.analysis.exploration.fast_explorer", lambda *_, **__: None)


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("game", GAMES)
def test_ways_are_the_same_without_merging_and_by_first_moves(game: str) -> None:
    make, depth = GAMES[game]
    perft = Perft(make())
    found = list(perft.depths(depth))
    assert found == list(Perft(make(), merge=False).depths(depth))
    parts = [part for _, part in perft.parts(depth)]
    assert sum(part.paths for part in parts) == found[-1].paths
    assert sum(part.ended for part in parts) == found[-1].ended


@pytest.mark.usefixtures("backend")
def test_what_goes_wrong_is_raised() -> None:
    """After two bids nothing may lie in the pot, and somebody takes one."""
    with pytest.raises(RulesFault) as fault:
        list(Perft(sealed()).depths(3))
    assert (fault.value.code, sealed().quote(fault.value.span)) == ("out-of-range", "subtract 1 from pot")


@pytest.mark.usefixtures("backend")
def test_more_positions_than_there_is_room_for() -> None:
    found = Perft(load("connect-four"), memory=1 << 17).depths(9)
    assert [next(found).paths for _ in range(3)] == [1, 7, 49]
    with pytest.raises(NoRoom):
        list(found)


@pytest.mark.usefixtures("backend")
def test_more_ways_than_a_word_can_say() -> None:
    """Two moves that come to the same, for ever."""
    rules = loaded(TURNING)
    *_, last = Perft(rules).depths(70)
    assert last == Depth(70, 2**70, 0, complete=True)


TURNING = """game "Turning"
    players 1
play:
    repeat:
        each player: choose go-left or go-right
action go-left: nothing
action go-right: nothing
scoring:
    score of player p: 0
"""
