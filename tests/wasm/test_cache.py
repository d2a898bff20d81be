"""Modules that are kept: whatever lies in the folder, the engine is right and nothing goes wrong."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache as once, partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rulewright import load, own_files, search
from rulewright.analysis.examples import position
from rulewright.loading import read_text
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import Engine, engine, engine_of, runtime
from rulewright.machine.wasm.module import compile_program
from tests.wasm.common import WASM, listed

pytestmark = WASM
ROOT = Path(__file__).parents[2]
PROGRAM = load("tic-tac-toe").program
COMPILED = compile_program(PROGRAM)


class Maker:
    """Makes the program, and knows how often it did."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Program:
        self.times += 1
        return PROGRAM


@once
def winners() -> list[int]:
    """The winners of some games of tic-tac-toe."""
    return list(engine_of(PROGRAM).playouts(1, 0, 20).winners)


def right(found: Engine) -> bool:
    """Whether an engine plays tic-tac-toe."""
    return list(found.playouts(1, 0, 20).winners) == winners()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for what is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def made(*parts: object) -> int:
    """Get an engine, which must be right; how often the program had to be made."""
    make = Maker()
    assert right(engine(make, *(parts or ("tic-tac-toe",))))
    return make.times


def test_what_was_made_once_is_kept(home: Path) -> None:
    assert made() == 1
    assert made() == 0
    assert made("other parts") == 1
    assert len(list(home.iterdir())) == 2
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_kept_engine_knows_names_and_faults(home: Path) -> None:
    del home
    made()
    make = Maker()
    found = engine(make, "tic-tac-toe")
    found.begin(1, 0)
    fresh = engine_of(PROGRAM)
    fresh.begin(1, 0)
    assert make.times == 0
    assert listed(found, 0) == listed(fresh, 0)
    assert make.times == 1
    assert (found.compiled.map, found.compiled.faults, found.compiled.spans) == (
        fresh.compiled.map,
        fresh.compiled.faults,
        fresh.compiled.spans,
    )


def only(home: Path) -> Path:
    """The one file that is kept."""
    (file,) = home.iterdir()
    return file


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_with_a_changed_byte_counts_as_none(home: Path, data: st.DataObject) -> None:
    made()
    file = only(home)
    content = bytearray(file.read_bytes())
    at = data.draw(st.one_of(st.integers(0, 200), st.integers(0, len(content) - 1)))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    file.write_bytes(content)
    assert runtime.find(file.name) is None
    assert made() == 1
    assert made() == 0


def test_every_byte_of_a_small_file_counts(home: Path) -> None:
    runtime.keep("small", COMPILED, b"no native code")
    data = (home / "small").read_bytes()
    assert runtime.find("small") is not None
    for at in range(0, len(data), 7):
        changed = bytearray(data)
        changed[at] ^= 0x10
        (home / "small").write_bytes(changed)
        assert runtime.find("small") is None
    (home / "small").write_bytes(data + b"\0")
    assert runtime.find("small") is None


def test_native_code_that_is_none_is_made_anew(home: Path) -> None:
    """A file that is whole, but whose code wasmtime refuses: as that of another version or machine."""
    made()
    file = only(home)
    for code in (b"", b"\x7fELF" + bytes(60), os.urandom(4_000)):
        runtime.keep(file.name, COMPILED, code)
        assert runtime.find(file.name) is not None
        assert made() == 1
        assert made() == 0


def test_another_version_finds_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    monkeypatch.setattr(runtime, "made_by", lambda: "another version")
    assert made() == 1
    assert len(list(home.iterdir())) == 2


def of_somebody_else(path: Path) -> None:
    """Give it to another user; where only root can, let others read it."""
    if os.getuid() == 0:
        os.chown(path, 12_345, 12_345)
    else:
        path.chmod(0o770)


FOLDERS: dict[str, Callable[[Path], object]] = {
    "open to others": lambda home: (home.mkdir(0o700), home.chmod(0o755)),
    "of somebody else": lambda home: (home.mkdir(0o700), of_somebody_else(home)),
    "a link": lambda home: ((home.parent / "elsewhere").mkdir(0o700), home.symlink_to(home.parent / "elsewhere")),
    "a file": lambda home: home.write_text("no folder"),
}


@pytest.mark.parametrize("make_folder", FOLDERS.values(), ids=FOLDERS)
def test_a_folder_that_is_not_the_users_own_is_not_used(home: Path, make_folder: Callable[[Path], object]) -> None:
    make_folder(home)
    assert own_files.folder() is None
    assert made() == 1
    assert made() == 1
    assert home.is_file() or not list(home.iterdir())


def cut_at(part: float, file: Path) -> None:
    """Keep so much of it."""
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * part)])


FILES: dict[str, Callable[[Path], object]] = {
    **{f"cut at {part}": partial(cut_at, part) for part in (0.0, 0.001, 0.5, 0.999999)},
    "with a second name": lambda file: (file.parent.parent / "second").hardlink_to(file),
    "a link to it": lambda file: file.symlink_to(file.rename(file.parent.parent / "elsewhere")),
    "readable for others": lambda file: file.chmod(0o640),
    "of another user": of_somebody_else,
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file, 0o600)),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spoil", FILES.values(), ids=FILES)
def test_a_file_that_is_cut_or_that_somebody_else_can_have_written_is_made_anew(
    home: Path, spoil: Callable[[Path], object]
) -> None:
    made()
    file = only(home)
    spoil(file)
    assert runtime.find(file.name) is None
    assert made() == 1
    assert made() == 0


def test_a_file_under_another_name_counts_as_none(home: Path) -> None:
    """What is kept of one game is not taken for another."""
    made("one")
    (one,) = home.iterdir()
    data = one.read_bytes()
    made("two")
    (two,) = set(home.iterdir()) - {one}
    two.write_bytes(data)
    assert runtime.find(one.name) is not None
    assert runtime.find(two.name) is None


def test_nothing_is_kept_where_that_is_switched_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(own_files.SWITCH, "1")
    assert made() == 1
    assert made() == 1
    monkeypatch.delenv(own_files.SWITCH)
    assert made() == 1
    with own_files.unused():
        assert made() == 1
    assert made() == 0
    assert len(list(home.iterdir())) == 1


def test_a_name_that_is_a_folder_is_left_alone(home: Path) -> None:
    made()
    file = only(home)
    file.unlink()
    file.mkdir()
    assert made() == 1
    assert file.is_dir()


def fails(trouble: Exception, *_: object) -> None:
    raise trouble


def test_without_any_place_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", partial(fails, RuntimeError("Could not determine home directory.")))
    assert own_files.folder() is None
    assert made() == 1


@pytest.mark.parametrize("place", ["/proc/nothing", "/dev/null", "relative/place", "x" * 5_000, "/" + "x" * 300])
def test_a_place_that_cannot_be_written_is_none(place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    monkeypatch.setenv("HOME", str(tmp_path / "not" / "there" if place.startswith("/") else "/proc/nothing"))
    assert made() == 1


def test_a_full_disk_keeps_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", partial(fails, OSError(28, "No space left on device")))
    assert (made(), made()) == (1, 1)
    assert not list(home.iterdir())


def test_only_the_files_that_were_used_last_stay(home: Path) -> None:
    for number in range(own_files.MOST_FILES + 9):
        runtime.keep(f"file-{number}", COMPILED, b"")
        os.utime(home / f"file-{number}", (number, number))
    assert runtime.find("file-9") is not None
    runtime.keep("last", COMPILED, b"")
    names = {file.name for file in home.iterdir()}
    assert len(names) == own_files.MOST_FILES
    assert {"last", "file-9", f"file-{own_files.MOST_FILES + 8}"} <= names
    assert "file-10" not in names


PROCESS = """
from rulewright import load
from rulewright.machine.wasm import engine
program = load("tic-tac-toe").program
for number in range(6):
    found = engine(lambda: program, "tic-tac-toe", number % 2)
    print(list(found.playouts(1, 0, 20).winners))
"""


@pytest.mark.thorough
def test_two_processes_at_once(home: Path) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", PROCESS], cwd=ROOT, text=True, stdout=subprocess.PIPE) for _ in range(2)
    ]
    try:
        told = [process.communicate(timeout=120)[0] for process in running]
    finally:
        for process in running:
            process.kill()
    assert [process.returncode for process in running] == [0, 0]
    assert told == [f"{winners()}\n" * 6] * 2
    kept = [file.name for file in home.iterdir()]
    assert sum(runtime.find(name) is not None for name in kept) == 2
    assert len(kept) <= 3, "beside two modules only the parser, if it did not come with the program"


def test_a_module_with_less_memory_than_its_facts_say_is_made_anew(home: Path) -> None:
    made()
    small, large = runtime.find(only(home).name), compile_program(load("line-it").program)
    assert small is not None
    assert large.map.lanes > COMPILED.map.lanes + (1 << 16)
    runtime.keep(only(home).name, large, small[1])
    assert made() == 1
    assert made() == 0


def test_positions_of_two_games_share_no_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Though neither says what it was made of, and the setting is the same."""
    monkeypatch.delenv(own_files.SWITCH, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    beginnings = (("tic-tac-toe", "three in a column win"), ("connect-four", "four on a rising diagonal"))
    for name, title in beginnings:
        path = ROOT / "examples" / f"{name}.rules"
        rules = position(read_text(path.name, path.read_bytes()), name, title)
        game = rules.start(seed=1)
        (seat,) = game.deciders
        assert search(game, seat, iterations=20).fast
