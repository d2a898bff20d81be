"""Sentences that move, turn, show and change pieces."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from attrs import frozen

from tests.made.declared import FLAG, PLAYER, SIDE, Component, Zone
from tests.made.fields import Naming, a_field, a_zone, like_zones, named, placed
from tests.made.scribe import Env, Lines, Unfit, way
from tests.made.sources import of_zone, tested


@frozen
class Goal:
    """Where pieces go, and what must hold so that there is room."""

    text: str
    room: str
    way: str = "to"

    def guarded(self, line: str) -> Lines:
        """A sentence that moves something there, if there is a condition only where it holds."""
        return [f"if {self.room}: {line} {self.way} {self.text}" if self.room else f"{line} {self.way} {self.text}"]


def goal(env: Env, component: Component, *, many: bool = False) -> Goal:
    """A zone, or a place of a board, for pieces of a component."""
    zones = [zone for zone in env.world.zones if zone.component == component and (zone.roomy or not many)]
    while zones:
        zone = zones.pop(env.dice.below(len(zones)))
        face = env.of("", " face down", " face up") if zone.faced else ""
        with suppress(Unfit):
            text = placed(env, zone) if zone.place is not None else named(env, zone).text
            if zone.sort == "box":
                if env.own:
                    continue
                text = env.of("box", text)
            room = f"{text} is empty" if zone.sort in ("slot", "board") else ""
            room = f"{text}'s size is less than {zone.capacity}" if zone.capacity else room
            whose = f" for {env.subject(PLAYER, sure=True)}" if zone.with_owner and env.happens(0.2) else ""
            way_there = "under" if zone.sort == "pile" and env.happens(0.3) else "to"
            return Goal(text + face + whose, room, way_there)
    raise Unfit


def usable(env: Env, *sorts: str) -> Callable[[Zone], bool]:
    """Whether pieces may be taken from a zone, of these sorts if any are given."""
    return lambda zone: (
        not (env.own and (PLAYER not in zone.owners or zone.sort == "box")) and (not sorts or zone.sort in sorts)
    )


def movable(env: Env) -> Callable[[Zone], bool]:
    """Whether everything there may be moved: not all of the box, where there is plenty."""
    return lambda zone: usable(env)(zone) and not (zone.sort == "box" and zone.component.plenty) and zone.sort != "slot"


def zone_end(env: Env, zone: Zone, naming: Naming, *ends: str) -> str:
    """A piece at an end of a zone."""
    if zone.sort == "slot":
        return naming.text
    of_pile = {"first": "top", "last": "bottom"} if zone.sort == "pile" else {}
    end = env.of(*ends)
    return f"{naming.text}'s {of_pile.get(end, end)}"


@way("sentence", 16)
def move_name(env: Env, _: int) -> Lines:
    """A piece that has a name."""
    local = env.pick([each for each in env.locals if each.type.sort == "kind" and each.piece and not each.several])
    to, line = goal(env, env.world.component(local.type)), f"move {local.name}"
    return [f"{line} {to.way} {to.text}"] if env.happens(0.05) else to.guarded(line)


@way("sentence", 8)
def move_end(env: Env, _: int) -> Lines:
    """The first or last piece of a zone."""
    zone, naming = a_zone(env, usable(env))
    to = goal(env, zone.component)
    room = f" and {to.room}" if to.room else ""
    piece = zone_end(env, zone, naming, "first", "first", "last")
    return [f"if {naming.text} is not empty{room}: move {piece} {to.way} {to.text}"]


@way("sentence", 12)
def note(env: Env, _: int) -> Lines:
    """Something of pieces where they lie."""
    zone, naming = a_zone(env, lambda zone: zone.noted and usable(env)(zone))
    piece = zone_end(env, zone, naming, "first", "last")
    dents, worn = f"dents-{zone.name}", f"worn-{zone.name}"
    return [
        env.of(
            f"for each c in {naming.text} where its {dents} is less than 3: add 1 to c's {dents}",
            f"for each c in {naming.text} where c is not {worn}: set c's {worn} to {env.of('yes', f'c is {worn}')}",
            f"if {naming.text} is not empty: set {piece}'s {dents} to {env.dice.between(0, 3)}",
            f"if {piece}'s {dents} is more than 1: set {piece}'s {dents} to 0",
        )
    ]


@way("sentence", 8)
def move_all(env: Env, _: int) -> Lines:
    zone, naming = a_zone(env, movable(env))
    to = goal(env, zone.component, many=True)
    source = like_zones(env, zone) if zone.owners and env.happens(0.25) else of_zone(zone, naming)
    test = tested(env, source, 0) if env.happens(0.5) and not (source.hidden and env.careful) else ""
    return [f"move all {source.text}{test} {to.way} {to.text}"]


@way("sentence", 5, unless=("own",))
def move_all_on_places(env: Env, _: int) -> Lines | None:
    """Everything that lies on the places of a type, or on those that pass a test."""
    zone, _naming = board(env)
    if zone.owners or sum(each.place == zone.place for each in env.world.zones) > 1:
        return None
    to, source = goal(env, zone.component, many=True), env.source(zone.place, 1)
    test = tested(env, source, 0) if env.happens(0.5) else ""
    return [f"move all {source.text}{test} {to.way} {to.text}"] if source.path else None


@way("sentence", 3)
def move_all_to_place(env: Env, _: int) -> Lines | None:
    """All pieces of a zone, where there is one, to where there is room for one."""
    zone, naming = a_zone(env, movable(env))
    to = goal(env, zone.component)
    line = f"if {naming.text}'s size is 1 and {to.room}: move all {naming.text} {to.way} {to.text}"
    return [line] if to.room else None


@way("sentence", 12)
def move_some(env: Env, _: int) -> Lines | None:
    """A number of pieces, from a zone that has an order."""
    zone, naming = a_zone(env, usable(env, "pile", "row"))
    to, text = goal(env, zone.component, many=True), naming.text
    if env.plain and "refilled" in zone.modifiers:
        return None
    tests = env.happens(0.2) and zone.sort == "row" and not env.careful
    few = env.of("1", "2", f"min(2, max(0, {env.number(0)}))")
    if env.happens(0.35) and not tests:
        return [f"if {text}'s size is at least {few}: move {few} from {text} {to.way} {to.text}"]
    test = tested(env, of_zone(zone, naming), 0) if tests else ""
    return [f"move up to {few} from {text}{test} {to.way} {to.text}"]


@way("sentence", 10, unless=("asking",))
def move_kind(env: Env, _: int) -> Lines | None:
    """Pieces of one kind, from a zone without order."""
    fits = usable(env, "box", "area", "hand")
    zone, naming = a_zone(env, lambda zone: zone.component.named and fits(zone), asked=env.careful, plenty=True)
    to, component = goal(env, zone.component), zone.component
    if env.it is not None:
        return None
    told = component.attributes[: component.named]
    test = " and ".join(f"its {each.name} is {env.literal(each.type)}" for each in told)
    few = "1" if component.plenty or to.room else env.of("1", "2")
    box = zone.sort == "box" and component.plenty
    text = "box" if box and to.text != "box" and env.happens(0.5) else naming.text
    return to.guarded(f"move {'' if box else 'up to '}{few} from {text} where {test}")


# ---- faces


def turned(env: Env) -> str:
    """A piece that may lie face down."""
    zone = env.pick([zone for zone in env.world.zones if zone.faced and usable(env)(zone)])
    names = [each.name for each in env.locals if each.piece and each.zone == zone and not each.several]
    if names and env.happens(0.6):
        return env.dice.of(names)
    return placed(env, zone) if zone.place is not None else zone_end(env, zone, named(env, zone), "first", "last")


@way("sentence", 8)
def flip(env: Env, _: int) -> Lines:
    piece = turned(env)
    line = f"flip {piece} face {env.of('up', 'down')}"
    return [line if piece in [each.name for each in env.locals] else f"if {piece} is not none: {line}"]


@way("sentence", 8, unless=("own",))
def show(env: Env, _: int) -> Lines:
    to = env.of("everyone", "everyone", env.value(PLAYER, 0, sure=True), "players")
    to = "your others" if env.you and env.happens(0.3) else to
    with suppress(Unfit):
        if env.happens(0.6):
            piece = turned(env)
            return [f"if {piece} is not none: show {piece} to {to}"]
    zone, naming = a_zone(env, lambda zone: zone.sort in ("hand", "row", "pile", "area"))
    test = tested(env, of_zone(zone, naming), 0) if env.happens(0.3) and not env.careful else ""
    return [f"show {naming.text}{test} to {to}"]


@way("sentence", 4)
def tell(env: Env, depth: int) -> Lines:
    """A value by its name, and perhaps who is told it, or a field."""
    to = f" to {env.of('players', env.value(PLAYER, 0, sure=True))}" if env.happens(0.5) else ""
    if env.happens(0.3):
        known = [each for each in env.world.variables if not each.owners]
        return [f'tell "{{{env.pick(known).name}}}"{to}']
    name = env.name("v")
    return [f"let {name} be {env.number(depth)}", f'tell "{name} is {{{name}}}"{to}']


@way("sentence", 4, unless=("own",))
def reveal(env: Env, _: int) -> Lines:
    """A field or zone, or that of all who have one."""
    if env.happens(0.5):
        return [f"reveal {a_zone(env, lambda zone: zone.sort in ('hand', 'row', 'pile', 'area'))[1].text}"]
    variable, naming = a_field(env, env.world.variables, asked=False)
    return [f"reveal {f'all {variable.name}' if variable.owners and env.happens(0.5) else naming.text}"]


# ---- boards


def board(env: Env, fits: Callable[[Zone], bool] = lambda _: True) -> tuple[Zone, Naming]:
    """A board that may be changed here."""
    return a_zone(
        env, lambda zone: zone.place is not None and len(zone.owners) < 2 and usable(env)(zone) and fits(zone)
    )


def on_grid(zone: Zone) -> bool:
    return zone.place.sort == "grid"


@way("sentence", 5)
def swap(env: Env, _: int) -> Lines:
    zone, naming = board(env)
    one, other = (env.value(zone.place, 1, sure=True) for _ in range(2))
    return [f"swap {naming.text}({one}) and {naming.text}({other})"]


@way("sentence", 4)
def swap_zones(env: Env, _: int) -> Lines | None:
    """Two zones of one sort."""
    zone, naming = a_zone(env, lambda zone: zone.sort != "box" and usable(env)(zone), asked=env.careful)
    like = usable(env, zone.sort)
    alike = lambda each: like(each) and (each.component, each.place) == (zone.component, zone.place)  # noqa: E731
    other = a_zone(env, alike, asked=env.careful)[1]
    return [f"swap {naming.text} and {other.text}"] if other != naming else None


@way("sentence", 3, unless=("own", "seen", "public"))
def handed_on(env: Env, _: int) -> Lines:
    """Zones of players go round."""
    zone = env.pick([zone for zone in env.world.zones if zone.owners == (PLAYER,) and zone.place is None])
    whose, who = env.of("left", "right", "left's left"), env.of("", "", " where it is not players's first")
    return [f"each player{who} at once: move all your {zone.name} to your {whose}'s {zone.name}"]


@way("sentence", 5)
def laid_out(env: Env, _: int) -> Lines:
    """A board as it is drawn, with a piece or two; the faces of what lay there are hidden."""
    zone, naming = board(env, lambda zone: not (env.careful and zone.faced))
    place, kinds = zone.place, [kind for kind in zone.component.type.values if kind[:1].isalpha()]
    cells = ["."] * (place.high - place.low + 1 if place.sort == "spot" else len(place.values))
    for _ in range(env.dice.between(0, 2)):
        cells[env.dice.below(len(cells))] = env.pick(kinds) + "?" * zone.faced
    laid = place.sort in ("grid", "hex")
    lengths = Counter(name[1:] for name in place.values) if laid else Counter({"": len(cells)})
    drawn = (" ".join(cells.pop(0) for _ in range(lengths[row])) for row in sorted(lengths, reverse=True))
    return [f"set {naming.text} to:", *(f"    {row}" for row in drawn)]


@way("sentence", 5)
def pack(env: Env, _: int) -> Lines:
    side = env.of("left", "right") if env.happens(0.4) else env.value(SIDE, 0, sure=True)
    return [f"pack {board(env, on_grid)[1].text} toward {side}"]


@way("sentence", 8)
def rotate(env: Env, _: int) -> Lines | None:
    """A line of a board, toward one of its directions, or a square of the only board there is."""
    zone = board(env, on_grid)[0]
    if sum(each.place == zone.place for each in env.world.zones) > 1 or zone.owners:
        return None
    places, name, to = zone.place.plural, env.name("l"), env.name("w")
    if env.happens(0.4):
        return [f"for each {name} in {places}' squares(2): rotate {name}"]
    return [
        f"let {name} be {places}' {env.of('rows', 'columns', 'lanes')}'s {env.of('first', 'last', 'item(2)')}",
        f"let {to} be {name}'s directions's {env.of('first', 'last')}",
        f"if {name} is not none and {to} is not none: rotate {name} toward {to}",
    ]


@way("sentence", 8)
def change(env: Env, _: int) -> Lines | None:
    """A piece becomes another kind."""
    fits = usable(env, "row", "slot", "board")
    # when all choose at once, two would exchange with the same box
    named_kinds = lambda zone: zone.component.named and (zone.component.plenty or not env.own)  # noqa: E731
    zone, naming = a_zone(env, lambda zone: named_kinds(zone) and fits(zone), asked=env.careful)
    piece = zone_end(env, zone, naming, "first", "last", "item(2)") if zone.place is None else placed(env, zone)
    attribute = env.dice.of(zone.component.attributes[: zone.component.named])
    plain = attribute.type.sort in ("number", "spot")
    new = env.literal(attribute.type) if plain else env.value(attribute.type, 0, sure=True)
    return [f"if {piece} is not none: set {piece}'s {attribute.name} to {new}"] if attribute.type != FLAG else None
