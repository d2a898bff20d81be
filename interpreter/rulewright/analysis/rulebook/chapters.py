"""The chapters of components and places, of what players can do, of steps with a name, of scores, and of terms."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.analysis.documents import Block, Item, Paragraph, Points, Section, Table
from rulewright.analysis.rulebook import speech
from rulewright.analysis.rulebook.chains import chains
from rulewright.analysis.rulebook.drawings import shape_drawn
from rulewright.analysis.rulebook.expressions import condition, named_many, phrase, value_of
from rulewright.analysis.rulebook.meaning import Env, after, element, is_condition, one_of_them, something, typed
from rulewright.analysis.rulebook.sentences import let_phrase, limited, line_items, offered, steps
from rulewright.analysis.rulebook.speech import a, called, listed, one_of, sentence, several, spoken, the
from rulewright.language import syntax
from rulewright.language.component_kinds import name_of
from rulewright.language.component_rows import addends_words, end_words
from rulewright.language.elaborate.settings import player_counts
from rulewright.language.span import Span
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


def block(lines: Iterable[syntax.ActionLine], env: Env) -> Points:
    """Lines as numbered points."""
    return Points(steps(lines, env), steps=True)


def part(name: syntax.Name, blocks: Sequence[Block], env: Env, node: syntax.Declaration) -> Section:
    """A part with the author's comments."""
    comments, source = env.known.comments, env.known.comments.source
    line = source.line(node.span.start)
    notes = [sentence(notes[line]) for notes in (comments.above, comments.beside) if notes.get(line)]
    single = line == source.line(max(0, node.span.end - 1))
    beside = [Paragraph(note) for note in notes[: 1 if single else None]]
    head = next((place for place, block in enumerate(blocks) if not isinstance(block, Paragraph)), len(blocks))
    return Section(up(spoken(name.text)), (*blocks[:head], *beside, *blocks[head:]), name=name.text)


def titled(title: syntax.Text | None, told: str) -> Iterator[Paragraph]:
    """What is for the title, and what is handed over."""
    if title:
        yield Paragraph(sentence(title.text))
    if told:
        yield Paragraph(f"It is about {told}.")


def params_of(params: Sequence[syntax.Param], env: Env) -> tuple[Env, str]:
    """What parameters are called, and what they are."""
    sorts = [_sort(param.type) for param in params]
    told = []
    for param, sort in zip(params, sorts, strict=True):
        name, one = param.name.text, one_of(env.known.types, sort)
        number = isinstance(param.type.of if isinstance(param.type, syntax.Optional) else param.type, syntax.ConstRange)
        if len(name) <= 2 and sorts.count(sort) == 1 and not number:
            said, about = the(sort), one
        elif number or name == sort:
            said, about = the(name), f"{the(name)} ({sort})" if number else one
        else:
            said = f"{sort} {name}" if len(name) <= 2 else called(name, sort)
            about = said if len(name) <= 2 or speech.describing(name) else f"{said} ({one})"
        env = env.bound(name, said, something(param.type, env))
        told.append(about)
    return env, listed(told) if told else ""


def _sort(type_: syntax.Name | syntax.ConstRange | syntax.Optional) -> str:
    if isinstance(type_, syntax.Optional):
        return f"{_sort(type_.of)} or none"
    if isinstance(type_, syntax.Name):
        return type_.text
    return f"a number from {end_words(type_.low)} to {end_words(type_.high)}"


# ---- the components as tables, a row for kinds that the author wrote in one row; what lies where, and who sees it


_CALLED: Final = "called by column and row, from a1 (lower left)"


def _linked(ends: Sequence[syntax.Name], attributes: Sequence[syntax.Attribute], links: Sequence[syntax.Link]) -> str:
    """What links there are, each with what it has."""
    named = [each.name.text for each in attributes]
    told = []
    for each in links:
        has = [f"{name} {_value(value)}" for name, value in zip(named, each.values, strict=False)]
        told.append(f"{each.ends[0].text} – {each.ends[1].text}{f' ({listed(has)})' if has else ''}")
    return f"a way between a {ends[0].text} and a {ends[1].text}: {'; '.join(told)}"


def _valued(row: syntax.Row, attributes: Sequence[str], env: Env) -> str:
    """A row of a type: one value with what it has, or each combination of some."""
    told = []
    for name, value in zip(attributes, row.values, strict=False):
        told.append(f"each {name}" if value == syntax.AnyBut() else f"{name} {_value(value)}")
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
                said = f"a number, {_value(range)}{f'; {named}' if named else ''}"
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
        note = env.known.comments.whole(each.span)
        types.append(Item(f"{up(a(name.text))}: {said}{f' ({note})' if note else ''}.", name=name.text, drawn=drawn))
    parts = tuple(_component(each, env) for each in env.known.all(syntax.Component))
    return Section("Components", (Points(tuple(types)),) if types else (), parts)


def _component(each: syntax.Component, env: Env) -> Section:
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
        case syntax.CountsValue():
            return addends_words(value)
        case syntax.YesNo(yes):
            return "yes" if yes else "no"
        case syntax.Nobody():
            return "–"


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


# ---- what players can do, what happens, and what comes of it


def actions(outer: Env) -> Section:
    """Every action and menu, and where somebody is asked for it."""
    asked: dict[str, dict[str, None]] = {}  # by action, the places
    for each in outer.known.ruleset.declarations:
        for node in () if isinstance(each, syntax.Accepted | syntax.Example) else walk(each):
            if isinstance(node, syntax.Offer):
                for act in node.acts:
                    asked.setdefault(act.name.text, {})[f"{called_so(each)}{limited(node.limit)}"] = None
            if isinstance(node, syntax.Choose | syntax.ChooseUntil):
                others = (node.passing, node.ending if isinstance(node, syntax.ChooseUntil) else None)
                for act in filter(None, others):
                    asked.setdefault(act.name.text, {})[called_so(each)] = None
    parts = []
    for each in outer.known.ruleset.declarations:
        if not isinstance(each, syntax.Action | syntax.ActionFamily | syntax.Choice):
            continue
        env, told = (outer, "") if isinstance(each, syntax.Choice) else params_of(each.params, outer)
        here, blocks = env, list[Block](titled(each.title, told))
        match each:
            case syntax.Action(body=body):  # first what is picked and what must be so, then what happens
                last = max((place for place, line in enumerate(body) if isinstance(line, syntax.Header)), default=-1)
                for line in body[: last + 1]:
                    blocks.append(Points(line_items(line, here)))
                    here = after(line, here)
                blocks += [block(body[last + 1 :], here)] if body[last + 1 :] else []
            case syntax.ActionFamily():
                pick = syntax.Pick(each.of, each.candidates)
                blocks.append(Points(line_items(pick, env)))
                head = [Paragraph(f"What follows depends on {the(each.of.text)}:")]
                blocks += _members(each, after(pick, env), head)
            case syntax.Choice(offers=offers, needs=needs):
                points = Points(tuple(Item(f"{up(offered(offer, env))}.") for offer in offers))
                guards = (Points(line_items(line, env)) for line in needs)
                blocks += [*guards, Paragraph("One of these:"), points]
        if places := asked.get(each.name.text):
            blocks.append(Paragraph(f"You are asked for it in {listed([*places])}."))
        made = part(each.name, blocks, env, each)
        parts.append(made if isinstance(each, syntax.ActionFamily) else evolve(made, heading=each.name.text))
    return Section("What you can do", (), tuple(parts))


def called_so(each: syntax.Declaration) -> str:
    """How a paragraph is called where it is spoken of."""
    name = getattr(each, "name", None)
    return f"“{spoken(name.text)}”" if isinstance(name, syntax.Name) else type(each).__name__.lower()


def procedures(env: Env) -> Section:
    """Every procedure."""
    parts = []
    for each in env.known.ruleset.declarations:
        if isinstance(each, syntax.Procedure | syntax.ProcedureFamily):
            inner, told = params_of(each.params, env)
            if isinstance(each, syntax.Procedure):
                blocks: list[Block] = [*([Paragraph(f"With {told}:")] if told else []), block(each.body, inner)]
            else:
                about = listed([a(each.of.text), *([told] if told else [])])
                blocks = [Paragraph(f"For {about}:"), *_members(each, inner)]
            parts.append(part(each.name, blocks, inner, each))
    return Section("Steps with a name", (), tuple(parts))


def whenevers(env: Env) -> Section:
    """What is set off by what comes somewhere, leaves it, or changes; first of all what sets off what."""
    parts, heads = [], dict[Span, str]()
    for each in env.known.ruleset.declarations:
        if not isinstance(each, syntax.Whenever):
            continue
        inner, field = env, each.field
        if isinstance(field, syntax.Of) and isinstance(field.subject, syntax.Word):  # any of its owners
            owner = field.subject.name
            inner = inner.bound(owner.text, the(owner.text), something(owner, env))
        if each.event != "changes":
            kind = element(field, inner) or "piece"
            assert each.binder is not None
            inner = inner.bound(each.binder.text, the(kind), one_of_them(field, inner))
            head = f"{a(kind)} {'comes to' if each.event == 'comes' else 'leaves'} {phrase(field, inner)}"
        else:
            head = f"{phrase(field, inner)} {'change' if named_many(field, inner) else 'changes'}"
            if each.binder is not None:
                inner = inner.bound(each.binder.text, "what it was before", typed(field, inner))
        bound, short = "", ""
        if each.most is not None and each.most.value == 1:
            bound, short = "; what is done here does not set it off again", " (not by itself)"
        elif each.most is not None:
            short = f" (at most {each.most.value} times in one chain)"
            bound = f"; within one chain of what sets off what at most {each.most.value} times"
        heads[each.name.span] = head + short
        happens = Paragraph(f"When {head}, this happens at once{bound}:")
        parts.append(part(each.name, [happens, block(each.body, inner)], inner, each))
    drawn = chains(env.known, heads) if heads else None
    return Section("What sets something off", (drawn,) if drawn else (), tuple(parts))


def _members(
    each: syntax.ActionFamily | syntax.ProcedureFamily, env: Env, head: Sequence[Block] = ()
) -> Iterator[Block]:
    """What is done for all values of a family, and for each."""
    if each.before:
        yield Points(steps(each.before, env), steps=isinstance(each, syntax.ProcedureFamily))
        for line in each.before:
            env = after(line, env)
    yield from head
    members = []
    for member in each.members:
        names = [value.text for value in member.values]
        about = f" – {member.title.text}" if member.title else ""
        members.append(Item(f"{up(listed(names, 'or'))}{about}", steps(member.body, env), name=names[0]))
    yield Points(tuple(members))
    if each.after:
        yield Paragraph("In any case, after that:")
        yield block(each.after, env)


def scoring(env: Env, happening: Sequence[Section]) -> Section:
    """How the game ends, as the other chapters tell it, the scores, who wins."""
    plays = env.known.all(syntax.Play)
    loops = [each for play in plays for each in play.body if isinstance(each, syntax.Repeat)]
    finite = all(loop.until is not None for loop in loops)
    points = [Item("The game ends when all steps of the chapter “Play” have been done.")] if plays and finite else []
    for section in (section for chapter in happening for section in (chapter, *chapter.parts)):
        where = spoken(section.name or section.heading)
        lists = [block for block in section.blocks if isinstance(block, Points)]
        points.extend(Item(f"In “{where}”: {text}") for block in lists for text in _ends(block.items, ""))
    blocks: list[Block] = [Paragraph("How the game ends:"), Points(tuple(points))] if points else []
    for one in (part for each in env.known.all(syntax.Scoring) for part in each.parts):
        note = env.known.comments.whole(one.span)
        if one.at_end:
            blocks.append(Paragraph("The score is reckoned when the game has ended:"))
        if one.common:
            blocks += _result("The score, which is that of all,", one.body, env, note, "is")
        elif one.of:
            mine = env.about(the(one.of.text), something(one.of, env), one.subject or one.of)
            blocks += _result(f"The score of a {one.of.text}", one.body, mine, note, "is")
        else:
            blocks += _result("The winners", one.body, env, note, "are")
    return Section("End and scoring", tuple(blocks))


def _result(head: str, body: syntax.Body, env: Env, note: str, joint: str) -> Iterator[Block]:
    """What a body comes to, or with "if" when it holds: a sentence, or a list of cases."""
    before = ""
    for let in body.lets:
        before += f"{let_phrase(let, env)} "
        env = after(let, env)
    if isinstance(body.result, tuple):
        yield Paragraph(f"{before}{head}{'' if joint == 'if' else f' {joint}'}, by the first of these lines that fits:")
        cases = []
        for case in body.result:
            when = "Otherwise" if case.when is None else f"If {condition(case.when, env)}"
            asked = joint == "if" and not isinstance(case.value, syntax.YesNo)
            said = f"only if {condition(case.value, env)}" if asked else value_of(case.value, env)
            cases.append(Item(f"{when}: {said}."))
        yield Points(tuple(cases))
        yield from [Paragraph(sentence(note))] if note else []
        return
    if isinstance(body.result, syntax.Table):
        yield from _by_table(f"{before}{head}", body.result, note, env)
        return
    value = condition(body.result, env) if joint == "if" else value_of(body.result, env)
    one = element(body.result, env)
    joint = "consists of" if joint == "is" and one and value.startswith(f"the {plural(one)} ") else joint
    yield Paragraph(f"{before}{head} {joint} {value}.{f' {sentence(note)}' if note else ''}")


def _by_table(head: str, table: syntax.Table, note: str, env: Env) -> Iterator[Block]:
    """A definition by one value, or by two."""
    first, *second = (phrase(key, env) for key in table.keys)
    across = f", and by {second[0]} above" if second else ""
    yield Paragraph(f"{head}, by {first}{across}:{f' {sentence(note)}' if note else ''}")
    lines = [["otherwise" if key is None else _value(key) for key in side] for side in (table.head, _keys(table))]
    rows = zip(lines[1], table.rows, strict=True)
    told = tuple((key, *(phrase(cell, env) for cell in row.cells)) for key, row in rows)
    yield Table(("", *(lines[0] or [""])), told)


def _keys(table: syntax.Table) -> list[syntax.RowValue | None]:
    return [row.key for row in table.rows]


def _ends(items: Sequence[Item], path: str) -> Iterator[str]:
    """The points at which the game ends, with the conditions above them."""
    for number, item in enumerate(items):
        if item.items:
            head = item.text.partition(" do this")[0].rstrip(":,") if item.text.startswith(("If ", "Otherwise")) else ""
            yield from _ends(item.items, f"{path}{head}; " if head else path)
        elif "he game ends" in item.text:
            asked = item.text.startswith("If you ca") and number
            text = f"{speech.lower(item.text)}." if path else item.text
            yield f"{path}{f'{items[number - 1].text[:-1]}; {speech.lower(item.text)}.' if asked else text}"


def terms(env: Env) -> Section:
    """Every definition."""
    parts = tuple(_define(each, env) for each in env.known.all(syntax.Define))
    about = "What stands in “quotation marks” elsewhere, and is no move, is explained here or above."
    return Section("Terms", (Paragraph(about),) if parts else (), parts)


def _define(each: syntax.Define, env: Env) -> Section:
    name = each.name.text
    if each.of:  # about `it`, the name of its type, or a name of its own
        env = env.about(the(each.of.text), something(each.of, env), each.subject or each.of)
    env, told = params_of(each.params, env)
    subject = one_of(env.known.types, each.of.text) if each.of else ""
    inner = env
    for let in each.body.lets:
        inner = after(let, inner)
    result = each.body.result
    values = (
        [cell for row in result.rows for cell in row.cells]
        if isinstance(result, syntax.Table)
        else [case.value for case in result]
        if isinstance(result, tuple)
        else [result]
    )
    verdict = any(isinstance(value, syntax.YesNo) or is_condition(value, inner) for value in values)
    if verdict and each.of and not each.params:
        head = f"{up(subject)} {'is' if subject != each.of.text else 'are'} {spoken(name)}"
    elif verdict:
        about = [text for text in (subject, told) if text]
        head = f"“{spoken(name)}” holds{f' for {listed(about)}' if about else ''}"
    else:
        mine = f" of {subject}" if each.of else ""
        head = f"The {f'“{spoken(name)}”' if told else spoken(name)}{mine}{f' for {told}' if told else ''}"
    # in the author's note the letters that stand for something are written out, but for the words "a" and "I"
    letters = {letter: said for letter, said in env.locals.items() if len(letter) == 1 and letter not in "ai"}
    note = env.known.comments.first(each.span)
    note = re.sub(r"\b[b-hj-z]\b(?!’)", lambda found: letters.get(found.group(), found.group()), note)
    joint = "if" if verdict else "are" if speech.manifold(name) else "is"
    return Section(up(spoken(name)), tuple(_result(head, each.body, env, note, joint)), name=name)
