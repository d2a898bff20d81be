"""Pieces on the move: order, refills, loops over pieces that leave, faces."""

import pytest

from rulewright.language import core
from rulewright.language.types import PLAYER, OptionalT, SeqT, ValueT
from rulewright.machine.interpret import RulesFault
from tests.machine import tiny_cores
from tests.machine.tiny_cores import CARD, NUMBER, Play, Rules, get, move, move_all, num, pieces, plus, run, zone


def _rules(*kinds: core.ZoneKind, copies: int = 1) -> Rules:
    rules = Rules()
    rules.cards(5, copies)
    for number, kind in enumerate(kinds):
        rules.zone(f"z{number + 1}", kind)
    return rules


def test_from_an_unordered_zone_pieces_come_in_kind_order() -> None:
    game = run(_rules("row"), move_all(pieces(0), zone(1)))
    assert game.kinds(1) == [0, 1, 2, 3, 4]


def test_from_pile_to_pile_the_topmost_stays_topmost() -> None:
    rules = _rules("pile", "pile")
    game = run(rules, move_all(pieces(0), zone(1)), move_all(pieces(1), zone(2)))
    assert game.kinds(2) == [0, 1, 2, 3, 4]
    some = run(rules, move_all(pieces(0), zone(1)), move(2, pieces(1), zone(2)))
    assert (some.kinds(1), some.kinds(2)) == ([2, 3, 4], [0, 1])


def test_from_pile_to_row_the_first_taken_lies_leftmost() -> None:
    game = run(_rules("pile", "row"), move_all(pieces(0), zone(1)), move(3, pieces(1), zone(2)))
    assert (game.kinds(1), game.kinds(2)) == ([3, 4], [0, 1, 2])


def test_a_row_closes_its_gaps_while_its_pieces_leave() -> None:
    rules = _rules("row", "row")
    c = rules.card()
    odd = core.Compare("is", core.Calc("mod", core.Attr(0, 0, get(rules, c), NUMBER), num(2), NUMBER), num(0))
    for to in (2, 1):
        game = run(rules, move_all(pieces(0), zone(1)), move_all(core.Filter(c, pieces(1), odd), zone(to)))
        assert (game.kinds(1), game.kinds(2)) == (([1, 3], [0, 2, 4]) if to == 2 else ([1, 3, 0, 2, 4], []))


def test_too_few_is_a_fault_and_up_to_is_not() -> None:
    with pytest.raises(RulesFault, match="not enough pieces in box: 6 wanted"):
        run(_rules("row"), move(6, pieces(0), zone(1)))
    assert run(_rules("row"), move(6, pieces(0), zone(1), up_to=True)).kinds(1) == [0, 1, 2, 3, 4]
    negative = core.MoveSome(plus(num(0), num(-1)), pieces(0), zone(1), None, None, False)
    with pytest.raises(RulesFault, match="below 0"):
        run(_rules("row"), negative)


def test_a_full_zone_is_a_fault() -> None:
    rules = Rules()
    rules.cards(5)
    rules.zone("small", "row", capacity=2)
    with pytest.raises(RulesFault, match="small"):
        run(rules, move(3, pieces(0), zone(1)))


def test_a_moved_piece_is_found_where_it_went() -> None:
    rules = _rules("row", "row")
    c, x = rules.card(), rules.variable("x")
    game = run(
        rules,
        move_all(pieces(0), zone(1)),
        core.Let(c, core.Item(pieces(1), num(2), OptionalT(CARD))),
        core.MovePiece(get(rules, c), zone(2), None, None),
        core.MovePiece(get(rules, c), zone(1), None, None),
        tiny_cores.assign(x, core.Contains(pieces(1), get(rules, c), here=True)),
    )
    assert game.kinds(1) == [0, 2, 3, 4, 1]
    assert game.variable(x) == 1


def test_a_piece_that_has_left_is_stale() -> None:
    rules = _rules("row", "row")
    c = rules.card()
    with pytest.raises(RulesFault, match="no longer where it was found"):
        run(
            rules,
            move_all(pieces(0), zone(1)),
            core.Let(c, core.First(pieces(1), OptionalT(CARD))),
            move(1, pieces(1), zone(2)),
            core.MovePiece(get(rules, c), zone(2), None, None),
        )


@pytest.mark.parametrize("card", range(5))
@pytest.mark.parametrize("kind", ["pile", "row", "hand", "area"])
def test_a_bare_kind_is_found_wherever_it_lies(kind: core.ZoneKind, card: int) -> None:
    rules = _rules(kind, "row")
    game = run(rules, move_all(pieces(0), zone(1)), core.MovePiece(core.Const(card, CARD), zone(2), None, None))
    assert game.kinds(2) == [card]
    assert sorted([*game.kinds(1), card]) == [0, 1, 2, 3, 4]


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


@pytest.mark.parametrize("kind", ["row", "pile", "area"])
def test_for_each_finds_pieces_again(kind: core.ZoneKind) -> None:
    rules = _rules(kind, "row")
    c = rules.card()
    rank = core.Attr(0, 0, get(rules, c), NUMBER)
    leave = core.If(
        ((core.Compare("more-than", rank, num(0)), (core.MovePiece(get(rules, c), zone(2), None, None),)),), ()
    )
    game = run(rules, move_all(pieces(0), zone(1)), core.ForEach(c, pieces(1), (leave,)))
    assert (game.kinds(1), sorted(game.kinds(2))) == ([0], [1, 2, 3, 4])


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


def test_for_each_over_equal_kinds_in_a_row() -> None:
    rules = _rules("row", "row", copies=3)
    c, x = rules.card(), rules.variable("x")
    body = (tiny_cores.assign(x, plus(tiny_cores.read(x), num(1))), core.MovePiece(get(rules, c), zone(2), None, None))
    game = run(rules, move_all(pieces(0), zone(1)), core.ForEach(c, pieces(1), body))
    assert game.variable(x) == 15
    assert game.kinds(1) == []


def test_refill_in_the_middle_of_a_move() -> None:
    rules = Rules()
    rules.cards(5)
    beach = rules.zone("beach", "area")
    deck = rules.zone("deck", "pile", refill=core.Refill(beach, "tide"))
    row = rules.zone("row", "row")
    game = Play(
        rules,
        rules.core(
            move(2, pieces(0), zone(deck)),
            move_all(pieces(0), zone(beach)),
            move(4, pieces(deck), zone(row), refills=zone(deck)),
        ),
    )
    assert game.kinds(row) == [0, 1]
    game.chance(lambda kinds: kinds[::-1])
    assert game.over
    assert (game.kinds(row), game.kinds(deck), game.kinds(beach)) == ([0, 1, 4, 3], [2], [])


def test_up_to_nothing_refills_nothing() -> None:
    rules = Rules()
    rules.cards(2)
    beach = rules.zone("beach", "area")
    deck = rules.zone("deck", "pile", refill=core.Refill(beach, "tide"))
    row = rules.zone("row", "row")
    up_to_zero = move(0, pieces(deck), zone(row), up_to=True, refills=zone(deck))
    assert Play(rules, rules.core(move_all(pieces(0), zone(beach)), up_to_zero)).over
    too_many = move(9, pieces(deck), zone(row), up_to=True, refills=zone(deck))
    game = Play(rules, rules.core(move_all(pieces(0), zone(beach)), too_many))
    game.chance()
    assert game.kinds(row) == [0, 1]


def test_shuffling_nothing_is_no_event_and_one_piece_is() -> None:
    rules = _rules("pile")
    assert Play(rules, rules.core(core.Shuffle(zone(1), "deck"))).over
    game = Play(rules, rules.core(move(1, pieces(0), zone(1)), core.Shuffle(zone(1), "deck")))
    assert not game.over
    game.chance()
    assert game.over


def test_draw_weighs_copies_and_leaves_the_piece() -> None:
    rules = _rules("row", copies=3)
    c = rules.card()
    game = Play(rules, rules.core(core.Draw(c, pieces(0), "box"), core.MovePiece(get(rules, c), zone(1), None, None)))
    assert game.draw(2)[-1] == 3
    assert game.kinds(1) == [2]


def test_draw_from_nothing_is_a_fault() -> None:
    rules = _rules("area")
    game = Play(rules, rules.core(core.Draw(rules.card(), pieces(1), "bag")))
    with pytest.raises(RulesFault, match="nothing to draw"):
        game.draw()


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
