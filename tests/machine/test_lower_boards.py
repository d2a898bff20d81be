"""Boards: packing, rotating, changing pieces; loops over numbers; things asked inside a `must`."""

import pytest

from rulewright.language import core
from rulewright.language.span import NOWHERE
from rulewright.language.types import BOOL, NumberT, OptionalT, ValueT
from rulewright.machine.interpret import RulesFault
from tests.machine.tiny_cores import CARD, Play, Rules, assign, get, num, pieces, run, zone

SPACE, SIDE = ValueT("space"), ValueT("side")


def _board() -> tuple[Rules, int]:
    rules = Rules()
    rules.cards(4)
    rules.values |= {"space": ("a1", "a2", "b1", "b2", "c1", "c2"), "side": ("left", "right", "top", "bottom")}
    return rules, rules.zone("board", "board", place="space", faced=True)


def _at(board: int, place: int) -> core.PlaceRef:
    return core.PlaceRef(zone(board), core.Const(place, SPACE))


def _put(board: int, kind: int, place: int) -> core.MovePiece:
    return core.MovePiece(core.Const(kind, CARD), _at(board, place), "down", None)


def _with_grid(rules: Rules, made: core.Core) -> Play:
    from attrs import evolve

    return Play(rules, evolve(made, geometries=(core.Geometry("space", (), (), rows=2, columns=3),)))


@pytest.mark.parametrize(
    ("side", "places"),
    [(0, {0: 1, 1: 0, 3: 2}), (1, {4: 1, 3: 0, 5: 2}), (2, {1: 0, 3: 1, 5: 2}), (3, {0: 0, 2: 1, 4: 2})],
)
def test_packing_slides_to_a_side_in_order(side: int, places: dict[int, int]) -> None:
    rules, board = _board()
    lanes = ((0, 2, 4, 1, 3, 5), (4, 2, 0, 5, 3, 1), (1, 0, 3, 2, 5, 4), (0, 1, 2, 3, 4, 5))
    rules.list_tables.append(core.ListTable("lanes", (4,), (0,), lanes))
    pack = core.PackBoard(zone(board), 0, core.Const(side, SIDE))
    game = _with_grid(rules, rules.core(_put(board, 0, 1), _put(board, 1, 2), _put(board, 2, 5), pack))
    assert {loc - game.program.zones[board].offset: kind for kind, loc in game.machine.zones.pieces(board, 0)} == places


def test_changing_a_piece_exchanges_it_with_the_box() -> None:
    rules, board = _board()
    made = core.Attribute("hue", NumberT(0, 1), (0, 1, 0, 1))
    rules.components[0] = core.Component(
        "card", ("a", "b", "c", "d"), (1, 1, 1, 1), (made, core.Attribute("n", NumberT(0, 1), (0, 0, 1, 1)))
    )
    c = rules.card()
    change = core.ChangePiece(get(rules, c), 0, 0, num(1))
    let = core.Let(c, core.On(_at(board, 0), OptionalT(CARD)))
    game = run(rules, _put(board, 2, 0), let, change, core.MovePiece(get(rules, c), _at(board, 1), None, None))
    assert game.ask(core.On(_at(board, 1), OptionalT(CARD))) == 3
    assert game.kinds(0) == [0, 1, 2]
    with pytest.raises(RulesFault, match="in the box"):
        run(rules, _put(board, 2, 0), core.MovePiece(core.Const(3, CARD), _at(board, 1), None, None), let, change)


def test_a_taken_place_is_a_fault_and_faces_stay() -> None:
    rules, board = _board()
    with pytest.raises(RulesFault, match="board"):
        run(rules, _put(board, 0, 0), _put(board, 1, 0))
    on = core.On(_at(board, 1), OptionalT(CARD))
    moved = core.MovePiece(core.On(_at(board, 0), OptionalT(CARD)), _at(board, 1), None, None)
    game = run(rules, _put(board, 0, 0), moved)
    assert game.ask(core.AskPiece("face-down", on, BOOL)) == 1
    flipped = run(rules, _put(board, 0, 0), moved, core.Flip(on, "up"))
    assert flipped.ask(core.AskPiece("face-up", on, BOOL)) == 1
    assert flipped.ask(core.AskPiece("face-up", core.On(_at(board, 3), OptionalT(CARD)), BOOL)) == 0


def test_given_sentences_become_functions() -> None:
    rules = Rules()
    x = rules.variable("x")
    game = Play(rules, rules.core())
    function = game.lowering.sentences((assign(x, num(9)),), NOWHERE)
    from rulewright.machine.interpret import Machine

    machine = Machine(game.lowering.program())
    machine.load(game.machine.vector)
    machine.call(function)
    assert machine.vector[game.lowering.build.layout.variables[x].offset] == 9


def test_empty_and_constant_sequences() -> None:
    rules, board = _board()
    game = run(rules, _put(board, 1, 3))
    assert game.ask(core.Size(core.Listed(()))) == 0
    assert game.ask(core.Contains(core.Chain((core.Listed((num(3),)), core.Values(2))), num(1))) == 1
    assert game.ask(core.Size(core.Chain((pieces(board), pieces(0))))) == 4
    assert game.ask(core.Item(core.Values(3), num(2), NumberT(0, 2))) == 1
