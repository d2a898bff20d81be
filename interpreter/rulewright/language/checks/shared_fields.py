"""Fields of a component that a rule sets for one piece, while other copies of its kind share them.

Such a field belongs to the kind. Numbers and names, such as a price, may well be meant for all copies; that something
was used, or whose it is, is said of one piece. What goes through all pieces of a zone is no doubt.
"""

from collections.abc import Iterator
from typing import Final

from rulewright.language import core
from rulewright.language.checks.expression_values import Outcomes, kinds_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import knows_where, origins, zones_of_all
from rulewright.language.messages import names as words
from rulewright.language.types import BOOL, PLAYER, KindT, Several, without_none
from rulewright.language.walking import walk
from rulewright.language.wording import plural

OF_ONE_PIECE: Final = {BOOL: "yes or no", PLAYER: "player or none"}
"""The types of what is said of one piece, and how a note has them."""
WITH_NOTES: Final = ("row", "slot", "board")


def shared_fields(of: Outcomes) -> Iterator[Diagnostic]:
    """Each such field, where it is set first for a piece of a kind with several copies."""
    made, told = of.made, set[int]()
    nodes = [*walk((made.play, made.procedures, made.actions))]
    bound = origins(made, nodes)
    all_of = {node.local for node in nodes if isinstance(node, core.ForEach) and not isinstance(node.seq, core.Held)}
    for node in nodes:
        if not isinstance(node, core.Assign) or node.var.variable in told:
            continue
        field = made.variables[node.var.variable]
        note = None if isinstance(field.type, Several) else OF_ONE_PIECE.get(without_none(field.type))
        for type_, piece in zip(field.owners, node.var.owners, strict=True):
            named = piece.local if isinstance(piece, core.Get) else None
            if note is None or not isinstance(type_, KindT) or not knows_where(made, piece) or named in all_of:
                continue
            component = next(each for each in made.components if each.name == type_.component)
            kind = next((kind for kind in sorted(kinds_of(of, piece)) if component.copies[kind] not in (0, 1)), None)
            if kind is None:
                continue
            told.add(node.var.variable)
            zones = [made.zones[zone] for zone in set(zones_of_all(made, bound, (piece,)))]
            noted = zones[0].name if len(zones) == 1 and zones[0].kind in WITH_NOTES else None
            yield words.copies_share(
                node.span,
                field=field.name,
                kind=component.kinds[kind],
                number=component.copies[kind],
                component=component.name,
                zone=noted,
                note=note,
                plural=plural(component.name),
                piece=None if named is None else made.locals[named].name,
                also=field.span,
            )
