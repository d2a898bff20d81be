"""`check` with --found: what is found is on the disk as soon as it is known, and whole, whatever happens then."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright import load
from rulewright.language.source import Source
from rulewright.machine.record import parse, read
from rulewright.machine.replay import replay
from tests.analysis.looking import run_examples
from tests.cli.processes import ENVIRONMENT, end
from tests.cli.running import Patch, Run

pytestmark = pytest.mark.thorough

RULES = """game "Two"
    players 2
there is
    heap: 0..3, starts 3
    hands: 0..9
play:
    repeat:
        each player: choose take or stop
action take "Take one":
    subtract 1 from heap
action stop "Stop":
    end game
invariant "some are left": heap is at least 1
scoring:
    winners: players
"""
READ, BROKEN, WRONG = "two-line-5-unused", "two-line-13-broken-invariant", "two-line-10-goes-wrong"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.rules").write_text(RULES)
    return tmp_path


def test_each_finding_is_a_text_to_paste_and_a_game(run: Run, place: Path) -> None:
    done = run("check", "two.rules", "--work", 300, "--found", "found", "--format", "json")
    names = [READ, BROKEN, WRONG]
    assert {path.name for path in (place / "found").iterdir()} == {
        *(f"{name}.txt" for name in names),
        *(f"{name}.jsonl" for name in names[1:]),
    }
    found = json.loads(done.out)["findings"]
    for name, each in zip(names, found, strict=True):
        text = (place / "found" / f"{name}.txt").read_text()
        assert f"[{each['code']}]" in text
        assert text.endswith(each["example"] or "]\n")
        if name != READ:
            assert (place / "found" / f"{name}.jsonl").read_text() == each["record"]
            followed = replay(load("two.rules"), read(place / "found" / f"{name}.jsonl"))
            assert (followed.parting is None) == (name == BROKEN)
            assert len(run_examples(Source("two.rules", RULES + text))) == (name == BROKEN)


def test_where_a_game_ends_what_does_not_hold_is_told(run: Run, place: Path) -> None:
    run("check", "two.rules", "--work", 300, "--found", "found")
    record = f"found/{BROKEN}.jsonl"
    so = 'rulewright: Note: here the invariant "some are left" (line 13) does not hold.\n'
    assert so in run("replay", record, "--rules", "two.rules").err
    assert so in run("play", "two.rules", "--bot", "random", "--from", record, typed=":quit\n").err
    assert so not in run("play", "two.rules", "--bot", "random", "--from", record, "--at", 0, typed=":quit\n").err


def test_findings_are_not_mixed_with_what_is_there(run: Run, place: Path) -> None:
    done = run("check", "two.rules", "--work", 300, "--found", ".")
    assert (done.code, done.err) == (
        2,
        "rulewright: . holds more than findings of these rules; --force writes into it.\n",
    )
    (place / "more").mkdir()
    (place / "more" / "two.rules").write_text(RULES)
    assert run("check", "two.rules", "more", "--effort", 0, "--found", "more", "--force").code == 1
    assert {path.name for path in (place / "more").iterdir()} == {"two.rules", f"{READ}.txt", "two-2-line-5-unused.txt"}


def test_after_a_repair_what_is_no_longer_found_is_told(run: Run, place: Path) -> None:
    words = ("check", "two.rules", "--work", 300, "--found", "found")
    run(*words)
    before = {path.name for path in (place / "found").iterdir()}
    (place / "two.rules").write_text(RULES.replace("subtract 1", "if heap is 1: end game\n    subtract 1"))
    done = run(*words)
    assert {path.name for path in (place / "found").iterdir()} == before
    told = [line for line in done.err.splitlines() if "earlier look" in line]
    assert [line.partition(" is ")[0] for line in told] == [
        f"rulewright: {Path('found', f'{name}.txt')}" for name in sorted((BROKEN, WRONG))
    ]


def test_side_by_side_the_same_is_found(run: Run, place: Path) -> None:
    (place / "more").mkdir()
    (place / "more" / "two.rules").write_text(RULES.replace("heap is at least 1", "heap is at least 2"))
    (place / "none.rules").write_bytes(b"\xff")
    words = ("check", "two.rules", "none.rules", "more", "nowhere.rules", "--work", 60, "--memory", 64)
    one = run(*words, "--jobs", 1, "--found", "one")
    two = run(*words, "--jobs", 2, "--found", "two")
    assert (one.code, two.code) == (2, 2)
    assert one.err == two.err == "rulewright: Cannot read nowhere.rules: No such file or directory.\n"
    assert one.out.count("[goes-wrong]") == 4
    assert two.out == one.out.replace("one/", "two/")
    kept = [{path.name: path.read_bytes() for path in (place / each).iterdir()} for each in ("one", "two")]
    assert kept[0] == kept[1]


@pytest.mark.slow
def test_side_by_side_at_several_settings_each_hole_is_found_once(run: Run, place: Path) -> None:
    (place / "two.rules").write_text(RULES.replace("players 2", "players 2..3"))
    done = run("check", "two.rules", "--effort", 60, "--jobs", 2, "--format", "json")
    found = [each["code"] for each in json.loads(done.out)["findings"]]
    assert (found[0], sorted(found[1:])) == ("unused", ["broken-invariant", "goes-wrong"])
    assert done.err == ""


NEVER = (
    RULES.replace("hands: 0..9", "taken: 0..3")
    .replace(
        "    subtract 1 from heap\n", "    needs heap is at least 1\n    subtract 1 from heap\n    add 1 to taken\n"
    )
    .replace("    end game\n", "    if heap is taken: end game, drawn\n    end game\n")
    .replace('invariant "some are left": heap is at least 1\n', "")
)


def test_an_acceptance_of_what_playing_finds_is_idle_once_playing_has_looked(run: Run, place: Path) -> None:
    so = 'because "so it is"\n'
    rules = place / "never.rules"
    for accepted, work, codes in (
        ("", 400, ["never-happens"]),
        (f"accepted never-happens at stop {so}", 400, []),
        (f"accepted never-happens at stop {so}accepted never-happens at take {so}", 400, ["nothing-accepted"]),
        (f"accepted never-happens at stop {so}accepted never-happens at take {so}", 0, []),
    ):
        rules.write_text(NEVER + accepted)
        done = run("check", rules, "--work", work, "--format", "json")
        assert [each["code"] for each in json.loads(done.out)["findings"]] == codes
        assert done.code == bool(codes)
        assert (": 1 finding (" in run("check", rules, "--work", work).out) == bool(codes)


def test_a_condition_that_reading_settles_is_told_once(run: Run, place: Path) -> None:
    (place / "never.rules").write_text(NEVER.replace("heap is taken", "heap is taken + 9"))
    done = run("check", "never.rules", "--work", 400, "--format", "json")
    assert [each["code"] for each in json.loads(done.out)["findings"]] == ["never-holds"]


def test_a_sentence_that_reading_settles_is_told_once(run: Run, place: Path) -> None:
    twice = "set idle to 0\n    set heap to heap\n    end game\n"
    text = NEVER.replace("end game\n", twice, 1).replace("there is\n", "there is\n    idle: 0..3\n", 1)
    (place / "never.rules").write_text(text.replace("at least 1", "at least idle + 1"))
    done = run("check", "never.rules", "--work", 400, "--strict", "--format", "json")
    codes = [each["code"] for each in json.loads(done.out)["findings"]]
    assert {"never-set", "no-change"} <= {*codes}
    assert "never-changes" not in codes


STAGES = {
    "a game": "playtest.finding.record_of",
    "an example": "playtest.story.smallest_example",
    "what is so": "playtest.story.worded_by",
    "a story": "playtest.story.story_lines",
    "settings": "playtest.telling.concerning",
    "coverage": "playtest.coverage.summary",
    "what never happens": "playtest.playing.never",
}


@pytest.mark.parametrize("stage", STAGES)
def test_an_error_of_the_program_loses_no_finding(stage: str, run: Run, place: Path, monkeypatch: Patch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("injected")

    monkeypatch.setattr(f"rulewright.analysis.{STAGES[stage]}", broken)
    (place / "two.rules").write_text(RULES.replace("players 2", "players 2..3"))
    done = run("check", "two.rules", "--work", 2_000, "--jobs", 1, "--found", "found", "--fail-under", 1)
    assert done.code == 1
    assert done.out.count("[goes-wrong]") >= 1
    assert done.out.count("[broken-invariant]") >= 1
    told = [line for line in done.err.splitlines() if "A mistake of Rulewright itself" in line]
    assert "Traceback" not in done.err
    assert told
    assert all(line.endswith("Please report it with the rules.") for line in told)


@pytest.mark.skipif(os.name == "nt", reason="there a group has no interrupts")
def test_an_interrupt_ends_all_and_leaves_what_was_found(place: Path) -> None:
    command = [sys.executable, "-m", "rulewright", "check", "line-it", "two.rules", "--effort", "600", "--jobs", "2"]
    with subprocess.Popen(
        [*command, "--found", "found"], cwd=place, env=ENVIRONMENT, stderr=subprocess.PIPE, start_new_session=True
    ) as child:
        try:
            while not (place / "found" / f"{WRONG}.jsonl").exists():
                assert child.poll() is None
                time.sleep(0.05)
            os.killpg(child.pid, signal.SIGINT)
            assert child.communicate(timeout=60)[1] == b"rulewright: Stopped.\n"
        finally:
            end(child)
    assert child.returncode == 1
    assert (place / "found" / f"{READ}.txt").exists()


KILLED = """
import os, sys
from pathlib import Path
from rulewright import fast
from rulewright.cli import main
from tests.cli.killed import begun, contents, lay

folder, words = Path("here"), ["check", "two.rules", "--work", "30", "--found", "found"]
rules = {"two.rules": Path("two.rules").read_bytes()}
fast.available = lambda: "it has threads, which a fork does not have"
main([*words[:-1], "before"])  # so that all is imported
for count in range(0, 1000, 3):
    lay(folder, rules)
    status = os.waitpid(begun(folder, words, count), 0)[1]
    print(repr((os.WIFEXITED(status), contents(folder))))
    if os.WIFEXITED(status):
        break
"""


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_killed_before_any_change_what_was_found_is_whole(place: Path) -> None:
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=60, check=True)
    lines = [eval(line) for line in done.stdout.decode().splitlines() if line.startswith("(")]
    assert [ended for ended, _ in lines] == [False] * (len(lines) - 1) + [True]
    seen: set[str] = set()
    for _, files in lines:
        found = {name: content for name, content in files.items() if not name.endswith((".part", ".rules"))}
        assert seen <= set(found)
        seen = set(found)
        for name, content in found.items():
            assert content.endswith(b"\n")
            if name.endswith(".jsonl"):
                record = parse(content.splitlines(keepends=True))
                assert len(record.lines) == (3 if "broken" in name else 4)
            else:
                assert b"]\n" in content
    assert len(seen) == 5
