"""The command `lsp`: the language server, which editors start."""

import os
from typing import Final

from rulewright.cli.arguments import FINE, verb
from rulewright.shown import Misuse

LOCAL: Final = "127.0.0.1"
"""Only programs of this machine may ask."""


@verb("lsp")
def _lsp(tcp: int | None, ws: int | None, effort: int) -> int:
    if tcp is not None and ws is not None:
        raise Misuse("An editor asks by one way: say --tcp or --ws, not both.")
    try:
        from rulewright.editor.server import server
    except ImportError as missing:
        raise Misuse(f"The language server needs {missing.name}: pip install 'rulewright[editor]'.") from missing
    made = server(effort)
    if tcp is not None:
        made.start_tcp(LOCAL, tcp)
    elif ws is not None:
        made.start_ws(LOCAL, ws)
    else:
        # it closes what it has read and written, and ours are flushed later
        made.start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    return FINE
