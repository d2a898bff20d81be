"""What both screens at a terminal have: styles, the size, completion, and interrupts while nobody types."""

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NoReturn

from attrs import frozen
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from rulewright.shown import shown, without_unseen
from rulewright.table.text_lines import WIDTH, Line
from rulewright.table.typed_line import Asked, best_readings, move_text, normal, reading

# ---- Completion: for the text before the cursor, what the word there could become, with a description of each
# Pure: the decision (`Asked`) comes in, `Completion`s go out. Law: taking completions of moves word by word until
# nothing is left to add gives a legal move.

MAX_COMPLETIONS: Final = 60


def completion(text: str, length: int, about: str = "") -> Completion:
    """A text that takes the place of the last characters before the cursor."""
    return Completion(text, -length, display=shown(text), display_meta=shown(about) if about else None)


def complete(before: str, asked: Asked) -> list[Completion]:
    """Offer what the word before the cursor could become, best first."""
    text = before.lstrip()
    if text.startswith(":"):
        return _command(text, asked)
    begun = f"{move_text(asked.begun)} {text}" if asked.begun else ""
    found = [*(_move(begun, asked) if begun else ()), *_move(text, asked)]
    if not text or " " in text:
        return found
    taken = {normal(name) for name in asked.words.actions}
    rows = (row for row in asked.rows if row.name.startswith(normal(text)) and row.name not in taken)
    return [*found, *(completion(row.name, len(text), row.about) for row in rows)]


def _command(text: str, asked: Asked) -> list[Completion]:
    name, blank, rest = text[1:].partition(" ")
    if not blank:
        rows = (row for row in asked.rows if row.name.startswith(normal(name)))
        return [completion(f":{row.name}", len(text), row.about) for row in rows]
    by = next((row.completed_by for row in asked.rows if normal(name) in (row.name, *row.aliases)), None)
    if by in ("move", "any move"):
        return _move(rest, asked, legal_only=by == "move")
    if by == "eyes":
        known = asked.eyes.items()
        return [completion(name, len(rest), about) for name, about in known if normal(name).startswith(normal(rest))]
    words = asked.words
    everything = dict.fromkeys([*sorted(asked.sight), *words.groups, *words.zones, *words.actions])
    named = {"action": words.actions, "name": everything, "piece": words.pieces, "zone": words.zones}
    return _offer(rest.rpartition(" ")[2], named[by], asked) if by else []


def _move(text: str, asked: Asked, *, legal_only: bool = True) -> list[Completion]:
    """Complete the last word of a move, given the words before it, abbreviated or not."""
    *before, last = text.replace("(", " ").replace(",", " ").split(" ")
    words, moves = [normal(word) for word in before if word], list(asked.moves)
    for place, word in enumerate(words):
        names = dict.fromkeys(str(move[place]) for move in moves if place < len(move))
        readings = best_readings(word, names, asked.words.shown)
        moves = [move for move in moves if place < len(move) and str(move[place]) in readings]
    place = len(words)
    legal = dict.fromkeys(str(move[place]) for move in moves if place < len(move))
    if legal and (legal_only or place > 0):
        return _offer(last, legal, asked)
    if place == 0:
        return _offer(last, asked.words.actions, asked)
    finished = any(len(move) == place for move in moves)
    return [] if finished else _offer(last, dict.fromkeys([*sorted(asked.sight), *asked.words.groups]), asked)


def _offer(typed: str, names: Iterable[str], asked: Asked) -> list[Completion]:
    """The names that the typed part could be, the likest first; its beginning counts even in the middle of a number."""
    part, words, ranked = normal(typed), asked.words, list[tuple[int, str]]()
    for name in names:
        level = reading(part, name, words.shown) if part else 0
        if level is not None or part in normal(name):
            ranked.append((4 if level is None else level, name))
    ranked.sort(key=lambda pair: pair[0])
    about = {name: words.actions.get(name) or words.about.get(name, "") for _, name in ranked[:MAX_COMPLETIONS]}
    return [completion(name, len(typed), told) for name, told in about.items()]


STYLE: Final = Style.from_dict(
    {
        "title": "bold",
        "name": "",
        "number": "ansicyan",
        "step": "ansicyan",
        "hint": "ansibrightblack",
        "refused": "ansiyellow",
        "news": "ansigreen",
        "you": "bold ansicyan",
        "changed": "bold ansigreen",
    }
)
MORE: Final[Line] = (("hint", "Enter: more, q: enough"),)
MORE_BELOW: Final[Line] = (("hint", "Enter: more, or type what comes next"),)
LAST: Final[Line] = (("hint", "Enter: go on"),)  # below a page that others follow, and below the last


def depth() -> ColorDepth | None:
    """The colors that are wanted; None: as many as the terminal has."""
    return ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None


def terminal_size() -> os.terminal_size:
    """How large the terminal is now, whatever the environment says that it was."""
    with suppress(OSError):
        found = os.get_terminal_size(sys.stdout.fileno())
        if found.columns and found.lines:
            return found
    return shutil.get_terminal_size((WIDTH, 24))


def styled(lines: Sequence[Line]) -> FormattedText:
    """Lines one below the other, with the names of their styles."""
    fragments = [(f"class:{style}" if style else "", text) for line in lines for style, text in (*line, ("", "\n"))]
    return FormattedText(fragments[:-1])


def print_lines(lines: Sequence[Line]) -> None:
    """Write lines where the cursor is."""
    for line in lines:
        print_formatted_text(styled([line]), style=STYLE, color_depth=depth())


READ_ON, STOP_READING = "", "q"  # what is said to a page: that there may be more, or no more
STEPS: Final = {"right": "next", "left": "back", "home": "first", "end": "end"}
"""What keys say where a game is read and nothing is typed."""


def can_step(decision: Asked) -> bool:
    """Whether somebody reads a game, in which one can go on and back."""
    return any(row.name == STEPS["right"] for row in decision.rows)


def stepping() -> KeyBindings:
    """Those keys at a prompt."""
    keys = KeyBindings()
    nothing_typed = Condition(lambda: not get_app().current_buffer.text)
    for key, line in STEPS.items():
        keys.add(key, filter=nothing_typed)(lambda event, line=line: event.app.exit(result=line))
    return keys


def paging(answer: Callable[[KeyPressEvent, str], None]) -> KeyBindings:
    """The keys that say whether somebody wants to read more; any that stands for a letter says that letter."""
    keys = KeyBindings()

    def typed(event: KeyPressEvent) -> None:
        answer(event, event.data if event.data.isprintable() and event.data != " " else READ_ON)

    keys.add(Keys.Any)(typed)
    for key in ("q", "Q", "c-c", "c-d", "escape", Keys.SIGINT):
        keys.add(key)(lambda event: answer(event, STOP_READING))
    return keys


PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"  # what a terminal sends before and behind a pasted text
PASTE_MARKS: Final = re.compile("\x1b\\[20[01]~")


class PasteParser(Vt100Parser):
    """Keys of a terminal. A paste whose end mark does not come is over once nothing more comes: prompt_toolkit would
    take whatever is typed from then on, interrupts too, as part of it."""

    def feed(self, data: str) -> None:
        """Take what the terminal has sent; an end mark outside a paste is nothing."""
        if not self._in_bracketed_paste:
            typed, start, rest = data.partition(PASTE_START)
            data = f"{typed.replace(PASTE_END, '')}{start}{rest}"
        super().feed(data)

    def flush(self) -> None:
        """Nothing came for a moment: whatever was begun is over."""
        if self._in_bracketed_paste:
            self.feed(PASTE_END)
        super().flush()


def keyboard() -> Input:
    """The keys of the terminal."""
    keys = create_input()
    parser = getattr(keys, "vt100_parser", None)  # there is none on Windows, nor marks
    if isinstance(parser, Vt100Parser):
        setattr(keys, "vt100_parser", PasteParser(parser.feed_key_callback))  # noqa: B010 - no attribute of every input
    return keys


def paste(event: KeyPressEvent) -> None:
    """A pasted text is as if its lines were typed one after the other, but for characters that nobody sees."""
    first, *others = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    event.current_buffer.insert_text(without_unseen(first.replace("\t", " ")))
    keys = (key for line in others for key in (KeyPress(Keys.ControlM, "\r"), KeyPress(Keys.BracketedPaste, line)))
    event.key_processor.feed_multiple(list(keys), first=True)


ENDINGS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a process from outside, and could leave a terminal in a state in which nobody can use it."""


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Where an ending comes meanwhile, the terminal is given back and the game kept before this process ends."""
    before = {number: signal.signal(number, _end) for number in ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: object) -> NoReturn:
    for each in ENDINGS:
        signal.signal(each, signal.SIG_IGN)
    if not sys.stdout.isatty():  # the terminal has been closed
        nobody = os.open(os.devnull, os.O_RDWR)
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            os.dup2(nobody, stream.fileno())
    raise SystemExit(128 + number)


class Interrupts:
    """An interrupt while nobody is asked waits for the next question; only a second one breaks off what is reckoned.
    What can be ended early is ended by the first. `told`: whether somebody is asked, who has now heard of it."""

    def __init__(self, told: Callable[[], bool] = lambda: False) -> None:
        self._told, self._waits, self._goes_on = told, False, False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear of interrupts meanwhile, and of endings."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            with ended_in_order():
                yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def ending(self) -> Iterator[Callable[[], bool]]:
        """Meanwhile the first interrupt ends what is reckoned, and is no other: whether to go on."""
        self._goes_on = True
        try:
            yield lambda: self._goes_on
        finally:
            self._goes_on = False

    def _interrupt(self, *_: object) -> None:
        if self._goes_on:
            self._goes_on = False
        elif not self._told():
            self.heed()
            self._waits = True

    def heed(self) -> None:
        """Raise what was not raised yet."""
        if self._waits:
            self._waits = False
            raise KeyboardInterrupt


@frozen(eq=False)
class Moves(Completer):
    """Hands the completions of a decision to prompt_toolkit."""

    decision: Asked

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Complete the word before the cursor."""
        del complete_event
        return complete(document.text_before_cursor, self.decision)
