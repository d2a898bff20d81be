"""How a board is drawn: the signs of its `picture:`."""

import unicodedata

from rulewright.language import core, syntax
from rulewright.language.edits import without_lines
from rulewright.language.elaborate.world import World
from rulewright.language.messages import looks as words
from rulewright.language.shown_as import UNFIT
from rulewright.language.wording import a

WIDEST = 2


def picture(world: World, node: syntax.Picture, zone: core.Zone | None) -> core.Picture | None:
    """The picture of a zone, or of a variable (None), with what is wrong with it told."""
    place = zone.place if zone else None
    if place is None or world.places[place].kind != "grid":
        this = "no zone" if zone is None else a(zone.kind) if place is None else f"a board on {place}, which is no grid"
        world.report(words.no_picture(node.span, this=this, edit=without_lines(world.source.text, node.span)))
        return None
    first: dict[str | None, syntax.Drawn] = {}
    for each in node.signs:
        kind = each.kind.text if each.kind else None
        if first.setdefault(kind, each) is not each:
            world.report(words.sign_twice(each.span, what=kind or "what is empty", also=first[kind].span))
        if not _is_sign(each.sign.text):
            world.report(words.bad_sign(each.sign.span, text=each.sign.text))
    signs = (core.Sign(kind, each.sign.text, span=(each.kind or each).span) for kind, each in first.items())
    return core.Picture(tuple(signs))


def _is_sign(text: str) -> bool:
    """Whether a text takes one or two columns and is taken for one thing."""
    narrow = all(not unicodedata.combining(each) and unicodedata.east_asian_width(each) not in "WF" for each in text)
    return 1 <= len(text) <= WIDEST and text.isprintable() and narrow and not UNFIT.search(text)
