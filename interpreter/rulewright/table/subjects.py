"""What can be asked about, by name: the kinds of pieces, zones, places, players, fields, values, actions.

Pure: made from the rules alone. One name may mean several things; a typed text means the names that it fits best.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from attrs import frozen

from rulewright.language.core import Core
from rulewright.language.suggest import closest
from rulewright.table.compared_words import likeness, normal, split_words
from rulewright.table.remarks import Said, listed, refused
from rulewright.table.vocabulary import WORDS_OF_A_PICK

Sort = Literal["piece", "component", "zone", "field", "place", "value", "player", "action"]


@frozen
class Subject:
    """Something with a name: of which sort, and its number in the core (of a piece that of its component), or for
    values and places the name of the type."""

    name: str
    sort: Sort
    at: int = 0
    type_name: str = ""


def subjects(core: Core) -> Iterator[Subject]:
    """All that can be asked about."""
    for at, component in enumerate(core.components):
        yield Subject(component.name, "component", at)
        yield from (Subject(kind, "piece", at) for kind in component.kinds)
    yield from (Subject(zone.name, "zone", at) for at, zone in enumerate(core.zones) if not zone.box)
    yield from (Subject(variable.name, "field", at) for at, variable in enumerate(core.fields))
    yield from (Subject(name, "player", seat) for seat, name in enumerate(core.seat_names))
    yield from (Subject(action.name, "action", at) for at, action in enumerate(core.actions))
    yield from _values(core)


def _values(core: Core) -> Iterator[Subject]:
    places = {zone.place for zone in core.zones if zone.place is not None}
    kinds = {component.name for component in core.components}
    for type_name, names in core.values.items():
        made = " " in type_name or type_name.startswith(WORDS_OF_A_PICK)  # by no declaration: lines, words of picks
        if made or type_name in kinds or type_name == "player":
            continue
        sort: Sort = "place" if type_name in places else "value"
        yield from (Subject(name, sort, type_name=type_name) for name in names)


def meant(typed: str, there: Iterable[Subject], sight: Collection[str], what: str) -> list[Subject] | Said:
    """What a typed text means: all that has the one name that it fits best, those in sight first; or why nothing.
    `what`: what is looked for, for the refusal."""
    found = list(there)
    names = best_names(typed, dict.fromkeys(subject.name for subject in found))
    if len(names) > 1:
        names = [name for name in names if name in sight] or names
    if len(names) > 1:
        return refused(f'"{typed}" could be {listed(names, "or")}. Write the whole name.')
    if not names:
        near = closest(normal(typed), [subject.name for subject in found])
        hint = f" Did you mean {near}?" if near else ""
        return refused(f'There is no {what} called "{typed}".{hint}')
    return [subject for subject in found if subject.name == names[0]]


def best_names(typed: str, names: Iterable[str]) -> list[str]:
    """The names that a typed text fits best, in their order; of several words each must fit, or all as one.

    >>> best_names("2 hand", ["player-2's hand", "player-1's hand", "hand"])
    ["player-2's hand"]
    >>> best_names("red 1", ["stone-red-1", "stone-red-11"])
    ['stone-red-1']
    """
    names, words = list(names), _words(typed)
    return _fitting(words, names) or _fitting(["-".join(words)], names)


def _fitting(words: list[str], names: Sequence[str]) -> list[str]:
    levels = {name: _level(words, _words(name)) for name in names}
    fitting = [level for level in levels.values() if level is not None]
    return [name for name, level in levels.items() if fitting and level == min(fitting)]


def _words(text: str) -> list[str]:
    return split_words(text.replace("'s", " "))


def _level(typed: list[str], name: list[str]) -> tuple[int, int] | None:
    """How well words fit those of a name: the worst of them, and how many words of the name are left over."""
    left, worst = list(name), 0
    for word in typed:
        levels = [
            (level, at) for at, other in enumerate(left) for level in [likeness(word, other)] if level is not None
        ]
        if not levels:
            return None
        level, at = min(levels)
        worst = max(worst, level)
        del left[at]
    return worst, len(left)
