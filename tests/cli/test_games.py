"""The verbs that play: record, replay, check, test, perft, bench, and play through a pipe."""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from rulewright.analysis.bench.measure import Asked, _process, in_turn
from rulewright.analysis.exploration import Depth
from rulewright.machine.positions import Layer
from rulewright.machine.wasm import memory_map as at
from rulewright.machine.wasm.engine import Engine
from rulewright.machine.wasm.explorer import FIRST_ROOM
from rulewright.own_files import Growing
from tests.cli.running import COINS, Patch, Run, coins_with, written
from tests.wasm.common import WASM


def recorded(run: Run, path: Path, *more: object) -> list[dict[str, object]]:
    assert run("record", COINS, "--seed", 3, "-o", path, *more).code == 0
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_record_tells_a_whole_game_and_can_be_replayed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = recorded(run, path, "--legal", "--players", 3, "--option", "heap=5")
    assert lines[0]["record"] == "rulewright/1"
    assert (lines[0]["players"], lines[0]["options"]) == (3, {"heap": 5, "kind": False})
    assert [line["chance"] for line in lines if "chance" in line] == ["draw"] * 3
    moves = [line for line in lines if "move" in line]
    assert all(line["move"] in line["legal"] for line in moves)
    assert lines[-1]["end"] is True
    done = run("replay", path, "--rules", COINS)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{len(moves)} decisions, all as recorded. Scores: ")


def test_the_same_seed_is_the_same_game(run: Run, tmp_path: Path) -> None:
    one = recorded(run, tmp_path / "one.jsonl")
    assert recorded(run, tmp_path / "two.jsonl") == one
    out = run("record", COINS, "--seed", 3).out
    assert [json.loads(line) for line in out.splitlines()] == one


def test_rules_beside_a_record_are_found_by_its_name_and_hash(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text(COINS.read_text())
    assert run("record", tmp_path / "mine.rules", "-o", tmp_path / "game.jsonl").code == 0
    assert run("replay", tmp_path / "game.jsonl").code == 0
    (tmp_path / "mine.rules").write_text(COINS.read_text() + "\n")
    done = run("replay", tmp_path / "game.jsonl")
    assert (done.code, "mine.rules beside it has changed since the record was made" in done.err) == (2, True)
    (tmp_path / "mine.rules").write_text(COINS.read_text())
    text = (tmp_path / "game.jsonl").read_text()
    (tmp_path / "deeper").mkdir()
    for name in ("../mine", str(tmp_path / "mine"), "mine\0", ""):
        (tmp_path / "deeper" / "game.jsonl").write_text(text.replace('"mine"', json.dumps(name)))
        assert run("replay", tmp_path / "deeper" / "game.jsonl").code == 2


def test_a_record_has_a_limit(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "game.jsonl"
    lines = recorded(run, path)
    monkeypatch.setattr("rulewright.machine.record.BYTES", path.stat().st_size)
    assert run("replay", path, "--rules", COINS).code == 0
    monkeypatch.setattr("rulewright.machine.record.BYTES", path.stat().st_size - 1)
    done = run("replay", path, "--rules", COINS)
    told = f"This is no record that can be followed: line {len(lines)}: the record is longer than 32 MiB."
    assert (done.code, done.err) == (1, f"rulewright: {told}\n")
    monkeypatch.undo()
    monkeypatch.setattr("rulewright.machine.record.LINES", len(lines))
    assert run("replay", path, "--rules", COINS).code == 0
    monkeypatch.setattr("rulewright.machine.record.LINES", len(lines) - 1)
    told = (
        f"This is no record that can be followed: line {len(lines)}: the record has more than {len(lines) - 1} lines."
    )
    assert run("replay", path, "--rules", COINS).err == f"rulewright: {told}\n"


def test_replaying_tells_how_far_it_is(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "game.jsonl"
    lines = len(recorded(run, path)) - 1
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    done = run("replay", path, "--rules", COINS, code=0)
    assert f"100 % [####################] {lines} of {lines} lines" in done.err
    assert done.err.endswith("\r\x1b[K")


def test_several_games_go_to_a_folder_and_never_over_one_another(run: Run, tmp_path: Path) -> None:
    arguments = ("record", COINS, "--seed", 3, "-n", 3, "-o", tmp_path / "games")
    assert run(*arguments).code == 0
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == [f"coins-000{n}.jsonl" for n in (1, 2, 3)]
    before = (tmp_path / "games" / "coins-0002.jsonl").read_bytes()
    (tmp_path / "games" / "coins-0001.jsonl").unlink()
    assert "exists already" in run(*arguments, code=2).err
    assert not (tmp_path / "games" / "coins-0001.jsonl").exists()
    assert (tmp_path / "games" / "coins-0002.jsonl").read_bytes() == before
    assert run(*arguments, "--force").code == 0
    assert run("record", COINS, "-n", 3).code == 2


def test_a_spectators_record_holds_nothing_hidden(run: Run, tmp_path: Path) -> None:
    nobody = recorded(run, tmp_path / "none.jsonl", "--spectator", "none", "--legal")
    assert nobody[0]["record"] == "rulewright-view/1"
    assert "seed" not in nobody[0]
    dealt = [line for line in nobody if "purse" in str(line.get("places"))]
    assert [line["piece"] for line in dealt] == ["?", "?"]
    assert "outcome" not in str(nobody)
    assert "legal" not in str(nobody)
    own = recorded(run, tmp_path / "own.jsonl", "--spectator", "1", "--legal")
    assert [line["seat"] for line in own if "legal" in line] == [line["seat"] for line in own if line.get("seat") == 1]
    assert "?" not in [line["piece"] for line in own if "player-2's purse" in str(line.get("places"))]
    assert "?" in [line["piece"] for line in own if "player-1's purse" in str(line.get("places"))]
    assert run("record", COINS, "--spectator", 5).code == 2
    assert run("replay", tmp_path / "none.jsonl", "--rules", COINS).code == 1


def test_a_record_that_was_changed_parts_from_the_rules_at_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = recorded(run, path)
    at = next(number for number, line in enumerate(lines) if "move" in line)
    for changed, said in (
        ({**lines[at], "move": ["take", 7]}, "7 cannot be picked here"),
        ({**lines[at], "seat": 1}, "seat"),
        ({"end": True, "scores": [9, 9], "winners": []}, "the record ends"),
    ):
        path.write_text("".join(json.dumps(line) + "\n" for line in [*lines[:at], changed]))
        done = run("replay", path, "--rules", COINS, code=1)
        assert f"Decision 1 (line {at + 1} of the record): " in done.err
        assert said in done.err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{}\n",
        "[1]\n",
        '{"record":"rulewright/1"}\n',
        '{"record":"rulewright/1","game":"' + "x" * (1 << 20) + '"}\n',
    ],
    ids=["empty", "half", "no-record", "list", "bare", "huge-line"],
)
def test_what_is_no_record_is_told(run: Run, tmp_path: Path, text: str) -> None:
    path = written(tmp_path / "game.jsonl", text)
    assert "line 1" in run("replay", path, "--rules", COINS, code=1).err


def test_a_half_written_last_line_is_ignored(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(run, path)
    path.write_bytes(path.read_bytes()[:-9])
    run("replay", path, "--rules", COINS, code=0)


def test_check_and_test(run: Run, tmp_path: Path) -> None:
    done = run("test", COINS)
    assert (done.code, done.out) == (0, f"{COINS}: 1 example, 1 comes true\n")
    several = tmp_path / "several.rules"
    several.write_text(
        COINS.read_text() + COINS.read_text()[COINS.read_text().index("example ") :].replace("last", "2nd")
    )
    assert run("test", several).out == f"{several}: 2 examples, 2 come true\n"
    wrong = coins_with(tmp_path / "wrong.rules", "subtract amount from coins", "subtract amuont from coins")
    assert "[unknown-name]" in run("check", wrong, code=1).out
    found = json.loads(run("check", wrong, "--format", "json").out)
    assert [(one["code"], one["edit"]["text"]) for one in found["findings"]] == [("unknown-name", "amount")]
    done = run("check", wrong, COINS, "--jobs", 1, "--format", "github")
    assert (done.code, done.out.count("\n")) == (1, 1)
    assert done.out.startswith(f"::error file={wrong},line=")
    assert run("test", COINS, "--format", "github").out == ""
    done = run("test", COINS, "--format", "json")
    assert (done.code, json.loads(done.out)) == (0, {"findings": []})
    assert run("record", wrong).code == 1


@pytest.mark.thorough
def test_check_plays_to_find_holes(run: Run, tmp_path: Path) -> None:
    done = run("check", COINS, "--work", 40_000)
    assert (done.code, done.out) == (0, f"{COINS}: no holes found (all 5,456 positions looked at, at all 8 settings)\n")
    wrong = coins_with(tmp_path / "wrong.rules", '   because "there are not so many coins"', " or heap is 5")
    done = run("check", wrong, "--work", 4_000, code=1)
    assert "the rules go wrong here in play: coins is 0..5, and this makes -1." in " ".join(done.out.lower().split())
    assert "[goes-wrong] was found only with heap 5." in done.out
    assert "    1.   Ann: take 2\n" in done.out
    found = json.loads(run("check", wrong, "--work", 4_000, "--format", "json").out)
    assert [(one["code"], one["line"]) for one in found["findings"]] == [("example-fails", 35), ("goes-wrong", 25)]


HIRE = """\
game "Hiring" "Hire helpers"
    players Ann, Bob
component helper: one of cook, thief, spy
each player has
    crew: area of helper
play:
    each player: choose hire
scoring:
    score of player: 0
    winners: nobody
action hire "Hire one":
    pick helper from box's helpers
    move helper to your crew
"""


def test_explore_tells_depth_by_depth(run: Run, tmp_path: Path) -> None:
    compared = tmp_path / "compared.rules"
    more = "        game is over\n        coins is 0\n"
    compared.write_text(COINS.read_text().replace("        game is over\n", more))
    for rules in (COINS, compared):  # what an example compares is no invariant
        done = run("explore", rules, "--example", "the last coin", code=0)
        assert done.out.splitlines() == [
            "0: 1 positions",
            "1: 1 positions, 1 of them ends",
            "2 positions; these are all",
            "1 ends: Ann wins",
        ]
    wrong = coins_with(tmp_path / "wrong.rules", '   because "there are not so many coins"', " - 1")
    assert "dead end: There is no move here" in run("explore", wrong, code=1).out


def test_explore_merges_values(run: Run, tmp_path: Path) -> None:
    """Three helpers, and each player hires one: 1, 3 and 3 * 2 positions, of which three differ in more than names."""
    rules = written(tmp_path / "hire.rules", HIRE)
    assert run("explore", rules).out.splitlines()[-2:] == ["10 positions; these are all", "6 ends: nobody wins"]
    done = run("explore", rules, "--merge", "helper", code=0)
    assert done.out.splitlines()[-2:] == [
        "3 positions that differ in more than the names of helper; these are all",
        "1 ends: nobody wins",
    ]
    assert "the reference finds the positions" in done.err
    misspelt = run("explore", rules, "--merge", "helpr")
    assert (misspelt.code, misspelt.out) == (2, "")
    assert 'Did you mean "helper"?' in misspelt.err
    rules.write_text(HIRE.replace("from box's helpers", "from box's helpers where it is not spy"))
    refused = run("explore", rules, "--merge", "helper")
    assert (refused.code, refused.out) == (1, "")
    assert "hire.rules, line 12" in refused.err
    assert "here spy is meant" in refused.err
    assert "[told-apart]" in refused.err


def test_explore_says_what_it_leaves_out(run: Run, monkeypatch: Patch) -> None:
    def walk(*_: object, **__: object) -> Iterator[Layer]:
        yield Layer(0, range(1), 1, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.cli.count_commands.monotonic", partial(next, count(step=0.02)))  # 50 looks
    done = run("explore", "line-it", "--seconds", 1, code=0)
    assert "a sample was taken" in done.err
    assert "than there was time for" in done.err
    assert "these are all" not in done.out
    monkeypatch.setattr("rulewright.analysis.exploration.explored", walk)
    assert run("explore", COINS).code == 1


@WASM
def test_explore_keeps_what_was_found_where_the_machine_has_no_more_memory(run: Run, monkeypatch: Patch) -> None:
    """The first room has 4,096 positions, and there are 5,478 in all; so many bytes no module can have."""
    reserve = Engine.reserve

    def little(engine: Engine, needed: int) -> None:
        reserve(engine, needed if engine.word(at.FOUND) < FIRST_ROOM else 1 << 33)

    monkeypatch.setattr(Engine, "reserve", little)
    done = run("explore", "tic-tac-toe", code=0)
    assert done.out.splitlines()[:3] == ["0: 1 positions", "1: 9 positions", "2: 72 positions"]
    assert "these are all" not in done.out
    assert "more positions than there is memory for" in done.err


def test_an_example_that_cannot_be_hides_no_other(run: Run, tmp_path: Path) -> None:
    example = COINS.read_text()[COINS.read_text().index("example ") :]
    wrong = tmp_path / "wrong.rules"
    impossible = example.replace("last", "2nd").replace("coins is", "coinz is")
    wrong.write_text(COINS.read_text() + impossible + example.replace("last", "3rd").replace("Ann is", "Bob is"))
    done = run("test", wrong)
    assert [code for code in ("unknown-name", "example-fails") if f"[{code}]" in done.out] == [
        "unknown-name",
        "example-fails",
    ]
    assert done.out.endswith(f"{wrong}: 3 examples, 1 comes true\n")


@pytest.mark.parametrize(
    ("line", "unreadable"),
    [("Ann is in winners", "Ann has nothing at all"), ("at turn as Ann", "at turn turn"), ('"the 2nd coin"', "2nd")],
)
def test_an_example_that_cannot_be_read_hides_no_other(run: Run, tmp_path: Path, line: str, unreadable: str) -> None:
    """Nor is it, or one that was not judged, counted among those that come true."""
    text = COINS.read_text()
    example = text[text.index("example ") :]
    wrong = tmp_path / "wrong.rules"
    unread = example.replace("last", "2nd").replace(line, unreadable)
    wrong.write_text(text + unread + example.replace("last", "3rd").replace("Ann is", "Bob is"))
    done = run("test", wrong)
    assert "[example-fails]" in done.out
    assert done.out.endswith(f"{wrong}: 3 examples, 1 comes true\n")
    wrong.write_text(text.replace("coins: 0..5", "coins: 0...5") + unread)
    assert run("test", wrong).out.endswith(f"{wrong}: 2 findings\n")


def test_perft_counts_with_and_without_merging(run: Run) -> None:
    merged = run("perft", COINS, 2, code=0)
    assert merged.out == "1 60\n2 90\n"
    assert run("perft", COINS, 2, "--no-merge").out == merged.out
    assert run("perft", COINS, 0).out == "0 30\n"


def test_perft_divides_by_first_moves(run: Run, tmp_path: Path) -> None:
    done = run("perft", COINS, 2, "--divide")
    assert (done.code, done.out) == (0, "take 1: 60\ntake 2: 30\n2 90\n")
    assert run("perft", COINS, 0, "--divide").code == 2
    sealed = written(tmp_path / "sealed.rules", SEALED)
    done = run("perft", sealed, 1, "--divide")
    assert done.out.splitlines()[8:11] == ["player-1: bid 9: 1", "player-2: bid 1: 1", "player-2: bid 2: 1"]


def test_perft_begins_at_an_example(run: Run) -> None:
    """One coin is left, so there is one move, and with two decisions no way."""
    assert run("perft", COINS, 2, "--example", "the last coin").out == "1 1\n2 0\n"
    done = run("perft", COINS, 2, "--example", "the last coim")
    assert (done.code, done.err) == (
        2,
        'rulewright: There is no example "the last coim". Did you mean "the last coin"?\n',
    )
    assert run("perft", COINS, 2, "--example", "the last coin", "--players", 2).code == 2


def test_an_example_that_perft_cannot_begin_at(run: Run, tmp_path: Path) -> None:
    text = COINS.read_text()
    rules = tmp_path / "other.rules"
    for changed, said in (
        (text.replace("coins is 1\n", "coins is 6\n"), "[example-impossible]"),
        (text.partition("example")[0] + TALK, "does not say where in the game it is"),
    ):
        rules.write_text(changed)
        done = run("perft", rules, 2, "--example", "the last coin")
        assert done.code in (1, 2)
        assert said in done.err


TALK = """example "the last coin":
    given:
        coins is 1
    then:
        coins is 1
"""


def test_perft_that_is_interrupted_has_told_what_it_knows(run: Run, monkeypatch: Patch) -> None:
    def counts(*_: object, **__: object) -> Iterator[Depth]:
        yield Depth(0, 1, 0, complete=True)
        yield Depth(1, 20, 0, complete=False)
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.analysis.exploration.Perft.depths", counts)
    done = run("perft", COINS, 9)
    assert (done.code, done.out) == (1, "1 20\n")
    assert done.err.endswith("come from a sample.\nrulewright: Stopped. What is counted stands above.\n")


def once_for_each_backend() -> Callable[..., float]:
    """The life of a process, of each backend once cold and once warm, whatever it plays."""
    lives: dict[str, list[float]] = {}

    def process(asked: Asked, backend: str, environment: Mapping[str, str]) -> float:
        lived = lives.setdefault(backend, [])
        if len(lived) < 2:
            lived.append(_process(asked, backend, environment))
        return lived[-1]

    return process


@pytest.mark.thorough
def test_bench_measures_each_game_by_each_backend(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.bench.measure.LOADS", 1)
    monkeypatch.setattr("rulewright.analysis.bench.measure._process", once_for_each_backend())
    monkeypatch.setattr("rulewright.analysis.bench.measure.HANDLING_SECONDS", 0.001)
    monkeypatch.setattr("rulewright.analysis.bench.measure.in_turn", lambda plays, _, tell: in_turn(plays, 0.05, tell))
    done = run("bench", COINS, "tic-tac-toe", "--seconds", 1, "--format", "json", code=0)
    found = json.loads(done.out)
    assert [each["game"] for each in found] == ["coins", "tic-tac-toe"]
    numbers = found[0]["backends"][0]
    assert numbers["backend"] == "reference"
    assert numbers["decisions_per_second"]["median"] > numbers["playouts_per_second"]["median"] > 0
    assert numbers["cold_load_seconds"]["lowest"] > 0


def test_bench_of_rules_that_go_wrong(run: Run, tmp_path: Path) -> None:
    wrong = written(
        tmp_path / "wrong.rules",
        COINS.read_text().replace("    subtract amount from coins", "    subtract amount + 1 from coins"),
    )
    done = run("bench", wrong, "--seconds", 1, "--option", "heap=5", code=1)
    said, place, again = done.err.splitlines()
    assert said.startswith("rulewright: The rules went wrong in play: ")
    assert place == 'wrong.rules, line 25: "subtract amount + 1 from coins"'
    named, _, command = again.partition(": rulewright ")
    assert named == f"Coins, game {re.findall(r'--number=(.*)', command)[0]} of seed 1"
    recorded = run(*shlex.split(command))
    assert (recorded.code, recorded.err.splitlines()) == (1, [said, place])


def test_bench_refuses_a_second_game_before_it_measures_the_first(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.bench.measure.measure", lambda *_, **__: pytest.fail("it was measured"))
    assert run("bench", COINS, "tic-tac-two").code == 2
    assert run("bench", COINS, "tic-tac-toe", "--players", 3).code == 1


def test_bench_shows_at_a_terminal_how_far_it_is(run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.bench.measure._figures", lambda *given: in_turn([], 0, given[-1]))
    monkeypatch.setattr("rulewright.analysis.bench.measure.as_text", str)
    monkeypatch.setattr("rulewright.analysis.bench.measure.as_json", str)
    assert run("bench", COINS).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("rulewright.cli.console.REDRAW_S", 0)
    said = run("bench", COINS).err
    assert said.startswith("rulewright: Measuring Coins, 2 players: about 5 s ")
    assert " 9 of 28 measurements" in said or " 9 of 14 measurements" in said
    assert said.endswith("\r\x1b[K")


def test_what_a_finished_game_says_of_its_review_can_be_typed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    done = run("play", COINS, "--bot", "random", "--seed", 1, "--record", path, typed="1\n" * 9)
    (command,) = re.findall(r"rulewright (replay .+ --review\b.*) tells where the odds turned", done.out)
    assert str(COINS) in command
    assert run(*command.split()).code == 0


def test_piped_play_is_recorded_and_ends_politely(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", COINS, "--bot", "random", "--seed", 1, "--seat", "0=Ann", "--seat", 1, "--record", path)
    done = run(*arguments, typed="take 5\ntake 1\n", code=0)
    assert "5 cannot be picked here" in done.err
    assert "Stopped after 1 decision." in done.out
    assert "seed" not in done.out
    assert f"The record is in {path}." in done.out
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["move"] for line in lines if "move" in line] == [["take", 1]]
    assert run(*arguments, typed="1\n").code == 2
    done = run(*arguments, "--force", typed="2\ntake 2\nwhy take 2\n1\n", code=0)
    assert "The seed was 1.\n" in done.out
    assert "take 2: there are not so many coins" in done.err
    assert "The game is over.\nplayer-2 wins.\n" in done.out, "there are no scores in it"
    assert run("replay", path, "--rules", COINS).code == 0


def test_a_record_that_is_being_written_is_nobody_elses(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Growing.new(path, b"of another game\n").file:
        done = run("play", COINS, "--bot", "random", "--record", path, "--force", typed="")
        assert (done.code, "another command is writing to it" in done.err) == (2, True)
    assert path.read_text() == "of another game\n"


def test_undo_at_the_table_is_in_the_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seats = ("--seat", 0, "--seat", 1, "--option", "heap=5")
    run(
        "play",
        COINS,
        "--bot",
        "random",
        *seats,
        "--record",
        path,
        typed="take 1\n:goto 1\nyes\ntake 2\ntake 2\ntake 1\n",
    )
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert {"back": 1} in lines or {"back": 1, "seen": True} in lines
    assert run("replay", path, "--rules", COINS).code == 0


SEALED = """game "Sealed" "Both name a number"
    players 2
each player has
    stake: 0..9, seen by owner
play:
    each player at once: choose bid
    each player: choose rest
action bid "Bid":
    pick amount from 1..9
    set your stake to amount
action rest "Rest": nothing
scoring:
    score of player p: 0
    winners: nobody
"""


def test_what_all_choose_at_once_is_told_to_nobody_else(run: Run, tmp_path: Path) -> None:
    rules = written(tmp_path / "sealed.rules", SEALED)
    told = {}
    for watcher in ("none", "0", "1"):
        out = run("record", rules, "--seed", 1, "--legal", "--spectator", watcher).out
        told[watcher] = [json.loads(line)["move"] for line in out.splitlines()[1:3]]
    assert told["none"] == [["?"], ["?"]]
    assert told["0"][1] == told["1"][0] == ["?"]
    assert told["0"][0][0] == told["1"][1][0] == "bid"
    done = run(
        "play", rules, "--bot", "random", "--seat", "0=Ann", "--seat", "1=Bob", typed="bid 3\nbid 7\nrest\nrest\n"
    )
    assert "· Ann has chosen\n" in done.out
    assert "· Bob has chosen — your stake 3 (+3)\n" in done.out
    assert ": bid" not in done.out


def test_a_game_is_taught_through_a_pipe(run: Run) -> None:
    done = run("teach", "tic-tac-toe", "--bot", "random", "--seed", 1, "--seat", "0=Ann", typed="b2\n:why b2\n")
    assert done.code == 0
    assert "You can place - Put a mark on an empty cell." in done.out
    assert done.out.index("Step 1. It is your turn.") < done.out.index("· nought: place") < done.out.index("Step 2.")
    assert done.out.count("Step 2. It is your turn.") == 1


def test_a_seed_that_was_not_asked_for_may_be_any(run: Run) -> None:
    """With 64 bits from the system's source nobody finds it by trying."""
    seeds = {json.loads(run("record", COINS).out.splitlines()[0])["seed"] for _ in range(8)}
    assert len(seeds) == 8
    assert 1 << 48 < max(seeds) < 1 << 64


def test_a_seed_that_was_not_asked_for_is_told_after_the_game(run: Run) -> None:
    typed = "1\n" * 9
    done = run("play", COINS, "--bot", "random", typed=typed)
    game, _, rest = done.out.partition("The seed was ")
    assert "The game is over." in game
    number = rest.partition(".")[0]
    assert number not in game + done.err
    assert run("play", COINS, "--bot", "random", "--seed", number, typed=typed).out == done.out
    assert "seed" not in run("play", COINS, "--bot", "random", typed="").out
