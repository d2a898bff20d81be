"""What may be asked of a thing: the library's questions, its attributes, its fields, and definitions of its type."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Literal

from attrs import frozen

from tests.made.declared import DIRECTION, FLAG, NUMBER, PLAYER, TEAM, Shape, Sort, Type
from tests.made.fields import of_subject, readable
from tests.made.scribe import Env, Local, Unfit

Answer = Shape | Literal["several"]


@frozen
class Question:
    """A question with the type and shape of its answer; `make` writes it, with its subject."""

    weight: int
    type: Type
    shape: Answer
    make: Callable[[], str]


@frozen
class Thing:
    """What is asked: a text before `'s`, its type, and the name that it is, if it is one."""

    text: str
    type: Type
    local: Local | None = None

    @property
    def start(self) -> str:
        """The text and its possessive."""
        return {"you": "your ", "it": "its "}.get(self.text, f"{self.text}'s ")


def thing(env: Env) -> Thing:
    """Something to ask: names first of all."""
    found = [Thing(each.name, each.type, each) for each in env.locals if not each.several]
    if env.it is not None and not env.asking:
        found += [Thing("it", env.it.type, env.it)] * 3
    if env.you:
        found += [Thing("you", PLAYER)] * 2
    if found and env.happens(0.75):
        return env.dice.of(found)
    type_ = env.dice.of(env.world.types)
    text = env.subject(type_)
    return Thing(text, type_, next((one for one in env.locals if one.name == text), None))


def answer(env: Env, type_: Type, shapes: Sequence[Answer], depth: int) -> str:
    """An answer of this type."""
    for _ in range(5):
        with suppress(Unfit):
            known = questions(env, thing(env), depth)
            return a_question(env, [each for each in known if each.type == type_ and each.shape in shapes]).make()
    raise Unfit


def a_question(env: Env, known: Sequence[Question]) -> Question:
    """One of these."""
    if not known:
        raise Unfit
    return known[env.dice.weighted([each.weight for each in known])]


def questions(env: Env, asked: Thing, depth: int) -> Iterator[Question]:
    """Everything that may be asked of a thing here."""
    if asked.local is not None and asked.local.hidden and env.careful:
        yield from of_hidden(env, asked)
        return
    yield from of_sort(env, asked)
    mine = asked.text == "you"
    whose = "your" if mine else asked.text
    for one in env.world.variables:
        if asked.type in one.owners and readable(one, env, own=mine) and (mine or not env.own):
            make = lambda one=one: of_subject(env, one, asked.type, whose).text  # noqa: E731 - it is short
            yield Question(8, one.type, one.shape, make)
    for each in env.world.definitions[env.rank :]:
        if each.of == asked.type and each.result is not None and not env.own:
            shape: Answer = "several" if each.many else "maybe" if each.maybe else "one"
            make = lambda each=each: asked.start + env.call(each, depth, sure=env.happens(0.6))  # noqa: E731 - as above
            yield Question(10, each.result, shape, make)


PLACES: tuple[Sort, ...] = ("spot", "grid", "hex", "joined")
NAMED: tuple[Sort, ...] = ("enumeration", "grid", "hex", "joined", "direction")
GRID: tuple[Sort, ...] = ("grid",)
LAID_OUT: tuple[Sort, ...] = ("grid", "hex")
LIBRARY: tuple[tuple[tuple[Sort, ...], str, Type | None, Answer, int], ...] = (
    (("player",), "left", PLAYER, "one", 6),
    (("player",), "right", PLAYER, "one", 6),
    (("player",), "seat", NUMBER, "one", 6),
    (("player",), "team", TEAM, "one", 6),
    (("player",), "others", PLAYER, "several", 6),
    (("team",), "members", PLAYER, "several", 12),
    (("line",), "directions", DIRECTION, "several", 6),
    (("line",), "edge", FLAG, "one", 12),
    (("line",), "runs(2)", None, "several", 12),
    (("direction",), "turned(<small>)", DIRECTION, "one", 12),
    (("direction",), "straight", FLAG, "one", 6),
    (("direction",), "slanting", FLAG, "one", 6),
    (NAMED, "number", NUMBER, "one", 6),
    (NAMED, "next", None, "one", 3),
    (NAMED, "previous", None, "one", 3),
    (PLACES, "neighbors", None, "several", 8),
    (PLACES, "between(<other>)", None, "several", 6),
    (PLACES, "distance(<other>)", NUMBER, "maybe", 6),
    (PLACES, "around", None, "several", 5),
    (PLACES, "ring(<few>)", None, "several", 5),
    (GRID, "leaps(<few>, 1)", None, "several", 5),
    (LAID_OUT, "step(<way>)", None, "maybe", 6),
    (LAID_OUT, "ray(<way>)", None, "several", 6),
    (LAID_OUT, "reach(<way>)", None, "several", 12),
    (LAID_OUT, "direction(<other>)", DIRECTION, "maybe", 6),
    (LAID_OUT, "row", NUMBER, "one", 5),
    (LAID_OUT, "column", NUMBER, "one", 5),
    (LAID_OUT, "edge", FLAG, "one", 6),
    (("enumeration", *PLACES), "past(<other>)", FLAG, "one", 4),
)
"""Of which sorts something is asked, how, the type of the answer (None: the same), its shape, and how often."""


def of_sort(env: Env, asked: Thing) -> Iterator[Question]:
    """The library's questions of this sort of thing, and the attributes of a piece."""
    type_ = asked.type
    boards = [zone for zone in env.world.zones if zone.place == type_]
    gaps: dict[str, Callable[[], str]] = {
        "small": lambda: env.number(0) if env.happens(0.3) else str(env.dice.between(-1, 4)),
        "few": lambda: str(env.dice.between(0, 2)),
        "other": lambda: env.value(type_, 0),
        "way": lambda: env.of("left", "right") if env.happens(0.3) else env.value(DIRECTION, 0),
    }

    def made(text: str) -> str:
        return asked.start + re.sub(r"<(\w+)>", lambda gap: gaps[gap[1]](), text)

    if type_.sort == "kind":
        for each in env.world.component(type_).attributes:
            yield Question(10, each.type, each.shape, lambda each=each: f"{asked.start}{each.name}")
        yield from of_hidden(env, asked)
    for sorts, text, of, shape, weight in LIBRARY:
        if type_.sort in sorts and not (text.startswith("reach") and (len(boards) != 1 or boards[0].owners)):
            yield Question(weight, of or type_, shape, lambda text=text: made(text))


def of_hidden(env: Env, asked: Thing) -> Iterator[Question]:
    """What may be asked of a piece whose face is not seen: how it lies."""
    local = asked.local
    if local is None or not local.piece or env.own or local.zone is None:
        return
    start, zone = asked.start, local.zone
    if zone.with_owner:
        yield Question(10, PLAYER, "maybe", lambda: f"{start}owner")
    if zone.faced:
        yield Question(10, PLAYER, "several", lambda: f"{start}viewers")
        yield Question(14, FLAG, "one", lambda: f"{start}{env.of('face-up', 'face-down')}")
    if len(zone.owners) == 1 and zone.owners[0].sort not in ("number", "flag"):
        yield Question(8, zone.owners[0], "maybe", lambda: f"{start}holder")
    if len(zone.owners) == 2 and zone.owners[0] != zone.owners[1]:
        for owner in zone.owners:
            yield Question(10, owner, "maybe", lambda owner=owner: f"{start}holder({owner.name})")
    others = [each.name for each in env.locals if each.piece and each.zone == zone and each.name != local.name]
    if zone.ordered and others:
        yield Question(10, FLAG, "one", lambda: f"{start}past({env.dice.of(others)})")
