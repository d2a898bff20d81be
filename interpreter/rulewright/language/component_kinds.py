"""The kinds of a component at one setting: its rows multiplied out, counted and named.

Laws: kinds stand in the order of the rows, within a row the last attribute runs fastest; no two kinds of a component
bear one name if nothing is wrong; rows that give the same values under the same name add up. Every row is checked, also
where its `when` does not hold. It resolves no types and decides no conditions."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import prod
from typing import Final, cast

from attrs import evolve, frozen

from rulewright.language import component_rows, core, syntax
from rulewright.language.component_rows import HOLE, Column, Value, filled, mended, nothing_of, read_row, trouble
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import tables as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, CountsT, NumberT

MOST_KINDS: Final = 4_096
MOST_PIECES: Final = 65_535
MOST_ATTRIBUTES: Final = 64
MOST_REPEATED: Final = 9
"""So often the name of a kind says a value again, fire+fire, before it says how many: fire-10."""

_WORD: Final = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*")
_JOINED_HOLE: Final = re.compile(r"([-+]?)\{([^{}]*)\}")


@frozen
class _Kind:
    """One combination of values; `name` is None until it is named by its values. `copies` None: unlimited."""

    values: tuple[Value, ...]
    name: str | None
    copies: int | None
    row: int
    span: Span


@frozen
class _Row:
    """A row as read: its number from 1, the values of each attribute, its copies and how its kinds are called."""

    number: int
    values: tuple[Sequence[Value], ...]
    copies: int | None
    called: syntax.Text | None
    span: Span

    @property
    def kind_count(self) -> int:
        """How many kinds the row makes; of a range, which may be too long for `len`, by its ends."""
        return prod(each.stop - each.start if isinstance(each, range) else len(each) for each in self.values)


def build_component(
    declaration: syntax.Component,
    domains: Mapping[str, component_rows.Domain],
    holds: Callable[[syntax.Expr], bool],
    players: int,
) -> tuple[core.Component, tuple[Diagnostic, ...]]:
    """The component at one setting; an attribute without a domain has been told of: then there are no kinds."""
    name, attributes = declaration.name, declaration.attributes
    title = declaration.title.text if declaration.title else None
    empty = core.Component(name.text, (), (), (), title, span=declaration.span)
    if declaration.names:  # one piece of each
        first: dict[str, syntax.Name] = {}
        twice = [each for each in declaration.names if first.setdefault(each.text, each) is not each]
        if len(first) > MOST_KINDS:
            return empty, (_too_many(name.text, len(first), name.span),)
        found = (words.named_twice(each, component=name.text, also=first[each.text].span) for each in twice)
        return evolve(empty, kinds=tuple(first), copies=(1,) * len(first)), tuple(found)
    if len(attributes) > MOST_ATTRIBUTES:
        last, number = attributes[-1], len(attributes)
        return empty, (words.too_many_attributes(last.span, component=name.text, number=number, most=MOST_ATTRIBUTES),)
    if any(attribute.name.text not in domains for attribute in attributes):
        return empty, ()
    order, columns = tuple(attribute.name.text for attribute in attributes), list[Column]()
    for each, named_as in zip(attributes, order, strict=True):
        numbers = each.type.span if isinstance(each.type, syntax.ConstRange) else NOWHERE
        columns.append(Column(name.text, named_as, domains[named_as], order, span=each.span, numbers=numbers))
    return _from_rows(declaration, empty, columns, holds, players)


def check_components(components: Sequence[core.Component]) -> tuple[Diagnostic, ...]:
    """Check all components together: names of kinds of which pieces exist, and how many there are in all."""
    # too much in all is told where no component alone is too large
    kinds = [len(component.kinds) for component in components]
    pieces = [sum(copies or 0 for copies in component.copies) for component in components]
    found, whose = list[Diagnostic](), "All components together"
    # of each component the first name that an earlier one bears as well, if pieces of both exist
    first: dict[str, core.Component] = {}
    for each in components:
        there = [name for name, copies in zip(each.kinds, each.copies, strict=True) if copies != 0]
        shared = [name for name in there if first.setdefault(name, each) is not each]
        for name in shared[:1]:
            told = [attribute.name for attribute in each.attributes if not isinstance(attribute.type, CountsT)]
            one, also = first[name].name, first[name].span
            same = partial(words.shared_kind_name, each.span, name=name, first=one, second=each.name, also=also)
            found.append(same(template=_template(each.name, told)))
    if sum(kinds) > MOST_KINDS:
        found.append(words.too_many_kinds(components[-1].span, whose=whose, number=sum(kinds), most=MOST_KINDS))
    if sum(pieces) > MOST_PIECES >= max(pieces):
        found.append(words.too_many_pieces(components[-1].span, whose=whose, number=sum(pieces), most=MOST_PIECES))
    return tuple(found)


def _from_rows(
    declaration: syntax.Component,
    empty: core.Component,
    columns: Sequence[Column],
    holds: Callable[[syntax.Expr], bool],
    players: int,
) -> tuple[core.Component, tuple[Diagnostic, ...]]:
    """The component with the kinds of its rows; the empty one where they are too many."""
    name = declaration.name
    read = [read_row(row, columns) for row in declaration.rows]
    diagnostics = [*chain.from_iterable(found for _, found in read)]
    # templates that name something that is no attribute
    order = tuple(column.name for column in columns)
    for called in (each for each in (declaration.called, *(row.called for row in declaration.rows)) if each):
        for hole in (hole for hole in HOLE.findall(called.text) if hole not in order):
            edit, whose = mended(called, hole, order), name.text
            complaint = words.unknown_in_template
            diagnostics.append(complaint(called.span, component=whose, name=hole, candidates=order, edit=edit))
    rows: list[_Row] = []
    for at, (node, (values, found)) in enumerate(zip(declaration.rows, read, strict=True), 1):
        if not found and (node.when is None or holds(node.when)):
            copies = node.copies.number if node.copies else 0  # without copies the row makes constants
            copies = copies * players if node.copies and node.copies.per_player and copies is not None else copies
            rows.append(_Row(at, values, copies, node.called or declaration.called, node.span))
    # what would not fit is refused before it is multiplied out
    large = next((row for row in rows if row.kind_count > MOST_KINDS), None)
    total = sum(row.kind_count for row in rows)
    if large or total > MOST_PIECES:
        row, number = (large, large.kind_count) if large else (rows[-1], total)
        return empty, (*diagnostics, _too_many(name.text, number, row.span))
    kinds = _added_up(kind for row in rows for kind in _expanded(row, columns))
    if len(kinds) > MOST_KINDS:
        return empty, (*diagnostics, _too_many(name.text, len(kinds), kinds[-1].span))
    kinds = _added_up(_named(kinds, columns))
    diagnostics += _name_trouble(name.text, kinds, columns)
    pieces = sum(kind.copies or 0 for kind in kinds)
    if pieces > MOST_PIECES:
        whose = f"The component {name.text}"
        diagnostics.append(words.too_many_pieces(name.span, whose=whose, number=pieces, most=MOST_PIECES))
    # either all pieces are counted or none
    made = [row for row in rows if row.copies != 0]
    other = next((row for row in made if (row.copies is None) != (made[0].copies is None)), None)
    diagnostics += [words.half_counted(other.span, also=made[0].span)] if other else []
    shown = declaration.shown
    unfit = tuple(trouble(shown, name.text, order)) if shown else ()
    as_shown: core.ShownAs | None = None
    if shown is not None and not unfit:
        texts = tuple(filled(shown.text, _texts(kind.values, columns)) for kind in kinds)
        asked = tuple(hole.partition("'s ")[0] for hole in HOLE.findall(shown.text))
        as_shown = core.ShownAs(shown.text, asked, texts, span=shown.span)
    tables = [cast("tuple[int, ...]", tuple(kind.values[place] for kind in kinds)) for place in range(len(columns))]
    attributes = (core.Attribute(each.name, each.domain.type, to) for each, to in zip(columns, tables, strict=True))
    names, copies_of = tuple(kind.name or "" for kind in kinds), tuple(kind.copies for kind in kinds)
    component = evolve(empty, kinds=names, copies=copies_of, attributes=tuple(attributes), shown=as_shown)
    return component, (*diagnostics, *unfit)


def _expanded(row: _Row, columns: Sequence[Column]) -> list[_Kind]:
    names, text = {column.name for column in columns}, row.called.text if row.called else None
    text = text if text is not None and names.issuperset(HOLE.findall(text)) else None
    made = [_Kind(values, None, row.copies, row.number, row.span) for values in product(*row.values)]
    return [evolve(one, name=name_of(text, _texts(one.values, columns)) or None) if text else one for one in made]


def _added_up(kinds: Iterable[_Kind]) -> tuple[_Kind, ...]:
    """Equal kinds become one, where the first of them stood."""
    found: dict[tuple[tuple[Value, ...], str | None], _Kind] = {}
    for kind in kinds:
        known = found.get((kind.values, kind.name))
        if known is not None:
            endless = known.copies is None or kind.copies is None
            kind = evolve(known, copies=None if endless else (known.copies or 0) + (kind.copies or 0))  # noqa: PLW2901 - it is the same
        found[kind.values, kind.name] = kind
    return tuple(found.values())


def _named(kinds: Sequence[_Kind], columns: Sequence[Column]) -> list[_Kind]:
    """Names the kinds without a template by as many attributes as it takes; none, yes, no and counts say nothing."""
    saying = [column.name for column in columns if not isinstance(column.plain, BoolT | CountsT)]
    parts = [_texts(kind.values, columns) for kind in kinds]
    names: list[str] = []
    for most in range(1, max(len(columns), 1) + 1):
        said = [column.name for column in columns[:most] if column.name in saying]
        given = ["-".join(filter(None, (part[name] for name in said))) for part in parts]
        names = [one if kind.name is None else kind.name for kind, one in zip(kinds, given, strict=True)]
        if all(names) and len(set(names)) == len(names):
            break
    return [evolve(kind, name=name) for kind, name in zip(kinds, names, strict=True)]


def _texts(values: Sequence[Value], columns: Sequence[Column]) -> dict[str, str | None]:
    """The values as names have them, by their attributes; None for what is none or empty."""
    return {column.name: _shown(value, column) for value, column in zip(values, columns, strict=True)}


def _shown(value: Value, column: Column) -> str | None:
    if value == nothing_of(column):
        return None
    if isinstance(value, tuple):
        counted = zip(column.domain.names, value, strict=True)
        said = ((f"{name}-{times}",) if times > MOST_REPEATED else (name,) * times for name, times in counted)
        return "+".join(chain.from_iterable(said))
    if isinstance(column.plain, NumberT):
        return column.domain.names[value - column.plain.low] if column.domain.names else str(value)
    return ("no", "yes")[value] if isinstance(column.plain, BoolT) else column.domain.names[value]


def name_of(template: str, shown: Mapping[str, str | None]) -> str:
    """A `called` template filled in; where nothing stands for an attribute the hyphen or plus before it goes, too."""
    parts = _JOINED_HOLE.sub(lambda hole: hole[1] + text if (text := shown[hole[2]]) else "", template)
    return parts.lstrip("-+")


def _name_trouble(component: str, kinds: Sequence[_Kind], columns: Sequence[Column]) -> list[Diagnostic]:
    """The first bad name and the first doubled one of each row."""
    found: dict[tuple[int, str], Diagnostic] = {}
    first: dict[str, _Kind] = {}
    for kind in kinds:
        name = kind.name or ""
        earlier = first.setdefault(name, kind)
        if not _WORD.fullmatch(name):
            bad = words.bad_kind_name(kind.span, component=component, name=name, row=kind.row)
            found.setdefault((kind.row, "bad"), bad)
        elif earlier is not kind and (kind.row, "same") not in found:
            # a template that tells the two kinds apart, if there is one
            told = [column.name for column in columns if not isinstance(column.plain, CountsT)]
            values = zip(columns, earlier.values, kind.values, strict=True)
            advice = 'Give one of the rows its own name with called "…".'
            if {column.name for column, a, b in values if a != b} & set(told):
                advice = f'Add another attribute, or: component {component}, called "{_template(component, told)}": …'
            first_row, also = (None, NOWHERE) if earlier.row == kind.row else (earlier.row, earlier.span)
            same = partial(words.same_kind_name, kind.span, component=component, name=name, row=kind.row)
            found[kind.row, "same"] = same(first=first_row, advice=advice, also=also)
    return list(found.values())


def _template(component: str, told: Sequence[str]) -> str | None:
    """The kinds of a component called after it and these attributes."""
    return "-".join((component, *(f"{{{name}}}" for name in told))) if told else None


def _too_many(component: str, kinds: int, span: Span) -> Diagnostic:
    return words.too_many_kinds(span, whose=f"The component {component}", number=kinds, most=MOST_KINDS)
