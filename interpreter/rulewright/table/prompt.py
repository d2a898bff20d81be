"""The two screens that scroll: a terminal, with editing, history and completion, and a pipe."""

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.shortcuts import clear

from rulewright.shown import shown
from rulewright.table import editing, text_lines
from rulewright.table.full_screen import MAX_PASTE, FullScreen
from rulewright.table.sitting import unseen
from rulewright.table.text_lines import Line, Said, fitted, plain
from rulewright.table.typed_line import Asked

if TYPE_CHECKING:
    from rulewright.table.decision_page import DecisionPage
    from rulewright.table.fitting import Drawing

FORGET_SCROLLED: Final = "\x1b[3J"


class Terminal:
    """A person's terminal; the full screen, if it can be. Each seat has its own history, lest others see it."""

    person = True

    def __init__(self, *, lines: bool = False) -> None:
        """Nothing is shown yet; `lines`: nothing but lines ever is."""
        self._lines = lines or os.environ.get("TERM") == "dumb"
        self._sessions = defaultdict[int, PromptSession[str]](self._session)
        self._interrupts = editing.Interrupts()
        self._input = editing.keyboard()
        self._begun = ""
        self._keys = KeyBindings()
        self._keys.add(Keys.BracketedPaste)(editing.paste)

    def _session(self) -> PromptSession[str]:
        return PromptSession(
            history=InMemoryHistory(),
            style=editing.STYLE,
            color_depth=editing.depth(),
            complete_while_typing=False,
            key_bindings=self._keys,
            input=self._input,
        )

    @contextmanager
    def sitting(self) -> "Iterator[Terminal | FullScreen]":
        """The screen to play at; it hears of interrupts."""
        if self._lines:
            with self._interrupts.heard():
                yield self
        else:
            with FullScreen().sitting() as screen:
                yield screen

    @property
    def width(self) -> int:
        """The columns that may be filled."""
        return max(text_lines.NARROWEST, min(text_lines.WIDEST, editing.terminal_size().columns - 1))

    @property
    def height(self) -> int | None:
        """The lines that may be filled, the typed one among them."""
        return editing.terminal_size().lines

    def draw(self, drawing: "Drawing") -> None:
        """Show where a game stands, once."""
        self.show(drawing.lines(self.width, self.height))

    show = again = refuse = staticmethod(editing.print_lines)

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line with completion of the decision's moves."""
        self._interrupts.heed()
        prompt = FormattedText([("class:you", f"{shown(name)}> ")])
        begun, self._begun = self._begun, ""
        steps = editing.stepping() if editing.can_step(decision) else None
        keys = merge_key_bindings([self._keys, *filter(None, [steps])])
        return self._sessions[seat].prompt(prompt, completer=editing.Moves(decision), default=begun, key_bindings=keys)

    def ask(self, word: str, drawn: Callable[[int, int], Sequence[Line]]) -> str:
        """Read a line below a question, drawn anew for each size of the terminal; where it has no room its end."""
        self._interrupts.heed()

        def rows() -> tuple[Sequence[Line], int]:
            return drawn(self.width, editing.terminal_size().lines), max(1, editing.terminal_size().lines - 1)

        def question() -> FormattedText:
            lines, room = rows()
            return editing.styled([*lines[-room:], (("you", f"{shown(word)}> "),)])

        lines, room = rows()
        self.show(lines[:-room])
        return self._session().prompt(question)

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines in steps of the terminal's height; what is typed instead of going on begins the next line."""
        keys = editing.paging(lambda event, said: event.app.exit(result=said))
        for part, more in text_lines.screenfuls(lines, editing.terminal_size().lines):
            self.show(part)
            asks = Application[str](
                Layout(Window(FormattedTextControl(editing.styled([editing.MORE])), height=1)),
                style=editing.STYLE,
                color_depth=editing.depth(),
                key_bindings=keys,
                erase_when_done=True,
                input=self._input,
            )
            if more and (said := asks.run()) != editing.READ_ON:
                self._begun = "" if said == editing.STOP_READING else said
                return

    def pause(self, lines: Sequence[Line]) -> str:
        """Show lines and wait for Enter."""
        self._interrupts.heed()
        self.show(lines)
        return self._session().prompt("")

    def keep(self, lines: Sequence[Line]) -> None:
        """Whatever was shown stands there."""

    def watch(self, page: "DecisionPage", seconds: float) -> None:
        """Show what happened, and wait so long."""
        self.show(text_lines.lines(Said(page.fresh), self.width))
        with suppress(KeyboardInterrupt):
            time.sleep(seconds)

    @contextmanager
    def meanwhile(self, text: str) -> Iterator[Callable[[], bool]]:
        """Write this, and take it away when that is done."""
        with self._interrupts.ending() as going:
            written = spelled(shown(text), sys.stdout)
            sys.stdout.write(written)
            sys.stdout.flush()
            yield going
            sys.stdout.write(f"\r{' ' * len(written)}\r")
            sys.stdout.flush()

    def clear(self) -> None:
        """Empty the screen and what was scrolled off it."""
        clear()
        sys.stdout.write(FORGET_SCROLLED)
        sys.stdout.flush()


class Pipe:
    """Lines from another program or a file; answers to standard output, refusals to standard error."""

    height = None
    person = False

    def __init__(self, source: TextIO, out: TextIO, errors: TextIO) -> None:
        self.width = text_lines.piped_width()
        self._source, self._out, self._errors = source, out, errors

    def sitting(self) -> AbstractContextManager["Pipe"]:
        """Be ended by interrupts, as any program in a pipe."""
        return nullcontext(self)

    def draw(self, drawing: "Drawing") -> None:
        """Write where a game stands."""
        self.show(drawing.lines(self.width, self.height))

    def show(self, lines: Sequence[Line]) -> None:
        """Write lines, at once."""
        self._write(self._out, lines)

    def refuse(self, lines: Sequence[Line]) -> None:
        """Write lines to the stream of errors."""
        self._write(self._errors, lines)

    def _write(self, stream: TextIO, lines: Sequence[Line]) -> None:
        """Lines with what stands on a stream for letters that it does not have; broken where they are too wide then."""
        for line in lines:
            written = tuple((style, spelled(text, stream)) for style, text in line)
            stream.write(plain([line] if written == line else fitted([written], self.width, text_lines.HANGING)))
        stream.flush()

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Take the next line, of a very long one the beginning."""
        del name, seat, decision
        line = rest = self._source.readline(MAX_PASTE)
        if not line:
            raise EOFError
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(MAX_PASTE)
        return editing.PASTE_MARKS.sub("", line)

    again = page = keep = show

    def pause(self, lines: Sequence[Line]) -> str:
        """Write lines; nobody is waited for."""
        self.show(lines)
        return ""

    def watch(self, page: "DecisionPage", seconds: float) -> None:
        """Write what happened; nobody waits."""
        del seconds
        self.show(text_lines.lines(Said(page.fresh), self.width))

    meanwhile = staticmethod(unseen)

    def clear(self) -> None:
        """Leave everything: nobody looks over a pipe's shoulder."""


def spelled(text: str, stream: TextIO) -> str:
    """A text as it comes to stand on a stream."""
    encoding = getattr(stream, "encoding", None)
    if text.isascii() or encoding is None:
        return text
    return text.encode(encoding, stream.errors or "strict").decode(encoding, "replace")
