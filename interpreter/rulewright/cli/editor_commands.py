"""The command `lsp`: the language server, which editors start."""

from functools import partial
from typing import Final

from rulewright.cli.arguments import FINE, verb
from rulewright.files import standard_streams
from rulewright.shown import Misuse

LOCAL: Final = "127.0.0.1"
"""Only programs of this machine may ask."""


@verb("lsp")
def _lsp(tcp: int | None, ws: int | None, effort: int) -> int:
    if tcp is not None and ws is not None:
        raise Misuse("An editor asks by one way: say --tcp or --ws, not both.")
    try:
        from rulewright.editor.background import Background
        from rulewright.editor.server import server
    except ImportError as missing:
        raise Misuse(f"The language server needs {missing.name}: pip install 'rulewright[editor]'.") from missing
    made = server(partial(Background, effort))
    if tcp is not None:
        made.start_tcp(LOCAL, tcp)
    elif ws is not None:
        made.start_ws(LOCAL, ws)
    else:
        made.start_io(*standard_streams())
    return FINE
