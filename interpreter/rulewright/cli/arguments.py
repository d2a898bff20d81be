"""What a verb is, and what the texts of its arguments mean. It carries nothing out."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import chain
from operator import methodcaller
from typing import Any, Final, NoReturn, TypeVar

from attrs import frozen

from rulewright import __version__
from rulewright.files import shipped
from rulewright.language.suggest import closest
from rulewright.levels import MAX_ITERATIONS, WORDS as LEVEL_WORDS, Level, level_of
from rulewright.shown import Misuse, shown
from rulewright.table.typed_line import normal

FINE, FINDINGS, MISUSE = 0, 1, 2
SEEDS: Final = 1 << 64

Argument = Callable[[argparse.ArgumentParser], object]
"""An argument: what makes a parser take it."""


@frozen
class Verb:
    """A command: its place in the list of all; `run` gets its arguments by name, and gives the exit code."""

    place: int
    name: str
    about: str
    arguments: tuple[Argument, ...]
    run: Callable[..., int]


def verb(name: str, **readers: Callable[[str], object]) -> Callable[[Callable[..., int]], Verb]:
    """Makes a command of a function, as `arguments.txt` says, where a <reader> is one of `readers`."""
    about, *rows = _ROWS[name]
    arguments = tuple(_argument(row, {"level": _seat_level, **readers}) for row in rows)
    return lambda run: Verb([*_ROWS].index(name), name, about, arguments, run)


def _rows() -> dict[str, list[str]]:
    """By verb what it is for, and a row for each of its arguments, as they are written in `arguments.txt`."""
    text = files("rulewright.cli").joinpath("arguments.txt").read_text(encoding="utf-8").format_map(WORDS)
    _, common, *verbs = text.replace("\n        ", " ").split("\n\n")
    named = dict(row.split(maxsplit=1) for row in common.splitlines()[1:])
    found: dict[str, list[str]] = {}
    for head, *rows in map(str.splitlines, verbs):
        name, _, about = head.partition(": ")
        own = ([row.strip()] if ": " in row else map(named.__getitem__, row.split()) for row in rows)
        found[name] = [about, *chain.from_iterable(own)]
    return found


WORDS: Final = {"LEVELS": LEVEL_WORDS, "MAX_ITERATIONS": MAX_ITERATIONS, "LAST_SEED": SEEDS - 1}
_ROWS: Final = _rows()


def _argument(row: str, readers: Mapping[str, Callable[[str], object]]) -> Argument:
    spec, _, about = row.partition(": ")
    name, *words = spec.split()
    how: dict[str, Any] = {"help": about}
    for word in words:
        low, dots, high = word.partition("..")
        match word[0]:
            case _ if dots:
                how["type"] = number(int(low), int(high))
            case "<":
                how["type"] = readers[word[1:-1]]
            case "?":
                how |= {"nargs": "?", "const": how.get("type", str)(word[1:])}
            case "+":
                how["nargs"] = "+"
            case "*" if not name.startswith("-"):
                how["nargs"] = "*"
            case "*":
                how |= {"action": "append", "default": []}
            case "=":
                how["default"] = word[1:]
            case "!":
                how["required"] = True
            case ">":
                how["dest"] = word[1:]
            case _ if "|" in word and word.islower():
                how["choices"] = word.split("|")
            case _:
                how["metavar"] = word
    if name.startswith("-") and not how.keys() & {"metavar", "choices"}:
        how["action"] = "store_true"
    return methodcaller("add_argument", name, **how)


Setting = int | str | bool
SWITCHES: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def options(pairs: Sequence[str]) -> dict[str, Setting]:
    """Read `name=value`: `_` is `-`; on, true, yes are the same, and off, false, no; digits are a number."""
    options: dict[str, Setting] = {}
    for pair in pairs:
        name, equals, value = pair.replace("_", "-").partition("=")
        if not name or (equals and not value):
            raise Misuse(f'"{shown(pair)}" is no setting of an option. Write name=value.')
        if name in options:
            raise Misuse(f'Option "{shown(name)}" is set twice.')
        word = value.lower() if equals else "yes"
        number = value.isascii() and value.lstrip("-").isdigit() and len(value) <= 11
        options[name] = SWITCHES[word] if word in SWITCHES else int(value) if number else value
    return options


def number(low: int, high: int) -> Callable[[str], int]:
    """Reads a number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{shown(text)} is not a number from {low} to {high}")
        return int(text)

    return read


class _Parser(argparse.ArgumentParser):
    """As argparse's, but what the user typed is escaped in its messages."""

    def error(self, message: str) -> NoReturn:
        """Say what cannot be meant, and end; where nobody hears it the exit code has to do."""

        def none_of(found: "re.Match[str]") -> str:
            """Say that a word is none of those that can stand there, and which one may be meant."""
            word, there = found[1], re.findall(r"[\w-]+", found[2])
            near = closest(word, there)
            meant = f' Did you mean "{near}"?' if near else f" rulewright play {word} plays it." * (word in shipped())
            return f'there is no "{word}".{meant} There are: {", ".join(there)}.'

        choice = r"invalid choice: '?(.*?)'? \(choose from (.*)\)"
        with suppress(OSError):
            said = shown(re.sub(choice, none_of, message, flags=re.DOTALL))
            sys.stderr.write(f"{self.format_usage()}rulewright: {said}\n")
        self.exit(MISUSE)


def parsed(verbs: Iterable[Verb], texts: Sequence[str] | None) -> tuple[Verb, dict[str, Any]]:
    """The verb that is meant, and its arguments by name; misuse ends the process with a sentence and exit code 2."""
    parser = _Parser(prog="rulewright", description="Tabletop games that are written as rules.")
    parser.add_argument("--version", action="version", version=f"rulewright {__version__}", help="show the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for verb in verbs:
        command = commands.add_parser(verb.name, help=verb.about, description=verb.about)
        command.set_defaults(verb=verb)
        for each in verb.arguments:
            each(command)
        anew = "make everything anew, and keep nothing for the next start"
        command.add_argument("--no-cache", action="store_true", help=anew)
    namespace, left = parser.parse_known_args(texts)
    found = vars(namespace)
    if left:
        parser.error(f"unrecognized arguments: {' '.join(left)}{_rules_of_record(found, left)}")
    return found.pop("verb"), found


def _rules_of_record(found: Mapping[str, Any], left: Sequence[str]) -> str:
    """How the rules of a record are given, where they stand beside it."""
    if "rules" not in found or "file" not in found or len(left) != 1 or left[0].startswith("-"):
        return ""
    rules, record = sorted(
        (found["file"], left[0]), key=lambda name: not (name.endswith(".rules") or name in shipped())
    )
    return f". The rules stand behind --rules. Write: rulewright {found['verb'].name} {record} --rules {rules}"


T = TypeVar("T")
Said = Sequence[tuple[str | None, Level]]
"""Levels of seats as they are typed, or (None) of all that are not named."""


def level(text: str) -> Level:
    """Read how strong somebody is."""
    found = level_of(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"say how strong: {LEVEL_WORDS}; one seat by 1=strong")
    return found


def _seat_level(text: str) -> tuple[str | None, Level]:
    seat, _, name = text.rpartition("=")
    return seat or None, level(name)


def as_typed(text: str) -> str:
    """A name from the command line as UTF-8, in any locale, with a question mark for what is none."""
    return text.encode(errors="surrogateescape").decode(errors="replace").replace("\ufffd", "?").strip()


def seat_of(text: str, seats: Sequence[str]) -> int:
    """The seat that is typed: its number, its name, or the only one that fits as at the table; `seats`: all names."""
    word = as_typed(text)
    if word in seats:
        return seats.index(word)
    alike = [seat for seat, name in enumerate(seats) if normal(name) == normal(word)]
    if len(alike) == 1:
        return alike[0]
    numeric = word.isascii() and word.isdigit()
    if numeric and len(word) <= 2 and int(word) < len(seats):
        return int(word)
    there = f"there are {', '.join(f'{seat} ({shown(name)})' for seat, name in enumerate(seats))}"
    if all(name == f"player-{number}" for number, name in enumerate(seats, start=1)):
        there = f"{len(seats)} players have the seats 0 to {len(seats) - 1}"
        there = there if len(seats) > 1 else "one player has the seat 0"
    near = closest(word, seats)
    said, meant = shown(word) if numeric else f'"{shown(word)}"', f" Did you mean {shown(near)}?" if near else ""
    raise Misuse(f"There is no seat {said}: {there}.{meant}")


def by_seat(said: Iterable[tuple[str, T]], seats: Sequence[str]) -> dict[int, T]:
    """What is said of each seat; `seats`: the names of all."""
    found: dict[int, T] = {}
    for text, what in said:
        seat = seat_of(text, seats)
        if seat in found:
            name = "" if seats[seat] == f"player-{seat + 1}" else f" ({shown(seats[seat])})"
            raise Misuse(f"Seat {seat}{name} is named twice.")
        found[seat] = what
    return found


def levels(said: Said, seats: Sequence[str], flag: str, otherwise: Mapping[int, Level]) -> dict[int, Level]:
    """The levels of seats: as said by this flag, `otherwise` those that stand there, as far as they do."""
    named = by_seat(((seat, level) for seat, level in said if seat is not None), seats)
    others = [level for seat, level in said if seat is None]
    if len(others) > 1:
        raise Misuse(f"{flag} says twice how strong the other seats are.")
    return {**(dict.fromkeys(range(len(seats)), others[0]) if others else otherwise), **named}
