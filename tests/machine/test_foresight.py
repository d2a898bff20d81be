"""What follows a move most often, as the trees of a search know it, and the scores of more games."""

from itertools import islice
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.machine.foresight import FARTHEST, Follow, told_to
from rulewright.machine.sample_state import eyes
from rulewright.machine.search import move_key
from rulewright.machine.view import HIDDEN
from rulewright.searching import Budget, Thinker
from tests.laws.positions import rules_of, settings_of
from tests.laws.twins import Pair, pairs
from tests.oracles import search_tree
from tests.wasm.common import WASM

LINES = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1"]
SECRETIVE = Path(__file__).parents[1] / "laws" / "secretive"
BUDGET = Budget(iterations=600, seed=4, jobs=1)


def follows(game: Game, seat: int) -> tuple[Follow, ...]:
    """What follows the move that was tried most."""
    thinker, seen = Thinker(game.rules), eyes(game, seat)
    return thinker.follows(seen, thinker.think(seen, BUDGET).best.move)


@WASM
def test_a_forced_win_is_told_up_to_the_end() -> None:
    """By hand: with a1 and b2 against b1 and c3, a second threat at once wins, whichever of them is answered."""
    game = load("tic-tac-toe").start()
    for cell in ("a1", "b1", "b2", "c3"):
        game.play(game.deciders[0], ("place", cell))
    thinker, seen = Thinker(game.rules), eyes(game, 0)
    best = thinker.think(seen, BUDGET).best
    assert (best.proven, best.move) in [("won", ("place", "a2")), ("won", ("place", "a3"))]
    answer, end = thinker.follows(seen, best.move)
    assert (answer.seat, end.seat) == (1, 0)
    mine = {"a1", "b2", best.move[1], end.move[1]}
    assert any(mine >= set(line.split()) for line in LINES)
    assert answer.move[1] not in mine


@WASM
def test_who_must_answer_a_threat_does() -> None:
    """By hand: three in a column are stopped on top of it; otherwise the game is lost at once."""
    game = load("connect-four").start()
    for column in "dcdc":
        game.play(game.deciders[0], f"drop column-{column}")
    thinker, seen = Thinker(game.rules), eyes(game, 0)
    thinker.think(seen, Budget(iterations=6_000, seed=4, jobs=1))
    found = thinker.follows(seen, ("drop", "column-d"))
    assert 1 <= len(found) <= FARTHEST
    assert (found[0].seat, found[0].move) == (1, ("drop", "column-d"))
    assert found[0].share > 1 / 2


@pytest.mark.parametrize("name", ["deal", "knock", "connect-four"])
def test_moves_have_the_keys_that_the_oracle_gives_them(name: str) -> None:
    game = load(name).start(3)
    for _ in range(6):
        seat = game.deciders[0]
        for choice in game.choices(seat).values():
            assert move_key(seat, choice) == search_tree.move_key(seat, choice)
        game.play(seat, game.moves(seat)[-1])


def test_a_move_is_told_as_far_as_the_other_sees_its_pieces() -> None:
    """The card of a hand is seen by nobody else before it is played, and by its owner."""
    game = load("deal").start(3)
    [seat] = game.deciders
    told = {told_to(game, other, seat, *each) for other in (seat, 1 - seat) for each in game.choices(seat).items()}
    assert told == {*game.moves(seat), ("play", HIDDEN)}


def hidden_games() -> list[Pair]:
    """Positions that look alike to a seat, in games in which pieces are hidden."""
    rules = [load(path) for path in sorted(SECRETIVE.glob("*.rules"))]
    rules += [rules_of(name, settings_of(name)[0]) for name in ("alchemy", "deal", "knock")]
    return [pair for seed, each in enumerate(rules) for pair in islice(pairs(each, seed, share=0.4), 1)]


@pytest.mark.thorough
@WASM
def test_nothing_that_follows_tells_what_is_hidden() -> None:
    """Where unseen pieces are exchanged the same follows, and no unseen piece is named of another seat."""
    hidden, told = 0, 0
    for pair in hidden_games():
        found = follows(pair.game, pair.seat)
        assert found == follows(pair.twin, pair.seat), pair.game.rules.name
        view = pair.game.view(pair.seat)
        seen = {piece.name for zone in view.zones for piece in zone.pieces or ()}
        kinds = {kind for component in pair.game.rules.core.components for kind in component.kinds}
        for each in found:
            hidden += HIDDEN in each.move
            told += 1
            assert each.seat == pair.seat or not kinds & {*map(str, each.move)} - seen, each
    assert hidden
    assert told > hidden


DRAWN = """game "Drawn"
    players 2
component card, called "card-{number}": number 1..6
    1 of any
there is
    deck: pile of card
    display: slot of card, seen by SEEN
    discard: area of card
each player has
    coins: 0..9
setup:
    move all box to the deck
    shuffle the deck
play:
    each player where its seat is 1: choose start
    move 1 from the deck to the display
    each player: choose take
action start "Begin":
    pick n from 1..2
    add n to your coins
action take "Take a number":
    pick n from 1..3
    if n is display's first's number: add 2 to your coins
scoring:
    winners: players with highest coins
"""


@WASM
@pytest.mark.parametrize(("seen_by", "told"), [("everyone", False), ("nobody", True)])
def test_what_is_decided_by_a_card_that_is_turned_up_only_then_is_not_told(
    tmp_path: Path, seen_by: str, *, told: bool
) -> None:
    """Which number is best depends on the card, where that is seen."""
    path = tmp_path / "drawn.rules"
    path.write_text(DRAWN.replace("SEEN", seen_by))
    assert bool(follows(load(path).start(3), 0)) is told


TAKES = """game "Takes"
    players 3
each player has
    coins: 0..9
play:
    repeat 2 times:
        each player: choose take
action take "Take some":
    pick n from 1..3
    add n to your coins
scoring:
    score of player: its coins
    winners: players with highest score
"""


@WASM
def test_scores_are_those_of_games_that_begin_with_the_moves(tmp_path: Path) -> None:
    """By hand: who takes n and then 1 to 3 has n + 1 to n + 3, and wins most often with the most."""
    path = tmp_path / "takes.rules"
    path.write_text(TAKES)
    game = load(path).start()
    thinker, seen = Thinker(game.rules), eyes(game, 0)
    assert thinker.ends(seen, [("take", 1)], 40) == [[]], "nothing was thought yet"
    assert thinker.think(seen, BUDGET).best.move == ("take", 3)
    few, many = ([one.scores[0] for one in each] for each in thinker.ends(seen, [("take", 1), ("take", 3)], 400))
    assert (len(few), len(many)) == (400, 400)
    assert set(few) <= {2, 3, 4}
    assert set(many) <= {4, 5, 6}
    assert many.count(6) > 200


@WASM
def test_moves_are_looked_at_closer_as_often_as_each_other(tmp_path: Path) -> None:
    """The numbers are those of the last round; before it there is one of half as many games, and so on."""
    path = tmp_path / "takes.rules"
    path.write_text(TAKES)
    thinker, seen = Thinker(load(path).start().rules), eyes(load(path).start(), 0)
    found, few, many = thinker.think(seen, BUDGET), ("take", 1), ("take", 3)
    assert thinker.closer(seen, found, [few], BUDGET, lambda: False) == found
    closer = thinker.closer(seen, found, [few, many], Budget(iterations=2_000), lambda: True)
    moves = {each.move: each for each in closer.moves}
    assert moves[few].visits == moves[many].visits == 2_000
    assert moves["take", 2] in found.moves
    assert moves[few].value < moves[many].value
    assert all(each.low <= each.value <= each.high for each in closer.moves)
    assert closer.iterations == 600 + 2 * (2_000 + 1_000 + 500 + 250 + 125)


@WASM
def test_without_the_fast_backend_nothing_follows() -> None:
    game = load("kalah").start()
    thinker, seen = Thinker(game.rules), eyes(game, 0)
    thinker.fast = False
    found = thinker.think(seen, Budget(iterations=30))
    best = found.best.move
    assert thinker.closer(seen, found, [best], BUDGET, lambda: True) is found
    assert thinker.follows(seen, best) == ()
    assert thinker.ends(seen, [best], 10) == [[]]
