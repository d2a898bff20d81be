"""What the rules declare, by name: so that a sentence can say "cards in your hand" where they say `your hand`."""

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from rulewright.language import syntax
from rulewright.language.library.sequences import ORDINALS
from rulewright.language.plurals import plural

DEEP: Final = 20
"""So many definitions are looked through to find out what another one is."""


@frozen
class Zone:
    """A field with those who have one each."""

    field: syntax.Field
    owners: tuple[str, ...]


@frozen
class Known:
    """Declarations by name; `types` by their plural. `attributes` tells of each whether it is yes or no."""

    fields: Mapping[str, Zone]
    defines: Mapping[str, syntax.Define]
    options: Mapping[str, syntax.Option]
    types: Mapping[str, str]
    attributes: Mapping[str, bool]
    values: frozenset[str]
    """The values of all types that list them."""
    boards: Mapping[str, str]
    """What lies on each sort of places."""
    place: str = "place"
    """How a place is called: by its type where there is one grid."""


def known_of(ruleset: syntax.Ruleset) -> Known:
    """What a ruleset declares; of each name the first."""
    fields: dict[str, Zone] = {}
    defines: dict[str, syntax.Define] = {}
    options: dict[str, syntax.Option] = {}
    types = {"players": "player", "teams": "team", "sides": "side", "directions": "direction"}
    attributes: dict[str, bool] = {}
    boards: dict[str, str] = {}
    for each in ruleset.declarations:
        match each:
            case syntax.Has():
                owners = tuple(owner.text for owner in each.owners)
                for field in each.fields:
                    fields.setdefault(field.name.text, Zone(field, owners))
            case syntax.Define():
                defines.setdefault(each.name.text, each)
            case syntax.Option():
                options.setdefault(each.name.text, each)
            case syntax.Enumeration() | syntax.NumberType() | syntax.GridType():
                types.setdefault(plural(each.name.text), each.name.text)
            case syntax.Component():
                types.setdefault(plural(each.name.text), each.name.text)
                for attribute in each.attributes:
                    attributes.setdefault(attribute.name.text, isinstance(attribute.type, syntax.Flag))
            case _:
                pass
    values = frozenset(
        value.text for each in ruleset.declarations if isinstance(each, syntax.Enumeration) for value in each.values
    )
    for zone in fields.values():
        if isinstance(zone.field.type, syntax.Board):
            boards.setdefault(zone.field.type.place.text, zone.field.type.piece.text)
            boards.setdefault("place", zone.field.type.piece.text)
    grids = [each.name.text for each in ruleset.declarations if isinstance(each, syntax.GridType)]
    place = grids[0] if len(grids) == 1 else "place"
    return Known(fields, defines, options, types, attributes, values, boards, place)


def is_yes_or_no(known: Known, name: str, depth: int = DEEP) -> bool:
    """Whether what is called so can only be yes or no."""
    zone, option, define = known.fields.get(name), known.options.get(name), known.defines.get(name)
    if define is not None:
        return any(_is_condition(known, value, depth - 1) for value in _results(define.body)) if depth else False
    if zone is not None:
        return isinstance(zone.field.type, syntax.Flag)
    if option is not None:
        return all(isinstance(value, syntax.YesNo) for value in option.values)
    return known.attributes.get(name, False)


def _results(body: syntax.Body) -> tuple[syntax.Expr, ...]:
    return tuple(case.value for case in body.result) if isinstance(body.result, tuple) else (body.result,)


def _is_condition(known: Known, node: syntax.Expr, depth: int) -> bool:
    if isinstance(node, syntax.Condition):
        return True
    match node:
        case syntax.YesNo():
            return True
        case syntax.Word(name) | syntax.Call(name) | syntax.Of(_, syntax.Member(name)):
            return is_yes_or_no(known, name.text, depth)
        case _:
            return False


def held(zone: Zone) -> str | None:
    """What lies in a zone, or is in a set or among counts, in the singular; None for what is no such field."""
    match zone.field.type:
        case syntax.Holder(_, of):
            return of.text
        case syntax.Board(piece):
            return piece.text
        case _:
            return None


NOUNS: Final = {
    "groups": "group",
    "winners": "player",
    "members": "player",
    "others": "player",
    "viewers": "player",
    "neighbors": "place",
    "around": "place",
    "leaps": "place",
    "reach": "place",
    "ray": "place",
    "between": "place",
    "rows": "line",
    "columns": "line",
    "lanes": "line",
    "diagonals": "line",
    "lines": "line",
    "runs": "line",
    "squares": "square",
    "directions": "direction",
}
"""What the answers of built-in questions are that give several."""
ELEMENTS: Final = {"line": "place", "square": "place"}
"""What there is in one of a type that holds several."""
SAME: Final = frozenset(("first", *ORDINALS, "last", "only", "item", "after", "before"))
"""Built-in questions whose answer is of the sort that they are asked of."""


def noun(known: Known, node: syntax.Expr, depth: int = DEEP) -> str | None:
    """What there is in something that holds several, in the singular, where the names tell it."""
    if not depth:
        return None
    match node:
        case syntax.Word(name) | syntax.Call(name):
            declared = known.types.get(name.text) or _declared_noun(known, name.text, depth)
            return declared or inside(known, name.text) or NOUNS.get(name.text)
        case syntax.Of(subject, syntax.Member(name)):
            declared = known.types.get(name.text) or _declared_noun(known, name.text, depth)
            if declared or name.text in SAME:
                return declared or noun(known, subject, depth - 1)
            one = NOUNS.get(name.text)
            return known.place if one == "place" else one
        case syntax.Query(source) | syntax.Picked(_, _, source):
            return noun(known, source, depth - 1)
        case syntax.Region():
            return known.place
        case syntax.Arithmetic(_, left, _):
            return noun(known, left, depth - 1)
        case syntax.Range():
            return "number"
        case _:
            return None


def inside(known: Known, sort: str) -> str | None:
    """What there is in one of a sort that holds several; None where it holds none."""
    return known.place if sort in ELEMENTS else None


def _declared_noun(known: Known, name: str, depth: int) -> str | None:
    zone, define = known.fields.get(name), known.defines.get(name)
    if zone is not None:
        return held(zone)
    if define is None:
        return None
    return next((found for value in _results(define.body) if (found := noun(known, value, depth - 1))), None)
