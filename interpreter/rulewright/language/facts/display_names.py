"""How pieces look on the table: the names by which they are shown, where nothing is confused."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from rulewright.language.core import Component, Core


@frozen
class Kind:
    """A kind of a component, and what it is shown as (None: by its name)."""

    component: Component
    name: str
    text: str | None


@frozen
class Clash:
    """A kind that would look like another one, or be called as another one is."""

    kind: Kind
    other: Kind


def shown_names(made: Core) -> Mapping[str, str]:
    """What kinds are shown as, of those that look like no other one."""
    unclear = {(clash.kind.component.name, clash.kind.name) for clash in clashes(made)}
    return {
        kind.name: kind.text
        for kind in _kinds(made)
        if kind.text is not None and (kind.component.name, kind.name) not in unclear
    }


def clashes(made: Core) -> Iterator[Clash]:
    """Each kind that would look like another one, with the first other one."""
    kinds, bearers = tuple(_kinds(made)), dict[str, list[Kind]]()
    for kind in kinds:
        for text in {kind.name.casefold(), (kind.text or kind.name).casefold()}:
            bearers.setdefault(text, []).append(kind)
    for kind in kinds:
        alike = () if kind.text is None else bearers[kind.text.casefold()]
        other = next((each for each in alike if each is not kind), None)
        if other is not None:
            yield Clash(kind, other)


def _kinds(made: Core) -> Iterator[Kind]:
    for component in made.components:
        texts = component.shown.texts if component.shown else (None,) * len(component.kinds)
        yield from (Kind(component, name, text) for name, text in zip(component.kinds, texts, strict=True))
