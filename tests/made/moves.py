"""Sentences that move, turn, show and change pieces."""

from attrs import frozen

from tests.made.declared import FLAG, PLAYER, SIDE, Component, Zone
from tests.made.fields import Naming, like_zones, named, placed, zone_named
from tests.made.scribe import Env, Lines, Local, Scribe, Source, way
from tests.made.sources import of_zone, tested


@frozen
class Goal:
    """Where pieces go, and what must hold so that there is room."""

    text: str
    room: str
    face: str = ""


def goal(scribe: Scribe, env: Env, component: Component, *, many: bool = False) -> Goal | None:
    """A zone, or a place of a board, for pieces of a component."""
    zones = [zone for zone in scribe.world.zones if zone.component == component and (zone.roomy or not many)]
    while zones:
        zone = zones.pop(scribe.dice.below(len(zones)))
        face = scribe.of("", " face down", " face up") if zone.faced else ""
        if zone.place is not None:
            if found := placed(scribe, env, zone):
                return Goal(found[0], f"{found[0]} is empty", face)
            continue
        naming = named(scribe, env, zone)
        if naming is None or (zone.sort == "box" and env.own):
            continue
        room = f"{naming.text} is empty" if zone.sort == "slot" else ""
        if zone.capacity:
            room = f"{naming.text}'s size is less than {zone.capacity}"
        text = "box" if zone.sort == "box" and scribe.happens(0.5) else naming.text
        return Goal(text, room, face)
    return None


def guarded(condition: str, line: str) -> Lines:
    """The sentence, if there is a condition only where it holds."""
    return [f"if {condition}: {line}"] if condition else [line]


@way("sentence", 16)
def move_name(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A piece that has a name."""
    known = [each for each in env.locals if each.type.sort == "kind" and each.piece and not each.several]
    if not known:
        return None
    local = scribe.dice.of(known)
    to = goal(scribe, env, scribe.component(local.type))
    if to is None:
        return None
    line = f"move {local.name} to {to.text}{to.face}"
    return [line] if scribe.happens(0.05) else guarded(to.room, line)


@way("sentence", 8)
def move_end(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """The first or last piece of a zone."""
    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if usable(zone, env)])
    if found is None:
        return None
    zone, naming = found
    to = goal(scribe, env, zone.component)
    if to is None:
        return None
    piece = naming.text if zone.sort == "slot" else f"{naming.text}'s {scribe.of('first', 'first', 'last')}"
    room = f" and {to.room}" if to.room else ""
    return [f"if {naming.text} is not empty{room}: move {piece} to {to.text}{to.face}"]


def usable(zone: Zone, env: Env) -> bool:
    """Whether pieces may be taken from there."""
    return not (env.own and (PLAYER not in zone.owners or zone.sort == "box"))


@way("sentence", 12)
def note(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """Something of pieces where they lie."""
    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if usable(zone, env) and zone.noted])
    if found is None:
        return None
    zone, naming = found
    piece = naming.text if zone.sort == "slot" else f"{naming.text}'s {scribe.of('first', 'last')}"
    dents, worn = f"dents-{zone.name}", f"worn-{zone.name}"
    lines = (
        f"for each c in {naming.text} where its {dents} is less than 3: add 1 to c's {dents}",
        f"for each c in {naming.text} where c is not {worn}: set c's {worn} to {scribe.of('yes', f'c is {worn}')}",
        f"if {naming.text} is not empty: set {piece}'s {dents} to {scribe.dice.between(0, 3)}",
        f"if {piece}'s {dents} is more than 1: set {piece}'s {dents} to 0",
    )
    return [scribe.dice.of(lines)]


@way("sentence", 8)
def move_all(scribe: Scribe, env: Env, depth: int) -> Lines | None:

    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if usable(zone, env) and movable(zone)])
    if found is None:
        return None
    zone, naming = found
    to = goal(scribe, env, zone.component, many=True)
    like = like_zones(scribe, env, zone) if scribe.happens(0.25) else None
    if to is None:
        return None
    source = like or of_zone(zone, naming.text, own=naming.own)
    test = tested(scribe, env, source, 0) if scribe.happens(0.5) and not (source.hidden and env.careful) else ""
    return [f"move all {source.text}{test} to {to.text}{to.face}"]


@way("sentence", 5)
def move_all_on_places(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """Everything that lies on the places of a type, or on those that pass a test."""
    found = board(scribe, env)
    if found is None or found[0].place is None or env.own:
        return None
    zone, place = found[0], found[0].place
    to = goal(scribe, env, zone.component, many=True)
    if to is None or zone.owners or sum(each.place == place for each in scribe.world.zones) > 1:
        return None
    source = scribe.of_type(env, place, 1)
    if source is None or not source.path:
        return None
    test = tested(scribe, env, source, 0) if scribe.happens(0.5) else ""
    return [f"move all {source.text}{test} to {to.text}{to.face}"]


@way("sentence", 3)
def move_all_to_place(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """All pieces of a zone, where there is one, to where there is room for one."""
    found = zone_named(scribe, env, [zone for zone in scribe.world.zones if usable(zone, env) and movable(zone)])
    if found is None:
        return None
    to = goal(scribe, env, found[0].component)
    if to is None or not to.room:
        return None
    return [f"if {found[1].text}'s size is 1 and {to.room}: move all {found[1].text} to {to.text}{to.face}"]


def movable(zone: Zone) -> bool:
    """Whether everything there may be moved: not all of the box, where there is plenty."""
    return not (zone.sort == "box" and zone.component.plenty) and zone.sort != "slot"


@way("sentence", 12)
def move_some(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A number of pieces, from a zone that has an order."""
    zones = [zone for zone in scribe.world.zones if zone.sort in ("pile", "row") and usable(zone, env)]
    found = zone_named(scribe, env, zones)
    if found is None:
        return None
    zone, naming = found
    to = goal(scribe, env, zone.component, many=True)
    if to is None or (env.plain and "refilled" in zone.modifiers):
        return None
    test = ""
    if scribe.happens(0.2) and zone.sort == "row" and not env.careful:
        test = tested(scribe, env, of_zone(zone, naming.text, own=naming.own), 0)
    few = scribe.of("1", "2", f"min(2, max(0, {scribe.number(env, 0)}))")
    if scribe.happens(0.35) and not test:
        return [f"if {naming.text}'s size is at least {few}: move {few} from {naming.text} to {to.text}{to.face}"]
    return [f"move up to {few} from {naming.text}{test} to {to.text}{to.face}"]


@way("sentence", 10)
def move_kind(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """Pieces of one kind, from a zone without order."""
    zones = [zone for zone in scribe.world.zones if zone.sort in ("box", "area", "hand") and zone.component.named]
    found = zone_named(scribe, env, [zone for zone in zones if usable(zone, env)], asked=env.careful, plenty=True)
    if found is None:
        return None
    zone, naming = found
    to = goal(scribe, env, zone.component)
    if to is None:
        return None
    tests = []
    for each in zone.component.attributes[: zone.component.named]:
        if each.type.sort in ("number", "spot"):
            tests.append(f"its {each.name} is {scribe.dice.between(each.type.low, each.type.high)}")
        else:
            tests.append(f"its {each.name} is {scribe.literal(each.type)}")
    if env.it is not None or env.asking:
        return None
    few = "1" if zone.component.plenty or to.room else scribe.of("1", "2")
    up = "" if zone.component.plenty and zone.sort == "box" else "up to "
    text = "box" if zone.sort == "box" and scribe.happens(0.5) and zone.component.plenty else naming.text
    text = naming.text if text == "box" and to.text == "box" else text
    return guarded(to.room, f"move {up}{few} from {text} where {' and '.join(tests)} to {to.text}{to.face}")


# ---- faces


def turned(scribe: Scribe, env: Env) -> tuple[str, Zone] | None:
    """A piece that may lie face down, and a test that it is there."""
    zones = [zone for zone in scribe.world.zones if zone.faced and usable(zone, env)]
    if not zones:
        return None
    zone = scribe.dice.of(zones)
    names = [each.name for each in env.locals if each.piece and each.zone == zone and not each.several]
    if names and scribe.happens(0.6):
        return scribe.dice.of(names), zone
    if zone.place is not None:
        found = placed(scribe, env, zone)
        return (found[0], zone) if found else None
    naming = named(scribe, env, zone)
    if naming is None:
        return None
    return (naming.text if zone.sort == "slot" else f"{naming.text}'s {scribe.of('first', 'last')}"), zone


@way("sentence", 8)
def flip(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = turned(scribe, env)
    if found is None:
        return None
    line = f"flip {found[0]} face {scribe.of('up', 'down')}"
    return [line] if found[0] in [each.name for each in env.locals] else [f"if {found[0]} is not none: {line}"]


@way("sentence", 8, unless=("own",))
def show(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    to = scribe.dice.of(("everyone", "everyone", scribe.value(env, PLAYER, 0, sure=True), "players"))
    if env.you and scribe.happens(0.3):
        to = "your others"
    found = turned(scribe, env)
    if found is None or scribe.happens(0.4):
        zones = [zone for zone in scribe.world.zones if zone.sort in ("hand", "row", "pile", "area")]
        zone = zone_named(scribe, env, zones)
        if zone is None:
            return None
        test = tested(scribe, env, of_zone(zone[0], zone[1].text, own=False), 0) if scribe.happens(0.3) else ""
        return [f"show {zone[1].text}{'' if env.careful else test} to {to}"]
    return [f"if {found[0]} is not none: show {found[0]} to {to}"]


# ---- boards


def board(scribe: Scribe, env: Env, *, grid: bool = False) -> tuple[Zone, Naming] | None:
    """A board."""
    return zone_named(scribe, env, [each for each in boards(scribe, env) if not grid or each.place.sort == "grid"])


def boards(scribe: Scribe, env: Env) -> list[Zone]:
    """The boards that may be changed here."""
    zones = [zone for zone in scribe.world.zones if zone.place is not None and len(zone.owners) < 2]
    return [zone for zone in zones if usable(zone, env)]


@way("sentence", 5)
def swap(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = board(scribe, env)
    if found is None or found[0].place is None:
        return None
    one, other = (scribe.value(env, found[0].place, 1, sure=True) for _ in range(2))
    return [f"swap {found[1].text}({one}) and {found[1].text}({other})"]


@way("sentence", 4)
def swap_zones(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """Two zones of one sort."""
    zones = [zone for zone in scribe.world.zones if zone.sort != "box" and usable(zone, env)]
    first = zone_named(scribe, env, zones, asked=env.careful)
    if first is None:
        return None
    sort = first[0].sort, first[0].component, first[0].place
    alike = [zone for zone in zones if (zone.sort, zone.component, zone.place) == sort]
    second = zone_named(scribe, env, alike, asked=env.careful)
    if second is None or second[1] == first[1]:
        return None
    return [f"swap {first[1].text} and {second[1].text}"]


@way("sentence", 3)
def handed_on(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """Zones of players go round."""
    zones = [zone for zone in scribe.world.zones if zone.owners == (PLAYER,) and zone.place is None]
    if env.own or env.careful or not zones:
        return None
    zone, whose = scribe.dice.of(zones), scribe.of("left", "right", "left's left")
    who = scribe.of("", "", " where it is not players's first")
    return [f"each player{who} at once: move all your {zone.name} to your {whose}'s {zone.name}"]


@way("sentence", 5)
def laid_out(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A board as it is drawn, with a piece or two; the faces of what lay there are hidden."""
    found = zone_named(scribe, env, [each for each in boards(scribe, env) if not (env.careful and each.faced)])
    if found is None or found[0].place is None:
        return None
    zone, place = found[0], found[0].place
    kinds = [kind for kind in zone.component.type.values if kind[:1].isalpha()]
    if not kinds:
        return None
    rows = sum(name.startswith("a") for name in place.values) if place.sort == "grid" else 1
    size = place.high - place.low + 1 if place.sort == "spot" else len(place.values)
    cells = ["."] * size
    for _ in range(scribe.dice.between(0, 2)):
        cells[scribe.dice.between(0, size - 1)] = scribe.dice.of(kinds) + "?" * zone.faced
    across = size // rows
    drawn = (" ".join(cells[row * across : (row + 1) * across]) for row in range(rows))
    return [f"set {found[1].text} to:", *(f"    {row}" for row in drawn)]


@way("sentence", 5)
def pack(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    found = board(scribe, env, grid=True)
    side = scribe.of("left", "right") if scribe.happens(0.4) else scribe.value(env, SIDE, 0, sure=True)
    return [f"pack {found[1].text} toward {side}"] if found else None


@way("sentence", 8)
def rotate(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A line of a board, toward one of its directions, or a square of the only board there is."""
    found = board(scribe, env, grid=True)
    if found is None or found[0].place is None:
        return None
    boards = [zone for zone in scribe.world.zones if zone.place == found[0].place]
    if len(boards) > 1 or found[0].owners:
        return None
    places = found[0].place.plural
    if scribe.happens(0.4):
        corner = scribe.name("l")
        return [f"for each {corner} in {places}' squares(2): rotate {corner}"]
    name, way_ = scribe.name("l"), scribe.name("w")
    which = scribe.of("rows", "columns", "lanes")
    return [
        f"let {name} be {places}' {which}'s {scribe.of('first', 'last', 'item(2)')}",
        f"let {way_} be {name}'s directions's {scribe.of('first', 'last')}",
        f"if {name} is not none and {way_} is not none: rotate {name} toward {way_}",
    ]


@way("sentence", 8)
def change(scribe: Scribe, env: Env, _depth: int) -> Lines | None:
    """A piece becomes another kind."""
    zones = [zone for zone in scribe.world.zones if zone.sort in ("row", "slot", "board") and usable(zone, env)]
    # when all choose at once, two would exchange with the same box
    fitting = [zone for zone in zones if zone.component.named and (zone.component.plenty or not env.own)]
    found = zone_named(scribe, env, fitting, asked=env.careful)
    if found is None:
        return None
    zone, naming = found
    if zone.place is None:
        piece = naming.text if zone.sort == "slot" else f"{naming.text}'s {scribe.of('first', 'last', 'item(2)')}"
    else:
        piece = f"{naming.text}({scribe.value(env, zone.place, 0, sure=True)})" if len(zone.owners) < 2 else None
    attribute = scribe.dice.of(zone.component.attributes[: zone.component.named])
    if attribute.type.sort in ("number", "spot"):
        new = str(scribe.dice.between(attribute.type.low, attribute.type.high))
    else:
        new = scribe.value(env, attribute.type, 0, sure=True)
    if piece is None or attribute.type == FLAG:
        return None
    return [f"if {piece} is not none: set {piece}'s {attribute.name} to {new}"]


def from_zone(source: Source, name: str) -> Local:
    """A piece that was found there."""
    return Local(name, source.type, piece=True, zone=source.zone, hidden=source.hidden)
