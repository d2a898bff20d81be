"""The verb `rulebook`: where it goes, what goes for a setting, what is said of settings that there are not."""

from pathlib import Path

import pytest

from tests.cli.running import COINS, Run

VARIANTS = """game "Variants" "A try"
    players 2..3
    needs not long or player-count is 3   because "two would sit there all night"

option long "Play longer": yes or no, default no

play:
    if long: nothing
    otherwise: end game

scoring:
    score of player: 0
    winners: players with highest score
"""


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    path = tmp_path / "variants.rules"
    path.write_text(VARIANTS)
    return path


def test_it_is_printed_within_the_columns_there_are(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, width in (("72", 72), ("20", 40), ("500", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        done = run("rulebook", COINS)
        assert (done.code, done.err) == (0, "")
        assert "WHAT YOU CAN DO" in done.out
        assert width - 12 < max(map(len, done.out.splitlines())) <= width


def test_it_is_written_to_a_file_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    done = run("rulebook", COINS, "--html", "-o", path)
    assert (done.code, done.out) == (0, f"{path}\n")
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "--force overwrites it" in run("rulebook", COINS, "-o", path, code=2).err
    assert run("rulebook", COINS, "-o", path, "--force").code == 0
    assert "WHAT YOU CAN DO" in path.read_text(encoding="utf-8")


def test_the_rules_themselves_are_not_written_over(run: Run, variants: Path) -> None:
    assert run("rulebook", variants, "-o", variants, "--force").code == 2
    assert variants.read_text() == VARIANTS


def test_a_setting_leaves_out_what_does_not_apply(run: Run, variants: Path) -> None:
    whole = run("rulebook", variants).out
    assert "If long is chosen" in whole
    assert "Otherwise, the game ends" in whole
    assert "For 2 players." in run("rulebook", variants, "--players", 2).out
    done = run("rulebook", variants, "--option", "long=on")
    assert "In this game: yes." in done.out
    assert "If long is chosen" not in done.out
    assert "Otherwise, the game ends" not in done.out
    assert "For 2 or 3 players." in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--option", "short=yes"), 'no option "short"'),
        (("--option", "long=perhaps"), "perhaps"),
        (("--players", 5), "5"),
        (("--players", 2, "--option", "long"), "two would sit there all night"),
    ],
)
def test_a_setting_that_there_is_not_is_refused_with_the_reason(
    run: Run, variants: Path, arguments: tuple[object, ...], said: str
) -> None:
    done = run("rulebook", variants, *arguments)
    assert (done.code, done.out) == (1, "")
    assert said in " ".join(done.err.split())


def test_what_cannot_be_read_has_no_rulebook(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text('game "X"\n    players two\nplay\n')
    done = run("rulebook", path)
    assert (done.code, done.out) == (1, "")
    assert "wrong.rules" in done.err
    assert run("rulebook", tmp_path / "none.rules").code == 2


def test_help_tells_its_arguments(run: Run) -> None:
    done = run("rulebook", "--help", code=0)
    for word in ("--players", "--option", "--html", "-o FILE", "--force"):
        assert word in done.out
