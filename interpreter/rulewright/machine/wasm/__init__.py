"""The fast backend: programs as WebAssembly, run by wasmtime, or by the browser in which Python runs.

What comes in is a program, what goes out is an `Engine` that plays it. Law: whatever `interpret` does, this does,
vector by vector; what needs words stays there.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache as once, partial
from typing import TYPE_CHECKING, Any, Final

from rulewright import own_files
from rulewright.machine.program.nodes import Program
from rulewright.machine.wasm import runtime
from rulewright.machine.wasm.engine import Engine
from rulewright.machine.wasm.memory_map import Compiled, TooLarge
from rulewright.machine.wasm.runtime import new_engine

if TYPE_CHECKING:
    from rulewright.machine.features import Features
    from rulewright.machine.wasm.assembly import Pass

__all__ = ["IN_BROWSER", "Compiled", "Engine", "TooLarge", "available", "engine", "engine_of"]

IN_BROWSER: Final = sys.platform == "emscripten"
"""Whether this Python runs in a browser, which has WebAssembly of its own."""


@once
def available() -> str | None:
    """None if the fast backend can run here; otherwise why not, in words."""
    if IN_BROWSER:
        return None
    try:
        import wasmtime  # heavy, and not everywhere
    except ImportError:
        return 'the fast backend needs wasmtime: pip install "rulewright[fast]"'
    except (OSError, RuntimeError) as trouble:
        return f"wasmtime does not run on this machine ({trouble})"
    del wasmtime
    return None


def engine_of(
    program: Program,
    purpose: str = "games",
    passes: "frozenset[Pass] | None" = None,
    features: "Features | None" = None,
) -> Engine:
    """An engine made from a program, nothing being kept; TooLarge where that cannot be."""
    from rulewright.machine.wasm.module import compile_program  # not needed where modules are kept

    compiled = compile_program(program, purpose, passes, features)
    if IN_BROWSER:
        from rulewright.machine.wasm.browser import new_instance  # there is no such thing elsewhere

        return Engine(compiled, new_instance(compiled.wasm), lambda: program)
    return Engine(compiled, runtime.new_instance(partial(_module, compiled.wasm)), lambda: program)


def engine(
    make: Callable[[], Program], *parts: object, purpose: str = "games", features: "Features | None" = None
) -> Engine:
    """An engine of the program that `make` makes of these parts (texts and settings). If it was made before, its module
    is taken from the user's cache, and `make` is not called before names are needed."""
    if IN_BROWSER:  # it makes native code by itself, and keeps it
        return engine_of(make(), purpose, features=features)
    import wasmtime  # heavy, and not everywhere

    program, name = once(make), own_files.named(runtime.made_by(), *parts)
    found = runtime.find(name)
    if found is not None:
        with suppress(ValueError, TooLarge):  # native code of another engine, or facts of another module
            native = found[1]
            return Engine(found[0], runtime.new_instance(lambda of: wasmtime.Module.deserialize(of, native)), program)
    made = engine_of(program(), purpose, features=features)
    runtime.keep(name, made.compiled, bytes(_module(made.compiled.wasm, new_engine()).serialize()))
    return made


def validate(wasm: bytes) -> None:
    """Nothing; TooLarge if hosts would not load the module. Without wasmtime nobody can be asked."""
    with suppress(ImportError, OSError, RuntimeError):
        _module(wasm, new_engine(), only_looked_at=True)


def _module(wasm: bytes, of: Any, *, only_looked_at: bool = False) -> Any:  # noqa: ANN401 - wasmtime's
    import wasmtime  # heavy, and not everywhere

    try:
        return wasmtime.Module.validate(of, wasm) if only_looked_at else wasmtime.Module(of, wasm)
    except wasmtime.WasmtimeError as wrong:
        raise TooLarge(f"No module can be made of these rules: {' '.join(str(wrong).split())}") from wrong
