"""States in which values have changed names: what becomes of a vector when they do, and the least of all that can.

In: rules and what renamings there are. Out: `Relabelling`s, tables over the cells of the vector. Law: what a renamed
state leads to is what the state leads to, renamed. Where frames remember something that would have to be renamed there
are none: `remembered` tells it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.core_queries import bindings, binds, everything
from rulewright.language.effects import holds_pieces
from rulewright.language.facts.ranges import range_of, shape
from rulewright.language.merging import Permutation, Renaming, Touched
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import CountsT, KindT, MemoryT, Named, Scalar, SetT, each_of, without_none
from rulewright.language.walking import walk
from rulewright.machine.interpret import Machine, Vector, Waiting
from rulewright.machine.lower import flow
from rulewright.machine.lower.layout import lay_out
from rulewright.machine.lower.lowering import Lowering
from rulewright.machine.program import nodes as ir
from rulewright.machine.program.nodes import ShuffleChance, ZoneLayout

INSIDE: Final = {"rest": core.ForEach, "chosen": core.ChooseAtOnce, "rolled": core.RollInto, "cup": core.RollInto}
"""What is remembered that no rule has a name for, and what remembers it."""
Cells = tuple[int, ...]


@frozen
class Relabelling:
    """The state in which values have changed names: `sources[cell]` is where the content of a cell lay before;
    then `values` are cells with what their content becomes, numbered from `base`, and `rows` rows of kinds behind the
    cells that tell their lengths."""

    sources: Cells
    values: tuple[tuple[int, int, Permutation], ...]
    rows: tuple[tuple[int, Permutation], ...]

    def relabelled(self, vector: Vector, shuffled: int | None) -> Vector:
        """The state with other names; `shuffled`: the cell of a row being shuffled, whose kinds always lie in order."""
        cells = [vector[source] for source in self.sources]
        for cell, base, become in self.values:
            if (value := cells[cell] - base) >= 0:
                cells[cell] = base + become[value]
        for cell, become in self.rows:
            behind = slice(cell + 1, cell + 1 + cells[cell])
            kinds = [become[kind] for kind in cells[behind]]
            cells[behind] = sorted(kinds) if cell == shuffled else kinds
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
        within = tuple(range(zone.stride))
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
                _move(sources, place.offset, instances, tuple(range(place.width)))
            case type_:
                _move(sources, place.offset, instances, tuple(range(1)))
                if (become := _of(renaming, type_)) is not None:
                    values += [(cell, 0, become) for cell in range(place.offset, place.offset + place.instances)]
    return Relabelling(tuple(sources), tuple(values), tuple(rows))


def _bases(zone: ZoneLayout) -> range:
    return range(zone.offset, zone.offset + zone.instances * zone.stride, zone.stride)


def _of(renaming: Renaming, type_: Scalar) -> Permutation | None:
    """What the values of a type become; None where they stay as they are."""
    inner = without_none(type_)
    return renaming.of.get(inner) if isinstance(inner, Named) else None


def _become(made: core.Core, renaming: Renaming, type_: Scalar) -> Permutation:
    """The same for every value."""
    found = _of(renaming, type_)
    return tuple(range(range_of(made, type_).extent)) if found is None else found


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


def shuffled_row(machine: Machine) -> int | None:
    """The cell of the row that is shuffled where the machine has stopped."""
    if not isinstance(machine.stop, Waiting) or not isinstance(point := machine.point, ShuffleChance):
        return None
    zone = machine.program.zones[point.zone.zone]
    return zone.offset + machine.instance(point) * zone.stride


def least(machine: Machine, relabellings: Sequence[Relabelling]) -> Vector:
    """Of all that the state of the machine can be renamed to the least: all these states have it in common."""
    vector, shuffled = machine.vector, shuffled_row(machine)
    return min(each.relabelled(vector, shuffled) for each in relabellings)


def remembered(known: Touched) -> Iterator[tuple[str, Span]]:
    """What frames remember while somebody is asked, chance waits or another procedure runs, and has to do with values
    that change names, with the sentence where it begins. That is told by lowering the core once more."""
    made = Lowering.of(known.made)
    cells = flow.frames(made.build.frames, made.build.layout.frames_at, made.size)
    ends = flow.live_at_ends(made.blocks, cells)
    stops = (
        at
        for at, draft in enumerate(made.blocks.drafts)
        if draft.landing or isinstance(draft.end, ir.Decide | ir.Chance)
    )
    names, rules = {cells.variables[number].name for at in stops for number in ends.get(at, ())}, known.made
    for node in walk(everything(rules)):  # where something of these names begins
        span = getattr(node, "span", NOWHERE)
        for local in _bound(rules, node):
            if rules.locals[local].name in names and _concerned(known, local):
                yield rules.locals[local].name, span
        if isinstance(node, core.Writing):
            what = rules.variables[node.var.variable]
            if what.since is not None and what.name in names and known.type(what.type):
                yield what.name, span
        for name, form in INSIDE.items():
            if name in names and isinstance(node, form) and _inside(known, node):
                yield "what happens here", span


def _bound(made: core.Core, node: object) -> tuple[int, ...]:
    """The locals that begin in a node."""
    match node:
        case core.Procedure() | core.Action():
            return node.params
        case core.CallDefinition() | core.RunProcedure() | core.OfferLine():
            return ()
        case _:
            return (*binds(node), *(local for local, _ in bindings(made, node)))


def _concerned(known: Touched, local: int) -> bool:
    """Whether a local holds such values, or a piece that lies where such a value says."""
    made, what = known.made, known.made.locals[local]
    type_ = without_none(each_of(what.type))
    zones = [zone for zone in made.zones if holds_pieces(what) and type_ == KindT(made.components[zone.component].name)]
    return known.local(local) or any(known.type(owner) for zone in zones for owner in zone.owners)


def _inside(known: Touched, node: object) -> bool:
    """Whether a form that remembers something has to do with such values."""
    match node:
        case core.ForEach(local):
            return _concerned(known, local)
        case core.ChooseAtOnce(offers=offers):
            lines = walk(tuple(known.made.actions[offer.action] for offer in offers))
            return any(
                isinstance(each, core.Pick | core.PickSeveral) and _concerned(known, each.local) for each in lines
            )
        case core.RollInto(_, to):
            return known.zone(to.zone) or any(map(known.type, known.made.zones[to.zone].owners))
        case _:
            return False
