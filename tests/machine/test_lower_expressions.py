"""Expressions, sequences, questions: what they yield when run."""

import pytest

from rulewright.language import core
from rulewright.language.span import NOWHERE
from rulewright.language.types import BOOL, NONE, NONE_NUMBER, PLAYER, CountsT, NumberT, OptionalT, SetT
from rulewright.language.walking import walk
from rulewright.machine.interpret import RulesFault
from rulewright.machine.program.nodes import Checked
from tests.machine.tiny_cores import CARD, Rules, assign, get, move, move_all, num, pieces, plus, read, run, seat, zone


def _row_of_five() -> tuple[Rules, int]:
    rules = Rules()
    rules.cards(5)
    return rules, rules.zone("row", "row")


def _none_number() -> core.Const:
    return core.Const(NONE_NUMBER, OptionalT(NumberT(0, 5)))


def test_faults_of_arithmetic() -> None:
    rules = Rules()
    x, y = rules.variable("x", NumberT(0, 5)), rules.variable("y", NumberT(0, 5))
    with pytest.raises(RulesFault, match="divides by 0"):
        run(rules, assign(x, core.Calc("/", num(3), read(y, type_=NumberT(0, 5)), NumberT(0, 3))))
    with pytest.raises(RulesFault, match=r"x is 0\.\.5"):
        run(rules, assign(x, num(6)))
    with pytest.raises(RulesFault, match="none here"):
        run(rules, assign(x, plus(_none_number(), num(1))))
    big = core.Const(2**30, NumberT(0, 2**30))
    with pytest.raises(RulesFault, match="32 bits"):
        run(rules, assign(x, core.Calc("*", big, big, NumberT(0, 2**31 - 1))))


def test_comparisons_with_none_are_no() -> None:
    rules = Rules()
    none, three = _none_number(), num(3)
    game = run(rules)
    assert game.ask(core.Compare("is", none, none)) == 0
    assert game.ask(core.Compare("more-than", three, none)) == 0
    assert game.ask(core.Compare("at-least", none, three)) == 0
    assert game.ask(core.Compare("more-than", three, num(2))) == 1
    assert game.ask(core.IsNone(none)) == 1
    assert game.ask(core.Not(core.Compare("is", three, none))) == 1


def test_variables_of_owners_and_nobody() -> None:
    rules = Rules(3)
    x = rules.variable("x", NumberT(0, 9), PLAYER)
    game = run(rules, assign(x, num(7), seat(2)))
    assert [game.variable(x, instance) for instance in range(3)] == [0, 0, 7]
    nobody = core.Const(NONE, OptionalT(PLAYER))
    assert game.ask(core.Read(core.VarRef(x, (nobody,)), OptionalT(NumberT(0, 9)))) == NONE_NUMBER
    with pytest.raises(RulesFault, match="owner is none"):
        run(rules, assign(x, num(1), nobody))


def test_questions_of_a_row() -> None:
    rules, row = _row_of_five()
    c = rules.card()
    game = run(rules, move_all(pieces(0), zone(row)))
    rank = core.Attr(0, 0, get(rules, c), NumberT(0, 4))
    assert game.ask(core.Size(pieces(row))) == 5
    assert game.ask(core.Total(c, pieces(row), rank, NumberT(0, 10))) == 10
    assert game.ask(core.Extreme(True, c, pieces(row), rank, NumberT(0, 4))) == 4
    assert game.ask(core.Extreme(False, c, pieces(row), rank, NumberT(0, 4))) == 0
    assert game.ask(core.Exists(c, pieces(row), core.Compare("is", rank, num(3)))) == 1
    assert game.ask(core.Contains(pieces(row), core.Const(2, CARD))) == 1
    assert game.ask(core.Contains(pieces(0), core.Const(2, CARD))) == 0
    assert game.ask(core.Item(pieces(row), num(2), OptionalT(CARD))) == 1
    assert game.ask(core.Item(pieces(row), num(9), OptionalT(CARD))) == NONE
    third = core.Item(pieces(row), num(3), OptionalT(CARD))
    assert game.listed(core.Beyond(True, pieces(row), third))[0][0] == 3
    assert [e[0] for e in game.listed(core.Beyond(False, pieces(row), third))] == [0, 1]


def test_best_keeps_all_that_are_best() -> None:
    rules, row = _row_of_five()
    c = rules.card()
    rank = core.Attr(0, 0, get(rules, c), NumberT(0, 4))
    odd = core.Calc("mod", rank, num(2), NumberT(0, 1))
    game = run(rules, move_all(pieces(0), zone(row)))
    assert [e[0] for e in game.listed(core.Best(c, pieces(row), ((True, odd),)))] == [1, 3]
    assert [e[0] for e in game.listed(core.Best(c, pieces(row), ((True, odd), (False, rank))))] == [1]


def test_none_is_the_worst_key() -> None:
    rules = Rules(3)
    p, x = rules.local("p", PLAYER), rules.variable("x", OptionalT(NumberT(0, 9)), PLAYER)
    key = core.Read(core.VarRef(x, (get(rules, p),)), OptionalT(NumberT(0, 9)))
    game = run(rules, assign(x, num(5), seat(1)))
    for highest in (True, False):
        assert game.listed(core.Best(p, core.Values(3), ((highest, key),))) == [(1,)]


@pytest.mark.parametrize(("low", "high"), [(1, 3), (2, 2), (0, 3), (1, 4), (-2, 7)])
def test_only_an_index_that_may_leave_its_table_is_tested(low: int, high: int) -> None:
    for value in range(low, high + 1):
        rules = Rules()
        rules.tables.append(core.Table("tens", (3,), (1,), (10, 20, 30), outside=99))
        index = NumberT(low, high)
        x = rules.variable("x", index)
        game = run(rules, assign(x, num(value)))
        lookup = core.Lookup(0, (read(x, type_=index),), NumberT(10, 99))
        if 1 <= value <= 3:
            assert game.ask(lookup) == 10 * value
        else:
            with pytest.raises(RulesFault, match=f"and this is {value}"):
                game.ask(lookup)
        function = game.lowering.expression(lookup, NOWHERE)
        code = walk(game.lowering.program().functions[function])
        assert any(isinstance(node, Checked) for node in code) == (low < 1 or high > 3)


def test_sequences_of_values() -> None:
    rules = Rules(3)
    p = rules.local("p", PLAYER)
    rules.list_tables.append(core.ListTable("next to", (3,), (0,), ((1,), (0, 2), ())))
    game = run(rules)
    assert game.listed(core.Numbers(num(2), num(4))) == [(2,), (3,), (4,)]
    assert game.listed(core.Numbers(num(2), num(1))) == []
    assert game.listed(core.Listed((num(5), _none_number(), num(2)))) == [(5,), (2,)]
    assert game.listed(core.FlatMap(p, core.Values(3), core.TableList(0, (get(rules, p),)))) == [(1,), (0,), (2,)]
    assert game.listed(core.Chain((core.Values(1), core.Values(2)))) == [(0,), (0,), (1,)]
    assert game.listed(core.Filter(p, core.Values(3), core.Compare("more-than", get(rules, p), seat(0)))) == [
        (1,),
        (2,),
    ]
    neighbors = core.TableList(0, (seat(1),))
    assert [game.ask(core.Contains(neighbors, seat(n))) for n in range(3)] == [1, 0, 1]
    assert game.ask(core.Contains(core.TableList(0, (core.Const(NONE, OptionalT(PLAYER)),)), seat(1))) == 0
    assert game.ask(core.Last(core.Values(3), PLAYER)) == 2
    with pytest.raises(RulesFault, match="exactly one"):
        game.ask(core.Only(core.Values(3), PLAYER))


def test_what_does_not_change_in_a_loop_is_reckoned_once() -> None:
    rules, row = _row_of_five()
    c, d = rules.card(), rules.card("d")
    rules.definitions.append(core.Definition("n", (), (), core.Size(pieces(row)), NumberT(0, 5)))
    asked = core.CallDefinition(0, (), NumberT(0, 5))
    game = run(rules, move_all(pieces(0), zone(row)))
    rank = core.Attr(0, 0, get(rules, d), NumberT(0, 4))
    inner = core.Exists(d, pieces(row), core.Compare("is", rank, num(4)))
    question = core.Total(
        c, core.Filter(c, pieces(row), core.And((inner, core.Compare("is", asked, num(5))))), num(1), BOOL
    )
    assert game.ask(question) == 5


def test_sets_and_counts() -> None:
    rules = Rules(3)
    s, counts = rules.variable("s", SetT(PLAYER)), rules.variable("n", CountsT(PLAYER))
    ref, cref = core.VarRef(s), core.VarRef(counts)
    two = core.OneEach(core.Listed((seat(2), seat(2))), 3)
    one = core.OneEach(core.Listed((seat(1),)), 3)
    game = run(
        rules,
        core.AddTo(ref, one, 1),
        core.AddTo(ref, one, 1),
        core.AddTo(cref, two, 1),
        core.AddTo(cref, one, 1),
        core.AssignAll(cref, core.Plus(core.Aggregate(cref, 3), core.Aggregate(cref, 3), 3)),
    )
    assert game.cells(s) == [0, 1, 0]
    assert game.cells(counts) == [0, 2, 4]
    assert game.ask(core.Sum(core.Aggregate(cref, 3))) == 6
    assert game.listed(core.Members(core.Aggregate(cref, 3))) == [(1,), (2,)]
    assert game.ask(core.CountOf(core.Aggregate(cref, 3), seat(2), NumberT(0, 9999))) == 4
    assert game.ask(core.SameCounts(core.Aggregate(cref, 3), two)) == 0
    assert game.ask(core.Contains(core.Members(core.Aggregate(ref, 3)), seat(1))) == 1
    with pytest.raises(RulesFault, match=r"n counts 0\.\.9999"):
        run(rules, core.AddTo(cref, one, -1))


def test_like_zones_of_several_owners() -> None:
    rules = Rules(2)
    rules.cards(4)
    hand = rules.zone("hand", "hand", PLAYER)
    p, c = rules.local("p", PLAYER), rules.card()
    give = [move(2, pieces(0), zone(hand, seat(n))) for n in range(2)]
    game = run(rules, *give)
    all_hands = core.FlatMap(p, core.Values(2), pieces(hand, get(rules, p)))
    assert [kind for kind, _ in game.listed(all_hands)] == [0, 1, 2, 3]
    holder = core.AskPiece("holder", get(rules, c), OptionalT(PLAYER))
    assert game.listed(core.Mapped(c, all_hands, holder)) == [(0,), (0,), (1,), (1,)]
    assert game.ask(core.Size(all_hands)) == 4
    found = core.Const(3, CARD)
    assert game.ask(core.AskPiece("holder", found, OptionalT(PLAYER))) == 1


def test_past_and_places_of_an_ordered_zone() -> None:
    rules, row = _row_of_five()
    first, last = core.First(pieces(row), OptionalT(CARD)), core.Last(pieces(row), OptionalT(CARD))
    game = run(rules, move_all(pieces(0), zone(row)))
    assert game.ask(core.AskPiece("past", last, BOOL, first)) == 1
    assert game.ask(core.AskPiece("past", first, BOOL, last)) == 0
    assert game.ask(core.Contains(pieces(row), first, here=True)) == 1
    assert game.ask(core.Contains(pieces(0), first, here=True)) == 0
