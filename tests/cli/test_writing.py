"""What is written: all of it or nothing, whatever fails; what is there, and the rules that are read, are safe."""

import ast
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulewright import files
from rulewright.files import FileTrouble
from rulewright.own_files import Growing
from tests.analysis.simulating import ENDLESS
from tests.cli.processes import ROOT
from tests.cli.running import COINS, Patch, Run

UGLY = COINS.read_text().replace("    players", "    players  ", 1)


@contextmanager
def full_disk(most: int = 0) -> Iterator[None]:
    """Meanwhile no file can grow beyond so many bytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder."""
    found = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in found}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: Patch) -> Path:
    """The folder where a command runs: rules, and a file of each name that it writes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.rules").write_text(UGLY)
    return tmp_path


WRITING = [
    "fmt x.rules",
    "build x.rules -o new.wasm",
    "rules x.rules --copy some/new/folder",
    "record x.rules -o new.jsonl",
    "record x.rules -n 2 -o new",
    "simulate x.rules -n 9 --csv new.csv",
    "simulate x.rules -n 9 --html new.html",
    "simulate x.rules -n 9 --checkpoint new.point",
    "play x.rules --bot random --record new.jsonl",
]


@pytest.mark.parametrize("command", WRITING)
def test_on_a_full_disk_all_is_as_it_was(run: Run, place: Path, command: str) -> None:
    before = contents(place)
    with full_disk():
        done = run(*command.split(), typed="", code=2)
    told = done.err.splitlines()[-1]  # the engine of the fast backend may have wanted a file, too
    assert told.startswith("rulewright: Cannot write ")
    assert told.endswith(": File too large.")
    assert contents(place) == before


OVER = ["rules x.rules --copy old", *(each.replace("new.", "old.") for each in WRITING if "new." in each)]


@pytest.mark.parametrize("command", OVER)
def test_nor_is_what_was_to_be_replaced_lost(run: Run, place: Path, command: str) -> None:
    (place / "old").mkdir()
    for name in ("old.wasm", "old.json", "old/x.rules", "old.jsonl", "old.csv", "old.html", "old.point"):
        (place / name).write_text("old")
    before = contents(place)
    with full_disk():
        assert run(*command.split(), "--force", typed="").code == 2
    assert contents(place) == before


@pytest.mark.parametrize("name", ["x.rules", "link", "second", "./x.rules"])
@pytest.mark.parametrize(
    "command",
    [
        "record x.rules -o",
        "play x.rules --bot random --record",
        "simulate x.rules -n 2 --csv",
        "simulate x.rules -n 2 --html",
        "simulate x.rules -n 2 --checkpoint",
    ],
)
def test_no_command_writes_over_the_rules_that_it_reads(run: Run, place: Path, command: str, name: str) -> None:
    (place / "link").symlink_to("x.rules")
    if name == "second":
        (place / "second").hardlink_to("x.rules")
    done = run(*command.split(), name, "--force", typed="")
    assert (done.code, done.out) == (2, "")
    assert "rules" in done.err
    assert (place / "x.rules").read_text() == UGLY


def test_nor_do_those_that_choose_the_name(run: Run, place: Path) -> None:
    (place / "x.json").write_text(UGLY)
    for command in ("rules x.rules --copy .", "build x.json -o x.wasm"):
        done = run(*command.split(), "--force", code=2)
        assert "holds the rules that are read. Nothing is written over them." in done.err
    assert contents(place) == {"x.json": UGLY.encode(), "x.rules": UGLY.encode()}


def test_a_protected_file_stays(run: Run, place: Path) -> None:
    (place / "x.rules").chmod(0o444)
    done = run("fmt", "x.rules")
    assert (done.code, done.err) == (2, "rulewright: Cannot write x.rules: it may only be read.\n")
    assert (place / "x.rules").read_text() == UGLY


def test_two_names_of_one_file_stay_together(run: Run, place: Path) -> None:
    (place / "second").hardlink_to("x.rules")
    done = run("fmt", "x.rules", code=2)
    assert done.err == "rulewright: Cannot write x.rules: it has a second name, and the two would part.\n"
    assert (place / "x.rules").samefile(place / "second")
    assert (place / "x.rules").read_text() == UGLY


def test_a_device_is_no_file_to_write_to(run: Run, place: Path) -> None:
    done = run("record", "x.rules", "-o", os.devnull, "--force")
    assert (done.code, done.err) == (2, f"rulewright: {os.devnull} is not a file.\n")


def test_modes_are_as_for_any_other_file(place: Path) -> None:
    (place / "expected").touch()
    files.write({place / "new": b"new"})
    assert (place / "new").stat().st_mode == (place / "expected").stat().st_mode
    (place / "new").chmod(0o640)
    files.write({place / "new": b"newer"}, force=True)
    assert (place / "new").stat().st_mode & 0o777 == 0o640


def test_a_module_whose_tables_cannot_be_written_is_the_old_one(run: Run, place: Path) -> None:
    build = ("build", "x.rules", "-o", "e.wasm", "--force")
    assert run(*build).code == 0
    module = (place / "e.wasm").read_bytes()
    (place / "e.json").unlink()
    (place / "e.json").mkdir()
    done = run(*build, "--players", 3)
    assert (done.code, done.err) == (2, "rulewright: Cannot write e.json: Is a directory.\n")
    assert (place / "e.wasm").read_bytes() == module


@pytest.mark.parametrize("there", [True, False])
def test_what_cannot_be_placed_takes_back_what_was(place: Path, monkeypatch: Patch, there: bool) -> None:
    placed = files._Part.replace_goal

    def failing(part: files._Part) -> None:
        if part.goal.name == "two":
            raise OSError(5, "Input/output error")
        placed(part)

    for name in ("one", "two") if there else ():
        (place / name).write_text("old")
    before = contents(place)
    monkeypatch.setattr(files._Part, "replace_goal", failing)
    with pytest.raises(FileTrouble, match=r"Cannot write .*two: Input/output error"):
        files.write({place / "one": b"new", place / "two": b"new"}, force=True)
    assert contents(place) == before


@pytest.mark.parametrize("there", [True, False])
def test_the_disk_has_the_file_before_its_name_and_the_folder_after(
    place: Path, monkeypatch: Patch, there: bool
) -> None:
    flushed = []

    def fsync(handle: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(handle).st_mode), goal.exists() and goal.read_text()))

    goal = place / "goal"
    if there:
        goal.write_text("old")
    before = contents(place)
    monkeypatch.setattr(os, "fsync", fsync)
    files.write({goal: b"new"}, force=there)
    assert flushed == [(False, before.get("goal", b"").decode() or False), (True, "new")]
    assert contents(place) == {**before, "goal": b"new"}
    with full_disk(), pytest.raises(FileTrouble):
        files.write({goal: b"newer"}, force=True)
    assert contents(place) == {**before, "goal": b"new"}


def test_a_disk_that_knows_no_second_names(place: Path, monkeypatch: Patch) -> None:
    def link(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    files.write({place / "new": b"new"})
    with pytest.raises(FileTrouble, match="exists already"), files.writing(place / "newer"):
        (place / "newer").write_text("theirs")
    assert contents(place) == {"new": b"new", "newer": b"theirs", "x.rules": UGLY.encode()}


def test_nobody_takes_a_name_that_somebody_has_taken_meanwhile(place: Path) -> None:
    with pytest.raises(FileTrouble, match="exists already"), files.writing(place / "new"):
        (place / "new").write_text("theirs")
    assert (place / "new").read_text() == "theirs"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_what_is_no_file_is_not_written_to(run: Run, place: Path) -> None:
    os.mkfifo(place / "pipe")
    (place / "folder").mkdir()
    for name, goal in (("to-pipe", "pipe"), ("to-folder", "folder"), ("round", "round")):
        (place / name).symlink_to(goal)
    before = contents(place)
    for name in ("pipe", "folder", "to-pipe", "to-folder", "round", "x.rules/y"):
        for words in (["simulate", "x.rules", "-n", 2, "--csv"], ["play", "x.rules", "--bot", "random", "--record"]):
            done = run(*words, name, "--force", typed="")
            assert (name, done.code, done.out) == (name, 2, "")
            assert name in done.err
    assert contents(place) == before


@pytest.mark.parametrize("command", WRITING[1:])
def test_a_name_that_is_too_long_is_told_with_it(run: Run, place: Path, command: str) -> None:
    before = contents(place)
    name = f"{'n' * 300}.wasm"
    done = run(*command.split()[:-1], name, typed="", code=2)
    assert done.err.startswith("rulewright: Cannot ")
    assert "nnnn" in done.err
    assert done.err.endswith(" File name too long.\n")
    assert contents(place) == before


def test_a_link_stays_and_leads_to_what_is_written(run: Run, place: Path) -> None:
    (place / "link").symlink_to("new.jsonl")
    for _ in range(2):
        assert run("record", "x.rules", "-o", "link", "--force").code == 0
    assert (place / "link").is_symlink()
    assert (place / "new.jsonl").read_bytes().startswith(b'{"record"')


@pytest.mark.parametrize("name", ["x", "ä" * 127, "x" * 255])
def test_what_a_kill_left_is_cleared_by_the_next_and_nobody_elses(place: Path, name: str) -> None:
    part, before = files._beside(place / name), contents(place)
    for content in (b"new", b"newer"):
        part.write_bytes(b"le")
        files.write({place / name: content}, force=True)
        assert contents(place) == {**before, name: content}
    with part.open("wb") as theirs:
        files.lock(part, theirs)
        with pytest.raises(FileTrouble, match="another command is writing to it"):
            files.write({place / name: b"newest"}, force=True)
        assert part.exists()
    assert (place / name).read_bytes() == b"newer"


@pytest.mark.parametrize("there", [True, False])
def test_an_interrupt_between_two_files_takes_back_the_first(place: Path, monkeypatch: Patch, there: bool) -> None:
    def interrupted(folder: Path) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    for name in ("one", "two") if there else ():
        (place / name).write_text("old")
    before = contents(place)
    monkeypatch.setattr(files, "_flush", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write({place / "one": b"new", place / "two": b"new"}, force=True)
    assert contents(place) == before


def test_an_interrupt_leaves_nothing(place: Path) -> None:
    before = contents(place)
    with pytest.raises(KeyboardInterrupt), files.folder(place / "a" / "b") as folder, files.writing(folder / "c"):
        raise KeyboardInterrupt
    assert contents(place) == before


def test_one_file_has_one_writer(place: Path) -> None:
    growing = Growing.new(place / "game.jsonl", b"first\n")
    for trying in (lambda: Growing.new(place / "game.jsonl", b"", force=True), lambda: Growing.again(growing.path)):
        with pytest.raises(FileTrouble, match="another command is writing to it"):
            trying()
    growing.write(b"second\n")
    growing.file.close()
    assert (place / "game.jsonl").read_bytes() == b"first\nsecond\n"
    Growing.new(place / "game.jsonl", b"", force=True).file.close()


def test_what_grows_never_ends_in_the_middle(place: Path) -> None:
    growing = Growing.new(place / "game.jsonl", b"first\n")
    with full_disk(9), pytest.raises(FileTrouble, match=r"Cannot write .*game\.jsonl: File too large"):
        growing.write(b"second\n")
    assert growing.path.read_bytes() == b"first\n"
    growing.write(b"third\n")
    growing.file.close()
    assert growing.path.read_bytes() == b"first\nthird\n"


def test_one_game_of_one_goes_to_a_file(run: Run, place: Path) -> None:
    assert run("record", "x.rules", "-n", 1, "-o", "one.jsonl").code == 0
    assert (place / "one.jsonl").is_file()
    assert run("record", "x.rules", "-n", 1, "-o", "folder/").code == 0
    assert (place / "folder" / "x-0001.jsonl").is_file()


def test_rules_that_go_wrong_leave_the_record_that_leads_there(run: Run, place: Path) -> None:
    (place / "x.rules").write_text(COINS.read_text().replace("needs amount is at most coins", "needs coins is coins"))
    done = [run("record", "x.rules", "--seed", seed, "-o", f"{seed}.jsonl").code for seed in range(8)]
    assert 1 in done
    wrong = place / f"{done.index(1)}.jsonl"
    assert '"move":["take"' in wrong.read_text()
    assert '"end"' not in wrong.read_text()


def test_a_game_without_end_leaves_the_record_up_to_there(run: Run, place: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.random_games.MOST_RECORDED", 30)
    (place / "x.rules").write_text(ENDLESS)
    done = run("record", "x.rules", "--seed", 1, "-o", "x.jsonl", code=1)
    assert done.err == (
        "rulewright: The rules went wrong in play: This game is not over after 30 decisions. "
        "Another --seed may end sooner; `rulewright check` looks whether it can end at all.\n"
        'x.rules, line 7: "choose take"\n'
    )
    assert len((place / "x.jsonl").read_text().splitlines()) == 31
    assert run("replay", "x.jsonl", "--rules", "x.rules").code == 0


def test_a_game_of_very_many_events_leaves_the_record_up_to_there(run: Run, place: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.analysis.random_games.MOST_EVENTS", 30)
    (place / "x.rules").write_text(ENDLESS)
    done = run("record", "x.rules", "--seed", 1, "-o", "x.jsonl", code=1)
    assert "decisions, and more is not kept." in done.err
    assert len((place / "x.jsonl").read_text().splitlines()) > 1


def test_fields_that_are_kept_count_as_events(place: Path, monkeypatch: Patch, run: Run) -> None:
    monkeypatch.setattr("rulewright.analysis.random_games.MOST_EVENTS", 400)
    (place / "x.rules").write_text(ENDLESS)
    (place / "y.rules").write_text(ENDLESS.replace("play:", "spot is 1..800\neach spot has\n    height: 0..9\nplay:"))
    after = []
    for name in ("x.rules", "y.rules"):
        done = run("record", name, "--seed", 1, "-o", f"{name}.jsonl")
        after += map(int, re.findall(r"after (\d+) decisions", done.err))
    assert after[1] < 5 < after[0]


# ---- who writes

WRITES = {"write_text", "write_bytes", "unlink", "rename", "touch", "mkdir", "rmdir", "hardlink_to", "symlink_to"}
WRITES |= {"truncate", "NamedTemporaryFile", "TemporaryFile", "mkstemp", "rmtree", "copyfile", "makedirs", "link"}


def writes(call: ast.Call) -> bool:
    """Whether a call makes, changes or removes a file."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    if name in ("open", "fdopen"):
        modes = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant)]
        return any(isinstance(mode, str) and set(mode) <= set("rwxab+t") and set(mode) & set("wxa+") for mode in modes)
    return name in WRITES or (name in ("replace", "remove") and isinstance(of, ast.Name) and of.id == "os")


@pytest.mark.thorough
def test_only_the_modules_of_files_write() -> None:
    found = {
        path.name
        for path in (ROOT / "interpreter").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and writes(node)
    }
    assert found == {"files.py", "own_files.py"}
