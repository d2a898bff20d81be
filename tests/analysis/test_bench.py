"""Measuring: what is measured, in which order, what rivals may do wrong, and how it is told. No clock is believed."""

import json
import shutil
import sys
from array import array
from pathlib import Path
from types import SimpleNamespace

import pytest
from attrs import frozen

from rulewright import load
from rulewright.analysis.bench import openspiel_rival, python_rival, rivals, words
from rulewright.analysis.bench.against import Contest, Contestant, Ratio, contest
from rulewright.analysis.bench.backends import BACKENDS, Reference, first_game, runnable
from rulewright.analysis.bench.measure import Endless, Figures, Measured, WentWrong, playing
from rulewright.analysis.bench.pace import ROUNDS, Played, Spread, in_turn, paced
from rulewright.analysis.bench.rivals import Missing, Rival, rival
from rulewright.files import FileTrouble
from rulewright.language.span import NOWHERE
from rulewright.machine import wasm
from rulewright.machine.interpret import RulesFault
from rulewright.machine.playouts import FAULTED, TOO_LONG, Batch, Counts
from tests.cli.running import COINS

Capture = pytest.CaptureFixture[str]
FIVE_A_GAME = "def playouts(seed, games, players):\n    return 5 * games\n"
SPREAD = Spread(2_345_678.0, 12.0, 345_678.0)


def entered(asked: str, folder: Path, game: str = "coins") -> Rival:
    found = rival(asked, game, 2, folder)
    assert isinstance(found, Rival)
    return found


def written(folder: Path, text: str, name: str = "engine.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


# ---- rounds


def test_a_round_is_as_long_as_wished() -> None:
    assert paced(lambda _, games: Played(games, 0, games / 1000), 2.0) == 2000
    assert paced(lambda _, games: Played(games, 0, games * 10.0), 2.0) == 1


def test_all_play_in_turn() -> None:
    order: list[tuple[str, int, int]] = []

    def player(name: str, speed: float):
        def play(number: int, games: int) -> Played:
            order.append((name, number, games))
            return Played(games, 3 * games, games / speed)

        return play

    slow, fast = in_turn([player("slow", 10.0), player("fast", 40.0)], float(ROUNDS))
    played = [entry for entry in order if entry[1] > 0]
    assert played == [
        (name, number, games) for number in range(1, ROUNDS + 1) for name, games in (("slow", 10), ("fast", 40))
    ]
    assert [found.games_per_second for found in slow] == [10.0] * ROUNDS
    assert [found.decisions_per_second for found in fast] == [120.0] * ROUNDS


def test_a_spread_is_median_and_extremes() -> None:
    assert Spread.of([3.0, 1.0, 2.0, 9.0, 2.5]) == Spread(2.5, 1.0, 9.0)


# ---- backends


@frozen
class Fake:
    """An engine whose games all end in one way."""

    status: int

    def playouts(self, first: int, count: int) -> Batch:
        column = array("q", [self.status] * count)
        faults = {0: RulesFault("some-code", "It went wrong.", NOWHERE)} if self.status == FAULTED else {}
        return Batch(first, column, column, column, (column,), Counts.of(load(COINS).program), faults)


def test_every_backend_plays_and_handles_states() -> None:
    for backend in BACKENDS:
        if backend.trouble() is None:
            engine = backend.engine(load(COINS))
            batch = engine.playouts(3, 4)
            assert list(batch.decisions) == list(Reference(load(COINS)).playouts(3, 4).decisions)
            assert engine.state_bytes > 0
            engine.copies(2)
            engine.hashes(2)


def test_what_cannot_run_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.setattr(wasm, "available", wasm.available.__wrapped__)
    (why,) = runnable()[1]
    assert why == 'wasm is left out: the fast backend needs wasmtime: pip install "rulewright[fast]"'


def test_the_games_of_rounds_are_different_games() -> None:
    asked: list[tuple[int, int]] = []
    reference = Reference(load(COINS))

    class Noting:
        def playouts(self, first: int, count: int) -> Batch:
            asked.append((first, count))
            return reference.playouts(first, count)

    play = playing(Noting())
    assert (play(1, 4).games, play(2, 4).games) == (4, 4)
    assert asked == [(4, 4), (8, 4)]


def test_rules_that_go_wrong_or_never_end_are_not_measured() -> None:
    with pytest.raises(WentWrong, match="It went wrong") as wrong:
        playing(Fake(FAULTED))(1, 3)
    assert (wrong.value.number, wrong.value.fault.code) == (3, "some-code")
    with pytest.raises(Endless, match="Game 3 of seed 1 does not end"):
        playing(Fake(TOO_LONG))(1, 3)


def test_the_first_game_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    setting = {"game": str(COINS), "players": 3, "options": {"heap": 5}}
    for backend in BACKENDS:
        if backend.trouble() is None:
            first_game([backend.name, json.dumps(setting)])


# ---- rivals


def test_a_python_file_plays_in_its_own_process(tmp_path: Path) -> None:
    written(tmp_path, "FIVE = 5\n", "five.py")
    engine = written(
        tmp_path, "from five import FIVE\n\n\ndef playouts(seed, games, players):\n    return FIVE * games\n"
    )
    played = entered(engine, tmp_path).play(1, 7)
    assert (played.games, played.decisions) == (7, 35)
    assert played.seconds > 0


def test_the_script_that_runs_python_files(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "rival", raising=False)
    python_rival.main([written(tmp_path, FIVE_A_GAME), "1", "7", "2"])
    assert capsys.readouterr().out.startswith("35 ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def playouts(seed, games, players):\n    raise ValueError('not for two')\n", "ValueError: not for two"),
        ("x = 1\n", "(exit code 1): there is no function playouts(seed, games, players) in it"),
        ("playouts = 1\n", "there is no function playouts(seed, games, players) in it"),
        ("x = 1\nthis is no Python\n", "SyntaxError in engine.py, line 2: invalid syntax"),
        ("import sys\nsys.exit(3)\n", "did not play (exit code 3): it says nothing"),
        ("import os\nos.kill(os.getpid(), 9)\n", "did not play (ended by signal 9): it says nothing"),
        ("def playouts(seed, games, players):\n    return 'many'\n", "playouts gives no number of decisions, but a"),
        ("def playouts(seed, games, players):\n    return -1\n", "does not print its decisions and seconds"),
    ],
    ids=["raises", "no-function", "no-callable", "no-python", "ends", "killed", "no-number", "below-0"],
)
def test_a_python_file_that_does_not_play_is_told_in_a_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FileTrouble) as trouble:
        entered(written(tmp_path, text), tmp_path).play(1, 1)
    assert "engine.py" in str(trouble.value)
    assert said in str(trouble.value)
    assert "\n" not in str(trouble.value)


def test_what_is_no_engine(tmp_path: Path) -> None:
    for asked in (str(tmp_path / "none.py"), str(tmp_path / "none.cpp"), str(tmp_path), written(tmp_path, "", "x.txt")):
        with pytest.raises(FileTrouble):
            rival(asked, "coins", 2, tmp_path)


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_a_program_in_cpp(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    folder.mkdir()
    told = '#include <cstdio>\nint main(int, char **a) { std::printf("%s 0.5 more\\n", a[2]); }\n'
    played = entered(written(tmp_path, told, "told.cpp"), folder).play(1, 7)
    assert played == Played(7, 7, 0.5)
    silent = entered(written(tmp_path, "int main() {}\n", "silent.cpp"), folder)
    with pytest.raises(FileTrouble, match=r"silent\.cpp does not print"):
        silent.play(1, 1)
    with pytest.raises(FileTrouble, match=r"wrong\.cpp cannot be compiled: .*error"):
        rival(written(tmp_path, "int main() { return x; }\n", "wrong.cpp"), "coins", 2, folder)


def test_without_a_compiler_programs_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals.shutil, "which", lambda _: None)
    found = rival(written(tmp_path, "", "engine.cpp"), "coins", 2, tmp_path)
    assert found == Missing("engine.cpp needs g++, which is not here.")


def test_without_openspiel_it_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals.importlib.util, "find_spec", lambda _: None)
    found = rival("openspiel", "tic-tac-toe", 2, tmp_path)
    assert isinstance(found, Missing)
    assert "rulewright[bench]" in found.why


def test_openspiel_is_asked_for_the_game_of_this_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals.importlib.util, "find_spec", lambda _: object())
    assert entered("openspiel", tmp_path, "tic-tac-toe").command[-1] == "tic_tac_toe"


def test_the_script_that_runs_openspiel(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    class Search:
        def __init__(self, game: object, evaluator: object, *settings: object) -> None:
            asked.append(evaluator)

        def step(self, state: object) -> None:
            asked.append(state)

    def game(*, chance: bool) -> SimpleNamespace:
        state = SimpleNamespace(is_chance_node=lambda: chance)
        return SimpleNamespace(num_players=lambda: 2, new_initial_state=lambda: state)

    games = {"tic_tac_toe": game(chance=False), "poker": game(chance=True)}
    library = SimpleNamespace(
        registered_names=lambda: games,
        load_game=games.__getitem__,
        RandomRolloutEvaluator=lambda games, seed: (games, seed),
        MCTSBot=Search,
    )
    monkeypatch.setitem(sys.modules, "pyspiel", library)
    openspiel_rival.main(["tic_tac_toe", "9", "100", "2"])
    assert capsys.readouterr().out.startswith("0 ")
    assert asked[0] == (100, 9)
    assert len(asked) == 2
    for wrong in (["coins", "9", "100", "2"], ["tic_tac_toe", "9", "100", "3"], ["poker", "9", "100", "2"]):
        with pytest.raises(SystemExit, match="OpenSpiel"):
            openspiel_rival.main(wrong)


# ---- contests, and words


def test_a_contest_names_all_who_played_and_who_did_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals.importlib.util, "find_spec", lambda _: None)
    engine = written(tmp_path, FIVE_A_GAME.replace("5", "0"))
    found = contest(load(COINS), [engine, "openspiel"], seconds=0.001)
    ours = [backend.name for backend in BACKENDS if backend.trouble() is None]
    assert [each.name for each in found.contestants] == [*ours, "engine.py"]
    assert [each.decisions is None for each in found.contestants] == [*(False for _ in ours), True]
    assert [(each.ours, each.theirs) for each in found.ratios] == [(name, "engine.py") for name in ours]
    assert any("OpenSpiel" in why for why in found.left_out)


MEASURED = Measured("coins", "Coins", 2, (Figures("reference", SPREAD, SPREAD, SPREAD, SPREAD, 1912, SPREAD, SPREAD),))
CONTEST = Contest(
    "coins",
    "Coins",
    2,
    (Contestant("reference", SPREAD, SPREAD), Contestant("engine.py", SPREAD, None)),
    (Ratio("reference", "engine.py", Spread(0.01234, 0.5, 123.4)),),
)


def test_words_of_what_was_measured() -> None:
    lines = words.as_text(MEASURED).splitlines()
    assert lines[0] == "Coins, 2 players, one core: medians (lowest-highest)"
    assert lines[1].split() == ["reference"]
    assert lines[2].split() == ["playouts/s", "2.346M", "(12-345,678)"]
    assert lines[6].split() == ["bytes", "per", "state", "1,912"]
    assert max(map(len, lines)) <= 80


def test_words_of_a_contest() -> None:
    lines = words.as_text(CONTEST).splitlines()
    assert lines[0] == f"Coins, 2 players, one core, {ROUNDS} rounds in turn: medians (lowest-highest)"
    assert lines[3].split() == ["engine.py", "2.346M", "(12-345,678)", "not", "counted"]
    assert lines[4] == "reference : engine.py = 0.0123 (0.5-123)"
    assert max(map(len, lines)) <= 80


def test_results_for_programs() -> None:
    measured = json.loads(json.dumps(words.as_json(MEASURED)))
    assert (measured["game"], measured["title"]) == ("coins", "Coins")
    assert measured["backends"][0]["playouts_per_second"] == {"median": 2346000, "lowest": 12, "highest": 345700}
    against = json.loads(json.dumps(words.as_json(CONTEST)))
    assert against["contestants"][1]["decisions_per_second"] is None
    assert against["ratios"][0]["ratio"]["median"] == 0.01234
