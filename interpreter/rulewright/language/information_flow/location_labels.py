"""Where pieces lie, and who may know that: of a found piece where it was found, of a bare kind perhaps nobody."""

from rulewright.language import core
from rulewright.language.facts.ranges import kind_of
from rulewright.language.information_flow.labels import OPEN, Cause, Condition, Known, Label, meet
from rulewright.language.information_flow.reader import Reader, of_zones


def located(reader: Reader, expr: core.Expr, piece: Known) -> Label:
    """Who may know where a piece lies; one that was not found may lie anywhere."""
    if not is_found(reader, expr, piece):
        return meet(piece.what, piece.where, anywhere(reader, kind_of(reader.made, expr)))
    return meet(piece.where, shape(reader, piece.sources))


def is_found(reader: Reader, expr: core.Expr, piece: Known) -> bool:
    """Whether an expression is a piece that was found, and no bare kind."""
    return piece.sources is not None or (isinstance(expr, core.Get) and reader.made.locals[expr.local].piece)


def anywhere(reader: Reader, component: int) -> Label:
    """Who may know where the pieces of a kind lie: nobody, if some may lie unseen."""
    for index, zone in enumerate(reader.made.zones):
        if zone.component == component and (index in reader.down if zone.faced else zone.audience != "everyone"):
            return (Condition(frozenset(), Cause("place", component)),)
    return OPEN


def whole_zones(seq: core.Seq) -> bool:
    """Whether a sequence is all that lies in some zones."""
    match seq:
        case core.Pieces():
            return True
        case core.FlatMap(body=body):
            return whole_zones(body)
        case core.Chain(seqs=seqs):
            return all(whole_zones(part) for part in seqs)
        case _:
            return False


def shape(reader: Reader, refs: tuple[core.ZoneRef, ...] | None) -> Label:
    """Who may know how many pieces a tried body has left in these zones, and where."""
    return OPEN if reader.changed is None else of_zones(reader.changed.shapes, refs)
