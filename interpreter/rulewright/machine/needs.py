"""What pieces ask for, and what a seat has of it: recipes, prices, orders.

A piece asks for as many of each value as an attribute of its component says that has one number per value. What a seat
has of the same values stands in its own fields of that many cells, its *stocks*. A piece *fits* a stock that has of no
value more than the piece asks for; it *lacks* the rest.
"""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.language.types import PLAYER
from rulewright.machine.program.cell_map import unordered
from rulewright.machine.program.nodes import Program, Slot, ZoneLayout

MAX_COUNTED: Final = 12
"""An attribute with numbers for more values is not looked at."""
MAX_LACK: Final = 7
"""What is lacked is told up to this."""
NO_FIT: Final = MAX_LACK + 1
"""What is told instead where no piece fits."""
LACKS: Final = 2 * (MAX_LACK + 1)
"""In how many ways a piece lacks something of a stock: so much, and whether it fits."""
ASK_LEVELS: Final = 4
NOT_ASKED, ASKED, NEAREST, WANTED = range(ASK_LEVELS)
"""How a value is asked for: not at all, by a piece that fits, by the nearest such piece, and by that one although the
other stocks are counted."""
MAX_YIELD: Final = 3
"""Of how many wanted and of how many needless values a piece has some is told up to this."""
YIELDS: Final = (MAX_YIELD + 1) ** 2


@frozen
class Recipe:
    """An attribute with one number per value of a type; `counts`: of no piece zeros, then those of each kind."""

    name: str
    of: str
    component: int
    counts: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """For how many values it has a number."""
        return len(self.counts[0])


@frozen
class Stock:
    """What each seat has of so many values of a type: a cell for each, seat by seat, from `cell` on."""

    name: str
    of: str
    cell: int
    width: int


@frozen
class Need:
    """What the pieces of a zone, that of the seat (`own`) or that of all, ask for by a recipe, beside a stock of the
    seat; `others`: its other stocks. The nearest piece that fits is the first one that lacks least; what the others
    have not got either counts twice."""

    name: str
    zone: int
    own: bool
    recipe: int
    stock: int
    others: tuple[int, ...]


def recipes(program: Program) -> tuple[Recipe, ...]:
    """The recipes of all components."""
    return tuple(
        Recipe(attribute.name, attribute.of, component, ((0,) * len(attribute.counts[0]), *attribute.counts))
        for component, attributes in enumerate(program.attributes)
        for attribute in attributes
        if attribute.counts and len(attribute.counts[0]) <= MAX_COUNTED
    )


def stocks(fields: Iterator[Slot], made: tuple[Recipe, ...]) -> tuple[Stock, ...]:
    """Those of these fields that each seat has for the values of a recipe."""
    widths = {each.of: each.width for each in made}
    return tuple(
        Stock(slot.name, slot.of[-1], slot.offset, widths[slot.of[-1]])
        for slot in fields
        if slot.low == 0 and slot.of[:-1] == (PLAYER.name,) and slot.of[-1] in widths
    )


def needs(program: Program, made: tuple[Recipe, ...], has: tuple[Stock, ...]) -> Iterator[Need]:
    """What the zones that a seat sees ask for."""
    for zone in program.zones:
        own = of_seat(program, zone)
        listed = unordered(zone) or zone.kind == "row"
        if own is None or zone.box or zone.unlimited or not listed or not open_to_seat(zone):
            continue
        for number, recipe in enumerate(made):
            alike = [at for at, each in enumerate(has) if each.of == recipe.of]
            for at in alike if recipe.component == zone.component else ():
                name = f"{zone.name} {recipe.name} ? {has[at].name}"
                yield Need(name, zone.zone, own, number, at, tuple(other for other in alike if other != at))


def of_seat(program: Program, zone: ZoneLayout) -> bool | None:
    """Whether each seat has a zone of its own (True), all have one (False), or neither (None)."""
    if zone.instances == 1 and zone.owner_seat is None:
        return False
    return True if zone.extents == (program.players,) and zone.owner_seat == 0 else None


def open_to_seat(zone: ZoneLayout) -> bool:
    """Whether who has a zone sees all in it."""
    return zone.faces_at is None and zone.audience in ("everyone", "owner")
