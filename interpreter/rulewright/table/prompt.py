"""The two real screens: a terminal, with editing, history and completion, and a pipe.

The only module that imports prompt_toolkit. It knows nothing of games: lines come in with the names of their styles,
typed text goes out.
"""

import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TextIO

from prompt_toolkit import PromptSession, print_formatted_text
from prompt_toolkit.application import Application
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import clear
from prompt_toolkit.styles import Style

from rulewright.shown import shown
from rulewright.table.complete import complete
from rulewright.table.loop import at_terminal
from rulewright.table.render import WIDTH, Line, plain
from rulewright.table.rule_lines import screenfuls
from rulewright.table.typed_line import Asked

__all__ = ["Pipe", "Terminal", "at_terminal"]

STYLES = {
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
LONGEST = 4096
NARROWEST, WIDEST = 40, 120
FORGET_SCROLLED = "\x1b[3J"


def _size() -> os.terminal_size:
    """How large the terminal is now, whatever the environment says that it was."""
    with suppress(OSError):
        found = os.get_terminal_size(sys.stdout.fileno())
        if found.columns and found.lines:
            return found
    return shutil.get_terminal_size((WIDTH, 24))


class Terminal:
    """A person's terminal. Each seat has its own history, lest somebody find another's moves in it. An interrupt while
    nobody is asked (`interrupts`) waits for the next question; only a second one breaks off what is reckoned."""

    person = True

    def __init__(self) -> None:
        """Prepare the styles; nothing is shown yet."""
        self._style = Style.from_dict(STYLES)
        self._depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        self._sessions: dict[int, PromptSession[str]] = {}
        self._interrupted = False

    @contextmanager
    def sitting(self) -> Iterator[None]:
        """Hear of interrupts meanwhile."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, *_: object) -> None:
        self._heed()
        self._interrupted = True

    def _heed(self) -> None:
        """Raise what was not raised yet."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    @property
    def width(self) -> int:
        """The columns that may be filled."""
        return max(NARROWEST, min(WIDEST, _size().columns - 1))

    @property
    def height(self) -> int | None:
        """The lines that may be filled, the typed one among them."""
        return _size().lines

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines."""
        for line in lines:
            fragments = FormattedText([(f"class:{style}" if style else "", text) for style, text in line])
            print_formatted_text(fragments, style=self._style, color_depth=self._depth)

    refuse = show

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line with completion of the decision's moves."""
        self._heed()
        session = self._sessions.get(seat)
        if session is None:
            session = self._sessions[seat] = PromptSession(
                history=InMemoryHistory(), style=self._style, color_depth=self._depth, complete_while_typing=False
            )
        return session.prompt(FormattedText([("class:you", f"{shown(name)}> ")]), completer=_Moves(decision))

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines in steps of the terminal's height; any key goes on, q ends."""
        for part, more in screenfuls(lines, _size().lines):
            self.show(part)
            if more and not self._goes_on():
                return

    def _goes_on(self) -> bool:
        """Wait for a key; whether it was not q."""
        window = Window(FormattedTextControl([("class:hint", "any key: more, q: enough")]), height=1)
        return Application[bool](
            Layout(window),
            style=self._style,
            color_depth=self._depth,
            key_bindings=_PAGING,
            erase_when_done=True,
        ).run()

    def pause(self, lines: Sequence[Line]) -> None:
        """Show lines and wait for Enter."""
        self._heed()
        self.show(lines)
        PromptSession[str](history=InMemoryHistory()).prompt("")

    def clear(self) -> None:
        """Empty the screen and what was scrolled off it."""
        clear()
        sys.stdout.write(FORGET_SCROLLED)
        sys.stdout.flush()


def _paging() -> KeyBindings:
    """What a key does while there is more to read."""
    keys = KeyBindings()

    @keys.add(Keys.Any)
    def _more(event: KeyPressEvent) -> None:
        event.app.exit(result=True)

    for key in ("q", "Q", "c-c", "c-d", "escape", Keys.SIGINT):
        keys.add(key)(lambda event: event.app.exit(result=False))
    return keys


_PAGING = _paging()


class _Moves(Completer):
    """Hands the pure completions of a decision to prompt_toolkit."""

    def __init__(self, decision: Asked) -> None:
        self._decision = decision

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Complete the word before the cursor."""
        del complete_event
        return self._offered(document.text_before_cursor)

    def _offered(self, before: str) -> Iterator[Completion]:
        for offer in complete(before, self._decision):
            display_meta = shown(offer.about) if offer.about else None
            yield Completion(offer.text, -offer.length, display=shown(offer.text), display_meta=display_meta)


class Pipe:
    """Lines from another program or a file; answers to standard output, refusals to standard error."""

    width, height = WIDTH, None
    person = False

    def __init__(self, source: TextIO, out: TextIO, errors: TextIO) -> None:
        """Read from one stream and write to two."""
        self._source, self._out, self._errors = source, out, errors

    def sitting(self) -> AbstractContextManager[None]:
        """Be ended by interrupts, as any program in a pipe."""
        return nullcontext()

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines, at once."""
        self._out.write(plain(lines))
        self._out.flush()

    def refuse(self, lines: Sequence[Line]) -> None:
        """Write lines to the stream of errors."""
        self._errors.write(plain(lines))
        self._errors.flush()

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Take the next line, of a very long one the beginning."""
        del name, seat, decision
        line = rest = self._source.readline(LONGEST)
        if not line:
            raise EOFError
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(LONGEST)
        return line

    page = show

    def pause(self, lines: Sequence[Line]) -> None:
        """Write lines; nobody is waited for."""
        self.show(lines)

    def clear(self) -> None:
        """Leave everything: nobody looks over a pipe's shoulder."""
