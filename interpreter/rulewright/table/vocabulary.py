"""The words of a game, for reading and completing typed moves: actions, members of families, kinds, values, places."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from rulewright.language.calls import members_of
from rulewright.language.core import (
    Action,
    Attribute,
    Component,
    Const,
    Core,
    HeaderLine,
    Let,
    Local,
    MustChange,
    MustLeave,
    Needs,
    Pick,
    PickSeveral,
)
from rulewright.language.facts.display_names import shown_names
from rulewright.language.facts.ranges import names_of
from rulewright.language.types import (
    BoolT,
    CountsT,
    KindT,
    LineT,
    NumberT,
    OptionalT,
    Scalar,
    SeqT,
    ValueT,
    each_of,
    none_code,
    without_none,
)
from rulewright.table.typed_line import Words

WORDS_OF_A_PICK: Final = "words:"
"""How the core calls the types that a pick makes for words that stand for themselves."""


def writable(words: Words) -> Words:
    """The words without what kinds are shown as where standard output has no letters for that."""
    letters = getattr(sys.stdout, "encoding", None) or "utf-8"
    return evolve(words, shown={name: text for name, text in words.shown.items() if _has(letters, text)})


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def vocabulary(core: Core) -> Words:
    """Collect the words of a ruleset with what is known of each."""
    groups: dict[str, str] = {}
    about: dict[str, str] = {}
    for component in core.components:
        for kind, name in enumerate(component.kinds):
            groups.setdefault(name, component.name)
            about.setdefault(name, _about_kind(core, component, kind))
    for type_name, values in core.values.items():
        for value in values if not type_name.startswith(WORDS_OF_A_PICK) else ():
            groups.setdefault(value, type_name)
            about.setdefault(value, type_name)
    for seat in core.seat_names:
        groups.setdefault(seat, "player")
        about.setdefault(seat, "player")
    for action in core.actions:
        groups.update((word, "word") for word in _picked_words(action) if word not in groups)
        about.update(_members(action))
    actions = {action.name: action.title or "" for action in core.actions}
    pieces = dict.fromkeys(kind for component in core.components for kind in component.kinds)
    zones = dict.fromkeys(zone.name for zone in core.zones if not zone.box)
    said = {each.name: each.shown.attributes for each in core.components if each.shown}
    picks = dict(pair for action in core.actions for pair in _picks(core, action))
    sorts = {action.name: tuple(_sorts(core, action.header)) for action in core.actions if not members_of(action)}
    return Words(actions, groups, about, tuple(pieces), tuple(zones), shown_names(core), said, picks, sorts)


def _picks(core: Core, action: Action) -> Iterator[tuple[str, tuple[tuple[str, int | None], ...]]]:
    """What the words of an action are called, and those of each member of a family."""
    yield action.name, _called(core, action.header)
    for member in members_of(action):
        yield f"{action.name} {member.name}", _called(core, (*action.header, *member.header))


def _called(core: Core, lines: Sequence[HeaderLine]) -> tuple[tuple[str, int | None], ...]:
    return tuple((local.name, number) for local, number in _picked(core, lines))


def _picked(core: Core, lines: Sequence[HeaderLine]) -> Iterator[tuple[Local, int | None]]:
    for line in lines:
        match line:
            case Pick(local):
                yield core.locals[local], 1
            case PickSeveral(local, Const(low), Const(high)) if low == high:
                yield core.locals[local], low
            case PickSeveral(local):
                yield core.locals[local], None
            case Let() | Needs() | MustChange() | MustLeave():
                pass


def _sorts(core: Core, lines: Sequence[HeaderLine]) -> Iterator[str]:
    """The sort of each word of an action, up to the first of which nobody knows how many there are."""
    for local, number in _picked(core, lines):
        yield from [_sort(local.type)] * (1 if number is None else number)
        if number is None:
            return


def _sort(type_: Scalar | SeqT) -> str:
    """What `groups` calls the values of a type; of numbers, and of words that stand for themselves, nothing."""
    match without_none(each_of(type_)):
        case KindT(component):
            return component
        case (ValueT() | LineT()) as named:
            return "" if named.name.startswith(WORDS_OF_A_PICK) else named.name
        case NumberT() | BoolT():
            return ""


def _members(action: Action) -> Iterator[tuple[str, str]]:
    for member in members_of(action):
        if member.title:
            yield member.name, member.title


def _picked_words(action: Action) -> Iterator[str]:
    """The words that stand for themselves in the picks of an action."""
    headers: list[tuple[HeaderLine, ...]] = [action.header]
    headers.extend(member.header for member in members_of(action))
    for header in headers:
        for line in header:
            if isinstance(line, Pick) and line.words:
                yield from line.words.names


def _about_kind(core: Core, component: Component, kind: int) -> str:
    """Describe a kind by its component and what its name may not say: `card: suit hearts, rank 7`."""
    parts = [_attribute(core, attribute, kind) for attribute in component.attributes]
    known = ", ".join(part for part in parts if part)
    return f"{component.name}: {known}" if known else component.name


def _attribute(core: Core, attribute: Attribute, kind: int) -> str:
    value, type_ = attribute.table[kind], attribute.type
    if isinstance(type_, CountsT):
        counted = value if isinstance(value, tuple) else ()
        names = names_of(core, type_.of)
        text = " + ".join(name for name, number in zip(names, counted, strict=False) for _ in range(number))
        return f"{attribute.name} {text}" if text else ""
    assert isinstance(value, int)
    return _scalar(core, attribute.name, type_, value)


def _scalar(core: Core, name: str, type_: Scalar, value: int) -> str:
    match type_:
        case NumberT():
            return f"{name} {value}"
        case BoolT():
            return name if value else ""
        case ValueT() | LineT() | KindT():
            names = names_of(core, type_)
            return f"{name} {names[value]}" if 0 <= value < len(names) else ""
        case OptionalT(inner):
            return "" if value == none_code(inner) else _scalar(core, name, inner, value)
