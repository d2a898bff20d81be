"""What kind of piece came by each draw: found whenever there is a way, and always a way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

from hypothesis import given, strategies as st

from rulewright.machine.chance import Numbers
from rulewright.machine.unseen_pieces import Draw, Unit, assigned

HANDS = st.sampled_from([(0, 0), (0, 1), (1, 0)])
KINDS = st.integers(-1, 2)
DRAWS = st.lists(HANDS, max_size=4).map(lambda hands: list(enumerate(hands)))
UNITS = st.lists(st.tuples(HANDS, st.tuples(KINDS, st.integers(1, 4))), max_size=6)
BOUNDS = st.fixed_dictionaries({kind: st.tuples(st.integers(-1, 2), st.integers(0, 3)) for kind in range(-1, 3)})


def ways(
    draws: Sequence[Draw], units: Sequence[tuple[tuple[int, int], Unit]], bounds: Mapping[int, tuple[int, int]]
) -> set[tuple[int, ...]]:
    """Every way, tried out."""
    found = set()
    for chosen in permutations(units, len(draws)):
        if all(hand == other and at < until for (at, hand), (other, (_, until)) in zip(draws, chosen, strict=True)):
            kinds = tuple(kind for _, (kind, _) in chosen)
            if all(least <= Counter(kinds)[kind] <= most for kind, (least, most) in bounds.items()):
                found.add(kinds)
    return found


@given(DRAWS, UNITS, BOUNDS, st.integers(0, 99))
def test_a_way_is_found_if_there_is_one(draws, units, bounds, seed) -> None:
    hands = {hand: [unit for other, unit in units if other == hand] for hand, _ in units}
    bounds = {kind: (least, max(least, most)) for kind, (least, most) in bounds.items()}
    least, most = ({kind: ends[end] for kind, ends in bounds.items()} for end in (0, 1))
    found, there = assigned(draws, hands, least, most, Numbers(seed, 0)), ways(draws, units, bounds)
    assert found is not None if there else found is None
    assert found is None or tuple(found[at] for at, _ in draws) in there
