"""Pieces on their way: `move`, `flip`, `swap`, `rotate`, `pack`, `show`, and zones that change places."""

from collections.abc import Sequence
from itertools import combinations
from typing import NoReturn

from attrs import evolve

from rulewright.language import core, syntax
from rulewright.language import intervals as fold
from rulewright.language.diagnostics import Edit
from rulewright.language.effects import ref_of
from rulewright.language.elaborate import coercions
from rulewright.language.elaborate.environment import (
    BoxValue,
    Env,
    Mistake,
    PlaceValue,
    SeqValue,
    Typed,
    Value,
    ZoneValue,
)
from rulewright.language.elaborate.suggestions import declared_at, only_words
from rulewright.language.elaborate.world import World
from rulewright.language.library.lines import pack_table, rotation_reverse, rotation_table
from rulewright.language.messages import kinds_of_values as type_words
from rulewright.language.messages import sentences as at_once_words
from rulewright.language.messages import sentences as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, DIRECTION, PLAYER, SIDE, KindT, without_none

# ---- Whole zones that change places at once: `swap your hand and p's hand`, `each player at once: move all A to B`


def swapped(world: World, node: syntax.Swap, first: core.ZoneRef, second: core.ZoneRef) -> core.PassZones:
    """`swap your hand and p's hand`."""
    one, other = (world.zones[ref.zone] for ref in (first, second))
    if (one.component, one.kind, one.place) != (other.component, other.kind, other.place):
        raise Mistake(words.different_zones(node.span, first=sort_of(world, one), second=sort_of(world, other)))
    return core.PassZones(
        (core.Passing(first, second, fold.YES), core.Passing(second, first, fold.YES)), span=node.span
    )


def sort_of(world: World, zone: core.Zone) -> str:
    """A zone as it is declared, in a few words."""
    return f"{zone.name}, a {zone.kind} of {world.components[zone.component].name}"


def taking_part(world: World, who: core.Seq) -> Sequence[core.Expr]:
    """For each seat whether it takes part."""
    if who == core.Values(world.players):
        return [fold.YES] * world.players
    return [core.Contains(who, core.Const(seat, PLAYER)) for seat in range(world.players)]


def handed_on(world: World, env: Env, node: syntax.Move, whens: Sequence[core.Expr]) -> core.PassZones:
    """`each player at once: move all your hand to your left's hand`: seat by seat, with `you` settled."""
    if not isinstance(node.what, syntax.All) or node.face is not None:
        raise Mistake(at_once_words.at_once_moves(node.span))
    seats = [evolve(env, you=core.Const(seat, PLAYER)) for seat in range(world.players)]
    ways = [way(world, inner, node, when) for inner, when in zip(seats, whens, strict=True)]
    if any(one.to == other.to and one.when == other.when == fold.YES for one, other in combinations(ways, 2)):
        raise Mistake(at_once_words.at_once_meets(node.to.span))
    return core.PassZones(tuple(ways), span=node.span)


def way(world: World, env: Env, node: syntax.Move, when: core.Expr) -> core.Passing:
    """From where to where for one seat."""
    assert isinstance(node.what, syntax.All)
    source = zone_of(world.expression(env, node.what.among), node.span)
    to = zone_of(world.expression(env, node.to), node.span)
    if source.zone != to.zone:
        one, other = (world.zones[ref.zone].name for ref in (source, to))
        begin = world.source.text.rindex(" at once", 0, node.span.start)
        edit = Edit(Span(begin, begin + len(" at once")), "")
        raise Mistake(at_once_words.at_once_elsewhere(node.span, source=one, to=other, edit=edit))
    return core.Passing(source, to, when)


def zone_of(typed: Typed, span: Span) -> core.ZoneRef:
    """A whole zone."""
    if isinstance(typed, ZoneValue):
        return typed.ref
    raise Mistake(at_once_words.at_once_moves(span))


# ---- Pieces on their way: `move`, `flip`, `swap`, `rotate`, `pack`, `show`


Moved = core.MovePiece | core.MoveAll | core.MoveSome


def move(world: World, env: Env, node: syntax.Move) -> tuple[tuple[Moved, ...], Env]:
    """`move`: one piece, all or some of a source, to a zone or a place."""
    target = world.expression(env, node.to)
    if isinstance(target, BoxValue):
        source = taken(world, env, node.what)
        if isinstance(source, BoxValue):
            raise Mistake(words.box_to_box(node.span))
        component = component_of(world, source)
        to: core.Target = core.ZoneRef(world.boxes[component], span=node.to.span)
    else:
        to = target_of(world, target, node.to)
        component = world.zones[ref_of(to).zone].component
        source = taken(world, evolve(env, box=component), node.what)
        check_piece(world, source, to, node)
    zone = world.zones[ref_of(to).zone]
    if node.face is not None and not zone.faced:
        raise Mistake(words.no_faces(node.span, zone=zone.name, also=zone.span))
    return (moved(world, env, node, source, to),), found_in(env, source, ref_of(to).zone)


def target_of(world: World, target: Typed, node: syntax.Expr) -> core.Target:
    """A zone, or a place of a board."""
    match target:
        case ZoneValue():
            return target.ref
        case PlaceValue() | Value() if (place := coercions.place_of(world, target)) is not None:
            return place
        case SeqValue():
            raise Mistake(type_words.which_one(node.span, total=None))
        case _:
            if told := only_words(world, target, "a zone or a place of a board", node.span):
                raise Mistake(told)
            board = coercions.which_board(world, target, node.span)
            raise Mistake(words.nowhere_to_put(node.span, what=coercions.typed_words(world, target), board=board))


def taken(world: World, env: Env, what: syntax.What) -> SeqValue | Value | BoxValue:
    """What a move takes; the whole box only where nothing says which component."""
    match what:
        case syntax.This():
            return one_piece(world, world.expression(env, what.path), what.path)
        case syntax.All() | syntax.SomeOf():
            typed = world.expression(env, what.among)
            if not isinstance(typed, BoxValue):
                return coercions.piece_seq(world, typed, what.among.span)
            return (
                coercions.zone_seq(world, core.ZoneRef(world.boxes[env.box], span=what.among.span))
                if env.box is not None
                else typed
            )


def one_piece(world: World, typed: Typed, node: syntax.Expr) -> Value:
    """The one piece that is moved; where there may be several, they are all moved by another sentence."""
    zone = isinstance(typed, ZoneValue) and world.zones[typed.ref.zone].kind != "slot"
    if zone or (isinstance(typed, SeqValue) and typed.plural not in world.component_index):
        edit = Edit(Span(node.span.start, node.span.start), "all ")
        also = declared_at(world, typed)
        raise Mistake(type_words.several_move(node.span, what=world.text(node.span), also=also, edit=edit))
    return coercions.as_piece(world, typed, node.span)


def component_of(world: World, source: SeqValue | Value) -> int:
    """The component of the pieces that are moved."""
    inner = without_none(source.of if isinstance(source, SeqValue) else source.type)
    assert isinstance(inner, KindT)
    return world.component_index[inner.component]


def check_piece(world: World, source: SeqValue | Value | BoxValue, to: core.Target, node: syntax.Move) -> None:
    """A zone holds pieces of one component."""
    zone = world.zones[ref_of(to).zone]
    if isinstance(source, BoxValue) or component_of(world, source) == zone.component:
        return
    piece = coercions.bare_words(source.of if isinstance(source, SeqValue) else source.type)
    holds = world.components[zone.component].name
    plural = next((word for word, name in world.plurals.items() if name == holds), holds)
    fitting = [each for each in world.zones[: world.zones_here] if fits(world, each, piece)]
    edit = Edit(node.to.span, fitting[0].name) if len(fitting) == 1 and not fitting[0].owners else None
    names = [each.name for each in fitting[:3]]
    raise Mistake(
        type_words.wrong_piece(
            node.span, piece=piece, zone=zone.name, holds=plural, fitting=names, also=zone.span, edit=edit
        )
    )


def fits(world: World, zone: core.Zone, piece: str) -> bool:
    """Whether pieces of this name can lie in a zone, the box aside."""
    return not zone.box and world.components[zone.component].name == piece


def moved(world: World, env: Env, node: syntax.Move, source: SeqValue | Value | BoxValue, to: core.Target) -> Moved:
    """The sentence in core terms; the owner of a row that remembers owners is who decides."""
    by = env.you if world.zones[ref_of(to).zone].with_owner else None
    what = node.what
    match source, what:
        case Value(), _:
            return core.MovePiece(source.core, to, node.face, by, span=node.span)
        case SeqValue(), syntax.SomeOf():
            number = coercions.value(world, env, what.number, coercions.ANY_NUMBER).core
            refills = refilled(world, source.seq)
            return core.MoveSome(number, source.seq, to, node.face, by, what.up_to, refills, span=node.span)
        case SeqValue(), _:
            return core.MoveAll(source.seq, to, node.face, by, span=node.span)
        case BoxValue(), _:
            raise Mistake(words.box_to_box(node.span))


def refilled(world: World, seq: core.Seq) -> core.ZoneRef | None:
    """The pile that is refilled while pieces are taken from it."""
    match seq:
        case core.Pieces() if world.zones[seq.zone.zone].refill is not None:
            return seq.zone
        case core.Filter():
            return refilled(world, seq.seq)
        case _:
            return None


def found_in(env: Env, source: SeqValue | Value | BoxValue, zone: int) -> Env:
    """The environment in which the piece that a local names lies in the zone."""
    if not isinstance(source, Value) or not isinstance(source.core, core.Get):
        return env
    names = dict(env.names)
    for name, entry in env.names.items():
        if isinstance(entry.typed, Value) and entry.typed.core == source.core:
            names[name] = evolve(entry, typed=evolve(entry.typed, piece=True, zones=frozenset((zone,))))
    return evolve(env, names=names)


def flip(world: World, env: Env, node: syntax.Flip) -> core.Flip:
    """`flip c face up`."""
    piece = coercions.as_piece(world, world.expression(env, node.piece), node.piece.span)
    zones = [world.zones[zone] for zone in sorted(piece.zones)]
    if zones and not any(zone.faced for zone in zones):
        raise Mistake(words.no_faces(node.span, zone=zones[0].name, also=zones[0].span))
    return core.Flip(piece.core, node.face, span=node.span)


def swap(world: World, env: Env, node: syntax.Swap) -> core.SwapPlaces | core.PassZones:
    """`swap a and b`: two places of one board, or two whole zones."""
    first, second = (world.expression(env, part) for part in (node.first, node.second))
    if isinstance(first, ZoneValue) and isinstance(second, ZoneValue):
        return swapped(world, node, first.ref, second.ref)
    here, there = (place_meant(world, typed, part) for typed, part in ((first, node.first), (second, node.second)))
    if here.board != there.board:
        one, other = (world.text(part.span) for part in (node.first, node.second))
        raise Mistake(words.different_boards(node.span, first=one, second=other))
    return core.SwapPlaces(here, there, span=node.span)


def place_meant(world: World, typed: Typed, node: syntax.Expr) -> core.PlaceRef:
    """The expression as a place of a board."""
    match typed:
        case PlaceValue() | Value() if (place := coercions.place_of(world, typed)) is not None:
            return place
        case _:
            return not_a_place(world, typed, node.span)


def not_a_place(world: World, typed: Typed, span: Span) -> NoReturn:
    """Ends the sentence: a place belongs here."""
    if told := only_words(world, typed, "a place of a board", span):
        raise Mistake(told)
    raise Mistake(words.not_a_place(span, what=coercions.typed_words(world, typed)))


def rotate(world: World, env: Env, node: syntax.Rotate) -> core.RotateLine:
    """`rotate line toward d`, `rotate square`: what lies on its places goes one on, round and round."""
    typed = world.expression(env, node.what)
    if not isinstance(typed, Value) or not coercions.is_line(typed.type):
        raise Mistake(words.not_a_line(node.what.span, what=coercions.typed_words(world, typed)))
    place = coercions.line_place(typed.type)
    board = coercions.only_board(world, world.types[place])
    if board is None:
        not_a_place(world, typed, node.what.span)
    reverse: core.Expr = fold.NO
    if node.toward is not None:
        way = coercions.value(world, env, node.toward, DIRECTION)
        reverse = core.Lookup(rotation_reverse(world, place), (typed.core, way.core), BOOL)
    seq = core.TableList(rotation_table(world, place), (typed.core,))
    return core.RotateLine(core.ZoneRef(board), seq, reverse, span=node.span)


def pack(world: World, env: Env, node: syntax.Pack) -> core.PackBoard:
    """`pack market toward side`."""
    typed = world.expression(env, node.board)
    board = board_of(world, typed, node.board)
    place = world.zones[board.zone].place
    if place is None or world.places[place].kind != "grid":
        raise Mistake(words.no_direction(node.span, also=world.zones[board.zone].span))
    side = coercions.value(world, env, node.toward, SIDE)
    return core.PackBoard(board, pack_table(world, place), side.core, span=node.span)


def board_of(world: World, typed: Typed, node: syntax.Expr) -> core.ZoneRef:
    """A board, or all places of the only board over their type."""
    match typed:
        case ZoneValue() if world.zones[typed.ref.zone].kind == "board":
            return typed.ref
        case SeqValue() if typed.plural is not None and coercions.place_name(typed.of) is not None:
            board = coercions.only_board(world, typed.of)
            if board is not None:
                return core.ZoneRef(board, span=node.span)
        case _:
            pass
    return coercions.mismatch(world, typed, "a board", node.span)


def show(world: World, env: Env, node: syntax.Show) -> core.Show:
    """`show x to p`, `show z to everyone`."""
    pieces = coercions.piece_seq(world, world.expression(env, node.among), node.among.span)
    return core.Show(pieces.seq, viewers(world, env, node.to), component_of(world, pieces), span=node.span)


def viewers(world: World, env: Env, node: syntax.Expr | None) -> core.Seq | None:
    """The players to whom something is shown, None for everyone."""
    if node is None:
        return None
    typed = world.expression(env, node, PLAYER)
    return coercions.players_of(world, typed, node.span) or coercions.mismatch(
        world, typed, "a player or several", node.span
    )
