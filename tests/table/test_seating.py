"""The table with a real game: a tiny one."""

import json
import re
from pathlib import Path

import pytest

from rulewright import load
from rulewright.files import FileTrouble
from rulewright.loading import read_text, rules_of
from rulewright.machine.interpret import RulesFault
from rulewright.machine.record import ChanceLine, read
from rulewright.machine.replay import replay
from rulewright.own_files import Growing
from rulewright.table.keeping import Place
from rulewright.table.real_game import Sitting, seat_people
from tests.machine import tiny
from tests.table.fake import Lists


def sitting(*people: int, record: Path | None = None, **more: object) -> Sitting:
    place = Place(record=record, force=bool(more.pop("force", False)))
    plain = {"seed": 1, "ask_all": False, "one_screen": True, "width": 80, **more}
    return Sitting(people=dict.fromkeys(people), place=place, **plain)


def played(chosen: Sitting, *typed: str) -> list[str]:
    screen = Lists(list(typed))
    seat_people(tiny.rules(), chosen, screen)
    return screen.shown


def test_a_whole_game_is_shown_told_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    shown = played(sitting(0, record=path), "take", "lay t", "1", "1")
    text = "".join(shown)
    assert shown[0].startswith("Tiny")
    assert "seed" not in "".join(shown[:-2])
    assert shown[-2] == "The seed was 1.\n"
    assert "Ann (you)" in text
    assert "· Bob: " in text
    assert "The game is over." in text
    assert f"The record is in {path}." in shown[-1]
    record = read(path)
    again = replay(tiny.rules(), record)
    assert again.parting is None
    assert again.game.over
    played(sitting(0, record=path, force=True), "take", ":undo", "take", ":undo", "1")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["back"] for line in lines if "back" in line] == [1, 1]
    moves = [(line["seat"], *line["move"]) for line in lines if "move" in line]
    assert moves[0] == moves[2]
    assert moves[1] == moves[3], "the random player chooses the same in the same situation"
    assert replay(tiny.rules(), read(path)).parting is None


LOST = """\
game "Lost" "A turn may be lost before anybody is asked"
    players 2
each player has
    gold: 0..60
play:
    repeat until some p in players where p's gold is more than 20:
        each player: turn
phase turn "A turn":
    roll eyes from 1..6 "the die"
    if eyes is less than 6: finish turn
    choose keep
action keep "Keep": add 6 to your gold
scoring:
    score of player: its gold
    winners: players with highest score
"""


def test_what_was_rolled_before_anybody_was_asked_is_told() -> None:
    """Else nothing says that a turn was lost there."""
    rules, screen = rules_of(read_text("lost", LOST.encode()), "lost"), Lists([])
    lost, rolled = rules.start(1).lines
    assert isinstance(lost, ChanceLine)
    assert isinstance(rolled, ChanceLine)
    seat_people(rules, sitting(1), screen)
    told = f"Before the first decision: the die: rolled {lost.outcome}; the die: rolled {rolled.outcome}.\n"
    assert told in "".join(screen.shown)


def test_hidden_hands_stay_hidden_from_the_other_person() -> None:
    shown = played(sitting(0, 1), "take")
    start = shown.index("PAUSE Pass the keyboard to Bob, then press Enter.\n")
    assert shown[start - 1] == "CLEAR"
    assert "Ann (you)" in shown[1]
    bob = shown[start + 2]
    assert re.search(r" Ann score 0 +hand 2 .*\n your hand  three\n", bob), "her two cards are counted, his is seen"
    assert "· Ann: take — 1 card from deck to Ann's hand\n" in bob


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "shared"),
    [("tic-tac-toe", True), ("connect-four", True), ("kuhn-poker", False), ("aurum", False), ("apotheca", False)],
)
def test_the_keyboard_is_handed_over_only_where_something_is_hidden(name: str, *, shared: bool) -> None:
    """Hands and face-down pieces hide something from the next person, a board of marks nothing."""
    screen = Lists(["1", "1"])
    seat_people(load(name), sitting(0, 1, ask_all=True), screen)
    assert any("your move:" in each for each in screen.shown)
    assert ("CLEAR" not in screen.shown) is shared


def test_a_game_that_goes_on_is_handed_to_whose_turn_it_is() -> None:
    """Whoever takes it up may be anybody; a person alone is nobody else."""
    rules = load("kuhn-poker")
    for people in ((0, 1), (0,)):
        screen = Lists(["1"])
        begun = rules.start(1)
        seat_people(rules, sitting(*people, ask_all=True), screen, begun)
        assert ("PAUSE Pass the keyboard to" in "".join(screen.shown[:3])) is (len(people) > 1)


def test_names_of_people_are_told_but_not_the_seed_of_a_game_that_was_stopped(tmp_path: Path) -> None:
    chosen = Sitting(people={0: "Zoe"}, seed=1, ask_all=False, one_screen=True, width=80)
    text = "".join(played(chosen, "take"))
    assert "Zoe, your move:" in text
    assert "Ann" not in text
    # It can be taken up again by the record, which has the seed.
    path = tmp_path / "game.jsonl"
    shown = played(sitting(0, record=path, seed=77), "take")
    assert "77" not in "".join(shown)
    assert read(path).header.seed == 77


@pytest.mark.thorough
def test_a_fault_of_the_rules_tells_the_seed_that_leads_to_it(tmp_path: Path) -> None:
    """In play, with the record, and before the first decision, when there is none yet."""
    path = tmp_path / "game.jsonl"
    stuck = tiny.stuck()
    screen = Lists([])
    with pytest.raises(RulesFault):
        seat_people(stuck, sitting(0, record=path, seed=77), screen)
    assert screen.shown == ["The seed was 77.\n"]
    assert not path.exists()
    screen = Lists(["1"])
    with pytest.raises(RulesFault):
        seat_people(tiny.endless(), sitting(0, record=path, seed=1), screen)
    assert screen.shown[-2:] == [f"The record is in {path}.\n", "The seed was 1.\n"]


def test_a_record_is_never_written_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileTrouble, match="--force"):
        played(sitting(0, record=path), "take")
    with pytest.raises(FileTrouble, match="Cannot write"):
        played(sitting(0, record=tmp_path / "none" / "game.jsonl"), "take")
    assert path.read_text() == "mine"
    played(sitting(0, record=path, force=True), "take")
    assert path.read_text().startswith('{"record"')


def test_a_game_goes_on_when_its_record_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, typed = tmp_path / "game.jsonl", ("take", "lay t", "1", "1")
    whole = played(sitting(0, record=path), *typed)
    recorded, write = path.read_bytes(), Growing.write

    def full(growing: Growing, data: bytes) -> None:
        if b'"move"' in data:
            raise FileTrouble(f"Cannot write {path}: No space left on device.")
        write(growing, data)

    monkeypatch.setattr(Growing, "write", full)
    shown = played(sitting(0, record=path, force=True), *typed)
    (told,) = [line for line in shown if "Cannot write" in line]
    assert told.startswith("REFUSED ")
    assert "The game goes on in memory; its record is completed as soon as that can be done." in " ".join(told.split())
    assert [line for line in shown if line != told][:-1] == whole[:-1]
    assert f"The beginning of the record is in {path}." in shown[-1]
    assert recorded.startswith(path.read_bytes())
    assert read(path).header.seed == 1


def test_random_games_and_what_a_spectator_sees_of_them() -> None:
    from rulewright.analysis.random_games import record_lines, view_lines

    rules = tiny.rules()
    lines = [json.loads(line) for line in record_lines(rules, seed=5, legal=True)]
    assert lines[-1]["end"] is True
    views = {seat: [json.loads(line) for line in view_lines(rules, seat, seed=5, legal=True)] for seat in (0, 1, None)}
    for seat, view in views.items():
        assert view[0]["spectator"] == seat
        assert "seed" not in view[0]
        assert {line["seat"] for line in view if "legal" in line} == ({seat} if seat is not None else set())
        assert view[-1] == lines[-1]
        assert "outcome" not in json.dumps(view)
    dealt = [line for line in views[None] if line.get("event") == "moved" and "hand" in str(line["places"][1])]
    assert dealt
    assert all(line["piece"] == "?" for line in dealt)


def test_a_table_where_nobody_is_asked_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.table.session.MOST_UNASKED", 3)
    with pytest.raises(RulesFault, match="3 decisions have been made, and nobody") as caught:
        played(sitting())
    assert caught.value.code == "endless-game"
    assert played(sitting(0), "take", "lay t", "1", "1")[-1] == "The seed was 1.\n"
