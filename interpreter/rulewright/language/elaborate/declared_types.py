"""Who bears which name; and seats, teams, value types, place types and components entered into the world, with the
names of their values. Everything wrong is reported in the world; what is broken is entered as `broken_names` and
complained about no more."""

from collections.abc import Container, Iterator, Mapping
from functools import partial
from types import UnionType
from typing import Final, cast

from attrs import Factory, define, evolve, frozen

from rulewright.language import core, geometry, syntax, types
from rulewright.language.component_kinds import build_component, check_components
from rulewright.language.component_rows import Domain, end_words
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.edits import without
from rulewright.language.elaborate import place_types
from rulewright.language.elaborate.environment import Mistake, World
from rulewright.language.elaborate.queries import already_taken, better
from rulewright.language.elaborate.resolve import named_type, range_type
from rulewright.language.elaborate.settings import called_seats, decide, game_of, seat_names
from rulewright.language.elaborate.suggestions import type_words
from rulewright.language.facts.ranges import row_names
from rulewright.language.library import rows_in
from rulewright.language.library.answering import sorts_of
from rulewright.language.messages import declarations as words, names as name_words, tables as table_words
from rulewright.language.span import Span
from rulewright.language.walking import walk
from rulewright.language.wording import a, plural


def is_exchanged(node: syntax.Field, known: Container[str]) -> bool:
    """Whether the name of a field is a known type, and what stands as its type is none."""
    return isinstance(node.type, syntax.Name) and node.name.text in known and node.type.text not in known


def refuse_exchanged(world: World, node: syntax.Field, sorts: Container[str]) -> None:
    """A name that has changed places with its type, or a sort of field with what stands beside it."""
    if isinstance(node.type, syntax.Name):
        type_, known = node.type, (world.bearers, world.broken_names)
        if is_exchanged(node, world.types) and not any(type_.text in names for names in known):
            world.broken_names.add(type_.text)
            instead = f"{type_.text}: {node.name.text}"
            edit = Edit(Span(node.name.span.start, type_.span.end), instead)
            raise Mistake(words.exchanged_type(node.name, type=type_.text, instead=instead, edit=edit))
    elif isinstance(node.type, syntax.Holder) and node.type.word.text not in sorts:
        name, word, of = node.name, node.type.word, node.type.of
        if of.text in sorts:
            better, span = f"{of.text} of {word.text}", Span(word.span.start, of.span.end)
        elif name.text in sorts:
            world.broken_names.add(word.text)
            better, span = f"{word.text}: {name.text} of {of.text}", Span(name.span.start, of.span.end)
        else:
            return
        raise Mistake(words.exchanged_sort(word, instead=better, edit=Edit(span, better)))


ALWAYS_TYPES: Final = ("player", "team")
GRID_TYPES: Final = ("line", "direction", "side")
ALWAYS: Final = frozenset(("player-count", "players", "teams", "box", "nobody", "nothing", "min", "max"))
GAME: Final = ""
DOINGS: Final = "doings"
SENTENCES_OF_A_VALUE: Final = frozenset(("forget", "needs", "nothing", "remember", "rotate", "shuffle"))
"""Alone or before a value in brackets such a word is a sentence; calls of other verbs are told as they are read."""
NEWER_SENTENCES: Final[Mapping[str, type]] = {"reveal": syntax.Reveal}
"""The same, where there is such a sentence in the language of the text: then one stands where this is called."""


@frozen
class Claim:
    """A name in a namespace (`doings`, a type's name for its questions, the empty one for the game), and what it is."""

    namespace: str
    name: syntax.Name
    what: str
    field: bool = False
    answers: bool = False


def is_sentence(word: str, ruleset: syntax.Ruleset) -> bool:
    """Whether a line with this word is a sentence of the language, and calls nothing."""
    newer = NEWER_SENTENCES.get(word)
    said = newer is not None and any(isinstance(each, newer) for each in walk(ruleset))
    return said or word in SENTENCES_OF_A_VALUE


def refuse_taken(world: World, ruleset: syntax.Ruleset) -> None:
    """Tells of all names that are taken already, and remembers where in the text they are declared."""
    taken: dict[tuple[str, str], Claim] = {}
    for claim in claims(ruleset):
        earlier = taken.setdefault((claim.namespace, claim.name.text), claim)
        if earlier is not claim and claim.name.span.start not in world.refused:
            world.tell(already_taken(world, name_words.two_meanings, claim.name, earlier.what, earlier.name))
            world.refused.add(claim.name.span.start)
        elif claim.namespace == DOINGS and claim.what in ("a phase", "a procedure"):
            if is_sentence(claim.name.text, ruleset) and not claim.answers:
                world.tell(words.never_called(claim.name, better=better(claim.name.text)))
            elif claim.name.text == "play":
                world.tell(words.play_is_all(claim.name, better=better(claim.name.text)))
    for name in (each.name for each in ruleset.declarations if isinstance(each, syntax.TypeDeclaration)):
        hidden = taken.get((GAME, plural(name.text)))
        if hidden is not None and not hidden.field and hidden.name.text != name.text:
            what = f"the plural of {name.text}"
            world.tell(already_taken(world, name_words.two_meanings, hidden.name, what, name))
            world.broken_names.add(hidden.name.text)


SIMPLE: Final[tuple[tuple[type | UnionType, str, str], ...]] = (
    (syntax.Option, GAME, "an option"),
    (syntax.ValueType, GAME, "a type"),
    (syntax.Component, GAME, "a component"),
    (syntax.Phase, DOINGS, "a phase"),
    (syntax.Called, DOINGS, "a procedure"),
    (syntax.Offered, DOINGS, "an action"),
    (syntax.Choice, DOINGS, "a choice"),
)
"""What declares one name, with its namespace and what it is; the first row counts."""


def claims(ruleset: syntax.Ruleset) -> Iterator[Claim]:
    """All names of doings, places and questions in the order of the text."""
    typing = (each for each in ruleset.declarations if isinstance(each, syntax.TypeDeclaration))
    declared = {each.name.text for each in typing}
    known = declared | {*ALWAYS_TYPES, *GRID_TYPES}
    for each in ruleset.declarations:
        if isinstance(each, syntax.Has):  # a field of a pair is a question of both
            owners = dict.fromkeys(owner.text for owner in each.owners) or {GAME: None}
            for field in (field for field in each.fields if not is_exchanged(field, known)):
                yield from (Claim(owner, field.name, question_of(owner), field=True) for owner in owners)
        elif isinstance(each, syntax.Define):  # under the name of a type it is that of a subject: `of` is lacking
            unknown = isinstance(each.type, syntax.Name) and each.type.text not in known
            owner = each.of.text if each.of else GAME
            if not (unknown and each.name.text in declared):
                yield Claim(owner, each.name, question_of(owner))
        elif isinstance(each, syntax.Option | syntax.TypeDeclaration | syntax.NamedDoing):
            namespace, what = next((space, what) for sort, space, what in SIMPLE if isinstance(each, sort))
            answers = isinstance(each, syntax.Procedure) and each.gives is not None
            yield Claim(namespace, each.name, what, answers=answers)
            if answers:
                yield Claim(GAME, each.name, what)
            if isinstance(each, syntax.Component | syntax.LinkType | syntax.Enumeration):
                owner = each.name.text
                yield from (Claim(owner, one.name, question_of(owner)) for one in each.attributes)


def question_of(owner: str) -> str:
    """The namespace in words."""
    return f"a question of {a(owner)}" if owner else "something that can be asked"


def reserved_question(world: World, owner: str | None, name: syntax.Name) -> bool:
    """Whether the library has given this name to the same sort of thing; then it is told."""
    if owner is None:
        taken = name.text in ALWAYS
    else:
        # Only place types are places; several of a grid's may be a line.
        lines = ("line",) if owner not in world.types and world.plurals.get(owner) in world.places else ()
        sorts = sorts_of(world.types[owner]) if owner in world.types else ("sequence", "places", *lines)
        rows = (
            rows_in(world.source.language).get((sort, name.text))
            for sort in sorts
            if sort != "place" or owner in world.places
        )
        taken = any(row is not None and not row.yields for row in rows)
    if taken:
        subject = a(owner) if owner in world.types else "the game" if owner is None else f"a sequence of {owner}"
        world.tell(words.reserved_question(name, subject=subject, better=better(name.text)))
    return taken


MOST_VALUES: Final = 65_535


def enter_values(world: World, name: str, values: tuple[str, ...]) -> None:
    """A named type with its values."""
    world.types[name] = types.ValueT(name)
    world.values[name] = values
    world.bear(types.ValueT(name), values)
    world.plurals.setdefault(plural(name), name)


def enter_seats(world: World, ruleset: syntax.Ruleset) -> None:
    """Players and teams; only declared names of seats are values that can be written."""
    game = game_of(ruleset)
    seats = tuple(seat.text for seat in once_each(world, seat_names(game), "player"))
    called = called_seats(game, world.players)
    enter_values(world, "player", called if called == seats else ())
    world.values["player"] = called
    # the team of each seat: everybody's own, or turn by turn one of so many
    teams, number = game.teams if game else None, world.players
    if teams is not None and (teams.when is None or holds(world, teams.when)):
        if 1 <= teams.number <= world.players:
            number = teams.number
        else:
            world.tell(words.too_many_teams(teams.span, number=teams.number, players=world.players))
    world.teams = tuple(seat % number for seat in range(world.players))
    world.types["team"] = types.TEAM
    world.values["team"] = tuple(f"team-{number}" for number in range(1, max(world.teams, default=0) + 2))
    if teams is not None and teams.names and number == teams.number:
        world.values["team"] = tuple(each.text for each in once_each(world, teams.names, "team"))
        world.bear(types.TEAM, world.values["team"])
    world.plurals["teams"] = "team"


def holds(world: World, node: syntax.Expr) -> bool:
    """A condition at load; one with a mistake (which is told) does not hold."""
    return world.tried(lambda: decide(world, node), otherwise=False)


def enter_types(world: World, ruleset: syntax.Ruleset) -> None:
    """Enumerations, number types, grids, joined types; direction, side and line where they exist."""
    ways, sound = place_types.directions(ruleset), list[syntax.TypeDeclaration]()
    for each in ruleset.declarations:
        if not isinstance(each, syntax.TypeDeclaration) or each.name.span.start in world.refused:
            continue
        name = each.name.text
        if name in ALWAYS_TYPES or name in place_types.with_places(ways):
            world.tell(words.reserved_type(each.name, better=better(name)))
            continue
        sound.append(each)
        if isinstance(each, syntax.Enumeration) and each.rows:
            world.types[name] = types.ValueT(name)
        elif isinstance(each, syntax.ValueType):
            enter_type(world, each, ways)
        else:
            world.types[name] = types.KindT(name)
            world.plurals.setdefault(plural(name), name)
    bordering = place_types.enter_borders(world, [each for each in sound if isinstance(each, syntax.BorderType)])
    for name, places in bordering.items():
        world.places[name] = places
        enter_values(world, name, places.names)
    if ways:
        enter_values(world, "direction", ways)
    if "up" in ways:
        enter_values(world, "side", geometry.SIDES)
    enter_in_rows(world, [each for each in sound if isinstance(each, syntax.Enumeration) and each.rows])
    for each in sound:
        if isinstance(each, syntax.LinkType):
            enter_linked(world, each)
    for each in ruleset.declarations:
        if isinstance(each, syntax.Joined):
            place_types.enter_joined(world, each)
    # straight lines of places are values; `line` are those of the only grid, else hexagons, else joined type
    for name, places in world.places.items():
        if places.kind != "number":
            for line in geometry.lines(places):
                world.line(name, line)
            world.bear(types.LineT(name), world.values.get(types.LineT(name).name, ()))
    own = {name: each.kind for name, each in world.places.items() if name not in bordering}
    kinds = ([name for name, each in own.items() if each == kind] for kind in ("grid", "hex", "joined"))
    lined = next(filter(None, kinds), [])
    if len(lined) == 1 and "line" not in world.types:
        world.types["line"] = types.LineT(lined[0])


def in_rows(world: World, node: syntax.Enumeration) -> syntax.Component:
    """The rows of an enumeration as those of a component; a value that has two is told and counts once."""
    rows, first = list[syntax.Row](), dict[str, syntax.Text]()
    unasked = [] if node.attributes else [row.values[0] for row in node.rows if row.values]
    if unasked:
        world.tell(table_words.no_attributes(unasked[0].span))
    for row in [evolve(row, values=()) for row in node.rows] if unasked else node.rows:
        here = row.called if row.when is None or holds(world, row.when) else None
        earlier = first.setdefault(here.text, here) if here else here
        if here and earlier and earlier is not here:
            name = syntax.Name(here.text, span=here.span)
            world.tell(words.value_twice(name, type=node.name.text, also=earlier.span))
        else:
            rows.append(row)
    return syntax.Component(node.name, None, None, node.attributes, tuple(rows), span=node.span)


def enter_in_rows(world: World, nodes: list[syntax.Enumeration]) -> None:
    """Enumerations with a row for each or several of their values, which are made as the kinds of components are."""
    making = Making(world, {node.name.text: in_rows(world, node) for node in nodes})
    for name, node in making.nodes.items():
        make(making, name)
        made, of = making.made[name], dict[str, tuple[types.Scalar, tuple[int, ...]]]()
        for each in made.attributes:
            if isinstance(each.type, types.CountsT):
                at = next(one.span for one in node.attributes if one.name.text == each.name)
                world.tell(words.attribute_type(at, what="counts of a value", advice="Write a number or a name."))
            else:
                of[each.name] = each.type, cast("tuple[int, ...]", each.table)
        if made.kinds:
            enter_values(world, name, made.kinds)
            world.attributes[name] = of
        else:
            del world.types[name]
            world.broken_names.update((name, plural(name), *(one.name.text for one in node.attributes)))


def enter_linked(world: World, node: syntax.LinkType) -> None:
    """Links, as places."""
    name, places = node.name.text, place_types.enter_links(world, node)
    if places is None:
        world.broken_names.update((name, plural(name), *(each.name.text for each in node.attributes)))
    else:
        world.places[name] = places
        enter_values(world, name, places.names)


def enter_type(world: World, node: syntax.ValueType, ways: tuple[str, ...]) -> None:
    """One value type."""
    name = node.name.text
    match node:
        case syntax.Enumeration():
            enter_values(world, name, tuple(each.text for each in once_each(world, node.values, name)))
        case syntax.NumberType():
            type_ = world.tried(partial(range_type, world, node.range), None)
            low, high = (end_words(end) for end in (node.range.low, node.range.high))
            if isinstance(type_, types.NumberT) and (number := type_.high - type_.low + 1) <= MOST_VALUES:
                world.types[name] = types.NumberT(type_.low, type_.high, name)
                world.places[name] = geometry.numbered(name, type_.low, type_.high)
                name_numbers(world, node, type_)
                world.plurals.setdefault(plural(name), name)
                return
            if isinstance(type_, types.NumberT):
                what = f"The type {name}"
                world.tell(words.too_many_values(node.range.span, what=what, number=number, most=MOST_VALUES))
            elif type_ is not None:
                world.tell(words.range_of_two(node.range.span, low=low, high=high))
            world.broken_names.update((name, plural(name)))
        case syntax.BorderType() | syntax.LinkType():
            return  # when all that they speak of is known
        case syntax.GridType() | syntax.HexType() | syntax.DrawnType():
            places = place_types.laid_out(world, node, ways)
            if places is not None:
                world.places[name] = places
                enter_values(world, name, places.names)
            else:
                world.broken_names.update((name, plural(name)))


def name_numbers(world: World, node: syntax.NumberType, type_: types.NumberT) -> None:
    """What numbers of a type are called."""
    once_each(world, tuple(each.name for each in node.called), node.name.text)
    called = world.number_names.setdefault(node.name.text, {})
    for each in node.called:
        number, name = each.number.value, each.name.text
        if not type_.low <= number <= type_.high:
            low, high = type_.low, type_.high
            world.tell(words.called_beyond(each.number.span, number=number, name=name, low=low, high=high))
        elif number in called:
            world.tell(words.called_twice(each.span, number=number, first=called[number], second=name))
        else:
            called[number] = name
            world.bearers.setdefault(name, []).append((types.NumberT(number, number, node.name.text), number))


def once_each(world: World, names: tuple[syntax.Name, ...], type_: str) -> tuple[syntax.Name, ...]:
    """The values of a type; one that stands twice is told and counts once."""
    first: dict[str, syntax.Name] = {}
    for name in names:
        if first.setdefault(name.text, name) is not name:
            edit = without(world.source.text, name.span)
            world.tell(words.value_twice(name, type=type_, also=first[name.text].span, edit=edit))
    return tuple(first.values())


@define
class Making:
    """The components of a ruleset while they are made: those that others need come first."""

    world: World
    nodes: dict[str, syntax.Component]
    made: dict[str, core.Component] = Factory(dict)
    open: list[str] = Factory(list)


def enter_components(world: World, ruleset: syntax.Ruleset) -> None:
    """All components with their kinds, and a box for each."""
    components = (each for each in reversed(ruleset.declarations) if isinstance(each, syntax.Component))
    named = {each.name.text: each for each in components}
    known = {name: each for name, each in reversed(named.items()) if world.types.get(name) == types.KindT(name)}
    making = Making(world, known)
    for name in making.nodes:
        make(making, name)
    for name in making.nodes:
        index = world.component_index[name] = len(world.components)
        world.components.append(making.made[name])
        world.boxes[index] = len(world.zones)
        box = core.Zone("box", "area", index, (), "everyone", box=True, span=making.nodes[name].span)
        world.zones.append(box)
        world.bear(types.KindT(name), making.made[name].kinds)
    if world.components:
        world.diagnostics += check_components(world.components)
    for each in ruleset.declarations:
        if isinstance(each, syntax.LinkType) and each.name.text in world.places:
            enter_link_attributes(making, each)


def enter_link_attributes(making: Making, node: syntax.LinkType) -> None:
    """What each link of a type has."""
    world, name = making.world, node.name.text
    domains, of = dict[str, Domain](), dict[str, types.Scalar]()
    for attribute in node.attributes:
        found = world.tried(partial(domain, making, attribute), None)
        if found is None or reserved_question(world, name, attribute.name):
            world.broken_names.update(each.name.text for each in node.attributes)
            return
        if isinstance(found.type, types.CountsT):
            advice = "Write a number or a name."
            world.tell(words.attribute_type(attribute.span, what="counts of a link", advice=advice))
            return
        domains[attribute.name.text], of[attribute.name.text] = found, found.type
    values, told = place_types.link_values(node, domains)
    world.diagnostics += told
    world.attributes[name] = {each: (of[each], values[each]) for each in of}


def of_values(found: Diagnostic) -> Diagnostic:
    """What is told of the kinds of a component, as it is said of values in rows."""
    said = {
        table_words.same_kind_name.sentence: table_words.same_value_name,
        table_words.bad_kind_name.sentence: table_words.bad_value_name,
        table_words.too_many_kinds.sentence: table_words.too_many_in_rows,
    }.get(found.sentence)
    return found if said is None else evolve(found, sentence=said.sentence)


def make(making: Making, name: str) -> None:
    """One component, after those that its attributes need."""
    if name in making.made:
        return
    node, world = making.nodes[name], making.world
    making.open.append(name)
    domains: dict[str, Domain] = {}
    for attribute in node.attributes:
        found = world.tried(partial(domain, making, attribute), None)
        refused = found is None or attribute.name.span.start in world.refused
        if found is not None and not (refused or reserved_question(world, name, attribute.name)):
            domains[attribute.name.text] = found
    built, diagnostics = build_component(node, domains, partial(holds, world), world.players)
    values = isinstance(world.types[name], types.ValueT)
    world.diagnostics += map(of_values, diagnostics) if values else diagnostics
    making.made[name] = built
    making.open.pop()


def domain(making: Making, attribute: syntax.Attribute) -> Domain:
    """The type of an attribute, with the names of its values."""
    world, node = making.world, attribute.type
    match node:
        case syntax.ConstRange():
            plain: types.Scalar = range_type(world, node)
        case syntax.Flag():
            plain = types.BOOL
        case syntax.Holder():
            if node.word.text != "counts":
                what = f"{node.word.text} of {node.of.text}"
                advice = "Attributes are numbers, values, yes or no, or counts of values."
                raise Mistake(words.attribute_type(node.span, what=what, advice=advice))
            if attribute.optional:
                advice = 'Leave out "or none": counts may be empty.'
                raise Mistake(words.attribute_type(attribute.span, what="counts or none", advice=advice))
            of = types.without_none(named_type(making.world, node.of))
            if not isinstance(of, types.ValueT | types.KindT):
                raise Mistake(words.not_counted(node.of.span, what=type_words(of)))
            return Domain(types.CountsT(of), value_names(making, of, attribute))
        case _:
            plain = types.without_none(named_type(world, node or attribute.name))
    type_ = types.OptionalT(plain) if attribute.optional and not isinstance(plain, types.OptionalT) else plain
    return Domain(type_, value_names(making, plain, attribute))


def value_names(making: Making, type_: types.Scalar, attribute: syntax.Attribute) -> tuple[str, ...]:
    """The values of a type as rows write them."""
    match type_:
        case types.ValueT() | types.KindT() if type_.name in making.nodes:
            needed = type_.name
            if needed in making.open:
                circle = [*making.open[making.open.index(needed) :], needed]
                raise Mistake(words.components_in_circle(attribute.span, names=circle))
            make(making, needed)
            if not making.made[needed].kinds and isinstance(type_, types.ValueT):
                raise Mistake(None)
            return making.made[needed].kinds
        case types.ValueT() | types.LineT():
            return tuple(making.world.values[type_.name])
        case types.KindT():
            advice = "What a value has is a number, another value, or yes or no."
            raise Mistake(words.attribute_type(attribute.span, what=a(type_.component), advice=advice))
        case types.NumberT() | types.BoolT() | types.OptionalT():
            return row_names(making.world, type_)
