"""Sentences that take from a zone which a sentence before them has certainly emptied."""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.checks.named_in_vain import one_zone
from rulewright.language.checks.straight_code import Question, everywhere_along
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.whereabouts import ref_of
from rulewright.language.messages import names as words
from rulewright.language.source import Source
from rulewright.language.span import Span

Emptied = dict[core.ZoneRef, Span]
"""The zones that are empty, with the sentence that emptied them."""


def taking_from_emptied(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """Each such sentence."""

    def told(node: core.Statement, emptied: Emptied) -> Iterator[Diagnostic]:
        ref = one_zone(node.seq) if isinstance(node, core.MoveAll | core.MoveSome | core.Draw | core.ForEach) else None
        if ref is not None and ref in emptied:
            line, zone = source.line(emptied[ref].start), made.zones[ref.zone].name
            yield words.nothing_left(node.span, also=emptied[ref], line=line, zone=zone)

    def given(node: core.Statement, _: Emptied) -> Emptied:
        match node:
            case core.MoveAll(seq=core.Pieces(zone=ref), to=to) if (
                ref != ref_of(to) and not made.zones[ref.zone].refill
            ):
                return {ref: node.span}
            case _:
                return {}

    yield from everywhere_along(Question(made, told, given))
