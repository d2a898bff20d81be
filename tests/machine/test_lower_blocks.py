"""What may stop: frames, loops, finish, limits, choices; and that equal situations are equal vectors."""

import pytest
from attrs import evolve

from rulewright.language import core
from rulewright.language.types import PLAYER, TEAM, CountsT, NumberT, OptionalT, ValueT
from rulewright.machine.interpret import RulesFault
from tests.machine import tiny_cores
from tests.machine.tiny_cores import CARD, Play, Rules, assign, get, move_all, num, pieces, plus, read, seat, zone


def _offer(action: int, limit: int | None = None) -> core.OfferLine:
    return core.OfferLine(action, (), limit)


def _count(variable: int) -> core.Assign:
    return assign(variable, plus(read(variable), num(1)))


def test_a_choice_and_what_follows() -> None:
    rules = Rules()
    x = rules.variable("x")
    n = rules.local("n", NumberT(1, 3))
    pick = core.Pick(n, core.Numbers(num(1), num(3)))
    a = rules.action("a", assign(x, plus(read(x), get(rules, n))), header=(pick,))
    b = rules.action("b")
    game = Play(rules, rules.core(core.Choose(seat(1), (_offer(a), _offer(b))), _count(x)))
    assert game.asked == (1,)
    assert game.moves() == [("a", (1,)), ("a", (2,)), ("a", (3,)), ("b", ())]
    game.choose(1)
    assert game.over
    assert game.variable(x) == 3


def test_stuck_runs_otherwise_or_is_a_fault() -> None:
    rules = Rules()
    x = rules.variable("x")
    never = core.Needs(core.Compare("is", num(1), num(2)), "no")
    a = rules.action("a", header=(never,))
    game = Play(rules, rules.core(core.Choose(seat(0), (_offer(a),), otherwise=(_count(x),))))
    assert game.over
    assert game.variable(x) == 1
    with pytest.raises(RulesFault, match="no move"):
        Play(rules, rules.core(core.Choose(seat(0), (_offer(a),))))


def test_choose_until_with_limits() -> None:
    rules = Rules()
    turn = 0
    rules.limits.append(core.Limit(turn, True, 1, "turn"))
    a, b, end = rules.action("a"), rules.action("b"), rules.action("end")
    choose = core.Choose(seat(0), (_offer(a, 0), _offer(b)), ending=_offer(end))
    assert rules.procedure("turn", choose, phase=True) == turn
    game = Play(rules, rules.core(core.RunProcedure(turn, ()), core.RunProcedure(turn, ())))
    for _ in range(2):
        assert [name for name, _ in game.moves()] == ["a", "b"]
        game.take("b")
        game.take("a")
        assert [name for name, _ in game.moves()] == ["b", "end"]
        game.take("end")
    assert game.over


def test_finish_leaves_what_runs_inside() -> None:
    rules = Rules()
    x = rules.variable("x")
    stop = rules.action("stop", core.FinishProcedure(0))
    go = rules.action("go")
    inner = core.Repeat(None, (core.Choose(seat(0), (_offer(go), _offer(stop))),))
    rules.procedure("outer", core.RunProcedure(1, ()), _count(x), phase=True)
    rules.procedure("inner", inner, phase=True)
    game = Play(rules, rules.core(core.RunProcedure(0, ()), core.RunProcedure(0, ()), _count(x)))
    first = game.machine.vector
    game.take("go")
    assert game.machine.vector == first
    game.take("stop")
    game.take("stop")
    assert game.over
    assert game.variable(x) == 1
    assert not any(game.frames())


def test_end_game_inside_a_body() -> None:
    rules = Rules()
    a = rules.action("a", core.EndGame(core.Listed((seat(1),))))
    rules.procedure("turn", core.Choose(seat(0), (_offer(a),)))
    game = Play(rules, rules.core(core.Repeat(None, (core.RunProcedure(0, ()),))))
    game.take("a")
    assert game.over
    assert game.machine.vector[1:3] == (2, 2)
    assert not any(game.frames())


def test_around_skips_who_has_left_and_ends_when_all_have() -> None:
    from rulewright.language.types import SetT

    rules = Rules(3)
    s = rules.variable("s", SetT(PLAYER))
    you = rules.local("you", PLAYER)
    leaver = rules.local("you", PLAYER)
    gone = core.AddTo(core.VarRef(s), core.OneEach(core.Listed((get(rules, leaver),)), 3), -1)
    leave = rules.action("leave", gone, you=leaver)
    stay = rules.action("stay")
    among = core.Members(core.Aggregate(core.VarRef(s), 3))
    all_in = core.AssignAll(core.VarRef(s), core.OneEach(core.Values(3), 3))
    loop = core.Around(you, seat(1), among, None, (core.Choose(get(rules, you), (_offer(leave), _offer(stay))),))
    game = Play(rules, rules.core(all_in, loop))
    asked = []
    for name in ("stay", "leave", "stay", "stay", "leave", "leave"):
        asked.append(game.asked[0])
        game.take(name)
    assert asked == [1, 2, 0, 1, 0, 1]
    assert game.over


def test_each_player_and_repeat_times_stop_inside() -> None:
    rules = Rules(3)
    x = rules.variable("x", tiny_cores.NUMBER, PLAYER)
    you, chooser = rules.local("you", PLAYER), rules.local("you", PLAYER)
    one_more = core.Assign(core.VarRef(x, (get(rules, chooser),)), plus(read(x, get(rules, chooser)), num(1)))
    a = rules.action("a", one_more, you=chooser)
    turn = core.RepeatTimes(num(2), (core.Choose(get(rules, you), (_offer(a),)),))
    from_one = core.Listed((seat(1), seat(2), seat(0)))
    game = Play(rules, rules.core(core.ForEach(you, from_one, (turn,))))
    asked = []
    while not game.over:
        asked.append(game.asked[0])
        game.take("a")
    assert asked == [1, 1, 2, 2, 0, 0]
    assert [game.variable(x, n) for n in range(3)] == [2, 2, 2]


def test_a_body_that_decides_again() -> None:
    rules = Rules()
    x = rules.variable("x")
    inner = rules.action("inner", _count(x))
    n = rules.local("n", NumberT(1, 2))
    body = (core.Choose(seat(1), (_offer(inner),)), assign(x, plus(read(x), get(rules, n))))
    outer = rules.action("outer", *body, header=(core.Pick(n, core.Numbers(num(1), num(2))),))
    game = Play(rules, rules.core(core.Choose(seat(0), (_offer(outer),)), core.Choose(seat(0), (_offer(inner),))))
    game.choose(1)
    assert game.asked == (1,)
    assert sum(1 for cell in game.frames() if cell) == 2
    game.choose()
    assert game.variable(x) == 3
    assert not any(game.frames())


def test_parameters_and_locals_live_across_a_stop_and_no_longer() -> None:
    rules = Rules()
    x = rules.variable("x")
    p, kept = rules.local("p", NumberT(0, 99)), rules.local("l", NumberT(0, 100))
    a = rules.action("a")
    ask = core.Choose(seat(0), (_offer(a),))
    body = (core.Let(kept, plus(get(rules, p), num(1))), ask, assign(x, get(rules, kept)), ask)
    rules.procedure("p", *body, params=(p,))
    game = Play(rules, rules.core(core.RunProcedure(0, (num(77),))))
    assert sorted(game.frames())[-2:] != [0, 0]
    assert 78 in game.frames()
    assert 77 not in game.frames()
    game.choose()
    assert game.variable(x) == 78
    assert 78 not in game.frames()


def test_can_act_asks_guards_and_limits() -> None:
    rules = Rules()
    x = rules.variable("x")
    small = core.Needs(core.Not(core.Compare("at-least", read(x), num(1))), "x is 0")
    a = rules.action("a", _count(x), header=(small,))
    b = rules.action("b", core.EndGame(None))
    can = core.CanAct(seat(0), (_offer(a),))
    loop = core.If(((can, (core.Choose(seat(0), (_offer(a),)),)),), (core.Choose(seat(1), (_offer(b),)),))
    game = Play(rules, rules.core(core.Repeat(None, (loop,))))
    assert game.asked == (0,)
    game.choose()
    assert game.asked == (1,)
    game.choose()
    assert game.over


def test_at_once_keeps_choices_hidden_and_runs_bodies_in_seat_order() -> None:
    rules = Rules(3)
    x, order = rules.variable("x", tiny_cores.NUMBER, PLAYER), rules.variable("order", NumberT(0, 999))
    you, chooser, n = rules.local("you", PLAYER), rules.local("you", PLAYER), rules.local("n", NumberT(1, 3))
    mine = core.Assign(core.VarRef(x, (get(rules, chooser),)), get(rules, n))
    digit = core.Calc(
        "+",
        core.Calc("*", read(order, type_=NumberT(0, 99)), num(10), NumberT(0, 990)),
        get(rules, n),
        tiny_cores.NUMBER,
    )
    a = rules.action("a", mine, assign(order, digit), header=(core.Pick(n, core.Numbers(num(1), num(3))),), you=chooser)
    game = Play(rules, rules.core(core.ChooseAtOnce(you, (_offer(a),), core.Values(3))))
    assert game.asked == (0, 1, 2)
    game.choose(2, seat=1)
    assert game.asked == (0, 2)
    game.choose(0, seat=2)
    game.choose(1, seat=0)
    assert game.over
    assert [game.variable(x, s) for s in range(3)] == [2, 3, 1]
    assert game.variable(order) == 231
    assert not any(game.frames())


def test_must_change_and_must_leave() -> None:
    rules = Rules()
    rules.cards(3)
    row = rules.zone("row", "row")
    n = rules.local("n", NumberT(0, 3))
    take = core.MoveSome(get(rules, n), pieces(0), zone(row), None, None, False)
    header = (
        core.Pick(n, core.Numbers(num(0), num(3))),
        core.MustChange((zone(row),), "change it"),
        core.MustLeave(core.Not(core.Compare("at-least", core.Size(pieces(row)), num(3))), "not three"),
    )
    a = rules.action("a", take, header=header)
    lacking = core.MoveSome(num(4), pieces(0), zone(row), None, None, False)
    never = rules.action("never", lacking, header=(core.MustLeave(num(1), "never"),))
    game = Play(rules, rules.core(core.Choose(seat(0), (_offer(a), _offer(never)))))
    assert game.moves() == [("a", (1,)), ("a", (2,))]
    assert game.kinds(row) == []
    game.choose(1)
    assert game.kinds(row) == [0, 1]


def test_families_choose_by_the_picked_kind() -> None:
    rules = Rules()
    rules.cards(3)
    crew = rules.zone("crew", "area")
    c, x = rules.card(), rules.variable("x")
    members = tuple(core.Member(k, f"m{k}", (), (assign(x, num(10 + k)),)) for k in range(3))
    pick = core.Pick(c, pieces(crew))
    a = rules.action("power", header=(pick,), by_member=core.ByMember(get(rules, c), members))
    game = Play(rules, rules.core(move_all(pieces(0), zone(crew)), core.Choose(seat(0), (_offer(a),))))
    assert [picks[0] for _, picks in game.moves()] == [0, 1, 2]
    game.choose(2)
    assert game.variable(x) == 12


def test_picks_of_several() -> None:
    rules = Rules()
    rules.cards(2, copies=2)
    bag, row = rules.zone("bag", "area"), rules.zone("row", "row")
    from rulewright.language.types import SeqT
    from tests.machine.tiny_cores import CARD

    xs, c = rules.local("xs", SeqT(CARD, pieces=True), capacity=2), rules.card()
    pick = core.PickSeveral(xs, num(1), num(2), tiny_cores.kinds_in(bag), False)
    each = core.ForEach(c, core.Held(xs), (core.MovePiece(get(rules, c), zone(row), None, None),))
    a = rules.action("a", each, header=(pick,))
    game = Play(rules, rules.core(move_all(pieces(0), zone(bag)), core.Choose(seat(0), (_offer(a),))))
    kinds = [picks[1 : 1 + 2 * picks[0] : 2] for _, picks in game.moves()]
    assert kinds == [(0,), (1,), (0, 0), (0, 1), (1, 1)]
    game.choose(3)
    assert game.kinds(row) == [0, 1]


def test_a_pick_from_the_top_of_a_pile_and_the_kinds_of_a_zone() -> None:
    rules = Rules()
    rules.cards(2, copies=2)
    deck, bag = rules.zone("deck", "pile"), rules.zone("bag", "area")
    c = rules.card()
    top = core.Listed((core.First(pieces(deck), OptionalT(CARD)),))
    a = rules.action("a", header=(core.Pick(c, core.Chain((top, tiny_cores.kinds_in(bag)))),))
    fill = (
        move_all(
            core.Filter(c, pieces(0), core.Compare("is", get(rules, c), core.Const(1, rules.locals[c].type))),
            zone(deck),
        ),
    )
    game = Play(rules, rules.core(*fill, move_all(pieces(0), zone(bag)), core.Choose(seat(0), (_offer(a),))))
    assert [picks[0] for _, picks in game.moves()] == [1, 0]


def test_scores_winners_invariants() -> None:
    rules = Rules(3)
    p, q = rules.local("p", PLAYER), rules.local("q", PLAYER)
    score = core.Calc("*", get(rules, p), num(2), NumberT(0, 4))
    best = core.Best(q, core.Values(3), ((True, core.Calc("*", get(rules, q), num(2), NumberT(0, 4))),))
    rules.invariants.append(core.Invariant("one is one", core.Compare("is", num(1), num(1))))
    game = Play(rules, rules.core(player=p, score=score, winners=best))
    program, machine = game.program, game.machine
    assert program.score is not None
    assert program.winners is not None
    assert [machine.call(program.score, n) for n in range(3)] == [0, 2, 4]
    assert list(machine.c.enumerator(program.winners)()) == [(2,)]
    assert machine.call(program.invariants[0].function) == 1


def test_phases_are_told_by_their_return_slots() -> None:
    rules = Rules()
    a = rules.action("a")
    rules.procedure("inner", core.Choose(seat(0), (_offer(a),)), phase=True)
    rules.procedure("outer", core.RunProcedure(0, ()), phase=True)
    game = Play(rules, rules.core(core.RunProcedure(1, ())))
    running = [phase.name for phase in game.program.phases if game.machine.vector[phase.cell]]
    assert running == ["outer", "inner"]


def test_teams_win_with_all_their_members() -> None:
    rules = Rules(4)
    made = rules.core(winners=core.Listed((core.Const(1, TEAM),)), of_teams=True)
    game = Play(rules, evolve(made, teams=(0, 1, 0, 1)))
    assert game.program.winners is not None
    assert list(game.machine.c.enumerator(game.program.winners)()) == [(1,), (3,)]


def test_a_piece_argument_knows_where_it_lies_and_a_bare_kind_is_looked_for() -> None:
    rules = Rules()
    rules.cards(3)
    row, goal = rules.zone("row", "row"), rules.zone("goal", "row")
    c = rules.card()
    rules.procedure("take", core.MovePiece(get(rules, c), zone(goal), None, None), params=(c,))
    found = core.First(pieces(row), CARD)
    run_found = core.RunProcedure(0, (found,))
    run_bare = core.RunProcedure(0, (core.Const(2, CARD),))
    game = Play(rules, rules.core(move_all(pieces(0), zone(row)), run_found, run_bare))
    assert game.kinds(goal) == [0, 2]


def test_cases_choose_a_piece() -> None:
    rules = Rules()
    rules.cards(3)
    row, goal = rules.zone("row", "row"), rules.zone("goal", "row")
    c = rules.card()
    first, last = core.First(pieces(row), OptionalT(CARD)), core.Last(pieces(row), OptionalT(CARD))
    which = core.Cases(((core.Compare("is", core.Size(pieces(row)), num(3)), last),), first, OptionalT(CARD))
    take = (core.Let(c, which), core.MovePiece(get(rules, c), zone(goal), None, None))
    game = Play(rules, rules.core(move_all(pieces(0), zone(row)), core.RepeatTimes(num(2), take)))
    assert game.kinds(goal) == [2, 0]
    nothing = core.MovePiece(core.First(pieces(goal), OptionalT(CARD)), zone(row), None, None)
    with pytest.raises(RulesFault, match="no piece here"):
        Play(rules, rules.core(nothing))


def test_counts_of_a_kind() -> None:
    rules = Rules()
    rules.cards(2)
    rules.values["element"] = ("air", "fire")
    element = ValueT("element")
    recipe = core.Attribute("recipe", CountsT(element), ((1, 0), (1, 2)))
    rules.components[0] = core.Component("card", ("a", "b"), (1, 1), (recipe,))
    vial = rules.variable("vial", CountsT(element))
    of_b = core.KindCounts(0, 0, core.Const(1, CARD), 2)
    game = Play(rules, rules.core(core.AddTo(core.VarRef(vial), of_b, 1)))
    assert game.cells(vial) == [1, 2]
    assert game.ask(core.SameCounts(core.Aggregate(core.VarRef(vial), 2), of_b)) == 1
    nothing = core.KindCounts(0, 0, core.Const(-1, OptionalT(CARD)), 2)
    assert game.ask(core.Sum(nothing)) == 0
    assert game.ask(core.SameCounts(nothing, of_b)) == 0
