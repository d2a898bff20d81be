"""A game for other hosts: its WebAssembly module, and beside it everything that is needed to use the module by name.

In: rules at one setting. Out: `Built`: the bytes of the module and a text of JSON. Law: the same text and the same
setting give the same bytes, on every machine. What every key of the JSON means is written in `machine/wasm/README.md`.

Who may see what is not in it: the module knows everything, and so does whoever holds its memory. A host that seats
several people plays on a machine that they trust, and shows each of them a view of its own making.
"""

import json
from typing import Final

from attrs import frozen

from rulewright.analysis.export.tables import described, names_of_all
from rulewright.machine.game import Rules
from rulewright.machine.wasm import TooLarge, validate
from rulewright.machine.wasm.module import EXPORTS, FOR_HOSTS, assemble, compiled

__all__ = ["Built", "TooLarge", "build"]

FORMAT: Final = "rulewright-module/1"
MOST_CODE: Final = 7_654_321
"""So many bytes of one function hosts load, as the JavaScript interface of WebAssembly has it."""


@frozen
class Built:
    """A module and its tables."""

    wasm: bytes
    tables: str


def build(rules: Rules) -> Built:
    """The module and the tables of a game; TooLarge where its memory would not fit, or no host would load it."""
    assembly, module = assemble(rules.program, EXPORTS | FOR_HOSTS)
    longest = max(len(body.code) for body in module.functions)
    if longest > MOST_CODE:
        raise TooLarge(f"These rules need a function of {longest:,} bytes; hosts load at most {MOST_CODE:,}.")
    made = compiled(assembly, module)
    validate(made.wasm)
    tables = {"format": FORMAT, **names_of_all(rules), **described(rules, made, module)}
    # as ASCII, and nothing in it ends a script: it can stand inside a page
    return Built(made.wasm, json.dumps(tables, indent=1).replace("<", "\\u003c") + "\n")
