"""The kinds of a component at one setting: its rows multiplied out, counted and named.

In: a component as written, the types of its attributes, and which conditions hold. Out: the component of the core and
what is wrong with it. Laws: kinds stand in the order of the rows, within a row the last attribute runs fastest; no two
kinds of a component bear one name if nothing is wrong; rows that give the same values under the same name add up.
Every row is checked, also where its `when` does not hold. It resolves no types and decides no conditions.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, cast

from attrs import evolve, frozen

from rulewright.language import core, syntax
from rulewright.language.component_rows import (
    Column,
    Domain,
    Value,
    filled,
    mended,
    named,
    nothing_of,
    read_row,
    trouble,
)
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.messages import tables as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.types import BoolT, CountsT, KindT, LineT, NumberT, ValueT, none_code

__all__ = ["MOST_KINDS", "MOST_PIECES", "Built", "Domain", "build_component", "check_components"]

MOST_KINDS: Final = 4_096
MOST_PIECES: Final = 65_535
MOST_ATTRIBUTES: Final = 64

_WORD: Final = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
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
    def size(self) -> int:
        """How many kinds the row makes; of a range, which may be too long for `len`, by its ends."""
        return prod(each.stop - each.start if isinstance(each, range) else len(each) for each in self.values)


Built = tuple[core.Component, tuple[Diagnostic, ...]]


def build_component(
    declaration: syntax.Component, domains: Mapping[str, Domain], holds: Callable[[syntax.Expr], bool], players: int
) -> Built:
    """Make the component at one setting; `domains` gives the type of each attribute by the attribute's name.

    An attribute without a domain is one whose type the caller could not resolve and has told: then there are no kinds.
    """
    if declaration.names:
        return _one_of_each(declaration)
    attributes = declaration.attributes
    if len(attributes) > MOST_ATTRIBUTES:
        name, last, number = declaration.name.text, attributes[-1], len(attributes)
        found = words.too_many_attributes(last.span, component=name, number=number, most=MOST_ATTRIBUTES)
        return _nothing_of(declaration, found)
    if any(attribute.name.text not in domains for attribute in attributes):
        return _nothing_of(declaration)
    return _tabulate(declaration, _columns(declaration, domains), holds, players)


def check_components(components: Sequence[core.Component]) -> tuple[Diagnostic, ...]:
    """Check all components together: names of kinds of which pieces exist, and how many there are in all."""
    # too much in all is told where no component alone is too large
    kinds = [len(component.kinds) for component in components]
    pieces = [sum(copies or 0 for copies in component.copies) for component in components]
    found, whose = tuple[Diagnostic, ...](), "All components together"
    if sum(kinds) > MOST_KINDS:
        found += (words.too_many_kinds(components[-1].span, whose=whose, number=sum(kinds), most=MOST_KINDS),)
    if sum(pieces) > MOST_PIECES >= max(pieces):
        found += (words.too_many_pieces(components[-1].span, whose=whose, number=sum(pieces), most=MOST_PIECES),)
    return _shared_names(components) + found


def _one_of_each(declaration: syntax.Component) -> Built:
    """`one of a, b`: one piece of each."""
    name = declaration.name.text
    first: dict[str, syntax.Name] = {}
    twice = [each for each in declaration.names if first.setdefault(each.text, each) is not each]
    if len(first) > MOST_KINDS:
        return _nothing_of(declaration, _too_many(name, len(first), declaration.name.span))
    component = core.Component(name, tuple(first), (1,) * len(first), (), _title(declaration), span=declaration.span)
    return component, tuple(words.named_twice(each, component=name, also=first[each.text].span) for each in twice)


def _tabulate(
    declaration: syntax.Component, columns: tuple[Column, ...], holds: Callable[[syntax.Expr], bool], players: int
) -> Built:
    read = [read_row(row, columns) for row in declaration.rows]
    diagnostics = [each for _, found in read for each in found] + _bad_templates(declaration)
    sign, attributes = declaration.shown, [attribute.name.text for attribute in declaration.attributes]
    unfit = tuple(trouble(sign, declaration.name.text, attributes)) if sign else ()
    rows = [
        _Row(number, values, _copies(row, players), row.called or declaration.called, row.span)
        for number, (row, (values, found)) in enumerate(zip(declaration.rows, read, strict=True), 1)
        if not found and (row.when is None or holds(row.when))
    ]
    large = _too_many_kinds(declaration.name.text, rows)
    if large:
        return _nothing_of(declaration, *diagnostics, large)
    kinds = _added_up(kind for row in rows for kind in _expanded(row, columns))
    if len(kinds) > MOST_KINDS:
        return _nothing_of(declaration, *diagnostics, _too_many(declaration.name.text, len(kinds), kinds[-1].span))
    named = _added_up(_named(kinds, columns))
    diagnostics += [*_name_trouble(named, columns), *_too_many_pieces(declaration, named), *_half_counted(rows)]
    shown = None if unfit or declaration.shown is None else _shown_as(declaration.shown, columns, named)
    return evolve(_component(declaration, columns, named), shown=shown), (*diagnostics, *unfit)


# ---- rows to kinds


def _columns(declaration: syntax.Component, domains: Mapping[str, Domain]) -> tuple[Column, ...]:
    order = tuple(attribute.name.text for attribute in declaration.attributes)
    return tuple(
        Column(
            declaration.name.text,
            each.name.text,
            domains[each.name.text],
            order,
            span=each.span,
            numbers=each.type.span if isinstance(each.type, syntax.ConstRange) else NOWHERE,
        )
        for each in declaration.attributes
    )


def _copies(row: syntax.Row, players: int) -> int | None:
    """How many pieces of each kind; without copies the row makes constants."""
    if row.copies is None:
        return 0
    number = row.copies.number
    return number * players if number is not None and row.copies.per_player else number


def _expanded(row: _Row, columns: Sequence[Column]) -> list[_Kind]:
    names = {column.name for column in columns}
    called = row.called if row.called and names.issuperset(_HOLE.findall(row.called.text)) else None
    return [
        _Kind(values, _filled(called.text, values, columns) if called else None, row.copies, row.number, row.span)
        for values in product(*row.values)
    ]


def _added_up(kinds: Iterable[_Kind]) -> tuple[_Kind, ...]:
    """Equal kinds become one, where the first of them stood."""
    found: dict[tuple[tuple[Value, ...], str | None], _Kind] = {}
    for kind in kinds:
        known = found.get((kind.values, kind.name))
        found[kind.values, kind.name] = evolve(known, copies=_sum(known.copies, kind.copies)) if known else kind
    return tuple(found.values())


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _component(declaration: syntax.Component, columns: Sequence[Column], kinds: Sequence[_Kind]) -> core.Component:
    attributes = tuple(
        core.Attribute(column.name, column.domain.type, cast("tuple[int, ...]", tuple(k.values[place] for k in kinds)))
        for place, column in enumerate(columns)
    )
    return core.Component(
        declaration.name.text,
        tuple(kind.name or "" for kind in kinds),
        tuple(kind.copies for kind in kinds),
        attributes,
        _title(declaration),
        span=declaration.span,
    )


def _nothing_of(declaration: syntax.Component, *diagnostics: Diagnostic) -> Built:
    component = core.Component(declaration.name.text, (), (), (), _title(declaration), span=declaration.span)
    return component, diagnostics


def _title(declaration: syntax.Component) -> str | None:
    return declaration.title.text if declaration.title else None


# ---- names of kinds


def _named(kinds: Sequence[_Kind], columns: Sequence[Column]) -> list[_Kind]:
    """Name the kinds that no template names by as many attributes as it takes for all names to differ."""
    parts = [[_part(value, column) for value, column in zip(kind.values, columns, strict=True)] for kind in kinds]
    names: list[str] = []
    for most in range(1, len(columns) + 1):
        names = [_name(kind, part, most) for kind, part in zip(kinds, parts, strict=True)]
        if all(names) and len(set(names)) == len(names):
            break
    return [evolve(kind, name=name) for kind, name in zip(kinds, names, strict=True)]


def _name(kind: _Kind, parts: Sequence[str | None], most: int) -> str:
    return kind.name if kind.name is not None else "-".join(part for part in parts[:most] if part is not None)


def _part(value: Value, column: Column) -> str | None:
    """What an attribute gives to the name: nothing for none, yes, no and counts."""
    match column.plain:
        case BoolT() | CountsT():
            return None
        case NumberT() | ValueT() | LineT() | KindT():
            return None if value == none_code(column.plain) else _shown(value, column)


def _shown(value: Value, column: Column) -> str:
    """A value in a name, which is not none."""
    if isinstance(value, tuple):
        counted = zip(column.domain.names, value, strict=True)
        return "+".join(name for name, times in counted for _ in range(times))
    match column.plain:
        case NumberT():
            return str(value)
        case BoolT():
            return ("no", "yes")[value]
        case ValueT() | LineT() | KindT() | CountsT():
            return column.domain.names[value]


def _filled(template: str, values: Sequence[Value], columns: Sequence[Column]) -> str | None:
    """The name by a template: an attribute that is none or empty is left out, with the hyphen or plus before it. None
    where nothing is left."""
    shown = {
        column.name: "" if value == nothing_of(column) else _shown(value, column)
        for value, column in zip(values, columns, strict=True)
    }
    return name_of(template, shown) or None


def name_of(template: str, shown: Mapping[str, str]) -> str:
    """A `called` template with what stands for each attribute; where that is nothing, the hyphen or plus before it is
    left out, too."""
    parts = _JOINED_HOLE.sub(lambda hole: hole[1] + shown[hole[2]] if shown[hole[2]] else "", template)
    return parts.lstrip("-+")


def _shown_as(shown: syntax.Text, columns: Sequence[Column], kinds: Sequence[_Kind]) -> core.ShownAs:
    """What each kind is shown as; an attribute that is none or empty is no part of any text."""
    values = (
        {
            column.name: None if value == nothing_of(column) else _shown(value, column)
            for value, column in zip(kind.values, columns, strict=True)
        }
        for kind in kinds
    )
    texts = tuple(filled(shown.text, each) for each in values)
    return core.ShownAs(shown.text, named(shown.text), texts, span=shown.span)


# ---- what is wrong


def _bad_templates(declaration: syntax.Component) -> list[Diagnostic]:
    """Each template that names something that is no attribute, once."""
    names = [attribute.name.text for attribute in declaration.attributes]
    templates = [called for called in (declaration.called, *(row.called for row in declaration.rows)) if called]
    return [
        words.unknown_in_template(
            called.span, component=declaration.name.text, name=hole, candidates=names, edit=mended(called, hole, names)
        )
        for called in templates
        for hole in _HOLE.findall(called.text)
        if hole not in names
    ]


def _name_trouble(kinds: Sequence[_Kind], columns: Sequence[Column]) -> list[Diagnostic]:
    """The first bad name and the first doubled one of each row."""
    found: dict[tuple[int, str], Diagnostic] = {}
    first: dict[str, _Kind] = {}
    for kind in kinds:
        name, component = kind.name or "", columns[0].component
        earlier = first.setdefault(name, kind)
        if not _WORD.fullmatch(name):
            bad = words.bad_kind_name(kind.span, component=component, name=name, row=kind.row)
            found.setdefault((kind.row, "bad"), bad)
        elif earlier is not kind:
            found.setdefault((kind.row, "same"), _same_name(component, earlier, kind, columns))
    return list(found.values())


def _same_name(component: str, one: _Kind, other: _Kind, columns: Sequence[Column]) -> Diagnostic:
    first, also = (None, NOWHERE) if one.row == other.row else (one.row, one.span)
    name, row, advice = other.name, other.row, _advice(one, other, columns)
    return words.same_kind_name(
        other.span, component=component, name=name, first=first, row=row, advice=advice, also=also
    )


def _advice(one: _Kind, other: _Kind, columns: Sequence[Column]) -> str:
    """A template that tells the two kinds apart, if there is one."""
    told = [column.name for column in columns if not isinstance(column.plain, CountsT)]
    differ = {column.name for column, a, b in zip(columns, one.values, other.values, strict=True) if a != b}
    if differ & set(told):
        component = columns[0].component
        return f'Add another attribute, or: component {component}, called "{_template(component, told)}": …'
    return 'Give one of the rows its own name with called "…".'


def _template(component: str, told: Sequence[str]) -> str | None:
    """The kinds of a component called after it and these attributes."""
    return "-".join((component, *(f"{{{name}}}" for name in told))) if told else None


def _too_many_kinds(component: str, rows: Sequence[_Row]) -> Diagnostic | None:
    """Refuse rows that would not fit before they are multiplied out."""
    for row in rows:
        if row.size > MOST_KINDS:
            return _too_many(component, row.size, row.span)
    total = sum(row.size for row in rows)
    return _too_many(component, total, rows[-1].span) if total > MOST_PIECES else None


def _too_many(component: str, kinds: int, span: Span) -> Diagnostic:
    return words.too_many_kinds(span, whose=_whose(component), number=kinds, most=MOST_KINDS)


def _too_many_pieces(declaration: syntax.Component, kinds: Sequence[_Kind]) -> list[Diagnostic]:
    number, name = sum(kind.copies or 0 for kind in kinds), declaration.name
    if number <= MOST_PIECES:
        return []
    return [words.too_many_pieces(name.span, whose=_whose(name.text), number=number, most=MOST_PIECES)]


def _half_counted(rows: Sequence[_Row]) -> list[Diagnostic]:
    """The first row that counts its pieces where another does not, or the other way round."""
    made = [row for row in rows if row.copies != 0]
    other = next((row for row in made if (row.copies is None) != (made[0].copies is None)), None)
    return [words.half_counted(other.span, also=made[0].span)] if other else []


def _whose(component: str) -> str:
    return f"The component {component}"


# ---- all components together


def _shared_names(components: Sequence[core.Component]) -> tuple[Diagnostic, ...]:
    """For each component the first name that an earlier one bears as well, if pieces of both exist."""
    found: dict[str, Diagnostic] = {}
    first: dict[str, core.Component] = {}
    for component in components:
        for name, copies in zip(component.kinds, component.copies, strict=True):
            other = component if copies == 0 else first.setdefault(name, component)
            if other is not component and component.name not in found:
                told = [each.name for each in component.attributes if not isinstance(each.type, CountsT)]
                template = _template(component.name, told)
                found[component.name] = words.shared_kind_name(
                    component.span,
                    name=name,
                    first=other.name,
                    second=component.name,
                    template=template,
                    also=other.span,
                )
    return tuple(found.values())
