"""States in which values have changed names: what becomes of a vector when they do, and the least of all that can.

In: rules and what renamings there are. Out: `Relabelling`s, tables over the cells of the vector. Law: what a renamed
state leads to is what the state leads to, renamed. What lies in frames is known by where the state has stopped.
"""

from collections.abc import Sequence
from itertools import product

from attrs import frozen

from rulewright.language import core
from rulewright.language.facts.ranges import range_of
from rulewright.language.facts.room import shape
from rulewright.language.merging.renaming import Permutation, Renaming
from rulewright.language.types import CountsT, KindT, MemoryT, Named, Scalar, SetT, without_none
from rulewright.machine.interpret import Machine, Waiting
from rulewright.machine.lower.layout import lay_out
from rulewright.machine.program.nodes import ShuffleChance, ZoneLayout
from rulewright.machine.remembering import Frames, Kept

Vector = tuple[int, ...]
Cells = tuple[int, ...]


@frozen
class Standing:
    """What is known of a state by where it has stopped: the cell of a row that is shuffled there, whose kinds lie in
    their order under all names, and what frames keep."""

    shuffled: int | None
    kept: Kept


@frozen
class Relabelling:
    """The state in which values have changed names: `sources[cell]` is where the content of a cell lay before, `goals`
    where it goes; then `values` are cells with what their content becomes, numbered from `base`, and `rows` rows of
    kinds behind the cells that tell their lengths."""

    renaming: Renaming
    sources: Cells
    goals: Cells
    values: tuple[tuple[int, int, Permutation], ...]
    rows: tuple[tuple[int, Permutation], ...]

    def of(self, vector: Vector, here: Standing) -> Vector:
        """The state with other names."""
        cells = [vector[source] for source in self.sources]
        for cell, base, become in self.values:
            if (value := cells[cell] - base) >= 0:
                cells[cell] = base + become[value]
        for cell, type_ in here.kept.values:
            cells[cell] = self.renaming.value(type_, cells[cell])
        for cell in here.kept.places:
            cells[cell] = self.goals[cells[cell]] if cells[cell] >= 0 else cells[cell]
        for cell, become in self.rows:
            behind = slice(cell + 1, cell + 1 + cells[cell])
            kinds = [become[kind] for kind in cells[behind]]
            cells[behind] = sorted(kinds) if cell == here.shuffled else kinds
        return tuple(cells)


def relabelling(made: core.Core, size: int, renaming: Renaming) -> Relabelling:
    """What a renaming makes of vectors of this size."""
    layout, sources = lay_out(made), list(range(size))
    values: list[tuple[int, int, Permutation]] = []
    rows: list[tuple[int, Permutation]] = []
    for zone, what in zip(layout.zones, made.zones, strict=True):
        if zone.unlimited:
            continue
        kinds = renaming.of.get(KindT(made.components[zone.component].name))
        within = _same(zone.stride)
        if kinds is not None and shape(zone.kind) == "counts":
            within = (*kinds, *within[len(kinds) :])
        _move(sources, zone.offset, _instances(made, renaming, what.owners), within)
        if kinds is not None and shape(zone.kind) == "ordered":
            rows += [(base, kinds) for base in _bases(zone)]
        elif kinds is not None and shape(zone.kind) == "places":
            values += [(cell, 1, kinds) for base in _bases(zone) for cell in range(base, base + zone.capacity)]
    for place, field in zip(layout.variables, made.variables, strict=True):
        if field.since is not None:
            continue
        instances = _instances(made, renaming, field.owners)
        match field.type:
            case SetT(of) | CountsT(of):
                _move(sources, place.offset, instances, _become(made, renaming, of))
            case MemoryT():
                _move(sources, place.offset, instances, _same(place.width))
            case type_:
                _move(sources, place.offset, instances, _same(1))
                if (become := _of(renaming, type_)) is not None:
                    values += [(cell, 0, become) for cell in range(place.offset, place.offset + place.instances)]
    goals = sorted(range(size), key=sources.__getitem__)
    return Relabelling(renaming, tuple(sources), tuple(goals), tuple(values), tuple(rows))


def _bases(zone: ZoneLayout) -> range:
    return range(zone.offset, zone.offset + zone.instances * zone.stride, zone.stride)


def _same(size: int) -> Permutation:
    return tuple(range(size))


def _of(renaming: Renaming, type_: Scalar) -> Permutation | None:
    """What the values of a type become; None where they stay as they are."""
    inner = without_none(type_)
    return renaming.of.get(inner) if isinstance(inner, Named) else None


def _become(made: core.Core, renaming: Renaming, type_: Scalar) -> Permutation:
    """The same for every value."""
    found = _of(renaming, type_)
    return _same(range_of(made, type_).extent) if found is None else found


def _instances(made: core.Core, renaming: Renaming, owners: Sequence[Scalar]) -> Permutation:
    """What each instance becomes, the last owner changing fastest."""
    each = [_become(made, renaming, owner) for owner in owners]
    number = {owned: at for at, owned in enumerate(product(*(range(len(become)) for become in each)))}
    return tuple(number[tuple(become[one] for become, one in zip(each, owned, strict=True))] for owned in number)


def _move(sources: list[int], offset: int, instances: Permutation, within: Permutation) -> None:
    """Note where the cells of a field come from: instance by instance, in each cell by cell."""
    width = len(within)
    for before, instance in enumerate(instances):
        for old, new in enumerate(within):
            sources[offset + instance * width + new] = offset + before * width + old


# ---- while somebody is asked


def standing(machine: Machine, frames: Frames) -> Standing:
    """Where the machine stands."""
    kept = frames.at(machine.stop)
    if not isinstance(machine.stop, Waiting) or not isinstance(point := machine.point, ShuffleChance):
        return Standing(None, kept)
    zone = machine.program.zones[point.zone.zone]
    return Standing(zone.offset + machine.c.expression(point.zone.instance)() * zone.stride, kept)


def least(machine: Machine, frames: Frames, relabellings: Sequence[Relabelling]) -> Vector:
    """Of all that the state of the machine can be renamed to the least: all these states have it in common."""
    vector, here = machine.vector, standing(machine, frames)
    return min(each.of(vector, here) for each in relabellings)
