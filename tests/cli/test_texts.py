"""The verbs that read and write texts: fmt, check --fix, rules, list, explain; and what is said of bad files."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from rulewright.language.languages import NEWEST
from tests.cli.running import COINS, Patch, Run, written

UGLY = 'game   "A" "B"\n  players 2\nplay:\n  nothing\n'
NEAT = 'game "A" "B"\n    players 2\n\nplay:\n    nothing\n'


def test_fmt_lays_out_in_place_and_leaves_what_is_neat(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "a.rules", UGLY)
    path.chmod(0o640)
    assert run("fmt", path, "--check").code == 1
    assert path.read_text() == UGLY
    assert run("fmt", path).code == 0
    assert path.read_text() == NEAT
    assert path.stat().st_mode & 0o777 == 0o640
    before = path.stat().st_ino
    done = run("fmt", path)
    assert (done.code, done.out) == (0, "")
    assert path.stat().st_ino == before
    assert run("fmt", path, "--check").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.rules"]


@pytest.mark.thorough
def test_fmt_makes_a_text_one_of_the_newest_language_and_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    old = 'game "A"\n    players 2\nplay: end game\nscoring:\n    score of player: 0\n'
    path.write_text(old, encoding="utf-8")
    new = (
        old.replace("    players", f"    language {NEWEST}\n    players")
        .replace("play:", "\nplay:")
        .replace("scoring", "\nscoring")
    )
    said = f"It says `language {NEWEST}` below its title now."
    assert run("fmt", "--upgrade", "--check", path).code == 1
    assert said in run("fmt", "--upgrade", "--diff", path, code=0).err
    assert path.read_text(encoding="utf-8") == old
    assert run("fmt", "--upgrade", path, code=0).out == f"{path}: {said}\n"
    assert path.read_text(encoding="utf-8") == new
    assert run("fmt", "--upgrade", path, code=0).out == ""
    path.write_text(old.replace("end game", "end it"), encoding="utf-8")
    assert "end game" in run("fmt", "--upgrade", path, code=1).err
    newer = new.replace(f"language {NEWEST}", "language 1").replace("end game", 'tell "so it ends"')
    path.write_text(newer, encoding="utf-8")
    assert run("fmt", "--upgrade", path, code=0).out == f"{path}: {said}\n"
    assert path.read_text(encoding="utf-8") == newer.replace("language 1", f"language {NEWEST}")
    path.write_text(newer.replace("0\n", "coins\n"), encoding="utf-8")
    told = run("fmt", "--upgrade", path, code=1).err
    assert ("coins" in told, "--upgrade" in told) == (True, False), "what it still needs"
    path.write_text(new.replace(f"language {NEWEST}", "language 99"), encoding="utf-8")
    for words in ((), ("--upgrade",)):
        assert "needs Rulewright 0.99 or newer" in " ".join(run("fmt", *words, path, code=1).err.split())


def test_fmt_names_the_lines_that_would_change(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    for text, where in (
        ('game "X"\n\n  players 2\n', "line 3"),
        ('game "X"  -- a\n\n  players 2\n', "lines 1, 3"),
        ('game "X"\r\n    players 2\r\n', "lines"),
        ('game "X"\n    players 2', "from line"),
    ):
        path.write_bytes(text.encode())
        done = run("fmt", path, "--check")
        assert (done.code, done.out.partition(": ")[0]) == (1, f"{path} is not laid out canonically")
        assert done.out.partition(": ")[2].startswith(where), (text, done.out)


@pytest.mark.parametrize(
    "text",
    [UGLY, UGLY.rstrip(), UGLY.replace("\n", "\r\n"), "\ufeff" + UGLY, NEAT],
    ids=["ugly", "unended", "crlf", "marked", "neat"],
)
def test_fmt_prints_a_difference_that_can_be_applied(run: Run, tmp_path: Path, monkeypatch: Patch, text: str) -> None:
    """By git, which knows nothing of us."""
    monkeypatch.chdir(tmp_path)
    path = Path("a.rules")
    path.write_bytes(text.encode())
    done = run("fmt", "--diff", path, code=0)
    assert path.read_bytes() == text.encode()
    if text == NEAT:
        assert done.out == ""
        return
    Path("a.diff").write_bytes(done.out.encode())
    subprocess.run(["git", "apply", "-p0", "--whitespace=nowarn", "a.diff"], check=True)
    assert path.read_bytes() == NEAT.encode()


def test_fmt_shows_a_difference_harmlessly_at_a_terminal(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(UGLY.replace("\n", "\r\n").encode())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    done = run("fmt", "--diff", path)
    assert '\n-game   "A" "B"\\u{d}\n' in done.out
    assert "\r" not in done.out


def test_fmt_may_check_and_print_the_difference_together(run: Run, tmp_path: Path) -> None:
    ugly, neat = tmp_path / "a.rules", tmp_path / "b.rules"
    ugly.write_text(UGLY)
    neat.write_text(NEAT)
    done = run("fmt", "--check", "--diff", tmp_path)
    named, _, difference = done.out.partition("\n")
    assert (done.code, named.partition(":")[0]) == (1, f"{ugly} is not laid out canonically")
    assert difference == run("fmt", "--diff", ugly).out
    assert ugly.read_text() == UGLY
    assert run("fmt", "--check", "--diff", neat) == run("fmt", neat)
    assert run("fmt", "--check", ugly, tmp_path / "none.rules").code == 2
    assert run("fmt", "--diff", "-", typed=UGLY, code=0).out.startswith("--- -\n+++ -\n")


def test_fmt_reads_standard_input(run: Run) -> None:
    done = run("fmt", "-", typed=UGLY)
    assert (done.code, done.out) == (0, NEAT)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "This is not UTF-8"),
        (b"", "This file is empty"),
        (b"x" * ((128 << 10) + 1), "131,073 bytes; 131,072 are allowed"),
        ("game \u202e".encode(), "Delete it"),
    ],
    ids=["bytes", "empty", "huge", "bidirectional"],
)
@pytest.mark.parametrize("verb", ["fmt", "rules"])
def test_a_file_that_is_no_text_is_told_and_left_alone(
    run: Run, tmp_path: Path, verb: str, data: bytes, said: str
) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(data)
    done = run(verb, path, code=1)
    assert said in done.err
    assert "\u202e" not in done.err
    assert path.read_bytes() == data


@pytest.mark.parametrize("verb", ["fmt", "rules", "check", "test", "play", "record", "bench"])
def test_a_file_that_cannot_be_read_is_misuse(run: Run, tmp_path: Path, verb: str) -> None:
    for path in (tmp_path / "none.rules", Path("/dev/zero"), Path("a\x00b.rules")):
        done = run(verb, path, code=2)
        assert done.err.startswith("rulewright: ")
        assert "\x00" not in done.err


def test_a_pipe_in_the_place_of_a_file_does_not_hang(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    assert run("fmt", tmp_path / "pipe.rules").code == 2


def test_a_folder_means_the_rules_in_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text(UGLY)
    (tmp_path / "b.rules").write_text(NEAT)
    assert run("fmt", tmp_path).code == 0
    assert (tmp_path / "a.rules").read_text() == NEAT
    (tmp_path / "empty").mkdir()
    assert run("fmt", tmp_path / "empty").code == 2


def test_rules_prints_and_copies_but_never_over_a_file(run: Run, tmp_path: Path) -> None:
    text = COINS.read_text()
    assert run("rules", COINS).out == text
    done = run("rules", COINS, "--copy", tmp_path / "new")
    copy = tmp_path / "new" / "coins.rules"
    assert (done.code, done.out) == (0, f"{copy}\n")
    assert copy.read_text() == text
    copy.write_text("mine")
    assert "--force" in run("rules", COINS, "--copy", tmp_path / "new", code=2).err
    assert copy.read_text() == "mine"
    assert run("rules", COINS, "--copy", tmp_path / "new", "--force").code == 0
    assert copy.read_text() == text


def test_explain(run: Run) -> None:
    done = run("explain", "unknown-name", code=0)
    assert done.out.startswith("# unknown-name\n")
    assert run("explain", "[Unknown_Name]").out == done.out
    assert 'Did you mean "unknown-name"?' in run("explain", "unknown-nmae", code=2).err


def test_list_tells_the_shipped_games(run: Run) -> None:
    from rulewright.files import shipped

    assert [line.split()[0] for line in run("list", code=0).out.splitlines()] == list(shipped())


def test_reading_ends_after_a_while_and_says_what_is_unread(run: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    path = written(
        tmp_path / "a.rules", NEAT.replace("players 2", "players 2..4") + "\nscoring:\n    winners: players\n"
    )
    monkeypatch.setattr("rulewright.analysis.check.READING_SECONDS", -1)
    done = run("check", path, "--effort", 0)
    assert "2 settings were not even read: to read the others took -1 seconds." in done.err
    monkeypatch.undo()
    assert "not even read" not in run("check", path, "--effort", 0).err


RIGHT = COINS.read_text()
WRONG = RIGHT.replace("subtract amount from coins", "coins -= amount").replace(
    "each player: turn", "each players: turn"
)
GUESS = RIGHT.replace("subtract amount", "subtract amuont")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "coins.rules", WRONG)


def test_a_file_is_repaired_and_then_looked_at(run: Run, file: Path) -> None:
    file.chmod(0o640)
    done = run("check", "--fix", file, "--effort", 0)
    assert (done.code, file.read_text()) == (0, RIGHT)
    assert file.stat().st_mode & 0o777 == 0o640
    assert done.out.splitlines() == [
        f"{file}, line 19: repaired [type-mismatch]",
        "    each players: turn",
        "  → each player: turn",
        f"{file}, line 25: repaired [said-otherwise]",
        "    coins -= amount",
        "  → subtract amount from coins",
        f"{file}: fine. 1 example not run: rulewright test {file}",
    ]
    before = file.stat().st_ino
    assert "repaired [" not in run("check", "--fix", file, "--effort", 0).out
    assert file.stat().st_ino == before
    assert [path.name for path in file.parent.iterdir()] == ["coins.rules"]


def test_without_it_nothing_is_written(run: Run, file: Path) -> None:
    assert run("check", file).code == 1
    assert file.read_text() == WRONG


def test_a_guess_is_told_and_not_made(run: Run, file: Path) -> None:
    file.write_text(GUESS)
    done = run("check", "--fix", file)
    assert (done.code, file.read_text()) == (1, GUESS)
    assert 'Did you mean "amount"?' in " ".join(done.out.split())
    assert "repaired" not in done.out


def test_several_files_and_a_folder(run: Run, file: Path) -> None:
    (file.parent / "other.rules").write_text(GUESS)
    done = run("check", "--fix", file.parent, "--effort", 0, "--format", "json")
    told = json.loads(done.out)
    assert done.code == 1
    assert [(each["line"], each["before"].strip(), each["after"].strip()) for each in told["repairs"]] == [
        (19, "each players: turn", "each player: turn"),
        (25, "coins -= amount", "subtract amount from coins"),
    ]
    assert [(each["edit"]["text"], each["edit"]["sure"]) for each in told["findings"]] == [("amount", False)]
    assert file.read_text() == RIGHT


def test_what_is_shipped_is_not_written_to(run: Run) -> None:
    assert run("check", "--fix", "line-it", "--effort", 0).code == 2


def test_standard_input_comes_out_repaired(run: Run) -> None:
    done = run("check", "--fix", "-", typed=WRONG)
    assert (done.code, done.out) == (0, RIGHT)
    assert "-, line 25: repaired [said-otherwise]\n" in done.err
    done = run("check", "--fix", "-", typed=GUESS)
    assert (done.code, done.out) == (1, GUESS)
    assert "[unknown-name]" in done.err
    assert run("check", "--fix", "-", "--format", "json", typed=WRONG).code == 2


def test_what_is_no_text_is_left_alone(run: Run, file: Path) -> None:
    for data in (b"\xff\xfe", b"", b"x" * ((128 << 10) + 1)):
        file.write_bytes(data)
        assert run("check", "--fix", file).code == 1
        assert file.read_bytes() == data
