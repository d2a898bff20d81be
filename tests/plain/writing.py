"""How values, places, candidates and what can be drawn are written (SPEC 5.3, 5.4, 9.4)."""

from collections import Counter
from collections.abc import Sequence

from rulewright.language import core
from rulewright.language.types import BoolT, KindT, LineT, NumberT, Scalar, SeqT, ValueT
from tests.plain.state import Found, Key, Play, Value, bare, component_named, places_of, plain

Item = str | int


def written(play: Play, type_: Scalar, value: int | None) -> Item:
    """A value of a type."""
    if value is None:
        return "none"
    match plain(type_):
        case NumberT(place=of):
            return play.core.number_names.get(of or "", {}).get(value, value)
        case BoolT():
            return "yes" if value else "no"
        case ValueT() | LineT() as named:
            return play.core.values[named.name][value]
        case KindT(component):
            return play.core.components[component_named(play.core, component)].kinds[value]


def owners(play: Play, types: Sequence[Scalar], key: Key) -> tuple[Item, ...]:
    """The owners of a zone or variable."""
    return tuple(written(play, type_, value) for type_, value in zip(types, key[1], strict=True))


def place(play: Play, key: Key, number: int) -> str:
    """A place of a board."""
    name = play.zone(key).place
    assert name is not None
    return play.core.values[name][places_of(play.core, name).index(number)]


def candidates(
    play: Play, local: core.Local, found: Sequence[Value], seat: int, words: tuple[str, ...] | None
) -> list[Item]:
    """The candidates of a pick as the decider writes them."""
    if words is not None:
        return [words[number] for number in map(bare, found) if number is not None]
    if _of_pieces(local):
        kind = plain(_type(local))
        assert isinstance(kind, KindT)
        kinds = play.core.components[component_named(play.core, kind.component)].kinds
        return _pieces(play, kinds, found, seat)
    return [written(play, _type(local), bare(each)) for each in found]


def drawn(play: Play, local: core.Local, found: Sequence[Value]) -> list[Item]:
    """What can be drawn: pieces by their kinds, those that are called alike by their number, too."""
    names = [written(play, _type(local), bare(each)) for each in found]
    if not _of_pieces(local):
        return names
    return _apart(names, [f"{name}-{number}" for number, name in enumerate(names, 1)])


def _type(local: core.Local) -> Scalar:
    return local.type.of if isinstance(local.type, SeqT) else local.type


def _of_pieces(local: core.Local) -> bool:
    return local.type.pieces if isinstance(local.type, SeqT) else local.piece


def _pieces(play: Play, kinds: tuple[str, ...], found: Sequence[Value], seat: int) -> list[Item]:
    """Pieces by kind; what is hidden, or would be written alike, by its place, and at last by its number here."""
    names: list[Item] = []
    for number, each in enumerate(found, 1):
        kind = bare(each)
        assert kind is not None
        name: Item = kinds[kind]
        if isinstance(each, Found) and not play.endless(each.zone) and seat not in play.seers(each.zone, play.at(each)):
            # a pile or slot by its name, elsewhere by the number from the left
            zone = play.zone(each.zone)
            here = number if each.position is None else _by_place(play, each)
            name = zone.name if zone.kind in ("pile", "slot") else here
        names.append(name)
    if len(set(names)) == len(names):
        return names
    pairs = zip(found, names, strict=True)
    names = _apart(names, [_by_place(play, each) if isinstance(each, Found) else name for each, name in pairs])
    numbers: list[Item] = list(range(1, len(names) + 1))
    names = _apart(names, numbers)
    return names if len(set(names)) == len(names) else numbers


def _by_place(play: Play, each: Found) -> Item:
    zone = play.zone(each.zone)
    if zone.kind == "slot":  # with its owners as one word
        names = [str(owner) for owner in owners(play, zone.owners, each.zone)]
        more = f"({', '.join(names[1:])})" if names[1:] else ""
        return f"{names[0]}'s {zone.name}{more}".replace(" ", "-") if names else zone.name
    if each.position is None:
        return each.kind + 1
    if zone.kind == "board":
        return place(play, each.zone, each.position)
    return len(play.lying(each.zone)) - each.position if zone.kind == "pile" else each.position + 1


def _apart(names: list[Item], others: Sequence[Item]) -> list[Item]:
    """Where names are alike, the others instead."""
    times = Counter(names)
    return [other if times[name] > 1 else name for name, other in zip(names, others, strict=True)]
