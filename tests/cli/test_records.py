"""`play` from a record or an example, and `replay` at a terminal and as text."""

import json
import sys
from pathlib import Path

import pytest

from rulewright import load
from rulewright.machine.record import MoveLine, read
from rulewright.machine.replay import replay
from tests.cli.emulated import Emulated
from tests.cli.processes import at_terminal, pexpect, talk
from tests.cli.running import COINS, Patch, Run

HEAD = {"record": "rulewright/1", "game": "x", "rules": "", "players": 3, "options": {"heap": 5, "kind": False}}
DRAWN = [{"chance": "draw", "what": "bag", "outcome": f"token-{number}"} for number in (3, 1, 2)]
TAKEN = [{"seat": seat, "move": ["take", amount]} for seat, amount in enumerate((2, 2, 1))]
FAULTY = COINS.read_text().replace('   because "there are not so many coins"', " or heap is 5")


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (HEAD, *lines)))
    return path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.rules").write_text(FAULTY)
    written(tmp_path / "whole.jsonl", *DRAWN, *TAKEN, {"end": True, "scores": [0, 0, 1], "winners": [2]})
    written(tmp_path / "two.jsonl", *DRAWN, *TAKEN[:2])
    written(tmp_path / "drawing.jsonl", *DRAWN[:2])
    written(tmp_path / "wrong.jsonl", *DRAWN, *TAKEN[:2], {"seat": 2, "move": ["take", 2]})
    written(tmp_path / "again.jsonl", *DRAWN, TAKEN[0], {"back": 1}, {"seat": 0, "move": ["take", 1]})
    written(tmp_path / "other.jsonl", *DRAWN, TAKEN[0], {"seat": 1, "move": ["take", 7]})
    written(tmp_path / "setup.jsonl", {"chance": "draw", "what": "sack", "outcome": "token-1"})
    return tmp_path


@pytest.mark.parametrize(
    ("words", "seat", "coins"),
    [
        ("two.jsonl", 3, 1),
        ("two.jsonl --at 1", 2, 3),
        ("whole.jsonl --at 0", 1, 5),
        ("wrong.jsonl", 3, 1),
        ("wrong.jsonl --at 1", 2, 3),
        ("again.jsonl", 2, 4),
        ("other.jsonl --at 1", 2, 3),
        ("drawing.jsonl", 1, 5),
    ],
)
def test_a_game_goes_on_where_a_record_stands(run: Run, place: Path, words: str, seat: int, coins: int) -> None:
    done = run("play", "x.rules", "--bot", "random", "--seed", 1, "--from", *words.split(), typed="", code=0)
    assert f" coins {coins}\n" in done.out
    assert f"player-{seat}, your move:" in done.out
    assert ("begins before that" in done.err) == (words == "wrong.jsonl")


def test_its_record_is_a_whole_game(run: Run, place: Path) -> None:
    words = ("x.rules", "--from", "two.jsonl", "--at", 1, "--seat", "1=Bob", "--seat", "2=Cy", "--record", "more.jsonl")
    assert run("play", *words, "--bot", "random", typed="take 1\n:quit\n").code == 0
    record = read(place / "more.jsonl")
    assert [line.move[1] for line in record.lines if isinstance(line, MoveLine)][:3] == [2, 2, 1]
    followed = replay(load("x.rules", players=3, options={"heap": 5}), record)
    assert (followed.parting, record.header.seed) == (None, None)
    assert followed.notes[:1] != ("the record was made with another text of the rules",)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("x.rules --from whole.jsonl", 2, "The game of the record is over. --at 2 begins before its last decision."),
        ("x.rules --from two.jsonl --at 3", 2, "The record has 2 decisions; there is no position after 3."),
        ("x.rules --from other.jsonl", 1, "take 7 is not among the moves: "),
        ("x.rules --from other.jsonl", 1, "So far the record can be followed. --at 1 begins before that."),
        (
            "x.rules --from wrong.jsonl --at 4",
            1,
            "(line 8 of the record): line 25 of the rules goes wrong: coins is 0..5",
        ),
        ("x.rules --from setup.jsonl", 1, "So far the record can be followed.\n"),
        ("x.rules --from x.rules", 2, "x.rules is a text of rules, and the record of a game is read here."),
        ("--resume x.rules", 2, "Write: rulewright play x.rules --resume RECORD. By itself it is played with:"),
        ("two.jsonl", 1, "This is the record of a game, and no text of rules."),
        ("x.rules --from none.jsonl", 2, "Cannot read none.jsonl"),
        ("--from two.jsonl --at 1 --players 2", 2, "A record says how it is played"),
        ("--from ../two.jsonl", 2, 'The record is of "x", which is no shipped game. Give its rules, too:'),
        ("tic-tac-toe --from ../two.jsonl", 1, 'Note: the record is of "x".'),
        ("x.rules --at 2", 2, "--at says where in a record a game begins"),
        ("x.rules --example none", 2, 'There is no example "none".'),
        ("x.rules --example=last --record y.jsonl", 2, "--record does not go with --example"),
        ("", 2, "Which game? There are: "),
    ],
)
def test_what_cannot_be_meant_is_told(
    run: Run, place: Path, monkeypatch: Patch, words: str, code: int, said: str
) -> None:
    if "../" in words:
        (place / "in").mkdir()
        (place / "x.rules").rename(place / "in" / "y.rules")
        monkeypatch.chdir(place / "in")
    done = run("play", *words.split(), typed="")
    assert (done.code, said in done.err) == (code, True), done.err


def test_a_game_begins_at_an_example(run: Run) -> None:
    done = run("play", COINS, "--bot", "random", "--seed", 1, "--example", "the last coin", typed="take 1\n")
    assert (done.code, "Ann, your move:" in done.out, "Ann wins." in done.out) == (0, True, True), done.out


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("record", "tic-tac-toe", "--seed", "1", "-o", path).code == 0
    return path


def test_a_transcript_is_written_with_the_notes_at_standard_error(run: Run, record: Path) -> None:
    done = run("replay", record, "--transcript")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Tic-tac-toe")
    assert "\n1. " in done.out
    assert "Winners: " in done.out
    cut = record.read_text().splitlines()[:3]
    record.write_text("\n".join(cut) + "\n")
    done = run("replay", record, "--transcript", "--seat", "1")
    assert done.out.endswith("The record stops before decision 3.\n")
    assert "the record stops before decision 3" in done.err


def test_rules_where_a_record_belongs_are_told_with_what_is_meant(run: Run, record: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(record.parent)
    (record.parent / "walls.rules").write_text(FAULTY)
    told = run("replay", "walls.rules", code=2).err
    assert "Write: rulewright replay RECORD --rules walls.rules. By itself it is played with:" in told
    for files in (("walls.rules", "game.jsonl"), ("game.jsonl", "walls.rules")):
        told = run("replay", *files, code=2).err
        assert "Write: rulewright replay game.jsonl --rules walls.rules\n" in told


def test_where_the_rules_part_the_transcript_goes_as_far_as_they_agree(run: Run, record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[2] = lines[1].replace('"seat":0', '"seat":1')
    record.write_text("\n".join(lines) + "\n")
    done = run("replay", record, "--transcript", code=1)
    assert "Decision 2" in done.err
    assert done.out.endswith("The record stops before decision 2.\n")


@pytest.mark.thorough
def test_a_record_is_read_at_a_terminal(record: Path) -> None:
    with at_terminal([sys.executable, "-m", "rulewright", "replay", "--plain", str(record)]) as child:
        talk(child, "Enter goes on", "0 of ", ("To decide: ", ""), "1 of ", ("To decide: ", ":why nothing"))
        talk(child, ("decides now, but nought", ":as spectator"), "as a spectator sees it", ("To decide: ", ":q"))
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


@pytest.mark.thorough
def test_a_record_is_read_on_the_full_screen(record: Path) -> None:
    with Emulated([sys.executable, "-m", "rulewright", "replay", str(record)], 20, 60) as terminal:
        begin = terminal.sees("To decide: ", "0 of ", "Enter goes on", "0/9>")
        assert begin.startswith("Tic-tac-toe")
        terminal.send("\r")
        terminal.sees("To decide: ", "1 of ", "1/9>", without="Enter goes on")
        terminal.type(":as spectator")
        terminal.sees("as a spectator sees it", "1/9>")
        terminal.type(":end")
        terminal.resize(30, 90)
        text = terminal.sees("The game is over.", "Winners: ", "9/9>")
        assert text.startswith("Tic-tac-toe\n board")
        terminal.type(":q")
        terminal.ends()
