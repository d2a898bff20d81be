"""The full screen: where a game stands above, what happened and was answered below, the prompt on the last row.

What is drawn is made anew for each size, from the drawing of the decision and from what was said since. Laws: what was
said before the screen was cleared is never seen after it; what nobody had read yet when the screen is left stands on
the terminal then.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from attrs import frozen
from prompt_toolkit import layout
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.processors import BeforeInput

from rulewright.shown import shown
from rulewright.table import editing
from rulewright.table.fitting import LEAST, PROMPT, Size, Upper, further_back, happened, highest, pane, upper
from rulewright.table.text_lines import NARROWEST, WIDEST, Line, fitted
from rulewright.table.typed_line import Asked

if TYPE_CHECKING:
    from rulewright.table.decision_page import DecisionPage
    from rulewright.table.fitting import Drawing

MAX_PASTE: Final = 4096
GLIMPSE: Final = 0.03  # so many seconds it takes to draw what is seen while nobody is asked
Typed = str | type[EOFError] | type[KeyboardInterrupt]


def _signals(*, heard: bool) -> None:
    """Whether keys can interrupt this process; while somebody is asked they are keys as any other."""
    try:
        import termios
    except ImportError:  # Windows
        return
    with suppress(termios.error, OSError):
        here = sys.stdin.fileno()
        modes = termios.tcgetattr(here)
        bits = termios.ISIG | termios.NOFLSH
        modes[3] = modes[3] | bits if heard else modes[3] & ~bits
        modes[6][termios.VSUSP] = modes[6][termios.VQUIT] = b"\0"
        termios.tcsetattr(here, termios.TCSANOW, modes)


@frozen
class Sheet:
    """What is drawn for a size: the upper part, and all that the pane below is part of, with the rows answered last."""

    size: Size
    upper: Upper
    told: tuple[Line, ...]
    answered: int

    def above(self, up: int) -> tuple[Line, ...]:
        """The upper part for who reads so many rows above the last one."""
        return further_back(self.upper, len(self.told), self.size) if up else self.upper.rows

    def room(self, up: int) -> int:
        """The rows of the pane then."""
        return max(0, self.size.height - PROMPT - len(self.above(up)))


class FullScreen:
    """A person's terminal, all of it; its one application of prompt_toolkit goes on only while somebody is asked."""

    person = True

    def __init__(self) -> None:
        """Nothing is shown yet. Of what is said, `read` lines were on the screen when somebody typed a line, and those
        from `answers` on were said of what is drawn; `seen` is what was drawn of the decision before."""
        self._drawing: Drawing | None = None
        self._said: list[Line] = []
        self._read = self._answers = 0
        self._up = 0
        self._sheet: Sheet | None = None
        self._seen: Sheet | None = None
        self._paged: Sequence[Line] = ()
        self._book = self._steps = False
        self._begun = ""
        self._typed: deque[Typed] = deque()
        self._buffers: dict[int, Buffer] = {}
        self._prompt, self._known = "", editing.terminal_size()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._break)
        self._broken: BaseException | None = None
        self._task: asyncio.Task[None] | None = None
        self._interrupts = editing.Interrupts(self._interrupt)
        prompt = BeforeInput(lambda: FormattedText([("class:you", self._prompt)]))
        self._control = layout.BufferControl(self._buffer(None), [prompt])
        self._input = layout.Window(self._control, height=1)
        keys = editing.paging(self._paging)
        asks = layout.FormattedTextControl(
            lambda: editing.styled([self._below(self._size)]), focusable=True, key_bindings=keys
        )
        self._pager = layout.Window(asks, height=1, always_hide_cursor=True)
        self._app = self._application()

    @property
    def _size(self) -> Size:
        found = editing.terminal_size()
        return Size(max(NARROWEST, min(WIDEST, found.columns)), found.lines)

    @contextmanager
    def sitting(self) -> Iterator["FullScreen"]:
        """Have the terminal; what was said last stands on it afterwards."""
        try:
            with self._interrupts.heard():
                try:
                    yield self
                finally:
                    with suppress(EOFError, OSError):  # give the terminal back as it was
                        if self._task is not None and not self._task.done():
                            self._app.exit()
                        if self._task is not None:
                            self._loop.run_until_complete(self._task)
                    self._loop.close()
        finally:
            editing.print_lines(self._said[self._read :])

    @property
    def width(self) -> int:
        """The columns that may be filled."""
        return self._size.width

    @property
    def height(self) -> int | None:
        """The lines that there are, the typed one among them."""
        return self._size.height

    def draw(self, drawing: "Drawing") -> None:
        """Show where a game stands; what was said of the decision before is over."""
        self._said, self._read = self._said[self._read :], 0
        self._answers = len(self._said)
        self._drawing, self._sheet, self._seen = drawing, None, None

    def again(self, lines: Sequence[Line]) -> None:
        """Draw the same anew."""
        del lines
        self._sheet = None

    def show(self, lines: Sequence[Line]) -> None:
        """Show lines in the pane, or where they have no room there, on pages of their own."""
        self._said.extend(lines)
        self._sheet = None

    refuse = show

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines as a book is read: on the whole screen, if they have no room in the pane."""
        self._book = True
        self.show(lines)

    def read(self, name: str, seat: int, decision: Asked) -> str:
        """Read a line below all that was said. What has no room there is shown in parts below the table, until somebody
        has read it or types something else, and forgotten."""
        before = self._seen
        if not self._drawn(self._size).upper.fits:
            self._paged = self._said[max(self._read, self._answers) :]
            with suppress(EOFError, KeyboardInterrupt):
                while self._paged and self._next(self._pager) != editing.STOP_READING:
                    size = self._size
                    self._paged = fitted(self._paged, size.width)[self._page_rows(size) :]
            self._paged, self._sheet, self._seen = (), None, before
            del self._said[max(self._read, self._answers) :]
        self._book = False
        return self._line(f"{shown(name)}> ", seat, decision)

    def _page_rows(self, size: Size) -> int:
        """The rows of a part: below the table, but for a book, or where there are too few."""
        below = size.height - PROMPT - len(self._table(size))
        return below if below >= LEAST and not self._book else size.height - PROMPT

    def _table(self, size: Size) -> Sequence[Line]:
        composed = self._drawn(size).upper.composed
        return () if composed is None else composed.table

    def pause(self, lines: Sequence[Line]) -> str:
        """Show these lines below what was drawn last, and wait for Enter."""
        self._said, self._read = [*self._said[self._read :], *lines], 0
        self._answers, self._sheet = 0, None
        return self._line("", None, Asked(()))

    @contextmanager
    def meanwhile(self, text: str) -> Iterator[Callable[[], bool]]:
        """Let this stand in the place of the prompt while something is reckoned; whether to go on with that."""
        with self._interrupts.ending() as going:
            self._prompt = shown(text)
            self._app.layout.focus(self._input)
            self._app.invalidate()
            self._loop.call_later(GLIMPSE, self._loop.stop)
            self._run()
            yield going

    def keep(self, lines: Sequence[Line]) -> None:
        """Let these stand on the terminal when the screen is left."""
        self.show(lines)

    def watch(self, page: "DecisionPage", seconds: float) -> None:
        """Show where a game stands for so long; Enter goes on before."""
        self.draw(page)
        self._prompt = ""
        self._app.layout.focus(self._input)
        self._app.invalidate()
        wait = self._loop.call_later(seconds, self._loop.stop)
        self._run()
        wait.cancel()
        if self._typed and self._typed[-1] == "":
            self._typed.pop()

    def clear(self) -> None:
        """Forget what was shown."""
        self._drawing, self._sheet, self._seen = None, None, None
        self._said, self._read, self._answers = [], 0, 0
        self._app.clipboard = InMemoryClipboard()

    def _line(self, prompt: str, seat: int | None, decision: Asked) -> str:
        """A typed line; the numbers that are drawn count before it is read."""
        self._up, self._steps = 0, editing.can_step(decision)
        self._drawn(self._size)
        try:
            self._control.buffer = self._buffer(seat)
            self._control.buffer.completer = editing.Moves(decision)
            self._control.buffer.insert_text(self._begun)
            self._begun = ""
            self._prompt, self._input.horizontal_scroll = prompt, 0
            return self._next(self._input)
        finally:
            self._read, self._sheet = len(self._said), None

    def _rows(self, size: Size) -> Sequence[Line]:
        if self._paged:
            rows = self._page_rows(size)
            above = self._table(size) if rows < size.height - PROMPT else ()
            return [*above, *fitted(self._paged, size.width)[:rows]]
        sheet = self._drawn(size)
        return [*sheet.above(self._up), *pane(sheet.told, sheet.room(self._up), self._up, sheet.answered, size.width)]

    def _below(self, size: Size) -> Line:
        if len(fitted(self._paged, size.width)) <= self._page_rows(size):
            return editing.LAST
        return editing.MORE if self._book else editing.MORE_BELOW

    def _drawn(self, size: Size) -> Sheet:
        if self._sheet is None or self._sheet.size != size:
            answer = len(fitted(self._said[max(self._read, self._answers) :], size.width))
            before, behind = self._said[: self._answers], self._said[self._answers :]
            told = happened(self._drawing, size.width)
            lines = (*fitted(before, size.width), *told, *fitted(behind, size.width))
            seen = self._seen.upper.composed if self._seen is not None and self._seen.size == size else None
            self._sheet = self._seen = Sheet(size, upper(self._drawing, size, answer, seen), lines, answer)
        return self._sheet

    def _paging(self, event: KeyPressEvent, said: str) -> None:
        """Go on with what is paged; what is typed instead of that, as fast as it may be, begins the next line. Only in
        a book a q says that it is enough."""
        letter = event.data.isprintable() and event.data != " " and not (self._book and said == editing.STOP_READING)
        if self._begun and event.data.isprintable():
            self._begun += event.data
        elif self._begun:
            self._typed.append(self._begun)
            self._begun = ""
        elif said == editing.READ_ON:
            self._put(said)
        else:
            self._begun = event.data if letter else ""
            if editing.STOP_READING not in self._typed:  # a second one would be a line that nobody has typed
                self._put(editing.STOP_READING)

    def _scroll(self, screenfuls: int) -> None:
        sheet = self._drawn(self._size)
        up = self._up + screenfuls * max(1, sheet.room(self._up) - 2)
        self._up = max(0, min(up, highest(sheet.told, sheet.room(1))))

    def _application(self) -> Application[None]:
        def at_home(app: Application[None]) -> None:
            """After a change of its size nobody knows where a terminal has put cursor and rows."""
            if self._known != editing.terminal_size():
                self._known, self._input.horizontal_scroll = editing.terminal_size(), 0
                app.output.erase_screen()
                app.output.cursor_goto(0, 0)

        paged, typing = Condition(lambda: self._app.layout.has_focus(self._pager)), has_focus(self._input)
        empty = Condition(lambda: not self._control.buffer.text)
        keys = KeyBindings()
        keys.add("c-c", filter=typing)(lambda _: self._put(KeyboardInterrupt))
        keys.add("c-d", filter=typing & empty)(lambda _: self._put(EOFError))
        steps = Condition(lambda: self._steps) & typing & empty
        for key, line in editing.STEPS.items():
            keys.add(key, filter=steps)(lambda _, line=line: self._put(line))
        keys.add("pageup", filter=typing)(lambda _: self._scroll(1))
        keys.add("pagedown", filter=typing)(lambda _: self._scroll(-1))
        keys.add(Keys.BracketedPaste, filter=typing)(editing.paste)
        drawn = layout.FormattedTextControl(lambda: editing.styled(self._rows(self._size)))
        rows = layout.Window(drawn, height=layout.Dimension(min=0), always_hide_cursor=True)
        below = [layout.ConditionalContainer(self._input, ~paged), layout.ConditionalContainer(self._pager, paged)]
        menu = layout.Float(layout.CompletionsMenu(max_height=10, scroll_offset=1), xcursor=True, ycursor=True)
        app = Application[None](
            layout.Layout(layout.FloatContainer(layout.HSplit([rows, *below]), [menu]), self._input),
            style=editing.STYLE,
            color_depth=editing.depth(),
            key_bindings=keys,
            enable_page_navigation_bindings=False,
            full_screen=True,
            input=editing.keyboard(),
            erase_when_done=True,
        )
        app.before_render += at_home
        return app

    def _buffer(self, seat: int | None) -> Buffer:
        def accept(buffer: Buffer) -> bool:
            self._put(buffer.text[:MAX_PASTE])
            return False

        made = Buffer(history=InMemoryHistory(), accept_handler=accept, multiline=False)
        return made if seat is None else self._buffers.setdefault(seat, made)

    def _next(self, focused: layout.Window) -> str:
        """The next line or key; those that came before it was asked for count, too."""
        try:
            self._interrupts.heed()
        except KeyboardInterrupt:
            self._typed.clear()
            raise
        self._app.layout.focus(focused)
        self._app.invalidate()
        while not self._typed:
            self._run()
        found = self._typed.popleft()
        if isinstance(found, str):
            return found
        self._typed.clear()
        self._control.buffer.reset()
        raise found

    def _run(self) -> None:
        """Let the terminal live until something is typed."""
        if self._task is None:
            self._task = self._loop.create_task(self._app.run_async(handle_sigint=False, set_exception_handler=False))
            self._task.add_done_callback(lambda _: self._loop.stop())
        else:
            _signals(heard=False)
        if not self._task.done():
            self._loop.run_forever()
            _signals(heard=True)
        if self._broken is not None:
            raise self._broken
        if self._task.done():
            self._task.result()
            raise EOFError

    def _put(self, typed: Typed) -> None:
        self._typed.append(typed)
        self._loop.stop()

    def _interrupt(self) -> bool:
        """Tell an interrupt to who is asked, if somebody is."""
        if self._loop.is_running():
            self._loop.call_soon_threadsafe(self._put, KeyboardInterrupt)
            return True
        return False

    def _break(self, _: object, context: dict[str, object]) -> None:
        """What went wrong while something was drawn is raised where it was asked for."""
        wrong = context.get("exception")
        self._broken = wrong if isinstance(wrong, BaseException) else RuntimeError(context.get("message"))
        self._loop.stop()
