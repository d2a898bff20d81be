"""Fields and options of a text, drawn at random: zones of every sort and variables of every type, of every owner."""

from collections.abc import Sequence

from tests.made.declared import FLAG, PLAYER, Component, Field, Shape, Type, Variable, Zone
from tests.made.dice import Dice
from tests.made.scribe import Lines
from tests.made.types import Drawn

SORTS = ("pile", "area", "row", "row", "slot", "hand", "area")
NAMES = ("heap", "lane", "store", "vault", "shelf", "tray", "den", "nook", "chest", "bin")
WORDS = ("bid", "score-of", "aim", "rival", "mood", "fame", "track", "gems", "seen-by", "wish", "debt", "trust")


def owners_of(dice: Dice, drawn: Drawn) -> tuple[Type, ...]:
    """Whose field it is."""
    named = [each for each in drawn.types if each.sort not in ("number", "flag", "line") and len(each.values) < 20]
    player = next(each for each in named if each.sort == "player")
    spots = [each for each in named if each.sort == "spot"]
    match dice.below(20):
        case 0 | 1 | 2 | 3 | 4 | 5 | 6:
            return ()
        case 7 | 8 | 9 | 10 | 11 | 12:
            return (player,)
        case 13 | 14 | 15 if spots:
            return (dice.of(spots),)
        case 13 | 14 | 15 | 16:
            return (dice.of(named),)
        case _:
            one, other = dice.of(named), dice.of([*named, *spots])
            pair = (player, other) if dice.happens(0.7) else (other, player)
            return pair if other != player else (one,)


# ---- zones


def draw_zones(dice: Dice, drawn: Drawn) -> list[Zone]:
    """The zones that every text has, boards, and others."""
    card = drawn.components[0]
    refilled = dice.of(("", ", refilled from pool", ', refilled from pool "again"'))
    limits = ", up to 12" if dice.happens(0.2) and not refilled else ""
    found = [
        Zone("deck", (), "pile", card, "nobody", modifiers=refilled),
        Zone("pool", (), "area", card, "everyone", modifiers=limits, capacity=12 if limits else 0),
        Zone("hand", (player_of(drawn),), "hand", card, "owner"),
    ]
    places = [each for each in drawn.types if each.place and len(each.values) <= 80]
    over = enumerate(dice.some(places, dice.of((0, 1, 1, 2))))
    found += [board(dice, drawn, f"board-{'abc'[number]}", place) for number, place in over]
    return found + [zone(dice, drawn, name) for name in dice.some(NAMES, dice.between(1, 3))]


def player_of(drawn: Drawn) -> Type:
    return next(each for each in drawn.types if each.sort == "player")


def board(dice: Dice, drawn: Drawn, name: str, place: Type) -> Zone:
    """A board over a place type."""
    owners = dice.of(((), (), (player_of(drawn),), owners_of(dice, drawn)[:1]))
    if len(place.values) > 20:
        owners = ()
    faced = dice.happens(0.3)
    face = ", face up or down" if faced else ""
    return Zone(name, owners, "board", dice.of(drawn.components), "everyone", place, faced=faced, modifiers=face)


def zone(dice: Dice, drawn: Drawn, name: str) -> Zone:
    """A zone of some sort with some modifiers."""
    sort, component, owners = dice.of(SORTS), dice.of(drawn.components), owners_of(dice, drawn)
    audience = {"pile": "nobody", "hand": "owner"}.get(sort, "everyone")
    modifiers = ""
    mine = any(each.sort == "player" for each in owners)
    if sort == "hand" and not mine:
        sort, audience = "area", "everyone"
    if dice.happens(0.25):
        by_place = mine and sort in ("row", "slot", "board")
        others = ("others",) if by_place else ()
        audience = dice.of(("everyone", "nobody", *(("owner", "owner") if mine else ()), *others))
        modifiers += f", seen by {audience}"
    faced = sort in ("pile", "row", "slot") and audience != "others" and dice.happens(0.4)
    modifiers += ", face up or down" if faced else ""
    if sort == "pile" and not faced and audience != "everyone" and dice.happens(0.3):
        modifiers += f", top seen by {dice.of(('everyone', 'owner')) if mine and audience == 'nobody' else 'everyone'}"
    remembers = sort == "row" and dice.happens(0.5)
    modifiers += ", with owner" if remembers else ""
    bounded = sort in ("pile", "row") and component.plenty
    capacity = dice.of((3, 6, 9)) if sort != "slot" and (bounded or dice.happens(0.15)) else 0
    modifiers += f", up to {capacity}" if capacity else ""
    modifiers += ", when player-count is at least 1" if dice.happens(0.05) else ""
    noted = sort in ("row", "slot") and not component.plenty and "player-count" not in modifiers and dice.happens(0.3)
    return Zone(
        name, owners, sort, component, audience, noted=noted,
        faced=faced, with_owner=remembers, capacity=capacity, modifiers=modifiers,
    )  # fmt: skip


def boxes(drawn: Drawn) -> list[Zone]:
    """The box, component by component."""
    return [Zone(f"box's {each.type.plural}", (), "box", each, "everyone") for each in drawn.components]


# ---- variables


def draw_variables(dice: Dice, drawn: Drawn) -> list[Variable]:
    """Numbers of the game and of each player, and others."""
    player = player_of(drawn)
    found = [
        Variable("pot", (), Type("number", "number", low=0, high=99), "one", "everyone", "0..99"),
        Variable("coins", (player,), Type("number", "number", low=-99, high=9999), "one", "everyone", "-99..9999"),
    ]
    if dice.happens(0.3):
        found.append(Variable("bidders", (), player, "set", "everyone", "set of player"))
    return found + [variable(dice, drawn, name) for name in dice.some(WORDS, dice.between(3, 5))]


def variable(dice: Dice, drawn: Drawn, name: str) -> Variable:
    """A variable of some type."""
    type_, shape, written = held(dice, drawn.types)
    owners = owners_of(dice, drawn)
    mine = any(each.sort == "player" for each in owners)
    audience = dice.of(("everyone",) * 5 + ("nobody",) + (("owner", "owner") if mine else ()))
    written += f", seen by {audience}" if audience != "everyone" else ""
    written += ", when player-count is at least 1" if dice.happens(0.04) else ""
    settable = shape == "one" and type_.sort in ("number", "flag", "enumeration", "spot") and owners in ((), (PLAYER,))
    if settable and dice.happens(0.25):
        return Variable(name, owners, type_, shape, audience, f"{written}, none until set", unset=True)
    return Variable(name, owners, type_, shape, audience, written + starts(dice, type_, shape))


def held(dice: Dice, types: Sequence[Type]) -> tuple[Type, Shape, str]:
    """What a variable holds, and how that is written."""
    low = dice.of((0, 0, 1, -5))
    number = Type("number", "number", low=low, high=dice.of((6, 9, 40)))
    spots = [each for each in types if each.sort == "spot"]
    type_ = dice.of([*types, *spots, number, number, FLAG])
    if type_.sort == "line" and sum(each.place for each in types) > 1:
        type_ = FLAG
    shape = shape_of(dice, type_)
    written = {"number": f"{type_.low}..{type_.high}", "flag": "yes or no"}.get(type_.sort, type_.name)
    forms = {"maybe": f"{written} or none", "set": f"set of {written}", "counts": f"counts of {written}"}
    return type_, shape, forms.get(shape, written)


def shape_of(dice: Dice, type_: Type) -> Shape:
    """One value, perhaps none, or several."""
    shapes: list[Shape] = ["one", "one"]
    if type_.sort == "number":
        shapes += ["maybe"]
    elif type_.sort != "flag":
        shapes += ["maybe"]
        shapes += ["set"] if type_.sort != "line" else []
    if type_.sort not in ("number", "flag", "line") and len(type_.values) <= 20:
        shapes += ["counts"]
    return dice.of(shapes)


def starts(dice: Dice, type_: Type, shape: Shape) -> str:
    """A first value."""
    if dice.happens(0.65) or shape == "counts" or type_.sort in ("line", "team", "kind"):
        return ""
    if shape == "set":
        return f", starts {type_.plural}" if type_ != PLAYER else ", starts players"
    if type_.sort in ("number", "spot"):
        return f", starts {dice.between(type_.low, type_.high)}"
    if type_.sort == "player" and not type_.values:
        return ", starts players's last"
    return f", starts {dice.of(type_.values)}"


def draw_memory(dice: Dice, fields: list[Field]) -> dict[str, str]:
    """Perhaps a memory of fields that everybody sees: its name, and how it is declared."""
    seen = [each for each in fields if each.audience == "everyone" and not (isinstance(each, Zone) and each.faced)]
    some = {each.name: each for each in (dice.of(seen) for _ in range(dice.between(1, 3)))} if seen else {}
    if not some or dice.happens(0.6):
        return {}
    more = dice.of(("", "", "", ", not shown"))
    return {"past": f"past: memory of {' and '.join(some)}, up to {dice.of((1, 3, 40, 40))}{more}"}


# ---- as lines


def field_lines(fields: list[Field]) -> Lines:
    """All fields, in a paragraph for each owner."""
    paragraphs: dict[tuple[str, ...], Lines] = {}
    for each in fields:
        paragraphs.setdefault(tuple(owner.name for owner in each.owners), []).append(f"    {each.name}: {kind(each)}")
    lines: Lines = []
    for owners, inside in paragraphs.items():
        lines += ["there is" if not owners else f"each {' and '.join(owners)} has", *inside]
    for each in fields:
        if isinstance(each, Zone) and each.noted:
            kinds = f"    dents-{each.name}: 0..3", f"    worn-{each.name}: yes or no"
            lines += [f"each {each.component.type.name} in {each.name} has", *kinds]
    return lines


def kind(field: Field) -> str:
    """What a field is, with its modifiers."""
    if isinstance(field, Variable):
        return field.written
    of = field.component.type.name
    if field.place is not None:
        return f"{of} on each {field.place.name}{field.modifiers}"
    return f"{field.sort} of {of}{field.modifiers}"


# ---- options


def draw_options(dice: Dice) -> tuple[Lines, dict[str, object]]:
    """Options of every sort, as lines, and what they are known as."""
    lines: Lines = []
    known: dict[str, object] = {"numbers": (), "flags": (), "chosen": ()}
    if dice.happens(0.25):
        lines.append('option limit "A number": 3 or 5 or 8, default 5 when player-count is 3, default 3')
        known["numbers"] = ("limit",)
    if dice.happens(0.25):
        lines.append(f"option fast: yes or no, default {dice.of(('yes', 'no'))}")
        known["flags"] = ("fast", "not fast")
    if dice.happens(0.25):
        lines.append('option mode "A name": calm or wild, default wild when player-count is 2, default calm')
        known["chosen"] = (("mode", Type("words", "mode", ("calm", "wild"))),)
    return lines, known


def ghosts(dice: Dice, card: Component) -> Lines:
    """Fields that do not exist in this setting, for nothing uses them."""
    if dice.happens(0.8):
        return []
    return [
        "there is",
        f"    ghost: area of {card.type.name}, when player-count is 12",
        "    phantom: 0..9, when player-count is 12",
    ]
