"""The verb build: which files it writes, when it refuses, what it says."""

import json
import re
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.analysis import export
from rulewright.machine.wasm import available, validate
from tests.cli.running import COINS, Run


def test_build_writes_a_module_and_its_tables(run: Run, tmp_path: Path) -> None:
    module = tmp_path / "game.wasm"
    done = run("build", COINS, "--players", 3, "--option", "heap=5", "-o", module)
    assert (done.code, done.err) == (0, "")
    tables = tmp_path / "game.json"
    assert sorted(tmp_path.iterdir()) == [tables, module]
    assert done.out == f"{module}: {module.stat().st_size:,} bytes\n{tables}: {tables.stat().st_size:,} bytes\n"
    assert module.read_bytes()[:4] == b"\0asm"
    game = json.loads(tables.read_text())["game"]
    assert (game["name"], game["title"], game["players"]) == ("coins", "Coins", 3)
    assert game["options"] == {"heap": 5, "kind": False}


def test_the_same_again_is_the_same_files(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("build", "line-it", "-o", tmp_path / f"{name}.wasm").code == 0
    for ending in ("wasm", "json"):
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


@pytest.mark.parametrize("there", ["game.wasm", "game.json"])
def test_build_never_overwrites_unless_told_to(run: Run, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    arguments = ("build", COINS, "-o", tmp_path / "game.wasm")
    refused = run(*arguments, code=2)
    assert refused.err == f"rulewright: {tmp_path / there} exists already; --force overwrites it.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    assert run(*arguments, "--force").code == 0
    assert (tmp_path / "game.wasm").read_bytes()[:4] == b"\0asm"
    assert json.loads((tmp_path / "game.json").read_text())["format"] == "rulewright-module/1"


def test_what_cannot_be_meant(run: Run, tmp_path: Path) -> None:
    for arguments, said in (
        (("build", COINS), "the following arguments are required: -o"),
        (("build", COINS, "-o", tmp_path / "game"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / "game.json"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / ".wasm"), "does not end in .wasm"),
        (("build", COINS, "-o", tmp_path / "none" / "game.wasm"), "Cannot write"),
        (("build", "coins-and-more", "-o", tmp_path / "game.wasm"), 'There is no game "coins-and-more"'),
        (("build", COINS, "--option", "heap", "--option", "heap=3", "-o", tmp_path / "game.wasm"), "is set twice"),
    ):
        assert said in run(*arguments, code=2).err
        assert list(tmp_path.iterdir()) == []


def test_rules_with_mistakes_and_settings_that_are_none(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text(COINS.read_text().replace("subtract amount from coins", "subtract amuont from coins"))
    assert "[unknown-name]" in run("build", wrong, "-o", tmp_path / "game.wasm", code=1).err
    assert run("build", COINS, "--players", 9, "-o", tmp_path / "game.wasm").code == 1
    assert run("build", COINS, "--option", "heap=4", "-o", tmp_path / "game.wasm").code == 1
    assert list(tmp_path.iterdir()) == [wrong]


def test_rules_that_need_too_much_memory(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.machine.wasm.memory_map.MOST_BYTES", 1 << 20)
    done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
    assert re.fullmatch(r"rulewright: These rules need \d+ MiB to list their moves\.\n", done.err)
    assert list(tmp_path.iterdir()) == []


def test_no_module_is_written_that_hosts_would_not_load(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = export.compiled
    with monkeypatch.context() as patch:
        patch.setattr(export, "MOST_CODE", 1000)
        done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
    assert re.fullmatch(r"rulewright: These rules need a function of [\d,]+ bytes; hosts .* 1,000\.\n", done.err)
    monkeypatch.setattr(export, "compiled", lambda *parts: evolve(made(*parts), wasm=made(*parts).wasm[:-1]))
    if available() is None:
        done = run("build", COINS, "-o", tmp_path / "game.wasm", code=2)
        assert re.fullmatch(r"rulewright: No module can be made of these rules: .+\n", done.err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(available() is not None, reason="needs wasmtime")
def test_a_module_may_reckon_with_the_largest_numbers(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "large.rules"
    pick = "    pick large from 1..2147483647 where it is 5\n    add large - 5 to coins\n"
    rules.write_text(
        COINS.read_text().replace("    subtract amount from coins", f"{pick}    subtract amount from coins")
    )
    assert run("build", rules, "-o", tmp_path / "large.wasm").code == 0
    validate((tmp_path / "large.wasm").read_bytes())


def test_a_folder_in_the_way(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    assert "Cannot write" in run("build", COINS, "-o", tmp_path / "game.wasm", "--force", code=2).err
    assert not (tmp_path / "game.wasm").exists()
