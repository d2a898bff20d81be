"""What a typed line means: a command, a move, several moves, or a text that only the game can judge.

Law: the full text of a legal move always means that move, and a number the move on whose line it stands; a number on no
line, and an abbreviation, mean a move only if nothing else in sight could be meant.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from attrs import Factory, field, frozen

from rulewright.language.suggest import closest
from rulewright.table.commands import BARE, COMMANDS, ROWS, CommandName, CommandRow
from rulewright.table.text_lines import listed

PARTS, INSIDE = 1, 3  # how well a word names another of which it is whole parts, and one inside which it stands
NOTHING_ELSE: Final[Mapping[str, str]] = {}


def normal(text: str) -> str:
    """Bring a word into the one form in which words are compared."""
    return unicodedata.normalize("NFC", text).casefold().replace("_", "-")


def split_words(text: str) -> list[str]:
    """Cut a typed line into normal words; `put(stone-57, left)` is read like `put stone-57 left`."""
    return [normal(word) for word in re.split(r"[\s(),]+", text) if word]


def likeness(typed: str, word: str) -> int | None:
    """Say how well a typed word names another: 0 whole, 1 one of its parts or some side by side, 2 its beginning,
    3 inside, 4 the beginnings of all its parts or its last ones; None not at all. A number is never torn apart: 5 is
    not 57."""
    if typed == word:
        return 0
    if typed in word:
        if re.search(rf"(?<![^-+]){re.escape(typed)}(?![^-+])", word):
            return 1
        starts = (found.start() for found in re.finditer(re.escape(typed), word))
        start = next((start for start in starts if not _tears_number(word, start, start + len(typed))), None)
        if start is not None:
            return 2 if start == 0 else 3
    parts, whole = re.split(r"([-+])", typed), re.split(r"([-+])", word)
    begins_each = 1 < len(parts) <= len(whole) and all(
        part and full.startswith(part) and not _tears_number(full, 0, len(part))
        for part, full in zip(parts, whole[-len(parts) :], strict=True)
    )
    return 4 if begins_each else None


def reading(typed: str, name: str, shown: Mapping[str, str]) -> int | None:
    """Say how well a typed word names what has this name and may be shown as something else: as `likeness`."""
    return 0 if name in shown and typed == normal(shown[name]) else likeness(typed, normal(name))


def best_readings(typed: str, names: Iterable[str], shown: Mapping[str, str] = NOTHING_ELSE) -> list[str]:
    """Find the names that a typed word fits best, in their order."""
    levels = {name: reading(typed, name, shown) for name in names}
    fitting = [level for level in levels.values() if level is not None]
    return [name for name, level in levels.items() if fitting and level == min(fitting)]


def nearness(typed: str, names: Iterable[str], shown: Mapping[str, str]) -> int:
    """How well a typed word names the best of these, as `likeness`; more than that where it names none."""
    levels = (reading(typed, name, shown) for name in names)
    return min((level for level in levels if level is not None), default=5)


def _tears_number(word: str, start: int, end: int) -> bool:
    return any(0 < at < len(word) and word[at - 1 : at + 1].isdigit() for at in (start, end))


Move = tuple[str | int, ...]


@frozen
class Words:
    """The words of a game: its actions with their descriptions, and every name that an argument can be. `groups` says
    of each name what sort of thing it is (a component, a type), `about` what is known of it. `pieces` are the kinds
    among them, `zones` the names of zones, which no argument can be. `shown`: what kinds are called at the table by
    their rules, no two of them alike, `said` the attributes of each component that this tells. `picks`: for each
    action, and with it each member, what its words are called, and how many of each there are (None: it depends).
    `totals`: by an action and one of these, of what is to come to a number, what each adds (None: it is a number).
    `sorts`: for each action that is no family what sort of thing each of its words is ("": of no such sort), the last
    one also of those that follow."""

    actions: Mapping[str, str] = field(factory=dict)
    groups: Mapping[str, str] = field(factory=dict)
    about: Mapping[str, str] = field(factory=dict)
    pieces: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(factory=dict)
    said: Mapping[str, Sequence[str]] = field(factory=dict)
    picks: Mapping[str, Sequence[tuple[str, int | None]]] = field(factory=dict)
    sorts: Mapping[str, Sequence[str]] = field(factory=dict)
    totals: Mapping[tuple[str, str], Mapping[str, int] | None] = field(factory=dict)


@frozen
class Asked:
    """A decision as it stands: the legal moves in order, the game's words, and the names that the seat has in sight.
    `listed` are the numbers that have been shown beside their moves; by default all. `steps` are the numbers that have
    been shown beside the first words of moves, with these moves, and `begun` the words that have been chosen so far.
    `rows`: the commands there are; `eyes`: with whose a game can be read, with what each means."""

    moves: tuple[Move, ...]
    words: Words = field(factory=Words)
    sight: frozenset[str] = frozenset()
    listed: frozenset[int] = field(
        default=Factory(lambda self: frozenset(range(1, len(self.moves) + 1)), takes_self=True)
    )
    rows: Sequence[CommandRow[str]] = ROWS
    steps: Mapping[int, tuple[Move, ...]] = field(factory=dict, kw_only=True)
    begun: Move = field(default=(), kw_only=True)
    eyes: Mapping[str, str] = field(factory=dict, kw_only=True)


@frozen
class Blank:
    """Nothing was typed."""


@frozen
class Command:
    """A command of the table, with what was typed after it."""

    name: CommandName
    rest: str = ""


@frozen
class Refused:
    """A `command` that there is not, a `number` that stands beside no move and in none, or a `word` that could be any
    of these names."""

    what: Literal["command", "number", "word"]
    text: str
    names: tuple[str, ...] = ()


@frozen
class Chosen:
    """One legal move."""

    move: Move


@frozen
class Several:
    """Part of several moves, or perhaps of one; `begun`: they begin alike, and the number beside that was typed."""

    moves: tuple[Move, ...]
    begun: bool = False


@frozen
class Doubtful:
    """No legal move. `text` is what was typed with its abbreviations written out where they are clear."""

    text: str


Meaning = Blank | Command | Refused | Chosen | Several | Doubtful


def move_text(move: Move) -> str:
    """Write a move as it is typed."""
    return " ".join(map(str, move))


def understand(line: str, asked: Asked) -> Meaning:
    """Say what a typed line means at this decision: by itself, or as what goes on after the words chosen so far."""
    meaning = _understood(line, asked)
    if not asked.begun or _number_in(line) or isinstance(meaning, Blank | Command):
        return meaning
    if isinstance(meaning, Refused) and meaning.what == "command":
        return meaning
    if isinstance(meaning, Chosen) and [normal(str(part)) for part in meaning.move] == split_words(line):
        return meaning
    after = _understood(f"{move_text(asked.begun)} {line}", asked)
    if isinstance(meaning, Chosen) and isinstance(after, Chosen) and meaning != after:
        return Several((meaning.move, after.move))
    first, *_ = split_words(line)
    known = best_readings(first, asked.words.groups) and not best_readings(first, asked.words.actions)
    if isinstance(meaning, Doubtful) and known:
        return after
    return after if isinstance(after, Chosen | Several) and not isinstance(meaning, Chosen) else meaning


def trouble(refused: Refused, asked: Asked) -> str:
    """Say why something typed means nothing, and what may be meant."""
    text = refused.text
    match refused.what:
        case "command":
            near = closest(text, COMMANDS)
            return f'There is no command ":{text}".{f" Did you mean :{near}?" * bool(near)} :help lists them.'
        case "word":
            return f'"{text}" could be {listed(refused.names, "or", 6)}. Write the whole name.'
        case "number" if len(asked.listed) < len(asked.moves):
            return f"There is no number {text} beside a move here. :moves lists all moves with their numbers."
        case "number":
            one, many = "There is one move, number 1.", f"The moves have the numbers 1 to {len(asked.moves)}."
            return f"There is no move {text}. {one if len(asked.moves) == 1 else many}"


def _understood(line: str, asked: Asked) -> Meaning:
    text = line.strip()
    words = split_words(text)
    if not words:
        return Blank()
    if text.startswith(":"):
        return _command(text[1:])
    if number := _number_in(text):
        return _beside(number, asked)
    exact = [move for move in asked.moves if [normal(str(part)) for part in move] == words]
    if exact:
        return Chosen(exact[0])
    names = dict.fromkeys((*asked.words.actions, *(str(part) for move in asked.moves for part in move)))
    if words[0] in BARE and words[0] not in map(normal, names):
        return _command(text)
    meaning = _abbreviated(words, asked)
    if isinstance(meaning, Chosen):
        return meaning
    joined = words[:1]  # words in one that stand side by side and make up a name, or whole parts of one
    for word in words[1:]:
        both = f"{joined[-1]}{'' if word[0] in '-+' else '-'}{word}"
        near = nearness(both, {**names, **asked.words.groups}, asked.words.shown)
        joined[-1:] = [both] if not joined[-1].isdigit() and near <= PARTS else [joined[-1], word]
    return _abbreviated(joined, asked)


def containing(part: str, moves: Iterable[Move], shown: Mapping[str, str] = NOTHING_ELSE) -> tuple[Move, ...]:
    """Keep the moves in which all words of `part` occur, in this order."""
    words, found = split_words(part), list[Move]()
    for move in moves:
        rest = map(str, move)
        if all(any(reading(word, name, shown) is not None for name in rest) for word in words):
            found.append(move)
    return tuple(found)


def _command(text: str) -> Command | Refused:
    name, _, rest = text.strip().partition(" ")
    row = COMMANDS.get(normal(name))
    return Refused("command", name) if row is None else Command(row.name, rest.strip())


def typed_number(text: str) -> int:
    """The number that a text is; -1 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else -1


def _number_in(line: str) -> str:
    """The number that is all of a line, also as it is written beside a move; "" if it is something else."""
    found = re.fullmatch(r"[\s(]*([0-9]+)\.?[\s),]*", line)
    return found[1] if found else ""


def _beside(text: str, asked: Asked) -> Chosen | Refused | Several:
    """The move, or the first words, beside which a number stands. One that stands beside none is a move only as the one
    word that can follow; where it occurs otherwise, that is for the player to say."""
    number, begun, shown = typed_number(text), asked.begun, asked.words.shown
    if number in asked.steps:
        some = asked.steps[number]
        return Chosen(some[0]) if len(some) == 1 else Several(some, begun=True)
    if number in asked.listed:
        return Chosen(asked.moves[number - 1])
    left = [move for move in asked.moves if move[: len(begun)] == begun]
    found = containing(text, left, shown) or containing(text, asked.moves, shown)
    if len(found) == 1 and found[0] in left and [*map(str, found[0][len(begun) or 1 :])] == [text]:
        return Chosen(found[0])
    return Several(found) if found else Refused("number", text)


def _abbreviated(words: list[str], asked: Asked) -> Meaning:
    """Read words that may be parts of names, from the beginning, unless the first names something later better. Of the
    names that fit one alike, those that are legal there are meant; an action has to be clear."""
    shown, moves = asked.words.shown, list(asked.moves)
    later = [str(part) for move in moves for part in move[1:]]
    rather_later = nearness(words[0], later, shown) < nearness(words[0], _candidates(0, moves, asked), shown)
    if rather_later and (parts := _by_parts(words, asked)) is not None:
        return parts
    for place, typed in enumerate(words):
        readings = best_readings(typed, _candidates(place, moves, asked), shown)
        legal = {str(move[0]) for move in moves}
        if place == 0 and len(readings) > 1 and len(legal.intersection(readings)) == 1:
            return Refused("word", typed, tuple(readings))
        moves = [move for move in moves if place < len(move) and str(move[place]) in readings]
        if not moves:
            return _by_parts(words, asked) or _not_from_the_beginning(words, asked)
    return Chosen(moves[0]) if len(moves) == 1 else Several(tuple(moves))


def _by_parts(words: list[str], asked: Asked) -> Chosen | Several | Refused | None:
    """Read words that name parts of moves in their order, some left out. Where only one has them all it is meant: but a
    name that is no part of a legal move could be, too, and the inside of a word is a guess."""
    shown, legal = asked.words.shown, dict.fromkeys(str(part) for move in asked.moves for part in move)
    known = dict.fromkeys((*legal, *asked.words.actions, *sorted(asked.sight)))
    readings, found = [best_readings(typed, known, shown) for typed in words], tuple[Move, ...]()
    for move in asked.moves:
        rest = map(str, move)
        if all(any(part in names for part in rest) for names in readings):
            found += (move,)
    if len(found) != 1:
        return Several(found) if found else None
    for typed, names in zip(words, readings, strict=True):
        if not legal.keys() >= set(names):
            return Refused("word", typed, tuple(names))
    guessed = any(nearness(typed, names, shown) == INSIDE for typed, names in zip(words, readings, strict=True))
    return Several(found) if guessed else Chosen(found[0])


def _candidates(place: int, moves: Sequence[Move], asked: Asked) -> list[str]:
    """All names that could be meant at a place of the move: legal there, or in sight and of the same sort."""
    legal = list(dict.fromkeys(str(move[place]) for move in moves if place < len(move)))
    if place == 0:
        return list(dict.fromkeys([*legal, *asked.words.actions]))
    sorts = {asked.words.groups[name] for name in legal if name in asked.words.groups}
    alike = (name for name in sorted(asked.sight) if asked.words.groups.get(name) in sorts)
    return list(dict.fromkeys([*legal, *alike]))


def _not_from_the_beginning(words: list[str], asked: Asked) -> Several | Refused | Doubtful:
    """Words that begin no legal move: parts of some, or a move that is not legal, perhaps without its action."""
    known, action = asked.words, best_readings(words[0], asked.words.actions)
    if not action:
        found = containing(" ".join(words), asked.moves, known.shown)
        if found:
            return Several(found)
        # the only action of which a legal move has a word of the sort that the first one may be
        sorts = {known.groups[name] for name in best_readings(words[0], known.groups, known.shown)}
        words_of = {move: {known.groups.get(str(part)) for part in move[1:]} for move in asked.moves}
        fitting = {str(move[0]) for move, groups in words_of.items() if sorts & groups}
        if len(fitting) != 1:
            return Doubtful(" ".join(words))
        return _not_from_the_beginning([normal(fitting.pop()), *words], asked)
    if len(action) > 1:
        return Refused("word", words[0], tuple(action))
    written = [action[0]]
    for place, typed in enumerate(words[1:], start=1):
        # what it can stand for where these can, or what is of the sort of the action's word: those in sight first
        legal = [move[place] for move in asked.moves if move[0] == action[0] and place < len(move)]
        if typed.isdigit() and any(isinstance(part, int) for part in legal):
            written.append(typed)
            continue
        of_action, groups = known.sorts.get(action[0]) or ("",), known.groups
        sorts = {groups[str(part)] for part in legal if str(part) in groups}
        sorts = sorts or {of_action[min(place, len(of_action)) - 1]} - {""}
        in_sight = [name for name in sorted(asked.sight) if not sorts or groups.get(name) in sorts]
        far = [name for name, group in groups.items() if not sorts or group in sorts]
        ways = (best_readings(typed, some, known.shown) for some in ([*map(str, legal), *in_sight], far, groups))
        names = next(filter(None, ways), [])
        if len(names) > 1:
            return Refused("word", typed, tuple(names))
        written.extend(names or [typed])
    return Doubtful(" ".join(written))
