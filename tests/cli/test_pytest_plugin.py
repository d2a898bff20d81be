"""Files of rules as tests of pytest: which are collected, what they are called, and what is said where they fail."""

import io
import tomllib
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rulewright.cli import main
from tests.cli.running import COINS, Patch, Run

pytest_plugins = ["pytester"]
TEXT = COINS.read_text(encoding="utf-8")
EXAMPLE = TEXT[TEXT.index("example ") :]
TITLE = EXAMPLE.split('"')[1]


PLUGIN = "rulewright.pytest_plugin"


@pytest.fixture(scope="module")
def _imported() -> None:
    """Whatever is imported after pytester has begun is forgotten again."""
    with redirect_stdout(io.StringIO()):
        assert [main([*words, str(COINS)]) for words in (("check", "--work", "1"), ("test",))] == [0, 0]


@pytest.fixture
def runs(_imported: None, pytester: pytest.Pytester, monkeypatch: Patch) -> pytest.Pytester:
    """Pytest with this plugin and no other, however this one was installed. What tells of fatal signals would take them
    away from the fast backend of this process."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", f"-p {PLUGIN} -p no:cacheprovider -p no:faulthandler")
    return pytester


def write(runs: pytest.Pytester, name: str, text: str) -> None:
    path = runs.path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


def test_pytest_is_told_of_the_plugin() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert list(project["project"]["entry-points"]["pytest11"].values()) == [PLUGIN]


@pytest.mark.thorough
def test_rules_are_collected_where_they_are_asked_for(runs: pytest.Pytester) -> None:
    write(runs, "games/coins.rules", TEXT)
    write(runs, "games/coins.text", TEXT)
    assert runs.runpytest("--collect-only", "-q").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert runs.runpytest("--collect-only", "-q", "games/coins.text").ret == pytest.ExitCode.USAGE_ERROR
    named = ["games/coins.rules::reading", f"games/coins.rules::{TITLE}"]
    for how, wanted in (
        (["games/coins.rules"], named),
        (["-o", "rules_files=*.rules"], named),
        (["-o", "rules_files=games/*.text other/*.rules"], [name.replace(".rules", ".text") for name in named]),
    ):
        assert runs.runpytest("--collect-only", "-q", *how).outlines[:3] == [*wanted, ""]


def test_each_test_fails_with_what_the_commands_print(runs: pytest.Pytester, run: Run) -> None:
    """One wrong example hides no other, and two of one title are two tests."""
    fails = EXAMPLE.replace("Ann is in winners", "Bob is in winners")
    wrong = EXAMPLE.replace("coins is 1", "cions is 1").replace("last", "first")
    write(runs, "coins.rules", TEXT + fails)
    printed = run("test", "coins.rules").out
    write(runs, "coins.rules", TEXT + fails + wrong)
    printed += run("check", "coins.rules").out
    done = runs.runpytest("coins.rules", "-v")
    done.assert_outcomes(passed=1, failed=3)
    line = len(TEXT.splitlines()) + 1
    for name in ("reading", f"{TITLE} (line {line})", "the first coin"):
        done.stdout.fnmatch_lines(f"coins.rules::{name} FAILED*")
    pages = [line for line in printed.splitlines() if not line.startswith("coins.rules: ")]
    assert "[unknown-name]" in pages[-1]
    assert set(pages) <= set(done.outlines)


def test_rules_that_cannot_be_read_fail(runs: pytest.Pytester) -> None:
    write(runs, "bytes.rules", "\udcff")
    write(runs, "no-play.rules", f'game "X"\n    players 2\n{EXAMPLE}')
    done = runs.runpytest("bytes.rules", "no-play.rules")
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(["bytes.rules, line 1*", "This is not UTF-8*", "[[]no-play]", "[[]no-play]"])
