"""Modules run by the browser in which this Python runs: it has WebAssembly of its own."""

from typing import Any, Final

import js
from attrs import frozen
from pyodide.ffi import JsException, to_js

from rulewright.machine.wasm.memory_map import TooLarge
from rulewright.machine.wasm.runtime import Instance, Trapped

LONG_FIRST: Final = ("begin", "keys", "learn", "playouts", "playouts_checked", "playouts_counted")
"""The functions whose first argument has 64 bits: JavaScript has another sort of numbers for these."""


@frozen(eq=False)
class _InBrowser:
    """An instance whose memory lies beside that of Python."""

    _exports: Any

    def call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - a number or nothing
        given: tuple[Any, ...] = arguments
        if name in LONG_FIRST:
            given = (js.BigInt(str(arguments[0])), *arguments[1:])
        try:
            return getattr(self._exports, name)(*given)
        except JsException as wrong:
            raise Trapped(str(wrong)) from wrong

    def read(self, address: int, count: int) -> bytes:
        found: bytes = js.Uint8Array.new(self._exports.memory.buffer, address, count).to_bytes()
        return found

    def write(self, address: int, data: bytes) -> None:
        js.Uint8Array.new(self._exports.memory.buffer, address, len(data)).assign(data)

    def size(self) -> int:
        found: int = self._exports.memory.buffer.byteLength
        return found

    def grow(self, pages: int) -> None:
        try:
            self._exports.memory.grow(pages)
        except JsException as wrong:
            raise MemoryError from wrong

    def address(self) -> None:
        """It does not lie in the memory of this Python."""


def new_instance(wasm: bytes) -> Instance:
    """An instance of a module. TooLarge where the browser refuses it."""
    try:
        module = js.WebAssembly.Module.new(to_js(wasm))
        return _InBrowser(js.WebAssembly.Instance.new(module).exports)
    except JsException as wrong:
        raise TooLarge(f"The browser has no room for a module of these rules: {wrong}") from wrong
