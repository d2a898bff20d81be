"""Where found pieces lie: what a block asks after it has emptied or shuffled the zone in which a piece was found.

Only what is certain along straight code counts; a piece that moves is found again where it went.
"""

from collections.abc import Iterator
from typing import Final

from attrs import define, field, frozen

from rulewright.language import core
from rulewright.language.calls import all_ways, blocks_of
from rulewright.language.checks.straight_code import bound_in
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.ranges import component_of
from rulewright.language.facts.room import shape
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import kinds_of_values as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.types import each_of
from rulewright.language.walking import walk

ELSEWHERE: Final = {"owner": "with_owner", "face-up": "faced", "face-down": "faced"}
# What is lost with a piece's place; every other question of it asks for the face.
LOST: Final = {"owner": "owner", "holder": "holder", "past": "place"}


@frozen
class Loss:
    """Since this sentence it is not known where a piece lies; `to`: the zone into which all was moved."""

    span: Span
    to: int | None


@define
class Track:
    """The zones in which locals were found, and those that were lost."""

    found: dict[int, core.ZoneRef] = field(factory=dict)
    lost: dict[int, Loss] = field(factory=dict)

    def copy(self) -> "Track":
        """A track of its own for a branch."""
        return Track(dict(self.found), dict(self.lost))

    def forget(self, local: int) -> None:
        """A local is bound anew."""
        self.found.pop(local, None)
        self.lost.pop(local, None)


def lost_places(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Questions of where a piece lies that come too late."""
    for way in all_ways(made):
        track = Track()
        for line in way.header:
            if isinstance(line, core.Pick | core.Let):
                note_found(made, track, line.local, line.seq if isinstance(line, core.Pick) else line.value)
        yield from block(made, source, way.body, track)


def note_found(made: core.Core, track: Track, local: int, source: object) -> None:
    """A local is bound to a piece of one zone with an order, or to something else."""
    track.forget(local)
    ref = one_zone(source)
    if made.locals[local].piece and ref is not None and shape(made.zones[ref.zone].kind) != "counts" and steady(ref):
        track.found[local] = ref


def one_zone(source: object) -> core.ZoneRef | None:
    """The zone from which a piece or a sequence comes, None if that is not one zone."""
    match source:
        case core.First() | core.Last() | core.Only() | core.Item() | core.Filter() | core.Best() | core.Beyond():
            return one_zone(source.seq)
        case core.Listed(values=(value,)):
            return one_zone(value)
        case core.Pieces():
            return source.zone
        case core.On():
            return source.place.board
        case _:
            return None


def steady(ref: core.ZoneRef) -> bool:
    """Whether a zone's owners stay the same within a block."""
    return all(isinstance(owner, core.Get | core.Const) for owner in ref.owners)


def block(made: core.Core, source: Source, body: tuple[core.Statement, ...], track: Track) -> Iterator[Diagnostic]:
    """Each sentence in turn; branches on their own."""
    for node in body:
        inner = blocks_of(node)
        yield from late(made, source, track, node, inner)
        for local in bound_in(node):
            track.forget(local)
        for each in inner:
            yield from block(made, source, each, track.copy())
        for local in (local for each in walk(inner) for local in bound_in(each)):
            track.forget(local)
        after(made, track, node)


def after(made: core.Core, track: Track, node: core.Statement) -> None:
    """What is found and lost behind a sentence."""
    match node:
        case core.Let():
            note_found(made, track, node.local, node.value)
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            to = ref_of(node.to).zone
            if made.zones[to].with_owner or made.zones[to].faced:
                track.lost.clear()
            if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and node.seq.zone.zone != to:
                lose(track, node.seq.zone, Loss(node.span, to))
        case core.PassZones(passings=ways):
            track.lost.clear()
            for way in ways:
                lose(track, way.source, Loss(node.span, way.to.zone))
        case core.Shuffle():
            lose(track, node.zone, Loss(node.span, None))
        case core.RunProcedure() | core.Choose() | core.ChooseAtOnce():
            track.lost.clear()
        case _:
            pass


def lose(track: Track, ref: core.ZoneRef, loss: Loss) -> None:
    """Pieces found in a zone are there no longer, or elsewhere in it."""
    for local in [local for local, zone in track.found.items() if zone == ref]:
        track.forget(local)
        track.lost[local] = loss


def late(
    made: core.Core, source: Source, track: Track, node: core.Statement, inner: tuple[tuple[core.Statement, ...], ...]
) -> Iterator[Diagnostic]:
    """What a sentence asks of a piece whose place is lost; its blocks are looked at by themselves."""
    if not track.lost:
        return
    skipped = {id(each) for each in walk(inner)}
    for each in walk(node):
        match each:
            case core.AskPiece(of=core.Get(local=local)) if local in track.lost and id(each) not in skipped:
                loss = track.lost[local]
                if certain(made, local, each.question, loss):
                    line, done = source.line(loss.span.start), "shuffled" if loss.to is None else "emptied"
                    piece, lost = made.locals[local].name, LOST.get(each.question, "face")
                    yield words.place_unknown(each.span, piece=piece, line=line, done=done, lost=lost, also=loss.span)
                    return
            case _:
                pass


def certain(made: core.Core, local: int, question: core.PieceQuestion, loss: Loss) -> bool:
    """Whether no piece can answer: one of a kind is found wherever it lies, but there it may have no such thing."""
    if question in ELSEWHERE and loss.to is not None and not getattr(made.zones[loss.to], ELSEWHERE[question]):
        return True
    component = component_of(made, each_of(made.locals[local].type))
    copies = (1,) if component is None else made.components[component].copies
    return all(number is None or number != 1 for number in copies)
