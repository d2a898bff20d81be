"""Renamings: the values of some types take each other's names, and the kinds of pieces made of them with them.

In: a core, the names of types, and a permutation of the values of each. Out: a `Renaming`, or what stands against it.
Laws: whatever is told of a kind, its number of copies included, is told of the kind that it becomes, renamed; one
renaming behind another is the renaming of the one permutation behind the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from math import factorial, prod
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import names_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.suggest import closest
from rulewright.language.types import (
    DIRECTION,
    PLAYER,
    TEAM,
    CountsT,
    KindT,
    Named,
    NumberT,
    Scalar,
    ValueT,
    without_none,
)

MOST_RENAMINGS: Final = 120
"""In so many ways values can take each other's names at most: five values of one type can in just as many."""
Permutation = tuple[int, ...]
"""What each value becomes."""


@frozen
class Renaming:
    """`of`: what the values of a type become, of all types whose values change; the type and two values of it that
    may stand for all in a message."""

    of: Mapping[Named, Permutation]

    def touches(self, type_: object) -> bool:
        """Whether values of a type change."""
        return isinstance(type_, Named) and type_ in self.of

    def value(self, type_: Scalar, value: int) -> int:
        """What becomes of a value; of none, none."""
        inner = without_none(type_)
        return self.of[inner][value] if isinstance(inner, Named) and inner in self.of and value >= 0 else value


def wanted(made: core.Core, names: Sequence[str]) -> tuple[Named, ...] | str:
    """The types of these names; a sentence where one of them is none whose values could ever be merged."""
    found: list[Named] = []
    for name in dict.fromkeys(names):
        type_ = _type_of(made, name)
        if isinstance(type_, str):
            return type_
        found.append(type_)
    ways = prod(factorial(len(names_of(made, each))) for each in found)
    if ways > MOST_RENAMINGS:
        return f"{' and '.join(names)} could be named in {ways:,} ways; at most {MOST_RENAMINGS} can be merged."
    return tuple(found)


def _type_of(made: core.Core, name: str) -> Named | str:
    components = {each.name for each in made.components}
    special = {PLAYER.name, TEAM.name, DIRECTION.name, *(each.place for each in made.geometries)}
    boards = {zone.place for zone in made.zones if zone.place}
    can = sorted(components | (made.values.keys() - special - boards))
    if name in special - boards:
        return f"The values of {name} cannot be merged: they are in an order, or lie beside each other."
    if name in made.values:
        return ValueT(name)
    if name in components:
        return KindT(name)
    near = closest(name, can)
    return f'"{name}" is no type of these rules.' + (f' Did you mean "{near}"?' if near else "")


def swaps(made: core.Core, types: Sequence[Named]) -> Iterator[Renaming | Diagnostic]:
    """Each type's neighbors exchanged: what comes of all these comes of all renamings."""
    for type_ in types:
        if (zone := next((each for each in made.zones if each.place == type_name(type_)), None)) is not None:
            yield words.places(zone.span, type=type_name(type_), zone=zone.name)
        size = len(names_of(made, type_))
        for one, other in pairwise(range(size)):
            exchanged = {one: other, other: one}
            yield renaming(made, {type_: tuple(exchanged.get(each, each) for each in range(size))})


def all_of(made: core.Core, types: Sequence[Named]) -> Iterator[Renaming | Diagnostic]:
    """All renamings, that which changes nothing first."""
    for chosen in product(*(permutations(range(len(names_of(made, each)))) for each in types)):
        yield renaming(made, dict(zip(types, chosen, strict=True)))


def type_name(type_: Named) -> str:
    """What a type is called."""
    return type_.component if isinstance(type_, KindT) else type_.name


def renaming(made: core.Core, given: Mapping[Named, Permutation]) -> Renaming | Diagnostic:
    """What becomes of all values where these change; what stands against it."""
    of = dict(given)
    for component in made.components:
        kind = KindT(component.name)
        if kind not in of and any(_about(attribute) in of for attribute in component.attributes):
            of[kind] = _kinds(component, Renaming(of))
    found = Renaming(of)
    wrong = (_unlike(made, component, found, given) for component in made.components)
    return next((each for each in wrong if each is not None), found)


def _about(attribute: core.Attribute) -> object:
    return attribute.type.of if isinstance(attribute.type, CountsT) else without_none(attribute.type)


def _kinds(component: core.Component, found: Renaming) -> Permutation:
    """What each kind becomes: of those that are alike in all attributes the one at the same place among them, and
    itself where there is none."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for kind in range(len(component.kinds)):
        alike.setdefault(_told(component, kind), []).append(kind)
    become = []
    for kind in range(len(component.kinds)):
        others, own = alike.get(_told(component, kind, found), []), alike[_told(component, kind)]
        at = own.index(kind)
        become.append(others[at] if at < len(others) else kind)
    return tuple(become)


def _told(component: core.Component, kind: int, found: Renaming | None = None) -> tuple[object, ...]:
    """All attributes of a kind, renamed."""
    return tuple(each.table[kind] if found is None else _renamed(each, kind, found) for each in component.attributes)


def _renamed(attribute: core.Attribute, kind: int, found: Renaming) -> object:
    value, type_ = attribute.table[kind], attribute.type
    if isinstance(type_, CountsT):
        assert isinstance(value, tuple)
        return counts_renamed(value, None if isinstance(type_.of, NumberT) else found.of.get(type_.of))
    assert isinstance(value, int)
    return found.value(type_, value)


def counts_renamed(counts: tuple[int, ...], become: Permutation | None) -> tuple[int, ...]:
    """One number per value, at the place of what each value becomes."""
    if become is None:
        return counts
    moved = list(counts)
    for value, goes in enumerate(become):
        moved[goes] = counts[value]
    return tuple(moved)


def _unlike(
    made: core.Core, component: core.Component, found: Renaming, given: Mapping[Named, Permutation]
) -> Diagnostic | None:
    """What is told of a kind and not of the kind that it becomes."""
    become = found.of.get(KindT(component.name), tuple(range(len(component.kinds))))
    for kind, partner in enumerate(become):
        name, other = component.kinds[kind], component.kinds[partner]
        if _told(component, kind, found) != _told(component, partner) or sorted(become) != list(range(len(become))):
            type_, values = _exchanged(made, given)
            return words.unlike_pieces(component.span, type=type_, kind=name, value=values[0], other=values[1])
        if (here := component.copies[kind]) != (there := component.copies[partner]):
            type_, _ = _exchanged(made, given)
            number, others = _number(here), _number(there)
            return words.other_number(
                component.span, type=type_, kind=name, number=number, partner=other, others=others
            )
    return None


def _number(copies: int | None) -> str:
    return "unlimited" if copies is None else str(copies)


def _exchanged(made: core.Core, given: Mapping[Named, Permutation]) -> tuple[str, tuple[str, str]]:
    """The type and the first value that changes, with what it becomes."""
    for type_, become in given.items():
        for value, goes in enumerate(become):
            if value != goes:
                names = names_of(made, type_)
                return type_name(type_), (names[value], names[goes])
    message = "Nothing was exchanged"
    raise ValueError(message)


def exchanged(made: core.Core, types: Sequence[Named], found: Renaming) -> tuple[str, tuple[str, str]]:
    """Of a swap: the type that was to be merged, and which two values it exchanges."""
    return _exchanged(made, {each: found.of[each] for each in types if each in found.of})
