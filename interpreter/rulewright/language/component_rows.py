"""One row of a component's table, read: the values of its attributes, and its `shown as`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Final

from attrs import field, frozen

from rulewright.language import syntax, types
from rulewright.language.diagnostics import Complaint, Diagnostic, Edit
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.messages import reading as reading_words, tables as words
from rulewright.language.source import LETTERS
from rulewright.language.span import NOWHERE, Span, Spanned
from rulewright.language.suggest import closest
from rulewright.language.syntax import Text
from rulewright.language.wording import counts_words, listed

# ---- The text of `shown as "…"`: what its holes stand for, and what is wrong with it
# A hole is `{attribute}` or `{attribute's initial}`. What it makes is one word that can be typed.

HOLE: Final = re.compile(r"\{([^{}]*)\}")
UNFIT: Final = re.compile(r"[\s(),:?*_]+")
"""What no name that is shown can have: it would be taken apart where it is drawn or typed."""


def filled(text: str, values: Mapping[str, str | None]) -> str | None:
    """The text with the values of a kind in it, or their initials, of counts those of all that is counted; None where
    an attribute that it names has none.

    >>> filled("{number}{color's initial}", {"number": "17", "color": "red"})
    '17r'
    """
    parts: list[str] = []
    for hole in HOLE.findall(text):
        attribute, _, initial = hole.partition("'s ")
        value = values[attribute]
        if value is None:
            return None
        parts.append("".join(each[:1] for each in value.split("+")) if initial else value)
    left = iter(parts)
    return HOLE.sub(lambda _: next(left), text)


def trouble(shown: Text, component: str, attributes: Sequence[str]) -> Iterator[Diagnostic]:
    """All that is wrong with the text."""
    if len(shown.text) > LETTERS:
        yield reading_words.long_name(shown.span, number=len(shown.text), most=LETTERS)
    for hole in HOLE.findall(shown.text):
        attribute, asked, question = hole.partition("'s ")
        if attribute not in attributes:
            edit = mended(shown, attribute, attributes, asked + question)
            complaint = partial(words.unknown_in_template, shown.span, component=component, edit=edit)
            yield complaint(name=attribute, candidates=attributes)
        elif asked and question != "initial":
            edit = mended(shown, hole, (f"{attribute}'s initial",))
            yield words.no_initial(shown.span, hole=hole, attribute=attribute, edit=edit)
    outside, example = HOLE.sub("", shown.text), next(iter(attributes), "attribute")
    if re.search("[{}]", outside):
        yield words.open_brace(shown.span, attribute=example)
    elif not shown.text:
        yield words.nothing_shown(shown.span, attribute=example)
    elif UNFIT.search(outside):
        parts = re.split(r"(\{[^{}]*\})", shown.text)
        better = "".join(part if part.startswith("{") else UNFIT.sub("-", part) for part in parts)
        yield words.several_words(shown.span, text=shown.text, better=better)


def mended(template: Text, wrong: str, names: Sequence[str], after: str = "") -> Edit | None:
    """The template with the nearest of these names in the place of a wrong one."""
    near = closest(wrong, names)
    better = template.text.replace(f"{{{wrong}{after}}}", f"{{{near}{after}}}")
    return Edit(template.span, f'"{better}"') if near else None


# ---- One row of a component's table, read: for each attribute a sequence of integers (counts are tuples), and what is
# wrong with them. Ranges of numbers stay ranges: nothing here grows with the size of a number.

Value = int | tuple[int, ...]
Read = tuple[Sequence[Value], tuple[Diagnostic, ...]]

MAX_LISTED_VALUES: Final = 65_536
"""No list of values is written out beyond this length; so many are too many kinds in any case."""


@frozen
class Domain:
    """The type of an attribute; `names` are the values of a named type, or of what counts count, in declared order, or
    the numbers of a type of which some have names."""

    type: types.Scalar | types.CountsT
    names: tuple[str, ...] = ()


@frozen
class Column(Spanned):
    """An attribute; `order`: all of the component in declared order; `numbers`: where its range stands, if at all."""

    component: str
    name: str
    domain: Domain
    order: tuple[str, ...]
    numbers: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    places: Mapping[str, int] = field(init=False, eq=False, repr=False)

    @places.default
    def _places_of_names(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self.domain.names)}

    @property
    def plain(self) -> types.Plain | types.CountsT:
        """The type without `or none`."""
        type_ = self.domain.type
        return type_ if isinstance(type_, types.CountsT) else types.without_none(type_)


def read_row(row: syntax.Row, columns: Sequence[Column]) -> tuple[tuple[Sequence[Value], ...], tuple[Diagnostic, ...]]:
    """Read the values of a row, those that it leaves out included."""
    if row.values and not columns:
        return (), (words.no_attributes(row.values[0].span),)
    given = [_read(value, column) for value, column in zip(row.values, columns, strict=False)]
    left_out: list[Read] = []
    for column in columns[len(row.values) :]:
        nothing = 0 if column.domain.type == types.BoolT() else nothing_of(column)
        left_out.append(_without_value(nothing, column, words.stops_early, row.span))
    diagnostics = tuple(chain.from_iterable(found for _, found in given + left_out[:1]))
    if len(row.values) > len(columns):
        names, number = [column.name for column in columns], len(row.values)
        span, component = row.values[len(columns)].span, columns[0].component
        diagnostics += (words.too_many_values(span, component=component, attributes=names, number=number),)
    return tuple(values for values, _ in given + left_out), diagnostics


def _read(value: syntax.RowValue, column: Column) -> Read:
    match value:
        case syntax.AnyBut():  # `none` is not among them
            everything = _about(column)[0]
            trouble = (_mismatch('"any"', column, value.span),) if everything is None else ()
            excluded = [_read(atom, column) for atom in value.excluded]
            diagnostics = (*trouble, *chain.from_iterable(found for _, found in excluded))
            if everything is None or not excluded or len(everything) > MAX_LISTED_VALUES or diagnostics:
                return everything or (), diagnostics
            return tuple(one for one in everything if not any(one in values for values, _ in excluded)), ()
        case syntax.AnyOf():
            read = [_read(choice, column) for choice in value.choices]
            values = tuple(islice(chain.from_iterable(values for values, _ in read), MAX_LISTED_VALUES))
            return values, tuple(chain.from_iterable(found for _, found in read))
        case syntax.ConstRange():
            low, high = _bound(value.low, column), _bound(value.high, column)
            if isinstance(low, Diagnostic) or isinstance(high, Diagnostic):
                return (), tuple(end for end in (low, high) if isinstance(end, Diagnostic))
            if high < low:
                first, last = end_words(value.low), end_words(value.high)
                edit = Edit(value.span, f"{last}..{first}") if value.step is None else None
                return (), (words.empty_range(value.span, low=first, high=last, attribute=column.name, edit=edit),)
            step = 1 if value.step is None else value.step
            return (range(low, high + 1, step), ()) if step > 0 else ((), (words.no_step(value.span),))
        case syntax.CountsValue():
            return _counts(value.addends, column, value.span)
        case syntax.Name() if isinstance(column.plain, types.CountsT):
            one = syntax.Addend(value, None, span=value.span)
            return _counts(() if value.text == "nothing" else (one,), column, value.span)
        case syntax.Name() | syntax.Number():
            bound = _bound(value, column)
            return ((bound,), ()) if isinstance(bound, int) else ((), (bound,))
        case syntax.YesNo():
            if column.plain == types.BoolT():
                return (int(value.value),), ()
            return (), (_mismatch("yes" if value.value else "no", column, value.span),)
        case syntax.Nobody():
            return _without_value(nothing_of(column), column, words.never_none, value.span)


def _without_value(nothing: Value | None, column: Column, complaint: Complaint, span: Span) -> Read:
    """What stands where a row says no value, or the complaint if nothing can stand there."""
    if nothing is not None:
        return (nothing,), ()
    name, component, example = column.name, column.component, _about(column)[2]
    return (), (complaint(span, component=component, attribute=name, example=example, also=column.span),)


def plain(value: syntax.OptionValue) -> types.OptionSetting:
    """A name, a number, yes or no by itself, without its place."""
    return value.text if isinstance(value, syntax.Name) else value.value


def end_words(end: syntax.Name | syntax.Number) -> str:
    """An end of a range as written."""
    return str(plain(end))


def _bound(atom: syntax.Name | syntax.Number, column: Column) -> int | Diagnostic:
    """One value written as a number or a word; numbers are also the names of places of a number type."""
    shown, plain = end_words(atom), column.plain
    if isinstance(plain, types.NumberT) and isinstance(atom, syntax.Number):
        low, high, number = plain.low, plain.high, atom.value
        if low <= number <= high:
            return number
        wider, also = f"{min(low, number)}..{max(high, number)}", column.span
        edit = Edit(column.numbers, wider) if column.numbers != NOWHERE else None
        complaint = partial(words.out_of_range, atom.span, attribute=column.name, value=number, low=low, high=high)
        return complaint(wider=wider, also=also, edit=edit)
    if isinstance(plain, types.Named | types.NumberT) and shown in column.places:
        return types.lowest(plain) + column.places[shown]
    if column.domain.names and isinstance(plain, types.Named | types.NumberT) and isinstance(atom, syntax.Name):
        return words.unknown_value(atom, attribute=column.name, candidates=column.domain.names)
    return _mismatch(f'"{shown}"' if isinstance(atom, syntax.Name) else shown, column, atom.span)


def addends_words(value: syntax.CountsValue) -> str:
    """Counts of a row as they are written."""
    return counts_words((each.name.text, each.number.value if each.number else 1) for each in value.addends)


def _counts(addends: Sequence[syntax.Addend], column: Column, span: Span) -> Read:
    """Values added up, one number per value."""
    if not isinstance(column.plain, types.CountsT):
        return (), (_mismatch(f'"{addends_words(syntax.CountsValue(tuple(addends)))}"', column, span),)
    of, known = column.name, column.domain.names
    strange = [each.name for each in addends if each.name.text not in column.places]
    if strange:
        return (), tuple(words.unknown_value(name, attribute=of, candidates=known) for name in strange)
    numbers = [0] * len(known)
    for each in addends:
        place = column.places[each.name.text]
        numbers[place] += each.number.value if each.number else 1
        if numbers[place] > MAX_COUNT:
            return (), (words.too_many_counted(each.span, value=each.name.text, most=MAX_COUNT),)
    return (tuple(numbers),), ()


def nothing_of(column: Column) -> Value | None:
    """What `none` means for an attribute: none or empty; None if it always has a value."""
    type_ = column.domain.type
    if isinstance(type_, types.CountsT):
        return (0,) * len(column.domain.names)
    return types.none_code(type_) if isinstance(type_, types.OptionalT) else None


def _mismatch(what: str, column: Column, span: Span) -> Diagnostic:
    order = column.order if len(column.order) > 1 else ()
    wanted = _about(column)[1]
    return words.wrong_value(span, what=what, attribute=column.name, wanted=wanted, order=order, also=column.span)


def _about(column: Column) -> tuple[Sequence[int] | None, str, str]:
    """All values of an attribute, if it has single ones, what it must be, and an example."""
    names = column.domain.names
    match column.plain:
        case types.NumberT(low, high):
            return range(low, high + 1), f"a number {low}..{high}", str(low)
        case types.BoolT():
            return (0, 1), "yes or no", "yes"
        case types.CountsT():
            example = " + ".join((*names, "…")[:2])
            return None, f'counts, such as "{example}"', example
        case types.ValueT() | types.LineT() | types.KindT():
            return range(len(names)), f"one of {listed(names)}", next(iter(names), "…")
