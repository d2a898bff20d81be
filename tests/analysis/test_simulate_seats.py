"""`simulate` among opponents: the same games wherever they are played, and levels against each other."""

import json
import pickle
from math import isclose
from pathlib import Path

import pytest
from attrs import evolve

from rulewright import load
from rulewright.analysis.random_games import reference_playouts, seated_playouts
from rulewright.analysis.simulate.sums import Sums, sums_of
from rulewright.analysis.simulate.tasks import Match, Plan, Setup, Task, carry_out, ladder, league, standings
from rulewright.files import find
from rulewright.levels import level_of
from rulewright.machine.playouts import FAULTED, FINISHED, TOO_LONG, Batch
from tests.cli.running import COINS, run

Capture = pytest.CaptureFixture[str]


# ---- games


def facts(batch: Batch) -> tuple[object, ...]:
    return batch.status, batch.decisions, batch.winners, batch.scores, batch.counts


@pytest.mark.parametrize("name", ["line-it", "deal", str(COINS)])
@pytest.mark.parametrize("most", [10_000, 7])
def test_among_seats_that_play_at_random_the_games_are_random_games(name: str, most: int) -> None:
    rules = load(name)
    found = seated_playouts(rules, {})(5, 2, 3, most)
    assert facts(found) == facts(reference_playouts(rules, 5, 2, 3, most))
    assert {*found.status} <= {FINISHED, TOO_LONG}


def test_games_are_the_same_however_they_are_cut_into_batches() -> None:
    rules = load("tic-tac-toe")
    levels = {0: level_of("search:20"), 1: level_of("beginner")}
    play = seated_playouts(rules, {seat: level for seat, level in levels.items() if level})
    whole, parts = play(1, 0, 4), [play(1, 0, 1), play(1, 1, 3)]
    assert sums_of(whole, []) == sums_of(parts[0], []) + sums_of(parts[1], [])


def test_rules_that_go_wrong_are_told_as_of_random_games(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(COINS.read_text().replace("subtract amount from coins", "subtract 2 * amount from coins"))
    rules = load(path)
    found, random = seated_playouts(rules, {})(1, 0, 6), reference_playouts(rules, 1, 0, 6)
    assert FAULTED in found.status
    assert facts(found) == facts(random)
    assert {at: str(fault) for at, fault in found.faults.items()} == {
        at: str(each) for at, each in random.faults.items()
    }


# ---- the command


def simulated(capsys: Capture, *more: object) -> dict[str, object]:
    done = run(capsys, "simulate", "tic-tac-toe", "--seed", 3, "--format", "json", *more)
    assert done.code == 0
    found = json.loads(done.out)
    assert isinstance(found, dict)
    return found


def test_who_tries_out_games_beats_who_plays_at_random(capsys: Capture) -> None:
    """A search of 200 games a move has lost less than half of what a random player loses: it wins nearly always."""
    (found,) = simulated(capsys, "-n", 12, "--seat", "1=search:200")["variants"]
    assert found["levels"] == ["random", "search:200"]
    assert found["seats"][1]["wins"] > found["seats"][0]["wins"]


def test_a_stop_in_between_gives_the_same(capsys: Capture, tmp_path: Path) -> None:
    seats = ("-n", 6, "--seat", "search:10", "--seat", "1=random")
    one = simulated(capsys, *seats)
    kept = ("--checkpoint", tmp_path / "kept.json")
    assert one == simulated(capsys, *seats, *kept)
    assert one == simulated(capsys, *seats, *kept, "--resume")
    other = run(capsys, "simulate", "tic-tac-toe", "-n", 6, "--seat", "search:11", *kept, "--resume")
    assert "belongs to other players, options or seats" in other.err
    assert "levels" not in simulated(capsys, "-n", 2, "--seat", "random")["variants"][0]


def test_a_worker_in_another_process_gives_the_same() -> None:
    """What it gets and gives back are bytes."""
    path = find("tic-tac-toe")
    setup = Setup(path.name, path.read_bytes(), "tic-tac-toe", 2, (), None, ("search:10", "random"))
    task = Task(Plan((setup,), 3, 3, rows=True, most=100), 1, 2)
    assert pickle.loads(pickle.dumps(carry_out(pickle.loads(pickle.dumps(task))))) == carry_out(task)


def test_a_game_of_a_simulation_is_recorded_with_the_same_opponents(capsys: Capture, tmp_path: Path) -> None:
    rows = tmp_path / "games.csv"
    simulated(capsys, "-n", 3, "--seat", "0=search:10", "--csv", rows)
    decisions = rows.read_text().splitlines()[3].split(",")[1]
    record = run(capsys, "record", "tic-tac-toe", "--seed", 3, "--number", 2, "--bot", "0=search:10").out
    assert str(record.count('"move"')) == decisions


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--seat 2=search:5", "There is no seat 2: there are 0 (cross), 1 (nought)."),
        ("--seat 0=random --seat 0=middle", "Seat 0 (cross) is named twice."),
        ("--seat clever", "say how strong: random, beginner"),
        ("--league random", "--league needs 2 to 12 different levels"),
        ("--league random,middle,random", "--league needs 2 to 12 different levels"),
        ("--ladder 100 --seat random", "--ladder, --league, or --seat, one of them"),
        ("--ladder 49", "49 is not a number from 50"),
    ],
)
def test_what_cannot_be_meant_is_told(capsys: Capture, words: str, said: str) -> None:
    done = run(capsys, "simulate", "tic-tac-toe", *words.split())
    assert done.code == 2
    assert said in done.err


# ---- matches


def test_a_ladder_halves_down_to_random_play() -> None:
    assert [match.level for match in ladder(200)] == ["search:200", "search:100", "search:50", "search:25"]
    assert [match.against for match in ladder(200)] == ["search:100", "search:50", "search:25", "random"]
    assert league(["a", "b", "c"]) == (Match("a", "b"), Match("a", "c"), Match("b", "c"))


def test_a_game_is_one_point_that_winners_share() -> None:
    """Seat 0 wins alone, shares with one other, loses, and nobody wins: 1 + 1/2 + 0 + 1/3 of 4 games of three."""
    program = load("line-it", players=3).program
    nothing = Sums.nothing(program)
    first = evolve(nothing, finished=4, winners={0b001: 1, 0b011: 1, 0b100: 1, 0: 1})
    (found,) = standings((Match("a", "b"),), 3, [first, nothing, nothing])
    assert found.share is not None
    assert isclose(found.share.value, (1 + 1 / 2 + 1 / 3) / 4)
    assert (found.games, found.fair, found.better) == (4, 1 / 3, False)


def test_matches_are_told_in_a_table(capsys: Capture) -> None:
    done = run(capsys, "simulate", "tic-tac-toe", "-n", 2, "--seed", 1, "--league", "random,search:20,search:5")
    lines = done.out.splitlines()
    assert lines[0] == "Tic-tac-toe: level against level, one seat against the others, at every seat"
    assert [line.split()[:3] for line in lines[4:7]] == [
        ["random", "search:20", "4"], ["random", "search:5", "4"], ["search:20", "search:5", "4"],
    ]  # fmt: skip
    found = simulated(capsys, "-n", 1, "--ladder", 50)
    assert [each["against"] for each in found["standings"]] == ["search:25", "random"]
    assert len(found["variants"]) == 4
