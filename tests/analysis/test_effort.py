"""What may be spent: what happens seldom gets as much of it as what happens always."""

from collections import Counter

from rulewright.analysis.playtest.effort import MAX_PAIRS, PAIRS_A_STOP, Purse


def test_what_seldom_happens_is_tried_as_often_as_what_always_does() -> None:
    purse, tried = Purse(), Counter[str]()
    for stop in range(2_000):
        happened = ["always", *(["seldom"] if stop % 20 == 0 else [])]
        number = purse.pairs_due(happened)
        assert number <= MAX_PAIRS
        tried.update(dict.fromkeys(happened, number))
    assert purse.pairs >= PAIRS_A_STOP * 1_900
    assert tried["seldom"] > tried["always"] / 3 > 0  # it happens a twentieth as often


def test_what_was_tried_enough_waits_for_the_rest() -> None:
    purse = Purse()
    while purse.pairs < 100:
        purse.pairs_due(["known"])
    assert purse.pairs_due(["known", "new"]) == MAX_PAIRS
    assert purse.pairs_due(["known"]) < MAX_PAIRS
