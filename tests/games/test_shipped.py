"""Shipped games: random games against engines written from the specifications alone, secrecy, and what else is so."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from attrs import frozen

from rulewright import Game, load
from rulewright.files import find
from rulewright.language.elaborate.settings import Setting, shown_setting
from rulewright.language.parser import parse
from rulewright.language.source import Source
from rulewright.language.syntax import Example
from rulewright.machine.information import information
from tests.games import common
from tests.games.common import how_many, play_at_random, screen
from tests.laws.positions import rules_of, settings_of
from tests.oracles.alchemy import Alchemy
from tests.oracles.apotheca import Apotheca
from tests.oracles.aurum import Aurum
from tests.oracles.balloon_cup import BalloonCup
from tests.oracles.biblios import CATEGORIES, Biblios
from tests.oracles.follow import Factory
from tests.oracles.line_it import LineIt

# ---- what watchers look for


def all_have_as_many_turns(game: Game) -> None:
    """The last round of Alchemy! is finished, and Line-it has as many rounds as its deck."""
    if game.over:
        turns = [line.seat for line in game.record if hasattr(line, "move") and line.move[0] == "end-turn"]
        rounds = {turns.count(seat) for seat in range(game.rules.players)}
        assert len(rounds) == 1
        assert game.rules.name != "line-it" or rounds == {{2: 26, 3: 21, 4: 17, 5: 15}[game.rules.players]}


def three_satisfied_apothecaries_win(game: Game) -> None:
    """One player or one team has three; if nobody can do anything any more, nobody wins."""
    if game.over and game.winners:
        assert len(game.winners) == (2 if game.rules.players == 4 else 1)
        assert {seat for seat, score in enumerate(game.scores) if score == 3} == set(game.winners)


def metals_in_play(game: Game) -> None:
    """After the predictions eleven metals of each player lie in hands, piles and trick."""
    zones, players = game.view(None).zones, game.rules.players
    sizes = {name: sum(zone.size for zone in zones if zone.name == name) for name in ("forecast", "hand", "piles")}
    if not game.over and sizes["forecast"] >= players:
        trick = next(zone for zone in zones if zone.name == "trick").pieces
        assert trick is not None
        metals = sum(not piece.name.startswith("gold") for piece in trick)
        assert sizes["hand"] + sizes["piles"] + metals == 11 * players


def who_trades_could_pass(game: Game) -> None:
    """Nobody is asked for a trade without a trade to make."""
    for seat in game.deciders:
        moves = game.moves(seat)
        assert ("pass",) not in moves or any(move[0] == "trade" for move in moves)


CHURCH = {  # how many dice, and the changes
    "church-up-one": (1, (1,)),
    "church-down-one": (1, (-1,)),
    "church-up-two": (2, (1,)),
    "church-down-two": (2, (-1,)),
    "church-up-or-down": (1, (1, -1)),
}
Step = tuple[bool, int, int]  # a white die, which, the change


def uses_of_a_church_card(game: Game) -> None:
    """E16: the moves of a church card are exactly those whose steps can be made one by one in some order."""
    for seat in game.deciders:
        moves = game.moves(seat)
        if ("decline",) in moves:
            offered = {move[1:] for move in moves if move[0] == "church"}
            assert offered == {tuple(map(step_name, steps)) for steps in possible_uses(game)}


def step_name(step: Step) -> str:
    for_white, category, change = step
    return f"{'white-' * for_white}{CATEGORIES[category]}{change:+d}"


def possible_uses(game: Game) -> Iterator[tuple[Step, ...]]:
    """By trying every order of every set of steps on the dice themselves."""
    sight = game.view(None)
    card = next(piece.name for zone in sight.zones if zone.name == "altar" for piece in zone.pieces or ())
    number, changes = CHURCH[card]
    values = {(each.name, each.owners[0]): each.value for each in sight.variables if each.name in {"die", "white"}}
    dice = {(name == "white", CATEGORIES.index(str(owner))): int(str(value)) for (name, owner), value in values.items()}
    scoring, white = (
        [
            tuple((for_white, category, by) for category, by in zip(which, change, strict=True))
            for which in combinations(range(len(CATEGORIES)), number)
            for change in product(changes, repeat=number)
        ]
        for for_white in (False, True)
    )
    for first in scoring:
        for second in [(), *white] if (True, 0) in dice else [()]:
            if any(stays_right(dice, order) for order in permutations(first + second)):
                yield first + second


def stays_right(dice: dict[tuple[bool, int], int], steps: tuple[Step, ...]) -> bool:
    now = dict(dice)
    for for_white, category, change in steps:
        now[for_white, category] += change
        if not 1 <= now.get((True, category), 1) <= now[False, category] <= 6:
            return False
    return True


def payments(game: Game) -> None:
    """E18: the payments are exactly the sets of gold cards worth the bid without a superfluous one."""
    for seat in game.deciders:
        moves = game.moves(seat)
        if ("refuse",) not in moves or any(move[0] == "discard" for move in moves):
            continue
        sight = game.view(seat)
        hand = [zone for zone in sight.zones if zone.name == "hand"][seat]
        held = {piece.name: piece.copies for piece in hand.pieces or ()}
        bid = int(str(next(each.value for each in sight.variables if each.name == "high-bid")))
        most = [range(held.get(f"gold-{value}", 0) + 1) for value in (1, 2, 3)]
        enough = {cards for cards in product(*most) if cards[0] + 2 * cards[1] + 3 * cards[2] >= bid}
        lean = {(a, b, c) for a, b, c in enough if not {(a - 1, b, c), (a, b - 1, c), (a, b, c - 1)} & enough}
        assert {move[1:] for move in moves if move[0] == "pay"} == lean


# ---- the games


@frozen
class Shipped:
    """A game with its engine: so many games are followed in each setting, with these watchers; everybody runs every
    n-th setting. Secrecy is tried in so many games, in every n-th setting, at a share of the decisions; `traces`: also
    by what was never seen. `examples`: how the titles of its examples begin."""

    name: str
    engine: Factory
    followed: int
    settings: tuple[int, int]
    watchers: tuple[Callable[[Game], None], ...]
    secret: int
    nth: int
    share: float = 0.02
    traces: bool = True
    examples: str = ""


GAMES = (
    Shipped("alchemy", Alchemy, 1, (99, 8), (all_have_as_many_turns,), 1, 8, 0.002, examples="E18"),
    Shipped("apotheca", Apotheca, 1, (99, 2), (three_satisfied_apothecaries_win,), 1, 8, 0.05, examples="E50"),
    Shipped("aurum", Aurum, 1, (99, 4), (metals_in_play,), 1, 4, examples="W11 S17"),
    Shipped("balloon-cup", BalloonCup, 1, (99, 8), (who_trades_could_pass,), 1, 8, 0.03, traces=False),
    Shipped("biblios", Biblios, 1, (99, 6), (uses_of_a_church_card, payments), 1, 6, traces=False),
    Shipped("line-it", LineIt, 3, (99, 1), (all_have_as_many_turns,), 1, 1, examples="E14"),
)


def each_setting(often: Callable[[Shipped], tuple[int, int]]) -> pytest.MarkDecorator:
    """Runs a test once in every setting of every game: of `(n, m)` everybody every n-th, of the others every m-th where
    it is thorough."""
    rows = []
    for game in GAMES:
        every, less = often(game)
        for at, setting in enumerate(settings_of(game.name)):
            marks = [pytest.mark.slow if at % less else pytest.mark.thorough] if at % every else []
            rows.append(pytest.param(game, setting, marks=marks, id=f"{game.name}: {shown_setting(setting)}"))
    return pytest.mark.parametrize(("game", "setting"), rows)


@each_setting(lambda game: game.settings)
def test_an_independent_engine_agrees_with_every_step(game: Shipped, setting: Setting) -> None:
    common.follow_games(game.name, game.engine, setting, how_many(game.followed), *game.watchers)


@pytest.mark.thorough
@each_setting(lambda game: (game.nth, game.nth))
def test_what_a_seat_cannot_see_makes_no_difference_to_it(game: Shipped, setting: Setting) -> None:
    common.secrets_are_kept_in(game.name, setting, how_many(game.secret), share=game.share, traces=game.traces)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_worked_example_of_the_specification_is_an_example(game: Shipped) -> None:
    path = find(game.name)
    tree = parse(Source(path.name, path.read_text(encoding="utf-8"))).ruleset
    begun = {each.title.text.split()[0] for each in tree.declarations if isinstance(each, Example)}
    wanted = {f"{last[0]}{number}" for last in game.examples.split() for number in range(1, int(last[1:]) + 1)}
    assert wanted in (begun, set())


# ---- single ones


def test_other_potions_of_alchemy_need_no_other_rules(tmp_path: Path) -> None:
    """Twenty-four potions that each have the recipe and the effect of another one, and fewer cards."""
    text = find("alchemy").read_text(encoding="utf-8").split("\nexample ", 1)[0]
    head, rest = text.split("component potion", 1)
    potions, rest = rest.split("\n\n", 1)
    lines = potions.splitlines()
    rows = [line for line in lines if ", called " in line]
    before, names = zip(*(row.split(", called ") for row in rows), strict=True)
    turned = [f"{row}, called {name}" for row, name in zip(before[7:] + before[:7], names, strict=True)]
    fewer = rest.replace("    3 of action", "    1 of action").replace("1, called", "2, called")
    changed = tmp_path / "other.rules"
    whole = [*lines[: -len(rows)], *turned, "", fewer]
    changed.write_text(head + "component potion" + "\n".join(whole), encoding="utf-8")
    for stage in play_at_random(load(changed, players=3).start(5), random.Random(5)):
        common.invariants_hold(stage)
        common.nothing_is_lost(stage)


def test_everybody_sees_to_whom_an_arrow_points_and_only_this_seat_what_it_is() -> None:
    game = rules_of("apotheca", settings_of("apotheca")[1]).start(7)
    assert screen(game, None).count("?(player-2)") == screen(game, 0).count("?(player-2)") == 2
    assert "?(player-2)" not in screen(game, 1)
    assert screen(game, 1).count("(potion-") == 2


def test_who_ends_the_round_shows_the_hand() -> None:
    """Nobody but the owner has seen these cards before."""
    table = rules_of("aurum", settings_of("aurum")[3])
    stages = (stage for number in range(60) for stage in play_at_random(table.start(4, number), random.Random(number)))
    game, seat, hand = next(
        (stage, seat, zone.pieces)
        for stage in stages
        for seat in stage.deciders
        for zone in stage.view(seat).zones
        if ("end-round",) in stage.moves(seat) and zone.name == "hand" and zone.pieces
    )
    told = len(information(game, None))
    game.play(seat, ("end-round",))
    shown = [event.piece for event in information(game, None)[told:] if event.what == "shown"]
    assert shown == [piece.name for piece in hand]
