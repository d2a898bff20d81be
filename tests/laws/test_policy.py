"""A policy: each weight has one place and one name, and learning finds which moves win, and where."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import Game, Move, Rules
from rulewright.fast import searchers
from rulewright.files import find
from rulewright.machine.features import features
from rulewright.machine.horizon import Trained
from rulewright.machine.policy import MAX_WEIGHT, UNIT, Policy, rows, table, weights
from rulewright.machine.sample_state import eyes
from rulewright.searching import TREES, Budget, Thinker
from tests.laws.positions import GAMES, rules_of, settings_of
from tests.made.loading import loaded
from tests.opponents.sight import Sight
from tests.oracles.policy import move_weights
from tests.wasm.common import WASM

MATCHING = """\
game "Matching"
    players 2
color is one of red, blue, green
component card: color
    3 of any
there is
    deck: pile of card
    open: slot of card
each player has
    hand: hand of card
    points: 0..9
setup:
    move all box to deck
    shuffle deck
    move 1 from deck to open
    each player: move 4 from deck to your hand
play:
    repeat 2 times:
        each player: choose lay
action lay:
    pick card from your hand
    if card's color is open's color: add 1 to your points
    move card to box
scoring:
    score of player: its points
    winners: players with highest score
"""


def rules_with(points: int) -> Rules:
    """Rules in which a card of the color that lies open brings so many."""
    return loaded(MATCHING.replace("add 1 to", f"add {points} to"))


@pytest.fixture
def matching() -> Rules:
    return rules_with(1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_each_weight_has_one_place_and_one_name(name: str) -> None:
    for setting in settings_of(name)[:2]:
        program = rules_of(name, setting).program
        made = features(program)
        named = list(rows(program, made))
        assert len({row for row, _ in named}) == len(named)
        assert sorted(at for _, places in named for at in places) == list(range(made.size))


def test_weights_are_read_as_they_were_named(matching: Rules) -> None:
    """Of few contexts, too: what is not looked at is forgotten."""
    program, rng = matching.program, random.Random(3)
    made = features(program)
    row = [rng.choice((1.0, rng.uniform(1 / MAX_WEIGHT, MAX_WEIGHT))) for _ in range(made.size)]
    policy = Policy(("open 0 color",), weights(program, made, row))
    assert table(program, made, policy) == pytest.approx(row, abs=0.5 / UNIT)
    few = features(program, policy.contexts)
    assert [each.name for each in few.contexts] == ["", "open 0 color"]
    kept = {name: more for name, more in policy.weights.items() if name in dict(rows(program, few))}
    assert weights(program, few, table(program, few, policy)) == kept != policy.weights


@WASM
def test_learning_finds_what_wins_where_it_depends_on_what_lies_open(matching: Rules) -> None:
    """Then every seat lays the color that lies open, wherever it has it, without looking ahead."""
    program = matching.program
    made = features(program)
    [searcher] = searchers(matching, 1, made)
    searcher.table = [1.0] * made.size
    searcher.learn(7, 0, 2_000, 0.02, 0.01, 100)
    matching.trained = Trained(policy=Policy(("open 0 color",), weights(program, made, searcher.table)))
    thinker, laid = Thinker(matching), list[str]()
    for number in range(40):
        game = matching.start(11, number)
        sight = Sight(game.view(0))
        [wanted] = sight.names("open")
        if wanted in sight.names("hand", sight.me):
            move = thinker.think(eyes(game, 0), Budget(TREES, seed=number)).best.move
            laid.append("right" if move == ("lay", wanted) else "wrong")
    assert laid.count("right") == len(laid) > 20


NEAR = MATCHING.replace("card: color\n    3 of any", "card: number 1..60\n    1 of any").replace(
    "if card's color is open's color: add 1 to your points",
    "if card's number is more than open's number and card's number is at most open's number + 3: add 1 to your points",
)


@pytest.mark.thorough
@WASM
def test_learning_finds_that_it_matters_how_far_numbers_are_apart() -> None:
    """Of numbers that are many it is told how far they are apart, not which they are."""
    rules = loaded(NEAR)
    made = features(rules.program)
    [searcher] = searchers(rules, 1, made)
    searcher.table = [1.0] * made.size
    searcher.learn(7, 0, 20_000, 0.1, 0.01, 100)
    rules.trained = Trained(policy=Policy(("open 0 number",), weights(rules.program, made, searcher.table)))
    thinker, laid = Thinker(rules), list[bool]()
    for number in range(300):
        game = rules.start(11, number)
        sight = Sight(game.view(0))
        [there] = map(int, sight.names("open"))
        near = {str(each) for each in range(there + 1, there + 4)}
        if near.intersection(sight.names("hand", sight.me)):
            _, card = thinker.think(eyes(game, 0), Budget(TREES, seed=number)).best.move
            laid.append(card in near)
    assert len(laid) > 20
    assert laid.count(True) > 0.9 * len(laid)


LUCK = {
    "    3 of any": "    5 of any",
    "    points: 0..9": "    luck: pile of card",
    "move 4 from deck to your hand": "deal",
    "    if card's color is open's color: add 1 to your points\n": "",
    "score of player: its points": "score of player: count of its luck where it is red",
    "play:": "to deal:\n    move 4 from deck to your hand\n    move 2 from deck to your luck\nplay:",
}
"""What makes of the rules some in which nothing that anybody does makes a difference."""


@WASM
def test_learning_is_not_certain_of_what_makes_no_difference() -> None:
    """Who wins by luck has done nothing better: how much likelier a move becomes than another one is pulled back."""
    text = MATCHING
    for old, new in LUCK.items():
        text = text.replace(old, new)
    rules = loaded(text)
    made = features(rules.program)

    def spread(pull: float) -> float:
        [searcher] = searchers(rules, 1, made)
        searcher.table = [1.0] * made.size
        searcher.learn(7, 0, 20_000, 0.003, pull, 100)
        return sum(abs(each - 1) for each in searcher.table)

    assert spread(0.05) < spread(0.0) / 2


@WASM
def test_a_search_tries_what_a_policy_takes_for_hopeless(matching: Rules) -> None:
    """The policy is certain of one color; every move is tried all the same, and more than once."""
    program, more = matching.program, dict[str, tuple[int, ...]]()
    made = features(program)
    for name, places in rows(program, made):
        if name.startswith("lay card color /"):
            each = len(places) // made.columns[0].size
            more[name] = tuple(UNIT * MAX_WEIGHT - UNIT if at // each == 1 else 1 - UNIT for at in range(len(places)))
    names = tuple(each.name for each in made.contexts if each.name)
    matching.trained = Trained(policy=Policy(names, more, playouts=False))
    thinker = Thinker(matching)
    for number in range(20):
        game = matching.start(11, number)
        found = thinker.think(eyes(game, 0), Budget(1_000, seed=number))
        assert all(each.visits > 1 for each in found.moves)


@WASM
def test_learning_goes_on_behind_a_game_in_which_rules_go_wrong() -> None:
    rules = rules_with(5)
    made = features(rules.program)
    [searcher] = searchers(rules, 1, made)
    searcher.table = [1.0] * made.size
    searcher.learn(7, 0, 50, 0.02, 0.01, 100)
    assert 0 < searcher.faults < 50, "who matches twice has 10 points"
    assert any(each != 1 for each in searcher.table)


# ---- equal seats


def begun(rules: Rules, opener: int, rng: random.Random) -> Game:
    """A game that this seat opens; what is shuffled comes to lie in the same order for equal generators."""
    game = rules.start()
    while game.waiting is not None:
        items = [at for at, copies in enumerate(game.waiting.weights) for _ in range(copies)]
        game.give(tuple(rng.sample(items, len(items))) if game.waiting.kind == "shuffle" else (opener,))
    return game


def turned(rules: Rules, move: Move, by: int) -> Move:
    """A move that says of each seat what it said of the one that sits so far before it."""
    names = rules.core.seat_names
    become = {name: names[(at + by) % len(names)] for at, name in enumerate(names)}
    some = re.compile("|".join(map(re.escape, names)))
    return tuple(
        some.sub(lambda found: become[found.group()], word) if isinstance(word, str) else word for word in move
    )


def decisions(rules: Rules, by: int) -> Iterator[tuple[Game, Game, int]]:
    """The decisions of a game and of one in which all sit so much further; of those who choose."""
    game, other = (begun(rules, opener, random.Random(5)) for opener in (0, by))
    rng = random.Random(by)
    while not game.over and game.waiting is None and game.decisions < 60:
        seat = game.deciders[0]
        yield game, other, seat
        move = rng.choice(game.moves(seat))
        game.play(seat, move)
        other.play((seat + by) % rules.players, turned(rules, move, by))


@pytest.mark.parametrize(
    ("name", "players", "by"), [("turned", 3, 1), ("turned", 3, 2), ("aurum", 3, 1), ("aurum", 4, 1)]
)
def test_a_policy_weighs_moves_alike_wherever_a_seat_sits(name: str, players: int, by: int) -> None:
    """Whatever its weights are: it knows of seats only how far they are from the one that decides."""
    beside = Path(__file__).with_name(f"{name}.rules")
    text = (beside if beside.exists() else find(name)).read_text(encoding="utf-8")
    # a field that is not set yet says of the first seat what it says of nobody
    rules = loaded(
        text.replace("    set starter to opener\n", "    set starter to opener\n    set leader to opener\n"), players
    )
    made, rng, seen = features(rules.program), random.Random(name), 0
    policy = made, [rng.uniform(0.5, 2) for _ in range(made.size)]
    for game, other, seat in decisions(rules, by):
        weighed = list[dict[Move, float]]()
        for each, who in ((game, seat), (other, (seat + by) % players)):
            choices, machine = each.choices(who), each.entered()
            found = move_weights(machine, policy, who, machine.stop.site, [*choices.values()])
            weighed.append(dict(zip(choices, found, strict=True)))
        one, two = weighed
        assert {turned(rules, move, by): weight for move, weight in one.items()} == pytest.approx(two)
        seen += len(one) > 1
    assert seen > 10
