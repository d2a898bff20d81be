"""What the header of an action asks: on what the list of its moves depends.

A pick depends on how many candidates there are and on what they are; pieces are offered by place where the decider does
not see them, but in a zone without order they have none.
"""

from collections.abc import Iterator

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.core_queries import Way, is_stop, reached, ways
from rulewright.language.effects import holds_pieces
from rulewright.language.information_flow.expression_labels import (
    bind_element,
    bind_let,
    handed,
    known,
    own_name,
    several,
    value,
)
from rulewright.language.information_flow.path_facts import learn_here, of_elements
from rulewright.language.information_flow.reader import (
    OPEN,
    PUBLIC,
    Label,
    Reader,
    bind,
    canonical,
    is_unordered,
    meet,
    seen_in,
    settled,
    traced,
)
from rulewright.language.information_flow.trials import Body, verdict
from rulewright.language.span import Span


@frozen
class Demand:
    """What a line of a header asks the decider to know; `pieces`: of pieces without a place, to tell them apart;
    `quoted`: what a refusal would quote."""

    line: core.HeaderLine
    label: Label
    pieces: Label = OPEN
    quoted: tuple[Label, ...] = ()


def demands(reader: Reader, way: Way) -> Iterator[Demand]:
    """What the lines ask, the `must` lines last, as they are tested. What the guards tell stays known."""
    for line in sorted(way.header, key=lambda line: isinstance(line, core.Must)):
        yield demanded(reader, line, way.body)


def offered(reader: Reader, offer: core.OfferLine) -> list[Demand]:
    """What the menus ask from which an offer comes; what they tell is forgotten."""
    with reader.knowing(()):
        return [demanded(reader, line, ()) for line in offer.needs]


def demanded(reader: Reader, line: core.HeaderLine, body: Body) -> Demand:
    """What one line asks, and on what a fault in it depends."""
    kept, reader.risk = reader.risk, OPEN
    demand = Demand(line, OPEN)
    match line:
        case core.Pick() | core.PickSeveral():
            demand = picked(reader, line)
        case core.Let():
            bind_let(reader, line)
        case core.Needs():
            quoted = tuple(value(reader, part.value) for _, part in quoted_in(line))
            reader.risk = OPEN
            demand = Demand(line, value(reader, line.condition), quoted=quoted)
            if not line.if_you_can:
                reader.facts = (*reader.facts, *learn_here(reader, line.condition, holds=True))
        case core.MustChange() | core.MustLeave():
            if not any(is_stop(node) for node in reached(reader.made, body)):
                demand = Demand(line, verdict(reader, line, body))
    demand = evolve(demand, label=meet(demand.label, reader.risk))
    reader.risk = kept
    return demand


def quoted_in(line: core.HeaderLine) -> tuple[tuple[Span, core.Quoted], ...]:
    """What a refusal by a line would quote, with the place of its condition."""
    match line:
        case core.Needs(explanation=quoted, span=span):
            return tuple((span, part) for part in quoted)
        case core.Pick(clauses=clauses) | core.PickSeveral(clauses=clauses):
            return tuple((clause.span, part) for clause in clauses for part in clause.explanation)
        case core.Let() | core.MustChange() | core.MustLeave():
            return ()


def picked(reader: Reader, line: core.Pick | core.PickSeveral) -> Demand:
    """A pick: its candidates, what its conditions compare of any of them, and what is known of what is picked."""
    quoted, parts = tuple[Label, ...](), quoted_in(line)
    if parts and isinstance(line.seq, core.Filter):
        inner = several(reader, line.seq.seq)
        with reader.knowing(bind_element(reader, line.seq.local, line.seq.seq, inner)):
            quoted = tuple(value(reader, part.value) for _, part in parts)
        reader.risk = OPEN
    ends = meet(value(reader, line.low), value(reader, line.high)) if isinstance(line, core.PickSeveral) else OPEN
    found = several(reader, line.seq)
    there = settled(meet(found.there, ends))
    if not holds_pieces(reader.made.locals[line.local]):
        bind(reader, line.local, PUBLIC)
        if isinstance(line, core.Pick) and not line.if_any:
            reader.facts = (*reader.facts, *of_elements(reader, line.seq, own_name(reader, line.local)))
        return Demand(line, meet(there, settled(found.what)), quoted=quoted)
    bind(reader, line.local, evolve(found, there=OPEN))
    apart = found.what
    if found.sources is not None:  # who may tell pieces apart where they lie without order
        unordered = (ref for ref in found.sources if is_unordered(reader.made.zones[ref.zone]))
        apart = meet(*(seen_in(reader, ref) for ref in unordered))
    return Demand(line, meet(there, settled(found.where)), settled(apart), quoted)


def can_act(reader: Reader, asked: core.CanAct) -> Label:
    """On what it depends whether somebody can act."""
    found = value(reader, asked.you)
    for offer in asked.offers:
        if offer.action not in reader.asking:
            found = meet(found, can_offer(reader, asked.you, offer))
    return found


def can_offer(reader: Reader, you: core.Expr, offer: core.OfferLine) -> Label:
    """The same of one action."""
    action = reader.made.actions[offer.action]

    def lent(demand: Demand) -> Label:
        step = f"{action.name} (line {reader.line(demand.line.span.start)})"
        return traced(demand.label, step=(step,))

    you_ = known(reader, you)
    given = [
        (param, handed(reader, param, arg), canonical(reader, arg))
        for param, arg in zip(action.params, offer.args, strict=True)
    ]
    found = meet(*map(lent, offered(reader, offer)))
    for way in ways(action):
        asking = (*reader.asking, offer.action)
        inner = evolve(reader, locals=dict(reader.locals), same=dict(reader.same), asking=asking)
        bind(inner, action.you, you_, you)
        for param, one, expr in given:
            bind(inner, param, one, expr)
        found = meet(found, *(traced(lent(each), line=each.line.span) for each in demands(inner, way)))
    return settled(found)
