"""`simulate` as a user meets it: results, files, stopping and going on, whatever is typed."""

import csv
import importlib
import json
import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.processes import ENVIRONMENT, at_terminal, pexpect
from tests.cli.running import COINS, Patch, Run, written

AT_WORK = importlib.import_module("rulewright.machine.wasm.engine")
OFTEN = """
from rulewright import cli
from rulewright.analysis.simulate import session
session.EVERY = 0.01
raise SystemExit(cli.main())
"""
SIMULATE = ("simulate", COINS, "--seed", 3)


def simulated(run: Run, *more: object) -> dict[str, object]:
    done = run(*SIMULATE, "--format", "json", *more, code=0)
    found = json.loads(done.out)
    assert isinstance(found, dict)
    return found


def test_an_action_that_asks_for_itself_is_one_line(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "coins.rules"
    rules.write_text(
        COINS.read_text().replace("    subtract", "    must leave coins is 0 or you can take if able\n    subtract", 1)
    )
    out = run("simulate", rules, "-n", 5).out
    assert [line.split()[0] for line in out.splitlines() if line.startswith("take ")] == ["take"]


def test_who_thinks_plays_a_game_for_which_opponents_were_trained(run: Run) -> None:
    """What they have learned lies beside the rules and goes with each part of the work."""
    done = run("simulate", "line-it", "-n", 2, "--seat", "search:2", "--format", "json", code=0)
    (variant,) = json.loads(done.out)["variants"]
    assert sum(seat["wins"] for seat in variant["seats"]) >= 2


def test_every_game_is_a_line_and_the_summary_is_theirs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    (variant,) = simulated(run, "-n", 500, "--players", 3, "--csv", path)["variants"]
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert list(rows[0]) == ["game", "decisions", "winners", "score_0", "score_1", "score_2", "status"]
    assert [int(row["game"]) for row in rows] == list(range(500))
    assert {row["status"] for row in rows} == {"finished"}
    for seat in variant["seats"]:
        assert seat["wins"] == sum(str(seat["seat"]) in row["winners"].split("+") for row in rows)
    assert variant["length"]["mean"]["value"] == sum(int(row["decisions"]) for row in rows) / 500


def test_a_line_is_the_game_that_record_plays_with_its_number(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulated(run, "-n", 8, "--csv", path)
    row = list(csv.DictReader(path.read_text().splitlines()))[6]
    out = run("record", COINS, "--seed", 3, "--number", 6).out
    lines = [json.loads(line) for line in out.splitlines()]
    assert sum("move" in line for line in lines) == int(row["decisions"])
    assert "+".join(map(str, lines[-1]["winners"])) == row["winners"]


def test_variants_are_played_on_the_same_chance(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    found = simulated(run, "-n", 500, "--compare", "kind=no,yes", "--csv", path)
    rows = list(csv.DictReader(path.read_text().splitlines()))
    winners = {(row["variant"], row["game"]): row["winners"] for row in rows}
    assert len(winners) == 1000
    assert all(winners["kind=no", str(game)] != winners["kind=yes", str(game)] for game in range(500))
    assert {each["measure"] for each in found["differences"] if each["beyond"]} == {"wins"}
    text = run(*SIMULATE, "-n", 500, "--compare", "kind=no,yes").out
    assert "kind=yes compared with kind=no, on the same chance:" in text


def test_text_page_and_parquet(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    page, table, games = tmp_path / "page.html", tmp_path / "games.parquet", tmp_path / "games.csv"
    done = run(*SIMULATE, "-n", 300, "--html", page, "--parquet", table, "--csv", games)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Coins: 300 games by random players\n2 players, heap 3, kind no, seed 3\n")
    assert page.read_text().startswith("<!DOCTYPE html>")
    rows = list(csv.DictReader(games.read_text().splitlines()))
    found = parquet.read_table(table).to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in found] == rows
    assert found[0]["decisions"] == int(rows[0]["decisions"])
    assert sorted(tmp_path.iterdir()) == [games, table, page]
    run(*SIMULATE, "-n", 300, "--parquet", tmp_path / "other.parquet")
    assert parquet.read_table(tmp_path / "other.parquet").to_pylist() == found
    assert sorted(tmp_path.iterdir()) == sorted([games, table, page, tmp_path / "other.parquet"])


def test_rules_that_go_wrong_are_told_and_make_the_exit_code(run: Run, tmp_path: Path) -> None:
    path, games = tmp_path / "faulty.rules", tmp_path / "games.csv"
    guard = '    needs amount is at most coins   because "there are not so many coins"\n'
    path.write_text(COINS.read_text().split("example")[0].replace(guard, ""))
    done = run("simulate", path, "--seed", 1, "-n", 200, "--csv", games, code=1)
    assert 'faulty.rules, line 24: "subtract amount from coins"' in done.out
    (command,) = [line.split() for line in done.out.splitlines() if line.startswith("  rulewright record")]
    assert 'line 24: "subtract amount from coins"' in run(*command[1:], code=1).err
    rows = list(csv.DictReader(games.read_text().splitlines()))
    wrong = [row for row in rows if row["status"] == "faulted"]
    assert wrong[0]["game"] == command[-1].split("=")[1]
    assert {(row["winners"], row["score_0"]) for row in wrong} == {("", "")}


@pytest.mark.thorough
def test_invariants_that_break_are_told_and_make_the_exit_code(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "breaking.rules"
    text = COINS.read_text().split("example")[0] + 'invariant "no single coin": coins is not 1\n'
    path.write_text(text)
    line = text.count("\n")
    assert run("simulate", path, "--seed", 1, "-n", 200).code == 0
    done = run("simulate", path, "--seed", 1, "-n", 200, "--invariants", code=1)
    assert f'breaking.rules, line {line}: invariant "no single coin"' in done.out
    (command,) = [line.split() for line in done.out.splitlines() if line.startswith("  rulewright record")]
    assert run(*command[1:]).code == 0
    found = run("simulate", path, "--seed", 1, "-n", 200, "--invariants", "--format", "json", "--jobs", 2)
    (broken,) = json.loads(found.out)["variants"][0]["broken"]
    assert (found.code, broken["line"], broken["rule"]) == (1, line, "no single coin")
    assert command[-1] == f"--number={broken['first']}"


@pytest.mark.parametrize(
    "more",
    [
        *("-n 0", "-n many", "--jobs 0", "--resume", "--players 4", "--jobs 2 --cluster x", "--csv a --html a"),
        *("--csv /no/such/folder/games.csv", "--csv .", "--option kind=yes --compare kind=yes,no"),
        *(f"--compare {wrong}" for wrong in ("kind", "kind=yes", "kind=yes,yes", "kind=yes,", "=a,b", "kind=maybe,no")),
        *("--compare kidn=yes,no", f"--compare heap={','.join(map(str, range(20)))}"),
        "--compare kind=yes,no --compare heap=3,5",
    ],
)
def test_misuse_is_said_in_words(run: Run, more: str, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*SIMULATE, *more.split())
    assert done.code in (1, 2)
    assert done.err
    assert done.out == ""
    assert not list(tmp_path.iterdir())
    assert more.count("--compare") < 2 or "rulewright: --compare is given twice; " in done.err


def test_a_checkpoint_of_something_else_is_refused(run: Run, tmp_path: Path) -> None:
    point = tmp_path / "point"
    assert run(*SIMULATE, "-n", 50, "--checkpoint", point).code == 0
    assert "exists already" in run(*SIMULATE, "-n", 50, "--checkpoint", point).err
    refused = run(*SIMULATE, "-n", 60, "--checkpoint", point, "--resume", code=2)
    assert "belongs to another number of games: 50, not 60" in refused.err
    again = run("simulate", COINS, "--checkpoint", point, "--resume")
    assert again.out == run(*SIMULATE, "-n", 50).out


def test_without_the_fast_backend_it_says_so_and_gives_the_same(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    from rulewright.analysis.simulate import tasks
    from rulewright.machine import wasm

    path = written(tmp_path / "breaking.rules", COINS.read_text() + 'invariant "no single coin": coins is not 1\n')
    simulate = ("simulate", path, "--seed", 3, "-n", 300, "--invariants")
    fast = run(*simulate)
    tasks._backend.cache_clear()
    monkeypatch.setattr(wasm, "available", lambda: "the package wasmtime is not installed")
    slow = run(*simulate)
    tasks._backend.cache_clear()
    assert slow.out == fast.out
    assert 'invariant "no single coin"' in slow.out
    assert slow.err.count("The reference interpreter plays") == 1
    assert "wasmtime is not installed" in slow.err


LONG = """game "Long"
    players 2
there is
    high: 0..9
play:
    each player: choose take
action take "Take":
    repeat 1000000 times:
        if every n in 1..400 satisfies n is not 0: set high to 3
scoring:
    score of player: high
    winners: players with highest score
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("backend", ["fast", "reference"])
def test_rules_that_mostly_take_too_long_are_given_up(
    run: Run, monkeypatch: Patch, tmp_path: Path, backend: str
) -> None:
    """The report, the numbers and the sentence tell the rule; only whole batches are kept. The module counts no turns
    here, for it might have taken too many before the clock is heard; so nobody keeps it."""
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    for counting in ("assembly", "statements"):
        monkeypatch.setattr(f"rulewright.machine.wasm.{counting}.TURNS", (1 << 31) - 1)
    monkeypatch.setattr(AT_WORK, "TICK", 0.05)
    monkeypatch.setattr(AT_WORK, "CALL_TIMEOUT_S", 0.05)
    monkeypatch.setattr("rulewright.machine.interpret.compiler.CALL_TIMEOUT_S", 0.05)
    if backend == "reference":
        monkeypatch.setattr("rulewright.machine.wasm.available", lambda: "no")
    rules, games, point = (tmp_path / name for name in ("long.rules", "games.csv", "point"))
    rules.write_text(LONG.replace('"Long"', f'"Long {backend}"'))
    asked = ("simulate", rules, "-n", 1000, "--seed", 1, "--csv", games, "--checkpoint", point, "--format", "json")
    done = run(*asked, code=1)
    (found,) = json.loads(done.out)["variants"]
    assert (found["games"], found["too_slow"], found["too_long"], found["faulted"]) == (3, 3, 0, 0)
    assert {fault["line"] for fault in found["faults"]} <= {8, 9}
    assert "The clock has ended 3 of 3 games, each after 60 seconds, most often at line " in done.err
    assert "The same command with --resume goes on." in done.err
    assert len(games.read_text().splitlines()) == 1
    assert run(*asked, "--resume").code == 1
    done = run("simulate", rules, "-n", 4, "--seed", 1, "--csv", games, "--force")
    assert "3 of 4 games by random players; 3 were ended by the clock" in done.out.splitlines()[0]
    assert [line.split(",")[-1] for line in games.read_text().splitlines()[1:]] == ["too-slow"] * 3
    assert "This takes longer than 60 seconds." in run("record", rules, "--seed", 1, code=1).err


@pytest.mark.parametrize("command", ["simulate coins -n 120 --csv games.csv", "record coins -n 3 -o r/"])
def test_fast_and_slow_machines_play_the_same(run: Run, monkeypatch: Patch, tmp_path: Path, command: str) -> None:
    """However long a round takes, and however long the clock waits, where it does not strike."""
    told = []
    for pace, patience in ((0.0, 1e6), (1e6, 30.0)):
        place = tmp_path / str(pace)
        place.mkdir()
        monkeypatch.chdir(place)
        monkeypatch.setattr(AT_WORK, "ROUND_SECONDS", pace)
        for module in ("machine.interpret.compiler", "analysis.random_games", "machine.program.bounds"):
            monkeypatch.setattr(f"rulewright.{module}.CALL_TIMEOUT_S", patience)
        monkeypatch.setattr(AT_WORK, "CALL_TIMEOUT_S", patience)
        done = run(*(COINS if word == "coins" else word for word in command.split()), "--seed", 7)
        files = {path.name: path.read_bytes() for path in place.rglob("*") if path.is_file()}
        told.append((done, files))
    assert told[0] == told[1]


def process(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", OFTEN, *map(str, arguments)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


GAMES = ("simulate", "high-tide", "--seed", 5, "-n", 20_000, "--format", "json")


@pytest.mark.thorough
@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize("jobs", [2, 1])
def test_killed_at_any_moment_and_gone_on_with_it_is_the_same(run: Run, tmp_path: Path, jobs: int) -> None:
    expected = run(*GAMES, "--csv", tmp_path / "whole.csv")
    files = ("--csv", tmp_path / "games.csv", "--checkpoint", tmp_path / "point")
    arguments = (*GAMES, "--jobs", jobs, *files, "--resume")
    rng, patience, delays = random.Random(jobs), 0.5, [0.05]
    while True:
        child = process(*arguments)
        try:
            out, err = child.communicate(timeout=delays[-1])
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            patience *= 2
            delays.append(rng.uniform(0, patience))
        else:
            break
    assert (child.returncode, err, out) == (0, "", expected.out)
    assert len(delays) > 1
    assert (tmp_path / "games.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.thorough
@pytest.mark.sampled(8)
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_it_tells_what_was_played_and_how_to_go_on(tmp_path: Path, jobs: int) -> None:
    point, games = tmp_path / "point", tmp_path / "games.csv"
    more = ("-n", 10**9, "--jobs", jobs, "--csv", games, "--checkpoint", point)
    child = process("simulate", "high-tide", "--seed", 5, "--format", "json", *more)
    try:
        while not (games.exists() and games.stat().st_size > 1000):
            assert child.poll() is None
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=120)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    assert child.returncode == 1
    assert err == "rulewright: Stopped. These are the games so far. The same command with --resume goes on.\n"
    (variant,) = json.loads(out)["variants"]
    assert variant["games"] == len(games.read_text().splitlines()) - 1
    assert variant["wanted"] == 10**9
    assert json.loads(point.read_text())["state"]["written"] == games.stat().st_size


@pytest.mark.thorough
def test_at_a_terminal_it_shows_how_far_it_is() -> None:
    words = ["simulate", str(COINS), "-n", "2000", "--seed", "1"]
    with at_terminal([sys.executable, "-m", "rulewright", *words], (40, 120)) as child:
        child.expect_exact("0 % [--------------------] 0 of 2,000 games")
        child.expect(r"100 % \[#{20}\] 2,000 of 2,000 games, [\d,]+/s, 0 s left")
        child.expect_exact("Coins: 2,000 games by random players")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
