"""What is said of `c is in Z` where c always lies elsewhere: that it asks for this very piece, and how to ask for its
kind."""

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language import core
from rulewright.language.calls import questions
from rulewright.language.checks.expression_values import Outcomes
from rulewright.language.diagnostics import Diagnostic, Edit
from rulewright.language.facts.ranges import component_of, type_of
from rulewright.language.messages import flow as words
from rulewright.language.source import Source
from rulewright.language.span import NOWHERE, Span

ASKED: Final = re.compile(r"(?P<piece>.+?)\s+is\s+(?P<denied>not\s+)?in\s+(?P<zone>.+)", re.DOTALL)
GOES_ON: Final = re.compile(r"\s+(?:and|or)\b")


def asked_elsewhere(of: Outcomes, condition: core.Expr) -> Iterator[tuple[core.Contains, Span]]:
    """The questions in a condition, and in the definitions it asks, whether a piece is where it never lies, and where
    each stands: that of a denied one only the denial knows."""
    for node in questions(of.made, condition):
        match node:
            case core.Not(operand=core.Contains(span=span) as asked, span=place) if span == NOWHERE:
                pass
            case core.Contains(span=place) as asked:
                pass
            case _:
                continue
        if place != NOWHERE and id(asked) in of.apart:
            yield asked, place


def lies_elsewhere(of: Outcomes, source: Source, asked: core.Contains, place: Span) -> Diagnostic:
    """What is said of such a question, with both things that may be meant."""
    found = ASKED.fullmatch(source.text[place.start : place.end])
    piece, zone, denied = found.group("piece", "zone", "denied") if found else ("the piece", "there", None)
    component = component_of(of.made, type_of(asked.value))
    sort = "piece" if component is None else of.made.components[component].name
    named, called = piece, None
    if piece == "it":
        named = of.made.locals[asked.value.local].name if isinstance(asked.value, core.Get) else "it"
        called = f"this-{sort}" if named == "it" else None
        piece, named = (f"the {sort}", f"this-{sort}") if called else (named, named)
    other = f"other-{sort}"
    while other in source.text:
        other = f"an{other}" if other.startswith("other") else f"yet-{other}"
    alike = f"{'no' if denied else 'some'} {other} in {zone} where {other} is {named}"
    if GOES_ON.match(source.text, place.end):
        alike = f"({alike})"
    lies = [of.made.zones[number].name for number in sorted(of.apart[id(asked)])]
    say = words.always_elsewhere if denied else words.lies_never_there
    edit = Edit(place, alike) if found and called is None else None
    return say(place, edit=edit, piece=piece, zone=zone, lies=lies, called=called, alike=alike if found else None)
