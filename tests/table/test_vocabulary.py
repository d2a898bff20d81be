"""The words of a game with what is known of them."""

from attrs import evolve

from rulewright.language import core
from rulewright.language.types import NONE_NUMBER, BoolT, CountsT, KindT, NumberT, OptionalT, SeqT, ValueT
from rulewright.table.vocabulary import vocabulary
from tests.machine import tiny
from tests.made.loading import loaded

STONE = core.Component(
    "stone",
    ("red-1", "plain"),
    (1, 1),
    (
        core.Attribute("color", OptionalT(ValueT("color")), (0, -1)),
        core.Attribute("number", OptionalT(NumberT(1, 3)), (1, NONE_NUMBER)),
        core.Attribute("shiny", BoolT(), (1, 0)),
        core.Attribute("like", OptionalT(KindT("stone")), (1, -1)),
        core.Attribute("yield", CountsT(ValueT("color")), ((0, 2), (0, 0))),
    ),
)
TAKE = core.Action("take", "Take a stone", 0, (), (core.Pick(0, core.Values(1), ("left", "right")),), ())
FAMILY = core.ByMember(core.Const(0, BoolT()), (core.Member(0, "plain", (), (), "It does nothing"),))
POWER = core.Action("power", None, 0, (), (), (), FAMILY)


def test_names_know_what_they_are() -> None:
    values = {"player": ("Ann", "Bob"), "color": ("red", "blue")}
    locals_ = (core.Local("side", ValueT("words:side")),)
    made = evolve(tiny.rules().core, components=(STONE,), values=values, actions=(TAKE, POWER), locals=locals_)
    words = vocabulary(made)
    assert words.picks == {"take": (("side", 1),), "power": (), "power plain": ()}
    assert words.actions == {"take": "Take a stone", "power": ""}
    assert words.about["red-1"] == "stone: color red, number 1, shiny, like plain, yield blue * 2"
    assert words.about["plain"] == "It does nothing"
    assert words.groups["red-1"] == "stone"
    assert words.groups["blue"] == "color"
    assert words.groups["Ann"] == "player"
    assert words.groups["left"] == "word"


def test_the_sort_of_each_word_of_an_action_is_known() -> None:
    types = (ValueT("words:side"), KindT("stone"), ValueT("color"), NumberT(1, 3), SeqT(KindT("stone"), pieces=True))
    made = evolve(
        tiny.rules().core,
        components=(evolve(STONE, attributes=()),),
        locals=tuple(core.Local("it", type_) for type_ in types),
        actions=(
            evolve(TAKE, header=(*TAKE.header, *(core.Pick(at, core.Values(1)) for at in (1, 2, 3)))),
            evolve(TAKE, name="pair", header=(several(2, 2), core.Pick(2, core.Values(1)))),
            evolve(TAKE, name="some", header=(several(1, 3), core.Pick(2, core.Values(1)))),
            POWER,
        ),
    )
    assert vocabulary(made).sorts == {
        "take": ("", "stone", "color", ""),
        "pair": ("stone", "stone", "color"),
        "some": ("stone",),
    }


def several(low: int, high: int) -> core.PickSeveral:
    return core.PickSeveral(
        4, core.Const(low, NumberT(0, 9)), core.Const(high, NumberT(0, 9)), core.Values(1), repeats=False
    )


SUMS = """\
game "Sums" "Take what comes to a number"
    players 2
pip is 1..4
component coin: worth 2..3
    1 of any
there is
    purse: area of coin
action take:
    pick any coins from purse totalling 5 by worth
    move all coins to box
action roll:
    pick 2 pips-too from pips
    needs (total even of pips-too) is 1
    pick 2 others from pips totalling at most 6
    pick 1..2 rest from purse
    needs rest's size is 2
play:
    each player: choose take or roll
scoring:
    score of player: 0
    winners: nobody
"""


def test_what_adds_to_a_total_that_is_asked_for_is_known() -> None:
    """Of a guard as of `totalling`; not what a definition or a question reckons."""
    assert vocabulary(loaded(SUMS).core).totals == {
        ("take", "coins"): {"2": 2, "3": 3},
        ("roll", "others"): None,
    }
