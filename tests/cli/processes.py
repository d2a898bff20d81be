"""Commands as processes of their own: through pipes, and at a pseudo-terminal."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    **os.environ,
    "TERM": "xterm",
    "NO_COLOR": "1",
    "PROMPT_TOOLKIT_NO_CPR": "1",
    "PYTHONPATH": os.pathsep.join([str(ROOT / "interpreter"), str(ROOT), os.environ.get("PYTHONPATH", "")]),
}


def piped(command: Sequence[str] | str, typed: bytes = b"") -> "subprocess.CompletedProcess[str]":
    """Run a command (a text: by the shell) to its end."""
    done = subprocess.run(
        command,
        input=typed,
        shell=isinstance(command, str),
        env=ENVIRONMENT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def at_terminal(command: Sequence[str]) -> "pexpect.spawn[str]":
    """Begin a command at a pseudo-terminal; as a context it ends with it."""
    return pexpect.spawn(
        command[0], list(command[1:]), env=ENVIRONMENT, encoding="utf-8", timeout=30, dimensions=(40, 100)
    )
