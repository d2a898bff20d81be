"""Pieces on their way: `move`, `flip`, `swap`, `rotate`, `pack`, and zones that change places."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from typing import NoReturn

from attrs import evolve

from rulewright.language import core, geometry, intervals as fold, syntax
from rulewright.language.diagnostics import Edit
from rulewright.language.effects import ref_of
from rulewright.language.elaborate import coercions, suggestions
from rulewright.language.elaborate.environment import BoxValue, Env, Mistake, SeqValue, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.resolve import resolve
from rulewright.language.elaborate.suggestions import declared_at, only_words
from rulewright.language.library.answering import lines_of
from rulewright.language.library.questions import rotation_reverse
from rulewright.language.messages import kinds_of_values as type_words, sentences as words
from rulewright.language.span import Span
from rulewright.language.types import BOOL, DIRECTION, PLAYER, SIDE, KindT, without_none
from rulewright.language.wording import a


def handed_on(world: World, env: Env, node: syntax.Move, whens: Sequence[core.Expr]) -> core.PassZones:
    """`each player at once: move all your hand to your left's hand`; `whens`: for each seat whether it takes part."""
    if not isinstance(node.what, syntax.All) or node.face is not None:
        raise Mistake(words.at_once_moves(node.span))
    ways: list[core.Passing] = []
    for seat, when in enumerate(whens):
        inner = evolve(env, you=core.Const(seat, PLAYER))
        zones = [world.expression(inner, each) for each in (node.what.among, node.to)]
        refs = [each.ref for each in zones if isinstance(each, ZoneValue)]
        if len(refs) < len(zones):
            raise Mistake(words.at_once_moves(node.span))
        source, to = refs
        if source.zone != to.zone:
            one, other = (world.zones[ref.zone].name for ref in (source, to))
            begin = world.source.text.rindex(" at once", 0, node.span.start)
            edit = Edit(Span(begin, begin + len(" at once")), "")
            raise Mistake(words.at_once_elsewhere(node.span, source=one, to=other, edit=edit))
        ways.append(core.Passing(source, to, when))
    if any(one.to == other.to and one.when == other.when == fold.YES for one, other in combinations(ways, 2)):
        raise Mistake(words.at_once_meets(node.to.span))
    return core.PassZones(tuple(ways), span=node.span)


def goal(world: World, env: Env, node: syntax.Expr) -> Typed:
    """Where pieces go; of places that bear one name that on which they can lie."""
    if not isinstance(node, syntax.Word):
        return world.expression(env, node)
    return resolve(world, env, node.name, None, lambda type_: coercions.only_board(world, type_) is not None)


def move(world: World, env: Env, node: syntax.Move) -> tuple[tuple[core.Moving, ...], Env]:
    """`move`: one piece, all or some of a source, to a zone or a place."""
    target, span = goal(world, env, node.to), node.to.span
    to: core.Target
    source: SeqValue | Value | None = None
    match target:
        case BoxValue():
            source = taken(world, env, node)
            to = core.ZoneRef(world.boxes[component_of(world, source)], span=span)
        case ZoneValue():
            to = target.ref
        case _ if (place := coercions.place_of(world, target)) is not None:
            to = place
        case SeqValue():
            raise Mistake(type_words.which_one(span, total=None))
        case _:
            only_words(world, target, "a zone or a place of a board", span)
            board = coercions.which_board(world, target, span)
            raise Mistake(words.nowhere_to_put(span, what=suggestions.typed_words(world, target), board=board))
    zone = world.zones[ref_of(to).zone]
    if source is None:
        source = taken(world, evolve(env, box=zone.component), node)
        if component_of(world, source) != zone.component:  # a zone holds pieces of one
            piece = suggestions.bare_words(source.of if isinstance(source, SeqValue) else source.type)
            holds = world.components[zone.component].name
            plural = next((word for word, name in world.plurals.items() if name == holds), holds)
            here = (each for each in world.zones[: world.zones_here] if not each.box)
            fitting = [each for each in here if world.components[each.component].name == piece]
            edit = Edit(node.to.span, fitting[0].name) if len(fitting) == 1 and not fitting[0].owners else None
            complaint = partial(type_words.wrong_piece, node.span, also=zone.span, edit=edit)
            names = [each.name for each in fitting[:3]]
            raise Mistake(complaint(piece=piece, zone=zone.name, holds=plural, fitting=names))
    if node.face is not None and not zone.faced:
        raise Mistake(words.no_faces(node.span, zone=zone.name, also=zone.span))
    if node.under and zone.kind != "pile":
        edit = Edit(Span(world.source.text.rindex("under", 0, span.start), span.start), "to ")
        holds = world.components[zone.component].name
        raise Mistake(
            words.no_bottom(node.span, zone=zone.name, kind=a(zone.kind), holds=holds, also=zone.span, edit=edit)
        )
    if node.whose is not None and not zone.with_owner:
        raise Mistake(words.no_owners(node.whose.span, zone=zone.name, also=zone.span))
    return (moved(world, env, node, source, to),), found_in(env, source, ref_of(to).zone)


def taken(world: World, env: Env, node: syntax.Move) -> SeqValue | Value:
    """What a move takes; of the whole box its part of the component that lies where it goes."""
    match node.what:
        case syntax.This(path):
            typed, span = world.expression(env, path), path.span
            zone = isinstance(typed, ZoneValue) and world.zones[typed.ref.zone].kind != "slot"
            if zone or (isinstance(typed, SeqValue) and typed.plural not in world.component_index):
                edit, also = Edit(Span(span.start, span.start), "all "), declared_at(world, typed)
                raise Mistake(type_words.several_move(span, what=world.text(span), also=also, edit=edit))
            return coercions.as_piece(world, typed, span)
        case syntax.All(among) | syntax.SomeOf(among=among):
            typed = world.expression(env, among)
            if not isinstance(typed, BoxValue):
                return coercions.piece_seq(world, typed, among.span)
            if env.box is None:
                raise Mistake(words.box_to_box(node.span))
            return coercions.zone_seq(world, core.ZoneRef(world.boxes[env.box], span=among.span))


def component_of(world: World, source: SeqValue | Value) -> int:
    """The component of the pieces that are moved."""
    inner = without_none(source.of if isinstance(source, SeqValue) else source.type)
    assert isinstance(inner, KindT)
    return world.component_index[inner.component]


def moved(world: World, env: Env, node: syntax.Move, source: SeqValue | Value, to: core.Target) -> core.Moving:
    """The sentence in core terms; the owner of a row that remembers owners is who decides, or for whom it is done."""
    by = env.you if world.zones[ref_of(to).zone].with_owner else None
    if node.whose is not None:
        by = coercions.value(world, env, node.whose, PLAYER).core
    what = node.what
    if isinstance(source, Value):
        return core.MovePiece(source.core, to, node.face, by, under=node.under, span=node.span)
    if not isinstance(what, syntax.SomeOf):
        return core.MoveAll(source.seq, to, node.face, by, under=node.under, span=node.span)
    # the pile that is refilled while pieces are taken from it
    number, pile = coercions.value(world, env, what.number, coercions.ANY_NUMBER).core, source.seq
    while isinstance(pile, core.Filter):
        pile = pile.seq
    refills = pile.zone if isinstance(pile, core.Pieces) and world.zones[pile.zone.zone].refill else None
    up_to, under = what.up_to, node.under
    return core.MoveSome(number, source.seq, to, node.face, by, up_to, refills, under=under, span=node.span)


def found_in(env: Env, source: SeqValue | Value, zone: int) -> Env:
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
        zones = [world.zones[each.ref.zone] for each in (first, second)]
        if len({(zone.component, zone.kind, zone.place) for zone in zones}) > 1:
            one, other = (f"{each.name}, a {each.kind} of {world.components[each.component].name}" for each in zones)
            raise Mistake(words.different_zones(node.span, first=one, second=other))
        ways = ((first.ref, second.ref), (second.ref, first.ref))
        return core.PassZones(tuple(core.Passing(*way, fold.YES) for way in ways), span=node.span)
    sides = ((first, node.first.span), (second, node.second.span))
    here, there = (coercions.place_of(world, each) or not_a_place(world, each, span) for each, span in sides)
    if here.board != there.board:
        one, other = (world.text(part.span) for part in (node.first, node.second))
        raise Mistake(words.different_boards(node.span, first=one, second=other))
    return core.SwapPlaces(here, there, span=node.span)


def not_a_place(world: World, typed: Typed, span: Span) -> NoReturn:
    """Ends the sentence: a place belongs here."""
    only_words(world, typed, "a place of a board", span)
    raise Mistake(words.not_a_place(span, what=suggestions.typed_words(world, typed)))


def rotate(world: World, env: Env, node: syntax.Rotate) -> core.RotateLine:
    """`rotate line toward d`, `rotate square`: what lies on its places goes one on, round and round."""
    typed = world.expression(env, node.what)
    if not isinstance(typed, Value) or not coercions.is_line(typed.type):
        raise Mistake(words.not_a_line(node.what.span, what=suggestions.typed_words(world, typed)))
    place = coercions.line_place(typed.type)
    board = coercions.only_board(world, world.types[place])
    if board is None:
        not_a_place(world, typed, node.what.span)
    reverse: core.Expr = fold.NO
    if node.toward is not None:
        way = coercions.value(world, env, node.toward, DIRECTION)
        reverse = core.Lookup(rotation_reverse(world, place), (typed.core, way.core), BOOL)

    def orders() -> Iterator[tuple[int, ...]]:
        for line in lines_of(world, place):
            yield tuple(places.low + at for at in geometry.rotation(places, line))

    places, seq = world.places[place], core.TableList(world.lists(f"{place} line rotation", orders), (typed.core,))
    return core.RotateLine(core.ZoneRef(board), seq, reverse, span=node.span)


def pack(world: World, env: Env, node: syntax.Pack) -> core.PackBoard:
    """`pack market toward side`: a board, or all places of the only board over their type."""
    typed = world.expression(env, node.board)
    match typed:
        case ZoneValue(ref) if world.zones[ref.zone].kind == "board":
            board = ref
        case SeqValue(of=of, plural=str()) if (at := coercions.only_board(world, of)) is not None:
            board = core.ZoneRef(at, span=node.board.span)
        case _:
            coercions.mismatch(world, typed, "a board", node.board.span)
    places = world.places.get(world.zones[board.zone].place or "")
    if places is None or not places.whole:
        raise Mistake(words.no_direction(node.span, also=world.zones[board.zone].span))
    side = coercions.value(world, env, node.toward, SIDE)
    # side -> the places of the grid lane by lane, each lane from that side on
    made = world.lists(f"{places.name} pack", lambda: (tuple(chain(*lanes)) for lanes in geometry.pack_lanes(places)))
    return core.PackBoard(board, made, side.core, span=node.span)
