"""Rules that are kept for the next start are those that would be made, and whatever lies in the folder nothing goes
wrong."""

import sys
from pathlib import Path
from time import time_ns

import pytest

from rulewright import Rules, RulesError, files, load, loading, own_files
from rulewright.cli.console import kept_rules
from rulewright.files import find
from rulewright.language.grammar import parser
from tests.cli.processes import ENVIRONMENT, piped
from tests.cli.running import Patch

HIGH_TIDE = find("high-tide").read_bytes()


@pytest.fixture
def times(tmp_path: Path, monkeypatch: Patch) -> list[str]:
    """What was made: an entry each time; the place for what is kept is empty, and the parser is there already."""
    parser()
    made: list[str] = []
    really = loading.rules_of

    def told(*args: object, **named: object) -> Rules:
        made.append("made")
        return really(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(own_files.SWITCH, raising=False)
    monkeypatch.setattr(loading, "rules_of", told)
    return made


def rules(data: bytes = HIGH_TIDE, players: int | None = None, **options: bool) -> Rules:
    return kept_rules(data, "high-tide.rules", "high-tide", players, options)


def test_rules_that_are_kept_are_those_that_would_be_made(times: list[str]) -> None:
    for _ in range(2):
        found = rules(players=3)
        right = load("high-tide", players=3)
        assert (found.core, found.program, found.sha256) == (right.core, right.program, right.sha256)
    assert times.count("made") == 1 + 2, "once, and each time by `load`"


def test_kept_rules_play_the_same_game(times: list[str]) -> None:
    records = []
    for _ in range(2):
        game = rules().start(seed=5)
        while not game.over:
            game.play(game.deciders[0], game.moves(game.deciders[0])[-1])
        records.append(game.record)
    assert records[0] == records[1]
    assert times == ["made"]


def test_another_text_setting_or_program_is_another_thing(times: list[str], monkeypatch: Patch) -> None:
    rules()
    rules(players=4)
    rules(**{"equal-is-safe": True})
    rules(HIGH_TIDE + b"\n")
    assert len(times) == 4
    monkeypatch.setattr(own_files, "program", lambda: "another version")
    rules()
    assert len(times) == 5


def test_a_program_is_known_by_all_that_makes_rules(tmp_path: Path, monkeypatch: Patch) -> None:
    """And what runs is not taken for what was put in its place after it had begun."""
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "interpreter" / "rulewright")
    sources = [files.PACKAGE / "a.py", files.PACKAGE / "deep" / "b.txt", tmp_path / "grammar" / "c.lark"]
    for source in sources:
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("as it was")
    program = own_files.program.__wrapped__
    monkeypatch.setattr(own_files, "BEGUN", time_ns() + 10**12)
    known = [program()]
    for source in sources:
        source.write_text("as it is now")
        known.append(program())
    assert program() == known[-1]
    monkeypatch.setattr(own_files, "BEGUN", sources[0].stat().st_ctime_ns - 1)
    assert len({*known, program()}) == 5


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05c" + b"rulewright.core\nGone\n."])
def test_what_cannot_be_unpacked_counts_as_nothing(times: list[str], tmp_path: Path, content: bytes) -> None:
    rules()
    (file,) = (tmp_path / "rulewright").iterdir()
    own_files.keep(file.name, content)
    assert rules().core == rules().core
    assert len(times) == 2


def test_of_rules_with_mistakes_nothing_is_kept(times: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(RulesError):
            rules(HIGH_TIDE + b"gibberish\n")
    assert len(times) == 2
    assert not list((tmp_path / "rulewright").iterdir())


STARTED = """
import sys
from rulewright.cli import main
main(["record", "tic-tac-toe", "--seed", "1"])
print("parsed" if "rulewright.language.syntax" in sys.modules else "found")
"""


@pytest.mark.thorough
def test_a_second_start_says_the_same_and_has_no_parser(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "XDG_CACHE_HOME", str(tmp_path))
    first, second = (piped([sys.executable, "-c", STARTED]).stdout for _ in range(2))
    assert first.endswith("parsed\n")
    assert second == first.replace("parsed\n", "found\n")
