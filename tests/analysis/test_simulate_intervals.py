"""Intervals and verdicts, against numbers that others have published and against Python's own statistics."""

from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given, strategies as st

from rulewright.analysis.simulate.summary import beyond_chance, differences
from rulewright.analysis.simulate.sums import Column
from rulewright.machine.playouts import Z, wilson


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
