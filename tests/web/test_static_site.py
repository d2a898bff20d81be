"""The folder that `rulewright site` writes: what is in it, and what is told where it cannot be written."""

import json
import os
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from rulewright.files import FileTrouble, find
from rulewright.web import static_site
from rulewright.web.static_site import PYODIDE_FILES, Shipped, game_page, playground, pyodide_of_npm
from tests.cli import running
from tests.cli.running import Patch, Run

PYODIDE = {name: f"{name} of Pyodide".encode() for name in PYODIDE_FILES}
GAMES = {name: Shipped(find(name), name.capitalize()) for name in ("tic-tac-toe", "kalah")}
ADDRESS = re.compile(rb"""(?:src|href|url\(|import|from|fetch\()[=(\s"'`]*(https?:)?//""")


@pytest.fixture(scope="module")
def folders() -> dict[str, dict[str, bytes]]:
    return {"playground": playground(PYODIDE, GAMES), "game": game_page(PYODIDE, "kalah", GAMES["kalah"])}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Carries out a command."""
    return partial(running.run, capsys)


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A folder with Pyodide's files, as far as a folder of pages asks for them."""
    (tmp_path / "python").mkdir()
    for name, content in PYODIDE.items():
        (tmp_path / "python" / name).write_bytes(content)
    return tmp_path / "python"


@pytest.mark.parametrize("which", ["playground", "game"])
def test_all_files_are_kept_for_browsers_that_are_offline(folders: dict[str, dict[str, bytes]], which: str) -> None:
    found = folders[which]
    said = json.loads(found["offline.js"].decode().split("\n", 1)[0].removeprefix("const SITE = ").removesuffix(";"))
    assert {*said["files"]} == ({*found} - {"offline.js"}) | {"./"}


@pytest.mark.parametrize("which", ["playground", "game"])
def test_no_page_asks_anything_of_another_host(folders: dict[str, dict[str, bytes]], which: str) -> None:
    found = {name: text for name, text in folders[which].items() if name.endswith((".js", ".mjs", ".css", ".html"))}
    assert [name for name, text in found.items() if not name.startswith("vendor/") and ADDRESS.search(text)] == []
    for name, text in found.items():
        if name.endswith(".html"):
            [policy] = re.findall(rb'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
            assert policy.startswith(b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
            assert not re.search(rb"<script>|<style|\sstyle=|\son\w+=", text), name


def test_what_pages_name_is_there(folders: dict[str, dict[str, bytes]]) -> None:
    """All paths are relative, so that a folder can lie anywhere."""
    for found in folders.values():
        for name, text in found.items():
            if name.endswith((".html", ".js")) and not name.startswith("vendor/"):
                named = re.findall(rb'(?:src|href)="([^"#]+)"|(?:from|import\(?) ?"([^"]+)"|fetch\("([^"]+)"\)', text)
                paths = {b"".join(each).decode().partition("?")[0].removeprefix("./") for each in named}
                assert {path for path in paths if not path.startswith("data:")} <= {*found}, name


def test_the_page_of_one_game_has_no_other_and_no_editor(folders: dict[str, dict[str, bytes]]) -> None:
    games = {name for name in folders["game"] if name.startswith("games/")}
    assert games == {"games/kalah.rules"}
    assert folders["game"]["games/kalah.rules"] == find("kalah").read_bytes()
    assert not any("playground" in name or "codemirror" in name or "lessons" in name for name in folders["game"])
    assert len(folders["game"]["rulewright.zip"]) < len(folders["playground"]["rulewright.zip"])


def test_what_is_kept_has_another_name_as_soon_as_anything_changes(folders: dict[str, dict[str, bytes]]) -> None:
    before = folders["game"]["offline.js"].split(b"\n")[0]
    assert game_page(PYODIDE, "kalah", GAMES["kalah"])["offline.js"].split(b"\n")[0] == before
    other = PYODIDE | {"README.md": b"other"}
    assert game_page(other, "kalah", GAMES["kalah"])["offline.js"].split(b"\n")[0] != before


def test_the_playground_tells_its_games_and_lessons(folders: dict[str, dict[str, bytes]]) -> None:
    said = json.loads(folders["playground"]["site.json"])
    assert [game["name"] for game in said["games"]] == ["tic-tac-toe", "kalah"]
    assert said["lessons"][0] == {"file": "lessons/01-first-lines.md", "title": "1 First lines"}


def test_the_command_writes_a_folder_once(run: Run, tmp_path: Path, python: Path) -> None:
    words = ("site", "-o", tmp_path / "pages", "--game", "kalah", "--pyodide", python)
    assert "files" in run(*words, code=0).out
    assert (tmp_path / "pages" / "pyodide" / "pyodide.mjs").read_bytes() == PYODIDE["pyodide.mjs"]
    assert "exists already; --force overwrites it" in run(*words, code=2).err
    run(*words, "--force", code=0)


def test_a_game_that_nobody_can_play_is_not_published(run: Run, tmp_path: Path, python: Path) -> None:
    (tmp_path / "mine.rules").write_text('game "Mine"\n    players 2\n', encoding="utf-8")
    done = run("site", "-o", tmp_path / "pages", "--game", tmp_path / "mine.rules", "--pyodide", python, code=1)
    assert "mine.rules, line 1" in done.err
    assert not (tmp_path / "pages").exists()


def test_a_folder_without_pyodide_is_told(run: Run, tmp_path: Path) -> None:
    done = run("site", "-o", tmp_path / "pages", "--game", "kalah", "--pyodide", tmp_path, code=2)
    assert "pyodide.mjs" in done.err
    assert not (tmp_path / "pages").exists()


def npm(folder: Path, monkeypatch: Patch, script: str) -> None:
    """Let this be npm."""
    (folder / "npm").write_text(f"#!{sys.executable}\nimport pathlib, sys\n{script}\n", encoding="utf-8")
    (folder / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


@pytest.mark.skipif(os.name == "nt", reason="scripts are no programs there")
@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("sys.exit('no network')", "npm cannot fetch Python for browsers: no network. Or fetch"),
        ("pathlib.Path(sys.argv[-1], 'a.tgz').write_bytes(b'other')", "is not the pyodide"),
        ("pass", "npm cannot fetch Python for browsers"),
    ],
)
def test_what_npm_does_wrong_is_told(script: str, told: str, tmp_path: Path, monkeypatch: Patch) -> None:
    npm(tmp_path, monkeypatch, script)
    with pytest.raises(FileTrouble, match=re.escape(told)):
        pyodide_of_npm()


def test_without_npm_it_is_said_what_to_do(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileTrouble, match=r"there is no npm here: install Node\. Or .* --pyodide FOLDER"):
        pyodide_of_npm()


def test_a_library_that_is_missing_is_told(monkeypatch: Patch) -> None:
    monkeypatch.setattr("rulewright.web.packing.EDITING", ("no-such-library",))
    with pytest.raises(FileTrouble, match=r"no-such-library is not installed here.*rulewright\[editor\]"):
        static_site.playground(PYODIDE, GAMES)
