"""Where pieces lie: for every cell of the vector its zone, instance and place, and who sees the piece there.

Made once from the layout of a program. A *place* is the number of a position in an ordered zone (a pile from its
bottom), of a place on a board, and the kind in an unordered zone.
"""

from attrs import frozen

from rulewright.language.facts.room import shape
from rulewright.machine import events
from rulewright.machine.program.nodes import Program, ZoneLayout


@frozen
class Spot:
    """A cell that holds pieces."""

    zone: int
    instance: int
    base: int
    place: int


@frozen
class Places:
    """`spots[cell]` for the cells that hold pieces, `told[cell]` as the log writes them; `seen[zone][instance]` is the
    bit mask of seats that see a zone without faces (in a zone with faces: who sees what lies face up)."""

    spots: dict[int, Spot]
    told: dict[int, events.Spot]
    seen: tuple[tuple[int, ...], ...]
    everyone: int


def places(program: Program) -> Places:
    """Tabulate the layout."""
    everyone = (1 << program.players) - 1
    spots = {cell: spot for zone in range(len(program.zones)) for cell, spot in _spots(program.zones[zone], zone)}
    told = {
        cell: events.Spot(at.zone, at.instance, -1 if unordered(program.zones[at.zone]) else at.place)
        for cell, at in spots.items()
    }
    seen = tuple(tuple(_seen(zone, each, everyone) for each in range(zone.instances)) for zone in program.zones)
    return Places(spots, told, seen, everyone)


def unordered(layout: ZoneLayout) -> bool:
    """Whether the zone is a count per kind."""
    return shape(layout.kind) == "counts"


def single(layout: ZoneLayout) -> bool:
    """Whether each place holds one piece or nothing, written as kind + 1."""
    return shape(layout.kind) == "places"


def width(layout: ZoneLayout) -> int:
    """How many cells of an instance hold pieces."""
    return layout.stride if unordered(layout) else layout.capacity


def first_cell(layout: ZoneLayout, instance: int) -> int:
    """The cell of place 0 of an instance."""
    ahead = 0 if unordered(layout) or single(layout) else 1
    return layout.offset + instance * layout.stride + ahead


def _spots(layout: ZoneLayout, zone: int) -> list[tuple[int, Spot]]:
    if layout.unlimited:
        return []
    return [
        (cell + place, Spot(zone, instance, layout.offset + instance * layout.stride, place))
        for instance in range(layout.instances)
        for cell in [first_cell(layout, instance)]
        for place in range(width(layout))
    ]


def owners(layout: ZoneLayout, instance: int) -> tuple[int, ...]:
    """The owner values of an instance, from its number in mixed radix."""
    values = []
    for extent in reversed(layout.extents):
        instance, value = divmod(instance, extent)
        values.append(value)
    return tuple(reversed(values))


def _seen(layout: ZoneLayout, instance: int, everyone: int) -> int:
    if layout.faces_at is not None or layout.audience == "everyone":
        return everyone
    if layout.audience == "nobody" or layout.owner_seat is None:
        return 0
    owner = 1 << owners(layout, instance)[layout.owner_seat]
    return everyone & ~owner if layout.audience == "others" else owner
