"""The record of a game in play: it is complete on the disk, or it is said why not and it is completed later."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.files import FileTrouble
from rulewright.machine.game import Game
from rulewright.machine.record import Table, read
from rulewright.machine.replay import replay
from rulewright.own_files import Growing
from rulewright.table.keeping import Keeping, Place, begun_at, keep_text, kept_text, players, text, unfinished
from tests.machine import tiny


@pytest.fixture
def game() -> Game:
    return tiny.rules().start(1)


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def keeping(tmp_path: Path, game: Game, heard: list[str]) -> Iterator[Keeping]:
    (tmp_path / "in").mkdir()
    made = begun_at(Place(record=tmp_path / "in" / "game.jsonl"), game.header, heard.append)
    assert made is not None
    yield made
    made.close()


def move(game: Game) -> None:
    seat = game.deciders[0]
    game.play(seat, game.moves(seat)[0])


def test_whatever_fails_at_any_decision_the_record_is_completed_when_it_can_be(
    game: Game, keeping: Keeping, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing, seeing to it that it is on the disk, and taking back what was written."""
    real = {name: getattr(Growing, name) for name in ("write", "keep", "cut")}

    def full(growing: Growing, *_: object) -> None:
        raise FileTrouble("Cannot write game.jsonl: No space left on device.")

    def half(growing: Growing, data: bytes) -> None:
        growing.file.write(data[: len(data) // 2])
        full(growing)

    for broken in ({"write": full}, {"keep": full}, {"write": half}, {"write": half, "cut": full}):
        for name, function in {**real, **broken}.items():
            monkeypatch.setattr(Growing, name, function)
        before = len(heard)
        for _ in range(2):
            move(game)
            keeping.keep(game.record)
        assert keeping.failing
        (said,) = heard[before:]
        assert said == (
            "Cannot write game.jsonl: No space left on device. "
            "The game goes on in memory; its record is completed as soon as that can be done."
        )
        for name, function in real.items():
            monkeypatch.setattr(Growing, name, function)
        keeping.keep(game.record)
        assert heard[-1] == "The record is complete again."
        assert not keeping.failing
        assert keeping.path.read_bytes() == text(*game.record)
        game.back_to(1)
        keeping.keep(game.record)
    assert replay(tiny.rules(), read(keeping.path)).parting is None


def test_an_interrupt_while_writing_leaves_whole_lines(
    game: Game, keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Growing.keep

    def stopped(growing: Growing) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Growing, "keep", stopped)
    move(game)
    with pytest.raises(KeyboardInterrupt):
        keeping.keep(game.record)
    monkeypatch.setattr(Growing, "keep", keep)
    move(game)
    keeping.keep(game.record)
    assert keeping.path.read_bytes() == text(*game.record)


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be removed")
def test_a_record_that_was_removed_is_written_anew(game: Game, keeping: Keeping, heard: list[str]) -> None:
    move(game)
    keeping.keep(game.record)
    keeping.path.unlink()
    move(game)
    keeping.keep(game.record)
    assert heard == ["The record had vanished. It has been written anew."]
    assert keeping.path.read_bytes() == text(*game.record)
    with pytest.raises(FileTrouble, match="another command is writing to it"):
        Growing.again(keeping.path)


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be moved")
def test_a_folder_that_is_gone_for_a_while_loses_nothing(game: Game, keeping: Keeping, heard: list[str]) -> None:
    folder = keeping.path.parent
    move(game)
    folder.rename(folder.with_name("elsewhere"))
    keeping.keep(game.record)
    assert "The game goes on in memory" in heard[-1]
    folder.with_name("elsewhere").rename(folder)
    move(game)
    keeping.keep(game.record)
    assert heard[1:] == ["The record is complete again."]
    assert keeping.path.read_bytes() == text(*game.record)


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be replaced")
def test_another_file_in_its_place_is_left_alone(game: Game, keeping: Keeping, heard: list[str]) -> None:
    keeping.path.unlink()
    keeping.path.write_text("mine")
    move(game)
    keeping.keep(game.record)
    assert keeping.path.read_text() == "mine"
    assert "it is another file now. The game goes on in memory" in heard[-1]


def test_where_nothing_can_be_kept_it_is_said(game: Game, tmp_path: Path, heard: list[str]) -> None:
    assert begun_at(Place(games=tmp_path / "none"), game.header, heard.append) is None
    (said,) = heard
    assert said.startswith("Cannot write ")
    assert said.endswith(" This game is not kept.")


def begin(folder: Path, name: str, decisions: int, *, clock: int, over: bool = False) -> None:
    rules = tiny.rules()
    game = rules.start(1)
    for _ in range(decisions):
        move(game)
    while over and not game.over:
        move(game)
    (folder / name).write_bytes(text(*game.record))
    os.utime(folder / name, (clock, clock))


def test_the_unfinished_games_are_found_and_what_is_none_is_told(tmp_path: Path) -> None:
    begin(tmp_path, "old.jsonl", 1, clock=1000)
    begin(tmp_path, "new.jsonl", 2, clock=2000)
    begin(tmp_path, "unmoved.jsonl", 0, clock=3000)
    begin(tmp_path, "over.jsonl", 1, clock=4000, over=True)
    (tmp_path / "half.jsonl").write_bytes((tmp_path / "old.jsonl").read_bytes()[:30])
    (tmp_path / "foreign.jsonl").write_bytes(b'{"a": 1}\n')
    (tmp_path / "letters.jsonl").write_bytes(b"\xff\xfe\n")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    torn = (tmp_path / "new.jsonl").read_bytes()
    (tmp_path / "torn.jsonl").write_bytes(torn + b'{"seat":0,"mo')
    os.utime(tmp_path / "torn.jsonl", (1500, 1500))
    games, troubles = unfinished(tmp_path)
    assert [(game.path.stem, game.decisions) for game in games] == [("new", 2), ("torn", 2), ("old", 1)]
    assert [Path(trouble.split(" is ")[0]).stem for trouble in troubles] == ["folder", "foreign", "half", "letters"]
    assert all(trouble.count("\n") == 0 and trouble.endswith(".") for trouble in troubles)
    game = tiny.rules().start(1)
    for _ in range(3):
        move(game)
    game.back_to(2)
    (tmp_path / "game.jsonl").write_bytes(text(*game.record))
    assert [found.decisions for found in unfinished(tmp_path)[0] if found.path.stem == "game"] == [1]


def test_a_text_is_kept_once_and_only_whole_and_the_record_knows_who_sits_where(tmp_path: Path) -> None:
    for _ in range(2):
        keep_text(tmp_path, b"the rules")
    (file,) = (tmp_path / "rules").iterdir()
    assert kept_text(tmp_path, file.stem) == b"the rules"
    assert kept_text(tmp_path, "0" * 64) is None
    assert kept_text(tmp_path, "../rules/" + file.stem) is None
    file.write_bytes(b"the rule")
    assert kept_text(tmp_path, file.stem) is None
    keep_text(tmp_path, b"the rules")
    assert kept_text(tmp_path, file.stem) == b"the rules"
    table = Table(((0, "Ann"), (1, None), (3, "Zoë \udcff")), 7, ask_all=True, file="/a/\udcff.rules")
    header = evolve(tiny.rules().start(1).header, players=4, table=table)
    (tmp_path / "game.jsonl").write_bytes(text(header))
    assert json.loads((tmp_path / "game.jsonl").read_text())["table"]["people"] == {
        "0": "Ann",
        "1": None,
        "3": "Zoë \udcff",
    }
    assert read(tmp_path / "game.jsonl").header == header
    assert players(header) == "Ann, Zoë \\u{dcff} and 2 others"
    assert players(evolve(header, players=2, table=None)) == "2 players"
