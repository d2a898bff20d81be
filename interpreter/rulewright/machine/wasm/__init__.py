"""The fast backend: programs as WebAssembly, run by wasmtime.

What comes in is a program, what goes out is an `Engine` that plays it. `module` writes the bytes, `engine` runs them,
`cache` keeps them. Law: whatever `interpret` does, this does, vector by vector; what needs words stays there.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache as once, partial
from typing import Any

from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import runtime
from rulewright.machine.wasm.engine import Engine
from rulewright.machine.wasm.memory_map import Compiled, TooLarge
from rulewright.machine.wasm.runtime import new_engine

__all__ = ["Compiled", "Engine", "TooLarge", "available", "engine", "engine_of"]


@once
def available() -> str | None:
    """None if the fast backend can run here; otherwise why not, in words."""
    try:
        import wasmtime  # heavy, and not everywhere
    except ImportError:
        return 'the fast backend needs wasmtime: pip install "rulewright[fast]"'
    except (OSError, RuntimeError) as trouble:
        return f"wasmtime does not run on this machine ({trouble})"
    del wasmtime
    return None


def engine_of(program: Program, purpose: str = "games") -> Engine:
    """An engine made from a program, nothing being kept; TooLarge where that cannot be."""
    from rulewright.machine.wasm.module import compile_program  # not needed where modules are kept

    return engine_by(compile_program(program, purpose), program)


def engine_by(compiled: Compiled, program: Program) -> Engine:
    """An engine by the module of a program."""
    return Engine(compiled, partial(_module, compiled.wasm), lambda: program)


def engine(make: Callable[[], Program], *parts: object, purpose: str = "games") -> Engine:
    """An engine of the program that `make` makes of these parts (texts and settings). If it was made before, its module
    is taken from the user's cache, and `make` is not called before names are needed."""
    program, name = once(make), runtime.key(*parts)
    found = runtime.find(name)
    if found is not None:
        with suppress(ValueError):
            return Engine(found[0], partial(_native, found[1]), program)
    made = engine_of(program(), purpose)
    runtime.keep(name, made.compiled, bytes(_module(made.compiled.wasm, new_engine()).serialize()))
    return made


def _module(wasm: bytes, of: Any) -> Any:  # noqa: ANN401 - wasmtime's
    import wasmtime  # heavy, and not everywhere

    try:
        return wasmtime.Module(of, wasm)
    except wasmtime.WasmtimeError as wrong:
        raise TooLarge(_no_module(wrong)) from wrong


def validate(wasm: bytes) -> None:
    """Nothing; TooLarge if hosts would not load the module. Without wasmtime nobody can be asked."""
    try:
        import wasmtime  # heavy, and not everywhere
    except (ImportError, OSError, RuntimeError):
        return
    try:
        wasmtime.Module.validate(new_engine(), wasm)
    except wasmtime.WasmtimeError as wrong:
        raise TooLarge(_no_module(wrong)) from wrong


def _no_module(wrong: Exception) -> str:
    """What wasmtime says, in one line."""
    return f"No module can be made of these rules: {' '.join(str(wrong).split())}"


def _native(code: bytes, of: Any) -> Any:  # noqa: ANN401 - wasmtime's
    """The module of native code; ValueError if it was made for another engine."""
    import wasmtime  # heavy, and not everywhere

    try:
        return wasmtime.Module.deserialize(of, code)
    except wasmtime.WasmtimeError as wrong:
        raise ValueError(str(wrong)) from wrong
