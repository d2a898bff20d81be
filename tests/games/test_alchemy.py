"""Alchemy!: random games against an engine written from the specification alone, secrecy, and other cards."""

import random
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.files import find
from rulewright.language.elaborate.settings import Setting
from tests.games import common
from tests.games.common import each_setting, how_many, nothing_is_lost, play_at_random, secrets_are_kept_in
from tests.oracles.alchemy import Alchemy


def all_have_as_many_turns(game: Game) -> None:
    """The last round is finished."""
    if game.over:
        turns = [line.seat for line in game.record if hasattr(line, "move") and line.move[0] == "end-turn"]
        assert len({turns.count(seat) for seat in range(game.rules.players)}) == 1


@pytest.mark.sampled(4, 2)
@each_setting("alchemy")
def test_an_independent_engine_agrees_with_every_step(setting: Setting) -> None:
    common.follow_games("alchemy", Alchemy, setting, how_many(1), all_have_as_many_turns)


@pytest.mark.sampled(4, 4)
@pytest.mark.thorough
@each_setting("alchemy")
def test_what_a_seat_cannot_see_makes_no_difference_to_it(setting: Setting) -> None:
    secrets_are_kept_in("alchemy", setting, how_many(1), share=0.002)


def test_other_cards_need_no_other_rules(tmp_path: Path) -> None:
    """Twenty-four potions that each have the recipe and the effect of another one, and fewer cards."""
    text = find("alchemy").read_text(encoding="utf-8").split("\nexample ", 1)[0]
    head, rest = text.split("component potion", 1)
    potions, rest = rest.split("\n\n", 1)
    lines = potions.splitlines()
    rows = [line for line in lines if ", called " in line]
    title = lines[: -len(rows)]
    before, names = zip(*(row.split(", called ") for row in rows), strict=True)
    turned = [f"{row}, called {name}" for row, name in zip(before[7:] + before[:7], names, strict=True)]
    fewer = rest.replace("    3 of action", "    1 of action").replace("1, called", "2, called")
    changed = tmp_path / "other.rules"
    changed.write_text(head + "component potion" + "\n".join([*title, *turned, "", fewer]), encoding="utf-8")
    for stage in play_at_random(load(changed, players=3).start(5), random.Random(5)):
        common.invariants_hold(stage)
        nothing_is_lost(stage)


def test_every_worked_example_of_the_specification_is_an_example() -> None:
    assert {title.split()[0] for title in common.examples("alchemy")} == {f"E{number}" for number in range(1, 19)}
