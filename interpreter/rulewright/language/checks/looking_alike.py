"""What would look the same on the table: names, kinds by `shown as`, signs of a board's picture; signs of no kind."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.game_facts import Clash, clashes, shown_names
from rulewright.language.messages import tables as words
from rulewright.language.source import Source
from rulewright.language.span import Span
from rulewright.language.suggest import different_letters, skeleton
from rulewright.language.syntax import Name
from rulewright.language.tokens import paragraphs, scan


def looking_alike(made: core.Core, source: Source) -> Iterator[Diagnostic]:
    """All names that are confused; of each component the first two kinds; of each picture all signs that say
    nothing."""
    named = _words(source.text)
    short = shown_names(made)
    kinds = {short.get(kind, kind): each.span for each in made.components for kind in each.kinds}
    yield from _same_look(kinds | named)
    for names in ([each.name for each in made.actions], *made.values.values(), kinds):
        yield from _same_when_typed(names, kinds | named)
    told: set[str] = set()
    for clash in clashes(made):
        one, other = clash.kind, clash.other
        if one.component.name not in told and one.component.shown is not None:
            told.add(one.component.name)
            stranger = "" if other.component is one.component else f"the {other.component.name} "
            shown, advice = one.component.shown, _advice(clash, one.component.shown.text)
            yield words.shown_alike(shown.span, text=one.text, one=one.name, other=stranger + other.name, advice=advice)
    for zone in made.zones:
        if zone.picture is not None:
            yield from _signs(zone.picture, made.components[zone.component])


def _words(text: str) -> dict[str, Span]:
    """The words of a text outside of its strings, and where each first stands."""
    tokens = chain.from_iterable(scan(text, start, end) for start, end in paragraphs(text))
    found: dict[str, Span] = {}
    for token in tokens:
        if token.kind == "word":
            found.setdefault(token.text, Span(token.start, token.end))
    return found


def _same_look(names: dict[str, Span]) -> Iterator[Diagnostic]:
    """Names that only a program tells apart, by place."""
    first: dict[str, str] = {}
    for name, span in sorted(names.items(), key=lambda each: each[1].start):
        other = first.setdefault(skeleton(name), name)
        if other is not name and (letters := different_letters(name, other)):
            this, that = (unicodedata.name(letter, letter) for letter in letters)
            yield words.names_alike(span, one=name, other=other, this=this, that=that, also=names[other])


def _same_when_typed(names: Iterable[str], places: dict[str, Span]) -> Iterator[Diagnostic]:
    """Names of one sort that are the same when typed."""
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(name.casefold(), name)
        if other is not name and skeleton(other) != skeleton(name) and name in places:
            yield words.typed_alike(
                places[name], one=name, other=other, typed=name.casefold(), also=places.get(other, places[name])
            )


def _advice(clash: Clash, template: str) -> str:
    one, other = clash.kind, clash.other
    if one.component is not other.component:
        return f'Write something before it, such as "{one.component.name[0]}{template}".'
    first, second = (one.component.kinds.index(each.name) for each in (one, other))
    differ = [each.name for each in one.component.attributes if each.table[first] != each.table[second]]
    cut = [attribute for attribute in differ if f"{{{attribute}'s initial}}" in template]
    better = [_longer(template, attribute) for attribute in (*cut, *differ)]
    return f'Write "{better[0]}".' if better else "Leave the line out, or give them attributes that differ."


def _longer(template: str, attribute: str) -> str:
    """The template with the whole value of an attribute in it, or if that is so, its values apart."""
    hole, initial = f"{{{attribute}}}", f"{{{attribute}'s initial}}"
    if initial in template:
        return template.replace(initial, hole)
    return template.replace("}{", "}-{") if hole in template else f"{template}-{hole}"


def _signs(picture: core.Picture, component: core.Component) -> Iterator[Diagnostic]:
    first: dict[str, core.Sign] = {}
    for sign in picture.signs:
        other = first.setdefault(skeleton(sign.text), sign)
        if other is not sign and (other.text == sign.text or different_letters(other.text, sign.text)):
            one, two = (each.kind or "what is empty" for each in (other, sign))
            yield words.signs_alike(sign.span, one=one, other=two, text=sign.text, also=other.span)
        if sign.kind is not None and sign.kind not in component.kinds:
            name = Name(sign.kind, span=sign.span)
            yield words.idle_sign(name, component=component.name, candidates=component.kinds)
