"""Several at once: which selections there are, counted out of all tuples, and that they are listed one by one."""

import time
from itertools import islice, product

import pytest

from rulewright.machine.program.moves import selections


@pytest.mark.parametrize("most", [(3, 3, 3), (1, 1, 1), (2, 0, 1), (1, 0, 1), (0, 0), ()])
def test_multisets_of_so_many_copies_are_those_of_all_tuples(most: tuple[int, ...]) -> None:
    """Ascending, of at most so many of each, by size, as counted out of all tuples."""
    numbers = range(len(most))
    wanted = [
        chosen
        for size in range(4)
        for chosen in product(numbers, repeat=size)
        if list(chosen) == sorted(chosen) and all(chosen.count(each) <= most[each] for each in numbers)
    ]
    found = selections([(each, most[each]) for each in numbers], 0, 3, 1, repeats=False, ordered=False)
    assert [tuple(each for each, _ in chosen) for chosen in found] == wanted


def test_a_long_multiset_takes_no_deep_stack() -> None:
    found = selections([(7,), (8,)], 5_000, 5_000, 1, repeats=True, ordered=False)
    assert list(islice(found, 2)) == [((7,),) * 5_000, (*((7,),) * 4_999, (8,))]


def test_selections_of_very_many_candidates_are_listed_one_after_the_other() -> None:
    before = time.process_time()
    found = list(
        islice(selections([(number,) for number in range(70_000)], 0, 3, 1, repeats=True, ordered=False), 70_001)
    )
    assert found == [(), *(((number,),) for number in range(70_000))]
    assert time.process_time() - before < 1
