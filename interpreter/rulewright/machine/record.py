"""Records: one game as JSON Lines, UTF-8. What may stand in a line, writing and reading; nothing here plays.

    {"record":"rulewright/1","game":NAME,"rules":SHA256,"language":V,"program":SHA256,"players":N,"options":{…},
     "seed":S,"number":K,"table":TABLE}                                              in one line
    {"chance":"shuffle"|"draw"|"roll","what":LABEL,"outcome":ITEM or [ITEM, …]}       a shuffle: first item = top
    {"seat":0,"move":[ACTION, ARGUMENT, …],"legal":[[…], …]}                          "legal" only when asked for
    {"seat":0,"move":[ACTION, ARGUMENT, …],"phase":TITLE}                             where the title tells values
    {"back":17} or {"back":17,"seen":true}                                            decisions are counted from 1
    {"end":true,"scores":[…],"winners":[…]}                                           only a "back" may follow

TABLE, which only games at a table have, is {"people":{SEAT:NAME or null,…},"seed":S,"ask-all":BOOL,"bots":{SEAT:LEVEL,
…},"file":PATH}: who sits where, what the other seats (and chance, where the game has no seed) are drawn by, how strong
those are that do not play at random, and where the rules lay.

The reader is strict: what it does not know it refuses, with the line's number. A last line without a line end that is
not whole is ignored: a process was killed while writing it.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from attrs import frozen

from rulewright.levels import level_of
from rulewright.machine.chance import Item

KIND: Final = "rulewright/1"
LONGEST_LINE: Final = 1 << 20
BYTES: Final = 1 << 25
LINES: Final = 1_000_000
BACKS: Final = 50_000  # so often a record may go back
TOO_MANY_BACKS: Final = (
    f"the record goes back more than {BACKS:,} times. Leave out moves, together with the lines that take them back"
)
LARGEST: Final = 2**64
K = TypeVar("K")
T = TypeVar("T")
Move = tuple[Item, ...]


class RecordError(Exception):
    """A record that cannot be read: the line's number (from 1) and what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@frozen
class Table:
    """How a game goes on at a table: the people by seat with the names that they gave, the seed of the seats without
    people (and of chance, where the game has none), whether all is asked, and where the rules lay."""

    people: tuple[tuple[int, str | None], ...]
    seed: int
    ask_all: bool = False
    file: str | None = None
    bots: tuple[tuple[int, str], ...] = ()


@frozen
class Header:
    """What was played. `seed` is None where chance came from elsewhere; `language` is the version in which the rules
    were read, `program` the hash of what was made of them: older records have neither."""

    game: str
    rules: str
    players: int
    options: tuple[tuple[str, Item | bool], ...]
    seed: int | None = None
    number: int = 0
    table: Table | None = None
    language: int | None = None
    program: str | None = None


@frozen
class ChanceLine:
    """A chance event and its outcome."""

    kind: Literal["shuffle", "draw", "roll"]
    what: str
    outcome: Item | tuple[Item, ...]


@frozen
class MoveLine:
    """A seat's move; `legal` are all moves it had, where that was asked for; `phase` the title under which it was made,
    where that tells values: it is told and not followed."""

    seat: int
    move: Move
    legal: tuple[Move, ...] | None = None
    phase: str | None = None


@frozen
class BackLine:
    """Play goes on from before this decision; `seen`: some seat had seen what it could not know then."""

    decision: int
    seen: bool = False


@frozen
class EndLine:
    """The end, as it was told; checked, never believed."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


Line = ChanceLine | MoveLine | BackLine | EndLine


@frozen
class Record:
    """A whole record; `numbers[i]` is the number of the text line of `lines[i]`."""

    header: Header
    lines: tuple[Line, ...]
    numbers: tuple[int, ...]


def dump(line: Header | Line) -> str:
    """A line as JSON, without its line end."""
    match line:
        case Header(seed=seed, table=table):
            names = {"record": KIND, **how_rules_are_named(line), "players": line.players}
            chance = {"seed": seed, "number": None if seed is None else line.number}
            told = {**names, "options": dict(line.options), **chance}
            if table is not None:
                people, bots = ({str(seat): each for seat, each in some} for some in (table.people, table.bots))
                how = {"seed": table.seed, "ask-all": table.ask_all, "bots": bots or None, "file": table.file}
                told["table"] = {"people": people, **present(how)}
            return as_json(present(told))
        case ChanceLine(kind, what, outcome):
            return as_json({"chance": kind, "what": what, "outcome": outcome})
        case MoveLine(seat, move, legal, phase):
            return as_json(present({"seat": seat, "move": move, "legal": legal, "phase": phase}))
        case BackLine(decision, seen):
            return as_json(present({"back": decision, "seen": seen or None}))
        case EndLine(scores, winners):
            return as_json({"end": True, "scores": scores, "winners": winners})


def how_rules_are_named(header: Header) -> dict[str, Any]:
    """Their text, the language of that, and what was made of it."""
    return {"game": header.game, "rules": header.rules, "language": header.language, "program": header.program}


def as_json(data: dict[str, Any]) -> str:
    """An object in a line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def present(data: dict[str, Any]) -> dict[str, Any]:
    """Without what is None."""
    return {key: value for key, value in data.items() if value is not None}


def read(path: Path) -> Record:
    """Read a record; RecordError if it is none."""
    with path.open("rb") as file:
        return parse(iter(lambda: file.readline(LONGEST_LINE + 2), b""))


def parse(raw: Iterable[bytes]) -> Record:
    """A record from its lines, each with its line end; a last one without, which is half written, is left out."""
    header, backs, size, lines = None, 0, 0, dict[int, Line]()
    for number, text in enumerate(raw, start=1):
        size += len(text)
        if size > BYTES:
            raise RecordError(number, "the record is longer than 32 MiB")
        if number > LINES:
            raise RecordError(number, f"the record has more than {LINES:,} lines")
        if len(text.rstrip(b"\r\n")) > LONGEST_LINE:
            raise RecordError(number, "the line is longer than 1 MiB")
        try:
            data = json.loads(text.decode("utf-8"), object_pairs_hook=_once)
        except (ValueError, RecursionError) as problem:
            if not text.endswith(b"\n"):
                break
            raise RecordError(number, f"this is no JSON object: {problem}") from None
        if not isinstance(data, dict):
            raise RecordError(number, "this is no JSON object")
        if header is None:
            header = _header(number, data)
            continue
        before = next(reversed(lines.values()), None)
        line = lines[number] = _line(number, data)
        if isinstance(before, EndLine) and not isinstance(line, BackLine):
            raise RecordError(number, "the record goes on after its end")
        backs += isinstance(line, BackLine)
        if backs > BACKS:
            raise RecordError(number, TOO_MANY_BACKS)
    if header is None:
        raise RecordError(1, "the record is empty")
    return Record(header, tuple(lines.values()), tuple(lines))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


Row = tuple[str, Callable[[Any], Any], str] | tuple[str, Callable[[Any], Any], str, Any]
"""A key, how its value is checked, what it must be, and its default, if it may be missing."""


def _taken(number: int, data: Mapping[str, Any], *rows: Row) -> list[Any]:
    """The checked values of these keys; what is left over is refused."""
    left, found = dict(data), list[Any]()
    for key, check, what, *default in rows:
        if key not in left and not default:
            raise RecordError(number, f'"{key}" is missing')
        try:
            found.append(check(left[key]) if key in left else default[0])
        except (TypeError, ValueError):
            raise RecordError(number, f'"{key}" must be {what}, not {json.dumps(left[key])[:60]}') from None
        left.pop(key, None)
    if left:
        raise RecordError(number, f'unknown key "{next(iter(left))}"')
    return found


def _header(number: int, data: dict[str, Any]) -> Header:
    if data.pop("record", None) != KIND:
        raise RecordError(number, f'the first line must begin {{"record":"{KIND}"')
    found = _taken(
        number,
        data,
        ("game", _text, "a string"),
        ("rules", _text, "a string"),
        ("players", _within(1, 12), "a number from 1 to 12"),
        (
            "options",
            _pairs(str, lambda value: value if isinstance(value, bool) else _item(value)),
            "an object of strings, numbers, true and false",
        ),
        ("seed", _number, "a number", None),
        ("number", _number, "a number", 0),
        ("table", lambda value: _table(number, value), "an object", None),
        ("language", _within(1, LARGEST), "a version of the language, from 1", None),
        ("program", _text, "a string", None),
    )
    return Header(*found)


def _table(number: int, value: object) -> Table:
    if not isinstance(value, dict):
        raise TypeError
    found = _taken(
        number,
        value,
        ("people", _by_seat(lambda name: None if name is None else _text(name)), "an object of names or null by seat"),
        ("seed", _number, "a number"),
        ("ask-all", _one_of(True, False), "true or false"),
        ("file", _text, "a string", None),
        ("bots", _by_seat(_level), "an object of levels by seat", ()),
    )
    return Table(*found)


def _level(value: object) -> str:
    if level_of(_text(value)) is None:
        raise ValueError
    return _text(value)


def _by_seat(check: Callable[[object], T]) -> Callable[[object], tuple[tuple[int, T], ...]]:
    pairs = _pairs(lambda seat: _within(0, 11)(int(seat)), check)
    return lambda value: tuple(sorted(dict(pairs(value)).items(), key=lambda each: each[0]))


def _pairs(key: Callable[[str], K], check: Callable[[object], T]) -> Callable[[object], tuple[tuple[K, T], ...]]:
    def checked(value: object) -> tuple[tuple[K, T], ...]:
        if not isinstance(value, dict):
            raise TypeError
        return tuple((key(name), check(each)) for name, each in value.items())

    return checked


def _line(number: int, data: dict[str, Any]) -> Line:
    seat: Row = ("seat", _within(0, 11), "a seat from 0 to 11")
    if "chance" in data:
        kind: Row = ("chance", _one_of("shuffle", "draw", "roll"), "shuffle, draw or roll")
        one: Row = ("outcome", _item, "a name or a number")
        many: Row = ("outcome", _list_of(_item), "a list of names")
        outcome = many if data["chance"] == "shuffle" else one
        return ChanceLine(*_taken(number, data, kind, ("what", _text, "a string"), outcome))
    if "move" in data:
        move: Row = ("move", _move, "a list that begins with an action")
        legal: Row = ("legal", _list_of(_move), "a list of moves", None)
        return MoveLine(*_taken(number, data, seat, move, legal, ("phase", _text, "a string", None)))
    if "back" in data:
        back: Row = ("back", _within(1, LARGEST), "the number of a decision")
        return BackLine(*_taken(number, data, back, ("seen", _one_of(True), "true", False)))
    if "end" in data:
        scores: Row = ("scores", _list_of(_number), "a list of numbers")
        winners: Row = ("winners", _list_of(_number), "a list of seats")
        return EndLine(*_taken(number, data, ("end", _one_of(True), "true"), scores, winners)[1:])
    raise RecordError(number, "this line has neither chance, move, back nor end")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: object) -> int:
    if type(value) is not int or abs(value) >= LARGEST:
        raise TypeError
    return value


def _within(low: int, high: int) -> Callable[[object], int]:
    def check(value: object) -> int:
        number = _number(value)
        if not low <= number <= high:
            raise ValueError
        return number

    return check


def _one_of(*values: T) -> Callable[[object], T]:
    def check(value: object) -> T:
        found = next((each for each in values if type(each) is type(value) and each == value), None)
        if found is None:
            raise ValueError
        return found

    return check


def _item(value: object) -> Item:
    return value if isinstance(value, str) else _number(value)


def _list_of(check: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    def checked(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise TypeError
        return tuple(map(check, value))

    return checked


def _move(value: object) -> Move:
    items = _list_of(_item)(value)
    _text(items[0] if items else None)
    return items
