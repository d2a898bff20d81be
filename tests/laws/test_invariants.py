"""Invariants hold before every decision of very many random games; no game faults, none goes on for ever.

The fast backend plays them where it can run, else the reference plays a hundredth of them.
"""

import os
from collections import Counter

import pytest

from rulewright import load
from rulewright.files import shipped
from rulewright.loading import read_text, rules_of
from rulewright.machine import wasm
from rulewright.machine.playouts import BROKEN, FINISHED
from tests.laws.positions import settings_of
from tests.wasm.common import WASM

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0")) or 1_000
MOST = 100_000


def settings() -> list[tuple[str, int]]:
    """Every shipped game with every number of players."""
    return [
        (name, players)
        for name in sorted(shipped())
        for players in sorted({setting.players for setting in settings_of(name)})
    ]


@pytest.mark.sampled(6, 3)
@WASM
@pytest.mark.parametrize(("name", "players"), settings())
def test_invariants_hold_in_random_games(name: str, players: int) -> None:
    rules = load(name, players=players)
    batch = wasm.engine_of(rules.program).playouts(20, 0, GAMES, MOST, checking=True)
    assert not batch.faults
    broken = [at for at, status in enumerate(batch.status) if status == BROKEN]
    assert not broken, f"game {broken[0]}: {rules.program.invariants[batch.winners[broken[0]]].title}"
    assert Counter(batch.status) == {FINISHED: GAMES}


@WASM
def test_a_broken_invariant_is_found() -> None:
    """The fourth cross is put by the seventh decision; it stands there before an eighth, or at the end."""
    text = shipped()["tic-tac-toe"].read_text(encoding="utf-8")
    said = next(part for part in text.split("\n\n") if part.startswith("invariant"))
    few = text.replace(said, 'invariant "few crosses": (count of cells where its player is cross) is at most 3')
    batch = wasm.engine_of(rules_of(read_text("few.rules", few.encode()), "few").program).playouts(
        1, 0, 200, checking=True
    )
    assert {(status, decisions) for status, decisions in zip(batch.status, batch.decisions, strict=True)} == {
        (FINISHED, 5),
        (FINISHED, 6),
        (BROKEN, 7),
    }
    assert {batch.winners[at] for at, status in enumerate(batch.status) if status == BROKEN} == {0}


ENDING = """\
game "Ending" "Take coins until there are none, or stop"
    players 2
there is
    coins: 0..4, starts 4
play:
    repeat until coins is 0:
        each player: choose take or stop
action take "Take one":
    needs coins is more than 0 because "there is none"
    subtract 1 from coins
action stop "Stop": end game
invariant "it goes on": game is not over
invariant "it is over": game is over
scoring:
    score of player: coins
"""


@pytest.mark.parametrize("last", ["take", "stop"])
def test_the_game_is_over_at_its_end_and_not_before(last: str) -> None:
    game = rules_of(read_text("ending.rules", ENDING.encode()), "ending").start()
    for number in range(3):
        assert game.broken_invariants() == ("it is over",)
        game.play(number % 2, "take")
    assert game.broken_invariants() == ("it is over",)
    game.play(1, last)
    assert game.over
    assert game.broken_invariants() == ("it goes on",)


@WASM
@pytest.mark.parametrize(("held", "decisions"), [("it is over", set()), ("it goes on", {1, 2, 3, 4})])
def test_both_backends_know_whether_it_is_over(held: str, decisions: set[int]) -> None:
    """What holds at the end only is broken where play begins; what holds before it by every end."""
    text = "".join(line for line in ENDING.splitlines(keepends=True) if "invariant" not in line or held in line)
    batch = wasm.engine_of(rules_of(read_text("ending.rules", text.encode()), "ending").program).playouts(
        1, 0, 200, checking=True
    )
    assert set(batch.status) == {BROKEN}
    assert set(batch.decisions) == (decisions or {0})
