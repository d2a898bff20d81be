"""Moves that players who think never find best: told of what brings nothing, and not of what does at times."""

from time import monotonic

import pytest

from rulewright.analysis.playtest import never_best as asked, playing
from rulewright.analysis.playtest.effort import Effort, Share
from rulewright.analysis.playtest.led_games import LEVEL, WORK
from rulewright.analysis.playtest.never_best import MIN_DECISIONS, MIN_GAMES, Course, Weighing, Worth, never_best
from rulewright.analysis.playtest.same_moves import both
from rulewright.analysis.playtest.searching import Search
from rulewright.analysis.playtest.telling import never_best as told
from rulewright.language.source import Source
from rulewright.loading import read_text, rules_of
from rulewright.machine.positions import GIB
from rulewright.searching import Searched, Weighed
from tests.analysis.looking import all_holes
from tests.wasm.common import WASM

WAGES = """\
game "Wages" "Earn most in four days"
    players Ann, Bob
job is one of farm, mine
there is
    luck: 1..40
    weather: 0..999
each player has
    coins: 0..99
play:
    repeat 4 times:
        each player:
            draw given from 1..40 "luck"
            set luck to given
            add given to weather
            choose work or dream or rest
    end game
action work "Earn coins":
    pick job from jobs
    WORK
action dream "Earn a coin on lucky days":
    set luck to 1
action rest "Stay at home": nothing
scoring:
    score of player: its coins
    winners: players with highest score
"""
AS_WELL = "if job is mine: add 5 to your coins\n    otherwise: add 5 to your coins"
FARM_FAILS = "if job is mine: add 5 to your coins"
FEW, OFTEN, THOUGHT = 10, 100, 600 * WORK
LUCKY = "    if luck is at least 21: add 9 to your coins\n    set luck to 1\n"


def worths_of(rules: str, work: int) -> dict[tuple[str, str | None], Worth]:
    """What players who think make of actions and of their values, with so much work."""
    text = read_text("wages.rules", rules.encode())
    noting, plain = (rules_of(text, "wages", players=2, noting=each) for each in (True, False))
    search, due = Search(noting, GIB, strict=False), monotonic() + 60.0
    assert not [*search.thinking(plain, Share(work, due, due))]
    return {(each.action, each.value): known for each, known in search.worths.items()}


@pytest.mark.thorough
@WASM
def test_what_brings_nothing_is_never_the_best() -> None:
    """Work brings five coins and a dream none; to rest does nothing, and nobody wonders."""
    worths = worths_of(WAGES.replace("WORK", AS_WELL), THOUGHT)
    assert worths["dream", None].worse >= OFTEN
    assert not worths["dream", None].best
    assert all(worths["work", each].best for each in (None, "mine", "farm"))
    assert ("rest", None) not in worths


@pytest.mark.thorough
@WASM
def test_what_is_better_on_lucky_days_is_not_told() -> None:
    """Nine coins are more than five."""
    worths = worths_of(WAGES.replace("WORK", AS_WELL).replace("    set luck to 1\n", LUCKY), THOUGHT)
    assert worths["dream", None].best
    assert worths["work", None].best


@pytest.mark.thorough
@WASM
def test_a_value_of_a_pick_that_brings_nothing_is_told() -> None:
    worths = worths_of(WAGES.replace("WORK", FARM_FAILS).replace("    set luck to 1\n", LUCKY), THOUGHT)
    assert worths["work", "farm"].worse >= OFTEN
    assert not worths["work", "farm"].best
    assert all(worths[each].best for each in (("work", None), ("work", "mine"), ("dream", None)))


@pytest.mark.thorough
@WASM
def test_check_tells_it_in_a_line_where_players_have_thought_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the place and the numbers; few decisions are enough here."""
    text = read_text("wages.rules", WAGES.replace("WORK", AS_WELL).encode())
    for module in (playing, asked):
        monkeypatch.setattr(module, "MIN_DECISIONS", FEW)
    assert not all_holes(text, "wages", Effort(work=FEW * WORK))[1].never_best
    _, played = all_holes(text, "wages", Effort(work=500_000))
    (one,) = played.never_best
    assert (one.code, one.severity, one.facts["action"]) == ("never-best", "suspicion", "dream")
    assert int(str(one.facts["decisions"])) >= FEW
    line = text.source.text[: text.source.text.index("action dream")].count("\n") + 1
    (said,) = told(text.source, played.never_best)
    assert f"dream (line {line}: " in said


def found(*values: tuple[str, int, float, float]) -> Searched:
    """What a search makes of these moves: the action, how often it was tried, its value and its lower limit."""
    moves = [
        Weighed((action, "mine") if action == "work" else (action,), visits, value, low, 1.0, None)
        for action, visits, value, low in values
    ]
    return Searched(tuple(moves), 200, 2, fast=True)


# What is thought of two moves, the one that is chosen first; and whether dreams were worse then, or the best.
SEEN = [
    (("work", 150, 0.9, 0.8), ("dream", 50, 0.3, 0.2), 1, False),
    (("dream", 150, 0.9, 0.8), ("work", 50, 0.3, 0.2), 0, True),
    (("work", 150, 0.7, 0.6), ("dream", 50, 0.9, 0.8), 0, True),
    (("work", 150, 0.7, 0.6), ("dream", 50, 0.8, 0.6), 0, False),
    (("work", 196, 0.7, 0.6), ("dream", 4, 0.2, 0.0), 0, False),
    (("dream", 150, 0.0, 0.0), ("work", 50, 0.0, 0.0), 0, False),
]


@pytest.mark.parametrize(("chosen", "other", "worse", "best"), SEEN)
def test_what_a_decision_says(
    chosen: tuple[str, int, float, float], other: tuple[str, int, float, float], worse: int, best: bool
) -> None:
    """Where it was hardly tried, where doubt is left and where all is lost it says nothing."""
    text = read_text("wages.rules", WAGES.replace("WORK", AS_WELL).encode())
    weighing = Weighing(rules_of(text, "wages", players=2))
    weighing.note(0, found(chosen, other))
    (worth,) = (known for each, known in weighing.found.items() if each.action == "dream")
    assert (worth.worse, worth.best) == (worse, best)


def test_only_what_was_seen_often_enough_is_told() -> None:
    """At all settings together; of an action that never is the best no value is told."""
    source = Source("wages.rules", WAGES)
    text = read_text("wages.rules", WAGES.replace("WORK", AS_WELL).encode())
    weighing = Weighing(rules_of(text, "wages", players=2))
    weighing.note(0, found(("dream", 150, 0.9, 0.8), ("work", 50, 0.3, 0.2)))
    (dream,) = (each for each in weighing.found if each.action == "dream")
    value = Course(dream.at, "dream", "day", "lucky")
    some = dict.fromkeys((dream, value), Worth(MIN_DECISIONS // 2, MIN_GAMES // 2 + 1))
    assert not never_best(some, LEVEL.iterations)
    (one,) = never_best(both(some, some), LEVEL.iterations)
    assert one.facts["value"] is None
    assert "dream was legal beside other moves in 300 decisions of 6 games" in one.message
    (said,) = told(source, never_best(both(some, some) | {dream: Worth(best=True)}, LEVEL.iterations))
    assert "dream with lucky for day (line " in said
