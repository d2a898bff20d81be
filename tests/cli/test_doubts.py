"""The command `doubts`: what it tells for people and for programs, its page, and its exit codes."""

import json
from collections.abc import Generator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rulewright.analysis.doubts import seeking
from rulewright.analysis.doubts.asking import Asked
from rulewright.analysis.doubts.judging import Verdict
from rulewright.analysis.invariants import proposing
from rulewright.cli import check_commands, doubts_commands
from rulewright.shown import shown
from tests.cli.running import Run

NINES = Path(__file__).parent.parent / "analysis" / "doubts.rules"
NONE = ("--invariants", 0)


@pytest.mark.thorough
def test_what_is_told_for_programs_and_on_a_page(run: Run, tmp_path: Path) -> None:
    page, few = tmp_path / "doubts.html", ("--changes", 4, "--jobs", 1, "--most", 1, *NONE)
    done = run("doubts", NINES, *few, "--format", "json", "--page", page, code=0)
    told = json.loads(done.out)
    assert sum(told["fates"].values()) == 4
    assert 0 <= told["score"] <= 100
    assert len(told["doubts"]) == 1
    doubt, text = told["doubts"][0], NINES.read_text()
    assert text.count("\n", 0, doubt["end"]) + 1 >= doubt["line"]
    assert doubt["example"].startswith(('example "', 'secret "'))
    assert doubt["question"] in page.read_text().replace("&#x27;", "'").replace("&amp;", "&")


@pytest.mark.thorough
def test_invariants_are_proposed_as_text_for_programs_and_on_a_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposing, "proposals", partial(proposing.proposals, games=100))
    page, asked = tmp_path / "doubts.html", ("doubts", NINES, "--changes", 0, "--jobs", 1, "--invariants", 2)
    found = json.loads(run(*asked, "--format", "json", "--page", page, code=0).out)["invariants"]
    assert len(found) == 2
    for each in found:
        assert each["text"].startswith(f'invariant "{each["title"]}":')
        assert each["games"] >= 100
        assert each["not_in_example"] is None
        assert shown(each["text"].split("\n")[-1]) in page.read_text().replace("&#x27;", "'")
    out = run(*asked, code=0).out
    assert "Each held in 102 random games" in out  # 34 at each of three numbers of players
    assert all(each["text"] in out for each in found)


def test_invariants_are_left_out_where_that_is_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Generator[int, None, tuple[()]]:
        yield 1
        raise KeyboardInterrupt

    monkeypatch.setattr(proposing, "proposals", interrupted)
    done = run("doubts", NINES, "--changes", 2, "--jobs", 1, code=0)
    assert "none is proposed" in done.err
    assert "2 changes" in done.out


def test_a_score_that_is_too_low_is_a_finding(run: Run) -> None:
    assert run("doubts", NINES, "--changes", 6, "--jobs", 1, "--most", 0, "--fail-under", 100, *NONE).code == 1


def test_questions_are_told_with_check_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(check_commands, "doubts_told", lambda name, how: asked.append((name, how.jobs)) or 0)
    run("check", NINES, "--effort", 0, "--doubts", "--jobs", 1, code=0)
    assert asked == [(str(NINES), 1)]


def test_an_interrupt_ends_it_with_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first four changes are told; no example is made any more."""
    sought = seeking.sought

    def interrupted(*how: Any) -> Generator[Verdict | Asked, None, None]:
        yield from islice((each for each in sought(*how) if isinstance(each, Verdict)), 4)
        raise KeyboardInterrupt

    monkeypatch.setattr(seeking, "sought", interrupted)
    done = run("doubts", NINES, "--changes", 6, "--jobs", 1, *NONE, code=1)
    assert "4 changes" in done.out
    assert "Stopped: 4 of 6 changes were tried." in done.err


@pytest.mark.thorough
def test_a_limit_of_time_ends_it_with_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which each change takes a second: of ten seconds six are for changes, and three for examples."""
    clock, sought = [0.0], seeking.sought

    def ticking(*how: Any) -> Generator[Verdict | Asked, None, None]:
        for each in sought(*how):
            clock[0] += isinstance(each, Verdict)
            yield each

    monkeypatch.setattr(doubts_commands.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(seeking, "sought", ticking)
    done = run("doubts", NINES, "--changes", 12, "--jobs", 1, "--seconds", 10, *NONE, code=0)
    assert "6 changes" in done.out
    assert "After 10 s: 6 of 12 changes were tried." in done.err


@pytest.mark.thorough
def test_a_question_is_told_as_soon_as_its_example_is_made(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one is, though what comes behind it goes wrong."""
    sought = seeking.sought

    def failing(*how: Any) -> Generator[Verdict | Asked, None, None]:
        for each in sought(*how):
            yield each
            if isinstance(each, Asked) and each.block is not None:
                raise RuntimeError("no example")

    monkeypatch.setattr(seeking, "sought", failing)
    done = run("doubts", NINES, "--changes", 30, "--jobs", 1, "--most", 3, *NONE, code=1)
    assert done.out.index("paste this:") < done.out.index("changes that make another game")
    assert "of 30 changes were tried" not in done.out
    assert "no example and no invariant of yours would notice" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("doubts", NINES, "--page", "doubts.txt"), "doubts.html"),
        (("check", NINES, "--doubts", "--format", "json"), "rulewright doubts FILE"),
    ],
)
def test_what_cannot_be_meant_is_told(run: Run, arguments: tuple[object, ...], said: str) -> None:
    done = run(*arguments, code=2)
    assert said in done.err


def test_rules_that_are_wrong_are_told_as_that(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text(NINES.read_text().replace("to cash:", "to cush:"))
    assert "cash" in run("doubts", wrong, code=1).err
