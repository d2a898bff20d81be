"""Moves that leave open which pieces are meant: `move n from` a zone without order in which several kinds can lie."""

from collections.abc import Iterator

from rulewright.language import constant_folding as fold
from rulewright.language import core, example_core
from rulewright.language.binding import reads
from rulewright.language.checks.expression_values import Kinds
from rulewright.language.checks.zone_contents import Contents, kinds_of, with_given
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.messages.examples import never_there
from rulewright.language.source import Source
from rulewright.language.types import PLAYER


def open_moves(
    found: Contents, source: Source, examples: tuple[example_core.Scene | None, ...]
) -> Iterator[Diagnostic]:
    """Where several kinds could be taken, in play or after what an example has given."""
    made = found.made
    moves = [node for node in found.nodes if isinstance(node, core.MoveSome) and fold.constant(node.number) != 0]
    clear = [node for node in moves if not leaves_choice(found, node.seq)]
    for node in moves:
        if node not in clear:
            zone = made.zones[unordered(made, node.seq) or 0]
            yield words.which_piece(node.span, zone=zone.name, whose=whose(made, zone))
    scenes = [example for example in examples if example is not None]
    if scenes and any(unordered(made, node.seq) is not None for node in clear):
        given = with_given(found, tuple(example.givens for example in scenes))
        doubtful = [node for node in clear if leaves_choice(given, node.seq)]
        for example in scenes if doubtful else ():
            yield from opened(found, source, example, doubtful)


def whose(made: core.Core, zone: core.Zone) -> str | None:
    """The attribute that says whose a piece is, where players own the zone in which it lies."""
    attributes = made.components[zone.component].attributes if PLAYER in zone.owners else ()
    return next((each.name for each in attributes if each.type == PLAYER), None)


def opened(
    found: Contents, source: Source, example: example_core.Scene, moves: list[core.MoveSome]
) -> Iterator[Diagnostic]:
    """An example that gives what play never brings there, so that it is open what one of these sentences moves."""
    given = with_given(found, example.givens)
    move = next((node for node in moves if leaves_choice(given, node.seq)), None)
    strange = (node for node in example.givens if isinstance(node, core.MoveSome) and brought(found, node))
    first = next(strange, None)
    if move is None or first is None:
        return
    zone, kind = found.made.zones[ref_of(first.to).zone], brought(found, first)
    what = found.made.components[zone.component].kinds[min(kind)]
    taken = found.made.zones[unordered(found.made, move.seq) or 0].name
    line, also = source.line(move.span.start), move.span
    yield never_there(first.span, title=example.title, kind=what, zone=zone.name, taken=taken, line=line, also=also)


def brought(found: Contents, given: core.MoveSome) -> Kinds:
    """The kinds that a given line puts where play never brings them."""
    return kinds_of(found, given.seq) - found.zones[ref_of(given.to).zone]


def unordered(made: core.Core, seq: core.Seq) -> int | None:
    """The unordered zone that a sequence takes from, None if its pieces lie in an order."""
    match seq:
        case core.Pieces():
            return seq.zone.zone if shape(made.zones[seq.zone.zone].kind) == "counts" else None
        case core.Filter():
            return unordered(made, seq.seq)
        case core.FlatMap():
            return unordered(made, seq.body)
        case core.Chain():
            return next((zone for part in seq.seqs if (zone := unordered(made, part)) is not None), None)
        case _:
            return None


def leaves_choice(found: Contents, seq: core.Seq) -> bool:
    """Whether pieces of several kinds pass the `where`, whatever it compares them with."""
    zone = unordered(found.made, seq)
    if zone is None:
        return False
    component = found.made.components[found.made.zones[zone].component]
    pins = set(pinned(found.made, seq))
    if None in pins:
        return False
    groups: set[tuple[object, ...]] = set()
    for kind in kinds_of(found, seq):
        group = tuple(component.attributes[pin].table[kind] for pin in sorted(pin for pin in pins if pin is not None))
        if group in groups:
            return True
        groups.add(group)
    return False


def pinned(made: core.Core, seq: core.Seq) -> Iterator[int | None]:
    """The attributes that a `where` compares by `is`; None where it names the one kind itself."""
    match seq:
        case core.Filter():
            yield from pin_of(made, seq.condition, seq.local)
            yield from pinned(made, seq.seq)
        case core.FlatMap():
            yield from pinned(made, seq.body)
        case _:
            pass


def pin_of(made: core.Core, part: core.Expr, local: int) -> Iterator[int | None]:
    """What a condition pins of the element, itself or by a definition."""
    match part:
        case core.And(operands=operands):
            for operand in operands:
                yield from pin_of(made, operand, local)
        case core.Compare(op="is" | "same") | core.SameCounts():
            for side, other in ((part.left, part.right), (part.right, part.left)):
                if local not in reads(other):
                    yield from pin_side(side, local)
        case core.CallDefinition(definition=number, args=args):
            asked = made.definitions[number]
            own = [(param, arg) for param, arg in zip(asked.params, args, strict=True) if local in reads(arg)]
            if len(own) == 1 and isinstance(own[0][1], core.Get) and not asked.lets:
                yield from pin_of(made, asked.result, own[0][0])
        case _:
            pass


def pin_side(side: core.Expr | core.AggregateValue, local: int) -> Iterator[int | None]:
    """The element itself, or an attribute of it."""
    match side:
        case core.Get(local=asked) if asked == local:
            yield None
        case core.Attr(of=core.Get(local=asked)) | core.KindCounts(of=core.Get(local=asked)) if asked == local:
            yield side.attribute
        case _:
            pass
