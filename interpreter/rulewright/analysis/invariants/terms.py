"""What can be asked of the fields of rules, in the words of their language: the terms of which invariants are made."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from rulewright.language import core
from rulewright.language.types import (
    PLAYER,
    BoolT,
    CountsT,
    KindT,
    LineT,
    NumberT,
    OptionalT,
    Scalar,
    SetT,
    ValueT,
    each_of,
    without_none,
)
from rulewright.language.walking import walk
from rulewright.language.wording import plural

FEW_VALUES: Final = 8
"""Of types with more values not each is asked for."""
PIECE: Final = "c"
"""What a piece of a zone is called."""


@frozen
class Owner:
    """All values of a type, of which one is called `name`."""

    type: str
    name: str


@frozen
class Term:
    """A number, or, with `denied`, a condition and the words for that it does not hold; asked of each of the `owners`.

    `called`: what titles call it, a condition where it does not hold; `about`: the fields that it asks; `whole`: of a
    condition, it says something of all pieces of a zone and is no part of another one; `sum`: a number is that of
    all owners of a field, or of its only one; `kept`: that it is always the same says nothing: it is the value of a
    variable, which rules give others, too, however seldom, or how much stays in the box."""

    text: str
    called: str
    about: frozenset[str]
    owners: tuple[Owner, ...] = ()
    denied: str = ""
    whole: bool = False
    sum: bool = False
    kept: bool = False


def terms_of(cores: Sequence[core.Core]) -> list[Term]:
    """The terms that mean something in all of these cores of a text."""
    every = [dict.fromkeys(_terms(made)) for made in cores]
    return [term for term in every[0] if all(term in each for each in every)] if every else []


def _terms(made: core.Core) -> Iterator[Term]:
    for zone in made.zones:
        if zone.box:
            yield from _box(made, zone)
        elif _askable(zone.owners):
            yield from _zone(made, zone)
    for variable in made.fields:
        if _askable(variable.owners) and variable.lies_in is None and variable.answers is None:
            yield from (evolve(each, kept=True) for each in _variable(made, variable))
    fields = (*(each.owners for each in made.zones), *(each.owners for each in made.fields))
    signatures = dict.fromkeys(owners for owners in fields if _askable(owners))
    owning = [*dict.fromkeys(owner for owners in signatures for owner in owners)]
    for definition in made.definitions:
        yield from _definition(made, definition, owning)
    for kind in (each for each in owning if isinstance(each, KindT)):
        for owners in dict.fromkeys([(kind,), *(each for each in signatures if kind in each)]):
            yield from _kinds(made, kind.component, _owners(owners))


def _askable(owners: Sequence[Scalar]) -> bool:
    """Whether all values of these types can be gone through by name."""
    return len(owners) <= 2 and all(isinstance(each, ValueT | KindT) and not isinstance(each, LineT) for each in owners)


def _owners(types: Sequence[Scalar]) -> tuple[Owner, ...]:
    found: list[Owner] = []
    for each in types:
        name = getattr(each, "name", "x")
        taken = {PIECE, *(one.name for one in found)}
        letter = next((sign for sign in name if sign.isalpha() and sign not in taken), "x")
        found.append(Owner(name, letter))
    return tuple(found)


def _path(name: str, owners: Sequence[Owner]) -> str:
    """A field of one owner."""
    more = f"({', '.join(each.name for each in owners[1:])})" if owners[1:] else ""
    return f"{owners[0].name}'s {name}{more}" if owners else name


def _all(name: str, owners: Sequence[Owner]) -> str:
    """A field of all owners."""
    more = f"({', '.join(plural(each.type) for each in owners[1:])})" if owners[1:] else ""
    return f"{plural(owners[0].type)}' {name}{more}" if owners else name


# ---- zones


def _box(made: core.Core, zone: core.Zone) -> Iterator[Term]:
    component = made.components[zone.component]
    if component.pieces is not None:
        text = f"box's {plural(component.name)}"
        yield Term(
            f"{text}'s size",
            f"the number of {plural(component.name)} in the box",
            frozenset((text,)),
            sum=True,
            kept=True,
        )


def _zone(made: core.Core, zone: core.Zone) -> Iterator[Term]:
    owners, about, name = _owners(zone.owners), frozenset((zone.name,)), zone.name
    here, everywhere = _path(name, owners), _all(name, owners)
    yield Term(f"{here} is empty", f"{name} is not empty", about, owners, f"{here} is not empty")
    if zone.kind != "slot":
        yield Term(f"{here}'s size", f"the size of {name}", about, owners, sum=not owners)
    if owners:
        yield Term(f"{everywhere}'s size", f"the size of {everywhere}", about, sum=True)
    component = made.components[zone.component]
    for each in _conditions(made, component):
        some, every = (
            f"some {PIECE} in {everywhere} where {each.so}",
            f"some {PIECE} in {everywhere} where {each.not_so}",
        )
        none, all_ = f"no {PIECE} in {everywhere} where {each.so}", f"every {PIECE} in {everywhere} satisfies {each.so}"
        yield Term(some, f"no {each.asked} of {everywhere} is {each.value}", about, (), none, whole=True)
        yield Term(every, f"every {each.asked} of {everywhere} is {each.value}", about, (), all_, whole=True)
        if each.own and zone.kind != "slot":
            counted = f"(count of {here} as {PIECE} where {each.so})"
            yield Term(counted, f"the number of pieces of {name} that are {each.value}", about, owners, sum=not owners)
            has = f"some {PIECE} in {here} where {each.so}"
            yield Term(has, f"{name}: none is {each.value}", about, owners, f"no {PIECE} in {here} where {each.so}")
        for end in ("first", "last") if zone.kind == "row" else ():
            subject = each.subject.replace(PIECE, f"{here}'s {end}", 1)
            for value, other in (
                (f"is {each.value}", f"is not {each.value}"),
                (f"is not {each.value}", f"is {each.value}"),
            ):
                never, so = f"{here} is not empty and {subject} {value}", f"{here} is empty or {subject} {other}"
                yield Term(f"({never})", f"{end} of {name} {other}", about, owners, so, whole=True)
    for attribute in component.attributes:
        if isinstance(attribute.type, CountsT):
            continue
        of, type_ = attribute.name, without_none(attribute.type)
        if isinstance(type_, NumberT) and not isinstance(attribute.type, OptionalT):
            yield Term(f"(total {of} of {everywhere})", f"the total {of} of {everywhere}", about, sum=True)
        for owner, declared in zip(owners, zone.owners, strict=True):
            if declared == type_ != PLAYER:
                denied = f"every {PIECE} in {here} satisfies {PIECE}'s {of} is {owner.name}"
                other = f"some {PIECE} in {here} where {PIECE}'s {of} is not {owner.name}"
                yield Term(other, f"{name}: each {of} is that of its {owner.type}", about, owners, denied, whole=True)
        for word in ("same", "different") if zone.kind != "slot" else ():
            said = "pieces have the same" if word == "same" else "no two pieces have the same"
            denied = f"{here} is the {word}({of})"
            yield Term(f"{here} is not the {word}({of})", f"{name}: {said} {of}", about, owners, denied, whole=True)


@frozen
class Condition:
    """What can be so of a piece, and not so: that what is `asked` of it is a `value`; `own`: in the author's words."""

    asked: str
    value: str
    subject: str
    own: bool = False

    @property
    def so(self) -> str:
        """That it is so."""
        return f"{self.subject} is {self.value}"

    @property
    def not_so(self) -> str:
        """That it is not so."""
        return f"{self.subject} is not {self.value}"


def _conditions(made: core.Core, component: core.Component) -> Iterator[Condition]:
    """What can be so of a piece: the author's own words first."""
    for definition in made.definitions:
        types = [each_of(made.locals[each].type) for each in definition.params]
        if types == [KindT(component.name)] and isinstance(definition.type, BoolT):
            yield Condition("piece", definition.name, PIECE, own=True)
    for attribute in component.attributes:
        name, asked = attribute.name, f"{PIECE}'s {attribute.name}"
        if isinstance(attribute.type, OptionalT):
            yield Condition(name, "none", asked)
        match attribute.type if isinstance(attribute.type, CountsT) else without_none(attribute.type):
            case BoolT():
                yield Condition("piece", name, PIECE)
            case ValueT(type_name) if len(made.values[type_name]) <= FEW_VALUES:
                yield from (Condition(name, value, asked) for value in made.values[type_name])
            case NumberT(low, high) if high - low < FEW_VALUES:
                yield from (Condition(name, str(value), asked) for value in range(low, high + 1))
            case _:
                pass


# ---- variables


def _variable(made: core.Core, variable: core.Variable) -> Iterator[Term]:
    owners, about, name = _owners(variable.owners), frozenset((variable.name,)), variable.name
    here = _path(name, owners)

    def flag(text: str, denied: str, called: str, more: tuple[Owner, ...] = ()) -> Term:
        return Term(text, called, about, (*owners, *more), denied)

    if isinstance(variable.type, OptionalT):
        yield flag(f"{here} is none", f"{here} is not none", f"{name} is not none")
    player = _owners((PLAYER,))
    match variable.type if isinstance(variable.type, SetT | CountsT) else _plain(variable.type):
        case SetT(of):
            yield Term(f"{here}'s size", f"the size of {name}", about, owners, sum=not owners)
            yield flag(f"{here} is empty", f"{here} is not empty", f"{name} is not empty")
            if of == PLAYER and not owners:
                yield flag(f"p is in {name}", f"p is not in {name}", f"not in {name}", player)
        case CountsT():
            yield Term(f"{here}'s size", f"the size of {name}", about, owners, sum=not owners)
        case NumberT(low, _) if not isinstance(variable.type, OptionalT):
            yield Term(here, name, about, owners, sum=not owners)
            if len(owners) == 1:
                every = plural(owners[0].type)
                yield Term(f"(total {name} of {every})", f"the total {name} of {every}", about, sum=True)
            if low == 0:
                yield flag(f"{here} is 0", f"{here} is not 0", f"{name} is not 0")
        case BoolT() if owners:
            asked = _asked(name, owners)
            yield flag(asked, asked.replace(" is ", " is not ", 1), f"not {name}")
        case BoolT():
            yield flag(name, f"not {name}", f"not {name}")
        case ValueT("player") if not owners:
            yield flag(f"{name} is p", f"{name} is not p", f"not {name}", player)
        case ValueT(type_) if type_ != "player" and len(made.values[type_]) <= FEW_VALUES // 2:
            for value in made.values[type_]:
                yield flag(f"{here} is {value}", f"{here} is not {value}", f"{name} is not {value}")
        case _:
            pass


def _plain(type_: object) -> object:
    return without_none(type_) if isinstance(type_, OptionalT) else type_


def _asked(name: str, owners: Sequence[Owner]) -> str:
    more = f"({', '.join(each.name for each in owners[1:])})" if owners[1:] else ""
    return f"{owners[0].name} is {name}{more}"


# ---- definitions, and what kinds of pieces are that own fields


def _definition(made: core.Core, definition: core.Definition, owning: Collection[Scalar]) -> Iterator[Term]:
    """What is asked of values, and of kinds that own fields."""
    types = [each_of(made.locals[each].type) for each in definition.params]
    if not _askable(types) or any(isinstance(each, KindT) and each not in owning for each in types):
        return
    owners, name = _owners(types), definition.name
    here, about = _path(name, owners), frozenset((name, *_read(made, definition)))
    match definition.type:
        case NumberT():
            yield Term(here, name, about, owners, sum=not owners)
        case BoolT() if owners:
            asked = _asked(name, owners)
            yield Term(asked, f"not {name}", about, owners, asked.replace(" is ", " is not ", 1))
        case BoolT():
            yield Term(name, f"not {name}", about, (), f"not {name}")
        case _:
            pass


def _read(made: core.Core, definition: core.Definition) -> Iterator[str]:
    """The names of the fields that a definition asks, itself or by others."""
    for node in walk((definition.lets, definition.result)):
        match node:
            case core.ZoneRef(number):
                yield made.zones[number].name
            case core.VarRef(number):
                yield made.variables[number].name
            case core.CallDefinition(number):
                yield from _read(made, made.definitions[number])
            case _:
                pass


def _kinds(made: core.Core, name: str, owners: tuple[Owner, ...]) -> Iterator[Term]:
    """What a kind is and where it lies, of all owners of a field of which it is one."""
    number = next(at for at, each in enumerate(made.components) if each.name == name)
    asked = next(each.name for each in owners if each.type == name)
    for attribute in made.components[number].attributes:
        if isinstance(attribute.type, NumberT):
            yield Term(f"{asked}'s {attribute.name}", f"its {attribute.name}", frozenset((attribute.name,)), owners)
    for zone in made.zones:
        if zone.component == number and not zone.box and _askable(zone.owners):
            where = _all(zone.name, _owners(zone.owners))
            about = frozenset((zone.name,))
            yield Term(f"{asked} is in {where}", f"not in {where}", about, owners, f"{asked} is not in {where}")
