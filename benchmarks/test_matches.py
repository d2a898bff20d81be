"""Matches are counted as their page says, and are the same again from their seed."""

from types import SimpleNamespace

import pytest

from benchmarks.matches import Match, main, player_of, results, share_of
from rulewright import load

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("game", "players", "winners", "shares"),
    [
        ("line-it", 3, (1,), [0, 1, 0]),
        ("line-it", 3, (0, 2), [1 / 2, 0, 1 / 2]),
        ("line-it", 3, (), [1 / 3, 1 / 3, 1 / 3]),
        ("aurum", 4, (1, 3), [0, 1]),  # a team is one side
        ("aurum", 4, (0, 1, 2, 3), [1 / 2, 1 / 2]),
    ],
)
def test_shared_victories_count_as_parts(
    game: str, players: int, winners: tuple[int, ...], shares: list[float]
) -> None:
    ended = SimpleNamespace(rules=load(game, players=players), winners=winners, over=True)
    assert [share_of(side, ended) for side in range(len(shares))] == shares
    going_on = SimpleNamespace(rules=ended.rules, winners=winners, over=False)
    assert [share_of(side, going_on) for side in range(len(shares))] == [1 / len(shares)] * len(shares)


def test_a_match_is_the_same_again_whatever_the_number_of_processes() -> None:
    match = Match("tic-tac-toe", ("search:50", "random"), seed=3)
    once = list(results(match, 6))
    assert once == list(results(match, 6, jobs=2))
    assert once != list(results(Match("tic-tac-toe", match.kinds, seed=4), 6))


def test_it_is_told_how_games_stand(capsys: pytest.CaptureFixture[str]) -> None:
    main(["line-it", "time:0.01", "random", "--games", "2", "--players", "3"])
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("2 games: ")
    assert "fair 33.3 %; nobody won 0" in last


@pytest.mark.parametrize("kind", ["clever", "search:0", "script"])
def test_who_is_no_player_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="is no player of tic-tac-toe"):
        player_of(kind, load("tic-tac-toe"))
