"""Where files are written: a disk that is full, folders and files of others, killed at any moment, on Windows."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.cli.processes import ENVIRONMENT
from tests.cli.running import COINS

pytestmark = pytest.mark.thorough

NOBODY = 65534
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
RULES = COINS.read_text().replace("    players", "    players  ", 1)
COMMANDS = [
    ["fmt", "x.rules"],
    ["build", "x.rules", "-o", "x.wasm", "--force"],
    ["build", "x.rules", "-o", "new.wasm"],
    ["rules", "x.rules", "--copy", "some/new/folder"],
    ["record", "x.rules", "-o", "x.jsonl", "--force"],
    ["record", "x.rules", "-n", "2", "-o", "new"],
    ["simulate", "x.rules", "-n", "9", "--csv", "x.csv", "--force"],
    ["simulate", "x.rules", "-n", "9", "--html", "new.html"],
    ["simulate", "x.rules", "-n", "9", "--checkpoint", "x.point", "--force"],
    ["play", "x.rules", "--bot", "random", "--record", "x.jsonl", "--force"],
]
OLD = ("x.wasm", "x.json", "x.jsonl", "x.csv", "x.point")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that anybody may enter, with rules and with files that may be replaced."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        (place / "x.rules").write_text(RULES)
        for old in OLD:
            (place / old).write_text("old")
        yield place


def python(place: Path, *words: object, under: Sequence[str] = ()) -> str:
    """What a program of Python prints."""
    command = [*under, sys.executable, *map(str, words)]
    done = subprocess.run(
        command, cwd=place, env=ENVIRONMENT, capture_output=True, stdin=subprocess.DEVNULL, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def tried(place: Path, user: int, free: int, commands: list[list[str]], *under: str) -> list[tuple[int, str, bool]]:
    told = python(place, "-m", "tests.cli.tried", user, free, json.dumps(commands), under=under)
    return [(code, said, same) for code, said, same in json.loads(told)]


MOUNTED = 'mount -t tmpfs -o size=96k none {disk} && cp {place}/x.* {disk} && cd {disk} && exec "$@"'
OWN_DISK = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")


@LINUX
@pytest.mark.parametrize("free", [0, 4096])
def test_a_disk_that_is_full_is_told_with_the_file_and_all_is_as_it_was(place: Path, free: int) -> None:
    """A small disk of its own; with a page free, what comes first of what belongs together has its place."""
    disk = place / "disk"
    disk.mkdir()
    under = (*OWN_DISK, MOUNTED.format(place=place, disk=disk), "sh")
    if shutil.which("unshare") is None or subprocess.run([*under, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no disk can be made here")
    commands = [each for each in COMMANDS if free == 0 or each[0] == "build"]
    for words, (code, said, same) in zip(commands, tried(place, 0, free, commands, *under), strict=True):
        assert (words, code, same) == (words, 2, True)
        assert said.startswith("rulewright: Cannot write ")
        assert said.endswith(": No space left on device.")


@LINUX
def test_an_ordinary_user_is_told_what_may_not_be_written(place: Path) -> None:
    user = NOBODY if os.getuid() == 0 else 0
    for path in (place, *place.iterdir()):
        if user:
            os.chown(path, NOBODY, NOBODY)
    place.chmod(0o555)
    try:
        for words, (code, said, same) in zip(COMMANDS, tried(place, user, -1, COMMANDS), strict=True):
            assert (words, code, same) == (words, 2, True)
            assert said.startswith("rulewright: Cannot ")
            assert "Permission denied" in said or "its folder is not there, or not to be written to" in said
    finally:
        place.chmod(0o755)


@LINUX
def test_nor_is_a_file_of_somebody_else_replaced(place: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can make files of others")
    os.chown(place, NOBODY, NOBODY)
    over = [each for each in COMMANDS if each[0] == "fmt" or "--force" in each]
    for words, (code, said, same) in zip(over, tried(place, NOBODY, -1, over), strict=True):
        assert (words, code, same) == (words, 2, True)
        assert said.endswith(": it may only be read.")
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()} == {0o644}


def killed(place: Path, kills: int, *names: str) -> dict[str, dict[str, object]]:
    return dict(json.loads(python(place, "-m", "tests.cli.killed", place, kills, *names).splitlines()[-1]))


def sure(told: dict[str, dict[str, object]]) -> None:
    for name, seen in told.items():
        assert (name, seen.pop("wrong")) == (name, [])
        assert "not the same when carried out again" not in seen
        assert {"before", "after"} <= set(seen)


@LINUX
def test_killed_before_any_change_every_file_is_the_old_or_the_new_one(place: Path) -> None:
    told = killed(place, 0, "fmt", "rules", "build")
    assert [name for name in told["fmt"] if name.endswith("left")] == ["before, a part left"]
    sure(told)


@pytest.mark.slow
@LINUX
def test_killed_at_random_moments_every_file_is_the_old_or_the_new_one(place: Path) -> None:
    sure(killed(place, 100))


WINDOWS = """
import json, sys
from tests.cli import windows
windows.become()
from rulewright.cli import main
print(*[main(words) for words in json.loads(sys.argv[1])])
"""


HOLDING = """
import sys
from pathlib import Path
from tests.cli import windows
windows.become()
from rulewright.files import FileTrouble
from rulewright.own_files import Growing
growing = {"new": lambda: Growing.new(Path("game.jsonl"), b"first\\n", force=True),
           "again": lambda: Growing.again(Path("game.jsonl"))}
try:
    held = growing[sys.argv[1]]()
except FileTrouble as trouble:
    sys.exit(f"{trouble}")
print("held", flush=True)
input()
held.write(b"second\\n")
"""


@LINUX
@pytest.mark.parametrize("how", ["new", "again"])
def test_on_windows_too_one_file_has_one_writer(place: Path, how: str) -> None:
    command, pipe = [sys.executable, "-c", HOLDING], subprocess.PIPE
    with subprocess.Popen([*command, "new"], cwd=place, env=ENVIRONMENT, stdin=pipe, stdout=pipe) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        other = subprocess.run([*command, how], cwd=place, env=ENVIRONMENT, stderr=pipe, check=False, input=b"\n")
        holder.communicate(b"\n")
    assert b"game.jsonl: another command is writing to it" in other.stderr
    assert (place / "game.jsonl").read_bytes() == b"first\nsecond\n"
    assert python(place, "-c", HOLDING.replace("input()", ""), "again") == "held\n"


@LINUX
def test_with_the_files_of_windows_all_is_written_too(place: Path) -> None:
    (place / ".x.rules.part").write_text("left")
    again = [[*words, "--force"] if words[0] != "fmt" else words for words in COMMANDS]
    told = python(place, "-c", WINDOWS, json.dumps([*COMMANDS, *again]))
    assert told.splitlines()[-1].split() == ["0"] * 20
    assert not list(place.glob(".*"))
    assert not [old for old in OLD if (place / old).read_text(errors="replace") == "old"]
