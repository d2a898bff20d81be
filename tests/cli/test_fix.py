"""`check --fix`: files are repaired in place, in one piece; what was done and what stays is told."""

import json
from pathlib import Path

import pytest

from tests.cli.running import COINS, Run

RIGHT = COINS.read_text()
WRONG = RIGHT.replace("subtract amount from coins", "coins -= amount").replace(
    "each player: turn", "each players: turn"
)
GUESS = RIGHT.replace("subtract amount", "subtract amuont")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "coins.rules"
    path.write_text(WRONG)
    return path


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


def test_a_link_is_followed_and_kept(run: Run, file: Path) -> None:
    link = file.with_name("link.rules")
    link.symlink_to(file)
    assert run("check", "--fix", link, "--effort", 0).code == 0
    assert link.is_symlink()
    assert file.read_text() == RIGHT


def test_what_may_not_be_written_stays(run: Run, file: Path) -> None:
    file.chmod(0o440)
    done = run("check", "--fix", file, "--effort", 0)
    assert (done.code, file.read_text()) == (2, WRONG)
    assert "it may only be read" in done.err
    file.chmod(0o640)
    file.with_name("second.rules").hardlink_to(file)
    done = run("check", "--fix", file, "--effort", 0)
    assert (done.code, file.read_text()) == (2, WRONG)
    assert "it has a second name" in done.err
    assert run("check", "--fix", "line-it", "--effort", 0).code == 2, "what is shipped is not written to"


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
