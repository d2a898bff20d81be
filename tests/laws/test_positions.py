"""Positions: published numbers of them, both ways of finding them alike, and each reached by the choices it tells."""

import gc
from pathlib import Path
from sys import getsizeof

import pytest

from rulewright import load, solving
from rulewright.analysis.exploration import Merging
from rulewright.machine.interpret import Deciding, Stop, Waiting
from rulewright.machine.positions import Faulted, Layer, NoRoom, PlainPositions, Positions, Reach, layers
from rulewright.machine.wasm import explorer, memory_map
from rulewright.machine.wasm.explorer import Explorer
from tests.cli.running import COINS
from tests.laws.positions import GAMES
from tests.made.comparing import explored
from tests.wasm.common import WASM, loaded

BOARD = Path(__file__).with_name("four_in_a_row.txt").read_text(encoding="utf-8")
# Connect Four with seven columns and six rows after n discs: OEIS A212693.
CONNECT_FOUR = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def all_layers(positions: Positions) -> tuple[list[int], bool]:
    """How many positions each layer has, those in the middle of chance left out; and whether these are all."""
    sizes = []
    for layer in layers(positions):
        assert isinstance(layer, Layer)
        sizes.append(layer.deciding + layer.over)
    return sizes, positions.complete


@pytest.mark.sampled(2)
@pytest.mark.parametrize("walk", [pytest.param(Explorer, marks=WASM), PlainPositions])
def test_tic_tac_toe_has_5478_positions(walk: type[Explorer | PlainPositions]) -> None:
    sizes, complete = all_layers(walk(load("tic-tac-toe")))
    assert (sum(sizes), complete) == (5_478, True)


@pytest.mark.sampled(2)
@WASM
@pytest.mark.parametrize(
    ("columns", "rows", "positions"),
    [(4, 4, 161_029), (4, 5, 1_706_255), pytest.param(5, 4, 3_945_711, marks=pytest.mark.slow)],
)
def test_positions_of_small_boards(columns: int, rows: int, positions: int) -> None:
    """Play stops at a win; the numbers are those of `benchmarks/connect_four_positions.cpp`, and known."""
    sizes, complete = all_layers(Explorer(loaded(BOARD.format(rows=rows, columns=columns))))
    assert (sum(sizes), complete) == (positions, True)


@WASM
def test_who_stops_while_the_table_grows_can_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "POSITIONS_PER_REHASH", 1_000)
    asked: list[int] = []

    def going() -> bool:
        asked.append(positions.found)
        return asked[-1] != explorer.FIRST_ROOM or asked.count(explorer.FIRST_ROOM) != 3

    positions = Explorer(load("tic-tac-toe"), Reach(going=going))
    assert not all_layers(positions)[1]
    assert positions.found == explorer.FIRST_ROOM
    sizes, complete = all_layers(positions)
    assert (sum(sizes), complete) == (5_478, True)


@WASM
@pytest.mark.parametrize("status", [Deciding, Waiting])
def test_the_clock_may_strike_at_any_position(status: type[Stop]) -> None:
    """It is said of that one, whatever was looked at last: after all layers, ends."""
    rules = load(str(COINS))
    plain, fast = PlainPositions(rules), Explorer(rules)
    assert all_layers(plain) == all_layers(fast)
    expected, told = list[object](), list[object]()
    for at in range(plain.found):
        match rules.standing_at(plain.vector(at)).stop:
            case Deciding(site) if status is Deciding:
                expected.append((at, "too-slow", rules.program.sites[site].span))
            case Waiting(event) if status is Waiting:
                expected.append((at, "too-slow", rules.program.chances[event].span))
            case _:
                pass
        fast.engine.write(memory_map.CLOCK, b"\1")
        found = next(fast.go_on(range(at, at + 1), status), None)
        if isinstance(found, Faulted):
            told.append((found.position, found.fault.code, found.fault.span))
    assert len(expected) > 1
    assert told == expected


@WASM
def test_the_clock_may_strike_where_positions_begin() -> None:
    """The moves of the first one are listed there; what looks ahead goes on without it."""
    fast = Explorer(load("line-it"), Reach(9))
    assert not all_layers(fast)[1]
    start = fast.vector(next(fast.stopped(range(fast.found), Deciding)))
    fast.engine.write(memory_map.CLOCK, b"\1")
    (found,) = fast.begin([(start, 1)])
    assert isinstance(found, Faulted)
    assert (found.position, found.fault.code, fast.found) == (0, "too-slow", 0)


@WASM
def test_connect_four_disc_by_disc() -> None:
    for number, layer in zip(CONNECT_FOUR, layers(Explorer(load("connect-four"))), strict=False):
        assert isinstance(layer, Layer)
        assert layer.deciding + layer.over == number


@WASM
@pytest.mark.parametrize("before", ["no", "every c in cells satisfies c is empty"])
def test_both_tell_of_an_invariant_that_goes_wrong(before: str) -> None:
    """There is no only disc at the beginning, nor after the second one."""
    told = f'invariant "one disc": ({before}) or (the only c in cells where c is not empty) is in cells'
    explored(loaded(f"{BOARD.format(rows=2, columns=2)}\n{told}\n"), any_seat=False, counting=False)


@pytest.mark.sampled(36, 9)
@WASM
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("any_seat", "counting"), [(False, False), (True, False), (True, True)])
def test_both_find_the_same_positions(name: str, any_seat: bool, counting: bool) -> None:
    explored(load(name), any_seat=any_seat, counting=counting)


def bytes_of(kept: object) -> int:
    """How many bytes lists, their entries and all that belongs to these take, each object once."""
    waiting, known = [kept], dict[int, int]()
    while waiting:
        each = waiting.pop()
        if id(each) not in known and not isinstance(each, type):
            known[id(each)] = getsizeof(each)
            waiting += gc.get_referents(each)
    return sum(known.values())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "merged"), [("knock", "suit"), ("knock", None), ("line-it", None), ("kalah", None)])
def test_positions_take_no_more_memory_than_they_may(name: str, merged: str | None) -> None:
    rules, memory = load(name), 1 << 20
    alike = None if merged is None else Merging(rules, [merged]).alike
    positions = PlainPositions(rules, Reach(memory=memory), alike=alike)
    _, complete = all_layers(positions)
    kept = [getattr(positions, f"_{each}") for each in ("numbers", "stops", "how", "ways", "vectors")]
    assert not complete
    assert memory // 2 < bytes_of(kept) <= memory


@pytest.mark.thorough
def test_what_leads_where_takes_no_more_memory_than_it_may() -> None:
    positions = PlainPositions(load("tic-tac-toe"))
    all_layers(positions)
    graph = solving._Graph(positions, 200_000, together=False)
    taken = sum(map(getsizeof, (graph.seat, graph.worth, graph.there, graph.first)))
    with pytest.raises(NoRoom):
        solving._Graph(positions, taken, together=False)
