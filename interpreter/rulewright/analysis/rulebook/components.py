"""The components as tables: a row for kinds that the author wrote in one row; and what lies where, and who sees it."""

from collections import defaultdict
from typing import Final, assert_never

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Section, Table
from rulewright.analysis.rulebook.expressions import condition, phrase
from rulewright.analysis.rulebook.meaning import Env
from rulewright.analysis.rulebook.speech import a, listed, sentence, spoken, the
from rulewright.language import syntax
from rulewright.language.component_kinds import name_of
from rulewright.language.component_rows import end_words
from rulewright.language.elaborate.settings import player_counts
from rulewright.language.walking import walk
from rulewright.language.wording import plural, up

ROWS: Final = "Each row tells how many copies there are of every combination of its values."
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


def components(env: Env) -> Section:
    """The sorts of values that the rules speak of, and the sorts of pieces."""
    types: list[Item] = []
    for each in env.known.ruleset.declarations:
        match each:
            case syntax.Enumeration(name, values):
                said = ", ".join(value.text for value in values)
            case syntax.NumberType(name, range):
                said = f"a number, {_value(range)}"
            case syntax.GridType(name, rows, columns):
                order = "counted upwards, column by column, from a1 (lower left)"
                said = f"a grid of {rows} rows and {columns} columns, {order}"
            case syntax.Joined(name, lines):
                told = "; ".join(" – ".join(point.text for point in line) for line in lines)
                types.append(Item(f"{up(name.text)} lie in lines: {told}.", name=name.text))
                continue
            case _:
                continue
        note = env.known.comments.whole(each.span)
        types.append(Item(f"{up(a(name.text))}: {said}{f' ({note})' if note else ''}.", name=name.text))
    parts = tuple(_component(each, env) for each in env.known.all(syntax.Component))
    return Section("Components", (Points(tuple(types)),) if types else (), parts)


def _component(each: syntax.Component, env: Env) -> Section:
    """A sort of pieces: what it is, and which there are."""
    comments = env.known.comments
    blocks: list[Block] = [Paragraph(sentence(each.title.text))] if each.title else []
    blocks += [Paragraph(up(note)) for note in (comments.first(each.span),) if note and not each.rows]
    if each.names:
        blocks.append(Paragraph(f"One of each: {', '.join(name.text for name in each.names)}."))
    if each.rows:
        if all(row.copies is None for row in each.rows):
            blocks.append(Paragraph("These are no pieces, but things that can be named."))
        else:
            # how many pieces there are, where no setting changes that
            known = env.known
            made = next((one for one in known.world.components if one.name == each.name.text), None)
            asked = {name.text for name in walk(each) if isinstance(name, syntax.Name)}
            if asked & {"player", "team"} or any(row.copies and row.copies.per_player for row in each.rows):
                asked.add("player-count")
            open_ = {*known.world.option_names, *(["player-count"] if len(player_counts(known.whole)) > 1 else [])}
            total = made.pieces if made and not asked & (open_ - known.given.keys()) else None
            blocks.append(Paragraph(f"{f'{total} in all. ' if total else ''}{ROWS}"))
        head = ("copies", *(spoken(attribute.name.text) for attribute in each.attributes), "called", "note")
        rows = [_cells(row, each, env) for row in each.rows]
        used = [place for place in range(len(head)) if not place or any(row[place] not in ("", "–") for row in rows)]
        shown, *below = (tuple(row[place] for place in used) for row in (head, *rows))
        blocks.append(Table(shown, tuple(below)))
    return Section(each.name.text, tuple(blocks), name=each.name.text)


def _cells(row: syntax.Row, each: syntax.Component, env: Env) -> tuple[str, ...]:
    """How many copies, the value of each attribute, how the pieces are called, and a note."""
    copies = "–"
    if row.copies is not None:
        number = "any number" if row.copies.number is None else str(row.copies.number)
        copies = f"{number} per player" if row.copies.per_player else number
    told = []
    for value, attribute in zip(row.values, each.attributes, strict=False):
        # all its values; those of a type that has a name are told with the type
        anything = _value(attribute.type) if isinstance(attribute.type, syntax.ConstRange) else "any"
        told.append(_value(value, "yes or no" if isinstance(attribute.type, syntax.Flag) else anything))
    told += ["–"] * (len(each.attributes) - len(told))
    called = row.called or each.called
    shown = defaultdict[str, str](str)  # what is the same in the whole row; for the rest the attribute, in capitals
    for attribute, said in zip(each.attributes, told, strict=True):
        plain = said != "any" and not any(mark in said for mark in " ,")
        shown[attribute.name.text] = ("" if said == "–" else said) if plain else attribute.name.text.upper()
    notes = (f"only if {condition(row.when, env)}" if row.when else "", env.known.comments.whole(row.span))
    return copies, *told, name_of(called.text, shown) if called else "", " ".join(filter(None, notes))


def _value(value: syntax.RowValue, anything: str = "any") -> str:
    match value:
        case syntax.AnyBut(()):
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


def fields(env: Env) -> Section:
    """The fields that say something to players; at last those that hold what is remembered, and lie nowhere."""
    blocks: list[Block] = []
    remembered: list[Item] = []
    for each in env.known.all(syntax.Has):
        lying: list[Item] = []
        for one in each.fields:
            memory = isinstance(one.type, syntax.Holder) and one.type.word.text == "memory"
            if not any(isinstance(modifier, syntax.NotShown) for modifier in one.modifiers):
                (remembered if memory else lying).append(_field(one, env))
        names = [owner.text for owner in each.owners]
        if each.zone is not None:
            whose = f"As long as {a(names[0])} lies in {a(each.zone.text)}, all may know of it"
        else:
            whose = f"Each {listed(names, 'and each')} has" if names else "On the table"
        blocks += [Paragraph(f"{whose}:"), Points(tuple(lying))] if lying else []
    blocks += [Paragraph("To be remembered:"), Points(tuple(remembered))] if remembered else []
    return Section("What lies where", tuple(blocks))


def _field(each: syntax.Field, env: Env) -> Item:
    """A field in a sentence."""
    what, seen = _what(each.type)
    more = []
    for modifier in each.modifiers:
        match modifier:
            case syntax.When(wanted):
                more.append(f"only if {condition(wanted, env)}")
            case syntax.Capacity(number):
                more.append(f"at most {phrase(number, env)}")
            case syntax.WithOwner():
                more.append("it is remembered who put each there")
            case syntax.RefilledFrom(zone):
                more.append(f"when it is empty, it is made anew from the shuffled {zone.text}")
            case syntax.SeenBy(audience):
                seen = SEEN.get(audience.text, seen)
            case syntax.Faced() | syntax.NotShown():
                pass
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
