"""Sentences that take from a zone which a sentence before them has certainly emptied.

Along straight code; a call, a decision, and whatever moves something there, end what is known.
"""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.calls import all_ways, blocks_of
from rulewright.language.checks.named_in_vain import one_zone
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.walking import walk

Emptied = dict[core.ZoneRef, Span]
"""The zones that are empty, with the sentence that emptied them."""


def taking_from_emptied(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""
    for way in all_ways(made):
        yield from block(made, source, way.body, {})


def block(made: core.Core, source: Source, body: tuple[core.Statement, ...], emptied: Emptied) -> Iterator[Diagnostic]:
    """Each sentence in turn; `emptied` is what is known before it."""
    for node in body:
        ref = taken_from(node)
        if ref is not None and ref in emptied:
            line, zone = source.line(emptied[ref].start), made.zones[ref.zone].name
            yield words.nothing_left(node.span, also=emptied[ref], line=line, zone=zone)
        for inner in blocks_of(node):
            yield from block(made, source, inner, dict(emptied) if isinstance(node, core.If) else {})
        forget(emptied, node)
        if isinstance(node, core.MoveAll) and isinstance(node.seq, core.Pieces) and ref_of(node.to) != node.seq.zone:
            emptied |= {node.seq.zone: node.span} if made.zones[node.seq.zone.zone].refill is None else {}


def taken_from(node: core.Statement) -> core.ZoneRef | None:
    """The one zone from which a sentence takes."""
    return one_zone(node.seq) if isinstance(node, core.MoveAll | core.MoveSome | core.Draw | core.ForEach) else None


def forget(emptied: Emptied, node: core.Statement) -> None:
    """End what is known of zones into which something may come, or whose owner may be another one now."""
    if not emptied:
        return
    for inside in walk(node):
        if isinstance(inside, core.RunProcedure | core.Choosing | core.Loop | core.Writing | core.Let | core.Chance):
            emptied.clear()
        elif isinstance(inside, core.Moving):
            filled = ref_of(inside.to).zone
            for ref in [ref for ref in emptied if ref.zone == filled]:
                del emptied[ref]
        elif isinstance(inside, core.PassZones):
            emptied.clear()
