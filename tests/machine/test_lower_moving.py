"""Pieces on the move: order, refills, loops over pieces that leave, faces."""

import pytest

from rulewright.language import core
from rulewright.language.types import PLAYER, OptionalT, SeqT, ValueT
from tests.machine import tiny_cores
from tests.machine.tiny_cores import CARD, NUMBER, Rules, move, move_all, num, pieces, plus, run, zone


def _rules(*kinds: core.ZoneKind, copies: int = 1) -> Rules:
    rules = Rules()
    rules.cards(5, copies)
    for number, kind in enumerate(kinds):
        rules.zone(f"z{number + 1}", kind)
    return rules


@pytest.mark.parametrize("place", [None, 0, 1, 3])
def test_a_bare_kind_is_found_in_a_slot_and_on_every_place(place: int | None) -> None:
    rules = _rules("slot", "row")
    rules.values["space"] = ("a1", "a2", "b1", "b2")
    board = zone(rules.zone("board", "board", place="space"))
    lies = zone(1) if place is None else core.PlaceRef(board, core.Const(place, ValueT("space")))
    card = core.Const(2, CARD)
    game = run(rules, core.MovePiece(card, lies, None, None), core.MovePiece(card, zone(2), None, None))
    assert game.kinds(2) == [2]
    assert [game.ask(core.Size(pieces(number))) for number in (0, 1, board.zone)] == [4, 0, 0]


def test_for_each_skips_what_has_gone() -> None:
    rules = _rules("row", "row", copies=2)
    c, x = rules.card(), rules.variable("x")
    count = tiny_cores.assign(x, plus(tiny_cores.read(x), num(1)))
    game = run(
        rules,
        move_all(pieces(0), zone(1)),
        core.ForEach(c, pieces(1), (count, move(2, pieces(1), zone(2), up_to=True))),
    )
    assert game.kinds(1) == []
    assert game.variable(x) == 5


def test_held_sequences_and_boards() -> None:
    rules = Rules()
    rules.cards(4)
    rules.values["space"] = ("a1", "a2", "b1", "b2")
    board = rules.zone("board", "board", place="space", faced=True)
    held = rules.local("xs", SeqT(CARD, pieces=True), capacity=4)
    space = ValueT("space")

    def at(place: int) -> core.PlaceRef:
        return core.PlaceRef(zone(board), core.Const(place, space))

    game = run(
        rules,
        core.Let(held, pieces(0)),
        core.MovePiece(core.First(core.Held(held), CARD), at(1), "down", None),
        core.MovePiece(core.Const(2, CARD), at(3), None, None),
        core.SwapPlaces(at(0), at(1)),
        core.RotateLine(zone(board), core.Listed(tuple(core.Const(n, space) for n in (2, 3))), core.Const(0, NUMBER)),
        core.Show(core.Listed((core.On(at(0), OptionalT(CARD)),)), core.Listed((core.Const(1, PLAYER),)), 0),
    )
    assert game.ask(core.On(at(0), OptionalT(CARD))) == 0
    assert game.ask(core.On(at(2), OptionalT(CARD))) == 2
    assert game.listed(core.Viewers(core.On(at(0), OptionalT(CARD)))) == [(1,)]
    assert game.ask(core.Size(pieces(board))) == 2
