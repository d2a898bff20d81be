"""Opponents are fair: by nothing but the rules is one seat better off than another, and what a seat cannot see changes
nothing that it does.

`python -m pytest -m slow tests/laws/test_opponents.py` plays 2,000 games for each number of wins;
`HYPOTHESIS_PROFILE=deep` looks at 10,000 positions in which something else may be hidden.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from statistics import fmean, variance

import pytest
from attrs import evolve

from rulewright import Game, Rules, RulesFault, load, search
from rulewright.analysis.random_games import seated_playouts
from rulewright.bots import alone, among_themselves, bot_move
from rulewright.levels import Level
from rulewright.machine.features import features
from rulewright.machine.horizon import Trained
from rulewright.machine.playouts import wilson
from rulewright.machine.policy import Policy, weights
from rulewright.machine.sample_state import Dealer, eyes
from rulewright.searching import Thinker
from tests.laws.positions import DEEP, GAMES, rules_of, settings_of
from tests.laws.test_asking import played_otherwise, some_way
from tests.laws.test_secrecy import SECRETIVE, of_made
from tests.laws.twins import Pair, pairs
from tests.made.loading import loaded
from tests.wasm.common import WASM

BIDS = Path(__file__).with_name("bids.rules").read_text(encoding="utf-8")
PRIZES = """
game "Prizes"
    players 2
component prize, called "prize-{worth}": worth 1..4
    1 of any
component card, called "card-{rank}": rank 1..4
    1 per player of any
there is
    prizes: pile of prize
    offered: slot of prize
each player has
    hand: hand of card
    chosen: slot of card
    won: area of prize
setup:
    move all box's prizes to prizes
    shuffle prizes
    each player:
        for each c in cards: move 1 from box where it is c to your hand
play:
    repeat until prizes is empty:
        move 1 from prizes to offered
        each player at once: choose play
        let leaders be players where its bid is highest bid of players
        if leaders's size is 1: move offered to leaders's first's won
        otherwise: move offered to box
        each player: move your chosen to box
action play "Choose a card":
    pick card from your hand
    move card to your chosen
define bid of player p: p's chosen's rank
scoring:
    score of player: total worth of its won
    winners: players with highest score
"""
HANDS = """
game "Hands"
    players 2
each player has
    shown: 0..2
    points: 0..5
play:
    repeat 5 times:
        each player at once: choose show
        for each p in players:
            if p's shown is (p's right's shown + 1) mod 3: add 1 to p's points
action show "Show a hand":
    pick n from 0..2
    set your shown to n
scoring:
    score of player: its points
    winners: players with highest score
"""
EQUAL: dict[str, Callable[[], Rules]] = {
    "prizes": cache(partial(loaded, PRIZES)),
    "hands": cache(partial(loaded, HANDS)),
    "bids": cache(partial(loaded, BIDS, 3)),
}
"""Games in which all choose at once, and by the rules every seat is as good as another."""


# ---- equal seats


@pytest.mark.thorough
@pytest.mark.sampled(12, 12)
@WASM
@pytest.mark.parametrize("rounds", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", EQUAL)
def test_a_seat_finds_what_another_one_would_find_in_its_place(name: str, rounds: int) -> None:
    """How often it tries each move, on average over seeds, within four standard errors."""
    rules, seeds = EQUAL[name](), range(100)

    def tries(seat: int) -> Iterator[tuple[int, ...]]:
        game = rules.start(1)
        for _ in range(rounds):  # the same happens to it and to who sits behind it
            for ahead in range(rules.players):
                other = (seat + ahead) % rules.players
                game.play(other, game.moves(other)[1 + ahead])
        for other in range(seat):  # as in games, where who sits before it is asked before it
            game.play(other, game.moves(other)[0])
        for seed in seeds:
            found = search(game, seat, iterations=100, seed=seed * rules.players + seat, jobs=1)
            yield tuple(move.visits for move in sorted(found.moves, key=lambda each: each.move))

    first, *others = [list(zip(*tries(seat), strict=True)) for seat in range(rules.players)]
    for other in others:
        for one, each in zip(first, other, strict=True):
            error = ((variance(one) + variance(each)) / len(seeds)) ** 0.5
            assert abs(fmean(one) - fmean(each)) <= 4 * error, (first, other)


@WASM
def test_seats_draw_lots_of_their_own() -> None:
    """Seats that know the same choose the same no more often than by chance."""
    rules, games = EQUAL["hands"](), 400
    move = among_themselves(rules, dict.fromkeys(range(2), Level("few", 20)))
    shown = [[move(rules.start(1, number), seat, 1, number) for seat in range(2)] for number in range(games)]
    one, other = zip(*shown, strict=True)
    by_chance = sum(one.count(each) * other.count(each) for each in set(one)) / games**2
    same = wilson(sum(first == second for first, second in shown), games, z=3.6)
    assert same is not None
    assert same.low <= by_chance <= same.high


@pytest.mark.sampled(3, 3)
@WASM
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("iterations", "games"),
    [
        pytest.param(50, 200, marks=pytest.mark.thorough),
        *(pytest.param(number, 2_000, marks=pytest.mark.slow) for number in (50, 200, 2_000)),
    ],
)
@pytest.mark.parametrize("name", EQUAL)
def test_equal_seats_win_equally_often(name: str, iterations: int, games: int) -> None:
    """Of the games that one seat wins alone each wins its part, within the limits of 95 % for all these numbers
    together, which are 99.7 % for each of them."""
    rules = EQUAL[name]()
    batch = seated_playouts(rules, dict.fromkeys(range(rules.players), Level("equal", iterations)))(7, 0, games)
    alone = [sum(mask == 1 << seat for mask in batch.winners) for seat in range(rules.players)]
    for wins in alone:
        share = wilson(wins, sum(alone), z=3.0)
        assert share is not None
        assert share.low <= 1 / rules.players <= share.high, alone
    print(f"{name}, {iterations} iterations, {games} games: won alone {alone}")


# ---- a seat's own information

OPEN = {"connect-four", "go", "hex", "kalah", "ship-captain-crew", "tic-tac-toe"}
"""The shipped games in which nothing is hidden."""
SOURCES = [*(name for name in GAMES if name not in OPEN), *(path.stem for path in SECRETIVE), "made"]
POSITIONS = 10_000 // len(SOURCES) + 1 if DEEP else 3


def indistinguishable_pairs(source: str) -> Iterator[Pair]:
    """Games that stand alike for a seat, and in which something else is hidden: both from the beginning, where they
    told it the same, and both from the middle."""
    if source == "made":
        yield from (pair for pair in of_made() if pair.game.state != pair.twin.state)
        return
    rng, files = random.Random(source), {path.stem: path for path in SECRETIVE}
    small = load(files[source]) if source in files else None
    for number in count():
        rules = small or rules_of(source, rng.choice(settings_of(source)))
        game = some_way(rules, rng)
        seat = rng.choice(game.deciders)
        twin = played_otherwise(game, seat, number)
        found = [] if twin is None else [Pair(game, twin, seat)]
        found += islice(pairs(rules, number, share=0.1), 1)
        yield from (pair for pair in found if pair.game.state != pair.twin.state)


@pytest.mark.sampled(24, 6)
@pytest.mark.timeout(0 if DEEP else 600)
@pytest.mark.parametrize("source", SOURCES)
def test_what_a_seat_cannot_see_changes_nothing_that_it_does(source: str) -> None:
    """The worlds that it draws are the same, and so is its move, whatever policy it has."""
    thinker, rules = None, None
    for number, pair in enumerate(islice(indistinguishable_pairs(source), POSITIONS)):
        if thinker is None or rules is not pair.game.rules:
            rules = pair.game.rules
            thinker = Thinker(evolve(rules, trained=Trained(policy=any_policy(rules, number))))
        found = [_does(thinker, game, pair.seat, number) for game in (pair.game, pair.twin)]
        assert found[0] == found[1], f"{source}, seat {pair.seat}\n{pair.game.rules.source_text}"


def any_policy(rules: Rules, seed: int) -> Policy | None:
    """One of weights by lot that looks at everything; of made rules, each of which needs a module of its own, mostly
    None."""
    rng, made = random.Random(f"{rules.name} {seed}"), features(rules.program)
    if rng.random() < (0.5 if rules.name in GAMES else 0.9):
        return None
    names = tuple(each.name for each in made.contexts)
    return Policy(names, weights(rules.program, made, [rng.uniform(0.2, 5) for _ in range(made.size)]))


def test_the_law_finds_who_looks_at_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mistake would: what the seat does not know is not dealt anew."""
    monkeypatch.setattr(Dealer, "state", lambda dealer, _chance: dealer.vector)
    pair = next(pair for pair in indistinguishable_pairs("kuhn-poker") if not pair.game.steps)
    assert len({tuple(eyes(game, pair.seat).worlds(2, 1)) for game in (pair.game, pair.twin)}) == 2


def _does(thinker: Thinker, game: Game, seat: int, seed: int) -> tuple[object, object]:
    try:
        worlds: object = list(eyes(game, seat).worlds(6, seed))
    except RulesFault as fault:
        worlds = str(fault)
    return worlds, bot_move(thinker, eyes(game, seat), Level("few", 60), seed, game.decisions, how=alone)
