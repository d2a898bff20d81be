"""The fast backend for rules; modules that were made once are kept, and then not made again."""

from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.machine.ahead import NotFast
from rulewright.machine.wasm import IN_BROWSER, Engine, TooLarge, available, engine, engine_of

if TYPE_CHECKING:
    from rulewright.machine.features import Features
    from rulewright.machine.game import Rules
    from rulewright.machine.positions import Reach
    from rulewright.machine.wasm.engine import StepEngine
    from rulewright.machine.wasm.explorer import Explorer
    from rulewright.machine.wasm.searcher import Searcher


def step_engine(rules: "Rules") -> "StepEngine":
    """What plays the games of rules in whole steps. NotFast where there is no fast backend, or not for them."""
    if (missing := available()) is not None:
        raise NotFast(f"{missing[0].upper()}{missing[1:]}.")
    if IN_BROWSER:
        raise NotFast("Whole steps need a memory that lies in this process.")
    from rulewright.machine.wasm.engine import StepEngine  # only where it can run

    try:
        return StepEngine(_engine(rules), rules.naming)
    except TooLarge as trouble:
        raise NotFast(str(trouble)) from trouble
    except (RecursionError, MemoryError) as trouble:
        raise NotFast("A module of these rules needs more room than there is.") from trouble


def fast_explorer(rules: "Rules", reach: "Reach") -> "Explorer | None":
    """What finds the positions of rules with the fast backend; None where there is none, or not for these rules."""
    with suppress(TooLarge, RecursionError, MemoryError):
        if available() is None and not IN_BROWSER:  # it looks into the memory, which does not lie in this process there
            from rulewright.machine.wasm.explorer import Explorer  # only where it can run

            return Explorer(rules, reach)
    return None


def searchers(rules: "Rules", count: int, features: "Features | None" = None) -> "list[Searcher]":
    """So many trees of the fast backend to search for these rules, with what a policy of these features needs; none
    where there is none, or not for them."""
    with suppress(TooLarge, RecursionError, MemoryError):
        if available() is None:
            from rulewright.machine.wasm.searcher import Searcher  # only where it can run

            return [Searcher(_engine(rules, "search", features), features) for _ in range(count)]
    return []


def _engine(rules: "Rules", purpose: str = "games", features: "Features | None" = None) -> Engine:
    if not rules.sha256:  # no whole text, such as the position of an example: nothing says what they are made of
        return engine_of(rules.program, purpose, features=features)
    notes = len(rules.program.notes)  # programs of one setting differ only in what they count
    contexts = None if features is None else [each.name for each in features.contexts]
    parts = (rules.sha256, rules.players, sorted(rules.options.items()), purpose, notes, contexts)
    return engine(lambda: rules.program, *parts, purpose=purpose, features=features)
