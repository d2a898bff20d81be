"""Commands as processes of their own: through pipes, and at a pseudo-terminal."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).resolve().parents[2]
OTHERWISE = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")
"""What would make each of them slower to begin than a person's, or show its lines at other moments."""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in OTHERWISE},
    "TERM": "xterm",
    "NO_COLOR": "1",
    "PROMPT_TOOLKIT_NO_CPR": "1",
    "PYTHONPATH": os.pathsep.join([str(ROOT / "interpreter"), str(ROOT), os.environ.get("PYTHONPATH", "")]),
}


def piped(command: Sequence[str] | str, typed: bytes = b"") -> "subprocess.CompletedProcess[str]":
    """Run a command (a text: by the shell) to its end."""
    with subprocess.Popen(
        command,
        shell=isinstance(command, str),
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        try:
            out, err = child.communicate(typed, timeout=60)
        finally:
            end(child)
    return subprocess.CompletedProcess(command, child.returncode, out.decode(), err.decode())


def end(child: "subprocess.Popen[Any]") -> None:
    """End a process that leads a session, and all that it has begun."""
    if os.name == "nt":
        child.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


def hang_up(child: "pexpect.spawn[str]") -> None:
    """Close a pseudo-terminal, whatever its command is at; that has ended then, however busy the machine is."""
    try:
        child.close(force=True)
    except pexpect.ExceptionPexpect:  # it was killed at last, and not waited for long
        child.ptyproc.wait()


def at_terminal(command: Sequence[str], size: tuple[int, int] = (40, 100)) -> "pexpect.spawn[str]":
    """Begin a command at a pseudo-terminal of so many lines and columns; as a context it ends with it."""
    return pexpect.spawn(command[0], list(command[1:]), env=ENVIRONMENT, encoding="utf-8", timeout=30, dimensions=size)


def talk(child: "pexpect.spawn[str]", *steps: str | tuple[str, str]) -> None:
    """Wait for each text in turn; of a pair the second is typed then, a key or a line."""
    for step in steps:
        heard, *typed = (step,) if isinstance(step, str) else step
        child.expect_exact(heard)
        for line in typed:
            child.send(line if "\0" < line[:1] < " " else f"{line}\r")
