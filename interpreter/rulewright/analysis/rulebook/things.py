"""What the game is played with: the values that rules speak of, the pieces, and what lies where."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Section, Table
from rulewright.analysis.rulebook.drawings import shape_drawn
from rulewright.analysis.rulebook.entries import prose
from rulewright.analysis.rulebook.expressions import condition, phrase
from rulewright.analysis.rulebook.meaning import Env
from rulewright.analysis.rulebook.speech import a, listed, lower, sentence, several, spoken, the
from rulewright.language import syntax
from rulewright.language.component_kinds import name_of
from rulewright.language.component_rows import addends_words, end_words
from rulewright.language.elaborate.settings import player_counts
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.language.wording import plural, up

ROWS: Final = "Of every combination of the values in a row there are so many copies."
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


# ---- the components as tables, a row for kinds that the author wrote in one row; what lies where, and who sees it


_CALLED: Final = "called by column and row, from a1 (lower left)"


def _linked(ends: Sequence[syntax.Name], attributes: Sequence[syntax.Attribute], links: Sequence[syntax.Link]) -> str:
    """What links there are, each with what it has."""
    named = [each.name.text for each in attributes]
    told = []
    for each in links:
        has = [f"{name} {value_words(value)}" for name, value in zip(named, each.values, strict=False)]
        told.append(f"{each.ends[0].text} – {each.ends[1].text}{f' ({listed(has)})' if has else ''}")
    return f"a way between a {ends[0].text} and a {ends[1].text}: {'; '.join(told)}"


def _valued(row: syntax.Row, attributes: Sequence[str], env: Env) -> str:
    """A row of a type: one value with what it has, or each combination of some."""
    told = []
    for name, value in zip(attributes, row.values, strict=False):
        told.append(f"each {name}" if value == syntax.AnyBut() else f"{name} {value_words(value)}")
    if row.called is None:
        said = " with ".join(told)
    else:
        said = f"{row.called.text} ({listed(told)})" if told else row.called.text
    return f"{said} if {condition(row.when, env)}" if row.when else said


def components(env: Env) -> Section:
    """The sorts of values that the rules speak of, and the sorts of pieces."""
    types: list[Item] = []
    for each in env.known.ruleset.declarations:
        drawn: tuple[str, ...] = ()
        match each:
            case syntax.Enumeration(name, (), attributes, rows):
                has = [each.name.text for each in attributes]
                said = "; ".join(_valued(row, has, env) for row in rows)
            case syntax.Enumeration(name, values):
                said = ", ".join(value.text for value in values)
            case syntax.NumberType(name, range, names):
                named = listed([f"{each.number.value} is called {each.name.text}" for each in names])
                said = f"a number, {value_words(range)}{f'; {named}' if named else ''}"
            case syntax.GridType(name, rows, columns):
                order = "counted upwards, column by column, from a1 (lower left)"
                said = f"a grid of {end_words(rows)} rows and {end_words(columns)} columns, {order}"
            case syntax.HexType(name, side, None):
                along = f"{end_words(side)} along each side"
                said = f"hexagons in the shape of a hexagon, {along}, {_CALLED}, slanting to the left"
            case syntax.HexType(name, rows, syntax.Name() | syntax.Number() as columns):
                shifted = "each row half a hexagon further to the right than the one below"
                many = f"{end_words(rows)} rows of {end_words(columns)}"
                said = f"hexagons in {many}, {shifted}, {_CALLED}, slanting to the right"
            case syntax.DrawnType(name, hexagons):
                places = env.known.world.places[name.text]
                many = several(str(len(places.names)), "hexagon" if hexagons else "square")
                said, drawn = f"{many} as drawn here, called by column and row", shape_drawn(places)
            case syntax.BorderType(name, what, of):
                said = f"{a(what)} of a {of.text}"
            case syntax.LinkType(name, ends, attributes, links):
                types.append(Item(f"{up(name.text)}: {_linked(ends, attributes, links)}.", name=name.text))
                continue
            case syntax.Joined(name, lines):
                told = "; ".join(" – ".join(point.text for point in line) for line in lines)
                types.append(Item(f"{up(name.text)} lie in lines: {told}.", name=name.text))
                continue
            case _:
                continue
        note = sentence(note_on(each.name.text, each.span, env))
        types.append(Item(f"{up(a(name.text))}: {said}.{f' {note}' if note else ''}", name=name.text, drawn=drawn))
    parts = tuple(_component(each, env) for each in env.known.all(syntax.Component))
    return Section("Components", (Points(tuple(types)),) if types else (), parts)


def _component(each: syntax.Component, env: Env) -> Section:
    comments = env.known.comments
    blocks: list[Block] = [Paragraph(sentence(each.title.text))] if each.title else []
    blocks += prose(each.name.text, env)
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
            single = all(row.copies and row.copies.number == 1 and not row.copies.per_player for row in each.rows)
            all_ = f"{total} in all{', one of each' * single}." if total else ""
            blocks.append(Paragraph(" ".join(filter(None, (all_, "" if single and total else ROWS)))))
        head = ("called", "copies", *(spoken(attribute.name.text) for attribute in each.attributes), "note")
        rows = [_cells(row, each, env) for row in each.rows]
        used = [at for at in range(len(head)) if any(row[at] not in ("", "–", "1" if at == 1 else "") for row in rows)]
        shown, *below = (tuple(row[at] for at in used) for row in (head, *rows))
        blocks += [Table(shown, tuple(below))] if used else []
    return Section(each.name.text, tuple(blocks), name=each.name.text)


def _cells(row: syntax.Row, each: syntax.Component, env: Env) -> tuple[str, ...]:
    """How the pieces are called, how many copies there are, the value of each attribute, and a note."""
    copies = "–"
    if row.copies is not None:
        number = "any number" if row.copies.number is None else str(row.copies.number)
        copies = f"{number} per player" if row.copies.per_player else number
    told = []
    for value, attribute in zip(row.values, each.attributes, strict=False):
        # all its values; those of a type that has a name are told with the type
        anything = value_words(attribute.type) if isinstance(attribute.type, syntax.ConstRange) else "any"
        told.append(value_words(value, "yes or no" if isinstance(attribute.type, syntax.Flag) else anything))
    told += ["–"] * (len(each.attributes) - len(told))
    called = row.called or each.called
    shown = defaultdict[str, str](str)  # what is the same in the whole row; for the rest the attribute, in capitals
    for attribute, said in zip(each.attributes, told, strict=True):
        plain = said != "any" and not any(mark in said for mark in " ,")
        shown[attribute.name.text] = ("" if said == "–" else said) if plain else attribute.name.text.upper()
    notes = (f"only if {condition(row.when, env)}" if row.when else "", env.known.comments.whole(row.span))
    return name_of(called.text, shown) if called else "", copies, *told, " ".join(filter(None, notes))


def value_words(value: syntax.RowValue, anything: str = "any") -> str:
    """A value of a row, or some."""
    match value:
        case syntax.AnyBut(()):
            return anything
        case syntax.AnyBut(excluded):
            return f"{anything} but {listed([value_words(each) for each in excluded])}"
        case syntax.AnyOf(choices):
            return ", ".join(value_words(each) for each in choices)
        case syntax.Name(text):
            return text
        case syntax.Number(number):
            return str(number)
        case syntax.ConstRange(low, high, step):
            return f"{value_words(low)} to {value_words(high)}{f' in steps of {step}' if step and step != 1 else ''}"
        case syntax.CountsValue():
            return addends_words(value)
        case syntax.YesNo(yes):
            return "yes" if yes else "no"
        case syntax.Nobody():
            return "–"


def note_on(name: str, span: Span, env: Env) -> str:
    """What the author tells of something, or else the comments beside it."""
    told = () if name in env.known.doings | env.known.defines else prose(name, env)
    return " ".join(each.text for each in told) or env.known.comments.whole(span)


def fields(env: Env, *, counted: bool = False) -> tuple[Block, ...]:
    """The fields that say something to players; at last those that hold what is remembered, and lie nowhere. Numbers
    and the like of which the author says nothing are only `counted`, and told apart; who writes sentences for players
    says nothing to them in comments."""
    blocks: list[Block] = []
    remembered: list[Item] = []
    for each in env.known.all(syntax.Has):
        lying: list[Item] = []
        for one in each.fields:
            hidden = any(isinstance(modifier, syntax.NotShown) for modifier in one.modifiers)
            said = note_on(one.name.text, one.span, env) if not env.known.prose else prose(one.name.text, env)
            if hidden or counted == (lies_somewhere(one.type) or bool(said)):
                continue
            memory = isinstance(one.type, syntax.Holder) and one.type.word.text == "memory"
            (remembered if memory else lying).append(_field(one, env))
        names = [owner.text for owner in each.owners]
        if each.zone is not None:
            whose = f"As long as {a(names[0])} lies in {a(each.zone.text)}, all may know of it"
        else:
            whose = f"Each {listed(names, 'and each')} has" if names else "On the table"
        blocks += [Paragraph(f"{whose}:"), Points(tuple(lying))] if lying else []
    blocks += [Paragraph("To be remembered:"), Points(tuple(remembered))] if remembered else []
    return tuple(blocks)


def lies_somewhere(type_: syntax.FieldType) -> bool:
    """Whether pieces lie in it, or it is to be remembered."""
    match type_:
        case syntax.Holder(word):
            return word.text not in ("set", "counts")
        case _:
            return isinstance(type_, syntax.Board)


def _field(each: syntax.Field, env: Env) -> Item:
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
            case syntax.TopSeenBy(audience):
                more.append(f"of what lies on top {SEEN[audience.text]}")
            case syntax.NoneUntilSet():
                more.append("there is none until it is set")
            case syntax.Faced() | syntax.NotShown():
                pass
    if any(isinstance(modifier, syntax.Faced) for modifier in each.modifiers):
        seen = "everybody sees what lies face up, and of what lies face down only who may look at it"
    starts = [f"at first {phrase(each.starts, env)}"] if each.starts is not None else []
    note = sentence(note_on(each.name.text, each.span, env))
    if note and not lies_somewhere(each.type) and each.name.text in env.known.prose:  # which says what it is
        return Item(f"{up(spoken(each.name.text))}: {'; '.join([lower(note), *more, *starts])}.", name=each.name.text)
    told = "; ".join(filter(None, (what, *more, seen, *starts)))
    return Item(f"{up(spoken(each.name.text))}: {told}.{f' {note}' if note else ''}", name=each.name.text)


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
