"""Seats, teams, value types, place types and components entered into the world, with the names of their values.

Everything wrong is reported in the world; what is broken is entered as `broken_names` and complained about no more.
"""

from functools import partial
from typing import Final

from attrs import Factory, define

from rulewright.language import core, geometry, syntax, types
from rulewright.language.component_kinds import build_component, check_components
from rulewright.language.component_rows import Domain, end_words
from rulewright.language.edits import without
from rulewright.language.elaborate.coercions import type_words
from rulewright.language.elaborate.environment import Mistake
from rulewright.language.elaborate.name_clashes import reserved_question, reserved_type
from rulewright.language.elaborate.resolve import named_type, range_type
from rulewright.language.elaborate.settings import called_seats, decide, game_of, seat_names
from rulewright.language.elaborate.world import World
from rulewright.language.messages import declarations as words
from rulewright.language.wording import plural

MOST_VALUES: Final = 65_535
MOST_LINES: Final = 64


def enter_values(world: World, name: str, values: tuple[str, ...]) -> None:
    """A named type with its values."""
    world.types[name] = types.ValueT(name)
    world.values[name] = values
    world.bear(types.ValueT(name), values)
    world.plurals.setdefault(plural(name), name)


# ---- players and teams


def enter_seats(world: World, ruleset: syntax.Ruleset) -> None:
    """Players and teams; only declared names of seats are values that can be written."""
    game = game_of(ruleset)
    seats = tuple(seat.text for seat in once_each(world, seat_names(game), "player"))
    called = called_seats(game, world.players)
    enter_values(world, "player", called if called == seats else ())
    world.values["player"] = called
    world.teams = teams_of(world, game.teams if game else None)
    world.types["team"] = types.TEAM
    world.values["team"] = tuple(f"team-{number}" for number in range(1, max(world.teams, default=0) + 2))
    world.plurals["teams"] = "team"


def teams_of(world: World, teams: syntax.Teams | None) -> tuple[int, ...]:
    """The team of each seat: everybody's own, or turn by turn one of so many."""
    alone = tuple(range(world.players))
    if teams is None or (teams.when is not None and not holds(world, teams.when)):
        return alone
    if not 1 <= teams.number <= world.players:
        world.report(words.too_many_teams(teams.span, number=teams.number, players=world.players))
        return alone
    return tuple(seat % teams.number for seat in range(world.players))


def holds(world: World, node: syntax.Expr) -> bool:
    """A condition at load; one with a mistake (which is told) does not hold."""
    return world.tried(lambda: decide(world, node), otherwise=False)


# ---- value types


def enter_types(world: World, ruleset: syntax.Ruleset, refused: frozenset[int]) -> None:
    """Enumerations, number types, grids, joined types; direction, side and line where they exist."""
    grids = any(isinstance(each, syntax.GridType) for each in ruleset.declarations)
    for each in ruleset.declarations:
        match each:
            case syntax.Enumeration() | syntax.NumberType() | syntax.GridType():
                if each.name.span.start not in refused and not reserved_type(world, each.name, grids=grids):
                    enter_type(world, each)
            case syntax.Component() if each.name.span.start not in refused:
                if not reserved_type(world, each.name, grids=grids):
                    world.types[each.name.text] = types.KindT(each.name.text)
                    world.plurals.setdefault(plural(each.name.text), each.name.text)
            case _:
                pass
    if grids:
        enter_values(world, "direction", geometry.DIRECTIONS)
        enter_values(world, "side", geometry.SIDES)
    for each in ruleset.declarations:
        if isinstance(each, syntax.Joined):
            enter_joined(world, each)
    enter_lines(world)


def enter_type(world: World, node: syntax.Enumeration | syntax.NumberType | syntax.GridType) -> None:
    """One value type."""
    name = node.name.text
    match node:
        case syntax.Enumeration():
            enter_values(world, name, tuple(each.text for each in once_each(world, node.values, name)))
        case syntax.NumberType():
            type_ = world.tried(partial(number_range, world, name, node.range), None)
            if type_ is None:
                world.broken_names.update((name, plural(name)))
                return
            world.types[name] = types.NumberT(type_.low, type_.high, name)
            world.places[name] = geometry.numbered(name, type_.low, type_.high)
            world.plurals.setdefault(plural(name), name)
        case syntax.GridType():
            if not (1 <= node.rows <= MOST_LINES and 1 <= node.columns <= MOST_LINES):
                world.report(words.too_large_grid(node.span, rows=node.rows, columns=node.columns, most=MOST_LINES))
                world.broken_names.update((name, plural(name)))
                return
            world.places[name] = geometry.grid(name, node.rows, node.columns)
            enter_values(world, name, world.places[name].names)


def once_each(world: World, names: tuple[syntax.Name, ...], type_: str) -> tuple[syntax.Name, ...]:
    """The values of a type; one that stands twice is told and counts once."""
    first: dict[str, syntax.Name] = {}
    for name in names:
        if first.setdefault(name.text, name) is not name:
            edit = without(world.source.text, name.span)
            world.report(words.value_twice(name, type=type_, also=first[name.text].span, edit=edit))
    return tuple(first.values())


def number_range(world: World, name: str, node: syntax.ConstRange) -> types.NumberT:
    """The range of a number type, which is not too long to be places."""
    type_ = range_type(world, node)
    if not isinstance(type_, types.NumberT):
        raise Mistake(words.range_of_two(node.span, low=end_words(node.low), high=end_words(node.high)))
    number = type_.high - type_.low + 1
    if number > MOST_VALUES:
        raise Mistake(words.too_many_values(node.span, what=f"The type {name}", number=number, most=MOST_VALUES))
    return type_


def enter_joined(world: World, node: syntax.Joined) -> None:
    """`joined points:` makes the enumeration a place type with these lines."""
    name = world.plurals.get(node.name.text, node.name.text)
    if name not in world.values or name in world.places or name in ("player", "team", "direction", "side"):
        if node.name.text not in world.broken_names:
            world.report(words.not_joined(node.name, candidates=[plural(each) for each in world.values]))
        return
    points = tuple(world.values[name])
    strange = [point for line in node.lines for point in line if point.text not in points]
    for point in strange:
        world.report(words.not_a_point(point, type=name, candidates=points))
    if not strange:
        lines = tuple(tuple(point.text for point in line) for line in node.lines)
        world.places[name] = geometry.joined(name, points, lines)


def enter_lines(world: World) -> None:
    """The straight lines of grids and joined types are values; `line` are those of the only grid or joined type."""
    for name, places in world.places.items():
        if places.kind != "number":
            of = types.LineT(name)
            for line in geometry.lines(places):
                world.line(name, line)
            world.bear(of, world.values.get(of.name, ()))
    grids = [name for name, places in world.places.items() if places.kind == "grid"]
    ways = grids or [name for name, places in world.places.items() if places.kind == "joined"]
    if len(ways) == 1 and "line" not in world.types:
        world.types["line"] = types.LineT(ways[0])


# ---- components


@define
class Making:
    """The components of a ruleset while they are made: those that others need come first."""

    world: World
    nodes: dict[str, syntax.Component]
    refused: frozenset[int]
    made: dict[str, core.Component] = Factory(dict)
    open: list[str] = Factory(list)


def enter_components(world: World, ruleset: syntax.Ruleset, refused: frozenset[int]) -> None:
    """All components with their kinds, and a box for each."""
    nodes = {
        each.name.text: each
        for each in reversed(ruleset.declarations)
        if isinstance(each, syntax.Component) and world.types.get(each.name.text) == types.KindT(each.name.text)
    }
    making = Making(world, dict(reversed(nodes.items())), refused)
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


def make(making: Making, name: str) -> None:
    """One component, after those that its attributes need."""
    if name in making.made:
        return
    node, world = making.nodes[name], making.world
    making.open.append(name)
    domains: dict[str, Domain] = {}
    for attribute in node.attributes:
        try:
            found = domain(making, attribute)
        except Mistake as mistake:
            world.report(mistake.diagnostic)
            continue
        if attribute.name.span.start not in making.refused and not reserved_question(world, name, attribute.name):
            domains[attribute.name.text] = found
    built, diagnostics = build_component(node, domains, partial(holds, world), world.players)
    world.diagnostics += diagnostics
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
                raise Mistake(
                    words.attribute_type(
                        node.span, what=what, advice="Attributes are numbers, values, yes or no, or counts of values."
                    )
                )
            if attribute.optional:
                raise Mistake(
                    words.attribute_type(
                        attribute.span, what="counts or none", advice='Leave out "or none": counts may be empty.'
                    )
                )
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
        case types.ValueT() | types.LineT():
            return tuple(making.world.values[type_.name])
        case types.KindT():
            needed = type_.component
            if needed in making.open:
                circle = [*making.open[making.open.index(needed) :], needed]
                raise Mistake(words.components_in_circle(attribute.span, names=circle))
            make(making, needed)
            return making.made[needed].kinds
        case types.NumberT() | types.BoolT() | types.OptionalT():
            return ()
