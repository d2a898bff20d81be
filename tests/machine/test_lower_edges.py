"""Edges of expressions and sentences: the last that is inside, the first that is not, none, and nothing at all."""

import pytest

from rulewright.language import core
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, NONE, NONE_NUMBER, PLAYER, CountsT, NumberT, OptionalT, SeqT, SetT
from rulewright.language.walking import walk
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program import nodes as ir
from tests.machine import tiny_cores
from tests.machine.tiny_cores import CARD, Play, Rules, assign, get, move, move_all, num, pieces, read, run, seat, zone

NO_NUMBER = core.Const(NONE_NUMBER, OptionalT(NumberT(0, 5)))


def test_between_two_ends() -> None:
    game = run(Rules())
    assert [game.ask(core.Contains(core.Numbers(num(4), num(6)), num(n))) for n in range(3, 8)] == [0, 1, 1, 1, 0]
    assert game.ask(core.Contains(core.Numbers(num(0), NO_NUMBER), num(0))) == 0


def test_the_ends_of_values() -> None:
    game = run(Rules(3))
    assert game.ask(core.First(core.Values(3), PLAYER)) == 0
    assert game.ask(core.Last(core.Values(3), PLAYER)) == 2


def test_a_sum_that_does_not_fit_into_32_bits() -> None:
    rules = Rules(3)
    p = rules.local("p", PLAYER)
    big = core.Const(2**30, NumberT(0, 2**30))
    game = run(rules)
    assert game.ask(core.Total(p, core.Values(1), big, NumberT(0, 2**30))) == 2**30
    with pytest.raises(RulesFault, match="32 bits"):
        game.ask(core.Total(p, core.Values(3), big, NumberT(0, 2**31 - 1)))


@pytest.mark.parametrize("value", range(4))
def test_one_more_than_a_list_or_set_can_hold(value: int) -> None:
    rules = Rules()
    asked = NumberT(0, 3)
    rules.list_tables.append(core.ListTable("next to", (1,), (0,), ((0, 2),)))
    x, s = rules.variable("x", asked), rules.variable("s", SetT(NumberT(0, 2)))
    game = run(rules, assign(x, num(value)), core.AddTo(core.VarRef(s), core.OneEach(core.Listed((num(2),)), 3), 1))
    it = read(x, type_=asked)
    assert game.ask(core.Contains(core.TableList(0, (num(0),)), it)) == (value in {0, 2})
    assert game.ask(core.Contains(core.Members(core.Aggregate(core.VarRef(s), 3)), it)) == (value == 2)


def test_a_set_is_the_same_as_its_members_however_often_they_are_named() -> None:
    rules = Rules(3)
    s, counts = rules.variable("s", SetT(PLAYER)), rules.variable("n", CountsT(PLAYER))
    in_set, counted = (core.Aggregate(core.VarRef(each), 3) for each in (s, counts))
    one, two = (core.OneEach(core.Listed((seat(1),) * times), 3) for times in (1, 2))
    game = run(rules, core.AddTo(core.VarRef(s), one, 1), core.AddTo(core.VarRef(counts), two, 1))
    assert [game.ask(core.SameCounts(in_set, each)) for each in (one, two)] == [1, 1]
    assert [game.ask(core.SameCounts(counted, each)) for each in (one, two)] == [0, 1]
    assert game.ask(core.SameCounts(counted, core.OneEach(core.Listed(()), 3))) == 0


@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_set_compared_with_what_it_cannot_hold(value: int) -> None:
    rules = Rules()
    asked = NumberT(0, 4)
    x, held = rules.variable("x", asked), rules.variable("s", SetT(NumberT(0, 2)))
    named = core.OneEach(core.Listed((read(x, type_=asked),)), 3)
    game = run(rules, assign(x, num(value)))
    question = core.SameCounts(core.Aggregate(core.VarRef(held), 3), named)
    if value == 2:
        assert game.ask(question) == 0
    else:
        with pytest.raises(RulesFault, match=f"and this is {value}"):
            game.ask(question)


def test_equal_pieces_of_a_row_are_counted_one_by_one() -> None:
    rules = Rules()
    rules.cards(3, copies=2)
    row, counts = rules.zone("row", "row"), rules.variable("n", CountsT(CARD))
    c, d = rules.card(), rules.card("d")
    one_each = core.OneEach(core.Mapped(d, pieces(row), get(rules, d)), 3)
    game = run(rules, move_all(pieces(0), zone(row)), core.AddTo(core.VarRef(counts), one_each, 1))
    assert game.cells(counts) == [2, 2, 2]
    rank = core.Attr(0, 0, get(rules, c), NumberT(0, 2))
    assert game.ask(core.Total(c, pieces(row), rank, NumberT(0, 12))) == 6
    assert game.ask(core.Size(core.Filter(c, pieces(row), core.Compare("is", rank, num(1))))) == 2


def test_by_none_nothing_is_asked() -> None:
    rules = Rules()
    wide, owner = OptionalT(NumberT(0, 5)), NumberT(0, 3)
    x, y = rules.variable("x", NumberT(0, 9), owner), rules.variable("y", wide)
    asked = core.Read(core.VarRef(x, (read(y, type_=wide),)), OptionalT(NumberT(0, 9)))
    assert run(rules).ask(asked) == NONE_NUMBER
    assert run(rules, assign(y, num(3))).ask(asked) == 0
    with pytest.raises(RulesFault, match="and this is 5"):
        run(rules, assign(y, num(5))).ask(asked)


# ---- pieces that do not know where they lie


def two_rows() -> tuple[Rules, int, int]:
    rules = Rules()
    rules.cards(4)
    return rules, rules.zone("row", "row"), rules.zone("table", "row", faced=True)


def test_a_kind_that_became_a_piece_is_looked_for() -> None:
    rules, row, table = two_rows()
    c = rules.card()
    kind = core.Const(2, CARD)
    asked = core.Contains(pieces(row), kind, here=True)
    assert run(rules, move_all(pieces(0), zone(row))).ask(asked) == 1
    assert run(rules).ask(asked) == 0
    game = run(
        rules, move_all(pieces(0), zone(row)), core.Let(c, kind), core.MovePiece(get(rules, c), zone(table), None, None)
    )
    assert (game.kinds(row), game.kinds(table)) == ([0, 1, 3], [2])


def test_the_very_piece_or_one_of_its_kind() -> None:
    rules = Rules()
    rules.cards(2, copies=2)
    row, table = rules.zone("row", "row"), rules.zone("table", "row")
    c = rules.card()
    firsts = core.Filter(c, pieces(0), core.Compare("is", get(rules, c), core.Const(0, CARD)))
    game = run(rules, move(1, firsts, zone(row)), move(1, firsts, zone(table)))
    there = core.First(pieces(table), OptionalT(CARD))
    assert [game.ask(core.Contains(pieces(row), there, here=here)) for here in (False, True)] == [1, 0]
    assert [game.ask(core.Contains(pieces(table), there, here=here)) for here in (False, True)] == [1, 1]
    kinds = core.Listed((core.Const(0, CARD), core.Const(1, CARD)))
    assert [game.ask(core.Contains(kinds, there, here=here)) for here in (False, True)] == [1, 1]


@pytest.mark.parametrize(("value", "left"), [(1, [1, 2, 3]), (0, [0, 1, 2, 3])])
def test_a_piece_or_none(value: int, left: list[int]) -> None:
    rules, row, table = two_rows()
    x, c = rules.variable("x", NumberT(0, 9)), rules.local("c", OptionalT(CARD), piece=True)
    first = core.First(pieces(row), OptionalT(CARD))
    either = core.Cases(
        ((core.Compare("is", read(x), num(1)), first),), core.Const(NONE, OptionalT(CARD)), OptionalT(CARD)
    )
    put = core.MovePiece(get(rules, c), zone(table), None, None)
    asked = core.If(((core.IsNone(get(rules, c)), ()),), (put,))
    game = run(rules, move_all(pieces(0), zone(row)), assign(x, num(value)), core.Let(c, either), asked)
    assert game.kinds(row) == left


def test_faces_of_pieces_of_zones_with_and_without_faces() -> None:
    rules, row, table = two_rows()
    c = rules.card()
    game = run(rules, move(2, pieces(0), zone(row)), core.MoveAll(pieces(0), zone(table), "down", None))
    both = core.Chain((pieces(row), pieces(table)))
    answers: dict[core.PieceQuestion, list[int]] = {"face-up": [0, 0, 0, 0], "face-down": [0, 0, 1, 1]}
    for question, wanted in answers.items():
        asked = core.AskPiece(question, get(rules, c), BOOL)
        assert game.listed(core.Mapped(c, both, asked)) == [(each,) for each in wanted]


@pytest.mark.parametrize(("face", "seen"), [("up", [0, 1, 2]), ("down", [])])
def test_who_sees_a_piece(face: core.Face, seen: list[int]) -> None:
    rules = Rules(3)
    rules.cards(2)
    table = rules.zone("table", "row", faced=True)
    game = run(rules, core.MoveAll(pieces(0), zone(table), face, None))
    assert game.listed(core.Viewers(core.First(pieces(table), OptionalT(CARD)))) == [(each,) for each in seen]
    show = core.Show(pieces(table), core.Listed((seat(0), seat(2))), 0)
    game = run(rules, core.MoveAll(pieces(0), zone(table), face, None), show)
    assert game.listed(core.Viewers(core.First(pieces(table), OptionalT(CARD)))) == [(each,) for each in seen or [0, 2]]


@pytest.mark.parametrize("terms", [1, 40])
def test_what_goes_wrong_in_a_definition_is_told_of_it(terms: int) -> None:
    rules = Rules()
    result: core.Expr = NO_NUMBER
    for _ in range(terms):
        result = tiny_cores.plus(result, num(1))
    rules.definitions.append(core.Definition("d", (), (), result, NumberT(-1000, 1000), span=Span(7, 9)))
    with pytest.raises(RulesFault) as told:
        run(rules).ask(core.CallDefinition(0, (), NumberT(-1000, 1000)))
    assert told.value.span == Span(7, 9)


# ---- of pieces that come twice


def test_a_zone_that_comes_twice_has_its_pieces_twice() -> None:
    """There is room for more pieces than there are."""
    rules = Rules()
    rules.cards(5)
    hand, n = rules.zone("hand", "hand", PLAYER), rules.variable("n")
    p, all_of_it, once = rules.local("p", PLAYER), *(rules.local("xs", SeqT(CARD, pieces=True)) for _ in range(2))
    twice = core.FlatMap(p, core.Listed((seat(0), seat(0))), pieces(hand, get(rules, p)))
    lets = core.Let(once, pieces(hand, seat(0))), core.Let(all_of_it, twice)
    sizes = (assign(n, tiny_cores.plus(read(n), core.Size(core.Held(xs)))) for xs in (once, all_of_it))
    game = run(rules, move_all(pieces(0), zone(hand, seat(0))), *lets, *sizes)
    assert game.variable(n) == 15


# ---- what is reckoned once


def is_kept(game: Play, expr: core.Expr) -> bool:
    """Whether something in an expression is reckoned once and then looked up."""
    number = game.lowering.expression(expr, NOWHERE)
    function = game.lowering.program().functions[number]
    return any(isinstance(node, ir.If) and isinstance(node.test, ir.Inverse) for node in walk(function))


def test_what_a_loop_does_not_change_is_kept() -> None:
    rules = Rules()
    rules.cards(4)
    row = rules.zone("row", "row")
    c, d = rules.card(), rules.card("d")
    k, n = (rules.local(name, NumberT(0, 3)) for name in "kn")
    rank = core.Attr(0, 0, get(rules, d), NumberT(0, 3))
    alike = core.Exists(d, pieces(row), core.Compare("is", rank, get(rules, k)))
    both = core.And((core.Compare("is", get(rules, n), num(1)), alike))
    rules.definitions.append(core.Definition("both", (k, n), (), both, BOOL))
    game = run(rules, move_all(pieces(0), zone(row)))

    def some_with(wanted: core.Expr) -> core.Expr:
        return core.Exists(d, pieces(row), core.Compare("is", rank, wanted))

    def at_every_card(condition: core.Expr) -> core.Expr:
        return core.Size(core.Filter(c, pieces(row), condition))

    own = core.Attr(0, 0, get(rules, c), NumberT(0, 3))
    assert is_kept(game, at_every_card(some_with(num(2))))
    assert not is_kept(game, at_every_card(some_with(own)))
    assert is_kept(game, at_every_card(core.And((some_with(own), some_with(num(2))))))
    assert is_kept(game, at_every_card(core.CallDefinition(0, (num(2), own), BOOL)))
    assert not is_kept(game, at_every_card(core.CallDefinition(0, (own, own), BOOL)))


# ---- what is left behind


def offered(*actions: int) -> core.Choose:
    return core.Choose(seat(0), tuple(core.OfferLine(action) for action in actions))


def test_of_values_that_had_their_turn_nothing_is_left() -> None:
    def vector(first: int) -> tuple[int, ...]:
        rules = Rules()
        x, n = rules.variable("x", NumberT(0, 9)), rules.local("n", NumberT(0, 9))
        body = (assign(x, num(0)), offered(rules.action("wait")), assign(x, get(rules, n)))
        each = core.ForEach(n, core.Listed((read(x), num(2))), body)
        game = Play(rules, rules.core(assign(x, num(first)), each))
        game.choose()
        return game.machine.vector

    assert vector(1) == vector(3)


def test_who_has_what_in_a_list_that_does_not_begin_at_0() -> None:
    rules = Rules()
    place = NumberT(1, 3)
    rules.list_tables.append(core.ListTable("places", (), (), ((1, 2, 3),)))
    rules.list_tables.append(core.ListTable("next to", (3,), (1,), ((5, 6), (6,), ())))
    n = rules.local("n", place)
    game = run(rules)
    beside = core.TableList(1, (get(rules, n),))
    for wanted, found in ((5, [1]), (6, [1, 2]), (7, [])):
        test = core.Contains(beside, num(wanted))
        assert game.listed(core.Filter(n, core.TableList(0, ()), test)) == [(each,) for each in found]
