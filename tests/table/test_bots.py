"""Opponents at the table: they are kept with the game, seen while they think, and can be hurried."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from rulewright import load, search
from rulewright.levels import BY_NAME, level_of
from rulewright.machine.program.cell_map import State
from rulewright.machine.record import Header, MoveLine, RecordError, Table, dump, parse, read
from rulewright.machine.sample_state import eyes
from rulewright.searching import EDGE, Budget, Thinker
from rulewright.table.editing import Interrupts
from rulewright.table.keeping import Place
from rulewright.table.real_game import Sitting, seat_people
from tests.cli.running import run
from tests.table.fake import Lists
from tests.wasm.common import WASM

Capture = pytest.CaptureFixture[str]
HEADER = Header("coins", "0" * 64, 3, (), 1, 0, Table(((0, "Ann"),), 1, bots=((1, "middle"), (2, "search:7"))))


def test_a_record_knows_how_strong_the_opponents_are(capsys: Capture) -> None:
    text = dump(HEADER)
    assert json.loads(text)["table"]["bots"] == {"1": "middle", "2": "search:7"}
    assert parse([text.encode()]).header == HEADER
    assert "nought plays at level middle" in run(capsys, "play", "tic-tac-toe", typed="").out
    assert run(capsys, "play", "tic-tac-toe", "--seat", "0=Ann", "--seat", "1=Bob", typed="").out.count("level") == 0


@pytest.mark.parametrize("bots", ['"middle"', '{"1":"clever"}', '{"1":"search:0"}', '{"12":"middle"}', '{"1":null}'])
def test_a_record_with_other_opponents_is_refused(bots: str) -> None:
    text = dump(HEADER).replace('{"1":"middle","2":"search:7"}', bots)
    with pytest.raises(RecordError, match='"bots" must be an object of levels by seat') as refused:
        parse([text.encode()])
    assert refused.value.line == 1


def test_a_game_goes_on_with_the_same_opponents(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    done = run(capsys, "play", "tic-tac-toe", "--seed", 1, "--bot", "search:20", "--record", path, typed="b2\n")
    assert "nought plays at level search:20; --bot LEVEL says otherwise." in done.out
    assert read(path).header.table == Table(((0, None),), 1, ask_all=True, bots=((1, "search:20"),))
    assert "nought plays at level search:20" in run(capsys, "play", "--resume", path, typed="").out
    assert "plays at level" not in run(capsys, "play", "--resume", path, "--bot", "random", typed="").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--bot 0=strong", "Seat 0 is at the keyboard: --bot says how strong another one plays."),
        ("--bot 2=strong", "There is no seat 2: there are 0 (cross), 1 (nought)."),
        ("--bot strong --bot random", "--bot says twice how strong the other seats are."),
        ("--bot 1=clever", "say how strong: random, beginner, middle, strong, strongest, perfect, or search:N"),
    ],
)
def test_what_cannot_be_an_opponent_is_told(capsys: Capture, words: str, said: str) -> None:
    assert said in run(capsys, "play", "tic-tac-toe", *words.split(), typed="").err


@pytest.mark.parametrize(
    ("text", "iterations"), [("search:1", 1), ("search:10000000", 10**7), ("search:", None), ("search:-1", None),
                             ("search:10000001", None), ("search:²", None), ("middle", BY_NAME["middle"].iterations)]
)  # fmt: skip
def test_levels_have_names_or_say_how_much_is_tried(text: str, iterations: int | None) -> None:
    found = level_of(text)
    assert (found and found.iterations) == iterations


def test_it_is_seen_who_thinks_and_the_record_has_what_it_did(tmp_path: Path) -> None:
    path, told = tmp_path / "game.jsonl", list[str]()

    @contextmanager
    def meanwhile(text: str) -> Iterator[Callable[[], bool]]:
        told.append(text)
        yield lambda: False  # somebody does not want to wait

    screen = Lists(["b2"], meanwhile=meanwhile)
    bots = {1: BY_NAME["strongest"]}
    seat_people(load("tic-tac-toe"), Sitting({0: "Ann"}, 1, False, True, 80, Place(record=path), bots), screen)
    assert told == ["nought thinks … (Ctrl-C: no longer)"]
    assert [line.seat for line in read(path).lines if isinstance(line, MoveLine)] == [0, 1]


@pytest.mark.parametrize("fast", [True, False])
def test_who_is_hurried_plays_what_it_has_found(*, fast: bool) -> None:
    game = load("line-it").start(1)
    thinker, asked = Thinker(game.rules), list[int]()
    thinker.fast = thinker.fast and fast
    found = thinker.think(eyes(game, 0), Budget(10**6, slowly=None), lambda: bool(asked.append(1)) or len(asked) < 9)
    assert 0 < found.iterations < 10**5
    assert found.best.move in game.moves(0)


def test_one_world_is_drawn_for_who_does_not_want_to_wait() -> None:
    game = load("line-it").start(1)
    for _ in range(6):
        game.play(game.deciders[0], game.moves(game.deciders[0])[0])
    seat = game.deciders[0]
    [world] = islice(eyes(game, seat).worlds(9, 1, lambda: False), 1)
    assert game.rules.resume(State(world, game.rules.program)).moves(seat) == game.moves(seat)


def test_an_interrupt_ends_what_is_reckoned_and_the_next_waits_for_a_question() -> None:
    interrupts = Interrupts()
    with interrupts.heard():
        with interrupts.ending() as going:
            assert going()
            signal.raise_signal(signal.SIGINT)
            assert not going()
        interrupts.heed()
        with interrupts.ending() as going:
            assert going()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.heed()


@WASM
def test_a_tree_that_is_full_goes_on_without_growing() -> None:
    game = load("connect-four").start()
    small = search(game, 0, iterations=150, memory=40 * EDGE)
    assert small.full
    assert small.iterations == 150
    assert sum(each.visits for each in small.moves) > 100
    assert not search(game, 0, iterations=150).full
