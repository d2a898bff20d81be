"""Where everything lies in the vector: zones, variables, limits; and tables that answer questions about a cell.

In: a core. Out: a `Layout`, plain data. The vector begins with the program counter, the two `ended` cells, then zones,
variables, limit masks; frames follow. Nothing here knows sentences.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate, groupby
from math import prod
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.facts import ranges
from rulewright.language.facts.ranges import MAX_COUNT, is_unlimited, range_of, shape
from rulewright.language.types import NONE, CountsT, MemoryT, OptionalT, SetT, lowest, none_code, type_name
from rulewright.machine.program.cell_map import first_cell, instances, width
from rulewright.machine.program.nodes import NoteCells, Slot, ZoneLayout

PC, ENDED, FIRST = 0, 1, 3
Answer = Callable[[ZoneLayout, int, int], int]


@frozen
class VariableLayout:
    """Instance i (owner values in mixed radix) of a variable begins at `offset + i * width`; scalars have width 1. What
    is kept lies in the frame of its doing instead.
    `low..high` is the domain of a cell, `none` the code of none or None; `base` the value that is number 0 of a set."""

    offset: int
    width: int
    instances: int
    extents: tuple[int, ...]
    lows: tuple[int, ...]
    low: int
    high: int
    none: int | None
    base: int


@frozen
class Layout:
    """The vector up to the frames. `limits[i]` is the first mask cell of a limit; `lows` of zones the lowest owners."""

    zones: tuple[ZoneLayout, ...]
    zone_lows: tuple[tuple[int, ...], ...]
    variables: tuple[VariableLayout, ...]
    limits: tuple[int, ...]
    slots: tuple[Slot, ...]
    zones_end: int
    limits_at: int
    frames_at: int


def lay_out(program: core.Core) -> Layout:
    """Puts zones, variables and limits one after the other."""
    zones, zones_end = list[ZoneLayout](), FIRST
    for index, zone in enumerate(program.zones):
        zones.append(_zone(program, index, zone, zones_end))
        zones_end += zones[-1].stride * zones[-1].instances
    variables, variables_end = list[VariableLayout](), zones_end
    for variable in program.variables:
        made = _variable(program, variable, variables_end)
        variables.append(made)
        variables_end += made.width * made.instances if variable.since is None else 0

    pairs = list(zip(program.variables, variables, strict=True))
    for number, each in enumerate(zones):
        cells = (NoteCells(at.offset, beginning(at)) for variable, at in pairs if variable.lies_in == number)
        zones[number] = evolve(each, notes=tuple(cells))
    *limits, limits_end = accumulate((limit.members for limit in program.limits), initial=variables_end)
    return Layout(
        zones=tuple(zones),
        zone_lows=tuple(tuple(range_of(program, owner).low for owner in zone.owners) for zone in program.zones),
        variables=tuple(variables),
        limits=tuple(limits),
        slots=(
            Slot("ended", ENDED, 1, 0, 2),
            Slot("won by", ENDED + 1, 1, 0, 2**program.players - 1),
            *(slot for zone in zones for slot in _zone_slots(program, zone)),
            *(_field_slot(field, at) for field, at in pairs if field.since is None),
            *(
                Slot("limit", cell, each.members, 0, each.most)
                for each, cell in zip(program.limits, limits, strict=True)
            ),
        ),
        zones_end=zones_end,
        limits_at=variables_end,
        frames_at=limits_end,
    )


def _zone(program: core.Core, index: int, zone: core.Zone, offset: int) -> ZoneLayout:
    extents = tuple(range_of(program, owner).extent for owner in zone.owners)
    component = program.components[zone.component]
    most = ranges.capacity(zone, component, len(program.values[zone.place]) if zone.place else 0)
    parts = ranges.parts_of(zone, component, most)
    unlimited = is_unlimited(component)
    endless = unlimited and shape(zone.kind) == "counts" and not zone.box
    return ZoneLayout(
        zone=index,
        name=zone.name,
        kind=zone.kind,
        component=zone.component,
        offset=offset,
        stride=parts.cells,
        instances=prod(extents),
        extents=extents,
        capacity=most,
        declared_capacity=MAX_COUNT if endless and zone.capacity is None else zone.capacity,
        audience=zone.audience,
        owner_seat=ranges.seat_of(zone.owners),
        owners_at=parts.owners_at,
        faces_at=parts.faces_at,
        marks_at=parts.marks_at,
        tags_at=None,
        box=zone.box,
        unlimited=zone.box and unlimited,
        top=zone.top,
        owners=tuple(map(type_name, zone.owners)),
    )


def _zone_slots(program: core.Core, zone: ZoneLayout) -> Iterator[Slot]:
    """The slots of a zone, instance by instance, each as tight as the components say."""
    if zone.unlimited:
        return
    component, kinds = program.components[zone.component], len(program.components[zone.component].kinds)
    most = [MAX_COUNT if copies is None else copies for copies in component.copies]
    for instance in range(zone.instances):
        at = zone.offset + instance * zone.stride
        rows: list[tuple[int, int, int]]  # each with its first cell, how many there are, and the most in one
        match shape(zone.kind):
            case "ordered":
                rows = [(at, 1, zone.capacity), (at + 1, zone.capacity, max(kinds - 1, 0))]
            case "places":
                rows = [(at, zone.capacity, kinds)]
            case _:
                runs = [(high, list(run)) for high, run in groupby(range(kinds), key=most.__getitem__)]
                rows = [(at + cells[0], len(cells), high) for high, cells in runs]
        if zone.owners_at is not None:
            rows.append((at + zone.owners_at, zone.capacity, program.players))
        if zone.faces_at is not None and zone.marks_at is not None:
            rows.append((at + zone.faces_at, zone.capacity, 1))
            rows.append((at + zone.marks_at, zone.capacity, 2**program.players - 1))
        for first, length, high in rows:
            yield Slot(zone.name, first, length, 0, high, None, zone.audience)


def _field_slot(field: core.Variable, at: VariableLayout) -> Slot:
    of, holds = [*field.owners], ""
    match field.type:
        case SetT(each) | CountsT(each):
            of.append(each)
        case MemoryT():
            pass
        case type_:
            holds = type_name(type_)
    names, length = tuple(map(type_name, of)), at.width * at.instances
    return Slot(field.name, at.offset, length, at.low, at.high, at.none, field.audience, names, holds)


def _variable(program: core.Core, variable: core.Variable, offset: int) -> VariableLayout:
    extents = tuple(range_of(program, owner).extent for owner in variable.owners)
    lows = tuple(range_of(program, owner).low for owner in variable.owners)
    lies = VariableLayout(offset, 1, prod(extents), extents, lows, 0, 1, None, 0)
    match variable.type:
        case SetT(of) | CountsT(of) as several:
            high = 1 if isinstance(several, SetT) else MAX_COUNT
            return evolve(lies, width=range_of(program, of).extent, base=lowest(of), high=high)
        case MemoryT(cells=cells):
            return evolve(lies, width=cells, low=-(2**31), high=2**31 - 1)
        case type_:
            values = range_of(program, type_)
            none = none_code(type_) if isinstance(type_, OptionalT) else None
            return evolve(lies, low=values.low, high=values.high, none=none)


def beginning(at: VariableLayout) -> int:
    """What a variable without `starts` begins with."""
    if at.none is not None:
        return at.none
    return 0 if at.low <= 0 <= at.high else at.low


def by_cell(layout: Layout, answer: Answer, nothing: int = NONE) -> tuple[int, ...]:
    """For each place of a piece what is answered of its zone, the number of its instance and the place in storage from
    0, behind what is told of nowhere (-1): entry `loc + 1`."""
    answers = [nothing] * (layout.zones_end + 1)
    for zone, instance in instances(layout.zones):
        for index in range(width(zone)):
            answers[first_cell(zone, instance) + index + 1] = answer(zone, instance, index)
    return tuple(answers)


def _base(zone: ZoneLayout, instance: int) -> int:
    return zone.offset + instance * zone.stride


def _beside(told: Callable[[ZoneLayout], int | None]) -> Answer:
    """The cell beside a piece that tells something, if there is one."""
    return lambda zone, at, index: NONE if (row := told(zone)) is None else _base(zone, at) + row + index


ANSWERS: Final[dict[str, Answer]] = {
    "instance": lambda zone, at, _: _base(zone, at) if shape(zone.kind) != "counts" else NONE,
    "gap": lambda zone, at, _: _base(zone, at) if shape(zone.kind) == "ordered" else NONE,
    "order": lambda zone, _, index: -index if zone.kind == "pile" else index,
    "index": lambda _zone, _at, index: index,
    "base": lambda zone, at, _: _base(zone, at),
    "style": lambda zone, _at, _index: ("counts", "ordered", "places").index(shape(zone.kind)),
    "owner": _beside(lambda zone: zone.owners_at),
    "face": _beside(lambda zone: zone.faces_at),
    "mark": _beside(lambda zone: zone.marks_at),
}
"""What `by_cell` answers. `instance`: a number of the zone and instance if that has an order; `gap`: the same where a
piece that leaves closes up (rows and piles). `order` grows along the order of the zone. `base`: the first cell of the
instance. `style`: 0 a count, 1 a kind, 2 a kind + 1."""
