"""The components and what lies where, as tables."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, assert_never

from rulewright.analysis.report.document import Block, Item, Paragraph, Section, Table
from rulewright.analysis.rulebook.expressions import condition, phrase
from rulewright.analysis.rulebook.meaning import Env
from rulewright.analysis.rulebook.speech import a, listed, sentence, spoken, the
from rulewright.language import syntax
from rulewright.language.component_kinds import name_of
from rulewright.language.component_rows import end_words
from rulewright.language.wording import plural, up

# ---- The components as tables: a row for kinds that the author wrote in one row, as they differ in few attributes


ROWS: Final = "Each row tells how many copies there are of every combination of its values."


def component(each: syntax.Component, env: Env, total: int | None) -> Section:
    """A sort of pieces: what it is, and which there are; `total`: how many, where that is known."""
    blocks: list[Block] = [Paragraph(sentence(each.title.text))] if each.title else []
    blocks += [Paragraph(up(note)) for note in (env.known.comments.first(each.span),) if note and not each.rows]
    if each.names:
        names = ", ".join(name.text for name in each.names)
        blocks.append(Paragraph(f"One of each: {names}."))
    if each.rows:
        blocks.extend(_rows(each, env, total))
    return Section(each.name.text, tuple(blocks), name=each.name.text)


def _rows(each: syntax.Component, env: Env, total: int | None) -> Iterator[Block]:
    if all(row.copies is None for row in each.rows):
        yield Paragraph("These are no pieces, but things that can be named.")
    else:
        yield Paragraph(f"{f'{total} in all. ' if total else ''}{ROWS}")
    head = ("copies", *(spoken(attribute.name.text) for attribute in each.attributes), "called", "note")
    rows = [_cells(row, each, env) for row in each.rows]
    used = [place for place in range(len(head)) if not place or any(row[place] not in ("", "–") for row in rows)]
    shown, *below = (tuple(row[place] for place in used) for row in (head, *rows))
    yield Table(shown, tuple(below))


def _cells(row: syntax.Row, each: syntax.Component, env: Env) -> tuple[str, ...]:
    """How many copies, the value of each attribute, how the pieces are called, and a note."""
    told = [_value(value, _any(attribute)) for value, attribute in zip(row.values, each.attributes, strict=False)]
    told += ["–"] * (len(each.attributes) - len(told))
    called = row.called or each.called
    notes = (f"only if {condition(row.when, env)}" if row.when else "", env.known.comments.whole(row.span))
    return (
        _copies(row.copies),
        *told,
        _called(called.text, each, told) if called else "",
        " ".join(filter(None, notes)),
    )


def _called(template: str, each: syntax.Component, told: list[str]) -> str:
    """A name with what is the same in the whole row; for the rest stands the attribute, in capitals."""
    shown = defaultdict[str, str](str)
    for attribute, value in zip(each.attributes, told, strict=True):
        name = attribute.name.text
        plain = value != "any" and not any(mark in value for mark in " ,")
        shown[name] = (value if value != "–" else "") if plain else name.upper()
    return name_of(template, shown)


def _copies(copies: syntax.Copies | None) -> str:
    if copies is None:
        return "–"
    number = "any number" if copies.number is None else str(copies.number)
    return f"{number} per player" if copies.per_player else number


def _any(attribute: syntax.Attribute) -> str:
    """All values of an attribute; those of a type that has a name are told with the type."""
    match attribute.type:
        case syntax.ConstRange():
            return _value(attribute.type)
        case syntax.Flag():
            return "yes or no"
        case _:
            return "any"


def _value(value: syntax.RowValue, anything: str = "any") -> str:
    match value:
        case syntax.AnyValue():
            return anything
        case syntax.AnyBut(excluded):
            return f"{anything} but {listed([_value(each) for each in excluded])}"
        case syntax.AnyOf(choices):
            return ", ".join(_value(each) for each in choices)
        case syntax.Name(text):
            return text
        case syntax.Number(number):
            return str(number)
        case syntax.ConstRange(low, high, step):
            return f"{_value(low)} to {_value(high)}{f' in steps of {step}' if step and step != 1 else ''}"
        case syntax.CountsValue(names):
            return " + ".join(name.text for name in names)
        case syntax.YesNo(yes):
            return "yes" if yes else "no"
        case syntax.Nobody():
            return "–"
    assert_never(value)


# ---- types of values


def types(env: Env) -> tuple[Item, ...]:
    """The sorts of values that the rules speak of."""
    return tuple(item for each in env.known.ruleset.declarations for item in _type(each, env))


def _type(each: syntax.Declaration, env: Env) -> Iterator[Item]:
    note = env.known.comments.whole(each.span)
    match each:
        case syntax.Enumeration(name, values):
            yield _typed(name, ", ".join(value.text for value in values), note)
        case syntax.NumberType(name, range):
            yield _typed(name, f"a number, {_value(range)}", note)
        case syntax.GridType(name, rows, columns):
            order = "counted upwards, column by column, from a1 (lower left)"
            yield _typed(name, f"a grid of {rows} rows and {columns} columns, {order}", note)
        case syntax.Joined(name, lines):
            told = "; ".join(" – ".join(point.text for point in line) for line in lines)
            yield Item(f"{up(name.text)} lie in lines: {told}.", name=name.text)
        case _:
            return


def _typed(name: syntax.Name, said: str, note: str) -> Item:
    return Item(f"{up(a(name.text))}: {said}{f' ({note})' if note else ''}.", name=name.text)


# ---- What lies where, and who sees it: the fields as rows of tables


SORTS: Final = {
    "pile": ("a pile of {ns}, taken from the top", "nobody sees what lies in it"),
    "hand": ("a hand of {ns}", "only its owner sees them"),
    "area": ("a place for {ns}, in no order", "everybody sees them"),
    "row": ("a row of {ns}, laid from left to right and taken from the left", "everybody sees them"),
    "slot": ("a place for one {n}", "everybody sees it"),
    "set": ("a group of {ns}", ""),
    "counts": ("how many of each {n}", ""),
}
"""What a zone is, and who sees what lies in it where nothing else is said."""
SEEN: Final = {
    "everyone": "everybody sees it",
    "owner": "only its owner sees it",
    "others": "everybody but its owner sees it",
    "nobody": "nobody sees it",
}


def told(each: syntax.Declaration) -> tuple[syntax.Field, ...]:
    """The fields of a paragraph that say something to players."""
    fields = each.fields if isinstance(each, syntax.Has) else ()
    return tuple(one for one in fields if not any(isinstance(other, syntax.NotShown) for other in one.modifiers))


def is_memory(each: syntax.Field) -> bool:
    """Whether a field holds what is remembered, and lies nowhere."""
    return isinstance(each.type, syntax.Holder) and each.type.word.text == "memory"


def field(each: syntax.Field, env: Env) -> Item:
    """A field in a sentence."""
    what, seen = _what(each.type)
    more = [text for modifier in each.modifiers for text in _modified(modifier, env)]
    seen = next((SEEN.get(m.audience.text, seen) for m in each.modifiers if isinstance(m, syntax.SeenBy)), seen)
    if any(isinstance(modifier, syntax.Faced) for modifier in each.modifiers):
        seen = "everybody sees what lies face up, and of what lies face down only who may look at it"
    starts = [f"at first {phrase(each.starts, env)}"] if each.starts is not None else []
    told = "; ".join(filter(None, (what, *more, seen, *starts)))
    note = sentence(env.known.comments.whole(each.span))
    return Item(f"{up(each.name.text)}: {told}.{f' {note}' if note else ''}", name=each.name.text)


def _what(type_: syntax.FieldType) -> tuple[str, str]:
    match type_:
        case syntax.Holder(word, of, more) if word.text == "memory":
            return f"earlier situations, of each of them {listed([the(one.text) for one in (of, *more)])}", ""
        case syntax.Holder(word, of) if word.text in SORTS:
            what, seen = SORTS[word.text]
            return what.format(n=of.text, ns=plural(of.text)), seen
        case syntax.Holder(word, of):
            return f"{a(word.text)} of {plural(of.text)}", ""
        case syntax.Board(piece, place):
            return f"a board with room for one {piece.text} on each {place.text}", "everybody sees it"
        case syntax.Optional(of):
            return f"{_what(of)[0]}, or none", ""
        case syntax.Name(text):
            return a(text), ""
        case syntax.ConstRange(low, high):
            return f"a number from {end_words(low)} to {end_words(high)}", ""
        case syntax.Flag():
            return "yes or no", ""
    assert_never(type_)


def _modified(modifier: syntax.Modifier, env: Env) -> Iterator[str]:
    match modifier:
        case syntax.When(wanted):
            yield f"only if {condition(wanted, env)}"
        case syntax.Capacity(number):
            yield f"at most {phrase(number, env)}"
        case syntax.WithOwner():
            yield "it is remembered who put each there"
        case syntax.RefilledFrom(zone):
            yield f"when it is empty, it is made anew from the shuffled {zone.text}"
        case syntax.SeenBy() | syntax.Faced() | syntax.NotShown():
            return
        case _:
            assert_never(modifier)


def owners(each: syntax.Has) -> str:
    """Whose fields these are."""
    names = [owner.text for owner in each.owners]
    if each.zone is not None:
        return f"As long as {a(names[0])} lies in {a(each.zone.text)}, all may know of it"
    return f"Each {listed(names, 'and each')} has" if names else "On the table"
