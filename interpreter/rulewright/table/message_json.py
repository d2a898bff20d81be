"""Frozen classes as plain data and back, and the schema of what they become: one function each, for any class.

A class becomes an object of its fields. A field that has its default is left out, and who reads puts it there again.
Law: what `as_data` makes of a value fits `schema` of its class, and `of_data` makes the same value of it.
"""

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, fields, has

if TYPE_CHECKING:
    from attrs import AttrsInstance

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"
T = TypeVar("T")

PLAIN: Final[Mapping[object, tuple[str, str]]] = {
    str: ("string", "a text"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    bool: ("boolean", "true or false"),
    NoneType: ("null", "null"),
}
"""The plain types: what a schema and what a sentence calls them."""


class MessageError(ValueError):
    """Data that has not the form that was expected: where, and what belongs there."""


def as_data(value: object) -> Data:
    """A value as plain data; what has its default is left out."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_data(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(each) for each in value]
    parts = ((each.name, getattr(value, each.name), default_of(each)) for each in _fields(type(value)))
    return {name: as_data(part) for name, part, default in parts if default is NOTHING or part != default}


def _fields(made: type) -> "tuple[Attribute[object], ...]":
    found: tuple[Attribute[object], ...] = fields(cast("type[AttrsInstance]", made))
    return found


def default_of(field: "Attribute[object]") -> object:
    """What a field is where nobody says it; NOTHING if it must be said."""
    factory = getattr(field.default, "factory", None)
    return factory() if factory else field.default


def of_data(made: type[T], data: object, where: str = "the message") -> T:
    """The value of a class that data from outside says; MessageError where it is none."""
    if not isinstance(data, dict):
        raise MessageError(f"{where} must be an object.")
    hints, known = get_type_hints(made), {each.name: default_of(each) for each in _fields(made)}
    if unknown := [str(key) for key in data if key not in known]:
        raise MessageError(f'{where} has "{unknown[0][:40]}", which it may not have.')
    if missing := [name for name, default in known.items() if name not in data and default is NOTHING]:
        raise MessageError(f'{where} has no "{missing[0]}".')
    return made(**{name: _read(hints[name], part, f'"{name}" of {where}') for name, part in data.items()})


def _read(wanted: object, data: object, where: str) -> object:
    origin, inner = get_origin(wanted), get_args(wanted)
    several = inner if origin in (Union, UnionType) else (wanted,)
    for each in several:
        if isinstance(each, type) and has(each) and (isinstance(data, dict) or wanted is each):
            return of_data(each, data, where)
        literal = get_args(each) if get_origin(each) is Literal else ()
        if type(data) is each or any(type(data) is type(one) and data == one for one in literal):
            return data
    if origin is tuple and isinstance(data, list):
        return tuple(_read(inner[0], each, where) for each in data)
    raise MessageError(f"{where} must be {_called(wanted)}.")


def _called(wanted: object) -> str:
    """What belongs somewhere, in words."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return f"one of {', '.join(map(str, inner))}"
    if origin is tuple:
        return f"a list of which each is {_called(inner[0])}"
    if origin in (Union, UnionType):
        return " or ".join(map(_called, inner))
    return PLAIN[wanted][1] if wanted in PLAIN else "an object"


def schema(messages: Mapping[str, Mapping[str, type]], version: int, title: str) -> Data:
    """The JSON schema of messages: by who sends them, and by their type the class of each."""
    found: dict[str, Data] = {}

    def form(wanted: object) -> dict[str, Data]:
        origin, inner = get_origin(wanted), get_args(wanted)
        if isinstance(wanted, type) and has(wanted):
            if wanted.__name__ not in found:
                found[wanted.__name__] = None  # it may contain itself
                found[wanted.__name__] = of_class(wanted, {})
            return reference(wanted.__name__)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin is tuple and inner[-1] is Ellipsis:
            return {"type": "array", "items": form(inner[0])}
        if origin is tuple:
            return {"type": "array", "prefixItems": [form(each) for each in inner], "items": False}
        if origin in (Union, UnionType):
            return {"anyOf": [form(each) for each in inner]}
        if origin is Mapping:
            return {"type": "object", "additionalProperties": form(inner[1])}
        return {"type": PLAIN[wanted][0]}

    def of_class(made: type, tag: dict[str, Data]) -> Data:
        hints, properties, needed = get_type_hints(made), dict(tag), list[Data](tag)
        for each in _fields(made):
            default = default_of(each)
            properties[each.name] = form(hints[each.name])
            if default is NOTHING:
                needed.append(each.name)
            else:
                properties[each.name] = {**form(hints[each.name]), "default": as_data(default)}
        about = " ".join((made.__doc__ or "").split())
        closed: dict[str, Data] = {"required": needed, "additionalProperties": False}
        return {"description": about, "type": "object", "properties": properties, **closed}

    def reference(name: str) -> dict[str, Data]:
        return {"$ref": f"#/$defs/{name}"}

    def one_of(names: Iterable[str]) -> dict[str, Data]:
        return {"oneOf": [reference(name) for name in names]}

    for some in messages.values():
        for name, made in some.items():
            found[name] = of_class(made, {"v": {"const": version}, "type": {"const": name}})
    senders: dict[str, Data] = {sender: one_of(some) for sender, some in messages.items()}
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": title, **one_of(senders), "$defs": {**senders, **found}}
