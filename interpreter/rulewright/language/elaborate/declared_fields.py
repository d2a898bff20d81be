"""The fields of a ruleset entered into the world: zones and variables, with their owners and modifiers. Those that a
`when` takes away stand behind all others, so that they can be cut off. `starts` and `refilled from` speak of other
fields; they are read when all are known."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal, TypeVar, get_args

from attrs import evolve, frozen

from rulewright.language import core, intervals as fold, syntax, types
from rulewright.language.diagnostics import Edit
from rulewright.language.edits import without
from rulewright.language.elaborate import assignments
from rulewright.language.elaborate.coercions import ANY_NUMBER, apart, is_line, value
from rulewright.language.elaborate.declared_types import holds, refuse_exchanged, reserved_question
from rulewright.language.elaborate.environment import Env, FieldEntry, Mistake, Value, World
from rulewright.language.elaborate.expressions import aggregate
from rulewright.language.elaborate.positions import picture
from rulewright.language.elaborate.resolve import named_type, scalar_type, setting_words
from rulewright.language.elaborate.settings import known_at_load
from rulewright.language.elaborate.suggestions import range_words, type_words
from rulewright.language.facts.ranges import MOST_NOTES, capacity as room_in, is_unlimited, shape
from rulewright.language.messages import declarations as words, kinds_of_values, names as name_words, sentences, tables
from rulewright.language.span import NOWHERE, Span
from rulewright.language.walking import walk
from rulewright.language.wording import a

ZONES: Final[dict[str, core.ZoneKind]] = {"pile": "pile", "hand": "hand", "area": "area", "row": "row", "slot": "slot"}
SORTS: Final = (*ZONES, "set", "counts", assignments.WORD)
AUDIENCES: Final[dict[str, core.Audience]] = {each: each for each in get_args(core.Audience)}
DEFAULT: Final[dict[core.ZoneKind, core.Audience]] = {"pile": "nobody", "hand": "owner"}
ALLOWED: Final[dict[type[syntax.Modifier], tuple[str, str, tuple[core.ZoneKind, ...]]]] = {
    syntax.Faced: ("face up or down", "a pile, row, slot or board", ("pile", "row", "slot", "board")),
    syntax.Capacity: ("up to", "a pile, hand, area, row or memory", ("pile", "hand", "area", "row")),
    syntax.WithOwner: ("with owner", "a row", ("row",)),
    syntax.RefilledFrom: ("refilled from", "a pile", ("pile",)),
    syntax.TopSeenBy: ("top seen by", "a pile", ("pile",)),
}
"""What not all zones can have: how it begins, and where it belongs."""

M = TypeVar("M", bound=syntax.Modifier)
Owners = tuple[types.Scalar, ...]


@frozen
class Draft:
    """A field as read, before it has its place among the others."""

    owners: tuple[str, ...]
    node: syntax.Field
    made: core.Zone | core.Variable
    present: bool
    zone: syntax.Name | None = None


def enter_fields(world: World, ruleset: syntax.Ruleset) -> list[Draft]:
    """All fields of all owners, in declared order. The drafts are for `finish_fields`."""
    drafts = list[Draft]()
    for each in ruleset.declarations:
        if isinstance(each, syntax.Has):
            drafts += read_has(world, each)
    for present in (True, False):
        for draft in drafts:
            if draft.present == present:
                absent, when = not draft.present, modifier(draft.node, syntax.When)
                condition = world.text(when.condition.span) if absent and when is not None else ""
                sort: Literal["zone", "variable"] = "zone" if isinstance(draft.made, core.Zone) else "variable"
                fields: list[Any] = world.zones if sort == "zone" else world.variables
                name, entry = draft.node.name, FieldEntry(sort, len(fields), absent, condition)
                fields.append(draft.made)
                world.fields.setdefault(draft.owners, {})[name.text] = entry
                world.field_names[draft.owners, name.text] = name
        if present:
            world.zones_here, world.variables_here = len(world.zones), len(world.variables)
    world.variables_end = len(world.variables)
    for draft in drafts:
        if draft.zone is not None:
            laid = world.tried(partial(lay_note, world, draft, draft.zone), otherwise=False)
            world.broken_names |= set() if laid else {draft.node.name.text}
    return drafts


def lay_note(world: World, draft: Draft, name: syntax.Name) -> bool:
    """What is noted of pieces has the owners of the zone in which they lie, and a value for each place there. Yes."""
    number = world.fields[draft.owners][draft.node.name.text].index
    component = draft.owners[0]
    found = {owners: fields[name.text] for owners, fields in world.fields.items() if name.text in fields}
    zones = [(each, world.zones[each.index]) for each in found.values() if each.sort == "zone"]
    holding = [(each, zone) for each, zone in zones if world.components[zone.component].name == component]
    if len(holding) != 1:
        also = world.field_names[next(iter(found)), name.text].span if found else NOWHERE
        raise Mistake(words.noted_nowhere(name, component=component, also=also))
    ((entry, zone),) = holding
    if zone.kind not in ("row", "slot", "board"):
        raise Mistake(words.noted_without_place(name, zone=a(zone.kind), also=zone.span))
    places = world.places[zone.place].names if zone.place else ()
    most = room_in(zone, world.components[zone.component], len(places))
    place = world.types[zone.place] if zone.place else types.NumberT(1, most)
    if sum(each.lies_in == entry.index for each in world.variables) == MOST_NOTES:
        raise Mistake(words.too_many_notes(draft.node.name, zone=zone.name, most=MOST_NOTES))
    world.variables[number] = evolve(world.variables[number], owners=(*zone.owners, place), lies_in=entry.index)
    world.used_fields.add(entry)
    return True


def read_has(world: World, has: syntax.Has) -> list[Draft]:
    """The fields of one paragraph; without good owners they count as broken."""
    owners = tuple(world.tried(partial(named_type, world, owner), None) for owner in has.owners)
    for name in (name for name, type_ in zip(has.owners, owners, strict=True) if type_ and is_line(type_)):
        world.tell(words.not_an_owner(name, what="A line"))
    good = tuple(type_ for type_ in owners if type_ and not is_line(type_))
    if len(good) < len(owners):
        world.broken_names.update(node.name.text for node in has.fields)
        return []
    names, drafts = tuple(owner.text for owner in has.owners), list[Draft]()
    for node in has.fields:
        reserved = [reserved_question(world, owner, node.name) for owner in names or (None,)]
        if node.name.span.start not in world.refused and not any(reserved):
            draft = world.tried(partial(read_field, world, names, good, node, has.zone), None)
            drafts += [draft] if draft else []
            world.broken_names |= set() if draft else {node.name.text}
    return drafts


def read_field(
    world: World, names: tuple[str, ...], owners: Owners, node: syntax.Field, zone: syntax.Name | None
) -> Draft:
    """One field; `zone`: where the pieces lie of which it is noted."""
    # of a modifier that stands twice the last one counts
    first: dict[type[syntax.Modifier], syntax.Modifier] = {}
    for each in node.modifiers:
        if type(each) in first:
            said, also = world.text(each.span), first[type(each)].span
            edit = without(world.source.text, each.span) if said == world.text(also) else None
            world.tell(words.modifier_twice(each.span, modifier=said, also=also, edit=edit))
        first[type(each)] = each
    place = zone_of(world, node, owners)
    made = with_modifiers(world, names, place, node) if place else variable(world, names, owners, node)
    when = modifier(node, syntax.When)
    present = when is None or holds(world, when.condition)
    if zone is not None:  # what is noted of pieces: one value, which all see and which begins as its type does
        if isinstance(made, core.Zone) or isinstance(made.type, types.SetT | types.CountsT):
            raise Mistake(words.noted_one_value(node.type.span, name=node.name.text))
        if not isinstance(world.types[names[0]], types.KindT):
            raise Mistake(words.noted_of_pieces(node.name, what=names[0]))
        wrong = modifier(node, syntax.SeenBy) or modifier(node, syntax.NotShown) or node.starts
        if wrong is not None:
            raise Mistake(words.noted_for_all(wrong.span, name=node.name.text))
        made = evolve(made, lies_in=-1, shown=False)
    return Draft(names, node, made, present, zone)


def modifier(node: syntax.Field, sort: type[M]) -> M | None:
    """The modifier of this sort."""
    return next((each for each in reversed(node.modifiers) if isinstance(each, sort)), None)


def zone_of(world: World, node: syntax.Field, owners: tuple[types.Scalar, ...]) -> core.Zone | None:
    """The zone without its modifiers, or None for a variable."""
    match node.type:
        case syntax.Holder(word=word, of=of) if word.text in ZONES:
            only_one(node.type)
            kind, place = ZONES[word.text], None
        case syntax.Board(piece=of, place=at):
            named_type(world, at)
            if at.text not in world.places:
                raise Mistake(words.not_a_place(at, places=list(world.places)))
            kind, place = "board", at.text
        case _:
            return None
    type_ = named_type(world, of)
    if not isinstance(type_, types.KindT):
        raise Mistake(words.not_a_component(of, zone=kind, components=list(world.component_index)))
    component = world.component_index[type_.component]
    audience = DEFAULT.get(kind, "everyone")
    low = 0 if place is None else world.places[place].low
    return core.Zone(node.name.text, kind, component, owners, audience, place=place, low=low, span=node.span)


def with_modifiers(world: World, names: tuple[str, ...], zone: core.Zone, node: syntax.Field) -> core.Zone:
    """The zone with what its modifiers say; what they cannot say is told."""
    refuse_modifiers(world, zone, node)
    if node.starts is not None:
        world.tell(words.starts_zone(node.starts.span))
    if (hidden := modifier(node, syntax.NotShown)) is not None:
        edit = without(world.source.text, hidden.span)
        world.tell(tables.always_shown(hidden.span, zone=zone.kind, edit=edit))
    most = modifier(node, syntax.Capacity)
    said = {sort: zone.kind in kinds and modifier(node, sort) is not None for sort, (*_, kinds) in ALLOWED.items()}
    zone = evolve(
        zone,
        audience=audience(world, names, zone.owners, node, zone.audience, zone.kind),
        capacity=capacity(world, most) if most and said[syntax.Capacity] else None,
        with_owner=said[syntax.WithOwner],
        faced=said[syntax.Faced],
        picture=picture(world, node.picture, zone) if node.picture else None,
    )
    if said[syntax.TopSeenBy]:
        zone = evolve(zone, top=seen_on_top(world, names, zone, node))
    component = world.components[zone.component]
    if is_unlimited(component) and shape(zone.kind) == "ordered" and modifier(node, syntax.Capacity) is None:
        example = f"{world.text(node.type.span)}, up to 20"
        world.tell(words.needs_bound(node.type.span, zone=zone.kind, component=component.name, example=example))
    return zone


def refuse_modifiers(world: World, zone: core.Zone | None, node: syntax.Field) -> None:
    """Tells of each modifier that this zone, or a variable (None), cannot have."""
    for sort, (said, belongs, _) in ALLOWED.items():
        given = modifier(node, sort)
        if given is not None and (zone is None or zone.kind not in ALLOWED[sort][2]):
            this = a(zone.kind) if zone else "no zone"
            edit = without(world.source.text, given.span)
            world.tell(words.wrong_modifier(given.span, modifier=said, belongs=belongs, this=this, edit=edit))


def audience(
    world: World,
    names: tuple[str, ...],
    owners: Owners,
    node: syntax.Field,
    default: core.Audience,
    kind: core.ZoneKind | None = None,
) -> core.Audience:
    """Who sees a zone of this sort, or a variable (None); what nobody owns no owner can see."""
    by_players = types.PLAYER in owners or types.TEAM in owners
    seen = modifier(node, syntax.SeenBy)
    if seen is None:
        return "nobody" if default == "owner" and not by_players else default
    chosen = AUDIENCES.get(seen.audience.text)
    if chosen is None:
        world.tell(words.unknown_audience(seen.audience, candidates=AUDIENCES))
    elif chosen == "owner" and not by_players:
        world.tell(words.nobody_owns(seen.audience, owners=names))
    elif chosen == "others" and types.PLAYER not in owners:
        world.tell(words.nobody_has_others(seen.audience, owners=names))
    elif chosen == "others" and (kind not in ("row", "slot", "board") or modifier(node, syntax.Faced)):
        faced = "in which faces say who sees a piece" if modifier(node, syntax.Faced) else None
        world.tell(words.seen_by_others(seen.audience, this=a(kind) if kind else "a variable", faced=faced))
    else:
        return chosen
    return default


def seen_on_top(world: World, names: tuple[str, ...], zone: core.Zone, node: syntax.Field) -> core.Audience | None:
    """Who sees what lies on top of a pile, where they are more than see all of it."""
    seen = modifier(node, syntax.TopSeenBy)
    assert seen is not None
    chosen = seen.audience.text
    if chosen not in ("everyone", "owner"):
        world.tell(words.unknown_audience_of_top(seen.audience, candidates=("everyone", "owner")))
    elif chosen == "owner" and types.PLAYER not in zone.owners and types.TEAM not in zone.owners:
        world.tell(words.nobody_owns(seen.audience, owners=names))
    elif zone.faced or zone.audience in ("everyone", chosen):
        why = "faces say who sees a piece of it" if zone.faced else "they see all that lies there"
        edit = without(world.source.text, seen.span)
        world.tell(words.top_seen_anyhow(seen.span, zone=zone.name, why=why, edit=edit))
    else:
        return AUDIENCES[chosen]
    return None


def capacity(world: World, node: syntax.Capacity) -> int:
    """`up to n`: a number, an option, or reckoned from them."""
    otherwise = words.not_a_fixed_number(node.number.span)
    number = known_at_load(world, lambda: value(world, Env(), node.number, ANY_NUMBER).core, otherwise)
    if number < 0:
        raise Mistake(words.negative_capacity(node.number.span, number=number))
    return number


def variable(world: World, names: tuple[str, ...], owners: Owners, node: syntax.Field) -> core.Variable:
    """A variable, still without what it starts with."""
    if isinstance(node.type, syntax.Holder) and node.type.word.text == assignments.WORD:
        return memory(world, names, node, node.type)
    refuse_exchanged(world, node, SORTS)
    type_ = field_type(world, node.type)
    refuse_modifiers(world, None, node)
    if node.picture is not None:
        picture(world, node.picture, None)
    seen, shown = audience(world, names, owners, node, "everyone"), modifier(node, syntax.NotShown) is None
    made = core.Variable(node.name.text, type_, owners, seen, shown=shown, span=node.span)
    if (unset := modifier(node, syntax.NoneUntilSet)) is None:
        return made
    if isinstance(type_, types.Several | types.OptionalT) or node.starts is not None:
        why = "holds several" if isinstance(type_, types.Several) else "can be none anyway"
        why = "has a value from the beginning" if node.starts is not None else why
        raise Mistake(words.never_unset(unset.span, why=why, edit=without(world.source.text, unset.span)))
    return evolve(made, type=types.OptionalT(type_), unset=True)


def memory(world: World, names: tuple[str, ...], node: syntax.Field, type_: syntax.Holder) -> core.Variable:
    """A memory, still without the fields that it remembers."""
    said, most = world.text(type_.span), modifier(node, syntax.Capacity)
    if names:
        raise Mistake(sentences.memory_of_owner(type_.span, owners=names))
    if most is None:
        raise Mistake(sentences.memory_bound(type_.span, name=node.name.text, type=said))
    for each in node.modifiers:
        if not isinstance(each, syntax.Capacity | syntax.When | syntax.NotShown):
            edit = without(world.source.text, each.span)
            world.tell(sentences.memory_seen(each.span, modifier=world.text(each.span), edit=edit))
    if node.starts is not None:
        edit = without(world.source.text, node.starts.span, "starts")
        world.tell(sentences.memory_begins(node.starts.span, edit=edit))
    if node.picture is not None:
        picture(world, node.picture, None)
    room = types.MemoryT(capacity(world, most))
    return core.Variable(node.name.text, room, (), "everyone", shown=False, span=node.span)


def field_type(world: World, node: syntax.FieldType) -> types.Scalar | types.Several:
    """The type of a variable."""
    match node:
        case syntax.Name() | syntax.ConstRange() | syntax.Optional():
            return scalar_type(world, node)
        case syntax.Flag():
            return types.BOOL
        case syntax.Holder(word=syntax.Name(text="set")):
            return types.SetT(countable(world, node))
        case syntax.Holder(word=syntax.Name(text="counts")):
            of = countable(world, node)
            if isinstance(of, types.BoolT):
                raise Mistake(words.not_counted(node.of.span, what=type_words(of)))
            return types.CountsT(of)
        case syntax.Holder():
            raise Mistake(words.unknown_kind(node.word, candidates=SORTS))
        case syntax.Board():
            raise AssertionError(node)


def only_one(node: syntax.Holder) -> None:
    """Ends the sentence where several stand behind a word that holds one sort of things."""
    if node.more and node.word.text in ZONES:
        sorts = [node.of.text, *(each.text for each in node.more)]
        raise Mistake(words.one_component(node.span, word=node.word.text, sorts=sorts))
    if node.more:
        edit = Edit(Span(node.of.span.end, node.more[-1].span.end), "")
        raise Mistake(sentences.one_each(node.span, word=node.word.text, of=node.of.text, edit=edit))


def countable(world: World, node: syntax.Holder) -> types.Plain:
    """What a set or counts are made of: a type with a fixed list of values."""
    only_one(node)
    of = types.without_none(named_type(world, node.of))
    if is_line(of):
        if node.word.text == "counts":
            raise Mistake(words.not_counted(node.of.span, what="a line"))
        raise Mistake(words.not_in_sets(node.of.span, what="a line"))
    return of


def enter_kept(world: World, ruleset: syntax.Ruleset) -> None:
    """What is kept in doings, with the type of its value; pieces lie in zones."""
    for node in walk(ruleset):
        if not isinstance(node, syntax.Keep):
            continue
        name, said, type_ = node.name.text, world.text(node.type.span), node.type
        word = type_.word.text if isinstance(type_, syntax.Holder) else ""
        if word == assignments.WORD:
            world.tell(sentences.memory_kept(type_.span, name=name, type=said))
        elif word in ZONES or isinstance(type_, syntax.Board):
            world.tell(words.kept_zone(type_.span, name=name, type=said))
        elif (kept := world.tried(partial(field_type, world, type_), None)) is not None:
            world.kept[node.name.span] = core.Variable(name, kept, (), "nobody", since=0, span=node.span)


def given_type(world: World, node: syntax.FieldType, name: str) -> types.Scalar:
    """The type of an answer: one value."""
    if isinstance(node, syntax.Holder | syntax.Board):
        raise Mistake(words.gives_one(node.span, name=name, type=world.text(node.span)))
    type_ = field_type(world, node)
    assert not isinstance(type_, types.Several), node
    return type_


def finish_fields(world: World, drafts: Sequence[Draft]) -> None:
    """`refilled from`, `starts` and `memory of` of all fields."""
    for draft in drafts:
        index, node, made = world.fields[draft.owners][draft.node.name.text].index, draft.node, draft.made
        try:
            refilled = modifier(node, syntax.RefilledFrom)
            if refilled is not None and isinstance(made, core.Zone) and made.kind == "pile":
                world.zones[index] = evolve(world.zones[index], refill=refill(world, draft, refilled, index))
            variable = isinstance(made, core.Variable)
            if variable and isinstance(node.type, syntax.Holder) and node.type.word.text == assignments.WORD:
                fields = assignments.remembered(world, node.type, absent=not draft.present)
                world.variables[index] = evolve(world.variables[index], fields=fields)
            elif variable and node.starts is not None:
                finish_variable(world, draft, node.starts, index)
        except Mistake as found:
            world.tell(found.diagnostic)


def refill(world: World, draft: Draft, node: syntax.RefilledFrom, pile: int) -> core.Refill:
    """The zone of the same pieces and owners that refills the pile."""
    name = node.zone
    known = world.fields.get(draft.owners, {})
    if name.text not in known:
        if name.text in world.broken_names:
            raise Mistake(None)
        elsewhere = next((at.span for (_, field), at in world.field_names.items() if field == name.text), None)
        if elsewhere is not None:
            raise Mistake(words.refills_from(name, why="it has other owners", also=elsewhere))
        raise Mistake(name_words.unknown_name(name, candidates=known))
    entry = known[name.text]
    if entry.absent and draft.present:
        here, also = setting_words(world), world.place_of(entry)
        raise Mistake(name_words.absent_here(name, setting=here, when=entry.when, also=also))
    if entry.sort != "zone":
        raise Mistake(words.refills_from(name, why="it is no zone", also=world.place_of(entry)))
    if entry.index == pile:
        raise Mistake(words.refills_from(name, why="it is this pile itself"))
    if world.zones[entry.index].component != world.zones[pile].component:
        raise Mistake(words.refills_from(name, why="it holds other pieces", also=world.place_of(entry)))
    world.used_fields.add(entry)
    return core.Refill(entry.index, node.label.text if node.label else draft.node.name.text)


def finish_variable(world: World, draft: Draft, node: syntax.Expr, index: int) -> None:
    """What the variable starts with, within its type, over a local for each owner, which bears the owner's name."""
    of, made = draft.node, world.variables[index]
    env, locals_ = Env(dead=not draft.present), list[int]()
    for name, type_ in zip(draft.owners, made.owners, strict=True):
        locals_.append(world.local(name, type_))
        if name not in env.names:
            owner = Value(core.Get(locals_[-1], type_), type_)
            env = env.bind(syntax.Name(name, span=of.name.span), owner, "the owner")
    starts: core.Expr | core.AggregateValue
    assert not isinstance(made.type, types.MemoryT), made
    if isinstance(made.type, types.SetT | types.CountsT):
        starts = aggregate(world, env, node, made.type)
    else:
        found = value(world, env, node, made.type)
        starts = found.core
        if (numbers := apart(made.type, types.without_none(found.type))) is not None:
            has, given = numbers
            name, wider = of.name.text, f"{min(has.low, given.low)}..{max(has.high, given.high)}"
            edit = Edit(of.type.span, wider) if isinstance(of.type, syntax.ConstRange) else None
            to, said, advice = f"{has.low}..{has.high}", range_words(given), f"Declare {name}: {wider}."
            raise Mistake(
                kinds_of_values.out_of_range(node.span, target=name, has=to, value=said, advice=advice, edit=edit)
            )
        maybe = isinstance(found.type, types.OptionalT) and not isinstance(made.type, types.OptionalT)
        if maybe and fold.constant(found.core) is not None:
            raise Mistake(kinds_of_values.certainly_none(node.span, what=world.text(node.span), line=None))
    world.variables[index] = evolve(made, starts=starts, owner_locals=tuple(locals_))
