"""Golden games: what independent engines have agreed with comes out once more."""

import pytest

from rulewright import Game, MoveLine
from tests.games.golden import Row, digest, golden

GOLDEN = golden()


def finished(row: Row) -> Game:
    """A golden game after its last choice."""
    for stage in row.stages():
        assert not stage.broken_invariants()
    return stage


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", sorted({row.game for row in GOLDEN}))
def test_games_come_out_as_with_the_engine_and_show_every_action(name: str) -> None:
    rows = [row for row in GOLDEN if row.game == name]
    games = [finished(row) for row in rows]
    assert [digest(game) for game in games] == [row.digest for row in rows]
    legal = {
        move[0] for game in games for line in game.record if isinstance(line, MoveLine) for move in line.legal or ()
    }
    assert legal == {action.name for action in rows[0].rules.core.actions}
