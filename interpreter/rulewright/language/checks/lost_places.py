"""Where found pieces lie: what a block asks after it has emptied or shuffled the zone in which a piece was found.

Only what is certain along straight code counts; a piece that moves is found again where it went.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from attrs import frozen

from rulewright.language import core
from rulewright.language.checks.straight_code import Question, everywhere_along
from rulewright.language.core_queries import blocks_of
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.effects import ref_of
from rulewright.language.facts.ranges import component_of, shape
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


Lying = dict[int, core.ZoneRef | Loss | None]
"""Of locals the zone in which they were found, or since when that is not known; None where they may lie anywhere."""


def lost_places(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Questions of where a piece lies that come too late."""

    def header(lines: tuple[core.HeaderLine, ...], lying: Lying) -> Iterator[Diagnostic]:
        for line in lines:
            if isinstance(line, core.Pick | core.Let):
                lying |= found(made, line.local, line.seq if isinstance(line, core.Pick) else line.value)
        yield from ()

    yield from everywhere_along(
        Question(made, told=partial(late, made, source), given=partial(after, made), header=header)
    )


def found(made: core.Core, local: int, source: object) -> Lying:
    """A local is bound to a piece of one zone with an order, or to something else."""
    ref = one_zone(source)
    ordered = ref is not None and shape(made.zones[ref.zone].kind) != "counts" and steady(ref)
    return {local: ref if made.locals[local].piece and ordered else None}


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


def after(made: core.Core, node: core.Statement, lying: Lying) -> Lying:
    """What is found and lost behind a sentence."""
    match node:
        case core.Let():
            return found(made, node.local, node.value)
        case core.MovePiece() | core.MoveAll() | core.MoveSome():
            # what comes to where owners or faces are known may be what was lost
            to = ref_of(node.to).zone
            unsure = refound(lying) if made.zones[to].with_owner or made.zones[to].faced else {}
            seq = node.seq if isinstance(node, core.MoveAll) else None
            if isinstance(seq, core.Pieces) and seq.zone.zone != to:
                return unsure | lost(lying, seq.zone, Loss(node.span, to))
            return unsure
        case core.PassZones(passings=ways):
            return refound(lying) | {
                local: loss
                for way in ways
                for local, loss in lost(lying, way.source, Loss(node.span, way.to.zone)).items()
            }
        case core.Shuffle():
            return lost(lying, node.zone, Loss(node.span, None))
        case core.RunProcedure() | core.Choose() | core.ChooseAtOnce():
            return refound(lying)
        case _:
            return {}


def refound(lying: Lying) -> Lying:
    """What was lost may be found again."""
    return {local: None for local, where in lying.items() if isinstance(where, Loss)}


def lost(lying: Lying, ref: core.ZoneRef, loss: Loss) -> Lying:
    """Pieces found in a zone are there no longer, or elsewhere in it."""
    return {local: loss for local, where in lying.items() if where == ref}


def late(made: core.Core, source: Source, node: core.Statement, lying: Lying) -> Iterator[Diagnostic]:
    """What a sentence asks of a piece whose place is lost; its blocks are looked at by themselves."""
    if not any(isinstance(where, Loss) for where in lying.values()):
        return
    skipped = {id(each) for each in walk(blocks_of(node))}
    for each in walk(node):
        match each:
            case core.AskPiece(of=core.Get(local=local)) if id(each) not in skipped:
                loss = lying.get(local)
                if isinstance(loss, Loss) and certain(made, local, each.question, loss):
                    line, done = source.line(loss.span.start), "shuffled" if loss.to is None else "emptied"
                    piece, what = made.locals[local].name, LOST.get(each.question, "face")
                    yield words.place_unknown(each.span, piece=piece, line=line, done=done, lost=what, also=loss.span)
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
