"""Many random games at once are the games of `random_games`, one by one, and what was chosen is counted as said."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, strategies as st

from rulewright import Rules, RulesFault
from rulewright.analysis.random_games import plies
from rulewright.language.elaborate.settings import Setting
from rulewright.machine.chance import CHANCE_STREAM, GAMMA, HALF, PLAYER_STREAM, WORD, absorb, mix, stream_key
from rulewright.machine.interpret import Deciding
from rulewright.machine.playouts import FAULTED, FINISHED, NUMBERS, TOO_LONG, Batch, Counts, Item, items
from rulewright.machine.wasm import Engine, engine_of
from tests.made import BY_SEED, any_rules
from tests.wasm.common import WASM, loaded
from tests.wasm.corners import CORNERS, completed
from tests.wasm.games import DEEP, corner_pair, every_second, shipped_engine, shipped_rules

pytestmark = [WASM, pytest.mark.thorough]
SETTINGS = every_second(1)
SEEDS = st.integers(0, 2**64 - 1)
GAMES = 20 if DEEP else 2
Row = tuple[int, int, int, tuple[int, ...]]


class Reckoned:
    """The games as the reference plays them, and what was chosen in the finished ones."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.all = items(rules.program).all
        self.decisions: Counter[int] = Counter()
        self.moves: Counter[int] = Counter()
        self.most: Counter[int] = Counter()
        self.uses: Counter[Item] = Counter()
        self.used: Counter[Item] = Counter()
        self.won: Counter[Item] = Counter()
        self.faults: dict[int, tuple[object, ...]] = {}

    def game(self, seed: int, number: int, most: int) -> Row:
        """Play a game: status, decisions, winners, scores."""
        sites: list[tuple[int, int]] = []
        chosen: list[tuple[int, Item]] = []
        seats = self.rules.players
        decisions = 0
        game = None
        try:
            game = self.rules.start(seed, number)
            steps = plies(game, seed=seed, number=number)
            next(steps)
            while not game.over:
                if decisions == most:
                    return TOO_LONG, decisions, 0, (0,) * seats
                stop = game.entered().stop
                assert isinstance(stop, Deciding)
                seat = stop.seats[0]
                sites.append((stop.site, len(game.moves(seat))))
                decisions += 1
                next(steps)
                decision = next(step for step in reversed(game.steps) if hasattr(step, "choice"))
                chosen += [(seat, item) for item in self._items(stop.site, decision.choice)]
            scores, winners = game.scores, game.winners
        except RulesFault as fault:
            self.faults[number] = fault.code, fault.message, fault.span
            return FAULTED, decisions, 0, (0,) * seats
        self._count(sites, chosen, winners)
        return FINISHED, decisions, sum(1 << seat for seat in winners), scores

    def _items(self, site: int, choice) -> list[Item]:
        """What a move chooses, by the definition of items."""
        program = self.rules.program
        number = program.sites[site].offers[choice.offer].action
        action = program.actions[number]
        found = [Item(number, choice.variant)]
        picks = iter(choice.picks)
        for at, pick in enumerate(action.picks(choice.variant)):
            variant = -1 if at < action.common else choice.variant
            breadth = 2 if pick.argument.kind == "piece" else 1
            count, room = (1, 1) if pick.several is None else (next(picks), pick.several.capacity)
            members = [[next(picks) for _ in range(breadth)] for _ in range(room)]
            values = [member[0] for member in members[:count]]
            if pick.argument.kind == "number":
                values = [min(value, NUMBERS - 1) for value in values]
            found += [Item(number, variant, at, value) for value in values]
        known = set(self.all)
        return [item for item in found if item in known]

    def _count(self, sites: list[tuple[int, int]], chosen: list[tuple[int, Item]], winners: tuple[int, ...]) -> None:
        for site, moves in sites:
            self.decisions[site] += 1
            self.moves[site] += moves
            self.most[site] = max(self.most[site], moves)
        for seat, item in set(chosen):
            self.used[item] += 1
            self.won[item] += seat in winners
        self.uses.update(item for _, item in chosen)

    def agrees(self, counts: Counts) -> None:
        """The counts say the same."""
        sites = range(len(self.rules.program.sites))
        for column, known in (("decisions", self.decisions), ("moves", self.moves), ("most", self.most)):
            assert list(getattr(counts, column)) == [known[site] for site in sites], column
        for column, of_items in (("uses", self.uses), ("used", self.used), ("won", self.won)):
            assert list(getattr(counts, column)) == [of_items[item] for item in self.all], column


def rows(batch: Batch) -> list[Row]:
    """The games of a batch."""
    scores = zip(*batch.scores, strict=True)
    return list(zip(batch.status, batch.decisions, batch.winners, scores, strict=True))


def told(batch: Batch) -> dict[int, tuple[object, ...]]:
    """The faults of a batch, by the number of the game."""
    return {batch.first + at: (fault.code, fault.message, fault.span) for at, fault in batch.faults.items()}


def agree(rules: Rules, engine: Engine, seed: int, first: int, count: int, most: int = 1_000_000) -> Batch:
    """The same games by both; with counts and without."""
    reckoned = Reckoned(rules)
    expected = [reckoned.game(seed, first + at, most) for at in range(count)]
    counted = engine.playouts(seed, first, count, most, counting=True)
    plain = engine.playouts(seed, first, count, most)
    for batch in (counted, plain):
        assert rows(batch) == expected
        assert told(batch) == reckoned.faults
    reckoned.agrees(counted.counts)
    assert plain.counts == Counts.zero(rules.program)
    return counted


@pytest.mark.parametrize(("name", "setting"), SETTINGS[:: 1 if DEEP else 3], ids=str)
def test_playouts_are_random_games(name: str, setting: Setting) -> None:
    agree(shipped_rules(name, setting), shipped_engine(name, setting), setting.players, 2**40, GAMES)


@BY_SEED
@given(any_rules(), SEEDS, st.integers(0, 2**63))
def test_playouts_of_made_games(rules: Rules, seed: int, first: int) -> None:
    agree(rules, engine_of(rules.program), seed, first, 3)


@pytest.mark.sampled(12, 12)
@pytest.mark.parametrize("name", CORNERS)
def test_playouts_of_corners(name: str) -> None:
    pair = corner_pair(name)
    agree(pair.rules, pair.engine, 5, 0, min(3, CORNERS[name].games))


def test_games_after_a_fault_are_what_they_are_alone() -> None:
    """About every second game faults, at its beginning, in its middle, or when it is scored."""
    text = """play:
    roll luck from 1..4 "luck"
    if luck is 1: add 1 / (luck - 1) to players' first's coins
    repeat 3 times:
        each player: choose earn or lose
action earn "Earn":
    pick n from 1..3
    add n to your coins
action lose "Lose":
    subtract 60 from your coins
scoring:
    score of player p: 100 / (p's coins - 7)
    winners: players with highest score
"""
    rules = loaded(completed(text), 2)
    engine = engine_of(rules.program)
    batch = agree(rules, engine, 3, 0, 60)
    assert {FAULTED, FINISHED} == set(batch.status)
    assert len({fault.code for fault in batch.faults.values()}) > 1
    alone = [engine.playouts(3, number, 1) for number in range(60)]
    assert [row for one in alone for row in rows(one)] == rows(batch)


@given(st.sampled_from(SETTINGS), SEEDS, st.lists(st.integers(1, 30), min_size=1, max_size=5))
def test_batches_do_not_matter(which: tuple[str, Setting], seed: int, lengths: list[int]) -> None:
    engine = shipped_engine(*which)
    play = partial(engine.playouts, seed, counting=True)
    whole = play(0, sum(lengths))
    counts = Counts.zero(engine.program)
    found: list[Row] = []
    for length in lengths:
        part = play(len(found), length)
        found += rows(part)
        counts.add(part.counts)
    assert found == rows(whole)
    assert counts == whole.counts


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(0, 30))
def test_a_game_cut_short_is_too_long(which: tuple[str, Setting], seed: int, most: int) -> None:
    agree(shipped_rules(*which), shipped_engine(*which), seed, 0, 1, most)


def test_a_game_just_as_long_as_allowed_is_finished() -> None:
    rules = loaded(completed("play:\n    repeat 4 times:\n        each player: choose pass\n"), 2)
    for most, status in ((8, FINISHED), (7, TOO_LONG)):
        assert list(agree(rules, engine_of(rules.program), 1, 0, 2, most).status) == [status] * 2


def test_a_game_without_decisions() -> None:
    rules = loaded(completed("play:\n    each player: add 1 to your coins\n"), 3)
    batch = agree(rules, engine_of(rules.program), 1, 0, 5)
    assert rows(batch) == [(FINISHED, 0, 0b001, (1, 1, 1))] * 5


def rejected(number: int, n: int, stream: int) -> bool:
    """Whether the first output of the first event of a game of seed 1 gives no number below n, so that another one is
    taken: of games picked at random hardly any."""
    output = mix((absorb(stream_key(1, number, stream), 0) + GAMMA) & WORD) >> 32
    return output * n & HALF < (HALF + 1) % n


ROLL = """play:
    roll n from 1..65175
    add n mod 1000 to players' first's coins
    add n / 1000 to players' last's coins
"""
TAKE = """play:
    ask players' first: choose take
action take "Take":
    pick n from 1..9714
    add n to your coins
"""


@pytest.mark.parametrize(
    ("text", "number", "most", "stream"),
    [
        (ROLL, 60_713, 65_175, CHANCE_STREAM),
        (ROLL, 153_142, 65_175, CHANCE_STREAM),
        (TAKE, 1_224_489, 9_714, PLAYER_STREAM),
    ],
)
def test_numbers_that_are_taken_again(text: str, number: int, most: int, stream: int) -> None:
    rules = loaded(completed(text), 2)
    assert rejected(number, most, stream)
    agree(rules, engine_of(rules.program), 1, number, 1)


def test_more_games_than_there_are_rows() -> None:
    rules = loaded(completed("play:\n    each player: choose earn\n" + 'action earn "E":\n    pick n from 1..3\n'), 2)
    engine = engine_of(rules.program)
    whole = engine.playouts(1, 0, 9_000, counting=True)
    assert len(whole) == 9_000
    assert sum(whole.counts.uses) == 4 * 9_000
    assert rows(engine.playouts(1, 8_990, 10)) == rows(whole)[-10:]


def test_seeds_and_numbers_are_taken_modulo_64_bits() -> None:
    engine = shipped_engine(*SETTINGS[0])
    assert rows(engine.playouts(5, 3, 1)) == rows(engine.playouts(5 + 2**64, 3, 1))
    assert rows(engine.playouts(5, 2**64 - 1, 2)) == [
        *rows(engine.playouts(5, 2**64 - 1, 1)),
        *rows(engine.playouts(5, 0, 1)),
    ]
