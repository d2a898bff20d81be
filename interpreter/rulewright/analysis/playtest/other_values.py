"""Other values that hidden variables could have: a state that a seat cannot tell from this one by what it sees."""

from collections.abc import Collection, Sequence
from typing import Final

from attrs import define, field, frozen

from rulewright.language import core
from rulewright.language.types import CountsT, SetT
from rulewright.machine.chance import Numbers
from rulewright.machine.game import Rules
from rulewright.machine.positions import Vector
from rulewright.machine.program.nodes import Slot
from rulewright.machine.view import seat_sees_variable, variable_cells

TRIES: Final = 4
"""So often a value is drawn, until one differs with which all invariants hold that hold here."""


@frozen
class Instance:
    """A variable of these owners of which a secret speaks, and where it stands."""

    secret: core.Secret
    variable: core.Variable
    slot: Slot
    owners: tuple[int, ...]
    cells: slice


@define
class OtherValues:
    """The variables of these rules of which secrets speak."""

    rules: Rules
    instances: list[Instance] = field(init=False)

    def __attrs_post_init__(self) -> None:
        made = self.rules.core
        secrets = {each.of: each for each in made.secrets}
        self.instances = [
            Instance(secret, variable, slot, owners, slice(cells.start, cells.stop))
            for variable, slot, owners, cells in variable_cells(made, self.rules.program)
            if (secret := secrets.get(core.Whole("variable", made.variables.index(variable)))) is not None
        ]

    def unseen(self, seat: int) -> list[Instance]:
        """Those that a seat does not see."""
        return [each for each in self.instances if not seat_sees_variable(each.variable, each.owners, seat)]

    def twin(
        self, vector: Vector, seat: int, lots: Numbers, wanted: Collection[core.Whole]
    ) -> tuple[Vector, core.Secret] | None:
        """A state in which a variable of these that the seat does not see has another value, or those of all
        owners have, and the secret about it."""
        unseen = [each for each in self.unseen(seat) if each.secret.of in wanted]
        for _ in range(TRIES if unseen else 0):
            one = unseen[lots.below(len(unseen))]
            now = vector[one.cells]
            same = [each for each in unseen if each.variable is one.variable]
            like, cells = [each for each in same if vector[each.cells] != now], list(vector)
            if like:  # of several owners the values are exchanged, so that there are the same
                other = like[lots.below(len(like))]
                cells[one.cells], cells[other.cells] = vector[other.cells], now
            else:  # where all are the same, each may be the one that counts
                for each in same if lots.below(2) else (one,):
                    cells[each.cells] = _drawn(each, now, lots)
            twin = tuple(cells)
            if twin != vector and self._broken(twin) <= self._broken(vector):
                return twin, one.secret
        return None

    def _broken(self, vector: Vector) -> set[int]:
        self.rules.machine.load(vector)
        return set(self.rules.machine.broken())


def _drawn(instance: Instance, now: Sequence[int], lots: Numbers) -> Sequence[int]:
    """Another value of its range; in a set one is in it or not; counts stay as they are."""
    slot, cells = instance.slot, list(now)
    match instance.variable.type:
        case SetT():
            at = lots.below(len(cells))
            cells[at] = 1 - cells[at]
        case CountsT():
            pass
        case _:
            values = range(slot.low, slot.high + 1)
            at = lots.below(len(values) + (slot.none is not None))
            cells[0] = values[at] if slot.none is None or at < len(values) else slot.none
    return cells
