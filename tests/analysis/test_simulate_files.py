"""Checkpoints and the file of games: what is gone on with, and what is refused in words."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.analysis.simulate import checkpoint, session as sessions
from rulewright.analysis.simulate.checkpoint import State, Unfit
from rulewright.analysis.simulate.session import Files, Session, Wish, here, play_remaining, results
from rulewright.files import FileTrouble
from tests.analysis.simulating import BREAKING, COINS, FAULTY, setup

pytestmark = pytest.mark.thorough

HEAP, OTHERS = {"heap": 5}, "other players, options or seats"


def wish(**changes: object) -> Wish:
    setups = (setup(COINS, variant="heap=3"), setup(COINS, HEAP, "heap=5"))
    plain = Wish(setups, Path("coins.rules"), "coins.rules", seed=4, games=500, any_seed=9)
    return evolve(plain, **changes)


def files(folder: Path, *, csv: bool = True, force: bool = False) -> Files:
    return Files(folder / "point", folder / "games.csv" if csv else None, force=force)


def go(session: Session, batches: int = 10_000) -> State:
    def stopping(state: State, reference: str | None) -> None:
        if state.batches >= batches:
            raise KeyboardInterrupt

    return play_remaining(session.plan, session.state, here(1), session.keeper, stopping).state


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A folder with the checkpoint of a simulation that was stopped after 60 of its 250 batches."""
    assert go(Session(wish(), files(tmp_path), resume=False), 60).games == 120
    return tmp_path


@pytest.fixture
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one that was not stopped."""
    folder = tmp_path_factory.mktemp("whole")
    assert go(Session(wish(), files(folder), resume=False)).games == 500
    return folder


def test_gone_on_with_it_is_the_same_to_the_last_byte(stopped: Path, whole: Path) -> None:
    session = Session(wish(seed=None, games=None), files(stopped), resume=True)
    assert session.state.games == 120
    assert go(session).games == 500
    assert (stopped / "games.csv").read_bytes() == (whole / "games.csv").read_bytes()
    assert (stopped / "point").read_bytes() == (whole / "point").read_bytes()


def test_a_simulation_that_is_done_is_only_told_again(whole: Path) -> None:
    before = (whole / "games.csv").read_bytes()
    session = Session(wish(), files(whole), resume=True)
    state = go(session)
    assert state == session.state
    assert results(wish(), session, state).summaries[0].games == 500
    assert (whole / "games.csv").read_bytes() == before


def test_what_was_written_after_the_checkpoint_is_cut_off(stopped: Path, whole: Path) -> None:
    with (stopped / "games.csv").open("ab") as file:
        file.write(b"heap=3,120,4,1,")
    go(Session(wish(), files(stopped), resume=True))
    assert (stopped / "games.csv").read_bytes() == (whole / "games.csv").read_bytes()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 5}, "another seed: 4, not 5"),
        ({"games": 501}, "another number of games: 500, not 501"),
        (
            {"setups": (setup(COINS + "\n", variant="heap=3"), setup(COINS + "\n", HEAP, "heap=5"))},
            "other rules. With --force and without --resume a new one begins.",
        ),
        ({"setups": (setup(COINS, variant="kind=no"), setup(COINS, {"kind": True}, "kind=yes"))}, OTHERS),
        ({"setups": (setup(COINS),)}, "other"),
        ({"setups": (setup(COINS, None, "heap=3", 3), setup(COINS, HEAP, "heap=5", 3))}, OTHERS),
    ],
    ids=["seed", "games", "rules", "options", "variants", "players"],
)
def test_another_simulation_does_not_go_on_from_it(stopped: Path, changes: dict[str, object], said: str) -> None:
    before = {path.name: path.read_bytes() for path in stopped.iterdir()}
    with pytest.raises(Unfit, match=f"belongs to {said}"):
        Session(wish(**changes), files(stopped), resume=True)
    assert {path.name: path.read_bytes() for path in stopped.iterdir()} == before


def test_nor_one_that_writes_other_files(stopped: Path) -> None:
    with pytest.raises(Unfit, match="wrote its games to a file; --csv and --parquet must be as they were"):
        Session(wish(), files(stopped, csv=False), resume=True)


@pytest.mark.parametrize(("before", "said"), [(True, "looked at"), (False, "did not look at")])
def test_the_invariants_are_looked_at_from_the_first_game_to_the_last(
    tmp_path: Path, said: str, *, before: bool
) -> None:
    go(Session(wish(invariants=before), files(tmp_path), resume=False), 10)
    with pytest.raises(Unfit, match=f"{said} the invariants; --invariants must be as it was"):
        Session(wish(invariants=not before), files(tmp_path), resume=True)
    assert go(Session(wish(invariants=before), files(tmp_path), resume=True)).games == 500


@pytest.mark.parametrize("text", [BREAKING, FAULTY], ids=["breaking", "faulty"])
def test_what_goes_wrong_is_kept(tmp_path: Path, text: str) -> None:
    breaking = wish(setups=(setup(text),), invariants=True)
    expected = go(Session(breaking, Files(), resume=False))
    assert expected.sums[0].broken if text == BREAKING else expected.sums[0].faults
    go(Session(breaking, files(tmp_path, csv=False), resume=False), 60)
    assert go(Session(breaking, files(tmp_path, csv=False), resume=True)) == expected


CHANGES = {"shortened": lambda data: data[:-1], "edited": lambda data: data.replace(b",1,", b",0,", 1)}


@pytest.mark.parametrize("change", [*CHANGES.values(), lambda _: b""], ids=[*CHANGES, "emptied"])
def test_a_file_of_games_that_was_changed_is_refused(stopped: Path, change: Callable[[bytes], bytes]) -> None:
    changed = change((stopped / "games.csv").read_bytes())
    (stopped / "games.csv").write_bytes(changed)
    with pytest.raises(Unfit, match="does not hold the games of the checkpoint any more"):
        Session(wish(), files(stopped), resume=True)
    assert (stopped / "games.csv").read_bytes() == changed


def test_a_file_of_games_that_is_gone_is_told(stopped: Path) -> None:
    (stopped / "games.csv").unlink()
    with pytest.raises(FileTrouble, match=r"games\.csv"):
        Session(wish(), files(stopped), resume=True)


LARGE = pytest.param(" " * checkpoint.BYTES + "{}", id="large")


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"checkpoint": "other"}', "[" * 100_000, "\0", "é", LARGE])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "point").write_text(text, encoding="latin-1")
    with pytest.raises(Unfit, match="is no checkpoint of a simulation"):
        Session(wish(), files(tmp_path), resume=True)
    assert not (tmp_path / "games.csv").exists()


def test_whatever_was_changed_is_noticed(stopped: Path) -> None:
    whole, rng = (stopped / "point").read_bytes(), random.Random(4)
    digits = [at for at, byte in enumerate(whole) if chr(byte).isdigit() and at > 32]
    for at in rng.sample(digits, 60):
        (stopped / "point").write_bytes(whole[:at] + bytes([(whole[at] - 47) % 10 + 48]) + whole[at + 1 :])
        with pytest.raises(Unfit, match=r"is damaged|is no checkpoint"):
            Session(wish(seed=None, games=None), files(stopped), resume=True)


def test_a_checkpoint_of_another_version_is_told(stopped: Path) -> None:
    kept = json.loads((stopped / "point").read_text())
    (stopped / "point").write_text(json.dumps({**kept, "checkpoint": "rulewright-simulation/1"}))
    with pytest.raises(Unfit, match="belongs to another version of this program"):
        Session(wish(), files(stopped), resume=True)


def test_a_parquet_file_is_made_of_all_games_though_it_was_stopped(tmp_path: Path, whole: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    only = Files(tmp_path / "point", parquet=tmp_path / "games.parquet")
    go(Session(wish(), only, resume=False), 60)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet.csv", "point"]
    session = Session(wish(), only, resume=True)
    sessions.write(only, results(wish(), session, go(session)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "point"]
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    lines = (whole / "games.csv").read_text().splitlines()
    assert [",".join(map(str, row.values())) for row in rows] == lines[1:]
    assert list(rows[0]) == lines[0].split(",")


# ---- before the first checkpoint


def test_without_a_checkpoint_it_begins(tmp_path: Path, whole: Path) -> None:
    go(Session(wish(), files(tmp_path), resume=True))
    assert (tmp_path / "games.csv").read_bytes() == (whole / "games.csv").read_bytes()


@pytest.mark.parametrize("written", [None, 0, 7, 47])
def test_killed_before_the_first_game_it_begins(tmp_path: Path, whole: Path, written: int | None) -> None:
    session = Session(wish(), files(tmp_path), resume=False)
    assert session.keeper.games is not None
    session.keeper.games.file.close()
    header = b"variant,game,decisions,winners,score_0,score_1,status\n"
    assert (tmp_path / "games.csv").read_bytes() == header
    (tmp_path / "games.csv").write_bytes(header[:written])
    if written is None:
        (tmp_path / "games.csv").unlink()
    go(Session(wish(), files(tmp_path), resume=True))
    assert (tmp_path / "games.csv").read_bytes() == (whole / "games.csv").read_bytes()


# ---- files that are there


@pytest.mark.parametrize("name", ["point", "games.csv", "games.parquet", "page.html"])
def test_no_file_is_overwritten_unless_forced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("precious")
    all_files = Files(*(tmp_path / each for each in ("point", "games.csv", "games.parquet", "page.html")))
    pytest.importorskip("pyarrow")
    with pytest.raises(FileTrouble, match="exists already"):
        Session(wish(), all_files, resume=False)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "precious")]
    go(Session(wish(), evolve(all_files, force=True), resume=False))


def test_files_that_cannot_be_written_are_refused_before_the_first_game(tmp_path: Path) -> None:
    for refused in (
        Files(csv=tmp_path),
        Files(csv=tmp_path / "no" / "games.csv"),
        Files(csv=tmp_path / "a", html=tmp_path / "a"),
        Files(csv=tmp_path / "a", checkpoint=tmp_path / "." / "a"),
        Files(csv=Path("coins.rules"), force=True),
    ):
        with pytest.raises(FileTrouble):
            Session(wish(), refused, resume=False)
    assert not list(tmp_path.iterdir())
