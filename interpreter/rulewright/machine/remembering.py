"""What frames remember while somebody is asked: which cells hold values that change names, or places of pieces.

In: a core, its program and the types whose values change names. Out: `Frames`; or what can be told by nobody, for it is
a sequence, or something that outlives the run of another procedure.

A frame holds 0 where nothing is remembered, which is the first value, too: so it must be known where that is. That is
told by lowering the core once more, which comes to the same program.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.binding import bindings, binds
from rulewright.language.facts.whereabouts import holds_pieces
from rulewright.language.merging.ordering import Touched, everything
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import KindT, Named, Scalar, each_of, without_none
from rulewright.language.walking import walk
from rulewright.machine.interpret import Deciding, Over, Stop, Waiting
from rulewright.machine.lower import liveness
from rulewright.machine.lower.builder import Spot
from rulewright.machine.lower.lowering import Lowering
from rulewright.machine.lower.terms import cell_of
from rulewright.machine.program import nodes as ir

INSIDE: Final = {"rest": core.ForEach, "chosen": core.ChooseAtOnce, "rolled": core.RollInto, "cup": core.RollInto}
"""What is remembered that no rule has a name for, and what remembers it."""


@frozen
class Kept:
    """At a stop: the cells of frames that hold values, with their types, and those that hold places of pieces."""

    values: tuple[tuple[int, Named], ...] = ()
    places: tuple[int, ...] = ()


NOTHING: Final = Kept()


@frozen
class Frames:
    """What is kept at each decision and each chance event, by its number; `strange`: what nobody can tell, with the
    sentence where it begins."""

    sites: Mapping[int, Kept]
    chances: Mapping[int, Kept]
    strange: tuple[tuple[str, Span], ...]

    def at(self, stop: Stop) -> Kept:
        """What is kept at a stop."""
        match stop:
            case Deciding(site):
                return self.sites.get(site, NOTHING)
            case Waiting(chance):
                return self.chances.get(chance, NOTHING)
            case Over():
                return NOTHING


def frames(known: Touched, program: ir.Program) -> Frames:
    """What frames of the program keep that has to do with values that change names."""
    made = Lowering.of(known.made)
    cells = liveness.frames(made.build.frames, made.build.layout.frames_at, made.size)
    ends = liveness.live_at_ends(made.blocks, cells)
    meant = _meant(known, made) if made.program().slots == program.slots else {}
    across = {number for at, draft in enumerate(made.blocks.drafts) if draft.landing for number in ends.get(at, ())}
    clear = {cell: what for cell, what in meant.items() if cells.owner[cell] not in across}
    sites: dict[int, Kept] = {}
    chances: dict[int, Kept] = {}
    for at, draft in enumerate(made.blocks.drafts):
        kept = _kept(clear, [cell for cell, number in cells.owner.items() if number in ends.get(at, ())])
        match draft.end:
            case ir.Decide(site):
                sites[site] = kept
            case ir.Chance(chance):
                chances[chance] = kept
            case _:
                pass
    unclear = {cells.variables[number].name for cell, number in cells.owner.items() if cell not in clear}
    return Frames(sites, chances, tuple(_strange(known, unclear)))


def _meant(known: Touched, made: Lowering) -> dict[int, Scalar | None]:
    """The type of what a cell of a frame holds where a local of one value or piece lies there, or one value is kept;
    None: its place."""
    found: dict[int, Scalar | None] = {}
    for unit in made.blocks.units.values():
        for local, spot in unit.scope.spots.items():
            type_ = known.made.locals[local].type
            if isinstance(spot, Spot) and isinstance(type_, Scalar):
                value, place = cell_of(spot.value), cell_of(spot.loc)
                found |= {cell: what for cell, what in ((value, type_), (place, None)) if cell is not None}
        for number, cell in unit.scope.keeps.items():
            held = known.made.variables[number].type
            found |= {cell: held} if isinstance(held, Scalar) else {}
    first = made.build.layout.frames_at
    return {cell: what for cell, what in found.items() if first <= cell < made.size}


def _kept(meant: Mapping[int, Scalar | None], live: list[int]) -> Kept:
    """What these cells hold."""
    types = [(cell, None if what is None else without_none(what)) for cell, what in meant.items() if cell in live]
    values = tuple((cell, what) for cell, what in types if isinstance(what, Named))
    return Kept(values, tuple(cell for cell, what in types if what is None))


def _strange(known: Touched, names: set[str]) -> Iterator[tuple[str, Span]]:
    """What is remembered under these names and has to do with values that change names, and where it begins."""
    made = known.made
    for node in walk(everything(made)):
        span = getattr(node, "span", NOWHERE)
        for local in _bound(made, node):
            if made.locals[local].name in names and _concerned(known, local):
                yield made.locals[local].name, span
        if isinstance(node, core.Writing):
            what = made.variables[node.var.variable]
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
            actions = (known.made.actions[offer.action] for offer in offers)
            picks = (
                line
                for each in walk(tuple(actions))
                for line in [each]
                if isinstance(line, core.Pick | core.PickSeveral)
            )
            return any(_concerned(known, pick.local) for pick in picks)
        case core.RollInto(_, to):
            return known.zone(to.zone) or any(map(known.type, known.made.zones[to.zone].owners))
        case _:
            return False
