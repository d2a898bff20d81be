"""The door to what runs modules: what a browser must know of their functions."""

import re

from rulewright.files import PACKAGE
from rulewright.machine.wasm.encoding import I64
from rulewright.machine.wasm.module import EXPORTS, FOR_POLICY, PURPOSES, WRITTEN


def test_a_browser_gives_long_numbers_where_functions_take_them() -> None:
    """Read from the text of the module, which only a browser can import."""
    text = (PACKAGE / "machine" / "wasm" / "browser.py").read_text(encoding="utf-8")
    [said] = re.findall(r"LONG_FIRST: Final = \((.*?)\)", text, re.DOTALL)
    called = {name: name for names in (*PURPOSES.values(), FOR_POLICY) for name in names}
    called |= {name: str(key[0]) for name, key in EXPORTS.items()}
    takes = {name: WRITTEN[key].signature.params for name, key in called.items() if key in WRITTEN}
    assert {name for name, params in takes.items() if I64 in params} == {*re.findall(r'"(\w+)"', said)}
    assert not any(I64 in params[1:] for params in takes.values())
