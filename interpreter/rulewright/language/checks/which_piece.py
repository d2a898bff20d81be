"""Where a sentence needs a piece and only a kind is named: the one copy is looked for, of several nobody knows which is
meant. A kind of an unlimited component that is moved comes from the box, which never lacks it.

An analysis of the finished core and its examples, over `contents`: the kinds that may arrive without a place.
"""

from collections import defaultdict
from collections.abc import Iterator

from attrs import define, field

from rulewright.language import core
from rulewright.language.binding import BINDERS, Origin, bindings, passed_on
from rulewright.language.checks.expression_values import Kinds
from rulewright.language.checks.fixed_point import size_of, until_nothing_new
from rulewright.language.checks.zone_contents import NO_KINDS, Contents, kinds_of, passing
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import component_of, type_of
from rulewright.language.facts.whereabouts import holds_pieces, ref_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.span import Span
from rulewright.language.types import PLAYER, each_of
from rulewright.language.walking import walk


@define
class Bare:
    """Of each local the kinds that it may be without knowing where they lie; which locals hold, and which definitions
    give, the mere kind of what was a piece. All only grow."""

    found: Contents
    kinds: dict[int, Kinds] = field(factory=lambda: defaultdict(frozenset))
    torn: set[int] = field(factory=set)
    tearing: set[int] = field(factory=set)

    def piece(self, local: int) -> bool:
        """Whether a local is a piece, or holds pieces."""
        return holds_pieces(self.found.made.locals[local])


def which_pieces(found: Contents, examples: object = ()) -> Iterator[Diagnostic]:
    """Each sentence and question that needs a piece and may get a kind of which there are several copies."""
    nodes = [*found.nodes, *walk(examples)]
    bare = followed(found, nodes)
    for node in nodes:
        for source, span in places_needed(node):
            kinds, sort = bare_kinds(bare, source), sort_of(found, source)
            copies = found.made.components[sort].copies if sort is not None and kinds else ()
            several = [kind for kind in sorted(kinds) if copies and (None in copies or copies[kind] not in {0, 1})]
            if several and not from_box(bare, node, kinds):
                yield complaint(found, node, source, several[0], span)


def followed(found: Contents, nodes: list[object]) -> Bare:
    """What each local may be without a place."""
    bare = Bare(found)
    links = [link for node in nodes if isinstance(node, BINDERS) for link in bindings(found.made, node)]

    def step() -> None:
        for local, source in links:
            if bare.piece(local):
                bare.kinds[local] |= bare_kinds(bare, source)
            elif placed(bare, source) or torn(bare, source):
                bare.torn.add(local)
        for index, each in enumerate(found.made.definitions):
            if placed(bare, each.result) or torn(bare, each.result):
                bare.tearing.add(index)

    until_nothing_new(lambda: size_of(bare.kinds) + len(bare.torn) + len(bare.tearing), step)
    return bare


def places_needed(node: object) -> Iterator[tuple[Origin, Span]]:
    """What a node must find where it lies."""
    match node:
        case core.MovePiece() | core.ChangePiece() | core.Flip() | core.Viewers():
            yield node.piece, node.span
        case core.MoveAll() | core.MoveSome() | core.Show():
            yield node.seq, node.span
        case core.AskPiece():
            yield node.of, node.span
            if node.other is not None:
                yield node.other, node.span
        case core.Beyond():
            yield node.of, node.span
        case _:
            pass


def from_box(bare: Bare, node: object, kinds: Kinds) -> bool:
    """Whether a sentence takes a kind without end from the box: one that was never a piece is meant so."""
    match node:
        case core.MovePiece(piece=core.Get() as piece) if bare.piece(piece.local):
            return False
        case core.MovePiece():
            zone = bare.found.made.zones[ref_of(node.to).zone]
            copies = bare.found.made.components[zone.component].copies
            return not zone.box and all(copies[kind] is None for kind in kinds) and not torn(bare, node.piece)
        case _:
            return False


def sort_of(found: Contents, source: Origin) -> int | None:
    """The component of what a source gives, None if these are no pieces or kinds."""
    match source:
        case core.Pieces():
            return found.made.zones[source.zone.zone].component
        case core.Filter() | core.Best() | core.Held():
            return component_of(found.made, each_of(found.made.locals[source.local].type))
        case _ if isinstance(source, core.Expr):
            return component_of(found.made, type_of(source))
        case _:
            return next((sort_of(found, part) for part in passed_on(source)), None)


# ---- what has a place, what has none, and what had one


def bare_kinds(bare: Bare, source: Origin) -> Kinds:
    """The kinds that may come without a place; of what is no piece at all, its values. Of what stands one after the
    other all are mere kinds as soon as one is."""
    parts = () if isinstance(source, core.Cases) else passed_on(source)
    match source:
        case core.Get() | core.Held():
            return bare.kinds[source.local] if bare.piece(source.local) else bare.found.locals[source.local]
        case core.On() | core.Pieces():
            return NO_KINDS
        case core.Filter():
            return passing(bare.found, source, bare_kinds(bare, source.seq))
        case core.Chain() | core.Listed():
            return kinds_of(bare.found, source) if any(bare_kinds(bare, part) for part in parts) else NO_KINDS
        case _:
            return bare_kinds(bare, parts[0]) if parts else kinds_of(bare.found, source)


def placed(bare: Bare, source: Origin) -> bool:
    """Whether a source may give a piece that lies somewhere."""
    match source:
        case core.Get() | core.Held():
            return bare.piece(source.local)
        case core.On() | core.Pieces():
            return True
        case _:
            return any(placed(bare, part) for part in passed_on(source))


def torn(bare: Bare, source: Origin) -> bool:
    """Whether a source may give the mere kind of what was a piece: its place is lost on the way."""
    match source:
        case core.Get() | core.Held():
            return source.local in bare.torn
        case core.CallDefinition():
            return source.definition in bare.tearing
        case _:
            return any(torn(bare, part) for part in passed_on(source))


# ---- words


def complaint(found: Contents, node: object, source: Origin, kind: int, span: Span) -> Diagnostic:
    """What is left open, and the sentence that says it."""
    sort = sort_of(found, source) or 0
    component = found.made.components[sort]
    name, copies = component.kinds[kind], component.copies[kind]
    what = found.made.locals[source.local].name if isinstance(source, core.Get | core.Held) else name
    say = words.which_copy_moves if isinstance(node, core.Moving) else words.which_copy
    number, zone = "any number of" if copies is None else copies or "no", where_from(found, sort, kind)
    return say(span, what=what, kind=name if name != what else None, copies=number, zone=zone)


def where_from(found: Contents, sort: int, kind: int) -> str:
    """A zone in which a kind may lie, as the author could write it: the box if it can be there."""
    here = enumerate(found.made.zones)
    zones = [zone for index, zone in here if zone.component == sort and kind in found.zones[index]]
    zone = next((zone for zone in zones if zone.box), zones[0] if zones else None)
    if zone is None:
        return "Z"
    return f"your {zone.name}" if zone.owners == (PLAYER,) else zone.name
