"""Pieces that stay in the box though nobody says so: kinds that get nowhere, and what setup leaves where nothing else
takes from the box."""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.checks.too_few_pieces import dealt
from rulewright.language.checks.zone_contents import Contents
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.room import is_unlimited
from rulewright.language.facts.whereabouts import knows_where, ref_of
from rulewright.language.messages import flow as words
from rulewright.language.walking import walk


def left_in_box(made: core.Core, contents: Contents) -> Iterator[Diagnostic]:
    """Of each component that comes into play the kinds, else the pieces, that never leave the box."""
    table = dealt(made)
    for box, zone in enumerate(made.zones):
        component = made.components[zone.component]
        if not zone.box or is_unlimited(component):
            continue
        others = [i for i, each in enumerate(made.zones) if each.component == zone.component and i != box]
        used = frozenset[int]().union(*(contents.zones[each] for each in others))
        if not used:
            continue
        left = [name for kind, name in enumerate(component.kinds) if component.copies[kind] and kind not in used]
        if left:
            yield words.kinds_left(component.span, name=", ".join(left), kinds=left, component=component.name)
        elif table.finished and table.size((box, ())) and not asked_later(made, box):
            yield words.pieces_left(component.span, name=component.name, number=table.size((box, ())))


def asked_later(made: core.Core, box: int) -> bool:
    """Whether anything behind setup asks a box or may move from it, or setup itself puts something into it."""
    later = (made.play, made.procedures, made.actions, made.definitions, made.scoring)
    for node in walk(later):
        if isinstance(node, core.ZoneRef) and node.zone == box:
            return True
        if isinstance(node, core.ChangePiece) or (
            isinstance(node, core.MovePiece) and not knows_where(made, node.piece)
        ):
            return True
    return any(isinstance(node, core.Moving) and ref_of(node.to).zone == box for node in walk(made.setup))
