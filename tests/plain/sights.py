"""What a seat, or a spectator, sees (SPEC 12): plain tuples in the order of the declarations."""

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.language.types import PLAYER, CountsT, MemoryT, SetT
from tests.plain import expressions, writing
from tests.plain.state import Key, Piece, Play, bare, noted, ordered

HIDDEN = "?"


def sees(seers: frozenset[int], seat: int | None, players: int) -> bool:
    """A spectator sees what everyone sees."""
    return len(seers) == players if seat is None else seat in seers


def zones(play: Play, seat: int | None) -> Iterator[tuple[object, ...]]:
    """Name, owners, sort, component, size, pieces (None if only the size is seen), and whether it is a box."""
    for key, content in play.state.zones.items():
        if play.endless(key):
            continue
        zone, component = play.zone(key), play.component(key)
        noted_of = any(variable.lies_in == key[0] for variable in play.core.variables)
        told = zone.faced or zone.audience == "others" or noted_of or zone.top is not None
        shown = None
        if told or sees(play.seers(key), seat, play.core.players):
            if ordered(zone):
                shown = tuple(_piece(play, key, piece, seat) for piece in play.lying(key))
            else:
                copies = sorted(Counter(piece.kind for piece in content).items())
                shown = tuple((component.kinds[kind], number, None, False, None, None, ()) for kind, number in copies)
        names = writing.owners(play, zone.owners, key)
        yield zone.name, names, zone.kind, component.name, len(content), shown, zone.box


def _piece(play: Play, key: Key, piece: Piece, seat: int | None) -> tuple[object, ...]:
    """Name, copies, place, whether face down, who may look at it then, who put it there, and what is noted of it."""
    seen = sees(play.seers(key, piece), seat, play.core.players)
    name = play.component(key).kinds[piece.kind] if seen else HIDDEN
    position = play.found(key, piece).position
    place = writing.place(play, key, position) if play.zone(key).kind == "board" and position is not None else None
    marked = None if piece.up else tuple(sorted(piece.mark))
    return name, 1, place, not piece.up, marked, piece.owner, tuple(_notes(play, key, piece))


def _notes(play: Play, key: Key, piece: Piece) -> Iterator[tuple[str, object]]:
    """What is noted of a piece, but for what is as it begins."""
    for number, variable in enumerate(play.core.variables):
        if variable.lies_in == key[0] and noted(play, number, piece) != noted(play, number, Piece(0)):
            value, type_ = noted(play, number, piece), variable.type
            assert not isinstance(type_, SetT | CountsT)
            yield variable.name, writing.written(play, type_, value)


def variables(play: Play, seat: int | None) -> Iterator[tuple[object, ...]]:
    """Name, owners, and the value: of sets their values, of counts the values with their numbers; None if hidden."""
    for key in play.state.variables:
        variable = play.core.variables[key[0]]
        if variable.since is not None:
            continue
        owners = writing.owners(play, variable.owners, key)
        mine = any(pair == (PLAYER, seat) for pair in zip(variable.owners, key[1], strict=True))
        if variable.lies_in is not None:
            yield variable.name, owners, _noted_at(play, key)
        elif variable.audience == "everyone" or (variable.audience == "owner" and mine):
            yield variable.name, owners, _value(play, key)
        else:
            yield variable.name, owners, None


def _noted_at(play: Play, key: Key) -> object:
    """What is noted of what lies on a place."""
    variable = play.core.variables[key[0]]
    *owners, place = key[1]
    zone = variable.lies_in or 0, tuple(owners)
    content, type_ = play.state.zones[zone], variable.type
    assert not isinstance(type_, SetT | CountsT)
    lying = content if isinstance(content, dict) else dict(enumerate(content, 1))
    return writing.written(play, type_, noted(play, key[0], lying.get(place, Piece(0))))


def _value(play: Play, key: Key) -> object:
    type_, held = play.core.variables[key[0]].type, play.state.variables[key]
    match type_:
        case SetT(of):
            assert isinstance(held, dict)
            return tuple(writing.written(play, of, number) for number in sorted(held))
        case CountsT(of):
            assert isinstance(held, dict)
            return tuple((writing.written(play, of, number), copies) for number, copies in sorted(held.items()))
        case MemoryT():
            assert isinstance(held, tuple)
            return tuple(sorted(Counter(held).values()))
        case scalar:
            assert not isinstance(held, dict | tuple)
            return writing.written(play, scalar, held)


def phases(play: Play) -> tuple[str, ...]:
    """The titles of the running phases, the innermost last, with what is asked between their braces."""
    found = []
    for phase in (play.core.procedures[number] for number in play.state.running):
        if phase.phase:
            asked = ((each, bare(expressions.value(play, each.value))) for each in phase.told)
            said = {each.text: str(writing.written(play, each.type, value)) for each, value in asked}
            title = phase.title or phase.name
            found.append(re.sub(r"\{([^{}]*)\}", lambda gap, said=said: said.get(gap[1], gap[0]), title))
    return tuple(found)
