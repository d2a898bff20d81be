"""The secrets that a text could state which states none: of each field that not all see, who may know it. Left out are
those that the rules break for certain."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import evolve

from rulewright.language import core
from rulewright.language.checks.open_ways import shown_to_others
from rulewright.language.checks.secrets import EXEMPT, audience, broken_secrets, compared_hands, differ, faced
from rulewright.language.source import Source
from rulewright.language.types import LineT, MemoryT, Scalar, ValueT
from rulewright.language.wording import plural


def proposed(made: core.Core, source: Source) -> tuple[core.Secret, ...]:
    """The secrets that hold, for all that reading says; none if there is one already."""
    kept = () if made.secrets else tuple(possible(made))
    while kept:
        hiding = evolve(made, secrets=kept)
        broken = {each.facts["title"] for find in (broken_secrets, compared_hands) for each in find(hiding, source)}
        shown = {each.facts["title"]: each.facts["doing"] for each in shown_to_others(hiding, source)}
        broken |= {title for title, doing in shown.items() if doing is None}
        if not broken and not shown:
            break
        left = (each for each in kept if each.title not in broken)
        kept = tuple(
            evolve(each, told_by=(*each.told_by, str(shown[each.title]))) if each.title in shown else each
            for each in left
        )
    return kept


def sentence(made: core.Core, secret: core.Secret) -> str:
    """A secret as it is written."""
    but = f" but {EXEMPT[secret.but]}" if secret.but else ""
    told = f", except by {' or '.join(secret.told_by)}" if secret.told_by else ""
    return f'secret "{secret.title}": nobody{but} sees {_path(made.declared(secret.of))}{told}'


def proposed_of_all(cores: Iterable[core.Core], source: Source) -> dict[str, str]:
    """By their titles those that hold in each setting that has the field, as they are written."""
    found, broken = dict[str, str](), set[str]()
    for made in cores:
        kept = {each.title: sentence(made, each) for each in proposed(made, source)}
        broken |= {each.title for each in possible(made)} - kept.keys()
        found |= kept
    return {title: said for title, said in found.items() if title not in broken}


def possible(made: core.Core) -> Iterator[core.Secret]:
    """A secret of each field that not all see, and of which there is more than one thing to know."""
    fields: list[tuple[core.Whole, core.Zone | core.Variable]] = []
    fields += (
        (core.Whole("zone", at), zone) for at, zone in enumerate(made.zones) if not zone.box and differ(made, zone)
    )
    fields += ((core.Whole("variable", at), each) for at, each in enumerate(made.variables) if _of_table(each))
    names = Counter(field.name for _, field in fields)
    for of, field in fields if made.players > 1 else ():
        seers = audience(field)
        but: core.Exempt | None = seers if seers in ("owner", "others") else None
        if (seers != "everyone" or faced(field)) and all(map(_plural, field.owners)):
            title = field.name if names[field.name] == 1 else _path(field)
            yield core.Secret(title, of, "viewers" if faced(field) else but)


def _of_table(variable: core.Variable) -> bool:
    kept = variable.since is not None or variable.lies_in is not None
    return not (kept or isinstance(variable.type, MemoryT))


def _plural(owner: Scalar) -> str | None:
    """All values of a type that own a field; None for numbers, whose type has no name here."""
    return plural(owner.name) if isinstance(owner, ValueT) and not isinstance(owner, LineT) else None


def _path(field: core.Zone | core.Variable) -> str:
    """A field of all owners, as it is asked."""
    owners = [_plural(each) for each in field.owners]
    several = f"({', '.join(map(str, owners[1:]))})" if owners[1:] and isinstance(field, core.Zone) else ""
    return f"{owners[0]}' {field.name}{several}" if owners else field.name
