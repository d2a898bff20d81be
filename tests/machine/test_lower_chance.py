"""Chance: rolls into cups, rolls of numbers, draws of values."""

from pathlib import Path

import pytest

from rulewright import load
from rulewright.language import core
from rulewright.language.types import PLAYER, NumberT
from rulewright.machine.interpret import Waiting
from rulewright.machine.program.nodes import DrawChance
from tests.machine.tiny_cores import CARD, Play, Rules, assign, get, move, num, pieces, zone


def test_a_cup_is_filled_die_by_die_from_an_unlimited_box() -> None:
    rules = Rules()
    rules.cards(3, copies=None)
    cup = rules.zone("cup", "row")
    game = Play(rules, rules.core(core.RollInto(num(2), zone(cup), "dice")))
    for outcome in (2, 0):
        assert isinstance(game.machine.stop, Waiting)
        assert isinstance(game.machine.point, DrawChance)
        assert game.machine.point.roll
        game.draw(outcome)
    assert game.over
    assert game.kinds(cup) == [2, 0]
    back = Play(rules, rules.core(core.RollInto(num(1), zone(cup), "dice"), move(1, pieces(cup), zone(0))))
    back.draw()
    assert back.kinds(cup) == []


def test_of_an_unlimited_component_there_is_always_one_more() -> None:
    rules = Rules()
    rules.cards(2, copies=None)
    bag, c = rules.zone("bag", "area"), rules.card()
    second = core.Filter(c, pieces(0), core.Compare("is", get(rules, c), core.Const(1, CARD)))
    game = Play(
        rules, rules.core(move(5, second, zone(bag)), core.MovePiece(core.Const(0, CARD), zone(bag), None, None))
    )
    assert game.kinds(bag) == [0, 1, 1, 1, 1, 1]


def test_rolls_and_draws_of_values() -> None:
    rules = Rules(3)
    n, p = rules.local("n", NumberT(1, 6)), rules.local("p", PLAYER)
    x, who = rules.variable("x"), rules.variable("who", PLAYER)
    game = Play(
        rules,
        rules.core(
            core.Roll(n, core.Numbers(num(1), num(6)), "n"),
            core.Draw(p, core.Values(3), "starter"),
            assign(x, get(rules, n)),
            assign(who, get(rules, p)),
        ),
    )
    game.draw(4)
    game.draw(2)
    assert game.over
    assert (game.variable(x), game.variable(who)) == (5, 2)


CUPS = """game "Cups"
    players 2
component die: pips 3..5
    unlimited of any
each player has
    first-cup: KIND, seen by owner
    second-cup: KIND, seen by AUDIENCE
play:
    each player:
        roll 1 to your second-cup "dice"
        choose rest
action rest "Rest": nothing
scoring:
    score of player: 0
    winners: nobody
"""


@pytest.mark.parametrize(
    "kind", ["hand of die", "area of die", "row of die, up to 3", "pile of die, up to 3", "slot of die"]
)
@pytest.mark.parametrize("owner", [True, False])
def test_a_die_is_seen_by_those_who_see_its_cup(tmp_path: Path, kind: str, owner: bool) -> None:
    path = tmp_path / "cups.rules"
    path.write_text(CUPS.replace("KIND", kind).replace("AUDIENCE", "owner" if owner else "nobody"))
    game = load(path).start(seed=1)
    game.play(0, ("rest",))
    for watcher in (0, 1, None):
        told = game.information(watcher)
        rolled = [seen.items[0] for seen in told if seen.what == "rolled"]
        put = [seen.piece for seen in told if seen.what == "moved"]
        assert [item != "?" for item in rolled] == [owner and watcher == seat for seat in (0, 1)]
        assert rolled == put
