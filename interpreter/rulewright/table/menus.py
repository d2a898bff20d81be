"""The choices of a decision in the room that there is: a list of moves, or the next word of many.

Law: whoever follows the numbers of steps and lists can come to every legal move, and to no other.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import Final

from attrs import field, frozen

from rulewright.machine.program.moves import ENDS
from rulewright.shown import shown
from rulewright.table.names_at_table import Naming
from rulewright.table.text_lines import HANGING, WIDTH, Fragment, Line, Style, columns, cut, fitted, flow, padded, say
from rulewright.table.typed_line import Move, Words, containing, move_text

LISTS: Final = {3: 0.0, 12: 0.5}
"""The most columns of a list, with much room and with little, and what it costs to tell the choices so."""
TITLED, IN_COLUMNS = 5.0, 6.0  # what it costs to tell them word by word
MAX_LISTED_MOVES: Final = 30  # longer lists of moves are told by action first
MAX_LISTED_PER_ACTION: Final = 3  # so many moves of an action are told one by one even then
CROWD: Final = 4  # so many lines of what an action can be made with are shown, unless all is asked for
MORE: Final = " …"
Told = Mapping[str | int, str]  # what words are called, where that is not the word itself
HEAD: Final = len(", your move:   (Enter: back)")


@frozen
class Menu:
    """Lines with numbers: `steps` are those that stand beside the first words of moves, with these moves. `cost`: how
    much worse it is than the best; `short`: pieces are called by their short names, None where none is called."""

    lines: tuple[Line, ...]
    steps: Mapping[int, tuple[Move, ...]] = field(factory=dict)
    cost: float = 0.0
    short: bool | None = None


def menus(
    moves: Sequence[Move], some: Sequence[Move], naming: Naming, *, name: str, width: int, taken: Collection[int] = ()
) -> Iterator[Menu]:
    """The forms of a decision of `name`, of whose moves `some` are left: with full names, then with short ones. The
    numbers that are `taken` mean the moves that have them, and stand beside no other words."""
    back, begun = len(some) < len(moves), common_beginning(some)
    head = _head(name, "", width, back=back)
    if len(head) == 1:
        head = [(*head[0], *numbers_called(some, naming.words, width - columns(shown(name)) - HEAD))]
    words: dict[str | int, str] = {}
    for part in {part for move in some for part in move if isinstance(part, str)}:
        short_name = naming.shortened(naming.words.groups.get(part, ""), "short").get(part, part)
        words[part] = part if short_name.isdigit() else short_name  # what looks like the number of a line is none
    chosen = _head(name, _so_far(begun, some, naming), width, back=back)
    for short in (False, True):
        told: Told = words if short else {word: words[word] for word in words.keys() & naming.words.shown.keys()}
        for most, cost in LISTS.items() if len(some) <= MAX_LISTED_MOVES else ():
            lines = numbered(some, moves, width=width, most=most, called=told)
            yield Menu((*head, *lines), cost=cost, short=short)
        if len(some) > 1:
            entries = _entries(some, begun, told, moves, taken)
            steps = {number: group for number, (_, group) in entries.items()}
            if not begun:
                yield Menu((*chosen, *_titled(entries, naming, width)), steps, TITLED, short)
            digits = max(len(str(number)) for number in entries)
            beside = {number: "" if text == str(number) else f". {text}" for number, (text, _) in entries.items()}
            cells = [(f"{number:>{digits + 1}}", text) for number, text in beside.items()]
            yield Menu((*chosen, *_downward("step", cells, width, digits + 3)), steps, IN_COLUMNS, short)


def _head(name: str, begun: str, width: int, *, back: bool) -> list[Line]:
    hint: tuple[Fragment, ...] = (("hint", "   (Enter: back)"),) if back else ()
    return fitted([(("you", f"{shown(name)}, your move:"), ("", begun), *hint)], width, HANGING)


def _so_far(begun: Move, some: Sequence[Move], naming: Naming) -> str:
    """The words chosen so far, each with what it is called, and what is to be chosen next."""
    if not begun:
        return ""
    action, *rest = (shown(str(word)) for word in begun)
    picks, told, more = naming.words.picks, list[str](), ""
    for pick, count in picks.get(" ".join(map(str, begun[:2])), picks.get(action, ())):
        ended = count is None and ENDS in rest
        size = rest.index(ENDS) if ended else len(rest) if count is None else count
        taken, rest = rest[:size], rest[size + ended :]
        told.append(" ".join((shown(pick), *taken, *_come_to(action, pick, taken, naming.words))))
        if not ended and (count is None or len(taken) < count):
            if any(ENDS in move[len(begun) :] for move in some):  # what follows is not only of this one
                break
            left = sorted({len(move) - len(begun) for move in some})
            more = "" if count == 1 else f" ({' to '.join(map(str, dict.fromkeys((left[0], left[-1]))))} more)"
            break
    return f" {action} {', '.join([*told, *rest])}".rstrip() + MORE + more


def _come_to(action: str, pick: str, taken: Sequence[str], words: Words) -> Iterator[str]:
    """What is picked so far comes to, where it is to come to a number."""
    if taken and (action, pick) in words.totals:
        adds = words.totals[action, pick]
        known = adds if adds is not None else {word: int(word) for word in taken if word.isdigit()}
        if known.keys() >= {*taken}:
            yield f"= {sum(known[word] for word in taken)}"


def numbers_called(moves: Sequence[Move], words: Words, room: int) -> Line:
    """What the numbers of moves mean that have several, if there is room to say it."""
    picks = words.picks
    many = dict.fromkeys(str(move[0]) for move in moves if sum(isinstance(word, int) for word in move) > 1)
    told = (f"{action} {', '.join(pick for pick, _ in picks[action])}" for action in many if action in picks)
    text = "".join(f"   ({shown(form)})" for form in told)
    return (("hint", text),) if text and columns(text) <= room else ()


def common_beginning(moves: Sequence[Move]) -> Move:
    """The words with which all these moves begin."""
    return tuple(words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*moves, strict=False)))


_Entries = dict[int, tuple[str, tuple[Move, ...]]]
"""The lines of a step: beside a number what is told, and the moves that begin so."""


def _entries(some: Sequence[Move], begun: Move, told: Told, moves: Sequence[Move], taken: Collection[int]) -> _Entries:
    """The words that can follow; one that is a number stands beside itself, the others beside the numbers left. One
    whose number is `taken` by another move has one behind all numbers, which its place alone gives it."""
    groups: dict[Move, list[Move]] = {}
    for move in some:
        groups.setdefault(move[: len(begun) + 1], []).append(move)
    follow = {words: words[len(begun)] if len(words) > len(begun) else "" for words in groups}
    values = {words: word for words, word in follow.items() if isinstance(word, int) and 0 <= word < 10**9}
    free = iter(number for number in range(1, len(some) + len(values) + 1) if number not in values.values())
    numbers = {words: values[words] if words in values else next(free) for words in groups}
    last, found = max(len(moves), *numbers.values()), _Entries()
    for place, (words, group) in enumerate(groups.items(), start=1):
        number, rest = numbers[words], [shown(told.get(word, str(word))) for word in group[0][len(begun) :]]
        text = f"{shown(told.get(words[-1], str(words[-1])))}{MORE}" if len(group) > 1 else " ".join(rest)
        free_number = number not in taken or group == [moves[number - 1]]
        found[number if free_number else last + place] = text or "nothing more", tuple(group)
    return found


def _titled(entries: _Entries, naming: Naming, width: int) -> Iterator[Line]:
    """Each entry on a line of its own with what its action is for."""
    digits = max(len(str(number)) for number in entries)
    room = max(columns(text) for text, _ in entries.values())
    for number, (text, moves) in entries.items():
        title, many = shown(naming.words.actions.get(str(moves[0][0]), "")), len(moves)
        told = f"  {title}" if many == 1 else f"  {many} moves{': ' if title else ''}{title}"
        left = f"{number:>{digits + 1}}. "
        hint = cut(told, width - len(left) - room)
        yield from fitted([(("step", left), ("", padded(text, room)), ("hint", hint))], width, len(left))


def _downward(
    style: Style, cells: Sequence[tuple[str, str]], width: int, indent: int, most: int | None = None
) -> list[Line]:
    """Numbers with what stands beside them in columns read downward, in at `most` so many."""
    cell = max((columns(label) + columns(text) for label, text in cells), default=0) + 2
    beside = max(1, min(most or width, (width + 2) // cell))
    rows = -(-len(cells) // beside)
    filled: list[Line] = [((style, label), ("", padded(text, cell - columns(label)))) for label, text in cells]
    lines: list[Line] = [tuple(chain.from_iterable(filled[row::rows])) for row in range(rows)]
    return fitted(lines, width, indent)


def numbered(
    moves: Sequence[Move],
    among: Sequence[Move],
    *,
    values: Collection[str] = (),
    width: int = WIDTH,
    most: int = 3,
    called: Mapping[str | int, str] | None = None,
) -> list[Line]:
    """List moves under the numbers that they have among all, in columns read downward, of which there are at `most` so
    many, their words `called` otherwise; without a number that could be taken for one of the `values` beside it."""
    names, digits = called or {}, len(str(len(among)))
    order: Mapping[Move, int] = {move: number for number, move in enumerate(among, start=1)}
    texts = [shown(move_text(tuple(names.get(word, word) for word in move))) for move in moves]
    labels = [" " if str(order[move]) in values else f"{order[move]}. " for move in moves]
    cells = [(f"{label:>{digits + 3}}", text) for label, text in zip(labels, texts, strict=True)]
    return _downward("number", cells, width, digits + 3, most)


def numbers(lines: Iterable[Line]) -> frozenset[int]:
    """The numbers that stand beside moves in these lines."""
    labels = (text.strip(" .") for line in lines for style, text in line if style == "number")
    return frozenset(int(label) for label in labels if label)


def in_moves(words: Words) -> dict[str | int, str]:
    """What kinds are called in moves: as they are shown, unless that looks like the number of a line."""
    return {name: text for name, text in words.shown.items() if not text.isdigit()}


def menu(moves: Sequence[Move], words: Words, *, part: str = "", whole: bool = False, width: int = WIDTH) -> list[Line]:
    """Show a decision: its moves with their numbers; if they are many, the actions, unless a part narrows them."""
    some = containing(part, moves, words.shown) if part else tuple(moves)
    if not some:
        return say(f'No move contains "{part}".', "refused", width=width)
    called = in_moves(words)
    if whole or len(some) <= MAX_LISTED_MOVES:
        return numbered(some, moves, width=width, called=called)
    lines: list[Line] = []
    values = {str(part) for move in some for part in move[1:]}
    for action in dict.fromkeys(str(move[0]) for move in some):
        group = [move for move in some if str(move[0]) == action]
        if len(group) <= MAX_LISTED_PER_ACTION:
            lines.extend(numbered(group, moves, values=values, width=width, called=called))
            continue
        # an action with many moves by their number and the names that can follow
        about = f"  {len(group)} moves{': ' if words.actions.get(action) else ''}{shown(words.actions.get(action, ''))}"
        following = dict.fromkeys(shown(called.get(move[1], str(move[1]))) for move in group if len(move) > 1)
        text = flow([[(("", name),) for name in following]], width - HANGING, free=0)
        lines += fitted([(("name", f" {shown(action)}"), ("hint", about))], width, HANGING)
        lines += ((("", " " * HANGING), *line) for line in text[:CROWD])
        lines += [(("hint", "    … (:moves shows all)"),)] * (len(text) > CROWD)
    hint = "Type a move, its number, or part of it to see fewer; :moves numbers all."
    return [*lines, *say(hint, "hint", width=width)]
