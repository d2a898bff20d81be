"""Types and components of a text, drawn at random, as lines and as what later phrases know of them."""

from attrs import evolve, frozen

from tests.made.declared import DIRECTION, FLAG, LINE, PLAYER, SIDE, TEAM, Attribute, Component, Shape, Type
from tests.made.dice import Dice
from tests.made.scribe import Lines, indented

ENUMERATIONS = (
    ("color", ("red", "green", "blue")),
    ("suit", ("clubs", "hearts", "spades")),
    ("metal", ("gold", "silver", "iron", "tin")),
)
OFFSETS = ((0, 3), (1, 6), (10, 12), (-3, 3), (1, 3), (-2, 1), (5, 9), (-6, -4), (0, 0), (2, 2))
GRIDS = ((3, 3), (3, 3), (2, 3), (3, 4), (4, 4), (2, 2), (1, 4), (8, 8), (9, 8))
LINKS = (("p", "q", "p-q"), ("q", "r", "q-r"), ("r", "s", "r-s"), ("q", "p", "q-p-2"))
HEXAGONS = (
    ((" 2",), "ab abc bc"),
    ((" 2 by 3",), "abc abc"),
    ((":", "      #", "     # #", "    # #"), "ab ab b"),
)
JOINED = (
    (("p", "q", "r", "s", "t"), ("p, q, r", "r, s, t")),
    (("p", "q", "r", "s"), ("p, q", "q, r", "r, p")),
    (("p", "q", "r", "s", "t", "u"), ("p, q, r", "s, t, u", "p, s", "q, t", "r, u")),
)
SEATS = ("white", "black", "gray", "brown")


@frozen
class Drawn:
    """What was drawn, with its lines."""

    types: tuple[Type, ...]
    components: tuple[Component, ...]
    lines: tuple[str, ...]
    seats: int


def draw_types(dice: Dice) -> Drawn:
    """The types of a text, and its components."""
    lines: Lines = []
    types: list[Type] = []
    for name, values in dice.some(ENUMERATIONS, dice.between(1, 2)):
        types.append(Type("enumeration", name, values))
        rows = [f"{value}: {dice.between(-3, 9)}, {dice.of(('yes', 'no'))}" for value in values]
        plain = [f"{name} is one of {', '.join(values)}"]
        lines += [f"{name} is one of: load -3..9, fine yes or no", *indented(rows)] if dice.happens(0.3) else plain
    for name in dice.some(("spot", "step-of"), dice.of((0, 1, 1, 1, 2))):
        low, high = dice.of(OFFSETS)
        types.append(Type("spot", "stage" if name == "step-of" else name, low=low, high=high))
        called = f", called {high} top-{types[-1].name}" if low < 0 else ""  # pieces are called by others
        most = f"most-{types[-1].name}" if dice.happens(0.2) else str(high)
        lines += [f"define {most}: {high}"] if most != str(high) else []
        lines.append(f"{types[-1].name} is {low}..{most}{called}")
    if dice.happens(0.55):
        types += grid(dice, lines)
    if dice.happens(0.35):
        types += joined(dice, lines)
    seats = dice.between(2, 4) if dice.happens(0.12) else 0
    known = (*types, evolve(PLAYER, values=SEATS[:seats]), TEAM)
    components = draw_components(dice, known, lines)
    return Drawn((*known, *(each.type for each in components)), components, tuple(lines), seats)


def grid(dice: Dice, lines: Lines) -> list[Type]:
    """A grid, and the types that come with it."""
    rows, columns = dice.of(GRIDS)
    named = dice.happens(0.2)
    lines += [f"define wide: {columns}", f"define tall: {rows}"] if named else []
    lines.append(f"space is grid {'tall' if named else rows} by {'wide' if named else columns}")
    cells = tuple(f"{'abcdefgh'[column]}{row + 1}" for column in range(columns) for row in range(rows))
    found = [Type("grid", "space", cells), LINE, DIRECTION, SIDE]
    return [*found, hexagons(dice, lines)] if dice.happens(0.3) else found


def hexagons(dice: Dice, lines: Lines) -> Type:
    """Hexagons in some shape."""
    shape, begins = dice.of(HEXAGONS)
    lines += [f"field is hex{shape[0]}", *shape[1:]]
    cells = sorted((letter, row) for row, letters in enumerate(begins.split(), 1) for letter in letters)
    return Type("hex", "field", tuple(f"{letter}{row}" for letter, row in cells))


def joined(dice: Dice, lines: Lines) -> list[Type]:
    """Points in lines, or with links between them, which are places, too."""
    points, straight = dice.of(JOINED)
    lines.append(f"point is one of {', '.join(points)}")
    if dice.happens(0.7):
        lines += ["joined points:", *indented(list(straight))]
        return [Type("joined", "point", points)]
    links = [f"{one}, {other}: {dice.between(1, 3)}" for one, other, _ in LINKS]
    lines += ["way links point and point: width 1..3", *indented(links)]
    return [Type("joined", "point", points), Type("joined", "way", tuple(name for _, _, name in LINKS))]


# ---- components


def draw_components(dice: Dice, types: tuple[Type, ...], lines: Lines) -> tuple[Component, ...]:
    """Cards always, and others sometimes."""
    others = []
    if dice.happens(0.6):
        others.append(stones(dice, types, lines))
    if dice.happens(0.35):
        names = ("cook", "thief", "spy", "monk")[: dice.between(2, 4)]
        lines.append(f"component helper: one of {', '.join(names)}")
        others.append(Component(Type("kind", "helper", names)))
    return (cards(dice, (*types, *(each.type for each in others)), lines), *others)


def cards(dice: Dice, types: tuple[Type, ...], lines: Lines) -> Component:
    """Pieces with two attributes that tell them apart, and some that do not."""
    suit = next(each for each in types if each.sort == "enumeration")
    spots = [each for each in types if each.sort == "spot" and 0 <= each.low < each.high]
    rank = dice.of(spots) if spots and dice.happens(0.5) else None
    number = rank or Type("number", "number", low=dice.of((0, 1, 1, 2)), high=dice.of((3, 4)))
    first, second = Attribute(dice.of((suit.name, "look")), suit), Attribute("rank", number)
    more = sorted(dice.some(extras(dice, types), dice.of((0, 1, 1, 2, 2, 3))), key=lambda each: not needed(each[0]))
    attributes = (first, second, *(each for each, _ in more))
    head = ", ".join(map(written, attributes))
    lines.append(f'component card, called "card-{{{first.name}}}-{{rank}}" "A card": {head}')
    # a row for each group of values of the first attribute, with a stretch of the second
    kinds: list[str] = []
    at = dice.between(0, len(suit.values) - 1) if dice.happens(0.5) else 0
    for group in filter(None, (suit.values[:at], suit.values[at:])):
        ranks, ways = list(range(number.low, number.high + 1)), ["any", "any", f"{number.low}..{number.high}"]
        if number.high - number.low > 1 and dice.happens(0.3):
            ranks, ways = ranks[::2], [f"{number.low}..{number.high} by 2"]
        constant = at > 0 and group == suit.values[:at] and dice.happens(0.15)
        kinds += [f"card-{value}-{rank}" for value in group for rank in ranks]
        least = sum(needed(attribute) for attribute, _ in more)
        values = [dice.of(values) for _, values in more][: dice.between(least, len(more))]
        copies = "" if constant else copies_of(dice)
        lines.append(f"    {copies}{', '.join((group_text(dice, suit, group), dice.of(ways), *values))}")
    if dice.happens(0.2):  # a kind with a name of its own, perhaps in other settings only
        values = [suit.values[0], str(number.low), *(value[0] for _, value in more)]
        when = dice.of(("", " when player-count is at least 1", " when player-count is 12"))
        lines.append(f'    {copies_of(dice)}{", ".join(values)}, called "odd-one"{when}')
    return Component(Type("kind", "card", tuple(kinds)), attributes, 2)


def copies_of(dice: Dice) -> str:
    """How many pieces of each kind."""
    return dice.of(("1 of ", "2 of ", "1 of ", "3 of ", "1 per player of "))


def written(attribute: Attribute) -> str:
    """An attribute with its type, as a component declares it."""
    type_, name = attribute.type, attribute.name
    types = {"number": f"{type_.low}..{type_.high}", "flag": "yes or no"}
    counts = "counts of " if attribute.shape == "counts" else ""
    text = name if name == type_.name and not counts else f"{name} {counts}{types.get(type_.sort, type_.name)}"
    return f"{text} or none" if attribute.shape == "maybe" else text


def extras(dice: Dice, types: tuple[Type, ...]) -> list[tuple[Attribute, tuple[str, ...]]]:
    """Attributes that do not tell kinds apart, with values that they may have."""
    suit = next(each for each in types if each.sort == "enumeration")
    one, other = suit.values[0], suit.values[1]
    found: list[tuple[Attribute, tuple[str, ...]]] = [
        (Attribute("worth", Type("number", "number", low=-3, high=9)), ("-3", "0", "5")),
        (Attribute("bonus", Type("number", "number", low=-2, high=9), "maybe"), ("none", "4", "-2")),
        (Attribute("dark", FLAG), ("yes", "no")),
        (Attribute("price", suit, "counts"), (f"{one} + {one}", f"{one} * 3 + {other}", one)),
        (Attribute("twin", suit, "maybe"), ("none", one, other)),
    ]
    for name in ("home", "kin"):
        each = dice.of([each for each in types if each.sort != "line"])
        shapes: tuple[Shape, ...] = ("one", "maybe", "counts") if each.sort != "spot" else ("one", "maybe")
        value = str(each.high) if each.sort == "spot" else dice.of(each.values or (f"{each.name}-1",))
        found.append((Attribute(name, each, dice.of(shapes)), (value,)))
    return [*found, (Attribute("lit", FLAG, "maybe"), ("none", "yes"))]


def needed(attribute: Attribute) -> bool:
    """Whether every kind must have a value."""
    return attribute.shape == "one" and attribute.type != FLAG


def group_text(dice: Dice, suit: Type, group: tuple[str, ...]) -> str:
    """Some values of a type, as a row names them."""
    if len(group) == 1:
        return group[0]
    others = [value for value in suit.values if value not in group]
    rest = f"any but {' and '.join(others)}" if others else "any"
    return dice.of((rest, f"({', '.join(group)})", f"{group[0]}..{group[-1]}"))


def stones(dice: Dice, types: tuple[Type, ...], lines: Lines) -> Component:
    """Pieces with one number, perhaps without limit."""
    spots = [each for each in types if each.sort == "spot" and 0 <= each.low < each.high]
    side = dice.of(spots) if spots and dice.happens(0.4) else Type("number", "number", low=1, high=dice.of((2, 3, 20)))
    plenty = dice.happens(0.5)
    number = "" if side.sort == "spot" else f" {side.low}..{side.high}"
    name = side.name if side.sort == "spot" else "side"
    lines.append(f'component stone, called "stone-{{{name}}}": {name}{number}')
    lines.append(f"    {'unlimited' if plenty else dice.between(2, 6)} of any")
    kinds = tuple(f"stone-{each}" for each in range(side.low, side.high + 1))
    type_ = Type("kind", "stone", kinds)
    return Component(type_, (Attribute(name, side),), 1, plenty=plenty)
