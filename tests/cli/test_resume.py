"""`play --resume`: games that were kept, through pipes and at a terminal."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright.cli.greeting import greeted
from rulewright.machine.record import MoveLine, read
from rulewright.own_files import Growing
from tests.cli.processes import ENVIRONMENT, at_terminal, pexpect, talk
from tests.cli.running import COINS, Patch, Run
from tests.cli.test_greeting import answering

pytestmark = pytest.mark.thorough

COMMAND = [sys.executable, "-m", "rulewright"]
RULES = COINS.read_text().replace("3 or 5, default 3", "3 or 9, default 9").replace("0..5", "0..9")
EDITED = RULES + "\n-- edited\n"
FEWER = RULES.replace("needs amount is at most coins", "needs amount is 1")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A folder with rules, and a state folder of its own."""
    monkeypatch.delenv("RULEWRIGHT_NO_STATE", raising=False)
    monkeypatch.delitem(ENVIRONMENT, "RULEWRIGHT_NO_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setitem(ENVIRONMENT, "XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.rules").write_text(RULES)
    return tmp_path


def games(place: Path) -> list[Path]:
    return sorted((place / "state" / "rulewright-games").glob("*.jsonl"))


def moves(path: Path) -> list[tuple[int, str | int]]:
    return [(line.seat, line.move[1]) for line in read(path).lines if isinstance(line, MoveLine)]


@contextmanager
def playing(*words: str) -> Iterator["pexpect.spawn[str]"]:
    with at_terminal([*COMMAND, "play", "--plain", *words]) as child:
        yield child


def leave(child: "pexpect.spawn[str]") -> None:
    child.send("\x04")
    talk(child, ("yes or no> ", "yes"))
    child.expect(pexpect.EOF)


def keep_one(*words: str) -> None:
    """Ann takes a coin, player-2 and player-3 do what they like, the terminal is closed."""
    with playing("x.rules", "--players", "3", "--seed", "1", "--seat", "0=Ann", "--bot", "random", *words) as child:
        talk(child, ("Ann> ", "take 1"), "Ann, your move:")


def test_a_game_goes_on_where_its_terminal_was_closed_with_the_same_people(place: Path) -> None:
    keep_one()
    (path,) = games(place)
    made = moves(path)
    assert made[0] == (0, 1)
    with playing("--resume") as child:
        talk(child, f"The game goes on after {len(made)} decisions.", "Ann, your move:", "Ann> ")
        assert moves(path) == made
        child.send(":undo\r")
        talk(child, "Back before your last decision.", "your move:", ("Ann> ", ":redo"), "Forward to decision 4.")
        talk(child, "your move:", "Ann> ")
        leave(child)
    assert moves(path)[len(made) :] == made, "the others do what they did"


def test_of_several_one_is_chosen_and_none_is_played_twice(place: Path) -> None:
    keep_one()
    (first,) = games(place)
    second = first.with_stem(f"{first.stem}-2")
    shutil.copy(first, second)
    with playing("--resume", "1") as child:
        child.expect_exact("Ann> ")
        with playing("--resume", "7") as other:
            talk(other, "There is no unfinished game 7: they have the numbers 1 to 2.", "1. x, Ann and 2 others, ")
            talk(other, f", {len(moves(second))} decisions, being played by process {child.pid}", ("number> ", "8"))
            talk(other, "no unfinished game 8", ("number> ", "Bob"), "None of these", ("number> ", "Ann"))
            talk(other, "2 of these games", ("number> ", ""))
            talk(other, f"is the record of a game that is being played, by process {child.pid}.", ("number> ", "\x04"))
            other.expect_exact("Stopped.")
            other.expect(pexpect.EOF)
        with playing("--resume", "2") as other:
            other.expect_exact("Ann> ")
            leave(other)
        leave(child)
    assert {first, second} == set(games(place))


def test_a_game_in_which_nothing_was_decided_is_not_kept(place: Path) -> None:
    with playing("x.rules", "--bot", "random") as child:
        child.expect_exact("player-1> ")
        leave(child)
    assert games(place) == []


@pytest.mark.parametrize("switch", ["RULEWRIGHT_NO_STATE", "XDG_STATE_HOME"])
def test_without_a_folder_it_is_said_before_one_leaves(place: Path, switch: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENVIRONMENT, switch, "/proc/none")
        with playing("x.rules", "--bot", "random") as child:
            if switch == "XDG_STATE_HOME":
                child.expect_exact("there is no folder of your own for games")
            talk(child, ("player-1> ", "\x04"), ("Stop? The game is not kept.", "\x04"))
            child.expect(pexpect.EOF)
    assert games(place) == []


@pytest.mark.parametrize(("answer", "text"), [("old", RULES), ("new", EDITED)])
def test_where_the_rules_were_edited_one_may_choose(place: Path, answer: str, text: str) -> None:
    from hashlib import sha256

    keep_one()
    (path,) = games(place)
    made, before = moves(path), path.read_bytes()
    (place / "x.rules").write_text(EDITED)
    with playing("--resume") as child:
        talk(child, "The rules were edited since.", ("old or new> ", "what"), ("old or new> ", f"{answer}"))
        talk(child, f"The game goes on after {len(made)} decisions.", "Ann> ")
        leave(child)
    latest = max(games(place), key=lambda each: each.stat().st_mtime_ns)
    assert read(latest).header.rules == sha256(text.encode()).hexdigest()
    assert moves(latest) == made
    assert path.read_bytes() == before, "the old record stays as it was"
    assert len(games(place)) == (1 if answer == "old" else 2)


def test_under_the_new_text_it_goes_on_up_to_where_they_part(place: Path) -> None:
    words = ("x.rules", "--players", "2", "--seed", "1", "--seat", "0=Ann", "--seat", "1=Bob")
    with playing(*words) as child:
        for name, amount in (("Ann", 1), ("Bob", 2)):
            talk(child, (f"{name}> ", f"take {amount}"), ("Pass the keyboard", ""))
        child.expect_exact("Ann> ")
    (path,) = games(place)
    (place / "x.rules").write_text(FEWER)
    with playing("--resume") as child:
        talk(child, ("old or new> ", "n"))
        child.expect_exact("Note: Decision 2 (line 5 of the record): seat 1: take 2 is not among the moves:")
        talk(child, "The game goes on after 1 decision.", ("Pass the keyboard to Bob", ""), "Bob> ")
        leave(child)
    assert [moves(each) for each in games(place) if each != path] == [[(0, 1)]]
    assert moves(path) == [(0, 1), (1, 2)]


def kept(run: Run, name: str = "game.jsonl", typed: str = "take 1\n") -> Path:
    words = ("x.rules", "--players", 3, "--seed", 1, "--seat", "0=Ann", "--bot", "random", "--record", name)
    assert run("play", *words, typed=typed).code == 0
    return Path(name)


def test_a_pipe_keeps_nothing_but_what_it_is_told_to(run: Run, place: Path) -> None:
    assert run("play", "x.rules", "--bot", "random", typed="take 1\n").code == 0
    assert games(place) == []
    path = kept(run)
    assert games(place) == []
    made = moves(path)
    done = run("play", "--resume", path, typed="take 1\n")
    assert (done.code, done.err) == (0, "")
    assert f"The game goes on after {len(made)} decisions." in done.out
    assert "Ann, your move:" in done.out
    assert moves(path)[: len(made) + 1] == [*made, (0, 1)]


def test_a_pipe_takes_the_old_text_without_a_question(run: Run, place: Path) -> None:
    path = kept(run)
    (place / "x.rules").write_text(EDITED)
    done = run("play", "x.rules", "--resume", path, typed="")
    assert (done.code, "Ann, your move:" in done.out) == (0, True)
    assert "the rules were edited since. The game goes on under the text with which it was begun." in done.err
    (place / "x.rules").unlink()
    assert run("play", "--resume", path, typed="").code == 0
    shutil.rmtree(place / "state" / "rulewright-games" / "rules")
    done = run("play", "--resume", path, typed="")
    assert (done.code, done.out) == (2, "")
    assert 'The record is of "x", which is no shipped game.' in done.err


@pytest.mark.parametrize(
    ("end", "whole"), [(b'{"seat":0,"mo', True), (b'{"seat":0,"move":["take",1]}', True), (b"what\n", False)]
)
def test_what_is_half_written_was_not_confirmed(run: Run, place: Path, end: bytes, whole: bool) -> None:
    path = kept(run)
    before = path.read_bytes()
    path.write_bytes(before + end)
    done = run("play", "--resume", path, typed="take 1\n")
    if whole:
        assert done.code == 0
        assert path.read_bytes().startswith(before + b'{"seat":0,"move":["take",1]}\n')
        read(path)
    else:
        assert (done.code, path.read_bytes()) == (1, before + end)
        assert "This is no record that can be followed: line " in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--resume", "There is no unfinished game. rulewright play GAME begins one."),
        ("--resume 3", "There is no unfinished game. rulewright play GAME begins one."),
        ("--resume none.jsonl", "Cannot read none.jsonl: No such file or directory."),
        ("--resume over.jsonl", "This game is over. rulewright replay FILE follows its record."),
        ("--resume --players 2", "A game goes on as it was:"),
        ("--resume game.jsonl --seat 1", "A game goes on as it was:"),
    ],
)
def test_what_cannot_be_meant_is_told(run: Run, place: Path, words: str, said: str) -> None:
    kept(run)
    kept(run, "over.jsonl", "take 1\n" * 9)
    done = run("play", *words.split(), typed="")
    assert (done.code, said in done.err) == (2, True), done.err


def test_whoever_is_asked_what_to_play_is_told_the_only_game_that_can_go_on(run: Run, place: Path) -> None:
    (place / "state" / "rulewright-games").mkdir(parents=True, mode=0o700)
    kept(run, "state/rulewright-games/a.jsonl")
    ask, asked = answering("resume", "1")
    assert greeted(ask)[:2] == ["play", "--resume"]
    assert "Go on with x, Ann and 2 others, " in asked[0]


def test_a_pipe_is_told_which_there_are(run: Run, place: Path) -> None:
    (place / "state" / "rulewright-games").mkdir(parents=True, mode=0o700)
    for name in ("a", "b"):
        kept(run, f"state/rulewright-games/{name}.jsonl")
    (place / "state" / "rulewright-games" / "c.jsonl").write_bytes(b"\x00")
    done = run("play", "--resume", typed="", code=2)
    assert "  2. x, Ann and 2 others, " in done.out
    assert "c.jsonl is no record that can be followed" in done.err
    assert "Which one? rulewright play --resume N takes one." in done.err
    assert run("play", "--resume", 2, typed="").code == 0
    done = run("play", "--resume", 3, typed="")
    assert "There is no unfinished game 3: they have the numbers 1 to 2." in done.err


@pytest.mark.skipif(os.name == "nt", reason="there the system does not say who has a file")
def test_a_record_has_one_writer(run: Run, place: Path) -> None:
    path = kept(run)
    growing = Growing.again(path)
    done = run("play", "--resume", path, typed="")
    growing.file.close()
    assert (done.code, done.out) == (2, "")
    assert f"is the record of a game that is being played, by process {os.getpid()}." in done.err


def test_names_of_files_and_folders_may_be_any_bytes(place: Path, monkeypatch: Patch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "XDG_STATE_HOME", str(place / os.fsdecode(b"st\xff\xfe")))
    Path(os.fsdecode(b"r\xff.rules")).write_text(RULES)
    named = r"""exec "$0" -m rulewright play --plain "$(printf 'r\377.rules')" --seat "$(printf '0=Ann\377')" """
    with at_terminal(["/bin/sh", "-c", named, sys.executable]) as child:
        talk(child, ("Ann?> ", "take 1"), "your move:", "Ann?> ")
        leave(child)
    with playing("--resume") as child:
        talk(child, "The game goes on after", "Ann?> ")
        leave(child)
