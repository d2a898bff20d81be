"""How much there is, and how much of it can lie where: what components and zones say before anything is played."""

from typing import Final, Literal

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.types import PLAYER, Scalar, without_none

GENEROUS: Final = 256
"""So many pieces without an end can lie in a pile or row."""

MOST_NOTES: Final = 8
"""So many things can be noted of the pieces in one zone."""


def shape(kind: core.ZoneKind) -> Literal["ordered", "places", "counts"]:
    """How a zone of this kind is written."""
    match kind:
        case "pile" | "row":
            return "ordered"
        case "slot" | "board":
            return "places"
        case "hand" | "area":
            return "counts"


def seat_of(owners: tuple[Scalar, ...]) -> int | None:
    """Which of the owners is the player who sees it."""
    return next((at for at, owner in enumerate(owners) if without_none(owner) == PLAYER), None)


def is_unlimited(component: core.Component) -> bool:
    """Whether pieces of the component are not counted in the box."""
    return component.pieces is None


def capacity(zone: core.Zone, component: core.Component, places: int) -> int:
    """The cells that an ordered zone or board (of so many places) needs for kinds; for counts the most pieces that it
    can hold."""
    if zone.kind == "slot":
        return 1
    if zone.kind == "board":
        return places
    there = component.pieces
    declared = zone.capacity if zone.capacity is not None else (GENEROUS if there is None else there)
    return max(1, declared if there is None else min(declared, there))


def most_counted(zone: core.Zone, component: core.Component, endless: int = MAX_COUNT) -> int:
    """The most pieces in a zone that counts them; `endless`: of an unlimited component."""
    there = component.pieces
    most = (endless * len(component.kinds) if zone.box else endless) if there is None else there
    return most if zone.capacity is None else min(most, zone.capacity)


@frozen
class Parts:
    """The cells of a zone, and where in them its owners, faces and marks begin."""

    cells: int
    owners_at: int | None
    faces_at: int | None
    marks_at: int | None


def parts_of(zone: core.Zone, component: core.Component, capacity_: int) -> Parts:
    """How a zone of this capacity is written; what is unlimited is not counted in the box."""
    if zone.box and is_unlimited(component):
        return Parts(0, None, None, None)
    size = {"ordered": 1 + capacity_, "places": capacity_, "counts": len(component.kinds)}
    cells = size[shape(zone.kind)]
    owners_at = faces_at = marks_at = None
    if zone.with_owner:
        owners_at, cells = cells, cells + capacity_
    if zone.faced:
        faces_at, marks_at, cells = cells, cells + capacity_, cells + 2 * capacity_
    return Parts(cells, owners_at, faces_at, marks_at)
