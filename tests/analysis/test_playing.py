"""Random games on the machine itself: the same games as through `Game`, and counts that are true."""

from collections import Counter, deque
from itertools import chain

import pytest
from hypothesis import given, strategies as st

from rulewright import Rules, RulesFault, load
from rulewright.analysis.random_games import plies, reference_playouts
from rulewright.analysis.simulate.summary import names
from rulewright.analysis.simulate.tasks import rules_of_setup
from rulewright.machine import wasm
from rulewright.machine.playouts import BROKEN, FAULTED, FINISHED, TOO_LONG, Batch
from rulewright.machine.record import MoveLine
from tests.analysis.simulating import BREAKING, COINS, ENDLESS, FAULTY, setup
from tests.laws.positions import GAMES, any_rules
from tests.made import BY_SEED

SEED = 5


def columns(batch: Batch) -> list[list[int]]:
    return [list(column) for column in (batch.status, batch.decisions, batch.winners, *batch.scores)]


def counts(batch: Batch) -> list[list[int]]:
    all_counts = batch.counts
    columns = (all_counts.decisions, all_counts.moves, all_counts.most, all_counts.uses, all_counts.used)
    return [list(column) for column in (*columns, all_counts.won)]


def agrees(rules: Rules, seed: int, number: int) -> None:
    batch = reference_playouts(rules, seed, number, 1)
    if FAULTED in batch.status:
        with pytest.raises(RulesFault):
            deque(plies(rules.start(seed, number), seed=seed, number=number))
        return
    game = rules.start(seed, number)
    moves = [len(game.moves(game.deciders[0])) for _ in plies(game, seed=seed, number=number) if not game.over]
    assert columns(batch) == [
        [FINISHED],
        [game.decisions],
        [sum(1 << seat for seat in game.winners)],
        *([score] for score in game.scores),
    ]
    assert sum(batch.counts.decisions) == game.decisions
    assert sum(batch.counts.moves) == sum(moves)
    assert max(batch.counts.most) == max(moves, default=0)


@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_those_that_random_players_record(name: str) -> None:
    agrees(load(name), SEED, 0)


@pytest.mark.thorough
@BY_SEED
@given(any_rules(), st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_so_are_those_of_any_rules(rules: Rules, seed: int, number: int) -> None:
    agrees(rules, seed, number)


def test_uses_are_those_of_the_records() -> None:
    rules = load("high-tide")
    uses: Counter[str] = Counter()
    used: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for number in range(10):
        game = rules.start(SEED, number)
        for _ in plies(game, seed=SEED, number=number):
            pass
        moves = [(line.seat, word) for line in game.lines if isinstance(line, MoveLine) for word in line.move]
        uses.update(str(word) for _, word in moves)
        used.update(str(word) for _, word in set(moves))
        won.update(str(word) for seat, word in set(moves) if seat in game.winners)
    counted = reference_playouts(rules, SEED, 0, 10).counts
    found = [name.name for name in names(rules)]
    assert sorted(found) == ["guess", "higher", "lower", "stop"]
    assert list(counted.uses) == [uses[name] for name in found]
    assert list(counted.used) == [used[name] for name in found]
    assert list(counted.won) == [won[name] for name in found]


SEVERAL = """game "Several"
    players 2
color is one of red, blue
component token, called "token-{number}": number 1..2
    2 of any
there is
    tray: area of token
    bets: 0..9, starts 0
setup:
    move all box to tray
play:
    each player:
        choose put-back
        choose bet
action put-back "Put two tokens back":
    pick 2 given from tray
    for each c in given: move c to box
action bet "Bet twice, also on one color, and say a number":
    pick n from {low}..{high}
    pick 2 colors-bet from colors, repeats allowed
    add 1 to bets
scoring:
    score of player: bets
    winners: players with highest score
"""


def used_items(low: int, high: int) -> dict[tuple[str, str], int]:
    rules = rules_of_setup(setup(SEVERAL.replace("{low}", str(low)).replace("{high}", str(high))))
    batch = reference_playouts(rules, SEED, 0, 10)
    return {(name.group, name.name): uses for name, uses in zip(names(rules), batch.counts.uses, strict=True) if uses}


def test_of_a_pick_of_several_each_member_counts() -> None:
    found = used_items(3, 3)
    tokens = {name: uses for (group, name), uses in found.items() if group == "put-back: given"}
    colors = {name: uses for (group, name), uses in found.items() if group == "bet: colors-bet"}
    assert tokens == {"token-1": 20, "token-2": 20}
    assert set(colors) == {"red", "blue"}
    assert sum(colors.values()) == 40
    assert found["bet: n", "3"] == 20
    assert (found["", "put-back"], found["", "bet"]) == (20, 20)


def test_numbers_without_an_item_of_their_own() -> None:
    assert used_items(64, 64)["bet: n", "64 or more"] == 20
    assert used_items(200, 200)["bet: n", "64 or more"] == 20
    assert not [key for key in used_items(-3, -3) if key[0] == "bet: n"]


def test_cut_into_batches_it_is_the_same() -> None:
    rules = rules_of_setup(setup(COINS))
    whole = reference_playouts(rules, SEED, 0, 12)
    parts = [reference_playouts(rules, SEED, first, 4) for first in (0, 4, 8)]
    assert [list(chain(*row)) for row in zip(*map(columns, parts), strict=True)] == columns(whole)


def test_a_game_that_goes_wrong_is_told_and_in_no_count() -> None:
    rules = rules_of_setup(setup(FAULTY))
    batch = reference_playouts(rules, 1, 0, 20)
    wrong = [at for at, status in enumerate(batch.status) if status == FAULTED]
    assert wrong
    assert sorted(batch.faults) == wrong
    fault = batch.faults[wrong[0]]
    assert (rules.line(fault.span), rules.quote(fault.span)) == (24, "subtract amount from coins")
    assert all(batch.winners[at] == 0 and all(column[at] == 0 for column in batch.scores) for at in wrong)
    finished = sum(d for d, status in zip(batch.decisions, batch.status, strict=True) if status == FINISHED)
    assert sum(batch.counts.decisions) == finished
    assert batch.counts.uses[0] == finished


def test_a_game_that_does_not_end_is_left_off() -> None:
    batch = reference_playouts(rules_of_setup(setup(ENDLESS)), SEED, 0, 2, 9)
    assert columns(batch) == [[TOO_LONG] * 2, [9] * 2, [0] * 2, [0] * 2, [0] * 2]
    assert not any(map(sum, counts(batch)))


def test_the_last_decision_may_end_the_game() -> None:
    rules = rules_of_setup(setup(COINS))
    (long,) = reference_playouts(rules, SEED, 0, 1).decisions
    assert list(reference_playouts(rules, SEED, 0, 1, long).status) == [FINISHED]
    assert list(reference_playouts(rules, SEED, 0, 1, long - 1).status) == [TOO_LONG]


def test_a_game_stands_at_the_first_invariant_that_breaks() -> None:
    """Of 3 coins one takes 1 or 2; a single one is left after a decision or two, or never."""
    rules = rules_of_setup(setup(BREAKING))
    batch, plain = reference_playouts(rules, SEED, 0, 60, checking=True), reference_playouts(rules, SEED, 0, 60)
    found = set(zip(batch.status, batch.decisions, strict=True))
    assert found == {(BROKEN, 1), (BROKEN, 2), (FINISHED, 2)}
    broken = [at for at, status in enumerate(batch.status) if status == BROKEN]
    assert {batch.winners[at] for at in broken} == {1}
    assert all(column[at] == 0 for at in broken for column in batch.scores)
    assert sum(batch.counts.decisions) == 2 * (60 - len(broken))
    assert set(plain.status) == {FINISHED}


def test_invariants_are_looked_at_at_the_end_and_before_too_many_decisions() -> None:
    rules = rules_of_setup(setup(COINS + 'invariant "some": coins is not 0\n'))
    assert set(reference_playouts(rules, SEED, 0, 9, checking=True).status) == {BROKEN}
    cut = reference_playouts(rules_of_setup(setup(BREAKING)), SEED, 0, 60, 1, checking=True)
    assert set(zip(cut.status, cut.decisions, strict=True)) == {(BROKEN, 1), (TOO_LONG, 1)}


AT_ONCE = """game "At once"
    players 3
there is
    coins: 0..100, starts 0
each player has
    own: 0..9, starts 0
play:
    repeat 3 times:
        each player at once: choose bid
        each player: add your own to coins
action bid "Bid":
    pick amount from 1..3
    set your own to amount
invariant "few": coins is less than 14
scoring:
    score of player: its own
    winners: players with highest score
"""

HALVES = COINS + 'invariant "halves": 6 / coins is at least 1\n'

LOOKED_AT = """game "Looked at"
    players 2
component card, called "card-{rank}": rank 1..3
    1 of any
each player has
    row: row of card, face up or down
setup:
    each player:
        draw c from box's cards "deal"
        move c to your row face down
play:
    each player: choose peek or pass
action peek "Look at what nobody may see": show your row's first to you
action pass "Do nothing": nothing
secret "rows": nobody sees players' row
scoring:
    score of player: 0
    winners: nobody
"""


CHECKED = [(BREAKING, 1000), (BREAKING, 1), (AT_ONCE, 1000), (HALVES, 1000), (LOOKED_AT, 1000)]
COUNTED = [(COINS, 1000), (COINS, 3), (FAULTY, 1000), (ENDLESS, 9)]


@pytest.mark.parametrize(("text", "most"), [*CHECKED, *COUNTED])
def test_the_fast_backend_gives_the_same(text: str, most: int) -> None:
    """Outcomes with what was chosen, and broken invariants."""
    if wasm.available() is not None:
        pytest.skip("the fast backend cannot run here")
    rules, checking = rules_of_setup(setup(text)), (text, most) in CHECKED
    slow = reference_playouts(rules, SEED, 2, 50, most, checking=checking)
    fast = wasm.engine_of(rules.program).playouts(SEED, 2, 50, most, checking=checking, counting=not checking)
    assert columns(fast) == columns(slow)
    if checking:
        assert set(slow.status) & {BROKEN, FAULTED}
    else:
        assert counts(fast) == counts(slow)
    assert {at: (fault.code, fault.message, fault.span) for at, fault in fast.faults.items()} == {
        at: (fault.code, fault.message, fault.span) for at, fault in slow.faults.items()
    }
