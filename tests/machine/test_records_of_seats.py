"""Players in records are numbers of seats (SPEC 18), whatever else has the same name; older records had names."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from rulewright.analysis.random_games import record_lines, view_lines
from rulewright.machine.game import Rules
from rulewright.machine.record import dump, parse
from rulewright.machine.replay import replay
from tests.made.loading import loaded

WINDS = """game "Winds" "Seats, values and cards that share names"
    SEATS
wind is one of north, east, calm
component card, called "{wind}": wind
    1 of any
there is
    pool: area of card
    stock: pile of card
setup:
    move all box's cards to pool
play:
    draw dealer from players "dealer"
    draw gust from winds "gust"
    draw found from pool "find"
    move all pool to stock
    shuffle stock
    ask dealer: choose point or blow or peek
    each player at once: choose point or blow
action point "Point":
    pick w from winds
    pick 1..2 targets from players
action blow "Blow":
    pick w from winds
action peek "Peek":
    pick c from cards
scoring:
    score of player: 0
    winners: nobody
"""
SEATS = {
    "names": ("players north, east", ("north", "east")),
    "no names": ("players 2", ("player-1", "player-2")),
    "teams": ("players 4\n    teams 2", ("player-1", "player-2", "player-3", "player-4")),
    "names like the others'": ("players player-2, player-1", ("player-2", "player-1")),
}
"""How the line of the seats is written, and their names."""
Line = dict[str, Any]
KEPT = ("seat", "end", "scores", "winners")


@pytest.fixture(params=SEATS, ids=str)
def seated(request: pytest.FixtureRequest) -> tuple[Rules, tuple[str, ...]]:
    seats, names = SEATS[request.param]
    return loaded(WINDS.replace("SEATS", seats)), names


def recorded(rules: Rules, seed: int) -> list[Line]:
    return [json.loads(line) for line in record_lines(rules, seed=seed, number=0, legal=True)]


def followed(rules: Rules, lines: list[Line]) -> list[Line]:
    """The record that is made by replaying one."""
    found = replay(rules, parse([json.dumps(line).encode() + b"\n" for line in lines]))
    assert found.parting is None
    return [json.loads(dump(line)) for line in found.game.lines]


def without_legal(lines: list[Line]) -> list[Line]:
    return [{key: value for key, value in line.items() if key != "legal"} for line in lines]


def older(value: Any, names: Sequence[str]) -> Any:
    """What a line says as it once was written: names of seats for players."""
    if isinstance(value, list):
        return [older(each, names) for each in value]
    return names[value] if isinstance(value, int) else value


def test_players_are_seats_and_nothing_else_is(seated: tuple[Rules, tuple[str, ...]]) -> None:
    rules, names = seated
    for seed in range(6):
        _, *lines = recorded(rules, seed)
        dealer, gust, find, stock, first, *_ = lines
        assert dealer["outcome"] == first["seat"]
        assert gust["outcome"] in ("north", "east", "calm")
        assert find["outcome"] in ("north", "east", "calm")
        assert sorted(stock["outcome"]) == ["calm", "east", "north"]
        for line in lines:
            for action, word, *players in line.get("legal", []):
                assert word in ("north", "east", "calm")
                assert bool(players) == (action == "point")
                assert all(each in range(len(names)) for each in players)


def test_what_is_written_is_read(seated: tuple[Rules, tuple[str, ...]]) -> None:
    rules, names = seated
    for seed in range(6):
        head, *lines = recorded(rules, seed)
        assert followed(rules, [head, *lines]) == without_legal(lines)
        old = [{key: value if key in KEPT else older(value, names) for key, value in line.items()} for line in lines]
        assert old != lines
        assert followed(rules, [head, *old]) == without_legal(lines)


def test_a_move_from_outside_is_recorded_alike(seated: tuple[Rules, tuple[str, ...]]) -> None:
    """As a tuple of strings, and as a text."""
    rules, names = seated
    for move in (("point", "north", names[1]), f"point north {names[1]}"):
        game = rules.start(seed=2)
        game.play(game.deciders[0], move)
        assert json.loads(dump(game.lines[-1]))["move"] == ["point", "north", 1]


def test_files_for_one_seat_have_seats_too(seated: tuple[Rules, tuple[str, ...]]) -> None:
    rules, _ = seated
    seen = [json.loads(line) for line in view_lines(rules, 0, seed=1, number=0)]
    (dealer,) = [line for line in seen if line.get("event") == "drawn" and line["name"] == "dealer"]
    assert dealer["items"] == [next(line["seat"] for line in seen if "seat" in line)]
