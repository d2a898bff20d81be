"""How a board is drawn: the signs of its `picture:`, and the rows in which its places stand."""

import unicodedata
from typing import Final

from rulewright.language import core, syntax
from rulewright.language.display_template import UNFIT
from rulewright.language.edits import without_lines
from rulewright.language.elaborate.world import World
from rulewright.language.geometry import Places
from rulewright.language.messages import display_names as words
from rulewright.language.span import Span
from rulewright.language.wording import a

WIDEST: Final = 2


def picture(world: World, node: syntax.Picture, zone: core.Zone | None) -> core.Picture | None:
    """The picture of a zone, or of a variable (None), with what is wrong with it told."""
    place = zone.place if zone else None
    if place is None:
        this = "no zone" if zone is None else a(zone.kind)
        world.report(words.no_picture(node.span, this=this, edit=without_lines(world.source.text, node.span)))
        return None
    rows = arrangement(world, node, world.places[place])
    first: dict[str | None, syntax.Drawn] = {}
    for each in node.signs:
        kind = each.kind.text if each.kind else None
        if first.setdefault(kind, each) is not each:
            world.report(words.sign_twice(each.span, what=kind or "what is empty", also=first[kind].span))
        if not _is_sign(each.sign.text):
            world.report(words.bad_sign(each.sign.span, text=each.sign.text))
        elif each.sign.text == "--" or (kind and each.sign.text == core.EMPTY):
            why = "is an empty place" if each.sign.text == core.EMPTY else "begins a comment"
            world.report(words.taken_sign(each.sign.span, text=each.sign.text, why=why))
    signs = (core.Sign(kind, each.sign.text, span=(each.kind or each).span) for kind, each in first.items())
    return core.Picture(tuple(signs), rows)


def arrangement(world: World, node: syntax.Picture, places: Places) -> core.Arrangement:
    """Where the places of a board stand; nothing where that is not said, or wrong, which is told."""
    if not node.rows:
        if places.kind != "grid":
            world.report(words.unarranged(node.span, places=places.names[:3]))
        return ()
    span = Span(node.rows[0][0].span.start, node.rows[-1][-1].span.end)
    if places.kind == "grid":
        idle = span if node.signs else node.span
        world.report(words.arranged_already(span, edit=without_lines(world.source.text, idle)))
        return ()
    first: dict[str, syntax.Spot] = {}
    for row in node.rows:
        if len(row) != len(node.rows[0]):
            ends = Span(row[0].span.start, row[-1].span.end)
            world.report(words.ragged(ends, number=len(row), columns=len(node.rows[0]), also=node.rows[0][0].span))
            return ()
        for spot in row:
            if spot.place is not None and not _stands_once(world, spot, places, first):
                return ()
    missing = [name for name in places.names if name not in first]
    if missing:
        world.report(words.places_missing(span, missing=missing))
        return ()
    numbers = {name: number for number, name in enumerate(places.names)}
    return tuple(tuple(None if spot.place is None else numbers[spot.place] for spot in row) for row in node.rows)


def _stands_once(world: World, spot: syntax.Spot, places: Places, first: dict[str, syntax.Spot]) -> bool:
    """Whether this is a place that did not stand before; what is wrong is told."""
    name = spot.place or ""
    if name not in places.names:
        world.report(words.no_such_place(spot.span, name=name, candidates=places.names))
    elif first.setdefault(name, spot) is not spot:
        world.report(words.place_twice(spot.span, name=name, also=first[name].span))
    else:
        return True
    return False


def _is_sign(text: str) -> bool:
    """Whether a text takes one or two columns and is taken for one thing."""
    narrow = all(not unicodedata.combining(each) and unicodedata.east_asian_width(each) not in "WF" for each in text)
    return 1 <= len(text) <= WIDEST and text.isprintable() and narrow and not UNFIT.search(text)
