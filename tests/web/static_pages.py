"""A site as a browser sees it: its files served from a folder, and a Chromium that looks at them."""

import functools
import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE_MS = 120_000
"""Python is compiled and started in the browser, on whatever else the machine has to do."""


class Files(http.server.SimpleHTTPRequestHandler):
    """Files as static hosts give them."""

    extensions_map = {".mjs": "text/javascript", ".wasm": "application/wasm"}  # noqa: RUF012 - as the library has it
    extensions_map |= http.server.SimpleHTTPRequestHandler.extensions_map

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder is served meanwhile."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def written(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder with these files."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def watched(page: Any, home: str, wrong: list[str]) -> Any:
    """A page that notes what it does that it must not: errors, and requests to elsewhere."""
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("console", lambda told: told.type == "error" and wrong.append(f"console: {told.text}"))
    ours = (home, "data:", "blob:")
    page.context.on("request", lambda asked: asked.url.startswith(ours) or wrong.append(f"request: {asked.url}"))
    return page
