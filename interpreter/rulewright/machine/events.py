"""What happens, as plain facts: the log beside the state from which memory is made.

Places are numbers of positions (a pile from its bottom), -1 in an unordered zone. `seen` is the bit mask of the seats
that got to know the kind at that moment. Nothing here is read by the machine.
"""

from attrs import frozen

from rulewright.machine.program.nodes import Tell

Key = tuple[int, int]  # a zone and its instance


@frozen
class Spot:
    """A place in an instance of a zone; zone -1 is the box of an unlimited component."""

    zone: int
    instance: int
    place: int

    @property
    def key(self) -> Key:
        """The instance of the zone."""
        return self.zone, self.instance


@frozen
class Moved:
    """A piece went from one place to another; seen before by `known`, and `depth` pieces lay on it. It went `under`
    those that lie at its goal, if it did and there are any."""

    component: int
    kind: int
    origin: Spot
    goal: Spot
    seen: int
    known: int
    depth: int = 0
    under: bool = False


@frozen
class Shown:
    """A piece that stays where it is was shown: the seats of `seen` know it, those of `known` saw it before; so many
    pieces of a pile lie on it."""

    component: int
    kind: int
    spot: Spot
    seen: int
    known: int
    depth: int = 0


@frozen
class Flipped:
    """A piece was turned."""

    component: int
    kind: int
    spot: Spot
    up: bool
    seen: int
    known: int


@frozen
class Swapped:
    """Two places of a board exchanged what lies there."""

    first: Spot
    second: Spot


@frozen
class Rotated:
    """The content of each place went to the next one, the last one's to the first."""

    spots: tuple[Spot, ...]


@frozen
class Carried:
    """All that lay in one zone went to another. `pieces`: the kind and place of each, the seats that got to know it,
    and those that saw it before."""

    component: int
    origin: Spot
    goal: Spot
    pieces: tuple[tuple[int, int, int, int], ...]


@frozen
class Passed:
    """Whole zones went where others had been, all at once."""

    carried: tuple[Carried, ...]


@frozen
class Changed:
    """A piece became another kind; old and new were exchanged with the box."""

    component: int
    old: int
    new: int
    spot: Spot
    seen: int


@frozen
class Mixed:
    """An ordered zone was shuffled (`label`), or only put into kind order: nobody knows what lies where."""

    zone: int
    instance: int
    label: str | None


@frozen
class Drawn:
    """A draw or roll gave this, as written, for the seats of `seen`; a piece stays where it lies."""

    label: str
    what: str | int
    roll: bool
    seen: int
    piece: tuple[int, int, Spot] | None = None


@frozen
class Chosen:
    """A seat made a move; each argument as written, with the seats that see it; of each stretch
    that is `sealed` others do not see either how many there are; `secret`: others see only that it is a move; `opens`:
    it was the last choice at once, and what all have chosen is now carried out; `phase`: what the title told by then
    (`view.told_title`)."""

    seat: int
    action: str
    arguments: tuple[tuple[str | int, int], ...]
    secret: bool = False
    opens: bool = False
    phase: str | None = None
    sealed: tuple[range, ...] = ()


@frozen
class Told:
    """The seats of `seen` were told a sentence; what stood in its gaps is `values`."""

    telling: Tell
    values: tuple[int, ...]
    seen: int


Event = Told | Moved | Shown | Flipped | Swapped | Rotated | Passed | Changed | Mixed | Drawn | Chosen
