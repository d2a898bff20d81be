"""Names that nobody knows: told once, and where they are misspelt in a declaration told there."""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.language.diagnostics import Diagnostic, Place
from rulewright.language.elaborate.elaboration import UNKNOWN
from rulewright.language.messages import names as words
from rulewright.language.messages.kinds_of_values import family_incomplete
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.tokens import Token, scan

MIN_USES: Final = 2
"""What is asked so often is probably spelt as it is meant."""


def told_where_declared(source: Source, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, those of a name that is unknown replaced by one at the name like it that nothing else names."""
    unknown = [one for one in found if one.code == words.unknown_name.code]
    moved = {name: where for name, near in _often(unknown) if (where := _alone(source, near)) is not None}
    if not moved:
        return list(found)
    lost = [source.line_text(source.line(one.span.start)) for one in unknown if one.facts.get("name") in moved]
    misspelt = {token.text for token in moved.values()}
    told = [one for one in found if not _follows(one, lost, misspelt)]
    return [*told, *_at(source, found, moved)]


def _follows(one: Diagnostic, lost: Sequence[str], misspelt: set[str]) -> bool:
    """Whether a finding does not know a name that is asked on these lines, or called there: what stands on them is
    lost; or misses a member for a name that is misspelt."""
    if one.code == words.unknown_name.code:
        return any(str(one.facts.get("name")) in line for line in lost)
    missing = one.facts.get("missing")
    return one.sentence == family_incomplete.sentence and isinstance(missing, tuple) and misspelt.issuperset(missing)


def once_each_name(told: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Of all that do not know the same name the first, with the place of the second: what stands in many places is
    most likely misspelt or missing where it is declared."""
    places: dict[object, list[Span]] = {}
    for one in told:
        if one.sentence in UNKNOWN:
            places.setdefault(one.facts["name"], []).append(one.span)
    ordered = {name: sorted(set(spans), key=lambda span: span.start) for name, spans in places.items()}
    kept = []
    for one in told:
        spans = ordered[one.facts["name"]] if one.sentence in UNKNOWN else [one.span]
        if one.span == spans[0]:
            kept.append(evolve(one, also=Place(spans[1], "asked here, too")) if spans[1:] else one)
    return kept


def _often(unknown: Sequence[Diagnostic]) -> Iterator[tuple[str, str]]:
    """Names that are asked often, each with the one like it."""
    names = [one.facts.get("name") for one in unknown]
    nearest = {one.facts.get("name"): one.facts["near"] for one in reversed(unknown) if one.facts.get("near")}
    yield from ((str(name), str(near)) for name, near in nearest.items() if names.count(name) >= MIN_USES)


def _alone(source: Source, name: str) -> Token | None:
    """The word, if it stands but once in the text."""
    there = [token for token in scan(source.text, 0, len(source.text)) if token.text == name]
    return there[0] if len(there) == 1 else None


def _at(source: Source, found: Sequence[Diagnostic], moved: dict[str, Token]) -> Iterator[Diagnostic]:
    for name, token in moved.items():
        asked = next(one for one in found if one.facts.get("name") == name)
        span, line = Span(token.start, token.end), source.line(asked.span.start)
        yield words.declared_otherwise(span, name=token.text, other=name, line=line, also=asked.span)
