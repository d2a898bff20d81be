"""The baselines play the right games.

Random games are compared by averages. All seeds are fixed, so a test gives the same answer for ever; the bound is four
standard errors, which a right engine exceeds with one seed in 16,000, and a wrong one mostly by far.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, variance
from types import SimpleNamespace

import pytest
from attrs import frozen

from benchmarks import against, aurum, deal, line_it, rivals
from benchmarks.__main__ import main
from benchmarks.rivals import command_of
from rulewright import load
from rulewright.analysis.random_games import reference_playouts
from tests.wasm.common import WASM

pytestmark = pytest.mark.thorough
HERE = Path(__file__).parent
STANDARD_ERRORS = 4
GAMES = 3000
REFERENCE_GAMES = 120

Play = Callable[[int, Random], tuple[list[int], int]]


@frozen
class Sample:
    """What is compared: of each game its decisions, its scores, and how far the best is ahead of the average."""

    decisions: tuple[float, ...]
    scores: tuple[tuple[float, ...], ...]
    margins: tuple[float, ...]


def sample(games: Sequence[tuple[Sequence[int], int]]) -> Sample:
    return Sample(
        tuple(float(decisions) for _, decisions in games),
        tuple(tuple(map(float, column)) for column in zip(*(scores for scores, _ in games), strict=True)),
        tuple(max(scores) - fmean(scores) for scores, _ in games),
    )


def reference(game: str, players: int, games: int = REFERENCE_GAMES) -> Sample:
    """Games of the reference interpreter."""
    batch = reference_playouts(load(game, players=players), 1, 0, games, counting=False)
    return sample(list(zip(zip(*batch.scores, strict=True), batch.decisions, strict=True)))


def baseline(play: Play, players: int) -> Sample:
    rng = Random(1)
    return sample([play(players, rng) for _ in range(GAMES)])


def alike(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether two averages differ by no more than chance explains."""
    error = (variance(ours) / len(ours) + variance(theirs) / len(theirs)) ** 0.5
    return abs(fmean(ours) - fmean(theirs)) <= STANDARD_ERRORS * error


@pytest.mark.sampled(2, 2)
@pytest.mark.parametrize(
    ("game", "play", "players"),
    [
        ("line-it", line_it.play, 2),
        ("line-it", line_it.play, 4),
        ("aurum", aurum.play, 3),
        ("aurum", aurum.play, 4),
        ("deal", deal.play, 4),
    ],
)
def test_plain_python_plays_like_the_reference(game: str, play: Play, players: int) -> None:
    ours, theirs = reference(game, players), baseline(play, players)
    assert alike(ours.decisions, theirs.decisions)
    assert alike(ours.margins, theirs.margins)
    for seat in range(players):
        assert alike(ours.scores[seat], theirs.scores[seat]), seat


@pytest.mark.parametrize(("module", "players"), [(line_it, 3), (aurum, 3), (deal, 4)])
def test_playouts_count_the_decisions_of_their_games(module, players: int) -> None:
    rng = Random(5)
    assert module.playouts(5, 20, players) == sum(module.play(players, rng)[1] for _ in range(20)) > 0
    assert module.playouts(6, 20, players) == module.playouts(6, 20, players)


def test_a_deal_has_thirteen_tricks_and_no_better_seat() -> None:
    found = baseline(deal.play, 4)
    assert set(found.decisions) == {52}
    assert {sum(tricks) for tricks in zip(*found.scores, strict=True)} == {13}
    for tricks in found.scores:
        assert near(fmean(tricks), 13 / 4, variance(tricks), GAMES)


def near(average: float, truth: float, spread: float, games: int) -> bool:
    """Whether an average of so many games is as near to the truth as chance explains; `spread`: a game's variance."""
    return abs(average - truth) <= STANDARD_ERRORS * (spread / games) ** 0.5


# ---- C++


@WASM
@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_the_search_by_hand_finds_as_many_positions_as_the_explorer(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--columns", "4", "--rows", "2", "--rounds", "1"])
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in told] == ["explorer", "by hand", "ratio"]


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int, int], list[int]]:
    """What a program prints for a seed, but for the seconds: its decisions, then its own."""
    if shutil.which("g++") is None:
        pytest.skip("there is no g++ here")
    folder, compiled = tmp_path_factory.mktemp("compiled"), cache(command_of)

    def printed(name: str, games: int, players: int) -> list[int]:
        command = (*compiled(f"{HERE / name}.cpp", name, folder), "1", str(games), str(players))
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return [int(word) for at, word in enumerate(words) if at != 1]

    return printed


@pytest.mark.parametrize("name", ["tic_tac_toe", "tic_tac_toe_bits"])
def test_tic_tac_toe_in_cpp_has_the_known_shares(numbers: Callable[[str, int, int], list[int]], name: str) -> None:
    """Of the 9! orders of the cells so many end after 5, 6, 7, 8 and 9 marks: the known counts of ended games, times
    the orders of the cells that are left."""
    orders = {5: 1440 * 24, 6: 5328 * 6, 7: 47952 * 2, 8: 72576, 9: 81792 + 46080}
    all_orders, drawn, games = 362880, 46080, 1_000_000
    assert sum(orders.values()) == all_orders
    length = sum(marks * number for marks, number in orders.items()) / all_orders
    spread = sum(marks**2 * number for marks, number in orders.items()) / all_orders - length**2
    second = (orders[6] + orders[8]) / all_orders
    shares = (1 - second - drawn / all_orders, second, drawn / all_orders)
    assert [round(share, 4) for share in shares] == [0.5849, 0.2881, 0.1270]
    decisions, *ended = numbers(name, games, 2)
    assert sum(ended) == games
    assert near(decisions / games, length, spread, games)
    for found, share in zip(ended, shares, strict=True):
        assert near(found / games, share, share * (1 - share), games)


@pytest.mark.parametrize("name", ["connect_four", "connect_four_bits"])
def test_connect_four_in_cpp_plays_like_the_reference(numbers: Callable[[str, int, int], list[int]], name: str) -> None:
    games, some = 1_000_000, 600
    batch = reference_playouts(load("connect-four"), 1, 0, some, counting=False)
    decisions, *ended = numbers(name, games, 2)
    assert sum(ended) == games
    assert near(fmean(batch.decisions), decisions / games, variance(batch.decisions), some)
    for winners, found in zip((1, 2, 0), ended, strict=True):
        share = found / games
        assert near(batch.winners.count(winners) / some, share, share * (1 - share), some)


@pytest.mark.parametrize("name", ["deal", "deal_bits"])
def test_a_deal_in_cpp_plays_like_the_one_in_python(numbers: Callable[[str, int, int], list[int]], name: str) -> None:
    games = 200_000
    decisions, *tricks, most = numbers(name, games, 4)
    assert decisions == 52 * games
    assert sum(tricks) == 13 * games
    python = baseline(deal.play, 4)
    for number, column in zip(tricks, python.scores, strict=True):
        assert near(number / games, 13 / 4, variance(column), games)
    assert near(fmean(python.margins) + 13 / 4, most / games, variance(python.margins), GAMES)


def test_line_it_in_cpp_plays_like_the_one_in_python(numbers: Callable[[str, int, int], list[int]]) -> None:
    games, lowest = 200_000, -50
    decisions, *won, total = numbers("line_it", games, 2)
    python = baseline(line_it.play, 2)
    assert near(fmean(python.decisions), decisions / games, variance(python.decisions), GAMES)
    both = [sum(scores) for scores in zip(*python.scores, strict=True)]
    assert near(fmean(both), total / games + 2 * lowest, variance(both), GAMES)
    for seat, found in enumerate(won):
        ahead = [float(mine > other) for mine, other in zip(python.scores[seat], python.scores[1 - seat], strict=True)]
        assert near(fmean(ahead), found / games, variance(ahead), GAMES)


def test_connect_four_in_cpp_has_the_published_positions(tmp_path: Path) -> None:
    """4 columns by 4 rows, play stopping at a win: OEIS A212693 and others count these."""
    command = command_of(f"{HERE / 'connect_four_positions'}.cpp", "", tmp_path)
    printed = subprocess.run((*command, "4", "4"), check=True, capture_output=True, text=True).stdout
    assert printed.split()[0] == "161029"


def test_a_program_refuses_other_numbers_of_players(numbers: Callable[[str, int, int], list[int]]) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        numbers("deal", 1, 3)


# ---- in turn


def test_our_backends_and_engines_play_in_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An engine may import what lies beside it, and need not count its decisions."""
    (tmp_path / "five.py").write_text("FIVE = 5\n")
    engine = tmp_path / "engine.py"
    engine.write_text("from five import FIVE\n\ndef playouts(seed, games, players):\n    return FIVE * games\n")
    assert rivals.played(command_of(str(engine), "tic-tac-toe", tmp_path), 1, 7, 2)[0] == 35
    against.main(["tic-tac-toe", str(engine), "--seconds", "0.1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith(("reference : engine.py = ", "wasm : engine.py = "))
    assert sum(line.startswith("engine.py: ") for line in lines) == 1


def test_openspiel_plays_its_own_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    state = SimpleNamespace(is_chance_node=lambda: False)
    game = SimpleNamespace(num_players=lambda: 2, new_initial_state=lambda: state)
    library = SimpleNamespace(
        load_game={"tic_tac_toe": game}.__getitem__,
        RandomRolloutEvaluator=lambda games, seed: (games, seed),
        MCTSBot=lambda game, evaluator, *_: SimpleNamespace(step=lambda state: asked.append((evaluator, state))),
    )
    monkeypatch.setitem(sys.modules, "pyspiel", library)
    name = command_of("openspiel", "tic-tac-toe", Path())[-1]
    rivals.main(name, "9", "100", "2")
    assert capsys.readouterr().out.startswith("0 ")
    assert asked == [((100, 9), state)]
    with pytest.raises(SystemExit, match="not for 3 players"):
        rivals.main(name, "9", "100", "3")


def test_openspiel_is_driven_to_the_end_or_as_far_as_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of 70 decisions between two actions."""

    class State(SimpleNamespace):
        def clone(self) -> "State":
            return State(left=self.left)

        def is_terminal(self) -> bool:
            return self.left == 0

        def apply_action(self, action: int) -> None:
            assert action in self.legal_actions()
            self.left -= 1

        def legal_actions(self) -> list[int]:
            return [self.left, self.left + 1]

        def is_chance_node(self) -> bool:
            return False

    game = SimpleNamespace(num_players=lambda: 2, new_initial_state=lambda: State(left=70))
    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=lambda name: game))
    assert rivals.driven("tic-tac-toe")(1, 3, 2) == 3 * 70
    assert rivals.driven("hive")(1, 3, 2) == 3 * 60
    assert command_of("driven", "tests/games/hive.rules", Path())[-1] == "driven:hive"
