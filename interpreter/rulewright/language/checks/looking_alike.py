"""What would look the same on the table: kinds by `shown as`, signs of a board's picture; and signs of no kind."""

from collections.abc import Iterator

from rulewright.language import core
from rulewright.language.diagnostics import Diagnostic
from rulewright.language.facts.looks import Clash, clashes
from rulewright.language.messages import looks as words
from rulewright.language.syntax import Name


def looking_alike(made: core.Core) -> Iterator[Diagnostic]:
    """Of each component the first two kinds that are confused; of each picture all signs that say nothing."""
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
    unsaid = () if any(sign.kind is None for sign in picture.signs) else (core.Sign(None, core.EMPTY),)
    for sign in (*unsaid, *picture.signs):
        other = first.setdefault(sign.text, sign)
        if other is not sign:
            one, two = (each.kind or "what is empty" for each in (other, sign))
            yield words.signs_alike(sign.span, one=one, other=two, text=sign.text, also=other.span)
        if sign.kind is not None and sign.kind not in component.kinds:
            name = Name(sign.kind, span=sign.span)
            yield words.idle_sign(name, component=component.name, candidates=component.kinds)
