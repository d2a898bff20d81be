"""Completion: for the text before the cursor, what the word there could become, with a description of each.

Pure: the decision (`Asked`) comes in, `Completion`s go out. Law: taking completions of moves word by word until nothing
is left to add gives a legal move.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from rulewright.table.compared_words import best_readings, normal, reading
from rulewright.table.typed_line import Asked, Move, move_text

MAX_COMPLETIONS: Final = 60


@frozen
class Completion:
    """`text` takes the place of the last `length` characters before the cursor."""

    text: str
    length: int
    about: str = ""


def complete(before: str, asked: Asked) -> list[Completion]:
    """Offer what the word before the cursor could become, best first."""
    text = before.lstrip()
    if text.startswith(":"):
        return _command(text, asked)
    begun = f"{move_text(asked.begun)} {text}" if asked.begun else ""
    found = [*(_move(begun, asked) if begun else ()), *_move(text, asked)]
    return found if " " in text else [*found, *_bare_commands(text, asked)]


def _command(text: str, asked: Asked) -> list[Completion]:
    name, blank, rest = text[1:].partition(" ")
    if not blank:
        return [
            Completion(f":{row.name}", len(text), row.about) for row in asked.rows if row.name.startswith(normal(name))
        ]
    row = next((row for row in asked.rows if normal(name) in (row.name, *row.aliases)), None)
    match row.completed_by if row else None:
        case "any move":
            return _move(rest, asked, legal_only=False)
        case "move":
            return _move(rest, asked)
        case "action":
            return _offer(rest.rpartition(" ")[2], asked.words.actions, asked)
        case "name":
            words = asked.words
            known_names = dict.fromkeys([*sorted(asked.sight), *words.groups, *words.zones, *words.actions])
            return _offer(rest.rpartition(" ")[2], known_names, asked)
        case "piece":
            return _offer(rest.rpartition(" ")[2], asked.words.pieces, asked)
        case "zone":
            return _offer(rest.rpartition(" ")[2], asked.words.zones, asked)
        case "eyes":
            known = asked.eyes.items()
            return [
                Completion(name, len(rest), about) for name, about in known if normal(name).startswith(normal(rest))
            ]
        case None:
            return []


def _bare_commands(text: str, asked: Asked) -> list[Completion]:
    if not text:
        return []
    taken = {normal(name) for name in asked.words.actions}
    typed = normal(text)
    return [
        Completion(row.name, len(text), row.about)
        for row in asked.rows
        if row.name.startswith(typed) and row.name not in taken
    ]


def _move(text: str, asked: Asked, *, legal_only: bool = True) -> list[Completion]:
    """Complete the last word of a move, given the words before it."""
    *before, last = text.replace("(", " ").replace(",", " ").split(" ")
    words = [normal(word) for word in before if word]
    moves = _following(words, asked)
    place = len(words)
    legal = dict.fromkeys(str(move[place]) for move in moves if place < len(move))
    if legal and (legal_only or place > 0):
        return _offer(last, legal, asked)
    if place == 0:
        return _offer(last, asked.words.actions, asked)
    finished = any(len(move) == place for move in moves)
    return [] if finished else _offer(last, dict.fromkeys([*sorted(asked.sight), *asked.words.groups]), asked)


def _following(words: Sequence[str], asked: Asked) -> list[Move]:
    """The moves whose first words are these, abbreviated or not."""
    kept = list(asked.moves)
    for place, word in enumerate(words):
        names = dict.fromkeys(str(move[place]) for move in kept if place < len(move))
        readings = best_readings(word, names, asked.words.shown)
        kept = [move for move in kept if place < len(move) and str(move[place]) in readings]
    return kept


def _offer(typed: str, names: Iterable[str], asked: Asked) -> list[Completion]:
    """Those names that the typed part could be, the likest first."""
    part = normal(typed)
    ranked = [(_rank(part, name, asked), name) for name in names]
    fitting = sorted((pair for pair in ranked if pair[0] is not None), key=lambda pair: pair[0] or 0)
    actions, about = asked.words.actions, asked.words.about
    return [
        Completion(name, len(typed), actions.get(name) or about.get(name, "")) for _, name in fitting[:MAX_COMPLETIONS]
    ]


def _rank(typed: str, name: str, asked: Asked) -> int | None:
    """While a word is being typed, its beginning counts even in the middle of a number."""
    if not typed:
        return 0
    level = reading(typed, name, asked.words.shown)
    if level is not None:
        return level
    return 4 if typed in normal(name) else None
