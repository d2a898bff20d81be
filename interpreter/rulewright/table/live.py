"""The terminal as long as a game has it: rows that are drawn anew whenever that is needed, and lines typed below them.

One application of prompt_toolkit has the terminal from the first question to the end; it goes on only while somebody is
asked. What it draws and what typed lines mean it does not know.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    ConditionalContainer,
    Dimension,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput

from rulewright.table.editing import STYLE, Interrupts, Moves, depth, keyboard, paging, paste, size, styled
from rulewright.table.fitting import Size
from rulewright.table.text_lines import NARROWEST, WIDEST, Line
from rulewright.table.typed_line import Asked

MAX_PASTE: Final = 4096
GLIMPSE: Final = 0.03
"""So many seconds it takes to draw what is seen while nobody is asked."""
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


class Live:
    """What has the terminal: `rows` gives what stands above the prompt for a size, `below` what stands in its place
    where a key is waited for, `scroll` is told by how many screenfuls (up: positive) somebody wants to see other
    ones."""

    def __init__(
        self, rows: Callable[[Size], Sequence[Line]], below: Callable[[Size], Line], scroll: Callable[[int], None]
    ) -> None:
        """Nothing is drawn before the first question."""
        self._rows, self._below, self._scroll = rows, below, scroll
        self._typed: deque[Typed] = deque()
        self._buffers: dict[int, Buffer] = {}
        self._prompt, self._known = "", size()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._break)
        self._broken: BaseException | None = None
        self._task: asyncio.Task[None] | None = None
        self._interrupts = Interrupts(self._interrupt)
        self._control = BufferControl(self._buffer(None), [BeforeInput(self._before)])
        self._input = Window(self._control, height=1)
        keys = paging(lambda _, more: self._put("" if more else "q"))
        more = FormattedTextControl(self._asks, focusable=True, key_bindings=keys, show_cursor=False)
        self._pager = Window(more, height=1)
        self._app = self._application()

    @property
    def size(self) -> Size:
        """The columns that may be filled, and the lines that there are, the prompt's among them."""
        found = size()
        return Size(max(NARROWEST, min(WIDEST, found.columns)), found.lines)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have the terminal meanwhile."""
        with self._interrupts.heard():
            try:
                yield
            finally:
                self._leave()

    def line(self, prompt: str, seat: int | None, decision: Asked) -> str:
        """A line typed behind a prompt, found again by its seat with the arrow keys (None: by nobody)."""
        self._control.buffer = self._buffer(seat)
        self._control.buffer.completer = Moves(decision)
        self._prompt, self._input.horizontal_scroll = prompt, 0
        return self._next(self._input)

    def more(self) -> bool:
        """Wait for a key; whether it was not q."""
        with suppress(EOFError, KeyboardInterrupt):
            return self._next(self._pager) not in ("q", "Q")
        return False

    @contextmanager
    def meanwhile(self, text: str) -> Iterator[Callable[[], bool]]:
        """Let this stand in the place of the prompt while something is reckoned; whether to go on with that."""
        with self._interrupts.ending() as going:
            self._prompt = text
            self._app.layout.focus(self._input)
            self._app.invalidate()
            self._loop.call_later(GLIMPSE, self._loop.stop)
            self._run()
            yield going

    def forget(self) -> None:
        """Leave nothing of what was cut from lines."""
        self._app.clipboard = InMemoryClipboard()

    # ---- what prompt_toolkit is told

    def _application(self) -> Application[None]:
        paged = Condition(lambda: self._app.layout.has_focus(self._pager))
        rows = Window(FormattedTextControl(self._text), height=Dimension(min=0), always_hide_cursor=True)
        below = [ConditionalContainer(self._input, ~paged), ConditionalContainer(self._pager, paged)]
        menu = Float(CompletionsMenu(max_height=10, scroll_offset=1), xcursor=True, ycursor=True)
        app = Application[None](
            Layout(FloatContainer(HSplit([rows, *below]), [menu]), self._input),
            style=STYLE,
            color_depth=depth(),
            key_bindings=self._keys(),
            enable_page_navigation_bindings=False,
            full_screen=True,
            input=keyboard(),
            erase_when_done=True,
        )
        app.before_render += self._at_home
        return app

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        typing = has_focus(self._input)
        empty = Condition(lambda: not self._control.buffer.text)
        keys.add("c-c", filter=typing)(lambda _: self._put(KeyboardInterrupt))
        keys.add("c-d", filter=typing & empty)(lambda _: self._put(EOFError))
        keys.add("pageup", filter=typing)(lambda _: self._scroll(1))
        keys.add("pagedown", filter=typing)(lambda _: self._scroll(-1))
        keys.add(Keys.BracketedPaste, filter=typing)(paste)
        return keys

    def _before(self) -> FormattedText:
        return FormattedText([("class:you", self._prompt)])

    def _asks(self) -> FormattedText:
        return styled([self._below(self.size)])

    def _text(self) -> FormattedText:
        return styled(self._rows(self.size))

    def _at_home(self, app: Application[None]) -> None:
        """After a change of its size nobody knows where a terminal has put cursor and rows."""
        if self._known != size():
            self._known, self._input.horizontal_scroll = size(), 0
            app.output.erase_screen()
            app.output.cursor_goto(0, 0)

    def _buffer(self, seat: int | None) -> Buffer:
        if seat is not None and seat in self._buffers:
            return self._buffers[seat]
        made = Buffer(history=InMemoryHistory(), accept_handler=self._accept, multiline=False)
        if seat is not None:
            self._buffers[seat] = made
        return made

    # ---- the course of things

    def _next(self, focused: Window) -> str:
        """The next line or key; those that came before it was asked for count, too."""
        self._heed()
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

    def _heed(self) -> None:
        try:
            self._interrupts.heed()
        except KeyboardInterrupt:
            self._typed.clear()
            raise

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

    def _accept(self, buffer: Buffer) -> bool:
        self._put(buffer.text[:MAX_PASTE])
        return False

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

    def _leave(self) -> None:
        """Give the terminal back as it was."""
        with suppress(EOFError, OSError):
            if self._task is not None and not self._task.done():
                self._app.exit()
            if self._task is not None:
                self._loop.run_until_complete(self._task)
        self._loop.close()
