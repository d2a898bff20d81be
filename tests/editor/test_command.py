"""The command that an editor starts: how it is reached, and what is said where it cannot be."""

import json
import socket
import sys
import time
from collections.abc import Callable
from subprocess import Popen

import pytest

from tests.cli.processes import ENVIRONMENT, end
from tests.cli.running import Run, run as carried_out

ASKED = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
PATIENCE_S = 60
WHOLE_TEXTS = 1
"""How the protocol calls that an editor sends all of a text after a change, whatever ends lines in it."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments, **named: carried_out(capsys, *arguments, **named)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def by_tcp(port: int) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as there, there.makefile("rwb") as both:
        said = json.dumps(ASKED).encode()
        both.write(b"Content-Length: %d\r\n\r\n%s" % (len(said), said))
        both.flush()
        size = int(both.readline().split(b":")[1])
        while both.readline().strip():
            pass
        return both.read(size).decode()


def by_websocket(port: int) -> str:
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{port}", open_timeout=PATIENCE_S) as there:
        there.send(json.dumps(ASKED))
        told = there.recv(PATIENCE_S)
        return told if isinstance(told, str) else told.decode()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("how", "ask"), [("--tcp", by_tcp), ("--ws", by_websocket)])
def test_it_listens_where_it_is_told_to(how: str, ask: Callable[[int], str]) -> None:
    port, due = free_port(), time.monotonic() + PATIENCE_S
    with Popen(
        [sys.executable, "-m", "rulewright", "lsp", how, str(port)], env=ENVIRONMENT, start_new_session=True
    ) as it:
        try:
            while True:
                try:
                    told = json.loads(ask(port))
                    break
                except ConnectionRefusedError:
                    assert time.monotonic() < due, "it does not listen"
                    time.sleep(0.1)
            assert told["result"]["serverInfo"]["name"] == "rulewright"
            assert told["result"]["capabilities"]["textDocumentSync"]["change"] == WHOLE_TEXTS
        finally:
            end(it)


def test_it_listens_in_one_way(run: Run) -> None:
    told = run("lsp", "--tcp", 4000, "--ws", 4001, code=2)
    assert told.err == "rulewright: An editor asks by one way: say --tcp or --ws, not both.\n"


def test_without_its_library_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rulewright.editor.server", None)
    told = run("lsp", code=2)
    assert "pip install 'rulewright[editor]'" in told.err
