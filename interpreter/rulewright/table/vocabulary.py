"""The words of a game, for reading and completing typed moves, and what can be asked about by a name."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, Literal

from attrs import evolve, frozen

from rulewright.language import core, types
from rulewright.language.core_queries import members_of
from rulewright.language.facts.game_facts import shown_names
from rulewright.language.facts.ranges import names_of, number_name
from rulewright.language.suggest import closest
from rulewright.language.walking import walk
from rulewright.language.wording import counts_words
from rulewright.table.text_lines import Said, listed, refused
from rulewright.table.typed_line import Words, likeness, normal, split_words

WORDS_OF_A_PICK: Final = "words:"
"""How the core calls the types that a pick makes for words that stand for themselves."""


def writable(words: Words) -> Words:
    """The words without what kinds are shown as where standard output has no letters for that."""
    letters, shown = getattr(sys.stdout, "encoding", None) or "utf-8", dict[str, str]()
    for name, text in words.shown.items():
        with suppress(UnicodeEncodeError):
            text.encode(letters)
            shown[name] = text
    return evolve(words, shown=shown)


def vocabulary(rules: core.Core) -> Words:
    """Collect the words of a ruleset with what is known of each."""
    groups: dict[str, str] = {}
    about: dict[str, str] = {}
    for component in rules.components:
        for kind, name in enumerate(component.kinds):
            groups.setdefault(name, component.name)
            parts = [_attribute(rules, attribute, kind) for attribute in component.attributes]
            known = ", ".join(part for part in parts if part)
            about.setdefault(name, f"{component.name}: {known}" if known else component.name)
    for type_name, values in (*rules.values.items(), ("player", rules.seat_names)):
        for value in values if not type_name.startswith(WORDS_OF_A_PICK) else ():
            groups.setdefault(value, type_name)
            about.setdefault(value, type_name)
    picks: dict[str, tuple[tuple[str, int | None], ...]] = {}
    sorts: dict[str, tuple[str, ...]] = {}
    for action in rules.actions:
        members = members_of(action)
        about.update((member.name, member.title) for member in members if member.title)
        own = [*picked(rules, action.header)]
        picks[action.name] = tuple((local.name, number) for local, number in own)
        for member in members:
            whole = picked(rules, (*action.header, *member.header))
            picks[f"{action.name} {member.name}"] = tuple((local.name, number) for local, number in whole)
        for line in (*action.header, *(line for member in members for line in member.header)):
            if isinstance(line, core.Pick) and line.words:  # words that stand for themselves
                groups.update((word, "word") for word in line.words if word not in groups)
        if not members:  # up to the first of which nobody knows how many there are
            end = next((at for at, (_, number) in enumerate(own, 1) if number is None), len(own))
            many = [(sort_of(local.type), 1 if number is None else number) for local, number in own[:end]]
            sorts[action.name] = tuple(sort for sort, number in many for _ in range(number))
    actions = {action.name: action.title or "" for action in rules.actions}
    pieces = dict.fromkeys(kind for component in rules.components for kind in component.kinds)
    zones = dict.fromkeys(zone.name for zone in rules.zones if not zone.box)
    said = {each.name: each.shown.attributes for each in rules.components if each.shown}
    totals = {
        (action.name, pick): adds
        for action in rules.actions
        for lines in (action.header, *(member.header for member in members_of(action)))
        for pick, adds in _totals(rules, lines)
    }
    return Words(actions, groups, about, tuple(pieces), tuple(zones), shown_names(rules), said, picks, sorts, totals)


def _totals(rules: core.Core, lines: Sequence[core.HeaderLine]) -> Iterator[tuple[str, dict[str, int] | None]]:
    """The picks of several whose total the line below asks for, and what each kind adds; nothing where it depends."""
    for line, below in pairwise(lines):
        if not isinstance(line, core.PickSeveral) or not isinstance(below, core.Needs):
            continue
        for node in walk(below.condition):
            match node:
                case core.Fold("total", local, core.Held(line.local), core.Get(local_too)) if local_too == local:
                    yield rules.locals[line.local].name, None
                case core.Fold("total", local, core.Held(line.local), core.Attr(of, number, core.Get(local_too))) if (
                    local_too == local
                ):
                    values, kinds = rules.components[of].attributes[number].table, rules.components[of].kinds
                    adds = {kind: each for kind, each in zip(kinds, values, strict=True) if isinstance(each, int)}
                    yield rules.locals[line.local].name, adds


def picked(rules: core.Core, lines: Sequence[core.HeaderLine]) -> Iterator[tuple[core.Local, int | None]]:
    """What the lines of a header pick, in order, and how many of each (None: it depends)."""
    for line in lines:
        match line:
            case core.Pick(local):
                yield rules.locals[local], 1
            case core.PickSeveral(local, core.Const(low), core.Const(high)) if low == high:
                yield rules.locals[local], low
            case core.PickSeveral(local):
                yield rules.locals[local], None
            case _:  # picks nothing
                pass


def sort_of(type_: types.Scalar | types.SeqT) -> str:
    """What `groups` calls the values of a type; of numbers, and of words that stand for themselves, nothing."""
    match types.without_none(types.each_of(type_)):
        case types.KindT(component):
            return component
        case (types.ValueT() | types.LineT()) as named:
            return "" if named.name.startswith(WORDS_OF_A_PICK) else named.name
        case types.NumberT() | types.BoolT():
            return ""


def _attribute(rules: core.Core, attribute: core.Attribute, kind: int) -> str:
    value, type_ = attribute.table[kind], attribute.type
    if isinstance(type_, types.CountsT):
        counted = value if isinstance(value, tuple) else ()
        names = names_of(rules, type_.of)
        text = counts_words(zip(names, counted, strict=False))
        return f"{attribute.name} {text}" if text else ""
    assert isinstance(value, int)
    if isinstance(type_, types.OptionalT) and value == types.none_code(type_.of):
        return ""
    match types.without_none(type_):
        case types.NumberT() as numbers:
            return f"{attribute.name} {number_name(rules, numbers, value) or value}"
        case types.BoolT():
            return attribute.name if value else ""
        case named:
            names = names_of(rules, named)
            return f"{attribute.name} {names[value]}" if 0 <= value < len(names) else ""


Sort = Literal["piece", "component", "zone", "field", "place", "value", "player", "action"]


@frozen
class Subject:
    """Something with a name: its sort, and its number in the core (of a piece the component's), or its type."""

    name: str
    sort: Sort
    at: int = 0
    type_name: str = ""


def subjects(rules: core.Core) -> Iterator[Subject]:
    """All that can be asked about."""
    for at, component in enumerate(rules.components):
        yield Subject(component.name, "component", at)
        yield from (Subject(kind, "piece", at) for kind in component.kinds)
    yield from (Subject(zone.name, "zone", at) for at, zone in enumerate(rules.zones) if not zone.box)
    yield from (Subject(each.name, "field", at) for at, each in enumerate(rules.variables) if each.since is None)
    yield from (Subject(name, "player", seat) for seat, name in enumerate(rules.seat_names))
    yield from (Subject(action.name, "action", at) for at, action in enumerate(rules.actions))
    places = {zone.place for zone in rules.zones if zone.place is not None}
    declared = {component.name for component in rules.components} | {"player"}
    for type_name, names in rules.values.items():
        made = " " in type_name or type_name.startswith(WORDS_OF_A_PICK)  # by no declaration: lines, words of picks
        if not made and type_name not in declared:
            sort: Sort = "place" if type_name in places else "value"
            yield from (Subject(name, sort, type_name=type_name) for name in names)


def meant(typed: str, there: Iterable[Subject], sight: Collection[str], what: str) -> list[Subject] | Said:
    """What a typed text means: all of the one name that it fits best, those in sight first; or why there is none."""
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
    """The names that a typed text fits best, in their order; of several words each must fit, or all as one."""
    said = {name: split_words(name.replace("'s", " ")) for name in names}
    words = split_words(typed.replace("'s", " "))
    for typed_words in (words, ["-".join(words)]):
        levels = {name: level for name, of in said.items() if (level := _level(typed_words, of)) is not None}
        if levels:
            return [name for name, level in levels.items() if level == min(levels.values())]
    return []


def _level(typed: list[str], name: list[str]) -> tuple[int, int] | None:
    """How well words fit those of a name: the worst of them, and how many words of the name are left over."""
    left, worst = list(name), 0
    for word in typed:
        levels = [(level, at) for at, other in enumerate(left) if (level := likeness(word, other)) is not None]
        if not levels:
            return None
        level, at = min(levels)
        worst = max(worst, level)
        del left[at]
    return worst, len(left)
