"""What becomes of rules when the values of some types take each other's names, and what in them tells these apart.

Laws: whatever is told of a kind, its number of copies included, is told of the kind that it becomes, renamed; one
renaming behind another is the renaming of the one permutation behind the other. Rules that nothing tells apart know the
values by name only.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from math import factorial, prod
from typing import Final

from attrs import frozen

from rulewright.language import core, types
from rulewright.language.core_queries import everything, passed_on
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import names_of, shape, type_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.suggest import closest
from rulewright.language.types import CountsT, KindT, Named, OptionalT, Scalar, Type, without_none
from rulewright.language.walking import children, walk

MOST_RENAMINGS: Final = 120
"""In so many ways values can take each other's names at most: five values of one type can in just as many."""
Permutation = tuple[int, ...]
"""What each value becomes."""


@frozen
class Renaming:
    """`of`: what the values of a type become, of all types whose values change, those first that were to change."""

    of: Mapping[Named, Permutation]

    def value(self, type_: Scalar, value: int) -> int:
        """What becomes of a value; of none, none."""
        inner = without_none(type_)
        return self.of[inner][value] if isinstance(inner, Named) and inner in self.of and value >= 0 else value


def wanted(made: core.Core, names: Sequence[str]) -> tuple[Named, ...] | str:
    """The types of these names; a sentence where one of them is none whose values could ever be merged."""
    components = {each.name for each in made.components}
    boards = {zone.place for zone in made.zones if zone.place}
    orders = (types.PLAYER, types.TEAM, types.DIRECTION)
    special = {*(each.name for each in orders), *(each.place for each in made.geometries)} - boards
    found: list[Named] = []
    for name in dict.fromkeys(names):
        if name in special:
            return f"The values of {name} cannot be merged: they are in an order, or lie beside each other."
        if name not in components | made.values.keys():
            near = closest(name, sorted((components | made.values.keys()) - special - boards))
            return f'"{name}" is no type of these rules.' + (f' Did you mean "{near}"?' if near else "")
        found.append(types.ValueT(name) if name in made.values else KindT(name))
    ways = prod(factorial(len(names_of(made, each))) for each in found)
    if ways > MOST_RENAMINGS:
        return f"{' and '.join(names)} could be named in {ways:,} ways; at most {MOST_RENAMINGS} can be merged."
    return tuple(found)


def swaps(made: core.Core, types: Sequence[Named]) -> Iterator[Renaming | Diagnostic]:
    """Each type's neighbors exchanged: what comes of all these comes of all renamings."""
    for type_ in types:
        if (zone := next((each for each in made.zones if each.place == type_.name), None)) is not None:
            yield words.places(zone.span, type=type_.name, zone=zone.name)
        size = len(names_of(made, type_))
        for one, other in pairwise(range(size)):
            exchanged = {one: other, other: one}
            yield renaming(made, {type_: tuple(exchanged.get(each, each) for each in range(size))})


def all_of(made: core.Core, types: Sequence[Named]) -> Iterator[Renaming | Diagnostic]:
    """All renamings, that which changes nothing first."""
    for chosen in product(*(permutations(range(len(names_of(made, each)))) for each in types)):
        yield renaming(made, dict(zip(types, chosen, strict=True)))


def renaming(made: core.Core, given: Mapping[Named, Permutation]) -> Renaming | Diagnostic:
    """What becomes of all values where these change. Of kinds that are alike in all attributes each becomes the one at
    the same place among those that it is like then. Else what is told of a kind and not of the one that it becomes."""
    of = dict(given)
    for component in made.components:
        declared = [each.type for each in component.attributes]
        about = (each.of if isinstance(each, CountsT) else without_none(each) for each in declared)
        if KindT(component.name) not in of and any(each in of for each in about):
            alike, become = dict[object, list[int]](), list[int]()
            for kind in range(len(component.kinds)):
                alike.setdefault(_attributes_of(component, kind, Renaming({})), []).append(kind)
            for kind in range(len(component.kinds)):
                at = alike[_attributes_of(component, kind, Renaming({}))].index(kind)
                same = alike.get(_attributes_of(component, kind, Renaming(of)), [])
                become.append(same[at] if at < len(same) else kind)
            of[KindT(component.name)] = tuple(become)
    found = Renaming(of)
    for component in made.components:
        permutation = of.get(KindT(component.name), tuple(range(len(component.kinds))))
        whole = sorted(permutation) == [*range(len(permutation))]
        for kind, partner in enumerate(permutation):
            name, other = component.kinds[kind], component.kinds[partner]
            if not whole or _attributes_of(component, kind, found) != _attributes_of(component, partner, Renaming({})):
                type_, values = exchanged(made, found)
                return words.unlike_pieces(component.span, type=type_, kind=name, value=values[0], other=values[1])
            if component.copies[kind] != component.copies[partner]:
                copies = (component.copies[each] for each in (kind, partner))
                own, others = ("unlimited" if each is None else str(each) for each in copies)
                type_, place = exchanged(made, found)[0], component.span
                return words.other_number(place, type=type_, kind=name, number=own, partner=other, others=others)
    return found


def _attributes_of(component: core.Component, kind: int, found: Renaming) -> tuple[object, ...]:
    """All attributes of a kind, renamed; of counts one number per value, at the place of what each value becomes."""
    told: list[object] = []
    for attribute in component.attributes:
        value, type_ = attribute.table[kind], attribute.type
        if isinstance(value, int):
            told.append(value if isinstance(type_, CountsT) else found.value(type_, value))
        else:
            of = type_.of if isinstance(type_, CountsT) else type_
            become = found.of.get(of) if isinstance(of, Named) else None
            told.append(value if become is None else tuple(each for _, each in sorted(zip(become, value, strict=True))))
    return tuple(told)


def exchanged(made: core.Core, found: Renaming) -> tuple[str, tuple[str, str]]:
    """The type and the first value that changes, with what it becomes."""
    return next(
        (type_.name, (names_of(made, type_)[value], names_of(made, type_)[goes]))
        for type_, become in found.of.items()
        for value, goes in enumerate(become)
        if value != goes
    )


@frozen
class Touched:
    """`types`: those whose values change names, with all that do; of these `names` are to be merged."""

    made: core.Core
    types: Mapping[Named, Collection[int]]
    names: str

    def type(self, type_: Type) -> bool:
        """Whether values of a type change."""
        while isinstance(type_, OptionalT | types.SetT | CountsT | types.SeqT):
            type_ = type_.of
        return isinstance(type_, Named) and type_ in self.types

    def local(self, number: int) -> bool:
        """Whether what a local holds changes."""
        return self.type(self.made.locals[number].type)

    def zone(self, number: int) -> bool:
        """Whether the kinds in a zone change."""
        return KindT(self.made.components[self.made.zones[number].component].name) in self.types


def touched(made: core.Core, types: Sequence[Named], swaps: Sequence[Renaming]) -> Touched:
    """What merging these types touches, by all exchanges of two values."""
    changed = dict[Named, set[int]]()
    for type_, become in (pair for swap in swaps for pair in swap.of.items()):
        changed.setdefault(type_, set()).update(value for value, goes in enumerate(become) if goes != value)
    return Touched(made, changed, " and ".join(each.name for each in types))


def told_apart(known: Touched) -> Iterator[Diagnostic]:
    """Everything that tells the values of these types apart. What is moved into a zone that the next sentence shuffles
    comes there in no order."""
    made = known.made
    inside = (getattr(node, "body", ()) for node in walk(everything(made)))
    lines = (pair for body in (made.setup, made.play, *inside) if isinstance(body, tuple) for pair in pairwise(body))
    unseen = frozenset(
        id(line)
        for line, behind in lines
        if isinstance(line, core.MoveAll) and isinstance(behind, core.Shuffle)
        if behind.zone == line.to and not behind.zone.owners
    )
    waiting: list[tuple[object, Span]] = [(everything(made), NOWHERE)]
    while waiting:  # each node with the nearest place around it
        node, around = waiting.pop()
        own = getattr(node, "span", NOWHERE)
        span = around if own == NOWHERE else own
        if not isinstance(node, tuple) and (found := _decided(known, node, span, unseen)) is not None:
            yield found
        waiting += [(child, span) for child in children(node)][::-1]


def _decided(known: Touched, node: object, span: Span, unseen: Collection[int]) -> Diagnostic | None:
    """What is to be said against a node itself."""
    made, type_ = known.made, known.names
    inside = any(known.type(type_of(each)) for each in children(node) if isinstance(each, core.Expr))
    match node:
        case core.Const(value, of):
            inner = without_none(of)
            if not isinstance(inner, Named) or value not in known.types.get(inner, ()):
                return None
            return words.named(span, type=type_, value=names_of(made, inner)[value])
        case core.Lookup() if inside or known.type(node.type):
            return words.by_table(span, type=type_, table=made.tables[node.table].name)
        case core.TableList() if inside:
            return words.by_table(span, type=type_, table=made.list_tables[node.table].name)
        case core.Trail() if known.local(node.local) or known.local(node.through.local):
            return words.by_table(span, type=type_, table=made.list_tables[node.ends].name)
        case core.ByMember() if inside:
            return words.own_rules(span, type=type_, value=node.members[0].name)
        case core.Compare("at-least" | "more-than") | core.AllAre("consecutive") | core.Calc() if inside:
            return words.compared(span, type=type_)
        case core.Fold() | core.Outside() | core.Best() | core.PackBoard() | core.Numbers() if inside:
            return words.compared(span, type=type_)
        case core.Shuffle(core.ZoneRef(zone)) | core.MoveSome(refills=core.ZoneRef(zone)) if any(
            # one such zone for each value: while it waits to be shuffled its pieces lie in the order of their kinds,
            # under all names; so it must be the same zone
            map(known.type, made.zones[zone].owners)
        ):
            return words.one_of_those_merged(span, type=type_, zone=made.zones[zone].name)
        case core.ChangePiece(component=component) if KindT(made.components[component].name) in known.types:
            return words.unread(span, type=type_, form="a piece becomes another one")
        case core.Repeats():
            return words.in_a_memory(span, type=type_)
        case core.Note() | core.Noted():
            return words.on_pieces(span, type=type_)
        case core.OneOf() if node.which != "only":
            of_them = known.type(node.type)
        case core.Beyond() | core.Ends():
            of_them = inside
        case core.ForEach():
            of_them = known.local(node.local)
        case core.RotateLine():
            of_them = False
        case core.MoveAll(to=to) if id(node) in unseen or shape(made.zones[ref_of(to).zone].kind) != "ordered":
            return None
        case core.MoveAll() | core.MoveSome():
            of_them = True
        case _:
            return None
    return words.by_order(span, type=type_) if ordered(known, node.seq, of_them=of_them) else None


def ordered(known: Touched, seq: core.Seq, *, of_them: bool) -> bool:
    """Whether the order of the elements may be that of such values; `of_them`: they are such values."""
    match seq:
        case core.Values() | core.Members():
            return of_them
        case core.Pieces(core.ZoneRef(zone)):
            return known.zone(zone) and shape(known.made.zones[zone].kind) == "counts"
        case core.Held(local):
            return known.local(local)
        case core.FlatMap(local, inner) | core.Mapped(local, inner) if ordered(
            known, inner, of_them=known.local(local)
        ):
            return True
        case _:
            parts = (each for each in passed_on(seq) if isinstance(each, core.Seq))
            return any(ordered(known, each, of_them=of_them) for each in parts)
