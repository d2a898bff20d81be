"""A command at a terminal whose screen is emulated, so that a test sees what a person sees: rows of text."""

from collections.abc import Sequence
from typing import Any, Self

import pytest

from tests.cli.processes import at_terminal, hang_up, pexpect

pyte = pytest.importorskip("pyte")
termios = pytest.importorskip("termios")

ALTERNATE = 1049
"""The mode in which a terminal shows its second screen."""


class Screen(pyte.Screen):  # type: ignore[misc]
    """A terminal with a second screen, which pyte's has not."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.first: dict[int, str] | None = None
        self.entered = 0

    def set_mode(self, *modes: int, **how: Any) -> None:
        super().set_mode(*modes, **how)
        if how.get("private") and ALTERNATE in modes:
            self.first = {row: text.rstrip() for row, text in enumerate(self.display)}
            self.entered += 1
            self.save_cursor()
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **how: Any) -> None:
        super().reset_mode(*modes, **how)
        if how.get("private") and ALTERNATE in modes and self.first is not None:
            texts, self.first = self.first, None
            self.erase_in_display(2)
            for row, text in texts.items():
                self.cursor_position(row + 1, 1)
                self.draw(text)
            self.restore_cursor()


class Emulated:
    """A command at an emulated terminal of so many lines and columns; as a context it ends with it."""

    def __init__(self, command: Sequence[str], lines: int = 24, columns: int = 80) -> None:
        self.child = at_terminal(command, (lines, columns))
        self.screen = Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self.told = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        hang_up(self.child)

    @property
    def rows(self) -> list[str]:
        """What is on the screen."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def typed(self) -> str:
        """The row in which the cursor stands."""
        return self.rows[self.screen.cursor.y]

    @property
    def full(self) -> bool:
        """Whether the second screen is shown."""
        return self.screen.first is not None

    def sees(self, *texts: str, without: str | None = None) -> str:
        """Wait until all these texts are on the screen, the last of them at the cursor, and another one is not."""
        while not self._there(texts, without):
            self._more(texts)
        return self.text

    def _there(self, texts: Sequence[str], without: str | None) -> bool:
        text = self.text
        there = all(part in text for part in texts) and self.typed.endswith(texts[-1].rstrip())
        return there and (without is None or without not in text)

    def _more(self, texts: Sequence[str]) -> None:
        try:
            self.feed(self.child.read_nonblocking(1 << 16, timeout=15))
        except (pexpect.TIMEOUT, pexpect.EOF) as trouble:
            raise AssertionError(f"not seen: {texts}, but\n{self.text}") from trouble

    def feed(self, data: str) -> None:
        self.told += data
        self._stream.feed(data)

    def send(self, keys: str, *texts: str, without: str | None = None) -> str:
        """Send keys, and wait until these texts are there, if any are."""
        self.child.send(keys)
        return self.sees(*texts, without=without) if texts else ""

    def type(self, line: str, *texts: str, without: str | None = None) -> str:
        return self.send(f"{line}\r", *texts, without=without)

    def resize(self, lines: int, columns: int) -> None:
        """Give the terminal a size; if it is another one, all that it shows then must be drawn again."""
        if (lines, columns) == (self.screen.lines, self.screen.columns):
            return
        self.screen.erase_in_display(2)
        self.screen.resize(lines, columns)
        self.screen.ensure_hbounds()
        self.screen.ensure_vbounds()
        self.child.setwinsize(lines, columns)

    def ends(self, code: int = 0) -> str:
        """Wait for the end of the process; what stands on the screen then, on which what is typed is seen again."""
        try:
            while True:
                self.feed(self.child.read_nonblocking(1 << 16, timeout=15))
        except pexpect.EOF:
            modes = termios.tcgetattr(self.child.fileno())[3]
            self.child.wait()
        assert self.child.exitstatus == code, self.text
        assert modes & termios.ECHO
        assert modes & termios.ICANON
        assert not self.full
        return self.text
