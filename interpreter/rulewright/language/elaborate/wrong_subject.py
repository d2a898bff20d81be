"""A question asked of what does not have it; and one with two answers, of a place and of the piece there, or of several
together and of each of them. Only mistakes come here."""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.edits import widened
from rulewright.language.elaborate import coercions, environment, suggestions
from rulewright.language.elaborate.coercions import declared_name
from rulewright.language.elaborate.environment import Env, Mistake, PlaceValue, Several, Typed, Value, World, ZoneValue
from rulewright.language.elaborate.suggestions import box_parts, can_be_asked, exchanged, only_words, possessive
from rulewright.language.library import row_of, rows_in
from rulewright.language.library.answering import fits, sorts_of, takes
from rulewright.language.library.questions import ORDINALS
from rulewright.language.messages import names as words
from rulewright.language.span import NOWHERE, Span
from rulewright.language.suggest import closest
from rulewright.language.syntax import Expr, Name, Of, Word
from rulewright.language.wording import a

SUBJECTS: Final = {
    **{sort: a(sort) for sort in ("player", "team", "piece", "place", "line", "direction")},
    "enumeration": "a value of a type `… is one of …`",
    "memory": "a memory",
    "sequence": "a zone, a set or several things",
    "pile": "a pile",
    "places": "all places together",
}
SHIFTS: Final = {"next": " + 1", "previous": " - 1", "number": ""}
"""What numbers have in the place of questions of other values."""
PERSONS: Final = {"its": "it", "your": "you"}
ONWARD: Final = {
    "player": ("left", "right", "opponent", "others"),
    "team": ("members",),
    "place": ("neighbors", "around", "step"),
}
"""Built-in questions that lead from a value to others of its sort, or to players."""


@frozen
class Asked:
    """A question: what it turned out to be asked of, called by `noun`, and what the rules declare of that."""

    world: World
    env: Env
    node: syntax.Expr | None
    subject: Typed
    name: syntax.Name
    noun: str
    declared: tuple[str, ...]

    @property
    def type(self) -> types.Scalar | None:
        """The type of the subject, if it is one value."""
        return types.without_none(self.subject.type) if isinstance(self.subject, Value) else None

    @property
    def written(self) -> str:
        """The subject, as it is called where it is not asked."""
        text = self.world.text(self.node.span) if self.node is not None else ""
        return PERSONS.get(text, text)

    def part(self, question: str) -> str:
        """`x's question`, with the name of what was asked behind it."""
        return f"{possessive(self.written)} {question}'s {self.name.text}"


def complaint(asked: Asked) -> Diagnostic:
    """What is to be said: a slip of the pen, another subject, or what else may be asked."""
    world, name, noun = asked.world, asked.name, asked.noun
    if (told := binder_meant(asked) or turned_questions(asked)) is not None:
        return told
    only_words(world, asked.subject, f'something that has "{name.text}"', name.span)
    # what may be asked of it: what is declared, then what leads on
    leading = ((sort, each) for sort in (sorts_of(asked.type) if asked.type else ()) for each in ONWARD.get(sort, ()))
    rows = (row for row in map(rows_in(world.source.language).get, leading) if row is not None)
    rows = (row for row in rows if row.name != "opponent" or world.players == 2)
    place = declared_name(asked.type) if asked.type else None
    known = tuple(dict.fromkeys((*asked.declared, *(row.name for row in rows if fits(world, row, place)))))
    owners = tuple(dict.fromkeys(owners_of(world, name.text)))
    of_game = name.text in world.fields.get((), {}) or (None, name.text) in world.definition_entries
    if not (owners or of_game) or closest(name.text, known):
        return words.unknown_question(name, subject=noun, candidates=known)
    advice, edit = instead(asked)
    reckoned = isinstance(asked.type, types.NumberT) and name.text in SHIFTS
    # where the author declared questions of this name: as a field, an attribute or a definition
    places = [at.span for (_, field), at in world.field_names.items() if field == name.text]
    places += [each.span for each in world.components if name.text in attributes(each)]
    places += [at.syntax.name.span for (_, defined), at in world.definition_entries.items() if defined == name.text]
    return words.asked_elsewhere(
        name,
        subject=noun,
        owners=() if reckoned else owners[:4],
        advice=advice,
        known=() if advice else known,
        also=next(iter(places), NOWHERE),
        edit=edit,
    )


def turned_questions(asked: Asked) -> Diagnostic | None:
    """Where two questions that follow each other have changed places."""
    world, env, node, name = asked.world, asked.env, asked.node, asked.name
    if node is None:
        return None
    behind = exchanged(world, env, node, name)
    if behind is not None:
        at = syntax.Name(name.text, span=behind.span)
        return words.turned_questions(at, other=behind.text, whole=asked.part(behind.text))
    match node:
        case syntax.Of(whose, syntax.Member(before, None)) if name.span != NOWHERE and can_be_asked(
            world, env, syntax.Of(whose, syntax.Member(syntax.Name(name.text), None)), before.text
        ):
            both = syntax.Name(before.text, span=Span(before.span.start, name.span.end))
            start = world.source.text[node.span.start : before.span.start]
            return words.turned_questions(both, other=name.text, whole=f"{start}{name.text}'s {before.text}")
        case _:
            return None


def owners_of(world: World, name: str) -> Iterator[str]:
    """Of what a question of this name may be asked."""
    for owners, fields in world.fields.items():
        if name in fields:
            yield from map(a, owners)
    yield from (a(each.name) for each in world.components if name in attributes(each))
    of_these = (of for of, defined in world.definition_entries if of is not None and defined == name)
    yield from (f"several {of}" if of in world.plurals else a(of) for of in of_these)
    yield from (SUBJECTS[sort] for sort, asked in rows_in(world.source.language) if asked == name and sort in SUBJECTS)


def attributes(component: core.Component) -> list[str]:
    """The names of its attributes."""
    return [attribute.name for attribute in component.attributes]


def binder_meant(asked: Asked) -> Diagnostic | None:
    """Where `its` means what a `where` tests, and only the subject of the definition around it has the question."""
    env, subject = asked.env, asked.env.subject
    if not isinstance(asked.node, syntax.It) or subject is None or subject is asked.subject:
        return None
    type_ = types.without_none(subject.type)
    noun = suggestions.bare_words(type_)
    if a(noun) not in owners_of(asked.world, asked.name.text) and not any(
        (sort, asked.name.text) in rows_in(asked.world.source.language) for sort in sorts_of(type_)
    ):
        return None
    binder = env.named.text if env.named is not None else None
    scored = noun if noun == "player" else None
    return words.its_of_binder(asked.name, binder=binder, what=a(asked.noun), noun=noun, scored=scored)


Repair = tuple[str, Edit | None]


def instead(asked: Asked) -> Repair:
    """What to write, as a sentence, and the edit where it is certain."""
    world, name = asked.world, asked.name.text
    if asked.node is not None and isinstance(asked.subject, environment.BoxValue):
        parts = box_parts(world)
        edit = Edit(asked.node.span, parts[0]) if len(parts) == 1 else None
        return f"Write {' or '.join(parts)}, and ask that.", edit
    if asked.type is not None and (None, name) in world.definition_entries:
        of = asked.noun
        return f"It is asked by itself, {name}(…). To be asked of {a(of)}: define {name} of {of} x.", None
    if asked.node is None or not isinstance(asked.subject, Value) or asked.type is None:
        return "", None
    if name in (world.zones[board].name for board in coercions.boards_over(world, asked.type)):
        text = f"{name}({asked.written})"
        return f"What lies there is {text}.", Edit(Span(asked.node.span.start, asked.name.span.end), text)
    if name in world.fields.get((), {}):
        return f"It belongs to the game: write {name}.", Edit(Span(asked.node.span.start, asked.name.span.end), name)
    if isinstance(asked.type, types.NumberT):
        return of_number(asked, asked.subject)
    way = next(ways(asked, asked.type), None)
    return (f"Such as: {way}." if way else ""), None


def of_number(asked: Asked, subject: Value) -> Repair:
    """Of a number: reckoned, or of the value of a number type that it stands for."""
    world, name, text = asked.world, asked.name.text, asked.world.source.text
    assert asked.node is not None
    span = asked.node.span
    if name in SHIFTS:
        better, whole = f"{asked.written}{SHIFTS[name]}", Span(span.start, asked.name.span.end)
        # a sum stands in brackets, unless it stands in some already
        inside = text[: whole.start].endswith("(") and text.startswith((",", ")"), whole.end)
        edit = Edit(whole, better if inside or " " not in better else f"({better})")
        return f"Write {better}.", None if text[whole.end : whole.end + 2] in ("'s", "(") else edit
    numbered = (each for each in world.types.values() if isinstance(each, types.NumberT))
    wanted = next((each for each in numbered if a(each.place or "") in owners_of(world, name)), None)
    plural = next((each for each, of in world.plurals.items() if wanted is not None and of == wanted.place), None)
    if wanted is None or plural is None:
        return "", None
    owner, known, by = wanted.place or "", fold.constant(subject.core), 1 - wanted.low
    if known is not None and wanted.low <= known <= wanted.high:
        around = text[span.start - 1 : span.start] == "(" and text[span.end : span.end + 1] == ")"
        whole = Span(span.start - 1, span.end + 1) if around else span
        return f"Write {known}'s {name}.", Edit(whole, str(known))
    match subject:
        case Value(core.Read(var)):
            field = world.variables[var.variable]
            widening = widened(text, field.span, field.name, owner)
            if widening is not None:  # it is certain where the range is that of the type
                same = types.without_none(subject.type) == wanted
                return f"Declare {field.name}: {owner}.", widening if same and owner else None
        case Value(core.CallDefinition(index), types.NumberT(low, high)) if wanted.low <= low and high <= wanted.high:
            defined = (one.syntax for one in world.definition_entries.values() if index in one.functions.values())
            for called in (one.name for one in defined if one.type is None):
                at = Span(called.span.start, called.span.start)
                return f"Say where it is defined: define {owner} {called.text}.", Edit(at, f"{owner} ")
    shift = f" {'+' if by > 0 else '-'} {abs(by)}" if by else ""
    return f"Write {plural}'s item({asked.written}{shift})'s {name}.", None


def ways(asked: Asked, type_: types.Scalar) -> Iterator[str]:
    """Ways from a value to what has the question: over its own attributes and fields, its zones, and the boards."""
    world, name = asked.world, asked.name.text
    # what it has that is one value itself: attributes, fields, and who holds a piece
    steps: list[tuple[str, types.Scalar | types.Several]] = []
    if isinstance(type_, types.KindT):
        steps += [(each.name, each.type) for each in world.component(type_).attributes]
        steps.append(("holder", types.PLAYER))
    fields = (each for each in world.variables[: world.variables_here] if each.owners == (type_,))
    steps += [(each.name, each.type) for each in fields]
    scalars = [(step, of) for step, of in steps if not isinstance(of, types.Several)]
    owners = set(owners_of(world, name))
    yield from (asked.part(step) for step, of in scalars if suggestions.type_words(of) in owners)
    for zone in world.zones[: world.zones_here]:
        if name in attributes(world.components[zone.component]):
            if zone.kind == "board" and not zone.owners and zone.place == declared_name(type_):
                yield f"{zone.name}({asked.written})'s {name}"
            elif zone.owners == (type_,):
                yield asked.part(f"{zone.name}{'' if zone.kind == 'slot' else chr(39) + 's first'}")


OF_FACES: Final = ("face-up", "face-down", "viewers")
"""What the language asks of a piece on a board with faces. A board keeps no `owner` and, of nobody, no `holder`."""


def tell_apart(world: World, subject: Value | ZoneValue, name: Name, args: tuple[Expr, ...], node: Expr | None) -> None:
    """Ends the sentence if a place or slot is asked what the piece that lies there has, too."""
    if isinstance(subject, ZoneValue):
        row = row_of(world, "sequence", name.text)
        if row is None or not takes(row, args):
            return
        piece = coercions.as_value(world, subject, name.span)
    else:
        found = None if subject.itself else coercions.piece_at(world, subject)
        if found is None or not place_answers(world, types.without_none(subject.type), name.text, args):
            return
        piece = found
    if not piece_answers(world, piece, name.text, args):
        return
    (zone,) = (world.zones[each] for each in piece.zones)
    noun, written = suggestions.bare_words(types.without_none(piece.type)), world.text(node.span) if node else zone.name
    if isinstance(subject, ZoneValue):
        raise Mistake(words.slot_or_piece(name, slot=written, noun=noun))
    place = declared_name(subject.type) or ""
    if node is None or node.span.start == name.span.start:  # such as `total number of`, `same(number)`
        raise Mistake(words.place_or_piece_of_each(name, place=place, noun=noun, board=zone.name))
    written = PERSONS.get(written, written)
    raise Mistake(words.place_or_piece(name, written=written, place=place, noun=noun, board=zone.name))


def tell_together_or_each(world: World, subject: Several, name: Name, each: Typed, node: Expr | None) -> None:
    """Ends the sentence if several are asked together what each has, too, as several or as a number to add up."""
    of = coercions.element_type(world, subject)
    number = isinstance(each, Value) and isinstance(types.without_none(each.type), types.NumberT)
    if isinstance(each, PlaceValue) or (isinstance(each, Value) and (not number or isinstance(of, types.KindT))):
        return
    written = world.text(node.span) if node is not None else name.text
    written = PERSONS.get(written, written) if isinstance(node, Word | Of) else f"({written})"
    together = f"(count of {written} where yes)" if name.text == "size" else None
    if name.text in ORDINALS:
        together = f"{written}'s item({ORDINALS.index(name.text) + 2})"
    total = f"(total {name.text} of {written})" if number else None
    raise Mistake(words.together_or_each(name, noun=declared_name(of), together=together, total=total))


def place_answers(world: World, place: types.Scalar, name: str, args: tuple[Expr, ...]) -> bool:
    """Whether places of this type have such a question, built in or declared; a field of a pair takes an argument."""
    own = declared_name(place)
    pairs = (owners for owners, fields in world.fields.items() if own in owners and name in fields and len(owners) > 1)
    if name in own_questions(world, own):
        return bool(args) or not any(pairs)
    row = row_of(world, place, name)
    return row is not None and takes(row, args) and fits(world, row, declared_name(place))


def piece_answers(world: World, piece: Value, name: str, args: tuple[Expr, ...]) -> bool:
    """Whether these pieces have such a question, declared or of faces; an attribute takes an argument if it counts."""
    if name in OF_FACES and any(world.zones[zone].faced for zone in piece.zones):
        return not args
    kind = types.without_none(piece.type)
    attributes = world.component(kind).attributes if isinstance(kind, types.KindT) else ()
    for attribute in attributes:
        if attribute.name == name:
            return not args or isinstance(attribute.type, types.CountsT)
    return name in own_questions(world, declared_name(kind))


def own_questions(world: World, type_name: str | None) -> Iterator[str]:
    """The fields and definitions of a type, by its name, and what its links have."""
    yield from world.attributes.get(type_name or "", ())
    for owners, fields in world.fields.items():
        if type_name in owners:
            yield from (field for field, entry in fields.items() if not entry.absent)
    yield from (defined for of, defined in world.definition_entries if of is not None and of == type_name)
