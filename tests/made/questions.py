"""What may be asked of a thing: the library's questions, its attributes, its fields, and definitions of its type."""

from collections.abc import Callable, Iterator
from typing import Literal

from attrs import frozen

from tests.made.declared import DIRECTION, FLAG, NUMBER, PLAYER, TEAM, Shape, Signature, Type
from tests.made.fields import Naming, of_subject, readable
from tests.made.scribe import Env, Local, Scribe

Answer = Shape | Literal["several"]


@frozen
class Question:
    """A question with the type and shape of its answer; `make` writes it, with its subject."""

    weight: int
    type: Type
    shape: Answer
    make: Callable[[], str | None]


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


def things(scribe: Scribe, env: Env) -> list[Thing]:
    """What there is to ask: names first of all."""
    found = [Thing(each.name, each.type, each) for each in env.locals if not each.several]
    if env.it is not None and not env.asking:
        found += [Thing("it", env.it.type, env.it)] * 3
    if env.you:
        found += [Thing("you", PLAYER)] * 2
    return found


def thing(scribe: Scribe, env: Env) -> Thing | None:
    """Something to ask."""
    known = things(scribe, env)
    if known and scribe.happens(0.75):
        return scribe.dice.of(known)
    type_ = scribe.dice.of(scribe.world.types)
    text = scribe.subject(env, type_)
    return None if text is None else Thing(text, type_, next((one for one in env.locals if one.name == text), None))


def answer(scribe: Scribe, env: Env, type_: Type, shapes: tuple[Answer, ...], depth: int) -> str | None:
    """An answer of this type."""
    for _ in range(5):
        asked = thing(scribe, env)
        if asked is None:
            continue
        known = [each for each in questions(scribe, env, asked, depth) if each.type == type_ and each.shape in shapes]
        if known:
            text = known[scribe.dice.weighted([each.weight for each in known])].make()
            if text is not None:
                return text
    return None


def questions(scribe: Scribe, env: Env, asked: Thing, depth: int) -> Iterator[Question]:
    """Everything that may be asked of a thing here."""
    if asked.local is not None and asked.local.hidden and env.careful:
        yield from of_hidden(scribe, env, asked)
        return
    yield from of_sort(scribe, env, asked, depth)
    mine = asked.text == "you"
    whose = "your" if mine else asked.text
    for one in scribe.world.variables:
        if asked.type in one.owners and readable(one, Naming("", mine), env) and (mine or not env.own):
            yield Question(8, one.type, one.shape, lambda one=one: of_subject(scribe, env, one, whose, asked.type))
    for each in scribe.world.definitions[env.rank :]:
        if each.of == asked.type and each.result is not None and not env.own:
            shape: Answer = "several" if each.many else "maybe" if each.maybe else "one"
            yield Question(10, each.result, shape, lambda each=each: defined(scribe, env, asked, each, depth))


def defined(scribe: Scribe, env: Env, asked: Thing, each: object, depth: int) -> str | None:
    """A definition asked of a thing."""
    assert isinstance(each, Signature)
    inner = scribe.call(env, each.name, each.params, depth, sure=scribe.happens(0.6))
    return f"{asked.start}{inner}" if inner else None


def of_sort(scribe: Scribe, env: Env, asked: Thing, depth: int) -> Iterator[Question]:
    """The library's questions of this sort of thing."""
    type_, start = asked.type, asked.start

    def plain(name: str, of: Type, shape: Answer = "one", weight: int = 6) -> Question:
        return Question(weight, of, shape, lambda: f"{start}{name}")

    match type_.sort:
        case "player":
            yield from (plain("left", PLAYER), plain("right", PLAYER), plain("seat", NUMBER), plain("team", TEAM))
            yield plain("others", PLAYER, "several")
        case "team":
            yield plain("members", PLAYER, "several", 12)
        case "line":
            yield plain("directions", DIRECTION, "several")
            yield plain("edge", FLAG, weight=12)
            yield plain("runs(2)", type_, "several", 12)
        case "direction":
            yield Question(12, DIRECTION, "one", lambda: f"{start}turned({_small(scribe, env)})")
            yield from (plain("straight", FLAG), plain("slanting", FLAG))
        case "kind":
            yield from of_piece(scribe, env, asked)
        case "number" | "flag":
            pass
        case _:
            pass
    if type_.sort in ("enumeration", "grid", "joined", "direction"):
        yield from (plain("number", NUMBER), plain("next", type_, weight=3), plain("previous", type_, weight=3))
    if type_.place:
        yield from of_place(scribe, env, asked, depth)
    if type_.sort in ("enumeration", "grid", "joined", "spot"):
        yield Question(4, FLAG, "one", lambda: f"{start}past({_same(scribe, env, type_)})")


def _small(scribe: Scribe, env: Env) -> str:

    return scribe.number(env, 0) if scribe.happens(0.3) else str(scribe.dice.between(-1, 4))


def _same(scribe: Scribe, env: Env, type_: Type) -> str:

    return scribe.value(env, type_, 0)


def of_place(scribe: Scribe, env: Env, asked: Thing, depth: int) -> Iterator[Question]:
    """Questions of a place: what is near, and where it lies."""
    type_, start = asked.type, asked.start

    def other() -> str:
        return _same(scribe, env, type_)

    def way() -> str:

        return scribe.of("left", "right") if scribe.happens(0.3) else scribe.value(env, DIRECTION, 0)

    yield Question(8, type_, "several", lambda: f"{start}neighbors")
    yield Question(6, type_, "several", lambda: f"{start}between({other()})")
    yield Question(6, NUMBER, "maybe", lambda: f"{start}distance({other()})")
    yield Question(5, type_, "several", lambda: f"{start}around")
    if type_.sort != "grid":
        return
    yield Question(5, type_, "several", lambda: f"{start}leaps({scribe.dice.between(0, 2)}, 1)")
    yield Question(6, type_, "maybe", lambda: f"{start}step({way()})")
    yield Question(6, type_, "several", lambda: f"{start}ray({way()})")
    boards = [zone for zone in scribe.world.zones if zone.place == type_]
    if len(boards) == 1 and not boards[0].owners:
        yield Question(12, type_, "several", lambda: f"{start}reach({way()})")
    yield Question(6, DIRECTION, "maybe", lambda: f"{start}direction({other()})")
    yield Question(5, NUMBER, "one", lambda: f"{start}row")
    yield Question(5, NUMBER, "one", lambda: f"{start}column")
    yield Question(6, FLAG, "one", lambda: f"{start}edge")


def of_piece(scribe: Scribe, env: Env, asked: Thing) -> Iterator[Question]:
    """Attributes of a piece, and where it lies."""
    for each in scribe.component(asked.type).attributes:
        yield Question(10, each.type, each.shape, lambda each=each: f"{asked.start}{each.name}")
    yield from of_hidden(scribe, env, asked)


def of_hidden(scribe: Scribe, env: Env, asked: Thing) -> Iterator[Question]:
    """What may be asked of a piece whose face is not seen: how it lies."""
    local = asked.local
    if local is None or not local.piece or env.own:
        return
    start, zone = asked.start, local.zone
    if zone is not None and zone.with_owner:
        yield Question(10, PLAYER, "maybe", lambda: f"{start}owner")
    if zone is not None and zone.faced:
        yield Question(10, PLAYER, "several", lambda: f"{start}viewers")
        yield Question(14, FLAG, "one", lambda: f"{start}{scribe.of('face-up', 'face-down')}")
    if zone is not None and len(zone.owners) == 1 and zone.owners[0].sort not in ("number", "flag"):
        yield Question(8, zone.owners[0], "maybe", lambda: f"{start}holder")
    if zone is not None and len(zone.owners) == 2 and zone.owners[0] != zone.owners[1]:
        for owner in zone.owners:
            yield Question(10, owner, "maybe", lambda owner=owner: f"{start}holder({owner.name})")
    if zone is not None and zone.ordered:
        others = [each.name for each in env.locals if each.piece and each.zone == zone and each.name != local.name]
        if others:
            yield Question(10, FLAG, "one", lambda: f"{start}past({scribe.dice.of(others)})")
