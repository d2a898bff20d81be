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

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0")) or 1_000
MOST = 100_000


def settings() -> list[tuple[str, int]]:
    """Every shipped game with every number of players."""
    return [
        (name, players)
        for name in sorted(shipped())
        for players in sorted({setting.players for setting in settings_of(name)})
    ]


@pytest.mark.skipif(wasm.available() is not None, reason=str(wasm.available()))
@pytest.mark.parametrize(("name", "players"), settings())
def test_invariants_hold_in_random_games(name: str, players: int) -> None:
    rules = load(name, players=players)
    batch = wasm.engine_of(rules.program).playouts(20, 0, GAMES, MOST, checking=True)
    assert not batch.faults
    broken = [at for at, status in enumerate(batch.status) if status == BROKEN]
    assert not broken, f"game {broken[0]}: {rules.program.invariants[batch.winners[broken[0]]].title}"
    assert Counter(batch.status) == {FINISHED: GAMES}


@pytest.mark.skipif(wasm.available() is not None, reason=str(wasm.available()))
def test_a_broken_invariant_is_found() -> None:
    """The fourth cross is put by the seventh decision; it stands there before an eighth, or at the end."""
    text = shipped()["tic-tac-toe"].read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("invariant"))
    few = text.replace(line, 'invariant "few crosses": (count of cells where its player is cross) is at most 3')
    batch = wasm.engine_of(rules_of(read_text("few.rules", few.encode()), "few").program).playouts(
        1, 0, 200, checking=True
    )
    assert {(status, decisions) for status, decisions in zip(batch.status, batch.decisions, strict=True)} == {
        (FINISHED, 5),
        (FINISHED, 6),
        (BROKEN, 7),
    }
    assert {batch.winners[at] for at, status in enumerate(batch.status) if status == BROKEN} == {0}
