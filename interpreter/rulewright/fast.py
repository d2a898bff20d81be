"""From a game's name or path to the fast backend; what was made once is kept, and then neither parsed nor compiled
again."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.files import find, read, title
from rulewright.language.span import BYTES
from rulewright.machine.ahead import NotFast
from rulewright.machine.wasm import Engine, TooLarge, available, engine, engine_of, kept_engine

if TYPE_CHECKING:
    from rulewright.machine.game import Rules
    from rulewright.machine.positions import Reach
    from rulewright.machine.program.nodes import Program
    from rulewright.machine.wasm.explorer import Explorer
    from rulewright.machine.wasm.search.searcher import Searcher
    from rulewright.machine.wasm.step_engine import StepEngine


def fast_engine(
    game: str | Path, *, players: int | None = None, options: Mapping[str, int | str | bool] | None = None
) -> Engine:
    """The engine of a shipped game or of a file at one setting. Raises what `load` raises; ask `wasm.available`
    before."""
    path = find(str(game))
    data = read(path, most=BYTES)

    def program() -> "Program":
        from rulewright.loading import read_text, rules_of  # the language is not needed for what is kept

        return rules_of(read_text(path.name, data), title(path), players=players, options=options).program

    return engine(program, *_parts(hashlib.sha256(data).hexdigest(), players, options))


def step_engine(
    program: "Program",
    sha256: str,
    players: int | None,
    options: Mapping[str, int | str | bool] | None,
    *,
    kept: bool,
) -> "StepEngine | None":
    """What plays the games of a program in whole steps; None where it would have to be made and only what is `kept` is
    wanted. NotFast where there is no fast backend, or not for this program. What stands behind the program tells what
    it was made of: the hash of the text and the setting that was asked for."""
    if (missing := available()) is not None:
        raise NotFast(f"{missing[0].upper()}{missing[1:]}.")
    from rulewright.machine.wasm.step_engine import StepEngine  # only where it can run

    make = kept_engine if kept else engine
    try:
        made = make(lambda: program, *_parts(sha256, players, options))
    except TooLarge as trouble:
        raise NotFast(str(trouble)) from trouble
    except (RecursionError, MemoryError) as trouble:
        raise NotFast("A module of these rules needs more room than there is.") from trouble
    return None if made is None else StepEngine(made)


def fast_explorer(rules: "Rules", reach: "Reach") -> "Explorer | None":
    """What finds the positions of rules with the fast backend; None where there is none, or not for these rules."""
    if available() is not None or rules.engine is None:
        return None
    from rulewright.machine.wasm.explorer import Explorer  # only where it can run

    try:
        return Explorer(rules, reach)
    except (TooLarge, RecursionError, MemoryError):
        return None


def searchers(rules: "Rules", count: int) -> "list[Searcher]":
    """So many trees of the fast backend to search for these rules; none where there is none, or not for them."""
    if available() is not None:
        return []
    from rulewright.machine.wasm.search.searcher import Searcher  # only where it can run

    parts = (*_parts(rules.sha256, rules.players, rules.options), "search")
    try:
        if not rules.sha256:  # no whole text, such as the position of an example: nothing says what they are made of
            return [Searcher(engine_of(rules.program, "search")) for _ in range(count)]
        return [Searcher(engine(lambda: rules.program, *parts, purpose="search")) for _ in range(count)]
    except (TooLarge, RecursionError, MemoryError):
        return []


def _parts(sha256: str, players: int | None, options: Mapping[str, int | str | bool] | None) -> tuple[object, ...]:
    return sha256, players, sorted((options or {}).items())
