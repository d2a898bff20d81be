"""Edges of expressions and sentences: the last that is inside, the first that is not, none, and nothing at all."""

import pytest

from rulewright.language import core
from rulewright.language.calls import bodies_run_by
from rulewright.language.intervals import Range
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BOOL, NONE, NONE_NUMBER, PLAYER, CountsT, NumberT, OptionalT, SeqT, SetT
from rulewright.language.walking import walk
from rulewright.machine.interpret import RulesFault
from rulewright.machine.lower.builder import Scope
from rulewright.machine.lower.indexing import Values, values_of
from rulewright.machine.lower.sequence_facts import elements
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


def test_what_the_rules_call_a_value_comes_before_its_name() -> None:
    scope = Scope(run(Rules()).lowering.build)
    said = f"rent({ir.VALUE}): month is 1..12, and this is {ir.VALUE}."
    assert values_of(scope, "rent", NumberT(1, 12, "month")).words == said
    assert Values("rent", Range(1, 12)).words == said.replace("month", "rent")


def test_nothing_has_no_elements() -> None:
    scope = Scope(run(Rules()).lowering.build)
    assert elements(scope, core.Chain(())).extent == 0
    assert elements(scope, core.Chain((core.Numbers(num(4), num(6)), core.Numbers(num(-2), num(0))))) == Range(-2, 6)


def test_to_none_nothing_is_counted() -> None:
    rules = Rules()
    n, x = rules.local("n", NumberT(0, 5)), rules.variable("x", NumberT(0, 99))
    count = assign(x, tiny_cores.plus(read(x), num(1)))
    assert run(rules, core.ForEach(n, core.Numbers(num(1), NO_NUMBER), (count,))).variable(x) == 0
    assert run(rules, core.ForEach(n, core.Numbers(NO_NUMBER, num(1)), (count,))).variable(x) == 0
    assert run(rules, core.ForEach(n, core.Numbers(num(1), num(4)), (count,))).variable(x) == 4


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


@pytest.mark.parametrize(("value", "left"), [(1, [0, 1, 3]), (0, [1, 2, 3])])
def test_a_piece_or_a_kind_that_is_written_down(value: int, left: list[int]) -> None:
    rules, row, table = two_rows()
    x, favorite, c = rules.variable("x", NumberT(0, 9)), rules.variable("favorite", CARD), rules.card()
    first = core.First(pieces(row), CARD)
    either = core.Cases(((core.Compare("is", read(x), num(1)), read(favorite, type_=CARD)),), first, CARD)
    put = core.MovePiece(get(rules, c), zone(table), None, None)
    given = (move_all(pieces(0), zone(row)), assign(x, num(value)), assign(favorite, core.Const(2, CARD)))
    assert run(rules, *given, core.Let(c, either), put).kinds(row) == left


def test_the_right_one_of_equal_pieces_is_found_again() -> None:
    rules = Rules()
    rules.cards(3, copies=2)
    row, table, turn = rules.zone("row", "row"), rules.zone("table", "row"), rules.variable("turn", NumberT(0, 9))
    c, d = rules.card(), rules.card("d")

    def one(kind: int) -> core.Seq:
        return core.Filter(d, pieces(0), core.Compare("is", get(rules, d), core.Const(kind, CARD)))

    def when(number: int, piece: core.Expr) -> core.If:
        put = core.MovePiece(piece, zone(table), None, None)
        return core.If(((core.Compare("is", read(turn), num(number)), (put,)),), ())

    body = (
        when(0, core.Last(pieces(row), CARD)),
        when(2, get(rules, c)),
        assign(turn, tiny_cores.plus(read(turn), num(1))),
    )
    given = (move(1, one(kind), zone(row)) for kind in (0, 1, 0, 2))
    assert run(rules, *given, core.ForEach(c, pieces(row), body)).kinds(row) == [0, 1]


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


@pytest.mark.parametrize(("rank", "kind"), [(0, 0), (3, 1)])
def test_a_piece_gets_another_number_or_one_at_all(rank: int, kind: int) -> None:
    rules = Rules()
    ranks = core.Attribute("rank", OptionalT(NumberT(0, 3)), (0, 3, NONE_NUMBER))
    rules.components.append(core.Component("card", ("low", "high", "blank"), (1, 1, 1), (ranks,)))
    box = rules.zone("box", "area", box=True)
    row = rules.zone("row", "row")
    c = rules.card()
    blank = core.Filter(c, pieces(box), core.Compare("is", get(rules, c), core.Const(2, CARD)))
    change = core.ChangePiece(core.First(pieces(row), CARD), 0, 0, num(rank))
    assert run(rules, move(1, blank, zone(row)), change).kinds(row) == [kind]


def test_where_pieces_go_is_decided_before_the_first_goes() -> None:
    rules = Rules()
    rules.cards(3)
    line = rules.zone("line", "row", NumberT(0, 3))
    game = run(rules, move(2, pieces(0), zone(line, core.Size(pieces(0)))))
    assert [game.kinds(line, at) for at in range(4)] == [[], [], [], [0, 1]]


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


# ---- what can be chosen


def asked_for(rules: Rules, *offers: core.OfferLine) -> Play:
    return Play(rules, rules.core(core.Choose(seat(0), offers)))


def test_many_are_picked_at_a_time() -> None:
    rules = Rules()
    rules.cards(40)
    hand, table = rules.zone("hand", "hand"), rules.zone("table", "row")
    held = rules.local("held", SeqT(CARD, pieces=True))
    pick = core.PickSeveral(held, num(39), num(39), pieces(hand), False)
    lay = rules.action("lay", core.MoveAll(core.Held(held), zone(table), None, None), header=(pick,))
    made = rules.core(core.Choose(seat(0), (core.OfferLine(lay),)), setup=(move_all(pieces(0), zone(hand)),))
    game = Play(rules, made)
    assert len(game.moves()) == 40
    (pick,) = game.program.actions[0].picks(0)
    assert pick.several is not None
    assert pick.argument.several
    game.choose(0)
    assert len(game.kinds(table)) == 39


def test_of_pieces_without_end_as_many_are_picked_as_one_likes() -> None:
    rules = Rules()
    rules.cards(2, copies=None)
    bag = rules.zone("bag", "area")
    some = rules.local("some", SeqT(CARD, pieces=True))
    pick = core.PickSeveral(some, num(2), num(2), tiny_cores.kinds_in(0), False)
    take = rules.action("take", core.MoveAll(core.Held(some), zone(bag), None, None), header=(pick,))
    game = asked_for(rules, core.OfferLine(take))
    kinds = [picks[1 : 1 + 2 * picks[0] : 2] for _, picks in game.moves()]
    assert kinds == [(0, 0), (0, 1), (1, 1)]
    game.choose(2)
    assert game.kinds(bag) == [1, 1]


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


def test_an_offer_with_a_piece_that_must_be_found() -> None:
    rules = Rules()
    rules.cards(4)
    row, hand = rules.zone("row", "row"), rules.zone("hand", "hand")
    it, you = rules.card("it"), rules.local("you", PLAYER)
    body = core.MovePiece(get(rules, it), zone(hand), None, None)
    rules.actions.append(core.Action("take", None, you, (it,), (), (body,)))
    last = core.Last(pieces(row), OptionalT(CARD))
    made = rules.core(core.Choose(seat(0), (core.OfferLine(0, (last,)),)), setup=(move_all(pieces(0), zone(row)),))
    game = Play(rules, made)
    game.choose(0)
    assert (game.kinds(row), game.kinds(hand)) == ([0, 1, 2], [3])


def test_what_runs_when_procedures_run_others() -> None:
    rules = Rules()
    act = rules.action("act")
    inner = rules.procedure("inner", core.Choose(seat(0), (core.OfferLine(act),)))
    outer = rules.procedure("outer", core.RunProcedure(inner, ()))
    made = rules.core(core.RunProcedure(outer, ()))
    assert bodies_run_by(made, made.play) == ({inner, outer}, {act})
    assert bodies_run_by(made, made.setup) == (set(), set())


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


def test_a_loop_without_end_is_noticed() -> None:
    rules = Rules()
    x = rules.variable("x", NumberT(0, 9))
    with pytest.raises(RulesFault) as told:
        run(rules, core.Repeat(core.Compare("is", read(x), num(1)), ()))
    assert told.value.code == "endless-loop"


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


def test_of_a_longer_sequence_nothing_is_left() -> None:
    def vector(pieces_first: int, choices: int) -> tuple[int, ...]:
        rules = Rules()
        rules.cards(4)
        row, table = rules.zone("row", "row"), rules.zone("table", "area")
        held = rules.local("held", SeqT(CARD, pieces=True), capacity=4)
        spill = move(
            4, core.Beyond(True, pieces(row), core.First(pieces(row), OptionalT(CARD))), zone(table), up_to=True
        )
        body = (
            core.Let(held, pieces(row)),
            offered(rules.action("wait", spill)),
            core.MoveSome(num(0), core.Held(held), zone(table), None, None, True),
        )
        given = (move(pieces_first, pieces(0), zone(row)), move(4 - pieces_first, pieces(0), zone(table)))
        game = Play(rules, rules.core(core.Repeat(None, body), setup=given))
        for _ in range(choices):
            game.choose()
        return game.machine.vector

    assert vector(3, 1) == vector(1, 0)


@pytest.mark.parametrize("within", ["procedure", "action"])
def test_what_ends_with_a_phase_leaves_nothing(within: str) -> None:
    rules = Rules()
    outer = len(rules.procedures) + (1 if within == "procedure" else 0)
    leave = rules.action("leave", core.FinishProcedure(outer))
    ask = rules.action("ask", offered(leave)) if within == "action" else leave
    if within == "procedure":
        inner = rules.procedure("inner", offered(leave), phase=True)
        assert rules.procedure("outer", core.RunProcedure(inner, ()), phase=True) == outer
    else:
        assert rules.procedure("outer", offered(ask), phase=True) == outer
    game = Play(rules, rules.core(core.RunProcedure(outer, ()), offered(rules.action("wait"))))
    while [name for name, _ in game.moves()] != ["wait"]:
        assert any(game.frames())
        game.choose()
    assert not any(game.frames())


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


def test_what_can_be_in_a_set_of_numbers_below_0() -> None:
    rules = Rules()
    held = rules.variable("s", SetT(NumberT(-1, 3)))
    scope = Scope(run(rules).lowering.build)
    assert elements(scope, core.Members(core.Aggregate(core.VarRef(held), 5))) == Range(-1, 3)
