"""How things look at the table: lines that say nothing to the game, put into a text that is whole without them."""

import re

from tests.made.declared import Zone
from tests.made.dice import Dice
from tests.made.places import WORDS
from tests.made.scribe import Lines

VARIABLE = re.compile(rf"    (?:{'|'.join(WORDS)}): ")


def with_looks(dice: Dice, lines: Lines, zones: list[Zone]) -> Lines:
    """The text with short names of cards, pictures of boards, and fields that are not shown. These are drawn last, for
    all else to be as it is without."""
    boards = {zone.name: zone for zone in zones if zone.place is not None}
    return [line for each in lines for line in looking(dice, each, boards)]


def looking(dice: Dice, line: str, boards: dict[str, Zone]) -> Lines:
    """A line with what may be said of its looks."""
    named = re.match(r'component card, called "card-\{(.*?)\}', line)
    if named and dice.happens(0.4):
        suit = named[1]
        text = dice.of((f"{{{suit}'s initial}}{{rank}}", f"{{rank}}{{{suit}}}", f"c{{{suit}}}", "{rank's initial}"))
        return [line, f'    shown as "{text}"']
    if VARIABLE.match(line) and dice.happens(0.2):
        return [re.sub("(, starts|$)", r", not shown\1", line, count=1)]
    board = boards.get(line.strip().partition(":")[0])
    return [line, *picture(dice, board)] if board and dice.happens(0.5) else [line]


def paragraph(dice: Dice, zones: list[Zone]) -> Lines:
    """Colors and signs of kinds, and sides of zones, each said once."""
    if not zones or dice.happens(0.7):
        return []
    zone = dice.of(zones)
    kinds = dice.some(zone.component.type.values, dice.between(1, 2))
    said = dice.of(("color crimson", 'color "#a3253c", sign "+"', 'sign "X"'))
    return [
        "looks:",
        f"    {', '.join(kinds)}: {said}",
        f"    {zone.name}: {dice.of(('above', 'below', 'left', 'right'))}",
    ]


def picture(dice: Dice, board: Zone) -> Lines:
    """How a board is drawn; now and then two kinds are drawn alike. Where it is no grid its places stand in a row."""
    kinds = dice.some(board.component.type.values, dice.between(1, 3))
    signs = [f'{kind} "{dice.of(("X", "O", "x", "##", "@"))}"' for kind in kinds]
    empty = dice.of(((), ('empty "~"',), ('empty "X"',)))
    place = board.place
    if place is None or place.sort in ("grid", "hex"):
        return [f"        picture: {', '.join((*signs, *empty))}"]
    names = place.values or [str(number) for number in range(place.low, place.high + 1)]
    said = dice.of(("", f" {', '.join((*signs, *empty))}"))
    return [f"        picture:{said}", f"            {' '.join(names)}"]
