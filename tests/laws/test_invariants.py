"""Invariants hold before every decision of very many random games; no game faults, none goes on for ever.

The fast backend plays them where it can run, else the reference plays a hundredth of them.
"""

import os
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from rulewright import load
from rulewright.analysis.random_games import reference_playouts
from rulewright.files import shipped
from rulewright.machine import wasm
from rulewright.machine.playouts import BROKEN, FINISHED, Batch
from tests.laws.positions import settings_of
from tests.wasm.common import WASM, loaded

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "0")) or 1_000
MOST = 100_000


def settings() -> list[tuple[str, int]]:
    """Every shipped game with every number of players."""
    return [
        (name, players)
        for name in sorted(shipped())
        for players in sorted({setting.players for setting in settings_of(name)})
    ]


@pytest.mark.sampled(30, 6)
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
    batch = played(few)
    assert {(status, decisions) for status, decisions in zip(batch.status, batch.decisions, strict=True)} == {
        (FINISHED, 5),
        (FINISHED, 6),
        (BROKEN, 7),
    }
    assert {batch.winners[at] for at, status in enumerate(batch.status) if status == BROKEN} == {0}


ENDING = Path(__file__).with_name("ending.rules")


def played(text: str, *, fast: bool = True) -> Batch:
    """Games of a text, in which invariants are looked at."""
    rules = loaded(text)
    return (wasm.engine_of(rules.program).playouts if fast else partial(reference_playouts, rules))(
        1, 0, 200, checking=True
    )


@WASM
@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize(("held", "decisions"), [("it is over", {0}), ("it goes on", {1, 2, 3, 4})])
def test_whether_it_is_over_is_known_at_its_end_and_not_before(held: str, decisions: set[int], fast: bool) -> None:
    """What holds at the end only is broken where play begins; what holds before it by every end."""
    lines = ENDING.read_text(encoding="utf-8").splitlines(keepends=True)
    batch = played("".join(line for line in lines if "invariant" not in line or held in line), fast=fast)
    assert set(batch.status) == {BROKEN}
    assert set(batch.decisions) == decisions
