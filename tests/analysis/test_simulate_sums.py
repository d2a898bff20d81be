"""Sums: exact, the same in any order and however the games are cut; and the intervals that come of them."""

from functools import reduce
from itertools import pairwise
from operator import add
from statistics import NormalDist, fmean, stdev

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

from rulewright.analysis.random_games import reference_playouts
from rulewright.analysis.simulate.summary import beyond_chance, differences
from rulewright.analysis.simulate.sums import Column, Fault, Sums, bucket, measures, pairs_of, sums_of, together
from rulewright.analysis.simulate.tasks import rules_of_setup
from rulewright.machine.playouts import Batch, Z, items, wilson
from tests.analysis.simulating import BREAKING, COINS, ENDLESS, FAULTY, setup

GAMES = 24
BATCHES: dict[str, tuple[Batch, ...]] = {}


def games(text: str) -> tuple[Batch, ...]:
    """Every game a batch of its own."""
    if text not in BATCHES:
        rules = rules_of_setup(setup(text))
        BATCHES[text] = tuple(reference_playouts(rules, 3, number, 1, 40) for number in range(GAMES))
    return BATCHES[text]


def sums(text: str, number: int) -> Sums:
    rules = rules_of_setup(setup(text))
    batch = games(text)[number]
    faults = [Fault(each.code, 24, "the rule", 1, number, each.message) for each in batch.faults.values()]
    assert len(batch.counts.uses) == len(items(rules.program).all)
    broken = [Fault("broken-invariant", number % 2, "few", 1, number, "It does not hold.")] if text == BREAKING else []
    return sums_of(batch, faults, broken)


def whole(text: str) -> Sums:
    return reduce(add, (sums(text, number) for number in range(GAMES)))


# ---- columns


numbers = st.lists(st.integers(-(10**12), 10**12) | st.integers(-5, 5))


@given(numbers, numbers)
def test_a_column_of_both_is_both_columns_added(one: list[int], other: list[int]) -> None:
    assert Column.of(one) + Column.of(other) == Column.of(one + other) == Column.of(other) + Column.of(one)


@given(st.lists(st.integers(-4095, 4095), min_size=2))
def test_a_column_knows_what_statistics_know(values: list[int]) -> None:
    column = Column.of(values)
    assert (column.low, column.high, column.count) == (min(values), max(values), len(values))
    assert column.sum == sum(values)
    assert column.squares == sum(value**2 for value in values)
    assert column.histogram == {value: values.count(value) for value in values}
    assert column.sum / column.count == pytest.approx(fmean(values))


@given(st.integers())
def test_histograms_keep_twelve_binary_digits(value: int) -> None:
    found = bucket(value)
    assert bucket(found) == found
    assert bucket(-value) == -found
    assert abs(found) <= abs(value)
    assert (abs(value) - abs(found)) * 2048 <= abs(value)
    assert found == value or abs(value) >= 4096


def test_a_histogram_is_bounded() -> None:
    assert len(Column.of(range(0, 50_000_000, 997)).histogram) < 4096 + 2048 * 14


# ---- sums


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", [COINS, FAULTY, ENDLESS, BREAKING], ids=["coins", "faulty", "endless", "breaking"])
@given(data=st.data())
def test_cutting_and_order_do_not_matter(text: str, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(GAMES)))
    cuts = sorted(data.draw(st.sets(st.integers(0, GAMES))) | {0, GAMES})
    parts = [reduce(add, (sums(text, number) for number in order[low:high])) for low, high in pairwise(cuts)]
    assert reduce(add, parts, Sums.nothing(rules_of_setup(setup(text)).program)) == whole(text)


def test_broken_invariants_are_told_together() -> None:
    found = [(fault.line, fault.games, fault.first) for fault in whole(BREAKING).broken]
    assert found == [(0, GAMES // 2, 0), (1, GAMES // 2, 1)]
    assert whole(BREAKING).finished == GAMES


def test_adding_changes_neither() -> None:
    one, other = sums(COINS, 0), sums(COINS, 1)
    before = one.as_json(), other.as_json()
    assert one + other != one
    assert (one.as_json(), other.as_json()) == before


def test_games_that_did_not_end_are_only_counted() -> None:
    assert whole(ENDLESS).too_long == GAMES
    assert whole(ENDLESS).length == Column()
    found = whole(FAULTY)
    wrong = [number for number in range(GAMES) if games(FAULTY)[number].faults]
    assert found.faulted == len(wrong)
    assert found.finished == found.length.count == GAMES - len(wrong)
    (fault,) = found.faults
    assert (fault.games, fault.first) == (len(wrong), wrong[0])


@given(st.permutations(range(6)))
def test_faults_of_a_rule_are_told_together(order: list[int]) -> None:
    faults = [Fault("full", number // 2, "a rule", 1, number, f"in {number}") for number in range(6)]
    found = together(faults[at] for at in order)
    assert found == tuple(Fault("full", line, "a rule", 2, 2 * line, f"in {2 * line}") for line in range(3))


# ---- differences


def test_differences_are_those_of_the_games_that_both_have_finished() -> None:
    first = reference_playouts(rules_of_setup(setup(FAULTY)), 3, 0, GAMES)
    second = reference_playouts(rules_of_setup(setup(FAULTY, {"heap": 5})), 3, 0, GAMES)
    both = [at for at in range(GAMES) if not first.status[at] and not second.status[at]]
    assert 0 < len(both) < GAMES
    found = dict(zip(measures(2), pairs_of(first, second), strict=True))
    assert found["length", None] == Column.of(second.decisions[at] - first.decisions[at] for at in both)
    assert found["ties", None] == Column.of(0 for _ in both)
    for seat in (0, 1):
        won = [(second.winners[at] >> seat & 1) - (first.winners[at] >> seat & 1) for at in both]
        assert found["wins", seat] == Column.of(won)


def test_ties_are_two_winners_or_more() -> None:
    batch = games(COINS)[0]
    tied = evolve(batch, winners=type(batch.winners)("q", [3]))
    alone = evolve(batch, winners=type(batch.winners)("q", [2]))
    assert pairs_of(alone, tied)[1].sum == 1
    assert pairs_of(tied, tied)[1].sum == 0


# ---- intervals and verdicts, against published numbers and Python's own statistics


# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
# method 3.
@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_shares_have_wilsons_interval(hits: int, tries: int, low: float, high: float) -> None:
    found = wilson(hits, tries)
    assert found is not None
    assert found.value == hits / tries
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 10**9), st.data())
def test_a_share_is_inside_its_interval(tries: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, tries))
    found, other = wilson(hits, tries), wilson(tries - hits, tries)
    assert found is not None
    assert other is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low == pytest.approx(1 - other.high, abs=1e-9)


def test_nothing_is_said_about_nothing() -> None:
    assert wilson(0, 0) is None
    assert Column().mean() is None
    assert Column.of([7]).mean() is None
    assert Column.of([7]).deviation is None
    assert Column().quantile(0.5) == 0


@given(st.lists(st.integers(-4000, 4000), min_size=2))
def test_means_have_the_normal_interval(values: list[int]) -> None:
    column = Column.of(values)
    found, half = column.mean(), NormalDist().inv_cdf(0.975) * stdev(values) / len(values) ** 0.5
    assert found is not None
    assert found.value == pytest.approx(fmean(values))
    assert found.low == pytest.approx(fmean(values) - half, abs=1e-6)
    assert found.high == pytest.approx(fmean(values) + half, abs=1e-6)
    assert column.deviation == pytest.approx(stdev(values), abs=1e-6)
    assert pytest.approx(NormalDist().inv_cdf(0.975)) == Z


@given(st.lists(st.integers(-4000, 4000), min_size=1), st.sampled_from([0.1, 0.5, 0.9]))
def test_quantiles(values: list[int], share: float) -> None:
    found = Column.of(values).quantile(share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values)


@given(st.lists(st.integers(-50, 50), min_size=3).filter(lambda values: stdev(values) > 0))
def test_how_unlikely_a_mean_is(values: list[int]) -> None:
    error = stdev(values) / len(values) ** 0.5
    expected = 2 * NormalDist().cdf(-abs(fmean(values)) / error)
    assert Column.of(values).p_value == pytest.approx(expected, abs=1e-9)


def test_differences_that_never_vary() -> None:
    assert Column.of([0] * 50).p_value == 1
    assert Column.of([3] * 50).p_value == 0


# The example of the article "Holm-Bonferroni method" of Wikipedia: of four hypotheses the first and the fourth are
# rejected.
def test_holm_stops_at_the_first_that_is_likely_enough() -> None:
    assert beyond_chance([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert beyond_chance([]) == []
    assert beyond_chance([0.05]) == [True]
    assert beyond_chance([0.05, 0.05]) == [False, False]


def test_a_verdict_needs_thirty_pairs() -> None:
    always, never = Column.of([3] * 30), Column.of([0, 1, -1] * 10)
    pairs = [(always, never, never, never, never, never)]
    found = differences(["a=1", "a=2"], pairs, 2, scores=True)
    assert [each.beyond for each in found] == [True, False, False, False, False, False]
    assert [each.measure for each in found] == ["length", "ties", "wins", "wins", "score", "score"]
    few = [(Column.of([3] * 29), *pairs[0][1:])]
    (length, *_) = differences(["a=1", "a=2"], few, 2, scores=True)
    assert (length.estimate, length.beyond) == (None, False)
    assert len(differences(["a=1", "a=2"], pairs, 2, scores=False)) == 4
