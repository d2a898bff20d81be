"""The command `serve`: tables for people in their browsers."""

import socket
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.arguments import FINE, verb
from rulewright.cli.console import ElapsedLine
from rulewright.files import shipped
from rulewright.own_files import games_folder
from rulewright.shown import Misuse, shown

if TYPE_CHECKING:
    from rulewright.web.store import Store

DATABASE: Final = "tables.sqlite"
POSTGRES: Final = ("postgresql://", "postgres://")


@verb("serve")
def _serve(games: Sequence[str], port: int, host: str, public: str | None, data: str | None, workers: int) -> int:
    try:
        from rulewright.web.server import application, serve
    except ImportError as missing:
        raise Misuse(f"The server needs {missing.name}: pip install 'rulewright[web]'.") from missing
    from rulewright.web.site import site_of
    from rulewright.web.tables import Tables
    from rulewright.web.thinking import Thinkers

    with _listening(host, port) as listening, closing(_store(data)) as store:
        with ElapsedLine("reading the games").shown():
            site = site_of(games or [*shipped()], host, listening.getsockname()[1], public)
        print(f"Players open {site.address}/ in a browser. Ctrl-C stops; the tables are kept.", flush=True)
        with suppress(KeyboardInterrupt):
            serve(application(site, Tables(store, Thinkers(workers))), listening)
    return FINE


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, before anything else is done."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as trouble:
        told = f"Nobody can listen at port {port} of {shown(host)}: {trouble.strerror or trouble}."
        raise Misuse(f"{told} --port names another one.") from trouble


def _store(data: str | None) -> "Store":
    """The database of tables that is named, or the one beside the user's games."""
    from rulewright.web.store import StoreError, sqlite_store

    folder = games_folder() if data is None else None
    if data is None and folder is None:
        raise Misuse("There is no folder of your own for games. --data FILE says where the tables are kept.")
    try:
        if data is not None and data.startswith(POSTGRES):
            from rulewright.web.postgres import postgres_store

            return postgres_store(data)
        return sqlite_store(Path(data) if data is not None else (folder or Path()) / DATABASE)
    except ImportError as missing:
        raise Misuse(f"PostgreSQL needs {missing.name}: pip install 'rulewright[postgres]'.") from missing
    except StoreError as trouble:
        raise Misuse(f"{trouble} --data names another place for the tables.") from trouble
