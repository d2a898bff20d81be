"""Cases that are pieces, and counts of a kind."""

import pytest

from rulewright.language import core
from rulewright.language.types import CountsT, OptionalT, ValueT
from rulewright.machine.interpret import RulesFault
from tests.machine.tiny_cores import CARD, Play, Rules, get, move_all, num, pieces, zone


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
