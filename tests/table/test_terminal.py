"""The table as lines, at a real (pseudo-)terminal and through real pipes."""

import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from rulewright.table.prompt import Pipe
from rulewright.table.text_lines import Line, plain
from tests.cli.processes import at_terminal, hang_up, pexpect, piped

COMMAND = [sys.executable, "-m", "tests.table.play_fake"]


class Terminal:
    """A pseudo-terminal with the small game in it."""

    def __init__(self, *people: str) -> None:
        self.child = at_terminal([*COMMAND, "--plain", *people])

    def send(self, keys: str, *texts: str) -> str:
        self.child.send(keys)
        return self.sees(*texts)

    def type(self, line: str, *texts: str) -> str:
        return self.send(line + "\r", *texts)

    def sees(self, *texts: str) -> str:
        for text in texts:
            self.child.expect_exact(text)
        return str(self.child.before)

    def ends(self) -> None:
        self.child.expect(pexpect.EOF)
        self.child.wait()
        assert self.child.exitstatus == 0


@pytest.fixture
def ann() -> Iterator[Terminal]:
    terminal = Terminal("0")
    yield terminal
    hang_up(terminal.child)


def test_a_whole_game_with_a_refusal_and_an_undo(ann: Terminal) -> None:
    ann.sees("Ann, your move:", "put stone-8 right", "Ann> ")
    ann.type("put stone-5 left", "you have nothing to put it left of")
    ann.type("put stone-5 right", "· Bob: put ?", "Ann> ")
    ann.type(":undo", "Back before your last decision.", "Ann> ")
    ann.type("2", "· Bob: put ?", "Ann> ")
    ann.type("1", "The game is over. Ann 2, Bob 2.", "Ann and Bob win together.", "over")
    ann.ends()


@pytest.mark.thorough
def test_tab_completes(ann: Terminal) -> None:
    ann.sees("Ann> ")
    ann.send("put 8\t", "stone-8")
    ann.child.send(" r\t")
    ann.sees("ight")  # the r may have been drawn before
    ann.send("\r", "· Bob: put ?")


@pytest.mark.thorough
def test_a_person_may_leave_at_any_time_and_is_asked(ann: Terminal) -> None:
    ways = (("\x03", "\x03"), ("\x04",), (":quit\r",))
    for keys, answer in (*((keys, "no") for keys in ways), (ways[1], "yes")):
        for key in keys:
            ann.sees("Ann> ")
            ann.child.send(key)
        ann.sees("Stop?", "yes or no> ")
        ann.type("perhaps", "yes or no> ")
        ann.type(answer)
        if answer == "no":
            ann.sees("put stone-8 right")
    ann.sees("stopped")
    ann.ends()


@pytest.mark.thorough
def test_one_interrupt_only_empties_the_line(ann: Terminal) -> None:
    ann.sees("Ann> ")
    ann.send("put stone-8 left\x03", "Type :quit or press Ctrl-C once more, and you are asked whether to stop.")
    ann.sees("Ann> ")
    ann.type("put stone-5 right", "· Bob: put ?", "Ann> ")
    ann.send("\x03", "Type :quit", "Ann> ")
    ann.send("\x03", "yes or no> ")
    ann.send("\x03", "stopped")
    ann.ends()


@pytest.fixture
def both() -> Iterator[Terminal]:
    terminal = Terminal("0", "1")
    yield terminal
    hang_up(terminal.child)


@pytest.mark.thorough
def test_the_keyboard_is_handed_over_with_an_empty_screen(both: Terminal) -> None:
    both.sees("Ann> ")
    both.type("put stone-8 right")
    shown = both.sees("Pass the keyboard to Bob, then press Enter.")
    assert shown.rstrip().endswith("\x1b[3J") or "\x1b[2J" in shown
    both.type("")
    bobs = both.sees("Bob> ")
    assert "\x1b[2J" in bobs
    assert "\x1b[3J" in bobs
    assert "stone-8" not in bobs.rpartition("\x1b[3J")[2]
    both.child.send("\x1b[A")
    both.type(":quit", "yes or no> ")
    both.child.send("\x1b[A")
    both.type("y")
    rest = both.sees("stopped")
    assert "stone-8" not in rest, "Bob finds nothing of Ann's with the arrow keys"
    both.ends()


def test_piped_one_line_is_one_decision_and_refusals_go_to_standard_error() -> None:
    done = piped([*COMMAND, "0"], b"put stone-5 left\nput stone-5 right\n\n99\n1\n")
    assert done.returncode == 0
    assert done.stderr == (
        'put stone-5 left: "you have nothing to put it left of"\n'
        "There is no move 99. The moves have the numbers 1 to 4.\n"
    )
    assert "The game is over. Ann 2, Bob 2." in done.stdout
    assert "\x1b" not in done.stdout
    assert "Ann> " not in done.stdout


@pytest.mark.thorough
def test_piped_forced_moves_take_a_line_too_and_the_marks_of_a_paste_are_nothing() -> None:
    done = piped([*COMMAND, "1"], b"\x1b[200~1\n:score\n1\n")
    assert "The game is over" in done.stdout
    assert not done.stderr
    assert piped([*COMMAND, "1"], b"1\n").stdout.endswith("stopped\n")


@pytest.mark.parametrize(
    ("said", "width"), [("60", 60), ("7", 20), ("500", 120), ("", 80), ("wide", 80), ("0", 80), ("9" * 5000, 80)]
)
def test_a_pipe_is_as_wide_as_the_environment_says(said: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", said)
    assert Pipe(StringIO(), StringIO(), StringIO()).width == width


def test_lines_fit_where_a_stream_has_no_such_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out, errors = (TextIOWrapper(BytesIO(), encoding="ascii", errors="backslashreplace") for _ in range(2))
    pipe = Pipe(StringIO(), out, errors)
    lines: list[Line] = [(("name", "Zoë:"), ("", " Käse äöü 赤")), (("", "a plain line that is as wide as it is"),)]
    pipe.show(lines)
    pipe.refuse(lines[:1])
    broken = ["Zo\\xeb: K\\xe4se", "    \\xe4\\xf6\\xfc", "    \\u8d64"]
    assert out.buffer.getvalue().decode().splitlines() == [*broken, plain(lines[1:]).rstrip()]  # type: ignore[attr-defined] # a BytesIO
    assert errors.buffer.getvalue().decode().splitlines() == broken  # type: ignore[attr-defined] # it is a BytesIO


@pytest.mark.thorough
def test_the_end_of_input_and_endless_lines_end_politely() -> None:
    for typed in ("", "put stone-5 right", "x" * 100_000 + "\n", "\x00\x1b[2J\n"):
        done = piped([*COMMAND, "0"], typed.encode())
        assert done.returncode == 0
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stderr + done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it forks")
def test_killed_at_any_moment_a_game_goes_on_where_it_was() -> None:
    pytest.importorskip("pty")
    from tests.table.killed import run

    wrong: list[str] = []
    assert run(6, 1, wrong.append) == {"resumed": 6}, wrong
