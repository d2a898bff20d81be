"""Which values know where they lie, and in which zones that may be.

In: a core and an expression or sequence. Out: yes or no, zones.
"""

from rulewright.language import core
from rulewright.language.binding import Origin, passed_on


def ref_of(to: core.Target) -> core.ZoneRef:
    """The zone of a target."""
    return to.board if isinstance(to, core.PlaceRef) else to


def holds_pieces(local: core.Local) -> bool:
    """Whether a local is a piece or a sequence of pieces."""
    return local.piece or bool(getattr(local.type, "pieces", False))


def knows_where(program: core.Core, source: Origin) -> bool:
    """Whether an expression yields a piece with its location, or a sequence only such pieces; not bare kinds."""
    match source:
        case core.Pieces() | core.On():
            return True
        case core.Get(local) | core.Held(local):
            return holds_pieces(program.locals[local])
        case _:
            none = core.Const if isinstance(source, core.Cases) else ()
            parts = [part for part in passed_on(source) if not isinstance(part, none)]
            return bool(parts) and all(knows_where(program, part) for part in parts)


def zones_of(program: core.Core, source: Origin) -> frozenset[int]:
    """The zones in which a piece, or the pieces of a sequence, may lie."""
    match source:
        case core.Pieces(ref):
            return frozenset({ref.zone})
        case core.On(place):
            return frozenset({place.board.zone})
        case core.Held() | core.Get() | core.Cases():
            anywhere = isinstance(source, core.Held) or knows_where(program, source)
            return frozenset(range(len(program.zones) if anywhere else 0))
        case _:
            return frozenset(zone for part in passed_on(source) for zone in zones_of(program, part))


def only_zone(program: core.Core, source: Origin) -> int | None:
    """The zone in which they lie, if it can be no other."""
    zones = zones_of(program, source)
    return min(zones) if len(zones) == 1 else None
