"""What kind of piece came by each draw: several hands drew from one pile, and of each kind so many were drawn.

In: the draws, each with its time and the hand; for each hand what it may have drawn; how many pieces of each kind were
drawn, at the least and at the most. Out: a kind for each draw, such that all of this holds, by lot. Found by augmenting
paths: what one draw cannot have, another one gives up where it finds something else.
"""

from collections.abc import Mapping, Sequence

from attrs import define, field

from rulewright.machine.chance import Numbers
from rulewright.machine.events import Key

Draw = tuple[int, Key]
Unit = tuple[int, int]
"""A piece: its kind, and the time before which all draws may have been the one by which it came."""


def assigned(
    draws: Sequence[Draw],
    units: Mapping[Key, Sequence[Unit]],
    least: Mapping[int, int],
    most: Mapping[int, int],
    lots: Numbers,
) -> dict[int, int] | None:
    """The kind of each draw by its time; None if there is no way."""
    made = _Assignment(draws, {kind: max(number, 0) for kind, number in least.items()})
    for hand, own in units.items():
        numbers = list(range(len(made.units), len(made.units) + len(own)))
        lots.shuffle(numbers)
        made.hands[hand] = numbers
        made.units += own
    wanted, rest = sum(made.left.values()), list[int]()
    for draw in range(len(draws)):
        if wanted and made.place(draw, set(), set()):
            wanted -= 1
        else:
            rest.append(draw)
    if wanted:
        return None
    made.left = {kind: number - max(least.get(kind, 0), 0) for kind, number in most.items()}
    if not all(made.place(draw, set(), set()) for draw in rest):
        return None
    return {draws[draw][0]: made.units[unit][0] for unit, draw in made.taken.items()}


@define
class _Assignment:
    """`left`: how many more of each kind; `hands`: the numbers of their units; `taken`: by which draw a unit came."""

    draws: Sequence[Draw]
    left: dict[int, int]
    units: list[Unit] = field(factory=list)
    hands: dict[Key, list[int]] = field(factory=dict)
    taken: dict[int, int] = field(factory=dict)

    def place(self, draw: int, asked: set[int], kinds: set[int]) -> bool:
        """Find a unit for a draw, that of another draw where this one finds another; nobody is asked twice (`asked`:
        draws, and the complements of units)."""
        asked.add(draw)
        at, hand = self.draws[draw]
        for unit in self.hands.get(hand, ()):
            kind, until = self.units[unit]
            if at >= until or ~unit in asked:
                continue
            asked.add(~unit)
            holder = self.taken.get(unit)
            if self.free(kind, asked, kinds) if holder is None else self.moved(unit, holder, asked, kinds):
                self.taken[unit] = draw
                self.left[kind] -= 1
                return True
        return False

    def moved(self, unit: int, draw: int, asked: set[int], kinds: set[int]) -> bool:
        """Whether the draw that has a unit finds another one, and leaves it."""
        if draw in asked or not self.place(draw, asked, kinds):
            return False
        del self.taken[unit]
        self.left[self.units[unit][0]] += 1
        return True

    def free(self, kind: int, asked: set[int], kinds: set[int]) -> bool:
        """Whether one more of a kind can be had, that of another draw if need be."""
        if self.left.get(kind, 0) > 0:
            return True
        if kind in kinds:
            return False
        kinds.add(kind)
        held = [(unit, draw) for unit, draw in self.taken.items() if self.units[unit][0] == kind]
        return any(self.moved(unit, draw, asked, kinds) for unit, draw in held)
