"""Modules kept from one start to the next: the facts as JSON, then native code.

What another version of this program, of wasmtime or of the machine has made has another name, and counts as nothing.
"""

import json
import platform
import sys
from functools import cache
from importlib.metadata import version

from rulewright import own_files
from rulewright.machine.wasm.module_facts import Compiled, from_json, to_json


@cache
def made_by() -> str:
    """What tells this program, its helpers and this machine from others."""
    machine = (platform.machine(), platform.system(), platform.processor(), sys.byteorder)
    return own_files.named(own_files.program(), version("wasmtime"), machine)


def key(*parts: object) -> str:
    """The name of what these make."""
    return own_files.named(made_by(), *parts)


def find(name: str) -> tuple[Compiled, bytes] | None:
    """What is kept under a name: a module's facts (without its bytes) and its native code."""
    data = own_files.find(name)
    if data is None:
        return None
    length = int.from_bytes(data[:8], "little")
    try:
        return from_json(json.loads(data[8 : 8 + length]), b""), data[8 + length :]
    except ValueError:
        return None


def keep(name: str, compiled: Compiled, native: bytes) -> None:
    """Keep a module, if there is a place for it."""
    facts = json.dumps(to_json(compiled), separators=(",", ":")).encode()
    own_files.keep(name, len(facts).to_bytes(8, "little") + facts + native)
