"""What is asked with `'s`: a field, an attribute, a definition, or a row of the library — and of which subject."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NoReturn

from rulewright.language import core, intervals as fold, types
from rulewright.language.elaborate import coercions, environment, suggestions, wrong_subject
from rulewright.language.elaborate.coercions import check_index, declared_name
from rulewright.language.elaborate.environment import Env, Mistake, SeqValue, Several, Typed, Value, World
from rulewright.language.elaborate.resolve import field_value
from rulewright.language.elaborate.suggestions import behind, declared_at, only_words
from rulewright.language.elaborate.wrong_subject import piece_answers, tell_apart, tell_together_or_each
from rulewright.language.facts.ranges import MAX_COUNT
from rulewright.language.library import meetings, row_of
from rulewright.language.library.answering import answer, fits, takes
from rulewright.language.messages import kinds_of_values as type_words_, names as words
from rulewright.language.syntax import Expr, Name

Args = tuple[Expr, ...]
NOUNS: Final[dict[type, str]] = {
    environment.BoxValue: "box",
    environment.GroupsValue: "choice of groups",
    environment.MemoryOf: "memory",
}


def ask(world: World, env: Env, subject: Typed, name: Name, args: Args, node: Expr | None = None) -> Typed:
    """`subject's name(args)`; `node`: the subject as it is written, for what is said of a mistake."""
    found: Typed | None = None
    match subject:
        case environment.BrokenValue():
            raise Mistake(None)
        case environment.BoxValue():
            index = world.component_index.get(world.plurals.get(name.text, ""))
            if index is not None:
                return environment.ZoneValue(core.ZoneRef(world.boxes[index], span=name.span))
        case Value():
            tell_apart(world, subject, name, args, node)
            found = of_value(world, env, subject, name, args)
        case environment.ZoneValue() if world.zones[subject.ref.zone].kind == "slot":
            tell_apart(world, subject, name, args, node)
            piece = coercions.as_value(world, subject, name.span)
            found = of_sequence(world, env, subject, name, args) or of_value(world, env, piece, name, args)
        case environment.PlaceValue():
            found = of_value(world, env, coercions.as_value(world, subject, name.span), name, args)
        case environment.ZoneValue() | environment.AggregateOf() | SeqValue():
            found = of_several(world, env, subject, name, args) or of_sequence(world, env, subject, name, args)
            own = declared_questions(world, coercions.element_type(world, subject))
            if found is not None and name.text in own:  # what an element answers, if the author has declared that of it
                _, element = world.element(coercions.as_seq(world, subject, name.span), "owner")
                each: Typed | None = None
                with suppress(Mistake):
                    each = own_question(world, env, element, types.without_none(element.type), name, args)
                if each is not None:
                    tell_together_or_each(world, subject, name, each, node)
            elif found is None and isinstance(subject, environment.ZoneValue) and is_pile(world, subject.ref):
                row = None if name.text in own else row_of(world, "pile", name.text)
                found = None if row is None else answer(world, env, row, subject, args, name.span)
            found = found or of_each(world, env, coercions.as_seq(world, subject, name.span), name, args, node)
        case environment.GroupsValue():
            found = of_sequence(world, env, subject, name, args) if name.text == "size" else None
        case environment.MemoryOf():
            row = row_of(world, "memory", name.text)
            found = None if row is None else answer(world, env, row, subject, args, name.span)
        case environment.NothingValue():
            raise Mistake(type_words_.certainly_none(name.span, what="this", line=None))
    if found is not None:
        return found
    if name.text in world.broken_names:
        raise Mistake(None)
    left, hyphen, _ = name.text.partition("-")
    if hyphen and left in questions_of(world, subject):
        raise Mistake(words.minus_needs_blanks(name, apart=name.text.replace("-", " - ", 1)))
    noun, known = subject_words(world, subject), tuple(questions_of(world, subject))
    raise Mistake(wrong_subject.complaint(wrong_subject.Asked(world, env, node, subject, name, noun, known)))


def is_pile(world: World, ref: core.ZoneRef) -> bool:
    """Whether what lies there has a top and a bottom."""
    return world.zones[ref.zone].kind == "pile"


def tell_doubtful(world: World, env: Env, name: Name) -> None:
    """Tells where `it` is an element with a name, and the nameless subject of the definition has the question, too."""
    if env.named is None or env.subject is None:
        return
    if has_question(world, name.text, types.without_none(env.subject.type)):
        noun = suggestions.type_words(env.subject.type).partition(" ")[2]
        world.tell(words.it_is_element(name, binder=env.named.text, noun=noun))


def unknown(world: World, subject: Typed, name: Name) -> NoReturn:
    """Ends the sentence: the subject has no such question."""
    only_words(world, subject, f'something that has "{name.text}"', name.span)
    candidates = list(questions_of(world, subject))
    raise Mistake(words.unknown_question(name, subject=subject_words(world, subject), candidates=candidates))


def of_value(world: World, env: Env, subject: Value, name: Name, args: Args) -> Typed | None:
    """A question of one value."""
    inner = types.without_none(subject.type)
    found = own_question(world, env, subject, inner, name, args)
    if found is not None:
        return found
    row = row_of(world, inner, name.text)
    piece = None if subject.itself else coercions.piece_at(world, subject)
    if row is not None and not fits(world, row, declared_name(inner)):
        return ask(world, env, piece or unknown(world, subject, name), name, args)
    if row is not None and (takes(row, args) or piece is None or not piece_answers(world, piece, name.text, args)):
        return answer(world, env, row, subject, args, name.span)
    met = meetings.ask(world, env, subject, name, args)
    if met is not None:
        return met
    if coercions.is_line(inner):
        places = coercions.as_seq(world, subject, name.span)
        return of_several(world, env, places, name, args) or of_sequence(world, env, places, name, args)
    return of_value(world, env, piece, name, args) if piece is not None else None


def own_question(world: World, env: Env, subject: Value, inner: types.Scalar, name: Name, args: Args) -> Typed | None:
    """A field, attribute or definition that the author declared for this type."""
    type_name = declared_name(inner)
    if type_name is None:
        return None
    for owners, fields in world.fields.items():
        if type_name in owners and name.text in fields:
            return owned_field(world, env, owners, subject, name, args)
    if isinstance(inner, types.KindT):
        names = [attribute.name for attribute in world.component(inner).attributes]
        if name.text in names:
            index = names.index(name.text)
            component = world.component_index[inner.component]
            attribute = world.components[component].attributes[index]
            if isinstance(attribute.type, types.CountsT):
                width = world.size(attribute.type.of)
                counts = environment.AggregateOf(core.KindCounts(component, index, subject.core, width), attribute.type)
                return with_arguments(world, env, counts, Name(attribute.name), args)
            if args:
                also = world.components[component].span
                of_no = type_words_.arguments(args[0].span, name=attribute.name, wanted=[], got=len(args), also=also)
                raise Mistake(of_no)
            known = fold.constant(subject.core)
            if known is not None and known >= 0:
                value = attribute.table[known]
                assert isinstance(value, int)
                return Value(core.Const(value, attribute.type), attribute.type)
            type_of = types.with_none(attribute.type) if isinstance(subject.type, types.OptionalT) else attribute.type
            return Value(core.Attr(component, index, subject.core, type_of), type_of)
    entry = world.definition_entries.get((type_name, name.text))
    return None if entry is None else world.called(env, entry, subject, args, name.span)


def owned_field(world: World, env: Env, owners: tuple[str, ...], subject: Value, name: Name, args: Args) -> Typed:
    """A field of one or two owners, asked from either side; of several others all their zones."""
    mine, entry = subject.core, world.fields[owners][name.text]
    made = world.variables[entry.index] if entry.sort == "variable" else None
    if made is not None and made.lies_in is not None:  # it is noted of a piece that lies there, for all that is known
        if name.text in world.broken_names:
            raise Mistake(None)
        with_arguments(world, env, field_value(world, env, name, entry, (mine,)), name, args)
        if subject.zones != frozenset((made.lies_in,)):
            raise Mistake(words.noted_elsewhere(name, zone=world.zones[made.lies_in].name, also=made.span))
        assert not isinstance(made.type, types.Several), "of a piece one value is noted"
        return Value(core.Noted(entry.index, mine, made.type, span=name.span), made.type)
    if len(owners) == 1:
        return with_arguments(world, env, possibly(field_value(world, env, name, entry, (mine,)), subject), name, args)
    first = owners[0] == declared_name(subject.type)
    other_name = owners[1] if first else owners[0]
    if not args:
        also = world.place_of(entry)
        raise Mistake(type_words_.arguments(name.span, name=name.text, wanted=[other_name], got=0, also=also))
    other_type = world.types[other_name]
    other = world.expression(env, args[0], other_type)
    several = isinstance(other, environment.ZoneValue) and not isinstance(other_type, types.KindT)
    if several or isinstance(other, SeqValue | environment.AggregateOf):
        all_ = coercions.as_seq(world, other, name.span)
        check_index(env, name.text, other_type, all_.of, args[0].span)
        local, each = world.element(all_, "owner")
        zone = field_value(world, env, name, entry, (mine, each.core) if first else (each.core, mine))
        part = coercions.as_seq(world, zone, name.span)
        return SeqValue(core.FlatMap(local, all_.seq, part.seq), part.of, part.pieces, part.zones, part.ordered)
    one = coercions.coerce(world, other, other_type, name.span)
    check_index(env, name.text, other_type, one.type, args[0].span)
    pair = (mine, one.core) if first else (one.core, mine)
    found = possibly(field_value(world, env, name, entry, pair), subject, one)
    return with_arguments(world, env, found, name, args[1:])


def possibly(found: Typed, *owners: Value) -> Typed:
    """A variable of possibly nobody is possibly none; a yes/no question is then no."""
    match found:
        case Value(core=core.Read(var=var)) if any(isinstance(one.type, types.OptionalT) for one in owners):
            type_ = found.type if isinstance(found.type, types.BoolT) else types.with_none(found.type)
            return Value(core.Read(var, type_), type_)
        case _:
            return found


def with_arguments(world: World, env: Env, found: Typed, name: Name, args: Args) -> Typed:
    """`c(e)` of counts and sets, `board(place)`; nothing else takes arguments."""
    if not args:
        return found
    match found:
        case environment.AggregateOf():
            value = coercions.coerce(world, world.expression(env, args[0], found.type.of), found.type.of, name.span)
            check_index(env, name.text, found.type.of, value.type, args[0].span)
            of = types.NumberT(0, MAX_COUNT) if isinstance(found.type, types.CountsT) else types.BoolT()
            return Value(core.CountOf(found.value, value.core, of), of)
        case environment.ZoneValue() if world.zones[found.ref.zone].kind == "board":
            place = world.types[world.zones[found.ref.zone].place or ""]
            at = coercions.coerce(world, world.expression(env, args[0], place), place, name.span)
            check_index(env, name.text, place, at.type, args[0].span)
            return environment.PlaceValue(core.PlaceRef(found.ref, at.core))
        case _:
            also = declared_at(world, found)
            raise Mistake(type_words_.arguments(name.span, name=name.text, wanted=[], got=len(args), also=also))


def of_several(world: World, env: Env, subject: Several, name: Name, args: Args) -> Typed | None:
    """What the author has defined of several things together."""
    of = declared_name(coercions.element_type(world, subject))
    for plural, type_name in world.plurals.items():
        entry = world.definition_entries.get((plural, name.text)) if type_name == of else None
        if entry is not None and plural not in world.types:
            return world.called(env, entry, subject, args, name.span)
    return None


def of_sequence(world: World, env: Env, subject: Typed, name: Name, args: Args) -> Typed | None:
    """A question of several things together: size, first, last, item, after, before."""
    places = subject.plural if isinstance(subject, SeqValue) else None
    row = row_of(world, "places", name.text) if places in world.places else None
    if row is not None and not fits(world, row, places):
        unknown(world, subject, name)
    row = row or row_of(world, "sequence", name.text)
    return answer(world, env, row, subject, args, name.span) if row is not None else None


def of_each(world: World, env: Env, subject: SeqValue, name: Name, args: Args, node: Expr | None) -> Typed | None:
    """Like zones of several owners: their zones one after the other."""
    local, element = world.element(subject, "owner")
    tell_apart(world, element, name, args, None)
    answer = of_value(world, env, element, name, args)
    if answer is None:
        return None
    if isinstance(answer, Value | environment.PlaceValue):
        if node is not None and (one := behind(world, name)) is not None and one.text in ("first", "last", "only"):
            before = world.source.text[node.span.start : name.span.start]
            whole = f"{'(' * (before.count(')') - before.count('('))}{before}{one.text}'s {name.text}"
            raise Mistake(words.turned_questions(Name(name.text, span=one.span), other=one.text, whole=whole))
        number = isinstance(answer, Value) and isinstance(types.without_none(answer.type), types.NumberT)
        whose = world.text(node.span) if number and node is not None else None
        total = f"(total {name.text} of {wrong_subject.PERSONS.get(whose, whose)})" if whose is not None else None
        raise Mistake(type_words_.which_one(name.span, total=total, also=declared_at(world, subject)))
    part = coercions.as_seq(world, answer, name.span)
    return SeqValue(core.FlatMap(local, subject.seq, part.seq), part.of, part.pieces, part.zones, part.ordered)


# ---- what could have been asked


def subject_words(world: World, subject: Typed) -> str:
    """The subject as a noun without article."""
    match subject:
        case Value():
            type_ = types.without_none(subject.type)
            numbered = type_.place if isinstance(type_, types.NumberT) else None
            return numbered or suggestions.bare_words(type_)
        case environment.ZoneValue():
            return world.zones[subject.ref.zone].kind
        case environment.AggregateOf():
            return "set" if isinstance(subject.type, types.SetT) else "counts field"
        case _:
            return NOUNS.get(type(subject), "sequence")


def questions_of(world: World, subject: Typed) -> Iterator[str]:
    """All that can be asked of the subject."""
    if isinstance(subject, environment.BoxValue):
        yield from (plural for plural, name in world.plurals.items() if name in world.component_index)
    if isinstance(subject, Value | SeqValue):
        of = types.without_none(subject.type) if isinstance(subject, Value) else subject.of
        yield from declared_questions(world, of)
    of_several: types.Scalar | None = None
    if isinstance(subject, Several):
        of_several = coercions.element_type(world, subject)
    elif isinstance(subject, Value) and coercions.is_line(subject.type):
        of_several = world.types[coercions.line_place(subject.type)]
    if of_several is not None:
        plurals = [plural for plural, name in world.plurals.items() if name == declared_name(of_several)]
        yield from (defined for owner, defined in world.definition_entries if owner in plurals)
    if isinstance(subject, environment.MemoryOf):
        yield "repeats"
    elif isinstance(subject, environment.GroupsValue):
        yield "size"
    elif not isinstance(subject, Value | environment.BoxValue):
        yield from (
            "size",
            "first",
            "last",
            "only",
            "item",
            "same",
            "different",
            "consecutive",
            "groups",
            "connected",
            "parts",
        )
        if isinstance(subject, environment.ZoneValue) and is_pile(world, subject.ref):
            yield from ("height", "top", "bottom", "above", "below")


def declared_questions(world: World, inner: types.Scalar) -> Iterator[str]:
    """The attributes, fields and definitions of a type, then the library's."""
    if isinstance(inner, types.KindT):
        yield from (attribute.name for attribute in world.component(inner).attributes)
    yield from wrong_subject.own_questions(world, declared_name(inner))
    yield from meetings.names(world, declared_name(inner))
    board = coercions.only_board(world, inner)
    if board is not None:
        component = world.components[world.zones[board].component]
        yield from (attribute.name for attribute in component.attributes)


def has_question(world: World, name: str, type_: types.Scalar) -> bool:
    """Whether values of this type have a question of this name."""
    return name in declared_questions(world, type_) or row_of(world, type_, name) is not None


def is_question(world: World, subject: Typed, name: str) -> bool:
    """Whether the subject has a yes/no question of this name (for `x is N`): declared, or the library's, of the subject
    or of the piece on it. What the author calls so is meant first, but for a memory, which nothing is."""
    if isinstance(subject, environment.BrokenValue):
        return False
    if name in questions_of(world, subject):
        return True
    field = world.fields.get((), {}).get(name)
    memory = field and field.sort == "variable" and isinstance(world.variables[field.index].type, types.MemoryT)
    if (field and not memory) or (None, name) in world.definition_entries or not isinstance(subject, Value):
        return False
    row = row_of(world, types.without_none(subject.type), name)
    if row is None and (board := coercions.only_board(world, subject.type)) is not None:
        row = row_of(world, world.kind_in(board), name)
    return row is not None and row.flag
