"""Pieces that are laid out from the box: on a place of an example's position, or on a whole board, as it is drawn."""

from itertools import chain, count

from rulewright.language import constant_folding as fold
from rulewright.language import core, example_core, syntax
from rulewright.language.elaborate.coercions import typed_words
from rulewright.language.elaborate.environment import Env, Mistake, ZoneValue
from rulewright.language.elaborate.example_boards import picture_cells
from rulewright.language.elaborate.world import World
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, KindT


def set_board(world: World, env: Env, node: syntax.SetBoard) -> tuple[core.Statement, ...]:
    """`set board to:` and rows: what lies there goes to the box, and what is drawn comes from it."""
    typed = world.expression(env, node.target)
    zone = world.zones[typed.ref.zone] if isinstance(typed, ZoneValue) else None
    if not isinstance(typed, ZoneValue) or zone is None or zone.place is None:
        raise Mistake(words.not_a_board(node.target.span, what=typed_words(world, typed)))
    seats = dict(zip(world.values["player"], count(), strict=False))
    cells = enumerate(picture_cells(world, zone, node, seats), start=zone.low)
    lies = ((core.Const(place, world.types[zone.place]), lying) for place, lying in cells if lying is not None)
    laid = (laid_on(world, zone, core.PlaceRef(typed.ref, place), lying, node.span) for place, lying in lies)
    box = core.ZoneRef(world.boxes[zone.component])
    cleared = core.MoveAll(core.Pieces(typed.ref), box, None, None, span=node.span)
    return (cleared, *chain.from_iterable(laid))


def laid_on(
    world: World, zone: core.Zone, target: core.Target, lying: example_core.Lying, span: Span
) -> tuple[core.Statement, ...]:
    """The sentences that lay one piece from the box onto its place."""
    type_ = KindT(world.components[zone.component].name)
    face: core.Face | None = None if not zone.faced else "up" if lying.viewers is None else "down"
    local = world.local("piece", type_, piece=True)
    same = core.Compare("is", core.Get(local, type_), core.Const(lying.kind, type_))
    source = core.Filter(local, core.Pieces(core.ZoneRef(world.boxes[zone.component])), same)
    move = core.MoveSome(fold.number(1), source, target, face, None, up_to=False, span=span)
    if not lying.viewers:
        return (move,)
    seats = core.Listed(tuple(core.Const(seat, PLAYER) for seat in lying.viewers))
    return (move, core.Show(_newest(zone, target, type_), seats, zone.component, span=span))


def _newest(zone: core.Zone, target: core.Target, type_: KindT) -> core.Seq:
    """The piece that was laid last."""
    if isinstance(target, core.PlaceRef):
        return core.Listed((core.On(target, type_),))
    end = core.First if zone.kind == "pile" else core.Last
    return core.Listed((end(core.Pieces(target), type_),))
